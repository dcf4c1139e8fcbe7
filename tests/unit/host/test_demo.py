"""The demonstration's profile."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

import resources
from host import cli, credentials
from host.apps import registry
from host.assistant.script import APP, CHAPTERS, chapter
from host.demo import WORKSPACE, demo_managed, demo_profile, find_own_python_first
from host.model import sha256_hex
from host.policy.load import load_managed, read_source
from host.policy.model import Managed
from host.policy.write import rule_text
from host.servers.config import load_servers
from tests.support.demo import proposals_of

EXAMPLE = resources.example("managed.json")
DIGEST = sha256_hex(b"whatever it is")


def test_the_profile_is_private_and_complete_while_it_lasts_and_gone_afterwards() -> None:
    with demo_profile() as paths:
        root = paths.config.parent
        assert stat.S_IMODE(root.stat().st_mode) == 0o700
        assert registry.names(paths.apps_dir) == (APP,)
        config = load_servers(paths.servers_file)
        assert not config.problems
        assert not config.warnings
        assert {entry.command for entry in config.entries.values()} == {sys.executable}
        assert (paths.data / WORKSPACE / "welcome.txt").read_text()
    assert not root.exists()


def test_every_server_that_the_story_needs_is_configured_by_the_person_or_the_administrator() -> None:
    with demo_profile() as paths:
        own = set(load_servers(paths.servers_file).entries)
    managed = set(demo_managed().managed.servers)
    assert not own & managed
    proposals = [proposal for chapter in CHAPTERS for proposal in proposals_of(chapter.proposal)]
    assert {proposal.server for proposal in proposals} <= own | managed


def test_the_profile_is_gone_after_an_exception_too() -> None:
    roots: list[Path] = []

    def fail() -> None:
        with demo_profile() as paths:
            roots.append(paths.config.parent)
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        fail()
    assert not roots[0].exists()


def test_two_demonstrations_do_not_meet() -> None:
    with demo_profile() as one, demo_profile() as other:
        assert one.config != other.config
        assert one.socket != other.socket


# The administrator's file, which is the documented example


def test_the_demonstration_runs_under_the_documented_example_as_it_stands() -> None:
    source = demo_managed()
    assert (source.kind, source.error, source.problems) == ("managed", "", ())
    assert source.digest == sha256_hex(EXAMPLE.read_bytes())
    assert set(source.trust) == set(source.managed.servers) == {"cohort", "trials"}


def test_the_example_says_something_of_each_kind(tmp_path: Path) -> None:
    text = EXAMPLE.read_text()
    with_pins = text.replace('// "pins"', '"pins"').replace("<64 hex digits>", DIGEST)
    source = read_source("managed", tmp_path / "managed.json", with_pins.encode())
    assert not source.problems
    managed = source.managed
    assert all(getattr(managed, part) != getattr(Managed(), part) for part in ("servers", "pins", "approvers"))
    assert managed.locked == set(managed.limits)
    assert {rule.effect.value for rule in source.rules} == {"allow", "ask", "deny"}
    said = " ".join(rule_text(rule) for rule in source.rules)
    for key in ("trust", "annotations", "arguments", "paths_within", "time", "approvers", "review_result", "rate"):
        assert f'"{key}":' in said


def test_the_example_can_be_rolled_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "managed.json"
    file.write_bytes(EXAMPLE.read_bytes())
    file.chmod(0o644)
    protected = load_managed(file, top=tmp_path, owner=file.stat().st_uid)
    assert (protected.error, len(protected.rules)) == ("", len(demo_managed().rules))
    assert cli.main(["policy", "check", str(file)]) == 0
    told = capsys.readouterr().out
    assert "is sound, as the managed policy" in told
    assert "Approver: Dr. Ada Lindqvist, PRINCIPAL_INVESTIGATOR and researcher" in told
    assert "argon2id" not in told


def test_the_story_tells_the_pins_of_the_people_who_sign() -> None:
    trial = chapter("trial")
    assert trial is not None
    for person, pin in (("Dr. Ada Lindqvist", "2468"), ("Prof. Tomás Reyes", "1357")):
        (entry,) = [one for one in demo_managed().managed.approvers if one.name == person]
        assert credentials.matches(entry.credential, pin)
        said = trial.proposal.before
        assert 0 < said.index(pin) - said.index(person) < 100
        assert pin in EXAMPLE.read_text()


def test_python3_means_the_interpreter_that_has_assent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/somewhere/else")
    find_own_python_first()
    assert os.environ["PATH"].split(os.pathsep) == [str(Path(sys.executable).parent), "/somewhere/else"]
    found = shutil.which("python3")
    assert found is not None
    assert Path(found).parent == Path(sys.executable).parent
