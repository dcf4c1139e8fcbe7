"""Parsing shell texts (pure).

Owns: splitting a shell text, or a list of arguments, into the simple commands that it runs: in pipelines, functions,
loops, substitutions, here-documents, in texts that are passed to another shell or through ``sudo``, ``ssh``,
``find -exec`` and similar, and in options and variables that name a program. Invariants: nothing is run or expanded; a
quoted text is an argument, not a command; a text that is too long or too complex is marked and not parsed; nested texts
are parsed up to the depth ``MAX_DEPTH``.

POSIX.1-2024, Shell Command Language; the grammar is tree-sitter-bash's. PowerShell and cmd are split into words alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, islice, pairwise
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct, field

from host.inspect import tables
from host.patterns import linear
from host.values import replace

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MAX_LENGTH: Final = 64 << 10
"""Characters of one text."""
MAX_SIGNS: Final = 6_000
"""Signs of the grammar in one text: on nonsense, the parser takes more than linear time."""
MAX_COMMANDS: Final = 2_000
MAX_DEPTH: Final = 5
"""Texts inside texts."""
_MAX_SUBSTITUTION_DEPTH: Final = 40
"""Nested substitutions and groups."""
_SIGNS: Final = "()|<>&;{}[]!%^~"

Status: TypeAlias = Literal["read", "too large"]
Stage: TypeAlias = "tuple[int, int]"
"""The number of a pipeline, and a position in it."""


class Word(Struct, frozen=True):
    """One word. Its text has variables as ``$NAME`` and command substitutions as ``$()``."""

    text: str  # with quotes and escapes resolved
    varies: bool = False  # whether it contains a variable or a substitution
    inner: tuple[int, int] = (0, 0)  # start and end index of the commands whose output it contains


class Redirect(Struct, frozen=True):
    """A redirection."""

    operator: str  # such as ``>>``; ``<<`` also for a here-string
    target: Word  # a file, or the text of a here-document


class Command(Struct, frozen=True):
    """A simple command."""

    name: str  # the program without folder and ``.exe``, in lower case; empty if there are only redirections
    words: tuple[Word, ...]  # the program and its arguments
    redirects: tuple[Redirect, ...] = ()  # in order
    stages: tuple[Stage, ...] = ()  # its positions in pipelines, the outermost first
    start: int = 0  # offset in the outermost text, for a nested text that of the command that runs it
    end: int = 0  # offset behind it, of the same text
    depth: int = 0  # number of texts around its own
    takes_more: bool = False  # whether it gets further, unknown arguments (``xargs``)


class Script(Struct, frozen=True):
    """A parsed text."""

    status: Status  # whether it was parsed
    commands: tuple[Command, ...] = ()  # in order
    assigned: frozenset[str] = frozenset()  # names of variables that it sets


class _ScriptBuilder(Struct):
    """Collects the commands of a script."""

    commands: list[Command] = field(default_factory=list)
    assigned: set[str] = field(default_factory=set)
    pipelines: int = 0
    is_full: bool = False

    def next_pipeline(self) -> int:
        self.pipelines += 1
        return self.pipelines

    def add(self, command: Command) -> None:
        """Add a command, and the commands that it runs."""
        if len(self.commands) >= MAX_COMMANDS or command.depth > MAX_DEPTH:
            self.is_full = True
            return
        self.commands.append(command)
        _unwrap(command, self)

    def build(self) -> Script:
        return Script("too large" if self.is_full else "read", tuple(self.commands), frozenset(self.assigned))


@lru_cache(maxsize=64)
def read(text: str, *, windows: bool = False) -> Script:
    """Parse a shell text. ``windows``: a text of PowerShell or cmd, which is only split into words."""
    builder = _ScriptBuilder()
    _read(text, builder, Command("", (), end=len(text), depth=-1), windows=windows)
    return builder.build()


def read_argv(argv: Sequence[str]) -> Script:
    """The script of a list of arguments, of which the first is a program."""
    if sum(map(len, argv)) > MAX_LENGTH:
        return Script("too large")
    builder = _ScriptBuilder()
    if argv:
        builder.add(Command(program_name(argv[0]), tuple(map(Word, argv)), end=len(argv[0])))
    return builder.build()


def program_name(word: str) -> str:
    """The name of a program without folder and ``.exe``, in lower case."""
    name = word.replace("\\", "/").rsplit("/", 1)[-1].lower()
    return name.removesuffix(".exe")


def _read(text: str, builder: _ScriptBuilder, runner: Command, *, windows: bool = False) -> None:
    """Parse a text that ``runner`` runs. Its commands get the position of ``runner``."""
    if len(text) > MAX_LENGTH or runner.depth >= MAX_DEPTH or "\0" in text or sum(map(text.count, _SIGNS)) > MAX_SIGNS:
        builder.is_full = True
    elif windows:
        _read_windows(text, builder, runner)
    else:
        _Reader(_with_blanks(text), builder, runner).walk()


def _with_blanks(text: str) -> str:
    """The text with blanks for what becomes blanks: ``cat${IFS}a``, and ``{cat,a}`` as a command. Its length stays.

    POSIX.1-2024, 2.6.5 Field Splitting; Bash manual, 3.5.1 Brace Expansion.
    """
    if "$IFS" in text or "${IFS" in text:
        text = _FIELD_SEPARATOR.sub(lambda match: " " * len(match[0]), text)
    if "{" in text and "," in text:
        text = _BRACED_COMMAND.sub(lambda match: match[0].translate(_BRACES_AS_BLANKS), text)
    return text


_FIELD_SEPARATOR: Final = linear(r"\$\{IFS[^{}\n]{0,20}\}|\$IFS\b(?:\$[0-9@*])?")
"""Behind it often stands a parameter that is empty, which keeps the name from going on."""
_BRACED_COMMAND: Final = linear(r"(?m:^|[;&|(])[ \t]*\{[^\s{},;&|]+(?:,[^\s{},;&|]*)+\}")
_BRACES_AS_BLANKS: Final = str.maketrans("{},", "   ")


class _Reader:
    """Walks through the syntax tree of one text."""

    def __init__(self, text: str, builder: _ScriptBuilder, runner: Command) -> None:
        self._raw = text.encode("utf-8", "replace")
        self._byte_offsets = None if len(self._raw) == len(text) else [*accumulate(map(_utf8_width, text), initial=0)]
        self._builder, self._runner = builder, runner

    def walk(self) -> None:
        """Add all commands of the text."""
        self._walk(_parser().parse(self._raw).root_node, self._runner.stages, (), 0)

    def _walk(self, root: Node, stages: _Stages, redirects: _Redirects, depth: int) -> None:
        """Add the commands below a node."""
        stack: list[_Task] = [(root, stages, redirects)]
        if depth > _MAX_SUBSTITUTION_DEPTH:
            self._builder.is_full = True
            return
        while stack and not self._builder.is_full:
            node, stages, redirects = stack.pop()
            kind = node.type
            if kind in ("command", "declaration_command", "unset_command"):
                self._add_command(node, stages, redirects, depth)
            elif kind == "redirected_statement":
                stack.extend(reversed(self._read_redirected(node, stages, redirects, depth)))
            elif kind == "pipeline":
                stack.extend(reversed(self._read_pipeline(node, stages, redirects)))
            elif kind == "list" and redirects:
                *earlier, last = node.named_children
                stack.extend([(last, stages, redirects), *((child, stages, ()) for child in reversed(earlier))])
            else:
                stack.extend(self._read_other(node, stages, redirects, depth))

    def _read_other(self, node: Node, stages: _Stages, redirects: _Redirects, depth: int) -> list[_Task]:
        """The children of a loop, function or group, the last first. Commands in a word are read at once."""
        if node.type in _WORD_TYPES:
            self._read_word(node, stages, depth)
        elif node.type == "variable_name":
            self._builder.assigned.add(self._text(node))  # of a loop
        elif node.type not in ("comment", "heredoc_body", "heredoc_start"):
            if redirects:
                self._add_words(node, (), stages, redirects)
            return [(child, stages, ()) for child in reversed(node.named_children)]
        return []

    def _read_pipeline(self, node: Node, stages: _Stages, redirects: _Redirects) -> list[_Task]:
        pipeline, parts = self._builder.next_pipeline(), node.named_children
        tasks: list[_Task] = []
        for place, part in enumerate(parts):
            last_redirects = redirects if place == len(parts) - 1 else ()
            if place == 0 and (joined := _list_in_first_stage(part)) is not None:  # ``a && b 2>x | c``: only b feeds c
                tasks += [(earlier, stages, ()) for earlier in joined.named_children[:-1]]
            tasks.append((part, (*stages, (pipeline, place)), last_redirects))
        return tasks

    def _read_redirected(self, node: Node, stages: _Stages, redirects: _Redirects, depth: int) -> list[_Task]:
        tasks: list[_Task] = []
        body: list[Node] = []
        for child in node.named_children:
            if child.type in _REDIRECTS:
                redirects = (*redirects, *self._read_redirects(child, stages, depth))
            else:
                body.append(child)
        next_parts = [part for child in node.named_children for part in child.named_children if part.type == "pipeline"]
        if next_parts:  # ``cat <<EOF | sh``: what follows stands inside the here-document's own node
            pipeline = self._builder.next_pipeline()
            tasks += [(part, (*stages, (pipeline, 1)), ()) for part in next_parts]
            stages = (*stages, (pipeline, 0))
        if not body:
            self._add_words(node, (), stages, redirects)
        for child in reversed(body):
            commands = _list_in_first_stage(child) if stages and stages[-1][1] == 0 else None
            tasks.insert(0, (child if commands is None else commands.named_children[-1], stages, redirects))
        return tasks

    def _read_redirects(self, node: Node, stages: _Stages, depth: int) -> Iterator[Redirect]:
        if node.type == "heredoc_redirect":
            body = next((child for child in node.named_children if child.type == "heredoc_body"), None)
            if body is not None:
                self._read_substitutions(body, stages, depth)
                yield Redirect("<<", Word(self._text(body), varies=body.named_child_count > 0))
            for child in node.named_children:
                if child.type in _REDIRECTS:
                    yield from self._read_redirects(child, stages, depth)
            return
        operator = next((child.type for child in node.children if not child.is_named), "")
        words = [child for child in node.named_children if child.type != "file_descriptor"]
        if words:
            yield Redirect("<<" if operator == "<<<" else operator, self._read_word(words[0], stages, depth))

    def _add_command(self, node: Node, stages: _Stages, redirects: _Redirects, depth: int) -> None:
        words: list[Word] = []
        for child in node.children:
            if child.type in _REDIRECTS:
                redirects = (*redirects, *self._read_redirects(child, stages, depth))
            elif child.type == "variable_assignment" and node.type == "command":
                self._read_word(child, stages, depth)
            elif child.is_named or node.type != "command":
                words.append(self._read_word(child, stages, depth))
        self._add_words(
            node, tuple(word for word in words if word.text or word.varies or len(words) == 1), stages, redirects
        )

    def _add_words(self, node: Node, words: tuple[Word, ...], stages: _Stages, redirects: _Redirects) -> None:
        start, end = self._span(node)
        name = program_name(words[0].text) if words else ""
        self._builder.add(Command(name, words, redirects, stages, start, end, self._runner.depth + 1))

    def _span(self, node: Node) -> tuple[int, int]:
        """The offsets of a node in the outermost text, for a nested text those of the command that runs it."""
        if self._runner.depth >= 0:
            return self._runner.start, self._runner.end
        return self._character_offset(node.start_byte), self._character_offset(node.end_byte)

    def _read_word(self, node: Node, stages: _Stages, depth: int) -> Word:
        """Read a word. The commands in it are added before the one that gets their output."""
        first = len(self._builder.commands)
        if node.type == "variable_assignment" and node.named_children:
            self._builder.assigned.add(self._text(node.named_children[0]))
        text, varies = self._resolve(node, stages, depth)
        if node.type == "variable_assignment":
            start, end = self._span(node)
            _add_assignment(text, Command("", (), start=start, end=end, depth=self._runner.depth + 1), self._builder)
        return Word(text, varies, (first, len(self._builder.commands)))

    def _read_substitutions(self, node: Node, stages: _Stages, depth: int) -> None:
        """Read the commands of substitutions in ``node``, which are in no pipeline."""
        for child in node.named_children:
            self._walk(child, stages[:0], (), depth + 1)

    def _resolve(self, node: Node, stages: _Stages, depth: int) -> tuple[str, bool]:
        """The text of a word, and whether it varies. The commands in it are added."""
        kind = node.type
        if kind in ("command_substitution", "process_substitution"):
            self._read_substitutions(node, stages, depth)
            return ("$()" if kind == "command_substitution" else "<()"), True
        if kind in ("simple_expansion", "expansion"):
            self._read_substitutions(node, stages, depth) if kind == "expansion" else None
            name = next((child for child in node.named_children if "variable_name" in child.type), None)
            return f"${self._text(name)}" if name is not None else self._text(node), True
        if kind == "raw_string":
            return self._text(node)[1:-1], False
        if kind == "ansi_c_string":
            return _unescaped(self._text(node)[2:-1]), False
        if kind in _COMPOSED_WORDS and depth <= _MAX_SUBSTITUTION_DEPTH:
            return self._resolve_parts(node, stages, depth + 1)
        if kind == "arithmetic_expansion":
            self._read_substitutions(node, stages, depth)
            return "$(())", True
        return (_without_escapes(self._text(node)) if kind == "word" else self._text(node)), False

    def _resolve_parts(self, node: Node, stages: _Stages, depth: int) -> tuple[str, bool]:
        """The text of a word of several parts, and whether it varies. The gaps between parts of a string are text."""
        if not node.named_children:
            text = self._text(node)
            return (text[1:-1] if node.type == "string" else _without_escapes(text)), False
        pieces, varies, quoted = [], False, node.type == "string"
        end = node.start_byte + 1 if quoted else node.named_children[0].start_byte
        for child in node.named_children:
            pieces.append(_without_escapes(self._raw[end : child.start_byte].decode("utf-8", "replace"), quoted=True))
            if child.type == "string_content":
                pieces.append(_without_escapes(self._text(child), quoted=True))
            else:
                piece, inside = self._resolve(child, stages, depth)
                pieces.append(piece)
                varies = varies or inside
            end = child.end_byte
        return "".join(pieces), varies

    def _text(self, node: Node) -> str:
        return self._raw[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _character_offset(self, byte_offset: int) -> int:
        return byte_offset if self._byte_offsets is None else bisect_left(self._byte_offsets, byte_offset)


_Stages: TypeAlias = "tuple[Stage, ...]"
_Redirects: TypeAlias = "tuple[Redirect, ...]"
_Task: TypeAlias = "tuple[Node, _Stages, _Redirects]"
_REDIRECTS: Final = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})
_COMPOSED_WORDS: Final = frozenset(
    {"string", "translated_string", "concatenation", "command_name", "variable_assignment", "array"}
)
_WORD_TYPES: Final = _COMPOSED_WORDS | frozenset(
    "word raw_string ansi_c_string command_substitution process_substitution expansion simple_expansion "
    "arithmetic_expansion".split()
)


@cache
def _parser() -> Parser:
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))


def _utf8_width(char: str) -> int:
    code = ord(char)
    if code < 0x800 or 0xD800 <= code <= 0xDFFF:  # a lone surrogate becomes "?"
        return 1 if code < 0x80 or code >= 0xD800 else 2
    return 3 if code < 0x10000 else 4


def _list_in_first_stage(node: Node) -> Node | None:
    """The list of commands that the grammar puts into the first stage of a pipeline, None if there is none."""
    if node.type == "redirected_statement" and node.named_children:
        node = node.named_children[0]
    return node if node.type == "list" else None


def _without_escapes(text: str, *, quoted: bool = False) -> str:
    """A text without its escapes; in double quotes only some characters are escaped."""
    if "\\" not in text:
        return text
    parts, start = [], 0
    while (backslash := text.find("\\", start)) >= 0:
        escaped = text[backslash + 1 : backslash + 2]
        resolved = "" if escaped == "\n" else escaped if not quoted or escaped in '$`"\\' else f"\\{escaped}"
        parts += [text[start:backslash], resolved]
        start = backslash + 2
    return "".join([*parts, text[start:]])


def _unescaped(text: str) -> str:
    """The text of ``$'…'`` with the usual escapes resolved."""
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape", "replace") if "\\" in text else text


# The commands that a command runs.


def options_with_value(name: str) -> frozenset[str]:
    """The options of a program that take the next word as their value."""
    row = tables.rows_by_word("programs").get(name)
    return frozenset(row["valued"].split()) if row is not None else frozenset()


def operands(command: Command) -> tuple[Word, ...]:
    """The arguments of a command that are neither options nor values of known options."""
    return tuple(command.words[at] for at in _operand_indices(command.words, options_with_value(command.name)))


def _operand_indices(words: Sequence[Word], valued: frozenset[str]) -> Iterator[int]:
    at, options_ended = 1, False
    while at < len(words):
        text = words[at].text
        if options_ended or not text.startswith("-") or text == "-":
            yield at
        elif text == "--":
            options_ended = True
        elif text in valued:
            at += 1
        at += 1


def _unwrap(command: Command, builder: _ScriptBuilder) -> None:
    """Add the commands that a command runs, by the table ``programs``."""
    row = tables.rows_by_word("programs").get(command.name)
    if row is None:
        return
    _unwrap_carried(command, builder, row)
    match row["hands"]:
        case "code":
            _unwrap_code(command, builder, row)
        case "eval":
            _unwrap_text(command, command.words[1:], builder)
        case "first":
            skips = int(row["skips"] or 0)
            _unwrap_text(command, operands(command)[skips : skips + 1], builder)
        case "text":
            rest = list(
                islice(_operand_indices(command.words, frozenset(row["valued"].split())), int(row["skips"] or 0) + 1)
            )
            if len(rest) > int(row["skips"] or 0):
                _unwrap_text(command, command.words[rest[-1] :], builder)
        case "" | "foreign":
            return  # nothing, or not a shell text
        case "exec":
            _unwrap_exec(command, builder, frozenset(row["code"].split()))
        case _:
            _unwrap_words(command, builder, row)


def _add_assignment(text: str, command: Command, builder: _ScriptBuilder) -> None:
    """Add the assignment ``NAME=VALUE`` of a variable that names a program or code, as a command ``NAME= VALUE``."""
    name, _, value = text.partition("=")
    name = name.removesuffix("+").lower() + "="
    if name in tables.rows_by_word("programs"):
        builder.add(replace(command, name=name, words=(Word(text[: len(name)]), Word(value)), redirects=()))


def _unwrap_carried(command: Command, builder: _ScriptBuilder, row: tables.Row) -> None:
    """``git -c core.pager=TEXT``: the shell texts in words of a form, and behind options of other programs."""
    texts = list(islice(_carried_texts(command, row), _MAX_TEXTS + 1))
    builder.is_full = builder.is_full or len(texts) > _MAX_TEXTS
    for text in texts[:_MAX_TEXTS]:
        _unwrap_text(command, (Word(text),), builder)


_MAX_TEXTS: Final = 200
"""Texts that the words of one command carry and that are read."""


def _carried_texts(command: Command, row: tables.Row) -> Iterator[str]:
    if row["carries"]:
        pattern = _pattern(row["carries"])
        yield from (found[1] or "" for it in command.words[1:] if (found := pattern.search(it.text)) is not None)
    if row["code"] and row["hands"] not in ("code", "exec", "foreign"):
        yield from texts_of_options(command, row["code"].split())


def texts_of_options(command: Command, options: Sequence[str]) -> Iterator[str]:
    """The texts that options of a command carry: ``-c TEXT``, ``-xc TEXT``, ``-cTEXT`` and ``--code=TEXT``.

    ``-cTEXT`` counts only where it can be no group of short options.
    """
    words = command.words[1:]
    for option, word in pairwise(words):
        is_group = option.text[:1] == "-" and option.text[1:].isalpha() and f"-{option.text[-1]}" in options
        if option.text in options or is_group:
            yield word.text
    for word in words:
        name, equals, text = word.text.partition("=")
        if equals and name[:2] == "--" and name in options:
            yield text
        elif word.text[:1] == "-" and word.text[:2] in options and not word.text[1:].isalnum():
            yield word.text[2:]


_pattern: Final = cache(linear)


def _unwrap_code(command: Command, builder: _ScriptBuilder, row: tables.Row) -> None:
    """``sh -c TEXT``, ``powershell -Command TEXT``, and a here-document for a shell."""
    windows = row["language"] == "windows"
    options, valued = row["code"].split(), row["valued"].split()
    is_value = has_code = False
    for index, word in enumerate(command.words[1:], 1):
        text = word.text.lower()
        is_option = text.startswith(("-", "+", "/") if windows else ("-", "+"))
        if windows and text in options:
            _unwrap_text(command, command.words[index + 1 :], builder, windows=True)
            return
        if has_code and not is_option and not is_value:  # further options may stand before the text
            _unwrap_text(command, (word,), builder)
            return
        if not is_option and not is_value and not row["mixed"]:
            break
        is_code = text in options or ("-c" in options and text[:2] != "--" and "c" in text and len(text) <= 6)
        has_code = has_code or (is_option and is_code and not is_value)
        takes_value = word.text in valued or f"-{word.text[-1:]}" in valued  # bash -eo pipefail
        is_value = is_option and not is_value and takes_value and text not in options and text[-1:] != "c"
    if windows or any(_operand_indices(command.words, frozenset(row["valued"].split()))):
        return
    for text in (
        *(redirect.target.text for redirect in command.redirects if redirect.operator == "<<"),
        *piped_texts(command, builder.commands),
    ):
        _unwrap_text(command, (Word(text),), builder)


def piped_texts(command: Command, earlier_commands: Sequence[Command]) -> Iterator[str]:
    """The constant texts that the commands directly before one in its pipeline print."""
    stages = set(command.stages)
    for feeder in earlier_commands[-_MAX_FEEDERS:]:
        if not any((pipeline, place + 1) in stages for pipeline, place in feeder.stages[-1:]):
            continue
        if feeder.name in ("echo", "printf"):
            skipped = ("-e", "-n", "-en", "-ne", "%s", "%b", "%s\\n", "%b\\n")
            yield " ".join(word.text for word in feeder.words[1:] if word.text not in skipped)
        elif feeder.name == "cat":
            yield from (redirect.target.text for redirect in feeder.redirects if redirect.operator == "<<")


_MAX_FEEDERS: Final = 8
"""Earlier commands that are examined for piped texts."""


def _unwrap_text(command: Command, words: Sequence[Word], builder: _ScriptBuilder, *, windows: bool = False) -> None:
    text = " ".join(word.text for word in words)
    if text.strip() not in ("", "$()"):
        _read(text, builder, command, windows=windows)


def _unwrap_words(command: Command, builder: _ScriptBuilder, row: tables.Row) -> None:
    """``sudo PROGRAM …``: the command behind the options and other leading words."""
    skips, under, through = int(row["skips"] or 0), row["under"].split(), row["through"].split()
    for at in _operand_indices(command.words, frozenset(row["valued"].split())):
        text = command.words[at].text
        if "=" in text and text.split("=", 1)[0].isidentifier():
            _add_assignment(text, replace(command, depth=command.depth + 1), builder)
            continue
        if under:
            if text not in (*under, *through):
                return
            under = under if text in through else []
            continue
        if skips:
            skips -= 1
            continue
        if text.isdecimal() or text.startswith(("0x", "0X")):  # a priority or a mask: no program is called by a number
            continue
        inner = command.words[at:]
        if " " in text:  # parallel 'rm -rf {}'
            _unwrap_text(command, inner, builder)
        builder.add(
            replace(
                command,
                name=program_name(text),
                words=inner,
                redirects=(),
                depth=command.depth + 1,
                takes_more=row["more"] == "True" or command.takes_more,
            )
        )
        return


def _unwrap_exec(command: Command, builder: _ScriptBuilder, options: frozenset[str]) -> None:
    """``find … -exec PROGRAM … ;``. ``options``: those before a program."""
    at, words = 0, command.words
    while at < len(words):
        if words[at].text in options:
            end = next((n for n in range(at + 1, len(words)) if words[n].text in (";", "+")), len(words))
            if inner := words[at + 1 : end]:
                builder.add(
                    replace(
                        command,
                        name=program_name(inner[0].text),
                        words=inner,
                        redirects=(),
                        depth=command.depth + 1,
                        takes_more=True,
                    )
                )
            at = end
        at += 1


# PowerShell and cmd.


def _read_windows(text: str, builder: _ScriptBuilder, runner: Command) -> None:
    """Add commands in order. The command before brackets gets the output of the commands in them."""
    pipeline, place = builder.next_pipeline(), 0
    open_commands: list[list[str]] = []

    def add(words: list[str], at: int) -> None:
        stages = (*runner.stages, (pipeline, at))
        parsed = tuple(Word(word, "$" in word or "%" in word) for word in words)
        builder.add(Command(program_name(words[0]), parsed, (), stages, runner.start, runner.end, runner.depth + 1))

    for words, sign in _windows_commands(text):
        if words and sign == "(":
            open_commands.append(words)
            continue
        if words:
            add(words, place)
        if sign == ")" and open_commands:
            place += 1
            add(open_commands.pop(), place)
        elif sign == "|":
            place += 1
        elif not open_commands:
            pipeline, place = builder.next_pipeline(), 0
    for words in reversed(open_commands):
        place += 1
        add(words, place)


def _windows_commands(text: str) -> Iterator[tuple[list[str], str]]:
    """The words up to each sign, and that sign. A quote ends at the next equal quote."""
    words: list[str] = []
    word: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char in "\"'":
            end = text.find(char, at + 1)
            end = len(text) if end < 0 else end
            word.append(text[at + 1 : end])
            at = end
        elif char.isspace() or char in ";|&(){}":
            if word:
                words.append("".join(word))
                word = []
            if char in ";|&\n(){}" and words:
                yield words, char
                words = []
        else:
            word.append(char)
        at += 1
    if word:
        words.append("".join(word))
    yield words, ""
