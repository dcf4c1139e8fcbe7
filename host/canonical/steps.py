"""Where a value stands in a JSON document (pure).

Owns: the words for a path. What stays true: different paths have different words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from json.encoder import encode_basestring
from typing import Final

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def json_path(steps: Iterable[str | int]) -> str:
    """Where a value stands, as in ``$.files[0]["odd key"]`` (RFC 9535 §2.3). Holds untrusted keys: escape it."""
    return "$" + "".join(map(_step, steps))


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _NAME.fullmatch(step) else f"[{encode_basestring(step)}]"
