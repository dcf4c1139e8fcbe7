"""Windows that several tests look at, one after the other.

Owns: whether the windows that are there now outlive the test that runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_stays = False


def windows_stay() -> bool:
    """Whether the windows that are there belong to the tests that follow, too."""
    return _stays


@contextmanager
def shared_windows() -> Iterator[None]:
    """Inside the block no window is deleted at the end of a test."""
    global _stays  # noqa: PLW0603  # what conftest asks for
    _stays = True
    try:
        yield
    finally:
        _stays = False
