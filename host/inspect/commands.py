"""Findings about commands (pure).

Owns: what the commands of a shell text do, by the table ``commands``; which inputs of a call are such texts; what a
text does at most. Invariants: a command counts by its name, its own words and what is fed to it, never by a word that
is somebody's argument; what is quoted for another program is looked at only where the table ``programs`` says that it
runs it; usual work has no finding, and one text has one finding of a kind, the gravest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice, pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from host.inspect import shell, tables
from host.inspect.evidence import found
from host.inspect.roles import named_role, roles_of
from host.inspect.shell import Command, Script, Word
from host.inspect.subject import Steps, Subject, Text
from host.inspect.tools import class_of_call
from host.model import Finding, JsonObject, JsonValue, Severity
from host.naming import key_words
from host.patterns import Linear, linear
from host.text import one_line
from host.words import Wording, as_is, say

ProgramEffect: TypeAlias = Literal["reads", "writes", "outside", "grants"]

MOST: Final = 20
"""Texts of one call that are read as programs."""
_SHOWN: Final = 80
_DESTROYS: Final = frozenset({"deletes", "rewrites"})
_OUTSIDE: Final = frozenset({"network", "sends", "persists", "grants", "runs", "rewrites"})
_ANY: Final = "*"
_NO_FILE: Final = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "-", "1", "2"})
_TOO_LARGE: Final = say("This command is longer or more tangled than what Assent reads; it was not inspected.")
_TOO_MANY: Final = say("There are more commands here than Assent reads; the rest was not inspected.")


class Deed(NamedTuple):
    """What one command does. Attributes: command. row: of the table. severity: None where it is nothing to tell."""

    command: Command
    row: tables.Row
    severity: Severity | None

    @property
    def kind(self) -> str:
        """The kind of finding."""
        return "destructive" if self.row["class"] in _DESTROYS else "runs-code"

    def sentence(self) -> Wording:
        """What is said of it."""
        shown = one_line(" ".join(word.text for word in self.command.words) or self.row["class"], _SHOWN)
        return say("\u201c{command}\u201d {does}.", command=shown, does=as_is(self.row["phrase"]))


class _Rule(Struct, frozen=True):
    """A row, ready to be asked. Attributes: as the table's columns."""

    row: tables.Row
    words: tuple[tuple[str, ...], ...]
    options: tuple[frozenset[str], ...]
    without: frozenset[str]
    operand: Linear | None
    written: Linear | None
    scope: frozenset[str]
    fed: str


@cache
def _rules() -> Mapping[str, tuple[_Rule, ...]]:
    by_name: dict[str, list[_Rule]] = {}
    for row in tables.rows("commands"):
        rule = _Rule(
            row,
            tuple(tuple(form.split()) for form in row["words"].split(",") if form),
            tuple(frozenset(each.split("|")) for each in row["options"].split()),
            frozenset(row["without"].split()),
            linear(row["operand"]) if row["operand"] else None,
            linear(row["written"]) if row["written"] else None,
            frozenset(row["scope"].split()),
            row["fed"],
        )
        for name in row.match:
            by_name.setdefault(name, []).append(rule)
    return {name: tuple(rules) for name, rules in by_name.items()}


class _Seen(NamedTuple):
    """A command, looked at once. Attributes: operands: behind the options. options. given: what is fed to it."""

    command: Command
    operands: tuple[Word, ...]
    options: frozenset[str]
    scopes: frozenset[str]
    written: tuple[str, ...]
    given: frozenset[str]
    read: frozenset[str]
    """What is fed to it as a program to be run."""


def deeds(script: Script) -> tuple[Deed, ...]:
    """What the commands of a script do, in order."""
    return tuple(_deeds(script))


def _deeds(script: Script) -> Iterator[Deed]:
    gives: list[frozenset[str]] = []
    piped: dict[int, list[tuple[int, frozenset[str]]]] = {}
    fetched: set[str] = set()
    for command in script.commands:
        seen = _seen_of(command, script, gives, piped)
        rules = _rules().get(command.name, ())
        own = next((rule for rule in rules if _fits(rule, seen)), None)
        given = frozenset(rule.row["gives"] for rule in rules if rule.row["gives"] and _fits(rule, seen)) | seen.given
        gives.append(given)
        for pipeline, place in command.stages:
            piped.setdefault(pipeline, []).append((place, given))
        if own is not None:
            yield Deed(command, own.row, own.row.severity)
        for rule in _rules()[_ANY]:
            if seen.written and _fits(rule, seen):
                yield Deed(command, rule.row, rule.row.severity)
        yield from _persists(seen)
        if fetched and (_ran(command) & fetched):
            yield Deed(command, _run_fetched(), Severity.HIGH)
        if "downloads" in given and command.depth == 0:
            fetched.update(_saved(seen))


