"""Who wants what, in words; and what a server claims."""

from __future__ import annotations

import pytest

from host.control.views import ActionView, Asked
from host.model import App, Finding, JsonValue, ServerRef, Severity
from host.text import Untrusted
from host.values import replace
from tests.support.window import FILES, asked, signing
from tests.unit.ui.consent.support import tool
from ui.consent import claims, summary
from ui.consent.claims import Operation
from ui.consent.key_inputs import key_inputs

TRUSTED = ServerRef("files", "c" * 64, "d" * 64, trust="managed")


def test_one_line_names_app_object_server_and_tool() -> None:
    line = "Claude Code wants to change or overwrite “notes/summary.txt”. claude-code → files ▸ write_file"
    assert summary.question_text(asked()) == line
    assert summary.spoken_heading(asked()) == line


def test_plain_words_come_before_the_names() -> None:
    heading = summary.heading(asked())
    assert heading.words == "Claude Code wants to change or overwrite notes/summary.txt"
    assert [heading.words[start:end] for start, end in heading.values] == ["notes/summary.txt"]
    assert summary.full_route(asked()) == "claude-code → files ▸ write_file"
    assert summary.full_route(asked(app=App("zed-nightly", authenticated=True))) == "files ▸ write_file"


def test_where_others_look_on_nothing_is_told_that_would_be_sent() -> None:
    assert summary.brief_heading(asked()) == "Claude Code wants to change or overwrite something"
    assert summary.brief_heading(asked({}, definition=tool())) == "Claude Code wants to use the tool “do_it”"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({}, Operation.UNKNOWN),
        ({"destructiveHint": False}, Operation.WRITES),
        ({"destructiveHint": True}, Operation.DESTROYS),
        ({"openWorldHint": True}, Operation.UNKNOWN),
        ({"readOnlyHint": "true"}, Operation.UNKNOWN),
        ({"readOnlyHint": False}, Operation.DESTROYS),
        ({"readOnlyHint": False, "destructiveHint": False}, Operation.WRITES),
        ({"readOnlyHint": True}, Operation.READS),
        ({"readOnlyHint": True, "destructiveHint": True}, Operation.DESTROYS),
    ],
)
def test_s19_of_two_readings_the_stricter_holds(said: dict[str, JsonValue], kind: Operation) -> None:
    assert claims.operation(said) is kind


def test_an_app_that_proved_nothing_is_not_called_what_it_calls_itself() -> None:
    app = App("unknown", authenticated=False, claimed="Claude Desktop")
    question = asked(app=app)
    assert summary.heading(question).words.startswith("An unknown app ")
    assert summary.full_route(question) == summary.route(question)
    said = "This app did not prove who it is. It calls itself “Claude Desktop”."
    assert summary.app_line(app) == f"{said} The system does not tell which process it is."
    seen = replace(app, pid=42, executable="/usr/bin/python3", parent="/opt/cl\u202eaude")
    process = "It is process 42, /usr/bin/python3, started by /opt/cl⟨U+202E⟩aude."
    assert summary.app_line(seen) == f"{said} {process}"


@pytest.mark.parametrize(
    ("executable", "parent", "said"),
    [
        ("", "", "It is process 42."),
        ("/bin/a", "", "It is process 42, /bin/a."),
        ("", "zed", "It is process 42, started by zed."),
    ],
)
def test_of_a_process_is_said_what_the_system_tells(executable: str, parent: str, said: str) -> None:
    assert summary.process_line(App("zed", authenticated=True, pid=42, executable=executable, parent=parent)) == said


def test_a_proved_name_needs_no_line_unless_the_app_claims_another() -> None:
    assert summary.app_line(App("zed", authenticated=True, claimed="zed")) == ""
    assert summary.app_line(App("zed", authenticated=True, claimed="Root")) == "It calls itself “Root”."


