"""The rules in force.

Owns: the current policy sources, and how much of the user's file counts.

Invariants: after ``ready``, calls are judged by what the files said when it was called, and by who could write them. A
file that cannot be read denies everything. What loosens and may have been written by a program counts only once a
person confirmed it, or wrote it, in the window (attack 39). Files, and the directories above the administrator's, are
checked without being watched. Large files are read in a thread, and nothing is sent by the old rules meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final

from msgspec import Struct

from host import tasks
from host.control.protocol import VouchServer
from host.errors import AssentError
from host.files import CallSoon, FileChanges
from host.model import Draft, JsonValue, Trust, Verdict
from host.policy import edit
from host.policy.evaluate import broken_verdict, decide
from host.policy.facts import CallFacts, Needs
from host.policy.index import index_of, needs, waiting_index
from host.policy.load import load_user
from host.policy.loosening import (
    NOTHING_CONFIRMED,
    Baseline,
    baseline_after_edit,
    baseline_of,
    loosening_digest,
    merged,
    tightened,
    with_unconfirmed,
)
from host.policy.model import ApproverEntry, Managed, PolicySource, Rule
from host.signals import Signal
from host.values import replace
from host.words import say

ENDS_WITH_HOST: Final = say("what is confirmed here ends with this host")
INLINE: Final = 1 << 12
"""Bytes of both files together that are read at once rather than in a thread: a millisecond or two for ordinary rules.
Patterns made to be hard take 0.1 ms a byte."""

_diagnostics = logging.getLogger(__name__)


class InForce(Struct, frozen=True):
    """The rules at one moment."""

    files: tuple[PolicySource, PolicySource]  # managed, then user, as the files say
    sources: tuple[PolicySource, PolicySource]  # the same as they count
    baseline: Baseline
    digest: str  # names what waits for confirmation, empty if nothing does


def make_in_force(read: tuple[PolicySource, PolicySource], baseline: Baseline, before: InForce | None) -> InForce:
    """Return what counts of ``read``. An unchanged source stays the same object, with its caches."""
    managed, user = read
    if before is not None and before.files[0] == managed:
        managed = before.sources[0]
    user = user if user.error else with_unconfirmed(user, baseline)
    for source in (managed, user):
        index_of(source)  # here, where there is time for it
        waiting_index(source)
    return InForce(read, (managed, user), baseline, "" if user.confirmed else loosening_digest(user))


def loaded_record(source: PolicySource) -> Draft:
    """Return the record of a source that comes into force. It holds no rule."""
    return Draft(
        "policy.loaded",
        {
            "source": source.kind,
            "digest": source.digest,
            "rules": len(source.rules),
            "error": source.error,
            "confirmed": source.confirmed,
        },
    )


def file_size(path: Path) -> int:
    """Return the bytes of a file, 0 if it cannot be read."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


