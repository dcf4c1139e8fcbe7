from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import credentials, tasks
from host.errors import AssentError
from host.gate.signers import (
    CHANGED,
    FIRST_LOCK_SECONDS,
    FREE_FAILURES,
    MAX_FAILURES,
    MAX_LOCK_SECONDS,
    MAX_WAITING,
    TOO_MANY,
    WRONG,
    Lockouts,
    LockState,
    Signers,
)
from host.model import Draft
from host.policy.model import ApproverEntry
from host.values import replace
from tests.support.signing import ADA, TOM, approver
from tests.unit.host.support import Clock, turns, until

ADAS, TOMS = "ada's own", "tom's own"
DEEP = "[" * 100_000


class Desk:
    """Signers, whom they know, and what they wrote down."""

    def __init__(self, *approvers: ApproverEntry, file: Path | None = None) -> None:
        self.approvers = approvers or (ADA, TOM)
        self.file = file
        self.records: list[Draft] = []
        self.clock, self.steady = Clock(), Clock(50.0)
        self.signers = self.again()

    def again(self) -> Signers:
        """Those of another host."""
        self.signers = Signers(lambda: self.approvers, self.records.append, self.clock, self.steady, file=self.file)
        return self.signers

    async def fail(self, name: str = ADA.name, times: int = 1, pin: str = "wrong") -> str:
        """Try what is wrong; returns the last sentence."""
        said = ""
        for _ in range(times):
            with pytest.raises(AssentError) as caught:
                await self.signers.verify(name, pin)
            said = str(caught.value)
        return said

    def pass_(self, seconds: float) -> None:
        self.clock.now += seconds
        self.steady.now += seconds

    def fields(self, kind: str) -> list[dict[str, object]]:
        return [dict(record.fields) for record in self.records if record.kind == kind]


async def test_a_person_is_known_by_the_own_secret_and_no_other() -> None:
    desk = Desk()
    assert await desk.signers.verify(ADA.name, ADAS) == ADA
    assert await desk.signers.verify(TOM.name, TOMS) == TOM
    assert await desk.fail(ADA.name, pin=TOMS) == WRONG
    assert await desk.fail(TOM.name, pin="") == WRONG


@pytest.mark.parametrize("name", ["DR. ADA LINDQVIST", "dr. ada lindqvist", "Ｄｒ. Ada Lindqvist"])
async def test_a_name_is_found_in_any_spelling_and_kept_as_registered(name: str) -> None:
    assert (await Desk().signers.verify(name, ADAS)).name == ADA.name


async def test_a_name_that_nobody_registered_is_refused_in_the_same_words_and_as_slowly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, checked = Desk(), []
    matches = credentials.matches

    def watch(credential: str, secret: str) -> bool:
        checked.append(credential)
        return matches(credential, secret)

    monkeypatch.setattr(credentials, "matches", watch)
    assert await desk.fail("Nobody") == WRONG
    assert [one.split("$")[:4] for one in checked] == [credentials.hash_secret("1234").split("$")[:4]]


async def test_five_failures_in_a_row_lock_a_name_even_for_who_knows_the_secret() -> None:
    desk = Desk()
    assert await desk.fail(times=FREE_FAILURES - 1) == WRONG
    assert await desk.fail() == f"{WRONG}; too many wrong PINs for this name; wait 30 s"
    desk.pass_(FIRST_LOCK_SECONDS - 5)
    with pytest.raises(AssentError, match="wait 5 s"):
        await desk.signers.verify(ADA.name, ADAS)
    assert await desk.signers.verify(TOM.name, TOMS) == TOM, "nobody else is locked"
    desk.pass_(5)
    assert await desk.fail() == f"{WRONG}; too many wrong PINs for this name; wait 60 s"
    desk.pass_(60)
    assert await desk.signers.verify(ADA.name, ADAS) == ADA
    assert await desk.fail(times=FREE_FAILURES - 1) == WRONG, "a success begins anew"


async def test_a_locked_name_is_tried_with_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    await desk.fail(times=FREE_FAILURES)
    monkeypatch.setattr(credentials, "matches", lambda *_: pytest.fail("it was tried"))
    assert (await desk.fail(times=3)).startswith("too many wrong PINs")
    assert len(desk.fields("approver.failed")) == FREE_FAILURES, "what was not tried is no failure"


async def test_failures_and_locks_are_on_record_without_a_secret() -> None:
    desk = Desk()
    await desk.fail(times=FREE_FAILURES, pin="s3cret-typed")
    assert desk.fields("approver.failed") == [
        {"name": ADA.name, "failures": count} for count in range(1, FREE_FAILURES + 1)
    ]
    assert desk.fields("approver.locked") == [
        {"name": ADA.name, "failures": FREE_FAILURES, "seconds": FIRST_LOCK_SECONDS}
    ]
    assert "s3cret" not in str([(record.fields, record.values) for record in desk.records])


