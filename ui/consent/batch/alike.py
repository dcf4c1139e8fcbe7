"""Which questions may be looked at side by side, and as what table (no Qt; attack 11).

Owns: what makes two calls alike; the groups of those that wait; for such a group the columns, the cells, and what is
the same in every row.

Invariants: alike are calls of one app for one tool of one server, by the digests of its configuration and definition,
asked for the same reason by the same rule, that differ only in short inputs. A call that needs care of its own (a
signature, a reason, a result, a grave finding, inputs that were not validated or are long) is alike to none. Each value
that will be sent is in a cell of its row, or said once for all rows. Two values that differ look different. All
untrusted text is escaped.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from itertools import accumulate
from typing import Final

from msgspec import Struct

from host import regex
from host.control import codec
from host.control.views import Asked
from host.errors import ProtocolError
from host.model import JsonValue, Severity, ToolDefinition
from host.text import escape
from ui.inputs import other_params
from ui.inputs.lines import ValuePath, squeezed
from ui.tr import tr

MAX_CALLS: Final = 50
"""Calls that are looked at together, at most."""
MAX_VALUE: Final = 2_000
"""Characters of a value in a table, at most: a call with a longer one is read by itself."""
MAX_NAME: Final = 60
"""Characters of an input's name."""
MAX_CHARACTERS: Final = 20_000
"""Characters of all values of all calls in a table. Calls beyond that wait for their turn."""
MAX_LEAVES: Final = 40
"""Values of one call."""
MAX_DEPTH: Final = 8
_FINDINGS_READ_ALONE: Final = frozenset({"not-validated", "not-inspected", "definition-changed"})


class Leaf(Struct, frozen=True):
    """One value of a call that contains no others (untrusted). ``in_other_params``: it is sent beside the inputs."""

    steps: ValuePath
    value: JsonValue
    in_other_params: bool = False


