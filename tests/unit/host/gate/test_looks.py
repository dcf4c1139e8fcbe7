"""What looks use is made ahead of them."""

from __future__ import annotations

import re

import pytest

from host.gate import looks
from host.patterns import make_all, regex


async def test_patterns_are_made_in_one_go_once_a_start_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "READY_AFTER", 0.0)
    make_all()
    regex("(")  # which says so as soon as it is made
    with pytest.raises(re.error):
        await looks.get_ready()
    await looks.get_ready()
