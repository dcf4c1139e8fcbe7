"""Things, switches and languages of a call that are others than the person's (pure).

Owns: what the words call by a name and a kind ("the search deployment") where the call has an input of that kind, what
they want or do not want switched on, and the language that they want. What stays true: a value that shares a word with
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
from host.words import say

_KINDS: Final = (
    "deployment|job|service|pod|cluster|table|bucket|topic|queue|function|project|repo|repository|database|index|instance|node|"
    "namespace|board|list|folder|dashboard|pipeline|workflow|group|role|flag|app|collection|dataset|schema|view|secret|"
    "campaign|segment|sprint|epic|milestone|playlist|album|sheet|tab|column|space|stack|container|volume|snapshot|policy|model|"
    "domain|zone|printer|device|room|stream|lambda|server|host|queue|worker|team|chart|release"
)
_NAMED: Final = re.compile(
    rf"\b(?:the|our|my|das|die|den|der|le|la|el|il|o)\s{{1,2}}[\"'`]?([\w][\w./-]{{2,40}})[\"'`]?\s{{1,2}}({_KINDS})\b|"
    rf"\b({_KINDS})\s{{1,2}}(?:named\s|called\s|namens\s)?[\"'`]([\w][\w ./-]{{1,40}})[\"'`]|"
    rf"\b({_KINDS})\s{{1,2}}(?:named\s|called\s|namens\s)?([\w./]{{1,30}}[-_/][\w./-]{{1,40}}|[a-z]{{1,20}}\d{{1,6}})(?![\w])",
    re.IGNORECASE,
)
_ADJECTIVES: Final = frozenset(
    "old new latest current last stale broken slow whole other big small same entire first second third next previous right wrong "
    "full empty default main master public private shared internal external local remote second-oldest oldest newest largest biggest "
    "smallest active inactive open own only single unused temporary temp spare extra additional primary secondary customer user "
    "prod production staging test dev live sales marketing google github gitlab slack jira docker kubernetes k8s aws gcp azure s3 ci "
    "cd web mobile sql two three four five few many some more most least ganze neue alte letzte aktuelle nouveau nouvelle dernier nueva "
    "nuevo última vieja entire following above below respective correct affected related relevant matching corresponding target source "
    "home daily weekly monthly nightly night long short good bad best work working dead hot cold free paid top bottom".split()
)
_ENDS: Final = re.compile(r"(?:ing|ed|est|ous|ful|able|al|ive)$")
_OTHER: Final = say("This is about another thing than the one you named.")
_SWITCHED: Final = say("You said it the other way round than this input does.")
_TONGUE: Final = say("The language is another than the one you named.")
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
        if not any(word[:4] in low for word in words):
            return _OTHER, text
    return None


_OPAQUE: Final = re.compile(r"\d{4,}|[0-9a-f]{8,}|^[a-z]{1,5}[-_]?\d|^arn:")
"""What stands for a thing, and is not its name."""

_UNSAID: Final = frozenset("is at the of to as on in for with by a an be should do it".split())
_PLAIN: Final = frozenset(
    "draft private internal dry dryrun preview silent readonly sandbox paused encrypted anonymous quiet confidential hidden unlisted "
    "reversible backup prerelease".split()
)
_NOT: Final = re.compile(
    r"(?:(?:\b(?:not|never|without|no|dont|nicht|ohne|kein\w{0,2}|sans|pas|sin|sem|senza|non|zonder|geen|ikke|inte|без|не)|n['\u2019]t)\s{1,2}(?:\w{1,14}\s{1,2}){0,2}(?:l['\u2019])?)$"
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
_TRIED: Final = re.compile(r"\b(?:saw|seen|looked at|reviewed|checked) (?:the|your|its) (?:dry|preview|test|draft)")
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
}
"""Beginnings of words of switches, as other languages say them."""


@lru_cache(maxsize=256)
def _spoken(stem: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{re.escape(stem)}|{_SAME[stem]})" if stem in _SAME else rf"\b{re.escape(stem)}")


_TONGUES: Final = {
    code: re.compile(rf"(?<!\w)(?:{names})", re.IGNORECASE)
    for code, names in (
        ("en", r"english|englisch\w{0,2}|anglais|ingl[eéê]s\w{0,1}|inglese|engels|английск|英語|英语|영어"),
        ("de", r"german|deutsch\w{0,2}|allemand|alem[aáã]\w{0,2}|tedesco|duits|немецк|ドイツ語|德语|독일어"),
        (
            "fr",
            r"french|franz(?:ö|oe)sisch\w{0,2}|fran[cç]ais|franc[eéê]s\w{0,1}|francese|frans|французск|フランス語|法语|프랑스어",
        ),
        (
            "es",
            r"spanish|spanisch\w{0,2}|espagnol|espa[nñ]\w{1,3}|spagnolo|spaans|испанск|スペイン語|西班牙语|스페인어",
        ),
        ("it", r"italian\w{0,2}|italienisch\w{0,2}|italien|итальянск|イタリア語|意大利语"),
        ("pt", r"portuguese|portugiesisch\w{0,2}|portugais|portugu[eéê]s|portoghese|португальск|葡萄牙语"),
        ("nl", r"dutch|niederl(?:ä|ae)ndisch\w{0,2}|n[eé]erlandais|neerland[eéê]s|olandese|nederlands"),
        ("ja", r"japanese|japanisch\w{0,2}|japonais|japon[eéê]s|giapponese|japans|日本語|日语"),
        ("zh", r"chinese|chinesisch\w{0,2}|chinois|chin[oeéê]\w{0,2}|cinese|中文|中国語"),
        ("ru", r"russian|russisch\w{0,2}|russe|ruso|russo|русск|ロシア語|俄语"),
        ("pl", r"polish|polnisch\w{0,2}|polonais|polaco|polacco|pools"),
    )
}
_INTO: Final = re.compile(
    r"(?:\b(?:to|into|in|ins|auf|en|em|al|naar|à)|(?<!\w)(?:на|в))\s{1,2}(?:the\s|das\s|le\s|el\s|o\s)?$", re.IGNORECASE
)


def _into(pattern: re.Pattern[str], turn: str) -> bool:
    """Whether a language is named as one to put something into."""
    for match in pattern.finditer(turn):
        if _INTO.search(turn[max(0, match.start() - _STEM * 2) : match.start()]) or not turn[match.start()].isascii():
            return True
    return False


_TONGUE_KEYS: Final = frozenset(
    "target_lang targetlang target_language targetlanguage to_lang to_language tolanguage lang language locale target to".split()
)


def other_tongue(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A language that something is put into, where the words name others alone."""
    for text in islice(texts, _TEXTS):
        code = text.text[:2].lower()
        if (
            text.key.lower() not in _TONGUE_KEYS
            or len(text.text) > _STEM
            or code not in _TONGUES
            or not text.text[:2].isalpha()
        ):
            continue
        if text.text[2:3] not in ("", "-", "_"):
            continue
        named = {it for it, pattern in _TONGUES.items() if _into(pattern, turn)}
        if named and code not in named:
            return _TONGUE, text
    return None
