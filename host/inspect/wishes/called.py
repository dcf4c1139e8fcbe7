"""What the words call by its number, and how often something is to run, where the call has it otherwise (pure).

Owns: numbers beside what they are numbers of (seat 12A, flight LH1234, the first five), last digits of cards, numbers
to call as people write them at home, years, and timetables of ``cron``. What stays true: a number differs only from one
that is written alike, so that a server's own number is no other; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.dates import weekdays
from host.inspect.wishes.sums import NUMBER_WORDS
from host.patterns import regex
from host.words import say

_NUMBER: Final = say("The number is another than the one you named.")
_YEAR: Final = say("The year is another than the one you named.")
_OFTEN: Final = say("This runs at other times than you named.")
_VERSION: Final = say("The version is another than the one you named.")
_TEXTS: Final = 60
_SHORT: Final = 40
_OTHER: Final = say("The value is another than the one you named.")
_MORE: Final = say("This is about more than you named.")
_KINDS: Final = (
    ("seat", r"seat|sitz(?:platz)?|si(?:è|e)ge|asiento|posto|stoel|assento"),
    ("flight", r"flight|flug|vol|vuelo|volo|voo|vlucht"),
    ("train", r"train|zug|tren|treno|trem|trein"),
    ("gate", r"gate|flugsteig"),
    ("room", r"room|zimmer|raum|chambre|habitaci(?:ó|o)n|stanza|quarto|kamer|sala"),
    ("floor", r"floor|stock(?:werk)?|(?:é|e)tage|planta|piano|andar|verdieping"),
    ("table", r"table|tisch|mesa|tavolo|tafel"),
    ("page", r"page|seite|p(?:á|a)gina|pagina"),
    ("line", r"line|zeile|ligne|l(?:í|i)nea|riga|linha|regel"),
    ("port", r"port|puerto|porta|poort"),
    ("invoice", r"invoice|rechnung|facture|factura|fattura|fatura|factuur"),
    ("order", r"order|bestellung|auftrag|commande|pedido|ordine|encomenda|bestelling"),
    ("customer", r"customer|kunden?(?:nummer)?|client|cliente|klant"),
    ("employee", r"employee|mitarbeiter(?:in)?|employ(?:é|e)e?|empleado|dipendente|medewerker"),
    ("patient", r"patient(?:in)?|paciente|paziente"),
    ("lot", r"lot|batch|charge|lote|lotto|partij"),
    ("week", r"week|kw|woche|semaine|semana|settimana"),
    ("zone", r"zone|zona"),
    ("bay", r"bay|dock|rampe|quai|muelle"),
    ("ticket", r"ticket|case|vorgang|caso"),
    ("job", r"job|run|build|lauf"),
    ("episode", r"episode|folge|(?:é|e)pisode|episodio|aflevering"),
    ("device", r"device|ger(?:ä|ae)t|appareil|dispositivo|apparaat"),
)  # fmt: skip
_CALLED: Final = tuple(
    (kind, regex(rf"(?<![^\W_])(?:{names})s?\s{{1,2}}(?:no\.?\s|nr\.?\s|nummer\s|number\s|num(?:é|e)ro\s|n[º°]\s)?[#\"']?((?=[\w-]{{0,9}}\d)[A-Za-z0-9][\w-]{{0,14}})(?![\w])", re.IGNORECASE))
    for kind, names in _KINDS
)  # fmt: skip
_LAST: Final = regex(
    r"\b(?:ending (?:in|with)|ends? (?:in|with)|endet auf|endend auf|mit der endung|se terminant par|finissant par|terminada? en|que termina en|che finisce (?:con|per)|"
    r"terminad[oa] em|final|eindigend op|last (?:four|4)(?: digits)?)\s{1,2}(\d{4})\b",
    re.IGNORECASE,
)
_CARDS: Final = frozenset("last4 last card iban account number pan cardnumber suffix".split())
_HOME: Final = regex(r"(?<![\w+.,-])0[1-9][\d /()-]{6,16}\d(?![\w.,-])")
_DIALLED: Final = frozenset("to phone number recipient mobile msisdn tel phonenumber contact".split())
_YEARS: Final = regex(r"(?<![\w.,-])((?:19|20)\d\d)(?![\w-]|[.,]\d)")
_YEARS_THERE: Final = regex(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_LOOSE: Final = regex(
    r"\b(?:before|until|till|through|since|after|older|newer|from|to|between|bis|vor|seit|nach|ab|von|avant|depuis|jusqu|après|antes|desde|hasta|después|prima|dopo|fino|"
    r"copy|like|as in|based|compared?|next|last|wie|port|room|pin|code|at)\b|[-\u2013/]\s?(?:19|20)\d\d"
)
_PLACES: Final = frozenset(
    "path file filename folder directory year name source prefix key period fiscal target pattern".split()
)
_CRON: Final = regex(
    r"(?:^|\s)((?:[\d*/,-]{1,20})\s+(?:[\d*/,-]{1,20})\s+(?:[\d*/,L?-]{1,20})\s+(?:[\w*/,-]{1,20})\s+(?:[\w*/,?#-]{1,20}))(?:$|\s)"
)
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SELDOM: Final = regex(
    r"\b(?:daily|every day|weekly|every week|monthly|every month|hourly|every hour|once a (?:day|week|month)|täglich|wöchentlich|monatlich|stündlich|jeden tag|jede (?:woche|stunde)|"
    r"chaque (?:jour|semaine|mois|heure)|tous les jours|cada (?:día|semana|mes|hora)|diariamente|ogni (?:giorno|settimana|mese|ora)|todos os dias|elke (?:dag|week|maand)|dagelijks)\b"
)
_FIRST: Final = regex(
    r"\b(?:first|last|top|oldest|newest|latest|ersten?|letzten?|neuesten|ältesten|premi(?:ers?|ères?)|derni(?:ers?|ères?)|primer[oa]s|últim[oa]s|prim[ie]|ultim[ie]|primeir[oa]s|eerste|laatste)\s{1,2}([0-9]{1,5}|[a-zäöüßéê]{2,8})\b"
)
_MOST_KEYS: Final = frozenset("count limit max num top number quantity amount maximum".split())
_TAGGED: Final = regex(r"[:@]latest\b")
_PINNED: Final = regex(
    r"(?<![\w-])([a-z][\w-]{1,40})(?::|@|==)[~^]?v?(\d{1,4}(?:\.[\w-]{1,20}){0,3}(?:-[\w.]{1,20})?)(?![\w])"
)
_EXACT: Final = regex(r"(?<![\w.-])v?\d{1,4}\.\d{1,4}(?:\.\d{1,6})?(?:-[a-z0-9.]{1,20})?(?![\w.-])")


def other_called(_subject: Subject, texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first number that is not the one that the words give to its kind."""
    if not any(char.isdigit() for char in turn):
        return _first(texts, figures, turn)
    there = [text for text in islice((*figures, *texts), _TEXTS) if not is_prose(text) and len(text.text) <= _SHORT * 5]
    return (
        _of_kind(there, turn)
        or _ending(there, turn)
        or _dialled(there, turn)
        or _of_year(there, turn)
        or _latest(there, turn)
        or _cells(there, turn)
        or _whole_table(there, turn)
        or _first(texts, figures, turn)
    )


