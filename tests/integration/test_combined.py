"""One entry for all servers: real bridges, real HTTP, real servers, a real log."""

from __future__ import annotations

import asyncio
import json
import sys
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from host.apps import combined, gateway, registry
from host.apps.combined import ServerPart
from host.errors import AssentError
from host.model import App as Proposer
from host.model import Effect, JsonObject, JsonValue
from host.settings import LiveSettings, Settings
from host.turns import Turns
from host.wire.channel import StreamChannel
from host.wire.messages import Message
from tests.integration.test_http_apps import INITIALIZE, Web, messages_of, web
from tests.support.app import PATIENCE, App, text_of
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, journal, managed, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import eventually


async def names_of(app: App) -> set[str]:
    """The names of the tools that the app is told."""
    return {tool["name"] for tool in (await app.request("tools/list"))["result"]["tools"]}


@pytest.mark.parametrize("modern", [False, True])
async def test_the_tools_of_all_servers_are_listed_and_a_call_is_that_of_the_server(
    profile: Profile, modern: bool
) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app("", modern=modern)
        listed = await names_of(app)
        assert {"raw__echo", "other__echo", "raw__any"} <= listed
        assert not {name for name in listed if not name.startswith(("raw__", "other__"))}
        answer = await app.call("raw__echo", {"text": "hi"})
        assert text_of(answer) == "hi"
        assert answer["result"].get("resultType") == ("complete" if modern else None)
        assert [call["name"] for call in rig.happened()] == ["echo"]
        (decided,) = await rig.records("call.decided")
        assert (decided["server"], decided["tool"], decided["app"]["name"]) == ("raw", "echo", "tester")
        sessions = {it["server"]: it["session"] for it in await rig.records("app.connected")}
        assert set(sessions) == {"raw", "other"}
        assert decided["app"]["session"] == sessions["raw"]


async def test_a_question_names_the_server_and_its_tool(profile: Profile) -> None:
    approver = ScriptedApprover(echo="not today")
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app("")
        assert "not today" in text_of(await app.call("other__echo", {"text": "hi"}))
        (request,) = approver.asked
        assert (request.call.server.id, request.call.tool) == ("other", "echo")


NO_SERVERS = ("echo", "__echo", "nothing__echo", "raw_echo", "raw", "", "assent_result", "RAW__echo", "raw__raw__echo")
"""Names of tools that no server has."""


