from __future__ import annotations

import threading

import pytest

from host import keyring_entry, tasks
from host.errors import AssentError
from host.gate.signers import FREE_FAILURES, MAY_HOLD, NONE_YET, REGISTERED, WRONG, OwnPin, Signers
from host.keyring_entry import FAILED, LOCKED, NO_KEYRING, SILENT
from host.model import Draft
from host.policy.model import ApproverEntry
from tests.support.signing import ADA, MemoryKeyring, approver, credential
from tests.unit.host.support import Clock, turns, until

pytestmark = pytest.mark.usefixtures("quick_credentials")


class Desk:
    """A person with a keyring."""

    def __init__(self, *managed: ApproverEntry) -> None:
        self.managed = managed
        self.keyring = MemoryKeyring()
        self.records: list[Draft] = []
        self.changes = 0
        self.own = self.again()

    def again(self) -> OwnPin:
        """Those of another host."""
        self.own = OwnPin("ana", self.keyring.seal(), self.records.append, lambda: self.managed)
        self.own.changed.connect(self._changed)
        self.steady = Clock(0.0)
        self.signers = Signers(self.own.approvers, self.records.append, Clock(), self.steady)
        return self.own

    def _changed(self) -> None:
        self.changes += 1

    async def set(self, before: str, after: str) -> None:
        await self.own.set(self.signers, before, after)

    async def refused(self, before: str, after: str) -> str:
        with pytest.raises(AssentError) as caught:
            await self.set(before, after)
        return str(caught.value)


async def test_a_person_sets_a_pin_and_signs_with_it() -> None:
    desk = Desk(ADA)
    assert desk.own.entry is None
    assert desk.own.approvers() == (ADA,)
    await desk.set("", "2468")
    entry = await desk.signers.verify("Ana", "2468")
    assert (entry.name, entry.roles, entry.source) == ("ana", (), "user")
    assert desk.own.approvers() == (ADA, entry)
    assert desk.changes == 1
    assert [(record.kind, record.fields) for record in desk.records] == [
        ("approver.enrolled", {"name": "ana", "changed": False, "remembered": True})
    ]
    assert "2468" not in str(desk.keyring.kept)


async def test_the_keyring_remembers_the_pin_for_the_next_host() -> None:
    desk = Desk()
    await desk.set("", "2468")
    desk.again()
    await desk.own.load()
    assert desk.changes == 2
    assert (await desk.signers.verify("ana", "2468")).name == "ana"


async def test_only_who_knows_the_pin_changes_it() -> None:
    desk = Desk()
    await desk.set("", "2468")
    assert await desk.refused("1111", "9999") == WRONG
    assert await desk.refused("", "9999") == WRONG
    await desk.set("2468", "9999")
    assert (await desk.signers.verify("ana", "9999")).name == "ana"
    assert desk.records[-1].fields == {"name": "ana", "changed": True, "remembered": True}


async def test_guessing_at_the_present_pin_locks_it() -> None:
    desk = Desk()
    await desk.set("", "2468")
    for _ in range(FREE_FAILURES):
        await desk.refused("1111", "9999")
    assert (await desk.refused("2468", "9999")).startswith("too many wrong PINs")
    with pytest.raises(AssentError, match="too many wrong PINs"):
        await desk.signers.verify("ana", "2468")


async def test_a_pin_that_another_host_set_is_not_overwritten_by_one_who_claims_that_there_is_none() -> None:
    desk = Desk()
    await desk.set("", "2468")
    desk.again()  # and nobody looked into the keyring yet
    assert await desk.refused("", "9999") == WRONG
    assert (await desk.signers.verify("ana", "2468")).name == "ana"


@pytest.mark.parametrize("after", ["", "123", "x" * 257])
async def test_what_can_be_no_pin_becomes_none(after: str) -> None:
    desk = Desk()
    assert (await desk.refused("", after)).startswith("a PIN has at")
    assert desk.own.entry is None


async def test_a_present_pin_that_does_not_exist_is_a_mistake() -> None:
    desk = Desk()
    assert await desk.refused("2468", "9999") == NONE_YET


async def test_without_a_keyring_the_pin_is_there_for_as_long_as_the_host() -> None:
    desk = Desk()
    desk.keyring.error = AssentError(NO_KEYRING)
    await desk.set("", "2468")
    assert desk.records[-1].fields == {"name": "ana", "changed": False, "remembered": False}
    assert (await desk.signers.verify("ana", "2468")).name == "ana"
    desk.again()
    await desk.own.load()
    assert desk.own.entry is None


@pytest.mark.parametrize(
    ("error", "why"), [(RuntimeError("no bus"), FAILED), (AssentError(LOCKED), LOCKED), (AssentError(SILENT), SILENT)]
)
async def test_no_pin_is_set_while_it_is_unknown_whether_there_is_one(error: Exception, why: str) -> None:
    desk = Desk()
    await desk.set("", "2468")
    desk.again()
    desk.keyring.error = error
    assert await desk.refused("", "9999") == f"{why}, {MAY_HOLD}"
    assert await desk.refused("2468", "9999") == f"{why}, {MAY_HOLD}"
    assert desk.own.entry is None
    desk.keyring.error = None
    desk.again()
    await desk.own.load()
    assert (await desk.signers.verify("ana", "2468")).name == "ana"


async def test_a_pin_that_the_keyring_fails_to_take_can_be_changed_by_who_knows_it() -> None:
    desk = Desk()
    await desk.own.load()
    desk.keyring.error = RuntimeError("no bus")
    await desk.set("", "2468")
    assert await desk.refused("1111", "9999") == WRONG
    await desk.set("2468", "9999")
    assert (await desk.signers.verify("ana", "9999")).name == "ana"


async def test_whom_the_administrator_registered_has_no_other_pin_here() -> None:
    desk = Desk()
    await desk.set("", "2468")
    managed = approver("ANA", "IRB_CHAIR", pin="chair")
    desk.managed = (managed,)
    assert desk.own.entry is None
    assert desk.own.approvers() == (managed,)
    assert await desk.refused("2468", "9999") == REGISTERED
    assert await desk.signers.verify("ana", "chair") == managed


@pytest.mark.expected_logs("host.gate.signers: the PIN that the keyring remembers")
async def test_a_credential_that_cannot_be_used_is_no_pin() -> None:
    desk = Desk()
    desk.keyring.set("assent", "pin", credential("2468").replace("m=64", "m=999999999"))
    await desk.own.load()
    assert desk.own.entry is None
    await desk.set("", "2468")
    assert desk.own.entry is not None


async def test_a_host_that_ends_does_not_wait_for_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, hangs, asked = Desk(), threading.Event(), threading.Event()

    def get(service: str, name: str) -> None:
        asked.set()
        hangs.wait(30)

    desk.own = OwnPin("ana", keyring_entry.KeyringEntry("pin", get=get), desk.records.append, tuple)
    await desk.own.close()
    desk.own.start()
    await until(asked.is_set)
    await desk.own.close()
    hangs.set()
    assert desk.own.entry is None


async def test_a_pin_is_set_one_after_the_other() -> None:
    desk = Desk()
    first = tasks.spawn(desk.set("", "2468"), name="set")
    await turns()
    assert await desk.refused("", "9999") == WRONG
    await first
    assert (await desk.signers.verify("ana", "2468")).name == "ana"
