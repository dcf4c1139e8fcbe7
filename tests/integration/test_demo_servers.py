"""The demonstration's servers through the real host: what they promise, what they refuse, what they never do."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from host.assistant.script import APP
from host.demo import WORKSPACE, demo_managed, demo_profile, find_own_python_first
from host.paths import Paths
from tests.support.app import LEGACY_REVISION, App, refused, text_of
from tests.support.demo import all_agree
from tests.support.hosts import CALM, LateHost, ScriptedApprover, review

SERVERS = (
    "analyser booking calculator cohort failing liar messages pages shop slow trials units weather workspace"
).split()


class Demo:
    """A host on a demonstration's profile, under its own rules, and people who agree to everything."""

    def __init__(self, paths: Paths, env: dict[str, str]) -> None:
        self.paths, self.env = paths, env
        self.workspace = paths.data / WORKSPACE
        self.apps: list[App] = []

    async def app(self, server: str) -> App:
        app = await App.start(server, env=self.env, app=APP)
        self.apps.append(app)
        return app

    def files(self) -> dict[str, bytes]:
        found = (path for path in self.workspace.rglob("*") if path.is_file())
        return {path.relative_to(self.workspace).as_posix(): path.read_bytes() for path in found}


def environment(paths: Paths) -> dict[str, str]:
    env = {key: value for key, value in os.environ.items() if not key.startswith("ASSENT_")}
    return env | {f"ASSENT_{name.upper()}_DIR": str(getattr(paths, name)) for name in ("config", "data", "runtime")}


@pytest.fixture
async def demo(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Demo]:
    monkeypatch.setenv("PATH", os.environ["PATH"])  # undone afterwards
    find_own_python_first()
    approver = ScriptedApprover(default=all_agree)
    with demo_profile() as paths:
        review(paths, demo_managed())
        async with LateHost(paths, approver=approver, managed=demo_managed, settings=CALM):
            rig = Demo(paths, environment(paths))
            yield rig
            for app in rig.apps:
                await app.close()


@pytest.mark.parametrize("server", SERVERS)
async def test_every_tool_is_described_in_full(demo: Demo, server: str) -> None:
    app = await demo.app(server)
    for tool in (await app.request("tools/list"))["result"]["tools"]:
        assert tool["title"]
        assert tool["description"].endswith(".")
        assert isinstance(tool["annotations"]["readOnlyHint"], bool)
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        schema = tool["inputSchema"]
        for name, declared in schema["properties"].items():
            assert declared["title"]
            assert declared["description"]
            assert (name in schema["required"]) != ("default" in declared)


async def test_the_calculator_adds_numbers_and_keeps_its_output_schema(demo: Demo) -> None:
    app = await demo.app("calculator")
    (tool,) = (await app.request("tools/list"))["result"]["tools"]
    result = (await app.call("add", {"a": 2**40, "b": -1}))["result"]
    assert result["structuredContent"] == {"sum": 2**40 - 1}
    jsonschema.validate(result["structuredContent"], tool["outputSchema"])


@pytest.mark.parametrize(("units", "unit"), [("imperial", "°F"), ("metric", "°C")])
async def test_the_forecast_keeps_its_output_schema_and_says_that_it_is_made_up(
    demo: Demo, units: str, unit: str
) -> None:
    app = await demo.app("weather")
    (tool,) = (await app.request("tools/list"))["result"]["tools"]
    result = (await app.call("get_forecast", {"location": "Lisbon", "units": units}))["result"]
    jsonschema.validate(result["structuredContent"], tool["outputSchema"])
    assert result["structuredContent"]["unit"] == unit
    assert "Made-up" in result["content"][0]["text"]


async def test_a_server_that_asks_back_goes_without_where_nobody_answers(demo: Demo) -> None:
    app = await App.start("booking", env=demo.env, app=APP, capabilities={"roots": {}})
    demo.apps.append(app)
    for tool, arguments in (("book_table", {"restaurant": "x"}), ("write_invitation", {"name": "Ana"})):
        answer = await app.call(tool, arguments)
        assert refused(answer)
        assert "asked for input and got none" in text_of(answer)


