from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import jsonc
from host.errors import AssentError, ConfigError
from host.model import JsonObject, JsonValue
from host.policy.load import read_source
from host.policy.model import PolicySource
from host.servers.config import LOCKED, SHADOWED, ServersConfig, load_servers, parse_servers, resolve, with_managed
from host.servers.supervisor import ServerState, Supervisor
from host.settings import LiveSettings, Settings
from host.wire.stdio import LaunchSpec


def own(servers: JsonObject) -> ServersConfig:
    return parse_servers(jsonc.load(json.dumps({"mcpServers": servers}), file="servers.json"))


def administrator(servers: JsonObject) -> PolicySource:
    source = read_source(
        "managed",
        Path("/etc/assent/managed.json"),
        json.dumps({"version": 1, "rules": [], "servers": servers}, indent=1).encode(),
    )
    assert not source.error, source.error
    return source


def test_the_administrators_servers_come_first_and_go_through_the_same_reading() -> None:
    entry: JsonObject = {"command": "files", "args": ["${env:HOME}"], "assent": {"timeout": 5}}
    both = with_managed(own({"mine": {"command": "x"}, "copy": entry}), administrator({"files": entry}))
    assert both.problems == both.warnings == ()
    assert {name: it.managed for name, it in both.entries.items()} == {"files": True, "mine": False, "copy": False}
    assert list(both.entries) == list(both.written) == ["files", "mine", "copy"]
    files, copy = both.entries["files"], both.entries["copy"]
    assert (files.config_digest, files.public_digest, files.args) == (copy.config_digest, copy.public_digest, copy.args)
    assert files.options.timeout == 5


@pytest.mark.parametrize("source", [None, administrator({})], ids=["no-file", "no-servers"])
def test_without_servers_of_the_administrator_the_users_stand_as_they_are(source: PolicySource | None) -> None:
    mine = own({"mine": {"command": "x"}})
    assert with_managed(mine, source) is mine


def test_an_entry_of_the_same_name_is_the_administrators_and_the_user_is_told() -> None:
    both = with_managed(own({"files": {"command": "mine"}}), administrator({"files": {"command": "theirs"}}))
    assert both.entries["files"].command == "theirs"
    (warning,) = both.warnings
    assert str(warning).startswith(f"servers.json:1: mcpServers.files: {SHADOWED}")
    assert dict(both.written) == {"files": {"command": "theirs"}}


def test_a_name_that_differs_in_case_alone_cannot_be_used() -> None:
    both = with_managed(own({"Files": {"command": "mine"}}), administrator({"files": {"command": "theirs"}}))
    assert list(both.entries) == ["files"]
    (problem,) = both.problems_of("Files")
    assert "which your administrator configures" in str(problem)
    assert both.problems_of("files") == ()


def test_a_slip_of_the_administrator_costs_that_server_alone_and_lets_nobody_take_its_name() -> None:
    source = administrator({"files": {"command": "a/relative/path"}, "good": {"command": "x"}})
    both = with_managed(own({"files": {"command": "mine"}, "FILES": {"command": "mine"}}), source)
    assert list(both.entries) == ["good"]
    (problem,) = both.problems_of("files")
    assert str(problem).startswith("/etc/assent/managed.json:5: servers.files.command: is a relative path")
    assert both.faults == ()
    assert both.written["files"] == {"command": "a/relative/path"}


def test_what_is_wrong_with_the_users_whole_file_stays_apart(tmp_path: Path) -> None:
    file = tmp_path / "servers.json"
    file.write_text('{"mcpServers": []}')
    both = with_managed(load_servers(file), administrator({"files": {"command": "x"}}))
    assert list(both.entries) == ["files"]
    assert len(both.faults) == 1
    assert both.problems_of("files") == ()


def test_references_of_the_administrators_entries_are_resolved_and_lead_back_to_their_file() -> None:
    entry: JsonObject = {"command": "files", "args": ["${env:TOKEN}"], "env": {"KEY": "${keyring:files/key}"}}
    config = with_managed(own({}), administrator({"files": entry})).entries["files"]
    spec = resolve(config, {"TOKEN": "t"}, lambda service, name: f"{service}-{name}")
    assert isinstance(spec, LaunchSpec)
    assert (spec.argv, spec.env["KEY"]) == (("files", "t"), "files-key")
    with pytest.raises(ConfigError, match=r"^/etc/assent/managed\.json:5: servers\.files\.args\[0\]: "):
        resolve(config, {}, lambda _, __: None)


