"""What tools do, by their names and operations."""

from __future__ import annotations

import pytest

from host.inspect import tools
from host.inspect.subject import inputs_in, name_of
from host.inspect.tools import are_plain, class_of, class_of_call
from host.model import JsonObject
from host.values import replace
from tests.unit.host.inspect.making import subject


@pytest.mark.parametrize(
    ("server", "tool", "verb", "sink"),
    [
        ("gmail", "send_email", "sends", "mail"),
        ("slack", "slack_post_message", "sends", "chat"),
        ("files", "write_file", "writes", "files"),
        ("files", "read_text_file", "reads", "files"),
        ("git", "git_log", "reads", "forge"),
        ("git", "git_checkout", "writes", "forge"),
        ("shop", "checkout", "writes", "bank"),
        ("bank", "transfer_money", "pays", "bank"),
        ("bank", "transfer", "pays", "bank"),
        ("shop", "execute_query_transactions", "", "bank"),
        ("postgres", "execute_transaction", "runs", "bank"),
        ("shop", "make_transaction_report", "reads", "bank"),
        ("github", "create_pull_request", "writes", "forge"),
        ("github", "add_collaborator", "grants", "rights"),
        ("bank", "send_money", "pays", "bank"),
        ("bank", "get_balance", "reads", "bank"),
        ("files", "transfer_file", "", "files"),
        ("stripe", "create_refund", "pays", "bank"),
        ("drive", "share_file", "grants", "storage"),
        ("drive", "delete_file", "deletes", "storage"),
        ("fetch", "fetch", "reads", "web"),
        ("x", "message.delete", "deletes", "chat"),
        ("x", "userCreate", "writes", "rights"),
        ("shell", "run_command", "runs", "machine"),
        ("memory", "add_observations", "writes", "model"),
        ("verein", "mitglied_löschen", "deletes", ""),
        ("desk", "view_and_close_all", "writes", ""),
        ("shop", "make_payment", "pays", "bank"),
        ("wise", "confirm_transfer", "pays", "bank"),
        ("escrow", "release_funds", "pays", "bank"),
        ("stripe", "capture_payment", "pays", "bank"),
        ("wise", "get_confirmed_transfers", "reads", "bank"),
        ("phone", "send_sms", "sends", "mail"),
        ("redis", "set_key", "writes", "records"),
        ("kubernetes", "scale", "writes", "machine"),
        ("shop", "execute_transaction", "pays", "bank"),
        ("app", "make_build", "runs", ""),
        ("shop", "issue_credit", "pays", "forge"),
        ("files", "transfer", "", "bank"),
        ("banco", "enviar_pix", "pays", ""),
    ],
)
def test_a_name_says_what_a_tool_does_and_where_that_ends(server: str, tool: str, verb: str, sink: str) -> None:
    assert (class_of(server, tool).verb, class_of(server, tool).sink) == (verb, sink)


