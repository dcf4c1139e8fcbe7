"""Subjects for the tests of inspectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from host.inspect.subject import Past, Subject, Text, texts_of
from host.model import Finding, JsonObject, Severity, Trust

Inspector = Callable[[Subject], Iterable[Finding]]


def subject(
    arguments: JsonObject | None = None,
    tool: str = "write_file",
    *,
    server: str = "files",
    trust: Trust = "none",
    definition: JsonObject | None = None,
    past: Past | None = None,
    other_params: tuple[Text, ...] = (),
) -> Subject:
    """A call, as the host would hand it over."""
    sent = arguments or {}
    texts, complete = texts_of(sent, (definition or {}).get("inputSchema"))
    return Subject(
        "app", server, tool, sent, trust, definition,
        texts=texts, complete=complete, past=past or Past(), other_params=other_params,
    )  # fmt: skip


def tool(description: str = "", properties: JsonObject | None = None, **others: Any) -> JsonObject:
    """A tool's definition."""
    schema: JsonObject = {"type": "object", "properties": properties or {}}
    return {"name": "write_file", "description": description, "inputSchema": schema, **others}


def worst(findings: Iterable[Finding], kind: str) -> Severity | None:
    """The gravest severity of that kind."""
    order = (Severity.HIGH, Severity.MEDIUM, Severity.INFO)
    there = {finding.severity for finding in findings if finding.kind == kind}
    return next((severity for severity in order if severity in there), None)
