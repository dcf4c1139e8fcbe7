"""The scripted assistant's process: commands of the host in, the conversation out.

Owns: stdin and stdout; telling the story: the conversation's numbers, the order of words and calls; the connections to
the servers, through the host's socket as any bridge's, with the MCP session behind each (revision 2025-11-25), and what
an app can make of an answer to ``tools/call``.

Invariants: it is an app like any other and has no way to a server but through the host's socket; when stdin ends, what
waits is withdrawn and the process ends. One proposal at a time, of one call or of several alike; each card has an end;
a denial, an error or a lost server never ends the story, and the emergency stop always does; when the telling is
cancelled, what waits is withdrawn.

Each request has one end; a call that nobody waits for any more is cancelled on the wire; whatever the host or a server
asks of this app is answered with "no such method", save ``ping``, and a prompt for the model that it has none of, which
gets words of the script.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from msgspec import Struct

from host import __version__, tasks
from host.apps import registry
from host.assistant import protocol, script
from host.assistant.script import APP, LAST_WORDS, WRITTEN, Chapter, Ending, Proposal
from host.canonical import compact, parse
from host.control.messages import VERSION
from host.control.views import AssistantEntry, AssistantStatus
from host.errors import METHOD_NOT_FOUND, SERVER_LOST, AssentError, ChannelClosed, MalformedJson, NoHost
from host.model import JsonObject, JsonValue, object_in, objects_in
from host.values import replace
from host.wire.freeze import META_TURN

# A connection to one server

LONGEST: Final = 4_000
"""Characters of one answer that the conversation keeps."""

_ENDINGS: Final[tuple[tuple[str, Ending], ...]] = (
    ("The person denied this call; it was not sent.", "denied"),
    ("Not allowed by policy; the call was not sent.", "rule"),
    ("Nobody decided in time; the call was not sent.", "expired"),
    ("No approval window is open, so nobody could be asked;", "no window"),
    ("Too many calls; this one was not sent.", "limit"),
    ("The person stopped all calls; this one was not sent.", "stop"),
    ("The call was stopped while it ran.", "cut short"),
    ("The person did not release the result", "withheld"),
    ("Assent is closing; the call was not sent.", "quit"),
    ("What was to be approved changed meanwhile, so the call was not sent.", "changed"),
    ("Assent could not decide safely, so the call was not sent.", "fault"),
)
"""How Assent's own answers begin (``host.gate.refusals``)."""

_REASON: Final = " Reason: "
_NOTE: Final = "\nNote from Assent: "
"""How a block begins that tells what a person changed (``host.gate.editing``)."""
_EDITED: Final = "the person changed the inputs"


class CallResult(Struct, frozen=True):
    """An answer.

    Attributes:
        ending: see the type.
        text: what came, bounded.
        reason: the person's, may be empty.
        edited: whether Assent says that the person changed the inputs.
    """

    ending: Ending
    text: str
    reason: str = ""
    edited: bool = False

    @property
    def status(self) -> AssistantStatus:
        """As ``AssistantEntry.status`` says it."""
        if self.ending in ("succeeded", "tool error", "lost"):
            return self.ending
        if self.ending == "withheld":
            return "succeeded"  # the call did run; what was refused is its result
        return "stopped" if self.ending == "cut short" else "refused"


def read_result(response: JsonObject) -> CallResult:
    """What a JSON-RPC response says."""
    error, result = response.get("error"), response.get("result")
    if isinstance(error, dict):
        lost = error.get("code") == SERVER_LOST
        return CallResult("lost" if lost else "protocol error", bounded(str(error.get("message", ""))))
    if not isinstance(result, dict):
        return CallResult("protocol error", "The answer holds neither a result nor an error.")
    text = _text(result.get("content"))
    edited = f"{_NOTE}{_EDITED}" in f"\n{text}"
    if result.get("isError") is not True:
        return CallResult("succeeded", bounded(text), edited=edited)
    for words, ending in _ENDINGS:
        if text.startswith(words):
            reason = text.partition(_REASON)[2].partition(_NOTE)[0] if ending in ("denied", "withheld") else ""
            return CallResult(ending, bounded(text), bounded(reason))
    return CallResult("tool error", bounded(text), edited=edited)