@lru_cache(maxsize=256)
def _named(turn: str) -> tuple[tuple[str, frozenset[str]], ...]:
    found = ((kind, frozenset(it.lower() for it in pattern.findall(turn))) for kind, pattern in _CALLED)
    return tuple((kind, names) for kind, names in found if names)


def _of_kind(there: list[Text], turn: str) -> tuple[str, Text] | None:
    low = turn.lower()
    for kind, names in _named(turn):
        for text in there:
            value = text.text.lower()
            if (
                kind not in words_of(text.key)
                or len(value) > _SHORT
                or value in low
                or any(it in value for it in names)
            ):
                continue
            if any(_shape(value) == _shape(it) for it in names):
                return _NUMBER, text
    return None


def _shape(value: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"\d", "9", value))


def _ending(there: list[Text], turn: str) -> tuple[str, Text] | None:
    last = set(_LAST.findall(turn))
    if not last:
        return None
    of_it = [text for text in there if words_of(text.key) & _CARDS and re.search(r"\d{4}$", text.text)]
    return (_NUMBER, of_it[0]) if of_it and not any(text.text[-4:] in last for text in of_it) else None


def _dialled(there: list[Text], turn: str) -> tuple[str, Text] | None:
    numbers = {re.sub(r"\D", "", it)[-7:] for it in _HOME.findall(turn)}
    if not numbers:
        return None
    of_it = [
        (text, re.sub(r"\D", "", text.text)) for text in there if words_of(text.key) & _DIALLED and "@" not in text.text
    ]
    of_it = [(text, digits) for text, digits in of_it if len(digits) >= len("0123456")]
    return (_NUMBER, of_it[0][0]) if of_it and not any(digits[-7:] in numbers for _, digits in of_it) else None


def _of_year(there: list[Text], turn: str) -> tuple[str, Text] | None:
    named = set(_YEARS.findall(turn))
    if not named or _LOOSE.search(turn.lower()):
        return None
    of_it = [(text, set(_YEARS_THERE.findall(text.text))) for text in there if words_of(text.key) & _PLACES]
    of_it = [(text, years) for text, years in of_it if years]
    return (_YEAR, of_it[0][0]) if of_it and not any(years & named for _, years in of_it) else None


