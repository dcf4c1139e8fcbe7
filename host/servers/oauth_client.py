"""Signing in, refreshing and signing out with the MCP SDK's OAuth client (OAuth 2.1, RFC 8414, 9728, 7591, 7636, 8707).

Owns: how the SDK's flow is driven, and what it omits: the checks that the authorization server supports PKCE with S256
and identifies itself, the binding of a registered client to its issuer, and RFC 7009.

Invariants: the SDK sends nothing itself. Its flow yields requests. Each goes through ``Send``, which bounds where it
goes and how much comes back. No server is asked to register a client or to issue a token before its metadata was
checked. A refresh uses only the token endpoint of the sign-in. The SDK's logging is off, because its messages quote
answers.

The import of this module takes a second: it is done on first use, in a thread.
"""

from __future__ import annotations

import logging
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

from host import regex
from host.control.views import SignInOffer
from host.errors import AssentError
from host.inspect.domains import host_of
from host.model import JsonObject
from host.servers.config import OAuthOptions
from host.servers.oauth_values import Challenge, StoredSignIn, shown_host
from host.text import one_line
from host.values import replace
from host.words import Words, say

logging.getLogger("mcp.client.auth.oauth2").disabled = True

Send: TypeAlias = Callable[[httpx2.Request], Awaitable[httpx2.Response]]
Show: TypeAlias = Callable[[SignInOffer, str], Awaitable[Mapping[str, str]]]
"""Shows a person what would be opened, and returns the parameters that the browser brings with the given state."""

CLIENT_NAME: Final = "Assent"
MAX_REQUESTS: Final = 24
"""Requests of one sign-in; an honest one makes about ten at most."""
_ISSUER_METADATA_PATH: Final = regex.pattern(
    r"/\.well-known/(?:oauth-authorization-server|openid-configuration)(?:/|$)"
)
_MAX_CODE: Final = 200
"""Characters that are shown of an error code."""


class _Storage:
    """The storage that the SDK's flow uses. It holds the values of one flow only."""

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
    """The SDK's provider, which prefers the configured authorization server if the server lists it."""

    issuer = ""

    def _select_authorization_server(self, advertised: list[str]) -> str:
        return next((url for url in advertised if url.rstrip("/") == self.issuer.rstrip("/")), advertised[0])


async def sign_in(
    url: str,
    challenge: Challenge,
    options: OAuthOptions,
    config: str,
    previous: StoredSignIn | None,
    *,
    redirect_uri: str,
    send: Send,
    show: Show,
    check_address: Callable[[str], None],
) -> StoredSignIn:
    """Do one sign-in and return its result.

    ``config``: digest of the entry that it is for. ``previous``: result of the last sign-in, None for none.
    ``check_address``: raises for a URL that no browser may open.

    Raises AssentError if the sign-in failed; one sentence that is safe to show.
    """
    step_up = challenge.status == 403 and previous is not None
    storage = _Storage(_known_client(options, previous, redirect_uri, challenge), _token(previous) if step_up else None)
    opened: list[tuple[str, str]] = []

    async def open_browser(address: str) -> None:
        _check_authorization_server(provider, options)
        address = _repaired(address, provider)
        check_address(address.partition("?")[0])
        opened.append((address, dict(parse_qsl(urlsplit(address).query)).get("state", "")))

    async def wait_for_code() -> AuthorizationCodeResult:
        address, state = opened[-1]
        query = await show(_offer(address, provider, previous), state)
        if "code" not in query:
            raise AssentError(_refusal(query), detail=query.get("error_description", ""))
        return AuthorizationCodeResult(code=query["code"], state=query.get("state"), iss=query.get("iss"))

    metadata = OAuthClientMetadata(client_name=CLIENT_NAME, redirect_uris=[AnyUrl(redirect_uri)])
    provider = _Provider(url, metadata, storage, open_browser, wait_for_code, options.metadata_url or None)
    provider.issuer = options.issuer
    if options.scopes and not step_up:
        challenge = replace(challenge, scopes=tuple(options.scopes.split()))
    request = _placeholder_request(url)
    answer = httpx2.Response(challenge.status, headers={"WWW-Authenticate": challenge.header()}, request=request)

    async def checked_send(outgoing: httpx2.Request) -> httpx2.Response:
        if outgoing.method == "POST":
            _check_authorization_server(provider, options)
        return _without_spare_scopes(await send(outgoing))

    try:
        await _run_flow(provider.async_auth_flow(request), request, answer, checked_send)
    except (OAuthFlowError, OAuthRegistrationError, OAuthTokenError, ValidationError) as error:
        raise AssentError(_reason(error), detail=str(error)) from error
    assert storage.client is not None
    if storage.token is None or not storage.token.access_token:
        raise AssentError(say("the authorization server gave no token"))
    return _stored_sign_in(provider, storage.token, config, url)


