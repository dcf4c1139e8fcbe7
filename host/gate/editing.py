"""Changing the inputs of a call that waits.

Owns: what Assent says of an edit, before it counts and when it does; the call that comes of it; what differs between
that and what the app proposed; and what the model hears of the difference, and from the person who approved.

Invariants:
    - A look beforehand changes nothing, counts for no limit and ends with the question.
    - An edit is validated, inspected and judged as any call is, and a denial wins; nothing is approved by it. Only what
      waits can be changed, and only so often.
    - A changed call is the same call with other arguments and the digest that goes with them; all else that is sent
      stays byte for byte. What differs is told by the canonical bytes, so that ``1.0`` and ``1`` differ.
    - A model whose call was changed is told so, or gets no result. What is told, and what the person says with a yes,
      is escaped and bounded, and stands in one text block of its own, never in what the server said.
    - The loop waits for no long inputs or results.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from host import tasks
from host.canonical import MAX_DEPTH, canonical, compact, join_members, json_path, parse_document
from host.errors import AssentError, MalformedJson
from host.gate import refusals
from host.gate.call_execution import Aborted, CallExecution
from host.gate.checks import FOR_PEOPLE, Checks, DecisionContext
from host.gate.pending_approval import OVER, REPLACED, EditExaminer
from host.gate.refusals import Refusal, deny
from host.gate.services import Services
from host.model import Call, JsonObject, JsonValue, sha256_hex
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
"""How often the inputs of one call may be changed."""
TOO_OFTEN: Final = say("the inputs of one call may be changed {n} times", n=MAX_EDITS)
CANNOT_BE_SENT: Final = say("these inputs cannot be sent")
INLINE: Final = 32 << 10
"""Bytes that the loop reads itself."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Examined(NamedTuple):
    """A look at an edit. Attributes: check: of it. arguments: canonical bytes, empty where they are no inputs."""

    check: EditCheck
    arguments: bytes = b""


class Editing:
    """Looks at edits, and makes revisions of them."""

    def __init__(self, services: Services, checks: Checks) -> None:
        """``services``, ``checks``: of the gate."""
        self._checks, self._settings, self._waiting = checks, services.settings, services.approvals.question

    def ground(self, run: CallExecution, context: DecisionContext) -> EditExaminer:
        """What edits of the call of ``run`` are held against, whose question stands on ``context``."""
        return EditExaminer(partial(self._examined, run, context.tool), context.facts)

    def facts(self, call_id: str, digest: str) -> CallFacts | None:
        """What was gathered of a call that waits; None where it does not wait in this form."""
        pending = self._waiting(call_id)
        if pending is None or pending.ground is None or pending.request.call.digest != digest:
            return None
        return pending.ground.facts

    async def examine(self, call_id: str, digest: str, arguments: str) -> Examined:
        """What Assent would say of other inputs, JSON text, for a call that waits. Nothing changes by it.

        One at a time for each call. Raises:
            AssentError: the call does not wait, or not in this form, or does not any longer.
        """
        pending = self._waiting(call_id)
        if pending is None or pending.ground is None:
            raise AssentError(OVER)
        if pending.request.call.digest != digest:
            raise AssentError(REPLACED)
        try:
            async with pending.checking:
                examined = pending.ground.examine(arguments.encode("utf-8", "surrogatepass"))
                return await tasks.unless(examined, pending.over)
        except tasks.Ended:
            raise AssentError(OVER) from None

    async def _examined(self, run: CallExecution, tool: Tool, arguments: bytes) -> Examined:
        from host.control.views import EditCheck, EditProblem  # a host without a window makes none

        try:
            revision = await self._revision(run, arguments)
        except Unchanged:
            return Examined(EditCheck((), same=True))
        except AssentError as error:
            return Examined(EditCheck((EditProblem((), error.words),)))
        trial = CallExecution(revision, run.session, wants_progress=False, aborted=run.aborted)
        try:
            check = await self._tried(trial, tool)
        except Refusal as refusal:
            check = EditCheck((EditProblem((), refusal.because or CANNOT_BE_SENT),))
        except Aborted as aborted:
            raise AssentError(OVER) from aborted
        return Examined(check, revision.arguments)

    async def revision(self, run: CallExecution, context: DecisionContext, arguments: bytes) -> Call:
        """What becomes of the call of ``run``. Raises Refusal where that cannot be."""
        try:
            return await self._revision(run, arguments)
        except AssentError as error:
            raise deny(run.call, "fault", error.words, ground=context, proposal_recorded=True) from error

    async def _revision(self, run: CallExecution, arguments: bytes) -> Call:
        if run.edits >= MAX_EDITS:
            raise AssentError(TOO_OFTEN)
        call, longest = run.call, self._settings.now.frame_to_server
        size = len(arguments) + len(call.params)
        return await _worked_out(lambda: revise(call, arguments, longest), size, name="read an edit")

    async def _tried(self, trial: CallExecution, tool: Tool) -> EditCheck:
        from host.control.views import EditCheck

        report = await self._checks.report(trial, tool)
        if report.status == "invalid":
            return EditCheck(tuple(_problem(violation, trial.call) for violation in report.violations))
        findings = await self._checks.findings(trial, tool)  # which say of what could not be validated that it was not
        context = await self._checks.judged_even_if_denied(trial, tool, findings, FOR_PEOPLE)
        return EditCheck((), context.verdict.effect.value, context.verdict.because, context.findings)


