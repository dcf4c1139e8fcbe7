"""What a grant for exactly one call covers, for how long, and when none may be given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical, parse
from host.gate.grant_scope import EXACTLY
from host.gate.grants import MAX_ARGUMENTS, MAX_GRANTS, MAX_OTHER_PARAMS, SECONDS
from host.model import App, Call, Effect, Finding, JsonObject, ServerRef, Severity, Verdict
from host.values import replace
from host.wire.methods import META_VERSION
from tests.unit.host.gate.giving import ASK, DEFINITION, NOTE, USER_ASK, WORRY, Given, call
from tests.unit.host.support import APP, NOW, SERVER, call_params, frozen_call, modern

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def noting(meta: JsonObject, arguments: JsonObject | None = None) -> Call:
    """A call with these members in its ``_meta`` besides the usual."""
    return frozen_call("call-1", modern(call_params("write", arguments or {"a": 1}), **meta), NOW)


def parsed(params: bytes) -> JsonObject:
    """Params as an app wrote them; ``%s`` stands for a trace."""
    value = parse(params.replace(b"%s", TRACE.encode()))
    assert isinstance(value, dict)
    return value


def test_a_grant_covers_exactly_the_same_call_again() -> None:
    given_ = Given()
    assert not given_.covers(call())
    given_.give(call())
    assert given_.covers(call(call_id="call-2"), findings=(NOTE,))
    assert given_.covers(call(call_id="call-3"), verdict=USER_ASK)


def test_a_grant_says_whom_and_what_it_covers_and_for_how_long() -> None:
    given_ = Given()
    grant = given_.give(call())
    assert (grant.app, grant.server, grant.tool, grant.who) == ("claude", "files", "write", "ana")
    assert grant.arguments == b'{"n":1,"path":"a"}'
    assert (grant.given_at, grant.expires_at, grant.used) == (given_.wall.now, given_.wall.now + 900, 0)


def test_an_offer_covers_nothing_and_its_record_says_what_will_be() -> None:
    given_ = Given()
    offer = given_.offered(call())
    assert not given_.covers(call())
    assert given_.grants.all == ()
    assert (offer.record.kind, offer.record.call) == ("grant.given", "call-1")
    assert (offer.record.fields["grant"], offer.record.fields["definition"]) == (offer.grant.id, DEFINITION)
    assert (offer.record.fields["scope"], offer.record.fields["bound"]) == ("15min", "exact")
    assert offer.record.values == {"arguments": b'{"n":1,"path":"a"}', "covers": EXACTLY.encode()}


# attack 13: change any part

OTHER_SERVER = replace(SERVER, id="mail")
NEW_CONFIG = replace(SERVER, config_digest="e" * 64)
CHANGED: dict[str, Call] = {
    "app": call(app=App("cursor", authenticated=True)),
    "app by capitals": call(app=App("Claude", authenticated=True)),
    "app not proven": call(app=App("claude", authenticated=False)),
    "server": replace(call(), server=OTHER_SERVER),
    "config": replace(call(), server=NEW_CONFIG),
    "tool": call(name="write_file"),
    "tool by capitals": call(name="Write"),
    "tool by width": call(name="ｗrite"),
    "value": call({"path": "b", "n": 1}),
    "type": call({"path": "a", "n": "1"}),
    "number": call({"path": "a", "n": 1.5}),
    "one more": call({"path": "a", "n": 1, "force": None}),
    "one less": call({"path": "a"}),
    "composed": call({"path": "a\u0301", "n": 1}),
    "invisible": call({"path": "a\u200b", "n": 1}),
}


@pytest.mark.parametrize("part", sorted(CHANGED))
def test_s13_a_grant_does_not_cover_a_call_of_which_any_part_differs(part: str) -> None:
    given_ = Given()
    given_.give(call())
    assert not given_.covers(CHANGED[part])
    assert given_.covers(call())


def test_s13_a_grant_does_not_cover_a_tool_whose_definition_changed() -> None:
    given_ = Given()
    given_.give(call())
    assert not given_.covers(call(), "e" * 64)


@given(st.dictionaries(st.sampled_from("abc"), st.integers(0, 2) | st.booleans() | st.text(max_size=2), min_size=1))
def test_s13_arguments_are_the_same_only_where_their_canonical_bytes_are(arguments: JsonObject) -> None:
    given_, first = Given(), call({"a": 1})
    given_.give(first)
    assert given_.covers(call(arguments)) == (canonical(arguments) == first.arguments)


def test_the_order_in_which_an_app_writes_its_arguments_and_its_number_of_the_call_do_not_matter() -> None:
    given_ = Given()
    given_.give(noting({}, {"a": 1, "b": 2}))
    again = noting({"progressToken": 7, "traceparent": TRACE}, {"b": 2, "a": 1})
    assert given_.covers(again)
    given_.give(again)
    assert given_.covers(noting({"traceparent": TRACE.replace("b", "c")}, {"a": 1, "b": 2}))


# What an app puts beside the inputs is sent too, and no screen shows it

NOTED: JsonObject = {"x/a": "first", "traceparent": TRACE}
OTHER_NOTES: dict[str, JsonObject] = {
    "another value": {"x/a": "second, never shown", "traceparent": TRACE},
    "one more": NOTED | {"x/run": "anything"},
    "another name": {"x/b": "first", "traceparent": TRACE},
    "another type": NOTED | {"x/a": ["first"]},
    "state of a trace": NOTED | {"tracestate": "x=rm -rf"},
    "baggage": NOTED | {"baggage": "run=rm"},
    "a trace that is none": NOTED | {"traceparent": "rm -rf /"},
    "a trace with more": NOTED | {"traceparent": TRACE + "\n"},
    "a trace of a later version": NOTED | {"traceparent": "01" + TRACE[2:]},
    "a trace that is no text": NOTED | {"traceparent": {"run": 1}},
    "a name of the protocol": NOTED | {"io.modelcontextprotocol/logLevel": "debug"},
    "another version": NOTED | {META_VERSION: "2027-01-01"},
    "a deeper trace": NOTED | {"x/a": {"traceparent": TRACE}},
}


@pytest.mark.parametrize("first", [{}, NOTED], ids=["without", "with"])
@pytest.mark.parametrize("other", sorted(OTHER_NOTES))
def test_s13_a_grant_does_not_cover_what_differs_beside_the_inputs(other: str, first: JsonObject) -> None:
    given_ = Given()
    given_.give(noting(first))
    assert not given_.covers(noting(OTHER_NOTES[other]))
    assert given_.covers(noting(first))


def test_s13_a_grant_does_not_cover_a_call_without_what_stood_beside_the_inputs() -> None:
    given_ = Given()
    given_.give(noting(NOTED))
    assert not given_.covers(noting({"traceparent": TRACE}))


def test_s13_a_trace_inside_the_inputs_is_an_input() -> None:
    given_ = Given()
    given_.give(noting({}, {"traceparent": TRACE}))
    assert given_.covers(noting({}, {"traceparent": TRACE}))
    assert not given_.covers(noting({}, {"traceparent": TRACE.replace("b", "c")}))
    assert not given_.covers(noting({"traceparent": TRACE}, {}))


def test_s13_numbers_beside_a_trace_are_compared_as_they_were_written() -> None:
    given_ = Given()
    given_.give(frozen_call("call-1", parsed(b'{"name":"w","_meta":{"n":1.50,"traceparent":"%s"}}'), NOW))
    assert not given_.covers(frozen_call("call-2", parsed(b'{"name":"w","_meta":{"n":1.5,"traceparent":"%s"}}'), NOW))
    assert given_.covers(frozen_call("call-3", parsed(b'{"name":"w","_meta":{"n":1.50}}'), NOW))


def test_no_grant_is_for_a_call_that_carries_much_beside_its_inputs() -> None:
    room = MAX_OTHER_PARAMS - len(noting({"x": ""}).params) + len(noting({"x": ""}).arguments)
    assert Given().refusal(noting({"x": "a" * room})) == ""
    assert "beside its inputs" in Given().refusal(noting({"x": "a" * (room + 1)}))


# A changed definition that was reviewed


def test_s15_permissions_go_on_for_the_reviewed_definition_of_that_tool_alone() -> None:
    given_ = Given()
    grant = given_.give(call())
    other = given_.give(call(name="other"))
    changes = given_.changes
    assert given_.grants.count_bound_to("files", "write", DEFINITION) == 1
    assert given_.grants.rebind("files", "write", "e" * 64, "f" * 64) == []
    assert given_.grants.rebind("elsewhere", "write", DEFINITION, "f" * 64) == []
    assert given_.changes == changes
    assert given_.grants.rebind("files", "write", DEFINITION, "f" * 64) == [grant.id]
    assert given_.changes == changes + 1
    assert given_.grants.count_bound_to("files", "write", DEFINITION) == 0
    assert given_.grants.count_bound_to("files", "write", "f" * 64) == 1
    assert given_.grants.count_bound_to("files", "other", DEFINITION) == 1
    assert not given_.covers(call())
    assert given_.covers(call(), definition="f" * 64)
    assert {it.id for it in given_.grants.all} == {grant.id, other.id}


# The token of the app


def test_s13_a_grant_does_not_cover_an_app_of_the_same_name_with_another_token() -> None:
    given_ = Given()
    given_.give(call())
    assert not given_.covers(call(app=replace(APP, proof="b" * 64)))


def test_the_grants_of_apps_whose_token_is_gone_or_another_end() -> None:
    given_ = Given()
    kept = given_.give(call(app=App("kept", True, proof="a")))
    anew, gone = (given_.give(call(app=App(name, True, proof="a"))) for name in ("anew", "gone"))
    changes = given_.changes
    given_.grants.recheck_apps({"kept": "a", "anew": "b", "gone": ""}.__getitem__)
    assert given_.grants.all == (kept,)
    assert given_.changes == changes + 1
    records = given_.log.of("grant.revoked")
    assert [record.fields["grant"] for record in records] == [anew.id, gone.id]
    assert {record.fields["because"] for record in records} == {"the app's token was revoked"}
    given_.grants.recheck_apps({"kept": "a"}.__getitem__)
    assert given_.grants.all == (kept,)
    assert given_.changes == changes + 1


def test_another_session_of_the_same_app_is_covered_too() -> None:
    given_ = Given()
    given_.give(call())
    assert given_.covers(call(app=replace(APP, session="s2", pid=99)))


# When none may be given, and none covers

MANAGED = Verdict(Effect.ASK, "m1", "managed", "Rule m1 requires a person to see it.")
GUARD = Verdict(Effect.ASK, "guard:app:r1", "guard", "A person is asked all the same.")
ODD = Verdict(Effect.ASK, "x", "a source of tomorrow", "Because.")
ALLOW = Verdict(Effect.ALLOW, "r1", "user", "Rule r1 allows it.")
DENY = Verdict(Effect.DENY, "r1", "user", "Rule r1 denies it.")


@pytest.mark.parametrize("verdict", [ASK, USER_ASK], ids=lambda verdict: verdict.source)
@pytest.mark.parametrize("findings", [(), (NOTE,), (NOTE, NOTE)], ids=len)
def test_a_grant_may_be_given_where_the_default_or_the_user_asks(
    verdict: Verdict, findings: tuple[Finding, ...]
) -> None:
    assert Given().refusal(call(), verdict, findings) == ""


@pytest.mark.parametrize(
    "verdict", [MANAGED, GUARD, ODD, ALLOW, DENY], ids=["managed", "guard", "odd", "allow", "deny"]
)
def test_s13_no_grant_answers_another_than_the_users_own_question(verdict: Verdict) -> None:
    given_ = Given()
    given_.give(call())
    assert not given_.covers(call(), verdict=verdict)
    refusal = given_.refusal(call(), verdict)
    assert refusal.endswith(".")
    assert "\n" not in refusal
    assert len(refusal) < 80


@pytest.mark.parametrize("app", [App("claude", False), App("unknown", False), App("unknown", True)], ids=str)
def test_s33_no_grant_is_for_an_app_that_did_not_prove_its_name(app: App) -> None:
    given_ = Given()
    assert "did not prove" in given_.refusal(call(app=app))
    assert given_.offer(call(app=app)) is None
    given_.give(call())
    assert not given_.covers(call(app=app))


@pytest.mark.parametrize("severity", [Severity.MEDIUM, Severity.HIGH])
def test_s13_no_grant_is_for_a_call_with_something_to_notice(severity: Severity) -> None:
    given_, worry = Given(), replace(WORRY, severity=severity)
    assert "only be approved once" in given_.refusal(call(), ASK, (NOTE, worry))
    given_.give(call())
    assert not given_.covers(call(), findings=(worry,))


@pytest.mark.parametrize("member", ["inputResponses", "requestState"])
def test_s02_no_grant_is_for_a_call_that_goes_on_with_an_earlier_one(member: str) -> None:
    given_ = Given()
    plain = frozen_call("call-1", modern(call_params()), NOW)
    given_.give(plain)
    goes_on = frozen_call("call-2", modern(call_params() | {member: {"n": 2**70}}), NOW)
    assert goes_on.arguments == plain.arguments
    assert given_.covers(plain)
    assert not given_.covers(goes_on)
    assert "earlier call" in given_.refusal(goes_on)


def test_an_argument_that_is_only_named_so_does_not_go_on_with_anything() -> None:
    named = frozen_call("call-1", modern(call_params("any", {"requestState": 1})), NOW)
    assert Given().refusal(named) == ""


def test_no_grant_is_for_arguments_that_are_long() -> None:
    given_ = Given()
    longest = call({"text": "x" * (MAX_ARGUMENTS - len('{"text":""}'))})
    assert given_.refusal(longest) == ""
    assert "too long" in given_.refusal(call({"text": "x" * MAX_ARGUMENTS}))


# Time


@pytest.mark.parametrize("which", ["wall", "steady", "both"])
def test_s13_a_grant_ends_when_the_first_of_two_clocks_says_so(which: str) -> None:
    given_ = Given()
    given_.give(call())
    clocks = {"wall": [given_.wall], "steady": [given_.steady], "both": [given_.wall, given_.steady]}[which]
    for clock in clocks:
        clock.now += SECONDS["15min"] - 0.001
    assert given_.covers(call())
    for clock in clocks:
        clock.now += 0.001
    assert not given_.covers(call())
    assert given_.grants.all == ()


def test_s13_a_clock_that_is_set_back_keeps_no_grant_alive() -> None:
    given_ = Given()
    given_.give(call())
    given_.wall.now -= 3600
    given_.steady.now += SECONDS["15min"]
    assert not given_.covers(call())


def test_an_expired_grant_is_neither_listed_nor_revoked() -> None:
    given_ = Given()
    grant = given_.give(call())
    given_.wall.now += SECONDS["15min"]
    assert given_.grants.all == ()
    assert not given_.grants.revoke(grant.id, "ana")
    assert given_.log.drafts == []


# The list


def test_grants_are_listed_newest_first_and_count_their_use() -> None:
    given_ = Given()
    first, second = given_.give(call({"n": 1})), given_.give(call({"n": 2}))
    given_.grants.count_use(first.id)
    given_.grants.count_use(first.id)
    given_.grants.count_use("no such grant")
    assert [(grant.id, grant.used) for grant in given_.grants.all] == [(second.id, 0), (first.id, 2)]
    assert given_.changes == 4


def test_a_revoked_grant_covers_nothing_from_that_moment() -> None:
    given_ = Given()
    grant, other = given_.give(call({"n": 1})), given_.give(call({"n": 2}))
    assert given_.grants.revoke(grant.id, "ana")
    assert not given_.covers(call({"n": 1}))
    assert given_.grants.all == (other,)
    assert not given_.grants.revoke(grant.id, "ana")
    (record,) = given_.log.drafts
    assert (record.kind, record.fields) == ("grant.revoked", {"grant": grant.id, "who": "ana"})
    assert given_.changes == 3


def test_the_same_grant_given_again_replaces_the_older() -> None:
    given_ = Given()
    older = given_.give(call())
    given_.wall.now += 100
    newer = given_.give(call())
    assert given_.grants.all == (newer,)
    (record,) = given_.log.of("grant.revoked")
    assert (record.fields["grant"], "anew" in str(record.fields["because"])) == (older.id, True)


def test_s13_there_is_room_for_so_many_grants_and_not_for_one_more() -> None:
    given_ = Given()
    for number in range(MAX_GRANTS - 1):
        given_.give(call({"n": number}))
    assert given_.refusal(call()) == ""
    given_.give(call({"n": "last"}))
    assert f"{MAX_GRANTS}" in given_.refusal(call())
    late = given_.offered(call())
    given_.grants.give(late)
    assert not given_.covers(call())
    assert [record.fields["grant"] for record in given_.log.of("grant.revoked")] == [late.grant.id]
    given_.wall.now += SECONDS["15min"]
    assert given_.refusal(call()) == ""


def test_a_full_list_can_be_renewed() -> None:
    given_ = Given()
    for number in range(MAX_GRANTS):
        given_.give(call({"n": number}))
    given_.give(call({"n": 5}))
    assert len(given_.grants.all) == MAX_GRANTS


def test_s13_a_servers_public_digest_is_not_what_binds_a_grant() -> None:
    """Two configurations may look the same in the log and differ in a secret."""
    given_ = Given()
    given_.give(call())
    other = ServerRef(SERVER.id, "0" * 64, SERVER.public_digest)
    assert not given_.covers(replace(call(), server=other))
