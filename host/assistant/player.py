"""Telling the story: in the assistant's own process.

Owns: the conversation's numbers, the order of words and calls, and the connections to the servers.

Invariants: one proposal at a time, of one call or of several alike; each card has an end; a denial, an error or a lost
server never ends the story, and the emergency stop always does; when the telling is cancelled, what waits is withdrawn.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from host.assistant import script
from host.assistant.client import CallResult, Client
from host.assistant.protocol import Phase
from host.assistant.script import LAST_WORDS, Chapter, Ending, Proposal
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
        phase: Callable[[Phase], None],
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
        ended: Phase = "idle"
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
