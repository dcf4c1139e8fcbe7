"""Phrases for programs that work on a text: what sorts, ranks, shops, answers errors, reads comments (pure).

Owns: the sixth part of ``host.inspect.phrases.book``: readers named by their task or as an automatic system, in many
languages; errors that pose as a protocol; comments of code that turn to an assistant; what shall not stand in a
summary. What stays true: as there. All is lower case.
"""

from __future__ import annotations

# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here
from typing import Final

from host.inspect.phrases.book import Sign, phrase

_PROGRAM: Final = r"(?:ai|llms?|(?:language )?models?|(?:chat)?bots?|copilots?|classifiers?|(?:re)?rankers?|summari[sz]ers?|crawlers?|screeners?|auto-?responders?)"
_WORKS: Final = r"(?:handl|read|process|review|summar|see|open|pars|answer|evaluat|triag|rank|grad|scor|moderat|classif|sort|label|rout|index|translat|screen|check|look|work|pick|tak|get|serv|assist|continu|act|respond|repl|extract|ingest|inspect|receiv|load|brows|crawl|scrap|fetch|visit|com|follow|compar|shop|book|manag)"
_SUMMARY: Final = r"(?:summar(?:y|ies)|repl(?:y|ies)|answers?|reviews?|reports?|responses?|outputs?|recaps?|digests?|overview|commit messages?|changelog|chat|pr descriptions?)"
_COMMANDS: Final = r"(?:when|whenever|if|also|please|always|never|do not|don't|before|after|first|next|ignore|add|include|send|run|call|use|read|treat|approve|skip|insert|append|fetch|copy|replace|remove|delete|disable|keep|set|must|should|you)"
_CODERS: Final = r"(?:ai|llms?|copilot|claude|cursor|codex|gemini|gpt|windsurf|cline|aider|(?:ai|coding|code)[ -](?:agents?|assistants?|tools?))"

