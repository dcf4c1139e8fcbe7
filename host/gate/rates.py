"""How often calls may pass that a rule limits.

Owns: the counts of the rules' own limits (``obligations.rate``). What stays true: each limit counts for itself, by app,
server and tool; a call counts once for each, when it is judged first, however often that is, and for none at all where
one of them is used up; a limit that was changed counts anew.
"""

from __future__ import annotations

from collections.abc import Callable

from host.gate.call_execution import CallExecution
from host.gate.limits import Rate, Windows
from host.model import Call, RateLimit


class Rates:
    """What counts for the rules' limits."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """``monotonic``: seconds."""
        self._monotonic, self._windows = monotonic, Windows()

    def exceeded(self, run: CallExecution, limits: tuple[RateLimit, ...]) -> RateLimit | None:
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
