"""Which tools and destinations were used before.

Owns: that, and the file in which it outlives the host. Invariants: an entry can make a finding milder that never is
grave, and does nothing else, so that the file needs no seal; a file that is damaged counts as none, and the host's log
says so; what is in it is bounded.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeAlias, TypeGuard

from msgspec import Struct

from host import files, paths, tasks
from host.canonical import canonical, parse
from host.errors import AssentError, MalformedJson
from host.model import JsonObject, JsonValue, ToolDefinition
from host.values import replace

FILE: Final = "known.json"
VERSION: Final = 2
MAX_FILE: Final = 8 << 20
"""Bytes."""
TOOLS: Final = 4_096
PLACES: Final = 4_096
OF_TOOL: Final = 256
"""Destinations of one tool."""
_DEFINITIONS: Final = 256
"""Definitions that are kept, in memory alone, to tell what changed in them."""
_LONGEST: Final = 64 << 10
"""Bytes of a definition that is kept."""
SOON: Final = 5.0
"""Seconds between a change and its being written."""
_LAST: Final = 5.0
"""Seconds that the last write may take while the host ends."""

ToolKey: TypeAlias = "tuple[str, str, str]"
"""App, server and tool."""

_log = logging.getLogger(__name__)


class UsedTool(Struct, frozen=True):
    """What is known of one tool.

    Attributes:
        uses: approved calls.
        digest: of its definition at the last one.
        largest: bytes of the largest inputs.
        definition: at the last one, where it is kept.
        destinations: keys of where its calls went (``host.inspect.destinations``).
    """

    uses: int = 0
    digest: str = ""
    largest: int = 0
    definition: JsonObject | None = None
    destinations: frozenset[str] = frozenset()


_NEVER: Final = UsedTool()


class FirstUse:
    """Tools and destinations. Attributes: places: keys of where calls of any tool went."""

    def __init__(self, file: Path | None = None) -> None:
        """``file``: where it is kept; None for nowhere. Reads it."""
        self._file = file
        self._tools: OrderedDict[ToolKey, UsedTool] = OrderedDict()
        self._places: OrderedDict[str, None] = OrderedDict()
        self.places: frozenset[str] = frozenset()
        self._kept: OrderedDict[ToolKey, None] = OrderedDict()
        self._later: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._changed = False
        if file is not None:
            self._read(file)

    @property
    def anything(self) -> bool:
        """Whether anything was used before."""
        return bool(self._tools)

    def tool(self, tool: ToolKey) -> UsedTool:
        """What is known of earlier uses of one tool."""
        return self._tools.get(tool, _NEVER)

    def used(self, tool: ToolKey, definition: ToolDefinition, destinations: Iterable[str], size: int) -> None:
        """An approved call was sent.

        Args:
            tool: which.
            definition: of it.
            destinations: keys of where the call went.
            size: bytes of its inputs.
        """
        known, new = self.tool(tool), frozenset(destinations)
        small = definition.value if len(definition.raw) <= _LONGEST else None
        went = known.destinations if new <= known.destinations else _bounded(known.destinations, new)
        self._tools[tool] = UsedTool(known.uses + 1, definition.digest, max(known.largest, size), small, went)
        self._tools.move_to_end(tool)
        self._keep_definition(tool)
        if len(self._tools) > TOOLS:
            self._tools.popitem(last=False)
        if not new <= self.places:
            self._add_places(new)
        self._soon()

    def reviewed(self, server: str, name: str, before: str, definition: ToolDefinition) -> None:
        """A person read what changed in a tool's definition, and approved it: it is no news any more.

        Args:
            server: of the tool.
            name: of the tool.
            before: digest of the definition as it was approved last.
            definition: as it is now.
        """
        for tool, known in self._tools.items():
            if tool[1:] == (server, name) and known.digest == before:
                small = definition.value if len(definition.raw) <= _LONGEST else None
                self._tools[tool] = replace(known, digest=definition.digest, definition=small)
                self._soon()

    def _keep_definition(self, tool: ToolKey) -> None:
        self._kept[tool] = None
        self._kept.move_to_end(tool)
        if len(self._kept) > _DEFINITIONS:
            oldest, _ = self._kept.popitem(last=False)
            if oldest in self._tools:
                self._tools[oldest] = replace(self._tools[oldest], definition=None)

    def _add_places(self, keys: Iterable[str]) -> None:
        for key in sorted(keys):
            self._places[key] = None
        while len(self._places) > PLACES:
            self._places.popitem(last=False)
        self.places = frozenset(self._places)

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
        self._writing = tasks.spawn(self._written(file, data), name="write which tools were used")

    async def _written(self, file: Path, data: bytes) -> None:
        try:
            await tasks.in_daemon_thread(lambda: files.write(file, data), name="write which tools were used")
        except AssentError as error:
            _log.warning("which tools were used is not kept: %s", error)
        if self._changed:  # since this was begun
            self._soon()

    async def close(self) -> None:
        """Write to the file what it does not hold yet."""
        if self._writing is not None:
            await asyncio.wait({self._writing})
        if self._later is not None:
            self._later.cancel()
        self._write()
        if self._writing is not None:
            await asyncio.wait({self._writing}, timeout=_LAST)
            self._file = None

    def _to_json(self) -> JsonValue:
        tools: list[JsonValue] = [
            [*tool, it.uses, it.digest, it.largest, list[JsonValue](sorted(it.destinations))]
            for tool, it in self._tools.items()
        ]
        return {"version": VERSION, "tools": tools, "places": list[JsonValue](self._places)}

    def _read(self, file: Path) -> None:
        try:
            data = paths.read_file(file, limit=MAX_FILE)
            if data is not None:
                self._take(parse(data))
        except (AssentError, MalformedJson, ValueError, TypeError, json.JSONDecodeError) as error:
            self._tools.clear()
            self._places.clear()
            _log.warning("which tools were used before cannot be read, so that all count as new: %s", error)
        self.places = frozenset(self._places)

    def _take(self, value: JsonValue) -> None:
        if not isinstance(value, dict) or value.get("version") not in (1, VERSION):
            raise ValueError("it has another form")
        tools, places = value.get("tools"), value.get("places", [])
        if not isinstance(tools, list) or not isinstance(places, list):
            raise ValueError("it has another form")
        for entry in tools[:TOOLS]:
            match entry:
                case [str(app), str(server), str(tool), uses, str(digest), largest, *more] if _count(uses) and _count(
                    largest
                ):
                    went = frozenset(_texts(more[0]) if more else ())
                    self._tools[app, server, tool] = UsedTool(uses, digest, largest, None, went)
                case _:
                    raise ValueError("it has another form")
        self._places.update((place, None) for place in _texts(places)[:PLACES])


def _bounded(known: frozenset[str], new: frozenset[str]) -> frozenset[str]:
    """Both together; where they are too many, what is new stays."""
    both = known | new
    return both if len(both) <= OF_TOOL else frozenset(sorted(new)[:OF_TOOL])


def _texts(value: JsonValue) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(it, str) for it in value):
        raise ValueError("it has another form")
    return [str(it) for it in value]


def _count(value: JsonValue) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
