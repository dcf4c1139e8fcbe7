"""Grants over real hosts: what a pattern covers, and what outlives a host."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host.keyring_entry import KeyringEntry
from host.model import Answer, ApprovalRequest, Bound, GrantDuration
from host.policy.model import PolicySource
from host.servers import config
from tests.support.hosts import ScriptedApprover
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import eventually


class Person(ScriptedApprover):
    """Says yes, for as long and for as much as it is told."""

    def __init__(self, duration: GrantDuration, bound: Bound) -> None:
        super().__init__()
        self.duration, self.bound = duration, bound

    async def decide(self, request: ApprovalRequest) -> Answer:
        self.asked.append(request)
        call = request.call
        return Answer(True, call.id, call.digest, "ana", displayed_ms=1500, duration=self.duration, bound=self.bound)


class Lives:
    """Hosts one after the other over one profile and one keyring. The administrator vouches for the server."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.entries: dict[str, str] = {}

    def rig(self, person: Person) -> Rig:
        return Rig(self.profile, approver=person, managed=self.managed, seal=self.seal)

    def managed(self) -> PolicySource:
        servers = config.load_servers(self.profile.paths.servers_file).entries
        return PolicySource("managed", "in Python", "0" * 64, trust={"raw": servers["raw"].ref.config_digest})

    def seal(self, name: str) -> KeyringEntry:
        return KeyringEntry(
            name,
            get=lambda _, entry: self.entries.get(entry),
            set=lambda _, entry, value: self.entries.update({entry: value}),
        )


@pytest.fixture
def lives(profile: Profile) -> Lives:
    return Lives(profile)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder with a link that leads out of it."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "secret").mkdir()
    (tmp_path / "notes/out").symlink_to(tmp_path / "secret")
    return tmp_path.resolve() / "notes"


def write(path: Path | str, **more: Any) -> dict[str, Any]:
    return {"path": str(path), "n": 1} | more


async def test_s35_a_grant_for_a_folder_answers_for_what_leads_into_it_and_for_nothing_else(
    lives: Lives, notes: Path
) -> None:
    person = Person("15min", "pattern")
    async with lives.rig(person) as rig:
        app = await rig.app()
        await app.call("any", write(notes / "a.md"))
        await app.call("any", write(notes / "b.md"))
        await app.call("any", write(notes / "deep/c.md"))
        assert len(person.asked) == 1
        person.duration = "once"
        others = [
            write(notes / "out/key"),
            write(notes / "../secret/key"),
            write(notes / ".git/config"),
            write(f"{notes}-evil/x"),
            write(notes),
            write("a.md"),
            write(notes / "a.md", n=2),
            write(notes / "a.md", more=None),
        ]
        for number, arguments in enumerate(others):
            await app.call("any", arguments)
            assert len(person.asked) == number + 2, arguments
        (given,) = await rig.records("grant.given")
        assert (given["scope"], given["bound"], given["seconds"]) == ("15min", "pattern", 900)
        covers = f"n: exactly 1\npath: in {notes}, not elsewhere\neverything else exactly the same"
        assert given["values"]["covers"] == covers.encode()
        decided = await rig.records("call.decided")
        assert [record["by"] for record in decided[:4]] == ["approver", "grant", "grant", "approver"]


async def test_s35_a_folder_whose_place_a_link_took_is_asked(lives: Lives, notes: Path) -> None:
    person = Person("15min", "pattern")
    async with lives.rig(person) as rig:
        app = await rig.app()
        await app.call("any", write(notes / "a.md"))
        notes.rename(notes.with_name("moved"))
        notes.symlink_to(notes.with_name("secret"))
        await app.call("any", write(notes / "key"))
        assert len(person.asked) == 2


async def test_a_grant_for_good_answers_in_the_next_host_until_it_is_taken_back(lives: Lives, notes: Path) -> None:
    person = Person("always", "pattern")
    async with lives.rig(person) as rig:
        await (await rig.app()).call("any", write(notes / "a.md"))
        (grant,) = rig.host.gate.grants.all
    async with lives.rig(person) as rig:
        await eventually(lambda: not rig.host.gate.grants.why_not_always)
        app = await rig.app()
        await app.call("any", write(notes / "b.md"))
        assert len(person.asked) == 1
        assert [kept.id for kept in rig.host.gate.grants.all] == [grant.id]
        assert rig.host.gate.grants.revoke(grant.id, "ana")
        person.duration = "once"
        await app.call("any", write(notes / "b.md"))
        assert len(person.asked) == 2
    async with lives.rig(person) as rig:
        await eventually(lambda: not rig.host.gate.grants.why_not_always)
        assert rig.host.gate.grants.all == ()


@pytest.mark.expected_logs(r"host\.keyring_entry: permissions that were to last are not in force: .*is not the f")
async def test_s39_a_grant_that_a_program_wrote_into_the_file_answers_nothing(lives: Lives, notes: Path) -> None:
    person = Person("always", "exact")
    async with lives.rig(person) as rig:
        await (await rig.app()).call("any", write(notes / "a.md"))
    file = lives.profile.paths.grants_file
    file.write_text(json.dumps(json.loads(file.read_bytes())))
    async with lives.rig(person) as rig:
        await eventually(lambda: not rig.host.gate.grants.why_not_always)
        assert rig.host.gate.grants.all == ()
        await (await rig.app()).call("any", write(notes / "a.md"))
        assert len(person.asked) == 2


async def test_s13_a_grant_for_a_chat_ends_with_the_apps_session(lives: Lives, notes: Path) -> None:
    person = Person("chat", "exact")
    async with lives.rig(person) as rig:
        first = await rig.app()
        for _ in range(2):
            await first.call("any", write(notes / "a.md"))
        assert len(person.asked) == 1
        other = await rig.app()
        person.duration = "once"
        await other.call("any", write(notes / "a.md"))
        assert len(person.asked) == 2
        await first.close()
        await eventually(lambda: not rig.host.gate.grants.all)
        (revoked,) = await rig.records("grant.revoked")
        assert revoked["because"] == "the chat ended"
