"""What is sent to and fro: one tool call each, in several sizes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Final

_LINE: Final = "The quick brown fox asks a person before it jumps over “the lazy dog”, C:\\kennel\\7.\n"


def prose(size: int) -> str:
    """Text of ``size`` characters with quotes, backslashes, line ends and some letters beyond ASCII."""
    return (_LINE * (size // len(_LINE) + 1))[:size]


@dataclass(frozen=True)
class Payload:
    """One kind of call.

    Attributes:
        name: for people. tool: of the echo server. arguments: as JSON. expected: the text of its result.
    """

    name: str
    tool: str
    arguments: dict[str, object]
    expected: str = field(repr=False)
    _tail: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Write once what is sent often."""
        params = json.dumps({"name": self.tool, "arguments": self.arguments}, ensure_ascii=False, separators=(",", ":"))
        object.__setattr__(self, "_tail", b',"method":"tools/call","params":' + params.encode() + b"}\n")

    def named(self, prefix: str) -> Payload:
        """The same for a proxy that puts ``prefix`` before the names of tools."""
        return replace(self, tool=prefix + self.tool)

    def request(self, number: int) -> bytes:
        """The request with this id, as a line."""
        return b'{"jsonrpc":"2.0","id":%d%b' % (number, self._tail)


SMALL: Final = Payload("100 B", "echo", {"text": prose(100)}, prose(100))
PROSE: Final = Payload("8 KB", "echo", {"text": prose(8_000)}, prose(8_000))
UP: Final = Payload("1 MB up", "up", {"text": prose(1_000_000)}, "1000000")
DOWN: Final = Payload("5 MB down", "down", {"size": 5_000_000}, prose(5_000_000))
