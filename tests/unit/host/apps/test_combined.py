"""Names and addresses of several servers in one list: unambiguous, whatever servers call theirs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.apps.combined import (
    aliases,
    own_names,
    shared_items,
    shared_name,
    shared_uri,
    split_name,
    split_uri,
    with_shared_uris,
)
from host.model import JsonObject
from tests.support.effort import BOUND, effort

IDS = st.lists(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}(?: [A-Za-z0-9._-]{1,10})?", fullmatch=True), max_size=6)
NAMES = st.lists(st.one_of(st.text(max_size=90), st.from_regex(r"[a-z_.]{1,80}", fullmatch=True)), max_size=8)
CLIENTS = re.compile(r"[A-Za-z0-9_-]{1,64}")


@given(IDS)
def test_s44_no_two_servers_have_one_alias_and_none_can_be_split_elsewhere(ids: list[str]) -> None:
    found = aliases(ids)
    assert set(found) == set(ids)
    assert len(set(found.values())) == len(found)
    for alias in found.values():
        assert "__" not in alias
        assert not alias.endswith("_")
        assert len(alias) <= 31
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", alias)


@given(IDS, NAMES)
def test_s44_a_name_keeps_to_what_clients_take_and_leads_back_to_its_server(ids: list[str], tools: list[str]) -> None:
    for alias in aliases(ids).values():
        own = own_names(alias, tools)
        for name in tools:
            shared = shared_name(alias, name)
            assert CLIENTS.fullmatch(shared)
            found, rest = split_name(shared)
            assert found == alias
            assert own.get(rest, name) in tools
        for rest, name in own.items():
            assert split_name(shared_name(alias, name)) == (alias, rest)
        assert all(own[name] == name for name in tools if shared_name(alias, name) == f"{alias}__{name}")


@pytest.mark.parametrize(
    ("server", "alias"),
    [
        ("files", "files"),
        ("my-files_2", "my-files_2"),
        ("my.files", "my_files-"),
        ("a__b", "a_b-"),
        ("a_", "a-"),
        ("my files", "my_files-"),
        ("x" * 40, "x" * 22 + "-"),
        ("...", "server-"),
    ],
)
def test_a_server_keeps_its_id_wherever_that_can_be_told_apart(server: str, alias: str) -> None:
    found = aliases([server])[server]
    assert found == alias if not alias.endswith("-") else re.fullmatch(re.escape(alias) + "[0-9a-f]{8}", found)


def test_s44_an_alias_that_was_made_gives_way_to_an_id() -> None:
    made = aliases(["my.files"])["my.files"]
    both = aliases(["my.files", made])
    assert both[made] == made
    assert both["my.files"] != made


def test_s44_a_tool_cannot_take_the_place_of_one_with_a_long_name() -> None:
    long = "x" * 100
    _, rest = split_name(shared_name("a", long))
    assert own_names("a", [long]) == {rest: long}
    assert own_names("a", [long, rest]) == {rest: rest}


@given(st.text(max_size=60))
def test_s44_an_address_leads_back_to_its_server_whatever_it_looks_like(uri: str) -> None:
    assert split_uri(shared_uri("files", uri)) == ("files", uri)


@pytest.mark.parametrize(
    "uri", ["", "file:///a", "assent:files/x", "assent://files", "ASSENT://files/x", "x assent://a/b"]
)
def test_other_addresses_lead_nowhere(uri: str) -> None:
    assert split_uri(uri) == ("", "")


def test_lists_leave_out_what_has_no_name_or_address() -> None:
    tools: list[JsonObject] = [{"name": "x", "k": None}, {"name": 5}, {}]
    assert shared_items("tools", "a", tools, {"x": "x"}) == [{"name": "a__x", "k": None}]
    resources: list[JsonObject] = [{"uri": "b:c", "name": "n"}, {"uri": 1}]
    assert shared_items("resources", "a", resources, {}) == [{"uri": "assent://a/b:c", "name": "n"}]
    templates: list[JsonObject] = [{"uriTemplate": "b:{c}"}]
    assert shared_items("resourceTemplates", "a", templates, {}) == [{"uriTemplate": "assent://a/b:{c}"}]


def test_addresses_in_results_are_those_that_the_app_can_read() -> None:
    link: JsonObject = {"type": "resource_link", "uri": "b:c", "name": "n"}
    embedded: JsonObject = {"type": "resource", "resource": {"uri": "b:c", "text": "t"}}
    text: JsonObject = {"type": "text", "text": "b:c", "uri": "b:c"}
    shared: list[JsonObject] = [
        {**link, "uri": "assent://a/b:c"},
        {**embedded, "resource": {"uri": "assent://a/b:c", "text": "t"}},
        text,
    ]
    assert with_shared_uris("a", {"content": [link, embedded, text], "x": None}) == {"content": shared, "x": None}
    assert with_shared_uris("a", {"contents": [{"uri": "b:c"}, 5]}) == {"contents": [{"uri": "assent://a/b:c"}, 5]}
    said: JsonObject = {"messages": [{"role": "user", "content": link}, {"content": [embedded]}, 5]}
    told = with_shared_uris("a", said)["messages"]
    assert told == [{"role": "user", "content": shared[0]}, {"content": [shared[1]]}, 5]


@pytest.mark.full
def test_s43_names_that_have_to_be_shortened_cost_no_square_of_their_number() -> None:
    names = [f"\u00e9{number}" for number in range(20_000)]
    assert effort(lambda: own_names("a", names)) < BOUND
    assert len(own_names("a", names)) == len(names)
