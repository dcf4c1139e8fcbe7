"""The welcome in sentences (pure).

Owns: what is said of what was found, and what to try.

Invariants: names and commands out of files are escaped, on one line and bounded.
"""

from __future__ import annotations

from typing import Final

from host.control.views import AiApps, AiAppView, AppServerView
from host.text import one_line
from ui import faces
from ui.apps.words import count, server_name, stays
from ui.tr import mark, tr, tr_n

TITLE: Final = mark("Nothing runs until you say so")
PROMISE: Final = mark(
    "AI apps use servers: programs and services that read, write and send for them. Once a server is behind Assent, "
    "you see each call as it would be sent, and say yes or no."
)
DONE: Final = mark("Done")
TRY: Final = mark("Start the app anew and ask it to use one of its servers. Assent asks you before each call.")
_STARTS: Final = 200
"""Characters of a command."""


def found(apps: AiApps) -> str:
    """How many servers of how many apps there are."""
    servers = sum(len(app.servers) for app in apps.found)
    if not apps.found:
        return tr("No AI app was found on this computer.")
    of_servers = tr_n("{n} server", "{n} servers", servers)
    of_apps = tr_n("{n} AI app", "{n} AI apps", len(apps.found))
    said = tr("Found on this computer: {apps} with {servers}", apps=of_apps, servers=of_servers)
    if n := sum(count(app, "stays") for app in apps.found):
        said += tr_n(", of which {n} stays as it is", ", of which {n} stay as they are", n)
    return said


def put(apps: AiApps) -> str:
    """What the button says that begins it."""
    n = sum(count(app, "beside") for app in apps.found)
    return tr_n("Put {n} server behind Assent…", "Put {n} servers behind Assent…", n)


def servers(app: AiAppView) -> str:
    """How many servers an app has; empty where that is not known."""
    if app.problem:
        return ""
    if not app.servers:
        return tr("No servers")
    return tr_n("{n} server", "{n} servers", len(app.servers))


def of_server(server: AppServerView) -> str:
    """What is known of a server: what the app starts. What that can do shows once it was looked at."""
    if server.state == "stays":
        return stays(server)
    if server.state == "behind":
        return tr("behind Assent already")
    starts = one_line(server.starts, _STARTS)
    if starts.startswith(("https://", "http://")):
        return tr("leads to {address}", address=starts)
    return tr("starts {command}", command=starts) if starts else ""


def to_try(app: AiAppView) -> str:
    """What to ask an app for, now that its servers are behind Assent."""
    name = faces.app_name(app.id)
    moved = [server_name(one) for one in app.servers if one.state == "beside"]
    if not moved:
        return tr("Start {app} anew.", app=name)
    return tr("Start {app} anew, then ask it: “Use {server}, and tell me what you can do with it.”", app=name,
              server=moved[0])  # fmt: skip
