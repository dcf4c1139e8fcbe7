"""A session looks the same through Assent as it does directly, message by message.

The same conversation is held twice with a real server: once as the server's direct client, once through a real bridge,
the host and its gate. Each message that came is compared with the other side's, number for number as it was written;
servers answer with what arrived, so that requests are compared too. All that may differ is what the gate is meant to
do: tasks are hidden, and tools whose inputs would become unsound headers; the result of a call has its receipt.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Protocol

import pytest

from host.apps import registry
from host.audit.receipt import KEY
from tests.integration.test_http_apps import free_port
from tests.servers.odd import EXTRA, Odd
from tests.support.app import MODERN_META, App
from tests.support.hosts import CALM, ROOT, ScriptedApprover, make_host, write_servers
from tests.support.http_app import directly
from tests.support.http_servers import RawHttp, Request, everything
from tests.support.http_servers import modern as sdk_server
from tests.support.profile import Profile
from tests.support.waiting import PATIENCE

Conversation = list[tuple[str, str]]
"""Method and text of the parameters."""

META = json.dumps(MODERN_META)[1:-1]
EVERYTHING = [str(ROOT / "tests/servers/npm/node_modules/.bin/mcp-server-everything")]
ODD = [sys.executable, str(ROOT / "tests/servers/odd.py")]


class Talks(Protocol):
    """An app, or a direct client."""

    lines: list[bytes]
    news: asyncio.Event

    def send(self, text: bytes) -> None:
        """Send one message."""


GREETING = (
    '{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{},"experimental":{"x":{"l":[null,1.0]}},'
    '"extensions":{"com.example/x":{"n":1e1}}},"clientInfo":{"name":"t","version":"1","x-odd":null}}'
)
ODD_ARGUMENTS = '{"n":[1.0,1e2,-0.0,12345678901234567890,null],"text":"\\u00e9\\u202e","nested":{"a":{"b":[]}}}'

ODDITIES: Conversation = [
    ("tools/list", '{"x-vendor":1.0,"_meta":{"k":null}}'),
    ("tools/call", f'{{"name":"echo","arguments":{ODD_ARGUMENTS}}}'),
    ("tools/call", '{"name":"echo","arguments":{"fail":true},"_meta":{"progressToken":"p","com.example/k":[1.0]}}'),
    ("prompts/list", "{}"),
    ("prompts/get", f'{{"name":"p","arguments":{{"a":"b"}},{EXTRA}}}'),
    ("prompts/get", '{"name":"missing"}'),
    ("resources/list", "{}"),
    ("resources/templates/list", '{"cursor":""}'),
    ("resources/read", f'{{"uri":"x://y",{EXTRA}}}'),
    (
        "completion/complete",
        '{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"1.0"},"context":{}}',
    ),
]
LEGACY_ODDITIES: Conversation = [
    ("tools/call", '{"name":"ask","arguments":{}}'),
    ("logging/setLevel", '{"level":"debug","x-odd":1.0}'),
    ("resources/subscribe", '{"uri":"x://y"}'),
    ("ping", "{}"),
]
REAL: Conversation = [
    ("tools/list", "{}"),
    ("tools/call", '{"name":"echo","arguments":{"message":"caf\\u00e9"}}'),
    ("tools/call", '{"name":"get-sum","arguments":{"a":1.5,"b":2}}'),
    ("tools/call", '{"name":"get-tiny-image","arguments":{}}'),
    ("tools/call", '{"name":"get-structured-content","arguments":{"location":"New York"}}'),
    ("tools/call", '{"name":"get-annotated-message","arguments":{"messageType":"error","includeImage":true}}'),
    ("tools/call", '{"name":"get-resource-links","arguments":{"count":3}}'),
    (
        "tools/call",
        '{"name":"trigger-long-running-operation","arguments":{"duration":0.3,"steps":3},"_meta":{"progressToken":"t"}}',
    ),
    ("prompts/list", "{}"),
    ("prompts/get", '{"name":"args-prompt","arguments":{"city":"Bern"}}'),
    ("prompts/get", '{"name":"no-such-prompt"}'),
    ("resources/list", "{}"),
    ("resources/templates/list", "{}"),
    ("resources/read", '{"uri":"no-such:resource"}'),
    (
        "completion/complete",
        '{"ref":{"type":"ref/prompt","name":"completable-prompt"},"argument":{"name":"department","value":"E"}}',
    ),
    ("logging/setLevel", '{"level":"error"}'),
    ("ping", "{}"),
]
SDK: Conversation = [
    ("tools/list", "{}"),
    ("tools/call", '{"name":"slow","arguments":{"a":[1.0,null]},"_meta":{"progressToken":"t"}}'),
    ("tools/call", '{"name":"slow","arguments":{}}'),
]


def exactly(line: bytes) -> Any:
    """One message, with each number as it was written."""
    return json.loads(line, parse_float=lambda text: ("number", text), parse_int=lambda text: ("number", text))


def without_hidden(value: Any, left_out: str = "") -> Any:
    """What is left once that is gone which the gate is meant to hide. ``left_out``: name of a tool."""
    if isinstance(value, list):
        kept = [each for each in value if not left_out or not isinstance(each, dict) or each.get("name") != left_out]
        return [without_hidden(each, left_out) for each in kept]
    if not isinstance(value, dict):
        return value
    hidden = {"tasks", "taskSupport", "io.modelcontextprotocol/tasks"}
    return {key: without_hidden(each, left_out) for key, each in value.items() if key not in hidden}


async def converse(app: Talks, said: Conversation, *, modern: bool) -> list[Any]:
    """Hold a conversation, one request at a time; every message that came, in order."""
    first = ("server/discover", "{}") if modern else ("initialize", GREETING)
    for number, (method, params) in enumerate([first, *said], 1):
        text, read = _with_meta(params) if modern else params, len(app.lines)
        app.send(f'{{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{text}}}'.encode())
        await _answered(app, number, read)
        if method == "initialize":
            app.send(b'{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}')
    return [exactly(line) for line in app.lines]


def _with_meta(params: str) -> str:
    """Parameters of the modern era, with the client's ``_meta`` beside their own."""
    value = json.loads(params)
    if '"_meta":{' in params and "_meta" in value:
        return params.replace('"_meta":{', f'"_meta":{{{META},', 1)
    return f'{{"_meta":{{{META}}}{"," if value else ""}{params[1:]}'


