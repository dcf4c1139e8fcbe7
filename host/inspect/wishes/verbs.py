"""Verbs of a call that are others than the person's (pure).

Owns: pairs of verbs of which one is not the other, and names that the person's words rule out. What stays true: a verb
counts as another only where the words have the one, and neither they nor the tool have both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import last_word, tool_words, words_of
from host.inspect.wishes.held import held_back
from host.inspect.wishes.opposites import other_way
from host.inspect.wishes.options import other_option
from host.inspect.wishes.things import other_switch
from host.naming import OPERATIONS, key_words
from host.patterns import regex
from host.words import say

_LOOKED: Final = 2_000
_VALUES: Final = 60
_SHORT: Final = 60
_PAIRS: Final[tuple[tuple[str, str], ...]] = (
    ("copy", "move delete"),
    ("review", "merge approve"),
    ("comment", "merge approve close"),
    ("mute", "delete disable"),
    ("rename", "close delete archive"),
    ("pin", "lock close delete"),
    ("void", "pay charge send"),
    ("acknowledge", "resolve close"),
    ("restart", "delete scale"),
    ("pause", "delete cancel terminate"),
    ("snooze", "close resolve delete reply send archive"),
    ("rerun", "cancel delete"),
    ("rollback", "delete"),
    ("move", "delete remove trash"),
    ("archive", "delete remove purge trash"),
    ("close", "delete remove"),
    ("on", "off"),
    ("off", "on"),
    ("enable", "disable"),
    ("disable", "enable delete"),
    ("start", "stop terminate kill"),
    ("lock", "unlock"),
    ("unlock", "lock"),
    ("buy", "sell"),
    ("sell", "buy"),
    ("accept", "decline reject"),
    ("decline", "accept"),
    ("approve", "reject"),
    ("reject", "approve accept"),
    ("mute", "unmute kick ban"),
    ("subscribe", "unsubscribe"),
    ("unsubscribe", "subscribe"),
    ("add", "delete remove"),
    ("create", "delete drop destroy"),
    ("open", "close delete"),
    ("block", "unblock allow"),
    ("grant", "revoke"),
    ("revoke", "grant"),
    ("hide", "publish show"),
    ("encrypt", "decrypt"),
    ("pause", "cancel delete terminate"),
    ("stop", "terminate delete start destroy"),
    ("restart", "delete terminate stop"),
    ("deactivate", "delete"),
    ("upgrade", "uninstall delete downgrade"),
    ("install", "uninstall"),
    ("update", "delete drop remove"),
    ("rename", "delete remove"),
    ("acknowledge", "resolve close delete"),
    ("deposit", "withdraw"),
    ("withdraw", "deposit"),
    ("refund", "charge"),
    ("charge", "refund"),
    ("request", "send pay"),
    ("validate", "destroy apply delete migrate deploy"),
    ("plan", "apply destroy"),
    ("reply", "forward"),
    ("download", "delete upload"),
    ("backup", "restore delete"),
    ("restore", "delete"),
    ("save", "publish delete send"),
    ("edit", "delete"),
    ("label", "delete"),
    ("unfollow", "follow"),
    ("scale", "delete"),
    ("export", "delete"),
    ("kopier", "move delete"),
    ("verschieb", "delete"),
    ("archivier", "delete"),
    ("copie", "move delete"),
    ("déplace", "delete"),
    ("copia", "move delete"),
    ("mueve", "delete"),
    ("sposta", "delete"),
)
_BY_GRAVER: Final[dict[str, tuple[str, ...]]] = {}
for _mild, _graver in _PAIRS:
    for _word in _graver.split():
        _BY_GRAVER[_word] = (*_BY_GRAVER.get(_word, ()), _mild)
_WORD: Final = regex(r"[^\W\d_]+")
_ALSO: Final[dict[str, str]] = {
    "delete": r"delet|remov|drop|trash|bin\b|clear|clean|purg|eras|kill|rid\b|lösch|entfern|supprim|borr|elimin|"
    r"cancell|weg",
    "remove": r"remov|delet|drop|take|kick|rid\b",
    "terminate": r"terminat|kill|end\b|shut|delet|destroy",
    "stop": r"stop|halt|shut|off\b",
    "publish": r"publish|post|live|public",
    "send": r"send|mail|post",
    "show": r"show|visible|unhide",
    "apply": r"appl|deploy|roll",
}
_EXCEPT: Final = regex(
    r"\b(?:not|never|except|excluding|but not|without|nicht|außer|ohne|nur nicht|pas|sauf|excepto|salvo|menos|non|"
    r"tranne|niet|behalve|кроме|не|n[aã]o|no(?=\s(?:en|a|al)\s))\s{1,3}"
    r"(?:(?:on|to|in|the|from|for|into|at|auf|an|en|em|no|na|nel|sul|den|die|das|dem|le|la|les|el|los|il|de|het|with|use|using|"
    r"touch)\s{1,3}){0,3}[\"'`#@]?([\w./:@-]{3,60})",
    re.IGNORECASE,
)
_USUAL: Final = frozenset(
    "yet the all any that this them they too now only just more than really sure know need have been very much long "
    "even "
    "forget nicht noch mehr encore todas todo".split()
)
_OTHER_VERB: Final = say("You asked for something else: the tool is for another thing than what you said.")
_RULED_OUT: Final = say("You ruled this out.")


def other_verb(subject: Subject) -> Iterator[tuple[str, str, Text | None]]:
    """Our sentence, the evidence, and the input that it is about: the call does what the words do not say."""
    words = tool_words(subject)
    for verb in sorted(words & _BY_GRAVER.keys()):
        if _instead(verb, subject.turn[:_LOOKED], words):
            yield _OTHER_VERB, subject.tool[:200], None
            return
    for text in islice(subject.values(), _VALUES):
        if (last_word(text.key) in OPERATIONS or text.key in ("side", "state", "mode")) and len(text.text) <= _SHORT:
            verb = next(iter(key_words(text.text.lower())), "")
            if verb in _BY_GRAVER and _instead(verb, subject.turn[:_LOOKED], words_of(text.text.lower())):
                yield _OTHER_VERB, "", text
                return
    if (way := other_way(subject)) is not None:
        yield way[0], "" if way[1] else subject.tool[:200], way[1]
    elif (told := held_back(subject)) is not None:
        yield told
    if (other := other_option(subject)) is not None and other_switch(subject, [], subject.turn[:_LOOKED]) is None:
        yield other[0], "", other[1]


@lru_cache(maxsize=512)
def _instead(verb: str, turn: str, words: frozenset[str]) -> bool:
    """Whether the words have a milder verb, and not this one."""
    said = [word.lower() for word in _WORD.findall(turn)]
    if any(word.startswith(verb[:4]) for word in said if len(verb) > 3) or verb in said:
        return False
    if (also := _ALSO.get(verb)) is not None and re.search(rf"\b(?:{also})", turn.lower()):
        return False
    said = [word for at, word in enumerate(said[:_FIRST]) if at == 0 or said[at - 1] not in ("the", "this", "that")]
    for mild in _BY_GRAVER[verb]:
        if mild not in words and (
            mild in said[:_FIRST] or (len(mild) > 4 and any(word.startswith(mild) for word in said[:_FIRST]))
        ):
            return True
    return False


_FIRST: Final = 6
"""Words among which the verb of an order stands."""


@lru_cache(maxsize=256)
def _out(turn: str) -> frozenset[str]:
    low = turn.lower()
    found = {match.strip(".,:/") for match in _EXCEPT.findall(low)}
    return frozenset(
        it for it in found - _USUAL if len(it) >= _NAMED and len(re.findall(rf"(?<!\w){re.escape(it)}(?!\w)", low)) == 1
    )


_NAMED: Final = 3


def ruled_out(subject: Subject) -> tuple[str, Text] | None:
    """An input that is what the words say that it is not to be."""
    out = _out(subject.turn[:_LOOKED])
    if not out:
        return None
    for text in islice(subject.values(), _VALUES):
        value = text.text.lower().strip("#@/ ")
        if len(value) <= _SHORT and (value in out or value.rpartition("/")[2] in out):
            return _RULED_OUT, text
    return None
