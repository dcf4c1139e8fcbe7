"""What a schema cannot say of an entry of ``servers.json`` (pure).

Owns: the slips that would otherwise surface only when a server starts. What stays true: every complaint names its key
and what would be right, and repeats no value of the entry.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from host import jsonc
from host.errors import ConfigError
from host.jsonc import KeyPath
from host.servers.environment import REMEDY, meaningless
from host.words import say

if TYPE_CHECKING:
    from host.servers.config import ServerConfig


def find(config: ServerConfig, taken: Mapping[str, str]) -> list[ConfigError]:
    """Everything that makes ``config`` unusable. ``taken``: names of the entries before it, by their folded case."""
    return [*_twin(config, taken), *_slips(config), *_bad_references(config)]


def _twin(config: ServerConfig, taken: Mapping[str, str]) -> Iterator[ConfigError]:
    """A name that a person would take for another one's."""
    if (other := taken.get(config.id.casefold())) is not None:
        yield config.error(
            (), say("differs from {name} only in case", name=jsonc.quoted(other)), say("Rename one of the two.")
        )


def _slips(config: ServerConfig) -> Iterator[ConfigError]:
    """A program or an address that leads nowhere."""
    if config.kind == "stdio":
        yield from _command_slips(config)
    elif "${" not in config.url:
        yield from _url_slips(config)


def _command_slips(config: ServerConfig) -> Iterator[ConfigError]:
    if "${" in config.command:
        yield config.error(("command",), say("may not hold references"), say("Write the program itself."))
    elif not os.path.isabs(config.command) and os.path.basename(config.command) != config.command:
        remedy = say("Write an absolute path (~ is not expanded), or the bare name of a program on PATH.")
        yield config.error(("command",), say("is a relative path"), remedy)
    if config.cwd is not None and not config.cwd.startswith("${") and not os.path.isabs(config.cwd):
        yield config.error(("cwd",), say("is a relative path"), say("Write an absolute path (~ is not expanded)."))


def _url_slips(config: ServerConfig) -> Iterator[ConfigError]:
    try:
        parts = urlsplit(config.url)
        usable, secret = bool(parts.hostname) and (parts.port or 1) > 0, "@" in parts.netloc
    except ValueError:
        usable, secret = False, False
    if not usable:
        yield config.error(("url",), say("is no address to connect to"), say("Write one like https://example.com/mcp."))
    elif secret:
        yield config.error(
            ("url",), say("holds a name or password"), say("Put it into headers, as ${{keyring:SERVICE/NAME}}.")
        )


def _bad_references(config: ServerConfig) -> Iterator[ConfigError]:
    """Each text with a ``${`` that Assent knows no meaning of; it is never passed on as it stands."""
    for path, text in _referring(config):
        if meaningless(text):
            yield config.error(path, say("holds a reference that means nothing here"), REMEDY)


def _referring(config: ServerConfig) -> Iterator[tuple[KeyPath, str]]:
    """Every text in which references may stand."""
    yield from ((("args", index), text) for index, text in enumerate(config.args))
    for key, members in (("env", config.env), ("headers", config.headers)):
        yield from (((key, name), text) for name, text in members.items())
    yield from ((("cwd",), config.cwd or ""), (("url",), config.url))
