"""Tools that could be taken for one another."""

from __future__ import annotations

import pytest

from host.inspect.inspector import inspect
from host.inspect.kinds import forces
from host.inspect.subject import Past
from host.inspect.twins import find_key_twins, find_twins
from host.model import Finding, JsonObject, Severity
from tests.unit.host.inspect.calls import call


def found(tool: str, *others: tuple[str, str]) -> list[Finding]:
    return list(find_twins(call(tool, {}, server="files", past=Past(tools=others))))


@pytest.mark.parametrize("other", ["write_file", "writeFile", "write-file", "WRITE_FILE", "\uff37rite_file"])
def test_s17_a_name_that_reads_the_same_on_another_server_is_told(other: str) -> None:
    (hit,) = found("write_file", ("evil", other))
    assert (hit.kind, hit.severity, hit.where) == ("name-twin", Severity.INFO, ())
    assert "evil \u25b8 " in hit.text
    assert "for files" in hit.text


@pytest.mark.parametrize("other", ["write_fi1e", "vvrite_file", "writ\u0435_file", "wr\u0456te_file"])
@pytest.mark.parametrize("server", ["evil", "files"])
def test_s06_a_name_of_look_alike_letters_is_grave(other: str, server: str) -> None:
    (hit,) = found("write_file", (server, other))
    assert hit.severity is Severity.HIGH


@pytest.mark.parametrize("others", [(), (("files", "write_file"),), (("files", "writeFile"),), (("web", "fetch"),)])
def test_other_names_are_no_finding(others: tuple[tuple[str, str], ...]) -> None:
    assert found("write_file", *others) == []


def test_many_twins_are_counted() -> None:
    (hit,) = found("write_file", *((f"s{n}", "write_file") for n in range(10)))
    assert "and 7 more" in hit.text


@pytest.mark.parametrize("twin", ["filepath", "FILEPATH", "\ufb01lePath", "filePath\u200b"])
def test_case_twin_keys_of_one_object_are_a_finding_that_forces(twin: str) -> None:
    (hit,) = find_key_twins(call("read", {"filePath": "a", "deep": [{"filePath": "b", "x": "c", twin: "d"}]}))
    assert (hit.kind, hit.severity, hit.where) == ("key-twin", Severity.MEDIUM, ("deep", 0, twin))
    assert forces(hit)
    assert not forces(hit, {"key-twin"})
    assert "key-twin" in {it.kind for it in inspect(call("read", {"filePath": "b", twin: "d"}))}


def test_names_in_different_objects_and_names_with_other_separators_are_no_twins() -> None:
    deep: JsonObject = {"in": {"filepath": "c"}, "list": [{"A": 1}, {"a": 2}]}
    assert list(find_key_twins(call("read", {"filePath": "a", "file_path": "b", **deep}))) == []
