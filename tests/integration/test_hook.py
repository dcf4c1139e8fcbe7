"""``assent hook APP``: an app asks before it uses a tool of its own, with the inputs that it really writes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from host.apps import bridge, hook, registry
from host.apps.attach.known import System, known_app
from host.canonical import canonical
from host.model import Answer, Edit, Effect
from tests.support.hosts import ALLOW_ALL, ROOT, ScriptedApprover, managed
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import PATIENCE

SAMPLES = ROOT / "tests" / "assets" / "hooks"
MAIN = str(ROOT / "host" / "__main__.py")
"""What the hook that ``run`` starts is called by itself."""
EVERY_APP = pytest.mark.parametrize("app", hook.FORMATS)


def asked(app: str) -> dict[str, Any]:
    """What an app writes to its hook."""
    value = json.loads((SAMPLES / f"{app}.json").read_text())
    assert isinstance(value, dict)
    return value


def stand_for(rig: Rig, app: str) -> None:
    """Let a server stand for the app's own tools, and the app have a token."""
    file = rig.profile.paths.servers_file
    written = json.loads(file.read_text())
    written["mcpServers"][app] = {"hook": app}
    file.write_text(json.dumps(written))
    registry.add(rig.profile.paths.apps_dir, app)


async def run(profile: Profile, app: str, said: bytes, *more: str) -> tuple[int, str, str]:
    """Run the hook as an app does; returns exit code, stdout, stderr."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "host", "hook", app, *more,
        env=profile.env, cwd=ROOT,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate(said)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


@EVERY_APP
async def test_what_may_be_is_allowed_in_the_apps_form_and_the_record_says_who_does_it(
    profile: Profile, app: str
) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, app)
        code, out, err = await run(profile, app, json.dumps(asked(app)).encode())
        assert (code, err) == (0, "")
        assert (
            json.loads(out)
            == {
                "claude-code": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}},
                "codex": {},
                "cursor": {"permission": "allow"},
                "gemini-cli": {"decision": "allow"},
                "windsurf": {},
            }[app]
        )
        (decided,) = await rig.records("call.decided")
        tool = asked(app).get("tool_name") or asked(app)["agent_action_name"]
        assert (decided["app"]["name"], decided["app"]["authenticated"]) == (app, True)
        assert (decided["server"], decided["tool"], decided["by"]) == (app, tool, "rule")
        (outcome,) = await rig.records("call.outcome")
        assert outcome["status"] == "not told"
        assert "the app carries it out by itself" in outcome["because"]
        assert await rig.records("server.started") == []


@EVERY_APP
async def test_a_no_reaches_the_model_with_its_reason(profile: Profile, app: str) -> None:
    approver = ScriptedApprover()
    tool = asked(app).get("tool_name") or asked(app)["agent_action_name"]
    approver.answers[tool] = "not in this folder"
    async with Rig(profile, approver=approver) as rig:
        stand_for(rig, app)
        code, out, err = await run(profile, app, json.dumps(asked(app)).encode())
    if app == "cursor":
        assert (code, json.loads(out)["permission"]) == (0, "deny")
        assert "not in this folder" in json.loads(out)["agent_message"]
    else:
        assert (code, out) == (hook.DENIED, "")
    assert "not in this folder" in err


async def test_the_inputs_that_are_asked_about_are_those_that_the_app_would_use(profile: Profile) -> None:
    said = asked("claude-code")
    approver = ScriptedApprover(Bash=True)
    async with Rig(profile, approver=approver) as rig:
        stand_for(rig, "claude-code")
        code, *_ = await run(profile, "claude-code", json.dumps(said).encode())
        (request,) = approver.asked
        assert json.loads(request.call.arguments) == said["tool_input"]
        assert request.call.says.chat == said["session_id"]
        assert said["cwd"] in request.call.turn
        assert code == 0


@pytest.mark.parametrize(("app", "code"), [("claude-code", 0), ("codex", 2), ("gemini-cli", 2)])
async def test_an_app_runs_what_was_approved_or_nothing(profile: Profile, app: str, code: int) -> None:
    said = asked(app)
    tool, safer = said["tool_name"], {"command": "ls", "note": "äöü"}

    async def edit(request: Any) -> Any:
        call = request.call
        if request.edited is None:
            return Edit(call.id, call.digest, canonical({**safer}), "ana")
        return Answer(True, call.id, call.digest, "ana")

    approver = ScriptedApprover(**{tool: edit})
    async with Rig(profile, approver=approver) as rig:
        stand_for(rig, app)
        done = await run(profile, app, json.dumps(said).encode())
    assert done[0] == code
    if code == 0:
        assert json.loads(done[1])["hookSpecificOutput"]["updatedInput"] == safer
    else:
        assert done[1] == ""
        assert '{"command": "ls", "note": "äöü"}' in done[2]


@pytest.mark.parametrize("app", ["codex", "claude-code"])
async def test_an_edit_that_python_takes_for_equal_is_an_edit(profile: Profile, app: str) -> None:
    said = asked(app) | {"cursor_version": "2.4.0"}  # which runs Claude Code's hooks, and takes no inputs from them
    said["tool_input"]["background"] = 1

    async def edit(request: Any) -> Any:
        call = request.call
        if request.edited is None:
            return Edit(call.id, call.digest, canonical({**said["tool_input"], "background": True}), "ana")
        return Answer(True, call.id, call.digest, "ana")

    async with Rig(profile, approver=ScriptedApprover(Bash=edit)) as rig:
        stand_for(rig, app)
        code, out, _ = await run(profile, app, json.dumps(said).encode())
    assert (code, out) == (hook.DENIED, "")


@pytest.mark.parametrize(
    "said",
    [
        b"", b"{", b"[]", b"null", b'{"tool_name": 7, "tool_input": {}}', b'{"tool_name": "Bash", "tool_input": []}',
        b'{"tool_name": "", "tool_input": {}}', b'{"tool_name": "Bash", "tool_name": "Read", "tool_input": {}}',
        b'{"tool_name": "Bash", "tool_input": {"command": NaN}}', b"\xff" * 9, b"[" * 100_000, b'{"tool_name": "Bash"}',
        b'{"tool_name": "Bash", "tool_input": {"command": "\\ud800"}}',
        b'{"tool_name": "Bash", "tool_input": {"timeout": 1e999}}',
        b'{"tool_name": "' + b"x" * 2_000 + b'", "tool_input": {}}',
    ],
)  # fmt: skip
async def test_what_cannot_be_read_is_a_no(profile: Profile, said: bytes) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, "claude-code")
        code, out, err = await run(profile, "claude-code", said)
        assert (code, out) == (hook.DENIED, "")
        assert err.strip()
        assert "Traceback" not in err


async def test_without_assent_the_answer_is_no(profile: Profile) -> None:
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        profile.env.pop(display, None)
    profile.paths.ensure()
    code, out, err = await run(profile, "claude-code", json.dumps(asked("claude-code")).encode())
    assert (code, out) == (hook.DENIED, "")
    assert "no Assent host is running here" in err


FROM_HERE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from host.__main__ import main; "
"""Runs the program from these sources, as ``python -I -m host`` runs the installed one."""


def start(profile: Profile, code: str = "pass", *, app: str = "claude-code", **options: Any) -> subprocess.Popen[bytes]:
    """Start the hook. ``code``: run before it."""
    streams: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    line = [sys.executable, "-I", "-c", f"{FROM_HERE}{code}; sys.exit(main())", "hook", app]
    return subprocess.Popen(line, env=profile.env, **(streams | options))


@pytest.mark.parametrize("app", ["claude-code", "cursor"])
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_where_a_no_cannot_be_written_it_is_a_no_all_the_same(profile: Profile, app: str, stream: str) -> None:
    with Path("/dev/full").open("wb") as full:
        options: dict[str, Any] = {stream: full}
        process = start(profile, app=app, **options)
    with process:
        out, _ = process.communicate(json.dumps(asked(app)).encode())
    is_said = app == "cursor" and stream == "stderr"  # its answer stands on stdout
    assert process.returncode == (0 if is_said else hook.DENIED)
    assert ("deny" in (out or b"").decode()) is is_said


@pytest.mark.parametrize("number", hook.ENDING_SIGNALS)
def test_a_hook_that_is_ended_answers_no(profile: Profile, number: int) -> None:
    said = "import os; from host.apps import hook; read = hook._read_stdin; "
    code = f"{said}hook._read_stdin = lambda format: (os.write(1, b'-'), read(format))[1]"
    with start(profile, code) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"-"  # it waits for the event
        process.send_signal(number)
        assert process.wait(PATIENCE) == hook.DENIED


def test_a_hook_that_cannot_start_answers_no(profile: Profile) -> None:
    with start(profile, "sys.modules['host.apps.hook'] = None") as process:
        _, err = process.communicate(b"{}")
    assert (process.returncode, err) == (hook.DENIED, b"Assent failed (ModuleNotFoundError), so the answer is no.\n")


async def test_an_app_whose_tools_no_server_stands_for_is_told_what_to_do(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL):
        code, _, err = await run(profile, "claude-code", json.dumps(asked("claude-code")).encode())
    assert code == hook.DENIED
    assert "assent apps attach --hook" in err


async def test_a_policy_that_denies_a_tool_of_an_app_denies_it_unasked(profile: Profile) -> None:
    rules = managed((Effect.DENY, "claude-code", "Bash", "*"), (Effect.ALLOW, "*", "*", "*"))
    async with Rig(profile, managed=rules) as rig:
        stand_for(rig, "claude-code")
        assert (await run(profile, "claude-code", json.dumps(asked("claude-code")).encode()))[0] == hook.DENIED
        other = asked("claude-code") | {"tool_name": "Read", "tool_input": {"file_path": "/etc/hosts"}}
        assert (await run(profile, "claude-code", json.dumps(other).encode()))[0] == 0


async def test_tools_of_servers_behind_assent_are_not_asked_about_twice(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover()) as rig:
        stand_for(rig, "claude-code")
        said = asked("claude-code") | {"tool_name": "mcp__my_notes__read", "tool_input": {}}
        done = await run(profile, "claude-code", json.dumps(said).encode(), "--behind", "time", "--behind", "my notes")
        assert done == (0, "{}\n", "")
        assert [*await rig.records("call.proposed"), *await rig.records("call.decided")] == []


async def test_nobody_else_reaches_the_server_that_stands_for_an_apps_tools(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, "claude-code")
        app = await rig.app("claude-code", greet=False)
        answer = await app.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
        assert "stands for the tools that are part of an app" in answer["error"]["message"]


async def test_an_app_with_another_ones_token_is_not_let_in(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, "claude-code")
        hello = {"assent": 1, "role": "hook", "app": "claude-code", "token": "x" * 43, "tool": "Bash"}
        connection, answer = await asyncio.to_thread(bridge.send_hello, profile.paths, hello)
        connection.close()
        assert answer["ok"] is False
        assert "not valid" in str(answer["error"])


OTHERS = [
    ("claude-code", ".mcp.json", '{"mcpServers": {"my_notes": {"command": "evil"}}}'),
    ("claude-code", ".mcp.json", '{"mcpServers": {"my notes": {"type": "http", "url": "http://evil.example"}}}'),
    (
        "claude-code",
        ".mcp.json",
        '{"mcpServers": {"my notes": {"command": "./x", "args": ["connect", "n", "--app", "claude-code"]}}}',
    ),
    ("claude-code", ".mcp.json", "{"),
    ("claude-code", ".mcp.json", "[]"),
    ("claude-code", ".mcp.json", "[" * 100_000),
    ("claude-code", ".mcp.json", '{"mcpServers": [1]}'),
    ("claude-code", ".mcp.json", " " * (hook.MAX_PROJECT_FILE + 1)),
    ("claude-code", ".mcp.json", '{"mcpServers": {}, "mcpServers": {"my notes": {"command": "evil"}}}'),
    ("codex", ".codex/config.toml", '[mcp_servers."my notes"]\ncommand = "evil"\n'),
    ("codex", ".codex/config.toml", "["),
    ("gemini-cli", ".gemini/settings.json", '{"mcpServers": {"my notes": {"command": "evil"}}}'),
]


def of_notes(app: str, folder: Path) -> bytes:
    """What an app asks about a tool of its server “my notes”, while it works in a folder."""
    said = asked(app) | {"tool_name": "mcp__my_notes__read", "tool_input": {}, "cwd": str(folder)}
    return json.dumps(said | {"mcp_context": {"server_name": "my notes"}}).encode()


@pytest.mark.parametrize(("app", "file", "text"), OTHERS)
async def test_a_projects_server_does_not_pass_as_the_one_behind_assent_of_that_name(
    profile: Profile, tmp_path: Path, app: str, file: str, text: str
) -> None:
    project = tmp_path / "project"
    (project / file).parent.mkdir(parents=True)
    (project / file).write_text(text)
    (project / "src").mkdir()
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, app)
        await run(profile, app, of_notes(app, project / "src"), "--behind", "my notes")
        assert [decided["tool"] for decided in await rig.records("call.decided")] == ["mcp__my_notes__read"]


@pytest.mark.parametrize(
    "text",
    [
        '{"mcpServers": {"other": {"command": "x"}}}',
        "{}",
        json.dumps({"mcpServers": {"my notes": {"command": MAIN, "args": ["connect", "n", "--app", "claude-code"]}}}),
    ],
)
async def test_a_project_that_takes_no_name_changes_nothing(profile: Profile, tmp_path: Path, text: str) -> None:
    (tmp_path / ".mcp.json").write_text(text)
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, "claude-code")
        done = await run(profile, "claude-code", of_notes("claude-code", tmp_path), "--behind", "my notes")
        assert done == (0, "{}\n", "")
        assert await rig.records("call.decided") == []


@EVERY_APP
def test_there_is_a_real_input_of_each_app(app: str) -> None:
    assert Path(SAMPLES / f"{app}.json").is_file()


NOTES = {"old_string": "a", "new_string": "b"}
DOCUMENTED: list[tuple[str, str, str, dict[str, object]]] = [
    ("cursor", "preToolUse", "Shell", {"command": "npm test", "working_directory": "/home/ana/garden"}),
    ("cursor", "preToolUse", "Write", {"file_path": "/home/ana/garden/notes.md", "content": "b"}),
    ("cursor", "preToolUse", "Read", {"file_path": "/home/ana/garden/notes.md"}),
    ("cursor", "preToolUse", "Task", {"task": "water the plants"}),
    ("windsurf", "pre_run_command", "pre_run_command", {"command_line": "npm test", "cwd": "/home/ana/garden"}),
    ("windsurf", "pre_write_code", "pre_write_code", {"file_path": "/home/ana/notes.md", "edits": [NOTES]}),
    ("windsurf", "pre_read_code", "pre_read_code", {"file_path": "/home/ana/garden/notes.md"}),
]
"""What the documentation of apps whose programs need an account says that their hooks are told."""


@pytest.mark.parametrize(("app", "event", "tool", "inputs"), DOCUMENTED)
async def test_the_command_that_was_written_into_the_apps_file_answers_what_its_documentation_says(
    profile: Profile, tmp_path: Path, app: str, event: str, tool: str, inputs: dict[str, object]
) -> None:
    profile.env.update(HOME=str(tmp_path), PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring")
    profile.env.pop("XDG_CONFIG_HOME", None)
    said = asked(app) | {"hook_event_name": event, "tool_name": tool, "tool_input": inputs}
    if app == "windsurf":
        said = asked(app) | {"agent_action_name": tool, "tool_info": inputs}

    async def as_the_app(command: str) -> tuple[int | None, str, str]:
        process = await asyncio.create_subprocess_shell(
            command, env=profile.env, cwd=tmp_path,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate(json.dumps(said).encode())
        return process.returncode, out.decode(), err.decode()

    approver = ScriptedApprover(**{tool: True})
    async with Rig(profile, approver=approver):
        attach = (sys.executable, "-I", "-m", "host", "apps", "attach", app, "--hook", "--yes")
        done = await asyncio.to_thread(subprocess.run, attach, env=profile.env, cwd=ROOT, capture_output=True)
        assert done.returncode == 0, done.stderr
        hooks = known_app(app).hooks
        assert hooks is not None
        (entry,) = json.loads(hooks.file(System(tmp_path, {})).read_text())["hooks"][event]
        code, out, err = await as_the_app(entry["command"])
        assert (err, code) == ("", 0)
        assert json.loads(out) == ({"permission": "allow"} if app == "cursor" else {})
        assert [json.loads(request.call.arguments) for request in approver.asked] == [inputs]
        approver.answers[tool] = "not today"
        code, out, err = await as_the_app(entry["command"])
        assert "not today" in err
        if app == "cursor":
            assert (code, json.loads(out)["permission"]) == (0, "deny")
            assert "not today" in json.loads(out)["agent_message"]
        else:
            assert (code, out) == (hook.DENIED, "")
    code, out, _ = await as_the_app(entry["command"])
    assert code == hook.DENIED or json.loads(out)["permission"] == "deny", "no host, and no desktop to start it on"
