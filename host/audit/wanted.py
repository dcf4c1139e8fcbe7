"""The SQL that finds records and calls.

Owns: what each thing that can be looked for means in a record, and how a stranger's text becomes a parameter.

Invariants: statements are put together from constants of ours, and every value is bound; a text is found as it stands,
``%`` and ``_`` included.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from host.audit.database import CALL, call_of

_IN_BODY: Final = "body LIKE :escaped ESCAPE '!'"
_IN_VALUE: Final = (
    "EXISTS (SELECT 1 FROM sensitive WHERE sensitive.seq = records.seq AND"
    " (CAST(value AS TEXT) LIKE :plain ESCAPE '!' OR CAST(value AS TEXT) LIKE :escaped ESCAPE '!'))"
)
TEXT: Final = f"({_IN_BODY} OR {_IN_VALUE})"
_IN_FIELD: Final = (
    f"{_IN_BODY} AND CASE WHEN json_valid(body) THEN EXISTS (SELECT 1 FROM json_tree(body) WHERE"
    " atom LIKE :plain ESCAPE '!' AND key NOT IN ('bytes', 'call', 'config', 'definition', 'hmac', 'session', 'v'))"
    " ELSE 1 END"
)
"""For people, who mean what a record says: names of fields would be found in all, and short words in any digest."""
_ID: Final = f"length(:id) >= 8 AND substr({CALL}, 1, length(:id)) = :id"
CALLS: Final = f"FROM records INDEXED BY records_call WHERE {CALL} IS NOT NULL"
_LATER: Final = f"records AS later WHERE {call_of('later')} = {call_of('records')} AND later.seq > records.seq"
_STEP: Final = (
    """instr(later.body, '"kind":"call.') AND NOT instr(later.body, '"kind":"call.signed"')"""
    """ AND NOT instr(later.body, '"kind":"call.edited"')"""
)
_LAST: Final = f"NOT EXISTS (SELECT 1 FROM {_LATER} AND {_STEP})"
_WORDS: Final = {
    "approved": """instr(body, '"decision":"approve"')""",
    "denied": """instr(body, '"decision":"deny"') AND (instr(body, '"by":"approver"') OR instr(body, '"by":"rule"'))""",
    "expired": """instr(body, '"by":"expiry"')""",
    "invalid": """instr(body, '"kind":"call.refused"')""",
    "stopped": """instr(body, '"by":"stop"')""",
    "running": f"""instr(body, '"kind":"call.decided"') AND instr(body, '"decision":"approve"') AND {_LAST}""",
    "waiting": f"""instr(body, '"kind":"call.proposed"') AND {_LAST}""",
    "withdrawn": """instr(body, '"by":"withdrawal"')""",
}
"""Words that people know a call's state by, and records do not hold. Bodies are canonical: no blanks, and a quote that
a stranger wrote stands behind a backslash."""
_WORD: Final = 3
"""Characters from which on the beginning of such a word counts for it."""
APP: Final = ":app IN (json_extract(body, '$.fields.app'), json_extract(body, '$.fields.app.name'))"


def meets(typed: str) -> str:
    """Whether a record meets what a person typed, 1 or 0. ``typed``: folded, and bound as ``:id``; see ``patterns``."""
    meant = [sql for word, sql in _WORDS.items() if len(typed) >= _WORD and word.startswith(typed)]
    # Only as conditions of CASE are AND and OR of SQLite over as soon as the answer is known.
    cases = " ".join(f"WHEN {sql} THEN 1" for sql in (_IN_FIELD, _IN_VALUE, _ID, *meant))
    return f"CASE {cases} ELSE 0 END"


def clean(parameters: Mapping[str, str | int]) -> dict[str, str | int]:
    """What comes from a command line may hold halves of surrogate pairs, which SQLite cannot take."""
    return {
        name: value.encode(errors="replace").decode() if isinstance(value, str) else value
        for name, value in parameters.items()
    }


def patterns(text: str) -> dict[str, str]:
    """``text`` for ``TEXT``: as it stands, and as it stands in JSON."""
    return {"plain": _like(text), "escaped": _like(json.dumps(text, ensure_ascii=False)[1:-1])}


def _like(text: str) -> str:
    """A LIKE pattern for ``text`` anywhere, with ``!`` as the escape character."""
    for special in "!%_":
        text = text.replace(special, "!" + special)
    return f"%{text}%"
