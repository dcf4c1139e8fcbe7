"""Parts of inputs that are shown apart from the whole: those that tell most, and those that findings blame (no Qt).

Owns: which inputs stand in the place that never scrolls away, what of each, and what is said beside it; which
characters of an input a finding is about, and the cut to the few around them.

Invariants: it repeats what stands elsewhere in full, and counts as nothing that was read; a value comes from the frozen
inputs themselves, is escaped once, on one line and bounded; secrets in it are masked, and how much is left out on
either side of what was found is said; what Assent reads in it is told apart from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from host.control.views import Asked
from host.model import Finding, JsonObject, JsonValue, Severity
from host.text import Untrusted, one_line
from ui import masking
from ui.inputs import kinds
from ui.inputs.kinds.kind import Explanation, Fact
from ui.inputs.lines import Blamed, BlamedPart, StyleName, ValuePath
from ui.inputs.model import Form, Input, Inputs, inputs_of
from ui.tr import tr, tr_n

LONGEST: Final = 400
"""Characters of a value."""
_NAME: Final = 60
_MOST: Final = 20
"""Items of a list that are named."""
_READING: Final = 160
"""Characters of one thing that is read in a value."""
_FACTS: Final = 2
"""Things that are read in a value."""


class KeyInput(NamedTuple):
    """One input.

    Attributes:
        name: its own (escaped).
        value: escaped, on one line.
        strong: which characters of it tell most, from and to; none where both are the same.
        reading: what Assent reads in it, empty where nothing.
        several: whether the value is several, one after another.
    """

    name: str
    value: str
    strong: tuple[int, int]
    reading: str
    several: bool = False


def key_inputs(asked: Asked) -> tuple[KeyInput, ...]:
    """The inputs that tell most, the most telling first; none about a result, which is another matter."""
    if asked.request.result is not None:
        return ()
    arguments = asked.request.call.arguments_value
    found = ((path, _at(arguments, path)) for path in asked.action.inputs)
    return tuple(_row(asked, path, value[0]) for path, value in found if path and value)


def _at(arguments: JsonValue, path: ValuePath) -> tuple[JsonValue] | None:
    """The value at a path, None where there is none."""
    for step in path:
        if isinstance(arguments, dict) and step in arguments and isinstance(step, str):
            arguments = arguments[step]
        else:
            return None
    return (arguments,)


def _row(asked: Asked, path: ValuePath, value: JsonValue) -> KeyInput:
    name, secrets = str(path[-1]), masking.secret_spans(asked.request.findings).get(path, [])
    shown = one_line(".".join(map(str, path)), _NAME)
    if isinstance(value, list) and 0 < len(value) <= _MOST and all(isinstance(item, str) for item in value):
        items = ", ".join(masking.brief_value(item, name, [], _NAME) for item in value)
        return KeyInput(shown, items, (0, 0), _size(value), several=True)
    if isinstance(value, (list, dict)) and value and not _holds_secret(asked, path):
        return KeyInput(shown, masking.brief_parts(value, LONGEST), (0, 0), _size(value))
    if blamed := _blamed(asked, path, value):
        return KeyInput(shown, blamed, (0, 0), "")
    said = masking.brief_value(value, name, secrets, LONGEST)
    given = _input(asked, path)
    if given is None:
        return KeyInput(shown, said, (0, 0), "")
    told = _explained(asked, path, given)
    if said != one_line(given.shown.raw(), LONGEST):  # masked, or not all of it
        covered = _DOT in said and _DOT not in given.shown.raw() and not told.masked
        return KeyInput(shown, said, (0, 0), tr("Shown below") if covered else "")
    if told.masked:
        return KeyInput(shown, masking.DOTS, (0, 0), "")
    strong = next(((style.start, style.stop) for style in told.styles if style.name == "strong"), (0, 0))
    facts = [fact for fact in told.facts if fact.name][:_FACTS]
    read = [(fact.name, one_line(fact.words.raw(), _READING)) for fact in facts if isinstance(fact.words, Untrusted)]
    ours = [(fact.name, fact.words) for fact in facts if isinstance(fact.words, str)][-1:]  # of a time, UTC
    beside = (tr("{name}: {words}", name=name, words=words) for name, words in read or ours)
    return KeyInput(shown, said, strong, " · ".join(beside))


def _holds_secret(asked: Asked, path: ValuePath) -> bool:
    return any(where[: len(path)] == path for where in masking.secret_spans(asked.request.findings))


def _size(value: list[JsonValue] | JsonObject) -> str:
    """How many there are of a list; of an object its names say it."""
    return tr_n("{n} item", "{n} items", len(value)) if isinstance(value, list) else ""


def _blamed(asked: Asked, path: ValuePath, value: JsonValue) -> str:
    """Of a text of several lines the part that the gravest finding blames, where its first line does not show it."""
    part = blamed_part(asked, path)
    if not isinstance(value, str) or part is None or "\n" not in value[: part[0]]:
        return ""
    return f"{_CUT} {one_line(part[1], LONGEST)} {_CUT}"


def blamed_part(asked: Asked, path: ValuePath) -> tuple[int, str] | None:
    """Of a text what the gravest finding about a program blames in it: where it begins, and its first line.

    Secrets are masked; it is not escaped. None where there is none.
    """
    value = at(asked.request.call.arguments_value, path)
    spans = [
        (finding.severity.rank, finding.span)
        for finding in asked.request.findings
        if finding.where == path and finding.span is not None and finding.kind in _PROGRAMS
    ]
    if not isinstance(value, str) or not spans:
        return None
    start, end = min(spans)[1]
    masked = masking.mask_spans(value, masking.secret_spans(asked.request.findings).get(path, []))
    return start, masking.mask_tokens(masked[start : min(end, start + LONGEST)]).partition("\n")[0].strip()


_PROGRAMS: Final = frozenset({"runs-code", "writes-sql", "destructive", "carried-over"})
_CUT: Final = "…"
_DOT: Final = masking.DOTS[0]


def facts_of(asked: Asked, path: ValuePath) -> tuple[Fact, ...]:
    """What is read in one input under a name, such as what an amount comes to."""
    given = _input(asked, path)
    return () if given is None else tuple(fact for fact in _explained(asked, path, given).facts if fact.name)


def _explained(asked: Asked, path: ValuePath, given: Input) -> Explanation:
    readings = tuple(reading for reading in asked.readings if reading.path == path)
    return kinds.explain(kinds.input_value(given, readings, vouched=asked.request.call.server.trusted))


def _input(asked: Asked, path: ValuePath) -> Input | None:
    """A text or a number, as the form has it."""
    inputs: Sequence[Input] = inputs_of(asked.request.call.arguments_value, asked.request.definition.input_schema)
    given: Input | None = None
    for step in path:
        at = inputs.position(step) if isinstance(inputs, Inputs) else None
        if at is None:
            return None
        given = inputs[at]
        inputs = given.children
    return given if given is not None and given.form in (Form.TEXT, Form.WORD) else None


AROUND: Final = 40
"""Characters of the input on either side of what was found."""
MARKED: Final = 160
"""Characters of what was found that are shown; what is left out is counted."""
_LINE_ENDS: Final = re.compile("(?:⟨U\\+000A⟩)+")
_LINE_END: Final = len("⟨U+000A⟩")


_LONGEST: Final = 4_096
_LEAST: Final = 4
"""Characters of a secret that are looked for in a text: the beginning of a long one, nothing of a tiny one."""
Spans: TypeAlias = Mapping[tuple[str | int, ...], Sequence[tuple[int, int] | None]]
"""Characters that are secrets, None for all of an input, by the steps to it."""
STYLES: Final[Mapping[Severity, StyleName]] = {
    Severity.HIGH: "blamed",
    Severity.MEDIUM: "doubted",
    Severity.INFO: "doubted",
}
"""How what was found is marked."""
NO_SECRETS: Final[Spans] = {}


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


def evidence(finding: Finding, arguments: JsonValue, secrets: Spans = NO_SECRETS) -> Evidence | None:
    """What to show with marks; None where the finding points at no part of a text. ``secrets``: what stays masked."""
    value, span = at(arguments, finding.where), span_of(finding, arguments)
    if span is None or not isinstance(value, str):
        return None
    start, end = span
    if finding.where in secrets:
        value = masking.mask_spans(value, secrets[finding.where])
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
            proof = proof.replace(text, masking.mask_spans(text, (None,)))
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
