"""Which tools and hosts have been used before.

Owns: that, and the file in which it outlives the host. What stays true: an entry can make a finding milder that is of
no more than medium severity, and does nothing else, so that the file needs no seal; a file that is damaged counts as
none, and the host's log says so; what is in it is bounded.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias, TypeGuard

from host import atomic, paths, tasks
from host.canonical import canonical, parse
from host.errors import AssentError, MalformedJson
from host.model import JsonObject, JsonValue, ToolDefinition

FILE: Final = "known.json"
MAX_FILE: Final = 8 << 20
"""Bytes."""
TOOLS: Final = 4_096
HOSTS: Final = 4_096
_DEFINITIONS: Final = 256
"""Definitions that are kept, in memory alone, to tell what changed in them."""
_LONGEST: Final = 64 << 10
"""Bytes of a definition that is kept."""
SOON: Final = 5.0
"""Seconds between a change and its being written."""
_LAST: Final = 5.0
"""Seconds that the last write may take while the host ends."""

Tool: TypeAlias = "tuple[str, str, str]"
"""App, server and tool."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one tool. Attributes: as in ``subject.Past``."""

    uses: int = 0
    digest: str = ""
    largest: int = 0
    definition: JsonObject | None = None


class Acquaintance:
    """Tools and hosts. Attributes: hosts: canonical names. anything: whether anything is known at all."""

    def __init__(self, file: Path | None = None) -> None:
        """``file``: where it is kept; None for nowhere. Reads it."""
        self._file = file
        self._tools: OrderedDict[Tool, Known] = OrderedDict()
        self._hosts: OrderedDict[str, None] = OrderedDict()
        self.hosts: frozenset[str] = frozenset()
        self._kept: OrderedDict[Tool, None] = OrderedDict()
        self._later: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._changed = False
        if file is not None:
            self._read(file)

    @property
    def anything(self) -> bool:
        """Whether anything was used before."""
        return bool(self._tools)

    def tool(self, tool: Tool) -> Known:
        """What is known of it."""
        return self._tools.get(tool) or Known()

    def used(self, tool: Tool, definition: ToolDefinition, hosts: frozenset[str], size: int) -> None:
        """An approved call was sent. ``size``: bytes of its inputs."""
        known = self.tool(tool)
        small = definition.value if len(definition.raw) <= _LONGEST else None
        self._tools[tool] = Known(known.uses + 1, definition.digest, max(known.largest, size), small)
        self._tools.move_to_end(tool)
        self._keep_definition(tool)
        if len(self._tools) > TOOLS:
            self._tools.popitem(last=False)
        if not hosts <= self.hosts:
            self._meet(hosts)
        self._soon()

    def _keep_definition(self, tool: Tool) -> None:
        self._kept[tool] = None
        self._kept.move_to_end(tool)
        if len(self._kept) > _DEFINITIONS:
            oldest, _ = self._kept.popitem(last=False)
            if oldest in self._tools:
                self._tools[oldest] = replace(self._tools[oldest], definition=None)

    def _meet(self, hosts: frozenset[str]) -> None:
        for host in sorted(hosts):
            self._hosts[host] = None
        while len(self._hosts) > HOSTS:
            self._hosts.popitem(last=False)
        self.hosts = frozenset(self._hosts)

    # The file

    def _soon(self) -> None:
        self._changed = True
        if self._file is not None and self._later is None:
            self._later = asyncio.get_running_loop().call_later(SOON, self._write)

    def _write(self) -> None:
        self._later = None
        if self._file is None or not self._changed or (self._writing is not None and not self._writing.done()):
            return
        self._changed = False
        file, data = self._file, canonical(self._to_json())
        self._writing = tasks.spawn(self._written(file, data), name="write what is known")

    async def _written(self, file: Path, data: bytes) -> None:
        try:
            await tasks.in_daemon_thread(lambda: atomic.write(file, data), name="write what is known")
        except AssentError as error:
            _log.warning("which tools were used is not kept: %s", error)
        if self._changed:  # since this was begun
            self._soon()

    async def close(self) -> None:
        """Write what is not written yet."""
        if self._writing is not None:
            await asyncio.wait({self._writing})
        if self._later is not None:
            self._later.cancel()
        self._write()
        if self._writing is not None:
            await asyncio.wait({self._writing}, timeout=_LAST)
            self._file = None

    def _to_json(self) -> JsonValue:
        tools: list[JsonValue] = [[*tool, it.uses, it.digest, it.largest] for tool, it in self._tools.items()]
        return {"version": 1, "tools": tools, "hosts": list[JsonValue](self._hosts)}

    def _read(self, file: Path) -> None:
        try:
            data = paths.read_file(file, limit=MAX_FILE)
            if data is not None:
                self._take(parse(data))
        except (AssentError, MalformedJson, ValueError, TypeError, json.JSONDecodeError) as error:
            self._tools.clear()
            self._hosts.clear()
            _log.warning("which tools were used before cannot be read, so that all count as new: %s", error)
        self.hosts = frozenset(self._hosts)

    def _take(self, value: JsonValue) -> None:
        if not isinstance(value, dict) or value.get("version") != 1:
            raise ValueError("it has another form")
        tools, hosts = value.get("tools"), value.get("hosts")
        if not isinstance(tools, list) or not isinstance(hosts, list) or not all(isinstance(it, str) for it in hosts):
            raise ValueError("it has another form")
        for entry in tools[:TOOLS]:
            match entry:
                case [str(app), str(server), str(tool), uses, str(digest), largest] if _count(uses) and _count(largest):
                    self._tools[app, server, tool] = Known(uses, digest, largest)
                case _:
                    raise ValueError("it has another form")
        self._hosts.update((str(host), None) for host in hosts[:HOSTS])


def _count(value: JsonValue) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
