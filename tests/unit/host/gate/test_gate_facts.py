"""What rules see of a call, when it is gathered, and what changes under a decision.

Paths are real here: a temporary folder, and links in it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from host import tasks
from host.gate.checks import GATHERS_PER_APP, MAX_GATHERINGS
from host.gate.refusals import NEW_POLICY, OUTDATED, REDIRECTED, TRUST_CHANGED, NoAnswer
from host.model import (
    Answer,
    App,
    ApprovalRequest,
    CallContext,
    Edit,
    Effect,
    GrantOffers,
    Trust,
    Verdict,
    sha256_hex,
)
from host.policy.facts import ArgumentSchema, CallFacts, Needs
from host.values import replace
from tests.unit.host.support import Desk, Person, for_a_while, no, text_of, tool, until, yes

PATHS = Needs(paths=True)
ANNOTATED = tool("noted", annotations={"readOnlyHint": True, "requiredApprovers": ["X"]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With ``a`` and ``b``, and ``link``, which leads to ``a``."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    return tmp_path


def swap(folder: Path) -> None:
    """Let the link lead to ``b``."""
    (folder / "link").unlink()
    (folder / "link").symlink_to(folder / "b")


def within(desk: Desk, *folders: Path) -> None:
    """Let the desk's rules allow paths in ``folders``, as they are called, and ask about others."""

    def judge(facts: CallFacts) -> Verdict:
        places = [fact.place.text if fact.place else "" for fact in facts.paths or ()]
        inside = bool(places) and all(Path(place).parent in folders for place in places)
        return Verdict(Effect.ALLOW if inside else Effect.ASK, "r1", "user", "Paths.")

    desk.rules.judge = judge  # type: ignore[method-assign]
    desk.rules.wants = PATHS


# What is gathered


async def test_rules_see_names_trust_annotations_findings_and_the_time() -> None:
    desk = Desk(Effect.ALLOW, tools=[ANNOTATED])
    desk.rules.trust = "managed"
    await desk.call("noted", {"n": 2**60})
    facts = desk.rules.facts[0]
    assert (facts.server, facts.tool, facts.app, facts.app_authenticated) == ("files", "noted", "claude", True)
    assert facts.trust == "managed"
    assert facts.annotations == {"readOnlyHint": True, "requiredApprovers": ["X"]}
    assert [found.kind for found in facts.findings] == ["big-number"]
    assert facts.now is not None
    assert facts.now.utcoffset() is not None
    assert facts.now.timestamp() == desk.clock.now


@pytest.mark.parametrize("annotations", [None, [], "readOnlyHint", 7], ids=repr)
async def test_annotations_that_are_no_object_are_none(annotations: None) -> None:
    desk = Desk(Effect.ALLOW, tools=[tool("noted", annotations=annotations)])
    await desk.call("noted")
    assert desk.rules.facts[0].annotations == {}


async def test_nothing_is_looked_up_where_no_rule_needs_it() -> None:
    desk = Desk(Effect.ALLOW)
    await desk.call("any", {"path": "notes.txt", "url": "https://example.com/a/b", "text": "Well done, Größe!"})
    assert [(facts.paths, facts.hosts) for facts in desk.rules.facts] == [(None, None)]


async def test_s35_where_a_path_leads_is_looked_at_where_nobody_would_be_asked(folder: Path) -> None:
    desk = Desk(Effect.ALLOW)
    await desk.call("any", {"path": str(folder / "a")})
    assert desk.rules.facts[0].paths is None
    assert desk.rules.facts[-1].paths is not None
    assert desk.rules.facts[-1].hosts is None


async def test_what_a_rule_needs_is_gathered_before_it_is_asked(folder: Path) -> None:
    desk = Desk(Effect.ALLOW)
    schema = ArgumentSchema({"required": ["path"]}, sha256_hex(b"required"))
    desk.rules.wants = Needs((schema,), (str(folder),), paths=True, hosts=True)
    await desk.call("any", {"path": str(folder / "link" / "x"), "url": "https://example.com/"})
    facts = desk.rules.facts[0]
    assert facts.paths is not None
    assert [fact.place and fact.place.text for fact in facts.paths if fact.kind == "path"] == [str(folder / "a" / "x")]
    assert facts.hosts is not None
    assert [fact.host for fact in facts.hosts if fact.kind == "url"] == ["example.com"]
    assert facts.fits(schema) is True
    assert str(folder) in facts.folders


async def test_for_a_person_paths_and_hosts_are_gathered_whatever_rules_need(folder: Path) -> None:
    desk = Desk(Effect.ASK)
    desk.quick()
    await desk.call("any", {"path": str(folder / "a")})
    before, after = desk.rules.facts
    assert before.paths is None
    assert after.paths is not None
    assert after.hosts is not None


