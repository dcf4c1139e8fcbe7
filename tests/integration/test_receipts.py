"""The receipt that an app gets with a result, and what a reviewer makes of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host.audit.receipt import KEY
from host.errors import UsageError
from tests.support.hosts import ALLOW_ALL, ScriptedApprover
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.unit.host.cli.test_log_commands import run


def receipt_of(answer: dict[str, Any]) -> dict[str, Any]:
    """The receipt in an answer to a call."""
    found: dict[str, Any] = answer["result"]["_meta"][KEY]
    return found


@pytest.mark.parametrize("modern", [False, True])
async def test_a_receipt_says_who_approved_and_where_the_log_has_it(
    profile: Profile, tmp_path: Path, modern: bool
) -> None:
    async with Rig(profile, approver=ScriptedApprover(echo=True)) as rig:
        app = await rig.app(modern=modern)
        answer = await app.call("echo", {"text": "hi"})
    receipt = receipt_of(answer)
    assert (receipt["decision"], receipt["by"]) == ("approve", "approver")
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(answer))
    held = run(profile, "verify", "--receipt", str(file))
    assert held.exit_code in (0, None), held.output
    assert f"The receipt holds: record {receipt['record']}, approved by approver" in held.output
    assert "the inputs are those on record" in held.output
    file.write_text(json.dumps({**receipt, "who": "somebody else"}))
    told = run(profile, "verify", "--receipt", str(file), "--json")
    assert told.return_value == 1
    assert json.loads(told.output)["receipt"]["ok"] is False


async def test_a_rule_is_named_and_a_denial_has_a_receipt_too(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        receipt = receipt_of(await (await rig.app()).call("echo", {"text": "hi"}))
        assert (receipt["decision"], receipt["by"]) == ("approve", "rule")
    async with Rig(profile, approver=ScriptedApprover(echo="no")) as rig:
        receipt = receipt_of(await (await rig.app()).call("echo", {"text": "hi"}))
        assert (receipt["decision"], receipt["by"]) == ("deny", "approver")
        assert rig.happened() == [{"arguments": {"text": "hi"}, "name": "echo"}]


async def test_s09_a_receipt_of_a_server_is_replaced_or_removed(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        answer = await app.call("any", {"meta": {KEY: {"who": "ana"}, "kept": 1}})
        assert receipt_of(answer)["by"] == "rule"
        assert answer["result"]["_meta"]["kept"] == 1
        read = await app.request("resources/read", {"uri": "claims:"})
        assert read["result"]["_meta"] == {"kept": 1}


async def test_s09_a_servers_error_and_what_a_link_leads_to_bring_no_receipt_of_its_own(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        app.keep_lines = True
        answer = await app.call("any", {"meta": {KEY: {"who": "ana"}, "kept": 1}, "isError": True})
        assert (receipt_of(answer)["by"], answer["result"]["_meta"]["kept"]) == ("rule", 1)
        assert app.lines[-1].count(b'"_meta"') == 1, "whoever reads the first, and whoever reads the last, reads ours"
    async with Rig(profile, managed=ALLOW_ALL, approver=ScriptedApprover(default=True)) as rig:
        app = await rig.app()
        await app.call("any", {"content": [{"type": "resource_link", "uri": "claims:", "name": "a"}]})
        read = await app.request("resources/read", {"uri": "claims:"})
        assert len(await rig.records("input.decided")) == 1
        assert read["result"]["_meta"] == {"kept": 1}


async def test_what_ends_without_a_decision_has_none(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        answer = await (await rig.app()).call("echo", {"text": 5})
        assert "_meta" not in answer["result"]


def test_a_receipt_that_cannot_be_read_is_reported(profile: Profile, tmp_path: Path) -> None:
    gone = run(profile, "verify", "--receipt", str(tmp_path / "gone"))
    assert isinstance(gone.exception, UsageError)
    assert "cannot be read" in str(gone.exception)
