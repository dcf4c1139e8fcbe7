from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import pytest

from host.model import Draft, Effect, JsonObject, Verdict
from host.policy.book import ENDS_WITH_HOST, PolicyBook, make_in_force
from host.policy.facts import CallFacts
from host.policy.index import waiting_index
from host.policy.load import load_managed
from host.policy.loosening import NOTHING_CONFIRMED, Baseline, loosening_digest
from host.policy.model import ApproverEntry, Managed, Match, PolicySource, Rule
from host.values import replace

FACTS = CallFacts("files", "read", "claude", True)
ALLOW: JsonObject = {"effect": "allow", "match": {"server": "files"}}
ASK: JsonObject = {"effect": "ask", "match": {}}
DENY: JsonObject = {"effect": "deny", "match": {}}


pytestmark = pytest.mark.expected_logs(r"host\.policy\.book: everything is denied")


class Book:
    """A policy book over real files, with an administrator in Python."""

    def __init__(self, directory: Path) -> None:
        self.user = directory / "policy.json"
        self.managed_file = directory / "managed.json"
        self.managed: Callable[[], PolicySource] = lambda: PolicySource("managed", str(self.managed_file))
        self.log: list[Draft] = []
        self.soon: list[Callable[[], None]] = []
        self.kept: list[Baseline] = []
        self.book = self.open()

    def open(self, *, soon: bool = False, baseline: Baseline = NOTHING_CONFIRMED) -> PolicyBook:
        self.book = PolicyBook(
            self.user,
            managed=self._managed,
            managed_file=self.managed_file,
            log=self.log.append,
            soon=self.soon.append if soon else None,
            baseline=baseline,
            keep=self.kept.append,
        )
        return self.book

    def _managed(self) -> PolicySource:
        return self.managed()

    def write(self, *rules: JsonObject) -> None:
        self.user.write_text(json.dumps({"version": 1, "rules": rules}))

    def judge(self) -> Verdict:
        """By what the files say now, as the gate does."""
        asyncio.run(self.book.ready())
        return self.book.judge(FACTS)

    def effect(self) -> Effect:
        return self.judge().effect

    def confirm(self) -> bool:
        """A person confirms what waits now."""
        asyncio.run(self.book.ready())
        return self.confirm_as(self.book.waiting_digest)

    def confirm_as(self, digest: str) -> bool:
        return asyncio.run(self.book.confirm(digest, "ana"))

    def waits(self) -> list[str]:
        asyncio.run(self.book.ready())
        return [change.kind for change in self.book.sources[1].waiting]


@pytest.fixture
def book(tmp_path: Path) -> Book:
    tmp_path.chmod(0o700)
    return Book(tmp_path)


def test_without_any_file_a_person_is_asked(book: Book) -> None:
    assert (book.effect(), book.judge().rule) == (Effect.ASK, "default")
    assert book.book.waiting() is None


def test_an_edit_between_two_verdicts_takes_effect_at_once(book: Book) -> None:
    seen = [(book.effect(), book.judge().source)]
    for rules in ([ASK], [DENY, ASK]):
        book.write(*rules)
        seen.append((book.effect(), book.judge().source))
    assert seen == [(Effect.ASK, "default"), (Effect.ASK, "user"), (Effect.DENY, "user")]


def test_a_file_that_nobody_touched_is_read_once(book: Book) -> None:
    book.write(DENY)
    for _ in range(5):
        book.judge()
    assert [draft.kind for draft in book.log] == ["policy.loaded", "policy.loaded"]


def test_only_a_source_that_says_something_else_is_logged_again(book: Book) -> None:
    book.write(ASK)
    book.judge()
    book.write(DENY, ASK)
    book.judge()
    assert [(draft.fields["source"], draft.fields["rules"]) for draft in book.log] == [
        ("managed", 0),
        ("user", 1),
        ("user", 2),
    ]
    book.managed = lambda: managed(Effect.DENY)
    book.managed_file.write_text("x")
    book.judge()
    assert [draft.fields["source"] for draft in book.log[3:]] == ["managed"]


@pytest.mark.parametrize(
    "broken", ["", "{", '{"version": 1}', '{"version": 2, "rules": []}', '{"version":1,"rules":[],"rules":[]}', "\x00"]
)
def test_a_broken_edit_denies_everything_until_it_is_mended(book: Book, broken: str) -> None:
    book.write(ALLOW)
    book.confirm()
    assert book.effect() is Effect.ALLOW
    book.user.write_text(broken)
    verdict = book.judge()
    assert (verdict.effect, verdict.rule) == (Effect.DENY, "broken-policy")
    assert book.book.waiting() is None
    book.write(ASK)
    assert book.effect() is Effect.ASK


