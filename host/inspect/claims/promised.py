"""What a name or a description promises, and the inputs take back (pure).

Owns: promises that something can be undone, is only tried, costs nothing, happens once, stays private or inside, names
nobody, or is about oneself, in several languages; and the switches and values that break them. What stays true: a
promise that a description ties to a condition, or to the very input, is none; a single word of an input's name counts
only beside its promise.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from host.inspect.claims import tongues
from host.inspect.subject import Subject, Text
from host.inspect.texts.read_once import searched
from host.inspect.tools.acts import VALUES
from host.inspect.tools.deeds import deed
from host.inspect.tools.words import tool_words
from host.model import JsonObject, JsonValue
from host.naming import key_words
from host.patterns import regex
from host.words import say

Said: TypeAlias = "tuple[str, str, Text | None]"
"""Our sentence, the evidence, and the input that it is about."""

_NONE: Final[frozenset[str]] = frozenset()
_MUTED: Final = frozenset("no not skip without never include exclude show disable is max min allow".split())
"""First words of inputs by which they ask or forbid."""
_CONDITION: Final = regex(
    r"\b(?:if|when|unless|with|set|use|default|optional\w{0,2}|or|pass|cannot|can't|not be|never be|no longer|wenn|falls|nicht|mit|si|avec|cuando|con|se|quando|com|als|met)\b"
)


class _Promise(NamedTuple):
    """What is promised. Attributes: sentence: ours. words: of the tool's name that promise it. says: in descriptions.

    on: words of switches that break it when on. off: those that break it when off. keys, values: words of an input's
    name, and what stands there.
    """

    sentence: str
    words: frozenset[str]
    says: re.Pattern[str]
    on: frozenset[str] = _NONE
    off: frozenset[str] = _NONE
    keys: frozenset[str] = _NONE
    values: re.Pattern[str] | None = None


_ALL: Final = regex(
    r"\W{0,3}(?:(?:all|every|entire|whole)\b[\w @:-]{0,40}|everyone|everybody|[\w-]{1,20}:(?:all|everyone)\b[\w-]{0,30}|alle|tous|todos|tutti|allen|iedereen|jeder|"
    r"(?:all|everyone|team|company|staff|customers|subscribers|newsletter)(?:[-_.]\w{1,20})?@[\w.-]{3,80}|channel|here|\*|org(?:anization)?|company|global)\W{0,2}",
    re.IGNORECASE,
)
_PEOPLE: Final = frozenset(
    "employee user member people person staff team org organisation organization company tenant colleague everyone everybody "
    "department subscriber customer recipient list audience contact follower patient student client".split()
)
_PROMISES: Final = (
    _Promise(
        say("The tool says that it can be undone, and an input asks for what cannot."),
        frozenset(
            "archive trash recycle soft undoable reversible archivieren archiver archivar archiviare archiveer papierkorb corbeille papelera cestino prullenbak".split()
        ),
        regex(
            r"\b(?:can (?:always |later |easily |still )?be (?:\w{1,12} )?(?:restored|undone|recovered|reversed|reverted|brought back)|(?:fully |easily )?(?:reversible|restorable|recoverable|undoable)|"
            r"(?:moves?|moved|goes|sent) (?:\w{1,12} ){0,3}?to (?:the |a |your )?(?:trash|recycle bin|bin|archive)|soft[- ]delet\w{1,3}|nothing is (?:lost|deleted)|kept for \d{1,4} days|restored? (?:it )?at any time|"
            r"wiederherstell\w{1,4}|wieder hergestellt|rueckgaengig|in den papierkorb|(?:peut|peuvent) etre (?:restaure|recupere|annule)\w{0,2}|corbeille|se puede\w? (?:restaurar|deshacer|recuperar)|papelera|"
            r"ripristina\w{1,4}|(?:puo|possono) essere (?:ripristinat|annullat|recuperat)\w|cestino|pode\w? ser (?:restaurad|desfeit|recuperad)\w{1,2}|lixeira|herstelbaar|hersteld worden|worden hersteld|ongedaan|prullenbak)"
        ),
        on=frozenset(
            "permanent permanently hard irreversible irrevocable purge shred forever final definitive endgueltig unwiderruflich definitif definitivement definitivo permanente definitief".split()
        ),
        off=frozenset("backup soft recoverable reversible restorable retain trash undo snapshot".split()),
        keys=frozenset("mode strategy type retention policy".split()),
        values=regex(
            r"(?:permanent(?:ly)?|hard(?:[-_ ]delete)?|purge|irreversible|forever|shred|endgueltig|endg\u00fcltig)",
            re.IGNORECASE,
        ),
    ),
    _Promise(
        say("The tool says that it only shows or tries something, and an input tells it to do it."),
        frozenset(
            "dryrun whatif preview simulate simulation simulator noop probelauf vorschau apercu simulacro anteprima proefdraaien".split()
        ),
        regex(
            r"\b(?:(?:only|just|merely|always) (?:a |an )?(?:previews?|simulat\w{1,5}|dry[- ]runs?|estimates?|plans?)\b|(?:always|performs|does|runs) (?:as )?a dry[- ]run|what (?:\w{1,20} ){1,4}would (?:\w{1,20})|"
            r"nothing is (?:applied|changed|executed|sent|deployed|written|charged|booked|deleted)|(?:never|does not|doesn't|without) (?:actually |really )?(?:appl|execut|deploy|chang|send|book|charg|commit)\w{1,4}|"
            r"ohne (?:\w{1,16} ){0,3}(?:auszufuehren|anzuwenden|zu aendern|zu senden|zu buchen)|nur (?:eine )?(?:vorschau|simulation|probe)|es wird nichts (?:geaendert|gesendet|gebucht|ausgefuehrt)|"
            r"sans (?:rien )?(?:appliquer|executer|modifier|envoyer)|sin (?:aplicar|ejecutar|modificar|enviar)|senza (?:applicare|eseguire|modificare|inviare)|sem (?:aplicar|executar|alterar|enviar)|zonder (?:\w{1,16} )?(?:uit te voeren|te wijzigen|toe te passen))"
        ),
        on=frozenset(
            "live real apply execute deploy commit confirm_execution autoapply echtlauf reel ejecutar eseguire".split()
        ),
        off=frozenset(
            "check dry dryrun preview simulate simulation noop test validate whatif sandbox probelauf simular simuler".split()
        ),
    ),
    _Promise(
        say("The tool says that it works on a trial system, and an input says what is in use."),
        frozenset("sandbox staging demo playground mock testmode".split()),
        regex(
            r"\b(?:(?:always|only|solely|exclusively) (?:\w{1,12} ){0,3}(?:the |a |our |your )?(?:sandbox|test|staging|demo)\b|(?:sandbox|test|staging|demo)(?: (?:system|environment|mode|account|data))? only|no real (?:money|payments?|charges?|orders?|customers?|data|e-?mails?)|"
            r"play money|paper trading|nur (?:in der |im |auf dem )?(?:sandbox|test\w{0,10})|testumgebung|spielgeld|bac a sable|entorno de pruebas|ambiente di (?:test|prova)|ambiente de testes|testomgeving)"
        ),
        on=frozenset("live real production prod livemode mainnet".split()),
        off=frozenset("sandbox test testmode test_mode paper demo testnet simulated".split()),
        keys=frozenset("env environment mode network stage target account profile".split()),
        values=regex(r"(?:prod(?:uction|uktion)?|live|mainnet|real)(?:[-_.]\w{1,30})?", re.IGNORECASE),
    ),
    _Promise(
        say("The tool says that it costs nothing, and an input pays."),
        _NONE,
        regex(
            r"\b(?:free of charge|(?:is|for|completely|entirely|always) free\b(?! to)|at no (?:extra |additional )?cost|no (?:costs?|charges?|fees?|payment) (?:is|are|apply|applies|needed|required|involved)|no obligation|"
            r"never (?:charges|bills|costs)|nothing is (?:charged|billed)|kostenlos\w{0,2}|kostenfrei|unentgeltlich|unverbindlich|gratuit(?:e|ement)?|gratis|gratuit[oa]\w{0,5}|sin (?:coste|costo|cargo|compromiso)|senza (?:costi|impegno)|"
            r"sem custos?|sans frais|sans engagement|vrijblijvend|zonder kosten)"
        ),
        on=frozenset(
            "charge pay purchase renew autorenew auto_renew paid billing buy binding bindend verbindlich".split()
        ),
        keys=frozenset(
            "card payment iban price fee zahlungsart zahlungsmittel paiement pago pagamento betaling".split()
        ),
        values=regex(r"(?!(?:none|free|0|no|gratis)$).{2,200}", re.IGNORECASE),
    ),
    _Promise(
        say("The tool says that it does it once, and an input repeats it."),
        _NONE,
        regex(
            r"\b(?:(?:only|exactly|just) once|one[- ](?:time|off)(?! (?:pass|code|link|token|pin|secret))|non-recurring|single (?:payment|charge|transfer|run|message|delivery|order)|einmalig\w{0,2}|"
            r"une seule fois|una sola v(?:ez|olta)|uma (?:unica|so) vez|eenmalig\w?)"
        ),
        on=frozenset(
            "recurring repeat renew autorenew subscribe monthly weekly daily loop recurrent wiederkehrend".split()
        ),
        keys=frozenset("recurrence rrule frequency interval repeat cadence schedule cron rhythmus turnus".split()),
        values=regex(r"(?!(?:none|once|one[-_ ]?time|never|0|1|einmal(?:ig)?)$).{2,200}", re.IGNORECASE),
    ),
    _Promise(
        say("The tool says that it stays private, and an input opens it to others."),
        frozenset("private internal unlisted confidential privat intern prive privado privato".split()),
        regex(
            r"\b(?:(?:always|only|strictly|kept|stays?|remains?) (?:be )?(?:private|internal|confidential|unlisted)|only (?:you|your team|agents|staff|members|admins) can (?:see|read|view|open)|(?:only )?visible (?:only )?(?:to|for) (?:you|your team|agents|staff|yourself)|"
            r"(?:never|not) (?:made |be )?(?:public|published|shared|visible to (?:customers|others|anyone))|nicht oeffentlich|nur fuer (?:dich|sie|das team|mitarbeit\w{0,4})|reste prive|sin publicar|resta privat[oa]|fica privad[oa]|blijft prive|niet openbaar)"
        ),
        on=frozenset(
            "public publish published publicly share broadcast discoverable oeffentlich publico pubblico publiek openbaar".split()
        ),
        off=frozenset("private internal confidential unlisted restricted privat intern".split()),
        keys=frozenset("visibility audience access scope sharing share acl privacy sichtbarkeit".split()),
        values=regex(
            r"(?:public(?:[-_ ]?read)?|everyone|everybody|anyone(?:[-_ ]with[-_ ](?:the[-_ ])?link)?|world|web|internet|external|all|oeffentlich|\u00f6ffentlich|publico|pubblico)",
            re.IGNORECASE,
        ),
    ),
    _Promise(
        say("The tool says that nothing leaves, and an input sends it out."),
        frozenset("offline".split()),
        regex(
            r"\b(?:offline|on[- ]device|(?:stays?|remains?|kept|runs?|works?|only|entirely|fully) (?:entirely |fully |only )?(?:local(?:ly)?|on (?:this|your) (?:machine|computer|device|disk))|never leaves|nothing (?:leaves|is sent|is uploaded|is transmitted)|no (?:network|internet|cloud)|"
            r"nur lokal|bleib(?:t|en) (?:lokal|auf (?:dem|diesem|ihrem|deinem))|ohne (?:netz|internet|cloud)\w{0,8}|hors ligne|en local\b|sin conexion|localmente|in locale|sem conexao|zonder (?:netwerk|internet)|blijft lokaal|verlaat\b[^.\n]{0,30} nooit|verlaesst\b[^.\n]{0,30} nie)"
        ),
        on=frozenset("upload cloud share telemetry remote online sync publish hochladen".split()),
        off=frozenset("offline local localonly lokal".split()),
        keys=frozenset("backend provider engine mode location".split()),
        values=regex(r"(?:cloud|remote|online|hosted|openai|anthropic|gemini|aws|azure)", re.IGNORECASE),
    ),
)
_OWN: Final = frozenset("my own self mine myself".split())
_OWN_SAYS: Final = regex(
    r"\b(?:only )?(?:your|the (?:signed|logged)[- ]in (?:user|employee|person)'?s?'?) own\b|\b(?:signed|logged)[- ]in (?:user|employee|person|account)\b|\bonly (?:yourself|to you|for you)\b|\bother(?:s'| people'?s?'?| users'?| employees'?)\b[^.\n]{0,30}\b(?:never|not)\b|"
    r"\b(?:nur (?:die )?eigene\w?|uniquement (?:les|vos) propres|solo (?:los propios|tus propi\w{1,3}|i propri)|apenas (?:os )?proprios|alleen (?:je )?eigen)\b|\bat a time\b|\b(?:an?|one) single (?:recipient|user|person|member|customer)\b|\bown (?:address|inbox)\b|\beigene adresse\b|\bpropre adresse\b"
)
_TRIAL: Final = frozenset("test proof probe sample preview testmail prueba prova teste essai proef".split())
_WHO: Final = frozenset(
    "to cc bcc recipient audience list segment group target scope user employee member subscriber who empfaenger destinataire destinatario destinatari ontvanger assignee owner person".split()
)
_AS_OTHERS: Final = frozenset({"impersonate", "on_behalf_of", "onbehalfof", "as_user", "acting_as", "asuser", "run_as"})


def of_promises(subject: Subject, description: str) -> Iterator[Said]:
    """Inputs that take back what the tool promises."""
    low = tongues.plain(description) if description else ""
    words = tool_words(subject) | frozenset(tongues.words(subject.tool))
    for promise in _PROMISES:
        named = not promise.words.isdisjoint(words)
        if (named or _said(promise.says, low)) and (by := _broken(promise, subject.arguments, low, named=named)):
            yield _pointed(subject, promise.sentence, by)
    if {"dry", "run"} <= words or {"what", "if"} <= words:
        for key, _ in _flags(subject.arguments, off=True):
            if not _PROMISES[1].off.isdisjoint(key_words(key)):
                yield (
                    say("The tool says that it only shows or tries something, and an input tells it to do it."),
                    key,
                    None,
                )
                break
    yield from _alone(subject, words, low)


def _said(says: re.Pattern[str], low: str) -> bool:
    match = searched(says, low) if low else None
    if match is None:
        return False
    start = max(low.rfind(mark, 0, match.start()) for mark in ".;!?\n") + 1
    return _CONDITION.search(low[max(start, match.start() - 60) : match.start()]) is None


def _broken(promise: _Promise, arguments: JsonObject, low: str, *, named: bool) -> str:
    """The name of the input that breaks a promise; empty for none."""
    for key, on in _flags(arguments):
        words = key_words(key)
        if words[0] in _MUTED or (not named and key.lower() in low):
            continue  # the description says what the input does
        if not (promise.on if on else promise.off).isdisjoint((*words, key.lower())):
            return key
    for key, value in islice(arguments.items(), VALUES):
        words = key_words(key)
        if promise.values is None or not words or words[0] in _MUTED or promise.keys.isdisjoint(words):
            continue
        if isinstance(value, str) and len(value) <= 200 and promise.values.fullmatch(value) and key.lower() not in low:
            return key
    return ""


def _flags(arguments: JsonObject, *, off: bool = False) -> Iterator[tuple[str, bool]]:
    """Inputs that are on or off, two levels deep; with ``off`` those that are off alone."""
    for key, value in islice(arguments.items(), VALUES):
        inner = value.items() if isinstance(value, dict) else ((key, value),)
        for name, it in islice(inner, VALUES):
            on = _switched(it)
            if on is not None and key_words(name) and not (off and on):
                yield name, on


def _switched(value: JsonValue) -> bool | None:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}.get(value.lower()) if isinstance(value, str) and len(value) <= 5 else None


def _alone(subject: Subject, words: frozenset[str], low: str) -> Iterator[Said]:
    """What is about oneself, or goes to oneself, and is given everybody."""
    own = not words.isdisjoint(_OWN) or bool(low and _said(_OWN_SAYS, low))
    trial = not words.isdisjoint(_TRIAL) and (deed(subject.tool) in ("sends", "pays") or "send" in words)
    if not (own or trial):
        return
    said = say("The tool says that it is about you alone, or a trial, and an input takes in others.")
    for key, on in _flags(subject.arguments):
        parts = set(key_words(key))
        everybody = bool(parts & {"everyone", "everybody"}) or bool(
            parts & {"all", "wide", "entire", "other", "others"} and parts & (_PEOPLE | {"other", "others"})
        )
        if (on and everybody and key.lower() not in low) or (on and trial and parts & {"broadcast", "live"}):
            yield said, key[:200], None
            return
    for text in islice(subject.values(), VALUES):
        keyed = not _WHO.isdisjoint(key_words(text.key))
        if (keyed and len(text.text) <= 120 and _ALL.fullmatch(text.text)) or (own and text.key.lower() in _AS_OTHERS):
            yield said, "", text
            return


def _pointed(subject: Subject, sentence: str, key: str) -> Said:
    where = next((text for text in islice(subject.values(), VALUES) if text.key == key), None)
    return sentence, "" if where is not None else key[:200], where
