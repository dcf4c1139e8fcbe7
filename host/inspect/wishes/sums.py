"""Sums and counts of a call that are others than the person's (pure).

Owns: the reading of amounts, as people write them and as programs do. What stays true: a sum differs only where the
words name one and nothing that can be worked out of them gives it; a number that may be something else is left out.
"""

from __future__ import annotations

# ruff: noqa: E501, RUF001  # a table is read best as it is; letters of other scripts belong here
import re
from functools import lru_cache
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.reach import nature
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.coins import COINS, currencies
from host.inspect.wishes.counted import in_digits
from host.inspect.wishes.shares import percents
from host.naming import key_words
from host.patterns import regex
from host.words import say

WRITTEN: Final = (
    r"([0-9]{1,3}(?:[.,'\u2019\u00a0 ][0-9]{3}){1,4}(?:[.,][0-9]{1,2})?|[0-9]{1,12}(?:[.,][0-9]{1,8})?)"
    r"\s?(k\b|m\b|mio\b|million\b|thousand\b|tausend\b|mil\b|mille\b|万|千)?"
)
_NUMBER: Final = regex(rf"(?<![\w.#/:@+-]){WRITTEN}(?![\w/:@]|[.,-][0-9])", re.IGNORECASE)
_MARKED: Final = regex(
    rf"(?:[$€£¥₹₽]|\b(?:usd|eur|gbp|chf|jpy|cad|aud|sek|nok|dkk|pln|usdc|usdt|eth|btc|sol)\s?)\s?{WRITTEN}|"
    rf"(?<![\w.#/:@+-]){WRITTEN}\s?"
    r"(?:[$€£¥₹₽]|(?:euros?|dollars?|bucks|pounds?|quid|francs?|franken|yen|usd|eur|gbp|chf|jpy|cad|aud|sek|nok|dkk|"
    r"pln|"
    r"zł|rubles?|рублей|руб|円|元|원|kr|usdc|usdt|eth|btc|sol|reais|pesos|cents?)\b|[円元원])",
    re.IGNORECASE,
)
AMOUNTS: Final = frozenset(
    "amount budget daily dailybudget daily_budget "
    "total sum price unit_amount gross net fee tip sumtotal betrag amount_money cents montant importe monto valor importo "
    "bedrag quantia".split()
)
_COUNTS: Final = frozenset(
    "quantity qty replicas replica seats seat tickets nights guests copies shares instances nodes desired "
    "desired_count desired_capacity min_size max_size qty_requested size count participants people persons".split()
)
_MINOR: Final = regex(
    r"stripe|square|adyen|mollie|braintree|checkout|paddle|razorpay|paystack|gocardless|plaid|mercado|cent|minor|"
    r"unit_amount|klarna|sumup|lemon"
)
NUMBER_WORDS: Final = {
    word: number
    for number, words in enumerate(
        "zero|one a an ein eine einen un une una uno um uma een|two zwei deux dos dois due twee both|three drei "
        "trois tres três tre drie|"
        "four vier quatre cuatro quatro quattro|five fünf cinq cinco cinque vijf|six sechs seis sei zes|seven sieben "
        "sept siete sete sette zeven|"
        "eight acht huit ocho oito otto|nine neun neuf nueve nove negen|ten zehn dix diez dez dieci tien|eleven elf|"
        "twelve dozen zwölf".split("|")
    )
    for word in words.split()
}
_FACTORS: Final = {
    "k": 1e3,
    "thousand": 1e3,
    "tausend": 1e3,
    "mil": 1e3,
    "mille": 1e3,
    "千": 1e3,
    "m": 1e6,
    "mio": 1e6,
    "million": 1e6,
    "万": 1e4,
}
_NEAR: Final = 1e-6
_MOST: Final = 12
_TEENS: Final = regex(r"\b[a-zäöüßãê]{1,8}\b")


def values_of(written: str, factor: str = "") -> set[float]:
    """What a number may mean: separators are read both ways."""
    bare = re.sub(r"['\u2019\u00a0 ]", "", written)
    by = _FACTORS.get(factor.lower(), 1)
    forms = {bare.replace(",", "")}
    if re.fullmatch(r"[0-9.]{1,18},[0-9]{1,8}", bare):
        forms.add(bare.replace(".", "").replace(",", "."))
    if re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{3}){1,4}", bare):
        forms.add(bare.replace(".", ""))
    return {float(form) * by for form in forms if form.count(".") <= 1 and form.strip(".")}


@lru_cache(maxsize=256)
def _sums(turn: str) -> tuple[frozenset[float], frozenset[float]]:
    """Numbers of the words, and those of them that stand for money."""
    said = in_digits(turn)
    spelt = (value for value in _named(said, _NUMBER) if value >= _SURE) if said != turn else ()
    return frozenset({*_named(turn, _NUMBER), *spelt}), frozenset(_named(said, _MARKED))


