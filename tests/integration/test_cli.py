"""The command line as people and programs use it: exact exit codes, no tracebacks."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from host.apps import registry
from host.audit.store import AuditStore
from host.cli import log_commands, policy_commands
from host.cli.output import unpinned_tools
from host.control import messages
from host.gate.refusals import QUITTING
from host.model import Draft, object_in
from host.servers.config import load_servers
from host.servers.supervisor import Supervisor
from tests.support.app import PATIENCE, App, refused
from tests.support.commands import answer, run_here, run_program
from tests.support.hosts import ALLOW_ALL, ROOT, ScriptedApprover, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig, write_policy
from tests.support.waiting import eventually


@pytest.fixture
async def used(profile: Profile) -> Profile:
    """A profile whose log holds an allowed, a denied and a hostile call."""
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        await app.call("echo", {"text": "find me"})
        await app.call("odd name", {"x": "\x1b[8mhidden\r\u202e"})
        await app.call("\x1b[2Jnope")
    return profile


def test_help_names_every_command(profile: Profile) -> None:
    done = run_program(profile, "--help")
    assert done.returncode == 0
    for name in ("host", "connect", "servers", "apps", "policy", "log", "doctor"):
        assert re.search(rf"^  {name} ", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("nonsense",), 2),
        (("log", "show", "7"), 2),
        (("apps", "add", "../x"), 2),
        (("apps", "remove", "nobody"), 2),
        (("policy", "check", "/nonexistent"), 2),
        (("servers", "test", "nope"), 1),
        (("log", "verify", "/nonexistent"), 2),
        (("log", "search", "--limit", "x"), 2),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_an_exit_code(
    profile: Profile, arguments: tuple[str, ...], code: int
) -> None:
    done = run_here(profile, *arguments)
    assert done.returncode == code
    assert (done.stderr + done.stdout).strip()
    assert done.stderr.count("\n") <= 1


def test_a_profile_that_cannot_be_is_refused_with_its_variable_named(profile: Profile) -> None:
    profile.env["ASSENT_CONFIG_DIR"] = "relative"
    done = run_here(profile, "apps", "list")
    assert done.returncode == 2
    assert "ASSENT_CONFIG_DIR" in done.stderr


def test_apps_are_added_listed_and_removed(profile: Profile) -> None:
    assert Path(answer(profile, "apps", "add", "claude")["token_file"]).name == "claude.token"
    assert answer(profile, "apps", "list") == {"apps": [{"app": "claude", "token": True}]}
    assert answer(profile, "apps", "remove", "claude") == {"app": "claude", "sessions_ended": 0}
    assert "no app has a token" in run_here(profile, "apps", "list").stdout


def test_servers_are_listed_with_what_is_wrong_beside_them(profile: Profile) -> None:
    write_servers(profile.paths, {"good": raw_server(sys.executable), "bad": {"comand": "x"}})
    listed = answer(profile, "servers", "list", code=2)
    assert [(row["id"], row["state"]) for row in listed["servers"]] == [("good", "no host")]
    assert any("Did you mean" in problem for problem in listed["problems"])


def test_servers_that_are_never_started_say_why_without_a_host(profile: Profile) -> None:
    servers = {
        "web": {"url": "https://example.com/mcp?key=secret"},
        "gone": {"command": "no-such-program"},
        "off": {"command": "no-such-program", "disabled": True},
    }
    write_servers(profile.paths, servers)
    listed = answer(profile, "servers", "list")["servers"]
    assert {row["id"]: (row["state"], row["why"]) for row in listed} == {
        "web": ("no host", ""),
        "gone": ("not usable", "No such program: no-such-program. Install it, or mend the command."),
        "off": ("disabled", ""),
    }
    checks = answer(profile, "doctor", code=1)["checks"]
    wrong, found = [check["what"] for check in checks if not check["ok"]], json.dumps(checks, ensure_ascii=False)
    assert wrong == ["server gone"]
    assert "https://example.com/mcp?…" in found
    assert "secret" not in found


def test_signing_out_names_a_server_that_there_is(profile: Profile) -> None:
    write_servers(profile.paths, {"web": {"url": "https://example.com/mcp"}})
    assert run_here(profile, "servers", "sign-out", "web").stdout == "Nobody is signed in to web any more.\n"
    assert answer(profile, "servers", "sign-out", "web") == {"signed_out": "web"}
    other = run_here(profile, "servers", "sign-out", "other")
    assert (other.returncode, "no such server" in other.stderr) == (1, True)


def test_servers_are_tested_for_real(profile: Profile) -> None:
    write_servers(
        profile.paths,
        {
            "good": raw_server(sys.executable),
            "bad": raw_server(sys.executable, "--exit-at-start"),
            "mute": {"command": "cat"},
        },
    )
    (good,) = answer(profile, "servers", "test", "good")["servers"]
    assert good["ok"]
    assert good["revision"] == "2025-11-25"
    assert "echo" in good["tools"]
    assert good["withheld"] == ["double"]
    (bad,) = answer(profile, "servers", "test", "bad", code=1)["servers"]
    assert "exit code 7" in bad["why"]


def test_a_policy_is_checked_before_it_is_used(profile: Profile, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    match = {"server": "time", "trust": "managed"}
    write_policy(good, {"id": "a", "effect": "ask", "match": match, "obligations": {"pin": True}})
    found = answer(profile, "policy", "check", str(good))
    assert (found["kind"], found["ok"], found["problems"]) == ("user", True, [])
    (rule,) = found["rules"]
    assert (rule["id"], rule["effect"], rule["server"], rule["tool"], rule["app"]) == ("a", "ask", "time", "*", "*")
    assert (rule["conditions"], rule["obligations"]) == (
        ["where the server is vouched for by the administrator"],
        ["With a PIN"],
    )
    credential = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs"
    managed = tmp_path / "trial.json"
    approver = {"name": "Ana", "roles": ["PI"], "credential": credential}
    managed.write_text(json.dumps({"version": 1, "rules": [], "approvers": [approver]}))
    shown = answer(profile, "policy", "check", str(managed))
    assert (shown["kind"], shown["approvers"]) == ("managed", [{"name": "Ana", "roles": ["PI"]}])
    assert "argon2" not in json.dumps(shown)
    entries = [{"server": "shell*"}, {"url": "*.example.com/beta"}, {"command": ["npx", "-y", "a b"]}]
    managed.write_text(json.dumps({"version": 1, "rules": [], "only": True, "keep_out": entries}))
    shown = answer(profile, "policy", "check", str(managed))
    assert (shown["only"], shown["keep_out"]) == (True, ["shell*", "*.example.com/beta", "npx -y 'a b'"])
    told = run_here(profile, "policy", "check", str(managed)).stdout
    assert "Of the user's own servers none runs.\nKept out: shell*\nKept out: *.example.com/beta\n" in told
    answer(profile, "policy", "check", "--user", str(managed), code=2)
    bad.write_text('{"version": 1,\n "rules": [{"effect": "alow"}]}')
    (problem, *_) = answer(profile, "policy", "check", str(bad), code=2)["problems"]
    assert "bad.json:2: rules" in problem


def test_what_is_sound_and_cannot_do_what_it_seems_to_is_warned_of(profile: Profile, tmp_path: Path) -> None:
    file = tmp_path / "managed.json"
    rule = {"id": "r", "effect": "ask", "match": {"findings": ["not-validatd"]}, "obligations": {"approvers": ["X"]}}
    servers = {"here": raw_server(sys.executable), "gone": {"command": "/no/such/program"}}
    file.write_text(json.dumps({"version": 1, "rules": [rule], "servers": servers}))
    found = answer(profile, "policy", "check", str(file))
    assert (found["ok"], found["kind"], found["problems"]) == (True, "managed", [])
    kind, signers, program = found["warnings"]
    assert "not-validated" in kind
    assert "1 X" in signers
    assert "servers.gone.command: No such program: /no/such/program" in program
    assert run_here(profile, "policy", "check", str(file)).stdout.count("Warning: ") == 3


def test_a_file_in_the_administrators_place_is_sound_only_if_it_counts(
    profile: Profile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything would be denied under it, although its text is sound: others can change it."""
    file = tmp_path / "managed.json"
    file.write_text('{"version": 1, "rules": []}')
    assert answer(profile, "policy", "check", str(file))["ok"]
    monkeypatch.setattr(policy_commands, "managed_file", lambda: file)
    (problem,) = answer(profile, "policy", "check", str(file), code=2)["problems"]
    assert "other accounts" in problem or "does not belong to the administrator" in problem
    assert answer(profile, "policy", "check", "--user", str(file))["ok"]