def bounded(text: str) -> str:
    """``text``, or its beginning with how much is missing."""
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}… and {len(text) - LONGEST:,} more characters"


def _text(content: JsonValue) -> str:
    """The texts and links of a result, a line each; other content by its kind."""
    return "\n".join(map(_line, objects_in(content)))


def _line(block: JsonObject) -> str:
    kind = block.get("type")
    if kind == "text":
        return str(block.get("text", ""))
    if kind == "resource_link":
        return f"Link: {block.get('name', '')} ({block.get('uri', '')})"
    return f"({kind})"


REVISION: Final = "2025-11-25"
LONGEST_LINE: Final = 8 << 20
"""Bytes of one message; the demonstration servers say little."""
START_PATIENCE: Final = 60.0
"""Seconds for joining and the handshake: as long as the host gives a server to start."""
LEAVE_PATIENCE: Final = 1.0
"""Seconds for the last bytes to leave; the host is on this machine."""


class Client:
    """One session.

    Attributes:
        tools: names that the server lists.
        closed: whether the connection is over.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[JsonObject]] = {}
        self._progress: dict[int, Callable[[str], None]] = {}
        self._listening: asyncio.Task[None] | None = None
        self.tools: frozenset[str] = frozenset()
        self.closed = False

    @classmethod
    async def join(cls, socket: Path, server: str, token: str) -> Self:
        """Join ``server``, shake hands and list its tools.

        Raises:
            AssentError: there is no host, it does not let this app in, or the server cannot be had.
        """
        try:
            reader, writer = await asyncio.open_unix_connection(str(socket), limit=LONGEST_LINE)
        except OSError as error:
            raise NoHost("Assent is not there", detail=str(error)) from error
        client = cls(reader, writer)
        try:
            async with asyncio.timeout(START_PATIENCE):
                await client._enter(server, token)
        except BaseException as error:
            await client.close()
            if isinstance(error, TimeoutError):
                raise ChannelClosed("the server did not answer in time") from error
            raise
        return client

    async def call(
        self, tool: str, arguments: JsonObject, progress: Callable[[str], None], turn: str = ""
    ) -> CallResult:
        """Propose a call and wait for what comes of it. Cancelling this withdraws the call.

        ``turn``: the words that led here, for the person who is asked.
        """
        if tool not in self.tools:
            return CallResult("protocol error", f"The server lists no tool {tool}.")
        try:
            params: JsonObject = {"name": tool, "arguments": arguments}
            if turn:
                params["_meta"] = {META_TURN: turn}
            return read_result(await self._ask("tools/call", params, progress))
        except ChannelClosed as error:
            return CallResult("lost", str(error))

    async def close(self) -> None:
        """Leave."""
        self.closed = True
        self._writer.close()
        try:
            async with asyncio.timeout(LEAVE_PATIENCE):
                await self._writer.wait_closed()
        except (OSError, TimeoutError):
            self._writer.transport.abort()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})

    async def _enter(self, server: str, token: str) -> None:
        self._send({"assent": VERSION, "role": "bridge", "server": server, "app": APP, "token": token})
        answer = _read(await self._line())
        if answer.get("ok") is not True:
            raise AssentError(f"Assent did not let me in: {answer.get('error')}")
        self._listening = tasks.spawn(self._listen(), name=f"listen to {server}")
        greeting: JsonObject = {
            "protocolVersion": REVISION,
            "capabilities": {
                "elicitation": {"form": {}, "url": {}},  # answered in Assent's window, never here
                "sampling": {},
            },
            "clientInfo": {"name": APP, "title": "Scripted assistant", "version": __version__},
        }
        hello = await self._ask("initialize", greeting)
        if "result" not in hello:
            raise AssentError(read_result(hello).text)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.tools = _names((await self._ask("tools/list", {})).get("result"))

    async def _ask(self, method: str, params: JsonObject, progress: Callable[[str], None] | None = None) -> JsonObject:
        number = next(self._numbers)
        if progress is not None:
            self._progress[number] = progress
            params = params | {"_meta": object_in(params, "_meta") | {"progressToken": number}}
        answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        if self.closed:
            raise ChannelClosed("the connection is closed")
        self._waiting[number] = answer
        try:
            self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            return await answer
        except asyncio.CancelledError:
            reason: JsonObject = {"requestId": number, "reason": "the story was stopped"}
            self._send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": reason})
            raise
        finally:
            self._waiting.pop(number, None)
            self._progress.pop(number, None)

    async def _listen(self) -> None:
        why = "the connection to the server ended"
        try:
            while True:
                self._sort(_read(await self._line()))
        except AssentError as error:
            why = str(error)
        finally:
            self.closed = True
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(ChannelClosed(why))

    def _sort(self, message: JsonObject) -> None:
        number, method = message.get("id"), message.get("method")
        if method == "notifications/progress":
            self._progressed(message.get("params"))
        elif isinstance(method, str) and isinstance(number, int | str):
            known = _KNOWN.get(method, {"error": _NO_METHOD})
            self._send({"jsonrpc": "2.0", "id": number, **known})
        elif method is None and isinstance(number, int):
            answer = self._waiting.get(number)
            if answer is not None and not answer.done():
                answer.set_result(message)

    def _progressed(self, params: JsonValue) -> None:
        said = object_in(params)
        token = said.get("progressToken")
        if isinstance(token, int) and (heard := self._progress.get(token)) is not None:
            heard(str(said.get("message") or f"Progress: {said.get('progress')}")[:200])

    def _send(self, message: JsonObject) -> None:
        if not self._writer.is_closing():
            self._writer.write(compact(message) + b"\n")

    async def _line(self) -> bytes:
        try:
            line = await self._reader.readline()
        except (OSError, ValueError) as error:  # ValueError: a line over the limit
            raise ChannelClosed("the connection broke", detail=str(error)) from error
        if not line.endswith(b"\n"):
            raise ChannelClosed("the connection to the server ended")
        return line.removesuffix(b"\n")


_KNOWN: Final[dict[str, JsonObject]] = {
    "ping": {"result": {}},
    "sampling/createMessage": {
        "result": {"role": "assistant", "content": {"type": "text", "text": WRITTEN}, "model": "a script, no model"}
    },
}
_NO_METHOD: Final[JsonObject] = {"code": METHOD_NOT_FOUND, "message": "This app offers nothing to servers"}


def _read(line: bytes) -> JsonObject:
    try:
        value = parse(line)
    except MalformedJson as error:
        raise ChannelClosed("what came was not understandable", detail=str(error)) from error
    if not isinstance(value, dict):
        raise ChannelClosed("what came was not understandable")
    return value


def _names(listing: JsonValue) -> frozenset[str]:
    names = (tool.get("name") for tool in objects_in(object_in(listing).get("tools")))
    return frozenset(name for name in names if isinstance(name, str))


# The story

PACE: Final = 0.7
"""Seconds between two lines, so that they can be read as they come."""


class StoryPlayer:
    """Tells chapters through Assent."""

    def __init__(
        self,
        socket: Path,
        token: str,
        *,
        said: Callable[[AssistantEntry], None],
        phase: Callable[[protocol.Phase], None],
        pace: float = PACE,
    ) -> None:
        """``said``: hears each entry, and each change of one. ``phase``: hears how the story stands."""
        self._socket, self._token = socket, token
        self._said, self._phase, self._pace = said, phase, pace
        self._numbers = itertools.count(1)
        self._clients: dict[str, Client] = {}
        self._introduced = False
        self._joining = asyncio.Lock()

    async def tell(self, step: str) -> None:
        """Tell one chapter, or the story where ``step`` is empty."""
        self._phase("running")
        only = script.chapter(step)
        ended: protocol.Phase = "idle"
        try:
            if only is None or not self._introduced:
                await self._introduce()
            if await self._chapters(script.STORY if only is None else (only,)):
                ended = "ended"
                if only is None:
                    self._say(script.CLOSING)
        except asyncio.CancelledError:
            self._say(script.STOPPED)
            raise
        finally:
            self._phase(ended)

    async def close(self) -> None:
        """Leave all servers."""
        for client in self._clients.values():
            await client.close()

    async def _introduce(self) -> None:
        self._introduced = True
        for words in script.OPENING:
            await self._speak(words)

    async def _chapters(self, chapters: tuple[Chapter, ...]) -> bool:
        """Whether they were told to the end."""
        for chapter in chapters:
            proposal: Proposal | None = chapter.proposal
            while proposal is not None:
                endings = await self._propose(proposal)
                if endings & LAST_WORDS:
                    return False
                proposal = proposal.following(next(iter(endings))) if len(endings) == 1 else None
        return True

    async def _propose(self, proposal: Proposal) -> frozenset[Ending]:
        """How its calls ended."""
        await self._speak(proposal.before)
        every = (proposal, *(replace(proposal, arguments=more) for more in proposal.also))
        heard = await asyncio.gather(*map(self._call, every))
        endings = frozenset(one.ending for one in heard)
        await self._react(proposal, endings)
        if any(one.edited for one in heard):
            await self._speak(script.EDITED)
        for reason in dict.fromkeys(one.reason for one in heard if one.reason):
            await self._speak(script.WITH_REASON.replace("{reason}", reason))
        return endings

    async def _react(self, proposal: Proposal, endings: frozenset[Ending]) -> None:
        last = sorted(endings & LAST_WORDS)
        if len(endings) > 1 and not last and proposal.mixed:
            await self._speak(proposal.mixed)
            return
        for ending in last or sorted(endings):
            await self._speak(proposal.reaction(ending))

    async def _call(self, proposal: Proposal) -> CallResult:
        card = AssistantEntry(
            next(self._numbers),
            "call",
            "",
            proposal.server,
            proposal.tool,
            json.dumps(proposal.arguments, ensure_ascii=False),
            "proposed",
        )
        self._said(card)

        def progressed(message: str) -> None:
            self._said(replace(card, status="running", result=message))

        try:
            client = await self._client(proposal.server)
            heard = await client.call(proposal.tool, proposal.arguments, progressed, proposal.before)
        except AssentError as error:
            heard = CallResult("lost", str(error))
        except asyncio.CancelledError:
            self._said(replace(card, status="withdrawn"))
            raise
        self._said(replace(card, status=heard.status, result=heard.text))
        return heard

    async def _client(self, server: str) -> Client:
        async with self._joining:
            client = self._clients.get(server)
            if client is None or client.closed:
                if client is not None:
                    await client.close()
                client = self._clients[server] = await Client.join(self._socket, server, self._token)
            return client

    async def _speak(self, words: str) -> None:
        self._say(words)
        await asyncio.sleep(self._pace)

    def _say(self, words: str) -> None:
        self._said(AssistantEntry(next(self._numbers), "assistant", words))


def main() -> int:
    """Run until stdin ends; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m host.assistant", description="The scripted assistant of Assent.")
    parser.add_argument("--socket", type=Path, required=True, help="where the host listens")
    parser.add_argument("--config-dir", type=Path, required=True, help="where the app's token is")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds between two lines")
    options = parser.parse_args()
    try:
        asyncio.run(_run(options.socket, options.config_dir, options.pace))
    except (AssentError, ValueError) as error:  # ValueError: stdin is no pipe
        sys.stderr.write(f"assistant: {error}\n")
        return 2
    return 0


async def _run(socket: Path, config: Path, pace: float) -> None:
    token = registry.read_token(config / "apps", APP) or ""
    reader = asyncio.StreamReader(limit=protocol.LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    performer = StoryPlayer(
        socket,
        token,
        said=lambda entry: _write(protocol.entry_line(entry)),
        phase=lambda phase: _write(protocol.phase_line(phase)),
        pace=pace,
    )
    telling: asyncio.Task[None] | None = None
    try:
        while line := await reader.readline():
            match protocol.read_command(line.removesuffix(b"\n")):
                case protocol.Tell(step) if telling is None or telling.done():
                    telling = tasks.spawn(performer.tell(step), name="tell the story")
                case protocol.Stop():
                    await _end(telling)
                    _write(protocol.phase_line("idle"))  # a telling that had not begun yet could not say so
                case _:
                    continue  # the story is being told already
    finally:
        await _end(telling)
        await performer.close()


async def _end(telling: asyncio.Task[None] | None) -> None:
    if telling is not None and not telling.done():
        telling.cancel()
        await asyncio.wait({telling})


def _write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
