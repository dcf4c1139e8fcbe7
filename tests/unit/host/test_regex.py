"""Patterns of Python's own engine: compiled when they are used."""

from __future__ import annotations

import re

import pytest

from host import regex


def test_a_pattern_is_compiled_at_its_first_use_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_now = re.compile

    def note(text: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(text)
        return compile_now(text, flags)

    monkeypatch.setattr(re, "compile", note)
    word = regex.pattern("([a-z])x", re.IGNORECASE)
    assert not compiled
    found = word.search("1Ax")
    assert found is not None
    assert found[1] == "A"
    assert word.sub("-", "axbx") == "--"
    assert word.fullmatch("ax1") is None
    assert [match[0] for match in word.finditer("ax bx")] == ["ax", "bx"]
    assert compiled == ["([a-z])x"]


def test_a_pattern_that_is_none_is_told_at_its_first_use() -> None:
    broken = regex.pattern("(")
    with pytest.raises(re.error):
        broken.match("")
