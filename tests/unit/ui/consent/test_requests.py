"""What servers ask of apps, and of the person, in the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from host.control.views import Asked
from host.model import JsonObject
from tests.gallery import requests
from ui.consent import summary
from ui.consent.answer_form import AnswerForm
from ui.consent.batch.alike import AlikeGroups
from ui.consent.content import Content
from ui.consent.editing.draft import choice_text
from ui.consent.editing.sheet import EditSheet
from ui.waiting.rows import call_row


@pytest.mark.parametrize(
    ("question", "kind", "title", "heading"),
    [
        (requests.SAMPLE, "pass", "Pass this on?", "“files” wants Claude Code's model to answer"),
        (requests.SAMPLE_ANSWER, "answer", "Send this answer?", "Send the answer of Claude Code's model to “files”?"),
        (requests.ELICIT, "pass", "Pass this on?", "“files” asks you something in Claude Code"),
        (requests.FOLDERS, "pass", "Pass this on?", "“files” asks Claude Code for its folders"),
        (requests.LINK, "read", "Read this link?", "Claude Code wants to read what a result of “files” links to"),
        (requests.FILL, "form", "Answer this?", "“files” asks you something in Claude Code"),
        (requests.OPEN, "open", "Open this page?", "“files” wants you to open a page"),
    ],
)
def test_s27_each_request_of_a_server_is_asked_in_its_own_words(
    qtbot: QtBot, question: Asked, kind: str, title: str, heading: str
) -> None:
    form = AnswerForm()
    qtbot.addWidget(form)
    form.show_question(question)
    assert (form.kind, form.is_read_by_model, form.approval.duration) == (kind, False, "once")
    assert (summary.title(question), summary.heading(question).words) == (title, heading)
    assert summary.full_route(question).endswith("→ claude-code")
    assert call_row(question).action == heading


def test_s27_for_which_call_a_server_asks_is_said_as_far_as_it_can_be_told() -> None:
    assert summary.context_line(requests.SAMPLE) == (
        "It asks while it works on “summarise”. The model's answer goes back to “files”, after you have seen it."
    )
    assert summary.context_line(requests.FOLDERS) == "It asks while none of its tools runs. The list goes to “files”."
    assert "nobody can tell" in summary.context_line(requests.SAMPLE_SLY)


def test_only_a_form_is_filled_in() -> None:
    assert EditSheet.why_not_editable(requests.FILL) == ""
    for question in (requests.SAMPLE, requests.SAMPLE_ANSWER, requests.OPEN):
        assert EditSheet.why_not_editable(question)


def test_s02_a_further_round_shows_what_the_server_asked_and_which_call_it_answers(qtbot: QtBot) -> None:
    content = Content()
    qtbot.addWidget(content)
    content.show_question(requests.ROUND)
    words = " ".join(label.text() for label in content.findChildren(QLabel))
    assert requests.ROUND.request.call.continues in words


def test_a_choice_is_offered_with_its_title() -> None:
    schema: JsonObject = {"oneOf": [{"const": "g", "title": "Garden"}, {"const": "h"}, 7]}
    assert [choice_text(choice, schema) for choice in ("g", "h", "x")] == ["Garden (g)", "h", "x"]


def test_what_a_server_asks_is_never_decided_together_with_others() -> None:
    groups = AlikeGroups()
    for question in (requests.SAMPLE, requests.ROUND, requests.FILL):
        groups.add(question)
        assert groups.key_of(question.request.call.id) is None
