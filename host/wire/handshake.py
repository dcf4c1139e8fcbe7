"""The state of the handshake between an app and a server (pure).

Owns: the protocol revision that applies to a message, and the app's name and capabilities.

Invariants: an unknown revision is never agreed on. Once a legacy handshake began, modern requests are refused, so that
one message is never read by two sets of rules.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.errors import INVALID_REQUEST
from host.model import JsonObject, JsonValue, object_in
from host.wire.freeze import read_client_name
from host.wire.messages import Message, RefusedMessage
from host.wire.methods import BEFORE_HANDSHAKE, LEGACY, META_CLIENT_INFO, META_VERSION, MODERN

UNSUPPORTED_VERSION: Final = -32022
"""MCP 2026-07-28, basic/versioning: UnsupportedProtocolVersionError."""


_IDENTITY_KEYS: Final = ("protocolVersion", "supportedVersions", "capabilities", "serverInfo", "instructions")
"""Keys of a handshake's result that an app relies on afterwards."""


class SessionReplay(Struct):
    """What must be said again to a new process of the server, so that the app's session can go on."""

    method: str = ""  # ``initialize`` or ``server/discover``, as the app sent it last; empty if it sent neither
    params: JsonObject | None = None
    answer: JsonObject | None = None  # the members of its result that the app relies on
    level: JsonObject | None = None  # the params of the last ``logging/setLevel``, None if there was none
    has_subscribed: bool = False  # whether the app subscribed to a resource; subscriptions are not replayed

    def record_request(self, method: str, params: JsonObject | None) -> None:
        """Note a request of the app that was sent."""
        if method in ("initialize", "server/discover"):
            self.method, self.params, self.answer = method, params, None
        elif method == "logging/setLevel":
            self.level = params
        elif method == "resources/subscribe":
            self.has_subscribed = True

    def record_response(self, method: str, result: JsonValue) -> None:
        """Note the result of a request of the app."""
        if method == self.method:
            self.answer = _server_identity(result)

    def is_same_server(self, result: JsonValue) -> bool:
        """Whether the result of another process describes the same server."""
        return self.answer is not None and self.answer == _server_identity(result)


def _server_identity(result: JsonValue) -> JsonObject:
    return {name: value for name, value in object_in(result).items() if name in _IDENTITY_KEYS}


class Handshake:
    """The state of the handshake of one session."""

    def __init__(self) -> None:
        self.legacy_revision: str = ""
        """Revision of the legacy session: the requested one until the server answers; empty before ``initialize``."""
        self.is_settled = False
        """Whether the server has answered ``initialize`` with a revision that Assent knows."""
        self.is_initialized = False
        """Whether the app sent ``notifications/initialized``, perhaps before the server had answered."""
        self.capabilities: JsonObject = {}
        """The capabilities that the app declared."""
        self._client_name = ""

    def revision_for(self, message: Message) -> str:
        """Return the revision that applies to a request of the app; empty for the handshake itself.

        Raises RefusedMessage: -32600 if no revision applies, -32022 if the request names an unknown one.
        """
        declared = object_in(message.params, "_meta").get(META_VERSION)
        if declared is None:
            if not self.legacy_revision and message.method not in BEFORE_HANDSHAKE:
                raise _refusal(message, "the session is not initialised")
            return self.legacy_revision
        if self.legacy_revision:
            raise _refusal(message, "this session was initialised in a legacy revision")
        if not isinstance(declared, str):
            raise _refusal(message, "the protocol version of a request must be a string")
        if declared not in MODERN:
            # Legacy revisions are agreed on by a handshake, which a modern request does not have.
            data: JsonObject = {"supported": list(MODERN), "requested": declared[:64]}
            raise _refusal(message, "Unsupported protocol version", UNSUPPORTED_VERSION, data)
        return declared

    def begin(self, message: Message) -> None:
        """Begin a legacy handshake with ``initialize``.

        Raises RefusedMessage: -32600, the session is already initialised, or the params name no revision.
        """
        params = message.params
        requested = object_in(params).get("protocolVersion")
        if self.legacy_revision:
            raise _refusal(message, "the session is already initialised")
        if not isinstance(requested, str):
            raise _refusal(message, "initialize needs a protocol version")
        # Until the server answers, the newest legacy revision stands in for one that Assent does not know.
        self.legacy_revision = requested if requested in LEGACY else LEGACY[-1]
        self.capabilities = object_in(params, "capabilities")
        self._client_name = read_client_name(object_in(params, "clientInfo"))

    def client_name(self, message: Message) -> str:
        """Return the name of the app that sent ``message`` (untrusted); empty if it gives none."""
        return self._client_name or read_client_name(object_in(message.params, "_meta", META_CLIENT_INFO))

    def settle(self, result: JsonValue) -> bool:
        """Take the result of ``initialize``. Returns False if it names a revision that Assent does not know."""
        chosen = object_in(result).get("protocolVersion")
        if not isinstance(chosen, str) or chosen not in LEGACY:
            return False
        self.legacy_revision, self.is_settled = chosen, True
        return True

    def reset(self) -> None:
        """Forget a handshake that the server refused; the app may try again."""
        self.legacy_revision, self.capabilities, self._client_name = "", {}, ""


def _refusal(message: Message, why: str, code: int = INVALID_REQUEST, data: JsonValue = None) -> RefusedMessage:
    return RefusedMessage(code, why, request_id=message.id, method=message.method, data=data)
