from __future__ import annotations

import pytest

from host import canonical
from host.inspect.numbers import MAX_LISTED, unsafe_integers
from host.model import Severity


def evidence(data: str) -> list[str]:
    return [finding.evidence for finding in unsafe_integers(canonical.parse(data.encode()))]


@pytest.mark.parametrize(
    "data",
    [
        "9007199254740991",
        "-9007199254740991",
        "0.1",
        "1.50",
        "1e5",
        "-0",
        "1e22",
        "[true, null, 1]",
        '"9007199254740993"',
    ],
)
def test_s03_numbers_that_every_program_reads_alike_are_no_finding(data: str) -> None:
    assert evidence(data) == []


@pytest.mark.parametrize(
    "number",
    [
        *("9007199254740992", "-9007199254740993", "1" * 4300),
        *(
            "9007199254740993.0",
            "3.14159265358979323846",
            "123456789012345678901e0",
            "1e-400",
            "1e-9999999999999999999",
        ),
    ],
)
def test_s03_a_number_that_a_double_does_not_hold_is_shown_with_all_its_digits(number: str) -> None:
    assert evidence(number) == [f"$: {number}"]


def test_s03_each_finding_says_where_in_the_order_of_the_document() -> None:
    data = '{"b":[1,{"odd key":9007199254740993}],"a":9007199254740995,"c":[[9007199254740997.0]]}'
    assert evidence(data) == [
        '$.b[1]["odd key"]: 9007199254740993',
        "$.a: 9007199254740995",
        "$.c[0][0]: 9007199254740997.0",
    ]


def test_s03_each_finding_points_at_the_number() -> None:
    data = canonical.parse(b'{"b":[1,{"odd key":9007199254740993}],"a":3.14159265358979323846}')
    assert [finding.where for finding in unsafe_integers(data)] == [("b", 1, "odd key"), ("a",)]
    assert [finding.where for finding in unsafe_integers(2**53)] == [()]


def test_a_finding_is_of_its_kind_and_of_medium_severity() -> None:
    (finding,) = unsafe_integers(2**53)
    assert (finding.kind, finding.severity) == ("big-number", Severity.MEDIUM)


def test_a_flood_of_numbers_is_counted_and_not_listed() -> None:
    *listed, rest = unsafe_integers([2**60] * 5000)
    assert len(listed) == MAX_LISTED
    assert rest.text.startswith("4,980 further numbers")
    assert rest.evidence == ""
    assert len(unsafe_integers([2**60] * MAX_LISTED)) == MAX_LISTED


def test_the_deepest_document_that_is_read_is_also_searched() -> None:
    (finding,) = unsafe_integers(canonical.parse(b"[" * 256 + b"9007199254740993" + b"]" * 256))
    assert finding.evidence.endswith("[0]: 9007199254740993")
