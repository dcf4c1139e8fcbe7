"""Two people sign one call through a real window: real processes, sockets, credentials and log."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from host.control.protocol import CallEnded, CallSigned, SetPin, SignCall, Welcome
from host.control.views import Asked, SigningView
from host.gate.pending_approval import ALREADY_SIGNED, NO_LONGER_WAITS, REPLACED
from host.gate.signers import FREE_FAILURES, WRONG
from host.values import replace
from host.window.pending_prompts import MUST_BE_SIGNED
from tests.support.app import refused, text_of
from tests.support.hosts import CALM, make_host, managed_file
from tests.support.profile import Profile
from tests.support.rig import Rig, records
from tests.support.signing import ADA, TOM, MemoryKeyring
from tests.support.waiting import eventually
from tests.support.windows import Refused, TestWindow, Windows, answer

PIS, CHAIRS = "PRINCIPAL_INVESTIGATOR", "IRB_CHAIR"
PINS = {ADA.name: "ada's own", TOM.name: "tom's own"}
APPROVERS = [{"name": one.name, "roles": list(one.roles), "credential": one.credential} for one in (ADA, TOM)]
BY_BOTH = {
    "id": "by-both",
    "effect": "ask",
    "match": {"server": "raw", "tool": "echo"},
    "obligations": {"approvers": [PIS, CHAIRS]},
}
BY_PIN = {"id": "by-pin", "effect": "ask", "match": {"tool": "echo"}, "obligations": {"pin": True}}
FREELY = {"id": "freely", "effect": "allow", "match": {"server": "raw", "tool": "change"}}

pytestmark = pytest.mark.usefixtures("at_once")


def rig_with(profile: Profile, windows: Windows, *rules: dict[str, Any], **options: Any) -> Rig:
    """A rig whose host has a window, and an administrator who registered Ada and Tom."""
    rig = Rig(profile)
    options.setdefault("managed", managed_file(*(rules or (BY_BOTH, FREELY)), approvers=APPROVERS))
    rig.host = make_host(
        profile.paths,
        settings=CALM.replace(approver_grace=20.0),
        window=True,
        window_command=windows.command,
        **options,
    )
    return rig


def sign(asked: Asked, name: str, **changes: Any) -> SignCall:
    """A person's signature under a question."""
    request = asked.request
    said = SignCall(
        request.call.id, request.call.digest, request.round, request.definition.digest, name, PINS.get(name, "")
    )
    return replace(said, **changes)


async def said_no(window: TestWindow, request: Any) -> str:
    with pytest.raises(Refused) as caught:
        await window.ask(request)
    return str(caught.value.args[1])


def signers(view: Any) -> list[str]:
    assert isinstance(view, SigningView)
    return [signature.approver for signature in view.signed]


@pytest.mark.parametrize("order", [(ADA.name, TOM.name), (TOM.name, ADA.name)], ids=["ada first", "tom first"])
async def test_both_sign_in_either_order_and_the_call_is_sent_once(
    profile: Profile, windows: Windows, order: tuple[str, str]
) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "both"})
        asked = await window.asked()
        assert asked.signing is not None
        assert [quota.role for quota in asked.signing.required] == [CHAIRS, PIS]
        assert await said_no(window, answer(asked)) == MUST_BE_SIGNED
        first = await window.ask(sign(asked, order[0]))
        assert (signers(first), len(first.missing)) == ([order[0]], 1)
        assert (await window.hear(CallSigned)).signing == first
        assert not waiting.done()
        assert rig.happened() == []
        last = await window.ask(sign(asked, order[1], displayed_ms=4321))
        assert (signers(last), last.missing, last.candidates) == (list(order), (), ())
        assert text_of(await waiting) == "both"
        assert (await window.hear(CallEnded)).why == "approved"
        assert len(rig.happened()) == 1
        signed = await rig.records("call.signed")
        assert [(one["approver"], one["round"]) for one in signed] == [(name, 1) for name in order]
        assert [len(one["missing"]) for one in signed] == [1, 0]
        (decided,) = await rig.records("call.decided")
        assert decided["who"] == ", ".join(order)
        assert {one["call"] for one in signed} == {decided["call"]}
        for name, pin in PINS.items():
            assert pin not in str(signed) + str(decided), name


@pytest.mark.expected_logs(r"host\.window\.process: the window ended with exit code 3; it is started again")
async def test_a_window_that_is_killed_between_the_signatures_loses_none(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "kept"})
        asked = await window.asked()
        await window.ask(sign(asked, ADA.name))
        window.exit(3)
        again = await windows.joined()
        question = await again.asked()
        assert question.request == asked.request
        assert signers(question.signing) == [ADA.name]
        assert await said_no(again, sign(question, ADA.name)) == ALREADY_SIGNED
        await again.ask(sign(question, TOM.name))
        assert text_of(await waiting) == "kept"
        assert [one["approver"] for one in await rig.records("call.signed")] == [ADA.name, TOM.name]


