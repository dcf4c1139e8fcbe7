"""What several of the integration tests start from."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.profile import Profile
from tests.support.windows import Windows


@pytest.fixture
async def windows(profile: Profile) -> AsyncIterator[Windows]:
    """Hears of every window that a host of this profile starts with ``windows.command``."""
    profile.paths.ensure()
    async with Windows(profile.paths.runtime) as made:
        yield made
