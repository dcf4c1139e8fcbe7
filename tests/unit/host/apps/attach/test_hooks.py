"""Apps' own hooks: written into their files beside what stands there, and taken out again."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from host import jsonc
from host.apps import hook, registry
from host.apps.attach import attaching
from host.apps.attach.attaching import Plan
from host.apps.attach.known import KNOWN, HookFile, KnownApp, System, known_app, with_command
from host.apps.hook import ANSWER_TIMEOUT
from host.errors import ConfigError, UsageError
from host.model import JsonValue
from host.paths import Paths
from host.servers.config import load_configured, parse_servers

PROGRAM = ("/opt/my apps/assent",)
HOOKED = [app for app in KNOWN if app.hooks is not None]
EVERY_APP = pytest.mark.parametrize("app", HOOKED, ids=lambda app: app.id)
SERVERS = '{\n  "mcpServers": {"my notes": {"command": "notes"}}\n}\n'
THEIRS = {
    "claude-code": """{
  "permissions": {"allow": ["Bash(npm test)"]}, // mine
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "./check.sh"}]} // first
    ],
    "Stop": []
  }
}
""",
    "codex": '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}]}}\n',
    "cursor": (
        '{\n  "version": 1,\n  "hooks": {"preToolUse": [], "postToolUse": [{"command": "./count.sh"}],'
        ' "stop": [{"command": "./bell.sh"}]}\n}\n'
    ),
    "gemini-cli": '{\n\t"mcpServers": {"weather": {"command": "weather"}},\n\t"hooks": {"AfterTool": []}\n}\n',
    "windsurf": '{"hooks": {"pre_run_command": [{"command": "./log.sh"}]}}\n',
}


def hooks_of(app: KnownApp) -> HookFile:
    assert app.hooks is not None
    return app.hooks


def planned(app: KnownApp, own: Paths, system: System) -> Plan:
    return attaching.plan(app, attaching.files_of(app, system), own, PROGRAM, keyring=None, hook_system=system)


def written(app: KnownApp, system: System, text: str) -> Path:
    file = hooks_of(app).file(system)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def commands(app: KnownApp, file: Path) -> list[str]:
    """Every command of the app's hooks for the events that matter."""
    hooks = json.loads("\n".join(line.split(" //")[0] for line in file.read_text().splitlines()))["hooks"]
    items = [item for event in hooks_of(app).events for item in hooks[event]]
    return [one["command"] for item in items for one in item.get("hooks", [item])]


def test_every_app_with_a_hook_has_its_form_and_time_to_answer() -> None:
    assert {app.id for app in HOOKED} == {*hook.FORMATS}
    for app in HOOKED:
        entry: Any = with_command(hooks_of(app).form, "x")
        timeout = entry.get("timeout") or entry.get("hooks", [{}])[0].get("timeout", 600)
        assert (timeout / 1_000 if app.id == "gemini-cli" else timeout) > ANSWER_TIMEOUT


@EVERY_APP
def test_a_hook_is_beside_others_and_the_file_comes_back_byte_for_byte(
    app: KnownApp, own: Paths, system: System
) -> None:
    file = written(app, system, THEIRS[app.id])
    before = file.read_bytes()
    assert not attaching.has_hook(app, system, PROGRAM)
    made = planned(app, own, system)
    assert any("assent' hook" in line for line in attaching.difference(made))
    attaching.attach(made, own, None)
    assert attaching.has_hook(app, system, PROGRAM)
    ours = [one for one in commands(app, file) if "assent" in one]
    assert len(ours) == len(hooks_of(app).events)
    assert shlex.split(ours[0])[:3] == ["/opt/my apps/assent", "hook", app.id]
    assert ours[0].endswith(" || exit 2")
    assert load_configured(own.servers_file).entries[app.id].hook == app.id
    assert not load_configured(own.servers_file).problems
    assert planned(app, own, system).files == ()
    assert all(one.exactly for one in attaching.detach(app, own))
    assert file.read_bytes() == before
    assert not own.servers_file.exists()


