"""The address on this machine to which a browser comes back from a sign-in (RFC 8252 §7.3).

Owns: the listener on 127.0.0.1 and the page that it answers with.

Invariants: it listens on the loopback interface alone, for one sign-in; what counts is one GET with the exact path, the
exact host (attack 30) and the state that was handed out: whatever else comes is answered with an error and changes
nothing, so that no web page can end or take over a sign-in. Connections, bytes and time are bounded. The page holds
our words alone, loads nothing and runs nothing; a code appears in no message and no page.
"""

from __future__ import annotations

import asyncio
import html
import secrets
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import h11

from host.errors import AssentError
from host.words import say

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