def test_what_the_system_refuses_is_reported_with_the_file(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "/some/log")

    monkeypatch.setattr(log_commands, "_log_file", refuse)
    done = run_here(profile, "log", "search")
    assert (done.returncode, done.stderr) == (1, "assent: /some/log: Permission denied\n")


def test_what_cannot_be_read_says_no_more_than_that(profile: Profile, tmp_path: Path) -> None:
    gone = run_here(profile, "policy", "check", "/nonexistent")
    assert gone.stdout == "/nonexistent: there is no such file\n"
    broken = tmp_path / "some.json"
    broken.write_text('{"version": 1\n "rules": []}')
    found = answer(profile, "policy", "check", str(broken), code=2)
    assert (found["kind"], found["warnings"]) == (None, [])
    (problem,) = found["problems"]
    remedy = "Write a comma at the end of line 1, or } where what begins on line 1 ends."
    assert problem == f"{broken}:2: a comma or }} is missing. {remedy}"
    assert answer(profile, "policy", "check", "--user", str(broken), code=2)["kind"] == "user"


def test_the_log_is_verified_searched_shown_and_exported(used: Profile, tmp_path: Path) -> None:
    verified = answer(used, "log", "verify")
    assert verified["ok"]
    found = answer(used, "log", "search", '"find me"')["records"]
    assert [record["kind"] for record in found] == ["call.outcome", "call.decided"]
    odd = run_here(used, "log", "search", "decision:perhaps")
    assert (odd.returncode, odd.stdout) == (2, "")
    assert odd.stderr.startswith("assent: decision:perhaps is left out: it can be approved")
    assert "assent: nothing was searched" in odd.stderr
    assert run_here(used, "log", "search", "decision:").returncode == 2
    as_a_word = run_here(used, "log", "search", "colour:red")
    assert (as_a_word.returncode, as_a_word.stderr[:25]) == (0, "assent: Nothing can be se")
    timeline = answer(used, "log", "show", found[0]["call"])["records"]
    assert [record["kind"] for record in timeline] == ["call.decided", "call.outcome"]
    assert timeline[0]["values"]["params"]["text"] == '{"arguments":{"text":"find me"},"name":"echo"}'
    target = tmp_path / "log.jsonl"
    assert answer(used, "log", "export", "--with-values", "--output", str(target))["lines"] == verified["records"] + 1
    assert target.stat().st_mode & 0o077 == 0
    assert answer(used, "log", "verify", str(target)) == verified
    assert run_here(used, "log", "export", "--output", str(target)).returncode == 2
    lines = target.read_text().replace("find me", "find you")
    target.write_text(lines)
    broken = answer(used, "log", "verify", str(target), code=1)
    assert broken["first_bad_seq"] == timeline[0]["seq"]


