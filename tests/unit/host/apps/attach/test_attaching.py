"""Ten apps' own files: put behind Assent, used by others meanwhile, given back."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
import tomlkit
from ruamel.yaml import YAML

from host import jsonc, paths
from host.apps import registry
from host.apps.attach import attaching, documents
from host.apps.attach.attaching import FileChange, Plan, difference_of
from host.apps.attach.known import KNOWN, KnownApp, System, known_app
from host.errors import ConfigError, UsageError
from host.model import JsonValue
from host.paths import Paths
from host.servers.config import load_configured, parse_servers
from host.values import replace
from tests.support.hosts import ROOT

SAMPLES = ROOT / "tests" / "assets" / "apps"
PROGRAM = ("/opt/assent/bin/assent",)
EVERY_APP = pytest.mark.parametrize("app", KNOWN, ids=lambda app: app.id)
MOVES = {
    "claude-desktop": {"filesystem", "github"},
    "claude-code": {"time", "notes", "notion"},
    "vscode": {"playwright", "github"},
    "cursor": {"postgres", "linear"},
    "codex": {"context7", "brave"},
    "windsurf": {"memory", "figma"},
    "gemini-cli": {"weather", "remote"},
    "goose": {"fetch", "remote"},
    "zed": {"kagi", "older"},
    "lm-studio": {"sum", "hf-mcp-server"},
}
"""The servers of each sample that Assent can start or reach as well as the app."""


class Keyring:
    """A keyring in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


def furnished(app: KnownApp, system: System) -> Path:
    """The app's file with its sample."""
    file = app.file(system)
    file.parent.mkdir(parents=True, exist_ok=True)
    (sample,) = SAMPLES.glob(f"{app.id}.*")
    file.write_bytes(sample.read_bytes())
    file.chmod(0o640)
    return file


NOTHING_KEPT = Keyring()


def planned(app: KnownApp, own: Paths, system: System, *, keyring: Keyring | None = NOTHING_KEPT) -> Plan:
    return attaching.plan(app, attaching.files_of(app, system), own, PROGRAM, keyring=keyring)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@EVERY_APP
def test_an_apps_servers_run_behind_assent_and_its_file_comes_back_byte_for_byte(
    app: KnownApp, own: Paths, system: System, platform: str
) -> None:
    system = replace(system, platform=platform)
    file = furnished(app, system)
    before, keyring = file.read_bytes(), Keyring()
    made = planned(app, own, system)
    assert file.read_bytes() == before
    attaching.attach(made, own, keyring)
    assert {one.name for one in attaching.servers_of(app, file, PROGRAM) if one.state == "behind"} == MOVES[app.id]
    assert not load_configured(own.servers_file).problems
    assert set(made.added) == set(load_configured(own.servers_file).entries)
    assert app.id in registry.names(own.apps_dir)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    backups = list((own.config / "attached" / app.id).iterdir())
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in backups)
    assert before in [path.read_bytes() for path in backups]
    restored = attaching.detach(app, own)
    assert file.read_bytes() == before
    assert all(one.exactly for one in restored)
    assert not own.servers_file.exists()
    assert registry.names(own.apps_dir) == ()
    assert not attaching.is_attached(own, app.id)


@EVERY_APP
def test_what_is_not_a_moved_server_stays_as_it_is_written(app: KnownApp, own: Paths, system: System) -> None:
    file = furnished(app, system)
    before = documents.read(file.read_bytes(), app.format, file="before")
    made = planned(app, own, system)
    attaching.attach(made, own, Keyring())
    after = documents.read(file.read_bytes(), app.format, file="after")
    (change,) = [one for one in made.files if one.path == file]
    for entry in change.entries:
        after.restore(entry, before)
    assert after.at(()) == before.at(())
    for comment in ("# what answers", "# docs of libraries", "// What the agent may use.", "# shell and editor"):
        assert (comment in file.read_text()) == (comment.encode() in before.data())


@EVERY_APP
def test_each_server_that_stays_says_why(app: KnownApp, own: Paths, system: System) -> None:
    furnished(app, system)
    stays = [one for one in planned(app, own, system).servers if one.state == "stays"]
    assert all(one.why for one in stays)
    assert {one.name for one in stays}.isdisjoint(MOVES[app.id])


