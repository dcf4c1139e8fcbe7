"""Commands of clouds, clusters, databases and administrators, and the ways of requests."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.destructive.find import find_destructive
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said

KIND = "destructive"

GRAVE = (
    "aws kms schedule-key-deletion --key-id alias/volumes --pending-window-in-days 7",
    "aws s3api put-bucket-versioning --bucket b --versioning-configuration Status=Suspended",
    "aws ec2 modify-instance-attribute --instance-id i-1 --no-disable-api-termination",
    "aws route53domains update-domain-nameservers --domain-name a.example --nameservers Name=ns1.b.example",
    "aws dynamodb update-continuous-backups --point-in-time-recovery-specification PointInTimeRecoveryEnabled=false",
    "aws guardduty update-detector --detector-id d --no-enable",
    "aws iam add-user-to-group --group-name Administrators --user-name x",
    "gcloud sql instances patch core --no-backup",
    "gcloud logging sinks update audit --disabled",
    "az keyvault update -n kv --enable-purge-protection false",
    "az role assignment create --assignee x --role Owner --scope /s",
    "az storage account update -n s --default-action Allow",
    "redis-cli CONFIG SET appendonly no",
    "auditctl -D",
    "usermod -aG sudo guest",
    "Set-MpPreference -DisableRealtimeMonitoring $true",
)
LESSER = (
    "aws rds failover-db-cluster --db-cluster-identifier core",
    "aws ecs update-service --cluster p --service s --desired-count 0",
    "aws logs put-retention-policy --log-group-name l --retention-in-days 1",
    (
        'aws s3api put-bucket-lifecycle-configuration --bucket b --lifecycle-configuration \'{"Rules":[{"Expiration":'
        '{"Days":1}}]}\''
    ),
    "aws organizations leave-organization",
    "aws cloudfront create-invalidation --distribution-id E --paths '/*'",
    "gcloud container clusters resize p --num-nodes 0",
    "gcloud sql instances failover core",
    "az vm deallocate --ids a b",
    "az network dns record-set a add-record -g g -z z.example -n @ -a 192.0.2.1",
    "pulumi down --yes",
    "kafka-topics.sh --bootstrap-server b:9092 --delete --topic t",
    "kafka-consumer-groups.sh --group g --reset-offsets --to-latest --execute",
    "rabbitmqctl force_reset",
    "vault secrets disable database/",
    "zfs rollback -r tank/db@old",
    "php artisan migrate:fresh --force",
    "npx prisma migrate reset --force",
    "gam all users delete messages query x doit",
    "Get-Mailbox | Remove-Mailbox -Confirm:$false",
    "redis-cli unlink orders:2026",
    "mysql -e 'RESET MASTER'",
    "terraform apply -destroy",
)
HARMLESS = (
    "aws s3 ls s3://delete-me --recursive",
    "aws ec2 describe-instances --filters Name=instance-state-name,Values=stopped",
    "aws logs put-retention-policy --log-group-name l --retention-in-days 90",
    "aws s3api put-bucket-versioning --bucket b --versioning-configuration Status=Enabled",
    "aws ecs update-service --cluster p --service s --desired-count 3",
    "aws ec2 terminate-instances --instance-ids i-1 --dry-run",
    "aws ssm get-parameter --name /prod/disable-key",
    (
        'aws s3api put-bucket-lifecycle-configuration --bucket b --lifecycle-configuration \'{"Rules":[{'
        '"AbortIncompleteMultipartUpload":{"DaysAfterInitiation":1}}]}\''
    ),
    (
        'aws s3api put-bucket-lifecycle-configuration --bucket b --lifecycle-configuration \'{"Rules":[{"Filter":'
        '{"Prefix":"tmp/"},"Expiration":{"Days":1}}]}\''
    ),
    "gcloud sql instances describe stop-me",
    "gcloud container clusters resize dev --num-nodes 3",
    "az role assignment list --role Owner",
    "az role assignment create --assignee x --role Reader --scope /s",
    "kubectl delete pod x --dry-run=client",
    "kubectl logs deploy/drain-controller",
    "terraform plan -destroy",
    "redis-cli del cache:menu",
    "kafka-consumer-groups.sh --group g --reset-offsets --to-latest --dry-run",
    "alembic upgrade head",
    "pulumi preview",
    "restic snapshots",
)


@pytest.mark.parametrize("command", GRAVE)
def test_what_blinds_or_hands_out_rights_by_a_command_is_grave(command: str) -> None:
    assert "high" in said(find_destructive(call("run_command", {"command": command})), KIND)


@pytest.mark.parametrize("command", LESSER)
def test_what_a_command_ends_asks_to_look_closer(command: str) -> None:
    assert set(said(find_destructive(call("run_command", {"command": command})), KIND)) & {"medium", "high"}


@pytest.mark.parametrize("command", HARMLESS)
def test_what_a_command_shows_rehearses_or_keeps_is_not_mentioned(command: str) -> None:
    assert said(find_destructive(call("run_command", {"command": command})), KIND) == []


def test_a_command_after_a_rehearsal_counts() -> None:
    chained = call("run_command", {"command": "kubectl delete pod x --dry-run=client; rm -rf build"})
    other_way = call("run_command", {"command": "aws s3 ls; aws s3 rb s3://b --force"})
    assert all(
        "medium" in said(find_destructive(each), KIND) or "high" in said(find_destructive(each), KIND)
        for each in (chained, other_way)
    )


REQUESTS: tuple[tuple[dict[str, Any], bool], ...] = (
    ({"method": "POST", "path": "/containers/db/kill"}, True),
    ({"method": "POST", "endpoint": "/v1/subscriptions/sub_1/cancel"}, True),
    ({"method": "POST", "path": "/logs-*/_close"}, True),
    ({"method": "PUT", "path": "/_all/_settings", "body": {"index.blocks.write": True}}, True),
    ({"method": "POST", "url": "https://es.corp.example/orders/_search"}, False),
    ({"method": "GET", "url": "https://api.corp.example/v1/subscriptions/cancel"}, False),
    ({"method": "POST", "url": "https://api.corp.example/v1/cart/1/empty"}, False),
)


@pytest.mark.parametrize(("arguments", "hit"), REQUESTS)
def test_the_path_of_a_request_says_what_it_ends(arguments: dict[str, Any], hit: bool) -> None:
    assert bool(said(find_destructive(call("api_call", arguments)), KIND)) is hit


@pytest.mark.parametrize(
    "piece",
    ["aws ", "az --retention=", "gcloud x --no-", "kafka-x --reset-offsets ", "docker compose down ", "occ ", "mysql "],
)
def test_long_commands_take_no_longer_than_their_length_asks(piece: str) -> None:
    subject = call("run_command", {"command": piece * (60_000 // len(piece))})
    assert effort(lambda: list(find_destructive(subject))) < BOUND
