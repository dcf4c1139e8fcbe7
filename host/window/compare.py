"""What a call that waits can be held against.

Owns: the last approved call of the same tool, read from the log, and the files as they are that a call would write.

Invariants: only a call that waits is compared, by what was gathered for its question; of a file nothing is shown but
the whole of a regular one, of bounded size, that its path surely leads to now; nothing here is logged, sent or judged
by; threads that a disk holds up are few, and nobody waits for them longer than a moment.
"""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from host import tasks
from host.arguments.facts import PathFact, Place
from host.audit.query import AuditReader, Record
from host.canonical import canonical, parse_document
from host.control.views import Comparison, FileBefore
from host.errors import AssentError, MalformedJson
from host.gate.editing import steps_of
from host.gate.records import NAME_LIMIT
from host.model import Call, JsonObject, JsonValue
from host.naming import parts
from host.policy.path_resolution import Resolver
from host.words import say

PAGE: Final = 20
"""Decisions that are read at once."""
PAGES: Final = 25
"""Pages of denials that are passed over."""
MAX_FILES: Final = 8
MAX_FILE: Final = 1 << 20
"""Bytes of a file that is shown."""
SECONDS: Final = 2.0
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
            return await tasks.in_bounded_thread(look, self._looking, seconds=SECONDS, name="look at files to compare")
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
    params = next((value for value in kept if value is not None), None)
    try:
        document = parse_document(params) if params is not None else None
    except MalformedJson:
        return None
    if document is None or not isinstance(document.value, dict):
        return None
    return canonical(document.value.get("arguments", {}), plain=document.plain)


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
    now = Resolver().find(place.text).place
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
