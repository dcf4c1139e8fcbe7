"""Calls as the inspectors of places, hosts, code and SQL see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from host.arguments.facts import PathFact, Place
from host.arguments.texts import host_facts
from host.inspect.subject import NO_PAST, Past, Subject, texts_of
from host.model import Finding, JsonObject

HOME = "/home/ana"


def call(
    tool: str,
    arguments: dict[str, Any],
    *,
    server: str = "srv",
    definition: JsonObject | None = None,
    home: str = HOME,
    folders: tuple[tuple[str, Place | None], ...] = (),
    paths: tuple[PathFact, ...] | None = None,
    past: Past = NO_PAST,
) -> Subject:
    """A call of ``tool``, with the texts and hosts that the host reads in it."""
    schema = (definition or {}).get("inputSchema")
    texts, complete = texts_of(arguments, schema)
    return Subject(
        "app",
        server,
        tool,
        arguments,
        definition=definition,
        texts=texts,
        complete=complete,
        hosts=host_facts(arguments, schema),
        paths=paths,
        folders=folders,
        home=home,
        past=past,
    )


def said(findings: Iterable[Finding], kind: str) -> list[str]:
    """The severities of one kind, in the order of findings."""
    return [finding.severity.value for finding in findings if finding.kind == kind]


def shown(finding: Finding, subject: Subject) -> str:
    """What a finding's span points at."""
    text = next(each.text for each in subject.texts if each.steps == finding.where and not each.is_name)
    assert finding.span is not None
    return text[slice(*finding.span)]
