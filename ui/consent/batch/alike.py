"""Which questions may be looked at side by side, and as what table (no Qt; attack 11).

Owns: what makes two calls alike, the groups of those that wait, and of such a group the columns, the cells, and what in
them is the same in every row.

Invariants: alike are calls of one app for one tool of one server, by the digests of its configuration and definition,
asked for the same reason by the same rule, that differ in short inputs alone; whatever wants care of its own (a
signature, a reason, a result, a grave finding, inputs that were not validated or are long) is alike to nothing. Every
value that will be sent is either in a cell of its row or said once for all; two values that differ are written
differently; everything of strangers is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Sequence
from itertools import accumulate
from typing import Final, TypeAlias

from msgspec import Struct

from host.control import codec
from host.control.views import Asked
from host.errors import ProtocolError
from host.model import JsonValue, Severity, ToolDefinition
from host.text import escape
from ui.inputs import other_params
from ui.inputs.lines import squeezed
from ui.tr import tr

Steps: TypeAlias = "tuple[str | int, ...]"

MOST: Final = 50
"""Calls that are looked at together."""
LONGEST: Final = 2_000
"""Characters of a value that stands in a table, at most: what is longer is read by itself."""
LONGEST_NAME: Final = 60
"""Characters of an input's name."""
ROOM: Final = 20_000
"""Characters of all values of all calls that are looked at together: what is more waits for its turn."""
LEAVES: Final = 40
"""Values of one call."""
DEEPEST: Final = 8
_ALONE: Final = frozenset({"not-validated", "not-inspected", "definition-changed"})


class Leaf(Struct, frozen=True):
    """One value of a call that has none inside.

    Attributes:
        steps: to it.
        value: as it will be sent (untrusted).
        in_other_params: whether it is sent beside the inputs.
    """

    steps: Steps
    value: JsonValue
    in_other_params: bool = False


