"""What each part of the person's words asks for, holds back or forbids (pure).

Owns: how words come apart into clauses, in English, German, French, Spanish, Portuguese, Italian and Dutch, and what a
clause is: a question, a look, a draft, a condition, a denial or an order. What stays true: a clause that nobody knows
is an order of whatever it names, so that words which are not understood forbid nothing; the work is bounded.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from host.inspect.wishes.concepts import bare, concepts_in
from host.inspect.wishes.words import LOOKED, PROPOSES
from host.patterns import regex

_SENTENCE: Final = regex(r"(?<=[.!?;\n])\s{1,9}|\n")
_CUT: Final = regex(
    r"[,:;\u2014()]|\s[-\u2013]\s|(?<!\w)(?:and|then|und|dann|danach|et|puis|y|luego|despues|e|poi|depois|dopo|en dan|dan|but|mais|pero|ma|mas|maar|sondern|sino|bensi)(?!\w)"
    r"|(?<!\w)(?=(?:without|ohne|sans|sin|sem|senza|zonder|before|bevor|ehe|vor dem|vorm|avant|antes|prima|voordat|voor het|alvorens|until|till|bis(?! wann)|jusqu(?!['\u2019 ]{1,2}a quand)|hasta(?! cuando)|ate que|"
    r"finche|fino a|totdat|unless|es sei denn|a moins|a menos|once|if|wenn|falls|sobald|si|cuando|quand|quando|als ik|zodra)(?!\w))"
)
_NO: Final = r"do ?n[o'\u2019]?t|don t|never|not|nothing|no|without|nicht|nichts|nie|kein\w{0,2}|ohne|ne|n['\u2019]|pas|rien|jamais|sans|sin|nao|nem|nada|nunca|sem|non|niente|mai|senza|niet|niets|nooit|geen|zonder|avoid|hold off|no need to|stop short of|rather than|instead of"
_DENIES: Final = regex(rf"(?<![\w.@/-])(?:(?:{_NO})(?![\w-])|n['\u2019](?=\w))")
_TELLS: Final = regex(
    r"\b(?:we|they|he|she|who|that|which|it|customers?|users?|does|did|was|were|is|are|has|have|had|wir|sie|er|wurde\w?|ist|sind|war|waren|hat|haben|kam|nous|ils?|elles?|est|sont|ha|han|esta|estan|foi|foram|sono|is er|zijn|heeft|can|could|kann|konnte|why|warum|pourquoi|por que|perche|waarom)\b[\w\s]{0,24}$"
)
_ELSE: Final = regex(
    r"\b(?:else|other|otherwise|more than|sonst|ander\w{0,2}|weiter\w{0,2}|d['\u2019]autre|autres?|otr[ao]s?|mas|outr[ao]s?|mais|altr[oie]|anders|meer|sure|worry|forget|hesitate|zogere|vergiss\w{0,3}|oublie\w{0,2}|olvides|esquec\w{1,3}|dimentic\w{1,4}|vergeet)\b"
)
_CONDITION: Final = regex(
    r"^\W{0,4}(?:before|bevor|ehe|vor dem|vorm|avant|antes|prima|voordat|voor het|alvorens|until|till|bis(?! wann)|jusqu(?!['\u2019 ]{1,2}a quand)|hasta(?! cuando)|ate que|finche|fino a|totdat|unless|es sei denn|a moins|a menos|once|if|wenn|falls|sobald|si|cuando|quand|quando|als ik|zodra|because|weil|da |so that|damit|car |porque|perche|omdat)(?!\w)"
)
_BEFORE: Final = regex(
    r"^\W{0,4}(?:before|bevor|ehe|vor dem|vorm|avant|antes|prima|voordat|voor het|alvorens|until|till|bis(?! wann)|jusqu(?!['\u2019 ]{1,2}a quand)|hasta(?! cuando)|ate que|finche|fino a|totdat)(?!\w)"
)
_MINE: Final = regex(
    r"\b(?:i(?: |['\u2019])(?:want|d like|would like|need|ll|will|have|['\u2019]?d)|let me|show me|ask me|give me|for my|my (?:ok|go|approval|review|sign)|check with me|run it by me|"
    r"ich (?:will|mochte|muss|lese|schau|wurde|pruf|bestatig)|lass (?:es |sie |ihn )?mich|zeig\w? (?:(?:es|sie|ihn) )?mir|frage? mich|gib mir|will ich|mochte ich|mir (?:erst|zuerst|vorher)|"
    r"je (?:veux|voudrais|relis|valide|souhaite|dois)|j['\u2019]aimerais|laisse[- ]moi|montre[- ](?:le[- ]|la[- ])?moi|demande[- ]moi|quiero|quisiera|dejame|ensena\w{2,4}|muestra\w{2,4}|preguntame|"
    r"quero|queria|deixa[- ]me|me mostr\w{1,2}|mostra[- ]me|pergunta[- ]me|me pergunt\w{1,2}|voglio|vorrei|fammi|mostrami|chiedimi|ik wil|laat (?:het )?me|vraag (?:het )?me|toon me)\b"
)
_YET: Final = regex(
    r"\b(?:(?:not|don['\u2019]?t [\w ]{1,30}|nothing [\w ]{0,20}) (?:just )?yet|hold off|noch nicht|noch nichts|noch keine?\w{0,2}|pas encore|encore rien|(?:todavia|aun) no|no [\w ]{1,30} (?:todavia|aun)|ainda nao|nao [\w ]{1,30} ainda|non ancora|non [\w ]{1,30} ancora|nog (?:niet|niets|geen)|"
    r"ask me (?:first|before)|check with me|wait for my|until i (?:say|confirm|ok|approve|give|tell|have|look|check|review|read|see)|bis ich|warte auf (?:mein|mich)|frage? mich|erst (?:fragen|zeigen)|jusqu['\u2019]a ce que je|demande[- ]moi|attends (?:mon|ma|que je)|"
    r"hasta que (?:yo|te|lo|la)|preguntame|espera (?:mi|a que)|ate eu|ate que eu|pergunta[- ]me|espere? (?:minha|a minha|meu)|finche non|chiedimi|aspetta (?:il mio|la mia|che)|totdat ik|tot ik|vraag (?:het )?me|wacht (?:op mijn|tot ik))\b"
)
_FILLER: Final = regex(
    r"^(?:\W{0,3}(?:please|pls|hi|hey|hello|ok|okay|so|well|also|now|first|just|only|quickly|simply|bitte|mal|kurz|erst|zuerst|erstmal|nur|blo(?:ss|s)|einfach|jetzt|s['\u2019]il te plait|stp|svp|d['\u2019]abord|juste|seulement|simplement|por favor|primero|solo|solamente|primeiro|so|apenas|somente|per favore|prima|soltanto|solo|alsjeblieft|graag|eerst|alleen|even|"
    r"can you|could you|would you|will you|can u|kannst du(?: mir)?|konntest du(?: mir)?|konnen sie(?: mir)?|konnten sie(?: mir)?|wurdest du(?: mir)?|peux[- ]tu(?: me)?|pourrais[- ]tu(?: me)?|pouvez[- ]vous(?: me)?|pourriez[- ]vous(?: me)?|puedes|podrias|puede|podria|pode|poderia|voce pode|consegues|puoi|potresti|puo|kun je(?: me)?|kunt u|zou je(?: me)?|wil je|"
    r"(?:if (?:so|yes|not)|wenn (?:ja|nicht|nein)|falls (?:ja|nicht)|si oui|sinon|si es asi|se sim|se si|zo ja|zo niet|otherwise)(?!\w),?|i (?:just |only )?(?:want|need|would like|['\u2019]?d like) (?:you )?to|i want to|quiero|quero|voglio)(?!\w)){1,5}\W{0,3}"
)
_TELL: Final = regex(
    r"^\W{0,4}(?:list(?! it\b| [\w ]{1,30}(?:for sale|on ebay|on etsy|on vinted))|report (?:back|to me)|let me know|get back to me|remind me (?:what|who|when|where|how|which|why|of)|review\b|proofread|point out|lint\b|scan\b|audit\b|sum up|add up|total\b|assess|evaluate|show(?! (?:him|her|them))|tell me|look\b(?! (?:after|good|fine|ok))|count(?! me)|explain(?! to (?!me|us))|summari[sz]e|compare|preview|estimate|check(?! ?(?:in|out|off|the box))|find out|see\b(?! to it)|know\b|describe|inspect|analy[sz]e|calculate|work out|figure out|diff\b|validate|verify|walk me|give me (?:a |an |the )?(?:list|summary|overview|quote|estimate|number|count|prices?|comparison|breakdown)|simulate|dry[- ]?run|run (?:a |the )?(?:plan|dry|check|lint|report)|(?:a |the )?plan\b(?! (?:looks?|is|was|seems|an?|the|my|our|for|den|die|das|einen?|eine|un|una|le|la|el|il)\b)|what|(?:until|since|by|at|in|on|for|with|to) (?:when|what|which|whom?|how)|which|who|whose|when|where|why|how|"
    r"zeig|list|zahl\b|zahle (?:die|mir)|erklar(?!e? (?:ihm|ihr|ihnen|herrn|frau)\b)|fass(?:e|t)? |vergleich|vorschau|schatz|pruf|schau|sag mir|nenn|sehen\b|wissen\b|such|finde?\b|lies|beschreib|berechn|rechne|simulier|(?:bis|ab|seit) wann|(?:mit|auf|an|fur|in|von|bei|um|zu) (?:we[mnr]|welche\w|wie ?viel\w?)\b|was|wer|wem|wen|welche|wann|wo\b|warum|wie\b|wieso|wieviel|"
    r"montre|liste|affiche|compte\b|explique(?! aux? | a )|resume(?! (?:the|my|our|it|this))|compare|estime|verifie|regarde|dis[- ]moi|donne[- ]moi (?:la liste|le|les prix|un devis)|savoir|voir|calcule|simule|decris|(?:depuis|jusqu['\u2019]a) quand|(?:a|avec|pour|dans|de|en) (?:qui|quelle?s?)\b|quel|combien|qui\b|que\b|quand|ou\b|pourquoi|comment|est-ce|qu['\u2019]est|y a[- ]t[- ]il|"
    r"muestra|ensena|lista|cuenta\b|cuentame|explica(?! al? )|compara|estima|comprueba|revisa|verifica|mira|dime|saber|ver\b|calcula|simula|describe|(?:hasta|desde) cuando|(?:a|con|para|en|de) (?:quien|que|cual)\b|cual|cuant|quien|que\b|cuando|donde|por que|como|hay\b|"
    r"mostra|lista|conta\b|explica(?! aos? | as? )|resum[ae](?! (?:the|my|our|it|this))|compara|estima|verifica|confere|olha|diz|diga|ver\b|calcula|simula|descreve|(?:ate|desde) quando|(?:com|para|em|de) (?:quem|que|qual)\b|qual|quais|quant|quem|quando|onde|"
    r"elenca|conta\b|spiega(?! al\w{0,3} | a )|riassumi|confronta|stima|controlla|guarda (?:i|gli|il|se|quant\w|qual\w)\b|dimmi|sapere|vedere|calcola|descrivi|(?:fino a|da) quando|(?:a|con|per|in|di) (?:chi|che|quale?)\b|quale|quali|chi\b|cosa|che\b|dove|perche|come\b|ci sono|c['\u2019]e|"
    r"toon|laat [\w ]{1,24} zien|tel\b|leg [\w ]{1,24} uit|vat\b|сколько|что |кто |где |когда|как |какои|какая|какие|почему|покажи|наиди|прочита|посчита|сравни|объясни|провер|есть ли|переведи(?! [^.]{0,40}(?:\d|руб|деньг))|vergelijk|schat|controleer|kijk|zeg me|vertel|weten|zien|bereken|beschrijf|(?:tot|vanaf|sinds) wanneer|(?:met|op|voor|aan|van) (?:wie|welke)\b|wat\b|wie\b|welke|wanneer|waar\b|waarom|hoe\b|hoeveel|zijn er|is er)"
)
_YES_NO: Final = regex(
    r"^\W{0,4}(?:(?:is|are|was|were|does|did|has|have|had|ist|sind|hat|haben|war|waren|wurden?|gibt|est|sont|esta|estan|ha|han|tiene|tem|foi|zijn|heeft)\b|(?:am|do|should|may|must|would|could|can) (?:i|it|this|that|there|they|he|she|the|my|our|any|all|we(?<!can we)(?<!could we))\b|any\b|"
    r"(?:ist|sind|hat|haben|habe|gibt|war|waren|wurde\w?|kann|darf|soll|sollte|muss|lohnt) (?:ich|es|er|sie|das|die|der|den|mein\w{0,2}|unser\w{0,2}|man|wir|noch|schon)\b|"
    r"(?:dois-je|puis-je|peut-on|faut-il|est-il|est-elle|a-t-on|ai-je|as-tu)|(?:deberia|debo|puedo|se puede|conviene|hace falta|esta|estan|tengo)\b|(?:devo|posso|vale a pena|da para|tenho|foi|ja)\b|(?:dovrei|si puo|ho|abbiamo|e gia)\b|(?:kan|moet|mag|zal|heb|heeft|is|zijn) (?:ik|het|de|er|mijn|we|die|dat)\b)"
)
_DRAFTS: Final = regex(
    r"^\W{0,4}(?:(?:write|make|create|open|put together|prepare|prepara\w{0,2}|prepari|bereite|schreib\w{0,2}|mach\w?|erstell\w?|ecris|fais|cree|ouvre|haz|crea|escribe|abre|abra|faz|cria|escreve|scrivi|fai|apri|schrijf|maak)(?: me| mir)? (?:[\w-]{1,16} ){0,4})?(?:as (?:a )?drafts?|drafts?\b|drafting|entwurf\w{0,3}|entwirf|entwerfe|brouillon|redige|borrador|redacta|rascunho|redige|bozza|concept\b|propose|suggest|schlag [\w ]{0,30}vor|propose|propon|sugier|proponi|stel [\w ]{0,30}voor|prepare\b|prepara\w{0,2}\b|prepari\b|bereite? [\w ]{1,60}vor\b)"
)
_ARTICLE: Final = regex(
    r"\b(?:the|my|our|your|their|his|her|its|this|that|these|those|all|any|an?|open|last|latest|new|recent|unread|of|about|for|per|many|much|der|die|das|den|dem|des|(?:m|d|s)?eine?\w?|unsere?\w?|alle|neuen?|letzten?|offenen?|le|la|les|l['\u2019]|mes|mon|ma|nos|notre|des|du|un|une|el|los|las|mis?|una?|os|as|o|meus?|minhas?|il|lo|gli|i|del|della|miei|mia|mio|de|het|mijn|onze|een|auf|zur|zum|zu den)\s{1,3}(?:[\w-]{1,20}\s{1,3})?$"
)


class Said(NamedTuple):
    """What the words ask for.

    Attributes:
        wanted: concepts that some clause may order. denied: those that one says not to do, or not yet. nothing: whether nothing
        at all is to be changed. told: whether some clause asks to be told. drafts: whether one asks for a draft. mine: whether the person wants a say first. yet: likewise, by
        words that say when. orders: clauses that are neither, as they stand. verbs: concepts
        with which such a clause begins.
    """

    wanted: frozenset[str]
    denied: frozenset[str]
    nothing: bool
    told: bool
    drafts: bool
    mine: bool
    yet: bool
    orders: tuple[str, ...]
    verbs: frozenset[str]


@lru_cache(maxsize=256)
def said_in(turn: str) -> Said:
    """What ``turn``, the person's words, says."""
    text = bare(turn[:LOOKED])
    wanted: set[str] = set()
    denied: set[str] = set()
    held: set[str] = set()
    own: set[str] = set()
    ordered: set[str] = set()
    orders: list[str] = []
    verbs: set[str] = set()
    kinds: set[str] = set()
    for clause, kind in _kinds(text):
        kinds.add(kind)
        if kind == "denies":
            denied.update(_denied(clause))
        elif kind == "kept":
            own.update(_kept(clause))
        elif kind == "before":
            held.update(name for name, _ in concepts_in(clause))
        elif kind == "condition":
            wanted.update(name for name, _ in concepts_in(clause))
        elif kind == "orders" and len(clause.strip()) > 1:
            wanted.update(name for name, _ in concepts_in(clause))
            verbs.update(_begins(clause))
            ordered.update(_denied(clause))
            orders.append(clause)
    mine = (_MINE.search(text) is not None and bool(held)) or ("myself" in kinds and "drafts" in kinds)
    if mine:
        denied |= held
    return Said(
        frozenset(wanted - {"draft"}),
        frozenset(((denied - wanted) | (own - ordered)) - {"draft"}),
        "nothing" in kinds,
        bool(kinds & {"tells", "asks"}),
        "drafts" in kinds,
        mine,
        _YET.search(text) is not None,
        tuple(orders),
        frozenset(verbs),
    )


