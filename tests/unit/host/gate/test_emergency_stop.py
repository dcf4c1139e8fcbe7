from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from host import files
from host.errors import ConfigError
from host.gate.emergency_stop import StopSwitch
from tests.unit.host.support import MemoryLog

A_MARKER_THAT_FAILS = pytest.mark.expected_logs(r"host\.gate\.emergency_stop: .*")


def made(file: Path | None) -> tuple[StopSwitch, MemoryLog]:
    log = MemoryLog()
    return StopSwitch(file, log.submit), log


def told(log: MemoryLog) -> list[tuple[str, object]]:
    return [(draft.kind, draft.fields["who"]) for draft in log.drafts]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "stopped"


def test_a_switch_is_pressed_and_released_and_the_log_says_by_whom() -> None:
    switch, log = made(None)
    states = [switch.is_pressed]
    switch.press("ana")
    states.append(switch.is_pressed)
    switch.release("ben")
    states.append(switch.is_pressed)
    assert states == [False, True, False]
    assert told(log) == [("stop.pressed", "ana"), ("stop.released", "ben")]


def test_pressing_or_releasing_twice_is_once(file: Path) -> None:
    switch, log = made(file)
    switch.release()
    switch.press("ana")
    switch.press("ben")
    switch.release("ana")
    switch.release("ben")
    assert told(log) == [("stop.pressed", "ana"), ("stop.released", "ana")]


def test_a_stop_outlives_its_host_until_it_is_released(file: Path) -> None:
    made(file)[0].press("ana")
    second, log = made(file)
    assert second.is_pressed
    assert log.drafts == []
    second.release("ana")
    assert not file.exists()
    assert not made(file)[0].is_pressed
    assert told(log) == [("stop.released", "ana")]


def test_the_marker_is_this_accounts_alone_and_says_what_it_is(file: Path) -> None:
    made(file)[0].press()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"emergency stop" in file.read_bytes()


def test_taking_the_marker_away_does_not_release_a_host_that_runs(file: Path) -> None:
    switch, _ = made(file)
    switch.press()
    file.unlink()
    assert switch.is_pressed
    switch.press()
    assert file.exists()


@pytest.mark.parametrize("kind", ["file", "directory", "dangling link"])
def test_whatever_is_in_its_place_counts_as_the_marker(file: Path, kind: str) -> None:
    match kind:
        case "file":
            file.touch()
        case "directory":
            file.mkdir()
        case _:
            file.symlink_to(file.with_name("nothing"))
    assert made(file)[0].is_pressed


@A_MARKER_THAT_FAILS
def test_a_marker_that_cannot_be_looked_at_counts_as_there(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"no directory")
    switch, _ = made(tmp_path / "data" / "stopped")
    assert switch.is_pressed


@A_MARKER_THAT_FAILS
@pytest.mark.parametrize("kind", ["nowhere", "pipe", "link"])
def test_a_marker_that_cannot_be_written_still_stops_this_host(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "gone" / "stopped" if kind == "nowhere" else tmp_path / "stopped"
    switch, log = made(file)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "link":
        file.symlink_to(tmp_path / "elsewhere")
    switch.press("ana")
    assert switch.is_pressed
    assert told(log) == [("stop.pressed", "ana")]
    assert not (tmp_path / "elsewhere").exists()


def test_a_stop_on_a_full_disk_outlives_its_host(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = files.write

    def write_on_full_disk(path: Path, data: bytes, *, follow: bool) -> None:
        if data:
            raise ConfigError("cannot be written: No space left on device", file=str(path))
        write(path, data, follow=follow)

    monkeypatch.setattr(files, "write", write_on_full_disk)
    made(file)[0].press()
    assert made(file)[0].is_pressed


@A_MARKER_THAT_FAILS
def test_a_marker_that_cannot_be_removed_releases_this_host_and_stops_the_next(file: Path) -> None:
    file.mkdir()
    switch, log = made(file)
    switch.release("ana")
    assert not switch.is_pressed
    assert told(log) == [("stop.released", "ana")]
    assert made(file)[0].is_pressed


def test_a_switch_without_a_file_ends_with_its_host() -> None:
    made(None)[0].press()
    assert not made(None)[0].is_pressed
