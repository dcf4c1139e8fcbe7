"""What a hostile server or authorization server can do to a sign-in, and what is kept of one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any  # JSON
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from host.control.views import SignInOffer
from host.errors import AssentError
from host.keyring_entry import KeyringEntry
from host.servers import oauth_client
from host.servers.config import OAuthOptions, ServerConfig, load_servers, resolve
from host.servers.oauth import MAX_ANSWER, Fetcher, RedirectListener, SignIn, SignInServices
from host.servers.oauth_values import Challenge, StoredSignIn
from host.values import replace
from host.wire.http_client import open_client

SERVER = "https://mcp.example.com/mcp"
ISSUER = "https://login.example.com"
RESOURCE_DOCUMENT = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp"
ISSUER_DOCUMENT = f"{ISSUER}/.well-known/oauth-authorization-server"
RESOURCE = {"resource": SERVER, "authorization_servers": [ISSUER], "scopes_supported": ["mail.read"]}
METADATA: dict[str, Any] = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/authorize",
    "token_endpoint": f"{ISSUER}/token",
    "registration_endpoint": f"{ISSUER}/register",
    "revocation_endpoint": f"{ISSUER}/revoke",
    "scopes_supported": ["mail.read", "everything", "offline_access"],
    "code_challenge_methods_supported": ["S256"],
    "authorization_response_iss_parameter_supported": True,
}
CLIENT: dict[str, Any] = {"client_id": "assent-1", "redirect_uris": ["http://127.0.0.1:4711/callback"]}
TOKEN: dict[str, Any] = {
    "access_token": "at-secret",
    "token_type": "Bearer",
    "expires_in": 3600,
    "refresh_token": "rt-secret",
}
REDIRECT = "http://127.0.0.1:4711/callback"


@dataclass
class World:
    """A server and its authorization server that answer from a table; whoever is not in it says 404.

    Attributes:
        answers: by URL, JSON or a whole response. asked: the requests, in order. brings: what the browser comes back
        with; the state and the issuer are put in unless they are there.
    """

    answers: dict[str, Any] = field(
        default_factory=lambda: {
            RESOURCE_DOCUMENT: RESOURCE,
            ISSUER_DOCUMENT: METADATA,
            f"{ISSUER}/register": (201, CLIENT),
            f"{ISSUER}/token": TOKEN,
        }
    )
    asked: list[httpx2.Request] = field(default_factory=list)
    brings: dict[str, str] = field(default_factory=lambda: {"code": "c-secret"})
    offers: list[SignInOffer] = field(default_factory=list)

    async def send(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request)
        answer = self.answers.get(str(request.url), (404, {}))
        status, value = answer if isinstance(answer, tuple) else (200, answer)
        return httpx2.Response(status, json=value, request=request)

    async def show(self, offer: SignInOffer, state: str) -> Mapping[str, str]:
        self.offers.append(offer)
        return {"state": state, "iss": ISSUER} | self.brings

    async def sign_in(
        self,
        challenge: Challenge = Challenge(),  # noqa: B008  # frozen
        options: OAuthOptions = OAuthOptions(),  # noqa: B008  # frozen
        before: StoredSignIn | None = None,
    ) -> StoredSignIn:
        client = httpx2.AsyncClient()
        return await oauth_client.sign_in(
            SERVER,
            challenge,
            options,
            "c" * 64,
            before,
            redirect_uri=REDIRECT,
            send=self.send,
            show=self.show,
            check_address=Fetcher(client, SERVER).check_address,
        )

    def to(self, url: str) -> list[dict[str, list[str]]]:
        """The forms that were posted there."""
        return [parse_qs(request.content.decode()) for request in self.asked if str(request.url) == url]


@pytest.fixture
def world() -> World:
    return World()


async def test_a_sign_in_registers_asks_for_this_resource_and_keeps_what_refreshing_needs(world: World) -> None:
    left = await world.sign_in()
    (offer,) = world.offers
    assert (offer.issuer, offer.scopes) == (ISSUER, ("mail.read", "offline_access"))
    asked = parse_qs(urlsplit(offer.url).query)
    assert asked["resource"] == [SERVER]
    assert asked["code_challenge_method"] == ["S256"]
    (form,) = world.to(f"{ISSUER}/token")
    assert form["resource"] == [SERVER]
    assert form["code_verifier"]
    assert (left.issuer, left.resource, left.header) == (ISSUER, SERVER, "Bearer at-secret")
    assert set(left.metadata) == {"issuer", "authorization_endpoint", "token_endpoint", "revocation_endpoint"}
    assert StoredSignIn.from_text(left.to_text(), "c" * 64, SERVER) == left
    assert StoredSignIn.from_text(left.to_text(), "d" * 64, SERVER) is None
    assert StoredSignIn.from_text(left.to_text(), "c" * 64, "https://evil.example/mcp") is None
    assert "secret" not in repr(left)


async def test_a_server_that_names_no_scope_is_asked_for_none_but_refreshing(world: World) -> None:
    world.answers[RESOURCE_DOCUMENT] = {key: value for key, value in RESOURCE.items() if key != "scopes_supported"}
    await world.sign_in()
    assert world.offers[0].scopes == ("offline_access",)


@pytest.mark.parametrize(
    ("metadata", "why"),
    [
        ({"issuer": "https://evil.example"}, "own name is not"),
        ({"issuer": f"{ISSUER}/other"}, "own name is not"),
        ({"code_challenge_methods_supported": None}, "PKCE with S256"),
        ({"code_challenge_methods_supported": ["plain"]}, "PKCE with S256"),
        ({"authorization_endpoint": "javascript:alert(1)"}, "does not say where to sign in"),
        ({"authorization_endpoint": "http://login.example.com/authorize"}, "from https to http"),
        ({"authorization_endpoint": "https://127.0.0.1/authorize"}, "into a private network"),
        ({"authorization_endpoint": "https://10.0.0.1/authorize"}, "into a private network"),
        ({"authorization_endpoint": "https://169.254.169.254/latest"}, "metadata of a cloud machine"),
        ({"authorization_endpoint": f"{ISSUER}/authorize#"}, "does not open"),
        ({"authorization_endpoint": "https://ana:secret@login.example.com/"}, "is not asked"),
        ({"token_endpoint": ""}, "does not say where to sign in"),
    ],
)
async def test_s29_metadata_that_cannot_be_believed_ends_the_sign_in_before_a_browser_opens(
    world: World, metadata: dict[str, Any], why: str
) -> None:
    world.answers[ISSUER_DOCUMENT] = METADATA | metadata
    with pytest.raises(AssentError, match=why):
        await world.sign_in()
    assert world.offers == []
    assert world.to(f"{ISSUER}/token") == []


@pytest.mark.parametrize(
    "named", ["https://\x7f", "https://[", "https://a.example:99999/x", "https://xn--\xfc.example/"]
)
async def test_s29_an_address_that_is_none_ends_a_sign_in_with_a_sentence(world: World, named: str) -> None:
    challenge = Challenge.parse(401, f'Bearer error="\xfc", resource_metadata="{named}"')
    try:
        await world.sign_in(challenge)  # what it names is not there, and the usual place is asked
    except AssentError as error:
        assert "OAuth" in str(error)


async def test_s29_a_resource_that_is_another_one_gets_no_token(world: World) -> None:
    world.answers[RESOURCE_DOCUMENT] = RESOURCE | {"resource": "https://bank.example.com/mcp"}
    with pytest.raises(AssentError, match="rules for OAuth"):
        await world.sign_in()
    assert world.offers == []


@pytest.mark.parametrize(
    ("brings", "why"),
    [
        ({"iss": "https://evil.example"}, "not from the authorization server that was asked"),
        ({"iss": f"{ISSUER}/"}, "not from the authorization server that was asked"),
        ({"error": "access_denied", "error_description": "<b>no</b>"}, "the sign-in was declined"),
        ({"error": "server_error\u202e"}, "the authorization server refused: server_error⟨U\\+202E⟩"),
        ({"code": ""}, "rules for OAuth"),
        ({"state": "other"}, "rules for OAuth"),
    ],
)
async def test_s29_what_a_browser_brings_is_believed_of_nobody_else(
    world: World, brings: dict[str, str], why: str
) -> None:
    world.brings = brings if "error" in brings else world.brings | brings
    with pytest.raises(AssentError, match=why) as failed:
        await world.sign_in()
    assert "c-secret" not in str(failed.value)
    assert world.to(f"{ISSUER}/token") == []


async def test_the_answer_must_say_its_issuer_where_the_authorization_server_promised_that(world: World) -> None:
    async def show(offer: SignInOffer, state: str) -> Mapping[str, str]:
        return {"state": state, "code": "c-secret"}

    world.show = show  # type: ignore[method-assign]
    with pytest.raises(AssentError, match="not from the authorization server that was asked"):
        await world.sign_in()


@pytest.mark.parametrize(
    "token",
    [
        {"access_token": ""},
        {"access_token": 5},
        {"token_type": "mac", "access_token": "x"},
        [],
        {"error": "invalid_grant"},
    ],
)
async def test_what_is_no_token_is_none(world: World, token: object) -> None:
    world.answers[f"{ISSUER}/token"] = token
    with pytest.raises(AssentError, match="gave no token"):
        await world.sign_in()


@pytest.mark.parametrize("token", ["a\r\nX-Evil: 1", "a b", "ä", "x" * 20_000, ""])
def test_s29_a_token_that_cannot_stand_in_a_header_is_in_none(token: str) -> None:
    assert replace(KEPT, token={"access_token": token}).header is None


async def test_an_authorization_server_that_registers_nobody_says_what_to_do(world: World) -> None:
    world.answers[f"{ISSUER}/register"] = (403, {"error": "access_denied"})
    with pytest.raises(AssentError, match="name a client id in the server's entry"):
        await world.sign_in()


async def test_a_document_about_the_client_is_used_where_it_is_accepted(world: World) -> None:
    document = "https://assent.example/client.json"
    world.answers[ISSUER_DOCUMENT] = METADATA | {"client_id_metadata_document_supported": True}
    left = await world.sign_in(options=OAuthOptions(metadata_url=document))
    assert world.to(f"{ISSUER}/register") == []
    assert parse_qs(urlsplit(world.offers[0].url).query)["client_id"] == [document]
    assert left.client["client_id"] == document


async def test_s38_a_secret_of_a_client_goes_to_the_issuer_of_its_entry_alone(world: World) -> None:
    options = OAuthOptions("known", "s-secret", issuer="https://sso.example.com")
    with pytest.raises(AssentError, match="its entry names another issuer"):
        await world.sign_in(options=options)
    assert "s-secret" not in "".join(request.content.decode() for request in world.asked)
    await world.sign_in(options=replace(options, issuer=ISSUER))
    (request,) = (request for request in world.asked if str(request.url) == f"{ISSUER}/token")
    assert request.headers["authorization"].startswith("Basic ")


async def test_the_issuer_of_the_entry_is_taken_among_those_that_the_server_names(world: World) -> None:
    world.answers[RESOURCE_DOCUMENT] = RESOURCE | {"authorization_servers": ["https://evil.example", ISSUER]}
    left = await world.sign_in(options=OAuthOptions(issuer=ISSUER))
    assert left.issuer == ISSUER
    assert not [request for request in world.asked if request.url.host == "evil.example"]


async def test_a_query_of_the_endpoint_stays_one_query(world: World) -> None:
    world.answers[ISSUER_DOCUMENT] = METADATA | {"authorization_endpoint": f"{ISSUER}/authorize?tenant=7"}
    await world.sign_in()
    asked = parse_qs(urlsplit(world.offers[0].url).query)
    assert (asked["tenant"], asked["response_type"]) == (["7"], ["code"])


async def test_a_sign_in_that_leads_on_and_on_ends(world: World) -> None:
    async def send(request: httpx2.Request) -> httpx2.Response:
        world.asked.append(request)
        location = f"https://{request.url.host}/again/{len(world.asked)}"
        async with httpx2.AsyncClient(
            transport=httpx2.MockTransport(lambda _: httpx2.Response(307, headers={"location": location}))
        ) as client:
            return await client.send(request)

    world.send = send  # type: ignore[method-assign]
    with pytest.raises(AssentError, match=r"more steps than Assent makes|does not say where"):
        await world.sign_in()
    assert len(world.asked) <= oauth_client.MAX_REQUESTS


# Refreshing


KEPT = StoredSignIn(
    config="c" * 64,
    server=SERVER,
    issuer=ISSUER,
    resource=SERVER,
    redirect_uri=REDIRECT,
    client=dict(CLIENT),
    metadata={key: METADATA[key] for key in ("issuer", "authorization_endpoint", "token_endpoint")},
    token=dict(TOKEN),
    obtained_at=1_000.0,
    expires_at=4_600.0,
)


async def test_s38_a_refresh_asks_the_token_endpoint_of_the_sign_in_and_no_other(world: World) -> None:
    world.answers[f"{ISSUER}/token"] = TOKEN | {"access_token": "at-2", "refresh_token": None}
    renewed = await oauth_client.refresh(KEPT, world.send)
    assert [str(request.url) for request in world.asked] == [f"{ISSUER}/token"]
    (form,) = world.to(f"{ISSUER}/token")
    assert (form["refresh_token"], form["resource"]) == (["rt-secret"], [SERVER])
    assert renewed is not None
    assert renewed.header == "Bearer at-2"
    assert renewed.token["refresh_token"] == TOKEN["refresh_token"]


async def test_a_refresh_that_is_refused_leaves_no_token_and_one_that_fails_may_be_tried_again(world: World) -> None:
    world.answers[f"{ISSUER}/token"] = (400, {"error": "invalid_grant"})
    assert await oauth_client.refresh(KEPT, world.send) is None
    for status in (500, 503, 429):
        world.answers[f"{ISSUER}/token"] = (status, {})
        with pytest.raises(AssentError, match="cannot refresh the sign-in now"):
            await oauth_client.refresh(KEPT, world.send)


def test_a_token_is_due_a_minute_before_its_end_or_a_fifth_of_a_short_life() -> None:
    assert not KEPT.is_due(4_500)
    assert KEPT.is_due(4_550)
    short = replace(KEPT, expires_at=1_010.0)
    assert not short.is_due(1_007)
    assert short.is_due(1_008)
    assert not replace(KEPT, expires_at=0.0).is_due(1e12)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"config":"c"}', "\ud800", KEPT.to_text().replace("4600", '"x"'), KEPT.to_text()[:-1]],
)
def test_what_the_keyring_holds_is_believed_only_whole(text: str) -> None:
    assert StoredSignIn.from_text(text, "c" * 64, SERVER) is None


# Refusals


@pytest.mark.parametrize(
    ("header", "read"),
    [
        ("", Challenge(401)),
        ('Bearer resource_metadata="https://a/x", scope="a b a"', Challenge(401, "", "https://a/x", ("a", "b"))),
        ("Bearer error=insufficient_scope, scope=a", Challenge(401, "insufficient_scope", "", ("a",))),
        ('Bearer error_description="scope=evil", scope="a"', Challenge(401, "", "", ("a",))),
        ('Bearer scope="a", scope="b"', Challenge(401, "", "", ("a",))),
        ('Bearer scope="a\\"b"', Challenge(401)),
        ('Bearer scope="a\r\nb ü"', Challenge(401)),
        (f'Bearer scope="{"x" * 9_000}"', Challenge(401)),
    ],
)
def test_a_challenge_is_read_strictly_and_rewritten(header: str, read: Challenge) -> None:
    assert Challenge.parse(401, header) == read
    assert Challenge.parse(401, read.header()) == read


def surroundings(kept: dict[str, str], **changes: Any) -> SignInServices:
    """Those of a host with a keyring."""
    values: dict[str, Any] = {
        "log": lambda _: None,
        "keyring_entry": lambda name: KeyringEntry(
            name, get=lambda _, key: kept.get(key), set=lambda _, k, v: kept.update({k: v})
        ),
        "on_changed": lambda: None,
        "on_signed_in": lambda _: None,
        "resolve": lambda entry: resolve(entry, {}),
        "environment": {},
        "clock": lambda: 2_000.0,
    }
    return SignInServices(**(values | changes))


@pytest.fixture
def entry(tmp_path: Path) -> ServerConfig:
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"mail": {"url": SERVER}}}))
    return load_servers(file).entries["mail"]


async def test_s38_a_kept_sign_in_is_for_the_entry_as_it_was_configured(entry: ServerConfig) -> None:
    kept = {"mail": replace(KEPT, config=entry.config_digest).to_text()}
    assert await SignIn(entry, surroundings(kept)).header() == "Bearer at-secret"
    assert await SignIn(replace(entry, config_digest="e" * 64), surroundings(kept)).header() is None


async def test_a_refusal_of_a_token_that_was_renewed_meanwhile_asks_nobody(entry: ServerConfig) -> None:
    kept = {"mail": replace(KEPT, config=entry.config_digest).to_text()}
    sign_in = SignIn(entry, surroundings(kept))
    assert await sign_in.handle_refusal(401, "Bearer", "Bearer an-older-one")
    assert sign_in.view.need == ""


async def test_a_plain_403_is_no_matter_of_signing_in(entry: ServerConfig) -> None:
    sign_in = SignIn(entry, surroundings({}))
    assert not await sign_in.handle_refusal(403, 'Bearer error="invalid_token"', None)
    assert sign_in.view.need == ""


async def test_without_a_refresh_token_a_refusal_wants_a_person(entry: ServerConfig) -> None:
    token = {key: value for key, value in TOKEN.items() if key != "refresh_token"}
    kept = {"mail": replace(KEPT, config=entry.config_digest, token=token).to_text()}
    sign_in = SignIn(entry, surroundings(kept))
    assert not await sign_in.handle_refusal(401, "", "Bearer at-secret")
    assert sign_in.view.need == "first"


async def test_without_a_keyring_a_sign_in_lasts_as_long_as_the_host(entry: ServerConfig) -> None:
    def locked(*_: str) -> str | None:
        raise AssentError("the keyring of this system is locked")

    around = surroundings({}, keyring_entry=lambda name: KeyringEntry(name, get=locked, set=lambda *_: None))
    sign_in = SignIn(entry, around)
    await sign_in.load()
    assert sign_in.why_not_kept == "the keyring of this system is locked"
    await sign_in.complete(replace(KEPT, config=entry.config_digest))
    assert await sign_in.header() == "Bearer at-secret"
    assert not sign_in.view.kept


# Requests


@asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[str]:
    """A server on this machine that answers with these bytes, over and over."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        try:
            writer.write(answer)
            await writer.drain()
        except ConnectionError:
            pass
        writer.close()

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listener:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * (MAX_ANSWER + 1), "answered with more than Assent reads"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhi", "did not ask for"),
        (b"nonsense\r\n\r\n", "cannot be reached"),
    ],
)
async def test_s23_s29_an_answer_has_an_end(answer: bytes, why: str) -> None:
    async with answering(answer) as url, await open_client(url) as client:
        with pytest.raises(AssentError, match=why):
            await Fetcher(client, url).send(httpx2.Request("GET", url))


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:1/",
        "https://localhost/",
        "https://192.168.0.1/",
        "https://[::1]/",
        "https://10.1.2.3/",
        "https://169.254.169.254/",
        "https://metadata.google.internal/",
        "http://login.example.com/",
        "file:///etc/passwd",
        "ftp://login.example.com/",
        "https://127.1/",
        "https://0x7f000001/",
    ],
)
async def test_s29_a_public_server_has_nothing_asked_on_this_machine_or_its_network(target: str) -> None:
    async with await open_client(SERVER) as client:
        with pytest.raises(AssentError, match="is not asked"):
            await Fetcher(client, SERVER).send(httpx2.Request("GET", target))