@EVERY_APP
@pytest.mark.parametrize("form", ["{}", "{{\n    {}: []\n  }}", "{{ {}: [], }}", "{{{}: [\n],}}", "{{{}: [{{}},]}}"])
def test_a_file_that_was_changed_meanwhile_comes_back_byte_for_byte_but_for_that_change(
    app: KnownApp, own: Paths, system: System, form: str
) -> None:
    present = form.format("{}" if form == "{}" else json.dumps(next(iter(hooks_of(app).events))))
    before = f'{{"theirs": 1, "hooks": {present}, }}\n'
    file = written(app, system, before)
    attaching.attach(planned(app, own, system), own, None)
    file.write_text(file.read_text().replace('"theirs": 1', '"theirs": 2'))
    attaching.detach(app, own)
    assert file.read_text() == before.replace('"theirs": 1', '"theirs": 2')


@EVERY_APP
def test_blanks_that_a_person_changed_meanwhile_stay(app: KnownApp, own: Paths, system: System) -> None:
    before = {"hooks": {next(iter(hooks_of(app).events)): [{"theirs": [1]}]}}
    file = written(app, system, json.dumps(before))
    attaching.attach(planned(app, own, system), own, None)
    file.write_text(json.dumps(json.loads(file.read_text()), indent=4))
    attaching.detach(app, own)
    assert file.read_text() == json.dumps(before, indent=4)


@EVERY_APP
def test_a_file_that_was_not_there_is_gone_again(app: KnownApp, own: Paths, system: System) -> None:
    file = hooks_of(app).file(system)
    attaching.attach(planned(app, own, system), own, None)
    assert attaching.has_hook(app, system, PROGRAM)
    attaching.detach(app, own)
    assert not file.exists()


@EVERY_APP
def test_only_our_hook_is_taken_out_where_somebody_else_changed_the_file(
    app: KnownApp, own: Paths, system: System
) -> None:
    file = written(app, system, "{}")
    attaching.attach(planned(app, own, system), own, None)
    said = json.loads(file.read_text())
    said["mine"] = True
    file.write_text(json.dumps(said))
    attaching.detach(app, own)
    assert json.loads(file.read_text()) == {"mine": True}


def test_a_hook_that_somebody_added_since_stays(own: Paths, system: System) -> None:
    app = known_app("claude-code")
    file = written(app, system, THEIRS[app.id])
    attaching.attach(planned(app, own, system), own, None)
    file.write_text(file.read_text().replace('"Stop": []', '"Stop": [{"hooks": []}]'))
    attaching.detach(app, own)
    assert file.read_text() == THEIRS[app.id].replace('"Stop": []', '"Stop": [{"hooks": []}]')


def test_tools_of_servers_behind_assent_are_left_to_them_and_later_ones_join(own: Paths, system: System) -> None:
    app = known_app("cursor")
    file = app.file(system)
    file.parent.mkdir(parents=True)
    file.write_text(SERVERS)
    attaching.attach(planned(app, own, system), own, None)
    place = hooks_of(app).file(system)
    (command,) = commands(app, place)
    assert shlex.split(command)[3:5] == ["--behind", "my notes"]
    said = json.loads(file.read_text())
    said["mcpServers"]["late"] = {"command": "late"}
    file.write_text(json.dumps(said))
    attaching.attach(planned(app, own, system), own, None)
    (command,) = commands(app, place)
    assert shlex.split(command)[3:7] == ["--behind", "late", "--behind", "my notes"]
    attaching.detach(app, own)
    assert not place.exists()
    assert not own.servers_file.exists()


def test_an_app_without_hooks_says_so(own: Paths, system: System) -> None:
    with pytest.raises(UsageError, match="zed has no hooks that Assent knows"):
        planned(known_app("zed"), own, system)