def _seen_of(
    command: Command, script: Script, gives: list[frozenset[str]], piped: Mapping[int, list[tuple[int, frozenset[str]]]]
) -> _Seen:
    operands = shell.operands(command)
    options = frozenset(word.text for word in command.words[1:] if word.text[:1] in "-/")
    through = frozenset[str]().union(
        *(
            given
            for pipeline, place in command.stages
            for before, given in piped.get(pipeline, ())[-_BEFORE:]
            if before < place
        )
    )
    inner = {at: _union(gives[word.inner[0] : word.inner[1]]) for at, word in enumerate(command.words)}
    as_code = _union(
        given
        for at, given in inner.items()
        if given
        and (at <= 1 or command.words[at - 1].text.startswith("-") or command.name in tables.named("evaluator"))
    )
    bare = not operands or operands[0].text in ("-", "/dev/stdin") or command.name in tables.named("evaluator")
    return _Seen(
        command,
        operands,
        options,
        frozenset(_scope(word, script.assigned) for word in operands[:_LOOKED]),
        tuple(_written(command, operands)),
        through | _union(inner.values()),
        (through if bare and "-c" not in options and "-m" not in options else frozenset()) | as_code,
    )


_BEFORE: Final = 50
"""Commands before one in its pipeline that are looked at."""
_LOOKED: Final = 200
"""Words of one command that are looked at."""


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


def _fits(rule: _Rule, seen: _Seen) -> bool:
    """Whether all columns of a row hold; the cheap ones first."""
    words = seen.command.words[1 : _LOOKED + 1]
    if rule.row["bare"] and seen.operands:
        return False
    if rule.words and not any(_begins(seen.operands, form) for form in rule.words):
        return False
    if not all(_has(seen, group) for group in rule.options) or (rule.without and _has(seen, rule.without)):
        return False
    if rule.scope and rule.scope.isdisjoint(seen.scopes):
        return False
    if rule.fed and rule.fed not in (seen.read if rule.row["class"] == "runs" else seen.given):
        return False
    if rule.written is not None and not any(rule.written.search(path) for path in seen.written):
        return False
    return rule.operand is None or any(rule.operand.search(word.text) for word in words)


def _begins(operands: tuple[Word, ...], form: tuple[str, ...]) -> bool:
    return len(operands) >= len(form) and all(word.text == part for word, part in zip(operands, form, strict=False))


def _has(seen: _Seen, group: frozenset[str]) -> bool:
    """Whether one of these options is there: as it stands, with ``=``, in other case, or within ``-rf``."""
    for option in seen.options:
        name = option.partition("=")[0]
        if name in group or (name.lower() in group and len(name) > 2):
            return True
        letters = option[1:]
        if name.startswith("-X") and "-X" not in group:
            continue  # -XPOST: a method, not five options
        if (
            letters.isalpha()
            and len(letters) <= 5
            and option[0] == "-"
            and any(f"-{each}" in group for each in letters)
        ):
            return True
    return any(word.text in group for word in seen.operands if word.text[:1] not in "-/")


def _scope(word: Word, assigned: frozenset[str]) -> str:
    hit = next(tables.patterns("scopes").hits(word.text), None)
    scope = hit.row["scope"] if hit is not None else "inside"
    if scope == "unknown" and word.text[1:].split("/", 1)[0] in assigned:
        return "absolute"  # the text itself says what the variable holds
    return scope


def _written(command: Command, operands: tuple[Word, ...]) -> Iterator[str]:
    """The files that a command writes, as they stand."""
    for redirect in command.redirects:
        if (">" in redirect.operator or "/dev/" in redirect.target.text) and redirect.target.text not in _NO_FILE:
            yield redirect.target.text
    row = tables.words("programs").get(command.name)
    if row is not None and row["writes"]:
        yield from (word.text for word in (operands[-1:] if row["writes"] == "last" else operands[:_LOOKED]))


