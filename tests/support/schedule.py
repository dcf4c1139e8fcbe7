"""How several processes share the tests: which run one after the other, and who compiles them.

Owns: the files whose tests look at a screen; the order in which a worker of pytest-xdist imports files of tests.

Invariants: one worker runs all that look at a screen, so that no two desktops with a program each compete for a small
machine, in which a person's few seconds pass unseen. Every worker collects every test; what one of them compiled is
there for the others.
"""

from __future__ import annotations

import importlib
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Final  # Any: what pytest-xdist tells a worker

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

DESKTOP: Final = (
    "tests/e2e/test_ai_programs.py",
    "tests/e2e/test_cosigning.py",
    "tests/e2e/test_demo.py",
    "tests/e2e/test_first_minute.py",
    "tests/e2e/test_window_",
)
"""How the names of such tests begin."""


AT_ONCE: Final = 16
"""Tests of one file that are sent together. One by one, the sending would take longer than most of the tests."""


class Together(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Sends the tests of ``DESKTOP`` to the same worker, and of every other file some at once where there is room."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        super().__init__(config, log)
        self._scopes: dict[str, str] = {}
        self._seen = Counter[str]()
        self._places: dict[Any, dict[str, int]] = {}

    def _split_scope(self, nodeid: str) -> str:
        if nodeid not in self._scopes:
            file = nodeid.partition("::")[0]
            part = self._seen[file] // AT_ONCE
            self._seen[file] += 1
            self._scopes[nodeid] = "desktop" if file.startswith(DESKTOP) else f"{file} {part}"
        return self._scopes[nodeid]

    def _assign_work_unit(self, node: Any) -> None:
        """As it would, but each worker's tests are found by their place: a search for each of them takes seconds."""
        scope, unit = self.workqueue.popitem(last=False)
        self.assigned_work.setdefault(node, {})[scope] = unit
        if node not in self._places:
            self._places[node] = {nodeid: place for place, nodeid in enumerate(self.registered_collections[node])}
        node.send_runtest_some([self._places[node][nodeid] for nodeid, completed in unit.items() if not completed])

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """As it would, and what is done altogether is forgotten: all that is left is counted after every test."""
        super().mark_test_complete(node, item_index, duration)
        scope = self._split_scope(self.registered_collections[node][item_index])
        if all(self.assigned_work[node][scope].values()):
            del self.assigned_work[node][scope]


def import_share(config: pytest.Config, worker: dict[str, Any]) -> None:
    """Import a worker's share of the files before it collects them all in the order in which every worker does.

    Else all of them would rewrite the assertions of one file after the other at the same time, each for itself, which
    takes longer than all else of collecting.
    """
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    files = sorted(file for given in config.args for file in Path(given).rglob("test_*.py"))
    for file in files[number::count]:
        with suppress(Exception, pytest.skip.Exception):  # whoever collects it says what is wrong
            importlib.import_module(".".join(file.resolve().relative_to(config.rootpath).with_suffix("").parts))
