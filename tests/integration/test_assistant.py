"""All chapters, told by the real assistant's process through the real host to the real demonstration servers."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from host.assistant import script
from host.assistant.process import AssistantProcess
from host.assistant.script import APP
from host.audit.query import AuditReader
from host.control.views import AssistantEntry
from host.demo import WORKSPACE, demo_managed, demo_profile, find_own_python_first
from host.gate.refusals import STOPPED
from host.host import Host
from host.model import Answer, ApprovalRequest, Edit, Severity, Signature
from host.paths import Paths
from host.values import replace
from tests.support.demo import ADA, TOMAS, all_agree, proposals_of
from tests.support.hosts import CALM, LateHost, ScriptedApprover, managed, review
from tests.support.rig import flush
from tests.support.waiting import PATIENCE, eventually


class Stage:
    """A demonstration without a window: host, assistant, and an approver with answers."""

    def __init__(self, paths: Paths, host: Host, approver: ScriptedApprover) -> None:
        self.paths, self.host, self.approver = paths, host, approver
        self.phases: list[str] = []
        self.news = asyncio.Event()
        where = ("--socket", str(paths.socket), "--config-dir", str(paths.config), "--pace", "0")
        self.assistant = AssistantProcess(
            paths,
            entry_changed=lambda _: self.news.set(),
            phase_changed=self._turned,
            command=(sys.executable, "-I", "-m", "host.assistant", *where),
        )

    def _turned(self) -> None:
        self.phases.append(self.assistant.phase)
        self.news.set()

    async def until(self, phase: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.assistant.phase != phase:
                self.news.clear()
                await self.news.wait()

    @property
    def cards(self) -> list[AssistantEntry]:
        return [entry for entry in self.assistant.entries if entry.role == "call"]

    @property
    def words(self) -> str:
        return "\n".join(entry.text for entry in self.assistant.entries if entry.role == "assistant")

    async def records(self, kind: str) -> list[dict[str, Any]]:
        await flush(self.host)
        with AuditReader.open(self.paths.log_file) as reader:
            return [dict(record.fields) for record in reversed(reader.search(kind=kind, limit=1000).records)]

    def files(self) -> dict[str, str]:
        root = self.paths.data / WORKSPACE
        return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


@pytest.fixture(autouse=True)
def own_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the demonstration has it; undone afterwards."""
    monkeypatch.setenv("PATH", os.environ["PATH"])
    find_own_python_first()


@asynccontextmanager
async def staged(*, decision_timeout: float | None = None, **answers: Any) -> AsyncIterator[Stage]:
    """The demonstration as it is; with a ``decision_timeout`` of its own there is no administrator, who locked it."""
    approver = ScriptedApprover(**answers)
    given = CALM.replace(decision_timeout=60.0 if decision_timeout is None else decision_timeout)
    rules = demo_managed if decision_timeout is None else managed()
    with demo_profile() as paths:
        review(paths, rules())
        async with LateHost(paths, approver=approver, managed=rules, settings=given, demo=True) as host:
            stage = Stage(paths, host, approver)
            try:
                yield stage
            finally:
                await stage.assistant.close()


async def quick(chapter: str, stage: Stage) -> None:
    await stage.assistant.tell(chapter)
    await stage.until("ended")


