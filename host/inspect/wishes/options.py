"""Options of a call that the person's words rule out (pure).

Owns: what people want with a thing, or without it (insurance, a direct flight, recording), and the switches by which
services call that. What stays true: a switch counts only where the call sets it, and words only where they say with or
without beside the thing; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.destructive.inputs import members
from host.inspect.subject import Subject, Text
from host.inspect.wishes.concepts import bare
from host.inspect.wishes.words import LOOKED
from host.naming import key_words
from host.patterns import regex
from host.words import say


class _Option(NamedTuple):
    """Attributes: keys: words of switches. named: how people call it. alone: whether naming it is wanting it."""

    keys: frozenset[str]
    named: re.Pattern[str]
    alone: bool


def _option(keys: str, named: str, *, alone: bool = False) -> _Option:
    return _Option(frozenset(keys.split()), regex(rf"\b(?:{named})"), alone)


_OPTIONS: Final = (
    _option(
        "direct nonstop nonstoponly directonly",
        r"direct flights?|non-?stop|direktflug|direktfluge|vols? directs?|vuelos? directos?|voos? diretos?|voli? dirett[oi]|rechtstreekse",
        alone=True,
    ),
    _option(
        "insurance versicherung assurance seguro assicurazione verzekering protectionplan",
        r"insurance|\w{0,10}versicherung|assurance|seguro|assicurazione|verzekering|protection plan",
    ),
    _option("breakfast fruhstuck", r"breakfast|fruhstuck|petit[- ]dejeuner|desayuno|cafe da manha|colazione|ontbijt"),
    _option(
        "renew autorenew renewal autorenewal",
        r"auto(?:matic)?[- ]?renew|renewal|verlanger|reconduction|renouvell|renovaci|renovac|rinnov|verleng",
    ),
    _option(
        "newsletter marketing promotional optin promo",
        r"newsletter|marketing|promotion|promo|advertis|werb(?:ung|email)|publicit|publicid|pubblicit|reclame",
    ),
    _option(
        "recurring subscription abonnement subscribe",
        r"subscription|recurring|abo\b|abonnement|suscripcion|assinatura|abbonamento",
    ),
    _option(
        "record recording autorecord autorecording",
        r"record|aufzeichn|aufnahme|aufzunehm|enregistr|graba|gravar|gravac|registra|opname|opnemen",
    ),
    _option(
        "encrypt encrypted encryption sse",
        r"encrypt|verschlussel|chiffr|cifra|encripta|criptograf|crittograf|versleutel",
        alone=True,
    ),
    _option("anonymous anonymously anonym anonymize", r"anonym|anonim", alone=True),
    _option("tracking track", r"track|nachverfolg|pistage|rastre|tracciament"),
    _option("attachment anhang", r"attachment|anhang|anhang|piece jointe|pieces jointes|adjunto|anexo|allegat|bijlage"),
    _option("gift giftwrap", r"gift|geschenk|cadeau|regalo|presente|regalo"),
    _option("transcript transcription transcribe", r"transcri|transkri|trascri"),
    _option(
        "backup snapshot sicherung", r"back-?up|snapshot|sicherung|sauvegarde|copia de seguridad|copia de seguranca"
    ),
)
_UNTIED: Final = frozenset(
    "include includes included with add is has enable enabled want free only auto allow send require required fully opt in out use purchase "
    "create take final skip automatically travel trip cloud opens clicks read link wrap message".split()
)
"""Words that a switch has besides the option's."""
_OFF: Final = frozenset("skip no non not without exclude disable omit".split())
_WITHOUT: Final = regex(
    r"\b(?:no|not|non|don['\u2019]?t|never|without|ohne|kein\w{0,2}|nicht|sans|pas|aucune?|sin|ningun\w?|sem|nao|nenhum\w?|senza|nessun\w?|zonder|geen|niet|skip|decline|leave out|weder)\b[\w\s'\u2019-]{0,24}$"
)
_WITH: Final = regex(
    r"\b(?:with|incl\w{0,5}|including|plus|add|only|must|mit|inkl\w{0,5}|samt|nur|avec|uniquement|compris|con|incluid\w|incluyendo|solo|com|incluindo|apenas|inclus\w|soltanto|met|inclusief|alleen|and take|make)\b[\w\s'\u2019-]{0,24}$"
)
_AFTER: Final = regex(r"^[\w-]{0,16}\s{1,2}(?:nicht|not|niet|no thanks|off|aus|weglassen|weg)\b")
_MATTERS_NOT: Final = regex(
    r"\b(?:need ?n['\u2019]?t|not necessarily|doesn['\u2019]?t (?:have|need)|don['\u2019]?t (?:need|care|mind)|egal|muss nicht|pas (?:besoin|forcement)|no hace falta|nao precisa|non (?:serve|importa)|hoeft niet)\b"
)
_OTHER: Final = say("This option is another than the one you named.")
_MEMBERS: Final = 60


def other_option(subject: Subject) -> tuple[str, Text] | None:
    """The first switch that is set otherwise than the words say."""
    for steps, key, value in islice(members(subject.arguments), _MEMBERS):
        if not isinstance(value, bool) or not (words := frozenset(map(bare, key_words(key)))):
            continue
        flat = bare(key).replace("_", "").replace("-", "")
        for option in _OPTIONS:
            whole = flat in option.keys
            if whole or (words & option.keys and words - option.keys <= _UNTIED | _OFF):
                wanted = _wanted(bare(subject.turn[:LOOKED]), option)
                if wanted is not None and wanted != (value is (whole or words.isdisjoint(_OFF))):
                    return _OTHER, Text(steps, key, f"{key}: {value}".lower())
    return None


def _wanted(low: str, option: _Option) -> bool | None:
    """Whether the words want it; None where they do not say, or say both."""
    found: set[bool] = set()
    for match in islice(option.named.finditer(low), _TIMES):
        before, after = low[max(0, match.start() - _NEAR) : match.start()], low[match.end() : match.end() + _NEAR]
        before = re.split(r"[.;:!?,]", before)[-1]
        if _MATTERS_NOT.search(before):
            return None
        if _WITHOUT.search(before) or _AFTER.match(after):
            found.add(False)
        elif option.alone or _WITH.search(before):
            found.add(True)
    return found.pop() if len(found) == 1 else None


_TIMES: Final = 10
_NEAR: Final = 48
