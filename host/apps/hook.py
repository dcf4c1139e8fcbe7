"""``assent hook APP``: what an app with hooks runs before, and with ``--after`` after, it uses a tool of its own.

Owns: reading the app's question, asking the host in the app's name, and answering in the app's own form; passing on
what the app says of how a use ended.

Invariants: this process decides nothing. Whatever goes wrong before a use is a no: a sentence on stderr and exit code
2, which each of these apps takes for one. It answers before the app would give it up and go on without an answer. What
the app is told to run is what was approved: where a person changed the inputs and the app cannot take others, the
answer is no. After a use nothing is decided and nothing can go wrong for the app: what cannot be passed on is left out.
Like the bridge, it imports the standard library and little else.

Sources, as of November 2026: the apps' own documentation of their hooks. Codex takes an allow in any other words than
an empty object for a failure of the hook, and then runs the tool. Its hook after a use runs whether or not that
succeeded, without saying which; Gemini CLI's names no use, and those of Windsurf name only the turn of the model: what
these three would say is not asked for.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple, NoReturn, TypeAlias

from host.apps import bridge, registry
from host.errors import AssentError, UsageError
from host.paths import Paths

USAGE: Final = "usage: assent hook APP [--after] [--behind SERVER]..."
DENIED: Final = 2
"""The exit code that each of these apps takes for a no."""
WAIT: Final = 570
"""Seconds within which an app gets its answer: it is told to wait for 600 (``host.apps.attach.known``), and most go on
without an answer once their own time is over."""
AFTER_WAIT: Final = 5
"""Seconds that an app is kept after a use, at most."""
LARGEST: Final = 32 << 20
"""Bytes of an app's question; a host allows far less."""
LARGEST_FILE: Final = 1 << 20
"""Bytes of a project's file of servers."""
APPROVED: Final = "dev.assent/approved"
"""In the ``_meta`` of the host's answer: the inputs that were approved."""
_REVISION: Final = "2026-07-28"
_MOST_SAID: Final = 1_000
_UNREADABLE: Final = "Assent could not read what the app wants to do, so the answer is no."
_LATE: Final = "Nobody answered in Assent in time, so the answer is no."
_EDITED: Final = (
    "The person allows this with other inputs only, which this app cannot take from a hook. Propose it again with: "
)
_NOT_SAID: Final = "Assent gave no clear answer, so the answer is no."
_NAMELESS: Final = re.compile(r"[^A-Za-z0-9_-]")
_ID: Final = re.compile(r"[!-~]{1,200}")
"""An id of a use or of a chat, as these apps make them."""

Json: TypeAlias = "dict[str, object]"


class Form(NamedTuple):
    """How an app asks its hooks.

    Attributes:
        read: the tool and its inputs, of what the app wrote.
        allow: what is printed for a yes; gets the inputs where they are others than the app's, else None, and what the
            person says to the model.
        edits: whether the app takes other inputs.
        mcp: how the names of a server's tools begin here; those of servers behind Assent are asked about there.
        names_server: whether the app says instead whose a tool is, in ``mcp_context``.
        deny: what is printed for a no, and the exit code with it.
        after: what the names of its events after a use say of how that ended.
        project: its file in a project's folder, and there the key of servers, which take the names of the account's;
            none where the names of their tools tell nothing of servers.
    """

    read: Callable[[Json], tuple[object, object]]
    allow: Callable[[Json | None, str], Json]
    edits: bool = False
    mcp: str = "mcp__{}__"
    names_server: bool = False
    deny: Callable[[str], tuple[Json | None, int]] = lambda _: (None, DENIED)
    after: Mapping[str, str] = {}
    project: tuple[str, str] | None = None


def _tool(asked: Json) -> tuple[object, object]:
    return asked.get("tool_name"), asked.get("tool_input")


def _action(asked: Json) -> tuple[object, object]:
    return asked.get("agent_action_name"), asked.get("tool_info")


