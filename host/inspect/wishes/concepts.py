"""What people and tools call the same doing, in several languages (pure).

Owns: concepts such as merging, buying or publishing, finer than deeds, each with the beginnings of its words in English,
German, French, Spanish, Portuguese, Italian, Dutch and Russian. What stays true: words are compared without accents and
in lower case; a word that nobody knows has no concept; every pattern is linear.
"""
# ruff: noqa: E501  # a table is read best as it is; letters of many scripts belong here

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from host.patterns import regex

_STEMS: Final[dict[str, str]] = {
    "draft": r"draft|entw[iue]rf|brouillon|redig|borrador|redact[ae]|rascunho|bozza|prepar|vorbereit|bereite\b|concept|чернов|propos|vorschlag|schlag\b|suggest|sugg?er|proponi|propon|stel\b.{0,20} voor",
    "restart": r"restart|reboot|neu ?start|redemarr|reinici|riavvi|herstart|перезапус",
    "stop": r"stop|shut ?down|halt\b|anhalt|arret|deten|parar\b|pare\b|ferma(?:re)?\b|остан|paus|suspend|suspen",
    "archive": r"archiv|arquiv|архив",
    "delete": r"delet|remov|eras(?:e|ing)|wip(?:e|ing)|purg|destroy|trash|drop(?!b)|cancel|terminat|kill|revok|uninstall|unsubscri|(?:ge|weg|ab|aus)?losch|entfern|stornier|(?:ge)?kundig|abbestell|absag|supprim|effac|enlev|desinstall|resili|desabonn|annul|borr[aeo]|elimin|suprim|anul[aei]|dar de baja|apag(?:a|u|ue)|exclu(?:a|i)|desmarc|rimuov|disdi|disdett|verwijder|wis\b|gewist|opzeg|удал|стер|сотр|отмен",
    "close": r"clos(?:e|es|ing|ed)\b|resolv|schliess|geschloss|fermer?\b|fermez|clotur|cierr|cerrar|cerrad|fech(?:a|e|ar|ado)\b|encerr|chiud|chius|(?:af)?sluit|gesloten|закр",
    "merge": r"merg|zusammenfuhr|fusion|mezcl|mescl|fonder[ei]|unisci|samenvoeg|мерж|слей|слива",
    "deploy": r"appl(?:y|ied|ies|ying)\b|deplo[yi]|roll(?:s|ing)? ?(?:it |this |that )?out|ausroll|einspiel|einzuspiel|anwend|angewend|appliqu|aplic(?:a|ar|ue)\b|apliqu|desplegar|desplieg|despleg|implant|applic(?:a|are|hi)\b|distribui|toepas|uitrol|migrat(?!ion)|migrier|ship(?:s|ping)? (?:it|this|that)|promot|примен|разверн|upgrad",
    "publish": r"publish|go(?:es|ing)? live\b|publi[ecqs]|pubblic|post(?:s|ing|ed|e|en|ez|er)?\b|announc|tweet|toot\b|veroffentlich|ankundig|annonc|anunci|annunci|plaats(?:en|t)?\b|publiceer|releas|freischalt|опублик|выклад|выложи",
    "share": r"share[sd]?\b|sharing|invit(?!a\b)|teile?n?\b|geteilt|freigeb|freigab|einlad|partag|compart|condivi|delen\b|deel\b|uitnod|подели|пригла",
    "send": r"sen[dt](?:s|ing|e|en|et)?\b|e-?mail(?:s|ing|e|en)?\b|mail(?:s|ing|e|en|t)?\b|forward|deliver\b|dispatch|submit|(?:ab|ver|weg|raus|los|ge)?(?:zu)?schick|(?:ab|ver)?(?:ge|zu)?send(?:e|en|est|et)\b|einreich|eingereich|weiterleit|envoy|envoi|enverr|expedi|soumett|transmet|envi(?:a|e|o|ar|es|ado|emos|ala|alo|arlo|arla)\b|reenvi|mand(?:a|ar|ala|alo|are|ato|o|es)\b|invi(?:a|are|o|i|arla|arlo|alo|ala|ato)\b|inoltr|spedi|verstu|stuur|gestuurd|verzend|indien(?:en)?\b|отправ|отсыл|посыл|пошли|reply|repl(?:ies|ying)\b|antwort|respond|repon|rispond|beantwoord|call(?:s|ing)? (?:him|her|them|back)|text (?:him|her|them)|notify",
    "pay": r"pay(?!load|p|slip|roll)|paid\b|settl|wire\b|transfer|refund|reimburs|donat|(?:be|aus|ein)?(?:ge)?zahl(?!en\b|e?reich)|bezahl|uberweis|erstatt|payer|payez|paie|vire(?:r|z)?\b|virement|rembours|pag(?:a|o|ar|ue|ues|are|hi|alo|ala|hiamo)\b|reembols|transfier|bonific|rimbors|betaal|betal|overmak|плат|перевед|перечисл",
    "buy": r"buy(?:s|ing)?\b|bought|purchas|order(?:s|ing)?\b|book(?:s|ing|ed)?\b|reserv|check ?out\b|(?:ge)?kauf|buche?n?\b|buchst|gebucht|zu buchen|bestell|achet|command(?:e|er|ez|es)\b|compr(?:a|e|o|ar|es|ado|emos|alo|are|iamo)\b|pedir\b|pide\b|pidas\b|peca\b|encomend|acquist|ordin(?:a|are|i|iamo)\b|prenot|koop|kopen|bestel|boek(?:en|t)?\b|купи|покуп|заказ|брон|subscri|abonnier",
    "sell": r"sell(?:s|ing)?\b|verkauf|vend(?:s|re|e|er|ere|i|as|a)\b|verkop|verkoop|прода",
    "approve": r"approv|accept|sign(?:s|ed|ing)?\b|confirm|genehmig|annehm|angenomm|akzeptier|zusag|bestatig|unterschr|signier|approuv|sign(?:er|ez|e)\b|aprob|aprueb|acept|firm(?:a|ar|e|es)\b|confirm|aprov|aceit|assin(?:a|e|ar)|accett|conferm|goedkeur|onderteken|bevestig|одобр|подпис|прими|подтверд",
    "reject": r"reject|declin|ablehn|abgelehn|refus|rechaz|rejeit|recus|rifiut|afwijz|weiger|отклон|отказ",
    "push": r"push|pousser?\b",
    "commit": r"commit(?:s|ting|ted|te|ten)?\b",
    "lock": r"lock(?:s|ed|ing)?\b|block(?:s|ed|ing|ier\w{0,3})?\b|sperr|gesperrt|verrouill|bloqu|blocc|blokkeer|disabl|deactiv|deaktivier|desactiv|disattiv|ban(?:s|ned|ning)?\b|заблок|отключ",
    "unlock": r"unlock|unblock|entsperr|deverrouill|desbloque|sblocc|deblokkeer|enabl|activ(?:ate|e|er|ez|a|ar)\b|aktivier|attiv|разблок|включ|grant",
    "move": r"mov(?:e|es|ing|ed)\b|relocat|verschieb|verschob|umzieh|deplac|muev|mover\b|mueva|mova\b|spost|verplaats|перемест|перенес",
    "rename": r"renam|umbenenn|benenn|renomm|renombr|renomei|rinomin|hernoem|переимен",
    "copy": r"cop(?:y|ies|ying|ied)\b|kopier|copi(?:e|er|ez|a|ar|o)\b|duplic|dupliquer?|duplizier|kopieer|скопир|копир|clon(?:e|es|ing)\b",
    "comment": r"comment(?:s|ing|ed|e|er|ez|a|are)?\b|kommentier|coment(?:a|e|ar)\b|reageer|коммент",
    "mark": r"mark(?:s|ed|ing)?\b|markier|marqu|marc(?:a|ar)\b|segna\b|markeer|отметь|помет|tick off|check off|abhak",
    "start": r"start(?:s|ing|e|en|et)?\b|run(?:s|ning)?\b|execut|launch|trigger|kick off|(?:aus|aus(?:ge|zu))fuhr|anstoss|lance(?:r|z)?\b|demarr|ejecut|inici(?:a|ar|e)\b|arranc|lanz(?:a|ar)|esegu|avvi(?:a|are)\b|lancia|uitvoer|запус|выполн",
    "change": r"roll(?:s|ing)? (?:it |this |that )?back|chang|edit(?:s|ing|e|er|ez|a|ar|ed)?\b|modif|alter(?:s|ed|ing)?\b|updat|adjust|amend|set(?:s|ting)?\b|rais(?:e|ing)|lower(?:s|ing)?\b|increas|decreas|reduc|resiz|scal(?:e|ing)|rotat|reset|anpass|ander(?:e|n|st|t)\b|(?:ge|ver|zu|um)ander|bearbeit|aktualisier|(?:um|ein|ver)stell|(?:er|zuruck)setz|erhoh|senk|cambi|ajust|actualiz|mud(?:a|ar|e|es)\b|alter(?:a|e|ar|es)\b|atualiz|mexe?r?\b|mexas|aggiorn|modific|wijzig|verander|aanpas|aangepast|bijwerk|touch|anfass|anruhr|toc(?:a|ar|are|hi)\b|toques?\b|измен|меня|трога|обнов|prorogu|aument",
    "write": r"replac|ersetz|rempla|reempla|overwrit|uberschreib|ecras|sobrescr|sovrascr|insert|write|schreib|ecri[rtsv]|escrib|escrev|scriv|schrijf",
    "create": r"creat|add(?:s|ing)?\b|mak(?:e|ing)\b|fil(?:e|ing) (?:a|an|it)\b|open (?:an?|it)\b|schedul|assign|upload|import|instal|sav(?:e|es|ing)\b|stor(?:e|es|ing)\b|put(?:s|ting)?\b|regist|erstell|anleg|leg\b|anzuleg|eintrag|trag\b|hinzufug|fug\b|hochlad|speicher|einricht|cre(?:e|er|ez|a|ar|are|i)\b|ajout|enregistr|anad|agreg|crie?\b|criar|adicion|aggiung|aanmaken|maak|toevoeg|voeg\b|созда|добав|сохран|install",
}
_SAID: Final = regex(r"\b(?:" + "|".join(f"(?P<{name}>{stems})" for name, stems in _STEMS.items()) + r")")
_TOOL_READS: Final = regex(
    r"(?:get|list|read|search|find|fetch|view|show|describe|query|lookup|look|check|count|preview|validate|inspect|explain|analy[sz]e|compare|diff|status|"
    r"stat|browse|download|export|summari[sz]e|calculate|convert|parse|retrieve|verify|head|tail|cat|watch|monitor|estimate|translate|history|detail|info|"
    r"plan|simulate|draft|quote|review|log|metric|report|test|lint|dry|select|extract|scan|detect|recall|open|navigate|poll|ping|"
    r"lister|afficher|obtenir|chercher|rechercher|lire|voir|consulter|montrer|trouver|buscar|listar|obtener|obter|leer|ler|ver|consultar|mostrar|hole|"
    r"zeige?n?|liste|lese?n?|suche?n?|finde?n?|abrufen|anzeigen|pruefen|prufen|cerca(?:re)?|leggi|leggere|mostra(?:re)?|elenca(?:re)?|ottieni|zoek(?:en)?|toon|tonen|"
    r"haal|lees|lezen|bekijk(?:en)?|brouillon|entwurf|borrador|bozza|rascunho)"
)
_NOUNS: Final = frozenset(
    "order mail email post booking book comment change transfer payment pay release run start set sign call edit share push merge command block lock "
    "draft plan report log status test review info detail history metric quote reserva commande reservation bestellung buchung ordine pedido "
    "invite delivery commit setting reply account write read check open select".split()
)
"""Words of tools that are as often what is done something to."""


