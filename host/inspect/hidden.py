"""Findings about characters that nobody sees (pure).

Owns: ``hidden-characters``: what hides in a text, reorders it, or pushes its end out of sight. What stays true: each
hidden character (SECURITY, rows 5 and 8) that nothing beside it excuses gives a finding, in values, names, the tool's
name, and what is sent besides; so does padding before a tail (row 7). Of one text each way to hide is told once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import Final

from host.inspect.instructions.poisoned import texts_of_definition
from host.inspect.saying import EVIDENCE, called, found_in
from host.inspect.subject import Earlier, Subject, Text
from host.inspect.texts import invisible, vocabulary
from host.inspect.texts.identifiers import Role, role, words_for
from host.model import Finding, Severity
from host.patterns import regex
from host.text import one_line
from host.words import say, say_n

KIND: Final = "hidden-characters"
COUNTED: Final = 1_000
"""Places that are counted in one text; beyond them it says ``more than``."""
BLANKS: Final = 200
"""White space in a row that pushes what follows out of sight."""
EMPTY_LINES: Final = 50
DIFFERENT: Final = 256
_NAME: Final = 60
_SPELT: Final = 120
_SPACES: Final = bytes(0x20 if code < 0x80 and chr(code).isspace() else 0x78 for code in range(0x100))
_GAP: Final = regex(rf"\s{{{EMPTY_LINES},}}")
_BREAK: Final = regex(r"[\r\n]+(?=[^\r\n])|(?<=\S)\t+(?=\S)")
_RESULTS: Final = 8
_MOST_DEFINITIONS: Final = 256
_UNBROKEN: Final = frozenset({"path", "host", "address"})
_TOOL: Final = say("The tool's name")
_TOLD: Final = invisible.REORDERING | invisible.TERMINAL


def find_hidden(subject: Subject) -> Iterator[Finding]:
    """Hidden characters and padding in everything that would be sent."""
    if not _plain(subject.tool):
        yield from _of(Text((), "", subject.tool, is_name=True), _TOOL)
    for text in subject.texts:
        if not _plain(text.text):
            yield from _of(text, called(text, _NAME))
    for text in subject.beside:
        yield from _of(Text((), text.key, text.text, text.is_name), say("What is sent besides the inputs"))
    yield from _in_definition(subject)
    for earlier in subject.past.session[:_RESULTS]:
        if not earlier.text.isascii() and (said := _unseen_in(earlier.text)):
            yield _in_result(earlier, said)


def _in_definition(subject: Subject) -> Iterator[Finding]:
    """What the model reads of the tool, and no person sees."""
    definition, digest = subject.definition, subject.definition_digest
    if definition is None:
        return
    if (known := _definitions.get(digest)) is None:
        known = _first_unseen(texts_of_definition(definition)[0])
        if len(_definitions) >= _MOST_DEFINITIONS:
            _definitions.clear()
        if digest:
            _definitions[digest] = known
    said, text = known
    if said:
        yield Finding(KIND, Severity.HIGH, say("The tool's definition {holds}.", holds=said), text)


_definitions: Final[dict[str, tuple[str, str]]] = {}
"""What of definitions nobody sees, by digest: a server may make one long, and it is looked at with every call."""


def _first_unseen(texts: Iterable[str]) -> tuple[str, str]:
    """What is said of the first of ``texts`` of which something is not seen, and the beginning of that; or nothing."""
    for text in texts:
        if not _plain(text) and (said := _unseen(text)):
            return said, text[:EVIDENCE]
    return "", ""


def _in_result(earlier: Earlier, said: str) -> Finding:
    """What the model read in a result, and no person saw."""
    of = f"{one_line(earlier.server, _NAME)} \u25b8 {one_line(earlier.tool, _NAME)}"
    return Finding(KIND, Severity.MEDIUM, say("The result of {call} {holds}.", call=of, holds=said), "")


@lru_cache(maxsize=64)
def _unseen_in(text: str) -> str:
    return _unseen(text)


def _unseen(text: str) -> str:
    """What of a text is read and not seen: letters without a shape, long runs of nothing, orders to a terminal."""
    hidden = invisible.hidden_in(text)
    if not hidden:
        return ""
    if any("\U000e0000" <= char <= "\U000e007f" for char in hidden) and next(invisible.tags(text), None):
        return say("holds letters that nobody sees")
    if (run := _run(text, hidden)) is not None:
        return say("holds {n} invisible characters in a row", n=len(run[0]))
    if hidden & invisible.TERMINAL:
        return say("holds commands to a terminal, which can hide text")
    if hidden & invisible.OVERRIDES:
        return say("holds characters that reorder what is read")
    return ""


def _plain(text: str) -> bool:
    """Nearly always, and told at once."""
    return len(text) < EMPTY_LINES and text.isascii() and text.isprintable()


def _of(text: Text, place: str) -> Iterator[Finding]:
    hidden = invisible.hidden_in(text.text)
    kind: Role = role(text) if hidden or not text.text.isascii() or not text.text.isprintable() else ""
    if hidden:
        run = _run(text.text, hidden)
        yield from _grave(text, place, hidden, kind)
        if run:
            yield _message(text, place, run)
            hidden -= invisible.WIDTHLESS
        yield from _others(text, place, hidden, kind)
    elif kind:
        yield from _blanks(text, place, kind)
    if kind in _UNBROKEN and (broken := _BREAK.search(text.text)):
        said = say("{place} is {what} and goes on behind a tab or in another line.", place=place, what=words_for(kind))
        yield _found(Severity.MEDIUM, said, text, broken.span())
    yield from _padding(text, place)


_found: Final = partial(found_in, KIND)


def _grave(text: Text, place: str, hidden: frozenset[str], kind: Role) -> Iterator[Finding]:
    """What deceives wherever it stands."""
    raw = text.text
    if reordering := hidden & invisible.REORDERING:
        count = sum(map(raw.count, reordering))
        said = say_n(
            "{place} holds {n} character that reorders what you read.",
            "{place} holds {n} characters that reorder what you read.",
            count,
            place=place,
        )
        mild = not kind and not hidden & invisible.OVERRIDES and invisible.RIGHT_TO_LEFT.search(raw) is not None
        yield _found(Severity.MEDIUM if mild else Severity.HIGH, said, text, _first(raw, reordering))
    if terminal := hidden & invisible.TERMINAL:
        said = say_n(
            "{place} holds {n} command to a terminal, which can hide or change what is shown.",
            "{place} holds {n} commands to a terminal, which can hide or change what is shown.",
            _many(raw, terminal),
            place=place,
        )
        yield _found(Severity.HIGH, said, text, _first(raw, terminal))
    if any("\U000e0000" <= char <= "\U000e007f" for char in hidden):
        yield from _tags(text, place)


def _message(text: Text, place: str, run: re.Match[str]) -> Finding:
    message = invisible.decoded(run[0][: 8 * _SPELT])
    if message:
        said = say(
            "{place} holds {n} invisible characters in a row; they may say \u201c{message}\u201d.",
            place=place,
            n=len(run[0]),
            message=one_line(message, _SPELT),
        )
    else:
        said = say(
            "{place} holds {n} invisible characters in a row, enough to carry a message.", place=place, n=len(run[0])
        )
    return _found(Severity.HIGH, said, text, run.span())


def _tags(text: Text, place: str) -> Iterator[Finding]:
    """Letters that no font draws and every model reads."""
    runs = list(islice(invisible.tags(text.text), COUNTED))
    if runs:
        spelt = "".join(letters for _, _, letters in runs)
        said = say("{place} holds invisible letters: you do not see them, a model reads them.", place=place)
        if spelt:
            said = say(
                "{place} holds invisible letters that spell \u201c{message}\u201d: you do not see them, a model reads "
                "them.",
                place=place,
                message=one_line(spelt, _SPELT),
            )
        yield _found(Severity.HIGH, said, text, runs[0][:2])


def _others(text: Text, place: str, hidden: frozenset[str], kind: Role) -> Iterator[Finding]:
    """All else that nothing excuses."""
    rest = frozenset(char for char in hidden - _TOLD if not "\U000e0000" <= char <= "\U000e007f")
    if len(rest) > DIFFERENT:
        said = say("{place} holds more than {n} different hidden characters.", place=place, n=DIFFERENT)
        yield _found(Severity.HIGH if kind else Severity.MEDIUM, said, text, _first(text.text, rest))
        return
    unknown = frozenset(filter(invisible.newer, rest))
    if unknown:
        said = say_n(
            "{place} holds {n} character newer than what Assent knows.",
            "{place} holds {n} characters newer than what Assent knows.",
            _many(text.text, unknown),
            place=place,
        )
        yield _found(Severity.INFO, said, text, _first(text.text, unknown))
    places = list(islice(invisible.unexcused(text.text, rest - unknown, prose=not kind), COUNTED + 1))
    if not places:
        return
    count = sum(end - start for start, end in places)
    many: str = say_n("{n} hidden character", "{n} hidden characters", count)
    if len(places) > COUNTED:
        many = say("more than {n} hidden characters", n=COUNTED)
    said = say("{place} holds {many}: what you read may not be what the server reads.", place=place, many=many)
    if kind:
        said = say(
            "{place} holds {many} inside {what}: what you read may not be what the server reads.",
            place=place,
            many=many,
            what=words_for(kind),
        )
    yield _found(Severity.HIGH if kind else Severity.MEDIUM, said, text, min(places))


def _blanks(text: Text, place: str, kind: Role) -> Iterator[Finding]:
    """White space that looks like a space and compares as something else."""
    if not text.text.isascii() and (blank := invisible.BLANKS.search(text.text)):
        said = say(
            "{place} is {what} with white space that looks like a space and is none.", place=place, what=words_for(kind)
        )
        yield _found(Severity.MEDIUM, said, text, blank.span())


def _padding(text: Text, place: str) -> Iterator[Finding]:
    """So much nothing that the rest is not seen (SECURITY, row 7)."""
    raw = text.text
    if len(raw) <= EMPTY_LINES:
        return
    for gap in islice(_gaps(raw), COUNTED):
        lines = gap[0].count("\n")
        if gap.end() < len(raw) and (len(gap[0]) >= BLANKS or lines >= EMPTY_LINES):
            pushed = say("{n} blanks in a row", n=len(gap[0]))
            if lines >= EMPTY_LINES:
                pushed = say_n("{n} empty line", "{n} empty lines", lines)
            said = say_n(
                "{place} has {nothing}, and then goes on: {n} character more.",
                "{place} has {nothing}, and then goes on: {n} characters more.",
                len(raw) - gap.end(),
                place=place,
                nothing=pushed,
            )
            grave = role(text) not in ("", "name")
            severity = Severity.HIGH if grave else Severity.MEDIUM
            yield _found(severity, said, text, (gap.end(), min(gap.end() + _NAME, len(raw))))
            return


def _gaps(raw: str) -> Iterator[re.Match[str]]:
    """Long runs of white space: found by a plain search in bytes, where all is ASCII."""
    if not raw.isascii():
        if _gaping(raw):
            yield from _GAP.finditer(raw)
        return
    data, wanted = raw.encode().translate(_SPACES), b" " * EMPTY_LINES
    at = data.find(wanted)
    while at >= 0 and (gap := _GAP.match(raw, at)):
        yield gap
        at = data.find(wanted, gap.end())


def _gaping(raw: str) -> bool:
    """Whether there may be a gap at all, of whatever blanks."""
    if b" " * EMPTY_LINES in vocabulary.data_of(raw).translate(_SPACES):
        return True
    odd = vocabulary.odd(raw)
    return any(blank in odd and blank * 2 in raw for blank in "\xa0\u3000\u2003\u2002\u2000\u2028\x85")


def _run(raw: str, hidden: frozenset[str]) -> re.Match[str] | None:
    """Invisible characters in a row, looked for where there are any."""
    return None if hidden.isdisjoint(invisible.WIDTHLESS) else invisible.RUN.search(raw)


def _first(raw: str, chars: frozenset[str]) -> tuple[int, int]:
    at = next(place for place, char in enumerate(raw) if char in chars)
    return at, at + 1


def _many(raw: str, chars: frozenset[str]) -> int:
    return sum(map(raw.count, chars))
