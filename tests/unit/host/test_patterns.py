"""Patterns are made late, and are what they would have been."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from host.patterns import regex


def test_a_pattern_is_made_when_it_is_used_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = re.compile

    def counting(pattern: str, flags: int = 0) -> re.Pattern[str]:
        made.append(pattern)
        return compiled(pattern, flags)

    late = regex("(a+)b", re.IGNORECASE)
    monkeypatch.setattr(re, "compile", counting)
    assert (made, late.pattern) == ([], "(a+)b")
    assert [found[1] for found in late.finditer("AABab")] == ["AA", "a"]
    assert late.search("xaab") is not None
    assert late.search("b") is None
    assert (late.sub("-", "ab"), late.split("1ab2"), late.findall("ab")) == ("-", ["1", "a", "2"], ["a"])
    assert (late.match("xab"), late.fullmatch("aB") is not None) == (None, True)
    assert (late.groups, bool(late.flags & re.IGNORECASE)) == (1, True)
    assert made == ["(a+)b"]


def test_what_no_pattern_has_this_has_not() -> None:
    assert not hasattr(regex("a"), "nothing_of_the_kind")


def test_a_wrong_pattern_says_so_when_it_is_used() -> None:
    late = regex("(")
    with pytest.raises(re.error):
        late.search("x")


def test_every_pattern_of_the_inspectors_can_be_made() -> None:
    at_once = "import re, host.patterns; host.patterns.regex = re.compile; import host.inspect.inspector"
    done = subprocess.run([sys.executable, "-c", at_once], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
