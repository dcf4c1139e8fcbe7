from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from host.audit import files
from host.audit.files import Head
from host.errors import AuditError

HEAD = Head("0" * 32, 7, "ab" * 32)


def test_a_head_is_read_as_it_was_written_and_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "head.json"
    assert files.read_head(path) is None
    for head in (HEAD, HEAD._replace(seq=8)):
        files.write_head(path, head)
        assert files.read_head(path) == head
    assert [file.name for file in tmp_path.iterdir()] == ["head.json"]


def test_s32_files_are_this_accounts_alone_whatever_the_umask(tmp_path: Path) -> None:
    head, database, lock = tmp_path / "head.json", tmp_path / "log", tmp_path / "lock"
    before = os.umask(0)
    try:
        files.write_head(head, HEAD)
        files.create(database)
        files.lock(lock).close()
    finally:
        os.umask(before)
    assert {stat.S_IMODE(path.stat().st_mode) for path in (head, database, lock)} == {0o600}


def test_what_a_killed_host_left_of_a_head_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "head.json.new").write_text("{")
    files.write_head(tmp_path / "head.json", HEAD)
    assert files.read_head(tmp_path / "head.json") == HEAD


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "\ud800",
        '{"v":1}',
        '{"v":2,"log":"x","seq":1,"hash":"y"}',
        '{"v":1,"log":"x","seq":"1","hash":"y"}',
        '{"v":1,"log":1,"seq":1,"hash":"y"}',
        '{"v":1,"log":"x","seq":true,"hash":"y"}',
    ],
)
def test_s37_a_head_that_is_none_is_not_taken_for_a_missing_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "head.json"
    path.write_text(text, errors="surrogatepass")
    path.chmod(0o600)
    with pytest.raises(AuditError, match="cannot be used"):
        files.read_head(path)


def test_a_head_that_others_may_write_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "head.json"
    files.write_head(path, HEAD)
    path.chmod(0o620)
    with pytest.raises(AuditError, match="cannot be used"):
        files.read_head(path)


def test_a_head_that_cannot_be_written_is_an_audit_error(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "head.json"
    with pytest.raises(AuditError) as caught:
        files.write_head(path, HEAD)
    assert str(caught.value) == (
        f"The head of the audit log cannot be remembered in {path}: it cannot be written: No such file or directory."
    )


def test_s32_a_link_in_the_place_of_the_head_is_replaced_and_not_followed(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "head.json", tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    path.symlink_to(elsewhere)
    files.write_head(path, HEAD)
    assert files.read_head(path) == HEAD
    assert elsewhere.read_text() == "kept"


def test_s32_links_foreign_types_and_open_modes_are_refused(tmp_path: Path) -> None:
    real, link, directory = tmp_path / "real", tmp_path / "link", tmp_path / "directory"
    files.create(real)
    files.check_private(real)
    files.check_private(tmp_path / "absent")
    link.symlink_to(real)
    directory.mkdir()
    for path in (link, directory):
        with pytest.raises(AuditError, match="not a regular file"):
            files.check_private(path)
    real.chmod(0o604)
    with pytest.raises(AuditError, match=r"mode 0604"):
        files.check_private(real)


def test_s32_a_file_of_another_account_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    files.create(path)
    facts = list(path.lstat())
    facts[stat.ST_UID] = os.geteuid() + 1
    assert files.privacy_problem(os.stat_result(facts)) == "belongs to another account"


def test_a_file_is_never_created_over_another_or_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "file").touch()
    for name in ("link", "file"):
        with pytest.raises(AuditError, match="cannot be created"):
            files.create(tmp_path / name)
    assert not (tmp_path / "target").exists()


def test_the_lock_is_held_once_and_free_again_when_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = files.lock(path)
    with pytest.raises(AuditError, match="Another Assent host"):
        files.lock(path)
    first.close()
    files.lock(path).close()


def test_a_lock_that_cannot_be_opened_is_an_audit_error(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="cannot be opened"):
        files.lock(tmp_path / "missing" / "lock")


def test_identity_tells_files_apart(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    files.create(one)
    files.create(other)
    assert files.identity(one) != files.identity(other)
    assert files.identity(tmp_path / "absent") is None
