"""A host whose window tells when it painted what: ``python -m tests.bench.window_host REPORT``, for the benchmarks."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from host.host import Host
from host.paths import Paths


async def _run(report: str) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    probe = (sys.executable, str(Path(__file__).with_name("window_probe.py")), report)
    async with Host(Paths.from_environment(os.environ), window=True, window_command=probe):
        sys.stdout.write("listening\n")
        sys.stdout.flush()
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1]))
