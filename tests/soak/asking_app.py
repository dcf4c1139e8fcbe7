"""An AI app as a process of its own that calls its server over and over.

``python -m tests.soak.asking_app SERVER``, on the profile that the ASSENT_… variables name. A line on stdin begins or
ends a stretch of calls; at each end one line on stdout tells, in JSON, how long each answer took, in seconds. Whatever
the tests read and write meanwhile is then no part of these times. It leaves at the end of stdin.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from contextlib import suppress

from host import tasks
from tests.support.app import App, text_of


async def ask(app: App, done: asyncio.Event) -> list[float]:
    """Call until ``done`` is set; how long each answer took, in seconds."""
    took: list[float] = []
    while not done.is_set():
        began, text = time.perf_counter(), str(len(took))
        assert text_of(await app.call("echo", {"text": text})) == text
        took.append(time.perf_counter() - began)
        with suppress(TimeoutError):  # as an app that thinks between calls
            async with asyncio.timeout(0.01):
                await done.wait()
    return took


async def run(server: str) -> None:
    """Ask as stdin says, until it ends."""
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    app = await App.start(server, env=os.environ)
    try:
        while await lines.readline():
            done = asyncio.Event()
            asking = tasks.spawn(ask(app, done), name="ask")
            await lines.readline()
            done.set()
            sys.stdout.write(json.dumps(await asking) + "\n")
            sys.stdout.flush()
    finally:
        await app.close()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
