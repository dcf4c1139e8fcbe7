"""What a person last confirmed of policy.json, kept over a restart (attack 39).

Invariants: the copy is always complete and only for this account. What allows in it counts only if the system's keyring
remembers this very copy. What asks or denies in it always counts, since it can only tighten. If the keyring remembers
another copy, the confirmed rules count as lost: the window says so, and neither the user's rules nor a grant let
anything pass until a person confirms them again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import MappingProxyType
from typing import Final

from host import files, jsonc, paths, tasks
from host.canonical import canonical
from host.errors import AssentError, ConfigError
from host.keyring_entry import Memory
from host.model import sha256_hex
from host.policy.loosening import NOTHING_CONFIRMED, Baseline, still_in_force
from host.policy.parse import rules_in
from host.policy.write import rule_json
from host.values import replace

FILE: Final = "policy-confirmed.json"
MAX_BYTES: Final = 16 << 20
"""Bytes of the copy: twice those of the largest policy.json, since it also holds removed rules."""
START_WAIT_SECONDS: Final = 1.0
"""Seconds that the start waits for the keyring. Unlocking it by the person takes longer."""
NO_ANSWER: Final = "the keyring of this system has not answered yet"
CLOSING_SECONDS: Final = 15.0
"""Seconds that the last copy has to be written when the host ends. The keyring alone may take 10."""

_log = logging.getLogger(__name__)


def to_bytes(baseline: Baseline) -> bytes:
    """Return the copy of ``baseline`` (pure)."""
    return canonical({"rules": list(map(rule_json, baseline.rules)), "trust": dict(baseline.trust)})


def from_bytes(data: bytes, file: str = FILE) -> Baseline:
    """Return what the copy says. Raises ConfigError for anything that ``to_bytes`` did not write."""
    located = jsonc.load_bytes(data, file=file)
    match located.value:
        case {"rules": list(listed), "trust": dict(trust)}:
            names = {server: str(digest) for server, digest in trust.items()}
            return Baseline(rules_in(located, listed), MappingProxyType(names))
    raise ConfigError("is no copy of confirmed rules", file=file)


def only_stricter(baseline: Baseline) -> Baseline:
    """Return what tightens in ``baseline``: rules that ask or deny, and demands (pure)."""
    return Baseline(tuple(held for rule in baseline.rules if (held := still_in_force(rule)) is not None))


class BaselineStore:
    """Keeps the baseline for the next host.

    ``why_not_kept``: why what is confirmed does not outlive this host, one safe sentence, empty if it does.
    """

    def __init__(self, path: Path, seal: Memory) -> None:
        self._path, self._seal = path, seal
        self._next_baseline: Baseline | None = None
        self._write_task: asyncio.Task[None] | None = None
        self._recall_task: asyncio.Task[Baseline] | None = None
        self._written_data: bytes | None = None
        self._adopt_task: asyncio.Task[None] | None = None
        self._has_loaded = False

    @property
    def why_not_kept(self) -> str:
        """See the class."""
        return self._seal.unavailable if self._has_loaded else NO_ANSWER

    async def recall(self, adopt: Callable[[Baseline], Awaitable[None]]) -> Baseline:
        """Return what counts as confirmed when the host starts. Never raises because of the copy.

        ``adopt``: called with more later, if the keyring is slow. Until then nothing counts that allows.
        """
        data, copy = await tasks.in_daemon_thread(self._read, name="read the confirmed rules")
        self._recall_task = tasks.spawn(self._usable_part(data, copy), name="ask the keyring for the confirmed rules")
        await asyncio.wait({self._recall_task}, timeout=START_WAIT_SECONDS)
        if self._recall_task.done():
            return self._recall_task.result()
        self._adopt_task = tasks.spawn(self._adopt(self._recall_task, adopt), name="adopt the confirmed rules")
        return only_stricter(copy)

    def keep(self, baseline: Baseline) -> None:
        """Keep ``baseline`` from now on. The last one stays. Must be called on the event loop."""
        self._next_baseline = baseline
        if self._write_task is None or self._write_task.done():
            self._write_task = tasks.spawn(self._write(), name="keep the confirmed rules")

    async def close(self) -> None:
        """Wait until the last one is kept, for a limited time."""
        running = {
            task
            for task in (self._recall_task, self._adopt_task, self._write_task)
            if task is not None and not task.done()
        }
        if running:
            await asyncio.wait(running, timeout=CLOSING_SECONDS)

    async def _usable_part(self, data: bytes | None, copy: Baseline) -> Baseline:
        await self._seal.load()
        self._has_loaded = True
        remembered = self._seal.remembered()
        if data is not None and remembered and sha256_hex(data) == remembered:
            self._written_data = data
            return copy
        if remembered:
            _log.warning("%s is not what the keyring remembers; what it allows does not count", self._path.name)
        return replace(only_stricter(copy), lost=bool(remembered))

    async def _adopt(self, recalling: asyncio.Task[Baseline], adopt: Callable[[Baseline], Awaitable[None]]) -> None:
        await adopt(await recalling)

    async def _write(self) -> None:
        if self._recall_task is not None:
            await asyncio.wait({self._recall_task})  # it compares the present copy with what is remembered
        while (baseline := self._next_baseline) is not None:
            self._next_baseline = None
            try:
                await self._write_one(baseline)
            except AssentError as error:
                _log.warning("the confirmed rules are not kept for the next start: %s", error)

    async def _write_one(self, baseline: Baseline) -> None:
        data = await tasks.in_daemon_thread(lambda: self._write_file(baseline), name="write the confirmed rules")
        # A lost baseline stays lost until a person confirms the rules: the old digest shows it.
        if not self.why_not_kept and not baseline.lost:
            await self._seal.keep(sha256_hex(data))

    def _read(self) -> tuple[bytes | None, Baseline]:
        try:
            data = paths.read_file(self._path, limit=MAX_BYTES)
            return data, NOTHING_CONFIRMED if data is None else from_bytes(data)
        except ConfigError as error:
            _log.warning("the rules that were confirmed last cannot be read: %s", error)
            return None, NOTHING_CONFIRMED

    def _write_file(self, baseline: Baseline) -> bytes:
        data = to_bytes(baseline)
        if data != self._written_data:
            files.write(self._path, data)
            self._written_data = data
        return data
