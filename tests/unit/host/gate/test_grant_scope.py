"""What each bound of a grant covers, and that its words say so."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.arguments.facts import HostFact, PathFact, Place
from host.gate import grant_scope
from host.gate.grant_scope import (
    ANYTHING,
    ANYTHING_READ,
    EXACTLY,
    GROWTH_FACTOR,
    MAX_ITEMS,
    MAX_LINES,
    MAX_PARTS,
    MAX_VALUES,
    MIN_CONTENT_LIMIT,
    GrantScope,
    Members,
    Text,
    anything,
    exactly,
    may_be_any,
    other_params,
    pattern,
)
from host.inspect.roles import Role, role_of
from host.inspect.tools import class_of
from host.model import Bound, Call, JsonObject, JsonValue
from host.naming import Verb
from host.policy.facts import CallFacts, Needs
from host.policy.gather import find_places_now
from host.values import replace
from tests.support.seen import place, seen
from tests.unit.host.support import NOW, call_params, frozen_call, modern

TEXT: Final[JsonObject] = {"type": "string"}
SCHEMA: Final[JsonObject] = {
    "type": "object",
    "properties": {
        "path": TEXT,
        "source": TEXT,
        "paths": {"type": "array", "items": TEXT},
        "url": TEXT,
        "content": {"type": "string", "description": "What to write."},
        "mode": {"type": "string", "enum": ["append", "replace"]},
        "kind": {"const": "/usr"},
        "more": {"type": "object", "properties": {"content": TEXT, "overwrite": {"type": "boolean"}}},
    },
}
LONG: Final = "word " * 50
ORIGIN: Final = "https://example.org/a"
REST: Final = "everything else exactly the same"
CHOICES: Final = "how it reads may differ: limits, order, formats and the like"
DIFFERS: Final = "the text may differ, up to 2,000 characters"
WORDS: Final = f"{DIFFERS}, but is no code"


def call(arguments: JsonObject, *, name: str = "write") -> Call:
    return frozen_call("call-1", call_params(name, arguments))


def shaped(
    arguments: JsonObject, schema: JsonValue = SCHEMA, *, name: str = "write", **changes: Any
) -> GrantScope | None:
    made = call(arguments, name=name)
    return pattern(made, schema, replace(seen(made), **changes))


def shape_of(arguments: JsonObject, schema: JsonValue = SCHEMA, *, name: str = "write") -> GrantScope:
    made = shaped(arguments, schema, name=name)
    assert made is not None
    return made


def any_like(made: Call) -> GrantScope:
    return anything(made, seen(made))


def covers(shape: GrantScope, arguments: JsonObject, *, name: str = "write", **changes: Any) -> bool:
    made = call(arguments, name=name)
    facts = seen(made, folders=tuple(shape.folders()))
    return shape.covers(made, replace(facts, **changes))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree: notes with files, a folder, links in and out; beside it what no pattern may reach."""
    base = tmp_path.resolve()
    for folder in ("notes/sub", "notes-evil", "secret", "notes/.git"):
        (base / folder).mkdir(parents=True)
    for file in ("notes/a.md", "notes/sub/b.md", "notes-evil/x", "secret/key", "notes/.env", "notes/.git/config"):
        (base / file).write_text("x")
    (base / "notes/out").symlink_to(base / "secret")
    (base / "notes/key").symlink_to(base / "secret/key")
    (base / "notes/in").symlink_to(base / "notes/sub")
    (base / "notes/nowhere").symlink_to(base / "secret/new")
    return base


# Exactly, and any inputs


def test_exactly_covers_every_byte_and_says_so() -> None:
    shape = exactly(call({"a": 1}))
    assert shape.words() == (EXACTLY,)
    assert covers(shape, {"a": 1})
    assert not covers(shape, {"a": 2})
    assert not covers(shape, {"a": 1, "b": None})


def test_any_inputs_are_any_and_nothing_beside_them() -> None:
    made = frozen_call("call-1", modern(call_params("write", {"a": 1}), note="x"), NOW)
    shape, facts = any_like(made), seen(made)
    assert shape.words() == (ANYTHING,)
    assert not shape.has_fixed_input
    assert list(shape.folders()) == []
    other = frozen_call("call-2", modern(call_params("write", {"b": [LONG]}), note="x"), NOW)
    assert shape.covers(other, facts)
    for name, note in (("write", "y"), ("delete", "x"), ("read", "x")):
        odd = frozen_call("call-3", modern(call_params(name, {"a": 1}), note=note), NOW)
        assert not shape.covers(odd, facts)


def test_a_call_without_inputs_is_among_any_inputs() -> None:
    bare = frozen_call("call-1", {"name": "write"})
    assert any_like(call({"a": 1})).covers(bare, seen(bare))
    assert any_like(bare).covers(call({"a": 1}), seen(bare))


# Folders


