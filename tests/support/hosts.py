"""Hosts and approvers for tests: the real host in this process, or the real command as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from host.host import Host
from host.model import Answer, ApprovalRequest, Edit, Effect, sha256_hex
from host.paths import Paths
from host.policy.load import read_source
from host.policy.model import Match, PolicySource, Rule
from host.servers import program
from host.servers.config import load_servers, with_managed
from host.servers.reviews import Review, reviews_to_bytes
from host.settings import Settings
from tests.support.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
RAW_SERVER = ROOT / "tests" / "servers" / "raw.py"
CALM = Settings().replace(list_timeout=60.0, fresh_list_timeout=10.0)
"""The defaults, but that servers may be as slow as a busy machine makes them."""


def managed(*rules: tuple[Effect, str, str, str]) -> Callable[[], PolicySource]:
    """An administrator's policy in Python: (effect, server, tool, app) each."""
    made = tuple(
        Rule(f"r{number}", effect, Match(server, tool, app), source="managed")
        for number, (effect, server, tool, app) in enumerate(rules)
    )
    source = PolicySource("managed", "in Python", digest="0" * 64, rules=made)
    return lambda: source


def managed_file(*rules: dict[str, Any], **more: Any) -> Callable[[], PolicySource]:
    """An administrator's policy as a file would say it, with its other keys; one that cannot be used fails the test."""
    data = json.dumps({"version": 1, "rules": list(rules), **more}).encode()
    source = read_source("managed", Path("managed.json"), data)
    assert not source.error, source.error
    return lambda: source


ALLOW_ALL = managed((Effect.ALLOW, "*", "*", "*"))


class ScriptedApprover:
    """Answers by tool name: True, False, a reason to deny with, or a coroutine function; waits for what it lacks."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.asked: list[ApprovalRequest] = []
        self.cancelled: list[str] = []
        self.news = asyncio.Event()

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        self.asked.append(request)
        self.news.set()
        try:
            answer = self.answers.get(request.call.tool, self.answers.get("default"))
            if callable(answer):
                answer = await answer(request)
            if answer is None:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.append(request.call.id)
            raise
        if isinstance(answer, Answer | Edit):
            return answer
        reason = answer if isinstance(answer, str) else ""
        return Answer(answer is True, request.call.id, request.call.digest, "ana", reason, displayed_ms=1500)

    async def until_asked(self, count: int = 1) -> None:
        """Wait until ``count`` requests came."""
        async with asyncio.timeout(PATIENCE):
            while len(self.asked) < count:
                self.news.clear()
                await self.news.wait()


def write_servers(paths: Paths, servers: dict[str, Any], *, reviewed: bool = True) -> None:
    """Write servers.json, and for the next host that their definitions may change without review, unless told not to.

    A host that runs has read what was reviewed, and does not look there again.
    """
    paths.ensure()
    paths.servers_file.write_text(json.dumps({"mcpServers": servers}))
    if reviewed and not paths.socket.exists():
        review(paths)


def review(paths: Paths, administrator: PolicySource | None = None) -> None:
    """Let the next host of a profile without a keyring find every server reviewed, the administrator's too."""
    entries = with_managed(load_servers(paths.servers_file), administrator).entries.values()
    data = reviews_to_bytes(
        Review(entry.id, entry.config_digest, "ana", 1.0, program.digest(entry, os.environ), free=True)
        for entry in entries
    )
    paths.reviews_file.write_bytes(data)
    paths.reviews_head.write_text(sha256_hex(data))


def raw_server(python: str, *options: str, **extra: Any) -> dict[str, Any]:
    """An entry that starts tests/servers/raw.py."""
    return {"command": python, "args": [str(RAW_SERVER), *options], **extra}


def journal(path: Path) -> list[dict[str, Any]]:
    """What a raw server saw happen."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def calls(path: Path) -> list[dict[str, Any]]:
    """The params of the calls that reached a raw server."""
    return [entry["call"] for entry in journal(path) if "call" in entry]


class LateHost(Host):
    """A host that starts no process before a call needs it: in a test it mostly ends before any does."""

    async def _warm(self) -> None:
        await asyncio.sleep(0)


def make_host(paths: Paths, approver: ScriptedApprover | None = None, **options: Any) -> Host:
    """A host in this process; ``managed`` defaults to no rules at all, ``settings`` to short waits."""
    options.setdefault("managed", managed())
    options.setdefault("settings", CALM.replace(approver_grace=0.2))
    return LateHost(paths, approver=approver, **options)


def kinds(records: Iterable[dict[str, Any]]) -> list[str]:
    """The kinds of records, in order."""
    return [record["kind"] for record in records]
