"""Parts of inputs that are shown apart from the whole: those that tell most, and those that findings blame (no Qt).

Owns: which inputs stand in the fixed header, which part of each, and what is said beside it; which characters of an
input a finding is about, and the few around them.

Invariants: these parts repeat what is shown elsewhere in full, and do not count as read. A value comes from the frozen
inputs, is escaped once, on one line and bounded. Secrets in it are masked, and how much is left out on either side of a
found part is said. What Assent reads in a value is kept apart from it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from host import regex
from host.control.views import Asked
from host.model import Finding, JsonObject, JsonValue, Severity
from host.text import Untrusted, one_line
from ui import masking
from ui.inputs import kinds
from ui.inputs.diff import ValueChange, value_at
from ui.inputs.kinds.kind import Explanation, Fact
from ui.inputs.lines import Blamed, BlamedPart, StyleName, ValuePath
from ui.inputs.model import Form, Input, Inputs, inputs_of
from ui.inputs.text_edits import text_edits
from ui.tr import tr, tr_n

_MAX_BEGINNING: Final = 60
"""Characters of a text that is not shown whole."""
MAX_VALUE: Final = 400
"""Characters of a value."""
_MAX_NAME: Final = 60
_MAX_ITEMS: Final = 20
"""Items of a list that are named."""
_MAX_EDITED: Final = 60
"""Characters of a text of an edit that is short."""
_MAX_READING: Final = 160
"""Characters of one reading of a value."""
_MAX_FACTS: Final = 2
"""Readings of a value that are shown."""


class KeyInput(NamedTuple):
    """One input.

    Attributes:
        cut_at_end: whether the value is cut at its end rather than in its middle: items one after another, a beginning.
    """

    name: str  # escaped
    value: str  # escaped, on one line
    strong: tuple[int, int]  # the characters in it that tell most, as (start, end); none if both are equal
    reading: str  # what Assent reads in it; empty if nothing
    cut_at_end: bool = False


def key_inputs(asked: Asked) -> tuple[KeyInput, ...]:
    """Return the inputs that tell most, the most telling first; none for the review of a result."""
    if asked.request.result is not None:
        return ()
    arguments = asked.request.call.arguments_value
    values = ((path, value_at(arguments, path)) for path in asked.action.inputs if path)
    return tuple(_key_input(asked, path, value) for path, value in values if value is not None)


def _key_input(asked: Asked, path: ValuePath, value: JsonValue) -> KeyInput:
    """Return one input as the header shows it: in brief, masked, with what Assent reads in it."""
    name, secrets = str(path[-1]), masking.secret_spans(asked.request.findings).get(path, [])
    shown_name = one_line(".".join(map(str, path)), _MAX_NAME)
    if isinstance(value, list) and 0 < len(value) <= _MAX_ITEMS and all(isinstance(item, str) for item in value):
        items = ", ".join(masking.brief_value(item, name, [], _MAX_NAME) for item in value)
        return KeyInput(shown_name, items, (0, 0), _size_text(value), cut_at_end=True)
    if isinstance(value, (list, dict)) and value and not _holds_secret(asked, path):
        if edits := text_edits({name: value}):
            return _edits_input(shown_name, edits)
        return KeyInput(shown_name, masking.brief_parts(value, MAX_VALUE), (0, 0), _size_text(value))
    if blamed := _blamed_excerpt(asked, path, value):
        return KeyInput(shown_name, blamed, (0, 0), "")
    if isinstance(value, str) and (len(value) > MAX_VALUE or "\n" in value):
        return _long_text(shown_name, name, value, secrets)
    text = masking.brief_value(value, name, secrets, MAX_VALUE)
    found_input = _input_at(asked, path)
    if found_input is None:
        return KeyInput(shown_name, text, (0, 0), "")
    explanation = _explain(asked, path, found_input)
    if text != one_line(found_input.shown.raw(), MAX_VALUE):  # masked, or not all of it
        is_covered = _DOT in text and _DOT not in found_input.shown.raw() and not explanation.masked
        return KeyInput(shown_name, text, (0, 0), tr("Shown below") if is_covered else "")
    if explanation.masked:
        return KeyInput(shown_name, masking.DOTS, (0, 0), "")
    strong = next(((style.start, style.stop) for style in explanation.styles if style.name == "strong"), (0, 0))
    facts = [fact for fact in explanation.facts if fact.name][:_MAX_FACTS]
    untrusted_facts = [
        (fact.name, one_line(fact.words.raw(), _MAX_READING)) for fact in facts if isinstance(fact.words, Untrusted)
    ]
    own_facts = [(fact.name, fact.words) for fact in facts if isinstance(fact.words, str)][-1:]  # of a time, UTC
    readings = (tr("{name}: {words}", name=name, words=words) for name, words in untrusted_facts or own_facts)
    return KeyInput(shown_name, text, strong, " · ".join(readings))


def _edits_input(shown_name: str, edits: list[ValueChange]) -> KeyInput:
    """Return texts that the call replaces as the header shows them: how many, or a single one if both are short."""
    count = tr_n("{n} text to replace", "{n} texts to replace", len(edits))
    first, *others = edits
    texts = [text for text in (first.before, first.after) if isinstance(text, str)]
    if others or any("\n" in text or len(text) > _MAX_EDITED for text in texts):
        return KeyInput(shown_name, count, (0, 0), "")
    name = str(first.path[-1])
    old, new = (masking.brief_value(text, name, [], _MAX_EDITED) for text in texts)
    return KeyInput(shown_name, tr("{old} → {new}", old=old, new=new), (0, 0), count)


def _holds_secret(asked: Asked, path: ValuePath) -> bool:
    return any(secret_path[: len(path)] == path for secret_path in masking.secret_spans(asked.request.findings))


def _long_text(shown_name: str, name: str, value: str, secrets: Collection[tuple[int, int] | None]) -> KeyInput:
    """Return the beginning of the first line of a text. Its size stands beside it: at its end it would be cut."""
    first, lines = masking.first_line(value, name, secrets)
    text = one_line(first[:_MAX_BEGINNING], 2 * _MAX_BEGINNING) + _ELLIPSIS * (len(first) > _MAX_BEGINNING)
    is_covered = _DOT in text and _DOT not in value
    size = tr_n("{n} line", "{n} lines", lines) if lines > 1 else tr_n("{n} character", "{n} characters", len(value))
    reading = " · ".join((tr("Shown below"), size)) if is_covered else size
    return KeyInput(shown_name, text, (0, 0), reading, cut_at_end=True)


def _size_text(value: list[JsonValue] | JsonObject) -> str:
    return tr_n("{n} item", "{n} items", len(value)) if isinstance(value, list) else ""


def _blamed_excerpt(asked: Asked, path: ValuePath, value: JsonValue) -> str:
    """Return the part of a text that the gravest finding blames, if its first line does not show it; else empty."""
    part = blamed_part(asked, path)
    if not isinstance(value, str) or part is None or "\n" not in value[: part[0]]:
        return ""
    return f"{_ELLIPSIS} {one_line(part[1], MAX_VALUE)} {_ELLIPSIS}"


def blamed_part(asked: Asked, path: ValuePath) -> tuple[int, str] | None:
    """Return the part of a text that the gravest finding about a program blames: its start, and its first line.

    Secrets are masked; it is not escaped. None if there is no such part.
    """
    value = value_at(asked.request.call.arguments_value, path)
    spans = [
        (finding.severity.rank, finding.span)
        for finding in asked.request.findings
        if finding.where == path and finding.span is not None and finding.kind in _PROGRAM_FINDINGS
    ]
    if not isinstance(value, str) or not spans:
        return None
    start, end = min(spans)[1]
    masked = masking.mask_spans(value, masking.secret_spans(asked.request.findings).get(path, []))
    return start, masking.mask_tokens(masked[start : min(end, start + MAX_VALUE)]).partition("\n")[0].strip()


_PROGRAM_FINDINGS: Final = frozenset({"runs-code", "writes-sql", "destructive", "carried-over"})
_ELLIPSIS: Final = "…"
_DOT: Final = masking.DOTS[0]


def named_facts(asked: Asked, path: ValuePath) -> tuple[Fact, ...]:
    """Return what Assent reads in one input that has a name, such as what an amount comes to."""
    found_input = _input_at(asked, path)
    return () if found_input is None else tuple(fact for fact in _explain(asked, path, found_input).facts if fact.name)


def _explain(asked: Asked, path: ValuePath, found_input: Input) -> Explanation:
    readings = tuple(reading for reading in asked.readings if reading.path == path)
    return kinds.explain(kinds.input_value(found_input, readings, vouched=asked.request.call.server.trusted))


def _input_at(asked: Asked, path: ValuePath) -> Input | None:
    """Return a text or a number as the form shows it; None for anything else."""
    inputs: Sequence[Input] = inputs_of(asked.request.call.arguments_value, asked.request.definition.input_schema)
    found_input: Input | None = None
    for step in path:
        position = inputs.position(step) if isinstance(inputs, Inputs) else None
        if position is None:
            return None
        found_input = inputs[position]
        inputs = found_input.children
    return found_input if found_input is not None and found_input.form in (Form.TEXT, Form.WORD) else None


MAX_AROUND: Final = 40
"""Characters of the input on either side of a found part."""
MAX_MARKED: Final = 160
"""Characters of a found part that are shown. What is left out is counted."""
_LINE_ENDS: Final = regex.pattern("(?:⟨U\\+000A⟩)+")
_LINE_END: Final = len("⟨U+000A⟩")


_MAX_SECRET: Final = 4_096
_MIN_SECRET: Final = 4
"""Characters of a secret that are looked for in a text: shorter ones are ignored."""
Spans: TypeAlias = Mapping[tuple[str | int, ...], Sequence[tuple[int, int] | None]]
"""Characters that are secrets, by the path of their input; None for all of the input."""
STYLES: Final[Mapping[Severity, StyleName]] = {
    Severity.HIGH: "blamed",
    Severity.MEDIUM: "doubted",
    Severity.INFO: "doubted",
}
"""How a found part is marked."""


class Evidence(NamedTuple):
    """The part of an input that shows a finding."""

    before: str  # escaped text before it
    marked: str  # the found part, escaped
    after: str  # escaped text after it
    place: str  # where it is in the input; empty if all of the input is shown


def evidence(finding: Finding, arguments: JsonValue, secrets: Spans) -> Evidence | None:
    """Return a found part with its surroundings; None if the finding has none. ``secrets``: what stays masked."""
    value, span = value_at(arguments, finding.where), found_span(finding, arguments)
    if span is None or not isinstance(value, str):
        return None
    start, end = span
    if finding.where in secrets:
        value = masking.mask_spans(value, secrets[finding.where])
    first, last = max(0, start - MAX_AROUND), min(len(value), end + MAX_AROUND)
    following = value[end:last] if end - start <= MAX_MARKED else ""
    before = _ELLIPSIS * bool(first) + mark_line_ends(one_line(value[first:start], 400))
    marked = mark_line_ends(one_line(value[start:end], MAX_MARKED))
    after = mark_line_ends(one_line(following, 400)) + _ELLIPSIS * (bool(following) and last < len(value))
    return Evidence(before, marked, after, "" if (first, last) == (0, len(value)) else _place(start, end, len(value)))


def found_span(finding: Finding, arguments: JsonValue) -> tuple[int, int] | None:
    """Return the part of an input that a finding is about; None if it is about all of it, or about no text.

    If the host gives no span, it is the evidence, if that occurs once in the input and not at its beginning.
    """
    value = value_at(arguments, finding.where)
    if not isinstance(value, str):
        return None
    if finding.span is not None:
        start, end = finding.span
        return finding.span if 0 <= start < end <= len(value) else None
    start = value.find(finding.evidence) if finding.evidence else 0
    if start <= 0 or value.find(finding.evidence, start + 1) >= 0:
        return None
    return start, start + len(finding.evidence)


def blamed_parts(findings: Iterable[Finding], arguments: JsonValue) -> Blamed:
    """Return the parts of the inputs that findings are about, graver ones last so that they win."""
    parts: dict[tuple[str | int, ...], tuple[BlamedPart, ...]] = {}
    for finding in sorted(findings, key=lambda finding: finding.severity.rank, reverse=True):
        if finding.severity is not Severity.INFO and (span := found_span(finding, arguments)) is not None:
            parts[finding.where] = (*parts.get(finding.where, ()), (span, STYLES[finding.severity]))
    return parts


def masked_evidence(finding: Finding, arguments: JsonValue, secrets: Spans) -> str:
    """Return a finding's evidence without the secrets of the call. A finding about a secret repeats none."""
    evidence_text = finding.evidence
    if finding.kind == "secret":
        return evidence_text
    for path, spans in secrets.items():
        value = value_at(arguments, path)
        for span in spans if isinstance(value, str) else ():
            evidence_text = _without_secret(evidence_text, str(value)[slice(*span) if span else slice(_MAX_SECRET)])
    return evidence_text


def _without_secret(evidence_text: str, secret: str) -> str:
    for form in (secret, one_line(secret, _MAX_SECRET)):
        if len(form) >= _MIN_SECRET:
            evidence_text = evidence_text.replace(form, masking.mask_spans(form, (None,)))
    return evidence_text


def mark_line_ends(escaped: str) -> str:
    """Replace line ends in escaped text by a sign, with their number if several follow one another."""
    return _LINE_ENDS.sub(_line_end_sign, escaped)


def _line_end_sign(match: re.Match[str]) -> str:
    count = len(match[0]) // _LINE_END
    return "↵ " if count == 1 else f"↵\u00d7{count:,} "


def _place(start: int, end: int, size: int) -> str:
    if end == start + 1:
        return tr("Character {start} of {all}", start=f"{end:,}", all=f"{size:,}")
    return tr("Characters {start} to {end} of {all}", start=f"{start + 1:,}", end=f"{end:,}", all=f"{size:,}")