def test_a_path_may_be_another_one_in_its_folder(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/a.md", "overwrite": True})
    assert shape.words() == (f"path: writes in {root}/notes, not elsewhere", REST)
    for inside in ("b.md", "sub/b.md", "sub", "new/deep/file", "in/b.md", "sub/../a.md"):
        assert covers(shape, {"path": f"{root}/notes/{inside}", "overwrite": True}), inside


OUTSIDE: Final = (
    "secret/key",
    "notes/../secret/key",
    "notes-evil/x",
    "notes",
    "notes/.",
    "notes/sub/..",
    "",
    "notes/out",
    "notes/out/key",
    "notes/key",
    "notes/nowhere",
    "notes/in/../../secret/key",
    "notes/.env",
    "notes/.git/config",
    "notes/sub/.new",
    "notes/.new/file",
)


@pytest.mark.parametrize("path", OUTSIDE)
def test_s35_no_path_outside_its_folder_nor_the_folder_itself_nor_a_hidden_name_is_covered(
    root: Path, path: str
) -> None:
    shape = shape_of({"path": f"{root}/notes/a.md"})
    assert not covers(shape, {"path": f"{root}/{path}"})


@pytest.mark.parametrize(
    "path", ["a.md", "./a.md", "~/a.md", "file:///x", 7, None, True, ["/x"], {"path": "/x"}], ids=str
)
def test_s35_what_is_no_path_for_certain_is_not_covered(root: Path, path: JsonValue) -> None:
    assert not covers(shape_of({"path": f"{root}/notes/a.md"}), {"path": path})


def test_a_path_that_does_not_exist_yet_counts_by_its_folder(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/new.md"})
    assert covers(shape, {"path": f"{root}/notes/a.md"})
    assert not covers(shape, {"path": f"{root}/secret/key"})


def test_s35_a_folder_that_came_into_being_as_a_link_is_not_the_one_that_was_granted(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/later/new.md"})
    assert covers(shape, {"path": f"{root}/notes/later/other.md"})
    assert not covers(shape, {"path": f"{root}/notes/LATER/other.md"})
    assert not covers(shape, {"path": f"{root}/notes/later"})
    (root / "notes/later").symlink_to(root / "secret")
    assert not covers(shape, {"path": f"{root}/notes/later/key"})
    (root / "notes/later").unlink()
    (root / "notes/later").mkdir()
    assert covers(shape, {"path": f"{root}/notes/later/key"})


def test_s35_a_folder_whose_place_a_link_took_is_not_the_one_that_was_granted(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/a.md"})
    (root / "notes").rename(root / "moved")
    (root / "notes").symlink_to(root / "secret")
    assert not covers(shape, {"path": f"{root}/notes/key"})
    assert not covers(shape, {"path": f"{root}/moved/a.md"})


def test_a_folder_counts_with_what_is_in_it(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes"})
    assert shape.words() == (f"path: writes in {root}/notes, not elsewhere", REST)
    for path in ("notes", "notes/", "notes/sub", "notes/a.md"):
        assert covers(shape, {"path": f"{root}/{path}"})
    for path in ("", "secret", "notes-evil", "notes/out", "notes/.git"):
        assert not covers(shape, {"path": f"{root}/{path}"})


@pytest.mark.parametrize("path", ["/", "/hosts-that-is-not-there", "/usr/.hidden", "/usr/.hidden/../.x"])
def test_the_root_and_a_hidden_name_are_no_pattern(path: str) -> None:
    assert shaped({"path": path}) is None


def test_a_link_is_offered_as_the_folder_to_which_it_leads(root: Path) -> None:
    line, _ = shape_of({"path": f"{root}/notes/key"}).words()
    assert line == f"path: writes in {root}/secret, not elsewhere"


def test_s35_where_the_folder_was_not_resolved_nothing_is_covered(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/a.md"})
    assert list(shape.folders()) == [f"{root}/notes"]
    same: JsonObject = {"path": f"{root}/notes/a.md"}
    assert covers(shape, same)
    assert not covers(shape, same, folders={})
    assert not covers(shape, same, paths=None)
    assert not covers(shape, same, paths=())
    assert not covers(shape, same, folders={f"{root}/notes": place(root / "secret")})


def test_s35_a_path_that_could_also_be_something_else_neither_varies_nor_is_covered(root: Path) -> None:
    text = f"{root}/notes/a.md"
    shape, where, there = shape_of({"path": text}), "$.path", place(text)
    one = PathFact(where, "path", "path", there, text=text)
    odd: dict[str, dict[str, Any]] = {
        "unclear": {"paths": (replace(one, kind="unclear"),)},
        "not resolved": {"paths": (replace(one, place=None),)},
        "another reading": {"paths": (replace(one, other_places=(place(root / "secret"),)),)},
        "twice": {"paths": (one, one)},
        "another text": {"paths": (replace(one, text="/other"),)},
        "elsewhere": {"paths": (replace(one, where="$.other"),)},
        "an address too": {"hosts": (HostFact(where, "path", "unclear", None, text=text),)},
        "not looked": {"hosts": None, "paths": None},
        "late": {"hosts": (), "paths": (PathFact("$", "", "unclear", None),)},
    }
    for name, facts in odd.items():
        assert not covers(shape, {"path": text}, **facts), name
        assert shaped({"path": text}, **facts) is None, name


def test_s35_a_path_lies_in_the_folder_only_if_it_does_by_every_reading(root: Path) -> None:
    text = f"{root}/notes/in/b.md"
    shape, there = shape_of({"path": f"{root}/notes/a.md"}), place(text)
    fact = PathFact("$.path", "path", "path", there, text=text)
    for other, inside in (("notes/sub", True), ("secret", False), ("notes", False)):
        either = replace(fact, other_places=(place(root / other),))
        assert covers(shape, {"path": text}, paths=(either,)) is inside
        assert shaped({"path": text}, paths=(either,)) is None


def test_what_is_there_must_be_known_for_a_file_or_a_folder() -> None:
    there = place("/usr")
    fact = PathFact("$.path", "path", "path", replace(there, directory=None), text="/usr")
    assert shaped({"path": "/usr"}, paths=(fact,)) is None


# Addresses


def test_an_address_may_be_another_one_of_the_same_origin() -> None:
    shape = shape_of({"url": ORIGIN}, name="read")
    assert shape.words() == ("url: reads in https://example.org, not elsewhere", CHOICES, REST)
    for url in (ORIGIN, "https://example.org", "https://example.org/b?c#d", "https://EXAMPLE.org:443/x"):
        assert covers(shape, {"url": url}, name="read"), url


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/a",
        "https://example.org:8443/a",
        "https://www.example.org/a",
        "https://example.org.evil.test/a",
        "https://example.org@evil.test/a",
        "https://evil.test\\@example.org/a",
        "ftp://example.org/a",
        "//example.org/a",
        "example.org",
        "file:///etc/passwd",
        7,
    ],
    ids=str,
)
def test_s35_no_address_of_another_origin_is_covered(url: JsonValue) -> None:
    assert not covers(shape_of({"url": ORIGIN}, name="read"), {"url": url}, name="read")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://example.org:8080/", "http://example.org:8080"),
        ("http://[::1]:8080/x", "http://[::1]:8080"),
        ("http://example.org:80/", "http://example.org"),
        ("https://example.org:80/", "https://example.org:80"),
    ],
)
def test_the_words_name_the_origin(url: str, words: str) -> None:
    assert shape_of({"url": url}, name="read").words() == (f"url: reads in {words}, not elsewhere", CHOICES, REST)


def test_a_bare_name_of_a_host_stays_as_it_is() -> None:
    fact = HostFact("$.url", "url", "url", "example.org", 443, text="example.org")
    shape = shaped({"url": "example.org"}, name="read", hosts=(fact,))
    assert shape is not None
    assert shape.words() == ('url: reads from "example.org" only', CHOICES, REST)


def test_where_something_is_written_to_an_address_it_is_that_address() -> None:
    assert shaped({"url": ORIGIN}) is None
    shape = shape_of({"url": ORIGIN, "content": LONG})
    assert shape.words() == (f"content: {DIFFERS}", f'url: goes to "{ORIGIN}" only', REST)
    assert not covers(shape, {"url": f"{ORIGIN}b", "content": LONG})


def test_s35_an_address_that_could_also_be_something_else_neither_varies_nor_is_covered() -> None:
    shape, one = (
        shape_of({"url": ORIGIN}, name="read"),
        HostFact("$.url", "url", "url", "example.org", 443, text=ORIGIN),
    )
    odd: dict[str, dict[str, Any]] = {
        "unclear": {"hosts": (replace(one, kind="unclear"),)},
        "not told": {"hosts": (replace(one, host=None),)},
        "no port": {"hosts": (replace(one, port=None),)},
        "another reading": {"hosts": (replace(one, other_hosts=("evil.test",)),)},
        "twice": {"hosts": (one, one)},
        "another text": {"hosts": (replace(one, text="https://example.org/b"),)},
        "a path too": {"paths": (PathFact("$.url", "url", "unclear", None, text=ORIGIN),)},
        "not looked": {"hosts": None},
    }
    for name, facts in odd.items():
        assert not covers(shape, {"url": ORIGIN}, name="read", **facts), name
        made = shaped({"url": ORIGIN}, name="read", **facts)
        assert made is None or "in https" not in made.words()[0], name


# Contents


@pytest.mark.parametrize("text", [LONG, "two\nlines", "short", ""], ids=["long", "lines", "short", "none"])
def test_contents_may_be_others(text: str) -> None:
    shape = shape_of({"content": text, "path": "/x"})
    assert shape.words() == (f"content: {DIFFERS}", 'path: exactly "/x"', REST)
    assert covers(shape, {"content": "", "path": "/x"})
    assert covers(shape, {"content": "other\n" * 9, "path": "/x"})
    assert not covers(shape, {"content": text, "path": "/y"})
    assert not covers(shape, {"content": 7, "path": "/x"})


@pytest.mark.parametrize(
    ("first", "most"), [("a b", MIN_CONTENT_LIMIT), ("a " * MIN_CONTENT_LIMIT, 2 * GROWTH_FACTOR * MIN_CONTENT_LIMIT)]
)
def test_s46_contents_may_grow_so_far_and_no_further(first: str, most: int) -> None:
    shape = shape_of({"content": first})
    assert shape.words()[0] == f"content: the text may differ, up to {most:,} characters"
    assert covers(shape, {"content": "x" * most})
    assert not covers(shape, {"content": "x" * (most + 1)})


@pytest.mark.parametrize(
    "schema",
    [{"format": "uri"}, {"enum": [LONG]}, {"const": LONG}, {"contentMediaType": "text/x-shellscript"}],
    ids=str,
)
def test_a_text_to_which_the_schema_gives_a_meaning_stays_as_it_is(schema: JsonObject) -> None:
    assert shaped({"content": LONG}, {"type": "object", "properties": {"content": schema}}) is None


@pytest.mark.parametrize("schema", [None, True, {}, {"type": "string", "minLength": 1}, {"properties": []}], ids=str)
def test_a_schema_that_says_nothing_of_it_leaves_contents_as_they_are(schema: JsonValue) -> None:
    assert shaped({"content": LONG}, {"type": "object", "properties": {"content": schema}}) is not None
    assert shaped({"content": LONG}, schema) is not None


def test_an_input_whose_part_nobody_knows_stays_as_it_is() -> None:
    assert shaped({"other": LONG}) is None
    assert shaped({"other": 2 * LONG}) is None
    assert not covers(shape_of({"content": "a", "other": LONG}), {"content": "a", "other": "another"})


@pytest.mark.parametrize("key", ["status", "label", "template"])
def test_s46_a_word_that_may_be_a_choice_is_no_contents(key: str) -> None:
    assert shaped({key: "closed"}) is None
    assert not covers(shape_of({key: "nearly done"}), {key: "refunded"})


@pytest.mark.parametrize("key", ["paths", "glob", "fileGlob"])
@pytest.mark.parametrize("files", ["**/*.py", "*.py"])
def test_s13_what_is_replaced_in_many_files_stays_as_it_was(key: str, files: str) -> None:
    in_all: JsonObject = {key: files, "old_string": "a b", "new_string": "c d"}
    schema: JsonObject = {"properties": dict.fromkeys(in_all, TEXT)}
    paths = find_places_now(Needs(paths=True), in_all, schema, Path("/")).paths
    edits = shaped(in_all, schema, name="replace_in_files", paths=paths)
    assert edits is not None
    assert covers(edits, in_all | {"new_string": "e f"}, name="replace_in_files", paths=paths)
    assert not covers(edits, in_all | {"old_string": "e f"}, name="replace_in_files", paths=paths)


@pytest.mark.parametrize("key", ["oldText", "old_str", "old_string"])
def test_what_an_edit_of_a_file_replaces_may_differ_like_what_it_writes(key: str) -> None:
    edits = shape_of({"edits": [{key: "a b", "newText": "c d"}], "path": "/x"}, name="edit_file")
    assert covers(edits, {"edits": [{key: "e f", "newText": "g h"}], "path": "/x"}, name="edit_file")
    assert not covers(edits, {"edits": [{key: "e f", "newText": "g h"}], "path": "/y"}, name="edit_file")
    assert shaped({key: "a b"}, name="update_page") is None
    assert shaped({key: "a b"}, name="send_message") is None


@pytest.mark.parametrize("other", ["https://evil.example/x", "/etc/shadow", "~/.ssh/id_rsa", "eve@evil.example"])
def test_s46_contents_never_become_a_path_or_an_address(other: str) -> None:
    assert shaped({"content": other}) is None
    assert not covers(shape_of({"content": "a b"}), {"content": other})


@pytest.mark.parametrize(
    ("name", "key", "text"),
    [
        ("send_data", "payload", '{"amount": 240}'),
        ("send_data", "payload", "amount=240&to=ana"),
        ("post_url", "body", "pay 240"),
        ("send_message", "text", " [1]"),
    ],
)
def test_s46_a_request_to_somebody_elses_program_is_no_contents(name: str, key: str, text: str) -> None:
    assert shaped({key: text}, name=name) is None
    assert shaped({key: text}, name="write_file") is not None


def test_s35_a_text_that_is_a_path_or_an_address_is_no_contents() -> None:
    shape = shape_of({"content": LONG})
    odd: dict[str, dict[str, Any]] = {
        "a path": {"paths": (PathFact("$.content", "content", "path", place("/usr"), text="/usr"),)},
        "an address": {"hosts": (HostFact("$.content", "content", "url", "example.org", 443, text=ORIGIN),)},
        "not looked": {"paths": None},
        "not looked for addresses": {"hosts": None},
        "late": {"paths": (PathFact("$", "", "unclear", None),)},
        "late for addresses": {"hosts": (HostFact("$", "", "unclear", None),)},
    }
    for name, facts in odd.items():
        assert not covers(shape, {"content": LONG}, **facts), name
        assert shaped({"content": LONG}, **facts) is None, name
    mentions = HostFact("$.content", "content", "unclear", None, text=LONG)
    assert covers(shape, {"content": LONG}, hosts=(mentions,))


# Choices, structure, words


def test_a_choice_of_a_tool_that_changes_something_stays_as_it_is(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/a.md", "mode": "append", "kind": "/usr"})
    assert shape.words() == (f"path: writes in {root}/notes, not elsewhere", REST)
    assert not covers(shape, {"path": f"{root}/notes/a.md", "mode": "append", "kind": "/"})
    assert not covers(shape, {"path": f"{root}/notes/a.md", "mode": "replace", "kind": "/usr"})


@pytest.mark.parametrize("known", ["enum", "const"])
def test_neither_does_a_path_or_an_address_that_the_schema_names(root: Path, known: str) -> None:
    for key, text in (("path", f"{root}/notes/a.md"), ("url", ORIGIN)):
        choice: JsonObject = {"type": "string", known: [text] if known == "enum" else text}
        shape = shape_of({key: text}, {"type": "object", "properties": {key: choice}}, name="read")
        assert json.dumps(text) in shape.words()[0]
        assert not covers(shape, {key: f"{text}x"}, name="read")


def test_parts_vary_wherever_they_stand(root: Path) -> None:
    paths: list[JsonValue] = [f"{root}/notes/a.md", f"{root}/secret/key"]
    given_: JsonObject = {"paths": paths, "more": {"content": LONG, "overwrite": False}, "odd name": [1.50, None]}
    shape = shape_of(given_)
    assert shape.words() == (
        f"more.content: {DIFFERS}",
        f"paths[0]: writes in {root}/notes, not elsewhere",
        f"paths[1]: writes in {root}/secret, not elsewhere",
        REST,
    )
    other: list[JsonValue] = [f"{root}/notes/sub/b.md", f"{root}/secret/new"]
    assert covers(shape, given_ | {"paths": other, "more": {"content": "", "overwrite": False}})
    wrongs: list[JsonValue] = [list(reversed(other)), other[:1], [*other, other[0]], {}, "x"]
    for wrong in wrongs:
        assert not covers(shape, given_ | {"paths": wrong})
    mores: list[JsonValue] = [{"content": LONG}, {"content": LONG, "overwrite": False, "x": None}, [], {}]
    for more in mores:
        assert not covers(shape, given_ | {"more": more})


def test_numbers_stay_as_they_were_written(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/a.md", "n": 1})
    assert not covers(shape, {"path": f"{root}/notes/a.md", "n": 1.0})
    assert not covers(shape, {"path": f"{root}/notes/a.md", "n": True})


def test_a_long_value_is_named_by_its_length() -> None:
    shape = shape_of({"content": LONG, "command": "é" * 1000})
    assert "command: exactly what is above (1,002 characters)" in shape.words()


@pytest.mark.parametrize("lines", [MAX_LINES, MAX_LINES + 1])
def test_a_pattern_of_too_many_lines_is_none(lines: int) -> None:
    found = shaped({"content": LONG} | {f"n{number}": number for number in range(lines - 2)})
    assert (found is None) is (lines > MAX_LINES)


@pytest.mark.parametrize("parts", [MAX_PARTS, MAX_PARTS + 1])
def test_there_is_no_pattern_around_too_many_values(parts: int) -> None:
    found = shaped({"content": LONG, "n": [0] * (parts - 3)})
    assert (found is None) is (parts > MAX_PARTS)


@pytest.mark.parametrize("arguments", [{}, {"n": 1}, {"path": "relative"}, {"other": "short"}], ids=str)
def test_where_nothing_may_vary_there_is_no_pattern(arguments: JsonObject) -> None:
    assert shaped(arguments) is None


def test_a_path_or_an_address_that_is_uncertain_stays_as_it_is(root: Path) -> None:
    for key, text in (("source", "relative"), ("url", "ftp://x")):
        shape = shape_of({"path": f"{root}/notes/a.md", key: text})
        assert covers(shape, {"path": f"{root}/notes/sub/b.md", key: text})
        assert not covers(shape, {"path": f"{root}/notes/a.md", key: f"{text}y"})


# Lists


def test_of_several_receivers_some_will_do_and_no_other() -> None:
    to: list[JsonValue] = ["ana@garden.example", "bob@garden.example"]
    shape = shape_of({"to": to, "body": "Hello"}, name="send_mail")
    assert shape.words() == (
        f"body: {DIFFERS}",
        "to: sends to ana@garden.example or bob@garden.example only",
        REST,
    )
    for fewer in ([to[1]], [to[1], to[0]]):
        assert covers(shape, {"to": fewer, "body": "Bye"}, name="send_mail")
    wrongs: list[JsonValue] = [[], [*to, to[0]], ["eve@x.example"], [to], "ana@garden.example", None]
    for wrong in wrongs:
        assert not covers(shape, {"to": wrong, "body": "Bye"}, name="send_mail")


def test_a_list_of_contents_may_be_others_and_not_many_more() -> None:
    shape = shape_of({"observations": ["likes tulips"]})
    assert shape.words()[0] == "observations: up to 4 texts, each up to 2,000 characters, may differ"
    assert covers(shape, {"observations": ["likes roses"] * GROWTH_FACTOR})
    assert not covers(shape, {"observations": ["likes roses"] * (GROWTH_FACTOR + 1)})
    assert shaped({"labels": ["bug", "help wanted"]}) is None


def test_many_values_are_counted_in_words() -> None:
    to: list[JsonValue] = [f"a{number}@garden.example" for number in range(9)]
    assert "to: none but the 9 values above" in shape_of({"to": to}, name="send_mail").words()


def test_a_list_of_parts_that_differ_in_kind_keeps_its_order(root: Path) -> None:
    paths: list[JsonValue] = [f"{root}/notes/a.md", "relative"]
    shape = shape_of({"paths": paths, "rows": [[1], [2]], "content": "a"})
    assert covers(shape, {"paths": [f"{root}/notes/sub/b.md", "relative"], "rows": [[1], [2]], "content": "b"})
    assert not covers(shape, {"paths": paths[:1], "rows": [[1], [2]], "content": "b"})
    assert not covers(shape, {"paths": paths, "rows": [[1], [3]], "content": "b"})


# A tool that reads


def test_a_tool_that_reads_may_ask_for_other_things_in_the_same_places(root: Path) -> None:
    given_: JsonObject = {"path": f"{root}/notes/a.md", "mailbox": "INBOX", "id": 7, "city": "Oslo", "limit": 10}
    shape = shape_of(given_, name="read")
    assert shape.words() == (
        f"city: {WORDS}",
        "id: the value may differ",
        'mailbox: reads in "INBOX", not elsewhere',
        f"path: reads in {root}/notes, not elsewhere",
        CHOICES,
        REST,
    )
    others: tuple[JsonObject, ...] = (
        {"path": f"{root}/notes/sub/b.md"}, {"id": 8}, {"id": None}, {"city": "Rome"}, {"limit": 99}, {"sort": "up"},
    )  # fmt: skip
    for other in others:
        assert covers(shape, given_ | other, name="read"), other
    wrongs: tuple[JsonObject, ...] = (
        {"path": f"{root}/secret/key"}, {"mailbox": "Sent"}, {"id": "8"}, {"city": ORIGIN}, {"city": "/etc"},
        {"more": 1}, {"limit": ["x"]}, {"format": "/etc/passwd"}, {"format": "../x"}, {"city": 7}, {"method": "list"},
        {"city": "x" * (MIN_CONTENT_LIMIT + 1)}, {"sort": "x" * (MIN_CONTENT_LIMIT + 1)},
    )  # fmt: skip
    for wrong in wrongs:
        assert not covers(shape, given_ | wrong, name="read"), wrong


def test_a_choice_of_how_it_reads_may_be_left_out() -> None:
    shape = shape_of({"city": "Oslo", "limit": 10}, name="read")
    assert covers(shape, {"city": "Oslo"}, name="read")
    assert not covers(shape, {"limit": 10}, name="read")
    assert not covers(shape_of({"mode": "append", "content": "a"}), {"content": "a"})


def test_s46_a_choice_that_is_named_as_an_address_is_none() -> None:
    shape = shape_of({"city": "Oslo"}, name="read")
    fact = HostFact("$.format", "format", "url", "example.org", 443, text="x")
    assert covers(shape, {"city": "Oslo", "format": "x"}, name="read")
    assert not covers(shape, {"city": "Oslo", "format": "x"}, name="read", hosts=(fact,))


def test_of_lists_a_tool_that_reads_may_take_more_in_the_same_places(root: Path) -> None:
    shape = shape_of({"paths": [f"{root}/notes/a.md"], "ids": [1, 2], "cities": ["Oslo"]}, name="read")
    assert shape.words()[:3] == (
        f"cities: up to {MAX_ITEMS} texts, each up to 2,000 characters, may differ, but are no code",
        "ids: the value may differ",
        f"paths: reads in {root}/notes, not elsewhere",
    )
    more: JsonObject = {"paths": [f"{root}/notes/a.md", f"{root}/notes/sub/b.md"], "ids": [3], "cities": ["Rome", "x"]}
    assert covers(shape, more, name="read")
    assert not covers(shape, more | {"paths": [f"{root}/secret/key"]}, name="read")
    assert not covers(shape, more | {"ids": [0] * (MAX_ITEMS + 1)}, name="read")


@pytest.mark.parametrize(
    ("text", "free"),
    [("best tulips", True), ("from:ana bills", True), ("SELECT * FROM t", False), ("{x}", False), ("a=1", False)],
)
def test_s46_words_to_look_for_may_differ_and_a_program_may_not(text: str, free: bool) -> None:
    shape = shape_of({"query": text}, name="search")
    assert (f"query: {WORDS}" in shape.words()) is free
    assert covers(shape, {"query": "roses"}, name="search") is free
    assert not covers(shape, {"query": "drop table t"}, name="search")
    exact = shape_of({"sql": "SELECT 1"}, name="read")
    assert 'sql: exactly "SELECT 1"' in exact.words()
    assert not covers(exact, {"sql": "best tulips"}, name="read")


def test_a_tool_that_reads_and_names_no_place_pins_nothing() -> None:
    assert not shape_of({"city": "Oslo", "limit": 1}, name="read").has_fixed_input
    assert shape_of({"city": "Oslo", "account": 7}, name="read").has_fixed_input
    assert shape_of({"city": "Oslo", "more": {"repo": "x"}}, name="read").has_fixed_input


# Any inputs

ANY: Final[dict[str, tuple[str, JsonObject, bool]]] = {
    "reads nothing in particular": ("read", {"city": "Oslo", "limit": 3, "more": [{}, []]}, True),
    "reads in a folder": ("read", {"path": "/x"}, False),
    "reads at an address": ("read", {"id": ORIGIN}, False),
    "reads at an address that is a name": ("read", {"which": {ORIGIN: 1}}, False),
    "reads at a path that is a name": ("read", {"which": [{"/etc/passwd": True}]}, False),
    "reads in a mailbox": ("read", {"mailbox_id": 3}, False),
    "reads by a program": ("read", {"sql": "SELECT 1"}, False),
    "reads by its operation": ("read", {"action": "list"}, False),
    "reads very much": ("read", {"ids": [0] * (MAX_VALUES + 1)}, False),
    "writes": ("write", {"path": "/x", "n": 1}, True),
    "writes to somebody": ("write", {"to": "ana@garden.example"}, False),
    "writes a figure": ("update_values", {"sheet": "x", "values": [["04-00-75"]]}, False),
    "writes a number": ("update_values", {"sheet": "x", "values": [[475]]}, False),
    "writes a switch": ("update_values", {"sheet": "x", "values": [[True]]}, True),
    "writes a word": ("update_values", {"sheet": "x", "values": [["paid"]]}, True),
    "writes the members of an object": ("update_record", {"id": "a", "fields": {"lang": "hi"}}, False),
    "writes objects in a list": ("update_record", {"rows": [[{"lang": "hi"}]]}, False),
    "writes where others read": ("update_issue", {"title": "x"}, False),
    "does what nobody knows": ("frobnicate", {"n": 1}, False),
    **{verb: (verb, {"n": 1}, False) for verb in ("send", "pay", "grant", "delete", "run")},
}


@pytest.mark.parametrize("case", sorted(ANY))
def test_s46_any_inputs_are_offered_only_where_nothing_leads_anywhere(case: str) -> None:
    name, arguments, may = ANY[case]
    made = call(arguments, name=name)
    assert may_be_any(arguments, None, class_of("files", name, arguments)) is may
    assert any_like(made).covers(made, seen(made)) is may


@pytest.mark.parametrize(
    ("name", "inputs", "may"),
    [
        ("read", {"city": TEXT, "limit": TEXT}, True),
        ("read", {"city": TEXT, "path": TEXT}, False),
        ("read", {"table": TEXT}, False),
        ("write", {"path": TEXT, "content": TEXT}, True),
        ("write", {"content": TEXT, "cc": TEXT}, False),
        ("write", {"command": TEXT}, False),
        ("read", {f"n{number}": TEXT for number in range(MAX_VALUES + 1)}, False),
    ],
)
def test_s46_what_the_schema_names_counts_before_anybody_uses_it(name: str, inputs: JsonObject, may: bool) -> None:
    assert may_be_any({"n": 1}, {"properties": inputs}, class_of("files", name)) is may


def test_s43_of_a_call_with_many_values_no_more_are_read_than_show_that_no_grant_covers_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = list[str]()

    def noting(key: str, text: str, verb: Verb) -> tuple[Role, bool]:
        looked_at.append(text)
        return role_of(key, text, verb)

    few, many = call({"words": ["a", "b"]}, name="read"), call({"words": ["word"] * 20_000}, name="read")
    facts, scopes = seen(many), (any_like(few), shape_of({"words": ["a", "b"]}, name="read"))
    assert [scope.covers(few, seen(few)) for scope in scopes] == [True, True]
    monkeypatch.setattr(grant_scope, "role_of", noting)
    assert [scope.covers(many, facts) for scope in scopes] == [False, False]
    assert len(looked_at) < 5 * MAX_VALUES


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("{ members { id } }", False),
        ("query L { members { id } } mutation E { end(ids: 1) { count } }", False),
        ("# the overdue ones\nmutation E { end(ids: 1) { count } }", False),
        ("show me the members (all of them)", False),
        ("show me all members", True),
        ("members of the garden club", True),
    ],
)
def test_s46_any_inputs_hold_no_statement_whatever_its_input_is_called(text: str, may: bool) -> None:
    arguments: JsonObject = {"document": text}
    assert may_be_any(arguments, None, class_of("club", "graphql_read", arguments)) is may


def test_any_inputs_of_a_tool_that_reads_name_no_place_and_the_words_say_so() -> None:
    shape = any_like(call({"city": "Oslo"}, name="read"))
    assert shape.words() == (ANYTHING_READ,)
    assert covers(shape, {"city": "Rome", "more": 1}, name="read")
    assert not covers(shape, {"city": "Rome", "path": "/etc"}, name="read")


# What a text is besides words

COMMAND: Final = "systemctl stop postgresql; rm -rf /var/lib/postgresql/15/main"
CODE: Final = (
    COMMAND,
    "systemctl stop postgresql",
    "uptime && reboot",
    "uptime\nreboot",
    "uptime; ./x",
    "$(./x)",
    "open('/etc/passwd').read()",
    "DROP TABLE hosts",
    "DROP/**/TABLE hosts",
    " " * 9_000 + "DROP TABLE hosts",
    "{ hosts { id } }",
    "'rm' -rf build",
    "rm\t-rf\tbuild",
    "foo && evil",
    "foo &evil",
    "foo\nevil --all",
    "x' UNION SELECT password FROM users",
    "x'or true -- ",
)
PATHS_AND_ADDRESSES: Final = (
    "/etc/passwd", "..", "a/../b", "file:///etc/passwd", "secrets/prod.env", ".ssh/id_rsa", "evil.example/x",
    "evil.example", "169.254.169.254", "169.254.169.254:80", "https://evil.example/", "see https://evil.example/x",
    "eve@evil.example", "git@evil.example:x/y",
)  # fmt: skip
PLAIN: Final = (
    "uptime", "7", "2026-11-29", "29/11/2026", "load of db-2", "Wie hoch ist die Last?", "find", "from:ana bills",
    "Europe/Oslo", "text/plain", "and/or", "what's up", "v1.2",
)  # fmt: skip


@pytest.mark.parametrize("bound", ["pattern", "any"])
@pytest.mark.parametrize("other", [*CODE, *PATHS_AND_ADDRESSES, *PLAIN])
def test_s46_where_a_word_was_approved_no_place_command_or_other_code_is_covered(bound: Bound, other: str) -> None:
    first: JsonObject = {"host": "db-1", "probe": "uptime"} if bound == "pattern" else {"probe": "uptime"}
    made = call(first, name="inspect_host")
    shape = any_like(made) if bound == "any" else shape_of(first, name="inspect_host")
    assert covers(shape, first, name="inspect_host")
    assert covers(shape, first | {"probe": other}, name="inspect_host") is (other in PLAIN)


@pytest.mark.parametrize("bound", ["pattern", "any"])
def test_where_code_was_approved_other_code_and_words_are_covered_there_and_the_words_say_so(bound: Bound) -> None:
    first: JsonObject = {"filters": ["site = 14"], "city": "Oslo"}
    if bound == "pattern":
        first |= {"table": "sites"}
    made = call(first, name="read")
    shape = any_like(made) if bound == "any" else shape_of(first, name="read")
    if bound == "any":
        assert shape.words() == (ANYTHING_READ, "filters: also a command, a query or other code")
    else:
        several = f"up to {MAX_ITEMS} texts, each up to 2,000 characters, may differ"
        assert shape.words()[:2] == (f"city: {WORDS}", f"filters: {several}")
    assert covers(shape, first | {"filters": ["site = 9", "north"]}, name="read")
    assert covers(shape, first | {"filters": ["north"], "city": "Rome"}, name="read")
    assert not covers(shape, first | {"city": "site = 9"}, name="read")


def test_s46_an_input_that_may_be_added_is_words_too() -> None:
    for shape in (shape_of({"table": "t", "city": "Oslo"}, name="read"), any_like(call({"city": "Oslo"}, name="read"))):
        fixed: JsonObject = {"table": "t", "city": "Oslo"} if shape.bound == "pattern" else {"city": "Oslo"}
        assert covers(shape, fixed | {"sort": "name"}, name="read")
        assert not covers(shape, fixed | {"sort": COMMAND}, name="read")


@pytest.mark.parametrize("name", [*CODE, *PATHS_AND_ADDRESSES])
def test_s46_the_name_of_an_input_is_a_text_too(name: str) -> None:
    shape = any_like(call({"probe": "uptime"}, name="inspect_host"))
    assert covers(shape, {"probe": "uptime", "opts": {"all": True}}, name="inspect_host")
    assert not covers(shape, {"probe": "uptime", "opts": {name: True}}, name="inspect_host")
    around = shape_of({"host": "db-1", "probe": "uptime"}, name="inspect_host")
    assert covers(around, {"host": "db-1", "probe": "uptime", "limit": 5}, name="inspect_host")
    assert not covers(around, {"host": "db-1", "probe": "uptime", f"{name}/limit": 5}, name="inspect_host")
    writes = any_like(call({"path": "/x", "content": "a"}))
    assert not covers(writes, {"path": "/x", "content": "a", COMMAND: True})
    assert not covers(writes, {"path": "/x", "content": "a", "/etc/passwd": "b"})


def test_s46_an_odd_name_that_was_approved_makes_no_value_code() -> None:
    shape = any_like(call({"$top": "many", "probe": "uptime"}, name="inspect_host"))
    assert shape.words() == (ANYTHING_READ, '["$top"]: an input by this very name')
    assert covers(shape, {"$top": "few", "probe": "load"}, name="inspect_host")
    assert not covers(shape, {"$top": COMMAND, "probe": "load"}, name="inspect_host")
    assert not covers(shape, {"$top": "few", "$skip": "few"}, name="inspect_host")


def test_an_address_is_covered_where_one_was_approved_and_the_words_say_so() -> None:
    shape = any_like(call({"probe": "db-1.example"}, name="inspect_host"))
    assert shape.words() == (ANYTHING_READ, "probe: also an address")
    assert covers(shape, {"probe": "db-2.example"}, name="inspect_host")
    assert not covers(shape, {"probe": COMMAND}, name="inspect_host")


def test_s46_where_any_path_was_approved_none_goes_on_with_a_command() -> None:
    shape = any_like(call({"path": "/x/a.md", "content": "Words."}))
    assert covers(shape, {"path": "/x/b (1); c.md", "content": "Words."})
    assert not covers(shape, {"path": "/x/b; rm -rf ~", "content": "Words."})


def test_s46_where_a_tool_writes_contents_may_be_any_and_other_inputs_stay_what_they_are() -> None:
    first: JsonObject = {"path": "/x/a.md", "content": "Words.", "shelf": "a"}
    shape = any_like(call(first))
    assert shape.words() == (ANYTHING, "path: any path")
    covered: tuple[JsonObject, ...] = ({"path": "/y/b.md"}, {"content": COMMAND}, {"shelf": "b (c), 50 %"})
    for other in covered:
        assert covers(shape, first | other), other
    asked: tuple[JsonObject, ...] = (
        {"shelf": "/etc/cron.d/x"}, {"shelf": COMMAND}, {"more": "~/.bashrc"}, {"content": "/x"},
        {"shelf": "$(./x)"}, {"shelf": "a && evil"}, {"shelf": "a\nevil"}, {"shelf": "f('x')"}, {"shelf": "=cmd"},
    )  # fmt: skip
    for other in asked:
        assert not covers(shape, first | other), other
    edit = any_like(call({"path": "/x/a.md", "old_string": "Words."}, name="edit_file"))
    assert covers(edit, {"path": "/x/a.md", "old_string": COMMAND}, name="edit_file")


def test_any_inputs_are_not_offered_where_nobody_would_read_what_they_cover() -> None:
    tool = class_of("files", "write")
    for count, may in ((MAX_LINES - 1, True), (MAX_LINES, False)):
        arguments: JsonObject = {f"path{number:02}": "/x" for number in range(count)}
        assert may_be_any(arguments, None, tool) is may
    assert len(any_like(call({f"path{number}": "/x" for number in range(MAX_LINES - 1)})).words()) == MAX_LINES


# Properties

_TREE: Final = (
    "notes", "notes/a.md", "notes/sub/b.md", "notes/out/key", "notes/key", "notes/.env", "notes-evil/x", "secret/key",
    "notes/new", "notes/../secret/key", "notes/in/b.md", "notes/sub/../a.md", "",
)  # fmt: skip
_URLS: Final = (
    ORIGIN,
    "https://example.org/b",
    "http://example.org/",
    "https://evil.test/",
    "ftp://x",
    "https://[::1]/",
)
_LEAVES: Final = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "x", LONG, "two\nlines"])
_SLOW: Final = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def inputs(root: Path) -> st.SearchStrategy[JsonObject]:
    path = st.sampled_from([f"{root}/{path}" for path in _TREE]) | _LEAVES
    return st.fixed_dictionaries(
        {},
        optional={
            "path": path,
            "paths": st.lists(path, max_size=2),
            "url": st.sampled_from(_URLS) | _LEAVES,
            "content": _LEAVES,
            "mode": st.sampled_from(["append", "replace"]),
            "more": st.dictionaries(st.sampled_from(["content", "overwrite"]), _LEAVES, max_size=2),
            "n": _LEAVES,
        },
    )


