"""What is said of paths, addresses, moments, money and mail."""

from __future__ import annotations

from datetime import timedelta, timezone

import pytest

from host.control.views import Reading, Said
from host.model import JsonObject, JsonValue
from host.text import Untrusted, escape
from ui.inputs.kinds import explain, input_value, mail, money, paths, sql, urls
from ui.inputs.kinds.kind import Explanation, InputValue
from ui.inputs.kinds.times import time_facts
from ui.inputs.model import inputs_of

NOW = 1_795_000_000.0  # 2026-11-18 11:06:40 UTC
OSLO = timezone(timedelta(hours=1))


ODD = "Not written as addresses are: programs may read it differently."


def value(raw: JsonValue, *readings: Reading, name: str = "input", **beside: JsonValue) -> InputValue:
    tool_input = next(one for one in inputs_of({name: raw, **beside}, None) if one.path == (name,))
    return input_value(tool_input, readings, now=NOW)


def said(made: Explanation) -> list[str]:
    return [f"{fact.name}: {fact.words}" if fact.name else str(fact.words) for fact in made.facts]


def strong(raw: str, made: Explanation) -> list[str]:
    return [escape(raw)[start:stop] for start, stop, _ in made.styles]


@pytest.mark.parametrize(
    ("raw", "end"), [("a/b.txt", ["b.txt"]), ("C:\\x\\y\\", ["y"]), ("alone", []), ("/", []), ("a\u202e/b", ["b"])]
)
def test_the_last_step_of_a_path_is_strong(raw: str, end: list[str]) -> None:
    assert strong(raw, paths.explain(value(raw))) == end


def test_s08_a_note_of_the_hosts_stands_as_words_and_not_as_a_value() -> None:
    note = Reading(("path",), "path", (Said("", "It is relative\u202e."), Said("On disk", "a folder")))
    words, fact = paths.explain(value("a/b", note)).facts
    assert (words.name, words.words) == ("", "It is relative⟨U+202E⟩.")
    assert isinstance(fact.words, Untrusted)


def test_where_a_path_leads_is_reported() -> None:
    reading = Reading(("path",), "path", (Said("Leads to", "/etc/\u202epasswd"),))
    assert said(paths.explain(value("x", reading))) == ["Leads to: /etc/⟨U+202E⟩passwd"]


@pytest.mark.parametrize(
    ("raw", "own", "facts"),
    [
        ("https://example.com/a", ["example.com"], []),
        ("https://a.b.example.com/", ["example.com"], ["Belongs to: example.com"]),
        ("https://paypal.com.evil.example/x@y", ["evil.example"], ["Belongs to: evil.example"]),
        ("https://shop.example.co.uk", ["example.co.uk"], ["Belongs to: example.co.uk"]),
        ("https://10.0.0.1:8080/x", ["10.0.0.1"], ["Port: 8080"]),
        ("https://[::1]/", ["[::1]"], []),
        ("https://xn--bcher-kva.example", ["xn--bcher-kva.example"], ["In letters: bücher.example"]),
        ("https://bücher.example", ["bücher.example"], ["Looked up as: xn--bcher-kva.example"]),
        (
            "https://xn--ggle-55da.com",
            ["xn--ggle-55da.com"],
            ["In letters: g\u043e\u043egle.com", "Not Latin: \u043e (cyrillic small letter o)"],
        ),
        (
            "https://\u0441\u043e\u0441\u043e.example",
            ["\u0441\u043e\u0441\u043e.example"],
            ["Looked up as: xn--n1aahb.example", "Not Latin: Cyrillic"],
        ),
        ("https://\u65e5\u672c.example", ["\u65e5\u672c.example"], ["Looked up as: xn--wgv71a.example"]),
        ("https://google.com@evil.example", ["evil.example"], ["Before the @: google.com"]),
        ("https://a@b@evil.example", ["evil.example"], ["Before the @: a@b"]),
        ("https:\\\\evil.example\\good.example", ["evil.example"], [ODD]),
        ("https://good.example\\@evil.example", ["good.example"], [ODD]),
        ("https:evil.example/", ["evil.example"], [ODD]),
        ("https:///evil.example/", ["evil.example"], [ODD]),
        ("\thttps://evil.example", [], [ODD]),
        ("https://evil.example:80a/", ["evil.example:80a"], [ODD]),
        ("https://good.example;evil.example/", ["good.example;evil.example"], [ODD]),
        ("https://a.evil.co/", ["evil.co"], ["Belongs to: evil.co"]),
        ("https://paypal.com.ab.co/x", ["paypal.com.ab.co"], []),
        ("https://me.github.io/", ["me.github.io"], []),
        ("https://evil.s3.amazonaws.com/", ["evil.s3.amazonaws.com"], []),
        ("other:evil.example", [], []),
        ("https://good.example#@evil.example", ["good.example"], []),
        ("javascript:alert(1)", [], ["Not an address: code that a browser runs."]),
        ("https://", [], []),
    ],
)
def test_who_answers_at_an_address(raw: str, own: list[str], facts: list[str]) -> None:
    made = urls.explain(value(raw))
    assert strong(raw, made) == own
    assert said(made) == facts


