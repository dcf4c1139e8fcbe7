"""What a person chose about the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ui.window_choices import CHOICES, OFF, WindowChoices, read_object, write_object


def test_each_choice_can_be_told_apart_and_has_a_default_first() -> None:
    assert len({choice.name for choice in CHOICES}) == len(CHOICES)
    for choice in CHOICES:
        assert choice.options[0][0] == ""
        assert len(dict(choice.options)) == len(choice.options)


def test_a_choice_is_kept_and_found_again(tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "choices.json"
    first = WindowChoices()
    first.open(file)
    with qtbot.waitSignal(first.changed) as changed:
        first.choose("theme", "dark")
    assert changed.args == ["theme"]
    assert read_object(file) == {"theme": "dark"}
    assert file.stat().st_mode & 0o077 == 0
    again = WindowChoices()
    with qtbot.waitSignal(again.changed):
        again.open(file)
    assert again.value("theme") == "dark"
    again.choose("theme", "")
    assert read_object(file) == {}


@pytest.mark.parametrize("found", [{"theme": "odd"}, {"theme": 3}, {"theme": ["dark"]}, {"other": "dark"}])
def test_what_is_no_value_of_a_choice_is_its_default(tmp_path: Path, found: dict[str, object]) -> None:
    write_object(tmp_path / "choices.json", found)
    choices = WindowChoices()
    choices.open(tmp_path / "choices.json")
    assert [choices.value(choice.name) for choice in CHOICES] == [""] * len(CHOICES)


def test_without_a_file_it_counts_and_is_not_kept(tmp_path: Path) -> None:
    choices = WindowChoices()
    choices.open(None)
    choices.choose("notifications", OFF)
    assert choices.value("notifications") == OFF
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_costs_the_next_start_alone(tmp_path: Path) -> None:
    choices = WindowChoices()
    choices.open(tmp_path / "nowhere" / "choices.json")
    choices.choose("motion", OFF)
    assert choices.value("motion") == OFF
