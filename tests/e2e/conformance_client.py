"""The MCP SDK's client, as the official conformance suite asks of one: at the suite's server, or through Assent.

    python -m tests.e2e.conformance_client direct|through URL

The suite starts it: ``MCP_CONFORMANCE_SCENARIO``, ``_CONTEXT`` and ``_PROTOCOL_VERSION`` say what, and its server is at
URL. What the app does is the same both ways. Where somebody has to sign in, the SDK does directly; through Assent the
requests of the window do, as presses of a person would.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import httpx2
import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.client.auth import OAuthClientProvider, TokenStorage
from mcp.client.context import ClientRequestContext
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client  # the client whose limits the SDK's own transport has
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from mcp.shared.exceptions import MCPError
from pydantic import AnyUrl, ValidationError

from host.apps import registry
from host.control.protocol import BeginSignIn, FinishSignIn
from host.host import Host
from host.servers.supervisor import ServerState
from host.window.server_requests import SignInRequests
from tests.support.app import MODERN_REVISION
from tests.support.browsers import Forms
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, make_host, write_servers
from tests.support.profile import throw_away

DOCUMENT: Final = "https://conformance-test.local/client-metadata.json"
"""The client's document that the suite's authorization servers know."""
VARIABLE: Final = "CONFORMANCE"
"""The environment variable with what proves a client that is registered."""
CALLBACK: Final = "http://localhost:3000/callback"
"""Nobody listens there: what a browser would bring is read off the redirect."""
SIGN_INS: Final = 3
"""How often a person signs in at most; a server that always wants more is left then."""
SCENARIO: Final = os.environ.get("MCP_CONFORMANCE_SCENARIO", "")
CONTEXT: Final[Mapping[str, Any]] = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
MODERN: Final = "auto" if SCENARIO == "request-metadata" else MODERN_REVISION
"""How the SDK comes to the revision: in one scenario the server refuses the first that it names."""
MODE: Final = MODERN if os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION") == MODERN_REVISION else "legacy"
SAMPLES: Final = {"string": "x", "number": 1, "integer": 1, "boolean": True, "object": {}, "array": []}
LISTS: Final = ("initialize", "request-metadata", "json-schema-ref-no-deref")
"""Scenarios whose client lists tools and calls none."""


# --- what the app does ------------------------------------------------------------------------------------------------


def chosen(tool: types.Tool) -> dict[str, Any]:
    """Arguments that its schema allows."""
    if tool.name == "add_numbers":
        return {"a": 5, "b": 3}
    known = tool.input_schema.get("properties", {})
    return {name: SAMPLES.get(known.get(name, {}).get("type"), "x") for name in tool.input_schema.get("required", ())}


async def accepted(
    context: ClientRequestContext, params: types.ElicitRequestParams
) -> types.ElicitResult | types.ErrorData:
    """A form that is sent as it came, with its defaults."""
    known = params.requested_schema["properties"] if isinstance(params, types.ElicitRequestFormParams) else {}
    content = {name: one.get("default", SAMPLES.get(one.get("type"), "x")) for name, one in known.items()}
    return types.ElicitResult(action="accept", content=content)


async def call(app: Client, tool: str, arguments: Mapping[str, Any]) -> None:
    """Call it; where a null is refused that the tool's schema does not allow, without it, as a model would."""
    with contextlib.suppress(ValidationError):  # the SDK takes no result without a type, which one scenario sends
        answer = await app.call_tool(tool, dict(arguments))
        if answer.is_error and None in arguments.values():
            await app.call_tool(tool, {name: value for name, value in arguments.items() if value is not None})


async def play(app: Client) -> None:
    """Do what the scenario wants."""
    tools = {tool.name: tool for tool in (await app.list_tools()).tools}
    if SCENARIO == "http-standard-headers":
        for resource in (await app.list_resources()).resources:
            await app.read_resource(resource.uri)
        for prompt in (await app.list_prompts()).prompts:
            await app.get_prompt(prompt.name)
    if SCENARIO == "json-schema-2020-12-preservation":
        (echo,) = (tool for tool in tools.values() if "schema" in tool.input_schema.get("properties", {}))
        (focal,) = (tool for tool in tools.values() if tool is not echo)
        await call(app, echo.name, {"schema": focal.input_schema})
    elif "toolCalls" in CONTEXT:
        for one in CONTEXT["toolCalls"]:
            await call(app, one["name"], one["arguments"])
    elif SCENARIO not in LISTS:
        for tool in tools.values():
            await call(app, tool.name, chosen(tool))


