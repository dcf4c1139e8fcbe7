"""Things and switches of a call that are others than the person's (pure).

Owns: what the words call by a name and a kind ("the search deployment") where the call has an input of that kind, and
what they want or do not want switched on. What stays true: a value that shares a word with
the words of the person is none of these; an adjective is no name.
"""
# ruff: noqa: E501  # a table is read best as it is; letters of many scripts belong here

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.destructive.inputs import members
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, last_word
from host.naming import key_words
from host.patterns import regex
from host.words import say

_KINDS: Final = (
    "deployment|job|service|pod|cluster|table|bucket|topic|queue|function|project|repo|repository|database|index|instance|node|"
    "namespace|board|list|folder|dashboard|pipeline|workflow|group|role|flag|app|collection|dataset|schema|view|secret|"
    "campaign|segment|sprint|epic|milestone|playlist|album|sheet|tab|column|space|stack|container|volume|snapshot|policy|model|"
    "domain|zone|printer|device|room|stream|lambda|server|host|worker|team|chart|release|tag|profile|account|context|environment|workspace|tenant|"
    "organization|org|site|store|shop|calendar|registry|remote|subscription|vault|mailbox|channel|category|queue"
)
_NAMED: Final = regex(
    rf"\b(?:the|our|my|das|die|den|der|le|la|el|il|o)\s{{1,2}}[\"'`]?([\w][\w./-]{{2,40}})[\"'`]?\s{{1,2}}({_KINDS})\b|"
    rf"\b({_KINDS})\s{{1,2}}(?:named\s|called\s|namens\s)?[\"'`]([\w][\w ./-]{{1,40}})[\"'`]|"
    rf"\b({_KINDS})\s{{1,2}}(?:named\s|called\s|namens\s)?([\w./]{{1,30}}[-_/][\w./-]{{1,40}}|[a-z]{{1,20}}\d{{1,6}})(?![\w])",
    re.IGNORECASE,
)
_ABROAD: Final = (
    ("project", "project|projekt|projet|proyecto|progetto|projeto"), ("playlist", "playlist|lista de reproducción"),
    ("folder", "folder|ordner|dossier|carpeta|cartella|pasta|map"), ("table", "tabelle|tabla|tabella|tabela"),
    ("list", "list|liste|lista|lijst"), ("group", "group|gruppe|groupe|grupo|gruppo|groep"), ("album", "album|álbum"),
    ("channel", "channel|kanal|canal|canale"), ("calendar", "calendar|kalender|calendrier|calendario|calendário|agenda"),
    ("account", "account|konto|compte|cuenta|conto|conta|rekening"), ("board", "board|tableau|tablero|bord"),
    ("database", "database|datenbank|base de données|base de datos|banco de dados"), ("campaign", "campaign|kampagne|campagne|campaña|campagna|campanha"),
    ("workspace", "workspace"), ("team", "team|équipe|equipo|squadra|equipe"), ("scene", "scene|szene|scène|escena|scena|cena"),
)  # fmt: skip
_KIND_OF: Final = {word: kind for kind, words in _ABROAD for word in words.split("|")}
_PROPER: Final = regex(
    r"\b(?i:in|into|to|from|the|my|our|zu[mr]?|ins?|im|aus|vo[nm]|die|das|der|dem|den|dans|du|au|le|la|el|del|al|il|nel\w{0,2}|dal\w{0,2}|na|no|da|do|het|de|op|mein\w{0,2}|ma|mon|mi|a)\s{1,2}"
    rf"(?i:({'|'.join(sorted(map(re.escape, _KIND_OF), key=len, reverse=True))}))\s{{1,2}}[\"'`«„“]?([A-ZÄÖÜÀ-Þ][\w-]{{2,40}})"
)
"""A name beside its kind, known by its capital letter."""
_ADJECTIVES: Final = frozenset(
    "old new latest current last stale broken slow whole other big small same entire first second third next previous right wrong "
    "full empty default main master public private shared internal external local remote second-oldest oldest newest largest biggest "
    "smallest active inactive open own only single unused temporary temp spare extra additional primary secondary customer user "
    "prod production staging test dev live sales marketing google github gitlab slack jira docker kubernetes k8s aws gcp azure s3 ci "
    "cd web mobile sql two three four five few many some more most least ganze neue alte letzte aktuelle nouveau nouvelle dernier nueva "
    "nuevo última vieja entire following above below respective correct affected related relevant matching corresponding target source "
    "home daily weekly monthly nightly night long short good bad best work working dead hot cold free paid top bottom".split()
)
_ENDS: Final = regex(r"(?:ing|ed|est|ous|ful|able|al|ive)$")
_OTHER: Final = say("This is about another thing than the one you named.")
_SWITCHED: Final = say("You said it the other way round than this input does.")
_SHORT: Final = 60
_TEXTS: Final = 60


@lru_cache(maxsize=256)
def _things(turn: str) -> frozenset[tuple[str, str]]:
    """Kinds with the names that the words give."""
    found: set[tuple[str, str]] = set()
    for match in islice(_NAMED.finditer(turn), _TEXTS):
        before, kind, quoted_kind, quoted, named_kind, named = (part.lower() if part else "" for part in match.groups())
        name = before or quoted or named
        if name not in _ADJECTIVES and not (before and _ENDS.search(before)):
            found.add((kind or quoted_kind or named_kind, name))
    for match in islice(_PROPER.finditer(turn), _TEXTS):
        if match[2].lower() not in _ADJECTIVES:
            found.add((_KIND_OF[match[1].lower()], match[2].lower()))
    return frozenset(found)


