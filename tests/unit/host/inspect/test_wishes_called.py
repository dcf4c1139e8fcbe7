"""Calls against the words: numbers of things, and timetables."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("npm", "run", {"command": "npm install react@19.0.0"}, "install react 18.3.1"),
    ("docker", "run", {"image": "postgres:17", "name": "db"}, "start a postgres 15 container"),
    ("scheduler", "create_job", {"name": "report", "cron": "* * * * *"}, "send the report every Monday at 8"),
    ("scheduler", "create_job", {"name": "report", "cron": "0 8 * * 5"}, "run the report every Monday at 8"),
    ("twilio", "send_sms", {"to": "+436641112299", "body": "hi"}, "sms to 0664 1112233: hi"),
    ("bank", "block_card", {"last4": "1881"}, "block the card ending in 4242"),
    ("files", "delete_folder", {"path": "/srv/invoices/2025"}, "delete the invoices of 2015"),
    ("flights", "change_seat", {"booking": "XK4P9Q", "seat": "32B"}, "put me on seat 12A"),
    ("flights", "book_flight", {"flight": "LH1235", "class": "economy"}, "book flight LH1234"),
    ("todo", "delete_items", {"count": 50}, "delete the first 5 items"),
    ("docker", "run", {"command": "docker push registry.acme.example/api:latest"}, "push api as 1.4.2-rc1"),
    ("shell", "run_command", {"command": "chmod 777 /srv/app/key.pem"}, "chmod 600 on /srv/app/key.pem"),
    ("sheets", "clear_range", {"sheet": "Umsatz 2026", "range": "A1:Z1000"}, "clear B2:B20 in 'Umsatz 2026'"),
    ("postgres", "execute_sql", {"sql": "UPDATE users SET plan='pro'"}, "set user 4812 to pro"),
    ("postgres", "execute_sql", {"sql": "DELETE FROM sessions"}, "delete the sessions of customer 48112"),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "docker",
        "run",
        {"image": "postgres:15-alpine", "name": "db", "ports": ["5432:5432"]},
        "start a postgres 15 container",
    ),
    ("twilio", "call", {"to": "+33612345678"}, "appelle le 06 12 34 56 78"),
    ("git", "tag", {"name": "v2.3.1", "target": "main", "message": "2.3.1"}, "tag v2.3.1"),
    ("scheduler", "create_job", {"name": "report", "cron": "0 6 * * 1"}, "send the report every Monday at 8"),
    ("shopify", "get_order", {"id": "66120381"}, "cancel order 1009"),
    ("twilio", "send_sms", {"to": "+436641112233", "body": "hi"}, "sms to 0664 1112233: hi"),
    (
        "postgres",
        "execute_sql",
        {"sql": "SELECT id, total FROM orders WHERE customer_id = 48112 LIMIT 10"},
        "show the last 5 orders of customer 48112",
    ),
    (
        "postgres",
        "execute_sql",
        {"sql": "UPDATE users SET plan='pro' WHERE email = 'a@b.example'"},
        "set user a@b.example to pro",
    ),
    (
        "github",
        "create_issue",
        {"owner": "acme", "repo": "web", "title": "Bug on page 3", "labels": ["bug"]},
        "file a bug, page 3 of the checkout breaks on port 8080",
    ),
    (
        "shell",
        "run_command",
        {"command": "docker build -t api:1.4.2 . && docker push registry.acme.example/api:1.4.2"},
        "build and push api 1.4.2",
    ),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
