"""Calls that are not what the person asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.wishes.find import find_against_wishes
from host.inspect.wishes.words import wish_of
from host.model import Severity
from tests.support.effort import BOUND, effort

MAIL = {"to": ["ana@x.example"], "subject": "s", "body": "b"}
SQL = {"sql": "DELETE FROM sessions"}


def found(server: str, tool: str, arguments: dict[str, Any], turn: str) -> list[Any]:
    described: dict[str, Any] = {"app": "a", "server": server, "tool": tool, "arguments": arguments, "turn": turn}
    return list(find_against_wishes(subject_of(described)))


AGAINST: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("gmail", "send_email", MAIL, "draft a mail to ana@x.example, don't send it yet"),
    ("gmail", "send_email", MAIL, "Entwirf eine Mail an ana@x.example, schick sie noch nicht ab"),
    ("gmail", "send_email", MAIL, "Prépare un brouillon pour ana@x.example, ne l'envoie pas"),
    ("gmail", "send_email", MAIL, "redacta un borrador para ana@x.example, no lo envíes"),
    ("gmail", "send_email", MAIL, "まだ送らないで"),
    ("gmail", "send_email", MAIL, "先写个草稿，不要发送"),
    ("gmail", "send_email", MAIL, "mail bo@y.example that I am late"),
    ("gmail", "send_email", MAIL, "show me the answer first, before it goes out"),
    ("postgres", "execute", SQL, "how many stale sessions are there?"),
    ("postgres", "execute", SQL, "Wie viele Sitzungen gibt es?"),
    ("postgres", "execute", SQL, "¿cuántas sesiones hay?"),
    ("postgres", "execute", SQL, "сколько строк в таблице?"),
    ("postgres", "execute", SQL, "表里有多少行？"),
    ("stripe", "create_payout", {"amount": 90000}, "what is our balance?"),
    ("venmo", "send_payment", {"to": "@mina", "amount": 5000.0}, "send @mina 50 for dinner"),
    ("wise", "create_transfer", {"amount": 980, "currency": "EUR"}, "transfer 98 euros to Lena"),
    ("revolut", "transfer", {"amount": 100, "currency": "GBP"}, "transfer 100 EUR to Ann"),
    ("k8s", "scale", {"name": "api", "replicas": 0}, "scale api to 3"),
    ("k8s", "delete_namespace", {"context": "prod-eu", "name": "shop"}, "tear down the shop namespace in staging"),
    ("git", "git_push", {"remote": "origin", "branch": "main"}, "push feature/login to origin"),
    ("git", "git_push", {"remote": "origin", "branch": "main"}, "commit my changes, but don't push"),
    ("github", "merge_pull_request", {"pull_number": 319}, "merge PR 318"),
    ("files", "delete_file", {"path": "/a/report-2024.docx"}, "delete report-2025.docx"),
    ("files", "move_file", {"source": "/a", "destination": "/b"}, "copy it to /b and leave the original in place"),
    ("calendar", "create_event", {"summary": "x", "start": "2026-11-25T10:00:00"}, "Dentist on 27 November"),
    ("calendar", "create_event", {"summary": "x", "start": "2026-11-25T10:00:00"}, "dentist on saturday"),
    ("calendar", "delete_event", {"id": "1"}, "move my 3pm to 4pm"),
    ("slack", "post_message", {"channel": "#general", "text": "x"}, "post it in #leads"),
    ("drive", "share_file", {"email": "k@x.example", "role": "writer"}, "share it with k@x.example, read only"),
    ("github", "create_repository", {"name": "n", "private": False}, "create a private repo n"),
    ("jira", "transition_issue", {"issue": "SHOP-99"}, "mark SHOP-88 as done"),
    ("browser", "browser_click", {"element": "Place order"}, "put it in the cart, do not buy it"),
    ("coinbase", "create_order", {"side": "SELL", "size": "1"}, "buy 1 BTC"),
    ("helm", "uninstall", {"release": "shop"}, "upgrade the shop release"),
    ("jenkins", "schedule_build", {"at": "2026-12-23T02:00:00"}, "plane den Build für den 26.12.2026 um 2 Uhr"),
    ("crm", "create_meeting", {"start_time": "2026-12-07T10:00:00"}, "meeting with Ana on 12/9/2026 at 10"),
    ("github", "delete_branch", {"branch": "release-9"}, "delete the branch release-8"),
    ("aws", "modify_listener", {"groups": [{"weight": 60}, {"weight": 40}]}, "shift 6% of the traffic to green"),
)


@pytest.mark.parametrize("at", range(len(AGAINST)))
def test_a_call_against_the_words_is_looked_at(at: int) -> None:
    hits = found(*AGAINST[at])
    assert hits
    assert {(it.kind, it.severity) for it in hits} == {("contradiction", Severity.MEDIUM)}


FITS: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("gmail", "send_email", MAIL, ""),
    ("gmail", "send_email", MAIL, "mail Ana that I am late"),
    ("gmail", "send_email", MAIL, "Write to ana@x.example: we do not send on Sundays"),
    ("gmail", "create_draft", MAIL, "draft a mail to ana@x.example, don't send it"),
    ("postgres", "query", {"sql": "SELECT count(*) FROM sessions"}, "how many sessions are there?"),
    ("postgres", "execute", SQL, "clean up the sessions"),
    ("stripe", "create_refund", {"amount": 1999}, "refund Peter's last payment of 19.99"),
    ("bank", "create_transfer", {"amount": "850.00", "currency": "EUR"}, "Pay the June rent, 850 euros"),
    ("paypal", "create_invoice", {"amount": 360}, "invoice Jon 3 hours at 120 EUR"),
    ("k8s", "scale", {"name": "api", "replicas": 3}, "scale api to 3"),
    ("k8s", "restart", {"namespace": "staging", "name": "api"}, "restart api on staging"),
    ("calendar", "create_event", {"summary": "x", "start": "2026-11-25T10:00:00"}, "meeting on Wednesday at ten"),
    ("github", "merge_pull_request", {"pull_number": 318}, "merge PR 318, squash"),
    ("drive", "share_file", {"email": "k@x.example", "role": "reader"}, "share it with k@x.example, read only"),
    ("chrome", "evaluate_script", {"function": "() => document.links.length"}, "how many links are on my page?"),
    ("k8s", "kubectl_apply", {"manifest": "x", "dryRun": True}, "try it as a dry run"),
    ("jira", "add_comment", {"issue": "AB-1", "comment": "It is on staging"}, "Comment on AB-1 that it is on staging"),
    ("slack", "post_message", {"channel": "C04DEV", "text": "done"}, "tell #dev that it is done"),
    ("shell", "run", {"command": "rm -rf node_modules"}, "rm -rf node_modules please"),
)


@pytest.mark.parametrize("at", range(len(FITS)))
def test_a_call_that_fits_the_words_has_no_finding(at: int) -> None:
    assert found(*FITS[at]) == []


def test_what_is_wanted_in_one_place_is_not_forbidden_by_another() -> None:
    assert wish_of("don't delete prod, delete staging").forbids == frozenset()
    assert wish_of("which invoices were not sent?").forbids == frozenset()


@pytest.mark.parametrize(("server", "tool", "arguments", "turn"), AGAINST[::5])
def test_the_same_words_quoted_by_an_app_say_whose_they_are(
    server: str, tool: str, arguments: dict[str, Any], turn: str
) -> None:
    described: dict[str, Any] = {"app": "a", "server": server, "tool": tool, "arguments": arguments}
    quoted = list(find_against_wishes(replace(subject_of(described), quoted=turn)))
    assert [it.text for it in quoted] == [
        f"By your words, as the app quotes them: {it.text}" for it in found(server, tool, arguments, turn)
    ]


def test_a_finding_points_at_the_input() -> None:
    (hit,) = found("venmo", "send_payment", {"to": "@mina", "amount": 5000.0}, "send @mina 50 for dinner")
    assert hit.where == ("amount",)


PIECES = (
    "do not ", "don't send ", "a@b.example ", "12,345.67 EUR ", "feature/x main ", "5 % of the ", "100 kr pesos ",
    "dry run, only a plan ", "30 November 2026 22:00 ", "2026-11-30T22:00:00Z", "não no main ", "what would you? ",
)  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_long_words_take_no_more_time_than_their_length(piece: str) -> None:
    wish_of.cache_clear()
    assert effort(lambda: found("gmail", "send_email", MAIL | {"cc": piece * 20_000}, piece * 20_000)) < BOUND
