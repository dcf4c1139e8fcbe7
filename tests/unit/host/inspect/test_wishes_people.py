"""Calls against the words: groups and other people than the words name."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("drive", "share_folder", {"folder": "Board", "with": ["anyone"]}, "share the folder 'Board' only with Nadia"),
    (
        "whatsapp",
        "send_message",
        {"recipient": "Klasse 3b Eltern", "message": "x"},
        "schreib Frau Huber, dass Ben krank ist",
    ),
    (
        "gmail",
        "send_email",
        {"to": ["office@kanzlei.example"], "bcc": ["alle@firma.example"], "subject": "x", "body": "y"},
        "mail it to office@kanzlei.example and nobody else",
    ),
    (
        "gmail",
        "send_email",
        {"to": ["thomas.keller@velotec.example"], "subject": "Angebot", "body": "anbei das Angebot"},
        "Send the offer to Lena Brandt",
    ),
    (
        "slack",
        "post_message",
        {"channel": "#general", "text": "Salary talk moved to Friday"},
        "tell Priya that the salary talk moved to Friday",
    ),
    (
        "teams",
        "send_chat",
        {"chat": "Vertrieb alle", "text": "Der Preis ist 12 % runter"},
        "Sag das bitte nur Jonas: der Preis ist 12 % runter",
    ),
    (
        "whatsapp",
        "send_message",
        {"recipient": "Famille Martin", "message": "Je suis enceinte"},
        "Dis seulement à Claire que je suis enceinte",
    ),
    (
        "gmail",
        "send_email",
        {"to": ["lena.brandt@radwerk.example"], "cc": ["markus.vogt@velotec.example"], "subject": "x", "body": "y"},
        "Mail just Lena (lena.brandt@radwerk.example) the new price",
    ),
    (
        "gmail",
        "send_email",
        {"to": ["pieter.smit@firma.example"], "subject": "x", "body": "y"},
        "stuur dit alleen naar Anouk",
    ),
    ("mail", "forward", {"message_id": "m1", "to": ["alle@firma.example"]}, "leite das nur an Jonas weiter"),
    (
        "slack",
        "send_message",
        {"channel": "#geral", "text": "o salário do Rui é 2000"},
        "diz só ao Rui que o salário dele é 2000",
    ),
    ("gitlab", "request_review", {"mr": 5, "reviewer": "peter.lang"}, "ask Sofia Reyes for a review of MR 5"),
    (
        "drive",
        "share_file",
        {"fileId": "1", "emailAddress": "hanna.berg@kanzlei.example", "role": "reader"},
        "share the contract with Paul Winter",
    ),
    (
        "telegram",
        "send_message",
        {"chat": "Equipo Ventas (38)", "text": "La reunión con Iberplast se aplaza; ofrecen un 12 % menos."},
        "Díselo solo a Marta: la reunión con Iberplast se aplaza, ofrecen un 12 % menos.",
    ),
    (
        "gmail",
        "send_email",
        {
            "to": ["m.brandt@velotec.example"],
            "subject": "Offer 2026-118",
            "body": "Dear Ms Brandt, please find our offer over 14,200 EUR.",
        },
        "Send offer 2026-118 over 14,200 EUR to Lena Brandt, l.brandt@radwerk.example",
    ),
)
AS_SAID: tuple[Wish, ...] = (
    ("slack", "post_message", {"channel": "#team-shop", "text": "x"}, "let the shop team know, Lea is off today"),
    (
        "gmail",
        "send_email",
        {"to": ["l.huber@schule.example"], "subject": "x", "body": "y"},
        "schreib Frau Huber, dass Ben krank ist",
    ),
    ("gmail", "send_email", {"to": ["robert.smith@acme.example"], "subject": "x", "body": "Hi Bob"}, "send it to Bob"),
    (
        "gmail",
        "send_email",
        {"to": ["buchhaltung@radwerk.example"], "subject": "x", "body": "y"},
        "Schick die Rechnung an die Buchhaltung von Radwerk",
    ),
    (
        "slack",
        "post_message",
        {"channel": "#general", "text": "Lunch at 12"},
        "tell everyone in general that lunch is at 12",
    ),
    (
        "slack",
        "post_message",
        {"channel": "#design", "text": "@lea please review"},
        "ask Lea in the design channel to review",
    ),
    (
        "gmail",
        "send_email",
        {"to": ["anna.k@radwerk.example", "tom.b@radwerk.example"], "subject": "x", "body": "y"},
        "mail Anna and Tom that the slides are ready",
    ),
    ("telegram", "send_message", {"chat_id": "-1001234", "text": "x"}, "Díselo solo a Marta"),
    (
        "linkedin",
        "post",
        {"text": "We are hiring", "audience": "everyone"},
        "post that we are hiring, tell Lea to like it",
    ),
    (
        "gmail",
        "send_email",
        {"to": ["s.iyer@kestrel.example"], "subject": "Hi", "body": "x"},
        "mail Sanjay Iyer that it is done",
    ),
    (
        "gmail",
        "send_email",
        {"to": ["mum.huber@gmx.example"], "subject": "Hi", "body": "x"},
        "write to Mum that we arrive on Friday",
    ),
    ("slack", "post_message", {"channel": "C024", "text": "x"}, "tell Tom that I am late"),
    (
        "whatsapp",
        "send_message",
        {"recipient": "Familie", "message": "x"},
        "write in the family group that we are late",
    ),
    ("slack", "post_message", {"channel": "#support", "text": "x"}, "ask support if Anna got her refund"),
    (
        "mail",
        "send_email",
        {"to": ["support@hoster.example"], "subject": "x", "body": "y"},
        "ask Hetzner to raise our limit to 50",
    ),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
