from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import NamedTuple, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.audit.store import AuditStore
from host.control import codec
from host.control.views import ApproverView, HostState, PolicyView, ServerView
from host.errors import AssentError
from host.gate.approvals import Approvals
from host.gate.call_history import CallHistory, FirstUse
from host.gate.emergency_stop import StopSwitch
from host.gate.gate import Gate
from host.gate.grant_scope import EXACTLY
from host.gate.grants import Grants
from host.gate.inspection import Inspection
from host.gate.services import Services
from host.gate.spool import Spool
from host.model import App, Draft, Effect, Grant, JsonObject, JsonValue, ToolDefinition, sha256_hex
from host.policy.book import ENDS_WITH_HOST, PolicyBook
from host.policy.facts import CallFacts
from host.policy.loosening import loosening_digest
from host.policy.model import ApproverEntry, Managed, Match, PolicySource, Rule, ServerPin
from host.schema import SchemaChecker
from host.servers.supervisor import CHECK_PROGRAM_EVERY, Supervisor
from host.settings import LiveSettings
from host.window.rules import PROBLEMS_SHOWN, WAITING_SHOWN, WAITING_TEXT
from host.window.server import snapshot
from host.window.server_requests import server_views, servers_problem
from host.window.session import HostParts
from tests.unit.host.support import Clock, MemoryLog, frozen_call

pytestmark = pytest.mark.expected_logs(r"host\.policy\.book: everything is denied")


class Writer(NamedTuple):
    """The log's writer. Attributes: failed: why nothing is written."""

    failure: str


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
        self.approvals = Approvals(grace=lambda: 1.0, clock=self.clock)
        self.grants = Grants(self.log.submit, self.clock, self.clock)
        settings = LiveSettings()
        services = Services(
            log=cast("AuditStore", self.log),
            policy=self.policy,
            approvals=self.approvals,
            checker=SchemaChecker(),
            settings=settings,
            clock=self.clock,
            monotonic=self.clock,
            stop=StopSwitch(None, self.log.submit),
            grants=self.grants,
            approvers=tuple,
            inspection=Inspection(CallHistory(FirstUse(), self.clock)),
        )
        self.gate = Gate(services, Spool(None, settings))
        self.drafts: list[Draft] = []
        self.supervisor = Supervisor(
            self.servers_file,
            settings=LiveSettings(),
            log=self.drafts.append,
            monotonic=self.clock,
            environment={"TOKEN": "s3cret"},
            managed=lambda: self.policy.sources[0],
        )

    def _managed(self) -> PolicySource:
        return self.managed()

    def write_servers(self, servers: JsonObject) -> None:
        self.servers_file.write_text(json.dumps({"mcpServers": servers}))

    def write_rules(self, *rules: JsonObject) -> None:
        self.policy_file.write_text(json.dumps({"version": 1, "rules": rules}))

    def state(self, approvers: tuple[ApproverEntry, ...] = (), settings_problems: tuple[str, ...] = ()) -> HostState:
        host = SimpleNamespace(
            gate=self.gate,
            approvals=self.approvals,
            policy=self.policy,
            supervisor=self.supervisor,
            store=self.store,
            own_pin=SimpleNamespace(approvers=lambda: approvers),
            preferences=SimpleNamespace(problems=settings_problems),
            http_problem=lambda: "",
        )
        return snapshot(cast("HostParts", host), (), "idle")

    def servers(self) -> dict[str, ServerView]:
        return {view.id: view for view in self.state().servers}


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