def without(value: JsonValue, steps: tuple[str | int, ...], varying: set[tuple[str | int, ...]]) -> JsonValue:
    """``value`` with a mark in the place of each part that may vary."""
    if steps in varying:
        return "*"
    if isinstance(value, dict):
        return {name: without(inner, (*steps, name), varying) for name, inner in value.items()}
    if isinstance(value, list):
        return [without(inner, (*steps, at), varying) for at, inner in enumerate(value)]
    return value


PLACES: Final[dict[str, tuple[str | int, ...]]] = {
    "path": ("path",),
    "url": ("url",),
    "content": ("content",),
    "more.content": ("more", "content"),
    "paths[0]": ("paths", 0),
    "paths[1]": ("paths", 1),
}


@_SLOW
@given(data=st.data())
def test_s13_a_covered_call_differs_only_where_the_words_say(root: Path, data: st.DataObject) -> None:
    first, second = data.draw(inputs(root)), data.draw(inputs(root))
    if data.draw(st.booleans()):
        second = first | {name: value for name, value in second.items() if name in first}
    shape = shaped(first)
    if shape is None or not covers(shape, second):
        return
    said = {line.partition(":")[0] for line in shape.words() if "differ" in line or "writes in" in line}
    varying = {PLACES[name] for name in said}
    assert call(without(first, (), varying)).arguments == call(without(second, (), varying)).arguments  # type: ignore[arg-type]  # objects stay objects


