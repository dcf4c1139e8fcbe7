"""Which past calls would be decided otherwise."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from host.control.views import ReplayReport
from host.values import replace
from tests.support import plain
from tests.unit.ui.rules.support import CHANGED, NOTHING, REPORT
from ui.history.words import unix_seconds
from ui.rules.explanation import CALLS_AT_ONCE, ReplayView, summary


@pytest.fixture
def view(qtbot: QtBot) -> ReplayView:
    made = ReplayView(clock=lambda: unix_seconds(CHANGED.time) + 120)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize(
    ("report", "found", "known"),
    [
        (NOTHING, "There are no past calls to look at yet.", ""),
        (ReplayReport(1, (), 0, 0, False), "It changes nothing for your last call.", ""),
        (REPORT, "Of your last 412 calls: 1 would run without asking.", "Of 4 calls too little is kept to tell."),
        (
            ReplayReport(9_000, (CHANGED,), 3_000, 0, True),
            "Of your last 9,000 calls: 3,000 would be decided otherwise.",
            "Older calls were not looked at. The newest 1 are listed.",
        ),
    ],
)
def test_what_was_found_and_what_was_left_out_is_reported(report: ReplayReport, found: str, known: str) -> None:
    assert summary(report) == (found, known)


def test_each_call_says_what_it_was_what_was_decided_what_would_be_and_why(view: ReplayView) -> None:
    view.show_report(REPORT)
    said = plain.words(view)
    for wanted in (
        "files ▸ read_file",
        "notes/⟨U+202E⟩todo.txt",
        "then: Ask",
        "now: Allow",
        "2 min ago, asked by claude-code",
        "Your rule reading allows this call.",
    ):
        assert wanted in said


def test_what_loosens_is_marked_and_what_tightens_is_not(view: ReplayView) -> None:
    tighter = replace(CHANGED, now="deny")
    view.show_report(replace(REPORT, changed=(CHANGED, tighter), changes=2))
    frames = {part.accessibleName(): part.property("frame") for part in plain.tree(view) if part.property("frame")}  # type: ignore[attr-defined]  # badges have names
    assert frames["now: Allow"] == "badge-amber"
    assert frames["now: Deny"] == "badge"


def test_many_calls_come_some_at_a_time(view: ReplayView) -> None:
    view.show_report(replace(REPORT, changed=(CHANGED,) * 250, changes=250))
    assert plain.words(view).count("files ▸ read_file") == CALLS_AT_ONCE
    view.more.click()
    assert plain.words(view).count("files ▸ read_file") == 2 * CALLS_AT_ONCE
    view.show_report(NOTHING)
    assert "files ▸ read_file" not in plain.words(view)
    assert view.more.isHidden()


def test_s04_names_of_strangers_are_plain(view: ReplayView) -> None:
    hostile = replace(
        CHANGED, server="<b>\u202e", tool="&" + "x" * 500, app="\u200b", time="\u202e", because="<i>\u2066"
    )
    view.show_report(replace(REPORT, changed=(hostile,)))
    plain.assert_plain(view)
    plain.assert_accessible(view)
