"""The rules and the grants of a host, opened as its profile has them.

Owns: how these two come into being. What stays true: the rules were read once before anybody is let in, so that what is
wrong with them is said at the start; what people confirmed and granted is written before the host has stopped; what the
keyring has to say to either is waited for by nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from host.gate.grants import Grants
from host.gate.keeping import Keeping
from host.model import Draft
from host.paths import Paths, managed_file
from host.policy.baseline import FILE as CONFIRMED
from host.policy.baseline import Keeper
from host.policy.book import PolicyBook
from host.policy.loosening import Baseline
from host.policy.model import PolicySource
from host.seal import Seal, entry_name


async def open_policy(
    undo: AsyncExitStack,
    paths: Paths,
    *,
    managed: Callable[[], PolicySource],
    log: Callable[[Draft], None],
    seal: Callable[[str], Seal],
) -> PolicyBook:
    """The rules in force. ``undo``: closes what they keep. ``managed``: reads the administrator's; may block."""
    keeper = Keeper(paths.data / CONFIRMED, seal(entry_name("policy", paths.config)))
    undo.push_async_callback(keeper.close)

    async def adopt(baseline: Baseline) -> None:
        await policy.adopt(baseline)

    policy = PolicyBook(
        paths.policy_file,
        managed=managed,
        managed_file=managed_file(),
        log=log,
        soon=asyncio.get_running_loop().call_soon,
        baseline=await keeper.recall(adopt),
        keep=keeper.keep,
        remembers=lambda: keeper.remembers,
    )
    await policy.ready()
    return policy


def open_grants(
    undo: AsyncExitStack,
    paths: Paths,
    *,
    log: Callable[[Draft], None],
    clock: Callable[[], float],
    seal: Callable[[str], Seal],
) -> Grants:
    """Those that outlived the last host come when the keyring answers; until then a person is asked.

    ``undo``: closes what they keep. ``clock``: Unix seconds.
    """
    keeping = Keeping(paths.grants_file, seal(entry_name("grants", paths.config)))
    undo.push_async_callback(keeping.close)
    grants = Grants(log, clock, time.monotonic, keeping)
    keeping.start(grants.restore)
    return grants