async def test_a_host_that_was_just_started_has_nothing_to_show(parts: Parts) -> None:
    policy = PolicyView(
        *((), (), "", 0, "/etc/assent/managed.json", str(parts.policy_file)),
        why_not_remembered=ENDS_WITH_HOST,
        generation=1,
    )
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
        definition = ToolDefinition(name, b"{}", {}, "d" * 64)
        facts = CallFacts("files", name, "claude", True)
        offer = parts.grants.prepare(call, definition, "15min", "exact", "ana", facts)
        assert offer is not None
        parts.grants.give(offer)
        parts.clock.now += 1
    newest, older = parts.state().grants
    assert (newest.tool, older.tool) == ("write", "read")
    given_at = parts.clock.now - 1
    assert newest == Grant(
        newest.id, "claude", "files", "write", b'{"path":"x"}', given_at, given_at + 900, "ana", 0, covers=(EXACTLY,)
    )


# Servers


async def test_every_entry_is_there_in_the_files_order_whatever_is_wrong_with_it(parts: Parts) -> None:
    parts.write_servers(
        {
            "zeta": {"command": sys.executable},
            "broken": {"command": "./x", "args": ["--fast"]},
            "web": {"url": "https://example.com/mcp"},
            "my files": {"command": 7, "args": "no"},
            "off": {"command": "off", "disabled": True},
            "Zeta": {"command": "twin"},
            "odd/\u202ename": {"url": "x"},
            "none": None,
            "alpha": {"command": "no-such-program", "args": ["1", "2"]},
        }
    )
    views = parts.servers()
    assert list(views) == ["zeta", "broken", "web", "my files", "off", "Zeta", "odd/⟨U+202E⟩name", "none", "alpha"]
    assert {name: (view.kind, view.state, view.command) for name, view in views.items()} == {
        "zeta": ("stdio", "idle", (sys.executable,)),
        "broken": ("stdio", "not usable", ("./x", "--fast")),
        "web": ("http", "idle", ("https://example.com/mcp",)),
        "my files": ("stdio", "not usable", ()),
        "off": ("stdio", "disabled", ("off",)),
        "Zeta": ("stdio", "not usable", ("twin",)),
        "odd/⟨U+202E⟩name": ("http", "not usable", ("x",)),
        "none": ("stdio", "not usable", ()),
        "alpha": ("stdio", "not usable", ("no-such-program", "1", "2")),
    }
    assert [name for name, view in views.items() if view.problem] == [
        *("broken", "my files", "Zeta", "odd/⟨U+202E⟩name", "none")
    ]
    assert "is a relative path" in views["broken"].problem
    assert 'differs from "zeta" only in case' in views["Zeta"].problem


async def test_secrets_that_are_in_the_file_are_covered_and_the_digest_is_that_of_what_is_started(
    parts: Parts,
) -> None:
    args: list[JsonValue] = ["--api-key", "opensesame1", "--token=letmein99", "a b"]
    headers: JsonObject = {"X-Token": "tickets", "Authorization": "letmein99"}
    remote: JsonObject = {"url": "https://tickets.example/mcp", "headers": headers}
    parts.write_servers(
        {
            "one": {"command": "true", "args": args},
            "web": remote,
            "broken": {"command": "./x", "args": args},
            "open": {"command": "true", "args": ["a b"]},
        }
    )
    views = parts.servers()
    covered = ("--api-key", "•••", "--token=•••", "a b")
    assert (views["one"].command, views["one"].covered) == (("true", *covered), True)
    assert (views["broken"].command, views["broken"].covered) == (("./x", *covered), True)
    assert (views["web"].command, views["web"].covered) == (("https://tickets.example/mcp",), False)
    assert (views["open"].command, views["open"].covered) == (("true", "a b"), False)
    assert views["one"].config_digest == parts.supervisor.config.entries["one"].config_digest
    assert "opensesame1" not in repr(views)


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("npx", ("--token", "evil-package")),
        ("python3", ("--token", "evil_script")),
        ("evil_token", ("--token", "evil_token")),
    ],
)
async def test_s34_what_may_be_what_runs_is_not_covered_as_a_secret(
    parts: Parts, command: str, args: tuple[str, ...]
) -> None:
    parts.write_servers({"one": {"command": command, "args": [*args]}})
    assert parts.servers()["one"].command == (command, *args)


