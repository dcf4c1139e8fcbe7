"""Sign-ins to servers behind a URL: where tokens are stored, and one sign-in at a time (OAuth 2.1).

Owns: the state of each server's sign-in, the requests of a sign-in, and the local redirect URI to which the browser
returns (RFC 8252 §7.3), with its page. ``oauth_client`` drives the MCP SDK's flow; ``oauth_values`` has what is kept.

Invariants (attacks 29, 36, 38): a token belongs to one configuration of one server, one issuer and one resource, and is
sent to no other. An entry that changed in any way has no token. A token is stored in the keyring of the system or in
this process, never in a file, message, record or representation, and no app gets it. Nothing that an app sends starts a
sign-in: a person in the window starts and ends it. A refresh token is used by one refresh at a time. What a server says
about signing in is untrusted and bounded, and starts nothing by itself.

The listener for the browser uses the loopback interface only, for one sign-in. Only one GET with the exact path, the
exact host (attack 30) and the issued state counts. Anything else gets an error and changes nothing, so that no web page
can end or take over a sign-in. Connections, bytes and time are bounded. The page contains only Assent's words, loads
nothing and runs nothing. A code appears in no message and on no page.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from host import tasks
from host.control.views import NO_SIGN_IN, SignInOffer, SignInView
from host.errors import AssentError
from host.inspect.domains import host_of
from host.inspect.hosts import private_zone
from host.keyring_entry import KeyringEntry
from host.model import Draft, JsonObject, JsonValue
from host.servers.config import KeyringGet, ServerConfig, Spec, from_keyring, resolve_oauth
from host.servers.oauth_values import Challenge, StoredSignIn, shown_host
from host.values import replace
from host.wire import urls
from host.wire.http_client import open_client
from host.wire.http_exchange import HttpSpec
from host.wire.urls import UrlRefused
from host.words import Words, say

if TYPE_CHECKING:
    import h11
    from httpx2 import AsyncClient, Request, Response

_log = logging.getLogger(__name__)

SIGN_IN_TIMEOUT: Final = 600.0
"""Seconds for one sign-in, from its button to its end in the browser."""
MIN_REFRESH_INTERVAL: Final = 30.0
"""Seconds before a refused token is refreshed again: the last refresh did not help."""
READ_TIMEOUT: Final = 15.0
"""Seconds between two chunks of an answer."""
CLOSE_TIMEOUT: Final = 3.0
"""Seconds to wait for running tasks when something is closed."""
MAX_KEPT: Final = 64 << 10
"""Largest text, in characters, that is stored in the keyring for one server."""
MAX_ANSWER: Final = 256 << 10
"""Largest answer, in bytes; metadata and tokens have some kilobytes."""
REQUEST_TIMEOUT: Final = 15.0
"""Seconds for one request and its answer."""
_MAX_URL: Final = 8_192
"""Longest URL, in characters, that is requested or opened."""

SIGN_IN_NEEDED: Final = say("It wants you to sign in.")
CANCELLED: Final = say("the sign-in was cancelled")
MORE_RIGHTS_NEEDED: Final = say("It wants more rights than your sign-in gave it.")


class SignInServices(Struct, frozen=True):
    """The services of the host that sign-ins use.

    Attributes:
        may_refresh: whether this process refreshes tokens; a second process would invalidate those of the first.
    """

    log: Callable[[Draft], None]
    keyring_entry: Callable[[str], KeyringEntry]
    on_changed: Callable[[], None]
    on_signed_in: Callable[[ServerConfig], None]  # called when a server can be tried again at once
    resolve: Callable[[ServerConfig], Spec]  # returns how an entry is reached; it may block
    environment: Mapping[str, str]
    keyring_get: KeyringGet = from_keyring
    clock: Callable[[], float] = time.time
    may_refresh: bool = True


class Fetcher:
    """Makes the requests of a sign-in to one server.

    A server names where these requests go, so that each URL is checked: ``host.wire.http_client`` checks the address
    before each request and follows no redirect. This class requests and opens only https, or http on this machine for a
    server on this machine. Answers are bounded in bytes and time. No secret of a request or an answer appears in a
    message.
    """

    def __init__(self, client: AsyncClient, server_url: str) -> None:
        """``client``: from ``host.wire.http_client``, opened for ``server_url``, the configured URL of the server."""
        self._client, self._server_url = client, server_url

    async def send(self, request: Request) -> Response:
        """Send a request and read its answer.

        Raises AssentError if the URL may not be requested, there is no answer in time, or it is too large.
        """
        self.check_address(str(request.url))
        host = shown_host(str(request.url))
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                return await self._answer(request, host)
        except TimeoutError:
            raise AssentError(say("{host} did not answer in time", host=host)) from None
        except UrlRefused as refused:
            raise _not_asked(host, refused) from refused
        except AssentError:
            raise
        except Exception as error:  # the library has many exceptions, with texts of strangers
            raise AssentError(say("{host} cannot be reached", host=host), detail=str(error)) from error

    async def _answer(self, request: Request, host: str) -> Response:
        import httpx2

        request.headers["Accept-Encoding"] = "identity"  # the size of a decompressed body is not bounded
        response = await self._client.send(request, stream=True, follow_redirects=False)
        try:
            body = bytearray()
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > MAX_ANSWER:
                    raise AssentError(say("{host} answered with more than Assent reads", host=host))
        finally:
            await response.aclose()
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise AssentError(say("{host} answered in a form that Assent did not ask for", host=host))
        complete = httpx2.Response(
            response.status_code, headers=response.headers, content=bytes(body), request=response.request
        )
        complete.next_request = response.next_request
        return complete

    def check_address(self, url: str) -> None:
        """Raise AssentError if ``url`` (untrusted) may not be requested or opened in a browser."""
        host = shown_host(url)
        try:
            urls.check_named_url(url[:_MAX_URL], named_by=self._server_url)
        except UrlRefused as refused:
            raise _not_asked(host, refused) from refused
        are_local = all(private_zone(urls.origin_of(address).host) == "machine" for address in (url, self._server_url))
        if not url.lower().startswith("https:") and not are_local:
            raise AssentError(say("{host} would be asked without encryption", host=host), detail=url)


def _not_asked(host: str, refused: UrlRefused) -> AssentError:
    return AssentError(say("{host} is not asked: {why}", host=host, why=refused.words), detail=refused.detail)


class SignIn:
    """The sign-in of one entry: an ``Authorizer`` for every connection to it."""

    def __init__(self, entry: ServerConfig, services: SignInServices, url: str = "") -> None:
        """``url``: URL that the entry leads to; empty to resolve it when it is needed."""
        self.entry, self._services, self._url = entry, services, url
        self._keyring = services.keyring_entry(entry.id)
        self._stored: StoredSignIn | None = None
        self._challenge: Challenge | None = None
        self.is_loaded = False
        self._is_in_keyring = True
        self._refreshed_at = 0.0
        self._lock = asyncio.Lock()

    @property
    def view(self) -> SignInView:
        """The state of the sign-in for the window, as far as it is loaded."""
        is_signed_in = self._stored is not None and self._stored.header is not None
        need: Literal["", "first", "more"] = ""
        if self._challenge is not None:
            need = "more" if is_signed_in and self._challenge.status == 403 else "first"
        if self._stored is None or not is_signed_in:
            return SignInView(need)
        return SignInView(need, host_of(self._stored.issuer), self._stored.scopes, self._is_in_keyring)

    @property
    def why_not_kept(self) -> Words:
        """Why the keyring cannot be used, if it was tried; else empty."""
        return self._keyring.unavailable

    @property
    def challenge(self) -> Challenge:
        """The last refusal of the server."""
        return self._challenge or Challenge()

    async def load(self) -> StoredSignIn | None:
        """Return the stored sign-in. The keyring is read the first time."""
        async with self._lock:
            return await self._load()

    async def _load(self) -> StoredSignIn | None:
        if not self.is_loaded:
            server = await self.url()
            await self._keyring.load()
            self.is_loaded = True
            self._stored = StoredSignIn.from_text(self._keyring.remembered(), self.entry.config_digest, server)
            self._is_in_keyring = not self._keyring.unavailable
            if self._stored is not None:
                self._services.on_changed()
        return self._stored

    async def header(self) -> str | None:
        """Return the value for ``Authorization``, refreshed if it is about to expire; None without a sign-in.

        Raises AssentError if it has expired and cannot be refreshed now.
        """
        async with self._lock:
            stored = await self._load()
            if stored is None or stored.header is None:
                return None
            if stored.is_due(self._services.clock()) and stored.token.get("refresh_token"):
                try:
                    await self._refresh(stored)
                except AssentError:
                    if self._services.clock() >= stored.expires_at:
                        raise
            return None if self._stored is None else self._stored.header

    async def handle_refusal(self, status: int, challenge: str, sent: str | None = None) -> bool:
        """See ``Authorizer``. ``sent``: the refused ``Authorization``, the current one if None."""
        parsed = Challenge.parse(status, challenge)
        if status == 403 and parsed.error != "insufficient_scope":
            return False  # no sign-in would change that
        async with self._lock:
            stored = await self._load()
            if stored is not None and status == 401:
                if sent is not None and stored.header not in (None, sent):
                    return True  # another request has refreshed it already
                try:
                    if await self._refresh_refused_token(stored):
                        return True
                except AssentError as error:
                    _log.info("a sign-in could not be refreshed: %s", error)
                    return False
            self._set_challenge(parsed)
        return False

    async def _refresh_refused_token(self, stored: StoredSignIn) -> bool:
        """Refresh a token that the server refused. Returns whether there is a new one."""
        is_too_soon = self._services.clock() - self._refreshed_at < MIN_REFRESH_INTERVAL
        if is_too_soon or not stored.token.get("refresh_token") or not await self._refresh(stored):
            return False
        self._refreshed_at = self._services.clock()
        return True

    def _set_challenge(self, challenge: Challenge) -> None:
        if challenge != self._challenge:
            self._challenge = challenge
            self._services.on_changed()

    async def _refresh(self, stored: StoredSignIn) -> bool:
        if not self._services.may_refresh:
            return False
        oauth_client = await _load_oauth_client()
        async with await open_client(stored.server, read_timeout=READ_TIMEOUT) as client:
            renewed: StoredSignIn | None = await oauth_client.refresh(stored, Fetcher(client, stored.server).send)
        if renewed is None:
            # The client stays registered: it is for this issuer alone, and the next sign-in need not register again.
            await self._store(replace(stored, token={}))
            self._set_challenge(Challenge())
            self.record("server.signed_out", issuer=stored.issuer, because="the authorization server ended it")
            return False
        await self._store(renewed)
        return True

    async def complete(self, stored: StoredSignIn) -> None:
        """Take over the result of a sign-in that a person completed."""
        async with self._lock:
            self.is_loaded, self._challenge = True, None
            await self._store(stored)
        self.record("server.signed_in", issuer=stored.issuer, scopes=[*stored.scopes], kept=self._is_in_keyring)
        self._services.on_signed_in(self.entry)
        self._services.on_changed()

    async def sign_out(self) -> None:
        """Delete the tokens, also those of an earlier configuration, and revoke them if the server supports it.

        Raises AssentError if the keyring still holds them.
        """
        async with self._lock:
            stored = await self._load() if self._stored is None else self._stored
            self._stored = None
            await self._keyring.load()
            if self._keyring.remembered():
                await self._keyring.keep("")
            if stored is None:
                return
            self._challenge = Challenge()
        self.record("server.signed_out", issuer=stored.issuer, because="a person signed out")
        self._services.on_changed()
        if stored.token and stored.metadata.get("revocation_endpoint"):
            try:
                oauth_client = await _load_oauth_client()
                async with await open_client(stored.server, read_timeout=READ_TIMEOUT) as client:
                    await oauth_client.revoke(stored, Fetcher(client, stored.server).send)
            except AssentError as error:
                _log.info("the authorization server could not be told of a sign-out: %s", error)

    async def url(self) -> str:
        """Return the URL of the server without its query, which may hold a secret and does not identify a resource.

        Raises AssentError if a reference cannot be resolved.
        """
        if not self._url:
            spec = await tasks.in_daemon_thread(lambda: self._services.resolve(self.entry), name="resolve references")
            assert isinstance(spec, HttpSpec)
            self._url = spec.url
        return self._url.partition("#")[0].partition("?")[0]

    def is_about(self, entry: ServerConfig, url: str = "") -> bool:
        """Whether this is the sign-in of ``entry``, and of ``url`` unless that is empty."""
        return self.entry.config_digest == entry.config_digest and (not url or self._url in ("", url))

    async def _store(self, stored: StoredSignIn) -> None:
        self._stored = stored
        await self._write_keyring(stored.to_text())
        self._services.on_changed()

    async def _write_keyring(self, text: str) -> None:
        """Write to the keyring. If that fails, the sign-in lasts until the host ends."""
        try:
            if len(text) > MAX_KEPT:
                raise AssentError(say("the keyring is given no more than {n} characters", n=MAX_KEPT))
            await self._keyring.keep(text)
            self._is_in_keyring = True
        except AssentError as error:
            _log.info("a sign-in is not kept: %s", error)
            self._is_in_keyring = False

    def record(self, kind: str, **more: JsonValue) -> None:
        """Queue a record about this sign-in."""
        about: JsonObject = {"server": self.entry.id, "config": self.entry.public_digest}
        self._services.log(Draft(kind, about | more))


class SignInAttempt:
    """One sign-in of a person, from its button to its end.

    ``offer``: future of what is shown before a browser is opened. ``end``: future of its end. Both fail with
    AssentError.
    """

    def __init__(self, sign_in: SignIn, services: SignInServices) -> None:
        self._sign_in, self._services = sign_in, services
        loop = asyncio.get_running_loop()
        self.offer: asyncio.Future[SignInOffer] = loop.create_future()
        self.end: asyncio.Future[None] = loop.create_future()
        self._redirect = RedirectListener()
        self._task = tasks.spawn(self._run(), name=f"sign in to {sign_in.entry.id}")

    async def stop(self) -> None:
        """Cancel it and wait until its port is free."""
        self._task.cancel()
        await asyncio.wait({self._task}, timeout=CLOSE_TIMEOUT)
        self._fail(AssentError(CANCELLED))  # in case it never began to run

    async def _run(self) -> None:
        name = self._sign_in.entry.options.name or self._sign_in.entry.id
        try:
            async with asyncio.timeout(SIGN_IN_TIMEOUT):
                stored = await self._run_flow()
            await self._sign_in.complete(stored)
        except TimeoutError:
            self._fail(AssentError(say("nobody signed in within {n} minutes", n=int(SIGN_IN_TIMEOUT / 60))))
        except AssentError as error:
            self._fail(error)
        except Exception:  # noqa: BLE001  # answers of strangers went through a library; nobody may wait for ever
            _log.exception("a sign-in to %s failed inside Assent", self._sign_in.entry.id)
            self._fail(AssentError(say("the sign-in failed inside Assent")))
        except asyncio.CancelledError:
            self._fail(AssentError(CANCELLED))
            raise
        else:
            self._redirect.show_outcome(
                say("You are signed in"), say("Assent can use {name} now. You can close this tab.", name=name)
            )
            self.end.set_result(None)
        finally:
            await self._redirect.close()

    async def _run_flow(self) -> StoredSignIn:
        entry, services = self._sign_in.entry, self._services
        previous = await self._sign_in.load()
        options = await tasks.in_daemon_thread(
            lambda: resolve_oauth(entry, services.environment, services.keyring_get), name="resolve a client's secret"
        )
        await self._listen(options.port, previous)
        oauth_client, url = await _load_oauth_client(), await self._sign_in.url()
        async with await open_client(url, read_timeout=READ_TIMEOUT) as client:
            fetcher = Fetcher(client, url)
            stored: StoredSignIn = await oauth_client.sign_in(
                url,
                self._sign_in.challenge,
                options,
                entry.config_digest,
                previous,
                redirect_uri=self._redirect.uri,
                send=fetcher.send,
                show=self._show_offer,
                check_address=fetcher.check_address,
            )
        if stored.header is None:
            raise AssentError(say("the authorization server gave a token that cannot be sent"))
        return stored

    async def _listen(self, port: int, previous: StoredSignIn | None) -> None:
        """Listen on the port of the last sign-in, so that the registered redirect URI is still valid."""
        last_port = re.search(r":(\d{1,5})/", "" if previous is None else previous.redirect_uri)
        if not port and last_port is not None:
            try:
                return await self._redirect.listen(int(last_port[1]))
            except (AssentError, OverflowError):
                pass
        return await self._redirect.listen(port)

    async def _show_offer(self, offer: SignInOffer, state: str) -> Mapping[str, str]:
        minutes = int(SIGN_IN_TIMEOUT / 60)
        self.offer.set_result(replace(offer, why_not_kept=self._sign_in.why_not_kept, minutes=minutes))
        return await self._redirect.wait_for_browser(state)

    def _fail(self, error: AssentError) -> None:
        if self.end.done():
            return
        self._sign_in.record("server.sign_in_failed", because=str(error))
        self._redirect.show_outcome(
            say("You are not signed in"), say("{why}. You can close this tab.", why=error.words)
        )
        for future in (self.offer, self.end):
            if not future.done():
                future.set_exception(error)
                future.exception()  # no warning if nobody awaits it


class SignIns:
    """The sign-ins of all servers."""

    def __init__(self, services: SignInServices) -> None:
        self._services = services
        self._by_id: dict[str, SignIn] = {}
        self._attempts: dict[str, SignInAttempt] = {}
        self._sign_out_tasks: set[asyncio.Task[None]] = set()
        self._lock = asyncio.Lock()

    def sign_in_for(self, entry: ServerConfig, url: str = "") -> SignIn | None:
        """Return the sign-in of an entry; None if it is a program or has its own ``Authorization``.

        ``url``: URL that the entry leads to now, empty if that is not known.
        """
        if not entry.is_remote or any(name.lower() == "authorization" for name in entry.headers):
            return None
        sign_in = self._by_id.get(entry.id)
        if sign_in is None or not sign_in.is_about(entry, url):
            sign_in = self._by_id[entry.id] = SignIn(entry, self._services, url)
        return sign_in

    def view(self, entry: ServerConfig) -> SignInView:
        """Return the state of the sign-in of an entry, as far as it is loaded."""
        sign_in = self._by_id.get(entry.id)
        return sign_in.view if sign_in is not None and sign_in.is_about(entry) else NO_SIGN_IN

    def why_needed(self, entry: ServerConfig) -> Words:
        """Return why a person must sign in, one sentence; empty if nobody must."""
        return {"": "", "first": SIGN_IN_NEEDED, "more": MORE_RIGHTS_NEEDED}[self.view(entry).need]

    def load_in_background(self, entry: ServerConfig) -> None:
        """Start to read the keyring for this entry, so that the window can show the state."""
        sign_in = self.sign_in_for(entry)
        if sign_in is not None and not sign_in.is_loaded:
            tasks.spawn(sign_in.load(), name="look into the keyring for a sign-in")

    async def begin(self, entry: ServerConfig) -> SignInOffer:
        """Begin a sign-in and return what a person must confirm. An earlier attempt for this server is cancelled.

        Raises AssentError if it cannot begin; one sentence.
        """
        sign_in = self.sign_in_for(entry)
        if sign_in is None:
            raise AssentError(say("this server needs no sign-in"))
        async with self._lock:
            await self.cancel(entry.id)
            attempt = self._attempts[entry.id] = SignInAttempt(sign_in, self._services)
        return await asyncio.shield(attempt.offer)

    async def finish(self, server_id: str) -> None:
        """Wait for the end of the sign-in that was begun. Raises AssentError if it failed or there is none."""
        attempt = self._attempts.get(server_id)
        if attempt is None:
            raise AssentError(say("no sign-in has begun"))
        await asyncio.shield(attempt.end)

    async def cancel(self, server_id: str) -> None:
        """Cancel the sign-in of a server, if one was begun."""
        if (attempt := self._attempts.pop(server_id, None)) is not None:
            await attempt.stop()

    async def sign_out(self, entry: ServerConfig) -> None:
        """Delete the tokens of a server."""
        await self.cancel(entry.id)
        if (sign_in := self.sign_in_for(entry)) is not None:
            await sign_in.sign_out()

    def sign_out_in_background(self, entry: ServerConfig) -> None:
        """Delete the tokens of a server in the background."""
        tasks.spawn(self.sign_out(entry), name=f"sign out of {entry.id}", among=self._sign_out_tasks)

    async def close(self) -> None:
        """Cancel every sign-in, and wait at most ``CLOSE_TIMEOUT`` for running sign-outs."""
        for server_id in tuple(self._attempts):
            await self.cancel(server_id)
        if self._sign_out_tasks:
            await asyncio.wait(set(self._sign_out_tasks), timeout=CLOSE_TIMEOUT)


async def _load_oauth_client() -> ModuleType:
    """Import ``oauth_client``, which takes a second, in a thread."""

    def load() -> ModuleType:
        from host.servers import oauth_client

        return oauth_client

    return await tasks.in_daemon_thread(load, name="load the OAuth client")


# The redirect URI for the browser

PATH: Final = "/callback"
MAX_QUERY: Final = 8_192
"""Longest query, in characters, that a browser may send."""
MAX_CONNECTIONS: Final = 16
SILENCE_TIMEOUT: Final = 20.0
"""Seconds for a connection to send a request: browsers open some in advance."""
OUTCOME_TIMEOUT: Final = 60.0
"""Seconds for which the browser waits for the outcome of the sign-in."""

_HEADERS: Final = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Connection", "close"),
)
_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body{{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:32em;padding:0 1em;color:#1c1c1e;
background:#fff}}h1{{font-size:1.4em}}@media(prefers-color-scheme:dark){{body{{color:#eee;background:#1c1c1e}}}}</style>
</head><body><h1>{title}</h1><p>{text}</p></body></html>
"""


