"""Answers that are more than yes or no, from outside: real keys and clicks in the real window, over real servers.

A person changes inputs and approves what came of it, says no with one click on a reason, and decides alike calls
together. Keys that come at once decide nothing. What the servers got, what the app heard and the log must agree.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.display import Desktop
from tests.e2e.test_real_servers import NPM, story
from tests.e2e.test_window_story import ASKING, approve, at_work, click, click_cell, desktop, press, see, unseen
from tests.support.app import refused, text_of
from tests.support.profile import Profile
from tests.support.rig import records

__all__ = ["desktop"]  # a fixture


def demo(name: str) -> dict[str, Any]:
    return {"command": sys.executable, "args": ["-I", "-m", "resources.demo", name]}


@pytest.mark.full
async def test_inputs_that_a_person_changed_are_what_is_sent_and_a_reason_of_one_click_is_what_the_app_hears(
    desktop: Desktop, profile: Profile
) -> None:
    async with at_work(desktop, profile, {"shop": demo("shop")}) as (person, apps):
        app = apps["shop"]
        answer = app.begin_call("run_sql", {"sql": "UPDATE orders SET status = 'sent'"})[1]
        await see(person, ASKING)
        await asyncio.to_thread(person.open_edit)
        await press(person, "Return", "ctrl+Return")  # nothing is changed yet, and nothing is approved here
        await asyncio.to_thread(person.add_to_input, "sql", " WHERE id = 3")
        await asyncio.to_thread(person.use_inputs)
        await press(person, "Return", "space", "ctrl+Return")  # at once
        await see(person, "WHERE")
        assert not answer.done()
        await approve(person, ASKING)
        assert text_of(await answer) == "Rows changed: 1."
        assert "Note from Assent: the person changed the inputs" in json.dumps(await answer)

        answer = app.begin_call("run_sql", {"sql": "DELETE FROM orders"})[1]
        await see(person, ASKING)
        await asyncio.to_thread(person.deny_because, "Looks unsafe")
        assert refused(await answer)
        assert text_of(await answer).endswith("Reason: Looks unsafe")
    assert story(profile) == [("run_sql", "approve", "approver", "succeeded"), ("run_sql", "deny", "approver")]
    (edited,) = records(profile, "call.edited")
    sent = json.loads(edited["values"]["params"])
    assert sent["arguments"] == {"sql": "UPDATE orders SET status = 'sent' WHERE id = 3"}


@pytest.mark.npm
@pytest.mark.full
async def test_a_question_that_waits_longer_a_note_with_a_yes_and_a_while_by_the_keyboard(
    desktop: Desktop, profile: Profile, tmp_path: Path
) -> None:
    root = tmp_path / "files"
    root.mkdir()
    entry = {"command": str(NPM / "mcp-server-filesystem"), "args": [str(root)]}
    said = {"dev.assent/agent": "reviewer", "dev.assent/model": "m-9", "dev.assent/chat": "Q3 \u202enotes"}
    async with at_work(desktop, profile, {"files": entry}, decision_timeout=29.0) as (person, apps):

        def write(name: str) -> Any:
            inputs = {"path": str(root / name), "content": "new\n"}
            return apps["files"].begin_call("write_file", inputs, _meta=said)[1]

        answer = write("plan.md")
        await see(person, "It says: subagent “reviewer”, model “m-9”, chat “Q3 ⟨U+202E⟩notes”")
        await click(person, "Keep waiting")
        await unseen(person, "Keep waiting")
        assert await asyncio.to_thread(person.sees, "plan.md”.")
        await click(person, "Approve with a note…")
        await see(person, "Note with your yes")
        await asyncio.to_thread(person.hands.type, "Add a date next time")
        await approve(person, ASKING)
        heard = await answer
        assert (root / "plan.md").read_text() == "new\n"
        assert "Add a date next time" in json.dumps(heard)

        answer = write("while.md")
        await see(person, ASKING)
        await asyncio.to_thread(person.read_on)
        await asyncio.to_thread(person.cover, "Exactly this call, each time", "15 minutes")
        await approve(person, ASKING)
        await answer
        assert text_of(await write("while.md"))
        await asyncio.to_thread(person.until_lines, "…/files/while.md", 2)  # its line moves the others down
        await click_cell(person, "Create …/files/plan.md")
        await see(person, "Add a date next time")
    (noted, kept, covered) = records(profile, "call.decided")
    assert (noted["there"], kept["there"], covered["by"]) == ("nothing", "nothing", "grant")
    assert noted["values"]["note"] == b"Add a date next time"


@pytest.mark.full
async def test_alike_calls_are_decided_together_after_each_was_seen_and_sent_once_each(
    desktop: Desktop, profile: Profile
) -> None:
    async with at_work(desktop, profile, {"messages": demo("messages")}) as (person, apps):
        answers = [
            apps["messages"].begin_call("send_message", {"to": f"{who}@garden.example", "text": "Tulips?"})[1]
            for who in ("ana", "ben", "tom")
        ]
        await see(person, "2 more calls like this one wait")
        await asyncio.to_thread(person.open_alike)
        await press(person, "Return", "ctrl+Return", "ctrl+d")  # at once
        await see(person, "3 of 3 seen · 0 ticked")  # nothing was found in them that has to be read first
        await asyncio.to_thread(person.approve_alike, 3)
        heard = await asyncio.gather(*answers)
        assert [text_of(one).split(" to ")[1].split(" ")[0] for one in heard] == [
            "ana@garden.example",
            "ben@garden.example",
            "tom@garden.example",
        ]
    assert story(profile) == [("send_message", "approve", "approver", "succeeded")] * 3
