"""The whole story, from outside: real keys and clicks in the real window, real servers of other people.

A person at a virtual desktop approves, denies with a reason, puts aside, lets expire, grants a quarter of an hour and
stops everything. What the servers did, what the window shows and what the log says must agree.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from host.apps import registry
from tests.desktop.display import Desktop, virtual_desktop
from tests.desktop.program import Person, program
from tests.e2e.test_real_servers import NPM, VENV, git, repository, story
from tests.support.app import App, refused, text_of
from tests.support.hosts import write_servers
from tests.support.profile import Profile

__all__ = ["repository"]  # a fixture

ASKING = "Deny with a reason…"
"""Stands in the consent window, and nowhere else, while it asks."""

pytestmark = pytest.mark.npm


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    """One virtual desktop for all tests of this file."""
    with virtual_desktop() as made:
        yield made


@asynccontextmanager
async def at_work(
    desktop: Desktop, profile: Profile, servers: dict[str, Any], *, again: bool = False, **settings: float
) -> AsyncIterator[tuple[Person, dict[str, App]]]:
    """The program with these servers, a person at its window, and an app joined to each server.

    ``again``: whether the profile was used before.
    """
    if not again:
        write_servers(profile.paths, servers)
        registry.add(profile.paths.apps_dir, "tester")
    if settings:
        (profile.paths.config / "settings.json").write_text(json.dumps(settings))
    async with program(desktop, desktop.env | profile.env | of_desktop(desktop)) as (_, person):
        await asyncio.to_thread(person.until_seen, "Filter the history")
        apps = {name: await App.start(name, env=profile.env) for name in servers}
        try:
            yield person, apps
        finally:
            for app in apps.values():
                await app.close()


def of_desktop(desktop: Desktop) -> dict[str, str]:
    """What of the desktop must win over a profile made from this process's environment."""
    return {name: desktop.env[name] for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "QT_QPA_PLATFORM")}


def see(person: Person, words: str) -> Any:
    return asyncio.to_thread(person.until_seen, words)


def unseen(person: Person, words: str) -> Any:
    return asyncio.to_thread(person.until_unseen, words)


def press(person: Person, *keys: str) -> Any:
    return asyncio.to_thread(person.hands.press, *keys)


def click(person: Person, name: str) -> Any:
    return asyncio.to_thread(person.click, name)


def click_cell(person: Person, words: str) -> Any:
    """Click on the line of a table that has these words, once it stands still: a new line above moves it down."""
    return asyncio.to_thread(lambda: person.click(lambda name: words in name, "cell"))


async def approve(person: Person, words: str) -> None:
    """Approve by the keyboard, as soon as the window lets one."""
    await asyncio.to_thread(partial(person.approve_by_key, gone=words))


async def test_files_change_only_as_the_person_at_the_window_decides(
    desktop: Desktop, profile: Profile, tmp_path: Path
) -> None:
    root = tmp_path / "files"
    root.mkdir()
    entry = {"command": str(NPM / "mcp-server-filesystem"), "args": [str(root)]}
    async with at_work(desktop, profile, {"files": entry}) as (person, apps):
        app = apps["files"]

        def write(name: str) -> Any:
            return app.begin_call("write_file", {"path": str(root / name), "content": f"{name}\n"})[1]

        await _approves(person, write)
        assert (root / "approved.txt").read_text() == "approved.txt\n"
        await _denies_with_a_reason(person, write)
        await _puts_aside_and_comes_back(person, write)
        await _allows_for_a_quarter_of_an_hour(person, write, root)
        await _sees_it_in_the_history(person)
    assert sorted(path.name for path in root.iterdir()) == ["approved.txt", "aside.txt", "granted.txt"]
    assert story(profile) == [
        ("write_file", "approve", "approver", "succeeded"),
        ("write_file", "deny", "approver"),
        ("write_file", "approve", "approver", "succeeded"),
        ("write_file", "approve", "approver", "succeeded"),
        ("write_file", "approve", "grant", "succeeded"),
        ("write_file", "deny", "approver"),
    ]


async def _approves(person: Person, write: Callable[[str], Any]) -> None:
    answer = write("approved.txt")
    await approve(person, "approved.txt")
    assert not refused(await answer)


