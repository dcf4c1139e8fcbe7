"""AI apps that other people wrote, behind Assent: each runs as its users run it, from its own file, with our model.

``assent apps attach`` rewrites the file; the app starts the bridge that it finds there; a person at the real window of
a virtual desktop decides; and what the app's model is told, what the server saw and what the log says must agree.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from host import tasks
from host.apps import gateway
from host.model import ApprovalRequest, Effect
from tests.desktop.display import Desktop, virtual_desktop
from tests.desktop.hands import Hands
from tests.desktop.program import Person
from tests.desktop.sight import Sight
from tests.e2e.test_real_servers import story
from tests.e2e.test_window_story import ASKING, approve, of_desktop, see
from tests.support.ai_programs import INSTALLED, LISTS_MCP, PROGRAMS, AiProgram, Installed, run
from tests.support.hosts import CALM, RAW_SERVER, ROOT, ScriptedApprover, calls, make_host, managed, review
from tests.support.profile import Profile
from tests.support.scripted_model import LAST_WORDS, Mind, ScriptedModel, Use

pytestmark = [
    pytest.mark.full,
    pytest.mark.npm,
    pytest.mark.skipif(not INSTALLED.exists(), reason="the AI apps are not installed: make setup-full"),
]
ALLOWS_ONE = managed((Effect.ALLOW, "raw", "any", "*"))
TICKET = re.compile(r"with the ticket (\S+) to get")
each_program = pytest.mark.parametrize("program", PROGRAMS, ids=[one.app for one in PROGRAMS])


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    """One virtual desktop for all tests of this file."""
    with virtual_desktop() as made:
        yield made


class Behind:
    """An app behind Assent. Attributes: installed, model: the app and its model. journal: what its server saw."""

    def __init__(self, installed: Installed, model: ScriptedModel, journal: Path) -> None:
        self.installed, self.model, self.journal = installed, model, journal

    async def turn(self, mind: Mind, *, free: bool = False) -> list[str]:
        """One turn of the app with a model that does this; what the model was told of the tools that it used.

        ``free``: whether the app may use its own, too.
        """
        self.model.mind = mind
        assert LAST_WORDS in await self.installed.turn(free=free)
        return self.model.told

    def happened(self) -> list[object]:
        """The arguments that reached the server."""
        return [call["arguments"] for call in calls(self.journal)]


@asynccontextmanager
async def behind(
    program: AiProgram, profile: Profile, home: Path, approver: ScriptedApprover | None = None, *, window: bool = False
) -> AsyncIterator[Behind]:
    """Attach the app of a home, let it use its server, and give it its files back.

    ``approver``: whom the hook of the app asks, which it has only then.
    """
    journal = home / "journal"
    async with ScriptedModel() as model:
        installed = Installed(program, home, model, profile.env, [str(RAW_SERVER), "--journal", str(journal)])
        before = installed.server
        await assent("attach", installed, *(["--hook"] if approver is not None else []))
        assert "connect" in installed.server["args"]
        review(profile.paths)
        async with make_host(profile.paths, approver, settings=CALM, managed=ALLOWS_ONE, window=window):
            yield Behind(installed, model, journal)
        await assent("detach", installed)
        assert installed.server == before
        assert model.strange == [], "nothing was looked for outside of this machine"


async def assent(command: str, installed: Installed, *more: str) -> None:
    """Put the app behind Assent, or take it back."""
    arguments = ("apps", command, installed.program.app, *more, "--yes")
    await run(sys.executable, "-I", "-m", "host", *arguments, env=installed.env, cwd=ROOT)


def uses(*wanted: Use) -> Mind:
    """A model that uses these tools, one after the other."""

    async def mind(told: Sequence[str]) -> Use | None:
        return wanted[len(told)] if len(told) < len(wanted) else None

    return mind


@each_program
async def test_a_rule_allows_and_the_app_says_that_it_is_connected(
    program: AiProgram, profile: Profile, tmp_path: Path
) -> None:
    async with behind(program, profile, tmp_path) as it:
        assert program.connected in await it.installed.run(*LISTS_MCP)
        told = await it.turn(uses(Use("any", {"n": 1}), Use("any", {"n": 2})))
        assert len(told) == 2
        assert it.happened() == [{"n": 1}, {"n": 2}]
    assert story(profile) == [("any", "approve", "rule", "succeeded")] * 2


@each_program
async def test_its_own_shell_is_asked_about_through_its_hook(
    program: AiProgram, profile: Profile, tmp_path: Path
) -> None:
    tool, name = program.runs

    async def one_alone(request: ApprovalRequest) -> Any:
        return "one" in str(request.call.arguments_value) or "not that one"

    async with behind(program, profile, tmp_path, ScriptedApprover(default=one_alone)) as it:
        commands = [Use(tool, {name: f"echo {word} > {word}.txt"}) for word in ("one", "two")]
        told = await it.turn(uses(*commands), free=True)
        assert [file.name for file in it.installed.folder.glob("*.txt")] == ["one.txt"]
        assert "not that one" in told[1]
    (allowed, denied) = story(profile)
    assert allowed[1:] == ("approve", "approver", "not told")
    assert denied[1:] == ("deny", "approver")


@each_program
async def test_a_person_at_the_window_approves_denies_edits_and_comes_late(
    program: AiProgram, profile: Profile, tmp_path: Path, desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (desktop.env | profile.env | of_desktop(desktop)).items():
        monkeypatch.setenv(name, value)  # the window gets its session's
    async with behind(program, profile, tmp_path, window=True) as it, at(desktop) as person:
        await see(person, "Filter the history")
        await _approves(it, person)
        await _denies(it, person)
        await _edits(it, person)
        monkeypatch.setitem(gateway.GIVES_UP_AFTER, program.app, gateway.MARGIN + 0.5)
        await _comes_late(it, person)
        assert it.happened() == [{"text": text} for text in ("approved", "edited by hand", "late")]
    assert story(profile) == [
        ("echo", "approve", "approver", "succeeded"),
        ("echo", "deny", "approver"),
        ("echo", "approve", "approver", "succeeded"),
        ("echo", "approve", "approver", "succeeded"),
    ]


@asynccontextmanager
async def at(desktop: Desktop) -> AsyncIterator[Person]:
    """Somebody at the desktop."""
    sight = Sight(desktop.env["DBUS_SESSION_BUS_ADDRESS"])
    try:
        yield Person(desktop, sight, Hands(desktop.env))
    finally:
        sight.close()


async def _approves(it: Behind, person: Person) -> None:
    turn = tasks.spawn(it.turn(uses(Use("echo", {"text": "approved"}))), name="turn")
    await approve(person, ASKING)
    assert "approved" in (await turn)[0]


async def _denies(it: Behind, person: Person) -> None:
    turn = tasks.spawn(it.turn(uses(Use("echo", {"text": "denied"}))), name="turn")
    await see(person, ASKING)
    await asyncio.to_thread(person.deny_saying, "not in this folder")
    assert "not in this folder" in (await turn)[0]


async def _edits(it: Behind, person: Person) -> None:
    turn = tasks.spawn(it.turn(uses(Use("echo", {"text": "edited"}))), name="turn")
    await see(person, ASKING)
    await asyncio.to_thread(person.open_edit)
    await asyncio.to_thread(person.add_to_input, "text", " by hand")
    await asyncio.to_thread(person.use_inputs)
    await approve(person, ASKING)
    assert "edited by hand" in (await turn)[0]


async def _comes_late(it: Behind, person: Person) -> None:
    """The app would have given the call up: its model gets a ticket, and what the call brought, once it asks again."""
    decided = asyncio.Event()

    async def mind(told: Sequence[str]) -> Use | None:
        if not told:
            return Use("echo", {"text": "late"})
        await decided.wait()
        ticket = TICKET.search(told[-1])
        return Use("assent_result", {"ticket": ticket[1]}) if ticket else None

    turn = tasks.spawn(it.turn(mind), name="turn")
    await approve(person, ASKING)
    decided.set()
    first, *_, last = await turn
    assert TICKET.search(first)
    assert "late" in last
