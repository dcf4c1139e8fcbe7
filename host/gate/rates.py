"""How often calls may pass that a rule limits.

Owns: the counts of the rules' own limits (``obligations.rate``). What stays true: each limit counts for itself, by app,
server and tool; a call takes one token of each, however often it is judged, and none at all where one of them is used
up; a limit that was changed starts with a full bucket of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from host.gate.limits import Buckets, Rate
from host.gate.run import Run
from host.model import Call, RateLimit


class Rates:
    """The tokens of the rules' limits."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """``monotonic``: seconds."""
        self._monotonic, self._buckets = monotonic, Buckets()

    def exceeded(self, run: Run, limits: tuple[RateLimit, ...]) -> RateLimit | None:
        """The first of ``limits`` that the call of ``run`` breaks; None where it keeps all, and now counts for each."""
        wanted = [limit for limit in limits if limit not in run.counted]
        if not wanted:
            return None
        now, call = self._monotonic(), run.call
        for limit in wanted:
            if not self._buckets.has(_key(call, limit), Rate(limit.calls, limit.seconds), now):
                return limit
        for limit in wanted:
            if not self._buckets.take(_key(call, limit), Rate(limit.calls, limit.seconds), now):
                return limit  # no memory for one more bucket
            run.counted.add(limit)
        return None


def _key(call: Call, limit: RateLimit) -> tuple[str, ...]:
    """With the limit's numbers: two files may have rules of the same id, and one that was edited is another limit."""
    return (limit.rule, str(limit.calls), str(limit.seconds), call.app.name, call.server.id, call.tool)
