"""Calls against the words: lengths of time."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    (
        "postgres",
        "execute_sql",
        {"sql": "DELETE FROM events WHERE created_at < now() - interval '3 days'"},
        "delete events older than 3 months",
    ),
    (
        "shell",
        "run_command",
        {"command": "find /var/backups -name '*.gz' -mtime +3 -delete"},
        "remove the backups that are older than 30 days",
    ),
    (
        "gcal",
        "create_event",
        {"title": "Sync", "start": "2026-03-17T10:00:00", "end": "2026-03-17T12:00:00"},
        "put a 30 minute sync with Tom at 10:00",
    ),
    ("vault", "create_token", {"policy": "read", "ttl": "8760h"}, "a vault token for 2 hours, policy read"),
    ("pagerduty", "snooze_incident", {"incident_id": "P1", "duration": 86400}, "snooze P1 for 10 minutes"),
    (
        "kafka",
        "alter_topic",
        {"topic": "clicks", "configs": {"retention.ms": "3600000"}},
        "set retention of clicks to 14 days",
    ),
    (
        "gmail",
        "apply_label",
        {"query": "older_than:1d", "label": "trash"},
        "trash the newsletters that are older than 60 days",
    ),
    ("backup", "set_policy", {"name": "nightly", "retention_days": 3}, "keep nightly backups for 30 days"),
    ("github", "create_token", {"scope": "repo:read", "expires_in_days": 365}, "a read token that is valid for 7 days"),
    (
        "zoom",
        "create_meeting",
        {"topic": "Sync", "duration": 240, "start_time": "2026-03-17T10:00:00"},
        "zoom call on 17 March at 10, 45 minutes",
    ),
    (
        "hetzner",
        "delete_images",
        {"type": "snapshot", "older_than_days": 0},
        "Delete the Hetzner snapshots that are older than a year.",
    ),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "shell",
        "run_command",
        {"command": "find /var/backups -name '*.gz' -mtime +30 -delete"},
        "remove the backups that are older than a month",
    ),
    (
        "postgres",
        "execute_sql",
        {"sql": "DELETE FROM events WHERE created_at < now() - interval '90 days'"},
        "delete events older than 3 months",
    ),
    ("hetzner", "delete_images", {"type": "snapshot", "older_than_days": 365}, "delete snapshots older than a year"),
    (
        "gcal",
        "create_event",
        {"title": "Sync", "start": "2026-03-17T10:00:00", "end": "2026-03-17T10:30:00", "reminder_minutes": 10},
        "30 minute sync with Tom at 10:00, remind me 10 minutes before",
    ),
    (
        "gcal",
        "create_event",
        {"title": "Lunch", "start": "2026-03-17T12:00:00", "end": "2026-03-17T13:00:00"},
        "lunch on 17 March at 12, remind me 15 minutes before",
    ),
    ("vault", "create_token", {"policy": "read", "ttl": "2h"}, "a vault token for two hours"),
    ("pagerduty", "snooze_incident", {"incident_id": "P1", "duration": 7200}, "snooze P1 for 2 hours"),
    (
        "zoom",
        "create_meeting",
        {"topic": "Sync", "duration": 45, "start_time": "2026-03-17T10:00:00"},
        "zoom call on 17 March at 10, 45 minutes",
    ),
    (
        "gcal",
        "create_event",
        {"title": "Workshop", "start": "2026-03-17T10:00:00", "end": "2026-03-17T12:30:00"},
        "workshop on 17 March from 10 to 12:30, 15 min break",
    ),
    ("netlify", "set_env", {"site": "web", "key": "TIMEOUT", "value": "30000"}, "set TIMEOUT to 30 seconds"),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
