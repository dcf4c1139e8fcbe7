"""Rules that no linter states: what this repository's configuration must say, and what its sources must not do."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from graphlib import TopologicalSorter
from pathlib import Path
from types import ModuleType

import grimp
import pytest

import host
import ui
from host import regex
from tests.support.covering import COVERING

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
PURE: list[str] = next(it["source_modules"] for it in CONTRACTS if it["name"].startswith("pure modules"))


def files_of(module: str) -> list[Path]:
    path = ROOT / module.replace(".", "/")
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def calls_of(names: Sequence[str], files: Iterable[Path]) -> Iterator[str]:
    """Where a function or method of one of these names is called."""
    for file in files:
        text = file.read_text()
        for node in ast.walk(ast.parse(text)) if any(name in text for name in names) else ():
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in names:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}: {name}"


def modules_after(*command: str) -> set[str]:
    run = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for the type checker and those inside functions count: whoever reads follows them too."""
    imports = grimp.build_graph("host", "ui", cache_dir=None)
    found = {module: imports.find_modules_directly_imported_by(module) for module in imports.modules}
    assert "host.servers.oauth_client" in found["host.servers.oauth"], "an import inside a function"
    assert "host.apps.session" in found["host.apps.combined"], "an import for the type checker"
    TopologicalSorter(found).prepare()  # a CycleError names the modules of a circle


def test_no_pure_module_opens_a_file_or_asks_for_the_time() -> None:
    """What its imports do not tell: ``open`` is built in, and ``datetime`` is good for arithmetic too."""
    files = [file for module in PURE for file in files_of(module)]
    assert not list(calls_of(("open", "input", "now", "utcnow", "today"), files))


def test_tasks_are_made_by_the_one_factory() -> None:
    """Ruff bans ``asyncio.create_task`` by its name; a method of that name, of a loop or a group, it cannot see."""
    files = {*files_of("host"), *files_of("ui")} - set(files_of("host.tasks"))
    assert not list(calls_of(("create_task", "ensure_future"), sorted(files)))


def test_the_bridge_starts_with_the_standard_library_alone_and_without_a_loop() -> None:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import host.apps.bridge; print(*sys.modules)"
    assert "asyncio" not in modules_after("-I", "-S", "-c", program)  # -S: no installed package can be found


@pytest.mark.parametrize("module", ["host.host", "host.cli"])
def test_the_stdio_path_starts_without_the_mcp_package(module: str) -> None:
    assert not modules_after("-c", f"import sys, {module}; print(*sys.modules)") & {"mcp", "mcp_types", "pydantic"}


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("host.host", ("host.audit", "host.gate", "host.inspect", "host.policy")),
        (
            "ui.app, ui.waiting.page",
            ("ui.consent.window", "ui.consent.batch", "ui.inputs.form", "ui.rules.explanation"),
        ),
    ],
)
def test_a_start_loads_no_more_than_the_window_needs_to_be_on_screen(first: str, later: tuple[str, ...]) -> None:
    loaded = modules_after("-c", f"import sys, {first}; print(*sys.modules)")
    assert set(first.split(", ")) <= loaded
    assert not [module for module in loaded if module.startswith(later)]


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


@pytest.mark.parametrize(("package", "least"), [(host, 100), (ui, 40)])
def test_every_pattern_that_is_compiled_at_its_first_use_can_be(package: ModuleType, least: int) -> None:
    names = [module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    found = [pattern for module in modules for value in vars(module).values() for pattern in patterns(value)]
    assert len(found) > least
    for pattern in found:
        assert pattern.groups >= 0


WHAT_A_HOST_LOADS_BEFORE_IT_LISTENS = (
    "host.cli.host_commands, host.host, host.preferences, host.audit.store, host.gate.gate, host.wiring, "
    "host.servers.supervisor, host.wire.reaper, host.apps.gateway"
)
SLOW_AND_SELDOM_NEEDED = {
    "dataclasses", "difflib", "html", "importlib.resources", "jsonschema", "keyring", "sqlglot", "statistics",
    "tempfile", "tomllib", "zoneinfo",
}  # fmt: skip


def test_a_host_listens_before_anything_slow_that_few_calls_need_is_loaded() -> None:
    loaded = modules_after("-c", f"import sys, {WHAT_A_HOST_LOADS_BEFORE_IT_LISTENS}; print(*sys.modules)")
    assert not loaded & SLOW_AND_SELDOM_NEEDED
    assert len(loaded) < 400, "365 when this was written; each takes a start a part of a millisecond"


def test_a_file_of_servers_without_faults_is_read_before_anything_slow_is_loaded() -> None:
    program = """
import sys
from host import jsonc
from host.servers.config import parse_servers
read = parse_servers(jsonc.load_bytes(b'{"mcpServers": {"a": {"command": "b"}}}', file="servers.json"))
assert [*read.entries] == ["a"]
print(*sys.modules)
"""
    assert not modules_after("-c", program) & SLOW_AND_SELDOM_NEEDED


@pytest.mark.parametrize(
    ("command", "unneeded"),
    [
        ("log_commands", ("asyncio", "host.gate", "host.policy", "host.servers")),
        ("policy_commands", ("host.servers.supervisor", "host.servers.oauth", "host.gate.gate")),
    ],
)
def test_a_command_answers_at_once_because_it_loads_what_it_needs(command: str, unneeded: tuple[str, ...]) -> None:
    loaded = modules_after("-c", f"import sys, host.cli.{command}; print(*sys.modules)")
    assert not [module for module in loaded if module.startswith(unneeded)]


def test_locks_pin_by_hash_and_name_no_registry() -> None:
    locks = [*ROOT.glob("requirements/*.txt"), *ROOT.glob("tests/servers/*/requirements.txt")]
    assert len(locks) == 3
    for lock in locks:
        text = lock.read_text()
        assert text.count("--hash=sha256:") >= text.count("==")
        assert "://" not in text
        assert "index-url" not in text
    assert '"resolved"' not in (ROOT / "tests" / "servers" / "npm" / "package-lock.json").read_text()


@pytest.mark.parametrize("name", COVERING)
def test_the_tests_under_which_branches_are_counted_are_there(name: str) -> None:
    assert (ROOT / name).is_file()
