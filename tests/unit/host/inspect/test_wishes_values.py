"""Branches, days, switches and questions in several languages."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    (
        "octopus",
        "schedule_release",
        {"project": "a", "queue_time": "2026-11-28T22:00:00"},
        "schedule the release for Sunday 29 November at 22:00",
    ),
    ("jira", "set_due", {"issue": "A-1", "dueDate": "2026-12-14"}, "set the due date of A-1 to 15 December"),
    ("calendly", "book_slot", {"slot": "2026-12-11T14:00"}, "réserve le créneau du 12 décembre à 14h"),
    (
        "github",
        "create_milestone",
        {"title": "v2", "due_on": "2027-01-30T00:00:00Z"},
        "milestone v2 due on 31 December 2026",
    ),
    (
        "github",
        "push_files",
        {"branch": "main", "files": [], "message": "m"},
        "commit it in the branch docs-es, no en main",
    ),
    (
        "github",
        "create_pull_request",
        {"head": "fix-a", "base": "main", "title": "t"},
        "abre un PR contra la rama release-2",
    ),
    ("gitlab", "create_commit", {"branch": "master", "actions": []}, "committe das auf den Zweig hotfix-77"),
    ("github", "push_files", {"branch": "main", "files": []}, "pousse sur la branche refonte"),
    ("github", "push_files", {"branch": "main", "files": []}, "fai il push sul ramo sviluppo-ui"),
    ("github", "push_files", {"branch": "main", "files": []}, "mettilo nel branch prova"),
    ("github", "push_files", {"branch": "master", "files": []}, "feature-login ブランチにプッシュして"),
    ("github", "push_files", {"branch": "main", "files": []}, "推送到 dev-login 分支"),
    ("github", "push_files", {"branch": "main", "files": []}, "залей в ветку refactor-auth"),
    ("github", "merge_branch", {"source": "feature-a", "target": "main"}, "merge feature-a into develop"),
    (
        "aws",
        "modify_db_instance",
        {"id": "x", "apply_immediately": True},
        "resize it in the maintenance window, not immediately",
    ),
    (
        "azure",
        "update_webapp_settings",
        {"app": "a", "settings": {"A": "1"}, "restart": True},
        "set A=1, without a restart",
    ),
    (
        "azure",
        "update_webapp_settings",
        {"app": "a", "settings": {"A": "1"}, "restart": True},
        "setz A=1, aber bitte kein Neustart",
    ),
    (
        "aws",
        "update_service",
        {"service": "api", "forceNewDeployment": True},
        "update the tags, no new deployment please",
    ),
    ("gcp", "patch_instance", {"name": "a", "allowStoppingForUpdate": True}, "passe l'instance à 8 Go sans l'arrêter"),
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "¿qué significa esto en b.conf?"),
    ("filesystem", "edit_file", {"path": "/a/b.conf", "edits": []}, "was bedeutet worker_connections in b.conf?"),
    (
        "filesystem",
        "write_file",
        {"path": "/a/b.conf", "content": "x"},
        "qu'est-ce que keepalive_timeout fait dans b.conf ?",
    ),
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "o que faz esta linha?"),
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "この設定は何ですか？"),
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "что делает эта строка?"),
    ("filesystem", "write_file", {"path": "/a/b.py", "content": "x"}, "che cosa fa b.py?"),
    (
        "stripe",
        "create_subscription",
        {"customer": "c", "items": [{"price": "p", "quantity": 250}]},
        "what would 250 seats cost?",
    ),
)
FITTING: tuple[Wish, ...] = (
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "¿puedes escribir b.conf?"),
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "was fehlt in b.conf? ergänze es bitte"),
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "¿Qué tal si cambias b.conf?"),
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "pourquoi ça plante ? corrige b.conf"),
    ("filesystem", "write_file", {"path": "/a/b.conf", "content": "x"}, "como está errado, corrige o b.conf"),
    (
        "aws",
        "modify_db_instance",
        {"id": "x", "apply_immediately": True},
        "resize it, don't wait, apply it immediately",
    ),
    ("aws", "modify_db_instance", {"id": "x", "apply_immediately": False}, "resize it, don't apply it immediately"),
    ("github", "push_files", {"branch": "docs-pt", "files": []}, "grava docs/flash.md no branch docs-pt, não no main"),
    ("github", "push_files", {"branch": "main", "files": []}, "create a branch for it later, push now"),
    ("github", "push_files", {"branch": "feat-x", "files": []}, "puxa do branch main e cria um novo"),
    ("octopus", "schedule", {"queue_time": "2026-11-30T22:00:00+01:00"}, "schedule for 30 November 2026 at 22:00"),
    ("octopus", "schedule", {"queue_time": "2026-11-29T21:00:00Z"}, "schedule for 30 November 2026 at 02:00"),
)


@pytest.mark.parametrize("row", AGAINST, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_is_not_what_the_words_ask_for_is_told(row: Wish) -> None:
    assert against_wishes(row)


@pytest.mark.parametrize("row", FITTING, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_the_words_may_mean_is_not_told(row: Wish) -> None:
    assert not against_wishes(row)
