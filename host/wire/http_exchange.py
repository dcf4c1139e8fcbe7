"""One HTTP request to a server, and its answer.

Owns: redirects, signing in, what each failure means for the message that was to be carried, and reading an answer
within its bounds.

Invariants:
    - Of each failure it is known whether the server may have acted: ``NotTaken`` where it has not, ``Dropped`` where
      nobody can tell.
    - A request that may be sent once alone is never sent again, whatever the server answers.
    - No body and no event grows over the limit before it is read; nothing is unpacked; reading stops while the
      receiver holds back.
    - What libraries and servers say stands in an error's detail alone.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol

from msgspec import Struct

from host import __version__
from host.canonical import parse_document
from host.errors import AssentError, ChannelClosed, MalformedJson
from host.model import JsonObject
from host.wire import urls
from host.words import Words, say

if TYPE_CHECKING:
    import httpx2

MAX_REDIRECTS: Final = 3
MAX_ERROR: Final = 64 << 10
"""Bytes of the body of an error that are read."""
ROOM: Final = 8 << 10
"""Bytes of an event beside its data: its name and id."""
PIECE: Final = 64 << 10
"""Bytes of a request that are handed over at once."""
SIGN_IN: Final = frozenset({401, 403})
MAX_EVENT_ID: Final = 1_024
"""Characters of an event's id that can be sent back."""

Method = Literal["POST", "GET", "DELETE"]


SIGN_IN_FIRST: Final = say("the server wants a person to sign in, on the page Servers of Assent")
SIGN_IN_FOR_MORE: Final = say(
    "the server wants more rights than the sign-in gave: a person can give them on the page Servers of Assent"
)


MAX_MOVED: Final = 8
"""Addresses of one connection whose redirects are remembered; it has two."""
MOVED: Final = say("it answered with a redirect, which is not followed for a call; the next one goes there")
RENEWED: Final = say("the sign-in was renewed, for the server took the last one no more; the same call may work now")


class NotTaken(AssentError):
    """The server did not get the request, or refused it: it had no effect.

    Attributes:
        status: of HTTP, 0 where there was no answer.
        error: the JSON-RPC error that the server answered, if it did.
    """

    def __init__(self, message: Words, *, status: int = 0, error: JsonObject | None = None, detail: str = "") -> None:
        """``message``: one safe sentence; the rest as the attributes say."""
        super().__init__(message, detail=detail)
        self.status, self.error = status, error


class SignInNeeded(NotTaken):
    """The server wants somebody to sign in, or more than was allowed."""


class Dropped(ChannelClosed):
    """The request may have reached the server, and there will be no answer."""


class TooLarge(Dropped):
    """The answer is over the limit; the rest of it is not wanted either."""


class Authorizer(Protocol):
    """What signs the requests of one connection in."""

    async def header(self) -> str | None:
        """The value for ``Authorization``, refreshed beforehand where it is about to expire; None without a sign-in.

        Raises:
            AssentError: it has expired and cannot be refreshed just now.
        """

    async def refused(self, status: int, challenge: str, sent: str | None) -> bool:
        """The server answered ``status`` (401 or 403) with that ``WWW-Authenticate`` (untrusted, possibly empty).

        ``sent``: the ``Authorization`` that the request had.

        Returns whether ``header`` has another value now, without a person. Where it has not, this has made it known
        that a person must sign in, or allow more.
        """


@dataclass(frozen=True, slots=True)
class HttpSpec:
    """A server to connect to, with every reference resolved: it may hold secrets and shows none.

    Attributes:
        url: of the server.
        headers: that its entry names.
        kind: "sse" for the transport of 2024-11-05 alone; "http" for any that the server speaks.
        authorizer: signs requests in, None where the entry does so itself.
    """

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    kind: Literal["http", "sse"]
    authorizer: Authorizer | None = field(default=None, repr=False)


class Events(Struct):
    """One stream of events over all its connections.

    Attributes:
        last_id: of the last event that had one, empty where there is none to resume from.
        wait: seconds that the server wants before a new connection, None where it said nothing.
        heard: whether the present connection brought a message.
    """

    last_id: str = ""
    wait: float | None = None
    heard: bool = False


