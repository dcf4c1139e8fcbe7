from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.errors import ConfigError
from host.policy.model import Managed, PolicySource
from host.preferences import LOCKED, UNKNOWN, Preferences
from host.settings import Settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def administrator(*locked: str, **limits: float) -> PolicySource:
    return PolicySource("managed", "m", digest="0" * 64, managed=Managed(limits=limits, locked=frozenset(locked)))


def kept(file: Path) -> object:
    return json.loads(file.read_text())


def test_a_change_counts_at_once_for_whoever_reads_the_live_settings_and_is_kept(file: Path) -> None:
    preferences = Preferences(file)
    live = preferences.live
    now = preferences.change("list_pages", 7.0)
    assert (now.list_pages, type(now.list_pages)) == (7, int)
    assert (preferences.now, live.now, kept(file)) == (now, now, {"list_pages": 7})
    assert Preferences(file).now == now


def test_a_setting_that_is_put_back_is_no_longer_written(file: Path) -> None:
    preferences = Preferences(file)
    preferences.change("list_pages", 7)
    preferences.change("list_pages", Settings().list_pages)
    assert (preferences.now, kept(file)) == (Settings(), {})


@pytest.mark.parametrize("name", ["decision_timeout", "stderr_kept"], ids=["with-a-limit", "without"])
def test_what_the_administrator_locked_cannot_be_changed(file: Path, name: str) -> None:
    preferences = Preferences(file)
    preferences.manage(administrator("decision_timeout", "stderr_kept", decision_timeout=120))
    with pytest.raises(ConfigError, match=LOCKED):
        preferences.change(name, 2048)
    assert preferences.now == Settings(decision_timeout=120)
    assert not file.exists()


def test_a_locked_setting_that_was_chosen_before_waits_until_it_is_free(file: Path) -> None:
    file.write_text('{"decision_timeout": 600, "list_pages": 7}')
    preferences, seen = Preferences(file), list[float]()
    preferences.manage(administrator("decision_timeout", decision_timeout=120))
    seen.append(preferences.now.decision_timeout)
    preferences.change("list_pages", 8)
    seen.append(preferences.now.decision_timeout)
    assert kept(file) == {"decision_timeout": 600, "list_pages": 8}
    preferences.manage(administrator())
    assert [*seen, preferences.now.decision_timeout] == [120, 120, 600]


def test_a_limit_that_is_not_locked_is_what_counts_until_a_person_chooses(file: Path) -> None:
    preferences = Preferences(file)
    preferences.manage(administrator(decision_timeout=120))
    assert preferences.now.decision_timeout == 120
    preferences.change("decision_timeout", 300)
    assert (preferences.now, kept(file)) == (Settings(), {"decision_timeout": 300})
    preferences.change("decision_timeout", 120)
    assert kept(file) == {}


def test_while_the_administrators_file_is_broken_what_it_said_counts_and_nothing_can_be_changed(file: Path) -> None:
    preferences = Preferences(file)
    preferences.manage(administrator("decision_timeout", decision_timeout=120))
    preferences.manage(PolicySource("managed", "m", error="broken"))
    with pytest.raises(ConfigError, match=UNKNOWN):
        preferences.change("list_pages", 7)
    assert preferences.now.decision_timeout == 120


@pytest.mark.parametrize(("name", "value"), [("nosuch", 1.0), ("list_pages", 2.5), ("list_pages", 1e9)])
def test_what_does_not_fit_changes_nothing(file: Path, name: str, value: float) -> None:
    preferences = Preferences(file)
    with pytest.raises(ConfigError):
        preferences.change(name, value)
    assert preferences.now == Settings()
    assert not file.exists()


def test_where_the_file_cannot_be_written_the_old_value_counts_on(file: Path) -> None:
    file.with_name("settings.json.assent-new").mkdir()
    preferences = Preferences(file)
    with pytest.raises(ConfigError, match="cannot be written"):
        preferences.change("list_pages", 7)
    assert preferences.now == Settings()


def test_given_settings_are_in_for_the_file(file: Path) -> None:
    file.write_text('{"list_pages": 7, "nosuch": 1}')
    given = Settings(stderr_kept=4096)
    preferences = Preferences(file, given)
    assert (preferences.now, preferences.problems) == (given, ())
    assert len(Preferences(file).problems) == 1
