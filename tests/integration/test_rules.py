"""Rules that a person changes and asks about, through the real host and the window's own connection."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from host.control.protocol import (
    CheckRule,
    ConfirmPolicy,
    EnableRule,
    ExplainCall,
    ExportRules,
    ImportRules,
    ReadImport,
    ReadRuleForm,
    ReadRules,
    ReadServer,
    RemoveRule,
    SaveRule,
    StateChanged,
    VouchServer,
    Welcome,
    WhyCall,
)
from host.control.views import HostState
from tests.integration.test_window import rig_with
from tests.support.app import text_of
from tests.support.profile import Profile
from tests.support.rig import Rig, flush, write_policy
from tests.support.signing import MemoryKeyring
from tests.support.waiting import eventually
from tests.support.windows import Refused, TestWindow, Windows, answer

ALLOW = '{ "effect": "allow", "match": { "server": "raw", "tool": "echo" } }'

pytestmark = pytest.mark.usefixtures("at_once")


async def told(window: TestWindow, wanted: Callable[[HostState], bool]) -> HostState:
    """The first state that is as ``wanted``."""

    def newest() -> HostState | None:
        states = [event.state for event in window.events if isinstance(event, StateChanged | Welcome)]
        return states[-1] if states and wanted(states[-1]) else None

    state = await eventually(newest)
    assert state is not None
    return state


async def effect(rig: Rig, app: Any, text: str) -> str:
    """By what a call that nobody is asked about was decided."""
    await app.call("echo", {"text": text})
    decided = (await rig.records("call.decided"))[-1]
    return f"{decided['decision']} by {decided['by']}"


async def test_a_rule_that_a_person_saves_switches_off_and_removes_counts_at_once(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows, grace=0.2) as rig:
        window, app = await windows.joined(), await rig.app()
        await window.ask(SaveRule(ALLOW))
        assert await effect(rig, app, "saved") == "approve by rule"
        page = await window.ask(ReadRules())
        assert [(rule.id, rule.counts, rule.waits) for rule in page.rules] == [("allow-raw-echo", True, "")]
        assert (page.rules[0].used, bool(page.rules[0].last_used)) == (1, True)
        await window.ask(EnableRule("allow-raw-echo", enabled=False))
        _, waiting = app.begin_call("echo", {"text": "off"})
        question = await window.asked()
        await window.ask(answer(question, approve=False))
        await waiting
        await window.ask(EnableRule("allow-raw-echo", enabled=True))
        await window.ask(SaveRule('{ "effect": "deny", "match": { "tool": "echo" } }'))
        assert await effect(rig, app, "denied") == "deny by rule"
        await window.ask(RemoveRule("deny-echo"))
        assert await effect(rig, app, "removed") == "approve by rule"
        state = await told(window, lambda state: state.policy.count == 1)
        assert state.policy.waits == 0
        edited = await rig.records("policy.edited")
        assert [record["what"] for record in edited] == ["saved", "disabled", "enabled", "saved", "removed"]
        assert {record["who"] for record in edited} == {(await window.hear(Welcome)).person}


async def test_s39_what_is_written_into_the_file_meanwhile_waits_all_the_same(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows, grace=0.2):
        window = await windows.joined()
        await window.ask(SaveRule('{ "id": "no", "effect": "deny", "match": { "tool": "rm" } }'))
        document = json.loads(profile.paths.policy_file.read_text().split("\n", 1)[1])
        document["rules"].append({"id": "sly", "effect": "allow", "match": {}})
        document["trust"] = {"raw": "0" * 64}
        profile.paths.policy_file.write_text(json.dumps(document))
        state = await told(window, lambda state: state.policy.waits == 2)
        await window.ask(SaveRule('{ "id": "mine", "effect": "ask", "match": { "tool": "x" } }'))
        again = await told(window, lambda state: state.policy.count == 3)
        kinds = [change.kind for change in again.policy.waiting]
        assert (kinds, again.policy.digest == state.policy.digest) == (["trusts", "allows"], False)
        with pytest.raises(Refused, match="has changed"):
            await window.ask(ConfirmPolicy(state.policy.digest))
        await window.ask(ConfirmPolicy(again.policy.digest))
        assert (await told(window, lambda state: state.policy.digest == "")).policy.waits == 0


@pytest.mark.expected_logs(r"host\.policy\.baseline_store: policy-confirmed\.json is not what the keyring remembers")
async def test_s39_what_was_confirmed_counts_after_a_restart_where_the_keyring_remembers_it(
    profile: Profile, windows: Windows
) -> None:
    keyring = MemoryKeyring()
    async with rig_with(profile, windows, grace=0.2, seal=keyring.seal):
        window = await windows.joined()
        await window.ask(SaveRule(ALLOW))
        assert (await told(window, lambda state: state.policy.count == 1)).policy.why_not_remembered == ""
    copy = profile.paths.data / "policy-confirmed.json"
    confirmed = copy.read_bytes()
    async with Rig(profile, seal=keyring.seal) as rig:
        assert await effect(rig, await rig.app(), "after") == "approve by rule"
    copy.write_bytes(confirmed + b" ")
    async with Rig(profile, seal=keyring.seal) as rig:
        assert (await effect(rig, await rig.app(), "forged")).startswith("deny by")
        assert [change.kind for change in rig.host.policy.sources[1].waiting] == ["gone", "allows"]


async def test_a_server_is_vouched_for_as_it_was_shown_and_no_other(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows):
        window = await windows.joined()
        shown = (await window.ask(ReadServer("raw"))).server
        assert (shown.trust, bool(shown.config_digest)) == ("none", True)
        with pytest.raises(Refused, match="configuration of this server has changed"):
            await window.ask(VouchServer("raw", "0" * 64, vouch=True))
        await window.ask(VouchServer("raw", shown.config_digest, vouch=True))
        assert (await window.ask(ReadServer("raw"))).server.trust == "user"
        await window.ask(VouchServer("raw", shown.config_digest, vouch=False))
        assert (await window.ask(ReadServer("raw"))).server.trust == "none"


async def test_why_is_answered_for_what_waits_what_was_and_what_could_be(profile: Profile, windows: Windows) -> None:
    write_policy(profile.paths.policy_file, {"id": "careful", "effect": "ask", "match": {"tool": "echo"}})
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        question = await window.asked()
        call_id = question.request.call.id
        why = await window.ask(WhyCall(call_id))
        assert (why.effect, why.rule, why.rules[0].id, why.note) == ("ask", "careful", "careful", "")
        await window.ask(answer(question, approve=True))
        assert text_of(await waiting) == "x"
        await flush(rig.host)
        past = await window.ask(WhyCall(call_id))
        assert (past.effect, past.rule, past.because) == ("ask", "careful", why.because)
        await window.ask(SaveRule('{ "id": "never", "effect": "deny", "match": {} }'))
        past = await window.ask(WhyCall(call_id))
        assert (past.effect, past.rule, past.rules[0].id) == ("ask", "careful", "never")
        assert "would decide it differently" in past.note
        tried = await window.ask(ExplainCall("tester", "raw", "echo", "{}"))
        assert (tried.effect, tried.rule) == ("deny", "never")
        instead = '{ "id": "never", "effect": "ask", "match": {} }'
        tried = await window.ask(ExplainCall("tester", "raw", "echo", "{}", instead, "never"))
        assert (tried.effect, tried.rule) == ("ask", "careful")
        for odd in ("[]", "{", '{"a":1,"a":2}', "x" * (1 << 17 | 1)):
            with pytest.raises(Refused, match="inputs"):
                await window.ask(ExplainCall("tester", "raw", "echo", odd))
        with pytest.raises(Refused):
            await window.ask(WhyCall("nothing"))


async def test_a_rule_is_checked_as_it_is_written(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows):
        window = await windows.joined()
        await window.ask(SaveRule(ALLOW))
        wrong = await window.ask(CheckRule('{\n  "effect": "maybe",\n  "match": {}\n}'))
        assert (wrong.rule, len(wrong.problems)) == (None, 1)
        assert wrong.problems[0].startswith("rule:2: ")
        taken = await window.ask(CheckRule('{ "id": "ALLOW-RAW-ECHO", "effect": "ask", "match": {} }'))
        assert taken.problems
        wider = await window.ask(CheckRule('{ "effect": "allow", "match": {} }', "allow-raw-echo"))
        assert (wider.problems, wider.loosens) == ((), True)
        same = await window.ask(CheckRule(ALLOW, "allow-raw-echo"))
        assert (same.loosens, same.rule is not None) == (False, True)


async def test_rules_go_out_to_a_file_and_come_in_from_one(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        await window.ask(SaveRule(ALLOW))
        file = await window.ask(ExportRules())
        read = await window.ask(ReadImport(file))
        assert [(it.there, it.was) for it in read.rules] == [(True, "allow-raw-echo")]
        other = file.replace("echo", "fail")
        read = await window.ask(ReadImport(other))
        await window.ask(ImportRules(tuple(it.rule.text for it in read.rules)))
        page = await window.ask(ReadRules())
        assert [(rule.id, rule.counts) for rule in page.rules] == [("allow-raw-echo", True), ("allow-raw-fail", True)]
        with pytest.raises(Refused):
            await window.ask(ImportRules(tuple(it.rule.text for it in read.rules)))
        await flush(rig.host)
        assert (await rig.records("policy.edited"))[-1]["what"] == "imported"


async def test_the_form_offers_what_is_configured_and_was_seen(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        await window.ask(answer(await window.asked(), approve=False))
        await waiting
        await flush(rig.host)
        form = await window.ask(ReadRuleForm())
        assert "echo" in form.tools["raw"]
        assert form.apps
        assert {field.key for field in form.fields} >= {("effect",), ("match", "tool"), ("expires",)}


async def test_ten_thousand_rules_are_read_a_page_at_a_time(profile: Profile, windows: Windows) -> None:
    many = [{"id": f"r{n}", "effect": "ask", "match": {"server": f"s{n}", "tool": "t*"}} for n in range(10_000)]
    write_policy(profile.paths.policy_file, *many)
    async with rig_with(profile, windows):
        window = await windows.joined()
        assert (await told(window, lambda state: state.policy.count == 10_000)).policy.waits == 0
        page = await window.ask(ReadRules(begin=9_990, limit=500))
        assert ([rule.id for rule in page.rules], page.total) == ([f"r{n}" for n in range(9_990, 10_000)], 10_000)
        found = await window.ask(ReadRules("S1234 T*"))
        assert ([rule.id for rule in found.rules], found.total) == (["r1234"], 1)
        assert (await window.ask(ReadRules(effect="deny"))).total == 0
        assert (await window.ask(ReadRules(source="managed"))).total == 0
        await window.ask(SaveRule('{ "effect": "deny", "match": {} }'))
        after = await window.ask(ReadRules(effect="deny"))
        assert (after.total, after.generation) == (1, page.generation + 1)
