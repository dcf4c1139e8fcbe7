"""What the host reads in the inputs of a call that waits, and what they can be held against.

Owns: the readings of paths (where they lead), of SQL (its form, what it touches) and of addresses (what a program sees
in them), and how long a question waits for them; the last approved call of the same tool, read from the log, and the
files as they are that a call would write.

Invariants: what cannot be told says so or is not there; what is sent is the input itself, never a reading; no network
is asked, and for a reading nothing is opened; it is worked out in a thread, when the question's turn has come; what is
late, or fails, is simply not there, and holds no question up for longer than a moment; threads that a disk holds up are
few, and while they all hang nobody waits for another. Only a call that waits is compared, by what was gathered for its
question; of a file nothing is shown but the whole of a regular one, of bounded size, that its path surely leads to now;
nothing of either is logged, or judged by.
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
from host.arguments.texts import host_facts
from host.audit.calls import kept_arguments
from host.audit.query import AuditReader, Record
from host.control.views import ActionView, Comparison, FileBefore, Reading, Said, There
from host.errors import AssentError
from host.gate.editing import steps_of
from host.gate.records import NAME_LIMIT
from host.inspect.folders import begins_path, facts_of
from host.inspect.hosts import Named, named
from host.inspect.sql import Sql, for_databases, hint, is_sql, laid_out, readings_of, tables
from host.inspect.statements import judge
from host.inspect.subject import Subject, texts_of
from host.model import ApprovalRequest, Call, JsonObject, JsonValue, ToolDefinition
from host.naming import is_name_of_path, parts
from host.policy.facts import CallFacts, Needs
from host.policy.gather import Resolver, look_now
from host.values import replace
from host.words import Words, say, say_n

_log = logging.getLogger(__name__)

SECONDS: Final = 0.15
"""For the readings of one question: below what a person notices."""
MAX_READING: Final = 4
"""Looks that may hang at once; the threads of those that hang forever stay until the host ends."""

Read: TypeAlias = (
    "Callable[[Call, ToolDefinition, tuple[PathFact, ...] | None, tuple[HostFact, ...] | None], tuple[Reading, ...]]"
)
"""What can be read in the inputs of a call; may block. Paths, hosts: as they were found, None where they were not."""


class Previews:
    """Reads inputs before they are shown."""

    def __init__(self, read: Read) -> None:
        """``read``: see the type."""
        self._read = read
        self._free = threading.BoundedSemaphore(MAX_READING)

    async def readings(self, request: ApprovalRequest, facts: CallFacts | None) -> tuple[Reading, ...]:
        """What is read in the inputs of ``request`` in time. ``facts``: that it was judged by, None where unknown."""
        if request.result is not None or request.call.asks_app or not _readable(request.call):
            return ()
        paths, hosts = (None, None) if facts is None else (facts.paths, facts.hosts)
        read = partial(self._read, request.call, request.definition, paths, hosts)
        try:
            return await tasks.in_bounded_thread(read, self._free, seconds=SECONDS, name="read the inputs of a call")
        except TimeoutError:
            return ()
        except Exception:  # noqa: BLE001  # readings are a help; the inputs themselves are shown whatever happens
            _log.exception("the inputs of call %s could not be read", request.call.id)
            return ()


def _readable(call: Call) -> bool:
    """Whether anything in the inputs is more than a word: what can be read holds one of these."""
    return any(mark in call.arguments for mark in (b"/", b"\\", b".", b" ", b"~"))


MOST: Final = 50
"""Readings of one call."""
_MOST_OF_KIND: Final = 20
_LONGEST: Final = 2_000
"""Characters of one thing said."""


def read_now(
    call: Call,
    definition: ToolDefinition,
    paths: tuple[PathFact, ...] | None,
    hosts: tuple[HostFact, ...] | None = None,
) -> tuple[Reading, ...]:
    """Everything that can be said of the inputs of ``call``, 50 readings at most.

    ``paths``, ``hosts``: as they were found when the call was judged, None where they were not: then that is done here.
    """
    schema = definition.input_schema
    texts, complete = texts_of(call.arguments_value, schema)
    if paths is None:
        paths = look_now(Needs(paths=True), call.arguments_value, schema, Path.home()).paths
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
    found = [*_some(_of_sql(subject)), *_some(_of_paths(subject, written)), *_some(_of_hosts(subject))]
    return tuple(found[:MOST])


def _some(readings: Iterator[Reading]) -> Iterator[Reading]:
    return islice(readings, _MOST_OF_KIND)


def _of_paths(subject: Subject, written: set[tuple[str | int, ...]]) -> Iterator[Reading]:
    """``written``: steps to the paths whose files would get a whole new content."""
    for text, fact in facts_of(subject):
        if text.is_name or (fact.kind == "unclear" and fact.place is None):
            continue
        sure = begins_path(text.text) or is_name_of_path(text.key)
        if fact.place is None:
            if fact.why and sure:
                note = say("Where it leads on this machine cannot be told: {why}", why=fact.why)
                yield Reading(text.steps, "path", (Said("", note),))
            continue
        if not sure and not os.path.lexists(fact.place.text):
            continue  # two words with a slash between them, such as a time zone
        facts = [] if fact.place.text == text.text else [Said(say("Leads to"), fact.place.text[:_LONGEST])]
        words, there = _there(fact.place.text)
        if there == "file" and text.steps in written:
            there = "replaced"
        what = say("Replaces") if there == "replaced" else say("On disk")
        yield Reading(text.steps, "path", (*facts, Said(what, words)), there=there)


def _there(path: str) -> tuple[Words, There]:
    """What stands at a path, links followed, in words and as a word; they were resolved before."""
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


def with_there(action: ActionView, readings: tuple[Reading, ...]) -> ActionView:
    """``action`` with what stands where it is done: at its second place, where it has two, else at its object."""
    place = action.inputs[1:2] if action.detail else action.inputs[:1]
    return replace(action, there=next((it.there for it in readings if it.there and it.path in place), ""))


def _of_sql(subject: Subject) -> Iterator[Reading]:
    databases = for_databases(subject)
    for text in subject.values():
        if not is_sql(text, databases):
            continue
        readings = readings_of(text.text, hint(subject))
        first = readings[0]
        if first.status != "read":
            why = (
                say("it is too large or too deep") if first.status == "too large" else say("it is no SQL that is known")
            )
            yield Reading(text.steps, "sql", (Said(say("As SQL"), say("could not be read: {why}", why=why)),))
            continue
        yield Reading(text.steps, "sql", tuple(_said_of(first, readings)), laid_out(first))


def _said_of(sql: Sql, readings: tuple[Sql, ...]) -> Iterator[Said]:
    yield Said(say("Statements"), ", ".join(statement.kind for statement in sql.statements)[:_LONGEST])
    touched = tables(sql)
    if touched.written:
        yield Said(say("Writes"), ", ".join(touched.written)[:_LONGEST])
    if touched.read:
        yield Said(say("Reads"), ", ".join(touched.read)[:_LONGEST])
    if len({(judge(each), tuple(one.kind for one in each.statements)) for each in readings}) > 1:
        names = " and ".join(each.dialect for each in readings)
        yield Said(
            say("Databases differ"),
            say("{names} read it differently; this is how {dialect} does", names=names, dialect=sql.dialect),
        )


def _of_hosts(subject: Subject) -> Iterator[Reading]:
    for each in named(subject):
        if each.text.is_name or each.prose or each.kind == "mail":
            continue
        if facts := tuple(_said_of_host(each)):
            yield Reading(each.text.steps, "host", facts)


def _said_of_host(each: Named) -> Iterator[Said]:
    if not each.sure and each.hosts:
        yield Said(say("Read as"), ", ".join(each.hosts)[:_LONGEST])
    path = urlsplit(f"//x{each.rest}").path if each.rest.startswith("/") and "%" in each.rest else ""
    if path and (decoded := unquote(path)) != path:
        yield Said(say("Path, decoded"), decoded[:_LONGEST])


# What a call can be held against

PAGE: Final = 20
"""Decisions that are read at once."""
PAGES: Final = 25
"""Pages of denials that are passed over."""
MAX_FILES: Final = 8
MAX_FILE: Final = 1 << 20
"""Bytes of a file that is shown."""
FILE_SECONDS: Final = 2.0
"""For files: long for any local one; a dead network share never answers."""
MAX_LOOKING: Final = 4
"""Looks that may hang at once; the threads of those that hang forever stay until the host ends."""

NONE_YET: Final = say("no call of this tool was approved before, as far as the log was looked through")
FORGOTTEN: Final = say("the inputs of the last approved call are no longer kept")
UNREADABLE: Final = say("the log could not be read")
RELATIVE: Final = say("only the server knows which file that is")
NO_FILE: Final = say("there is no such file yet")
NO_REGULAR: Final = say("that is no ordinary file")
TOO_LARGE: Final = say("the file is larger than {n} MiB", n=MAX_FILE >> 20)
NO_TEXT: Final = say("the file is no text in UTF-8")
ELSEWHERE: Final = say("its path leads elsewhere by now")
NOT_READ: Final = say("the file could not be read")
TOO_SLOW: Final = say("the disk did not answer in time")

_NO_FILES: Final = ("/proc/", "/sys/", "/dev/")
"""What stands there is a device or the system's own state, whatever it says it is; reading it may do something."""
_CONTENT: Final = frozenset("content contents filecontent filecontents filetext newcontent newcontents".split())
_MAYBE_CONTENT: Final = frozenset("text data body code source markdown html value newtext".split())
# Verbs that give a file a whole new content; ``host.inspect.tools.words`` has all that change something.
_WRITES: Final = frozenset("write save create put overwrite replace store update upload set export dump".split())
_PARTLY: Final = frozenset("append insert edit patch".split())


