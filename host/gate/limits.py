"""Limits for the calls of an app: how often rules let them pass, and how many calls and bytes are kept and under way.

Owns: the counts for rules' own limits (``obligations.rate``), two limits in bytes for each app, and how many of its
unsent calls are recorded.

Invariants:
    - Each limit of a rule is counted on its own, by app, server and tool. A call counts once for each when it is first
      judged, and for none if one of them is used up. A changed limit starts to count from zero.
    - The inputs of a call that is sent are always kept. Of calls that were only proposed, the log keeps a limited
      number of bytes for a time, and only digests of the rest.
    - An app's calls that are not sent yet have no more bytes together than may wait, except a single call.
    - A limit belongs to the app, so that connecting again does not reset it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from host.gate.call_execution import CallExecution, Execution
from host.model import Call, Draft, JsonObject, RateLimit
from host.rates import Rate, RateWindows
from host.settings import Settings
from host.values import replace
from host.words import Words, say

MAX_KEPT: Final = 8 << 20
"""Bytes of an app's unsent calls that the log keeps at once: thousands of ordinary calls."""
REFILL_SECONDS: Final = 600.0
"""Seconds in which as many bytes become free again."""
UNSENT: Final = Rate(1_024, 120.0)
"""Calls of one app that are recorded though they were not sent; each takes about 3 KB. Of more, nothing is recorded or
sent: denied calls without end would fill the disk, and then no call of any app could be recorded. As many are recorded
of the denied requests between an app and one of its servers."""
FLOODS_TOLD: Final = Rate(1, UNSENT.seconds)
"""How often the log says that calls of an app are refused without a record."""
FLOOD: Final = say("so many calls of this app were not sent that further ones are refused, and not recorded")
MAX_APPS: Final = 256
"""Apps that are remembered. Beyond that, those are forgotten that have their whole limit free."""
BY_PEOPLE: Final = frozenset({"reason"})
"""Values of a record that no app wrote. They are always kept."""
APP_TOO_LARGE: Final = say("the waiting calls of this app are too large together")
ALL_TOO_LARGE: Final = say("the waiting calls are too large together")


class Floods:
    """Counts what is recorded though it was not sent, by the names of whom it is about, and ends the recording."""

    def __init__(self, submit: Callable[[Draft], None], monotonic: Callable[[], float]) -> None:
        self._windows, self._submit, self._monotonic = RateWindows(), submit, monotonic

    def note(self, *names: str) -> None:
        """Count one that was recorded and not sent."""
        self._windows.take(names, UNSENT, self._monotonic())

    def stop(self, call: Call, because: Words, *names: str, **more: str) -> bool:
        """Whether ``call`` is refused without a record; a record now and then says so, with ``more``."""
        now = self._monotonic()
        if self._windows.has_room(names, UNSENT, now):
            return False
        if self._windows.take(names, FLOODS_TOLD, now):
            about: JsonObject = {"app": call.app.name, "session": call.app.session, "server": call.server.id, **more}
            self._submit(Draft("method.refused", {**about, "method": call.method, "because": because}))
        return True


class _Bucket(Struct, frozen=True):
    """The bytes that an app had free at ``when``, in seconds of the clock."""

    free_bytes: float
    when: float


class Storage:
    """Limits what the log keeps of calls that may never be sent."""

    def __init__(self, clock: Callable[[], float], *, size: int = MAX_KEPT, seconds: float = REFILL_SECONDS) -> None:
        """``clock``: seconds, never set back. ``size``: bytes for one app at once, free again after ``seconds``."""
        self._clock, self._size, self._bytes_per_second = clock, size, size / seconds
        self._buckets: dict[str, _Bucket] = {}

    def bounded(self, draft: Draft, app: str) -> Draft:
        """Return the record of an unsent call: unchanged if there is room, else with digests only."""
        size = size_of(draft)
        if not size or self._take(app, size):
            return draft
        unkept = frozenset(draft.values) - BY_PEOPLE
        return replace(draft, fields={**draft.fields, "arguments_kept": False}, unkept=unkept)

    def give_back(self, app: str, size: int) -> None:
        """Free ``size`` bytes of the app, whose call was sent after all."""
        if size:
            self._set_free_bytes(app, self._free_bytes(app) + size)

    def _take(self, app: str, size: int) -> bool:
        free = self._free_bytes(app)
        if free < size:
            return False
        self._set_free_bytes(app, free - size)
        return True

    def _free_bytes(self, app: str) -> float:
        bucket = self._buckets.get(app)
        if bucket is None:
            return self._size
        return min(self._size, bucket.free_bytes + (self._clock() - bucket.when) * self._bytes_per_second)

    def _set_free_bytes(self, app: str, free: float) -> None:
        if len(self._buckets) >= MAX_APPS and app not in self._buckets:
            self._buckets = {name: kept for name, kept in self._buckets.items() if self._free_bytes(name) < self._size}
        self._buckets[app] = _Bucket(free, self._clock())


class UnsentBytes:
    """Counts the bytes of the calls that were let in and not sent yet, by app."""

    def __init__(self) -> None:
        self._by_app: dict[str, int] = {}
        self._total = 0

    def why_too_large(self, call: Call, limits: Settings) -> str:
        """Return why ``call`` may not come in besides the counted ones, empty if it may. A single call always may."""
        of_app, size = self._by_app.get(call.app.name, 0), len(call.params)
        if of_app and of_app + size > limits.pending_bytes_per_app:
            return APP_TOO_LARGE
        if self._total and self._total + size > limits.pending_bytes:
            return ALL_TOO_LARGE
        return ""

    def count(self, run: CallExecution) -> None:
        """Count a call that was let in, or whose inputs have changed."""
        self._set(run, len(run.call.params))

    def discount(self, run: CallExecution) -> None:
        """Count a call no more: it was sent, or will not be."""
        if run.unsent_bytes:
            self._set(run, 0)

    def _set(self, run: CallExecution, size: int) -> None:
        app, change = run.call.app.name, size - run.unsent_bytes
        run.unsent_bytes = size
        self._total += change
        self._by_app[app] = self._by_app.get(app, 0) + change
        if not self._by_app[app]:
            del self._by_app[app]


def size_of(draft: Draft) -> int:
    """Return the bytes from an app that the record keeps."""
    return 0 if draft.unkept else sum(len(value) for name, value in draft.values.items() if name not in BY_PEOPLE)


class Rates:
    """Counts calls against the rates of rules."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic, self._windows = monotonic, RateWindows()

    def exceeded(self, run: Execution, limits: tuple[RateLimit, ...]) -> RateLimit | None:
        """Return the first of ``limits`` that ``run`` exceeds. None if there is none; the call is then counted."""
        uncounted = [limit for limit in limits if limit not in run.counted_limits]
        if not uncounted:
            return None
        now, call = self._monotonic(), run.call
        for limit in uncounted:
            if not self._windows.has_room(_key(call, limit), Rate(limit.calls, limit.seconds), now):
                return limit
        for limit in uncounted:
            if not self._windows.take(_key(call, limit), Rate(limit.calls, limit.seconds), now):
                return limit  # no memory for one more
            run.counted_limits.add(limit)
        return None


def _key(call: Call, limit: RateLimit) -> tuple[str, ...]:
    return (limit.rule, call.app.name, call.server.id, call.tool)