class Exchange:
    """Sends the requests of one connection.

    Attributes:
        reading: set while the receiver keeps up.
    """

    def __init__(self, spec: HttpSpec, client: httpx2.AsyncClient, *, limit: int) -> None:
        """``client``: of this connection alone. ``limit``: largest message from the server, in bytes."""
        self._spec, self._client, self._limit = spec, client, limit
        self._own = {name.lower(): value for name, value in spec.headers.items()}
        self._own.setdefault("user-agent", f"assent/{__version__}")
        self.reading = asyncio.Event()
        self.reading.set()
        self._moved: dict[str, str] = {}
        """Where an address of this connection led by redirects."""

    @asynccontextmanager
    async def ask(
        self,
        method: Method,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None = None,
        *,
        once: bool = False,
        on_taken: Callable[[], None] = lambda: None,
    ) -> AsyncIterator[httpx2.Response]:
        """Send a request and yield its good answer, whose body is still to be read.

        ``once``: a request that acts; it is sent once, whatever sign-in or redirect is answered. ``on_taken``: called
        once the body has been handed over.

        Raises:
            NotTaken: as it says. Dropped: likewise, while the body is read too.
        """
        import httpx2

        try:
            response = await self._answer(method, url, headers, body, once, on_taken)
            try:
                if response.is_success:
                    yield response
                else:
                    raise await self._refusal(response)
            finally:
                await response.aclose()
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError) as error:
            raise _meaning(error) from error

    async def _answer(
        self,
        method: Method,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None,
        once: bool,
        on_taken: Callable[[], None],
    ) -> httpx2.Response:
        """The answer after redirects, and after one more sign-in where that may be."""
        again, first = True, url
        url = self._moved.get(first, first)
        for _ in range(MAX_REDIRECTS + 2):
            response = await self._send(method, url, headers, body, on_taken)
            try:
                if response.has_redirect_location:
                    location = response.headers["location"]
                    url = urls.redirected(location, url=url, method=method, status=response.status_code)
                    if len(self._moved) < MAX_MOVED or first in self._moved:
                        self._moved[first] = url
                    if once:
                        raise NotTaken(MOVED, status=response.status_code)
                elif response.status_code not in SIGN_IN or not await self._signed_in(response):
                    return response
                elif once:
                    raise NotTaken(RENEWED, status=response.status_code)
                elif not again:
                    return response
                else:
                    again = False
            except urls.UrlRefused as error:
                await response.aclose()
                raise NotTaken(error.words, status=response.status_code, detail=error.detail) from error
            except BaseException:
                await response.aclose()
                raise
            await response.aclose()
        raise NotTaken(say("it redirects again and again"))

    async def _send(
        self, method: Method, url: str, headers: Mapping[str, str], body: bytes | None, on_taken: Callable[[], None]
    ) -> httpx2.Response:
        sent = {**self._own, **headers}
        authorizer = self._spec.authorizer
        if authorizer is not None and (value := await _value_of(authorizer)) is not None:
            sent["authorization"] = value
        if body is not None:
            sent["content-length"] = str(len(body))
        content = None if body is None else _pieces(body, on_taken)
        try:
            return await self._client.send(
                self._client.build_request(method, url, headers=sent, content=content), stream=True
            )
        except urls.UrlRefused as error:
            raise NotTaken(error.words, detail=error.detail) from error

    async def _signed_in(self, response: httpx2.Response) -> bool:
        """Whether the same request may do better now."""
        authorizer = self._spec.authorizer
        if authorizer is None:
            return False
        sent, said = response.request.headers.get("authorization"), response.headers.get("www-authenticate", "")
        return await authorizer.refused(response.status_code, said, sent)

    async def _refusal(self, response: httpx2.Response) -> AssentError:
        """What an answer means that is no good one."""
        status = response.status_code
        if status == 401:
            return SignInNeeded(SIGN_IN_FIRST, status=status)
        if status == 403 and "insufficient_scope" in response.headers.get("www-authenticate", ""):
            return SignInNeeded(SIGN_IN_FOR_MORE, status=status)
        error = await self._error_in(response)
        if error is None and (status >= 500 or status == 408 or status < 400):
            return Dropped(say("the server failed (HTTP {status})", status=status))
        return NotTaken(say("the server refused it (HTTP {status})", status=status), status=status, error=error)

    async def _error_in(self, response: httpx2.Response) -> JsonObject | None:
        """The JSON-RPC error in the body, whatever its id is; None where there is none."""
        if media_type(response) != "application/json":
            return None
        try:
            value = parse_document(await self.body(response, limit=MAX_ERROR)).value
        except (MalformedJson, Dropped):
            return None
        error = value.get("error") if isinstance(value, dict) else None
        sound = isinstance(error, dict) and type(error.get("code")) is int and isinstance(error.get("message"), str)
        return error if sound and isinstance(error, dict) else None

    async def body(self, response: httpx2.Response, *, limit: int | None = None) -> bytes:
        """The whole body.

        Raises:
            TooLarge: it is.
        """
        most, chunks, held = self._limit if limit is None else limit, list[bytes](), 0
        async for chunk in response.aiter_raw():
            held += len(chunk)
            if held > most:
                raise TooLarge(say("its answer is larger than the limit of {limit} bytes", limit=f"{most:,}"))
            chunks.append(chunk)
            await self.reading.wait()
        return b"".join(chunks)

    async def events(self, response: httpx2.Response, events: Events) -> AsyncGenerator[tuple[str, bytes], None]:
        """Name and data of each event that has data, noting in ``events`` what resuming needs.

        Raises:
            TooLarge: one is.
        """
        import httpx2

        response.encoding = "utf-8"  # whatever the server says: there is no other (WHATWG, server-sent events)
        events.heard = False
        try:
            async for event in httpx2.EventSource(response, max_event_size=self._limit + ROOM):
                await self.reading.wait()
                if event.id:
                    events.last_id = event.id if _sendable(event.id) else ""
                if event.retry is not None:
                    events.wait = max(0.0, event.retry / 1000) if event.retry < 1 << 40 else None
                if event.data:
                    events.heard = True
                    yield event.event, event.data.encode()
        except httpx2.SSEError as error:
            why = say("one of its events is larger than the limit of {limit} bytes", limit=f"{self._limit:,}")
            raise TooLarge(why, detail=str(error)) from error


