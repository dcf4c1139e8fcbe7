"""The scripted assistant's process: commands of the host in, the conversation out.

Owns: stdin and stdout; telling the story: the conversation's numbers, the order of words and calls, and the connections
to the servers.

Invariants: it is an app like any other and has no way to a server but through the host's socket; when stdin ends, what
waits is withdrawn and the process ends. One proposal at a time, of one call or of several alike; each card has an end;
a denial, an error or a lost server never ends the story, and the emergency stop always does; when the telling is
cancelled, what waits is withdrawn.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from host import tasks
from host.apps import registry
from host.assistant import protocol, script
from host.assistant.client import CallResult, Client
from host.assistant.script import APP, LAST_WORDS, Chapter, Ending, Proposal
from host.control.views import AssistantEntry
from host.errors import AssentError
from host.values import replace

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
