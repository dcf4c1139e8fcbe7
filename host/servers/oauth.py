"""Who is signed in to servers behind a URL: tokens, where they are kept, and one sign-in at a time (OAuth 2.1).

Owns: the state of each server's sign-in, the requests that one makes, and the address on this machine to which the
browser comes back (RFC 8252 §7.3), with the page that it answers with; ``oauth_client`` drives the MCP SDK's flow.

Invariants (attacks 29, 36, 38): a token belongs to one configuration of one server, one issuer and one resource, and
goes to no other; an entry that changed, however little, has none. It stands in the keyring of the system or in this
process, in no file, message, record or representation, and no app sees it; nothing that an app sends signs in. A
sign-in begins and ends by a person in the window. A refresh token is used by one refresh at a time. What a server says
of a sign-in is untrusted, bounded, and asks for nothing by itself.

Of the address for the browser: it listens on the loopback interface alone, for one sign-in; what counts is one GET with
the exact path, the exact host (attack 30) and the state that was handed out: whatever else comes is answered with an
error and changes nothing, so that no web page can end or take over a sign-in. Connections, bytes and time are bounded.
The page holds our words alone, loads nothing and runs nothing; a code appears in no message and no page.
"""

from __future__ import annotations

import asyncio
import html
import importlib
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal  # Any: a module that is imported on first use
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from host import tasks
from host.canonical import compact, parse
from host.control.views import NO_SIGN_IN, SignInOffer, SignInView
from host.errors import AssentError, MalformedJson
from host.inspect.domains import host_of
from host.inspect.hosts import reach
from host.keyring_entry import KeyringEntry
from host.model import Draft, JsonObject, JsonValue
from host.servers.config import KeyringGet, ServerConfig, Spec, from_keyring, resolve_oauth
from host.text import one_line
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

DEADLINE: Final = 600.0
"""Seconds for one sign-in, from its button to its end in the browser."""
REFRESH_AHEAD: Final = 60.0
"""Seconds before its end that a token is refreshed, or a fifth of its life where that is shorter."""
FRESH: Final = 30.0
"""Seconds for which a token that was refreshed because of a refusal is not refreshed again: that did not help."""
READ: Final = 15.0
"""Seconds between two pieces of an answer."""
CLOSING: Final = 3.0
"""Seconds for what runs at the end of the host."""
MAX_SCOPES: Final = 64
MAX_KEPT: Final = 64 << 10
"""Characters of what the keyring is given for one server."""
_TOKEN: Final = re.compile(r"[\x21-\x7e]{1,16384}")
"""A token that can stand in a header (RFC 6750 §2.1, and whatever else is visible)."""
_SCOPE: Final = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]{1,200}")
"""RFC 6749 §3.3."""
_PARAMETER: Final = re.compile(r'(?:^|[\s,])(error|resource_metadata|scope)=(?:"([^"\\\x00-\x1f]*)"|([^\s",]+))')
_MAX_CHALLENGE: Final = 8_192
MAX_ANSWER: Final = 256 << 10
"""Bytes of one answer; metadata and tokens are some kilobytes."""
REQUEST_PATIENCE: Final = 15.0
"""Seconds for one request with its answer."""
_LONGEST_URL: Final = 8_192
"""Characters of an address that is asked or opened."""
_HOST_SHOWN: Final = 80
"""Characters of a host in a message."""

NEEDED: Final = say("It wants you to sign in.")
CANCELLED: Final = say("the sign-in was cancelled")
MORE_NEEDED: Final = say("It wants more rights than your sign-in gave it.")


