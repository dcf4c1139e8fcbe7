"""One HTTP request to a server, and its answer.

Invariants:
    - Each failure tells whether the server may have acted: ``NotExecuted`` if it has not, ``OutcomeUnknown`` if nobody
      can tell.
    - A request that may be sent only once is never sent again, whatever the server answers.
    - No body and no event grows over the limit before it is read. Nothing is decompressed. Reading pauses while the
      receiver does not keep up.
    - Words of libraries and servers are only in an error's detail.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, Literal, Protocol

from msgspec import Struct

from host import __version__
from host.canonical import parse_document
from host.errors import AssentError, ChannelClosed, MalformedJson
from host.model import JsonObject, object_in
from host.values import PartlyPrinted
from host.wire import urls
from host.wire.channel import FRAMES_PER_TURN
from host.words import Words, say

if TYPE_CHECKING:
    import httpx2

MAX_REDIRECTS: Final = 3
MAX_ERROR: Final = 64 << 10
"""Bytes that are read of the body of an error."""
EVENT_OVERHEAD: Final = 8 << 10
"""Bytes of an event beside its data, for its name and id."""
CHUNK_BYTES: Final = 64 << 10
"""Bytes of a request that are passed to the library at once."""
SIGN_IN_STATUSES: Final = frozenset({401, 403})
MAX_EVENT_ID: Final = 1_024
"""Longest event id, in characters, that is sent back."""

Method = Literal["POST", "GET", "DELETE"]

SIGN_IN_FIRST: Final = say("the server wants a person to sign in, on the page Servers of Assent")
SIGN_IN_FOR_MORE: Final = say(
    "the server wants more rights than the sign-in gave: a person can give them on the page Servers of Assent"
)

MAX_REMEMBERED_REDIRECTS: Final = 8
"""Redirected URLs that are remembered for a connection, which normally uses two."""
REDIRECTED: Final = say("it answered with a redirect, which is not followed for a call; the next one goes there")
SIGN_IN_RENEWED: Final = say(
    "the sign-in was renewed, because the server no longer accepted the last one; the same call may work now"
)


class NotExecuted(AssentError):
    """The server did not get the request or refused it: it had no effect.

    ``status``: HTTP status, 0 if there was no answer.
    """

    def __init__(self, message: Words, *, status: int = 0, error: JsonObject | None = None, detail: str = "") -> None:
        """``message``: one safe sentence. The other arguments are as the attributes."""
        super().__init__(message, detail=detail)
        self.status, self.error = status, error


class SignInNeeded(NotExecuted):
    """The server wants a person to sign in, or to grant more rights."""


class OutcomeUnknown(ChannelClosed):
    """The server may have got the request, and there will be no answer."""


class AnswerTooLarge(OutcomeUnknown):
    """The answer is over the limit and was not read to its end."""


class Authorizer(Protocol):
    """Adds the authorization to the requests of one connection."""

    async def header(self) -> str | None:
        """Return the value for ``Authorization``, refreshed if it is about to expire; None without a sign-in.

        Raises AssentError if it has expired and cannot be refreshed now.
        """

    async def handle_refusal(self, status: int, challenge: str, sent: str | None) -> bool:
        """Handle a refusal with ``status`` 401 or 403. Returns whether ``header`` has another value now.

        If it has not, this has made known that a person must sign in or grant more rights. ``challenge``: the
        ``WWW-Authenticate`` (untrusted, may be empty). ``sent``: the ``Authorization`` of the request.
        """


class HttpSpec(PartlyPrinted, Struct, frozen=True):
    """A server to connect to, with all references resolved. It may hold secrets; its representation shows none.

    ``kind``: "sse" for the transport of 2024-11-05 alone; "http" for any that the server speaks. ``authorizer``:
    authorizes the requests, None if the entry has its own ``Authorization``.
    """

    UNPRINTED = frozenset({"url", "headers", "authorizer"})

    url: str
    headers: Mapping[str, str]
    kind: Literal["http", "sse"]
    authorizer: Authorizer | None = None


class StreamState(Struct):
    """The state of one stream of events over all its connections."""

    last_id: str = ""  # id of the last event with an id; empty if the stream cannot be resumed
    retry_delay: float | None = None  # seconds that the server wants before a new connection, None if it did not say
    has_message: bool = False  # whether the current connection brought a message


class Exchange:
    """Sends the requests of one connection. ``reading``: an event that is set while the receiver keeps up."""

    def __init__(self, spec: HttpSpec, client: httpx2.AsyncClient, *, limit: int) -> None:
        """``client``: used by this connection alone. ``limit``: largest message from the server, in bytes."""
        self._spec, self._client, self._limit = spec, client, limit
        self._entry_headers = {name.lower(): value for name, value in spec.headers.items()}
        self._entry_headers.setdefault("user-agent", f"assent/{__version__}")
        self.reading = asyncio.Event()
        self.reading.set()
        self._redirect_by_url: dict[str, str] = {}
        """Where a URL of this connection was redirected to."""

    @asynccontextmanager
    async def request(
        self,
        method: Method,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None = None,
        *,
        once: bool = False,
        on_sent: Callable[[], None] = lambda: None,
    ) -> AsyncIterator[httpx2.Response]:
        """Send a request and yield its successful answer, whose body is still to be read.

        ``once``: whether it must not be sent again after a redirect or a sign-in, because it acts. ``on_sent``: called
        when the whole body was passed to the library.

        Raises:
            NotExecuted: the request had no effect.
            OutcomeUnknown: nobody can tell; also while the body of the answer is read.
        """
        import httpx2

        try:
            response = await self._send_following_redirects(method, url, headers, body, once, on_sent)
            try:
                if response.is_success:
                    yield response
                else:
                    raise await self._error_of_answer(response)
            finally:
                await response.aclose()
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError) as error:
            raise _error_from_library(error) from error

    async def _send_following_redirects(
        self,
        method: Method,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None,
        once: bool,
        on_sent: Callable[[], None],
    ) -> httpx2.Response:
        """Send a request; again after each redirect, and once after its authorization was renewed."""
        may_sign_in_again, original_url = True, url
        url = self._redirect_by_url.get(original_url, original_url)
        for _ in range(MAX_REDIRECTS + 2):
            response = await self._send(method, url, headers, body, on_sent)
            try:
                if response.has_redirect_location:
                    location = response.headers["location"]
                    url = urls.redirect_target(location, url=url, method=method, status=response.status_code)
                    if len(self._redirect_by_url) < MAX_REMEMBERED_REDIRECTS or original_url in self._redirect_by_url:
                        self._redirect_by_url[original_url] = url
                    if once:
                        raise NotExecuted(REDIRECTED, status=response.status_code)
                elif response.status_code not in SIGN_IN_STATUSES or not await self._renew_authorization(response):
                    return response
                elif once:
                    raise NotExecuted(SIGN_IN_RENEWED, status=response.status_code)
                elif not may_sign_in_again:
                    return response
                else:
                    may_sign_in_again = False
            except urls.UrlRefused as error:
                await response.aclose()
                raise NotExecuted(error.words, status=response.status_code, detail=error.detail) from error
            except BaseException:
                await response.aclose()
                raise
            await response.aclose()
        raise NotExecuted(say("it redirects again and again"))

    async def _send(
        self, method: Method, url: str, headers: Mapping[str, str], body: bytes | None, on_sent: Callable[[], None]
    ) -> httpx2.Response:
        all_headers = {**self._entry_headers, **headers}
        authorizer = self._spec.authorizer
        if authorizer is not None and (value := await _authorization(authorizer)) is not None:
            all_headers["authorization"] = value
        if body is not None:
            all_headers["content-length"] = str(len(body))
        content = None if body is None else _chunks(body, on_sent)
        try:
            return await self._client.send(
                self._client.build_request(method, url, headers=all_headers, content=content), stream=True
            )
        except urls.UrlRefused as error:
            raise NotExecuted(error.words, detail=error.detail) from error

    async def _renew_authorization(self, response: httpx2.Response) -> bool:
        """Handle a refused authorization. Returns whether the request may succeed with a renewed one."""
        authorizer = self._spec.authorizer
        if authorizer is None:
            return False
        sent, challenge = response.request.headers.get("authorization"), response.headers.get("www-authenticate", "")
        return await authorizer.handle_refusal(response.status_code, challenge, sent)

    async def _error_of_answer(self, response: httpx2.Response) -> AssentError:
        status = response.status_code
        if status == 401:
            return SignInNeeded(SIGN_IN_FIRST, status=status)
        if status == 403 and "insufficient_scope" in response.headers.get("www-authenticate", ""):
            return SignInNeeded(SIGN_IN_FOR_MORE, status=status)
        error = await self._error_in(response)
        if error is None and (status >= 500 or status == 408 or status < 400):
            return OutcomeUnknown(say("the server failed (HTTP {status})", status=status))
        return NotExecuted(say("the server refused it (HTTP {status})", status=status), status=status, error=error)

    async def _error_in(self, response: httpx2.Response) -> JsonObject | None:
        """Return the JSON-RPC error in the body, whatever its id; None if there is none."""
        if media_type(response) != "application/json":
            return None
        try:
            value = parse_document(await self.read_body(response, limit=MAX_ERROR)).value
        except (MalformedJson, OutcomeUnknown):
            return None
        error = object_in(value, "error")
        return error if type(error.get("code")) is int and isinstance(error.get("message"), str) else None

    async def read_body(self, response: httpx2.Response, *, limit: int | None = None) -> bytes:
        """Return the whole body.

        Raises AnswerTooLarge if it is over the limit.
        """
        max_bytes, chunks, size = self._limit if limit is None else limit, list[bytes](), 0
        async for chunk in response.aiter_raw():
            size += len(chunk)
            if size > max_bytes:
                raise AnswerTooLarge(
                    say("its answer is larger than the limit of {limit} bytes", limit=f"{max_bytes:,}")
                )
            chunks.append(chunk)
            await self.reading.wait()
        return b"".join(chunks)

    async def read_events(
        self, response: httpx2.Response, state: StreamState
    ) -> AsyncGenerator[tuple[str, bytes], None]:
        """Yield name and data of each event with data, and keep in ``state`` what a new connection needs.

        Raises AnswerTooLarge if an event is over the limit.
        """
        import httpx2

        response.encoding = "utf-8"  # event streams have no other encoding (WHATWG, server-sent events)
        state.has_message, count = False, 0
        try:
            async for event in httpx2.EventSource(response, max_event_size=self._limit + EVENT_OVERHEAD):
                count += 1
                if count % FRAMES_PER_TURN == 0:
                    await asyncio.sleep(0)
                await self.reading.wait()
                if event.id:
                    is_sendable = event.id.isascii() and event.id.isprintable() and event.id == event.id.strip()
                    state.last_id = event.id if is_sendable and len(event.id) <= MAX_EVENT_ID else ""
                if event.retry is not None:
                    state.retry_delay = max(0.0, event.retry / 1000) if event.retry < 1 << 40 else None
                if event.data:
                    state.has_message = True
                    yield event.event, event.data.encode()
        except httpx2.SSEError as error:
            why = say("one of its events is larger than the limit of {limit} bytes", limit=f"{self._limit:,}")
            raise AnswerTooLarge(why, detail=str(error)) from error


async def _authorization(authorizer: Authorizer) -> str | None:
    try:
        return await authorizer.header()
    except AssentError as error:
        raise NotExecuted(error.words, detail=error.detail) from error


def media_type(response: httpx2.Response) -> str:
    """Return the media type of an answer without parameters; empty if it is compressed, which was not asked for."""
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("identity", ""):
        return ""
    kind: str = response.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower()


async def _chunks(body: bytes, on_sent: Callable[[], None]) -> AsyncIterator[bytes]:
    for begin in range(0, len(body), CHUNK_BYTES):
        yield body[begin : begin + CHUNK_BYTES]
    on_sent()


def _error_from_library(error: Exception) -> AssentError:
    import httpx2

    detail = f"{type(error).__name__}: {error}"
    unsent_errors = (
        httpx2.ConnectError,
        httpx2.ConnectTimeout,
        httpx2.PoolTimeout,
        httpx2.ProxyError,
        httpx2.UnsupportedProtocol,
        httpx2.LocalProtocolError,
        httpx2.InvalidURL,
    )
    if isinstance(error, unsent_errors):
        return NotExecuted(say("the server cannot be reached: {why}", why=_connect_failure(error)), detail=detail)
    if isinstance(error, httpx2.RemoteProtocolError):
        return OutcomeUnknown(say("the connection to the server broke, or it sent what is no HTTP"), detail=detail)
    return OutcomeUnknown(say("the connection to the server was lost"), detail=detail)


def _connect_failure(error: Exception) -> Words:
    """Return why a connection could not be made, as a safe clause."""
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