def _kinds(text: str) -> Iterator[tuple[str, str]]:
    """Each clause, and what it is."""
    for sentence in _SENTENCE.split(text):
        asked, before = sentence.rstrip().endswith("?"), ""
        for clause in _CUT.split(sentence):
            if not clause or clause.isspace():
                continue
            kind = _kind(clause, asked=asked)
            if before in ("tells", "asks") and (
                kind == "condition" or _TOLD_OF.match(clause) or (asked and _DENIES.match(clause.lstrip()))
            ):
                kind = "asks"
            before = kind
            yield clause, kind


_TOLD_OF: Final = regex(
    r"^\W{0,4}(?:whether|that|why|how|what|which|who|where|ob|dass|warum|wieso|wie|was|wer|wann|wo|welche\w?|pourquoi|comment|por que|como|perche|waarom|hoe)\b"
)
"""With what a part begins that says what is to be told."""


def _kind(clause: str, *, asked: bool) -> str:
    polite = _FILLER.match(clause)
    rest = clause[polite.end() :] if polite else clause
    if not polite and not (asked and _TELL.match(rest)) and _CONDITION.match(clause) is not None:
        return "before" if _BEFORE.match(clause) else "condition"
    if _MYSELF.search(clause) is not None:
        return "kept" if any(_kept(clause)) else "myself"
    if not asked and (denial := _denial(clause)):
        return denial
    if PROPOSES.match(rest) is not None:
        return "orders"
    if _ONLY.search(clause) is not None:
        return "tells"
    if _DRAFTS.match(rest) is not None:
        return "drafts"
    if _TELL.match(rest) is not None:
        return "tells"
    if _TELL_END.search(rest) is not None:
        return "tells"
    return "asks" if asked and _YES_NO.match(clause) is not None else "orders"


