"""A question as the window gets it.

Owns: what goes with a request on its way to the window.

Invariants: it is worked out the moment the question leaves, of the very call that waits; nothing wider is offered than
the gate would grant; headers are those of these inputs and no other.
"""

from __future__ import annotations

from host.control.views import Asked, Reading, Said, SigningView
from host.model import ApprovalRequest
from host.window.answer_validation import nothing_wider
from host.window.parts import Parts
from host.wire.param_headers import headers_of


def as_asked(
    parts: Parts, request: ApprovalRequest, signing: SigningView | None, readings: tuple[Reading, ...] = ()
) -> Asked:
    """``request`` with everything besides. ``signing``: who must sign it, None where nobody must."""
    call_id = request.call.id
    left, paused = parts.approvals.clock_of(call_id) or (0.0, 0.0)
    offers, headers = parts.approvals.offers_of(call_id), _headers(parts, request)
    refused = nothing_wider(request, offers)
    return Asked(
        request,
        left,
        paused,
        refused,
        bounds=() if refused else offers.bounds,
        no_always="" if refused else offers.no_always,
        signing=signing,
        scopes=() if refused else offers.scopes,
        readings=readings,
        headers=headers,
    )


def _headers(parts: Parts, request: ApprovalRequest) -> tuple[Said, ...]:
    """The headers that inputs become, where the server is reached by HTTP."""
    entry = parts.supervisor.config.entries.get(request.call.server.id)
    if entry is None or entry.kind != "http" or request.result is not None:
        return ()
    found = headers_of(request.definition, request.call.arguments_value)
    return tuple(Said(name, value) for name, value in found)
