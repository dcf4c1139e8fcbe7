"""Code with its parts told apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.text import Untrusted
from tests.support.effort import BOUND, effort
from ui.inputs.highlight import MAX_CHARACTERS, CodeLines, Language, tokens
from ui.inputs.lines import TextLines

LANGUAGES: list[Language] = ["html", "js", "json", "python", "shell", "sql"]


@pytest.mark.parametrize(
    ("language", "code", "found"),
    [
        ("python", 'def f("a")  # b', [("def", "strong"), ('"a"', "string"), ("# b", "soft")]),
        ("python", '"""a\nb""" if', [('"""a\nb"""', "string"), ("if", "strong")]),
        ("shell", "ls -l | sh # x", [("ls", "strong"), ("sh", "strong"), ("# x", "soft")]),
        ("shell", "A=1 rm 'a b'; rm x#y", [("A=1", "strong"), ("rm", "strong"), ("'a b'", "string"), ("rm", "strong")]),
        ("sql", "select 'a''b' -- c", [("select", "strong"), ("'a'", "string"), ("'b'", "string"), ("-- c", "soft")]),
        ("js", "const a = `x` // y", [("const", "strong"), ("`x`", "string"), ("// y", "soft")]),
        ("json", '{"a":"b","c":true}', [('"a"', "strong"), ('"c"', "strong"), ("true", "strong")]),
        ("html", '<a href="x"><!-- c -->', [("<a", "strong"), ('"x"', "string"), ("<!-- c -->", "soft")]),
        ("js", "/* never closed", [("/* never closed", "soft")]),
    ],
)  # fmt: skip
def test_the_parts_of_code(language: Language, code: str, found: list[tuple[str, str]]) -> None:
    assert [(code[start:stop], look) for start, stop, look in tokens(code, language)] == found


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=20)
@given(raw=st.text(st.sampled_from("\"'`\\/*-#<!>$(a1 \n\t\u202e↳é"), max_size=400))
def test_looks_lie_within_their_lines_in_order_and_change_nothing(language: Language, raw: str) -> None:
    plain = TextLines(Untrusted(raw))
    lines = CodeLines(plain, language)
    assert lines.texts(0, len(lines)) == plain.texts(0, len(plain))
    for line in lines.shown(0, len(lines)):
        at = 0
        for start, stop, _ in line.styles:
            assert at <= start < stop <= len(line.text)
            at = stop


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("piece", ['"', "'\\", "/*", "<!--", "`", "$(", "\\", "a ", "<a", '"""'])
def test_hostile_code_takes_time_in_proportion(language: Language, piece: str) -> None:
    text = piece * (MAX_CHARACTERS // len(piece))
    assert effort(lambda: list(tokens(text, language))) < BOUND


def test_only_the_beginning_of_a_large_text_is_looked_at() -> None:
    lines = CodeLines(TextLines(Untrusted("return 1\n" * 20_000)), "python")
    assert [line.styles for line in lines.shown(0, 1)] == [[(0, 6, "strong")]]
    assert not any(line.styles for line in lines.shown(19_000, 19_001))


def test_s16_a_page_behind_what_is_looked_at_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = CodeLines(TextLines(Untrusted("<<A\n" * 50_000)), "shell")
    monkeypatch.setattr("ui.inputs.highlight.styles_of", lambda *_: pytest.fail("it was taken apart"))
    assert not any(line.styles for line in lines.shown(49_800, 50_000))


def test_a_string_that_a_fold_divides_has_its_look_on_both_lines() -> None:
    lines = CodeLines(TextLines(Untrusted('x = "' + "a" * 150 + '"')), "python")
    assert [[style.name for style in line.styles] for line in lines.shown(0, 2)] == [["string"], ["string"]]
    assert lines.shown(1, 2)[0].styles[0].start == 1  # behind the mark of the fold
