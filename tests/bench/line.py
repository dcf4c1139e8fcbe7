"""The load: a raw client that keeps calls in flight on one line and does next to nothing else.

Owns: the measuring of calls.

Invariants: one thread, blocking reads and writes, one write for all the calls that one read made room for; a call's
time runs from before its bytes are written until the read that brought its answer.
"""

from __future__ import annotations

import gc
import itertools
import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from tests.bench.payloads import Payload
from tests.support.hosts import ROOT

CHUNK: Final = 1 << 20
PREFIXES: Final = (b'{"jsonrpc":"2.0","id":', b'{"jsonrpc": "2.0", "id": ')
"""How each answer begins on the lines that are measured; so that the client need not parse what it waits for."""
LEAVE_SECONDS: Final = 10.0


@dataclass(frozen=True)
class Sample:
    """One burst of calls.

    Attributes:
        p50, p99: milliseconds of a call. rate: calls per second. calls: how many there were.
    """

    p50: float
    p99: float
    rate: float
    calls: int


def quantile(values: Sequence[float], share: float) -> float:
    """The value that ``share`` of ``values`` do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Line:
    """A running command that speaks MCP on its stdin and stdout; a context manager."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str] | None = None, *, stderr: int | None = None
    ) -> None:
        """Start ``command``. ``stderr``: as ``subprocess.Popen`` has it."""
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, env=env, cwd=ROOT, bufsize=0
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in, self._out = self.process.stdin.fileno(), self.process.stdout.fileno()
        self._ids = itertools.count(1)
        self._parts: list[bytes] = []
        self._got: list[bytes] = []

    def __enter__(self) -> Self:
        """Self."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close stdin and see the command off."""
        with self.process:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait(LEAVE_SECONDS)

    def greet(self) -> float:
        """Shake hands; returns the seconds from the start of the command to its first answer."""
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        self.ask("initialize", params)
        took = time.perf_counter() - self.started
        self._write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        return took

    def ask(self, method: str, params: object) -> Any:
        """One request and its result."""
        request = {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params}
        self._write(json.dumps(request).encode() + b"\n")
        return json.loads(self._read_one())["result"]

    def check(self, payload: Payload) -> None:
        """One call, whose result must be right to the letter."""
        self._write(payload.request(next(self._ids)))
        result = json.loads(self._read_one())["result"]
        assert result["content"][0]["text"] == payload.expected, "this line changes what passes"

    def burst(self, payload: Payload, in_flight: int, seconds: float) -> Sample:
        """Keep ``in_flight`` calls in flight for so many seconds, and for as many calls at least."""
        taken: list[int] = []
        sent: dict[int, int] = {}
        gc.collect()
        gc.disable()
        began = time.perf_counter_ns()
        until = began + int(seconds * 1e9)
        more = in_flight
        now = began
        try:
            while True:
                if more and now < until:
                    self._launch(payload, more, sent)
                if not sent:
                    break
                answers = self._read()
                now = time.perf_counter_ns()
                more = len(answers)
                taken += [now - sent.pop(_id(answer)) for answer in answers]
        finally:
            gc.enable()
        times = [nanoseconds / 1e6 for nanoseconds in taken]
        return Sample(quantile(times, 0.5), quantile(times, 0.99), len(taken) / ((now - began) / 1e9), len(taken))

    def put(self, request: bytes) -> None:
        """Send one line."""
        self._write(request)

    def get(self) -> bytes:
        """The next line that comes."""
        while not self._got:
            self._got += self._read()
        return self._got.pop(0)

    def _launch(self, payload: Payload, count: int, sent: dict[int, int]) -> None:
        numbers = list(itertools.islice(self._ids, count))
        data = b"".join([payload.request(number) for number in numbers])
        now = time.perf_counter_ns()
        sent.update(dict.fromkeys(numbers, now))
        self._write(data)

    def _read_one(self) -> bytes:
        while not (answers := self._read()):
            continue
        [answer] = answers
        return answer

    def _read(self) -> list[bytes]:
        """The answers that the next chunk completes, maybe none."""
        chunk = os.read(self._out, CHUNK)
        assert chunk, "the line broke"
        *lines, rest = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join([*self._parts, lines[0]])
            self._parts = []
        self._parts.append(rest)
        return lines

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._in, view) :]


def _id(answer: bytes) -> int:
    for prefix in PREFIXES:
        if answer.startswith(prefix):
            return int(answer[len(prefix) : answer.index(b",", len(prefix))])
    raise AssertionError(answer[:100])
