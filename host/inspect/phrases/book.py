"""The phrases that speak to a model (pure).

Owns: their list, by what they want of the model. What stays true: a pattern is tried only where one of its cues stands,
repeats nothing without a bound, and no two repetitions that follow one another can share a character. All is lower case.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is
# a pattern is read best as the one line that it is

from __future__ import annotations

import enum
import re
from typing import Final, NamedTuple

from host.patterns import regex
from host.words import say


class Sign(enum.Enum):
    """What a phrase wants of the model, as a clause with ``it`` for whose text it is."""

    OVERRIDE = say("it wants earlier instructions ignored")
    SECRECY = say("it wants something kept from you")
    CONSENT = say("it wants you not to be asked")
    HUSH = say("it wants something kept quiet")
    SECRETS = say("it asks for secrets")
    CALLS = say("it says what other tools should do")
    FRAME = say("it poses as words of the system")
    ADDRESS = say("it addresses an AI")
    ORDER = say("it orders what to do besides")
    UNSEEN = say("it holds letters that nobody sees")
    VEILED = say("it is written so that people do not read it")
    MEMORY = say("it wants to be remembered")
    LEAK = say("it wants something sent out")
    TRIGGER = say("it waits for something that you say")


class Phrase(NamedTuple):
    """One way to say something.

    Attributes:
        sign: what it wants. cues: plain words of which one is in every such phrase. pattern: of the phrase. back:
        characters from its beginning to the cue, at most; 0 where it begins with the cue.
    """

    sign: Sign
    cues: tuple[str, ...]
    pattern: re.Pattern[str]
    back: int = 0


NON_WORD: Final = r"\W{1,8}+"
FEW: Final = r"(?:[\w']{1,20}+[^\w']{1,8}+)"
"""Both take what they can and give nothing back: where two could share a sign, tries would multiply."""
_MODELS: Final = " ai,ai agent,ai assistant,ai model,llm,assistant,language model,chatbot,claude,chatgpt,copilot,gemini"
_NOUN: Final = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|directions?|commands?|orders?|restrictions?|"
    r"constraints?|guardrails?|policies|policy|training|context|safety)"
)
_EARLIER: Final = (
    r"(?:previous|prior|above|earlier|preceding|foregoing|past|your|system|original|initial|existing|developer|safety|"
    r"other|current|user(?:'s)?|former|preceeding|these|those|content|security)"
)


def phrase(sign: Sign, cues: str, pattern: str, back: int = 0) -> Phrase:
    """One phrase. ``cues`` are apart by commas; ``pattern`` is one of ``re``; ``back`` as in ``Phrase``."""
    return Phrase(sign, tuple(cues.split(",")), regex(pattern), back)


_LEAVE: Final = r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|overrule|bypass(?:ing)?)"
_NOT: Final = (
    r"(?:do not|don't|dont|never|must not|mustn't|without|avoid|should not|shouldn't|no need to|refrain from|not to|"
    r"cannot|don\u2019t)"
)
_TELL: Final = (
    r"(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|notify(?:ing)?|alert(?:ing)?|"
    r"warn(?:ing)?|report(?:ing)?)"
)

COMMON: Final = (
    phrase(
        Sign.OVERRIDE,
        "ignor,disregard,forget,overrid,overrul,bypass",
        rf"\b{_LEAVE}{NON_WORD}{FEW}{{0,3}}{_EARLIER}{NON_WORD}{FEW}{{0,3}}?{_NOUN}\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "ignor,disregard,forget",
        rf"\b(?:ignore|disregard|forget){NON_WORD}(?:everything|anything|all|what){NON_WORD}{FEW}{{0,3}}?"
        r"(?:above|before|prior|previous(?:ly)?|earlier|told|said|learned|instructed)\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "ignore all",
        rf"\bignore{NON_WORD}all{NON_WORD}(?:instructions|rules|prompts|guidelines|safety)\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "instructions,prompt:,directives",
        rf"\b(?:new|updated|revised|real|actual|secret|hidden){NON_WORD}(?:system{NON_WORD})?(?:instructions?|prompt|directives?)"
        r"(?: for (?:you|the (?:assistant|ai|agent|model)))?\s{0,4}(?::|supersede|override|replace)",
        back=24,
    ),
    phrase(
        Sign.OVERRIDE,
        "your new,your real,your true,your actual,your only,your primary",
        rf"\byour{NON_WORD}(?:new|real|true|actual|only|primary){NON_WORD}"
        r"(?:tasks?|goals?|roles?|objectives?|instructions?|purpose|mission|job)\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "follow,obey",
        rf"\b(?:do not|don't|stop|never){NON_WORD}(?:follow(?:ing)?|obey(?:ing)?){NON_WORD}{FEW}{{0,3}}?"
        rf"(?:instructions?|rules|prompt|guidelines|user)\b"
        r"(?! (?:found|embedded|contained|hidden) (?:in|within) (?:the |any )?(?:results?|pages?|text|titles?|content|snippets?|documents?))",
        back=14,
    ),
    phrase(
        Sign.OVERRIDE,
        "what the user,whatever the user",
        rf"\b(?:(?:regardless of|no matter|instead of){NON_WORD}what|whatever){NON_WORD}the{NON_WORD}user\b",
        back=24,
    ),
    phrase(
        Sign.OVERRIDE,
        "from now on",
        rf"\bfrom now on{NON_WORD}(?:you|always|never|respond|answer|act|whenever|every|all)\b",
    ),
    phrase(
        Sign.OVERRIDE,
        "override",
        r"\b(?:system|admin|administrator|security|developer|emergency|instruction|safety)\W{1,3}override\b|\bpriority override\s?[:!]",
        back=18,
    ),
    phrase(
        Sign.OVERRIDE,
        "\u5ffd\u7565,\u5ffd\u89c6,\u65e0\u89c6,\u7121\u8996,\u7121\u8996,\u5ffd\u8996",
        r"(?:\u5ffd\u7565|\u5ffd\u89c6|\u65e0\u89c6|\u7121\u8996|\u5ffd\u8996)[^\u3002\n]{0,8}"
        r"(?:\u4e4b\u524d|\u4ee5\u4e0a|\u6240\u6709|\u5148\u524d|\u524d\u9762|\u6307\u4ee4|\u6307\u793a|\u63d0\u793a)"
        r"|\u6307\u793a[^\u3002\n]{0,4}\u7121\u8996",
        back=8,
    ),
    phrase(
        Sign.OVERRIDE,
        "\u6307\u793a\u3092\u7121\u8996,\u547d\u4ee4\u3092\u7121\u8996",
        r"(?:\u6307\u793a|\u547d\u4ee4)\u3092\u7121\u8996",
    ),
    phrase(Sign.OVERRIDE, "\ubb34\uc2dc", r"(?:\uc9c0\uc2dc|\uc9c0\uce68|\uba85\ub839)[^\n]{0,6}\ubb34\uc2dc", back=9),
    phrase(
        Sign.OVERRIDE,
        "\u0438\u0433\u043d\u043e\u0440\u0438\u0440,\u0437\u0430\u0431\u0443\u0434\u044c",
        r"(?:\u0438\u0433\u043d\u043e\u0440\u0438\u0440\w{1,6}|\u0437\u0430\u0431\u0443\u0434\u044c\w{0,4})\W{1,4}"
        r"(?:\u0432\u0441\u0435\W{1,4})?(?:\u043f\u0440\u0435\u0434\u044b\u0434\u0443\u0449|\u0438\u043d\u0441\u0442\u0440\u0443\u043a\u0446|\u043f\u0440\u0435\u0436\u043d)",
    ),
    phrase(
        Sign.OVERRIDE,
        "ignor,olvid,oubli,vergiss,negeer,zignoruj,dimentica,esque\xe7a,talimatlar",
        r"\b(?:ignor\w{1,4}|olvid\w{1,3}|oubli\w{1,4}|vergiss|negeer|zignoruj|dimentica|esque\xe7a)\W{1,4}(?:sie\W{1,4})?"
        r"(?:(?:todas|toutes|tutte|alle|wszystkie|tous)\W{1,4})?(?:(?:las|les|le|as|die|de|suas|tus|vos)\W{1,4})?"
        r"(?:instrucciones|instructions|istruzioni|instru\xe7\xf5es|anweisungen|instructies|vorherigen|vorigen|bisherigen|"
        r"obigen|fr\xfcheren|eerdere|vorige|poprzednie)|talimatlar\w{0,4}\W{1,4}(?:yok say|g\xf6rmezden)",
    ),
    phrase(
        Sign.OVERRIDE,
        "\u062a\u062c\u0627\u0647\u0644",
        r"\u062a\u062c\u0627\u0647\u0644\W{1,4}(?:\w{1,12}\W{1,4})?\u0627\u0644\u062a\u0639\u0644\u064a\u0645\u0627\u062a",
    ),
    phrase(
        Sign.OVERRIDE,
        "\u0928\u093f\u0930\u094d\u0926\u0947\u0936",
        r"\u0928\u093f\u0930\u094d\u0926\u0947\u0936[^\n]{0,12}\u0905\u0928\u0926\u0947\u0916",
    ),
    phrase(
        Sign.SECRECY,
        "the user,your user,this user,to user,the human,your human,the operator",
        rf"\b{_NOT}{NON_WORD}{FEW}{{0,2}}?{_TELL}{NON_WORD}{FEW}{{0,6}}?(?:the|this|your|to){NON_WORD}(?:user|human|operator)\b",
        back=130,
    ),
    phrase(
        Sign.SECRECY,
        "the user,the human",
        r"\bthe (?:user|human)\W{1,4}(?:must not|should not|shouldn't|does not need to|doesn't need to|need not|must never|"
        r"should never|cannot|will not|won't)\W{1,4}(?:know|see|be told|be informed|be aware|notice|find out|learn)\b",
    ),
    phrase(
        Sign.SECRECY,
        "without the user,without user,without any user,from the user,from user,without the human,from the human",
        r"\b(?:without|hid(?:e|den|ing)|conceal\w{0,5}|secret|keep\w{0,3})\W{1,4}(?:(?:this|it|that|them|these|all)\W{1,4})?"
        r"(?:from\W{1,4})?(?:the |any )?(?:user|human)(?:'s)?\b(?:\W{1,4}(?:knowledge|knowing|noticing|permission|consent|"
        r"confirmation|approval|awareness))?",
        back=30,
    ),
    phrase(
        Sign.SECRECY,
        "secretly,silently,quietly,covertly,discreetly",
        r"\b(?:secretly|silently|quietly|covertly|discreetly)\W{1,4}(?:\w{1,20}\W{1,4}){0,2}?(?:send|forward|copy|upload|"
        r"include|add|read|call|execute|post|bcc|exfiltrat\w{1,3}|transmit|collect|pass|append|e-?mail|invoke|run|share)\b",
    ),
    phrase(
        Sign.SECRECY,
        "\u7528\u6237,\u7528\u6236,\u4f7f\u7528\u8005,\u30e6\u30fc\u30b6\u30fc,\uc0ac\uc6a9\uc790",
        r"(?:\u4e0d\u8981|\u522b|\u52ff|\u4e0d\u5f97)(?:\u544a\u8bc9|\u544a\u8a34|\u8ba9|\u8b93|\u901a\u77e5|\u5411)(?:\u7528\u6237|\u7528\u6236|\u4f7f\u7528\u8005)"
        r"|\u30e6\u30fc\u30b6\u30fc\u306b[^\u3002\n]{0,6}(?:\u8a00\u308f\u306a|\u77e5\u3089\u305b\u306a|\u4f1d\u3048\u306a|\u8a71\u3055\u306a|\u8a00\u53ca\u3057\u306a)"
        r"|\uc0ac\uc6a9\uc790\uc5d0\uac8c[^\n]{0,10}(?:\ub9d0\ud558\uc9c0|\uc54c\ub9ac\uc9c0|\uc5b8\uae09\ud558\uc9c0)",
        back=8,
    ),
    phrase(
        Sign.SECRECY,
        "\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b",
        r"\u043d\u0435 (?:\u0433\u043e\u0432\u043e\u0440\u0438|\u0441\u043e\u043e\u0431\u0449\u0430\u0439|\u0443\u043f\u043e\u043c\u0438\u043d\u0430\u0439|\u0440\u0430\u0441\u0441\u043a\u0430\u0437\u044b\u0432\u0430\u0439)(?:\u0442\u0435)?"
        r"\W{1,4}(?:\w{1,12}\W{1,4}){0,2}?\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b",
        back=60,
    ),
    phrase(
        Sign.SECRECY,
        "usuario,usu\xe1rio,utilisateur,benutzer,nutzer,utente,gebruiker",
        r"\b(?:no|ne|n'|nicht|non|n\xe3o|niet|sin|sans|ohne|sem|senza)\W{0,4}(?:\w{1,14}\W{1,4}){1,4}?(?:al?|l|dem|den|o|de|"
        r"all|ao)\W{1,2}(?:usuario|usu\xe1rio|utilisateur|benutzer|nutzer|utente|gebruiker)\b"
        r"|\b(?:sag|sage|teile|erz\xe4hle)\W{1,4}(?:\w{1,10}\W{1,4}){0,3}?(?:benutzer|nutzer|anwender)\W{1,4}(?:\w{1,10}\W{1,4}){0,3}?nich\w{1,2}",
        back=90,
    ),
    phrase(
        Sign.HUSH,
        "anyone,anybody,users,customers",
        rf"\b{_NOT}{NON_WORD}{FEW}{{0,2}}?(?:{_TELL}|show|let){NON_WORD}{FEW}{{0,4}}?(?:users|anyone|anybody|customers)\b",
        back=110,
    ),
    phrase(
        Sign.HUSH,
        "mention th,reveal th,disclose th,keep this,keep it ",
        r"\b(?:do not|don't|never) (?:mention|reveal|disclose) (?:this|these|that|the "
        r"(?:above|existence|instruction\w{0,1}|fact))\b|\bkeep (?:this|it) (?:a )?(?:secret|hidden|confidential|between us)\b",
        back=8,
    ),
    phrase(
        Sign.FRAME,
        "<important,<system,<secret,<hidden,<admin,<override,<critical,<instruction,<developer,<assistant",
        r"<(?:important|secret|hidden|override|critical|admin)(?:[ _-](?:instructions?|message|notice|note|prompt))?\s{0,2}>"
        r"|<(?:system|developer|assistant|instructions?)(?:[ _-](?:instructions?|message|notice|note|prompt|override|"
        r"reminder))?\s{0,2}>[^<]{0,40}?\b(?:you|ignore|override|new|assistant|model|agent|always|never|must|do not|forward|send)\b",
    ),
    phrase(
        Sign.FRAME,
        "<|,[inst],[/inst],<<sys>>,[system,[admin,[assistant,[developer",
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id|end)\|>|\[/?inst\]|<</?sys>>"
        r"|\[(?:system|admin|assistant|developer)(?:\W(?:message|prompt|note|override|instruction|notice|update))?\W{0,2}\]",
    ),
    phrase(
        Sign.FRAME,
        "system",
        r"(?:^|[\n\"'.>*#-])[ \t*#>-]{0,6}system(?:\W{1,3}(?:message|prompt|note|override|instruction|notice|alert|update))?"
        r"[ \t*]{0,3}:[\s*]{0,4}(?:you|ignore|override|new|the (?:user|assistant|model|agent|ai)|assistant|forward|send|"
        r"reveal|print|output|show|transfer|run|open|delete|execute|call|disregard|please|all|from|as|do|never|always)\b",
        back=8,
    ),
    phrase(
        Sign.FRAME,
        "end of ,begin",
        r"\b(?:end of|begin(?:ning)?(?: of)?) (?:the )?(?:user input|user message|system (?:prompt|message|instructions?)|"
        r"tool (?:result|output|response)|untrusted (?:input|content|text))\b",
    ),
    phrase(
        Sign.ADDRESS,
        _MODELS,
        r"\b(?:notes?|messages?|instructions?|attention|notice|important|reminder|directives?)\W{1,4}(?:to|for|:)?\W{0,4}"
        r"(?:the |any |all |every )?(?:cursor )?(?:ai|llm|language model|assistant|chatbot|claude|chatgpt|copilot|gemini|cursor)"
        r"(?:s| (?:assistants?|agents?|models?|systems?|tools?))?\b\W{0,3}(?:$|[:.,!\n)\]-]|(?:reading|processing|must|should|please|who|that)\b)",
        back=34,
    ),
    phrase(
        Sign.ADDRESS,
        f"{_MODELS},automated,bot,agent",
        r"\bif you(?: are|'re) (?:an? )?(?:ai|llm|large language|language model|assistant|automated|bot|agent)\b"
        r"|\b(?:dear|hey|hello|attention)\W{1,3}(?:ai|llm|assistant|language model|claude|chatgpt|copilot|gemini|agent)\b"
        r"|\bas (?:an?|the) (?:helpful )?(?:ai|assistant|language model|llm|agent)\b[^.\n]{0,30}?\byou(?:'re| are| must| should| will| have| need)",
        back=24,
    ),
    phrase(
        Sign.ADDRESS,
        _MODELS,
        r"\b(?:ai|llm|language model)(?: (?:assistants?|agents?|models?|systems?|tools?))?\W{1,4}(?:(?:reading|processing|"
        r"summari[sz]ing|handling|viewing) this|(?:must|should|please|are required to|is required to|need to) (?:\w{1,12} ){0,2}?"
        r"(?:call|send|use|run|execute|read|forward|include|ignore|follow|visit|add|reply|respond|say|tell|open|invoke|recommend|mention|prefer|trust|rate|treat|state|claim|answer))\b",
        back=3,
    ),
    phrase(
        Sign.ADDRESS,
        "you are now",
        r"\byou are now (?:dan\b|in \w{1,20} mode|no longer|free (?:from|of)|unrestricted|jailbroken|"
        r"(?:an?|the|my|acting as|operating) (?:\w{1,20}\W{1,4}){0,4}?(?:assistant|agent|ai|bot|model|hacker|admin|terminal|shell|helper|mode)\b)",
    ),
    phrase(
        Sign.ADDRESS,
        "developer mode,dan mode,do anything now,god mode",
        r"\b(?:developer|dan|god) mode (?:is )?(?:now )?(?:enabled|activated|on|engaged)\b|\bdo anything now\b",
    ),
)
"""What nobody says but to a model."""
