"""The window's process: whether it can be shown, its start, its restarts and its end.

Invariants: there is at most one process; it gets its secret over an inherited pipe, after the host knows its process
id, and never by argument, variable or file; a process without a secret can reach nothing, and is ended; its environment
is the login session's at the host's start, never a requester's; after a crash it is started again, three times a minute
at most; a process that hangs is ended, and counts as crashed; each wait for its end is bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, Self

from host import tasks
from host.errors import UsageError
from host.model import Draft

if TYPE_CHECKING:
    from host.window.session import WindowAuth

RESTARTS: Final = 3
PERIOD: Final = 60.0
"""A window that crashes more than ``RESTARTS`` times within ``PERIOD`` seconds is given up."""
CONNECT_TIMEOUT: Final = 30.0
"""Seconds that a window may run without a connection to the host; it needs about one second on a slow machine."""
QUIT_GRACE: Final = 3.0  # seconds that a window has to close after it was told that the host quits
TERM_GRACE: Final = 2.0  # seconds that it has after SIGTERM, before it is killed

COMMAND: Final = (sys.executable, "-I", "-m", "ui")
KILL_GRACE: Final = 5.0  # seconds that a killed process has to end; only uninterruptible I/O takes longer
DISPLAY_VARIABLES: Final = ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM")
INHERITED: Final = frozenset(
    """
    ASSENT_CONFIG_DIR ASSENT_DATA_DIR ASSENT_REDUCED_MOTION ASSENT_RUNTIME_DIR
    APPDATA AT_SPI_BUS_ADDRESS COMSPEC DESKTOP_SESSION DISPLAY HOME HOMEDRIVE HOMEPATH ICEAUTHORITY LANG LANGUAGE
    LOCALAPPDATA LOGNAME PATH PROGRAMDATA SESSION_MANAGER SHELL SYSTEMDRIVE SYSTEMROOT TEMP TMP TMPDIR TZ USER USERNAME
    USERPROFILE WAYLAND_DISPLAY WINDIR XAUTHORITY XCURSOR_SIZE XCURSOR_THEME XMODIFIERS __CF_USER_TEXT_ENCODING
    LIBGL_ALWAYS_SOFTWARE QT_ACCESSIBILITY QT_AUTO_SCREEN_SCALE_FACTOR QT_ENABLE_HIGHDPI_SCALING QT_FONT_DPI
    QT_IM_MODULE QT_IM_MODULES QT_LINUX_ACCESSIBILITY_ALWAYS_ON QT_LOGGING_RULES QT_OPENGL QT_QPA_PLATFORM
    QT_QPA_PLATFORMTHEME QT_SCALE_FACTOR QT_SCALE_FACTOR_ROUNDING_POLICY QT_SCREEN_SCALE_FACTORS QT_STYLE_OVERRIDE
    QT_XCB_GL_INTEGRATION
    """.split()
)
"""Variables that the window's process inherits: session, display, language and looks. None of them names code to load,
as QT_PLUGIN_PATH, PYTHONPATH and LD_PRELOAD do, and none may hold a secret."""
INHERITED_PREFIXES: Final = ("DBUS_", "GNOME_", "KDE_", "LC_", "XDG_")

_log = logging.getLogger(__name__)


def inherited(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the part of a session's environment that the window's process inherits."""
    return {
        name: value
        for name, value in environment.items()
        if (name.upper() if sys.platform == "win32" else name) in INHERITED or name.startswith(INHERITED_PREFIXES)
    }


