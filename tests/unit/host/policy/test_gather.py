from __future__ import annotations

import asyncio
import os
import threading
import unicodedata
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from host import canonical, tasks
from host.arguments.facts import Place, within
from host.model import CallContext, JsonObject, JsonValue, sha256_hex
from host.policy import gather
from host.policy.facts import ArgumentSchema, CallFacts, Needs
from host.policy.gather import Entry, Gatherer, Resolved, Resolver, resolve_folder
from host.policy.model import HostPattern
from host.policy.place_conditions import Hosts, PathsWithin
from host.schema import CompiledSchema, SchemaChecker, SchemaReport, compile_schema
from host.values import replace
from tests.support.rules import holds_for

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
    return await gatherer.gather_again(facts, call, needs=needs, now=NOW)


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
    assert holds_for(facts, PathsWithin((root,)), allow=True) is True
    assert holds_for(facts, Hosts((HostPattern("a.com"),)), allow=True) is True
    assert list(facts.folders) == [root]


async def test_the_home_is_the_one_that_was_given(checker: SchemaChecker, tmp_path: Path) -> None:
    gatherer = Gatherer(checker, home=Path(os.path.realpath(tmp_path)))
    facts = await gathered(gatherer, {"path": "~/x"}, Needs(folders=("~",)))
    assert facts.folders["~"].text == os.path.realpath(tmp_path)
    assert holds_for(facts, PathsWithin(("~",)), allow=True) is None
    assert holds_for(facts, PathsWithin(("~",)), allow=False) is True


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
    async def never(*_: object, app: str) -> Any:  # Any: it never answers
        await asyncio.Event().wait()

    monkeypatch.setattr(checker, "check", never)
    monkeypatch.setattr(gather, "SCHEMAS_SECONDS", 0.01)
    facts = await gathered(Gatherer(checker), {"name": "a"}, Needs(schemas=(schema(PATTERN),)))
    assert facts.fits(schema(PATTERN)) is None


async def test_a_schema_that_takes_too_long_holds_up_no_other_and_is_not_applied_again(
    checker: SchemaChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    check, slow = checker.check, list[CompiledSchema]()

    async def wait_for_worker(compiled: CompiledSchema, *value: Any, app: str) -> SchemaReport:  # Any: passed on
        if compiled.validator is None:
            slow.append(compiled)
            await asyncio.Event().wait()
        return await check(compiled, *value, app=app)

    monkeypatch.setattr(checker, "check", wait_for_worker)
    monkeypatch.setattr(gather, "SCHEMAS_SECONDS", 0.01)
    gatherer, needs = Gatherer(checker), Needs(schemas=(schema(PATTERN), schema(CHEAP)))
    arguments: JsonObject = {"name": "a", "n": 5}
    facts = await gathered(gatherer, arguments, needs)
    assert (facts.fits(schema(PATTERN)), facts.fits(schema(CHEAP))) == (None, True)
    assert (await again(gatherer, facts, arguments, needs)).fits is facts.fits
    assert len(slow) == 1


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
    assert holds_for(first, rule, allow=True) is True
    (top / "root" / "x").symlink_to("../outside")
    second = await again(gatherer, first, arguments, needs)
    assert holds_for(second, rule, allow=True) is False
    assert second.fits is first.fits


async def test_s35_a_folder_that_is_replaced_by_a_link_allows_nothing_where_the_link_leads(
    checker: SchemaChecker, tmp_path: Path
) -> None:
    top = Path(os.path.realpath(tmp_path))
    (top / "root").mkdir()
    (top / "outside").mkdir()
    needs, rule = Needs(folders=(str(top / "root"),)), PathsWithin((str(top / "root"),))
    facts = await gathered(Gatherer(checker), {"path": f"{top}/root/x"}, needs)
    assert holds_for(facts, rule, allow=True) is True
    (top / "root").rmdir()
    (top / "root").symlink_to("outside")
    for path in ("root/x", "outside/x"):
        facts = await gathered(Gatherer(checker), {"path": f"{top}/{path}"}, needs)
        assert holds_for(facts, rule, allow=True) is False
        assert holds_for(facts, rule, allow=False) is True


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
    real = gather.find_places_now

    def stuck(*arguments: Any) -> gather.FoundPlaces:  # Any: as the real one has it
        go.wait(60)
        return real(*arguments)

    monkeypatch.setattr(gather, "find_places_now", stuck)
    monkeypatch.setattr(gather, "RESOLVE_SECONDS", 0.01)
    return go.set


def looks() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "policy look"]