def test_a_file_that_cannot_be_read_denies_everything(book: Book) -> None:
    book.user.mkdir()
    assert book.effect() is Effect.DENY


# The administrator's rules


def managed(*effects: Effect) -> PolicySource:
    rules = tuple(Rule(f"m{n}", effect, Match(), source="managed") for n, effect in enumerate(effects))
    return PolicySource("managed", "managed.json", digest="0" * 64, rules=rules)


@pytest.mark.parametrize(
    ("administrator", "person", "effect"),
    [
        (Effect.DENY, ALLOW, Effect.DENY),
        (Effect.ASK, ALLOW, Effect.ASK),
        (Effect.ALLOW, DENY, Effect.DENY),
        (Effect.ALLOW, ASK, Effect.ASK),
        (Effect.ALLOW, ALLOW, Effect.ALLOW),
    ],
)
def test_nothing_a_person_writes_loosens_what_the_administrator_said(
    book: Book, administrator: Effect, person: JsonObject, effect: Effect
) -> None:
    book.managed = lambda: managed(administrator)
    book.write(person)
    if book.waits():
        book.confirm()
    assert book.effect() is effect


def test_the_administrators_allow_needs_no_confirmation(book: Book) -> None:
    book.managed = lambda: managed(Effect.ALLOW)
    assert book.effect() is Effect.ALLOW


def test_a_change_of_the_managed_file_takes_effect_at_once(book: Book) -> None:
    book.managed = lambda: managed(Effect.DENY) if book.managed_file.exists() else managed()
    assert book.effect() is Effect.ASK
    book.managed_file.write_text("x")
    assert book.effect() is Effect.DENY
    book.managed_file.unlink()
    assert book.effect() is Effect.ASK


@pytest.mark.parametrize("deep", [True, False], ids=["the directory", "one further up"])
def test_s39_who_may_write_above_the_managed_file_counts_at_the_next_call(
    book: Book, tmp_path: Path, deep: bool
) -> None:
    top = tmp_path / "etc"
    directory = top / "assent"
    for made in (top, directory):
        made.mkdir()
        made.chmod(0o755)
    book.managed_file = directory / "managed.json"
    book.managed_file.write_text(json.dumps({"version": 1, "rules": [ALLOW]}))
    book.managed_file.chmod(0o644)
    book.managed = lambda: load_managed(book.managed_file, top=top, owner=os.getuid())
    book.open()
    loose = directory if deep else top
    assert book.effect() is Effect.ALLOW
    loose.chmod(0o777)
    assert book.judge().rule == "broken-policy"
    loose.chmod(0o755)
    assert book.effect() is Effect.ALLOW
    away = loose.rename(loose.with_name("away"))
    assert book.effect() is Effect.ASK
    away.rename(loose)
    assert book.effect() is Effect.ALLOW


def test_what_is_put_beside_the_managed_file_reads_nothing_again(book: Book, tmp_path: Path) -> None:
    book.judge()
    (tmp_path / "another").write_text("x")
    assert not book.book.is_stale()


def test_while_a_file_is_broken_every_call_has_the_same_verdict_unseen(book: Book) -> None:
    book.write(ALLOW)
    book.judge()
    assert book.book.broken_verdict() is None
    book.managed = lambda: PolicySource("managed", "managed.json", error="managed.json: broken.")
    book.write(ASK)
    assert book.judge() == book.book.broken_verdict()


def test_a_broken_managed_file_denies_everything(book: Book) -> None:
    book.managed = lambda: PolicySource("managed", "managed.json", error="managed.json: broken.")
    book.write(ALLOW)
    assert book.effect() is Effect.DENY


@pytest.mark.parametrize("before", [True, False], ids=["after a good look", "at the first look"])
def test_a_policy_that_could_not_be_looked_at_is_not_replaced_by_an_older_one(book: Book, before: bool) -> None:
    """The gate turns an exception into a denial; the next call must not be judged without the administrator's rules."""
    if before:
        assert book.effect() is Effect.ASK
    book.write(ASK)

    def fail() -> PolicySource:
        raise LookupError("a bug")

    book.managed = fail
    for _ in range(2):
        with pytest.raises(LookupError):
            book.judge()
    book.managed = lambda: managed(Effect.DENY)
    assert book.effect() is Effect.DENY


# Confirmation (row 39)


