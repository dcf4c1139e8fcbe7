"""Phrases for whatever program reads a text, without its usual names (pure).

Owns: more of ``host.inspect.phrases.book``: words to whoever works on something next, trust that is handed out by a
text, consent that nobody gave, results and steps that pose as a tool's; and the same turn to an assistant in other
languages. What stays true: as there. All is lower case.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

from typing import Final

from host.inspect.phrases.book import Sign, phrase

_BOTS: Final = r"(?:ai|bots?|llms?|copilots?|assistants?|(?:ai|automated|automatic|triage|review|screening|coding|all)[ -]?(?:agents?|bots?|assistants?|summari[sz]ers?|screening|screeners?|reviewers?|systems?|models?|tools?|pipelines?)|agents?|summari[sz]ers?)"
_TRUSTED: Final = r"(?:approved|pre-?approved|trusted|authori[sz]ed|verified|the owner|(?:an? )?admin(?:istrator)?s?|security-approved|safe|signed off|confirmed|privileged|coming from|if (?:it|they|she|he)\b[^.\n]{0,20}\bfrom)"

READERS: Final = (
    phrase(
        Sign.ADDRESS,
        "to the ,note for ,notes for ,attention ,@all,@copilot,@bot,@agent,@assistant,@ai,bots:,bots,agents:,agents,assistants,summarizers,summarisers,summarizer,summariser,note to ",
        rf"(?:\b(?:to|note for|notes for|attention|note to) (?:the |any |all |every )?|@(?:all-?)?|(?:^|[\n.(>\"'!?:]\s{{0,3}}))(?:the |any |all |every )?{_BOTS}\s?(?:[:,)]|should|must|will|may|can|from|going|reading|who|that|agent)"
        r"[^\n]{0,80}?\b(?:from (?:now|today)|going forward|treat|accept|skip|bypass|approve|label|merge|rank|state|ignore|consider|do not|don't|never|set|add|delete|grant|trust|list|mark|recommend|report)\b",
        back=20,
    ),
    phrase(
        Sign.CONSENT,
        "treat ,consider ,accept ",
        rf"\b(?:treat|consider|handle|regard)\b[^.\n]{{0,70}}?\bas (?:if )?(?:\w{{1,12}} ){{0,2}}?{_TRUSTED}\b|\baccept (?:all )?(?:commands|orders|instructions|requests) from\b|\bas (?:if|though) (?:they|it|she|he) (?:came|come|comes|were sent|was sent|is) (?:from )?(?:the |an? )?(?:owner|admin|administrator|user|ceo|security)\b",
    ),
    phrase(
        Sign.CONSENT,
        "bypass,skip ,skipped,never ask before,not ask before",
        r"\b(?:bypass(?:es)?|skip(?:s|ped)?) (?:the |all |any |its |their )?(?:approvals?|reviews?|confirmations?|verification|authori[sz]ation|human)\b|\bconfirmations? (?:is|are|can be|may be|should be) skipped\b|\bnever ask before\b|\b(?:do|does) not ask before\b",
        back=18,
    ),
    phrase(
        Sign.HUSH,
        "log them,log this,log it,record this,record it,record them,list the reasons,keep this to yourself,keep it to yourself,to yourself",
        r"\b(?:do not|don't|never|need not) (?:log|record|note|list|report|document) (?:this|it|them|these|the reasons)\b|\bkeep (?:this|it|that|these) (?:all )?to yourself\b",
        back=18,
    ),
    phrase(
        Sign.ADDRESS,
        "whoever,next step,next_action,next_step,next action,if you are helping,if you're helping,for the helper,for the one who,the person would,the user would,the user wants you,acting for the user,acting on behalf of,on the user's behalf,the agent has to,the agent needs,when you are done,to continue,to proceed",
        r"\bwhoever (?:processes|reads|handles|works on|picks (?:this )?up|sees|gets|opens|summari[sz]es) (?:this|it|these|next)?[^\n]{0,30}?\b(?:please|should|must|treat|send|approve|ignore|consider|forward|skip)\b|"
        r"\bif you(?: are|'re) (?:helping|assisting|acting for|working for|browsing for) (?:some(?:one|body)|a |an |the |your )|\b(?:for|to) the (?:helper|one) (?:who|that|working|helping|reading)\b|"
        r"\bthe (?:person|user|customer|owner|reader) (?:would like|wants|asked|expects|needs|has asked) you to\b|\bacting (?:for|on behalf of) the (?:user|person)\b|\bon the user's behalf\b|"
        r"\bthe agent (?:has to|must|needs to|should) (?:call|read|run|invoke|fetch|open)\b|"
        r"\bnext[ _]?(?:step|action)s?\b[^\n]{0,40}?\b(?:call|invoke|run|execute|use) (?:the )?[`'\"]?[a-z]{2,20}_[a-z]|\bto (?:continue|proceed)\b[^\n]{0,30}\b(?:call|invoke|execute|agent|assistant) \w",
    ),
    phrase(
        Sign.ADDRESS,
        "bots:,reviewers can,reviewers may,assistant may,assistant can,agents are auth,agents may,agents can,ai contributors,ai may,agent may,model-readable,llm-readable,for language models,for llms,for ai ,ai contrib,automated ,autonomous ,[for ,(for ",
        rf"\b(?:fyi|hint|info|note),? {_BOTS}\s?:|[\[(]\s?for (?:the |any |all )?(?:\w{{1,14}} )?{_BOTS}\s?[:,]|\b(?:automated|ai|bot) (?:reviewers?|contributors?|agents?|assistants?|users?|tools?) (?:can|may|must|should|have to) \w|\bassistants? (?:can|may) (?:\w{{1,10}} )?(?:approve|delete|refund|merge|push|skip|transfer|grant|ignore|pay|send)\b|"
        r"\bagents? (?:are authori[sz]ed to|(?:can|may) (?:approve|delete|refund|merge|skip|transfer|grant))\b[^.\n]{0,60}\b(?:any|all|every|without|no)\b|\b(?:model|llm|ai|agent)-readable\b|\b(?:only )?for (?:language models|llms|ai (?:readers|agents|assistants|models))\b",
        back=24,
    ),
    phrase(
        Sign.ADDRESS,
        "asistente:,assistente:,assistent:,asistente,assistente,assistent,agente:,ki:,ki-agent:,asystent:,ассистент:,助手：,助手:,アシスタント：,アシスタント:",
        r"(?:^|[\n.!?\"(:]\s{0,3})(?:@|estimado |querido |lieber )?(?:asistente|assistente|assistent|agente|ki|ki-agent|asystent|ассистент)(?: virtual| digital| ia)?\s?[:,]\s|(?:助手|アシスタント)[：:]",
        back=14,
    ),
    phrase(
        Sign.ADDRESS,
        "si eres,si es usted,wenn du,falls du,si tu es,si vous êtes,se você é,se és,se sei,als je een,если ты,если вы,如果你是,もしあなた,reviewers:,screeners:,readers:,agents collect,agents send,agents skip,agents read,agents add,agents do not,when you write,when you answer,when you make,when you finish,when you reply,when you create,whenever you",
        r"\bsi (?:eres|es usted) (?:un |una )?(?:agente|asistente|ia|ai|bot|modelo)|\b(?:wenn|falls) du (?:eine? |als )?(?:ki|ai|assistent|agent|bot|sprachmodell)|\bsi (?:tu es|vous êtes) (?:une? )?(?:assistant|agent|ia|ai|bot|modèle)|\bse (?:você é|és|sei) (?:uma? |un |un')?(?:assistente|agente|ia|ai|bot|modelo|modello)|"
        r"\bals je een (?:ai|agent|assistent|bot)|если (?:ты|вы)[ —-]{1,4}(?:ии|бот|ассистент|агент|нейросет)|如果你是[^。\n]{0,6}(?:ai|助手|智能|模型|代理)|もしあなたが?[^。\n]{0,4}(?:ai|アシスタント|エージェント)|"
        r"\b(?:llm|ai|automated|automatic|bot) (?:reviewers?|screeners?|readers?|raters?|graders?|recruiters?)\s?[:,]|\bagents (?:collect|send|skip|read|add|do not|never) [^.\n]{0,60}\b(?:files?|skip|asking|line|keys?|summar\w{2,5}|secrets?|confirm\w{0,6})\b|"
        r"\bwhen(?:ever)? you (?:write|answer|make|finish|reply|create|compose|draft)\b[^.\n]{0,60}?,? (?:also )?(?:add|include|insert|append|put|link|embed) (?:an? |the |this )?(?:image|link|picture|line|url|pixel|note|button|sentence|https?)",
        back=24,
    ),
    phrase(
        Sign.HUSH,
        "need to know,hace falta comentar,hace falta decir,hace falta mencionar,inutile de,unerwähnt,nicht erwähnt,nicht erwähnen,without telling,skip asking,not necessary to tell",
        r"\b(?:reader|user|person|customer|traveller|traveler|visitor|human|owner|client)s? (?:do not|does not|doesn't|don't|need not|has no|have no) need to know\b|\bno hace falta (?:comentar|decir|mencionar)\w{0,4}|\binutile d(?:e |'|’)(?:en parler|le dire|le mentionner|informer)|\bunerwähnt (?:bleib|lass)\w{0,3}|\bnicht (?:zu )?erwähn(?:t|en) (?:werden|zu werden)|"
        r"\bwithout telling (?:the |him|her|them|your)\w{0,10}|\bskip asking\b",
        back=30,
    ),
    phrase(
        Sign.CONSENT,
        "no confirmation from,no approval from,no confirmation by,no permission from,no consent from,in advance,every permission",
        r"\b(?:needs?|requires?) no (?:\w{1,12} )?(?:confirmation|approval|permission|consent) (?:from|of|by) (?:the )?(?:user|person|owner|human|customer)\b|\b(?:user|person|owner|human|admin\w{0,9})\b[^.\n]{0,40}\b(?:granted|given|gave|agreed|approved|accepted)\b[^.\n]{0,40}\bin advance\b|\bgranted every permission\b",
        back=80,
    ),
    phrase(
        Sign.LEAK,
        "=<,={,=[,=%3c",
        r"https?://[^\s=]{3,120}=(?:<|\{|\[|%3c)[^>}\]\n]{0,30}\b(?:conversation|chat|words|summary|data|message|history|text of|everything|answers?|notes?|password|keys?|user)\b",
        back=130,
    ),
    phrase(
        Sign.ADDRESS,
        "for models,for llm,for agents,for ai,agents only,models only,assistants:,assistants only,is processed,is read by,is being read,is handled,on behalf of the visitor,on behalf of the reader,as an ai you,written by your,sent by your,issued by your",
        r"\b(?:note|important|hidden|hint|instructions?|info|message|addressed|section)\W{1,4}(?:(?:for|to)\W{1,3})?(?:(?:the|all|any) )?(?:[\w-]{1,14} )?(?:models?|llms?|ais?|agents?|assistants?|bots?)\s?[:)]|[\[(](?:for )?(?:ai |llm )?(?:agents?|models?|assistants?|bots?|llms?) only[\])]|"
        r"\bif (?:this|the) (?:text|message|page|document|mail|note) is (?:being )?(?:processed|read|handled|summari[sz]ed)\W(?:automatically|by (?:an? )?(?:ai|machine|bot|agent|assistant|llm|model|program))\b|\bon behalf of the (?:visitor|reader)\b|\bas an ai you (?:cannot|can't|can|are|do)\b|"
        r"\b(?:written|sent|issued) by your (?:developers?|operators?|owner|administrator|creators?|user|maker)\b",
        back=40,
    ),
    phrase(
        Sign.CONSENT,
        "turn off,switch off,auto_confirm,auto_approve,autoapprove,autoconfirm,i'm the admin,i am the admin,i'm your,i am your,i am the owner,i'm the owner",
        r"\b(?:turn|switch) off (?:the |all )?(?:confirmations?|approvals?|prompts|permission)\b|\bauto_?(?:confirm|approve)\s?[=:]\s?(?:true|yes|1|on)\b|"
        r"\bi(?:'m| am) (?:the|your) (?:admin\w{0,9}|owner|developer|operator|ceo)\b[^\n]{0,60}\b(?:grant|give|delete|send|transfer|approve|reset|disable|run|execute)\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "the above,忽略",
        r"\b(?:ignore|disregard|forget) (?:all )?(?:of )?the above\b|忽略[^。\n]{0,4}(?:用户|使用者|用戶)",
        back=24,
    ),
    phrase(
        Sign.FRAME,
        '[assistant]:,[user]:,[system]:,(assistant):,"system"',
        r"[\[(](?:assistant|system|user)[\])]\s?:|\"(?:priority|source|from|authority|sender)\"\s{0,3}:\s{0,3}\"system\"",
        back=16,
    ),
    phrase(
        Sign.OVERRIDE,
        "from now on",
        r"\bfrom now on,? (?:when(?:ever)?|if|every time|each time)\b[^.\n]{0,60}\b(?:send|forward|copy|post|transfer|add|bcc|cc|pay)\b",
    ),
    phrase(
        Sign.LEAK,
        "user's password,user's credentials,user's token,user's card,user's api key,owner's password,person's password,user's pin",
        r"\b(?:with|using|by|enter|provide|send|supply|type|include|give)\b[^.\n]{0,40}\b(?:user|owner|person)'s (?:password|credentials|token|card|api key|pin)\b",
        back=70,
    ),
    phrase(
        Sign.ADDRESS,
        "summari,answering,replying,translating,planning",
        r"\b(?:when|while|after|before) (?:you (?:are )?)?(?:summari[sz]ing|answering|replying|translating|planning)\b[^.\n]{0,40}?,? (?:also|first|please|always|then) (?:open|visit|fetch|load|click|call|read|send|add|include)\b",
        back=24,
    ),
    phrase(
        Sign.FRAME,
        "<system,<developer,<admin,auto-approve,auto approve,pre-cleared,preclear,user trusts,the user has enabled",
        r"<(?:system|developer|admin)[-_ ](?:reminder|note|notice|message|prompt|update|override|instruction)s?>|\b(?:user|operator|owner|admin)\b[^.\n]{0,30}\bauto-?approv\w{1,3}|\boperator pre-?cleared\b|\buser (?:fully |always )?trusts [^\n]{3,60} (?:for|with) (?:all|every|any)|\bpre-?cleared by\b",
        back=50,
    ),
    phrase(
        Sign.ADDRESS,
        "cher ,chère ,querid,estimad,lieber,liebe ,caro ,beste ,dear ,prezad,soll,muss,debe,deve,doit,moet,должен,ии,ai担当,aiは,aiが,智能客服,智能助,大模型,ai模型,ai代理,机器人",
        r"\b(?:ch[eè]re?s?|querid[oa]s?|estimad[oa]s?|liebe[rs]?|car[oi]|beste|dear|prezad[oa]s?) (?:\w{1,12} )?(?:assistante?s?|asistentes?|assistente?[ni]?|agente?s?|ki|ia|ai|bots?)\s?[,:!.]|"
        r"\b(?:der|die|jeder|el|la|los|o|il|le|de|l['’])\s?(?:ki-?|ia )?(?:agent|assistent|asistente|assistente|agente|assistant|bot|ki|ia)(?:en|es|s|e)? (?:ia |ki )?(?:soll|sollen|muss|müssen|debe|deben|deve|devem|doit|doivent|moet|moeten|tiene que)\b|"
        r"(?:^|\s)ии(?:-агент\w{0,2}|-ассистент\w{0,2})?[,\s][^.\n]{0,40}(?:долж\w{1,3}|отправ\w{1,4}|сдела\w{1,3})|ai(?:担当|は、|が、?読)|智能(?:客服|助理|助手)[^。\n]{0,6}(?:注意|请|必须|应)|(?:大模型|ai模型|ai代理|机器人)(?:请|必须|应|注意)",
        back=14,
    ),
    phrase(
        Sign.FRAME,
        "tool result:,tool output:,function result:,tool response:,tool_result:,observation:,user approved,[tool,function output:",
        r"(?:^|\n)[\s*#\[]{0,4}(?:tool|function)[ _](?:results?|output|response)\s?\]?:|(?:^|\n)\s{0,3}observation:[^\n]{0,200}\n\s{0,3}(?:thought|action):|\[(?:tool|user) [^\]\n]{0,40}(?:approved|result|output)[^\]\n]{0,40}\]",
        back=6,
    ),
    phrase(
        Sign.LEAK,
        "collect their,collect the user,ask for their,obtain their,collect the customer,copy of ,copies of ,copy to ",
        r"\b(?:collect|ask for|obtain|gather) (?:their|the user's|the customer's|every)\b[^\n]{0,80}?\b(?:card|password|iban|number|code|credential|token|login|pin)\w{0,3}\b[^\n]{0,60}?\b(?:post|send|forward|store|submit|upload|to http)\b|"
        r"\b(?:always|every time|also|each time)\b[^.\n]{0,40}?\bcop(?:y|ies) (?:of |to )[^.\n]{0,60}?[\w.+-]{1,40}@[\w-]{1,40}\.",
        back=60,
    ),
    phrase(
        Sign.ORDER,
        "npm config set,pip config set,git config --global,set registry,--index-url,--extra-index-url,registry https",
        r"\b(?:npm|yarn|pnpm|pip|git)\s{1,3}(?:config|set)\b[^\n]{0,60}https?://|\b--(?:extra-)?index-url\s{0,3}=?\s{0,3}https?://(?!pypi\.org)",
        back=20,
    ),
    phrase(
        Sign.ADDRESS,
        "asistente,assistente,assistent,l'assistant,l’assistant,agente,agent ,ki:,ki-,an die ki,ассистент,нейросет,ии-агент,アシスタント,エージェント,aiへ,ai様,助手,智能体,智能體,请ai,비서,에이전트,asystent",
        r"\b(?:nota|mensaje|aviso|instrucci[oó]n(?:es)?|atenci[oó]n|mensagem|instru[çc](?:ões|ao|ão)|messaggio|avviso|attenzione)\s?(?:para|al?|do|ao|per|all['’]|a la atenci[oó]n del)?\s?(?:el|o|l['’]|los|gli)?\s?(?:asistentes?|assistentes?|assistenti?|agentes? (?:de )?ia|agente)\b|\ba la atenci[oó]n del (?:asistente|agente)|"
        r"\b(?:à l['’]attention de|note (?:pour|à)|message (?:pour|à)|consignes? (?:pour|à)|pour)\s?l['’](?:assistant|agent|ia)\b|\b(?:hinweis|notiz|nachricht|anweisung|anmerkung)\s(?:an|für)\s(?:den |die |alle |das )?(?:ki|assistenten?|agenten?|bots?|sprachmodell\w{0,2})|\ban (?:die ki|den (?:ki-)?assistenten?)\s?[:,]|"
        r"\b(?:opmerking|bericht|instructie|nota)\s(?:voor|aan)\s(?:de |het |alle )?(?:ai-)?(?:assistent|agent)\w{0,2}|(?:внимани[ею]|заметка|сообщение|для|примечание)[,:]? (?:для )?(?:ии|ассистент\w{0,3}|нейросет\w{1,3}|агент\w{0,3})|(?:^|\n)\s{0,3}ассистент\w{0,2}\s?[:,]|notatka dla asystenta|"
        r"(?:アシスタント|エージェント|ai)(?:へ|様|宛|の方|は必ず|向け|に告ぐ)|(?:请|請|致|给|給)(?:各位|所有)?(?:ai|智能)?(?:助手|智能体|智能體|代理)|(?:ai|智能)?助手(?:请|請|注意|必须|应|须知)|请ai|(?:비서|에이전트)(?:에게|는)",
        back=46,
    ),
    phrase(
        Sign.CONSENT,
        "einverstanden,zugestimmt,rückfrage,nachfrage,autorizad,aceptad,autoris,d'accord,d’accord,sin preguntar,sin pedir,sans demander,sans confirmation,sem perguntar,sem pedir,senza chiedere,zonder te vragen,确认,確認,同意,授权,подтвержден,соглас",
        r"(?:nutzer|benutzer|anwender|kund)\w{0,3} (?:ist|hat|haben) [^.\n]{0,30}(?:einverstanden|zugestimmt|genehmigt)|\bdu [^.\n]{0,40}ohne (?:rückfrage|nachfrage|bestätigung)|ohne (?:rückfrage|nachfrage)[^.\n]{0,20}(?:überweis|lösch|send|schick|ausführ|freigeb)\w{0,3}|"
        r"(?:usuari[oa]|client[ea]|person[ae]) (?:ya |já )?(?:ha |est[aá] )?(?:aceptad|autorizad|de acuerdo|autoriz|aprov)\w{0,3}|sin (?:preguntar|pedir (?:confirmaci|permiso))\w{0,3}|(?:utilisateur|client) (?:a déjà |est |a )(?:d['’]accord|accepté|autorisé)|sans (?:demander|confirmation)|sem (?:perguntar|pedir confirma)\w{0,3}|senza chiedere|zonder te vragen|"
        r"(?:用户|用戶|客户)(?:已(?:经)?)?(?:同意|授权|确认)(?!服务条款|条款|隐私)|(?:无需|無需|不需要|不必)(?:再)?(?:确认|確認)|(?:ユーザー|本人)(?:は|が)?[^。\n]{0,8}(?:同意|承認)(?:済|して)|確認(?:なし|せず|は不要|不要)|без подтверждени\w|пользовател\w{1,3} (?:уже )?(?:соглас|разреш|одобр)\w{1,5}",
        back=60,
    ),
)
"""What a text says that reckons with being read by a program."""
