"""What the strip says."""

from __future__ import annotations

import pytest

from host.control.views import ChangeView, RuleView
from host.values import replace
from tests.support import window
from ui import alerts, tr


def test_a_quiet_host_has_nothing_to_say() -> None:
    assert alerts.alerts_of(window.state(), demo=False, releasing=False) == ()


def test_the_demonstration_says_what_it_is() -> None:
    (demo,) = alerts.alerts_of(window.state(), demo=True, releasing=False)
    assert (demo.tone, demo.title) == ("neutral", "Demonstration")
    assert demo.text == "A throw-away profile with demo servers. Nothing here touches your own files."


def test_one_change_and_many_are_counted() -> None:
    change = ChangeView("allows", RuleView("r", "allow", "*", "*", "*", "", "user"))
    policy = replace(window.state().policy, waiting=(change,), digest="d")
    (one,) = alerts.alerts_of(window.state(policy=policy), demo=False, releasing=False)
    assert one.title == "1 change that loosens the rules waits for you"
    two = replace(policy, waiting=(change, change))
    (many,) = alerts.alerts_of(window.state(policy=two), demo=False, releasing=False)
    assert many.title == "2 changes that loosen the rules wait for you"
    more = replace(two, waits=1_234)  # the host's state holds the first ones alone
    (all_,) = alerts.alerts_of(window.state(policy=more), demo=False, releasing=False)
    assert all_.title == "1,234 changes that loosen the rules wait for you"
    long = replace(policy, waiting=(), waits=1)  # the text of one rule is more than the state holds
    (told,) = alerts.alerts_of(window.state(policy=long), demo=False, releasing=False)
    assert told.title == one.title


def test_the_kinds_of_change_are_counted_where_all_are_known() -> None:
    rule = RuleView("r", "allow", "*", "*", "*", "", "user")
    changes = (
        ChangeView("allows", rule),
        ChangeView("allows", rule),
        ChangeView("gone", rule),
        ChangeView("trusts", None, "git"),
    )
    (said,) = alerts.alerts_of(
        window.state(policy=window.policy(waiting=changes, waits=4)), demo=False, releasing=False
    )
    assert said.text.startswith(
        "policy.json was changed outside this window: 2 rules that allow, 1 rule that is gone, 1 server vouched for. "
    )
    (cut,) = alerts.alerts_of(window.state(policy=window.policy(waiting=changes, waits=5)), demo=False, releasing=False)
    assert cut.text.startswith("policy.json was changed outside this window. ")
    unkept = window.policy(waiting=changes, waits=4, why_not_remembered="this system has no keyring")
    (said,) = alerts.alerts_of(window.state(policy=unkept), demo=False, releasing=False)
    assert said.text.startswith("Assent cannot tell whether you confirmed this before. This system has no keyring. ")


@pytest.mark.parametrize(
    ("count", "title", "button"),
    [
        (1, "Take this grant back?", "Take back 1 grant"),
        (1_200, "Take these 1,200 grants back?", "Take back 1,200 grants"),
    ],
)
def test_revoking_many_counts_them(count: int, title: str, button: str) -> None:
    asked = alerts.revoke_question(count)
    assert (asked.title, asked.action, asked.second_action) == (title, button, "Keep")


def test_a_suggestion_says_how_many_more_there_are() -> None:
    assert alerts.suggestion("Lets x.", "Because.", 0).text == "Because."
    assert alerts.suggestion("Lets x.", "Because.", 2).text == "Because. 2 more after this one."


def test_the_stop_says_that_grants_ended() -> None:
    (stopped,) = alerts.alerts_of(window.state(stopped=True), demo=False, releasing=False)
    (releasing,) = alerts.alerts_of(window.state(stopped=True), demo=False, releasing=True)
    assert "grants were ended" in stopped.text
    assert "grants that you gave were ended" in releasing.text