@pytest.mark.parametrize("trust", ["none", "user", "managed"])
async def test_question_and_records_say_who_vouches_for_the_server(trust: Trust) -> None:
    desk = Desk(Effect.ASK, tools=[ANNOTATED])
    desk.rules.trust = trust
    approver = desk.quick()
    run, _ = await desk.call("noted")
    assert approver.asked[0].call.server.trust == trust
    for kind in ("call.proposed", "call.decided"):
        (draft,) = desk.log.of(kind, run.call)
        assert draft.fields.get("trust", "none") == trust
        assert draft.fields["annotations"] == ANNOTATED["annotations"]


async def test_a_decision_without_a_person_keeps_the_annotations_too() -> None:
    for effect in (Effect.ALLOW, Effect.DENY):
        desk = Desk(effect, tools=[ANNOTATED])
        run, _ = await desk.call("noted")
        (draft,) = desk.log.of("call.decided", run.call)
        assert draft.fields["annotations"] == ANNOTATED["annotations"]


# The rules in force


async def test_a_file_that_changed_is_read_before_a_call_is_judged_by_it() -> None:
    desk = Desk(Effect.ALLOW)

    async def ready() -> None:
        await asyncio.sleep(0)
        desk.rules.outdated = lambda: False
        desk.rules.effect = Effect.DENY

    desk.rules.outdated = lambda: True
    desk.rules.ready = ready  # type: ignore[method-assign]
    _, reply = await desk.call()
    assert "Not allowed by policy" in text_of(reply.result)
    assert not desk.server.calls


async def test_rules_that_change_while_facts_are_gathered_get_facts_of_their_own(folder: Path) -> None:
    desk = Desk(Effect.ALLOW)
    asked: list[Needs] = []

    def needs(*_: str) -> Needs:
        asked.append(Needs(paths=True, hosts=bool(asked)))
        if len(asked) == 1:
            asyncio.get_running_loop().call_soon(setattr, desk.rules, "reason", "new")
        return asked[-1]

    desk.rules.needs = needs  # type: ignore[method-assign, assignment]
    _, reply = await desk.call("any", {"path": str(folder / "a")})
    assert text_of(reply.result) == "done"
    assert all(facts.hosts is not None for facts in desk.rules.facts)


async def test_rules_that_never_come_to_rest_let_nothing_pass(folder: Path) -> None:
    desk = Desk(Effect.ALLOW)
    desk.rules.wants = PATHS
    looks: list[int] = []

    def needs(*_: str) -> Needs:
        looks.append(desk.rules.generation)
        asyncio.get_running_loop().call_soon(setattr, desk.rules, "reason", f"{len(looks)}")
        return PATHS

    desk.rules.needs = needs  # type: ignore[method-assign, assignment]
    run, reply = await desk.call("any", {"path": str(folder / "a")})
    assert "not sent" in text_of(reply.result)
    assert len(looks) == MAX_GATHERINGS
    (draft,) = desk.log.of("call.decided", run.call)
    assert draft.fields["by"] == "drift"


async def test_s11_an_app_whose_calls_are_slow_to_look_at_holds_up_no_other_apps() -> None:
    desk, go, looking = Desk(Effect.ALLOW), asyncio.Event(), list[str]()
    desk.rules.wants = PATHS
    facts = desk.gate._checks._gatherer.facts  # noqa: SLF001  # the file system, made slow

    async def slow(call: CallContext, *rest: Any, **more: Any) -> CallFacts:
        looking.append(call.app)
        if call.app == "claude":
            await go.wait()
        return await facts(call, *rest, **more)

    desk.gate._checks._gatherer.facts = slow  # type: ignore[method-assign]  # noqa: SLF001
    calls = [tasks.spawn(desk.call("any", {"path": "/x"}), name="slow") for _ in range(GATHERS_PER_APP + 1)]
    await until(lambda: len(looking) == GATHERS_PER_APP)
    run = desk.make_run("any", {"path": "/x"}, app=App("cursor", authenticated=True))
    assert text_of((await desk.through(run)).result) == "done"
    assert looking == ["claude"] * GATHERS_PER_APP + ["cursor"]
    go.set()
    for call in calls:
        await call
    assert looking.count("claude") == GATHERS_PER_APP + 1


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_a_file_that_changes_while_the_decision_is_written_is_read_before_the_bytes_leave(
    effect: Effect,
) -> None:
    desk = Desk(effect)
    desk.quick()

    async def ready() -> None:
        await asyncio.sleep(0)
        desk.rules.outdated = lambda: False
        desk.rules.effect = Effect.DENY

    desk.rules.ready = ready  # type: ignore[method-assign]
    desk.log.while_writing("call.decided", lambda: setattr(desk.rules, "outdated", lambda: True))
    run, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls
    assert desk.log.of("call.outcome", run.call)[0].fields["because"] == f"not sent: {NEW_POLICY}"


