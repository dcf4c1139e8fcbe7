"""What holds for every test.

Properties are checked on the same examples each time; no test reaches the person's own profile or keyring; what a test
leaves behind fails it; and a run can be told to fail if anything skipped.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.support import guards
from tests.support.covering import counts, loaded, traced, untraced
from tests.support.profile import profile

__all__ = ["profile"]  # a fixture for all

NPM = Path(__file__).parent / "servers" / "npm" / "node_modules"
OLDEST_NODE = 20  # tests/servers/npm/package.json, engines

# The same examples on every run and machine, and no deadline: CI machines stall. `make test` takes a few of them,
# `make test-full` more; `make soak` looks further, with new examples each time, and prints how to repeat what it finds.
hypothesis.settings.register_profile("quick", derandomize=True, deadline=None, max_examples=25, database=None)
hypothesis.settings.register_profile("full", derandomize=True, deadline=None, max_examples=100, database=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=5_000, database=None, print_blob=True)
hypothesis.settings.load_profile("quick")


START_PROGRAMS = ("tests/integration/", "tests/e2e/", "tests/hostile/")
"""Where tests start programs for each of their cases."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("assent")
    group.addoption("--fail-on-skip", action="store_true", help="fail the run if any test skipped")
    group.addoption("--soak-long", action="store_true", help="run soak tests in their long form")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Collecting is not traced (``covering``), and where several processes do it none compiles all (``schedule``).

    What it makes stays to the end: it is not looked through for garbage again and again.
    """
    gc.disable()
    try:
        with loaded():
            if (worker := getattr(session.config, "workerinput", None)) is not None:
                from tests.support.schedule import import_share

                import_share(session.config, worker)
            return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Some workers leave some tests to others: see ``schedule``."""
    if (worker := getattr(config, "workerinput", None)) is None:
        return None
    from tests.support.schedule import leaves_out

    return leaves_out(config, worker, collection_path) or None  # None: as usual


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of npm's servers skip where there is no Node to run them, and say so.

    Of a test that starts programs or draws windows, and has several cases, ``make test`` runs the first, ``make
    test-full`` the rest; a case that is asked for by its name runs.
    """
    seen: set[str] = set()
    for item in items if not any("[" in argument for argument in config.args) else ():
        name, _, case = item.nodeid.partition("[")
        if case and (name.startswith(START_PROGRAMS) or "qtbot" in getattr(item, "fixturenames", ())):
            if name in seen:
                item.add_marker(pytest.mark.full)
            seen.add(name)
    if (reason := _no_node()) is not None:
        for item in items:
            if item.get_closest_marker("npm"):
                item.add_marker(pytest.mark.skip(reason=reason))


def _no_node() -> str | None:
    """Why npm's servers cannot run. None where they can, and where only ``make setup`` is missing: that must fail."""
    node = shutil.which("node")
    if node is None or (shutil.which("npm") is None and not NPM.is_dir()):
        return "Node.js with npm is not installed: npm's servers cannot run"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < OLDEST_NODE:
        return f"Node.js {version} is too old for npm's servers: {OLDEST_NODE} or newer is needed"
    return None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Few tests are traced (``covering``)."""
    with traced() if counts(item.nodeid) else untraced():
        return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object | None:
    """With ``--dist loadscope``: see ``schedule``."""
    if config.getoption("dist") != "loadscope":
        return None
    from tests.support.schedule import Together  # only where several processes share the tests

    return Together(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With ``--fail-on-skip`` a run that skipped anything is a failed run."""
    if session.exitstatus == pytest.ExitCode.OK and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if count := _skipped(config):
        terminalreporter.write_line(f"--fail-on-skip: {count} skipped, the reasons are above", red=True)


def _skipped(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not config.getoption("--fail-on-skip"):
        return 0  # no reporter: a worker of pytest-xdist, whose results the controller counts
    return len(reporter.stats.get("skipped", []))


@pytest.fixture(scope="session")
def soak_long(request: pytest.FixtureRequest) -> bool:
    """Whether soak tests run in their long form (``make soak``) or the short one (``make test-full``)."""
    return bool(request.config.getoption("--soak-long"))


@pytest.fixture(scope="session", autouse=True)
def nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An empty home and an environment without a profile: nothing of the person's own is read or written."""
    home = tmp_path_factory.mktemp("home")  # made with mode 0700, so it is good as a runtime directory too
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("ASSENT_", "XDG_"))]:
            patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_RUNTIME_DIR", str(home))
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        yield


@pytest.fixture(autouse=True)
def clean_process(request: pytest.FixtureRequest) -> Iterator[None]:
    """No unexpected log record, thread or child process: set up before, and checked after, anything else of a test."""
    threads, children = guards.threads(), guards.children()
    with guards.watched_logs() as logged:
        yield
    expected = [pattern for mark in request.node.iter_markers("expected_logs") for pattern in mark.args]
    found = guards.unexpected(logged, expected)
    _fail(found + guards.leaked_children(children) + guards.leaked_threads(threads))


@pytest.fixture(autouse=True)
def clean_loop(request: pytest.FixtureRequest, clean_process: None) -> None:
    """Coroutine tests leave no task behind; others get no loop."""
    if request.node.get_closest_marker("asyncio"):
        request.getfixturevalue("no_tasks_left")


@pytest.fixture
async def no_tasks_left() -> AsyncIterator[None]:
    """Looks before the loop is closed, which would cancel what is left and hide it."""
    yield
    _fail(await guards.leaked_tasks())


@pytest.fixture(autouse=True)
def clean_profile(request: pytest.FixtureRequest, clean_process: None) -> Iterator[None]:
    """No process of a test's profile outlives the test, not even as an orphan."""
    runtime = None
    if "profile" in request.fixturenames:
        runtime = request.getfixturevalue("profile").env["ASSENT_RUNTIME_DIR"]
    yield
    if runtime is not None:
        _fail(guards.leaked_hosts(runtime))


def _fail(found: list[str]) -> None:
    if found:
        pytest.fail("\n".join(found), pytrace=False)
