"""The one error root of Assent, and its branches.

Owns: every exception type that crosses a module boundary.

Invariants: ``str(error)`` is a sentence written by us that is safe to show, log and send; whatever a stranger wrote
travels in ``detail`` and is escaped before anyone sees it. Parsers turn each low-level failure into one of these; a
stray ``ValueError`` from bad input is a bug.
"""

from __future__ import annotations

from typing import Final

from host.words import Words, say

PARSE_ERROR: Final = -32700
"""JSON-RPC 2.0 §5.1: invalid JSON was received."""
INVALID_REQUEST: Final = -32600
"""JSON-RPC 2.0 §5.1: the JSON is not a valid request object."""
METHOD_NOT_FOUND: Final = -32601
"""JSON-RPC 2.0 §5.1: the method does not exist or is not available."""
INVALID_PARAMS: Final = -32602
"""JSON-RPC 2.0 §5.1: invalid method parameters."""
INTERNAL_ERROR: Final = -32603
"""JSON-RPC 2.0 §5.1: internal error."""
SERVER_LOST: Final = -32000
"""Implementation-defined band of MCP (-32000 to -32019): the server was lost, the outcome is unknown."""


class AssentError(Exception):
    """Root of all errors.

    Attributes:
        words: the sentence that ``str(self)`` is, with how it was made where that is known.
        detail: untrusted text that belongs to the error; never part of ``str(self)``.
    """

    def __init__(self, message: Words, *, detail: str = "") -> None:
        """``message``: one safe sentence. ``detail``: untrusted text, shown only escaped."""
        super().__init__(str(message))
        self.words, self.detail = message, detail


class MalformedJson(AssentError):
    """Bytes that are not exactly one strict JSON text (RFC 8259, RFC 7493 §2)."""


class ProtocolError(AssentError):
    """A message that is answered with a JSON-RPC error.

    Attributes:
        code: the JSON-RPC error code.
    """

    def __init__(self, code: int, message: Words, *, detail: str = "") -> None:
        """``code``: JSON-RPC 2.0 §5.1 or an MCP code; ``message``: one safe sentence."""
        super().__init__(message, detail=detail)
        self.code = code


class FrameTooLarge(AssentError):
    """A frame over the limit of its direction; it ends that connection only."""


class ChannelClosed(AssentError):
    """The peer of a channel is gone."""


class ConfigError(AssentError):
    """A file of ours that cannot be used as it is.

    Attributes:
        file: path as given. line: 1-based, 0 where the file as a whole is meant.
        key: dotted key path, empty for the file. remedy: what would be right.
    """

    def __init__(self, message: Words, *, file: str, line: int = 0, key: str = "", remedy: Words = "") -> None:
        """Compose the one sentence ``file:line: key: message. remedy``."""
        self.problem, self.file, self.line, self.key, self.remedy = message, file, line, key, remedy
        where = f"{file}:{line}" if line else file
        place = f"{where}: {key}" if key else where
        if remedy:
            super().__init__(say("{place}: {problem}. {remedy}", place=place, problem=message, remedy=remedy))
        else:
            super().__init__(say("{place}: {problem}", place=place, problem=message))


class AuditError(AssentError):
    """The audit log cannot be read or written; nothing may be dispatched."""


class NotDispatched(AssentError):
    """A dispatch that its decision does not cover; the gate refuses it."""


class UsageError(AssentError):
    """A command line that names something that does not exist or cannot be."""


class NoHost(AssentError):
    """No Assent host answers on the control socket."""