def test_on_windows_no_hook_is_written(own: Paths, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="on Windows"):
        planned(known_app("codex"), own, System(tmp_path, {}, "win32"))


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"hooks": {"a": 1, "a": 2}}', '{"hooks": 7}', '{"hooks": {"PreToolUse": {"own": 1}}}']
)
def test_a_file_of_hooks_that_cannot_be_read_is_left_alone(own: Paths, system: System, text: str) -> None:
    file = written(known_app("codex"), system, text)
    with pytest.raises(ConfigError, match=r"hooks\.json"):
        planned(known_app("codex"), own, system)
    assert file.read_text() == text


@pytest.mark.parametrize(
    ("app", "tool", "behind", "is_behind"),
    [
        ("claude-code", "mcp__my_notes__read", ("my notes",), True),
        ("claude-code", "mcp__other__read", ("my notes",), False),
        ("claude-code", "Bash", ("my notes",), False),
        # it may as well be a tool of the server “notes__all”, or of “notes_”, which nobody asks about
        ("claude-code", "mcp__notes__all__read", ("notes",), False),
        ("codex", "mcp__notes___read", ("notes",), False),
        ("claude-code", "mcp__notes__", ("notes",), False),
        ("gemini-cli", "mcp_notes_read", ("notes",), False),
        ("cursor", "MCP:read", ("notes",), True),
        ("cursor", "MCP:read", (), False),
        ("windsurf", "pre_run_command", ("notes",), False),
    ],
)
def test_whose_a_tool_is_tells_its_name(app: str, tool: str, behind: tuple[str, ...], is_behind: bool) -> None:
    assert hook.is_behind({}, tool, hook.FORMATS[app], behind) is is_behind


@pytest.mark.parametrize(
    ("context", "is_behind"),
    [({"server_name": "notes"}, True), ({"server_name": "notes_all"}, False), ({}, False), ("notes", False)],
)
def test_an_app_that_says_whose_a_tool_is_is_not_guessed_at(context: JsonValue, is_behind: bool) -> None:
    asked: dict[str, object] = {"mcp_context": context}
    assert hook.is_behind(asked, "mcp_notes_all_read", hook.FORMATS["gemini-cli"], ("notes",)) is is_behind


def test_where_an_app_can_be_told_that_a_hook_which_fails_is_a_no_it_is(own: Paths, system: System) -> None:
    for name, told in (("claude-code", '"onFailure": "block"'), ("cursor", '"failClosed": true')):
        attaching.attach(planned(known_app(name), own, system), own, None)
        assert told in hooks_of(known_app(name)).file(system).read_text()


@pytest.mark.parametrize("spoilt", [" || exit 0", "; exit 0", " '"])
def test_a_hook_that_somebody_rewrote_does_not_count_as_one(own: Paths, system: System, spoilt: str) -> None:
    app = known_app("claude-code")
    file = hooks_of(app).file(system)
    attaching.attach(planned(app, own, system), own, None)
    file.write_text(file.read_text().replace(" || exit 2", spoilt))
    assert not attaching.has_hook(app, system, PROGRAM)
    attaching.attach(planned(app, own, system), own, None)
    assert attaching.has_hook(app, system, PROGRAM)


def test_s39_an_apps_own_tools_are_not_judged_under_the_name_of_another_server() -> None:
    written = json.dumps({"mcpServers": {"time": {"hook": "codex"}, "codex-2": {"hook": "codex"}}})
    config = parse_servers(jsonc.load(written, file="servers.json"))
    assert config.entries.keys() == {"codex-2"}
    assert "must have the app's name" in config.problems[0].problem


