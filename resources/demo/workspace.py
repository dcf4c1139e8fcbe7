"""Real files in a throw-away directory.

Invariants: nothing outside the directory is read or written; a file that is there is replaced only on request.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from resources.demo.arguments import schema, text
from resources.demo.place import Workspace
from resources.demo.serving import Job, Tool, ToolError, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject

LONGEST: Final = 256 << 10
"""Characters of one file."""
_PATH: Final[JsonObject] = {
    "type": "string",
    "title": "Path",
    "description": "Relative to the workspace, such as notes/today.txt.",
    "maxLength": 1000,
}


class Files:
    """The tools of one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def write(self, arguments: JsonObject, _job: Job) -> JsonObject:
        """Write one file."""
        path, content = text(arguments, "path"), text(arguments, "content")
        target = self._workspace.inside(path)
        if target == self._workspace.root or target.is_dir():
            raise ToolError(f"{path} is a folder. Name a file.")
        if target.exists() and arguments["overwrite"] is not True:
            raise ToolError(f"File already exists and overwrite is false: {path}. Set overwrite to true to replace it.")
        target.parent.mkdir(parents=True, exist_ok=True)
        replacing = os.O_TRUNC if arguments["overwrite"] is True else os.O_EXCL
        flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | replacing
        data = content.encode("utf-8", "replace")
        with open(os.open(target, flags, 0o600), "wb") as file:
            file.write(data)
        return said(f"Wrote {len(data)} bytes to {path}.")

    def read(self, arguments: JsonObject, _job: Job) -> JsonObject:
        """Read one file."""
        path = text(arguments, "path")
        target = self._workspace.file(path)
        if target.stat().st_size > LONGEST:
            raise ToolError(f"{path} is too long to be read whole; analyse_file tells about it.")
        return said(target.read_text("utf-8", "replace"))

    def list(self, _arguments: JsonObject, _job: Job) -> JsonObject:
        """Every file."""
        return said("\n".join(self._workspace.files()) or "The workspace is empty.")


def tools(workspace: Workspace) -> tuple[Tool, ...]:
    """The tools for ``workspace``."""
    files = Files(workspace)
    looking: JsonObject = {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False}
    return (
        Tool(
            name="write_file",
            title="Write a file",
            description="Writes text into a file of the workspace, and makes folders as needed.",
            input_schema=schema(
                "path",
                "content",
                path=_PATH,
                content={
                    "type": "string",
                    "title": "Content",
                    "description": "The whole text of the file.",
                    "maxLength": LONGEST,
                },
                overwrite={
                    "type": "boolean",
                    "title": "Overwrite",
                    "description": "Whether to replace a file that is there.",
                    "default": False,
                },
            ),
            annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": False, "dataScale": "small"},
            run=files.write,
        ),
        Tool(
            name="read_file",
            title="Read a file",
            description="Returns the whole text of a file of the workspace.",
            input_schema=schema("path", path=_PATH),
            annotations=looking,
            run=files.read,
        ),
        Tool(
            name="list_files",
            title="List the files",
            description="Lists every file of the workspace.",
            input_schema=schema(),
            annotations=looking,
            run=files.list,
        ),
    )


if __name__ == "__main__":
    serve("demo-workspace", "Workspace", *tools(Workspace.given()))