async def test_a_file_that_is_read_and_says_the_same_changes_nothing() -> None:
    desk = Desk(Effect.ALLOW)

    async def ready() -> None:
        await asyncio.sleep(0)
        desk.rules.outdated = lambda: False
        desk.rules.generation += 1

    desk.rules.ready = ready  # type: ignore[method-assign]
    desk.log.while_writing("call.decided", lambda: setattr(desk.rules, "outdated", lambda: True))
    _, reply = await desk.call()
    assert text_of(reply.result) == "done"
    assert len(desk.rules.facts) == 2


async def test_a_file_that_is_another_again_after_it_was_read_lets_nothing_pass() -> None:
    desk = Desk(Effect.ALLOW)
    desk.log.while_writing("call.decided", lambda: setattr(desk.rules, "outdated", lambda: True))
    _, reply = await desk.call()
    assert desk.rules.readied == 1
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls


async def test_what_the_files_say_is_in_force_before_anything_is_looked_at() -> None:
    desk = Desk(Effect.ALLOW)
    desk.outdated = True
    desk.rules.outdated = lambda: True

    async def ready() -> None:
        await asyncio.sleep(0)
        desk.rules.outdated = lambda: False
        desk.outdated = False  # the files say so: the server is configured again

    desk.rules.ready = ready  # type: ignore[method-assign]
    await desk.call()
    assert len(desk.server.calls) == 1


@pytest.mark.parametrize("end", ["stop", "configuration"])
async def test_a_call_that_ends_during_the_last_look_is_not_sent(end: str) -> None:
    desk = Desk(Effect.ALLOW)
    run = desk.make_run()

    async def ready() -> None:
        await asyncio.sleep(0)
        desk.rules.outdated = lambda: False
        if end == "stop":
            desk.gate.emergency_stop()
        else:
            desk.outdated = True

    desk.rules.ready = ready  # type: ignore[method-assign]
    desk.log.while_writing("call.decided", lambda: setattr(desk.rules, "outdated", lambda: True))
    assert "not sent" in text_of((await desk.through(run)).result)
    assert not desk.server.calls


async def test_rules_that_change_while_paths_are_resolved_again_get_facts_of_their_own(folder: Path) -> None:
    desk = Desk(Effect.ALLOW)
    asked: list[Needs] = []

    def needs(*_: str) -> Needs:
        asked.append(Needs(paths=True, hosts=len(asked) > 1))
        if len(asked) == 2:  # the last look
            asyncio.get_running_loop().call_soon(setattr, desk.rules, "generation", -1)
            return PATHS
        return asked[-1]

    desk.rules.needs = needs  # type: ignore[method-assign, assignment]
    _, reply = await desk.call("any", {"path": str(folder / "a")})
    assert text_of(reply.result) == "done"
    assert [facts.hosts is not None for facts in desk.rules.facts] == [False, True]


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
@pytest.mark.parametrize("what", ["rule", "reason", "obligations"])
async def test_any_difference_of_the_verdict_before_the_bytes_leave_keeps_the_call(effect: Effect, what: str) -> None:
    desk = Desk(effect)
    desk.quick()
    other = replace(desk.rules.obligations, review_result=True) if what == "obligations" else "other"
    desk.log.while_writing("call.decided", lambda: setattr(desk.rules, what, other))
    _, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls


# Trust


@pytest.mark.parametrize("to", ["none", "managed"])
@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_s19_trust_that_changed_while_the_decision_was_written_keeps_the_call(effect: Effect, to: Trust) -> None:
    desk = Desk(effect)
    desk.rules.trust = "user"
    desk.quick()
    desk.log.while_writing("call.decided", lambda: setattr(desk.rules, "trust", to))
    run, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls
    assert desk.log.of("call.outcome", run.call)[0].fields["because"] == f"not sent: {TRUST_CHANGED}"


async def test_s19_a_person_who_vouches_while_deciding_is_asked_again_and_nothing_is_sent_by_that() -> None:
    desk = Desk(Effect.ASK)
    person = desk.person()
    task = tasks.spawn(desk.through(desk.make_run()), name="call")
    first = await person.until_asked()
    desk.rules.trust = "user"
    person.answer(Edit(first.call.id, first.call.digest, None, "ana"))
    second = await person.until_asked(2)
    assert (first.call.server.trust, second.call.server.trust) == ("none", "user")
    assert (second.round, second.voided_because, second.edited) == (2, "", None)
    assert second.call.digest == first.call.digest
    assert not desk.server.calls
    assert not desk.log.of("call.edited")
    person.answer(yes(second))
    assert text_of((await task).result) == "done"