@EVERY_APP
def test_only_our_entries_are_taken_back_where_somebody_else_changed_the_file(
    app: KnownApp, own: Paths, system: System
) -> None:
    file = furnished(app, system)
    before = documents.read(file.read_bytes(), app.format, file="before")
    attaching.attach(planned(app, own, system), own, Keyring())
    if app.format == "json":
        changed = documents.read(file.read_bytes(), app.format, file="meanwhile")
        changed.put(("added",), {"by": "somebody"})
        file.write_bytes(changed.data())
    else:
        file.write_text(
            {"toml": "added = 1\n"}.get(app.format, "") + file.read_text() + {"yaml": "added: 1\n"}.get(app.format, "")
        )
    (mine,) = [one for one in attaching.detach(app, own) if one.path == str(file)]
    assert not mine.exactly
    after = documents.read(file.read_bytes(), app.format, file="after")
    assert after.at(("added",)) is not None
    after.remove(("added",))
    assert after.at(()) == before.at(())


def test_a_file_that_changed_since_it_was_shown_is_left_alone(own: Paths, system: System) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    made = planned(app, own, system)
    file.write_text("{}")
    with pytest.raises(ConfigError, match="was changed meanwhile"):
        attaching.attach(made, own, Keyring())
    assert file.read_text() == "{}"
    assert not own.servers_file.exists()
    assert not attaching.is_attached(own, app.id)


def test_secrets_go_into_the_keyring_and_references_take_their_place(own: Paths, system: System) -> None:
    furnished(known_app("codex"), system)
    made, keyring = planned(known_app("codex"), own, system), Keyring()
    attaching.attach(made, own, keyring)
    assert keyring.kept == {("assent", "brave-BRAVE_API_KEY"): "BSA-0123456789abcdefghij"}
    assert "BSA-" not in own.servers_file.read_text()
    assert "${keyring:brave-BRAVE_API_KEY}" in own.servers_file.read_text()
    assert made.hidden == {"BSA-0123456789abcdefghij"}


def test_without_a_keyring_the_plan_says_which_secrets_stay_in_the_file(own: Paths, system: System) -> None:
    furnished(known_app("codex"), system)
    made = planned(known_app("codex"), own, system, keyring=None)
    attaching.attach(made, own, None)
    assert made.secrets_in_file == ("brave: BRAVE_API_KEY",)
    assert "BSA-" in own.servers_file.read_text()
    assert stat.S_IMODE(own.servers_file.stat().st_mode) == 0o600


def test_what_an_app_replaces_itself_is_translated_or_stays(own: Paths, system: System) -> None:
    for name in ("cursor", "gemini-cli", "claude-code"):
        furnished(known_app(name), system)
        attaching.attach(planned(known_app(name), own, system), own, Keyring())
    entries = load_configured(own.servers_file).written
    assert entries["postgres"]["args"][-1] == "${env:DATABASE_URL}"  # type: ignore[call-overload, index]
    assert entries["weather"]["env"] == {"WEATHER_KEY": "${env:WEATHER_KEY}"}  # type: ignore[call-overload, index]
    assert entries["notes"]["env"] == {"NOTES_TOKEN": "${env:NOTES_TOKEN}"}  # type: ignore[call-overload, index]
    assert "git" not in entries
    assert "local" not in entries


def test_servers_that_come_later_are_put_behind_in_a_second_round_and_all_come_back(own: Paths, system: System) -> None:
    app = known_app("lm-studio")
    file = furnished(app, system)
    before = json.loads(file.read_text())
    attaching.attach(planned(app, own, system), own, Keyring())
    meanwhile = json.loads(file.read_text())
    meanwhile["mcpServers"]["late"] = {"command": "late-server", "args": []}
    file.write_text(json.dumps(meanwhile))
    assert [one.name for one in attaching.servers_of(app, file, PROGRAM) if one.state == "beside"] == ["late"]
    attaching.attach(planned(app, own, system), own, Keyring())
    behind = {one.name for one in attaching.servers_of(app, file, PROGRAM) if one.state == "behind"}
    assert behind == {*MOVES["lm-studio"], "late"}
    attaching.detach(app, own)
    before["mcpServers"]["late"] = {"command": "late-server", "args": []}
    assert json.loads(file.read_text()) == before
    assert not own.servers_file.exists()


@EVERY_APP
def test_an_app_that_writes_its_file_again_from_memory_is_noticed_and_put_behind_again(
    app: KnownApp, own: Paths, system: System
) -> None:
    def states() -> dict[str, str]:
        return {one.name: one.state for one in attaching.servers_of(app, file, PROGRAM)}

    file, keyring = furnished(app, system), Keyring()
    remembered = documents.read(file.read_bytes(), app.format, file="remembered").at(())
    attaching.attach(planned(app, own, system), own, keyring)
    behind = states()
    file.write_text(as_a_program_writes(remembered, app.format))
    assert {name for name, state in states().items() if state == "beside"} == MOVES[app.id]
    again = planned(app, own, system, keyring=keyring)
    assert again.moves == len(MOVES[app.id])
    assert not again.added, "servers.json has them already"
    attaching.attach(again, own, keyring)
    assert states() == behind
    attaching.detach(app, own)
    assert documents.read(file.read_bytes(), app.format, file="after").at(()) == remembered
    assert not own.servers_file.exists()


