"""Who must sign a call, and who has (pure).

Owns: counting signatures against what a verdict demands.

Invariants: one person counts once, for one role, however many roles or signatures are to that name; names are one
person's where they read alike (NFKC, without regard to case); the order of signatures means nothing; one more signature
never makes more missing. Every signature is given with a credential, so any of them is the PIN that a rule wants.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from host.model import Obligations, Signature
from host.policy.model import ApproverEntry
from host.words import say

A_PIN: Final = say("a PIN")

_People: TypeAlias = "dict[str, frozenset[str]]"
"""Each person's roles, by the name that tells persons apart."""


def person(name: str) -> str:
    """``name`` as persons are told apart: two spellings of one name are one person."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def missing(obligations: Obligations, signatures: Sequence[Signature]) -> tuple[str, ...]:
    """What is still wanted, in words: ``2 REVIEWER``, ``a PIN``; empty once nothing is."""
    lacking = _lacking(_wanted(obligations), _people(signatures))
    words = tuple(f"{count} {role}" for role, count in lacking.items())
    return (A_PIN,) if obligations.pin and not words and not signatures else words


def helps(obligations: Obligations, signatures: Sequence[Signature], name: str, roles: Sequence[str]) -> bool:
    """Whether a signature of ``name``, who has ``roles``, would count.

    Who would not now never will: those who can be given places of their own are the independent sets of a matroid.
    """
    people, wanted = _people(signatures), _wanted(obligations)
    if person(name) in people:
        return False
    if not wanted:
        return obligations.pin and not people
    more = {**people, person(name): frozenset(roles)}
    return sum(_lacking(wanted, more).values()) < sum(_lacking(wanted, people).values())


def out_of_reach(obligations: Obligations, approvers: Sequence[ApproverEntry]) -> tuple[str, ...]:
    """What would be wanted still if all ``approvers`` signed, in words such as ``1 IRB_CHAIR``."""
    everybody = {person(entry.name): frozenset(entry.roles) for entry in approvers}
    return tuple(f"{count} {role}" for role, count in _lacking(_wanted(obligations), everybody).items())


def candidates(
    obligations: Obligations, signatures: Sequence[Signature], approvers: Sequence[ApproverEntry]
) -> tuple[ApproverEntry, ...]:
    """Who could sign now and would count, in the order of ``approvers``."""
    return tuple(entry for entry in approvers if helps(obligations, signatures, entry.name, entry.roles))


def stands(signature: Signature, approvers: Sequence[ApproverEntry]) -> bool:
    """Whether its person is still registered, with the credential and with every role that it was given with."""
    known = [entry for entry in approvers if person(entry.name) == person(signature.approver)]
    return bool(known) and signature.mark == known[0].mark and set(signature.roles) <= set(known[0].roles)


def _wanted(obligations: Obligations) -> dict[str, int]:
    """How many of each role, in the order of roles; of one role, the greater number."""
    return {quota.role: quota.count for quota in sorted(obligations.approvers) if quota.count > 0}


def _people(signatures: Sequence[Signature]) -> _People:
    people: _People = {}
    for signed in signatures:
        name = person(signed.approver)
        people[name] = people.get(name, frozenset()) | frozenset(signed.roles)
    return people


def _lacking(wanted: Mapping[str, int], people: _People) -> dict[str, int]:
    """How many of each role nobody fills, at best; roles that are full are left out.

    A maximum matching by augmenting paths. Places are filled in the order of roles, so that which ones stay open is
    told by who has signed alone, not by the order in which they did.
    """
    filled: dict[str, str] = {}
    lacking: dict[str, int] = {}
    for role, count in wanted.items():
        places = 0
        while places < count and _fill(role, people, filled, set()):
            places += 1
        if places < count:
            lacking[role] = count - places
    return lacking


def _fill(role: str, people: _People, filled: dict[str, str], tried: set[str]) -> bool:
    """Give one more place of ``role`` to somebody; who holds another place may have to change to it."""
    for name in sorted(people):
        if role not in people[name] or name in tried:
            continue
        tried.add(name)
        if name not in filled or _fill(filled[name], people, filled, tried):
            filled[name] = role
            return True
    return False
