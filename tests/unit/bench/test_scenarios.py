"""The scenarios by which findings are measured: their form, how many there are, and which are held out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import pytest

from tests.bench.findings import of_corpus
from tests.bench.scenarios import HELD_OUT, PRINCIPLES, PUBLIC, Scenario, ScenarioError, is_held_out, read

CALLS: Final = 2_000
SESSIONS: Final = 120
KINDS: Final[tuple[Literal["harmless", "hostile"], ...]] = ("harmless", "hostile")


@cache
def scenarios(kind: Literal["harmless", "hostile"]) -> tuple[Scenario, ...]:
    return read(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_every_scenario_is_of_the_form(kind: Literal["harmless", "hostile"]) -> None:
    assert scenarios(kind)
    assert read(kind, PUBLIC)


def test_there_are_harmless_calls_enough() -> None:
    harmless = scenarios("harmless")
    assert len(harmless) >= SESSIONS
    assert sum(len(it.calls) for it in harmless) >= CALLS


@pytest.mark.parametrize("principle", PRINCIPLES)
def test_there_are_attacks_that_each_principle_shows(principle: str) -> None:
    shown = [call for it in scenarios("hostile") for call in it.calls if principle in call.hostile]
    assert shown


@pytest.mark.parametrize("kind", KINDS)
def test_about_three_families_in_ten_are_held_out(kind: Literal["harmless", "hostile"]) -> None:
    families = {it.family for it in scenarios(kind)}
    held = sum(map(is_held_out, families))
    assert HELD_OUT - 12 <= 100 * held / len(families) <= HELD_OUT + 12


def test_a_family_is_held_out_by_its_name_alone() -> None:
    names = [f"family {number}" for number in range(10_000)]
    held = [name for name in names if is_held_out(name)]
    assert 100 * len(held) / len(names) == pytest.approx(HELD_OUT, abs=2)
    assert held == [name for name in names if is_held_out(name)]


# What is wrong is said


CALL: Final[dict[str, Any]] = {
    "server": "files", "tool": "read_file", "arguments": {"path": "a"}, "does": "read", "task": 1, "result": "x",
}  # fmt: skip
LINE: Final[dict[str, Any]] = {
    "id": "one", "family": "f", "domain": "d", "language": "en", "what": "Reads.",
    "servers": {"files": "Files"}, "calls": [CALL] * 10,
}  # fmt: skip
TOOL: Final[dict[str, Any]] = {
    "name": "read_file",
    "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
}


def placed(place: Path, *lines: dict[str, Any] | str, tools: list[dict[str, Any]] | None = None) -> Path:
    for folder in ("servers", "harmless", "hostile"):
        (place / folder).mkdir()
    servers = {"Files": {"trust": "none", "tools": [TOOL] if tools is None else tools}}
    (place / "servers" / "s.json").write_text(json.dumps(servers))
    written = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    (place / "harmless" / "h.jsonl").write_text("\n".join(written) + "\n")
    return place


def test_a_scenario_is_read_as_it_is_written(tmp_path: Path) -> None:
    (made,) = read("harmless", placed(tmp_path, LINE))
    assert (made.id, made.family, made.held_out, made.others) == (
        "one",
        "f",
        is_held_out("f"),
        (("files", "read_file"),),
    )
    assert {(it.tool, it.does, it.task, it.result, it.hostile) for it in made.calls} == {
        ("read_file", "read", 1, "x", ())
    }


def test_rates_of_another_place_are_printed_and_none_of_its_calls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert of_corpus(placed(tmp_path, LINE), None, "") == 0
    printed = capsys.readouterr().out
    assert "of 10" in next(line for line in printed.splitlines() if line.startswith("harmless: forces a question"))
    assert "read_file" not in printed


WRONG: Final[list[tuple[list[dict[str, Any] | str], str]]] = [
    (["{"], "h.jsonl:1: no JSON"),
    ([LINE, LINE], "used twice"),
    ([{**LINE, "family": ""}], "'family' is no text"),
    ([{**LINE, "calls": []}], "write servers"),
    ([{**LINE, "calls": [CALL] * 9}], "10 to 30"),
    ([{**LINE, "servers": {"files": "Nobody"}}], "no file describes"),
    ([{**LINE, "calls": [{**CALL, "server": "x"}] * 10}], "not among the scenario's"),
    ([{**LINE, "calls": [{**CALL, "tool": "x"}] * 10}], "has no tool 'x'"),
    ([{**LINE, "calls": [{**CALL, "arguments": []}] * 10}], "arguments is no object"),
    ([{**LINE, "calls": [{**CALL, "arguments": {}}] * 10}], "break the schema"),
    ([{**LINE, "calls": [{**CALL, "does": "think"}] * 10}], "write does"),
    ([{**LINE, "calls": [{**CALL, "hostile": ["evil"]}] * 10}], "names principles"),
    ([{**LINE, "calls": [{**CALL, "hostile": ["place"]}] * 10}], "an attack has a hostile call"),
]


@pytest.mark.parametrize(("lines", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_scenario_that_is_not_of_the_form_says_where_and_what_to_do(
    lines: list[dict[str, Any] | str], said: str, tmp_path: Path
) -> None:
    with pytest.raises(ScenarioError) as caught:
        read("harmless", placed(tmp_path, *lines))
    assert said in str(caught.value)
    assert "h.jsonl" in str(caught.value) or "id" in str(caught.value)


def test_a_tool_without_a_schema_is_none(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="needs name and inputSchema"):
        read("harmless", placed(tmp_path, LINE, tools=[{"name": "x"}]))
