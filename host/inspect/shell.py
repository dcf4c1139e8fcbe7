"""Parsing shell texts (pure).

Owns: splitting a shell text, or a list of arguments, into the simple commands that it runs: in pipelines, functions,
loops, substitutions, and in texts that are passed to another shell or through ``sudo``, ``ssh`` and similar.
Invariants: nothing is run or expanded; a quoted text is an argument, not a command; a text that is too long or too
complex is marked and not parsed; nested texts are parsed up to the depth ``MAX_DEPTH``.

POSIX.1-2024, Shell Command Language; the grammar is tree-sitter-bash's. It reads texts of PowerShell and cmd as well,
whose simple commands have the same form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
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
    inner: tuple[int, int] = (0, 0)  # start and end index of the commands whose output it contains


class Redirect(Struct, frozen=True):
    """A redirection."""

    operator: str  # such as ``>>``
    target: Word  # a file


class Command(Struct, frozen=True):
    """A simple command."""

    name: str  # the program without folder and ``.exe``, in lower case; empty if there are only redirections
    words: tuple[Word, ...]  # the program and its arguments
    redirects: tuple[Redirect, ...] = ()  # in order
    stages: tuple[Stage, ...] = ()  # its positions in pipelines, the outermost first
    start: int = 0  # offset in the outermost text, for a nested text that of the command that runs it
    end: int = 0  # offset behind it, of the same text
    depth: int = 0  # number of texts around its own


class Script(Struct, frozen=True):
    """A parsed text."""

    status: Status  # whether it was parsed
    commands: tuple[Command, ...] = ()  # in order


class _ScriptBuilder(Struct):
    """Collects the commands of a script."""

    commands: list[Command] = field(default_factory=list)
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
        return Script("too large" if self.is_full else "read", tuple(self.commands))


@lru_cache(maxsize=64)
def read(text: str) -> Script:
    """Parse a shell text."""
    builder = _ScriptBuilder()
    _read(text, builder, Command("", (), end=len(text), depth=-1))
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


def _read(text: str, builder: _ScriptBuilder, runner: Command) -> None:
    """Parse a text that ``runner`` runs. Its commands get the position of ``runner``."""
    if len(text) > MAX_LENGTH or runner.depth >= MAX_DEPTH or "\0" in text or sum(map(text.count, _SIGNS)) > MAX_SIGNS:
        builder.is_full = True
    else:
        blank = _FIELD_SEPARATOR.sub(lambda match: " " * len(match[0]), text)
        _Reader(blank, builder, runner).walk()


_FIELD_SEPARATOR: Final = linear(r"\$\{IFS[^{}\n]{0,20}\}|\$IFS\b(?:\$[0-9@*])?")
"""A variable that becomes a blank (POSIX.1-2024, 2.6.5). Behind it often stands a parameter that is empty."""


class _Reader:
    """Walks through the syntax tree of one text."""

    def __init__(self, text: str, builder: _ScriptBuilder, runner: Command) -> None:
        self._raw = text.encode("utf-8", "replace")
        self._is_ascii = len(self._raw) == len(text)
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
            else:
                stack.extend(self._read_other(node, stages, redirects, depth))

    def _read_other(self, node: Node, stages: _Stages, redirects: _Redirects, depth: int) -> list[_Task]:
        """The children of a loop, function or group, the last first. Commands in a word are read at once."""
        if node.type in _WORD_TYPES:
            self._read_word(node, stages, depth)
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
            tasks.append((part, (*stages, (pipeline, place)), last_redirects))
        return tasks

    def _read_redirected(self, node: Node, stages: _Stages, redirects: _Redirects, depth: int) -> list[_Task]:
        body: list[Node] = []
        for child in node.named_children:
            if child.type in _REDIRECTS:
                redirects = (*redirects, *self._read_redirects(child, stages, depth))
            else:
                body.append(child)
        # ``cat <<EOF | sh``: what follows stands inside the here-document's own node
        next_parts = [part for child in node.named_children for part in child.named_children if part.type == "pipeline"]
        if not body:
            self._add_words(node, (), stages, redirects)
        return [*((child, stages, redirects) for child in body), *((part, stages, ()) for part in next_parts)]

    def _read_redirects(self, node: Node, stages: _Stages, depth: int) -> Iterator[Redirect]:
        if node.type == "heredoc_redirect":
            for child in node.named_children:
                if child.type == "heredoc_body":
                    self._read_substitutions(child, stages, depth)
                elif child.type in _REDIRECTS:
                    yield from self._read_redirects(child, stages, depth)
            return
        operator = next((child.type for child in node.children if not child.is_named), "")
        words = [child for child in node.named_children if child.type != "file_descriptor"]
        if words:
            yield Redirect(operator, self._read_word(words[0], stages, depth))

    def _add_command(self, node: Node, stages: _Stages, redirects: _Redirects, depth: int) -> None:
        words: list[Word] = []
        for child in node.children:
            if child.type in _REDIRECTS:
                redirects = (*redirects, *self._read_redirects(child, stages, depth))
            elif child.type == "variable_assignment" and node.type == "command":
                self._read_word(child, stages, depth)
            elif child.is_named or node.type != "command":
                words.append(self._read_word(child, stages, depth))
        self._add_words(node, tuple(word for word in words if word.text or len(words) == 1), stages, redirects)

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
        text = self._resolve(node, stages, depth)
        return Word(text, (first, len(self._builder.commands)))

    def _read_substitutions(self, node: Node, stages: _Stages, depth: int) -> None:
        """Read the commands of substitutions in ``node``, which are in no pipeline."""
        for child in node.named_children:
            self._walk(child, stages[:0], (), depth + 1)

    def _resolve(self, node: Node, stages: _Stages, depth: int) -> str:
        """The text of a word. The commands in it are added."""
        kind = node.type
        if kind in ("command_substitution", "process_substitution"):
            self._read_substitutions(node, stages, depth)
            return "$()" if kind == "command_substitution" else "<()"
        if kind in ("simple_expansion", "expansion"):
            self._read_substitutions(node, stages, depth)
            name = next((child for child in node.named_children if "variable_name" in child.type), None)
            return f"${self._text(name)}" if name is not None else self._text(node)
        if kind == "raw_string":
            return self._text(node)[1:-1]
        if kind in _COMPOSED_WORDS and depth <= _MAX_SUBSTITUTION_DEPTH:
            return self._resolve_parts(node, stages, depth + 1)
        if kind == "arithmetic_expansion":
            self._read_substitutions(node, stages, depth)
            return "$(())"
        text = self._text(node)
        return _without_escapes(text) if kind == "word" and text[1:3] != ":\\" else text  # C:\ is a disk of Windows

    def _resolve_parts(self, node: Node, stages: _Stages, depth: int) -> str:
        """The text of a word of several parts. The gaps between parts of a string are text."""
        if not node.named_children:
            text = self._text(node)
            return text[1:-1] if node.type == "string" else _without_escapes(text)
        pieces = []
        end = node.start_byte + 1 if node.type == "string" else node.named_children[0].start_byte
        for child in node.named_children:
            pieces.append(_without_escapes(self._raw[end : child.start_byte].decode("utf-8", "replace"), quoted=True))
            if child.type == "string_content":
                pieces.append(_without_escapes(self._text(child), quoted=True))
            else:
                pieces.append(self._resolve(child, stages, depth))
            end = child.end_byte
        return "".join(pieces)

    def _text(self, node: Node) -> str:
        return self._raw[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _character_offset(self, byte_offset: int) -> int:
        return byte_offset if self._is_ascii else len(self._raw[:byte_offset].decode("utf-8", "replace"))


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
    if row is None or not row["hands"]:
        return
    if row["hands"] == "words":
        _unwrap_words(command, builder, row)
        return
    skips = int(row["skips"] or 0)
    operands = list(islice(_operand_indices(command.words, frozenset(row["valued"].split())), skips + 1))
    if len(operands) <= skips:
        return
    at = operands[skips]
    if row["hands"] == "text":
        _unwrap_text(command, command.words[at:], builder)
    elif any(_carries_code(word.text, row["code"].split()) for word in command.words[1:at]):
        _unwrap_text(command, command.words[at : at + 1], builder)


def _carries_code(option: str, options: Sequence[str]) -> bool:
    """Whether a program follows an option such as ``-c``, also where it stands behind others, as in ``-lc``."""
    text = option.lower()
    is_group = text[:1] == "-" and text[:2] != "--" and "c" in text and len(text) <= _MAX_GROUP
    return text in options or ("-c" in options and is_group)


_MAX_GROUP: Final = 6
"""Characters of a group of options with one letter each."""


def _unwrap_text(command: Command, words: Sequence[Word], builder: _ScriptBuilder) -> None:
    text = " ".join(word.text for word in words)
    if text.strip() not in ("", "$()"):
        _read(text, builder, command)


def _unwrap_words(command: Command, builder: _ScriptBuilder, row: tables.Row) -> None:
    """``sudo PROGRAM …``: the command behind the options and other leading words."""
    skips, under, through = int(row["skips"] or 0), row["under"].split(), row["through"].split()
    for at in _operand_indices(command.words, frozenset(row["valued"].split())):
        text = command.words[at].text
        if "=" in text and text.split("=", 1)[0].isidentifier():
            continue  # a variable that ``env`` sets
        if under:
            if text not in (*under, *through):
                return
            under = under if text in through else []
            continue
        if skips:
            skips -= 1
            continue
        inner = command.words[at:]
        builder.add(replace(command, name=program_name(text), words=inner, redirects=(), depth=command.depth + 1))
        return
