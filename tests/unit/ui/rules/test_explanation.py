"""Why a call is decided as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any  # Any: changes of a sample

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from host.control.views import Explanation, RuleReason
from host.values import replace
from tests.support import plain
from tests.support.plain import assert_accessible, assert_plain
from tests.unit.ui.rules.support import explanation, seen
from ui.rules.explanation import RULES_AT_ONCE, ExplanationView, WhyButton


@pytest.fixture
def view(qtbot: QtBot) -> ExplanationView:
    made = ExplanationView("Looking at the rules…", "It cannot be explained")
    qtbot.addWidget(made)
    made.show()
    return made


def test_it_is_empty_until_it_is_given_something(view: ExplanationView) -> None:
    view.show()
    assert seen(view) == []


def test_verdict_reason_demands_and_rules_are_in_this_order(view: ExplanationView) -> None:
    view.show_explanation(
        explanation(
            reason="Protocol 4.2",
            obligations=("1 IRB_CHAIR signs",),
            otherwise="Without it your rule weaker would allow it.",
            note="Findings are not known.",
        )
    )
    said = plain.words(view)
    wanted = [
        "Ask",
        "A person is asked",
        "The administrator's rule deciding asks about this call.",
        "Reason that the rule gives: “Protocol 4.2”",
        "It demands",
        "1 IRB_CHAIR signs",
        "Without it your rule weaker would allow it.",
        "Findings are not known.",
        "3 rules, and what each says of this call",
        "deciding",
        "Ask · Administrator · decided",
        "It decided.",
        "weaker",
        "Allow · Yours · matches",
        "It matches, but ask wins over allow.",
        "unknown",
        "Deny · Yours · unknown",
    ]
    places = [said.index(words) for words in wanted]
    assert places == sorted(places)


def test_a_rule_without_a_name_is_told_by_its_calls(view: ExplanationView) -> None:
    unnamed = RuleReason("rule-0123456789", "user", "allow", True, "It matches too.", calls="files ▸ read_*")
    view.show_explanation(replace(explanation(), rules=(unnamed,)))
    assert {"files ▸ read_*", "Allow · Yours · matches · rule-0123456789"} <= {*plain.words(view)}


def test_of_a_rule_that_waits_it_is_not_said_that_it_does_not_match(view: ExplanationView) -> None:
    waits = RuleReason("new", "user", "allow", False, "It waits to be confirmed.", counts=False)
    view.show_explanation(replace(explanation(), rules=(waits,)))
    assert "Allow · Yours · does not count" in plain.words(view)


@pytest.mark.parametrize(
    ("changes", "decided"),
    [
        ({}, True),
        ({"rule": "default", "source": "default"}, False),
        ({"rule": "deciding", "source": "user"}, False),
        ({"rule": "guard:claims:deciding", "source": "guard"}, True),
        ({"rule": "guard:claims:other", "source": "guard"}, False),
    ],
)
def test_only_the_rule_that_the_verdict_names_decided(
    view: ExplanationView, changes: dict[str, Any], decided: bool
) -> None:
    view.show_explanation(explanation(**changes))
    assert any("· decided" in words for words in plain.words(view)) == decided


def test_ten_thousand_rules_come_some_at_a_time(view: ExplanationView) -> None:
    view.show_explanation(explanation(10_000))
    assert len([words for words in plain.words(view) if " · Yours · " in words]) == RULES_AT_ONCE - 1
    assert view.more.text() == f"Show {RULES_AT_ONCE} more of {10_003 - RULES_AT_ONCE:,}"
    view.more.click()
    assert len([words for words in plain.words(view) if " · Yours · " in words]) == 2 * RULES_AT_ONCE - 1


def test_another_explanation_replaces_the_first(view: ExplanationView) -> None:
    view.show_explanation(explanation(50))
    view.show_explanation(explanation(effect="deny", because="A rule denies it.", rules=()))
    said = plain.words(view)
    assert "It is denied" in said
    assert not [words for words in said if "other-" in words]
    assert view.more.isHidden()


def test_s04_s05_what_authors_wrote_is_plain(view: ExplanationView) -> None:
    hostile = RuleReason("<b>\u202e" + "x" * 500, "user\u200b", "od\u202ed", True, "<img src=x>\u202e" + "y" * 300)
    view.show_explanation(explanation(reason="<b>\u202e&amp;", obligations=("<i>\u2066",), rules=(hostile,)))
    plain.assert_plain(view)
    plain.assert_accessible(view)


WHY = Explanation("allow", "notes", "user", "Your rule notes allows it.", "", (), "", ())


class Asked:
    """A fold in a window, and the answers that it waits for."""

    def __init__(self, qtbot: QtBot) -> None:
        self.answers: list[tuple[Callable[[Explanation], None], Callable[[str], None]]] = []
        self.explanation = WhyButton(lambda *answers: self.answers.append(answers))
        self.window = QWidget()
        qtbot.addWidget(self.window)
        column = QVBoxLayout(self.window)
        column.addWidget(self.explanation.button)
        column.addWidget(self.explanation)
        self.window.show()


@pytest.fixture
def asked(qtbot: QtBot) -> Asked:
    return Asked(qtbot)


def test_nothing_but_the_button_is_there_before_it_is_pressed(asked: Asked) -> None:
    assert asked.explanation.findChildren(QWidget) == []
    assert asked.explanation.isHidden()
    asked.explanation.reset()
    assert asked.explanation.findChildren(QWidget) == []


def test_it_asks_once_unfolds_and_folds(asked: Asked) -> None:
    asked.explanation.button.click()
    asked.explanation.button.click()
    assert len(asked.answers) == 1
    asked.answers[0][0](WHY)
    assert asked.explanation.isVisible()
    assert asked.explanation.button.text() == "Hide why"
    assert_plain(asked.window)
    assert_accessible(asked.window)
    asked.explanation.button.click()
    assert asked.explanation.isHidden()
    assert asked.explanation.button.text() == "Why?"
    asked.explanation.button.click()
    assert len(asked.answers) == 2


@pytest.mark.parametrize("answer", [0, 1])
def test_an_answer_about_something_else_by_now_is_not_shown(answer: int, asked: Asked) -> None:
    asked.explanation.button.click()
    asked.explanation.reset()
    explained, failed = asked.answers[0]
    failed("it is too late") if answer else explained(WHY)
    assert asked.explanation.isHidden()
    assert asked.explanation.button.text() == "Why?"


def test_why_it_is_unknown_is_reported_and_can_be_asked_again(asked: Asked, qtbot: QtBot) -> None:
    asked.explanation.button.click()
    with qtbot.waitSignal(asked.explanation.explained):
        asked.answers[0][1]("no rule judged this call")
    assert asked.explanation.isVisible()
    asked.explanation.button.click()
    asked.explanation.button.click()
    assert len(asked.answers) == 2
