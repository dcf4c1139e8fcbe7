"""Who may sign."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from host.control.views import ApproverView
from tests.support import plain
from tests.support.window import policy
from ui.rules.approvers import ApproversView


def test_names_roles_and_where_they_are_registered(qtbot: QtBot) -> None:
    view = ApproversView()
    qtbot.addWidget(view)
    view.set_policy(policy(approvers=(ApproverView("Ana", ("PI", "DPO"), "managed"), ApproverView("me", (), "user"))))
    view.show()
    said = plain.words(view)
    assert len(view.cards) == 2
    for wanted in (
        "Ana",
        "PI, DPO",
        "Administrator's",
        "me",
        "No role: signs where any PIN will do",
        "Registered here",
    ):
        assert wanted in said
    assert "Registered here" in said


def test_without_anybody_it_says_what_that_means(qtbot: QtBot) -> None:
    view = ApproversView()
    qtbot.addWidget(view)
    view.set_policy(policy())
    view.show()
    assert "Nobody is registered to sign" in plain.words(view)


def test_the_list_is_not_made_anew_while_it_stays(qtbot: QtBot) -> None:
    view = ApproversView()
    qtbot.addWidget(view)
    view.set_policy(policy(approvers=(ApproverView("Ana", (), "managed"),)))
    (card,) = view.cards
    view.set_policy(policy(approvers=(ApproverView("Ana", (), "managed"),), generation=9))
    assert view.cards == [card]


def test_s04_names_are_plain(qtbot: QtBot) -> None:
    view = ApproversView()
    qtbot.addWidget(view)
    view.set_policy(policy(approvers=(ApproverView("<b>\u202e" + "x" * 300, ("&role\u200b",), "managed"),)))
    view.show()
    plain.assert_plain(view)
    plain.assert_accessible(view)
