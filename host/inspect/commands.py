"""Findings about commands (pure).

Owns: what the commands of a shell text do, by the table ``commands``; which inputs of a call are shell texts; the
gravest effect of a text. Invariants: a command is judged by its name, options and input, never by a word that is data;
a quoted text is read as a program only if the table ``programs`` says that it is run; usual work has no finding; one
text has one finding of a kind, the gravest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from host.inspect import shell, tables
from host.inspect.evidence import finding_about
from host.inspect.roles import role_by_name, roles_of
from host.inspect.shell import Command, Script, Word
from host.inspect.subject import Steps, Subject, Text, inputs_in, name_of
from host.model import Finding, JsonObject, Severity
from host.naming import key_words
from host.patterns import Linear, linear
from host.text import one_line
from host.words import Wording, as_is, say

ProgramEffect: TypeAlias = Literal["reads", "writes", "outside", "grants"]

MAX_PROGRAMS: Final = 20
"""Texts of one call, SQL statements of one text, and shell calls of one program that are read."""
_MAX_SHOWN: Final = 80
_DESTROYS: Final = frozenset({"deletes", "rewrites"})
_OUTSIDE: Final = frozenset({"network", "sends", "persists", "grants", "runs", "rewrites"})
_ANY_PROGRAM: Final = "*"
_NO_FILE: Final = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "-", "1", "2"})
_TOO_LARGE: Final = say("This command is longer or more tangled than what Assent reads; it was not inspected.")
_TOO_MANY: Final = say("There are more commands here than Assent reads; the rest was not inspected.")


class CommandEffect(Struct, frozen=True):
    """What one command does."""

    command: Command  # the command
    row: tables.Row  # the row of the table ``commands`` or ``autorun`` that fits it
    severity: Severity | None  # the severity of the finding, None for no finding

    @property
    def kind(self) -> str:
        """The kind of finding."""
        return "destructive" if self.row["class"] in _DESTROYS else "runs-code"

    def sentence(self) -> Wording:
        """The sentence for a finding."""
        shown = one_line(" ".join(word.text for word in self.command.words) or self.row["class"], _MAX_SHOWN)
        return say("\u201c{command}\u201d {does}.", command=shown, does=as_is(self.row["phrase"]))


class _Rule(Struct, frozen=True):
    """A row of the table ``commands`` with its columns parsed."""

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
            tuple(tuple(phrase.split()) for phrase in row["words"].split(",") if phrase),
            tuple(frozenset(option_group.split("|")) for option_group in row["options"].split()),
            frozenset(row["without"].split()),
            linear(row["operand"]) if row["operand"] else None,
            linear(row["written"]) if row["written"] else None,
            frozenset(row["scope"].split()),
            row["fed"],
        )
        for name in row.match:
            by_name.setdefault(name, []).append(rule)
    return {name: tuple(rules) for name, rules in by_name.items()}


class _CommandFacts(Struct, frozen=True):
    """What the rules need to know of a command."""

    command: Command  # the command
    operands: tuple[Word, ...]  # the words that are no options
    options: frozenset[str]  # the words that are options
    scopes: frozenset[str]  # the scopes of the operands, by the table ``scopes``
    written: tuple[str, ...]  # files that it writes
    received: frozenset[str]  # sorts of data that it gets from other commands (column ``gives``)
    run_as_code: frozenset[str]  # those of ``received`` that it runs as a program


def command_effects(script: Script) -> tuple[CommandEffect, ...]:
    """What the commands of a script do, in their order."""
    return tuple(_command_effects(script))


def _command_effects(script: Script) -> Iterator[CommandEffect]:
    outputs: list[frozenset[str]] = []
    outputs_by_pipeline: dict[int, list[tuple[int, frozenset[str]]]] = {}
    downloaded_files: set[str] = set()
    for command in script.commands:
        facts = _facts_of(command, script, outputs, outputs_by_pipeline)
        rules = _rules().get(command.name, ())
        matching_rule = next((rule for rule in rules if _fits(rule, facts)), None)
        output = (
            frozenset(rule.row["gives"] for rule in rules if rule.row["gives"] and _fits(rule, facts)) | facts.received
        )
        outputs.append(output)
        for pipeline, place in command.stages:
            outputs_by_pipeline.setdefault(pipeline, []).append((place, output))
        if matching_rule is not None:
            yield CommandEffect(command, matching_rule.row, matching_rule.row.severity)
        for rule in _rules()[_ANY_PROGRAM]:
            if facts.written and _fits(rule, facts):
                yield CommandEffect(command, rule.row, rule.row.severity)
        yield from _autorun_effects(facts)
        if downloaded_files and (_run_files(command) & downloaded_files):
            yield CommandEffect(command, _row_of_run_download(), Severity.HIGH)
        if "downloads" in output and command.depth == 0:
            downloaded_files.update(_saved_files(facts))


def _facts_of(
    command: Command,
    script: Script,
    outputs: list[frozenset[str]],
    outputs_by_pipeline: Mapping[int, list[tuple[int, frozenset[str]]]],
) -> _CommandFacts:
    """The facts of a command. ``outputs``: the sorts of data that each earlier command gives."""
    operands = shell.operands(command)
    options = frozenset(word.text for word in command.words[1:] if word.text[:1] in "-/")
    piped_in = _union(
        output
        for pipeline, place in command.stages
        for earlier_place, output in outputs_by_pipeline.get(pipeline, ())[-_MAX_BEFORE:]
        if earlier_place < place
    )
    output_by_word = {index: _union(outputs[word.inner[0] : word.inner[1]]) for index, word in enumerate(command.words)}
    run_as_code = _union(
        output
        for index, output in output_by_word.items()
        if output
        and (index <= 1 or command.words[index - 1].text.startswith("-") or command.name in tables.words("evaluator"))
    )
    reads_program = not operands or operands[0].text in ("-", "/dev/stdin") or command.name in tables.words("evaluator")
    return _CommandFacts(
        command,
        operands,
        options,
        frozenset(_scope(word, script.assigned) for word in dict.fromkeys(operands)),
        tuple(_written_files(command, operands)),
        piped_in | _union(output_by_word.values()),
        (piped_in if reads_program and "-c" not in options and "-m" not in options else frozenset()) | run_as_code,
    )


_MAX_BEFORE: Final = 50
"""Earlier commands of a pipeline that are examined."""
_MAX_WORDS: Final = 200
"""Words of one command that are examined."""


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


def _fits(rule: _Rule, facts: _CommandFacts) -> bool:
    """Whether all columns of a row fit a command; cheap checks come first."""
    words = facts.command.words[1:]
    if rule.row["class"] == "reads" and len(words) > _MAX_WORDS:
        return False  # one of the others may write
    words = words[:_MAX_WORDS]
    forms = (form for form in rule.words or ((),) if _begins_with(facts.operands, form))
    if not any(len(form) == len(facts.operands) or not rule.row["bare"] for form in forms):
        return False
    if not all(_has_option(facts, group) for group in rule.options) or (
        rule.without and _has_option(facts, rule.without)
    ):
        return False
    if rule.scope and rule.scope.isdisjoint(facts.scopes):
        return False
    if rule.fed and rule.fed not in (facts.run_as_code if rule.row["class"] == "runs" else facts.received):
        return False
    if rule.written is not None and not any(rule.written.search(path) for path in facts.written):
        return False
    return rule.operand is None or any(rule.operand.search(word.text) for word in words)


def _begins_with(operands: tuple[Word, ...], form: tuple[str, ...]) -> bool:
    return len(operands) >= len(form) and all(word.text == part for word, part in zip(operands, form, strict=False))


def _has_option(facts: _CommandFacts, group: frozenset[str]) -> bool:
    """Whether the command has one of these options: exactly, with ``=``, in other case, or within ``-rf``."""
    for option in facts.options:
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
            and any(f"-{letter}" in group for letter in letters)
        ):
            return True
    return any(word.text in group for word in facts.operands if word.text[:1] not in "-/")


def _scope(word: Word, assigned: frozenset[str]) -> str:
    hit = next(tables.patterns("scopes").hits(word.text), None)
    scope = hit.row["scope"] if hit is not None else "inside"
    if scope == "unknown" and word.text[1:].split("/", 1)[0] in assigned:
        return "absolute"  # the text itself sets the variable
    return scope


def _written_files(command: Command, operands: tuple[Word, ...]) -> Iterator[str]:
    """The files that a command writes, as written."""
    for redirect in command.redirects:
        if (">" in redirect.operator or "/dev/" in redirect.target.text) and redirect.target.text not in _NO_FILE:
            yield redirect.target.text
    row = tables.rows_by_word("programs").get(command.name)
    if row is not None and row["writes"]:
        yield from (word.text for word in (operands[-1:] if row["writes"] == "last" else operands[:_MAX_WORDS]))


def _autorun_effects(facts: _CommandFacts) -> Iterator[CommandEffect]:
    """Effects of writing a file that runs by itself later."""
    for path in facts.written:
        hit = next(tables.patterns("autorun").hits(path), None)
        if hit is not None and hit.row["class"] == "persists":
            yield CommandEffect(facts.command, hit.row, hit.row.severity)
            return


def _saved_files(facts: _CommandFacts) -> Iterator[str]:
    """The names of the files into which a command saves a download."""
    words = facts.command.words
    for index, word in enumerate(words[1:], 1):
        if word.text in ("-o", "-O", "--output", "--output-document", "-OutFile") and index + 1 < len(words):
            yield shell.program_name(words[index + 1].text)
        if word.text in ("-O", "-LO", "-OL", "--remote-name", "-fsSLO") or facts.command.name == "wget":
            yield from (shell.program_name(operand.text) for operand in facts.operands if "/" in operand.text)
    yield from (shell.program_name(path) for path in facts.written)


def _run_files(command: Command) -> set[str]:
    """The names of the files that a command runs: its own, or the first operand of a shell or interpreter."""
    run = {command.name} if command.words and "/" in command.words[0].text else set()
    if command.name in tables.words("runner"):
        run |= {shell.program_name(word.text) for word in shell.operands(command)[:1]}
    return run


@cache
def _row_of_run_download() -> tables.Row:
    return next(row for row in tables.rows("commands") if row["fed"] == "downloads")


# The inputs of a call.


class _Program(NamedTuple):
    """An input that is a shell text, and its commands."""

    text: Text
    script: Script


_WINDOWS_SIGNS: Final = linear(
    r"\b(?:Remove|Set|Get|New|Invoke|Start|Stop|Add|Format|Clear|Disable|Enable|Register|Unregister|Restart)-"
    r"[A-Z][a-z]+[A-Za-z]*\b|\b[A-Za-z]:\\|"
    r"\$env:|(?:^|[;&|({]\s*)(?:iex|iwr|irm|gci|saps|schtasks|certutil|bitsadmin|wevtutil)(?:\.exe)?\s|"
    r"(?:^|[;&|]\s*)(?:reg +(?:add|delete) |"
    r"(?:del|rd|rmdir|reg|net|sc|vssadmin|bcdedit) +(?:[a-z]+ +)*/[a-zA-Z])"
)
_SHEBANG: Final = linear(r"^#!\s*/\S*(?:\b(?:ba|z|k|da)?sh\b)")


def find_commands(subject: Subject) -> Iterator[Finding]:
    """``runs-code`` and ``destructive``: what the commands in the inputs do."""
    programs = list(islice(_programs(subject), MAX_PROGRAMS + 1))
    for text, script in programs[:MAX_PROGRAMS]:
        yield from script_findings(text, script)
    if len(programs) > MAX_PROGRAMS:
        yield finding_about("not-inspected", Severity.MEDIUM, _TOO_MANY, programs[MAX_PROGRAMS].text)
    for text in islice(_foreign_programs(subject), MAX_PROGRAMS):
        yield from _call_findings(text)


def script_findings(text: Text, script: Script) -> Iterator[Finding]:
    """The findings about one shell text: the gravest of each kind."""
    if script.status == "too large":
        yield finding_about("not-inspected", Severity.MEDIUM, _TOO_LARGE, text)
    gravest: dict[str, CommandEffect] = {}
    for effect in command_effects(script):
        if effect.severity is not None:
            previous = gravest.get(effect.kind)
            if previous is None or effect.severity.rank < (previous.severity or Severity.INFO).rank:
                gravest[effect.kind] = effect
    for kind, effect in gravest.items():
        span = (effect.command.start, effect.command.end)
        yield finding_about(kind, effect.severity or Severity.INFO, effect.sentence(), text, span)
    yield from _findings_about_sql(text, script)
    if not text.is_name and gravest.get("runs-code") is None:
        yield from islice(_findings_in_code(text, script), 1)


def _findings_in_code(text: Text, script: Script) -> Iterator[Finding]:
    """The findings about programs in other languages inside of commands (``python -c``)."""
    for command in script.commands:
        row = tables.rows_by_word("programs").get(command.name)
        if row is None or row["hands"] != "foreign":
            continue
        code = row["code"].split()
        programs: Iterable[str] = (word.text for word in shell.operands(command)[:1])
        for program in programs if code == ["first"] else shell.texts_of_options(command, code):
            if program:
                for finding in _call_findings(Text(text.steps, text.key, program[: shell.MAX_LENGTH], is_name=True)):
                    yield finding_about(
                        finding.kind, finding.severity, finding.text, text, (command.start, command.end)
                    )


def _findings_about_sql(text: Text, script: Script) -> Iterator[Finding]:
    """The finding about the SQL that commands pass to databases."""
    from host.inspect.sql import looks_like_sql
    from host.inspect.statements import gravest_effect

    passed = islice(filter(looks_like_sql, _words_for_databases(script)), MAX_PROGRAMS)
    effects = [effect for sql in passed if (effect := gravest_effect(sql)) is not None]
    for effect in sorted(effects, key=lambda effect: effect.severity.rank)[:1]:
        yield finding_about("writes-sql", effect.severity, effect.sentence, text)


def _words_for_databases(script: Script) -> Iterator[str]:
    for at, command in enumerate(script.commands):
        row = tables.rows_by_word("programs").get(command.name)
        if row is not None and row["sql"]:
            yield from shell.piped_texts(command, script.commands[:at])
            yield from (redirect.target.text for redirect in command.redirects)
            for word in command.words[1:]:
                yield from (word.text, word.text.partition("=")[2], word.text[2:])  # --command=TEXT, -cTEXT


def _programs(subject: Subject) -> Iterator[_Program]:
    """The shell texts and argument lists of a call."""
    tool_words = frozenset(key_words(subject.tool)) | frozenset(key_words(subject.server))
    roles = {input_role.text.steps: input_role.role for input_role in roles_of(subject)}
    list_steps = set[Steps]()
    for steps, key, argv in _argument_lists(subject.arguments):
        program = _program_of_tool(tool_words)
        is_joined = key in _ARGUMENTS and (argv[0] in tables.rows_by_word("programs") or argv[0] in _rules() or program)
        stands_alone = bool(program) and role_by_name(key) in (None, "program", "content")
        is_named = role_by_name(key) == "program"
        if is_joined or stands_alone or _is_shell(key, "", tool_words, named=is_named):
            list_steps.add(steps)
            text = Text(steps, key, " ".join(argv))
            yield _Program(text, shell.read_argv(_with_program(argv, tool_words)))
    if argv_of_tool := _command_of_tool(subject):
        yield _Program(Text((), "", " ".join(argv_of_tool)), shell.read_argv(argv_of_tool))
    for text in subject.values():
        if text.steps in list_steps or text.steps[:-1] in list_steps:
            continue
        if text.key.isupper() and f"{text.key.lower()}=" in tables.rows_by_word("programs"):
            yield _Program(text, shell.read_argv(["env", f"{text.key}={text.text}"]))
            continue
        role = roles.get(text.steps)
        is_shell = _is_shell(text.key, text.text, tool_words, named=role == "program")
        if is_shell or (role in ("destination", "place") and goes_on_with_command(text.text)):
            yield _Program(text, _read_program(text.text, tool_words))


def reads_as_command(text: str) -> bool:
    """Whether a text, whatever its input is called, is a known command of several words, or goes on with one.

    One that is longer than what is searched counts as such.
    """
    if len(text) > _MAX_SEARCHED or goes_on_with_command(text):
        return True
    first, *others = text.split(maxsplit=1) or ("",)
    return bool(others) and _reads_as_shell(f"{first.strip(_QUOTES)} {others[0]}")


_QUOTES: Final = "\"'"


def goes_on_with_command(text: str) -> bool:
    """Whether the name of a host or file goes on with a command, for a tool that hands it to a shell (CWE-78)."""
    commands = (shell.program_name(match[1] or "") for match in _SECOND_COMMAND.finditer(text[:_MAX_SEARCHED]))
    return any(name in _rules() or name in tables.rows_by_word("programs") for name in commands)


_SECOND_COMMAND: Final = linear(
    r"(?:\$\(|[`;|\r\n]|&&|&[ \t]|[ \t]&)[\s\"'\\(]{0,8}(?:[\w.~/-]{0,200}/)?([A-Za-z][\w.-]*)"
)
"""The program behind a mark that ends a command, however it is quoted. A ``&`` between letters is a query's."""


