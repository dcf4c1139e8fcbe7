"""Rules out of a file and into one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, ExportRules, ImportRules, ReadImport
from host.control.views import ImportedRule, ImportView
from host.errors import AssentError
from tests.support import plain
from tests.support.window import FakeLink, rule
from tests.unit.ui.clock import Clock
from tests.unit.ui.rules.support import front
from ui.rules import page as rules_page
from ui.rules.page import MAX_BYTES, ImportPage, RulesPage

LOOSE = ImportedRule(rule("loose", text='{"id": "loose"}'), True)
TIGHT = ImportedRule(rule("tight-2", effect="deny", text='{"id": "tight-2"}'), False, was="tight")
THERE = ImportedRule(rule("there"), True, there=True)


class Shown:
    """The page, and the link it asks."""

    def __init__(self, qtbot: QtBot, file: Path) -> None:
        self.link = FakeLink()
        self.link.replies |= {ReadImport: ImportView((LOOSE, TIGHT, THERE), leaves=("git",)), ImportRules: Done()}
        self.page, self.file = ImportPage(self.link), file
        self.added: list[int] = []
        self.page.imported.connect(self.added.append)
        qtbot.addWidget(self.page)
        self.page.resize(900, 600)
        front(self.page)

    def read(self, content: bytes = b"{}") -> list[str]:
        self.file.write_bytes(content)
        self.page.read(self.file)
        return plain.words(self.page)


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Shown:
    return Shown(qtbot, tmp_path / "rules.json")


def test_rules_are_sentences_with_check_boxes_and_what_loosens_is_marked(shown: Shown) -> None:
    said = shown.read(b'{"version": 1}')
    assert shown.link.of(ReadImport) == [ReadImport('{"version": 1}')]
    for wanted in (
        "Allow Claude Code (claude-code) to use read_* of files, without asking.",
        "Lets calls run",
        "Another rule is called tight; this one is saved as tight-2.",
        "You have a rule that says the same.",
        "1 of them lets calls run without asking.",
        "The file also vouches for servers, which is left out: git.",
    ):
        assert wanted in said
    assert [box.isChecked() for box, _ in shown.page.boxes] == [True, True]


def test_s39_only_what_is_checked_is_saved_and_armed(shown: Shown, clock: Clock) -> None:
    shown.read()
    shown.page.boxes[0][0].click()
    assert shown.page.save.button.text() == "Add 1 rule"
    shown.page.save.button.click()
    assert shown.link.of(ImportRules) == []
    clock.arm(shown.page.save)
    shown.page.save.button.click()
    assert shown.link.of(ImportRules) == [ImportRules(('{"id": "tight-2"}',))]
    assert shown.added == [1]


def test_s10_another_choice_arms_again(shown: Shown, clock: Clock) -> None:
    shown.read()
    clock.arm(shown.page.save)
    assert shown.page.save.button.isEnabled()
    shown.page.boxes[1][0].click()
    assert not shown.page.save.button.isEnabled()


def test_nothing_checked_is_nothing_to_save(shown: Shown) -> None:
    shown.read()
    for box, _ in shown.page.boxes:
        box.click()
    assert not shown.page.save.isVisible()


@pytest.mark.parametrize("content", [b"x" * (MAX_BYTES + 1), b"\xff\xfe", None])
def test_a_file_that_cannot_be_read_is_reported_and_sent_nowhere(shown: Shown, content: bytes | None) -> None:
    if content is None:
        shown.page.read(shown.file)
    else:
        shown.read(content)
    assert "The file cannot be used" in plain.words(shown.page)
    assert shown.link.of(ReadImport) == []


def test_problems_of_the_file_are_reported_and_nothing_can_be_added(shown: Shown) -> None:
    shown.link.replies[ReadImport] = ImportView(problems=("file:2: rules: is text",))
    assert "file:2: rules: is text." in shown.read()
    assert not shown.page.save.isVisible()


def test_a_refusal_is_reported_and_nothing_is_lost(shown: Shown, clock: Clock) -> None:
    shown.link.replies[ImportRules] = AssentError("policy.json was changed meanwhile")
    shown.read()
    clock.arm(shown.page.save)
    shown.page.save.button.click()
    assert "policy.json was changed meanwhile." in plain.words(shown.page)
    assert shown.added == []


def test_s04_s05_hostile_rules_are_plain(shown: Shown) -> None:
    hostile = ImportedRule(rule("<b>\u202e", tool="<img>\u200b" + "x" * 300), True, was="\u2066")
    shown.link.replies[ReadImport] = ImportView((hostile,), leaves=("<b>\u202e",))
    shown.read()
    plain.assert_plain(shown.page)
    plain.assert_accessible(shown.page)


def test_the_persons_rules_are_written_where_the_person_says(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = FakeLink()
    link.replies[ExportRules] = '{"version": 1}'
    page = RulesPage(link)
    qtbot.addWidget(page)
    for chosen, told in ((tmp_path / "mine.json", 1), (None, 1), (tmp_path / "no" / "such", 1)):
        messages: list[object] = []
        page.happened.connect(messages.append)
        monkeypatch.setattr("ui.rules.page.file_to_write", lambda _, it=chosen: it)
        page.export_button.click()
        assert len(messages) == (told if chosen == tmp_path / "mine.json" else 0)
    assert json.loads((tmp_path / "mine.json").read_text()) == {"version": 1}
    assert not page.failed.isHidden()
    assert rules_page.MAX_BYTES


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="there is no such device here")
def test_what_is_no_file_such_as_a_pipe_is_not_read(shown: Shown) -> None:
    shown.page.read(Path(os.devnull))
    assert "Is not a regular file." in plain.words(shown.page)
    assert shown.link.of(ReadImport) == []


def test_what_another_file_held_never_stands_under_this_ones_name(shown: Shown, tmp_path: Path) -> None:
    del shown.link.replies[ReadImport]
    shown.read()
    shown.page.read(tmp_path / "missing.json")
    shown.link.answer(ReadImport, ImportView((LOOSE, TIGHT, THERE)))
    assert shown.page.boxes == []
    assert shown.page.save.isHidden()
