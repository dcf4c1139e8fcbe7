"""Facts of a call, gathered before rules are asked.

Owns: the look at the file system, and the application of rules' argument schemas.

Invariants: the loop never waits for either; what is not told in time, or cannot be told, is None and never a guess.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from host import tasks
from host.arguments.facts import HostFact, PathFact, Place
from host.arguments.texts import Candidate, host_facts, path_candidates
from host.model import CallContext, Finding, JsonObject, JsonValue
from host.policy.facts import CallFacts, Fits, Needs
from host.policy.model import ArgumentSchema
from host.policy.path_resolution import Resolved, Resolver, folder
from host.schema import (
    MAX_LISTED_CHARACTERS,
    CompiledSchema,
    SchemaChecker,
    SchemaReport,
    compile_schema,
)
from host.values import replace
from host.words import say

LOOK_SECONDS: Final = 1.0
"""For the look at the file system: long for any local one, short for a person; a dead network share never answers."""
SCHEMAS_SECONDS: Final = 5.0
"""For all schemas that need the worker together."""
LONG_ARGUMENTS: Final = 4_096
"""Bytes of arguments beyond which one cheap schema may take milliseconds, and a policy may have hundreds."""
MAX_LOOKING: Final = 8
"""Looks that may hang at once; the threads of those that hang forever stay until the host ends."""
MAX_COMPILED: Final = 4_096
"""Schemas of rules that are kept ready."""


class Gatherer:
    """Works out facts. One for the whole host."""

    def __init__(self, checker: SchemaChecker, *, home: Path | None = None) -> None:
        """``checker``: judges schemas that are not cheap. ``home``: what ``~`` means; this account's where None."""
        self._checker, self._home = checker, home or Path.home()
        self._compiled: OrderedDict[str, CompiledSchema] = OrderedDict()
        self._looking = threading.BoundedSemaphore(MAX_LOOKING)

    async def facts(
        self, call: CallContext, findings: tuple[Finding, ...], *, needs: Needs, now: datetime
    ) -> CallFacts:
        """Everything that ``needs`` names. ``now``: aware, in the local zone."""
        return CallFacts(
            call.server,
            call.tool,
            call.app,
            call.app_authenticated,
            findings,
            call.trust,
            call.annotations,
            now,
            await self._fits(needs, call),
            *await self._look(needs, call),
            method=call.method,
        )

    async def again(self, facts: CallFacts, call: CallContext, *, needs: Needs, now: datetime) -> CallFacts:
        """``facts`` of the same call as they are now: paths are resolved anew, schemas applied where they are new.

        The definition may be another one by now; its annotations are taken from it.
        """
        fits = facts.fits
        if not isinstance(fits, _Applied) or not fits.knows(needs):
            fits = await self._fits(needs, call)
        paths, hosts, folders = await self._look(needs, call)
        return replace(
            facts, annotations=call.annotations, now=now, fits=fits, paths=paths, hosts=hosts, folders=folders
        )

    async def _fits(self, needs: Needs, call: CallContext) -> Fits:
        """Cheap schemas are applied when a rule asks, unless the arguments are long; all others now, by the worker."""
        compiled = {schema.digest: self._compile(schema) for schema in needs.schemas}
        applied = _Applied(compiled, call.arguments)
        if len(call.written) > LONG_ARGUMENTS:
            await _apply_in_turns(applied, needs.schemas)
        left = [digest for digest, schema in compiled.items() if not schema.reason and not applied.at_once(schema)]
        with contextlib.suppress(TimeoutError):  # those that are left stay unknown
            async with asyncio.timeout(SCHEMAS_SECONDS):
                for digest in left:
                    report = await self._checker.check(compiled[digest], call.arguments, call.written)
                    applied.told[digest] = _truth(report)
        return applied

    def _compile(self, schema: ArgumentSchema) -> CompiledSchema:
        compiled = self._compiled.get(schema.digest)
        if compiled is None:
            compiled = self._compiled[schema.digest] = compile_schema(schema.raw)
            if len(self._compiled) > MAX_COMPILED:
                self._compiled.popitem(last=False)
        else:
            self._compiled.move_to_end(schema.digest)
        return compiled

    async def _look(self, needs: Needs, call: CallContext) -> Seen:
        """Paths, hosts and folders, worked out in a thread of their own."""
        if not (needs.paths or needs.hosts or needs.folders):
            return _NOTHING_SEEN
        schema, home = call.input_schema, self._home
        end = time.monotonic() + LOOK_SECONDS
        work = partial(look_now, needs, call.arguments, schema, home, lambda: time.monotonic() > end)
        try:
            return await tasks.in_bounded_thread(work, self._looking, seconds=LOOK_SECONDS, name="policy look")
        except TimeoutError:
            return _late(needs)


