"""Findings about tool names (pure).

Owns: the form of ordinary tool names, and which names are not accepted.

Invariants: names are judged unchanged, without normalisation; a name that no person can read whole is not accepted.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from host.inspect.lookalikes import latin
from host.model import Finding, Severity
from host.patterns import linear
from host.text import escape, nfkc
from host.words import Words, say

LONGEST: Final = 1_024
"""Characters of the longest accepted name; every record and screen repeats the name."""
_USUAL: Final = linear(r"[A-Za-z0-9_.-]{1,128}")
"""Names that all servers and models accept (MCP 2025-11-25, Tools, Tool Names; attack 6)."""


def invalid(name: str) -> Words:
    """A clause that says why a tool of that name is withheld, empty if it is not."""
    if not name:
        return say("Tool without a name, therefore withheld")
    if len(name) > LONGEST:
        return say("Tool with a name of more than {number} characters, therefore withheld", number=str(LONGEST))
    if escape(name) != name:
        return say("Tool with a name that holds characters that cannot be seen, therefore withheld")
    return ""


def odd_tool_name(name: str) -> tuple[Finding, ...]:
    """``odd-name``: a tool whose name could be taken for another, be hidden or be cut off."""
    if _USUAL.fullmatch(name):
        return ()
    severity = Severity.INFO if _is_of_one_script(name) else Severity.MEDIUM
    sentence = say("The tool's name is not made of 1 to 128 letters A to Z, digits, dots, hyphens and underscores.")
    return (Finding("odd-name", severity, sentence, evidence=name),)


def _is_of_one_script(name: str) -> bool:
    """Whether a name is an ordinary word of another script, which looks like no ASCII name."""
    plain = name.replace("_", "").replace("-", "").replace(".", "")
    if len(name) > _USUAL_LENGTH or not plain.isalnum() or nfkc(name) != name:
        return False
    letters = [char for char in plain if char not in "0123456789"]
    scripts = {unicodedata.name(char, "?").partition(" ")[0] for char in letters}
    if not letters or not all(map(str.isalpha, letters)):
        return False
    return len(scripts - _WRITTEN_TOGETHER) <= 1 and not any(map(str.isascii, letters)) and not latin(plain).isascii()


_USUAL_LENGTH: Final = 128
_WRITTEN_TOGETHER: Final = frozenset({"HIRAGANA", "KATAKANA", "CJK"})
