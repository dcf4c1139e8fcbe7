"""What the window reads of one server, and the test that a person starts.

Owns: neither server nor standing, only their views.

Invariants: a look at a server calls nothing; one test of a server runs at a time and ends by itself; what a server said
reaches nobody from here but the window, raw.
"""

from __future__ import annotations

import time

from host.control.views import ServerDetails, ServerTest, ToolView
from host.errors import AssentError
from host.policy.book import PolicyBook
from host.servers.probe import probe
from host.servers.supervisor import Supervisor
from host.settings import Settings
from host.window.state import server_views
from host.words import say


def details(supervisor: Supervisor, server_id: str, policy: PolicyBook | None = None) -> ServerDetails:
    """One server, closer. ``policy``: says who vouches for it. Raises AssentError where no file names it."""
    view = next((view for view in server_views(supervisor, policy) if view.id == server_id), None)
    if view is None:
        raise AssentError(say("no such server in servers.json"), detail=server_id)
    entry = supervisor.config.entries.get(server_id)
    if entry is None:
        return ServerDetails(view, (), listed=False, stderr="")
    standing = supervisor.standing(server_id)
    # Tools that another configuration listed would be shown beside a command that may not have them.
    listed = standing.listed_as == entry.config_digest
    tools = tuple(ToolView(tool.name, tool.raw) for tool in standing.tools) if listed else ()
    return ServerDetails(view, tools, listed, standing.stderr.text())


async def test(supervisor: Supervisor, settings: Settings, server_id: str) -> ServerTest:
    """Start a server, shake hands, list its tools, end it. Never raises for a server's fault."""
    began = time.perf_counter()
    standing = supervisor.standing(server_id) if server_id in supervisor.config.entries else None
    if standing is not None and standing.testing:
        return _failed(say("a test of this server runs already"), began)
    try:
        entry = supervisor.entry(server_id)
        if standing is not None:
            standing.testing = True
        seen = await probe(entry, supervisor, entry.settings(settings))
    except AssentError as error:
        return _failed(error.words, began)
    finally:
        if standing is not None:
            standing.testing = False
    return ServerTest(True, "", seen.revision, len(seen.tools), seen.milliseconds)


def definition_of(supervisor: Supervisor, digest: str) -> bytes | None:
    """The canonical bytes of a listed tool's definition. May be asked from any thread."""
    definition = supervisor.definition(digest)
    return None if definition is None else definition.raw


def _failed(why: str, began: float) -> ServerTest:
    return ServerTest(False, why, "", 0, round((time.perf_counter() - began) * 1000, 1))
