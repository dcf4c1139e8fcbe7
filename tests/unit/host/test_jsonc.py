from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from host import jsonc
from host.errors import ConfigError
from host.jsonc import FastReader, Reader
from host.model import JsonValue

BROKEN = sorted((Path(__file__).parents[2] / "assets/config/syntax").glob("*.json"))
SCALARS = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    SCALARS | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
BLANKS = st.sampled_from(
    ["", " ", "\n", "\r\n", "\t", '// one, " { line\n', "/* two\n lines, ] */", "/**/", "/* // */"]
)


@pytest.mark.parametrize("file", BROKEN, ids=lambda file: file.stem)
def test_each_broken_file_is_refused_with_its_line_and_what_is_wrong(file: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        jsonc.load_bytes(file.read_bytes(), file=file.name)
    assert f"{caught.value}\n" == file.with_suffix(".expected").read_text("utf-8")


def test_the_corpus_is_there() -> None:
    assert len(BROKEN) > 25


def test_comments_and_a_comma_after_the_last_element_are_allowed() -> None:
    text = """\ufeff// the servers
    {
      /* a list */ "list": [1, 2.5, -3e2, ], // more
      "text": "// no comment /* either */", "words": [true, false, null],
    } /* end */ // end"""
    assert jsonc.load(text, file="x").value == {
        "list": [1, 2.5, -300.0],
        "text": "// no comment /* either */",
        "words": [True, False, None],
    }


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(end: str) -> None:
    text = end.join(["{", '  "a": [', "    1,", "    {", '      "b":', "        2", "    }", "  ]", "}"])
    located = jsonc.load(text, file="x")
    assert [located.line(path) for path in [(), ("a",), ("a", 0), ("a", 1), ("a", 1, "b")]] == [1, 2, 3, 4, 5]


def test_the_line_of_what_is_missing_is_that_of_what_should_hold_it() -> None:
    located = jsonc.load('{\n "a": {\n "b": 1}}', file="x")
    assert located.line(("a", "c", 0)) == 2
    assert located.line(("z",)) == 1


def test_an_error_names_file_line_and_key() -> None:
    located = jsonc.load('{\n "a b": [\n 1]}', file="x.json")
    assert str(located.error(("a b", 0), "is odd", "Mend it.")) == 'x.json:3: "a b"[0]: is odd. Mend it.'


def test_text_that_is_not_utf_8_is_refused_with_its_line() -> None:
    with pytest.raises(ConfigError, match=re.escape("x:3: is not UTF-8 text. Save it as UTF-8.")):
        jsonc.load_bytes(b'{\n\n"a": "\xff"}', file="x")


def test_a_key_cannot_break_out_of_the_sentence_that_names_it() -> None:
    key = 'a".\x1b[8m Fine.\u202e' + "x" * 100
    shown = jsonc.dotted(("top", key, 0))
    assert shown.startswith('top."a⟨U+0022⟩.⟨U+001B⟩[8m Fine.⟨U+202E⟩')
    assert shown.endswith('more characters⟩"[0]')


def test_a_long_run_of_unclosed_comments_costs_little() -> None:
    with pytest.raises(ConfigError, match="a comment is not closed"):
        jsonc.load("/* " * 300_000, file="x")


@given(VALUES, st.lists(BLANKS, min_size=1))
def test_what_json_writes_is_read_as_it_was_with_blanks_anywhere_between(value: JsonValue, blanks: list[str]) -> None:
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:]+', json.dumps(value))
    text = "".join(blanks[index % len(blanks)] + token for index, token in enumerate(tokens))
    assert jsonc.load(text + blanks[0], file="x").value == value


