"""What really happened, told three times: by the server's journal, by the log, and by the answers the app heard.

Owns: the comparison of the three, over any number of rounds and restarts.

Invariants of a whole program: a call that reached the server has a durable approval of exactly its parameters; nothing
is decided twice, ends twice, or is missing; a record that was once read never changes or goes away.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any  # JSON as it comes, as everywhere in the tests

from host.apps.bridge import NO_HOST_MESSAGE, UNKNOWN_OUTCOME
from host.audit import chain, database, files
from host.audit.verify import verify_database
from host.canonical import canonical
from host.paths import Paths

Json = dict[str, Any]
ENDS_UNSENT = "not sent"
"""How the log's sentence begins where a call was approved but not sent after all."""
ENDS_WITH_HOST = "the host stopped"
"""… and where the host died before it knew."""
_TORN = re.compile(r'"call":.*?"id": "([^"]+)"')


@dataclass
class Told:
    """One call as the log tells it.

    Attributes:
        params: as the log keeps them. proposed, decided, ended: numbers of its records, 0 where there is none.
        approved: what was decided. by: whose decision. status, because: of the outcome.
    """

    params: bytes = b""
    proposed: int = 0
    decided: int = 0
    ended: int = 0
    approved: bool = False
    by: str = ""
    status: str = ""
    because: str = ""


@dataclass(frozen=True)
class Heard:
    """One call as the app tells it. Attributes: token: unique, in its arguments. answer: None where none came."""

    token: str
    expected: str
    answer: Json | None


class Journal:
    """The journal of every process that the server ever was, read on from where it was left."""

    def __init__(self, path: Path) -> None:
        """``path``: of the file; it need not exist yet."""
        self._path, self._read = path, 0
        self.calls: dict[str, Json] = {}
        self.torn: list[str] = []

    def read_on(self) -> None:
        """Take in what is new. Only while no server runs: what a killed one left of a line is ended here."""
        if not self._path.exists():
            return
        with self._path.open("r+b") as file:
            file.seek(self._read)
            data = file.read()
            if not data.endswith(b"\n"):
                file.write(b"\n")
            self._read = file.tell()
        for line in data.decode().splitlines():
            self._take(line)

    def _take(self, line: str) -> None:
        try:
            entry = json.loads(line)
        except ValueError:
            self.torn += _TORN.findall(line)
            return
        if "call" in entry:
            token = entry["call"]["arguments"]["id"]
            assert token not in self.calls, f"call {token} reached the server twice"
            self.calls[token] = entry["call"]


