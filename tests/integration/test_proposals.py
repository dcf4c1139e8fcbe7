"""Rules that Assent proposes and tries, through the real host, the window's own connection, and the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from host.control.protocol import DismissSuggestion, DraftRule, RemoveRule, ReplayRule, SaveRule
from host.control.views import HostState
from host.gate.rule_suggestions import MIN_APPROVALS
from host.model import Effect
from tests.integration.test_rules import effect, told
from tests.integration.test_window import rig_with
from tests.support.commands import run_here, run_program
from tests.support.hosts import managed
from tests.support.profile import Profile
from tests.support.rig import flush
from tests.support.windows import Refused, TestWindow, Windows, answer

DENY = '{ "id": "no-echo", "effect": "deny", "match": { "tool": "echo" } }'

pytestmark = pytest.mark.usefixtures("at_once")


async def approved(
    window: TestWindow, app: Any, text: str, number: int = 1, *, approve: bool = True, tool: str = "echo"
) -> str:
    """A person answers a call, the ``number``-th that is asked; returns its id."""
    _, waiting = app.begin_call(tool, {"text": text})
    question = await window.asked(number)
    await window.ask(answer(question, approve=approve))
    await waiting
    return question.request.call.id


async def test_a_rule_made_from_a_past_call_decides_such_calls_once_it_is_saved(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        call = await approved(window, app, "same")
        await flush(rig.host)
        draft = await window.ask(DraftRule(call))
        assert json.loads(draft.rule.text)["effect"] == "allow"
        report = await window.ask(ReplayRule(draft.rule.text))
        assert [(row.call_id, row.then, row.now) for row in report.changed] == [(call, "ask", "allow")]
        await window.ask(SaveRule(draft.rule.text))
        assert await effect(rig, app, "same") == "approve by rule"
        _, waiting = app.begin_call("echo", {"text": "other"})
        await window.ask(answer(await window.asked(2), approve=False))
        await waiting


async def test_a_rule_made_from_a_waiting_call_allows_it_and_one_from_a_denied_call_denies(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "now"})
        question = await window.asked()
        draft = await window.ask(DraftRule(question.request.call.id))
        assert json.loads(draft.rule.text)["effect"] == "allow"
        await window.ask(answer(question, approve=False))
        await waiting
        await flush(rig.host)
        denied = await window.ask(DraftRule(question.request.call.id))
        assert json.loads(denied.rule.text)["effect"] == "deny"
        with pytest.raises(Refused):
            await window.ask(DraftRule("nothing"))


async def test_a_replay_tells_of_rules_that_are_added_and_of_one_that_is_taken_away(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        await approved(window, app, "a")
        await window.ask(SaveRule(DENY))
        await app.call("echo", {"text": "b"})
        await flush(rig.host)
        report = await window.ask(ReplayRule("", "no-echo", removes=True))
        assert (report.looked, [(row.then, row.now) for row in report.changed]) == (2, [("deny", "ask")] * 2)
        report = await window.ask(ReplayRule('{ "effect": "ask", "match": {} }'))
        assert (report.looked, report.changed) == (2, ()), "what the saved rule does already is none of its credit"
        with pytest.raises(Refused):
            await window.ask(ReplayRule("no rule"))


async def test_equal_approvals_suggest_the_narrowest_rule_until_it_is_dismissed(
    profile: Profile, windows: Windows
) -> None:
    def suggests(state: HostState) -> bool:
        return bool(state.policy.suggestions)

    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        for number in range(MIN_APPROVALS):
            await approved(window, app, "same", number + 1)
        (suggestion,) = (await told(window, suggests)).policy.suggestions
        assert json.loads(suggestion.rule.text)["match"]["arguments"]["properties"] == {"text": {"const": "same"}}
        await window.ask(SaveRule(suggestion.rule.text))
        assert not suggests(await told(window, lambda state: state.policy.count == 1)), "it is a rule by now"
        await window.ask(RemoveRule(suggestion.rule.id))
        await told(window, suggests)
        await window.ask(DismissSuggestion(suggestion.id))
        await told(window, lambda state: not suggests(state))
        with pytest.raises(Refused):
            await window.ask(DismissSuggestion(suggestion.id))


async def test_no_rule_is_suggested_that_lets_nothing_through_and_one_made_by_hand_says_so(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows, "--claims", '{"destructiveHint": true}') as rig:
        window, app = await windows.joined(), await rig.app()
        for number in range(MIN_APPROVALS):
            await approved(window, app, "same", number + 1, tool="any")
        state = await told(window, lambda state: not state.pending)
        assert not state.policy.suggestions
        _, waiting = app.begin_call("any", {"text": "same"})
        question = await window.asked(MIN_APPROVALS + 1)
        draft = await window.ask(DraftRule(question.request.call.id))
        assert "says that this tool may destroy something" in draft.held_back
        assert "once you vouch for the server" in draft.held_back
        await window.ask(answer(question, approve=False))
        await waiting


async def test_nothing_is_suggested_for_calls_that_the_administrator_wants_to_be_asked(
    profile: Profile, windows: Windows
) -> None:
    rules = managed((Effect.ASK, "*", "*", "*"))
    async with rig_with(profile, windows, managed=rules) as rig:
        window, app = await windows.joined(), await rig.app()
        for number in range(MIN_APPROVALS):
            await approved(window, app, "same", number + 1)
        state = await told(window, lambda state: not state.pending)
        assert not state.policy.suggestions


async def test_the_command_lists_what_other_rules_would_have_decided_while_no_host_runs(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        await approved(await windows.joined(), await rig.app(), "x")
    rules = profile.paths.config / "other.json"
    rules.write_text(json.dumps({"version": 1, "rules": [json.loads(DENY)]}))
    done = run_program(profile, "policy", "replay", "--policy", str(rules), "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["looked"], said["changes"], said["changed"][0]["now"]) == (1, 1, "deny")
    for file in ("--policy", "--managed"):
        assert (
            "1 past call looked at, 1 would be decided otherwise."
            in run_program(profile, "policy", "replay", file, str(rules)).stdout
        )
    assert run_program(profile, "policy", "replay").returncode == 2


def test_the_command_says_what_is_wrong_with_the_file_and_needs_no_log(profile: Profile) -> None:
    profile.paths.ensure()
    rules = profile.paths.config / "other.json"
    done = run_here(profile, "policy", "replay", "--policy", str(rules))
    assert (done.returncode, "no such file" in done.stderr) == (2, True)
    rules.write_text('{"version": 1, "rules": [{"effect": "maybe", "match": {}}]}')
    done = run_here(profile, "policy", "replay", "--policy", str(rules))
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    rules.write_text('{"version": 1, "rules": []}')
    assert json.loads(run_here(profile, "policy", "replay", "--policy", str(rules), "--json").stdout)["looked"] == 0
