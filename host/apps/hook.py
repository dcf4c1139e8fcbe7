"""``assent hook APP``: the program that an app runs before it uses one of its own tools.

Owns: reading the app's event, asking the host on the app's behalf, and answering in the app's format.

Invariants: this process decides nothing. Any failure before a use denies it: a sentence on stderr and exit code 2, as
each of these apps defines a denial. It answers before the app's own timeout, after which the app would run the tool.
The app runs only what was approved: if a person changed the inputs and the app accepts no changes, the use is denied.
Like the bridge, it imports the standard library and little else.

Sources, as of November 2026: the apps' own documentation of their hooks. Codex takes any allowing answer but an empty
object as a failure of the hook, and then runs the tool.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple, NoReturn, TypeAlias

from host import regex
from host.apps import bridge, registry
from host.errors import AssentError, UsageError
from host.paths import Paths

USAGE: Final = "usage: assent hook APP [--behind SERVER]..."
DENIED: Final = 2
"""The exit code that each of these apps takes as a denial; after any other one, or a signal, most run the tool."""
STDOUT: Final = 1
STDERR: Final = 2
ENDING_SIGNALS: Final = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
"""Signals that would end this program, and so let the app run the tool."""
ANSWER_TIMEOUT: Final = 570
"""Seconds within which an app gets its answer: its own timeout is 600 (``host.apps.attach.known``), after which most
apps run the tool."""
MAX_EVENT: Final = 32 << 20
"""Bytes of an app's event; a host allows far less."""
MAX_PROJECT_FILE: Final = 1 << 20
"""Bytes of a project's file of servers."""
APPROVED: Final = "dev.assent/approved"
"""The key of the approved inputs in the ``_meta`` of the host's answer."""
_REVISION: Final = "2026-07-28"
_MAX_INPUTS_SHOWN: Final = 1_000
_UNREADABLE: Final = "Assent could not read what the app wants to do, so the answer is no."
_LATE: Final = "Nobody answered in Assent in time, so the answer is no."
_ENDED: Final = "The program that asks Assent was ended, so the answer is no."
_EDITED: Final = (
    "The person allows this with other inputs only, which this app cannot take from a hook. Propose it again with: "
)
_UNCLEAR: Final = "Assent gave no clear answer, so the answer is no."
_NOT_IN_NAMES: Final = regex.pattern(r"[^A-Za-z0-9_-]")

Json: TypeAlias = "dict[str, object]"


class HookFormat(NamedTuple):
    """The format of an app's events for hooks, and of their answers.

    Attributes:
        deny: returns the answer that denies, and the exit code.
        project_file: the file in a project's folder that may define servers under names of the account's servers, and
            the key of its servers; None if the names of tools do not name servers.
    """

    allowing: Json  # the answer that allows; of an app that accepts changed inputs, what is within it
    event_keys: tuple[str, str] = ("tool_name", "tool_input")  # of the tool and its inputs
    accepts_edits: bool = False
    tool_prefix: str = "mcp__{}__"  # the prefix of the names of a server's tools, in which ``{}`` is the server
    names_server: bool = False  # whether the event names the server instead, in ``mcp_context``
    deny: Callable[[str], tuple[Json | None, int]] = lambda _: (None, DENIED)
    project_file: tuple[str, str] | None = None

    def allow(self, inputs: Json | None, note: str) -> Json:
        """Return the answer that allows. ``inputs``: if they were changed. ``note``: the person's, for the model."""
        if not self.accepts_edits:
            return self.allowing
        changes = {"updatedInput": inputs, "additionalContext": note or None}
        return {
            "hookSpecificOutput": self.allowing | {key: value for key, value in changes.items() if value is not None}
        }


FORMATS: Final = {
    "claude-code": HookFormat(
        {"hookEventName": "PreToolUse", "permissionDecision": "allow"},
        accepts_edits=True,
        project_file=(".mcp.json", "mcpServers"),
    ),
    "codex": HookFormat({}, project_file=(".codex/config.toml", "mcp_servers")),
    "cursor": HookFormat(
        {"permission": "allow"},
        tool_prefix="MCP:",
        deny=lambda why: ({"permission": "deny", "user_message": why, "agent_message": why}, 0),
    ),
    "gemini-cli": HookFormat(
        {"decision": "allow"}, names_server=True, project_file=(".gemini/settings.json", "mcpServers")
    ),
    "windsurf": HookFormat({}, ("agent_action_name", "tool_info")),
}
"""By the app's id. Cursor's events do not name the server of an MCP tool, so its hook ignores all MCP tools."""


class Denied(Exception):
    """Raised where the use is denied; the message says why."""


