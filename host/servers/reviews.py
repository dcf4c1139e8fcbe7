"""What may reach apps of a server's words: reviews by a person, and pins of the administrator.

Owns: reviews, their file, and which of them are in force; the comparison of a session's instructions and tools with
reviews and pins.

Invariants:
    - A review is bound to the digest of the server's configuration: another command under the same name is another
      server. A reviewed definition stays reviewed as long as its bytes are the same.
    - Changes to the file from outside do not count (``SealedFile``). Until it is read, and if it cannot be trusted,
      nothing is approved.
    - Finding a review is one dictionary access.
    - A tool that was not approved, or differs from what was approved, reaches neither an app nor the gate. If the
      administrator pinned a server, only the pin decides: if its instructions differ, or the pins are unknown, nothing
      of it passes. Otherwise a person's review decides, and exactly what changed is withheld. Each check uses the
      current file and review. Each difference is recorded once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import Struct

from host.canonical import canonical, parse
from host.control import codec
from host.errors import ConfigError, MalformedJson, ProtocolError
from host.keyring_entry import SealedFile
from host.model import Draft, JsonObject, JsonValue, object_in, sha256_hex
from host.policy.model import NOT_MANAGED, Managed, PolicySource, ServerPin
from host.signals import Signal
from host.values import PartlyPrinted, replace

MAX_FILE: Final = 64 << 20
KEPT: Final = 1 << 20
"""Bytes of a server's words that are stored to show what changed; beyond that, only digests are stored."""
_END_OF_TIME: Final = 1e18
"""Unix seconds that no valid review reaches."""


class Review(PartlyPrinted, Struct, frozen=True):
    """The approvals for one server.

    Attributes:
        tools: digest of each approved definition by tool name.
        left: digest of each definition that was reviewed and not approved, by tool name.
        said: approved words by digest, to show what changed: definitions and instructions.
    """

    UNPRINTED = frozenset({"said"})

    server: str
    config: str  # digest of the configuration that may be started
    who: str = ""
    at: float = 0.0
    program: str = ""  # digest of the program at that time, empty if there is none
    looked: bool = False  # whether its words were reviewed
    free: bool = False  # whether they may change without a review
    instructions: str = ""  # digest of the reviewed instructions
    instructed: bool = False  # whether these may reach apps
    tools: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    left: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    said: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])

    @property
    def passes(self) -> bool:
        """Whether anything of the server may reach apps."""
        return self.looked or self.free

    def needs_review(self, name: str, digest: str) -> bool:
        """Whether the tool with this name and definition needs a review."""
        return not self.free and digest not in (self.tools.get(name), self.left.get(name))


def with_start_approved(
    previous: Review | None, server: str, config: str, *, who: str, at: float, program: str
) -> Review:
    """Return ``previous`` with the approval to start ``server`` as configured now (pure).

    Reviewed definitions stay reviewed under another configuration. The permission to change them does not.
    """
    review = previous or Review(server, config)
    return replace(review, config=config, who=who, at=at, program=program, free=review.free and review.config == config)


class _File(Struct, frozen=True):
    """The content of the file of reviews."""

    reviews: tuple[Review, ...]
    version: Literal[1] = 1


def reviews_to_bytes(reviews: Iterable[Review]) -> bytes:
    """Return the content of the file."""
    return canonical(codec.to_json(_File(tuple(reviews))))


def reviews_from_bytes(data: bytes, file: str) -> tuple[Review, ...]:
    """Parse the file. Raises AssentError if it does not hold reviews."""
    try:
        content = codec.from_json(_File, parse(data))
    except ProtocolError as error:
        raise ConfigError("does not hold reviews", file=file) from error
    if not all(abs(review.at) < _END_OF_TIME for review in content.reviews):
        raise ConfigError("does not hold reviews", file=file, key="at")
    return content.reviews


class Reviews:
    """The reviews in force.

    ``changed``: emits the id of a server whose review changed; empty when the file was read.
    """

    def __init__(self, file: SealedFile[Review] | None = None) -> None:
        """``file``: its reviews come with ``adopt``; None to keep reviews only in memory."""
        self._file = file
        self._by_id: dict[str, Review] = {}
        self.changed: Signal[[str]] = Signal()

    @property
    def is_loaded(self) -> bool:
        """Whether the file was read."""
        return self._file is None or self._file.is_loaded

    def adopt(self, reviews: Iterable[Review]) -> None:
        """Put the reviews of the file in force, except of servers that have been reviewed since."""
        has_new_reviews = bool(self._by_id)
        self._by_id = {review.server: review for review in reviews} | self._by_id
        if has_new_reviews:
            self._save()
        self.changed.emit("")

    def last_review(self, server: str) -> Review | None:
        """Return the last review of a server, whatever its configuration was."""
        return self._by_id.get(server)

    def current_review(self, server: str, config: str) -> Review | None:
        """Return the review of a server with this configuration, None for none."""
        review = self._by_id.get(server)
        return review if review is not None and review.config == config else None

    def approve(self, *reviews: Review) -> None:
        """Put reviews in force, in place of earlier ones of the same servers."""
        if not reviews:
            return
        self._by_id |= {review.server: review for review in reviews}
        self._save()
        for review in reviews:
            self.changed.emit(review.server)

    def revoke(self, server: str) -> bool:
        """Remove the review of a server. Returns False if there was none."""
        existed = self._by_id.pop(server, None) is not None
        if existed:
            self._save()
            self.changed.emit(server)
        return existed

    def _save(self) -> None:
        if self._file is not None and self._file.is_loaded:
            self._file.keep(self._by_id.values())


