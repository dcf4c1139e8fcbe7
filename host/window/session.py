"""One connection of the window: who may open it, and how its requests find what answers them.

Owns: the one invitation there can be; frames in, replies and events out; the mark on a handler, and the collecting of
what is marked.

Invariants: a secret of 256 bits is made for each start of the window, is valid for one connection, and only from the
process that the host started, where the system tells which process connects; it is compared in constant time; whoever
comes with the right secret but may not have it has made it worthless. Each request has one handler. Whatever the window
sends, the host lives on: a request that cannot be read is refused, and the third one ends the connection; each request
has one reply; a window that does not keep up is not read from until it does, and cut off where it does not for too
long; only so many of its requests are worked on at once.
"""

from __future__ import annotations

import asyncio
import hmac
import inspect
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias, TypeVar  # Any: replies are of as many types as requests

from msgspec import Struct

from host import tasks
from host.audit.store import AuditStore
from host.control import codec
from host.control.peer import Peer
from host.control.protocol import Event, Request
from host.errors import INTERNAL_ERROR, AssentError, ProtocolError, UsageError
from host.gate.approvals import Approvals
from host.gate.gate import Gate
from host.gate.signers import OwnPin, Signers
from host.model import JsonObject
from host.paths import Paths
from host.policy.book import PolicyBook
from host.preferences import Preferences
from host.schema import SchemaChecker
from host.servers.supervisor import Supervisor
from host.wire.channel import StreamChannel
from host.words import Words, say

REFUSED: Final = -32001
"""The code of every request that was understood and refused; the message says why."""
MAX_MALFORMED: Final = 3
MAX_AT_ONCE: Final = 64
"""Requests that may be worked on at once; a person asks for a few."""
FRAME_LIMIT: Final = 16 << 20
"""Bytes of one request: changed inputs as large as a message to a server fit, as a text within JSON."""
WORK_GRACE: Final = 10.0
"""Seconds that cancelled requests have to end: the test of a server ends the server first."""
LINGER: Final = 1.0
"""Seconds a window has to take what was written for it before its connection is cut."""
STALLED: Final = 30.0
"""Seconds a window has to take what waits for it. The largest question takes a second or two, drawing one as many."""

_log = logging.getLogger(__name__)


class HostParts(Struct, frozen=True):
    """The parts of a host that the window sees and changes: the very ones that calls go through.

    Attributes:
        paths: the host's profile.
        gate: what the window stops and releases, and whose grants it revokes.
        approvals: the calls that wait.
        policy: the rules in force.
        supervisor: the servers.
        checker: checks arguments against schemas of rules.
        signers: who may sign, with a secret of their own.
        own_pin: that of ``person``.
        store: the log.
        preferences: the settings.
        quit_host: asks the host to end.
        person: who answers in the window.
        demo: whether this is the demonstration.
        monotonic: seconds.
    """

    paths: Paths
    gate: Gate
    approvals: Approvals
    policy: PolicyBook
    supervisor: Supervisor
    checker: SchemaChecker
    signers: Signers
    own_pin: OwnPin
    store: AuditStore
    preferences: Preferences
    quit_host: Callable[[], None]
    person: str
    demo: bool = False
    monotonic: Callable[[], float] = time.monotonic


S = TypeVar("S")
Q = TypeVar("Q", bound=Request[Any])
A = TypeVar("A")
Handlers: TypeAlias = dict[type[Request[Any]], Callable[[Any], object]]

_ANSWERS: Final = "answers_request"


def handles(request: type[Q]) -> Callable[[Callable[[S, Q], A]], Callable[[S, Q], A]]:
    """Mark the method that answers ``request``: with its reply, None where that is ``Done``, or what to await for it.

    It raises AssentError to refuse.
    """

    def mark(method: Callable[[S, Q], A]) -> Callable[[S, Q], A]:
        setattr(method, _ANSWERS, request)
        return method

    return mark


def handlers_of(*owners: object) -> Handlers:
    """The marked methods of ``owners``, by the request that each answers."""
    found: Handlers = {}
    for owner in owners:
        for name, method in inspect.getmembers(type(owner), inspect.isfunction):
            request = getattr(method, _ANSWERS, None)
            if request is not None:
                assert request not in found, f"two handlers of {request.__name__}"
                found[request] = getattr(owner, name)
    return found


SECRET_BYTES: Final = 32

NOT_EXPECTED: Final = "no window is expected here"
WRONG_SECRET: Final = "this is not the window that the host started"  # noqa: S105  # a sentence, no secret
WRONG_PROCESS: Final = "this process is not the window that the host started"


class _Invitation(Struct, frozen=True):
    secret: bytes
    pid: int