class Challenge(Struct, frozen=True):
    """What a server said when it refused (RFC 6750 §3, RFC 9728 §5.1); all of it untrusted.

    Attributes:
        status: 401 or 403.
        error: its code.
        metadata: URL of what it says of itself.
        scopes: that it wants.
    """

    status: int = 401
    error: str = ""
    metadata: str = ""
    scopes: tuple[str, ...] = ()

    @staticmethod
    def read(status: int, header: str) -> Challenge:
        """The parameters of a ``WWW-Authenticate`` that count here."""
        said: dict[str, str] = {}
        plain = header[:_MAX_CHALLENGE].encode("ascii", "replace").decode()  # it is written anew as a header
        for name, quoted, bare in _PARAMETER.findall(plain):
            said.setdefault(name, quoted or bare)
        return Challenge(
            status, said.get("error", ""), said.get("resource_metadata", ""), _scopes(said.get("scope", "").split())
        )

    def header(self) -> str:
        """The same as a header, made of what was understood."""
        members = {"error": self.error, "resource_metadata": self.metadata, "scope": " ".join(self.scopes)}
        return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in members.items() if value)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """What a sign-in left.

    Attributes:
        config: digest of the entry that it is for.
        server: URL of the server, which a reference in the entry may have led to.
        issuer, resource: as RFC 8414 and RFC 8707 have them.
        redirect_uri: that it came back to.
        client: as registered.
        metadata: of the authorization server, what is used of it.
        token: the last answer of its token endpoint; empty once it gives none any more. obtained_at,
        expires_at: Unix seconds, of the token; 0 for an end that nobody told.
    """

    config: str
    server: str
    issuer: str
    resource: str
    redirect_uri: str
    client: JsonObject = field(repr=False)
    metadata: JsonObject = field(repr=False)
    token: JsonObject = field(default_factory=dict, repr=False)
    obtained_at: float = 0.0
    expires_at: float = 0.0

    @property
    def header(self) -> str | None:
        """The value for ``Authorization``; None where there is no token that can stand there."""
        token = self.token.get("access_token")
        return f"Bearer {token}" if isinstance(token, str) and _TOKEN.fullmatch(token) else None

    @property
    def scopes(self) -> tuple[str, ...]:
        """What the token is good for, as far as the authorization server said."""
        said = self.token.get("scope")
        return _scopes(said.split()) if isinstance(said, str) else ()

    def due(self, now: float) -> bool:
        """Whether the token is about to expire. ``now``: Unix seconds."""
        ahead = min(REFRESH_AHEAD, (self.expires_at - self.obtained_at) / 5)
        return self.expires_at > 0 and now >= self.expires_at - ahead

    def text(self) -> str:
        """The sign-in as a text for the keyring."""
        return compact(asdict(self)).decode()

    @staticmethod
    def read(text: str, config: str, server: str) -> SignedIn | None:
        """What the keyring kept for the entry with this digest; None where that is for another one, or nothing.

        ``server``: URL that the entry leads to now.
        """
        try:
            value = parse(text.encode())
        except (MalformedJson, UnicodeError):
            return None
        if not isinstance(value, dict) or value.keys() != {each.name for each in fields(SignedIn)}:
            return None
        kinds = {each.name: _KINDS[str(each.type)] for each in fields(SignedIn)}
        sound = all(isinstance(value[name], kind) for name, kind in kinds.items())
        made = SignedIn(**value) if sound else None  # type: ignore[arg-type]  # just looked at
        return made if made is not None and (made.config, made.server) == (config, server) else None


_KINDS: Final[Mapping[str, Any]] = {"str": str, "float": (int, float), "JsonObject": dict}


class Surroundings(Struct, frozen=True):
    """What sign-ins need of the rest of the host.

    Attributes:
        log: queues a record.
        remember: the entry of the keyring for a server's id.
        changed: hears that a standing changed.
        signed_in: hears that a server can be tried again at once.
        resolve: how an entry is reached; it may block.
        environment, keyring_get: what the secret of a client resolves against.
        clock: Unix seconds.
        renews: whether tokens may be refreshed here; a second process would use up the first one's.
    """

    log: Callable[[Draft], None]
    remember: Callable[[str], KeyringEntry]
    changed: Callable[[], None]
    signed_in: Callable[[ServerConfig], None]
    resolve: Callable[[ServerConfig], Spec]
    environment: Mapping[str, str]
    keyring_get: KeyringGet = from_keyring
    clock: Callable[[], float] = time.time
    renews: bool = True


