from __future__ import annotations

from host.model import App
from host.wire.context import NAME_LIMIT
from host.wire.ledger import Batch, Outstanding
from tests.unit.host.support import Session


async def test_an_answer_leaves_and_its_request_is_forgotten() -> None:
    session = Session()
    entry = Outstanding("a", "ping")
    session.context.ledger.add(entry)
    session.context.answer_error(entry, 5, "no")
    assert session.app.values == [{"jsonrpc": "2.0", "id": "a", "error": {"code": 5, "message": "no"}}]
    assert len(session.context.ledger) == 0


async def test_answers_to_a_batch_leave_together() -> None:
    session, batch = Session(), Batch()
    entries = [Outstanding(number, "ping", batch=batch) for number in (1, 2, 3)]
    for entry in entries:
        batch.expect(entry.app_id)
        session.context.ledger.add(entry)
    session.context.answer_untracked(b"0", None, batch)
    session.context.close_batch(batch)
    session.context.answer(entries[0], b"1")
    session.context.drop_request(entries[1])
    assert not session.app.frames
    session.context.answer(entries[2], b"3")
    assert session.app.frames == [b"[0,1,3]"]


async def test_s08_a_record_keeps_a_bounded_part_of_a_strangers_method() -> None:
    session = Session(app=App("claude", True, session="s9"))
    session.context.record("method.refused", "m" * 10_000, because="x")
    (draft,) = session.log.drafts
    assert draft.fields == {
        "app": "claude",
        "session": "s9",
        "server": "files",
        "method": "m" * NAME_LIMIT,
        "because": "x",
    }