def bare(text: str) -> str:
    """In lower case, without accents."""
    low = text.lower()
    if low.isascii():
        return low
    return "".join(it for it in unicodedata.normalize("NFKD", low.replace("ß", "ss")) if not unicodedata.combining(it))


def concepts_in(text: str) -> Iterator[tuple[str, int]]:
    """The concepts of words (see ``bare``), and where each begins."""
    for match in _SAID.finditer(text):
        yield match.lastgroup or "", match.start()


@lru_cache(maxsize=1_024)
def concept_of_name(words: tuple[str, ...]) -> str:
    """What a tool, an operation or a switch of such words does; empty where it reads, or where nobody knows."""
    plain = tuple(map(bare, words))
    known = [(word, _role(word)) for word in plain]
    named = [(word, role) for word, role in known if role]
    if (does := _by_object(plain)) or not named or (len(words) > 1 and known[-1][0] in _SHOWN):
        return does
    sure = next((role for word, role in named if word not in _NOUNS), "")
    first = named[0] if named[0][0] == known[0][0] else ("", "")
    does = sure or ("" if any(role == READS for _, role in named) else first[1])
    if not does and len(words) == 2 and len(named) == 1 and named[0][0] == known[1][0] in _PLAINLY:
        does = named[0][1]
    if does in _MAKES:
        does = _DONE.get(plain[-1], does)
    return does if does not in ("draft", READS) else ""


