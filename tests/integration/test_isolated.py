"""What the environment would put into our programs: a ``sitecustomize``, modules of the working directory."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path

import pytest

from tests.support.profile import Profile
from tests.support.waiting import PATIENCE

SCRIPT = (str(Path(sys.executable).with_name("assent")),)
MODULE = (sys.executable, "-m", "host")
CUSTOM = """
import atexit, os
open({left!r}, "a").write(f"began in {{os.getpid()}}\\n")
atexit.register(lambda: open({left!r}, "a").write("lived to the end\\n"))
"""
"""What runs to the end of a process leaves two lines; a program that takes its place ends it without the second."""


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """The file that a ``sitecustomize`` on PYTHONPATH writes to."""
    file = tmp_path / "left"
    (tmp_path / "sitecustomize.py").write_text(CUSTOM.format(left=str(file)))
    return file


async def run(left: Path, profile: Profile, *command: str) -> tuple[int | None, bytes]:
    """The exit code and the output of a command in an environment with that ``sitecustomize``."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env=profile.env | {"PYTHONPATH": str(left.parent)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        if command[-2:] == ("host", "--json"):
            lines = [await process.stdout.readline() for _ in range(4)]
            assert json.loads(b"".join(lines))["pid"] == process.pid, "it is the same process"
            process.send_signal(signal.SIGINT)
        printed, _ = await process.communicate()
        return process.returncode, printed


@pytest.mark.parametrize("program", [SCRIPT, MODULE], ids=["script", "module"])
@pytest.mark.parametrize(
    "arguments", [("doctor",), ("connect", "time", "--app", "x"), ("host", "--json")], ids=lambda a: a[0]
)
async def test_a_sitecustomize_on_pythonpath_runs_in_no_program_of_ours(
    left: Path, profile: Profile, program: tuple[str, ...], arguments: tuple[str, ...]
) -> None:
    code, _ = await run(left, profile, *program, *arguments)
    assert code == {"doctor": 0, "connect": 3, "host": 0}[arguments[0]]
    (line,) = left.read_text().splitlines()
    assert line.startswith("began in ")


async def test_a_module_of_the_working_directory_is_not_taken_for_one_of_ours(
    tmp_path: Path, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "click.py").write_text("raise SystemExit('taken')")
    monkeypatch.chdir(tmp_path)
    process = await asyncio.create_subprocess_exec(
        *(*MODULE, "apps", "list"), env=profile.env, stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(PATIENCE):
        assert b"no app has a token" in (await process.communicate())[0]


async def test_a_clean_environment_starts_one_program_alone(tmp_path: Path, profile: Profile) -> None:
    """A bridge is there at once: it takes another's place only where it must."""
    trace = "import sys; sys.argv = ['assent', 'connect', '-h']; import os; os.execv = lambda *a: print('again')\n"
    program = f"{trace}from host.__main__ import main; main()"
    harmless = {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    for env, began in (({}, b"usage"), (harmless, b"usage"), (harmless | {"PYTHONWARNINGS": "ignore"}, b"again")):
        plain = {name: value for name, value in profile.env.items() if not name.startswith("PYTHON")}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", program), env=plain | env, stdout=asyncio.subprocess.PIPE, cwd=tmp_path
        )
        async with asyncio.timeout(PATIENCE):
            assert (await process.communicate())[0].startswith(began)
