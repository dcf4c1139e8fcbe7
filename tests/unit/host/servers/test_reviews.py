"""What people approved, as it is kept and read again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host.canonical import canonical, parse
from host.control import codec
from host.errors import AssentError, ConfigError
from host.keyring_entry import FAILED, LOCKED, NO_KEYRING, KeyringEntry, KeyringOrFile, SealedFile
from host.model import sha256_hex
from host.servers.reviews import KEPT, Review, Reviews, from_bytes, kept, started_anew, to_bytes
from host.values import replace

AGAIN = r"host\.servers\.reviews: what was approved of servers is asked again: .*"
ONE = Review("a", "c1", "ana", 1.0, "p", True, False, "i", True, {"t": "d"}, {"u": "e"}, {"d": "said"})


class Keyring:
    """A keyring of a test: what it holds, or why it does not."""

    def __init__(self) -> None:
        self.held: dict[str, str] = {}
        self.why = ""

    def entry(self) -> KeyringEntry:
        return KeyringEntry("reviews", get=self._get, set=self._set)

    def _get(self, _: str, name: str) -> str | None:
        if self.why:
            raise AssentError(self.why)
        return self.held.get(name)

    def _set(self, _: str, name: str, value: str) -> None:
        if self.why:
            raise AssentError(self.why)
        self.held[name] = value


class Place:
    """A profile's file of reviews and what remembers its digest."""

    def __init__(self, folder: Path) -> None:
        self.file, self.head = folder / "data" / "reviews.json", folder / "config" / "head"
        for one in (self.file, self.head):
            one.parent.mkdir()
        self.keyring, self.lost = Keyring(), list[AssentError]()

    def sealed(self) -> SealedFile:
        memory = KeyringOrFile(self.keyring.entry(), self.head)
        return SealedFile(self.file, memory, limit=1 << 20, remedy="Review again.", lost=self.lost.append)

    async def keep(self, *reviews: Review) -> None:
        sealed = self.sealed()
        known = Reviews(sealed, file=str(self.file))
        await known.load()
        known.put(*reviews)
        await sealed.close()

    async def read(self) -> Reviews:
        known = Reviews(self.sealed(), file=str(self.file))
        await known.load()
        return known