class PolicyBook:
    """Reads the policy files when they changed, and judges calls by them.

    Attributes:
        changed: emitted after the rules in force changed, possibly while they are being read: listeners may only make a
            note.
        generation: changes with each such change.
    """

    def __init__(
        self,
        user_file: Path,
        *,
        managed: Callable[[], PolicySource],
        managed_file: Path,
        log: Callable[[Draft], None],
        soon: CallSoon | None = None,
        baseline: Baseline = NOTHING_CONFIRMED,
        keep: Callable[[Baseline], None] = lambda _: None,
        why_not_kept: Callable[[], str] = lambda: ENDS_WITH_HOST,
    ) -> None:
        """``managed``: reads the managed source; blocks, in any thread. ``log``: queues a record.

        ``soon``: see ``host.files``. ``baseline``: what is confirmed at first. ``keep``: called with each other one.
        ``why_not_kept``: why what is confirmed ends with this host, empty if it does not.
        """
        self._file_changes = FileChanges(managed_file, user_file, above=managed_file, soon=soon)
        self._user_file, self._managed_file, self._managed = user_file, managed_file, managed
        self._log, self._keep, self._baseline, self._why_not_kept = log, keep, baseline, why_not_kept
        self._has_person_decided = False
        self._current: InForce | None = None
        self._lock = asyncio.Lock()
        self._reader: asyncio.Task[None] | None = None
        self.generation = 0
        self.changed: Signal[[]] = Signal()

    # Reading

    def is_stale(self) -> bool:
        """Whether the files have changed since they were read."""
        return self._file_changes.changed()

    async def ready(self) -> None:
        """Return once the files as of this call are in force; at once if nothing changed.

        Raises whatever reading the managed source raises. The next call tries again then.
        """
        if self.is_stale():
            async with self._lock:
                if self.is_stale():
                    await self._reload()

    def refresh(self) -> None:
        """Do the same as ``ready``, but block; for the start, and without an event loop."""
        if self.is_stale():
            fingerprints = self._file_changes.fingerprints
            self._put_in_force(self._read_now())
            self._file_changes.mark_read(fingerprints)

    def refresh_soon(self) -> None:
        """Put changes in force soon: at once if that is quick, else from a thread."""
        if not self.is_stale() or self._lock.locked() or (self._reader is not None and not self._reader.done()):
            return
        if self._are_files_large():
            self._reader = tasks.spawn(self.ready(), name="read the policy")
        else:
            self.refresh()

    async def _reload(self) -> None:
        fingerprints = self._file_changes.fingerprints
        self._put_in_force(await self._compute(self._read_now))
        self._file_changes.mark_read(fingerprints)

    async def _compute(self, work: Callable[[], InForce]) -> InForce:
        return await tasks.in_daemon_thread(work, name="read the policy") if self._are_files_large() else work()

    def _are_files_large(self) -> bool:
        return sum(map(file_size, (self._user_file, self._managed_file))) > INLINE

    # What is in force

    @cached_property
    def sources(self) -> tuple[PolicySource, PolicySource]:
        """Managed, then user, as they count. Replaced with what is in force."""
        return self._in_force.sources

    def managed_source(self) -> PolicySource:
        """Return what counts of the administrator's file."""
        return self.sources[0]

    @property
    def managed(self) -> Managed:
        """What only the administrator's file can say."""
        return self.sources[0].managed

    @property
    def approvers(self) -> tuple[ApproverEntry, ...]:
        """The people who may sign by the administrator's file."""
        return self.managed.approvers

    def judge(self, facts: CallFacts) -> Verdict:
        """Return the verdict on ``facts`` by the rules in force."""
        return decide(facts, self.sources).verdict

    def broken_verdict(self) -> Verdict | None:
        """Return the verdict on every call while a file cannot be used, else None."""
        return broken_verdict(self.sources)

    def needs(self, server: str, tool: str, app: str) -> Needs:
        """Return what must be gathered before a call with these names can be judged."""
        return needs(server, tool, app, self.sources)

    def trust_of(self, server_id: str, config_digest: str) -> Trust:
        """Return who vouched for exactly this configuration. Nobody, while a file cannot be used."""
        managed, user = self.sources
        if not config_digest or managed.error or user.error:
            return "none"
        if managed.trusted.get(server_id) == config_digest:
            return "managed"
        return "user" if user.trusted.get(server_id) == config_digest else "none"

    def with_user_rules(self, user: PolicySource) -> tuple[PolicySource, PolicySource]:
        """Return what would be in force if a person saved ``user`` in the window."""
        rules = self._in_force
        return (rules.sources[0], with_unconfirmed(user, baseline_after_edit(rules.baseline, rules.files[1], user)))

    @property
    def user_file(self) -> PolicySource:
        """The user's file as it is, including what does not count."""
        return self._in_force.files[1]

    # Confirming and changing

    def waiting(self) -> PolicySource | None:
        """Return the user's source if something in it does not count yet, else None."""
        user = self.sources[1]
        return None if user.confirmed else user

    @property
    def waiting_digest(self) -> str:
        """The digest that confirms ``waiting``, computed when the file was read; empty if nothing waits."""
        return self._in_force.digest

    async def confirm(self, digest: str, approver: str) -> bool:
        """Confirm what ``digest`` names, for a person. Returns False if the file has changed since."""
        async with self._lock:
            if self.is_stale():
                await self._reload()
            rules = self._in_force
            if not rules.digest or rules.digest != digest:
                return False
            self._has_person_decided = True
            self._log(Draft("policy.confirmed", {"digest": digest, "who": approver}))
            self._put_in_force(
                await self._compute(lambda: make_in_force(rules.files, baseline_of(rules.files[1]), rules))
            )
            return True

    async def adopt(self, recalled: Baseline) -> None:
        """Count what was confirmed before this host started, unless a person has decided since."""
        async with self._lock:
            if self._has_person_decided:
                return
            rules = self._in_force
            baseline = merged(recalled, rules.baseline)
            if not rules.files[1].error:
                baseline = tightened(baseline, rules.files[1])
            self._put_in_force(await self._compute(lambda: make_in_force(rules.files, baseline, rules)))

    @property
    def why_not_kept(self) -> str:
        """Why what is confirmed ends with this host, one safe sentence, empty if it does not."""
        return self._why_not_kept()

    async def change(self, wanted: edit.Edit, approver: str, seen: Rule | None = None) -> None:
        """Change policy.json for a person in the window. The change counts at once; nothing else that waits does.

        ``seen``: see ``edit.carry_out``. Once started it completes, even if the caller stops waiting. Raises
        AssentError: it is impossible, and nothing was changed; the sentence says why.
        """
        error = await asyncio.shield(tasks.spawn(self._change(wanted, approver, seen), name="change the policy"))
        if error is not None:
            raise error

    async def _change(self, wanted: edit.Edit, approver: str, seen: Rule | None) -> AssentError | None:
        async with self._lock:
            if self.is_stale():
                await self._reload()
            rules = self._in_force
            try:
                result = await tasks.in_daemon_thread(
                    lambda: edit.carry_out(self._user_file, rules.files[1], wanted, seen), name="change the policy"
                )
            except AssentError as error:
                return error
            self._has_person_decided = True
            note: dict[str, JsonValue] = {
                "what": edit.log_word(wanted),
                "of": result.name,
                "digest": result.source.digest,
            }
            self._log(Draft("policy.edited", {**note, "who": approver}))
            named = {"vouched" if isinstance(wanted, VouchServer) else "saved": result.name}
            baseline = baseline_after_edit(rules.baseline, rules.files[1], result.source, **named)
            read = (rules.files[0], replace(result.source, waiting=()))
            self._put_in_force(await self._compute(lambda: make_in_force(read, baseline, rules)))
            return None

    # Inside

    @property
    def _in_force(self) -> InForce:
        if self._current is None:
            self.refresh()
        assert self._current is not None, "the first look reads"
        return self._current

    def _read_now(self) -> InForce:
        """Read the files. Blocks, in any thread."""
        read = (self._managed(), replace(load_user(self._user_file), waiting=()))
        rules = self._current
        if rules is not None and rules.files == read:
            return rules
        baseline = rules.baseline if rules is not None else self._baseline
        return make_in_force(read, baseline if read[1].error else tightened(baseline, read[1]), rules)

    def _put_in_force(self, new: InForce) -> None:
        """Judge by ``new`` from now on, and record each source that changed."""
        old, self._current = self._current, new
        if new is old:
            return
        self.sources = new.sources
        if new.baseline != (self._baseline if old is None else old.baseline):
            self._keep(new.baseline)
        self.generation += 1
        before = () if old is None else tuple(map(loaded_record, old.sources))
        for source in new.sources:
            if (record := loaded_record(source)) in before:
                continue
            if source.error:
                _diagnostics.warning("everything is denied: %s", source.error)
            self._log(record)
        self.changed.emit()
