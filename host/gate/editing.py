"""Changing the inputs of a call that waits.

Owns: what Assent says of an edit, before it counts and when it does. What stays true: a look beforehand changes
nothing, counts for no limit and ends with the question; an edit is validated, inspected and judged as any call is, and
a denial wins; nothing is approved by it; only what waits can be changed, and only so often; the loop waits for no long
inputs or results; a model whose call was changed is told so, or gets no result.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeVar

from host import schema_words, tasks
from host.control.views import EditCheck, EditProblem
from host.errors import AssentError
from host.gate import answers
from host.gate.answers import Reply
from host.gate.call_execution import Aborted, CallExecution
from host.gate.checks import Checks, DecisionContext
from host.gate.fact_collector import FOR_PEOPLE
from host.gate.question import OVER, REPLACED
from host.gate.refusals import Refusal, deny
from host.gate.revision import Unchanged, revise, steps_of, with_note
from host.model import Call, Edit
from host.policy.facts import CallFacts
from host.schema import Violation
from host.servers.catalogue import Tool
from host.settings import Settings
from host.words import say

MAX_EDITS: Final = 20
"""How often the inputs of one call may be changed."""
TOO_OFTEN: Final = say("the inputs of one call may be changed {n} times", n=MAX_EDITS)
INLINE: Final = 32 << 10
"""Bytes that the loop reads itself."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Examined(NamedTuple):
    """A look at an edit. Attributes: said: of it. arguments: canonical bytes, empty where they are no inputs at all."""

    said: EditCheck
    arguments: bytes = b""


class _Open(NamedTuple):
    """A call that waits.

    Attributes:
        execution: of the call.
        context: that the question stands on.
        trying: held while an edit is looked at.
        over: set when it is answered.
    """

    execution: CallExecution
    context: DecisionContext
    trying: asyncio.Lock
    over: asyncio.Future[None]


class Editing:
    """Looks at edits, and makes revisions of them."""

    def __init__(self, checks: Checks, settings: Settings) -> None:
        """``checks``: those of the gate."""
        self._checks, self._settings = checks, settings
        self._open: dict[str, _Open] = {}

    def use(self, settings: Settings) -> None:
        """From now on these."""
        self._settings = settings

    @contextmanager
    def opened(self, run: CallExecution, context: DecisionContext) -> Iterator[None]:
        """While a person is asked about ``run`` on this ``context``, its inputs can be changed."""
        over = asyncio.get_running_loop().create_future()
        self._open[run.call.id] = _Open(run, context, asyncio.Lock(), over)
        try:
            yield
        finally:
            del self._open[run.call.id]
            over.set_result(None)

    def facts(self, call_id: str, digest: str) -> CallFacts | None:
        """What was gathered of a call that waits; None where it does not wait in this form."""
        waits = self._open.get(call_id)
        return waits.context.facts if waits is not None and waits.execution.call.digest == digest else None

    async def examine(self, call_id: str, digest: str, arguments: str) -> Examined:
        """What Assent would say of other inputs, JSON text, for a call that waits. Nothing changes by it.

        One at a time for each call. Raises:
            AssentError: the call does not wait, or not in this form, or does not any longer.
        """
        waits = self._waiting(call_id, digest)
        try:
            async with waits.trying:
                return await tasks.unless(self._examined(waits, arguments), waits.over)
        except tasks.Ended:
            raise AssentError(OVER) from None

    async def _examined(self, waits: _Open, arguments: str) -> Examined:
        run, context = waits.execution, waits.context
        try:
            revision = await self._revision(run, arguments.encode("utf-8", "surrogatepass"))
        except Unchanged:
            return Examined(EditCheck((), same=True))
        except AssentError as error:
            return Examined(EditCheck((EditProblem((), error.words),)))
        trial = CallExecution(revision, run.session, wants_progress=False, aborted=run.aborted)
        try:
            said = await self._tried(trial, context.tool)
        except Refusal as refusal:
            said = EditCheck((EditProblem((), _because(refusal)),))
        except Aborted as aborted:
            raise AssentError(OVER) from aborted
        return Examined(said, revision.arguments)

    async def revision(self, run: CallExecution, context: DecisionContext, edit: Edit) -> Call:
        """What becomes of the call of ``run``. Raises Refusal where that cannot be."""
        try:
            return await self._revision(run, edit.arguments)
        except AssentError as error:
            raise deny(run.call, "fault", error.words, ground=context, asked=True) from error

    async def judged(self, run: CallExecution, context: DecisionContext) -> DecisionContext:
        """The revision of ``run`` validated, inspected and judged, for the tool of ``context``.

        Raises:
            Refusal: a rule denies it, or it is invalid. Aborted: the call was ended from outside.
        """
        try:
            findings = await self._checks.findings(run, context.tool)
        except Refusal as refusal:
            # What was asked ends with a decision on record.
            denial = deny(run.call, "fault", _because(refusal), ground=context, asked=True)
            raise Refusal(denial.draft, refusal.reply) from refusal
        return await self._checks.judged(run, context.tool, findings, asked=True, more=FOR_PEOPLE)

    def _waiting(self, call_id: str, digest: str) -> _Open:
        if call_id not in self._open:
            raise AssentError(OVER)
        if self._open[call_id].execution.call.digest != digest:
            raise AssentError(REPLACED)
        return self._open[call_id]

    async def _revision(self, run: CallExecution, arguments: bytes) -> Call:
        if run.edits >= MAX_EDITS:
            raise AssentError(TOO_OFTEN)
        call, longest = run.call, self._settings.frame_to_server
        size = len(arguments) + len(call.params)
        return await _worked_out(lambda: revise(call, arguments, longest), size, name="read an edit")

    async def _tried(self, trial: CallExecution, tool: Tool) -> EditCheck:
        report = await self._checks.report(trial, tool)
        if report.status == "invalid":
            return EditCheck(tuple(_problem(violation, trial.call) for violation in report.violations))
        findings = await self._checks.findings(trial, tool)  # which say of what could not be validated that it was not
        weighed = await self._checks.weighed(trial, tool, findings, FOR_PEOPLE)
        return EditCheck((), weighed.verdict.effect.value, weighed.verdict.because, weighed.findings)


async def told(reply: Reply, run: CallExecution) -> Reply:
    """``reply`` with a note on what a person changed in the call of ``run``, where somebody did; none goes without."""
    proposed, call, sent = run.proposed, run.call, run.upstream_id is not None
    if proposed is None:
        return reply
    size = len(reply.result or b"") + len(proposed.arguments) + len(call.arguments)
    try:
        return await _worked_out(lambda: with_note(reply, proposed, call, sent=sent), size, name="tell of an edit")
    except Exception:  # noqa: BLE001  # the model would take other inputs for its own
        _log.exception("what was changed in call %s could not be told", call.id)
        return answers.untold(call.revision, sent=sent)


async def _worked_out(work: Callable[[], T], size: int, *, name: str) -> T:
    """Here where there is little to do, else in a thread."""
    return work() if size <= INLINE else await tasks.in_daemon_thread(work, name=name)


def _problem(violation: Violation, revision: Call) -> EditProblem:
    why = schema_words.violation(violation.expected, violation.got)
    return EditProblem(steps_of(violation.path, revision.arguments_value), why)


def _because(refusal: Refusal) -> str:
    because = refusal.draft.fields.get("because")
    return because if isinstance(because, str) else say("these inputs cannot be sent")