def test_s09_a_server_is_our_id_whatever_it_calls_itself() -> None:
    server = ServerRef("mail", "c" * 64, "d" * 64)
    question = asked(server=server, definition=tool(title="files (trusted)"))
    assert summary.route(question) == "mail ▸ do_it"
    assert "files" not in summary.question_text(question)
    assert claims.claims(question)[0] == claims.Claim(Untrusted("title"), Untrusted("files (trusted)"))


def test_trust_is_said_in_words() -> None:
    assert summary.trust_text(FILES) == "Nobody vouched for this server."
    assert summary.trust_text(replace(TRUSTED, trust="user")) == "vouched for by you"
    assert summary.trust_text(TRUSTED) == "vouched for by your administrator"


def test_the_impact_names_operation_scale_rules_and_approvers() -> None:
    said = tool(readOnlyHint=True, dataScale="extreme", hipaa__controlled=True, requiredApprovers=["PI", "IRB_CHAIR"])
    impact = {item.name: item for item in summary.impact_lines(asked({}, definition=said))}
    assert impact["Operation"].value == "Only reads"
    assert (impact["Data scale"].value, impact["Data scale"].tone) == ("extreme", "amber")
    assert impact["Compliance"].value == "HIPAA-controlled data"
    assert impact["Approvers"].value.startswith("PI, IRB_CHAIR should approve as well.")
    assert "Not said" not in impact


@pytest.mark.parametrize(
    ("action", "tone", "matters"),
    [
        (ActionView("writes"), "amber", True),
        (ActionView("writes", object="a", there="replaced"), "neutral", False),
        (ActionView("writes", object="a", there="nothing"), "neutral", False),
        (ActionView("pays"), "neutral", False),
        (ActionView("deletes"), "neutral", False),
        (ActionView("reads"), "amber", True),
    ],
)
def test_a_claim_that_something_may_be_lost_stands_out_where_assent_says_less(
    action: ActionView, tone: str, matters: bool
) -> None:
    question = replace(asked({}, definition=tool(destructiveHint=True)), action=action)
    assert [item.tone for item in summary.impact_lines(question)] == [tone]
    assert summary.claims_matter(question) is matters


@pytest.mark.parametrize(
    ("trusted", "named", "said"),
    [
        (True, ["PRINCIPAL_INVESTIGATOR", "IRB_CHAIR"], "must sign. See below who has signed."),
        (True, ["SOMEBODY_ELSE"], "should approve, it says. See below who must sign."),
        (True, "anybody", "should approve, it says. See below who must sign."),
        (False, ["IRB_CHAIR"], "should approve as well. That is a claim. See below who must sign by your rules."),
    ],
)
def test_the_approvers_of_a_server_that_is_vouched_for_must_sign(trusted: bool, named: object, said: str) -> None:
    server = TRUSTED if trusted else FILES
    question = asked({}, definition=tool(requiredApprovers=named), server=server, signing=signing())
    impact = {item.name: item.value for item in summary.impact_lines(question)}
    assert impact["Approvers"].endswith(said)


def test_what_the_server_does_not_say_is_reported_only_where_it_speaks_of_the_data() -> None:
    assert summary.impact_lines(asked({}, definition=tool())) == ()
    impact = {item.name: item.value for item in summary.impact_lines(asked({}, definition=tool(readOnlyHint=True)))}
    assert impact == {"Operation": "Only reads"}
    impact = {item.name: item.value for item in summary.impact_lines(asked({}, definition=tool(dataScale="small")))}
    assert impact == {"Data scale": "small", "Not said": "Operation \u00b7 Compliance"}