def main(arguments: list[str]) -> int:
    """Answer one event of an app on stdin. Returns the exit code: 0, or 2 for a denial and for bad usage."""
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(
            f"{USAGE}\n\nWhat APP runs before it uses a tool of its own; it reads the app's JSON on stdin.\n"
        )
        return 0
    try:
        app, servers_behind = _parse(arguments)
    except UsageError as error:
        _write_line(STDERR, f"assent: {error}\n{USAGE}")
        return DENIED
    hook_format = FORMATS[app]
    signal.signal(signal.SIGALRM, _on_signal)
    for number in ENDING_SIGNALS:
        signal.signal(number, _on_signal)
    signal.alarm(ANSWER_TIMEOUT)
    try:
        return _answer(app, hook_format, servers_behind)
    except Denied:  # time was over, or a signal came, while a denial was being written
        return DENIED


def _answer(app: str, hook_format: HookFormat, servers_behind: tuple[str, ...]) -> int:
    code, why = 0, ""
    try:
        answer: Json | None = _ask_host(app, hook_format, servers_behind)
    except Denied as denial:
        (answer, code), why = hook_format.deny(str(denial)), str(denial)
    except AssentError as error:
        (answer, code), why = hook_format.deny(str(error)), f"Assent: {error}. So the answer is no."
    except Exception as error:  # noqa: BLE001  # without an answer the app would run the tool
        answer, code, why = None, DENIED, f"Assent failed ({type(error).__name__}), so the answer is no."
    if why:
        _write_line(STDERR, why)
    if answer is not None and not _write_line(STDOUT, json.dumps(answer)):
        return DENIED
    return code


def _write_line(descriptor: int, line: str) -> bool:
    """Write a line and return whether it was written.

    Not through ``sys.stdout`` or ``sys.stderr``: what cannot be written there changes the exit code, by which the app
    would run the tool.
    """
    data = line.encode(errors="replace") + b"\n"
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except OSError:
        return False
    return True


def _parse(arguments: list[str]) -> tuple[str, tuple[str, ...]]:
    """Return the app and its servers behind Assent."""
    match arguments:
        case [app, *rest] if app in FORMATS:
            return app, _server_names(rest)
        case [app, *_] if not app.startswith("-"):
            raise UsageError(f"{app[:64]!r} has no hooks that Assent knows. These have: {', '.join(FORMATS)}")
    raise UsageError("APP is needed")


def _server_names(words: list[str]) -> tuple[str, ...]:
    if len(words) % 2 or not set(words[::2]) <= {"--behind"}:
        raise UsageError("after APP nothing is taken but --behind SERVER")
    return tuple(words[1::2])


def _on_signal(number: int, _frame: FrameType | None) -> NoReturn:
    raise Denied(_LATE if number == signal.SIGALRM else _ENDED)


def _ask_host(app: str, hook_format: HookFormat, servers_behind: tuple[str, ...]) -> Json:
    """Ask the host about a use, and return the answer that allows it.

    Raises AssentError if there is no host, or it does not admit the app.
    """
    event, tool, inputs = _read_stdin(hook_format)
    if is_behind(event, tool, hook_format, servers_behind):
        unshadowed = _unshadowed_servers(app, event, hook_format, servers_behind)
        if is_behind(event, tool, hook_format, unshadowed):
            return {}
    paths = Paths.from_environment(os.environ)
    token = registry.read_token(paths.apps_dir, app) or ""
    hello: Json = {"assent": 1, "role": "hook", "app": app, "token": token, "tool": tool}
    connection, welcome = bridge.with_host(lambda: bridge.send_hello(paths, hello))
    if welcome.get("ok") is not True:
        raise UsageError(str(welcome.get("error")))
    connection.settimeout(None)
    with connection:
        connection.sendall(_call_request(event, tool, inputs))
        approved, note = _approved_inputs(next(_responses(connection.recv), {}))
    if json.dumps(approved, sort_keys=True) == json.dumps(inputs, sort_keys=True):  # in Python ``1`` equals ``True``
        return hook_format.allow(None, note)
    # Cursor runs Claude Code's hooks, and may ignore changed inputs.
    if not hook_format.accepts_edits or "cursor_version" in event:
        raise Denied(_EDITED + json.dumps(approved, ensure_ascii=False)[:_MAX_INPUTS_SHOWN])
    return hook_format.allow(approved, note)


def _read_stdin(hook_format: HookFormat) -> tuple[Json, str, Json]:
    """Return the app's event, its tool, and the tool's inputs. Raises Denied if they cannot be read."""
    data = sys.stdin.buffer.read(MAX_EVENT + 1)
    try:
        if len(data) > MAX_EVENT:
            raise ValueError("too large")
        event = json.loads(data, object_pairs_hook=_refuse_duplicate_keys, parse_constant=_refuse_constant)
        tool, inputs = map(event.get, hook_format.event_keys)
    except (ValueError, RecursionError, AttributeError) as error:
        raise Denied(_UNREADABLE) from error
    if not isinstance(tool, str) or not tool or not isinstance(inputs, dict):
        raise Denied(_UNREADABLE)
    return event, tool, inputs


