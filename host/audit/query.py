"""Reading the log: pages of records, one record, one call, calls one after the other, and the log in numbers.

Owns: every search, and the SQL for it: what each thing that can be looked for means in a record, and how a stranger's
text becomes a parameter; how calls, tools and answers are counted.

Invariants: a reader cannot write and never holds up the writer; a page is bounded however large the log; values are
read one by one and only when asked for; what a stranger wrote leaves here untouched and is escaped by whoever shows it;
statements are put together from constants of ours, and every value is bound; a text is found as it stands, ``%`` and
``_`` included; names are compared without regard to the case of ASCII letters, and ``*`` in one stands for anything.

Pages go backwards by number (newest first), never by offset. A search that no index serves (all but dates, kinds and
calls) looks at ``SCAN`` records and then returns, full or not; ``Page.before`` continues it. Calls come newest first
too, by the index on their ids, which begin with their time; they come one by one, and whoever asks stops when it has
enough. Numbers are counted by SQLite, by the index on kinds, of no more than ``MOST`` records of each kind, the newest.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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

SCAN: Final = 50_000
"""Records that one page looks at where no index helps: about a tenth of a second."""
MAX_PAGE: Final = 1000
"""Records of one page."""
MAX_DAYS: Final = 366
"""Days of one statistic."""

_RECORD: Final = "seq, time, body, hex(hash)"


class Value(Struct, frozen=True):
    """A sensitive value of a record, without its content.

    Attributes:
        name: unique in its record.
        bytes: its length.
        hmac: the commitment, hex.
        state: ``kept``; ``committed``, where only the commitment was ever kept; or ``erased``.
    """

    name: str
    bytes: int
    hmac: str
    state: str


@dataclass(frozen=True, slots=True)
class Record:
    """One record. Its fields may hold strangers' text.

    Attributes:
        seq: its number.
        time: RFC 3339, UTC.
        kind, call: empty where the body cannot be read.
        fields: of its draft.
        hash: hex.
        body: as stored.
    """

    seq: int
    time: str
    kind: str
    call: str
    fields: JsonObject = field(hash=False)
    hash: str
    body: str


class Page(Struct, frozen=True):
    """Some records, newest first.

    Attributes:
        records: at most as many as asked for.
        before: continue the search with this, None where it reached the start.
    """

    records: tuple[Record, ...]
    before: int | None


class AuditReader:
    """A read-only view of the log; a context manager. Every method raises AuditError where the log cannot be read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use ``open``."""
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the log at ``path`` for reading. A host may be writing it."""
        return cls(database.connect_reader(path))

    def __enter__(self) -> Self:
        """Self."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
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
        """The newest records before ``before`` that meet every condition given; an empty one is none.

        ``text``: as ``host.control.search`` reads it, of each record by itself; a word of it is anywhere in the body or
        in a kept value, without regard to the case of ASCII letters. ``app``, ``server``, ``tool``: the record's own
        field of that name, exactly. Raises UsageError for what cannot be.
        """
        if kind and kind not in KINDS:
            raise UsageError(say("There is no such kind of record."), detail=kind)
        if len(text) > MAX_TEXT or not 0 < limit <= MAX_PAGE:
            raise UsageError(f"A search text has up to {MAX_TEXT} characters, a page 1 to {MAX_PAGE} records.")
        search = read_search(text)
        wants, values = conditions(search, raw=True)
        first, end = self._between(search)
        top = end if before is None else min(before, end)
        given = {
            f"{KIND} = :kind": kind,
            f"{CALL} = :call": call,
            APP: app,
            "json_extract(body, '$.fields.server') = :server": server,
            "json_extract(body, '$.fields.tool') = :tool": tool,
        }
        bottom = first if call or not (wants or app or server or tool) else max(first, top - SCAN)
        where = ["seq < :top", "seq >= :bottom", *(sql for sql, value in given.items() if value)]
        where += [f"({it.sql}) = {int(it.wanted)}" for it in wants]
        found = self._records(
            f"SELECT {_RECORD} FROM records WHERE {' AND '.join(where)} ORDER BY seq DESC LIMIT :limit",
            {
                "top": top, "bottom": bottom, "limit": limit, "kind": kind, "call": call, "app": app, "server": server,
                "tool": tool, **values,
            },
        )  # fmt: skip
        reached = found[-1].seq if len(found) == limit else bottom
        return Page(found, reached if reached > first else None)

    def _between(self, search: Search) -> tuple[int, int]:
        """The first record of the time that a search is about, and the one after the last. Time never goes back."""
        begin, until = search.span(datetime.now().astimezone())
        newest = self.last() + 1
        return 1 if begin is None else self._first_since(begin), newest if until is None else self._first_since(until)

    def _first_since(self, moment: datetime) -> int:
        """The number of the first record of that time or later, one more than the last where there is none."""
        wanted = timestamp(int(moment.timestamp() * 1_000_000))
        with database.readable():
            return bisect_left(range(self.last() + 1), wanted, lo=1, key=self._time)

    def _time(self, seq: int) -> str:
        """When a record was written; the beginning of time where it is not there."""
        row = self._connection.execute("SELECT time FROM records WHERE seq = ?", (seq,)).fetchone()
        return "" if row is None else str(row[0])

    def record(self, seq: int) -> Record | None:
        """The record with this number, None where there is none."""
        if not 0 < seq <= self.last():
            return None
        found = self._records(f"SELECT {_RECORD} FROM records WHERE seq = :seq", {"seq": seq})
        return found[0] if found else None

    def timeline(self, call: str) -> tuple[Record, ...]:
        """Every record of one call, oldest first."""
        return self._records(f"SELECT {_RECORD} FROM records WHERE {CALL} = :call ORDER BY seq", {"call": call})

    def calls(self, before: str = "") -> Iterator[str]:
        """The ids of all calls, newest first, or of those before ``before``."""
        for call, _, _ in self.matching(Search(), before):
            yield call

    def matching(self, search: Search, before: str = "") -> Iterator[tuple[str, bool, int]]:
        """Each call, newest first: its id, whether it meets ``search``, and how many records were looked at for that.

        A word is anywhere in what a record says or in a kept value, without regard to the case of ASCII letters; or the
        beginning of the call's id; or a word for how the call stands. Each thing that is wanted may stand in another
        record of the call. Calls outside of the time that is wanted do not come at all.
        """
        wants, values = conditions(search)
        begin, until = search.span(datetime.now().astimezone())
        limits = {"low": id_at(begin), "high": id_at(until), "before": before}
        inside = [
            f"AND {CALL} {sign} :{name}" for name, sign in zip(limits, (">=", "<", "<"), strict=True) if limits[name]
        ]
        columns = ", ".join(it.sql for it in wants)
        select = f"SELECT {CALL}, {columns}" if wants else f"SELECT DISTINCT {CALL}"
        with database.readable():
            rows = self._connection.execute(
                f"{select} {CALLS} {' '.join(inside)} ORDER BY {CALL} DESC", clean(limits | values)
            )
            for call, records in groupby(rows, key=itemgetter(0)):
                if isinstance(call, str):  # somebody may have put a number there
                    looked = list(records)
                    yield call, _meets(looked, [it.wanted for it in wants]), len(looked)

    def statistics(self, days: int, now: datetime) -> Statistics:
        """The last days in numbers. ``days``: how many, the one of ``now`` (aware) included."""
        since = days_ago(max(1, min(days, MAX_DAYS)), now)
        return counted(self._connection, self._first_since(since), since)

    def span_of(self, search: Search) -> tuple[int, int]:
        """The first and the last record of all calls that meet ``search``; of the log where it wants nothing.

        Raises UsageError where no call does.
        """
        if not search.parts:
            return 1, self.last()
        sql = f"SELECT min(seq), max(seq) FROM records WHERE {CALL} = ?"
        with database.readable():
            found = [self._connection.execute(sql, (call,)).fetchone() for call, met, _ in self.matching(search) if met]
        if not found:
            raise UsageError(say("No call in the log is like this."))
        return min(first for first, _ in found), max(last for _, last in found)

    def rule_uses(self, after: int) -> Iterator[tuple[str, str, int, str]]:
        """How often each rule decided since record ``after``: source, rule, decisions, and the time of the newest.

        Looks at ``SCAN`` records at most, by the index on their kinds.
        """
        sql = (
            "SELECT json_extract(body, '$.fields.source'), json_extract(body, '$.fields.rule'), count(*), max(time)"
            f" FROM records WHERE {KIND} = 'call.decided' AND seq > :after GROUP BY 1, 2"
        )
        with database.readable():
            found = self._connection.execute(sql, {"after": max(after, self.last() - SCAN)})
            for source, rule, count, newest in found:
                if isinstance(source, str) and isinstance(rule, str):
                    yield source, rule, count, newest

    def values(self, record: Record) -> tuple[Value, ...]:
        """What ``record`` commits to, by name."""
        sql = "SELECT name, value IS NOT NULL FROM sensitive WHERE seq = ? AND key <> ?"
        with database.readable():
            kept = dict(self._connection.execute(sql, (record.seq, ERASED)).fetchall())
        commitments = _parse(record.body).get("commitments")
        found = []
        for name, promised in commitments.items() if isinstance(commitments, dict) else ():
            match promised:
                case {"bytes": int(length), "hmac": str(hmac)}:
                    found.append(Value(name, length, hmac, _STATES[kept.get(name)]))
        return tuple(found)

    def value(self, seq: int, name: str) -> bytes | None:
        """A kept value, None where it was erased or never kept."""
        with database.readable():
            sql = "SELECT value FROM sensitive WHERE seq = ? AND name = ? AND key <> ?"
            row = self._connection.execute(sql, (seq, name, ERASED)).fetchone()
        return None if row is None else row[0]

    def beginning(self, seq: int, name: str, limit: int) -> bytes | None:
        """At most ``limit`` bytes of a kept value, None where it was erased or never kept."""
        with database.readable():
            sql = "SELECT substr(value, 1, ?) FROM sensitive WHERE seq = ? AND name = ? AND key <> ?"
            row = self._connection.execute(sql, (limit, seq, name, ERASED)).fetchone()
        return None if row is None else row[0]

    def last(self) -> int:
        """The number of the newest record."""
        with database.readable():
            return int(self._connection.execute("SELECT coalesce(max(seq), 0) FROM records").fetchone()[0])

    def _records(self, sql: str, parameters: dict[str, str | int]) -> tuple[Record, ...]:
        with database.readable():
            return tuple(map(_record, self._connection.execute(sql, clean(parameters))))


def id_at(moment: datetime | None) -> str:
    """How the ids of calls begin that are proposed at a moment (UUIDv7, RFC 9562 §5.7); empty for none."""
    if moment is None:
        return ""
    digits = f"{max(0, int(moment.timestamp() * 1000)):012x}"
    return f"{digits[:8]}-{digits[8:]}"


def _meets(records: Sequence[Sequence[object]], wanted: Sequence[bool]) -> bool:
    """Whether a call meets all that is wanted. ``records``: its id and what each of them meets."""
    return [any(met) for met in zip(*records, strict=True)][1:] == list(wanted)


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
    """The body's members; none where somebody altered it into something that is no object."""
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
"""For people, who mean what a record says: names of fields would be found in all, and short words in any digest."""
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


