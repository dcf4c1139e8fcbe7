"""What values of a call put an end to, without a verb that says so."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.destructive.find import find_destructive
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said

KIND = "destructive"

ENDS: list[tuple[str, dict[str, Any]]] = [
    ("set_bucket_lifecycle", {"rules": [{"action": "Delete", "age": 1}]}),
    ("update_backup_policy", {"retentionDays": 0}),
    ("set_retention", {"period": "1h"}),
    ("alter_topic_config", {"configs": {"retention.ms": "1000"}}),
    ("write_file", {"path": "/home/ana/book.tex", "content": " \n"}),
    ("replace_records", {"table": "orders", "records": []}),
    ("update_policy", {"settings": {"mfa": {"required": False}}}),
    ("update_policy", {"settings": {"factorRequired": False}}),
    ("update_zone_setting", {"setting": "waf", "value": "off"}),
    ("patch_conditional_access", {"id": "x", "state": "disabled", "mfa": "optional"}),
    ("update_monitor", {"id": 1, "silenced": {"*": None}}),
    ("sync_folders", {"source": "/a", "target": "/b", "mode": "mirror"}),
    ("sync_folders", {"source": "/a", "target": "/b", "delete_source": True}),
    ("sync", {"src": "/a", "dst": "b:", "options": ["--delete"]}),
    ("sync", {"src": "/a", "dst": "b:", "options": {"delete-during": True}}),
    ("move_messages", {"query": "older", "folder": "Trash"}),
    ("store_flags", {"uids": "7", "flags": ["\\Deleted"]}),
    ("batch_update", {"requests": [{"deleteSheet": {"sheetId": 1}}]}),
    ("run_migration", {"direction": "down"}),
    ("update_products", {"ids": ["*"], "price": 0}),
    ("close_index", {"index": "logs-*"}),
    ("update_event", {"id": "e", "status": "cancelled"}),
    ("set_auto_renew", {"auto_renew": False}),
    ("apply_edit", {"path": "a.py", "start_line": 1, "end_line": 900, "new_text": ""}),
    ("post_message", {"text": "<!everyone> we close"}),
    ("send_notification", {"segment": "All", "text": "x"}),
    ("update_account", {"external_account": "ba_1"}),
    ("set_state", {"state": "disarmed"}),
    ("update_employee", {"id": 3, "direct_deposit": {"iban": "LT1", "percentage": 100}}),
    ("copy_file", {"source": "/dev/null", "destination": "/home/ana/x.db"}),
    ("push", {"args": ["origin", "+main"]}),
    ("eliminar_archivo", {"ruta": "/x"}),
    ("datei_loeschen", {"pfad": "/x"}),
    ("删除文件", {"path": "/x"}),
    ("transferir_dinero", {"cuenta": "x", "importe": 9}),
    ("refund_to_account", {"payment": "1", "amount": {"value": 100}, "account": "GB33"}),
    ("bulk_refund", {"filter": "november", "amount": "full"}),
]
HONEST: list[tuple[str, dict[str, Any]]] = [
    ("set_bucket_lifecycle", {"rules": [{"action": "Delete", "age": 365}]}),
    ("set_cache", {"key": "x", "ttl": 0}),
    ("write_file", {"path": "/home/ana/pkg/__init__.py", "content": ""}),
    ("create_file", {"path": "/home/ana/new.txt", "content": ""}),
    ("update_draft", {"id": "d", "body": ""}),
    ("edit_file", {"path": "a", "edits": [{"oldText": "import os\n", "newText": ""}]}),
    ("update_settings", {"wordWrap": "off", "minimap": False}),
    ("update_issue", {"key": "X-1", "status": "Done"}),
    ("get_monitors", {"state": "disabled"}),
    ("search_docs", {"query": "*", "mode": "delete"}),
    ("set_volume", {"volume": 0}),
    ("update_ref", {"ref": "heads/feature", "force": False}),
    ("purge_cache", {"files": ["https://a.example/x"]}),
    ("update_event", {"id": "e", "reminders": []}),
    ("get_trash_count", {}),
    ("list_cancelled_orders", {"status": "cancelled"}),
]


@pytest.mark.parametrize(("tool", "arguments"), ENDS)
def test_what_ends_without_a_verb_asks_to_look_closer(tool: str, arguments: dict[str, Any]) -> None:
    assert set(said(find_destructive(call(tool, arguments)), KIND)) & {"medium", "high"}


@pytest.mark.parametrize(("tool", "arguments"), HONEST)
def test_what_only_looks_like_an_end_is_not_mentioned(tool: str, arguments: dict[str, Any]) -> None:
    assert set(said(find_destructive(call(tool, arguments)), KIND)) <= {"info"}


def test_a_description_that_owns_up_asks_to_look_closer() -> None:
    definition: dict[str, Any] = {"name": "prepare", "description": "Prepares. All data on the volume is erased."}
    findings = list(find_destructive(call("prepare", {"volume": "v"}, definition=definition)))
    assert [finding.evidence for finding in findings] == ["All data on the volume is erased."]


def test_a_program_is_named_by_the_server_where_the_tool_is_one_verb() -> None:
    assert said(find_destructive(call("rollback", {"release": "x"}, server="helm")), KIND) == ["medium"]


@pytest.mark.parametrize("piece", ["all data ", "@a ", "+x ", "delete "])
def test_floods_of_values_end(piece: str) -> None:
    long = piece * (200_000 // len(piece))
    definition: dict[str, Any] = {"name": "send", "description": long}
    many = {f"key{at}": {"retention": at, "value": piece} for at in range(300)}
    subject = call("send_update", {"text": long, "edits": [many] * 50}, definition=definition)
    assert effort(lambda: list(find_destructive(subject))) < BOUND
