"""Number words of the person's words, as digits (pure).

Owns: numbers below a million as English, German, French, Spanish, Italian, Portuguese and Dutch write them. What stays
true: one is left as it stands, for it is mostly an article; words that mean something else in another language count
only where the words are not of that language; the work is linear in the words.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from host.inspect.wishes.concepts import bare
from host.patterns import regex

_HUNDRED: Final = 100
_TENS_AT: Final = 20


def _split(words: str) -> list[list[str]]:
    return [part.split("/") for part in words.split()]


_EN: Final = _split(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_EN_TENS: Final = _split("twenty thirty forty/fourty fifty sixty seventy eighty ninety")
_DE: Final = _split(
    "null ein zwei/zwo drei vier funf/fuenf sechs sieben acht neun zehn elf zwolf/zwoelf dreizehn vierzehn funfzehn/fuenfzehn "
    "sechzehn siebzehn achtzehn neunzehn"
)
_DE_TENS: Final = _split("zwanzig dreissig vierzig funfzig/fuenfzig sechzig siebzig achtzig neunzig")
_FR: Final = _split("zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize")
_ES: Final = _split(
    "cero uno/un/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis "
    "diecisiete dieciocho diecinueve veinte veintiuno/veintiun/veintiuna veintidos veintitres veinticuatro veinticinco "
    "veintiseis veintisiete veintiocho veintinueve"
)
_ES_TENS: Final = _split("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_ES_HUNDREDS: Final = _split(
    "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas "
    "seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas"
)
_IT: Final = _split(
    "zero uno/un/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove"
)
_IT_TENS: Final = _split("venti trenta quaranta cinquanta sessanta settanta ottanta novanta")
_PT: Final = _split(
    "zero um/uma dois/duas tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze "
    "dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove"
)
_PT_TENS: Final = _split("vinte trinta quarenta cinquenta sessenta setenta oitenta noventa")
_PT_HUNDREDS: Final = _split(
    "cem/cento duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas "
    "seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas novecentos/novecentas"
)
_NL: Final = _split(
    "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien "
    "achttien negentien"
)
_NL_TENS: Final = _split("twintig dertig veertig vijftig zestig zeventig tachtig negentig")
Said = dict[str, int]


def _below(small: list[list[str]], tens: list[list[str]], join: str, *, ones_first: bool = False) -> Said:
    """Numbers below a hundred. ``join``: between tens and ones."""
    said = {word: at for at, words in enumerate(small) for word in words}
    first = len(small) // 10
    for at, words in enumerate(tens, first):
        for word in words:
            said[word] = at * 10
            for one, names in enumerate(small[1:10], 1):
                for name in names:
                    said[f"{name}{join}{word}" if ones_first else f"{word}{join}{name}"] = at * 10 + one
    return said


def _french() -> Said:
    said = {word: at for at, words in enumerate(_FR) for word in words}
    said |= {f"dix {word}": 10 + said[word] for word in ("sept", "huit", "neuf")}
    teens = dict(said)
    for at, word in enumerate("vingt trente quarante cinquante soixante".split(), 2):
        for name, one in teens.items():
            if 0 < one < (_TENS_AT if word == "soixante" else 10):
                said[f"{word} et {name}" if one in (1, 11) else f"{word} {name}"] = at * 10 + one
        said[word] = at * 10
    said |= {f"quatre vingt {name}": 80 + one for name, one in teens.items() if one}
    return said | {"quatre vingts": 80, "quatre vingt": 80, "septante": 70, "huitante": 80, "nonante": 90}


def _italian() -> Said:
    said = _below(_IT, _IT_TENS, "")
    for at, words in enumerate(_IT_TENS, 2):
        said |= {f"{words[0][:-1]}{one}": at * 10 + value for one, value in (("uno", 1), ("un", 1), ("otto", 8))}
    return said


def _large(said: Said, hundred: str, join: tuple[str, ...], gap: str) -> Said:
    """With hundreds that are made of ones."""
    ones = [(name, one) for name, one in said.items() if 1 < one < 10]
    heads = {hundred: _HUNDRED} | {f"{name}{gap}{hundred}": one * _HUNDRED for name, one in ones}
    if hundred in ("hundred", "hundert"):
        heads |= {f"{name}{gap}{hundred}": _HUNDRED for name, one in said.items() if one == 1}
    rest = [(name, one) for name, one in said.items() if one]
    behind = {
        f"{head}{between}{name}": value + one
        for (head, value), between, (name, one) in product(heads.items(), join, rest)
    }
    return said | heads | behind


def _named_hundreds(said: Said, hundreds: list[list[str]], join: str) -> Said:
    heads = {word: at * _HUNDRED for at, words in enumerate(hundreds, 1) for word in words}
    rest = [(name, one) for name, one in said.items() if one]
    return said | heads | {f"{head}{join}{name}": value + one for head, value in heads.items() for name, one in rest}


def _all() -> Said:
    english = _large(_below(_EN, _EN_TENS, " "), "hundred", (" ", " and "), " ")
    german = _large(_below(_DE, _DE_TENS, "und", ones_first=True), "hundert", ("", "und"), "")
    french = _large(_french(), "cent", (" ",), " ")
    french |= {f"{name} cents": one * _HUNDRED for name, one in _french().items() if 1 < one < 10}
    spanish = _named_hundreds(_below(_ES, _ES_TENS, " y "), _ES_HUNDREDS, " ")
    italian = _large(_italian(), "cento", ("",), "")
    portuguese = _named_hundreds(_below(_PT, _PT_TENS, " e "), _PT_HUNDREDS, " e ")
    dutch = _large(_below(_NL, _NL_TENS, "en", ones_first=True), "honderd", ("", "en"), "")
    said = english | german | french | spanish | italian | portuguese | dutch
    compact = {
        f"{name}{thousand}": one * 1000
        for names, thousand in ((german, "tausend"), (dutch, "duizend"), (italian, "mila"))
        for name, one in names.items()
        if one and " " not in name
    }
    return said | compact


_ALL: Final = {name: value for name, value in _all().items() if value != 1 and name != "once"}
_STARTS: Final = frozenset(name.partition(" ")[0] for name in _ALL)
_THOUSANDS: Final = frozenset("thousand tausend mille mil duizend".split())
_DOZENS: Final = frozenset(
    "dozen dutzend douzaine douzaines docena docenas dozzina dozzine duzia duzias dozijn".split()
)
_BEGINS: Final = _STARTS | _THOUSANDS | _DOZENS
_HALF: Final = frozenset("half halbes demi media mezza meia halve".split())
_ARTICLES: Final = frozenset("a an one ein eine einen un une una uno um uma een".split())
_DOUBTFUL: Final = frozenset("due sei elf sept cent mil mille dos trente".split())
_ABROAD: Final = regex(
    r"\b(?:the|my|please|to|of|for|with|and|is|are|on|by|it|this|at|from|bitte|und|nicht|der|die|das|ist|dass)\b"
)
_ITS_OWN: Final = frozenset({"elf"})
_GERMANIC: Final = regex(r"\b(?:um|uhr|und|bitte|die|der|das|de|het|om|uur|auf|op)\b")
_WORD: Final = regex(r"[^\W\d_]{2,60}|\b[aey]\b")
_LONGEST: Final = 7


@lru_cache(maxsize=256)
def in_digits(turn: str) -> str:
    """``turn`` with its number words as digits."""
    out, at = [], 0
    for start, end, number in _found(turn):
        out += [turn[at:start], str(number)]
        at = end
    return "".join((*out, turn[at:])) if out else turn


def _found(turn: str) -> Iterator[tuple[int, int, int]]:
    words = [(match.start(), match.end(), bare(match.group())) for match in _WORD.finditer(turn)]
    if _BEGINS.isdisjoint(word for _, _, word in words):
        return
    low = turn.lower()
    foreign = _ABROAD.search(low) is not None
    at = 0
    while at < len(words):
        number, used = _read(turn, words, at)
        word = words[at][2]
        unsure = used == 1 and word in _DOUBTFUL and (foreign if word not in _ITS_OWN else not _GERMANIC.search(low))
        if used and not unsure:
            yield words[at][0], words[at + used - 1][1], number
        at += used or 1


def _read(turn: str, words: list[tuple[int, int, str]], at: int) -> tuple[int, int]:
    """The number that begins at a word, and how many words it has; none where it is no number."""
    run = [words[at][2]]
    for before, word in zip(words[at : at + _LONGEST], words[at + 1 : at + _LONGEST], strict=False):
        if turn[before[1] : word[0]] not in (" ", "-", "\u2011"):
            break
        run.append(word[2])
    number, used = _small(run)
    if not used and run[0] in _ARTICLES and len(run) > 1:
        number, used = (1, 1) if run[1] in _DOZENS | _THOUSANDS else (0, 0)
        if run[1] in ("hundred", "hundert", "cento", "honderd"):
            return _small(run[1:])[0], 1 + _small(run[1:])[1]
    if run[0] in _HALF:
        skip = 2 if len(run) > 2 and run[1] in _ARTICLES else 1
        return (6, skip + 1) if len(run) > skip and run[skip] in _DOZENS else (0, 0)
    if used < len(run) and run[used] in _DOZENS:
        return max(number, 1) * 12, used + 1
    if used < len(run) and run[used] in _THOUSANDS:
        more, further = _small(run[used + 1 :])
        return max(number, 1) * 1000 + more, used + 1 + further
    return number, used


def _small(run: list[str]) -> tuple[int, int]:
    if not run or run[0] not in _STARTS:
        return 0, 0
    for length in range(len(run), 0, -1):
        if (number := _ALL.get(" ".join(run[:length]))) is not None:
            return number, length
    return 0, 0
