"""The tests under which the branches of the code that everything rests on are counted.

Owns: which tests those are. Which code: ``[tool.coverage.run]`` of pyproject.toml.

Invariants: the count stands on tests that mean this code, so it is the same on every run; what another test happens to
pass through adds nothing. And all other tests run untraced, in half the time.
"""

from __future__ import annotations

import functools
import importlib
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Final

ROOT: Final = Path(__file__).parents[2]

COVERING: Final = (
    "tests/unit/host/audit/test_chain.py",
    "tests/unit/host/gate/test_approvals_clock.py",
    "tests/unit/host/gate/test_approvals_signing.py",
    "tests/unit/host/gate/test_grant_scope.py",
    "tests/unit/host/gate/test_pending_approval.py",
    "tests/unit/host/gate/test_grants.py",
    "tests/unit/host/gate/test_grant_store.py",
    "tests/unit/host/gate/test_lifecycle.py",
    "tests/unit/host/gate/test_records.py",
    "tests/unit/host/gate/test_s13_scopes.py",
    "tests/unit/host/gate/test_s46_scopes.py",
    "tests/unit/host/policy/test_conditions.py",
    "tests/unit/host/policy/test_evaluate.py",
    "tests/unit/host/policy/test_index.py",
    "tests/unit/host/policy/test_parse.py",
    "tests/unit/host/policy/test_replay.py",
    "tests/unit/host/policy/test_s19_annotations.py",
    "tests/unit/host/policy/test_warnings.py",
    "tests/unit/host/policy/test_words.py",
    "tests/unit/host/policy/test_write.py",
    "tests/unit/host/test_canonical.py",
    "tests/unit/host/test_text.py",
    "tests/unit/ui/consent/test_arming.py",
)
"""Their files, as the names of their tests begin."""

EXHAUSTIVE: Final = (
    "tests/unit/host/policy/test_parse.py::test_more_rules_than_fit_are_refused",
    "tests/unit/host/test_text.py::test_s05_every_code_point_that_hides_is_escaped_and_every_other_is_left_alone",
    "tests/unit/host/test_text.py::test_s05_whatever_joins_the_character_before_it_is_joined",
)
"""Those of them that go through many thousand cases, and take no branch that the others do not."""


def counts(nodeid: str) -> bool:
    """Whether branches are counted under this test."""
    return nodeid.startswith(COVERING) and not nodeid.startswith(EXHAUSTIVE)


@functools.cache
def _covered() -> tuple[ModuleType, ...]:
    """The modules of that code. Whoever calls this first loads them: what they do on being loaded counts as well."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    files: list[str] = told["tool"]["coverage"]["run"]["include"]
    return tuple(importlib.import_module(file.removesuffix(".py").replace("/", ".")) for file in files)


@contextmanager
def traced() -> Iterator[None]:
    """Nothing that an untraced test left in a cache is found there, for its branches would count for nobody."""
    for module in _covered():
        for value in vars(module).values():
            if isinstance(value, functools._lru_cache_wrapper):  # noqa: SLF001  # the type of whatever lru_cache makes
                value.cache_clear()
    yield


@contextmanager
def loaded() -> Iterator[None]:
    """Inside the block, where tests are collected, nothing is measured but that this code is loaded."""
    if _is_measured():
        _covered()
    with untraced():
        yield


def _is_measured() -> bool:
    return type(sys.gettrace()).__module__.startswith("coverage")


@contextmanager
def untraced() -> Iterator[None]:
    """Nothing is measured inside the block, in this thread and those that it starts; a debugger goes on.

    Not by pytest-cov's ``no_cover``: a worker of pytest-xdist measures twice, and that pauses one of the two.
    """
    if not _is_measured():
        yield
        return
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(of_threads)
        sys.settrace(tracer)