def _persists(seen: _Seen) -> Iterator[Deed]:
    """A file is written that runs by itself later."""
    for path in seen.written:
        hit = next(tables.patterns("autorun").hits(path), None)
        if hit is not None and hit.row["class"] == "persists":
            yield Deed(seen.command, hit.row, hit.row.severity)
            return


def _saved(seen: _Seen) -> Iterator[str]:
    """The names of files that a download is saved under."""
    words = seen.command.words
    for at, word in enumerate(words[1:], 1):
        if word.text in ("-o", "-O", "--output", "--output-document", "-OutFile") and at + 1 < len(words):
            yield shell.program(words[at + 1].text)
        if word.text in ("-O", "-LO", "-OL", "--remote-name", "-fsSLO") or seen.command.name == "wget":
            yield from (shell.program(operand.text) for operand in seen.operands if "/" in operand.text)
    yield from (shell.program(path) for path in seen.written)


def _ran(command: Command) -> set[str]:
    """The names of files that a command runs: itself, or the first operand of a shell or language."""
    run = {command.name} if command.words and "/" in command.words[0].text else set()
    if command.name in tables.named("runner"):
        run |= {shell.program(word.text) for word in shell.operands(command)[:1]}
    return run


@cache
def _run_fetched() -> tables.Row:
    return next(row for row in tables.rows("commands") if row["fed"] == "downloads")


# The inputs of a call.


class _Program(NamedTuple):
    """Attributes: text: where it stands. script: how a shell reads it."""

    text: Text
    script: Script


_WINDOWS: Final = linear(
    r"\b(?:Remove|Set|Get|New|Invoke|Start|Stop|Add|Format|Clear|Disable|Enable|Register|Unregister|Restart)-"
    r"[A-Z][a-z]+[A-Za-z]*\b|\b[A-Za-z]:\\|"
    r"\$env:|(?:^|[;&|({]\s*)(?:iex|iwr|irm|gci|saps|schtasks|certutil|bitsadmin|wevtutil)(?:\.exe)?\s|"
    r"(?:^|[;&|]\s*)(?:reg +(?:add|delete) |"
    r"(?:del|rd|rmdir|reg|net|sc|vssadmin|bcdedit) +(?:[a-z]+ +)*/[a-zA-Z])"
)
_SHEBANG: Final = linear(r"^#!\s*/\S*(?:\b(?:ba|z|k|da)?sh\b)")


def find_commands(subject: Subject) -> Iterator[Finding]:
    """``runs-code`` and ``destructive``: what the commands do that a call hands over to be run."""
    programs = list(islice(_programs(subject), MOST + 1))
    for text, script in programs[:MOST]:
        yield from judged(text, script)
    if len(programs) > MOST:
        yield found("not-inspected", Severity.MEDIUM, _TOO_MANY, programs[MOST].text)
    for text in islice(_foreign(subject), MOST):
        yield from _of_calls(text)


def judged(text: Text, script: Script) -> Iterator[Finding]:
    """The findings about one text that was read: the gravest of each kind."""
    if script.status == "too large":
        yield found("not-inspected", Severity.MEDIUM, _TOO_LARGE, text)
    gravest: dict[str, Deed] = {}
    for deed in deeds(script):
        if deed.severity is not None:
            held = gravest.get(deed.kind)
            if held is None or deed.severity.rank < (held.severity or Severity.INFO).rank:
                gravest[deed.kind] = deed
    for kind, deed in gravest.items():
        span = (deed.command.start, deed.command.end)
        yield found(kind, deed.severity or Severity.INFO, deed.sentence(), text, span)
    yield from _of_databases(text, script)
    if not text.is_name and gravest.get("runs-code") is None:
        yield from islice(_inside(text, script), 1)


def _inside(text: Text, script: Script) -> Iterator[Finding]:
    """What the programs in other languages do that stand in a command (``python -c``)."""
    for command in script.commands:
        row = tables.words("programs").get(command.name)
        if row is None or row["hands"] != "foreign":
            continue
        for option, word in islice(pairwise(command.words), _LOOKED):
            if option.text in row["code"].split():
                for finding in _of_calls(Text(text.steps, text.key, word.text[: shell.LONGEST], is_name=True)):
                    yield found(finding.kind, finding.severity, finding.text, text, (command.start, command.end))


