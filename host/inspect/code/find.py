"""Findings about code and commands (pure).

Owns: what is said of code that a call hands over to be run, and of code where none belongs. What stays true: one
finding for each text, of the gravest thing in it; code that is too long to be looked through says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.code.hold import SAYS_SENDS
from host.inspect.code.hosted import find_hosted
from host.inspect.code.later import find_later
from host.inspect.code.ruin import SAYS_REVERSE
from host.inspect.code.shapes import normal, shapes
from host.inspect.code.smuggled import smuggled
from host.inspect.code.starts import find_started
from host.inspect.code.texts import LONGEST, Code, codes, names_path
from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import last_word, named_as_code, named_as_sql, tool_words, words_of
from host.model import Finding, Severity
from host.naming import CONTENT
from host.patterns import regex
from host.words import say

MOST: Final = 20
_RUNS: Final = say("This is code or a command to be run.")
_TOO_LONG: Final = say("This code is longer than what Assent looks through; the rest of it was not inspected.")
_PLAIN: Final = regex(r"[\w\s.,:/@+-]*")
"""Texts of which nothing is smuggled: an option at the beginning aside, and a setting of git."""
_SETTING: Final = regex(r"(?:core|credential|alias|filter|diff|sequence|url|include|http|protocol)\.", re.IGNORECASE)
_SCRIPT: Final = regex(
    r"(?:\.(?:sh|bash|zsh|ps1|bat|cmd|py|js|mjs|cjs|ts|rb|pl|php|lua|vbs|command|desktop|service|plist)|"
    r"(?:^|[/\\])(?:makefile|dockerfile|package\.json|setup\.py|[\w.-]{0,40}\.ya?ml|hooks[/\\][\w-]{1,40}))$",
    re.IGNORECASE,
)
_RUN_UNSEEN: Final = regex(
    r"(?i)\.github[/\\]workflows[/\\]|\.gitlab-ci|\.circleci[/\\]|jenkinsfile|azure-pipelines|bitbucket-pipelines|"
    r"(?:^|[/\\])hooks[/\\]|cron"
)
"""Files that run with nobody watching, often with passwords at hand."""
_FILE_TEXTS: Final = CONTENT | frozenset("edit patch filetext new str string code".split())


def find_code(subject: Subject) -> Iterator[Finding]:
    """``runs-code``: code that is handed over, and commands where none belong."""
    handed = codes(subject)
    count = 0
    for code in handed[:MOST]:
        yield _of_code(code)
        if len(code.code) > LONGEST:
            yield found("not-inspected", Severity.MEDIUM, _TOO_LONG, code.text, (LONGEST, len(code.text.text)))
    steps = {code.text.steps for code in handed}
    for text in subject.texts:
        if text.steps in steps or not _may_smuggle(text):
            continue
        for finding in _of_text(text):
            yield finding
            count += 1
        if count >= MOST:
            return
    yield from _installed(subject)
    written = list(_written(subject))
    yield from written
    told = {finding.where for finding in written}
    yield from islice((finding for finding in find_later(subject) if finding.where not in told), MOST)
    told |= steps
    yield from islice((finding for finding in find_hosted(subject) if finding.where not in told), MOST)
    if not handed:
        yield from islice(find_started(subject), MOST)


def _of_code(code: Code) -> Finding:
    low = normal(code.code[:LONGEST])
    hits = list(shapes(low))
    for shape, match in sorted(hits, key=lambda hit: hit[0].says != SAYS_REVERSE)[:1]:
        span = match.span() if code.same and len(low) == len(code.text.text) else None
        return found("runs-code", Severity.HIGH, say("This is code to be run. {why}", why=shape.says), code.text, span)
    return found("runs-code", Severity.MEDIUM, _RUNS, code.text)


def _may_smuggle(text: Text) -> bool:
    raw = text.text
    if text.is_name and raw.isidentifier():
        return raw.isupper() or raw.lower().startswith("executable")
    if raw.startswith("$"):
        return True
    plain = len(raw) < 200 and _PLAIN.fullmatch(raw) is not None and "\n" not in raw
    return (
        not plain
        or ("_" in raw and raw.isupper())
        or raw[:1] in ("-", "+")
        or "::" in raw
        or "__" in raw
        or " -e" in raw
        or _SETTING.match(raw) is not None
    )


def _of_text(text: Text) -> Iterator[Finding]:
    if named_as_sql(text) and last_word(text.key) != "query":
        return
    worst: Finding | None = None
    for each in smuggled(text):
        span = each.span if len(text.text.lower()) == len(text.text) else None
        finding = found("runs-code", each.severity, each.says, text, span)
        if worst is None or (worst.severity is not Severity.HIGH and each.severity is Severity.HIGH):
            worst = finding
    if worst is not None:
        yield worst


def _installed(subject: Subject) -> Iterator[Finding]:
    """Packages from an address of their own, whose code runs while they are installed."""
    if tool_words(subject).isdisjoint({"install", "pip", "npm", "package", "plugin", "extension"}):
        return
    for text in subject.values():
        if _FROM_ADDRESS.match(text.text) and words_of(text.key) & {
            "name",
            "package",
            "module",
            "requirement",
            "plugin",
        }:
            yield found("runs-code", Severity.MEDIUM, say("This installs a package from an address."), text)


_RUN_LATER: Final = frozenset(
    "workflow pipeline hook dockerfile cron envrc makefile bashrc zshrc profile crontab jenkinsfile husky lefthook "
    "recipe taskfile justfile procfile".split()
)
_FROM_ADDRESS: Final = regex(r"(?:git\+|https?:|file:|git://|github:)")


def _written(subject: Subject) -> Iterator[Finding]:
    """Files that something runs later, with what is rarely right in them."""
    names = [text.text for text in subject.values() if names_path(text.key) and len(text.text) < 4_096]
    if not any(_SCRIPT.search(name) for name in names) and tool_words(subject).isdisjoint(_RUN_LATER):
        return
    for text in subject.values():
        if last_word(text.key) not in _FILE_TEXTS or named_as_code(text) or len(text.text) > LONGEST:
            continue
        for shape, match in shapes(low := normal(text.text)):
            span = match.span() if len(low) == len(text.text) else None
            sent = shape.says in (SAYS_REVERSE, SAYS_SENDS) and any(map(_RUN_UNSEEN.search, names))
            grave = Severity.HIGH if sent else Severity.MEDIUM
            yield found(
                "runs-code", grave, say("This becomes a file that may be run. {why}", why=shape.says), text, span
            )
            break
