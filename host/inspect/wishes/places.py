"""Regions, rooms and spheres of a call that are others than the person's (pure).

Owns: the names of regions as clouds write them, the towns and continents that people say, the rooms of a house, and
what is private and what is of work. What stays true: a place differs only where the words name one of its sort and the
call has none of those; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is; letters of other scripts belong here

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.near import spared
from host.patterns import regex
from host.words import say

_SAID: Final = say("The region is another than the one you named.")
_WAYS: Final = r"(?:north|south|east|west|central)(?:east|west)?"
_LANDS: Final = (
    r"france|germany|switzerland|norway|sweden|japan|korea|canada|brazil|australia|uae|poland|italy|spain|qatar|israel"
)
_TOKEN: Final = regex(
    rf"(?<![\w-])(?:((?:us|eu|ap|ca|sa|me|af|il|mx|cn)-(?:gov-)?{_WAYS}-\d|"
    rf"(?:us|europe|asia|australia|northamerica|southamerica|me|africa)-{_WAYS}\d{{1,2}})(?:-?[a-f])?|"
    rf"((?:{_WAYS}\s?){{1,2}}(?:us\s?\d?|europe|asia|india)|uk\s?(?:south|west)|(?:{_LANDS})\s?(?:{_WAYS}){{1,2}}\s?\d?)|"
    r"(fsn1|nbg1|hel1|nyc[123]|sfo[123]|ams[23]|sgp1|lon1|fra1|tor1|blr1|syd1|fr-par|nl-ams|pl-waw))(?![\w-])",
    re.IGNORECASE,
)
_SHORT: Final = frozenset("fra ams lhr cdg arn mad iad ord sjc lax sea nrt hnd sin syd gru hkg ash hil waw".split())
"""Names that stand for a region only where an input says so."""
_KEYS: Final = frozenset("region regions location zone datacenter datacentre dc primaryregion".split())
_TOWNS: Final = {
    "frankfurt": "eu-central-1 europe-west3 germanywestcentral fra1 fra",
    "ireland|irland|irlande|irlanda|dublin|ierland": "eu-west-1 northeurope",
    "london|londres|londra|londen": "eu-west-2 europe-west2 uksouth lon1 lhr",
    "paris|parigi|parijs": "eu-west-3 europe-west9 francecentral fr-par cdg",
    "stockholm|estocolmo|stoccolma": "eu-north-1 swedencentral arn europe-north2",
    "milan|mailand|milano|milán": "eu-south-1 europe-west8 italynorth",
    "z(?:ü|u|ue)rich|zurigo": "eu-central-2 europe-west6 switzerlandnorth",
    "madrid": "eu-south-2 europe-southwest1 spaincentral mad",
    "virginia": "us-east-1 us-east4 eastus eastus2 iad ash",
    "ohio": "us-east-2 us-east5",
    "oregon": "us-west-2 us-west1 westus2 hil",
    "california|kalifornien|californie": "us-west-1 us-west2 westus sfo1 sfo2 sfo3 sjc lax",
    "tokyo|tokio|東京": "ap-northeast-1 asia-northeast1 japaneast nrt hnd",
    "singapore|singapur|singapour|singapura": "ap-southeast-1 asia-southeast1 southeastasia sgp1 sin",
    "sydney": "ap-southeast-2 australia-southeast1 australiaeast syd1 syd",
    "mumbai": "ap-south-1 asia-south1 centralindia",
    "s(?:ã|a)o paulo": "sa-east-1 southamerica-east1 brazilsouth gru",
    "amsterdam": "europe-west4 westeurope ams2 ams3 ams nl-ams",
    "falkenstein": "fsn1",
    "n(?:ü|u|ue)rnberg|nuremberg": "nbg1",
    "helsinki": "hel1 europe-north1",
    "new york": "nyc1 nyc2 nyc3",
}
_PLACE: Final = r"\b(?:in|to|into|from|nach|aus|à|en|a|em|naar|para|su|dans|region|région|región|regione)\s{1,2}(?:the\s|der\s|die\s|den\s|l['\u2019]|la\s|el\s|los\s|as\s|os\s)?"
_SPOKEN: Final = tuple(
    (frozenset(tokens.split()), regex(rf"{_PLACE}(?:{names})(?!\w)", re.IGNORECASE)) for names, tokens in _TOWNS.items()
)
_LANDS_SAID: Final = (
    ("eu", regex(rf"{_PLACE}(?:eu|ue|europe|europa|europese unie)(?![\w-])|\b(?:eu|ue)[- ](?:only|nur)\b", re.IGNORECASE)),
    ("us", regex(rf"{_PLACE}(?:us|usa|united states|vereinigten staaten|états-unis|estados unidos|stati uniti)(?![\w-])")),
)  # fmt: skip
_IN_EUROPE: Final = regex(
    r"^eu-|^europe-|europe$|^uk|^(?:france|germany|switzerland|norway|sweden|poland|italy|spain)|^(?:fsn|nbg|hel|ams|lon|fra|nl-|fr-|pl-|lhr|cdg|arn|mad|waw)"
)
_IN_STATES: Final = regex(r"^us-|us\d?$|^(?:nyc|sfo|iad|ord|sjc|lax|sea|ash|hil)")


def other_region(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first region that the words do not name, where they name others."""
    there = [(text, region) for text in texts if not is_prose(text) for region in _of(text)]
    if not there:
        return None
    tokens, towns, land = _named(turn)
    regions = {region for _, region in there}
    if tokens:
        other = regions.isdisjoint(tokens | towns)
    elif towns:
        other = regions.isdisjoint(towns)
    else:
        pattern = _IN_EUROPE if land == "eu" else _IN_STATES
        other = bool(land) and not any(pattern.search(region) for region in regions)
    return (_SAID, there[0][0]) if other else None