_SURE: Final = 20
"""From which on a number word hardly counts things in passing."""


@lru_cache(maxsize=256)
def _counts(turn: str) -> frozenset[float]:
    """Number words."""
    said = in_digits(turn)
    words = {float(NUMBER_WORDS[word]) for word in _TEENS.findall(said.lower()) if word in NUMBER_WORDS}
    return frozenset(words | (_named(said, _NUMBER) - _named(turn, _NUMBER) if said != turn else set()))


def _named(turn: str, pattern: re.Pattern[str]) -> set[float]:
    found: set[float] = set()
    for count, match in enumerate(pattern.finditer(turn)):
        if count >= _MOST:
            break
        groups = match.groups()
        pairs = [(groups[at], groups[at + 1] or "") for at in range(0, len(groups), 2)]
        found |= {value for written, factor in pairs if written for value in values_of(written, factor)}
    return found


def names_sum(turn: str) -> bool:
    """Whether ``turn`` names a number, a share or a currency."""
    return bool(any(_sums(turn)) or _counts(turn) or currencies(turn) or percents(turn))


def other_sum(subject: Subject, texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """An amount or a count that the words do not give."""
    numbers, marked = _sums(turn)
    if not numbers and not marked and not _counts(turn):
        return None
    measured = any(words_of(text.key) & {"unit", "units", "uom"} for text in texts)
    for text in (*figures, *texts):
        keys = _keys(text, texts)
        if not keys.isdisjoint(_PERCENT) and (percent := percents(turn)):
            if (value := value_in(text)) is not None and not _among(value, percent):
                return say("The share is another than the one you named."), text
        elif (
            not keys.isdisjoint(AMOUNTS) and (_money(subject) or len(numbers) <= 2) and (marked or _paid(numbers, turn))
        ):
            if (value := value_in(text)) is not None and not _given(value, numbers | marked, text, subject, turn):
                return say("The amount is another than the one you named."), text
        elif (
            not keys.isdisjoint(_COUNTS)
            and not measured
            and "max" not in keys
            and "page" not in keys
            and "limit" not in keys
        ):
            counts = numbers | _counts(turn)
            said = numbers or {count for count in counts if count > 1} or _single(turn, keys)
            if said and (value := value_in(text)) is not None and value not in counts and _counted(turn):
                return say("The number is another than the one you named."), text
    return None


_ONE_MORE: Final = regex(
    r"\b(?:(?:just|only) (?:one|a)|one (?:more|other|further|extra|of (?:the|these|those))|another(?: one)?(?= (?:of|pack|box|bottle|set|copy|pair|ticket|unit|bag|piece|license|seat)|\b)|"
    r"a single|one single|a second|exactly one|noch (?:ein\w{0,2}|eins)|ein(?:e[nrms]?)? (?:weitere\w?|einzige\w?|zweite\w?)|(?:encore|juste) une?|une? (?:autre|seule?)|"
    r"un[oa]? (?:más|solo|sola)|solo un[oa]?|otr[oa]|mais uma?|apenas uma?|só uma?|outr[oa]|ancora un[oa]?|un altr[oa]|un['\u2019]altra|soltanto un[oa]?|nog (?:een|één)|één)\b"
)
_ITEMS: Final = frozenset("quantity qty copies seats tickets units".split())


def _single(turn: str, keys: set[str]) -> set[float]:
    """One, where the words say that it is to be one, and nothing of several."""
    return {1.0} if not keys.isdisjoint(_ITEMS) and _ONE_MORE.search(turn.lower()) else set()


def _keys(text: Text, texts: list[Text]) -> set[str]:
    """Words of the name of a value; of one that is called a value alone, what it is one of."""
    keys = {text.key.lower(), *words_of(text.key)}
    if text.key == "value":
        if any(it.text.lower() in _IN_PERCENT for it in texts):
            keys.add("discount")
        if (len(text.steps) > 1 and "amount" in words_of(str(text.steps[-2]))) or _has_currency(text, texts):
            keys.add("amount")
    return keys


def _has_currency(text: Text, texts: list[Text]) -> bool:
    """Whether a currency stands beside a value."""
    return any(it.steps[:-1] == text.steps[:-1] and it.text.lower() in COINS for it in texts)


def _among(value: float, percents: frozenset[float]) -> bool:
    """Whether a value is one of them, or the part that is meant by one."""
    return any(abs(value - it) < _CENT or abs(value * 100 - it) < _CENT for it in percents)


_CENT: Final = 0.005
_PERCENT: Final = frozenset("percentoff percent_off discount rate tax_rate".split())
_IN_PERCENT: Final = frozenset({"percentage", "percent", "pct", "percent_off"})


def _counted(turn: str) -> bool:
    """Whether the words order or set a number, rather than name things by one."""
    return (
        re.search(
            r"\b(?:scale|order|print|druck|imprim|stampa|afdruk|buy|book|get|set|reserve|to|run|skalier|bestell|buch|kauf|command|réserv|compr|reserv|"
            r"pide|pid[ea]me|encomend|add\b|füg|ajout|añad|adicion|aggiung|voeg|take|nimm|prend|ordina|koop|bestel|boek|prenot|nights?|nächte|nuits?|noches|notti|noites|nachten|guests?)",
            turn.lower(),
        )
        is not None
    )


def _money(subject: Subject) -> bool:
    words = {*key_words(subject.tool), *key_words(subject.server)}
    return not words.isdisjoint(_PAYING) or nature(subject.server, subject.tool).sink == "payment"


_PAYING: Final = frozenset(
    "pay payment payout transfer send refund charge invoice order wallet bank wise paypal venmo stripe swap trade "
    "buy sell withdraw deposit tip donate "
    "donation checkout price quote bill billing cash zelle revolut crypto square adyen expense budget".split()
)


def _paid(numbers: frozenset[float], turn: str) -> frozenset[float]:
    """Numbers without a currency count where nothing else is named by one."""
    if len(numbers) > 2 or re.search(
        r"(?:invoice|order|ticket|number|no\.?|nr\.?|rechnung|facture|factura|issue|account|konto|room|#|ending in|"
        r"card|bill|case|id)\s{0,2}[#:]?\s?[0-9]",
        turn.lower(),
    ):
        return frozenset()
    return numbers


def value_in(text: Text) -> float | None:
    """The number that a value is, with or without a currency; None where it is none."""
    bare = _COINED.sub("", text.text.strip()) if len(text.text) <= _LONG else "x"
    if _COMMA.fullmatch(bare):
        bare = bare.replace(".", "").replace(",", ".")
    try:
        return abs(float(bare.replace(",", "").rstrip("% ") if bare.count(".") <= 1 else "x"))
    except ValueError:
        return None


_LONG: Final = 40
_COMMA: Final = regex(r"[0-9]{1,3}(?:\.[0-9]{3}){0,4},[0-9]{1,2}|[0-9]{1,12},[0-9]{1,2}")
_COINED: Final = regex(r"^(?:[$€£¥]|[A-Za-z]{3}\s)\s?|\s?(?:[$€£¥]|\s(?:[A-Za-z]{3}|euros?|dollars?))$")


def _given(value: float, named: frozenset[float], text: Text, subject: Subject, turn: str) -> bool:
    """Whether the words give it: as it is, in cents, or worked out of two of them."""
    numbers = sorted(named)[:_MOST]
    given = {*numbers, *(a * b for a in numbers for b in numbers), *(a + b for a in numbers for b in numbers if a != b)}
    given |= {a * count for a in numbers for count in _counts(turn)}
    given |= {abs(a - b) for a in numbers for b in numbers if a != b} | {
        a * b / 100 for a in numbers for b in numbers if b < 100
    }
    given |= {a / b for a in numbers for b in numbers if b and a != b}
    low = turn.lower()
    given |= {a * part for words, part in _PARTS if words.search(low) for a in numbers}
    if "." not in text.text:
        given |= {it * 100 for it in numbers if it % 1}
    if "." not in text.text and _MINOR.search(f"{subject.server} {subject.tool} {text.key}".lower()):
        given |= {it * 100 for it in set(given)}
    elif "." not in text.text and value >= 1e5 and _WALLETS.search(f"{subject.server} {subject.tool}".lower()):
        return True  # the smallest part of a coin
    return any(abs(value - it) <= max(_NEAR * abs(it), 0.005) for it in given)


_PARTS: Final = (
    (regex(r"\b(?:half|halve|hälfte|halb\w{0,2}|moitié|mitad|metà|metade|helft)\b"), 0.5),
    (regex(r"\b(?:double|twice|doppel\w{1,3}|verdoppl\w{1,3}|doble|doppio|dobro|dubbel\w?)\b"), 2),
    (regex(r"\b(?:third|drittel|tiers|tercio|terzo|terço|derde)\b"), 1 / 3),
    (regex(r"\b(?:quarter|viertel|quart|cuarto|quarto|kwart)\b"), 0.25),
)
_WALLETS: Final = regex(r"wallet|eth|crypto|solana|token|coin|swap|chain")


def other_told(_subject: Subject, texts: list[Text], _figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """A sum that is told to somebody, and is not the one that the words name."""
    marked = _sums(turn)[1]
    if not marked:
        return None
    for text in texts:
        if not is_prose(text) or not any(char.isdigit() for char in text.text):
            continue
        told = [match for match, _ in zip(_MARKED.finditer(text.text), range(2), strict=False)]
        values = _named(text.text, _MARKED)
        if len(told) == 1 and not any(_given(value, marked | _sums(turn)[0], text, _subject, turn) for value in values):
            return say("The amount is another than the one you named."), text
    return None
