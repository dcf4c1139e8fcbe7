"""How requests to servers leave: certificates, proxies, and which addresses are asked."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import httpcore2
import httpx2
import pytest

from host import tasks
from host.errors import AssentError
from host.wire import http_client
from host.wire.http_client import open_client
from host.wire.http_exchange import Exchange, HttpSpec, NotExecuted, OutcomeUnknown
from host.wire.http_stream import PIECES_PER_TURN, SLICE_BYTES, HeadBounded, InTurns
from host.wire.urls import UrlRefused
from tests.support.http_servers import RawHttp, Request

PUBLIC = "https://mcp.example.com/mcp"
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of this machine's own settings."""
    for name in (*PROXIES, "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


async def fine(request: Request) -> None:
    await request.answer(200, {"fine": True})


async def got(url: str) -> bytes:
    """The body of a good answer, as a channel would read it."""
    async with await open_client(url) as client:
        exchange = Exchange(HttpSpec(url, {}, "http"), client, limit=10_000)
        async with exchange.request("GET", url, {}) as response:
            return await exchange.read_body(response)


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for ``localhost`` that nobody else signed, and its key."""
    made, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(made)),
        ],
        check=True,
        capture_output=True,
    )
    return made, key


async def test_a_certificate_counts_where_the_system_or_the_environment_trusts_it(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, key = certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key)
    async with RawHttp(fine, tls=context) as server:
        url = f"https://localhost:{server.port}/mcp"
        with pytest.raises(NotExecuted, match="its certificate is not trusted"):
            await got(url)
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        assert await got(url) == b'{"fine": true}'
        with pytest.raises(NotExecuted, match="its certificate is not trusted"):
            await got(f"https://127.0.0.1:{server.port}/mcp")


async def test_certificates_that_cannot_be_read_are_an_error_and_no_reason_to_trust_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing.pem"))
    with pytest.raises(AssentError, match="cannot be used"):
        await open_client(PUBLIC)


async def test_a_server_without_tls_behind_https_says_so() -> None:
    def plainly(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(plainly, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(NotExecuted, match="no secure connection could be made"):
            await got(f"https://127.0.0.1:{port}/mcp")


async def test_requests_go_through_the_proxy_of_the_environment_but_not_to_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with RawHttp(fine) as proxy, RawHttp(fine) as server:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        assert await got("http://mcp.example.test/mcp") == b'{"fine": true}'
        assert [each.path for each in proxy.seen] == ["http://mcp.example.test/mcp"]
        await got(server.url)
        assert len(proxy.seen) == len(server.seen) == 1
        monkeypatch.setenv("NO_PROXY", "mcp.example.test")
        with pytest.raises(NotExecuted, match="its name is not known"):
            await got("http://mcp.example.test/mcp")


async def test_a_proxy_that_refuses_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no(request: Request) -> None:
        await request.answer(403, b"no", "text/plain")

    async with RawHttp(no) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
        with pytest.raises(NotExecuted, match="the proxy refused"):
            await got("https://mcp.example.test/mcp")
        assert proxy.methods() == ["CONNECT"]


async def test_s29_a_name_that_leads_into_a_private_network_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its name looks like: what counts is where it leads."""

    async def addresses(host: str) -> tuple[str, ...]:
        return {"evil.example": ("93.184.216.34", "10.0.0.1"), "metadata.example": ("169.254.169.254",)}.get(host, ())

    monkeypatch.setattr(http_client, "_resolve", addresses)
    async with await open_client(PUBLIC) as client:
        for url in ("https://evil.example/token", "https://metadata.example/", "https://[::1]/", "http://a.example/"):
            with pytest.raises(UrlRefused):
                await client.get(url)


async def test_s29_what_was_checked_is_what_is_connected_to(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads elsewhere when it is asked for again leads there for nobody; TLS and Host keep the name."""
    file, key = certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key)
    named: list[str | None] = []
    context.sni_callback = lambda _, name, __: named.append(name)

    async def addresses(host: str) -> tuple[str, ...]:
        return {"login.localhost": ("127.0.0.2", "127.0.0.1")}.get(host, ())

    monkeypatch.setattr(http_client, "_resolve", addresses)
    monkeypatch.setattr(socket, "getaddrinfo", None)  # nobody looks it up again
    async with RawHttp(fine, tls=context) as server, await open_client("https://127.0.0.1:1/mcp") as client:
        with pytest.raises(httpx2.ConnectError, match="certificate"):  # it is for another name
            await client.get(f"https://login.localhost:{server.port}/token")
    assert named == ["login.localhost"]
    async with RawHttp(fine) as server, await open_client("http://127.0.0.1:1/mcp") as client:
        answer = await client.get(f"http://login.localhost:{server.port}/token")
        assert answer.status_code == 200
        assert server.seen[0].headers["host"] == f"login.localhost:{server.port}"


async def test_s29_a_server_with_one_private_address_is_not_near(monkeypatch: pytest.MonkeyPatch) -> None:
    async def addresses(host: str) -> tuple[str, ...]:
        return {"mcp.example.com": ("93.184.216.34", "10.0.0.1"), "login.example.com": ("10.0.0.2",)}.get(host, ())

    monkeypatch.setattr(http_client, "_resolve", addresses)
    async with await open_client(PUBLIC) as client:
        with pytest.raises(UrlRefused, match="private network"):
            await client.get("https://login.example.com/token")


async def test_s29_the_metadata_of_a_cloud_machine_is_not_asked_by_a_near_server_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def addresses(host: str) -> tuple[str, ...]:
        return {"login.example.com": ("169.254.169.254",)}.get(host, ())

    monkeypatch.setattr(http_client, "_resolve", addresses)
    async with await open_client("http://127.0.0.1:1/mcp") as client:
        with pytest.raises(UrlRefused, match="metadata"):
            await client.get("http://login.example.com/")


async def test_s29_the_client_itself_follows_no_redirect() -> None:
    async def away(request: Request) -> None:
        await request.answer(302, b"", "", location="http://127.0.0.1:1/")

    async with RawHttp(away) as server, await open_client(server.url) as client:
        answer = await client.get(server.url)
        assert answer.status_code == 302
        assert isinstance(answer, httpx2.Response)


async def test_each_connection_has_a_client_of_its_own() -> None:
    async def cookie(request: Request) -> None:
        await request.answer(200, b"{}", set_cookie="who=first")

    async with RawHttp(cookie) as server:
        for _ in range(2):
            await got(server.url)
        assert all("cookie" not in each.headers for each in server.seen)


async def test_opening_a_client_holds_nobody_up() -> None:
    """The libraries take a while to import, and the trusted certificates to read."""
    ticked = asyncio.Event()
    asyncio.get_running_loop().call_soon(ticked.set)
    async with await open_client(PUBLIC):
        assert ticked.is_set()


class _Pieces(httpx2.AsyncByteStream):
    """A stream that is there at once."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces, self.closed = pieces, False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece

    async def aclose(self) -> None:
        self.closed = True


async def _read_in_turns(pieces: list[bytes], *, has_lines: bool) -> tuple[bytes, int]:
    """What is read, and in how many turns of the loop."""
    taken, is_done = 0, False

    async def count_turns() -> None:
        nonlocal taken
        while not is_done:
            taken += 1
            await asyncio.sleep(0)

    counting = tasks.spawn(count_turns(), name="count turns")
    stream = _Pieces(pieces)
    read = InTurns(stream, has_lines=has_lines)
    data = b"".join([piece async for piece in read])
    is_done = True
    await counting
    await read.aclose()
    assert stream.closed
    return data, taken


async def test_s43_many_small_pieces_of_an_answer_are_read_in_many_turns_of_the_loop() -> None:
    data, taken = await _read_in_turns([b"x"] * 1_000, has_lines=False)
    assert data == b"x" * 1_000
    assert taken >= 1_000 / PIECES_PER_TURN
    _, taken = await _read_in_turns([b"x\n" * 30_000] * PIECES_PER_TURN, has_lines=False)
    assert taken <= 2


async def test_s43_many_lines_of_events_are_read_in_many_turns_of_the_loop() -> None:
    lines = b":\n" * 30_000
    data, taken = await _read_in_turns([lines], has_lines=True)
    assert data == lines
    assert taken >= len(lines) / SLICE_BYTES
    _, taken = await _read_in_turns([b"data: " + b"x" * 60_000 + b"\n\n"], has_lines=True)
    assert taken <= 1


class _Bytes(httpcore2.AsyncNetworkStream):
    """A connection from which ``data`` comes."""

    def __init__(self, data: bytes) -> None:
        self.data, self.reads = data, list[int]()

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self.reads.append(max_bytes)
        read, self.data = self.data[:max_bytes], self.data[max_bytes:]
        return read

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Nobody reads it."""


OK = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    "data",
    [
        OK + b"a:b\r\n" * 20_000 + b"\r\n",
        OK + b"a:b\n" * 20_000,
        OK + b"a:" + b"b" * 200_000 + b"\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 20_000,
        (b"HTTP/1.1 103 Early Hints\r\n" + b"a:b\r\n" * 50 + b"\r\n") * 100,
    ],
    ids=["headers", "bare line ends", "long", "interim", "long interim"],
)
async def test_s43_a_head_without_end_is_not_read_to_its_end(data: bytes) -> None:
    connection = _Bytes(data)
    bounded = HeadBounded(connection)
    await bounded.write(b"GET")

    async def read_all() -> None:
        while connection.data:
            await bounded.read(64 << 10)

    with pytest.raises(httpcore2.RemoteProtocolError):
        await read_all()
    assert sum(connection.reads) <= 36 << 10


async def test_behind_a_head_as_much_is_read_at_once_as_is_there() -> None:
    body = b"x\n" * 500_000
    connection = _Bytes(b"HTTP/1.1 100 Continue\r\n\r\n" + OK + b"a:b\r\n" * 50 + b"\r\n" + body)
    bounded = HeadBounded(connection)
    for _ in range(2):  # each request has a head of its own
        await bounded.write(b"GET")
        while connection.data:
            await bounded.read(64 << 10)
        assert connection.reads[0] == 4 << 10
        assert set(connection.reads[1:]) == {64 << 10}
        connection.data, connection.reads = OK + b"\n\r\n" + body, []


async def test_s43_a_server_whose_head_has_no_end_is_not_waited_for() -> None:
    async def endless(request: Request) -> None:
        request.writer.write(OK + b"a:b\r\n" * 20_000)

    async with RawHttp(endless) as server:
        with pytest.raises(OutcomeUnknown):
            await got(server.url)
