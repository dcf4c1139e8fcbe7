"""The HTTP client of one connection to a server behind a URL.

Owns: how requests leave: certificates, proxies, time-outs, and that each address is looked at before it is asked.

Invariants:
    - Each connection has a client of its own: no cookie, proxy state or socket is shared between servers or sessions.
    - Certificates are checked, against what the system trusts; proxies are those of the environment, none for this
      machine.
    - Whatever address a request of this client goes to, and whoever named it, it is checked first (``host.wire.urls``).
      What a name that somebody else named resolved to then is what is connected to: it is not looked up again. The
      client follows no redirect by itself.
    - The libraries take a tenth of a second to import: on first use, away from the loop's thread.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final  # Any: what the library is handed on

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
"""Seconds for a connection, the handshake of TLS included."""
WRITE_TIMEOUT: Final = 60.0
"""Seconds for each piece of a request to be taken."""
KEPT_OPEN: Final = 3.0
"""Seconds for which an idle connection is used again: less than servers keep theirs (5 is usual), for a request that
meets a closing one is lost."""
MAX_IDLE: Final = 8
"""Idle connections kept: at each request the library looks at every one of them."""
MAX_ADDRESSES: Final = 4
"""Addresses of one name that are tried, each for ``CONNECT_TIMEOUT``."""
MAX_COOKIES: Final = 50
"""Cookies kept for a connection: what balances load needs one; more are all forgotten."""


async def open_client(url: str, *, read_timeout: float | None = None) -> httpx2.AsyncClient:
    """A client for one connection to the server that a person configured at ``url``.

    ``read_timeout``: seconds between two pieces of an answer, None for no limit.

    Raises:
        AssentError: the certificates or the proxies that the environment names cannot be used.
    """
    return await tasks.in_daemon_thread(lambda: _client(url, read_timeout), name="open an HTTP client")


def _client(url: str, read_timeout: float | None) -> httpx2.AsyncClient:
    import httpx2

    for library in ("httpx2", "httpcore2"):  # they log addresses, whose queries may be secret
        logging.getLogger(library).setLevel(logging.WARNING)

    looked = _Looked(url)

    async def trim(_response: httpx2.Response) -> None:
        if len(client.cookies.jar) > MAX_COOKIES:
            client.cookies.clear()

    try:
        client = httpx2.AsyncClient(
            verify=_certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")),
            trust_env=not _this_machine(url),
            follow_redirects=False,
            timeout=httpx2.Timeout(read_timeout, connect=CONNECT_TIMEOUT, write=WRITE_TIMEOUT, pool=None),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=MAX_IDLE, keepalive_expiry=KEPT_OPEN),
            event_hooks={"request": [looked.at], "response": [trim]},
            # What is compressed can grow without bound while it is unpacked.
            headers={"accept-encoding": "identity"},
        )
    except (OSError, ValueError, httpx2.InvalidURL) as error:
        raise AssentError(
            say("the certificates or proxies that the environment names cannot be used"), detail=str(error)
        ) from error
    # The library has no option for it: a transport of one's own would be asked without the environment's proxies.
    pool: Any = client._transport._pool  # type: ignore[attr-defined]  # noqa: SLF001
    pool._network_backend = _connecting(pool._network_backend, looked.addresses)  # noqa: SLF001
    return client


class _Looked:
    """Where the requests of one client may go.

    Attributes:
        addresses: of each host that somebody else than the person named, as they were checked.
    """

    def __init__(self, url: str) -> None:
        """``url``: that the person configured."""
        self._url, self._own = url, urls.origin_of(url)
        self._own_seen: set[tuple[str, str, int | None]] = set()
        self.addresses: dict[str, tuple[str, ...]] = {}

    async def at(self, request: httpx2.Request) -> None:
        """Look where a request goes. Raises UrlRefused where it may not."""
        written = (request.url.scheme, request.url.host, request.url.port)
        if written in self._own_seen:
            return
        target = str(request.url)
        origin = urls.origin_of(target)
        is_own = origin.host == self._own.host
        near = is_own or await _near(self._own.host)
        urls.check(target, named_by=self._url, near=near)
        if not is_own:
            addresses = await _addresses(origin.host)
            for address in addresses:
                if why := urls.outside(address, near=near):
                    raise UrlRefused(why, detail=target)
            self.addresses[request.url.raw_host.decode("ascii")] = addresses[:MAX_ADDRESSES]
        elif origin == self._own:
            self._own_seen.add(written)


def _connecting(backend: httpcore2.AsyncNetworkBackend, to: Mapping[str, tuple[str, ...]]) -> Any:
    """``backend``, which connects to the addresses in ``to`` where a host stands there; its name stays that of TLS."""
    import httpcore2

    class Connecting(httpcore2.AsyncNetworkBackend):
        async def connect_tcp(self, host: str, *where: Any, **how: Any) -> httpcore2.AsyncNetworkStream:
            lost: Exception = httpcore2.ConnectError("no address is known")
            for address in to.get(host, (host,)):
                try:
                    return await backend.connect_tcp(address, *where, **how)
                except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                    lost = error
            raise lost

    return Connecting()


@cache
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:
    """What the system trusts, and what the environment names beside it."""
    import ssl

    import truststore

    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if file or folder:
        context.load_verify_locations(cafile=file or None, capath=folder or None)
    return context


def _this_machine(url: str) -> bool:
    from host.inspect.hosts import reach

    return reach(urls.origin_of(url).host) == "machine"


async def _near(host: str) -> bool:
    """Whether a host is on this machine or a private network, by its name or by each of its addresses."""
    if urls.reaches(host):
        return True
    addresses = await _addresses(host)
    return bool(addresses) and all(map(urls.reaches, addresses))


async def _addresses(host: str) -> tuple[str, ...]:
    """What the system's resolver says; nothing where it knows no such name, such as where a proxy does."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return ()
    return tuple(dict.fromkeys(str(each[4][0]) for each in found))
