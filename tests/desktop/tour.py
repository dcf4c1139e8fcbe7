"""A person goes through the whole demonstration, on a virtual desktop.

Owns: what that person does, and what is kept of it: numbered pictures and the log.

Invariants: only keys and clicks; every act waits for what it needs to see, and fails where that does not come.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.desktop.display import virtual_desktop
from tests.desktop.program import ROOT, Person, program

DEMO: Final = (sys.executable, "-I", "-m", "host", "--demo")
AWAY: Final = "Put this message away"
ASKING: Final = "with a reason…"
"""Stands in the consent window as long as it asks."""
ADA: Final = ("Dr. Ada Lindqvist", "2468")
TOMAS: Final = ("Prof. Tomás Reyes", "1357")
"""Who signs in the demonstration, with the PIN that its story tells."""


@dataclass(frozen=True, slots=True)
class Act:
    """What the person does when a tool is asked about.

    Attributes:
        tool. say: for the terminal. do: the act. opens: what the person opens first, of which a picture is kept too.
        calls: that it decides.
    """

    tool: str
    say: str
    do: Callable[[Person], None]
    opens: Callable[[Person], None] | None = None
    calls: int = 1


def approve(person: Person) -> None:
    """By the keyboard, once it is armed."""
    person.approve_by_key(gone=ASKING)


def approve_by_click(person: Person) -> None:
    """By the pointer, once it is armed."""
    person.click_when_ready("Approve once", gone=ASKING)


def approve_for_a_while(person: Person) -> None:
    """Exactly this call, for 15 minutes, once it was read to its end."""
    person.read_on()
    person.cover("Exactly this call, each time", "15 minutes")
    person.click_when_ready("Approve for 15 minutes", gone=ASKING)


def approve_the_site(person: Person) -> None:
    """Other pages of the same site too, for 15 minutes."""
    person.read_on()
    person.cover("Calls like this one", "15 minutes")
    person.click_when_ready("Approve for 15 minutes", gone=ASKING)


def deny(person: Person) -> None:
    """By the keyboard."""
    person.deny_by_key(gone=ASKING)


def deny_with_reason(person: Person) -> None:
    """And say why."""
    person.deny_saying("Keep my note as it is")


def put_aside_and_come_back(person: Person) -> None:
    """It waits meanwhile; the list of what waits leads back to it."""
    person.hands.press("Escape")
    person.until_unseen(ASKING)
    person.go_to("Waiting")
    person.hands.click(person.sight.wait_for(lambda name: "read_file" in name, "cell"))
    person.hands.press("Return")
    approve(person)  # and stays there: who clicks elsewhere now may take the keyboard from the next question


def approve_with_reason(person: Person) -> None:
    """And say why yes."""
    person.click("Reason for your yes", "text")
    person.hands.type("For the audit of this week")
    person.read_on()
    person.click_when_ready("Approve once", gone=ASKING)


def release(person: Person) -> None:
    """Let the app have what came back."""
    person.until_seen("The result is held until you release it")
    person.read_on()
    person.click_when_ready("Release", gone=ASKING)


def sign_first(person: Person) -> None:
    """As the principal investigator, by the keyboard."""
    person.sign(*ADA)
    person.until_seen(f"{ADA[0]}, Principal investigator")


def sign_second(person: Person) -> None:
    """As the chair of the review board, by the keyboard."""
    person.sign(*TOMAS)
    person.until_unseen("IRB chair: not signed yet")


def change_the_statement(person: Person) -> None:
    """Say which order, in the form."""
    person.open_edit()
    person.add_to_input("sql", " WHERE id = 3")
    person.until_ready("Use these inputs")


def use_and_approve(person: Person) -> None:
    """Ask anew with what was written, and approve that."""
    person.use_inputs()
    approve(person)


def compare(person: Person) -> None:
    """See them side by side."""
    person.open_alike()


def approve_three(person: Person) -> None:
    """Those in the table."""
    person.approve_alike(3)


def deny_as_unsafe(person: Person) -> None:
    """With one of the usual reasons."""
    person.deny_because("Looks unsafe")


STORY: Final = (
    Act("add", "approves adding two numbers, with Ctrl+Return", approve),
    Act("write_file", "allows exactly this note for 15 minutes", approve_for_a_while),
    Act("write_file", "denies overwriting it, and says why", deny_with_reason),
    Act(
        "run_sql",
        "adds what was forgotten to a statement of SQL, and approves the changed call",
        use_and_approve,
        change_the_statement,
    ),
    Act("delete_everything", "denies a tool that claims to be harmless, with Ctrl+D", deny),
    Act("read_page", "approves reading a web page that speaks to the model", approve),
    Act("read_file", "approves reading a private file", approve),
    Act("send_message", "denies sending it away in base64, with a reason of one click", deny_as_unsafe),
)
MORE: Final = {
    "Ask for the weather": (Act("get_forecast", "approves the forecast, with a click", approve_by_click),),
    "Read a note": (
        Act(
            "read_file", "puts the reading aside with Esc, finds it under Waiting, approves it", put_aside_and_come_back
        ),
    ),
    "Analyse a file": (Act("analyse_file", "approves the analysis of a file", approve),),
    "Do something slow": (Act("crunch", "approves something slow", approve),),
    "Send four invitations": (
        Act("send_message", "compares three invitations side by side, and approves them", approve_three, compare, 3),
        Act("send_message", "denies the fourth, whose address has a look-alike letter", deny),
    ),
    "Fetch web pages": (
        Act(
            "fetch_page", "allows the pages of one site for 15 minutes, of which none can be fetched", approve_the_site
        ),
    ),
    "Query patient data": (
        Act("query_cohort", "approves a query of (invented) patient data, and says why", approve_with_reason),
        Act("query_cohort", "reads its result and releases it", release, calls=0),
    ),
    "Analyse a clinical trial": (
        Act("analyse_trial", "signs the analysis of an (invented) trial, as its principal investigator", sign_first),
        Act("analyse_trial", "signs it as the chair of the review board, and now it is sent", sign_second, calls=0),
    ),
    "Take over from a web page": (
        Act("read_page", "approves reading the page again", approve),
        Act("write_file", "approves keeping a line of it, which is marked as a stranger's", approve),
    ),
}
"""What is told on demand, by the titles of its chapters."""
ACTS: Final = (*STORY, *(act for acts in MORE.values() for act in acts))


class Tour:
    """One visit."""

    def __init__(self, into: Path, say: Callable[[str], None]) -> None:
        """``into``: where pictures and log go; made anew. ``say``: hears what happens."""
        self._into, self._say = into, say
        self._pictures = 0

    async def take(self) -> None:
        """Go through everything."""
        shutil.rmtree(self._into, ignore_errors=True)
        self._into.mkdir(parents=True)
        with virtual_desktop() as desktop:
            async with program(desktop, desktop.env, DEMO, kept=True) as (process, person):
                assert process.stdout is not None
                place = (await process.stdout.readline()).decode().split()[-1].rstrip(".")
                try:
                    await asyncio.to_thread(self._visit, person, Path(place))
                except AssertionError:
                    self._keep(person, "failed")
                    self._say(person.sight.describe())
                    raise
        self._say(f"{self._pictures} pictures and log.jsonl are in {self._into}.")

    def _visit(self, person: Person, place: Path) -> None:
        person.until_seen("Begin")
        person.until_seen("Tell the chapter")
        self._keep(person, "assistant")
        person.click("Begin")
        for act in STORY:
            self._answer(person, act)
        self._until_told(person)
        self._keep(person, "story-told")
        person.click("More chapters")
        for chapter, acts in MORE.items():
            person.go_to("Assistant")
            person.settle()  # what just came back, and the message about it
            while (away := person.sight.find(AWAY)) is not None:  # each takes room from the list of chapters
                person.hands.click(away)  # where it went by itself meanwhile, nothing else stands there
                person.settle()
            person.click(f"Tell the chapter: {chapter}")
            for act in acts:
                self._answer(person, act)
            self._until_told(person)
        for page in ("History", "Servers", "Rules", "Grants", "Settings"):
            person.go_to(page)
            person.sight.wait_for(page, "label")  # its heading: the navigation says it too, in a button
            self._keep(person, page.lower())
            if page == "History":
                self._ask_why(person)
        self._stop(person)
        self._export(place)

    def _until_told(self, person: Person) -> None:
        person.go_to("Assistant")
        person.until_seen("Finished. Pick a chapter")

    def _answer(self, person: Person, act: Act) -> None:
        person.until_seen(f", {act.tool}")
        person.until_seen(ASKING)
        self._keep(person, f"asked-{act.tool}")
        self._say(f"  the person {act.say}")
        if act.opens is not None:
            act.opens(person)
            self._keep(person, f"opened-{act.tool}")
        act.do(person)

    def _ask_why(self, person: Person) -> None:
        self._say("  the person opens the trial's call, and asks which rule wanted that")
        person.hands.click(person.sight.wait_for(lambda name: name == "Read ONCOLOGY_PHASE3_2024", "cell"))
        person.hands.press("Return")
        person.until_seen("Make a rule from this…")
        self._keep(person, "history-call")
        person.click("Why?")
        person.until_seen("trial-needs-two")
        self._keep(person, "history-why")

    def _stop(self, person: Person) -> None:
        self._say("  the person stops everything while a call runs, then releases it")
        person.go_to("Assistant")
        person.click(next(name for name in self._names(person) if "slow" in name.lower()))
        person.until_seen(ASKING)
        approve(person)
        person.click("Stop everything")
        person.until_seen("Everything is stopped")
        self._keep(person, "stopped")
        person.click("Release…")
        person.click_when_ready("Release", gone="Release the stop?")
        self._keep(person, "released")

    def _names(self, person: Person) -> list[str]:
        return [thing.name for thing in person.sight.everything() if thing.showing and "button" in thing.role]

    def _keep(self, person: Person, name: str) -> None:
        self._pictures += 1
        person.settle()
        person.photograph(self._into / f"{self._pictures:02}-{name}.png")

    def _export(self, place: Path) -> None:
        env = os.environ | {f"ASSENT_{name}_DIR": str(place / name.lower()) for name in ("CONFIG", "DATA")}
        env["ASSENT_RUNTIME_DIR"] = str(place / "run")
        command = [sys.executable, "-I", "-m", "host", "log"]
        with open(self._into / "log.jsonl", "wb") as file:
            subprocess.run([*command, "export", "--format", "jsonl"], env=env, cwd=ROOT, stdout=file, check=True)
        verified = subprocess.run([*command, "verify"], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
        self._say(f"  the log: {verified.stdout.strip().splitlines()[-1]}")