@pytest.mark.parametrize(
    ("tool", "arguments", "verb"),
    [
        ("manage_events", {"action": "delete"}, "deletes"),
        ("http_request", {"method": "DELETE"}, "deletes"),
        ("http_request", {"method": "GET"}, "reads"),
        ("call_service", {"service": "unlock"}, "grants"),
        ("mail", {"operation": "send"}, "sends"),
        ("read_file", {"action": "view"}, "reads"),
        ("api", {"method": "PATCH", "path": "/v1/users/7c0f1a52/notes"}, "writes"),
        ("api", {"method": "GET", "path": "/v1/refunds"}, "reads"),
        ("api", {"method": "POST", "path": "/v1/payments/search"}, "sends"),
        ("preview_refund", {"charge": "c", "commit": True}, "writes"),
        ("preview_refund", {"charge": "c", "dry_run": False}, "writes"),
        ("preview_refund", {"charge": "c", "dry_run": "no"}, "writes"),
        ("get_users", {"delete": 1}, "deletes"),
        ("orders", {"op": "list"}, "reads"),
        ("orders", {"op": "change"}, "writes"),
        ("get_users", {"delete": "True"}, "deletes"),
        ("get_users", {"delete": 0}, "reads"),
        ("get_users", {"delete": "1 of 3"}, "reads"),
        ("preview_refund", {"charge": "c", "dry_run": True}, "reads"),
        ("preview_refund", {"charge": "c", "whatIf": False}, "writes"),
        ("preview_refund", {"charge": "c", "preview_only": True}, "reads"),
        ("get_users", {"delete_now": True}, "deletes"),
        ("manage_users", {"action": " " * 40 + "delete"}, "deletes"),
        ("estimate_plan", {"plan": "a", "confirm_purchase": True}, "pays"),
        ("optimize_images", {"glob": "a/*", "removeOriginals": True}, "deletes"),
        ("estimate_plan", {"plan": "a", "confirm_purchase": False}, "reads"),
        ("bulk_edit_documents", {"method": "set_permissions", "documents": [1]}, "grants"),
        ("bulk_edit_documents", {"method": "set_storage_path", "documents": [1]}, "writes"),
        ("optimize_images", {"glob": "a/*", "removeBackground": True}, ""),
    ],
)
def test_an_operation_among_the_inputs_decides(tool: str, arguments: JsonObject, verb: str) -> None:
    assert class_of("srv", tool, arguments).verb == verb


def test_an_operation_that_reads_makes_no_tool_with_a_power_harmless() -> None:
    assert class_of("drive", "delete_file", {"action": "get"}).verb == "deletes"


def test_a_name_without_a_verb_says_nothing_and_counts_as_changing() -> None:
    unknown = class_of("x", "frobnicate")
    assert (unknown.verb, unknown.has_verb, unknown.changes) == ("", False, True)


@pytest.mark.parametrize(
    ("tool", "verb"),
    [
        ("orders_list", "reads"),
        ("wire_search", "reads"),
        ("geocode", "reads"),
        ("list_orders", "reads"),
        ("check_order", "reads"),
        ("logs_retention_set", "writes"),
        ("order_cancel", "writes"),
        ("message.delete", "deletes"),
        ("share_link", "grants"),
        ("assign_role", "grants"),
        ("assign_members", "grants"),
        ("assign_ticket", "writes"),
        ("fulfill_order", "writes"),
        ("transfer_repository", "grants"),
        ("kontakt_löschen", "deletes"),
        ("送信", "sends"),
        ("在庫削除", "deletes"),
        ("一覧削除", "deletes"),
        ("削除済み一覧", "reads"),
        ("查询退款", "reads"),
        ("삭제목록", "reads"),
        ("목록삭제", "deletes"),
        ("検索", "reads"),
        ("list_delegates", "reads"),
        ("list_voided_purchases", "reads"),
        ("triggers_delete", "deletes"),
        ("batch_update_comments", "writes"),
        ("shares", ""),
        ("simulate_click", "writes"),
        ("simulate_trade", "pays"),
        ("expand_permissions", ""),
        ("assert_fact", ""),
        ("encode_video", ""),
        ("conversations_replies", ""),
        ("orders-api", ""),
        ("deletes_file", "deletes"),
        ("wire_read", "reads"),
        ("wire_money", "pays"),
        ("archive_search", "reads"),
        ("search_archive", "reads"),
        ("list_trash", "reads"),
        ("archive_delete", "deletes"),
        ("message_trash", "deletes"),
        ("archive_issue", "writes"),
        ("trash_read_mail", "deletes"),
        ("archive_search_results", "writes"),
        ("assign_privileges", "grants"),
        ("tap_on", "writes"),
        ("list_taps", "reads"),
    ],
)
def test_a_verb_is_told_from_a_noun_by_where_it_stands(tool: str, verb: str) -> None:
    assert class_of("x", tool).verb == verb


