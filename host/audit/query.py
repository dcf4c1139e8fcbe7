"""Reads the log: pages of records, single records, single calls, all calls in order, and statistics.

Owns: every search and its SQL: what each search term means in a record, and how untrusted text becomes a parameter; how
calls, tools and answers are counted.

Invariants: a reader cannot write and never delays the writer. A page is bounded however large the log is. Values are
read one by one and only on request. Untrusted text is returned unchanged; the caller escapes it. Statements are
built from our constants, and every value is bound. A text is matched literally, ``%`` and ``_`` included. Names are
compared case-insensitively for ASCII letters, and ``*`` in a name matches anything.

Pages go backwards by number (newest first), never by offset. A search that no index serves (all but dates, kinds and
calls) scans ``MAX_SCANNED`` records and then returns, full or not; ``Page.before`` continues it. Calls also come newest
first, by the index on their ids, which begin with their time; they are yielded one by one. Statistics are counted by
SQLite with the index on kinds, over the newest ``MAX_COUNTED`` records of each kind.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias

from msgspec import Struct

from host.audit import database
from host.audit.chain import ERASED
from host.audit.database import CALL, KIND, call_of
from host.audit.record import timestamp
from host.control.search import DATES, MAX_TEXT, Part, Search
from host.control.search import read as read_search
from host.control.views import DayCount, Statistics, ToolCount
from host.errors import UsageError
from host.model import JsonObject
from host.record_kinds import KINDS
from host.words import say

MAX_SCANNED: Final = 50_000
"""Records that one page scans without an index: about a tenth of a second."""
MAX_PAGE: Final = 1000
MAX_DAYS: Final = 366
"""Days that statistics may cover."""

_RECORD: Final = "seq, time, body, hex(hash)"


class Value(Struct, frozen=True):
    """A sensitive value of a record, without its content."""

    name: str  # unique in its record
    bytes: int
    hmac: str  # the commitment, hex
    state: str  # ``kept``; ``committed`` if only the commitment was ever stored; or ``erased``


class Record(Struct, frozen=True):
    """One record. Its fields may hold untrusted text."""

    seq: int
    time: str  # RFC 3339, UTC
    kind: str  # empty if the body cannot be read
    call: str  # id of its call, empty if it has none or the body cannot be read
    fields: JsonObject
    hash: str  # hex
    body: str

    def __hash__(self) -> int:
        """By its number and its digest; ``fields`` has no hash."""
        return hash((self.seq, self.hash))


class Page(Struct, frozen=True):
    """Some records, newest first.

    ``before``: the number with which to continue the search, None if it reached the start of the log.
    """

    records: tuple[Record, ...]
    before: int | None


class AuditReader:
    """A read-only view of the log; a context manager. Every method raises AuditError if the log cannot be read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use ``open`` instead."""
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the log at ``path`` for reading. A host may write it meanwhile."""
        return cls(database.connect_reader(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def search(
        self,
        text: str = "",
        *,
        kind: str = "",
        app: str = "",
        server: str = "",
        tool: str = "",
        call: str = "",
        before: int | None = None,
        limit: int = 100,
    ) -> Page:
        """Return the newest records before ``before`` that meet every condition that is not empty.

        Words of ``text`` (``host.control.search``) may stand anywhere in the body or in a kept value, in any case of
        ASCII letters. ``app``, ``server``, ``tool``: exact values of the record's fields. ``before``: None for the end
        of the log. Raises UsageError: a condition is invalid.
        """
        if kind and kind not in KINDS:
            raise UsageError(say("There is no such kind of record."), detail=kind)
        if len(text) > MAX_TEXT or not 0 < limit <= MAX_PAGE:
            raise UsageError(f"A search text has up to {MAX_TEXT} characters, a page 1 to {MAX_PAGE} records.")
        search = read_search(text)
        criteria, values = conditions(search, raw=True)
        first, end = self._seq_range(search)
        top = end if before is None else min(before, end)
        filters = {
            f"{KIND} = :kind": kind,
            f"{CALL} = :call": call,
            APP: app,
            "json_extract(body, '$.fields.server') = :server": server,
            "json_extract(body, '$.fields.tool') = :tool": tool,
        }
        bottom = first if call or not (criteria or app or server or tool) else max(first, top - MAX_SCANNED)
        where = ["seq < :top", "seq >= :bottom", *(sql for sql, value in filters.items() if value)]
        where += [f"({condition.sql}) = {int(condition.wanted)}" for condition in criteria]
        records = self._records(
            f"SELECT {_RECORD} FROM records WHERE {' AND '.join(where)} ORDER BY seq DESC LIMIT :limit",
            {
                "top": top, "bottom": bottom, "limit": limit, "kind": kind, "call": call, "app": app, "server": server,
                "tool": tool, **values,
            },
        )  # fmt: skip
        reached = records[-1].seq if len(records) == limit else bottom
        return Page(records, reached if reached > first else None)

    def _seq_range(self, search: Search) -> tuple[int, int]:
        """The first record in the time range of a search, and the number after the last. Time never goes back."""
        begin, until = search.span(datetime.now().astimezone())
        newest = self.last_seq() + 1
        return 1 if begin is None else self._first_since(begin), newest if until is None else self._first_since(until)

    def _first_since(self, moment: datetime) -> int:
        """The number of the first record of that time or later; one more than the last if there is none."""
        wanted = timestamp(int(moment.timestamp() * 1_000_000))
        with database.read_errors():
            return bisect_left(range(self.last_seq() + 1), wanted, lo=1, key=self._time_of)

    def _time_of(self, seq: int) -> str:
        """When a record was written; empty, which sorts first, if it is missing."""
        row = self._connection.execute("SELECT time FROM records WHERE seq = ?", (seq,)).fetchone()
        return "" if row is None else str(row[0])

    def record(self, seq: int) -> Record | None:
        """The record with this number, None if there is none."""
        if not 0 < seq <= self.last_seq():
            return None
        records = self._records(f"SELECT {_RECORD} FROM records WHERE seq = :seq", {"seq": seq})
        return records[0] if records else None

    def grant(self, grant_id: str) -> Record | None:
        """The record of a grant that was given, None if there is none."""
        records = self._records(
            f"SELECT {_RECORD} FROM records WHERE {KIND} = 'grant.given' AND {_GRANT} = :grant LIMIT 1",
            {"grant": grant_id},
        )
        return records[0] if records else None

    def timeline(self, call: str) -> tuple[Record, ...]:
        """Every record of one call, oldest first."""
        return self._records(f"SELECT {_RECORD} FROM records WHERE {CALL} = :call ORDER BY seq", {"call": call})

    def calls(self, before: str = "") -> Iterator[str]:
        """Yield the ids of all calls, newest first, or of those before the call ``before``."""
        for call, _, _ in self.match_calls(Search(), before):
            yield call

    def match_calls(self, search: Search, before: str = "") -> Iterator[tuple[str, bool, int]]:
        """Yield each call, newest first: its id, whether it meets ``search``, and how many records were scanned for it.

        A word may stand anywhere in a record's own text or in a kept value, in any case of ASCII letters; or be the
        beginning of the call's id; or name the call's state. Each condition may be met by a different record of the
        call. Calls outside of the time range of ``search`` are left out.
        """
        criteria, values = conditions(search)
        begin, until = search.span(datetime.now().astimezone())
        limits = {"low": call_id_prefix(begin), "high": call_id_prefix(until), "before": before}
        bounds = [
            f"AND {CALL} {sign} :{name}" for name, sign in zip(limits, (">=", "<", "<"), strict=True) if limits[name]
        ]
        columns = ", ".join(condition.sql for condition in criteria)
        select = f"SELECT {CALL}, {columns}" if criteria else f"SELECT DISTINCT {CALL}"
        with database.read_errors():
            rows = self._connection.execute(
                f"{select} {CALLS} {' '.join(bounds)} ORDER BY {CALL} DESC", without_surrogates(limits | values)
            )
            for call, call_rows in groupby(rows, key=itemgetter(0)):
                if isinstance(call, str):  # an altered record may hold a number
                    records = list(call_rows)
                    yield call, _meets(records, [condition.wanted for condition in criteria]), len(records)

    def statistics(self, days: int, now: datetime) -> Statistics:
        """Count the calls of the last ``days`` days, including the day of ``now`` (aware)."""
        since = start_of_days(max(1, min(days, MAX_DAYS)), now)
        return count_calls(self._connection, self._first_since(since), since)

    def record_range(self, search: Search) -> tuple[int, int]:
        """The first and last record of the calls that meet ``search``, of all if it is empty. Raises UsageError."""
        if not search.parts:
            return 1, self.last_seq()
        sql = f"SELECT min(seq), max(seq) FROM records WHERE {CALL} = ?"
        with database.read_errors():
            matches = self.match_calls(search)  # read within one snapshot of the log, so that no later record counts
            ranges = [self._connection.execute(sql, (call,)).fetchone() for call, is_met, _ in matches if is_met]
        if not ranges:
            raise UsageError(say("No call in the log is like this."))
        return min(first for first, _ in ranges), max(last for _, last in ranges)

    def rule_uses(self, after: int) -> Iterator[tuple[str, str, int, str]]:
        """Yield how often each rule decided after record ``after``: source, rule, count, and the time of the newest.

        Scans ``MAX_SCANNED`` records at most, with the index on kinds.
        """
        sql = (
            "SELECT json_extract(body, '$.fields.source'), json_extract(body, '$.fields.rule'), count(*), max(time)"
            f" FROM records WHERE {KIND} = 'call.decided' AND seq > :after GROUP BY 1, 2"
        )
        with database.read_errors():
            rows = self._connection.execute(sql, {"after": max(after, self.last_seq() - MAX_SCANNED)})
            for source, rule, count, newest in rows:
                if isinstance(source, str) and isinstance(rule, str):
                    yield source, rule, count, newest

    def values(self, record: Record) -> tuple[Value, ...]:
        """The values that ``record`` commits to."""
        sql = "SELECT name, value IS NOT NULL FROM sensitive WHERE seq = ? AND key <> ?"
        with database.read_errors():
            kept = dict(self._connection.execute(sql, (record.seq, ERASED)).fetchall())
        commitments = _parse(record.body).get("commitments")
        values = []
        for name, commitment in commitments.items() if isinstance(commitments, dict) else ():
            match commitment:
                case {"bytes": int(length), "hmac": str(hmac)}:
                    values.append(Value(name, length, hmac, _STATES[kept.get(name)]))
        return tuple(values)

    def value(self, seq: int, name: str) -> bytes | None:
        """A kept value, None if it was erased or never kept."""
        with database.read_errors():
            sql = "SELECT value FROM sensitive WHERE seq = ? AND name = ? AND key <> ?"
            row = self._connection.execute(sql, (seq, name, ERASED)).fetchone()
        return None if row is None else row[0]

    def beginning(self, seq: int, name: str, limit: int) -> bytes | None:
        """At most ``limit`` bytes of a kept value, None if it was erased or never kept."""
        with database.read_errors():
            sql = "SELECT substr(value, 1, ?) FROM sensitive WHERE seq = ? AND name = ? AND key <> ?"
            row = self._connection.execute(sql, (limit, seq, name, ERASED)).fetchone()
        return None if row is None else row[0]

    def last_seq(self) -> int:
        """The number of the newest record."""
        with database.read_errors():
            return int(self._connection.execute("SELECT coalesce(max(seq), 0) FROM records").fetchone()[0])

    def _records(self, sql: str, parameters: dict[str, str | int]) -> tuple[Record, ...]:
        with database.read_errors():
            return tuple(map(_record, self._connection.execute(sql, without_surrogates(parameters))))


def call_id_prefix(moment: datetime | None) -> str:
    """The beginning of the ids of calls that are proposed at ``moment`` (UUIDv7, RFC 9562 §5.7); empty for None."""
    if moment is None:
        return ""
    digits = f"{max(0, int(moment.timestamp() * 1000)):012x}"
    return f"{digits[:8]}-{digits[8:]}"


def _meets(records: Sequence[Sequence[object]], wanted: Sequence[bool]) -> bool:
    """Whether a call meets all conditions. ``records``: for each, the call's id and whether it meets each condition."""
    return [any(column) for column in zip(*records, strict=True)][1:] == list(wanted)


_STATES: Final = {1: "kept", 0: "committed", None: "erased"}


def _record(row: tuple[int, str, str, str]) -> Record:
    seq, time, body, digest = row
    parsed = _parse(body)
    kind, call, fields = parsed.get("kind"), parsed.get("call"), parsed.get("fields")
    return Record(
        seq,
        time,
        kind if isinstance(kind, str) else "",
        call if isinstance(call, str) else "",
        fields if isinstance(fields, dict) else {},
        digest.lower(),
        body,
    )


def _parse(body: str) -> JsonObject:
    """The members of the body; none if it was altered so that it is no object."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


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
"""For people's searches. Names of fields are not searched, since all records have them, nor digests, in which any short
word may occur."""
_ID: Final = f"length(:id{{n}}) >= 8 AND substr({CALL}, 1, length(:id{{n}})) = :id{{n}}"
CALLS: Final = f"FROM records INDEXED BY records_call WHERE {CALL} IS NOT NULL"
_LATER: Final = f"records AS later WHERE {call_of('later')} = {call_of('records')} AND later.seq > records.seq"
_STEP: Final = " OR ".join(f"""instr(later.body, '"kind":"{kind.name}"')""" for kind in KINDS.values() if kind.is_step)
_LAST: Final = f"NOT EXISTS (SELECT 1 FROM {_LATER} AND ({_STEP}))"
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
"""Words for a call's state, which records do not contain. Bodies are canonical: there are no blanks, and a quote in
untrusted text is escaped by a backslash."""
_MIN_PREFIX: Final = 3
"""Characters of such a word that are enough to mean it."""
APP: Final = ":app IN (json_extract(body, '$.fields.app'), json_extract(body, '$.fields.app.name'))"

_FIELD: Final = "json_extract(body, '$.fields.{name}')"
_KIND: Final = "json_extract(body, '$.kind')"
_GRANT: Final = _FIELD.format(name="grant")
_BY: Final = _FIELD.format(name="by")
_STATUS: Final = _FIELD.format(name="status")
_APPROVED: Final = f"{_KIND} = 'call.decided' AND {_FIELD.format(name='decision')} = 'approve'"
_DENIED: Final = f"{_KIND} = 'call.decided' AND {_FIELD.format(name='decision')} = 'deny'"
_ENDED: Final = f"{_KIND} = 'call.outcome'"
_LIKE: Final = "LIKE :like{n} ESCAPE '!'"
_FINDING: Final = (
    """instr(body, '"findings":') AND EXISTS (SELECT 1 FROM json_each(body, '$.fields.findings')"""
    f" WHERE CASE type WHEN 'object' THEN json_extract(value, '$.{{name}}') END {_LIKE})"
)
_MEANINGS: Final[dict[tuple[str, str], str]] = {
    ("decision", "approved"): _APPROVED,
    ("decision", "allowed"): f"{_APPROVED} AND {_BY} IN ('rule', 'grant')",
    ("decision", "denied"): f"{_DENIED} AND {_BY} IN ('rule', 'approver')",
    ("decision", "expired"): f"{_DENIED} AND {_BY} = 'expiry'",
    ("decision", "withdrawn"): f"{_DENIED} AND {_BY} = 'withdrawal'",
    ("decision", "stopped"): f"{_DENIED} AND {_BY} = 'stop'",
    ("decision", "invalid"): f"{_KIND} = 'call.refused'",
    ("decision", "waiting"): f"{_KIND} = 'call.proposed' AND {_LAST}",
    ("decision", "other"): f"{_DENIED} AND {_BY} NOT IN ('rule', 'approver', 'expiry', 'withdrawal', 'stop')",
    ("outcome", "failed"): f"{_ENDED} AND {_STATUS} NOT IN ('succeeded', 'not told')",
    ("outcome", "running"): f"{_APPROVED} AND {_LAST}",
    ("outcome", "not-sent"): f"({_DENIED} OR {_KIND} = 'call.refused')",
    **{
        ("outcome", status.replace(" ", "-")): f"{_ENDED} AND {_STATUS} = '{status}'"
        for status in ("succeeded", "tool error", "protocol error", "timed out", "cancelled", "unknown", "not told")
    },
    ("edited", "yes"): f"{_KIND} = 'call.edited'",
}
"""What a fixed word after a key means in a record."""
_NAME_CONDITIONS: Final = {
    "app": f"coalesce(json_extract(body, '$.fields.app.name'), {_FIELD.format(name='app')}) {_LIKE}",
    "server": f"{_FIELD.format(name='server')} {_LIKE}",
    "tool": f"{_FIELD.format(name='tool')} {_LIKE}",
    "by": (
        f"({_KIND} = 'call.decided' AND {_BY} {_LIKE} OR {_FIELD.format(name='who')} {_LIKE}"
        f" OR {_FIELD.format(name='approver')} {_LIKE})"
    ),
    "finding": _FINDING.format(name="kind", n="{n}"),
    "severity": _FINDING.format(name="severity", n="{n}"),
    "id": f"substr({CALL}, 1, length(:id{{n}})) = :id{{n}}",
}
"""What a name after a key means in a record."""


class Condition(Struct, frozen=True):
    """One condition of a search."""

    sql: str  # an expression that is 1 for a record that meets it, else 0
    wanted: bool  # whether some record of the call must meet it; if false, no record may


def conditions(search: Search, *, raw: bool = False) -> tuple[list[Condition], dict[str, str]]:
    """Return the conditions of ``search`` without its dates, and the values to bind.

    ``raw``: search words in the whole body; otherwise only in its values that people read.
    """
    criteria: list[Condition] = []
    alternatives: dict[str, list[str]] = {}
    values: dict[str, str] = {}
    for number, part in enumerate(part for part in search.parts if part.key not in DATES):
        sql, wanted = _sql(part, str(number), raw=raw), not part.negated
        if part.key == "edited" and part.matching_values == ("no",):
            wanted = not wanted
        values |= _values(part, str(number))
        if not part.key or not wanted:
            criteria.append(Condition(sql, wanted))
        else:
            alternatives.setdefault(part.key, []).append(sql)
    criteria += [Condition(_any(expressions), wanted=True) for expressions in alternatives.values()]
    used = {name: value for name, value in values.items() if any(f":{name}" in condition.sql for condition in criteria)}
    return criteria, used


def _sql(part: Part, n: str, *, raw: bool) -> str:
    if not part.key:
        return _cases([_TEXT.format(n=n)] if raw else _meanings_of_word(part.value.casefold(), n))
    if part.key in ("severity", *_NAME_CONDITIONS):
        expression = _NAME_CONDITIONS[part.key].format(n=n)
    elif part.key == "edited":
        expression = _MEANINGS["edited", "yes"]
    else:
        expression = _any([_cases([_MEANINGS[part.key, word]]) for word in part.matching_values])
    return f"CASE WHEN json_valid(body) THEN ({expression}) ELSE 0 END"


def _any(expressions: list[str]) -> str:
    return expressions[0] if len(expressions) == 1 else _cases(expressions)


def _cases(expressions: list[str]) -> str:
    """SQL that is 1 if one expression holds, else 0. Only in conditions of CASE do AND and OR short-circuit."""
    return f"CASE {' '.join(f'WHEN {sql} THEN 1' for sql in expressions)} ELSE 0 END"


def _meanings_of_word(typed: str, n: str) -> list[str]:
    """Expressions for all that a typed word may mean. ``typed``: case-folded."""
    states = [sql for word, sql in _WORDS.items() if len(typed) >= _MIN_PREFIX and word.startswith(typed)]
    return [*(sql.format(n=n) for sql in (_IN_FIELD, _IN_VALUE, _ID)), *states]


def _values(part: Part, n: str) -> dict[str, str]:
    plain, escaped = like_patterns(part.value)
    name = _DECIDER_NAMES.get(part.value.casefold(), part.value) if part.key == "by" else part.value
    wanted = part.matching_values[0] if part.matching_values else name
    return {
        f"plain{n}": plain,
        f"escaped{n}": escaped,
        f"like{n}": _like_literal(wanted).replace("*", "%"),  # a whole name, in which ``*`` matches anything
        f"id{n}": part.value.casefold(),
    }


_DECIDER_NAMES: Final = {"person": "approver", "people": "approver"}
"""What people may call an approver."""


def without_surrogates(parameters: Mapping[str, str | int]) -> dict[str, str | int]:
    """Replace halves of surrogate pairs, which a command line may hold and SQLite does not accept."""
    return {
        name: value.encode(errors="replace").decode() if isinstance(value, str) else value
        for name, value in parameters.items()
    }


def like_patterns(text: str) -> tuple[str, str]:
    """LIKE patterns for ``text`` anywhere: in plain text, and escaped in JSON."""
    return f"%{_like_literal(text)}%", f"%{_like_literal(json.dumps(text, ensure_ascii=False)[1:-1])}%"


def _like_literal(text: str) -> str:
    """Escape ``text`` for a LIKE pattern, with ``!`` as the escape character."""
    for special in "!%_":
        text = text.replace(special, "!" + special)
    return text


MAX_COUNTED: Final = 50_000
"""Records of one kind that are counted: about half a second."""
TOP_TOOLS: Final = 8
MAX_ANSWERS: Final = 5_000
"""Answers of people whose time is measured."""

_Ending: TypeAlias = Literal["allowed", "approved", "denied", "expired", "other"]
_NEWEST: Final = f"SELECT seq FROM records WHERE {KIND} = :kind AND seq >= :first ORDER BY seq DESC LIMIT :most"
COUNTED: Final = f"""
    SELECT date(time, 'localtime'), json_extract(body, '$.fields.decision'), json_extract(body, '$.fields.by'),
        json_extract(body, '$.fields.server'), json_extract(body, '$.fields.tool'), count(*)
    FROM records WHERE seq IN ({_NEWEST}) GROUP BY 1, 2, 3, 4, 5
"""
_ASKED: Final = f"SELECT min(time) FROM records AS asked WHERE {call_of('asked')} = {call_of('records')}"
_ANSWER_TIMES: Final = f"""
    SELECT (julianday(time) - julianday(({_ASKED}))) * 86400000
    FROM records WHERE seq IN ({_NEWEST}) AND json_extract(body, '$.fields.by') = 'approver' AND {CALL} IS NOT NULL
    ORDER BY seq DESC LIMIT {MAX_ANSWERS}
"""


def count_calls(connection: sqlite3.Connection, first: int, since: datetime, limit: int = MAX_COUNTED) -> Statistics:
    """Count the calls since a day.

    ``first``: number of the first record of that day. ``since``: its beginning, local time. ``limit``: records of one
    kind that are counted.
    """
    days: dict[str, Counter[_Ending]] = defaultdict(Counter)
    tools: Counter[tuple[str, str]] = Counter()
    begin = since.date().isoformat()
    bounds: dict[str, str | int] = {"first": first, "most": limit}
    with database.read_errors():
        for kind in ("call.decided", "call.refused"):
            rows = connection.execute(COUNTED, bounds | {"kind": kind}).fetchall()
            for day, decision, by, server, tool, number in rows:
                days[str(day)][_ending(kind, decision, by)] += number
                if tool:  # the end of a call that a dead host left has none; its proposal may be days older
                    tools[str(server or ""), str(tool)] += number
            if sum(row[-1] for row in rows) >= limit:  # the oldest of these days may be incomplete
                begin = max(begin, _day_after(min(str(row[0]) for row in rows)))
        answer_times = connection.execute(_ANSWER_TIMES, bounds | {"kind": "call.decided"})
        milliseconds = [float(time) for (time,) in answer_times if time is not None]
    return Statistics(
        tuple(_day_count(day, days[day]) for day in sorted(days) if day >= begin),
        tuple(ToolCount(server, tool, number) for (server, tool), number in tools.most_common(TOP_TOOLS)),
        round(statistics.median(milliseconds), 1) if milliseconds else None,
        begin,
    )


def start_of_days(days: int, now: datetime) -> datetime:
    """The beginning of the first of the last ``days`` local days, today included."""
    day = now.date() - timedelta(days=days - 1)
    return datetime(day.year, day.month, day.day).astimezone()


def _ending(kind: str, decision: object, by: object) -> _Ending:
    if kind == "call.refused":
        return "other"
    if decision == "approve":
        return "approved" if by == "approver" else "allowed"
    if by in ("rule", "approver"):
        return "denied"
    return "expired" if by == "expiry" else "other"


def _day_count(day: str, endings: Counter[_Ending]) -> DayCount:
    counts = (endings["allowed"], endings["approved"], endings["denied"], endings["expired"], endings["other"])
    return DayCount(day, *counts)


def _day_after(day: str) -> str:
    try:
        return (datetime.fromisoformat(day) + timedelta(days=1)).date().isoformat()
    except ValueError:  # of a damaged record
        return day
