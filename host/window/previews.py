"""Readings of a waiting call's inputs, and earlier data to compare them with.

Owns: the readings of paths (where they lead), of SQL (its structure and tables) and of addresses (how programs read
them), and how long a question waits for them; the last approved call of the same tool, from the log, and the present
content of files that a call would write.

Invariants: what cannot be determined is said or left out; the call is sent with its inputs, never with a reading; no
network is used, and a reading opens no file; readings are made in a thread just before their question is sent; late or
failed ones are left out, and delay a question only briefly; the number of threads that a disk may block is limited, and
while all of them are blocked nothing waits for another. Only a waiting call is compared, by the facts gathered for its
question; a file is shown only as a whole, if it is regular, of bounded size, and surely the one that its path leads to
now; neither readings nor comparisons are logged, and no verdict depends on them.
"""

from __future__ import annotations

import logging
import os
import stat
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote, urlsplit

from host import tasks
from host.arguments.facts import HostFact, PathFact, Place
from host.arguments.texts import host_facts, shown_place
from host.audit.calls import kept_arguments
from host.audit.query import AuditReader, Record
from host.canonical import json_path
from host.control.views import ActionView, Comparison, FileBefore, Reading, Said, TargetState
from host.errors import AssentError
from host.gate.records import NAME_LIMIT
from host.inspect.folders import begins_path, facts_of
from host.inspect.hosts import NamedHost, named_hosts
from host.inspect.sql import Sql, dialect_hint, formatted_text, is_for_databases, is_sql, readings_of, tables_in
from host.inspect.subject import Subject, inputs_in, texts_of
from host.model import ApprovalRequest, Call, JsonObject, JsonValue, ToolDefinition, follow_steps, object_in
from host.naming import is_name_of_path, parts
from host.policy.facts import CallFacts, Needs
from host.policy.gather import Resolver, find_places_now
from host.values import replace
from host.words import Words, say, say_n

_log = logging.getLogger(__name__)

READ_SECONDS: Final = 0.15  # seconds for the readings of one question: too short for a person to notice
MAX_BLOCKED_THREADS: Final = 4
"""Threads that may be blocked at once; one that is blocked forever stays until the host ends."""

Read: TypeAlias = (
    "Callable[[Call, ToolDefinition, tuple[PathFact, ...] | None, tuple[HostFact, ...] | None], tuple[Reading, ...]]"
)
"""Returns the readings of a call's inputs; may block. The paths and hosts are None if they were not gathered."""


