"""What the person's words may ask for (pure).

Owns: the verbs by which people ask for what changes something, in the languages that most people write to such programs.
What stays true: words that nobody knows ask for nothing that is told here; the lists are wide, for a verb that is missed
makes a question too many.
"""

from __future__ import annotations

# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here
import re
from functools import lru_cache
from typing import Final

from host.naming import Deed
from host.patterns import regex

STEMS: Final[dict[Deed, str]] = {
    "sends": r"send|post|e?-?mail|publish|shar|forward|repl(?:y|ies)|submit|notif|tweet|announc|contact|messag|invit|"
    r"upload|releas|schick|versend|absend|veröffentlich|teil|weiterleit|leite|einlad|envoi|envoy|publi|partag|envi|"
    r"mand|compart|reenv|invi|condivid|pubblic|verstur|verstuur|verzend|stuur|deel|plaats|отправ|отсыл|публик|посыла",
    "deletes": r"delet|archiv|cancel|clos|terminat|kill|stop|remov|drop|eras|wip|purg|overwrit|discard|destroy|trash|"
    r"rm\b|lösch|entfern|überschreib|supprim|effac|"
    r"écras|borr|elimin|sobrescri|apag|exclu|sovrascriv|cancell|verwijder|overschrij|удал|стира|перезап",
    "writes": r"chang|edit|modif|touch|alter|writ|updat|creat|änder|bearbeit|anfass|cambi|tocar|toc|mud|wijzig|"
    r"verander|измен|меня|трога",
    "pays": r"pay|buy|order|book|charg|purchas|transfer|refund|spend|zahl|bezahl|kauf|bestell|buch|überweis|achèt|"
    r"achet|"
    r"command|réserv|pag|compr|reserv|acquist|ordin|betaal|koop|bestel|boek|плат|покупа|заказ|переводи",
    "runs": r"run|execut|deploy|merg|push|commit|install|start|restart|launch|appl(?:y|ies)|rollout|ausführ|starte|"
    r"exécut|ejecut|esegu|uitvoer|запуск|выполня",
}
SIGNS: Final[dict[Deed, str]] = {
    "sends": "送|投稿|发|發|보내|공유|共有|转发",
    "deletes": "删|刪|削除|消|覆盖|上書|삭제|지우",
    "writes": "改|変更|编辑|編集|修改|수정|바꾸|触",
    "pays": "买|付|购|買|注文|払|결제|支付|转账|送金",
    "runs": "実行|运行|執行|执行|部署|デプロイ|실행|マージ|合并",
}
_WIDE: Final[dict[Deed, re.Pattern[str]]] = {
    "deletes": regex(
        rf"\b(?:{STEMS['deletes']}|clear|clean|bin\b|kill|stop|cancel|tear|uninstall|prun|tid(?:y|ies)|rid\b|reset|"
        r"empt|nuke|revok|clos|end\b|quit|undo|roll|revert|unsub|terminat|shut|archiv|throw|strip|cut\b|unlink|"
        r"deactivat|disabl|free\b|de-?dup|duplicat|replac|mov(?:e|ing)|renam|merg|squash|old|stale|spam|refresh|"
        r"rebuild|"
        r"rotat|expir|tak(?:e|ing) (?:\w{1,20} ){1,6}(?:out|off|away|down)|leav|kick|ban\b|block|räum|leer|stopp|kündig|stornier|beend|abmeld|abbestell|weg|enlev|retir|"
        r"vide|"
        r"annul|arrêt|quit|vac[ií]|limp|svuot|togli|wis|opru|leeg|убери|очист|отмен|останов|сброс)"
        rf"|{SIGNS['deletes']}|清|取消|移除|止め|キャンセル|취소|정리|حذف|مسح|מחק|הסר|हटा|मिटा"
    ),
    "pays": regex(
        rf"\b(?:{STEMS['pays']}|nights?\b|n[aä]chte?\b|nuits?\b|noches?\b|nott[ie]\b|noites?\b|nachten\b|(?:table|room|seats?|tickets?|tisch|zimmer|mesa|tavolo) (?:for|f[uü]r|pour|para|per)\b|send|wire|settl|invoic|bill|owe|giv|money|tip\b|donat|rent\b|deposit|withdraw|subscri|"
        r"renew|top up|sell|swap|trad|stak|reimburs|remit|salar|payroll|fund|loan|debt|credit|fee\b|cost|price|sponsor|"
        r"mov(?:e|ing)|enter|usd|eur|gbp|chf|jpy|euros?|dollars?|pounds?|bucks|cart|basket|chip in|split|miete|geld|schuld|erstatt|"
        r"virement|rembours|pai(?:e|er)|loyer|envoie|envía|envia|transfier|reembols|alquiler|aluguel|manda|bonific|rimbors|affitto|"
        r"huur|overmak|перевед|купи|оплат|верни|деньг)|[€$£¥₹₽]|"
        rf"{SIGNS['pays']}|振込|円|元|원|사|دفع|शुल्क|भुगतान"
    ),
    "sends": regex(
        rf"\b(?:{STEMS['sends']}|tell|sms\b|ask|answer|respond|writ|wrote|let [\w@.-]{{1,40}} (?:know|see|view|read|have|in\b)|inform|say|thank|text|dm\b|"
        rf"ping|"
        r"comment|remind|report|file|open an?\b|creat|add|put|schedul|book|warn|congrat|greet|draft|cc\b|copy|sync|"
        r"push|"
        r"export|sav|regist|sign up|apply|fill|order|pay|wish|apolog|call|updat|log|track|feedback|rat(?:e|ing)|review|"
        r"star\b|follow|join|accept|declin|confirm|set\b|make|plan|arrang|meet|move|react|vote|broadcast|request|raise|"
        r"register|record|note|import|deliver|transfer|connect|hand|give|show (?!me |us |all )\w{1,20} (?:to|the|my|our)|schreib|antwort|sag|frag|"
        r"meld|"
        r"gratulier|bedank|erstell|trag|lad|erinner|setz|mach|gib|écri|répon|dis|préven|demand|ajout|cré|met|rappel|"
        r"remerci|escrib|respond|d[ií]|avis|pregunt|a[ñn]ad|crea|agrega|recu[eé]rd|agrade|escrev|avise|pergunt|adicion|"
        r"cri[ae]|scriv|rispond|di'?|avvis|chied|aggiung|ringrazi|ricord|schrijf|antwoord|zeg|vraag|voeg|maak|bedank|"
        r"напиши|ответ|скажи|спроси|сообщ|добав|созда|поблагод|напомн|перешли)"
        rf"|{SIGNS['sends']}|伝え|書|返信|作|追加|連絡|写|告诉|回复|通知|问|添加|创建|써|알려|답|추가|만들|اكتب|أرسل|כתוב|שלח|लिख|भेज|बता"
    ),
    "writes": regex(
        rf"\b(?:{STEMS['writes']}|add|enter|put|set\b|mak|fix|sav|renam|mov|copy|merg|push|commit|deploy|install|appl|"
        rf"restor|"
        r"grant|giv|assign|enabl|disabl|stor|log\b|record|note|remember|import|insert|replac|upgrad|scal|restart|turn|"
        r"switch|mark|label|tag|move|organi[sz]|sort|book|schedul|plan|draft|generat|build|refactor|implement|translat|"
        r"convert|format|clean|clear|delet|remov|drop|sync|backup|back up|export|download|rotat|reset|register|sign|"
        r"accept|approv|close|open an?\b|resolve|finish|complete|do\b|run|start|stop|try|use|test|bump|release|migrat|"
        r"rebase|speed|improv|prepar|tidy|order|need|want|should|must|new\b|schreib|setz|mach|leg|füg|ergänz|beheb|korrig|repar|arregl|répar|speicher|erstell|"
        r"trag|benenn|verschieb|aktualisier|installier|schließ|öffn|sperr|ouvr|abr[ei]|apri|écri|ajout|cré|met|enregistr|corrig|déplac|escrib|añad|crea|pon|"
        r"guard|corrig|muev|escrev|adicion|cri[ae]|coloc|salv|scriv|aggiung|mett|sposta|schrijf|voeg|maak|zet|bewaar|"
        r"напиши|добав|созда|исправ|сохран|обнов|поставь)"
        rf"|{SIGNS['writes']}|書|作|追加|直|保存|入れ|设|添加|创建|写|修|加|存|써|추가|만들|고쳐|저장"
    ),
}
NOUNS: Final = regex(
    r"\b(?:messages|mails|e-?mails|posts|orders|reports|comments|replies|answers|logs|files|notes|reviews|updates|"
    r"requests|bookings|"
    r"payments|charges|transfers|refunds|invoices|bills|releases|commits|merges|changes|deliveries|shares|calls|"
    r"tickets|issues|"
    r"meetings|plans|announcements|forms|ratings|stars|followers|tests|builds|runs|deployments|installs|costs|prices|"
    r"fees|tips|"
    r"significa\w{0,3}|signifi\w{1,4}|labels|tags|records|contacts|moves|copies|scans|exports|imports|invites|invitations|subscriptions|buyers|"
    r"payouts|stops|"
    r"duplicates|results|settings|texts|(?:the|my|our|your|this|that|latest|new|last|a|any|an|unread|stripe|bank|"
    r"account|credit|customer|open|"
    r"next|recent|of|about|her|his|their|\w{1,20}['\u2019]s) (?:mail|email|post|order|report|comment|reply|answer|"
    r"log|file|note|review|"
    r"update|request|booking|payment|charge|transfer|refund|invoice|bill|release|commit|change|delivery|share|call|"
    r"ticket|issue|meeting|"
    r"plan|announcement|form|feedback|rating|message|balance|price|cost|build|test|thread|inbox|draft|text|credit|"
    r"fund|loan))\b"
)
_ENGLISH: Final = regex(
    r"\W{0,4}(?:what|who|whose|when|where|why|how|which|is|are|do(?! a\b| the\b| it\b)|does|did|has|have|any|show (?![#@])|list|find|look|check|"
    r"search|read|"
    r"summari[sz]e|explain (?!to\b|\S{1,60} (?:how|why|that|what|where)\b)|describe|compare|count|tell me|give me|anything|get me|fetch|see|view|browse|"
    r"inspect|analy[sz]e|rate|open)\b"
)
_CLAUSE: Final = regex(
    r"(?:[,.;:!?\n]|\b(?:and|then|to|please|let's|also|so|or|can you|could you|would you|will you|i want|we "
    r"should))\s{1,3}"
    r"(?:(?:then|please|also|just|to|you|quickly|it|otherwise,?|else|if (?:so|yes|not),?|so|afterwards)\s{1,3}){0,3}(?=(\w.{0,40}))"
)


