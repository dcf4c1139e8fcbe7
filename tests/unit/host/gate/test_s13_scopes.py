"""For how long and for how much a grant may be given, what ends it, and what is offered."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from host.gate.grant_scope import ANYTHING, EXACTLY
from host.gate.grants import NO_KEYRING, SECONDS, Grants
from host.model import (
    App,
    Bound,
    BoundOffer,
    Call,
    Finding,
    GrantDuration,
    JsonObject,
    JsonValue,
    Obligations,
    RateLimit,
    RoleQuota,
    Severity,
    Trust,
)
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.values import replace
from tests.unit.host.gate.giving import ASK, DEFINITION, SCOPES, TOOL, Given, call, defined
from tests.unit.host.support import APP, SERVER, Clock, MemoryLog

IN_USE: Final[tuple[GrantDuration, ...]] = ("15min", "1h", "chat", "quit")
BOUNDS: Final[tuple[Bound, ...]] = ("exact", "pattern", "any")
OTHER_CHAT: Final = replace(APP, session="s2")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder with a file, and a link that leads out of it."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.md").write_text("x")
    (tmp_path / "notes/out").symlink_to(tmp_path)
    return tmp_path.resolve() / "notes"


def at(path: object, *, app: App = APP, call_id: str = "call-1", **more: JsonValue) -> Call:
    return call({"path": str(path), **more}, app=app, call_id=call_id)


# Time


@pytest.mark.parametrize(("scope", "seconds"), sorted(SECONDS.items()))
@pytest.mark.parametrize("which", ["wall", "steady"])
def test_s13_a_grant_ends_with_its_time_by_either_clock(scope: GrantDuration, seconds: int, which: str) -> None:
    given = Given()
    grant = given.give(call(), scope=scope)
    assert grant.expires_at == given.wall.now + seconds
    clock = given.wall if which == "wall" else given.steady
    clock.now += seconds - 0.001
    assert given.covers(call())
    clock.now += 0.001
    assert not given.covers(call())
    assert given.grants.all == ()


@pytest.mark.parametrize("scope", ["quit", "always"])
def test_a_grant_until_quit_or_for_good_ends_by_no_clock(scope: GrantDuration) -> None:
    given = Given()
    grant = given.give(call(), scope=scope)
    assert (grant.duration, grant.expires_at) == (scope, None)
    given.wall.now += 10 * 365 * 86_400
    given.steady.now += 10 * 365 * 86_400
    assert given.covers(call())
    assert given.grants.all == (grant,)


def test_a_grant_says_what_was_chosen_and_so_does_its_record(notes: Path) -> None:
    given = Given()
    offer = given.offered(at(notes / "a.md"), scope="always", bound="pattern")
    words = (f"path: writes in {notes}, not elsewhere", "everything else exactly the same")
    assert (offer.grant.duration, offer.grant.bound, offer.grant.covers) == ("always", "pattern", words)
    assert "seconds" not in offer.record.fields
    assert (offer.record.fields["scope"], offer.record.fields["bound"]) == ("always", "pattern")
    assert offer.record.values["covers"] == "\n".join(words).encode()
    assert given.offered(call(), scope="1h").record.fields["seconds"] == 3600


# This chat


def test_s13_a_grant_for_this_chat_covers_no_other_and_ends_with_it() -> None:
    given = Given()
    grant = given.give(call(), scope="chat")
    longer = given.give(call({"n": 2}), scope="1h")
    assert (grant.session, longer.session) == ("s1", "")
    assert given.covers(call())
    assert not given.covers(call(app=OTHER_CHAT))
    assert given.covers(call({"n": 2}, app=OTHER_CHAT))
    changes = given.changes
    given.grants.end_session("s2")
    given.grants.end_session("")
    assert given.changes == changes
    given.grants.end_session("s1")
    assert given.changes == changes + 1
    assert not given.covers(call())
    assert given.grants.all == (longer,)
    (record,) = given.log.of("grant.revoked")
    assert record.fields == {"grant": grant.id, "who": "", "because": "the chat ended"}


def test_grants_of_two_chats_are_side_by_side() -> None:
    given = Given()
    first, second = given.give(call(), scope="chat"), given.give(call(app=OTHER_CHAT), scope="chat")
    assert set(given.grants.all) == {first, second}


def test_an_app_without_a_session_has_no_chat() -> None:
    given, alone = Given(), App("claude", authenticated=True)
    assert given.offers(call(app=alone)).durations == ("15min", "1h", "quit", "always")
    assert given.offer(call(app=alone), scope="chat") is None
    hook = App("claude", authenticated=True, session="s1", stays=False)  # its session is over after one call
    assert given.offers(call(app=hook)).durations == ("15min", "1h", "quit", "always")


# Bounds


def test_each_bound_is_offered_in_the_words_that_are_granted(notes: Path) -> None:
    given = Given()
    offers = given.offers(at(notes / "a.md", n=1))
    pattern = ("n: exactly 1", f"path: writes in {notes}, not elsewhere", "everything else exactly the same")
    assert offers.bounds == (
        BoundOffer("exact", (EXACTLY,)),
        BoundOffer("pattern", pattern),
        BoundOffer("any", (ANYTHING, "path: any path")),
    )
    assert (offers.refused, offers.durations, offers.why_no_always) == ("", SCOPES, "")
    for offered in offers.bounds:
        assert given.give(at(notes / "a.md", n=1), bound=offered.bound).covers == offered.covers


@pytest.mark.parametrize("bound", BOUNDS)
def test_s13_a_grant_covers_what_lies_within_its_bound(notes: Path, bound: Bound) -> None:
    given = Given()
    given.give(at(notes / "a.md"), bound=bound)
    covered = [given.covers(at(path)) for path in (notes / "a.md", notes / "b.md", notes / "out/secret")]
    assert covered == [True, bound != "exact", bound == "any"]


OTHERS: Final[dict[str, dict[str, Any]]] = {
    "app": {"app": App("cursor", authenticated=True, session="s1")},
    "token": {"app": replace(APP, proof="b" * 64)},
    "server": {"server": replace(SERVER, id="mail")},
    "config": {"server": replace(SERVER, config_digest="e" * 64)},
    "tool": {"tool": "Write"},
}


@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize("part", sorted(OTHERS))
def test_s13_whatever_its_bound_and_scope_another_part_of_the_key_is_asked(
    notes: Path, bound: Bound, part: str
) -> None:
    given, made = Given(), at(notes / "a.md")
    given.give(made, bound=bound, scope="always")
    assert given.covers(made)
    assert not given.covers(replace(made, **OTHERS[part]))
    assert not given.covers(made, "e" * 64)


def test_a_pattern_is_not_offered_where_there_is_none() -> None:
    given = Given()
    assert [offered.bound for offered in given.offers(call()).bounds] == ["exact", "any"]
    assert given.offer(call(), bound="pattern") is None


def test_the_oldest_of_many_grants_answers(notes: Path) -> None:
    given, made = Given(), at(notes / "a.md")
    oldest = given.give(made, bound="any")
    for bound in BOUNDS[:2]:
        given.give(made, bound=bound)
    assert len(given.grants.all) == 3
    assert given.grants.find_covering(made, DEFINITION, ASK, (), given.facts(made)) == oldest
    given.grants.count_use(oldest.id)
    found = given.grants.find_covering(made, DEFINITION, ASK, (), given.facts(made))
    assert found is not None
    assert (found.id, found.used) == (oldest.id, 1)


@pytest.mark.parametrize(
    ("name", "scopes", "why", "words"),
    [
        ("send", IN_USE, "choose “Until Assent quits”", "to: sends to ana@garden.example only"),
        ("frobnicate", SCOPES, "", "to: goes to ana@garden.example only"),
    ],
)
def test_s46_for_how_long_goes_by_what_the_tool_does(
    name: str, scopes: tuple[GrantDuration, ...], why: str, words: str
) -> None:
    given, made = Given(), call({"to": "ana@garden.example", "note": "Thank you"}, name=name)
    offers = given.offers(made)
    assert [offered.bound for offered in offers.bounds] == ["exact", "pattern"]
    assert (offers.durations, why in offers.why_no_always) == (scopes, True)
    assert words in offers.bounds[1].covers


def test_a_folder_of_a_tool_of_which_nobody_knows_what_it_does_is_named_all_the_same(notes: Path) -> None:
    made = call({"path": str(notes / "a.md")}, name="frobnicate")
    assert Given().give(made, bound="pattern").covers[0] == f"path: in {notes}, not elsewhere"


# What must be looked at


def test_only_where_a_pattern_stands_must_paths_be_looked_at(notes: Path) -> None:
    given, made = Given(), at(notes / "a.md")
    assert given.grants.needs(made) == NOTHING_NEEDED
    for bound in ("exact", "any"):
        given.give(made, bound=bound)
    assert given.grants.needs(made) == NOTHING_NEEDED
    given.give(made, bound="pattern")
    assert given.grants.needs(made) == Needs(folders=(str(notes),), paths=True, hosts=True)
    assert given.grants.needs(call(name="read")) == NOTHING_NEEDED
    assert given.grants.needs(replace(made, server=replace(SERVER, id="x"))) == NOTHING_NEEDED
    assert given.grants.needs(at(notes, app=App("cursor", authenticated=True))) == NOTHING_NEEDED


def test_s35_without_that_look_no_pattern_covers(notes: Path) -> None:
    given, made = Given(), at(notes / "a.md")
    given.give(made, bound="pattern")
    bare = CallFacts("files", "write", "claude", True, trust="user")
    assert given.grants.find_covering(made, DEFINITION, ASK, (), bare) is None
    assert given.covers(made)


# What the server is, and what it says of its tool


TABLE: Final[dict[str, tuple[Trust, JsonObject, tuple[Bound, ...], tuple[GrantDuration, ...], str]]] = {
    "vouched for by a user": ("user", {}, BOUNDS, SCOPES, ""),
    "vouched for by an administrator": ("managed", {"destructiveHint": False}, BOUNDS, SCOPES, ""),
    "vouched for and destructive": ("managed", {"destructiveHint": True}, BOUNDS[:2], IN_USE, "destroy"),
    "vouched for and destructive as text": ("user", {"destructiveHint": "TRUE"}, BOUNDS[:2], IN_USE, "destroy"),
    "vouched for and with much data": ("user", {"dataScale": "extreme"}, BOUNDS, SCOPES, ""),
    "untrusted": ("none", {}, BOUNDS[:2], IN_USE, "vouched"),
    "untrusted and harmless by its own word": (
        "none",
        {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False},
        BOUNDS[:2],
        IN_USE,
        "vouched",
    ),
    "untrusted and destructive": ("none", {"destructiveHint": True}, BOUNDS[:1], IN_USE[:1], "15 minutes"),
    "untrusted and secret": ("none", {"securityLevel": "high"}, BOUNDS[:1], IN_USE[:1], "15 minutes"),
    "untrusted and large": ("none", {"dataScale": "large"}, BOUNDS[:1], IN_USE[:1], "15 minutes"),
    "untrusted and about health": ("none", {"hipaa-controlled": True}, BOUNDS[:1], IN_USE[:1], "15 minutes"),
}


@pytest.mark.parametrize("case", sorted(TABLE))
def test_s19_what_is_offered_depends_on_who_vouched_and_on_what_the_server_says(notes: Path, case: str) -> None:
    trust, said, bounds, scopes, why_no_always = TABLE[case]
    given, made = Given(trust, **said), at(notes / "a.md")
    offers = given.offers(made)
    assert tuple(offered.bound for offered in offers.bounds) == bounds
    assert offers.durations == scopes
    assert why_no_always in offers.why_no_always
    assert bool(offers.why_no_always) is ("always" not in scopes)
    for scope in SCOPES:
        for bound in BOUNDS:
            possible = given.offer(made, scope=scope, bound=bound) is not None
            assert possible is (scope in scopes and bound in bounds), (scope, bound)


def test_s19_no_word_of_an_untrusted_server_widens_what_is_offered(notes: Path) -> None:
    made, silent = at(notes / "a.md"), Given("none").offers(at(notes / "a.md"))
    values: list[JsonValue] = [True, False, None, "high", "low", [], ["X"], 0, 1, {}]
    for name in ("readOnlyHint", "destructiveHint", "openWorldHint", "requiredApprovers", "securityLevel", "any"):
        for value in values:
            offers = Given("none", **{name: value}).offers(made)
            assert set(offers.bounds) <= set(silent.bounds)
            assert set(offers.durations) <= set(silent.durations)


@pytest.mark.parametrize("name", ["requiredApprovers", "required-roles"])
def test_s19_where_an_untrusted_server_wants_others_to_approve_each_call_is_asked(name: str) -> None:
    given = Given("none")
    given.give(call())
    given.annotations = {name: ["IRB_CHAIR"]}
    assert not given.covers(call())
    assert "others must approve" in given.refusal(call())
    assert given.offer(call()) is None
    given.annotations = {name: []}
    assert given.covers(call())


@pytest.mark.parametrize(("scope", "bound"), [("always", "exact"), ("15min", "any")])
def test_s13_a_grant_for_which_trust_was_wanted_covers_nothing_once_it_is_gone(
    scope: GrantDuration, bound: Bound
) -> None:
    given = Given("managed")
    given.give(call(), scope=scope, bound=bound)
    assert given.covers(call())
    given.trust = "none"
    assert not given.covers(call())
    given.trust = "user"
    assert given.covers(call())


# What a verdict demands


@pytest.mark.parametrize(
    ("obligations", "words"),
    [
        (Obligations(approvers=(RoleQuota("X"),)), "signed"),
        (Obligations(pin=True), "signed"),
        (Obligations(reason_required=True), "reason"),
    ],
)
def test_s13_no_grant_answers_where_a_signature_or_a_reason_is_wanted(obligations: Obligations, words: str) -> None:
    given, verdict = Given(), replace(ASK, obligations=obligations)
    given.give(call())
    assert words in given.refusal(call(), verdict)
    assert not given.covers(call(), verdict=verdict)


def test_a_grant_answers_where_a_result_is_reviewed_or_a_rate_holds() -> None:
    wanted = Obligations(review_result=True, rates=(RateLimit("r1", 3, 60.0),))
    given, verdict = Given(), replace(ASK, obligations=wanted)
    assert given.refusal(call(), verdict) == ""
    given.give(call())
    assert given.covers(call(), verdict=verdict)


def test_no_grant_answers_what_the_server_wants_signed() -> None:
    verdict = replace(ASK, source="server", rule="annotation:requiredApprovers")
    assert "signed" in Given().refusal(call(), verdict)


@pytest.mark.parametrize("severity", list(Severity), ids=lambda severity: severity.value)
def test_s13_no_grant_is_for_inputs_that_were_not_validated(severity: Severity) -> None:
    given, finding = Given(), Finding("not-validated", severity, "They could not be validated.")
    assert "validated" in given.refusal(call(), findings=(finding,))
    given.give(call(), bound="any")
    assert not given.covers(call(), findings=(finding,))


def test_what_was_noticed_since_keeps_a_grant_from_being_given() -> None:
    given, made = Given(), call()
    facts = given.facts(made, (Finding("odd-name", Severity.MEDIUM, "It is odd."),))
    assert given.grants.prepare(made, TOOL, "15min", "exact", "ana", facts) is None


def test_once_is_no_grant() -> None:
    assert Given().offer(call(), scope="once") is None


# Until it is taken back


def test_what_is_to_last_is_kept_and_nothing_else() -> None:
    given = Given()
    given.give(call({"n": 1}))
    assert given.kept.grants == []
    lasting = given.give(call({"n": 2}), scope="always")
    another = given.give(call({"n": 3}), scope="always")
    assert given.kept.grants == [[lasting], [lasting, another]]
    given.grants.count_use(lasting.id)
    assert len(given.kept.grants) == 2


def test_s13_what_is_taken_back_is_no_longer_kept() -> None:
    given = Given()
    first = given.give(call({"n": 1}), scope="always")
    second = given.give(call({"n": 2}), scope="always")
    assert given.grants.revoke(first.id, "ana")
    assert given.kept.grants[-1] == [second]
    third = given.give(call({"n": 2}), scope="always")
    assert given.kept.grants[-1] == [third]
    given.grants.revoke_all("ana", "emergency stop")
    assert given.kept.grants[-1] == []
    fourth = given.give(call(), scope="always")
    assert given.kept.grants[-1] == [fourth]
    given.grants.recheck_apps(lambda _: "another")
    assert given.kept.grants[-1] == []


def test_without_a_keyring_nothing_is_given_for_good() -> None:
    given = Given()
    given.kept.can_keep = False
    offers = given.offers(call())
    assert (offers.durations, offers.why_no_always) == (IN_USE, NO_KEYRING)
    assert given.offer(call(), scope="always") is None
    bare = Grants(MemoryLog().submit, Clock(), Clock())
    assert bare.offers(call(), TOOL, ASK, (), given.facts(call())).why_no_always == NO_KEYRING


def test_what_was_given_for_good_covers_on_when_the_keyring_fails_later() -> None:
    given = Given()
    given.give(call(), scope="always")
    given.kept.can_keep = False
    assert given.covers(call())


def test_another_definition_of_the_same_tool_is_another_grant() -> None:
    given, other = Given(), defined({"type": "object", "title": "other"})
    given.give(call())
    assert not given.covers(call(), other.digest)
    given.give(call(), other)
    assert len(given.grants.all) == 2


RUNS = Finding("runs-code", Severity.MEDIUM, "It runs code.")


def test_s13_what_always_deserves_a_look_is_granted_for_an_hour_and_narrowly() -> None:
    given = Given()
    offers = given.offers(call(), findings=(RUNS,))
    assert offers.refused == ""
    assert offers.durations == ("15min", "1h")
    assert {offer.bound for offer in offers.bounds} <= {"exact", "pattern"}
    assert "an hour" in offers.why_no_always
    assert given.refusal(call(), findings=(replace(RUNS, severity=Severity.HIGH),)) != ""


@pytest.mark.parametrize(
    ("scope", "bound", "covers"), [("1h", "exact", True), ("quit", "exact", False), ("1h", "any", False)]
)
def test_s13_a_wider_grant_does_not_cover_what_always_deserves_a_look(
    scope: GrantDuration, bound: Bound, covers: bool
) -> None:
    given = Given()
    given.give(call(), scope=scope, bound=bound)
    assert given.covers(call())
    assert given.covers(call(), findings=(RUNS,)) is covers