def test_another_secret_is_another_server(own: Paths, system: System) -> None:
    app, keyring = known_app("codex"), Keyring()
    file = furnished(app, system)
    before = file.read_bytes()
    attaching.attach(planned(app, own, system), own, keyring)
    file.write_bytes(before.replace(b"BSA-0123", b"BSA-9876"))
    assert planned(app, own, system, keyring=keyring).added == ("brave-2",)


def test_apps_that_are_attached_at_once_share_a_server_with_its_secret(own: Paths, system: System) -> None:
    plans: list[Plan] = []
    for name in ("cursor", "windsurf"):
        file = known_app(name).file(system)
        file.parent.mkdir(parents=True)
        file.write_text('{"mcpServers": {"hub": {"command": "hub", "env": {"API_KEY": "sk-test-0123456789"}}}}')
        before = plans[-1] if plans else None
        plans.append(
            attaching.plan(
                known_app(name), [file], own, PROGRAM, keyring=Keyring(),
                servers=before.files[-1].after if before else None, secrets=before.secrets if before else {},
            )
        )  # fmt: skip
    assert [made.added for made in plans] == [("hub",), ()]
    assert [made.secrets for made in plans] == [{"hub-API_KEY": "sk-test-0123456789"}, {}]


def as_a_program_writes(value: JsonValue, form: documents.Format) -> str:
    """A file that keeps no comment and no layout."""
    if form == "json":
        return json.dumps(value)
    written = StringIO()
    if form == "yaml":
        YAML(typ="safe").dump(value, written)
    else:
        assert isinstance(value, dict)
        tomlkit.dump(value, written)
    return written.getvalue()


def test_a_receipt_has_the_form_that_earlier_versions_wrote_and_read(own: Paths, system: System) -> None:
    app = known_app("lm-studio")
    file = furnished(app, system)
    attaching.attach(planned(app, own, system), own, Keyring())
    receipt = json.loads(attaching.receipt_of(own, app.id).read_text())
    assert receipt.keys() == {"version", "files", "uses"}
    assert (receipt["version"], receipt["uses"]) == (1, ["hf-mcp-server", "sum"])
    (first, _) = receipt["files"]
    assert first.keys() == {"path", "format", "before", "after", "backup", "entries", "items"}
    assert (first["path"], first["format"], first["items"]) == (str(file), "json", [])
    assert [entry for entry, _ in first["entries"]] == [["mcpServers", "sum"], ["mcpServers", "hf-mcp-server"]]
    for one in receipt["files"]:
        del one["items"]  # which the first versions had not
    attaching.receipt_of(own, app.id).write_text(json.dumps(receipt))
    assert all(one.exactly for one in attaching.detach(app, own))


def test_a_server_that_another_app_reaches_stays_configured(own: Paths, system: System) -> None:
    apps = [known_app("claude-desktop"), known_app("windsurf")]
    for app in apps:
        file = app.file(system)
        file.parent.mkdir(parents=True)
        file.write_text('{"mcpServers": {"one": {"command": "one", "args": ["x"]}}}')
        attaching.attach(planned(app, own, system), own, Keyring())
    assert list(load_configured(own.servers_file).entries) == ["one"]
    attaching.detach(apps[0], own)
    assert list(load_configured(own.servers_file).entries) == ["one"]
    assert attaching.servers_of(apps[1], apps[1].file(system), PROGRAM)[0].state == "behind"


def test_an_entry_of_servers_json_with_comments_around_it_is_left_as_it_was(own: Paths, system: System) -> None:
    written = '{\n  // mine\n  "mcpServers": {\n    "git": {"command": "git-server"}, // kept\n  },\n}\n'
    own.servers_file.write_text(written)
    furnished(known_app("lm-studio"), system)
    attaching.attach(planned(known_app("lm-studio"), own, system), own, Keyring())
    assert list(load_configured(own.servers_file).entries) == ["git", "sum", "hf-mcp-server"]
    assert "// mine" in own.servers_file.read_text()
    own.servers_file.write_text(own.servers_file.read_text().replace("git-server", "other-server"))
    attaching.detach(known_app("lm-studio"), own)
    assert own.servers_file.read_text() == written.replace("git-server", "other-server")


