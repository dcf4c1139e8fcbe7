"""The first promise, end to end, with servers that other people wrote: exactly what was approved happens.

Bridge, host and servers are real processes; each server's own state is the witness, and the log must agree.
"""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from host.apps import registry
from host.audit.files import read_head
from host.audit.query import AuditReader
from host.audit.verify import verify_database
from tests.support.app import App, refused, text_of
from tests.support.hosts import CALM, ROOT, ScriptedApprover, make_host, write_servers
from tests.support.profile import Profile

NPM = ROOT / "tests/servers/npm/node_modules/.bin"
VENV = ROOT / ".venv/bin"

ERAS = pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])


@asynccontextmanager
async def session(
    profile: Profile,
    name: str,
    entry: dict[str, Any],
    approver: ScriptedApprover,
    *,
    modern: bool = False,
    **settings: float,
) -> AsyncIterator[App]:
    """A host with one configured server, and an app that joined it. The log must verify afterwards."""
    write_servers(profile.paths, {name: entry})
    if "tester" not in registry.names(profile.paths.apps_dir):
        registry.add(profile.paths.apps_dir, "tester")
    chosen = CALM.replace(approver_grace=0.2, **settings)
    async with make_host(profile.paths, approver, settings=chosen):
        app = await App.start(name, env=profile.env, modern=modern)
        try:
            yield app
        finally:
            assert await app.close() == 0, await app.stderr()
    found = verify_database(profile.paths.log_file, read_head(profile.paths.head_file))
    assert found.ok, found.problem


def story(profile: Profile) -> list[tuple[str, ...]]:
    """What the log tells of calls: tool, decision and by whom, outcome."""
    told: dict[str, list[str]] = {}
    with AuditReader.open(profile.paths.log_file) as reader:
        for record in reversed(reader.search(limit=1000).records):
            fields = record.fields
            if record.kind in ("call.decided", "call.refused"):
                told[record.call] = [
                    str(fields.get("tool", "")),
                    str(fields.get("decision", "refused")),
                    str(fields.get("by", "")),
                ]
            elif record.kind == "call.outcome":
                told[record.call].append(str(fields["status"]))
    return [tuple(line) for line in told.values()]