class Comparer:
    """Finds the last approved call of a tool, and the files that a call would write, to compare them with it."""

    def __init__(self, log_file: Path) -> None:
        """``log_file``: of the host."""
        self._log_file = log_file
        self._looking = threading.BoundedSemaphore(MAX_LOOKING)

    async def compare(self, call: Call, paths: tuple[PathFact, ...] | None) -> Comparison:
        """``paths``: of the inputs of ``call``, as they were resolved for its question; None where they were not."""
        last = await tasks.in_daemon_thread(lambda: last_approved(self._log_file, call), name="read the log to compare")
        files = written_files(call, paths or ())
        return Comparison(*last, files=await self._as_they_are(files) if files else ())

    async def _as_they_are(self, files: tuple[tuple[FileBefore, Place | None], ...]) -> tuple[FileBefore, ...]:
        def look() -> tuple[FileBefore, ...]:
            return tuple(file if place is None else read_file(file, place) for file, place in files)

        try:
            return await tasks.in_bounded_thread(
                look, self._looking, seconds=FILE_SECONDS, name="look at files to compare"
            )
        except TimeoutError:
            return tuple(_with(file, None, TOO_SLOW) if place is not None else file for file, place in files)


# The last approved call


def last_approved(log_file: Path, call: Call) -> tuple[bytes | None, float, str, str]:
    """Inputs of the last approved call of the tool of ``call``, when, by which app; and why not. Blocks."""
    try:
        with AuditReader.open(log_file) as reader:
            found = next(_approved(reader, call), None)
            if found is None:
                return None, 0.0, "", NONE_YET
            inputs = _inputs(reader, found)
            return inputs, _moment(found.time), _app(found), "" if inputs is not None else FORGOTTEN
    except AssentError:
        return None, 0.0, "", UNREADABLE