async def refresh(stored: StoredSignIn, send: Send) -> StoredSignIn | None:
    """Return ``stored`` with a new token; None if the authorization server refuses to issue one.

    Raises AssentError if it could not be asked now.
    """
    storage = _Storage(OAuthClientInformationFull.model_validate(stored.client), _token(stored))
    metadata = OAuthClientMetadata(client_name=CLIENT_NAME, redirect_uris=[AnyUrl("http://127.0.0.1/")])
    provider = _Provider(stored.server, metadata, storage)
    context = provider.context
    context.oauth_metadata = OAuthMetadata.model_validate(stored.metadata)
    context.auth_server_url = stored.issuer
    context.protected_resource_metadata = ProtectedResourceMetadata(
        resource=AnyHttpUrl(stored.resource), authorization_servers=[AnyHttpUrl(stored.issuer)]
    )
    context.token_expiry_time = 1.0  # expired: the flow begins with a refresh
    request = _placeholder_request(stored.server)

    async def send_unless_busy(outgoing: httpx2.Request) -> httpx2.Response:
        response = await send(outgoing)
        if response.status_code >= 500 or response.status_code == 429:
            raise AssentError(say("{host} cannot refresh the sign-in now", host=shown_host(str(outgoing.url))))
        return response

    await _run_flow(provider.async_auth_flow(request), request, None, send_unless_busy)
    if context.current_tokens is None or "Authorization" not in request.headers:
        return None
    return _with_token(stored, context.current_tokens, context.token_expiry_time)


async def revoke(stored: StoredSignIn, send: Send) -> None:
    """Revoke the tokens if the authorization server supports that (RFC 7009).

    Raises AssentError if it could not be asked.
    """
    endpoint = stored.metadata.get("revocation_endpoint")
    token = _token(stored)
    if not isinstance(endpoint, str) or token is None:
        return
    provider = _Provider(
        stored.resource, OAuthClientMetadata(redirect_uris=[AnyUrl("http://127.0.0.1/")]), _Storage(None, None)
    )
    provider.context.client_info = client = OAuthClientInformationFull.model_validate(stored.client)
    for hint, value in (("refresh_token", token.refresh_token), ("access_token", token.access_token)):
        if value:
            form = {"token": value, "token_type_hint": hint, "client_id": client.client_id}
            form, headers = provider.context.prepare_token_auth(form, {})
            await send(httpx2.Request("POST", endpoint, data=form, headers=headers))


