"""Signing in, refreshing and signing out by the MCP SDK's OAuth client (OAuth 2.1, RFC 8414, 9728, 7591, 7636, 8707).

Owns: how the SDK's flow is driven, and what it leaves out: the checks that the authorization server does PKCE with
S256 and says who it is, the binding of what was registered to where it was, RFC 7009.

Invariants: the SDK sends nothing itself: its flow yields requests, each of which goes through ``Send``, which bounds
where it goes and how much comes back. No server is asked to register or to give a token before its metadata was
checked. Refreshing asks the token endpoint that the sign-in had, and no other. The SDK's logging is off: its messages
quote answers.

Importing this costs a second: only on first use, and in a thread.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import Final, TypeAlias
from urllib.parse import parse_qsl, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider, OAuthFlowError, OAuthRegistrationError, OAuthTokenError
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER
from mcp_types import LATEST_PROTOCOL_VERSION
from pydantic import AnyHttpUrl, AnyUrl, ValidationError
from pydantic_core import from_json

from host.control.views import SignInOffer
from host.errors import AssentError
from host.inspect.domains import host_of
from host.model import JsonObject
from host.servers.config import OAuthOptions
from host.servers.oauth import Challenge, SignedIn, shown_host
from host.text import one_line
from host.values import replace
from host.words import Words, say

logging.getLogger("mcp.client.auth.oauth2").disabled = True

Send: TypeAlias = Callable[[httpx2.Request], Awaitable[httpx2.Response]]
Show: TypeAlias = Callable[[SignInOffer, str], Awaitable[Mapping[str, str]]]
"""Shows a person what would be opened; with the state that the browser has to bring. What it brought."""

CLIENT_NAME: Final = "Assent"
MAX_REQUESTS: Final = 24
"""Requests of one sign-in; the longest honest one makes some ten."""
SERVER_ERRORS: Final = 500
_BUSY: Final = 429
_METADATA_KEPT: Final = frozenset({"issuer", "authorization_endpoint", "token_endpoint", "revocation_endpoint"})
_OF_ISSUER: Final = re.compile(r"/\.well-known/(?:oauth-authorization-server|openid-configuration)(?:/|$)")
_SAID: Final = 200
"""Characters of what an authorization server says of an error."""


class _Storage:
    """What the flow reads and leaves; nothing is kept here."""

    def __init__(self, client: OAuthClientInformationFull | None, token: OAuthToken | None) -> None:
        self.client, self.token = client, token

    async def get_tokens(self) -> OAuthToken | None:
        return self.token

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.token = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class _Provider(OAuthClientProvider):
    """The SDK's, which takes the authorization server that the configuration names where the server lists it."""

    issuer = ""

    def _select_authorization_server(self, advertised: list[str]) -> str:
        return next((url for url in advertised if url.rstrip("/") == self.issuer.rstrip("/")), advertised[0])


async def sign_in(
    url: str,
    challenge: Challenge,
    options: OAuthOptions,
    config: str,
    before: SignedIn | None,
    *,
    redirect_uri: str,
    send: Send,
    show: Show,
    admit: Callable[[str], None],
) -> SignedIn:
    """One sign-in.

    ``config``: digest of the entry that it is for. ``before``: what the last one left. ``admit``: raises for an address
    that no browser is to open.

    Raises:
        AssentError: it did not come to an end; one sentence that is safe to show.
    """
    step_up = challenge.status == 403 and before is not None
    storage = _Storage(_client(options, before, redirect_uri, challenge), _token(before) if step_up else None)
    opened: list[tuple[str, str]] = []

    async def open_browser(address: str) -> None:
        _check(provider, options)
        address = _well_formed(address, provider)
        admit(address.partition("?")[0])
        opened.append((address, dict(parse_qsl(urlsplit(address).query)).get("state", "")))

    async def come_back() -> AuthorizationCodeResult:
        address, state = opened[-1]
        brought = await show(_offer(address, provider, before), state)
        if "code" not in brought:
            raise AssentError(_refusal(brought), detail=brought.get("error_description", ""))
        return AuthorizationCodeResult(code=brought["code"], state=brought.get("state"), iss=brought.get("iss"))

    metadata = OAuthClientMetadata(client_name=CLIENT_NAME, redirect_uris=[AnyUrl(redirect_uri)])
    provider = _Provider(url, metadata, storage, open_browser, come_back, options.metadata_url or None)
    provider.issuer = options.issuer
    if options.scopes and not step_up:
        challenge = replace(challenge, scopes=tuple(options.scopes.split()))
    request = _harmless(url)
    answer = httpx2.Response(challenge.status, headers={"WWW-Authenticate": challenge.header()}, request=request)

    async def guarded(outgoing: httpx2.Request) -> httpx2.Response:
        if outgoing.method == "POST":
            _check(provider, options)
        return _without_spare_scopes(await send(outgoing))

    try:
        await _drive(provider.async_auth_flow(request), request, answer, guarded)
    except (OAuthFlowError, OAuthRegistrationError, OAuthTokenError, ValidationError) as error:
        raise AssentError(_reason(error), detail=str(error)) from error
    assert storage.client is not None
    if storage.token is None or not storage.token.access_token:
        raise AssentError(say("the authorization server gave no token"))
    return _left(provider, storage.token, config, url)


