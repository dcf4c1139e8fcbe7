from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.gate import quorum
from host.model import Obligations, RoleQuota, Signature
from host.policy.model import ApproverEntry
from host.values import replace

ROLES = ("CHAIR", "PI", "REVIEWER")


def wants(*quotas: tuple[str, int], pin: bool = False) -> Obligations:
    return Obligations(tuple(RoleQuota(role, count) for role, count in quotas), pin=pin)


def signed(name: str, *roles: str) -> Signature:
    return Signature(name, roles, 1.0)


def entry(name: str, *roles: str) -> ApproverEntry:
    return ApproverEntry(name, roles, "")


def test_a_call_that_wants_two_roles_waits_for_both() -> None:
    both = wants(("CHAIR", 1), ("PI", 1))
    assert quorum.missing(both, []) == ("1 CHAIR", "1 PI")
    assert quorum.missing(both, [signed("Ada", "PI")]) == ("1 CHAIR",)
    assert quorum.missing(both, [signed("Ada", "PI"), signed("Tom", "CHAIR")]) == ()


def test_a_role_is_wanted_as_often_as_it_says() -> None:
    three = wants(("REVIEWER", 3))
    assert quorum.missing(three, [signed("Ada", "REVIEWER")]) == ("2 REVIEWER",)
    assert quorum.missing(three, [signed(name, "REVIEWER") for name in "abc"]) == ()


def test_nothing_is_missing_where_nothing_is_wanted() -> None:
    assert quorum.missing(Obligations(reason_required=True), []) == ()
    assert not quorum.would_count(Obligations(), [], "Ada", ROLES)
    assert quorum.candidates(Obligations(), [], [entry("Ada", *ROLES)]) == ()


def test_one_person_with_both_roles_counts_for_one() -> None:
    both = wants(("CHAIR", 1), ("PI", 1))
    assert len(quorum.missing(both, [signed("Ada", "CHAIR", "PI")])) == 1


def test_who_has_two_roles_makes_room_for_who_has_one() -> None:
    both = wants(("CHAIR", 1), ("PI", 1))
    assert quorum.missing(both, [signed("Ada", "CHAIR", "PI"), signed("Tom", "CHAIR")]) == ()
    assert quorum.missing(both, [signed("Ada", "CHAIR", "PI"), signed("Tom", "PI")]) == ()


def test_a_chain_of_people_makes_room() -> None:
    three = wants(("A", 1), ("B", 1), ("C", 1))
    people = [signed("x", "A", "B"), signed("y", "B", "C"), signed("z", "A")]
    for order in permutations(people):
        assert quorum.missing(three, order) == ()


@pytest.mark.parametrize("spelling", ["ada", "ADA", "Ａｄａ", "Ada"])
def test_the_same_name_twice_counts_once_in_any_spelling(spelling: str) -> None:
    two = wants(("PI", 2))
    assert quorum.missing(two, [signed("Ada", "PI"), signed(spelling, "PI")]) == ("1 PI",)
    assert not quorum.would_count(two, [signed("Ada", "PI")], spelling, ("PI",))


def test_names_that_fold_to_one_are_one_person() -> None:
    assert quorum.person("STRASSE") == quorum.person("straße")
    assert quorum.person("Jose\u0301") == quorum.person("JOSÉ")
    assert quorum.person("Ada") != quorum.person("Adah")


def test_a_pin_is_anybodys_signature() -> None:
    assert quorum.missing(wants(pin=True), []) == (quorum.A_PIN,)
    assert quorum.missing(wants(pin=True), [signed("ana")]) == ()
    assert quorum.would_count(wants(pin=True), [], "ana", ())
    assert not quorum.would_count(wants(pin=True), [signed("ana")], "Ada", ("PI",))


def test_a_signature_for_a_role_is_the_pin_too() -> None:
    both = wants(("PI", 1), pin=True)
    assert quorum.missing(both, []) == ("1 PI",)
    assert not quorum.would_count(both, [], "ana", ())
    assert quorum.missing(both, [signed("Ada", "PI")]) == ()


def test_candidates_are_those_whose_signature_would_count() -> None:
    both = wants(("CHAIR", 1), ("PI", 1))
    known = [entry("Tom", "CHAIR"), entry("Ada", "CHAIR", "PI"), entry("Eve", "NURSE"), entry("Bob", "PI")]
    names = [entry.name for entry in quorum.candidates(both, [], known)]
    assert names == ["Tom", "Ada", "Bob"]
    assert [one.name for one in quorum.candidates(both, [signed("Ada", "CHAIR", "PI")], known)] == ["Tom", "Bob"]
    assert [one.name for one in quorum.candidates(both, [signed("Tom", "CHAIR")], known)] == ["Ada", "Bob"]


