from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from host.arguments.facts import Place, within
from host.policy import path_resolution
from host.policy.path_resolution import Entry, Resolver, folder

DIRECTORY = True


def inside(path: object, root: object) -> bool | None:
    place, top = Resolver().find(str(path)).place, folder(str(root))
    assert place is not None
    assert isinstance(top, Place)
    return within(place, top)


def why(path: object) -> str:
    found = Resolver().find(str(path))
    assert found.place is None
    return found.why


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

    def find(self, path: str) -> path_resolution.Resolved:
        return Resolver(self.look).find(path)

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
    place = Resolver().find(f"{top}/root/none/x").place
    assert place is not None
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
    found = Resolver().find(str(link))
    assert found.place is not None
    assert found.place.text == f"{top}/root/file"
    assert [place.text for place in found.others] == [str(link)]
    assert not Resolver().find(str(top / "outside")).others


@pytest.mark.parametrize("end", ["", "/", "/."])
def test_an_ending_does_not_hide_that_the_last_name_is_a_link(top: Path, end: str) -> None:
    (top / "outside" / "link").symlink_to(top / "root" / "sub")
    assert [place.text for place in Resolver().find(f"{top}/outside/link{end}").others] == [f"{top}/outside/link"]


def test_a_dangling_link_leads_to_where_it_points(top: Path) -> None:
    (top / "root" / "dangling").symlink_to(top / "outside" / "none")
    assert inside(top / "root" / "dangling", top / "outside") is True


def test_a_loop_leads_nowhere(top: Path) -> None:
    (top / "loop").symlink_to("loop")
    assert "circle" in why(top / "loop" / "x")


def test_parents_after_a_link_lead_to_different_places(top: Path) -> None:
    (top / "root" / "out").symlink_to("../outside")
    found = Resolver().find(f"{top}/root/out/../file")
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
    assert isinstance(folder("/proc"), Place)


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
    resolver.find("/a/b/x")
    resolver.find("/a/b/y")
    assert sorted(set(disk.looks)) == sorted(disk.looks)


def test_a_chain_of_many_links_is_a_loop() -> None:
    disk = Disk("/a")
    for number in range(60):
        disk.put(f"/l{number}", Entry(1, 100 + number, not DIRECTORY, f"/l{number + 1}"))
    assert "circle" in disk.find("/l0").why
    assert disk.find("/l30").place is not None


def test_a_folder_may_begin_with_the_home_of_this_account(top: Path) -> None:
    place = folder("~/sub", home=top / "root")
    assert isinstance(place, Place)
    assert place.text == f"{top}/root/sub"
    assert isinstance(folder("~", home=top / "root"), Place)


@pytest.mark.parametrize("text", ["", "notes", "./notes", "~ana/notes"])
def test_a_folder_that_is_not_absolute_is_none(text: str) -> None:
    assert isinstance(folder(text), str)


def test_a_folder_that_readers_take_differently_is_none(top: Path) -> None:
    (top / "root" / "out").symlink_to("../outside")
    assert isinstance(folder(f"{top}/root/out/.."), str)


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
        place = folder(f"{top}/{written}{end}")
        assert isinstance(place, Place)
        assert place.linked is linked, written
