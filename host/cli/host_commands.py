"""``assent host``: run the host in the foreground until told to stop."""

from __future__ import annotations

import asyncio
import logging
import os
import signal

import click

from host import harden, logs
from host.cli.output import emit, json_option, profile, say
from host.host import Host


@click.command("host")
@json_option
def command(as_json: bool) -> int:
    """Run the host in the foreground. Ctrl+C stops it in order."""
    logs.to_stderr(logging.INFO)
    harden.make_undumpable()
    return asyncio.run(_run(as_json))


async def _run(as_json: bool) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    async with Host(profile()) as host:
        if as_json:
            emit({"pid": os.getpid(), "socket": str(host.paths.socket)})
        else:
            say(f"Assent host is running (process {os.getpid()}). Calls that a rule does not allow wait for a window.")
        for source in host.policy.sources:
            if source.error:
                say(f"Everything is denied: {source.error}")
        if host.policy.waiting() is not None:
            say("policy.json has allow rules that nobody confirmed yet; until then they do not count.")
        await stop.wait()
    return 0
