"""Two people sign for a clinical trial, at the real window of the real demonstration, with the keyboard.

Its administrator's file is the documented example. The people are made up, their PINs are in the story; everything
else is as it would be: keys and clicks, processes, credentials, and the log afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from host.audit.files import read_head
from host.audit.query import AuditReader
from host.audit.verify import verify_database
from host.paths import Paths
from tests.desktop.display import virtual_desktop
from tests.desktop.program import Person, program
from tests.desktop.tour import ADA, ASKING, DEMO, TOMAS
from tests.support.waiting import eventually

CHAPTER = "Tell the chapter: Analyse a clinical trial"
SIGNED_BY_ADA = f"{ADA[0]}, Principal investigator"
CHAIR_MISSING = "IRB chair: not signed yet"
NOT_THE_PIN = "that is not this person's PIN"


@dataclass(frozen=True, slots=True)
class Trial:
    """The demonstration while its trial waits for signatures. Attributes: person: at the window. paths: its files."""

    person: Person
    paths: Paths

    async def see(self, words: str) -> None:
        """Wait for words on the screen."""
        await asyncio.to_thread(self.person.until_seen, words)

    async def sign(self, who: str, secret: str) -> None:
        """Try to."""
        await asyncio.to_thread(self.person.sign, who, secret)

    async def choices(self) -> list[str]:
        """Who can sign, as the list offers it."""
        return await asyncio.to_thread(_offered, self.person)

    def window(self) -> psutil.Process | None:
        """The window's process."""
        here = str(self.paths.runtime)
        for process in psutil.process_iter():
            try:
                command = process.cmdline()
            except psutil.Error:
                continue
            if command[1:4] == ["-I", "-m", "ui"] and any(here in part for part in command):
                return process
        return None

    def records(self, kind: str) -> list[dict[str, Any]]:
        """The fields of the log's records of ``kind``, oldest first."""
        with AuditReader.open(self.paths.log_file) as reader:
            return [dict(record.fields) for record in reversed(reader.search(kind=kind, limit=1000).records)]


def _offered(person: Person) -> list[str]:
    """What the rows of people say."""
    person.sight.wait_for(lambda name: " · " in name, "radio button")
    return [thing.name for thing in person.sight.everything() if thing.role == "radio button" and " · " in thing.name]


@asynccontextmanager
async def trial() -> AsyncIterator[Trial]:
    """The demonstration, whose assistant proposes the trial."""
    with virtual_desktop() as desktop:
        async with program(desktop, desktop.env, DEMO, kept=True) as (process, person):
            assert process.stdout is not None
            place = Path((await process.stdout.readline()).decode().split()[-1].rstrip("."))
            await asyncio.to_thread(person.click, "More chapters")
            await asyncio.to_thread(person.click, CHAPTER)
            await asyncio.to_thread(person.until_seen, "Needs 2 signatures")
            await asyncio.to_thread(person.until_seen, ASKING)
            yield Trial(person, Paths(place / "config", place / "data", place / "run"))


@pytest.mark.full
async def test_two_people_sign_and_a_killed_window_a_wrong_pin_and_the_same_person_change_nothing() -> None:
    async with trial() as at:
        assert [name.partition(" · ")[0] for name in await at.choices()] == [ADA[0], TOMAS[0]]

        await at.sign(ADA[0], "2469")
        await at.see(NOT_THE_PIN)
        await eventually(lambda: [one["failures"] for one in at.records("approver.failed")] == [1])
        assert at.records("call.signed") == []

        await at.sign(*ADA)
        await at.see(SIGNED_BY_ADA)
        await at.see(CHAIR_MISSING)
        assert at.records("call.decided") == []

        first = at.window()
        assert first is not None
        first.kill()
        await eventually(lambda: (new := at.window()) is not None and new.pid != first.pid)
        await at.see(SIGNED_BY_ADA)
        await at.see(CHAIR_MISSING)
        # Whoever signed is not among those who still can.
        assert [name.partition(" · ")[0] for name in await at.choices()] == [TOMAS[0]]

        await at.sign(TOMAS[0], ADA[1])  # the first one's PIN under the second one's name
        await at.see(NOT_THE_PIN)
        assert [one["approver"] for one in at.records("call.signed")] == [ADA[0]]
        assert at.records("call.decided") == []

        await at.sign(*TOMAS)
        await eventually(lambda: [one["status"] for one in at.records("call.outcome")] == ["succeeded"])
        signed, (decided,) = at.records("call.signed"), at.records("call.decided")
        assert [one["approver"] for one in signed] == [ADA[0], TOMAS[0]]
        assert [len(one["missing"]) for one in signed] == [1, 0]
        assert (decided["decision"], decided["rule"], decided["source"]) == ("approve", "trial-needs-two", "managed")
        assert [(one["approver"], one["roles"]) for one in decided["signers"]] == [
            (ADA[0], ["PRINCIPAL_INVESTIGATOR", "researcher"]),
            (TOMAS[0], ["IRB_CHAIR"]),
        ]
        assert len(at.records("call.outcome")) == 1
        assert [one["name"] for one in at.records("approver.failed")] == [ADA[0], TOMAS[0]]
        await at.see("Two people signed")
        assert verify_database(at.paths.log_file, read_head(at.paths.head_file)).ok
