"""Inputs that a person changes, and the chat turn of an app: with real processes, pipes and a real log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host.audit.calls import read_call
from host.audit.query import AuditReader
from host.audit.store import AuditStore
from host.control.protocol import CheckEdit, CompareCall, Done, EditCall, ReadCall, ReadHistory
from host.control.views import Asked
from host.model import Answer, ApprovalRequest, Draft, Edit
from host.wire.freeze import META_TURN
from tests.support.app import refused, text_of
from tests.support.hosts import CALM, ScriptedApprover, make_host, managed_file
from tests.support.profile import Profile
from tests.support.rig import Rig, records
from tests.support.windows import Refused, Windows, answer

pytestmark = pytest.mark.usefixtures("at_once")


def rig_with(profile: Profile, windows: Windows, **host: Any) -> Rig:
    """A rig whose host has a window."""
    rig, settings = Rig(profile), CALM.replace(approver_grace=20.0)
    rig.host = make_host(profile.paths, settings=settings, window=True, window_command=windows.command, **host)
    return rig


def edit_of(asked: Asked, arguments: str) -> EditCall:
    request = asked.request
    return EditCall(request.call.id, request.call.digest, request.round, request.definition.digest, arguments)


async def test_what_a_person_changed_in_the_window_is_what_the_server_gets_and_the_app_is_told(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "as proposed"}, _meta={META_TURN: "please\u202e", "kept": 1})
        first = await window.asked()
        call = first.request.call
        assert call.turn == "please\u202e"
        with pytest.raises(Refused, match="got 7"):
            await window.ask(edit_of(first, '{"text":7}'))
        check = await window.ask(CheckEdit(call.id, call.digest, '{"text":"as changed"}'))
        assert (check.problems, check.effect) == ((), "ask")
        assert await window.ask(edit_of(first, '{"text":"as changed"}')) == Done()
        second = await window.asked(2)
        assert second.request.edited == call.params
        assert await window.ask(answer(second, note="as short as this\x07")) == Done()
        reply = await waiting
        assert text_of(reply) == "as changed"
        _, note = reply["result"]["content"]
        assert note["text"] == (
            'Note from Assent: the person changed the inputs before approving. text: "as proposed" -> "as changed"\n'
            "Note from Assent: the person who approved this says: as short as this⟨U+0007⟩"
        )
        assert rig.happened() == [{"name": "echo", "arguments": {"text": "as changed"}, "_meta": {"kept": 1}}]
        assert META_TURN not in json.dumps(rig.journal())
        await rig.records("call.outcome")
        with AuditReader.open(profile.paths.log_file) as reader:
            details = read_call(reader, call.id, lambda _: None)
        assert (details.edited, details.params) == (call.params, second.request.call.params)
        assert details.note == "as short as this\x07"
        (row,) = (await window.ask(ReadHistory("edited"))).rows
        assert (row.call_id, row.edited, row.inputs) == (call.id, True, b'{"text":"as changed"}')
        assert (await window.ask(ReadCall(call.id))).row == row
        window.close()
    kinds = ["call.proposed", "call.edited", "call.proposed", "call.decided", "call.outcome"]
    assert [entry.kind for entry in details.timeline] == kinds
    (edited,) = records(profile, "call.edited")
    assert edited["values"] == {"params": second.request.call.params}
    assert records(profile, "call.proposed")[0]["values"]["turn"] == "please\u202e".encode()
    assert "Note from Assent" not in str(details.result)


async def test_a_call_that_waits_is_compared_with_the_last_approved_one_and_the_file_it_would_write(
    profile: Profile, windows: Windows, tmp_path: Path
) -> None:
    (tmp_path / "notes").write_text("before")
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        for number, content in enumerate(("first", "second")):
            _, waiting = app.begin_call("any", {"path": str(tmp_path / "notes"), "content": content})
            asked = await window.asked(number + 1)
            found = await window.ask(CompareCall(asked.request.call.id, asked.request.call.digest))
            await window.ask(answer(asked))
            await waiting
            assert [(file.text, file.why, file.content) for file in found.files] == [("before", "", ("content",))]
            assert (json.loads(found.last or b"{}").get("content"), bool(found.why)) == (
                (None, True) if number == 0 else ("first", False)
            )
        window.close()


async def test_an_approver_in_python_can_want_other_inputs(profile: Profile) -> None:
    async def decide(request: ApprovalRequest) -> Any:
        call = request.call
        if request.edited is None:
            return Edit(call.id, call.digest, b'{"text":"less"}', "ana")
        return Answer(True, call.id, call.digest, "ana")

    async with Rig(profile, approver=ScriptedApprover(echo=decide)) as rig:
        app = await rig.app()
        assert text_of(await app.call("echo", {"text": "much"})) == "less"
        assert [call["arguments"] for call in rig.happened()] == [{"text": "less"}]


async def test_an_edit_that_was_asked_about_when_the_host_died_is_closed_as_denied_at_the_next_start(
    profile: Profile,
) -> None:
    store = AuditStore.open(profile.paths.log_file, head=profile.paths.head_file)
    await store.begin(Draft("host.started", {"pid": 1}))
    await store.append(Draft("call.proposed", {"round": 1}, {"params": b"{}"}, "c1"))
    await store.append(Draft("call.edited", {"who": "ana", "round": 1}, {"params": b"{}"}, "c1"))
    await store.close()
    async with Rig(profile):
        pass
    assert [(record["call"], record["decision"]) for record in records(profile, "call.decided")] == [("c1", "deny")]


async def test_a_question_comes_with_what_the_host_reads_in_its_inputs(
    profile: Profile, windows: Windows, tmp_path: Path
) -> None:
    (tmp_path / "notes").write_text("before")
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("any", {"path": str(tmp_path / "notes")})
        asked = await window.asked()
        await window.ask(answer(asked, False))
        await waiting
        window.close()
    (reading,) = asked.readings
    assert (reading.path, reading.kind) == (("path",), "path")
    assert "a file of 6 bytes" in [said.value for said in reading.facts]


NEVER = {
    "id": "never",
    "effect": "deny",
    "match": {"tool": "echo", "arguments": {"properties": {"text": {"const": "no"}}}},
}


async def test_an_edit_that_a_rule_denies_is_refused_and_the_question_stays_as_it_was(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows, managed=managed_file(NEVER)) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "as proposed"})
        asked = await window.asked()
        call = asked.request.call
        check = await window.ask(CheckEdit(call.id, call.digest, '{"text":"no"}'))
        assert check.effect == "deny"
        for arguments in ('{"text":"no"}', "{}", "[]", '{"text":"x"', '{"text":"a","text":"b"}', ""):
            with pytest.raises(Refused):
                await window.ask(edit_of(asked, arguments))
        assert rig.happened() == []
        assert await window.ask(answer(asked)) == Done()
        assert text_of(await waiting) == "as proposed"
        assert len(window.questions) == 1
        window.close()
    assert records(profile, "call.edited") == []
    assert rig.happened() == [{"name": "echo", "arguments": {"text": "as proposed"}}]


async def test_s16_a_definition_that_changes_while_inputs_are_changed_is_asked_again_and_nothing_slips_through(
    profile: Profile, windows: Windows
) -> None:
    change = {"id": "change", "effect": "allow", "match": {"tool": "change"}}
    async with rig_with(profile, windows, managed=managed_file(change)) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "as proposed"})
        first = await window.asked()
        await app.call("change", {"announce": True})
        assert await window.ask(edit_of(first, '{"text":"as changed"}')) == Done()
        second = await window.asked(2)
        assert await window.ask(answer(second)) == Done()
        third = await window.asked(3)
        assert "changed the definition" in third.request.voided_because
        assert third.request.definition.digest != first.request.definition.digest
        assert third.request.edited == first.request.call.params
        with pytest.raises(Refused):
            await window.ask(answer(second))
        assert await window.ask(answer(third)) == Done()
        assert text_of(await waiting) == "as changed"
        window.close()
    assert [call["arguments"] for call in rig.happened() if call["name"] == "echo"] == [{"text": "as changed"}]


async def test_s12_an_edit_of_what_is_over_or_of_another_revision_changes_nothing(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "one"})
        first = await window.asked()
        assert await window.ask(edit_of(first, '{"text":"two"}')) == Done()
        second = await window.asked(2)
        with pytest.raises(Refused):
            await window.ask(edit_of(first, '{"text":"three"}'))
        with pytest.raises(Refused):
            await window.ask(answer(first))
        await window.ask(answer(second, False, reason="not like this"))
        reply = await waiting
        assert refused(reply)
        assert "the person had changed the inputs" in json.dumps(reply)
        with pytest.raises(Refused):
            await window.ask(edit_of(second, '{"text":"four"}'))
        window.close()
    assert rig.happened() == []
    assert len(records(profile, "call.edited")) == 1
