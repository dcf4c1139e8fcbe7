"""Which texts of a call are code or commands (pure).

Owns: the telling of code from names and words that stand under the same names. What stays true: a list of arguments is
read as the one command that it becomes; a tool that runs whatever it gets has its main text taken for code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from host.inspect.subject import Steps, Subject, Text
from host.inspect.tools.words import is_asking, is_prose, last_word, named_as_code, named_as_sql, tool_words, words_of
from host.model import JsonObject, JsonValue
from host.naming import key_words, named_as_path, named_as_url
from host.patterns import regex

LONGEST: Final = 65_536
"""Characters of one code that are looked through."""
_LISTS: Final = frozenset("arg args argument argv command cmd entrypoint commandline".split())
_DEEPEST: Final = 5
_PARTS: Final = 50

_RUNNERS: Final = frozenset(
    "ansible interpreter shell bash terminal powershell pwsh repl osascript applescript subprocess cmd eval exec zsh "
    "sh spawn adhoc".split()
)
_RUN: Final = frozenset("run execute invoke send start submit perform evaluate eval exec call schedule remote".split())
_RUN_WHAT: Final = frozenset(
    "command code script python javascript js node cell notebook program process shell ssh playbook snippet ruby perl "
    "php java binary macro cli anonymous groovy apex "
    "terraform interpreter sandbox puppeteer playwright browser page job cron".split()
)
_NO_CODE: Final = frozenset("sql query stripe reader payment test migration linter search".split())
_WEAK: Final = frozenset(
    "transformer hook expression function snippet predicate macro startup lambda callback onload procedure".split()
)
"""Names under which names stand as well as code."""
_BARE: Final = regex(r"[\w.:@/-]{0,60}")
_CODED: Final = regex(
    r"[(){};=`$|]|=>|\b(?:import|def|return|function|const|let|var|curl|wget|sh|bash|sudo|npm|python3?|rm|echo)\b"
)
_SUMS: Final = regex(
    r"(?:[\d\s+\-*/^%().,!=<>]|\b(?:sqrt|sin|cos|tan|log|ln|exp|abs|pi|e|pow|round|min|max|sum|x|y)\b)+"
)


_TYPED: Final = frozenset("paste type write input send key keys line".split())
_TERMINALS: Final = frozenset("terminal tmux console tty pty shell ssh iterm".split())


class Code(NamedTuple):
    """One code.

    Attributes: text: where it stands. code: itself. same: whether it is the very text that stands there.
    """

    text: Text
    code: str
    same: bool = True


def runs_anything(subject: Subject) -> bool:
    """Whether a tool is there to run what it is given, by its name."""
    return _runs_anything(subject.tool, subject.server)


@lru_cache(maxsize=1_024)
def _runs_anything(tool: str, server: str) -> bool:
    words = words_of(tool)
    if not words.isdisjoint(_NO_CODE):
        return False
    if words & _TYPED and words_of(server) & _TERMINALS:
        return True
    if words <= _RUN and not words_of(server).isdisjoint(_RUN_WHAT):
        return bool(words)
    return not words.isdisjoint(_RUNNERS) or (not words.isdisjoint(_RUN) and not words.isdisjoint(_RUN_WHAT))


def codes(subject: Subject) -> tuple[Code, ...]:
    """Everything in a call that is code or a command; three inspectors ask, one after the other."""
    known = _kept[0]
    if known is None or known[0] is not subject:
        known = _kept[0] = subject, _codes(subject)
    return known[1]


_kept: Final[list[tuple[Subject, tuple[Code, ...]] | None]] = [None]


def forget() -> None:
    """Let go of the call of before."""
    _kept[0] = None


def _codes(subject: Subject) -> tuple[Code, ...]:
    runs = runs_anything(subject)
    parts = _joined(subject.arguments) if not subject.plain or len(subject.arguments) > 1 else ()
    joined = [code for code in parts if runs or _COMMANDED.search(code.code[:LONGEST])]
    covered = {code.text.steps for code in joined}
    scripted = not (tool_words(subject).isdisjoint(_SCRIPTED) and words_of(subject.server).isdisjoint(_SCRIPTED))
    found = [
        Code(text, text.text)
        for text in subject.values()
        if (text.steps[:-1] not in covered and named_as_code(text) and handed_over(text, runs or _runs(subject, text)))
        or _is_command(text, scripted=scripted)
    ]
    if joined:
        found = [code for code in found if not _BARE.fullmatch(code.code)] + joined
    if runs and not found and (main := _main(subject)) is not None:
        found.append(Code(main, main.text))
    return tuple(found)


def _runs(subject: Subject, text: Text) -> bool:
    """Whether a tool that runs something gets it under a name that says what."""
    return last_word(text.key) in _SURE and not tool_words(subject).isdisjoint(_RUN | _LATER)


def _is_command(text: Text, *, scripted: bool) -> bool:
    """Whether a text is a command line by its form, whatever its name says. ``scripted``: its tool puts scripts out."""
    raw = text.text
    if len(raw) < 6 or _COMMAND_LINE.match(raw) is None or named_as_code(text):
        return False
    if is_asking(text) or (named_as_path(text.key) and _SHELLED.match(raw) is None):
        return False
    return scripted or not is_prose(text)


_SCRIPTED: Final = frozenset(
    "script scripts policy policies runbook playbook remediation device devices fleet intune jamf ansible puppet salt "
    "chef startup provision bootstrap agent endpoint rmm job console cron hook pipeline workflow automation ssm".split()
)
"""Words of tools and servers that put scripts out to where they are run."""
_PROGRAMS: Final = frozenset(
    "uptime ls whoami id ps env printenv hostname ifconfig pwd uname netstat df free last who w ss lsof mount history "
    "reboot shutdown halt ipconfig systeminfo tasklist dir date".split()
)
"""Programs that are a whole command by themselves."""
_LATER: Final = frozenset("cron crontab job hook task startup autostart alias service timer trigger".split())
_SURE: Final = frozenset("command cmd commandline script code shell bash".split())
_COMMAND_LINE: Final = regex(
    r"\s{0,5}(?:(?:powershell|pwsh)(?:\.exe)?\s{1,3}[-&]|cmd(?:\.exe)?\s{1,3}/c|(?:ba|z|da)?sh\s{1,3}-c|"
    r"curl\s{1,3}\S|wget\s{1,3}\S|"
    r"(?:python[23]?|perl|ruby|node|php)\s{1,3}-[cer]\s|(?:nohup|setsid)\s{1,3}\S|(?:/usr)?/bin/(?:ba|z|da)?sh\s{1,3}-|eval\s{1,3}[\"'$`]|"
    r"(?:ncat|netcat|socat)\s{1,3}\S|(?:mshta|certutil|regsvr32|rundll32|bitsadmin|osascript|wscript|cscript|schtasks)(?:\.exe)?\s{1,3}\S|"
    r"(?:iex|invoke-expression|start-process)\s{0,3}[(\s]|(?:ba|z|da)?sh\s{1,3}-i\s|nc\s{1,3}-|rm\s{1,3}-|sudo\s{1,3}\S|bash\s{1,3}[<-]|#!/)"
)

_SHELLED: Final = regex(
    r"\s{0,5}(?:(?:/usr)?(?:/bin/)?(?:(?:ba|z|da)?sh\s{1,3}-[ci]|(?:python[23]?|perl|ruby|node|php)\s{1,3}-[cer]\s)|(?:powershell|pwsh)(?:\.exe)?\s{1,3}-|"
    r"cmd(?:\.exe)?\s{1,3}/c|(?:nohup|setsid|curl|wget|nc|ncat|netcat|socat|sudo)\s{1,3}\S[^\n]{0,400}(?:[;&|>]|\s-)|eval\s{1,3}[\"'$`])",
    re.IGNORECASE,
)
"""What no path begins with, even where one should stand."""


def handed_over(text: Text, runs: bool) -> bool:
    """Whether a text under a name for code is code, and no name, number or choice. ``runs``: what the tool does."""
    value = text.text.strip()
    choices = text.schema.get("enum")
    if not value or (isinstance(choices, list) and text.text in choices) or (is_prose(text) and not runs):
        return False
    if last_word(text.key) in ("arg", "args"):
        return runs and isinstance(text.steps[-1], str) and value != ""  # a list is one command, below
    if text.key.lower().replace("_", "").replace("-", "") in _BOOTED and len(value) > _FEW:
        return True
    bare = _BARE.fullmatch(value) is not None and not (value in _PROGRAMS and last_word(text.key) in _SURE)
    if not _WEAK.isdisjoint(key_words(text.key)) and not runs:
        return not bare and _CODED.search(value[:4_000]) is not None and _SUMS.fullmatch(value[:400]) is None
    return runs or not bare


_BOOTED: Final = frozenset({"userdata", "customdata", "startupscript", "cloudinit", "bootscript"})
_FEW: Final = 8
_COMMANDED: Final = regex(
    r"(?:^|\s)(?:-c|-e|--eval|--exec|/c|-enc\w{0,20}|-command)\s|[;&|`$]|\b(?:curl|wget|bash|sh|nc)\b"
)


def _joined(value: JsonValue, steps: Steps = ()) -> Iterator[Code]:
    """Lists of texts that are one command."""
    if len(steps) > _DEEPEST or not isinstance(value, dict):
        return
    for name, child in value.items():
        if isinstance(child, dict):
            yield from _joined(child, (*steps, name))
        elif isinstance(child, list) and child and isinstance(child[0], dict):
            for at, each in enumerate(child[:_PARTS]):
                yield from _joined(each, (*steps, name, at))
        elif isinstance(child, str) and name.lower() in _LINES and (program := _program(value)):
            line = f"{program} {child}"[: LONGEST + 1]
            yield Code(Text((*steps, name), name, line), line, same=False)
        elif isinstance(child, list) and child and last_word(name) in _LISTS:
            words = [word for word in child[:2_000] if isinstance(word, str)]
            first = value.get("command", value.get("cmd"))
            words = [first, *words] if isinstance(first, str) and name not in ("command", "cmd") else words
            if words:
                joined = " ".join(words)[: LONGEST + 1]
                yield Code(Text((*steps, name), name, joined), joined, same=False)


def _program(value: JsonObject) -> str:
    """The program that stands beside its arguments."""
    return next((it for key in _STARTED if isinstance(it := value.get(key), str) and 0 < len(it) < 400), "")


_LINES: Final = frozenset("parameters params arguments args argumentlist argline commandline options flags".split())
_STARTED: Final = ("program", "executable", "exe", "binary", "interpreter", "command", "cmd", "process", "application")


names_path: Final = lru_cache(maxsize=1_024)(named_as_path)
"""Of each text's name several ask here."""


def _main(subject: Subject) -> Text | None:
    """The longest text of a call that is no path, address or title."""
    texts = [text for text in subject.values() if _may_be_code(text)]
    if not texts and not tool_words(subject).isdisjoint(_FILES):
        return next((text for text in subject.values() if named_as_path(text.key)), None)
    return max(texts, key=lambda text: len(text.text), default=None)


def _may_be_code(text: Text) -> bool:
    named = named_as_path(text.key) and last_word(text.key) not in ("input", "source", "in")
    other = (
        named
        or named_as_url(text.key)
        or (named_as_sql(text) and last_word(text.key) != "query")
        or last_word(text.key) in _NAMES
    )
    return not other and bool(text.text.strip())


_FILES: Final = frozenset("script program binary playbook notebook macro".split())
_NAMES: Final = frozenset(
    "name id language lang title description host user username timeout image container pod namespace session shell "
    "reason explanation summary environment env region cluster instance server port target browser selector "
    "kernel".split()
)
