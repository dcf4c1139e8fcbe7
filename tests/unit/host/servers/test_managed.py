from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import jsonc
from host.model import JsonObject
from host.policy.load import read_source
from host.policy.model import PolicySource
from host.servers.config import ServersConfig, load_servers, parse_servers
from host.servers.managed import SHADOWED, beside


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
    both = beside(own({"mine": {"command": "x"}, "copy": entry}), administrator({"files": entry}))
    assert both.problems == both.warnings == ()
    assert {name: it.managed for name, it in both.entries.items()} == {"files": True, "mine": False, "copy": False}
    assert list(both.entries) == list(both.written) == ["files", "mine", "copy"]
    files, copy = both.entries["files"], both.entries["copy"]
    assert (files.config_digest, files.public_digest, files.args) == (copy.config_digest, copy.public_digest, copy.args)
    assert files.options.timeout == 5


@pytest.mark.parametrize("source", [None, administrator({})], ids=["no-file", "no-servers"])
def test_without_servers_of_the_administrator_the_users_stand_as_they_are(source: PolicySource | None) -> None:
    mine = own({"mine": {"command": "x"}})
    assert beside(mine, source) is mine


def test_an_entry_of_the_same_name_is_the_administrators_and_the_user_is_told() -> None:
    both = beside(own({"files": {"command": "mine"}}), administrator({"files": {"command": "theirs"}}))
    assert both.entries["files"].command == "theirs"
    (warning,) = both.warnings
    assert str(warning).startswith(f"servers.json:1: mcpServers.files: {SHADOWED}")
    assert dict(both.written) == {"files": {"command": "theirs"}}


def test_a_name_that_differs_in_case_alone_cannot_be_used() -> None:
    both = beside(own({"Files": {"command": "mine"}}), administrator({"files": {"command": "theirs"}}))
    assert list(both.entries) == ["files"]
    (problem,) = both.problems_of("Files")
    assert "which your administrator configures" in str(problem)
    assert both.problems_of("files") == ()


def test_a_slip_of_the_administrator_costs_that_server_alone_and_lets_nobody_take_its_name() -> None:
    source = administrator({"files": {"command": "a/relative/path"}, "good": {"command": "x"}})
    both = beside(own({"files": {"command": "mine"}, "FILES": {"command": "mine"}}), source)
    assert list(both.entries) == ["good"]
    (problem,) = both.problems_of("files")
    assert str(problem).startswith("/etc/assent/managed.json:5: servers.files.command: is a relative path")
    assert both.faults == ()
    assert both.written["files"] == {"command": "a/relative/path"}


def test_what_is_wrong_with_the_users_whole_file_stays_apart(tmp_path: Path) -> None:
    file = tmp_path / "servers.json"
    file.write_text('{"mcpServers": []}')
    both = beside(load_servers(file), administrator({"files": {"command": "x"}}))
    assert list(both.entries) == ["files"]
    assert len(both.faults) == 1
    assert both.problems_of("files") == ()
