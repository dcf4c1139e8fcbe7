"""Requests of servers to apps: their form, and findings about them (pure).

Owns: the form of ``elicitation/create``, ``sampling/createMessage`` and ``roots/list`` (MCP, client features, and
2026-07-28, basic/patterns/mrtr), and the kind ``asks-secret``.

Invariants: an address that a person is asked to open is http or https and has a host (attack 26); a server may only
request what the app declared, including modes and tools (attack 27); members not described here pass unchanged.
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
"""A request of an app to read what a result links to. It is decided like requests of servers."""
CAPABILITY_OF: Final = {SAMPLING: "sampling", ROOTS: "roots", ELICITATION: "elicitation"}
"""The client capability that an app must have declared before a server may ask for this."""
MAX_INPUT_REQUESTS: Final = 16
"""Requests for input in one result or error. A person would have to answer each."""
MAX_URL: Final = 8_192
"""Characters of an address that a person is asked to open; browsers and servers accept no longer ones."""
_MAX_LISTED: Final = 20
_MAX_NAME: Final = 60
_WEB: Final = frozenset({"http", "https"})


def problem(method: str, params: JsonObject, capabilities: JsonValue) -> str:
    """The reason to refuse a request regardless of rules: one safe clause, empty for none.

    ``capabilities``: those that the app declared.
    """
    if method == READ:
        return "" if isinstance(params.get("uri"), str) else say("it names no address")
    declared = capabilities.get(CAPABILITY_OF.get(method, "")) if isinstance(capabilities, dict) else None
    if not isinstance(declared, dict):
        return say("the app did not declare it")
    if method == ELICITATION:
        return _problem_of_elicitation(params, declared)
    uses_tools = method == SAMPLING and "tools" in params and "tools" not in declared
    return say("the app did not declare that its model takes tools") if uses_tools else ""


def url_problem(url: JsonValue) -> str:
    """The reason why a person must not be asked to open ``url``, empty for none."""
    if not isinstance(url, str) or not 0 < len(url) <= MAX_URL:
        return say("the address to open is no text, or far too long")
    if " " in url or not url.isprintable():
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
    """``asks-secret``: fields of a form that ask for a password or a key (attack 26).

    A server must not ask for those in a form (MCP, client/elicitation, User Interaction Model): the app would see them.
    """
    schema = params.get("requestedSchema")
    fields = schema.get("properties") if isinstance(schema, dict) else None
    named = fields.items() if isinstance(fields, dict) else ()
    asking = (name for name, field in named if _wants_secret(name, field))
    for name in islice(asking, _MAX_LISTED):
        sentence = say("The field “{field}” asks for a password or key. No form may ask for one.", field=_shown(name))
        yield Finding("asks-secret", Severity.MEDIUM, sentence, where=("requestedSchema", "properties", name))


def _shown(name: str) -> str:
    return one_line(name, _MAX_NAME)


def _wants_secret(name: str, field: JsonValue) -> bool:
    schema = field if isinstance(field, dict) else {}
    title = schema.get("title")
    return names_secret(name) or (isinstance(title, str) and names_secret(title)) or schema.get("format") == "password"


def _problem_of_elicitation(params: JsonObject, declared: JsonObject) -> str:
    mode = params.get("mode", "form")
    if mode not in ("form", "url"):
        return say("it asks in a way that Assent does not know")
    if mode not in declared and (mode == "url" or "url" in declared):  # an app that names no mode takes forms
        return say("the app did not declare it")
    return url_problem(params.get("url")) if mode == "url" else ""