def test_a_name_that_is_taken_or_cannot_be_gets_a_free_one(own: Paths, system: System) -> None:
    own.servers_file.write_text('{"mcpServers": {"Files": {"command": "mine"}}}')
    file = known_app("cursor").file(system)
    file.parent.mkdir(parents=True)
    file.write_text(
        json.dumps({"mcpServers": {"files": {"command": "a"}, "../x y!": {"command": "b"}, "é": {"command": "c"}}})
    )
    made = planned(known_app("cursor"), own, system)
    attaching.attach(made, own, Keyring())
    assert made.added == ("files-2", "x-y", "server")
    assert not load_configured(own.servers_file).problems


@pytest.mark.parametrize("text", ["{", '{"mcpServers": {"a": 1, "a": 2}}', "[]", "\xff"])
def test_a_file_that_cannot_be_read_is_named_and_left_alone(own: Paths, system: System, text: str) -> None:
    file = known_app("cursor").file(system)
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="latin-1")
    with pytest.raises(ConfigError, match=r"mcp\.json"):
        planned(known_app("cursor"), own, system)
    assert file.read_text(encoding="latin-1") == text


@pytest.mark.parametrize(
    "written",
    [
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"),
        lambda text: text.rstrip(b"\n"),
    ],
    ids=["crlf", "mark", "mark and crlf", "no last end"],
)
@EVERY_APP
def test_a_file_keeps_its_ends_of_lines_and_its_byte_order_mark(
    app: KnownApp, own: Paths, system: System, written: Callable[[bytes], bytes]
) -> None:
    file = furnished(app, system)
    usual = planned(app, own, system).files[0].after
    file.write_bytes(written(file.read_bytes()))
    made = planned(app, own, system)
    assert made.files[0].after == written(usual)
    before = file.read_bytes()
    attaching.attach(made, own, Keyring())
    attaching.detach(app, own)
    assert file.read_bytes() == before


def test_lines_of_yaml_that_nobody_changes_keep_a_layout_that_is_not_the_librarys(own: Paths, system: System) -> None:
    around = ["# mine  ", "list:", "- a", "-   b   # why", "odd:   1", "extensions:", ""]
    file = known_app("goose").file(system)
    file.parent.mkdir(parents=True)
    file.write_text("\n".join([*around, "  x:", "    type: stdio", "    cmd: p", "after:   'y'   ", ""]))
    made = planned(known_app("goose"), own, system)
    lines = made.files[0].after.decode().split("\n")
    assert lines[: len(around)] == around
    assert lines[-2:] == ["after:   'y'   ", ""]


def test_a_file_over_its_limit_is_named_with_its_size_and_given_back_all_the_same(own: Paths, system: System) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    before = file.read_bytes()
    attaching.attach(planned(app, own, system), own, Keyring())
    much = b" " * attaching.MAX_FILE_BYTES["json"]
    file.write_bytes(file.read_bytes() + much)
    with pytest.raises(ConfigError, match=r"mcp\.json: has 4,19\d,\d\d\d bytes, more than the 4,194,304 that are read"):
        planned(app, own, system)
    attaching.detach(app, own)
    assert file.read_bytes() == before + much


@pytest.mark.parametrize("what", ["folder", "pipe", "loop", "too long a name"])
def test_what_is_no_file_is_found_and_says_so(own: Paths, system: System, what: str) -> None:
    app = known_app("claude-code")
    system = replace(
        system, env={"CLAUDE_CONFIG_DIR": str(system.home / ("x" * 300 if what == "too long a name" else ""))}
    )
    file = app.file(system)
    system.home.mkdir()
    if what == "folder":
        file.mkdir()
    elif what == "pipe":
        os.mkfifo(file)
    elif what == "loop":
        file.symlink_to(file)
    assert attaching.files_of(app, system) == [file]
    with pytest.raises(ConfigError, match=r"\.claude\.json"):
        planned(app, own, system)