class Previews:
    """Reads inputs before they are shown."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._free_threads = threading.BoundedSemaphore(MAX_BLOCKED_THREADS)

    async def readings(self, request: ApprovalRequest, facts: CallFacts | None) -> tuple[Reading, ...]:
        """Return the readings that are ready in time. ``facts``: those of the verdict, None if unknown."""
        # Each reading has one of these marks.
        has_mark = any(mark in request.call.arguments for mark in (b"/", b"\\", b".", b" ", b"~"))
        if request.result is not None or request.call.asks_app or not has_mark:
            return ()
        paths, hosts = (None, None) if facts is None else (facts.paths, facts.hosts)
        read = partial(self._read, request.call, request.definition, paths, hosts)
        try:
            return await tasks.in_bounded_thread(
                read, self._free_threads, seconds=READ_SECONDS, name="read the inputs of a call"
            )
        except TimeoutError:
            return ()
        except Exception:  # noqa: BLE001  # readings are optional; the inputs themselves are always shown
            _log.exception("the inputs of call %s could not be read", request.call.id)
            return ()


MAX_READINGS: Final = 50  # readings of one call
_MAX_OF_KIND: Final = 20
_MAX_TEXT: Final = 2_000  # characters of one text in a reading


def read_now(
    call: Call,
    definition: ToolDefinition,
    paths: tuple[PathFact, ...] | None,
    hosts: tuple[HostFact, ...] | None = None,
) -> tuple[Reading, ...]:
    """Return the readings of the inputs of ``call``, at most ``MAX_READINGS``.

    ``paths``, ``hosts``: as gathered for the verdict; None if they were not, then they are gathered here.
    """
    schema = definition.input_schema
    texts, complete = texts_of(call.arguments_value, schema)
    if paths is None:
        paths = find_places_now(Needs(paths=True), call.arguments_value, schema, Path.home()).paths
    subject = Subject(
        call.app.name,
        call.server.id,
        call.tool,
        call.arguments_value,
        texts=texts,
        complete=complete,
        hosts=host_facts(call.arguments_value, schema) if hosts is None else hosts,
        paths=paths,
    )
    written = {file.path for file, _ in written_files(call, paths or ())}
    kinds = (_read_sql(subject), _read_paths(subject, written), _read_hosts(subject))
    readings = [reading for kind in kinds for reading in islice(kind, _MAX_OF_KIND)]
    return tuple(readings[:MAX_READINGS])


def _read_paths(subject: Subject, written: set[tuple[str | int, ...]]) -> Iterator[Reading]:
    """Yield the readings of paths. ``written``: steps to those whose files would be replaced as a whole."""
    for text, fact in facts_of(subject):
        if text.is_name or (fact.kind == "unclear" and fact.place is None):
            continue
        is_certain = begins_path(text.text) or is_name_of_path(text.key)
        if fact.place is None:
            if fact.why and is_certain:
                note = say("It is unknown where it leads on this machine: {why}", why=fact.why)
                yield Reading(text.steps, "path", (Said("", note),))
            continue
        if not is_certain and not os.path.lexists(fact.place.text):
            continue  # two words with a slash between them, such as a time zone
        facts = [] if fact.place.text == text.text else [Said(say("Leads to"), fact.place.text[:_MAX_TEXT])]
        words, state = _describe_target(fact.place.text)
        if state == "file" and text.steps in written:
            state = "replaced"
        what = say("Replaces") if state == "replaced" else say("On disk")
        yield Reading(text.steps, "path", (*facts, Said(what, words)), there=state)


def _describe_target(path: str) -> tuple[Words, TargetState]:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return say("nothing yet"), "nothing"
    except (OSError, ValueError):
        return say("something that cannot be looked at"), ""
    if stat.S_ISDIR(status.st_mode):
        return say("a folder"), "folder"
    if stat.S_ISREG(status.st_mode):
        return say_n("a file of {n} byte", "a file of {n} bytes", status.st_size), "file"
    return say("no file and no folder, but a device, pipe or socket"), ""


def with_target_state(action: ActionView, readings: tuple[Reading, ...]) -> ActionView:
    """Return ``action`` with what exists at its target: its second input if it has two, else its first."""
    target = action.inputs[1:2] if action.detail else action.inputs[:1]
    at_target = (reading.there for reading in readings if reading.there and reading.path in target)
    return replace(action, there=next(at_target, ""))


def _read_sql(subject: Subject) -> Iterator[Reading]:
    databases = is_for_databases(subject)
    for text in subject.values():
        if not is_sql(text, databases):
            continue
        readings = readings_of(text.text, dialect_hint(subject))
        first = readings[0]
        if first.status != "read":
            why = (
                say("it is too large or too deep") if first.status == "too large" else say("it is no SQL that is known")
            )
            yield Reading(text.steps, "sql", (Said(say("As SQL"), say("could not be read: {why}", why=why)),))
            continue
        yield Reading(text.steps, "sql", tuple(_sql_facts(first, readings)), formatted_text(first))


def _sql_facts(sql: Sql, readings: tuple[Sql, ...]) -> Iterator[Said]:
    from host.inspect.statements import effects_of_sql  # loads the parser

    yield Said(say("Statements"), ", ".join(statement.kind for statement in sql.statements)[:_MAX_TEXT])
    touched = tables_in(sql)
    if touched.written:
        yield Said(say("Writes"), ", ".join(touched.written)[:_MAX_TEXT])
    if touched.read:
        yield Said(say("Reads"), ", ".join(touched.read)[:_MAX_TEXT])
    meanings = {
        (effects_of_sql(reading), tuple(statement.kind for statement in reading.statements)) for reading in readings
    }
    if len(meanings) > 1:
        names = " and ".join(reading.dialect for reading in readings)
        yield Said(
            say("Databases differ"),
            say("{names} read it differently; this is how {dialect} does", names=names, dialect=sql.dialect),
        )


def _read_hosts(subject: Subject) -> Iterator[Reading]:
    for host in named_hosts(subject):
        if host.text.is_name or host.is_only_mentioned or host.kind == "mail":
            continue
        if facts := tuple(_host_facts(host)):
            yield Reading(host.text.steps, "host", facts)


def _host_facts(host: NamedHost) -> Iterator[Said]:
    if not host.is_sure and host.hosts:
        yield Said(say("Read as"), ", ".join(host.hosts)[:_MAX_TEXT])
    path = urlsplit(f"//x{host.rest}").path if host.rest.startswith("/") and "%" in host.rest else ""
    if path and (decoded := unquote(path)) != path:
        yield Said(say("Path, decoded"), decoded[:_MAX_TEXT])


# Comparisons

PAGE: Final = 20  # decisions that are read at once
MAX_PAGES: Final = 25  # pages of decisions that are searched for an approval
MAX_FILES: Final = 8
MAX_STEPS: Final = 64  # steps to a path; of deeper ones facts do not tell the whole place
MAX_FILE: Final = 1 << 20  # bytes of a file that is shown
FILE_SECONDS: Final = 2.0  # seconds for reading files: enough for local ones; a dead network share never answers
MAX_BLOCKED_FILE_THREADS: Final = 4
"""Threads that may be blocked at once; one that is blocked forever stays until the host ends."""

NONE_YET: Final = say("no call of this tool was approved before, as far as the log was looked through")
FORGOTTEN: Final = say("the inputs of the last approved call are no longer kept")
UNREADABLE: Final = say("the log could not be read")
RELATIVE: Final = say("only the server knows which file that is")
NO_FILE: Final = say("there is no such file yet")
NOT_REGULAR: Final = say("that is no ordinary file")
TOO_LARGE: Final = say("the file is larger than {n} MiB", n=MAX_FILE >> 20)
NOT_UTF8: Final = say("the file is no text in UTF-8")
ELSEWHERE: Final = say("its path now leads elsewhere")
NOT_READ: Final = say("the file could not be read")
TOO_SLOW: Final = say("the disk did not answer in time")

_NO_FILES: Final = ("/proc/", "/sys/", "/dev/")
"""Files there are devices or the system's own state, whatever type they report; reading them may have effects."""
_CONTENT: Final = frozenset("content contents filecontent filecontents filetext newcontent newcontents".split())
_MAYBE_CONTENT: Final = frozenset("text data body code source markdown html value newtext".split())
# Verbs of tools that replace a whole file; ``host.inspect.tools.words`` has all that change something.
_WRITES: Final = frozenset("write save create put overwrite replace store update upload set export dump".split())
_PARTIAL_WRITES: Final = frozenset("append insert edit patch".split())


