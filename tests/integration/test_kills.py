"""``kill -9`` of host, bridge and server under load: promise 3 of the README. ``make soak`` does it at length."""

from __future__ import annotations

import pytest

from tests.soak.kills import Kills
from tests.support.profile import Profile

ROUNDS = 12
SEED = 13
"""Kills each of the three, and a host while it starts; that it does is checked."""


@pytest.mark.full
async def test_after_kill_9_under_load_every_call_that_reached_a_server_was_decided_before_and_no_record_is_lost(
    profile: Profile,
) -> None:
    async with Kills(profile, SEED) as kills:
        await kills.rounds(ROUNDS)
    assert min(kills.killed[victim] for victim in ("host", "bridge", "server", "host, while it started")) > 0
    outcomes = kills.story.outcomes()
    assert min(outcomes[end] for end in ("succeeded", "unknown", "denied by fault", "without an answer")) > 0
