"""What rules demand and see, with real processes, real files and real links."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from host.canonical import canonical
from host.gate.refusals import WITHHELD
from host.model import Answer, ApprovalRequest, Signature, sha256_hex
from tests.support.app import refused, text_of
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, managed_file
from tests.support.profile import Profile
from tests.support.rig import Rig, records, write_policy
from tests.support.waiting import eventually

RAW = {"server": "raw"}
SIGNED_BY_BOTH: dict[str, Any] = {"approvers": ["IRB_CHAIR", "PRINCIPAL_INVESTIGATOR"]}
ANA = Signature("ana", ("PRINCIPAL_INVESTIGATOR",), 1.0)
BEN = Signature("ben", ("IRB_CHAIR",), 2.0)


def allow(**match: Any) -> dict[str, Any]:
    return {"id": "may", "effect": "allow", "match": RAW | match}


def demand(effect: str = "ask", **obligations: Any) -> dict[str, Any]:
    return {"id": "demand", "effect": effect, "match": RAW, "obligations": obligations}


def answer(request: ApprovalRequest, **said: Any) -> Answer:
    return Answer(True, request.call.id, request.call.digest, "ana", displayed_ms=1500, **said)


def always(**said: Any) -> Callable[[ApprovalRequest], Awaitable[Answer]]:
    """An approver's yes to everything, with this besides."""

    async def decide(request: ApprovalRequest) -> Answer:
        return answer(request, **said)

    return decide


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """``inside`` with a file and two links, one of which leads out; ``outside`` with a file."""
    for name in ("inside", "outside"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.txt").write_text(name)
    (tmp_path / "inside" / "out").symlink_to(tmp_path / "outside")
    (tmp_path / "inside" / "in").symlink_to(tmp_path / "inside")
    return tmp_path


def swap(folder: Path) -> None:
    """Let the link that led inside lead out."""
    (folder / "inside" / "in").unlink()
    (folder / "inside" / "in").symlink_to(folder / "outside")


# Signatures, reasons, rates


@pytest.mark.parametrize("signatures", [(), (ANA,), (ANA, ANA), (BEN, ANA)], ids=["none", "one", "twice", "both"])
async def test_a_call_that_two_must_sign_is_sent_with_both_signatures_and_no_less(
    profile: Profile, signatures: tuple[Signature, ...]
) -> None:
    approver = ScriptedApprover(default=always(signatures=signatures))
    async with Rig(profile, approver=approver, managed=managed_file(demand(**SIGNED_BY_BOTH))) as rig:
        app = await rig.app()
        reply = await app.call("echo", {"text": "enrol"})
        complete = signatures == (BEN, ANA)
        assert refused(reply) != complete
        assert len(rig.happened()) == complete
        (decided,) = await rig.records("call.decided")
        (proposed,) = await rig.records("call.proposed")
    assert proposed["obligations"]["approvers"] == [
        {"count": 1, "role": "IRB_CHAIR"},
        {"count": 1, "role": "PRINCIPAL_INVESTIGATOR"},
    ]
    assert decided["by"] == ("approver" if complete else "fault")
    if complete:
        assert decided["who"] == "ben, ana"
        assert [signer["approver"] for signer in decided["signers"]] == ["ben", "ana"]


@pytest.mark.parametrize("reason", ["", "the ticket says so"], ids=["without", "with"])
async def test_a_yes_needs_the_reason_that_a_rule_wants(profile: Profile, reason: str) -> None:
    approver = ScriptedApprover(default=always(reason=reason))
    async with Rig(profile, approver=approver, managed=managed_file(demand(reason_required=True))) as rig:
        app = await rig.app()
        reply = await app.call("echo", {"text": "x"})
        assert refused(reply) == (not reason)
        assert len(rig.happened()) == bool(reason)
        assert "ticket says" not in json.dumps(reply)
        (decided,) = await rig.records("call.decided")
    assert (decided["values"]["reason"] == reason.encode()) == bool(reason)


async def test_a_rate_refuses_what_comes_too_often_and_names_its_rule(profile: Profile) -> None:
    rules = managed_file(demand("allow", rate={"calls": 2, "perSeconds": 3600}))
    async with Rig(profile, managed=rules) as rig:
        app = await rig.app()
        replies = [await app.call("echo", {"text": "x"}) for _ in range(3)]
        assert [refused(reply) for reply in replies] == [False, False, True]
        assert '"demand"' in text_of(replies[2])
        assert not refused(await app.call("any"))
        assert len(rig.happened()) == 3


# Permissions


async def test_s13_a_permission_for_a_chat_ends_with_it(profile: Profile) -> None:
    approver = ScriptedApprover(default=always(duration="chat"))
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app()
        for _ in range(2):
            assert not refused(await app.call("echo", {"text": "x"}))
        assert len(approver.asked) == 1
        other = await rig.app()
        assert not refused(await other.call("echo", {"text": "x"}))
        assert len(approver.asked) == 2, "each session of the same app is another chat"
        await app.close()
        await eventually(lambda: len(rig.host.gate.grants.all) == 1)
        (revoked,) = await rig.records("grant.revoked")
    assert revoked["because"]


# Results


@pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])
@pytest.mark.parametrize("release", [True, False], ids=["released", "withheld"])
async def test_a_result_is_held_until_a_person_releases_it(profile: Profile, modern: bool, release: bool) -> None:
    shown: list[bytes | None] = []

    async def decide(request: ApprovalRequest) -> bool:
        shown.append(request.result)
        return release

    rules = managed_file(demand("allow", review_result=True))
    async with Rig(profile, approver=ScriptedApprover(default=decide), managed=rules) as rig:
        app = await rig.app(modern=modern)
        reply = await app.call("echo", {"text": "patient 7"})
        (outcome,) = await rig.records("call.outcome")
        (reviewed,) = await rig.records("result.reviewed")
        assert len(rig.happened()) == 1
    assert [body is not None and b"patient 7" in body for body in shown] == [True]
    assert outcome["held"] is True
    assert reviewed["decision"] == ("release" if release else "withhold")
    assert text_of(reply) == ("patient 7" if release else WITHHELD)
    assert ("patient 7" in json.dumps(reply)) == release


