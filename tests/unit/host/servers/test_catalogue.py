from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from host import tasks
from host.canonical import canonical
from host.errors import ChannelClosed
from host.inspect.names import LONGEST
from host.model import JsonObject, JsonValue, ToolDefinition, sha256_hex
from host.policy.model import Managed, PolicySource, ServerPin
from host.schema import compile_schema
from host.servers import catalogue
from host.servers.catalogue import MAX_LISTING, MAX_MARKED, Catalogue, Listing, ListingFailed
from host.servers.reviews import INSTRUCTIONS_BREAKS_PIN, TOOL_BREAKS_PIN, PinCheck, Pins
from host.settings import Settings
from host.wire import messages
from host.wire.methods import LEGACY, META_CAPABILITIES, META_VERSION, MODERN
from host.wire.upstream import Upstream
from tests.unit.host.support import BOUND, LATEST, Clock, MemoryServer, at, tool, turns, until

SETTINGS = Settings().replace(list_pages=5, tools_per_server=10)


class Listed:
    """A catalogue and its server."""

    def __init__(
        self,
        *tools: JsonObject,
        revision: str = LATEST,
        settings: Settings = SETTINGS,
        pin: PinCheck | None = None,
        http: bool = False,
    ) -> None:
        self.heard: list[Listing] = []
        self.clock, self.server = Clock(100.0), MemoryServer(tools)
        self.upstream = Upstream(self.server.send)
        self.server.deliver = self._delivered
        self.readied: list[str] = []
        self.told: list[tuple[str, ...]] = []
        self.catalogue = Catalogue(
            self.upstream,
            settings,
            clock=self.clock,
            on_ready=lambda: self.readied.append("ready"),
            on_listed=self._listed,
            pin=pin,
            http=http,
        )
        if revision:
            self.catalogue.set_revision(revision)

    def _listed(self, listing: Listing) -> None:
        self.heard.append(listing)
        self.told.append(tuple(tool.name for tool in listing.usable))

    def _delivered(self, frame: bytes) -> None:
        self.upstream.response_received(messages.check(messages.read(frame)))

    async def refresh(self, timeout: float = BOUND) -> None:
        await self.catalogue.refresh(timeout=timeout)

    def refreshing(self, timeout: float = BOUND) -> asyncio.Task[None]:
        return tasks.spawn(self.refresh(timeout), name="refresh")

    def pages(self, *pages: JsonValue) -> None:
        """Answer successive listings with these results."""
        answers = iter(pages)
        self.server.on["tools/list"] = lambda _: {"result": next(answers)}

    def hold(self) -> None:
        """Answer no listing until ``release``."""
        self.server.on["tools/list"] = lambda _: None

    def release(self, number: int, *tools: JsonObject) -> None:
        """Answer the ``number``-th listing that was asked for."""
        asked = self.server.heard("tools/list")[number]
        self.server.say({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": list[JsonValue](tools)}})

    @property
    def listings(self) -> int:
        return len(self.server.heard("tools/list"))


def page(names: Iterable[str], cursor: JsonValue = None) -> JsonObject:
    made: JsonObject = {"tools": [tool(name) for name in names]}
    return made if cursor is None else made | {"nextCursor": cursor}


async def test_a_listing_keeps_every_definition_whole_and_in_the_servers_order() -> None:
    odd = tool("b") | {"x-unknown": None, "annotations": {"dataScale": "small"}}
    listed = Listed(odd, tool("a"))
    await listed.refresh()
    assert listed.catalogue.names == ("b", "a")
    found = listed.catalogue.get("b")
    assert found is not None
    assert found.definition.value == odd
    assert b'"x-unknown":null' in found.definition.raw


@pytest.mark.parametrize("name", ["A", "a ", "", "ａ", "a\0"])
async def test_a_tool_is_found_by_its_exact_name(name: str) -> None:
    listed = Listed(tool("a"))
    await listed.refresh()
    assert listed.catalogue.get(name) is None


@pytest.mark.parametrize("properties", [10, catalogue.MAX_VALUES_HERE])
async def test_s43_a_listing_of_many_values_is_read_beside_the_loop(
    properties: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = set[str]()

    def noting(work: Callable[[JsonValue], Any]) -> Callable[[JsonValue], Any]:
        def run(value: JsonValue) -> Any:
            threads.add(threading.current_thread().name)
            return work(value)

        return run

    monkeypatch.setattr(catalogue, "canonical", noting(canonical))
    monkeypatch.setattr(catalogue, "compile_schema", noting(compile_schema))
    listed = Listed(
        tool("a") | {"inputSchema": {"type": "object", "properties": {f"p{n}": {} for n in range(properties)}}}
    )
    await listed.refresh()
    assert listed.catalogue.names == ("a",)
    assert threads == {"MainThread" if properties == 10 else "read definitions"}


async def test_whoever_waits_for_a_listing_that_is_not_read_in_time_lists_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = 0

    def compiled(schema: JsonValue) -> Any:
        nonlocal reads
        reads += 1
        if reads == 2:
            raise TimeoutError
        return compile_schema(schema)

    monkeypatch.setattr(catalogue, "compile_schema", compiled)
    monkeypatch.setattr(catalogue, "_tools_in_use", {})
    listed = Listed()
    listed.pages(page("a"), page("b"), page("c"))
    ends = await asyncio.gather(*(listed.refresh() for _ in range(3)), return_exceptions=True)
    assert [type(end) for end in ends] == [type(None), ListingFailed, type(None)]
    assert listed.catalogue.names == ("c",)


async def test_s15_any_change_of_a_definition_changes_its_digest_and_nothing_else_does() -> None:
    listed = Listed()
    seen: list[str] = []
    reordered: JsonObject = {"inputSchema": {"type": "object"}, "name": "a"}
    for definition in (tool("a"), tool("a", note=None), tool("a", note=0), reordered):
        listed.server.tools = [definition]
        await listed.refresh()
        found = listed.catalogue.get("a")
        assert found is not None
        seen.append(found.definition.digest)
    assert len(set(seen[:3])) == 3
    assert seen[3] == seen[0]


async def test_each_good_listing_is_told_with_the_usable_tools_and_a_bad_one_is_not() -> None:
    listed = Listed(tool("b"), tool("a"), tool("twice"), tool("twice"))
    await listed.refresh()
    listed.pages({"tools": 7})
    with pytest.raises(ListingFailed):
        await listed.refresh()
    assert listed.told == [("b", "a")]


async def test_an_unchanged_definition_is_compiled_once() -> None:
    listed = Listed(tool("a"))
    await listed.refresh()
    first = listed.catalogue.get("a")
    await listed.refresh()
    assert listed.catalogue.get("a") is first


async def test_s43_sessions_with_one_server_share_each_definition_as_long_as_it_is_the_same() -> None:
    """A listing has up to 8 MB, and an app many sessions."""
    first, same, changed = (Listed(tool("a", description=text)) for text in ("x", "x", "y"))
    for listed in (first, same, changed):
        await listed.refresh()
    assert first.catalogue.get("a") is same.catalogue.get("a")
    assert first.catalogue.get("a") is not changed.catalogue.get("a")


async def test_a_tool_without_schemas_has_an_unusable_input_schema_and_no_output_schema() -> None:
    listed = Listed({"name": "bare"}, tool("both", outputSchema={"type": "object"}))
    await listed.refresh()
    bare, both = listed.catalogue.get("bare"), listed.catalogue.get("both")
    assert bare is not None
    assert both is not None
    assert (bare.input.reason != "", bare.output) == (True, None)
    assert both.output is not None


async def test_s06_the_name_of_a_tool_is_looked_at_when_it_is_listed() -> None:
    listed = Listed(tool("odd name"))
    await listed.refresh()
    found = listed.catalogue.get("odd name")
    assert found is not None
    assert [finding.kind for finding in found.findings] == ["odd-name"]


@pytest.mark.parametrize("name", ["", "read\u200bfile", "read\nfile"])
async def test_s06_a_tool_with_a_name_that_nobody_could_read_is_withheld_and_told(name: str) -> None:
    listed = Listed(tool("a"), tool(name))
    await listed.refresh()
    assert listed.catalogue.get(name) is None
    assert (listed.catalogue.names, listed.catalogue.withheld_names) == (("a",), (name,))
    assert listed.catalogue.why_unavailable(name).endswith("therefore withheld")


async def test_s06_s17_s20_whoever_reviews_a_server_is_told_which_tools_nobody_can_approve() -> None:
    marked: JsonObject = {"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "a\r\nX: 1"}}}
    said = (tool("a"), tool("double"), tool("double"), tool("un\u200bseen"), tool("marked", inputSchema=marked))
    listed = Listed(*said, revision=MODERN[-1], http=True)
    await listed.refresh()
    (listing,) = listed.heard
    assert [each.name for each in listing.usable] == [each.name for each in listing.all] == ["a"]
    assert listing.unapprovable == ("double", "marked", "un\u200bseen")


# Duplicates


@pytest.mark.parametrize("copies", [2, 3, 4])
async def test_s17_a_name_that_is_listed_more_than_once_belongs_to_nobody(copies: int) -> None:
    listed = Listed(*[tool("double", note=number) for number in range(copies)], tool("single"))
    await listed.refresh()
    assert listed.catalogue.get("double") is None
    assert listed.catalogue.duplicates == {"double"}
    assert listed.catalogue.names == ("single",)


async def test_s17_a_duplicate_on_another_page_counts() -> None:
    listed = Listed()
    listed.pages(page(["a", "b"], "2"), page(["c", "a"]))
    await listed.refresh()
    assert (listed.catalogue.names, listed.catalogue.duplicates) == (("b", "c"), frozenset({"a"}))


async def test_s17_a_name_that_is_listed_once_again_can_be_used_again() -> None:
    listed = Listed(tool("a"), tool("a"))
    await listed.refresh()
    listed.server.tools = [tool("a")]
    await listed.refresh()
    assert (listed.catalogue.names, listed.catalogue.duplicates) == (("a",), frozenset())


async def test_what_has_no_name_is_no_tool() -> None:
    listed = Listed()
    listed.pages({"tools": [{"name": None}, {"name": 1}, {}, None, "a", [], tool("a")]})
    await listed.refresh()
    assert listed.catalogue.names == ("a",)


# Pages


async def test_s24_all_pages_are_read_and_the_empty_cursor_is_one() -> None:
    listed = Listed()
    listed.pages(page(["a"], ""), page(["b"], "next"), page([], "last"), page(["c"]))
    await listed.refresh()
    assert listed.catalogue.names == ("a", "b", "c")
    cursors = [value.get("params") for value in listed.server.heard("tools/list")]
    assert cursors == [None, {"cursor": ""}, {"cursor": "next"}, {"cursor": "last"}]


@pytest.mark.parametrize("cursor", ["", "same"])
async def test_s24_a_repeated_cursor_ends_the_listing(cursor: str) -> None:
    listed = Listed()
    listed.pages(page(["a"], cursor), page(["b"], cursor))
    with pytest.raises(ListingFailed, match="circles"):
        await listed.refresh()
    assert listed.listings == 2


async def test_s24_cursors_that_go_round_in_a_larger_circle_end_the_listing() -> None:
    listed = Listed()
    listed.pages(page([], "1"), page([], "2"), page([], "1"))
    with pytest.raises(ListingFailed, match="circles"):
        await listed.refresh()


async def test_s24_ever_fresh_cursors_end_at_the_bound_of_pages() -> None:
    listed = Listed()
    listed.pages(*(page([f"t{number}"], str(number)) for number in range(100)))
    with pytest.raises(ListingFailed, match="5 pages"):
        await listed.refresh()
    assert listed.listings == SETTINGS.list_pages


async def test_s24_a_list_of_exactly_the_bounds_is_fine() -> None:
    listed = Listed()
    listed.pages(*(page([f"a{n}", f"b{n}"], str(n) if n < 4 else None) for n in range(5)))
    await listed.refresh()
    assert len(listed.catalogue.names) == 10


@pytest.mark.parametrize("pages", [1, 2])
async def test_s24_more_tools_than_the_bound_end_the_listing(pages: int) -> None:
    listed = Listed()
    half = [page([f"a{n}" for n in range(10)], "2"), page(["one more"])]
    listed.pages(*(half if pages == 2 else [page([f"a{n}" for n in range(11)])]))
    with pytest.raises(ListingFailed, match="10 tools"):
        await listed.refresh()


async def test_s24_one_name_a_thousand_times_counts_a_thousand_times() -> None:
    listed = Listed(*[tool("a")] * 11)
    with pytest.raises(ListingFailed, match="10 tools"):
        await listed.refresh()


@pytest.mark.parametrize("odd", [None, 7, True, ["2"], {}])
async def test_a_cursor_that_is_no_text_ends_the_pages(odd: JsonValue) -> None:
    listed = Listed()
    listed.pages(page(["a"]) | {"nextCursor": odd})
    await listed.refresh()
    assert listed.catalogue.names == ("a",)


# Failures


@pytest.mark.parametrize(
    "answer",
    [
        {"error": {"code": -32601, "message": "secret words"}},
        {"result": None},
        {"result": []},
        {"result": {}},
        {"result": {"tools": {}}},
    ],
    ids=str,
)
async def test_an_unusable_answer_is_a_failed_listing_in_our_own_words(answer: JsonObject) -> None:
    listed = Listed()
    listed.server.on["tools/list"] = lambda _: answer
    with pytest.raises(ListingFailed) as caught:
        await listed.refresh()
    assert "secret" not in str(caught.value)
    assert not listed.catalogue.has_listed


async def test_a_failed_listing_leaves_the_old_one_with_its_age() -> None:
    listed = Listed(tool("a"))
    await listed.refresh()
    listed.clock.now += 30
    listed.pages(page(["b"], "x"), page(["c"], "x"))
    with pytest.raises(ListingFailed):
        await listed.refresh()
    assert (listed.catalogue.names, listed.catalogue.age()) == (("a",), 30)


async def test_s24_a_listing_that_takes_too_long_fails_in_time() -> None:
    listed = Listed(tool("a"))
    listed.hold()
    with pytest.raises(ListingFailed, match="in time"):
        await listed.refresh(0.01)
    assert listed.upstream.in_flight_count == 0


async def test_a_listing_waits_for_the_handshake_and_no_longer_than_it_may() -> None:
    listed = Listed(tool("a"), revision="")
    with pytest.raises(ListingFailed, match="in time"):
        await listed.refresh(0.01)
    assert listed.listings == 0
    refreshing = listed.refreshing()
    await turns()
    listed.catalogue.set_revision(LATEST)
    await refreshing
    assert listed.catalogue.names == ("a",)


async def test_a_lost_server_fails_the_listing() -> None:
    listed = Listed(tool("a"))
    listed.hold()
    asyncio.get_running_loop().call_later(0.01, listed.upstream.close, ChannelClosed("gone"))
    with pytest.raises(ListingFailed):
        await listed.refresh()
    assert listed.listings == 1
    with pytest.raises(ListingFailed):
        await listed.refresh()


# Age, changes, and several at once


async def test_the_age_counts_from_the_beginning_of_the_listing() -> None:
    listed = Listed()
    assert listed.catalogue.age() == float("inf")
    listed.hold()
    refreshing = listed.refreshing()
    await turns()
    listed.clock.now += 7
    listed.release(0, tool("a"))
    await refreshing
    assert listed.catalogue.age() == 7


async def test_s15_an_announced_change_makes_the_listing_old_at_once() -> None:
    listed = Listed(tool("a"))
    listed.catalogue.mark_changed()
    assert not listed.catalogue.has_listed
    await listed.refresh()
    assert listed.catalogue.age() == 0
    listed.catalogue.mark_changed()
    assert listed.catalogue.age() == float("inf")
    assert listed.catalogue.has_listed


async def test_s15_a_change_announced_while_the_list_came_makes_it_old_already() -> None:
    listed = Listed()
    listed.hold()
    refreshing = listed.refreshing()
    await turns()
    listed.catalogue.mark_changed()
    listed.release(0, tool("a"))
    await refreshing
    assert (listed.catalogue.names, listed.catalogue.age()) == (("a",), float("inf"))


async def test_s15_a_refresh_does_not_join_a_listing_that_began_before_it() -> None:
    listed = Listed()
    listed.hold()
    listed.catalogue.refresh_in_background()
    await until(lambda: listed.listings == 1)
    refreshing = listed.refreshing()
    await turns()
    listed.release(0, tool("old"))
    await until(lambda: listed.listings == 2)
    listed.release(1, tool("new"))
    await refreshing
    assert listed.catalogue.names == ("new",)


async def test_s15_listings_run_one_at_a_time_and_those_who_wait_share_one_that_begins_after_they_asked() -> None:
    listed = Listed()
    listed.hold()
    slow = listed.refreshing()
    await until(lambda: listed.listings == 1)
    waiting = [listed.refreshing() for _ in range(50)]
    await turns()
    assert listed.listings == 1
    listed.release(0, tool("old"))
    await slow
    await until(lambda: listed.listings == 2)
    assert not any(task.done() for task in waiting)  # what began before they asked does not serve them
    listed.release(1, tool("new"))
    await asyncio.wait(waiting)
    assert (listed.catalogue.names, listed.listings) == (("new",), 2)


async def test_s15_a_listing_that_failed_serves_nobody_else_who_waited_for_it() -> None:
    listed = Listed()
    listed.hold()
    first = listed.refreshing()
    await until(lambda: listed.listings == 1)
    second, third = (asyncio.gather(listed.refresh(), return_exceptions=True) for _ in range(2))
    await turns()
    listed.release(0, tool("old"))
    await first
    await until(lambda: listed.listings == 2)
    number = listed.server.heard("tools/list")[1]["id"]
    listed.server.say({"jsonrpc": "2.0", "id": number, "error": {"code": 1, "message": "no"}})
    (failed,) = await second
    await until(lambda: listed.listings == 3)
    listed.release(2, tool("new"))
    (good,) = await third
    assert isinstance(failed, ListingFailed)
    assert (good, listed.catalogue.names) == (None, ("new",))


async def test_s24_a_listing_of_too_many_bytes_is_given_up() -> None:
    listed = Listed()
    heavy = tool("heavy") | {"description": "x" * (MAX_LISTING // 2)}
    listed.pages({"tools": [heavy], "nextCursor": "1"}, {"tools": [heavy | {"name": "again"}]})
    with pytest.raises(ListingFailed, match="larger than"):
        await listed.refresh(BOUND)
    assert listed.catalogue.names == ()


async def test_a_hanging_listing_behind_the_scenes_does_not_hold_up_a_fresh_one_beyond_its_time() -> None:
    listed = Listed(settings=SETTINGS.replace(list_timeout=0.05))
    listed.hold()
    listed.catalogue.refresh_in_background()
    await until(lambda: listed.listings == 1)
    with pytest.raises(ListingFailed):
        await listed.refresh(0.01)
    await until(lambda: listed.upstream.in_flight_count == 0)


async def test_one_listing_at_a_time_runs_behind_the_scenes_and_its_failure_is_silent() -> None:
    listed = Listed()
    listed.hold()
    for _ in range(5):
        listed.catalogue.refresh_in_background()
    await until(lambda: listed.listings == 1)
    await turns()
    assert listed.listings == 1
    number = listed.server.heard("tools/list")[0]["id"]
    listed.server.say({"jsonrpc": "2.0", "id": number, "error": {"code": 1, "message": "no"}})
    await turns()
    assert not listed.catalogue.has_listed
    listed.server.on["tools/list"] = lambda _: {"result": page(["a"])}
    listed.catalogue.refresh_in_background()
    await until(lambda: listed.catalogue.has_listed)


async def test_s24_a_listing_behind_the_scenes_is_bounded_in_time_too() -> None:
    listed = Listed(settings=SETTINGS.replace(list_timeout=0.01))
    listed.hold()
    listed.catalogue.refresh_in_background()
    await until(lambda: listed.listings == 1)
    await until(lambda: listed.upstream.in_flight_count == 0)
    await turns()


async def test_it_is_reported_once_that_the_session_is_ready() -> None:
    listed = Listed(revision="")
    assert not listed.catalogue.ready.is_set()
    for revision in ("2025-06-18", "2025-06-18", LATEST):
        listed.catalogue.set_revision(revision)
    assert listed.readied == ["ready"]


@pytest.mark.parametrize("revision", [*LEGACY, *MODERN])
async def test_the_host_lists_in_the_words_of_the_revision_and_claims_no_capability(revision: str) -> None:
    listed = Listed(revision=revision)
    listed.pages(page(["a"], "c"), page(["b"]))
    await listed.refresh()
    first, second = (value.get("params") for value in listed.server.heard("tools/list"))
    if revision in MODERN:
        assert at(first, "_meta", META_VERSION) == at(second, "_meta", META_VERSION) == revision
        assert at(first, "_meta", META_CAPABILITIES) == {}
        assert at(second, "cursor") == "c"
    else:
        assert (first, second) == (None, {"cursor": "c"})


# Pins


async def test_s15_a_tool_that_breaks_its_pin_is_not_there_and_says_why() -> None:
    good, changed, fresh = tool("good"), tool("changed"), tool("fresh")
    pins = {name: sha256_hex(canonical(tool(name, title=title))) for name, title in (("changed", "before"),)}
    pin = ServerPin({"good": sha256_hex(canonical(good)), **pins}, sha256_hex(b"Be kind."))
    source = PolicySource("managed", "m", managed=Managed(pins={"files": pin}))
    check = PinCheck(Pins(lambda: source), "files", "c" * 64)
    listed = Listed(good, changed, fresh, tool("double"), tool("double"), pin=check)
    await listed.refresh()
    catalogue = listed.catalogue
    assert (catalogue.names, listed.told) == (("good",), [("good",)])
    assert catalogue.get("good") is not None
    assert [catalogue.get(name) for name in ("changed", "fresh", "double", "nope")] == [None] * 4
    assert [catalogue.why_unavailable(name) for name in ("changed", "fresh", "nope")] == [
        TOOL_BREAKS_PIN,
        TOOL_BREAKS_PIN,
        "Unknown tool",
    ]
    assert catalogue.why_unavailable("double").startswith("Tool listed more than once")
    assert catalogue.withheld_names == ("changed", "double", "fresh")
    assert [one.name for one in catalogue.listing] == ["good", "changed", "fresh"]
    check.greeted({"instructions": "Be evil."})
    assert (catalogue.names, catalogue.get("good")) == ((), None)
    assert catalogue.why_unavailable("good") == INSTRUCTIONS_BREAKS_PIN


async def test_s24_a_tool_whose_name_is_overlong_is_withheld_and_its_head_alone_is_told() -> None:
    longest, overlong = "n" * LONGEST, "n" * (LONGEST + 1)
    listed = Listed(tool("a"), tool(longest), tool(overlong + "x"), tool(overlong + "y"))
    await listed.refresh()
    assert listed.catalogue.names == ("a", longest)
    assert listed.catalogue.get(overlong + "x") is None
    assert (
        listed.catalogue.why_unavailable(overlong)
        == "Tool with a name of more than 1024 characters, therefore withheld"
    )
    assert listed.catalogue.withheld_names == (longest,)


# Hidden tools


def marked(name: str, header: str, size: int = 0) -> JsonObject:
    field: JsonObject = {"type": "string", "x-mcp-header": header, "title": "x" * size}
    return tool(name, inputSchema={"type": "object", "properties": {"a": field}})


async def test_s43_marks_of_headers_are_looked_for_once_and_in_few_bytes_while_an_app_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known: list[JsonValue] = [marked("sound", "A"), marked("odd", "A B"), tool("plain"), 7]
    listed = Listed(marked("sound", "A"), marked("odd", "A B"), tool("plain"), revision=MODERN[-1], http=True)
    await listed.refresh()
    looked: list[str] = []

    def look(definition: ToolDefinition) -> str:
        looked.append(str(definition.value["name"]))
        return ""

    monkeypatch.setattr(catalogue, "why_omitted", look)
    assert listed.catalogue.hidden_tools(known) == {id(known[1])}
    assert looked == []
    new: list[JsonValue] = [marked(f"new{number}", "A", MAX_MARKED // 3) for number in range(10)]
    assert listed.catalogue.hidden_tools(new) == {id(each) for each in new[2:]}
    assert looked == ["new0", "new1"]
