"""The tables of words: each row is of the form, says why, and names what says so outside of this project."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest
import re2

import resources
from host.inspect import tables
from host.inspect.kinds import PRINCIPLES
from host.model import Severity
from tests.support.hosts import ROOT

HERE: Final = ROOT / "resources" / "inspect"
TABLES: Final = sorted(file.stem for file in HERE.glob("*.toml"))
STANDARDS: Final = (
    "RFC CWE CVE CISA ISO NIST OWASP CIS PCI UTS IANA ICANN APWG FBI PSD2 Directive arXiv FHS XDG W3C WHATWG POSIX "
    "SQL:2023 ATT&CK ATLAS ShellCheck LOLBAS C2SP OCI GNU OpenBSD OpenZFS LVM2 util-linux procps shadow-utils Tranco"
).split()
OUTSIDE: Final = re.compile(
    r"https?://|\b[\w-]+\.(?:com|org|io|net|md|dev|me)\b"
    rf"|(?:^|[^\w])(?:{'|'.join(map(re.escape, STANDARDS))})(?:$|[^\w])"
    r"|[\w.+-]+\(\d\w?\)|\babout_\w+|\b[A-Z][a-z]+-[A-Z]\w+|\b[A-Z]\w* (?:API|CLI|IAM)\b"
    r"|\b(?:manual|specification|documentation|reference|guides?|Dictionary|Wiktionary|Merriam-Webster)\b|\bdocs?/\S+"
)
"""A URL, a standard, an identifier, a page of a manual, or somebody's documentation."""
PATTERNS: Final = ("autorun", "described", "documents", "instructions", "shell_calls")
"""Tables whose ``match`` is RE2 throughout; of others it is words, or some rows' patterns."""


@cache
def rows(table: str) -> list[dict[str, Any]]:
    """As the file has them."""
    read: list[dict[str, Any]] = tomllib.loads((HERE / f"{table}.toml").read_text(encoding="utf-8"))["row"]
    return read


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_of_the_form(table: str) -> None:
    schema = resources.schema("inspect_table")
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    value = tomllib.loads((HERE / f"{table}.toml").read_text(encoding="utf-8"))
    wrong = [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]
    assert not wrong


def test_the_schema_knows_the_principles_and_severities_that_there_are() -> None:
    row = resources.schema("inspect_table")["$defs"]["row"]["properties"]  # type: ignore[index,call-overload]
    assert set(row["principle"]["enum"]) == set(PRINCIPLES)  # type: ignore[index,call-overload,arg-type]
    assert set(row["severity"]["enum"]) == {it.value for it in Severity}  # type: ignore[index,call-overload,arg-type]


@pytest.mark.parametrize("table", TABLES)
def test_every_row_names_what_says_so_outside_of_this_project(table: str) -> None:
    """A row that rests on what somebody saw in one family of calls has nothing to name."""
    assert not [row["source"] for row in rows(table) if OUTSIDE.search(row["source"]) is None]


@pytest.mark.parametrize("source", ["corpus", "own experience", "seen in calls", "names of things", ""])
def test_what_names_nothing_is_no_source(source: str) -> None:
    assert OUTSIDE.search(source) is None


@pytest.mark.parametrize("table", TABLES)
def test_every_table_can_be_read_and_is_used(table: str) -> None:
    assert len(tables.rows(table)) == len(rows(table))
    sources = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "host").rglob("*.py"))]
    assert any(f'"{table}"' in source for source in sources), "nobody reads it"


@pytest.mark.parametrize("table", PATTERNS)
def test_every_pattern_compiles(table: str) -> None:
    options = re2.Options()
    options.log_errors = False
    for row in rows(table):
        for pattern in row["match"]:
            re2.compile(pattern, options)
    assert isinstance(tables.patterns(table), tables.Patterns)


@pytest.mark.parametrize("table", ["verbs", "objects"])
def test_no_word_stands_in_a_table_twice_and_means_two_things(table: str) -> None:
    """Of tables that are dictionaries: there the last row would win, and nobody would see it."""
    seen: dict[str, int] = {}
    for at, row in enumerate(tables.rows(table)):
        for word in row.match:
            assert seen.setdefault(word, at) == at, word


def test_every_file_of_the_folder_is_a_table() -> None:
    assert {file.suffix for file in Path(HERE).iterdir() if file.is_file()} == {".toml"}
