"""Places outside the folders that a call may work in."""

from __future__ import annotations

from typing import Any

import pytest

from host.arguments.facts import PathFact, Place
from host.inspect.folders import find_outside_folders, links_followed, resolved_text
from tests.unit.host.inspect.calls import call, said, shown
from tests.unit.host.inspect.work import LONG, bare, slower

KIND = "outside-folders"

OUTSIDE = [
    "../../x",
    "../x",
    "a/../../../b",
    "/etc/hosts",
    "\\\\srv\\share\\x",
    "C:\\Windows\\x",
    "..%2f..%2fx",
    "....//....//x",
    "..././x",
    "/",
    "C:\\",
    "file:///etc/hosts",
    "%2e%2e%2fx",
    "/var/log/x",
    "/root",
    "/usr/share/x",
    "..\\..\\x",
    "%252e%252e%252fx",
    "/System/x",
    "C:/Program Files/x",
    "/proc/cpuinfo",
    "/dev/ttyS0",
]
INSIDE = [
    "/home/ana/x",
    "a/b.txt",
    "/srv/x",
    "~/x",
    "C:\\Users\\ana\\x",
    "/var/www/x",
    "/app/src",
    "file:///home/ana/x",
    "https://x.example/../a",
    "/private/var/folders/x",
    "/home/ana/a/../b",
    "/dev/null",
    "..",
    "main..dev",
    "a/b/...",
    "/usr/src/app",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_what_is_surely_nobodys_work_is_outside(path: str) -> None:
    assert said(find_outside_folders(call("read_file", {"path": path})), KIND) == ["medium"]


@pytest.mark.parametrize("path", INSIDE)
def test_what_may_be_somebodys_work_is_not(path: str) -> None:
    assert not list(find_outside_folders(call("read_file", {"path": path})))


@pytest.mark.parametrize(
    ("path", "outside"),
    [
        ("/home/ana/work/x", False),
        ("/home/ana/work", False),
        ("~/work/y", False),
        ("x", False),
        ("/dev/null", False),
        ("/home/ana/other", True),
        ("../x", True),
        ("/srv/x", True),
        ("/home/ana/work/../x", True),
        ("/home/ana/workx", True),
        ("~/x", True),
        ("~bob/work", True),
        ("file:///home/ana/work/x", False),
        ("file:///home/ana/x", True),
        ("//srv/x", True),
    ],
)
def test_where_folders_are_named_only_they_are_inside(path: str, outside: bool) -> None:
    found = find_outside_folders(call("read_file", {"path": path}, folders=(("/home/ana/work", None),)))
    assert said(found, KIND) == ["medium"] * outside


ROOT, WORK, OTHER = (1, 1), (1, 2), (1, 3)


def looked_up(text: str, place: str, *chain: tuple[int, int]) -> tuple[PathFact, ...]:
    return (PathFact("$.path", "path", "path", Place(place, chain), text=text),)


def test_a_resolved_place_counts_as_it_was_found_and_not_as_it_is_written() -> None:
    folder = ("/home/ana/work", Place("/home/ana/work", (WORK, ROOT)))
    within = looked_up("/home/ana/link/x", "/home/ana/work/x", WORK, ROOT)
    beyond = looked_up("/home/ana/work/link", "/data/secret", OTHER, ROOT)
    assert not list(find_outside_folders(call("r", {"path": "/home/ana/link/x"}, folders=(folder,), paths=within)))
    (finding,) = find_outside_folders(call("r", {"path": "/home/ana/work/link"}, folders=(folder,), paths=beyond))
    assert (finding.severity.value, "leads to /data/secret" in finding.text) == ("medium", True)


@pytest.mark.parametrize(("place", "severity"), [("/etc/hosts", "medium"), ("/home/ana/b", "info")])
def test_a_link_is_named_where_nobody_named_folders(place: str, severity: str) -> None:
    paths = looked_up("/home/ana/a", place, OTHER, ROOT)
    (finding,) = find_outside_folders(call("r", {"path": "/home/ana/a"}, paths=paths))
    assert (finding.severity.value, place in finding.text) == (severity, True)


@pytest.mark.parametrize(
    ("command", "piece"),
    [("cat ../../../etc/x", "../../../etc/x"), ("ls /etc", "/etc"), ("rm -rf /", ""), ("/usr/bin/python3 x.py", "")],
)
def test_commands_are_judged_by_the_paths_in_them(command: str, piece: str) -> None:
    subject = call("run_command", {"command": command})
    assert [shown(finding, subject) for finding in find_outside_folders(subject)] == [piece] * bool(piece)


@pytest.mark.parametrize(
    "arguments",
    [
        {"text": "see ../../x and /etc"},
        {"content": "a\n/etc/passwd"},
        {"expression": "(3 + 4) / 12"},
        {"pattern": "**/*.py"},
        {"amount": "1/2"},
        {"ratio": "16:9"},
        {"path": "/api/v1/users"},
        {"range": "HEAD~2..HEAD"},
    ],
)
def test_words_sums_and_ranges_are_no_places(arguments: dict[str, Any]) -> None:
    assert not list(find_outside_folders(call("do", arguments)))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("~/a/../b", "/home/ana/b"),
        ("..%2fa", "../a"),
        ("$HOME/x", "/home/ana/x"),
        ("a\\b\\..\\c", "a/c"),
        ("/../x", "/x"),
        ("file:///C:/x", "C:/x"),
        ("/a\0/../b", "/a"),
        ("\\\\srv\\x", "//srv/x"),
    ],
)
def test_a_path_is_worked_out_by_the_letter(text: str, path: str) -> None:
    assert resolved_text(text, "/home/ana") == path


def test_only_what_leads_elsewhere_than_it_says_is_a_resolved_place() -> None:
    there = looked_up("/home/ana/a", "/data/b", OTHER, ROOT)
    same = looked_up("/home/ana/a", "/home/ana/a", WORK, ROOT)
    assert [place for _, place in links_followed(call("r", {"path": "/home/ana/a"}, paths=there))] == ["/data/b"]
    assert not list(links_followed(call("r", {"path": "/home/ana/a"}, paths=same)))


@pytest.mark.full
@pytest.mark.parametrize("key", ["command", "path"])
@pytest.mark.parametrize("piece", ["/../", "a/b ", "~/", "%2e", "....//", "/ ", "r, / "])
def test_hostile_texts_take_no_longer_than_their_length_asks(key: str, piece: str) -> None:
    assert slower(lambda text: list(find_outside_folders(bare("run", {key: text}))), piece) < LONG
