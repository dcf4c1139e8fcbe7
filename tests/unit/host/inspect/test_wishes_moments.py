"""Calls that are done where the person asked for a trial."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("ecr", "cleanup", {"repo": "a", "dryRun": False}, "muéstrame qué borrarías, sin borrar nada"),
    ("terraform", "run", {"workspace": "a", "auto_apply": True}, "nur planen"),
    ("terraform", "run", {"workspace": "a", "plan_only": False}, "just a plan please"),
    ("ansible", "run_playbook", {"playbook": "a.yml", "check": False}, "do a check run of a.yml"),
    ("db", "migrate", {"dry_run": False}, "Trockenlauf der Migration"),
    ("mailer", "bulk_update", {"filter": "x", "preview": False}, "preview the bulk update"),
    ("dbt", "run", {"models": ["a"], "dry": "false"}, "essai à blanc de dbt"),
    ("s3", "sync", {"src": "a", "dst": "b", "dryrun": False}, "что удалится при синхронизации? покажи"),
)
FITTING: tuple[Wish, ...] = (
    ("ecr", "cleanup", {"repo": "a", "dry_run": False}, "delete the images older than 30 days, I saw the dry run"),
    ("ecr", "cleanup", {"repo": "a", "dry_run": True}, "show me first what would go"),
)


@pytest.mark.parametrize("row", AGAINST, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_is_not_what_the_words_ask_for_is_told(row: Wish) -> None:
    assert against_wishes(row)


@pytest.mark.parametrize("row", FITTING, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_the_words_may_mean_is_not_told(row: Wish) -> None:
    assert not against_wishes(row)