async def test_s29_a_redirect_out_of_the_origin_is_not_followed() -> None:
    async with answering(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") as there:
        location = f"HTTP/1.1 302 Found\r\nLocation: {there}\r\nContent-Length: 0\r\n\r\n".encode()
        async with answering(location) as here, await open_client(here) as client:
            answer = await Fetcher(client, here).send(httpx2.Request("GET", here))
            assert answer.status_code == 302


# The way back


async def get(port: int, target: str, *, host: str = "", method: str = "GET") -> httpx2.Response:
    async with httpx2.AsyncClient(trust_env=False) as client:
        headers = {"host": host or f"127.0.0.1:{port}"}
        return await client.request(method, f"http://127.0.0.1:{port}{target}", headers=headers)


async def test_s30_only_the_one_request_that_was_waited_for_ends_a_sign_in() -> None:
    redirect = RedirectListener()
    await redirect.listen()
    brought = asyncio.ensure_future(redirect.wait_for_browser("s-1"))  # noqa: TID251  # awaited below
    port = redirect.port
    assert redirect.uri == f"http://127.0.0.1:{port}/callback"
    wrong = [
        ("/callback?state=other&code=x", {}),
        ("/callback?code=x", {}),
        ("/callback?state=s-1&state=s-1&code=x", {}),
        ("/callback?state=s-1" + "&x=1" * 40, {}),
        ("/callback/?state=s-1&code=x", {}),
        ("/favicon.ico", {}),
        ("/callback?state=s-1&code=x", {"host": "evil.example"}),
        ("/callback?state=s-1&code=x", {"host": f"localhost:{port}"}),
        ("/callback?state=s-1&code=x", {"method": "POST"}),
        ("/callback?state=s-1&code=x", {"method": "HEAD"}),
    ]
    for target, how in wrong:
        assert (await get(port, target, **how)).status_code in (400, 404)
    assert not brought.done()
    coming = asyncio.ensure_future(get(port, "/callback?state=s-1&code=c%2B1&iss=i"))  # noqa: TID251  # as above
    assert await brought == {"state": "s-1", "code": "c+1", "iss": "i"}
    assert (await get(port, "/callback?state=s-1&code=c2")).status_code == 400
    redirect.show_outcome("You are <signed> in", "You can close & leave.")
    page = await coming
    assert page.status_code == 200
    assert "You are &lt;signed&gt; in" in page.text
    assert "close &amp; leave" in page.text
    assert "c+1" not in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "no-referrer"
    await redirect.close()
    with pytest.raises(httpx2.ConnectError):
        await get(port, "/callback?state=s-1&code=x")


async def test_a_port_that_is_taken_is_reported() -> None:
    first, second = RedirectListener(), RedirectListener()
    await first.listen()
    with pytest.raises(AssentError, match=f"port {first.port} on this computer is in use"):
        await second.listen(first.port)
    await first.close()
    await second.close()


async def test_nobody_keeps_the_way_back_by_saying_nothing() -> None:
    redirect = RedirectListener()
    await redirect.listen()
    silent = [await asyncio.open_connection("127.0.0.1", redirect.port) for _ in range(8)]
    assert (await get(redirect.port, "/")).status_code == 404
    for _, writer in silent:
        writer.close()
    await redirect.close()
