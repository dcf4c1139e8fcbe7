"""Rooms of a house, and spheres of a life, that are others than the person's (pure).

Owns: the names of rooms, and of what is private and what is of work, in several languages. What stays true: a room differs only where the words name rooms, an input
that says where something is names some too, and none of them is one of those.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.near import spared
from host.words import say

_SAID: Final = say("The room is another than the one you named.")
_ROOMS: Final = tuple(
    re.compile(rf"(?<![^\W\d_])(?:{names})")
    for names in (
        r"kitchen|k(?:ü|ue|u)che|cuisine|cocina|cucina|cozinha|keuken",
        r"bed ?_?room|schlafzimmer|chambre|dormitorio|camera_?(?: da letto)?|quarto|slaapkamer",
        r"bath ?_?room|bad(?:ezimmer)?(?![^\W_])|badkamer|salle_? ?de_? ?bain|ba(?:ñ|n)o|bagno|banheiro|casa de banho",
        r"living ?_?room|lounge|wohnzimmer|salon|sal(?:ó|o)n|soggiorno|sala_?(?: de estar)?(?![^\W_])|woonkamer",
        r"home_? ?office|study|arbeitszimmer|b(?:ü|ue)ro|bureau|despacho|studio|escrit(?:ó|o)rio|werkkamer",
        r"garage|garaje|garagem",
        r"garden|garten|jardin|jard(?:í|i)n|giardino|jardim|tuin",
        r"nursery|kids|kinderzimmer|children|chambre_? ?d['\u2019_]?enfants?|habitaci(?:ó|o)n de los ni|cameretta|kinderkamer",
        r"hall(?:way)?(?![^\W_])|corridor|flur|couloir|pasillo|corridoio|corredor",
        r"basement|cellar|keller|cave(?![^\W_])|s(?:ó|o)tano|cantina|kelder|por(?:ã|a)o",
        r"attic|dachboden|grenier|(?:á|a)tico|soffitta|zolder",
        r"dining ?_?room|esszimmer|salle_? ?(?:à|a)_? ?manger|comedor|sala_? ?da_? ?pranzo|eetkamer",
        r"guest ?_?room|g(?:ä|ae)stezimmer|chambre_? ?d['\u2019_]?amis",
        r"front_? ?door|haust(?:ü|ue)r|porte_? ?d['\u2019_]?entr|puerta_? ?principal|voordeur",
        r"back_? ?door|hintert(?:ü|ue)r|achterdeur",
    )
)
_KEYS: Final = frozenset("entity entityid area areaid room roomname zone location device deviceid target name".split())


@lru_cache(maxsize=512)
def _in(low: str) -> frozenset[int]:
    return frozenset({at for at, pattern in enumerate(_ROOMS) if pattern.search(low)})


def other_room(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first input about another room, where none is about one that the words name."""
    named = _in(turn.lower())
    if not named or spared(turn):
        return None
    there = [
        (text, rooms)
        for text in texts
        if not is_prose(text) and words_of(text.key) & _KEYS and (rooms := _in(text.text.lower()))
    ]
    if there and not any(rooms & named for _, rooms in there):
        return _SAID, there[0][0]
    return None


_SPHERES: Final = tuple(
    re.compile(rf"(?<![^\W_])(?:{names})\w{{0,3}}(?![^\W_])")
    for names in (
        r"private?|privat|personal|perso|personnel|personale|particular|pessoal|persoonlijk|privé|home|zuhause",
        r"work|business|office|arbeit|arbeits|beruflich|dienst|firma|firmen|company|corporate|travail|pro|professionnel|trabajo|trabalho|lavoro|werk|zakelijk",
        r"family|familie|familien|famille|familia|famiglia|família|gezin",
    )
)
_OF_SPHERE: Final = re.compile(
    r"(?<!\w)([\w\u2019'-]{3,20}?)[\s-]{0,2}(?:calendar|kalender|account|konto|mailbox|postfach|profile|profil|workspace|drive|card|karte|adresse|e-?mail address)(?!\w)|"
    r"(?<!\w)(?:calendrier|compte|carte|agenda|calendario|cuenta|conto|conta|cartão|tarjeta|carta)\s{1,2}([\w-]{3,20})",
)
_HOLDS: Final = frozenset(
    "calendar calendarid account accountid mailbox profile workspace drive card identity from funding".split()
)
_SPHERE: Final = say("This is about another account or calendar than the one you named.")


@lru_cache(maxsize=512)
def _spheres(low: str) -> frozenset[int]:
    return frozenset({at for at, pattern in enumerate(_SPHERES) if pattern.search(low)})


def other_sphere(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first account, calendar or card of another sphere than the one that the words name."""
    spoken = " ".join(part for match in _OF_SPHERE.findall(turn.lower()) for part in match if part)
    named = _spheres(spoken) if spoken else frozenset()
    if not named:
        return None
    for text in texts:
        if words_of(text.key) & _HOLDS and len(text.text) <= len(_SPHERE):
            here = _spheres(re.sub(r"konto|kalender|account|calendar", " ", text.text.lower()))
            if here and not here & named:
                return _SPHERE, text
    return None
