from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from host import canonical, tasks
from host.model import CallContext, JsonObject, JsonValue, sha256_hex
from host.policy import gather
from host.policy.facts import CallFacts, Needs
from host.policy.gather import Gatherer
from host.policy.model import ArgumentSchema, HostPattern, Hosts, PathsWithin
from host.policy.place_conditions import matches_hosts, matches_paths
from host.schema import CompiledSchema, SchemaChecker, compile_schema
from host.values import replace

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
CHEAP: JsonObject = {"properties": {"n": {"type": "integer", "maximum": 5}}}
PATTERN: JsonObject = {"properties": {"name": {"pattern": "^a+$"}}}
BROKEN: JsonObject = {"$ref": "https://attacker.example/schema"}
UNKNOWN: JsonObject = {"$schema": "https://attacker.example/dialect"}


def schema(raw: JsonObject) -> ArgumentSchema:
    return ArgumentSchema(raw, sha256_hex(canonical.canonical(raw)))


@pytest.fixture
async def checker() -> AsyncIterator[SchemaChecker]:
    checker = SchemaChecker(job_seconds=20)
    await checker.start()
    yield checker
    await checker.stop()


async def gathered(
    gatherer: Gatherer, arguments: JsonObject, needs: Needs, definition: JsonObject | None = None
) -> CallFacts:
    call = CallContext("files", "read", "app", True, "user", arguments, canonical.canonical(arguments), definition)
    return await gatherer.facts(call, (), needs=needs, now=NOW)


async def again(gatherer: Gatherer, facts: CallFacts, arguments: JsonObject, needs: Needs) -> CallFacts:
    call = CallContext("files", "read", "app", True, "user", arguments, canonical.canonical(arguments))
    return await gatherer.again(facts, call, needs=needs, now=NOW)


async def test_what_nobody_needs_is_not_gathered(checker: SchemaChecker) -> None:
    facts = await gathered(Gatherer(checker), {"path": "/etc", "url": "https://a.com"}, Needs())
    assert facts.paths is None
    assert facts.hosts is None
    assert not facts.folders
    assert (facts.server, facts.tool, facts.trust, facts.now) == ("files", "read", "user", NOW)
    assert facts.fits(schema(CHEAP)) is None


async def test_paths_hosts_and_folders_are_gathered_where_they_are_needed(
    checker: SchemaChecker, tmp_path: Path
) -> None:
    root = os.path.realpath(tmp_path)
    arguments: JsonObject = {"path": f"{root}/x", "url": "https://a.com/"}
    facts = await gathered(Gatherer(checker), arguments, Needs(folders=(root, "relative"), hosts=True))
    assert matches_paths(facts, PathsWithin((root,)), allow=True) is True
    assert matches_hosts(facts, Hosts((HostPattern("a.com"),)), allow=True) is True
    assert list(facts.folders) == [root]


async def test_the_home_is_the_one_that_was_given(checker: SchemaChecker, tmp_path: Path) -> None:
    gatherer = Gatherer(checker, home=Path(os.path.realpath(tmp_path)))
    facts = await gathered(gatherer, {"path": "~/x"}, Needs(folders=("~",)))
    assert facts.folders["~"].text == os.path.realpath(tmp_path)
    assert matches_paths(facts, PathsWithin(("~",)), allow=True) is None
    assert matches_paths(facts, PathsWithin(("~",)), allow=False) is True


async def test_annotations_are_those_of_the_definition(checker: SchemaChecker) -> None:
    gatherer = Gatherer(checker)
    given: JsonObject = {"annotations": {"readOnlyHint": True}}
    assert (await gathered(gatherer, {}, Needs(), given)).annotations == {"readOnlyHint": True}
    others: list[JsonObject | None] = [{"annotations": [1]}, {"annotations": None}, {}, None]
    for odd in others:
        assert (await gathered(gatherer, {}, Needs(), odd)).annotations == {}