@EVERY_APP
def test_the_hook_alone_is_taken_out_and_the_servers_stay_behind(app: KnownApp, own: Paths, system: System) -> None:
    file = written(app, system, THEIRS[app.id])
    servers = app.file(system)
    if servers != file:
        servers.parent.mkdir(parents=True, exist_ok=True)
        servers.write_text('[mcp_servers.notes]\ncommand = "notes"\n' if app.format == "toml" else SERVERS)
    before, servers_before = file.read_bytes(), servers.read_bytes()
    attaching.attach(planned(app, own, system), own, None)
    done = attaching.detach_hook(app, own)
    assert not attaching.has_hook(app, system, PROGRAM)
    assert f"hook {app.id}" not in file.read_text()
    if servers != file:
        assert file.read_bytes() == before
        assert next(one for one in done if one.path == str(file)).exactly
    assert [one.state for one in attaching.servers_of(app, servers, PROGRAM)] == ["behind"]
    assert [entry.hook for entry in load_configured(own.servers_file).entries.values()] == [""]
    assert app.id in registry.names(own.apps_dir)
    with pytest.raises(UsageError, match="no hook that Assent wrote"):
        attaching.detach_hook(app, own)
    assert all(one.exactly for one in attaching.detach(app, own))
    assert (file.read_bytes(), servers.read_bytes()) == (before, servers_before)
    assert not own.servers_file.exists()


def test_a_hook_that_was_taken_out_is_written_again_and_taken_back_with_the_rest(own: Paths, system: System) -> None:
    app = known_app("cursor")
    file = app.file(system)
    file.parent.mkdir(parents=True)
    file.write_text(SERVERS)
    for _ in range(2):
        attaching.attach(planned(app, own, system), own, None)
        assert attaching.has_hook(app, system, PROGRAM)
        attaching.detach_hook(app, own)
        assert not hooks_of(app).file(system).exists()
    attaching.attach(planned(app, own, system), own, None)
    assert all(one.exactly for one in attaching.detach(app, own))
    assert not hooks_of(app).file(system).exists()
    assert file.read_text() == SERVERS


def test_where_nothing_but_a_hook_was_written_taking_it_out_detaches(own: Paths, system: System) -> None:
    app = known_app("windsurf")
    attaching.attach(planned(app, own, system), own, None)
    attaching.detach_hook(app, own)
    assert not attaching.is_attached(own, app.id)
    assert app.id not in registry.names(own.apps_dir)
    with pytest.raises(UsageError, match="no hook that Assent wrote"):
        attaching.detach_hook(app, own)


def test_a_hook_that_somebody_changed_since_is_left_and_said(own: Paths, system: System) -> None:
    app = known_app("claude-code")
    file = written(app, system, THEIRS[app.id])
    attaching.attach(planned(app, own, system), own, None)
    changed = re.sub(r'"timeout": \d+', '"timeout": 9', file.read_text())
    assert changed != file.read_text()
    file.write_text(changed)
    done = attaching.detach_hook(app, own)
    assert any(one.left for one in done if one.path == str(file))
    assert "hook claude-code" in file.read_text()


SWITCHES = [
    ("claude-code", "home/.claude/settings.json", '{"disableAllHooks": true}'),
    ("claude-code", "home/.claude/settings.json", '{"disableAllHooks": "yes"} // odd'),
    ("claude-code", "etc/claude-code/managed-settings.json", '{"allowManagedHooksOnly": true}'),
    ("claude-code", "etc/claude-code/managed-settings.d/10-x.json", '{"disableAllHooks": true}'),
    ("codex", "home/.codex/config.toml", "[features]\nhooks = false\n"),
    ("codex", "home/.codex/config.toml", "features.codex_hooks = false\n"),
    ("codex", "etc/codex/requirements.toml", "allow_managed_hooks_only = true\n"),
    ("gemini-cli", "home/.gemini/settings.json", '{"hooksConfig": {"enabled": false}}'),
    ("gemini-cli", "home/.gemini/settings.json", '{"hooksConfig": {"disabled": ["lint", "assent"]}}'),
    ("gemini-cli", "etc/gemini-cli/settings.json", '{"hooksConfig": {"enabled": false}}'),
]


