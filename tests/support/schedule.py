"""How several processes share the tests: which run one after the other, who collects them, and who compiles them.

Owns: the files whose tests look at a screen; which workers of pytest-xdist collect the unit tests; the order in which
a worker imports files of tests.

Invariants: one worker runs all that look at a screen, so that no two desktops with a program each compete for a small
machine, in which a person's few seconds pass unseen. Every test is collected by the workers that collect all of them;
the others collect a part of these. What one worker compiled is there for the others.
"""

from __future__ import annotations

import importlib
import os
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


UNIT: Final = "tests/unit"
"""The directory of the tests that wait for nothing. One worker for each core is enough for them."""

AT_ONCE: Final = 16
"""Tests of one file that are sent together. One by one, the sending would take longer than most of the tests."""


class Together(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Sends the tests of ``DESKTOP`` to the same worker, and of every other file some at once where there is room."""

    registered_collections: dict[Any, list[str]]

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

    def schedule(self) -> None:
        """As it would, and what counts is what those collect who collect all."""
        if self.collection is None:
            longest_first = sorted(self.registered_collections.items(), key=lambda item: -len(item[1]))
            self.registered_collections = dict(longest_first)
        super().schedule()

    def _check_nodes_have_same_collection(self) -> bool:
        """Whether each worker's tests are among those of the worker that has most. If not, it is said who differs."""
        longest, *others = self.registered_collections.values()
        known = set(longest)
        return all(known.issuperset(other) for other in others) or super()._check_nodes_have_same_collection()

    def _assign_work_unit(self, node: Any) -> None:
        """Assign the first tests that the worker has collected, or end the worker where none are left for it.

        Its tests are found by their place: a search for each of them takes seconds.
        """
        if node not in self._places:
            self._places[node] = {nodeid: place for place, nodeid in enumerate(self.registered_collections[node])}
        places = self._places[node]
        scope = next((scope for scope, unit in self.workqueue.items() if places.keys() >= unit.keys()), None)
        if scope is None:
            node.shutdown()
            return
        unit = self.workqueue.pop(scope)
        self.assigned_work.setdefault(node, {})[scope] = unit
        node.send_runtest_some([places[nodeid] for nodeid, completed in unit.items() if not completed])

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """As it would, and what is done altogether is forgotten: all that is left is counted after every test."""
        super().mark_test_complete(node, item_index, duration)
        scope = self._split_scope(self.registered_collections[node][item_index])
        if all(self.assigned_work[node][scope].values()):
            del self.assigned_work[node][scope]


def leaves_out(config: pytest.Config, worker: dict[str, Any], path: Path) -> bool:
    """Whether a worker leaves the tests of ``path`` to others, where the run is of all tests.

    More workers than the machine has cores are there because many tests wait for programs that they started. Unit tests
    wait for nothing, and to collect them takes longer than to collect all others.
    """
    return _is_of_all(config) and _number(worker) >= _cores() and path == config.rootpath / UNIT


def import_share(config: pytest.Config, worker: dict[str, Any]) -> None:
    """Import a worker's share of the files before it collects them all in the order in which every worker does.

    Else all of them would rewrite the assertions of one file after the other at the same time, each for itself, which
    takes longer than all else of collecting.
    """
    number, workers = _number(worker), worker["workercount"]
    files = sorted(file.resolve() for given in config.args for file in Path(given).rglob("test_*.py"))
    unit = [file for file in files if config.rootpath / UNIT in file.parents]
    share = [file for file in files if file not in unit][number::workers]
    if _is_of_all(config):
        workers = min(workers, _cores())
    if number < workers:
        share += unit[number::workers]
    for file in share:
        with suppress(Exception, pytest.skip.Exception):  # whoever collects it says what is wrong
            importlib.import_module(".".join(file.relative_to(config.rootpath).with_suffix("").parts))


def _is_of_all(config: pytest.Config) -> bool:
    return bool(config.args == config.getini("testpaths"))


def _cores() -> int:
    return os.cpu_count() or 1


def _number(worker: dict[str, Any]) -> int:
    return int(worker["workerid"].removeprefix("gw"))
