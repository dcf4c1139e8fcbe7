"""Every situation of the gallery holds what every screen must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from host.control.views import Asked
from host.inspect.kinds import KINDS
from tests.gallery import calls, requests
from tests.gallery.looks import LOOKS, contents, every_picture, pictures
from tests.gallery.situation import LEAST, SMALL, Situation
from tests.gallery.situations import ALL
from tests.support.plain import assert_accessible, assert_plain, assert_reading_order
from tests.support.pseudo import pseudo
from tests.unit.ui.sharing import shared_windows
from ui import theme
from ui.armed import ArmedButton
from ui.consent import finding_words
from ui.consent.window import ConsentWindow
from ui.main_window import MainWindow
from ui.pages import PAGES
from ui.tr import install, tr
from ui.widgets.scroll import FADE, FadeScroll, part_in_view

AT_ONCE = sorted(contents(ALL), key=lambda situation: situation.name)
"""One of each content: scheme, scale, size, language and direction change nothing that is looked at here."""

SORTS = {
    "short": {"consent-short"},
    "long": {"consent-long", "consent-lines-100000", "consent-line-1-mb", "consent-long-name"},
    "nested": {"consent-nested", "consent-deep", "consent-keys-10000"},
    "hostile": {"consent-hostile", "consent-result-hostile", "consent-led-hostile", "consent-grant-hostile"},
    "findings": {
        "consent-danger",
        "consent-dangers",
        "consent-findings",
        "consent-findings-page",
        "consent-findings-unsure",
    },
    "co-signed": {"consent-sign-none", "consent-sign-one", "consent-sign-pin"},
    "queue of 20": {"consent-queue-20"},
    "alike": {"consent-alike-few", "consent-alike-fifty"},
    "edit with errors": {"consent-edit-wrong", "consent-edit-denied", "consent-edit-not-taken"},
    "expired": {"consent-expired"},
    "voided by drift": {"consent-void"},
    "mirrored": {"consent-short-mirrored", "consent-hostile-mirrored", "consent-edit-mirrored"},
    "translated": {"consent-short-translated", "consent-edit-translated"},
    "dark": {"consent-short-dark", "consent-danger-dark", "consent-edit-dark"},
    "contrast": {"consent-short-contrast", "consent-danger-contrast"},
    "200 %": {"consent-short-200", "consent-danger-200", "consent-edit-200"},
    "300 %": {"consent-short-300"},
    "narrow": {"consent-short-narrow", "consent-danger-narrow"},
}
"""Pictures of each sort that the gallery must have."""

EACH = [pytest.param(it, id=it.name) for it in AT_ONCE]

YES = re.compile(r"(Approve|Sign|Release)\b(?!.*…$)")
"""How the button begins that says yes; those that end so open a line or a choice."""
MORE = finding_words.meaning("exfiltration").title
FIRST = {
    "The question",
    "Why this is asked",
    "What is “files”?",
    "Unverified server · Review…",
    "Keys of this window",
    "Fields",
    "See them side by side",
    MORE,
}
"""Where the keyboard begins, whatever stands in place of the question."""


@pytest.fixture(scope="module")
def dressed(qapp: QApplication) -> Iterator[None]:
    """The application in its theme, which sizes come from."""
    theme.apply(qapp, "light")
    yield
    qapp.setStyleSheet("")


@pytest.fixture(scope="module")
def situation(request: pytest.FixtureRequest) -> Situation:
    """One of ``EACH``, for each of the tests that share its window."""
    made: Situation = request.param
    return made


@pytest.fixture(scope="module")
def window(dressed: None, situation: Situation) -> Iterator[QWidget]:
    """The window of ``situation``, made once for all tests that look at it: to make it takes longer than to look.

    pytest runs those tests one after the other, in the order in which they stand here.
    """
    with pytest.MonkeyPatch.context() as patch, shared_windows():
        patch.setenv("ASSENT_REDUCED_MOTION", "1")
        made = situation.make()
        yield made
        made.close()


def test_there_is_enough_to_look_at_and_every_picture_has_a_name_of_its_own() -> None:
    names = [picture.name for picture in every_picture(ALL)]
    assert len(set(names)) == len(names)
    assert len([name for name in names if name.startswith("consent-")]) >= 40


@pytest.mark.parametrize("sort", sorted(SORTS))
def test_each_sort_of_question_has_its_picture(sort: str) -> None:
    assert SORTS[sort] <= {situation.name for situation in every_picture(ALL)}


def test_every_kind_of_finding_has_a_question_that_the_inspectors_made_it_of() -> None:
    questions = [question for question in (vars(calls) | vars(requests)).values() if isinstance(question, Asked)]
    shown = {finding.kind for question in questions for finding in question.request.findings}
    assert shown == {kind.name for kind in KINDS.values() if not kind.later}


def test_the_looks_that_a_name_says_are_those_of_the_picture() -> None:
    of = {situation.name: situation for situation in every_picture(ALL)}
    assert of["consent-short-dark"].scheme == "dark"
    assert of["consent-short-contrast"].scheme == "contrast"
    assert of["consent-short-200"].scale == "2"
    assert of["consent-short-mirrored"].mirrored
    assert of["consent-short-translated"].translated


def test_each_content_is_drawn_in_every_look() -> None:
    drawn = {picture.name: picture for picture in every_picture(ALL)}
    for content in AT_ONCE:
        assert [picture.name for picture in pictures(content) if picture.name in drawn] == [
            f"{content.name}-{look.name}".rstrip("-") for look in LOOKS
        ]
    assert drawn["consent-expired-small"].size == SMALL
    assert drawn["history-small"].size == LEAST
    assert drawn["consent-expired-mirrored"].mirrored
    looks = {(it.scheme, it.scale, it.mirrored, it.translated, it.size) for it in pictures(AT_ONCE[0])}
    assert len(looks) == len(LOOKS)


@pytest.mark.parametrize("situation", EACH, indirect=True)
def test_s04_s05_s10_every_screen_is_plain_text_with_names_and_the_keyboard_meets_approve_last(
    qtbot: QtBot, situation: Situation, window: QWidget
) -> None:
    window.resize(*situation.size)
    with qtbot.waitExposed(window):
        window.show()
    assert_plain(window)
    assert_accessible(window)
    window.activateWindow()
    assert_order(window, assert_reading_order(window, besides=comes_apart))


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("name", ["settings-advanced", "review-hostile", "grants", "apps", "welcome", "help", "about"])
@pytest.mark.parametrize("size", [(1120, 900), (1680, 900)])
def test_no_words_of_a_page_are_cut(qtbot: QtBot, name: str, size: tuple[int, int]) -> None:
    window = next(it for it in AT_ONCE if it.name == name).make()
    qtbot.addWidget(window)
    for _ in range(2):
        window.resize(*size)
        with qtbot.waitExposed(window):
            window.show()
        for _ in range(40):
            QApplication.processEvents()
    words = [it for it in window.findChildren(QLabel) if it.isVisible() and it.wordWrap() and it.text()]
    assert not [it.text() for it in words if it.height() < it.heightForWidth(it.width())]
    scrolled = [(it.widget(), it.viewport()) for it in window.findChildren(FadeScroll) if it.isVisible()]
    assert not [inside for inside, room in scrolled if inside is not None and inside.width() > room.width()]


@pytest.mark.full
@pytest.mark.parametrize("situation", EACH, indirect=True)
def test_every_screen_comes_to_rest(qapp: QApplication, qtbot: QtBot, situation: Situation, window: QWidget) -> None:
    """A widget that answers a new layout by asking for one keeps the processor busy for as long as it is shown."""
    window.resize(*situation.size)
    with qtbot.waitExposed(window):
        window.show()
    _settle(60)
    asked = _LayoutRequests()
    qapp.installEventFilter(asked)
    _settle(20)
    qapp.removeEventFilter(asked)
    assert asked.of == []


class _LayoutRequests(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.of: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Keep who is to be laid out anew."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.of.append(type(watched).__name__)
        return False


@pytest.mark.parametrize("situation", EACH, indirect=True)
def test_tab_brings_what_it_reaches_whole_into_sight_in_the_smallest_window(qtbot: QtBot, window: QWidget) -> None:
    for _ in range(3):  # what scrolls in a small window takes less height
        window.resize(*(LEAST if isinstance(window, MainWindow) else SMALL))
        with qtbot.waitExposed(window):
            window.show()
        _settle(40)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    reached: list[QWidget] = []
    while True:
        window.focusNextPrevChild(True)
        _settle()
        focused = window.focusWidget()
        assert focused is not None
        if focused in reached:
            break
        reached.append(focused)
        assert _is_clear(focused), f"{focused.accessibleName()!r} is cut off or under a fading edge"


def _is_clear(widget: QWidget) -> bool:
    """Whether all of it is in sight and clear of fading edges; of what is higher than its view, the beginning."""
    port = widget.parentWidget()
    if isinstance(area := port.parentWidget() if port is not None else None, FadeScroll) and widget is area.more:
        return True  # it stands on the fade
    part, whole = part_in_view(widget), widget.rect()
    around: QWidget | None = widget
    least = whole.height()
    while around is not None and not around.isWindow():
        outer = around.parentWidget()
        area = outer.parentWidget() if outer is not None else None
        if isinstance(area, FadeScroll) and area.viewport() is outer:
            value = area.verticalScrollBar().value()
            top = widget.mapTo(outer, widget.rect().topLeft()).y()
            if top < (FADE if value > 1 else 0):
                return False
            least = min(least, outer.height() - area.obscured_height - FADE - theme.SPACE)
        around = outer
    return part.top() == whole.top() and part.width() == whole.width() and part.height() >= least


def _settle(turns: int = 5) -> None:
    for _ in range(turns):
        QApplication.processEvents()


@pytest.mark.full
@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("situation", EACH)
def test_every_screen_is_reached_in_another_language_too(qtbot: QtBot, situation: Situation) -> None:
    install(pseudo)
    try:
        qtbot.addWidget(situation.make())
    finally:
        install(None)


def comes_apart(part: QWidget) -> bool:
    """In the window that asks, the foot comes before the buttons, the one that says yes last, the way back at the end.

    What stands in place of the question begins with what is to be read.
    """
    window = part.window()
    if not isinstance(window, ConsentWindow):
        return False
    last = (window.guard.button, window.footer.why, window.footer.more)
    return part in last or part.accessibleName() == tr("Back to the question")


def assert_order(window: QWidget, order: list[str]) -> None:
    assert all(order)
    if isinstance(window, MainWindow):
        page, stop = order[:2]
        assert page.partition(",")[0] in {tr(entry.title) for entry in PAGES}
        assert stop in {"Stop everything", "Release…"}
        approving = [it for it in window.findChildren(QPushButton) if it.accessibleName().startswith("Approve")]
        assert all(isinstance(it.parent(), ArmedButton) for it in approving)  # a box that is ticked decides nothing yet
        return
    if isinstance(window, ConsentWindow):
        assert order[0] in FIRST or order[0].endswith("Review…")
    elif YES.match(order[0]):  # it is a circle, and the keyboard begins behind it, in the table
        order = [*order[1:], order[0]]
    assert not any(YES.match(name) for name in order[:-1])
    no = {"Deny", "Withhold"} & set(order[:-1]) or any(
        name.startswith(("Deny the ", "Deny all ")) for name in order[:-1]
    )
    assert no or not YES.match(order[-1])