def test_files_that_cannot_be_used_are_named_with_what_still_counts() -> None:
    state = window.state(
        servers=(), servers_problem="/c/servers.json:3: odd", settings_problems=("/c/settings.json:1: a", "more")
    )
    servers, settings = alerts.alerts_of(state, demo=False, releasing=False)
    assert (servers.key, servers.tone) == ("servers", "amber")
    assert servers.text == "No server can be reached until this is put right. /c/servers.json:3: odd."
    assert settings.text == "Wrong settings have their default. /c/settings.json:1: a. 1 more problem."
    (partly,) = alerts.alerts_of(window.state(servers_problem="odd"), demo=False, releasing=False)
    assert partly.text == "Odd."


def test_a_port_that_is_taken_is_told_with_what_to_do() -> None:
    (alert,) = alerts.alerts_of(window.state(http_problem="port 8765 is taken"), demo=False, releasing=False)
    assert (alert.key, alert.tone, alert.action) == ("http", "amber", "Show settings")
    assert alert.text.startswith("Port 8765 is taken. Free the port or choose another one in the settings")


@pytest.mark.parametrize("place", ["/etc/assent/managed.json:3", "/etc/assent", "/etc", "/"])
def test_only_the_administrator_can_put_the_administrators_file_right(place: str) -> None:
    problem = f"{place}: is odd"
    policy = window.policy(managed_path="/etc/assent/managed.json", user_path="/c/policy.json", problems=(problem,))
    (alert,) = alerts.alerts_of(window.state(policy=policy), demo=False, releasing=False)
    assert (alert.key, alert.title) == ("policy", "Your administrator's rules cannot be used")
    assert alert.text == f"Every call is denied until your administrator puts this right. {problem}."
    own = replace(policy, problems=("/c/policy.json:3: is odd",))
    (alert,) = alerts.alerts_of(window.state(policy=own), demo=False, releasing=False)
    assert (alert.title, alert.text) == (
        "The rules cannot be used",
        "Every call is denied until this is put right. /c/policy.json:3: is odd.",
    )


@pytest.mark.parametrize(
    ("pending", "running", "said"),
    [
        (1, 0, "1 call waits; quitting denies it."),
        (3, 0, "3 calls wait; quitting denies them."),
        (0, 1, "1 call runs; quitting cancels it."),
        (0, 0, "Nothing waits or runs any more."),
        (1_200, 2, "1,200 calls wait; quitting denies them. 2 calls run; quitting cancels them."),
    ],
)
def test_quitting_says_what_it_ends(pending: int, running: int, said: str) -> None:
    assert alerts.quit_question(pending, running).text == said


def test_s05_what_is_quoted_is_escaped_and_cut_aloud() -> None:
    (log,) = alerts.alerts_of(window.state(log_problem="\u202e" + "x" * 5_000), demo=False, releasing=False)
    assert "⟨U+202E⟩" in log.text
    assert "more characters⟩" in log.text
    assert len(log.text) < 500


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("the disk is full", "The disk is full."),
        ("policy.json:3: what", "policy.json:3: what."),
        ("Done.", "Done."),
        ("", ""),
    ],
)
def test_clauses_become_sentences(clause: str, sentence: str) -> None:
    assert tr.sentence(clause) == sentence


def test_of_several_servers_that_wait_the_button_says_which_it_opens() -> None:
    waits = [window.server(name, state="waits", waits="start") for name in ("files", "mail")]
    (one,) = alerts.alerts_of(window.state(servers=tuple(waits[1:])), demo=False, releasing=False)
    assert one.action == "Review…"
    (two,) = alerts.alerts_of(window.state(servers=tuple(waits)), demo=False, releasing=False)
    assert (two.title, two.action) == ("2 servers wait for your review", "Review “files”…")
    spoilt = [window.server("git", state="failed", waits="definitions"), window.server("x", state="not usable")]
    assert alerts.waiting_servers(window.state(servers=(*waits, *spoilt))) == ("files", "mail")


def test_a_log_that_failed_once_is_not_said_to_refuse_calls_for_ever() -> None:
    """What failed is known until the next record is written; by then there may be space again."""
    state = window.state(log_problem="The audit log cannot be written: the disk is full.")
    (alert,) = alerts.alerts_of(state, demo=False, releasing=False)
    assert (alert.key, alert.title) == ("log", "The log cannot be written")
    assert "calls are refused while this lasts, and go on by themselves afterwards." in alert.text
    assert alert.text.endswith(" The audit log cannot be written: the disk is full.")
