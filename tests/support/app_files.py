"""The process that reads files of AI apps, where reading one of them never ends."""

from __future__ import annotations

from typing import Final

SLOW_TO_READ: Final = (
    "import sys, threading; sys.path.insert(0, sys.argv[1]); from host import apps_worker\n"
    "from host.apps.attach import documents; read = documents.read\n"
    "documents.read = lambda data, *form, file: ("
    "threading.Event().wait() if file.endswith('mcp_config.json') else read(data, *form, file=file))\n"
    "apps_worker.main()"
)
"""For ``_PROGRAM`` of ``host.window.app_files``: a file ``mcp_config.json``, as Windsurf has it, is never read."""
