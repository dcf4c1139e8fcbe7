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
from host.inspect.commands import CommandEffect, command_effects, gravest_call, unescaped
from host.inspect.evidence import finding_about
from host.inspect.roles import role_by_name
from host.inspect.shell import Script
from host.inspect.subject import Subject, Text
from host.inspect.tools import class_of_call
from host.model import Finding, Severity
from host.patterns import linear
from host.words import as_is, say

MAX_EXAMINED: Final = 20
"""Files of one call, and commands quoted in one file or line, that are examined."""
_TOO_LONG: Final = say("This file is longer than what Assent reads of it; the rest was not inspected.")
_MAX_PATH: Final = 1_024
"""Characters of a path."""
_MAX_LINES: Final = 1_000
"""Lines of a file that are parsed separately."""
_INSTALL_SCRIPT: Final = linear(
    r'"(?:preinstall|install|postinstall|prepare|preprepare|postprepare|prepublish|post-install-cmd|'
    r'post-update-cmd|pre-install-cmd)"\s*:\s*"((?:[^"\\]|\\.)*)"'
)
_COMMAND: Final = linear(
    r'"(?:command|postCreateCommand|initializeCommand|postStartCommand)"\s*:\s*"((?:[^"\\]|\\.)*)"'
)
_WITH_ARGUMENTS: Final = linear(r'"command"\s*:\s*"((?:[^"\\]|\\.)*)"\s*,\s*"args"\s*:\s*\[([^\]]*)\]')
_RUNS_ON_OPEN: Final = linear(r'"runOn"\s*:\s*"folderOpen"|"(?:postCreateCommand|initializeCommand|postStartCommand)"')
_LINE_PREFIX: Final = linear(
    r"^(?:\s|@|-\s)*(?:-?\s*(?:run|script|before_script|after_script|entry|command|sh)\s*:\s*[|>]?-?\s*|RUN\s+|"
    r"(?:ExecStart|ExecStartPre|ExecStartPost|ExecStop|Exec)\s*=\s*[-@+!:]*|(?:[\d*/,-]+\s+){5}|@\w+\s+)?",
    ignore_case=True,
)
_VALUE_OF_LINE: Final = linear(r"^[\s-]*(?:[\w.-]+\s*[:=])?\s*(\[)?(.+?)\]?,?\s*$")
"""A value, or a list of words: ``program = ["sh", "-c", "…"]``."""
_ACCOUNT: Final = linear(r"^[a-z_][a-z0-9_-]*\s+")
_READING_COMMANDS: Final = frozenset("view read list show".split())


def find_autorun(subject: Subject) -> Iterator[Finding]:
    """``runs-code``: the call writes a file that runs by itself."""
    if class_of_call(subject).verb not in ("writes", "sends"):
        return
    if any(text.key == "command" and text.text in _READING_COMMANDS for text in subject.values()):
        return  # an editor that only reads
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
        for effect in _effects_in(text.text, row["part"]):
            if effect.severity is Severity.HIGH:
                sentence = say(
                    "This file runs by itself ({runs}). {what}", runs=as_is(row["runs"]), what=effect.sentence()
                )
                return finding_about("runs-code", Severity.HIGH, sentence, text)
        if row["part"] == "code" and (grave := gravest_call(text)) is not None and grave.severity is Severity.HIGH:
            sentence = say("This file runs by itself ({runs}). {what}", runs=as_is(row["runs"]), what=grave.text)
            return finding_about("runs-code", Severity.HIGH, sentence, text, grave.span)
        if _runs_at_once(text.text, row["part"]):
            severity = Severity.MEDIUM
    return finding_about(
        "runs-code", severity, say("This writes a file that runs by itself: {runs}.", runs=as_is(row["runs"])), path
    )


def _runs_at_once(content: str, part: str) -> bool:
    """Whether a file for builds has commands that run when it is installed or opened."""
    pattern = {"scripts": _INSTALL_SCRIPT, "tasks": _RUNS_ON_OPEN}.get(part)
    return pattern is not None and pattern.search(content[: tables.MAX_LENGTH]) is not None


def _effects_in(content: str, part: str) -> Iterator[CommandEffect]:
    """What the commands in a file do."""
    for script in _scripts(content[: shell.MAX_LENGTH], part):
        yield from command_effects(script)


def _scripts(content: str, part: str) -> Iterator[Script]:
    if part in ("lines", "steps", "values"):
        yield shell.read(content)
        for line in content.splitlines()[:_MAX_LINES]:
            rest = _LINE_PREFIX.sub("", line)
            if rest != line and rest:
                yield shell.read(rest)
                yield shell.read(_ACCOUNT.sub("", rest))  # a crontab may have an account first
            if part == "values" and (value := _VALUE_OF_LINE.match(line)) is not None:
                yield shell.read(value[2].replace(",", " ") if value[1] else value[2].strip("\"'"))
    elif part == "scripts":
        yield from (shell.read(unescaped(text)) for text in _INSTALL_SCRIPT.findall(content)[:MAX_EXAMINED])
    elif part == "tasks":
        yield from (shell.read(unescaped(text)) for text in _COMMAND.findall(content)[:MAX_EXAMINED])
        for match in islice(_WITH_ARGUMENTS.finditer(content), MAX_EXAMINED):
            arguments = [part.strip().strip('"') for part in unescaped(match[2]).split('",')]
            yield shell.read_argv([unescaped(match[1]), *arguments])
