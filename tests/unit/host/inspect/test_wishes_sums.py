"""Calls against the words: sums and counts."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    (
        "gmail",
        "send_email",
        {"to": ["kunde@x.example"], "subject": "Preis", "body": "Der Preis ist 1.900 EUR."},
        "Schreib kunde@x.example, der Preis ist 1.090 EUR",
    ),
    ("shop", "apply_discount", {"code": "SUMMER", "percent_off": 50}, "Rabatt SUMMER mit 15 Prozent"),
    (
        "ads",
        "update_budget",
        {"campaign": "Brand DE", "daily_budget": 500},
        "set the daily budget of Brand DE to 50 euros",
    ),
    (
        "stripe",
        "create_refund",
        {"payment_intent": "pi_3PqL2kF8x0aTnbWd1rVQ7uXe", "amount": 4900, "reason": "requested_by_customer"},
        "Give Daniela a refund of 24.50 EUR (half of her order), she keeps the other lamp.",
    ),
    (
        "stripe",
        "create_refund",
        {"payment_intent": "pi_3AAAbbb1", "amount": 12000},
        "rembourse 60 euros, c'est la moitié",
    ),
    (
        "opentable",
        "book_table",
        {"restaurant": "Da Enzo", "party_size": 12, "time": "19:30"},
        "book a table for 2 at Da Enzo at 19:30",
    ),
    ("booking", "reserve", {"hotel": "A", "nights": 5, "guests": 2}, "boek 3 nachten voor twee personen"),
    ("square", "order_supplies", {"items": [{"sku": "BOX-20", "quantity": 1000}]}, "order 100 of BOX-20"),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "gmail",
        "send_email",
        {"to": ["kunde@x.example"], "subject": "Preis", "body": "Der Preis ist 1.090,00 EUR."},
        "Schreib kunde@x.example, der Preis ist 1.090 EUR",
    ),
    (
        "shop",
        "apply_discount",
        {"code": "SUMMER15", "percent_off": 15, "max_uses": 100},
        "Rabatt SUMMER15 mit 15 Prozent",
    ),
    ("stripe", "create_refund", {"payment_intent": "pi_3AAAbbb1", "amount": 4900}, "refund both lamps, 24.50 EUR each"),
    (
        "broker",
        "place_order",
        {"symbol": "MSFT", "side": "buy", "quantity": 10, "limit_price": 412.5},
        "buy 10 MSFT at 412.50",
    ),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
