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
from host.window.process import COMMAND, need_display


@click.command("host")
@click.option("--window", is_flag=True, help="With the window, where calls are approved.")
@click.option("--in-tray", is_flag=True, help="Do not show the window at first, where there is a tray.")
@json_option
def command(window: bool, in_tray: bool, as_json: bool) -> int:
    """Run the host in the foreground. Ctrl+C stops it in order."""
    logs.to_stderr(logging.INFO)
    harden.make_undumpable()
    if in_tray:
        os.chdir("/")  # whoever started it from a folder need not keep that folder
    if window or in_tray:
        need_display(os.environ)
    return asyncio.run(_run(window or in_tray, as_json, quiet=in_tray))


async def _run(window: bool, as_json: bool, *, quiet: bool) -> int:
    host = Host(profile(), window=window, window_command=(*COMMAND, "--in-tray") if quiet else None)
    stop_on_signals(host)
    async with host:
        if as_json:
            emit({"pid": os.getpid(), "socket": str(host.paths.socket)})
        else:
            _say_how_it_stands(host)
        await host.quit_requested.wait()
    return 0


def stop_on_signals(host: Host) -> None:
    """Let SIGINT, SIGTERM and SIGHUP end ``host`` in order."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, host.quit_requested.set)


def _say_how_it_stands(host: Host) -> None:
    asked = "are asked in the window" if host.window is not None else "wait for a window"
    say(f"Assent host is running (process {os.getpid()}). Calls that a rule does not allow {asked}.")
    for source in host.policy.sources:
        if source.error:
            say(f"Everything is denied: {source.error}")
    if host.policy.waiting() is not None:
        say("policy.json has allow rules that nobody confirmed yet; until then they do not count.")