class Comparer:
    """Finds data to compare a call with: the last approved call of its tool, and the files that it would write."""

    def __init__(self, log_file: Path) -> None:
        self._log_file = log_file
        self._free_threads = threading.BoundedSemaphore(MAX_BLOCKED_FILE_THREADS)

    async def compare(self, call: Call, paths: tuple[PathFact, ...] | None) -> Comparison:
        """Return earlier data. ``paths``: of the inputs, as resolved for the question; None if they were not."""

        def look() -> tuple[tuple[bytes | None, float, str, str], tuple[tuple[FileBefore, Place | None], ...]]:
            return last_approved(self._log_file, call), written_files(call, paths or ())

        last, files = await tasks.in_daemon_thread(look, name="read the log to compare")
        return Comparison(*last, files=await self._read_files(files) if files else ())

    async def _read_files(self, files: tuple[tuple[FileBefore, Place | None], ...]) -> tuple[FileBefore, ...]:
        def read() -> tuple[FileBefore, ...]:
            return tuple(file if place is None else read_file(file, place) for file, place in files)

        try:
            return await tasks.in_bounded_thread(
                read, self._free_threads, seconds=FILE_SECONDS, name="look at files to compare"
            )
        except TimeoutError:
            return tuple(_with_text(file, None, TOO_SLOW) if place is not None else file for file, place in files)


# The last approved call


def last_approved(log_file: Path, call: Call) -> tuple[bytes | None, float, str, str]:
    """Return inputs, time and app of the last approved call of the same tool, or why there are none. Blocks."""
    try:
        with AuditReader.open(log_file) as reader:
            approval = next(_approvals(reader, call), None)
            if approval is None:
                return None, 0.0, "", NONE_YET
            inputs = _approved_inputs(reader, approval)
            app = str(object_in(approval.fields.get("app")).get("name", ""))
            return inputs, _timestamp(approval.time), app, "" if inputs is not None else FORGOTTEN
    except AssentError:
        return None, 0.0, "", UNREADABLE


def _approvals(reader: AuditReader, call: Call) -> Iterator[Record]:
    """Yield approvals of other calls of the tool, newest first, within ``MAX_PAGES``."""
    before: int | None = None
    for _ in range(MAX_PAGES):
        page = reader.search(
            kind="call.decided", server=call.server.id, tool=call.tool[:NAME_LIMIT], before=before, limit=PAGE
        )
        for record in page.records:
            if record.fields.get("decision") == "approve" and record.call != call.id:
                yield record
        if page.before is None or len(page.records) < PAGE:
            return
        before = page.before