class RedirectListener:
    """Listens for the browser's return from one sign-in. ``port``: the port it listens on."""

    def __init__(self) -> None:
        self.port = 0
        self._listener: asyncio.Server | None = None
        self._state = ""
        self._parameters: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()
        self._page: asyncio.Future[tuple[str, str]] = asyncio.get_running_loop().create_future()
        self._connections: set[asyncio.Task[None]] = set()

    async def listen(self, port: int = 0) -> None:
        """Listen on ``port``, or on any free one if 0. Raises AssentError if it is in use."""
        try:
            self._listener = await asyncio.start_server(self._accept, "127.0.0.1", port, limit=MAX_QUERY)
        except OSError as error:
            raise AssentError(
                say("port {port} on this computer is in use by another program", port=str(port)), detail=str(error)
            ) from error
        self.port = self._listener.sockets[0].getsockname()[1]

    @property
    def uri(self) -> str:
        """The redirect URI."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    async def wait_for_browser(self, state: str) -> Mapping[str, str]:
        """Wait for the browser with this ``state`` and return the parameters it brings."""
        self._state = state
        return await asyncio.shield(self._parameters)

    def show_outcome(self, title: str, text: str) -> None:
        """Show the outcome in the browser. Both texts are Assent's own."""
        if not self._page.done():
            self._page.set_result((title, text))

    async def close(self) -> None:
        """Stop listening. A browser that waits for its page gets it first."""
        if self._listener is not None:
            self._listener.close()
        self.show_outcome(say("The sign-in has ended"), say("Nothing was changed. You can close this tab."))
        if self._connections:
            await asyncio.wait(set(self._connections), timeout=2)
        self._parameters.cancel()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._connections) >= MAX_CONNECTIONS:
            writer.close()
        else:
            tasks.spawn(self._serve(reader, writer), name="answer a browser", among=self._connections)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        import h11  # on first use: most hosts never need it

        try:
            async with asyncio.timeout(SILENCE_TIMEOUT + OUTCOME_TIMEOUT):
                await self._serve_request(reader, writer)
        except (TimeoutError, OSError, h11.RemoteProtocolError):
            pass  # a client that sends nothing sensible is disconnected
        finally:
            writer.close()

    async def _serve_request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        import h11

        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_QUERY * 2)
        async with asyncio.timeout(SILENCE_TIMEOUT):
            while (event := connection.next_event()) is h11.NEED_DATA:
                connection.receive_data(await reader.read(MAX_QUERY))
        if not isinstance(event, h11.Request):
            return
        status, title, text = await self._answer(event)
        import html  # on first use: few sign in

        body = _PAGE.format(title=html.escape(title), text=html.escape(text)).encode()
        headers = [*_HEADERS, ("Content-Length", str(len(body)))]
        response = h11.Response(status_code=status, headers=headers, reason=b"")
        for part in (response, h11.Data(data=body if event.method != b"HEAD" else b""), h11.EndOfMessage()):
            writer.write(connection.send(part) or b"")
        await writer.drain()

    async def _answer(self, request: h11.Request) -> tuple[int, str, str]:
        host = dict(request.headers).get(b"host", b"").decode("ascii", "replace")
        parts = urlsplit(request.target.decode("ascii", "replace"))
        if request.method != b"GET" or host != f"127.0.0.1:{self.port}" or parts.path != PATH:
            return 404, say("There is nothing here"), say("This address only ends a sign-in that Assent began.")
        parameters = _params(parts.query)
        if not self._state or not secrets.compare_digest(parameters.get("state", "").encode(), self._state.encode()):
            return 400, say("This is another sign-in"), say("Begin it again in Assent.")
        if self._parameters.done():
            return 400, say("This sign-in has ended"), say("Begin it again in Assent.")
        self._parameters.set_result(parameters)
        title, text = await asyncio.shield(self._page)
        return 200, title, text


def _params(query: str) -> Mapping[str, str]:
    """Return the parameters of a query; nothing if one is repeated (RFC 6749 §3.1)."""
    if len(query) > MAX_QUERY:
        return {}
    pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=32) if query.count("&") < 32 else []
    params = dict(pairs)
    return params if len(params) == len(pairs) else {}
