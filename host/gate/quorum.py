"""Who must sign a call, and who has (pure).

Invariants: one person counts once and for one role, however many roles or signatures are under that name; names that
read alike (NFKC, without regard to case) are one person; the order of signatures means nothing; a further signature
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

_RolesByPerson: TypeAlias = "dict[str, frozenset[str]]"
"""Each person's roles, by the name as ``person`` returns it."""


def person(name: str) -> str:
    """Return ``name`` in the form that identifies a person: all spellings of one name are equal."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def missing(obligations: Obligations, signatures: Sequence[Signature]) -> tuple[str, ...]:
    """Return what is still wanted, in words: ``2 REVIEWER``, ``a PIN``. Empty if nothing is."""
    lacking = _missing_by_role(_count_by_role(obligations), _roles_by_person(signatures))
    words = tuple(f"{count} {role}" for role, count in lacking.items())
    return (A_PIN,) if obligations.pin and not words and not signatures else words


def would_count(obligations: Obligations, signatures: Sequence[Signature], name: str, roles: Sequence[str]) -> bool:
    """Whether a signature of ``name``, who has ``roles``, would count.

    If it does not count now, it never will: the sets of people who can each have a place of their own form a matroid.
    """
    people, wanted = _roles_by_person(signatures), _count_by_role(obligations)
    if person(name) in people:
        return False
    if not wanted:
        return obligations.pin and not people
    more = {**people, person(name): frozenset(roles)}
    return sum(_missing_by_role(wanted, more).values()) < sum(_missing_by_role(wanted, people).values())


def out_of_reach(obligations: Obligations, approvers: Sequence[ApproverEntry]) -> tuple[str, ...]:
    """Return what would be missing even if all ``approvers`` signed, in words such as ``1 IRB_CHAIR``."""
    everybody = {person(entry.name): frozenset(entry.roles) for entry in approvers}
    return tuple(f"{count} {role}" for role, count in _missing_by_role(_count_by_role(obligations), everybody).items())


def candidates(
    obligations: Obligations, signatures: Sequence[Signature], approvers: Sequence[ApproverEntry]
) -> tuple[ApproverEntry, ...]:
    """Return who could sign now and would count, in the order of ``approvers``."""
    return tuple(entry for entry in approvers if would_count(obligations, signatures, entry.name, entry.roles))


def stands(signature: Signature, approvers: Sequence[ApproverEntry]) -> bool:
    """Whether the person is still registered with the credential and with every role of the signature."""
    entries = [entry for entry in approvers if person(entry.name) == person(signature.approver)]
    return bool(entries) and signature.mark == entries[0].mark and set(signature.roles) <= set(entries[0].roles)


def _count_by_role(obligations: Obligations) -> dict[str, int]:
    """Return how many of each role are wanted, in the order of roles."""
    return {quota.role: quota.count for quota in sorted(obligations.approvers) if quota.count > 0}


def _roles_by_person(signatures: Sequence[Signature]) -> _RolesByPerson:
    people: _RolesByPerson = {}
    for signature in signatures:
        name = person(signature.approver)
        people[name] = people.get(name, frozenset()) | frozenset(signature.roles)
    return people


def _missing_by_role(wanted: Mapping[str, int], people: _RolesByPerson) -> dict[str, int]:
    """Return how many of each role nobody fills, at best. Full roles are left out.

    A maximum matching by augmenting paths. Places are filled in the order of roles, so that the result depends on who
    has signed, not in which order.
    """
    filled: dict[str, str] = {}
    lacking: dict[str, int] = {}
    for role, count in wanted.items():
        places = 0
        while places < count and _fill_place(role, people, filled, set()):
            places += 1
        if places < count:
            lacking[role] = count - places
    return lacking


def _fill_place(role: str, people: _RolesByPerson, filled: dict[str, str], tried: set[str]) -> bool:
    """Give one more place of ``role`` to somebody. A person who holds another place may have to change."""
    for name in sorted(people):
        if role not in people[name] or name in tried:
            continue
        tried.add(name)
        if name not in filled or _fill_place(filled[name], people, filled, tried):
            filled[name] = role
            return True
    return False
