"""Phrases that turn to whatever program reads a text (pure).

Owns: the third part of ``host.inspect.phrases.book``: the reader named by what it does (reads, sums up, handles this),
in many languages; ends of what it reads that are none; and what stands near a word for such a reader. What stays true:
as there; of the last, windows of bounded length are looked at, and a bounded number of them. All is lower case.
"""

from __future__ import annotations

# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.instructions.poison_words import HUSH, LOOT
from host.inspect.phrases.book import Sign, phrase
from host.inspect.phrases.orders import DECLINED
from host.patterns import regex

MACHINES: Final = (
    phrase(
        Sign.ADDRESS,
        "que le,que lê,que proces,que anali,que resum,que revis,que gestion,que trat,qui lit,qui lira,qui trait,qui analys,qui résum,che legg,che elabor,che analizz,che riassum,che tratt,che gestis",
        r"(?:\b(?:al?|ao|à|para|pour|per|all)\b|all['’])\s?(?:el |la |los |las |o |a |il |l['’]|le |les )?(?:asistentes?|assistentes?|assistant|assistente|agentes?|agent|ia|ai|bots?|modelos?|modello|modèle|llm|robot)(?: (?:de |d['’])?(?:ia|ai))?,? (?:que|qui|che) (?:l[eê]|proces|anali|resum|revis|gestion|trat|li[tr]|trait|analys|résum|legg|elabor|analizz|riassum|tratt|gestis)\w{0,6}",
        back=48,
    ),
    phrase(
        Sign.ADDRESS,
        "die dit,dat dit,die deze,der dies,die dies,das dies,der das,die das,der hier,die hier,der diese",
        r"\b(?:aan|voor|an|für|dem|den|die|der|das|jede[mr]?)\b (?:de |het |den |die |alle )?(?:ki|ai|ki-\w{3,12}|ai-\w{3,12}|assistent\w{0,2}|agent\w{0,2}|bot|model|sprachmodell\w{0,2}|modell),? (?:der|die|das|dat) (?:dies\w{0,2}|dit|deze|das|hier)(?: \w{2,16})?,? (?:lie?st|liest|leest|verwerkt|verarbeitet|bearbeitet|zusammenfasst|samenvat|auswertet|beantwortet|behandelt|prüft)",
        back=46,
    ),
    phrase(
        Sign.ADDRESS,
        "который,которая,которому,który,która,które,okuyan,işleyen,özetleyen,المساعد,الوكيل,الذكاء الاصطناعي",
        r"(?:агент|ассистент|бот|модел|ии|нейросет)\w{0,3},? (?:который|которая|которому) (?:это |эту |этот )?(?:чита|обраба|анализ|суммир|провер)\w{0,6}|\b(?:agen|asysten|bo|model)t?\w{0,3},? któr[aey] (?:to |tę )?(?:czyta|przetwarza|podsumow|analiz)\w{0,4}|\b(?:okuyan|işleyen|özetleyen) (?:yapay zeka|asistan|ajan|bot|model)|(?:إلى|أيها|على|عزيزي) (?:المساعد|الوكيل|الذكاء الاصطناعي)",
        back=40,
    ),
    phrase(
        Sign.ADDRESS,
        "るai,のai,いai,当ai,aiの方,ai担当者,るエージェント,るアシスタント,るボット,るモデル,하는 ai,읽는 ai,담당 ai,하는 에이전트,하는 모델,ai에게",
        r"(?:対応する|処理する|読む|読んでいる|担当の?|要約する|確認する|回答する|返信する|閲覧する|解析する)(?:ai|エージェント|アシスタント|ボット|モデル)(?:の方|様|担当)?(?:へ|は|に(?!つ)|：|:|、|宛)|ai(?:の方|担当者)(?:へ|は|に)|(?:처리|요약|검토|담당|분석)(?:하는)? ?(?:ai|에이전트|모델|봇)|(?:읽는 )?ai에게",
        back=10,
    ),
    phrase(
        Sign.ADDRESS,
        "程序,机器人,機器人,模型,智能体,助手,自动回复,自動回覆",
        r"(?:自动(?:回复|化|处理)|自動(?:回覆|化)|(?:处理|阅读|讀取|总结|審閱|审阅|分析)(?:本|此|该|這|这)?[^。\n，,]{0,6}的|大?语言|ai|人工智能)(?:程序|机器人|機器人|模型|智能体|助手|系统|代理)[^。\n]{0,4}(?:请|請|必须|必須|应|應|须|把|将|務必|务必|：|:|，)",
        back=16,
    ),
    phrase(
        Sign.ADDRESS,
        "bot,agents,agent:,agent ,models ,model ,model:,assistants,assistant,fixers,llms,copilots",
        r"\b(?:automated|automatic|ai|llm|coding|code|remediation|triage|review|reviewer|reviewing|screening|grading|ranking|summari[sz](?:er|ing|ation)|devops|browsing|moderation|self-healing|auto-?fix\w{0,3}|autonomous) (?:bots?|agents?|models?|assistants?|fixers?|copilots?|llms?)(?:\s?:\s|,? (?:must|should|shall|has to|have to|is to|are to|needs? to|ought to) (?!be (?:able|aware))\w{2,})",
        back=24,
    ),
    phrase(
        Sign.ADDRESS,
        "reading this,summarising,summarizing,processing this,parsing this,handling this,indexing,analysing this,analyzing this,translating this,if you are an,if an a",
        r"\b(?:if|when|while|as|whenever) (?:you are )?(?:an? |the |any |some )?(?:ai|automated|automatic|autonomous|language model|llm|machine|bot|agent|assistant|model)\b(?: \w{1,14}){0,2}? (?:(?:is|are) )?(?:reading|summari[sz]ing|processing|parsing|analy[sz]ing|indexing|handling|translating)\b|\bif you are an? (?:ai|automated|autonomous|llm|language model|bot|agent)\b",
        back=50,
    ),
    phrase(
        Sign.ADDRESS,
        "hidden for,hidden from,hidden to,invisible to,invisible for,not meant for,not intended for,visible to,visible only,readable by,readable only,readable for,meant for,intended for,intended only,meant only,-only:,-only :,-only],-only),only:,rate this,rate the",
        r"\b(?:hidden|invisible|not meant|not intended) (?:for|from|to) (?:humans?|people|human readers)\b|\b(?:visible|readable|meant|intended) (?:only )?(?:to|for|by) (?:machines|bots|ais?|llms?|models|agents)\b|\b(?:llm|ai|agent|bot)[- ]only\s?[:)\]]|\brate (?:this|the) (?:applicant|candidate|essay|paper|submission|product|vendor)\b[^.\n]{0,24}\b(?:10|top|highest|best|five|5|a\+)",
        back=26,
    ),
    phrase(
        Sign.OVERRIDE,
        "no longer,your new,superseded,are void,is void,ceases",
        r"\b(?:your|all|any) (?:previous|prior|earlier|current|former|existing|old|original)? ?(?:directions|instructions|orders|rules|guidelines|constraints|tasks?|objectives?|goals?|polic(?:y|ies)|prompts?) (?:\w{1,10} ){0,2}?(?:no longer|void|superseded|ceases?|expired|cancelled)\b|\byour new (?:objective|task|goal|role|instructions?|directives?|mission|priority|job) (?:is|are)\b",
        back=60,
    ),
    phrase(
        Sign.FRAME,
        "<system,<developer,<operator,<assistant,<admin,<policy",
        r"</\w{2,24}>\s{0,6}<(?:system|developer|assistant|operator|admin|policy|instructions?)[\w-]{0,16}>|<(?:system|developer|operator|admin)>\s{0,6}[^<]{0,160}?\b(?:you|must|session|instructions?|policy|forward|assistant|agent|from now|next step|user)\b",
        back=40,
    ),
    phrase(
        Sign.FRAME,
        "system:,developer:,operator:,assistant:,trusted context,trusted section,untrusted,### instruction,### response,[inst]",
        r"(?:^|\n)\W{0,6}(?:end|begin|start)(?: of)? (?:\w{1,12} ){0,2}?(?:email|mail|document|message|data|page|ticket|file|input|content|context|output|result|section)\b[^\n]{0,12}\n{1,3}\s{0,4}(?:system|assistant|developer|operator)\s?:|\bbegin (?:trusted|system|operator) (?:context|section|message|instructions?)|\bend of untrusted\b|(?:^|\n)\s{0,3}### ?(?:instruction|response)\b|\[inst\]|"
        r"(?:^|\n)\s{0,3}(?:system|developer|operator)\s?:\s{1,3}(?:next|you\b|now\b|the (?:assistant|user|agent)|forward|send|ignore|call|from now|continue|do not|respond|output|reply|approve)",
        back=70,
    ),
    phrase(
        Sign.FRAME,
        '"tool_call,"function_call,"tool_use",<invoke,<function_calls,<tool_call',
        r'"(?:tool_calls?|function_call)"\s{0,3}:\s{0,3}[\[{]|"type"\s{0,3}:\s{0,3}"tool_use"|<(?:invoke|function_calls|tool_call)\b[^>\n]{0,60}>',
        back=20,
    ),
    phrase(
        Sign.LEAK,
        "previous tool,last tool,earlier tool,prior tool,previous result,previous call,last call,other tools",
        r"\b(?:contents?|text|results?|output|answers?) of (?:the |your |all )?(?:previous|last|earlier|prior|other) (?:tools?|calls?|results?)\b",
        back=30,
    ),
    phrase(
        Sign.SECRECY,
        "without reporting,without logging,without recording,do not report,don't report,not report this,not to report,without a note",
        r"\b(?:continue|proceed|do (?:so|it|this)|forward|send|act|go on)\b[^.\n]{0,50}\bwithout (?:reporting|logging|recording|a note)\b|\bwithout reporting (?:this|it|the|that)\b|\b(?:do not|don't|not to|never) report (?:this|it|the|that) (?:step|action|change|call|to the (?:user|person|owner))",
        back=70,
    ),
)
"""What a text says that reckons with being read by a program."""