def _command_of_tool(subject: Subject) -> list[str]:
    """The command in a tool's name, such as ``git_push``, with the inputs as operands and switches as options.

    Empty for other tools.
    """
    words = key_words(subject.tool)
    index = next((index for index, word in enumerate(words[:-1]) if _program_of_tool(frozenset((word,)))), None)
    if index is None:
        return []
    argv = [_program_of_tool(frozenset((words[index],))), words[index + 1]]
    for name, value in islice(subject.arguments.items(), _MAX_WORDS):
        if value is True:
            argv.append("--" + "-".join(key_words(name)))
        elif (
            isinstance(value, str)
            and len(value) <= shell.MAX_LENGTH
            and (name == "value" or role_by_name(name) not in ("place", "content"))
        ):
            argv.append(value)
    return argv


def _read_program(text: str, tool_words: frozenset[str]) -> Script:
    windows = not tool_words.isdisjoint({"powershell", "pwsh", "window"}) or (
        len(text) <= shell.MAX_LENGTH and _WINDOWS_SIGNS.search(text) is not None
    )
    script = shell.read(text, windows=windows)
    if script.commands and script.commands[0].name not in _rules() and (name := _program_of_tool(tool_words)):
        return shell.read(f"{name} {text}")
    return script


@lru_cache(maxsize=512)
def _program_of_tool(tool_words: frozenset[str]) -> str:
    """The program in a tool's name, such as ``kubectl_run``, which its commands omit. Empty for other tools."""
    for row in tables.rows("programs"):
        if not tool_words.isdisjoint(row["subject"].split()):
            return row.match[0]
    return ""


