"""Findings about invisible characters (pure).

Owns: ``hidden-characters``: characters that hide in a text, reorder it, or push its end out of sight. Invariants: each
hidden character (attacks 5 and 8) without an ordinary reason beside it gives a finding, in values, names of inputs, the
tool's name, and what is sent besides; so does padding before a tail (attack 7). Each way to hide is reported once per
text. For definitions and instructions of servers only deceptive characters are reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect import invisible
from host.inspect.evidence import finding_about, name_of_text
from host.inspect.identifiers import Form, form_of, form_words
from host.inspect.subject import Subject, Text, texts_of
from host.model import Finding, Severity
from host.patterns import linear
from host.text import bytes_of, odd_characters, one_line
from host.words import say, say_n

KIND: Final = "hidden-characters"
MAX_COUNTED: Final = 1_000
"""Hidden characters of one text that are counted; beyond them a finding says ``more than``."""
MIN_BLANKS: Final = 200
"""Characters of white space that push what follows out of sight."""
MIN_EMPTY_LINES: Final = 50
_MAX_MESSAGE: Final = 120
_SHOWN_TAIL: Final = 60
_GAP: Final = linear(rf"[\s\x{{85}}\pZ]{{{MIN_EMPTY_LINES},}}")
_SPACE_TABLE: Final = bytes(0x20 if code < 0x80 and chr(code).isspace() else 0x78 for code in range(0x100))
_SAMPLED: Final = 5
"""Bytes between two that are looked at first."""
_COLOURS: Final = linear(r"\x1b\[[0-7;]*m")
"""Commands to a terminal for colours and bold letters; 8 hides (ECMA-48 §8.3.117)."""
_UNBROKEN_FORMS: Final[frozenset[Form]] = frozenset({"path", "host", "address"})


def find_hidden(subject: Subject) -> Iterator[Finding]:
    """``hidden-characters``: hidden characters and padding in everything that would be sent."""
    if not _is_plain(subject.tool):
        yield from _findings_in(Text((), "", subject.tool, is_name=True))
    for text in subject.texts:
        raw = text.text
        if not (len(raw) < MIN_BLANKS and raw.isascii() and raw.isprintable()):
            yield from _findings_in(text)
    for text in subject.other_params:
        if not _is_plain(text.text):
            yield from _findings_in(Text((), text.key, text.text, text.is_name), say("What is sent besides the inputs"))


def find_hidden_in_definition(subject: Subject) -> Iterator[Finding]:
    """Deceptive characters in the tool's definition, which the model reads."""
    if subject.definition is not None:
        yield from _deceptive_findings(texts_of(subject.definition)[0], say("The tool's definition"))


def find_hidden_in_instructions(text: str) -> Iterable[Finding]:
    """Deceptive characters in the instructions of a server."""
    return _deceptive_findings((Text((), "", text),), say("What the server tells the model"))


def _deceptive_findings(texts: Iterable[Text], place: str) -> Iterable[Finding]:
    """The findings that can deceive, each sentence once."""
    unique: dict[str, Finding] = {}
    for text in texts:
        if not _is_plain(text.text):
            for finding in _findings_in(Text((), "", text.text, text.is_name), place):
                if finding.severity is Severity.HIGH:
                    unique.setdefault(finding.text, Finding(KIND, finding.severity, finding.text, finding.evidence))
    return unique.values()


def _is_plain(text: str) -> bool:
    """Whether a text surely has no finding, by a fast check."""
    return len(text) < MIN_BLANKS and text.isascii() and text.isprintable()


def _findings_in(text: Text, place: str = "") -> Iterator[Finding]:
    """The findings about one text. ``place``: its name in a sentence."""
    hidden = invisible.hidden_in(text.text)
    form = form_of(text)
    if not hidden and form not in _UNBROKEN_FORMS and not _may_have_gap(text.text):
        return
    place = place or name_of_text(text)
    if hidden:
        yield from _reordering(text, place, hidden & invisible.REORDERING, form)
        yield from _terminal_commands(text, place, hidden & invisible.TERMINAL, form)
        if not hidden.isdisjoint(invisible.TAGS):
            yield from _tag_letters(text, place)
        rest = hidden - invisible.REORDERING - invisible.TERMINAL - invisible.TAGS
        if run := _invisible_run(text, place, rest, form):
            yield run
            rest -= invisible.WIDTHLESS
        yield from _other_hidden(text, place, rest, form)
    if form in _UNBROKEN_FORMS:
        yield from _line_ends(text, place, form)
    yield from _padding(text, place, form)


def _reordering(text: Text, place: str, chars: frozenset[str], form: Form) -> Iterator[Finding]:
    if not chars:
        return
    raw, severity = text.text, Severity.HIGH
    if not form and not chars & invisible.OVERRIDES and invisible.is_right_to_left(raw):
        severity = Severity.INFO
    elif not form and chars <= invisible.ISOLATES:
        severity = Severity.MEDIUM
    count = sum(map(raw.count, chars))
    sentence = say_n(
        "{place} holds {n} character that reorders what you read.",
        "{place} holds {n} characters that reorder what you read.",
        count,
        place=place,
    )
    yield finding_about(KIND, severity, sentence, text, _first_span(raw, chars))


def _terminal_commands(text: Text, place: str, chars: frozenset[str], form: Form) -> Iterator[Finding]:
    if not chars:
        return
    raw = text.text
    places = [at for at, char in enumerate(raw) if char in chars]
    only_colours = not form and chars <= {"\x1b"} and len(places) == sum(1 for _ in _COLOURS.finditer(raw))
    sentence = say_n(
        "{place} holds {n} command to a terminal, which can hide or change what is shown.",
        "{place} holds {n} commands to a terminal, which can hide or change what is shown.",
        len(places),
        place=place,
    )
    span = (places[0], places[0] + 1)
    yield finding_about(KIND, Severity.MEDIUM if only_colours else Severity.HIGH, sentence, text, span)


