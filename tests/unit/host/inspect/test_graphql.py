"""Which fields the mutations of a GraphQL document select, and what that says of a call."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from host.inspect.graphql import MAX_FIELDS, MAX_LENGTH, mutations_in
from host.inspect.tools import _VERBS_BY_GRAVITY, class_of
from host.model import JsonObject

DELETES = "mutation{deleteRepository(id:1){id}}"


@pytest.mark.parametrize(
    ("document", "fields"),
    [
        ('mutation { hookUpdate(url: "https://x/{mutation}") { id url } }', ("hookUpdate",)),
        ("query L { members { id } }\nmutation E { gone: membershipEnd(ids: $i) { count } }", ("membershipEnd",)),
        ("fragment F on Mutation { deleteX { id } } mutation { ...F }", ("",)),
        ("mutation{...{deleteX{id}}}", ("",)),
        ("mutation{deleteX{id} ...{__typename}}", ("deleteX", "")),
        ("mutation A{deleteX{id}} mutation B{deleteX: seen}", ("deleteX", "seen")),
        ('{"query": "mutation{a}", "variables": {}}', ("a",)),
        ('{ find(kind: "query", of: "mutation") { id } }', None),
        ('{"query": "mutation{a}"', None),
        ("mutation @live { a @include(if: true) { b } }", ("a",)),
        ("# a\rmutation{deleteX{id}}", ("deleteX",)),
        ('query A($s:String="""\\"""{"""){x} mutation M{deleteX{id}}', ("deleteX",)),
        ("\ufeff mutation,#x\n{a}", ("a",)),
        ("mutation{", ()),
        ("," * (MAX_LENGTH + 1) + DELETES, ("",)),
        ("{a} #" + "x" * MAX_LENGTH + f"\n{DELETES}", ("",)),
        (
            "mutation{" + " ".join(f"f{at}" for at in range(MAX_FIELDS + 9)) + "}",
            tuple(f"f{at}" for at in range(MAX_FIELDS)),
        ),
        ("{ mutation { id } }", None),
        ("query { mutation(id: 1) { x } }", None),
        ("query mutation { x }", None),
        ("# mutation { a }\nquery { b }", None),
        ("# mutation", None),
        ('"mutation"', None),
        ('query { b(note: "mutation { a }") { c } }', None),
        ('query { b(note: """ mutation { "a" } """) { c } }', None),
        ("The mutation { of } genes", None),
    ],
)
def test_fields_that_mutations_select(document: str, fields: tuple[str, ...] | None) -> None:
    assert mutations_in(document) == fields


@given(st.text('mutation{}()[]@:$."#\\\r\n, aqueryfragmenton', max_size=200))
@example("mutation" + "{" * 3_000)
@example('mutation"')
@example("a@:")
@example("a@a:")
def test_no_text_is_too_odd(text: str) -> None:
    for document in (text, f"mutation{text}", f"mutation {{{text}}}"):
        assert isinstance(mutations_in(document), (tuple, type(None)))
        class_of("graphql", "execute", {"query": document})


@pytest.mark.parametrize(
    ("tool", "arguments", "verb"),
    [
        ("graphql_read", {"document": "query { repository { id } }"}, "reads"),
        ("graphql_read", {"document": "mutation { issueCreate(input: {}) { id } }"}, "writes"),
        ("graphql", {"query": "mutation { seen addCollaborator(user: 1) { id } }"}, "grants"),
        ("graphql", {"body": {"query": DELETES}}, "deletes"),
        ("graphql", {"body": f'{{"query": "{DELETES}"}}'}, "deletes"),
        ("graphql", {"query": "mutation{getSeen ...{deleteX{id}}}"}, "writes"),
        ("graphql", {"requests": [{"query": DELETES}]}, "deletes"),
        ("execute", {"query": DELETES}, "deletes"),
        ("graphql", {**{f"d{at}": "# mutation" for at in range(4)}, "query": DELETES}, "writes"),
        ("write_file", {"path": "q.graphql", "content": DELETES}, "writes"),
        ("search_docs", {"query": DELETES}, "reads"),
    ],
)
def test_a_mutation_says_what_a_call_does(tool: str, arguments: JsonObject, verb: str) -> None:
    assert class_of("forge", tool, arguments).verb == verb


@pytest.mark.parametrize(
    "tool", ["send_money", "delete_repository", "grant_access", "send_email", "run_command", "drop_database"]
)
@pytest.mark.parametrize("text", ["mutation{star}", "mutation{", "# mutation", "get", "read"])
def test_no_input_makes_a_call_milder_than_its_name(tool: str, text: str) -> None:
    plain = class_of("x", tool).verb
    assert _VERBS_BY_GRAVITY.index(
        class_of("x", tool, {"note": text, "memo": {"query": text}}).verb
    ) <= _VERBS_BY_GRAVITY.index(plain)