async def test_the_workspace_replaces_a_file_only_on_request(demo: Demo) -> None:
    app = await demo.app("workspace")
    before = demo.files()
    answer = await app.call("write_file", {"path": "notes/today.txt", "content": "new"})
    assert refused(answer)
    assert "Set overwrite to true" in text_of(answer)
    assert demo.files() == before
    assert not refused(await app.call("write_file", {"path": "notes/today.txt", "content": "né", "overwrite": True}))
    assert text_of(await app.call("read_file", {"path": "notes/today.txt"})) == "né"
    assert not refused(await app.call("write_file", {"path": "a/b/c.txt", "content": "deep"}))
    assert text_of(await app.call("list_files")).splitlines() == sorted(demo.files())


@pytest.mark.parametrize(
    "path", ["", ".", "../out.txt", "/etc/out.txt", "link/out.txt", "notes", "notes/../../out.txt"]
)
async def test_the_workspace_is_never_left(demo: Demo, path: str) -> None:
    (demo.workspace / "link").symlink_to(demo.paths.config)
    before = demo.files(), sorted(demo.paths.config.iterdir()), sorted(demo.paths.data.iterdir())
    app = await demo.app("workspace")
    assert refused(await app.call("write_file", {"path": path, "content": "x", "overwrite": True}))
    assert refused(await app.call("read_file", {"path": path}))
    assert (demo.files(), sorted(demo.paths.config.iterdir()), sorted(demo.paths.data.iterdir())) == before


async def test_the_analyser_returns_a_link_and_not_the_content(demo: Demo) -> None:
    app = await demo.app("analyser")
    text, link = (await app.call("analyse_file", {"path": "data/visitors.csv"}))["result"]["content"]
    data = (demo.workspace / "data" / "visitors.csv").read_bytes()
    assert link["type"] == "resource_link"
    assert link["uri"] == (demo.workspace / "data" / "visitors.csv").resolve().as_uri()
    assert hashlib.sha256(data).hexdigest() in link["description"]
    assert "visitors" not in text["text"].replace("visitors.csv", "")
    assert refused(await app.call("analyse_file", {"path": "../../config/servers.json"}))


async def test_the_liar_claims_to_be_harmless_and_deletes_nothing(demo: Demo) -> None:
    before = demo.files()
    app = await demo.app("liar")
    (tool,) = (await app.request("tools/list"))["result"]["tools"]
    assert (tool["name"], tool["title"]) == ("delete_everything", "Harmless report")
    assert (tool["annotations"]["readOnlyHint"], tool["annotations"]["destructiveHint"]) == (True, False)
    answer = await app.call("delete_everything")
    assert f"would have deleted {len(before)} files" in text_of(answer)
    assert "nothing was deleted" in text_of(answer)
    assert demo.files() == before


async def test_the_shop_runs_sql_in_memory_and_reaches_no_file(demo: Demo, tmp_path: Path) -> None:
    app = await demo.app("shop")
    assert text_of(await app.call("run_sql", {"sql": "UPDATE orders SET status = 'sent' WHERE id = 3"})) == (
        "Rows changed: 1."
    )
    assert "3, Ana, flower pot, sent" in text_of(await app.call("run_sql", {"sql": "SELECT * FROM orders"}))
    file = tmp_path / "made"
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    for sql in (f"ATTACH '{file}' AS x", f"VACUUM INTO '{file}'", "PRAGMA journal_mode=WAL", "SELEC", "", endless):
        answer = await app.call("run_sql", {"sql": sql})
        assert refused(answer) or not sql
    assert not file.exists()
    assert not refused(await app.call("run_sql", {"sql": "SELECT 1"}))


async def test_messages_go_nowhere_and_pages_are_those_that_were_saved(demo: Demo) -> None:
    messages, pages = await demo.app("messages"), await demo.app("pages")
    assert "nothing left" in text_of(await messages.call("send_message", {"to": "a@b.example", "text": "x"}))
    assert refused(await messages.call("send_message", {"to": "nobody", "text": "x"}))
    assert "basil" in text_of(await pages.call("read_page", {"url": "https://plants.example/basil"}))
    assert "not among those" in text_of(await pages.call("read_page", {"url": "https://example.com/"}))


async def test_the_failing_one_says_what_to_do_instead(demo: Demo) -> None:
    app = await demo.app("failing")
    answer = await app.call("fetch_page", {"url": "https://example.com/x"})
    assert refused(answer)
    assert "example.com" in text_of(answer)
    assert "Trying again will not help" in text_of(answer)


