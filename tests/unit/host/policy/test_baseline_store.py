from __future__ import annotations

import asyncio
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given

from host.canonical import canonical
from host.errors import AssentError, ConfigError
from host.keyring_entry import LOCKED, KeyringEntry
from host.model import Effect, Obligations, RateLimit, Verdict
from host.policy.baseline_store import FILE, NO_ANSWER, BaselineStore, from_bytes, only_stricter, to_bytes
from host.policy.book import PolicyBook
from host.policy.facts import CallFacts
from host.policy.loosening import Baseline, baseline_of
from host.policy.model import Match, PolicySource, Rule
from host.policy.write import rule_json
from tests.support.rules import FEWER, policies
from tests.support.signing import MemoryKeyring
from tests.support.waiting import PATIENCE

ALLOW = Rule("mine", Effect.ALLOW, Match("files"))
DENY = Rule("mine", Effect.DENY, Match("files", "rm"))
ALLOW_WEB = Rule("web", Effect.ALLOW, Match("web"))
LIMITED = Rule("limited", Effect.ALLOW, Match("web"), obligations=Obligations(rates=(RateLimit("limited", 3, 60.0),)))
BASELINE = Baseline((ALLOW, DENY, LIMITED), MappingProxyType({"files": "a" * 64}))

pytestmark = pytest.mark.expected_logs(r"host\.policy\.baseline_store: ")


class Host:
    """One host after the other on one profile."""

    def __init__(self, directory: Path) -> None:
        self.path, self.keyring = directory / FILE, MemoryKeyring()

    def keeper(self) -> BaselineStore:
        return BaselineStore(self.path, self.keyring.seal("policy"))

    async def recall(self) -> Baseline:
        keeper = self.keeper()
        recalled = await keeper.recall(never)
        await keeper.close()
        return recalled

    async def keep(self, *baselines: Baseline) -> None:
        keeper = self.keeper()
        await keeper.recall(never)
        for baseline in baselines:
            keeper.keep(baseline)
        await keeper.close()


async def never(_: Baseline) -> None:
    raise AssertionError("the keyring answered at once")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def forms(baseline: Baseline) -> list[object]:
    return [rule_json(rule) for rule in baseline.rules]


# The copy


def test_a_baseline_is_read_as_it_was_written() -> None:
    read = from_bytes(to_bytes(BASELINE))
    assert (read.rules, dict(read.trust), read.lost) == (BASELINE.rules, dict(BASELINE.trust), False)


@FEWER
@given(policies())
def test_any_baseline_is_read_as_it_was_written(source: PolicySource) -> None:
    baseline = baseline_of(source)
    read = from_bytes(to_bytes(baseline))
    assert (forms(read), dict(read.trust)) == (forms(baseline), dict(baseline.trust))


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[]", b"{", b'{"rules":[],"trust":7}', b'{"rules":{},"trust":{}}', b'{"rules":[]}', b'{"trust":{}}',
        b'{"rules":[7],"trust":{}}', b'{"rules":[{"id":"a","effect":"maybe","match":{}}],"trust":{}}',
    ],
)  # fmt: skip
def test_what_is_no_copy_is_refused(data: bytes) -> None:
    with pytest.raises(ConfigError):
        from_bytes(data)


def test_what_is_stricter_is_questions_denials_and_demands() -> None:
    stricter = only_stricter(BASELINE)
    assert [(rule.id, rule.effect) for rule in stricter.rules] == [("mine", Effect.DENY), ("limited", Effect.ASK)]
    assert stricter.rules[1].obligations == LIMITED.obligations
    assert stricter.trust == {}


# Over a restart (row 39)


async def test_s39_what_the_keyring_remembers_counts_after_a_restart(host: Host) -> None:
    await host.keep(BASELINE)
    assert stat.S_IMODE(host.path.stat().st_mode) == 0o600
    recalled = await host.recall()
    assert (forms(recalled), recalled.lost) == (forms(BASELINE), False)


async def test_the_last_one_is_what_stays(host: Host) -> None:
    await host.keep(Baseline(), Baseline((ALLOW,)), BASELINE)
    assert forms(await host.recall()) == forms(BASELINE)


async def test_a_new_profile_has_nothing_to_recall_and_no_file(host: Host) -> None:
    assert await host.recall() == Baseline()
    assert not host.path.exists()


@pytest.mark.parametrize("why", ["gone from the start", "gone later"])
async def test_s39_without_a_keyring_only_what_is_stricter_counts_after_a_restart(host: Host, why: str) -> None:
    host.keyring.error = AssentError(LOCKED) if why == "gone from the start" else None
    await host.keep(BASELINE)
    host.keyring.error = AssentError(LOCKED)
    recalled = await host.recall()
    assert recalled == only_stricter(BASELINE)