def group_key_and_size(asked: Asked) -> tuple[Hashable | None, int]:
    """Return a key that is equal for alike questions (None if alike to none), and the characters of the values."""
    request = asked.request
    is_grave = any(finding.severity is Severity.HIGH for finding in request.findings)
    if not _is_plain(asked) or is_grave or any(finding.kind in _FINDINGS_READ_ALONE for finding in request.findings):
        return None, 0
    leaves = leaves_of(asked)
    if leaves is None:
        return None, 0
    size = sum(len(leaf.value if isinstance(leaf.value, str) else codec.lexeme(leaf.value)) for leaf in leaves)
    return (None if size > MAX_CHARACTERS // 2 else _group_key(asked)), size  # so that at least two fit


def _group_key(asked: Asked) -> Hashable:
    request = asked.request
    call, verdict, app = request.call, request.verdict, request.call.app
    asker = (app.name, app.proof) if app.authenticated else (app.name, app.claimed, app.pid, app.session)
    basis = (verdict.effect, verdict.rule, verdict.source, verdict.because, verdict.reason, verdict.obligations)
    return app.authenticated, asker, call.server, call.tool, request.definition.digest, call.protocol_revision, basis


def leaves_of(asked: Asked) -> tuple[Leaf, ...] | None:
    """Return all values that will be sent, without the protocol's constants; None if no table can show them."""
    call = asked.request.call
    try:
        grouped = other_params.group_members(other_params.members_of(call))
    except ProtocolError:
        return None
    others = {**grouped.answers, **({other_params.META: grouped.notes} if grouped.notes else {}), **grouped.others}
    stack = [Leaf((), others, in_other_params=True), Leaf((), call.arguments_value)]
    leaves: list[Leaf] = []
    while stack:
        leaf = stack.pop()
        children = _children_of(leaf)
        if children is None or len(leaves) + len(stack) + len(children) > MAX_LEAVES:
            return None
        stack.extend(reversed(children))
        if not children and leaf.steps:
            leaves.append(leaf)
    return tuple(leaves)


class AlikeGroups:
    """The questions that wait, grouped by what they are alike in."""

    def __init__(self) -> None:
        self._key_by_call: dict[str, Hashable] = {}
        self._sizes_by_key: dict[Hashable, dict[str, int]] = {}  # of each call, the characters of its values

    def add(self, asked: Asked) -> None:
        """Add a question, or replace one that is asked again."""
        call_id, (key, size) = asked.request.call.id, group_key_and_size(asked)
        if self._key_by_call.get(call_id) == key:
            return
        self.remove(call_id)
        if key is not None:
            self._key_by_call[call_id] = key
            self._sizes_by_key.setdefault(key, {})[call_id] = size

    def remove(self, call_id: str) -> None:
        """Remove a question that has ended."""
        key = self._key_by_call.pop(call_id, None)
        if key is not None:
            del self._sizes_by_key[key][call_id]
            if not self._sizes_by_key[key]:
                del self._sizes_by_key[key]

    def clear(self) -> None:
        """Remove all questions."""
        self._key_by_call.clear()
        self._sizes_by_key.clear()

    def key_of(self, call_id: str) -> Hashable | None:
        """Return the key of a call's group; None if it is alike to none, or does not wait."""
        return self._key_by_call.get(call_id)

    def count(self, call_id: str) -> int:
        """Count the calls that are alike to this one, with itself; 0 if there is no other."""
        number = len(self._sizes_by_key.get(self._key_by_call.get(call_id), ()))
        return number if number > 1 else 0

    def alike_calls(self, call_id: str, limit: int = MAX_CALLS) -> tuple[str, ...]:
        """Return this call and those alike to it, oldest first, as many as there is room for; none if it is alone."""
        if not self.count(call_id):
            return ()
        group = self._sizes_by_key[self._key_by_call[call_id]]
        call_ids = (call_id, *[other for other in group if other != call_id][: limit - 1])
        sizes = accumulate(group[each] for each in call_ids)
        return tuple(each for each, size in zip(call_ids, sizes, strict=True) if size <= MAX_CHARACTERS)

    def count_new(self, key: Hashable, known_ids: Collection[str]) -> int:
        """Count the calls of a group that wait and are not among ``known_ids``."""
        group = self._sizes_by_key.get(key, {})
        return len(group) - sum(call_id in group for call_id in known_ids)


def _is_plain(asked: Asked) -> bool:
    """Whether a yes is one press and nothing else, and the person was never asked before."""
    request, obligations = asked.request, asked.request.verdict.obligations
    needs_more = obligations.signed or obligations.reason_required or asked.signing is not None
    is_asked_again = bool(request.voided_because) or request.edited is not None
    is_no_call = request.result is not None or request.call.asks_app or request.asked is not None
    return not (needs_more or is_asked_again or is_no_call or asked.headers)


def _children_of(leaf: Leaf) -> list[Leaf] | None:
    """Return the values inside a value; None if they are too many, too long or too deep for a table."""
    value = leaf.value
    if isinstance(value, str):
        return None if len(value) > MAX_VALUE else []
    if not isinstance(value, dict | list) or not value:
        return []
    if len(value) > MAX_LEAVES or len(leaf.steps) >= MAX_DEPTH:
        return None
    if isinstance(value, list):
        return [Leaf((*leaf.steps, place), item, leaf.in_other_params) for place, item in enumerate(value)]
    if max(map(len, value)) > MAX_NAME:
        return None
    return [Leaf((*leaf.steps, name), item, leaf.in_other_params) for name, item in value.items()]


_PLAIN_NAME: Final = regex.pattern(r"[A-Za-z_][A-Za-z0-9_-]{0,59}")
_LOOKS_LIKE_JSON: Final = regex.pattern(r'["\[{+\-0-9.]|true|false|null|NaN|-?Infinity')
"""The beginning of a text that could be taken for another kind of value."""
_LINE_FEED: Final = "⟨U+000A⟩"
_LINE_BREAK: Final = "⟨↵⟩"
"""A line break on one line: shorter than its number, and as hard to forge."""


class Column(Struct, frozen=True):
    """One input. ``name``: escaped, on one line."""

    name: str
    steps: ValuePath


class Cell(Struct, frozen=True):
    """One value in one row."""

    raw: str  # as it is written out (untrusted, except our own marks)
    line: str  # the same on one line, escaped
    head: int = 0  # how many characters at the beginning of the line are the same in every row; ``tail``: at its end
    tail: int = 0
    is_ours: bool = False  # whether it is a mark of ours, such as for a value that is not given


class CallTable(Struct, frozen=True):
    """The inputs that differ as columns, each call's cells in order, and what is the same in all calls."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    common: tuple[tuple[Column, Cell], ...]


def call_table(calls: Sequence[Asked]) -> CallTable:
    """Return the table of alike calls. Raises ValueError for a call that no table can show."""
    leaves_by_key: list[dict[tuple[bool, ValuePath], Leaf]] = []
    for asked in calls:
        leaves = leaves_of(asked)
        if leaves is None:
            raise ValueError("a call that has to be read by itself")
        leaves_by_key.append({(leaf.in_other_params, leaf.steps): leaf for leaf in leaves})
    keys = _sorted_keys(list(dict.fromkeys(key for row in leaves_by_key for key in row)), calls[0].request.definition)
    columns = {key: Column(path_name(key[1], in_other_params=key[0]), key[1]) for key in keys}
    cells = {key: _with_common_ends([_cell_for(row.get(key)) for row in leaves_by_key]) for key in keys}
    differing = [key for key in keys if len({(cell.raw, cell.is_ours) for cell in cells[key]}) > 1]
    return CallTable(
        tuple(columns[key] for key in differing),
        tuple(tuple(cells[key][place] for key in differing) for place in range(len(leaves_by_key))),
        tuple((columns[key], cells[key][0]) for key in keys if key not in differing),
    )


def _sorted_keys(keys: list[tuple[bool, ValuePath]], definition: ToolDefinition) -> list[tuple[bool, ValuePath]]:
    """Sort inputs as in every list of inputs: first what the tool requires, in its order."""
    schema = definition.input_schema
    required = schema.get("required") if isinstance(schema, dict) else None
    required_names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    places = {name: place for place, name in reversed(list(enumerate(required_names)))}
    last = len(required_names)
    return sorted(keys, key=lambda key: last if key[0] else places.get(str(key[1][0]), last))


def path_name(steps: ValuePath, *, in_other_params: bool = False) -> str:
    """Write a path as ``edits ▸ item 1 ▸ newText``. Other names are quoted, so that no two inputs look alike."""
    name = " ▸ ".join(map(_step_name, steps))
    return tr("{name} (beside the inputs)", name=name) if in_other_params else name


def _step_name(step: str | int) -> str:
    if isinstance(step, int):
        return tr("item {number}", number=f"{step + 1:,}")
    return step if _PLAIN_NAME.fullmatch(step) else squeezed(escape(codec.lexeme(step)))


def _cell_for(leaf: Leaf | None) -> Cell:
    if leaf is None:
        return _mark_cell(tr("⟨not given⟩"))
    value = leaf.value
    if value == "" and isinstance(value, str):
        return _mark_cell(tr("⟨empty text⟩"))
    raw = _write_value(value)
    return Cell(raw, squeezed(escape(raw)).replace(_LINE_FEED, _LINE_BREAK))


def _mark_cell(words: str) -> Cell:
    """Make a cell with a mark of ours. No escaped text looks like one."""
    return Cell(words, words, is_ours=True)


def _write_value(value: JsonValue) -> str:
    """Write a text as it is and any other value as JSON. A text that could be taken for JSON is quoted."""
    if not isinstance(value, str):
        return codec.lexeme(value)
    return codec.lexeme(value) if _LOOKS_LIKE_JSON.match(value) and _could_be_json(value) else value


def _could_be_json(value: str) -> bool:
    try:
        codec.object_of(b'{"v":' + value.encode("utf-8", "surrogatepass") + b"}")
    except (ProtocolError, ValueError):
        return value.startswith('"')
    return True


def _with_common_ends(cells: list[Cell]) -> list[Cell]:
    lines = [cell.line for cell in cells if not cell.is_ours]
    if len(lines) < 2 or len(set(lines)) == 1:
        return cells
    head = _length_to_word_end(_common_beginning(lines))
    reversed_rests = [line[head:][::-1] for line in lines]
    tail = _length_to_word_end(_common_beginning(reversed_rests))
    return [cell if cell.is_ours else Cell(cell.raw, cell.line, head, tail) for cell in cells]


def _common_beginning(lines: Sequence[str]) -> str:
    first, last = min(lines), max(lines)
    for place, (character, other) in enumerate(zip(first, last, strict=False)):
        if character != other:
            return first[:place]
    return first[: len(last)]


def _length_to_word_end(shared: str) -> int:
    """Return how much of ``shared`` ends at a word's end: half a word is not the same."""
    length = len(shared)
    while length and (shared[length - 1].isalnum() or shared[length - 1] in "⟨⟩"):
        length -= 1
    return length
