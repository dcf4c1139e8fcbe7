"""Links that a server put into results: text until somebody decided (pure; attack 28).

Owns: which addresses a session's results named, in which call, and whether the app may have them read.

Invariants: what is remembered is bounded, and once that is full no address passes that the server did not list itself;
addresses are compared so that another way of writing one is the same one; nothing is fetched, resolved or opened.

A server that lists a resource offers it; a link in a result (``resource_link``; MCP 2025-06-18, server/tools, Resource
Links) is an address that a tool came up with, perhaps from what a stranger wrote.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from host.model import JsonValue

MOST: Final = 4_096
"""Addresses of each kind that a session remembers."""
LONGEST: Final = 2_048
"""Characters of an address that tell it from others."""
READS: Final = frozenset({"resources/read", "resources/subscribe"})
"""Methods that name an address to be read."""


class Links:
    """Remembers the addresses that results of one session named."""

    def __init__(self) -> None:
        """Nothing was named yet."""
        self._linked: dict[str, str] = {}  # to the call that named it last
        self._listed: set[str] = set()
        self._full = False

    def result_came(self, result: JsonValue, call: str = "") -> None:
        """A result of the server came: remember what it links to, and what it lists. ``call``: whose, if of one."""
        if not isinstance(result, dict):
            return
        for uri in _addresses(result.get("resources")):
            if len(self._listed) < MOST:
                self._listed.add(_key(uri))
        messages = result.get("messages")
        parts = [result.get("content"), *(_contents(messages) if isinstance(messages, list) else ())]
        for part in parts:
            for uri in _links(part):
                key = _key(uri)
                if key in self._linked or len(self._linked) < MOST:
                    self._linked[key] = call
                else:
                    self._full = True

    def needs_decision(self, params: JsonValue) -> bool:
        """Whether what is to be read was named by a result alone."""
        uri = params.get("uri") if isinstance(params, dict) else None
        if not isinstance(uri, str) or not (self._linked or self._full):
            return False
        key = _key(uri)
        return key not in self._listed and (self._full or key in self._linked)

    def named_in(self, uri: JsonValue) -> str:
        """The id of the call whose result named an address last; empty where it was none, or nobody can tell."""
        return self._linked.get(_key(uri), "") if isinstance(uri, str) else ""


def _contents(messages: list[JsonValue]) -> Iterator[JsonValue]:
    for message in messages:
        if isinstance(message, dict):
            content = message.get("content")
            yield content if isinstance(content, list) else [content]


def _links(content: JsonValue) -> Iterator[str]:
    parts = content if isinstance(content, list) else ()
    yield from _addresses([part for part in parts if isinstance(part, dict) and part.get("type") == "resource_link"])


def _addresses(entries: JsonValue) -> Iterator[str]:
    for entry in entries if isinstance(entries, list) else ():
        uri = entry.get("uri") if isinstance(entry, dict) else None
        if isinstance(uri, str):
            yield uri


def _key(uri: str) -> str:
    """An address, whatever the case of its letters, and whichever of them are written as %XX."""
    return unquote(uri.strip()[:LONGEST]).casefold()