def _with_program(argv: list[str], tool_words: frozenset[str]) -> list[str]:
    name = _program_of_tool(tool_words)
    return [name, *argv] if name and shell.program_name(argv[0]) not in _rules() else argv


def _is_shell(key: str, text: str, tool_words: frozenset[str], *, named: bool) -> bool:
    """Whether a shell reads an input of this name. ``named``: whether it is a program by its role."""
    words = frozenset(key_words(key))
    if not words.isdisjoint(tables.words("no-shell")) or not named:
        return bool(text) and _SHEBANG.search(text) is not None
    if not words.isdisjoint(tables.words("shell-word")):
        return words.isdisjoint(tables.words("language"))
    if key in _ARGUMENTS and _program_of_tool(tool_words):
        return True  # the arguments of the program in the tool's name
    return not tool_words.isdisjoint(tables.words("shell-word")) or _reads_as_shell(text)


def _reads_as_shell(text: str) -> bool:
    """Whether a program of unknown language begins with a known command, or is for Windows."""
    first_line = text[:_MAX_FIRST_LINE].lstrip().partition("\n")[0]
    name = shell.program_name(first_line.partition(" ")[0])
    is_known = name in _rules() or name in tables.rows_by_word("programs")
    is_python = first_line.startswith(("import ", "from "))
    return (is_known and not is_python) or _WINDOWS_SIGNS.search(text[:_MAX_SEARCHED]) is not None


