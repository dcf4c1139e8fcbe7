"""Statements that ask for the plan of another (pure).

Owns: which of them only plan, and which run what they explain: ``EXPLAIN ANALYZE`` and its like, in the forms of the
databases that have one. What stays true: a form that is not known counts as one that runs.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from host.patterns import regex

_LOOKED: Final = 400
_OPTIONS: Final = regex(r"\(([^()]{0,300})\)\s{0,20}")
_ANALYZED: Final = regex(r"\banaly[zs]e\b(?!\s{0,9}=?\s{0,9}(?:false|off|0)\b)", re.IGNORECASE)
_WORDS: Final = regex(
    r"(?:(?:analy[zs]e|verbose|extended|codegen|cost|formatted|partitions|logical|physical|query\s{1,9}plan|"
    r"plan\s{1,9}(?:set\s{1,9}statement_id\s{0,9}=\s{0,9}'[^']{0,60}'\s{1,9})?(?:into\s{1,9}[\w.]{1,60}\s{1,9})?for|plan|"
    r"pipeline|syntax|ast|estimate|distsql|using\s{1,9}(?:text|json|tabular)|(?:format|type)\s{0,9}=?\s{0,9}[\w']{1,20})"
    r"(?:\s{1,20}|(?=\()))",
    re.IGNORECASE,
)
_BEFORE: Final = 12


class Explained(NamedTuple):
    """Attributes: runs: whether the statement is run for its plan. rest: that statement."""

    runs: bool
    rest: str


def explained(text: str) -> Explained:
    """What follows the word ``EXPLAIN``: its options aside."""
    at, runs = len(text) - len(text.lstrip()), False
    for _ in range(_BEFORE):
        if at > _LOOKED:
            break
        options = _OPTIONS.match(text, at) or _WORDS.match(text, at)
        if options is None:
            break
        runs = runs or _ANALYZED.search(options.group()) is not None
        at = options.end()
    return Explained(runs, text[at:])