def test_an_operation_is_a_word_and_no_sentence() -> None:
    assert class_of("x", "call_service", {"service": "lock.unlock"}).verb == "grants"
    assert class_of("x", "run", {"command": "rm -r build"}).verb == "runs"


@pytest.mark.parametrize("action", ["delete", "delete ", " delete", "DELETE"])
def test_an_operation_is_read_whatever_stands_around_it(action: str) -> None:
    assert class_of("crm", "manage_users", {"action": action}).verb == "deletes"


@pytest.mark.parametrize(
    "arguments", [{"accion": "list", "action": "delete"}, {"azione": "get", "operation": "delete"}]
)
def test_of_several_operations_the_gravest_counts(arguments: JsonObject) -> None:
    assert class_of("crm", "manage_users", arguments).verb == "deletes"


def test_a_last_verb_takes_nothing_from_a_sure_one_before_it() -> None:
    assert class_of("x", "orders_list").verb == "reads"
    assert class_of("x", "message_delete_list").verb != "reads"
    assert class_of("x", "order_cancel_list").verb != "reads"


@pytest.mark.parametrize(
    ("tool", "arguments", "verb"),
    [
        ("export_guests", {"email_to": "a@b.example"}, "sends"),
        ("preview", {"options": {"share_with": ["a@b.example"]}}, "grants"),
        ("export_guests", {"email_to": ""}, "reads"),
        ("export_table", {"destination_uri": "gs://bucket/x.csv"}, "sends"),
        ("export_table", {"destination": "guests.csv"}, "reads"),
        ("conversations_history", {"channel": "#ci"}, "reads"),
        ("search_mails", {"to": "a@b.example", "from": "c@d.example"}, "reads"),
        ("create_rule", {"forward": "a@b.example"}, "sends"),
        ("translate_file", {"path": "a.txt", "share": "a@b.example"}, "grants"),
        ("translate_file", {"path": "a.txt", "share": "no"}, "reads"),
        ("manage", {"operation": "delete", "notify": "a@b.example"}, "deletes"),
        ("wallet", {"action": "pay", "notify": "a@b.example"}, "pays"),
    ],
)
def test_whom_an_input_of_a_reading_tool_tells_says_that_it_sends(tool: str, arguments: JsonObject, verb: str) -> None:
    assert class_of("x", tool, arguments).verb == verb


def test_a_request_keeps_where_its_server_says_that_it_ends() -> None:
    assert class_of("mail", "request", {"method": "DELETE", "path": "/v1/things"}).sink == "mail"


@pytest.mark.parametrize(
    "name",
    ["never_delete", "do_not_send", "skip_delete", "can_delete", "show_delete_button", "remove_duplicates",
     "drop_empty", "send_headers", "publish_date_only", "include_commits"],
)  # fmt: skip
def test_a_switch_that_forbids_or_describes_has_no_verb(name: str) -> None:
    assert class_of("srv", "search_items", {"query": "x", name: True}).verb == "reads"


def test_the_host_of_an_address_says_nothing_of_what_a_request_does() -> None:
    assert class_of("srv", "request", {"method": "POST", "url": "https://share.example/login"}).verb == "sends"


@pytest.mark.parametrize(
    ("arguments", "verb"),
    [
        ({"filter": {"action": "delete"}}, ""),
        ({"rules": [{"action": "delete", "days": 30}]}, ""),
        ({"id": "c1", "operations": [{"op": "refund", "id": "i1"}, {"op": "note", "text": "x"}]}, "pays"),
        ({"id": "c1", "batch": {"steps": [{"action": "delete_rows"}]}}, "deletes"),
        ({"batch": [{"action": "delete"}, *[{"action": "update", "id": str(at)} for at in range(40)]]}, "deletes"),
        ({"id": "c1", "operations": [{"op": "rename", "to": "x"}]}, ""),
        ({"patch": [{"op": "remove", "path": "/labels/0"}]}, ""),
    ],
)
def test_a_grave_operation_inside_other_inputs_counts_where_the_name_says_nothing_surer(
    arguments: JsonObject, verb: str
) -> None:
    assert class_of("billing", "overview", arguments).verb == verb
    assert class_of("billing", "update_overview", arguments).verb == "writes"