@pytest.mark.parametrize("dot", ["\u3002", "\uff0e", "\uff61"])
def test_s08_other_dots_of_a_host_are_dots(dot: str) -> None:
    raw = f"https://bank.example{dot}evil.example/"
    made = urls.explain(value(raw))
    assert strong(raw, made) == ["evil.example"]
    assert said(made) == ["Belongs to: evil.example", "Looked up as: bank.example.evil.example"]


def test_an_address_without_encryption_says_so() -> None:
    assert said(urls.explain(value("http://example.com"))) == [
        "Not encrypted: others on the way can read and change it."
    ]


@pytest.mark.parametrize("host", ["xn--" + "9" * 300, "xn--\u00fc", "." * 200, "xn--99999999.example", "ü" * 200])
def test_a_host_that_is_no_name_has_no_other_form(host: str) -> None:
    assert urls.other_form(host) == ""
    assert len(urls.explain(value(f"https://{host}/")).facts) <= 1


@pytest.mark.parametrize(
    ("moment", "facts"),
    [
        (1_795_000_000, ["Here: 2026-11-18 12:06:40 (UTC+01:00) · now", "UTC: 2026-11-18 11:06:40"]),
        (1_795_007_200_000, ["Here: 2026-11-18 14:06:40 (UTC+01:00) · in 2 hours", "UTC: 2026-11-18 13:06:40"]),
        ("2026-11-18T11:00:00Z", ["Here: 2026-11-18 12:00:00 (UTC+01:00) · 6 minutes ago", "UTC: 2026-11-18 11:00:00"]),
        ("2026-11-20T11:07:00Z", ["Here: 2026-11-20 12:07:00 (UTC+01:00) · in 2 days", "UTC: 2026-11-20 11:07:00"]),
        ("2026-11-18T11:00:00", ["Without a time zone: the server decides which moment that is."]),
        ("2026-11-18", ["A day, without a time"]),
        ("2026-13-40", []),
        (10**30, []),
    ],
)  # fmt: skip
def test_a_moment_here_and_in_utc(moment: JsonValue, facts: list[str]) -> None:
    assert said(Explanation(time_facts(moment, NOW, OSLO))) == facts