class Seen(NamedTuple):
    """What a look found. Attributes: as in ``CallFacts``."""

    paths: tuple[PathFact, ...] | None = None
    hosts: tuple[HostFact, ...] | None = None
    folders: Mapping[str, Place] = MappingProxyType({})


_NOTHING_SEEN: Final = Seen()
_LATE: Final = say("it could not be looked at in time")


def _late(needs: Needs) -> Seen:
    paths = (PathFact("$", "", "unclear", None, _LATE),) if needs.paths or needs.folders else None
    hosts = (HostFact("$", "", "unclear", None, why=_LATE),) if needs.hosts else None
    return Seen(paths, hosts)


def look_now(
    needs: Needs, arguments: JsonObject, schema: JsonValue, home: Path, late: Callable[[], bool] = lambda: False
) -> Seen:
    """Paths, hosts and folders as they are now; blocks on the file system.

    ``schema``: the tool's ``inputSchema`` (untrusted). ``home``: what ``~`` means. ``late``: whether nobody waits.
    """
    hosts = host_facts(arguments, schema, late) if needs.hosts else None
    if not (needs.paths or needs.folders):
        return Seen(hosts=hosts)
    resolver = Resolver()
    paths: list[PathFact] = []
    for candidate in path_candidates(arguments, schema, home=str(home), late=late):
        if late():
            paths.append(PathFact("$", "", "unclear", None, _LATE))
            break
        paths.append(_fact(candidate, resolver))
    folders = {text: place for text in needs.folders if isinstance(place := folder(text, resolver, home), Place)}
    return Seen(tuple(paths), hosts, MappingProxyType(folders))


def _fact(candidate: Candidate, resolver: Resolver) -> PathFact:
    """With the places that it means, or may mean."""
    found = Resolved(None, candidate.why) if candidate.local is None else resolver.find(candidate.local)
    others = list(found.others)
    for reading in map(resolver.find, candidate.other_paths):
        others += [*([reading.place] if reading.place else []), *reading.others]
    return PathFact(
        candidate.where,
        candidate.key,
        candidate.kind,
        found.place,
        found.why,
        tuple(dict.fromkeys(others)),
        candidate.text,
        candidate.declared,
        candidate.names,
        found.exactly_one_applies,
    )


class _Applied:
    """Whether the arguments meet rules' schemas (``facts.Fits``); each is applied once."""

    def __init__(self, compiled: Mapping[str, CompiledSchema], arguments: JsonObject) -> None:
        self._compiled, self._arguments = compiled, arguments
        self.told: dict[str, bool | None] = {}

    def __call__(self, schema: ArgumentSchema) -> bool | None:
        """True, false, or None where it could not be told."""
        digest = schema.digest
        if digest not in self.told:
            compiled = self._compiled.get(digest) if self.cheap(schema) else None
            self.told[digest] = None if compiled is None else _truth(SchemaChecker.check_now(compiled, self._arguments))
        return self.told[digest]

    def cheap(self, schema: ArgumentSchema) -> bool:
        """Whether ``schema`` is applied in process."""
        compiled = self._compiled.get(schema.digest)
        return compiled is not None and self.at_once(compiled)

    def knows(self, needs: Needs) -> bool:
        """Whether it can tell of every schema in ``needs``."""
        return all(schema.digest in self._compiled for schema in needs.schemas)

    def at_once(self, compiled: CompiledSchema) -> bool:
        """Whether a schema is surely applied in process, whatever comes of it."""
        if compiled.validator is None:
            return False
        size = compiled.characters_in(self._arguments)
        return size is not None and size <= MAX_LISTED_CHARACTERS


async def _apply_in_turns(applied: _Applied, schemas: Iterable[ArgumentSchema]) -> None:
    """Apply each cheap schema now; others have their turn between. What is not told in time cannot be told."""
    end = time.monotonic() + SCHEMAS_SECONDS
    for schema in schemas:
        if time.monotonic() > end:
            applied.told[schema.digest] = None
        elif applied.cheap(schema):
            applied(schema)
            await asyncio.sleep(0)


def _truth(report: SchemaReport | None) -> bool | None:
    if report is None or report.status == "not validated":
        return None
    return report.status == "valid"