# --- directly ---------------------------------------------------------------------------------------------------------


class Memory(TokenStorage):
    """Keeps what a sign-in left as long as the process lives."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


def signing_in(url: str) -> OAuthClientProvider:
    """The SDK's sign-in, for a client that is known already where the suite names one."""
    storage, led = Memory(), [""]
    if "client_id" in CONTEXT:
        storage.client = OAuthClientInformationFull(
            client_id=CONTEXT["client_id"],
            client_secret=CONTEXT["client_secret"],
            redirect_uris=[AnyUrl(CALLBACK)],
            token_endpoint_auth_method="client_secret_basic",  # noqa: S106  # the name of a method
        )

    async def open_browser(address: str) -> None:
        async with httpx2.AsyncClient(trust_env=False) as browser:
            led[0] = (await browser.get(address)).headers["location"]

    async def come_back() -> AuthorizationCodeResult:
        return AuthorizationCodeResult.model_validate(dict(parse_qsl(urlsplit(led[0]).query)))

    metadata = OAuthClientMetadata(client_name="conformance", redirect_uris=[AnyUrl(CALLBACK)])
    return OAuthClientProvider(url, metadata, storage, open_browser, come_back, DOCUMENT)


async def directly(url: str) -> None:
    """The app at the suite's server."""
    async with create_mcp_http_client(auth=signing_in(url) if SCENARIO.startswith("auth/") else None) as client:
        transport = streamable_http_client(url, http_client=client)
        async with Client(transport, mode=MODE, elicitation_callback=accepted) as app:
            await play(app)


# --- through Assent ---------------------------------------------------------------------------------------------------


async def entry(url: str) -> dict[str, Any]:
    """The server's, as somebody would write it who knows what the suite says of the client."""
    if SCENARIO == "auth/basic-cimd":
        return {"url": url, "oauth": {"clientMetadataUrl": DOCUMENT}}
    if "client_id" not in CONTEXT:
        return {"url": url}
    os.environ[VARIABLE] = CONTEXT["client_secret"]
    known = {"clientId": CONTEXT["client_id"], "clientSecret": f"${{env:{VARIABLE}}}"}
    return {"url": url, "oauth": {**known, "issuer": await issuer_of(url)}}


async def issuer_of(url: str) -> str:
    """Where the client is registered; the suite's server says it, and a person would have been told."""
    server = urlsplit(url)
    metadata = f"{server.scheme}://{server.netloc}/.well-known/oauth-protected-resource{server.path}"
    async with httpx2.AsyncClient(trust_env=False) as client:
        return str((await client.get(metadata)).json()["authorization_servers"][0])


async def sign_in(host: Host) -> None:
    """What a person does in the window, by its requests."""
    requests = SignInRequests(host.supervisor)
    offer = await requests.begin(BeginSignIn("c", host.supervisor.config.entries["c"].config_digest))
    browser = Forms()
    try:
        await browser.sign_in(offer.url)
    finally:
        await browser.close()
    await requests.finish(FinishSignIn("c"))


@contextlib.asynccontextmanager
async def assent(url: str) -> AsyncIterator[tuple[Host, StdioServerParameters]]:
    """A host that allows each call, and how an app starts its bridge."""
    with throw_away() as profile:
        write_servers(profile.paths, {"c": await entry(url)})
        registry.add(profile.paths.apps_dir, "tester")
        bridge = StdioServerParameters(
            command=sys.executable, args=["-I", "-m", "host", "connect", "c", "--app", "tester"], env=profile.env
        )
        async with make_host(profile.paths, ScriptedApprover(default=True), managed=ALLOW_ALL) as host:
            yield host, bridge


async def through(url: str) -> None:
    """The app behind Assent; while that wants somebody to sign in, a person does, and the app begins again."""
    async with assent(url) as (host, bridge):
        for signed_in in range(SIGN_INS + 1):
            refused: BaseException | None = None
            try:
                async with Client(bridge, mode=MODE, elicitation_callback=accepted) as app:
                    await play(app)
            except* MCPError as errors:
                refused = errors
            wanted = host.supervisor.state_of(host.supervisor.config.entries["c"])[0] is ServerState.SIGN_IN
            if wanted and signed_in < SIGN_INS:
                await sign_in(host)
            elif refused is not None:
                raise refused
            else:
                return


if __name__ == "__main__":
    asyncio.run({"direct": directly, "through": through}[sys.argv[1]](sys.argv[-1]))