async def _answered(app: Talks, number: int, read: int) -> None:
    """Wait for the answer to a request, answering what the server asks meanwhile. ``read``: messages known before."""
    async with asyncio.timeout(PATIENCE):
        while True:
            app.news.clear()
            for line in app.lines[read:]:
                read += 1
                message = json.loads(line)
                if message.get("id") == number and "method" not in message:
                    return
                if message.get("method") == "elicitation/create":
                    answer = f'{{"action":"accept","content":{{"a":1.50,"b":null}},{EXTRA}}}'
                    app.send(f'{{"jsonrpc":"2.0","id":"{message["id"]}","result":{answer}}}'.encode())
            await app.news.wait()


def without_receipt(message: Any) -> Any:
    """A message without the receipt that Assent puts into results of calls."""
    result = message.get("result")
    if not isinstance(result, dict) or KEY not in (meta := result.get("_meta", {})):
        return message
    kept = {key: value for key, value in meta.items() if key != KEY}
    others = {key: value for key, value in result.items() if key != "_meta"}
    return {**message, "result": {**others, **({"_meta": kept} if kept else {})}}


@asynccontextmanager
async def behind(profile: Profile, entry: dict[str, Any], port: int = 0) -> AsyncIterator[None]:
    """A host with this server, and with apps over HTTP at ``port``."""
    write_servers(profile.paths, {"it": entry})
    settings = CALM.replace(approver_grace=0.2, http_port=port)
    async with make_host(profile.paths, ScriptedApprover(default=True), settings=settings):
        yield


@asynccontextmanager
async def through(profile: Profile, entry: dict[str, Any]) -> AsyncIterator[App]:
    """An app whose server runs behind Assent."""
    registry.add(profile.paths.apps_dir, "tester")
    async with behind(profile, entry):
        app = await App.start("it", env=profile.env, greet=False)
        app.keep_lines = True
        try:
            yield app
        finally:
            await app.close()


@asynccontextmanager
async def child(*command: str) -> AsyncIterator[App]:
    """The direct client of a program."""
    app = await App.start("", env={}, command=command, greet=False)
    app.keep_lines = True
    try:
        yield app
    finally:
        app.process.kill()
        await app.close()


