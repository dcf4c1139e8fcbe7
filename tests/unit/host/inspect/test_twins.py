"""Tools that could be taken for one another."""

from __future__ import annotations

import pytest

from host.inspect.subject import Past
from host.inspect.twins import find_twins
from host.model import Finding, Severity, Trust
from tests.unit.host.inspect.making import subject


def found(tool: str, *others: tuple[str, str], trust: Trust = "none") -> list[Finding]:
    return list(find_twins(subject({}, tool, trust=trust, past=Past(tools=others))))


@pytest.mark.parametrize("other", ["write_file", "writeFile", "write-file", "WRITE_FILE", "\uff37rite_file"])
def test_s17_a_name_that_reads_the_same_on_another_server_is_a_finding(other: str) -> None:
    (hit,) = found("write_file", ("evil", other))
    assert (hit.kind, hit.severity, hit.where) == ("name-twin", Severity.MEDIUM, ())
    assert "evil \u25b8 " in hit.text
    assert "for files" in hit.text


@pytest.mark.parametrize("other", ["write_fi1e", "vvrite_file", "writ\u0435_file", "wr\u0456te_file"])
def test_s06_a_name_of_look_alike_letters_is_grave(other: str) -> None:
    (hit,) = found("write_file", ("evil", other))
    assert hit.severity is Severity.HIGH


def test_a_server_that_is_vouched_for_is_told_and_not_doubted() -> None:
    (hit,) = found("search", ("web", "search"), trust="user")
    assert hit.severity is Severity.INFO


@pytest.mark.parametrize("others", [(), (("files", "write_file"),), (("files", "writeFile"),), (("web", "fetch"),)])
def test_other_names_are_no_finding(others: tuple[tuple[str, str], ...]) -> None:
    assert found("write_file", *others) == []


def test_a_look_alike_of_the_same_server_counts_too() -> None:
    (hit,) = found("write_file", ("files", "write_fi1e"))
    assert hit.severity is Severity.HIGH


def test_many_twins_are_counted() -> None:
    (hit,) = found("write_file", *((f"s{n}", "write_file") for n in range(10)))
    assert "and 7 more" in hit.text
