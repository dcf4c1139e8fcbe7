"""What the window reads of the log.

Owns: the reader for each question.

Invariants: nothing here writes, and nothing here runs on the event loop: both functions block for as long as the disk
takes, and belong into a daemon thread.
"""

from __future__ import annotations

from pathlib import Path

from host.audit import calls
from host.audit.calls import DefinitionOf
from host.audit.query import AuditReader
from host.control.views import CallDetails, HistoryPage


def page(log_file: Path, text: str = "", before: str = "", limit: int = 100) -> HistoryPage:
    """A page of calls, newest first. Raises UsageError, AuditError as ``calls.read_page``.

    A connection for each question: it opens in a millisecond, belongs to one thread, and never keeps what was erased
    from leaving the file.
    """
    with AuditReader.open(log_file) as reader:
        return calls.read_page(reader, text, before, limit)


def call(log_file: Path, call_id: str, definition_of: DefinitionOf) -> CallDetails:
    """Everything about one call. ``definition_of`` is asked in this thread. Raises as ``calls.read_call``."""
    with AuditReader.open(log_file) as reader:
        return calls.read_call(reader, call_id, definition_of)
