"""Changing the inputs of a waiting call.

Owns: the check of an edit, before it counts and when it does; the resulting call; what differs from the app's proposal;
and what the model is told about the difference, with the approver's note.

Invariants:
    - A check before the edit changes nothing, counts for no limit and ends with the question.
    - An edit is validated, inspected and judged like any call, and a denial wins. It approves nothing. Only a waiting
      call can be changed, and only ``MAX_EDITS`` times.
    - A changed call is the same call with other arguments and their digest. Everything else that is sent stays the
      same, byte for byte. Canonical bytes are compared, so ``1.0`` and ``1`` differ.
    - A model whose call was changed is told so, or gets no result. The note is escaped and bounded, and stands in a
      text block of its own, never within the server's text.
    - The loop never waits for long inputs or results.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import Struct

from host import tasks
from host.canonical import MAX_DEPTH, canonical, compact, join_members, json_path, parse_document
from host.errors import AssentError, MalformedJson
from host.gate import refusals
from host.gate.call_execution import Aborted, CallExecution
from host.gate.checks import FOR_PEOPLE, Checks, DecisionContext
from host.gate.pending_approval import NO_LONGER_WAITS, REPLACED, EditExaminer, ExaminedEdit
from host.gate.refusals import Refusal
from host.gate.services import Services
from host.model import Call, JsonObject, JsonValue, object_in, sha256_hex
from host.policy.facts import CallFacts
from host.schema import Violation
from host.servers.catalogue import Tool
from host.text import one_line
from host.values import replace
from host.wire.call_handler import Reply
from host.words import say, small

if TYPE_CHECKING:
    from host.control.views import EditCheck, EditProblem

MAX_EDITS: Final = 20
TOO_OFTEN: Final = say("the inputs of one call may be changed {n} times", n=MAX_EDITS)
CANNOT_BE_SENT: Final = say("these inputs cannot be sent")
INLINE: Final = 32 << 10
"""Bytes that the loop reads itself."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Editing:
    """Checks edits and makes revisions."""

    def __init__(self, services: Services, checks: Checks) -> None:
        self._checks, self._settings, self._find_pending = checks, services.settings, services.approvals.question

    def edit_examiner(self, run: CallExecution, context: DecisionContext) -> EditExaminer:
        """Return what checks edits of the call of ``run``, whose question rests on ``context``."""
        return EditExaminer(partial(self._examine, run, context.tool), context.facts)

    def facts(self, call_id: str, digest: str) -> CallFacts | None:
        """Return the facts of a waiting call, None if it does not wait in this form."""
        pending = self._find_pending(call_id)
        if pending is None or pending.edit_examiner is None or pending.request.call.digest != digest:
            return None
        return pending.edit_examiner.facts

    async def examine(self, call_id: str, digest: str, arguments: str) -> ExaminedEdit:
        """Check other inputs, JSON text, for a waiting call. Changes nothing. One check at a time for each call.

        Raises AssentError: the call does not wait, or not in this form, or has stopped waiting.
        """
        pending = self._find_pending(call_id)
        if pending is None or pending.edit_examiner is None:
            raise AssentError(NO_LONGER_WAITS)
        if pending.request.call.digest != digest:
            raise AssentError(REPLACED)
        try:
            async with pending.edit_check_lock:
                examined = pending.edit_examiner.examine(arguments.encode("utf-8", "surrogatepass"))
                return await tasks.unless(examined, pending.ended)
        except tasks.Ended:
            raise AssentError(NO_LONGER_WAITS) from None

    async def _examine(self, run: CallExecution, tool: Tool, arguments: bytes) -> ExaminedEdit:
        """Check an edit on a trial call, which is never recorded, counted or sent."""
        from host.control.views import EditCheck, EditProblem  # a host without a window needs none

        try:
            revision = await self._revision(run, arguments)
        except Unchanged:
            return ExaminedEdit(EditCheck((), same=True))
        except AssentError as error:
            return ExaminedEdit(EditCheck((EditProblem((), error.words),)))
        trial = CallExecution(call=revision, session=run.session, wants_progress=False, aborted=run.aborted)
        try:
            check = await self._check_revision(trial, tool)
        except Refusal as refusal:
            check = EditCheck((EditProblem((), refusal.because or CANNOT_BE_SENT),))
        except Aborted as aborted:
            raise AssentError(NO_LONGER_WAITS) from aborted
        return ExaminedEdit(check, revision.arguments)

    async def revision(self, run: CallExecution, context: DecisionContext, arguments: bytes) -> Call:
        """Return the call of ``run`` with other arguments. Raises Refusal if that is impossible."""
        try:
            return await self._revision(run, arguments)
        except AssentError as error:
            raise run.denial("fault", error.words, ground=context) from error

    async def _revision(self, run: CallExecution, arguments: bytes) -> Call:
        if run.edit_count >= MAX_EDITS:
            raise AssentError(TOO_OFTEN)
        call, max_bytes = run.call, self._settings.now.frame_to_server
        size = len(arguments) + len(call.params)
        return await _compute(lambda: revise(call, arguments, max_bytes), size, name="read an edit")

    async def _check_revision(self, trial: CallExecution, tool: Tool) -> EditCheck:
        from host.control.views import EditCheck

        report = await self._checks.validate(trial, tool)
        if report.status == "invalid":
            return EditCheck(tuple(_edit_problem(violation, trial.call) for violation in report.violations))
        findings = await self._checks.findings(trial, tool)  # includes what could not be validated
        context = await self._checks.judge_even_if_denied(trial, tool, findings, FOR_PEOPLE)
        return EditCheck((), context.verdict.effect.value, context.verdict.because, context.findings)