def texts_within_limit(texts: Mapping[str, str]) -> Mapping[str, str]:
    """Return as many texts as fit into ``KEPT``, the short ones first (pure)."""
    bytes_left, fitting = KEPT, {}
    for digest, text in sorted(texts.items(), key=lambda item: len(item[1])):
        bytes_left -= len(text)
        if bytes_left < 0:
            break
        fitting[digest] = text
    return MappingProxyType(fitting)


# Comparing a server's words with what was approved

TOOL_BREAKS_PIN: Final = "Tool withheld: its definition is not the one your administrator approved"
INSTRUCTIONS_BREAKS_PIN: Final = "Tool withheld: its server's instructions are not the ones your administrator approved"
PINS_UNKNOWN: Final = "Tool withheld: the administrator's file cannot be used, so nobody knows what was approved"
NOT_REVIEWED: Final = "Tool withheld: its server waits for review in Assent's window"
TOOL_NEW: Final = "Tool withheld: nobody has reviewed it yet; it waits in Assent's window"
TOOL_CHANGED: Final = "Tool withheld: its definition changed since it was reviewed; the change waits in Assent's window"
TOOL_NOT_APPROVED: Final = "Tool withheld: it was reviewed in Assent's window and not approved"
SERVER_BREAKS_PIN: Final = (
    "Its instructions are not the ones your administrator approved, so all its tools are withheld."
)

MAX_RECORDED: Final = 1_000
"""Differences of one server that are recorded, so that a server cannot fill the disk with new ones."""
NAME_KEPT: Final = 256
"""Characters of a tool's name that are recorded."""
NO_INSTRUCTIONS: Final = sha256_hex(b"")
GREETING_KEPT: Final = 256 << 10
"""Characters that are kept of each text in a greeting; longer texts cannot be approved."""


class ServerGreeting(NamedTuple):
    """What a server says about itself in the handshake (untrusted, truncated).

    ``digest``: digest of its whole instructions.
    """

    digest: str
    instructions: str = ""
    name: str = ""
    version: str = ""


def read_greeting(result: JsonObject) -> ServerGreeting:
    """Return the greeting in the result of a handshake."""
    info = object_in(result, "serverInfo")
    values = result.get("instructions"), info.get("name"), info.get("version")
    texts = (value[:GREETING_KEPT] if isinstance(value, str) else "" for value in values)
    return ServerGreeting(instructions_digest(result), *texts)


def instructions_digest(result: JsonObject) -> str:
    """Return the digest of the instructions in the result of a handshake; that of an empty text if there are none.

    Empty, which matches no pin, if they are ambiguous: another type, or a key that differs only in case.
    """
    keys = [key for key in result if key.casefold() == "instructions"]
    if not keys:
        return NO_INSTRUCTIONS
    text = result.get("instructions")
    if keys != ["instructions"] or not isinstance(text, str):
        return ""
    return sha256_hex(text.encode("utf-8", "surrogatepass"))


NO_GREETING: Final = ServerGreeting("")


class Pins:
    """The administrator's pins in force. ``reload``: puts changes of the administrator's file in force."""

    def __init__(
        self,
        managed: Callable[[], PolicySource | None] = lambda: None,
        log: Callable[[Draft], None] = lambda _: None,
        reload: Callable[[], None] = lambda: None,
    ) -> None:
        """``managed``: returns the administrator's file in force, None for none. ``log``: queues a record."""
        self._managed, self._log, self.reload = managed, log, reload
        self._last_managed: Managed = NOT_MANAGED
        self._pins_by_folded_id: Mapping[str, ServerPin] = {}
        self._recorded: set[tuple[str, str, str, str]] = set()
        self._recorded_by_server: Counter[str] = Counter()

    @property
    def are_unknown(self) -> bool:
        """Whether the pins are unknown, because the administrator's file cannot be used."""
        source = self._managed()
        return source is not None and bool(source.error)

    def pin_of(self, server_id: str) -> ServerPin | None:
        """Return the pin of a server, None for none. An id that differs only in case has the same pin."""
        source = self._managed()
        if source is None or not source.managed.pins:
            return None
        if source.managed is not self._last_managed:
            self._last_managed = source.managed
            self._pins_by_folded_id = {name.casefold(): pin for name, pin in source.managed.pins.items()}
        return self._last_managed.pins.get(server_id) or self._pins_by_folded_id.get(server_id.casefold())

    def record_mismatch(
        self, server_id: str, config: str, tool: str, digest: str, pinned: str, *, reviewed: bool = False
    ) -> None:
        """Record once that a server's words differ from what was approved. ``tool``: empty for the instructions.

        ``config``: its public digest. ``pinned``: the approved digest, empty if the tool was not approved.
        ``reviewed``: whether a person's review was violated, not a pin.
        """
        mismatch = (server_id, tool, digest, pinned)
        if mismatch in self._recorded or self._recorded_by_server[server_id] >= MAX_RECORDED:
            return
        self._recorded.add(mismatch)
        self._recorded_by_server[server_id] += 1
        body: JsonObject = {"server": server_id, "config": config, "what": "tool" if tool else "instructions"}
        tool_member: JsonObject = {"tool": tool[:NAME_KEPT]} if tool else {}
        reviewer: JsonObject = {"by": "user"} if reviewed else {}
        self._log(Draft("server.pin_mismatch", body | tool_member | {"digest": digest, "pinned": pinned} | reviewer))


