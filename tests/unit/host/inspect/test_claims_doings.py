"""Names and descriptions that do something, of tools that say that they only read."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.claims.find import find_contradictions
from host.model import Severity
from tests.unit.host.inspect.making import subject
from tests.unit.host.inspect.making import tool as definition_of

AGAINST: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("drain_node", {"node": "n"}, "Shows the state of a node."),
    ("promote_replica", {"cluster": "c"}, "Information on a replica."),
    ("resolve_incident", {"id": 1}, "An incident."),
    ("book_room", {"room": "r"}, "Availability."),
    ("shutdown_host", {"host": "h"}, "Health of a host."),
    ("failover_status", {"cluster": "c", "promote": True}, "Status."),
    ("get_report", {"id": 1}, "Gets likely twins. They are merged into the older record while the report is made."),
    ("list_leads", {"days": 9}, "Lists leads. Older leads are archived as soon as the list is made."),
    ("get_sessions", {"user": "a"}, "Returns sessions. All other sessions are signed out."),
    ("get_usage", {"account": "a"}, "Gets usage. Overdue accounts are suspended during the check."),
    ("lookup_employee", {"id": 4}, "Looks up. The manager is notified each time the tool is called."),
)
FITS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("list_subscriptions", {"c": 1}, "Lists them. Customers are billed monthly; cancelled ones are archived later."),
    ("list_issues", {"repo": "x"}, "List issues that are closed or were merged into main."),
    ("label_image", {"image": "a.png"}, "Returns labels."),
    ("page_results", {"n": 1}, "Returns a page."),
    ("book_search", {"q": "x"}, "Searches books."),
    ("release_info", {"v": "1"}, "Info."),
    ("resolve_hostname", {"h": "x"}, "Resolves."),
    ("get_pull_request", {"n": 1}, "Gets one. It is not merged into anything when the tool is called."),
)


def found(tool: str, arguments: dict[str, Any], description: str) -> list[Severity]:
    definition = definition_of(description, annotations={"readOnlyHint": True})
    return [it.severity for it in find_contradictions(subject(arguments, tool, definition=definition, server="s"))]


@pytest.mark.parametrize(("tool", "arguments", "description"), AGAINST)
def test_s19_what_only_reads_and_does_something_is_looked_at(
    tool: str, arguments: dict[str, Any], description: str
) -> None:
    assert Severity.MEDIUM in found(tool, arguments, description)


@pytest.mark.parametrize(("tool", "arguments", "description"), FITS)
def test_s19_what_only_reads_and_tells_of_it_is_not(tool: str, arguments: dict[str, Any], description: str) -> None:
    assert found(tool, arguments, description) == []