async def test_the_story_approved_from_beginning_to_end() -> None:
    async with staged(default=all_agree) as stage:
        before = stage.files()
        await stage.assistant.tell("")
        await stage.until("ended")
        assert stage.assistant.entries[-1].text == script.CLOSING
        assert len(stage.approver.asked) <= 8
        for chapter in script.CHAPTERS:
            if chapter in script.ON_DEMAND:
                await quick(chapter.id, stage)
        assert {card.call for card in stage.cards} >= {
            request.call.id for request in stage.approver.asked if not request.call.asks_app
        }
        statuses = {card.tool: card.status for card in stage.cards}
        assert statuses == {
            "add": "succeeded",
            "get_forecast": "succeeded",
            "write_file": "succeeded",
            "read_file": "succeeded",
            "analyse_file": "succeeded",
            "crunch": "succeeded",
            "run_sql": "succeeded",
            "send_message": "succeeded",
            "delete_everything": "succeeded",
            "fetch_page": "tool error",
            "query_cohort": "succeeded",
            "analyse_trial": "succeeded",
            "read_page": "succeeded",
            "book_table": "succeeded",
            "write_invitation": "succeeded",
        }
        asked = [(record["method"], record["status"]) for record in await stage.records("input.answered")]
        assert asked == [("elicitation/create", "accept"), ("sampling/createMessage", "answered")]
        assert script.WRITTEN in stage.cards[-1].result
        outcomes = [record["status"] for record in await stage.records("call.outcome")]
        assert outcomes == [card.status for card in stage.cards]
        told = {request.call.turn for request in stage.approver.asked if not request.call.asks_app}
        every = [proposal for chapter in script.CHAPTERS for proposal in proposals_of(chapter.proposal)]
        assert told == {proposal.before for proposal in every}
        assert len(stage.cards) == sum(1 + len(proposal.also) for proposal in every)
        assert all(turn and turn in stage.words for turn in told)  # each card says what was said before it
        writes = [card.status for card in stage.cards if card.tool == "write_file"]
        assert writes == ["tool error", "succeeded", "succeeded"]
        changed = {name for name, text in stage.files().items() if before.get(name) != text}
        assert changed == {"notes/today.txt", "notes/basil.txt"}
        assert stage.assistant.entries[0].text == script.OPENING[0]
        assert "no AI model" in stage.assistant.entries[0].text
        assert stage.phases[:2] == ["running", "ended"]
        decided = {record["tool"]: record for record in await stage.records("call.decided")}
        assert [one["approver"] for one in decided["analyse_trial"]["signers"]] == [ADA.approver, TOMAS.approver]
        assert decided["analyse_trial"]["rule"] == "trial-needs-two"
        assert decided["query_cohort"]["rule"] == "patient-data"
        (reviewed,) = await stage.records("result.reviewed")
        assert (reviewed["decision"], reviewed["who"]) == ("release", "ana")


def found(request: ApprovalRequest) -> set[tuple[str, Severity]]:
    return {(finding.kind, finding.severity) for finding in request.findings}


async def test_the_story_shows_findings_of_every_severity_and_those_that_its_words_promise() -> None:
    async with staged(default=all_agree) as stage:
        for chapter in ("page", "sql", "alike", "liar", "leak"):
            await quick(chapter, stage)
        asked = stage.approver.asked
        by_tool = {request.call.tool: found(request) for request in asked}
        assert {severity for kinds in map(found, asked) for _, severity in kinds} == set(Severity)
        assert ("writes-sql", Severity.HIGH) in by_tool["run_sql"]
        odd = [
            request.call.arguments_value["to"] for request in asked if ("confusable", Severity.HIGH) in found(request)
        ]
        assert odd == ["ida@gard\u0435n.example"]
        assert {("destructive", Severity.HIGH), ("instructions", Severity.HIGH)} <= by_tool["delete_everything"]
        assert "contradiction" in {kind for kind, _ in by_tool["delete_everything"]}
        assert {severity for _, severity in by_tool["write_file"]} == {Severity.INFO}  # the page's words decide nothing
        assert {("exfiltration", Severity.HIGH), ("carried-over", Severity.HIGH)} <= by_tool["send_message"]


async def test_inputs_that_the_person_changed_are_what_the_assistant_hears_of() -> None:
    better = b'{"sql":"UPDATE orders SET status = \'sent\' WHERE id = 3"}'

    async def edit(request: ApprovalRequest) -> Any:
        call = request.call
        return Edit(call.id, call.digest, better, "ana") if request.edited is None else await all_agree(request)

    async with staged(run_sql=edit) as stage:
        await quick("sql", stage)
        (card,) = stage.cards
        assert card.result.startswith("Rows changed: 1.")
        assert script.EDITED in stage.words


async def test_alike_calls_are_proposed_at_once_and_each_has_an_end_of_its_own() -> None:
    all_there = asyncio.Event()

    async def look(request: ApprovalRequest) -> Answer:
        if len(stage.approver.asked) == 4:
            all_there.set()
        await all_there.wait()
        said = await all_agree(request)
        return said if str(request.call.arguments_value["to"]).isascii() else replace(said, approve=False)

    async with staged(send_message=look) as stage:
        await quick("alike", stage)
        assert [card.status for card in stage.cards] == ["succeeded"] * 3 + ["refused"]
        assert "You told them apart" in stage.words


async def test_a_result_that_the_person_keeps_is_never_heard() -> None:
    async def keep(request: ApprovalRequest) -> Answer:
        agreed = await all_agree(request)
        return agreed if request.result is None else replace(agreed, approve=False, reason="")

    async with staged(query_cohort=keep) as stage:
        await quick("cohort", stage)
        (card,) = stage.cards
        assert "hipaa://" not in card.result
        assert "you kept its result" in stage.words
        assert [record["decision"] for record in await stage.records("result.reviewed")] == ["withhold"]
        assert [record["status"] for record in await stage.records("call.outcome")] == ["succeeded"]


