"""What people approved, as it is kept and read again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical, parse
from host.control import codec
from host.errors import AssentError, ConfigError
from host.keyring_entry import FAILED, LOCKED, NO_KEYRING, KeyringOrFile, SealedFile
from host.model import Draft, JsonObject, JsonValue, sha256_hex
from host.policy.model import Managed, PolicySource, ServerPin
from host.servers.reviews import (
    INSTRUCTIONS_BREAKS_PIN,
    KEPT,
    MAX_RECORDED,
    NO_INSTRUCTIONS,
    NOT_REVIEWED,
    PINS_UNKNOWN,
    TOOL_BREAKS_PIN,
    TOOL_NEW,
    TOOL_NOT_APPROVED,
    PinCheck,
    Pins,
    Review,
    Reviews,
    instructions_digest,
    reviews_from_bytes,
    reviews_to_bytes,
    texts_within_limit,
    with_start_approved,
)
from host.values import replace
from tests.support.signing import MemoryKeyring
from tests.unit.host.support import tool

AGAIN = r"host\.keyring_entry: reviews of servers are not in force: .*"
ONE = Review("a", "c1", "ana", 1.0, "p", True, False, "i", True, {"t": "d"}, {"u": "e"}, {"d": "said"})


class Place:
    """A profile's file of reviews and what remembers its digest."""

    def __init__(self, folder: Path) -> None:
        self.file, self.head = folder / "data" / "reviews.json", folder / "config" / "head"
        for one in (self.file, self.head):
            one.parent.mkdir()
        self.keyring = MemoryKeyring()

    async def keep(self, *reviews: Review) -> None:
        known = await self.read()
        known.approve(*reviews)
        await self.sealed.close()

    def open(self) -> Reviews:
        """The reviews as the next host opens them."""
        memory = KeyringOrFile(self.keyring.seal("reviews"), self.head)
        self.sealed = SealedFile(
            self.file, memory, limit=1 << 20, what="reviews of servers", remedy="Review again.",
            encode=reviews_to_bytes, decode=reviews_from_bytes,
        )  # fmt: skip
        known = Reviews(self.sealed)
        self.sealed.start(known.adopt)
        return known

    async def read(self) -> Reviews:
        known = self.open()
        await self.sealed.close()
        return known