class Fetcher:
    """Makes the requests of a sign-in to one server.

    Where a request goes is said by a server, so nothing of it is believed: ``host.wire.http_client`` looks at each
    address before it is asked, and follows no redirect. Here only https is asked or opened, http on this machine alone,
    for a server that is on this machine itself. An answer has an end in bytes and in time. No secret of a request or
    an answer appears in a message.
    """

    def __init__(self, client: AsyncClient, home: str) -> None:
        """``client``: of ``host.wire.http_client``, opened for ``home``, the server's URL as configured."""
        self._client, self._home = client, home

    async def send(self, request: Request) -> Response:
        """Send it, and read the answer.

        Raises:
            AssentError: it may not go there, there is no answer in time, or it is too large.
        """
        self.admit(str(request.url))
        host = shown_host(str(request.url))
        try:
            async with asyncio.timeout(REQUEST_PATIENCE):
                return await self._answer(request, host)
        except TimeoutError:
            raise AssentError(say("{host} did not answer in time", host=host)) from None
        except UrlRefused as refused:
            raise _not_asked(host, refused) from refused
        except AssentError:
            raise
        except Exception as error:  # the library's errors are of many kinds, and their texts are a stranger's
            raise AssentError(say("{host} cannot be reached", host=host), detail=str(error)) from error

    async def _answer(self, request: Request, host: str) -> Response:
        import httpx2

        request.headers["Accept-Encoding"] = "identity"  # what is compressed has no bound
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
        read = httpx2.Response(
            response.status_code, headers=response.headers, content=bytes(body), request=response.request
        )
        read.next_request = response.next_request
        return read

    def admit(self, url: str) -> None:
        """Raises AssentError where ``url`` (untrusted) may not be asked, nor opened in a browser."""
        host = shown_host(url)
        try:
            urls.check(url[:_LONGEST_URL], named_by=self._home)
        except UrlRefused as refused:
            raise _not_asked(host, refused) from refused
        local = all(reach(urls.origin_of(each).host) == "machine" for each in (url, self._home))
        if not url.lower().startswith("https:") and not local:
            raise AssentError(say("{host} would be asked without encryption", host=host), detail=url)


def _not_asked(host: str, refused: UrlRefused) -> AssentError:
    return AssentError(say("{host} is not asked: {why}", host=host, why=refused.words), detail=refused.detail)


def shown_host(url: str) -> str:
    """The host of an address as it may stand in a message."""
    return one_line(host_of(url) or "?", _HOST_SHOWN)


