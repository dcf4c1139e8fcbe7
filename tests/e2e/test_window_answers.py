"""Answers that are more than yes or no, from outside: real keys and clicks in the real window, over real servers.

A person changes inputs and approves what came of it, says no with one click on a reason, and decides alike calls
together. Keys that come at once decide nothing. What the servers got, what the app heard and the log must agree.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import pytest

from tests.desktop.display import Desktop
from tests.e2e.test_real_servers import story
from tests.e2e.test_window_story import ASKING, approve, at_work, desktop, press, see
from tests.support.app import refused, text_of
from tests.support.profile import Profile
from tests.support.rig import records

__all__ = ["desktop"]  # a fixture


def demo(name: str) -> dict[str, Any]:
    return {"command": sys.executable, "args": ["-I", "-m", f"resources.demo.{name}"]}


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
