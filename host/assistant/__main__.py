"""The process of the scripted assistant: reads commands of the host, writes the conversation.

Owns: stdin and stdout; playing the story: the numbers of entries, the order of words and calls; the connections to the
servers through the host's socket, like those of a bridge, with an MCP session each (revision 2025-11-25); and what an
app can learn from an answer to ``tools/call``.

Invariants: it is an app like any other and reaches servers only through the host's socket. When stdin ends, waiting
calls are withdrawn and the process ends. It makes one proposal at a time, of one call or several similar ones; each
entry of a call gets a final state. A denial, an error or a lost server never ends the story; the emergency stop always
does. When the story is cancelled, waiting calls are withdrawn.

Each request ends exactly once. A call that nobody waits for is cancelled on the wire. Requests of the host or a server
are answered with "no such method", except ``ping``, and a prompt for the model, which gets a text of the script.
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
from host.audit.receipt import KEY as RECEIPT
from host.canonical import compact, parse
from host.control.messages import VERSION
from host.control.views import AssistantEntry, AssistantStatus
from host.errors import METHOD_NOT_FOUND, SERVER_LOST, AssentError, ChannelClosed, MalformedJson, NoHost
from host.model import JsonObject, JsonValue, object_in, objects_in
from host.values import replace
from host.wire.freeze import META_TURN, bounded

# A connection to one server

LONGEST: Final = 4_000
"""Characters of one answer that are kept."""

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
"""Beginnings of Assent's own answers (``host.gate.refusals``)."""

_REASON: Final = " Reason: "
_NOTE: Final = "\nNote from Assent: "
"""Beginning of a block about a person's changes (``host.gate.editing``)."""
_EDITED: Final = "the person changed the inputs"


class CallResult(Struct, frozen=True):
    """The answer to a call. ``reason``: of the person, may be empty. ``call``, ``decided_by``: by its receipt."""

    ending: Ending
    text: str
    reason: str = ""
    edited: bool = False
    call: str = ""
    decided_by: str = ""

    @property
    def status(self) -> AssistantStatus:
        """The value for ``AssistantEntry.status``."""
        if self.ending in ("succeeded", "tool error", "lost"):
            return self.ending
        if self.ending == "withheld":
            return "succeeded"  # the call did run; only its result was refused
        return "stopped" if self.ending == "cut short" else "refused"


def read_result(response: JsonObject) -> CallResult:
    """Read the answer in a JSON-RPC response."""
    receipt = object_in(response, "result", "_meta", RECEIPT)
    call, decided_by = str(receipt.get("call", "")), str(receipt.get("by", ""))
    return replace(_read_ending(response), call=call, decided_by=decided_by)


def _read_ending(response: JsonObject) -> CallResult:
    error, result = response.get("error"), response.get("result")
    if isinstance(error, dict):
        lost = error.get("code") == SERVER_LOST
        return CallResult("lost" if lost else "protocol error", bounded(str(error.get("message", "")), LONGEST))
    if not isinstance(result, dict):
        return CallResult("protocol error", "The answer holds neither a result nor an error.")
    text = "\n".join(map(_block_text, objects_in(result.get("content"))))
    shown, edited = bounded(text, LONGEST), f"{_NOTE}{_EDITED}" in f"\n{text}"
    if result.get("isError") is not True:
        return CallResult("succeeded", shown, edited=edited)
    for words, ending in _ENDINGS:
        if text.startswith(words):
            reason = text.partition(_REASON)[2].partition(_NOTE)[0] if ending in ("denied", "withheld") else ""
            return CallResult(ending, shown, bounded(reason, LONGEST))
    return CallResult("tool error", shown, edited=edited)


def _block_text(block: JsonObject) -> str:
    """A text or a link of a result as one line, other content as its type."""
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
"""Seconds for connecting and the handshake: as long as the host lets a server start."""
CLOSE_PATIENCE: Final = 1.0
"""Seconds to send the last bytes; the host is on the same machine."""


