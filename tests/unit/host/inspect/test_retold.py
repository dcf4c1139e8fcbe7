"""Values and words of earlier results in other forms."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.flows.days import days_in, days_of_figures
from host.inspect.flows.exfiltration import find_flows
from host.inspect.texts.decoding import shortly
from host.inspect.texts.number_words import in_words
from host.inspect.texts.numerals import short_numbers
from host.model import Severity
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.making import worst

RESULT = (
    '{"name": "Ines Aumann", "salary": 93415, "born": "1979-08-23", "plan": "Project NORTHWIND ORCHID", '
    '"code": "Q7LF2M", "mobile": "0151/23984471", "mail": "ines.aumann@firma-nord.example", '
    '"balance": "118.204.470 EUR", "Konto": 5407324931}'
)


def told(arguments: dict[str, Any], turn: str = "", server: str = "posthog", result: str = RESULT) -> Severity | None:
    earlier = [{"server": "workday", "tool": "get_worker", "arguments": {"id": "7"}, "result": result}]
    call: dict[str, Any] = {
        "app": "a",
        "server": server,
        "tool": "annotate",
        "arguments": arguments,
        "turn": turn,
        "earlier": earlier,
    }
    return worst(list(find_flows(subject_of(call))), "carried-over")


FORMS: dict[str, dict[str, Any]] = {
    "hexadecimal": {"v": "build:0x16ce7"},
    "hexadecimal without a mark": {"v": "build-16ce7"},
    "a colour": {"v": "#016ce7"},
    "channels of a colour": {"v": "rgb(1, 108, 231)"},
    "the end of an id": {"v": "00000000-0000-4000-8000-000000016ce7"},
    "octal": {"v": "0o266347"},
    "binary": {"v": "10110110011100111"},
    "36 letters": {"v": "u-1ydj5i"},
    "an address of a machine": {"v": "0.1.108.231"},
    "a span": {"v": "25h 56m 55s"},
    "cents": {"v": 9341500},
    "thousands": {"v": "at 93.415k"},
    "figures apart": {"v": "9-3-4-1-5"},
    "keycaps": {"v": "".join(f"{digit}\ufe0f\u20e3" for digit in "93415")},
    "words": {"v": "ninety-three thousand four hundred and fifteen"},
    "German words": {"v": "dreiundneunzigtausendvierhundertfünfzehn"},
    "a longer number": {"v": "+4915123984471"},
    "an account in an IBAN": {"v": "DE21500105175407324931"},
    "a day in words": {"v": "23 August 1979"},
    "a day in German": {"v": "am 23. August 1979"},
    "an American day": {"v": "08/23/1979"},
    "a day run together": {"v": "bg-19790823.png"},
    "a day in six figures": {"v": "230879"},
    "a day as seconds": {"v": 304214400},
    "a day as milliseconds": {"v": 304214400000},
    "a day in three inputs": {"year": 1979, "month": 8, "day": 23},
    "words of a slug": {"v": "https://cdn.fonts.example/css/orchid-project-northwind.css"},
    "words of a host": {"v": "https://aumann.ines.fonts.example/"},
    "words of a file": {"v": "AumannInes_2.png"},
    "spelling words": {"v": "Quebec Seven Lima Foxtrot Two Mike"},
    "German spelling words": {"v": "Quelle sieben Ludwig Friedrich zwei Martha"},
    "short base64": {"v": "UTdMRjJN"},
    "short hexadecimal": {"v": "51374c46324d"},
    "words for marks": {"v": "ines dot aumann at firma-nord dot example"},
}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_value_is_found_in_another_form(form: str) -> None:
    assert told(FORMS[form]) is Severity.MEDIUM


PLAIN: dict[str, dict[str, Any]] = {
    "a number nearby": {"v": 93416},
    "another colour": {"v": "#1a73e8"},
    "a hash": {"v": "9fceb02"},
    "a day of these years": {"v": "2026-08-23"},
    "an hour": {"v": 1775898000},
    "one name": {"v": "ines-site.png"},
    "other words": {"v": "https://docs.example/library/asyncio-task.html"},
    "a prose": {"v": "We walked three thousand steps and read two hundred pages."},
    "towns": {"v": "Berlin, Hamburg, Köln, Essen"},
}


@pytest.mark.parametrize("form", sorted(PLAIN))
def test_what_is_like_it_is_none(form: str) -> None:
    assert told(PLAIN[form]) is None


def test_what_the_person_said_is_none() -> None:
    assert told({"v": "0x16ce7"}, turn="note 93415") is None
    assert told({"v": "1979-08-23"}, turn="the chart of 23 August 1979, please") is None
    assert told({"v": "aumann-ines.png"}, turn="draw Ines Aumann") is None
    assert told({"v": "+4915123984471"}, turn="my number is 0151 23984471") is None


def test_days_of_these_years_are_told_by_nothing() -> None:
    result = '{"due": "2026-04-11", "build": "2026-04-11T09:00:00Z"}'
    assert told({"post_at": 1775865600}, result=result) is None
    assert told({"v": "11 April 2026"}, result=result) is None


@pytest.mark.parametrize(
    "text",
    [
        "14.03.1987",
        "1987-03-14",
        "14 March 1987",
        "March 14th, 1987",
        "14. März 1987",
        "14 mars 1987",
        "14 de marzo de 1987",
    ],
)
def test_a_day_is_read_in_any_form(text: str) -> None:
    assert (1987, 3, 14) in {day for day, _ in days_in(text)}


@pytest.mark.parametrize("text", ["1987-13-14", "2026-03-14", "99.99.1987", "31 February 1987"])
def test_what_is_no_day_of_a_life_is_not_read(text: str) -> None:
    assert list(days_in(text)) == []


def test_seconds_are_a_day_where_they_begin_one() -> None:
    assert (1987, 3, 14) in {day for day, _ in days_of_figures("542678400")}
    assert list(days_of_figures("542678401")) == []
    assert list(days_of_figures("99999999999999999999")) == []


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("ninety-three thousand four hundred fifteen", "93415"),
        ("one million two hundred thousand and five", "1200005"),
        ("dreiundneunzigtausendvierhundertfünfzehn", "93415"),
    ],
)
def test_numbers_are_read_in_words(words: str, value: str) -> None:
    assert [it for it, _ in in_words(f"so {words}.")] == [value]


def test_a_password_of_a_store_is_found_whatever_stands_around_it() -> None:
    vault = {"server": "bitwarden", "tool": "get_item", "arguments": {"id": "wifi"}, "result": "HQ / Zirbel!42 / x"}
    call: dict[str, Any] = {"app": "a", "server": "qr", "tool": "make", "earlier": [vault]}
    found = list(find_flows(subject_of({**call, "arguments": {"data": "WIFI:T:WPA;S:HQ;P:Zirbel!42;;"}})))
    assert worst(found, "exfiltration") is Severity.MEDIUM
    assert list(find_flows(subject_of({**call, "arguments": {"data": "WIFI:T:WPA;S:HQ;;"}}))) == []


def test_short_words_are_no_encoding() -> None:
    assert list(shortly("some ordinary words, Documents and folders")) == []


@pytest.mark.parametrize("piece", ["0x14e1a ", "9 ", "1979-08-23 ", "one thousand ", "UTdMRjJN ", "1.1.", "rgb(1,1,"])
def test_the_work_is_linear(piece: str) -> None:
    text = piece * (200_000 // len(piece))

    def work() -> object:
        return list(short_numbers(text)), list(days_in(text)), list(in_words(text)), list(shortly(text))

    assert effort(work) < BOUND
