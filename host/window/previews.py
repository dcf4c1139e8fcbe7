"""What the host reads in the inputs of a question before it goes to the window.

Owns: the readings of paths (where they lead), of SQL (its form, what it touches) and of addresses (what a program sees
in them), and how long a question waits for them.

Invariants: nothing is opened and no network is asked; what cannot be told says so or is not there; what is sent is the
input itself, never a reading; it is worked out in a thread, when the question's turn has come; what is late, or fails,
is simply not there, and holds no question up for longer than a moment; threads that a disk holds up are few, and while
they all hang nobody waits for another.
"""

from __future__ import annotations

import logging
import os
import stat
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote, urlsplit

from host import tasks
from host.arguments.facts import HostFact, PathFact
from host.arguments.texts import host_facts
from host.control.views import ActionView, Reading, Said, There
from host.inspect.folders import begins_path, facts_of
from host.inspect.hosts import Named, named
from host.inspect.sql import Sql, for_databases, hint, is_sql, laid_out, readings_of, tables
from host.inspect.statements import judge
from host.inspect.subject import Subject, texts_of
from host.model import ApprovalRequest, Call, ToolDefinition
from host.naming import is_name_of_path
from host.policy.facts import CallFacts, Needs
from host.policy.gather import look_now
from host.values import replace
from host.window.compare import written_files
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
