"""The guards of every test: they must see what they are there for."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host import tasks
from tests.support import guards
from tests.support.covering import untraced
from tests.support.profile import Profile
from tests.support.schedule import DESKTOP
from tests.support.waiting import eventually_blocking

ROOT = Path(__file__).parents[2]
STAYS = "import sys; sys.stdin.read()"
"""A program that ends when the other end of its stdin is closed."""
LEAVES = f"import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {STAYS!r}]).pid)"
"""A program that starts one that stays, says its process id, and ends."""
SAYS_WHERE = """
import os
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range(4))
def test_a(number):
    Path(__file__).with_name(os.environ["PYTEST_XDIST_WORKER"]).touch()
"""
CASES = """
import pytest

@pytest.mark.parametrize("case", ["a", "b", "c"])
def test_a(case):
    pass
"""
SKIPS = """
import pytest

def test_a():
    pass

@pytest.mark.skip(reason="no such thing here")
def test_b():
    pass
"""


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "GRACE", 0.01)


@pytest.mark.expected_logs("seen 1", "declared")
def test_an_unexpected_log_record_is_named_and_an_expected_one_is_not() -> None:
    logger = logging.getLogger("assent.test")
    with guards.watched_logs() as logged:
        logger.info("fine")
        logger.warning("seen %d", 1)
        logger.error("declared")
    assert guards.unexpected(logged, [r"^assent\.test: declared$"]) == ["unexpected log record: assent.test: seen 1"]


async def test_a_task_left_behind_is_named() -> None:
    task = tasks.spawn(asyncio.Event().wait(), name="forgotten")
    (found,) = await guards.leaked_tasks()
    assert "forgotten" in found
    task.cancel()


def test_a_thread_left_behind_is_named() -> None:
    before, leave = guards.threads(), threading.Event()
    thread = threading.Thread(target=leave.wait, name="forgotten")
    thread.start()
    (found,) = guards.leaked_threads(before)
    assert "forgotten" in found
    leave.set()
    thread.join()


def test_a_child_left_behind_is_named_and_killed() -> None:
    before = guards.children()
    with subprocess.Popen([sys.executable, "-c", STAYS], stdin=subprocess.PIPE) as child:
        (found,) = guards.leaked_children(before)
        assert str(child.pid) in found
        assert child.wait(10) < 0
    assert guards.leaked_children(before) == []


def test_a_process_of_the_profile_that_is_nobodys_child_is_named_and_killed(profile: Profile) -> None:
    runtime, pipe = profile.env["ASSENT_RUNTIME_DIR"], subprocess.PIPE
    assert guards.leaked_hosts(runtime) == []
    command = [sys.executable, "-c", LEAVES]
    with subprocess.Popen(command, env=profile.env, stdin=pipe, stdout=pipe, text=True) as parent:
        assert parent.stdout is not None
        pid = parent.stdout.readline().strip()
        parent.wait()
        (found,) = guards.leaked_hosts(runtime)
    assert f"pid={pid}" in found
    eventually_blocking(lambda: not guards.leaked_hosts(runtime))


class Tracer:
    """One that sees and keeps nothing."""

    def __call__(self, *_: object) -> None:
        return None


@pytest.mark.parametrize(("module", "within"), [("coverage.tracer", False), ("debugger", True)])
def test_a_measure_is_put_aside_for_a_while_and_a_debugger_is_not(
    monkeypatch: pytest.MonkeyPatch, module: str, within: bool
) -> None:
    monkeypatch.setattr(Tracer, "__module__", module)
    before, tracer = sys.gettrace(), Tracer()
    sys.settrace(tracer)
    try:
        with untraced():
            assert (sys.gettrace() is tracer) is within
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)


def test_every_test_that_looks_at_a_screen_runs_in_one_worker_with_the_others() -> None:
    marks = ("tests.desktop", "tests.e2e.test_window_")
    files = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if path != Path(__file__)]
    names = [path.relative_to(ROOT).as_posix() for path in files if any(it in path.read_text() for it in marks)]
    assert names
    assert [name for name in names if not name.startswith(DESKTOP)] == []


def test_workers_leave_all_that_looks_at_a_screen_to_one_and_a_skip_fails_a_run_that_was_told_so(
    tmp_path: Path,
) -> None:
    directory = tmp_path / "tests" / "e2e"
    directory.mkdir(parents=True)
    for name in ("test_window_a", "test_window_b", "test_cosigning"):
        (directory / f"{name}.py").write_text(SAYS_WHERE)
    (tmp_path / "test_skips.py").write_text(SKIPS)
    run = run_tests(tmp_path, "-n", "2", "--dist", "loadscope", "--fail-on-skip", "-m", "")
    assert "13 passed, 1 skipped" in run.stdout, run.stdout + run.stderr
    assert len(list(directory.glob("gw*"))) == 1
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert "no such thing here" in run.stdout


def test_of_several_cases_that_start_programs_only_the_first_is_not_long_and_a_skip_fails_no_usual_run(
    tmp_path: Path,
) -> None:
    for place in ("integration", "unit"):
        (tmp_path / "tests" / place).mkdir(parents=True)
        (tmp_path / "tests" / place / f"test_{place}.py").write_text(CASES)
    (tmp_path / "test_skips.py").write_text(SKIPS)
    run = run_tests(tmp_path, "-n", "0")
    assert "5 passed, 1 skipped, 2 deselected" in run.stdout, run.stdout + run.stderr  # of 3 + 3 cases, 1 + 3
    assert run.returncode == pytest.ExitCode.OK
    assert "no such thing here" in run.stdout


def run_tests(directory: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests below ``directory`` as ours are run, with Qt and coverage left out."""
    program = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml")]
    unused = ["-p", "no:cacheprovider", "-p", "no:pytest-qt", "-p", "no:pytest_cov"]
    command = [*program, *unused, *options, "--rootdir", str(directory), str(directory)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
