"""What the host says, on the screens of a person with another language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from host.control import codec
from host.control.views import Asked, Explanation, Reading, RuleReason, Said, ServerTest
from host.model import Finding, Severity
from host.values import replace
from host.words import say, say_n
from tests.support import window as samples
from tests.support.pseudo import pseudo
from tests.unit.ui.consent.support import Table
from ui import alerts, label_text, tr
from ui.consent.answer_form import GrantLines
from ui.consent.content import FindingsView
from ui.grants import words as grants
from ui.inputs.kinds.kind import host_facts
from ui.rules import words as rules
from ui.rules.explanation import ExplanationView
from ui.servers import words as servers

FOUND = say("The inputs hold {what}.", what=say("a private key"))


@pytest.fixture(autouse=True)
def _another_language(qapp: object) -> Iterator[None]:
    tr.install(pseudo)
    yield
    tr.install(None)


def in_pseudo(english: str) -> str:
    """The letters of it in the language that nobody speaks."""
    return pseudo(english).strip("⟦·⟧")


def labels(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def over_the_socket(asked: Asked) -> Asked:
    """As the window reads it."""
    read = codec.from_json(Asked, codec.to_json(asked))
    assert isinstance(read, Asked)
    return read


def test_a_finding_is_told(qtbot: QtBot) -> None:
    view = FindingsView((Finding("secret", Severity.HIGH, FOUND),))
    qtbot.addWidget(view)
    assert in_pseudo("The inputs hold") in labels(view)
    assert "The inputs hold" not in labels(view)
    assert "The inputs hold" not in "\n".join(part.accessibleName() for part in view.findChildren(QWidget))


def test_a_question_is_told_as_it_comes_over_the_socket(qtbot: QtBot) -> None:
    asked = samples.asked(
        findings=(Finding("secret", Severity.MEDIUM, FOUND),), round_=2, voided_because=say("it is so")
    )
    forced = replace(asked, why_no_grant=say("The app did not prove who it is."))
    table = Table(qtbot)
    table.show(over_the_socket(forced))
    said = labels(table.window)
    for english in ("The inputs hold", "it is so", "No rule matches", "The app did not prove"):
        assert english not in said
        assert in_pseudo(english) in said


def test_what_a_grant_covers_is_told(qtbot: QtBot) -> None:
    lines = (say("{place}: {meaning}", place="path", meaning=say("any text")), "as it was kept")
    assert in_pseudo("any text") in "".join(GrantLines(lines).texts(0, 9))
    assert "as it was kept" in "".join(GrantLines(lines).texts(0, 9))
    grant = samples.grant(bound="pattern", covers=lines)
    assert in_pseudo("any text") in "".join(grants.scope_lines(grant))
    assert grants.matches_search(grant, in_pseudo("any text"))


def test_an_explanation_is_told(qtbot: QtBot) -> None:
    view = ExplanationView("Asking", "Failed")
    qtbot.addWidget(view)
    why = (RuleReason("a", "user", "allow", True, say("It decided.")),)
    view.show_explanation(
        Explanation(
            "ask", "a", "user", say("It is so."), "", (say("With a PIN"),), say("Else not."), why, say("A note.")
        )
    )
    said = labels(view)
    for english in ("It decided", "It is so", "With a PIN", "Else no", "A note"):
        assert english not in said
        assert in_pseudo(english) in said


def test_sentences_of_every_page_are_told() -> None:
    sentence = say_n("the file has {n} fault", "the file has {n} faults", 2)
    for told in (
        tr.sentence(sentence),
        label_text.safe_sentence(sentence),
        label_text.safe_text(sentence),
        rules.sentence_of(samples.rule(phrases=(sentence,))),
        rules.problem_lines((sentence,)),
        servers.test_result(ServerTest(False, sentence, "", 0, 0.0))[2],
        alerts.alerts_of(samples.state(log_problem=sentence), demo=False, releasing=False)[0].text,
        host_facts((Reading((), "path", (Said(say("On disk"), sentence),)),))[0].words,
    ):
        assert in_pseudo("he file has 2 faults") in str(told)
    assert in_pseudo("On disk") in host_facts((Reading((), "path", (Said(say("On disk"), "x"),)),))[0].name


def test_what_is_only_text_stays_what_it_is() -> None:
    assert tr.sentence("the disk is full") == "The disk is full."