async def test_a_file_system_that_does_not_answer_allows_nothing(
    checker: SchemaChecker, hanging: Callable[[], None]
) -> None:
    gatherer = Gatherer(checker)
    needs = Needs(folders=("/",), hosts=True)
    for _ in range(gather.MAX_THREADS + 3):
        facts = await gathered(gatherer, {"path": "/x", "url": "https://a.com/"}, needs)
        assert holds_for(facts, PathsWithin(("/",), ("path",)), allow=True) is not True
        assert holds_for(facts, PathsWithin(("/",)), allow=False) is None
        assert holds_for(facts, Hosts((HostPattern("a.com"),)), allow=True) is not True
        assert holds_for(facts, Hosts((HostPattern("b.com"),)), allow=False) is None
    assert len(looks()) == gather.MAX_THREADS
    hanging()
    for thread in looks():
        thread.join(20)
    facts = await gathered(gatherer, {}, Needs())
    assert facts.paths is None


async def test_after_it_answers_again_there_are_looks_again(
    checker: SchemaChecker, monkeypatch: pytest.MonkeyPatch, hanging: Callable[[], None]
) -> None:
    gatherer = Gatherer(checker)
    for _ in range(gather.MAX_THREADS):
        await gathered(gatherer, {"path": "/x"}, Needs(paths=True))
    hanging()
    for thread in looks():
        thread.join(20)
    monkeypatch.setattr(gather, "RESOLVE_SECONDS", 20)
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


# Where a path leads

DIRECTORY = True


def resolve(path: str) -> Place | str:
    """The one place that an absolute path means, or why there is none."""
    found = Resolver().resolve(path)
    return found.why if found.place is None else found.place


def inside(path: object, root: object) -> bool | None:
    place, top = resolve(str(path)), resolve_folder(str(root))
    assert isinstance(place, Place)
    assert isinstance(top, Place)
    return within(place, top)


def why(path: object) -> str:
    place = resolve(str(path))
    assert isinstance(place, str)
    return place


@pytest.fixture
def top(tmp_path: Path) -> Path:
    top = Path(os.path.realpath(tmp_path))
    (top / "root" / "sub").mkdir(parents=True)
    (top / "outside").mkdir()
    (top / "root" / "file").write_text("x")
    return top


class Disk:
    """A file system of names in memory, whose names are compared as ``fold`` says."""

    def __init__(self, *names: str, fold: bool = False, **links: str) -> None:
        self._fold = fold
        self._entries = {"/": Entry(1, 1, DIRECTORY)}
        for number, name in enumerate(names, 2):
            self._entries[self._key(name)] = Entry(1, number, DIRECTORY)
        for number, (name, target) in enumerate(links.items(), 100):
            self._entries[self._key("/" + name.replace("__", "/"))] = Entry(1, number, not DIRECTORY, target)
        self.refused: dict[str, OSError] = {}
        self.looks: list[str] = []

    def _key(self, name: str) -> str:
        return unicodedata.normalize("NFKC", name).casefold() if self._fold else name

    def look(self, path: str) -> Entry | None:
        self.looks.append(path)
        if path in self.refused:
            raise self.refused[path]
        return self._entries.get(self._key(path))

    def put(self, path: str, entry: Entry) -> None:
        self._entries[self._key(path)] = entry

    def find(self, path: str) -> Resolved:
        return Resolver(self.look).resolve(path)

    def inside(self, path: str, root: str) -> bool | None:
        found, top = self.find(path), self.find(root)
        assert found.place is not None
        assert top.place is not None
        return within(found.place, top.place)