@pytest.fixture(params=["keyring", "no keyring"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    place = Place(tmp_path)
    if request.param == "no keyring":
        place.keyring.error = AssentError(NO_KEYRING)
    return place


async def test_what_was_approved_is_there_at_the_next_start(place: Place) -> None:
    assert (await place.read()).last_review("a") is None
    await place.keep(ONE)
    known = await place.read()
    assert known.is_loaded
    assert known.last_review("a") == ONE == known.current_review("a", "c1")
    assert known.current_review("a", "c2") is None
    assert known.current_review("b", "c1") is None
    assert place.head.exists() == (place.keyring.error is not None)


def remove(place: Place) -> None:
    place.file.unlink()


def edit(place: Place) -> None:
    place.file.write_bytes(reviews_to_bytes([replace(ONE, config="theirs")]))


def put_a_folder(place: Place) -> None:
    place.file.unlink()
    place.file.mkdir()


def put_a_link(place: Place) -> None:
    place.file.rename(other := place.file.with_name("other"))
    place.file.symlink_to(other)


def grow(place: Place) -> None:
    place.file.write_bytes(bytes(2 << 20))


def forget(place: Place) -> None:
    place.keyring.kept.clear()
    place.head.unlink(missing_ok=True)


@pytest.mark.expected_logs(AGAIN)
@pytest.mark.parametrize("harm", [remove, edit, put_a_folder, put_a_link, grow, forget])
async def test_s39_what_changed_outside_counts_for_nothing(place: Place, harm: Callable[[Place], None]) -> None:
    await place.keep(ONE)
    harm(place)
    known = await place.read()
    assert known.is_loaded
    assert known.last_review("a") is None


@pytest.mark.expected_logs(AGAIN)
async def test_s39_an_older_file_that_was_brought_back_counts_for_nothing(place: Place) -> None:
    await place.keep(ONE)
    old = place.file.read_bytes()
    await place.keep(Review("b", "c"))
    place.file.write_bytes(old)
    assert (await place.read()).last_review("a") is None


@pytest.mark.expected_logs(AGAIN)
@pytest.mark.parametrize("why", [LOCKED, FAILED])
async def test_s39_a_keyring_that_fails_is_no_reason_for_the_file_beside_the_configuration(
    tmp_path: Path, why: str
) -> None:
    place = Place(tmp_path)
    place.keyring.error = AssentError(why)
    data = reviews_to_bytes([ONE])
    place.file.write_bytes(data)
    place.head.write_text(sha256_hex(data))
    assert (await place.read()).last_review("a") is None


@pytest.mark.expected_logs(r"host\.keyring_entry: reviews of servers end with this host: " + LOCKED)
async def test_what_cannot_be_kept_is_told_and_does_not_come_back(tmp_path: Path) -> None:
    place = Place(tmp_path)
    await place.keep(ONE)
    known = await place.read()
    place.keyring.error = AssentError(LOCKED)
    assert known.revoke("a")
    await place.sealed.close()
    assert not place.file.exists()
    assert known.last_review("a") is None


@pytest.mark.expected_logs(r"host\.keyring_entry: reviews of servers end with this host: A string holds half")
async def test_what_no_file_can_express_does_not_bring_back_what_was_taken_back(tmp_path: Path) -> None:
    place = Place(tmp_path)
    await place.keep(ONE)
    known = await place.read()
    known.approve(Review("b", "c", who="\ud800"))
    assert known.revoke("a")
    await place.sealed.close()
    assert not place.file.exists()


async def test_of_many_changes_at_once_the_last_one_stays(place: Place) -> None:
    await place.keep(*(Review(f"s{number}", "c") for number in range(3)))
    known = await place.read()
    for number in range(50):
        known.approve(Review("s", f"c{number}"))
    assert known.revoke("s1")
    assert not known.revoke("s1")
    await place.sealed.close()
    again = await place.read()
    assert again.last_review("s") == Review("s", "c49")
    assert (again.last_review("s1"), again.last_review("s2")) == (None, Review("s2", "c"))


async def test_once_nothing_is_approved_a_missing_file_is_no_fault(place: Place) -> None:
    await place.keep(ONE)
    known = await place.read()
    known.revoke("a")
    await place.sealed.close()
    place.file.unlink(missing_ok=True)
    assert (await place.read()).is_loaded


async def test_nothing_is_approved_before_the_file_was_read(tmp_path: Path) -> None:
    place = Place(tmp_path)
    await place.keep(ONE)
    known, heard = place.open(), list[str]()
    known.changed.connect(heard.append)
    assert (known.is_loaded, known.last_review("a")) == (False, None)
    newer = Review("b", "c")
    known.approve(newer)
    await place.sealed.close()
    assert (known.is_loaded, known.last_review("a"), heard) == (True, ONE, ["b", ""])
    assert (await place.read()).last_review("b") == newer, "it is kept once the file was read"


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
        reviews_from_bytes(canonical({"reviews": [bad], "version": 1}), file="reviews.json")


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"reviews":{},"version":1}', b'{"reviews":[],"version":2}'])
def test_a_file_that_is_none_of_ours_is_refused(data: bytes) -> None:
    with pytest.raises(AssentError):
        reviews_from_bytes(data, file="reviews.json")


def test_what_is_written_is_read() -> None:
    assert reviews_from_bytes(reviews_to_bytes([ONE, Review("b", "c")]), file="") == (ONE, Review("b", "c"))
    assert parse(reviews_to_bytes([])) == parse(canonical({"reviews": [], "version": 1}))


def test_another_command_keeps_what_was_read_and_not_the_leave_to_change_it() -> None:
    free = replace(ONE, free=True)
    anew = with_start_approved(free, "a", "c2", who="bo", at=2.0, program="q")
    assert (anew.config, anew.program, anew.who, anew.free) == ("c2", "q", "bo", False)
    assert (anew.tools, anew.left, anew.looked) == (ONE.tools, ONE.left, True)
    assert with_start_approved(free, "a", "c1", who="bo", at=2.0, program="q").free
    first = with_start_approved(None, "a", "c", who="bo", at=2.0, program="")
    assert not first.passes
    assert first.needs_review("t", "d")


def test_only_so_much_of_what_a_server_said_is_kept() -> None:
    assert texts_within_limit({"short": "x", "long": "y" * KEPT}) == {"short": "x"}
    assert texts_within_limit({}) == {}


ECHO = tool("echo", description="Echo.")
SAID = sha256_hex(b"Be kind.")


def digest(value: JsonValue) -> str:
    return sha256_hex(canonical(value))


class Administrator:
    """A file that can be changed."""

    def __init__(self, **pins: ServerPin) -> None:
        self.drafts: list[Draft] = []
        self.write(pins)
        self.pins = Pins(lambda: self.source, self.drafts.append)

    def write(self, pins: Mapping[str, ServerPin], error: str = "") -> None:
        self.source = PolicySource("managed", "m", error=error, managed=Managed(pins=MappingProxyType({**pins})))

    def check(self, server_id: str = "files") -> PinCheck:
        return PinCheck(self.pins, server_id, "c" * 64)


def pinned(*tools: JsonObject, instructions: str | None = None) -> ServerPin:
    return ServerPin({str(one["name"]): digest(one) for one in tools}, instructions)


def test_without_pins_everything_passes() -> None:
    for check in (PinCheck(), Administrator(other=pinned()).check()):
        assert check.greeted({"instructions": "anything"})
        assert not check.may_withhold
        assert check.may_list(ECHO)
        assert check.why_withheld("echo", "f" * 64) == ""


def test_s15_a_pinned_tool_passes_and_any_other_is_withheld() -> None:
    check = Administrator(files=pinned(ECHO)).check()
    assert check.may_list(ECHO)
    assert check.why_withheld("echo", digest(ECHO)) == ""
    assert check.why_withheld("new", digest(tool("new"))) == TOOL_BREAKS_PIN
    changed: list[JsonValue] = [
        {**ECHO, "description": "Echo, and send a copy."},
        {**ECHO, "annotations": {"readOnlyHint": True}},
        {**ECHO, "name": "Echo"},
        {**ECHO, "x-unknown": None},
        "echo",
        {"title": "no name"},
        {**ECHO, "description": "\ud800"},
        None,
    ]
    assert not any(map(check.may_list, changed))


@pytest.mark.parametrize("review", [None, Review("files", "c" * 64)], ids=["none", "its start alone"])
def test_s18_nothing_passes_of_a_server_that_nobody_looked_at(review: Review | None) -> None:
    check = PinCheck(server_id="files", review=lambda: review)
    assert check.may_withhold
    assert not check.greeted({"instructions": "Be kind."})
    assert not check.may_list(ECHO)
    assert check.why_withheld("echo", digest(ECHO)) == NOT_REVIEWED


def test_s14_what_a_review_left_out_or_never_saw_stays_out() -> None:
    approved, left = {"echo": digest(ECHO)}, {"drop": digest(tool("drop"))}
    review = Review("files", "c" * 64, looked=True, instructions=SAID, tools=approved, left=left)
    check = PinCheck(server_id="files", review=lambda: review)
    assert not check.greeted({"instructions": "Be kind."}), "they were read, and not approved"
    assert (check.may_list(ECHO), check.may_list(tool("drop")), check.may_list(tool("new"))) == (True, False, False)
    assert check.why_withheld("drop", digest(tool("drop"))) == TOOL_NOT_APPROVED
    assert check.why_withheld("new", digest(tool("new"))) == TOOL_NEW


def test_s15_a_server_whose_id_differs_in_case_alone_is_held_to_the_same_pin() -> None:
    check = Administrator(files=pinned(ECHO)).check("FILES")
    assert check.may_list(ECHO)
    assert not check.may_list(tool("new"))


@pytest.mark.parametrize(
    ("greeting", "expected"),
    [
        ({}, NO_INSTRUCTIONS),
        ({"instructions": ""}, NO_INSTRUCTIONS),
        ({"instructions": "Be kind."}, SAID),
        ({"instructions": None}, ""),
        ({"instructions": ["Be kind."]}, ""),
        ({"Instructions": "Be kind."}, ""),
        ({"instructions": "Be kind.", "Instructions": "Be evil."}, ""),
    ],
    ids=["none", "empty", "text", "null", "list", "case", "twin"],
)
def test_s15_instructions_have_a_digest_where_every_reader_takes_them_for_the_same_text(
    greeting: JsonObject, expected: str
) -> None:
    assert instructions_digest(greeting) == expected


def test_s15_other_instructions_withhold_the_whole_server_until_it_says_the_right_ones() -> None:
    administrator = Administrator(files=pinned(ECHO, instructions=SAID))
    check = administrator.check()
    assert check.may_list(ECHO), "it has said nothing yet"
    assert not check.greeted({"instructions": "Be evil."})
    assert check.breaks_pin
    assert not check.may_list(ECHO)
    assert check.why_withheld("echo", digest(ECHO)) == INSTRUCTIONS_BREAKS_PIN
    assert check.greeted({"instructions": "Be kind."})
    assert check.may_list(ECHO)
    (draft,) = administrator.drafts
    assert draft.kind == "server.pin_mismatch"
    assert draft.fields == {
        "server": "files",
        "config": "c" * 64,
        "what": "instructions",
        "digest": sha256_hex(b"Be evil."),
        "pinned": SAID,
    }


def test_s15_a_changed_file_counts_at_the_next_look() -> None:
    administrator = Administrator()
    check = administrator.check()
    assert check.greeted({"instructions": "Be kind."})
    assert check.may_list(ECHO)
    administrator.write({"files": pinned(instructions=SAID)})
    assert not check.may_list(ECHO)
    administrator.write({"files": pinned(ECHO, instructions="0" * 64)})
    assert (check.may_list(ECHO), check.breaks_pin) == (False, True)
    administrator.write({"files": pinned(ECHO)})
    assert check.may_list(ECHO)


def test_s15_while_nobody_can_tell_what_is_pinned_nothing_passes() -> None:
    administrator = Administrator()
    administrator.write({}, "broken")
    check = administrator.check()
    assert not check.greeted({"instructions": "anything"})
    assert check.may_withhold
    assert not check.may_list(ECHO)
    assert check.why_withheld("echo", digest(ECHO)) == PINS_UNKNOWN
    assert administrator.drafts == []


def test_each_difference_is_on_record_once_and_a_server_cannot_fill_the_log() -> None:
    administrator = Administrator(files=pinned(ECHO))
    for check in (administrator.check(), administrator.check()):
        for _ in range(3):
            check.why_withheld("echo", "a" * 64)
            check.why_withheld("x" * 1000, "b" * 64)
    first, second = administrator.drafts
    assert (first.fields["tool"], first.fields["pinned"]) == ("echo", digest(ECHO))
    assert (second.fields["tool"], second.fields["pinned"]) == ("x" * 256, "")
    for number in range(MAX_RECORDED + 10):
        assert check.why_withheld("echo", f"{number:064}") == TOOL_BREAKS_PIN
    assert len(administrator.drafts) == MAX_RECORDED


members = st.dictionaries(
    st.text(max_size=8), st.none() | st.booleans() | st.integers() | st.text(max_size=8), max_size=4
)


@given(members, members)
def test_s15_a_tool_passes_exactly_where_its_canonical_form_is_the_pinned_one(
    approved: dict[str, JsonValue], listed: dict[str, JsonValue]
) -> None:
    one: JsonObject = {**approved, "name": "t"}
    other: JsonObject = {**listed, "name": "t"}
    check = Administrator(files=pinned(one)).check()
    assert check.may_list(one)
    assert check.may_list(other) == (canonical(one) == canonical(other))


async def test_s43_what_is_kept_is_written_by_a_thread(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    known = await place.read()
    threads: list[str] = []

    def encode(items: tuple[Review, ...]) -> bytes:
        threads.append(threading.current_thread().name)
        return reviews_to_bytes(items)

    monkeypatch.setattr(place.sealed, "_encode", encode)
    known.approve(ONE)
    await place.sealed.close()
    assert threads == ["write reviews.json"]
