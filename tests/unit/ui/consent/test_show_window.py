"""How a new question gets the person's attention."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.support.window import asked
from tests.unit.ui.consent.support import FIRST, Table, numbered


@pytest.mark.parametrize("tray", [False, True])
def test_while_somebody_uses_another_program_nothing_is_laid_over_it_where_a_tray_can_tell(
    table: Table, tray: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.consent.has_tray = tray
    table.leave_main()
    monkeypatch.setattr(QWidget, "isActiveWindow", lambda _: False)
    table.ask(asked())
    assert table.window.isVisible() is not tray
    assert table.arrived == [asked()]


def test_without_a_tray_a_question_is_shown_without_focus_though_all_is_minimised(table: Table) -> None:
    table.consent.has_tray = False
    table.leave_main().showMinimized()
    table.ask(asked())
    assert table.window.isVisible()
    assert table.window.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert table.arrived == [asked()]


def test_with_a_tray_a_question_stays_away_while_all_is_minimised(table: Table) -> None:
    table.leave_main().showMinimized()
    table.ask(asked())
    assert not table.window.isVisible()
    assert table.arrived == [asked()]


def test_without_a_tray_a_consent_window_that_was_minimised_comes_back_without_focus(table: Table) -> None:
    table.consent.has_tray = False
    table.show(asked())
    table.leave_main().showMinimized()
    table.window.showMinimized()
    table.ask(numbered(2))
    assert table.window.isVisible()
    assert not table.window.isMinimized()
    assert table.window.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert table.window.call_id == FIRST
