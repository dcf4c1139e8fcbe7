"""Findings about files that run by themselves (pure).

Owns: which written files those are, by the table ``autorun``, and what in them runs. Invariants: the path says that a
file runs, never its content alone; what such a file does is told by the same table as for commands that run now; a
file that nobody runs by itself has no finding, whatever stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect import shell, tables
from host.inspect.commands import Deed, deeds, gravest_shell_call
from host.inspect.evidence import finding_about
from host.inspect.roles import role_by_name
from host.inspect.shell import Script
from host.inspect.subject import Subject, Text
from host.inspect.tools import class_of_call
from host.model import Finding, Severity
from host.patterns import linear
from host.words import as_is, say

MOST: Final = 20
"""Files of one call that are looked at."""
_TOO_LONG: Final = say("This file is longer than what Assent reads of it; the rest was not inspected.")
_PATH: Final = 1_024
"""Characters of a path."""
_LINES: Final = 1_000
"""Lines of a file that are read one by one."""
_INSTALLS: Final = linear(
    r'"(?:preinstall|install|postinstall|prepare|preprepare|postprepare|prepublish|post-install-cmd|'
    r'post-update-cmd|pre-install-cmd)"\s*:\s*"((?:[^"\\]|\\.)*)"'
)
_COMMAND: Final = linear(
    r'"(?:command|postCreateCommand|initializeCommand|postStartCommand)"\s*:\s*"((?:[^"\\]|\\.)*)"'
)
_WITH_ARGUMENTS: Final = linear(r'"command"\s*:\s*"((?:[^"\\]|\\.)*)"\s*,\s*"args"\s*:\s*\[([^\]]*)\]')
_QUOTED: Final = linear(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'')
_NAMED: Final = linear(r"^\s*(?:-\s*)?[\w.-]+\s*[:=]\s*(\S.*)$")
_OPENS: Final = linear(r'"runOn"\s*:\s*"folderOpen"|"(?:postCreateCommand|initializeCommand|postStartCommand)"')
_BEFORE: Final = linear(
    r"^(?:\s|@|-\s)*(?:-?\s*(?:run|script|before_script|after_script|entry|command|sh)\s*:\s*[|>]?-?\s*|RUN\s+|"
    r"(?:ExecStart|ExecStartPre|ExecStartPost|ExecStop|Exec)\s*=\s*[-@+!:]*|(?:[\d*/,-]+\s+){5}|@\w+\s+)?",
    ignore_case=True,
)
_ACCOUNT: Final = linear(r"^[a-z_][a-z0-9_-]*\s+")
_LOOKS: Final = frozenset("view read list show".split())


def find_autorun(subject: Subject) -> Iterator[Finding]:
    """``runs-code``: a file is written that runs by itself."""
    if class_of_call(subject).verb not in ("writes", "sends"):
        return
    if any(text.key == "command" and text.text in _LOOKS for text in subject.values()):
        return  # an editor that only looks
    yield from islice(_of_paths(subject), MOST)


def _of_paths(subject: Subject) -> Iterator[Finding]:
    for text in subject.values():
        if len(text.text) > _PATH or "\n" in text.text or role_by_name(text.key) in ("content", "choice"):
            continue
        hit = next(tables.patterns("autorun").hits(text.text), None)
        if hit is not None:
            contents = list(_contents(subject, text))
            yield _of_file(text, hit.row, contents)
            yield from (
                finding_about("not-inspected", Severity.MEDIUM, _TOO_LONG, it) for it in contents if _is_long(it)
            )


def _is_long(text: Text) -> bool:
    return len(text.text) > shell.LONGEST


def _contents(subject: Subject, path: Text) -> Iterator[Text]:
    """The other values beside a path, and those below it: a file's content, or the edits of it."""
    beside = path.steps[:-1]
    for text in subject.values():
        if text.steps != path.steps and text.steps[: len(beside)] == beside and role_by_name(text.key) != "place":
            yield text


def _of_file(path: Text, row: tables.Row, contents: list[Text]) -> Finding:
    severity = row.severity or Severity.INFO
    for text in contents:
        for deed in _done(text.text, row["part"]):
            if deed.severity is Severity.HIGH:
                says = say("This file runs by itself ({runs}). {what}", runs=as_is(row["runs"]), what=deed.sentence())
                return finding_about("runs-code", Severity.HIGH, says, text)
        if (
            row["part"] == "code"
            and (grave := gravest_shell_call(text)) is not None
            and grave.severity is Severity.HIGH
        ):
            says = say("This file runs by itself ({runs}). {what}", runs=as_is(row["runs"]), what=grave.text)
            return finding_about("runs-code", Severity.HIGH, says, text, grave.span)
        if _runs_at_once(text.text, row["part"]):
            severity = Severity.MEDIUM
    return finding_about(
        "runs-code", severity, say("This writes a file that runs by itself: {runs}.", runs=as_is(row["runs"])), path
    )


def _runs_at_once(content: str, part: str) -> bool:
    """Whether a file that is usually only a build's has something that runs when it is installed or opened."""
    pattern = {"scripts": _INSTALLS, "tasks": _OPENS}.get(part)
    return pattern is not None and pattern.search(content[: tables.LONGEST]) is not None


def _done(content: str, part: str) -> Iterator[Deed]:
    """What the commands in a file do."""
    for script in _scripts(content[: shell.LONGEST], part):
        yield from deeds(script)


def _scripts(content: str, part: str) -> Iterator[Script]:
    if part in ("lines", "steps"):
        yield shell.read(content)
        for line in content.splitlines()[:_LINES]:
            rest = _BEFORE.sub("", line)
            if rest != line and rest:
                yield shell.read(rest)
                yield shell.read(_ACCOUNT.sub("", rest))  # of a crontab that names the account
    elif part == "quoted":
        yield from _quoted(content)
    elif part == "scripts":
        yield from (shell.read(_unescaped(text)) for text in _INSTALLS.findall(content)[:MOST])
    elif part == "tasks":
        yield from (shell.read(_unescaped(text)) for text in _COMMAND.findall(content)[:MOST])
        for match in islice(_WITH_ARGUMENTS.finditer(content), MOST):
            arguments = [part.strip().strip('"') for part in _unescaped(match[2]).split('",')]
            yield shell.read_argv([_unescaped(match[1]), *arguments])


def _quoted(content: str) -> Iterator[Script]:
    """Strings, lists of them, and what stands behind a name, as commands."""
    yield shell.read(content)
    for line in content.splitlines()[:_LINES]:
        strings = [_unescaped(it[1] or it[2] or "") for it in islice(_QUOTED.finditer(line), MOST)]
        if len(strings) > 1:
            yield shell.read_argv(strings)
        yield from map(shell.read, strings)
        if not strings:
            yield shell.read(named[1] if (named := _NAMED.match(line)) is not None else line)


def _unescaped(text: str) -> str:
    """A text of JSON, its usual escapes resolved."""
    for escape, char in (("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'), ("\\/", "/"), ("\\\\", "\\")):
        text = text.replace(escape, char)
    return text
