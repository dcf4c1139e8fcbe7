from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from host.files import FileChanges, fingerprint


def test_a_file_that_nobody_touched_keeps_its_fingerprint(tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    file.write_text("one")
    assert fingerprint(file) == fingerprint(file) is not None


def test_an_edit_a_replacement_and_a_removal_are_noticed(tmp_path: Path) -> None:
    file, other = tmp_path / "policy.json", tmp_path / "other"
    file.write_text("one")
    seen = [fingerprint(file)]
    file.write_text("three")
    seen.append(fingerprint(file))
    other.write_text("other")
    other.replace(file)
    seen.append(fingerprint(file))
    file.unlink()
    seen.append(fingerprint(file))
    assert len(set(seen)) == 4
    assert seen[-1] is None


def test_a_replacement_of_the_same_size_and_time_is_noticed(tmp_path: Path) -> None:
    file, other = tmp_path / "policy.json", tmp_path / "other"
    for path in (file, other):
        path.write_text(path.name[:5])
        os.utime(path, ns=(1, 1))
    before = fingerprint(file)
    other.replace(file)
    assert fingerprint(file) != before


def test_s39_an_edit_of_the_same_size_whose_time_was_set_back_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    file.write_text("allow")
    before = fingerprint(file)
    facts = file.stat()
    while (
        file.stat().st_ctime_ns == facts.st_ctime_ns
    ):  # the clock of the file system ticks some hundred times a second
        file.write_text("never")
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert fingerprint(file) != before


def test_s39_an_edit_of_the_same_size_right_after_a_look_is_noticed(tmp_path: Path) -> None:
    """Two writes within one tick of the file system's clock leave the same times behind."""
    file = tmp_path / "policy.json"
    for number in range(200):
        file.write_text(f"{number:05}")
        before = fingerprint(file)
        file.write_text(f"{number:04}x")
        assert fingerprint(file) != before, f"edit {number} went unnoticed"


def test_a_link_is_its_own_file_and_not_the_one_it_points_to(tmp_path: Path) -> None:
    file, link = tmp_path / "policy.json", tmp_path / "link"
    file.write_text("one")
    link.symlink_to(file)
    assert fingerprint(link) != fingerprint(file)


def test_an_edit_behind_a_link_is_noticed_and_so_is_another_target(tmp_path: Path) -> None:
    file, other, link = tmp_path / "policy.json", tmp_path / "other", tmp_path / "link"
    file.write_text("one")
    other.write_text("two")
    link.symlink_to(file)
    seen = [fingerprint(link)]
    file.write_text("three")
    seen.append(fingerprint(link))
    link.unlink()
    link.symlink_to(other)
    seen.append(fingerprint(link))
    other.unlink()
    seen.append(fingerprint(link))
    assert len(set(seen)) == 4


def test_only_what_is_not_there_has_no_fingerprint(tmp_path: Path) -> None:
    assert fingerprint(tmp_path / "absent") is None
    assert fingerprint(tmp_path / "absent" / "deeper") is None
    (tmp_path / "file").touch()
    assert fingerprint(tmp_path / "file" / "deeper") is not None, "it cannot be told what is there"
    (tmp_path / "link").symlink_to(tmp_path / "absent")
    assert fingerprint(tmp_path / "link") is not None


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_change_of_permissions_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    file.write_text("one")
    before, changed_at = fingerprint(file), file.stat().st_ctime_ns
    while file.stat().st_ctime_ns == changed_at:
        file.chmod(0o666)
    assert fingerprint(file) != before


# Glances


def test_at_the_first_glance_everything_has_changed_and_once_it_was_read_nothing_has(tmp_path: Path) -> None:
    glance = FileChanges(tmp_path / "a", tmp_path / "b")
    assert glance.changed()
    assert glance.changed()
    glance.mark_read()
    assert not glance.changed()


@pytest.mark.parametrize("name", ["a", "b"])
def test_a_change_of_any_file_is_seen_until_it_was_read(tmp_path: Path, name: str) -> None:
    glance = FileChanges(tmp_path / "a", tmp_path / "b")
    assert glance.changed()
    glance.mark_read()
    (tmp_path / name).write_text("new")
    assert glance.changed()
    assert glance.changed()
    glance.mark_read()
    assert not glance.changed()


def test_who_may_write_to_a_directory_above_a_file_is_seen_and_what_is_beside_it_is_not(tmp_path: Path) -> None:
    directory = tmp_path / "a" / "b"
    directory.mkdir(parents=True)
    glance = FileChanges(directory / "file", above=directory / "file")
    assert glance.changed()
    glance.mark_read()
    directory.chmod(directory.stat().st_mode ^ 0o022)
    assert not glance.changed(), "there is no file that somebody could have put there"
    (directory / "file").touch()
    assert glance.changed()
    glance.mark_read()
    (directory / "other").write_text("x")
    assert not glance.changed()
    for each in (directory, directory.parent):
        before = each.stat().st_mode
        each.chmod(before ^ 0o022)
        assert glance.changed()
        each.chmod(before)
        assert not glance.changed()
    directory.rename(tmp_path / "c")
    assert glance.changed()


def test_a_change_between_the_look_and_the_reading_is_seen_at_the_next_look(tmp_path: Path) -> None:
    file = tmp_path / "a"
    glance = FileChanges(file)
    assert glance.changed()
    file.write_text("new")
    glance.mark_read()
    assert glance.changed()


def test_within_one_turn_there_is_one_look(tmp_path: Path) -> None:
    file, later = tmp_path / "a", list[Callable[[], None]]()
    glance = FileChanges(file, soon=later.append)
    assert glance.changed()
    glance.mark_read()
    file.write_text("new")
    assert not glance.changed()
    assert len(later) == 1
    later.pop()()
    assert glance.changed()


def test_s39_a_check_that_nothing_would_clear_hides_no_later_change(tmp_path: Path) -> None:
    file, is_loop_there = tmp_path / "policy.json", False

    def soon(_: Callable[[], None]) -> None:
        if not is_loop_there:
            raise RuntimeError("no running event loop")

    glance = FileChanges(file, soon=soon)
    with pytest.raises(RuntimeError):
        glance.changed()
    is_loop_there = True
    glance.mark_read()
    file.write_text("new")
    assert glance.changed()