async def test_the_apps_cancellation_ends_the_wait_for_a_held_result_without_an_answer(profile: Profile) -> None:
    approver = ScriptedApprover()
    async with Rig(profile, approver=approver, managed=managed_file(demand("allow", review_result=True))) as rig:
        app = await rig.app()
        request_id, future = app.begin_call("echo", {"text": "x"})
        await approver.until_asked()
        app.notify("notifications/cancelled", {"requestId": request_id})
        await app.request("ping")
        assert not future.done()
    reviewed = records(profile, "result.reviewed")
    assert [(record["decision"], record["by"]) for record in reviewed] == [("withhold", "withdrawal")]


async def test_quitting_withholds_what_is_held(profile: Profile) -> None:
    approver = ScriptedApprover()
    async with Rig(profile, approver=approver, managed=managed_file(demand("allow", review_result=True))) as rig:
        app = await rig.app()
        app.begin_call("echo", {"text": "x"})
        await approver.until_asked()
    assert [record["decision"] for record in records(profile, "result.reviewed")] == ["withhold"]


# Paths


@pytest.mark.parametrize(
    ("path", "passes"),
    [
        ("inside/notes.txt", True),
        ("inside/in/notes.txt", True),
        ("inside/new/file", True),
        ("inside/out/notes.txt", False),
        ("inside/../outside/notes.txt", False),
        ("inside/out/../inside/notes.txt", False),
        ("outside/notes.txt", False),
        ("inside-evil", False),
        ("", False),
    ],
)
async def test_s35_a_rule_lets_pass_what_lies_within_its_folder_by_meaning(
    profile: Profile, folder: Path, path: str, passes: bool
) -> None:
    rules = managed_file(allow(paths_within=[str(folder / "inside")]))
    async with Rig(profile, managed=rules) as rig:
        app = await rig.app()
        reply = await app.call("any", {"path": f"{folder}/{path}"})
        assert refused(reply) != passes
        assert len(rig.happened()) == passes


async def test_s35_one_path_outside_or_unclear_is_enough_to_ask(profile: Profile, folder: Path) -> None:
    inside = str(folder / "inside" / "notes.txt")
    rules = managed_file(allow(paths_within=[str(folder / "inside")]))
    async with Rig(profile, managed=rules) as rig:
        app = await rig.app()
        for other in (str(folder / "outside"), "notes.txt", "~/notes.txt", f"file://{inside}/%2e%2e/x", "\\\\host\\x"):
            assert refused(await app.call("any", {"path": inside, "destination": other})), other
        assert rig.happened() == []


async def test_s35_a_link_that_is_swapped_while_a_person_is_asked_is_asked_about_again(
    profile: Profile, folder: Path
) -> None:
    rounds: list[str] = []

    async def decide(request: ApprovalRequest) -> bool:
        rounds.append(request.voided_because)
        if request.round == 1:
            swap(folder)
        return request.round == 1

    async with Rig(profile, approver=ScriptedApprover(default=decide)) as rig:
        app = await rig.app()
        assert refused(await app.call("any", {"path": str(folder / "inside" / "in" / "notes.txt")}))
        assert rig.happened() == []
    assert [bool(because) for because in rounds] == [False, True]
    assert "leads elsewhere" in rounds[1]