def _claude_allow(inputs: Json | None, note: str) -> Json:
    said: Json = {"hookEventName": "PreToolUse", "permissionDecision": "allow"}
    if inputs is not None:
        said["updatedInput"] = inputs
    if note:
        said["additionalContext"] = note
    return {"hookSpecificOutput": said}


def _cursor_deny(why: str) -> tuple[Json | None, int]:
    return {"permission": "deny", "user_message": why, "agent_message": why}, 0


FORMS: Final = {
    "claude-code": Form(
        _tool,
        _claude_allow,
        edits=True,
        after={"PostToolUse": "succeeded", "PostToolUseFailure": "tool error"},
        project=(".mcp.json", "mcpServers"),
    ),
    "codex": Form(_tool, lambda _, __: {}, project=(".codex/config.toml", "mcp_servers")),
    "cursor": Form(
        _tool,
        lambda _, __: {"permission": "allow"},
        mcp="MCP:",
        deny=_cursor_deny,
        after={"postToolUse": "succeeded", "postToolUseFailure": "tool error"},
    ),
    "gemini-cli": Form(
        _tool,
        lambda _, __: {"decision": "allow"},
        names_server=True,
        project=(".gemini/settings.json", "mcpServers"),
    ),
    "windsurf": Form(_action, lambda _, __: {}),
}
"""By the app's id. Cursor does not say whose an MCP tool is, so its hook leaves all of them alone."""


class Denied(Exception):
    """The answer is no; the message says why."""


def main(arguments: list[str]) -> int:
    """Answer one question of an app on stdin; returns the exit code: 0, or 2 for a no and for bad usage.

    With ``--after`` pass on what the app says of how a use ended, if it can be; the exit code is 0 then.
    """
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(
            f"{USAGE}\n\nWhat APP runs before, or after, it uses a tool of its own; it reads the app's JSON on stdin.\n"
        )
        return 0
    try:
        app, behind, after = _parse(arguments)
    except UsageError as error:
        sys.stderr.write(f"assent: {error}\n{USAGE}\n")
        return DENIED
    form = FORMS[app]
    signal.signal(signal.SIGALRM, _late)
    if after:
        signal.alarm(AFTER_WAIT)
        with contextlib.suppress(Exception):  # whatever it is, nothing is told, and the app goes on
            _tell(app, form, behind)
        sys.stdout.write("{}\n")
        return 0
    signal.alarm(WAIT)
    try:
        answer: Json | None = _answer(app, form, behind)
        code = 0
    except Denied as no:
        answer, code = form.deny(str(no))
        sys.stderr.write(f"{no}\n")
    except AssentError as error:
        answer, code = form.deny(str(error))
        sys.stderr.write(f"Assent: {error}. So the answer is no.\n")
    except Exception as error:  # noqa: BLE001  # whatever it is, the app must not go on without an answer
        sys.stderr.write(f"Assent failed ({type(error).__name__}), so the answer is no.\n")
        answer, code = None, DENIED
    if answer is not None:
        sys.stdout.write(json.dumps(answer) + "\n")
    return code


def _parse(arguments: list[str]) -> tuple[str, tuple[str, ...], bool]:
    """The app, its servers behind Assent, and whether it has used a tool already."""
    match arguments:
        case [app, "--after", *rest] if app in FORMS and FORMS[app].after:
            return app, _names(rest), True
        case [app, *rest] if app in FORMS:
            return app, _names(rest), False
        case [app, *_] if not app.startswith("-"):
            raise UsageError(f"{app[:64]!r} has no hooks that Assent knows. These have: {', '.join(FORMS)}")
    raise UsageError("APP is needed")


def _names(words: list[str]) -> tuple[str, ...]:
    if len(words) % 2 or not set(words[::2]) <= {"--behind"}:
        raise UsageError("after APP nothing is taken but --behind SERVER, and --after of apps that say how a use ended")
    return tuple(words[1::2])