async def test_a_question_that_is_not_asked_again_since_all_changed_says_that() -> None:
    desk = Desk(Effect.ASK)
    person = desk.person()
    ended: list[object] = []
    desk.approvals.ended.connect(lambda _, end: ended.append(end))
    task = tasks.spawn(desk.through(desk.make_run()), name="call")
    first = await person.until_asked()
    desk.outdated = True
    person.answer(Edit(first.call.id, first.call.digest, None, "ana"))
    assert "configuration changed" in text_of((await task).result)
    assert ended == [NoAnswer("drift", OUTDATED)]


async def test_s19_trust_that_changed_while_a_person_decided_is_reported_and_asked_again() -> None:
    desk = Desk(Effect.ASK)
    desk.rules.trust = "user"
    person = desk.person()
    task = tasks.spawn(desk.through(desk.make_run()), name="call")
    first = await person.until_asked()
    desk.rules.trust = "none"
    person.answer(yes(first))
    second = await person.until_asked(2)
    assert (first.call.server.trust, second.call.server.trust) == ("user", "none")
    assert second.voided_because == TRUST_CHANGED
    person.answer(yes(second))
    assert text_of((await task).result) == "done"


# Paths that lead elsewhere


async def test_s35_a_link_that_is_swapped_while_a_rules_decision_is_written_keeps_the_call(folder: Path) -> None:
    desk = Desk()
    within(desk, folder / "a")
    desk.log.while_writing("call.decided", lambda: swap(folder))
    run, reply = await desk.call("any", {"path": str(folder / "link" / "x")})
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome cancelled"]


async def test_s35_a_link_that_is_swapped_keeps_the_call_even_where_the_rule_allows_both_ends(folder: Path) -> None:
    desk = Desk()
    within(desk, folder / "a", folder / "b")
    desk.log.while_writing("call.decided", lambda: swap(folder))
    run, _ = await desk.call("any", {"path": str(folder / "link" / "x")})
    assert not desk.server.calls
    assert desk.log.of("call.outcome", run.call)[0].fields["because"] == f"not sent: {REDIRECTED}"


async def test_s35_a_rule_allows_what_still_lies_within_when_the_bytes_leave(folder: Path) -> None:
    desk = Desk()
    within(desk, folder / "a")
    desk.log.while_writing("call.decided", (folder / "a" / "x").touch)
    _, reply = await desk.call("any", {"path": str(folder / "link" / "x")})
    assert text_of(reply.result) == "done"


async def test_s35_a_link_that_is_swapped_while_a_person_decides_is_reported_and_asked_again(folder: Path) -> None:
    desk = Desk(Effect.ASK)
    person: Person = desk.person()
    task = tasks.spawn(desk.through(desk.make_run("any", {"path": str(folder / "link" / "x")})), name="call")
    first = await person.until_asked()
    swap(folder)
    person.answer(yes(first))
    second = await person.until_asked(2)
    assert second.voided_because == REDIRECTED
    person.answer(no(second))
    await task
    assert not desk.server.calls


async def test_s35_a_grant_does_not_cover_a_path_that_leads_elsewhere_by_then(folder: Path) -> None:
    desk = Desk(Effect.ASK)
    desk.quick(lambda request: replace(for_a_while(request), bound="pattern"))
    path = {"path": str(folder / "link" / "x")}
    await desk.call("any", dict(path))
    (grant,) = desk.gate.grants.all
    assert grant.bound == "pattern"
    desk.log.while_writing("call.decided", lambda: swap(folder))
    run, reply = await desk.call("any", dict(path))
    assert "not sent" in text_of(reply.result)
    assert len(desk.server.calls) == 1
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome cancelled"]


async def test_s13_what_a_grant_covers_is_what_was_shown_with_the_question(folder: Path) -> None:
    desk = Desk(Effect.ASK)
    offered: list[GrantOffers] = []

    def answer(request: ApprovalRequest) -> Answer:
        offered.append(desk.approvals.waiting(request.call.id).offers)
        return for_a_while(request)

    desk.quick(answer)
    await desk.call("any", {"path": str(folder / "a" / "x")})
    (grant,) = desk.gate.grants.all
    (exact,) = [offer for offer in offered[0].bounds if offer.bound == "exact"]
    assert grant.covers == exact.covers
