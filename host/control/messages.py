"""What may be said on the control socket, before and beside the bridged traffic (pure).

Owns: the first line of every connection and the verbs of the command line.

Invariants: no verb decides a call, grants anything or loosens a rule; a line that is not exactly one of these is
refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.canonical import compact, parse
from host.errors import MalformedJson, UsageError
from host.model import JsonObject, JsonValue

VERSION: Final = 1
"""Of this little protocol; both ends are of one installation, so another number means a half-done upgrade."""

Verb: TypeAlias = Literal["status", "recheck-apps", "show", "sign-out"]
VERBS: Final[tuple[Verb, ...]] = ("status", "recheck-apps", "show", "sign-out")
"""How the host stands; end the sessions of revoked apps; bring the window to the front, or start it; forget the tokens
of a server."""

MAX_FIELD: Final = 1_024
"""Characters of one field of a hello."""


@dataclass(frozen=True, slots=True)
class BridgeHello:
    """An app's bridge joins.

    Attributes:
        server: id as in servers.json.
        app: the name it gives itself.
        token: what proves it, empty for none.
    """

    server: str
    app: str
    token: str


@dataclass(frozen=True, slots=True)
class HookHello:
    """An app's hook asks about one tool of the app's own.

    Attributes:
        app, token: as of a bridge.
        tool: as the app calls it (untrusted).
    """

    app: str
    token: str
    tool: str


@dataclass(frozen=True, slots=True)
class ControlHello:
    """The command line asks one thing.

    Attributes:
        server: id of the server that it is about, empty for those that are about none.
    """

    verb: Verb
    server: str = ""


@dataclass(frozen=True, slots=True)
class WindowHello:
    """The host's own window joins.

    Attributes:
        secret: what the host handed it over an inherited pipe.
    """

    secret: str


Hello: TypeAlias = BridgeHello | HookHello | ControlHello | WindowHello


def read_hello(line: bytes) -> Hello:
    """Read the first line of a connection.

    Raises:
        UsageError: it is no hello of this version.
    """
    try:
        value = parse(line)
    except MalformedJson as error:
        raise UsageError(f"the first line is no hello: {error}") from error
    if not isinstance(value, dict) or type(version := value.get("assent")) is not int or version != VERSION:
        raise UsageError("the other end speaks another version of Assent")
    fields = {key: field for key, field in value.items() if isinstance(field, str) and len(field) <= MAX_FIELD}
    if fields.get("role") == "bridge" and value.keys() == {"assent", "role", "server", "app", "token"} == {
        *fields,
        "assent",
    }:
        return BridgeHello(fields["server"], fields["app"], fields["token"])
    hook = {"assent", "role", "app", "token", "tool"}
    if fields.get("role") == "hook" and value.keys() == {"assent", *fields} == hook:
        return HookHello(fields["app"], fields["token"], fields["tool"])
    if fields.get("role") == "window" and value.keys() == {"assent", *fields} == {"assent", "role", "secret"}:
        return WindowHello(fields["secret"])
    for verb in VERBS:
        about = {"server"} if verb == "sign-out" else set()
        whole = value.keys() == {*fields, "assent"} == {"assent", "role", "verb", *about}
        if whole and fields["role"] == "control" and fields["verb"] == verb:
            return ControlHello(verb, fields.get("server", ""))
    raise UsageError("the first line asks for nothing that exists")


def window_hello(secret: str) -> bytes:
    """The first line of the host's own window, with its end."""
    return compact({"assent": VERSION, "role": "window", "secret": secret}) + b"\n"


def accepted(**fields: JsonValue) -> bytes:
    """The answer that lets a connection in, or answers its one question."""
    answer: JsonObject = dict(fields)
    answer["ok"] = True
    return compact(answer)


def rejected(why: str) -> bytes:
    """The answer that turns a connection away; ``why`` is one safe sentence."""
    return compact({"ok": False, "error": why})
