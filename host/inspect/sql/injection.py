"""SQL that is smuggled into an input which is no SQL (pure).

Owns: the forms of it. What stays true: each is looked for only where a word of it stands; code is left
alone, and prose but for what is typed into a field.
"""

from __future__ import annotations

import re
from typing import Final

from host.inspect.subject import Text
from host.inspect.texts.vocabulary import holds_any
from host.inspect.tools.words import is_asking, is_prose, last_word, named_as_code
from host.patterns import regex

_LONGEST: Final = 20_000
_SHAPES: Final = (
    (
        ("union",),
        regex(
            r"\bunion(?:\s|/\*[^*]{0,40}\*/|%20|\+){1,9}(?:all(?:\s|/\*[^*]{0,40}\*/|%20|"
            r"\+){1,9})?(?:distinct\s{1,9})?select\b"
        ),
    ),
    (
        ("or", "||", "and"),
        regex(
            r"['\"`)]\s{0,9}(?:or\b|and\b|\|\||"
            r"xor\b)\s{0,9}\(?\s{0,3}(?:['\"]?(\w{1,12})['\"]?\s{0,3}=\s{0,3}['\"]?\1\b|true\b|not\s{1,3}false|"
            r"1\b\s{0,3}(?:--|#|/\*))"
        ),
    ),
    (("or", "and"), regex(r"(?:^|\s)\d{1,12}\s{1,9}(?:or|and)\s{1,9}(\d{1,6})\s{0,3}=\s{0,3}\1\b")),
    (
        (";",),
        regex(
            r";\s{0,9}(?:drop\s{1,9}(?:table|database|schema|view|user)|delete\s{1,9}from|"
            r"insert\s{1,9}into|update\s{1,9}\S{1,64}\s{1,9}set|alter\s{1,9}(?:table|user|role)|truncate\s|"
            r"create\s{1,9}(?:user|table|role)|grant\s|exec(?:ute)?\s|copy\s\S{1,64}\s|shutdown\b|declare\s{1,9}@|"
            r"attach\s{1,9}database)"
        ),
    ),
    (
        ("--", "#", "/*"),
        regex(
            r"(?:['\"]\s{0,3}\)?\s{0,3};?\s{0,3}(?:--(?:\s|$|\+|-)|#\s{0,3}$|/\*))|"
            r"\w/\*{1,2}/\w{2}|/\*!\d{0,6}"
        ),
    ),
    (
        (
            "sleep",
            "benchmark",
            "waitfor",
            "extractvalue",
            "updatexml",
            "load_file",
            "xp_cmdshell",
            "information_schema",
            "outfile",
            "sqlite_master",
            "pg_read_file",
        ),
        regex(
            r"(?:pg_)?sleep\s{0,3}\(\s{0,3}\d|benchmark\s{0,3}\(\s{0,3}\d|waitfor\s{1,9}delay|"
            r"extractvalue\s{0,3}\(|updatexml\s{0,3}\(|load_file\s{0,3}\(|xp_cmdshell|information_schema\.\w|"
            r"into\s{1,9}(?:out|dump)file|from\s{1,9}sqlite_master|pg_read_file\s{0,3}\("
        ),
    ),
    (
        ("$where", "$ne", "$gt", "$regex", "$function"),
        regex(
            r"\"?\$where\"?\s{0,3}:|\{\s{0,3}\"?\$(?:ne|"
            r"gt|gte|regex|exists|nin)\"?\s{0,3}:\s{0,3}(?:null|\"\"|''|\"?\.?\*|true)|\"?\$function\"?\s{0,3}:"
        ),
    ),
)
_TYPED: Final = 300
_QUOTED: Final = regex(r"^[^'\"\n]{0,40}['\"]\s{0,3}\)?\s{0,3}(?:union\b|or\b|and\b|;|--|\|\|)", re.IGNORECASE)
"""What somebody types into a field to get behind it; prose is longer, or has its quotes elsewhere."""
_OTHER: Final = frozenset("regex regexp selector xpath css jq glob sql statement ddl".split())


def injected(text: Text) -> tuple[int, int] | None:
    """Where SQL is smuggled into a text that is no SQL, None where it is not."""
    raw = text.text
    if len(raw) > _LONGEST or len(raw) < 4 or raw.isalnum() or named_as_code(text):
        return None
    if is_prose(text) and (len(raw) > _TYPED or not _QUOTED.search(raw)):
        return None
    if last_word(text.key) in _OTHER:
        return None
    low = raw.lower()
    for words, pattern in _SHAPES:
        if holds_any(low, words) and (match := pattern.search(low)) is not None:
            if is_asking(text) and words[0] in ("--", "or"):
                quoted = "'" in low or '"' in low
                if not quoted:
                    continue
            return match.span() if len(low) == len(raw) else (0, len(raw))
    return None
