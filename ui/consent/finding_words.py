"""What a finding is called and what its kind means (no Qt).

Owns: what each kind means, the names of findings that say more than their kind, and where to read more.

Invariants: every kind that the host knows has its words here, and a paragraph of its name on the page. Titles are kept
with the kinds, in ``host.inspect.kinds``. A finding is called as its kind is, unless the host's sentence is one of
those below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from host.inspect.kinds import KINDS
from host.model import Finding, Severity
from host.words import Wording
from ui.tr import mark, tr, translated


class FindingMeaning(NamedTuple):
    """What a kind of finding is, and what to look at."""

    title: str
    means: str


class SeverityLook(NamedTuple):
    """How a severity is shown: its word, marked for translation; name and tone of its icon."""

    word: str
    sign: tuple[str, Literal["red", "amber", "muted"]]


SEVERITY_LOOKS: Final[Mapping[Severity, SeverityLook]] = {
    Severity.HIGH: SeverityLook(mark("Danger"), ("warning-octagon", "red")),
    Severity.MEDIUM: SeverityLook(mark("Look closer"), ("warning", "amber")),
    Severity.INFO: SeverityLook(mark("Good to know"), ("info", "muted")),
}


def severity_word(severity: Severity) -> str:
    """Return a severity in the person's language."""
    return tr(SEVERITY_LOOKS[severity].word)


def by_severity(findings: Iterable[Finding]) -> list[Finding]:
    """Sort by severity, gravest first. Equal ones keep the order in which they were found."""
    return sorted(findings, key=lambda finding: finding.severity.rank)


_KEYS: Final = mark("Private keys")
_PASSWORDS: Final = mark("Passwords or keys")
_DELETES_ALL: Final = mark("Deletes everything")
_RIGHTS: Final = mark("Gives rights")
_OPENS_UP: Final = mark("Opens something up")
_INVISIBLE_LETTERS: Final = mark("Invisible letters")
NAME_BY_SENTENCE: Final[Mapping[str, str]] = {
    "The server's instructions tell the model to ignore other instructions.": mark("Against other instructions"),
    "The server's instructions pretend to come from the system or from you.": mark("Poses as somebody else"),
    "The server's instructions want something kept from you.": mark("Kept from you"),
    "The server's instructions tell the model what to hand over.": mark("Hands something over"),
    "The server's instructions change what the model may do.": mark("Changes what the model may do"),
    "The server's instructions want to be remembered by the model.": mark("To be remembered"),
    "{place} holds {n} characters that reorder what you read.": mark("Text that reorders itself"),
    "{place} holds {n} commands to a terminal, which can hide or change what is shown.": mark("Commands to a terminal"),
    "{place} holds invisible letters: you do not see them, a model reads them.": _INVISIBLE_LETTERS,
    "{place} holds invisible letters that spell \u201c{message}\u201d: you do not see them, a model reads "
    "them.": _INVISIBLE_LETTERS,
    "{place} has {nothing}, and then goes on: {n} characters more.": mark("Text out of sight"),
    "the host \u201c{name}\u201d": mark("Look-alike address"),
    "the package \u201c{name}\u201d": mark("Look-alike package"),
    "private keys": _KEYS,
    "a private key": _KEYS,
    "SSH settings and keys": _KEYS,
    "passwords or access keys": _PASSWORDS,
    "settings that often hold passwords or keys": _PASSWORDS,
    "This deletes or changes all rows: no condition limits it.": mark("All rows"),
    "This deletes rows.": mark("Deletes rows"),
    "This deletes a whole table, column or database.": mark("Deletes a table"),
    "This gives, takes or changes accounts and rights.": mark("Changes rights"),
    "changes all there is, without a limit": mark("Changes everything"),
    "deletes all there is, without a limit": _DELETES_ALL,
    "deletes everything of its kind, or a whole store": _DELETES_ALL,
    "deletes something": mark("Deletes something"),
    "moves or books money, or orders something": mark("Moves or books money"),
    "gives somebody rights": _RIGHTS,
    "gives somebody the highest rights": _RIGHTS,
    "lets everybody in": _OPENS_UP,
    "opens something to everybody": _OPENS_UP,
    "opens something to whoever has the link": _OPENS_UP,
    "takes a guard away": mark("Takes a guard away"),
}
"""Names of findings that say more than their kind, by the host's sentence or a clause in it, with its gaps."""


