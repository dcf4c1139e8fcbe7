"""What may be said on the control socket, before and beside the bridged traffic (pure).

Owns: the first line of every connection and the verbs of the command line.

Invariants: no verb decides a call, grants anything or loosens a rule; a line that is not exactly one of these is
refused.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from host.canonical import compact, parse
from host.errors import MalformedJson, UsageError
from host.model import JsonObject, JsonValue, OutcomeStatus

VERSION: Final = 1
"""Of this little protocol; both ends are of one installation, so another number means a half-done upgrade."""

Verb: TypeAlias = Literal["status", "recheck-apps", "show", "sign-out"]
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
"""How the host stands; end the sessions of revoked apps; bring the window to the front, or start it; forget the tokens
of a server."""

CLAIMS: Final = frozenset(
    status.value for status in (OutcomeStatus.SUCCEEDED, OutcomeStatus.TOOL_ERROR, OutcomeStatus.CANCELLED)
)
"""What an app may say of how it ended what it carried out by itself."""
MAX_FIELD: Final = 1_024
"""Characters of one field of a hello."""


class BridgeHello(Struct, frozen=True):
    """An app's bridge joins.

    Attributes:
        server: id as in servers.json.
        app: the name it gives itself.
        token: what proves it, empty for none.
    """

    server: str
    app: str
    token: str


class HookHello(Struct, frozen=True):
    """An app's hook asks about one tool of the app's own.

    Attributes:
        app, token: as of a bridge.
        tool: as the app calls it (untrusted).
        use: how the app names this use of it (untrusted); empty where it does not.
    """

    app: str
    token: str
    tool: str
    use: str = ""


class AfterHello(Struct, frozen=True):
    """An app's hook says how a use of a tool of the app's own ended.

    Attributes:
        app, token: as of a bridge.
        use: as of the hook before it (untrusted).
        claim: one of ``CLAIMS``, by the app's word.
    """

    app: str
    token: str
    use: str
    claim: str


class ControlHello(Struct, frozen=True):
    """The command line asks one thing.

    Attributes:
        server: id of the server that it is about, empty for those that are about none.
    """

    verb: Verb
    server: str = ""


class WindowHello(Struct, frozen=True):
    """The host's own window joins.

    Attributes:
        secret: what the host handed it over an inherited pipe.
    """

    secret: str


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
    if not isinstance(value, dict) or type(version := value.get("assent")) is not int or version != VERSION:
        raise UsageError("the other end speaks another version of Assent")
    fields = {key: field for key, field in value.items() if isinstance(field, str) and len(field) <= MAX_FIELD}
    role = fields.pop("role", "")
    if len(fields) + 2 == len(value):  # all but the version and the role are short texts
        match role, fields:
            case "bridge", {"server": server, "app": app, "token": token, **more} if not more:
                return BridgeHello(server, app, token)
            case "hook", {"app": app, "token": token, "tool": tool, "use": use, **more} if not more:
                return HookHello(app, token, tool, use)
            case "after", {"app": app, "token": token, "use": use, "claim": claim, **more} if (
                not more and claim in CLAIMS
            ):
                return AfterHello(app, token, use, claim)
            case "window", {"secret": secret, **more} if not more:
                return WindowHello(secret)
            case "control", {"verb": "sign-out", "server": server, **more} if not more:
                return ControlHello("sign-out", server)
            case "control", {"verb": "status" | "recheck-apps" | "show" as verb, **more} if not more:
                return ControlHello(verb)
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
