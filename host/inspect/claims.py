"""Findings about servers that say one thing of a tool and do another (pure).

Owns: ``contradiction``: the hints of a tool's definition against what the tool does by its name and operation, and
against where the call goes.
Invariants: a hint makes nothing milder, it can only be contradicted (SECURITY, row 19); what is not sure, as of a verb
that may be a noun, contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.destinations import destinations_of
from host.inspect.evidence import EVIDENCE, found
from host.inspect.subject import Subject
from host.inspect.tools import ToolClass, Verb, class_of, is_dry
from host.model import Finding, JsonObject, Severity
from host.naming import key_words
from host.patterns import linear
from host.words import Words, say

KIND: Final = "contradiction"
_DOES: Final[dict[Verb, Words]] = {
    "deletes": say("deletes"),
    "pays": say("pays"),
    "sends": say("sends"),
    "grants": say("hands out rights"),
    "writes": say("changes something"),
}
"""Words for what a tool does. What runs programs is left out: they may only read."""
_LIES: Final[frozenset[Verb]] = frozenset({"deletes", "pays", "sends", "grants"})
_SURE: Final = frozenset(
    "delete remove destroy erase purge wipe truncate uninstall unlink expunge send publish forward upload submit "
    "notify broadcast terminate revoke pay buy withdraw donate remit reimburse grant authorize authorise delegate "
    "create write update edit insert append modify rename overwrite".split()
)
"""Verbs that are no nouns as well."""


def find_contradictions(subject: Subject) -> Iterator[Finding]:
    """``contradiction``: where the annotations of the tool do not fit the call."""
    said = (subject.definition or {}).get("annotations")
    hints = said if isinstance(said, dict) else {}
    if hints:
        tool = class_of(subject.server, subject.tool, subject.arguments)
        yield from _of_verb(subject, tool, hints) or _of_description(subject, hints)
        yield from _of_destinations(subject, tool, hints)


def _of_verb(subject: Subject, tool: ToolClass, hints: JsonObject) -> list[Finding]:
    if tool.verb not in _DOES or is_dry(subject.arguments) or not _is_sure(subject, tool):
        return []
    does = _DOES[tool.verb]
    if hints.get("readOnlyHint") is True:
        severity = Severity.MEDIUM if tool.verb in _LIES else Severity.INFO
        text = say("The server says that this tool only reads; by its name, this call {does}.", does=does)
        return [Finding(KIND, severity, text, subject.tool[:EVIDENCE])]
    if hints.get("destructiveHint") is False and tool.verb == "deletes":
        text = say("The server says that this tool destroys nothing; by its name, this call {does}.", does=does)
        return [Finding(KIND, Severity.MEDIUM, text, subject.tool[:EVIDENCE])]
    return []


def _of_description(subject: Subject, hints: JsonObject) -> list[Finding]:
    """Where the server describes what its hint denies: by the verbs that begin a sentence, or go on with ``and``."""
    said = (subject.definition or {}).get("description")
    if hints.get("readOnlyHint") is not True or not isinstance(said, str):
        return []
    for found_ in islice(_CLAUSE.finditer(said[:_DESCRIPTION]), _CLAUSES):
        word = found_[1].lower()
        verb = next((it for it in (word, word.removesuffix("s"), word.removesuffix("es")) if it in _SURE), "")
        if verb and class_of("", verb).verb in _LIES:
            does = _DOES[class_of("", verb).verb]
            text = say("The server says that this tool only reads; by its description, it {does}.", does=does)
            return [Finding(KIND, Severity.MEDIUM, text, said[:EVIDENCE])]
    return []


_DESCRIPTION: Final = 2_000
"""Characters of a description that are looked at."""
_CLAUSES: Final = 40
_CLAUSE: Final = linear(r"(?:^|[.;:,!]\s+|\b(?:and|then|und|y|et|e)\s+)([A-Za-z]{3,20})\b")


def _is_sure(subject: Subject, tool: ToolClass) -> bool:
    """Whether the verb is no noun, or an operation that the call names says it."""
    if class_of(subject.server, subject.tool).verb != tool.verb:
        return True
    return any(word in _SURE and class_of("", word).verb == tool.verb for word in key_words(subject.tool))


def _of_destinations(subject: Subject, tool: ToolClass, hints: JsonObject) -> Iterator[Finding]:
    if hints.get("openWorldHint") is not False:
        return
    for it in destinations_of(subject, tool):
        if it.outside:
            said = say("The server says that this tool stays in a world of its own; the call names an address outside.")
            yield found(KIND, Severity.INFO, said, it.text)
            return
