"""Settings in words, and back."""

from __future__ import annotations

import pytest

from host.settings import DECLARATIONS, Declaration
from ui.settings import values

BY_NAME = {declared.name: declared for declared in DECLARATIONS}
TIME = BY_NAME["execution_longest"]
SIZE = BY_NAME["frame_to_server"]
CALLS = BY_NAME["pending_per_app"]


@pytest.mark.parametrize("declared", DECLARATIONS, ids=lambda declared: declared.name)
def test_what_is_shown_can_be_typed_and_means_the_same(declared: Declaration) -> None:
    for value in (declared.low, declared.default, declared.high):
        read = values.parse_value(declared, values.format_value(declared, value))
        assert read == value
        assert type(read) is declared.type


@pytest.mark.parametrize(
    ("declared", "value", "words"),
    [
        (TIME, 300.0, "5 min"),
        (TIME, 90.0, "1.5 min"),
        (TIME, 86_400.0, "24 h"),
        (TIME, 0.25, "250 ms"),
        (TIME, 0.0, "0 s"),
        (SIZE, 4 << 20, "4 MiB"),
        (SIZE, 1536, "1.5 KiB"),
        (SIZE, 1_000, "1,000 bytes"),
        (CALLS, 1024, "1,024 calls"),
    ],
)
def test_a_value_reads_with_its_unit(declared: Declaration, value: float, words: str) -> None:
    assert values.format_value(declared, value) == words


@pytest.mark.parametrize(
    ("declared", "typed", "value"),
    [
        (TIME, "90", 90.0),
        (TIME, " 1.5 h ", 5400.0),
        (TIME, "1 h 30 min", 5400.0),
        (TIME, "2minutes", 120.0),
        (TIME, "500ms", 0.5),
        (SIZE, "2 mib", 2 << 20),
        (SIZE, "65,536", 65_536),
        (CALLS, "12 calls", 12),
        (CALLS, "1 call", 1),
    ],
)
def test_people_type_as_they_like(declared: Declaration, typed: str, value: float) -> None:
    assert values.parse_value(declared, typed) == value


@pytest.mark.parametrize(
    ("declared", "typed", "why"),
    [
        (TIME, "", "Type a number, as in “1 h”."),
        (TIME, "soon", "Type a number, as in “1 h”."),
        (TIME, "-5 s", "Type a number, as in “1 h”."),
        (TIME, "5 min later", "Type a number, as in “1 h”."),
        (TIME, "9 days", "The unit “days” is not known here: use h, min, s or ms."),
        (TIME, "nan", "Type a number, as in “1 h”."),
        (TIME, "25 h", "Type a value from 10 ms to 24 h."),
        (SIZE, "1 GiB", "The unit “GiB” is not known here: use MiB, KiB or bytes."),
        (SIZE, "1024.5 bytes", "Type a whole number of bytes."),
        (CALLS, "0", "Type a value from 1 to 1,024 calls."),
        (CALLS, "9" * 400, "Type a value from 1 to 1,024 calls."),
        (CALLS, "3 min", "The unit “min” is not known here: use calls."),
    ],
)
def test_what_does_not_fit_is_told_with_what_would(declared: Declaration, typed: str, why: str) -> None:
    with pytest.raises(values.WrongValue) as caught:
        values.parse_value(declared, typed)
    assert str(caught.value) == why


def test_bounds_and_default_are_beside_the_field() -> None:
    assert values.range_and_default(TIME) == "10 ms to 24 h · default 1 h"
    assert values.range_and_default(CALLS) == "1 to 1,024 calls · default 64 calls"