def _late(_number: int, _frame: FrameType | None) -> NoReturn:
    raise Denied(_LATE)


def _answer(app: str, form: Form, behind: tuple[str, ...]) -> Json:
    """What to print for a yes.

    Raises:
        Denied: the answer is no. AssentError: there is no host, or it does not let the app in.
    """
    asked, tool, inputs = _question(form)
    if is_behind(asked, tool, form, behind) and is_behind(asked, tool, form, _not_taken(app, asked, form, behind)):
        return {}
    paths = Paths.from_environment(os.environ)
    token = registry.read_token(paths.apps_dir, app) or ""
    use = _use(asked) if form.after else ""
    hello: Json = {"assent": 1, "role": "hook", "app": app, "token": token, "tool": tool, "use": use}
    connection, welcome = bridge.with_host(lambda: bridge.send_hello(paths, hello))
    if welcome.get("ok") is not True:
        raise UsageError(str(welcome.get("error")))
    connection.settimeout(None)
    with connection:
        connection.sendall(_call(asked, tool, inputs))
        approved, note = _approved(next(_responses(connection.recv), {}))
    if _same(approved, inputs):
        return form.allow(None, note)
    if not form.edits or "cursor_version" in asked:  # Cursor runs Claude Code's hooks, and may pass over edits
        raise Denied(_EDITED + json.dumps(approved, ensure_ascii=False)[:_MOST_SAID])
    return form.allow(approved, note)


def _tell(app: str, form: Form, behind: tuple[str, ...]) -> None:
    """Tell the host how a use ended, where there is a host and the app says that, and of which use."""
    asked, tool, _ = _question(form)
    claim, use = form.after.get(str(asked.get("hook_event_name"))), _use(asked)
    if claim is None or not use or is_behind(asked, tool, form, behind):
        return
    if claim != "succeeded" and asked.get("is_interrupt") is True:
        claim = "cancelled"
    paths = Paths.from_environment(os.environ)
    token = registry.read_token(paths.apps_dir, app) or ""
    hello: Json = {"assent": 1, "role": "after", "app": app, "token": token, "use": use, "claim": claim}
    bridge.send_hello(paths, hello)[0].close()


def _use(asked: Json) -> str:
    """How the app names this use of a tool among all of its chats; empty where it does not, or oddly."""
    chat, number = asked.get("session_id") or asked.get("conversation_id") or "-", asked.get("tool_use_id")
    whole = isinstance(chat, str) and isinstance(number, str) and _ID.fullmatch(chat) and _ID.fullmatch(number)
    return f"{chat} {number}" if whole else ""


def _question(form: Form) -> tuple[Json, str, Json]:
    """What the app wrote, the tool, and its inputs. Raises Denied where that cannot be read."""
    data = sys.stdin.buffer.read(LARGEST + 1)
    try:
        if len(data) > LARGEST:
            raise ValueError("too large")
        asked = json.loads(data, object_pairs_hook=_once, parse_constant=_no_number)
        tool, inputs = form.read(asked)
    except (ValueError, RecursionError, AttributeError) as error:
        raise Denied(_UNREADABLE) from error
    if not isinstance(tool, str) or not tool or not isinstance(inputs, dict):
        raise Denied(_UNREADABLE)
    return asked, tool, inputs


def _once(pairs: list[tuple[str, object]]) -> Json:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def is_behind(asked: Json, tool: str, form: Form, behind: tuple[str, ...]) -> bool:
    """Whether a tool is certainly one of a server that is asked about by itself.

    ``behind``: servers as the app calls them. ``a__b__c`` may be a tool of ``a`` and one of ``a__b``: that is asked
    about here, once too often rather than never.
    """
    if form.names_server:
        context = asked.get("mcp_context")
        return isinstance(context, dict) and context.get("server_name") in behind
    rests = (
        tool[len(begin) :] for name in behind if tool.startswith(begin := form.mcp.format(_NAMELESS.sub("_", name)))
    )
    return any(rest and not rest.startswith("_") and "__" not in rest for rest in rests)


