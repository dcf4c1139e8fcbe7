"""The one directory that demonstration servers may touch.

Owns: turning a path that a model gave into one inside the workspace.

Invariants: what leaves here lies within the workspace, links resolved; absolute paths, ``..`` and links that lead out
are refused.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from resources.demo.serving import ToolError

MOST_FILES: Final = 1_000


class Workspace:
    """A directory. Attributes: root: its real path."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve(strict=True)

    @classmethod
    def given(cls) -> Workspace:
        """The one that the command line names."""
        if len(sys.argv) != 2:
            sys.exit("The workspace directory is missing: give it as the only argument.")
        return cls(Path(sys.argv[1]))

    def inside(self, path: str) -> Path:
        """Where ``path`` lies. Raises ToolError where it would lead out of the workspace, or means nothing."""
        if not path or "\0" in path or Path(path).is_absolute():
            raise ToolError(f"Give a path relative to the workspace, such as notes/today.txt, not {path!r}.")
        try:
            target = (self.root / path).resolve()
        except (OSError, RuntimeError) as error:  # a link that leads to itself
            raise ToolError(f"{path} leads nowhere.") from error
        if not target.is_relative_to(self.root):
            raise ToolError(f"{path} lies outside the workspace. Only files inside it can be used.")
        return target

    def file(self, path: str) -> Path:
        """An existing file. Raises ToolError where there is none."""
        target = self.inside(path)
        if not target.is_file():
            raise ToolError(f"There is no file {path}. list_files shows what there is.")
        return target

    def files(self) -> list[str]:
        """Every file, as a path relative to the workspace, sorted; links are not followed."""
        found = (path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())
        return sorted(path.relative_to(self.root).as_posix() for path in found)[:MOST_FILES]