def test_a_file_lies_within_its_folders(top: Path) -> None:
    assert inside(top / "root" / "file", top / "root") is True
    assert inside(top / "root" / "new" / "x", top / "root") is True
    assert inside(top / "outside", top / "root") is False


def test_the_chain_leads_from_the_deepest_that_exists_to_the_root(top: Path) -> None:
    place = resolve(f"{top}/root/none/x")
    assert isinstance(place, Place)
    assert place.text == f"{top}/root/none/x"
    assert place.tail == ("none", "x")
    root, slash = os.stat(top / "root"), os.stat("/")
    assert place.chain[0] == (root.st_dev, root.st_ino)
    assert place.chain[-1] == (slash.st_dev, slash.st_ino)


def test_links_are_followed_relative_and_absolute(top: Path) -> None:
    (top / "root" / "out").symlink_to("../outside")
    (top / "root" / "in").symlink_to(top / "root" / "sub")
    assert inside(top / "root" / "out" / "x", top / "root") is False
    assert inside(top / "root" / "in" / "x", top / "root") is True


def test_a_last_name_that_is_a_link_means_the_link_too(top: Path) -> None:
    link = top / "outside" / "link"
    link.symlink_to(top / "root" / "file")
    found = Resolver().resolve(str(link))
    assert found.place is not None
    assert found.place.text == f"{top}/root/file"
    assert [place.text for place in found.others] == [str(link)]
    assert not Resolver().resolve(str(top / "outside")).others


@pytest.mark.parametrize("end", ["", "/", "/."])
def test_an_ending_does_not_hide_that_the_last_name_is_a_link(top: Path, end: str) -> None:
    (top / "outside" / "link").symlink_to(top / "root" / "sub")
    assert [place.text for place in Resolver().resolve(f"{top}/outside/link{end}").others] == [f"{top}/outside/link"]


def test_a_dangling_link_leads_to_where_it_points(top: Path) -> None:
    (top / "root" / "dangling").symlink_to(top / "outside" / "none")
    assert inside(top / "root" / "dangling", top / "outside") is True


def test_a_loop_leads_nowhere(top: Path) -> None:
    (top / "loop").symlink_to("loop")
    assert "circle" in why(top / "loop" / "x")


def test_parents_after_a_link_lead_to_different_places(top: Path) -> None:
    (top / "root" / "out").symlink_to("../outside")
    found = Resolver().resolve(f"{top}/root/out/../file")
    assert found.place is None
    assert "differently" in found.why
    assert {place.text for place in found.others} == {f"{top}/file", f"{top}/root/file"}


def test_parents_that_every_reading_takes_alike_are_fine(top: Path) -> None:
    assert inside(f"{top}/root/sub/../file", top / "root") is True
    assert inside(f"{top}/root/none/../file", top / "root") is True


@pytest.mark.parametrize("end", ["/", "/.", "/..", "/x", "/../x"])
def test_nothing_lies_below_a_file(top: Path, end: str) -> None:
    assert "not a directory" in why(f"{top}/root/file{end}")


def test_a_path_of_procfs_that_each_process_reads_in_its_own_way_is_not_resolved(top: Path) -> None:
    if not os.path.islink("/proc/self"):
        pytest.skip("no procfs here")
    (top / "root" / "own").symlink_to("/proc/self/cwd")
    assert "each program" in why("/proc/self/cwd/x")
    assert "each program" in why(top / "root" / "own")
    assert isinstance(resolve_folder("/proc"), Place)


def test_a_directory_that_cannot_be_looked_at_ends_the_way() -> None:
    disk = Disk("/a", "/a/b")
    disk.refused["/a/b"] = PermissionError(13, "no")
    assert "cannot be looked at" in disk.find("/a/b/c").why
    disk.refused["/a/b"] = NotADirectoryError(20, "no")
    assert "not a directory" in disk.find("/a/b/c").why
    disk.refused["/"] = PermissionError(13, "no")
    assert disk.find("/a").place is None


