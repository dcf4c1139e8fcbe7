"""AI apps, as the window asks about them: what was shown is what is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.apps.attach import attaching
from host.control import client
from host.control.protocol import AttachApp, DetachApp, PlanApp, ReadApps
from host.errors import AssentError
from host.paths import Paths
from host.window.ai_apps import AiAppRequests

WRITTEN = {"mcpServers": {"one": {"command": "one", "env": {"API_KEY": "sk-test-0123456789"}}}}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """A profile beside a home with Cursor's file, where no host listens and no keyring is."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    monkeypatch.setattr(client, "ask", lambda *_: {})
    file(tmp_path).parent.mkdir(parents=True)
    file(tmp_path).write_text(json.dumps(WRITTEN))
    paths = Paths(tmp_path / "assent", tmp_path / "data", tmp_path / "run")
    paths.ensure()
    return paths


def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / ".cursor" / "mcp.json"


async def test_the_plan_that_was_shown_is_carried_out_and_taken_back(own: Paths, tmp_path: Path) -> None:
    requests = AiAppRequests(own)
    apps = await requests.read(ReadApps())
    assert [(app.id, [one.state for one in app.servers]) for app in apps.found] == [("cursor", ["beside"])]
    assert "zed" in apps.missing
    plan = await requests.plan(PlanApp(("cursor",)))
    assert "sk-test" not in "".join(plan.lines)
    assert plan.loose == ("one: API_KEY",)
    await requests.attach(AttachApp(("cursor",), plan.digest))
    assert "connect" in file(tmp_path).read_text()
    (app,) = (await requests.read(ReadApps())).found
    assert app.attached
    done = await requests.detach(DetachApp("cursor"))
    assert all(one.exactly for one in done.files)
    assert json.loads(file(tmp_path).read_text()) == WRITTEN


async def test_another_plan_than_was_shown_is_not_carried_out(own: Paths, tmp_path: Path) -> None:
    requests = AiAppRequests(own)
    plan = await requests.plan(PlanApp(("cursor",)))
    changed = json.dumps({"mcpServers": {"one": {"command": "another"}}})
    file(tmp_path).write_text(changed)
    with pytest.raises(AssentError, match="changed since it was shown"):
        await requests.attach(AttachApp(("cursor",), plan.digest))
    assert file(tmp_path).read_text() == changed
    assert not attaching.is_attached(own, "cursor")


async def test_the_demonstration_leaves_apps_alone(own: Paths, tmp_path: Path) -> None:
    requests = AiAppRequests(own, demo=True)
    with pytest.raises(AssentError, match="demonstration"):
        await requests.plan(PlanApp(("cursor",)))
    with pytest.raises(AssentError, match="demonstration"):
        await requests.attach(AttachApp(("cursor",), "0" * 64))
    assert json.loads(file(tmp_path).read_text()) == WRITTEN


async def test_a_file_that_cannot_be_read_is_said_beside_the_others(own: Paths, tmp_path: Path) -> None:
    file(tmp_path).write_text("{")
    (app,) = (await AiAppRequests(own).read(ReadApps())).found
    assert app.problem
    assert app.servers == ()


async def test_several_apps_are_put_behind_in_one_answer_and_a_server_of_both_is_one(
    own: Paths, tmp_path: Path
) -> None:
    windsurf = tmp_path / "home" / ".codeium" / "windsurf" / "mcp_config.json"
    windsurf.parent.mkdir(parents=True)
    windsurf.write_text(json.dumps({"mcpServers": {"one": WRITTEN["mcpServers"]["one"], "two": {"command": "two"}}}))
    before = windsurf.read_bytes()
    requests = AiAppRequests(own)
    plan = await requests.plan(PlanApp(("cursor", "windsurf")))
    assert plan.moves == 3
    await requests.attach(AttachApp(plan.app_ids, plan.digest))
    apps = (await requests.read(ReadApps())).found
    assert [[one.state for one in app.servers] for app in apps] == [["behind"], ["behind", "behind"]]
    assert list(json.loads(own.servers_file.read_text())["mcpServers"]) == ["one", "two"]
    for app in reversed(apps):
        await requests.detach(DetachApp(app.id))
    assert windsurf.read_bytes() == before
    assert json.loads(file(tmp_path).read_text()) == WRITTEN
    assert not own.servers_file.exists()


async def test_an_app_asks_before_its_own_tools_once_that_was_shown_and_wanted(own: Paths, tmp_path: Path) -> None:
    requests = AiAppRequests(own)
    assert [app.hook for app in (await requests.read(ReadApps())).found] == ["off"]
    plan = await requests.plan(PlanApp(("cursor",), hook=True))
    assert any("hook cursor --behind one" in line for line in plan.lines)
    with pytest.raises(AssentError, match="changed since it was shown"):
        await requests.attach(AttachApp(("cursor",), plan.digest))
    await requests.attach(AttachApp(("cursor",), plan.digest, hook=True))
    assert [app.hook for app in (await requests.read(ReadApps())).found] == ["on"]
    await requests.detach(DetachApp("cursor", hook=True))
    (app,) = (await requests.read(ReadApps())).found
    assert (app.hook, app.attached, [one.state for one in app.servers]) == ("off", True, ["behind"])
    await requests.detach(DetachApp("cursor"))
    assert not (tmp_path / "home" / ".cursor" / "hooks.json").exists()


async def test_what_a_server_starts_is_told_without_its_secrets(own: Paths, tmp_path: Path) -> None:
    entry = {"command": "npx", "args": ["-y", "one", "--api-key", "sk-test-0123456789"]}
    file(tmp_path).write_text(json.dumps({"mcpServers": {"one": entry}}))
    (app,) = (await AiAppRequests(own).read(ReadApps())).found
    assert app.servers[0].starts == "npx -y one --api-key •••"
