"""The first look at servers in sentences (pure).

Owns: which servers one press may approve, what that press is called, and what is said of those that it leaves out.

Invariants: a server in whose words something was found, or of which something cannot be approved, is never part of a
press for several; names are ready to be shown before they come here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from host.control.views import ReviewView, ServerDetails, ToolView
from host.model import Severity
from ui.tr import mark, tr, tr_n

MEANING: Final = mark(
    "Assent starts each of these programs, lists its tools and ends it; of an address, it asks there. No tool is "
    "called, and no AI app hears of a server before you approved what it says."
)
EXPLAINED: Final = mark(
    "What each server says of itself and of its tools. It steers what AI apps do, and none of it reaches them before "
    "you approve it. Each call is asked about all the same."
)


def read_on(unread: int) -> str:
    """What is to be done before the press counts. ``unread``: lines that were never on screen."""
    if not unread:
        return tr("Read to the end first.")
    return tr_n(
        "Read to the end first. {n} line was not on screen yet.",
        "Read to the end first. {n} lines were not on screen yet.",
        unread,
    )


def start_words(starts: Sequence[ServerDetails]) -> str:
    """What the button says that puts servers behind Assent and looks at them."""
    if any(one.server.kind == "stdio" for one in starts):
        return tr_n("Put behind Assent and start it to look", "Put behind Assent and start them to look", len(starts))
    return tr("Put behind Assent and connect to look")


def later_words(later: int) -> str:
    """That servers are left for their own reviews; empty where none is."""
    if not later:
        return ""
    return tr_n(
        "{n} more server is not started now, and waits for its own review.",
        "{n} more servers are not started now, and wait for their own reviews.",
        later,
    )


def own_way(details: ServerDetails) -> str:
    """Why a server is left for its own review; empty where one press for several may approve it."""
    review = details.review
    if details.server.state == "sign in":
        return tr("It wants you to sign in before it says what it can do.")
    grave = sum(map(_has_weight, details.tools))
    if grave:
        return tr_n(
            "Something was found in what it says of {n} tool. Read it by itself.",
            "Something was found in what it says of {n} tools. Read it by itself.",
            grave,
        )
    if _has_weight(review):
        return tr("Something was found in its instructions to the model. Read it by itself.")
    if review.odd or not review.whole:
        return tr("Something of what it says cannot be approved. Read it by itself.")
    return ""


def _has_weight(said: ToolView | ReviewView) -> bool:
    return any(found.severity is not Severity.INFO for found in said.findings)


def approve_words(tools: int, servers: int) -> str:
    """What the button says that approves what was shown. ``tools``: of all these servers."""
    of_servers = tr_n("{n} server", "{n} servers", servers)
    if not tools:
        return tr("Approve {servers} without tools", servers=of_servers)
    return tr("Approve {tools} of {servers}", tools=tr_n("{n} tool", "{n} tools", tools), servers=of_servers)
