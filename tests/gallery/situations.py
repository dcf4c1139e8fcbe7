"""What is drawn: each situation by name, in the words of a person who would meet it.

Owns: the whole list.

Invariants: each is made from values that the host could really send; nothing in it is painted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.gallery import real
from tests.gallery.apps import APPS
from tests.gallery.consents import CONSENTS
from tests.gallery.pages import PAGES
from tests.gallery.situation import Situation
from tests.gallery.window_parts import PARTS

TRANSLATED: Final = (
    "assistant", "grants", "history", "history-call", "policy-waits", "rules", "rules-editor", "rules-editor-try",
    "servers-one", "settings", "waiting", "waiting-grouped",
)  # fmt: skip
"""Pages that are drawn in a language that nobody speaks as well, and longer than English."""
MIRRORED: Final = ("history", "rules", "rules-editor", "settings", "waiting", "waiting-grouped")
"""Pages that are drawn from right to left as well."""

ALL: Final = (
    *CONSENTS,
    *PAGES,
    *APPS,
    *PARTS,
    *(replace(it, name=f"{it.name}-translated", translated=True) for it in PAGES if it.name in TRANSLATED),
    *(replace(it, name=f"{it.name}-mirrored", mirrored=True) for it in PAGES if it.name in MIRRORED),
)
"""Every picture, in the order in which somebody would look at them."""


def everything() -> list[Situation]:
    """The list, and what real servers asked when ``make gallery`` let them."""
    return [*ALL, *real.situations()]
