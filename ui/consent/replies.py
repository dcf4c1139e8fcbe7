"""What leaves the consent window.

Owns: the making of answers, signatures and edits.

Invariants (attacks 10 and 12): each names the call, the round and the definition that were drawn, by the digests of
their bytes; a no carries no scope; a secret is taken out of its field as it leaves.
"""

from __future__ import annotations

from host.control.protocol import AnswerCall, CheckEdit, CompareCall, EditCall, SignCall
from host.control.views import Asked
from ui.consent.answer_form import AnswerForm


def answer(asked: Asked, choice: AnswerForm | None, reason: str, displayed_ms: int, unread: int) -> AnswerCall:
    """A yes with what the person chose, or a no where ``choice`` is None. ``unread``: lines never in view."""
    request = asked.request
    scope = "once" if choice is None else choice.yes.scope
    bound = "exact" if choice is None or scope == "once" else choice.scope.bound
    return AnswerCall(
        request.call.id, request.call.digest, request.round, request.definition.digest, choice is not None, reason,
        scope, displayed_ms, unread, bound,
    )  # fmt: skip


def signature(asked: Asked, form: AnswerForm, displayed_ms: int, unread: int) -> SignCall:
    """The signature of who was chosen, with what was typed."""
    request = asked.request
    return SignCall(
        request.call.id, request.call.digest, request.round, request.definition.digest, form.signing.approver,
        form.signing.take_secret(), form.reason, displayed_ms, unread,
    )  # fmt: skip


def check(asked: Asked, arguments: str) -> CheckEdit:
    """What would be said of other inputs. ``arguments``: JSON object as text."""
    call = asked.request.call
    return CheckEdit(call.id, call.digest, arguments)


def edit(asked: Asked, arguments: str) -> EditCall:
    """These inputs instead, for the very question that was drawn. ``arguments``: JSON object as text."""
    request = asked.request
    return EditCall(request.call.id, request.call.digest, request.round, request.definition.digest, arguments)


def comparison(asked: Asked) -> CompareCall:
    """What the call can be held against."""
    return CompareCall(asked.request.call.id, asked.request.call.digest)