class SignIn:
    """The sign-in of one entry: an ``Authorizer`` for every connection to it.

    Attributes:
        entry: the server's.
        is_loaded: whether the keyring was looked into.
    """

    def __init__(self, entry: ServerConfig, around: Surroundings, url: str = "") -> None:
        """``url``: what the entry leads to, to be found out where empty."""
        self.entry, self._around, self._url = entry, around, url
        self._keyring = around.remember(entry.id)
        self._kept: SignedIn | None = None
        self._wanted: Challenge | None = None
        self.is_loaded = False
        self._outlives = True
        self._refreshed_at = 0.0
        self._turn = asyncio.Lock()

    @property
    def standing(self) -> SignInView:
        """How it stands, as far as it is known yet."""
        signed_in = self._kept is not None and self._kept.header is not None
        need: Literal["", "first", "more"] = ""
        if self._wanted is not None:
            need = "more" if signed_in and self._wanted.status == 403 else "first"
        if self._kept is None or not signed_in:
            return SignInView(need)
        return SignInView(need, host_of(self._kept.issuer), self._kept.scopes, self._outlives)

    @property
    def why_not_kept(self) -> Words:
        """Why the keyring keeps nothing, as far as it was asked; empty where it does."""
        return self._keyring.unavailable

    @property
    def challenge(self) -> Challenge:
        """What the server said last when it refused."""
        return self._wanted or Challenge()

    async def load(self) -> SignedIn | None:
        """What is kept, looked for in the keyring the first time."""
        async with self._turn:
            return await self._load()

    async def _load(self) -> SignedIn | None:
        if not self.is_loaded:
            server = await self.url()
            await self._keyring.load()
            self.is_loaded = True
            self._kept = SignedIn.read(self._keyring.remembered(), self.entry.config_digest, server)
            self._outlives = not self._keyring.unavailable
            if self._kept is not None:
                self._around.changed()
        return self._kept

    async def header(self) -> str | None:
        """The value for ``Authorization``, refreshed where it is about to expire; None without a sign-in.

        Raises:
            AssentError: it has expired and cannot be refreshed just now.
        """
        async with self._turn:
            kept = await self._load()
            if kept is None or kept.header is None:
                return None
            if kept.due(self._around.clock()) and kept.token.get("refresh_token"):
                try:
                    await self._refresh(kept)
                except AssentError:
                    if self._around.clock() >= kept.expires_at:
                        raise
            return None if self._kept is None else self._kept.header

    async def refused(self, status: int, challenge: str, sent: str | None = None) -> bool:
        """The server refused; see ``Authorizer``. ``sent``: the header that it refused, the present one if None."""
        said = Challenge.read(status, challenge)
        if status == 403 and said.error != "insufficient_scope":
            return False  # no sign-in would change that
        async with self._turn:
            kept = await self._load()
            if kept is not None and status == 401:
                if sent is not None and kept.header not in (None, sent):
                    return True  # another one has it refreshed already
                try:
                    if await self._renewed(kept):
                        return True
                except AssentError as error:
                    _log.info("a sign-in could not be refreshed: %s", error)
                    return False
            self._want(said)
        return False

    async def _renewed(self, kept: SignedIn) -> bool:
        """Whether a refresh made another token of one that the server refused."""
        now = self._around.clock()
        if not kept.token.get("refresh_token") or not self._around.renews or now - self._refreshed_at < FRESH:
            return False
        if await self._refresh(kept):
            self._refreshed_at = self._around.clock()
            return True
        return False

    def _want(self, said: Challenge) -> None:
        if said != self._wanted:
            self._wanted = said
            self._around.changed()

    async def _refresh(self, kept: SignedIn) -> bool:
        if not self._around.renews:
            return False
        sdk = await _sdk()
        async with await open_client(kept.server, read_timeout=READ) as client:
            renewed: SignedIn | None = await sdk.refresh(kept, Fetcher(client, kept.server).send)
        if renewed is None:
            # What was registered stays: it is for this issuer alone, and the next sign-in need not register anew.
            await self._keep(replace(kept, token={}))
            self._want(Challenge())
            self._record("server.signed_out", issuer=kept.issuer, because="the authorization server ended it")
            return False
        await self._keep(renewed)
        return True

    async def signed_in(self, left: SignedIn) -> None:
        """Take over the tokens of a sign-in that a person completed."""
        async with self._turn:
            self.is_loaded, self._wanted = True, None
            await self._keep(left)
        self._record("server.signed_in", issuer=left.issuer, scopes=[*left.scopes], kept=self._outlives)
        self._around.signed_in(self.entry)
        self._around.changed()

    async def sign_out(self) -> None:
        """Forget the tokens, those of an earlier configuration too, and tell the authorization server where it listens.

        Raises:
            AssentError: the keyring still holds them.
        """
        async with self._turn:
            kept = await self._load() if self._kept is None else self._kept
            self._kept = None
            await self._keyring.load()
            if self._keyring.remembered():
                await self._keyring.keep("")
            if kept is None:
                return
            self._wanted = Challenge()
        self._record("server.signed_out", issuer=kept.issuer, because="a person signed out")
        self._around.changed()
        if kept.token and kept.metadata.get("revocation_endpoint"):
            try:
                sdk = await _sdk()
                async with await open_client(kept.server, read_timeout=READ) as client:
                    await sdk.revoke(kept, Fetcher(client, kept.server).send)
            except AssentError as error:
                _log.info("the authorization server could not be told of a sign-out: %s", error)

    async def url(self) -> str:
        """Of the server, without a query: that may hold a secret, and names no resource.

        Raises:
            AssentError: a reference leads nowhere.
        """
        if not self._url:
            spec = await tasks.in_daemon_thread(lambda: self._around.resolve(self.entry), name="resolve references")
            assert isinstance(spec, HttpSpec)
            self._url = spec.url
        return self._url.partition("#")[0].partition("?")[0]

    def is_for(self, entry: ServerConfig, url: str) -> bool:
        """Whether this is about ``entry``, and ``url`` where that is known."""
        return self.entry.config_digest == entry.config_digest and (not url or self._url in ("", url))

    def failed(self, why: str) -> None:
        """Note that a person's sign-in failed."""
        self._record("server.sign_in_failed", because=why)

    async def _keep(self, left: SignedIn) -> None:
        self._kept = left
        await self._write(left.text())
        self._around.changed()

    async def _write(self, text: str) -> None:
        """Into the keyring; where that does not take it, what is here lasts as long as this host."""
        try:
            if len(text) > MAX_KEPT:
                raise AssentError(say("the keyring is given no more than {n} characters", n=MAX_KEPT))
            await self._keyring.keep(text)
            self._outlives = True
        except AssentError as error:
            _log.info("a sign-in is not kept: %s", error)
            self._outlives = False

    def _record(self, kind: str, **more: JsonValue) -> None:
        about: JsonObject = {"server": self.entry.id, "config": self.entry.public_digest}
        self._around.log(Draft(kind, about | more))


