"""The same promise with more of other people's servers, and for longer: what ``make test-full`` adds."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from host.model import ApprovalRequest
from tests.e2e.test_real_servers import NPM, VENV, session, story
from tests.support.app import refused, text_of
from tests.support.hosts import ROOT, ScriptedApprover
from tests.support.profile import Profile

pytestmark = pytest.mark.full

SQLITE = ROOT / ".venv-sqlite/bin/mcp-server-sqlite"


@pytest.fixture
def website() -> Iterator[tuple[str, list[str]]]:
    """A site on this machine: its address, and the paths that were asked for."""
    asked: list[str] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = b"<html><body><h1>Plain words</h1></body></html>" if self.path == "/page" else b""
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])
async def test_only_approved_pages_are_fetched(
    profile: Profile, website: tuple[str, list[str]], tmp_path: Path, modern: bool
) -> None:
    address, asked = website

    async def only_the_page(request: ApprovalRequest) -> Any:
        return str(request.call.arguments_value["url"]).endswith("/page") or "not that one"

    approver = ScriptedApprover(fetch=only_the_page)
    # Where this server finds Node it runs `npm install` in its own folder at the first page, in every process at once,
    # and a page read meanwhile fails. Without Node it reads pages in Python, which is all that is wanted here.
    arguments = ["--ignore-robots-txt", "--allow-private-ips"]
    entry = {"command": str(VENV / "mcp-server-fetch"), "args": arguments, "env": {"PATH": str(tmp_path)}}
    async with session(profile, "fetch", entry, approver, modern=modern) as app:
        assert "Plain words" in text_of(await app.call("fetch", {"url": f"{address}/page"}))
        assert refused(await app.call("fetch", {"url": f"{address}/secret"}))
    assert asked == ["/page"]
    assert [line[:3] for line in story(profile)] == [("fetch", "approve", "approver"), ("fetch", "deny", "approver")]


async def test_the_database_holds_exactly_the_approved_rows(profile: Profile, tmp_path: Path) -> None:
    async def no_drop(request: ApprovalRequest) -> Any:
        return "DROP" not in str(request.call.arguments_value["query"]) or "no dropping"

    file = tmp_path / "data.db"
    approver = ScriptedApprover(default=no_drop, list_tables=True)
    async with session(profile, "sqlite", {"command": str(SQLITE), "args": ["--db-path", str(file)]}, approver) as app:
        assert not refused(await app.call("create_table", {"query": "CREATE TABLE notes (text TEXT)"}))
        for number in range(20):
            query = f"INSERT INTO notes VALUES ('note {number}')"  # noqa: S608  # our own number
            assert not refused(await app.call("write_query", {"query": query}))
        assert "no dropping" in text_of(await app.call("write_query", {"query": "DROP TABLE notes"}))
        assert "notes" in text_of(await app.call("list_tables"))
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (20,)
    connection.close()
    assert [line[1] for line in story(profile)].count("deny") == 1


@pytest.mark.npm
async def test_the_memory_holds_exactly_the_approved_entities(profile: Profile, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"

    async def by_name(request: ApprovalRequest) -> Any:
        return "secret" not in json.dumps(request.call.arguments_value)

    entry = {"command": str(NPM / "mcp-server-memory"), "env": {"MEMORY_FILE_PATH": str(file)}}
    async with session(profile, "memory", entry, ScriptedApprover(default=by_name)) as app:
        for name in ("one", "secret", "two"):
            entity = {"name": name, "entityType": "note", "observations": ["seen"]}
            await app.call("create_entities", {"entities": [entity]})
    assert [json.loads(line)["name"] for line in file.read_text().splitlines()] == ["one", "two"]
    assert [line[1] for line in story(profile)] == ["approve", "deny", "approve"]


@pytest.mark.npm
async def test_a_long_session_with_many_calls_at_once_keeps_every_answer_with_its_call(profile: Profile) -> None:
    approver = ScriptedApprover(echo=True)
    async with session(
        profile,
        "everything",
        {"command": str(NPM / "mcp-server-everything")},
        approver,
        pending_per_app=256,
        pending_per_server=256,
    ) as app:
        for start in range(0, 1000, 50):
            calls = [app.call("echo", {"message": str(number)}) for number in range(start, start + 50)]
            answers = [text_of(answer) for answer in await asyncio.gather(*calls)]
            assert answers == [f"Echo: {number}" for number in range(start, start + 50)]
    assert len(approver.asked) == 1000
