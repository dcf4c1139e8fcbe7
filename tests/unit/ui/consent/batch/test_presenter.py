"""What the window with alike calls offers and sends, asked of its presenter."""

from __future__ import annotations

import pytest

from host.control.views import TargetState
from host.model import Finding, JsonObject, Severity
from host.values import replace
from tests.support.window import asked
from tests.unit.ui.consent.batch.support import call_id, numbers
from tests.unit.ui.consent.support import Clock, numbered, tool
from ui.consent.arming import ARMING_MS, batch_ms
from ui.consent.batch import presenter
from ui.consent.batch.presenter import BatchPresenter


def opened(calls: int = 3) -> BatchPresenter:
    """A presenter with an open table, of which everything was in view."""
    made = BatchPresenter(Clock())
    made.open([numbered(number) for number in range(1, calls + 1)])
    made.common_seen = True
    for row in made.rows:
        row.unseen_cells.clear()
    return made


def tick(presenter: BatchPresenter, *ticked: int) -> None:
    for number in ticked:
        row = presenter.row_of(call_id(number))
        assert row is not None
        assert presenter.tick(row, ticked=True)


def test_s07_nothing_is_ticked_that_was_not_seen() -> None:
    presenter = BatchPresenter(Clock())
    presenter.open([numbered(1), numbered(2)])
    presenter.tick_seen()
    assert presenter.ticked == []
    assert presenter.tickable == []
    assert presenter.approve() == []


def test_s12_a_yes_answers_each_ticked_call_by_its_own_digest_once() -> None:
    presenter = opened()
    tick(presenter, 1, 3)
    answers = presenter.approve()
    assert numbers(answers) == [1, 3]
    assert [answer.digest for answer in answers] == [numbered(number).request.call.digest for number in (1, 3)]
    assert presenter.approve() == []


@pytest.mark.parametrize("why", ["host gone", "asked about denying"])
def test_s10_there_is_no_yes_while_something_else_is_asked_or_the_host_is_gone(why: str) -> None:
    presenter = opened()
    tick(presenter, 1)
    assert presenter.can_approve
    if why == "host gone":
        presenter.is_frozen = True
    else:
        assert len(presenter.ask_to_deny()) == 2
    assert (presenter.can_approve, presenter.is_answerable) == (False, False)
    assert presenter.approve() == []


def test_s10_more_calls_take_longer_to_arm() -> None:
    presenter = opened()
    presenter.update_arming()
    assert presenter.arming.needed_ms == ARMING_MS
    tick(presenter, 1, 2)
    presenter.update_arming()
    assert presenter.arming.needed_ms == batch_ms(2)


def test_only_those_that_were_asked_about_are_denied_and_none_that_was_ticked_since() -> None:
    presenter = opened(4)
    tick(presenter, 1)
    presenter.ask_to_deny()
    tick(presenter, 2)
    answers = presenter.deny("denied with the rest")
    assert numbers(answers) == [3, 4]
    assert not any(answer.approve for answer in answers)
    assert presenter.deny_candidates == ()


def test_the_last_answered_call_ends_the_table_and_one_that_expires_does_not() -> None:
    presenter = opened(2)
    tick(presenter, 1)
    presenter.approve()
    first, second = presenter.rows
    assert not presenter.end_row(second, "Expired")
    assert presenter.end_row(first, "Approved")


@pytest.mark.parametrize(
    ("calls", "said", "brief"),
    [
        (
            [("write_file", {"path": "a"}), ("write_file", {"path": "b"})],
            "Claude Code wants to change “a” and 1 more",
            "Claude Code wants to change something, 2 times",
        ),
        (
            [("write_file", {"path": "a", "content": text}) for text in "xy"],
            "Claude Code wants to change “a”, 2 times",
            "Claude Code wants to change something, 2 times",
        ),
        (
            [("write_note", {"size": number}) for number in (1, 2, 3)],
            "Claude Code wants to use the tool “write_note” 3 times",
            "Claude Code wants to change something, 3 times",
        ),
        (
            [("manage", {"action": action, "path": "a"}) for action in ("read", "delete")],
            "Claude Code wants to use the tool “manage” 2 times",
            "Claude Code wants to use the tool “manage”, 2 times",
        ),
    ],
)
def test_the_title_names_what_is_done_to_what(calls: list[tuple[str, JsonObject]], said: str, brief: str) -> None:
    questions = [asked(inputs, definition=tool() | {"name": name}) for name, inputs in calls]
    assert presenter.title(questions) == said
    assert presenter.brief_title(questions) == brief


@pytest.mark.parametrize(
    ("found", "said", "brief"),
    [
        (("nothing", "nothing"), "create “a0” and 1 more", "create something, 2 times"),
        (("replaced", "replaced"), "replace “a0” and 1 more", "replace something, 2 times"),
        (("nothing", "replaced"), "change “a0” and 1 more", "change something, 2 times"),
    ],
)
def test_the_title_says_that_files_are_created_or_replaced_only_if_all_are(
    found: tuple[TargetState, TargetState], said: str, brief: str
) -> None:
    asks = [asked({"path": f"a{n}"}, definition=tool() | {"name": "write_file"}) for n in range(2)]
    questions = [replace(it, action=replace(it.action, there=state)) for it, state in zip(asks, found, strict=True)]
    assert presenter.title(questions) == f"Claude Code wants to {said}"
    assert presenter.brief_title(questions) == f"Claude Code wants to {brief}"


def test_what_was_found_is_the_gravest_and_how_many_more() -> None:
    grave, mild = (Finding("k", severity, "It is so.") for severity in (Severity.MEDIUM, Severity.INFO))
    assert presenter.findings_summary(()) == ""
    assert presenter.findings_summary((grave,)) == "Look closer"
    assert presenter.findings_summary((mild, grave, mild)) == "Look closer, 2 more"