class Story:
    """All that was seen so far."""

    def __init__(self, paths: Paths, journal: Journal) -> None:
        """``paths``: of the profile. ``journal``: of its one server."""
        self._paths, self.journal = paths, journal
        self._tip: chain.Tip | None = None
        self._hashes: list[bytes] = []
        self._log = ""
        self._by_id: dict[str, Told] = {}
        self.told: dict[str, Told] = {}
        self._silences = 0

    @property
    def records(self) -> int:
        """How many records were seen."""
        return len(self._hashes)

    def outcomes(self) -> Counter[str]:
        """How often calls ended how: a test that kills nothing shows."""
        ends = Counter(told.status or ("denied by " + told.by) for told in self.told.values())
        ends["without an answer"] = self._silences
        ends["torn in the journal"] = len(self.journal.torn)
        return ends

    def read_on(self) -> None:
        """Read the records that are new, after making sure that the last one read still stands."""
        with closing(database.connect_reader(self._paths.log_file)) as connection:
            if self._tip is None:
                self._log = database.log_id(connection)
                self._tip = chain.genesis(self._log)
            else:
                known = database.row_at(connection, self._tip.seq)
                assert known is not None, f"record {self._tip.seq} was lost"
                assert known.hash == self._tip.hash, f"record {self._tip.seq} changed"
            for row in database.rows(connection, self._tip.seq + 1):
                self._tip = chain.follow(self._tip, row)
                self._hashes.append(row.hash)
                self._take(connection, json.loads(row.body))

    def _take(self, connection: sqlite3.Connection, body: Json) -> None:
        """One record of a call."""
        kind, seq, fields = body["kind"], body["seq"], body["fields"]
        if not kind.startswith("call."):
            return
        told = self._by_id.setdefault(body["call"], Told())
        if "params" in body["commitments"]:
            [told.params] = [
                bytes(it.value or b"") for it in database.values_of(connection, seq) if it.name == "params"
            ]
            self.told[json.loads(told.params)["arguments"]["id"]] = told
        if kind == "call.proposed":
            told.proposed = seq
        elif kind == "call.decided":
            assert not told.decided, f"two decisions on one call: records {told.decided} and {seq}"
            told.decided, told.approved, told.by = seq, fields["decision"] == "approve", fields["by"]
        elif kind == "call.outcome":
            assert told.approved, f"record {seq} is the outcome of a call that nobody approved"
            assert not told.ended, f"two outcomes of one call: records {told.ended} and {seq}"
            told.ended, told.status, told.because = seq, fields["status"], fields.get("because", "")
        else:
            raise AssertionError(f"record {seq} is of the unexpected kind {kind}")

    def verify(self) -> None:
        """Check the whole chain; every record ever read must still be there, byte for byte, and the head remembered."""
        remembered = files.read_head(self._paths.head_file)
        assert remembered is not None
        found = verify_database(self._paths.log_file, remembered)
        assert found.ok, found.problem
        assert remembered.seq <= found.last
        with closing(database.connect_reader(self._paths.log_file)) as connection:
            # The hashes were recomputed just now, and each covers its record and all before it.
            now = [row.hash for row in database.rows(connection, 1, len(self._hashes))]
        assert now == self._hashes, "a record that was read before has changed"

    def check(self, heard: list[Heard]) -> None:
        """Compare the three tellings of the calls in ``heard``, all of which have ended."""
        self._silences += sum(call.answer is None for call in heard)
        for call in heard:
            self._check_log(call.token)
            self._check_answer(call)
        for token, params in self.journal.calls.items():
            if params:
                self._check_journalled(token, params)
        for token in self.journal.torn:
            assert self.told[token].approved, f"the beginning of call {token} reached the server unapproved"
        self._forget(heard)

    def _forget(self, heard: list[Heard]) -> None:
        """Let go of the parameters of calls that need no further look: hundreds of rounds would fill the memory."""
        for call in heard:
            if call.token in self.told:
                self.told[call.token].params = b""
            if call.token in self.journal.calls:
                self.journal.calls[call.token] = {}

    def _check_log(self, token: str) -> None:
        """Every call that the log knows has an end; approved ones have an outcome, after their decision."""
        told = self.told.get(token)
        if told is None:
            return  # it never got that far; the journal must not know it either, which is checked below
        assert told.decided, f"call {token} was proposed and never decided"
        assert bool(told.ended) == told.approved, f"call {token}: approved is {told.approved}, outcome {told.ended}"
        if told.approved:
            assert told.proposed < told.decided < told.ended
        if told.status == "succeeded":
            assert token in self.journal.calls, f"call {token} succeeded but never reached the server"
        if "never" in token:
            assert not told.approved, f"call {token} was approved, though nobody did"

    def _check_answer(self, call: Heard) -> None:
        """What the app heard must be what the log says."""
        if call.answer is None:
            return
        if UNKNOWN_OUTCOME in str(call.answer):
            return  # the bridge lost its host, and says that it knows nothing
        if NO_HOST_MESSAGE in str(call.answer):
            assert call.token not in self.journal.calls, f"call {call.token} ran, though the bridge never sent it"
            return
        told = self.told.get(call.token)
        assert told is not None, f"call {call.token} was answered, and the log knows nothing of it: {call.answer}"
        error, result = call.answer.get("error"), call.answer.get("result", {})
        if error is not None:
            assert error["code"] == -32000, call.answer
            assert told.status == "unknown", f"call {call.token}: the app heard of a lost server, the log: {told}"
        elif result["isError"]:
            assert not told.approved or told.because.startswith(ENDS_UNSENT), f"{call.answer} but {told}"
            assert call.token not in self.journal.calls, f"call {call.token} ran, though the app heard otherwise"
        else:
            assert result["content"][0]["text"] == call.expected
            # The app hears of a success before the outcome is durable, never before the decision is.
            assert told.status == "succeeded" or told.because.startswith(ENDS_WITH_HOST), f"{call.answer} but {told}"
            assert call.token in self.journal.calls

    def _check_journalled(self, token: str, params: Json) -> None:
        """A call that reached the server was approved before, with exactly these parameters."""
        told = self.told.get(token)
        assert told is not None, f"call {token} reached the server, and the log knows nothing of it"
        assert told.approved, f"call {token} reached the server without an approval: {told}"
        assert without_progress_token(params) == told.params, f"call {token} was sent with other parameters"
        assert not told.because.startswith(ENDS_UNSENT), f"call {token} ran, though the log says it was not sent"


def without_progress_token(params: Json) -> bytes:
    """The canonical form of params as a server saw them, less the token, which belongs to the line, not to the call."""
    meta = {key: value for key, value in params.get("_meta", {}).items() if key != "progressToken"}
    rest = {key: value for key, value in params.items() if key != "_meta"}
    return canonical(rest | ({"_meta": meta} if meta else {}))
