"""SQL: what its statements do, and the same text formatted (pure)."""

from __future__ import annotations

import re
from typing import Final

from host import naming, regex
from host.text import Untrusted
from ui.inputs.kinds.kind import Explanation, InputValue, Kind, host_facts
from ui.tr import tr

NAMES: Final = naming.SQL | {"statements", "queries"}
_SHORT: Final = 60
"""Characters of SQL that are read at a glance as they are."""
_SQL_START: Final = regex.pattern(
    r"\s*(?:select|insert|update|delete|with|create|alter|drop|merge|truncate)\b", re.IGNORECASE
)


def explain(value: InputValue) -> Explanation:
    """Explain SQL by what the host's parser found, with the formatted text if it differs and helps to read it."""
    readings = tuple(reading for reading in value.readings if reading.kind == "sql")
    text = next((reading.text for reading in readings if reading.text), "")
    sent = value.raw.strip()
    other = Untrusted(text) if text and text.strip() != sent and len(sent) > _SHORT else None
    return Explanation(host_facts(readings), (), "sql", other, tr("laid out to read"))


def _looks_like_sql(value: InputValue) -> bool:
    return bool(value.words & NAMES) and _SQL_START.match(value.text) is not None


KIND: Final = Kind("sql", explain, by_host=lambda value: value.was_read_as("sql"), by_value=_looks_like_sql)