def likeness(asked: Asked) -> tuple[Hashable | None, int]:
    """Equal for questions that are alike, None for one that is alike to nothing; and the characters of its values."""
    request = asked.request
    if (
        not _is_plain(asked)
        or any(it.severity is Severity.HIGH or it.kind in _ALONE for it in request.findings)
        or (leaves := leaves_of(asked)) is None
    ):
        return None, 0
    size = _size(leaves)
    return (None if size > ROOM // 2 else _kind(asked)), size  # so that there is room for two at least


def _kind(asked: Asked) -> Hashable:
    request = asked.request
    call, verdict, app = request.call, request.verdict, request.call.app
    who = (app.name, app.proof) if app.authenticated else (app.name, app.claimed, app.pid, app.session)
    why = (verdict.effect, verdict.rule, verdict.source, verdict.because, verdict.reason, verdict.obligations)
    return app.authenticated, who, call.server, call.tool, request.definition.digest, call.protocol_revision, why


def leaves_of(asked: Asked) -> tuple[Leaf, ...] | None:
    """Every value that will be sent, the protocol's own constants aside; None where a table could not show them."""
    call = asked.request.call
    try:
        beside = other_params.group_members(other_params.members_of(call))
    except ProtocolError:
        return None
    others = {**beside.answers, **({other_params.META: beside.notes} if beside.notes else {}), **beside.others}
    stack = [Leaf((), others, in_other_params=True), Leaf((), call.arguments_value)]
    found: list[Leaf] = []
    while stack:
        leaf = stack.pop()
        below = _below(leaf)
        if below is None or len(found) + len(stack) + len(below) > LEAVES:
            return None
        stack.extend(reversed(below))
        if not below and leaf.steps:
            found.append(leaf)
    return tuple(found)


def _size(leaves: tuple[Leaf, ...]) -> int:
    values = (leaf.value for leaf in leaves)
    return sum(len(value if isinstance(value, str) else codec.lexeme(value)) for value in values)


class AlikeGroups:
    """The questions that wait, by what they are alike in."""

    def __init__(self) -> None:
        self._kinds: dict[str, Hashable] = {}
        self._groups: dict[Hashable, dict[str, int]] = {}  # of each call, the characters of its values

    def put(self, asked: Asked) -> None:
        """A question arrived, or is asked anew."""
        call_id, (kind, size) = asked.request.call.id, likeness(asked)
        if self._kinds.get(call_id) == kind:
            return
        self.remove(call_id)
        if kind is not None:
            self._kinds[call_id] = kind
            self._groups.setdefault(kind, {})[call_id] = size

    def remove(self, call_id: str) -> None:
        """A question is over."""
        kind = self._kinds.pop(call_id, None)
        if kind is not None:
            del self._groups[kind][call_id]
            if not self._groups[kind]:
                del self._groups[kind]

    def clear(self) -> None:
        """Nothing waits."""
        self._kinds.clear()
        self._groups.clear()

    def kind(self, call_id: str) -> Hashable | None:
        """What it is alike in; None for one that is alike to nothing, or does not wait."""
        return self._kinds.get(call_id)

    def count(self, call_id: str) -> int:
        """How many are alike to this one, itself among them; 0 where there is no other."""
        number = len(self._groups.get(self._kinds.get(call_id), ()))
        return number if number > 1 else 0

    def of(self, call_id: str, most: int = MOST) -> tuple[str, ...]:
        """Itself, then the others that are alike to it, oldest first, as many as there is room for.

        Nothing where there is no other.
        """
        if not self.count(call_id):
            return ()
        group = self._groups[self._kinds[call_id]]
        together = (call_id, *[other for other in group if other != call_id][: most - 1])
        sizes = accumulate(group[each] for each in together)
        return tuple(each for each, size in zip(together, sizes, strict=True) if size <= ROOM)

    def count_new(self, kind: Hashable, known: Collection[str]) -> int:
        """Count those of a kind that wait and are not ``known``."""
        group = self._groups.get(kind, {})
        return len(group) - sum(call_id in group for call_id in known)


def _is_plain(asked: Asked) -> bool:
    """Whether a yes is one press and nothing else, to what nobody was asked before."""
    request, obligations = asked.request, asked.request.verdict.obligations
    wants = obligations.signed or obligations.reason_required or asked.signing is not None
    again = bool(request.voided_because) or request.edited is not None
    apart = request.result is not None or request.call.asks_app or request.asked is not None
    return not (wants or again or apart or asked.headers)


def _below(leaf: Leaf) -> list[Leaf] | None:
    """What is inside of a value; None where it is too much, too long or too deep for a table."""
    value = leaf.value
    if isinstance(value, str):
        return None if len(value) > LONGEST else []
    if not isinstance(value, dict | list) or not value:
        return []
    if len(value) > LEAVES or len(leaf.steps) >= DEEPEST:
        return None
    if isinstance(value, list):
        return [Leaf((*leaf.steps, place), item, leaf.in_other_params) for place, item in enumerate(value)]
    if max(map(len, value)) > LONGEST_NAME:
        return None
    return [Leaf((*leaf.steps, name), item, leaf.in_other_params) for name, item in value.items()]


_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,59}")
_LITERAL: Final = re.compile(r'["\[{+\-0-9.]|true|false|null|NaN|-?Infinity')
"""How a text begins that could be taken for another kind of value."""
_FEED: Final = "⟨U+000A⟩"
_BREAK: Final = "⟨↵⟩"
"""A line break on one line: shorter than its number, and as little to be forged."""


class Column(Struct, frozen=True):
    """One input.

    Attributes:
        name: escaped, on one line.
        steps: to it.
    """

    name: str
    steps: Steps


class Cell(Struct, frozen=True):
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


class CallTable(Struct, frozen=True):
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
        given.append({(leaf.in_other_params, leaf.steps): leaf for leaf in leaves})
    keys = _in_order(list(dict.fromkeys(key for row in given for key in row)), calls[0].request.definition)
    columns = {key: Column(name_of(key[1], in_other_params=key[0]), key[1]) for key in keys}
    cells = {key: _marked([_cell(row.get(key)) for row in given]) for key in keys}
    differ = [
        key
        for key in keys
        if len({cell.raw for cell in cells[key]}) > 1 or len({cell.is_ours for cell in cells[key]}) > 1
    ]
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


def name_of(steps: Steps, *, in_other_params: bool = False) -> str:
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
    return tr("{name} (beside the inputs)", name=said) if in_other_params else said


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
