"""Roles and signatures in words (no Qt).

Owns: how a role's identifier reads, and what is said of who must sign.

Invariants: identifiers are their authors' words, escaped; the exact one is always at hand beside the plain one; only
what the host says is missing is missing.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from host.control.views import ApproverView, SigningView
from host.model import Signature
from host.text import one_line
from ui.tr import tr, tr_n

NAME: Final = 80
"""Characters of a name or a role; what is beyond is counted."""
FEW: Final = 4
"""What is missing, in a line of a table."""
_CODE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
_SMALL: Final = frozenset({"of", "for", "and", "the", "in", "at", "to"})
_SHORT: Final = 3
_COUNTED: Final = re.compile(r"(\d{1,6}) (.+)", re.DOTALL)
A_PIN: Final = "a PIN"
_NEVER: Final = "nobody is registered who could give "


class SigningLine(Struct, frozen=True):
    """One line of a signing.

    Attributes:
        words: what it says.
        exact: the identifiers of the roles in it.
        is_signed: whether somebody has signed.
        is_never: whether nobody is registered who could.
    """

    words: str
    exact: str
    is_signed: bool = False
    is_never: bool = False


def role(code: str) -> str:
    """``Principal investigator`` for ``PRINCIPAL_INVESTIGATOR``, ``IRB chair`` for ``IRB_CHAIR``; others unchanged."""
    if not _CODE.fullmatch(code) or not (code.isupper() or code.islower()):
        return one_line(code, NAME)
    words = [_word(word) for word in re.split("[_-]", code)]
    said = " ".join(words)
    return one_line(said[:1].upper() + said[1:], NAME)


def title(signing: SigningView) -> str:
    """``Needs 2 signatures``, ``Needs your PIN``."""
    wanted = sum(quota.count for quota in signing.required)
    if not wanted:
        return tr("Needs a PIN")
    return tr_n("Needs {n} signature", "Needs {n} signatures", wanted)


def lines(signing: SigningView) -> list[SigningLine]:
    """Who has signed, then what is missing."""
    return [*(_signed(signature, signing) for signature in signing.signed), *map(_missing, signing.missing)]


def lacking(signing: SigningView) -> str:
    """What is missing, in a few words; empty where nothing is."""
    never = {name for part in signing.missing for name in _never(part)}
    parts = [part for part in signing.missing if not _never(part)]
    said = [
        tr("{role} (nobody is registered)", role=_short(part)) if part in never else _short(part)
        for part in parts[:FEW]
    ]
    return ", ".join([*said, *([tr("{more} more", more=len(parts) - FEW)] if len(parts) > FEW else [])])


def candidate(who: ApproverView, signing: SigningView) -> str:
    """One who could sign, with the roles that would count here."""
    roles = ", ".join(map(role, _counting(who.roles, signing, given=False)))
    return one_line(who.name, NAME) + (f" · {roles}" if roles else "")


def remedy(signing: SigningView) -> str:
    """What to do where nobody could sign."""
    if signing.required:
        return tr(
            "Nobody who is registered can give what is missing. Your administrator registers people and their roles in "
            "Assent's managed file. Until then this call can only be denied or left to expire."
        )
    return tr("Set yours under Settings, Your PIN. This question waits meanwhile.")


def _counting(held: tuple[str, ...], signing: SigningView, *, given: bool) -> tuple[str, ...]:
    """Of somebody's roles those that count here: where ``given``, the ones that are not missing any more."""
    wanted = {quota.role for quota in signing.required}
    lacks = {counted[2] for part in signing.missing if (counted := _COUNTED.fullmatch(part))}
    fit = tuple(code for code in held if code in wanted)
    return tuple(code for code in fit if (code in lacks) != given) or fit or held


def _signed(signature: Signature, signing: SigningView) -> SigningLine:
    held = _counting(signature.roles, signing, given=True)
    at = datetime.fromtimestamp(signature.at, tz=UTC).astimezone().strftime("%H:%M:%S")
    roles = ", ".join(map(role, held))
    who = one_line(signature.approver, NAME)
    words = tr("{who}, signed at {at}", who=who, at=at)
    if roles:
        words = tr("{who}, {roles}, signed at {at}", who=who, roles=roles, at=at)
    return SigningLine(words, _exact(held), is_signed=True)


def _missing(said: str) -> SigningLine:
    if names := _never(said):
        words = tr("Nobody is registered for: {roles}", roles=", ".join(map(_short, names)))
        return SigningLine(
            tr("Nobody has a PIN") if names == [A_PIN] else words, one_line(said, 4 * NAME), is_never=True
        )
    words, exact = _plain(said)
    return SigningLine(tr("{role}: not signed yet", role=words), exact)


def _never(said: str) -> list[str]:
    """What nobody could give, where it says so."""
    return said.removeprefix(_NEVER).split(", ") if said.startswith(_NEVER) else []


def _short(said: str) -> str:
    return tr("a PIN") if said == A_PIN else _plain(said)[0]


def missing(said: str) -> str:
    """One thing that is missing, as the host and the log have it, in words: ``IRB chair`` for ``1 IRB_CHAIR``."""
    return _plain(said)[0]


def _plain(said: str) -> tuple[str, str]:
    """One thing that is missing, in words, and its role's identifier."""
    counted = _COUNTED.fullmatch(said)
    if counted is None:
        return (tr("Anybody with a PIN") if said == A_PIN else one_line(said, NAME)), ""
    number, code = counted[1], counted[2]
    said = role(code) if number == "1" else tr("{role} ({number} people)", role=role(code), number=number)
    return said, one_line(code, NAME)


def _exact(roles: tuple[str, ...]) -> str:
    return ", ".join(one_line(code, NAME) for code in roles)


def _word(word: str) -> str:
    lower = word.lower()
    is_short = word.isupper() and len(word) <= _SHORT and lower not in _SMALL
    return word if is_short else lower