async def add_notes(reply: Reply, run: CallExecution) -> Reply:
    """``reply`` with what a person changed in the call of ``run``, and with what they say beside its result.

    None goes without the first.
    """
    proposed, call, sent = run.proposed, run.call, run.upstream_id is not None
    if proposed is None and not run.note:
        return reply
    size = len(reply.result or b"") + (len(proposed.arguments) + len(call.arguments) if proposed else 0)
    words = run.note if sent else ""
    try:
        return await _worked_out(
            lambda: with_note(reply, proposed, call, sent=sent, words=words), size, name="tell of an edit or a note"
        )
    except Exception:  # noqa: BLE001  # the model would take other inputs for its own
        _log.exception("what a person changed in call %s, or says with it, could not be told", call.id)
        return reply if proposed is None else refusals.untold(call.protocol_revision, sent=sent)


async def _worked_out(work: Callable[[], T], size: int, *, name: str) -> T:
    """Here where there is little to do, else in a thread."""
    return work() if size <= INLINE else await tasks.in_daemon_thread(work, name=name)


def _problem(violation: Violation, revision: Call) -> EditProblem:
    from host.control.views import EditProblem

    why = violation.words
    return EditProblem(steps_of(violation.path, revision.arguments_value), why)


DEEPEST: Final = MAX_DEPTH - 2
"""Levels of the inputs: they stand within a message and its params."""
LISTED: Final = 20
"""Changes that the model is told one by one."""
COUNTED: Final = 1_000
"""Changes that are counted."""
WORDS: Final = 4_000
"""Characters of what a person says with a yes: as many as the window's side takes."""
VALUE: Final = 200
"""Characters of one value, or of a name, that it is told."""
SAME: Final = say("nothing is changed")
NO_OBJECT: Final = say("the inputs are no JSON object")

_SENT: Final = "Note from Assent: the person changed the inputs before approving."
_UNSENT: Final = "Note from Assent: the person had changed the inputs of this call."
_SAYS: Final = "Note from Assent: the person who approved this says:"
_MARK: Final = re.compile(rb'["\[\]{}]')
_DEEPER: Final = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
_CONTENT: Final = re.compile(rb'"content"\s*:\s*\[')
_IN_TEXT: Final = re.compile(rb'(?:[^"\\]{1,4096}+|\\.){0,1024}+', re.DOTALL)
_AT_ONCE: Final = 1 << 20
"""Bytes that one search goes through: other threads wait while it runs."""
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_INDEX: Final = re.compile(r"\[([0-9]{1,9})\]")
_QUOTED: Final = re.compile(r'\["((?:[^"\\]|\\.)*)"\]')


class Unchanged(AssentError):
    """An edit that changes nothing."""


class InputChange(NamedTuple):
    """One value that differs. Attributes: steps: to it. before, after: canonical bytes, None where it is not there."""

    steps: tuple[str | int, ...]
    before: bytes | None
    after: bytes | None


def revise(call: Call, arguments: bytes, longest: int) -> Call:
    """``call`` with other ``arguments``, JSON text; ``longest``: bytes that its params may have.

    Raises:
        Unchanged: they are what the call has. AssentError: they are no JSON object, or too large; the sentence is ours.
    """
    if len(arguments) > 2 * longest:
        raise _too_large(longest)
    try:
        document = parse_document(arguments, max_depth=DEEPEST)
    except MalformedJson as error:
        why = small(str(error).rstrip("."))
        raise AssentError(say("the inputs are no JSON object: {why}", why=why)) from error
    if not isinstance(document.value, dict):
        raise AssentError(NO_OBJECT)
    written = canonical(document.value, plain=document.plain)
    if written == call.arguments:
        raise Unchanged(SAME)
    params = _with_arguments(call.params, written)
    if len(params) > longest:
        raise _too_large(longest)
    return replace(call, params=params, arguments=written, arguments_value=document.value, digest=sha256_hex(params))


def changes(before: JsonObject, after: JsonObject) -> Iterator[InputChange]:
    """Every value that differs, in the order in which they stand; lists of unlike length count as one value each."""
    stack: list[tuple[tuple[str | int, ...], JsonValue, JsonValue]] = [((), before, after)]
    while stack:
        steps, old, new = stack.pop()
        if isinstance(old, dict) and isinstance(new, dict):
            yield from (InputChange((*steps, key), canonical(old[key]), None) for key in old if key not in new)
            yield from (InputChange((*steps, key), None, canonical(new[key])) for key in new if key not in old)
            stack.extend(((*steps, key), old[key], new[key]) for key in reversed(old) if key in new)
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            stack.extend(((*steps, at), old[at], new[at]) for at in reversed(range(len(old))))
        elif not _same_plain(old, new) and (was := canonical(old)) != (now := canonical(new)):
            yield InputChange(steps, was, now)