def display_problem(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """Return why a session with this environment can show no window, empty if it can."""
    if platform in ("darwin", "win32") or any(environment.get(name) for name in DISPLAY_VARIABLES):
        return ""
    return "there is no display here (neither WAYLAND_DISPLAY nor DISPLAY is set), so there can be no window"


def need_display(environment: Mapping[str, str]) -> None:
    """Raise UsageError if this session can show no window."""
    if problem := display_problem(environment):
        raise UsageError(f"{problem}. Start Assent in a desktop session, or run the host without one: assent host")


class StartedWindow:
    """A process that was started and waits for its secret before it can connect as the window."""

    def __init__(self, process: asyncio.subprocess.Process, write_end: int) -> None:
        """``write_end``: the pipe for the secret; closed by ``send_secret`` or ``end``."""
        self.process = process
        self._write_end: int | None = write_end

    @classmethod
    async def start(cls, command: Sequence[str], socket: Path, environment: Mapping[str, str]) -> Self:
        """Start ``command`` for the host at ``socket``, which may not listen yet. Raises OSError if that fails."""
        read_end, write_end = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *(*command, "--socket", str(socket), "--secret-fd", str(read_end)),
                stdin=asyncio.subprocess.DEVNULL,
                env=inherited(environment),
                pass_fds=(read_end,),
                start_new_session=False,
            )
        except BaseException as error:
            os.close(write_end)
            if isinstance(error, RuntimeError):  # no thread is left to wait for its end
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from error
            raise
        finally:
            os.close(read_end)
        return cls(process, write_end)

    def send_secret(self, secret: str) -> None:
        """Write the secret that lets the process connect as the window."""
        write_end, self._write_end = self._write_end, None
        assert write_end is not None, "the secret is sent once"
        with contextlib.suppress(BrokenPipeError):  # it has ended already, which its parent notices elsewhere
            os.write(write_end, secret.encode())  # fits into the pipe, so it does not block
        os.close(write_end)

    async def end(self) -> None:
        """End the process, unless it was sent its secret. Waits within bounds."""
        if self._write_end is None:
            return
        # Before the pipe is closed: else it may end by itself at the same time, and its status is awaited twice.
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()  # it has done nothing yet
        os.close(self._write_end)
        self._write_end = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(KILL_GRACE):
                await self.process.wait()


async def start_early(undo: AsyncExitStack, command: Sequence[str], socket: Path) -> StartedWindow | None:
    """Start the window's process while the host starts. Returns None if that is impossible.

    ``undo``: ends the process if it was not needed. The reason for None is reported once the host runs.
    """
    if display_problem(os.environ):
        return None
    try:
        started = await StartedWindow.start(command, socket, os.environ)
    except OSError:
        return None
    undo.push_async_callback(started.end)
    return started


class WindowConnection(Protocol):
    """What ``WindowProcess`` needs of the connection with the window."""

    @property
    def is_connected(self) -> bool:
        """Whether the window is connected."""

    def announce_quit(self) -> None:
        """Tell the window that the host quits."""

    def disconnect(self) -> None:
        """Close the connection, since the window's process is gone."""