class Condition(Struct, frozen=True):
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
        if part.key == "edited" and part.matching_values == ("no",):
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
        return _cases([_TEXT.format(n=n)] if raw else _meanings_of_word(part.value.casefold(), n))
    if part.key in ("severity", *_NAMED):
        inside = _NAMED[part.key].format(n=n)
    elif part.key == "edited":
        inside = _MEANT["edited", "yes"]
    else:
        inside = _any([_cases([_MEANT[part.key, word]]) for word in part.matching_values])
    return f"CASE WHEN json_valid(body) THEN ({inside}) ELSE 0 END"


def _any(each: list[str]) -> str:
    return each[0] if len(each) == 1 else _cases(each)


def _cases(each: list[str]) -> str:
    """1 where one holds, else 0. Only as conditions of CASE are AND and OR over as soon as the answer is known."""
    return f"CASE {' '.join(f'WHEN {sql} THEN 1' for sql in each)} ELSE 0 END"


def _meanings_of_word(typed: str, n: str) -> list[str]:
    """What a word that a person typed may mean. ``typed``: folded."""
    meant = [sql for word, sql in _WORDS.items() if len(typed) >= _WORD and word.startswith(typed)]
    return [*(sql.format(n=n) for sql in (_IN_FIELD, _IN_VALUE, _ID)), *meant]


