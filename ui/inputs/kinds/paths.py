"""Paths: what a path names, and where it leads on this machine (pure)."""

from __future__ import annotations

from typing import Final

from host import naming
from ui.inputs.kinds.kind import Explanation, InputValue, Kind, host_facts, style

NAMES: Final = naming.PATHS | {"workspace", "repo", "target"}
"""Fewer than ``naming.named_as_path`` knows: what the host did not read as a path passes for one by these alone."""
_LONGEST: Final = 4096


def explain(value: InputValue) -> Explanation:
    """The last step is strong; the host says where the path leads."""
    raw = value.raw
    end = len(raw.rstrip("/\\"))
    start = max(raw.rfind("/", 0, end), raw.rfind("\\", 0, end)) + 1
    return Explanation(host_facts(value.readings), (style(raw, start, end),) if 0 < start < end else ())


def _is_named_so(value: InputValue) -> bool:
    return bool(value.words & NAMES) and "\n" not in value.text and len(value.text) <= _LONGEST


KIND: Final = Kind("path", explain, by_host=lambda value: value.was_read_as("path"), by_name=_is_named_so)