def _of(text: Text) -> list[str]:
    low = text.text.lower()
    if low in _SHORT:
        return [low] if words_of(text.key) & _KEYS else []
    return _tokens(low)


def _tokens(low: str) -> list[str]:
    return ["".join((one or two or three).split()) for one, two, three in _TOKEN.findall(low)]


@lru_cache(maxsize=256)
def _named(turn: str) -> tuple[frozenset[str], frozenset[str], str]:
    """Regions that the words name, those that a town stands for, and the continent."""
    towns = frozenset(token for tokens, pattern in _SPOKEN if pattern.search(turn) for token in tokens)
    lands = [land for land, pattern in _LANDS_SAID if pattern.search(turn)]
    return frozenset(_tokens(turn.lower())), towns, lands[0] if len(lands) == 1 else ""


_ROOM: Final = say("The room is another than the one you named.")
_ROOMS: Final = tuple(
    regex(rf"(?<![^\W\d_])(?:{names})")
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
_ROOM_KEYS: Final = frozenset(
    "entity entityid area areaid room roomname zone location device deviceid target name".split()
)


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
        if not is_prose(text) and words_of(text.key) & _ROOM_KEYS and (rooms := _in(text.text.lower()))
    ]
    if there and not any(rooms & named for _, rooms in there):
        return _ROOM, there[0][0]
    return None


_SPHERES: Final = tuple(
    regex(rf"(?<![^\W_])(?:{names})\w{{0,3}}(?![^\W_])")
    for names in (
        r"private?|privat|personal|perso|personnel|personale|particular|pessoal|persoonlijk|privé|home|zuhause",
        r"work|business|office|arbeit|arbeits|beruflich|dienst|firma|firmen|company|corporate|travail|pro|professionnel|trabajo|trabalho|lavoro|werk|zakelijk",
        r"family|familie|familien|famille|familia|famiglia|família|gezin",
    )
)
_OF_SPHERE: Final = regex(
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
