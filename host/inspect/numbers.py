"""Findings about numbers (pure).

Owns: finding numbers that programs may read differently.

Invariants: the evidence has all digits as written (attack 3) and their position; the list is bounded, and further
numbers are counted.
"""

from __future__ import annotations

import decimal
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from host.canonical import Lexeme, json_path
from host.model import Finding, JsonValue, Severity
from host.words import say, say_n

MAX_LISTED: Final = 20
"""Numbers that get a finding each; the others are counted in one more."""

_MAX_SAFE: Final = 2**53 - 1
"""Above it neighbouring integers have the same double (RFC 7493 §2.2)."""

_SENTENCE: Final = say("A number has more digits than many programs keep: the server may read another one.")

_Trail: TypeAlias = "tuple[_Trail, str | int] | None"
"""The steps to a value as a linked list, the last one first. They are listed only for findings."""


def unsafe_integers(value: JsonValue) -> tuple[Finding, ...]:
    """A ``big-number`` finding for each integer beyond 2^53-1 and each other number that loses digits as a double."""
    findings: list[Finding] = []
    unlisted_count = 0
    for trail, number in _numbers(value):
        if not _loses_digits(number):
            continue
        if len(findings) < MAX_LISTED:
            digits = number.lexeme if isinstance(number, Lexeme) else str(number)
            steps = _steps(trail)
            findings.append(_finding(_SENTENCE, f"{json_path(steps)}: {digits}", tuple(steps)))
        else:
            unlisted_count += 1
    if unlisted_count:
        findings.append(_finding(_count_sentence(unlisted_count)))
    return tuple(findings)


def _count_sentence(count: int) -> str:
    return say_n(
        "{n} further number has more digits than many programs keep.",
        "{n} further numbers have more digits than many programs keep.",
        count,
    )


def _finding(sentence: str, evidence: str = "", where: tuple[str | int, ...] = ()) -> Finding:
    return Finding("big-number", Severity.MEDIUM, sentence, evidence, where)


def _loses_digits(number: int | Lexeme) -> bool:
    """Whether a double cannot represent the number as written."""
    if isinstance(number, int):
        return not -_MAX_SAFE <= number <= _MAX_SAFE
    try:
        return decimal.Decimal(number.lexeme) != decimal.Decimal(repr(float(number)))
    except decimal.InvalidOperation:  # an exponent too large for decimals
        return True


def _numbers(value: JsonValue) -> Iterator[tuple[_Trail, int | Lexeme]]:
    """All integers and all floats with a lexeme, in document order."""
    stack: list[tuple[_Trail, JsonValue]] = [(None, value)]
    while stack:
        trail, node = stack.pop()
        if isinstance(node, (int, Lexeme)):
            yield trail, node
            continue
        members: Iterable[tuple[str | int, JsonValue]] = ()
        if isinstance(node, dict):
            members = reversed(node.items())
        elif isinstance(node, list):
            members = zip(range(len(node) - 1, -1, -1), reversed(node), strict=True)
        stack.extend(((trail, step), child) for step, child in members if isinstance(child, (dict, list, int, Lexeme)))


def _steps(trail: _Trail) -> list[str | int]:
    steps: list[str | int] = []
    while trail:
        trail, step = trail
        steps.append(step)
    return steps[::-1]
