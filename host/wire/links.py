"""Links in results of a server, which an app may read only after a decision (pure; attack 28).

Invariants: the memory is bounded. Once it is full, every address that the server did not list itself needs a decision.
Different spellings of one address count as the same. Nothing is fetched, resolved or opened.

A resource that a server lists is an offer of the server. A link in a result (``resource_link``; MCP 2025-06-18,
server/tools, Resource Links) is an address that a tool produced, perhaps from a stranger's text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import unquote

from host.model import JsonObject, JsonValue, object_in, objects_in

MAX_ADDRESSES: Final = 4_096
"""Linked addresses, and as many listed ones, that a session remembers."""
MAX_CHARACTERS: Final = 2_048
"""Characters of an address that are compared."""
MAX_WORK: Final = 500_000
"""Work on the addresses of one result: a character is 1, an address or a percent sign ``_DECODING``. About 10 ms; what
is beyond it is not remembered one by one."""
_DECODING: Final = 50
READ_METHODS: Final = frozenset({"resources/read", "resources/subscribe"})
"""Methods that read an address."""


class Links:
    """Remembers the addresses that results of one session named."""

    def __init__(self) -> None:
        self._call_by_link: dict[str, str] = {}  # address to the call that named it last
        self._listed: set[str] = set()
        self._is_full = False

    def add_result(self, result: JsonValue, call: str = "") -> None:
        """Remember the links and the listed resources in a result. ``call``: the call id, empty if it is of none."""
        if not isinstance(result, dict):
            return
        if "resources" in result:
            self._add_listed(objects_in(result["resources"]))
        parts: list[JsonValue] = []
        for content in (result.get("content"), *(it.get("content") for it in objects_in(result.get("messages")))):
            parts += content if isinstance(content, list) else (content,)
        self._add_links(parts, call)

    def _add_listed(self, resources: list[JsonObject]) -> None:
        for uri in _within_work(_addresses(resources)):
            if uri is None or len(self._listed) >= MAX_ADDRESSES:
                return
            self._listed.add(_normalized(uri))

    def _add_links(self, parts: list[JsonValue], call: str) -> None:
        links = [part for part in parts if isinstance(part, dict) and part.get("type") == "resource_link"]
        for uri in _within_work(_addresses(links)) if links else ():
            key = None if uri is None else _normalized(uri)
            if key is not None and (key in self._call_by_link or len(self._call_by_link) < MAX_ADDRESSES):
                self._call_by_link[key] = call
            else:
                self._is_full = True

    def needs_decision(self, params: JsonValue) -> bool:
        """Whether the address in ``params`` came only from a result, so that reading it needs a decision."""
        uri = object_in(params).get("uri")
        if not isinstance(uri, str) or not (self._call_by_link or self._is_full):
            return False
        key = _normalized(uri)
        return key not in self._listed and (self._is_full or key in self._call_by_link)

    def call_that_named(self, uri: JsonValue) -> str:
        """Return the id of the call whose result named the address last; empty if it is not known."""
        return self._call_by_link.get(_normalized(uri), "") if isinstance(uri, str) else ""


def _addresses(entries: Iterable[JsonObject]) -> Iterator[str]:
    return (uri for uri in (entry.get("uri") for entry in entries) if isinstance(uri, str))


def _within_work(uris: Iterable[str]) -> Iterator[str | None]:
    """The different ones of ``uris`` that ``MAX_WORK`` suffices for, then None if there are more."""
    work = 0
    for uri in dict.fromkeys(uris):
        work += min(len(uri), MAX_CHARACTERS) + _DECODING * (1 + uri.count("%", 0, MAX_CHARACTERS))
        if work > MAX_WORK:
            yield None
            return
        yield uri


def _normalized(uri: str) -> str:
    """Return an address without differences in case and percent-encoding."""
    return unquote(uri.strip()[:MAX_CHARACTERS]).casefold()
