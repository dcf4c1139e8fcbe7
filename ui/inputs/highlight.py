"""Syntax highlighting (pure): the places of strings, comments and keywords in code.

Pygments is not used: its HTML lexer takes 8 s for 40,000 characters of ``&f``, and the time grows with the square.
Nothing could interrupt that in the window's own thread.

Invariants:
    The time is proportional to the text: no pattern nests repetitions. Only the first 64 KiB are read.
    A mistake changes how a character looks, never which character it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import accumulate
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host import regex
from ui.inputs.lines import Lines, ShownLine, Style, StyleName, UnfoldedLines, WrappedLines

Language: TypeAlias = Literal["", "shell", "python", "js", "json", "sql", "html"]
MAX_CHARACTERS: Final = 65_536
"""Characters that are read."""

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
    """The tokens of a language. ``end_by_start``: the end of tokens that the pattern finds only the start of."""

    pattern: re.Pattern[str]
    words: frozenset[str]
    end_by_start: dict[str, str]
    ignores_case: bool = False


_STRING: Final = r'"(?:[^"\\\n]|\\.)*"?|' + r"'(?:[^'\\\n]|\\.)*'?"
_WORD: Final = r"[A-Za-z_]\w*"


class CodeLines(WrappedLines):
    """Lines of a text in a language, with their styles."""

    def __init__(self, lines: Lines, language: Language) -> None:
        super().__init__(lines)
        self._language: Language = language
        self._styles: list[list[Style]] = []

    def shown(self, start: int, stop: int) -> list[ShownLine]:
        """The lines from ``start`` on, without line ``stop``. Styles are worked out only as far as needed."""
        lines = self._lines.shown(start, stop)
        known_stop = min(start + len(lines), self._highlighted_count)
        if start < known_stop and known_stop > len(self._styles):
            self._styles = styles_of(self._lines.texts(0, known_stop), self._language)
        for at, styles in enumerate(self._styles[start:known_stop]):
            lines[at] = lines[at]._replace(styles=styles)
        return lines

    @cached_property
    def _highlighted_count(self) -> int:
        sizes = accumulate(len(line) + 1 for line in self._lines.texts(0, MAX_CHARACTERS))
        return sum(size <= MAX_CHARACTERS for size in sizes)


def with_highlighting(lines: Lines, language: Language) -> Lines:
    """The same lines, with styles if they are code."""
    return CodeLines(lines, language) if language else lines


def styles_of(lines: list[str], language: Language) -> list[list[Style]]:
    """The styles of lines as they are shown. Folded lines are read as one."""
    unfolded = UnfoldedLines(lines)
    return unfolded.divide_styles(tokens(unfolded.text, language))


def tokens(text: str, language: Language) -> Iterator[Style]:
    """The parts of ``text`` that have a style, in order."""
    if language == "shell":
        yield from _shell_tokens(text)
        return
    grammar, at = _grammar(language), 0
    while match := grammar.pattern.search(text, at):
        token, stop = match[0], match.end()
        if token in grammar.end_by_start:
            stop = _index_after(text, stop, grammar.end_by_start[token])
        name = _style_of(token, grammar)
        if name == "string" and language == "json":  # JSON is full of them: only names stand out
            name = "strong" if text[stop : stop + 1] == ":" else None
        if name is not None:
            yield Style(match.start(), stop, name)
        at = max(stop, match.start() + 1)


def _style_of(token: str, grammar: _Grammar) -> StyleName | None:
    first = token[0]
    if token.startswith(("#", "//", "--", "/*", "<!--")):
        return "soft"
    if first in "\"'`":
        return "string"
    word = token.lower() if grammar.ignores_case else token
    return "strong" if word in grammar.words or first == "<" else None


@cache
def _grammar(language: Language) -> _Grammar:
    words: frozenset[str] = frozenset()
    match language:
        case "python":
            pattern, end_by_start = r'"""|' + r"'''|#[^\n]*|" + f"{_STRING}|{_WORD}", {'"""': '"""', "'''": "'''"}
            words = frozenset(_PYTHON_WORDS.split())
        case "js":
            pattern, end_by_start = rf"//[^\n]*|/\*|`|{_STRING}|{_WORD}", {"/*": "*/", "`": "`"}
            words = frozenset(_JS_WORDS.split())
        case "sql":
            pattern, end_by_start = rf"--[^\n]*|/\*|'[^']*'?|\"[^\"]*\"?|`[^`]*`?|{_WORD}", {"/*": "*/"}
            return _Grammar(re.compile(pattern), frozenset(_SQL_WORDS.split()), end_by_start, ignores_case=True)
        case "html":
            pattern, end_by_start = r"<!--|</?[A-Za-z][\w:-]*|" + r'"[^"<>]*"?', {"<!--": "-->"}
        case _:
            pattern, end_by_start = f"{_STRING}|{_WORD}", {}
            words = frozenset(("true", "false", "null"))
    return _Grammar(re.compile(pattern), words, end_by_start)


_SHELL: Final = regex.pattern(
    r'"(?:[^"\\]|\\.)*"?' + r"|'[^']*'?|\\.|#[^\n]*|[|&;()\n`]|\$\(|[^\s|&;()`\"'#\\$]+|\$", re.DOTALL
)


def _shell_tokens(text: str) -> Iterator[Style]:
    """The parts of a shell script that have a style. Commands are strong: the first word, also after an operator."""
    words, is_command = frozenset(_SHELL_WORDS.split()), True
    for match in _SHELL.finditer(text):
        token, start = match[0], match.start()
        if token[0] == "#" and (not start or text[start - 1].isspace()):
            yield Style(start, match.end(), "soft")
        elif token[0] in "\"'":
            yield Style(start, match.end(), "string")
            is_command = False
        elif token in ("|", "&", ";", "(", "\n", "`", "$("):
            is_command = True
        elif token in words:
            yield Style(start, match.end(), "strong")
            is_command = token not in ("for", "case", "in")
        elif is_command and token not in (")", "$"):
            yield Style(start, match.end(), "strong")
            is_command = "=" in token  # an assignment before the command
        else:
            is_command = False


def _index_after(text: str, start: int, end: str) -> int:
    index = text.find(end, start)
    return len(text) if index < 0 else index + len(end)