_MAX_FIRST_LINE: Final = 400
_MAX_SEARCHED: Final = 8_192
"""Characters of a program that are searched for words of Windows."""


def _argument_lists(arguments: JsonObject) -> Iterator[tuple[Steps, str, list[str]]]:
    """The lists of texts in the inputs. ``args`` beside a ``command`` are joined with it."""
    for steps, value, container in inputs_in(arguments):
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value[:_MAX_ITEMS]):
            argv, program = [str(item) for item in value[:_MAX_ITEMS]], container.get("command")
            is_joined = steps[-1] in _ARGUMENTS and isinstance(program, str) and " " not in program.strip()
            yield steps, name_of(steps), [str(program), *argv] if is_joined else argv


_ARGUMENTS: Final = frozenset({"args", "argv", "arguments"})
_MAX_ITEMS: Final = 1_000


def _foreign_programs(subject: Subject) -> Iterator[Text]:
    """The inputs that are programs in other languages."""
    tool_words = frozenset(key_words(subject.tool)) | frozenset(key_words(subject.server))
    for text, role, _ in roles_of(subject):
        if role != "program" or not (tables.words("no-shell") | tables.words("shell-word")).isdisjoint(
            key_words(text.key)
        ):
            continue
        if not _is_shell(text.key, text.text, tool_words, named=True):
            yield text