def test_s08_nothing_that_a_stranger_said_steers_the_terminal(used: Profile) -> None:
    for arguments in (
        ("log", "search"),
        ("log", "search", "--json"),
        ("log", "export", "--with-values"),
        ("log", "show", "1"),
        ("servers", "list"),
    ):
        printed = run_program(used, *arguments).stdout
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", printed), arguments
    for seq in range(1, answer(used, "log", "verify")["records"] + 1):
        shown = run_here(used, "log", "show", str(seq))
        assert (shown.returncode, bool(shown.stdout)) == (0, True)
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown.stdout)


def test_doctor_finds_what_is_wrong_and_nothing_else(used: Profile) -> None:
    assert answer(used, "doctor")["ok"]
    used.paths.policy_file.write_text("{")
    report = answer(used, "doctor", code=1)
    assert [check["what"] for check in report["checks"] if not check["ok"]] == ["user policy"]
    used.paths.policy_file.unlink()
    used.paths.log_file.unlink()
    report = answer(used, "doctor", code=1)
    assert [check["what"] for check in report["checks"] if not check["ok"]] == ["audit log"]


def test_doctor_sees_what_keeps_a_host_from_writing_its_log(used: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    used.paths.log_file.chmod(0o644)
    (wrong,) = [check for check in answer(used, "doctor", code=1)["checks"] if not check["ok"]]
    assert (wrong["what"], "open to other accounts (mode 0644)" in wrong["found"]) == ("audit log", True)
    used.paths.log_file.chmod(0o600)
    refused = {str(used.paths.config), str(used.paths.log_file)}
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) not in refused)
    wrong = [(check["what"], check["found"]) for check in answer(used, "doctor", code=1)["checks"] if not check["ok"]]
    assert wrong == [
        ("directories", f"{used.paths.config}: cannot be written to"),
        ("audit log", f"{used.paths.log_file}: cannot be written to"),
    ]


