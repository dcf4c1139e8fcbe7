"""The exceptions of Assent, and the meanings of error codes of servers and of Assent.

Owns: every exception type that crosses a module boundary; ``CODES``, the only table of codes.

Invariants: ``str(error)`` is a sentence of ours that is safe to show, log and send. Untrusted text is in ``detail`` and
is escaped before anyone sees it. Parsers turn each low-level failure into one of these; a ``ValueError`` that escapes
for bad input is a bug.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

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
"""Implementation-defined range of MCP (-32000 to -32019): the server was lost, the outcome is unknown."""

Again: TypeAlias = Literal["later", "changed", "never", "unknown"]
"""Whether to repeat the call: later, unchanged; after a change; never; or only after checking whether it took effect.
Assent itself never repeats a call."""


class CodeMeaning(NamedTuple("CodeMeaning", [("meaning", Words), ("action", Words), ("again", Again)])):
    """The meaning of an error code, made by a call like ``host.paths.Paths``. ``again``: whether to repeat the call."""

    __slots__ = ()


CODES: Final[dict[int, CodeMeaning]] = {
    PARSE_ERROR: CodeMeaning(say("The message was no valid JSON."), say("Mend the program that wrote it."), "never"),
    INVALID_REQUEST: CodeMeaning(say("The message was no valid request."),
        say("Mend the program that wrote it."), "never"),
    METHOD_NOT_FOUND: CodeMeaning(say("The method does not exist, or is not allowed."),
        say("Use one that the server offers, or allow it in the server's entry."), "never"),
    INVALID_PARAMS: CodeMeaning(say("The tool is unknown or withheld, or its inputs do not fit."),
        say("List the tools again and correct the inputs."), "changed"),
    INTERNAL_ERROR: CodeMeaning(say("The server failed inside, or its answer was malformed."),
        say("Try once more; if it stays so, tell the server's maker."), "later"),
    SERVER_LOST: CodeMeaning(say("The server was lost, or cannot be had."),
        say("If the call was sent, nobody knows whether it happened: look at the server's data before you repeat it."),
        "unknown"),
    -32002: CodeMeaning(say("The resource does not exist (revisions before 2026-07-28)."),
        say("List the resources again."), "changed"),
    -32020: CodeMeaning(say("The headers of the HTTP request do not match its body."),
        say("Tell the maker of the server."), "never"),
    -32021: CodeMeaning(say("The server needs an ability that the app did not declare."),
        say("Use an app that has it, or another tool."), "changed"),
    -32022: CodeMeaning(say("The server does not speak this revision of the protocol."),
        say("Use one that the error's data names."), "changed"),
    -32042: CodeMeaning(say("The server wants a page opened in the browser first (revision 2025-11-25)."),
        say("Open the page that the error's data names, if you trust it, then call again."), "changed"),
    40000: CodeMeaning(say("The request was invalid."), say("Correct the inputs."), "changed"),
    40001: CodeMeaning(say("An input is missing or of the wrong kind."), say("Correct the inputs."), "changed"),
    40002: CodeMeaning(say("The inputs have the right form, and cannot be carried out."),
        say("Correct the inputs."), "changed"),
    40100: CodeMeaning(say("Nobody is signed in."), say("Sign in to the server."), "changed"),
    40101: CodeMeaning(say("The sign-in is no longer valid."), say("Sign in to the server again."), "changed"),
    40300: CodeMeaning(say("Whoever is signed in may not do this."),
        say("Ask whoever manages the server for the right."), "never"),
    40400: CodeMeaning(say("The tool, or what it should work on, does not exist."),
        say("List the tools again."), "changed"),
}  # fmt: skip
"""By code: JSON-RPC 2.0 §5.1, MCP (2026-07-28, basic, Error Codes, and codes of earlier revisions), and the operations
dialect (40000 and up). Documentation and window are made from it."""

_OWN_BAND: Final = CodeMeaning(
    say("An error that the server's maker defined."), say("Its message says what to do."), "changed"
)
_SPECIFIED_BAND: Final = CodeMeaning(
    say("An error of the protocol that this version of Assent does not know."),
    say("Its message says what to do."),
    "changed",
)
BANDS: Final[dict[range, CodeMeaning]] = {range(-32019, -31999): _OWN_BAND, range(-32099, -32019): _SPECIFIED_BAND}
"""For codes without a row: the ranges for servers' own codes and for the specification."""
TOOL_ERROR: Final = CodeMeaning(
    say("The tool ran and says that it failed."), say("Its text says why; the model may correct itself."), "changed"
)
"""For a result with ``isError``, which is no protocol error and has no code."""
TIMED_OUT: Final = CodeMeaning(
    say("The server did not answer in time and was told to stop."),
    say("The call may have had effects all the same: look at the server's data before you repeat it."),
    "unknown",
)
AGAIN: Final[dict[Again, Words]] = {
    "later": say("The same call may be tried again later."),
    "changed": say("The same call would fail again: something must change first."),
    "never": say("Trying again does not help."),
    "unknown": say("Nobody knows whether it happened: look before you try again."),
}


def meaning_of(code: int) -> CodeMeaning | None:
    """The meaning of ``code``, None if it is not defined."""
    return CODES.get(code) or next((meaning for band, meaning in BANDS.items() if code in band), None)


class AssentError(Exception):
    """Root of all errors.

    Attributes:
        words: the sentence of ``str(self)``, translatable if it is a ``Wording``.
        detail: untrusted text about the error; never part of ``str(self)``.
    """

    def __init__(self, message: Words, *, detail: str = "") -> None:
        super().__init__(str(message))
        self.words, self.detail = message, detail


class MalformedJson(AssentError):
    """Bytes that are not exactly one strict JSON text (RFC 8259, RFC 7493 §2)."""


class ProtocolError(AssentError):
    """A message that is answered with a JSON-RPC error."""

    def __init__(self, code: int, message: Words, *, detail: str = "") -> None:
        super().__init__(message, detail=detail)
        self.code = code


class FrameTooLarge(AssentError):
    """A frame is larger than the limit of its direction; only that connection ends."""


class ChannelClosed(AssentError):
    """The peer of a channel is gone."""


class ConfigError(AssentError):
    """A configuration file of ours cannot be used.

    Attributes:
        problem: the sentence without place and remedy.
        line: 1-based, 0 for the whole file.
        key: dotted key path, empty for the whole file.
    """

    def __init__(self, message: Words, *, file: str, line: int = 0, key: str = "", remedy: Words = "") -> None:
        """Compose the sentence ``file:line: key: message. remedy``."""
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
    """The decision does not cover this dispatch, so the gate refuses it."""


class UsageError(AssentError):
    """A request names something that does not exist or is not possible."""


class NoRoom(UsageError):
    """A limit is reached; the request may succeed later."""


class NoHost(AssentError):
    """No Assent host answers on the control socket."""
