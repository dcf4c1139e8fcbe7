"""What is drawn: each situation by name, in the words of a person who would meet it.

Owns: the whole list.

Invariants: each is made from values that the host could really send; nothing in it is painted.
"""

from __future__ import annotations

from typing import Final

from tests.gallery import real
from tests.gallery.apps import APPS
from tests.gallery.consents import CONSENTS
from tests.gallery.pages import PAGES
from tests.gallery.reviews import REVIEWS
from tests.gallery.server_edits import SERVER_EDITS
from tests.gallery.sign_ins import SIGN_INS
from tests.gallery.situation import Situation
from tests.gallery.welcome import WELCOME
from tests.gallery.window_parts import PARTS

ALL: Final = (
    *CONSENTS,
    *PAGES,
    *SIGN_INS,
    *REVIEWS,
    *SERVER_EDITS,
    *APPS,
    *WELCOME,
    *PARTS,
)
"""Every picture, in the order in which somebody would look at them."""


def everything() -> list[Situation]:
    """The list, and what real servers asked when ``make gallery`` let them."""
    return [*ALL, *real.situations()]