_TELL_END: Final = regex(
    r"\b(?:samenvatten|uitleggen|tonen|laten zien|controleren|vergelijken|nakijken|opzoeken|vertellen|zusammenfassen|erklaren|zeigen|auflisten|prufen|uberprufen|vergleichen|nachsehen|nachschauen|"
    r"checken|anschauen|anzeigen|zahlen|sagen|vorlesen|schatzen|berechnen)\W*$"
)
"""Where German and Dutch put the verb of an asking."""


def _denial(clause: str) -> str:
    """What a clause is that denies something; empty for one that does not."""
    if _STAYS.search(clause) is not None:
        return "nothing"
    denies = _DENIES.search(clause)
    if denies is None or _TELLS.search(clause[: denies.start()]) is not None:
        return ""
    if _ELSE.search(clause) is not None:
        return "orders" if not _NOTHING.match(clause.lstrip()) else "nothing else"
    names = set(_denied(clause)) - {"change"}
    return "nothing" if _NOTHING.search(clause) and not names else "denies"


_STAYS: Final = regex(
    r"\b(?:leav(?:e|ing)|keep(?:ing)?|lass\w{0,2}|laisse\w{0,2}|deja\w{0,4}|deix\w{1,3}|lasci\w{1,5}|laat) [\w ]{0,40}(?:(?:exactly |just )?(?:as|how|the way) (?:it|they|things|that) (?:is|are)|alone|untouched|unchanged|wie (?:es|sie|er) (?:ist|sind)|unverandert|unangetastet|tels? quels?|comme (?:c['\u2019]est|il est|ils sont)|tal cual|como esta\w?|com['\u2019]e|come sta\w{0,2}|cosi|zoals (?:het|ze)|ongemoeid)\b"
)
_SECRET: Final = regex(
    r"\b(?:keep [\w ]{1,30}to yourself|just between us|(?:bleibt|behalt\w?|bleib) [\w ]{0,30}(?:unter uns|fur dich)|reste entre nous|queda entre nosotros|fica entre nos|resta tra noi|blijft onder ons)\b"
)
_MYSELF: Final = regex(
    _SECRET.pattern + r"|\b(?:myself|selbst|selber|moi[- ]meme|yo mism[oa]|eu mesm[oa]|io stess[oa]|zelf)\b|"
    r"^\W{0,4}(?:(?:and |then |so )?(?:i['\u2019]ll|i will|i am going to|i['\u2019]m going to)|ich (?!will|mochte|brauche|hatte|wurde|habe|bin)\w{2,16}e\b|je (?:le|la|les|l['\u2019]|vais)|j['\u2019]e(?:nver|nvoie)|(?:ya )?(?:lo|la) \w{3,12} yo\b|yo (?:lo|la)\b|eu (?:o|a|mando|envio|publico|pago)\b|(?:lo|la|li|le) \w{3,14} io\b|ik (?!wil|moet|zou|heb)\w{3,16}\b)"
)
"""What somebody keeps for themselves to do."""
_NOTHING: Final = regex(
    r"(?:\b(?:anything|nothing|nichts|rien|quoi que ce soit|nada|niente|nulla|niets|iets|any changes?|etwas|a single thing|keine anderung\w{0,2}|aucun\w? (?:modif|change)\w{0,9})\b)"
)
_ONLY: Final = regex(
    r"\b(?:(?:just|only) (?:want to |wanna |need to )?(?:know|look|see|show|list|the (?:prices?|numbers?|list|figures|names|count))|nothing but|read[- ]only|will (?:nur|bloss|blo(?:s|ss)|lediglich) (?:wissen|sehen|schauen)|nur (?:die (?:preise|zahlen|liste)|anschauen|ansehen|gucken|wissen|zeigen|auflisten|lesen)|nichts als|veux (?:juste|seulement) (?:savoir|voir)|(?:seulement|juste|uniquement) (?:les? (?:prix|chiffres|liste)|regarder|voir|savoir)|(?:solo|solamente|nada mas) (?:quiero|los precios|el precio|la lista|mirar|ver|saber)|"
    r"(?:so|apenas|somente) (?:quero (?:saber|ver)|os precos|o preco|a lista|olhar|ver)|(?:solo|soltanto) (?:sapere|vedere|i prezzi|il prezzo|la lista|guardare)|voglio solo (?:sapere|vedere)|alleen (?:weten|zien|kijken|de (?:prijs|prijzen|lijst))|wil alleen)\b"
)


def _denied(clause: str) -> Iterator[str]:
    """Concepts that such a clause names, none that stands there as a noun."""
    for name, at in concepts_in(clause):
        if _ARTICLE.search(clause[max(0, at - _NEAR) : at]) is None:
            yield name


def _kept(clause: str) -> frozenset[str]:
    """What somebody does themselves, or wants nobody else to see."""
    if _SECRET.search(clause) is not None:
        return frozenset({"share", "send", "publish"})
    return frozenset(_denied(clause))


def _begins(clause: str) -> Iterator[str]:
    """The concepts of its first words."""
    polite = _FILLER.match(clause)
    start = polite.end() if polite else 0
    yield from (name for name, at in concepts_in(clause[: start + _NEAR]) if _LEAVES.fullmatch(clause[start:at]))


_LEAVES: Final = regex(
    r"\W{0,4}(?:(?:leave|make|post|add|write|put|give|hinterlass\w?|lass|mach\w?|schreib\w?|laisse|fais|ecris|ajoute|deja|haz|pon|escribe|deixa|faz|lascia|fai|scrivi|laat|maak|plaats) (?:[\w#-]{1,20} ){0,2})?\W{0,2}"
)
_NEAR: Final = 40