_PLAINLY: Final = frozenset(
    "transfer refund push commit merge reply sign release share edit lock block invite call".split()
)
"""What names a doing even where it stands last, as in ``sepa_transfer``."""


def _by_object(words: tuple[str, ...]) -> str:
    """Of verbs that mean something only with what they are done to."""
    there = frozenset(words)
    if "dry" in there:
        return ""
    return next((does for verbs, objects, does in _OBJECTS if there & verbs and there & objects), "")


_OBJECTS: Final = (
    (frozenset({"go"}), frozenset({"live"}), "publish"),
    (frozenset("open expose".split()), frozenset("port firewall ingress".split()), "unlock"),
    (
        frozenset("request hail".split()),
        frozenset("ride taxi cab pickup delivery courier leave vacation refund".split()),
        "buy",
    ),
    (
        frozenset("trigger start launch run execute rerun kick dispatch".split()),
        frozenset(
            "workflow pipeline deployment instance vm server machine campaign sync restore failover automation scene "
            "playbook dag".split()
        ),
        "launch",
    ),
    (
        frozenset("open oeffnen offnen ouvrir abrir aprire apri openen".split()),
        frozenset(
            "door gate garage lock valve tur tuer tor schloss porte puerta porta portao cancello deur slot".split()
        ),
        "unlock",
    ),
    (
        frozenset("complete check tick done".split()),
        frozenset("task todo item reminder ticket issue case assignment habit".split()) - {"item"},
        "mark",
    ),
    (frozenset({"file"}), frozenset("motion claim complaint petition appeal patent lawsuit".split()), "send"),
    (
        frozenset("leave join".split()),
        frozenset("group channel team organization organisation workspace".split()),
        "change",
    ),
)
_MAKES: Final = frozenset("create start send push commit".split())
_DONE: Final[dict[str, str]] = {
    word: does
    for does, words in {
        "buy": "order reservation booking purchase trade bid bestellung buchung commande reservation reserva pedido ordine",
        "pay": "payment transfer refund payout payroll donation zahlung ueberweisung paiement virement pago pagamento transferencia bonifico betaling",
        "deploy": "migration deployment deploy",
        "publish": "release post tweet",
        "send": "call message broadcast",
        "share": "invite invitation",
    }.items()
    for word in words.split()
}
"""What is made by somebody who does more than to make something."""


