"""What bounds the calls of an app: how often a rule lets them pass, and how many bytes are kept and under way.

Owns: the counts of rules' own limits (``obligations.rate``), and two bounds in bytes for each app.

Invariants:
    - Each limit of a rule counts for itself, by app, server and tool. A call counts once for each, when it is judged
      first, and for none at all where one of them is used up; a limit that was changed counts anew.
    - The inputs of a call that is sent are always kept. Of those that were only proposed the log keeps so many bytes in
      a while, and commits to the rest by digest alone.
    - An app cannot have more bytes of calls on their way to a decision than it may have waiting, but for a single call.
    - A bound is the app's, so that connecting anew empties none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from host.gate.call_execution import Execution
from host.model import Call, Draft, RateLimit
from host.rates import Rate, Windows
from host.settings import Settings
from host.values import replace
from host.words import say

KEPT: Final = 8 << 20
"""Bytes of an app's calls that were not sent which the log keeps at once: thousands of ordinary calls."""
SECONDS: Final = 600.0
"""In which as many more come free."""
APPS: Final = 256
"""Apps that are remembered before those are forgotten that could begin anew at no loss."""
OF_PEOPLE: Final = frozenset({"reason"})
"""Values of a record that no app wrote: always kept."""
APP_TOO_LARGE: Final = say("the waiting calls of this app are too large together")
ALL_TOO_LARGE: Final = say("the waiting calls are too large together")


class _Bucket(NamedTuple):
    """What an app has left. Attributes: bytes: at ``when``. when: in seconds of the clock."""

    bytes: float
    when: float


class Storage:
    """What the log keeps of calls that may never be sent."""

    def __init__(self, clock: Callable[[], float], *, size: int = KEPT, seconds: float = SECONDS) -> None:
        """``clock``: seconds, never set back. ``size``: bytes that one app may use at once, new in ``seconds``."""
        self._clock, self._size, self._speed = clock, size, size / seconds
        self._buckets: dict[str, _Bucket] = {}

    def bounded(self, draft: Draft, app: str) -> Draft:
        """The record of a call that was not sent (yet): as it is where there is room, else with digests alone."""
        size = size_of(draft)
        if not size or self._take(app, size):
            return draft
        unkept = frozenset(draft.values) - OF_PEOPLE
        return replace(draft, fields={**draft.fields, "arguments_kept": False}, unkept=unkept)

    def give_back(self, app: str, size: int) -> None:
        """``size`` bytes of the app's belong to a call that was sent after all."""
        if size:
            self._put(app, self._left(app) + size)

    def _take(self, app: str, size: int) -> bool:
        left = self._left(app)
        if left < size:
            return False
        self._put(app, left - size)
        return True

    def _left(self, app: str) -> float:
        bucket = self._buckets.get(app)
        if bucket is None:
            return self._size
        return min(self._size, bucket.bytes + (self._clock() - bucket.when) * self._speed)

    def _put(self, app: str, left: float) -> None:
        if len(self._buckets) >= APPS and app not in self._buckets:
            self._buckets = {name: it for name, it in self._buckets.items() if self._left(name) < self._size}
        self._buckets[app] = _Bucket(left, self._clock())


def too_large(call: Call, others: Iterable[Call], limits: Settings) -> str:
    """Why ``call`` may not come in besides ``others``, which are neither sent nor at their end; empty where it may.

    A call that is alone may: whether it may wait is another question.
    """
    mine, all_ = 0, 0
    for other in others:
        size = len(other.params)
        all_ += size
        if other.app.name == call.app.name:
            mine += size
    if mine and mine + len(call.params) > limits.pending_bytes_per_app:
        return APP_TOO_LARGE
    if all_ and all_ + len(call.params) > limits.pending_bytes:
        return ALL_TOO_LARGE
    return ""


def size_of(draft: Draft) -> int:
    """Bytes of what an app wrote that the record keeps."""
    return 0 if draft.unkept else sum(len(value) for name, value in draft.values.items() if name not in OF_PEOPLE)


class Rates:
    """Counts calls against the limits that rules set for a time."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """``monotonic``: seconds."""
        self._monotonic, self._windows = monotonic, Windows()

    def exceeded(self, run: Execution, limits: tuple[RateLimit, ...]) -> RateLimit | None:
        """The first of ``limits`` that the call of ``run`` breaks; None where it keeps all, and now counts for each."""
        wanted = [limit for limit in limits if limit not in run.counted]
        if not wanted:
            return None
        now, call = self._monotonic(), run.call
        for limit in wanted:
            if not self._windows.has(_key(call, limit), Rate(limit.calls, limit.seconds), now):
                return limit
        for limit in wanted:
            if not self._windows.take(_key(call, limit), Rate(limit.calls, limit.seconds), now):
                return limit  # no memory for one more
            run.counted.add(limit)
        return None


def _key(call: Call, limit: RateLimit) -> tuple[str, ...]:
    return (limit.rule, call.app.name, call.server.id, call.tool)
