"""What is said of one input, by what it is (pure, given the clock).

Owns: which module speaks of which value. What stays true: where a value is none of those kinds, nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from host.control import codec
from host.control.views import Reading
from host.text import Untrusted
from ui.inputs.kinds import binary, mail, money, paths, sql, times, urls
from ui.inputs.kinds.told import NOTHING, Fact, Told, facts_of
from ui.inputs.lines import is_inline
from ui.inputs.meaning import Meaning, Sense, meaning_of, name_words
from ui.inputs.model import Form, Input
from ui.tr import tr

_READ_AS_TEXT: Final = 65_536


@dataclass(frozen=True, slots=True)
class Explained:
    """What is known of one value.

    Attributes:
        meaning, told: see there. other: the value in a form that is easier to read, None where there is none.
        other_name: what that is. binary: what base64 holds, else None.
    """

    meaning: Meaning
    told: Told = NOTHING
    other: Untrusted | None = None
    other_name: str = ""
    binary: binary.Bytes | None = None


def explained(given: Input, readings: tuple[Reading, ...], now: float, *, vouched: bool = False) -> Explained:
    """``now``: Unix seconds. ``vouched``: whether somebody vouched for the server, so that its word counts."""
    meaning = meaning_of(given, {reading.kind for reading in readings}, vouched=vouched)
    match meaning.sense:
        case Sense.SECRET | Sense.PLAIN:
            return Explained(meaning, Told(facts_of(readings)) if meaning.sense is Sense.PLAIN else NOTHING)
        case Sense.BASE64:
            return _binary(meaning, given)
        case Sense.SQL:
            raw = given.shown.raw()
            return Explained(meaning, sql.told(readings), sql.laid_out(raw, readings), tr("laid out to read"))
    return Explained(meaning, _one_line(_told(meaning, given, readings, now, vouched=vouched), given))


def _told(meaning: Meaning, given: Input, readings: tuple[Reading, ...], now: float, *, vouched: bool) -> Told:
    match meaning.sense:
        case Sense.PATH:
            return paths.told(given.shown.raw(), readings)
        case Sense.URL:
            return urls.told(given.shown.raw(), readings)
        case Sense.TIME:
            return times.told(given.value, now)
        case Sense.MAIL:
            return mail.told(given.shown.raw())
        case Sense.MONEY:
            said = given.description.raw() if given.description and vouched else ""
            lexeme = given.value if isinstance(given.value, str) else codec.lexeme(given.value)
            return money.told(lexeme, name_words(given.path), given.beside, said)
    return Told(facts_of(readings))


def _one_line(told: Told, given: Input) -> Told:
    """Without looks where the value is shown on several lines."""
    inline = given.form is Form.WORD or is_inline(given.shown.raw())
    return told if inline else Told(told.facts)


def _binary(meaning: Meaning, given: Input) -> Explained:
    read = binary.read(given.shown.raw())
    if read is None:
        return Explained(meaning, Told((Fact("", tr("Not read as base64: it is none, or too long.")),)))
    told = Told(binary.facts(read))
    if read.kind is not None or len(read.data) > _READ_AS_TEXT:
        return Explained(meaning, told, binary=read)
    try:
        text = read.data.decode("utf-8")
    except UnicodeDecodeError:
        return Explained(meaning, told, binary=read)
    return Explained(meaning, told, Untrusted(text), tr("what it holds"), read)
