"""A language that nobody speaks, to see what translation does to the screens: longer, and with other letters.

Words between ⟦ and ⟧ went through ``ui.tr``; whatever stands outside of them on a picture did not.
"""

from __future__ import annotations

import re
from typing import Final

_LETTERS: Final = str.maketrans("aceginorsuyzACEGINORSUYZ", "àçéğîñöŕšüýžÀÇÉĞÎÑÖŔŠÜÝŽ")
_PLACE: Final = re.compile(r"(\{[^{}]*\})")
LONGER: Final = 0.35
"""As much longer as German or Finnish is."""


def pseudo(source: str, _number: int = -1) -> str:
    """``source`` with accents and some length more; what stands in braces stays."""
    parts = _PLACE.split(source)
    said = "".join(part if part.startswith("{") else part.translate(_LETTERS) for part in parts)
    return f"⟦{said}{'·' * round(len(source) * LONGER)}⟧" if source.strip() else source