async def _denies_with_a_reason(person: Person, write: Callable[[str], Any]) -> None:
    answer = write("denied.txt")
    await see(person, "denied.txt")
    await click(person, "Deny with a reason…")
    await see(person, "Reason for the denial")
    await asyncio.to_thread(person.hands.type, "not in this folder")
    await press(person, "Return")
    assert "not in this folder" in text_of(await answer)


async def _puts_aside_and_comes_back(person: Person, write: Callable[[str], Any]) -> None:
    answer = write("aside.txt")
    await see(person, ASKING)
    await press(person, "Escape")
    await unseen(person, ASKING)
    assert not answer.done()
    await asyncio.to_thread(person.go_to, "Waiting")
    await click_cell(person, "aside.txt")
    await press(person, "Return")
    await approve(person, ASKING)
    assert not refused(await answer)


async def _allows_for_a_quarter_of_an_hour(person: Person, write: Callable[[str], Any], root: Path) -> None:
    """The same call again is not asked; any other is."""
    answer = write("granted.txt")
    await asyncio.to_thread(person.cover, "Exactly this call, each time", "15 minutes")
    await asyncio.to_thread(person.click_when_ready, "Approve for 15 minutes", gone=ASKING)
    assert not refused(await answer)
    (root / "granted.txt").unlink()
    assert not refused(await write("granted.txt"))
    assert (root / "granted.txt").exists()
    answer = write("another.txt")
    await see(person, ASKING)
    await press(person, "ctrl+d")
    assert refused(await answer)


async def _sees_it_in_the_history(person: Person) -> None:
    await asyncio.to_thread(person.go_to, "History")
    for words in ("Covered by a grant", "Succeeded", "Denied", "Not sent", "Approved by people: 3"):
        await see(person, words)
    await asyncio.to_thread(person.go_to, "Grants")
    await see(person, "exactly these")


@pytest.mark.full
async def test_a_commit_that_nobody_decides_expires(desktop: Desktop, profile: Profile, repository: Path) -> None:
    entry = {"command": str(VENV / "mcp-server-git")}
    async with at_work(desktop, profile, {"git": entry}, decision_timeout=8) as (person, apps):
        answer = apps["git"].begin_call("git_commit", {"repo_path": str(repository), "message": "late"})[1]
        assert "Nobody decided in time" in text_of(await answer)
        await see(person, "over")
        assert not person.sees("Approve once")
    assert git(repository, "log", "--format=%s") == "first"
    assert story(profile) == [("git_commit", "deny", "expiry")]


@pytest.mark.full
async def test_the_emergency_stop_denies_cancels_and_blocks_until_it_is_released(
    desktop: Desktop, profile: Profile, tmp_path: Path, repository: Path
) -> None:
    servers = {
        "everything": {"command": str(NPM / "mcp-server-everything")},
        "git": {"command": str(VENV / "mcp-server-git")},
    }
    async with at_work(desktop, profile, servers) as (person, apps):
        running = apps["everything"].begin_call(
            "trigger-long-running-operation", {"duration": 600, "steps": 6000}, _meta={"progressToken": "p"}
        )[1]
        await approve(person, ASKING)
        await apps["everything"].hear("notifications/progress")
        pending = apps["git"].begin_call("git_commit", {"repo_path": str(repository), "message": "stopped"})[1]
        await see(person, ASKING)
        await press(person, "Escape")
        await unseen(person, ASKING)

        await click(person, "Stop everything")
        assert "stopped all calls" in text_of(await pending)
        assert refused(await running)
        blocked = await apps["git"].call("git_status", {"repo_path": str(repository)})
        assert "stopped all calls" in text_of(blocked)

        await click(person, "Release…")
        await asyncio.to_thread(person.click_when_ready, "Release", gone="Release the stop?")
        answer = apps["git"].begin_call("git_commit", {"repo_path": str(repository), "message": "after"})[1]
        await approve(person, ASKING)
        assert not refused(await answer)
    assert git(repository, "log", "--format=%s") == "after\nfirst"
    assert sorted(story(profile)) == [
        ("git_commit", "approve", "approver", "succeeded"),
        ("git_commit", "deny", "stop"),
        ("git_status", "deny", "stop"),
        ("trigger-long-running-operation", "approve", "approver", "cancelled"),
    ]