def _refuse_duplicate_keys(pairs: list[tuple[str, object]]) -> Json:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def is_behind(event: Json, tool: str, hook_format: HookFormat, servers_behind: tuple[str, ...]) -> bool:
    """Whether a tool certainly belongs to a server behind Assent, whose calls are asked about there.

    ``servers_behind``: by the app's names. ``a__b__c`` may be a tool of ``a`` or of ``a__b``: it is asked about here,
    once too often rather than never.
    """
    if hook_format.names_server:
        context = event.get("mcp_context")
        return isinstance(context, dict) and context.get("server_name") in servers_behind
    for server in servers_behind:
        prefix = hook_format.tool_prefix.format(_NOT_IN_NAMES.sub("_", server))
        rest = tool.removeprefix(prefix)
        if tool.startswith(prefix) and rest and not rest.startswith("_") and "__" not in rest:
            return True
    return False


def _unshadowed_servers(
    app: str, event: Json, hook_format: HookFormat, servers_behind: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the servers whose names no project file uses for another server, in or above the app's folder.

    Entries that Assent wrote there do not count; a file that cannot be read may use every name.
    """
    if hook_format.project_file is None:
        return servers_behind
    file, key = hook_format.project_file
    taken_names = set[str]()
    for folder in {event.get("cwd"), os.environ.get("CLAUDE_PROJECT_DIR")}:
        if not isinstance(folder, str) or not folder.startswith("/"):
            continue
        for directory in (Path(folder), *Path(folder).parents):
            if directory == Path.home() and file.startswith(f".{app.partition('-')[0]}/"):  # the account's own file
                continue
            try:
                servers = _read_servers(directory / file, key)
            except (OSError, ValueError, RecursionError, AttributeError):
                return ()
            taken_names |= {_NOT_IN_NAMES.sub("_", name) for name, entry in servers.items() if _is_other(app, entry)}
    return tuple(name for name in servers_behind if _NOT_IN_NAMES.sub("_", name) not in taken_names)


def _read_servers(file: Path, key: str) -> Json:
    """Return the servers in a project's file, none if there is no file.

    Raises OSError, ValueError, RecursionError or AttributeError if it cannot be read.
    """
    try:
        with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
            data = opened.read(MAX_PROJECT_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    if len(data) > MAX_PROJECT_FILE:
        raise ValueError("too large")
    if file.suffix == ".toml":
        import tomllib  # for one app only, and slow to import

        return dict(tomllib.loads(data.decode()).get(key, {}).items())
    return dict(json.loads(data, object_pairs_hook=_refuse_duplicate_keys).get(key, {}).items())


def _is_other(app: str, entry: object) -> bool:
    """Whether an entry starts anything but this program's bridge."""
    command, args = (entry.get("command"), entry.get("args")) if isinstance(entry, dict) else (None, None)
    match args:
        case ["connect", str(), "--app", name]:
            return name != app or command != sys.argv[0]
    return True


def _call_request(event: Json, tool: str, inputs: Json) -> bytes:
    meta: Json = {
        "io.modelcontextprotocol/protocolVersion": _REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "assent hook", "version": "0"},
    }
    if isinstance(chat := event.get("session_id") or event.get("conversation_id"), str):
        meta["dev.assent/chat"] = chat
    if isinstance(folder := event.get("cwd"), str):
        meta["dev.assent/turn"] = f"The app works in the folder {folder}."
    params: Json = {"name": tool, "arguments": inputs, "_meta": meta}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode() + b"\n"


def _responses(receive: Callable[[int], bytes]) -> Iterator[Json]:
    """Yield the host's answers to the request, or to one that it could not read; skip all other messages."""
    for line in bridge.read_lines(lambda: receive(bridge.CHUNK)):
        message = json.loads(line)
        if isinstance(message, dict) and message.get("id") in (1, None) and "method" not in message:
            yield message


def _approved_inputs(answer: Json) -> tuple[Json, str]:
    """Return the inputs that were approved, and the note for the model.

    Raises Denied if nothing was approved; the message is the host's.
    """
    result, error = answer.get("result"), answer.get("error")
    if isinstance(error, dict):
        raise Denied(str(error.get("message", _UNCLEAR)))
    if not isinstance(result, dict):
        raise Denied(_UNCLEAR)
    meta, content = result.get("_meta"), result.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    note = "\n".join(text for text in texts if isinstance(text, str))
    approved = meta.get(APPROVED) if isinstance(meta, dict) else None
    if result.get("isError") is not True and isinstance(approved, dict):
        return approved, note
    raise Denied(note or _UNCLEAR)
