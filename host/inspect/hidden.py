"""Findings about characters that nobody sees (pure).

Owns: ``hidden-characters``: what hides in a text, reorders it, or pushes its end out of sight. Invariants: each hidden
character (attacks 5 and 8) that nothing beside it excuses gives a finding, in values, names of inputs, the
tool's name, and what is sent besides; so does padding before a tail (row 7). Of one text each way to hide is told once.
A tool's definition, and a server's instructions, are looked through once, and only what can deceive there is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from host.inspect import invisible
from host.inspect.evidence import finding_about, name_of_text
from host.inspect.identifiers import Form, form_of, words_for
from host.inspect.subject import Subject, Text, texts_of
from host.model import Finding, Severity
from host.patterns import linear
from host.text import is_blank, one_line
from host.words import say, say_n

KIND: Final = "hidden-characters"
COUNTED: Final = 1_000
"""Places that are counted in one text; beyond them it says ``more than``."""
BLANKS: Final = 200
"""White space in a row that pushes what follows out of sight."""
EMPTY_LINES: Final = 50
_SPELT: Final = 120
_TAIL: Final = 60
_GAP: Final = linear(rf"[\s\x{{85}}\pZ]{{{EMPTY_LINES},}}")
_SPACES: Final = bytes(0x20 if code < 0x80 and chr(code).isspace() else 0x78 for code in range(0x100))
_COLOURS: Final = linear(r"\x1b\[[0-7;]*m")
"""A terminal's orders for colours and bold letters; 8 hides (ECMA-48 §8.3.117)."""
_UNBROKEN: Final[frozenset[Form]] = frozenset({"path", "host", "address"})


def find_hidden(subject: Subject) -> Iterator[Finding]:
    """Hidden characters and padding in everything that would be sent."""
    if not _plain(subject.tool):
        yield from _of(Text((), "", subject.tool, is_name=True))
    for text in subject.texts:
        raw = text.text
        if not (len(raw) < BLANKS and raw.isascii() and raw.isprintable()):
            yield from _of(text)
    for text in subject.other_params:
        if not _plain(text.text):
            yield from _of(Text((), text.key, text.text, text.is_name), say("What is sent besides the inputs"))


def find_hidden_in_definition(subject: Subject) -> Iterator[Finding]:
    """What the model reads of the tool, and no person sees."""
    if subject.definition is not None:
        yield from _deceiving(texts_of(subject.definition)[0], say("The tool's definition"))


def find_hidden_in_instructions(text: str) -> Iterable[Finding]:
    """The same of the instructions of a server."""
    return _deceiving((Text((), "", text),), say("What the server tells the model"))


def _deceiving(texts: Iterable[Text], place: str) -> Iterable[Finding]:
    """Each sentence once."""
    made: dict[str, Finding] = {}
    for text in texts:
        if not _plain(text.text):
            for each in _of(Text((), "", text.text, text.is_name), place):
                if each.severity is Severity.HIGH or (text.is_name and each.severity is Severity.MEDIUM):
                    made.setdefault(each.text, Finding(KIND, each.severity, each.text, each.evidence))
    return made.values()


def _plain(text: str) -> bool:
    """Nearly always, and told at once."""
    return len(text) < BLANKS and text.isascii() and text.isprintable()


def _of(text: Text, place: str = "") -> Iterator[Finding]:
    hidden = invisible.hidden_in(text.text)
    form = form_of(text)
    place = place or name_of_text(text)
    if hidden:
        yield from _reordering(text, place, hidden & invisible.REORDERING, form)
        yield from _terminal(text, place, hidden & invisible.TERMINAL, form)
        if not hidden.isdisjoint(invisible.TAGS):
            yield from _tags(text, place)
        rest = hidden - invisible.REORDERING - invisible.TERMINAL - invisible.TAGS
        if run := _run(text, place, rest):
            yield run
            rest -= invisible.WIDTHLESS
        yield from _others(text, place, rest, form)
    if form in _UNBROKEN or form == "command":
        yield from _blanks(text, place, form)
    yield from _padding(text, place, form)


def _reordering(text: Text, place: str, chars: frozenset[str], form: Form) -> Iterator[Finding]:
    if not chars:
        return
    raw, severity = text.text, Severity.HIGH
    if not form and not chars & invisible.OVERRIDES and invisible.right_to_left(raw):
        severity = Severity.INFO
    elif not form and chars <= invisible.ISOLATES:
        severity = Severity.MEDIUM
    count = sum(map(raw.count, chars))
    said = say_n(
        "{place} holds {n} character that reorders what you read.",
        "{place} holds {n} characters that reorder what you read.",
        count,
        place=place,
    )
    yield finding_about(KIND, severity, said, text, _first(raw, chars))


def _terminal(text: Text, place: str, chars: frozenset[str], form: Form) -> Iterator[Finding]:
    if not chars:
        return
    raw = text.text
    places = [at for at, char in enumerate(raw) if char in chars and raw[at - 1 : at] != "\x80"]
    if not places:  # quotation marks that were decoded by the wrong table end in these
        yield from _others(text, place, chars, form)
        return
    colours = not form and chars <= {"\x1b"} and len(places) == sum(1 for _ in _COLOURS.finditer(raw))
    mild = colours or (not form and chars == {"\x08"})
    said = say_n(
        "{place} holds {n} command to a terminal, which can hide or change what is shown.",
        "{place} holds {n} commands to a terminal, which can hide or change what is shown.",
        len(places),
        place=place,
    )
    span = (places[0], places[0] + 1)
    yield finding_about(KIND, Severity.MEDIUM if mild else Severity.HIGH, said, text, span)