async def test_s39_a_keyring_that_remembers_nothing_believes_no_copy(host: Host) -> None:
    await host.keep(BASELINE)
    host.keyring.kept.clear()
    assert await host.recall() == only_stricter(BASELINE)


@pytest.mark.parametrize("forged", [None, b"{", to_bytes(Baseline((ALLOW,)))], ids=["gone", "broken", "another"])
async def test_s39_a_copy_that_is_not_what_the_keyring_remembers_is_lost_and_allows_nothing(
    host: Host, forged: bytes | None
) -> None:
    await host.keep(Baseline((DENY,)))
    if forged is None:
        host.path.unlink()
    else:
        host.path.write_bytes(forged)
    assert await host.recall() == Baseline(lost=True)


async def test_s39_what_is_lost_stays_lost_until_it_is_confirmed_again(host: Host) -> None:
    await host.keep(BASELINE)
    host.path.unlink()
    await host.keep(Baseline((DENY,), lost=True))
    lost = await host.recall()
    assert (lost.lost, forms(lost)) == (True, forms(Baseline((DENY,))))
    await host.keep(Baseline((DENY,)))
    assert await host.recall() == Baseline((DENY,))


@pytest.mark.parametrize("attack", ["gone", "another"])
async def test_s39_rules_that_are_taken_away_with_the_copy_while_the_host_is_off_let_nothing_pass_unseen(
    host: Host, tmp_path: Path, attack: str
) -> None:
    tmp_path.chmod(0o700)
    file, call = tmp_path / "policy.json", CallFacts("web", "get", "claude", app_authenticated=True)

    async def life(*, confirms: bool) -> list[Verdict]:
        keeper = host.keeper()
        book = PolicyBook(
            file,
            managed=lambda: PolicySource("managed", "m"),
            managed_file=tmp_path / "managed.json",
            log=lambda _: None,
            baseline=await keeper.recall(never),
            keep=keeper.keep,
        )
        await book.ready()
        before = book.judge(call)
        if confirms:
            assert await book.confirm(book.waiting_digest, "ana")
        await keeper.close()
        return [before, book.judge(call)]

    file.write_bytes(canonical({"version": 1, "rules": [rule_json(ALLOW_WEB), rule_json(DENY)]}))
    assert (await life(confirms=True))[-1].effect is Effect.ALLOW
    file.write_bytes(canonical({"version": 1, "rules": [rule_json(ALLOW_WEB)]}))
    if attack == "gone":
        host.path.unlink()
    else:
        host.path.write_bytes(to_bytes(Baseline((ALLOW_WEB,))))
    for _ in range(2):
        lost = (await life(confirms=False))[-1]
        assert (lost.effect, lost.source) == (Effect.ASK, "guard")
    before, after = await life(confirms=True)
    assert (before.source, after.effect) == ("guard", Effect.ALLOW)
    assert (await life(confirms=False))[0].effect is Effect.ALLOW


async def test_it_says_whether_what_is_confirmed_outlives_this_host(host: Host) -> None:
    keeper = host.keeper()
    assert keeper.why_not_kept == NO_ANSWER
    await keeper.recall(never)
    assert keeper.why_not_kept == ""
    host.keyring.error = AssentError(LOCKED)
    keeper = host.keeper()
    await keeper.recall(never)
    assert keeper.why_not_kept == LOCKED


class SlowSeal(KeyringEntry):
    """A keyring that answers when a test says so."""

    def __init__(self, keyring: MemoryKeyring) -> None:
        super().__init__("policy", get=keyring.get, set=keyring.set)
        self.answers = asyncio.Event()

    async def load(self) -> None:
        await self.answers.wait()
        await super().load()


async def test_s39_a_slow_keyring_delays_neither_the_start_nor_a_denial(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.policy.baseline_store.START_WAIT_SECONDS", 0.01)
    await host.keep(BASELINE)
    seal, adopted = SlowSeal(host.keyring), asyncio.Queue[Baseline]()
    adopt: Callable[[Baseline], Awaitable[None]] = adopted.put
    keeper = BaselineStore(host.path, seal)
    assert await keeper.recall(adopt) == only_stricter(BASELINE)
    keeper.keep(Baseline((DENY,)))  # it must not hide what the keyring has yet to be asked about
    seal.answers.set()
    async with asyncio.timeout(PATIENCE):
        assert forms(await adopted.get()) == forms(BASELINE)
    await keeper.close()


async def test_a_copy_that_cannot_be_written_is_told_and_costs_nothing_else(host: Host) -> None:
    host.path.mkdir()
    await host.keep(BASELINE)
    assert host.keyring.kept == {}
