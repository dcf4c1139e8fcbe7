"""What may be said on the control socket, before and beside the bridged traffic, and the command line's end of it.

Owns: the first line of every connection, and the verbs of the command line: one question, one answer, blocking.

Invariants: no verb decides a call, grants anything or loosens a rule; a line that is not exactly one of these is
refused. No host means ``NoHost``, never a hang: every wait of who asks is bounded.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from host.canonical import compact, parse
from host.errors import AssentError, MalformedJson, NoHost, UsageError
from host.model import JsonObject, JsonValue

VERSION: Final = 1
"""Of this little protocol; both ends are of one installation, so another number means a half-done upgrade."""

Verb: TypeAlias = Literal["status", "recheck-apps", "show", "sign-out"]
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
"""How the host stands; end the sessions of revoked apps; bring the window to the front, or start it; forget the tokens
of a server."""

Claim: TypeAlias = Literal["succeeded", "tool error", "cancelled"]
"""What an app may say of how it ended what it carried out by itself: some of ``model.OutcomeStatus``."""
MAX_FIELD: Final = 1_024
"""Characters of one field of a hello."""
Field: TypeAlias = Annotated[str, Meta(max_length=MAX_FIELD)]


class BridgeHello(Struct, frozen=True, tag_field="role", tag="bridge", forbid_unknown_fields=True):
    """An app's bridge joins.

    Attributes:
        server: id as in servers.json.
        app: the name it gives itself.
        token: what proves it, empty for none.
    """

    server: Field
    app: Field
    token: Field


class HookHello(Struct, frozen=True, tag_field="role", tag="hook", forbid_unknown_fields=True):
    """An app's hook asks about one tool of the app's own.

    Attributes:
        app, token: as of a bridge.
        tool: as the app calls it (untrusted).
        use: how the app names this use of it (untrusted); empty where it does not.
    """

    app: Field
    token: Field
    tool: Field
    use: Field


class AfterHello(Struct, frozen=True, tag_field="role", tag="after", forbid_unknown_fields=True):
    """An app's hook says how a use of a tool of the app's own ended.

    Attributes:
        app, token: as of a bridge.
        use: as of the hook before it (untrusted).
        claim: how it ended, by the app's word.
    """

    app: Field
    token: Field
    use: Field
    claim: Claim


class ControlHello(Struct, frozen=True, tag_field="role", tag="control", forbid_unknown_fields=True):
    """The command line asks one thing.

    Attributes:
        server: id of the server that it is about, empty for those that are about none.
    """

    verb: Verb
    server: Field = ""


class WindowHello(Struct, frozen=True, tag_field="role", tag="window", forbid_unknown_fields=True):
    """The host's own window joins.

    Attributes:
        secret: what the host handed it over an inherited pipe.
    """

    secret: Field


Hello: TypeAlias = BridgeHello | HookHello | AfterHello | ControlHello | WindowHello


def read_hello(line: bytes) -> Hello:
    """Read the first line of a connection.

    Raises:
        UsageError: it is no hello of this version.
    """
    try:
        value = parse(line)
    except MalformedJson as error:
        raise UsageError(f"the first line is no hello: {error}") from error
    if not isinstance(value, dict) or type(version := value.pop("assent", None)) is not int or version != VERSION:
        raise UsageError("the other end speaks another version of Assent")
    nothing = "the first line asks for nothing that exists"
    try:
        hello: Hello = msgspec.convert(value, Hello)
    except msgspec.ValidationError as error:
        raise UsageError(nothing) from error
    if isinstance(hello, ControlHello) and (hello.verb == "sign-out") is not ("server" in value):
        raise UsageError(nothing)
    return hello


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


# Asking a host

TIMEOUT: Final = 5.0
"""Seconds; the host answers control questions from memory."""
MAX_ANSWER: Final = 4 << 20


def ask(path: Path, verb: Verb, **about: str) -> JsonObject:
    """Ask the host behind the socket at ``path``. ``about``: what the verb is about (``ControlHello``).

    Raises:
        NoHost: none runs there. AssentError: it answered with an error, or not understandably.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(TIMEOUT)
            _connect(connection, path)
            connection.sendall(compact({"assent": VERSION, "role": "control", "verb": verb, **about}) + b"\n")
            answer = parse(_line(connection))
    except (OSError, MalformedJson) as error:
        raise AssentError("the host runs but does not answer as it should", detail=str(error)) from error
    if not isinstance(answer, dict) or answer.get("ok") is not True:
        why = answer.get("error") if isinstance(answer, dict) else None
        raise AssentError(why if isinstance(why, str) else "the host refused")
    return answer


def _connect(connection: socket.socket, path: Path) -> None:
    try:
        connection.connect(str(path))
    except OSError as error:
        raise NoHost("no Assent host is running here. Start it with: assent host", detail=str(error)) from error


def _line(connection: socket.socket) -> bytes:
    with connection.makefile("rb") as stream:
        line = stream.readline(MAX_ANSWER)
    if not line.endswith(b"\n"):
        raise OSError("the host closed the connection")
    return line[:-1]