class Attempt:
    """One sign-in of a person, from its button to its end.

    Attributes:
        offer: what is shown before a browser is opened.
        end: when it is over; both raise AssentError where it fails.
    """

    def __init__(self, sign_in: SignIn, around: Surroundings) -> None:
        self._sign_in, self._around = sign_in, around
        loop = asyncio.get_running_loop()
        self.offer: asyncio.Future[SignInOffer] = loop.create_future()
        self.end: asyncio.Future[None] = loop.create_future()
        self._redirect = Redirect()
        self._task = tasks.spawn(self._run(), name=f"sign in to {sign_in.entry.id}")

    async def stop(self) -> None:
        """End it, and wait until its port is free."""
        self._task.cancel()
        await asyncio.wait({self._task}, timeout=CLOSING)
        self._fail(AssentError(CANCELLED))  # where it never began to run

    async def _run(self) -> None:
        name = self._sign_in.entry.options.name or self._sign_in.entry.id
        try:
            async with asyncio.timeout(DEADLINE):
                left = await self._sign()
            await self._sign_in.signed_in(left)
        except TimeoutError:
            self._fail(AssentError(say("nobody signed in within {n} minutes", n=int(DEADLINE / 60))))
        except AssentError as error:
            self._fail(error)
        except Exception:  # noqa: BLE001  # what strangers answered went through a library: nobody waits for ever
            _log.exception("a sign-in to %s failed inside Assent", self._sign_in.entry.id)
            self._fail(AssentError(say("the sign-in failed inside Assent")))
        except asyncio.CancelledError:
            self._fail(AssentError(CANCELLED))
            raise
        else:
            self._redirect.settle(
                say("You are signed in"), say("Assent can use {name} now. You can close this tab.", name=name)
            )
            self.end.set_result(None)
        finally:
            await self._redirect.close()

    async def _sign(self) -> SignedIn:
        entry, around = self._sign_in.entry, self._around
        before = await self._sign_in.load()
        options = await tasks.in_daemon_thread(
            lambda: resolve_oauth(entry, around.environment, around.keyring_get), name="resolve a client's secret"
        )
        await self._listen(options.port, before)
        sdk, url = await _sdk(), await self._sign_in.url()
        async with await open_client(url, read_timeout=READ) as client:
            fetcher = Fetcher(client, url)
            left: SignedIn = await sdk.sign_in(
                url,
                self._sign_in.challenge,
                options,
                entry.config_digest,
                before,
                redirect_uri=self._redirect.uri,
                send=fetcher.send,
                show=self._show,
                admit=fetcher.admit,
            )
        if left.header is None:
            raise AssentError(say("the authorization server gave a token that cannot be sent"))
        return left

    async def _listen(self, port: int, before: SignedIn | None) -> None:
        """On the port that the last sign-in had, so that what was registered for it still holds."""
        last = re.search(r":(\d{1,5})/", "" if before is None else before.redirect_uri)
        if not port and last is not None:
            try:
                return await self._redirect.listen(int(last[1]))
            except (AssentError, OverflowError):
                pass
        return await self._redirect.listen(port)

    async def _show(self, offer: SignInOffer, state: str) -> Mapping[str, str]:
        self.offer.set_result(replace(offer, why_not_kept=self._sign_in.why_not_kept, minutes=int(DEADLINE / 60)))
        return await self._redirect.brought(state)

    def _fail(self, error: AssentError) -> None:
        if self.end.done():
            return
        self._sign_in.failed(str(error))
        self._redirect.settle(say("You are not signed in"), say("{why}. You can close this tab.", why=error.words))
        for waits in (self.offer, self.end):
            if not waits.done():
                waits.set_exception(error)
                waits.exception()  # whoever waits hears it; where nobody does, nothing is wrong


