"""Diagnostic logging, one way: the standard library's, set up here.

Owns: where diagnostics go.

Invariants: they go to stderr, escaped, never to stdout (which may be a protocol channel) and never to the audit log;
arguments and results of calls are not logged; nothing in a record can pass for another one.
"""

from __future__ import annotations

import logging
import sys

from host.text import log_record


class EscapingFormatter(logging.Formatter):
    """Formats a record on lines of its own, with everything that could steer a terminal made visible."""

    def format(self, record: logging.LogRecord) -> str:
        """The escaped text of ``record``; tracebacks keep their line ends, and all lines but the first are set in."""
        return log_record(super().format(record))


def to_stderr(level: int) -> None:
    """Send records of ``level`` and above to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EscapingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
