"""One connection of the window: who may open it, and which handler answers its requests.

Owns: the one valid invitation, the reading of requests, the sending of replies and events, and the registration of
handlers.

Invariants: for each start of the window a secret of 256 bits is made. It is valid for one connection, which must come
from the process that the host started if the system tells; it is compared in constant time; a connection with the right
secret from the wrong process uses it up. Each request type has one handler, and each request one reply. No message of
the window ends the host: an unreadable request is refused, and the third one ends the connection. A window that does
not keep up is not read until it does, and is disconnected after a time. The number of concurrent requests is limited.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import inspect
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, TypeAlias, TypeVar  # Any: replies are of as many types as requests

from msgspec import Struct, field

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

REFUSED: Final = -32001  # the error code of every valid request that was refused; the message says why
MAX_MALFORMED: Final = 3
MAX_CONCURRENT: Final = 64  # concurrent requests; a person causes a few
FRAME_LIMIT: Final = 16 << 20
"""Bytes of one request: enough for changed inputs as large as a message to a server, as a string within JSON."""
WORK_GRACE: Final = 10.0  # seconds that cancelled requests have to end: a server's test stops the server first
LINGER: Final = 1.0  # seconds a window has to read what was written for it before its connection is cut
STALL_TIMEOUT: Final = 30.0
"""Seconds a window has to read what waits for it. Sending the largest question takes a second or two."""

_log = logging.getLogger(__name__)


class HostParts(Struct, frozen=True):
    """The parts of a host that the window reads and changes. Calls use the same objects."""

    paths: Paths
    gate: Gate  # for the emergency stop, and for grants
    approvals: Approvals
    policy: PolicyBook
    supervisor: Supervisor
    checker: SchemaChecker
    signers: Signers
    own_pin: OwnPin  # the PIN of ``person``
    store: AuditStore
    preferences: Preferences
    quit_host: Callable[[], None]
    person: str  # the name of the person who answers in the window
    demo: bool = False
    connected_apps: set[str] = field(
        default_factory=set
    )  # the names of the apps that had a session since they were attached
    http_problem: Callable[[], Words] = lambda: ""  # returns why apps cannot come over HTTP, empty if they can
    monotonic: Callable[[], float] = time.monotonic  # a clock, in seconds


S = TypeVar("S")
Q = TypeVar("Q", bound=Request[Any])
A = TypeVar("A")
Handlers: TypeAlias = dict[type[Request[Any]], Callable[[Any], object]]

_REQUEST_ATTRIBUTE: Final = "answers_request"


def handles(request: type[Q]) -> Callable[[Callable[[S, Q], A]], Callable[[S, Q], A]]:
    """Register a method as the handler of ``request``.

    It returns the reply, None for ``Done``, or an awaitable of either; it raises AssentError to refuse.
    """

    def mark(method: Callable[[S, Q], A]) -> Callable[[S, Q], A]:
        setattr(method, _REQUEST_ATTRIBUTE, request)
        return method

    return mark


def handlers_of(*owners: object) -> Handlers:
    """Return the handlers among the methods of ``owners``, by request type."""
    handlers: Handlers = {}
    for owner in owners:
        for name, method in inspect.getmembers(type(owner), inspect.isfunction):
            request = getattr(method, _REQUEST_ATTRIBUTE, None)
            if request is not None:
                assert request not in handlers, f"two handlers of {request.__name__}"
                handlers[request] = getattr(owner, name)
    return handlers


SECRET_BYTES: Final = 32

NOT_EXPECTED: Final = "no window is expected here"
WRONG_SECRET: Final = "this is not the window that the host started"  # noqa: S105  # a sentence, no secret
WRONG_PROCESS: Final = "this process is not the window that the host started"


class _Invitation(Struct, frozen=True):
    secret: bytes
    pid: int


class WindowAuth:
    """Decides which process may connect as the window."""

    def __init__(self) -> None:
        self._invitation: _Invitation | None = None

    def invite(self, pid: int) -> str:
        """Expect the child process ``pid``, and return the secret for it. Replaces any earlier invitation."""
        secret = secrets.token_hex(SECRET_BYTES)
        self._invitation = _Invitation(secret.encode(), pid)
        return secret

    def shut(self) -> None:
        """Admit no window from now on."""
        self._invitation = None

    def expects(self, peer: Peer) -> bool:
        """Whether ``peer`` is the expected process. ``admit`` checks its secret."""
        return self._invitation is not None and peer.pid == self._invitation.pid

    def admit(self, secret: str, peer: Peer) -> None:
        """Check the secret and use up the invitation.

        Raises UsageError if ``peer`` is not the expected window; the sentence says why, without the secret.
        """
        invitation = self._invitation
        if invitation is None:
            raise UsageError(NOT_EXPECTED)
        if not hmac.compare_digest(secret.encode(), invitation.secret):
            raise UsageError(WRONG_SECRET)
        self._invitation = None  # used up, even by the wrong process
        if peer.pid is not None and peer.pid != invitation.pid:
            raise UsageError(WRONG_PROCESS)


class WindowSession:
    """The host's end of the window's connection; the receiver of its channel.

    Attributes:
        ready: set while the window keeps up with what it is sent.
    """

    def __init__(
        self,
        channel: StreamChannel,
        *,
        handle: Callable[[Request[Any]], object],
        on_closed: Callable[[WindowSession], None],
        on_stalled: Callable[[], None] = lambda: None,
    ) -> None:
        """``handle``: returns a reply or an awaitable of it; raises AssentError to refuse.

        ``on_closed``: called once, at the end.
        ``on_stalled``: called before that, if the window is disconnected because it does not read.
        """
        self._channel, self._handle, self._on_closed = channel, handle, on_closed
        self._on_stalled, self.ready = on_stalled, asyncio.Event()
        self.ready.set()
        self._stall_timer: asyncio.TimerHandle | None = None
        self._request_tasks: set[asyncio.Task[None]] = set()
        self._malformed_count = 0
        self._has_ended = False
        channel.set_frame_limit(FRAME_LIMIT)

    def send_event(self, event: Event) -> None:
        """Send an event."""
        self._channel.send(codec.event_frame(event))

    def end(self) -> None:
        """Close the connection; what was sent before still arrives."""
        self._finish()
        self._channel.close()

    async def wait_ended(self) -> None:
        """Wait, within bounds, until all requests have ended and the window has read what was sent."""
        if self._request_tasks:
            await asyncio.wait(set(self._request_tasks), timeout=WORK_GRACE)
        await self._channel.wait_closed(LINGER)

    # The channel

    def frame_received(self, frame: bytes) -> None:
        """Read one request of the window and answer it; refuse anything else."""
        message: JsonObject = {}
        try:
            message = codec.read_object(frame)
            number, request = codec.read_request(message)
        except ProtocolError as error:
            self._refuse_malformed(message, error)
            return
        self._answer(number, request)

    def channel_closed(self, error: AssentError | None) -> None:
        """Note that the window left, or sent a frame over the limit."""
        if error is not None:
            _log.info("the window's connection ended: %s", error)
        self._finish()

    def writable(self, ready: bool) -> None:
        """Note whether the window keeps up; while it does not, it is not read."""
        self._channel.pause_reading(not ready)
        self._cancel_stall_timer()
        if ready:
            self.ready.set()
            return
        self.ready.clear()
        if not self._has_ended:
            self._stall_timer = asyncio.get_running_loop().call_later(STALL_TIMEOUT, self._disconnect_stalled)

    def _cancel_stall_timer(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    def _disconnect_stalled(self) -> None:
        _log.warning("the window has taken nothing for %g s; its connection is cut", STALL_TIMEOUT)
        self._on_stalled()
        self.end()
        tasks.spawn(self._channel.wait_closed(0), name="cut the window's connection")  # else writing would never end

    # Requests

    def _answer(self, number: int, request: Request[Any]) -> None:
        if len(self._request_tasks) >= MAX_CONCURRENT:
            self._refuse(number, REFUSED, say("too many requests at once"))
            return
        with self._refusing(number, request):
            reply = self._handle(request)
            if inspect.isawaitable(reply):
                work, name = self._answer_later(number, request, reply), f"request {number} of the window"
                tasks.spawn(work, name=name, among=self._request_tasks)
            else:
                self._channel.send(codec.reply_frame(number, reply))

    async def _answer_later(self, number: int, request: Request[Any], work: Awaitable[object]) -> None:
        """Answer once the work is done. A thread writes the reply, which may hold all that a server says."""
        with self._refusing(number, request):
            reply = await work
            frame = await tasks.in_daemon_thread(lambda: codec.reply_frame(number, reply), name="write a reply")
            self._channel.send(frame)

    @contextlib.contextmanager
    def _refusing(self, number: int, request: Request[Any]) -> Iterator[None]:
        """Refuse the request if its work fails: nothing that the window sends ends the host."""
        try:
            yield
        except AssentError as error:
            self._refuse(number, REFUSED, error.words)
        except Exception:  # noqa: BLE001  # as said above
            _log.exception("a request of the window failed: %s", type(request).__name__)
            self._refuse(number, INTERNAL_ERROR, say("an internal error"))

    def _refuse(self, number: int, code: int, why: Words) -> None:
        self._channel.send(codec.error_frame(number, code, why))

    def _refuse_malformed(self, message: JsonObject, error: ProtocolError) -> None:
        number = message.get("id")
        self._refuse(number if type(number) is int else 0, error.code, error.words)
        self._malformed_count += 1
        _log.warning("the window sent what is no request: %s", error)
        if self._malformed_count >= MAX_MALFORMED:
            self.end()

    def _finish(self) -> None:
        """Cancel all requests and report the end, once."""
        if self._has_ended:
            return
        self._has_ended = True
        self._cancel_stall_timer()
        for task in tuple(self._request_tasks):
            task.cancel()
        self._on_closed(self)