class SignIns:
    """The sign-ins of all servers."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._of: dict[str, SignIn] = {}
        self._attempts: dict[str, Attempt] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def of(self, entry: ServerConfig, url: str = "") -> SignIn | None:
        """That of an entry; None where it is a program, or its entry says itself how to sign in.

        ``url``: what the entry leads to now, empty where that is not known.
        """
        if not entry.is_remote or any(name.lower() == "authorization" for name in entry.headers):
            return None
        known = self._of.get(entry.id)
        if known is None or not known.is_for(entry, url):
            known = self._of[entry.id] = SignIn(entry, self._around, url)
        return known

    def standing(self, entry: ServerConfig) -> SignInView:
        """How the sign-in of an entry stands, as far as it is known yet."""
        known = self._of.get(entry.id)
        return known.standing if known is not None and known.entry.config_digest == entry.config_digest else NO_SIGN_IN

    def wanted(self, entry: ServerConfig) -> Words:
        """Why a person is wanted, a sentence; empty where nobody is."""
        return _WANTED[self.standing(entry).need]

    def load_soon(self, entry: ServerConfig) -> None:
        """Look soon into the keyring for what it keeps for this entry, so that the window can tell."""
        sign_in = self.of(entry)
        if sign_in is not None and not sign_in.is_loaded:
            tasks.spawn(sign_in.load(), name="look into the keyring for a sign-in")

    async def begin(self, entry: ServerConfig) -> SignInOffer:
        """Begin to sign in, up to where a person decides; an earlier attempt for this server ends.

        Raises:
            AssentError: it does not get that far; one sentence.
        """
        sign_in = self.of(entry)
        if sign_in is None:
            raise AssentError(say("this server needs no sign-in"))
        async with self._turn:
            await self.cancel(entry.id)
            attempt = self._attempts[entry.id] = Attempt(sign_in, self._around)
        return await asyncio.shield(attempt.offer)

    async def finish(self, server_id: str) -> None:
        """Wait until the sign-in that was begun is over. Raises AssentError where it failed, or there is none."""
        attempt = self._attempts.get(server_id)
        if attempt is None:
            raise AssentError(say("no sign-in has begun"))
        await asyncio.shield(attempt.end)

    async def cancel(self, server_id: str) -> None:
        """End a sign-in that was begun, where there is one."""
        if (attempt := self._attempts.pop(server_id, None)) is not None:
            await attempt.stop()

    async def sign_out(self, entry: ServerConfig) -> None:
        """Forget the tokens of a server."""
        await self.cancel(entry.id)
        if (sign_in := self.of(entry)) is not None:
            await sign_in.sign_out()

    def sign_out_soon(self, entry: ServerConfig) -> None:
        """Forget the tokens of a server, without waiting until the keyring has."""
        leaving = tasks.spawn(self.sign_out(entry), name=f"sign out of {entry.id}")
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    async def close(self) -> None:
        """End every sign-in that was begun; what is being forgotten is, within ``CLOSING``."""
        for server_id in tuple(self._attempts):
            await self.cancel(server_id)
        if self._leaving:
            await asyncio.wait(set(self._leaving), timeout=CLOSING)


_WANTED: Final[Mapping[str, Words]] = MappingProxyType({"": "", "first": NEEDED, "more": MORE_NEEDED})


async def _sdk() -> Any:
    """What drives the SDK: a second to import, away from the loop's thread."""
    return await tasks.in_daemon_thread(
        lambda: importlib.import_module("host.servers.oauth_client"), name="load the OAuth client"
    )


def _scopes(said: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(scope for scope in said if _SCOPE.fullmatch(scope)))[:MAX_SCOPES]


# The way back from the browser

PATH: Final = "/callback"
MAX_QUERY: Final = 8_192
"""Characters of what a browser brings."""
MAX_CONNECTIONS: Final = 16
SILENT: Final = 20.0
"""Seconds for a connection to ask something: browsers open some in advance."""
SETTLED_IN: Final = 60.0
"""Seconds for which the browser waits for the end of the sign-in that it came back from."""

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


