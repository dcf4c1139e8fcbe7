"""``assent apps``: an app's file is rewritten, the app starts its servers from it, and it gets the file back."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from host import cli, worker_process
from host.apps.attach import attaching, documents
from host.apps.attach.known import ANY, KNOWN, KnownApp, System
from host.model import JsonObject
from host.window import app_files
from tests.support.app import App, text_of
from tests.support.app_files import SLOW_TO_READ
from tests.support.commands import run_here, run_program
from tests.support.hosts import ALLOW_ALL, CALM, RAW_SERVER, ROOT, make_host, review
from tests.support.profile import Profile
from tests.support.workers import launching_here

CURSOR = {
    "mcpServers": {
        "raw": {"command": sys.executable, "args": [str(RAW_SERVER)], "env": {"API_KEY": "sk-test-0123456789"}},
        "remote": {"url": "https://example.org/mcp", "auth": {"CLIENT_ID": "x"}},
    }
}


@pytest.fixture(autouse=True)
def reads_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, workers_here: None) -> None:
    """Commands in this process read apps' files here, too, but in tests of ``programs``."""
    if "programs" not in request.fixturenames:
        everything = ("inspection worker", "schema worker", "worker on AI apps' files")
        monkeypatch.setattr(worker_process, "launch", launching_here(*everything))


@pytest.fixture
def programs() -> None:
    """For tests that say something of the program that reads apps' files."""


