from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from host.arguments.facts import Place, within
from host.policy.facts import NOTHING_NEEDED, ArgumentSchema, Needs

TOP = (1, 2)
HOME = (1, 10)
NOTES = (1, 20)


def test_a_folder_lies_within_itself() -> None:
    notes = Place("/home/notes", (NOTES, HOME, TOP))
    assert within(notes, notes) is True


def test_what_is_missing_lies_within_the_directory_above_it() -> None:
    assert within(Place("/home/notes/new/x", (NOTES, HOME, TOP), ("new", "x")), Place("/h", (HOME, TOP))) is True


def test_a_parent_lies_not_within_its_child() -> None:
    assert within(Place("/home", (HOME, TOP)), Place("/home/notes", (NOTES, HOME, TOP))) is False


def test_directories_are_compared_by_what_they_are_and_not_by_name() -> None:
    assert within(Place("/HOME/Notes/x", (NOTES, HOME, TOP), ("x",)), Place("/home/notes", (NOTES, HOME, TOP))) is True
    assert within(Place("/home/notes", ((2, 20), HOME, TOP)), Place("/home/notes", (NOTES, HOME, TOP))) is False


def test_below_a_missing_folder_lies_only_what_is_written_below_it() -> None:
    folder = Place("/home/new", (HOME, TOP), ("new",))
    assert within(Place("/home/new/x", (HOME, TOP), ("new", "x")), folder) is True
    assert within(Place("/home/newer", (HOME, TOP), ("newer",)), folder) is False
    assert within(Place("/home", (HOME, TOP)), folder) is False
    assert within(Place("/home/notes/new", (NOTES, HOME, TOP), ("new",)), folder) is False


def test_whether_missing_names_are_the_same_except_capitals_is_unknown() -> None:
    folder = Place("/home/New", (HOME, TOP), ("New",))
    assert within(Place("/home/new/x", (HOME, TOP), ("new", "x")), folder) is None
    assert within(Place("/home/ｎew", (HOME, TOP), ("ｎew",)), folder) is None


def test_nothing_lies_within_a_folder_without_identity() -> None:
    assert within(Place("/x", ()), Place("/x", ())) is False


names = st.lists(st.sampled_from("abcd"), max_size=3).map(tuple)
chains = st.lists(st.tuples(st.just(1), st.integers(1, 6)), min_size=1, max_size=4, unique=True).map(tuple)
places = st.builds(Place, st.just("/"), chains, names)


@given(places, places, places)
def test_to_lie_within_is_transitive(one: Place, two: Place, three: Place) -> None:
    ends = {one.chain[-1], two.chain[-1], three.chain[-1]}
    tree = len(ends) == 1 and all(
        a.chain[a.chain.index(b.chain[0]) :] == b.chain
        for a in (one, two, three)
        for b in (one, two, three)
        if b.chain[0] in a.chain
    )
    if tree and within(one, two) and within(two, three):
        assert within(one, three) is True


def test_needs_together_are_those_of_both_each_once() -> None:
    first = Needs((ArgumentSchema({}, "a"),), ("/x",), paths=True)
    second = Needs((ArgumentSchema({}, "a"), ArgumentSchema({}, "b")), ("/x", "/y"), hosts=True)
    both = first | second
    assert [schema.digest for schema in both.schemas] == ["a", "b"]
    assert both.folders == ("/x", "/y")
    assert both.paths
    assert both.hosts
    assert (first | NOTHING_NEEDED) == first
