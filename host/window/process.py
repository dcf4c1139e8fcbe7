"""The window's process: its only parent, its only start, its end.

Owns: whether a window can be shown at all, when it is started, and when no more.

Invariants: there is at most one; it gets its secret over an inherited pipe, after the host knows its process id, and
never by argument, variable or file; one that gets none reaches nothing, and is ended; its environment is the login
session's, as it was when the host started, never a requester's; after a crash it is started again, three times a minute
at most; one that hangs is ended, and counts as crashed; its end has bounded waits.
"""

from __future__ import annotations

import asyncio
import contextlib
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
"""Seconds in which so many restarts may be; one that crashes faster will not get better by itself."""
ALONE: Final = 30.0
"""Seconds that a window may run without a connection to the host; starting takes one on a slow machine."""
QUIT_GRACE: Final = 3.0
"""Seconds a window has to close after it heard that the host quits; it only has to leave its loop."""
TERM_GRACE: Final = 2.0
"""Seconds it has after SIGTERM; then it is killed."""

COMMAND: Final = (sys.executable, "-I", "-m", "ui")
KILL_GRACE: Final = 5.0
"""Seconds the system has to end a killed process; only uninterruptible I/O takes longer."""
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
"""What the window's process inherits, beside what begins so: the session, its display, language and looks. Nothing that
names code to load, as QT_PLUGIN_PATH, PYTHONPATH and LD_PRELOAD do; and nothing that may be a secret."""
INHERITED_BEGINNINGS: Final = ("DBUS_", "GNOME_", "KDE_", "LC_", "XDG_")

_log = logging.getLogger(__name__)


def inherited(environment: Mapping[str, str]) -> dict[str, str]:
    """What the window's process gets of a session's environment."""
    return {
        name: value
        for name, value in environment.items()
        if (name.upper() if sys.platform == "win32" else name) in INHERITED or name.startswith(INHERITED_BEGINNINGS)
    }


def display_problem(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """Why a session with this environment can show no window, empty where it can."""
    if platform in ("darwin", "win32") or any(environment.get(name) for name in DISPLAY_VARIABLES):
        return ""
    return "there is no display here (neither WAYLAND_DISPLAY nor DISPLAY is set), so there can be no window"


def need_display(environment: Mapping[str, str]) -> None:
    """Raise UsageError where this session can show no window."""
    if problem := display_problem(environment):
        raise UsageError(f"{problem}. Start Assent in a desktop session, or run the host without one: assent host")


class StartedWindow:
    """A process that was started and waits for its secret; with it, it becomes the window."""

    def __init__(self, process: asyncio.subprocess.Process, writing: int) -> None:
        """``writing``: the descriptor that its secret goes to; closed by ``send_secret`` or ``end``."""
        self.process = process
        self._writing: int | None = writing

    @classmethod
    async def start(cls, command: Sequence[str], socket: Path, environment: Mapping[str, str]) -> Self:
        """Start ``command`` for the host that listens, or will, at ``socket``. Raises OSError where that cannot be."""
        reading, writing = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *(*command, "--socket", str(socket), "--secret-fd", str(reading)),
                stdin=asyncio.subprocess.DEVNULL,
                env=inherited(environment),
                pass_fds=(reading,),
                start_new_session=False,
            )
        except BaseException:
            os.close(writing)
            raise
        finally:
            os.close(reading)
        return cls(process, writing)

    def send_secret(self, secret: str) -> None:
        """Write the secret that lets the process connect as the window."""
        writing, self._writing = self._writing, None
        assert writing is not None, "the secret is sent once"
        with contextlib.suppress(BrokenPipeError):  # it ended already: whoever waits for it sees that
            os.write(writing, secret.encode())  # fits a pipe: never waits
        os.close(writing)

    async def end(self) -> None:
        """Nobody needs it: end it, unless it was sent its secret. Bounded."""
        if self._writing is None:
            return
        # While the pipe is open, so that it does not end by itself this very moment, with two who wait for its status.
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()  # it has begun nothing
        os.close(self._writing)
        self._writing = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(KILL_GRACE):
                await self.process.wait()