def _not_taken(app: str, asked: Json, form: Form, behind: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the servers whose names no project takes for another server, in or above the folder of the app.

    The entry that Assent itself wrote there takes none; a file that cannot be read may take every name.
    """
    if form.project is None:
        return behind
    file, key = form.project
    taken = set[str]()
    for folder in {asked.get("cwd"), os.environ.get("CLAUDE_PROJECT_DIR")}:
        if not isinstance(folder, str) or not folder.startswith("/"):
            continue
        for place in (Path(folder), *Path(folder).parents):
            if place == Path.home() and file.startswith(f".{app.partition('-')[0]}/"):  # that is the account's own
                continue
            try:
                servers = _servers(place / file, key)
            except (OSError, ValueError, RecursionError, AttributeError):
                return ()
            taken |= {_NAMELESS.sub("_", name) for name, entry in servers.items() if _is_other(app, entry)}
    return tuple(name for name in behind if _NAMELESS.sub("_", name) not in taken)


def _servers(file: Path, key: str) -> Json:
    """The servers in a project's file, none where there is no file.

    Raises OSError, ValueError, RecursionError or AttributeError where it cannot be read as one.
    """
    try:
        with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    if len(data) > LARGEST_FILE:
        raise ValueError("too large")
    if file.suffix == ".toml":
        import tomllib  # of one app only, and slow to import

        return dict(tomllib.loads(data.decode()).get(key, {}).items())
    return dict(json.loads(data, object_pairs_hook=_once).get(key, {}).items())


def _is_other(app: str, entry: object) -> bool:
    """Whether an entry starts something else than the bridge of the very program that this one is."""
    command, args = (entry.get("command"), entry.get("args")) if isinstance(entry, dict) else (None, None)
    match args:
        case ["connect", str(), "--app", name]:
            return name != app or command != sys.argv[0]
    return True


def _same(one: Json, other: Json) -> bool:
    """Whether two are written alike: to Python alone ``1`` equals ``true``."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _call(asked: Json, tool: str, inputs: Json) -> bytes:
    """The request; the host makes of the inputs what it shows and judges."""
    meta: Json = {
        "io.modelcontextprotocol/protocolVersion": _REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "assent hook", "version": "0"},
    }
    if isinstance(chat := asked.get("session_id") or asked.get("conversation_id"), str):
        meta["dev.assent/chat"] = chat
    if isinstance(folder := asked.get("cwd"), str):
        meta["dev.assent/turn"] = f"The app works in the folder {folder}."
    params: Json = {"name": tool, "arguments": inputs, "_meta": meta}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode() + b"\n"


def _responses(receive: Callable[[int], bytes]) -> Iterator[Json]:
    """The host's answer to the one request, or to what it could not read as one; what else it says is passed over."""
    for line in bridge.read_lines(lambda: receive(bridge.CHUNK)):
        message = json.loads(line)
        if isinstance(message, dict) and message.get("id") in (1, None) and "method" not in message:
            yield message


def _approved(answer: Json) -> tuple[Json, str]:
    """The inputs that were approved, and what goes to the model with them.

    Raises:
        Denied: they were not; the message is what the host says.
    """
    result, error = answer.get("result"), answer.get("error")
    if isinstance(error, dict):
        raise Denied(str(error.get("message", _NOT_SAID)))
    if not isinstance(result, dict):
        raise Denied(_NOT_SAID)
    meta, content = result.get("_meta"), result.get("content")
    blocks = content if isinstance(content, list) else []
    said = "\n".join(one["text"] for one in blocks if isinstance(one, dict) and isinstance(one.get("text"), str))
    approved = meta.get(APPROVED) if isinstance(meta, dict) else None
    if result.get("isError") is not True and isinstance(approved, dict):
        return approved, said
    raise Denied(said or _NOT_SAID)