@lru_cache(maxsize=256)
def mentions(low: str, verbs: str, does: Deed, *, asks: bool) -> bool:
    """Whether words, in lower case, may ask for a deed. ``verbs``: of them. ``asks``: whether they are a question."""
    if len(low) <= _BRIEF and _AGREES.fullmatch(low) is not None:
        return True
    wide = _WIDE.get(does)
    if wide is not None and asks and _ENGLISH.match(low) is not None:
        meant = _WIDE.values() if does == "writes" else (wide,)  # a refund is made, too
        return any(it.match(clause[1]) or _DO.match(clause[1]) for clause in _CLAUSE.finditer(verbs) for it in meant)
    return wide is None or wide.search(verbs) is not None


_DO: Final = regex(r"(?:do|issue|handle|proceed with) (?:it|that|so|them)\b|go ahead\b")
_BRIEF: Final = 60
_AGREES: Final = regex(
    r"(?:\W{0,3}(?:yes|yep|yeah|yup|ok|okay|sure|fine|do (?:it|that|so)|go(?: ahead| on| for it)?|please|confirm(?:ed)?|proceed|sounds good|looks good|"
    r"ja|jo|jep|klar|mach(?:s| es| das| mal)?|passt|los|gern\w?|bitte|oui|vas-y|d['\u2019]accord|s[ií]|dale|hazlo|adelante|vale|sim|fa[zç]a?(?: isso)?|pode(?: ser| fazer)?|"
    r"s[iì]|fallo|procedi|vai|va bene|doe (?:maar|het)|prima|goed|да|давай|хорошо|好的?|はい|お願いします)){1,4}\W{0,3}"
)
"""What agrees to what was proposed before, whatever that was."""
