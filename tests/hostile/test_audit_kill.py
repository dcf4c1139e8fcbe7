"""The audit log when its host is killed or its disk is full: nothing acknowledged is lost, nothing else appears."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import pytest

from host import tasks
from host.audit.store import AuditStore
from host.errors import AuditError
from host.model import Draft
from tests.unit.host.audit.support import Log, decided, log_in, outcome

ROOT: Final = Path(__file__).parents[2]
KILLS: Final = 10
WIDTH: Final = 8
"""Calls in flight in the host that is killed."""
STARTED: Final = Draft("host.started", {})


def say(*words: object) -> None:
    """One line to the test, whole or not at all."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def acknowledge_until_killed(directory: str) -> None:
    """The host of the kill test: says each record that it was told is durable."""

    async def work(store: AuditStore, worker: int) -> None:
        for number in range(1_000_000):
            call = f"{os.getpid()}-{worker}-{number}"
            ((seq, *_),) = await store.append(decided(call, params=call.encode() * 50))
            say(seq, call, "call.decided")
            if number % 2:
                store.submit(outcome(call, result=b"done"))
            else:
                ((seq, *_),) = await store.append(outcome(call, result=b"done"))
                say(seq, call, "call.outcome")

    async def run() -> None:
        store = log_in(Path(directory)).open()
        await store.begin(STARTED)
        await asyncio.gather(*(tasks.spawn(work(store, worker), name="work") for worker in range(WIDTH)))

    say("opening")
    asyncio.run(run())


def fill_the_disk(directory: str) -> None:
    """The host of the full disk: the largest size of a file stands in for it. Says what became of each call."""

    async def attempt(store: AuditStore, call: str) -> bool:
        try:
            ((seq, *_),) = await store.append(decided(call, params=b"x" * 20_000))
        except AuditError as error:
            say("refused", call, error)
            return False
        say(seq, call, "call.decided")
        return True

    async def run() -> None:
        log = log_in(Path(directory))
        store = log.open()
        await store.begin(STARTED)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
        number = 0
        while await attempt(store, f"c{number}"):
            number += 1
        store.submit(outcome("c0"))
        await attempt(store, "still-full")
        say("failed", store.failure)
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        await attempt(store, "room-again")
        await store.close()

    asyncio.run(run())


@contextmanager
def child(function: str, directory: Path) -> Iterator[subprocess.Popen[str]]:
    code = f"from {__name__} import {function}; {function}({str(directory)!r})"
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def lines(stream: IO[str] | None) -> Iterator[list[str]]:
    assert stream is not None
    return (line.split(" ", 2) for line in map(str.strip, stream))


def written(log: Log) -> dict[int, tuple[str, str]]:
    """Call and kind of each record."""
    bodies = (json.loads(row.body) for row in log.rows())
    return {body["seq"]: (body.get("call", ""), body["kind"]) for body in bodies}


@pytest.mark.parametrize("seed", [37])
def test_s37_killed_at_any_moment_the_log_is_whole_and_holds_all_that_was_acknowledged(
    tmp_path: Path, seed: int
) -> None:
    log, acknowledged = log_in(tmp_path), {}
    # How many acknowledgements to wait for: with none, the kill comes while the log is being made or opened.
    moments = [0, 0, *(random.Random(seed).randrange(1, 500) for _ in range(KILLS - 2))]  # noqa: S311 no secret
    for moment in moments:
        with child("acknowledge_until_killed", tmp_path) as process:
            said = lines(process.stdout)
            assert next(said) == ["opening"]
            for _ in range(moment):
                seq, call, kind = next(said)
                acknowledged[int(seq)] = (call, kind)
            process.kill()
            acknowledged |= {int(seq): (call, kind) for seq, call, kind in said}
    asyncio.run(start_once_more(log))
    records = written(log)
    assert len(acknowledged) >= sum(moments)
    assert {seq: records.get(seq) for seq in acknowledged} == acknowledged
    assert log.verify().ok
    assert log.verify().records == len(records)
    # Every call that was ever approved has exactly one outcome by now, known or not.
    assert Counter(call for call, kind in records.values() if kind == "call.decided") == Counter(
        call for call, kind in records.values() if kind == "call.outcome"
    )


async def start_once_more(log: Log) -> None:
    store = log.open()
    await store.begin(STARTED)
    await store.close()


def test_s37_a_full_disk_refuses_and_the_log_goes_on_where_it_ended_once_there_is_room(tmp_path: Path) -> None:
    with child("fill_the_disk", tmp_path) as process:
        said = list(lines(process.stdout))
        assert process.wait() == 0
    log = log_in(tmp_path)
    refused = {words[1] for words in said if words[0] == "refused"}
    accepted = {int(words[0]): (words[1], words[2]) for words in said if words[0].isdigit()}
    assert "still-full" in refused
    assert len(refused) == 2
    assert len(accepted) > 2
    assert any(words[0] == "failed" and "cannot be written" in " ".join(words) for words in said)
    records = written(log)
    assert {seq: records[seq] for seq in accepted} == accepted
    assert ("room-again", "call.decided") in accepted.values()
    assert not refused & {call for call, _ in records.values()}
    assert ("c0", "call.outcome") in records.values(), "what was submitted meanwhile must not be lost"
    assert log.verify().ok
