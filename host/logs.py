"""Diagnostic logging, one way: the standard library's, set up here.

Owns: where diagnostics go. What stays true: they go to stderr, escaped, never to stdout (which may be a protocol
channel) and never to the audit log; arguments and results of calls are not logged.
"""

from __future__ import annotations

import logging
import sys

from host.text import escape


class EscapingFormatter(logging.Formatter):
    """Formats a record on lines of its own, with everything that could steer a terminal made visible."""

    def format(self, record: logging.LogRecord) -> str:
        """The escaped text of ``record``; tracebacks keep their line ends."""
        return escape(super().format(record), newlines=False)


def to_stderr(level: int) -> None:
    """Send records of ``level`` and above to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EscapingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
