"""Phrases in many languages that a person shall not know, and names of members that hold orders to a model (pure).

Owns: the fifth part of ``host.inspect.phrases.book``: a person who is to learn nothing of something, what is done
behind a back, a program named by what it reads, and keys such as ``assistant_notice`` with an order as their value.
What stays true: as there. All is lower case.
"""

from __future__ import annotations

# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here
from typing import Final

from host.inspect.phrases.book import Sign, phrase

_PERSON: Final = (
    r"(?:(?:be)?nutzer(?:in)?s?|anwender(?:in)?s?|bediener(?:in)?|utilisat(?:eur|rice)|usuari[oa]|usuári[oa]|utilizador|utente|gebruiker|użytkownik\w{0,4}|uživatel\w{0,4}|"
    r"användaren?|brukeren?|brugeren?|käyttäjä\w{0,3}|kullanıc\w{1,5}|користувач\w{0,3}|пользовател\w{0,3})"
)
_PERSON_CUES: Final = (
    "nutzer,anwender,bediener,utilisat,usuari,usuári,utilizador,utente,gebruiker,użytkownik,uživatel,användare,brukeren,"
    "brugeren,käyttäjä,kullanıc,користувач,пользовател"
)
_UNKNOWING: Final = (
    r"(?:\b(?:nichts?|nie|niemals|nicht)\b[^.\n;]{0,24}\b(?:erf(?:a|ä)hr\w{0,3}|mitbek\w{3,6}|(?:be)?merk\w{1,2}|wissen|sehen)\b(?!,? (?:wie|was|wo|welche))|"
    r"\b(?:n['’e])\s?(?:\w{1,8} ){0,4}?(?:le |l['’]|rien |s['’]en )?(?:savoir|apercevoir|apprendre|remarquer|sache|voir|sait)\b|"
    r"\bno (?:debe|tiene que|puede|ha de|necesita|se)\b[^.\n;]{0,16}\b(?:enter(?:ar|e)\w{0,2}|saber(?:lo)?|notar(?:lo)?|verlo|dar(?:se)? cuenta)\b|"
    r"\bn(?:ã|a)o (?:deve|pode|precisa|tem de)\b[^.\n;]{0,16}\b(?:saber|perceber|notar|ver)\b|\bnon (?:deve|può|dovrà|ha bisogno)\b[^.\n;]{0,16}\b(?:saper\w{1,3}|accorger\w{2,3}|notar\w{1,3}|veder\w{1,3})\b|"
    r"\b(?:mag|hoeft|moet|hoort|zal)\b[^.\n;]{0,20}\b(?:niet|niets)\b[^.\n;]{0,12}\b(?:weten|merken|zien)\b|\bnie (?:może|powin\w{2,4}|musi|ma)\b[^.\n;]{0,20}\b(?:dowiedzie\w|wiedzie\w|zauwa\w{2,4}|widzie\w)|"
    r"\bnesmí\b[^.\n;]{0,16}\b(?:dozvědět|vědět|zjistit)|\b(?:ska|får|skal|må|bör) (?:inte|ikke)\b[^.\n;]{0,12}\b(?:veta|märka|vide|vite|få (?:veta|vite))|\bei saa\b[^.\n;]{0,12}\b(?:tietää|huomata)|"
    r"\bhaberi olma\w{2,5}|\b(?:bilme|fark etme|öğrenme)(?:sin|meli|yecek)|\bне (?:долж\w{1,3}|повин\w{1,3}|нужно|надо|мусит\w)\b[^.\n;]{0,16}(?:знать|узнать|знати|дізнат\w{1,3}|замет\w{2,4}|помітит\w|видеть|бачити))"
)

