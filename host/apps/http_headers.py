"""What HTTP headers say of a request, and whether that is what its body says (pure).

Owns: the headers of an app's request, and the refusal of one that is answered with no more than an error.

Invariants: a header that comes twice is none to go by; what the headers of the stateless revision say is what the body
says (MCP 2026-07-28, Streamable HTTP, Server Validation).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Final, TypeAlias

from host.apps.asgi import Scope
from host.errors import INVALID_PARAMS, INVALID_REQUEST
from host.model import JsonValue, ToolDefinition
from host.wire.handshake import UNSUPPORTED_VERSION
from host.wire.methods import META_VERSION, MODERN, REVISIONS
from host.wire.param_headers import headers_of

Headers: TypeAlias = "Mapping[str, list[str]]"
"""Values by names in lower case."""

HEADER_MISMATCH: Final = -32020
"""MCP 2026-07-28, schema: HeaderMismatchError."""
_NAMED_BY: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""What ``Mcp-Name`` repeats, by method."""


class Refused(Exception):
    """An HTTP request that is answered with no more than an error.

    Attributes:
        status: of HTTP. code: of JSON-RPC. headers: further ones.
    """

    def __init__(self, status: int, why: str, code: int = INVALID_REQUEST, **headers: str) -> None:
        """``why``: one safe sentence. ``headers``: by their name with underscores."""
        super().__init__(why)
        self.status, self.code = status, code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def flaw(headers: Headers, value: JsonValue, definition: ToolDefinition | None) -> tuple[int, str] | None:
    """The error that a request of the stateless revision deserves for what it says of itself, None for none (pure)."""
    if not _says_revision(value):
        return INVALID_PARAMS, "a request of this revision says so in its _meta"
    why = mismatch(headers, value, definition)
    return (HEADER_MISMATCH, f"Header mismatch: {why}") if why else None


def mismatch(headers: Headers, value: JsonValue, definition: ToolDefinition | None) -> str:
    """Why the headers of a request of the stateless revision do not say what its body says; empty where they do (pure).

    (MCP 2026-07-28, Streamable HTTP, Server Validation.) ``definition``: of the tool, where it is known: which inputs
    are repeated in headers stands there alone. Towards a server Assent makes these headers anew from what it sends.
    """
    if not isinstance(value, dict):
        return "the body must be one message"
    params = value.get("params")
    params = params if isinstance(params, dict) else {}
    meta = params.get("_meta")
    wanted = {"mcp-protocol-version": meta.get(META_VERSION) if isinstance(meta, dict) else None}
    wanted["mcp-method"] = value.get("method")
    if (named_by := _NAMED_BY.get(str(value.get("method")))) is not None:
        wanted["mcp-name"] = params.get(named_by)
    for header, said in wanted.items():
        given = headers.get(header, [])
        if len(given) != 1:
            return f"{header} is needed once"
        if said is not None and _decoded(given[0]) != said:
            return f"{header} differs from the body"
    arguments = params.get("arguments")
    if definition is None or not isinstance(arguments, dict):
        return ""
    for header, text in headers_of(definition, arguments):
        given = headers.get(header.lower(), [])
        if [_decoded(it) for it in given] != [_decoded(text)]:
            return f"{header} differs from the body"
    return ""


def is_stateless(headers: Headers, value: JsonValue) -> bool:
    """Whether a request is one of the revisions in which each stands alone."""
    if _says_revision(value):
        return True
    version = one_of(headers, "mcp-protocol-version")
    if version and version not in REVISIONS:
        raise Refused(400, "no revision of the protocol that Assent knows", UNSUPPORTED_VERSION)
    return version in MODERN


def _says_revision(value: JsonValue) -> bool:
    params = value.get("params") if isinstance(value, dict) else None
    meta = params.get("_meta") if isinstance(params, dict) else None
    return isinstance(meta, dict) and META_VERSION in meta


def _decoded(text: str) -> str:
    """The value of a header that may be written in base64 (MCP 2026-07-28, Streamable HTTP, Value Encoding)."""
    if not (text.startswith("=?base64?") and text.endswith("?=")):
        return text
    try:
        return base64.b64decode(text[9:-2], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return text


def read_headers(scope: Scope) -> Headers:
    """The headers of an HTTP request."""
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def one_of(headers: Headers, name: str) -> str:
    """The value of a header, empty where it is not there; one that comes twice is refused."""
    values = headers.get(name, [])
    if len(values) > 1:
        raise Refused(400, f"the header {name} stands there twice")
    return values[0].strip() if values else ""