@pytest.mark.parametrize(
    ("name", "hints", "matter"),
    [
        ("get_time", {"readOnlyHint": True}, False),
        ("write_file", {"readOnlyHint": False, "destructiveHint": False}, False),
        ("get_time", {"readOnlyHint": False, "destructiveHint": False}, True),
        ("write_file", {"destructiveHint": True}, True),
        ("get_time", {"dataScale": "extreme"}, True),
        ("get_time", {"requiredApprovers": ["PI"]}, True),
    ],
)
def test_s19_what_a_server_says_is_to_be_read_where_it_is_the_stricter_word(
    name: str, hints: dict[str, JsonValue], matter: bool
) -> None:
    assert summary.claims_matter(asked({}, definition=tool(**hints) | {"name": name})) is matter


def test_s19_what_a_finding_may_rest_on_is_to_be_read() -> None:
    on_input = Finding("k", Severity.INFO, "…", "", ("path",))
    assert not summary.claims_matter(asked(findings=(on_input,)))
    assert summary.claims_matter(asked(findings=(replace(on_input, where=()),)))


def test_every_annotation_is_a_claim_unknown_ones_too() -> None:
    question = asked(
        {}, definition=tool(readOnlyHint=True, x__odd={"a": [1, 2]}, list=["a", "b"]) | {"x": 7, "icons": []}
    )
    said = {claim.key.raw(): claim.value.raw() for claim in claims.claims(question)}
    assert said == {"readOnlyHint": "yes", "x-odd": '{"a":[1,2]}', "list": "a, b", "x": "7", "icons": "[]"}


def test_annotations_that_are_no_object_are_shown_as_they_are() -> None:
    question = asked({}, definition=tool() | {"annotations": ["readOnlyHint"]})
    assert [(claim.key.raw(), claim.value.raw()) for claim in claims.claims(question)] == [
        ("annotations", "readOnlyHint")
    ]
    assert claims.annotations_of(question) == {}


def test_s07_a_long_name_is_cut_with_a_count() -> None:
    question = asked({}, definition=tool() | {"name": "a" * 5000})
    assert summary.route(question).endswith("⟨… 4,800 more characters⟩")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (asked({}, definition=tool(requiredApprovers=["PI"])), "your yes alone sends it."),
        (asked({}, definition=tool(requiredApprovers=["PI"]), signing=signing()), "That is a claim."),
        (
            asked({}, definition=tool(requiredApprovers=["PI"]), signing=signing(), server=TRUSTED),
            "See below who must sign.",
        ),
        (asked({}, definition=tool(requiredApprovers=["PI"]), result=b"{}"), "PI should approve such calls."),
    ],
    ids=["claimed", "claimed-and-ruled", "vouched", "result"],
)
def test_s19_what_a_server_says_of_approvers_is_told_as_what_it_is(question: Asked, words: str) -> None:
    [impact] = [item for item in summary.impact_lines(question) if item.name == "Approvers"]
    assert words in impact.value


def test_a_held_result_is_asked_about_by_what_the_call_did() -> None:
    assert summary.spoken_heading(asked(result=b"{}")).startswith(
        "Release this result to Claude Code? Claude Code called files ▸"
    )


def edits_in_header(*edits: tuple[str, str]) -> tuple[str, str]:
    """What the header tells of texts that a call replaces."""
    listed: JsonValue = [{"oldText": old, "newText": new} for old, new in edits]
    question = asked({"path": "notes.md", "edits": listed}, definition={**tool(), "name": "edit_file"})
    [told] = [key_input for key_input in key_inputs(question) if key_input.name == "edits"]
    return told.value, told.reading


def test_the_header_tells_what_a_short_edit_replaces_or_how_much() -> None:
    assert edits_in_header(("Call Tom.", "Call Ana.")) == ("Call Tom. → Call Ana.", "1 text to replace")
    assert edits_in_header(("Call Tom.", "")) == ("Call Tom. → (empty)", "1 text to replace")
    assert edits_in_header(("a", "b"), ("c", "d")) == ("2 texts to replace", "")
    assert edits_in_header(("a\nb", "b")) == ("1 text to replace", "")
    assert "ghp_" not in edits_in_header(("x", "ghp_" + "a1B2" * 9))[0]
