"""What goes with a question to the window."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from host.control.protocol import CallEnded, CompareCall, EditCall, SaveRule
from host.control.views import Said
from host.errors import AssentError
from host.gate.pending_approval import REPLACED
from host.gate.refusals import EXPIRED, GONE, NoAnswer
from host.model import JsonObject
from host.policy.book import PolicyBook
from tests.unit.host.support import LATEST, NOW, tool
from tests.unit.host.window.test_server import Room, answer_to

HEADER: JsonObject = {"type": "object", "properties": {"text": {"type": "string", "x-mcp-header": "Text"}}}
HTTP: JsonObject = {"url": "https://example.com/mcp"}
PROGRAM: JsonObject = {"command": "serve"}


@pytest.mark.parametrize(
    ("entry", "revision", "named"),
    [(HTTP, NOW, True), (HTTP, LATEST, False), (PROGRAM, NOW, False), (None, NOW, False)],
    ids=["http", "http with sessions", "stdio", "none"],
)
async def test_s20_inputs_that_become_headers_are_shown_where_the_server_is_reached_by_http(
    tmp_path: Path, entry: JsonObject | None, revision: str, named: bool
) -> None:
    if entry is not None:
        (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": {"files": entry}}))
    room = Room(tmp_path)
    room.gate.server.tools[1] = tool("any", HEADER)
    room.gate.revision = revision
    room.sit()
    _, ended = room.propose("before")
    question = await room.asked()
    assert question.asked.headers == ((Said("Mcp-Param-Text", "before"),) if named else ())
    request = question.asked.request
    shown = (request.call.id, request.call.digest, request.round, request.definition.digest)
    await room.ask(EditCall(*shown, '{"text": "after\\r\\n"}'))
    again = await room.asked(2)
    assert again.asked.headers == ((Said("Mcp-Param-Text", "=?base64?YWZ0ZXINCg==?="),) if named else ())
    await room.ask(answer_to(again, False))
    await ended
    await room.leave()


async def test_s19_a_question_is_asked_anew_once_somebody_else_vouches_for_its_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path)
    monkeypatch.setattr(PolicyBook, "trust_of", lambda *_: room.gate.rules.trust)
    room.sit()
    _, ended = room.propose("x")
    question = await room.asked()
    rule = {"effect": "deny", "match": {"server": "other"}}
    await room.ask(SaveRule(json.dumps(rule)))  # another change of the rules asks nothing anew
    room.gate.rules.trust = "user"
    await room.ask(SaveRule(json.dumps(rule | {"id": "two"})))
    again = await room.asked(2)
    assert (question.asked.request.call.server.trust, again.asked.request.call.server.trust) == ("none", "user")
    assert room.events(CallEnded) == []
    with pytest.raises(AssentError, match=REPLACED):
        await room.ask(answer_to(question))
    assert not room.gate.server.calls
    await room.ask(answer_to(again))
    await ended
    assert room.gate.server.calls
    await room.leave()


@pytest.mark.parametrize(("entry", "here"), [(HTTP, False), (PROGRAM, True)], ids=["http", "stdio"])
async def test_s19_nothing_is_said_of_this_machines_files_where_the_server_is_on_another(
    tmp_path: Path, entry: JsonObject, here: bool
) -> None:
    (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": {"files": entry}}))
    (tmp_path / "notes.md").write_text("here")
    room = Room(tmp_path)
    room.sit()
    run = room.gate.make_run("any", {"path": str(tmp_path / "notes.md"), "content": "there"})
    ended = asyncio.ensure_future(room.gate.through(run))  # noqa: TID251  # awaited below
    question = await room.asked()
    assert [reading.kind for reading in question.asked.readings] == (["path"] if here else [])
    compared = await room.ask(CompareCall(run.call.id, question.asked.request.call.digest))
    assert [file.text for file in compared.files] == (["here"] if here else [])
    await room.ask(answer_to(question, False))
    await ended
    await room.leave()


@pytest.mark.parametrize("end", [EXPIRED, GONE], ids=["expired", "withdrawn"])
async def test_what_a_question_said_of_a_file_is_on_record_where_nobody_answered_it(
    tmp_path: Path, end: NoAnswer
) -> None:
    """So that the history says of the call what its question said."""
    (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": {"files": PROGRAM}}))
    room = Room(tmp_path)
    room.sit()
    inputs: JsonObject = {"path": str(tmp_path / "new.md"), "content": "x"}
    run = room.gate.make_run("any", inputs)
    ended = asyncio.ensure_future(room.gate.through(run))  # noqa: TID251  # awaited below
    question = await room.asked()
    assert question.asked.action.there == "nothing"
    run.abort(end)
    await ended
    [decided] = [draft for draft in room.gate.log.drafts if draft.kind == "call.decided"]
    assert (decided.fields["by"], decided.fields["there"]) == (end.by, "nothing")
    await room.leave()
