from __future__ import annotations

import json

from host.model import Draft
from tests.unit.host.audit.support import Log, decided, outcome, write


def proposed(call: str) -> Draft:
    return Draft("call.proposed", {"round": 1}, call=call)


async def ended_at_the_next_start(log: Log) -> list[dict[str, object]]:
    """The bodies of the records that the next host writes at its start, after its own."""
    before = len(log.rows())
    store = log.open()
    await store.begin(Draft("host.started", {"pid": 2}))
    await store.close()
    started, *ends = [json.loads(row.body) for row in log.rows()[before:]]
    assert started["kind"] == "host.started"
    assert log.verify().ok
    return ends


async def test_an_approved_call_without_outcome_ends_as_unknown(log: Log) -> None:
    await store_all(log, decided("c1"))
    [end] = await ended_at_the_next_start(log)
    assert (end["kind"], end["call"]) == ("call.outcome", "c1")
    assert end["fields"] == {"status": "unknown", "because": "the host stopped before the outcome was known"}


async def test_a_call_that_nobody_decided_ends_as_denied(log: Log) -> None:
    await store_all(log, proposed("c1"), proposed("c2"), proposed("c1"))
    ends = await ended_at_the_next_start(log)
    assert [(end["kind"], end["call"]) for end in ends] == [("call.decided", "c2"), ("call.decided", "c1")]
    assert ends[0]["fields"] == {
        "decision": "deny",
        "by": "fault",
        "because": "the host stopped while the call was waiting",
    }


def signed(call: str) -> Draft:
    return Draft("call.signed", {"approver": "Ada", "round": 1}, call=call)


async def test_a_call_that_somebody_signed_and_nobody_decided_ends_as_denied(log: Log) -> None:
    await store_all(log, proposed("c1"), signed("c1"), signed("c1"))
    [end] = await ended_at_the_next_start(log)
    assert (end["kind"], end["call"]) == ("call.decided", "c1")


async def test_a_signature_that_came_too_late_changes_nothing_of_how_a_call_ends(log: Log) -> None:
    denied, approved = decided("c1", "deny"), decided("c2")
    await store_all(log, proposed("c1"), denied, signed("c1"), proposed("c2"), signed("c2"), approved, signed("c2"))
    [end] = await ended_at_the_next_start(log)
    assert (end["kind"], end["call"]) == ("call.outcome", "c2")


async def test_an_approved_call_with_which_a_grant_was_given_ends_as_unknown(log: Log) -> None:
    await store_all(log, proposed("c1"), decided("c1"), Draft("grant.given", {"grant": "g1"}, call="c1"))
    [end] = await ended_at_the_next_start(log)
    assert (end["kind"], end["call"]) == ("call.outcome", "c1")


async def test_calls_that_ended_stay_as_they_are(log: Log) -> None:
    await store_all(
        log,
        *(decided("c1"), outcome("c1")),
        *(proposed("c2"), decided("c2"), outcome("c2")),
        *(proposed("c3"), decided("c3", "deny")),
        Draft("call.refused", {"because": "unknown tool"}, call="c4"),
    )
    assert await ended_at_the_next_start(log) == []


async def test_an_orphan_is_ended_once(log: Log) -> None:
    await store_all(log, decided("c1"), proposed("c2"))
    assert len(await ended_at_the_next_start(log)) == 2
    assert await ended_at_the_next_start(log) == []


async def test_a_host_that_died_before_its_first_record_leaves_the_orphans_to_the_next(log: Log) -> None:
    await store_all(log, decided("c1"))
    store = log.open()
    assert [draft.kind for draft in store.orphan_endings()] == ["call.outcome"]
    await store.close()
    assert len(await ended_at_the_next_start(log)) == 1


async def store_all(log: Log, *drafts: Draft) -> None:
    store = log.open()
    await store.begin(Draft("host.started", {"pid": 1}))
    for draft in drafts:
        await store.append(draft)
    await store.close()


def test_a_new_log_has_no_orphans(log: Log) -> None:
    write(log)
    assert len(log.rows()) == 2
