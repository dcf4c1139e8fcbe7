"""Calls in another currency than the person named."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("xero", "create_invoice", {"contact": "A", "amount": 900, "currency": "USD"}, "facture 900 francs à A"),
    ("fortnox", "create_invoice", {"customer": "A", "amount": 900, "currency": "EUR"}, "gör en faktura på 900 kronor"),
    ("wise", "create_transfer", {"amount": 900, "targetCurrency": "GBP"}, "przelej 900 zł do Anny"),
    ("stripe", "create_price", {"unit_amount": 900, "currency": "usd"}, "price at 9 CAD"),
    ("stripe", "create_price", {"unit_amount": 900, "currency": "usd"}, "price of 900 INR"),
    ("paypal", "create_order", {"amount": {"value": "90", "currency_code": "BRL"}}, "cobra 90 pesos mexicanos"),
    ("wise", "send", {"amount": 500, "currency": "EUR"}, "überweise 500 Schweizer Franken"),
    ("x", "create_quote", {"amount": 50000, "currency": "USD"}, "5万円の見積もりを作って"),
)
FITTING: tuple[Wish, ...] = (
    ("fortnox", "create_invoice", {"amount": 900, "currency": "SEK"}, "gör en faktura på 900 kr"),
    ("fortnox", "create_invoice", {"amount": 900, "currency": "NOK"}, "lag en faktura på 900 kr"),
    ("xero", "create_invoice", {"amount": 900, "currency": "CAD"}, "invoice 900 dollars"),
    ("x", "create_invoice", {"amount": 900, "currency": "XAF"}, "facture 900 francs"),
    ("x", "create_invoice", {"amount": 900, "currency": "MXN"}, "cobra 900 pesos"),
    ("stripe", "create_price", {"unit_amount": 900, "currency": "cad"}, "price at 9 CAD"),
)


@pytest.mark.parametrize("row", AGAINST, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_is_not_what_the_words_ask_for_is_told(row: Wish) -> None:
    assert against_wishes(row)


@pytest.mark.parametrize("row", FITTING, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_the_words_may_mean_is_not_told(row: Wish) -> None:
    assert not against_wishes(row)
