"""What several of the integration tests start from."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from host import worker_process
from host.gate import inspection_pool
from host.policy import gather
from host.window import pending_prompts, previews
from tests.support.profile import Profile
from tests.support.waiting import PATIENCE
from tests.support.windows import Windows
from tests.support.workers import launching_here


@pytest.fixture(autouse=True)
def time_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine looks at every call as well: what is late forces a question, or is missing from it."""
    for module, name in (
        (inspection_pool, "ANSWER_SECONDS"),
        (inspection_pool, "MAX_WAIT_SECONDS"),
        (gather, "RESOLVE_SECONDS"),
        (previews, "READ_SECONDS"),
    ):
        monkeypatch.setattr(module, name, PATIENCE)


@pytest.fixture(autouse=True)
def workers_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts in this process inspect calls and apply schemas here, too: each would start two programs for one call.

    A file whose tests are about hostile inputs has a fixture of this name that changes nothing.
    """
    monkeypatch.setattr(worker_process, "launch", launching_here("inspection worker", "schema worker"))


@pytest.fixture
async def windows(profile: Profile) -> AsyncIterator[Windows]:
    """Hears of every window that a host of this profile starts with ``windows.command``."""
    profile.paths.ensure()
    async with Windows(profile.paths.runtime) as made:
        yield made


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display, and a person who reads in no time; that a yes can come too soon is a unit test."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(pending_prompts, "SEEN_AFTER", 0.0)