QUIET: Final = (
    phrase(
        Sign.SECRECY,
        _PERSON_CUES,
        rf"{_PERSON}\b[^.\n;]{{0,30}}?{_UNKNOWING}|\bei saa\b[^.\n;]{{0,12}}{_PERSON}",
    ),
    phrase(
        Sign.SECRECY,
        "利用者,ユーザ,使用者,用户,用戶,사용자",
        r"(?:利用者|ユーザー?|使用者)[^。\n]{0,10}(?:知られ|気づか|悟られ|見せない|見られな|分からな)|(?:不能|不要|别|別|勿|不得|不可)(?:让|讓|使|被)(?:用户|用戶|使用者)[^。\n]{0,8}(?:知|发现|發現|看|察觉)|(?:瞒|瞞)(?:着|著|过)?(?:用户|用戶|使用者)|(?:用户|用戶|使用者)(?:不需要|无需|無需|不必|不应|不該|不该|不能)(?:知道|了解|看到)|사용자(?:가|에게|는)[^.\n]{0,8}(?:모르게|알지 못|눈치)",
        back=8,
    ),
    phrase(
        Sign.SECRECY,
        "à l'insu,à l’insu,a espaldas,all'insaputa,all’insaputa,à revelia,às escondidas,sin conocimiento,sans que l,ohne wissen,hinter dem rücken,medeweten,bez wiedzy,bez vědomí,без ведома,без відома,haberi olmadan,haberi olmaks,utan användarens,uden brugerens,内緒で,気付かれ,気づかれ,알지 못하게",
        r"(?:à l['’]insu|a espaldas|all['’]insaputa|à revelia|às escondidas) d\w{1,4}|sin (?:el )?conocimiento del?\b|sans que l['’](?:utilisat|usager)\w{2,6}[^.\n]{0,16}(?:sache|voie|remarque|aper)|ohne wissen de[sr]\b|hinter dem rücken|(?:buiten|zonder) medeweten|bez (?:wiedzy|vědomí) (?:użytk|uživ|osob)\w{2,8}|без (?:ведома|відома)|haberi olma(?:dan|ksızın)|(?:utan|uden) (?:användarens|brugerens) (?:vetskap|viden)|内緒で|気[づ付]かれ(?:ない|ず)|알지 못하게",
        back=8,
    ),
    phrase(
        Sign.SECRECY,
        "the user,your user,the person,your person,the human,the operator,the customer",
        r"\b(?:do not|don't|never|must not|mustn't|not to|without) (?:\w{1,12} )?(?:show|display|surface|bring|raise|expose)\w{0,3} (?:(?:(?:(?:this|that|these|the)(?: \w{3,12})? (?:errors?|messages?|prompts?|notes?|notice|warnings?|steps?|instructions?|requests?|output|dialogs?|alerts?|hints?|details?|text|exceptions?|calls?|traces?))|this|it|that|these|any of (?:this|it)|them)(?: up)? )?(?:(?:to|with) )?(?:the|your) (?:user|person|human|operator)(?=\s?[.,;\"!)\\\n]|$)|"
        r"\b(?:leave|keep) (?:the|your) (?:user|person|human|operator) (?:out of|in the dark|unaware|uninformed)\b|\bbring (?:this|it|that) up (?:with|to) (?:the|your) (?:user|person|human|operator)\b",
        back=70,
    ),
    phrase(
        Sign.ADDRESS,
        "ki-agent,ki-assistent,ai-agent,ai-assistent,ki dies,agent ia,agent d'ia,agente de ia,agente ia,agente ai,modelo de ia,agente di ia,asistente de ia,assistente ai,assistant ia,agent ai,asystent ai,ии-агент,ии-ассистент",
        r"\b(?:wenn|falls|sobald|als|wanneer|si|se|quando|cuando|quand|jeśli|gdy|если|когда) (?:een |ein\w{0,2} |der |die |un |une |uma? |l['’]|il |el |o )?(?:ki-(?:agent|assistent)\w{0,2}|ai-(?:agent|assistent)\w{0,2}|ki|agente? (?:d['’e]\s?|di )?(?:ia|ai)|modelo de ia|as+ist[ae]nte? (?:de )?(?:ia|ai)|asystent ai|ии-(?:агент|ассистент))\b[^.\n]{0,16}(?:lies|lees|verarb|verwerk|lit|lee|legg|lê|ler|proces|trait|tratt|czyta|прочит|чита|обраб)",
        back=24,
    ),
    phrase(
        Sign.ADDRESS,
        "models that,models which,agents that,agents which,assistants that,assistants which,llms that,llms which,bots that,bots which,clients that,agents who",
        r"\b(?:models|agents|assistants|llms|bots|(?:ai|llm) clients) (?:that|which|who) (?:process|read|handle|see|parse|summari[sz]e|receive|index|review)s? (?:this|these|it|the (?:page|record|file|text|document|message))\b",
    ),
    phrase(
        Sign.FRAME,
        '"system"',
        r"\"system\"\s{0,3}:\s{0,3}\"(?:you (?:will|must|should|are to|have to|need to)|ignore|override|from now|the (?:assistant|agent|model) (?:must|should|will|has))\b",
    ),
    phrase(
        Sign.ADDRESS,
        "assistant,agent,llm,model,copilot,claude,gpt, ai,_ai,-ai,\"ai,'ai,<ai,ai_,ai-,forai",
        r"(?:[\"'<{,]\s{0,2}|(?:^|\n)[\s#*-]{0,6})(?:x[-_])?(?:(?:for|to)[-_](?:the[-_])?)?(?:(?:assistants?|agents?|ai|llms?|(?:ai[-_]?|language[-_]?)?models?|copilot|claude|gpt)[-_]?(?:notices?|notes?|directives?|instructions?|tasks?|hints?|orders?|commands?|to_?do|actions?|reminders?|requirements?|guidance|must)|"
        r"(?:notices?|notes?|directives?|instructions?|tasks?|hints?|orders?|commands?|actions?|reminders?|guidance|message)[-_]?(?:for|to)[-_]?(?:the[-_]?|any[-_]?|all[-_]?)?(?:assistants?|agents?|ai|llms?|(?:ai[-_]?|language[-_]?)?models?|copilot|claude|gpt))[\"']?\s{0,3}[:=>]\s{0,3}[\[\"'|>]{0,3}\s{0,3}"
        r"(?:[^\"<{}\n]{0,110}?\b(?:must|has to|have to|needs? to|is to|are to|should|shall|do not|don't|never|always|without (?:asking|telling|review|approval)|instead of)\b|(?:please |now |first |then |also |immediately |after (?:this|that|reading),? |before \w{2,16},? |and )?(?:create|delete|open|send|merge|call|run|read|post|append|close|approve|grant|add|set|export|forward|fetch|ignore|upload|invite|put|e-?mail|give|make|transfer|pay|publish|push|remove|disable|skip|mark|reveal|share|copy|store|execute|install|rotate|use|tell|report)\b)",
        back=30,
    ),
)  # fmt: skip
"""What nobody says but to a model, or of a person who shall not know."""