def _approved(reader: AuditReader, call: Call) -> Iterator[Record]:
    """Approvals of other calls of the tool, newest first, as far as one looks."""
    before: int | None = None
    for _ in range(PAGES):
        page = reader.search(
            kind="call.decided", server=call.server.id, tool=call.tool[:NAME_LIMIT], before=before, limit=PAGE
        )
        yield from (it for it in page.records if it.fields.get("decision") == "approve" and it.call != call.id)
        if page.before is None or len(page.records) < PAGE:
            return
        before = page.before


def _inputs(reader: AuditReader, decided: Record) -> bytes | None:
    """What was sent by that decision, None where it is not kept."""
    records = reader.timeline(decided.call) or (decided,)
    kept = (reader.value(it.seq, "params") for it in reversed(records) if it.seq <= decided.seq)
    found = kept_arguments(next((value for value in kept if value is not None), None))
    return None if found is None else found[1]


def _moment(time: str) -> float:
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:  # somebody altered it
        return 0.0


def _app(record: Record) -> str:
    app = record.fields.get("app")
    name = app.get("name") if isinstance(app, dict) else None
    return name if isinstance(name, str) else ""


# Files


def written_files(call: Call, paths: tuple[PathFact, ...]) -> tuple[tuple[FileBefore, Place | None], ...]:
    """The files whose whole text an input of ``call`` would become, not read yet, and where each is (pure)."""
    found: list[tuple[FileBefore, Place | None]] = []
    for fact in paths:
        steps = steps_of(fact.where, call.arguments_value)
        if len(found) == MAX_FILES or fact.kind != "path" or not _names(call, steps, fact):
            continue
        content = _content_beside(call, steps)
        if content is not None and content != steps:
            name = fact.text if fact.place is None else fact.place.text
            why = "" if fact.place is not None else _unplaced(fact)
            found.append((FileBefore(steps, content, name, None, why, 0), fact.place))
    return tuple(found)


