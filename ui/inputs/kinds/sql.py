"""SQL: what its statements do, and the same text laid out (pure)."""

from __future__ import annotations

from host.control.views import Reading
from host.text import Untrusted
from ui.inputs.kinds.told import Told, facts_of


def told(readings: tuple[Reading, ...]) -> Told:
    """What the host's parser found."""
    return Told(facts_of(tuple(reading for reading in readings if reading.kind == "sql")))


def laid_out(raw: str, readings: tuple[Reading, ...]) -> Untrusted | None:
    """The text as it is easier to read; None where it stands well as it is."""
    found = (reading.text for reading in readings if reading.kind == "sql" and reading.text)
    text = next(found, "")
    return Untrusted(text) if text and text.strip() != raw.strip() else None
