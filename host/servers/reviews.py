"""What a person approved of servers: that one may be started, and which of its words may reach apps.

Owns: these values, their JSON, and which of them are in force.

Invariants:
    - What is approved is bound to the digest of the server's configuration: another command under the same name is
      another server. Definitions that were read stay read where their very bytes come back.
    - What was put into the file from outside counts for nothing (``SealedFile``): until it was read, and where it
      cannot be trusted, nothing is approved.
    - Looking one up is one look into a dictionary.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, cast

from msgspec import Struct

from host import tasks
from host.canonical import canonical, parse
from host.control import codec
from host.errors import AssentError, ConfigError, ProtocolError
from host.keyring_entry import SealedFile
from host.signals import Signal
from host.values import replace

MAX_FILE: Final = 64 << 20
KEPT: Final = 1 << 20
"""Bytes of what a server said that are kept to show what changed; of more, the digests alone are."""
_LATEST: Final = 1e18
"""Unix seconds that no review is made at."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Review:
    """What was approved of one server.

    Attributes:
        server: its id.
        config: digest of its configuration, as it was approved to be started.
        who: approved it last.
        at: when, Unix seconds.
        program: digest of the program as it was then, empty where there is none.
        looked: whether its words were looked at.
        free: whether they may change without that.
        instructions: digest of those that were looked at.
        instructed: whether they may reach apps.
        tools: digest of each approved definition by name.
        left: likewise, of those that were looked at and not approved.
        said: what was approved, for showing what changed: definitions by their digests, and the instructions.
    """

    server: str
    config: str
    who: str = ""
    at: float = 0.0
    program: str = ""
    looked: bool = False
    free: bool = False
    instructions: str = ""
    instructed: bool = False
    tools: Mapping[str, str] = field(default_factory=dict[str, str])
    left: Mapping[str, str] = field(default_factory=dict[str, str])
    said: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @property
    def passes(self) -> bool:
        """Whether anything of the server may reach apps."""
        return self.looked or self.free

    def waits(self, name: str, digest: str) -> bool:
        """Whether nobody has looked at the tool of that name and definition."""
        return not self.free and digest not in (self.tools.get(name), self.left.get(name))


def started_anew(before: Review | None, server: str, config: str, *, who: str, at: float, program: str) -> Review:
    """The approval to start ``server`` as it is configured now (pure).

    Definitions that were read under another configuration stay read; leave to change them does not.
    """
    known = before or Review(server, config)
    return replace(known, config=config, who=who, at=at, program=program, free=known.free and known.config == config)


class _File(Struct, frozen=True):
    """All that the file of reviews holds."""

    reviews: tuple[Review, ...]
    version: Literal[1] = 1


def to_bytes(reviews: Iterable[Review]) -> bytes:
    """The bytes of the file."""
    return canonical(codec.to_json(_File(tuple(reviews))))


def from_bytes(data: bytes, *, file: str) -> tuple[Review, ...]:
    """What the file says. Raises AssentError where it is none of ours."""
    try:
        held = cast("_File", codec.from_json(_File, parse(data)))
    except ProtocolError as error:
        raise ConfigError("does not hold reviews", file=file) from error
    if not all(abs(review.at) < _LATEST for review in held.reviews):
        raise ConfigError("does not hold reviews", file=file, key="at")
    return held.reviews


class Reviews:
    """The reviews in force.

    Attributes:
        known: whether the file was read.
        changed: tells of which server one was made or taken back; of none (empty) once the file was read.
    """

    def __init__(self, keeper: SealedFile | None = None, *, file: str = "") -> None:
        """``keeper``: without it they end with the host. ``file``: its name, for messages."""
        self._keeper, self._file = keeper, file
        self._by_id: dict[str, Review] = {}
        self.known = keeper is None
        self._loader: asyncio.Task[None] | None = None
        self.changed: Signal[[str]] = Signal()

    def start(self) -> None:
        """Read the file, which may wait for the keyring. On the event loop."""
        self._loader = tasks.spawn(self.load(), name="read the reviews of servers")

    async def load(self) -> None:
        """Read the file. Never raises: where it cannot be trusted, nothing is approved."""
        assert self._keeper is not None
        try:
            data = await self._keeper.load()
            read = () if data is None else from_bytes(data, file=self._file)
        except AssentError as error:
            _log.warning("what was approved of servers is asked again: %s", error)
            read = ()
        made_meanwhile = bool(self._by_id)
        self._by_id = {review.server: review for review in read} | self._by_id
        self.known = True
        if made_meanwhile:
            self._keep()
        self.changed.emit("")

    async def close(self) -> None:
        """Wait until the file was read."""
        if self._loader is not None:
            await asyncio.wait({self._loader}, timeout=1.0)

    def last(self, server: str) -> Review | None:
        """What was approved of the server of that id, however it was configured."""
        return self._by_id.get(server)

    def of(self, server: str, config: str) -> Review | None:
        """What was approved of the server of that id, as it is configured."""
        review = self._by_id.get(server)
        return review if review is not None and review.config == config else None

    def put(self, *reviews: Review) -> None:
        """Approve this from now on, instead of what was approved of the same servers."""
        if not reviews:
            return
        self._by_id |= {review.server: review for review in reviews}
        self._keep()
        for review in reviews:
            self.changed.emit(review.server)

    def drop(self, server: str) -> bool:
        """Take back whatever was approved of that server; False where nothing was."""
        found = self._by_id.pop(server, None) is not None
        if found:
            self._keep()
            self.changed.emit(server)
        return found

    def _keep(self) -> None:
        if self._keeper is not None and self.known:
            self._keeper.keep(to_bytes(self._by_id.values()), holds=bool(self._by_id))


def kept(texts: Mapping[str, str]) -> Mapping[str, str]:
    """As many of what a server said as are kept, the short ones first (pure)."""
    left, found = KEPT, {}
    for digest, text in sorted(texts.items(), key=lambda item: len(item[1])):
        left -= len(text)
        if left < 0:
            break
        found[digest] = text
    return MappingProxyType(found)
