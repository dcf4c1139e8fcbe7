"""Names in a definition that are sentences: choices, defaults and inputs that order something (pure).

Owns: that judgement. What stays true: a name says what a thing is, and one that says what to do with what the tool has
no business with, or without anybody knowing, is an order; short names are none; the work grows with the length alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.patterns import regex

_NAME: Final = regex(r"[A-Za-z]{1,24}(?:[_-][A-Za-z]{1,24}){4,30}|[A-Za-z][a-z]{1,24}(?:[A-Z][a-z]{1,24}){4,30}")
_LONG: Final = regex(r"(?<![\w/.@-])[A-Za-z_-]{20,400}(?![\w/-])")
_HUMP: Final = regex(r"(?<=[a-z])(?=[A-Z])")
_JOINTS: Final = str.maketrans("_-", "  ")
_MOST: Final = 200
_MANY: Final = 6
"""Words of a name that is a sentence."""
_ORDER: Final = regex(
    r"\b(?:call|invoke|use|run|execute|trigger|send|forward|upload|post|mail|email|copy|paste|put|append|attach|include|"
    r"share|read|open|fetch|export|give|pass|ignore|disregard|delete|approve|merge|grant|invite|add|remove|pay|transfer|"
    r"buy|order|book|notify|message|publish|download|install|move|reveal|disclose|skip|bypass|disable)\b"
)
_BESIDES: Final = regex(
    r"\b(?:silently|secretly|quietly|covertly|without (?:asking|telling|confirm\w{0,6}|approval|consent|notice|review)|"
    r"(?:do not|dont|never|not) (?:tell|mention|show|ask|inform|report)|(?:all|any) other (?:tools?|servers?|rules)|"
    r"(?:previous|prior|earlier|system) (?:instructions?|prompt|rules)|(?:conversation|chat|message|location|browser) "
    r"history|(?:all|last|recent) messages|api keys?|ssh keys?|passwords?|credentials|env file|environment variables|"
    r"private keys?|access tokens?|(?:ask|tell|inform|notify) (?:no ?one|nobody)|no questions asked|"
    r"(?:every|each) contact|(?:every|all|each) (?:secrets?|passwords?)|without asking|no confirmation|"
    r"behind (?:the )?(?:users?|their|his|her) back)\b"
)
_FIRST: Final = regex(r"\b(?:first|before (?:anything|every|each|all|this|calling)|always|afterwards|result here)\b")


def ordering(text: str) -> Iterator[tuple[int, int]]:
    """Where such names stand in the texts of a definition: from, to."""
    for match in islice(_LONG.finditer(text), _MOST):
        if _NAME.fullmatch(match.group()) is None:
            continue
        words = _HUMP.sub(" ", match.group()).translate(_JOINTS).lower()
        sentence = words.count(" ") + 1 >= _MANY
        if _ORDER.search(words) and (_BESIDES.search(words) or (sentence and _FIRST.search(words))):
            yield match.span()
