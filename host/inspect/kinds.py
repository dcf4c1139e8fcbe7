"""The kinds of findings and their six principles (pure).

Owns: the list of kinds: name, title, principle, and whether a finding turns an automatic approval into a question.
Invariants: every finding has one of these kinds; a HIGH finding always forces a question; only this list says which
kinds force one at MEDIUM.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host.model import Finding, Severity
from host.words import say

Principle: TypeAlias = Literal["bytes", "place", "grammar", "origin", "change", "claim"]

PRINCIPLES: Final[dict[Principle, str]] = {
    "bytes": say("It is not what it looks like."),
    "place": say("Where it leads."),
    "grammar": say("What it does, once it is read as a program reads it."),
    "origin": say("Whose value plays which part."),
    "change": say("It is not as it was."),
    "claim": say("What the server says of itself does not fit."),
}
"""The principles, each with its sentence."""
_BY_CONSEQUENCE: Final[tuple[Principle, ...]] = ("grammar", "origin", "place", "claim", "change", "bytes")
"""The order of equally grave findings: what a call does comes before how something is written."""


class Kind(Struct, frozen=True):
    """One kind of finding."""

    name: str  # the stable identifier in rules and records
    title: str  # a few words for people
    principle: Principle  # what it is based on
    forces: bool = False  # whether a MEDIUM finding turns an automatic approval into a question; a HIGH one always does
    later: bool = False  # whether it is about a result, after rules were evaluated


_ALL: Final = (
    Kind("not-validated", say("Not validated"), "bytes", forces=True),
    Kind("not-inspected", say("Not inspected"), "bytes", forces=True),
    Kind("odd-name", say("Odd tool name"), "bytes", forces=True),
    Kind("big-number", say("Very long number"), "bytes", forces=True),
    Kind("hidden-characters", say("Hidden characters"), "bytes", forces=True),
    Kind("confusable", say("Look-alike letters"), "bytes", forces=True),
    Kind("key-twin", say("Two inputs of one name"), "bytes", forces=True),
    Kind("outside-folders", say("Outside the folders"), "place"),
    Kind("sensitive-path", say("Sensitive place"), "place"),
    Kind("odd-host", say("Odd host"), "place"),
    Kind("private-host", say("Private address"), "place"),
    Kind("runs-code", say("Runs code"), "grammar"),
    Kind("writes-sql", say("Changes a database"), "grammar"),
    Kind("destructive", say("Cannot be undone"), "grammar"),
    Kind("secret", say("Secret"), "origin", forces=True),
    Kind("instructions", say("Instructions to the model"), "origin", forces=True),
    Kind("further-round", say("Goes on with an earlier call"), "origin", forces=True),
    Kind("foreign-state", say("Unknown earlier call"), "origin"),
    Kind("carried-over", say("Chosen by a stranger's text"), "origin", forces=True),
    Kind("exfiltration", say("Private data leaves"), "origin", forces=True),
    Kind("new-host", say("New destination"), "change"),
    Kind("name-twin", say("Name like another's"), "change"),
    Kind("unknown-parameter", say("Unknown input"), "change"),
    Kind("definition-changed", say("Definition changed"), "change", forces=True),
    Kind("first-use", say("First use"), "change"),
    Kind("large", say("Unusually large"), "change"),
    Kind("burst", say("Many calls at once"), "change"),
    Kind("contradiction", say("Says one thing, does another"), "claim"),
    Kind("asks-secret", say("Asks for a secret"), "claim", forces=True),
    Kind("output-schema", say("Result breaks its schema"), "claim", later=True),
)

KINDS: Final = {kind.name: kind for kind in _ALL}
"""Every kind by its name."""

FORMER: Final = {"combination": "carried-over"}
"""Former names of kinds that rules may still use, with the present ones."""


def order(finding: Finding) -> tuple[int, int]:
    """The sort key of a finding: the gravest first, then by ``_BY_CONSEQUENCE``."""
    kind = KINDS.get(finding.kind)
    return finding.severity.rank, len(_BY_CONSEQUENCE) if kind is None else _BY_CONSEQUENCE.index(kind.principle)


def forces(finding: Finding, acknowledged: Iterable[str] = ()) -> bool:
    """Whether people are asked about a call with this finding although a rule allows it.

    Args:
        finding: of the call.
        acknowledged: kinds that the rule acknowledges; for them only a HIGH finding forces.
    """
    if finding.severity is Severity.HIGH:
        return True
    if finding.severity is not Severity.MEDIUM or finding.kind in acknowledged:
        return False
    kind = KINDS.get(finding.kind)
    return kind is None or kind.forces
