"""The kinds of finding (pure).

Owns: their list: name, title, and what a finding of that kind does to a call that would go through by itself.
What stays true: every finding that Assent makes is of a kind that stands here; a grave one always forces a question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from host.model import Finding, Severity
from host.words import say


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind.

    Attributes:
        name: stable identifier. title: a few words for it.
        nature: whether it tells what such calls are (they run code, they go to a host) rather than what is odd about
        this one: a rule that allows was written for that, and stands unless the finding is grave.
        later: whether it is made of a result, after the rules were asked.
    """

    name: str
    title: str
    nature: bool = False
    later: bool = False


_ALL: Final = (
    Kind("not-validated", say("Not validated")),
    Kind("not-inspected", say("Not inspected")),
    Kind("odd-name", say("Odd tool name")),
    Kind("name-twin", say("Name like another's")),
    Kind("big-number", say("Number that may change")),
    Kind("hidden-characters", say("Hidden characters")),
    Kind("confusable", say("Look-alike letters")),
    Kind("unknown-parameter", say("Unknown input")),
    Kind("outside-folders", say("Outside the folders"), nature=True),
    Kind("sensitive-path", say("Sensitive place")),
    Kind("odd-host", say("Odd host")),
    Kind("new-host", say("New host"), nature=True),
    Kind("private-host", say("Private address")),
    Kind("runs-code", say("Runs code"), nature=True),
    Kind("writes-sql", say("Changes a database"), nature=True),
    Kind("destructive", say("Cannot be undone")),
    Kind("secret", say("Secret")),
    Kind("instructions", say("Instructions to the model")),
    Kind("carried-over", say("Carried over")),
    Kind("exfiltration", say("Data leaves")),
    Kind("combination", say("Risky combination")),
    Kind("contradiction", say("Says one thing, does another")),
    Kind("definition-changed", say("Definition changed")),
    Kind("first-use", say("First use")),
    Kind("large", say("Unusually large")),
    Kind("burst", say("Many calls at once")),
    Kind("output-schema", say("Result breaks its schema"), later=True),
)

KINDS: Final = {kind.name: kind for kind in _ALL}
"""Every kind by its name."""


def forces(finding: Finding) -> bool:
    """Whether a call with this finding is asked although a rule allows it."""
    if finding.severity is Severity.HIGH:
        return True
    kind = KINDS.get(finding.kind)
    return finding.severity is Severity.MEDIUM and (kind is None or not kind.nature)
