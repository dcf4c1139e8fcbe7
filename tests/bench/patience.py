"""``python -m tests.bench.patience``: how long real AI programs wait for the answer of a call, by their usual settings.

Each uses a tool that never answers, all at once: one copy hears nothing from the server, one hears progress every five
seconds where it asked for it. A JSON line tells what a copy did, in seconds after its call. It takes half an hour and
no processor to speak of; ``--minutes N`` ends it sooner, ``--app APP`` names some alone, ``--env NAME=VALUE`` is no
usual setting any more.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from host import tasks
from tests.support.ai_programs import PROGRAMS, AiProgram, Installed
from tests.support.hosts import ROOT
from tests.support.scripted_model import ScriptedModel, Use

MUTE: Final = ROOT / "tests/bench/mute_server.py"
EVERY: Final = 5
"""Seconds between two notifications of progress."""


async def measure(program: AiProgram, every: int, seconds: float, extra: dict[str, str]) -> dict[str, Any]:
    """Let a program make one call that nobody answers, for so long at most; what it did about it.

    ``every``: seconds between progress, 0 for none. ``extra``: variables of its environment.
    """
    told: list[tuple[float, str]] = []

    async def mind(known: Sequence[str]) -> Use | None:
        if not known:
            return Use("wait", {})
        told.append((time.monotonic(), known[0]))
        return None

    with tempfile.TemporaryDirectory(prefix="patience") as home:
        journal = Path(home) / "journal"
        async with ScriptedModel() as model:
            model.mind = mind
            installed = Installed(program, Path(home), model, {}, [str(MUTE), str(journal), str(every)])
            output = await _run(installed, installed.env | extra, seconds)
        lines = [json.loads(line) for line in journal.read_text().splitlines()] if journal.exists() else []
    call = next((line for line in lines if line["message"].get("method") == "tools/call"), None)
    if call is None:
        return {"app": program.app, "made no call": output}
    begins = call["at"]
    (hello,) = (line["message"]["params"] for line in lines if line["message"].get("method") == "initialize")
    return {
        "app": program.app,
        "version": hello["clientInfo"]["version"],
        "asked for progress": "progressToken" in call["message"]["params"].get("_meta", {}),
        "heard progress": bool(every),
        "its model was told": [(round(at - begins, 1), words) for at, words in told],
        "the server heard": [(round(line["at"] - begins, 1), line["message"]) for line in lines if line["at"] > begins],
    }


async def _run(installed: Installed, env: dict[str, str], seconds: float) -> str:
    """One turn of it, which is cut off after so long; what it said."""
    process = await asyncio.create_subprocess_exec(
        *installed.program.start,
        *installed.program.turn,
        env=env,
        cwd=installed.folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    said = tasks.spawn(process.communicate(), name="what it says")
    try:
        await asyncio.wait({said}, timeout=seconds)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # what it started, too
    return (await said)[0].decode(errors="replace")


async def main(arguments: Sequence[str]) -> None:
    """Measure, and print what each did as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=31.0)
    parser.add_argument("--app", action="append", choices=[program.app for program in PROGRAMS])
    parser.add_argument("--env", action="append", default=[])
    options = parser.parse_args(arguments)
    extra = dict(one.split("=", 1) for one in options.env)
    runs = [
        measure(program, every, options.minutes * 60, extra)
        for program in PROGRAMS
        if not options.app or program.app in options.app
        for every in (0, EVERY)
    ]
    for done in asyncio.as_completed(runs):
        sys.stdout.write(json.dumps(await done) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