def git(repository: Path, *arguments: str) -> str:
    """Run git in a repository, without anybody's configuration."""
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
    return subprocess.run(command, cwd=repository, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit and one staged change."""
    path = tmp_path / "repository"
    path.mkdir()
    git(path, "init", "-q", "-b", "main")
    git(path, "config", "user.name", "t")
    git(path, "config", "user.email", "t@example.org")
    (path / "a.txt").write_text("one\n")
    git(path, "add", "a.txt")
    git(path, "commit", "-q", "-m", "first")
    (path / "a.txt").write_text("two\n")
    git(path, "add", "a.txt")
    return path


@ERAS
async def test_git_commits_exactly_what_was_approved(profile: Profile, repository: Path, modern: bool) -> None:
    approver = ScriptedApprover(
        git_commit=True, git_status=True, git_create_branch="not on this repository", git_reset=None
    )
    entry = {"command": str(VENV / "mcp-server-git")}
    arguments = {"repo_path": str(repository)}
    async with session(profile, "git", entry, approver, modern=modern) as app:
        assert "a.txt" in text_of(await app.call("git_status", arguments))
        denied = await app.call("git_create_branch", {**arguments, "branch_name": "evil"})
        assert refused(denied)
        assert "not on this repository" in text_of(denied)
        request_id, answer = app.begin_call("git_reset", arguments)
        await approver.until_asked(3)
        app.notify("notifications/cancelled", {"requestId": request_id})
        committed = await app.call("git_commit", {**arguments, "message": "second"})
        assert not refused(committed)
        assert not answer.done()
    assert git(repository, "log", "--format=%s") == "second\nfirst"
    assert git(repository, "branch", "--format=%(refname:short)") == "main"
    assert git(repository, "show", "--format=", "--name-only") == "a.txt"
    assert sorted(story(profile)) == [
        ("git_commit", "approve", "approver", "succeeded"),
        ("git_create_branch", "deny", "approver"),
        ("git_reset", "deny", "withdrawal"),
        ("git_status", "approve", "approver", "succeeded"),
    ]


@ERAS
@pytest.mark.full
async def test_a_call_that_nobody_decides_expires_and_does_not_happen(
    profile: Profile, repository: Path, modern: bool
) -> None:
    approver = ScriptedApprover()
    entry = {"command": str(VENV / "mcp-server-git")}
    async with session(profile, "git", entry, approver, modern=modern, decision_timeout=0.2) as app:
        expired = await app.call("git_reset", {"repo_path": str(repository)})
        assert refused(expired)
        assert "Nobody decided in time" in text_of(expired)
    assert git(repository, "diff", "--cached", "--name-only") == "a.txt"
    assert story(profile) == [("git_reset", "deny", "expiry")]


@ERAS
async def test_time_answers_in_both_eras_with_structured_content_intact(profile: Profile, modern: bool) -> None:
    entry = {"command": str(VENV / "mcp-server-time"), "args": ["--local-timezone", "UTC"]}
    async with session(profile, "time", entry, ScriptedApprover(default=True), modern=modern) as app:
        listed = (await app.request("tools/list"))["result"]["tools"]
        assert [tool["name"] for tool in listed] == ["get_current_time", "convert_time"]
        assert all(tool["annotations"]["readOnlyHint"] for tool in listed)
        converted = await app.call(
            "convert_time", {"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}
        )
        assert converted["result"]["structuredContent"]["target"]["timezone"] == "Asia/Tokyo"
        assert converted["result"].get("resultType") == ("complete" if modern else None)
        bad = await app.call("convert_time", {"source_timezone": "UTC"})
        assert refused(bad)
        assert "time" in text_of(bad)
    assert story(profile) == [("convert_time", "approve", "approver", "succeeded"), ("convert_time", "refused", "")]


@pytest.mark.npm
async def test_the_filesystem_holds_exactly_the_approved_files(profile: Profile, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "kept.txt").write_text("as it was")

    async def only_into_notes(request: Any) -> Any:
        return "notes" in request.call.arguments_value["path"] or "only into notes"

    approver = ScriptedApprover(write_file=only_into_notes, create_directory=True, move_file=None)
    async with session(
        profile, "files", {"command": str(NPM / "mcp-server-filesystem"), "args": [str(root)]}, approver
    ) as app:
        assert not refused(await app.call("create_directory", {"path": str(root / "notes")}))
        assert not refused(await app.call("write_file", {"path": str(root / "notes/a.txt"), "content": "hello\n"}))
        denied = await app.call("write_file", {"path": str(root / "kept.txt"), "content": "overwritten"})
        assert "only into notes" in text_of(denied)
        _, answer = app.begin_call(
            "move_file", {"source": str(root / "kept.txt"), "destination": str(root / "gone.txt")}
        )
        await approver.until_asked(4)
    assert answer.cancelled()
    assert sorted(path.relative_to(root).as_posix() for path in root.rglob("*")) == ["kept.txt", "notes", "notes/a.txt"]
    assert (root / "kept.txt").read_text() == "as it was"
    assert (root / "notes/a.txt").read_text() == "hello\n"
    assert sorted(line[:3] for line in story(profile)) == [
        ("create_directory", "approve", "approver"),
        ("move_file", "deny", "withdrawal"),
        ("write_file", "approve", "approver"),
        ("write_file", "deny", "approver"),
    ]


@pytest.mark.npm
@pytest.mark.full
async def test_everything_is_cancelled_while_it_runs(profile: Profile) -> None:
    approver = ScriptedApprover(default=True)
    async with session(profile, "everything", {"command": str(NPM / "mcp-server-everything")}, approver) as app:
        listed = (await app.request("tools/list"))["result"]["tools"]
        assert not [tool for tool in listed if "taskSupport" in tool.get("execution", {})]
        request_id, answer = app.begin_call(
            "trigger-long-running-operation", {"duration": 600, "steps": 6000}, _meta={"progressToken": "mine"}
        )
        progress = await app.hear("notifications/progress")
        assert progress["params"]["progressToken"] == "mine"
        app.notify("notifications/cancelled", {"requestId": request_id})
        echoed = await app.call("echo", {"message": "still here"})
        assert "still here" in text_of(echoed)
        assert not answer.done()
    assert story(profile) == [
        ("trigger-long-running-operation", "approve", "approver", "cancelled"),
        ("echo", "approve", "approver", "succeeded"),
    ]


@pytest.mark.npm
@pytest.mark.full
async def test_what_everything_offers_besides_tools_passes_faithfully(profile: Profile) -> None:
    async with session(
        profile, "everything", {"command": str(NPM / "mcp-server-everything")}, ScriptedApprover()
    ) as app:
        prompts = (await app.request("prompts/list"))["result"]["prompts"]
        assert prompts
        resources = (await app.request("resources/list"))["result"]["resources"]
        read = await app.request("resources/read", {"uri": resources[0]["uri"]})
        assert read["result"]["contents"]
        assert (await app.request("ping"))["result"] == {}
        forbidden = await app.request("tasks/list")
        assert forbidden["error"]["code"] == -32601
    with AuditReader.open(profile.paths.log_file) as reader:
        forwarded = reader.search(kind="method.forwarded").records
        turned_back = reader.search(kind="method.refused").records
    assert [record.fields["method"] for record in forwarded] == ["resources/read"]
    assert [record.fields["method"] for record in turned_back] == ["tasks/list"]
