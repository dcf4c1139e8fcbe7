"""What words of several languages say that a tool does (pure).

Owns: verbs of names, titles and descriptions in German, French, Spanish, Italian, Portuguese, Dutch and English, as far
as one of them can rule out another. What stays true: a verb counts where a clause begins with it, and not where
something is denied, or depends on something; a noun that looks like one does not.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from host.naming import Deed
from host.patterns import regex

_LOOKED: Final = 2_000
_SPELT: Final = str.maketrans({"\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue", "\u00df": "ss"})
_WORDS: Final = regex(r"[^\W_]+")
_HUMPS: Final = regex(r"(?<=[^\W\dA-Z_])(?=[A-Z])")

_READS: Final = (
    r"zeig(?:t|e|en)|anzeigen|auflisten|listet|liest|lesen|such(?:t|e|en)|pruef(?:t|e|en)|ueberpruef(?:t|en)|abfragen|abrufen|ansehen|anschauen|vergleich(?:t|en)|"
    r"affich(?:e|er|ez)|lister|lire|cherch(?:e|er)|rechercher|consult(?:e|er|ar|are)|verifi(?:e|er)|montrer|compar(?:er|ar|are)|"
    r"mostrar?|muestra|leer|buscar|ver|verificar|visualizar|exibir?|elenc(?:a|are)|legg(?:e|ere|i)|cerc(?:a|are)|visualizza(?:re)?|mostr(?:a|are)|controll(?:a|are)|"
    r"pesquisar|toon|toont|tonen|lees|leest|lezen|zoek(?:t|en)?|bekijk(?:t|en)?|opvragen|controleer|controleren"
)
_DELETES: Final = (
    r"loesch(?:t|e|en)|entfern(?:t|e|en)|stornier(?:t|e|en)|kuendig(?:t|e|en)|vernichte[tn]?|supprim(?:e|er|ez)|efface[rz]?|annul(?:e|er|a|ar|eert|eren)|resilie[rz]?|"
    r"borrar?|elimin(?:a|ar|are|e)|cancell(?:a|are)|cancelar?|annulla(?:re)?|disdice|apagar?|exclui[r]?|verwijder(?:t|en)?|wist|wissen|"
    r"deletes?|erases?|purges?|wipes?|cancels?|removes?|destroys?"
)
_SENDS: Final = (
    r"send(?:et|en)|verschick(?:t|e|en)|versende[tn]?|schick(?:t|en)|veroeffentlich(?:t|e|en)|verteilt|envoie|envoy(?:er|ez)|publi(?:e|er|ez)|diffuse[rz]?|"
    r"envi(?:a|ar|are)|public(?:a|ar|are)|invi(?:a|are)|pubblic(?:a|are)|verstuur(?:t)?|versturen|verzend(?:t|en)|publiceer(?:t)?|publiceren|"
    r"sends?|delivers?|transmits|publish(?:es)?|broadcasts|dispatches|"
    r"(?:e?mails|posts|forwards|shares|submits)(?= (?:the|an?|it|them|your|this|all|every|each) )"
)
_PAYS: Final = (
    r"bucht|buchen|bezahl(?:t|e|en)|ueberweis(?:t|e|en)|kauf(?:t|e|en)|bestell(?:t|e|en)|belaste[tn]?|paie|payer|payez|achete[rz]?|debite[rz]?|commander|"
    r"pag(?:a|ar|are)|compr(?:a|ar|are)|cobrar?|acquist(?:a|are)|addebit(?:a|are)|transfiere|betaal(?:t)?|betalen|koopt|kopen|bestelt|boekt|"
    r"pays|buys|purchases|withdraws|(?:books|charges|debits|bills|transfers)(?= (?:the|an?|it|them|your|this|bindingly|immediately) ?)|orders(?= an? )"
)
_KINDS: Final[tuple[tuple[Deed, str], ...]] = (
    ("reads", _READS),
    ("deletes", _DELETES),
    ("sends", _SENDS),
    ("pays", _PAYS),
)
_VERB: Final = regex("|".join(f"(?P<{kind}>(?:{verbs})\\b)" for kind, verbs in _KINDS))
_CLAUSE: Final = regex(r"(?:^|[.;:!?\n])\s{0,8}(?=\w)")
_JOINED: Final = regex(r"\b(?:and|then|und|dann|et|puis|luego|poi|depois|en|e|y)\s{1,3}")
_BACK: Final = regex(
    r"\W{1,3}(?:(?:an?|the|einen?|eine|une?|una|um|uma|een) )?(?:\w{1,20} )?(?:requests?|query|queries|back|anfrage|requete|solicitud|consulta|richiesta|verzoek)\b"
)
"""What is sent to ask for something."""
_NOT: Final = regex(
    r"\b(?:not|never|nothing|no|none|without|until|unless|if|when|once|later|before|after|instead|can|could|may|only (?:when|after)|"
    r"nicht|nie|nichts|keine?[rnm]?|ohne|erst|wenn|falls|bevor|kann|pas|jamais|rien|sans|si|avant|quand|peut|nunca|nada|sin|hasta|antes|cuando|puede|"
    r"non|mai|niente|senza|finche|prima|quando|puo|nao|sem|ate|niet|nooit|niets|geen|zonder|tot|als|voordat|kan)\b|n't"
)
_ENDS: Final = regex(r"[.;!?\n]")
_DONE: Final = regex(
    r"\b(?:is|are|gets?|will be|goes|go) (?:(?:then|also|directly|at once|\w{3,14}ly) ){0,2}(?:published|posted|sent|e?mailed|delivered|broadcast|tweeted|charged|billed|booked|debited|deleted|out to)\b|"
    r"\bw(?:ird|erden)\b[^.\n]{0,80}\b(?:verschickt|versendet|gesendet|veroeffentlicht|gebucht|abgebucht|belastet|bezahlt|geloescht|zugestellt)\b|"
    r"\b(?:est|sont|sera)\s(?:\w{1,16} ){0,2}(?:envoye|publie|debite|facture|supprime|preleve)e?s?\b|"
    r"\bse (?:envian?|publican?|cobran?|cargan?|borran?|eliminan?)\b|\b(?:sera|es) (?:\w{1,16} )?(?:enviad|publicad|cobrad|borrad)[oa]s?\b|"
    r"\bv(?:iene|engono) (?:\w{1,16} )?(?:inviat|pubblicat|addebitat|cancellat)[oaie]\b|"
    r"\b(?:e|sao) (?:\w{1,16} )?(?:enviad|publicad|cobrad|debitad|apagad)[oa]s?\b|"
    r"\bw(?:ordt|orden)\b[^.\n]{0,60}\b(?:verstuurd|verzonden|gepubliceerd|afgeschreven|verwijderd|geboekt)\b"
)


def plain(text: str) -> str:
    """``text`` in lower case, without what stands on its letters."""
    low = text[:_LOOKED].lower().translate(_SPELT)
    if low.isascii():
        return low
    return "".join(c for c in unicodedata.normalize("NFKD", low) if not unicodedata.combining(c))


@lru_cache(maxsize=1_024)
def words(name: str) -> tuple[str, ...]:
    """The words of a name or title, of whatever language."""
    return tuple(_WORDS.findall(plain(_HUMPS.sub(" ", name[:200])).replace("_", " ")))


@lru_cache(maxsize=1_024)
def of_name(name: str) -> Deed:
    """What the first verb of a name or title says, wherever it stands: German ones have it last."""
    for word in words(name):
        match = _VERB.fullmatch(word)
        if match is not None:
            return _kind(match)
    return ""


def _kind(match: re.Match[str]) -> Deed:
    return next(kind for kind, _ in _KINDS if match[kind])


@lru_cache(maxsize=256)
def of_description(description: str) -> tuple[tuple[Deed, str], ...]:
    """What a description says that is done, by the verbs that its clauses begin with; and the words of each."""
    text = plain(description)
    found: list[tuple[Deed, str]] = []
    for starts, conjoined in ((_CLAUSE, False), (_JOINED, True)):
        for start in starts.finditer(text):
            match = _VERB.match(text, start.end())
            if match is None or _kind(match) == "reads" or (conjoined and _kind(match) == "sends"):
                continue
            if not (_BACK.match(text, match.end()) or _NOT.search(_sentence(text, match.start()))):
                found.append((_kind(match), text[match.start() : match.start() + 200]))
    return tuple(found)


@lru_cache(maxsize=256)
def happens(description: str) -> str:
    """The words of a description that say that something goes out, is paid or is deleted; empty for none."""
    text = plain(description)
    for match in _DONE.finditer(text):
        if not _NOT.search(_sentence(text, match.start())):
            return text[match.start() : match.start() + 200]
    return ""


def _sentence(text: str, at: int) -> str:
    start = max(text.rfind(mark, 0, at) for mark in ".;!?\n") + 1
    end = _ENDS.search(text, at)
    return text[start : end.start() if end else len(text)]
