"""``python -I -m ui --socket PATH --secret-fd N``: the window's process, started by the host alone.

Owns: the process: its arguments, its event loop, where its failures are logged.

Invariants: the secret is read from an inherited descriptor and is in no argument, variable or file; an exception in a
slot, task or callback is logged and does not end the process; Ctrl+C in a terminal is left to the host, which then ends
the window in order.
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import gc
import importlib
import linecache
import logging
import signal
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final  # Any: what asyncio and Qt hand to their handlers

import resources
from host.control.process import read_secret, secure_process
from host.errors import UsageError
from host.text import log_record

_log = logging.getLogger("ui")

_LEVELS: Final = {"QtDebugMsg": 10, "QtInfoMsg": 20, "QtWarningMsg": 30, "QtCriticalMsg": 40, "QtFatalMsg": 50}
"""``logging`` levels by the names of Qt's message types."""


DESKTOP_FILE: Final = "dev.assent.Assent"
"""Name of the installed desktop entry, by which a desktop recognizes Assent's windows."""
ICON: Final = Path(resources.__file__).parent / "icons" / "assent.svg"
NOT_STARTED: Final = 2  # exit code if there is no secret: only a host can start a window


def main() -> int:
    """Run the window. Returns the exit code."""
    arguments = _parse_arguments()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EscapingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    secure_process()
    faulthandler.enable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.excepthook = log_uncaught
    return run(arguments.socket, arguments.secret_fd, quiet=arguments.in_tray)


def run(socket: Path, secret_fd: int, *, quiet: bool) -> int:
    """Run Qt and its event loop from start to end. Returns the exit code.

    Everything is imported and built before the secret is read, which the host sends once it has started.
    """
    gc.disable()  # everything that is loaded now stays
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    import qasync  # isort: skip  # uses the Qt binding that is already imported

    from ui import text, theme

    qInstallMessageHandler(log_qt)
    QApplication.setApplicationName("Assent")
    QApplication.setDesktopFileName(DESKTOP_FILE)
    app = QApplication(sys.argv[:1])
    app.setWindowIcon(QIcon(str(ICON)))
    app.setQuitOnLastWindowClosed(False)
    text.install_language(app)
    theme.apply(app)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        return runner.run(_run(socket, secret_fd, quiet=quiet))


async def _run(socket: Path, secret_fd: int, *, quiet: bool) -> int:
    from ui.app import Desktop
    from ui.link import Link
    from ui.theme import motion

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_loop)
    desktop = Desktop(Link(), quiet=quiet)
    importlib.import_module("ui.waiting.page")  # what most windows show first
    linecache.clearcache()  # PySide reads the source of each module that is imported after it: six megabytes of text
    gc.freeze()  # collecting what stays would take as long as drawing a question, each time
    gc.enable()
    try:
        secret = read_secret(secret_fd)  # nothing is on screen yet, so the loop may block
    except UsageError as error:
        _log.error("%s", error)
        return NOT_STARTED
    loop.call_later(motion.SETTLED, motion.follow_desktop, desktop)
    return await desktop.run(socket, secret)


def log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """``sys.excepthook``: PySide calls it with the exception of a slot, and the loop goes on."""
    _log.error("something in the window failed", exc_info=(kind, error, trace))


def log_loop(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Exception handler of the event loop, for callbacks and for tasks that nobody awaits."""
    _log.error("%s", context.get("message"), exc_info=context.get("exception"))


def log_qt(kind: Any, _: Any, message: str) -> None:
    """Qt's message handler: log its messages."""
    logging.getLogger("qt").log(_LEVELS.get(kind.name, logging.WARNING), "%s", message)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="assent-window", description="The window; the host starts it.")
    parser.add_argument("--socket", type=Path, required=True, help="where the host listens")
    parser.add_argument("--secret-fd", type=int, required=True, help="the descriptor that holds the secret")
    parser.add_argument("--in-tray", action="store_true", help="do not show the window at first, where a tray is")
    return parser.parse_args()


class EscapingFormatter(logging.Formatter):
    """Formats the window's diagnostics. Untrusted text in them cannot begin a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record so that only its first line looks like the beginning of one, as ``host.logs`` does."""
        return log_record(super().format(record))


if __name__ == "__main__":
    sys.exit(main())
