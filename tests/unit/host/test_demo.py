"""The demonstration's profile."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from host.apps import registry
from host.assistant.script import CHAPTERS
from host.assistant.story import APP
from host.demo import WORKSPACE, demo_profile
from host.servers.config import load_servers


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


def test_every_server_that_the_story_needs_is_configured() -> None:
    with demo_profile() as paths:
        assert {chapter.proposal.server for chapter in CHAPTERS} == set(load_servers(paths.servers_file).entries)


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
