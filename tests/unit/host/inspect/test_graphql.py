"""Which fields the mutations of a GraphQL document select."""

from __future__ import annotations

import pytest

from host.inspect.graphql import changed_by
from host.inspect.tools import class_of


@pytest.mark.parametrize(
    ("document", "fields"),
    [
        ('mutation { hookUpdate(url: "https://x/{mutation}") { id url } }', ("hookUpdate",)),
        ("query L { members { id } }\nmutation E { gone: membershipEnd(ids: $i) { count } }", ("membershipEnd",)),
        ("fragment F on Mutation { deleteX { id } } mutation { ...F }", ("deleteX",)),
        ("mutation @live { a @include(if: true) { b } }", ("a",)),
        ("\ufeff mutation,#x\n{a}", ("a",)),
        ("{ mutation { id } }", ()),
        ("query { mutation(id: 1) { x } }", ()),
        ("# mutation { a }\nquery { b }", ()),
        ('query { b(note: "mutation { a }") { c } }', ()),
        ('query { b(note: """ mutation { "a" } """) { c } }', ()),
        ("The mutation { of } genes", ()),
    ],
)
def test_fields_that_mutations_select(document: str, fields: tuple[str, ...]) -> None:
    assert changed_by(document) == fields


@pytest.mark.parametrize(
    ("document", "verb"),
    [
        ("query { repository { id } }", "reads"),
        ("mutation { issueCreate(input: {}) { id } }", "writes"),
        ("mutation { seen addCollaborator(user: 1) { id } }", "grants"),
        ("mutation { deleteRepository(id: 1) { ok } }", "deletes"),
    ],
)
def test_a_mutation_says_what_a_call_does(document: str, verb: str) -> None:
    assert class_of("forge", "graphql_read", {"document": document}).verb == verb