async def refresh(kept: SignedIn, send: Send) -> SignedIn | None:
    """``kept`` with a new token; None where the authorization server gives none any more.

    Raises:
        AssentError: it could not be asked; later it may answer.
    """
    storage = _Storage(OAuthClientInformationFull.model_validate(kept.client), _token(kept))
    metadata = OAuthClientMetadata(client_name=CLIENT_NAME, redirect_uris=[AnyUrl("http://127.0.0.1/")])
    provider = _Provider(kept.server, metadata, storage)
    context = provider.context
    context.oauth_metadata = OAuthMetadata.model_validate(kept.metadata)
    context.auth_server_url = kept.issuer
    context.protected_resource_metadata = ProtectedResourceMetadata(
        resource=AnyHttpUrl(kept.resource), authorization_servers=[AnyHttpUrl(kept.issuer)]
    )
    context.token_expiry_time = 1.0  # long ago: the first thing that the flow yields is the request for another one
    request = _harmless(kept.server)

    async def asked(outgoing: httpx2.Request) -> httpx2.Response:
        response = await send(outgoing)
        if response.status_code >= SERVER_ERRORS or response.status_code == _BUSY:
            raise AssentError(say("{host} cannot refresh the sign-in now", host=shown_host(str(outgoing.url))))
        return response

    await _drive(provider.async_auth_flow(request), request, None, asked)
    if context.current_tokens is None or "Authorization" not in request.headers:
        return None
    return _renewed(kept, context.current_tokens, context.token_expiry_time)


async def revoke(kept: SignedIn, send: Send) -> None:
    """Tell the authorization server that nobody needs these tokens any more, where it wants to hear it (RFC 7009).

    Raises:
        AssentError: it could not be asked.
    """
    endpoint = kept.metadata.get("revocation_endpoint")
    token = _token(kept)
    if not isinstance(endpoint, str) or token is None:
        return
    provider = _Provider(
        kept.resource, OAuthClientMetadata(redirect_uris=[AnyUrl("http://127.0.0.1/")]), _Storage(None, None)
    )
    provider.context.client_info = client = OAuthClientInformationFull.model_validate(kept.client)
    for hint, value in (("refresh_token", token.refresh_token), ("access_token", token.access_token)):
        if value:
            form = {"token": value, "token_type_hint": hint, "client_id": client.client_id}
            form, headers = provider.context.prepare_token_auth(form, {})
            await send(httpx2.Request("POST", endpoint, data=form, headers=headers))


async def _drive(
    flow: AsyncGenerator[httpx2.Request, httpx2.Response],
    request: httpx2.Request,
    answer: httpx2.Response | None,
    send: Send,
) -> None:
    """Let ``flow`` make its requests, to its end. ``request`` itself is not sent: ``answer`` is what the server said.

    The first time that ``request`` comes without an answer to give, or the second time, the flow is through with it.
    """
    try:
        outgoing = await anext(flow)
        for _ in range(MAX_REQUESTS):
            if outgoing is request:
                if answer is None:
                    return
                response, answer = answer, None
            else:
                response = await send(outgoing)
            outgoing = await flow.asend(response)
    except StopAsyncIteration:
        return
    except (ValueError, httpx2.InvalidURL) as error:  # of what a server named as an address, for one
        raise AssentError(_reason(error), detail=str(error)) from error
    finally:
        await flow.aclose()
    raise AssentError(say("the sign-in takes more steps than Assent makes"))


def _without_spare_scopes(response: httpx2.Response) -> httpx2.Response:
    """Metadata of an authorization server without the scopes that it offers, but the one for refreshing.

    Where the MCP server names none the SDK would ask for all of them; MCP says to ask for none then
    (basic/authorization, Scope Selection Strategy).
    """
    if not _OF_ISSUER.search(response.request.url.path) or response.status_code != 200:
        return response
    try:
        said = from_json(response.content)
    except ValueError:
        return response
    if not isinstance(said, dict) or not isinstance(offered := said.get("scopes_supported"), list):
        return response
    said["scopes_supported"] = [scope for scope in offered if scope == "offline_access"]
    return httpx2.Response(200, json=said, request=response.request)


def _harmless(url: str) -> httpx2.Request:
    """The request that the flow is about, which nobody sends."""
    return httpx2.Request("POST", url, headers={MCP_PROTOCOL_VERSION_HEADER: LATEST_PROTOCOL_VERSION})


