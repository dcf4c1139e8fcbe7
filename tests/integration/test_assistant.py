"""The whole story, told by the real assistant's process through the real host to the real demonstration servers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from host.assistant import script
from host.assistant.story import APP
from host.assistant.teller import Teller
from host.audit.query import AuditReader
from host.control.views import AssistantEntry
from host.demo import WORKSPACE, demo_profile
from host.gate.approvals import STOPPED
from host.host import Host
from host.model import ApprovalRequest
from host.paths import Paths
from host.settings import Settings
from tests.support.hosts import ScriptedApprover, managed
from tests.support.waiting import eventually


class Stage:
    """A demonstration without a window: host, assistant, and an approver with answers."""

    def __init__(self, paths: Paths, host: Host, approver: ScriptedApprover) -> None:
        self.paths, self.host, self.approver = paths, host, approver
        self.phases: list[str] = []
        self.news = asyncio.Event()
        where = ("--socket", str(paths.socket), "--config-dir", str(paths.config), "--pace", "0")
        self.teller = Teller(
            paths,
            entered=lambda _: self.news.set(),
            phase_changed=self._turned,
            command=(sys.executable, "-I", "-m", "host.assistant", *where),
        )

    def _turned(self) -> None:
        self.phases.append(self.teller.phase)
        self.news.set()

    async def until(self, phase: str) -> None:
        async with asyncio.timeout(60):
            while self.teller.phase != phase:
                self.news.clear()
                await self.news.wait()

    @property
    def cards(self) -> list[AssistantEntry]:
        return [entry for entry in self.teller.entries if entry.role == "call"]

    @property
    def words(self) -> str:
        return "\n".join(entry.text for entry in self.teller.entries if entry.role == "assistant")

    async def records(self, kind: str) -> list[dict[str, Any]]:
        await self.host.store.flush()
        with AuditReader.open(self.paths.log_file) as reader:
            return [dict(record.fields) for record in reversed(reader.search(kind=kind, limit=1000).records)]

    def files(self) -> dict[str, str]:
        root = self.paths.data / WORKSPACE
        return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


@asynccontextmanager
async def staged(*, decision_timeout: float = 60.0, **answers: Any) -> AsyncIterator[Stage]:
    approver = ScriptedApprover(**answers)
    settings = Settings().replace(decision_timeout=decision_timeout)
    with demo_profile() as paths:
        async with Host(paths, approver=approver, managed=managed(), settings=settings) as host:
            stage = Stage(paths, host, approver)
            try:
                yield stage
            finally:
                await stage.teller.close()


async def quick(chapter: str, stage: Stage) -> None:
    await stage.teller.tell(chapter)
    await stage.until("ended")


async def test_the_story_approved_from_beginning_to_end() -> None:
    async with staged(default=True) as stage:
        before = stage.files()
        await stage.teller.tell("")
        await stage.until("ended")
        statuses = {card.tool: card.status for card in stage.cards}
        assert statuses == {
            "add": "succeeded",
            "get_forecast": "succeeded",
            "write_file": "succeeded",
            "read_file": "succeeded",
            "analyse_file": "succeeded",
            "crunch": "succeeded",
            "delete_everything": "succeeded",
            "fetch_page": "tool error",
            "query_cohort": "succeeded",
            "analyse_trial": "succeeded",
        }
        outcomes = [record["status"] for record in await stage.records("call.outcome")]
        assert outcomes == [card.status for card in stage.cards]
        assert [card.status for card in stage.cards if card.tool == "write_file"] == ["tool error", "succeeded"]
        changed = {name for name, text in stage.files().items() if before.get(name) != text}
        assert changed == {"notes/today.txt"}
        assert stage.teller.entries[0].text == script.OPENING[0]
        assert "no AI model" in stage.teller.entries[0].text
        assert stage.teller.entries[-1].text == script.CLOSING
        assert stage.phases == ["running", "ended"]


async def test_the_story_denied_from_beginning_to_end() -> None:
    async with staged(default="not today") as stage:
        before = stage.files()
        await stage.teller.tell("")
        await stage.until("ended")
        assert [card.status for card in stage.cards] == ["refused"] * len(script.CHAPTERS)
        assert stage.words.count("“not today”") == len(script.CHAPTERS)
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
        await stage.teller.tell("liar")
        await stage.approver.until_asked()
        await stage.teller.stop()
        assert stage.teller.phase == "idle"
        assert [card.status for card in stage.cards] == ["withdrawn"]
        assert script.STOPPED in stage.words
        await eventually(lambda: stage.approver.cancelled)
        async with asyncio.timeout(30):  # the question is over before its end is written down
            while not (decided := await stage.records("call.decided")):
                continue
        assert [record["by"] for record in decided] == ["withdrawal"]


async def test_stopping_cancels_what_runs() -> None:
    async with staged(default=True) as stage:
        await stage.teller.tell("slow")
        async with asyncio.timeout(30):
            while not any(card.status == "running" for card in stage.cards):
                stage.news.clear()
                await stage.news.wait()
        await stage.teller.stop()
        assert [card.status for card in stage.cards] == ["withdrawn"]
        await eventually(lambda: not stage.host.gate.running)
        assert [record["status"] for record in await stage.records("call.outcome")] == ["cancelled"]


async def test_after_the_emergency_stop_nothing_more_is_proposed() -> None:
    async with staged() as stage:

        async def stop(_: ApprovalRequest) -> None:
            stage.host.gate.abort_all(STOPPED)

        stage.approver.answers["default"] = stop
        await stage.teller.tell("")
        await stage.until("idle")
        assert [card.status for card in stage.cards] == ["refused"]
        assert "emergency stop" in stage.words


async def test_a_call_that_the_emergency_stop_cuts_short_is_said_to_be_stopped() -> None:
    async with staged(default=True) as stage:
        await stage.teller.tell("slow")
        async with asyncio.timeout(30):
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
        await stage.teller.close()
        await quick("add", stage)
        assert [card.status for card in stage.cards] == ["succeeded", "succeeded"]
        assert len({entry.number for entry in stage.teller.entries}) == len(stage.teller.entries)
