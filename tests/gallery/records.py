"""What the log, the servers and the rules say in the pictures.

Owns: values that the host could really send.
"""

from __future__ import annotations

import itertools
import json
import time
from typing import Final

from host.canonical import canonical
from host.control.protocol import (
    ReadCall,
    ReadHistory,
    ReadServer,
    ReadSettings,
    ReadStory,
    SettingsNow,
    Story,
    TestServer,
)
from host.control.views import (
    AssistantEntry,
    CallDetails,
    ChangeView,
    HistoryPage,
    HistoryRow,
    PolicyView,
    RuleView,
    ServerDetails,
    ServerTest,
    StoryStep,
    TimelineEntry,
    ToolView,
)
from host.model import JsonObject, JsonValue
from host.settings import DECLARATIONS
from tests.gallery.questions import LIAR, TRIAL, call_id
from tests.support import window as samples


def _row(number: int, **changes: object) -> HistoryRow:
    values: dict[str, object] = {
        "call_id": call_id(number),
        "time": time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime(time.time() - 60.0 * (40 - number) ** 2)),
        "app": "claude-code",
        "authenticated": True,
        "server": "files",
        "tool": "write_file",
        "state": "ended",
        "decision": "approve",
        "by": "approver",
        "who": "ana",
        "status": "succeeded",
        "duration_ms": 12.4 * number,
        "severity": "",
        "inputs": b'{"content":"Draft conclusions","path":"notes/summary.txt"}',
    } | changes
    return HistoryRow(**values)  # type: ignore[arg-type]  # see above


NEVER: Final[dict[str, object]] = {"status": "", "duration_ms": None}
_ENDS: Final[tuple[dict[str, object], ...]] = (
    {},
    {"tool": "read_file", "by": "rule", "who": "read-only"},
    {"decision": "deny", "by": "approver"} | NEVER,
    {"server": "git", "tool": "git_commit", "by": "grant"},
    {"decision": "deny", "by": "expiry"} | NEVER,
    {"server": "web", "tool": "fetch", "status": "tool error"},
    {"decision": "invalid", "by": ""} | NEVER,
    {
        "app": "unknown",
        "authenticated": False,
        "tool": "delete_\u0430ll",
        "decision": "deny",
        "by": "stop",
        "severity": "high",
    }
    | NEVER,
    {"server": "mail", "tool": "send_message", "status": "unknown"},
)
ROWS: Final = (
    _row(39, decision="", by="", who="", status="", state="waiting", duration_ms=None),
    *(_row(38 - number, **ends) for number, ends in zip(range(24), itertools.cycle(_ENDS), strict=False)),
)


def _details(row: HistoryRow) -> CallDetails:
    arguments: JsonObject = {
        "path": "notes/summary.txt",
        "content": "Draft conclusions\nSecond line\n",
        "overwrite": True,
    }
    fields: tuple[tuple[str, str, JsonObject], ...] = (
        ("call.proposed", "10:00:01", {"effect": "ask", "because": "No rule matches, so a person is asked."}),
        ("call.decided", "10:00:09", {"decision": "approve", "by": "approver", "who": "ana", "displayed_ms": 7421}),
        ("call.outcome", "10:00:09", {"status": "succeeded", "duration_ms": 12.4}),
    )
    timeline = tuple(
        TimelineEntry(number, f"2026-11-21T{at}.000000Z", kind, canonical(said), "ab" * 32)
        for number, (kind, at, said) in enumerate(fields, 4711)
    )
    result: JsonValue = {"content": [{"type": "text", "text": "Wrote 30 bytes to notes/summary.txt"}]}
    params = canonical({"name": "write_file", "arguments": arguments})
    answer = canonical(result)
    return CallDetails(row, timeline, params, canonical(samples.WRITE_FILE), answer, len(answer), "")


