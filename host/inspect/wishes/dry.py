"""A trial that the person asked for, and the call that is none (pure).

Owns: the words for a trial, a plan and a first look, and the inputs by which a call says that it is one or is none.
What stays true: an input counts only where the call sets it; words of the past ("I saw the dry run") ask for none.
"""
# letters of many scripts belong here

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.destructive.inputs import members
from host.inspect.subject import Subject, Text
from host.inspect.wishes.words import LOOKED, wish_of
from host.words import say

_TRIALS: Final = frozenset(
    "dry dryrun dry_run dryRun drymode dry_mode plan_only planonly plan simulate simulation preview preview_only "
    "validate_only validateonly whatif what_if check check_mode checkmode noop no_op test_mode testmode trial "
    "report_only".lower().split()
)
"""Inputs that are off where a call is no trial."""
_REAL: Final = frozenset(
    "auto_apply autoapply apply auto_approve autoapprove execute commit live for_real confirm confirmed".split()
)
"""Inputs that are on where a call is no trial."""
_PLAN: Final = re.compile(
    r"\b(?:dry[- ]?run|trial run|test run|check (?:run|mode)|plan[- ]only|(?:just|only) (?:a |the )?(?:plan|preview)|"
    r"nur (?:planen|ein plan|eine vorschau)|probelauf|trockenlauf|testlauf|vorschau|essai à blanc|simul\w{1,8}|"
    r"(?:solo|s[oó]lo|seulement|juste|apenas|só|alleen|bara) (?:\w{1,3} )?(?:plan\w{0,3}|piano)|"
    r"en seco|a secco|a seco|prova a vuoto|proefdraai\w{0,3}|torrk(?:ö|o)r\w{0,4}|what would (?:be|go|happen|change)|"
    r"qu[eé] borrar[ií]\w{0,3}|was (?:würde|wäre)\w{0,2}|que (?:serait|seraient)|"
    r"что (?:удалится|изменится|будет))|холост|пробн|ドライラン|試し|试运行|演练|预演|시험"
)
_SEEN: Final = re.compile(
    r"\b(?:saw|seen|looked|reviewed|checked|went fine|was (?:fine|ok|good|clean)|after the|no (?:more )?dry|for real|"
    r"gesehen|geprüft|passt|nach dem|vu|visto|después del|après|dopo)\b"
)
_TEXTS: Final = 60
_OTHER: Final = say("You wanted to see it first, and this input says that it is done.")


def other_trial(subject: Subject, _texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first input by which the call is no trial, where the words ask for one."""
    if not any(value is False or value is True or isinstance(value, str) for value in subject.arguments.values()):
        return None
    for steps, key, value in islice(members(subject.arguments), _TEXTS):
        low = key.lower().replace("-", "_")
        off = low in _TRIALS and (value is False or value in ("false", "none", "no"))
        on = low in _REAL and (value is True or value == "true")
        if (off or on) and _trial(turn, trials=off):
            return _OTHER, Text(steps, key, f"{key}: {value}".lower())
    return None


@lru_cache(maxsize=256)
def _trial(turn: str, *, trials: bool) -> bool:
    """Whether the words ask to see it first. ``trials``: whether the call speaks of trials itself."""
    wish = wish_of(turn[:LOOKED])
    if _SEEN.search(wish.low):
        return False
    looks = wish.looks or wish.first or _PLAN.search(wish.low) is not None
    return looks or (trials and (wish.asks or "deletes" in wish.forbids))
