"""Attack 35: no path outside a folder is ever allowed by its look."""

from __future__ import annotations

import json
import os
import posixpath
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import JsonObject
from host.policy.facts import CallFacts, Needs
from host.policy.gather import find_places_now
from host.policy.place_conditions import PathsWithin
from tests.support.rules import holds_for

CORPUS: Final[list[dict[str, Any]]] = json.loads(  # Any: what the corpus says of each attack
    (Path(__file__).parents[3] / "assets" / "hostile" / "policy_paths.json").read_text("utf-8")
)
FILES: Final = "root/a.txt root/sub/b.txt root/sub/deep/c.txt root-evil/x ROOT/x outside/secret.txt".split()
LINKS: Final = {
    "root/in": "sub",
    "root/in_abs": "{tmp}/root/sub",
    "root/deep_in": "sub/deep",
    "root/out": "../outside",
    "root/out_abs": "{tmp}/outside",
    "root/out_file": "../outside/secret.txt",
    "root/dangling_in": "{tmp}/root/nothing",
    "root/dangling_out": "{tmp}/outside/nothing",
    "root/chain": "in_chain",
    "root/in_chain": "{tmp}/root/out",
    "root/loop1": "loop2",
    "root/loop2": "loop1",
    "root/self": "self",
    "root/up": "..",
    "root/proc": "/proc/self/cwd",
    "root/etc": "/etc",
    "root/é": "../outside",
    "outside/into": "../root/sub",
    "outside/entry": "../root/a.txt",
    "alias": "root",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a root, its surroundings, and links of all kinds."""
    top = Path(os.path.realpath(tmp_path_factory.mktemp("tree")))
    for name in FILES:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text("x")
    for name, target in LINKS.items():
        (top / name).symlink_to(target.format(tmp=top))
    return top


def allowed(top: Path, arguments: JsonObject, schema: object = None, named: tuple[str, ...] = ()) -> bool | None:
    """What a rule that allows paths within ``root`` says."""
    return judge(top, arguments, str(top / "root"), schema=schema, named=named, allow=True)


def judge(
    top: Path, arguments: JsonObject, folder: str, *, schema: Any = None, named: tuple[str, ...] = (), allow: bool
) -> bool | None:
    seen = find_places_now(Needs(folders=(folder,), paths=True), arguments, schema, home=top / "home")
    facts = CallFacts("files", "read", "app", True, paths=seen.paths, folders=seen.folders)
    return holds_for(facts, PathsWithin((folder,), named), allow=allow)


def filled(value: Any, top: Path) -> Any:
    """With the directories of this run for their names."""
    if isinstance(value, str):
        root = str(top / "root")
        return value.replace("{root_relative}", root[1:]).replace("{root}", root).replace("{tmp}", str(top))
    if isinstance(value, list):
        return [filled(item, top) for item in value]
    if isinstance(value, dict):
        return {filled(key, top): filled(item, top) for key, item in value.items()}
    return value


@pytest.mark.parametrize("twin", ["filepath", "FilePath", "FILEPATH", "ﬁlePath", "filePath\u200b", "ｆｉｌｅＰａｔｈ"])
@pytest.mark.parametrize("under", [lambda it: it, lambda it: {"x": it}, lambda it: [it]], ids=["alone", "in", "list"])
def test_s35_a_case_twin_of_the_argument_that_a_rule_names_counts_as_it(
    twin: str, under: Callable[[Any], Any], tree: Path
) -> None:
    inside: JsonObject = {"filePath": str(tree / "root/a.txt")}
    assert allowed(tree, inside, named=("filePath",)) is True
    assert allowed(tree, {**inside, twin: under("Documents/tax.pdf")}, named=("filePath",)) is not True
    assert allowed(tree, {**inside, twin: under(str(tree / "outside/secret.txt"))}, named=("filePath",)) is not True
    assert allowed(tree, {twin: under(str(tree / "root/a.txt"))}, named=("filePath",)) is not True, "it is not there"
    denied = {"other": "x", twin: under(str(tree / "root/a.txt"))}
    assert judge(tree, denied, str(tree / "root"), named=("filePath",), allow=False) is True


COMPOSED: Final = ["m\u00fcller/brief.txt", "gr\u00f6\u00dfe.txt", "\u30ac\u30a4\u30c9/x", "\u00e5/new.txt"]


@pytest.mark.parametrize("name", COMPOSED)
@pytest.mark.parametrize("written", ["NFC", "NFD"])
def test_s35_composed_letters_are_allowed_where_every_form_lies_within(
    name: str, written: Literal["NFC", "NFD"], tmp_path: Path
) -> None:
    top = Path(os.path.realpath(tmp_path))
    there = top / "root" / name
    there.parent.mkdir(parents=True)
    there.write_text("x")
    path: JsonObject = {"path": str(top / "root" / unicodedata.normalize(written, name))}
    assert allowed(top, path) is True
    assert judge(top, path, str(top / "root"), allow=False) is True
    assert judge(top, path, str(top / "elsewhere"), allow=False) is False, "no form lies there"
    assert judge(top, path, str(top / "root" / name.split("/", maxsplit=1)[0]), allow=True) is True, (
        "a folder has forms as well"
    )
    assert judge(top, {"path": f"{path['path']}/../../../x"}, str(top / "root"), allow=True) is not True


def test_s35_composed_letters_are_not_allowed_where_one_form_leads_out(tmp_path: Path) -> None:
    top = Path(os.path.realpath(tmp_path))
    (top / "root" / "m\u00fcller").mkdir(parents=True)
    (top / "outside").mkdir()
    (top / "root" / "mu\u0308ller").symlink_to("../outside")
    for name in ("m\u00fcller", "mu\u0308ller"):
        path: JsonObject = {"path": str(top / "root" / name / "x")}
        assert allowed(top, path) is False
        assert judge(top, path, str(top / "outside"), allow=False) is True
        assert judge(top, path, str(top / "root" / name), allow=True) is not True, "a folder that is a link in one form"


@pytest.mark.parametrize("named", ["m\u00fcller", "mu\u0308ller"])
@pytest.mark.parametrize("exists", [True, False])
def test_s35_a_folder_does_not_stand_for_another_whose_letters_are_composed_otherwise(
    named: str, exists: bool, tmp_path: Path
) -> None:
    top = Path(os.path.realpath(tmp_path))
    other = "mu\u0308ller" if named == "m\u00fcller" else "m\u00fcller"
    (top / other).mkdir()
    if exists:
        (top / named).mkdir()
    if len(os.listdir(top)) == 1 + exists:  # a file system that keeps both apart
        path: JsonObject = {"path": str(top / other / "x")}
        assert judge(top, path, str(top / named), allow=True) is not True


@pytest.mark.parametrize("mark", ["\u037e", "\u1fef", "\u226e"])
def test_s35_a_mark_that_appears_when_letters_are_composed_or_taken_apart_leaves_doubt(mark: str, tree: Path) -> None:
    assert allowed(tree, {"path": str(tree / "root" / f"x{mark}" / "y")}) is not True


@pytest.mark.parametrize("case", CORPUS, ids=[case["attack"] for case in CORPUS])
def test_s35_a_path_is_allowed_only_where_it_surely_lies_within(case: dict[str, Any], tree: Path) -> None:
    named = tuple(case.get("named", ()))
    verdict = allowed(tree, filled(case["arguments"], tree), filled(case.get("schema"), tree), named)
    assert (verdict is True) == (case["expected"] == "allowed")


def test_s35_the_corpus_has_enough_tricks() -> None:
    assert sum(case["expected"] == "never_allowed" for case in CORPUS) >= 120


COMPONENTS: Final = [
    *".. . sub deep in in_abs deep_in out out_abs out_file up chain loop1 dangling_out dangling_in root".split(),
    *"outside root-evil ROOT into entry alias a.txt b.txt none etc é e\u0301 %2e%2e ... ~ $HOME *".split(),
    *".\u200b. ．． proc self cwd".split(),
    "",
    " ",
    ".. ",
    "..\\",
    "a\0",
]


def _texts(top: Path) -> Iterator[str]:
    yield from (
        "",
        "/",
        str(top),
        f"{top}/root",
        f"{top}/outside",
        f"{top}/alias",
        f"/{top}/root",
        f"file://{top}/root",
    )


def outside_by_any(text: str, top: Path) -> bool:
    """Whether the standard library's own readings lead anywhere else than into the root."""
    root = f"{top}/root"
    text = text.removeprefix("file://")
    readings = [text, posixpath.normpath(text), text.rstrip("/ .")]
    for reading in readings:
        try:
            ends = {
                os.path.realpath(reading),
                str(Path(reading).resolve()),
                os.path.realpath(posixpath.abspath(reading)),
            }
        except (ValueError, OSError, RuntimeError):
            return True
        if any(end != root and not end.startswith(f"{root}/") for end in ends):
            return True
    return False


@given(st.data())
def test_s35_what_any_reading_sees_outside_is_never_allowed(tree: Path, data: st.DataObject) -> None:
    texts = list(_texts(tree))
    start = data.draw(st.sampled_from(texts))
    names = data.draw(st.lists(st.sampled_from(COMPONENTS), max_size=7))
    text = "/".join([start, *names])
    if outside_by_any(text, tree):
        assert allowed(tree, {"path": text}) is not True
        assert allowed(tree, {"path": text}, named=("path",)) is not True
        assert allowed(tree, {"path": f"{tree}/root/a.txt", "zzz": text}) is not True