@pytest.mark.parametrize(("name", "place", "text"), SWITCHES)
def test_a_setting_that_switches_hooks_off_is_named_with_its_file(
    own: Paths, tmp_path: Path, name: str, place: str, text: str
) -> None:
    app, system = known_app(name), System(tmp_path / "home", {}, "linux", root=tmp_path)
    file = tmp_path / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    attaching.attach(planned(app, own, system), own, None)
    assert attaching.has_hook(app, system, PROGRAM)
    assert attaching.hooks_off(app, system).endswith(f" in {file}")
    attaching.detach(app, own)
    assert file.read_text() == text


@pytest.mark.parametrize(
    ("name", "place", "text"),
    [
        ("claude-code", "home/.claude/settings.json", '{"disableAllHooks": false, "allowManagedHooksOnly": true}'),
        ("claude-code", "home/.claude/settings.json", '{"disableAllHooks": null}'),
        ("claude-code", "home/.claude/settings.json", '{"env": {"disableAllHooks": true}}'),
        ("codex", "home/.codex/config.toml", "[features]\nhooks = true\n"),
        ("gemini-cli", "home/.gemini/settings.json", '{"hooksConfig": {"enabled": true, "disabled": ["assent-2"]}}'),
        ("gemini-cli", "home/.gemini/settings.json", '{"hooksConfig": [1]}'),
    ],
)
def test_other_settings_switch_nothing_off(tmp_path: Path, name: str, place: str, text: str) -> None:
    system, file = System(tmp_path / "home", {}, "linux", root=tmp_path), tmp_path / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    assert attaching.hooks_off(known_app(name), system) == ""


def test_a_setting_that_cannot_be_read_is_not_taken_for_none(tmp_path: Path) -> None:
    file = tmp_path / "etc/claude-code/managed-settings.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    with pytest.raises(ConfigError, match=r"managed-settings\.json"):
        attaching.hooks_off(known_app("claude-code"), System(tmp_path / "home", {}, "linux", root=tmp_path))


def test_a_name_that_a_project_has_for_another_server_is_not_left_to_the_one_behind(own: Paths, system: System) -> None:
    app, file = known_app("claude-code"), system.home / ".claude.json"
    file.parent.mkdir(parents=True)
    both = {"notes": {"command": "notes"}, "time": {"command": "time"}}
    theirs = {"/project": {"mcpServers": {"notes": {"url": "https://x.example", "oauth": {"a": 1}}}}}
    file.write_text(json.dumps({"mcpServers": both, "projects": theirs}))
    attaching.attach(planned(app, own, system), own, None)
    (command,) = commands(app, hooks_of(app).file(system))
    assert shlex.split(command)[3:-3] == ["--behind", "time"]


def test_one_hook_knows_the_servers_of_the_account_and_of_every_attached_project(
    own: Paths, system: System, tmp_path: Path
) -> None:
    app = known_app("claude-code")

    def project(name: str, servers: JsonValue) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))
        return folder

    def attach(folder: Path | None) -> list[str]:
        places = attaching.files_of(app, system, folder)
        made = attaching.plan(app, places, own, PROGRAM, keyring=None, hook_system=system)
        attaching.attach(made, own, None)
        (command,) = commands(app, hooks_of(app).file(system))
        return shlex.split(command.removesuffix(" || exit 2"))[len(PROGRAM) + 3 :: 2]

    system.home.mkdir()
    app.file(system).write_text('{"mcpServers": {"mine": {"command": "mine"}}}')
    assert attach(None) == ["mine"]
    first = project("first", {"ours": {"command": "ours"}})
    assert attach(first) == ["mine", "ours"], "the account's stay"
    assert attach(project("second", {"more": {"command": "more"}})) == ["mine", "more", "ours"]
    assert attach(None) == ["mine", "more", "ours"], "and those of projects, where the account is attached again"
    app.file(system).write_text(
        app.file(system).read_text().replace('"mcpServers": {', '"mcpServers": {"ours": {"command": "another"},', 1)
    )
    assert attach(first) == ["mine", "more"], "a server beside Assent may have the name"
    (first / ".mcp.json").write_text("{")
    assert attach(None) == ["mine", "more", "ours"], "once the account's of that name is behind it too"
