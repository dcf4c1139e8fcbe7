"""What looks use is made ahead of them."""

from __future__ import annotations

import pytest

from host.gate import looks
from host.inspect.inspector import inspect
from host.inspect.subject import Subject
from host.model import Finding


async def test_a_made_up_call_is_looked_at_once_a_start_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Subject] = []

    def watched(subject: Subject) -> tuple[Finding, ...]:
        seen.append(subject)
        return inspect(subject)

    monkeypatch.setattr(looks, "READY_AFTER", 0.0)
    monkeypatch.setattr("host.gate.looks.inspect", watched)
    await looks.get_ready()
    assert [subject.tool for subject in seen] == ["write_file"]