def _tag_letters(text: Text, place: str) -> Iterator[Finding]:
    """Tag letters, which no font draws and every model reads."""
    runs = list(islice(invisible.tag_runs(text.text), MAX_COUNTED))
    if not runs:
        return
    spelt = "".join(letters for _, _, letters in runs)
    sentence = say("{place} holds invisible letters: you do not see them, a model reads them.", place=place)
    if spelt:
        sentence = say(
            "{place} holds invisible letters that spell \u201c{message}\u201d: you do not see them, a model reads "
            "them.",
            place=place,
            message=one_line(spelt, _MAX_MESSAGE),
        )
    yield finding_about(KIND, Severity.HIGH, sentence, text, runs[0][:2])


def _invisible_run(text: Text, place: str, hidden: frozenset[str], form: Form) -> Finding | None:
    """A run of characters without width. In prose a run of one sort carries no message."""
    if hidden.isdisjoint(invisible.WIDTHLESS):
        return None
    span = next(invisible.runs_of(text.text, invisible.WIDTHLESS, invisible.MIN_RUN_LENGTH), None)
    if span is None:
        return None
    run = text.text[slice(*span)]
    sentence = say("{place} holds {n} invisible characters in a row.", place=place, n=len(run))
    severity = Severity.HIGH if form or len(set(run)) > 1 else Severity.MEDIUM
    return finding_about(KIND, severity, sentence, text, span)


def _other_hidden(text: Text, place: str, hidden: frozenset[str], form: Form) -> Iterator[Finding]:
    """All other hidden characters without an ordinary reason."""
    mild = frozenset(
        char for char in hidden if invisible.is_newer(char) or (not form and invisible.is_private_use(char))
    )
    if mild:
        sentence = say("{place} holds characters that not every program draws alike.", place=place)
        yield finding_about(KIND, Severity.INFO, sentence, text, _first_span(text.text, mild))
    places = list(islice(invisible.suspicious_positions(text.text, hidden - mild, prose=not form), MAX_COUNTED + 1))
    if not places:
        return
    many: str = say_n("{n} hidden character", "{n} hidden characters", len(places))
    if len(places) > MAX_COUNTED:
        many = say("more than {n} hidden characters", n=MAX_COUNTED)
    sentence = say("{place} holds {many}: what you read may not be what the server reads.", place=place, many=many)
    if form and not text.is_name:
        sentence = say(
            "{place} is {what} with {many}: what you read may not be what the server reads.",
            place=place,
            many=many,
            what=form_words(form),
        )
    span = (places[0], places[0] + 1)
    yield finding_about(KIND, Severity.HIGH if form else Severity.MEDIUM, sentence, text, span)


def _line_ends(text: Text, place: str, form: Form) -> Iterator[Finding]:
    """White space that hides the end of an identifier."""
    raw = text.text
    if (at := _index_of_first(raw.strip(), frozenset("\r\n\t"))) is not None:
        sentence = say(
            "{place} is {what} and goes on behind a tab or in another line.", place=place, what=form_words(form)
        )
        at += len(raw) - len(raw.lstrip())
        yield finding_about(KIND, Severity.MEDIUM, sentence, text, (at, at + 1))


def _padding(text: Text, place: str, form: Form) -> Iterator[Finding]:
    """Padding that pushes the rest of a text out of sight (attack 7)."""
    for start, end in _gaps(text.text):
        raw, lines = text.text, text.text.count("\n", start, end)
        if end < len(raw) and (end - start >= MIN_BLANKS or lines >= MIN_EMPTY_LINES):
            padding = say("{n} blanks in a row", n=end - start)
            if lines >= MIN_EMPTY_LINES:
                padding = say_n("{n} empty line", "{n} empty lines", lines)
            sentence = say_n(
                "{place} has {nothing}, and then goes on: {n} character more.",
                "{place} has {nothing}, and then goes on: {n} characters more.",
                len(raw) - end,
                place=place,
                nothing=padding,
            )
            is_grave = bool(form) or not text.key  # a definition's texts, and the tool's name, have no key
            severity = Severity.HIGH if is_grave else Severity.MEDIUM
            yield finding_about(KIND, severity, sentence, text, (end, min(end + _SHOWN_TAIL, len(raw))))
            return


def _gaps(raw: str) -> Iterator[tuple[int, int]]:
    """Long runs of white space."""
    if _may_have_gap(raw):
        yield from (gap.span() for gap in _GAP.finditer(raw))


def _may_have_gap(raw: str) -> bool:
    """Whether a text may have such a run. A fast check on bytes excludes nearly all texts."""
    if len(raw) <= MIN_EMPTY_LINES:
        return False
    if not raw.isascii() and any(map(_is_odd_blank, odd_characters(raw))):
        return True
    data = bytes_of(raw)
    if b" " * (MIN_EMPTY_LINES // _SAMPLED) not in data[::_SAMPLED].translate(_SPACE_TABLE):
        return False  # of a run that long, every fifth byte is a blank as well
    return b" " * MIN_EMPTY_LINES in data.translate(_SPACE_TABLE)


@lru_cache(maxsize=65_536)
def _is_odd_blank(char: str) -> bool:
    return not char.isascii() and char.isspace()


def _first_span(raw: str, chars: frozenset[str]) -> tuple[int, int]:
    at = _index_of_first(raw, chars) or 0
    return at, at + 1


def _index_of_first(raw: str, chars: frozenset[str]) -> int | None:
    """The index of the first of ``chars``, None if there is none."""
    return next((at for at, char in enumerate(raw) if char in chars), None)
