"""The SQL that finds records and calls.

Owns: what each thing that can be looked for means in a record, and how a stranger's text becomes a parameter.

Invariants: statements are put together from constants of ours, and every value is bound; a text is found as it stands,
``%`` and ``_`` included; names are compared without regard to the case of ASCII letters, and ``*`` in one stands for
anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from host.audit.database import CALL, call_of
from host.control.search import DATES, Part, Search

_IN_BODY: Final = "body LIKE :escaped{n} ESCAPE '!'"
_IN_VALUE: Final = (
    "EXISTS (SELECT 1 FROM sensitive WHERE sensitive.seq = records.seq AND"
    " (CAST(value AS TEXT) LIKE :plain{n} ESCAPE '!' OR CAST(value AS TEXT) LIKE :escaped{n} ESCAPE '!'))"
)
_TEXT: Final = f"({_IN_BODY} OR {_IN_VALUE})"
_IN_FIELD: Final = (
    f"{_IN_BODY} AND CASE WHEN json_valid(body) THEN EXISTS (SELECT 1 FROM json_tree(body) WHERE"
    " atom LIKE :plain{n} ESCAPE '!' AND key NOT IN ('bytes', 'call', 'config', 'definition', 'hmac', 'session', 'v'))"
    " ELSE 1 END"
)
"""For people, who mean what a record says: names of fields would be found in all, and short words in any digest."""
_ID: Final = f"length(:id{{n}}) >= 8 AND substr({CALL}, 1, length(:id{{n}})) = :id{{n}}"
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

_FIELD: Final = "json_extract(body, '$.fields.{name}')"
_KIND: Final = "json_extract(body, '$.kind')"
_BY: Final = _FIELD.format(name="by")
_STATUS: Final = _FIELD.format(name="status")
_YES: Final = f"{_KIND} = 'call.decided' AND {_FIELD.format(name='decision')} = 'approve'"
_NO: Final = f"{_KIND} = 'call.decided' AND {_FIELD.format(name='decision')} = 'deny'"
_ENDED: Final = f"{_KIND} = 'call.outcome'"
_LIKE: Final = "LIKE :like{n} ESCAPE '!'"
_FOUND: Final = (
    """instr(body, '"findings":') AND EXISTS (SELECT 1 FROM json_each(body, '$.fields.findings')"""
    f" WHERE CASE type WHEN 'object' THEN json_extract(value, '$.{{name}}') END {_LIKE})"
)
_MEANT: Final[dict[tuple[str, str], str]] = {
    ("decision", "approved"): _YES,
    ("decision", "allowed"): f"{_YES} AND {_BY} IN ('rule', 'grant')",
    ("decision", "denied"): f"{_NO} AND {_BY} IN ('rule', 'approver')",
    ("decision", "expired"): f"{_NO} AND {_BY} = 'expiry'",
    ("decision", "withdrawn"): f"{_NO} AND {_BY} = 'withdrawal'",
    ("decision", "stopped"): f"{_NO} AND {_BY} = 'stop'",
    ("decision", "invalid"): f"{_KIND} = 'call.refused'",
    ("decision", "waiting"): f"{_KIND} = 'call.proposed' AND {_LAST}",
    ("decision", "other"): f"{_NO} AND {_BY} NOT IN ('rule', 'approver', 'expiry', 'withdrawal', 'stop')",
    ("outcome", "failed"): f"{_ENDED} AND {_STATUS} NOT IN ('succeeded', 'not told')",
    ("outcome", "running"): f"{_YES} AND {_LAST}",
    ("outcome", "not-sent"): f"({_NO} OR {_KIND} = 'call.refused')",
    **{
        ("outcome", status.replace(" ", "-")): f"{_ENDED} AND {_STATUS} = '{status}'"
        for status in ("succeeded", "tool error", "protocol error", "timed out", "cancelled", "unknown", "not told")
    },
    ("edited", "yes"): f"{_KIND} = 'call.edited'",
}
"""What a word after a key means in a record."""
_NAMED: Final = {
    "app": f"coalesce(json_extract(body, '$.fields.app.name'), {_FIELD.format(name='app')}) {_LIKE}",
    "server": f"{_FIELD.format(name='server')} {_LIKE}",
    "tool": f"{_FIELD.format(name='tool')} {_LIKE}",
    "by": (
        f"({_KIND} = 'call.decided' AND {_BY} {_LIKE} OR {_FIELD.format(name='who')} {_LIKE}"
        f" OR {_FIELD.format(name='approver')} {_LIKE})"
    ),
    "finding": _FOUND.format(name="kind", n="{n}"),
    "severity": _FOUND.format(name="severity", n="{n}"),
    "id": f"substr({CALL}, 1, length(:id{{n}})) = :id{{n}}",
}
"""What a name after a key means in a record."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that a search wants.

    Attributes:
        sql: 1 or 0 for a record.
        wanted: whether a record of the call has to meet it, or none may.
    """

    sql: str
    wanted: bool


def conditions(search: Search, *, raw: bool = False) -> tuple[list[Condition], dict[str, str]]:
    """What ``search`` wants besides its dates, and the values to bind.

    ``raw``: whether words are looked for in all of a body; else only in what it says to people.
    """
    found: list[Condition] = []
    either: dict[str, list[str]] = {}
    values: dict[str, str] = {}
    for number, part in enumerate(part for part in search.parts if part.key not in DATES):
        sql, wanted = _sql(part, str(number), raw=raw), not part.negated
        if part.key == "edited" and part.meant == ("no",):
            wanted = not wanted
        values |= _values(part, str(number))
        if not part.key or not wanted:
            found.append(Condition(sql, wanted))
        else:
            either.setdefault(part.key, []).append(sql)
    found += [Condition(_any(each), wanted=True) for each in either.values()]
    return found, {name: value for name, value in values.items() if any(f":{name}" in it.sql for it in found)}


def _sql(part: Part, n: str, *, raw: bool) -> str:
    if not part.key:
        return _cases([_TEXT.format(n=n)] if raw else _meets(part.value.casefold(), n))
    if part.key in ("severity", *_NAMED):
        inside = _NAMED[part.key].format(n=n)
    elif part.key == "edited":
        inside = _MEANT["edited", "yes"]
    else:
        inside = _any([_cases([_MEANT[part.key, word]]) for word in part.meant])
    return f"CASE WHEN json_valid(body) THEN ({inside}) ELSE 0 END"


def _any(each: list[str]) -> str:
    return each[0] if len(each) == 1 else _cases(each)


def _cases(each: list[str]) -> str:
    """1 where one holds, else 0. Only as conditions of CASE are AND and OR over as soon as the answer is known."""
    return f"CASE {' '.join(f'WHEN {sql} THEN 1' for sql in each)} ELSE 0 END"


def _meets(typed: str, n: str) -> list[str]:
    """What a word that a person typed may mean. ``typed``: folded."""
    meant = [sql for word, sql in _WORDS.items() if len(typed) >= _WORD and word.startswith(typed)]
    return [*(sql.format(n=n) for sql in (_IN_FIELD, _IN_VALUE, _ID)), *meant]


def _values(part: Part, n: str) -> dict[str, str]:
    plain, escaped = patterns(part.value)
    name = _PEOPLE.get(part.value.casefold(), part.value) if part.key == "by" else part.value
    meant = part.meant[0] if part.meant else name
    return {f"plain{n}": plain, f"escaped{n}": escaped, f"like{n}": _name(meant), f"id{n}": part.value.casefold()}


_PEOPLE: Final = {"person": "approver", "people": "approver"}
"""What people call somebody who decides."""


def clean(parameters: Mapping[str, str | int]) -> dict[str, str | int]:
    """What comes from a command line may hold halves of surrogate pairs, which SQLite cannot take."""
    return {
        name: value.encode(errors="replace").decode() if isinstance(value, str) else value
        for name, value in parameters.items()
    }


def patterns(text: str) -> tuple[str, str]:
    """``text`` anywhere, as LIKE wants it: as it stands, and as it stands in JSON."""
    return f"%{_literal(text)}%", f"%{_literal(json.dumps(text, ensure_ascii=False)[1:-1])}%"


def _name(name: str) -> str:
    """A LIKE pattern for all of a name, in which ``*`` stands for anything."""
    return _literal(name).replace("*", "%")


def _literal(text: str) -> str:
    """``text`` in a LIKE pattern, with ``!`` as the escape character."""
    for special in "!%_":
        text = text.replace(special, "!" + special)
    return text
