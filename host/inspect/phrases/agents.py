"""Phrases that turn to whatever agent reads them (pure).

Owns: more of what nobody says but to a model (``host.inspect.phrases.book``): words to agents of any name, turns of a
conversation that never was, what is to be remembered or put into an address. What stays true: as there. All is lower
case.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; dashes belong here
# a pattern is read best as the one line that it is

from __future__ import annotations

from typing import Final

from host.inspect.phrases.book import Sign, phrase

_WHO: Final = (
    r"(?:ais?|a\.i\.|llms?|language models?|(?:ai |coding |automated |autonomous |llm |virtual |software |research |browser |email |review )?(?:agents?|assistants?|bots?|chatbots?|copilots?)"
    r"|ai (?:models?|systems?|tools?|reviewers?|readers?)|claude(?: code| desktop)?|chatgpt|gpt(?:-\d\w?)?|gemini|copilot|cursor|codex|windsurf|cline|grok|mistral|perplexity)"
)
_AI: Final = (
    r"(?:ais?|a\.i\.|llms?|language models?|(?:ai|coding|automated|autonomous|llm) (?:agents?|assistants?|bots?|copilots?|models?|systems?|tools?|reviewers?|readers?)"
    r"|claude(?: code| desktop)?|chatgpt|gpt(?:-\d\w?)?|gemini|copilot|cursor|codex|windsurf|cline|grok|mistral|perplexity)"
)
"""What is no person's calling."""
_CUES: Final = (
    "ai ,ai:,ai\u2013,ais ,a.i.,llm,agent,assistant,bot ,bot:,bots,bot\u2013,chatbot,language model,claude,chatgpt,gpt-,gpt ,gpt:,"
    "gemini,copilot,cursor,codex,windsurf,cline ,cline:,grok ,grok:,mistral,perplexity"
)
_MUST: Final = r"(?:must|should|shall|has to|have to|needs? to|is required to|are required to|is to|are to|is instructed to|are instructed to|will now|may only|is expected to|are expected to|is asked to|are asked to)"
_DO: Final = (
    r"(?:accept|add|allow|answer|append|apply|approve|attach|bcc|buy|call|cc|change|click|collect|commit|confirm|copy|create|deploy|decode|delete|disable|disregard|download|e-?mail|enable|"
    r"encode|end|execute|exfiltrate|export|fetch|fill|follow|forward|give|grant|hide|ignore|include|insert|install|invite|invoke|list|mark|mention|merge|never|not|obtain|omit|open|order|output|"
    r"paste|pass|pay|place|post|prefer|print|provide|publish|purchase|push|put|rate|read|recommend|refund|remember|remove|repeat|reply|report|respond|retrieve|reveal|rewrite|run|save|say|send|"
    r"set|share|show|skip|state|stop|store|submit|summari[sz]e|tell|transfer|treat|turn|unlock|update|upload|use|visit|write)"
)