class Running:
    """A supervisor whose administrator writes."""

    def __init__(self, directory: Path) -> None:
        self.source: PolicySource | None = None
        self.looks = self.changes = 0
        self.file = directory / "servers.json"
        self.file.write_text('{"mcpServers": {"mine": {"command": "x"}}}')
        self.supervisor = Supervisor(
            self.file,
            settings=LiveSettings(),
            log=lambda _: None,
            monotonic=lambda: 0.0,
            environment={},
            managed=lambda: self.source,
            reload=self._look,
            trust_of=lambda server_id, digest: "managed" if server_id == "files" and len(digest) == 64 else "none",
        )
        self.supervisor.changed.connect(self._changed)

    def _look(self) -> None:
        self.looks += 1

    def _changed(self) -> None:
        self.changes += 1

    def why_not(self, server_id: str) -> str:
        with pytest.raises(AssentError) as caught:
            self.supervisor.entry(server_id)
        return str(caught.value)


@pytest.fixture
def running(tmp_path: Path) -> Running:
    return Running(tmp_path)


def test_what_the_administrator_changes_is_there_at_the_next_look_and_is_told_once(running: Running) -> None:
    supervisor = running.supervisor
    assert list(supervisor.config.entries) == ["mine"]
    running.source = administrator({"files": {"command": "a"}})
    first = supervisor.entry("files")
    assert (supervisor.ref(first).trust, supervisor.is_outdated(first), running.looks) == ("managed", False, 1)
    told = running.changes
    assert supervisor.config is supervisor.config
    assert running.changes == told
    running.source = administrator({"files": {"command": "b"}})
    assert supervisor.is_outdated(first)
    assert running.changes == told + 1
    assert supervisor.ref(supervisor.entry("mine")).trust == "none"


def test_a_server_that_cannot_be_had_says_whose_file_is_to_blame(running: Running, tmp_path: Path) -> None:
    running.source = administrator({"files": {"command": "a/b"}, "off": {"command": "x", "disabled": True}})
    assert running.why_not("files").startswith("its entry in managed.json cannot be used: /etc/assent/managed.json:5:")
    assert running.why_not("off") == "this server is switched off by your administrator"
    assert running.why_not("nope") == "no such server in servers.json"
    running.source = PolicySource("managed", "/etc/assent/managed.json", error="it is broken")
    assert running.why_not("off") == "the administrator's file cannot be used: it is broken"
    running.source = None
    running.file.write_text('{"mcpServers": {"mine": {"comand": "x"}, "off": {"command": "x", "disabled": true}}}')
    assert running.why_not("mine").startswith("its entry in servers.json cannot be used: ")
    assert running.why_not("off") == "this server is switched off in servers.json"
    running.file.write_text("{")
    assert running.why_not("mine").startswith(f"servers.json cannot be used: {running.file}:1: ")


def test_a_missing_program_is_the_administrators_to_mend(running: Running) -> None:
    running.source = administrator({"files": {"command": "no-such-program"}})
    stands = running.supervisor.state_of(running.supervisor.entry("files"))
    assert stands == (
        ServerState.NOT_USABLE,
        "No such program: no-such-program. Install it, or tell your administrator.",
    )


# What the administrator keeps out


def says(**more: JsonValue) -> PolicySource:
    text = json.dumps({"version": 1, "rules": [], **more})
    source = read_source("managed", Path("/etc/assent/managed.json"), text.encode())
    assert not source.error, source.error
    return source


def out(source: PolicySource | None, environment: dict[str, str] | None = None, **entries: JsonValue) -> list[str]:
    both = with_managed(own(dict(entries)), source, environment or {})
    return [name for name, entry in both.entries.items() if entry.kept_out]


def test_where_only_the_administrators_servers_run_no_other_does() -> None:
    source = says(only=True, servers={"files": {"command": "x"}})
    assert out(source, mine={"command": "x"}, web={"url": "https://a.example"}) == ["mine", "web"]
    assert out(says(only=True), mine={"command": "x"}) == ["mine"]


def test_an_administrators_own_server_is_never_kept_out() -> None:
    source = says(servers={"files": {"command": "x"}}, keep_out=[{"server": "*"}, {"command": ["x"]}])
    assert out(source, mine={"command": "y"}) == ["mine"]


@pytest.mark.parametrize("name", ["FILES", "fi1es", "fiIes", "Files"])
def test_s17_a_name_that_looks_like_an_administrators_cannot_be_used(name: str) -> None:
    both = with_managed(own({name: {"command": "mine"}}), administrator({"files": {"command": "theirs"}}))
    assert list(both.entries) == ["files"]
    assert "which your administrator configures" in str(both.problems_of(name)[0])


