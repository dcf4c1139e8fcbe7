"""What to start for an entry: its program, with every reference resolved.

Owns: that step. What stays true: a secret that a reference leads to goes to the started program alone, and into no
message and no representation (SECURITY, row 36); a reference that leads nowhere starts nothing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

from host.jsonc import KeyPath
from host.servers.config import ServerConfig
from host.servers.environment import KeyringGet, Resolver, from_keyring, inherited
from host.wire.stdio import LaunchSpec
from host.words import say


def resolve(config: ServerConfig, env: Mapping[str, str], keyring_get: KeyringGet = from_keyring) -> LaunchSpec:
    """What to start, with each reference replaced. Raises ConfigError naming the key whose reference leads nowhere.

    ``env``: our own environment. ``keyring_get``: may block until a person unlocks the keyring; run this in a thread.
    """
    if config.kind != "stdio":
        raise config.error(
            ("url",), say("servers behind a URL cannot be reached yet"), say("Write a command that connects to it.")
        )
    resolver = Resolver(env, keyring_get)

    def resolved(path: KeyPath, text: str) -> str:
        return resolver.text(text, lambda message, remedy: config.error(path, message, remedy))

    args = [resolved(("args", index), text) for index, text in enumerate(config.args)]
    own = {name: resolved(("env", name), text) for name, text in config.env.items()}
    cwd = None if config.cwd is None else resolved(("cwd",), config.cwd)
    if cwd is not None and not os.path.isabs(cwd):
        raise config.error(("cwd",), say("does not lead to an absolute path"))
    return LaunchSpec((config.command, *args), MappingProxyType(inherited(env) | own), cwd)
