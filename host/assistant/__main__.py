"""The scripted assistant's process: commands of the host in, the conversation out.

Owns: stdin and stdout.

Invariants: it is an app like any other and has no way to a server but through the host's socket; when stdin ends, what
waits is withdrawn and the process ends.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from host import tasks
from host.apps import registry
from host.assistant import protocol
from host.assistant.player import PACE, StoryPlayer
from host.assistant.script import APP
from host.errors import AssentError


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