@pytest.mark.parametrize(
    ("server", "tool", "arguments", "scheme"),
    [
        ("cohort", "query_cohort", {"disease_code": "E11"}, "hipaa://"),
        ("trials", "analyse_trial", {"trial_id": "ONCOLOGY_PHASE3_2024"}, "trial://"),
    ],
)
async def test_controlled_data_stays_where_it_is(
    demo: Demo, server: str, tool: str, arguments: dict[str, Any], scheme: str
) -> None:
    app = await demo.app(server)
    text, link = (await app.call(tool, arguments))["result"]["content"]
    assert link["uri"].startswith(scheme)
    assert "made" in text["text"]


async def test_the_annotations_of_controlled_tools_are_those_that_people_have_to_see(demo: Demo) -> None:
    listed = {}
    for server in ("cohort", "trials"):
        app = await demo.app(server)
        (tool,) = (await app.request("tools/list"))["result"]["tools"]
        listed[server] = tool["annotations"]
    assert listed["trials"]["dataScale"] == "extreme"
    assert listed["trials"]["requiredApprovers"] == ["PRINCIPAL_INVESTIGATOR", "IRB_CHAIR"]
    assert listed["trials"]["complianceRequirements"]
    assert listed["cohort"]["hipaa-controlled"] is True
    assert listed["cohort"]["required-roles"] == ["researcher"]
    assert (listed["cohort"]["securityLevel"], listed["cohort"]["dataHandling"]) == ("high", "pointer-only")


async def test_the_slow_one_tells_of_its_progress(demo: Demo) -> None:
    app = await demo.app("slow")
    await app.call("crunch", {"seconds": 0.05, "steps": 5}, _meta={"progressToken": "p"})
    told = [message["params"] for message in app.heard if message.get("method") == "notifications/progress"]
    assert [one["progress"] for one in told] == [1, 2, 3, 4, 5]
    assert {(one["progressToken"], one["total"]) for one in told} == {("p", 5)}


async def test_the_slow_one_stops_when_cancelled_and_answers_nothing_more(demo: Demo) -> None:
    app = await demo.app("slow")
    number, answer = app.begin_call("crunch", {"seconds": 100, "steps": 1000}, _meta={"progressToken": "p"})
    await app.hear("notifications/progress")
    app.notify("notifications/cancelled", {"requestId": number})
    assert text_of(await app.call("crunch", {"seconds": 0, "steps": 1})).startswith("Done")
    assert not answer.done()
    answer.cancel()


@pytest.mark.parametrize("arguments", [{}, {"a": 1}, {"a": 1, "b": "2"}, {"a": 1, "b": True}, {"a": 1, "b": 2, "c": 3}])
async def test_a_server_checks_its_arguments_itself(arguments: dict[str, Any]) -> None:
    app = await alone("calculator")
    answer = await app.call("add", arguments)
    assert refused(answer)
    assert "do not fit" in text_of(answer)
    await app.close()


async def test_a_server_is_strict_about_the_protocol() -> None:
    app = await alone("calculator", greet=False)
    assert (await app.request("tools/list"))["error"]["code"] == -32600
    await app.greet(LEGACY_REVISION, {})
    assert (await app.request("ping"))["result"] == {}
    assert (await app.request("no/such"))["error"]["code"] == -32601
    assert (await app.call("nothing"))["error"]["code"] == -32602
    assert (await app.request("tools/list", {"cursor": "x"}))["error"]["code"] == -32602
    for bad in (b"{", b"[]", b'{"jsonrpc":"2.0","id":true,"method":"ping"}', b'{"jsonrpc":"1.0","id":1,"method":"x"}'):
        app.send(bad)
    assert not refused(await app.call("add", {"a": 1, "b": 2}))
    assert [message["error"]["code"] for message in app.heard] == [-32700, -32600, -32600, -32600]
    assert await app.close() == 0


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2099-01-01"])
async def test_a_server_speaks_the_revision_that_it_is_asked_for(revision: str) -> None:
    app = await alone("calculator", greet=False)
    answer = await app.greet(revision, {})
    spoken = answer["result"]["protocolVersion"]
    assert spoken == ("2025-11-25" if revision == "2099-01-01" else revision)
    await app.close()


async def alone(name: str, **options: Any) -> App:
    """A demonstration server without a host around it."""
    command = (sys.executable, "-I", "-m", "resources.demo", name)
    return await App.start(name, env=dict(os.environ), command=command, **options)


def test_servers_import_nothing_but_the_standard_library_and_little_of_that() -> None:
    for source in (Path(__file__).parents[2] / "resources" / "demo").glob("*.py"):
        assert "asyncio" not in source.read_text()
        assert "import mcp" not in source.read_text()
