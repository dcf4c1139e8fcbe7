"""Diagnostic logging with the standard library.

Invariants: they go to stderr, escaped, never to stdout (which may be a protocol channel) and never to the audit log.
Arguments and results of calls are not logged. Nothing in a record can look like another record.
"""

from __future__ import annotations

import logging
import sys

from host.text import log_record


class EscapingFormatter(logging.Formatter):
    """Formats a record so that no character in it can control a terminal or fake another record."""

    def format(self, record: logging.LogRecord) -> str:
        """The escaped text of ``record``; tracebacks keep their line ends, and lines after the first are indented."""
        return log_record(super().format(record))


def to_stderr(level: int) -> None:
    """Send records of ``level`` and above to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EscapingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