def _call_findings(text: Text) -> Iterator[Finding]:
    """The findings about shell calls of a program in another language, by the table ``shell_calls``."""
    for hit in tables.patterns("shell_calls").all_hits(text.text, MAX_PROGRAMS):
        if hit.row.severity is not None:
            yield finding_about("runs-code", hit.row.severity, as_is(hit.row["phrase"]), text, (hit.start, hit.end))
            continue
        script = (
            shell.read_argv(_list_constants(hit.groups[0]))
            if hit.row["hands"] == "list"
            else shell.read(unescaped(hit.groups[0]))
        )
        for finding in script_findings(text, script):
            yield finding_about(finding.kind, finding.severity, finding.text, text, (hit.start, hit.end))


def gravest_call(text: Text) -> Finding | None:
    """The gravest finding about shell calls of a program in another language, None if there is none."""
    return min(_call_findings(text), key=lambda finding: finding.severity.rank, default=None)


def unescaped(text: str) -> str:
    """A string constant with its usual escapes resolved."""
    for escape, char in (("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'), ("\\'", "'"), ("\\/", "/"), ("\\\\", "\\")):
        text = text.replace(escape, char)
    return text


def _list_constants(text: str) -> list[str]:
    """The string constants of a list. Other items count as variables."""
    argv = []
    for part in text.split(","):
        bare = part.strip()
        argv.append(bare[1:-1] if len(bare) > 1 and bare[0] in "\"'" and bare[-1] == bare[0] else f"${bare}")
    return argv


# The gravest effect of a text.


@lru_cache(maxsize=256)
def effect_of(text: str) -> ProgramEffect:
    """The gravest effect of a command text. An unknown program counts as one that changes something here."""
    script = shell.read(text, windows=len(text) <= shell.MAX_LENGTH and _WINDOWS_SIGNS.search(text) is not None)
    if script.status == "too large":
        return "outside"
    effects = command_effects(script)
    if any(effect.row["class"] == "grants" and effect.severity is not None for effect in effects):
        return "grants"
    uses = {
        id(effect.command): "saved" if _is_plain_clone(effect.command) else _download_use(effect.command)
        for effect in effects
    }
    if any(
        (effect.row["class"] in _OUTSIDE and not uses[id(effect.command)]) or _has_wide_effect(effect)
        for effect in effects
    ):
        return "outside"
    changing_ids = {
        id(effect.command)
        for effect in effects
        if effect.row["class"] != "reads" and uses[id(effect.command)] != "printed"
    }
    others = [command for command in script.commands if id(command) in changing_ids or id(command) not in uses]
    if not others and not any(any(_written_files(command, ())) for command in script.commands):
        return "reads"
    saving = [command for command in others if uses.get(id(command)) == "saved"]
    if saving and any(it not in saving and it.name not in tables.words("beside-a-download") for it in others):
        return "outside"  # another command may run the download
    return "writes"


def _is_plain_clone(command: Command) -> bool:
    """Whether a command only makes a new folder from a repository: it sends nothing, and runs nothing of it."""
    return _PLAIN_CLONE.fullmatch(" ".join(word.text for word in command.words)) is not None


def _download_use(command: Command) -> Literal["printed", "saved", ""]:
    """What a command that only downloads does with the pages. Empty for other commands.

    It only downloads if all its options are in the columns ``asking`` and ``saving``: others may send or run something.
    It only saves below the working directory, and not under a hidden name.
    """
    program = tables.rows_by_word("programs").get(command.name)
    if program is None or not program["asking"]:
        return ""
    asking, saving, valued = (frozenset(program[column].split()) for column in ("asking", "saving", "valued"))
    saves = bool(program["saves"])
    words = iter([word.text for word in command.words[1:]])
    for word in words:
        if word in saving and word in valued:
            if (file := next(words, "")) != "/dev/null":
                saves = True
                if not _PLAIN_FILE.fullmatch(file):
                    return ""
        elif word in asking and word in valued:
            if "%output{" in next(words, ""):  # the output goes into a file (curl(1), --write-out)
                return ""
        elif _are_flags(word, asking - valued) or _PLAIN_ADDRESS.fullmatch(word):
            continue
        elif _are_flags(word, (asking | saving) - valued) or _ANY_ADDRESS.fullmatch(word):
            saves = True  # a query in an address can carry data, which is as grave as a saved file
        else:
            return ""
    return "saved" if saves else "printed"


def _are_flags(word: str, known: frozenset[str]) -> bool:
    """Whether a word is a known option without a value, or several one-letter options together."""
    flags = (word,) if word.startswith("--") else tuple(f"-{letter}" for letter in word[1:])
    return len(word) > 1 and word.startswith("-") and known.issuperset(flags)


_PLAIN_FILE: Final = linear(r"[A-Za-z0-9_][A-Za-z0-9_-]*(?:[./][A-Za-z0-9_-]+)*/?")
_PLAIN_ADDRESS: Final = linear(r"https?://[A-Za-z0-9.:-]+(?:/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*/?)*)?")
_PLAIN_CLONE: Final = linear(rf"git clone (?:--depth [0-9]+ )?{_PLAIN_ADDRESS.pattern}(?: {_PLAIN_FILE.pattern})?")
_ANY_ADDRESS: Final = linear(
    r"https?://[A-Za-z0-9.:-]+(?:/(?:[A-Za-z0-9_~@-][A-Za-z0-9._~@-]*/?)*)?(?:\?(?:[A-Za-z0-9._~@:,;=&+/-]|%[0-9A-Fa-f]{2})*)?"
)
"""An address without substitutions of a shell, which gives no name to a hidden file."""


def _has_wide_effect(effect: CommandEffect) -> bool:
    """Whether an effect deletes for good, changes another machine, or installs from an address."""
    program = tables.rows_by_word("programs").get(effect.command.name)
    if program is not None and program["elsewhere"] and effect.row["class"] != "reads":
        return True
    if effect.row["class"] == "deletes":
        return effect.severity is Severity.HIGH
    return effect.row["class"] == "installs" and effect.severity is Severity.MEDIUM