@pytest.mark.parametrize("decoys", [{"meta": {f"k{at}": 1 for at in range(2_000)}}, {"ids": list(range(2_000))}])
def test_no_decoys_hide_the_operation(decoys: JsonObject) -> None:
    assert class_of("s", "manage", {**decoys, "action": "delete"}).verb == "deletes"


@pytest.mark.parametrize(
    "arguments",
    [
        {"action": "delete"},
        {"confirm": True},
        {"dryRun": False},
        {"share_with": "ana@garden.example"},
        {"destination": "ana@garden.example"},
        {"query": "mutation { deleteUser }"},
        {"batch": [{"op": "refund"}]},
        {"options": {"force": True}},
        {f"k{at}": "x" for at in range(65)},
    ],
)
def test_inputs_that_may_tell_a_verb_are_not_plain(arguments: JsonObject) -> None:
    assert not are_plain(arguments)


@pytest.mark.parametrize("name", ["update_overview", "get_note", "echo", "send_mail", "delete_row", "run"])
@pytest.mark.parametrize("arguments", [{"text": "delete all"}, {"to": "ana@garden.example"}, {"id": 7, "note": None}])
def test_plain_inputs_leave_the_class_to_the_names(
    name: str, arguments: JsonObject, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert are_plain(arguments)
    quick = class_of("srv", name, arguments)
    monkeypatch.setattr(tools, "are_plain", lambda _: False)
    assert class_of("srv", name, arguments) == quick == class_of("srv", name)


def test_a_changed_copy_of_a_call_is_classed_anew() -> None:
    call = subject({"text": "x"}, "get_note")
    assert class_of_call(call).verb == "reads"
    assert class_of_call(replace(call, tool="delete_note")).verb == "deletes"


@pytest.mark.parametrize(
    ("tool", "arguments", "verb"),
    [
        ("export_list", {"list": "all", "email": "ana@garden.example"}, "sends"),
        ("export_list", {"list": "all", "emails": ["ana@garden.example"]}, "sends"),
        ("export_list", {"list": "all", "emails": []}, "reads"),
        ("download_report", {"email": "ana@garden.example"}, "reads"),
        ("export_list", {"list": "all", "email": ""}, "reads"),
        ("find_contact", {"email": "ana@garden.example"}, "reads"),
    ],
)
def test_an_export_to_a_mailbox_sends(tool: str, arguments: JsonObject, verb: str) -> None:
    assert class_of("crm", tool, arguments).verb == verb


@pytest.mark.parametrize(
    ("tool", "arguments", "verb"),
    [
        ("search_notes", {"q": "plan", "mirror": "https://index.example"}, "sends"),
        ("get_note", {"id": "n1", "sync_url": "https://index.example"}, "sends"),
        ("list_orders", {"webhook": "https://index.example/in"}, "sends"),
        ("export_notes", {"target": "s3://drop/in"}, "sends"),
        ("crawl_page", {"target": "https://index.example"}, "reads"),
        ("search_notes", {"q": "plan", "mirror": "eu"}, "reads"),
        ("search_notes", {"ids": ["n"] * 1_200, "and": {"mirror": "https://index.example"}}, "sends"),
    ],
)
def test_what_is_read_and_passed_on_to_an_address_is_sent(tool: str, arguments: JsonObject, verb: str) -> None:
    assert class_of("notes", tool, arguments).verb == verb


@pytest.mark.parametrize("name", ["create_deploy_key", "add_key", "update_user"])
@pytest.mark.parametrize("before", ["", "\n ", "# ana\n", "no-pty ", 'from="10.0.0.0/8",command="/bin/sh -c x" '])
@pytest.mark.parametrize("behind", ["", " ana", " ana@laptop.example"])
def test_a_public_key_gives_its_owner_access(name: str, before: str, behind: str) -> None:
    for kind in ("ssh-ed25519 ", "ssh-ed25519\t", "sk-ssh-ed25519@openssh.com "):
        key = f"{before}{kind}AAAAC3NzaC1lZDI1NTE5AAAAIGx2Vh7mQf0rTzJ4cKpB9s1nWqYdL8uEoXaRt5iGvNhC{behind}"
        assert class_of("git", name, {"title": "nightly", "key": key}).verb == "grants"
    assert class_of("git", name, {"title": "nightly", "key": f"Which? {before}ssh-ed25519 AAAA"}).verb == "writes"
    assert class_of("git", name, {"title": "nightly", "key": "ssh-ed25519"}).verb == "writes"


def test_inputs_are_walked_through_from_the_outermost_and_no_further_than_asked() -> None:
    arguments: JsonObject = {"a": [1, {"b": [2, 3]}], "c": {"d": None}}
    steps = [steps for steps, _, _ in inputs_in(arguments)]
    assert [len(it) for it in steps] == [1, 1, 2, 2, 2, 3, 4, 4]
    assert [len(list(inputs_in(arguments, most))) for most in range(10)] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 8]
    assert [name_of(it) for it in steps] == ["a", "c", "a", "a", "d", "b", "b", "b"]


