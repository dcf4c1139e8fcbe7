"""Which tests run one after the other where several processes share them.

Owns: the files whose tests look at a screen.

Invariants: one worker runs them all, so that no two desktops with a program each compete for a small machine, in which
a person's few seconds pass unseen.

By name, since the worker alone knows marks: ``xdist_group`` adds its group to a test's name, which pytest-xdist 3.8
cannot do under pytest 9.2, and says nothing.
"""

from __future__ import annotations

from typing import Final

from xdist.scheduler import LoadGroupScheduling  # type: ignore[import-untyped]

DESKTOP: Final = (
    "tests/e2e/test_cosigning.py",
    "tests/e2e/test_demo.py",
    "tests/e2e/test_first_minute.py",
    "tests/e2e/test_window_",
)
"""How the names of such tests begin."""


class Together(LoadGroupScheduling):  # type: ignore[misc]  # it has no types
    """Sends the tests of ``DESKTOP`` to the same worker, and every other one where there is room."""

    def _split_scope(self, nodeid: str) -> str:
        return "desktop" if nodeid.startswith(DESKTOP) else super()._split_scope(nodeid)
