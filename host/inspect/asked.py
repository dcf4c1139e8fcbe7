"""What a server asks of an app: whether it is such a request at all, and what is to be said of it (pure).

Owns: the form of ``elicitation/create``, ``sampling/createMessage`` and ``roots/list`` (MCP, client features, and
2026-07-28, basic/patterns/mrtr), and the kind ``asks-secret``.

Invariants: an address that a person is to open is http or https and names its host (attack 26); a server asks only for
what the app declared, modes and tools included (attack 27); what is not described here passes unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from host.inspect.secrets import names_secret
from host.model import Finding, JsonObject, JsonValue, Severity
from host.text import one_line
from host.words import say

ELICITATION: Final = "elicitation/create"
ROOTS: Final = "roots/list"
SAMPLING: Final = "sampling/createMessage"
READ: Final = "resources/read"
"""What an app asks of a server: to read what a result linked to. It is decided on as what servers ask of apps is."""
CAPABILITY_OF: Final = {SAMPLING: "sampling", ROOTS: "roots", ELICITATION: "elicitation"}
"""The client capability that an app must have declared before a server may ask for this."""
LONGEST_URL: Final = 8_192
"""Characters of an address that a person is to open; browsers and servers take no longer ones."""
_LISTED: Final = 20
_NAME: Final = 60
_WEB: Final = frozenset({"http", "https"})


def problem(method: str, params: JsonObject, capabilities: JsonValue) -> str:
    """Why a request is not passed on, whatever rules say: one safe sentence; empty where it is in order.

    ``capabilities``: that the app declared.
    """
    if method == READ:
        return "" if isinstance(params.get("uri"), str) else say("it names no address")
    declared = capabilities.get(CAPABILITY_OF.get(method, "")) if isinstance(capabilities, dict) else None
    if not isinstance(declared, dict):
        return say("the app did not declare it")
    if method == ELICITATION:
        return _of_elicitation(params, declared)
    tools = method == SAMPLING and "tools" in params and "tools" not in declared
    return say("the app did not declare that its model takes tools") if tools else ""


def url_problem(url: JsonValue) -> str:
    """Why a person cannot be asked to open ``url``; empty where nothing stands against asking."""
    if not isinstance(url, str) or not 0 < len(url) <= LONGEST_URL:
        return say("the address to open is no text, or far too long")
    if any(char.isspace() or not char.isprintable() for char in url):
        return say("the address to open holds blanks or characters that nobody sees")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return say("the address to open is none")
    if parts.scheme not in _WEB:
        return say("an address to open must begin with http:// or https://")
    if not host or "\\" in parts.netloc:
        return say("the address to open names no host")
    return ""


def find_secret_fields(params: JsonObject) -> Iterator[Finding]:
    """``asks-secret``: fields of a form that want a password or a key (attack 26).

    A server must not ask for those in a form (MCP, client/elicitation, User Interaction Model): the app would see them.
    """
    schema = params.get("requestedSchema")
    fields = schema.get("properties") if isinstance(schema, dict) else None
    named = fields.items() if isinstance(fields, dict) else ()
    asking = (name for name, field in named if _wants_secret(name, field))
    for name in islice(asking, _LISTED):
        text = say("The field “{field}” asks for a password or key. No form may ask for one.", field=_shown(name))
        yield Finding("asks-secret", Severity.MEDIUM, text, where=("requestedSchema", "properties", name))


def _shown(name: str) -> str:
    return one_line(name, _NAME)


def _wants_secret(name: str, field: JsonValue) -> bool:
    said = field if isinstance(field, dict) else {}
    title = said.get("title")
    return names_secret(name) or (isinstance(title, str) and names_secret(title)) or said.get("format") == "password"


def _of_elicitation(params: JsonObject, declared: JsonObject) -> str:
    mode = params.get("mode", "form")
    if mode not in ("form", "url"):
        return say("it asks in a way that Assent does not know")
    if mode not in declared and (mode == "url" or "url" in declared):  # an app that names no mode takes forms
        return say("the app did not declare it")
    return url_problem(params.get("url")) if mode == "url" else ""
