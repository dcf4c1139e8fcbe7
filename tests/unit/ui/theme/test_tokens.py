"""Colours that can be told apart."""

from __future__ import annotations

from typing import Final

import pytest

from ui.theme import tokens

_GROUNDS: Final = ("window", "surface", "raised", "neutral_soft", "hover", "pressed")
_TINTS: Final = ("amber", "red", "green")
_DIFF: Final = ("diff_removed", "diff_added", "diff_removed_word", "diff_added_word")

TEXT_PAIRS: Final[tuple[tuple[str, str], ...]] = (
    *((ink, ground) for ink in ("text", "muted") for ground in (*_GROUNDS, "accent_soft")),
    *(("disabled", ground) for ground in ("window", "surface", "raised", "neutral_soft")),
    *((tint, ground) for tint in _TINTS for ground in ("window", "surface", "raised", f"{tint}_soft")),
    *(("text", f"{tint}_soft") for tint in _TINTS),
    *((ink, ground) for ink in ("text", "muted") for ground in _DIFF[:2]),
    *(("text", ground) for ground in _DIFF[2:]),
    ("red", "diff_removed"),
    ("green", "diff_added"),
    ("accent", "surface"),
    ("accent", "accent_soft"),
    ("red", "hover"),
    ("on_accent", "accent"),
    ("on_strong", "strong"),
    *(("on_face", f"face_{tint}") for tint in range(1, 5)),
    ("on_strong", "strong_hover"),
)
"""Words, those out of use too, and the grounds they stand on: at least 4.5 : 1."""

CONTROL_PAIRS: Final[tuple[tuple[str, str], ...]] = (
    *((edge, ground) for edge in ("border_strong", "focus", "accent") for ground in ("window", "surface", "raised")),
    *((mark, "accent_soft") for mark in ("focus", "accent")),
    *(("focus", ground) for ground in ("neutral_soft", "hover", "pressed", *(f"{tint}_soft" for tint in _TINTS))),
    *(("border_strong", f"{tint}_soft") for tint in _TINTS),
    ("strong", "window"),
    ("strong", "surface"),
    *((tint, f"{tint}_soft") for tint in _TINTS),
)
"""Outlines, rings, and marks of what is chosen, and the grounds they stand on: at least 3 : 1."""


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as ``#rrggbb``, from 1 to 21 (WCAG 2.2, relative luminance)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    linear: float = part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
    return linear


def ratio(scheme: str, one: str, other: str) -> float:
    known = tokens.ALL[scheme]
    return contrast(getattr(known, one), getattr(known, other))


@pytest.mark.parametrize("scheme", sorted(tokens.ALL))
def test_every_text_can_be_read_on_every_ground_it_stands_on(scheme: str) -> None:
    assert not [pair for pair in TEXT_PAIRS if ratio(scheme, *pair) < 4.5]


@pytest.mark.parametrize("scheme", sorted(tokens.ALL))
def test_every_control_stands_out_from_its_ground(scheme: str) -> None:
    assert not [pair for pair in CONTROL_PAIRS if ratio(scheme, *pair) < 3.0]


@pytest.mark.parametrize("scheme", ["contrast-dark", "contrast-light"])
def test_high_contrast_is_higher(scheme: str) -> None:
    assert ratio(scheme, "text", "surface") == pytest.approx(21.0)
    assert not [pair for pair in TEXT_PAIRS if ratio(scheme, *pair) < 7.0]


def test_every_ink_is_checked_against_some_ground() -> None:
    inks = {pair[0] for pair in TEXT_PAIRS + CONTROL_PAIRS}
    grounds = {pair[1] for pair in TEXT_PAIRS + CONTROL_PAIRS}
    names = {*tokens.Tokens.__struct_fields__}
    assert names - inks - grounds == {"border"}  # a hairline says nothing


def test_contrast_is_what_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_accent_is_neither_a_warning_nor_a_go() -> None:
    for known in tokens.ALL.values():
        assert len({known.accent, known.amber, known.red, known.green, known.strong}) == 5
