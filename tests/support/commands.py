"""Commands of ``assent`` for tests: as a program of its own, or in this process.

Owns: both ways to run one command, with the same outcome.

A program takes half a second of a core to start, which is most of what a command takes. So what a command does and says
is tested in this process; as a program run those that say something about the program: its streams, its exit code.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final
from unittest import mock

from host import cli
from tests.support.hosts import ROOT
from tests.support.profile import Profile
from tests.support.waiting import PATIENCE

PROGRAM: Final = (sys.executable, "-I", "-m", "host")

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]


def run_program(profile: Profile, *arguments: str) -> Done:
    """Run one command as a program that has no terminal."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        env=profile.env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return _checked(done)


def run_here(profile: Profile, *arguments: str) -> Done:
    """Run one command in this process, which must run no event loop, as if it had no terminal."""
    out, err, nothing = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(3))
    with (
        mock.patch.dict(os.environ, profile.env, clear=True),
        mock.patch.object(sys, "stdin", nothing),
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = cli.main([*arguments])
    return _checked(subprocess.CompletedProcess([*arguments], code, _written(out), _written(err)))


def answer(profile: Profile, *arguments: str, code: int = 0, run: Run = run_here) -> Any:
    """Run one command with --json, and return its answer. ``code``: the expected exit code."""
    done = run(profile, *arguments, "--json")
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _checked(done: Done) -> Done:
    assert "Traceback" not in done.stdout + done.stderr
    return done
