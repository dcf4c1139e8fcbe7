"""Phrases that turn to a model, continued (pure).

Owns: the rest of what nobody says but to a model (``host.inspect.phrases.book``), and all of it together. What stays
true: as there. All is lower case.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is
# a pattern is read best as the one line that it is

from __future__ import annotations

from typing import Final

from host.inspect.phrases.book import COMMON, Sign, phrase

SPOKEN: Final = (
    *COMMON,
    phrase(
        Sign.ADDRESS,
        "assistant,claude,chatgpt,copilot,gemini,llm,cursor,ai:",
        r"(?:^|[\n.!?\"'>:*]|\W@)\s{0,3}(?:(?:hey|hi|hello|ok|dear|attention) )?(?:ai|assistant|claude|chatgpt|copilot|gemini|llm|cursor)"
        r"\s?[,:]\s{1,3}(?:(?:please|you|now|also|then|first|do|must|should|kindly) ){0,3}?(?:send|forward|read|run|call|execute|ignore|"
        r"open|delete|create|add|use|include|post|upload|fetch|copy|transfer|reply|must|should|change|write|append|invoke)\b",
        back=16,
    ),
    phrase(
        Sign.ADDRESS,
        "reading this,processing this,reads this,processes this",
        r"\b(?:ai|llm|language model|assistant|agent|model|bot|claude|chatgpt)s?(?: (?:assistants?|agents?|models?|systems?))?"
        r"\W{1,3}(?:(?:that|who|which|is|are|currently) ){0,2}?(?:reading|processing|reads|processes) this\b",
        back=50,
    ),
    phrase(
        Sign.ADDRESS,
        "the assistant,the ai,the llm,the language model,this goes to the agent,goes to the agent",
        r"\bthe (?:ai|assistant|llm|language model)(?: (?:assistant|agent|model|system))? (?:must|should|needs to|is required to|has to|shall)"
        r" (?:\w{1,12} ){0,2}?(?:call|send|use|run|execute|read|forward|include|ignore|visit|open|invoke|delete|transfer|upload|post|copy)\b"
        r"|\bgoes to the agent\b",
        back=12,
    ),
    phrase(
        Sign.OVERRIDE,
        "your instructions,your task,your goal,your objective,your role",
        r"\byour (?:instructions?|tasks?|goals?|objectives?|role) (?:has|have|is|are) (?:now )?(?:changed|been (?:updated|changed|replaced)|overridden|to ignore)\b",
    ),
    phrase(
        Sign.CONSENT,
        "confirmation,permission,approval,consent,asking the user,consulting the user,asking the human",
        r"\b(?:without|do not|don't|never|no need to|avoid|skip)\W{1,4}(?:ask(?:ing)?|wait(?:ing)?|request(?:ing)?|seek(?:ing)?|requir(?:e|ing)|consult(?:ing)?)\W{1,4}"
        r"(?:(?:for|the|the user|the user's|user|any|further|his|her|their|to|the human|them)\W{1,4}){0,4}?(?:confirmation|permission|approval|consent|user|human)\b",
        back=60,
    ),
    phrase(
        Sign.FRAME,
        "display:none,display: none,font-size:0,font-size: 0,visibility:hidden,visibility: hidden,opacity:0,opacity: 0",
        r"(?:display|font-size|visibility|opacity):\s?(?:none|0|hidden)[^>]{0,80}>[^<]{0,200}?\b"
        r"(?:assistants?|ai|llm|you must|ignore|instructions?|agents?|forward|send)\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "ignor,disregard",
        r"\b(?:ignor(?:e|ing)|disregard(?:ing)?)\W{1,4}(?:what\W{1,4})?the\W{1,4}user(?:'s)?\b(?!\W(?:agent|id|name|table|input|field))",
    ),
)
"""What nobody says but to a model."""
