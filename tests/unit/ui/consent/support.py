"""What the tests of the consent window share: a clock to turn by hand, and a controller with its window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import AnswerCall
from host.control.views import Asked
from host.model import App, Bound, GrantDuration, JsonObject, ServerRef
from tests.gallery import asking
from tests.support import window as samples
from tests.support.plain import tree
from ui.consent.controller import ConsentController
from ui.consent.window import ConsentWindow

FIRST = "0198c0de-0000-7000-8000-000000000001"


class Clock:
    """Monotonic seconds that only a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def pass_ms(self, ms: float) -> None:
        self.now += ms / 1000


class Table:
    """A controller, its window, the link it talks to, and the time."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.clock = Clock()
        self.link = samples.FakeLink()
        self.consent = ConsentController(self.link, clock=self.clock)
        self.arrived: list[Asked] = []
        self._others: list[QWidget] = []
        self.consent.attention_needed.connect(self.arrived.append)
        qtbot.addWidget(self.consent.window)

    @property
    def window(self) -> ConsentWindow:
        return self.consent.window

    @property
    def answers(self) -> list[AnswerCall]:
        return self.link.of(AnswerCall)

    def ask(self, *questions: Asked) -> None:
        for asked in questions:
            self.link.asked.emit(asked)

    def show(self, *questions: Asked) -> None:
        """Let questions arrive and bring the first to the front; its second has not passed."""
        self.ask(*questions)
        self.consent.show_call(questions[0].request.call.id)
        self.be_active()

    def be_active(self) -> None:
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)
        self.settle()

    def leave(self) -> QWidget:
        """Another window takes the keyboard."""
        other = self.leave_main()
        self.qtbot.waitUntil(lambda: not self.window.isActiveWindow())
        return other

    def leave_main(self) -> QWidget:
        """A window of ours is there, and active."""
        main = QWidget()
        self._others.append(main)
        self.qtbot.addWidget(main)
        main.show()
        main.activateWindow()
        self.qtbot.waitUntil(main.isActiveWindow)
        return main

    def settle(self) -> None:
        """Let everything be laid out and seen that can be."""
        for _ in range(10):
            QApplication.processEvents()

    def arm(self) -> None:
        self.live(1100)

    def live(self, ms: float) -> None:
        """Time passes in a window that is painted and alive."""
        self.be_painted()
        left = ms
        while left > 0:
            self.clock.pass_ms(min(left, 50))
            self.window.loop_clock.turn()
            left -= 50

    def stall(self, ms: float) -> None:
        """Time passes in a window that is painted, then stands still; what people do meanwhile waits for it."""
        self.be_painted()
        self.clock.pass_ms(ms)

    def be_painted(self) -> None:
        """Everything is made and laid out, a paint is asked for, and comes."""
        self.settle()
        self.window.loop_clock.turn()
        self.settle()

    def chord(self) -> None:
        """Ctrl+Return, pressed and let go, as it reaches a window."""
        QTest.keyClick(self.window.windowHandle(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Table]:
    made = Table(qtbot)
    yield made
    made.window.hide()


def numbered(number: int, app: str = "claude-code", server: str = "files", **changes: object) -> Asked:
    """A question of its own, by number."""
    return samples.asked(
        {"path": f"notes/{number}.txt", "content": f"text {number}"},
        call_id=f"0198c0de-0000-7000-8000-{number:012d}",
        app=App(app, authenticated=True, session=app),
        server=ServerRef(server, "c" * 64, "d" * 64),
        **changes,  # type: ignore[arg-type]  # whatever samples.asked takes
    )


def choose(table: Table, scope: GrantDuration, bound: Bound = "exact") -> None:
    """The person chooses for how long, and for what."""
    asking.choose(table.window, scope, bound)
    table.settle()
    assert table.window.scope.duration == scope


def lacking(table: Table) -> tuple[str, str]:
    """What the button that says yes says while it cannot be pressed, and what stands above it."""
    window = table.window
    assert not window.guard.button.isEnabled()
    assert window.buttons.missing.isVisible()
    return window.guard.button.accessibleName(), window.buttons.missing.text()


def seen(widget: QWidget) -> list[str]:
    """Every text on screen, in the order of the tree."""
    parts = [part for part in tree(widget) if isinstance(part, QLabel | QAbstractButton) and part.isVisible()]
    return [part.text() for part in parts if part.text()]


def nameless(widget: QWidget) -> list[str]:
    """What can be pressed or focused on screen and does not say what it is."""
    parts = [part for part in tree(widget) if isinstance(part, QWidget) and part.isVisible()]
    controls = [part for part in parts if isinstance(part, QAbstractButton) or tab_stop(part)]
    return [repr(part) for part in controls if not part.accessibleName() and part.objectName() not in _QTS_OWN]


def tab_stop(part: QWidget) -> bool:
    return bool(part.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)


_QTS_OWN = ("qt_scrollarea_viewport", "qt_scrollarea_hcontainer", "qt_scrollarea_vcontainer")


def tool(**annotations: object) -> JsonObject:
    """A definition with these annotations (``__`` stands for a hyphen)."""
    said = {key.replace("__", "-"): value for key, value in annotations.items()}
    return {"name": "do_it", "inputSchema": {"type": "object"}, "annotations": said}  # type: ignore[dict-item]  # JSON


def repeat_key(widget: QWidget, key: Qt.Key) -> None:
    """A key that is held down and repeats itself."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", autorep=True)
        QApplication.sendEvent(widget, event)


# The ways to say yes


def click(table: Table) -> None:
    QTest.mouseClick(table.window.guard.button, Qt.MouseButton.LeftButton)


def space(table: Table) -> None:
    table.window.guard.button.setFocus()
    QTest.keyClick(table.window.windowHandle(), Qt.Key.Key_Space)


def shortcut(table: Table) -> None:
    table.chord()


def press_by_screen_reader(table: Table) -> None:
    table.window.guard.button.click()


WAYS = [click, press_by_screen_reader, shortcut, space]