async def add_notes(reply: Reply, run: CallExecution) -> Reply:
    """Return ``reply`` with a note about a person's edit of the call of ``run``, and with their own words.

    If an edit cannot be described, the reply is withheld.
    """
    proposed, call, sent = run.proposed, run.call, run.upstream_id is not None
    size = len(reply.result or b"") + (len(proposed.arguments) + len(call.arguments) if proposed else 0)
    words = run.note if sent else ""
    try:
        return await _compute(
            lambda: with_note(reply, proposed, call, sent=sent, words=words), size, name="tell of an edit or a note"
        )
    except Exception:  # noqa: BLE001  # else the model would take the changed inputs for its own
        _log.exception("the note about a person's changes or words to call %s could not be made", call.id)
        return reply if proposed is None else refusals.change_unreported(call.protocol_revision, sent=sent)


async def _compute(work: Callable[[], T], size: int, *, name: str) -> T:
    return work() if size <= INLINE else await tasks.in_daemon_thread(work, name=name)


def _edit_problem(violation: Violation, revision: Call) -> EditProblem:
    from host.control.views import EditProblem

    return EditProblem(violation.steps_in(revision.arguments_value), violation.words)


MAX_INPUT_DEPTH: Final = MAX_DEPTH - 2
"""Levels of the inputs, which are inside a message and its params."""
MAX_LISTED: Final = 20
"""Changes that the model is told one by one."""
MAX_COUNTED: Final = 1_000
MAX_NOTE_CHARACTERS: Final = 4_000
"""Characters of an approver's note, as many as the window accepts."""
MAX_VALUE_CHARACTERS: Final = 200
SAME: Final = say("nothing is changed")
NO_OBJECT: Final = say("the inputs are no JSON object")

_SENT: Final = "Note from Assent: the person changed the inputs before approving."
_UNSENT: Final = "Note from Assent: the person had changed the inputs of this call."
_PERSON_SAYS: Final = "Note from Assent: the person who approved this says:"


class Unchanged(AssentError):
    """An edit that changes nothing."""


class InputChange(Struct, frozen=True):
    """One value that differs. ``before``, ``after``: canonical bytes, None if it is not there."""

    steps: tuple[str | int, ...]
    before: bytes | None
    after: bytes | None


def revise(call: Call, arguments: bytes, max_bytes: int) -> Call:
    """Return ``call`` with other ``arguments``, JSON text. ``max_bytes``: bytes that its params may have.

    Raises Unchanged: the call has these arguments already; AssentError: they are no JSON object, or too large.
    """
    if len(arguments) > 2 * max_bytes:
        raise _too_large(max_bytes)
    try:
        document = parse_document(arguments, max_depth=MAX_INPUT_DEPTH)
    except MalformedJson as error:
        why = small(str(error).rstrip("."))
        raise AssentError(say("the inputs are no JSON object: {why}", why=why)) from error
    if not isinstance(document.value, dict):
        raise AssentError(NO_OBJECT)
    written = canonical(document.value, plain=document.plain)
    if written == call.arguments:
        raise Unchanged(SAME)
    params = _with_arguments(call.params, written)
    if len(params) > max_bytes:
        raise _too_large(max_bytes)
    return replace(call, params=params, arguments=written, arguments_value=document.value, digest=sha256_hex(params))


