"""What cannot be undone."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.destructive.find import find_destructive
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said

KIND = "destructive"

GRAVE: list[tuple[str, dict[str, Any]]] = [
    ("delete_directory", {"path": "/home/ana", "recursive": True}),
    ("delete_emails", {"query": "in:anywhere"}),
    ("delete_files", {"pattern": "*"}),
    ("purge_queue", {"queue": "q"}),
    ("s3_put_bucket_policy", {"policy": '{"Statement":[{"Principal":"*"}]}'}),
    ("put_object_acl", {"acl": "public-read"}),
    ("attach_role_policy", {"policy_arn": "arn:aws:iam::aws:policy/AdministratorAccess"}),
    ("authorize_ingress", {"cidr": "0.0.0.0/0", "port": 22}),
    ("update_repository", {"name": "x", "private": False}),
    ("git_push", {"branch": "main", "force": True}),
    ("stop_logging", {"name": "trail"}),
    ("add_collaborator", {"username": "x", "permission": "admin"}),
    ("transfer_repository", {"new_owner": "x"}),
    ("send_payment", {"to": "x", "amount": "all"}),
    ("share_file", {"type": "anyone", "role": "writer"}),
    ("cancel_all_subscriptions", {"customer": "*"}),
    ("delete_many", {"filter": {}}),
    ("delete_users", {"ids": list(range(50))}),
    ("run_command", {"command": "git push --force origin main"}),
    ("cypher", {"query": "MATCH (n) DETACH DELETE n"}),
    ("call_aws", {"cli_command": "aws cloudtrail stop-logging --name t"}),
    ("run_gcloud", {"args": ["create", "x", "--source-ranges=0.0.0.0/0"]}),
    ("invite", {"channel": "c", "make_public": True}),
    ("redis", {"command": "FLUSHALL"}),
]
LESSER: list[tuple[str, dict[str, Any]]] = [
    ("delete_file", {"path": "a.txt"}),
    ("drop_table", {"table": "x"}),
    ("terminate_instances", {"ids": ["i-1"]}),
    ("create_transfer", {"amount": 5, "to": "x"}),
    ("create_refund", {"charge": "c"}),
    ("create_refund", {"charge": "c", "amount": 500_000}),
    ("git_reset", {"mode": "hard"}),
    ("delete_branch", {"branch": "x"}),
    ("run_command", {"command": "rm -rf build"}),
    ("run_command", {"command": "terraform destroy"}),
    ("http", {"method": "DELETE", "url": "https://x.example/y"}),
    ("kubectl", {"operation": "delete", "resource": "ns/x"}),
    ("schedule_key_deletion", {"key_id": "k"}),
    ("add_deploy_key", {"key": "ssh-ed25519 A"}),
    ("browser_click", {"element": "Delete my account"}),
    ("browser_click", {"element": "Confirm and pay"}),
    ("terraform", {"command": "destroy"}),
    ("approve_token", {"spender": "0x1", "amount": "9"}),
    ("delete_directory", {"path": "/home/ana/work/site/build", "recursive": True}),
    ("create_repository", {"name": "x", "visibility": "public"}),
    ("send_transaction", {"to": "0x1", "value": "1"}),
]
HARMLESS: list[tuple[str, dict[str, Any]]] = [
    ("list_deleted_files", {}),
    ("remove_label", {"label": "x"}),
    ("create_refund", {"charge": "c", "amount": 500}),
    ("create_payment_link", {"price": "p"}),
    ("authorize_ingress", {"cidr": "0.0.0.0/0", "port": 443}),
    ("send_email", {"body": "Make it public, delete all, 0.0.0.0/0"}),
    ("restore_deleted", {"id": 1}),
    ("read_file", {"path": "delete.md"}),
    ("run_command", {"command": "git push origin x"}),
    ("create_repository", {"name": "x", "private": True}),
    ("browser_click", {"element": "Add to cart"}),
    ("search", {"query": "delete account"}),
    ("get_role", {"role": "admin"}),
    ("cancel_event", {"id": "1"}),
    ("list_transfers", {"limit": 5}),
    ("write_file", {"path": "a", "content": "rm -rf / DROP TABLE x"}),
    ("create_channel", {"is_private": False}),
]


@pytest.mark.parametrize(("tool", "arguments"), GRAVE)
def test_what_goes_wide_or_opens_to_the_world_is_grave(tool: str, arguments: dict[str, Any]) -> None:
    assert "high" in said(find_destructive(call(tool, arguments)), KIND)


@pytest.mark.parametrize(("tool", "arguments"), LESSER)
def test_what_ends_one_thing_or_pays_asks_to_look_closer(tool: str, arguments: dict[str, Any]) -> None:
    severities = said(find_destructive(call(tool, arguments)), KIND)
    assert "medium" in severities
    assert "high" not in severities


@pytest.mark.parametrize(("tool", "arguments"), HARMLESS)
def test_what_looks_or_is_easily_undone_is_not_mentioned(tool: str, arguments: dict[str, Any]) -> None:
    assert set(said(find_destructive(call(tool, arguments)), KIND)) <= {"info"}


@pytest.mark.parametrize("piece", ["git ", "docker ", "delete ", "match (", '"principal":', "aws ", "mutation"])
def test_hostile_texts_take_no_longer_than_their_length_asks(piece: str) -> None:
    long = piece * (60_000 // len(piece))
    subject = call("run", {"command": long, "query": long[:20_000], "policy": long})
    assert effort(lambda: list(find_destructive(subject))) < BOUND
