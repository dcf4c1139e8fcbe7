from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host.model import Draft, Effect, JsonObject, Verdict
from host.policy.book import PolicyBook
from host.policy.facts import CallFacts
from host.policy.loosening import loosening_digest
from host.policy.model import Match, PolicySource, Rule

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
        self.book = self.open()

    def open(self, *, soon: bool = False) -> PolicyBook:
        self.book = PolicyBook(
            self.user,
            managed=self._managed,
            managed_file=self.managed_file,
            log=self.log.append,
            soon=self.soon.append if soon else None,
        )
        return self.book

    def _managed(self) -> PolicySource:
        return self.managed()

    def write(self, *rules: JsonObject) -> None:
        self.user.write_text(json.dumps({"version": 1, "rules": rules}))

    def judge(self) -> Verdict:
        return self.book.judge(FACTS)

    def effect(self) -> Effect:
        return self.judge().effect

    def confirm(self) -> bool:
        """A person confirms what waits now."""
        waiting = self.book.waiting()
        assert waiting is not None
        return self.book.confirm(loosening_digest(waiting), "ana")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    tmp_path.chmod(0o700)
    return Book(tmp_path)


def test_without_any_file_a_person_is_asked(book: Book) -> None:
    assert (book.effect(), book.judge().rule) == (Effect.ASK, "default")
    assert book.book.waiting() is None


def test_an_edit_between_two_verdicts_takes_effect_at_once(book: Book) -> None:
    seen = [book.effect()]
    for rules in ([DENY], [ASK], [], [DENY, ASK]):
        book.write(*rules)
        seen.append(book.effect())
    book.user.unlink()
    seen.append(book.effect())
    assert seen == [Effect.ASK, Effect.DENY, Effect.ASK, Effect.ASK, Effect.DENY, Effect.ASK]


def test_a_file_that_nobody_touched_is_read_once(book: Book) -> None:
    book.write(DENY)
    for _ in range(5):
        book.judge()
    assert [draft.kind for draft in book.log] == ["policy.loaded", "policy.loaded"]


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
    if book.book.waiting() is not None:
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
    assert [rule.effect for rule in waiting.waiting] == [Effect.ALLOW]


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
    waiting = book.book.waiting()
    assert waiting is not None
    digest = loosening_digest(waiting) if stale == "of the file before" else stale
    book.write({"effect": "allow", "match": {}})
    assert not book.book.confirm(digest, "ana")
    assert book.effect() is Effect.ASK
    assert not [draft for draft in book.log if draft.kind == "policy.confirmed"]


def test_s39_with_nothing_waiting_there_is_nothing_to_confirm(book: Book) -> None:
    book.write(ASK)
    (user,) = [source for source in book.book.sources if source.kind == "user"]
    assert not book.book.confirm(loosening_digest(user), "ana")


@pytest.mark.parametrize(
    "rules",
    [
        [{"effect": "allow", "match": {}}],
        [ALLOW, {"effect": "allow", "match": {"server": "web"}}],
        [{"effect": "allow", "match": {"server": "files*"}}],
    ],
    ids=["wider", "one more", "a star"],
)
def test_s39_any_further_loosening_waits_again_and_so_does_what_was_confirmed(
    book: Book, rules: list[JsonObject]
) -> None:
    book.write(ALLOW)
    book.confirm()
    book.write(*rules)
    assert book.effect() is Effect.ASK
    assert book.book.waiting() is not None


def test_s39_taking_a_denial_away_from_beside_an_allow_rule_waits_again(book: Book) -> None:
    book.write(ALLOW, {"effect": "deny", "match": {"tool": "rm"}})
    book.confirm()
    assert book.effect() is Effect.ALLOW
    book.write(ALLOW)
    assert book.effect() is Effect.ASK


def test_s39_order_names_and_reasons_need_no_new_confirmation(book: Book) -> None:
    book.write(ALLOW, {"effect": "ask", "match": {"tool": "rm"}})
    book.confirm()
    book.write({"effect": "ask", "match": {"tool": "rm"}, "id": "careful", "reason": "because"}, ALLOW)
    assert book.effect() is Effect.ALLOW


def test_s39_a_loosening_that_was_taken_back_is_not_confirmed_for_ever(book: Book) -> None:
    """The person removed the rule; a program that writes it again must not profit from last month's yes."""
    book.write(ALLOW)
    book.confirm()
    book.write(ASK)
    assert book.effect() is Effect.ASK
    book.write(ALLOW)
    assert book.effect() is Effect.ASK
    assert book.book.waiting() is not None


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


def test_s39_a_confirmation_ends_with_the_host(book: Book) -> None:
    book.write(ALLOW)
    book.confirm()
    assert book.effect() is Effect.ALLOW
    book.open()
    assert book.effect() is Effect.ASK


# One look a turn


def test_within_one_turn_the_files_are_looked_at_once_and_anew_in_the_next(book: Book) -> None:
    book.open(soon=True)
    assert book.effect() is Effect.ASK
    book.write(DENY)
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
    told: list[tuple[PolicySource, ...]] = []
    book.book.changed = lambda: told.append(book.book.sources)
    book.judge()
    book.judge()
    assert len(told) == 1
    book.write(ALLOW)
    book.judge()
    assert [rule.effect for rule in told[-1][1].rules] == [Effect.ALLOW]
    book.confirm()
    assert (len(told), told[-1][1].confirmed) == (3, True)


def test_looking_at_unchanged_rules_reads_no_file(book: Book) -> None:
    book.write(ALLOW)
    first = book.book.sources
    reads: list[str] = []

    def read() -> PolicySource:
        reads.append("managed")
        return managed()

    book.managed = read
    assert all(book.book.sources is first for _ in range(3))
    assert book.book.waiting_digest == loosening_digest(first[1])
    assert reads == []


def test_the_digest_of_what_waits_is_there_only_while_something_waits(book: Book) -> None:
    assert book.book.waiting_digest == ""
    book.write(ASK)
    assert book.book.waiting_digest == ""
    book.write(ALLOW)
    assert book.book.confirm(book.book.waiting_digest, "ana")
    assert book.book.waiting_digest == ""
