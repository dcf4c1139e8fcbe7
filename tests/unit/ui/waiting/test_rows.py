"""One waiting call on one line."""

from __future__ import annotations

import pytest

from host.control.views import Asked
from host.model import App, Finding, JsonObject, JsonValue, ServerRef, Severity
from tests.support import window
from ui.waiting.rows import (
    AppGroup,
    CallRow,
    call_row,
    deny_text,
    deny_title,
    group_by_app,
    group_heading,
    is_same_question,
    summarize_arguments,
    worst_tone,
)

HIGH, MEDIUM, INFO = (Finding("k", severity, "…") for severity in (Severity.HIGH, Severity.MEDIUM, Severity.INFO))
NOBODY = "nobody is registered who could give"


def test_a_line_says_who_wants_what_with_which_inputs() -> None:
    made = call_row(window.asked(findings=(MEDIUM, HIGH)))
    assert (made.app, made.action) == ("Claude Code", "Change or overwrite notes/summary.txt · files ▸ write_file")
    assert made.inputs == "content: Draft conclusions (2 lines)  ·  overwrite: true"
    assert (made.findings, made.tone) == ("2 findings", "red")


def test_an_input_that_the_sentence_names_whole_is_not_said_again_but_its_twin_is() -> None:
    assert summarize_arguments({"path": "a", "copy": "a", "to": "a/b"}, omitted=["a"]) == "copy: a  ·  to: a/b"
    assert summarize_arguments({"path": "a"}, omitted=["a"]) == ""


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


def asked(number: int, app: str, server: str, **changes: object) -> Asked:
    return window.asked(
        call_id=f"call {number}",
        app=App(app, authenticated=app != "unknown"),
        server=ServerRef(server, "c" * 64, "d" * 64),
        **changes,  # type: ignore[arg-type]  # as named
    )


def lines(*questions: Asked) -> list[AppGroup | CallRow]:
    return group_by_app([call_row(question) for question in questions], questions)


def test_each_app_stands_once_with_the_calls_of_one_server_together() -> None:
    found = lines(asked(1, "a", "x"), asked(2, "b", "x"), asked(3, "a", "y"), asked(4, "a", "x"))
    assert [line.app if isinstance(line, AppGroup) else line.call_id for line in found] == [
        "a", "call 1", "call 4", "call 3", "b", "call 2",
    ]  # fmt: skip


def test_what_needs_a_signature_is_counted() -> None:
    head = lines(asked(1, "a", "x", signing=window.signing()), asked(2, "a", "x"))[0]
    assert isinstance(head, AppGroup)
    assert (
        group_heading(head, 1_000_000.0 + 65) == "a  ·  2 calls  ·  the oldest waits 1 min 5 s  ·  1 needs a signature"
    )


def test_s09_an_app_that_proved_nothing_is_a_group_of_its_own() -> None:
    found = lines(asked(1, "unknown", "x"), asked(2, "a", "x"))
    assert [line.app for line in found if isinstance(line, AppGroup)] == ["unknown (not proven)", "a"]


def test_a_clock_that_was_set_back_says_nothing_odd() -> None:
    head = lines(asked(1, "a", "x"))[0]
    assert isinstance(head, AppGroup)
    assert "-" not in group_heading(head, 0.0)


@pytest.mark.parametrize(
    ("apps", "said"),
    [
        (["a"], "Deny 1 call of a?"),
        (["a", "a", "b"], "Deny 3 calls of a, b?"),
        (["a", "b", "c", "d", "e"], "Deny 5 calls of a, b, c and 2 more?"),
    ],
)
def test_the_question_says_how_many_and_whose(apps: list[str], said: str) -> None:
    assert deny_title([call_row(asked(number, app, "x")) for number, app in enumerate(apps)]) == said


def test_s05_hidden_characters_of_a_name_are_seen_in_heads_and_questions() -> None:
    found = lines(asked(1, "a\u202e", "x\u200b"), asked(2, "a\u202e", "y"))
    head = found[0]
    assert isinstance(head, AppGroup)
    assert group_heading(head, 0.0).startswith("a⟨U+202E⟩  ·  2 calls  ·  1 for x⟨U+200B⟩, 1 for y")


def test_what_is_being_read_is_named_as_spared() -> None:
    assert deny_text(reads=True) != deny_text(reads=False)
