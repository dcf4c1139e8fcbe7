"""The HTTP client of one connection to a server behind a URL.

Invariants:
    - Each connection has its own client: no cookie, proxy state or socket is shared between servers or sessions.
    - Certificates are checked against those that the system trusts. Proxies are those of the environment; none is used
      for this machine.
    - Each URL that a request goes to is checked first (``host.wire.urls``). For a host that a server named, the client
      connects to the addresses that were checked and does not resolve the name again. It follows no redirects.
    - What an answer costs in one turn of the loop is bounded (``host.wire.http_stream``).
    - The libraries take 0.1 s to import: they are imported on first use, in a thread.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final  # Any: arguments that are passed through

from host import tasks
from host.errors import AssentError
from host.wire import urls
from host.wire.urls import UrlRefused
from host.words import say

if TYPE_CHECKING:
    import ssl

    import httpcore2
    import httpx2

CONNECT_TIMEOUT: Final = 15.0
"""Seconds to connect, including the TLS handshake."""
WRITE_TIMEOUT: Final = 60.0
"""Seconds for each chunk of a request to be sent."""
KEEP_ALIVE: Final = 3.0
"""Seconds for which an idle connection is reused. Servers usually close theirs after 5 s, and a request on a connection
that is just being closed is lost."""
MAX_IDLE: Final = 8
"""Idle connections that are kept; the library goes through all of them at each request."""
MAX_ADDRESSES: Final = 4
"""Addresses of one host that are tried, each for ``CONNECT_TIMEOUT``."""
MAX_COOKIES: Final = 50
"""Cookies that are kept for a connection; a load balancer needs one. If there are more, all are dropped."""


async def open_client(url: str, *, read_timeout: float | None = None) -> httpx2.AsyncClient:
    """Return a client for one connection to the server that is configured at ``url``.

    ``read_timeout``: seconds between two chunks of an answer, None for no limit.

    Raises AssentError if the certificates or the proxies that the environment names cannot be used.
    """
    return await tasks.in_daemon_thread(lambda: _make_client(url, read_timeout), name="open an HTTP client")


def _make_client(url: str, read_timeout: float | None) -> httpx2.AsyncClient:
    import httpx2

    for library in ("httpx2", "httpcore2"):  # they log URLs, whose queries may be secret
        logging.getLogger(library).setLevel(logging.WARNING)

    from host.inspect.hosts import private_zone
    from host.wire.http_stream import InTurns

    url_check = _UrlCheck(url)
    is_this_machine = private_zone(urls.origin_of(url).host) == "machine"

    async def receive(response: httpx2.Response) -> None:
        has_lines = "event-stream" in response.headers.get("content-type", "").lower()
        response.stream = InTurns(response.stream, has_lines=has_lines)
        if len(client.cookies.jar) > MAX_COOKIES:
            client.cookies.clear()

    try:
        client = httpx2.AsyncClient(
            verify=_certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")),
            trust_env=not is_this_machine,
            follow_redirects=False,
            timeout=httpx2.Timeout(read_timeout, connect=CONNECT_TIMEOUT, write=WRITE_TIMEOUT, pool=None),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=MAX_IDLE, keepalive_expiry=KEEP_ALIVE),
            event_hooks={"request": [url_check.check_request], "response": [receive]},
            # The size of a compressed body is not bounded once it is unpacked.
            headers={"accept-encoding": "identity"},
        )
    except (OSError, ValueError, httpx2.InvalidURL) as error:
        raise AssentError(
            say("the certificates or proxies that the environment names cannot be used"), detail=str(error)
        ) from error
    # The library has no option for this, and with a custom transport it would ignore the environment's proxies.
    pool: Any = client._transport._pool  # type: ignore[attr-defined]  # noqa: SLF001
    pool._network_backend = _connecting_backend(pool._network_backend, url_check.addresses_by_host)  # noqa: SLF001
    return client


class _UrlCheck:
    """Checks where the requests of one client go. ``addresses_by_host``: those that were checked, of other hosts."""

    def __init__(self, url: str) -> None:
        self._url, self._own_origin = url, urls.origin_of(url)
        self._checked_own_urls: set[tuple[str, str, int | None]] = set()
        self.addresses_by_host: dict[str, tuple[str, ...]] = {}

    async def check_request(self, request: httpx2.Request) -> None:
        """Check where a request goes. Raises UrlRefused if it may not go there."""
        address_parts = (request.url.scheme, request.url.host, request.url.port)
        if address_parts in self._checked_own_urls:
            return
        target = str(request.url)
        origin = urls.origin_of(target)
        is_own = origin.host == self._own_origin.host
        is_local = is_own or await _is_local(self._own_origin.host)
        urls.check_named_url(target, named_by=self._url, namer_is_local=is_local)
        if not is_own:
            addresses = await _resolve(origin.host)
            for address in addresses:
                if why := urls.why_refused(address, namer_is_local=is_local):
                    raise UrlRefused(why, detail=target)
            self.addresses_by_host[request.url.raw_host.decode("ascii")] = addresses[:MAX_ADDRESSES]
        elif origin == self._own_origin:
            self._checked_own_urls.add(address_parts)


def _connecting_backend(
    backend: httpcore2.AsyncNetworkBackend, addresses_by_host: Mapping[str, tuple[str, ...]]
) -> Any:
    """Return ``backend``, but connecting to ``addresses_by_host`` for the hosts in it. TLS still checks the name."""
    import httpcore2

    from host.wire.http_stream import HeadBounded

    class CheckedBackend(httpcore2.AsyncNetworkBackend):
        async def connect_tcp(self, host: str, *args: Any, **kwargs: Any) -> httpcore2.AsyncNetworkStream:
            failure: Exception = httpcore2.ConnectError("no address is known")
            for address in addresses_by_host.get(host, (host,)):
                try:
                    return HeadBounded(await backend.connect_tcp(address, *args, **kwargs))
                except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                    failure = error
            raise failure

    return CheckedBackend()


@cache
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:
    """Return a TLS context that trusts what the system trusts, and the certificates that the environment names."""
    import ssl

    import truststore

    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if file or folder:
        context.load_verify_locations(cafile=file or None, capath=folder or None)
    return context


async def _is_local(host: str) -> bool:
    """Whether a host is on this machine or a private network, by its name or by all of its addresses."""
    if urls.is_local(host):
        return True
    addresses = await _resolve(host)
    return bool(addresses) and all(map(urls.is_local, addresses))


async def _resolve(host: str) -> tuple[str, ...]:
    """Resolve a host. Returns nothing if the system cannot, for example because only a proxy can."""
    try:
        address_infos = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return ()
    return tuple(dict.fromkeys(str(info[4][0]) for info in address_infos))
