"""Making a finding about one text (pure).

Owns: which part of the text becomes the evidence, and how a sentence names the text. Invariants: evidence is an exact,
bounded part of the untrusted text; the span is a position in the whole text.
"""

from __future__ import annotations

from typing import Final

from host.inspect.subject import Text
from host.model import Finding, Severity
from host.text import one_line
from host.words import say

MAX_EVIDENCE: Final = 300
"""Characters of evidence."""
_CONTEXT: Final = 40
_MAX_NAME: Final = 80
"""Characters of an input's name."""


def finding_about(
    kind: str, severity: Severity, sentence: str, text: Text, span: tuple[int, int] | None = None
) -> Finding:
    """A finding about ``text``, or about its characters ``span`` (start, end). Names of inputs get no span."""
    if span is None:
        return Finding(kind, severity, sentence, text.text[:MAX_EVIDENCE], text.steps)
    start, end = max(span[0], 0), min(max(span[1], span[0]), len(text.text))
    before = max(start - _CONTEXT, 0)
    evidence = text.text[before : max(end, min(end + _CONTEXT, before + MAX_EVIDENCE))][:MAX_EVIDENCE]
    return Finding(kind, severity, sentence, evidence, text.steps, None if text.is_name else (start, end))


def name_of_text(text: Text) -> str:
    """The name of a text at the beginning of a sentence."""
    name = one_line(text.key, _MAX_NAME)
    if text.is_name and not text.steps:
        return say("The tool's name")
    if text.is_name:
        return say("The name of the input \u201c{name}\u201d", name=name)
    return f"\u201c{name}\u201d" if name else say("A value")


def safe_name(name: str) -> str:
    """An untrusted name, made safe for a sentence: one line, escaped, bounded."""
    return one_line(name, _MAX_NAME)
