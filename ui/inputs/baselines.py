"""What a call can be compared with, and the result (pure).

Owns: the choice of baselines and their order: what the person changed, then files, then the last approved call.

Invariants:
    Each comparison names its baseline. Where there is none, that is said, with why.
"""

from __future__ import annotations

from datetime import UTC, datetime
from posixpath import basename
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host.control import codec
from host.control.views import Comparison, FileBefore
from host.errors import ProtocolError
from host.model import ApprovalRequest, JsonObject, JsonValue
from host.text import Untrusted, one_line
from ui.inputs.diff import ValueChange, ValueChanges, compare, size_words, text_diff
from ui.inputs.lines import ValuePath
from ui.tr import tr, tr_n

BaselineKind: TypeAlias = Literal["edit", "file", "last"]
_NAME: Final = 80
"""Characters of a file's name in a sentence."""


class Baseline(Struct, frozen=True):
    """One thing to hold the call against.

    Attributes:
        kind: what it is.
        name: of the choice, ours.
        said: what is compared, in a sentence.
        detail: a stranger's name of it; None where there is none, or the input itself says it.
        changes: what is different; None where there is nothing to compare with.
        why: there is nothing.
        effect: what becomes of a file, in a sentence; empty where that is not known.
    """

    kind: BaselineKind
    name: str
    said: str
    detail: Untrusted | None
    changes: ValueChanges | None
    why: str = ""
    effect: str = ""


def edit_baseline(request: ApprovalRequest) -> Baseline | None:
    """What the person changed; None where nobody did."""
    if request.edited is None:
        return None
    said = tr("What the app proposed, and what you made of it.")
    return _edit(request.edited, request.call.arguments_value, said)


def past_edit_baseline(proposed: bytes, params: bytes) -> Baseline:
    """What a person changed, once upon a time. Both: canonical ``params``. Raises ProtocolError for the latter."""
    said = tr("What the app proposed, and what a person made of it.")
    return _edit(proposed, codec.call_of(params)[0], said)


def file_baselines(arguments: JsonObject, comparison: Comparison) -> list[Baseline]:
    """Files that would be overwritten, as they are."""
    if len(comparison.files) == 1:
        return [_file(arguments, comparison.files[0], tr("File on disk"), alone=True)]
    names = ((tr("File {number} on disk", number=number), file) for number, file in enumerate(comparison.files, 1))
    return [_file(arguments, file, name, alone=False) for name, file in names]


def value_at(value: JsonValue, path: ValuePath) -> JsonValue:
    """What stands at ``path``; None where nothing does."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _edit(proposed: bytes, arguments: JsonObject, said: str) -> Baseline:
    name = tr("Your changes")
    try:
        before, _ = codec.call_of(proposed)
    except ProtocolError:
        return Baseline("edit", name, said, None, None, tr("What was proposed cannot be read."))
    return Baseline("edit", name, said, None, compare(before, arguments))


def _file(arguments: JsonObject, file: FileBefore, name: str, *, alone: bool) -> Baseline:
    said = tr("The file as it is now, and as it would be.")
    is_said = alone and value_at(arguments, file.path) == file.name  # by the input, which stands there as well
    detail, after = None if is_said else Untrusted(file.name), value_at(arguments, file.content)
    short = one_line(basename(file.name), _NAME)
    if file.missing and isinstance(after, str):
        lines = len(after.removesuffix("\n").split("\n")) if after else 0
        effect = tr_n("Creates {file}: {n} line", "Creates {file}: {n} lines", lines, file=short)
        return Baseline("file", name, said, detail, None, file.why, effect)
    if file.text is None or not isinstance(after, str):
        return Baseline("file", name, said, detail, None, file.why)
    if file.text == after:
        effect = tr("Replaces {file} with the same text", file=short)
        return Baseline("file", name, said, detail, ValueChanges((), 1), effect=effect)
    change = ValueChange(file.content, "changed", file.text, after)
    effect = tr("Replaces {file}: {size}", file=short, size=size_words(text_diff(file.text, after)))
    return Baseline("file", name, said, detail, ValueChanges((change,), 0), effect=effect)


def last_baseline(arguments: JsonObject, comparison: Comparison) -> Baseline:
    """The last approved call of the same tool."""
    name = tr("Last approved call")
    said = tr("The last call of this tool that was approved, and this one.")
    if comparison.last is not None and comparison.last_app:
        when = f"{datetime.fromtimestamp(comparison.last_at, UTC).astimezone():%Y-%m-%d %H:%M}"
        by = Untrusted(comparison.last_app)
        said = tr("The last call of this tool that was approved, by {app} on {when}, and this one.", app=by, when=when)
    if comparison.last is None:
        return Baseline("last", name, said, None, None, comparison.why)
    try:
        before = codec.object_of(comparison.last)
    except ProtocolError:
        return Baseline("last", name, said, None, None, tr("The last approved call cannot be read."))
    return Baseline("last", name, said, None, compare(before, arguments))