HISTORY: Final[dict[type, object]] = {
    ReadHistory: HistoryPage(ROWS, ""),
    ReadCall: lambda request: _details(next(row for row in ROWS if row.call_id == request.call_id)),
}
SERVERS: Final = (
    samples.server("files"),
    samples.server("git", command=("mcp-server-git", "--repository", "/home/ana/work"), trust="managed", sessions=2),
    samples.server(
        "web", state="failed", why="the server ended with exit code 1", sessions=0, command=("uvx", "mcp-server-fetch")
    ),
    samples.server(
        "mail",
        kind="http",
        state="not supported",
        why="Servers behind a URL cannot be reached yet. Write a command that connects to it.",
        sessions=0,
        command=("https://mail.example.org/mcp",),
    ),
    samples.server("old", state="disabled", sessions=0, command=("node", "old.js")),
    samples.server("notes", state="idle", sessions=0, command=("notes-server",)),
    samples.server("slow", state="starting", sessions=0, command=("python", "-m", "slow")),
)
SERVER: Final = ServerDetails(
    SERVERS[0],
    (
        ToolView("write_file", canonical(samples.WRITE_FILE)),
        ToolView("delete_everything", canonical(LIAR)),
        ToolView("analyse_trial", canonical(TRIAL)),
    ),
    listed=True,
    stderr="Secure MCP Filesystem Server running on stdio\n\x1b[31mwarning\x1b[0m: 1 directory is missing\n",
)
SERVER_REPLIES: Final[dict[type, object]] = {
    ReadServer: SERVER,
    TestServer: ServerTest(True, "", "2025-11-25", 3, 412.0),
}
SETTINGS: Final[dict[type, object]] = {
    ReadSettings: SettingsNow({declared.name: declared.default for declared in DECLARATIONS})
}
RULES: Final = PolicyView(
    (),
    (
        ChangeView(
            "allows",
            RuleView("reading", "allow", "files", "read_*", "claude-code", "Reading is harmless here", "user"),
        ),
        ChangeView("allows", RuleView("all", "allow", "*", "*", "*", "", "user")),
    ),
    "d" * 64,
    0,
    "/etc/assent/managed.json",
    "/home/ana/.config/assent/policy.json",
)
BROKEN: Final = PolicyView(
    ("/home/ana/.config/assent/policy.json:4: rules: is text, not a list.",),
    (),
    "",
    0,
    "/etc/assent/managed.json",
    "/home/ana/.config/assent/policy.json",
)
STEPS: Final = tuple(
    StoryStep(name, title)
    for name, title in (
        ("add", "Add two numbers"),
        ("weather", "Ask for the weather"),
        ("note", "Write a note"),
        ("read", "Read it back"),
        ("analyse", "Look into a file"),
        ("slow", "Something that takes a while"),
        ("liar", "A tool that lies"),
        ("failing", "A page that fails"),
        ("cohort", "Patients"),
        ("trial", "A clinical trial"),
    )
)
ENTRIES: Final = (
    AssistantEntry(1, "note", "This is a script. No model is involved, and nothing leaves this machine."),
    AssistantEntry(2, "assistant", "Let me add two numbers. You decide whether I may."),
    AssistantEntry(3, "call", "", "calculator", "add", '{"a":2,"b":40}', "succeeded", "42"),
    AssistantEntry(4, "assistant", "42. Next I would like to write a note."),
    AssistantEntry(
        5,
        "call",
        "",
        "workspace",
        "write_file",
        '{"content":"Hello","path":"hello.txt"}',
        "refused",
        "The person denied this call; it was not sent. Reason: not this file",
    ),
    AssistantEntry(6, "assistant", "You said: “not this file”. I leave it alone and go on."),
    AssistantEntry(7, "call", "", "weather", "get_forecast", json.dumps({"city": "Lisbon", "days": 3}), "proposed"),
)
STORY: Final[dict[type, object]] = {ReadStory: Story(STEPS, ENTRIES)}
UNTOLD: Final[dict[type, object]] = {ReadStory: Story(STEPS, ())}
DEMO: Final = samples.state(assistant="running")
GRANTS: Final = samples.state(
    grants=(
        samples.grant(expires_at=time.time() + 700, given_at=time.time() - 200),
        samples.grant(
            id="grant-2",
            tool="git_commit",
            server="git",
            used=0,
            arguments=b'{"message":"second","repo_path":"/home/ana/work"}',
            expires_at=time.time() + 61,
            given_at=time.time() - 839,
        ),
    )
)
