"""One waiting call on one line."""

from __future__ import annotations

import pytest

from host.model import App, Finding, JsonObject, JsonValue, ServerRef, Severity
from tests.support import window
from ui.waiting.rows import call_row, is_same_question, summarize_arguments, worst_tone

HIGH, MEDIUM, INFO = (Finding("k", severity, "…") for severity in (Severity.HIGH, Severity.MEDIUM, Severity.INFO))
NOBODY = "nobody is registered who could give"


def test_a_line_says_who_wants_what_with_which_inputs() -> None:
    made = call_row(window.asked(findings=(MEDIUM, HIGH)))
    assert (made.app, made.action) == ("claude-code", "files ▸ write_file")
    assert made.inputs == "path: notes/summary.txt  ·  content: Draft conclusions (2 lines)  ·  overwrite: true"
    assert (made.findings, made.tone) == ("2 findings", "red")


def test_s09_an_app_that_proved_nothing_is_marked() -> None:
    assert call_row(window.asked(app=App("unknown", authenticated=False))).app == "unknown (not proven)"


def test_s05_hidden_characters_of_any_part_are_seen() -> None:
    definition = dict(window.WRITE_FILE, name="wr\u202eite")
    asked = window.asked({"a\u200b": "\x1b[8m"}, definition=definition, server=ServerRef("f\u2028", "c", "d"))
    made = call_row(asked)
    assert made.action == "f⟨U+2028⟩ ▸ wr⟨U+202E⟩ite"
    assert made.inputs == "a⟨U+200B⟩: ⟨U+001B⟩[8m"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "no inputs"),
        ({"a": ""}, "a: (empty)"),
        ({"a": None, "b": 1.5, "c": True}, "a: null  ·  b: 1.5  ·  c: true"),
        ({"a": [1], "b": {"x": 1, "y": 2}}, "a: list of 1 item  ·  b: object of 2 members"),
        ({"a": [], "b": {}}, "a: []  ·  b: {}"),
        ({"a": "1\n2", "b": "x" * 61, "c": "p"}, f"c: p  ·  a: 1 (2 lines)  ·  b: {'x' * 60}⟨… 1 more character⟩"),
        (dict.fromkeys("abcdef", 1), "a: 1  ·  b: 1  ·  c: 1  ·  d: 1  ·  2 more"),
    ],
)
def test_inputs_read_as_they_will_be_sent(arguments: JsonObject, said: str) -> None:
    assert summarize_arguments(arguments) == said


def test_s07_a_long_value_says_how_much_is_left_out() -> None:
    assert summarize_arguments({"a": "x" * 100_000}) == f"a: {'x' * 60}⟨… 99,940 more characters⟩"


@pytest.mark.parametrize("schema", [None, True, {"required": "z"}, {"required": [7, {}, "z", "z", "absent"]}])
def test_required_inputs_come_first_and_odd_schemas_change_nothing_else(schema: JsonValue) -> None:
    first = "z" if isinstance(schema, dict) and isinstance(schema["required"], list) else "a"
    said = summarize_arguments({"a": 1, "z": 2}, schema)
    assert said.startswith(first)
    assert sorted(said.split("  ·  ")) == ["a: 1", "z: 2"]


def test_a_call_that_waits_for_signatures_says_whose_are_missing() -> None:
    ada, _ = window.SIGNERS
    assert call_row(window.asked()).waits_for == ""
    both, one = window.asked(signing=window.signing()), window.asked(signing=window.signing(ada.name))
    assert call_row(both).waits_for == "Signature: Principal investigator, IRB chair"
    assert call_row(one).waits_for == "Signature: IRB chair"
    assert is_same_question(call_row(both), both)
    assert not is_same_question(call_row(both), one)


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (["a PIN"], "Signature: a PIN"),
        (["a PIN", f"{NOBODY} a PIN"], "Signature: a PIN (nobody is registered)"),
        (["2 IRB_CHAIR"], "Signature: IRB chair (2 people)"),
        (["1 A", "1 B", f"{NOBODY} 1 B, 1 C"], "Signature: A, B (nobody is registered)"),
        ([f"1 R{n}" for n in range(6)], "Signature: R0, R1, R2, R3, 2 more"),
        (["1 EV\u202eIL"], "Signature: EV⟨U+202E⟩IL"),
    ],
)
def test_what_is_missing_reads_plainly(missing: list[str], said: str) -> None:
    assert call_row(window.asked(signing=window.signing(missing=tuple(missing)))).waits_for == said


def test_a_result_that_waits_for_release_says_so() -> None:
    assert call_row(window.asked(result=b"{}", round_=2)).waits_for == "Release of its result"


def test_the_gravest_finding_gives_the_colour() -> None:
    assert [worst_tone(found) for found in ((), (INFO,), (INFO, MEDIUM), (MEDIUM, HIGH, INFO))] == [
        "text", "text", "amber", "red",
    ]  # fmt: skip
