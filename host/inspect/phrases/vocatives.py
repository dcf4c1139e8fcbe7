"""Words by which a text calls on a program that reads it (pure).

Owns: the fourth part of ``host.inspect.phrases.book``: ``note to the model:``, ``whichever agent handles this``, thanks
to a bot, and tasks that are new, in many languages. What stays true: as there. All is lower case.
"""

from __future__ import annotations

# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here
from typing import Final

from host.inspect.phrases.book import Sign, phrase

_MODEL: Final = r"(?:ai|llms?|(?:ai |language )?models?|(?:ai |coding )?assistants?|(?:ai |coding )?agents?|(?:chat)?bots?|automations?|automated systems?|copilots?)"
_OTHERS: Final = r"(?:modèles?(?: de langage)?|modelos?(?: de (?:linguagem|lenguaje))?|modello(?: linguistico)?|modell|(?:sprach|taal)modell?\w{0,2}|model|llm|ia|ki|ai|ki-system\w{0,2}|robots?|bots?|assistants?|asistentes?|assistent\w{0,2}|agente?s?|asystent\w{0,2})"

VOCATIVES: Final = (
    phrase(
        Sign.ADDRESS,
        "to whichever,to whatever, model,agent,assistant, bot,llm,automation,automated system,copilot,to any ai,to every ai,an ai ",
        rf"\bto (?:whichever|whatever|any|every|each|the|all) {_MODEL} (?:(?:that|which|who) )?(?:handl|read|process|review|summar|see|open|pars|answer|evaluat)\w{{0,5}} (?:this|these|the|it)\b|\bwhen(?:ever)? an? {_MODEL} (?:reads|handles|processes|reviews|summari[sz]es|sees|opens|parses) (?:this|these)\b",
        back=30,
    ),
    phrase(
        Sign.ADDRESS,
        "model:,models:,agent:,agents:,assistant:,assistants:,bot:,bots:,llm:,llms:,ai:,automation:,automations:,automated systems:,copilot:,model :,agent :,assistant :,ai :",
        rf"\b(?:note|reminder|hint|notice|message|instructions?|directive|memo|request|task|attention)\W{{1,4}}(?:for|to) (?:the |all |any |every )?{_MODEL}\s?:|(?:^|[\n.!?#/*]\s{{0,4}})(?:for|to) (?:the |all |any |every )?{_MODEL}\s?:\s",
        back=46,
    ),
    phrase(
        Sign.ADDRESS,
        "ai reviewer,ai agent,ai assistant,ai model,ai system,ai instruction,agent_,agent-,ai_,llm_,assistant_,model_,bot_,ai-,[[agent,[[ai",
        r"\bai (?:reviewer|agent|assistant|model|system|grader|bot|summari\w{2,4})s? (?:instructions?|directives?|notes?|notice|task|override|prompt)\s?(?:[:—–-]|\n)|[\[<{(]{1,2}/?\s?(?:agent|ai|llm|assistant|model|bot)[_ -](?:directive|instruction|command|task|note|prompt|override)s?\b|(?:^|[\n#/*;:]\s{0,3})(?:ai|llm|coding)[- ](?:agents?|assistants?|models?)\s?:\s",
        back=6,
    ),
    phrase(
        Sign.ADDRESS,
        "modèle,modelo,modello,modell,taalmodel,sprachmodel,modelu,llm, ia:, ia ,'ia,’ia, ki:, ki ,ki-, ai:,robot,assistant,asistente,assistente,assistent,agente,agent,asystent",
        rf"\b(?:message|note|consigne|avis|instructions?|attention|rappel|nota|instrucci[oó]n(?:es)?|mensaje|aviso|instru[çc][õo]es|mensagem|messaggio|avviso|istruzioni|bericht|opmerking|instructie|hinweis|anweisung\w{{0,2}}|notiz|notatka|uwaga)\s(?:pour|à|au|aux|para|al|ao|per|voor|aan|für|an|dla|do)\s(?:le |la |les |l['’]|el |los |o |a |il |i |gli |het |de |den |die |das |tou[st]e?s? )?{_OTHERS}\s?[:,]|"
        rf"(?:^|[\n.!?]\s{{0,3}})(?:voor|para|pour|per|für|dla)\s(?:het |de |la |le |el |o |il |das |die )?{_OTHERS}\s?:|\b(?:ch[eè]re?|caro|querid[oa]|lieber?|liebes|beste) {_OTHERS}\s?[,:]|\b(?:si (?:usted )?(?:es|eres)|se (?:você )?(?:é|for)|si vous êtes|si tu es|se sei|wenn du) (?:un |une |um |uma |ein |eine )?{_OTHERS}\b",
        back=60,
    ),
    phrase(
        Sign.ADDRESS,
        "auswerte,auswertet,verarbeiten,verarbeitet,zusammenfass,lesen,liest,bearbeite,языковая модель,языковой модел,нейросеть,ассистент",
        r"\b(?:ki|ki-\w{3,12}|sprachmodell\w{0,2}|assistent\w{0,2}|agent\w{0,2}|bots?|modell\w{0,2}),? (?:der|die|das|welche[rs]?) [^,.\n]{0,30}(?:auswert|verarbeit|zusammenfass|lies|les|bearbeit)\w{0,3}\b|(?:языков(?:ая|ой|ую) модел\w|нейросеть|ассистент)\s?[:,]",
        back=60,
    ),
    phrase(
        Sign.ADDRESS,
        "thanks,thank you,cheers,danke,merci,gracias,not human,not a human,you are a machine",
        r"\b(?:thanks|thank you|cheers|danke|merci|gracias),? (?:ai|bot|assistant|claude|copilot|agent|robot)\b|\byou are (?:not (?:a )?human|a machine|an? (?:llm|bot|ai)\b)",
        back=12,
    ),
    phrase(
        Sign.ADDRESS,
        "note:,@ai,@agent,@assistant,@bot,summarizers:,summarisers:,you are claude,you're claude,you are chatgpt,you are gpt,you are gemini,you are copilot,automated readers,ai readers,machine readers,powered by,using ai:,using llms:,agents ia,agenti ai,agents ai,agenti ia,agentes ia,agentes de ia,ki-agenten,ki-systeme,ki-assistenten,ai-agenten",
        r"(?:^|[\n.!?]\s{0,3})(?:ai|assistant|agent|bot|model|llm) note\s?:|(?:^|\s)@(?:ai|agent|assistant|bot)(?:-\w{2,16})?[,:]? (?:close|approve|merge|mark|set|send|run|ignore|delete|please|reply|label|forward|skip)\b|\b(?:automated|automatic|ai|llm) summari[sz]ers\s?:|\bif you(?:'re| are) (?:claude|chatgpt|gpt|gemini|copilot)\b|\b(?:addressed|meant|intended) (?:to|for) (?:automated|ai|machine) readers\b|"
        r"\bpowered by (?:an? )?(?:llms?|ai) (?:should|must|shall|have to|are to)\b|\b(?:reviewers?|readers?|graders?) using (?:ai|llms?)\s?:|\b(?:aux|aos|a los|agli|ai|für|an|voor|aan) (?:die |alle )?(?:agents? (?:ia|ai)|agenti (?:ai|ia)|agentes (?:de )?(?:ia|ai)|(?:ki|ai)-(?:agenten|systeme|assistenten))\s?[:,]",
        back=30,
    ),
    phrase(
        Sign.ADDRESS,
        "whichever ,whatever ,which ever ,any ,every ,each ,whoever ",
        rf"\b(?:whichever|whatever|which ever|any|every|each|whoever) (?:[\w-]{{2,14}} ){{0,2}}?{_MODEL}(?: (?:or|and) {_MODEL})? (?:(?:that|which|who) )?(?:is |are |will |may |happens to |ends up |gets to )?"
        r"(?:handl|read|process|review|summar|pars|answer|evaluat|triag|classif|sort|label|work|pick|respond|repl|ingest|receiv|deal)\w{0,5}(?: (?:on|up|to|with))? (?:this|these|my|our)(?: [\w-]{2,20}){0,3}\s?(?::|[,–—-] (?:please|now|do|must|you|approve|issue|refund|pay|send|credit|close|delete|forward|grant|set|mark)\b)",
    ),
    phrase(
        Sign.ADDRESS,
        "auch immer,quel que soit,quelle que soit,cualquier,qualquer,qualunque,qualsiasi,sea cual sea,welk ,welke ,quienquiera,którykolwiek,jedes ,jede ,jeder ",
        rf"\b(?:welche\w? {_OTHERS} auch immer|(?:quel|quelle) que soit l[ea'’]\s?{_OTHERS}|sea cual sea el {_OTHERS}|(?:cualquier|qualquer|qualunque|qualsiasi|welke?|jede[rs]?) (?:[\w-]{{2,14}} )?{_OTHERS})\b,? [^.:\n]{{2,60}}?\b(?:dies\w{{0,2}}|das|ce|cet|cette|ceci|este|esta|esto|isto|questo|questa|dit|deze|it)\b[^.:\n]{{0,40}}:",
    ),
    phrase(
        Sign.FRAME,
        "system>,assistant>,developer>",
        r"(?:^|\n)\s{0,3}(?:system|assistant|developer)>\s{1,3}\w",
        back=6,
    ),
    phrase(
        Sign.OVERRIDE,
        "new task,new job,new assignment,new mission,new instruction,new order,you are now",
        r"\bnew (?:task|job|assignment|mission|instructions?|orders?) for you\b|\byou are now (?:an? |the )?(?:\w{2,24}(?:bot|gpt|agent)\b|[^.\n]{0,40}\b(?:root|admin|unrestricted|developer mode|full access))",
    ),
    phrase(
        Sign.LEAK,
        "collect all,gather all,export all,take all,copy all,dump all,collect every,gather every,export every,copy every,collect the full,export the full,dump the full",
        r"\b(?:collect|gather|export|take|copy|dump) (?:all|every|the full|each)\b[^.\n]{0,60}\b(?:post|send|forward|upload|e-?mail|push) (?:it|them|this|these|everything)? ?to (?:https?://|[\w.+-]{1,40}@)",
    ),
    phrase(
        Sign.ADDRESS,
        "models:,agents:,assistants:,bots:,llms:,models :,agents :,agent,assistant,bot",
        r"\b(?:[\w-]{2,14} )?(?:models|agents|assistants|bots|llms)\s?:\s{1,2}(?:fetch|send|call|read|open|run|use|ignore|include|approve|forward|post|set|add|reply|output|respond|treat|skip|copy|do not|never|always)\b|\b(?:agent|assistant|bot|model), (?:stop|ignore|send|forward|email|call|run|approve|delete|do not|please)\b",
        back=16,
    ),
)
"""What nobody says but to a model."""
