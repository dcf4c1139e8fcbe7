"""Calls against the words: values inside commands and statements."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    (
        "kubernetes",
        "kubectl_exec_raw",
        {"command": "kubectl -n billing rollout restart deployment/api"},
        "restart the api deployment in the checkout namespace",
    ),
    (
        "shell",
        "run_command",
        {"command": "kubectl scale deployment/worker --replicas=30 -n checkout"},
        "scale worker in checkout to 3 replicas",
    ),
    (
        "aws-api",
        "call_aws",
        {"cli_command": "aws s3 rm s3://acme-logs-prod/2024 --recursive"},
        "clear acme-logs-dev/2024, it is only test data",
    ),
    (
        "gcloud",
        "run_gcloud",
        {"command": "gcloud compute instances stop build-7 --zone europe-west3-a --project acme-live"},
        "stop build-7 in project acme-labs",
    ),
    ("shell", "run_command", {"command": "npm publish --tag latest"}, "publish it under the beta tag"),
    ("git", "run_git", {"command": "git push origin main"}, "push my work to the branch feature/login"),
    (
        "shell",
        "run_command",
        {"command": "psql -h db.live.acme.example -d crm -c 'TRUNCATE leads'"},
        "truncate leads in the test database",
    ),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "kubernetes",
        "scale",
        {"name": "api", "replicas": 5, "namespace": "checkout"},
        "scale api in checkout from 3 to 5",
    ),
    (
        "kubernetes",
        "delete_pod",
        {"namespace": "staging", "name": "api-6f7c9d5b8-qm4zt"},
        "delete the api pod in staging",
    ),
    (
        "shell",
        "run_command",
        {"command": "npm version minor && git push --follow-tags"},
        "release a minor version, last was v1.2.0",
    ),
    (
        "shell",
        "run_command",
        {"command": "kubectl -n checkout get pods --since=1h && kubectl -n checkout rollout restart deployment/api"},
        "restart api in checkout, it failed since 2 hours",
    ),
    (
        "shell",
        "run_command",
        {"command": "git fetch origin main && git rebase origin/main && git push origin feature/login"},
        "rebase feature/login and push it",
    ),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
