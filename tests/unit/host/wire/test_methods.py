"""The specification's own lists, as the official types know them, are the oracle here."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from mcp_types import methods as specification
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS

from host.wire import methods
from host.wire.methods import LEGACY, LOGGED_METHODS, MODERN, REVISIONS, REVISIONS_WITH_BATCHES, is_at_least
from host.wire.upstream import GATED


def of(table: Mapping[tuple[str, str], object], revision: str) -> set[str]:
    return {method for method, version in table if version == revision}


def test_every_revision_of_the_specification_is_known_and_no_other() -> None:
    assert set(REVISIONS) == set(KNOWN_PROTOCOL_VERSIONS)
    assert list(REVISIONS) == sorted(REVISIONS)


@pytest.mark.parametrize("revision", REVISIONS)
def test_s42_the_allow_lists_are_those_of_the_specification(revision: str) -> None:
    assert methods.client_requests(revision) == of(specification.CLIENT_REQUESTS, revision)
    assert methods.client_notifications(revision) == of(specification.CLIENT_NOTIFICATIONS, revision)
    assert methods.server_requests(revision) == of(specification.SERVER_REQUESTS, revision)


@pytest.mark.parametrize("revision", ["", "2024-11-04", "2025-11-25 ", "2026-07-29", "DRAFT-2026-v1", "LATEST"])
def test_s42_an_unknown_revision_allows_nothing(revision: str) -> None:
    assert not methods.client_requests(revision)
    assert not methods.client_notifications(revision)
    assert not methods.server_requests(revision)
    assert not is_at_least(revision, LEGACY[0])


@pytest.mark.parametrize("revision", REVISIONS)
def test_s42_no_task_method_and_no_dialect_is_on_any_list(revision: str) -> None:
    allowed = methods.client_requests(revision) | methods.client_notifications(revision)
    assert not {method for method in allowed if "task" in method}
    assert "call_tool" not in allowed
    assert allowed & GATED == {"tools/call"}


def test_batches_are_known_to_one_revision() -> None:
    assert {"2025-03-26"} == REVISIONS_WITH_BATCHES


def test_revisions_are_compared_by_age() -> None:
    assert [is_at_least(revision, "2025-06-18") for revision in REVISIONS] == [False, False, True, True, True]


def test_what_is_worth_a_record_can_pass_at_all() -> None:
    assert methods.client_requests(LEGACY[-1]) | methods.client_requests(MODERN[-1]) >= LOGGED_METHODS