def _of_databases(text: Text, script: Script) -> Iterator[Finding]:
    from host.inspect.statements import gravest_of

    worst = [judged for sql in islice(_statements(script), MOST) if (judged := gravest_of(sql)) is not None]
    for each in sorted(worst, key=lambda each: each.severity.rank)[:1]:
        yield found("writes-sql", each.severity, each.says, text)


def _statements(script: Script) -> Iterator[str]:
    """The SQL that commands hand to databases."""
    for at_command, command in enumerate(script.commands):
        row = tables.words("programs").get(command.name)
        if row is None or not row["sql"]:
            continue
        yield from shell.fed(command, script.commands[:at_command])
        yield from (redirect.target.text for redirect in command.redirects if redirect.operator == "<<")
        if row["sql"] == "last":
            yield from (word.text for word in shell.operands(command)[1:][-1:])
            continue
        for at, word in enumerate(command.words):
            name, _, value = word.text.partition("=")
            if name.lower() in row["sql"].split():
                yield value or " ".join(each.text for each in command.words[at + 1 : at + 2])


def _programs(subject: Subject) -> Iterator[_Program]:
    """The shell texts and lists of arguments of a call."""
    tool = class_of_call(subject)
    of_tool = frozenset(key_words(subject.tool)) | frozenset(key_words(subject.server))
    programs = {it.text.steps for it in roles_of(subject, tool) if it.role == "program"}
    lists = set[Steps]()
    for steps, key, argv in _lists(subject.arguments):
        own = _own_program(of_tool)
        beside = key in _ARGUMENTS and (argv[0] in tables.words("programs") or argv[0] in _rules() or own)
        alone = bool(own) and named_role(key) in (None, "program", "content")
        named = named_role(key) == "program"
        if beside or alone or _is_shell(key, "", of_tool, subject.arguments, named=named):
            lists.add(steps)
            text = Text(steps, key, " ".join(argv))
            yield _Program(text, shell.read_argv(_with_program(argv, of_tool)))
    if named_for := _named_for(subject):
        yield _Program(Text((), "", " ".join(named_for)), shell.read_argv(named_for))
    for text in subject.values():
        if text.steps in lists or text.steps[:-1] in lists:
            continue
        if _is_shell(text.key, text.text, of_tool, subject.arguments, named=text.steps in programs):
            yield _Program(text, _read(text.text, of_tool))


def _named_for(subject: Subject) -> list[str]:
    """The command that a tool is named for, as ``git_push``: its inputs stand behind it, switches as options.

    Empty for any other tool.
    """
    words = key_words(subject.tool)
    at = next((at for at, word in enumerate(words[:-1]) if _own_program(frozenset((word,)))), None)
    if at is None:
        return []
    argv = [_own_program(frozenset((words[at],))), words[at + 1]]
    for name, value in islice(subject.arguments.items(), _LOOKED):
        if value is True:
            argv.append("--" + "-".join(key_words(name)))
        elif (
            isinstance(value, str)
            and len(value) <= shell.LONGEST
            and (name == "value" or named_role(name) not in ("place", "content"))
        ):
            argv.append(value)
    return argv


def _read(text: str, of_tool: frozenset[str]) -> Script:
    windows = not of_tool.isdisjoint({"powershell", "pwsh", "window"}) or (
        len(text) <= shell.LONGEST and _WINDOWS.search(text) is not None
    )
    script = shell.read(text, windows=windows)
    if script.commands and script.commands[0].name not in _rules() and (name := _own_program(of_tool)):
        return shell.read(f"{name} {text}")
    return script


@lru_cache(maxsize=512)
def _own_program(of_tool: frozenset[str]) -> str:
    """The program that a tool is, where its name says so: of ``kubectl_run`` a command begins behind the program."""
    for row in tables.rows("programs"):
        if not of_tool.isdisjoint(row["subject"].split()):
            return row.match[0]
    return ""


def _with_program(argv: list[str], of_tool: frozenset[str]) -> list[str]:
    name = _own_program(of_tool)
    return [name, *argv] if name and shell.program(argv[0]) not in _rules() else argv