async def _value_of(authorizer: Authorizer) -> str | None:
    try:
        return await authorizer.header()
    except AssentError as error:
        raise NotTaken(error.words, detail=error.detail) from error


def media_type(response: httpx2.Response) -> str:
    """The media type of an answer without its parameters; nothing for one that is packed, which was not asked for."""
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("identity", ""):
        return ""
    kind: str = response.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower()


def _sendable(event_id: str) -> bool:
    return (
        len(event_id) <= MAX_EVENT_ID and event_id.isascii() and event_id.isprintable() and event_id == event_id.strip()
    )


async def _pieces(body: bytes, on_taken: Callable[[], None]) -> AsyncIterator[bytes]:
    for begin in range(0, len(body), PIECE):
        yield body[begin : begin + PIECE]
    on_taken()


def _meaning(error: Exception) -> AssentError:
    """What a failure of the library means for the message."""
    import httpx2

    detail = f"{type(error).__name__}: {error}"
    unsent = (
        httpx2.ConnectError,
        httpx2.ConnectTimeout,
        httpx2.PoolTimeout,
        httpx2.ProxyError,
        httpx2.UnsupportedProtocol,
        httpx2.LocalProtocolError,
        httpx2.InvalidURL,
    )
    if isinstance(error, unsent):
        return NotTaken(say("the server cannot be reached: {why}", why=_why(error)), detail=detail)
    if isinstance(error, httpx2.RemoteProtocolError):
        return Dropped(say("the connection to the server broke, or it sent what is no HTTP"), detail=detail)
    return Dropped(say("the connection to the server was lost"), detail=detail)


def _why(error: Exception) -> Words:
    """Why a connection could not be made, a safe clause."""
    import httpx2

    if isinstance(error, httpx2.ProxyError):
        return say("the proxy refused")
    if isinstance(error, httpx2.ConnectTimeout):
        return say("it does not answer")
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return say("its certificate is not trusted")
        if isinstance(cause, ssl.SSLError):
            return say("no secure connection could be made")
        if isinstance(cause, socket.gaierror):
            return say("its name is not known")
        if isinstance(cause, OSError) and cause.errno == errno.ECONNREFUSED:
            return say("nothing answers at its address")
        cause = cause.__cause__ or cause.__context__
    return say("no connection could be made")
