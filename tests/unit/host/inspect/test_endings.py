"""What ends, pays or hands out rights by a value that no verb goes with."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.destructive.find import find_destructive
from tests.unit.host.inspect.calls import call, said

KIND = "destructive"

ENDS: list[tuple[str, str, dict[str, Any]]] = [
    ("mail", "bulk_action", {"query": "in:inbox", "action": "expunge", "limit": 0}),
    ("mail", "mailbox_op", {"folder": "Archive", "operation": "delete_permanently"}),
    ("m365", "sharepoint_recycle_bin_clear", {"siteId": "x", "stage": "both"}),
    ("notion", "API-patch-page", {"page_id": "1", "in_trash": True}),
    ("tfe", "create_run", {"workspace": "x", "is_destroy": True}),
    ("tfe", "runs_create", {"workspace": "x", "isDestroy": True}),
    ("nextcloud", "set_config", {"key": "versions_retention_obligation", "value": "auto, 0"}),
    ("discord", "edit_role", {"guild_id": "1", "role": "@everyone", "permissions": "8"}),
    ("discord", "create_role", {"name": "helper", "permissions": 268435464}),
    ("telegram", "promote_chat_member", {"user_id": 9, "can_promote_members": True}),
    ("okta", "update_user", {"id": "1", "status": "DEPROVISIONED"}),
    ("stripe", "update_account", {"id": "a", "payouts_enabled": False}),
    ("stripe", "subscription_update", {"id": "s", "cancel_at_period_end": True}),
    ("bank", "standing_order", {"iban": "DE02120300000000202051", "amount": 500}),
    ("bank", "sepa_batch", {"file": "nov.xml", "execute": True}),
    ("zoom", "recording_settings", {"auto_delete_cmr": True}),
    ("wordpress", "update_option", {"option": "default_role", "value": "administrator"}),
    ("dns", "livedns_replace", {"domain": "a.example", "zone": "@ 300 IN MX 10 mail.b.example."}),
    ("sheets", "values_update", {"range": "A1:Z9", "values": [["", None]]}),
    ("sheets", "batch_clear", {"ranges": ["A:Z"]}),
    ("mongo", "run_command", {"command": {"dropDatabase": 1}}),
    ("elastic", "reindex", {"source": {"index": "a"}, "dest": {"index": "b"}, "conflicts": "proceed"}),
    ("mongo", "aggregate", {"pipeline": [{"$out": "users"}]}),
    ("k8s", "kubectl_patch", {"patch": {"spec": {"persistentVolumeReclaimPolicy": "Delete"}}}),
    ("proxmox", "vm_status", {"vmid": 100, "action": "stop"}),
    ("wasabi", "object_lock", {"bucket": "b", "bypassGovernanceRetention": True}),
    ("gh", "merge_pull_request", {"pull_number": 1, "admin": True}),
    ("nx", "aufbewahrung_setzen", {"tage": 0}),
    ("nx", "prullenbak_legen", {"map": "alles"}),
    ("nx", "desactivar_copias", {"servidor": "db1"}),
    ("firebase", "set_rules", {"rules": '{"rules":{".read":true}}'}),
    ("jenkins", "disable_job", {"job": "backup-nightly"}),
    ("azure", "update_nsg_rule", {"access": "Allow", "sourceAddressPrefix": "*"}),
    ("k8s", "patch_resource", {"patch": '{"spec":{"maxReplicas":0}}'}),
    ("erp", "close_period", {"period": "2026-10"}),
    ("okta", "deactivate_app", {"id": "a"}),
    ("pagerduty", "create_maintenance_window", {"services": ["all"]}),
    ("route53", "upsert", {"zone": "Z", "records": [{"Type": "NS", "Name": "x"}]}),
    ("ring", "set_mode", {"mode": "disarmed"}),
    ("git", "rewrite_history", {"from": "a", "to": "b"}),
    ("nexus", "cleanup_policy", {"repo": "releases", "lastDownloadedDays": 0}),
    ("qdrant", "recreate_collection", {"name": "docs"}),
    ("datev", "buchungsstapel_festschreiben", {"stapel": "2026-10"}),
    ("home", "water_valve", {"state": "open", "id": "main"}),
]
HONEST: list[tuple[str, str, dict[str, Any]]] = [
    ("mail", "bulk_action", {"query": "x", "action": "mark_read", "limit": 0}),
    ("mail", "list_messages", {"folder": "trash"}),
    ("tfe", "create_run", {"workspace": "x", "is_destroy": False}),
    ("notion", "query_database", {"id": "1", "in_trash": True}),
    ("nextcloud", "set_config", {"key": "trashbin_retention_obligation", "value": "auto, 90"}),
    ("discord", "edit_role", {"guild_id": "1", "role": "helper", "permissions": "1024"}),
    ("discord", "send_message", {"channel": "1", "content": "hi", "flags": 8}),
    ("okta", "list_users", {"status": "DEPROVISIONED"}),
    ("pm", "update_task", {"id": 1, "status": "blocked"}),
    ("stripe", "update_subscription", {"id": "s", "cancel_at_period_end": False}),
    ("bank", "validate_iban", {"iban": "DE02120300000000202051", "amount": 5}),
    ("bank", "create_draft_payment", {"iban": "DE02120300000000202051", "amount": 5}),
    ("dns", "validate_zone", {"zone": "@ 300 IN MX 10 m.x.example."}),
    ("sheets", "set_values", {"range": "A1", "values": [["x", ""]]}),
    ("sheets", "clear_formatting", {"range": "A1:B2"}),
    ("audit", "search_events", {"operation": "close"}),
    ("audit", "get_audit_log", {"action": "user.deactivated"}),
    ("gmail", "create_filter", {"action": {"removeLabelIds": ["INBOX"]}}),
    ("crm", "set_filter", {"view": "x", "status": "inactive"}),
    ("n8n", "list_workflows", {"active": False}),
    ("redis", "config_get", {"parameter": "save"}),
    ("browser", "tab_action", {"action": "close"}),
]


@pytest.mark.parametrize(("server", "tool", "arguments"), ENDS)
def test_a_value_that_ends_or_pays_asks_to_look_closer(server: str, tool: str, arguments: dict[str, Any]) -> None:
    assert set(said(find_destructive(call(tool, arguments, server=server)), KIND)) & {"medium", "high"}


@pytest.mark.parametrize(("server", "tool", "arguments"), HONEST)
def test_a_value_that_only_looks_like_it_is_not_mentioned(server: str, tool: str, arguments: dict[str, Any]) -> None:
    assert said(find_destructive(call(tool, arguments, server=server)), KIND) == []
