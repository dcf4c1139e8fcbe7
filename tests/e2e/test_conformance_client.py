"""The official conformance suite's scenarios for clients: an app reaches the suite's servers through Assent, over HTTP.

Scenarios on signing in are not among these: they want a person at a browser.
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

CHECKS: Final = {
    "2025-11-25": {
        "initialize": 1,
        "tools_call": 2,
        "elicitation-sep1034-client-defaults": 5,
        "sse-retry": 3,
        "json-schema-2020-12-preservation": 9,
    },
    "2026-07-28": {
        "tools_call": 2,
        "request-metadata": 6,
        "sep-2322-client-request-state": 5,
        "http-standard-headers": 9,
        "http-custom-headers": 18,
        "http-invalid-tool-headers": 12,
        "json-schema-ref-no-deref": 1,
        "json-schema-2020-12-preservation": 9,
    },
}
"""How many checks of each scenario pass, which are all."""


@needs_suite
@pytest.mark.parametrize(("revision", "scenario"), [(it, name) for it, listed in CHECKS.items() for name in listed])
async def test_every_scenario_for_clients_passes_through_assent(tmp_path: Path, revision: str, scenario: str) -> None:
    command = f"{sys.executable} -m tests.e2e.conformance_app"
    options = ("--scenario", scenario, "--spec-version", revision, "--output-dir", str(tmp_path))
    said = await run_suite("client", "--command", command, *options, cwd=ROOT)
    told = re.search(r"Passed: (\d+)/(\d+), (\d+) failed", said)
    assert told is not None, said
    wanted = CHECKS[revision][scenario]
    assert [int(number) for number in told.groups()] == [wanted, wanted, 0], said
