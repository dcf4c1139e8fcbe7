"""Hundreds of questions at once: one window, fair turns, little work for each (attack 11)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from host.control.protocol import CallEnded
from tests.unit.ui.consent.support import Table, numbered
from ui.consent.asking_window import AlikeNotice
from ui.consent.batch import alike
from ui.consent.batch.alike import AlikeGroups
from ui.consent.batch.window import BatchWindow
from ui.consent.content import Content
from ui.consent.window import ConsentWindow

MANY = 500


class Counted:
    """Counts the calls of a function, and lets them pass."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> None:
        self.times = 0
        real = getattr(where, name)

        def counting(*given: object) -> object:
            self.times += 1
            return real(*given)

        monkeypatch.setattr(where, name, counting)


def test_s11_each_of_five_hundred_questions_costs_one_look_and_draws_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.show(numbered(1))
    looks = Counted(monkeypatch, alike, "leaves_of")
    drawings = Counted(monkeypatch, Content, "show_question")
    listings = Counted(monkeypatch, AlikeGroups, "alike_calls")
    notices = Counted(monkeypatch, AlikeNotice, "show_count")
    for number in range(2, MANY + 2):
        table.ask(numbered(number))
    assert looks.times == MANY, "each is looked at once, however many wait"
    assert drawings.times == 0
    assert listings.times == 0
    assert notices.times == MANY
    shown = [type(part) for part in QApplication.topLevelWidgets() if part.isVisible()]
    assert [kind for kind in shown if kind in (ConsentWindow, BatchWindow)] == [ConsentWindow]


def test_s11_each_end_in_a_flood_draws_nothing_either(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.show(*[numbered(number) for number in range(1, MANY + 1)])
    looks = Counted(monkeypatch, alike, "leaves_of")
    drawings = Counted(monkeypatch, Content, "show_question")
    for number in range(2, MANY + 1):
        table.link.ended.emit(CallEnded(numbered(number).request.call.id, "expiry", ""))
    assert (looks.times, drawings.times) == (0, 0)
    assert len(table.consent.waiting) == 1


def test_s11_a_flood_of_one_app_delays_another_by_one_question(table: Table) -> None:
    table.show(*[numbered(number, app="loud") for number in range(1, MANY)], numbered(MANY, app="quiet"))
    for answered in (1, MANY):
        call = numbered(answered).request.call.id
        assert table.window.call_id == call
        table.window.deny()
        table.link.ended.emit(CallEnded(call, "approver", "denied"))
