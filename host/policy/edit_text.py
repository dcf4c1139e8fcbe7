"""Changes inside the text of policy.json, which leave everything else as its author wrote it (pure).

Owns: where a rule or a member begins and ends, with its comma. What stays true: comments, order, indentation and line
ends outside of what is changed stay; what comes out is read anew by whoever writes it, and never trusted to be right.
"""

from __future__ import annotations

import json
import re
from typing import Final

from host.jsonc import KeyPath, Located
from host.model import JsonValue

INDENT: Final = "  "
HEADER: Final = "// The rules of Assent. The window writes here too, and leaves comments alone.\n"

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|//[^\r\n\u2028\u2029]*|/\*.*?\*/)*", re.DOTALL)
_INLINE: Final = re.compile(
    r"(?:[ \t]|/\*(?:(?!\*/)[^\r\n])*+\*/)*+(?P<comma>,?+)(?:[ \t]|/\*(?:(?!\*/)[^\r\n])*+\*/)*+"
    r"(?://[^\r\n\u2028\u2029]*)?"
    r"(?=\r?\n)"
)
"""The rest of a line after a value: comments, and a comma or none. It gives nothing back: blanks may be many."""
_MARGIN: Final = re.compile(r"[ \t]*")
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


def fresh(rule: str) -> str:
    """A whole file with one rule, or none where ``rule`` is empty."""
    rules = f"[\n{indented(rule, INDENT * 2)}\n{INDENT}]" if rule else "[]"
    return f'{HEADER}{{\n{INDENT}"version": 1,\n{INDENT}"rules": {rules}\n}}\n'


def indented(text: str, margin: str) -> str:
    """``text`` with ``margin`` before every line of it."""
    return "\n".join(f"{margin}{line}" if line else line for line in _LINE_END.split(text))


def replaced(located: Located, path: KeyPath, text: str) -> str:
    """The file with ``text`` in place of the value at ``path``."""
    begin, end = located.span(path)
    return located.text[:begin] + indented(text, _margin(located.text, begin)).lstrip(" \t") + located.text[end:]


def appended(located: Located, path: KeyPath, text: str) -> str:
    """The file with ``text``, an element or a member, at the end of the array or object at ``path``."""
    whole, (begin, end) = located.text, located.span(path)
    inside = _places(located, path)
    if not inside:
        margin = _margin(whole, begin)
        head = whole[: end - 1].rstrip(" \t")
        line = "" if head.endswith("\n") else "\n"
        return f"{head}{line}{indented(text, margin + INDENT)}\n{margin}{whole[end - 1 :]}"
    last, after = inside[-1]
    added = "\n" + indented(text, _margin(whole, last))
    rest = _INLINE.match(whole, after)
    if rest is None:
        return f"{whole[:after]},{added}{whole[after:]}"
    comma = "" if rest["comma"] else ","
    return f"{whole[:after]}{comma}{whole[after : rest.end()]}{added}{whole[rest.end() :]}"


def without(located: Located, path: KeyPath) -> str:
    """The file without the element or member at ``path``. A comma before it may stay behind: the syntax lets it."""
    whole, parent = located.text, path[:-1]
    container = _container(located, parent)
    number = list(container).index(str(path[-1])) if isinstance(container, dict) else int(path[-1])
    begin, end = _places(located, parent)[number]
    comma = _blank_end(whole, end)
    between, after = ("", end) if whole[comma : comma + 1] != "," else (whole[end:comma], comma + 1)
    head, tail = whole[:begin], between + whole[after:]
    line = head.rstrip(" \t")
    if line.endswith("\n") and (rest := re.match(r"[ \t]*\r?\n", tail)) is not None:
        return line + tail[rest.end() :]
    return head + tail


def with_first(text: str, key: str, value: JsonValue) -> str:
    """The text of an object that is not empty, with another member before all others."""
    gap = _SPACE.match(text, 1)
    space = gap.group() if gap is not None else ""
    return f"{text[:1]}{space}{member(key, value)},{space or ' '}{text[1 + len(space) :]}"


def member(key: str, value: JsonValue) -> str:
    """A member of an object, as people write it."""
    return f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"


def _places(located: Located, path: KeyPath) -> list[tuple[int, int]]:
    """Where each element or member (with its key) of the value at ``path`` begins and ends."""
    container = _container(located, path)
    steps: list[str | int] = list(container) if isinstance(container, dict) else list(range(len(container)))
    places: list[tuple[int, int]] = []
    at = located.span(path)[0] + 1
    for step in steps:
        begin = _blank_end(located.text, at)
        if places:
            begin = _blank_end(located.text, begin + 1)  # past the comma
        at = located.span((*path, step))[1]
        places.append((begin, at))
    return places


def _container(located: Located, path: KeyPath) -> list[JsonValue] | dict[str, JsonValue]:
    value = located.value
    for step in path:
        value = value[step]  # type: ignore[index]  # whoever asks has seen it there
    assert isinstance(value, list | dict), "nothing can be added to a scalar"
    return value


def _blank_end(text: str, at: int) -> int:
    """Where white space and comments that begin at ``at`` end."""
    match = _BLANK.match(text, at)
    return at if match is None else match.end()


def _margin(text: str, at: int) -> str:
    """The white space before the first other character of the line of ``at``."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    match = _MARGIN.match(text, begin, at)
    return "" if match is None else match.group()