def _check(provider: OAuthClientProvider, options: OAuthOptions) -> None:
    """Whether what the authorization server says of itself will do. Raises AssentError."""
    metadata = provider.context.oauth_metadata
    if metadata is None:
        raise AssentError(say("the server does not say where to sign in"))
    host = shown_host(str(metadata.issuer))
    if "S256" not in (metadata.code_challenge_methods_supported or ()):
        raise AssentError(say("{host} does not protect sign-ins as OAuth 2.1 demands (PKCE with S256)", host=host))
    if options.issuer and str(metadata.issuer).rstrip("/") != options.issuer.rstrip("/"):
        raise AssentError(say("the server leads to {host}, and its entry names another issuer", host=host))
    client = provider.context.client_info
    if client is not None and options.client_secret and client.token_endpoint_auth_method is None:
        basic = "client_secret_basic" in (metadata.token_endpoint_auth_methods_supported or ("client_secret_basic",))
        client.token_endpoint_auth_method = "client_secret_basic" if basic else "client_secret_post"


def _well_formed(address: str, provider: OAuthClientProvider) -> str:
    """``address`` as RFC 6749 §3.1 wants it where its endpoint has a query; the SDK puts a second ``?`` there."""
    metadata = provider.context.oauth_metadata
    endpoint = "" if metadata is None else str(metadata.authorization_endpoint)
    if "#" in address or not address.startswith(f"{endpoint}?"):
        raise AssentError(say("the server names an address that Assent does not open"), detail=address)
    return f"{endpoint}&{address[len(endpoint) + 1 :]}" if "?" in endpoint else address


def _client(
    options: OAuthOptions, before: SignedIn | None, redirect_uri: str, challenge: Challenge
) -> OAuthClientInformationFull | None:
    """Whom the authorization server knows already; None where that is to be found out.

    What was registered counts for the address and the scopes that it was registered with; the SDK drops it for another
    issuer.
    """
    if options.client_id:
        secret = options.client_secret or None
        method = None if secret else "none"
        return OAuthClientInformationFull(
            client_id=options.client_id,
            client_secret=secret,
            token_endpoint_auth_method=method,
            redirect_uris=[AnyUrl(redirect_uri)],
        )
    if before is None or not before.client or before.redirect_uri != redirect_uri:
        return None
    client = OAuthClientInformationFull.model_validate(before.client)
    expires, scopes = client.client_secret_expires_at, (client.scope or "").split()
    narrow = bool(scopes) and not set(challenge.scopes) <= set(scopes)
    return None if narrow or (expires and expires <= time.time()) else client


def _token(kept: SignedIn | None) -> OAuthToken | None:
    return OAuthToken.model_validate(kept.token) if kept is not None and kept.token else None


def _offer(address: str, provider: OAuthClientProvider, before: SignedIn | None) -> SignInOffer:
    context = provider.context
    issuer = str(context.oauth_metadata.issuer) if context.oauth_metadata is not None else ""
    moved = before.issuer if before is not None and before.issuer not in ("", issuer) else ""
    scopes = tuple((context.client_metadata.scope or "").split())
    return SignInOffer(address, host_of(address), issuer, scopes, host_of(moved))


def _left(provider: OAuthClientProvider, token: OAuthToken, config: str, url: str) -> SignedIn:
    context = provider.context
    assert context.oauth_metadata is not None
    assert context.client_info is not None
    client: JsonObject = context.client_info.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    redirects = context.client_metadata.redirect_uris or []
    kept = SignedIn(
        config=config,
        server=url,
        issuer=str(context.oauth_metadata.issuer),
        resource=context.get_resource_url(),
        redirect_uri=str(redirects[0]),
        client=client,
        metadata=context.oauth_metadata.model_dump(mode="json", include=set(_METADATA_KEPT), exclude_none=True),
    )
    return _renewed(kept, token, context.token_expiry_time)


def _renewed(kept: SignedIn, token: OAuthToken, expires_at: float | None) -> SignedIn:
    return replace(
        kept,
        token=token.model_dump(mode="json", exclude_none=True),
        obtained_at=time.time(),
        expires_at=expires_at or 0.0,
    )


def _refusal(brought: Mapping[str, str]) -> Words:
    """Why the browser came back without a code (RFC 6749 §4.1.2.1)."""
    code = brought.get("error", "")
    if code == "access_denied":
        return say("the sign-in was declined")
    return say("the authorization server refused: {code}", code=one_line(code or "?", _SAID))


def _reason(error: Exception) -> Words:
    """In words of ours; what the SDK says quotes answers."""
    text = str(error)
    if "response iss mismatch" in text or "response missing iss" in text:
        return say("the answer is not from the authorization server that was asked")
    if "metadata issuer mismatch" in text:
        return say("the authorization server calls itself otherwise than the server calls it")
    if isinstance(error, OAuthRegistrationError):
        return say("the authorization server does not let Assent register; name a client id in the server's entry")
    if isinstance(error, OAuthTokenError):
        return say("the authorization server gave no token")
    return say("the server or its authorization server does not follow OAuth as MCP has it")
