"""``assent``, ``assent --demo``, ``assent host`` and ``assent autostart``: start a host and its window.

Invariants: a running host is only asked to show its window, and gets nothing of this process's environment. A started
host runs on without this process, in the login session. Every wait is bounded. The host's modules are imported only if
the host runs in this process.
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
from host.cli.output import answer, emit, json_option, profile, say
from host.errors import AssentError, NoHost
from host.paths import Paths
from host.window.process import COMMAND, need_display

if TYPE_CHECKING:
    from host.host import Host

START_TIMEOUT: Final = 20.0
"""Seconds until a host must listen; with a slow disk and a long log it takes a few."""
OTHER_HOST_GRACE: Final = 1.0
"""Seconds to wait for another host after ours has ended at once: both may have been started at the same time. If ours
ended because of that other host, the full ``START_TIMEOUT`` applies."""
ASK_EVERY: Final = 0.05
_PAUSE: Final = threading.Event()
"""Never set; used to wait."""
DIAGNOSTICS: Final = "host.log"
"""File in the data directory with the messages of a host without a terminal. Replaced at each start."""
DIAGNOSTICS_TAIL: Final = 2_000
"""Bytes that are read from its end."""


def open_window() -> None:
    """Bring Assent's window to the front; start host and window where none runs."""
    from host.control import messages  # a host that runs in this process asks no other

    paths = profile()
    try:
        messages.ask(paths.socket, "show")
    except NoHost:
        _start(paths)


def _start(paths: Paths) -> None:
    from host.control import messages  # as above

    need_display(os.environ)
    paths.ensure()
    file = paths.data / DIAGNOSTICS
    host = _spawn(file)
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        try:
            # Another host that was started at the same time may answer; that is fine too.
            messages.ask(paths.socket, "show")
        except NoHost:
            if host.poll() is not None and not _ended_for_other_host(file):
                deadline = min(deadline, time.monotonic() + OTHER_HOST_GRACE)
            _PAUSE.wait(ASK_EVERY)
        else:
            host.returncode = host.returncode or 0  # it runs on, and this process does not wait for it
            return
    if host.poll() is not None:
        raise AssentError(f"the host did not start: {_last_line(file)}")
    raise AssentError(f"the host does not answer; see {file}")


