"""Paths: the last step of a path, and where it leads on this computer (pure).

Invariants:
    A slash alone does not make a text a path: the host read it as one, the schema or its name says so, or it begins
    like a path.
"""

from __future__ import annotations

from typing import Final

from host import naming, regex
from ui.inputs.kinds.kind import Explanation, InputValue, Kind, host_facts
from ui.inputs.lines import style_for

_FORMATS: Final = ("path", "file-path", "directory-path")
_PATH_START: Final = regex.pattern(r"(?:~|\.{1,2})?[/\\]|[A-Za-z]:[/\\]")
_LONGEST: Final = 4096


def explain(value: InputValue) -> Explanation:
    """Explain a path: its last step is strong, and the host says where it leads."""
    raw = value.raw
    end = len(raw.rstrip("/\\"))
    start = max(raw.rfind("/", 0, end), raw.rfind("\\", 0, end)) + 1
    return Explanation(host_facts(value.readings), (style_for(raw, start, end),) if 0 < start < end else ())


def _could_be_path(value: InputValue) -> bool:
    return "\n" not in value.text and len(value.text) <= _LONGEST


KIND: Final = Kind(
    "path",
    explain,
    by_schema=lambda value: value.format in _FORMATS and _could_be_path(value),
    by_host=lambda value: value.was_read_as("path"),
    by_name=lambda value: (
        _could_be_path(value) and (naming.is_name_of_path(value.name) or _PATH_START.match(value.text) is not None)
    ),
)