def other_thing(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first input of a kind that the words name by another name."""
    named = _things(turn)
    if not named:
        return None
    low = turn.lower()
    kinds = {kind for kind, _ in named}
    for text in islice(texts, _TEXTS):
        kind = text.key.lower() if text.key.lower() in kinds else last_word(text.key)
        stem = key_words(text.key)[0] if key_words(text.key) else ""
        kind = kind if kind in kinds else stem if key_words(text.key)[1:] in (("name",), ("id",)) else ""
        value = text.text.lower().strip("\"'`#@/ ")
        if kind not in kinds or not 2 < len(value) <= _SHORT or is_prose(text) or " " in value:
            continue
        words = [word for word in re.split(r"[^\w]|_", value) if len(word) > 1]
        if not any(char.isalpha() for char in value) or _OPAQUE.search(value) or value in low:
            continue
        if last_word(text.key) == "id" and any(char.isdigit() for char in value):
            continue
        if not any(word[:4] in low for word in words):
            return _OTHER, text
    return None


_OPAQUE: Final = regex(r"\d{4,}|[0-9a-f]{8,}|^[a-z]{1,5}[-_]?\d|^arn:")
"""What stands for a thing, and is not its name."""

_UNSAID: Final = frozenset("is at the of to as on in for with by a an be should do it".split())
_PLAIN: Final = frozenset(
    "draft private internal dry dryrun preview silent readonly sandbox paused encrypted anonymous quiet confidential hidden unlisted "
    "reversible backup prerelease refundable cancellable cancelable flexible".split()
)
_NOT: Final = regex(
    r"(?:(?:\b(?:not|never|without|no|dont|nicht|ohne|kein\w{0,2}|sans|pas|sin|sem|senza|non|zonder|geen|ikke|inte|без|не)|n['\u2019]t)\s{1,2}(?:\w{1,14}\s{1,2}){0,2}(?:l['\u2019])?|\bnon-|\bnicht-)$"
)
_SPELT: Final[dict[str, bool]] = {"true": True, "false": False, "yes": True, "no": False}
_STEM: Final = 5
_LETTERS: Final = 4


def other_switch(subject: Subject, _texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first switch that is set the other way round than the words say."""
    low = turn.lower()
    for steps, key, given in islice(members(subject.arguments), _TEXTS):
        value = _SPELT.get(given.lower()) if isinstance(given, str) else given
        if not isinstance(value, bool):
            continue
        said = [word for word in key_words(key) if word not in _UNSAID]
        if (
            not said
            or said[0] in ("no", "not", "skip", "without", "disable")
            or not all(len(word) > 2 for word in said)
        ):
            continue
        needed = [word for word in said if word not in _LIGHT] or said
        places = [match.start() for word in needed if (match := _spoken(word[:_STEM]).search(low))]
        if len(places) < len(needed) or max(places) - min(places) > _SHORT:
            continue
        denied = _NOT.search(low[max(0, min(places) - _SHORT) : min(places)]) is not None
        sure = len(said) > 1 or (said[0] in _PLAIN if value is False else len(said[0]) >= _LETTERS)
        if sure and denied is value and not (value is False and _TRIED.search(low)):
            return _SWITCHED, Text(steps, key, f"{key}: {value}".lower())
    return None


_LIGHT: Final = frozenset("apply allow enable perform trigger force new update run auto allowed enabled with".split())
"""Words of switches that people leave out."""
_TRIED: Final = regex(r"\b(?:saw|seen|looked at|reviewed|checked) (?:the|your|its) (?:dry|preview|test|draft)")
"""What was there before."""
_SAME: Final = {
    "resta": r"neustart|neu ?start|redémarr|redemarr|reinici|riavvi|herstart|перезапус|omstart",
    "reboo": r"neustart|neu ?start|redémarr|redemarr|reinici|riavvi|herstart|перезапус|restart|omstart",
    "immed": r"sofort|immédiat|inmediat|imediat|subito|onmiddellijk|direkt|немедленно|сразу|straight away|right away",
    "force": r"erzw|gewalt|forz|forç",
    "notif": r"benachrichtig|avvis|avis|prévenir|notific|уведом",
    "stopp": r"arrêt|anhalt|stopp|parar|deten|fermar|останов|stop",
    "delet": r"lösch|supprim|borrar|elimin|apag|cancell|verwijder|удал",
    "downt": r"ausfall|interrup|коротк|outage",
    "publi": r"veröffentlich|öffentlich|públic|публик",
    "email": r"e-?mail|mail",
    "refun": r"annulation gratuite|(?:kostenlos|gratis) stornier|stornierbar|erstattungsf|remboursable|cancelaci[oó]n gratu|reembolsable|reembols[aá]vel|cancellazione gratuita|rimborsabile|gratis annule|free cancell?ation|cancell?able",
}
"""Beginnings of words of switches, as other languages say them."""


@lru_cache(maxsize=256)
def _spoken(stem: str) -> re.Pattern[str]:
    return regex(rf"\b(?:{re.escape(stem)}|{_SAME[stem]})" if stem in _SAME else rf"\b{re.escape(stem)}")
