"""What other servers call their tools switches no rule off (attack 44)."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from host.canonical import canonical
from host.inspect.described import subject_of
from host.inspect.kinds import KINDS
from host.inspect.subject import Past
from host.inspect.twins import KIND, find_twins
from host.model import Effect, Finding, JsonObject, Severity, ToolDefinition, Trust, sha256_hex
from host.policy.evaluate import evaluate
from host.policy.facts import CallFacts
from host.policy.model import Match, PolicySource, Rule, SourceKind
from host.servers.supervisor import Supervisor
from host.settings import LiveSettings
from host.values import replace
from host.wire.stdio import StdioChannel

ALLOW = Effect.ALLOW
TOOLS = ("read_file", "write_file", "search")
LOOK_ALIKES = ("re\u0430d_file", "read_fi1e", "reacl_file")
Names = tuple[tuple[str, str], ...]


def found(server: str, tool: str, others: Names, trust: Trust = "none") -> tuple[Finding, ...]:
    call = subject_of({"app": "claude", "server": server, "tool": tool, "arguments": {}})
    return tuple(find_twins(replace(call, trust=trust, past=Past(tools=others))))


def judged(server: str, tool: str, others: Names, match: Match, kind: SourceKind = "managed") -> tuple[str, str]:
    facts = CallFacts(server, tool, "claude", app_authenticated=True, findings=found(server, tool, others))
    rule = Rule("r", ALLOW, match, source=kind)
    verdict = evaluate(facts, [PolicySource(kind, kind, rules=(rule,))])
    return verdict.effect.value, verdict.rule


def test_the_kind_is_one_that_is_known() -> None:
    assert KIND in KINDS


@pytest.mark.parametrize("trust", ["none", "user", "managed"])
@pytest.mark.parametrize("tool", TOOLS)
def test_s44_the_same_name_on_another_server_only_informs(tool: str, trust: Trust) -> None:
    others: Names = (("files", tool), ("evil", tool), ("evil", tool.upper()))
    findings = found("files", tool, others, trust)
    assert [finding.severity for finding in findings] == [Severity.INFO]


@pytest.mark.parametrize("kind", ["managed", "user"])
@pytest.mark.parametrize(
    "match", [Match(), Match("files"), Match("fi*"), Match("files", "read_file"), Match(tool="read_*")]
)
def test_s44_a_server_that_lists_the_same_names_turns_no_rule_that_allows_into_a_question(
    match: Match, kind: SourceKind
) -> None:
    others: Names = tuple(("evil", tool) for tool in TOOLS)
    assert judged("files", "read_file", others, match, kind) == ("allow", "r")


@pytest.mark.parametrize("name", LOOK_ALIKES)
@pytest.mark.parametrize("match", [Match("files"), Match("files", "read_*"), Match("files", "read_file")])
def test_s44_a_server_that_lists_look_alikes_never_touches_a_rule_that_names_another_server(
    match: Match, name: str
) -> None:
    assert judged("files", "read_file", (("evil", name),), match) == ("allow", "r")


@pytest.mark.parametrize("name", LOOK_ALIKES)
@pytest.mark.parametrize("match", [Match(), Match("[a-z]*"), Match(tool="re*")])
def test_s44_the_call_of_a_look_alike_is_asked_where_the_rule_names_no_server(match: Match, name: str) -> None:
    effect, rule = judged("evil", name, (("files", "read_file"),), match)
    assert effect == "ask"
    assert rule in ("guard:name-twin:r", "guard:odd-name:r")


def test_s44_a_rule_that_names_its_server_says_nothing_of_other_findings() -> None:
    grave = Finding("secret", Severity.HIGH, "There is a secret in it.")
    facts = CallFacts("files", "read_file", "claude", app_authenticated=True, findings=(grave,))
    source = PolicySource("managed", "m", rules=(Rule("r", ALLOW, Match("files", "read_file"), source="managed"),))
    assert evaluate(facts, [source]).rule == "guard:secret:r"


# Servers that come and go


def defined(name: str) -> ToolDefinition:
    value: JsonObject = {"name": name, "inputSchema": {"type": "object"}}
    raw = canonical(value)
    return ToolDefinition(name, raw, value, sha256_hex(raw))


class Servers:
    """Two servers, of which sessions begin and end."""

    def __init__(self, folder: Path) -> None:
        file = folder / "servers.json"
        file.write_text(json.dumps({"mcpServers": {"files": {"command": "a"}, "evil": {"command": "b"}}}))
        self.supervisor = Supervisor(
            file, settings=LiveSettings(), log=lambda _: None, monotonic=lambda: 0.0, environment={}
        )

    def present(self) -> Names:
        """The tools that can be called now."""
        servers = self.supervisor.config.entries
        return tuple(
            (server, tool.name) for server in servers for tool in self.supervisor.status_of(server).callable_tools
        )

    def begin(self, server: str, *tools: str) -> None:
        self.supervisor.status_of(server).sessions += 1
        self.supervisor.note_listing(self.supervisor.entry(server), tuple(map(defined, tools)))

    def end(self, server: str) -> None:
        channel = SimpleNamespace(pid=1, exit_code=0)
        self.supervisor.note_stop(self.supervisor.entry(server), cast("StdioChannel", channel))


def test_s44_what_a_server_lists_ends_with_its_last_session(tmp_path: Path) -> None:
    servers = Servers(tmp_path)
    servers.begin("files", "read_file")
    servers.begin("evil", "reacl_file")
    servers.begin("evil", "reacl_file")
    both: Names = (("files", "read_file"), ("evil", "reacl_file"))
    assert servers.present() == both
    servers.end("evil")
    assert servers.present() == both
    servers.end("evil")
    assert servers.present() == (("files", "read_file"),)
    assert servers.supervisor.status_of("evil").tools, "people may still read what it listed last"
    assert found("files", "read_file", servers.present()) == ()
    servers.begin("evil", "other")
    assert servers.present() == (("files", "read_file"), ("evil", "other"))
