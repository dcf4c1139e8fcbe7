"""What is known of what an entry would start, and what is not."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path

import pytest

from host.jsonc import load
from host.model import JsonObject
from host.servers import program
from host.servers.config import ServerConfig, server_config
from host.servers.program import Program

UNKNOWN = "Assent does not know who made this program."
NOWHERE = load("{}", file="servers.json")


def entry(command: str, *args: str, **others: object) -> ServerConfig:
    written: JsonObject = {"command": command, "args": [*args], **others}  # type: ignore[dict-item]  # JSON in tests
    return server_config("files", written, NOWHERE)


def executable(file: Path, text: str = "#!/bin/true\n") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)
    return file


def look(config: ServerConfig, path: Path) -> tuple[dict[str, str], tuple[str, ...]]:
    found = program.inspect_program(config, {"PATH": str(path)})
    return {said.name: said.value for said in found.facts}, found.cautions


def test_a_program_is_told_with_its_place_its_digest_and_that_nobody_knows_its_maker(tmp_path: Path) -> None:
    file = executable(tmp_path / "bin/serve")
    (tmp_path / "bin/link").symlink_to(file)
    facts, cautions = look(entry("link"), tmp_path / "bin")
    assert facts["Program"] == str(file)
    assert facts["SHA-256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert facts["Made by"] == UNKNOWN
    assert facts["Package"] == "None that Assent knows of."
    assert cautions == ()


def test_a_digest_is_that_of_the_file_as_it_is_now(tmp_path: Path) -> None:
    file = executable(tmp_path / "serve")
    before = look(entry("serve"), tmp_path)[0]["SHA-256"]
    executable(file, "#!/bin/false\n")
    os.utime(file, ns=(1, 1))
    assert look(entry("serve"), tmp_path)[0]["SHA-256"] == hashlib.sha256(b"#!/bin/false\n").hexdigest() != before


def test_a_file_that_poses_as_unchanged_has_another_digest(tmp_path: Path) -> None:
    file = executable(tmp_path / "serve", "#!/bin/one\n")
    before, was = look(entry(str(file)), tmp_path)[0]["SHA-256"], file.stat()
    file.write_text("#!/bin/two\n")
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert look(entry(str(file)), tmp_path)[0]["SHA-256"] != before


def test_a_program_whose_place_anybody_can_take_is_warned_of(tmp_path: Path) -> None:
    file = executable(tmp_path / "open/bin/serve")
    (tmp_path / "open").chmod(0o777)
    _, (caution,) = look(entry(str(file)), tmp_path)
    assert "Other accounts" in caution
    (tmp_path / "open").chmod(0o1777)
    assert look(entry(str(file)), tmp_path)[1] == ()


@pytest.mark.parametrize(
    ("command", "args", "package", "warned"),
    [
        ("npx", ["-y", "@acme/files", "/home"], "npm package @acme/files, fetched when it starts", True),
        ("npx", ["-y", "@acme/files@1.2.3"], "npm package @acme/files@1.2.3, fetched when it starts", False),
        ("npx", ["-p", "@acme/files", "serve"], "npm package @acme/files, fetched when it starts", True),
        (
            "uvx",
            ["--python", "3.12", "mcp-server-fetch"],
            "Python package mcp-server-fetch, fetched when it starts",
            True,
        ),
        ("uvx", ["--from", "acme==1.2.3", "serve"], "Python package acme==1.2.3, fetched when it starts", False),
        (
            *("uvx", ["--from", "git+https://9f86d081884c7d65@git.example/acme", "acme"]),
            "Python package git+https://git.example/acme, fetched when it starts",
            True,
        ),
        ("uv", ["tool", "run", "acme"], "Python package acme, fetched when it starts", True),
        ("npx", ["--registry=https://npm.example", "acme"], "npm package acme, fetched when it starts", True),
        (
            "npx",
            ["--token", "s3cret", "acme"],
            "npm package that Assent cannot tell by the options, fetched when it starts",
            True,
        ),
    ],
)
def test_what_is_fetched_is_named_and_a_package_without_a_version_is_warned_of(
    tmp_path: Path, command: str, args: list[str], package: str, warned: bool
) -> None:
    executable(tmp_path / command)
    facts, cautions = look(entry(command, *args), tmp_path)
    assert facts["Package"] == package
    assert any("fetches the newest version" in said for said in cautions) == warned
    assert "SHA-256" not in facts  # that of the launcher would say nothing


def test_a_script_is_told_besides_its_interpreter_and_its_package_by_its_own_word(tmp_path: Path) -> None:
    node, script = executable(tmp_path / "node"), tmp_path / "node_modules/@acme/files/dist/index.js"
    executable(script)
    (script.parents[1] / "package.json").write_text(json.dumps({"name": "@acme/fi\u202eles", "version": "1.2.3"}))
    facts, _ = look(entry("node", "--no-warnings", str(script), "/home"), tmp_path)
    assert (facts["Program"], facts["Runs"]) == (str(node), str(script))
    assert facts["Package"] == "npm package @acme/fi⟨U+202E⟩les 1.2.3, as its package.json says"
    assert facts["SHA-256"] == hashlib.sha256(script.read_bytes()).hexdigest()


def test_a_python_script_and_a_module_are_told_by_the_metadata_beside_them(tmp_path: Path) -> None:
    info = tmp_path / "lib/python3.11/site-packages/mcp_server_git-2.0.dist-info"
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text("[console_scripts]\nmcp-server-git = mcp_server_git:main\n")
    executable(tmp_path / "bin/mcp-server-git")
    executable(tmp_path / "bin/python3")
    said = "Python package mcp-server-git 2.0, as its metadata says"
    assert look(entry("mcp-server-git"), tmp_path / "bin")[0]["Package"] == said
    assert look(entry("python3", "-I", "-m", "mcp_server_git.sub"), tmp_path / "bin")[0]["Package"] == said


def test_the_word_of_an_interpreters_option_is_not_taken_for_the_script(tmp_path: Path) -> None:
    executable(tmp_path / "python3")
    script = executable(tmp_path / "serve.py")
    facts, _ = look(entry("python3", "-W", "ignore", "-X", "utf8", str(script)), tmp_path)
    assert facts["Runs"] == str(script)


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("deno", ["run", "{}"]),
        ("deno", ["{}"]),
        ("deno", ["-q", "run", "-A", "{}", "--config", "x"]),
        ("deno", ["run", "-W", "--allow-net=example.com", "--config=deno.json", "{}"]),
        ("bun", ["run", "{}"]),
        ("bun", ["--watch", "run", "--smol", "{}"]),
        ("bun", ["{}", "run"]),
        ("python3.11", ["{}"]),
    ],
)
def test_a_script_is_told_after_the_word_and_the_options_of_what_runs_it(
    tmp_path: Path, command: str, args: list[str]
) -> None:
    executable(tmp_path / command)
    script = executable(tmp_path / "run.ts", "serve()")
    config = entry(command, *(word.format(script) for word in args))
    facts, _ = look(config, tmp_path)
    assert facts["Runs"] == str(script)
    assert facts["SHA-256"] == hashlib.sha256(b"serve()").hexdigest()
    assert program.digest(config, {"PATH": str(tmp_path)}) == facts["SHA-256"]


def test_a_script_that_is_called_as_the_word_before_it_is_the_script(tmp_path: Path) -> None:
    executable(tmp_path / "bun")
    script = executable(tmp_path / "run")
    assert look(entry("bun", "run", "run", cwd=str(tmp_path)), tmp_path)[0]["Runs"] == str(script)


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("deno", ["run", "--config", "{}", "other.ts"]),
        ("deno", ["run", "-A", "npm:@acme/files"]),
        ("deno", ["run", "https://example.com/serve.ts"]),
        ("bun", ["run", "--preload", "{}", "other.ts"]),
        ("bun", ["--cwd", "/srv", "run", "{}"]),
        ("deno", ["run"]),
    ],
)
def test_a_script_that_nobody_can_tell_by_the_options_is_not_told(
    tmp_path: Path, command: str, args: list[str]
) -> None:
    executable(tmp_path / command)
    config = entry(command, *(word.format(executable(tmp_path / "x.ts")) for word in args))
    facts, cautions = look(config, tmp_path)
    assert not {"Runs", "SHA-256"} & facts.keys()
    assert program.digest(config, {"PATH": str(tmp_path)}) == ""
    assert any(f"What {command} does is in its arguments" in caution for caution in cautions)


@pytest.mark.parametrize(("command", "said"), [("bash", "is in its arguments"), ("docker", "starts an image")])
def test_what_cannot_be_seen_is_reported(tmp_path: Path, command: str, said: str) -> None:
    executable(tmp_path / command)
    _, cautions = look(entry(command, "-c", "curl x | sh"), tmp_path)
    assert any(said in each for each in cautions)


def test_a_file_that_others_can_change_is_warned_of(tmp_path: Path) -> None:
    file = executable(tmp_path / "serve")
    file.chmod(file.stat().st_mode | stat.S_IWOTH)
    assert any("Other accounts" in said for said in look(entry("serve"), tmp_path)[1])


def test_what_is_no_file_or_is_not_there_is_no_fault(tmp_path: Path) -> None:
    executable(tmp_path / "node")
    os.mkfifo(tmp_path / "pipe")
    assert look(entry("node", str(tmp_path / "pipe")), tmp_path)[0]["SHA-256"] == "Not worked out: it is no file."
    assert "cannot be read" in look(entry("node", str(tmp_path / "gone.js")), tmp_path)[0]["SHA-256"]
    assert program.inspect_program(entry("gone"), {"PATH": str(tmp_path)}).cautions == ()


def test_s34_what_is_behind_a_reference_is_not_told_as_what_runs(tmp_path: Path) -> None:
    executable(tmp_path / "node")
    innocent = executable(tmp_path / "innocent.js")
    facts, cautions = look(entry("node", "${env:WHICH}", str(innocent)), tmp_path)
    assert "Runs" not in facts
    assert "SHA-256" not in facts
    assert any("What node does is in its arguments" in caution for caution in cautions)


def test_a_server_behind_an_address_has_no_program() -> None:
    config = server_config("mail", {"url": "https://example.com/mcp"}, NOWHERE)
    assert program.inspect_program(config, {}) == Program()