class WindowProcess:
    """Starts the window, starts it again after a crash, and ends it.

    Attributes:
        problem: why there can be no window for now, empty if nothing is wrong. Safe to show.
        ended: set while no window runs and none will be restarted: it was closed, or ``problem`` says why.
    """

    def __init__(
        self,
        window: WindowConnection,
        auth: WindowAuth,
        socket: Path,
        *,
        environment: Mapping[str, str],
        log: Callable[[Draft], None],
        command: Sequence[str] = COMMAND,
        connect_timeout: float = CONNECT_TIMEOUT,
        clock: Callable[[], float] = time.monotonic,
        prestarted: StartedWindow | None = None,
    ) -> None:
        """``environment``: of the login session. ``log``: queues a record. ``clock``: seconds, for the restarts.

        ``prestarted``: the process for the first window, if it was started already.
        """
        self._window, self._auth, self._socket = window, auth, socket
        self._environment, self._log, self._command = dict(environment), log, tuple(command)
        self._connect_timeout, self._clock, self._prestarted = connect_timeout, clock, prestarted
        self._task: asyncio.Task[None] | None = None
        self._stopping, self._hangs = asyncio.Event(), asyncio.Event()
        self.ended = asyncio.Event()
        self.problem = ""

    def start(self) -> str:
        """Start a window unless one runs or is being started. Returns ``problem``."""
        if self._stopping.is_set() or (self._task is not None and not self._task.done()):
            return self.problem
        self.ended.clear()
        self.problem = display_problem(self._environment)
        if self.problem:
            self._give_up(self.problem)
            return self.problem
        self._task = tasks.spawn(self._run_windows(), name="the window's process")
        return ""

    def end_hanging(self) -> None:
        """End the window, which no longer reads, and start it again."""
        self._hangs.set()

    async def stop(self) -> None:
        """Let the window close, end it if it does not, and start none any more."""
        self._stopping.set()
        self._window.announce_quit()
        if self._task is not None:
            await asyncio.wait({self._task})  # bounded: see _end
        self.ended.set()

    async def _run_windows(self) -> None:
        """Start windows until one is closed, too many have crashed, or the host stops."""
        crashes: deque[float] = deque(maxlen=RESTARTS + 1)
        while not self._stopping.is_set():
            try:
                code = await self._run_once()
            except OSError as error:
                self._give_up(f"the window could not be started: {error.strerror or 'input/output error'}")
                return
            if self._stopping.is_set():
                return
            if code == 0:
                _log.info("the window was closed")
                self.ended.set()
                return
            crashes.append(self._clock())
            if len(crashes) > RESTARTS and crashes[-1] - crashes[0] < PERIOD:
                self._give_up(f"the window {_exit_words(code)}; it crashed too often to be started again")
                return
            _log.warning("the window %s; it is started again", _exit_words(code))

    def _give_up(self, why: str) -> None:
        self.problem = why
        _log.warning("%s. Calls that no rule allows are denied until somebody runs: assent", why)
        self.ended.set()

    async def _run_once(self) -> int:
        process = await self._spawn()
        self._log(Draft("window.started", {"pid": process.pid}))
        self._hangs.clear()
        exited = tasks.spawn(process.wait(), name="wait for the window")
        stopping = tasks.spawn(self._stopping.wait(), name="watch for the host's end")
        hanging = tasks.spawn(self._hangs.wait(), name="watch for a window that hangs")
        try:
            while not exited.done() and not self._stopping.is_set():
                ends = {exited, stopping, hanging}
                await asyncio.wait(ends, timeout=self._connect_timeout, return_when=asyncio.FIRST_COMPLETED)
                is_hanging = self._hangs.is_set() or not self._window.is_connected
                if not exited.done() and not self._stopping.is_set() and is_hanging:
                    _log.warning("the window does not talk with the host, and is ended")
                    break
        finally:
            stopping.cancel()
            hanging.cancel()
            await self._end(process, exited)
        code = process.returncode if process.returncode is not None else -signal.SIGKILL
        self._log(Draft("window.stopped", {"pid": process.pid, "exit_code": code}))
        return code

    async def _spawn(self) -> asyncio.subprocess.Process:
        started, self._prestarted = self._prestarted, None
        if started is None:
            started = await StartedWindow.start(self._command, self._socket, self._environment)
        started.send_secret(self._auth.invite(started.process.pid))
        return started.process

    async def _end(self, process: asyncio.subprocess.Process, exited: asyncio.Task[int]) -> None:
        """Wait for the end if the host stops; else terminate, then kill. Then expect no window any more."""
        if self._stopping.is_set():
            await asyncio.wait({exited}, timeout=QUIT_GRACE)
        for signal_process, grace in ((process.terminate, TERM_GRACE), (process.kill, KILL_GRACE)):
            if not exited.done():
                with contextlib.suppress(ProcessLookupError):  # it has just ended
                    signal_process()
                await asyncio.wait({exited}, timeout=grace)
        exited.cancel()
        self._auth.shut()
        self._window.disconnect()


def _exit_words(code: int) -> str:
    return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
