"""What commands print, whoever said it."""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path

import pytest

from host import cli
from host.cli import main
from host.model import JsonObject
from tests.support.hosts import write_servers
from tests.support.profile import Profile
from tests.support.rig import write_policy

NASTY = "\x1b[8mhidden\r\u202e\x9b2J"
STEERS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.mark.parametrize(
    "arguments",
    [
        ("servers", "test"),
        ("servers", "list"),
        ("doctor",),
        ("policy", "check", "policy.json"),
        ("policy", "explain", "--call", "call.json"),
        ("policy", "explain", "--call", NASTY),
        ("log", "search", "--kind", NASTY),
        (NASTY,),
    ],
    ids=ascii,
)
def test_s08_what_servers_files_and_arguments_say_steers_no_terminal(
    profile: Profile, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = f"import sys; sys.stderr.buffer.write({NASTY.encode()!r}); sys.exit(7)"
    loud: JsonObject = {"command": sys.executable, "args": ["-c", program]}
    write_servers(profile.paths, {"loud": loud, "odd": {**loud, NASTY: 1}})
    write_policy(profile.paths.policy_file, {"id": "r", "effect": "ask", "match": {"tool": "*", NASTY: 1}})
    call = profile.paths.config / "call.json"
    call.write_text(json.dumps({"app": NASTY, "server": NASTY, "tool": NASTY, "arguments": {NASTY: NASTY}}))
    files = {file.name: str(file) for file in (call, profile.paths.policy_file)}
    for name, value in profile.env.items():
        monkeypatch.setenv(name, value)
    main([files.get(argument, argument) for argument in arguments])
    printed = "".join(capsys.readouterr())
    assert "hidden" in printed
    assert not STEERS.search(printed)


def test_a_program_that_is_not_there_is_named(
    profile: Profile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_servers(profile.paths, {"gone": {"command": "no-such-program"}})
    for name, value in profile.env.items():
        monkeypatch.setenv(name, value)
    assert main(["servers", "test"]) == 1
    assert "gone: does not work: No such program: no-such-program. Install it" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["servers", "add"], "Missing argument 'NAME'. See: assent servers add --help"),
        (["frobnicate"], "No such command 'frobnicate'. See: assent --help"),
        (["servers", "add", "a/b", "--", "x"], "It cannot be used as a name. Expected: 1 to 64 letters"),
    ],
)
def test_wrong_words_are_named_with_where_help_is(
    profile: Profile,
    arguments: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in profile.env.items():
        monkeypatch.setenv(name, value)
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(f"assent: {said}")


def test_s08_commands_print_through_what_escapes_alone() -> None:
    prints = {"print", "echo", "secho", "echo_via_pager", "stdout", "progressbar"}
    found = {}
    for file in sorted(Path(cli.__file__).parent.glob("*.py")):
        nodes = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Name | ast.Attribute)]
        found[file.name] = prints & {node.id if isinstance(node, ast.Name) else node.attr for node in nodes}
    assert {name: said for name, said in found.items() if said} == {
        "__init__.py": {"echo", "stdout"},  # complaints, escaped; the reader of our output left
        "log_commands.py": {"stdout"},  # an export, which is ASCII
        "output.py": {"echo"},
    }


@pytest.mark.parametrize("group", [(), ("servers",), ("apps",), ("policy",), ("approvers",), ("log",)])
def test_the_list_of_a_groups_commands_cuts_no_sentence(
    group: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*group, "--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:")[2]
    assert "..." not in listed
    assert listed.rstrip().endswith(".")
