"""Roles and signatures in words (no Qt).

Owns: what is said of who must sign.

Invariants: identifiers are their authors' words, escaped. The exact one is always available beside the plain one. Only
what the host calls missing is missing.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from host import regex
from host.control.views import ApproverView, SigningView
from host.model import Signature
from host.naming import role_name
from host.text import one_line
from ui.tr import tr, tr_n

MAX_NAME: Final = 80
"""Characters of a name or a role. The rest is counted."""
MAX_MISSING_NAMED: Final = 4
"""Missing signatures that are named in a line of a table."""
_COUNTED_ROLE: Final = regex.pattern(r"(\d{1,6}) (.+)", re.DOTALL)
A_PIN: Final = "a PIN"
_NEVER_PREFIX: Final = "nobody is registered who could give "


class SigningLine(Struct, frozen=True):
    """One line about signatures."""

    words: str
    exact: str  # the identifiers of the roles in it
    is_signed: bool = False
    is_never: bool = False  # whether nobody is registered who could


def signing_title(signing: SigningView) -> str:
    """Return ``Needs 2 signatures`` or ``Needs a PIN``."""
    count = sum(quota.count for quota in signing.required)
    if not count:
        return tr("Needs a PIN")
    return tr_n("Needs {n} signature", "Needs {n} signatures", count)


def signing_lines(signing: SigningView) -> list[SigningLine]:
    """Return who has signed, then what is missing."""
    return [*(_signed_line(signature, signing) for signature in signing.signed), *map(_missing_line, signing.missing)]


def missing_in_brief(signing: SigningView) -> str:
    """Return what is missing in a few words; empty if nothing is."""
    impossible = {name for part in signing.missing for name in _impossible_signatures(part)}
    parts = [part for part in signing.missing if not _impossible_signatures(part)]
    names = [
        tr("{role} (nobody is registered)", role=_missing_name(part)) if part in impossible else _missing_name(part)
        for part in parts[:MAX_MISSING_NAMED]
    ]
    if (rest := len(parts) - MAX_MISSING_NAMED) > 0:
        names.append(tr("{more} more", more=rest))
    return ", ".join(names)


def candidate_text(candidate: ApproverView, signing: SigningView) -> str:
    """Return the name of a candidate, with the roles that would count here."""
    roles = ", ".join(map(role_name, _roles_that_count(candidate.roles, signing, is_given=False)))
    return one_line(candidate.name, MAX_NAME) + (f" · {roles}" if roles else "")


def remedy(signing: SigningView) -> str:
    """Return what to do if nobody could sign."""
    if signing.required:
        return tr(
            "Nobody who is registered can give what is missing. Your administrator registers people and their roles in "
            "the administrator's file. Until then this call can only be denied or left to expire."
        )
    return tr("Set yours under Settings, Your PIN. This question waits meanwhile.")


def _roles_that_count(held_roles: tuple[str, ...], signing: SigningView, *, is_given: bool) -> tuple[str, ...]:
    """Return the roles that count here; with ``is_given``, those that are no longer missing."""
    required = {quota.role for quota in signing.required}
    missing = {counted[2] for part in signing.missing if (counted := _COUNTED_ROLE.fullmatch(part))}
    matching = tuple(code for code in held_roles if code in required)
    return tuple(code for code in matching if (code in missing) != is_given) or matching or held_roles


def _signed_line(signature: Signature, signing: SigningView) -> SigningLine:
    counting = _roles_that_count(signature.roles, signing, is_given=True)
    at = datetime.fromtimestamp(signature.at, tz=UTC).astimezone().strftime("%H:%M:%S")
    roles = ", ".join(map(role_name, counting))
    who = one_line(signature.approver, MAX_NAME)
    words = tr("{who}, signed at {at}", who=who, at=at)
    if roles:
        words = tr("{who}, {roles}, signed at {at}", who=who, roles=roles, at=at)
    return SigningLine(words, ", ".join(one_line(code, MAX_NAME) for code in counting), is_signed=True)


def _missing_line(missing: str) -> SigningLine:
    if names := _impossible_signatures(missing):
        words = tr("Nobody is registered for: {roles}", roles=", ".join(map(_missing_name, names)))
        words = tr("Nobody has a PIN") if names == [A_PIN] else words
        return SigningLine(words, one_line(missing, 4 * MAX_NAME), is_never=True)
    words, exact = _missing_and_identifier(missing)
    return SigningLine(tr("{role}: not signed yet", role=words), exact)


def _impossible_signatures(missing: str) -> list[str]:
    return missing.removeprefix(_NEVER_PREFIX).split(", ") if missing.startswith(_NEVER_PREFIX) else []


def _missing_name(missing: str) -> str:
    return tr("a PIN") if missing == A_PIN else _missing_and_identifier(missing)[0]


def missing_text(missing: str) -> str:
    """Return one missing signature in words: ``IRB chair`` for ``1 IRB_CHAIR``, as host and log write it."""
    return _missing_and_identifier(missing)[0]


def _missing_and_identifier(missing: str) -> tuple[str, str]:
    counted = _COUNTED_ROLE.fullmatch(missing)
    if counted is None:
        return (tr("Anybody with a PIN") if missing == A_PIN else one_line(missing, MAX_NAME)), ""
    number, code = counted[1], counted[2]
    missing = role_name(code) if number == "1" else tr("{role} ({number} people)", role=role_name(code), number=number)
    return missing, one_line(code, MAX_NAME)
