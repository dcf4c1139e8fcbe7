"""Colours that can be told apart."""

from __future__ import annotations

import math
from itertools import combinations
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
    *(("on_face", f"monogram_{tint}") for tint in range(1, 9)),
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


_EYES: Final[dict[str, tuple[tuple[float, float, float], ...]]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What eyes make of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""


def _seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """A colour in the space Oklab (Ottosson 2020), as these eyes see it."""
    linear = [_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    mixed = (sum(part * share for part, share in zip(linear, row, strict=True)) for row in _EYES[eyes])
    red, green, blue = (min(1.0, max(0.0, part)) for part in mixed)
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    middle = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3)
    return (
        0.2105 * long + 0.7936 * middle - 0.0041 * short,
        1.9780 * long - 2.4286 * middle + 0.4506 * short,
        0.0259 * long + 0.7828 * middle - 0.8087 * short,
    )


@pytest.mark.parametrize("scheme", sorted(tokens.ALL))
@pytest.mark.parametrize("eyes", sorted(_EYES))
def test_faces_can_be_told_apart_also_by_eyes_that_see_fewer_colours(scheme: str, eyes: str) -> None:
    colours = [getattr(tokens.ALL[scheme], f"monogram_{tint}") for tint in range(1, 9)]
    pairs = combinations(colours, 2)
    assert not [pair for pair in pairs if math.dist(*(_seen(colour, eyes) for colour in pair)) < 0.065]


def test_accent_is_neither_a_warning_nor_a_go() -> None:
    for known in tokens.ALL.values():
        assert len({known.accent, known.amber, known.red, known.green, known.strong}) == 5
