"""Syntax highlighting (pure): where strings, comments and keywords stand in code.

Pygments is not used: 40,000 characters of ``&f`` keep its HTML lexer busy for 8 s, and time grows with the square. In
the window's own thread nothing could end that.

Invariants:
    It takes time in proportion to the text: no pattern repeats what repeats. No more than the first 64 KiB are read.
    A mistake of it changes how a character looks, never which it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from ui.inputs.lines import Lines, Style, StyleName, UnfoldedLines, WrappedLines

Language: TypeAlias = Literal["", "shell", "python", "js", "json", "sql", "html"]
MOST: Final = 65_536
"""Characters that are looked at."""

_SQL_WORDS: Final = (
    "add all alter and as asc begin between by case cast column commit constraint create cross database default delete "
    "desc distinct drop else end except execute exists foreign from full function grant group having if in index inner "
    "insert intersect into is join key left like limit not null offset on or order outer primary procedure references "
    "replace returning revoke right rollback schema select set table then to transaction trigger truncate union unique "
    "update using values view when where with"
)
_PYTHON_WORDS: Final = (
    "and as assert async await break class continue def del elif else except finally for from global if import in is "
    "lambda match nonlocal not or pass raise return try while with yield None True False"
)
_JS_WORDS: Final = (
    "async await break case catch class const continue debugger default delete do else export extends finally for from "
    "function if import in instanceof let new of return super switch this throw try typeof var void while yield null "
    "true false undefined"
)
_SHELL_WORDS: Final = "case do done elif else esac fi for function if in then until while"


class _Grammar(Struct, frozen=True):
    """How a language is taken apart.

    Attributes:
        pattern: of one token.
        words: keywords.
        ends: the end of each token that begins so.
        folds: whether keywords count in any case.
    """

    pattern: re.Pattern[str]
    words: frozenset[str]
    ends: dict[str, str]
    folds: bool = False


_STRING: Final = r'"(?:[^"\\\n]|\\.)*"?|' + r"'(?:[^'\\\n]|\\.)*'?"
_WORD: Final = r"[A-Za-z_]\w*"


class CodeLines(WrappedLines):
    """Lines of a text in a language, with their styles."""

    def __init__(self, lines: Lines, language: Language) -> None:
        super().__init__(lines)
        self._language: Language = language
        self._styles: list[list[Style]] = []
        self._styled: int | None = None

    def styles(self, start: int, stop: int) -> list[list[Style]]:
        """Of each of these lines; worked out as far as they are asked for, and not for a page of none."""
        stop = min(stop, len(self))
        known = min(stop, self._most())
        if start < known and known > len(self._styles):
            self._styles = styles_of(self._lines.part(0, known), self._language)
        found = self._styles[start:known]
        return found + [[] for _ in range(stop - start - len(found))]

    def _most(self) -> int:
        """How many of the lines are looked at."""
        if self._styled is None:
            sizes = accumulate(len(line) + 1 for line in self._lines.part(0, MOST))
            self._styled = sum(size <= MOST for size in sizes)
        return self._styled


def highlighted(lines: Lines, language: Language) -> Lines:
    """The same lines, with their styles where they are code."""
    return CodeLines(lines, language) if language else lines


def styles_of(lines: list[str], language: Language) -> list[list[Style]]:
    """The styles of lines as they are shown; what a fold divided is one line again."""
    whole = UnfoldedLines(lines)
    return whole.divide(tokens(whole.text, language))


def tokens(text: str, language: Language) -> Iterator[Style]:
    """The parts of ``text`` that have a style, in order."""
    if language == "shell":
        yield from _shell(text)
        return
    grammar, at = _grammar(language), 0
    while found := grammar.pattern.search(text, at):
        token, stop = found[0], found.end()
        if token in grammar.ends:
            stop = _after(text, stop, grammar.ends[token])
        name = _style_of(token, grammar)
        if name == "string" and language == "json":  # of which it is full: names alone stand out
            name = "strong" if text[stop : stop + 1] == ":" else None
        if name is not None:
            yield Style(found.start(), stop, name)
        at = max(stop, found.start() + 1)


def _style_of(token: str, grammar: _Grammar) -> StyleName | None:
    first = token[0]
    if token.startswith(("#", "//", "--", "/*", "<!--")):
        return "soft"
    if first in "\"'`":
        return "string"
    word = token.lower() if grammar.folds else token
    return "strong" if word in grammar.words or first == "<" else None


@cache
def _grammar(language: Language) -> _Grammar:
    words: frozenset[str] = frozenset()
    match language:
        case "python":
            pattern, ends = r'"""|' + r"'''|#[^\n]*|" + f"{_STRING}|{_WORD}", {'"""': '"""', "'''": "'''"}
            words = frozenset(_PYTHON_WORDS.split())
        case "js":
            pattern, ends = rf"//[^\n]*|/\*|`|{_STRING}|{_WORD}", {"/*": "*/", "`": "`"}
            words = frozenset(_JS_WORDS.split())
        case "sql":
            pattern, ends = rf"--[^\n]*|/\*|'[^']*'?|\"[^\"]*\"?|`[^`]*`?|{_WORD}", {"/*": "*/"}
            return _Grammar(re.compile(pattern), frozenset(_SQL_WORDS.split()), ends, folds=True)
        case "html":
            pattern, ends = r"<!--|</?[A-Za-z][\w:-]*|" + r'"[^"<>]*"?', {"<!--": "-->"}
        case _:
            pattern, ends = f"{_STRING}|{_WORD}", {}
            words = frozenset(("true", "false", "null"))
    return _Grammar(re.compile(pattern), words, ends)


_SHELL: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"?' + r"|'[^']*'?|\\.|#[^\n]*|[|&;()\n`]|\$\(|[^\s|&;()`\"'#\\$]+|\$", re.DOTALL
)


def _shell(text: str) -> Iterator[Style]:
    """Commands are strong: the first word, and the first behind each operator."""
    words, is_command = frozenset(_SHELL_WORDS.split()), True
    for found in _SHELL.finditer(text):
        token, start = found[0], found.start()
        if token[0] == "#" and (not start or text[start - 1].isspace()):
            yield Style(start, found.end(), "soft")
        elif token[0] in "\"'":
            yield Style(start, found.end(), "string")
            is_command = False
        elif token in ("|", "&", ";", "(", "\n", "`", "$("):
            is_command = True
        elif token in words:
            yield Style(start, found.end(), "strong")
            is_command = token not in ("for", "case", "in")
        elif is_command and token not in (")", "$"):
            yield Style(start, found.end(), "strong")
            is_command = "=" in token  # an assignment before the command
        else:
            is_command = False


def _after(text: str, start: int, end: str) -> int:
    found = text.find(end, start)
    return len(text) if found < 0 else found + len(end)
