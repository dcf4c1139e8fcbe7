"""The one function that sends ``tools/call``.

Owns: the last check before bytes leave.

Invariants: only ``host.gate.gate`` imports this module (import-linter enforces it). A permit covers one call and
exactly the bytes whose digest was decided and logged. It is spent once.
"""

from __future__ import annotations

from host.errors import NotDispatched
from host.model import Call, Decision, sha256_hex
from host.wire.upstream import OnResponse, Upstream


class Permit:
    """A permission to send one call once. It is made from a decision that is already on disk."""

    __slots__ = ("_decision", "_is_spent")

    def __init__(self, decision: Decision) -> None:
        """``decision``: already on disk."""
        self._decision = decision
        self._is_spent = False

    def spend(self, call: Call) -> None:
        """Use the permit for ``call``.

        Raises NotDispatched if the permit was used before, or its decision does not approve this call with these bytes.
        """
        if self._is_spent:
            raise NotDispatched("this decision was already used")
        self._is_spent = True
        if not self._decision.approve:
            raise NotDispatched("this decision does not approve")
        if self._decision.call_id != call.id or self._decision.digest != sha256_hex(call.params):
            raise NotDispatched("this decision is about another call")


def dispatch(upstream: Upstream, permit: Permit, call: Call, *, progress: bool, on_response: OnResponse) -> int:
    """Send ``call`` to its server. Returns the upstream id, which is also the progress token if progress is wanted.

    Raises NotDispatched if the permit does not cover this call, and ChannelClosed if the server is gone.
    """
    permit.spend(call)
    # Private on purpose: this is the only caller, and import-linter checks who imports this module.
    return upstream._send_call(call.params, progress, on_response)  # noqa: SLF001