@pytest.fixture(params=["keyring", "no keyring"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    place = Place(tmp_path)
    if request.param == "no keyring":
        place.keyring.why = NO_KEYRING
    return place


async def test_what_was_approved_is_there_at_the_next_start(place: Place) -> None:
    assert (await place.read()).last("a") is None
    await place.keep(ONE)
    known = await place.read()
    assert known.known
    assert known.last("a") == ONE == known.of("a", "c1")
    assert known.of("a", "c2") is None
    assert known.of("b", "c1") is None
    assert place.head.exists() == (place.keyring.why == NO_KEYRING)


def remove(place: Place) -> None:
    place.file.unlink()


def edit(place: Place) -> None:
    place.file.write_bytes(to_bytes([replace(ONE, config="theirs")]))


def put_a_folder(place: Place) -> None:
    place.file.unlink()
    place.file.mkdir()


def put_a_link(place: Place) -> None:
    place.file.rename(other := place.file.with_name("other"))
    place.file.symlink_to(other)


def grow(place: Place) -> None:
    place.file.write_bytes(bytes(2 << 20))


def forget(place: Place) -> None:
    place.keyring.held.clear()
    place.head.unlink(missing_ok=True)


@pytest.mark.expected_logs(AGAIN)
@pytest.mark.parametrize("harm", [remove, edit, put_a_folder, put_a_link, grow, forget])
async def test_s39_what_changed_outside_counts_for_nothing(place: Place, harm: Callable[[Place], None]) -> None:
    await place.keep(ONE)
    harm(place)
    known = await place.read()
    assert known.known
    assert known.last("a") is None


@pytest.mark.expected_logs(AGAIN)
async def test_s39_an_older_file_that_was_brought_back_counts_for_nothing(place: Place) -> None:
    await place.keep(ONE)
    old = place.file.read_bytes()
    await place.keep(Review("b", "c"))
    place.file.write_bytes(old)
    assert (await place.read()).last("a") is None


@pytest.mark.expected_logs(AGAIN)
@pytest.mark.parametrize("why", [LOCKED, FAILED])
async def test_s39_a_keyring_that_fails_is_no_reason_for_the_file_beside_the_configuration(
    tmp_path: Path, why: str
) -> None:
    place = Place(tmp_path)
    place.keyring.why = why
    data = to_bytes([ONE])
    place.file.write_bytes(data)
    place.head.write_text(sha256_hex(data))
    assert (await place.read()).last("a") is None


async def test_what_cannot_be_kept_is_told_and_does_not_come_back(tmp_path: Path) -> None:
    place = Place(tmp_path)
    await place.keep(ONE)
    sealed = place.sealed()
    known = Reviews(sealed)
    await known.load()
    place.keyring.why = LOCKED
    assert known.drop("a")
    await sealed.close()
    assert [str(error) for error in place.lost] == [LOCKED]
    assert not place.file.exists()
    assert known.last("a") is None


async def test_of_many_changes_at_once_the_last_one_stays(place: Place) -> None:
    await place.keep(*(Review(f"s{number}", "c") for number in range(3)))
    sealed = place.sealed()
    known = Reviews(sealed)
    await known.load()
    for number in range(50):
        known.put(Review("s", f"c{number}"))
    assert known.drop("s1")
    assert not known.drop("s1")
    await sealed.close()
    again = await place.read()
    assert again.last("s") == Review("s", "c49")
    assert (again.last("s1"), again.last("s2")) == (None, Review("s2", "c"))


async def test_once_nothing_is_approved_a_missing_file_is_no_fault(place: Place) -> None:
    await place.keep(ONE)
    sealed = place.sealed()
    known = Reviews(sealed)
    await known.load()
    known.drop("a")
    await sealed.close()
    place.file.unlink(missing_ok=True)
    assert (await place.read()).known


async def test_nothing_is_approved_before_the_file_was_read(tmp_path: Path) -> None:
    place = Place(tmp_path)
    await place.keep(ONE)
    known, heard = Reviews(place.sealed()), list[str]()
    known.changed.connect(heard.append)
    assert (known.known, known.last("a")) == (False, None)
    known.start()
    await known.close()
    await asyncio.sleep(0)
    assert (known.known, known.last("a"), heard) == (True, ONE, [""])


WRITTEN: Any = codec.to_json(ONE)
BAD: list[Any] = [
    None,
    [],
    {},
    {**WRITTEN, "more": 1},
    {key: it for key, it in WRITTEN.items() if key != "free"},
    *({**WRITTEN, name: 1} for name in ("server", "config", "who", "program", "looked", "free", "instructions")),
    *({**WRITTEN, name: ["x"]} for name in ("tools", "left", "said", "instructed")),
    {**WRITTEN, "at": 10**400},
    {**WRITTEN, "at": "now"},
    {**WRITTEN, "tools": {"t": 1}},
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_what_is_no_review_is_refused(bad: Any) -> None:
    with pytest.raises(ConfigError):
        from_bytes(canonical({"reviews": [bad], "version": 1}), file="reviews.json")


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"reviews":{},"version":1}', b'{"reviews":[],"version":2}'])
def test_a_file_that_is_none_of_ours_is_refused(data: bytes) -> None:
    with pytest.raises(AssentError):
        from_bytes(data, file="reviews.json")


def test_what_is_written_is_read() -> None:
    assert from_bytes(to_bytes([ONE, Review("b", "c")]), file="") == (ONE, Review("b", "c"))
    assert parse(to_bytes([])) == parse(canonical({"reviews": [], "version": 1}))


def test_another_command_keeps_what_was_read_and_not_the_leave_to_change_it() -> None:
    free = replace(ONE, free=True)
    anew = started_anew(free, "a", "c2", who="bo", at=2.0, program="q")
    assert (anew.config, anew.program, anew.who, anew.free) == ("c2", "q", "bo", False)
    assert (anew.tools, anew.left, anew.looked) == (ONE.tools, ONE.left, True)
    assert started_anew(free, "a", "c1", who="bo", at=2.0, program="q").free
    first = started_anew(None, "a", "c", who="bo", at=2.0, program="")
    assert not first.passes
    assert first.waits("t", "d")


def test_only_so_much_of_what_a_server_said_is_kept() -> None:
    assert kept({"short": "x", "long": "y" * KEPT}) == {"short": "x"}
    assert kept({}) == {}