def _latest(there: list[Text], turn: str) -> tuple[str, Text] | None:
    """The newest there is, where the words name a version."""
    low = turn.lower()
    for text in there:
        for name, version in islice(_PINNED.findall(text.text.lower()), _TEXTS):
            said = re.findall(
                rf"(?<![\w-]){re.escape(name)}\s{{1,2}}(?:version\s)?v?(\d{{1,4}}(?:\.\d{{1,4}}){{0,2}})(?![\w.]\d)",
                low,
            )
            if said and not any(f"{version}.".startswith(f"{it}.") or version.startswith(f"{it}-") for it in said):
                return _VERSION, text
    newest = [text for text in there if _TAGGED.search(text.text)]
    named = _EXACT.findall(low) if newest else []
    if not named or "latest" in low or any(it in each.text for it in named for each in there):
        return None
    return _VERSION, newest[0]


_CELLS: Final = regex(r"(?<![\w:])\$?([A-Z]{1,3})\$?(\d{1,5}):\$?([A-Z]{1,3})\$?(\d{1,5})(?![\w:])")
_MODES: Final = regex(r"\bchmod\s{1,2}(?:-[A-Za-z]{1,3}\s{1,2})?0?([0-7]{3})\b")
_MODE: Final = regex(r"(?<![\w.])0?([0-7]{3})(?![\w.])")


def _cells(there: list[Text], turn: str) -> tuple[str, Text] | None:
    """Other cells of a sheet, or other rights of a file, than the words name."""
    for pattern, named in ((_CELLS, set(_CELLS.findall(turn.upper()))), (_MODES, set(_MODE.findall(turn)))):
        of_it = [(text, set(pattern.findall(text.text))) for text in there] if named else []
        other = [(text, values) for text, values in of_it if values]
        if other and not any(values & named for _, values in other):
            return _OTHER, other[0][0]
    return None


_STATEMENT: Final = regex(r"\s{0,20}(?:update|delete\s{1,5}from)\s", re.IGNORECASE)
_WHERE: Final = regex(r"\bwhere\b", re.IGNORECASE)
_ONE: Final = regex(
    r"\b(?:user|customer|order|client|account|invoice|row|id|kunden?|bestellung|rechnung|nutzer|benutzer|commande|facture|cliente|pedido|factura|usuario|ordine|fattura|klant|utente|"
    r"product|item|sku|employee|member|ticket)s?\s{1,2}(?:id\s|no\.?\s|nr\.?\s)?[#\"'=]?[\w-]{0,10}\d|@[\w-]{1,40}\.\w",
    re.IGNORECASE,
)


def _whole_table(there: list[Text], turn: str) -> tuple[str, Text] | None:
    """A statement about all rows, where the words name one."""
    if not _ONE.search(turn):
        return None
    return next(((_MORE, text) for text in there if _STATEMENT.match(text.text) and not _WHERE.search(text.text)), None)


def _first(texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    low = turn.lower()
    found = [int(it) if it.isdigit() else NUMBER_WORDS.get(it, 0) for it in _FIRST.findall(low)]
    numbers = {number for number in found if number}
    if not numbers:
        return None
    for text in islice((*figures, *texts), _TEXTS):
        if words_of(text.key) & _MOST_KEYS and text.text.isdigit() and len(text.text) <= len("99999"):
            return None if int(text.text) in numbers else (_NUMBER, text)
    return None


def other_cron(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A timetable that runs on other days than the words name, or each minute."""
    for text in islice(texts, _TEXTS):
        match = _CRON.search(text.text) if len(text.text) <= _SHORT * 5 else None
        if match is None:
            continue
        minute, hour, _day, _month, week = match[1].lower().split()
        named = weekdays(turn)
        every = minute in ("*", "*/1", "*/5", "*/2", "*/10") and hour in ("*", "*/1")
        if every and (named or _SELDOM.search(turn.lower())):
            return _OFTEN, text
        days = _week(week)
        if named and days and not any((day + shift) % 7 in named for day in days for shift in (-1, 0, 1)):
            return _OFTEN, text
        if named and len(named) == 1 and week == "*" and match[1].split()[2] == "*":
            return _OFTEN, text
    return None


def _week(field: str) -> set[int]:
    """Days of the week of a timetable, Monday first; empty where it is about all, or says it in another way."""
    if re.fullmatch(r"[0-7](?:,[0-7]){0,6}", field):
        return {(int(day) - 1) % 7 for day in field.split(",")}
    names = field.split(",")
    return {_DAYS.index(name[:3]) for name in names} if all(name[:3] in _DAYS for name in names) else set()