async def test_doctor_says_that_the_log_is_ahead_of_the_clock(profile: Profile) -> None:
    profile.paths.ensure()
    store = AuditStore.open(profile.paths.log_file, head=profile.paths.head_file, clock=lambda: time.time() + 86_400)
    await store.begin(Draft("host.started", {"pid": 1}))
    await store.close()
    done = await asyncio.to_thread(run_program, profile, "doctor")
    assert done.returncode == 0
    assert re.search(r"^note  audit log: ends at .*, later than the clock", done.stdout, re.MULTILINE)


async def test_s22_however_many_tools_are_withheld_the_host_answers(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Supervisor, "unpinned_tools", lambda *_: ("x" * 5_000_000, *map(str, range(100_000))))
    async with Rig(profile) as rig:
        status = await asyncio.to_thread(messages.ask, rig.host.paths.socket, "status")
    found = unpinned_tools(object_in(status, "servers", "raw"))
    assert found.startswith("100001 tools not as your administrator pinned, and withheld: xxx")
    assert found.endswith(", and 99981 more")


async def test_doctor_asks_a_running_host_whether_calls_can_be_let_through(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def checks() -> dict[str, list[tuple[bool, str]]]:
        done = await asyncio.to_thread(run_program, profile, "doctor", "--json")
        found: dict[str, list[tuple[bool, str]]] = {}
        for check in json.loads(done.stdout)["checks"]:
            found.setdefault(check["what"], []).append((check["ok"], check["found"]))
        return found

    async with Rig(profile) as rig:
        assert "emergency stop" not in await checks()
        rig.host.gate.emergency_stop()
        ((ok, said),) = (await checks())["emergency stop"]
        assert (ok, said.startswith("holds: every call is refused")) == (True, True)
        monkeypatch.setattr(AuditStore, "failure", "The log cannot be written.")
        first, *_ = (await checks())["audit log"]
        assert first == (False, "calls are refused while nothing can be written to it: The log cannot be written.")
        monkeypatch.setattr(AuditStore, "failure", "")
        monkeypatch.setattr(AuditStore, "head_failure", "The head of the audit log cannot be remembered.")
        first, *_ = (await checks())["audit log"]
        assert first == (
            False,
            "a cut at its end would not be noticed: The head of the audit log cannot be remembered.",
        )


def test_doctor_names_every_setting_that_does_not_count(profile: Profile) -> None:
    profile.paths.ensure()
    profile.paths.settings_file.write_text('{"decision_timeout": "soon",\n "nosuch": 4}')
    found = [check["found"] for check in answer(profile, "doctor", code=1)["checks"] if not check["ok"]]
    assert [f"{profile.paths.settings_file}:{line}: " in said for line, said in enumerate(found, 1)] == [True, True]
    assert "decision_timeout" in found[0]
    assert "no such setting" in found[1]


async def test_doctor_says_when_calls_wait_and_nobody_can_be_asked(profile: Profile) -> None:
    async def window() -> tuple[bool, str]:
        done = await asyncio.to_thread(run_program, profile, "doctor", "--json")
        (check,) = [check for check in json.loads(done.stdout)["checks"] if check["what"] == "window"]
        return check["ok"], check["found"]

    async with Rig(profile) as rig:
        rig.host.preferences.change("approver_grace", 300.0)
        app = await rig.app()
        ok, found = await window()
        assert ok
        assert found.startswith("none is open.")
        _, waiting = app.begin_call("echo", {"text": "x"})
        await eventually(lambda: bool(rig.host.approvals.pending))
        assert await window() == (False, found)
        rig.host.gate.abort_all(QUITTING)
        assert refused(await waiting)
        rig.host.approvals.attach(ScriptedApprover())
        assert await window() == (True, "none: a program answers what is asked")


async def test_the_host_runs_in_the_foreground_answers_and_stops_in_order(profile: Profile) -> None:
    write_servers(profile.paths, {"raw": raw_server(sys.executable)})
    registry.add(profile.paths.apps_dir, "tester")
    host = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "host", "host", "--json", env=profile.env, cwd=ROOT, stdout=subprocess.PIPE
    )
    assert host.stdout is not None
    async with asyncio.timeout(PATIENCE):
        begun = await host.stdout.readuntil(b"}\n")
        assert json.loads(begun)["pid"] == host.pid
        app = await App.start("raw", env=profile.env)
        listed = await asyncio.to_thread(answer, profile, "servers", "list", run=run_program)
        assert [(row["id"], row["state"]) for row in listed["servers"]] == [("raw", "ready")]
        _, waiting = app.begin_call("echo", {"text": "x"})
        assert (await asyncio.to_thread(run_program, profile, "host")).returncode == 1
        host.send_signal(signal.SIGTERM)
        ended = await waiting
        assert refused(ended)
        assert await host.wait() == 0
        assert await app.close() == 3
    assert not profile.paths.socket.exists()
    assert answer(profile, "log", "verify", run=run_program)["ok"]
    (newest,) = answer(profile, "log", "search", "--limit", "1", run=run_program)["records"]
    assert newest["kind"] == "host.stopped"
    assert run_program(profile, "connect", "raw", "--app", "tester").returncode == 3