def test_nothing_is_started_while_the_file_cannot_be_used(running: Running) -> None:
    running.source = PolicySource("managed", "/etc/assent/managed.json", error="it is broken")
    why = "Nothing is started while your administrator's file cannot be used: it is broken"
    assert running.why_not("mine") == why
    entry = running.supervisor.config.entries["mine"]
    assert running.supervisor.state_of(entry) == (ServerState.KEPT_OUT, why)
    assert running.supervisor.why_session_must_end(entry) == ""  # what runs stays, with every call denied


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with a program, a link to it, a hard link, and a copy."""
    program = tmp_path / "bin" / "npx"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (program.parent / "link").symlink_to("npx")
    (program.parent / "further").symlink_to(program.parent / "link")
    (program.parent / "hard").hardlink_to(program)
    (program.parent / "other").write_text("#!/bin/sh\n")
    (program.parent / "other").chmod(0o755)
    return program.parent


@pytest.mark.parametrize(
    "command", ["npx", "NPX", "link", "further", "hard", "{bin}/npx", "{bin}/link", "/no/such/npx"]
)
def test_s35_another_name_of_the_same_program_is_the_same_command(programs: Path, command: str) -> None:
    source = says(keep_out=[{"command": ["npx", "-y", "evil"]}])
    entry: JsonObject = {"command": command.format(bin=programs), "args": ["-y", "evil"]}
    assert out(source, {"PATH": str(programs)}, mine=entry) == ["mine"]
    assert out(source, {}, mine=entry | {"env": {"PATH": str(programs)}}) == ["mine"]


@pytest.mark.parametrize("command", ["other", "{bin}/other", "nowhere"])
def test_another_program_is_another_command(programs: Path, command: str) -> None:
    entry: JsonObject = {"command": command.format(bin=programs)}
    assert out(says(keep_out=[{"command": ["npx"]}]), {"PATH": str(programs)}, mine=entry) == []


def test_s35_a_relative_path_never_starts_whatever_it_leads_to(programs: Path) -> None:
    assert list(own({"mine": {"command": "./npx"}}).entries) == []


@pytest.mark.parametrize(
    "entry",
    [{"command": "npx", "args": ["${env:WHAT}"]}, {"url": "https://${env:WHAT}.example/mcp"}, {"url": "${env:AT}"}],
)
async def test_s35_what_a_reference_hides_is_kept_out_when_it_would_start(running: Running, entry: JsonObject) -> None:
    running.file.write_text(json.dumps({"mcpServers": {"mine": entry}}))
    running.source = says(keep_out=[{"command": ["npx", "evil"]}, {"url": "evil.example"}])
    supervisor = Supervisor(
        running.file,
        settings=LiveSettings(),
        log=lambda _: None,
        monotonic=lambda: 0.0,
        environment={"WHAT": "evil", "AT": "https://EVIL.example.:444/mcp"},
        managed=lambda: running.source,
    )
    config = supervisor.entry("mine")
    with pytest.raises(AssentError, match="Your administrator keeps out"):
        await supervisor.prepare(config)
    assert supervisor.state_of(config)[0] is ServerState.FAILED


def test_an_entry_that_is_kept_out_later_is_outdated_and_its_sessions_must_end(running: Running) -> None:
    supervisor = running.supervisor
    entry = supervisor.entry("mine")
    assert (supervisor.is_outdated(entry), supervisor.why_session_must_end(entry)) == (False, "")
    running.source = says(keep_out=[{"server": "mine", "reason": "Not here."}])
    why = "Your administrator keeps out servers called mine. They say: Not here."
    assert (supervisor.is_outdated(entry), supervisor.why_session_must_end(entry)) == (True, why)
    assert running.why_not("mine") == why
    # Whoever renames it meanwhile keeps no session of the old name.
    running.file.write_text('{"mcpServers": {"other": {"command": "x"}}}')
    assert supervisor.why_session_must_end(entry) == why


def test_a_locked_setting_is_set_by_no_entry_of_the_user() -> None:
    entry: JsonObject = {"command": "x", "assent": {"timeout": 9, "frameLimit": {"toServer": 2048, "fromServer": 4096}}}
    source = says(servers={"theirs": entry}, locked=["execution_timeout", "frame_to_server"])
    both = with_managed(own({"mine": entry, "plain": {"command": "x"}}), source)
    usual = Settings()
    mine, theirs = (both.entries[name].settings(usual) for name in ("mine", "theirs"))
    assert (mine.execution_timeout, mine.frame_to_server, mine.frame_from_server) == (
        usual.execution_timeout,
        usual.frame_to_server,
        4096,
    )
    assert (theirs.execution_timeout, theirs.frame_to_server) == (9, 2048)
    assert [warning.key for warning in both.warnings] == [
        "mcpServers.mine.assent.timeout",
        "mcpServers.mine.assent.frameLimit.toServer",
    ]
    assert all(warning.problem == LOCKED for warning in both.warnings)
