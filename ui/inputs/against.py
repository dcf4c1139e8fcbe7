"""What a call can be held against, and what comes out (pure).

Owns: the choice of it and its order: what the person changed, then files, then the last approved call. What stays true:
each comparison names what it is against; what is not there is said, with why.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from host.control import codec
from host.control.views import Comparison, FileBefore
from host.errors import ProtocolError
from host.model import ApprovalRequest, JsonObject, JsonValue
from host.text import Untrusted
from ui.inputs.diff import Change, Changes, compare
from ui.inputs.reading import Path
from ui.tr import tr

Kind: TypeAlias = Literal["edit", "file", "last"]


@dataclass(frozen=True, slots=True)
class Against:
    """One thing to hold the call against.

    Attributes:
        kind. name: of the choice, ours. said: what it is. detail: a stranger's name of it. changes: what is different;
        None where there is nothing to compare with. why: of that.
    """

    kind: Kind
    name: str
    said: str
    detail: Untrusted | None
    changes: Changes | None
    why: str = ""


def edit_of(request: ApprovalRequest) -> Against | None:
    """What the person changed; None where nobody did."""
    if request.edited is None:
        return None
    said = tr("What the app proposed, and what you made of it.")
    return _edit(request.edited, request.call.arguments_value, said)


def edit_once(proposed: bytes, params: bytes) -> Against:
    """What a person changed, once upon a time. Both: canonical ``params``. Raises ProtocolError for the latter."""
    said = tr("What the app proposed, and what a person made of it.")
    return _edit(proposed, codec.call_of(params)[0], said)


def others(arguments: JsonObject, comparison: Comparison) -> Iterator[Against]:
    """Files first, for they are what would be overwritten."""
    for number, file in enumerate(comparison.files, 1):
        one = tr("File on disk")
        name = one if len(comparison.files) == 1 else tr("File {number} on disk", number=number)
        yield _file(arguments, file, name)
    yield _last(arguments, comparison)


def at(value: JsonValue, path: Path) -> JsonValue:
    """What stands at ``path``; None where nothing does."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _edit(proposed: bytes, arguments: JsonObject, said: str) -> Against:
    name = tr("Your changes")
    try:
        before, _ = codec.call_of(proposed)
    except ProtocolError:
        return Against("edit", name, said, None, None, tr("What was proposed cannot be read."))
    return Against("edit", name, said, None, compare(before, arguments))


def _file(arguments: JsonObject, file: FileBefore, name: str) -> Against:
    said = tr("The file as it is now, and as it would be.")
    detail, after = Untrusted(file.name), at(arguments, file.content)
    if file.text is None or not isinstance(after, str):
        return Against("file", name, said, detail, None, file.why)
    if file.text == after:
        return Against("file", name, said, detail, Changes((), 1))
    change = Change(file.content, "changed", file.text, after)
    return Against("file", name, said, detail, Changes((change,), 0))


def _last(arguments: JsonObject, comparison: Comparison) -> Against:
    name = tr("Last approved call")
    said = tr("The last call of this tool that was approved, and this one.")
    if comparison.last is not None and comparison.last_app:
        when = f"{datetime.fromtimestamp(comparison.last_at, UTC).astimezone():%Y-%m-%d %H:%M}"
        by = Untrusted(comparison.last_app)
        said = tr("The last call of this tool that was approved, by {app} on {when}, and this one.", app=by, when=when)
    if comparison.last is None:
        return Against("last", name, said, None, None, comparison.why)
    try:
        before = codec.object_of(comparison.last)
    except ProtocolError:
        return Against("last", name, said, None, None, tr("The last approved call cannot be read."))
    return Against("last", name, said, None, compare(before, arguments))
