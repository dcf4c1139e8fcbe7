"""Tools that could be taken for one another."""

from __future__ import annotations

import pytest

from host.inspect.inspector import inspect
from host.inspect.kinds import forces
from host.inspect.subject import EarlierCall, Past
from host.inspect.twins import MAX_COMPARED, find_key_twins, find_twins, twins_for_review
from host.model import Finding, JsonObject, Severity, Trust
from host.values import replace
from tests.unit.host.inspect.calls import call


def found(tool: str, *others: tuple[str, str]) -> list[Finding]:
    return list(find_twins(call(tool, {}, server="files", past=Past(tools=others))))


@pytest.mark.parametrize("other", ["write_file", "writeFile", "write-file", "WRITE_FILE", "\uff37rite_file"])
def test_s17_a_name_that_reads_the_same_on_another_server_is_told(other: str) -> None:
    (hit,) = found("write_file", ("evil", other))
    assert (hit.kind, hit.severity, hit.where) == ("name-twin", Severity.INFO, ())
    assert "evil \u25b8 " in hit.text
    assert "for files" in hit.text


@pytest.mark.parametrize(
    ("tool", "used", "trust", "uses", "severity"),
    [
        ("send_message", "chat", "none", 0, Severity.MEDIUM),
        ("sendMessages", "chat", "none", 0, Severity.MEDIUM),
        ("sendmessage", "chat", "none", 0, Severity.MEDIUM),
        ("send_message", "other", "none", 0, Severity.INFO),
        ("send_message", "chat", "user", 0, Severity.INFO),
        ("send_message", "chat", "none", 1, Severity.INFO),
        ("search", "chat", "none", 0, Severity.INFO),
    ],
)
def test_s17_a_tool_that_takes_the_place_of_one_in_use_deserves_a_look(
    tool: str, used: str, trust: Trust, uses: int, severity: Severity
) -> None:
    others, earlier = (("chat", "send_message"), ("chat", "search")), (EarlierCall(used, "list_channels"),)
    past = Past(known=True, uses=uses, earlier_calls=earlier, tools=others)
    (hit,) = find_twins(replace(call(tool, {}, server="chat-plus", past=past), trust=trust))
    assert (hit.kind, hit.severity) == ("name-twin", severity)


@pytest.mark.parametrize("other", ["write_fi1e", "vvrite_file", "writ\u0435_file", "wr\u0456te_file"])
@pytest.mark.parametrize("server", ["evil", "files"])
def test_s06_a_name_of_look_alike_letters_is_grave(other: str, server: str) -> None:
    (hit,) = found("write_file", (server, other))
    assert hit.severity is Severity.HIGH


@pytest.mark.parametrize("others", [(), (("files", "write_file"),), (("files", "writeFile"),), (("web", "fetch"),)])
def test_other_names_are_no_finding(others: tuple[tuple[str, str], ...]) -> None:
    assert found("write_file", *others) == []


@pytest.mark.parametrize(
    "tool", ["write_tile", "write_fil", "update_file", "white_file", "write_files_file", "file_writes"]
)
def test_another_word_is_no_misspelling(tool: str) -> None:
    assert found(tool, ("disk", "write_file")) == []


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


def reviewed(*names: str, others: tuple[tuple[str, str], ...] = ()) -> dict[str, list[tuple[Severity, str]]]:
    found = twins_for_review("files", names, others)
    return {name: [(it.severity, it.text) for it in those] for name, those in found.items()}


@pytest.mark.parametrize("other", ["write_file", "writeFile", "WRITE-FILE"])
def test_s17_a_review_says_which_other_server_has_a_tool_of_that_name(other: str) -> None:
    said = reviewed("write_file", "read", others=(("notes", other), ("notes", "list")))
    told = f"A tool of another server is called the same: notes \u25b8 {other}."
    assert said == {"write_file": [(Severity.INFO, told)]}


@pytest.mark.parametrize("other", ["write_fi1e", "writ\u0435_file"])
def test_s06_a_review_says_which_names_only_look_like_one_of_the_server(other: str) -> None:
    ((severity, told),) = reviewed("write_file", others=(("notes", other),))["write_file"]
    assert severity is Severity.HIGH
    assert "is made of other letters" in told
    here = reviewed("write_file", other)
    assert [it[0][0] for it in here.values()] == [Severity.HIGH, Severity.HIGH]


def test_s17_a_review_says_which_tools_of_one_server_read_the_same() -> None:
    said = reviewed("write_file", "writeFile", "read")
    assert [(it[0], name) for name, those in said.items() for it in those] == [
        (Severity.MEDIUM, "write_file"),
        (Severity.MEDIUM, "writeFile"),
    ]


def test_s17_many_names_of_a_servers_own_hide_no_other_server() -> None:
    own = [f"write{'_' * number}file" for number in range(MAX_COMPARED * 3)]
    told = " ".join(text for _, text in reviewed(*own, others=(("notes", "writefile"),))[own[-1]])
    assert "notes \u25b8 writefile" in told


def test_names_that_are_nothing_like_each_other_are_no_news_in_a_review() -> None:
    assert reviewed("read", "\u8aad\u3080", "", others=(("notes", "list"),)) == {}
