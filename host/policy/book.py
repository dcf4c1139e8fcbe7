"""The rules in force.

Owns: the present policy sources, and what of the user's file counts.

Invariants: whoever awaited ``ready`` judges by what the files said at that moment, and by who could write them; a file
that cannot be read denies everything; what loosens and may have been written by a program counts only after a person
confirmed it, or wrote it, in the window (attack 39). Files are looked at without being watched, and so are the
directories above the administrator's; a large one is read in a thread, and nothing is sent by the old rules meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from host import tasks
from host.errors import AssentError
from host.files import CallSoon, FileChanges
from host.model import Draft, JsonValue, Trust, Verdict
from host.policy import edit
from host.policy.evaluate import broken, evaluate
from host.policy.facts import CallFacts, Needs
from host.policy.index import index_of, needs
from host.policy.load import load_user
from host.policy.loosening import (
    NOTHING_CONFIRMED,
    Baseline,
    against,
    confirmed,
    edited,
    loosening_digest,
    tightened,
    together,
)
from host.policy.model import ApproverEntry, Managed, PolicySource
from host.signals import Signal
from host.values import replace
from host.words import say

ENDS: Final = say("what is confirmed here ends with this host")
INLINE: Final = 1 << 12
"""Bytes of both files together that are read at once rather than in a thread: a millisecond or two, as people write
rules. Patterns that are made to be hard take 0.1 ms a byte."""

_diagnostics = logging.getLogger(__name__)


class InForce(NamedTuple):
    """The rules at one moment.

    Attributes:
        read: managed, then user, as the files say.
        sources: the same as they count.
        baseline: what is confirmed.
        digest: what a confirmation of what waits names, empty where nothing does.
    """

    read: tuple[PolicySource, PolicySource]
    sources: tuple[PolicySource, PolicySource]
    baseline: Baseline
    digest: str


def counting(read: tuple[PolicySource, PolicySource], baseline: Baseline, before: InForce | None) -> InForce:
    """What counts of ``read``; what is the same as ``before`` stays the same object, with what is known of it."""
    managed, user = read
    if before is not None and before.read[0] == managed:
        managed = before.sources[0]
    user = user if user.error else against(user, baseline)
    for source in (managed, user):
        index_of(source)  # here, where it may take its time
    return InForce(read, (managed, user), baseline, "" if user.confirmed else loosening_digest(user))


def loaded(source: PolicySource) -> Draft:
    """The record of a source that comes into force; it holds no rule."""
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


def size(path: Path) -> int:
    """Bytes of a file, 0 where it cannot be looked at."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


