"""A path: what it names, and where it leads on this machine (pure)."""

from __future__ import annotations

from host.control.views import Reading
from ui.inputs.kinds.told import Told, facts_of, style


def told(raw: str, readings: tuple[Reading, ...]) -> Told:
    """The last step is strong; the host says where the path leads."""
    end = len(raw.rstrip("/\\"))
    start = max(raw.rfind("/", 0, end), raw.rfind("\\", 0, end)) + 1
    return Told(facts_of(readings), (style(raw, start, end),) if 0 < start < end else ())