@pytest.mark.parametrize(
    ("raw", "arguments", "fits"),
    [
        (CHEAP, {"n": 5}, True),
        (CHEAP, {"n": 6}, False),
        (PATTERN, {"name": "aaa"}, True),
        (PATTERN, {"name": "b"}, False),
        (BROKEN, {"name": "b"}, None),
        (UNKNOWN, {"name": "b"}, None),
        (CHEAP, {"n": 5, "more": list(range(5_000))}, True),
        (CHEAP, {"n": 6, "more": "x" * 200_000}, False),
    ],
)
async def test_schemas_of_rules_are_applied_cheap_or_not(
    checker: SchemaChecker, raw: JsonObject, arguments: JsonObject, fits: bool | None
) -> None:
    wanted = schema(raw)
    facts = await gathered(Gatherer(checker), arguments, Needs(schemas=(wanted,)))
    assert facts.fits(wanted) is fits
    assert facts.fits(wanted) is fits


async def test_a_schema_that_the_worker_cannot_judge_is_unknown() -> None:
    stopped = SchemaChecker()
    facts = await gathered(Gatherer(stopped), {"name": "a"}, Needs(schemas=(schema(PATTERN),)))
    assert facts.fits(schema(PATTERN)) is None


async def test_schemas_that_take_too_long_together_are_unknown(
    checker: SchemaChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> Any:  # Any: it never answers
        await asyncio.Event().wait()

    monkeypatch.setattr(checker, "check", never)
    monkeypatch.setattr(gather, "SCHEMAS_SECONDS", 0.01)
    facts = await gathered(Gatherer(checker), {"name": "a"}, Needs(schemas=(schema(PATTERN),)))
    assert facts.fits(schema(PATTERN)) is None


async def test_schemas_are_compiled_once_and_few_are_kept(
    checker: SchemaChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[JsonValue] = []

    def compile_noted(raw: JsonValue) -> CompiledSchema:
        compiled.append(raw)
        return compile_schema(raw)

    monkeypatch.setattr(gather, "compile_schema", compile_noted)
    monkeypatch.setattr(gather, "MAX_COMPILED", 1)
    gatherer = Gatherer(checker)
    for raw in (CHEAP, CHEAP, PATTERN, CHEAP):
        await gathered(gatherer, {"n": 1}, Needs(schemas=(schema(raw),)))
    assert compiled == [CHEAP, PATTERN, CHEAP]


async def test_a_second_look_sees_what_changed_in_between(checker: SchemaChecker, tmp_path: Path) -> None:
    top = Path(os.path.realpath(tmp_path))
    (top / "root").mkdir()
    (top / "outside").mkdir()
    needs, rule = Needs(folders=(str(top / "root"),)), PathsWithin((str(top / "root"),))
    arguments: JsonObject = {"path": f"{top}/root/x/y"}
    gatherer = Gatherer(checker)
    first = await gathered(gatherer, arguments, needs)
    assert matches_paths(first, rule, allow=True) is True
    (top / "root" / "x").symlink_to("../outside")
    second = await again(gatherer, first, arguments, needs)
    assert matches_paths(second, rule, allow=True) is False
    assert second.fits is first.fits


async def test_s35_a_folder_that_is_replaced_by_a_link_allows_nothing_where_the_link_leads(
    checker: SchemaChecker, tmp_path: Path
) -> None:
    top = Path(os.path.realpath(tmp_path))
    (top / "root").mkdir()
    (top / "outside").mkdir()
    needs, rule = Needs(folders=(str(top / "root"),)), PathsWithin((str(top / "root"),))
    facts = await gathered(Gatherer(checker), {"path": f"{top}/root/x"}, needs)
    assert matches_paths(facts, rule, allow=True) is True
    (top / "root").rmdir()
    (top / "root").symlink_to("outside")
    for path in ("root/x", "outside/x"):
        facts = await gathered(Gatherer(checker), {"path": f"{top}/{path}"}, needs)
        assert matches_paths(facts, rule, allow=True) is False
        assert matches_paths(facts, rule, allow=False) is True


async def test_a_second_look_applies_schemas_that_are_new(checker: SchemaChecker) -> None:
    gatherer = Gatherer(checker)
    arguments: JsonObject = {"n": 9, "name": "a"}
    first = await gathered(gatherer, arguments, Needs(schemas=(schema(CHEAP),)))
    second = await again(gatherer, first, arguments, Needs(schemas=(schema(CHEAP), schema(PATTERN))))
    assert (second.fits(schema(CHEAP)), second.fits(schema(PATTERN))) == (False, True)
    bare = replace(first, fits=lambda _: True)
    assert (await again(gatherer, bare, arguments, Needs(schemas=(schema(CHEAP),)))).fits(schema(CHEAP)) is False


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A file system that answers only when it is told to."""
    go = threading.Event()
    real = gather.look_now

    def stuck(*arguments: Any) -> gather.Seen:  # Any: as the real one has it
        go.wait(60)
        return real(*arguments)

    monkeypatch.setattr(gather, "look_now", stuck)
    monkeypatch.setattr(gather, "LOOK_SECONDS", 0.01)
    return go.set


def looks() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "policy look"]


async def test_a_file_system_that_does_not_answer_allows_nothing(
    checker: SchemaChecker, hanging: Callable[[], None]
) -> None:
    gatherer = Gatherer(checker)
    needs = Needs(folders=("/",), hosts=True)
    for _ in range(gather.MAX_LOOKING + 3):
        facts = await gathered(gatherer, {"path": "/x", "url": "https://a.com/"}, needs)
        assert matches_paths(facts, PathsWithin(("/",), ("path",)), allow=True) is not True
        assert matches_paths(facts, PathsWithin(("/",)), allow=False) is None
        assert matches_hosts(facts, Hosts((HostPattern("a.com"),)), allow=True) is not True
        assert matches_hosts(facts, Hosts((HostPattern("b.com"),)), allow=False) is None
    assert len(looks()) == gather.MAX_LOOKING
    hanging()
    for thread in looks():
        thread.join(20)
    facts = await gathered(gatherer, {}, Needs())
    assert facts.paths is None


async def test_after_it_answers_again_there_are_looks_again(
    checker: SchemaChecker, monkeypatch: pytest.MonkeyPatch, hanging: Callable[[], None]
) -> None:
    gatherer = Gatherer(checker)
    for _ in range(gather.MAX_LOOKING):
        await gathered(gatherer, {"path": "/x"}, Needs(paths=True))
    hanging()
    for thread in looks():
        thread.join(20)
    monkeypatch.setattr(gather, "LOOK_SECONDS", 20)
    facts = await gathered(gatherer, {"path": "/x"}, Needs(paths=True))
    assert facts.paths is not None
    assert facts.paths[0].place is not None


async def test_inputs_made_to_be_slow_are_given_up_in_time(checker: SchemaChecker) -> None:
    gatherer = Gatherer(checker)
    arguments: JsonObject = {"x": ["é/%2f\\@:/" * 400] * 2_000}
    facts = await gathered(gatherer, arguments, Needs(paths=True, hosts=True))
    for thread in looks():
        thread.join(20)
    assert not looks()
    assert facts.hosts is not None
    assert facts.hosts[-1].where == "$"


async def test_s22_the_loop_goes_on_while_many_schemas_are_applied_to_long_arguments(
    checker: SchemaChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.policy.gather.SCHEMAS_SECONDS", 600.0)  # however busy the machine is
    numbers: JsonObject = {"type": "array", "items": {"type": "number", "minimum": 0}}
    many = tuple(schema({"properties": {"x": {**numbers, "maxItems": 2_000 + count}}}) for count in range(50))
    arguments: JsonObject = {"x": [0.5 + number for number in range(1_500)]}
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    running = tasks.spawn(others(), name="others")
    facts = await gathered(Gatherer(checker), arguments, Needs(schemas=many))
    running.cancel()
    assert turns >= len(many)
    assert all(facts.fits(one) is True for one in many)


async def test_s22_schemas_that_are_not_applied_in_time_are_unknown(
    checker: SchemaChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.policy.gather.SCHEMAS_SECONDS", -1.0)
    wanted = schema(CHEAP)
    facts = await gathered(Gatherer(checker), {"n": 5, "more": "x" * 5_000}, Needs(schemas=(wanted,)))
    assert facts.fits(wanted) is None