def _spawn(file: Path) -> subprocess.Popen[bytes]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        descriptor = os.open(file, flags, 0o600)
    except OSError as error:
        raise AssentError(f"the host did not start: {file} cannot be written: {error.strerror}") from error
    with open(descriptor, "wb") as diagnostics:
        return subprocess.Popen(
            [sys.executable, "-I", "-m", "host", "host", "--window"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=diagnostics,
            cwd="/",
            start_new_session=True,
        )


def _ended_for_other_host(file: Path) -> bool:
    """Whether our host ended because another one runs, which may have written to ``file`` since then.

    An empty file also means yes, unless nothing can be written to it: the start of the other host has just replaced it.
    """
    from host.host import TAKEN  # imported while the host loads

    lines = _read_diagnostics(file)
    return f"assent: {TAKEN}" in lines or not (lines or _why_unwritable(file))


def _last_line(file: Path) -> str:
    return (_read_diagnostics(file) or [_why_unwritable(file) or "it said nothing"])[-1].removeprefix("assent: ")


def _why_unwritable(file: Path) -> str:
    """Why nothing can be added to ``file``; empty if it can. On a full disk a host cannot say why it ends."""
    try:
        with file.open("ab", buffering=0) as diagnostics:
            diagnostics.write(b"\n")
    except OSError as error:
        return f"{file} cannot be written: {error.strerror}"
    return ""


def _read_diagnostics(file: Path) -> list[str]:
    return file.read_bytes()[-DIAGNOSTICS_TAIL:].decode("utf-8", "replace").strip().splitlines()


def demo() -> None:
    """Run the demonstration: host, window and scripted assistant on a temporary profile, until its window quits."""
    from host.demo import demo_profile, find_own_python_first

    need_display(os.environ)
    logs.to_stderr(logging.WARNING)
    harden.make_undumpable()
    find_own_python_first()
    with demo_profile() as paths:
        say(f"The demonstration runs in {paths.data.parent}.")
        say("It ends when its window quits, or with Ctrl+C; then all of it is thrown away.")
        tasks.wait_for_processes_without_threads()
        asyncio.run(_run_demo(paths))
    say("The demonstration is over; nothing of it is left.")


async def _run_demo(paths: Paths) -> None:
    from host.demo import demo_managed
    from host.host import Host

    host = Host(paths, window=True, demo=True, managed=demo_managed)
    stop_on_signals(host)
    async with host:
        await _wait_for_end(host)


async def _wait_for_end(host: Host) -> None:
    """Wait until the host is to end, or its window has ended. Raises AssentError if no person wanted that."""
    window = host.window
    assert window is not None
    quit_task = tasks.spawn(host.quit_requested.wait(), name="wait for the end")
    window_task = tasks.spawn(window.process.ended.wait(), name="wait for the window's end")
    await asyncio.wait({quit_task, window_task}, return_when=asyncio.FIRST_COMPLETED)
    for task in (quit_task, window_task):
        task.cancel()
    if not host.quit_requested.is_set() and window.process.problem:
        raise AssentError(window.process.problem)


@click.command("host")
@click.option("--window", is_flag=True, help="With the window, where calls are approved.")
@click.option("--in-tray", is_flag=True, help="Do not show the window at first, if there is a tray.")
@json_option
def command(window: bool, in_tray: bool, as_json: bool) -> None:
    """Run the host in the foreground. Ctrl+C stops it in order."""
    logs.to_stderr(logging.INFO)
    harden.make_undumpable()
    if in_tray:
        os.chdir("/")  # do not block the folder in which it was started
    if window or in_tray:
        need_display(os.environ)
    tasks.wait_for_processes_without_threads()
    asyncio.run(_run(window or in_tray, as_json, quiet=in_tray))


async def _run(window: bool, as_json: bool, *, quiet: bool) -> None:
    from host.host import Host

    host = Host(profile(), window=window, window_command=(*COMMAND, "--in-tray") if quiet else None)
    stop_on_signals(host)
    async with host:
        if as_json:
            emit({"pid": os.getpid(), "socket": str(host.paths.socket)})
        else:
            _say_state(host)
        await host.quit_requested.wait()


def stop_on_signals(host: Host) -> None:
    """Let SIGINT, SIGTERM and SIGHUP end ``host`` in order."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, host.quit_requested.set)


def _say_state(host: Host) -> None:
    waiting = "are asked in the window" if host.window is not None else "wait for a window"
    say(f"Assent host is running (process {os.getpid()}). Calls that a rule does not allow {waiting}.")
    for source in host.policy.sources:
        if source.error:
            say(f"Everything is denied: {source.error}")
    if host.policy.waiting() is not None:
        say("policy.json has allow rules that nobody confirmed yet; until then they do not count.")


@click.command("autostart")
@click.argument("wanted", required=False, metavar="[on|off]", type=click.Choice(["on", "off"]))
@json_option
def autostart(wanted: str | None, as_json: bool) -> None:
    """Start Assent at login, in its tray, or no longer; print the present state."""
    from host.apps.attach.known import System
    from host.autostart import login_command, read_state, switch

    system, entry = System.here(), login_command()
    if wanted is not None:
        switch(system, entry, on=wanted == "on")
    status = read_state(system, entry)
    sentences = {"on": "Assent starts at login.", "off": "Assent does not start at login."}
    lines = [sentences.get(status.state, f"Whether Assent starts at login is not known: {status.why}.")]
    if status.state != "off":
        lines.append(f"Entry: {status.entry}")
    answer(as_json, {"state": status.state, "entry": status.entry, "why": status.why}, *lines)