async def test_a_file_that_cannot_be_read_says_where_and_is_no_server(parts: Parts) -> None:
    parts.servers_file.write_text("{")
    state = parts.state()
    assert state.servers == ()
    assert state.servers_problem.startswith(f"{parts.servers_file}:1: ")


async def test_what_is_wrong_with_one_server_is_not_wrong_with_the_file(parts: Parts) -> None:
    parts.write_servers({"a": {"command": sys.executable}, "b": {}, "c d": {}})
    state = parts.state()
    assert [(view.id, view.state) for view in state.servers] == [
        *(("a", "idle"), ("b", "not usable"), ("c d", "not usable")),
    ]
    assert state.servers_problem == ""


async def test_a_program_that_comes_or_goes_is_noticed(parts: Parts, tmp_path: Path) -> None:
    program = tmp_path / "server"
    parts.write_servers({"a": {"command": str(program)}})
    view = parts.servers()["a"]
    assert (view.state, view.problem) == ("not usable", "")
    assert view.why == f"No such program: {program}. Install it, or mend the command."
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    assert parts.servers()["a"].state == "not usable"  # it is not looked for at every glance
    parts.clock.now += CHECK_PROGRAM_EVERY
    assert (parts.servers()["a"].state, parts.servers()["a"].why) == ("idle", "")


@pytest.mark.parametrize("reference", [False, True])
async def test_a_program_is_looked_for_where_the_entry_says(parts: Parts, tmp_path: Path, reference: bool) -> None:
    program = tmp_path / "only-here"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    path = "${env:SOME_PATH}" if reference else str(tmp_path)  # a reference is known at the start alone
    parts.write_servers({"a": {"command": "only-here", "env": {"PATH": path}}, "b": {"command": "only-here"}})
    assert {name: view.state for name, view in parts.servers().items()} == {"a": "idle", "b": "not usable"}


async def test_a_server_that_was_started_in_vain_has_failed(parts: Parts) -> None:
    parts.write_servers({"a": {"command": "no-such-program"}})
    parts.supervisor.note_failure(parts.supervisor.entry("a"), AssentError("the program could not be started"))
    assert (parts.servers()["a"].state, parts.servers()["a"].why) == ("failed", "the program could not be started")


async def test_what_is_wrong_with_the_settings_is_told(parts: Parts) -> None:
    state = parts.state(settings_problems=("settings.json:1: odd",))
    assert state.settings_problems == ("settings.json:1: odd",)


async def test_a_reference_stays_as_it_is_in_the_file(parts: Parts) -> None:
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
    parts.supervisor.note_failure(entry, AssentError("the server ended with exit code 7"))
    assert (parts.servers()["a"].state, parts.servers()["a"].why) == ("failed", "the server ended with exit code 7")
    parts.supervisor.note_ready(entry)
    assert (parts.servers()["a"].state, parts.servers()["a"].why) == ("ready", "")


NAMES = st.text(max_size=6) | st.sampled_from(["a", "A", "a.b", "a b", "a[0]", "\u202e", "command"])
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
    supervisor = Supervisor(file, settings=LiveSettings(), log=lambda _: None, monotonic=Clock(), environment={})
    views = list(server_views(supervisor))
    assert servers_problem(supervisor) or len(views) == len(servers)
    for view in views:
        assert bool(view.problem) == (view.id not in supervisor.config.entries)
        assert codec.from_json(ServerView, codec.to_json(view)) == view


# Rules


async def test_the_state_counts_rules_and_leaves_them_to_those_who_ask(parts: Parts) -> None:
    rule = Rule("m1", Effect.DENY, Match("git", None, "claude"), "not here", "managed")
    parts.managed = lambda: PolicySource("managed", "/etc/assent/managed.json", digest="0" * 64, rules=(rule,))
    parts.write_rules({"effect": "ask", "match": {"tool": "write_*"}, "id": "careful"})
    policy = parts.state().policy
    assert (policy.count, policy.managed_digest) == (2, "0" * 64)
    assert policy.user_digest == sha256_hex(parts.policy_file.read_bytes())


