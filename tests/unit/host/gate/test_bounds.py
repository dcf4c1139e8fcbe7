"""What each bound of a grant covers, and that its words say so."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.gate.bounds import ANYTHING, CONTENTS, EXACTLY, MAX_LINES, MAX_PARTS, Shape, anything, exactly, pattern
from host.gate.sent import beside
from host.gate.varying import AnyText, Members
from host.model import Call, JsonObject, JsonValue
from host.policy.facts import CallFacts, HostFact, Needs, PathFact, Place
from host.policy.gather import look_now
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


def call(arguments: JsonObject, *, name: str = "write") -> Call:
    return frozen_call("call-1", call_params(name, arguments))


def shaped(arguments: JsonObject, schema: JsonValue = SCHEMA, **changes: Any) -> Shape | None:
    made = call(arguments)
    return pattern(made, schema, dataclasses.replace(seen(made), **changes))


def shape_of(arguments: JsonObject, schema: JsonValue = SCHEMA) -> Shape:
    made = shaped(arguments, schema)
    assert made is not None
    return made


def covers(shape: Shape, arguments: JsonObject, **changes: Any) -> bool:
    made = call(arguments)
    facts = seen(made, folders=tuple(shape.folders()))
    return shape.covers(made, dataclasses.replace(facts, **changes))


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
    shape, facts = anything(made), seen(made)
    assert shape.words() == (ANYTHING,)
    assert list(shape.folders()) == []
    other = frozen_call("call-2", modern(call_params("write", {"b": [LONG]}), note="x"), NOW)
    assert shape.covers(other, facts)
    for name, note in (("write", "y"), ("delete", "x")):
        odd = frozen_call("call-3", modern(call_params(name, {"a": 1}), note=note), NOW)
        assert not shape.covers(odd, facts)


def test_a_call_without_inputs_is_among_any_inputs() -> None:
    bare = frozen_call("call-1", {"name": "write"})
    assert anything(call({"a": 1})).covers(bare, seen(bare))
    assert anything(bare).covers(call({"a": 1}), seen(bare))


# Folders


def test_a_path_may_be_another_one_in_its_folder(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/a.md", "overwrite": True})
    assert shape.words() == (
        "overwrite: exactly true",
        f"path: any path in {root}/notes, at any depth, by no hidden name",
    )
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
    assert shape.words() == (f"path: {root}/notes, or any path in it, at any depth, by no hidden name",)
    for path in ("notes", "notes/", "notes/sub", "notes/a.md"):
        assert covers(shape, {"path": f"{root}/{path}"})
    for path in ("", "secret", "notes-evil", "notes/out", "notes/.git"):
        assert not covers(shape, {"path": f"{root}/{path}"})


@pytest.mark.parametrize("path", ["/", "/hosts-that-is-not-there", "/usr/.hidden", "/usr/.hidden/../.x"])
def test_the_root_and_a_hidden_name_are_no_pattern(path: str) -> None:
    assert shaped({"path": path}) is None


def test_a_link_is_offered_as_the_folder_to_which_it_leads(root: Path) -> None:
    (line,) = shape_of({"path": f"{root}/notes/key"}).words()
    assert line.startswith(f"path: any path in {root}/secret,")


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
        "unclear": {"paths": (dataclasses.replace(one, kind="unclear"),)},
        "not resolved": {"paths": (dataclasses.replace(one, place=None),)},
        "another reading": {"paths": (dataclasses.replace(one, maybe=(place(root / "secret"),)),)},
        "twice": {"paths": (one, one)},
        "another text": {"paths": (dataclasses.replace(one, text="/other"),)},
        "elsewhere": {"paths": (dataclasses.replace(one, where="$.other"),)},
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
        either = dataclasses.replace(fact, maybe=(place(root / other),))
        assert covers(shape, {"path": text}, paths=(either,)) is inside
        assert shaped({"path": text}, paths=(either,)) is None


def test_what_is_there_must_be_known_for_a_file_or_a_folder() -> None:
    there = place("/usr")
    fact = PathFact("$.path", "path", "path", dataclasses.replace(there, directory=None), text="/usr")
    assert shaped({"path": "/usr"}, paths=(fact,)) is None


# Addresses


def test_an_address_may_be_another_one_of_the_same_origin() -> None:
    shape = shape_of({"url": ORIGIN})
    assert shape.words() == ("url: any address at https://example.org",)
    for url in (ORIGIN, "https://example.org", "https://example.org/b?c#d", "https://EXAMPLE.org:443/x"):
        assert covers(shape, {"url": url}), url


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
    assert not covers(shape_of({"url": ORIGIN}), {"url": url})


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
    assert shape_of({"url": url}).words() == (f"url: any address at {words}",)


def test_a_bare_name_of_a_host_stays_as_it_is() -> None:
    fact = HostFact("$.url", "url", "url", "example.org", 443, text="example.org")
    assert shaped({"url": "example.org"}, hosts=(fact,)) is None


def test_s35_an_address_that_could_also_be_something_else_neither_varies_nor_is_covered() -> None:
    shape, one = shape_of({"url": ORIGIN}), HostFact("$.url", "url", "url", "example.org", 443, text=ORIGIN)
    odd: dict[str, dict[str, Any]] = {
        "unclear": {"hosts": (dataclasses.replace(one, kind="unclear"),)},
        "not told": {"hosts": (dataclasses.replace(one, host=None),)},
        "no port": {"hosts": (dataclasses.replace(one, port=None),)},
        "another reading": {"hosts": (dataclasses.replace(one, maybe=("evil.test",)),)},
        "twice": {"hosts": (one, one)},
        "another text": {"hosts": (dataclasses.replace(one, text="https://example.org/b"),)},
        "a path too": {"paths": (PathFact("$.url", "url", "unclear", None, text=ORIGIN),)},
        "not looked": {"hosts": None},
    }
    for name, facts in odd.items():
        assert not covers(shape, {"url": ORIGIN}, **facts), name
        assert shaped({"url": ORIGIN}, **facts) is None, name


# Contents


@pytest.mark.parametrize("text", [LONG, "two\nlines", "x" * (CONTENTS + 1)], ids=["long", "lines", "just"])
def test_contents_may_be_others(text: str) -> None:
    shape = shape_of({"content": text, "path": "/x"})
    assert shape.words() == (
        "content: any text that is neither a path nor an address",
        'path: exactly "/x"',
    )
    assert covers(shape, {"content": "", "path": "/x"})
    assert covers(shape, {"content": "other\n" * 9, "path": "/x"})
    assert not covers(shape, {"content": text, "path": "/y"})
    assert not covers(shape, {"content": 7, "path": "/x"})


@pytest.mark.parametrize(
    "schema",
    [
        None,
        True,
        {},
        {"type": ["string", "null"]},
        {"type": "string", "format": "uri"},
        {"type": "string", "pattern": "^a"},
        {"type": "string", "enum": [LONG]},
        {"type": "string", "const": LONG},
        {"type": "string", "contentMediaType": "text/x-shellscript"},
        {"$ref": "#/x"},
    ],
    ids=str,
)
def test_a_text_whose_schema_says_more_than_text_stays_as_it_is(schema: JsonValue) -> None:
    assert shaped({"content": LONG}, {"type": "object", "properties": {"content": schema}}) is None
    assert shaped({"content": LONG}, {"type": "object", "properties": [schema]}) is None
    assert shaped({"content": LONG}, schema) is None


def test_a_short_text_of_one_line_stays_as_it_is() -> None:
    assert shaped({"content": "x" * CONTENTS}) is None
    assert shaped({"other": LONG}) is None


def test_s35_a_text_that_is_a_path_or_an_address_is_no_contents() -> None:
    shape = shape_of({"content": LONG})
    odd: dict[str, dict[str, Any]] = {
        "a path": {"paths": (PathFact("$.content", "content", "path", place("/usr"), text="/usr"),)},
        "perhaps a path": {"paths": (PathFact("$.content", "content", "unclear", None, text="x"),)},
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


def test_a_choice_among_given_values_stays_as_it_is(root: Path) -> None:
    shape = shape_of({"path": f"{root}/notes/a.md", "mode": "append", "kind": "/usr"})
    assert 'mode: exactly "append"' in shape.words()
    assert not covers(shape, {"path": f"{root}/notes/a.md", "mode": "replace", "kind": "/usr"})


@pytest.mark.parametrize("known", ["enum", "const"])
def test_neither_does_a_path_or_an_address_that_the_schema_names(root: Path, known: str) -> None:
    for key, text in (("path", f"{root}/notes/a.md"), ("url", ORIGIN)):
        choice: JsonObject = {"type": "string", known: [text] if known == "enum" else text}
        assert shaped({key: text}, {"type": "object", "properties": {key: choice}}) is None
        assert shaped({key: text}, {"type": "object", "properties": {key: TEXT}}) is not None


def test_parts_vary_wherever_they_stand(root: Path) -> None:
    paths: list[JsonValue] = [f"{root}/notes/a.md", f"{root}/secret/key"]
    given_: JsonObject = {"paths": paths, "more": {"content": LONG, "overwrite": False}, "odd name": [1.50, None]}
    shape = shape_of(given_)
    assert shape.words() == (
        "more.content: any text that is neither a path nor an address",
        "more.overwrite: exactly false",
        '["odd name"]: exactly [1.5,null]',
        f"paths[0]: any path in {root}/notes, at any depth, by no hidden name",
        f"paths[1]: any path in {root}/secret, at any depth, by no hidden name",
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
    shape = shape_of({"content": LONG, "other": "é" * 1000})
    assert "other: exactly as above (1,002 characters)" in shape.words()


@pytest.mark.parametrize("lines", [MAX_LINES, MAX_LINES + 1])
def test_a_pattern_of_too_many_lines_is_none(lines: int) -> None:
    found = shaped({"content": LONG} | {f"n{number}": number for number in range(lines - 1)})
    assert (found is None) is (lines > MAX_LINES)


@pytest.mark.parametrize("parts", [MAX_PARTS, MAX_PARTS + 1])
def test_there_is_no_pattern_around_too_many_values(parts: int) -> None:
    found = shaped({"content": LONG, "n": [0] * (parts - 3)})
    assert (found is None) is (parts > MAX_PARTS)


@pytest.mark.parametrize("arguments", [{}, {"n": 1}, {"path": "relative"}, {"content": "short"}], ids=str)
def test_where_nothing_may_vary_there_is_no_pattern(arguments: JsonObject) -> None:
    assert shaped(arguments) is None


def test_there_is_no_pattern_around_a_call_with_a_path_or_an_address_that_is_uncertain(root: Path) -> None:
    assert shaped({"path": f"{root}/notes/a.md"}) is not None
    assert shaped({"path": f"{root}/notes/a.md", "source": "relative"}) is None
    assert shaped({"path": f"{root}/notes/a.md", "url": "ftp://x"}) is None


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
    said = {line.partition(":")[0] for line in shape.words() if ": exactly " not in line}
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
    if some:
        assert covers(anything(made), second)
    assert exact is (made.arguments == other.arguments)


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
        found = look_now(Needs(paths=True, hosts=True), made.arguments_value, None, Path("/home/ana"))
        return dataclasses.replace(seen(made), paths=found.paths, hosts=found.hosts)

    schema: JsonObject = {"properties": {key: TEXT}}
    made, evil = call({key: LONG}), call({key: other})
    assert pattern(made, schema, looked(made)) is None
    handmade = Shape("pattern", beside(made), Members(((key, AnyText()),)))
    assert not handmade.covers(evil, looked(evil))