@given(st.text(st.sampled_from('{}[]",:/*\\ \n\ttrue1.eE-u00d8aN\u2028'), max_size=40) | st.text(max_size=40))
def test_any_text_is_read_as_json_reads_it_or_refused(text: str) -> None:
    line, value = 1, None
    try:
        value = jsonc.load(text, file="x").value
    except ConfigError as error:
        line = error.line
    else:
        again = json.dumps(value, allow_nan=False)
        assert jsonc.load(again, file="x").value == value
        if "/" not in text and not re.search(r",\s*[\]}]", text) and not text.startswith("\ufeff"):
            assert json.loads(text) == value
    assert 1 <= line <= text.count("\n") + text.count("\r") + 1


TEXTS = st.text(st.sampled_from('{}[]",:/*\\ \n\ttrue1.eE-u00d8aN\u2028'), max_size=40) | st.text(max_size=40)
DEEP = TEXTS.map(lambda text: '{"rules": [' + text + "]}") | TEXTS.map(lambda text: "[[" + text + ",],]") | TEXTS


def outcome(read: Callable[[], JsonValue]) -> str:
    """What a reader makes of a text: a value, or a refusal."""
    try:
        return json.dumps(read())
    except (ConfigError, ValueError, RecursionError):
        return "refused"


@given(DEEP)
@example('{"a": {"b": [1, /* x */ 2, ], }, }')
@example("[[[,]]]")
@example("[[{,}]]")
@example('[["// no", /*/ 1 ]]')
@example("[[1/**/2]]")
@example('[["\\ud800"]]')
@example('[[{"a": 1, "a": 2}]]')
@example("[[" * 20 + "]]" * 20)
@example("[[1e999]]")
@example("[[NaN]]")
def test_the_fast_reader_takes_only_what_the_careful_one_takes_and_reads_it_alike(text: str) -> None:
    fast = outcome(FastReader(text, "x").document)
    assert fast in (outcome(Reader(text, "x").document), "refused")


def reached(value: JsonValue, path: jsonc.KeyPath) -> JsonValue:
    """What stands at ``path``."""
    for step in path:
        value = value[step]  # type: ignore[index]  # a path of this value
    return value


@given(VALUES, st.lists(BLANKS, min_size=1))
def test_what_is_sound_is_read_fast_with_the_same_places(value: JsonValue, blanks: list[str]) -> None:
    written = json.dumps({"a": [value]}, ensure_ascii=False)
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:]+', written)
    text = "".join(blanks[index % len(blanks)] + token for index, token in enumerate(tokens))
    located, careful = jsonc.load(text, file="x"), Reader(text, "x")
    careful.document()
    assert FastReader(text, "x").document() == located.value
    assert {path: located.span(path) for path in careful.spans} == careful.spans
    assert located.lines == careful.lines
    for path, (start, end) in careful.spans.items():
        assert jsonc.load(text[start:end], file="x").value == reached(located.value, path)


@pytest.mark.parametrize("text", ['[["' + '\\"' * 400_000, "[[" + "/* " * 300_000, "[[" + "," * 500_000])
def test_a_hostile_text_costs_the_fast_reader_little(text: str) -> None:
    with pytest.raises(ConfigError):
        jsonc.load(text, file="x")


def test_where_nothing_is_there_is_no_span() -> None:
    located = jsonc.load('{"a": {"b": {"c": "secret"}}}', file="x")
    assert located.text[slice(*located.span(("a", "b", "c")))] == '"secret"'
    with pytest.raises(KeyError):
        located.span(("a", "b", "d"))
    assert "secret" not in repr(located)


@given(VALUES)
def test_every_value_has_a_line(value: JsonValue) -> None:
    located = jsonc.load(json.dumps(value, indent=1), file="x")

    def walk(path: jsonc.KeyPath, inner: JsonValue) -> None:
        assert path in located.lines
        members = inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
        for step, member in members:
            walk((*path, step), member)

    walk((), value)
    assert located.line(()) == 1


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    message = "x:"
    try:
        jsonc.load_bytes(data, file="x")
    except ConfigError as error:
        message = str(error)
    assert message.startswith("x:")