async def start_early(undo: AsyncExitStack, command: Sequence[str], socket: Path) -> StartedWindow | None:
    """Start the window's process in this session while the host starts; None where that cannot be.

    ``undo``: ends it where it was not needed. Why it cannot be is said when there is a host for it.
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
    """What a process needs of the connection with its window."""

    @property
    def connected(self) -> bool:
        """Whether the window is there."""

    def announce_quit(self) -> None:
        """Tell the window that the host quits."""

    def drop(self) -> None:
        """The window's process is gone: let go of its connection."""


class WindowProcess:
    """Starts the window, starts it again after a crash, and ends it.

    Attributes:
        problem: why there can be no window for now, empty where nothing is wrong. Safe to show.
        over: set while none runs and none will be started by itself: it was closed, or ``problem`` says why.
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
        alone: float = ALONE,
        clock: Callable[[], float] = time.monotonic,
        early: StartedWindow | None = None,
    ) -> None:
        """``environment``: of the login session. ``log``: queues a record. ``clock``: seconds, for the restarts.

        ``early``: a process that was started for the first window already, the same way.
        """
        self._window, self._auth, self._socket = window, auth, socket
        self._environment, self._log, self._command = dict(environment), log, tuple(command)
        self._alone, self._clock, self._early = alone, clock, early
        self._life: asyncio.Task[None] | None = None
        self._stopping, self._hangs = asyncio.Event(), asyncio.Event()
        self.over = asyncio.Event()
        self.problem = ""

    def start(self) -> str:
        """Have a window: does nothing where one runs or is being started. Returns ``problem``."""
        if self._stopping.is_set() or (self._life is not None and not self._life.done()):
            return self.problem
        self.over.clear()
        self.problem = display_problem(self._environment)
        if self.problem:
            self._give_up(self.problem)
            return self.problem
        self._life = tasks.spawn(self._live(), name="the window's process")
        return ""

    def end_hanging(self) -> None:
        """The window that runs takes nothing in any more: end it, and start it again."""
        self._hangs.set()

    async def stop(self) -> None:
        """Let the window close, then make it; start none any more."""
        self._stopping.set()
        self._window.announce_quit()
        if self._life is not None:
            await asyncio.wait({self._life})  # bounded: see _end
        self.over.set()

    async def _live(self) -> None:
        """Start windows until one leaves by itself, too many crashed, or the host stops."""
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
                self.over.set()
                return
            crashes.append(self._clock())
            if len(crashes) > RESTARTS and crashes[-1] - crashes[0] < PERIOD:
                self._give_up(f"the window {_ended(code)}; it crashed too often to be started again")
                return
            _log.warning("the window %s; it is started again", _ended(code))

    def _give_up(self, why: str) -> None:
        self.problem = why
        _log.warning("%s. Calls that no rule allows are denied until somebody runs: assent", why)
        self.over.set()

    async def _run_once(self) -> int:
        """One window, from its start to its end; returns its exit code."""
        process = await self._spawn()
        self._log(Draft("window.started", {"pid": process.pid}))
        self._hangs.clear()
        exited = tasks.spawn(process.wait(), name="wait for the window")
        stopping = tasks.spawn(self._stopping.wait(), name="watch for the host's end")
        hanging = tasks.spawn(self._hangs.wait(), name="watch for a window that hangs")
        try:
            while not exited.done() and not self._stopping.is_set():
                ends = {exited, stopping, hanging}
                await asyncio.wait(ends, timeout=self._alone, return_when=asyncio.FIRST_COMPLETED)
                hangs = self._hangs.is_set() or not self._window.connected
                if not exited.done() and not self._stopping.is_set() and hangs:
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
        started, self._early = self._early, None
        if started is None:
            started = await StartedWindow.start(self._command, self._socket, self._environment)
        started.send_secret(self._auth.invite(started.process.pid))
        return started.process

    async def _end(self, process: asyncio.subprocess.Process, exited: asyncio.Task[int]) -> None:
        """Wait for the end where the window knows of it, ask for it, force it; then no window is expected any more."""
        if self._stopping.is_set():
            await asyncio.wait({exited}, timeout=QUIT_GRACE)
        for ask, grace in ((process.terminate, TERM_GRACE), (process.kill, KILL_GRACE)):
            if not exited.done():
                with contextlib.suppress(ProcessLookupError):  # it ended this very moment
                    ask()
                await asyncio.wait({exited}, timeout=grace)
        exited.cancel()
        self._auth.shut()
        self._window.drop()


def _ended(code: int) -> str:
    return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