class Redirect:
    """Waits for one browser.

    Attributes:
        port: where it listens.
    """

    def __init__(self) -> None:
        self.port = 0
        self._listener: asyncio.Server | None = None
        self._state = ""
        self._brought: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()
        self._page: asyncio.Future[tuple[str, str]] = asyncio.get_running_loop().create_future()
        self._open = 0
        self._answered = asyncio.Event()
        self._answered.set()

    async def listen(self, port: int = 0) -> None:
        """Listen on ``port``, any that is free for 0. Raises AssentError where it is taken."""
        try:
            self._listener = await asyncio.start_server(self._serve, "127.0.0.1", port, limit=MAX_QUERY)
        except OSError as error:
            raise AssentError(
                say("port {port} on this computer is in use by another program", port=str(port)), detail=str(error)
            ) from error
        self.port = self._listener.sockets[0].getsockname()[1]

    @property
    def uri(self) -> str:
        """What the authorization server is to send the browser back to."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    async def brought(self, state: str) -> Mapping[str, str]:
        """What the browser brings that comes with this ``state``."""
        self._state = state
        return await asyncio.shield(self._brought)

    def settle(self, title: str, text: str) -> None:
        """Tell the browser how it ended: our words."""
        if not self._page.done():
            self._page.set_result((title, text))

    async def close(self) -> None:
        """Listen no more. A browser that waits for its page gets it first."""
        if self._listener is not None:
            self._listener.close()
        self.settle(say("The sign-in has ended"), say("Nothing was changed. You can close this tab."))
        try:
            async with asyncio.timeout(2):
                await self._answered.wait()
        except TimeoutError:
            pass
        self._brought.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        import h11  # on first use: most hosts never need it

        if self._open >= MAX_CONNECTIONS:
            writer.close()
            return
        self._open += 1
        self._answered.clear()
        try:
            async with asyncio.timeout(SILENT + SETTLED_IN):
                await self._talk(reader, writer)
        except (TimeoutError, OSError, h11.RemoteProtocolError):
            pass  # whoever came and said nothing sensible is let go
        finally:
            writer.close()
            self._open -= 1
            if not self._open:
                self._answered.set()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        import h11

        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_QUERY * 2)
        async with asyncio.timeout(SILENT):
            while (event := connection.next_event()) is h11.NEED_DATA:
                connection.receive_data(await reader.read(MAX_QUERY))
        if not isinstance(event, h11.Request):
            return
        status, title, text = await self._answer(event)
        body = _PAGE.format(title=html.escape(title), text=html.escape(text)).encode()
        headers = [*_HEADERS, ("Content-Length", str(len(body)))]
        response = h11.Response(status_code=status, headers=headers, reason=b"")
        for part in (response, h11.Data(data=body if event.method != b"HEAD" else b""), h11.EndOfMessage()):
            writer.write(connection.send(part) or b"")
        await writer.drain()

    async def _answer(self, request: h11.Request) -> tuple[int, str, str]:
        refused = 404, say("There is nothing here"), say("This address only ends a sign-in that Assent began.")
        host = dict(request.headers).get(b"host", b"").decode("ascii", "replace")
        parts = urlsplit(request.target.decode("ascii", "replace"))
        if request.method != b"GET" or host != f"127.0.0.1:{self.port}" or parts.path != PATH:
            return refused
        brought = _params(parts.query)
        if not self._state or not secrets.compare_digest(brought.get("state", "").encode(), self._state.encode()):
            return 400, say("This is another sign-in"), say("Begin it again in Assent.")
        if self._brought.done():
            return 400, say("This sign-in has ended"), say("Begin it again in Assent.")
        self._brought.set_result(brought)
        title, text = await asyncio.shield(self._page)
        return 200, title, text


def _params(query: str) -> Mapping[str, str]:
    """Its parameters; nothing where one stands there twice (RFC 6749 §3.1)."""
    if len(query) > MAX_QUERY:
        return {}
    pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=32) if query.count("&") < 32 else []
    params = dict(pairs)
    return params if len(params) == len(pairs) else {}