def test_a_short_word_inside_a_name_is_no_verb() -> None:
    assert class_of("agenda", "citas_del_dia").verb == ""
    assert class_of("redis", "key_del").verb == class_of("redis", "del_key").verb == "deletes"


@pytest.mark.parametrize(
    ("tool", "verb"), [("get_metrics", "reads"), ("call_service", "writes"), ("metrics", "writes")]
)
def test_a_service_is_a_thing_to_a_tool_that_says_what_it_does(tool: str, verb: str) -> None:
    assert class_of("cloud", tool, {"service": "checkout-api", "window": "1h"}).verb == verb


def test_a_sentence_is_no_operation() -> None:
    assert class_of("reminders", "add_reminder", {"task": "Buy cake"}).verb == "writes"
    assert class_of("console", "run", {"command": "list then delete"}).verb == "runs"


@pytest.mark.parametrize("action", ["löschen", "benutzer löschen", "удалить", "delete\u00a0user", "delete \tuser"])
def test_an_operation_is_read_in_other_letters_and_with_other_space(action: str) -> None:
    assert class_of("crm", "manage_users", {"action": action}).verb == "deletes"


@pytest.mark.parametrize("action", ["delete user", "Delete User", "delete all users", "user delete", "list and delete"])
def test_an_operation_in_several_words_is_read_as_the_name_of_a_tool(action: str) -> None:
    assert class_of("crm", "manage_users", {"action": action}).verb == "deletes"
    assert class_of("crm", "manage_users", {"batch": [{"operation": action}]}).verb == "deletes"


def test_several_words_that_begin_harmless_make_nothing_milder() -> None:
    assert class_of("crm", "manage_users", {"action": "list_users"}).verb == "reads"
    assert class_of("crm", "manage_users", {"action": "list users then wire money"}).verb == ""


@pytest.mark.parametrize(
    ("tool", "arguments", "verb"),
    [
        ("get_item", {"delete_permanently": True}, "deletes"),
        ("update_item", {"force_delete": True}, "deletes"),
        ("update_item", {"options": {"hardDelete": True}}, "deletes"),
        ("archive_year", {"purge": True}, "deletes"),
        ("update_item", {"refund_now": False}, "writes"),
        ("update_item", {"include_deleted": True}, "writes"),
        ("update_item", {"permanent": True}, "writes"),
        ("book_table", {"notify": True}, "writes"),
    ],
)
def test_a_switch_that_deletes_decides_whatever_the_name_says(tool: str, arguments: JsonObject, verb: str) -> None:
    assert class_of("x", tool, arguments).verb == verb