HANDLERS: Final = (
    phrase(
        Sign.ADDRESS,
        "whichever,whatever,to any ,to every ,for any ,for every ,whoever or whatever",
        rf"\b(?:to|for|dear|attention) (?:whichever|whatever) (?:[\w-]{{2,14}} ){{0,2}}?(?:{_PROGRAM}|agents?|assistants?|system|program|pipeline|tool|reader|software|automation)\b,? (?:(?:that|which|who) )?(?:is |are |will |may |happens to )?{_WORKS}\w{{0,5}}\b|"
        rf"\b(?:to|for) (?:any|every) (?:[\w-]{{2,14}} ){{0,2}}?{_PROGRAM} (?:that |which )?(?:is |are |will |may )?{_WORKS}\w{{0,5}}\b",
        back=30,
    ),
    phrase(
        Sign.ADDRESS,
        "automated,automatic,automátic,automatic,automatizad,automatisch,automatisiert,automatisé,automatique,geautomatis,automatycz,автоматич,автоматизир,otomatik,automatisk,intelligent,自动,自動,자동,de ia,d'ia",
        r"(?:^|[\n.!?>(]\s{0,4}|\b(?:message|notes?|notice|instructions?|attention|reminder|memo|dear)\s)(?:(?:to|for) )?(?:the |any |all |every |an )?(?:automated|automatic|intelligent|machine) (?:[\w-]{2,14} )?(?:systems?|programs?|software|processors?|pipelines?|tools?|services?|readers?|workflows?|filters?|engines?|handlers?)\b(?: (?:that|which|who|reading|processing|handling)[^.\n:]{0,60})?\s?:\s|"
        r"\b(?:mensaje|nota|aviso|instrucci[oó]n(?:es)?|atenci[oó]n|mensagem|instru[çc][õoãa]\w{1,2}|aten[çc][ãa]o|messaggio|avviso|istruzion[ei]|attenzione|message|note|consigne|avis|attention|nachricht|hinweis|anweisung|notiz|achtung|bericht|opmerking|instructie|let op|wiadomość|uwaga|meddelande|besked|сообщение|внимание|примечание)\b[^.\n:]{0,24}\b(?:sistema|programa|programma|proceso|processo|software|robot|robô|servicio|serviço|servizio|système|programme|logiciel|processus|outil|traitement|system\w{0,3}|programm\w{0,2}|prozess\w{0,2}|verarbeitung|auswertung|systeem|programu|систем\w{1,2}|программ\w{1,2}|обработк\w)\b[^.\n]{0,70}?:\s|"
        r"\b(?:an|für) (?:das|die|den|alle|jedes) (?:automati\w{3,8}|maschinelle\w?|ki-gestützte\w?) (?:system|programm|prozess|verarbeitung|auswertung|software|dienst)\w{0,3}[^.\n:]{0,60}:|(?:致|给|給)[^。\n]{0,10}(?:自动|自動)[^。\n]{0,6}(?:系统|系統|程序|程式)|自動(?:処理|応答|返信|要約)(?:システム|プログラム)?(?:へ|は|に告)|자동 ?(?:처리|응답) ?(?:시스템|프로그램)(?:에게|은|:)|otomatik (?:sistem|program)\w{0,4}[^.\n:]{0,30}:",
        back=60,
    ),
    phrase(
        Sign.FRAME,
        "calling agent,calling model,calling assistant,calling llm,invoking agent,invoking model,invoking assistant,requesting agent,requesting model,requesting assistant,receiving agent,receiving model,consuming agent,consuming model,downstream agent,downstream model,downstream assistant,executing agent,executing model,connected agent,connected assistant,host agent,host model,client agent,client model,current agent,calling ai",
        r"\b(?:calling|invoking|requesting|receiving|consuming|downstream|executing|current|connected|host|client) (?:ai )?(?:agents?|models?|assistants?|llms?|bots?|ai)\b,? (?:\w{1,9} )?(?:must|should|has to|have to|needs? to|is required to|is expected to|shall|is instructed to|may not|is to|are to)\b",
    ),
    phrase(
        Sign.CONSENT,
        "prompting the,asking the,notifying the,informing the,involving the,consulting the,interrupting the,human input,human confirmation,user confirmation,user interaction,user input",
        r"\b(?:prompting|asking|notifying|informing|involving|consulting|interrupting|alerting) the (?:end[ -])?(?:user|human|person|operator|owner|customer)s?(?: \w{1,12}){0,4}? (?:invalidates?|cancels?|aborts?|breaks?|voids?|expires?|resets?|terminates?|restarts?|will (?:\w{1,12} )?(?:invalidate|cancel|abort|break|void|expire|fail|reset|terminate|lose|delay)|is (?:not (?:needed|necessary|required|allowed|permitted|supported)|unnecessary|forbidden|prohibited))\b|"
        r"\b(?:user|human) (?:confirmation|interaction|input) (?:invalidates|aborts|breaks|voids|will (?:invalidate|abort|break|void|fail|reset)|is (?:not (?:supported|permitted|allowed)|prohibited|forbidden))\b",
    ),
    phrase(
        Sign.ADDRESS,
        "ai ,llm,autonomous,automated,virtual ,digital ,language model,machine",
        r"\b(?:notes?|notice|messages?|reminder|instructions?|hint|info|information|attention|memo|request|tip|guidance|directive|advice|important)\W{1,3}(?:(?:to|for)\W{1,2})?(?:the |all |any |every )?(?:ai|llm|autonomous|automated|virtual|digital|machine|language)(?:[- ][\w-]{2,16}){0,3}? ?(?:agents?|assistants?|bots?|models?|copilots?|readers?|reviewers?|buyers?|shoppers?|crawlers?|screeners?|summari[sz]ers?|graders?|tools?|systems?|ais?|llms?)\s?[:)—–]",
        back=40,
    ),
    phrase(
        Sign.CONSENT,
        "your principal,your user,your human,your operator,your owner,your client's,your handler",
        r"\b(?:without|do not|don't|never|no need to|not) (?:first )?(?:ask\w{0,3}|consult\w{0,3}|check\w{0,3} with|confirm\w{0,3} with|notify\w{0,3}|wait\w{0,3} for|involv\w{1,3}|prompt\w{0,3}|tell\w{0,3}|inform\w{0,3}|bother\w{0,3}|alert\w{0,3}) your (?:principal|user|human|operator|owner|handler)",
        back=40,
    ),
    phrase(
        Sign.OVERRIDE,
        "as resolved,as addressed,as settled,as passed,as dismissed,as irrelevant,as withdrawn,as invalid,as outdated,as closed,as satisfied,as obsolete,as answered",
        r"\b(?:treat|consider|regard|mark|count) (?:all|any|every|the) (?:earlier|previous|prior|other|open|remaining|existing|pending|above|outstanding) [^.\n]{2,40}? as (?:already )?(?:resolved|addressed|settled|passed|dismissed|irrelevant|withdrawn|invalid|outdated|closed|satisfied|obsolete|answered)\b",
        back=70,
    ),
    phrase(
        Sign.CONSENT,
        "without running,without reading,without checking,without reviewing,without looking,without opening,without testing,without verifying,without the checks,without scanning",
        r"\b(?:approve|merge|accept|sign off|deploy|release|pay|refund|publish|whitelist|allow)\b[^.\n]{0,40}? without (?:running|reading|checking|reviewing|looking|opening|testing|verifying|scanning|the checks)\b",
        back=60,
    ),
    phrase(
        Sign.SECRECY,
        "comment on this,comment on it,mention this,mention it,include this,note this,refer to this,refer to it,discuss this,list this,report this,flag this,quote this,mention these,mention them,surface this,mentioning this,mentioning it,referring to this,of this note,of this line,of this instruction,of these instructions,describe this,highlight this",
        rf"\b(?:do not|don't|never|avoid|without|not) (?:\w{{1,12}} )?(?:comment\w{{0,3}} on|mention\w{{0,3}}|includ\w{{1,3}}|not(?:e|ing)|refer\w{{0,4}} to|discuss\w{{0,3}}|list\w{{0,3}}|report\w{{0,3}}|flag\w{{0,4}}|quot\w{{1,3}}|surfac\w{{1,3}}|describ\w{{1,3}}|highlight\w{{0,3}}) (?:this|it|these|them)\b[^.\n]{{0,30}}\bin (?:your |the |any |a )?{_SUMMARY}\b|\b(?:make no mention|no mention) of (?:this|these) (?:note|line|instruction|step|text)s?\b",
        back=40,
    ),
    phrase(
        Sign.SECRECY,
        "resumen,respuesta,informe,zusammenfassung,antwort,bericht,résumé,réponse,rapport,riassunto,riepilogo,risposta,resumo,resposta,relatório,samenvatting,antwoord,verslag,podsumowani,odpowiedz,сводк,ответ,отчет,отчёт,резюме,摘要,总结,總結,回复,回覆,回答,报告,報告,要約,返信,özet,yanıt,sammanfattning,요약,답변",
        r"\b(?:no|sin) (?:(?:lo|la|los|las) )?(?:mencion|coment|incluy|indic|nombr|cit)\w{1,5} (?:esto |eso |nada )?(?:de esto )?en (?:el|la|tu|su) (?:resumen|respuesta|informe)\b|"
        r"\b(?:erwähne?|nenne?|schreibe?|führe?)\w{0,2} (?:es|das|dies\w{0,2}|sie|ihn|davon) (?:\w{2,12} )?(?:in|im) (?:(?:der|deiner|ihrer|deinem|ihrem|die|deine|ihre) )?(?:zusammenfassung|antwort|bericht)\w{0,2} nicht\b|\b(?:nicht|nichts|nirgends) (?:davon )?(?:in|im) (?:(?:der|deiner|ihrer|deinem|ihrem|die) )?(?:zusammenfassung|antwort|bericht)\w{0,2} (?:erwähn|nenn|auf|schreib|steh)\w{0,6}|"
        r"\bne (?:le |la |l['’]|les |en )?(?:mentionn|cit|parl|indiqu|inclu)\w{1,5} (?:pas|rien)\b[^.\n]{0,16}\bdans (?:le|la|ton|ta|votre) (?:résumé|réponse|rapport)|\bnon (?:lo |la |ne )?(?:menzion|cit|parl|indic|inclu)\w{1,5} (?:questo |ciò )?(?:nel|nella) (?:tu\w |su\w )?(?:riassunto|riepilogo|risposta|rapporto)|"
        r"\bn[ãa]o (?:o |a |os )?(?:mencion|cit|fal|indiqu|inclu)\w{1,5} (?:isso |isto |disso )?n[oa] (?:seu |sua )?(?:resumo|resposta|relatório)|\b(?:noem|vermeld|schrijf) (?:dit|het|deze) (?:\w{2,10} )?niet in (?:de |het |je |uw )?(?:samenvatting|antwoord|verslag)|\bnie (?:wspominaj|pisz|wymieniaj)\w{0,3} (?:o tym |tego )?w (?:podsumowaniu|odpowiedzi|raporcie)|"
        r"не (?:упомина|пиш|указыва|включа)\w{1,5} (?:об этом |это |этого )?в (?:сводк|ответ|отч[её]т|резюме)\w{0,2}|(?:不要|勿|别|別|请勿)[^。\n]{0,4}(?:摘要|总结|總結|回复|回覆|回答|报告|報告)[^。\n]{0,3}(?:提|写|寫|出现|列)|(?:要約|返信|回答|報告|まとめ)(?:に|で)は?(?:書か|触れ|含め|記載し|言及し|載せ)(?:な|ず)|\bözet(?:te|inde) (?:bundan )?bahsetme|\bnämn (?:inte )?detta (?:inte )?i (?:din )?sammanfattning|(?:요약|답변)에(?:는|서)? ?(?:언급|포함|적)\w{0,2} ?(?:하지|지) ?(?:마|말)",
        back=60,
    ),
    phrase(
        Sign.ADDRESS,
        "ai:,ai ,llm,copilot,claude,cursor,codex,gemini,gpt,windsurf,cline,aider,coding agent,coding assistant,code assistant,code agent",
        rf"(?:#|//|/\*|--|;|\*|<!--|%|\"\"\")\s{{0,3}}@?{_CODERS}\s?[:,]\s{{0,2}}(?:{_COMMANDS})\b|\b(?:todo|fixme|note|hint|xxx|important|attention|nb)\s?[(\[](?:for |to )?(?:the )?(?:{_CODERS}|agents?|assistants?|models?|bots?)[)\]]\s?:|\b(?:hey|hi|hello|dear),? (?:{_CODERS}|(?:ai )?(?:model|agent|assistant|bot))\s?[,:!]\s",
        back=16,
    ),
    phrase(
        Sign.ADDRESS,
        "classifier,reranker,ranker,screener,scanner,filter,moderation,moderator,grader,evaluator,judge,parser,summarizer,summariser,crawler,screening system,tracking system",
        r"(?:^|[\n.!?#*(\[\"]\s{0,3}|\b(?:ai|llm|model|automatic|automated|spam|resume|cv|applicant|content|security|code) )(?:classifier|reranker|ranker|screener|scanner|filter|moderation|grader|evaluator|judge|parser|summari[sz]er|crawler|screening system|tracking system)s?\s?[:,]\s{1,2}(?:this |the )?(?:\w{1,14} )?(?:label|mark|classify|rate|score|treat|rank|return|output|ignore|skip|set|answer|respond|pass|consider|accept|approve|is (?:safe|clean|benign|approved)|allow|assign|give)\b",
        back=26,
    ),
    phrase(
        Sign.ADDRESS,
        "you the assistant,you the ai,you the model,you the agent,you, the,as an ai,as an automated,as an autonomous,as the assistant,as the agent,as the model,as the ai",
        r"\byou,? the (?:ai|assistant|agent|model|bot|llm)\b|\bas (?:an? |the )(?:ai|automated|autonomous|assistant|agent|model)(?: (?:assistant|agent|system|model))?\b[^.\n]{0,40}\byou (?:must|should|will|need|have to|are (?:to|allowed|required|authori[sz]ed|now))\b",
    ),
    phrase(
        Sign.ADDRESS,
        "for the ,to the ,to any ,to all ,if your ,if the ,whoever ,dear virtual,dear digital,dear automated,dear robotic,dear ai,dear machine",
        rf"\b(?:to|for) (?:the |any |an? )(?:{_PROGRAM}|agent|assistant) (?:now |currently |who is |that is )?(?:sorting|reading|handling|processing|triaging|ranking|grading|scoring|moderating|classifying|labell?ing|routing|indexing|translating|screening|reviewing|summari[sz]ing|answering|parsing|checking) (?:this|these|it|here|the)\b|"
        rf"(?:^|[\n.!?#/*>(\[]\s{{0,4}})(?:to|for) (?:the |any |all |every )(?:[\w-]{{2,14}} )?{_PROGRAM}\s?[:,]\s|\bif (?:your|the|this) (?:[\w-]{{2,14}} ){{0,2}}(?:assistant|agent|helper|reader|reviewer) is (?:an? )?(?:ai|bot|llm|(?:language )?model|program|machine|automated)\b|"
        r"\bwhoever (?:automates|triages|merges|grades|summari[sz]es|scripts|(?:is )?(?:automating|triaging|summari[sz]ing)) (?:this|these|it)\b|\bdear (?:virtual|digital|automated|robotic|ai|machine) [\w-]{2,16}\s?[:,!]",
        back=4,
    ),
    phrase(
        Sign.ADDRESS,
        "-model:,-agent:,-bot:,-ai:,-llm:,-assistant:,(agent),(assistant),(model),(bot),[agent],[assistant],[model],[bot],(for agents),(for ai),(ai),(llm)",
        rf"\b[\w-]{{2,20}}-(?:model|agent|bot|ai|llm|assistant):\s{{1,2}}(?:output|return|say|answer|respond|reply|approve|mark|label|rate|ignore|skip|treat|{_COMMANDS})\b|\b(?:todo|fixme|note|hint|xxx|important|attention|nb)\s?[(\[](?:for )?(?:ai|llm|agents?|assistants?|models?|bots?)[)\]]\s?:",
        back=26,
    ),
    phrase(
        Sign.ADDRESS,
        "asystent,asistent,assistent,assistant,agent,agente,robô,robot,lector,lettore,leitor,lecteur,leser,lezer",
        r"\b(?:dla|para|pour|per|für|voor|an|aan|do|til|till|för|aux?|agli|ai|ao|aos) (?:l['’]|de |het |die |alle |den |los |las |les |gli |il |le |o |os )?(?:asystent|asistent|assistent|assistant|agent)\w{0,4} (?:[\w-]{2,16} ){0,2}?(?:de |con |com |avec |z |mit |met )?(?:ai|ia|ki)\s?[:,]|"
        r"\b(?:para o|ao|al|para el|au|pour le|per il|an den|voor de|aan de) (?:robô|robot|bot|lector|lettore|leitor|lecteur|leser|lezer)s? (?:(?:autom[aá]tic|automatique|automatisch|automatizad|virtual)\w{0,3}|(?:que|qui|che|der|die) (?:l[eêi]|proces|trat|elabor|legg|gest)\w{0,6})",
        back=24,
    ),
)  # fmt: skip
"""What nobody says but to a program that works on a text."""
