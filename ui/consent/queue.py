"""Which question comes next, and how long it waits (no Qt; attack 11).

Owns: the questions that wait for the person, and which one is being read; the countdown between two messages of the
host.

Invariants: turns go round the apps, and within an app round its servers, oldest question first, so that a flood of one
app delays the others by one question at most. Nothing that arrives, ends or is put aside elsewhere replaces the
question being read. A question that was put aside still waits, behind the others. No time passes while the clock is
paused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from host.control.views import Asked


class Queue:
    """Questions in fair order. ``current``: id of the call being read, or None."""

    def __init__(self) -> None:
        self.current: str | None = None
        self._by_call_id: dict[str, Asked] = {}  # oldest first
        self._last_turns: dict[tuple[str, ...], int] = {}  # number of its last turn, by (app,) and (app, server)
        self._turn_count = 0
        self._aside: dict[str, None] = {}
        self._order: tuple[Asked, ...] | None = ()

    def __len__(self) -> int:
        return len(self._by_call_id)

    def __contains__(self, call_id: object) -> bool:
        return call_id in self._by_call_id

    def get(self, call_id: str) -> Asked | None:
        """Return the question about a call, or None."""
        return self._by_call_id.get(call_id)

    def add(self, asked: Asked) -> None:
        """Add a question. One about a known call replaces the old one in its place."""
        self._by_call_id[asked.request.call.id] = asked
        self._order = None

    def remove(self, call_id: str) -> None:
        """Remove a question that has ended."""
        self._by_call_id.pop(call_id, None)
        self._aside.pop(call_id, None)
        if self.current == call_id:
            self.current = None
        self._order = None

    def clear(self) -> None:
        """Remove all questions. Whose turn it is stays known."""
        self._by_call_id.clear()
        self._aside.clear()
        self.current, self._order = None, ()

    def make_current(self, call_id: str) -> Asked | None:
        """Make this question the current one. The previous one goes back to its place, as the first of its app."""
        asked = self._by_call_id.get(call_id)
        if asked is None:
            return None
        if self.current is not None and self.current != call_id:
            previous = self._by_call_id[self.current]
            self._by_call_id = {self.current: previous, **self._by_call_id}
            self._set_last_turn(previous, min(0, *self._last_turns.values()) - 1)
        self.current = call_id
        self._aside.pop(call_id, None)
        self._turn_count += 1
        self._set_last_turn(asked, self._turn_count)
        self._order = None
        return asked

    def put_aside(self) -> None:
        """Put the current question behind the others."""
        if self.current is not None:
            self._aside[self.current] = None
            self.current = None
            self._order = None

    def next_call_id(self, *, with_put_aside: bool) -> str | None:
        """Return the call that has the next turn. ``with_put_aside``: whether one that was put aside may come last."""
        return next(self._calls_in_turn(), next(iter(self._aside), None) if with_put_aside else None)

    def ordered(self) -> tuple[Asked, ...]:
        """Return all questions: the current one, then by turns, then those that were put aside."""
        if self._order is None:
            first = () if self.current is None else (self.current,)
            self._order = tuple(self._by_call_id[call_id] for call_id in (*first, *self._calls_in_turn(), *self._aside))
        return self._order

    def _calls_in_turn(self) -> Iterator[str]:
        """Take turns round the apps: the one whose last turn was longest ago, or never, comes first."""
        calls_by_app: dict[str, dict[str, list[str]]] = {}  # app → server → call ids, oldest first
        for call_id, asked in self._by_call_id.items():
            if call_id != self.current and call_id not in self._aside:
                call = asked.request.call
                calls_by_app.setdefault(call.app.name, {}).setdefault(call.server.id, []).append(call_id)
        apps = sorted(calls_by_app, key=lambda app: self._last_turns.get((app,), 0))
        return _round_robin([self._calls_of_app_in_turn(app, calls_by_app[app]) for app in apps])

    def _calls_of_app_in_turn(self, app: str, calls_by_server: dict[str, list[str]]) -> Iterator[str]:
        servers = sorted(calls_by_server, key=lambda server: self._last_turns.get((app, server), 0))
        return _round_robin([iter(calls_by_server[server]) for server in servers])

    def _set_last_turn(self, asked: Asked, turn: int) -> None:
        app, server = asked.request.call.app.name, asked.request.call.server.id
        self._last_turns[(app,)] = self._last_turns[app, server] = turn


def _round_robin(sources: list[Iterator[str]]) -> Iterator[str]:
    while sources:
        unfinished = []
        for source in sources:
            item = next(source, None)
            if item is not None:
                yield item
                unfinished.append(source)
        sources = unfinished


class Countdown:
    """The time left of one question. ``update_count``: how often the host has updated it."""

    def __init__(self, clock: Callable[[], float], left: float, paused: float) -> None:
        """``left``, ``paused``: as in ``Asked`` and ``Clock``."""
        self._clock = clock
        self.update_count = -1
        self.update(left, paused)

    def update(self, left: float, paused: float) -> None:
        """Store what the host says now."""
        self._updated_at, self._left, self._paused = self._clock(), left, paused
        self.update_count += 1

    @property
    def seconds_left(self) -> float:
        """Seconds until the question expires."""
        elapsed = self._clock() - self._updated_at
        return max(0.0, self._left - max(0.0, elapsed - self._paused))

    @property
    def is_paused(self) -> bool:
        """Whether the clock is paused."""
        return self._clock() - self._updated_at < self._paused
