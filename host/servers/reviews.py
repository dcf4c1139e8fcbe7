"""What may reach apps of what servers say: what a person reviewed of them, and what the administrator pinned.

Owns: reviews, their JSON, and which of them are in force; holding instructions and tools of a session against them, and
against what is pinned.

Invariants:
    - What a person approved is bound to the digest of the server's configuration: another command under the same name
      is another server. Definitions that were read stay read where their very bytes come back.
    - What was put into the file from outside counts for nothing (``SealedFile``): until it was read, and where it
      cannot be trusted, nothing is approved.
    - Looking a review up is one look into a dictionary.
    - A tool that was not approved, or differs from what was, reaches neither an app nor the gate. Where the
      administrator pinned a server, that decides alone: where its instructions differ, or nobody can tell what is
      pinned, nothing of it passes. Else a person's review decides, and withholds exactly what changed. It is asked anew
      at each look, so that a changed file or review counts at once; each difference is on record once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

from msgspec import Struct

from host import tasks
from host.canonical import canonical, parse
from host.control import codec
from host.errors import AssentError, ConfigError, MalformedJson, ProtocolError
from host.keyring_entry import SealedFile
from host.model import Draft, JsonObject, JsonValue, object_in, sha256_hex
from host.policy.model import NOT_MANAGED, Managed, PolicySource, ServerPin
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


# Holding what a server says against what was approved

TOOL: Final = "Tool withheld: its definition is not the one your administrator approved"
INSTRUCTIONS: Final = "Tool withheld: its server's instructions are not the ones your administrator approved"
UNKNOWN: Final = "Tool withheld: the administrator's file cannot be used, so nobody knows what was approved"
NOBODY: Final = "Tool withheld: its server waits for review in Assent's window"
NEW: Final = "Tool withheld: nobody has reviewed it yet; it waits in Assent's window"
CHANGED: Final = "Tool withheld: its definition changed since it was reviewed; the change waits in Assent's window"
LEFT: Final = "Tool withheld: it was reviewed in Assent's window and not approved"
SERVER: Final = "Its instructions are not the ones your administrator approved, so all its tools are withheld."

MAX_RECORDED: Final = 1_000
"""Differences of one server that go on record: one that makes up new ones all the time does not fill the disk."""
NAME_KEPT: Final = 256
"""Characters of a tool's name that a record keeps."""
NO_INSTRUCTIONS: Final = sha256_hex(b"")
GREETING_KEPT: Final = 256 << 10
"""Characters of each thing that a server says of itself which are kept to be shown; nobody can approve longer ones."""


class Greeting(NamedTuple):
    """What a server says of itself as it shakes hands (untrusted, the beginning of it).

    Attributes:
        digest: of its instructions, whole.
        instructions, name, version: empty where it says none.
    """

    digest: str
    instructions: str = ""
    name: str = ""
    version: str = ""


def read_greeting(result: JsonObject) -> Greeting:
    """What the result of a handshake says of the server."""
    info = object_in(result, "serverInfo")
    said = result.get("instructions"), info.get("name"), info.get("version")
    texts = (it[:GREETING_KEPT] if isinstance(it, str) else "" for it in said)
    return Greeting(instructions_digest(result), *texts)


def instructions_digest(greeting: JsonObject) -> str:
    """Of the instructions in the result of a handshake; of no text where there are none.

    Empty, which no pin has, for what readers could take differently: other types, or names that differ in case alone.
    """
    named = [key for key in greeting if key.casefold() == "instructions"]
    if not named:
        return NO_INSTRUCTIONS
    said = greeting.get("instructions")
    if named != ["instructions"] or not isinstance(said, str):
        return ""
    return sha256_hex(said.encode("utf-8", "surrogatepass"))


NO_GREETING: Final = Greeting("")