def test_a_signature_stands_while_its_person_is_registered_with_its_roles() -> None:
    ada = replace(signed("Ada", "PI"), mark=entry("Ada").mark)
    assert quorum.stands(ada, [entry("ADA", "PI", "CHAIR")])
    assert not quorum.stands(ada, [entry("Ada", "CHAIR")])
    assert not quorum.stands(ada, [entry("Tom", "PI")])
    assert quorum.stands(replace(ada, roles=()), [entry("ada")])


def test_a_signature_does_not_outlive_the_credential_it_was_given_with() -> None:
    before, after = ApproverEntry("Ada", ("PI",), "$argon2id$stolen"), ApproverEntry("Ada", ("PI",), "$argon2id$new")
    given = replace(signed("Ada", "PI"), mark=before.mark)
    assert (quorum.stands(given, [before]), quorum.stands(given, [after])) == (True, False)
    assert not quorum.stands(signed("Ada", "PI"), [before]), "given with none"
    assert "stolen" not in f"{before!r}{before.mark}{given!r}"


# Properties

quotas = st.dictionaries(st.sampled_from(ROLES), st.integers(0, 3), max_size=3).map(
    lambda counts: tuple(RoleQuota(role, count) for role, count in counts.items())
)
obligations = st.builds(Obligations, approvers=quotas, pin=st.booleans())
names = st.sampled_from(["Ada", "ada", "ＡＤＡ", "Tom", "Eve", "Bob", "Ida", "ida"])
role_sets = st.sets(st.sampled_from(ROLES)).map(lambda roles: tuple(sorted(roles)))
signatures = st.lists(st.builds(Signature, names, role_sets, st.just(1.0)), max_size=6)


def counts(words: Sequence[str]) -> dict[str, int]:
    """What is missing, by role."""
    return {word.split(" ", 1)[1]: 1 if word == quorum.A_PIN else int(word.split(" ", 1)[0]) for word in words}


def best(wanted: Obligations, given: Sequence[Signature]) -> int:
    """How many places can be filled at most: every way to give each person one role or none is tried."""
    people: dict[str, set[str]] = {}
    for one in given:
        people.setdefault(quorum.person(one.approver), set()).update(one.roles)
    places = {quota.role: quota.count for quota in wanted.approvers}
    most = 0
    for choice in product(*[[None, *sorted(roles)] for roles in people.values()]):
        filled = sum(min(count, sum(role == chosen for chosen in choice)) for role, count in places.items())
        most = max(most, filled)
    return most


@given(obligations, signatures)
def test_as_many_count_as_can(wanted: Obligations, given_: list[Signature]) -> None:
    places = sum(quota.count for quota in wanted.approvers)
    lacking = counts(quorum.missing(Obligations(wanted.approvers), given_))
    assert sum(lacking.values()) == places - best(wanted, given_)


@given(obligations, signatures)
def test_nobody_counts_twice(wanted: Obligations, given_: list[Signature]) -> None:
    people = {quorum.person(one.approver) for one in given_}
    places = sum(quota.count for quota in wanted.approvers)
    lacking = counts(quorum.missing(Obligations(wanted.approvers), given_))
    assert places - sum(lacking.values()) <= len(people)


@given(obligations, signatures, st.randoms(use_true_random=False))
def test_the_order_of_signatures_means_nothing(wanted: Obligations, given_: list[Signature], random: object) -> None:
    shuffled = list(given_)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert quorum.missing(wanted, shuffled) == quorum.missing(wanted, given_)


@given(obligations, signatures, st.builds(Signature, names, role_sets, st.just(2.0)))
def test_one_more_signature_never_makes_more_missing(
    wanted: Obligations, given_: list[Signature], more: Signature
) -> None:
    before, after = counts(quorum.missing(wanted, given_)), counts(quorum.missing(wanted, [*given_, more]))
    assert all(count <= before.get(role, 0) for role, count in after.items())


@given(obligations, signatures, names, role_sets)
def test_a_signature_helps_exactly_where_less_is_missing_with_it(
    wanted: Obligations, given_: list[Signature], name: str, roles: tuple[str, ...]
) -> None:
    before = sum(counts(quorum.missing(wanted, given_)).values())
    after = sum(counts(quorum.missing(wanted, [*given_, signed(name, *roles)])).values())
    new = quorum.person(name) not in {quorum.person(one.approver) for one in given_}
    assert quorum.would_count(wanted, given_, name, roles) == (new and after < before)


@given(obligations, signatures, signatures, names, role_sets)
def test_who_would_not_help_now_never_will(
    wanted: Obligations, given_: list[Signature], later: list[Signature], name: str, roles: tuple[str, ...]
) -> None:
    if not quorum.would_count(wanted, given_, name, roles):
        assert not quorum.would_count(wanted, [*given_, *later], name, roles)


@given(obligations, obligations, signatures)
def test_what_both_rules_want_is_no_less_than_what_each_wants(
    one: Obligations, other: Obligations, given_: list[Signature]
) -> None:
    if quorum.missing(one, given_):
        assert quorum.missing(one | other, given_)
