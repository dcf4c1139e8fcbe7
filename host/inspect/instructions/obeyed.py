"""Whether a call may be what a stranger's text told the model to do (pure).

Owns: the comparison of one call with one text that gives orders. What stays true: a call counts as obeying where the
text names its tool, its server or what it does, where it carries something out of the text, and where the text wants
secrets or data and the call reads what is private or can send something out.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from host.inspect.flows.known import Known
from host.inspect.flows.traces import Probe, Search, Trace, parts, tokens_of
from host.inspect.phrases.book import Sign
from host.inspect.subject import Earlier, Subject
from host.inspect.texts.decoding import squashed
from host.inspect.tools.deeds import CHANGING, deed
from host.inspect.tools.reach import nature
from host.naming import key_words
from host.patterns import regex

AROUND: Final = 600
"""Characters before and behind an order that may say what is ordered."""
_TAKES: Final = frozenset({Sign.SECRETS, Sign.LEAK})
_SHORTEST: Final = 4
_VALUES: Final = 64
_LOOKED: Final = 8_192
"""Characters of one input that are compared with the text."""
_CARRIED: Final = 20
"""Letters and digits in a row that nobody writes twice by chance."""
_WORD: Final = regex(r"[a-z]{3,30}")
_STEM: Final = 4


def does_so(subject: Subject, earlier: Earlier, ordered: str, signs: AbstractSet[Sign]) -> bool:
    """Whether it may. ``ordered``: the order and what is around it. signs: what the text wants."""
    low = ordered.lower()
    return _named(subject, low) or _reaches(subject, signs) or _carries(subject, earlier)


def _named(subject: Subject, low: str) -> bool:
    """Whether the text speaks of this tool, or of doing what it does."""
    tool = subject.tool.lower()
    if len(tool) >= _SHORTEST and tool in low and ("_" in tool or "-" in tool):
        return True
    if deed(subject.tool) not in CHANGING:
        return False
    words = frozenset(_WORD.findall(low))
    if len(subject.server) >= _SHORTEST and subject.server.lower() in words:
        return True
    stems = {word[:_STEM] for word in words}
    return any(word[:_STEM] in stems and deed(word) in CHANGING for word in key_words(subject.tool))


def _reaches(subject: Subject, signs: AbstractSet[Sign]) -> bool:
    """Whether the text wants secrets or data, and this reads such or can send them out."""
    if _TAKES.isdisjoint(signs):
        return False
    here = nature(subject.server, subject.tool, subject.definition)
    return bool(here.sink or here.private or here.runs)


def _carries(subject: Subject, earlier: Earlier) -> bool:
    """Whether a value of this call stood in the text, and nowhere before."""
    trace = earlier.trace if isinstance(earlier.trace, Trace) else Trace(earlier.text)
    known, search = Known(subject), Search()
    for count, text in enumerate(subject.values()):
        if count >= _VALUES:
            return False
        raw = text.text[:_LOOKED]
        for token in tokens_of(raw, pieces=True):
            if token in trace.tokens and not known.before(token, earlier):
                return True
        probe = Probe(squashed(raw))
        for part in parts(probe, trace, search)[:1]:
            whole = part.end - part.start == len(probe.text)
            if (part.end - part.start >= _CARRIED or whole) and not known.before(
                probe.text[part.start : part.end], earlier
            ):
                return True
    return False
