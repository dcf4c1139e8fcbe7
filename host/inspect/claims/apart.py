"""Names, titles, hints and descriptions of a tool that disagree with one another (pure).

Owns: what a tool says of itself in one place and takes back in another, in several languages; and which of it is a
plain lie. What stays true: inputs are not looked at here but for their names; what a description denies, or ties to a
condition, is not held against it.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from host.inspect.claims import tongues
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Subject, Text
from host.inspect.texts.read_once import every, searched
from host.inspect.tools.acts import DRAFTS
from host.inspect.tools.deeds import deed, sure_verb
from host.model import JsonObject
from host.naming import Deed, key_words
from host.patterns import regex
from host.words import say

Said: TypeAlias = "tuple[str, str, Text | None]"
"""Our sentence, the evidence, and the input that it is about."""

_GRAVE: Final[frozenset[Deed]] = frozenset({"deletes", "sends", "pays"})
_PREPARES: Final = DRAFTS | frozenset(
    "quote entwurf vorschau voransicht probelauf schaetzung brouillon apercu devis simulation borrador presupuesto simulacro cotizacion previa bozza "
    "anteprima preventivo simulazione rascunho orcamento simulacao voorbeeld offerte conceptversie".split()
)
_KEEPS: Final = frozenset(
    "save store note log record remember keep bookmark draft speichern sichern merken notiz notieren enregistrer sauvegarder guardar salva salvare salvar "
    "opslaan bewaar bewaren notitie".split()
)
_LISTS: Final = frozenset("list show view get read browse search find display fetch see lookup".split())
_LEADS: Final = frozenset(
    "delete remove purge erase wipe destroy cancel revoke terminate uninstall send publish forward broadcast pay buy "
    "purchase withdraw".split()
)
"""Verbs of titles that are hardly ever things."""
_AGAIN: Final = regex(
    r"\b(?:each|every|any) (?:further |repeated |additional |new |single )?(?:call|run|invocation|request|use|time|retry|repetition)\b[^.\n]{0,40}?"
    r"\b(?:charg|ship|send|creat|add|append|order|book|post|pay|transfer|increment|deduct|bill|debit|e-?mail|notif|publish|insert|doubl|plac|deliver|withdraw|delet|remov|mov|shift|extend)\w{0,3}\b|"
    r"\b(?:charg|ship|send|creat|add|append|order|book|post|pay|transfer|increment|deduct|bill|debit|insert|plac|deliver)(?:e?s)\b[^.\n]{0,60}?"
    r"\b(?:(?:each|every) (?:time|call|run|retry|invocation)|once more (?:per|with each) call|again (?:on|with) (?:each|every))\b|"
    r"\bnot idempotent\b|\bnon-idempotent\b|\b(?:not safe|unsafe) to (?:retry|repeat)|\b(?:calling|running|repeating|retrying) (?:it|this)?[^.\n]{0,30}?\b(?:twice|again|more than once|repeatedly|results? in|creates|charges|sends)\b[^.\n]{0,40}?\b(?:twice|again|second|another|duplicat\w{1,4}|two|further)\b|"
    r"\bjeder? (?:weitere[rn]? |erneute[rn]? )?(?:aufruf|anruf|wiederholung|lauf)\b[^.\n]{0,40}?\b(?:buch|belaste|sende|schick|versende|bestell|leg|erstell|ueberweis|zahl|erhoeh|zieh|loes|lieser|liefer)\w{0,4}|"
    r"\b(?:chaque appel|cada (?:llamada|chamada)|ogni chiamata|elke aanroep)\b[^.\n]{0,30}?\b(?:debit|envoi|cre|command|factur|cobr|envi|pag|carg|compr|addebit|invi|ordin|bestel|betaal|boek|verstuur|stuur|maak|brengt)\w{0,6}",
    re.IGNORECASE,
)
_STAYS: Final = regex(
    r"\b(?:no|not|never|without|nothing|same|returns?|idempotent(?:ly)?, )\b|n't|\bnicht|\bkein", re.IGNORECASE
)
_OUT: Final = regex(
    r"\b(?:publish|post|sen[dt]|e-?mail|shar|broadcast|tweet|deliver|upload|announc|push|forward|distribut|syndicat)\w{0,5}\b[^.;\n]{0,40}?\b(?:to|on|with|for|via)\b[^.;\n]{0,30}?"
    r"\b(?:followers?|timeline|public|subscribers?|customers|audience|internet|world|web|press|everyone|everybody|third[- ]part\w{1,3}|partners?|vendors?|suppliers?|"
    r"mailing list|social|facebook|instagram|linkedin|twitter|mastodon|x\.com|whatsapp|recipients?|contacts|insurers?|advertisers?|authorit\w{1,3})\b|"
    r"\b(?:visible|accessible|readable|open) (?:to|for|by) (?:everyone|anyone|everybody|the (?:public|world)|all (?:users|followers))\b|"
    r"\b(?:looks? up|searche?s?|crawls?|browses?|scrapes?|queries) (?:on |in )?the (?:public )?(?:web|internet)\b|"
    r"\b(?:veroeffentlicht|verschickt|sendet|gesendet|postet|teilt)\b[^.;\n]{0,60}?\b(?:follower\w{0,2}|oeffentlich\w{0,4}|abonnenten|kunden|internet|alle[nr]?|dritte)\b|"
    r"\b(?:publie|envoye|partage|publica|envia|comparte|compartilha|pubblica|invia|condivide|gepubliceerd|verstuurd)\w{0,4}\b[^.;\n]{0,60}?"
    r"\b(?:abonnes|public|publico|seguidores|suscriptores|clientes|clients|tous|todos|tutti|pubblico|follower\w{0,1}|volgers|klanten|iedereen)\b",
)


def of_apart(subject: Subject, description: str, title: str, hints: JsonObject) -> Iterator[Said]:
    """Where name, title, hints and description do not fit one another, beyond what single verbs of names tell."""
    yield from _titles(subject, title)
    if not description:
        return
    yield from _prepared(subject, title, description)
    low = tongues.plain(description)
    if hints.get("idempotentHint") is True and hints.get("readOnlyHint") is not True:
        says = next((it for it in every(_AGAIN, low) if not _STAYS.search(it.group()[3:]) or "not " in it[0][:4]), None)
        if says is not None:
            yield (
                say("The tool says that a repeated call changes nothing more, and its description says otherwise."),
                description[says.start() : says.start() + 200],
                None,
            )
    if hints.get("openWorldHint") is False and (says := searched(_OUT, low)) and not _denied(low, says.start()):
        yield (
            say("The tool says that it reaches nothing outside, and its description says otherwise."),
            says.group()[:EVIDENCE],
            None,
        )


def _denied(text: str, at: int) -> bool:
    return _STAYS.search(text[max(0, at - 40) : at]) is not None


def _titles(subject: Subject, title: str) -> Iterator[Said]:
    """A title and a name by whose verbs one of them only reads or prepares, and the other does not."""
    words = key_words(title)
    if not words:
        return
    does, says = _grave(subject.tool), _grave(title)
    name, named = tongues.words(subject.tool), tongues.words(title)
    verbs = {word[:4] for word in named}
    if (
        does in _GRAVE
        and not says
        and (words[0] in _LISTS or tongues.of_name(title) == "reads" or not _PREPARES.isdisjoint(named))
        and all(_grave(word) != does or word[:4] not in verbs for word in name)
    ):
        yield (
            say("The tool's title says that it only reads or prepares, and its name says otherwise."),
            title[:200],
            None,
        )
    elif (
        not does
        and (_reads(subject.tool) or not _PREPARES.isdisjoint(name))
        and (words[0] in _LEADS or tongues.of_name(named[0]) in _GRAVE)
        and not any(word[:4] == named[0][:4] for word in name)
        and _PREPARES.isdisjoint(named)
    ):
        yield (
            say("The tool's name says that it only reads or prepares, and its title says otherwise."),
            title[:200],
            None,
        )


def _grave(name: str) -> Deed:
    """What a name says that it deletes, sends or pays; empty where it does nothing of it."""
    does = deed(name)
    if does in _GRAVE:
        return does
    other = "" if does == "reads" else tongues.of_name(name)
    return other if other in _GRAVE else ""


def _reads(name: str) -> bool:
    return deed(name) == "reads" or (not deed(name) and tongues.of_name(name) == "reads")


def _prepared(subject: Subject, title: str, description: str) -> Iterator[Said]:
    """A name or title that only reads, prepares or keeps, and a description that does more."""
    if _grave(subject.tool) or deed(subject.tool) == "runs":
        return  # the name says as much
    name = frozenset(tongues.words(subject.tool))
    called = name | frozenset(tongues.words(title))
    prepares = not _PREPARES.isdisjoint(called) and "tweet" not in name
    keeps = not _KEEPS.isdisjoint(name)
    reads = deed(subject.tool) != "reads" and (_reads(subject.tool) or _reads(title))
    if not (prepares or keeps or reads or deed(subject.tool) == "reads"):
        return
    says = next((words for _, words in tongues.of_description(description)), "") if prepares or reads else ""
    if deed(subject.tool) == "reads" and not description.isascii():
        says = says or next((words for _, words in tongues.of_description(description)), "")
    if not says and (prepares or keeps or reads):
        says = tongues.happens(description)
    if says:
        what = say("only prepares something") if prepares else say("only keeps or reads something")
        yield say("The tool is named like one that {what}, and its description says otherwise.", what=what), says, None


def plain_lie(subject: Subject, description: str, hints: JsonObject) -> Iterator[Said]:
    """That it says that it only reads, beside a name or description whose verb plainly does more.

    Of whoever vouched for it, for the hint may loosen rules.
    """
    if hints.get("readOnlyHint") is not True:
        return
    if sure_verb(subject.tool) or (not deed(subject.tool) and tongues.of_name(subject.tool) in _GRAVE):
        yield say("The tool says that it only reads, and its name says that it does more."), subject.tool, None
    elif deed(subject.tool) != "reads":
        for _, words in tongues.of_description(description):
            yield say("The tool says that it only reads, and its description says that it does more."), words, None
            return
