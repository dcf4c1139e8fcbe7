"""What a session between an app and a server has agreed on (pure).

Owns: which protocol revision a message is judged by, and what the app said it can do, and is.

Invariants: an unknown revision agrees to nothing; once a legacy handshake began, modern requests are refused, so that
one message is never read by two sets of rules.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.errors import INVALID_REQUEST, ProtocolError
from host.model import JsonObject, JsonValue
from host.wire.freeze import client_of
from host.wire.messages import Message, RefusedMessage
from host.wire.methods import BEFORE_HANDSHAKE, LEGACY, META_CLIENT_INFO, META_VERSION, MODERN

UNSUPPORTED_VERSION: Final = -32022
"""MCP 2026-07-28, basic/versioning: UnsupportedProtocolVersionError."""


class UnsupportedVersion(ProtocolError):
    """A modern request in a revision that Assent does not know.

    Attributes:
        data: what the specification wants beside the error.
    """

    def __init__(self, requested: str) -> None:
        """``requested``: what the app asked for (untrusted)."""
        super().__init__(UNSUPPORTED_VERSION, "Unsupported protocol version")
        # The others are agreed on by a handshake, which no request of this kind can have.
        self.data: JsonObject = {"supported": list(MODERN), "requested": requested[:64]}


def refusal(error: ProtocolError, request: Message) -> RefusedMessage:
    """What ``request`` is answered with, for which no revision applies. ``error``: of ``Handshake``."""
    data = error.data if isinstance(error, UnsupportedVersion) else None
    return RefusedMessage(error.code, str(error), request_id=request.id, method=request.method, data=data)


_IDENTITY: Final = ("protocolVersion", "supportedVersions", "capabilities", "serverInfo", "instructions")
"""What a server says of itself that an app goes by from then on."""


class Greeting(Struct):
    """What an app said to a server that another process of it must be told too.

    Attributes:
        method, params: of the request by which it asked what the server is, as it was sent; empty where it did not.
        answer: what the server said of itself then.
        level: the params of the last ``logging/setLevel``, None for none.
        subscribed: whether the app subscribed to a resource, which nobody says again.
    """

    method: str = ""
    params: JsonObject | None = None
    answer: JsonObject | None = None
    level: JsonObject | None = None
    subscribed: bool = False

    def sent(self, method: str, params: JsonObject | None) -> None:
        """A request of the app was sent."""
        if method in ("initialize", "server/discover"):
            self.method, self.params, self.answer = method, params, None
        elif method == "logging/setLevel":
            self.level = params
        elif method == "resources/subscribe":
            self.subscribed = True

    def answered(self, method: str, result: JsonValue) -> None:
        """The server answered one of them."""
        if method == self.method:
            self.answer = _identity(result)

    def is_same(self, result: JsonValue) -> bool:
        """Whether another process of the server says the same of itself."""
        return self.answer is not None and self.answer == _identity(result)


def _identity(result: JsonValue) -> JsonObject:
    return {name: result[name] for name in _IDENTITY if name in result} if isinstance(result, dict) else {}


class Handshake:
    """The state of the handshake of one session."""

    def __init__(self) -> None:
        """Nothing is agreed on yet."""
        self.legacy: str = ""
        """Revision of the legacy session: the requested one until the server settles it; empty before."""
        self.settled = False
        self.initialized = False
        """Whether the app said that it is ready, perhaps before the server had answered."""
        self.capabilities: JsonObject = {}
        """What the app declared that it can do."""
        self._client = ""

    def revision_for(self, message: Message) -> str:
        """The revision by which a request of the app is judged; empty for the handshake itself.

        Raises:
            ProtocolError: -32600, no revision applies. UnsupportedVersion: a modern revision that is not known.
        """
        meta = None if message.params is None else message.params.get("_meta")
        declared = meta.get(META_VERSION) if isinstance(meta, dict) else None
        if declared is not None:
            return self._modern(declared)
        if self.legacy:
            return self.legacy
        if message.method in BEFORE_HANDSHAKE:
            return ""
        raise ProtocolError(INVALID_REQUEST, "the session is not initialised")

    def _modern(self, declared: JsonValue) -> str:
        if self.legacy:
            raise ProtocolError(INVALID_REQUEST, "this session was initialised in a legacy revision")
        if not isinstance(declared, str):
            raise ProtocolError(INVALID_REQUEST, "the protocol version of a request must be a string")
        if declared not in MODERN:
            raise UnsupportedVersion(declared)
        return declared

    def begin(self, params: JsonObject | None) -> None:
        """The app sent ``initialize``.

        Raises:
            ProtocolError: -32600, it did so before, or asks for no revision.
        """
        requested = None if params is None else params.get("protocolVersion")
        if self.legacy:
            raise ProtocolError(INVALID_REQUEST, "the session is already initialised")
        if not isinstance(requested, str):
            raise ProtocolError(INVALID_REQUEST, "initialize needs a protocol version")
        # Until the server answers, a newer revision than we know is judged by the newest that has a handshake.
        self.legacy = requested if requested in LEGACY else LEGACY[-1]
        capabilities = None if params is None else params.get("capabilities")
        self.capabilities = capabilities if isinstance(capabilities, dict) else {}
        self._client = client_of(None if params is None else params.get("clientInfo"))

    def client(self, message: Message) -> str:
        """What the app that sent ``message`` calls itself (untrusted), empty where it does not say."""
        meta = None if message.params is None else message.params.get("_meta")
        told = meta.get(META_CLIENT_INFO) if isinstance(meta, dict) else None
        return self._client or client_of(told)

    def settle(self, result: JsonValue) -> bool:
        """The server answered ``initialize``; False where it chose a revision that Assent does not know."""
        chosen = result.get("protocolVersion") if isinstance(result, dict) else None
        if not isinstance(chosen, str) or chosen not in LEGACY:
            return False
        self.legacy, self.settled = chosen, True
        return True

    def failed(self) -> None:
        """The server refused ``initialize``; the app may try again."""
        self.legacy, self.capabilities, self._client = "", {}, ""
