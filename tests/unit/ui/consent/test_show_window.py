"""How a new question gets the person's attention."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.support.window import asked
from tests.unit.ui.consent.support import FIRST, Table, numbered
from ui.consent.controller import Attention, choose_attention


@pytest.mark.parametrize("tray", [False, True])
@pytest.mark.parametrize("minimised", [False, True])
def test_beside_an_active_window_it_comes_to_the_front_unless_somebody_types(tray: bool, minimised: bool) -> None:
    for typing, how in ((False, Attention.FRONT), (True, Attention.UNFOCUSED)):
        assert choose_attention(visible=True, active=True, typing=typing, minimised=minimised, tray=tray) is how


@pytest.mark.parametrize(
    ("minimised", "tray", "how"),
    [
        (True, False, Attention.UNFOCUSED),
        (True, True, Attention.NOT_SHOWN),
        (False, False, Attention.NOT_SHOWN),
        (False, True, Attention.NOT_SHOWN),
    ],
)
def test_with_nothing_in_sight_it_is_shown_only_where_no_tray_can_tell(
    minimised: bool, tray: bool, how: Attention
) -> None:
    assert choose_attention(visible=False, active=False, typing=False, minimised=minimised, tray=tray) is how


@pytest.mark.parametrize(("tray", "how"), [(True, Attention.NOT_SHOWN), (False, Attention.UNFOCUSED)])
def test_while_somebody_uses_another_program_nothing_is_laid_over_it_where_a_tray_can_tell(
    tray: bool, how: Attention
) -> None:
    assert choose_attention(visible=True, active=False, typing=False, tray=tray) is how


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


@pytest.mark.parametrize(
    ("visible", "active", "typing", "how"),
    [
        (False, False, False, Attention.NOT_SHOWN),
        (True, False, False, Attention.NOT_SHOWN),
        (True, True, False, Attention.FRONT),
        (True, True, True, Attention.UNFOCUSED),
    ],
)
def test_a_question_is_polite(visible: bool, active: bool, typing: bool, how: Attention) -> None:
    assert choose_attention(visible=visible, active=active, typing=typing) is how