async def test_who_may_sign_is_told_without_a_credential(parts: Parts) -> None:
    ana = ApproverEntry("Ana", ("IRB_CHAIR",), "$argon2id$canary")
    state = parts.state(approvers=(ana,))
    assert state.policy.approvers == (ApproverView("Ana", ("IRB_CHAIR",), "managed"),)
    assert "canary" not in repr(state)


async def test_settings_that_the_administrator_locked_are_told(parts: Parts) -> None:
    managed = Managed(locked=frozenset({"list_timeout", "decision_timeout"}))
    parts.managed = lambda: PolicySource("managed", "m", managed=managed)
    assert parts.state().policy.locked == ("decision_timeout", "list_timeout")


async def test_each_server_says_who_vouches_for_it_and_what_for(parts: Parts) -> None:
    parts.write_servers({"a": {"command": "a"}, "b": {"command": "b"}, "c": {"command": "c"}})
    digests = {name: view.config_digest for name, view in parts.servers().items()}
    configured = Managed(servers=MappingProxyType({"a": {"command": "a"}}), pins=MappingProxyType({"a": ServerPin({})}))
    trust = MappingProxyType({"a": digests["a"], "b": "0" * 64})
    parts.managed = lambda: PolicySource("managed", "m", trust=trust, managed=configured)
    parts.policy_file.write_text(json.dumps({"version": 1, "rules": [], "trust": {"c": digests["c"]}}))
    assert parts.servers()["c"].trust == "none"
    assert await parts.policy.confirm(parts.policy.waiting_digest, "ana")
    views = parts.servers()
    assert {name: view.trust for name, view in views.items()} == {"a": "managed", "b": "none", "c": "user"}
    assert [(view.managed, view.pinned) for view in views.values()] == [(True, True), (False, False), (False, False)]


async def test_s39_allow_rules_wait_with_the_digest_that_confirms_them(parts: Parts) -> None:
    parts.write_rules({"effect": "allow", "match": {"server": "files"}}, {"effect": "ask", "match": {}})
    policy = parts.state().policy
    waiting = [(change.kind, change.rule.effect, change.rule.counts) for change in policy.waiting if change.rule]
    assert (waiting, policy.waits) == ([("allows", "allow", False)], 1)
    assert policy.digest == loosening_digest(parts.policy.sources[1])
    assert await parts.policy.confirm(policy.digest, "ana")
    policy = parts.state().policy
    assert (policy.waiting, policy.digest, policy.count) == ((), "", 2)


async def test_of_many_changes_that_wait_the_first_are_told_and_all_are_counted(parts: Parts) -> None:
    many: list[JsonObject] = [{"id": f"r{n}", "effect": "allow", "match": {"server": f"s{n}"}} for n in range(300)]
    parts.write_rules(*many)
    policy = parts.state().policy
    assert (len(policy.waiting), policy.waits) == (WAITING_SHOWN, 300)
    assert parts.state().policy.waiting is policy.waiting


async def test_of_many_problems_the_first_are_told(parts: Parts) -> None:
    broken: JsonObject = {"effect": "maybe", "match": {}}
    parts.write_rules(*([broken] * 80))
    problems = parts.state().policy.problems
    assert len(problems) == PROBLEMS_SHOWN + 1
    assert "30 more problems" in problems[-1]


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


async def test_s43_of_long_rules_that_wait_so_many_are_told_as_are_sent_in_no_time(parts: Parts) -> None:
    many: list[JsonObject] = [
        {"id": f"r{n}", "effect": "allow", "match": {"arguments": {"const": "x" * 1_000}}} for n in range(100)
    ]
    parts.write_rules(*many)
    policy = parts.state().policy
    assert 30 < len(policy.waiting) < WAITING_TEXT / 1_000
    assert policy.waits == 100