def _is_shell(key: str, text: str, of_tool: frozenset[str], arguments: JsonObject, *, named: bool) -> bool:
    """Whether a shell reads what stands under this name. ``named``: whether it is a program at all."""
    words = frozenset(key_words(key))
    if not words.isdisjoint(tables.named("no-shell")) or not named:
        return bool(text) and _SHEBANG.search(text) is not None
    if not words.isdisjoint(tables.named("shell-word")):
        return words.isdisjoint(tables.named("language"))
    if _SHEBANG.search(text[:100]) is not None:
        return True
    language = arguments.get("language")
    if isinstance(language, str):
        return not {"bash", "sh", "shell", "zsh", "powershell"}.isdisjoint(key_words(language))
    if not of_tool.isdisjoint(tables.named("language")):
        return False
    if key in _ARGUMENTS and _own_program(of_tool):
        return True  # what stands behind the program that the tool is
    return not of_tool.isdisjoint(tables.named("shell-word")) or _reads_as_shell(text)


def _reads_as_shell(text: str) -> bool:
    """Whether a program whose language nobody says begins with a command that is known, or speaks to Windows."""
    head = text[:_FIRST_LINE].lstrip().partition("\n")[0]
    first = shell.program(head.partition(" ")[0])
    known = first in _rules() or first in tables.words("programs")
    return (known and not head.startswith(("import ", "from "))) or _WINDOWS.search(text[:_PROGRAM]) is not None


_FIRST_LINE: Final = 400
_PROGRAM: Final = 8_192
"""Characters of a program whose language is told by its words."""


def _lists(
    value: JsonValue, steps: Steps = (), key: str = "", depth: int = 0
) -> Iterator[tuple[Steps, str, list[str]]]:
    """The lists of texts in the inputs; ``args`` beside a ``command`` belong to it."""
    if isinstance(value, dict) and depth < _DEEP:
        program = value.get("command")
        for name, child in islice(value.items(), _WIDE):
            if isinstance(child, list) and child and all(isinstance(each, str) for each in child[:_WIDE]):
                argv = [str(each) for each in child[:_WIDE]]
                beside = (
                    name in ("args", "argv", "arguments") and isinstance(program, str) and " " not in program.strip()
                )
                yield (*steps, name), name, [str(program), *argv] if beside else argv
            else:
                yield from _lists(child, (*steps, name), name, depth + 1)
    elif isinstance(value, list) and depth < _DEEP:
        for at, child in enumerate(value[:_WIDE]):
            if isinstance(child, (dict, list)):
                yield from _lists(child, (*steps, at), key, depth + 1)


_ARGUMENTS: Final = frozenset({"args", "argv", "arguments"})
_DEEP: Final = 6
_WIDE: Final = 1_000


def _foreign(subject: Subject) -> Iterator[Text]:
    """The texts that are programs in other languages."""
    of_tool = frozenset(key_words(subject.tool)) | frozenset(key_words(subject.server))
    tool = class_of_call(subject)
    for text, role, _ in roles_of(subject, tool):
        if role != "program" or not (tables.named("no-shell") | tables.named("shell-word")).isdisjoint(
            key_words(text.key)
        ):
            continue
        if not _is_shell(text.key, text.text, of_tool, subject.arguments, named=True):
            yield text


def _of_calls(text: Text) -> Iterator[Finding]:
    """What a program in another language hands to a shell, as the table ``shell_calls`` names it."""
    for hit in tables.patterns("shell_calls").every(text.text, MOST):
        if hit.row.severity is not None:
            yield found("runs-code", hit.row.severity, as_is(hit.row["phrase"]), text, (hit.start, hit.end))
            continue
        script = (
            shell.read_argv(_quoted(hit.groups[0]))
            if hit.row["hands"] == "list"
            else shell.read(_constant(hit.groups[0]))
        )
        for finding in judged(text, script):
            yield found(finding.kind, finding.severity, finding.text, text, (hit.start, hit.end))


def called_in(text: Text) -> Finding | None:
    """The gravest thing that a program in another language hands to a shell, None where it hands on nothing grave."""
    return min(_of_calls(text), key=lambda finding: finding.severity.rank, default=None)


