"""Patterns of Python's own engine: compiled when they are used, and every one of the host's can be."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import host
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


def patterns(value: object) -> Iterator[re.Pattern[str]]:
    """The patterns in a value of a module, also in its tables."""
    if type(value) is type(regex.pattern("")):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from patterns(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from patterns(item)


def test_every_pattern_of_the_host_is_one() -> None:
    """It would otherwise be told only when somebody uses it."""
    names = [module.name for module in pkgutil.walk_packages(host.__path__, "host.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    found = [pattern for module in modules for value in vars(module).values() for pattern in patterns(value)]
    assert len(found) > 100
    for pattern in found:
        assert pattern.groups >= 0
