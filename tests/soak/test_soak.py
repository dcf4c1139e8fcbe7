"""The kill tests at length: one profile, one log, hundreds of rounds; and servers that do wrong, for long."""

from __future__ import annotations

import os
import secrets
import sys

import pytest

from tests.soak import faults
from tests.soak.kills import Kills
from tests.support.profile import Profile

ROUNDS = 60
ROUNDS_LONG = 300
SECONDS_LONG = 20 * 60.0
VERIFY_EVERY = 10
"""Rounds between looks at the whole log, which grows to some hundred megabytes; each round looks at what is new."""


@pytest.mark.soak
async def test_after_hundreds_of_kills_log_server_and_app_still_tell_the_same_story(
    profile: Profile, soak_long: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    # New kills each time; a failure names its seed, and SOAK_SEED repeats it.
    seed = int(os.environ.get("SOAK_SEED") or secrets.randbits(32))
    async with Kills(profile, seed) as kills:
        await kills.rounds(ROUNDS_LONG if soak_long else ROUNDS, verify_every=VERIFY_EVERY)
    with capsys.disabled():
        sys.stdout.write(f"\n{kills.summary()}\n")


@pytest.mark.soak
async def test_s25_ten_servers_that_crash_hang_flood_grow_lie_and_recover_cost_a_healthy_one_and_the_host_nothing(
    profile: Profile, soak_long: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    told = await faults.soak(profile, SECONDS_LONG if soak_long else None)
    with capsys.disabled():
        sys.stdout.write(f"\n{told}\n")
