from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.control import codec
from host.control.views import GrantView, HostState, PolicyView, ServerView
from host.errors import AssentError
from host.gate.approvals import Approvals
from host.gate.gate import Gate
from host.gate.grants import Grants
from host.model import App, Draft, Effect, JsonObject, JsonValue
from host.policy.book import PolicyBook
from host.policy.model import Match, PolicySource, Rule, loosening_digest
from host.schema import SchemaChecker
from host.servers.supervisor import Supervisor
from host.settings import Settings
from host.window.state import UNREACHABLE, WHOLE_FILE, server_views, snapshot
from tests.unit.host.support import Clock, MemoryLog, frozen_call

pytestmark = pytest.mark.expected_logs(r"host\.policy\.book: everything is denied")


class Writer(NamedTuple):
    """The log's writer. Attributes: failed: why nothing is written."""

    failed: str


class Parts:
    """Everything that a snapshot looks at, over real files."""

    def __init__(self, directory: Path) -> None:
        directory.chmod(0o700)
        self.servers_file, self.policy_file = directory / "servers.json", directory / "policy.json"
        self.managed: Callable[[], PolicySource] = lambda: PolicySource("managed", "/etc/assent/managed.json")
        self.clock, self.log, self.store = Clock(), MemoryLog(), Writer("")
        self.policy = PolicyBook(
            self.policy_file,
            managed=self._managed,
            managed_file=directory / "managed.json",
            log=self.log.submit,
        )
        self.approvals = Approvals(grace=1.0, clock=self.clock)
        self.grants = Grants(self.log.submit, self.clock, self.clock)
        self.gate = Gate(
            log=self.log,
            policy=self.policy,
            approvals=self.approvals,
            checker=SchemaChecker(),
            settings=Settings(),
            clock=self.clock,
            grants=self.grants,
        )
        self.drafts: list[Draft] = []
        self.supervisor = Supervisor(
            self.servers_file,
            settings=Settings(),
            log=self.drafts.append,
            monotonic=self.clock,
            environment={"TOKEN": "s3cret"},
        )

    def _managed(self) -> PolicySource:
        return self.managed()

    def write_servers(self, servers: JsonObject) -> None:
        self.servers_file.write_text(json.dumps({"mcpServers": servers}))

    def write_rules(self, *rules: JsonObject) -> None:
        self.policy_file.write_text(json.dumps({"version": 1, "rules": rules}))

    def state(self) -> HostState:
        return snapshot(
            gate=self.gate,
            approvals=self.approvals,
            policy=self.policy,
            supervisor=self.supervisor,
            store=self.store,
            assistant="idle",
        )

    def servers(self) -> dict[str, ServerView]:
        return {view.id: view for view in self.state().servers}


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


async def test_a_host_that_was_just_started_has_nothing_to_show(parts: Parts) -> None:
    policy = PolicyView((), (), "", (), "/etc/assent/managed.json", str(parts.policy_file))
    assert parts.state() == HostState(False, 0, 0, (), policy, (), "", "idle")


async def test_the_emergency_stop_and_a_failing_log_are_told(parts: Parts) -> None:
    parts.gate.emergency_stop()
    parts.store = Writer("the disk is full")
    state = parts.state()
    assert (state.stopped, state.log_problem) == (True, "the disk is full")


async def test_a_grant_is_told_with_everything_it_covers_the_newest_first(parts: Parts) -> None:
    app = App("claude", authenticated=True)
    for name in ("read", "write"):
        call = frozen_call(f"call-{name}", {"name": name, "arguments": {"path": "x"}}, app=app)
        parts.grants.give(parts.grants.offer(call, "d" * 64, "ana"))
        parts.clock.now += 1
    newest, older = parts.state().grants
    assert (newest.tool, older.tool) == ("write", "read")
    given_at = parts.clock.now - 1
    assert newest == GrantView(
        newest.id, "claude", "files", "write", b'{"path":"x"}', given_at, given_at + 900, "ana", 0
    )


# Servers


async def test_every_entry_is_there_in_the_files_order_whatever_is_wrong_with_it(parts: Parts) -> None:
    parts.write_servers(
        {
            "zeta": {"command": "zeta"},
            "broken": {"command": "./x", "args": ["--fast"]},
            "web": {"url": "https://example.com/mcp"},
            "my files": {"command": 7, "args": "no"},
            "off": {"command": "off", "disabled": True},
            "Zeta": {"command": "twin"},
            "odd/\u202ename": {"url": "x"},
            "none": None,
            "alpha": {"command": "alpha", "args": ["1", "2"]},
        }
    )
    views = parts.servers()
    assert list(views) == ["zeta", "broken", "web", "my files", "off", "Zeta", "odd/⟨U+202E⟩name", "none", "alpha"]
    assert {name: (view.kind, view.state, view.command) for name, view in views.items()} == {
        "zeta": ("stdio", "stopped", ("zeta",)),
        "broken": ("stdio", "failed", ("./x", "--fast")),
        "web": ("http", "not supported", ("https://example.com/mcp",)),
        "my files": ("stdio", "failed", ()),
        "off": ("stdio", "disabled", ("off",)),
        "Zeta": ("stdio", "failed", ("twin",)),
        "odd/⟨U+202E⟩name": ("http", "failed", ("x",)),
        "none": ("stdio", "failed", ()),
        "alpha": ("stdio", "stopped", ("alpha", "1", "2")),
    }
    assert [name for name, view in views.items() if view.problem] == [
        *("broken", "my files", "Zeta", "odd/⟨U+202E⟩name", "none")
    ]
    assert "is a relative path" in views["broken"].problem
    assert 'differs from "zeta" only in case' in views["Zeta"].problem
    assert views["web"].why == UNREACHABLE