def finding_name(finding: Finding) -> str:
    """Return the name of a finding in the person's language, also if its kind is not known."""
    for template in _templates(finding.text):
        if template in NAME_BY_SENTENCE:
            return tr(NAME_BY_SENTENCE[template])
    return meaning(finding.kind).title or tr("Something new")


def _templates(words: str) -> Iterator[str]:
    """Yield the sentence before its gaps were filled, then those of the values in the gaps."""
    if isinstance(words, Wording):
        yield words.many or words.template
        for value in words.values.values():
            yield from _templates(value) if isinstance(value, str) else ()


def meaning(kind: str) -> FindingMeaning:
    """Return the words of a kind in the person's language; empty if it is not known."""
    if kind not in KINDS:
        return FindingMeaning("", "")
    return FindingMeaning(translated(KINDS[kind].title), tr(MEANINGS[kind]))


MEANINGS: Final[Mapping[str, str]] = {
    "not-validated": mark(
        "The inputs could not be checked against what the tool describes. Read each of them yourself."
    ),
    "not-inspected": mark(
        "Part of this call was not looked at, for its size, its form or the time it takes. "
        "Read it to the end, or ask for less at once."
    ),
    "odd-name": mark("The tool's name has letters that honest names do not need. Compare it with what you expect."),
    "big-number": mark("A number has more digits than many programs keep. The server may read another one."),
    "hidden-characters": mark(
        "Something is written so that you do not see it, or see it otherwise. Where it splits or turns a name, deny."
    ),
    "confusable": mark(
        "A name looks like another one and is not. "
        "Read it from its end, letter by letter, or type it yourself where it matters."
    ),
    "key-twin": mark(
        "Two inputs have names that differ only in case or in the form of their letters. "
        "The server may take one for the other: read both."
    ),
    "outside-folders": mark(
        "A path lies outside the folders that such calls may work in. Check that the file is the one you mean."
    ),
    "sensitive-path": mark(
        "A path leads to keys, to what programs obey, or to the system itself. "
        "Approve only if you asked for exactly this file."
    ),
    "odd-host": mark("An address is easily misread, or leads to nobody in particular. Read the host from its end."),
    "private-host": mark(
        "An address leads into this machine, a private network, or to the cloud's own service. "
        "Approve what you run yourself."
    ),
    "runs-code": mark(
        "A command, or a file that runs by itself, does what the finding says. "
        "Read the whole of it, and deny what you cannot read."
    ),
    "writes-sql": mark("The statement does more than read. Look at which rows are meant, and in which database."),
    "destructive": mark(
        "The call deletes, pays, gives rights or opens something up. "
        "Make sure of how much it takes in, and whether there is a way back."
    ),
    "secret": mark(
        "The inputs hold what looks like a password, key or token. "
        "Whoever gets the call gets it too; ask whether they need it."
    ),
    "asks-secret": mark(
        "A form asks for a password or key, which no form may: the app would see it. "
        "Deny, and give secrets only to the page of the service itself."
    ),
    "further-round": mark(
        "The server answered an earlier call with a request for more, and the app answers it with this one. "
        "Read what it answers: a rule about the tool knows nothing of that."
    ),
    "foreign-state": mark(
        "What the app sends along may pass for answers that nobody gave. "
        "Approve only if you know which call it continues."
    ),
    "instructions": mark(
        "The tool's description gives the model orders, as no description should. "
        "What the model proposes may be its author's wish, not yours."
    ),
    "carried-over": mark(
        "A text that somebody else wrote decides where this goes, what runs or what is deleted. "
        "Ask yourself whether you wanted it."
    ),
    "exfiltration": mark(
        "What was read from a private place goes to a new address, or where anybody may read it. "
        "Read what goes, and to whom."
    ),
    "new-host": mark("You have approved nothing that goes there before. Check that you know whose it is."),
    "name-twin": mark("Another tool's name is the same or looks the same. Make sure that this is the server you mean."),
    "unknown-parameter": mark(
        "The tool does not describe this input. Ask what it is for: it may change what the call does."
    ),
    "definition-changed": mark(
        "The server describes this tool otherwise than when it was approved last. Read what is new."
    ),
    "first-use": mark("This tool was not approved for this app before. Read what the server says of it."),
    "large": mark("The inputs are far larger than is usual. Page through them to the end."),
    "burst": mark("The app proposes calls faster than anybody reads. Take your time, or stop it."),
    "contradiction": mark("What the server says of the tool does not fit the call. Go by what it does."),
    "output-schema": mark(
        "The result does not keep what the tool promises. A program that relies on that may misread it."
    ),
}
"""What each kind is, and what to look at; to be translated where it is shown."""