def _values(part: Part, n: str) -> dict[str, str]:
    plain, escaped = patterns(part.value)
    name = _PEOPLE.get(part.value.casefold(), part.value) if part.key == "by" else part.value
    meant = part.matching_values[0] if part.matching_values else name
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


MOST: Final = 50_000
"""Records of one kind that are counted: about half a second."""
TOOLS: Final = 8
"""Tools that are told."""
ANSWERS: Final = 5_000
"""Answers of people whose time is measured."""

_End: TypeAlias = Literal["allowed", "approved", "denied", "expired", "other"]
_NEWEST: Final = f"SELECT seq FROM records WHERE {KIND} = :kind AND seq >= :first ORDER BY seq DESC LIMIT :most"
COUNTED: Final = f"""
    SELECT date(time, 'localtime'), json_extract(body, '$.fields.decision'), json_extract(body, '$.fields.by'),
        json_extract(body, '$.fields.server'), json_extract(body, '$.fields.tool'), count(*)
    FROM records WHERE seq IN ({_NEWEST}) GROUP BY 1, 2, 3, 4, 5
"""
_ASKED: Final = f"SELECT min(time) FROM records AS asked WHERE {call_of('asked')} = {call_of('records')}"
_TOOK: Final = f"""
    SELECT (julianday(time) - julianday(({_ASKED}))) * 86400000
    FROM records WHERE seq IN ({_NEWEST}) AND json_extract(body, '$.fields.by') = 'approver' AND {CALL} IS NOT NULL
    ORDER BY seq DESC LIMIT {ANSWERS}
"""


