"""What a person last confirmed of policy.json, kept over a restart (attack 39).

Owns: the copy of the confirmed rules in the data directory, and how far it is believed.

Invariants: the copy is whole at every moment and for this account alone; what allows in it counts only where the
keyring of the system remembers this very copy; what asks or denies in it counts in any case, for that can only tighten.
Where the keyring remembers another copy than the one that is there, the confirmed rules count as lost: the window says
so, and until a person confirms them anew neither the user's rules nor a grant let anything pass.
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
from host.model import JsonValue, sha256_hex
from host.policy.load import read_source
from host.policy.loosening import NOTHING_CONFIRMED, Baseline, held_of
from host.policy.model import Rule
from host.policy.write import rule_json
from host.values import replace

FILE: Final = "policy-confirmed.json"
MAX_BYTES: Final = 16 << 20
"""Bytes of the copy: twice those of the largest policy.json, for rules that are gone stand in it too."""
PATIENCE: Final = 1.0
"""Seconds that the start waits for the keyring; where it asks the person to unlock it, that takes longer."""
NO_ANSWER: Final = "the keyring of this system has not answered yet"
CLOSING: Final = 15.0
"""Seconds that the last copy has to be written when the host ends; the keyring alone may take 10."""
CHUNK: Final = 10_000
"""Rules that stand together, as in one file: more could be kept than a single file may hold."""

_log = logging.getLogger(__name__)


def to_bytes(baseline: Baseline) -> bytes:
    """The copy of ``baseline`` (pure).

    Rules are numbered in it, for a rule that is gone may have the name of another one; the names stand beside.
    """
    policies: list[JsonValue] = []
    for begin in range(0, max(1, len(baseline.rules)), CHUNK):
        rules = enumerate(baseline.rules[begin : begin + CHUNK])
        numbered: list[JsonValue] = [{**rule_json(rule), "id": f"r{number}"} for number, rule in rules]
        policies.append({"version": 1, "rules": numbered})
    names: list[JsonValue] = [rule.id for rule in baseline.rules]
    return canonical({"policies": policies, "names": names, "trust": dict(baseline.trust)})


def from_bytes(data: bytes, file: str = FILE) -> Baseline:
    """What the copy ``data`` says. Raises ConfigError for anything that ``to_bytes`` did not write."""
    value = jsonc.load_bytes(data, file=file).value
    copy = value if isinstance(value, dict) else {}
    policies, names, trust = copy.get("policies"), copy.get("names"), copy.get("trust")
    if not (isinstance(policies, list) and isinstance(names, list) and isinstance(trust, dict)):
        raise ConfigError("is no copy of confirmed rules", file=file)
    rules: list[Rule] = []
    for number, policy in enumerate(policies):
        written: JsonValue = {**policy, "trust": trust} if isinstance(policy, dict) and not number else policy
        source = read_source("user", Path(file), canonical(written))
        if source.error:
            raise source.problems[0] if source.problems else ConfigError("cannot be used", file=file)
        rules += source.rules
    if len(names) != len(rules):
        raise ConfigError("has not as many names as rules", file=file)
    named = tuple(_named(rule, str(name)) for rule, name in zip(rules, names, strict=True))
    return Baseline(named, MappingProxyType({server: str(digest) for server, digest in trust.items()}))


def only_stricter(baseline: Baseline) -> Baseline:
    """What of ``baseline`` tightens: rules that ask or deny, and demands (pure)."""
    return Baseline(tuple(held for rule in baseline.rules if (held := held_of(rule)) is not None))


def _named(rule: Rule, name: str) -> Rule:
    rates = tuple(replace(rate, rule=name) for rate in rule.obligations.rates)
    return replace(
        rule, id=name, obligations=replace(rule.obligations, rates=rates), raw={**rule.raw, "id": name}, line=0
    )


class BaselineStore:
    """Keeps the baseline for the next host.

    Attributes:
        remembers: why what is confirmed does not outlive this host, one safe sentence; empty where it does.
    """

    def __init__(self, path: Path, seal: Memory) -> None:
        """``path``: of the copy. ``seal``: of this profile."""
        self._path, self._seal = path, seal
        self._next: Baseline | None = None
        self._writing: asyncio.Task[None] | None = None
        self._recalling: asyncio.Task[Baseline] | None = None
        self._kept: bytes | None = None
        self._adopting: asyncio.Task[None] | None = None
        self._looked = False

    @property
    def remembers(self) -> str:
        """See the class."""
        return self._seal.unavailable if self._looked else NO_ANSWER

    async def recall(self, adopt: Callable[[Baseline], Awaitable[None]]) -> Baseline:
        """What counts as confirmed when the host starts. Never raises for what is wrong with the copy.

        ``adopt``: hears of more, later, where the keyring is slow to answer; until then nothing counts that allows.
        """
        data, copy = await tasks.in_daemon_thread(self._read, name="read the confirmed rules")
        self._recalling = tasks.spawn(self._believed(data, copy), name="ask the keyring for the confirmed rules")
        await asyncio.wait({self._recalling}, timeout=PATIENCE)
        if self._recalling.done():
            return self._recalling.result()
        self._adopting = tasks.spawn(self._later(self._recalling, adopt), name="adopt the confirmed rules")
        return only_stricter(copy)

    def keep(self, baseline: Baseline) -> None:
        """Keep ``baseline`` from now on; the last one given is what stays. To be called on the event loop."""
        self._next = baseline
        if self._writing is None or self._writing.done():
            self._writing = tasks.spawn(self._write(), name="keep the confirmed rules")

    async def close(self) -> None:
        """Wait until the last one is kept; bounded."""
        running = {
            task for task in (self._recalling, self._adopting, self._writing) if task is not None and not task.done()
        }
        if running:
            await asyncio.wait(running, timeout=CLOSING)

    async def _believed(self, data: bytes | None, copy: Baseline) -> Baseline:
        """How much of the copy counts."""
        await self._seal.load()
        self._looked = True
        remembered = self._seal.remembered()
        if data is not None and remembered and sha256_hex(data) == remembered:
            self._kept = data
            return copy
        if remembered:
            _log.warning("%s is not what the keyring remembers; what it allows does not count", self._path.name)
        return replace(only_stricter(copy), lost=bool(remembered))

    async def _later(self, recalling: asyncio.Task[Baseline], adopt: Callable[[Baseline], Awaitable[None]]) -> None:
        await adopt(await recalling)

    async def _write(self) -> None:
        if self._recalling is not None:
            await asyncio.wait({self._recalling})  # it holds the copy that is there against what is remembered
        while (baseline := self._next) is not None:
            self._next = None
            try:
                await self._write_one(baseline)
            except AssentError as error:
                _log.warning("the confirmed rules are not kept for the next start: %s", error)

    async def _write_one(self, baseline: Baseline) -> None:
        data = await tasks.in_daemon_thread(lambda: self._written(baseline), name="write the confirmed rules")
        # A baseline that was lost stays lost until a person confirms the rules: the old digest says so.
        if not self.remembers and not baseline.lost:
            await self._seal.keep(sha256_hex(data))

    def _read(self) -> tuple[bytes | None, Baseline]:
        try:
            data = paths.read_file(self._path, limit=MAX_BYTES)
            return data, NOTHING_CONFIRMED if data is None else from_bytes(data)
        except ConfigError as error:
            _log.warning("the rules that were confirmed last cannot be read: %s", error)
            return None, NOTHING_CONFIRMED

    def _written(self, baseline: Baseline) -> bytes:
        data = to_bytes(baseline)
        if data != self._kept:
            files.write(self._path, data)
            self._kept = data
        return data
