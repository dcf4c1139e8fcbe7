"""Large results on the disk."""

from __future__ import annotations

import asyncio
import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from host import tasks
from host.audit.chain import commit
from host.errors import AssentError, ConfigError
from host.gate import spool as spool_module
from host.gate.spool import MAX_FILES, PART_BYTES, Spool, Spooled
from host.model import App
from host.settings import KIB, LiveSettings, Settings
from tests.unit.host.support import until

APP, OTHER = App("claude", True, session="s1"), App("cursor", True, session="s2")
LARGE = b"\xf0\x9f\x98\x80" * (PART_BYTES // 2)
"""Characters of four bytes each."""


Opened = Callable[..., Spool]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made: list[Spool] = []

    def open_(**settings: float) -> Spool:
        made.append(Spool(tmp_path / "spool", LiveSettings(Settings().replace(**settings))))
        made[-1].start()
        return made[-1]

    yield open_
    for each in made:
        each.close()


async def test_a_result_is_read_as_it_was_written_whole_and_in_parts(opened: Opened) -> None:
    spool = opened()
    data = b"x" + LARGE
    kept = await spool.keep(APP, data, call="c1")
    assert await kept.read() == data
    parts = [await kept.part(number) for number in range(kept.part_count)]
    assert "".join(parts).encode() == data
    assert max(len(part.encode()) for part in parts) <= PART_BYTES + 3
    assert kept.committed.hmac == commit(kept.committed.key, data)
    assert data.startswith(kept.committed.head)
    assert spool.result_of_call("c1") is kept
    with pytest.raises(AssentError):
        await kept.part(kept.part_count + 1)


async def test_what_is_no_text_comes_in_parts_all_the_same(opened: Opened) -> None:
    kept = await opened().keep(APP, b"\x80" * (2 * PART_BYTES))
    assert all([await kept.part(number) for number in range(kept.part_count)])


async def test_s36_the_files_have_no_names_and_go_with_the_session_and_the_host(opened: Opened, tmp_path: Path) -> None:
    spool = opened()
    mine, others = await spool.keep(APP, LARGE, call="c1"), await spool.keep(OTHER, LARGE, call="c2")
    assert list((tmp_path / "spool").iterdir()) == []
    spool.forget("s1")
    assert (mine.is_readable, others.is_readable) == (False, True)
    assert spool.result_of_call("c1") is None
    assert spool.used_bytes == len(LARGE)
    with pytest.raises(AssentError, match="not kept any more"):
        await mine.read()
    spool.close()
    assert not others.is_readable
    assert spool.used_bytes == 0


async def test_s36_a_result_whose_session_ends_while_it_is_written_is_not_kept(opened: Opened) -> None:
    spool = opened()
    coming = [tasks.spawn(spool.keep(app, LARGE, call=app.name, required=True), name="keep") for app in (APP, OTHER)]
    await asyncio.sleep(0)
    spool.forget("s1")
    assert [(await each).is_readable for each in coming] == [False, True]
    assert spool.used_bytes == len(LARGE)


async def test_a_result_goes_after_a_day(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool_module, "KEPT_SECONDS", 0.0)
    spool = opened()
    kept = await spool.keep(APP, LARGE)
    await until(lambda: not kept.is_readable)
    assert spool.used_bytes == 0


async def test_s36_what_an_earlier_host_left_is_removed_and_a_planted_link_leads_nowhere(
    opened: Opened, tmp_path: Path
) -> None:
    folder, secret = tmp_path / "spool", tmp_path / "secret"
    folder.mkdir(mode=0o700)
    secret.write_text("mine")
    (folder / "left").write_text("result")
    (folder / "link").symlink_to(secret)
    (folder / "folder").mkdir()
    spool = opened()
    assert [left.name for left in folder.iterdir()] == ["folder"]
    await spool.keep(APP, LARGE)
    assert secret.read_text() == "mine"


def test_s32_a_folder_that_others_may_open_is_not_used(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "spool").mkdir(mode=0o755)
    with pytest.raises(ConfigError):
        opened()


@pytest.mark.expected_logs("a large result could not be kept")
async def test_s37_a_full_disk_costs_the_file_alone(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    spool = opened()

    def full(**_: Any) -> IO[bytes]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "TemporaryFile", full)
        for _ in range(2):
            kept = await spool.keep(APP, LARGE, call="c1")
            assert not kept.is_readable
            assert kept.committed.size == len(LARGE)
    assert spool.result_of_call("c1") is None
    assert (await spool.keep(APP, LARGE)).is_readable


async def test_s43_for_a_new_result_the_oldest_that_nobody_must_have_goes(opened: Opened) -> None:
    spool = opened(spool_per_app=3 * len(LARGE), spool=5 * len(LARGE))
    ticket = await spool.keep(APP, LARGE, required=True)
    mine = [await spool.keep(APP, LARGE) for _ in range(3)]
    assert [kept.is_readable for kept in (ticket, *mine)] == [True, False, True, True]
    others = [await spool.keep(OTHER, LARGE) for _ in range(3)]
    assert [kept.is_readable for kept in (ticket, *mine, *others)] == [True, False, False, True, True, True, True]
    assert spool.used_bytes == 5 * len(LARGE)
    assert not (await spool.keep(APP, LARGE * 3)).is_readable, "beside what somebody must have there is no room"
    assert ticket.is_readable


async def test_s43_no_more_files_are_open_than_there_may_be(opened: Opened) -> None:
    spool = opened()
    before = len(os.listdir("/proc/self/fd"))
    for number in range(MAX_FILES):
        await spool.keep(App(f"app-{number % 2}", True, session="s"), b"x")
    many = [await spool.keep(App("third", True, session="s"), b"x") for _ in range(4)]
    assert all(kept.is_readable for kept in many)
    assert len(os.listdir("/proc/self/fd")) - before == MAX_FILES
    spool.close()
    assert len(os.listdir("/proc/self/fd")) == before


async def test_s43_no_more_waits_for_a_slow_disk_than_there_may(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool_module, "MAX_BYTES_BEING_WRITTEN", len(LARGE))
    spool = opened()
    first, second = await asyncio.gather(spool.keep(APP, LARGE), spool.keep(APP, LARGE))
    assert (first.is_readable, second.is_readable) == (True, False)
    assert (await spool.keep(APP, LARGE)).is_readable


async def test_what_is_not_what_was_written_is_not_given_out(opened: Opened) -> None:
    kept = await opened().keep(APP, LARGE)
    assert kept._file is not None  # noqa: SLF001  # what no other program can reach
    kept._file.seek(3)  # noqa: SLF001  # likewise
    kept._file.write(b"?")  # noqa: SLF001  # likewise
    with pytest.raises(AssentError):
        await kept.read()


async def test_a_result_that_ends_while_it_is_read_leaves_nothing_open(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool = opened()
    kept = await spool.keep(APP, LARGE)
    file = kept._file  # noqa: SLF001  # closed by whoever reads it last
    assert file is not None
    with kept._lock:  # noqa: SLF001  # as a reader holds it
        kept.close()
        assert not file.closed
    with pytest.raises(AssentError):
        await kept.read()
    assert file.closed


async def test_a_disk_that_cannot_be_read_is_said_so(opened: Opened) -> None:
    kept = await opened().keep(APP, LARGE)
    assert kept._file is not None  # noqa: SLF001  # a disk that fails
    os.ftruncate(kept._file.fileno(), 0)  # noqa: SLF001  # likewise
    with pytest.raises(AssentError):
        await kept.read()
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, kept._file.fileno())  # noqa: SLF001  # likewise
    os.close(nothing)
    with pytest.raises(AssentError):
        await kept.part(0)


async def test_nothing_is_kept_without_a_folder_or_room_for_any(opened: Opened) -> None:
    nowhere = Spool(None, LiveSettings())
    nowhere.start()
    assert not (await nowhere.keep(APP, LARGE)).is_readable
    assert not (await opened(spool=0).keep(APP, LARGE)).is_readable
    assert nowhere.is_large(b"x" * (64 * KIB + 1))
    assert not nowhere.is_large(b"x" * 64 * KIB)
    assert isinstance(await nowhere.keep(APP, b""), Spooled)
