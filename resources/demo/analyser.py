"""Looks at a file where it lies, and returns a pointer to it instead of its content."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from resources.demo.arguments import schema, text
from resources.demo.place import Workspace
from resources.demo.serving import Job, Tool, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject


def analyser(workspace: Workspace) -> Tool:
    """The tool for ``workspace``."""

    def analyse_file(arguments: JsonObject, _job: Job) -> JsonObject:
        path = workspace.file(text(arguments, "path"))
        data = path.read_bytes()
        lines, words = len(data.splitlines()), len(data.split())
        link: JsonObject = {
            "type": "resource_link",
            "uri": path.as_uri(),
            "name": path.name,
            "description": f"SHA-256: {hashlib.sha256(data).hexdigest()}",
            "size": len(data),
        }
        return said(f"Analysed {path.name}: {len(data)} bytes, {lines} lines, {words} words.", link)

    return Tool(
        name="analyse_file",
        title="Analyse a file",
        description="Counts what is in a file of the workspace and returns a link to it. The content is not returned.",
        input_schema=schema(
            "path",
            path={
                "type": "string",
                "title": "Path",
                "description": "Relative to the workspace, such as data/visitors.csv.",
                "maxLength": 1000,
            },
        ),
        annotations={
            "readOnlyHint": True,
            "destructiveHint": False,
            "openWorldHint": False,
            "securityLevel": "high",
            "dataHandling": "pointer-only",
        },
        run=analyse_file,
    )


if __name__ == "__main__":
    serve("demo-analyser", "File analyser", analyser(Workspace.given()))
