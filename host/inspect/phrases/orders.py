"""Phrases that order a model about, and people as well (pure).

Owns: the second part of ``host.inspect.phrases.book``: what is odd in a tool's definition, or beside the first part's.
What stays true: as there. All is lower case.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is
# a pattern is read best as the one line that it is

from __future__ import annotations

from typing import Final

from host.inspect.phrases.book import FEW as _FEW
from host.inspect.phrases.book import NON_WORD as _S
from host.inspect.phrases.book import Sign, phrase
from host.patterns import regex

_OWN_FIRST: Final = (
    r"\W{1,4}(?:the|an?|your|any) (?:\w{2,14} ){0,2}?(?:files?|documents?|pages?|images?|diagrams?|drawings?|notes?|tables?|schemas?|sheets?|boards?|canvas|records?|data|content|contents)"
    r"(?:,? first\b(?!,? (?:and|then) (?:send|forward|put|pass|include|append|attach|e-?mail))|,? before (?:you )?(?:edit|writ|chang|draw|updat|modif|mak|creat|delet|answer)|,? (?:and )?then (?:draw|edit|write|change|update|answer|summari[sz]e|render|plot|modify))"
)
"""What a tool's own work begins with."""

ORDERED: Final = (
    phrase(Sign.FRAME, "\"role\",'role'", r"[\"']role[\"']\s{0,2}:\s{0,2}[\"'](?:system|developer)[\"']"),
    phrase(
        Sign.ADDRESS,
        "you are a",
        r"\byou are an? (?:\w{1,20} ){0,3}?(?:assistant|ai agent|ai model|chatbot|language model)\b",
    ),
    phrase(
        Sign.CONSENT,
        "without waiting,no review,no approval,no supervisor,without a supervisor,without review",
        r"\bwithout (?:waiting for |a |any |further |human )(?:review|approval|confirmation|supervisor|sign-?off)\b|\bno (?:review|approval|sign-?off|supervisor) (?:is )?(?:needed|necessary|required)\b",
    ),
    phrase(
        Sign.ORDER,
        "prior to invok,prior to call,prior to us,before invok,before call,before us,before runn,before execut",
        r"\b(?:prior to|before) (?:invok|call|us|runn|execut)ing\b[^.\n]{0,40}?\b(?:obtain|read|fetch|open|retrieve|include|send|append|pass|load)\b",
    ),
    phrase(
        Sign.ORDER,
        "this tool,any tool,other tool,the tool,these tool,another tool,this function,any function,other function",
        rf"\b(?:before|prior to|after|when(?:ever)?|every time|each time){_S}(?:you{_S})?(?:us(?:e|ing)|call(?:ing)?|"
        rf"invok(?:e|ing)|run(?:ning)?|execut(?:e|ing)){_S}(?:this|any|other|the|these|another){_S}{_FEW}{{0,2}}?(?:tools?|functions?)\b"
        rf"[^.\n]{{0,60}}?\b(?:must|always|first|read|call|fetch|send|include|have to|need to|open|invoke|run|get)\b(?!{_S}(?:this|be|time)|:)",
        back=60,
    ),
    phrase(
        Sign.LEAK,
        "output,result,rows,content,answer,response,values",
        r"\b(?:must|need to|have to|always|first|before \w{2,16}(?: \w{2,16}){0,3}|please|should)\b,? (?:you (?:must |should |need to )?)?(?:first |always |also )?(?:run|execute|call|query|read|fetch|open|select|invoke|list|load|get|retrieve)\b[^.\n]{4,110}?\b(?:and|then),? (?:then )?"
        r"(?:put|pass|include|write|paste|place|insert|append|attach|send|copy|add|supply|provide) (?:the |its |their |all |that )?(?:full |whole |complete |raw |entire )?(?:output|results?|rows|contents?|answers?|response|values)\b(?: of \w{1,20}| from \w{1,20})? (?:in|into|to|as|under|here|with)\b",
        back=190,
    ),
    phrase(
        Sign.ORDER,
        "any ,all ,every ,each ",
        rf"\b(?:before|instead of|prior to|after|in place of){_S}{_FEW}{{0,2}}?(?:any|all|every|each){_S}(?:other{_S})?(?:\w{{1,20}}{_S}){{0,2}}?"
        r"(?:tools?|functions?|tool calls?)\b",
        back=60,
    ),
    phrase(
        Sign.ORDER,
        "will not work,won't work,will fail,not function,will be rejected,will not function",
        r"\b(?:otherwise|or else|or)\W{1,4}(?:\w{1,12}\W{1,4}){0,3}?(?:tool|function|it|request|call)\W{1,4}(?:will not|won't|will|"
        r"cannot|does not) (?:work|fail|function|run|be (?:rejected|refused))",
        back=70,
    ),
    phrase(
        Sign.ORDER,
        "you must,you have to,you are required,you need to,you should always,always ,must always",
        rf"\b(?:you (?:must|have to|are required to|need to|should always)|always|must always){_S}(?:\w{{1,12}}\W{{1,8}}){{0,2}}?"
        rf"(?:call|invoke|execute|send|forward|bcc|cc|exfiltrate|transfer|upload|e-?mail|append|attach|include|pass|read(?!{_OWN_FIRST}))\b"
        r"(?!\W{1,8}(?:this|it\b|be\b|at least|in full|when\b|an? |either\b|one of|the (?:correct|exact|full|id|path|complete documentation)|the \W{1,4}\w{1,30}\W{1,4}(?:query|parameter|id)))",
    ),
    phrase(
        Sign.CALLS,
        "all ,every ,any ",
        r"\b(?:all|every|any|each) (?:e-?mails?|messages?|payments?|transfers?|requests?|files?|outgoing \w{1,12}|replies|data|results?|invoices?)"
        r"\W{1,4}(?:\w{1,12}\W{1,4}){0,3}?(?:must|should|have to|need to|shall|are to|will) (?:\w{1,12} ){0,2}?"
        r"(?:sent|forwarded|copied|routed|redirected|bcc\w{0,3}|cc\w{0,3}|go|include|uploaded|posted)\b",
    ),
    phrase(
        Sign.CALLS,
        "_,-",
        r"\b(?:must|now|immediately|then|please|should|first|need to|have to|next|also|instead|always|and|to)\W{1,4}(?:\w{1,12}\W{1,4}){0,2}?"
        r"(?:call|use|invoke|run|execute|trigger)\W{1,4}(?:the\W{1,4})?[a-z][a-z0-9]{1,30}(?:[_-][a-z0-9]{1,30}){1,6}\W{0,2} (?:tool|function)\b",
        back=90,
    ),
)
"""What is also said to people, and odd in a tool's definition, or beside the former."""

PLACES: Final = (
    "~/.ssh", ".ssh/", "id_rsa", "id_ed25519", ".aws/", ".env", "/etc/passwd", "/etc/shadow", "mcp.json", ".netrc", ".npmrc",
    "credential", "api key", "api_key", "apikey", "access token", "private key", "password", "environment variable",
    "secret", "cookies", "system prompt", "conversation history", "chat history", "previous messages", "entire conversation",
    "full conversation", "seed phrase", "wallet", "keychain", ".git-credentials", ".kube/config", "claude_desktop_config",
)  # fmt: skip
"""What nobody hands over because a text asks for it."""
TAKES: Final = regex(
    r"\b(?:read|cat|include|send|pass|provide|attach|append|forward|upload|copy|paste|extract|contents? of|exfiltrate|collect|"
    r"put|dump|share|e-?mail|post|supply|obtain|collect|load|transmit|leak|reveal|output|print|fetch|retrieve|open|base64|encode)\b"
)
DECLINED: Final = regex(
    r"\b(?:do not|don't|never|must not|should not|avoid) (?:(?!only|just|merely|simply|not\b)\w{1,12} )?\Z"
)
"""Before such a verb: that it shall not."""