class WindowAuth:
    """Admits the one window that is expected."""

    def __init__(self) -> None:
        self._invitation: _Invitation | None = None

    def invite(self, pid: int) -> str:
        """Expect the process ``pid``, a child of this one; returns the secret for it. Ends any earlier invitation."""
        secret = secrets.token_hex(SECRET_BYTES)
        self._invitation = _Invitation(secret.encode(), pid)
        return secret

    def shut(self) -> None:
        """Let no window in from now on."""
        self._invitation = None

    def expects(self, peer: Peer) -> bool:
        """Whether the system says that ``peer`` is the process that may come; its secret is looked at in ``enter``."""
        return self._invitation is not None and peer.pid == self._invitation.pid

    def enter(self, secret: str, peer: Peer) -> None:
        """Let the window in, once.

        Raises:
            UsageError: ``peer`` is not the window that is expected; the sentence says why, and repeats nothing.
        """
        invitation = self._invitation
        if invitation is None:
            raise UsageError(NOT_EXPECTED)
        if not hmac.compare_digest(secret.encode(), invitation.secret):
            raise UsageError(WRONG_SECRET)
        self._invitation = None  # used up, by whomever
        if peer.pid is not None and peer.pid != invitation.pid:
            raise UsageError(WRONG_PROCESS)


class WindowSession:
    """The host's end of the window's connection; the receiver of its channel.

    Attributes:
        ready: set while the window takes what it is told.
    """

    def __init__(
        self,
        channel: StreamChannel,
        *,
        handle: Callable[[Request[Any]], object],
        closed: Callable[[WindowSession], None],
        stalled: Callable[[], None] = lambda: None,
    ) -> None:
        """``handle``: returns a reply, or what to await for it; raises AssentError to refuse.

        ``closed``: hears of the end, once. ``stalled``: hears, before ``closed`` does, that the window is cut off
        because it took nothing for too long.
        """
        self._channel, self._handle, self._closed = channel, handle, closed
        self._stalled, self.ready = stalled, asyncio.Event()
        self.ready.set()
        self._patience: asyncio.TimerHandle | None = None
        self._working: set[asyncio.Task[None]] = set()
        self._malformed = 0
        self._over = False
        channel.set_frame_limit(FRAME_LIMIT)

    def tell(self, event: Event) -> None:
        """Send an event."""
        self._channel.send(codec.event_frame(event))

    def end(self) -> None:
        """Close the connection; what was sent before still arrives."""
        self._let_go()
        self._channel.close()

    async def ended(self) -> None:
        """Wait until what was worked on has ended, and the window has heard what was sent; bounded."""
        if self._working:
            await asyncio.wait(set(self._working), timeout=WORK_GRACE)
        await self._channel.wait_closed(LINGER)

    # The channel

    def frame_received(self, frame: bytes) -> None:
        """Read one request of the window and answer it; what is none is refused."""
        message: JsonObject = {}
        try:
            message = codec.read_object(frame)
            number, request = codec.read_request(message)
        except ProtocolError as error:
            self._misunderstood(message, error)
            return
        self._answer(number, request)

    def channel_closed(self, error: AssentError | None) -> None:
        """The window left, or sent more than it may."""
        if error is not None:
            _log.info("the window's connection ended: %s", error)
        self._let_go()

    def writable(self, ready: bool) -> None:
        """Whether the window keeps up."""
        self._channel.pause_reading(not ready)
        self._stop_waiting()
        if ready:
            self.ready.set()
            return
        self.ready.clear()
        if not self._over:
            self._patience = asyncio.get_running_loop().call_later(STALLED, self._cut)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _cut(self) -> None:
        _log.warning("the window has taken nothing for %g s; its connection is cut", STALLED)
        self._stalled()
        self.end()
        tasks.spawn(self._channel.wait_closed(0), name="cut the window's connection")  # it would be written to for ever

    # Requests

    def _answer(self, number: int, request: Request[Any]) -> None:
        if len(self._working) >= MAX_AT_ONCE:
            self._refuse(number, REFUSED, say("too many requests at once"))
            return
        try:
            reply = self._handle(request)
        except AssentError as error:
            self._refuse(number, REFUSED, error.words)
        except Exception:  # noqa: BLE001  # nothing that the window sends ends the host
            self._failed(number, request)
        else:
            if inspect.isawaitable(reply):
                task = tasks.spawn(self._finish(number, request, reply), name=f"request {number} of the window")
                self._working.add(task)
                task.add_done_callback(self._working.discard)
            else:
                self._channel.send(codec.reply_frame(number, reply))

    async def _finish(self, number: int, request: Request[Any], work: Awaitable[object]) -> None:
        try:
            reply = await work
        except AssentError as error:
            self._refuse(number, REFUSED, error.words)
        except Exception:  # noqa: BLE001  # as above
            self._failed(number, request)
        else:
            self._channel.send(codec.reply_frame(number, reply))

    def _failed(self, number: int, request: Request[Any]) -> None:
        _log.exception("a request of the window failed: %s", type(request).__name__)
        self._refuse(number, INTERNAL_ERROR, say("an internal error"))

    def _refuse(self, number: int, code: int, why: Words) -> None:
        self._channel.send(codec.error_frame(number, code, why))

    def _misunderstood(self, message: JsonObject, error: ProtocolError) -> None:
        number = message.get("id")
        self._refuse(number if type(number) is int else 0, error.code, error.words)
        self._malformed += 1
        _log.warning("the window sent what is no request: %s", error)
        if self._malformed >= MAX_MALFORMED:
            self.end()

    def _let_go(self) -> None:
        if self._over:
            return
        self._over = True
        self._stop_waiting()
        for task in tuple(self._working):
            task.cancel()
        self._closed(self)