@pytest.mark.parametrize("missing", [ADA, TOMAS], ids=["the chair alone", "the investigator alone"])
async def test_a_trial_that_one_person_signed_is_not_analysed(missing: Signature) -> None:
    async def sign(request: ApprovalRequest) -> Answer:
        agreed = await all_agree(request)
        return replace(agreed, signatures=tuple({ADA, TOMAS} - {missing}))

    async with staged(analyse_trial=sign) as stage:
        await quick("trial", stage)
        assert [card.status for card in stage.cards] == ["refused"]
        assert await stage.records("call.outcome") == []


async def test_the_story_denied_from_beginning_to_end() -> None:
    async with staged(default="not today") as stage:
        before = stage.files()
        await stage.assistant.tell("")
        await stage.until("ended")
        calls = len(script.STORY)
        assert [card.status for card in stage.cards] == ["refused"] * calls
        assert stage.words.count("“not today”") == len(script.STORY)
        decided = await stage.records("call.decided")
        assert [(record["decision"], record["by"]) for record in decided] == [("deny", "approver")] * len(stage.cards)
        assert await stage.records("call.outcome") == []
        assert stage.files() == before


async def test_an_expired_call_was_not_sent_and_the_assistant_says_so() -> None:
    async with staged(decision_timeout=0.2) as stage:
        before = stage.files()
        await quick("note", stage)
        (card,) = stage.cards
        assert card.status == "refused"
        assert "Nobody answered in time" in stage.words
        assert [record["by"] for record in await stage.records("call.decided")] == ["expiry"]
        assert stage.files() == before


async def test_the_assistant_is_an_app_like_any_other() -> None:
    async with staged(default=True) as stage:
        await quick("add", stage)
        (request,) = stage.approver.asked
        assert (request.call.app.name, request.call.app.authenticated) == (APP, True)
        (connected,) = await stage.records("app.connected")
        assert (connected["app"], connected["authenticated"], connected["server"]) == (APP, True, "calculator")
        (proposed,) = await stage.records("call.proposed")
        assert (proposed["app"]["name"], proposed["server"], proposed["tool"]) == (APP, "calculator", "add")


async def test_stopping_withdraws_what_waits() -> None:
    async with staged() as stage:
        await stage.assistant.tell("liar")
        await stage.approver.until_asked()
        await stage.assistant.stop()
        assert stage.assistant.phase == "idle"
        assert [card.status for card in stage.cards] == ["withdrawn"]
        assert script.STOPPED in stage.words
        await eventually(lambda: stage.approver.cancelled)
        async with asyncio.timeout(PATIENCE):  # the question is over before its end is written down
            while not (decided := await stage.records("call.decided")):
                continue
        assert [record["by"] for record in decided] == ["withdrawal"]


async def test_stopping_cancels_what_runs() -> None:
    async with staged(default=True) as stage:
        await stage.assistant.tell("slow")
        async with asyncio.timeout(PATIENCE):
            while not any(card.status == "running" for card in stage.cards):
                stage.news.clear()
                await stage.news.wait()
        await stage.assistant.stop()
        assert [card.status for card in stage.cards] == ["withdrawn"]
        await eventually(lambda: not stage.host.gate.running_count)
        assert [record["status"] for record in await stage.records("call.outcome")] == ["cancelled"]


async def test_after_the_emergency_stop_nothing_more_is_proposed() -> None:
    async with staged() as stage:

        async def stop(_: ApprovalRequest) -> None:
            stage.host.gate.abort_all(STOPPED)

        stage.approver.answers["default"] = stop
        await stage.assistant.tell("")
        await stage.until("idle")
        assert [card.status for card in stage.cards] == ["refused"]
        assert "emergency stop" in stage.words


async def test_a_call_that_the_emergency_stop_cuts_short_is_said_to_be_stopped() -> None:
    async with staged(default=True) as stage:
        await stage.assistant.tell("slow")
        async with asyncio.timeout(PATIENCE):
            while not any(card.status == "running" for card in stage.cards):
                stage.news.clear()
                await stage.news.wait()
        stage.host.gate.abort_all(STOPPED)
        await stage.until("idle")
        assert [card.status for card in stage.cards] == ["stopped"]
        assert "You stopped it while it ran" in stage.words


async def test_a_chapter_can_be_told_again_after_the_process_was_lost() -> None:
    async with staged(default=True) as stage:
        await quick("add", stage)
        await stage.assistant.close()
        await quick("add", stage)
        assert [card.status for card in stage.cards] == ["succeeded", "succeeded"]
        assert len({entry.number for entry in stage.assistant.entries}) == len(stage.assistant.entries)