def test_assent_starts_at_login_once_somebody_says_so_and_no_longer(profile: Profile, tmp_path: Path) -> None:
    profile.env.update(HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path / "config"))
    entry = tmp_path / "config" / "autostart" / "dev.assent.Assent.desktop"
    for wanted, state in (((), "off"), (("on",), "on"), ((), "on"), (("off",), "off")):
        done = run_here(profile, "autostart", *wanted, "--json")
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        assert (said["state"], said["entry"], entry.exists()) == (state, str(entry), state == "on")
    assert run_here(profile, "autostart", "perhaps").returncode == 2


def test_a_server_is_added_as_it_was_shown_and_secrets_are_covered(profile: Profile) -> None:
    profile.paths.ensure()
    profile.env["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    command = ("servers", "add", "notes", "--", "env", "API_KEY=opensesame", "notes-server", "a b", "--flag")
    assert run_here(profile, *command).returncode == 2  # nobody can be asked
    assert not profile.paths.servers_file.exists()
    done = run_here(profile, *command[:3], "--yes", *command[3:])
    assert done.returncode == 0, done.stderr
    assert "opensesame" not in done.stdout + done.stderr
    assert "review it in Assent's window" in done.stdout
    entry = {"command": "notes-server", "args": ["a b", "--flag"], "env": {"API_KEY": "opensesame"}}
    assert json.loads(profile.paths.servers_file.read_text()) == {"mcpServers": {"notes": entry}}
    again = run_here(profile, *command[:3], "--yes", *command[3:])
    assert (again.returncode, "of this name" in again.stderr) == (2, True)
    entry["args"] = ["--token", "opensesame"]
    profile.paths.servers_file.write_text(json.dumps({"mcpServers": {"notes": entry}}))
    review = run_here(profile, "servers", "review", "notes", "--json")
    shown = json.loads(review.stdout)
    assert (shown["command"], review.returncode) == (["notes-server", "--token", "•••"], 1)
    assert shown["config"] == load_servers(profile.paths.servers_file).entries["notes"].config_digest
    assert "opensesame" not in review.stdout + review.stderr
    said = run_here(profile, "servers", "review", "notes").stdout
    assert 'command: ["notes-server"' in said
    assert '""' not in said, "what is empty says nothing"
    assert answer(profile, "servers", "add", "web", "https://web.example/mcp", "--yes")["server"] == "web"
    odd = run_here(profile, "servers", "add", "odd", "--yes", "--", "./relative")
    assert (odd.returncode, "relative path" in odd.stderr) == (2, True)