def _names(call: Call, steps: tuple[str | int, ...], fact: PathFact) -> bool:
    """Whether the member of an object at the end of ``steps`` is the text of ``fact``."""
    return bool(steps) and _at(call.arguments_value, steps[:-1]).get(str(steps[-1])) == fact.text


def _unplaced(fact: PathFact) -> str:
    return fact.why if fact.text.startswith(("/", "~", "file:")) and fact.why else RELATIVE


def _content_beside(call: Call, steps: tuple[str | int, ...]) -> tuple[str | int, ...] | None:
    """The steps to the text beside a path that would become the whole content of its file."""
    tool = set(_words(call.tool))
    if tool & _PARTLY:
        return None
    beside = _at(call.arguments_value, steps[:-1])
    texts = {key: "".join(_words(key)) for key, value in beside.items() if isinstance(value, str)}
    names = _CONTENT | _MAYBE_CONTENT if tool & _WRITES else _CONTENT
    if any(name.startswith("old") for name in texts.values()):
        return None  # a part of the file is replaced
    return next(((*steps[:-1], key) for key, name in texts.items() if name in names), None)


def _at(value: JsonValue, steps: tuple[str | int, ...]) -> JsonObject:
    """The object at the end of ``steps``; none where there is none."""
    for step in steps:
        match value, step:
            case dict(), str() if step in value:
                value = value[step]
            case list(), int() if step < len(value):
                value = value[step]
            case _:
                return {}
    return value if isinstance(value, dict) else {}


def _words(name: str) -> list[str]:
    return [part for part in parts(name) if part.isalpha()]


def read_file(file: FileBefore, place: Place) -> FileBefore:
    """``file`` with its text, or why that is not shown. Blocks, as long as the disk takes."""
    now = Resolver().resolve(place.text).place
    if now is None or now.text != place.text:
        return _with(file, None, ELSEWHERE)
    if now.text.startswith(_NO_FILES):
        return _with(file, None, NO_REGULAR)
    if now.tail:
        return _with(file, None, NO_FILE)
    try:
        opened = os.open(place.text, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return _with(file, None, NO_REGULAR if _no_regular(place.text) else NOT_READ)
    try:
        return _read(file, opened, now)
    except OSError:
        return _with(file, None, NOT_READ)
    finally:
        os.close(opened)


def _read(file: FileBefore, opened: int, place: Place) -> FileBefore:
    status = os.fstat(opened)
    if not stat.S_ISREG(status.st_mode):
        return _with(file, None, NO_REGULAR)
    if not place.chain or (status.st_dev, status.st_ino) != place.chain[0]:
        return _with(file, None, ELSEWHERE)
    if status.st_size > MAX_FILE:
        return _with(file, None, TOO_LARGE, status.st_size)
    with os.fdopen(opened, "rb", closefd=False) as reading:
        data = reading.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        return _with(file, None, TOO_LARGE, len(data))
    try:
        return _with(file, data.decode("utf-8"), "", len(data))
    except UnicodeDecodeError:
        return _with(file, None, NO_TEXT, len(data))


def _no_regular(path: str) -> bool:
    try:
        return not stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _with(file: FileBefore, text: str | None, why: str, size: int = 0) -> FileBefore:
    return FileBefore(file.path, file.content, file.name, text, why, size, missing=why == NO_FILE)