def test_s39_an_allow_rule_of_the_users_file_waits_for_a_person(book: Book) -> None:
    book.write(ALLOW)
    verdict = book.judge()
    assert (verdict.effect, verdict.rule) == (Effect.ASK, "default")
    assert "confirm" in verdict.because
    waiting = book.book.waiting()
    assert waiting is not None
    assert [change.kind for change in waiting.waiting] == ["allows"]


def test_s39_tightening_rules_count_at_once_beside_those_that_wait(book: Book) -> None:
    book.write(ALLOW, DENY)
    assert book.effect() is Effect.DENY


def test_s39_a_confirmed_rule_counts_and_the_log_says_who_confirmed(book: Book) -> None:
    book.write(ALLOW)
    assert book.confirm()
    assert book.effect() is Effect.ALLOW
    assert book.book.waiting() is None
    (confirmed,) = [draft for draft in book.log if draft.kind == "policy.confirmed"]
    assert confirmed.fields["who"] == "ana"
    assert [draft.fields["confirmed"] for draft in book.log if draft.fields.get("source") == "user"] == [False, True]


@pytest.mark.parametrize("stale", ["", "0" * 64, "of the file before"])
def test_s39_a_confirmation_of_anything_else_is_refused(book: Book, stale: str) -> None:
    book.write(ALLOW)
    assert book.waits() == ["allows"]
    digest = book.book.waiting_digest if stale == "of the file before" else stale
    book.write({"effect": "allow", "match": {}})
    assert not book.confirm_as(digest)
    assert book.effect() is Effect.ASK
    assert not [draft for draft in book.log if draft.kind == "policy.confirmed"]


def test_s39_with_nothing_waiting_there_is_nothing_to_confirm(book: Book) -> None:
    book.write(ASK)
    assert book.waits() == []
    assert not book.confirm_as(loosening_digest(book.book.sources[1]))
    assert not book.confirm_as("")


@pytest.mark.parametrize(
    ("rules", "effect"),
    [
        ([{"effect": "allow", "match": {}}], Effect.ASK),
        ([{"effect": "allow", "match": {"server": "files*"}}], Effect.ASK),
        ([ALLOW, {"effect": "allow", "match": {"server": "web"}}], Effect.ALLOW),
    ],
    ids=["wider", "a star", "one more"],
)
def test_s39_any_further_loosening_waits_and_what_was_confirmed_counts_on(
    book: Book, rules: list[JsonObject], effect: Effect
) -> None:
    book.write(ALLOW)
    book.confirm()
    book.write(*rules)
    assert book.effect() is effect
    assert book.waits() == ["allows"]


def test_s39_a_denial_that_is_taken_away_counts_until_that_is_confirmed(book: Book) -> None:
    book.write(DENY)
    assert book.effect() is Effect.DENY
    book.write()
    assert book.effect() is Effect.DENY
    assert book.waits() == ["gone"]
    assert book.confirm()
    assert book.effect() is Effect.ASK


def test_s39_a_file_that_is_taken_away_takes_no_denial_with_it(book: Book) -> None:
    book.write(DENY)
    book.judge()
    book.user.unlink()
    assert book.effect() is Effect.DENY
    assert book.waits() == ["gone"]


def test_s39_taking_back_what_tightened_needs_no_restart(book: Book) -> None:
    book.write(ALLOW)
    book.confirm()
    book.write(ALLOW, DENY)
    assert book.effect() is Effect.DENY
    book.write(ALLOW)
    book.confirm()
    assert book.effect() is Effect.ALLOW


def test_s39_order_names_and_reasons_need_no_new_confirmation(book: Book) -> None:
    book.write(ALLOW, {"effect": "ask", "match": {"tool": "rm"}})
    book.confirm()
    book.write({"effect": "ask", "match": {"tool": "rm"}, "id": "careful", "reason": "because"}, ALLOW)
    assert book.effect() is Effect.ALLOW
    assert book.waits() == []


def test_s39_a_loosening_that_was_taken_back_is_not_confirmed_for_ever(book: Book) -> None:
    """The person removed the rule; a program that writes it again must not profit from last month's yes."""
    book.write(ALLOW)
    book.confirm()
    book.write(ASK)
    assert book.effect() is Effect.ASK
    book.write(ALLOW)
    assert book.effect() is Effect.ASK
    assert "allows" in book.waits()


def test_s39_a_slip_of_the_pen_does_not_cost_the_confirmation(book: Book) -> None:
    book.write(ALLOW)
    book.confirm()
    book.user.write_text("{")
    assert book.effect() is Effect.DENY
    book.write(ALLOW)
    assert book.effect() is Effect.ALLOW