class Pins:
    """What is pinned now. Attributes: look: lets what changed in the administrator's file come into force."""

    def __init__(
        self,
        managed: Callable[[], PolicySource | None] = lambda: None,
        log: Callable[[Draft], None] = lambda _: None,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        """``managed``: the administrator's file as it is in force, None where there is no such thing.

        ``log``: queues a record. ``look``: lets what changed in the file come into force.
        """
        self._managed, self._log, self.look = managed, log, look
        self._seen: Managed = NOT_MANAGED
        self._folded: Mapping[str, ServerPin] = {}
        self._recorded: set[tuple[str, str, str, str]] = set()
        self._counts: Counter[str] = Counter()

    @property
    def unknown(self) -> bool:
        """Whether nobody can tell what is pinned, since the administrator's file cannot be used."""
        source = self._managed()
        return source is not None and bool(source.error)

    def of(self, server_id: str) -> ServerPin | None:
        """What is pinned of a server, None where nothing is. One that differs in case alone is held to the same."""
        source = self._managed()
        if source is None or not source.managed.pins:
            return None
        if source.managed is not self._seen:
            self._seen = source.managed
            self._folded = {name.casefold(): pin for name, pin in source.managed.pins.items()}
        return self._seen.pins.get(server_id) or self._folded.get(server_id.casefold())

    def differs(
        self, server_id: str, config: str, *, tool: str, digest: str, pinned: str, reviewed: bool = False
    ) -> None:
        """Put on record that a server says something else than what was approved. ``tool``: empty for instructions.

        ``config``: its public digest. ``pinned``: the digest that was wanted, empty where the tool was not approved.
        ``reviewed``: whether a person's review wants it, and not the administrator.
        """
        mismatch = (server_id, tool, digest, pinned)
        if mismatch in self._recorded or self._counts[server_id] >= MAX_RECORDED:
            return
        self._recorded.add(mismatch)
        self._counts[server_id] += 1
        about: JsonObject = {"server": server_id, "config": config, "what": "tool" if tool else "instructions"}
        named: JsonObject = {"tool": tool[:NAME_KEPT]} if tool else {}
        by: JsonObject = {"by": "user"} if reviewed else {}
        self._log(Draft("server.pin_mismatch", about | named | {"digest": digest, "pinned": pinned} | by))


class PinCheck:
    """Holds what one session with a server says against what was approved.

    Attributes:
        instructions: digest of those that the server last said, None before it said any.
    """

    def __init__(
        self,
        pins: Pins | None = None,
        server_id: str = "",
        config: str = "",
        on_greeted: Callable[[Greeting], None] = lambda _: None,
        review: Callable[[], Review | None] | None = None,
    ) -> None:
        """``pins``: nothing is pinned if None. ``config``: the server's public digest.

        ``on_greeted``: hears what the server says of itself at each handshake. ``review``: what a person approved of
        it by now; without it no person is asked.
        """
        self._pins, self._server_id, self._config = pins or Pins(), server_id, config
        self._on_greeted, self._review = on_greeted, review
        self.instructions: str | None = None

    def refresh(self) -> bool:
        """Whether anything of this server may have to be withheld, by what counts now."""
        self._pins.look()
        return self.active

    @property
    def active(self) -> bool:
        """Whether anything of this server may have to be withheld."""
        if self._pins.unknown or self._pins.of(self._server_id) is not None:
            return True
        return self._review is not None and ((review := self._review()) is None or not review.free)

    def greeted(self, result: JsonObject) -> bool:
        """Take the result of a handshake; returns whether its instructions may reach the app."""
        self._pins.look()
        said = read_greeting(result)
        self.instructions = digest = said.digest
        self._on_greeted(said)
        pin = self._pins.of(self._server_id)
        if pin is not None:
            if self.misled:
                wanted = pin.instructions or ""
                self._pins.differs(self._server_id, self._config, tool="", digest=digest, pinned=wanted)
            return not (self._pins.unknown or self.misled)
        return not self._pins.unknown and self._instructs(digest)

    def _instructs(self, digest: str) -> bool:
        """Whether a person approved the instructions of that digest. There is nothing to approve in none."""
        if self._review is None:
            return True
        review = self._review()
        if review is None:
            return False
        if review.free or digest == NO_INSTRUCTIONS:
            return True
        if review.looked and digest != review.instructions:
            wanted = review.instructions
            self._pins.differs(self._server_id, self._config, tool="", digest=digest, pinned=wanted, reviewed=True)
        return review.instructed and digest == review.instructions

    @property
    def misled(self) -> bool:
        """Whether the server said other instructions than those that are pinned."""
        return misled(self._pins.of(self._server_id), self.instructions)

    def withheld(self, name: str, digest: str) -> str:
        """Why the tool of that name and definition is withheld, one safe sentence; empty where it is not."""
        if self._pins.unknown:
            return UNKNOWN
        pin = self._pins.of(self._server_id)
        if pin is None:
            return "" if self._review is None else self._unapproved(self._review(), name, digest)
        if misled(pin, self.instructions):
            return INSTRUCTIONS
        wanted = pin.tools.get(name, "")
        if wanted == digest:
            return ""
        self._pins.differs(self._server_id, self._config, tool=name, digest=digest, pinned=wanted)
        return TOOL

    def _unapproved(self, review: Review | None, name: str, digest: str) -> str:
        if review is None or not review.passes:
            return NOBODY
        if review.free or review.tools.get(name) == digest:
            return ""
        if review.left.get(name) == digest:
            return LEFT
        wanted = review.tools.get(name, "")
        self._pins.differs(self._server_id, self._config, tool=name, digest=digest, pinned=wanted, reviewed=True)
        return CHANGED if name in review.tools else NEW

    def lists(self, tool: JsonValue) -> bool:
        """Whether an element of a list of tools may reach the app."""
        if not self.active:
            return True
        name = tool.get("name") if isinstance(tool, dict) else None
        try:
            return isinstance(name, str) and not self.withheld(name, sha256_hex(canonical(tool)))
        except MalformedJson:
            return False  # nobody can have approved what has no digest


def misled(pin: ServerPin | None, instructions: str | None) -> bool:
    """Whether a server that said ``instructions`` (a digest, None before it said any) broke its pin (pure)."""
    return pin is not None and None not in (pin.instructions, instructions) and pin.instructions != instructions
