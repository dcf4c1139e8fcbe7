"""A host with raw servers and apps that join it: what most integration tests start from."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from host.apps import registry
from host.audit.files import read_head
from host.audit.query import AuditReader
from host.audit.verify import verify_database
from host.host import Host
from host.wiring import approve_all
from tests.support.app import App
from tests.support.hosts import CALM, ScriptedApprover, calls, journal, make_host, raw_server, write_servers
from tests.support.profile import Profile


class Rig:
    """One host in this process, with ``raw`` (and ``other``) as its servers. Closing it verifies the log."""

    def __init__(
        self,
        profile: Profile,
        *options: str,
        approver: ScriptedApprover | None = None,
        reviewed: bool = True,
        **host: Any,
    ) -> None:
        """``reviewed``: whether the definitions of all servers that are there when an app comes may just change."""
        self._reviewed = reviewed
        self.profile = profile
        self.approver = approver
        self.journal_file = profile.paths.config / "journal"
        server = raw_server(sys.executable, "--journal", str(self.journal_file), *options)
        write_servers(profile.paths, {"raw": server, "other": raw_server(sys.executable)}, reviewed=False)
        if "tester" not in registry.names(profile.paths.apps_dir):
            registry.add(profile.paths.apps_dir, "tester")
        settings = CALM.replace(approver_grace=0.2, **host.pop("settings", {}))
        self.host: Host = make_host(profile.paths, approver, settings=settings, **host)
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._stack.enter_async_context(self.host)
        self._review()
        return self

    def _review(self) -> None:
        if self._reviewed:
            approve_all(self.host.reviews, self.host.supervisor)

    async def __aexit__(self, *error: Any) -> None:
        await self._stack.__aexit__(*error)
        found = verify_database(self.profile.paths.log_file, read_head(self.profile.paths.head_file))
        assert found.ok, found.problem

    async def app(self, server: str = "raw", **options: Any) -> App:
        """An app that joined ``server``; it leaves before the host stops."""
        await asyncio.sleep(0)  # within one turn of the loop the host looks at servers.json once
        self._review()
        app = await App.start(server, env=self.profile.env, **options)
        self._stack.push_async_callback(app.close)
        return app

    def journal(self) -> list[dict[str, Any]]:
        """What the server saw."""
        return journal(self.journal_file)

    def happened(self) -> list[dict[str, Any]]:
        """The params of the calls that reached the server."""
        return calls(self.journal_file)

    async def records(self, kind: str) -> list[dict[str, Any]]:
        """The fields of all records of ``kind``, oldest first, once everything queued is durable."""
        await flush(self.host)
        return records(self.profile, kind)


async def flush(host: Host) -> None:
    """Return once everything that happened is durable; the gate puts an outcome down a turn of the loop later."""
    await asyncio.sleep(0)
    await host.store.flush()


def records(profile: Profile, kind: str) -> list[dict[str, Any]]:
    """The fields of all records of ``kind``, oldest first, with the record's call and kept values."""
    with AuditReader.open(profile.paths.log_file) as reader:
        found = reversed(reader.search(kind=kind, limit=1000).records)
        return [
            {
                **record.fields,
                "call": record.call,
                "values": {value.name: reader.value(record.seq, value.name) for value in reader.values(record)},
            }
            for record in found
        ]


def write_policy(path: Path, *rules: dict[str, Any]) -> None:
    """Write a policy.json."""
    path.write_text(json.dumps({"version": 1, "rules": list(rules)}))