@pytest.fixture
def file(profile: Profile, tmp_path: Path) -> Path:
    """Cursor's file in a home of its own, for the profile's commands."""
    home = tmp_path / "home"
    profile.env["HOME"] = str(home)
    profile.env["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    profile.env.pop("XDG_CONFIG_HOME", None)
    (home / ".cursor").mkdir(parents=True)
    (home / ".cursor" / "mcp.json").write_text(json.dumps(CURSOR, indent=2))
    return home / ".cursor" / "mcp.json"


async def test_the_app_reaches_its_server_through_assent_from_its_own_rewritten_file(
    profile: Profile, file: Path
) -> None:
    before = file.read_bytes()
    done = run_program(profile, "apps", "attach", "cursor", "--yes")
    assert done.returncode == 0, done.stderr
    assert "remote stays as it is: the app signs in to it in a way of its own" in done.stdout
    entry: dict[str, Any] = json.loads(file.read_text())["mcpServers"]["raw"]
    assert "env" not in entry
    review(profile.paths)
    async with make_host(profile.paths, settings=CALM, managed=ALLOW_ALL) as host:
        command = (entry["command"], *entry["args"])
        assert host.connected_apps == set()
        app = await App.start("raw", env=profile.env, app="cursor", command=command)
        try:
            assert text_of(await app.call("echo", {"text": "through"})) == "through"
            assert host.connected_apps == {"cursor"}
        finally:
            await app.close()
    done = run_program(profile, "apps", "detach", "cursor", "--yes")
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == before
    assert not profile.paths.servers_file.exists()


def own_file(app: KnownApp, system: System) -> Path:
    """The app's own file in a home: the sample of it, with one more server, which can be used."""
    (sample,) = (ROOT / "tests" / "assets" / "apps").glob(f"{app.id}.*")
    document = documents.read(sample.read_bytes(), app.format, file=str(sample))
    shape, way = app.shape, next(way for way in app.servers if ANY not in way)
    entry: JsonObject = {**shape.fixed, shape.command: sys.executable, shape.args: [str(RAW_SERVER)], "own": True}
    document.put((*way, "raw"), entry)
    place = app.file(system)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(document.data())
    return place


@pytest.mark.parametrize("app", KNOWN, ids=lambda app: app.id)
async def test_each_app_uses_its_server_through_assent_and_gets_its_file_back(
    profile: Profile, tmp_path: Path, app: KnownApp
) -> None:
    for variable in ("XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        profile.env.pop(variable, None)
    profile.env.update(HOME=str(tmp_path), PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring")
    place = own_file(app, System(tmp_path, {}))
    before = place.read_bytes()
    assert run_program(profile, "apps", "attach", app.id, "--yes").returncode == 0
    way = next(way for way in app.servers if ANY not in way)
    entry: Any = documents.read(place.read_bytes(), app.format, file=str(place)).at((*way, "raw"))
    assert entry["own"] is True
    assert "connect" in entry[app.shape.args]
    review(profile.paths)
    async with make_host(profile.paths, settings=CALM, managed=ALLOW_ALL):
        command = (entry[app.shape.command], *entry[app.shape.args])
        client = await App.start("raw", env=profile.env, app=app.id, command=command)
        try:
            assert text_of(await client.call("echo", {"text": "through"})) == "through"
        finally:
            await client.close()
    assert run_program(profile, "apps", "detach", app.id, "--yes").returncode == 0
    assert place.read_bytes() == before


def test_no_secret_reaches_the_terminal_and_what_stays_in_a_file_is_reported(profile: Profile, file: Path) -> None:
    done = run_here(profile, "apps", "attach", "cursor", "--yes")
    assert "sk-test" not in done.stdout + done.stderr
    assert "raw: API_KEY" in done.stderr
    assert "sk-test" in profile.paths.servers_file.read_text()
    assert "sk-test" not in file.read_text()


def test_nothing_is_written_where_nobody_can_say_yes(profile: Profile, file: Path) -> None:
    before = file.read_bytes()
    for command in ("attach", "import"):
        done = run_here(profile, "apps", command, "cursor")
        assert done.returncode == 2
        assert "--yes" in done.stderr
    assert file.read_bytes() == before
    assert not profile.paths.servers_file.exists()


def test_the_list_tells_what_is_behind_beside_and_why_the_rest_stays(profile: Profile, file: Path) -> None:
    def listed() -> dict[str, Any]:
        (row,) = json.loads(run_here(profile, "apps", "list", "--json").stdout)["apps"]
        assert isinstance(row, dict)
        return row

    row = listed()
    assert (row["app"], row["file"], row["attached"], row["token"]) == ("cursor", str(file), False, False)
    assert [(one["name"], one["state"]) for one in row["servers"]] == [("raw", "beside"), ("remote", "stays")]
    run_here(profile, "apps", "attach", "cursor", "--yes")
    row = listed()
    assert (row["attached"], row["token"]) == (True, True)
    assert [(one["name"], one["state"], one["server"]) for one in row["servers"]] == [
        ("raw", "behind", "raw"),
        ("remote", "stays", ""),
    ]
    text = run_here(profile, "apps", "list").stdout
    assert "cursor" in text
    assert str(file) in text


def test_import_copies_the_servers_and_leaves_the_app_alone(profile: Profile, file: Path) -> None:
    before = file.read_bytes()
    done = run_here(profile, "apps", "import", "cursor", "--yes", "--json")
    assert json.loads(done.stdout) == {"app": "cursor", "added": ["raw"]}
    assert file.read_bytes() == before
    assert "raw" in json.loads(profile.paths.servers_file.read_text())["mcpServers"]
    assert json.loads(run_here(profile, "apps", "list", "--json").stdout)["apps"][0]["token"] is False


@pytest.mark.usefixtures("file")
def test_import_says_what_was_copied_and_what_comes_next(profile: Profile) -> None:
    done = run_here(profile, "apps", "import", "cursor", "--yes")
    assert done.stdout.endswith("Copied raw. Nothing was started: review it in Assent's window.\n")
    assert run_here(profile, "apps", "import", "cursor", "--yes").stdout.endswith("Nothing to copy.\n")


def test_a_projects_file_is_attached_by_its_folder(profile: Profile, file: Path, tmp_path: Path) -> None:
    assert file.exists()
    project = tmp_path / "project"
    (project / ".vscode").mkdir(parents=True)
    written = '{\n  // ours\n  "servers": {"raw": {"command": "raw-server"}}\n}\n'
    (project / ".vscode" / "mcp.json").write_text(written)
    assert run_here(profile, "apps", "attach", "vscode", "--yes").returncode == 2
    done = run_here(profile, "apps", "attach", "vscode", "--folder", str(project), "--yes")
    assert done.returncode == 0, done.stderr
    assert "// ours" in (project / ".vscode" / "mcp.json").read_text()
    assert '"connect"' in (project / ".vscode" / "mcp.json").read_text()
    assert run_here(profile, "apps", "detach", "vscode", "--yes").returncode == 0
    assert (project / ".vscode" / "mcp.json").read_text() == written


def test_a_hook_that_the_app_does_not_run_is_not_listed_as_one_that_asks(profile: Profile, file: Path) -> None:
    home = file.parent.parent
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    (home / ".claude.json").write_text('{"mcpServers": {}}')
    settings.write_text('{"disableAllHooks": true}')
    done = run_here(profile, "apps", "attach", "claude-code", "--hook", "--yes")
    assert done.returncode == 0, done.stderr
    assert f"its hook will not run: hooks are switched off by disableAllHooks in {settings}" in done.stderr
    listed = {row["app"]: row for row in json.loads(run_here(profile, "apps", "list", "--json").stdout)["apps"]}
    assert listed["claude-code"]["hook"] is False
    assert listed["claude-code"]["hooks_off"] == f"disableAllHooks in {settings}"
    assert "its hook does not run, so it does not ask" in run_here(profile, "apps", "list").stdout
    settings.write_text(settings.read_text().replace('"disableAllHooks": true', '"disableAllHooks": false'))
    listed = {row["app"]: row for row in json.loads(run_here(profile, "apps", "list", "--json").stdout)["apps"]}
    assert listed["claude-code"]["hook"] is True


def test_the_hook_alone_is_taken_out(profile: Profile, file: Path) -> None:
    before = file.read_bytes()
    assert run_here(profile, "apps", "attach", "cursor", "--hook", "--yes").returncode == 0
    assert run_here(profile, "apps", "detach", "cursor", "--hook").returncode == 2, "nobody agreed"
    done = run_here(profile, "apps", "detach", "cursor", "--hook", "--yes", "--json")
    assert done.returncode == 0, done.stderr
    assert not (file.parent / "hooks.json").exists()
    assert '"connect"' in file.read_text()
    assert run_here(profile, "apps", "detach", "cursor", "--hook", "--yes").returncode == 2
    assert run_here(profile, "apps", "detach", "cursor", "--yes").returncode == 0
    assert file.read_bytes() == before


def test_detaching_names_the_file_that_it_could_not_give_back_and_gives_back_the_others(
    profile: Profile, file: Path, tmp_path: Path
) -> None:
    before = file.read_bytes()
    broken = tmp_path / "project" / ".cursor" / "mcp.json"
    broken.parent.mkdir(parents=True)
    broken.write_text('{"mcpServers": {"of-the-project": {"command": "own"}}}')
    theirs = broken.read_bytes()
    assert run_here(profile, "apps", "attach", "cursor", "--yes").returncode == 0
    folder = str(broken.parent.parent)
    assert run_here(profile, "apps", "attach", "cursor", "--folder", folder, "--yes").returncode == 0
    written = broken.read_bytes()
    broken.write_bytes(written[:-1])
    done = run_here(profile, "apps", "detach", "cursor", "--yes")
    assert done.returncode == 2
    assert str(broken) in done.stderr
    assert f"{file} is as it was." in done.stdout
    assert (file.read_bytes(), broken.read_bytes()) == (before, written[:-1])
    broken.write_bytes(written)
    assert run_here(profile, "apps", "detach", "cursor", "--yes").returncode == 0
    assert broken.read_bytes() == theirs
    assert not profile.paths.servers_file.exists()


@pytest.mark.parametrize(
    "arguments", [("attach", "nobody"), ("attach", "zed"), ("detach", "zed"), ("import", "nobody"), ("import", "zed")]
)
def test_what_cannot_be_done_is_one_sentence(profile: Profile, file: Path, arguments: tuple[str, ...]) -> None:
    assert file.exists()
    done = run_here(profile, "apps", *arguments, "--yes")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert os.path.basename(arguments[1]) in done.stderr


@pytest.mark.usefixtures("programs")
def test_s43_commands_read_no_apps_file_in_their_own_process(
    profile: Profile, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def here(*_: object, **__: object) -> None:
        raise AssertionError("an app's file was read in the command's own process")

    monkeypatch.setattr(documents, "read", here)
    for name, value in profile.env.items():
        monkeypatch.setenv(name, value)
    before = file.read_bytes()
    for arguments in (["list"], *([command, "cursor", "--yes"] for command in ("attach", "detach", "import"))):
        assert cli.main(["apps", *arguments]) == 0, capsys.readouterr().err
    assert file.read_bytes() == before


@pytest.mark.usefixtures("programs")
def test_s43_a_file_that_takes_too_long_ends_the_command_with_a_sentence_and_the_list_goes_on(
    profile: Profile, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app_files, "_PROGRAM", SLOW_TO_READ)
    monkeypatch.setattr(app_files, "LOOK_SECONDS", 2.0)
    monkeypatch.setattr(app_files, "SECONDS", 2.0)
    for name, value in profile.env.items():
        monkeypatch.setenv(name, value)
    windsurf = file.parent.parent / ".codeium" / "windsurf" / "mcp_config.json"
    windsurf.parent.mkdir(parents=True)
    windsurf.write_bytes(file.read_bytes())
    assert cli.main(["apps", "list"]) == 0
    listed = capsys.readouterr().out
    assert f"windsurf: {windsurf}: took too long to read" in listed
    assert "cursor  " in listed
    assert cli.main(["apps", "attach", "windsurf", "--yes"]) == 2
    assert capsys.readouterr().err == f"assent: {windsurf}: took too long to read\n"
    assert windsurf.read_bytes() == file.read_bytes()


@pytest.mark.full
@pytest.mark.usefixtures("programs")
def test_s43_a_hostile_file_of_four_megabytes_ends_with_a_sentence(profile: Profile, file: Path) -> None:
    many = ",".join(f'"{number}":{{"command":"a"}}' for number in range(170_000))
    hostile = f'{{"mcpServers":{{{many}}}}}'.encode()
    assert 4_000_000 < len(hostile) <= attaching.MAX_FILE_BYTES["json"]
    file.write_bytes(hostile)
    done = run_here(profile, "apps", "list", "--json")
    (row,) = json.loads(done.stdout)["apps"]
    assert (done.returncode, row["servers"]) == (0, [])
    assert str(file) in row["problem"]
    done = run_here(profile, "apps", "attach", "cursor", "--yes")
    assert done.returncode == 2
    assert done.stderr.startswith(f"assent: {file}: ")
    assert done.stderr.count("\n") == 1
    assert file.read_bytes() == hostile
