"""Every literal colour and pixel of the window (pure).

Invariants:
    Text has a contrast of 4.5 : 1 and controls have 3 : 1 on each ground they stand on (the tests list the pairs and
    check them). A colour has one meaning everywhere.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

SPACE: Final = 4  # the unit of all distances in pixels
GROUP: Final = 8
SECTION: Final = 16
PAGE: Final = 24
RADIUS: Final = 6
TARGET: Final = 24  # least side of anything that can be clicked
ROW: Final = 32  # height of a table row, and of every control in a row
MONOGRAM: Final = 28  # side of a monogram beside a heading

Scheme: TypeAlias = Literal["light", "dark", "contrast"]


class Tokens(Struct, frozen=True):
    """One scheme."""

    window: str  # the background of windows
    surface: str  # the background of cards and fields
    raised: str  # the background of tooltips, menus and toasts
    border: str  # hairlines
    border_strong: str  # outlines of controls
    text: str  # text
    muted: str  # less important text
    disabled: str  # text of disabled controls
    accent: str  # focus and selection only
    accent_soft: str  # its background
    on_accent: str  # text on ``accent``
    amber: str  # look closer
    amber_soft: str  # its background
    red: str  # may do harm
    red_soft: str  # its background
    green: str  # a verified fact
    green_soft: str  # its background
    neutral_soft: str  # the background of anything else
    hover: str  # the background under the pointer
    pressed: str  # the background of a pressed button
    strong: str  # the main button
    strong_hover: str  # the main button under the pointer
    on_strong: str  # text on the main button
    focus: str  # the ring around the focused control
    diff_removed: str  # the background of a removed line
    diff_added: str  # the background of an added line
    diff_removed_word: str  # the background of the removed words in such a line
    diff_added_word: str  # the background of the added words
    # The backgrounds of monograms; they have no meaning, and differ for eyes that see fewer colours, too.
    monogram_1: str
    monogram_2: str
    monogram_3: str
    monogram_4: str
    monogram_5: str
    monogram_6: str
    monogram_7: str
    monogram_8: str
    on_face: str  # letters on monograms


_COLOURS: Final[dict[str, tuple[str, str, str, str]]] = {
    # light, dark, contrast-light, contrast-dark
    "window": ("#f6f6f7", "#19191c", "#ffffff", "#000000"),
    "surface": ("#ffffff", "#212125", "#ffffff", "#000000"),
    "raised": ("#ffffff", "#29292e", "#ffffff", "#000000"),
    "border": ("#e2e2e6", "#37373d", "#000000", "#ffffff"),
    "border_strong": ("#86868f", "#80808b", "#000000", "#ffffff"),
    "text": ("#1c1c20", "#ececf0", "#000000", "#ffffff"),
    "muted": ("#5d5d67", "#a8a8b3", "#2b2b2b", "#e0e0e0"),
    "disabled": ("#686872", "#9a9aa5", "#595959", "#9a9a9a"),
    "accent": ("#2b5fd9", "#8db0ff", "#0033a0", "#7fd4ff"),
    "accent_soft": ("#e3ebfc", "#2a3654", "#d6e2ff", "#003a57"),
    "on_accent": ("#ffffff", "#10131c", "#ffffff", "#000000"),
    "amber": ("#855000", "#f0b64e", "#5c3500", "#ffd166"),
    "amber_soft": ("#fdf2da", "#3a2f18", "#ffffff", "#000000"),
    "red": ("#b3261e", "#ff9a92", "#8f0000", "#ffb0a8"),
    "red_soft": ("#fdeceb", "#3d2423", "#ffffff", "#000000"),
    "green": ("#1a6b3a", "#74d096", "#00491c", "#8cf0b0"),
    "green_soft": ("#e5f4ea", "#1d3026", "#ffffff", "#000000"),
    "neutral_soft": ("#ececef", "#303036", "#ffffff", "#000000"),
    "hover": ("#f0f0f2", "#2c2c31", "#e6e6e6", "#262626"),
    "pressed": ("#e5e5e9", "#38383f", "#cccccc", "#404040"),
    "strong": ("#2a2a30", "#e6e6eb", "#000000", "#ffffff"),
    "strong_hover": ("#3d3d45", "#ffffff", "#333333", "#d9d9d9"),
    "on_strong": ("#ffffff", "#19191c", "#ffffff", "#000000"),
    "focus": ("#2b5fd9", "#8db0ff", "#0033a0", "#7fd4ff"),
    "diff_removed": ("#fdeceb", "#3d2423", "#ffe3e0", "#3a0f0c"),
    "diff_added": ("#e5f4ea", "#1d3026", "#dcf5e3", "#06290f"),
    "diff_removed_word": ("#f8c8c4", "#743530", "#ffb8b0", "#7a1f18"),
    "diff_added_word": ("#b5e2c5", "#22603c", "#a6e3b9", "#0f5a28"),
    "monogram_1": ("#8c4420", "#dfa084", "#300f01", "#e78151"),
    "monogram_2": ("#3f2903", "#f5d8b1", "#5f5343", "#c7b297"),
    "monogram_3": ("#79764c", "#8b895e", "#403d14", "#f7f5c6"),
    "monogram_4": ("#1e4646", "#8ac4c4", "#032f2f", "#a4fdfc"),
    "monogram_5": ("#5c788c", "#bcdaf1", "#205b80", "#69b8ed"),
    "monogram_6": ("#495da0", "#6c82c9", "#2b3a7a", "#7893ef"),
    "monogram_7": ("#54397c", "#b499e5", "#350661", "#d0c6e6"),
    "monogram_8": ("#68555f", "#ba7fa0", "#653150", "#b696a7"),
    "on_face": ("#ffffff", "#19191c", "#ffffff", "#000000"),
}
"""Each colour in each scheme."""


ALL: Final[dict[str, Tokens]] = {
    scheme: Tokens(**{name: colours[column] for name, colours in _COLOURS.items()})
    for column, scheme in enumerate(("light", "dark", "contrast-light", "contrast-dark"))
}
LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK = ALL.values()