async def test_wrong_pins_lock_a_name_and_the_lock_outlives_the_host(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "no"})
        asked = await window.asked()
        for _ in range(FREE_FAILURES - 1):
            assert await said_no(window, sign(asked, ADA.name, secret=PINS[TOM.name])) == WRONG
        assert "wait 30 s" in await said_no(window, sign(asked, ADA.name, secret=PINS[TOM.name]))
        assert "too many wrong PINs" in await said_no(window, sign(asked, ADA.name))
        assert signers(await window.ask(sign(asked, TOM.name))) == [TOM.name]
        await window.ask(answer(asked, approve=False))
        assert refused(await waiting)
        failed = await rig.records("approver.failed")
        assert [(one["name"], one["failures"]) for one in failed] == [
            (ADA.name, n) for n in range(1, FREE_FAILURES + 1)
        ]
        (locked,) = await rig.records("approver.locked")
        assert (locked["name"], locked["seconds"]) == (ADA.name, 30.0)
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "again"})
        asked = await window.asked()
        assert "too many wrong PINs" in await said_no(window, sign(asked, ADA.name))
        await window.ask(answer(asked, approve=False))
        await waiting


async def test_s13_a_tool_that_changes_under_the_signatures_is_signed_again(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        await app.call("echo0", {})  # nothing of that name: the server has listed by now
        _, waiting = app.begin_call("echo", {"text": "anew"})
        asked = await window.asked()
        await window.ask(sign(asked, ADA.name))
        assert text_of(await app.call("change", {})) == "changed"
        await window.ask(sign(asked, TOM.name))
        again = await window.asked(2)
        assert (again.request.round, signers(again.signing)) == (2, [])
        assert again.request.voided_because
        assert await said_no(window, sign(asked, ADA.name)) == REPLACED
        assert rig.happened()[-1]["name"] == "change"
        for name in (TOM.name, ADA.name):
            await window.ask(sign(again, name))
        assert text_of(await waiting) == "anew"
        rounds = [(one["round"], one["approver"]) for one in await rig.records("call.signed")]
        assert rounds == [(1, ADA.name), (1, TOM.name), (2, TOM.name), (2, ADA.name)]


async def test_a_denial_ends_it_though_one_has_signed(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "no"})
        asked = await window.asked()
        await window.ask(sign(asked, TOM.name))
        await window.ask(answer(asked, approve=False, reason="the cohort is too small"))
        assert "the cohort is too small" in text_of(await waiting)
        assert await said_no(window, sign(asked, ADA.name)) == NO_LONGER_WAITS
        assert rig.happened() == []
        (decided,) = await rig.records("call.decided")
        assert (decided["decision"], decided["by"]) == ("deny", "approver")


async def test_a_host_that_ends_with_one_signature_sends_nothing(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "no"})
        asked = await window.asked()
        await window.ask(sign(asked, TOM.name))
        await rig.host.stop()
        assert refused(await waiting)
    assert rig.happened() == []
    (decided,) = records(profile, "call.decided")
    assert (decided["decision"], decided["by"]) == ("deny", "quit")


async def test_a_pin_is_kept_in_the_keyring_and_signs_after_a_restart(profile: Profile, windows: Windows) -> None:
    keyring = MemoryKeyring()
    async with rig_with(profile, windows, BY_PIN, seal=keyring.seal) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "mine"})
        asked = await window.asked()
        assert asked.signing is not None
        assert (asked.signing.pin, asked.signing.missing[0]) == (True, "a PIN")
        await window.ask(SetPin("", "2468"))
        person = (await window.hear(Welcome)).person
        told = (await window.hear(CallSigned)).signing
        assert person in [one.name for one in told.candidates]
        await window.ask(sign(asked, person, secret="2468"))  # noqa: S106
        assert text_of(await waiting) == "mine"
    async with rig_with(profile, windows, BY_PIN, seal=keyring.seal) as rig:
        window = await windows.joined()
        await eventually(lambda: rig.host.window.server._host.own_pin.entry)  # type: ignore[union-attr]  # noqa: SLF001
        app = await rig.app()
        _, waiting = app.begin_call("echo", {"text": "again"})
        asked = await window.asked()
        assert await said_no(window, sign(asked, person, secret="1111")) == WRONG  # noqa: S106
        await window.ask(sign(asked, person, secret="2468"))  # noqa: S106
        assert text_of(await waiting) == "again"
        enrolled = await rig.records("approver.enrolled")
        assert [(one["name"], one["remembered"]) for one in enrolled] == [(person, True)]


async def test_two_who_sign_at_once_both_count(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "both"})
        asked = await window.asked()
        await asyncio.gather(window.ask(sign(asked, ADA.name)), window.ask(sign(asked, TOM.name)))
        assert text_of(await waiting) == "both"
        assert len(await rig.records("call.signed")) == 2
