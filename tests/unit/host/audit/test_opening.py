from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from host.audit import files
from host.audit.store import open_log
from host.errors import AssentError, AuditError
from tests.unit.host.audit.support import NO_HEAD, Log, log_in, rewrite, sample, tampering, write

MICROS = 1_767_225_600_000_000


@pytest.fixture
def log(tmp_path: Path) -> Log:
    log = log_in(tmp_path)
    log.path.parent.mkdir(mode=0o700)
    return log


def opened(log: Log) -> int:
    """Open, close, and return the number of the last record."""
    open_now = open_log(log.path, log.head, MICROS)
    open_now.connection.close()
    return open_now.tip.seq


def refusal(log: Log) -> str:
    before = log.bytes()
    with pytest.raises(AuditError) as caught:
        opened(log)
    assert log.bytes() == before, "a log that is refused was changed"
    return str(caught.value)


def test_a_new_log_begins_with_its_id_and_is_remembered(log: Log) -> None:
    assert opened(log) == 1
    [row] = log.rows()
    head = files.read_head(log.head)
    assert head is not None
    assert f'"fields":{{"format":1,"log":"{head.log}"}},"kind":"log.opened","seq":1' in row.body.decode()
    assert (head.seq, head.hash) == (1, row.hash.hex())
    assert log.verify().ok


def test_two_logs_have_different_ids_and_nothing_in_common(tmp_path: Path) -> None:
    heads = []
    for name in ("one", "other"):
        log = log_in(tmp_path / name)
        sample(log, calls=1)
        heads.append(files.read_head(log.head))
    assert heads[0] is not None
    assert heads[1] is not None
    assert heads[0].log != heads[1].log
    assert heads[0].hash != heads[1].hash


def test_a_log_is_opened_where_it_ended(log: Log) -> None:
    sample(log)
    assert opened(log) == len(log.rows()) == 10


def test_s32_every_file_of_the_log_is_this_accounts_alone(log: Log) -> None:
    open_now = open_log(log.path, log.head, MICROS)
    with closing(open_now.connection):
        present = [*log.path.parent.iterdir(), log.head]
        assert {path.name for path in present} >= {"log.sqlite3", "log.sqlite3-wal", "log.sqlite3-shm"}
        assert {path.stat().st_mode & 0o777 for path in present} == {0o600}
        assert {path.parent.stat().st_mode & 0o777 for path in present} == {0o700}


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_s32_a_file_that_is_open_to_others_or_a_link_is_refused(log: Log, suffix: str) -> None:
    sample(log)
    path = log.path.with_name(log.path.name + suffix)
    path.touch()
    path.chmod(0o640)
    assert "open to other accounts" in refusal(log)
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")
    assert "not a regular file" in refusal(log)


def test_s32_a_directory_that_is_open_to_others_is_refused(log: Log) -> None:
    sample(log)
    log.head.parent.chmod(0o750)
    with pytest.raises(AssentError, match="open to other accounts"):
        opened(log)


def test_s37_a_missing_log_is_never_made_again(log: Log) -> None:
    sample(log)
    log.path.rename(log.path.with_name("away"))
    assert "is missing, though one was written here before" in refusal(log)
    log.path.touch(mode=0o600)
    assert "is missing, though one was written here before" in refusal_of_emptied(log)


def refusal_of_emptied(log: Log) -> str:
    """As ``refusal``: of an empty file SQLite makes an empty database, and no more."""
    with pytest.raises(AuditError) as caught:
        opened(log)
    with closing(sqlite3.connect(log.path)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    return str(caught.value)


def test_s37_a_write_ahead_log_without_its_database_is_not_thrown_away(log: Log) -> None:
    log.path.with_name(log.path.name + "-wal").touch(mode=0o600)
    assert "is missing" in refusal(log)


def test_s37_a_log_that_was_rolled_back_is_refused(log: Log, tmp_path: Path) -> None:
    sample(log, calls=1)
    shutil.copy(log.path, tmp_path / "old")
    sample(log, calls=1)
    shutil.copy(tmp_path / "old", log.path)
    assert "ends with record 4, but record 7 was written" in refusal(log)


@pytest.mark.expected_logs(NO_HEAD)
def test_s37_a_log_that_was_cut_and_went_on_differently_is_refused(log: Log, tmp_path: Path) -> None:
    write(log)
    shutil.copy(log.path, tmp_path / "old")
    sample(log, calls=0)
    head = log.head.read_bytes()
    shutil.copy(tmp_path / "old", log.path)
    log.head.unlink()
    sample(log, calls=2)
    log.head.write_bytes(head)
    assert "record 3 is not the one that was written" in refusal(log)


def test_s37_another_log_in_its_place_is_refused(log: Log, tmp_path: Path) -> None:
    other = log_in(tmp_path / "other")
    sample(log, calls=1)
    sample(other, calls=5)
    shutil.copy(other.path, log.path)
    assert "not the log that was written here before" in refusal(log)


def test_s37_a_log_whose_end_was_altered_is_refused(log: Log) -> None:
    sample(log)
    log.head.unlink()
    with tampering(log) as connection:
        connection.execute("UPDATE records SET body = replace(body, 'succeeded', 'timed out') WHERE seq = 10")
    assert "record 10 does not match its hash" in refusal(log)
    assert "assent log verify" in refusal(log)


def test_s37_a_log_whose_end_hangs_in_the_air_is_refused(log: Log) -> None:
    sample(log)
    log.head.unlink()
    with tampering(log) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM records WHERE seq = 9")
    assert "record 9 is missing" in refusal(log)
    with tampering(log) as connection:
        connection.execute("DELETE FROM records")
    assert "holds no record" in refusal(log)


def test_s37_a_rewritten_last_record_is_refused(log: Log) -> None:
    sample(log)
    with tampering(log) as connection:
        rewrite(connection, 10, lambda body: body.replace(b"succeeded", b"timed out"))
    assert "record 10 is not the one that was written" in refusal(log)


def test_a_damaged_file_is_an_audit_error(log: Log) -> None:
    sample(log)
    log.path.write_bytes(b"not a database, though of some length" * 1000)
    assert "not a database" in refusal(log)


def test_a_log_of_a_newer_format_is_refused(log: Log) -> None:
    sample(log)
    with closing(sqlite3.connect(log.path)) as connection, connection:
        connection.execute("UPDATE meta SET value = '2' WHERE name = 'format'")
    assert "newer Assent" in refusal(log)


def test_a_host_killed_while_it_made_the_log_leaves_nothing_in_the_way(log: Log) -> None:
    log.path.touch(mode=0o600)
    assert opened(log) == 1
    assert log.verify().ok


def test_a_log_whose_end_was_not_remembered_is_opened_and_says_so(log: Log) -> None:
    sample(log)
    log.head.unlink()
    open_now = open_log(log.path, log.head, MICROS)
    open_now.connection.close()
    assert not open_now.is_head_known
    assert files.read_head(log.head) is not None
