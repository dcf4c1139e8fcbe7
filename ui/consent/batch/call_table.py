"""Alike calls as a table (no Qt).

Owns: which columns there are, what stands in each cell, and what in it is the same in every row.

Invariants: every value that will be sent is either in a cell of its row or said once for all; two values that differ
are written differently; everything of strangers is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from host.control import codec
from host.control.views import Asked
from host.errors import ProtocolError
from host.model import JsonValue, ToolDefinition
from host.text import escape
from ui.consent.batch.alike import Leaf, Steps, leaves_of
from ui.inputs.lines import squeezed
from ui.tr import tr

_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,59}")
_LITERAL: Final = re.compile(r'["\[{+\-0-9.]|true|false|null|NaN|-?Infinity')
"""How a text begins that could be taken for another kind of value."""
_FEED: Final = "⟨U+000A⟩"
_BREAK: Final = "⟨↵⟩"
"""A line break on one line: shorter than its number, and as little to be forged."""


@dataclass(frozen=True, slots=True)
class Column:
    """One input.

    Attributes:
        name: escaped, on one line.
        steps: to it.
    """

    name: str
    steps: Steps


@dataclass(frozen=True, slots=True)
class Cell:
    """One value in one row.

    Attributes:
        raw: as it is written out (untrusted, but for our own mark).
        line: the same on one line, escaped.
        head, tail: as many characters of the line at its beginning and end are those of every row.
        is_ours: whether it is a word of ours, as for a value that is not given.
    """

    raw: str
    line: str
    head: int = 0
    tail: int = 0
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class CallTable:
    """The table.

    Attributes:
        columns: the inputs that differ.
        rows: a cell for each of them, a row for each call, in order.
        same: the inputs that are the same in all, with their value.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    same: tuple[tuple[Column, Cell], ...]


def call_table(calls: Sequence[Asked]) -> CallTable:
    """The table of calls that are alike. Raises ValueError for a call that no table can show."""
    given: list[dict[tuple[bool, Steps], Leaf]] = []
    for asked in calls:
        leaves = leaves_of(asked)
        if leaves is None:
            raise ValueError("a call that has to be read by itself")
        given.append({(leaf.beside, leaf.steps): leaf for leaf in leaves})
    keys = _in_order(list(dict.fromkeys(key for row in given for key in row)), calls[0].request.definition)
    columns = {key: Column(name_of(key[1], beside=key[0]), key[1]) for key in keys}
    cells = {key: _marked([_cell(row.get(key)) for row in given]) for key in keys}
    differ = [key for key in keys if len({cell.raw for cell in cells[key]}) > 1 or _some_lack(cells[key])]
    return CallTable(
        tuple(columns[key] for key in differ),
        tuple(tuple(cells[key][place] for key in differ) for place in range(len(given))),
        tuple((columns[key], cells[key][0]) for key in keys if key not in differ),
    )


def _in_order(keys: list[tuple[bool, Steps]], definition: ToolDefinition) -> list[tuple[bool, Steps]]:
    """What the tool requires comes first, in its order, as in every list of inputs."""
    schema = definition.input_schema
    required = schema.get("required") if isinstance(schema, dict) else None
    first = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    places = {name: place for place, name in reversed(list(enumerate(first)))}
    return sorted(keys, key=lambda key: len(first) if key[0] else places.get(str(key[1][0]), len(first)))


def name_of(steps: Steps, *, beside: bool = False) -> str:
    """``edits[0].newText``; a name with other characters is quoted, so that no two inputs read alike."""
    said = ""
    for step in steps:
        if isinstance(step, int):
            said += f"[{step}]"
        elif _PLAIN.fullmatch(step):
            said += f".{step}" if said else step
        else:
            quoted = squeezed(escape(codec.lexeme(step)))
            said += f".{quoted}" if said else quoted
    return tr("{name} (beside the inputs)", name=said) if beside else said


def _cell(leaf: Leaf | None) -> Cell:
    if leaf is None:
        return _ours(tr("⟨not given⟩"))
    value = leaf.value
    if value == "" and isinstance(value, str):
        return _ours(tr("⟨empty text⟩"))
    raw = _written(value)
    return Cell(raw, squeezed(escape(raw)).replace(_FEED, _BREAK))


def _ours(words: str) -> Cell:
    """A mark of ours: no stranger's text, escaped, looks like it."""
    return Cell(words, words, is_ours=True)


def _written(value: JsonValue) -> str:
    """A text as it is; any other value as JSON, and a text that could be taken for one in quotes."""
    if not isinstance(value, str):
        return codec.lexeme(value)
    return codec.lexeme(value) if _LITERAL.match(value) and _reads_otherwise(value) else value


def _reads_otherwise(value: str) -> bool:
    try:
        codec.object_of(b'{"v":' + value.encode("utf-8", "surrogatepass") + b"}")
    except (ProtocolError, ValueError):
        return value.startswith('"')
    return True


def _some_lack(cells: Sequence[Cell]) -> bool:
    return len({cell.is_ours for cell in cells}) > 1


def _marked(cells: list[Cell]) -> list[Cell]:
    """The cells of a column, with what is the same in each of them."""
    lines = [cell.line for cell in cells if not cell.is_ours]
    if len(lines) < 2 or len(set(lines)) == 1:
        return cells
    head = _to_word(_beginning(lines))
    rest = [line[head:][::-1] for line in lines]
    tail = _to_word(_beginning(rest))
    return [cell if cell.is_ours else Cell(cell.raw, cell.line, head, tail) for cell in cells]


def _beginning(lines: Sequence[str]) -> str:
    """What all of them begin with."""
    first, last = min(lines), max(lines)
    for place, (one, other) in enumerate(zip(first, last, strict=False)):
        if one != other:
            return first[:place]
    return first[: len(last)]


def _to_word(shared: str) -> int:
    """How much of it ends where a word does: half a word is not the same."""
    kept = len(shared)
    while kept and (shared[kept - 1].isalnum() or shared[kept - 1] in "⟨⟩"):
        kept -= 1
    return kept
