"""A throw-away profile: directories of its own, and the environment that points there."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from host.paths import Paths


class Profile(NamedTuple):
    """Attributes: paths: of the profile. env: for processes that shall use it."""

    paths: Paths
    env: dict[str, str]


@pytest.fixture
def profile() -> Iterator[Profile]:
    """A throw-away profile."""
    with throw_away() as made:
        yield made


@contextmanager
def throw_away() -> Iterator[Profile]:
    """Fresh directories with short names: a Unix socket's path has at most 107 bytes."""
    root = Path(tempfile.mkdtemp(prefix="as"))
    env = {key: value for key, value in os.environ.items() if not key.startswith(("ASSENT_", "PYTHON"))}
    env |= {f"ASSENT_{name}_DIR": str(root / name[0].lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    yield Profile(Paths.from_environment(env), env)
    shutil.rmtree(root)