async def test_names_that_nobody_registered_are_counted_together_and_not_written_down() -> None:
    desk = Desk()
    for number in range(FREE_FAILURES):
        await desk.fail(f"hunter2-{number}")
    assert (await desk.fail("another")).startswith("too many wrong PINs")
    assert desk.fields("approver.locked") == [
        {"unknown": True, "failures": FREE_FAILURES, "seconds": FIRST_LOCK_SECONDS}
    ]
    assert "hunter2" not in str(desk.records)
    assert await desk.signers.verify(ADA.name, ADAS) == ADA


async def test_a_credential_that_cannot_be_used_is_nobodys_failure() -> None:
    desk = Desk(replace(ADA, credential="$argon2id$v=19$m=999999999,t=3,p=4$AAAAAAAAAAAAAAA$" + "A" * 43))
    assert await desk.fail(pin=ADAS) == credentials.UNUSABLE
    assert desk.records == []


# A host, a window, another host


async def test_locks_outlive_the_host(tmp_path: Path) -> None:
    desk = Desk(file=tmp_path / "lockouts.json")
    await desk.fail(times=FREE_FAILURES)
    assert (tmp_path / "lockouts.json").stat().st_mode & 0o777 == 0o600
    desk.pass_(10)
    desk.steady.now = 3.0  # another boot
    desk.again()
    with pytest.raises(AssentError, match="wait 20 s"):
        await desk.signers.verify(ADA.name, ADAS)
    desk.pass_(20)
    assert await desk.signers.verify(ADA.name, ADAS) == ADA
    desk.again()
    assert await desk.fail(times=FREE_FAILURES - 1) == WRONG
    kept = json.loads((tmp_path / "lockouts.json").read_text())
    assert kept == {
        "version": 1,
        "names": {ADA.name.casefold(): {"failures": FREE_FAILURES - 1, "until": desk.clock.now}},
    }


async def test_a_clock_that_was_set_back_locks_for_no_longer_than_the_longest_wait(tmp_path: Path) -> None:
    desk = Desk(file=tmp_path / "lockouts.json")
    await desk.fail(times=FREE_FAILURES)
    desk.clock.now -= 10**7
    desk.again()
    with pytest.raises(AssentError, match="wait 900 s"):
        await desk.signers.verify(ADA.name, ADAS)


@pytest.mark.expected_logs("host.gate.signers: the locks after wrong PINs cannot be read")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"names": []}',
        '{"names": {"a": 1}}',
        '{"names": {"a": {"failures": "x", "until": 1}}}',
        "[" * 9**5,
    ],
    ids=["empty", "cut", "list", "names", "entry", "word", "deep"],
)
async def test_a_file_of_locks_that_cannot_be_read_begins_again(tmp_path: Path, text: str) -> None:
    (tmp_path / "lockouts.json").write_text(text)
    desk = Desk(file=tmp_path / "lockouts.json")
    assert await desk.signers.verify(ADA.name, ADAS) == ADA


@pytest.mark.expected_logs("host.gate.signers: the locks after wrong PINs end with this host")
async def test_locks_that_cannot_be_written_hold_all_the_same(tmp_path: Path) -> None:
    desk = Desk(file=tmp_path / "missing" / "lockouts.json")
    await desk.fail(times=FREE_FAILURES)
    assert (await desk.fail()).startswith("too many wrong PINs")


# At once