def _same_plain(old: JsonValue, new: JsonValue) -> bool:
    """Whether two values that have one spelling are the same; of numbers with a point it cannot be told so."""
    return type(old) is type(new) and (old is None or isinstance(old, str | int)) and old == new


def note(proposed: Call, revised: Call, *, sent: bool) -> str:
    """What the model hears of an edit, escaped and bounded. ``sent``: whether the revision went to the server."""
    every = changes(proposed.arguments_value, revised.arguments_value)
    described = [_describe_change(change) for change in islice(every, LISTED)]
    more = sum(1 for _ in islice(every, COUNTED + 1))
    if more:
        described.append(f"and {'more than ' if more > COUNTED else ''}{min(more, COUNTED):,} more")
    return f"{_SENT if sent else _UNSENT} {'; '.join(described)}"


def with_note(reply: Reply, proposed: Call | None, revised: Call, *, sent: bool, words: str = "") -> Reply:
    """``reply`` with the note, where a person changed what the app ``proposed`` and a reply can carry one.

    ``words``: what the person says to the model; it stands in the same note.
    """
    edited = "" if proposed is None or proposed.digest == revised.digest else note(proposed, revised, sent=sent)
    text = "\n".join(filter(None, (edited, f"{_SAYS} {one_line(words, WORDS)}" if words else "")))
    if not text:
        return reply
    if reply.error is not None:
        message = reply.error.get("message")
        first = f"{message} " if isinstance(message, str) and message else ""
        return replace(reply, error=reply.error | {"message": first + text})
    end = end_of_content(reply.result) if reply.result is not None else 0
    if reply.result is None or not end:
        return reply  # an interim result; what it leads to is a call of its own
    block = compact({"type": "text", "text": text})
    before = reply.result[:end]
    comma = b"" if before.rstrip().endswith(b"[") else b","
    return replace(reply, result=before + comma + block + reply.result[end:])


def end_of_content(result: bytes) -> int:
    """Where the bracket stands that closes the list ``content`` of an object; 0 where it has none.

    ``result``: JSON as Assent serialises it: valid, names without escapes that they do not need. It is not parsed: it
    may have tens of megabytes.
    """
    depth = at = begun = 0
    while at < len(result):
        mark = _MARK.search(result, at, at + _AT_ONCE)
        if mark is None:
            at += _AT_ONCE
            continue
        start, at = mark.span()
        depth += _DEEPER.get(mark.group(), 0)
        if mark.group() == b'"':
            begun = (depth == 1 and _CONTENT.match(result, start) is not None) or (begun and depth > 1)
            at = _end_of_text(result, at)
        elif begun and depth == 1 and mark.group() == b"]":
            return start
    return 0


def _end_of_text(result: bytes, at: int) -> int:
    """Behind the quotation mark that ends the text in which ``at`` stands."""
    while (span := _IN_TEXT.match(result, at)) is not None and span.end() > at:
        at = span.end()
    return at + 1


def steps_of(path: str, value: JsonValue) -> tuple[str | int, ...]:
    """The steps that ``path`` spells (``$.files[0]["odd key"]``), as far as they lead somewhere in ``value``.

    A report escapes and cuts its paths: what cannot be followed is left out, so that the steps lead above it.
    """
    steps: list[str | int] = []
    rest = path.removeprefix("$")
    while rest:
        step, rest = _next_step(rest)
        match value, step:
            case dict(), str() if step in value:
                value = value[step]
            case list(), int() if step < len(value):
                value = value[step]
            case _:
                break
        steps.append(step)
    return tuple(steps)


def _next_step(rest: str) -> tuple[str | int | None, str]:
    """The first step of ``rest`` and what follows; None where there is none to be read."""
    if rest[0] == "." and (name := _NAME.match(rest, 1)) and rest[name.end() : name.end() + 1] in ("", ".", "["):
        return name.group(), rest[name.end() :]
    if index := _INDEX.match(rest):
        return int(index.group(1)), rest[index.end() :]
    if quoted := _QUOTED.match(rest):
        try:
            return json.loads(f'"{quoted.group(1)}"'), rest[quoted.end() :]
        except ValueError:  # an escape of ours stands in it
            return None, ""
    return None, ""


def _with_arguments(params: bytes, arguments: bytes) -> bytes:
    document = parse_document(params)
    assert isinstance(document.value, dict)  # frozen at arrival
    members = {key: canonical(value, plain=document.plain) for key, value in document.value.items()}
    return join_members(members | {"arguments": arguments})


def _too_large(longest: int) -> AssentError:
    return AssentError(say("the inputs are larger than the {n} bytes that a message to a server may have", n=longest))


def _describe_change(change: InputChange) -> str:
    name = one_line(json_path(change.steps).removeprefix("$").removeprefix("."), VALUE)
    if change.before is None:
        return f"{name}: added {_value(change.after)}"
    if change.after is None:
        return f"{name}: removed, was {_value(change.before)}"
    return f"{name}: {_value(change.before)} -> {_value(change.after)}"


def _value(written: bytes | None) -> str:
    """A value as JSON, its beginning where it is long."""
    return one_line((written or b"").decode(), VALUE)