def test_a_file_that_this_account_may_not_change_is_left_alone(
    own: Paths, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    before, made = file.read_bytes(), planned(app, own, system)
    monkeypatch.setattr(os, "access", lambda path, mode: path != file)  # the administrator may write what they like
    with pytest.raises(ConfigError, match="may not be changed by this account, so nothing was written"):
        attaching.attach(made, own, Keyring())
    assert file.read_bytes() == before
    assert not own.servers_file.exists()
    assert not attaching.is_attached(own, app.id)


def test_no_file_that_lies_beside_an_apps_own_is_lost(own: Paths, system: System) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    beside = file.with_name("mcp.json.new")
    beside.write_text("mine")
    attaching.attach(planned(app, own, system), own, Keyring())
    assert beside.read_text() == "mine"
    assert sorted(os.listdir(file.parent)) == ["mcp.json", "mcp.json.new"]


def test_what_somebody_else_put_beside_our_notes_stops_nothing(own: Paths, system: System) -> None:
    app = known_app("cursor")
    furnished(app, system)
    attaching.attach(planned(app, own, system), own, Keyring())
    (own.config / "attached" / ".DS_Store").write_bytes(b"")
    (own.config / "attached" / app.id / "folder").mkdir()
    assert all(one.exactly for one in attaching.detach(app, own))
    assert not attaching.is_attached(own, app.id)
    assert registry.names(own.apps_dir) == ()


def test_where_it_cannot_be_read_what_another_app_uses_nothing_of_it_is_taken_away(own: Paths, system: System) -> None:
    for name in ("cursor", "zed"):
        furnished(known_app(name), system)
        attaching.attach(planned(known_app(name), own, system), own, Keyring())
    attaching.receipt_of(own, "zed").write_text("{")
    servers = own.servers_file.read_bytes()
    done = {one.path: one for one in attaching.detach(known_app("cursor"), own)}
    assert done[str(known_app("cursor").file(system))].exactly
    assert set(done[str(own.servers_file)].left) == MOVES["cursor"]
    assert own.servers_file.read_bytes() == servers


def test_while_an_apps_file_cannot_be_read_its_servers_stay_where_it_looks_for_them(own: Paths, system: System) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    attaching.attach(planned(app, own, system), own, Keyring())
    written, servers = file.read_bytes(), own.servers_file.read_bytes()
    file.write_bytes(written + b"{")
    (done,) = attaching.detach(app, own)
    assert (done.path, done.exactly) == (str(file), False)
    assert "something follows the end" in str(done.problem)
    assert own.servers_file.read_bytes() == servers
    assert app.id in registry.names(own.apps_dir)
    file.write_bytes(written)
    assert all(one.exactly for one in attaching.detach(app, own))


def test_a_file_that_cannot_be_given_back_is_named_and_the_apps_other_files_are(
    own: Paths, system: System, tmp_path: Path
) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    project = tmp_path / "project" / "mcp.json"
    project.parent.mkdir()
    project.write_text('{"mcpServers": {"of-the-project": {"command": "own"}}}')
    before, theirs = file.read_bytes(), project.read_bytes()
    for place in (file, project):
        attaching.attach(attaching.plan(app, [place], own, ("assent",), keyring=Keyring()), own, Keyring())
    written, servers = project.read_bytes(), own.servers_file.read_bytes()
    project.write_bytes(written + b"{")
    done = {one.path: one for one in attaching.detach(app, own)}
    assert done[str(file)].exactly
    assert file.read_bytes() == before, "what stood after the unreadable one is given back as well"
    assert str(project) in str(done[str(project)].problem)
    assert own.servers_file.read_bytes() == servers, "the other file still names a server that stands there"
    assert attaching.is_attached(own, app.id)
    assert app.id in registry.names(own.apps_dir)
    attaching.attach(attaching.plan(app, [file], own, ("assent",), keyring=Keyring()), own, Keyring())
    project.write_bytes(written)
    assert all(one.exactly for one in attaching.detach(app, own))
    assert (file.read_bytes(), project.read_bytes()) == (before, theirs)
    assert not own.servers_file.exists()
    assert not attaching.is_attached(own, app.id)


def test_a_file_whose_backup_is_gone_is_never_emptied(own: Paths, system: System) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    attaching.attach(planned(app, own, system), own, Keyring())
    written = file.read_bytes()
    (kept,) = attaching.receipt_of(own, app.id).parent.glob("*-mcp.json")
    kept.unlink()
    (done,) = attaching.detach(app, own)
    assert str(done.problem) == f"{kept}: was changed or removed since Assent saved it"
    assert file.read_bytes() == written


def test_a_link_is_followed_and_stays_a_link(own: Paths, system: System, tmp_path: Path) -> None:
    app = known_app("zed")
    file = furnished(app, system)
    real = tmp_path / "dotfiles.json"
    os.replace(file, real)
    file.symlink_to(real)
    before = real.read_bytes()
    attaching.attach(planned(app, own, system), own, Keyring())
    assert file.is_symlink()
    assert real.read_bytes() != before
    attaching.detach(app, own)
    assert real.read_bytes() == before


def test_places_follow_the_system_and_the_apps_own_variables(tmp_path: Path) -> None:
    home = tmp_path
    linux = System(home, {"XDG_CONFIG_HOME": "/x", "CODEX_HOME": "/c", "CLAUDE_CONFIG_DIR": "relative"}, "linux")
    assert known_app("claude-desktop").file(linux) == Path("/x/Claude/claude_desktop_config.json")
    assert known_app("codex").file(linux) == Path("/c/config.toml")
    assert known_app("claude-code").file(linux) == home / ".claude.json"
    mac = System(home, {}, "darwin")
    assert known_app("vscode").file(mac) == home / "Library/Application Support/Code/User/mcp.json"
    assert known_app("zed").file(mac) == home / ".config/zed/settings.json"
    windows = System(home, {}, "win32")
    assert known_app("goose").file(windows) == home / "AppData/Roaming/Block/goose/config/config.yaml"
    with pytest.raises(UsageError, match="claude-desktop"):
        known_app("nobody")


def test_an_app_that_is_not_attached_cannot_be_detached(own: Paths) -> None:
    with pytest.raises(UsageError, match="is not attached"):
        attaching.detach(known_app("zed"), own)


def in_desktop(system: System, text: str) -> KnownApp:
    """Claude Desktop with this file."""
    app = known_app("claude-desktop")
    file = app.file(system)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return app


def test_a_server_behind_a_url_moves_with_its_headers_whose_secrets_go_into_the_keyring(
    own: Paths, system: System
) -> None:
    entries = {
        "tracker": {
            "type": "http",
            "url": "https://mcp.example.com/mcp?api_key=in-the-query",
            "headers": {"X-Api-Key": "of-the-header", "X-Team": "blue"},
            "timeout": 9,
        },
        "older": {"type": "sse", "url": "https://mcp.example.com/sse"},
    }
    app, keyring = in_desktop(system, json.dumps({"mcpServers": entries})), Keyring()
    made = planned(app, own, system)
    assert {"of-the-header", "in-the-query"} <= made.hidden
    attaching.attach(made, own, keyring)
    moved = json.loads(app.file(system).read_text())["mcpServers"]["tracker"]
    assert moved == {
        "type": "stdio",
        "timeout": 9,
        "command": PROGRAM[0],
        "args": ["connect", "tracker", "--app", "claude-desktop"],
    }
    found = load_configured(own.servers_file).entries
    assert (found["tracker"].kind, found["older"].kind) == ("http", "sse")
    assert dict(found["tracker"].headers) == {"X-Api-Key": "${keyring:tracker-X_Api_Key}", "X-Team": "blue"}
    assert keyring.kept == {("assent", "tracker-X_Api_Key"): "of-the-header"}


@pytest.mark.parametrize(
    "entry",
    [
        {"url": "https://user:secret@example.com/mcp"},
        {"url": "ftp://example.com/"},
        {"url": "https://127.1/mcp"},
        {"url": 7},
        {"url": "https://example.com/mcp", "headers": ["x"]},
        {"url": "https://example.com/mcp", "headers": {"Host": "other"}},
        {"url": "https://example.com/mcp", "oauth": {"clientId": "x"}},
        {"url": "https://example.com/mcp", "headers": {"X-Key": "${input:key}"}},
    ],
)
def test_a_server_behind_a_url_that_assent_cannot_reach_as_the_app_does_stays(
    own: Paths, system: System, entry: dict[str, object]
) -> None:
    app = in_desktop(system, json.dumps({"mcpServers": {"web": entry}}))
    app = replace(app, shape=replace(app.shape, references="env"))
    (server,) = attaching.servers_of(app, app.file(system), PROGRAM)
    assert server.state == "stays"
    assert server.why
    assert "secret" not in server.why


def test_an_entry_that_looks_like_ours_and_starts_another_program_is_not_behind(own: Paths, system: System) -> None:
    entry = {"command": "/opt/other", "args": ["connect", "git", "--app", "claude-desktop"]}
    app = in_desktop(system, json.dumps({"mcpServers": {"git": entry}}))
    (server,) = attaching.servers_of(app, app.file(system), PROGRAM)
    assert server.state == "stays"
    assert "another program" in server.why
    assert planned(app, own, system).files == ()


@pytest.mark.parametrize("written", ['pa\\"ss word', 'p\\u0061\\"ss word', "\\u0070a\\u0022ss word"])
def test_a_secret_is_covered_however_it_is_escaped(own: Paths, system: System, written: str) -> None:
    app = in_desktop(system, f'{{"mcpServers": {{"git": {{"command": "git", "env": {{"API_KEY": "{written}"}}}}}}}}')
    shown = "\n".join(attaching.difference(planned(app, own, system, keyring=None)))
    assert "ss word" not in shown
    assert "•••" in shown


@pytest.mark.parametrize(
    "args",
    [["--api-key", "correct-horse"], ["--token=correct-horse"], ["ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"]],
)
def test_a_secret_among_what_a_program_is_started_with_is_covered(own: Paths, system: System, args: list[str]) -> None:
    app = in_desktop(system, json.dumps({"mcpServers": {"git": {"command": "git", "args": args}}}))
    shown = "\n".join(attaching.difference(planned(app, own, system)))
    assert args[-1].removeprefix("--token=") not in shown


def test_s36_a_secret_in_a_header_or_an_address_is_covered(own: Paths, system: System) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    args = ["--header", "X-Api-Key: correct-horse", "--name", "${env:A} " + token]
    entries = {
        "run": {"command": "run", "args": args},
        "web": {"url": f"https://mcp.example.org/{token}/sse?api_key=big-bird"},
    }
    app = in_desktop(system, json.dumps({"mcpServers": entries}))
    shown = "\n".join(attaching.difference(planned(app, own, system)))
    assert "X-Api-Key: •••" in shown
    assert "https://mcp.example.org/•••/sse" in shown
    assert not any(secret in shown for secret in ("correct-horse", token, "big-bird"))


def test_s36_a_secret_of_an_entry_that_stays_is_covered_where_its_lines_surround_a_change(
    own: Paths, system: System
) -> None:
    token = "glpat-" + "abcdefghij1234567890"
    first = in_desktop(system, json.dumps({"mcpServers": {"git": {"command": "git", "env": {"GIT_TOKEN": token}}}}))
    attaching.attach(planned(first, own, system, keyring=None), own, None)
    assert token in own.servers_file.read_text()
    ask = {"command": "ask", "args": ["${input:key}"], "env": {"ASK_TOKEN": token[::-1]}}
    second = known_app("cursor")
    file = second.file(system)
    file.parent.mkdir(parents=True)
    file.write_text(f'{{"mcpServers": {{\n"ask": {json.dumps(ask)},\n"run": {{"command": "run"}}\n}}}}\n')
    shown = "\n".join(attaching.difference(planned(second, own, system, keyring=None)))
    assert '"GIT_TOKEN": "•••"' in shown
    assert '"ASK_TOKEN": "•••"' in shown
    assert token not in shown
    assert token[::-1] not in shown


def test_s36_a_secret_beside_the_servers_is_covered(own: Paths, system: System) -> None:
    password = "-".join(("correct", "horse", "battery"))
    servers = '"theme": "dark",\n"mcpServers": {"run": {"command": "run"}}'
    lines = f'{{\n"apiKey": "{password}",\n{servers},\n"token": "{password}"\n}}'
    shown = attaching.difference(planned(in_desktop(system, lines), own, system))
    assert ' "apiKey": "•••",' in shown
    assert ' "theme": "dark",' in shown
    assert ' "token": "•••"' in shown
    assert password not in "".join(shown)


@pytest.mark.parametrize(
    "words",
    [
        ("--header", "Authorization: Bearer {}"),
        ("--header=Authorization: Bearer {}",),
        ("--url=https://me:{}@example.org/",),
        ("sh", "-c", "GITHUB_TOKEN={} npx x"),
        ("--name", "${{no reference {}"),
    ],
)
def test_s36_a_token_is_covered_where_the_secret_around_it_could_be_code(words: tuple[str, ...]) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    args = [word.format(token) for word in words]
    shown = attaching.without_secrets_in(("run", *args), {"command": "run", "args": [*args]})
    assert shown == (("run", *(word.format("•••") for word in words)), True)


OPAQUE = "9f86d081884c7d659a2f"


@pytest.mark.parametrize(
    "address",
    [
        "https://{}@git.example/a.git",
        "git+https://{}:@git.example/a.git",
        "https://{}:x-oauth-basic@git.example/a",
        "HTTPS://me:{}@git.example/a",
    ],
)
@pytest.mark.parametrize("secret", [OPAQUE, "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"])
def test_s36_a_token_that_stands_as_the_user_of_an_address_is_covered_also_where_the_address_is_what_is_started(
    address: str, secret: str
) -> None:
    url = address.format(secret)
    for args in (["srv", url], ["--from", url, "srv"], ["--unknown", url], [f"--repo={url}"]):
        written = {"mcpServers": {"it": {"command": "uvx", "args": args}}}
        entry = parse_servers(jsonc.load(json.dumps(written), file="servers.json")).entries["it"]
        shown = " ".join(attaching.shown_start(entry).words)
        assert secret not in shown
        assert "git.example/a" in shown
    server = attaching.without_secrets_in((url,), {"url": url})  # an entry that cannot be used is shown, too
    assert secret not in str(server)


def test_what_is_the_name_of_a_user_stays() -> None:
    words = ("git+ssh://git@git.example/a", "https://ana@git.example/a", "postgres://postgres:@localhost/a")
    assert attaching.without_secrets_in(words, {"command": words[0], "args": [*words[1:]]}) == (words, False)


def test_what_is_started_is_never_covered(own: Paths, system: System) -> None:
    entry = {"command": "/opt/evil", "args": ["-c", "payload"], "env": {"A_TOKEN": "/opt/evil", "B_TOKEN": "payload"}}
    app = in_desktop(system, json.dumps({"mcpServers": {"git": entry}}))
    added = [line for line in attaching.difference(planned(app, own, system)) if line.startswith("+")]
    assert any('"command": "/opt/evil"' in line for line in added)
    assert any('"payload"' in line for line in added)


def test_no_servers_secret_gets_the_name_of_anothers(own: Paths, system: System) -> None:
    entries = {
        "hub": {"command": "hub", "env": {"two-API_KEY": "of-the-first", "x/API_KEY": "third"}},
        "hub-two": {"command": "hub-two", "env": {"API_KEY": "of-the-second"}},
    }
    app = in_desktop(system, json.dumps({"mcpServers": entries}))
    made = planned(app, own, system)
    assert dict(made.secrets) == {"hub-two-API_KEY": "of-the-second"}
    assert set(made.secrets_in_file) == {"hub: two-API_KEY", "hub: x/API_KEY"}


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x]\nextensions: {x: {type: stdio, cmd: p, z: *a}}\n",
        "extensions:\n  x: &x {type: stdio, cmd: p, args: [a]}\n  y: {<<: *x, args: [b]}\n",
        "extensions: {x: !!python/object/apply:os.system {type: stdio, cmd: p}}\n",
        "extensions: " + "[" * 5000 + "]" * 5000,
        "extensions: {}\n#" + "x" * attaching.MAX_FILE_BYTES["yaml"],
    ],
    ids=["alias", "merge", "tag", "deep", "large"],
)
def test_yaml_that_grows_as_it_is_read_is_refused(own: Paths, system: System, text: str) -> None:
    app = known_app("goose")
    app.file(system).parent.mkdir(parents=True)
    app.file(system).write_text(text)
    with pytest.raises(ConfigError, match=r"alias|nested more than 32|more than the 65,536 that are read"):
        planned(app, own, system)


