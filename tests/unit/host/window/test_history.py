from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from host import tasks
from host.audit import database
from host.control import codec
from host.control.views import CallDetails, HistoryPage
from host.errors import AuditError, UsageError
from host.window import history
from tests.unit.host.audit.support import decided, log_in, outcome, sample


async def test_a_page_and_a_call_are_read_in_daemon_threads_while_the_host_writes(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    store = log.open()
    await store.append(decided("c1", params=b"{}"), outcome("c1", result=b"done"), decided("c2", params=b"{}"))
    page = await tasks.in_daemon_thread(lambda: history.page(log.path), name="read a page")
    assert [row.call_id for row in page.rows] == ["c2", "c1"]
    await store.append(outcome("c2", result=b"done too"))
    details = await tasks.in_daemon_thread(lambda: history.call(log.path, "c2", lambda _: None), name="read a call")
    assert (details.result, details.params, details.row.state) == (b"done too", b"{}", "ended")
    await store.close()
    for value in (page, details):
        assert codec.from_json(type(value), codec.to_json(value)) == value


def test_pages_are_filtered_and_continued(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    sample(log)
    first = history.page(log.path, limit=3)
    assert isinstance(first, HistoryPage)
    assert [row.call_id for row in history.page(log.path, before=first.before).rows] == ["call-0"]
    assert [row.call_id for row in history.page(log.path, "of call-2").rows] == ["call-2"]


def test_a_reader_leaves_nothing_open_behind(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    sample(log)
    history.page(log.path)
    assert isinstance(history.call(log.path, "call-1", lambda _: None), CallDetails)
    with pytest.raises(UsageError):
        history.call(log.path, "call-9", lambda _: None)
    with closing(database.connect(log.path)) as connection:
        database.erase(connection, 3, "params")  # raises where somebody still reads


def test_a_log_that_is_not_there_is_an_audit_error(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="There is no audit log"):
        history.page(tmp_path / "log.sqlite3")