def _constant(text: str) -> str:
    """A constant of a program, its usual escapes resolved."""
    for escape, char in (("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'), ("\\'", "'"), ("\\\\", "\\")):
        text = text.replace(escape, char)
    return text


def _quoted(text: str) -> list[str]:
    """The constants between the brackets of a list; what is none is a variable."""
    argv = []
    for part in text.split(","):
        bare = part.strip()
        argv.append(bare[1:-1] if len(bare) > 1 and bare[0] in "\"'" and bare[-1] == bare[0] else f"${bare}")
    return argv


# At most.


@lru_cache(maxsize=256)
def effect_of(text: str) -> ProgramEffect:
    """What a command text does at most; a program that nobody knows counts as one that changes something here."""
    script = shell.read(text, windows=len(text) <= shell.LONGEST and _WINDOWS.search(text) is not None)
    if script.status == "too large":
        return "outside"
    done = deeds(script)
    if any(deed.row["class"] == "grants" and deed.severity is not None for deed in done):
        return "grants"
    fetched = {id(deed.command): _fetched_by(deed.command) for deed in done}
    if any((deed.row["class"] in _OUTSIDE and not fetched[id(deed.command)]) or _is_wide(deed) for deed in done):
        return "outside"
    changing = {id(it.command) for it in done if it.row["class"] != "reads" and fetched[id(it.command)] != "printed"}
    others = [it for it in script.commands if id(it) in changing or id(it) not in fetched]
    if not others and not any(any(_written(command, ())) for command in script.commands):
        return "reads"
    saved = [it for it in others if fetched.get(id(it)) == "saved"]
    if saved and any(it not in saved and it.name not in _BESIDE_A_DOWNLOAD for it in others):
        return "outside"  # whatever follows may run what was fetched
    return "writes"


_BESIDE_A_DOWNLOAD: Final = frozenset({"cd", "mkdir"})


def _fetched_by(command: Command) -> Literal["printed", "saved", ""]:
    """What a command does with the pages that it asks another machine for, where it does no more than that.

    Only the options that the table names as ``asking`` and ``saving`` count: any other sends something, or runs it. A
    page is saved only below the working directory, and not under a hidden name.
    """
    program = tables.words("programs").get(command.name)
    if program is None or not program["asking"]:
        return ""
    asking, saving, valued = (frozenset(program[it].split()) for it in ("asking", "saving", "valued"))
    saves = bool(program["saves"])
    words = iter([word.text for word in command.words[1:]])
    for word in words:
        if word in saving and word in valued:
            if (where := next(words, "")) != "/dev/null":
                saves = True
                if not _PLAIN_FILE.fullmatch(where):
                    return ""
        elif word in asking and word in valued:
            if "%output{" in next(words, ""):  # what is printed goes into a file (curl(1), --write-out)
                return ""
        elif _are_flags(word, asking - valued) or _PLAIN_ADDRESS.fullmatch(word):
            continue
        elif _are_flags(word, (asking | saving) - valued) or _ANY_ADDRESS.fullmatch(word):
            saves = True  # an address that says more than a path is as grave as a file that is kept
        else:
            return ""
    return "saved" if saves else "printed"


def _are_flags(word: str, known: frozenset[str]) -> bool:
    """Whether a word is a known option without a value, or several of one letter together."""
    flags = (word,) if word.startswith("--") else tuple(f"-{letter}" for letter in word[1:])
    return len(word) > 1 and word.startswith("-") and known.issuperset(flags)


_PLAIN_FILE: Final = linear(r"[A-Za-z0-9_][A-Za-z0-9_-]*(?:[./][A-Za-z0-9_-]+)*/?")
_PLAIN_ADDRESS: Final = linear(r"https?://[A-Za-z0-9.:-]+(?:/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*/?)*)?")
_ANY_ADDRESS: Final = linear(
    r"https?://[A-Za-z0-9.:-]+(?:/(?:[A-Za-z0-9_~@-][A-Za-z0-9._~@-]*/?)*)?(?:\?(?:[A-Za-z0-9._~@:,;=&+/-]|%[0-9A-Fa-f]{2})*)?"
)
"""An address in which nothing is left for a shell to fill in, and of which no hidden file can be named."""


def _is_wide(deed: Deed) -> bool:
    """Whether it deletes what nobody brings back, changes another machine, or installs from an address."""
    program = tables.words("programs").get(deed.command.name)
    if program is not None and program["elsewhere"] and deed.row["class"] != "reads":
        return True
    if deed.row["class"] == "deletes":
        return deed.severity is Severity.HIGH
    return deed.row["class"] == "installs" and deed.severity is Severity.MEDIUM