class OddHttp:
    """The odd server behind a URL."""

    def __init__(self) -> None:
        self.odd = Odd()

    async def __call__(self, request: Request) -> None:
        if request.method != "POST":
            await request.answer(405)
            return
        number = request.message.get("id")
        if "method" not in request.message or number is None:
            await request.answer(202)
            self.odd.handle(request.body.decode(), lambda _: None)
            return
        await request.events()

        def say(line: str) -> None:
            request.writer.write(f"data: {line}\n\n".encode())
            said = json.loads(line)
            if said.get("id") == number and "method" not in said:
                request.writer.close()

        self.odd.handle(request.body.decode(), say)


def without_own_id(message: Any) -> Any:
    return {name: it for name, it in message.items() if name != "id"} if "method" in message else message


def same(direct: list[Any], passed: list[Any], *, left_out: str = "") -> None:
    """Each message on its own, so that a failure shows which. What a server asks has an id of Assent's own."""
    for one, other in zip(direct, passed, strict=False):
        assert without_receipt(without_own_id(other)) == without_hidden(without_own_id(one), left_out)
    assert len(passed) == len(direct)


ERAS = pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])


@ERAS
async def test_an_odd_program_is_heard_as_it_speaks(profile: Profile, modern: bool) -> None:
    said = ODDITIES if modern else [*ODDITIES, *LEGACY_ODDITIES]
    async with child(*ODD) as app:
        direct = await converse(app, said, modern=modern)
    async with through(profile, {"command": ODD[0], "args": ODD[1:]}) as app:
        passed = await converse(app, said, modern=modern)
    same(direct, passed)


@ERAS
async def test_an_odd_server_behind_a_url_is_heard_as_it_speaks(profile: Profile, modern: bool) -> None:
    said = ODDITIES if modern else [*ODDITIES, *LEGACY_ODDITIES]
    async with RawHttp(OddHttp()) as server:
        async with directly(server.url) as client:
            direct = await converse(client, said, modern=modern)
        async with through(profile, {"url": server.url}) as app:
            passed = await converse(app, said, modern=modern)
    same(direct, passed)


@ERAS
async def test_an_odd_program_is_heard_over_http_as_it_speaks(profile: Profile, modern: bool) -> None:
    said = ODDITIES if modern else [*ODDITIES, *LEGACY_ODDITIES]
    async with RawHttp(OddHttp()) as server, directly(server.url) as client:
        direct = await converse(client, said, modern=modern)
    token, port = registry.add_http(profile.paths.apps_dir, "tester"), free_port()
    async with (
        behind(profile, {"command": ODD[0], "args": ODD[1:]}, port),
        directly(f"http://127.0.0.1:{port}/mcp/it", authorization=f"Bearer {token}") as client,
    ):
        passed = await converse(client, said, modern=modern)
    same(direct, passed)


@pytest.mark.npm
async def test_server_everything_is_heard_as_it_speaks(profile: Profile) -> None:
    async with child(*EVERYTHING) as app:
        direct = await converse(app, REAL, modern=False)
    async with through(profile, {"command": EVERYTHING[0]}) as app:
        passed = await converse(app, REAL, modern=False)
    same(direct, passed)


@pytest.mark.npm
@pytest.mark.full
async def test_server_everything_behind_a_url_is_heard_as_it_speaks(profile: Profile) -> None:
    async with everything("streamableHttp") as port:
        url = f"http://127.0.0.1:{port}/mcp"
        async with directly(url) as client:
            direct = await converse(client, REAL, modern=False)
        async with through(profile, {"url": url}) as app:
            passed = await converse(app, REAL, modern=False)
    same(direct, passed)


@ERAS
async def test_a_server_of_the_sdk_behind_a_url_is_heard_as_it_speaks(profile: Profile, modern: bool) -> None:
    async with sdk_server() as port:
        url = f"http://127.0.0.1:{port}/mcp"
        async with directly(url) as client:
            direct = await converse(client, SDK, modern=modern)
        async with through(profile, {"url": url}) as app:
            passed = await converse(app, SDK, modern=modern)
    same(direct, passed, left_out="unsound" if modern else "")
