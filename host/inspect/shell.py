"""A text, read as a shell reads it (pure).

Owns: taking a shell text, or a list of arguments, apart into the simple commands that it runs, wherever they stand: in
pipelines, functions, loops, substitutions, here-documents, and in the text that is handed to another shell or through
``sudo``, ``ssh``, ``find -exec`` and their like. Invariants: nothing is run or expanded; what is quoted is an argument
and no command; a text that is too long or too tangled says so and is not read; nested texts are read ``DEEPEST`` deep.

POSIX.1-2024, Shell Command Language; the grammar is tree-sitter-bash's. PowerShell and cmd are split into words alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct, field

from host.inspect import tables
from host.values import replace

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

LONGEST: Final = 64 << 10
"""Characters of one text."""
MOST_SIGNS: Final = 6_000
"""Signs of the grammar in one text: the parser takes longer than the text asks where they make no sense."""
MOST_COMMANDS: Final = 2_000
DEEPEST: Final = 5
"""Texts inside texts."""
_NESTED: Final = 40
"""Substitutions and groups inside one another."""
_SIGNS: Final = "()|<>&;{}[]!%^~"

Status: TypeAlias = Literal["read", "too large"]
Stage: TypeAlias = "tuple[int, int]"
"""A pipeline, and which place in it."""


class Word(NamedTuple):
    """One word. A variable stands in its text as ``$NAME``, what a command puts out as ``$()``.

    Attributes:
        text: quotes and escapes resolved.
        varies: whether it holds a variable or a substitution.
        inner: from and to: the commands of the script whose output it holds.
    """

    text: str
    varies: bool = False
    inner: tuple[int, int] = (0, 0)


class Redirect(NamedTuple):
    """Attributes: operator: such as ``>>``; ``<<`` also for a here-string. target: a file, or the text itself."""

    operator: str
    target: Word


class Command(Struct, frozen=True):
    """A simple command.

    Attributes:
        name: the program's, without folder and ``.exe``, in lower case; empty where there are only redirections.
        words: all of them, the program's first.
        redirects: in order.
        stages: its places in pipelines, the outermost first.
        start: of the text that was read, in characters; of a nested text, where the command stands that hands it on.
        end: likewise.
        depth: in how many other texts its own stands.
        more: whether it gets further arguments that nobody knows yet (``xargs``).
    """

    name: str
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()
    stages: tuple[Stage, ...] = ()
    start: int = 0
    end: int = 0
    depth: int = 0
    more: bool = False


class Script(Struct, frozen=True):
    """What was read. Attributes: status. commands: in order. assigned: names of variables that it sets."""

    status: Status
    commands: tuple[Command, ...] = ()
    assigned: frozenset[str] = frozenset()


class _Found(Struct):
    """What has been read so far."""

    commands: list[Command] = field(default_factory=list)
    assigned: set[str] = field(default_factory=set)
    pipelines: int = 0
    full: bool = False

    def pipeline(self) -> int:
        self.pipelines += 1
        return self.pipelines

    def add(self, command: Command) -> None:
        """Keep it, and what it hands on to be run."""
        if len(self.commands) >= MOST_COMMANDS or command.depth > DEEPEST:
            self.full = True
            return
        self.commands.append(command)
        _unwrap(command, self)

    def script(self) -> Script:
        return Script("too large" if self.full else "read", tuple(self.commands), frozenset(self.assigned))


@lru_cache(maxsize=64)
def read(text: str, *, windows: bool = False) -> Script:
    """A text as the shell reads it. ``windows``: as PowerShell or cmd does, as far as words go."""
    found = _Found()
    _read(text, found, Command("", (), end=len(text), depth=-1), windows=windows)
    return found.script()


def read_argv(argv: Sequence[str]) -> Script:
    """A list of arguments, of which the first is a program: nothing in it is expanded."""
    if sum(map(len, argv)) > LONGEST:
        return Script("too large")
    found = _Found()
    if argv:
        found.add(Command(program(argv[0]), tuple(map(Word, argv)), end=len(argv[0])))
    return found.script()


def program(word: str) -> str:
    """What a program is called: without folder and ending, in lower case."""
    name = word.replace("\\", "/").rsplit("/", 1)[-1].lower()
    return name.removesuffix(".exe")


def _read(text: str, found: _Found, outer: Command, *, windows: bool = False) -> None:
    """Read a text that ``outer`` hands on; its commands take over where that stands."""
    if len(text) > LONGEST or outer.depth >= DEEPEST or "\0" in text or sum(map(text.count, _SIGNS)) > MOST_SIGNS:
        found.full = True
    elif windows:
        _read_windows(text, found, outer)
    else:
        _Reader(text, found, outer).walk()


class _Reader:
    """Goes through the tree of one text."""

    def __init__(self, text: str, found: _Found, outer: Command) -> None:
        self._raw = text.encode("utf-8", "replace")
        self._starts = None if len(self._raw) == len(text) else [*accumulate(map(_width, text), initial=0)]
        self._found, self._outer = found, outer

    def walk(self) -> None:
        """All commands of the text."""
        self._walk(_parser().parse(self._raw).root_node, self._outer.stages, (), 0)

    def _walk(self, root: Node, stages: tuple[Stage, ...], redirects: tuple[Redirect, ...], depth: int) -> None:
        stack: list[tuple[Node, tuple[Stage, ...], tuple[Redirect, ...]]] = [(root, stages, redirects)]
        if depth > _NESTED:
            self._found.full = True
            return
        while stack and not self._found.full:
            node, at, to = stack.pop()
            kind = node.type
            if kind in ("command", "declaration_command", "unset_command"):
                self._command(node, at, to, depth)
            elif kind == "redirected_statement":
                stack.extend(reversed(self._redirected(node, at, to, depth)))
            elif kind == "pipeline":
                stack.extend(reversed(self._pipeline(node, at, to)))
            elif kind == "list" and to:
                *before, last = node.named_children
                stack.extend([(last, at, to), *((child, at, ()) for child in reversed(before))])
            else:
                stack.extend(self._others(node, at, to, depth))

    def _others(self, node: Node, at: tuple[Stage, ...], to: tuple[Redirect, ...], depth: int) -> list[_Task]:
        """What stands in a loop, function or group, the last first; of a word, the commands in it are read here."""
        if node.type in _WORDS:
            self._word(node, at, depth)
        elif node.type == "variable_name":
            self._found.assigned.add(self._text(node))  # of a loop
        elif node.type not in ("comment", "heredoc_body", "heredoc_start"):
            if to:
                self._add(node, (), at, to)
            return [(child, at, ()) for child in reversed(node.named_children)]
        return []

    def _pipeline(self, node: Node, at: tuple[Stage, ...], to: tuple[Redirect, ...]) -> list[_Task]:
        number, parts = self._found.pipeline(), node.named_children
        tasks: list[_Task] = []
        for place, part in enumerate(parts):
            last = to if place == len(parts) - 1 else ()
            if place == 0 and (joined := _joined(part)) is not None:  # ``a && b 2>x | c``: only b feeds c
                tasks += [(before, at, ()) for before in joined.named_children[:-1]]
            tasks.append((part, (*at, (number, place)), last))
        return tasks

    def _redirected(self, node: Node, at: tuple[Stage, ...], to: tuple[Redirect, ...], depth: int) -> list[_Task]:
        tasks: list[_Task] = []
        body: list[Node] = []
        for child in node.named_children:
            if child.type in _REDIRECTS:
                to = (*to, *self._redirects(child, at, depth))
            else:
                body.append(child)
        piped = [part for child in node.named_children for part in child.named_children if part.type == "pipeline"]
        if piped:  # ``cat <<EOF | sh``: what follows stands inside the here-document's own node
            number = self._found.pipeline()
            tasks += [(part, (*at, (number, 1)), ()) for part in piped]
            at = (*at, (number, 0))
        if not body:
            self._add(node, (), at, to)
        for child in reversed(body):
            own = _joined(child) if at and at[-1][1] == 0 else None
            tasks.insert(0, (child if own is None else own.named_children[-1], at, to))
        return tasks

    def _redirects(self, node: Node, at: tuple[Stage, ...], depth: int) -> Iterator[Redirect]:
        if node.type == "heredoc_redirect":
            body = next((child for child in node.named_children if child.type == "heredoc_body"), None)
            if body is not None:
                self._inner(body, at, depth)
                yield Redirect("<<", Word(self._text(body), varies=body.named_child_count > 0))
            for child in node.named_children:
                if child.type in _REDIRECTS:
                    yield from self._redirects(child, at, depth)
            return
        operator = next((child.type for child in node.children if not child.is_named), "")
        words = [child for child in node.named_children if child.type != "file_descriptor"]
        if words:
            yield Redirect("<<" if operator == "<<<" else operator, self._word(words[0], at, depth))

    def _command(self, node: Node, at: tuple[Stage, ...], to: tuple[Redirect, ...], depth: int) -> None:
        words: list[Word] = []
        for child in node.children:
            if child.type in _REDIRECTS:
                to = (*to, *self._redirects(child, at, depth))
            elif child.type == "variable_assignment" and node.type == "command":
                self._word(child, at, depth)
            elif child.is_named or node.type != "command":
                words.append(self._word(child, at, depth))
        self._add(node, tuple(word for word in words if word.text or word.varies or len(words) == 1), at, to)

    def _add(self, node: Node, words: tuple[Word, ...], at: tuple[Stage, ...], to: tuple[Redirect, ...]) -> None:
        outer = self._outer
        start, end = (
            (outer.start, outer.end) if outer.depth >= 0 else (self._at(node.start_byte), self._at(node.end_byte))
        )
        name = program(words[0].text) if words else ""
        self._found.add(Command(name, words, to, at, start, end, outer.depth + 1))

    def _word(self, node: Node, at: tuple[Stage, ...], depth: int) -> Word:
        """A word, the commands in it read before whoever gets their output."""
        first = len(self._found.commands)
        if node.type == "variable_assignment" and node.named_children:
            self._found.assigned.add(self._text(node.named_children[0]))
        text, varies = self._resolved(node, at, depth)
        return Word(text, varies, (first, len(self._found.commands)))

    def _inner(self, node: Node, at: tuple[Stage, ...], depth: int) -> None:
        """The commands of substitutions in ``node``, which feed nobody in a pipeline."""
        for child in node.named_children:
            self._walk(child, at[:0], (), depth + 1)

    def _resolved(self, node: Node, at: tuple[Stage, ...], depth: int) -> tuple[str, bool]:
        kind = node.type
        if kind in ("command_substitution", "process_substitution"):
            self._inner(node, at, depth)
            return ("$()" if kind == "command_substitution" else "<()"), True
        if kind in ("simple_expansion", "expansion"):
            self._inner(node, at, depth) if kind == "expansion" else None
            name = next((child for child in node.named_children if "variable_name" in child.type), None)
            return f"${self._text(name)}" if name is not None else self._text(node), True
        if kind == "raw_string":
            return self._text(node)[1:-1], False
        if kind == "ansi_c_string":
            return _unescaped(self._text(node)[2:-1]), False
        if kind in _JOINED and depth <= _NESTED:
            return self._parts(node, at, depth + 1)
        if kind == "arithmetic_expansion":
            self._inner(node, at, depth)
            return "$(())", True
        return (_plain(self._text(node)) if kind == "word" else self._text(node)), False

    def _parts(self, node: Node, at: tuple[Stage, ...], depth: int) -> tuple[str, bool]:
        """A word of several parts; what stands between them in a string is its own text."""
        if not node.named_children:
            text = self._text(node)
            return (text[1:-1] if node.type == "string" else _plain(text)), False
        pieces, varies, quoted = [], False, node.type == "string"
        end = node.start_byte + 1 if quoted else node.named_children[0].start_byte
        for child in node.named_children:
            pieces.append(_plain(self._raw[end : child.start_byte].decode("utf-8", "replace"), quoted=True))
            if child.type == "string_content":
                pieces.append(_plain(self._text(child), quoted=True))
            else:
                piece, inside = self._resolved(child, at, depth)
                pieces.append(piece)
                varies = varies or inside
            end = child.end_byte
        return "".join(pieces), varies

    def _text(self, node: Node) -> str:
        return self._raw[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _at(self, offset: int) -> int:
        return offset if self._starts is None else bisect_left(self._starts, offset)


_Task: TypeAlias = "tuple[Node, tuple[Stage, ...], tuple[Redirect, ...]]"
_REDIRECTS: Final = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})
_JOINED: Final = frozenset(
    {"string", "translated_string", "concatenation", "command_name", "variable_assignment", "array"}
)
_WORDS: Final = _JOINED | frozenset(
    "word raw_string ansi_c_string command_substitution process_substitution expansion simple_expansion "
    "arithmetic_expansion".split()
)


@cache
def _parser() -> Parser:
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))


def _width(char: str) -> int:
    code = ord(char)
    if code < 0x800 or 0xD800 <= code <= 0xDFFF:  # what stands alone of a pair becomes "?"
        return 1 if code < 0x80 or code >= 0xD800 else 2
    return 3 if code < 0x10000 else 4


def _joined(node: Node) -> Node | None:
    """The list that the grammar put into the first stage of a pipeline, where there is one."""
    if node.type == "redirected_statement" and node.named_children:
        node = node.named_children[0]
    return node if node.type == "list" else None


def _plain(text: str, *, quoted: bool = False) -> str:
    """A text without its escapes; in double quotes only some signs have one."""
    if "\\" not in text:
        return text
    parts, at = [], 0
    while (found := text.find("\\", at)) >= 0:
        escaped = text[found + 1 : found + 2]
        kept = "" if escaped == "\n" else escaped if not quoted or escaped in '$`"\\' else f"\\{escaped}"
        parts += [text[at:found], kept]
        at = found + 2
    return "".join([*parts, text[at:]])


def _unescaped(text: str) -> str:
    """The text of ``$'…'``, as far as its escapes are usual ones."""
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape", "replace") if "\\" in text else text


# What a command hands on.


def options_with_value(name: str) -> frozenset[str]:
    """The options of a program that take the next word with them."""
    row = tables.rows_by_word("programs").get(name)
    return frozenset(row["valued"].split()) if row is not None else frozenset()


def operands(command: Command) -> tuple[Word, ...]:
    """The words behind a program that are no options, and no values of options that are known to have one."""
    return tuple(command.words[at] for at in _operands(command.words, options_with_value(command.name)))


def _operands(words: Sequence[Word], valued: frozenset[str]) -> Iterator[int]:
    at, only = 1, False
    while at < len(words):
        text = words[at].text
        if only or not text.startswith("-") or text == "-":
            yield at
        elif text == "--":
            only = True
        elif text in valued:
            at += 1
        at += 1


def _unwrap(command: Command, found: _Found) -> None:
    """Read what a command hands on to be run, by the table ``programs``."""
    row = tables.rows_by_word("programs").get(command.name)
    if row is None or not row["hands"]:
        return
    match row["hands"]:
        case "code":
            _hand_code(command, found, row)
        case "eval":
            _hand_text(command, command.words[1:], found)
        case "text":
            rest = list(islice(_operands(command.words, frozenset(row["valued"].split())), int(row["skips"] or 0) + 1))
            if len(rest) > int(row["skips"] or 0):
                _hand_text(command, command.words[rest[-1] :], found)
        case "foreign":
            return  # what is no shell text is not read here
        case "exec":
            _hand_exec(command, found)
        case _:
            _hand_words(command, found, row)


def _hand_code(command: Command, found: _Found, row: tables.Row) -> None:
    """``sh -c TEXT``, ``powershell -Command TEXT``, and a here-document for a shell."""
    windows = row["language"] == "windows"
    named = row["code"].split()
    for at, word in enumerate(command.words[1:], 1):
        low = word.text.lower()
        short = "-c" in named and low.startswith("-") and not low.startswith("--") and "c" in low and len(low) <= 6
        if low in named or (short and not windows):
            rest = command.words[at + 1 :] if windows else command.words[at + 1 : at + 2]
            _hand_text(command, rest, found, windows=windows)
            return
        if not low.startswith(("-", "+", "/")):
            break
    if windows or any(_operands(command.words, frozenset(row["valued"].split()))):
        return
    for text in (
        *(each.target.text for each in command.redirects if each.operator == "<<"),
        *fed(command, found.commands),
    ):
        _hand_text(command, (Word(text),), found)


def fed(command: Command, before: Sequence[Command]) -> Iterator[str]:
    """The constant texts that the commands right before one in its pipeline put out, as far as they are plain."""
    places = set(command.stages)
    for other in before[-_FEEDING:]:
        if not any((pipeline, place + 1) in places for pipeline, place in other.stages[-1:]):
            continue
        if other.name in ("echo", "printf"):
            yield " ".join(word.text for word in other.words[1:] if word.text not in ("-e", "-n", "-en", "-ne"))
        elif other.name == "cat":
            yield from (each.target.text for each in other.redirects if each.operator == "<<")


_FEEDING: Final = 8
"""Commands before one that are looked at for what they feed it."""


def _hand_text(command: Command, words: Sequence[Word], found: _Found, *, windows: bool = False) -> None:
    text = " ".join(word.text for word in words)
    if text.strip() not in ("", "$()"):
        _read(text, found, command, windows=windows)


def _hand_words(command: Command, found: _Found, row: tables.Row) -> None:
    """``sudo PROGRAM …``: what stands behind the options and what else comes first."""
    skips = int(row["skips"] or 0)
    for at in _operands(command.words, frozenset(row["valued"].split())):
        text = command.words[at].text
        if "=" in text and text.split("=", 1)[0].isidentifier():
            continue
        if skips:
            skips -= 1
            continue
        inner = command.words[at:]
        found.add(
            replace(
                command,
                name=program(text),
                words=inner,
                redirects=(),
                depth=command.depth + 1,
                more=row["more"] == "True" or command.more,
            )
        )
        return


def _hand_exec(command: Command, found: _Found) -> None:
    """``find … -exec PROGRAM … ;``."""
    at, words = 0, command.words
    while at < len(words):
        if words[at].text in ("-exec", "-execdir", "-ok", "-okdir"):
            end = next((n for n in range(at + 1, len(words)) if words[n].text in (";", "+")), len(words))
            if inner := words[at + 1 : end]:
                found.add(
                    replace(
                        command,
                        name=program(inner[0].text),
                        words=inner,
                        redirects=(),
                        depth=command.depth + 1,
                        more=True,
                    )
                )
            at = end
        at += 1


# PowerShell and cmd.


def _read_windows(text: str, found: _Found, outer: Command) -> None:
    """Commands in order; what stands before brackets gets what the commands in them put out."""
    number, place = found.pipeline(), 0
    waiting: list[list[str]] = []

    def add(words: list[str], at: int) -> None:
        stages = (*outer.stages, (number, at))
        made = tuple(Word(word, "$" in word or "%" in word) for word in words)
        found.add(Command(program(words[0]), made, (), stages, outer.start, outer.end, outer.depth + 1))

    for words, sign in _windows_commands(text):
        if words and sign == "(":
            waiting.append(words)
            continue
        if words:
            add(words, place)
        if sign == ")" and waiting:
            place += 1
            add(waiting.pop(), place)
        elif sign == "|":
            place += 1
        elif not waiting:
            number, place = found.pipeline(), 0
    for words in reversed(waiting):
        place += 1
        add(words, place)


def _windows_commands(text: str) -> Iterator[tuple[list[str], str]]:
    """The words between signs; a quote ends at its like, whatever stands between."""
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
