"""Calls for the tests of what is read by its grammar."""

from __future__ import annotations

from collections.abc import Iterable

from host.inspect.subject import Subject, texts_of
from host.model import Finding, JsonObject


def call(tool: str, arguments: JsonObject, *, server: str = "srv", definition: JsonObject | None = None) -> Subject:
    texts, complete = texts_of(arguments, (definition or {}).get("inputSchema"))
    return Subject("app", server, tool, arguments, definition=definition, texts=texts, complete=complete)


def said(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    """Kind and severity of each."""
    return [(finding.kind, finding.severity.value) for finding in findings]
