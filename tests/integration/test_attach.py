"""``assent apps``: an app's file is rewritten, the app starts its servers from it, and it gets the file back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from ruamel.yaml import YAML

from host.apps.attach import documents
from host.apps.attach.known import ANY, KNOWN, KnownApp, System
from tests.support.app import App, text_of
from tests.support.hosts import ALLOW_ALL, CALM, RAW_SERVER, ROOT, make_host, review
from tests.support.profile import Profile

CURSOR = {
    "mcpServers": {
        "raw": {"command": sys.executable, "args": [str(RAW_SERVER)], "env": {"API_KEY": "sk-test-0123456789"}},
        "remote": {"url": "https://example.org/mcp", "auth": {"CLIENT_ID": "x"}},
    }
}


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


def assent(profile: Profile, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-I", "-m", "host", *arguments)
    return subprocess.run(
        command, env=profile.env, cwd=ROOT, text=True, capture_output=True, check=False, stdin=subprocess.DEVNULL
    )


async def test_the_app_reaches_its_server_through_assent_from_its_own_rewritten_file(
    profile: Profile, file: Path
) -> None:
    before = file.read_bytes()
    done = assent(profile, "apps", "attach", "cursor", "--yes")
    assert done.returncode == 0, done.stderr
    assert "remote stays as it is: the app signs in to it in a way of its own" in done.stdout
    entry: dict[str, Any] = json.loads(file.read_text())["mcpServers"]["raw"]
    assert "env" not in entry
    review(profile.paths)
    async with make_host(profile.paths, settings=CALM, managed=ALLOW_ALL):
        command = (entry["command"], *entry["args"])
        app = await App.start("raw", env=profile.env, app="cursor", command=command)
        try:
            assert text_of(await app.call("echo", {"text": "through"})) == "through"
        finally:
            await app.close()
    done = assent(profile, "apps", "detach", "cursor", "--yes")
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == before
    assert not profile.paths.servers_file.exists()


def own_file(app: KnownApp, system: System) -> Path:
    """The app's own file in a home, with one server that can be used, in the app's form."""
    shape, way = app.shape, next(way for way in app.servers if ANY not in way)
    entry = {**shape.fixed, shape.command: sys.executable, shape.args: [str(RAW_SERVER)], "own": True}
    held: dict[str, Any] = {"raw": entry}
    for key in reversed(way):
        held = {key: held}
    if app.format == "toml":
        text = tomlkit.dumps(held)
    elif app.format == "yaml":
        stream = StringIO()
        YAML().dump(held, stream)
        text = stream.getvalue()
    else:
        text = json.dumps(held, indent=2)
    place = app.file(system)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
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
    assert assent(profile, "apps", "attach", app.id, "--yes").returncode == 0
    way = next(way for way in app.servers if ANY not in way)
    entry: Any = documents.read(place.read_bytes(), app.format, file=str(place)).at((*way, "raw"))
    assert entry["own"] is True
    review(profile.paths)
    async with make_host(profile.paths, settings=CALM, managed=ALLOW_ALL):
        command = (entry[app.shape.command], *entry[app.shape.args])
        client = await App.start("raw", env=profile.env, app=app.id, command=command)
        try:
            assert text_of(await client.call("echo", {"text": "through"})) == "through"
        finally:
            await client.close()
    assert assent(profile, "apps", "detach", app.id, "--yes").returncode == 0
    assert place.read_bytes() == before


def test_no_secret_reaches_the_terminal_and_what_stays_in_a_file_is_said(profile: Profile, file: Path) -> None:
    done = assent(profile, "apps", "attach", "cursor", "--yes")
    assert "sk-test" not in done.stdout + done.stderr
    assert "raw: API_KEY" in done.stderr
    assert "sk-test" in profile.paths.servers_file.read_text()
    assert "sk-test" not in file.read_text()


def test_nothing_is_written_where_nobody_can_say_yes(profile: Profile, file: Path) -> None:
    before = file.read_bytes()
    for command in ("attach", "import"):
        done = assent(profile, "apps", command, "cursor")
        assert done.returncode == 2
        assert "--yes" in done.stderr
    assert file.read_bytes() == before
    assert not profile.paths.servers_file.exists()


def test_the_list_tells_what_is_behind_beside_and_why_the_rest_stays(profile: Profile, file: Path) -> None:
    def listed() -> dict[str, Any]:
        (row,) = json.loads(assent(profile, "apps", "list", "--json").stdout)["apps"]
        assert isinstance(row, dict)
        return row

    row = listed()
    assert (row["app"], row["file"], row["attached"], row["token"]) == ("cursor", str(file), False, False)
    assert [(one["name"], one["state"]) for one in row["servers"]] == [("raw", "beside"), ("remote", "stays")]
    assent(profile, "apps", "attach", "cursor", "--yes")
    row = listed()
    assert (row["attached"], row["token"]) == (True, True)
    assert [(one["name"], one["state"], one["server"]) for one in row["servers"]] == [
        ("raw", "behind", "raw"),
        ("remote", "stays", ""),
    ]
    text = assent(profile, "apps", "list").stdout
    assert "cursor" in text
    assert str(file) in text


def test_import_copies_the_servers_and_leaves_the_app_alone(profile: Profile, file: Path) -> None:
    before = file.read_bytes()
    done = assent(profile, "apps", "import", "cursor", "--yes", "--json")
    assert json.loads(done.stdout) == {"app": "cursor", "added": ["raw"]}
    assert file.read_bytes() == before
    assert "raw" in json.loads(profile.paths.servers_file.read_text())["mcpServers"]
    assert json.loads(assent(profile, "apps", "list", "--json").stdout)["apps"][0]["token"] is False


def test_a_projects_file_is_attached_by_its_folder(profile: Profile, file: Path, tmp_path: Path) -> None:
    assert file.exists()
    project = tmp_path / "project"
    (project / ".vscode").mkdir(parents=True)
    written = '{\n  // ours\n  "servers": {"raw": {"command": "raw-server"}}\n}\n'
    (project / ".vscode" / "mcp.json").write_text(written)
    assert assent(profile, "apps", "attach", "vscode", "--yes").returncode == 2
    done = assent(profile, "apps", "attach", "vscode", "--folder", str(project), "--yes")
    assert done.returncode == 0, done.stderr
    assert "// ours" in (project / ".vscode" / "mcp.json").read_text()
    assert '"connect"' in (project / ".vscode" / "mcp.json").read_text()
    assert assent(profile, "apps", "detach", "vscode", "--yes").returncode == 0
    assert (project / ".vscode" / "mcp.json").read_text() == written


def test_the_hook_alone_is_taken_out(profile: Profile, file: Path) -> None:
    before = file.read_bytes()
    assert assent(profile, "apps", "attach", "cursor", "--hook", "--yes").returncode == 0
    assert assent(profile, "apps", "detach", "cursor", "--hook").returncode == 2, "nobody agreed"
    done = assent(profile, "apps", "detach", "cursor", "--hook", "--yes", "--json")
    assert done.returncode == 0, done.stderr
    assert not (file.parent / "hooks.json").exists()
    assert '"connect"' in file.read_text()
    assert assent(profile, "apps", "detach", "cursor", "--hook", "--yes").returncode == 2
    assert assent(profile, "apps", "detach", "cursor", "--yes").returncode == 0
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "arguments", [("attach", "nobody"), ("attach", "zed"), ("detach", "zed"), ("import", "nobody")]
)
def test_what_cannot_be_done_is_one_sentence(profile: Profile, file: Path, arguments: tuple[str, ...]) -> None:
    assert file.exists()
    done = assent(profile, "apps", *arguments, "--yes")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert os.path.basename(arguments[1]) in done.stderr