@pytest.mark.parametrize("value", ["1979-05-27", "nan", "07:32:00"])
def test_what_json_has_not_stays_as_it_is_written(own: Paths, system: System, value: str) -> None:
    app = known_app("codex")
    app.file(system).parent.mkdir(parents=True)
    before = f"[mcp_servers.x]\ncommand = 'a'\nown = {value}\n"
    app.file(system).write_text(before)
    attaching.attach(planned(app, own, system), own, Keyring())
    assert f"own = {value}\n" in app.file(system).read_text()
    attaching.detach(app, own)
    assert app.file(system).read_text() == before


@pytest.mark.parametrize(
    "text",
    ['x:\n  API_KEY: "sk-very-secret\n  b: c\n', "a: sk-very-secret: b\n", "a: sk-very-secret\na: sk-very-secret2\n"],
)
def test_what_is_wrong_with_a_file_is_said_without_its_lines(text: str) -> None:
    with pytest.raises(ConfigError, match="cannot be read as YAML") as caught:
        documents.read(text.encode(), "yaml", file="config.yaml")
    assert "very-secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_changes_in_a_file_of_one_long_line_is_shown_and_the_rest_is_not(own: Paths, system: System) -> None:
    text = {"mcpServers": {"git": {"command": "git"}}, "history": ["x" * 400] * 5_000, "last": "y" * 400_000}
    app = in_desktop(system, json.dumps(text))
    shown = attaching.difference(planned(app, own, system))
    assert any("connect" in line for line in shown)
    assert any(line.startswith("-") and '"git"' in line for line in shown)
    assert sum(map(len, shown)) < 20_000


def test_s05_no_character_within_a_value_feigns_a_line_of_what_changes() -> None:
    before, after = "a\nb\n", "a\u2028b\rc\n"
    change = FileChange(Path("f"), "json", before.encode(), after.encode(), ())
    assert [*difference_of(change, frozenset())][3:] == ["-a", "-b", "+a\u2028b\rc"]


def test_what_could_not_be_taken_back_is_not_written(
    own: Paths, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    before = file.read_bytes()
    made = planned(app, own, system)
    monkeypatch.setattr(paths, "MAX_FILE", 100)
    with pytest.raises(ConfigError, match="more changes than Assent can undo"):
        attaching.attach(made, own, Keyring())
    assert file.read_bytes() == before
    assert not own.servers_file.exists()


def test_more_servers_than_assent_puts_behind_itself_are_left(own: Paths, system: System) -> None:
    app = known_app("cursor")
    file = furnished(app, system)
    many = {f"server-{number}": {"command": "sh", "args": ["x" * 200]} for number in range(1_000)}
    file.write_text(json.dumps({"mcpServers": many}))
    with pytest.raises(ConfigError, match="more servers, or longer ones, than Assent puts behind itself"):
        planned(app, own, system)