class PinCheck:
    """Compares what a server says in one session with what was approved.

    ``instructions``: digest of the server's last instructions, None before a handshake.
    """

    def __init__(
        self,
        pins: Pins | None = None,
        server_id: str = "",
        config: str = "",
        on_greeted: Callable[[ServerGreeting], None] = lambda _: None,
        review: Callable[[], Review | None] | None = None,
    ) -> None:
        """``pins``: None for no pins. ``config``: the server's public digest.

        ``on_greeted``: called with the greeting of each handshake. ``review``: returns the current review; None if no
        review is needed.
        """
        self._pins, self._server_id = pins or Pins(), server_id
        self._on_greeted, self._review = on_greeted, review
        self._record = partial(self._pins.record_mismatch, server_id, config)
        self.instructions: str | None = None

    def refresh(self) -> bool:
        """Take over changed pins. Returns ``may_withhold``."""
        self._pins.reload()
        return self.may_withhold

    @property
    def may_withhold(self) -> bool:
        """Whether anything of this server may have to be withheld."""
        if self._pins.are_unknown or self._pins.pin_of(self._server_id) is not None:
            return True
        return self._review is not None and ((review := self._review()) is None or not review.free)

    def greeted(self, result: JsonObject) -> bool:
        """Check the result of a handshake. Returns whether its instructions may reach the app."""
        self._pins.reload()
        greeting = read_greeting(result)
        self.instructions = digest = greeting.digest
        self._on_greeted(greeting)
        pin = self._pins.pin_of(self._server_id)
        if pin is not None:
            if self.breaks_pin:
                self._record("", digest, pin.instructions or "")
            return not (self._pins.are_unknown or self.breaks_pin)
        return not self._pins.are_unknown and self._may_pass_instructions(digest)

    def _may_pass_instructions(self, digest: str) -> bool:
        """Whether a review lets the instructions with this digest pass. Empty instructions need no approval."""
        if self._review is None:
            return True
        review = self._review()
        if review is None:
            return False
        if review.free or digest == NO_INSTRUCTIONS:
            return True
        if review.looked and digest != review.instructions:
            self._record("", digest, review.instructions, reviewed=True)
        return review.instructed and digest == review.instructions

    @property
    def breaks_pin(self) -> bool:
        """Whether the server's instructions differ from the pinned ones."""
        return breaks_pin(self._pins.pin_of(self._server_id), self.instructions)

    def why_withheld(self, name: str, digest: str) -> str:
        """Return why a tool is withheld, one safe sentence; empty if it is not. ``digest``: of its definition."""
        if self._pins.are_unknown:
            return PINS_UNKNOWN
        pin = self._pins.pin_of(self._server_id)
        if pin is None:
            return "" if self._review is None else self._why_unapproved(self._review(), name, digest)
        if breaks_pin(pin, self.instructions):
            return INSTRUCTIONS_BREAKS_PIN
        pinned = pin.tools.get(name, "")
        if pinned == digest:
            return ""
        self._record(name, digest, pinned)
        return TOOL_BREAKS_PIN

    def _why_unapproved(self, review: Review | None, name: str, digest: str) -> str:
        if review is None or not review.passes:
            return NOT_REVIEWED
        if review.free or review.tools.get(name) == digest:
            return ""
        if review.left.get(name) == digest:
            return TOOL_NOT_APPROVED
        self._record(name, digest, review.tools.get(name, ""), reviewed=True)
        return TOOL_CHANGED if name in review.tools else TOOL_NEW

    def may_list(self, tool: JsonValue, *, plain: bool = False) -> bool:
        """Whether an element of a tool list may reach the app. ``plain``: see ``canonical.Document``."""
        if not self.may_withhold:
            return True
        name = object_in(tool).get("name")
        try:
            return isinstance(name, str) and not self.why_withheld(name, sha256_hex(canonical(tool, plain=plain)))
        except MalformedJson:
            return False  # without a digest it cannot have been approved


def breaks_pin(pin: ServerPin | None, instructions: str | None) -> bool:
    """Whether the server's ``instructions`` (a digest, None before a handshake) differ from its pin (pure)."""
    return pin is not None and None not in (pin.instructions, instructions) and pin.instructions != instructions
