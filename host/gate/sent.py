"""What a server gets with a call, less what may differ with each (pure).

Owns: which members of ``_meta`` do not count. What stays true: every other byte of what is sent counts.
"""

from __future__ import annotations

import re
from typing import Final

from host.canonical import canonical, parse_document
from host.model import Call, JsonObject, JsonValue

_PER_CALL: Final = {"traceparent": re.compile(r"00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")}
"""Members of ``_meta`` that differ with each call and mean nothing to a tool, with the form that they must have.

- ``traceparent``: ids of a trace (MCP 2026-07-28, basic, ``_meta``; SEP-414; the form is W3C Trace Context, 3.2). What
  has another form counts as anything else does.

The progress token is not here: ``wire.freeze`` has split it off, and the server gets a number of ours. The same page
of MCP names ``tracestate`` and ``baggage``, which hold free text: a tool could act on it, so they count. So do the
names under ``io.modelcontextprotocol/`` (``protocolVersion``, ``clientInfo``, ``clientCapabilities``, ``logLevel``),
which an app has no reason to change between two calls.
"""


def whole(call: Call) -> bytes:
    """The canonical bytes of everything that the server gets, less what may differ with each call."""
    if not any(f'"{name}":'.encode() in call.params for name in _PER_CALL):
        return call.params
    members, plain = _members(call)
    return canonical(members, plain=plain)


def beside(call: Call) -> bytes:
    """The same without the inputs."""
    members, plain = _members(call)
    members.pop("arguments", None)
    return canonical(members, plain=plain)


def _members(call: Call) -> tuple[JsonObject, bool]:
    members, plain = parse_document(call.params)
    assert isinstance(members, dict), "frozen params are an object"
    meta = members.pop("_meta", {})
    assert isinstance(meta, dict), "and so is what they hold as _meta"
    kept = {name: value for name, value in meta.items() if not _differs_each_time(name, value)}
    return (members | {"_meta": kept} if kept else members), plain


def _differs_each_time(name: str, value: JsonValue) -> bool:
    form = _PER_CALL.get(name)
    return form is not None and isinstance(value, str) and form.fullmatch(value) is not None