def test_a_text_that_no_path_can_hold_is_not_resolved() -> None:
    assert why("/a\0b")
    assert why("/" + "a" * 300)
    assert why("/\ud800")


def test_a_file_system_without_identities_gives_no_place() -> None:
    disk = Disk("/a")
    disk.put("/a/b", Entry(1, 0, DIRECTORY))
    assert "one file from another" in disk.find("/a/b").why


def test_descriptors_of_this_process_are_no_place() -> None:
    disk = Disk("/dev", "/dev/fd", "/dev/fd/3")
    assert disk.find("/dev/fd/3").place is None


def test_where_capitals_do_not_count_the_file_system_answers() -> None:
    disk = Disk("/Users", "/Users/ana", "/Users/ana/Notes", fold=True)
    assert disk.inside("/users/ANA/notes/x", "/Users/ana/Notes") is True
    assert Disk("/Users", "/Users/ana", "/Users/ana/Notes").inside("/Users/ana/notes/x", "/Users/ana/Notes") is False


def test_where_capitals_do_not_count_a_link_is_found_whatever_its_capitals() -> None:
    disk = Disk("/root", "/outside", fold=True, root__out="/outside")
    assert disk.inside("/ROOT/OUT/x", "/root") is False
    assert disk.inside("/ROOT/OUT/x", "/outside") is True


def test_where_letters_are_composed_by_the_file_system_both_forms_are_one() -> None:
    disk = Disk("/root", "/root/é", fold=True)
    assert disk.inside("/root/e\u0301/x", "/root/é") is True


def test_where_both_forms_of_a_letter_are_different_names_neither_is_sure() -> None:
    disk = Disk("/root", "/outside", root__é="/outside")
    found = disk.find("/root/e\u0301/x")
    assert found.place is None
    assert {place.text for place in found.others} == {"/root/e\u0301/x", "/outside/x"}
    assert found.exactly_one_applies
    assert not disk.find("/root/e\u0301/../x").exactly_one_applies, "and what a parent is depends on who reads it"


def test_one_look_at_each_name_serves_all_paths() -> None:
    disk = Disk("/a", "/a/b")
    resolver = Resolver(disk.look)
    resolver.resolve("/a/b/x")
    resolver.resolve("/a/b/y")
    assert sorted(set(disk.looks)) == sorted(disk.looks)


def test_a_chain_of_many_links_is_a_loop() -> None:
    disk = Disk("/a")
    for number in range(60):
        disk.put(f"/l{number}", Entry(1, 100 + number, not DIRECTORY, f"/l{number + 1}"))
    assert "circle" in disk.find("/l0").why
    assert disk.find("/l30").place is not None


def test_a_folder_may_begin_with_the_home_of_this_account(top: Path) -> None:
    place = resolve_folder("~/sub", home=top / "root")
    assert isinstance(place, Place)
    assert place.text == f"{top}/root/sub"
    assert isinstance(resolve_folder("~", home=top / "root"), Place)


@pytest.mark.parametrize("text", ["", "notes", "./notes", "~ana/notes"])
def test_a_folder_that_is_not_absolute_is_none(text: str) -> None:
    assert isinstance(resolve_folder(text), str)


def test_a_folder_that_readers_take_differently_is_none(top: Path) -> None:
    (top / "root" / "out").symlink_to("../outside")
    assert isinstance(resolve_folder(f"{top}/root/out/.."), str)


def test_a_system_that_names_files_otherwise_resolves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk("/a")
    monkeypatch.setattr(os, "name", "nt")
    found = disk.find("/a")
    monkeypatch.undo()
    assert found.place is None


@pytest.mark.parametrize("end", ["", "/", "/."])
def test_s35_a_folder_knows_whether_its_own_name_is_a_links(top: Path, end: str) -> None:
    (top / "outside" / "link").symlink_to(top / "root")
    (top / "way").symlink_to(top / "root")
    for written, linked in (("outside/link", True), ("root/sub", False), ("way/sub", False), ("root/none", False)):
        place = resolve_folder(f"{top}/{written}{end}")
        assert isinstance(place, Place)
        assert place.linked is linked, written
