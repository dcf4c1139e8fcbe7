"""``assent approvers`` as an administrator uses it: real processes, a real terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

from host import credentials
from tests.support.app import PATIENCE
from tests.support.hosts import ROOT, managed_file
from tests.support.profile import Profile

COMMAND = (sys.executable, "-I", "-m", "host", "approvers", "credential")


def credential(profile: Profile, *options: str, typed: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run the command with ``typed`` as its standard input, which is no terminal."""
    return subprocess.run(
        [*COMMAND, *options], input=typed, env=profile.env, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False
    )


def test_what_is_printed_stands_for_the_pin_in_the_administrators_file(profile: Profile) -> None:
    done = credential(profile, "--stdin", typed="Grüße 2468\n".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    made = done.stdout.decode().strip()
    assert credentials.matches(made, "Grüße 2468")
    assert b"2468" not in done.stdout
    entry = {"name": "Ada", "roles": ["PI"], "credential": made}
    (approver,) = managed_file(approvers=[entry])().managed.approvers
    assert approver.credential == made


def test_programs_get_json_and_one_line_alone_is_read(profile: Profile) -> None:
    done = credential(profile, "--stdin", "--json", typed=b"2468\r\nanother\n")
    assert credentials.matches(json.loads(done.stdout)["credential"], "2468")


def test_what_can_be_no_pin_is_one_sentence_and_an_exit_code(profile: Profile) -> None:
    for typed, why in (
        (b"123\n", "at least 4"),
        (b"x" * 257, "at most 256"),
        (b"", "at least"),
        (b"\xff\xff\xff\xff", "UTF-8"),
    ):
        done = credential(profile, "--stdin", typed=typed)
        assert (done.returncode, done.stdout) == (2, b"")
        assert why in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1


def test_without_a_terminal_it_says_how_else(profile: Profile) -> None:
    done = credential(profile, typed=b"2468\n2468\n")
    assert done.returncode == 2
    assert b"--stdin" in done.stderr


def test_at_a_terminal_it_is_typed_twice_and_not_shown(profile: Profile) -> None:
    master, slave = pty.openpty()
    asking = subprocess.Popen(
        COMMAND, stdin=slave, stdout=subprocess.PIPE, stderr=slave, env=profile.env, cwd=ROOT, start_new_session=True
    )
    os.close(slave)
    shown = b""
    for prompt in (b"passphrase: ", b"confirmation: "):
        while prompt not in shown:
            shown += os.read(master, 1000)
        os.write(master, b"correct horse\n")
    out, _ = asking.communicate(timeout=PATIENCE)
    os.close(master)
    assert asking.returncode == 0
    assert b"horse" not in shown
    assert credentials.matches(out.decode().split()[-1], "correct horse")