def _approved_inputs(reader: AuditReader, decision: Record) -> bytes | None:
    records = reader.timeline(decision.call) or (decision,)
    values = (reader.value(record.seq, "params") for record in reversed(records) if record.seq <= decision.seq)
    arguments = kept_arguments(next((value for value in values if value is not None), None))
    return None if arguments is None else arguments[1]


def _timestamp(time: str) -> float:
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:  # somebody altered it
        return 0.0


# Files


def written_files(call: Call, paths: tuple[PathFact, ...]) -> tuple[tuple[FileBefore, Place | None], ...]:
    """Return the files that an input of ``call`` would replace as a whole, unread, with their places (pure)."""
    files: list[tuple[FileBefore, Place | None]] = []
    texts = {fact.text for fact in paths}
    steps_by_place = {
        (shown_place(json_path(steps)), value): steps
        for steps, value, _ in inputs_in(call.arguments_value)
        if isinstance(value, str) and value in texts and isinstance(steps[-1], str) and len(steps) <= MAX_STEPS
    }
    for fact in paths:
        steps = steps_by_place.get((fact.where, fact.text))
        if len(files) == MAX_FILES or fact.kind != "path" or steps is None:
            continue
        content = _content_beside(call, steps)
        if content is not None and content != steps:
            name = fact.text if fact.place is None else fact.place.text
            why = "" if fact.place is not None else _why_unresolved(fact)
            files.append((FileBefore(steps, content, name, None, why, 0), fact.place))
    return tuple(files)


def _why_unresolved(fact: PathFact) -> str:
    return fact.why if fact.text.startswith(("/", "~", "file:")) and fact.why else RELATIVE


def _content_beside(call: Call, steps: tuple[str | int, ...]) -> tuple[str | int, ...] | None:
    """Return the steps to the text beside a path that would be the new content of its file, None if there is none."""
    tool_words = set(_words(call.tool))
    if tool_words & _PARTIAL_WRITES:
        return None
    members = _object_at(call.arguments_value, steps[:-1])
    texts = {key: "".join(_words(key)) for key, value in members.items() if isinstance(value, str)}
    names = _CONTENT | _MAYBE_CONTENT if tool_words & _WRITES else _CONTENT
    if any(name.startswith("old") for name in texts.values()):
        return None  # only a part of the file is replaced
    return next(((*steps[:-1], key) for key, name in texts.items() if name in names), None)


def _object_at(value: JsonValue, steps: tuple[str | int, ...]) -> JsonObject:
    found, number = follow_steps(value, steps)
    return object_in(found) if number == len(steps) else {}


def _words(name: str) -> list[str]:
    return [part for part in parts(name) if part.isalpha()]


def read_file(file: FileBefore, place: Place) -> FileBefore:
    """Return ``file`` with its text, or with why that is not shown. Blocks as long as the disk takes."""
    now = Resolver().resolve(place.text).place
    if now is None or now.text != place.text:
        return _with_text(file, None, ELSEWHERE)
    if now.text.startswith(_NO_FILES):
        return _with_text(file, None, NOT_REGULAR)
    if now.tail:
        return _with_text(file, None, NO_FILE)
    try:
        descriptor = os.open(place.text, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return _with_text(file, None, NOT_REGULAR if _is_not_regular(place.text) else NOT_READ)
    try:
        return _read_opened(file, descriptor, now)
    except OSError:
        return _with_text(file, None, NOT_READ)
    finally:
        os.close(descriptor)


def _read_opened(file: FileBefore, descriptor: int, place: Place) -> FileBefore:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        return _with_text(file, None, NOT_REGULAR)
    if not place.chain or (status.st_dev, status.st_ino) != place.chain[0]:
        return _with_text(file, None, ELSEWHERE)
    if status.st_size > MAX_FILE:
        return _with_text(file, None, TOO_LARGE, status.st_size)
    with os.fdopen(descriptor, "rb", closefd=False) as reading:
        data = reading.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        return _with_text(file, None, TOO_LARGE, len(data))
    try:
        return _with_text(file, data.decode("utf-8"), "", len(data))
    except UnicodeDecodeError:
        return _with_text(file, None, NOT_UTF8, len(data))


def _is_not_regular(path: str) -> bool:
    try:
        return not stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _with_text(file: FileBefore, text: str | None, why: str, size: int = 0) -> FileBefore:
    return FileBefore(file.path, file.content, file.name, text, why, size, missing=why == NO_FILE)
