"""A grant for a pattern, against all tricks with paths and addresses, seen as the program sees them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.gate.grant_scope import GrantScope, pattern
from host.model import Call, JsonObject
from host.policy.facts import CallFacts, Needs
from host.policy.gather import find_places_now
from host.values import replace
from tests.unit.host.policy.test_s35_paths import COMPONENTS, filled, outside_by_any, tree
from tests.unit.host.policy.test_s35_paths import CORPUS as PATHS
from tests.unit.host.policy.test_s35_urls import CORPUS as URLS
from tests.unit.host.policy.test_s35_urls import PIECES, other_hosts
from tests.unit.host.support import call_params, frozen_call

__all__ = ["tree"]  # a fixture
HOME: Final = Path("/home/somebody")
STANDS: Final = CallFacts("files", "write", "claude", True)


def call(arguments: JsonObject) -> Call:
    return frozen_call("call-1", call_params("read", arguments))


def facts(made: Call, *folders: str, schema: Any = None) -> CallFacts:
    needs = Needs(folders=folders, paths=True, hosts=True)
    seen = find_places_now(needs, made.arguments_value, schema, home=HOME)
    return replace(STANDS, paths=seen.paths, hosts=seen.hosts, folders=seen.folders)


def shape_of(arguments: JsonObject) -> GrantScope:
    made = call(arguments)
    shape = pattern(made, None, facts(made))
    assert shape is not None
    return shape


def covers(shape: GrantScope, arguments: JsonObject, schema: Any = None) -> bool:
    made = call(arguments)
    return shape.covers(made, facts(made, *shape.folders(), schema=schema))


def test_what_the_program_sees_is_enough_for_a_pattern(tree: Path) -> None:
    shape = shape_of({"path": f"{tree}/root/a.txt", "url": "https://ok.example/x"})
    assert shape.words()[:2] == (
        f"path: reads in {tree}/root, not elsewhere",
        "url: reads in https://ok.example, not elsewhere",
    )
    assert covers(shape, {"path": f"{tree}/root/sub/new.txt", "url": "https://ok.example/y?z"})
    folder = shape_of({"path": f"{tree}/root"})
    assert list(folder.folders()) == [f"{tree}/root"]
    assert covers(folder, {"path": f"{tree}/root/sub"})


@pytest.mark.parametrize("case", PATHS, ids=[case["attack"] for case in PATHS])
def test_s35_no_trick_with_a_path_is_covered(case: dict[str, Any], tree: Path) -> None:
    shape = shape_of({"path": f"{tree}/root"})
    if covers(shape, filled(case["arguments"], tree), filled(case.get("schema"), tree)):
        assert case["expected"] == "allowed"


@pytest.mark.parametrize("case", URLS, ids=[case["attack"] for case in URLS])
def test_s35_no_trick_with_an_address_is_covered(case: dict[str, Any]) -> None:
    shape = shape_of({"url": "https://ok.example/x"})
    if covers(shape, case["arguments"], case.get("schema")):
        assert case["expected"] == "allowed"


def test_what_is_plainly_inside_is_covered(tree: Path) -> None:
    folder, origin = shape_of({"path": f"{tree}/root"}), shape_of({"url": "https://ok.example/x"})
    assert sum(covers(folder, filled(case["arguments"], tree)) for case in PATHS) >= 10
    assert sum(covers(origin, case["arguments"]) for case in URLS) >= 4


@given(st.data())
def test_s35_what_any_reading_sees_outside_is_never_covered(tree: Path, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from([f"{tree}/root", str(tree), "", "/", f"file://{tree}/root"]))
    text = "/".join([start, *data.draw(st.lists(st.sampled_from(COMPONENTS), max_size=7))])
    shape = shape_of({"path": f"{tree}/root"})
    if covers(shape, {"path": text}):
        assert not outside_by_any(text, tree)
        assert os.path.realpath(text).startswith(f"{tree}/root")


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_s35_what_any_reader_sees_at_another_host_is_never_covered(text: str) -> None:
    shape = shape_of({"url": "https://ok.example/x"})
    if covers(shape, {"url": text}):
        assert not other_hosts(text)
        assert text.lower().startswith("https://")
