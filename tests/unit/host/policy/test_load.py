from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import jsonc
from host.model import Effect, JsonValue
from host.policy import load
from host.policy.evaluate import evaluate
from host.policy.facts import CallFacts
from host.policy.load import load_managed, load_user, protection_problem
from host.policy.model import Match, PolicySource, Rule, Unconfirmed
from host.policy.parse import parse
from host.values import replace

BROKEN = sorted((Path(__file__).parents[3] / "assets/config/policy").glob("*.json"))
GOOD = '{"version": 1, "rules": [{"id": "all", "effect": "allow", "match": {}}]}'
ALLOWED = '{"effect":"allow","match":{"app":"claude","server":"files","tool":"read_*"}}'
CALL = CallFacts("files", "read_file", "claude", app_authenticated=True)


def write(path: Path, text: str = GOOD) -> Path:
    path.write_text(text, "utf-8")
    path.chmod(0o644)
    return path


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A directory that only its owner can write to, however tests are run."""
    (tmp_path / "etc").mkdir(mode=0o755)
    (tmp_path / "etc").chmod(0o755)
    return tmp_path / "etc"


def managed(path: Path, top: Path, *, owner: int | None = None) -> PolicySource:
    return load_managed(path, top=top, owner=os.getuid() if owner is None else owner)


def own(form: str) -> str:
    """The id of a rule that has none, by what it says."""
    return f"rule-{hashlib.sha256(form.encode()).hexdigest()[:10]}"


def read(file: Path) -> PolicySource:
    """A file of the corpus, as whose it is by its name."""
    return load.read_source("managed" if file.stem.startswith("managed.") else "user", file, file.read_bytes())


def assert_denies_everything(source: PolicySource) -> None:
    assert source.error
    assert source.rules == ()
    verdict = evaluate(CALL, [source, PolicySource("managed", "m", rules=(Rule("a", Effect.ALLOW, Match()),))])
    assert (verdict.effect, verdict.rule) == (Effect.DENY, "broken-policy")
    assert source.error in verdict.because


@pytest.mark.parametrize("file", BROKEN, ids=lambda file: file.stem)
def test_each_broken_file_denies_everything_and_names_line_key_and_remedy(file: Path) -> None:
    source = read(file)
    problems = "".join(f"{problem}\n".replace(str(file), file.name) for problem in source.problems)
    assert problems == file.with_suffix(".expected").read_text("utf-8")
    assert source.error == str(source.problems[0])
    assert source.digest == hashlib.sha256(file.read_bytes()).hexdigest()
    assert_denies_everything(source)


def test_the_corpus_is_there() -> None:
    assert len(BROKEN) > 90


def test_rules_are_read_in_order_with_ids_reasons_and_comments(tmp_path: Path) -> None:
    text = """{
      "$schema": "https://example.com/policy.schema.json", // for editors
      "version": 1,
      "rules": [
        {"id": "no-delete", "effect": "deny", "match": {"tool": "delete_*"}, "reason": "Ask Ana."},
        {"effect": "ask", "match": {}},
        {"effect": "allow", "match": {"server": "files", "tool": "read_*", "app": "claude"}},
      ],
    }"""
    source = load_user(write(tmp_path / "policy.json", text))
    assert replace(source, waiting=()) == PolicySource(
        "user",
        str(tmp_path / "policy.json"),
        hashlib.sha256(text.encode()).hexdigest(),
        (
            Rule("no-delete", Effect.DENY, Match(tool="delete_*"), "Ask Ana."),
            Rule(own('{"effect":"ask","match":{}}'), Effect.ASK, Match()),
            Rule(
                own(ALLOWED),
                Effect.ALLOW,
                Match("files", "read_*", "claude"),
            ),
        ),
    )
    assert source.waiting == (Unconfirmed("allows", source.rules[2]),)
    assert [rule.line for rule in source.rules] == [5, 6, 7]


def test_a_missing_file_has_no_rules_and_no_error(tmp_path: Path, top: Path) -> None:
    assert load_user(tmp_path / "policy.json") == PolicySource("user", str(tmp_path / "policy.json"))
    for path in (top / "managed.json", top / "assent" / "managed.json"):
        assert managed(path, top) == PolicySource("managed", str(path))


@pytest.mark.parametrize("kind", ["link", "directory", "pipe", "too large", "not UTF-8"])
def test_a_file_that_cannot_be_read_denies_everything(tmp_path: Path, top: Path, kind: str) -> None:
    path = top / "policy.json"
    if kind == "link":
        path.symlink_to(write(tmp_path / "elsewhere.json"))
    elif kind == "directory":
        path.mkdir(mode=0o755)
    elif kind == "pipe":
        os.mkfifo(path, 0o644)
    else:
        path.write_bytes(b"// " + (b"x" * 2**23 if kind == "too large" else b"\xff") + b"\n" + GOOD.encode())
    assert_denies_everything(load_user(path))
    assert_denies_everything(managed(path, top))


def test_a_file_that_the_system_withholds_denies_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def withheld(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", withheld)
    for source in (load_user(tmp_path / "policy.json"), managed(tmp_path / "m.json", tmp_path)):
        assert_denies_everything(source)
        assert source.error.endswith("cannot be read: Permission denied")


def test_a_users_file_of_another_account_denies_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "policy.json")
    owner = os.getuid()
    monkeypatch.setattr(load, "_ADMINISTRATOR", owner + 1)
    monkeypatch.setattr(os, "getuid", lambda: owner + 2)
    assert_denies_everything(load_user(path))
    assert load_user(path).error == f"{path}: belongs to another account"


def test_a_protected_managed_file_counts_without_confirmation(top: Path) -> None:
    (top / "assent").mkdir(mode=0o755)
    source = managed(
        write(top / "assent" / "managed.json", '{"version": 1, "rules": [{"effect": "allow", "match": {}}]}'), top
    )
    assert source.error == ""
    assert source.active_rules == (Rule(own('{"effect":"allow","match":{}}'), Effect.ALLOW, Match(), source="managed"),)
    assert evaluate(CALL, [source]).effect is Effect.ALLOW


@pytest.mark.parametrize("mode", [0o664, 0o646, 0o666, 0o602, 0o620, 0o777])
def test_s39_a_managed_file_that_others_can_write_denies_everything(top: Path, mode: int) -> None:
    path = write(top / "managed.json")
    path.chmod(mode)
    source = managed(path, top)
    assert_denies_everything(source)
    assert source.error == f"{path}: can be changed by other accounts. As root: chown root {path}; chmod go-w {path}"


@pytest.mark.parametrize("mode", [0o775, 0o757, 0o777, 0o1777])
@pytest.mark.parametrize("place", ["", "assent"])
def test_s39_a_managed_file_below_a_directory_that_others_can_write_denies_everything(
    top: Path, place: str, mode: int
) -> None:
    (top / "assent" / "deep").mkdir(parents=True, mode=0o755)
    (top / "assent").chmod(0o755)
    path = write(top / "assent" / "deep" / "managed.json")
    (top / place).chmod(mode)
    source = managed(path, top)
    assert_denies_everything(source)
    assert source.error.startswith(f"{top / place}: can be changed by other accounts. As root: ")


@pytest.mark.parametrize("kind", ["file", "directory"])
def test_s39_a_managed_file_behind_a_link_denies_everything(top: Path, kind: str) -> None:
    (top / "real").mkdir(mode=0o755)
    real = write(top / "real" / "managed.json")
    if kind == "file":
        path = top / "managed.json"
        path.symlink_to(real)
    else:
        (top / "assent").symlink_to("real")
        path = top / "assent" / "managed.json"
    source = managed(path, top)
    assert_denies_everything(source)
    assert "symbolic link" in source.error


def test_s39_a_managed_file_of_anyone_but_the_administrator_denies_everything(top: Path) -> None:
    path = write(top / "managed.json")
    source = managed(path, top, owner=os.getuid() + 1)
    assert_denies_everything(source)
    assert source.error.startswith(f"{top}: does not belong to the administrator. As root: chown root {top}")


def test_s39_the_real_tree_is_compared_with_root() -> None:
    """Whoever runs this: /etc/passwd is root's and so is the way to it, which a temporary directory's is not."""
    passwd = load_managed(Path("/etc/passwd"))
    assert passwd.error.startswith("/etc/passwd:1: a value is missing.")
    assert_denies_everything(passwd)


def test_s39_a_real_temporary_directory_is_no_place_for_a_managed_file(tmp_path: Path) -> None:
    source = load_managed(write(tmp_path / "managed.json"))
    assert_denies_everything(source)
    assert " As root: " in source.error


def test_a_managed_path_outside_its_top_denies_everything(top: Path, tmp_path: Path) -> None:
    assert_denies_everything(managed(tmp_path / "managed.json", top))
    assert_denies_everything(load_managed(Path("managed.json")))


def test_no_descriptor_is_left_open(top: Path) -> None:
    path = write(top / "managed.json")
    before = os.listdir("/dev/fd")
    for owner in (os.getuid(), os.getuid() + 1):
        managed(path, top, owner=owner)
        managed(top / "none" / "managed.json", top, owner=owner)
    assert len(os.listdir("/dev/fd")) == len(before)


@pytest.mark.parametrize("present", [True, False])
def test_where_protection_cannot_be_seen_a_managed_file_denies_everything(
    top: Path, monkeypatch: pytest.MonkeyPatch, present: bool
) -> None:
    path = write(top / "managed.json") if present else top / "managed.json"
    monkeypatch.setattr(os, "name", "nt")
    source = managed(path, top)
    monkeypatch.undo()
    assert bool(source.error) == present


@pytest.mark.parametrize(
    ("mode", "uid", "problem"),
    [
        (0o644, 0, ""),
        (0o600, 0, ""),
        (0o777, 501, "does not belong to the administrator"),
        (0o644, 501, "does not belong to the administrator"),
        (0o664, 0, "can be changed by other accounts"),
        (0o646, 0, "can be changed by other accounts"),
        (0o1777, 0, "can be changed by other accounts"),
    ],
)
def test_s39_protected_is_what_the_owner_alone_can_write(mode: int, uid: int, problem: str) -> None:
    facts = os.stat_result((stat.S_IFREG | mode, 1, 1, 1, uid, uid, 0, 0, 0, 0))
    assert protection_problem(facts, 0) == problem


JSON: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
RULES = st.fixed_dictionaries(
    {},
    optional={
        "id": JSON | st.sampled_from(["a", "b"]),
        "effect": JSON | st.sampled_from(["allow", "ask", "deny"]),
        "match": JSON | st.dictionaries(st.sampled_from(["server", "tool", "app", "x"]), st.text("a*[]z-", max_size=5)),
        "reason": JSON,
        "when": JSON,
    },
)


@given(JSON | st.fixed_dictionaries({"version": st.just(1), "rules": st.lists(RULES, max_size=3)}))
def test_any_file_is_either_read_whole_or_denies_everything(document: JsonValue) -> None:
    located = jsonc.load(json.dumps(document), file="policy.json")
    parsed = parse(located, "user")
    rules, problems = parsed.rules, parsed.problems
    assert not (rules and problems)
    for problem in problems:
        assert (problem.file, problem.line) == ("policy.json", 1)
        assert problem.remedy
    if not problems:
        assert isinstance(document, dict)
        assert isinstance(document["rules"], list)
        assert len(rules) == len(document["rules"])
        assert len({rule.id for rule in rules}) == len(rules)
