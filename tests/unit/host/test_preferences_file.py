from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import preferences
from host.errors import ConfigError
from host.paths import Paths
from host.policy.model import Managed
from host.settings import DECLARATIONS, Declaration, Settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Paths(tmp_path / "config", tmp_path / "data", tmp_path / "runtime").settings_file


@pytest.fixture(autouse=True)
def directory(file: Path) -> None:
    file.parent.mkdir(mode=0o700)


def test_without_a_file_everything_has_its_default(file: Path) -> None:
    assert preferences.load(file) == (Settings(), ())


def test_what_the_file_says_counts_comments_and_all(file: Path) -> None:
    file.write_text('{\n  // a slow colleague\n  "decision_timeout": 900,\n  "list_pages": 7.0,\n}\n')
    settings, problems = preferences.load(file)
    assert problems == ()
    assert settings == Settings(decision_timeout=900, list_pages=7)
    assert type(settings.list_pages) is int


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('"trust_everyone": 1', "trust_everyone: there is no such setting. Remove it, or mend its name."),
        (
            '"approver_grace": 301',
            "approver_grace: the value does not fit. Expected: a number from 0 to 300 (s).",
        ),
        (
            '"list_pages": 2.5',
            "list_pages: the value does not fit. Expected: a whole number from 1 to 1000 (pages).",
        ),
        (
            '"list_pages": true',
            "list_pages: the value does not fit. Expected: a whole number from 1 to 1000 (pages).",
        ),
        ('"list_timeout": "5"', "list_timeout: the value does not fit. Expected: a number from 0.01 to 60 (s)."),
    ],
)
def test_a_bad_value_is_named_with_its_line_and_the_others_count(file: Path, line: str, problem: str) -> None:
    file.write_text(f'{{"decision_timeout": 60,\n{line},\n"stderr_kept": 2048}}')
    settings, problems = preferences.load(file)
    assert settings == Settings(decision_timeout=60, stderr_kept=2048)
    assert problems == (f"{file}:2: {problem}",)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"list_pages": 1, "list_pages": 2}', "\x00", '{"a": NaN}'])
def test_a_broken_file_means_the_defaults_and_one_problem(file: Path, text: str) -> None:
    file.write_text(text)
    settings, (problem,) = preferences.load(file)
    assert settings == Settings()
    assert problem.startswith(f"{file}:1: ")


def test_a_file_that_cannot_be_read_means_the_defaults_and_one_problem(file: Path) -> None:
    file.mkdir()
    settings, (problem,) = preferences.load(file)
    assert settings == Settings()
    assert problem.startswith(f"{file}: ")


def test_what_a_person_chose_is_written_for_this_account_alone(file: Path) -> None:
    preferences.save(file, {"list_pages": 7})
    assert json.loads(file.read_text()) == {"list_pages": 7}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["settings.json"]


def test_saving_replaces_the_file_as_a_whole(file: Path) -> None:
    file.write_text('{"list_pages": 9, "unknown": 1} // mine')
    file.chmod(0o644)
    before = file.stat().st_ino
    preferences.save(file, {"stderr_kept": 4096})
    assert json.loads(file.read_text()) == {"stderr_kept": 4096}
    assert (file.stat().st_ino != before, stat.S_IMODE(file.stat().st_mode)) == (True, 0o600)


def test_what_an_interrupted_save_left_is_in_nobodys_way(file: Path) -> None:
    file.with_name("settings.json.assent-new").write_text("half")
    preferences.save(file, {"stderr_kept": 4096})
    assert preferences.load(file) == (Settings(stderr_kept=4096), ())


def test_a_link_stays_a_link(file: Path) -> None:
    elsewhere = file.with_name("dotfiles.json")
    elsewhere.write_text("{}")
    file.symlink_to(elsewhere)
    preferences.save(file, {"stderr_kept": 4096})
    assert file.is_symlink()
    assert preferences.load(file) == (Settings(stderr_kept=4096), ())


def test_where_it_cannot_be_written_the_old_file_stays(file: Path) -> None:
    file.write_text('{"list_pages": 7}')
    file.with_name("settings.json.assent-new").mkdir()
    with pytest.raises(ConfigError, match="cannot be written"):
        preferences.save(file, {})
    assert preferences.load(file) == (Settings(list_pages=7), ())


values = st.sampled_from(DECLARATIONS).flatmap(
    lambda declared: st.tuples(
        st.just(declared),
        st.integers(int(declared.low) + 1, int(declared.high))
        if declared.type is int
        else st.floats(declared.low, declared.high),
    )
)


@given(values)
def test_every_value_that_can_be_set_comes_back(
    tmp_path_factory: pytest.TempPathFactory, chosen: tuple[Declaration, float]
) -> None:
    declared, value = chosen
    path = tmp_path_factory.mktemp("config") / "settings.json"
    preferences.save(path, {declared.name: value})
    assert preferences.load(path) == (Settings().replace(**{declared.name: value}), ())
    assert preferences.read_chosen(path) == ({declared.name: value}, ())


LIMITS = Managed(
    limits={"decision_timeout": 120.0, "list_pages": 9}, locked=frozenset({"decision_timeout", "stderr_kept"})
)


@pytest.mark.parametrize(
    ("name", "chosen", "counts"),
    [
        ("decision_timeout", None, 120.0),
        ("decision_timeout", 600.0, 120.0),
        ("list_pages", None, 9),
        ("list_pages", 7, 7),
        ("list_pages", 50, 50),
        ("stderr_kept", 4096, Settings().stderr_kept),
        ("list_timeout", 5.0, 5.0),
    ],
    ids=["limit", "locked", "as-limited", "chosen", "default-chosen", "locked-without-limit", "free"],
)
def test_the_administrators_limit_is_the_default_and_locks_what_is_locked(
    name: str, chosen: float | None, counts: float
) -> None:
    values = {} if chosen is None else {name: chosen}
    assert preferences.in_force(values, LIMITS).values()[name] == counts
