"""What shows a finding, ready to be drawn (no Qt).

Owns: which characters of an input a finding is about, and the cut to the few around them.

Invariants: what is cut comes from the frozen inputs themselves, is escaped once, and how much is left out on either
side is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from host.model import Finding, JsonValue, Severity
from host.text import one_line
from ui.inputs.lines import Blamed, BlamedPart, StyleName
from ui.masking import mask_spans
from ui.tr import tr

AROUND: Final = 40
"""Characters of the input on either side of what was found."""
MARKED: Final = 160
"""Characters of what was found that are shown; what is left out is counted."""
_CUT: Final = "…"
_LINE_ENDS: Final = re.compile("(?:⟨U\\+000A⟩)+")
_LINE_END: Final = len("⟨U+000A⟩")


_LONGEST: Final = 4_096
_LEAST: Final = 4
"""Characters of a secret that are looked for in a text: the beginning of a long one, nothing of a tiny one."""
Spans: TypeAlias = Mapping[tuple[str | int, ...], Sequence[tuple[int, int] | None]]
"""Characters that are secrets, None for all of an input, by the steps to it."""
STYLES: Final[Mapping[Severity, StyleName]] = MappingProxyType(
    {Severity.HIGH: "blamed", Severity.MEDIUM: "doubted", Severity.INFO: "doubted"}
)
"""How what was found is marked."""
_NO_SECRETS: Final[Spans] = MappingProxyType({})


class Evidence(NamedTuple):
    """The part of an input that shows a finding.

    Attributes:
        before, marked, after: escaped text.
        place: where that is in the input; empty where it is all of it.
    """

    before: str
    marked: str
    after: str
    place: str


def evidence(finding: Finding, arguments: JsonValue, secrets: Spans = _NO_SECRETS) -> Evidence | None:
    """What to show with marks; None where the finding points at no part of a text. ``secrets``: what stays masked."""
    value, span = at(arguments, finding.where), span_of(finding, arguments)
    if span is None or not isinstance(value, str):
        return None
    start, end = span
    if finding.where in secrets:
        value = mask_spans(value, secrets[finding.where])
    first, last = max(0, start - AROUND), min(len(value), end + AROUND)
    after = value[end:last] if end - start <= MARKED else ""
    before = _CUT * bool(first) + mark_line_ends(one_line(value[first:start], 400))
    marked = mark_line_ends(one_line(value[start:end], MARKED))
    behind = mark_line_ends(one_line(after, 400)) + _CUT * (bool(after) and last < len(value))
    return Evidence(before, marked, behind, "" if (first, last) == (0, len(value)) else _place(start, end, len(value)))


def span_of(finding: Finding, arguments: JsonValue) -> tuple[int, int] | None:
    """The part of an input that a finding is about; None where it is about all of it, or about no text.

    Where the host says no span, it is the evidence where that stands once in the input, behind its beginning.
    """
    value = at(arguments, finding.where)
    if not isinstance(value, str):
        return None
    if finding.span is not None:
        start, end = finding.span
        return finding.span if 0 <= start < end <= len(value) else None
    start = value.find(finding.evidence) if finding.evidence else 0
    if start <= 0 or value.find(finding.evidence, start + 1) >= 0:
        return None
    return start, start + len(finding.evidence)


def blamed(findings: Iterable[Finding], arguments: JsonValue) -> Blamed:
    """The parts of the inputs that findings are about, the gravest over the others."""
    found: dict[tuple[str | int, ...], tuple[BlamedPart, ...]] = {}
    for finding in sorted(findings, key=lambda it: it.severity.rank, reverse=True):
        if finding.severity is not Severity.INFO and (span := span_of(finding, arguments)) is not None:
            found[finding.where] = (*found.get(finding.where, ()), (span, STYLES[finding.severity]))
    return found


def masked_proof(finding: Finding, arguments: JsonValue, secrets: Spans) -> str:
    """The text that came with a finding, without the secrets of the call. One about a secret repeats none."""
    proof = finding.evidence
    if finding.kind == "secret":
        return proof
    for where, spans in secrets.items():
        value = at(arguments, where)
        for span in spans if isinstance(value, str) else ():
            proof = _without(proof, str(value)[slice(*span) if span else slice(_LONGEST)])
    return proof


def _without(proof: str, secret: str) -> str:
    for text in (secret, one_line(secret, _LONGEST)):
        if len(text) >= _LEAST:
            proof = proof.replace(text, mask_spans(text, (None,)))
    return proof


def mark_line_ends(shown: str) -> str:
    """Escaped text on one line with a sign for each line end, and how many there are where they follow one another."""
    return _LINE_ENDS.sub(_ends, shown)


def _ends(found: re.Match[str]) -> str:
    count = len(found[0]) // _LINE_END
    return "↵ " if count == 1 else f"↵\u00d7{count:,} "


def _place(start: int, end: int, size: int) -> str:
    if end == start + 1:
        return tr("Character {start} of {all}", start=f"{end:,}", all=f"{size:,}")
    return tr("Characters {start} to {end} of {all}", start=f"{start + 1:,}", end=f"{end:,}", all=f"{size:,}")


def at(value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    """What the steps lead to; None where they lead nowhere."""
    for step in where:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value