async def _run_flow(
    flow: AsyncGenerator[httpx2.Request, httpx2.Response],
    request: httpx2.Request,
    answer: httpx2.Response | None,
    send: Send,
) -> None:
    """Send the requests that ``flow`` yields, to its end.

    ``request`` itself is not sent. The first time the flow yields it, it gets ``answer``, the server's refusal.
    Without an ``answer``, or when ``request`` is yielded again, the flow has ended.
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
    except (ValueError, httpx2.InvalidURL) as error:  # for example from a URL that a server named
        raise AssentError(_reason(error), detail=str(error)) from error
    finally:
        await flow.aclose()
    raise AssentError(say("the sign-in takes more steps than Assent makes"))


def _without_spare_scopes(response: httpx2.Response) -> httpx2.Response:
    """Remove the offered scopes from metadata of an authorization server, except the one for refreshing.

    If the MCP server names none, the SDK would ask for all of them; MCP says to ask for none (basic/authorization,
    Scope Selection Strategy).
    """
    if not _ISSUER_METADATA_PATH.search(response.request.url.path) or response.status_code != 200:
        return response
    try:
        metadata = from_json(response.content)
    except ValueError:
        return response
    if not isinstance(metadata, dict) or not isinstance(offered := metadata.get("scopes_supported"), list):
        return response
    metadata["scopes_supported"] = [scope for scope in offered if scope == "offline_access"]
    return httpx2.Response(200, json=metadata, request=response.request)


def _placeholder_request(url: str) -> httpx2.Request:
    """Return the request that the flow is to authorize. It is never sent."""
    return httpx2.Request("POST", url, headers={MCP_PROTOCOL_VERSION_HEADER: LATEST_PROTOCOL_VERSION})


def _check_authorization_server(provider: OAuthClientProvider, options: OAuthOptions) -> None:
    """Check the metadata of the authorization server. Raises AssentError if it is not acceptable."""
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
        methods = metadata.token_endpoint_auth_methods_supported or ("client_secret_basic",)
        allows_basic = "client_secret_basic" in methods
        client.token_endpoint_auth_method = "client_secret_basic" if allows_basic else "client_secret_post"


def _repaired(address: str, provider: OAuthClientProvider) -> str:
    """Repair ``address`` if its endpoint has a query: the SDK adds a second ``?`` (RFC 6749 §3.1)."""
    metadata = provider.context.oauth_metadata
    endpoint = "" if metadata is None else str(metadata.authorization_endpoint)
    if "#" in address or not address.startswith(f"{endpoint}?"):
        raise AssentError(say("the server names an address that Assent does not open"), detail=address)
    return f"{endpoint}&{address[len(endpoint) + 1 :]}" if "?" in endpoint else address


def _known_client(
    options: OAuthOptions, previous: StoredSignIn | None, redirect_uri: str, challenge: Challenge
) -> OAuthClientInformationFull | None:
    """Return the client that the authorization server knows already; None if one must be registered.

    A registered client is valid for its redirect URI and scopes. The SDK drops it for another issuer.
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
    if previous is None or not previous.client or previous.redirect_uri != redirect_uri:
        return None
    client = OAuthClientInformationFull.model_validate(previous.client)
    expires, scopes = client.client_secret_expires_at, (client.scope or "").split()
    lacks_scopes = bool(scopes) and not set(challenge.scopes) <= set(scopes)
    return None if lacks_scopes or (expires and expires <= time.time()) else client


def _token(stored: StoredSignIn | None) -> OAuthToken | None:
    return OAuthToken.model_validate(stored.token) if stored is not None and stored.token else None


def _offer(address: str, provider: OAuthClientProvider, previous: StoredSignIn | None) -> SignInOffer:
    context = provider.context
    issuer = str(context.oauth_metadata.issuer) if context.oauth_metadata is not None else ""
    old_issuer = previous.issuer if previous is not None and previous.issuer not in ("", issuer) else ""
    scopes = tuple((context.client_metadata.scope or "").split())
    return SignInOffer(address, host_of(address), issuer, scopes, host_of(old_issuer))


def _stored_sign_in(provider: OAuthClientProvider, token: OAuthToken, config: str, url: str) -> StoredSignIn:
    context = provider.context
    assert context.oauth_metadata is not None
    assert context.client_info is not None
    client: JsonObject = context.client_info.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    redirects = context.client_metadata.redirect_uris or []
    kept = {"issuer", "authorization_endpoint", "token_endpoint", "revocation_endpoint"}
    stored = StoredSignIn(
        config=config,
        server=url,
        issuer=str(context.oauth_metadata.issuer),
        resource=context.get_resource_url(),
        redirect_uri=str(redirects[0]),
        client=client,
        metadata=context.oauth_metadata.model_dump(mode="json", include=kept, exclude_none=True),
    )
    return _with_token(stored, token, context.token_expiry_time)


def _with_token(stored: StoredSignIn, token: OAuthToken, expires_at: float | None) -> StoredSignIn:
    return replace(
        stored,
        token=token.model_dump(mode="json", exclude_none=True),
        obtained_at=time.time(),
        expires_at=expires_at or 0.0,
    )


def _refusal(parameters: Mapping[str, str]) -> Words:
    """Return why the browser came back without a code (RFC 6749 §4.1.2.1)."""
    code = parameters.get("error", "")
    if code == "access_denied":
        return say("the sign-in was declined")
    return say("the authorization server refused: {code}", code=one_line(code or "?", _MAX_CODE))


def _reason(error: Exception) -> Words:
    """Return the reason in Assent's words: messages of the SDK quote answers."""
    text = str(error)
    if "response iss mismatch" in text or "response missing iss" in text:
        return say("the answer is not from the authorization server that was asked")
    if "metadata issuer mismatch" in text:
        return say("the authorization server's own name is not the one that the server gave")
    if isinstance(error, OAuthRegistrationError):
        return say("the authorization server does not let Assent register; name a client id in the server's entry")
    if isinstance(error, OAuthTokenError):
        return say("the authorization server gave no token")
    return say("the server or its authorization server does not follow MCP's rules for OAuth")
