"""The ``assent`` command. The bridge is told apart before anything else is imported: it must be there at once."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    if sys.argv[1:2] == ["connect"]:
        from host.apps import bridge

        return bridge.main(sys.argv[2:])
    from host import cli

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
