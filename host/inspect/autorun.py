"""Findings about files that run by themselves (pure).

Owns: which written files these are, by the table ``autorun``, and what in them runs. Invariants: only the path decides
whether a file runs by itself; its commands are judged by the same table as commands that run now; other files have no
finding, whatever they contain.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect import shell, tables
from host.inspect.commands import Deed, deeds
from host.inspect.evidence import finding_about
from host.inspect.roles import role_by_name
from host.inspect.shell import Script
from host.inspect.subject import Subject, Text
from host.inspect.tools import class_of_call
from host.model import Finding, Severity
from host.patterns import linear
from host.words import as_is, say

MAX_EXAMINED: Final = 20
"""Files of one call that are examined."""
_TOO_LONG: Final = say("This file is longer than what Assent reads of it; the rest was not inspected.")
_MAX_PATH: Final = 1_024
"""Characters of a path."""
_MAX_LINES: Final = 1_000
"""Lines of a file that are parsed separately."""
_RUNS_AT_ONCE: Final = linear(
    r'"(?:preinstall|install|postinstall|prepare|preprepare|postprepare|prepublish|post-install-cmd|post-update-cmd|'
    r'pre-install-cmd|postCreateCommand|initializeCommand|postStartCommand)"\s*:|"runOn"\s*:\s*"folderOpen"'
)
"""Members of JSON whose commands run when a package is installed, or a folder opened."""
_LINE_PREFIX: Final = linear(
    r"^(?:\s|@|-\s)*(?:-?\s*(?:run|script|before_script|after_script|entry|command|sh)\s*:\s*[|>]?-?\s*|RUN\s+|"
    r"(?:ExecStart|ExecStartPre|ExecStartPost|ExecStop|Exec)\s*=\s*[-@+!:]*|(?:[\d*/,-]+\s+){5}|@\w+\s+)?",
    ignore_case=True,
)
_ACCOUNT: Final = linear(r"^[a-z_][a-z0-9_-]*\s+")


def find_autorun(subject: Subject) -> Iterator[Finding]:
    """``runs-code``: the call writes a file that runs by itself."""
    if class_of_call(subject).verb not in ("writes", "sends"):
        return
    yield from islice(_findings_for_paths(subject), MAX_EXAMINED)


def _findings_for_paths(subject: Subject) -> Iterator[Finding]:
    for text in subject.values():
        if len(text.text) > _MAX_PATH or "\n" in text.text or role_by_name(text.key) in ("content", "choice"):
            continue
        hit = next(tables.patterns("autorun").hits(text.text), None)
        if hit is not None:
            contents = list(_contents(subject, text))
            yield _finding_for_file(text, hit.row, contents)
            yield from (
                finding_about("not-inspected", Severity.MEDIUM, _TOO_LONG, it) for it in contents if _is_long(it)
            )


def _is_long(text: Text) -> bool:
    return len(text.text) > shell.MAX_LENGTH


def _contents(subject: Subject, path: Text) -> Iterator[Text]:
    """The values beside a path, nested ones included: the content of the file, or edits."""
    parent = path.steps[:-1]
    for text in subject.values():
        if text.steps != path.steps and text.steps[: len(parent)] == parent and role_by_name(text.key) != "place":
            yield text


def _finding_for_file(path: Text, row: tables.Row, contents: list[Text]) -> Finding:
    """The finding about the first grave command in a file, else about the file."""
    severity = row.severity or Severity.INFO
    for text in contents:
        deed = _grave_deed(text.text[: shell.MAX_LENGTH]) if row["part"] == "lines" else None
        if deed is not None:
            sentence = say("This file runs by itself ({runs}). {what}", runs=as_is(row["runs"]), what=deed.sentence())
            return finding_about("runs-code", Severity.HIGH, sentence, text)
        if row["part"] == "members" and _RUNS_AT_ONCE.search(text.text[: tables.MAX_LENGTH]) is not None:
            severity = Severity.MEDIUM
    return finding_about(
        "runs-code", severity, say("This writes a file that runs by itself: {runs}.", runs=as_is(row["runs"])), path
    )


def _grave_deed(content: str) -> Deed | None:
    """The first grave thing that the commands in a file do, None if there is none."""
    return next(
        (deed for script in _scripts(content) for deed in deeds(script) if deed.severity is Severity.HIGH), None
    )


def _scripts(content: str) -> Iterator[Script]:
    """The commands in a file: in its text as a whole, and behind the words that begin a line."""
    yield shell.read(content)
    for line in content.splitlines()[:_MAX_LINES]:
        rest = _LINE_PREFIX.sub("", line)
        if rest != line and rest:
            yield shell.read(rest)
            yield shell.read(_ACCOUNT.sub("", rest))  # a crontab may have an account first
