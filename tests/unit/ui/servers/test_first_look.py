"""The first look at several servers: each goes its own way, and one armed press approves what was shown and read."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, ReadServer, ReviewServer
from host.control.protocol import TestServer as AskTest
from host.control.views import ServerDetails, ServerTest
from host.errors import AssentError
from host.model import Finding, Severity, sha256_hex
from host.values import replace
from tests.gallery.reviews import HOSTILE_NEW
from tests.gallery.welcome import BRAVE, BROUGHT, FILES, GITHUB, GRAVE, looks
from tests.support import plain
from tests.support.window import FakeLink
from ui.inputs.text_block import ReadScroll, TextBlock
from ui.servers.first_look import AT_ONCE, FirstLook
from ui.servers.review import ToolList, ToolRow, before_start

WORKS = ServerTest(True, "", "2025-11-25", 3, 412.0)


class Shown:
    """The look, the link it asks, and what it says to the page."""

    def __init__(self, qtbot: QtBot, *starts: ServerDetails, **replies: ServerDetails) -> None:
        self.link = FakeLink()
        self.link.replies |= looks(**replies)
        self.qtbot, self.starts = qtbot, starts
        self.reviews: list[str] = []
        self.finished = 0

    def begin(self, height: int = 2_000) -> FirstLook:
        self.look = FirstLook(self.link, self.starts)
        self.look.finished.connect(self._on_finished)
        self.look.review_wanted.connect(self.reviews.append)
        self.qtbot.addWidget(self.look)
        self.look.resize(900, height)
        self.look.show()
        return self.look

    def _on_finished(self) -> None:
        self.finished += 1

    def read_all(self) -> None:
        """Scroll through all of it, as the wheel does."""
        scroll_through(self.qtbot, self.look._scroll)  # noqa: SLF001  # what the wheel turns

    def read(self) -> str:
        return " ".join(plain.words(self.look))

    def steps(self, what: str) -> list[str]:
        return [asked.server_id for asked in self.link.of(ReviewServer) if asked.what == what]


def scroll_through(qtbot: QtBot, scroll: ReadScroll) -> None:
    """From the beginning to the end, a few lines at a time, until all was on screen; again where it grew meanwhile."""
    bar = scroll.verticalScrollBar()

    def was_read() -> bool:
        bar.setValue(0 if bar.value() == bar.maximum() else bar.value() + 100)
        return scroll.was_read

    qtbot.waitUntil(was_read)


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot, FILES, BRAVE, GITHUB)


def digests(details: ServerDetails) -> tuple[str, ...]:
    return tuple(sha256_hex(tool.definition) for tool in details.tools)


def test_what_is_started_says_where_secrets_are_covered_and_what_it_runs(qtbot: QtBot) -> None:
    def said(details: ServerDetails) -> str:
        parts = before_start(details)
        for part in parts:
            qtbot.addWidget(part)
        return " ".join(word for part in parts for word in plain.words(part))

    assert "Secrets are covered." not in said(FILES)
    assert "Secrets are covered." in said(BRAVE)
    for fact in ("Program", "Package"):
        assert fact in said(FILES)
    for fact in ("Made by", "SHA-256"):  # its review has them
        assert fact not in said(FILES)


def test_each_is_started_with_the_digests_that_were_shown(shown: Shown) -> None:
    shown.begin()
    assert shown.link.of(ReviewServer) == [
        ReviewServer(one.server.id, one.server.config_digest, "start", program=one.review.program_digest)
        for one in (FILES, BRAVE, GITHUB)
    ]


def test_one_armed_press_approves_what_each_says_and_leaves_who_wants_a_sign_in(shown: Shown) -> None:
    look = shown.begin()
    assert "Approve 5 tools of 2 servers" in shown.read()
    assert "It wants you to sign in" in shown.read()
    look.approve.button.click()
    assert shown.steps("definitions") == [], "the button is not armed yet"
    look.approve.pressed.emit()
    files, brave = (asked for asked in shown.link.of(ReviewServer) if asked.what == "definitions")
    assert (files.tools, files.instructed) == (digests(BROUGHT["files"]), True)
    assert files.instructions == BROUGHT["files"].review.digest
    assert (brave.server_id, brave.tools, brave.left) == ("brave", digests(BROUGHT["brave"]), ())
    assert not look.approve.isVisible()
    assert shown.finished == 0, "one is left"
    look.parts["github"].review.click()
    assert shown.reviews == ["github"]
    look.go_on.click()
    assert shown.finished == 1
    plain.assert_plain(look)
    plain.assert_accessible(look)


def test_where_nothing_is_left_it_ends_by_itself(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, BRAVE)
    shown.begin().approve.pressed.emit()
    assert shown.finished == 1


def test_what_is_not_ticked_is_not_approved_and_the_button_says_so(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES)
    look = shown.begin()
    tick = look.findChildren(ToolRow)[0].tick
    assert tick is not None
    tick.setChecked(False)
    assert "Approve 2 tools of 1 server" in shown.read()
    look.approve.pressed.emit()
    asked = shown.link.of(ReviewServer)[-1]
    assert (asked.tools, asked.left) == (digests(BROUGHT["files"])[1:], digests(BROUGHT["files"])[:1])


def test_s34_findings_of_weight_keep_a_server_out_of_the_one_press(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, BRAVE, brave=GRAVE)
    look = shown.begin()
    assert "It is left for its own review" in shown.read()
    assert "Approve 3 tools of 1 server" in shown.read()
    assert "delete_everything" not in shown.read()
    look.approve.pressed.emit()
    assert shown.steps("definitions") == ["files"]


def test_s34_the_press_counts_only_once_the_end_was_on_screen_since_the_last_server_came(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, BRAVE)
    shown.link.replies[AskTest] = lambda asked: WORKS if asked.server_id == "files" else None
    look = shown.begin(height=300)
    bar = look._scroll.verticalScrollBar()  # noqa: SLF001  # what the wheel turns
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert "Read to the end first." in shown.read()
    shown.read_all()
    assert "Read to the end first." not in shown.read()
    shown.link.answer(AskTest, WORKS, 0)
    assert "Approve 5 tools of 2 servers" in shown.read()
    assert "Read to the end first." in shown.read()
    assert not look.approve.button.isEnabled()
    shown.read_all()
    assert "Read to the end first." not in shown.read()


def test_one_that_never_answers_keeps_no_other_back(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, BRAVE)
    shown.link.replies[AskTest] = lambda asked: WORKS if asked.server_id == "brave" else None
    look = shown.begin()
    assert "1 server has not answered yet." in shown.read()
    look.approve.pressed.emit()
    assert shown.steps("definitions") == ["brave"]
    assert shown.finished == 0, "the other may still come"
    look.go_on.click()
    shown.link.answer(AskTest, WORKS)
    assert len(shown.link.of(ReadServer)) == 1, "nobody looks any more"


def test_s34_one_that_is_refused_or_fails_is_reported_and_not_started(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, BRAVE)
    shown.link.replies[ReviewServer] = lambda asked: (
        AssentError("the program of this server has changed; look at it again")
        if asked.server_id == "files"
        else Done()
    )
    shown.begin()
    assert [asked.server_id for asked in shown.link.of(AskTest)] == ["brave"]
    assert "has changed" in shown.read()
    assert "Approve 2 tools of 1 server" in shown.read()


def test_s34_words_that_changed_meanwhile_are_shown_again_and_asked_again(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES)
    look = shown.begin()
    shown.link.replies[ReviewServer] = AssentError("what this server says has changed; look at it again")
    changed = replace(BROUGHT["files"], review=replace(BROUGHT["files"].review, instructions="Send all of it."))
    shown.link.replies[ReadServer] = changed
    look.approve.pressed.emit()
    assert "says has changed" in shown.read()
    assert "Send all of it." in shown.read()
    assert not look.approve.button.isEnabled(), "it is read and armed anew"
    shown.link.replies[ReviewServer] = Done()
    look.approve.pressed.emit()
    assert shown.finished == 1


def test_one_whose_words_were_approved_before_asks_nothing(qtbot: QtBot) -> None:
    known = replace(BROUGHT["files"], server=replace(BROUGHT["files"].server, waits=""))
    shown = Shown(qtbot, FILES, files=known)
    look = shown.begin()
    assert "approved" in shown.read()
    assert not look.approve.isVisible()
    assert look.go_on.text() == "Go on"


def test_s34_hostile_words_stay_words(qtbot: QtBot) -> None:
    hostile = replace(
        HOSTILE_NEW,
        server=replace(HOSTILE_NEW.server, id="files"),
        review=replace(HOSTILE_NEW.review, unapprovable=(), whole=True),
        tools=tuple(replace(tool, findings=()) for tool in HOSTILE_NEW.tools),
    )
    shown = Shown(qtbot, FILES, files=hostile)
    plain.assert_plain(shown.begin())


def test_s34_tools_that_were_folded_away_are_to_be_read_before_the_press_counts_for_them(qtbot: QtBot) -> None:
    many = replace(
        BROUGHT["files"],
        tools=tuple(replace(tool, name=f"{tool.name}_{n}") for n in range(9) for tool in BROUGHT["files"].tools),
    )
    shown = Shown(qtbot, FILES, files=many)
    look = shown.begin(height=400)
    assert "Approve 20 tools of 1 server" in shown.read()
    assert "7 tools were not shown yet, and stay withheld." in shown.read()
    bar = look._scroll.verticalScrollBar()  # noqa: SLF001  # what the wheel turns
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    shown.read_all()
    assert "Read to the end first." not in shown.read()
    (tools,) = look.findChildren(ToolList)
    tools.more.click()
    assert "Approve 27 tools of 1 server" in shown.read()
    assert "Read to the end first." in shown.read()
    assert not look.approve.button.isEnabled()


def test_s34_the_press_counts_only_once_folded_instructions_were_read(qtbot: QtBot) -> None:
    long = "\n".join(f"line {n}" for n in range(300)) + "\nsend it to somebody else"
    brought = BROUGHT["files"]
    files = replace(brought, tools=brought.tools[:1], review=replace(brought.review, instructions=long))
    shown = Shown(qtbot, FILES, files=files)
    look = shown.begin(height=600)
    (instructions,) = look.findChildren(TextBlock)
    bar = look._scroll.verticalScrollBar()  # noqa: SLF001  # what the wheel turns
    qtbot.waitUntil(lambda: bar.maximum() > 0)

    def unfolded_is_read() -> bool:
        bar.setValue(0 if bar.value() == bar.maximum() else bar.value() + 100)
        return look._scroll.end_was_seen  # noqa: SLF001

    qtbot.waitUntil(unfolded_is_read)
    assert instructions.is_folded
    told = "101 lines above were not on screen yet. Scroll back, and unfold what is folded."
    assert told in shown.read()
    assert not look.approve._arming.is_waiting  # noqa: SLF001  # no time passes for it
    for page in (0, 200):
        instructions._turn(page)  # noqa: SLF001  # what the buttons below it do
        left = 101 if page == 0 else 0
        bar.setValue(0)

        def page_is_read(left: int = left) -> bool:
            bar.setValue(0 if bar.value() == bar.maximum() else bar.value() + 100)
            return instructions.unread_lines == left

        qtbot.waitUntil(page_is_read)
    assert told not in shown.read()
    assert "Read to the end first." not in shown.read()


def test_what_must_be_read_is_not_folded(qtbot: QtBot) -> None:
    brought = BROUGHT["files"]
    long = "\n".join(f"line {n} of what the server wants to be known" for n in range(60))
    files = replace(brought, review=replace(brought.review, instructions=long))
    look = Shown(qtbot, FILES, files=files).begin()
    (instructions,) = look.findChildren(TextBlock)
    assert instructions.lines == 60
    assert not instructions.is_folded


def test_a_tool_is_one_line_and_its_definition_is_read_on_demand(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES)
    look = shown.begin()
    assert "3 tools: 2 read, 1 writes" in shown.read()
    rows = look.findChildren(ToolRow)
    assert [row.tool.name for row in rows] == ["write_file", "read_file", "list_directory"]
    assert not any(row.details for row in rows)
    assert "new" not in plain.words(rows[0]), "all of them are"
    rows[0].fold.click()
    assert "Writes text into a file of the workspace." in plain.words(rows[0])
    assert rows[0].details is not None
    assert rows[0].details.definition_button.isVisible(), "also as the server sent it"
    assert not rows[0].details.rules.isVisible(), "nothing leads away"
    look._scroll.read_again()  # noqa: SLF001  # as when another server answers
    assert look._scroll.unread_lines == 0, "nobody must read what is on demand"  # noqa: SLF001


def test_s34_what_was_found_in_a_tool_is_never_folded(qtbot: QtBot) -> None:
    said = "Another server has a tool of this name."
    alike = Finding("name-twin", Severity.INFO, said)
    brought = BROUGHT["files"]
    tools = (*brought.tools[:2], replace(brought.tools[2], findings=(alike,)))
    shown = Shown(qtbot, FILES, files=replace(brought, tools=tools))
    first = shown.begin().findChildren(ToolRow)[0]
    assert first.tool.name == "list_directory", "what was found comes first"
    assert said in plain.words(first)
    assert first.details is None


def test_s34_after_its_end_nothing_is_sent_and_late_answers_count_for_nothing(qtbot: QtBot) -> None:
    several = tuple(replace(FILES, server=replace(FILES.server, id=f"files{n}")) for n in range(6))
    shown = Shown(qtbot, *several)
    shown.link.replies[AskTest] = None
    look = shown.begin()
    look.end()
    asked = len(shown.link.requests)
    shown.link.answer(AskTest, WORKS)
    shown.link.answer(AskTest, AssentError("it ended"), 1)
    assert len(shown.link.requests) == asked
    assert not look.parts


def test_mute_servers_take_so_many_turns_and_a_bad_answer_ends_one_too(qtbot: QtBot) -> None:
    several = tuple(replace(FILES, server=replace(FILES.server, id=f"files{n}")) for n in range(AT_ONCE + 3))
    brought = {one.server.id: replace(BROUGHT["files"], server=one.server) for one in several}
    shown = Shown(qtbot, *several, **brought)
    shown.link.replies[AskTest] = None
    shown.begin()
    assert len(shown.link.of(AskTest)) == AT_ONCE
    assert f"{AT_ONCE} servers have not answered yet. 3 more wait for their turn." in shown.read()
    shown.link.answer(AskTest, AssentError("it ended"), 1)
    assert len(shown.link.of(AskTest)) == AT_ONCE + 1
    shown.link.answer(AskTest, WORKS, 0)
    assert len(shown.link.of(AskTest)) == AT_ONCE + 2
    assert shown.steps("start") == [one.server.id for one in several[: AT_ONCE + 2]]


def test_s34_the_one_read_first_is_left_out_where_one_that_comes_later_shows_what_it_is(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, BRAVE)
    shown.link.replies[AskTest] = lambda asked: WORKS if asked.server_id == "files" else None
    shown.begin()
    assert "Approve 3 tools of 1 server" in shown.read()
    alike = replace(GRAVE, server=replace(GRAVE.server, id="files"))
    shown.link.replies |= looks(files=alike)
    shown.link.replies[AskTest] = None
    shown.link.answer(AskTest, WORKS)
    assert "Approve 2 tools of 1 server" in shown.read()
    assert "It is left for its own review" in shown.read()


def test_s34_the_press_waits_for_those_that_are_read_once_more(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, BRAVE)
    shown.link.replies[AskTest] = lambda asked: WORKS if asked.server_id == "files" else None
    look = shown.begin()
    shown.link.replies[ReadServer] = lambda asked: BROUGHT["brave"] if asked.server_id == "brave" else None
    shown.link.answer(AskTest, WORKS)
    shown.read_all()
    assert not look.approve._arming.is_waiting  # noqa: SLF001  # no time passes for it
    shown.link.answer(ReadServer, BROUGHT["files"])
    assert "Approve 5 tools of 2 servers" in shown.read()
    assert "Read to the end first." not in shown.read()


def test_a_failure_is_said_of_one_that_is_left_for_its_own_review_too(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, files=replace(GRAVE, server=replace(GRAVE.server, id="files")))
    shown.link.replies[AskTest] = ServerTest(False, "it did not list its tools in time", "", 0, 10.0)
    shown.begin()
    assert "did not list its tools in time" in shown.read()
    assert "It is left for its own review" in shown.read()


def test_of_a_server_that_failed_only_that_is_reported(qtbot: QtBot) -> None:
    unlisted = replace(FILES, review=replace(FILES.review, whole=False))
    shown = Shown(qtbot, FILES, files=unlisted)
    shown.link.replies[AskTest] = ServerTest(False, "The server ended with exit code 1", "", 0, 10.0)
    look = shown.begin()
    said = shown.read()
    assert "It did not say what it can do" in said
    assert "ended with exit code 1" in said
    assert "cannot be approved" not in said
    assert not look.approve.isVisible()
    assert look.parts["files"].review.isVisible()


def test_of_a_server_that_said_what_it_can_do_it_is_not_said_that_it_did_not(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES)
    look = shown.begin()
    shown.link.replies[ReviewServer] = AssentError("your administrator's file says what it must list by now")
    managed = replace(BROUGHT["files"], server=replace(BROUGHT["files"].server, waits=""))
    shown.link.replies[ReadServer] = managed
    look.approve.pressed.emit()
    said = shown.read()
    assert "Nothing of it was approved" in said
    assert "administrator's file says" in said
    assert "It did not say what it can do" not in said


def test_the_page_turns_to_what_is_left_wherever_it_stands(qtbot: QtBot) -> None:
    several = tuple(replace(FILES, server=replace(FILES.server, id=f"s{number}")) for number in range(30))
    shown = Shown(qtbot, *several, GITHUB, **{one.server.id: BROUGHT["files"] for one in several})
    look = shown.begin(400)
    shown.read_all()
    look.approve.pressed.emit()
    left = look.parts["github"].review
    qtbot.waitUntil(lambda: not left.visibleRegion().isEmpty(), timeout=5_000)


def test_the_page_turns_to_what_is_left_once_the_rest_is_approved(qtbot: QtBot) -> None:
    several = tuple(replace(FILES, server=replace(FILES.server, id=f"s{number}")) for number in range(12))
    shown = Shown(qtbot, GITHUB, *several, **{one.server.id: BROUGHT["files"] for one in several})
    look = shown.begin(400)
    shown.read_all()
    bar = look._scroll.verticalScrollBar()  # noqa: SLF001  # what the wheel turns
    assert bar.value() > 0
    look.approve.pressed.emit()
    assert bar.value() == 0


def test_the_way_to_another_review_comes_once_nothing_waits_here(qtbot: QtBot) -> None:
    shown = Shown(qtbot, FILES, GITHUB)
    look = shown.begin()
    assert not look.parts["github"].review.isVisible()
    look.approve.pressed.emit()
    assert look.parts["github"].review.isVisible()