@pytest.mark.parametrize(
    ("lexeme", "name", "beside", "facts"),
    [
        ("1234500", "cents", {"currency": "usd"}, ["Comes to: 12,345.00 USD", "the call counts in cents"]),
        ("5", "cents", {}, ["Comes to: 0.05", "the call counts in cents"]),
        ("-1250", "cents", {}, ["Comes to: -12.50", "the call counts in cents"]),
        ("5000", "cents", {"currency": "JPY"}, ["Amount: 5,000 JPY"]),
        ("1234567.5", "amount", {}, ["Amount: 1,234,567.5"]),
        ("12.50", "amount", {"currency": "EUR"}, ["Amount: 12.50 EUR"]),
        ("12", "amount", {}, []),
        ("12", "amount", {"currency": "<b>euro</b>"}, []),
        ("1e5", "amount", {"currency": "EUR"}, []),
        ("words", "amount", {}, []),
        ("\u0663\u0660\u0660", "amount", {"currency": "EUR"}, []),
        ("1000", "minor", {"currency": "KWD"}, ["Comes to: 1.000 KWD", "the call counts in thousandths"]),
        ("7", "cents", {"currency": "bhd"}, ["Comes to: 0.007 BHD", "the call counts in thousandths"]),
        ("1999", "amount", {"currency": "usd"}, ["Amount: 1,999 USD; if in cents, 19.99 USD"]),
        ("1999", "amount", {"currency": "tnd"}, ["Amount: 1,999 TND; if in thousandths, 1.999 TND"]),
        ("1999", "amount", {"currency": "krw"}, ["Amount: 1,999 KRW"]),
        ("1999", "minor", {}, ["Amount: 1,999"]),
        ("5000", "cents", {"currency": "usd", "currency_code": "jpy"}, []),
        ("5000", "amount", {"currency": "usd", "currency_code": "USD"}, ["Amount: 5,000 USD; if in cents, 50.00 USD"]),
    ],
)
def test_an_amount_of_money(lexeme: str, name: str, beside: JsonObject, facts: list[str]) -> None:
    assert said(money.explain(value(lexeme, name=name, **beside))) == facts


@pytest.mark.parametrize(
    ("description", "vouched", "first"),
    [
        ("Amount in the smallest currency unit", True, "Comes to: 9.99 EUR"),
        ("Amount in the smallest currency unit", False, "Amount: 999 EUR; if in cents, 9.99 EUR"),
        ("Amount, not in cents", True, "Amount: 999 EUR; if in cents, 9.99 EUR"),
    ],
)
def test_s08_an_amount_is_in_cents_where_a_server_that_is_vouched_for_says_so(
    description: str, vouched: bool, first: str
) -> None:
    schema: JsonObject = {"properties": {"amount": {"description": description}}}
    inputs = inputs_of({"amount": 999, "currency": "eur"}, schema)
    tool_input = next(one for one in inputs if one.path == ("amount",))
    assert said(explain(input_value(tool_input, vouched=vouched, now=NOW)))[0] == first


@pytest.mark.parametrize(
    ("raw", "found", "facts"),
    [
        ("a@b.example", ["b.example"], []),
        ('"x@y.example" <a@evil.example>', ["evil.example"], ["Domain: evil.example"]),
        ("a@b.example, c@b.example", ["b.example"] * 2, ["2 addresses", "Domain: b.example (2)"]),
        ("a@x.example;b@Y.example", ["x.example", "Y.example"], ["2 addresses", "Domains: x.example, y.example"]),
        ('"Doe, J" <j@d.example>', ["d.example"], ["Domain: d.example"]),
        ("nobody", [], []),
    ],
)
def test_the_domains_of_addresses(raw: str, found: list[str], facts: list[str]) -> None:
    made = mail.explain(value(raw))
    assert strong(raw, made) == found
    assert said(made) == facts


def test_many_domains_are_counted() -> None:
    made = mail.explain(value(",".join(f"a@d{at}.example" for at in range(30))))
    assert said(made)[0] == "30 addresses"
    assert said(made)[1].endswith("and 22 more")


def test_sql_is_laid_out_only_where_that_is_another_text_and_helps() -> None:
    line = "SELECT name, mail, street, city, country FROM users WHERE id = 17"
    laid_out = line.replace(" ", "\n")
    one = Reading(("q",), "sql", (Said("Statements", "SELECT"),), laid_out)
    made = sql.explain(value(line, one))
    assert made.other_form == Untrusted(laid_out)
    assert sql.explain(value(f"{laid_out}\n", one)).other_form is None
    assert said(made) == ["Statements: SELECT"]
    short = Reading(("q",), "sql", (Said("Statements", "SELECT"),), "SELECT\n  1")
    assert sql.explain(value("SELECT 1", short)).other_form is None
