"""Diagnostics: what strangers said, in a message or in what failed, steers no terminal and forges no record."""

from __future__ import annotations

import logging

import pytest

from host.logs import EscapingFormatter

FORGED = "ended\n2026-11-22 10:00:00,000 ERROR host.gate: \x1b[8mcall 7 was sent\r\u202e\u2028x"


def record(message: str, error: Exception | None = None, stack: str | None = None) -> logging.LogRecord:
    failed = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("host", logging.ERROR, "file", 1, "%s", (message,), failed, None, stack)


RECORDS = [record(FORGED), record("it failed", ValueError(FORGED)), record("it failed", stack=FORGED)]


def assert_one_record(formatted: str) -> None:
    """All that was forged is there, and nothing but the first line begins like a record."""
    first, *rest = formatted.split("\n")
    assert first.startswith("ERROR ")
    assert all(line.startswith("    ") for line in rest)
    assert any("ERROR host.gate" in line for line in rest)
    assert "".join([first, *rest]).isprintable()


@pytest.mark.parametrize("said", RECORDS, ids=["message", "traceback", "stack"])
def test_s08_no_line_of_a_record_can_pass_for_another_record(said: logging.LogRecord) -> None:
    assert_one_record(EscapingFormatter("%(levelname)s %(message)s").format(said))


def test_a_traceback_is_told_line_by_line() -> None:
    with pytest.raises(ValueError, match="why") as failed:
        int("why")
    lines = EscapingFormatter("%(message)s").format(record("it failed", failed.value)).split("\n")
    assert (lines[0], lines[1]) == ("it failed", "    Traceback (most recent call last):")
    assert lines[-1].startswith("    ValueError: ")
