"""Whom a call reaches, beside whom the words speak of (pure).

Owns: names of people in the words, and groups and other people in the inputs that say where something goes. What stays
true: where the words speak of where it goes, or an earlier call brought the address, nothing is said; who is behind an
address that tells no name nobody can know.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import words_of
from host.inspect.wishes.named import MAIL
from host.patterns import regex
from host.words import say

_GROUP_SAID: Final = say("This goes to a group; you named somebody.")
_WHO: Final = say("This goes to somebody else than you named.")
_MORE: Final = say("This goes to more people than you named.")
_PERSON: Final = r"(?:(?:Mr|Mrs|Ms|Dr|Herrn?|Frau|Mme|M|Sra?|Sig|Dhr|Mevr)\.?\s)?@?([A-ZÀ-Þ][a-zà-ÿ'\u2019-]{1,24})(?:\s([A-ZÀ-Þ][a-zà-ÿ'\u2019-]{1,24}))?"
_ONLY: Final = regex(
    r"\b(?i:only|just|nobody but|no one but|nur|ausschlie(?:ß|ss)lich|seulement|uniquement|solo|sólo|solamente|únicamente|soltanto|solamente|só|somente|apenas|alleen|enkel)\s{1,2}"
    rf"(?i:to\s|with\s|for\s|an\s|mit\s|für\s|à\s|a\s|ao?\s|com\s|con\s|aan\s|met\s|avec\s|para\s|pour\s|per\s)?{_PERSON}|"
    rf"\b(?i:to|with|an|mit|à|a|com|con|aan|met|avec|para)\s{{1,2}}{_PERSON}\s{{1,2}}(?i:only|alone|allein|seulement|seule?|solamente|solo|apenas|alleen)\b"
)
_TOLD: Final = regex(
    r"(?:\b(?i:tell|message|dm|text|ping|remind|ask|mail|e-?mail|notify|inform|invite|sag|schreib\w?|frag|erinner\w?|informier\w?)\s{1,2}|"
    r"\b(?i:write|reply|answer|send|forward|say|schick\w?|send\w?|leit\w?|dis|écris|envoie|réponds|transfère|dile|díselo|escribe|envía|manda|mándale|responde|reenvía|di|scrivi|invia|"
    r"share|grant|teil\w?|partage|comparte|condividi|partilha|deel|rispondi|inoltra|diz|escreve|envia|zeg|stuur|schrijf)\b[^\n.;:!?]{0,60}?\s(?i:to|an|à|a|al|ao|para|aan|naar|with|mit|avec|con|com|met)\s{1,2}|"
    r"\b(?i:dile|escríbele|dis|di|diz|envíale)\s{1,2}(?i:à|a|ao)\s{1,2})"
    rf"{_PERSON}"
)
_NOBODY: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag slack teams discord telegram whatsapp "
    "notion jira github gitlab linear gmail outlook drive trello asana english german french spanish italian deutsch the this that our my all "
    "everyone everybody team accounting finance support sales legal marketing hr it january february march april may june july august september "
    "october november december customers kunden alle kollegen buchhaltung equipo equipe group gruppe chat channel i you a an of and danke "
    "please bitte um kunde kundin chef chefin team vertrieb die das den dem der meine meinem meiner unsere".split()
)
_KEYS: Final = frozenset(
    "to chat channel group room recipient conversation audience space target destination contact channelname chatname peer email mail "
    "recipients username reviewer reviewers assignee user owner member with".split()
)
_GROUP: Final = regex(
    r"(?<![^\W_])(?:teams?|group|gruppe|equipo|(?:é|e)quipe|squadra|grupo|gruppo|groupe|groep|all|alle|everyone|everybody|todos|tous|tutti|allen|company|firma|empresa|entreprise|"
    r"azienda|bedrijf|mailing|verteiler|here|channel|broadcast|general|allgemein|staff|belegschaft|newsletter|subscribers|family|familie|famille|familia|famiglia|"
    r"klasse|class|clase|kollegen|colleagues|members|mitglieder|announcements?|random|anyone|public|world)(?![^\W_])|\(\d{1,5}\)|^#",
    re.IGNORECASE,
)
_IN_GROUP: Final = regex(
    r"#\w|\b(?:group|gruppe\w?|chat|channel|kanal|canal|team|thread|room|grupo|groupe|gruppo|groep|everyone|all|alle\w?|tous|todos|tutti|equipo|équipe|list|verteiler|copy|cc|kopie|copie|copia)\b",
    re.IGNORECASE,
)
_GENERIC: Final = regex(
    r"^(?:info|office|contact|kontakt|support|sales|hello|hallo|mail|post|team|admin|billing|accounts?|rechnung\w{0,3}|buchhaltung|service|hr|jobs|press|help|me|ich|no-?reply|sekretariat|empfang|reception)\b"
)
_CALLED: Final = (
    "bob robert rob", "bill william will", "liz elizabeth beth lisa", "mike michael", "tony anthony", "dick richard rick", "peggy margaret maggie",
    "jack john", "jim james", "ted edward theodore", "chuck charles", "hank henry", "sepp josef", "hansi johann", "kate catherine katherine",
    "pepe jose", "paco francisco", "nacho ignacio", "lola dolores", "sasha alexander alexandra", "gigi luigi", "beppe giuseppe", "ze jose", "mum mom", "jimmy james",
    "fritz friedrich", "greta margarete", "toni anton", "uli ulrich", "sigi siegfried", "poldi leopold", "lexi alexandra", "nina antonia",
)  # fmt: skip
_NICK: Final = tuple(frozenset(names.split()) for names in _CALLED)
_HANDLE: Final = regex(r"@?[a-z]{3,20}[._][a-z]{3,20}")
_TEXTS: Final = 60
_LONG: Final = 120
_TWO: Final = 2


@lru_cache(maxsize=256)
def _people(turn: str) -> tuple[frozenset[str], frozenset[str]]:
    """Names of people that it is for, and that it is for alone."""
    only = _names(_ONLY, turn)
    return only | _names(_TOLD, turn), only


def _names(pattern: re.Pattern[str], turn: str) -> frozenset[str]:
    found = {part.lower() for match in islice(pattern.findall(turn), _TEXTS) for part in match if part}
    return frozenset(found - _NOBODY)


def other_people(subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first that it goes to whom the words leave out."""
    named, only = _people(turn)
    if not named:
        return None
    there = [text for text in islice(texts, _TEXTS) if words_of(text.key) & _KEYS and len(text.text) <= _LONG]
    low = turn.lower()
    for text in there:
        if "://" in text.text or not _GROUP.search(text.text) or _spoken(text.text, low):
            continue
        if only or not (_IN_GROUP.search(turn) or words_of(text.key) & {"audience", "space"}):
            return _GROUP_SAID, text
    if only and (other := next((text for text in there if _is_other(subject, text, only, low)), None)):
        return (_MORE if len(there) > 1 else _WHO), other
    if len(there) == 1 and _is_other(subject, there[0], named, low):
        return _WHO, there[0]
    return None


def _spoken(value: str, low: str) -> bool:
    return any(word[:4] in low for word in re.split(r"[\W_]", value.lower()) if len(word) > _TWO)


def _is_other(subject: Subject, text: Text, named: frozenset[str], low: str) -> bool:
    """Whether an address tells a name, and it is none that the words have."""
    match = MAIL.fullmatch(text.text.strip()) or _HANDLE.fullmatch(text.text.strip())
    if match is None or _GENERIC.match(text.text.lower()) or text.text.lower() in low:
        return False
    parts = [part for part in re.split(r"[._+-]", text.text.lower().lstrip("@").partition("@")[0]) if part]
    if len(parts) < _TWO or any(len(part) <= _TWO or not part.isalpha() for part in parts):
        return False
    if any(part[:_TWO] == name[:_TWO] for part in parts for name in named) or _spoken(text.text, low):
        return False
    if any(names & set(parts) and names & named for names in _NICK):
        return False
    return not any(text.text in earlier.text for earlier in subject.past.session)