async def test_s35_a_rule_that_denies_a_folder_is_told_of_a_link_into_it_that_appeared_meanwhile(
    profile: Profile, folder: Path
) -> None:
    async def decide(_: ApprovalRequest) -> bool:
        swap(folder)
        return True

    deny = {"id": "never", "effect": "deny", "match": RAW | {"paths_within": [str(folder / "outside")]}}
    async with Rig(profile, approver=ScriptedApprover(default=decide), managed=managed_file(deny)) as rig:
        app = await rig.app()
        reply = await app.call("any", {"path": str(folder / "inside" / "in" / "notes.txt")})
        assert "Not allowed by policy" in text_of(reply)
        assert rig.happened() == []


# The policy in force


async def test_a_rule_that_denies_by_the_time_of_the_answer_wins(profile: Profile) -> None:
    async def decide(_: ApprovalRequest) -> bool:
        write_policy(profile.paths.policy_file, {"effect": "deny", "match": {"tool": "echo"}})
        return True

    async with Rig(profile, approver=ScriptedApprover(default=decide)) as rig:
        app = await rig.app()
        assert "Not allowed by policy" in text_of(await app.call("echo", {"text": "x"}))
        assert rig.happened() == []


async def test_a_rule_that_wants_signatures_by_the_time_of_the_answer_asks_again(profile: Profile) -> None:
    wanted: list[bool] = []

    async def decide(request: ApprovalRequest) -> Answer:
        wanted.append(request.verdict.obligations.signed)
        if request.round == 1:
            write_policy(
                profile.paths.policy_file, {"effect": "ask", "match": {}, "obligations": {"approvers": ["IRB_CHAIR"]}}
            )
        return answer(request)

    async with Rig(profile, approver=ScriptedApprover(default=decide)) as rig:
        app = await rig.app()
        assert refused(await app.call("echo", {"text": "x"}))
        assert rig.happened() == []
    assert wanted == [False, True]


@pytest.mark.expected_logs(r"host\.policy\.book: everything is denied")
async def test_a_policy_that_breaks_while_a_person_decides_lets_nothing_pass(profile: Profile) -> None:
    async def decide(_: ApprovalRequest) -> bool:
        profile.paths.policy_file.write_text('{"version": 1, "rules": [')
        return True

    async with Rig(profile, approver=ScriptedApprover(default=decide), managed=managed_file()) as rig:
        app = await rig.app()
        assert "Everything is denied" in text_of(await app.call("echo", {"text": "x"}))
        assert rig.happened() == []


# Trust


@pytest.mark.parametrize("vouched", [True, False], ids=["vouched for", "untrusted"])
async def test_s19_what_a_server_says_of_itself_lets_a_call_pass_only_where_somebody_vouches_for_it(
    profile: Profile, vouched: bool
) -> None:
    options = ("--claims", '{"readOnlyHint": true}')
    entry = json.loads(_servers(profile, *options).read_text())["mcpServers"]["raw"]
    rules = managed_file(
        allow(annotations={"readOnlyHint": True}), **({"trust": {"raw": _digest(entry)}} if vouched else {})
    )
    async with Rig(profile, *options, managed=rules) as rig:
        app = await rig.app()
        assert refused(await app.call("any")) != vouched
        (decided,) = await rig.records("call.decided")
    assert decided["annotations"] == {"readOnlyHint": True}
    assert decided.get("trust") == ("managed" if vouched else None)


@pytest.mark.parametrize("claim", ['{"requiredApprovers": ["IRB_CHAIR"]}', '{"destructiveHint": true}'])
async def test_s19_what_an_untrusted_server_warns_of_is_asked_about(profile: Profile, claim: str) -> None:
    async with Rig(profile, "--claims", claim, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        assert not refused(await app.call("echo", {"text": "x"}))
        assert refused(await app.call("any"))
        decided = await rig.records("call.decided")
    assert [record["by"] for record in decided] == ["rule", "no-window"]
    assert "obligations" not in decided[1]


def _servers(profile: Profile, *options: str) -> Path:
    """servers.json as ``Rig`` writes it."""
    Rig(profile, *options)
    return profile.paths.servers_file


def _digest(entry: dict[str, Any]) -> str:
    return sha256_hex(canonical(entry))
