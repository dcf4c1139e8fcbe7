from __future__ import annotations

import pytest

from host.gate.hooks import tell, unheard


def test_a_listener_hears_what_was_said() -> None:
    heard: list[tuple[int, str]] = []
    tell(lambda number, text: heard.append((number, text)), 1, "a")
    assert heard == [(1, "a")]
    tell(unheard)


@pytest.mark.expected_logs(r"host\.gate\.hooks: a listener of the gate failed")
def test_what_a_listener_does_wrong_goes_no_further() -> None:
    def fail() -> None:
        raise LookupError

    tell(fail)
