"""The official conformance suite's scenarios for clients, run by the MCP SDK's client: directly, and through Assent.

``docs/reference/servers.md`` has the table; a scenario that the suite has for a revision and the table has not, or
the other way round, fails.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.test_conformance import needs_suite, run_suite
from tests.support.hosts import ROOT

pytestmark = pytest.mark.full

REVISIONS: Final = ("2025-11-25", "2026-07-28")
TABLE: Final = ROOT / "docs" / "reference" / "servers.md"
PATIENCE: Final = "120000"
"""Milliseconds that the suite waits for the client, on a busy machine."""
_ROW: Final = re.compile(r"\| `([\w./-]+)` \| (passes \| passes|\|) \| (passes \| passes|\|) \|")


def table() -> list[tuple[str, str]]:
    """The revision and the scenario of each cell in which the table says that it passes both ways."""
    rows = [_ROW.fullmatch(line) for line in TABLE.read_text().splitlines()]
    return [
        (revision, row[1])
        for row in rows
        if row is not None
        for revision, said in zip(REVISIONS, (row[2], row[3]), strict=True)
        if "passes" in said
    ]


@needs_suite
@pytest.mark.parametrize("revision", REVISIONS)
async def test_the_table_has_every_scenario_for_clients(tmp_path: Path, revision: str) -> None:
    listed = re.findall(r"  - (\S+) \[", await run_suite("list", "--client", "--spec-version", revision, cwd=tmp_path))
    assert sorted(listed) == sorted(scenario for of, scenario in table() if of == revision)


@needs_suite
@pytest.mark.parametrize(("revision", "scenario"), table())
async def test_every_scenario_for_clients_that_passes_directly_passes_through_assent(
    tmp_path: Path, revision: str, scenario: str
) -> None:
    for way in ("direct", "through"):
        command = f"{sys.executable} -m tests.e2e.conformance_client {way}"
        options = ("--scenario", scenario, "--spec-version", revision, "--timeout", PATIENCE)
        said = await run_suite("client", "--command", command, *options, "--output-dir", str(tmp_path), cwd=ROOT)
        told = re.search(r"Passed: (\d+)/(\d+), (\d+) failed, (\d+) warnings", said)
        assert told is not None, said
        passed, of, failed, warned = map(int, told.groups())
        assert (passed, failed, warned) == (of, 0, 0), said
        assert passed > 0, said
        assert "OVERALL: PASSED" in said, said
