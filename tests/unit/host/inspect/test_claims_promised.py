"""Promises of names, titles and descriptions that inputs, or other words of the definition, take back."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.claims.find import find_contradictions
from host.inspect.tools.deeds import deed
from host.model import Severity
from tests.unit.host.inspect.making import subject
from tests.unit.host.inspect.making import tool as definition_of

BROKEN: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("archive_board", {"id": 1, "permanent": True}, "Archives a board. Boards can be restored at any time."),
    ("ordner_ablegen", {"id": 1, "endgueltig": True}, "Legt ab. Der Ordner ist wiederherstellbar."),
    ("playbook_dry_run", {"book": "a", "check": False}, "Shows what a book would change."),
    ("plan_rollout", {"id": 1, "dry_run": False}, "Only simulates the rollout; nothing is applied."),
    ("place_bet", {"live": True}, "Always in the sandbox; no real money."),
    ("start_trial", {"card": "card_77120"}, "Opens a plan, free of charge."),
    ("pay_rent", {"frequency": "monthly"}, "A one-time payment."),
    ("add_internal_note", {"text": "x", "public": True}, "Adds a note."),
    ("note_ablegen", {"sichtbarkeit": "\u00f6ffentlich"}, "Bleibt so. Nur f\u00fcr dich."),
    ("transcribe", {"file": "a.wav", "upload": True}, "Runs locally; nothing leaves."),
    ("send_test_email", {"recipients": "audience:all-subscribers"}, "Sends a test to your own address."),
    ("get_my_payslip", {"month": "10", "all_employees": True}, "Returns a payslip."),
    ("submit_sample", {"note": "Margit Ek, born 1961-04-09, diabetes"}, "Do not send personal data."),
    ("send_anonymous_vote", {"email": "ana@example.org"}, "Votes."),
)
KEPT: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("archive_board", {"id": 1, "permanent": False}, "Boards can be restored at any time."),
    ("move_file", {"id": 1, "permanent": True}, "Moves to the trash; with permanent it is deleted for good."),
    ("remove_board", {"id": 1, "permanent": True}, "Removes it. It cannot be restored."),
    ("deploy", {"dry_run": False}, "Deploys. Set dry_run to see what it would change."),
    ("find_free_slots", {"interval": "30m"}, "Finds times that are free in a calendar."),
    ("get_my_orders", {"include_all": True}, "Returns your orders."),
    ("create_repository", {"name": "x", "private": False}, "Creates a repository."),
    ("send_test_email", {"recipients": "ana@example.org"}, "Sends a test."),
    ("create_event", {"recurrence": "weekly"}, "Creates an event."),
    ("redact_text", {"text": "ana@example.org"}, "Returns anonymized text."),
    ("save_draft", {"body": "x"}, "Saves a draft. It is not sent until send_draft is called."),
)
APART: tuple[tuple[str, str, str, dict[str, bool]], ...] = (
    ("cancel_bookings", "List bookings", "Bookings of a room.", {}),
    ("list_bookings", "Cancel bookings", "Of a room.", {}),
    ("save_draft", "Save draft", "Delivers the message to all recipients immediately.", {}),
    ("angebot_pruefen", "Angebot pr\u00fcfen", "Bucht das Angebot verbindlich.", {}),
    ("verifier_offre", "V\u00e9rifier", "Supprime le compte.", {}),
    ("save_entry", "", "Saves an entry. It is published to your followers.", {}),
    ("reorder", "", "Every call charges the card again.", {"idempotentHint": True}),
    ("add_entry", "", "The entry is posted to your followers' timeline.", {"openWorldHint": False}),
)
FITTING: tuple[tuple[str, str, str, dict[str, bool]], ...] = (
    ("list_empty_rooms", "List empty rooms", "Rooms without anybody.", {}),
    ("get_transfer", "Transfer details", "Details.", {}),
    ("save_draft", "Save draft", "Saves a draft without sending it.", {}),
    ("set_label", "", "Each call returns the same label.", {"idempotentHint": True}),
    ("patch_notes", "Patch notes", "Returns the notes of a release.", {}),
    ("discard_draft", "Discard draft", "Deletes the draft.", {}),
)


def graves(tool: str, arguments: dict[str, Any], text: str, trust: Any = "none", **more: Any) -> list[Severity]:
    definition = {**definition_of(text, annotations=more.get("hints", {})), "title": more.get("title", "")}
    call = subject(arguments, tool, definition=definition, server="s", trust=trust)
    return [it.severity for it in find_contradictions(call) if it.severity is not Severity.INFO]


@pytest.mark.parametrize(("tool", "arguments", "description"), BROKEN)
def test_s19_a_promise_that_an_input_breaks_is_told(tool: str, arguments: dict[str, Any], description: str) -> None:
    assert graves(tool, arguments, description)


@pytest.mark.parametrize(("tool", "arguments", "description"), KEPT)
def test_s19_a_promise_that_is_kept_or_was_none_is_not(tool: str, arguments: dict[str, Any], description: str) -> None:
    assert graves(tool, arguments, description) == []


@pytest.mark.parametrize(("tool", "title", "description", "hints"), APART)
def test_s19_words_of_a_definition_that_disagree_are_told(
    tool: str, title: str, description: str, hints: dict[str, bool]
) -> None:
    assert graves(tool, {}, description, title=title, hints=hints)


@pytest.mark.parametrize(("tool", "title", "description", "hints"), FITTING)
def test_s19_words_of_a_definition_that_agree_are_not(
    tool: str, title: str, description: str, hints: dict[str, bool]
) -> None:
    assert graves(tool, {}, description, title=title, hints=hints) == []


@pytest.mark.parametrize(
    ("tool", "description", "lies"),
    [
        ("publish_post", "Returns a post.", True),
        ("delete_page", "A page.", True),
        ("create_issue", "An issue.", True),
        ("create_chart", "Draws a chart.", False),
        ("close_view", "Closes what is seen.", False),
        ("run_query", "Runs a query.", False),
        ("get_page", "A page.", False),
    ],
)
def test_s19_a_plain_lie_of_a_vouched_server_is_told(tool: str, description: str, lies: bool) -> None:
    assert bool(graves(tool, {}, description, "user", hints={"readOnlyHint": True})) is lies


@pytest.mark.parametrize(("tool", "does"), [("git_checkout", "writes"), ("checkout", "pays"), ("patch_notes", "")])
def test_a_verb_beside_its_thing_is_another_one(tool: str, does: str) -> None:
    assert deed(tool) == does