class PolicyBook:
    """Reads the policy files whenever they changed, and judges calls by them.

    Attributes:
        changed: called after the rules in force changed, possibly while somebody reads them: it may only make a note.
        generation: another number after each such change.
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
        remembers: Callable[[], str] = lambda: ENDS,
    ) -> None:
        """``managed``: reads the managed source; blocks, in any thread. ``log``: queues a record.

        ``soon``: as for ``FileChanges``. ``baseline``: what counts as confirmed at first. ``keep``: hears of each
        other one. ``remembers``: why what is confirmed ends with this host, empty where it does not.
        """
        self._glance = FileChanges(managed_file, user_file, above=managed_file, soon=soon)
        self._user_file, self._managed_file, self._managed = user_file, managed_file, managed
        self._log, self._keep, self._baseline, self._remembers = log, keep, baseline, remembers
        self._answered = False
        self._now: InForce | None = None
        self._turn = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None
        self.generation = 0
        self.changed: Signal[[]] = Signal()

    # Reading

    def stale(self) -> bool:
        """Whether the files are others than those that were read."""
        return self._glance.changed()

    async def ready(self) -> None:
        """Return once what the files said when this was called is in force; at once where nothing changed.

        Raises whatever reading the managed source raises; then the next call tries again.
        """
        if self.stale():
            async with self._turn:
                if self.stale():
                    await self._reload()

    def refresh(self) -> None:
        """As ``ready``, but blocks; for the start, and where no event loop runs."""
        if self.stale():
            seen = self._glance.fingerprints
            self._take(self._read_now())
            self._glance.mark_read(seen)

    def refresh_soon(self) -> None:
        """Let what changed come into force soon: at once where that is quick, else from a thread."""
        if not self.stale() or self._turn.locked() or (self._looking is not None and not self._looking.done()):
            return
        if self._large():
            self._looking = tasks.spawn(self.ready(), name="read the policy")
        else:
            self.refresh()

    async def _reload(self) -> None:
        seen = self._glance.fingerprints
        self._take(await self._somewhere(self._read_now))
        self._glance.mark_read(seen)

    async def _somewhere(self, work: Callable[[], InForce]) -> InForce:
        return await tasks.in_daemon_thread(work, name="read the policy") if self._large() else work()

    def _large(self) -> bool:
        return sum(map(size, (self._user_file, self._managed_file))) > INLINE

    # What is in force

    @property
    def sources(self) -> tuple[PolicySource, PolicySource]:
        """Managed, then user, as they count."""
        return self._present.sources

    @property
    def managed(self) -> Managed:
        """What only the administrator's file can say."""
        return self.sources[0].managed

    @property
    def approvers(self) -> tuple[ApproverEntry, ...]:
        """Who may sign, by the administrator's file."""
        return self.managed.approvers

    def judge(self, facts: CallFacts) -> Verdict:
        """The verdict on ``facts`` by the rules in force."""
        return evaluate(facts, self.sources)

    def broken(self) -> Verdict | None:
        """The verdict on every call while a file cannot be used, else None."""
        return broken(self.sources)

    def needs(self, server: str, tool: str, app: str) -> Needs:
        """What must be gathered before a call of these names can be judged."""
        return needs(server, tool, app, self.sources)

    def trust_of(self, server_id: str, config_digest: str) -> Trust:
        """Who vouched for exactly this configuration; nobody, while a file cannot be used."""
        managed, user = self.sources
        if not config_digest or managed.error or user.error:
            return "none"
        if managed.trusted.get(server_id) == config_digest:
            return "managed"
        return "user" if user.trusted.get(server_id) == config_digest else "none"

    def with_user_rules(self, user: PolicySource) -> tuple[PolicySource, PolicySource]:
        """What would be in force if a person saved ``user`` in the window."""
        now = self._present
        return (now.sources[0], against(user, edited(now.baseline, now.read[1], user)))

    @property
    def user_file(self) -> PolicySource:
        """The user's file as it is, whatever of it counts."""
        return self._present.read[1]

    # Confirming and changing

    def waiting(self) -> PolicySource | None:
        """The user's source where something in it does not count yet, else None."""
        user = self.sources[1]
        return None if user.confirmed else user

    @property
    def waiting_digest(self) -> str:
        """What a confirmation of ``waiting`` names, worked out when the file was read; empty where nothing waits."""
        return self._present.digest

    async def confirm(self, digest: str, approver: str) -> bool:
        """A person confirmed what ``digest`` names; False where the file says something else by now."""
        async with self._turn:
            if self.stale():
                await self._reload()
            now = self._present
            if not now.digest or now.digest != digest:
                return False
            self._answered = True
            self._log(Draft("policy.confirmed", {"digest": digest, "who": approver}))
            self._take(await self._somewhere(lambda: counting(now.read, confirmed(now.read[1]), now)))
            return True

    async def adopt(self, recalled: Baseline) -> None:
        """What was confirmed before this host started was found; it counts, unless a person said something since."""
        async with self._turn:
            if self._answered:
                return
            now = self._present
            baseline = together(recalled, now.baseline)
            if not now.read[1].error:
                baseline = tightened(baseline, now.read[1])
            self._take(await self._somewhere(lambda: counting(now.read, baseline, now)))

    @property
    def remembers(self) -> str:
        """Why what is confirmed ends with this host, one safe sentence; empty where it does not."""
        return self._remembers()

    async def change(self, made: edit.Edit, approver: str) -> None:
        """Change policy.json as a person did in the window. That counts at once, and nothing else that waits does.

        Once begun it goes on to its end, whether or not somebody waits for it.

        Raises:
            AssentError: it cannot be done, and nothing was changed; the sentence says why.
        """
        refused = await asyncio.shield(tasks.spawn(self._change(made, approver), name="change the policy"))
        if refused is not None:
            raise refused

    async def _change(self, made: edit.Edit, approver: str) -> AssentError | None:
        async with self._turn:
            if self.stale():
                await self._reload()
            now = self._present
            try:
                done = await tasks.in_daemon_thread(
                    lambda: edit.carry_out(self._user_file, now.read[1], made), name="change the policy"
                )
            except AssentError as error:
                return error
            self._answered = True
            note: dict[str, JsonValue] = {"what": made.what, "of": done.name, "digest": done.source.digest}
            self._log(Draft("policy.edited", {**note, "who": approver}))
            named = {"vouched" if isinstance(made, edit.Vouch) else "saved": done.name}
            baseline = edited(now.baseline, now.read[1], done.source, **named)
            read = (now.read[0], replace(done.source, waiting=()))
            self._take(await self._somewhere(lambda: counting(read, baseline, now)))
            return None

    # Inside

    @property
    def _present(self) -> InForce:
        if self._now is None:
            self.refresh()
        assert self._now is not None, "the first look reads"
        return self._now

    def _read_now(self) -> InForce:
        """What the files say, worked out; blocks, in any thread."""
        read = (self._managed(), replace(load_user(self._user_file), waiting=()))
        now = self._now
        if now is not None and now.read == read:
            return now
        baseline = now.baseline if now is not None else self._baseline
        return counting(read, baseline if read[1].error else tightened(baseline, read[1]), now)

    def _take(self, new: InForce) -> None:
        """From now on ``new`` is in force."""
        old, self._now = self._now, new
        if new is old:
            return
        if new.baseline != (self._baseline if old is None else old.baseline):
            self._keep(new.baseline)
        self.generation += 1
        before = () if old is None else tuple(map(loaded, old.sources))
        for source in new.sources:
            if (record := loaded(source)) in before:
                continue
            if source.error:
                _diagnostics.warning("everything is denied: %s", source.error)
            self._log(record)
        self.changed.emit()