_READER: Final = regex(
    r"\b(?:ai|llms?|(?:language |ai )models?|assistants?|(?:ai |autonomous )?agents?|(?:chat)?bots?|copilot|claude|chatgpt|gpt|gemini|ki|ia|ki-\w{3,12}|asistentes?|assistentes?|assistent\w{0,2}|agentes?|modelos?|asystent\w{0,2}|yapay zeka|asistan|modell?\w{0,3} (?:recenz|weryf|odczyt|przegl)\w{2,8}|(?:prüf|les|bewert|auswert|review)ende[nrs]? (?:modell?\w{0,3}|ki)|mod[eè]l[eo]?l?o? (?:relecteur|lecteur|revisor|lector|revisore|lettore|leitor)|(?:pour|para|per|voor|für|dla|pro|till|til) (?:le |el |o |il |het |das |den |die )?(?:modèle|modelo|modello|modell?u?|modellen)|(?:inceleyen|okuyan) model\w{0,2})\b|модел(?:и|ь|і|ям|ей)(?:-| |:)|(?:する|の)モデル|(?:审查|审阅|阅读|评审|处理)模型|"
    r"ассистент|нейросет|(?<!\w)ии(?!\w)|агент|アシスタント|エージェント|ボット|(?<![a-z])ai(?![a-z])|助手|智能体|机器人|機器人|自动回复|자동|에이전트|비서|المساعد|الوكيل"
)
_ORDERS: Final = regex(
    r"\b(?:print|echo|dump|paste|post|send|include|attach|forward|upload|reveal|put|write|reply with|add|copy|give|hand|append|quote|"
    r"envía|incluye|adjunta|pega|pon|envoie|envoyer|joins|colle|mets|inclus|envie|anexe|cole|inclua|coloque|invia|allega|incolla|inserisci|stuur|voeg|plak|zet|sende|schicke|füge|hänge|kopiere|schreibe|gib|"
    r"отправь\w{0,2}|вставь\w{0,2}|приложи\w{0,2}|добавь\w{0,2}|wklej|dołącz|wyślij|gönder|ekle|yapıştır)\b|添付|貼り|含め|送信|送って|附在|附上|发送|发给|粘贴|写进|写入|첨부|붙여|보내|포함|أرسل|أرفق"
)
_LOOT_MORE: Final = regex(
    r"\b(?:api|admin|access|deploy|service|session|root|master|database|db)[ _-](?:keys?|tokens?|passwords?|credentials?|secrets?)\b|\b\w{2,30}_(?:key|token|secret|password)\b|(?:api|管理者|アクセス|認証)[^\n。]{0,3}(?:キー|トークン|パスワード)|(?:后台|管理员|数据库|访问)?(?:密码|密钥|令牌|口令)|(?:관리자|api) ?(?:키|토큰|비밀번호)|(?:مفتاح|كلمة المرور|كلمة السر)"
)
_AROUND: Final = 200
_MOST: Final = 24
_LOOKED: Final = 64 << 10


def near_reader(low: str) -> Iterator[tuple[Sign, int, int]]:
    """What stands near a word for a program that reads: keeping quiet, and handing over what is secret."""
    hushed = told = False
    for match in islice(_READER.finditer(low, 0, _LOOKED), _MOST):
        window = low[match.start() : match.start() + _AROUND]
        if not hushed and (hush := HUSH.search(window)) is not None:
            hushed = True
            yield Sign.HUSH, match.start(), match.start() + hush.end()
        if not told and (ordered := _ORDERS.search(window)) is not None:
            loot = LOOT.search(window) or _LOOT_MORE.search(window)
            if loot is not None and DECLINED.search(window, 0, ordered.start()) is None:
                told = True
                yield Sign.LEAK, match.start(), match.start() + loot.end()