def reads(words: tuple[str, ...]) -> bool:
    """Whether the first word of a name is one for looking."""
    return bool(words) and _role(bare(words[0])) == READS


READS: Final = "reads"
_SHOWN: Final = frozenset("list status history info detail summary preview stat log metric template".split())
"""What a tool shows whose name ends so."""


def _role(word: str) -> str:
    if _TOOL_READS.fullmatch(word) is not None:
        return READS
    return _concept(word) or _concept(word.replace("ae", "a").replace("oe", "o").replace("ue", "u"))


@lru_cache(maxsize=2_048)
def _concept(word: str) -> str:
    match = _SAID.match(word) or _MORE.match(word)
    return (match.lastgroup or "") if match else ""


_MORE: Final = regex(
    r"(?P<delete>rm\b|del\b|unfollow|unstar|leave\b|quit\b|prune|clear|flush|expunge|discard|void|withdraw|evict|nuke|remover|retire)|"
    r"(?P<launch>(?!))|(?P<change>put\b|reschedul|postpone|resched|patch|configure|toggle|switch|bump|transition|debit|credit|top\b|restore|rollback|revert|reassign|assign|override|correct|setz)|"
    r"(?P<buy>place\b|rent\b|renew|reserver|rebook|enroll|redeem|checkout)|(?P<pay>charge|payout|payroll|disburse|remit|capture|donate)|"
    r"(?P<close>solve|finish|erledig|abschliess)|(?P<send>broadcast|escalate|ship\b|fax|envoyer|senden|hand)|(?P<deploy>rollout|migrate|provision|activate|finali[sz]e|execute|apply)|"
    r"(?P<approve>authorize|certify|e?sign\b|rsvp|vote|respond)|(?P<lock>suspend|mute|kick|freeze|disable)|(?P<merge>squash|rebase)"
)
