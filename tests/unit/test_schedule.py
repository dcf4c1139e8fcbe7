"""How several processes share the tests: each test runs once, on a worker that collected it."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.schedule import Together, leaves_out

PROGRAMS = [f"tests/integration/test_a.py::test_{number}" for number in range(40)]
UNIT = [f"tests/unit/test_b.py::test_{number}" for number in range(100)]


class Worker:
    """A worker of pytest-xdist, which begins a test once it knows the next one or that there is none."""

    def __init__(self, *collected: str) -> None:
        self.collected, self.ran = [*collected], list[str]()
        self.shutting_down = False
        self._queue = deque[int]()
        self.gateway = SimpleNamespace(id=f"with {len(collected)} tests")

    def send_runtest_some(self, places: list[int]) -> None:
        self._queue.extend(places)

    def shutdown(self) -> None:
        self.shutting_down = True

    def run_one(self, scheduler: Together) -> bool:
        """Run one test if that may begin."""
        if len(self._queue) < (1 if self.shutting_down else 2):
            return False
        place = self._queue.popleft()
        self.ran.append(self.collected[place])
        scheduler.mark_test_complete(self, place)
        return True


def scheduler(*workers: Worker) -> Together:
    reports: list[object] = []

    def pytest_collectreport(report: object) -> None:
        reports.append(report)

    config: Any = SimpleNamespace(
        getvalue=lambda name: ["popen"] * len(workers),
        option=SimpleNamespace(loadscopereorder=False),
        hook=SimpleNamespace(pytest_collectreport=pytest_collectreport),
    )
    made = Together(config, None)
    for worker in workers:
        made.add_node(worker)
    for worker in workers:
        made.add_node_collection(worker, worker.collected)
    made.schedule()
    assert bool(reports) == (made.collection is None)  # it is said who collected what
    return made


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_worker_with_a_part_of_the_tests_runs_those_and_ends_and_no_test_runs_twice(order: tuple[int, int]) -> None:
    workers = whole, part = Worker(*PROGRAMS, *UNIT), Worker(*PROGRAMS)
    made = scheduler(*(workers[place] for place in order))
    going_on = [True]
    while any(going_on):
        going_on = [worker.run_one(made) for worker in workers]
    assert sorted(whole.ran + part.ran) == sorted(PROGRAMS + UNIT)
    assert part.ran
    assert whole.shutting_down
    assert part.shutting_down
    assert made.tests_finished


def test_workers_that_collected_other_tests_run_none() -> None:
    made = scheduler(Worker(*PROGRAMS, *UNIT), Worker(*PROGRAMS, "tests/integration/test_a.py::test_another"))
    assert made.collection is None


@pytest.mark.parametrize(
    ("given", "worker", "path", "left"),
    [
        (["tests"], "gw2", "tests/unit", True),
        (["tests"], "gw1", "tests/unit", False),
        (["tests"], "gw2", "tests/integration", False),
        (["tests/unit"], "gw2", "tests/unit", False),
    ],
)
def test_workers_beyond_the_cores_leave_the_unit_tests_out_where_all_tests_run(
    monkeypatch: pytest.MonkeyPatch, given: list[str], worker: str, path: str, left: bool
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    config: Any = SimpleNamespace(args=given, getini=lambda name: ["tests"], rootpath=Path("/checkout"))
    assert leaves_out(config, {"workerid": worker}, Path("/checkout", path)) == left
