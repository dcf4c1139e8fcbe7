"""What servers must say, as the administrator pinned it or a person reviewed it.

Owns: holding instructions and tools of a session against what was approved.

Invariants: a tool that was not approved, or differs from what was, reaches neither an app nor the gate. Where the
administrator pinned a server, that decides alone: where its instructions differ, or nobody can tell what is pinned,
nothing of it passes. Else a person's review decides, and withholds exactly what changed. It is asked anew at each look,
so that a changed file or review counts at once; each difference is on record once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from host.canonical import canonical
from host.errors import MalformedJson
from host.model import Draft, JsonObject, JsonValue, sha256_hex
from host.policy.model import NOT_MANAGED, Managed, PolicySource, ServerPin
from host.servers.reviews import Review

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
    info = result.get("serverInfo")
    said = (info.get("name"), info.get("version")) if isinstance(info, dict) else ()
    texts = (it[:GREETING_KEPT] if isinstance(it, str) else "" for it in (result.get("instructions"), *said))
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
