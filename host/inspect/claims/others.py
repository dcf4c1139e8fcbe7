"""Descriptions that speak of other servers' tools (pure).

Owns: that search, where nothing is known of the other servers' tools but what the description says. What stays true: a
tool of a service speaks of its own service, and of its own inputs, as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from host.inspect.subject import Subject, Text
from host.inspect.texts.read_once import every
from host.inspect.tools.words import words_of
from host.patterns import regex
from host.words import say

Said: TypeAlias = "tuple[str, str, Text | None]"
"""Our sentence, the evidence, and the input that it is about."""

_LOOKED: Final = 4_000
_SERVICES: Final = (
    r"gmail|outlook|slack|github|gitlab|filesystem|notion|jira|linear|stripe|paypal|postgres|mysql|sqlite|supabase|"
    r"whatsapp|"
    r"telegram|discord|teams|drive|gdrive|dropbox|calendar|browser|playwright|puppeteer|fetch|shell|terminal|e-?mail|"
    r"mail|chat|"
    r"file|memory|git|aws|kubernetes|docker|sentry|hubspot|salesforce|twilio|bank|wallet|payment|messaging|database|"
    r"search|web"
)
_SPOKEN: Final = regex(
    rf"\b({_SERVICES})(?: mcp)?(?:['\u2019]s)?\s(?:mcp\s)?(?:server|tool|connector|plugin|integration|extension)s?\b|"
    rf"\bmcp__([a-z0-9-]{{2,40}})__\w{{2,60}}|\b({_SERVICES})(?:['\u2019]s|[.:/])\s?[a-z]{{2,20}}_[a-z_]{{2,40}}|"
    r"\b(?:other|another|all|any) (?:mcp )?(?:servers?|tools?)(?:['\u2019]s)?\b",
    re.IGNORECASE,
)
_ORDERS: Final = regex(
    r"\b(?:must|should|always|never|before|after|first|instead|bcc|cc|also|when|whenever|whatever|set to|replac|"
    r"prefer|do not|don't|"
    r"need to|has to|have to|required|call)\b",
    re.IGNORECASE,
)
_AROUND: Final = 160
_COMMON: Final = frozenset("browser fetch shell terminal file memory database search web chat mail".split())
"""Kinds of tools rather than services."""


def of_others(subject: Subject, description: str) -> Iterator[Said]:
    """That it tells how another service is to be used."""
    own = words_of(subject.server) | words_of(subject.tool)
    for match in every(_SPOKEN, description[:_LOOKED]):
        name = next((part.lower() for part in match.groups() if part), "")
        around = description[max(0, match.start() - _AROUND) : match.end() + _AROUND]
        if name in _COMMON and " tool" in match.group().lower():
            continue  # "the search tool" is whichever
        if (name and not words_of(name).isdisjoint(own)) or _ORDERS.search(around) is None:
            continue
        if name or _COMPOUND.search(around):
            yield say("The tool's description says how another server is to be used."), around[:250], None
            return


_COMPOUND: Final = regex(r"\b[a-z]{2,20}_[a-z_]{2,40}\b")
