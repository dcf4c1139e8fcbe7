"""Findings about texts that speak to the model (pure).

Owns: ``instructions``: orders to a model where nobody should give any: in a tool's definition, in an earlier result of
the session, in the inputs themselves. What stays true: each text that a model may have read and that this program holds
is looked through, or it says that it was not; the person is told whose text it is and what it wants, in its own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from host.inspect.flows.traces import Trace
from host.inspect.instructions.lasting import find_lasting
from host.inspect.instructions.obeyed import AROUND, does_so
from host.inspect.instructions.poison import LONGEST, poison
from host.inspect.instructions.poison_names import ordering
from host.inspect.instructions.poisoned import asks_for_talk, texts_of_definition
from host.inspect.phrases.book import Sign
from host.inspect.phrases.find import CORE, EVERY, SPOKEN, met_in, secrets_in, signs_in, standing
from host.inspect.phrases.machines import near_reader
from host.inspect.saying import EVIDENCE, called, found
from host.inspect.subject import Earlier, Subject, Text
from host.inspect.texts import invisible, vocabulary
from host.inspect.texts.veiled import unveiled
from host.inspect.texts.vocabulary import SHORT
from host.inspect.tools.own_names import without_own
from host.model import Finding, JsonObject, Severity
from host.text import one_line
from host.words import say

KIND: Final = "instructions"
SHORTEST: Final = 6
"""Characters below which nothing is ordered in any language."""
RESULTS: Final = 3
"""Earlier results that are told of."""
KEPT: Final = 65_536
"""Characters up to which what was found in a text is remembered, for an earlier result is looked at at every call; of
longer inputs the usual phrases alone are looked for."""
_MOST_DEFINITIONS: Final = 256
_QUOTE: Final = 200
_BEFORE: Final = 30
_NAME: Final = 80
_TOO_MUCH: Final = say("holds more that sounds like orders than Assent looks through")
_WEAK: Final = frozenset({Sign.ORDER, Sign.SECRETS, Sign.CALLS})
"""What is said to people as well: in a result it means something beside another sign only."""
_GRAVEST: Final = (
    *(Sign.UNSEEN, Sign.VEILED, Sign.SECRECY, Sign.LEAK, Sign.SECRETS, Sign.OVERRIDE, Sign.CALLS),
    *(Sign.MEMORY, Sign.TRIGGER, Sign.CONSENT, Sign.HUSH, Sign.FRAME, Sign.ADDRESS, Sign.ORDER),
)
_NEXT: Final = 3
"""Calls after a text with orders that are looked at, whatever they do."""
_TOLD: Final = 3
"""Signs of one text that are told of."""
_DIRECT: Final = frozenset({Sign.SECRECY, Sign.UNSEEN})


class _Said(NamedTuple):
    """What one text wants. Attributes: signs: in order. start, end: of the first. text: where these places are."""

    signs: tuple[Sign, ...]
    start: int
    end: int
    text: str
    whole: bool = True


def find_instructions(subject: Subject) -> Iterator[Finding]:
    """Texts that speak to the model, those of the server first."""
    if subject.definition is not None:
        yield from _in_definition(subject, subject.definition)
    yield from _in_results(subject)
    for text in subject.texts:
        if len(text.text) >= SHORTEST and (said := _signs(text.text, ordered=False)):
            yield from _in_input(text, said)
    yield from find_lasting(subject)


def _signs(text: str, *, ordered: bool) -> _Said | None:
    return _remembered(text, ordered) if len(text) <= KEPT else _look(text, ordered, result=ordered)


@lru_cache(maxsize=256)
def _remembered(text: str, ordered: bool) -> _Said | None:  # a key of what is remembered
    return _look(text, ordered, result=ordered)


def _look(text: str, ordered: bool, *, result: bool = False) -> _Said | None:  # as above
    bare, unseen = _bare(text)
    plain = len(bare)
    if plain <= KEPT and (veiled := "\n".join(unveiled(bare))):
        bare = f"{bare}\n{veiled}"
    if len(bare) > SHORT:
        phrases = met_in(bare, EVERY if ordered else SPOKEN if plain <= KEPT else CORE)
        if not phrases and not unseen and not result and not vocabulary.holds(bare, "<!--"):
            return None
        low = bare.lower()
    else:
        phrases = standing(low := bare.lower(), ordered=ordered)
    looked = signs_in(low, phrases)
    places = [*looked.found, *(secrets_in(low) if ordered else ()), *(near_reader(low) if result else ())]
    signs = tuple(dict.fromkeys(sign for sign, _, _ in places))
    if any(start > plain and sign not in _WEAK for sign, start, _ in places):
        signs = (*signs, Sign.VEILED)
    if unseen:
        signs = (*signs, Sign.UNSEEN)
    if not signs and looked.whole:
        return None
    strong = [place for place in places if place[0] not in _WEAK] or places or [(Sign.UNSEEN, 0, 0)]
    _, start, end = min(strong, key=lambda place: place[1])
    return _Said(signs, start, end, bare if len(low) == len(bare) else low, looked.whole)


def _bare(text: str) -> tuple[str, bool]:
    """A text as a model reads it: without what has no width, and with tags as the letters they stand for."""
    if text.isascii():
        return text, False
    spelt = "".join(letters for _, _, letters in invisible.tags(text)) if _tagged(text) else ""
    for char in invisible.WIDTHLESS_USUAL:
        if char in text:
            text = text.replace(char, "")
    return (f"{text}\n{spelt}", len(spelt) >= SHORTEST) if spelt else (text, False)


def _tagged(text: str) -> bool:
    return any("\U000e0000" <= char <= "\U000e007f" for char in vocabulary.odd(text))


def _wants(said: _Said) -> str:
    if not said.signs:
        return _TOO_MUCH
    wants = [
        sign.value for sign in _GRAVEST if sign in said.signs and not (sign is Sign.HUSH and Sign.SECRECY in said.signs)
    ]
    more = len(wants) - _TOLD
    told = wants[0] if wants else ""
    for want in wants[1:_TOLD]:
        told = say("{first}; {next}", first=told, next=want)
    if more > 0:
        told = say("{first}; and {n} more", first=told, n=more)
    return say("speaks to the model: {wants}", wants=told)


def _quote(said: _Said, *, beyond: bool = True) -> str:
    """The words, and some around them. ``beyond``: of the lines below as well."""
    line = said.text.rfind("\n", 0, said.start + 1) + 1
    start = max(line, said.start - _BEFORE)
    if start > line:  # not in the middle of a word
        start = said.text.find(" ", start, said.start) + 1 or start
    end, below = max(said.end, start + _QUOTE), said.text.find("\n", said.end)
    return said.text[start : end if beyond or below < 0 else min(end, below)][:EVIDENCE]


def _in_definition(subject: Subject, definition: JsonObject) -> Iterator[Finding]:
    """Poisoning of what the model reads before it calls anything (SECURITY, row 14)."""
    said, asked, whole = _of_definition(subject, definition)
    if said is not None:
        severity = Severity.HIGH if _grave_in_definition(subject, said) else Severity.MEDIUM
        alone = {Sign.SECRETS, Sign.TRIGGER, *([Sign.LEAK] if asked else [])}  # of which the input itself is told
        if not set(said.signs) <= alone:  # alone it only says what it works with, and when
            yield Finding(
                KIND, severity, say("The tool's definition {wants}.", wants=_wants(said)), _quote(said, beyond=False)
            )
    for name, grave, quote in asked:
        shown = one_line(name, _NAME)
        sentence = say(
            "The tool has an input \u201c{name}\u201d for what you and the model talk about, or for what it knows.",
            name=shown,
        )
        yield Finding(KIND, Severity.HIGH if grave else Severity.MEDIUM, sentence, quote)
    if not whole:
        yield Finding(
            "not-inspected", Severity.MEDIUM, say("The tool's definition is larger than what Assent looks through.")
        )


_Defined: TypeAlias = "tuple[_Said | None, tuple[tuple[str, bool, str], ...], bool]"
_definitions: Final[dict[tuple[object, ...], _Defined]] = {}
"""What definitions want, by digest and by what tools there are: one may be long, and is looked at with every call."""


def _of_definition(subject: Subject, definition: JsonObject) -> _Defined:
    """What it wants, the inputs that ask for talk, and whether all of it was looked through."""
    digest, tools = subject.definition_digest, subject.past.tools
    if digest and (known := _definitions.get((digest, subject.server, subject.tool, tools))) is not None:
        return known
    texts, whole = texts_of_definition(definition)
    text = "\n".join(texts)
    made = (
        _poisoned(text, without_own(text, subject), definition),
        tuple(asks_for_talk(definition)),
        whole and len(text) <= LONGEST,
    )
    if digest:
        if len(_definitions) >= _MOST_DEFINITIONS:
            _definitions.clear()
        _definitions[digest, subject.server, subject.tool, tools] = made
    return made


def _poisoned(text: str, read: str, definition: JsonObject) -> _Said | None:
    """What phrases give away, and what the sentences of a definition want together. ``read``: without its own names."""
    said, name = _look(read, ordered=True), definition.get("name")
    if said is not None and said.text == read:
        said = said._replace(text=text)
    low = read.lower()
    places = (
        *poison(low, name if isinstance(name, str) else ""),
        *((Sign.VEILED, *place) for place in islice(ordering(text[:LONGEST]), 1)),
    )
    if not places:
        return said
    signs = tuple(dict.fromkeys((*(said.signs if said else ()), *(sign for sign, _, _ in places))))
    if said is not None and not set(said.signs) <= _WEAK:
        return said._replace(signs=signs)
    _, start, end = min(places, key=lambda place: place[1])
    return _Said(signs, start, end, text if len(low) == len(read) else low, said is None or said.whole)


def _grave_in_definition(subject: Subject, said: _Said) -> bool:
    signs = set(said.signs)
    if signs & _DIRECT or (Sign.SECRETS in signs and len(signs) > 1):
        return True
    return bool(signs & {Sign.CALLS, Sign.ORDER}) and _names_others(subject, said.text)


def _names_others(subject: Subject, text: str) -> bool:
    """Whether it speaks of a tool that only another server has."""
    own = {tool for server, tool in subject.past.tools if server == subject.server} | {subject.tool}
    others = (tool for server, tool in subject.past.tools if server != subject.server and tool not in own)
    return any(("_" in tool or "-" in tool) and tool in text for tool in others)


def _in_results(subject: Subject) -> Iterator[Finding]:
    """What strangers wrote and a tool brought in, of which this call may be the consequence."""
    told = 0
    for earlier in subject.past.session:
        if len(earlier.text) < SHORTEST or (isinstance(earlier.trace, Trace) and _look_ordered in earlier.trace.silent):
            continue  # as nearly all: there is nothing in it
        said = _of_result(earlier)
        if told >= RESULTS or said is None or (said.whole and set(said.signs) <= _WEAK):
            continue
        told += 1
        of = f"{one_line(earlier.server, _NAME)} \u25b8 {one_line(earlier.tool, _NAME)}"
        ago = say("the last call") if earlier.ago <= 1 else say("{n} calls ago", n=earlier.ago)
        signs = set(said.signs)
        grave = bool(signs & _DIRECT) or bool(signs & {Sign.SECRETS, Sign.CALLS} and signs - _WEAK)
        follows = does_so(subject, earlier, said.text[max(0, said.start - AROUND) : said.end + AROUND], signs)
        severity = Severity.HIGH if grave else Severity.MEDIUM
        if not follows:  # it stands there still at the hundredth call: said, and nobody asked each time
            severity = Severity.MEDIUM if earlier.ago <= _NEXT else Severity.INFO
        wants = _wants(said)
        sentence = say("The result of {call} ({ago}) {wants}.", call=of, ago=ago, wants=wants)
        if follows:
            sentence = say(
                "The result of {call} ({ago}) {wants}; this call may be what it wants.", call=of, ago=ago, wants=wants
            )
        yield Finding(KIND, severity, sentence, _quote(said))


def read_ahead(trace: Trace) -> None:
    """Look through a result before a call needs to know what it wants."""
    trace.once(_look_ordered)


def _of_result(earlier: Earlier) -> _Said | None:
    """What a result wants; worked out once where somebody keeps its index."""
    trace = earlier.trace
    return trace.once(_look_ordered) if isinstance(trace, Trace) else _signs(earlier.text, ordered=True)


def _look_ordered(text: str) -> _Said | None:
    return _look(text, ordered=True, result=True)


def _in_input(text: Text, said: _Said) -> Iterator[Finding]:
    """The inputs may quote such words, or pass them on to another model."""
    sentence = say("{place} {wants}.", place=called(text), wants=_wants(said))
    if text.is_name or len(said.text) != len(text.text) or not said.signs:
        yield Finding(KIND, Severity.MEDIUM, sentence, _quote(said), text.steps)
    else:
        yield found(KIND, Severity.MEDIUM, sentence, text, (said.start, said.end))
