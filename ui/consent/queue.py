"""Which question comes next, and how long it waits (no Qt; attack 11).

Owns: the questions that wait for the person, and the one being read; the countdown between two messages of the host.

Invariants: turns go round the apps, within an app round its servers, oldest first, so that a flood of one delays the
others by one question at most; nothing that arrives, ends or is put aside elsewhere replaces the question being read;
what was put aside still waits, behind the others; while the clock is paused, no time passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from host.control.views import Asked

_Lane = dict[str, dict[str, None]]  # server → call ids, oldest first


class Queue:
    """Questions in fair order.

    Attributes:
        current: id of the one being read, or None.
    """

    def __init__(self) -> None:
        self.current: str | None = None
        self._all: dict[str, Asked] = {}
        self._lanes: dict[str, _Lane] = {}  # by app
        self._turns: dict[tuple[str, ...], int] = {}  # when an app, and a server of it, last had a turn
        self._turn = 0
        self._aside: dict[str, None] = {}
        self._order: tuple[Asked, ...] | None = ()

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, call_id: object) -> bool:
        return call_id in self._all

    def get(self, call_id: str) -> Asked | None:
        """The question about a call, or None."""
        return self._all.get(call_id)

    def put(self, asked: Asked) -> None:
        """A question arrived. One about a known call replaces it where it stands."""
        call = asked.request.call
        known = call.id in self._all
        self._all[call.id] = asked
        if not known:
            self._lanes.setdefault(call.app.name, {}).setdefault(call.server.id, {})[call.id] = None
        self._order = None

    def remove(self, call_id: str) -> None:
        """A question is over."""
        asked = self._all.pop(call_id, None)
        if asked is None:
            return
        self._leave_lane(asked)
        self._aside.pop(call_id, None)
        if self.current == call_id:
            self.current = None
        self._order = None

    def clear(self) -> None:
        """Nothing waits any more; whose turn it is stays known."""
        for call_id in tuple(self._all):
            self.remove(call_id)

    def choose(self, call_id: str) -> Asked | None:
        """The person reads this one now; what was read goes back to where it was, first of its app."""
        asked = self._all.get(call_id)
        if asked is None:
            return None
        if self.current is not None and self.current != call_id:
            self._return(self.current)
        self.current = call_id
        self._aside.pop(call_id, None)
        self._leave_lane(asked)
        self._turn += 1
        self._note_turn(asked, self._turn)
        self._order = None
        return asked

    def put_aside(self) -> None:
        """The one being read waits behind the others."""
        if self.current is not None:
            self._aside[self.current] = None
            self.current = None
            self._order = None

    def upcoming(self, *, aside: bool) -> str | None:
        """Who has the next turn; with ``aside``, what was put aside comes last, else not at all."""
        if self._lanes:
            return next(self._in_turn())
        return next(iter(self._aside), None) if aside else None

    def order(self) -> tuple[Asked, ...]:
        """All that wait: the one being read, then as their turns come, then what was put aside."""
        if self._order is None:
            first = () if self.current is None else (self.current,)
            self._order = tuple(self._all[call] for call in (*first, *self._in_turn(), *self._aside))
        return self._order

    def _in_turn(self) -> Iterator[str]:
        """Round the apps, and within each round its servers: who had a turn the longest ago, or never, comes first."""
        apps = sorted(self._lanes, key=lambda app: self._turns.get((app,), 0))
        return _round_robin([self._of(app) for app in apps])

    def _of(self, app: str) -> Iterator[str]:
        lane = self._lanes[app]
        servers = sorted(lane, key=lambda server: self._turns.get((app, server), 0))
        return _round_robin([iter(lane[server]) for server in servers])

    def _leave_lane(self, asked: Asked) -> None:
        app, server = asked.request.call.app.name, asked.request.call.server.id
        calls = self._lanes.get(app, {}).get(server, {})
        calls.pop(asked.request.call.id, None)
        if app in self._lanes and not calls:
            self._lanes[app].pop(server, None)
            if not self._lanes[app]:
                del self._lanes[app]

    def _note_turn(self, asked: Asked, turn: int) -> None:
        app, server = asked.request.call.app.name, asked.request.call.server.id
        self._turns[(app,)] = self._turns[app, server] = turn

    def _return(self, call_id: str) -> None:
        """What was read and not answered is next again."""
        asked = self._all[call_id]
        call = asked.request.call
        lane = self._lanes.setdefault(call.app.name, {})
        lane[call.server.id] = {call_id: None, **lane.get(call.server.id, {})}
        self._note_turn(asked, min(0, *self._turns.values()) - 1)


def _round_robin(sources: list[Iterator[str]]) -> Iterator[str]:
    while sources:
        left = []
        for source in sources:
            item = next(source, None)
            if item is not None:
                yield item
                left.append(source)
        sources = left


class Countdown:
    """The time left of one question.

    Attributes:
        said: how often the host said it anew.
    """

    def __init__(self, clock: Callable[[], float], left: float, paused: float) -> None:
        """``clock``: monotonic seconds. ``left``, ``paused``: as in ``Asked`` and ``Clock``."""
        self._clock = clock
        self.said = -1
        self.set(left, paused)

    def set(self, left: float, paused: float) -> None:
        """The host said how it stands now."""
        self._at, self._left, self._paused = self._clock(), left, paused
        self.said += 1

    @property
    def left(self) -> float:
        """Seconds."""
        elapsed = self._clock() - self._at
        return max(0.0, self._left - max(0.0, elapsed - self._paused))

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands."""
        return self._clock() - self._at < self._paused
