"""Colours that can be told apart."""

from __future__ import annotations

import pytest

from ui.theme import tokens


def ratio(scheme: str, one: str, other: str) -> float:
    known = tokens.ALL[scheme]
    return tokens.contrast(getattr(known, one), getattr(known, other))


@pytest.mark.parametrize("scheme", sorted(tokens.ALL))
def test_every_text_can_be_read_on_every_ground_it_stands_on(scheme: str) -> None:
    assert not [pair for pair in tokens.TEXT_PAIRS if ratio(scheme, *pair) < 4.5]


@pytest.mark.parametrize("scheme", sorted(tokens.ALL))
def test_every_control_stands_out_from_its_ground(scheme: str) -> None:
    assert not [pair for pair in tokens.CONTROL_PAIRS if ratio(scheme, *pair) < 3.0]


@pytest.mark.parametrize("scheme", ["contrast-dark", "contrast-light"])
def test_high_contrast_is_higher(scheme: str) -> None:
    assert ratio(scheme, "text", "surface") == pytest.approx(21.0)
    assert not [pair for pair in tokens.TEXT_PAIRS if ratio(scheme, *pair) < 7.0]


def test_every_ink_is_checked_against_some_ground() -> None:
    inks = {pair[0] for pair in tokens.TEXT_PAIRS + tokens.CONTROL_PAIRS}
    grounds = {pair[1] for pair in tokens.TEXT_PAIRS + tokens.CONTROL_PAIRS}
    names = {*tokens.Tokens.__struct_fields__}
    assert names - inks - grounds == {"border"}  # a hairline says nothing


def test_contrast_is_what_the_standard_says() -> None:
    assert tokens.contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert tokens.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_accent_is_neither_a_warning_nor_a_go() -> None:
    for known in tokens.ALL.values():
        assert len({known.accent, known.amber, known.red, known.green, known.strong}) == 5