class Slow:
    """Checks that wait until they may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.running, self.most = threading.Event(), 0, 0
        self.matches: Callable[[str, str], bool] = credentials.matches
        monkeypatch.setattr(credentials, "matches", self.check)

    def check(self, credential: str, secret: str) -> bool:
        self.running += 1
        self.most = max(self.most, self.running)
        assert self.go.wait(30)
        fits = self.matches(credential, secret)
        self.running -= 1
        return fits


async def test_one_secret_is_checked_at_a_time_and_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, slow = Desk(), Slow(monkeypatch)
    trying = [tasks.spawn(desk.signers.verify(ADA.name, ADAS), name="try") for _ in range(MAX_WAITING)]
    await until(lambda: slow.running)
    await turns()
    with pytest.raises(AssentError, match=TOO_MANY):
        await desk.signers.verify(TOM.name, TOMS)
    slow.go.set()
    assert await asyncio.gather(*trying) == [ADA] * MAX_WAITING
    assert slow.most == 1
    assert await desk.signers.verify(TOM.name, TOMS) == TOM


async def test_a_failure_counts_though_nobody_waits_for_it_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, slow = Desk(), Slow(monkeypatch)
    trying = tasks.spawn(desk.signers.verify(ADA.name, "wrong"), name="try")
    await until(lambda: slow.running)
    trying.cancel()
    slow.go.set()
    await desk.signers.close()
    assert desk.fields("approver.failed") == [{"name": ADA.name, "failures": 1}]
    await desk.signers.close()


async def test_a_person_who_is_removed_during_the_check_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, slow = Desk(), Slow(monkeypatch)
    trying = tasks.spawn(desk.fail(pin=ADAS), name="try")
    await until(lambda: slow.running)
    desk.approvers = (approver(ADA.name, "PRINCIPAL_INVESTIGATOR", pin="another"), TOM)
    slow.go.set()
    assert await trying == CHANGED
    assert desk.records == []


def test_the_fifth_failure_in_a_row_locks_and_each_further_one_for_twice_as_long() -> None:
    lockouts, now = Lockouts(), 100.0
    waits = []
    for _ in range(12):
        waits.append(lockouts.count_failure("ada", now))
        assert lockouts.seconds_left("ada", now) == waits[-1]
        now += waits[-1]
        assert lockouts.seconds_left("ada", now) == 0
    assert waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]


def test_names_are_locked_by_themselves() -> None:
    lockouts = Lockouts()
    for _ in range(FREE_FAILURES):
        lockouts.count_failure("ada", 0.0)
    assert lockouts.seconds_left("ada", 1.0) == FIRST_LOCK_SECONDS - 1
    assert lockouts.seconds_left("tom", 1.0) == 0
    assert (lockouts.failures("ada"), lockouts.failures("tom")) == (FREE_FAILURES, 0)


def test_a_success_begins_again() -> None:
    lockouts = Lockouts()
    assert not lockouts.reset("ada")
    for _ in range(FREE_FAILURES):
        lockouts.count_failure("ada", 0.0)
    assert lockouts.reset("ada")
    assert (lockouts.failures("ada"), lockouts.seconds_left("ada", 0.0)) == (0, 0.0)
    assert lockouts.count_failure("ada", 0.0) == 0


def test_what_an_earlier_host_counted_counts_on() -> None:
    before, after = Lockouts(), Lockouts()
    for _ in range(FREE_FAILURES):
        before.count_failure("ada", 1000.0)
    before.count_failure("tom", 1000.0)
    kept = before.to_keep(1010.0)
    assert kept == {"ada": LockState(FREE_FAILURES, FIRST_LOCK_SECONDS - 10), "tom": LockState(1, 0.0)}
    after.restore(kept, 5.0)
    assert after.seconds_left("ada", 5.0) == FIRST_LOCK_SECONDS - 10
    assert after.count_failure("ada", 40.0) == 2 * FIRST_LOCK_SECONDS


def test_what_was_kept_is_taken_within_bounds() -> None:
    lockouts = Lockouts()
    odd = {
        "far": LockState(9, 1e300),
        "none": LockState(0, 900.0),
        "less": LockState(-5, 900.0),
        "most": LockState(10**30, 0),
    }
    lockouts.restore({**odd, "nan": LockState(6, float("nan")), "past": LockState(6, -5.0)}, 10.0)
    assert lockouts.seconds_left("far", 10.0) == MAX_LOCK_SECONDS
    assert lockouts.seconds_left("none", 10.0) == lockouts.seconds_left("less", 10.0) == 0
    assert lockouts.seconds_left("nan", 10.0) == lockouts.seconds_left("past", 10.0) == 0
    assert lockouts.failures("most") == MAX_FAILURES
    assert lockouts.count_failure("most", 10.0) == MAX_LOCK_SECONDS
    assert lockouts.failures("most") == MAX_FAILURES


@given(st.lists(st.tuples(st.sampled_from(["fail", "ok"]), st.floats(0, 2000)), max_size=40))
def test_guessing_is_slow_whatever_the_order(events: list[tuple[str, float]]) -> None:
    """Between two successes at most so many guesses fit into an hour as the waits leave room for."""
    lockouts, now, row = Lockouts(), 0.0, 0
    for kind, later in events:
        now += later
        if lockouts.seconds_left("ada", now):
            continue
        if kind == "ok":
            lockouts.reset("ada")
            row = 0
        else:
            row += 1
            wait = lockouts.count_failure("ada", now)
            assert (wait > 0) == (row >= FREE_FAILURES)
            assert wait <= MAX_LOCK_SECONDS
