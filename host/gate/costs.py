"""What a look at a call may cost.

Owns: the estimate, and what the event loop does itself. What stays true: everything that a stranger can make long is
counted, the inputs, the definition, the names of other tools, results that are still to be read or compared; what is
counted too high costs a thread, what is counted too low would let everybody wait.
"""

from __future__ import annotations

from typing import Final

from host.inspect.flows.traces import SEARCHES, Trace
from host.inspect.subject import Earlier, Past
from host.inspect.tools.reach import nature
from host.model import Call, ToolDefinition

INLINE: Final = 8 << 10
"""Bytes of inputs, or what costs as much, up to which the loop does it itself; see ``cost``."""
LONG: Final = 32 << 10
"""Bytes of a definition beyond which it counts each time, for what is remembered of it may have been forgotten."""
NAME_COST: Final = 8
"""Of the name of another tool, in bytes of inputs: worked out once, and compared with each call."""
ADDRESS_COST: Final = 128
"""Of an address in the inputs, which is read in several ways."""
_SEARCH: Final = 256
"""Characters of results that are searched through for what one byte of inputs costs, where they are made to be slow."""


def cost(call: Call, definition: ToolDefinition, past: Past, *, defined: bool = False) -> int:
    """What a look at ``call`` may cost, whoever made it so, in bytes of inputs that cost as much.

    ``defined``: whether the definition was looked through a short while ago, so that what was found is remembered.
    """
    own = len(call.params) + call.params.count(b"://") * ADDRESS_COST + len(past.tools) * NAME_COST
    if not defined or len(definition.raw) > LONG:
        own += len(definition.raw)
    searches = min(SEARCHES, len(call.arguments) // 4)
    sends = bool(nature(call.server.id, call.tool, definition.value).sink)
    for earlier in past.session:
        if isinstance(trace := earlier.trace, Trace):
            own += trace.unread
            if (trace.unindexed or trace.crowded) and _compared(earlier, trace, call, sends):
                own += trace.unindexed + len(earlier.text) * searches // _SEARCH
    return own


def _compared(earlier: Earlier, trace: Trace, call: Call, sends: bool) -> bool:
    """Whether an earlier result may be held against ``call``, for which its index is worked out and searched."""
    if earlier.server != call.server.id or trace.noted:
        return True
    return sends and bool(nature(earlier.server, earlier.tool, earlier.definition).private)
