from __future__ import annotations

import pytest

from host.signals import Signal


def test_all_listeners_hear_what_was_said_in_the_order_in_which_they_came() -> None:
    heard: list[tuple[str, int, str]] = []
    signal = Signal[[int, str]]()
    signal.emit(0, "nobody listens")
    signal.connect(lambda number, text: heard.append(("first", number, text)))
    signal.connect(lambda number, text: heard.append(("second", number, text)))
    signal.emit(1, "a")
    assert heard == [("first", 1, "a"), ("second", 1, "a")]


@pytest.mark.expected_logs(r"host\.signals: a listener failed")
def test_what_a_listener_does_wrong_goes_no_further() -> None:
    def fail() -> None:
        raise LookupError

    heard: list[str] = []
    signal = Signal[[]]()
    signal.connect(fail)
    signal.connect(lambda: heard.append("the next"))
    signal.emit()
    assert heard == ["the next"]