async def test_s44_a_name_that_is_no_servers_reaches_none(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app("")
        await names_of(app)
        for name in NO_SERVERS:
            answer = await app.call(name, {"text": "hi"})
            assert answer["error"]["code"] == -32602, name
            assert rig.happened() == [], name


async def test_s44_a_tool_that_is_called_like_another_servers_stays_with_its_own(profile: Profile) -> None:
    async with Rig(profile, "--also", "other__echo __echo other", managed=ALLOW_ALL) as rig:
        app = await rig.app("")
        assert {"raw__other__echo", "raw____echo", "raw__other"} <= await names_of(app)
        for name in ("raw__other__echo", "raw____echo"):
            await app.call(name, {})
        assert [call["name"] for call in rig.happened()] == ["other__echo", "__echo"]


async def test_odd_and_long_names_keep_to_what_clients_take_and_lead_back(profile: Profile) -> None:
    long = "x" * 100
    async with Rig(profile, "--also", f"{long} dotted.name", managed=ALLOW_ALL) as rig:
        app = await rig.app("")
        listed = await names_of(app)
        assert all(len(name) <= 64 and name.replace("-", "_").replace("_", "a").isalnum() for name in listed)
        (shortened,) = [name for name in listed if "xxxx" in name]
        (dotted,) = [name for name in listed if "dotted" in name]
        for name in (shortened, dotted):
            await app.call(name, {})
        assert [call["name"] for call in rig.happened()] == [long, "dotted.name"]


async def test_a_resource_is_read_where_its_address_says(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app("")
        read = await app.request("resources/read", {"uri": "assent://raw/test://a/b"})
        assert read["result"]["contents"][0]["uri"] == "assent://raw/test://a/b"
        assert [entry["read"]["uri"] for entry in rig.journal() if "read" in entry] == ["test://a/b"]
        linked = await app.call(
            "raw__any", {"content": [{"type": "resource_link", "name": "x", "uri": "assent://other/test://c"}]}
        )
        assert linked["result"]["content"][0]["uri"] == "assent://raw/assent://other/test://c"
        for uri in ("test://a", "assent://nothing/test://a", "assent:raw/test://a"):
            assert "error" in await app.request("resources/read", {"uri": uri})


async def test_one_server_that_hangs_or_waits_or_ends_leaves_the_others_as_they_are(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        write_servers(
            profile.paths,
            {
                "raw": raw_server(sys.executable, "--journal", str(rig.journal_file)),
                "hangs": {"command": sys.executable, "args": ["-c", "input(); input()"]},
                "ends": raw_server(sys.executable, "--exit-at-start"),
            },
        )
        app = await rig.app("")
        assert "raw__echo" in await names_of(app)
        assert text_of(await app.call("raw__echo", {"text": "hi"})) == "hi"
        refused = await app.call("ends__echo", {"text": "hi"})
        assert refused["error"]["message"].startswith("ends: ")


async def test_s18_a_server_that_waits_for_review_is_there_once_somebody_reviewed_it(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL, reviewed=False) as rig:
        app = await rig.app("")
        assert await names_of(app) == set()
        told = await app.call("raw__echo", {"text": "hi"})
        assert "waits for review" in told["error"]["message"]
        rig._reviewed = True  # noqa: SLF001  # from now on
        rig._review()  # noqa: SLF001
        await eventually(lambda: "notifications/tools/list_changed" in {it.get("method") for it in app.heard})
        async with asyncio.timeout(PATIENCE):
            while not {"raw__echo", "other__echo"} <= await names_of(app):
                pass


async def test_a_server_that_ends_is_missed_and_begun_again_by_the_next_call(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app("")
        await names_of(app)
        assert "error" in await app.call("raw__crash")
        await eventually(lambda: "notifications/tools/list_changed" in {it.get("method") for it in app.heard})
        assert text_of(await app.call("other__echo", {"text": "there"})) == "there"
        async with asyncio.timeout(PATIENCE):
            while "error" in (answer := await app.call("raw__echo", {"text": "again"})):
                pass
        assert text_of(answer) == "again"


async def test_what_servers_ask_comes_under_ids_that_do_not_meet(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover(default=True)) as rig:
        app = await rig.app("")
        (_, first), (_, second) = (app.begin_call(f"{server}__elicit") for server in ("raw", "other"))
        await eventually(lambda: len([it for it in app.heard if it.get("method") == "elicitation/create"]) == 2)
        asked = [it for it in app.heard if it.get("method") == "elicitation/create"]
        assert asked[0]["id"] != asked[1]["id"]
        for number, request in enumerate(asked):
            answer = {"action": "accept", "content": {"name": f"n{number}"}}
            app.send({"jsonrpc": "2.0", "id": request["id"], "result": answer})
        told = {text_of(await first), text_of(await second)}
        assert {json.loads(it)["result"]["content"]["name"] for it in told} == {"n0", "n1"}


def progress(token: Any) -> dict[str, Any]:
    """How far an app is."""
    params = {"progressToken": token, "progress": 3, "x": None}
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


async def test_how_far_an_app_is_reaches_the_server_that_asked_and_no_other(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover(default=True)) as rig:
        journals = {it: profile.paths.config / f"{it}.journal" for it in ("raw", "other")}
        servers = {it: raw_server(sys.executable, "--journal", str(file)) for it, file in journals.items()}
        write_servers(profile.paths, servers)
        app = await rig.app("")
        calls = [app.begin_call(f"{server}__elicit", {"token": "one"}) for server in servers]
        await eventually(lambda: len([it for it in app.heard if it.get("method") == "elicitation/create"]) == 2)
        asked = [it for it in app.heard if it.get("method") == "elicitation/create"]
        tokens = [it["params"]["_meta"]["progressToken"] for it in asked]
        assert tokens[0] != tokens[1]
        for token in (*tokens, "one", 7_000, True, None):
            app.send(progress(token))
        for request in asked:
            app.send({"jsonrpc": "2.0", "id": request["id"], "result": {"action": "decline"}})
        await asyncio.gather(*(answer for _, answer in calls))
        app.send(progress(tokens[0]))  # late
        await app.call("raw__echo", {"text": "after"})
        for file in journals.values():
            heard = [it["progress"] for it in journal(file) if "progress" in it]
            assert heard == [{"progressToken": "one", "progress": 3, "x": None}]


async def test_a_ticket_is_redeemed_by_one_tool_for_all_servers(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(gateway.GIVES_UP_AFTER, "tester", gateway.MARGIN + 0.05)
    said: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def wait(_: Any) -> Any:
        return await said

    async with Rig(profile, approver=ScriptedApprover(default=wait)) as rig:
        app = await rig.app("")
        listed = (await app.request("tools/list"))["result"]["tools"]
        assert [tool["name"] for tool in listed if "assent_result" in tool["name"]] == ["assent_result"]
        text = text_of(await app.call("other__echo", {"text": "hello"}))
        ticket = text.split("with the ticket ")[1].split()[0]
        assert ticket.startswith("other.")
        said.set_result(True)
        async with asyncio.timeout(PATIENCE):
            while "ticket" in (text := text_of(await app.call("assent_result", {"ticket": ticket}))):
                pass
        assert text == "hello"
        unknown = await app.call("assent_result", {"ticket": "raw.x"})
        assert "no open ticket" in text_of(unknown)


def _all(here: Web) -> Web:
    here.url = f"http://127.0.0.1:{here.port}/mcp"
    return here


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
async def test_the_official_client_works_with_all_servers(profile: Profile, mode: Any) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        _all(here)
        given = httpx2.AsyncClient(headers={"authorization": f"Bearer {here.token}"}, timeout=PATIENCE, trust_env=False)
        async with given, Client(streamable_http_client(here.url, http_client=given), mode=mode) as client:
            listed = await client.list_tools()
            assert {"raw__echo", "other__echo"} <= {tool.name for tool in listed.tools}
            heard: list[float] = []

            async def hear(progress: float, total: float | None, message: str | None) -> None:
                heard.append(progress)

            result = await client.call_tool("other__echo", {"text": "hello"})
            assert getattr(result.content[0], "text", "") == "hello"
            until = {"until": str(profile.paths.servers_file)}
            await client.call_tool("raw__slow", until, progress_callback=hear)
            assert heard
            assert (await client.list_prompts()).prompts == []


async def test_requests_that_stand_alone_and_a_subscription_reach_all_servers(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        _all(here)
        calls = [{"name": f"{server}__echo", "arguments": {"text": server}} for server in ("raw", "other")]
        answers = await asyncio.gather(*(here.stateless("tools/call", call, 7) for call in calls))
        assert [answer.json()["result"]["content"][0]["text"] for answer in answers] == ["raw", "other"]
        found = await here.stateless("server/discover", {})
        assert found.json()["result"]["supportedVersions"] == ["2026-07-28"]
        wrong = await here.stateless("tools/call", calls[0], mcp_name="other__echo")
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, -32020)
        listed = await here.stateless("tools/list", {})
        assert listed.json()["result"]["resultType"] == "complete"
        assert messages_of(listed)


async def test_a_request_that_does_not_say_what_the_app_can_do_is_refused(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        _all(here)
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
        headers = {"mcp_protocol_version": "2026-07-28", "mcp_method": "tools/list"}
        answer = await here.post(here.message("tools/list", {"_meta": meta}), **headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32602)
        assert (await here.stateless("initialize", {})).status_code == 404
        listed = await here.stateless("tools/list", {})
        assert "raw__echo" in {tool["name"] for tool in listed.json()["result"]["tools"]}


async def test_s43_one_apps_flood_of_questions_by_its_one_entry_leaves_another_apps_calls_as_they_are(
    profile: Profile,
) -> None:
    approver = ScriptedApprover()
    only = managed((Effect.ALLOW, "other", "*", "*"))
    async with Rig(profile, approver=approver, managed=only, settings={"pending_per_app": 8}) as rig:
        registry.add(profile.paths.apps_dir, "quiet")
        flooding, quiet = await rig.app(""), await rig.app("", app="quiet")
        pending = [flooding.begin_call("raw__echo", {"text": "x"})[1] for _ in range(40)]
        refused = 0
        for done in asyncio.as_completed(pending[:40]):
            refused += "Too many" in text_of(await done)
            if refused == 32:
                break
        assert len(approver.asked) == 8, "so many wait, and no more"
        assert text_of(await quiet.call("other__echo", {"text": "there"})) == "there"
        quiet.begin_call("raw__echo", {"text": "y"})
        await eventually(lambda: [it.call.app.name for it in approver.asked].count("quiet") == 1)


async def test_s43_entries_for_all_servers_count_among_an_apps_sessions(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "MAX_SESSIONS_PER_APP", 2)
    async with web(profile, managed=ALLOW_ALL) as here:
        write_servers(profile.paths, {})
        _all(here)
        for _ in range(2):
            await here.begin()
        assert (await here.post(here.message("initialize", INITIALIZE))).status_code == 503


async def test_s43_what_was_asked_of_servers_for_a_subscription_ends_with_it(profile: Profile) -> None:
    async with Rig(profile, "--listens", managed=ALLOW_ALL) as rig:
        app = await rig.app("", modern=True)
        await app.call("raw__echo", {"text": "hi"})
        (raw,) = [session for session in rig.host.gateway.sessions if session.entry.id == "raw"]
        assert raw._interceptor is not None  # noqa: SLF001  # how much is open nobody else tells
        ledger = raw._interceptor._context.ledger  # noqa: SLF001  # likewise
        before = len(ledger)
        wanted = {"notifications": {"resourceSubscriptions": ["assent://raw/a:b", "assent://raw/c:d"]}}
        for _ in range(2):
            number, _listening = app.begin("subscriptions/listen", wanted)
            await app.hear("notifications/subscriptions/acknowledged")
            assert len(ledger) == before + 2
            app.notify("notifications/cancelled", {"requestId": number})
            await eventually(lambda: len(ledger) == before)


async def test_s43_a_server_whose_pages_come_slowly_holds_the_list_of_all_up_for_so_long_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(combined, "time", SimpleNamespace(monotonic=lambda: now))
    entry, part = _entry_with_part()

    async def ask(_method: str, _cursor: object, seconds: float) -> tuple[dict[str, Any], bool]:
        nonlocal now
        if seconds <= 0:
            raise AssentError("the server did not answer in time")
        now += seconds * 0.9
        return {"tools": [{"name": f"t{now}"}], "nextCursor": "more"}, True

    monkeypatch.setattr(part, "ask", ask)
    assert await entry._list_part(part, "tools/list", "tools")  # noqa: SLF001  # what came in time
    assert now <= combined.LIST_TIMEOUT


def _entry_with_part() -> tuple[combined.CombinedSession, ServerPart]:
    entry = combined.CombinedSession(
        Proposer("tester", True),
        "",
        StreamChannel(Mock(), frame_limit=1),
        Mock(settings=LiveSettings(Settings()), turns=Turns()),
        uses_tickets=False,
    )
    part = ServerPart("slow", "slow", entry)
    part.is_ready, part.capabilities = True, {"tools": {}, "prompts": {}, "resources": {}}
    part.settled.set()
    return entry, part


@pytest.mark.parametrize("kind", ["tools", "prompts", "resources"])
async def test_s43_of_a_list_without_end_no_more_is_asked_than_one_answer_may_hold(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, part = _entry_with_part()
    pages: list[int] = []

    async def ask(*_: object) -> tuple[dict[str, Any], bool]:
        pages.append(1)
        many = [{"name": "n", "uri": "x:y", "values": [1] * combined.MAX_LISTED_VALUES}]
        return {kind: many, "nextCursor": "more"}, len(pages) > 1

    monkeypatch.setattr(part, "ask", ask)
    items, plain = await entry._list_part(part, f"{kind}/list", kind)  # noqa: SLF001  # an entry of its own shows no pages
    assert (len(items), plain, len(pages)) == (1, False, 1)


@pytest.mark.parametrize("kind", ["tools", "prompts"])
async def test_s43_no_more_names_are_made_than_a_server_may_have_tools(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, part = _entry_with_part()
    limit = Settings().tools_per_server

    async def ask(*_: object) -> tuple[dict[str, Any], bool]:
        return {kind: [{"name": f"\u00e9{number}"} for number in range(limit + 5)]}, True

    monkeypatch.setattr(part, "ask", ask)
    items, _ = await entry._list_part(part, f"{kind}/list", kind)  # noqa: SLF001  # likewise
    assert len(items) == len(part.own_names[kind]) == limit


async def test_s43_one_subscription_watches_so_many_resources_and_says_which() -> None:
    entry, part = _entry_with_part()
    channel = entry._channel = Mock()  # noqa: SLF001  # what it sends
    entry._gateway.server_ids.return_value = []  # type: ignore[attr-defined]  # noqa: SLF001  # likewise
    part.session, entry._parts["slow"] = Mock(), part  # noqa: SLF001  # likewise
    entry.stateless_meta = {}
    uris: list[JsonValue] = [f"assent://slow/x:{number}" for number in range(combined.MAX_WATCHED + 9)]
    params: JsonObject = {"notifications": {"resourceSubscriptions": [*uris[:3], *uris]}}
    entry._subscribe(7, Message("request", 7, "subscriptions/listen", params))  # noqa: SLF001  # likewise
    assert part.session.frame_received.call_count == combined.MAX_WATCHED
    (said,) = channel.send.call_args.args
    assert json.loads(said)["params"]["notifications"]["resourceSubscriptions"] == uris[: combined.MAX_WATCHED]


async def test_s33_one_apps_entry_is_no_others(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        _all(here)
        session = await here.begin()
        other = registry.add_http(profile.paths.apps_dir, "second")
        answer = await here.post(here.message("ping"), mcp_session_id=session, authorization=f"Bearer {other}")
        assert answer.status_code == 404
        assert (await here.post(here.message("ping"), mcp_session_id=session)).json()["result"] == {}
        registry.remove(profile.paths.apps_dir, "webby")
        here.rig.host.gateway.answer("recheck-apps")
        await eventually(lambda: not here.rig.host.gateway.sessions)
