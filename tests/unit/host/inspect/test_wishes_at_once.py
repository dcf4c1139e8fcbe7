"""Calls against the words: times, branches and what is left as it is."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("mailchimp", "send_campaign", {"campaign_id": "c1", "immediately": True}, "programme la campagne pour jeudi 10h"),
    (
        "linkedin",
        "create_share",
        {"text": "Nous recrutons", "visibility": "PUBLIC", "sendNow": True},
        "programme ce post pour mardi matin",
    ),
    ("metricool", "publish_post", {"text": "Abrimos", "when": "now"}, "programa la publicación para mañana a las 10"),
    (
        "github",
        "merge_pull_request",
        {"owner": "a", "repo": "b", "pull_number": 88},
        "hold 88 until Monday, the freeze is on",
    ),
    ("netlify", "publish_deploy", {"site_id": "s1", "deploy_id": "d9"}, "das Deploy d9 erst am Montag veröffentlichen"),
    (
        "stripe",
        "create_refund",
        {"payment_intent": "pi_3Nabc12", "amount": 4200},
        "hold on with the refund until Mia agreed",
    ),
    (
        "gitlab",
        "create_merge_request",
        {"project": "a/b", "source_branch": "fix/login", "target_branch": "master", "title": "Login"},
        "ouvre une MR de fix/login vers develop",
    ),
    (
        "github",
        "create_pull_request",
        {"owner": "a", "repo": "b", "head": "fix/uploads", "base": "main", "title": "x"},
        "mach einen PR von fix/uploads gegen release-2.4",
    ),
    (
        "bitbucket",
        "create_pull_request",
        {"repo": "a", "source": "feature/x1", "destination": "main", "title": "x"},
        "PR from feature/x1 into staging please",
    ),
    ("deepl", "translate_text", {"text": "Dobrý den", "target_lang": "EN"}, "přelož to do němčiny: Dobrý den"),
    ("deepl", "translate_text", {"text": "Hej", "target_lang": "NB"}, "översätt det till finska: Hej"),
    ("google-translate", "translate", {"q": "Jó napot", "target": "ro"}, "fordítsd németre: Jó napot"),
    ("deepl", "translate_text", {"text": "Merhaba", "target_lang": "DE"}, "bunu Fransızcaya çevir: Merhaba"),
    ("deepl", "translate_text", {"text": "Moi", "target_lang": "SV"}, "käännä tämä englanniksi: Moi"),
    ("deepl", "translate_text", {"text": "Добрий день", "target_lang": "RU"}, "переклади це польською: Добрий день"),
    (
        "calendar",
        "create_event",
        {"summary": "Call", "start": "2026-11-24T15:00:00", "timeZone": "America/New_York"},
        "put a call on Tuesday 24 November at 3pm Berlin time",
    ),
    (
        "calendly",
        "create_slot",
        {"start": "2026-11-24T09:00:00", "timezone": "Asia/Tokyo"},
        "add a slot on 24 November 9:00 UTC",
    ),
    (
        "bank",
        "export_statements",
        {"account": "main", "from": "2026-01-01", "to": "2026-10-31", "format": "pdf", "send_to": "me"},
        "export the statements of one month for the landlord",
    ),
    (
        "health",
        "share_records",
        {"with": "dr-aydin", "start": "2020-01-01", "end": "2026-11-20"},
        "share the last week of glucose values with Dr Aydin",
    ),
    (
        "github",
        "lock_issue",
        {"owner": "a", "repo": "b", "issue_number": 7},
        "answer the question in 7 but leave it open",
    ),
    ("home", "lock_door", {"door": "garage"}, "turn off the garage light and leave the door open"),
    ("gmail", "reply_to_thread", {"thread_id": "18c", "body": "Thanks"}, "snooze the thread from Ada until Friday"),
    (
        "hootsuite",
        "schedule_message",
        {"text": "Sale!", "socialProfileIds": ["1"], "sendImmediately": True},
        "bitte plane den Post für Freitag 18 Uhr",
    ),
    ("buffer", "create_post", {"text": "Chegou!", "publish_now": True}, "agenda o post para amanhã às 9h"),
    (
        "github",
        "merge_pull_request",
        {"owner": "a", "repo": "b", "pull_number": 4},
        "wacht met PR 4 tot Piet heeft gereviewd tot maandag",
    ),
    (
        "github",
        "create_pull_request",
        {"owner": "a", "repo": "b", "head": "feat/q", "base": "production", "title": "q"},
        "raise a PR from feat/q to staging",
    ),
    ("deepl", "translate_text", {"text": "Hello", "target_lang": "SV"}, "oversæt til tysk: Hello"),
    (
        "zoom",
        "create_meeting",
        {"topic": "x", "start_time": "2026-11-24T16:00:00", "timezone": "Europe/Berlin"},
        "zoom on 24 November at 4pm Eastern time",
    ),
    ("github", "merge_pull_request", {"owner": "a", "repo": "b", "pull_number": 3}, "rebase PR 3 and leave it at that"),
    ("home", "unlock", {"door": "back"}, "turn on the porch light and keep the back door locked"),
    ("gitlab", "close_issue", {"project": "a/b", "issue_iid": 4}, "kommentiere 4 und lass es offen"),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "buffer",
        "create_post",
        {"channel_id": "5f2e", "text": "x", "scheduled_at": "2026-11-23T09:00:00"},
        "schedule the post for Monday 9am",
    ),
    (
        "buffer",
        "create_post",
        {"channel_id": "5f2e", "text": "Tomorrow we open", "publish_now": True},
        "publish the post about tomorrow's opening now",
    ),
    (
        "gmail",
        "send_email",
        {"to": ["a.b@c.example"], "subject": "Plan", "body": "I come tomorrow at 9."},
        "mail a.b@c.example that I come tomorrow at 9",
    ),
    (
        "calendar",
        "create_event",
        {"summary": "Sync", "start": "2026-11-24T09:00:00"},
        "schedule a sync for Tuesday 24 November 9:00",
    ),
    (
        "slack",
        "post_message",
        {"channel": "#ops", "text": "Please hold the deploy until Monday."},
        "tell #ops to hold the deploy until Monday",
    ),
    (
        "github",
        "create_pull_request",
        {"owner": "a", "repo": "b", "head": "fix/uploads", "base": "develop", "title": "x"},
        "open a PR for fix/uploads against develop",
    ),
    (
        "github",
        "create_pull_request",
        {"owner": "a", "repo": "b", "head": "fix/uploads", "base": "main", "title": "x"},
        "open a PR, the tests against develop passed, base is main",
    ),
    (
        "github",
        "create_pull_request",
        {"owner": "a", "repo": "b", "head": "fix/race", "base": "main", "title": "Guard against races"},
        "open a PR that guards against races",
    ),
    ("deepl", "translate_text", {"text": "x", "target_lang": "DE"}, "přelož to z angličtiny do němčiny"),
    ("deepl", "translate_text", {"text": "x", "target_lang": "UK"}, "przetłumacz z rosyjskiego na ukraiński"),
    ("deepl", "translate_text", {"text": "x", "target_lang": "DE"}, "fordítsd németre"),
    (
        "calendar",
        "create_event",
        {"summary": "Call", "start": "2026-11-24T15:00:00", "timeZone": "Europe/Vienna"},
        "put a call on 24 November 3pm Berlin time",
    ),
    (
        "bank",
        "export_statements",
        {"account": "main", "from": "2026-10-01", "to": "2026-10-31"},
        "export the statements of one month",
    ),
    ("shell", "run_command", {"command": "make test"}, "run the tests and stop there"),
    (
        "github",
        "add_issue_comment",
        {"owner": "a", "repo": "b", "issue_number": 7, "body": "Yes."},
        "answer the question in 7 but leave it open",
    ),
    ("hotel", "book_room", {"room": "double", "refundable": False}, "Book the non-refundable one"),
    ("splunk", "create_search_job", {"query": "index=web status=500"}, "how many 500s did web have today?"),
    ("shell", "run_command", {"command": "git stash && git checkout main && make test"}, "does the test pass on main?"),
    ("filesystem", "write_file", {"path": "/home/a/notes/x.md", "content": "# x"}, "Summarise x.pdf into notes/x.md"),
    (
        "filesystem",
        "write_file",
        {"path": "/home/a/notizen/x.md", "content": "# x"},
        "Fass x.pdf in notizen/x.md zusammen",
    ),
    ("shell", "run_command", {"command": "npm publish --dry-run"}, "what would npm publish?"),
    (
        "opentable",
        "create_reservation",
        {"restaurant": "Aue", "party_size": 4, "time": "2026-11-24T19:30"},
        "table for me and three friends at Aue on 24 November 7:30pm",
    ),
    (
        "hotel",
        "book_room",
        {"checkin": "2027-05-01", "checkout": "2027-05-04", "guests": 2},
        "3 nights from May 1 for 2 at the Aue, the double",
    ),
    (
        "postgres",
        "query",
        {"sql": "EXPLAIN DELETE FROM sessions WHERE expires_at < now()"},
        "show me the plan for the cleanup, without running it",
    ),
    ("shop", "hold_order", {"order": "881", "until": "2026-11-23"}, "hold order 881 until Monday"),
    ("github", "merge_branches", {"base": "main", "head": "develop"}, "merge develop into main"),
    (
        "github",
        "create_pull_request",
        {"owner": "a", "repo": "b", "head": "docs/readme", "base": "main", "title": "x"},
        "open a PR with the changes to develop.md",
    ),
    (
        "zoom",
        "create_meeting",
        {"topic": "x", "start_time": "2026-11-24T22:00:00", "timezone": "UTC"},
        "zoom on 24 November, I am in Berlin time, they are in Boston",
    ),
    ("toggl", "export_entries", {"start_date": "2026-11-16", "end_date": "2026-11-22"}, "export this week's hours"),
    (
        "github",
        "update_branch",
        {"owner": "a", "repo": "b", "pull_number": 3},
        "update PR 3's branch and leave it at that",
    ),
    ("home", "lock_door", {"door": "front"}, "lock the front door, leave the window open"),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