def counted(connection: sqlite3.Connection, first: int, since: datetime, most: int = MOST) -> Statistics:
    """The numbers since a day.

    Args:
        connection: of a reader.
        first: number of the first record of that day.
        since: the beginning of that day, local.
        most: as ``MOST``.
    """
    days: dict[str, Counter[_End]] = defaultdict(Counter)
    tools: Counter[tuple[str, str]] = Counter()
    begin = since.date().isoformat()
    bounds: dict[str, str | int] = {"first": first, "most": most}
    with database.readable():
        for kind in ("call.decided", "call.refused"):
            found = connection.execute(COUNTED, bounds | {"kind": kind}).fetchall()
            for day, decision, by, server, tool, number in found:
                days[str(day)][_end(kind, decision, by)] += number
                tools[str(server or ""), str(tool or "")] += number
            if sum(row[-1] for row in found) >= most:  # the oldest of these days may be counted in part
                begin = max(begin, _day_after(min(str(row[0]) for row in found)))
        took = [float(ms) for (ms,) in connection.execute(_TOOK, bounds | {"kind": "call.decided"}) if ms is not None]
    return Statistics(
        tuple(_day_count(day, days[day]) for day in sorted(days) if day >= begin),
        tuple(ToolCount(server, tool, number) for (server, tool), number in tools.most_common(TOOLS)),
        round(statistics.median(took), 1) if took else None,
        begin,
    )


def days_ago(days: int, now: datetime) -> datetime:
    """The beginning of the local day, so many days back, that is the first of ``days`` days."""
    day = now.date() - timedelta(days=days - 1)
    return datetime(day.year, day.month, day.day).astimezone()


def _end(kind: str, decision: object, by: object) -> _End:
    if kind == "call.refused":
        return "other"
    if decision == "approve":
        return "approved" if by == "approver" else "allowed"
    if by in ("rule", "approver"):
        return "denied"
    return "expired" if by == "expiry" else "other"


def _day_count(day: str, ends: Counter[_End]) -> DayCount:
    return DayCount(day, ends["allowed"], ends["approved"], ends["denied"], ends["expired"], ends["other"])


def _day_after(day: str) -> str:
    try:
        return (datetime.fromisoformat(day) + timedelta(days=1)).date().isoformat()
    except ValueError:  # of a damaged record
        return day