def test_s39_a_file_that_was_taken_away_and_put_back_waits_again(book: Book) -> None:
    book.write(ALLOW)
    book.confirm()
    book.user.unlink()
    assert book.effect() is Effect.ASK
    book.write(ALLOW)
    assert book.effect() is Effect.ASK


def test_s39_a_confirmation_that_nothing_keeps_ends_with_the_host(book: Book) -> None:
    book.write(ALLOW)
    book.confirm()
    assert book.effect() is Effect.ALLOW
    book.open()
    assert book.effect() is Effect.ASK
    assert book.book.why_not_kept == ENDS_WITH_HOST


def test_every_move_of_the_baseline_is_kept(book: Book) -> None:
    book.write(ALLOW)
    book.judge()
    assert book.kept == []
    book.confirm()
    book.write(ALLOW, DENY)
    book.judge()
    book.write(DENY)
    book.judge()
    kept = [[rule.effect.value for rule in baseline.rules] for baseline in book.kept]
    assert kept == [["allow"], ["allow", "deny"], ["deny"]]


# What was confirmed before this host started


def test_s39_what_was_confirmed_before_counts_at_once(book: Book) -> None:
    book.write(ALLOW)
    book.confirm()
    book.open(baseline=book.kept[-1])
    assert book.effect() is Effect.ALLOW


def test_s39_what_is_found_late_counts_from_then_on_beside_what_tightened_since(book: Book) -> None:
    book.write(ALLOW)
    book.confirm()
    found = book.kept[-1]
    book.open()
    book.write(ALLOW, {"effect": "deny", "match": {"tool": "rm"}})
    assert book.effect() is Effect.ASK
    asyncio.run(book.book.adopt(found))
    assert book.effect() is Effect.ALLOW
    book.write(ALLOW)
    assert book.waits() == ["gone"]


def test_s39_what_is_found_late_does_not_count_against_what_a_person_said_since(book: Book) -> None:
    book.write(ALLOW, DENY)
    book.confirm()
    found = book.kept[-1]
    book.open()
    book.write(ALLOW)
    book.confirm()
    asyncio.run(book.book.adopt(found))
    assert book.effect() is Effect.ALLOW
    assert book.waits() == []


# Who vouches for a server


def test_trust_is_the_administrators_the_users_or_nobodys(book: Book) -> None:
    one, other, third = ("a" * 64, "b" * 64, "c" * 64)
    trust = MappingProxyType({"files": one, "both": one})
    book.managed = lambda: replace(managed(), trust=trust)
    book.user.write_text(json.dumps({"version": 1, "rules": [], "trust": {"web": other, "both": other}}))
    assert book.waits() == ["trusts", "trusts"]
    assert book.book.trust_of("web", other) == "none"
    book.confirm()
    seen = [book.book.trust_of(*asked) for asked in (("files", one), ("web", other), ("both", one), ("both", other))]
    assert seen == ["managed", "user", "managed", "user"]
    assert [book.book.trust_of(*asked) for asked in (("files", third), ("web", one), ("x", one), ("web", ""))] == [
        *["none"] * 4
    ]


def test_while_a_file_cannot_be_used_nobody_vouches_for_anything(book: Book) -> None:
    book.managed = lambda: replace(managed(), trust=MappingProxyType({"files": "a" * 64}))
    book.user.write_text("{")
    book.judge()
    assert book.book.trust_of("files", "a" * 64) == "none"


def test_approvers_are_those_of_the_administrators_file(book: Book) -> None:
    ana = ApproverEntry("Ana", ("IRB_CHAIR",), "$argon2id$x")
    book.managed = lambda: replace(managed(), managed=Managed(approvers=(ana,)))
    book.judge()
    assert (book.book.approvers, book.book.managed.approvers) == ((ana,), (ana,))


# Large files


def large(effect: str) -> list[JsonObject]:
    return [{"id": f"r{number}", "effect": effect, "match": {"server": f"s{number}"}} for number in range(2_000)]


async def test_a_large_file_is_read_in_a_thread_and_nothing_is_judged_by_the_old_one(book: Book) -> None:
    await book.book.ready()
    assert not book.book.is_stale()
    book.write(*large("ask"), DENY)
    assert book.book.is_stale()
    ready = asyncio.ensure_future(book.book.ready())  # noqa: TID251
    await asyncio.sleep(0)
    assert book.book.is_stale()  # whoever does not wait knows that the verdict is by other rules
    assert book.book.judge(FACTS).effect is Effect.ASK
    await ready
    assert not book.book.is_stale()
    assert book.book.judge(FACTS).effect is Effect.DENY


