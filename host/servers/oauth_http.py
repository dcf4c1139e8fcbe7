"""The requests that a sign-in makes: which addresses may be asked or opened, and how much of an answer is read.

Owns: one request and its bounded answer.

Invariants (attack 29): where a request goes is said by a server, so nothing of it is believed: ``wire.http_client``
looks at each address before it is asked, and follows no redirect. Here only https is asked or opened, http on this
machine alone, for a server that is on this machine itself. An answer has an end in bytes and in time. No secret of a
request or an answer appears in a message.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from host.errors import AssentError
from host.inspect.domains import host_of
from host.inspect.hosts import reach
from host.text import one_line
from host.wire import urls
from host.wire.urls import UrlRefused
from host.words import say

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Request, Response

MAX_ANSWER: Final = 256 << 10
"""Bytes of one answer; metadata and tokens are some kilobytes."""
PATIENCE: Final = 15.0
"""Seconds for one request with its answer."""
LONGEST_URL: Final = 8_192
"""Characters of an address that is asked or opened."""
HOST_SHOWN: Final = 80
"""Characters of a host in a message."""


class Fetcher:
    """Asks on behalf of one server."""

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
            async with asyncio.timeout(PATIENCE):
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
            urls.check(url[:LONGEST_URL], named_by=self._home)
        except UrlRefused as refused:
            raise _not_asked(host, refused) from refused
        local = all(reach(urls.origin_of(each).host) == "machine" for each in (url, self._home))
        if not url.lower().startswith("https:") and not local:
            raise AssentError(say("{host} would be asked without encryption", host=host), detail=url)


def _not_asked(host: str, refused: UrlRefused) -> AssentError:
    return AssentError(say("{host} is not asked: {why}", host=host, why=refused.words), detail=refused.detail)


def shown_host(url: str) -> str:
    """The host of an address as it may stand in a message."""
    return one_line(host_of(url) or "?", HOST_SHOWN)