async def test_a_file_that_cannot_be_read_stands_for_all_its_servers(parts: Parts) -> None:
    parts.servers_file.write_text("{")
    (view,) = parts.state().servers
    assert (view.id, view.state) == (WHOLE_FILE, "failed")
    assert f"{parts.servers_file}:1: " in view.problem


async def test_a_reference_stays_as_it_stands_in_the_file(parts: Parts) -> None:
    parts.write_servers(
        {
            "a": {"command": "a", "args": ["--token", "${env:TOKEN}", "${keyring:a/b}"], "env": {"T": "${env:TOKEN}"}},
            "b": {"command": "./b", "args": ["${env:TOKEN}"]},
        }
    )
    views = parts.servers()
    assert views["a"].command == ("a", "--token", "${env:TOKEN}", "${keyring:a/b}")
    assert views["b"].command == ("./b", "${env:TOKEN}")
    assert "s3cret" not in repr(parts.state())


async def test_a_server_that_failed_says_why_until_it_works_again(parts: Parts) -> None:
    parts.write_servers({"a": {"command": "a"}})
    entry = parts.supervisor.entry("a")
    parts.supervisor.failed(entry, AssentError("the server ended with exit code 7"))
    assert (parts.servers()["a"].state, parts.servers()["a"].why) == ("failed", "the server ended with exit code 7")
    parts.supervisor.ready(entry)
    assert (parts.servers()["a"].state, parts.servers()["a"].why) == ("ready", "")


NAMES = st.text(max_size=6) | st.sampled_from(["a", "A", "a.b", "a b", "a[0]", "\u202e", "command", WHOLE_FILE])
VALUES: st.SearchStrategy[JsonValue] = (
    st.none() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=3) | st.none(), max_size=2)
)
ENTRIES = VALUES | st.dictionaries(
    st.sampled_from(["command", "args", "url", "type", "disabled", "env"]), VALUES, max_size=4
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(NAMES, ENTRIES, max_size=5))
def test_any_file_yields_one_view_an_entry_and_crosses_the_socket(tmp_path: Path, servers: JsonObject) -> None:
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": servers}))
    supervisor = Supervisor(file, settings=Settings(), log=lambda _: None, monotonic=Clock(), environment={})
    views = list(server_views(supervisor))
    if views and views[0].kind == "file":
        assert not supervisor.config.origin or views[0].problem
    else:
        assert len(views) == len(servers)
    for view in views:
        assert bool(view.problem) == (view.id not in supervisor.config.entries or view.kind == "file")
        assert codec.from_json(ServerView, codec.to_json(view)) == view


# Rules


async def test_the_rules_are_told_in_words_the_administrators_first(parts: Parts) -> None:
    rule = Rule("m1", Effect.DENY, Match("git", None, "claude"), "not here", "managed")
    parts.managed = lambda: PolicySource("managed", "/etc/assent/managed.json", digest="0" * 64, rules=(rule,))
    parts.write_rules({"effect": "ask", "match": {"tool": "write_*"}, "id": "careful"})
    first, second = parts.state().policy.rules
    assert (first.id, first.effect, first.server, first.tool, first.app) == ("m1", "deny", "git", "*", "claude")
    assert (first.reason, first.source) == ("not here", "managed")
    assert (second.id, second.effect, second.server, second.tool, second.source) == (
        *("careful", "ask", "*", "write_*", "user"),
    )


async def test_s39_allow_rules_wait_with_the_digest_that_confirms_them(parts: Parts) -> None:
    parts.write_rules({"effect": "allow", "match": {"server": "files"}}, {"effect": "ask", "match": {}})
    policy = parts.state().policy
    assert [(rule.effect, rule.server) for rule in policy.waiting] == [("allow", "files")]
    assert policy.digest == loosening_digest(parts.policy.sources[1])
    assert parts.policy.confirm(policy.digest, "ana")
    policy = parts.state().policy
    assert (policy.waiting, policy.digest, len(policy.rules)) == ((), "", 2)


async def test_everything_that_is_wrong_with_the_policy_is_told(parts: Parts) -> None:
    parts.managed = lambda: PolicySource("managed", "m", error="m: broken.")
    parts.write_rules({"effect": "maybe", "match": {}}, {"effect": "deny", "match": {"tool": 7}})
    problems = parts.state().policy.problems
    assert problems[0] == "m: broken."
    assert len(problems) == 3
    assert all(str(parts.policy_file) in problem for problem in problems[1:])


async def test_a_state_crosses_the_socket_unchanged(parts: Parts) -> None:
    parts.write_servers({"a": {"command": "a"}, "b": {"command": "./b"}})
    parts.write_rules({"effect": "allow", "match": {"server": "files"}})
    state = parts.state()
    assert codec.from_json(HostState, codec.to_json(state)) == state
