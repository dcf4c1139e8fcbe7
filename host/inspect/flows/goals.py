"""Whether what came from somewhere says where a call goes (pure).

Owns: that judgement, by the names of inputs. What stays true: an encoded text names no goal, for a goal is not hidden
from who is to go there; what stands behind a question mark of an address is carried, and no goal.
"""

from __future__ import annotations

from typing import Final

from host.inspect.flows.provenance import Match
from host.naming import key_words

_DESTINATIONS: Final = frozenset(
    "to cc bcc recipient url uri href link endpoint webhook host hostname domain channel address account iban repo "
    "repository email phone destination dest target remote payee wallet callback".split()
)
_SCHEME: Final = len("https://")


def destination_from(match: Match) -> bool:
    """Whether what came from there says where something goes, rather than what."""
    words = {word for step in match.steps if isinstance(step, str) for word in key_words(step)}
    if match.how and "://" not in match.shown[:12]:
        return False  # an address is not hidden from who is to go there
    at_the_start = match.span is None or match.span[0] <= _SCHEME
    return not _DESTINATIONS.isdisjoint(words) and at_the_start and "?" not in match.shown
