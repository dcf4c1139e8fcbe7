"""The hellos on the host's socket, and the command line's client: one question, one answer, blocking.

Invariants: no verb decides a call, grants anything or loosens a rule; any other first line is refused. Without a host
the client raises ``NoHost``; all of its waits are bounded.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from host import paths
from host.canonical import compact, parse
from host.errors import AssentError, MalformedJson, NoHost, UsageError
from host.model import JsonObject, JsonValue

VERSION: Final = 1
"""Of this protocol. Both ends belong to one installation, so another number means an incomplete upgrade."""

Verb: TypeAlias = Literal["status", "recheck-apps", "show", "sign-out"]
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
"""In this order: return the host's status; end the sessions of revoked apps; show the window, or start it; forget the
tokens of a server."""

MAX_FIELD: Final = 1_024  # characters of one field of a hello
Field: TypeAlias = Annotated[str, Meta(max_length=MAX_FIELD)]


class BridgeHello(Struct, frozen=True, tag_field="role", tag="bridge", forbid_unknown_fields=True):
    """The hello of an app's bridge."""

    server: Field  # id as in servers.json, empty for all servers
    app: Field  # the app's name for itself
    token: Field  # proves the name; empty for none


class HookHello(Struct, frozen=True, tag_field="role", tag="hook", forbid_unknown_fields=True):
    """The hello of an app's hook, which asks about one of the app's own tools."""

    app: Field
    token: Field
    tool: Field  # the app's name for it (untrusted)


class ControlHello(Struct, frozen=True, tag_field="role", tag="control", forbid_unknown_fields=True):
    """The hello of the command line, which asks one question."""

    verb: Verb
    server: Field = ""  # the id of the server that ``verb`` is about, empty if it is about none


class WindowHello(Struct, frozen=True, tag_field="role", tag="window", forbid_unknown_fields=True):
    """The hello of the host's own window. ``secret``: received from the host over an inherited pipe."""

    secret: Field


Hello: TypeAlias = BridgeHello | HookHello | ControlHello | WindowHello


def read_hello(line: bytes) -> Hello:
    """Read the first line of a connection. Raises UsageError if it is no hello of this version."""
    try:
        value = parse(line)
    except MalformedJson as error:
        raise UsageError(f"the first line is no hello: {error}") from error
    if not isinstance(value, dict) or type(version := value.pop("assent", None)) is not int or version != VERSION:
        raise UsageError("the other end speaks another version of Assent")
    problem = "the first line asks for nothing that exists"
    try:
        hello: Hello = msgspec.convert(value, Hello)
    except msgspec.ValidationError as error:
        raise UsageError(problem) from error
    if isinstance(hello, ControlHello) and (hello.verb == "sign-out") is not ("server" in value):
        raise UsageError(problem)
    return hello


def window_hello(secret: str) -> bytes:
    """Return the first line of the host's own window, with its line end."""
    return compact({"assent": VERSION, "role": "window", "secret": secret}) + b"\n"


def accepted(**fields: JsonValue) -> bytes:
    """Return the answer that admits a connection, or answers its one question."""
    answer: JsonObject = dict(fields)
    answer["ok"] = True
    return compact(answer)


def rejected(why: str) -> bytes:
    """Return the answer that rejects a connection; ``why`` is one safe sentence."""
    return compact({"ok": False, "error": why})


# Asking a host

TIMEOUT: Final = 5.0  # seconds; the host answers control questions from memory
MAX_ANSWER: Final = 4 << 20


def ask(path: Path, verb: Verb, **about: str) -> JsonObject:
    """Ask the host at the socket ``path``. ``about``: further fields of ``ControlHello``.

    Raises:
        NoHost: no host runs there.
        AssentError: it answered with an error, or not intelligibly.
    """
    try:
        connection = connected(path)
    except OSError as error:
        raise NoHost("no Assent host is running here. Start it with: assent host", detail=str(error)) from error
    try:
        with connection:
            connection.sendall(compact({"assent": VERSION, "role": "control", "verb": verb, **about}) + b"\n")
            answer = parse(_read_line(connection))
    except (OSError, MalformedJson) as error:
        raise AssentError("the host runs but does not answer as it should", detail=str(error)) from error
    if not isinstance(answer, dict) or answer.get("ok") is not True:
        why = answer.get("error") if isinstance(answer, dict) else None
        raise AssentError(why if isinstance(why, str) else "the host refused")
    return answer


def connected(path: Path) -> socket.socket:
    """Return a connection to the host at ``path``, with a timeout. Raises OSError."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(TIMEOUT)
        paths.connect(connection, path, seconds=TIMEOUT)
    except OSError:
        connection.close()
        raise
    return connection


def _read_line(connection: socket.socket) -> bytes:
    with connection.makefile("rb") as stream:
        line = stream.readline(MAX_ANSWER)
    if not line.endswith(b"\n"):
        raise OSError("the host closed the connection")
    return line[:-1]