async def test_many_who_wait_for_one_large_file_read_it_once(book: Book) -> None:
    await book.book.ready()
    book.write(*large("ask"))
    generation = book.book.generation
    await asyncio.gather(*(book.book.ready() for _ in range(20)))
    assert (book.book.generation, len(book.book.sources[1].rules)) == (generation + 1, 2_000)


async def test_a_look_reads_a_large_file_soon(book: Book) -> None:
    await book.book.ready()
    book.write(*large("ask"))
    changed = asyncio.Event()
    book.book.changed.connect(changed.set)
    for _ in range(3):
        book.book.refresh_soon()
    async with asyncio.timeout(30):
        await changed.wait()
    assert len(book.book.sources[1].rules) == 2_000


async def test_an_edit_while_a_large_file_is_read_is_seen_by_the_next_look(book: Book) -> None:
    await book.book.ready()
    book.write(*large("ask"))
    ready = asyncio.ensure_future(book.book.ready())  # noqa: TID251
    await asyncio.sleep(0)
    book.write(DENY)
    await ready
    await book.book.ready()
    assert book.book.judge(FACTS).effect is Effect.DENY


async def test_what_did_not_change_keeps_its_index(book: Book) -> None:
    book.managed = lambda: managed(Effect.ASK)
    await book.book.ready()
    administrator = book.book.sources[0]
    book.write(DENY)
    await book.book.ready()
    assert book.book.sources[0] is administrator


async def test_a_file_that_is_touched_and_says_the_same_changes_nothing(book: Book) -> None:
    book.write(DENY)
    await book.book.ready()
    generation, logged = book.book.generation, len(book.log)
    book.write(DENY)
    assert book.book.is_stale()
    await book.book.ready()
    assert (book.book.generation, len(book.log), book.book.is_stale()) == (generation, logged, False)


# One look a turn


def test_within_one_turn_the_files_are_looked_at_once_and_again_in_the_next(book: Book) -> None:
    book.open(soon=True)
    assert book.effect() is Effect.ASK
    book.write(DENY)
    assert not book.book.is_stale()
    assert book.effect() is Effect.ASK
    (look_again,) = book.soon
    look_again()
    assert book.effect() is Effect.DENY


def test_the_records_of_a_load_say_what_was_loaded_and_hold_no_rule(book: Book) -> None:
    book.write({"effect": "allow", "match": {"tool": "canary"}, "reason": "canary"})
    book.judge()
    administrator, person = book.log
    assert (administrator.fields["source"], person.fields["source"]) == ("managed", "user")
    assert (person.fields["rules"], person.fields["error"], person.fields["confirmed"]) == (1, "", False)
    assert "canary" not in json.dumps(dict(person.fields))


# What the window hears


def test_a_change_of_the_rules_in_force_is_told_once(book: Book) -> None:
    told: list[int] = []
    book.book.changed.connect(lambda: told.append(book.book.generation))
    book.judge()
    book.judge()
    assert told == [1]
    book.write(ALLOW)
    book.judge()
    book.confirm()
    assert told == [1, 2, 3]
    assert book.book.sources[1].confirmed


def test_looking_at_unchanged_rules_reads_no_file(book: Book) -> None:
    book.write(ALLOW)
    book.judge()
    first = book.book.sources
    reads: list[str] = []

    def read() -> PolicySource:
        reads.append("managed")
        return managed()

    book.managed = read
    for _ in range(3):
        book.book.refresh_soon()
        assert book.book.sources is first
    assert book.book.waiting_digest == loosening_digest(first[1])
    assert reads == []


def test_the_digest_of_what_waits_is_there_only_while_something_waits(book: Book) -> None:
    for rules, waits in (([], False), ([ASK], False), ([ASK, ALLOW], True)):
        book.write(*rules)
        book.judge()
        assert bool(book.book.waiting_digest) is waits
    assert book.confirm()
    assert book.book.waiting_digest == ""


def test_s43_the_rules_that_wait_are_indexed_before_any_call_is_judged() -> None:
    rule = Rule("a", Effect.ALLOW, Match("files"))
    user = PolicySource("user", "policy.json", rules=(rule,))
    rules = make_in_force((PolicySource("managed", ""), user), NOTHING_CONFIRMED, None)
    assert all(len(source.memo) == 2 for source in rules.sources)
    assert waiting_index(rules.sources[1]).candidates("files", "read", "app") == (rule,)