class Client:
    """One session with a server. ``tools``: names that the server lists."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[JsonObject]] = {}
        self._progress_listeners: dict[int, Callable[[str], None]] = {}
        self._listen_task: asyncio.Task[None] | None = None
        self.tools: frozenset[str] = frozenset()
        self.closed = False

    @classmethod
    async def connect(cls, socket: Path, server: str, token: str) -> Self:
        """Connect to ``server``, do the handshakes and list its tools.

        Raises AssentError if there is no host, it does not accept this app, or the server cannot be used.
        """
        try:
            reader, writer = await asyncio.open_unix_connection(str(socket), limit=LONGEST_LINE)
        except OSError as error:
            raise NoHost("Assent is not there", detail=str(error)) from error
        client = cls(reader, writer)
        try:
            async with asyncio.timeout(START_PATIENCE):
                await client._initialize(server, token)
        except BaseException as error:
            await client.close()
            if isinstance(error, TimeoutError):
                raise ChannelClosed("the server did not answer in time") from error
            raise
        return client

    async def call(
        self, tool: str, arguments: JsonObject, progress: Callable[[str], None], turn: str = ""
    ) -> CallResult:
        """Propose a call and return its answer. Cancelling this withdraws the call.

        ``turn``: the words that led to the call, for the person who is asked.
        """
        if tool not in self.tools:
            return CallResult("protocol error", f"The server lists no tool {tool}.")
        try:
            params: JsonObject = {"name": tool, "arguments": arguments}
            if turn:
                params["_meta"] = {META_TURN: turn}
            return read_result(await self._request("tools/call", params, progress))
        except ChannelClosed as error:
            return CallResult("lost", str(error))

    async def close(self) -> None:
        """Close the connection."""
        self.closed = True
        self._writer.close()
        try:
            async with asyncio.timeout(CLOSE_PATIENCE):
                await self._writer.wait_closed()
        except (OSError, TimeoutError):
            self._writer.transport.abort()
        if self._listen_task is not None:
            self._listen_task.cancel()
            await asyncio.wait({self._listen_task})

    async def _initialize(self, server: str, token: str) -> None:
        self._send({"assent": VERSION, "role": "bridge", "server": server, "app": APP, "token": token})
        answer = _parse_message(await self._read_line())
        if answer.get("ok") is not True:
            raise AssentError(f"Assent did not let me in: {answer.get('error')}")
        self._listen_task = tasks.spawn(self._listen(), name=f"listen to {server}")
        params: JsonObject = {
            "protocolVersion": REVISION,
            # What is elicited is answered in Assent's window, never here.
            "capabilities": {"elicitation": {"form": {}, "url": {}}, "sampling": {}},
            "clientInfo": {"name": APP, "title": "Scripted assistant", "version": __version__},
        }
        response = await self._request("initialize", params)
        if "result" not in response:
            raise AssentError(read_result(response).text)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        listing = await self._request("tools/list", {})
        names = (tool.get("name") for tool in objects_in(object_in(listing, "result").get("tools")))
        self.tools = frozenset(name for name in names if isinstance(name, str))

    async def _request(
        self, method: str, params: JsonObject, progress: Callable[[str], None] | None = None
    ) -> JsonObject:
        number = next(self._numbers)
        if progress is not None:
            self._progress_listeners[number] = progress
            params = params | {"_meta": object_in(params, "_meta") | {"progressToken": number}}
        answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        if self.closed:
            raise ChannelClosed("the connection is closed")
        self._answers[number] = answer
        try:
            self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            return await answer
        except asyncio.CancelledError:
            reason: JsonObject = {"requestId": number, "reason": "the story was stopped"}
            self._send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": reason})
            raise
        finally:
            self._answers.pop(number, None)
            self._progress_listeners.pop(number, None)

    async def _listen(self) -> None:
        why = "the connection to the server ended"
        try:
            while True:
                self._handle(_parse_message(await self._read_line()))
        except AssentError as error:
            why = str(error)
        finally:
            self.closed = True
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(ChannelClosed(why))

    def _handle(self, message: JsonObject) -> None:
        number, method = message.get("id"), message.get("method")
        if method == "notifications/progress":
            self._report_progress(message.get("params"))
        elif isinstance(method, str) and isinstance(number, int | str):
            response = _RESPONSES.get(method, {"error": _NO_METHOD})
            self._send({"jsonrpc": "2.0", "id": number, **response})
        elif method is None and isinstance(number, int):
            answer = self._answers.get(number)
            if answer is not None and not answer.done():
                answer.set_result(message)

    def _report_progress(self, value: JsonValue) -> None:
        params = object_in(value)
        token = params.get("progressToken")
        listener = self._progress_listeners.get(token) if isinstance(token, int) else None
        if listener is not None:
            listener(str(params.get("message") or f"Progress: {params.get('progress')}")[:200])

    def _send(self, message: JsonObject) -> None:
        if not self._writer.is_closing():
            self._writer.write(compact(message) + b"\n")

    async def _read_line(self) -> bytes:
        try:
            line = await self._reader.readline()
        except (OSError, ValueError) as error:  # ValueError: a line over the limit
            raise ChannelClosed("the connection broke", detail=str(error)) from error
        if not line.endswith(b"\n"):
            raise ChannelClosed("the connection to the server ended")
        return line.removesuffix(b"\n")


_RESPONSES: Final[dict[str, JsonObject]] = {
    "ping": {"result": {}},
    "sampling/createMessage": {
        "result": {"role": "assistant", "content": {"type": "text", "text": WRITTEN}, "model": "a script, no model"}
    },
}
_NO_METHOD: Final[JsonObject] = {"code": METHOD_NOT_FOUND, "message": "This app offers nothing to servers"}


def _parse_message(line: bytes) -> JsonObject:
    try:
        value = parse(line)
    except MalformedJson as error:
        raise ChannelClosed("what came was not understandable", detail=str(error)) from error
    if not isinstance(value, dict):
        raise ChannelClosed("what came was not understandable")
    return value


# The story

PACE: Final = 0.7
"""Seconds between two lines, so that a person can read them."""


class StoryPlayer:
    """Plays chapters: shows their words and proposes their calls through Assent."""

    def __init__(
        self,
        socket: Path,
        token: str,
        *,
        show_entry: Callable[[AssistantEntry], None],
        phase_changed: Callable[[protocol.Phase], None],
        pace: float = PACE,
    ) -> None:
        """``show_entry``: called with each new or changed entry. ``phase_changed``: called with the new phase."""
        self._socket, self._token = socket, token
        self._show_entry, self._phase_changed, self._pace = show_entry, phase_changed, pace
        self._numbers = itertools.count(1)
        self._clients: dict[str, Client] = {}
        self._has_introduced = False
        self._connect_lock = asyncio.Lock()

    async def play(self, step: str) -> None:
        """Play one chapter, or the story if ``step`` is empty."""
        self._phase_changed("running")
        chapter = script.chapter(step)
        last_phase: protocol.Phase = "idle"
        try:
            if chapter is None or not self._has_introduced:
                self._has_introduced = True
                for words in script.OPENING:
                    await self._say_and_pause(words)
            if await self._play_chapters(script.STORY if chapter is None else (chapter,)):
                last_phase = "ended"
                if chapter is None:
                    self._say(script.CLOSING)
        except asyncio.CancelledError:
            self._say(script.STOPPED)
            raise
        finally:
            self._phase_changed(last_phase)

    async def close(self) -> None:
        """Close the connections to all servers."""
        for client in self._clients.values():
            await client.close()

    async def _play_chapters(self, chapters: tuple[Chapter, ...]) -> bool:
        """Play chapters; return whether they were played to the end."""
        for chapter in chapters:
            proposal: Proposal | None = chapter.proposal
            while proposal is not None:
                endings = await self._propose(proposal)
                if endings & LAST_WORDS:
                    return False
                proposal = proposal.following(next(iter(endings))) if len(endings) == 1 else None
        return True

    async def _propose(self, proposal: Proposal) -> frozenset[Ending]:
        """Propose the calls of ``proposal`` and react; return how they ended."""
        await self._say_and_pause(proposal.before)
        proposals = (proposal, *(replace(proposal, arguments=more) for more in proposal.also))
        results = await asyncio.gather(*map(self._call, proposals))
        endings = frozenset(result.ending for result in results)
        await self._react(proposal, endings)
        if any(result.edited for result in results):
            await self._say_and_pause(script.EDITED)
        for reason in dict.fromkeys(result.reason for result in results if result.reason):
            await self._say_and_pause(script.WITH_REASON.replace("{reason}", reason))
        return endings

    async def _react(self, proposal: Proposal, endings: frozenset[Ending]) -> None:
        last = sorted(endings & LAST_WORDS)
        if len(endings) > 1 and not last and proposal.mixed:
            await self._say_and_pause(proposal.mixed)
            return
        for ending in last or sorted(endings):
            await self._say_and_pause(proposal.reaction(ending))

    async def _call(self, proposal: Proposal) -> CallResult:
        number, inputs = next(self._numbers), json.dumps(proposal.arguments, ensure_ascii=False)
        entry = AssistantEntry(number, "call", "", proposal.server, proposal.tool, inputs, "proposed")
        self._show_entry(entry)

        def show_progress(message: str) -> None:
            self._show_entry(replace(entry, status="running", result=message))

        try:
            client = await self._client_for(proposal.server)
            result = await client.call(proposal.tool, proposal.arguments, show_progress, proposal.before)
        except AssentError as error:
            result = CallResult("lost", str(error))
        except asyncio.CancelledError:
            self._show_entry(replace(entry, status="withdrawn"))
            raise
        entry = replace(entry, call=result.call, decided_by=result.decided_by)
        self._show_entry(replace(entry, status=result.status, result=result.text))
        return result

    async def _client_for(self, server: str) -> Client:
        async with self._connect_lock:
            client = self._clients.get(server)
            if client is None or client.closed:
                if client is not None:
                    await client.close()
                client = self._clients[server] = await Client.connect(self._socket, server, self._token)
            return client

    async def _say_and_pause(self, words: str) -> None:
        self._say(words)
        await asyncio.sleep(self._pace)

    def _say(self, words: str) -> None:
        self._show_entry(AssistantEntry(next(self._numbers), "assistant", words))


def main() -> int:
    """Run until stdin ends; return the exit code."""
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
    player = StoryPlayer(
        socket,
        token,
        show_entry=lambda entry: _write(protocol.entry_line(entry)),
        phase_changed=lambda phase: _write(protocol.phase_line(phase)),
        pace=pace,
    )
    play_task: asyncio.Task[None] | None = None
    try:
        while line := await reader.readline():
            match protocol.read_command(line.removesuffix(b"\n")):
                case protocol.Tell(step) if play_task is None or play_task.done():
                    play_task = tasks.spawn(player.play(step), name="tell the story")
                case protocol.Stop():
                    await _cancel(play_task)
                    _write(protocol.phase_line("idle"))  # a task that had not begun yet could not write it
                case _:
                    continue  # the story is played already
    finally:
        await _cancel(play_task)
        await player.close()


async def _cancel(task: asyncio.Task[None] | None) -> None:
    if task is not None and not task.done():
        task.cancel()
        await asyncio.wait({task})


def _write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
