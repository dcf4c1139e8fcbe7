"""What this machine says of the inputs of a question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from host.canonical import canonical
from host.control.views import Reading, Said
from host.model import App, Call, ServerRef, ToolDefinition, sha256_hex
from host.window.readings import MOST, read_now


def read(arguments: dict[str, Any], tool: str = "do", server: str = "srv") -> tuple[Reading, ...]:
    sent = canonical(arguments)
    call = Call(
        "id",
        App("a", authenticated=True),
        ServerRef(server, "", ""),
        tool,
        sent,
        sent,
        arguments,
        "2026",
        0.0,
        sha256_hex(sent),
    )
    return read_now(call, ToolDefinition(tool, b"{}", {"name": tool}), None)


def said(reading: Reading) -> dict[str, str]:
    return {each.name: each.value for each in reading.facts}


def test_a_path_says_what_stands_there(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    (found,) = read({"path": str(tmp_path / "a.txt")})
    assert (found.path, found.kind, said(found)) == (("path",), "path", {"There is": "a file of 5 bytes"})


@pytest.mark.parametrize(
    ("name", "there"), [("", "a folder"), ("missing", "nothing yet"), ("missing/x", "nothing yet")]
)
def test_folders_and_nothing_are_told_apart(tmp_path: Path, name: str, there: str) -> None:
    (found,) = read({"path": str(tmp_path / name)})
    assert said(found)["There is"] == there


def test_a_link_says_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (found,) = read({"files": [{"path": str(tmp_path / "link" / "x")}]})
    assert found.path == ("files", 0, "path")
    assert said(found) == {"Leads to": str(tmp_path / "real" / "x"), "There is": "nothing yet"}


@pytest.mark.parametrize("to", ["ana@garden.example", "#general", "@ana"])
def test_somebody_under_a_name_that_paths_have_too_is_no_path(to: str) -> None:
    assert read({"to": to}) == ()
    assert [found.kind for found in read({"to": f"notes/{to}"})] == ["path"]


def test_a_path_that_this_machine_cannot_tell_says_why() -> None:
    (found,) = read({"path": "notes/a.txt"})
    why = "it is relative, and only the server knows to what"
    assert said(found) == {"": f"Where it leads on this machine cannot be told: {why}"}


def test_sql_says_what_it_is_and_touches_and_is_laid_out() -> None:
    (found,) = read({"sql": "delete from t where id in (select id from u) -- why"}, server="postgres")
    assert said(found) == {"Statements": "DELETE", "Reads": "u", "Writes": "t"}
    assert found.text.startswith("DELETE FROM t\nWHERE")
    assert "why" in found.text


def test_sql_that_cannot_be_read_says_so() -> None:
    (found,) = read({"sql": "select from where"})
    assert (found.facts, found.text) == ((Said("As SQL", "could not be read: it is no SQL that is known"),), "")


def test_sql_that_databases_read_differently_says_so() -> None:
    (found,) = read({"sql": "SELECT '\\'; DROP TABLE x; -- '"})
    assert "Databases differ" in said(found)


@pytest.mark.parametrize(
    ("url", "facts"),
    [
        ("http://2130706433/", {"Read as": "127.0.0.1"}),
        ("https://x.example/a%2fb%20c", {"Path, decoded": "/a/b c"}),
        ("https://x.example/a", {}),
    ],
)
def test_an_address_says_what_a_program_reads_in_it(url: str, facts: dict[str, str]) -> None:
    found = [reading for reading in read({"url": url}) if reading.kind == "host"]
    assert [said(each) for each in found] == [facts] * bool(facts)


def test_readings_are_few(tmp_path: Path) -> None:
    assert len(read({"paths": [str(tmp_path / str(n)) for n in range(200)]})) <= MOST


def test_words_have_no_reading() -> None:
    assert read({"text": "Dear Bob, see you at 5.", "count": 3}) == ()