@_SLOW
@given(data=st.data())
def test_s35_a_covered_path_never_leads_out_of_the_folder_that_the_words_name(root: Path, data: st.DataObject) -> None:
    first, second = data.draw(inputs(root)), data.draw(inputs(root))
    shape = shaped({"path": first.get("path", f"{root}/notes/a.md")})
    path = second.get("path")
    if shape is None or not isinstance(path, str) or not covers(shape, {"path": path}):
        return
    (folder,) = shape.folders()
    assert os.path.commonpath([os.path.realpath(path), folder]) == folder


@_SLOW
@given(data=st.data())
def test_s13_what_exactly_covers_the_pattern_covers_and_what_that_covers_any_inputs_do(
    root: Path, data: st.DataObject
) -> None:
    first, second = data.draw(inputs(root)), data.draw(inputs(root))
    made, other, shape = call(first), call(second), shaped(first)
    exact, some = covers(exactly(made), second), shape is not None and covers(shape, second)
    assert covers(exactly(made), first)
    assert shape is None or covers(shape, first)
    if exact and shape is not None:
        assert some
    if some and may_be_any(second, None, class_of("files", "write", second)):
        assert covers(any_like(made), second)
    assert exact is (made.arguments == other.arguments)


def test_what_was_rehearsed_is_not_done_by_the_same_grant() -> None:
    first: JsonObject = {"query": "x", "dry_run": True}
    for shape in (any_like(call(first, name="get_users")), shape_of(first, name="get_users")):
        assert covers(shape, {"query": "y", "dry_run": True}, name="get_users")
        assert not covers(shape, {"query": "x", "dry_run": False}, name="get_users")


