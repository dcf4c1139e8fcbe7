"""How a finding about one text is put (pure).

Owns: the cut of its evidence, and what its place is called. Invariants: evidence is the stranger's own characters,
bounded; the span tells where in the text they stand, also of what is left out of the evidence.
"""

from __future__ import annotations

from typing import Final

from host.inspect.subject import Text
from host.model import Finding, Severity
from host.text import one_line
from host.words import say

EVIDENCE: Final = 300
"""Characters of evidence."""
_AROUND: Final = 40
_NAME: Final = 80
"""Characters of an input's name."""


def found(kind: str, severity: Severity, sentence: str, text: Text, span: tuple[int, int] | None = None) -> Finding:
    """A finding about ``text``, or about the characters ``span`` of it (from, to). A name is no value to point into."""
    if span is None:
        return Finding(kind, severity, sentence, text.text[:EVIDENCE], text.steps)
    start, end = max(span[0], 0), min(max(span[1], span[0]), len(text.text))
    before = max(start - _AROUND, 0)
    evidence = text.text[before : max(end, min(end + _AROUND, before + EVIDENCE))][:EVIDENCE]
    return Finding(kind, severity, sentence, evidence, text.steps, None if text.is_name else (start, end))


def called(text: Text) -> str:
    """How a sentence names a text, at its beginning."""
    name = one_line(text.key, _NAME)
    if text.is_name and not text.steps:
        return say("The tool's name")
    if text.is_name:
        return say("The name of the input \u201c{name}\u201d", name=name)
    return f"\u201c{name}\u201d" if name else say("A value")


def shown(name: str) -> str:
    """A stranger's name for a sentence: one line, escaped, bounded."""
    return one_line(name, _NAME)