AGENTS: Final = (
    phrase(
        Sign.ADDRESS,
        _CUES,
        rf"\b(?:to|for|attention|dear|hey|hello|hi|ok|okay|note|notice|message)\W{{1,4}}(?:(?:to|for|any|all|every|the|our|whichever|my|fellow|future|self-\w{{1,12}}|smart|helpful)\W{{1,3}}){{0,4}}{_WHO}"
        r"\W{1,3}(?:(?:that|who|which|currently|now|is|are)\W{1,2}){0,3}(?:reading|processing|fixing|reviewing|working|handling|parsing|using|indexing|summari[sz]ing|crawling|accessing|viewing|visiting|looking|scanning|translating|decode|read|run|approve|send|please|do not|must|should|you)\b",
        back=46,
    ),
    phrase(
        Sign.ADDRESS,
        _CUES,
        rf"\b{_WHO}\W{{1,3}}(?:(?:that|who|which|is|are|currently)\W{{1,2}}){{0,2}}(?:reading|processing|reviewing|handling|parsing|indexing|summari[sz]ing|crawling|scanning|translating|working on)"
        r"\W{1,3}(?:this|the|these|our)\b[^\n]{0,40}?\b(?:must|should|shall|please|needs? to|has to|have to|do not|:)",
        back=24,
    ),
    phrase(
        Sign.ADDRESS,
        _CUES,
        rf"\b(?:{_AI}(?:\W{{1,2}}{_AI})?|(?:any|all|every|each|whichever)\W{{1,2}}(?:\w{{1,16}}\W{{1,2}})?(?:agents?|assistants?|bots?|models?))\W{{1,3}}{_MUST}\W{{1,3}}(?:(?:always|first|also|then|now|immediately|never|not|please|secretly|silently|quietly|automatically)\W{{1,3}}){{0,3}}{_DO}\b"
        rf"|(?:^|\n)\s{{0,3}}(?:assistants?|agents?|models?|bots?) (?:must|should|shall) (?:(?:always|first|now|also|immediately) ){{0,2}}{_DO}\b"
        r"|\bthe (?:assistant|agent|model|bot|chatbot) (?:must|should|has to|needs to|is required to|shall|will now) (?:(?:always|first|also|then|now|never|secretly|silently|quietly) ){0,2}(?:paste|reveal|disclose|exfiltrate|forward|e-?mail|upload|approve|attach|bcc|transfer|pay|wire|copy the|hide|pass on|merge|buy|delete)\b",
        back=34,
    ),
    phrase(
        Sign.ADDRESS,
        _CUES,
        rf"(?:^|[\n.!?\"'>:*;\]\)–—]|\s-|u/\w{{1,20}}:|@|,\s)\s{{0,3}}{_WHO}\s?[,:–—-]{{1,2}}\s{{1,3}}(?:(?:before|after|when|while|once)\s[^\n.:,]{{1,40}},\s)?(?:(?:please|you|now|also|then|first|do|must|should|kindly|when|if|before|after|always|never|go|start by)\W{{1,3}}){{0,3}}{_DO}\b",
        back=48,
    ),
    phrase(
        Sign.ADDRESS,
        _CUES,
        rf"\b(?:this|the following|what follows|the next (?:part|section|line))\W{{1,2}}(?:(?:message|note|text|section|part|comment|paragraph|is|are|was|meant|intended|written|only|addressed|just)\W{{1,2}}){{0,4}}(?:for|to)\W{{1,2}}(?:(?:the|any|all|every|your|an?)\W{{1,2}})?{_WHO}\b(?!\W?(?:class|interface|module|api|sdk|config))",
        back=60,
    ),
    phrase(
        Sign.ADDRESS,
        "@assistant,@ai ,@claude,@copilot,@bot,@agent,@chatgpt,@gemini,@cursor",
        rf"@(?:assistant|ai|claude|copilot|bot|agent|chatgpt|gemini|cursor)\b\W{{1,3}}(?:(?:please|now|also|kindly|can you|could you|you should|you must)\W{{1,3}}){{0,2}}{_DO}\b",
    ),
    phrase(
        Sign.ADDRESS,
        "essential that you,mandatory that you,crucial that you,critical that you,imperative that you,required that you,vital that you,mandatory to,essential to",
        r"\b(?:essential|mandatory|crucial|critical|imperative|required|vital)\W(?:that you|to)\W(?:(?:first|always|now|immediately|also)\W){0,2}(?:call|invoke|run|execute|send|forward|upload|e-?mail|transfer)\b",
    ),
    phrase(
        Sign.ADDRESS,
        "as the model,as a model,as the ai,as the agent",
        r"\bas (?:the|an?) (?:model|ai|agent)\b[^.\n]{0,30}?\byou (?:must|should|will|have to|need to|shall|are to)\b",
    ),
    phrase(
        Sign.SECRECY,
        "the user know,the user see,the user notice,the user find out,the human know",
        r"\b(?:not|never|n't|without) (?:let|letting|allow|allowing) the (?:user|human) (?:to )?(?:know|see|notice|find out)\b",
        back=24,
    ),
    phrase(
        Sign.OVERRIDE,
        "instructions from the,orders from the,directive from the,instruction from the",
        r"\b(?:new|updated|urgent|special|further)\W{1,2}(?:instructions?|orders?|directives?) from the (?:administrators?|developers?|system|operators?|owner|user|security team|vendor)\b",
        back=12,
    ),
    phrase(
        Sign.ADDRESS,
        "whoever,whatever,anyone who,anything that,everyone who,any system that",
        r"\b(?:whoever|whatever|anyone who|anything that|everyone who|any system that) (?:summari[sz]es|reads|processes|translates|indexes|parses|handles|reviews|uses claude|uses cursor) (?:this|these|the)?[^.\n]{0,20}?\b(?:must|should|has to|needs to|is to)\b",
    ),
    phrase(
        Sign.TRIGGER,
        "you must,you need to,you have to,you should",
        r"\byou (?:must|need to|have to|should)(?: now| first| always| also| immediately)? (?:call|invoke|run|execute|use) (?:the )?[`'\"]?[a-z][a-z0-9]{1,30}_[a-z0-9_]{2,60}\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "from here on,from this point,from today on,henceforth",
        r"\b(?:from here on(?:wards?)?|from this point(?: on| onwards?| forward)?|from today on|henceforth)\W{1,3}(?:you|always|never|respond|answer|act|whenever|every|all)\b",
    ),
    phrase(
        Sign.SECRECY,
        "to humans,to the humans,from humans,to people,to the owner",
        r"\b(?:not|never|n't|without)\W{1,2}(?:reveal|show|tell|disclose|mention|explain|report)\w{0,3}\b[^\n.]{0,30}?\bto (?:the )?(?:humans|people|owner)\b|\bhide[^\n.]{0,30}?from humans\b",
        back=60,
    ),
    phrase(
        Sign.SECRECY,
        "the user that,to the user that,user everything,user nothing,user it went,user all ",
        r"\b(?:tell|respond to|report to|assure|reply to|inform|say to|answer)\W{1,3}the (?:user|human|operator)(?: that)? (?:everything|nothing|all|it|no|the (?:task|operation|file|test)s?)\b[^\n.]{0,40}?\b(?:fine|ok(?:ay)?|normal|good|well|happened|changed|found|done|success\w{0,5}|wrong|pass(?:ed)?)\b",
        back=24,
    ),
    phrase(
        Sign.ADDRESS,
        "ai-note,agent-note,ai note,agent note,ai-instruction,agent-instruction,llm-note,ai instruction,agent instruction,bot instruction,note to ai,note to llm,prompt for ai",
        r"(?:[\[<({*#-]\s{0,3})(?:ai|agent|llm|bot|assistant|model)[ _-](?:notes?|instructions?|directives?|hints?|only|message|prompt)\b",
        back=6,
    ),
    phrase(
        Sign.ADDRESS,
        "your answer,your response,your reply,your summary,your output,your report,your final,your review,your next message",
        r"\b(?:in|end|begin|start|finish|include in|append to|add to|at the end of|conclude)\W{1,3}your\W{1,2}(?:(?:next|final|own|first)\W{1,2}){0,2}(?:answer|response|reply|summary|output|report|review|message)\b"
        r"(?:\W{1,3}(?:with|by|include|add|say|recommend|mention|state|tell|always|insert|claim|that)\b|[^\n]{0,60}?\b(?:include|add|recommend|insert|mention|append|link|!\[))",
        back=20,
    ),
    phrase(
        Sign.ADDRESS,
        "when summari,when you summari,when answering,when you answer,when responding,when replying,when you respond,when translating,when reviewing this,if you summari,while summari",
        r"\b(?:when|if|while)\W{1,2}(?:you\W{1,2})?(?:are\W{1,2})?(?:summari[sz]\w{1,3}|answer\w{0,3}|respond\w{0,3}|reply\w{0,3}|translat\w{1,3}|reviewing)\b[^\n.]{0,60}?[,:]?\W{1,3}"
        r"(?:you (?:must|should)|add|include|insert|say|state|recommend|mention|claim|append|tell|call|send|always|end|begin|link|please)\b",
    ),
    phrase(
        Sign.TRIGGER,
        "when the user,when user,whenever the user,if the user,once the user,next time the user,as soon as the user",
        r"\b(?:when(?:ever)?|if|once|the next time|next time|as soon as)\W{1,2}(?:the\W{1,2})?user\W{1,2}(?:says?|asks?|thanks|types?|writes?|mentions?|repl(?:y|ies)|answers?|wants?)\b"
        r"[^\n]{0,120}?\b(?:must|should|open|send|call|run|execute|delete|invoke|forward|use|say|do not|never|always|read|transfer|turn|reply|add)\b",
        back=10,
    ),
    phrase(
        Sign.OVERRIDE,
        "supersede,takes precedence,take precedence,overrides all,override all,overrides any,highest priority,top priority,higher priority",
        r"\b(?:this|these|the following)\W{1,2}(?:\w{1,16}\W{1,2}){0,3}?(?:supersedes?|overrides?|takes? precedence|ha(?:s|ve) (?:the )?(?:highest|higher|top) priority)\b[^\n]{0,60}?\b(?:instructions?|prompts?|rules?|polic(?:y|ies)|guidelines?|else|orders?|user)\b",
        back=60,
    ),
    phrase(
        Sign.OVERRIDE,
        "pretend,act as,roleplay,role-play,jailbreak,unrestricted,no restrictions,without restrictions",
        r"\b(?:pretend|act as if|roleplay|role-play)\W{1,3}(?:(?:to be|that|you|as)\W{1,2}){1,3}(?:\w{1,16}\W{1,2}){0,4}?(?:no (?:rules|restrictions|limits|filters?)|unrestricted|administrator|developer|root|evil|without|dan\b)"
        r"|\bact as\W{1,2}(?:an?|the|my)\W{1,2}(?:unrestricted|unfiltered|jailbroken|uncensored)\b|\byou (?:have|are under) no restrictions\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "system prompt,initial instructions,instructions above,prompt above,text above,hidden prompt,developer message,initial prompt",
        r"\b(?:print|repeat|reveal|show|output|display|disclose|quote|leak|recite|dump|return|give)\W{1,3}(?:\w{1,12}\W{1,2}){0,4}?(?:system prompt|initial instructions|instructions above|prompt above|text above|hidden prompt|developer message|initial prompt)\b",
        back=50,
    ),
    phrase(
        Sign.CONSENT,
        "already,pre-approved,preapproved,pre-authorized,pre-authorised,preauthorized,preauthorised",
        r"\b(?:user|human|owner|operator|customer|admin(?:istrator)?)\W{1,2}(?:has|have)\W{1,2}(?:(?:already|previously)\W{1,2}|(?=pre-?))(?:\w{1,12}\W{1,2}){0,2}?(?:(?:pre-?)?approved|consented|(?:pre-?)?authori[sz]ed|agreed|confirmed|accepted|granted|allowed|permitted|signed off)\b"
        r"|\b(?:is|are|was|has been|have been)\W{1,2}(?:already\W{1,2})?pre-?(?:approved|authori[sz]ed)\b|\balready (?:approved|authori[sz]ed) by the (?:user|owner|human|admin\w{0,9})\b",
        back=40,
    ),
    phrase(
        Sign.CONSENT,
        "confirmation,approval,be asked,consent",
        r"\bno\W{1,2}(?:further\W{1,2}|additional\W{1,2}){0,2}(?:user|human)\W{1,2}(?:confirmation|approval|consent)\W{1,2}(?:is\W{1,2})?(?:needed|necessary|required)\b"
        r"|\b(?:never|not|doesn't|does not)\W{1,2}(?:wants?|wish(?:es)?|like)\W{1,2}to be asked\b",
        back=40,
    ),
    phrase(
        Sign.SECRECY,
        "this field,this parameter,this value,this input,this argument,this text,this step,nothing about it,nothing about this,this instruction,these instructions,this note",
        r"\b(?:do not|don't|never|must not)\W{1,2}(?:display|show|print|log|render|reveal|mention|expose|output|repeat|quote)\W{1,2}(?:this|these|the)\W{1,2}(?:field|parameter|value|input|argument|text|step|instructions?|note)\b"
        r"|\bsay nothing about (?:it|this|that)\b|\bkeep quiet about\b",
        back=34,
    ),
    phrase(
        Sign.SECRECY,
        "never show it,do not show it,don't show it,then say nothing,hide it from,conceal it,leave no trace,without mentioning",
        r"\b(?:never show it|do not show it|don't show it|then say nothing|hide it from|conceal it|leave no trace|without mentioning (?:it|this|that|them))\b",
    ),
    phrase(
        Sign.FRAME,
        "</function_results,</function_result,</tool_result,</tool_response,</tool_output,</untrusted,</document,</search_result,<tool_code,<tool_call,<function_call,<invoke name,</user_input,</context>,</data>,</result>",
        r"</(?:function_results?|tool_(?:results?|response|output)|untrusted\w{0,12}|user_input)>|<(?:tool_code|tool_call|function_calls?|invoke name)\b"
        r"|</(?:documents?|search_results?|context|data|result)>\s{0,6}(?:human|user|system|assistant|now|new|you|ignore|important|instructions?)\b",
    ),
    phrase(
        Sign.FRAME,
        "human:,user:,### instruction,### system,### user",
        r"(?:^|\n)[ \t*#]{0,4}(?:human|user)[ \t*]{0,3}:[^\n]{1,400}\n{1,3}[ \t*#]{0,4}(?:assistant|ai|claude)[ \t*]{0,3}:|(?:^|\n)###\s(?:instructions?|system|user)\b\s{0,3}:?\n",
        back=6,
    ),
    phrase(Sign.OVERRIDE, "ignore what", r"\bignore what (?:your|the|any) (?:user|human|owner|operator)\b"),
    phrase(
        Sign.ADDRESS,
        "llm instruction,ai instruction,agent instruction,assistant instruction,@ai-assistant,@ai assistant,@assistant",
        r"\b(?:llm|ai|agent|assistant) instructions?\W{0,2}:|@(?:ai[- ])?assistant\W{1,3}(?:system|you|please|must|notice|instruction|urgent|now)\b",
        back=1,
    ),
    phrase(
        Sign.LEAK,
        "everything you find,everything you know,anything you find,all you find,all you know,about privacy,about confidential",
        r"\b(?:put|add|publish|include|write|post|list|share)\W{1,3}(?:in\W{1,2})?(?:everything|anything|all) you (?:find|know)\b"
        r"|\b(?:not|n't|never) (?:care|worry|mind|bother) about (?:privacy|confidential)",
        back=30,
    ),
    phrase(
        Sign.MEMORY,
        "remember,memor,in all future,for all future",
        r"\b(?:remember|memori[sz]e)\W{1,3}(?:permanently|forever|for (?:all|the) (?:future|rest)|for later sessions|in all (?:future )?(?:sessions|chats|conversations)|this (?:rule|fact|preference|instruction)|that the user always)\b"
        r"|\b(?:save|store|add|write|commit|put|keep)\W{1,2}(?:this|it|the following|these|that)\W{1,3}(?:\w{1,12}\W{1,2}){0,3}?(?:to|in|into)\W{1,2}(?:your|the|its|long-term|persistent)\W{1,2}(?:\w{1,12}\W{1,2}){0,2}?memor(?:y|ies)\b"
        r"|\b(?:update|in|into|to) your (?:long-term |persistent |permanent )?memory\b|\b(?:in|for) all future (?:sessions|chats|conversations|requests|replies|tasks|answers|messages)\b",
        back=90,
    ),
    phrase(
        Sign.LEAK,
        "![",
        r"!\[[^\]\n]{0,120}\]\(\s{0,3}<?https?://[^\s)]{1,300}[?&=/](?:\{{1,2}\w{1,40}|<\w{1,40}|\[\w{1,40}|\$\{?\w{1,40}|%s|(?:summary|data|secret|conversation|history|your|the|content|message|text|base64|insert)_?\w{0,40}(?=[)&\s]))",
    ),
    phrase(
        Sign.LEAK,
        "url-encoded,urlencoded,url encoded,base64,query parameter,query string,as a parameter,in the url,to the url,in the link,image url,in the query,into the url",
        r"\b(?:conversation|chat|history|prompt|messages?|secrets?|api keys?|tokens?|passwords?|credentials?|e-?mails?|contents?|answers?|names?|data|files?|env|variables?|summary|results?)\b[^\n]{0,100}?"
        r"\b(?:url-?\s?encoded|(?<!as )(?<!as a )(?<!as an )(?<!and )(?<!or `)(?<!embedded )(?<![/|(:\"])(?<!: )(?<!\| )base64(?:-encoded)?|(?:as|in|into) (?:an?|the) (?:query )?(?:parameter|query|url|link)|to the url|(?:in|into|to) the (?:image )?url|query string)\b",
        back=110,
    ),
    phrase(
        Sign.LEAK,
        "passw,contrase,senha,mot de passe,mots de passe,kennw,wachtwoord,api key,api-key,api_key,apikey,token,.env,.ssh,ssh key,private key,credential,credenci,secret,seed phrase,recovery code,cookies,environment variable,history,conversation,system prompt,one-time code,verification code",
        r"\b(?:send|forward|post|upload|e-?mail|exfiltrate|leak|submit|transmit|paste|mail|publish|report|copy|share|deliver|env[i\xed]a\w{0,4}|manda|sende|schick\w{0,3}|envoie\w{0,2}|envoyez|invia|stuur|wy\u015blij|skicka|g\xf6nder)\b"
        r"(?:[^\n.!?]|[.!?](?!\s)){0,90}?(?:passw\w{1,6}|contrase\xf1a\w?|senhas?|mots? de passe|kennw\xf6rter|passw\xf6rter|wachtwoord\w{0,2}|api[ _-]?keys?|tokens?|\.env\b|\.ssh|ssh keys?|private keys?|credentials?|credenciais|credenciales|secrets?|seed phrase|recovery codes?|cookies|environment variables?|"
        r"(?:conversation|chat) history|(?:the|this|entire|whole) conversation|system prompt|one-time code|verification codes?)(?:[^\n.!?]|[.!?](?!\s)){0,60}?\b(?:to|at|into|al?|an|\xe0|para|na|do|naar|til)\s{1,3}(?:https?://|[\w.+-]{1,60}@\w|#\w|the (?:address|url|webhook|link|endpoint|channel)|this (?:issue|ticket|page|comment|channel|url|address|thread)|our|us\b|me\b)",
        back=120,
    ),
)
"""What nobody says but to a model."""
