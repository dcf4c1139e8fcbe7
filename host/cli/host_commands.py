"""``assent``, ``assent --demo``, ``assent host`` and ``assent autostart``: how a host and its window start.

Owns: finding or starting the host of this profile; the host in the foreground; its start at login.

Invariants: a host that runs is only asked to show its window, with nothing of this process's environment; one that is
started lives on without this process, in the login session; every wait is bounded. The host itself is imported where
one runs in this process, and nowhere else.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from host import harden, logs, tasks
from host.cli.output import emit, json_option, profile, say
from host.errors import AssentError, NoHost
from host.paths import Paths
from host.window.process import COMMAND, need_display

if TYPE_CHECKING:
    from host.host import Host

START: Final = 20.0
"""Seconds that a host may take to listen; a slow disk that holds a long log takes a few."""
ENDED: Final = 1.0
"""Seconds for which a host that ended at once is forgiven: another one may be starting at the same time. Where it made
way for that one, that one is waited for as long as one of our own."""
LOOK_EVERY: Final = 0.05
_PAUSE: Final = threading.Event()
"""Never set."""
DIAGNOSTICS: Final = "host.log"
"""In the data directory: what a host that nobody watches says. Made anew at each start."""
LAST_WORDS: Final = 2_000


def open_window() -> int:
    """Bring Assent's window to the front; start host and window where none runs."""
    from host.control import messages  # a host that runs in this process asks no other

    paths = profile()
    try:
        messages.ask(paths.socket, "show")
    except NoHost:
        _start(paths)
    return 0


def _start(paths: Paths) -> None:
    from host.control import messages  # as above

    need_display(os.environ)
    paths.ensure()
    file = paths.data / DIAGNOSTICS
    host = _spawn(file)
    end = time.monotonic() + START
    while time.monotonic() < end:
        try:
            # It may be the host of somebody who was quicker: that one will do as well.
            messages.ask(paths.socket, "show")
        except NoHost:
            if host.poll() is not None and not _made_way(file):
                end = min(end, time.monotonic() + ENDED)
            _PAUSE.wait(LOOK_EVERY)
        else:
            host.returncode = host.returncode or 0  # it lives on, and nobody here waits for it
            return
    if host.poll() is not None:
        raise AssentError(f"the host did not start: {_last_words(file)}")
    raise AssentError(f"the host does not answer; see {file}")


def _spawn(file: Path) -> subprocess.Popen[bytes]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
    with open(os.open(file, flags, 0o600), "wb") as diagnostics:
        return subprocess.Popen(
            [sys.executable, "-I", "-m", "host", "host", "--window"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=diagnostics,
            cwd="/",
            start_new_session=True,
        )


def _made_way(file: Path) -> bool:
    """Whether a host that ended did so for another one, which may have said more since then.

    Where nothing is said at all, whoever starts the other one has just made the file anew.
    """
    from host.host import TAKEN  # while the host loads

    said = _said(file)
    return not said or f"assent: {TAKEN}" in said


def _last_words(file: Path) -> str:
    return (_said(file) or ["it said nothing"])[-1].removeprefix("assent: ")


def _said(file: Path) -> list[str]:
    return file.read_bytes()[-LAST_WORDS:].decode("utf-8", "replace").strip().splitlines()


def demo() -> int:
    """Run the demonstration: host, window and scripted assistant on a throw-away profile, until its window quits."""
    from host.demo import demo_profile, find_own_python_first

    need_display(os.environ)
    logs.to_stderr(logging.WARNING)
    harden.make_undumpable()
    find_own_python_first()
    with demo_profile() as paths:
        say(f"The demonstration runs in {paths.data.parent}.")
        say("It ends when its window quits, or with Ctrl+C; then all of it is thrown away.")
        code = asyncio.run(_demo(paths))
    say("The demonstration is over; nothing of it is left.")
    return code


async def _demo(paths: Paths) -> int:
    from host.demo import demo_managed
    from host.host import Host

    host = Host(paths, window=True, demo=True, managed=demo_managed)
    stop_on_signals(host)
    async with host:
        await _until_end(host)
    return 0


async def _until_end(host: Host) -> None:
    """Wait until somebody ends the host, or its window is gone. Raises AssentError where that was no person's wish."""
    window = host.window
    assert window is not None
    wish = tasks.spawn(host.quit_requested.wait(), name="wait for the end")
    gone = tasks.spawn(window.process.ended.wait(), name="wait for the window's end")
    await asyncio.wait({wish, gone}, return_when=asyncio.FIRST_COMPLETED)
    for waiting in (wish, gone):
        waiting.cancel()
    if not host.quit_requested.is_set() and window.process.problem:
        raise AssentError(window.process.problem)


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
    from host.host import Host

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


@click.command("autostart")
@click.argument("wanted", required=False, metavar="[on|off]", type=click.Choice(["on", "off"]))
@json_option
def autostart(wanted: str | None, as_json: bool) -> None:
    """Let Assent start at login, in its tray, or no longer; say how that stands."""
    from host.apps.attach.known import System
    from host.autostart import at_login, standing, switch

    system, entry = System.here(), at_login()
    if wanted is not None:
        switch(system, entry, on=wanted == "on")
    now = standing(system, entry)
    if as_json:
        emit({"state": now.state, "entry": now.entry, "why": now.why})
        return
    said = {"on": "Assent starts at login.", "off": "Assent does not start at login."}
    say(said.get(now.state, f"Whether Assent starts at login is not known: {now.why}."))
    if now.state != "off":
        say(f"Entry: {now.entry}")
