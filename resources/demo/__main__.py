"""``python -I -m resources.demo SERVER [WORKSPACE]``: runs one demonstration server over stdio."""

from __future__ import annotations

import sys
from pathlib import Path

from resources.demo import tools, units, workspace
from resources.demo.serving import serve


def main(name: str = "", directory: str = "") -> None:
    """Run a server until stdin ends. ``directory``: the workspace for a server that works with files."""
    if name in tools.SERVERS:
        title, server_tools = tools.SERVERS[name]
        serve(f"demo-{name}", title, *server_tools)
    elif name in workspace.SERVERS and directory:
        title, tools_of = workspace.SERVERS[name]
        serve(f"demo-{name}", title, *tools_of(workspace.Workspace(Path(directory))))
    elif name == "shop":
        from resources.demo.shop import shop  # it imports a database, which the others do not need

        serve("demo-shop", "Orders of a shop", shop())
    elif name == "units":
        units.main()
    else:
        sys.exit("Name a demonstration server, and for one that works with files a directory.")


if __name__ == "__main__":
    main(*sys.argv[1:])
