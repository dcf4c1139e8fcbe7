"""``assent servers pin``: what an administrator writes into the managed file to hold a server to what it says now."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import click

from host.cli.output import emit, json_option, profile, say
from host.errors import AssentError
from host.model import JsonObject
from host.paths import managed_file
from host.policy.load import load_managed
from host.servers.config import ServerConfig
from host.servers.probe import Seen, probe
from host.servers.supervisor import Supervisor
from host.settings import LiveSettings, Settings

LONGEST: Final = 256
"""Characters of a tool's name that can be pinned."""


@click.command("pin")
@click.argument("name")
@json_option
def command(name: str, as_json: bool) -> int:
    """Start the server NAME and print the pins of its tools and instructions, and the digest of its configuration.

    All of it is for the administrator's file. Look at what the server says before you paste it: a pin approves it.
    """
    source = load_managed(managed_file())
    supervisor = Supervisor(
        profile().servers_file,
        settings=LiveSettings(),
        log=lambda _: None,
        monotonic=time.monotonic,
        managed=lambda: source,
    )
    entry = supervisor.entry(name)
    seen = asyncio.run(probe(entry, supervisor, entry.settings(Settings())))
    made, left_out = pins(entry, seen), unpinned(seen)
    if as_json:
        emit({**made, "withheld": [*left_out]})
        return 0
    say(f"// What {entry.id} says now. Look at it first, then paste this into {source.path}.")
    for tool in left_out:
        say(f"// Cannot be pinned, and will be withheld: {tool}")
    emit(made)
    return 0


def pins(entry: ServerConfig, seen: Seen) -> JsonObject:
    """The members of the administrator's file that hold ``entry`` to what was seen, and vouch for it.

    Raises:
        AssentError: its instructions are no text, so that nobody could approve them.
    """
    if not seen.instructions:
        raise AssentError("this server cannot be pinned: its instructions are no text")
    left_out = unpinned(seen)
    tools: JsonObject = {tool.name: tool.digest for tool in seen.definitions if tool.name not in left_out}
    return {
        "pins": {entry.id: {"tools": tools, "instructions": seen.instructions}},
        "trust": {entry.id: entry.config_digest},
    }


def unpinned(seen: Seen) -> tuple[str, ...]:
    """Names (untrusted) that no pin can have: listed twice, empty or too long."""
    once = {tool.name for tool in seen.definitions}
    twice = [name for name in seen.withheld if name not in once]
    return (*twice, *(name for name in once if not 0 < len(name) <= LONGEST))