def changes(before: JsonObject, after: JsonObject) -> Iterator[InputChange]:
    """Yield every value that differs, in order. Lists of different lengths count as one value each."""
    stack: list[tuple[tuple[str | int, ...], JsonValue, JsonValue]] = [((), before, after)]
    while stack:
        steps, old, new = stack.pop()
        if isinstance(old, dict) and isinstance(new, dict):
            yield from (InputChange((*steps, key), canonical(old[key]), None) for key in old if key not in new)
            yield from (InputChange((*steps, key), None, canonical(new[key])) for key in new if key not in old)
            stack.extend(((*steps, key), old[key], new[key]) for key in reversed(old) if key in new)
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            stack.extend(((*steps, index), old[index], new[index]) for index in reversed(range(len(old))))
        elif not _are_same_plain(old, new):
            before_bytes, after_bytes = canonical(old), canonical(new)
            if before_bytes != after_bytes:
                yield InputChange(steps, before_bytes, after_bytes)


def _are_same_plain(old: JsonValue, new: JsonValue) -> bool:
    """Whether two values with only one spelling are equal. Numbers with a point have several."""
    return type(old) is type(new) and (old is None or isinstance(old, str | int)) and old == new


def describe_edit(proposed: Call, revised: Call, *, sent: bool) -> str:
    """Return what the model is told about an edit, escaped and bounded. ``sent``: whether the revision was sent."""
    remaining = changes(proposed.arguments_value, revised.arguments_value)
    described = [_describe_change(change) for change in islice(remaining, MAX_LISTED)]
    more = sum(1 for _ in islice(remaining, MAX_COUNTED + 1))
    if more:
        described.append(f"and {'more than ' if more > MAX_COUNTED else ''}{min(more, MAX_COUNTED):,} more")
    return f"{_SENT if sent else _UNSENT} {'; '.join(described)}"


def with_note(reply: Reply, proposed: Call | None, revised: Call, *, sent: bool, words: str = "") -> Reply:
    """Return ``reply`` with the note, if a person changed the proposed call and the reply can carry a note.

    ``words``: what the person says to the model; it is in the same note.
    """
    edit = "" if proposed is None or proposed.digest == revised.digest else describe_edit(proposed, revised, sent=sent)
    saying = f"{_PERSON_SAYS} {one_line(words, MAX_NOTE_CHARACTERS)}" if words else ""
    text = "\n".join(filter(None, (edit, saying)))
    if not text:
        return reply
    if reply.error is not None:
        message = reply.error.get("message")
        first = f"{message} " if isinstance(message, str) and message else ""
        return replace(reply, error=reply.error | {"message": first + text})
    if reply.result is None:
        return reply
    result, plain = parse_document(reply.result)
    content = object_in(result).get("content")
    if not isinstance(content, list):
        return reply  # an interim result, which another call continues
    content.append({"type": "text", "text": text})
    return replace(reply, result=compact(result, plain=plain))


def _with_arguments(params: bytes, arguments: bytes) -> bytes:
    document = parse_document(params)
    assert isinstance(document.value, dict)  # frozen at arrival
    members = {key: canonical(value, plain=document.plain) for key, value in document.value.items()}
    return join_members(members | {"arguments": arguments})


def _too_large(max_bytes: int) -> AssentError:
    return AssentError(say("the inputs are larger than the {n} bytes that a message to a server may have", n=max_bytes))


def _describe_change(change: InputChange) -> str:
    name = one_line(json_path(change.steps).removeprefix("$").removeprefix("."), MAX_VALUE_CHARACTERS)
    if change.before is None:
        return f"{name}: added {_shortened(change.after)}"
    if change.after is None:
        return f"{name}: removed, was {_shortened(change.before)}"
    return f"{name}: {_shortened(change.before)} -> {_shortened(change.after)}"


def _shortened(written: bytes | None) -> str:
    return one_line((written or b"").decode(), MAX_VALUE_CHARACTERS)