def _tags(text: Text, place: str) -> Iterator[Finding]:
    """Letters that no font draws and every model reads."""
    runs = list(islice(invisible.tags(text.text), COUNTED))
    if not runs:
        return
    spelt = "".join(letters for _, _, letters in runs)
    said = say("{place} holds invisible letters: you do not see them, a model reads them.", place=place)
    if spelt:
        said = say(
            "{place} holds invisible letters that spell \u201c{message}\u201d: you do not see them, a model reads "
            "them.",
            place=place,
            message=one_line(spelt, _SPELT),
        )
    yield finding_about(KIND, Severity.HIGH, said, text, runs[0][:2])


def _run(text: Text, place: str, hidden: frozenset[str]) -> Finding | None:
    """Characters without width in a row: of one sort alone they can say nothing."""
    if hidden.isdisjoint(invisible.WIDTHLESS):
        return None
    span = next(invisible.runs_of(text.text, invisible.WIDTHLESS, invisible.RUN), None)
    if span is None:
        return None
    run = text.text[slice(*span)]
    message = invisible.decoded(run[: 8 * _SPELT])
    said = say("{place} holds {n} invisible characters in a row.", place=place, n=len(run))
    if message:
        said = say(
            "{place} holds {n} invisible characters in a row; they may say \u201c{message}\u201d.",
            place=place,
            n=len(run),
            message=one_line(message, _SPELT),
        )
    severity = Severity.HIGH if message or len(set(run)) > 1 else Severity.MEDIUM
    return finding_about(KIND, severity, said, text, span)


def _others(text: Text, place: str, hidden: frozenset[str], form: Form) -> Iterator[Finding]:
    """All else that nothing excuses."""
    mild = frozenset(char for char in hidden if invisible.newer(char) or (not form and invisible.private(char)))
    if mild:
        said = say("{place} holds characters that not every program draws alike.", place=place)
        yield finding_about(KIND, Severity.INFO, said, text, _first(text.text, mild))
    places = list(islice(invisible.unexcused(text.text, hidden - mild, prose=not form), COUNTED + 1))
    if not places:
        return
    grave = [at for at in places if form or _hides(text.text, at)]
    severity = Severity.HIGH if form else Severity.MEDIUM if grave else Severity.INFO
    many: str = say_n("{n} hidden character", "{n} hidden characters", len(places))
    if len(places) > COUNTED:
        many = say("more than {n} hidden characters", n=COUNTED)
    said = say("{place} holds {many}: what you read may not be what the server reads.", place=place, many=many)
    if form and not text.is_name:
        said = say(
            "{place} is {what} with {many}: what you read may not be what the server reads.",
            place=place,
            many=many,
            what=words_for(form),
        )
    at = (grave or places)[0]
    yield finding_about(KIND, severity, said, text, (at, at + 1))


def _hides(raw: str, at: int) -> bool:
    """Whether it does more than what pages of the web are full of: chances to break a line, at the edge of a word."""
    odd = raw[at] not in invisible.WIDTHLESS or is_blank(raw[at]) or raw[at] in invisible.SELECTORS
    return odd or invisible.splits_word(raw, at)


def _blanks(text: Text, place: str, form: Form) -> Iterator[Finding]:
    """White space in an identifier that looks like a space and is none, or that puts its end out of sight."""
    raw = text.text
    if not raw.isascii() and (at := _at(raw, invisible.SPACES)) is not None:
        said = say("{place} is {what} with white space that is no space.", place=place, what=words_for(form))
        yield finding_about(KIND, Severity.MEDIUM, said, text, (at, at + 1))
    if form in _UNBROKEN and (at := _at(raw.strip(), frozenset("\r\n\t"))) is not None:
        said = say("{place} is {what} and goes on behind a tab or in another line.", place=place, what=words_for(form))
        at += len(raw) - len(raw.lstrip())
        yield finding_about(KIND, Severity.MEDIUM, said, text, (at, at + 1))


def _padding(text: Text, place: str, form: Form) -> Iterator[Finding]:
    """So much nothing that the rest is not seen (attack 7)."""
    for start, end in _gaps(text.text):
        raw, lines = text.text, text.text.count("\n", start, end)
        if end < len(raw) and (end - start >= BLANKS or lines >= EMPTY_LINES):
            pushed = say("{n} blanks in a row", n=end - start)
            if lines >= EMPTY_LINES:
                pushed = say_n("{n} empty line", "{n} empty lines", lines)
            said = say_n(
                "{place} has {nothing}, and then goes on: {n} character more.",
                "{place} has {nothing}, and then goes on: {n} characters more.",
                len(raw) - end,
                place=place,
                nothing=pushed,
            )
            grave = bool(form) or not text.key  # a definition's texts, and the tool's name, have no key
            severity = Severity.HIGH if grave else Severity.MEDIUM
            yield finding_about(KIND, severity, said, text, (end, min(end + _TAIL, len(raw))))
            return


def _gaps(raw: str) -> Iterator[tuple[int, int]]:
    """Long runs of white space; nearly no text has one, which bytes tell sooner."""
    if len(raw) <= EMPTY_LINES or (raw.isascii() and b" " * EMPTY_LINES not in raw.encode().translate(_SPACES)):
        return
    yield from (gap.span() for gap in _GAP.finditer(raw))


def _first(raw: str, chars: frozenset[str]) -> tuple[int, int]:
    at = _at(raw, chars) or 0
    return at, at + 1


def _at(raw: str, chars: frozenset[str]) -> int | None:
    """Where the first of ``chars`` stands."""
    return next((at for at, char in enumerate(raw) if char in chars), None)