def test_facts_of_another_file_system_without_slashes_give_no_pattern() -> None:
    fact = PathFact("$.path", "path", "path", Place("C:\\x\\y", ((1, 2),), ("y",), True), text="C:\\x\\y")
    assert shaped({"path": "C:\\x\\y"}, paths=(fact,)) is None


def test_facts_that_were_not_gathered_give_no_pattern() -> None:
    made = call({"content": LONG})
    assert pattern(made, SCHEMA, CallFacts("files", "write", "claude", True)) is None


@pytest.mark.parametrize("key", ["con\u200btent", "soft\u00adcontent", "⟨U+0022⟩content", "very_" * 50 + "content"])
@pytest.mark.parametrize("other", ["/etc/shadow", "~/.ssh/id_rsa", "https://evil.example/x"])
def test_s13_a_name_that_is_not_shown_as_it_is_hides_no_path(key: str, other: str) -> None:
    def looked(made: Call) -> CallFacts:
        found = find_places_now(Needs(paths=True, hosts=True), made.arguments_value, None, Path("/home/ana"))
        return replace(seen(made), paths=found.paths, hosts=found.hosts)

    schema: JsonObject = {"properties": {key: TEXT}}
    made, evil = call({key: LONG}), call({key: other})
    assert pattern(made, schema, looked(made)) is None
    handmade = GrantScope("pattern", other_params(made), Members({key: Text(MIN_CONTENT_LIMIT)}), "writes")
    assert not handmade.covers(evil, looked(evil))


@pytest.mark.parametrize(("name", "free"), [("send_data", False), ("write_data", True)])
def test_s46_where_a_tool_reaches_others_only_words_for_people_are_free(name: str, free: bool) -> None:
    for key in ("payload", "document", "properties"):
        assert (shaped({key: "some more words"}, name=name) is not None) is free, key
