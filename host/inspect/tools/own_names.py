"""A definition without the names of its own server's tools (pure).

Owns: which names in a definition are the server's own. What stays true: a server may say how its own tools follow one
another, as most do; a name that another server's tool has too is never its own; places and length stay as they were.
"""

from __future__ import annotations

import re
from typing import Final

from host.inspect.subject import Subject
from host.inspect.tools.deeds import deed
from host.naming import key_words
from host.patterns import regex

_NAME: Final = regex(r"(?<![\w.-])[A-Za-z][A-Za-z0-9]{0,40}(?:[_-][A-Za-z0-9]{1,40}){1,8}(?![\w-])")
_JOINTS: Final = str.maketrans("_-", "xx")
_SHORTEST: Final = 3
"""Letters of a word that says whose a family of names is."""


def without_own(text: str, subject: Subject) -> str:
    """``text`` with the names of own tools made plain words of the same length, so that nothing is said of others."""
    own = {tool for server, tool in subject.past.tools if server == subject.server} | {subject.tool}
    others = {tool for server, tool in subject.past.tools if server != subject.server}
    kin = family(subject.tool)

    def plain(match: re.Match[str]) -> str:
        name = match.group()
        if name in others or not (name in own or (kin and family(name) == kin)):
            return name
        return name.translate(_JOINTS)

    return _NAME.sub(plain, text)


def family(name: str) -> str:
    """The first word of a name, where it is no verb: ``jira`` of ``jira_get_issue``."""
    words = key_words(name)
    first = words[0] if len(words) > 1 else ""
    return first if len(first) >= _SHORTEST and not deed(first) else ""
