"""What an entry would start, as this machine has it.

Owns: where the program is, what it runs, which package it belongs to, its digest, and what a person should know before
vouching for it.

Invariants: files are read, never run, and none beyond ``MOST``; nothing is fetched. What a package says of itself is
told as its own word. Who made a program is not known, and that is said. Blocking: to be called in a thread.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from host.control.views import Said
from host.files import identity
from host.servers import sandbox
from host.servers.config import ServerConfig, find_program
from host.text import one_line
from host.wire.stdio import LaunchSpec
from host.words import Wording, say

MOST: Final = 128 << 20
"""Bytes of a file whose digest is worked out."""
_METADATA: Final = 64 << 10
"""Bytes that are read of what describes a package."""
_SHOWN: Final = 400
"""Characters of a path or a name."""
_PACKAGES: Final = 4_000
"""Packages that are looked through for the one that a file belongs to."""
_UP: Final = 12
"""Directories above a file that are looked at."""
_DPKG: Final = Path("/var/lib/dpkg/info")
_NEXT: Final = {"-p": True, "--package": True, "--from": True, "--python": False, "--with": False}
"""Options of launchers that take the next word, and whether that is the package."""
_ALONE: Final = frozenset(
    "-y --yes --no --no-install -q --quiet --silent -v --verbose --offline --prefer-offline --prefer-online --isolated "
    "--no-cache --no-config --refresh -U --upgrade --no-progress --native-tls --latest --bun".split()
)
"""Options of launchers that take no further word (npm-exec, uv, pipx, bunx); of any other that is not written with
``=`` nobody knows whether the next word is its value."""
_SETS: Final = frozenset({"-W", "-X"})
"""Options of interpreters that take the next word, and run nothing by it (python(1))."""
_VERSION: Final = "0123456789."
_ELSEWHERE: Final = re.compile(r"[a-z][a-z0-9+.-]+:")
"""How a script begins that is no file here: an address, a package."""


class _Launcher(NamedTuple):
    """A program that fetches a package and runs it. Attributes: kind: of package. words: its own, before that."""

    kind: str
    words: tuple[str, ...] = ()


class _Interpreter(NamedTuple):
    """A program that runs a script.

    Attributes:
        words: its own, before the script.
        alone: its options that take no further word; of any other that is not written with ``=`` nobody knows whether
            the next word is its value. None where every option is taken to be alone, but ``_SETS``.
    """

    words: tuple[str, ...] = ()
    alone: frozenset[str] | None = None

    def knows(self, word: str) -> bool:
        """Whether a word is no option of which nobody knows if it takes the next one."""
        return self.alone is None or not word.startswith("-") or word in self.alone or "=" in word


_SHELLS_AND_LANGUAGES: Final = "python pypy node nodejs ruby perl php bash sh zsh dash".split()
_INTERPRETERS: Final = {
    **dict.fromkeys(_SHELLS_AND_LANGUAGES, _Interpreter()),
    "deno": _Interpreter(
        ("run",),
        frozenset(
            "-A --allow-all -R --allow-read -W --allow-write -N --allow-net -E --allow-env -S --allow-sys --allow-run "
            "--allow-ffi -I --allow-import --no-prompt -q --quiet --check --no-check --lock --no-lock --frozen "
            "--no-remote --no-npm --no-config --cached-only -r --reload --watch".split()
        ),
    ),
    "bun": _Interpreter(
        ("run",), frozenset("-b --bun --smol --hot --watch --silent --no-install -i --prefer-offline".split())
    ),
}
_LAUNCHERS: Final = {
    "npx": _Launcher("npm"),
    "bunx": _Launcher("npm"),
    "npm": _Launcher("npm", ("exec", "x")),
    "pnpm": _Launcher("npm", ("dlx", "exec")),
    "yarn": _Launcher("npm", ("dlx",)),
    "uvx": _Launcher("Python"),
    "uv": _Launcher("Python", ("tool", "run")),
    "pipx": _Launcher("Python", ("run",)),
}
_CONTAINERS: Final = frozenset({"docker", "podman", "nerdctl"})


class Program(Struct, frozen=True):
    """What is known of what an entry starts.

    Attributes:
        facts: in the order to show them.
        cautions: a sentence each on what may change it, or cannot be seen.
        digest: as ``digest`` has it.
    """

    facts: tuple[Said, ...] = ()
    cautions: tuple[str, ...] = ()
    digest: str = ""


def program_of(entry: ServerConfig, environment: Mapping[str, str]) -> Program:
    """Look at what ``entry`` would start. Never raises for what it finds, or does not."""
    facts, cautions = list[Said](), list[str]()
    if entry.kind == "stdio" and (found := find_program(entry, environment)) is not None:
        target = _target(entry, found)
        facts, cautions = [*_facts(found, target)], [*_cautions(found, target)]
        if entry.options.sandbox is not None:
            facts.append(Said(say("Sandbox"), sandbox.words(entry.options.sandbox)))
            spec = LaunchSpec((entry.command, *entry.args), {**environment, **entry.env}, entry.cwd)
            seen = sandbox.places(found, spec, spec.env.get("HOME", ""), entry.options.sandbox)
            facts += [Said(say("Reads to start"), ", ".join(map(_shown, seen)) or say("Nothing but the system."))]
    return Program(tuple(facts), tuple(cautions), digest(entry, environment))


def digest(entry: ServerConfig, environment: Mapping[str, str]) -> str:
    """SHA-256 in hex of the file that decides what ``entry`` does; empty where there is none that can be read."""
    if entry.kind != "stdio" or (found := find_program(entry, environment)) is None:
        return ""
    target = _target(entry, found)
    worked_out = "" if target.file is None else _digest(target.file)
    return "" if isinstance(worked_out, Wording) else worked_out


def named(entry: ServerConfig) -> tuple[str, ...]:
    """The words of ``entry`` by which it is told what runs; all of them where a launcher's options leave that open."""
    if entry.kind != "stdio":
        return ()
    target = _target(entry, entry.command)
    if target.kind and not target.package:
        return entry.args
    return (target.package if target.file is None else str(target.file),)


class _Target(NamedTuple):
    """What decides what happens. Attributes: file: script or program. package, kind: that it fetches, or a module."""

    file: Path | None
    package: str = ""
    kind: str = ""


def _target(entry: ServerConfig, found: str) -> _Target:
    name = Path(found).name
    if (launcher := _LAUNCHERS.get(name)) is not None:
        return _Target(None, _operand(entry.args, launcher.words), launcher.kind)
    if name in _CONTAINERS:
        return _Target(None)
    if (interpreter := _INTERPRETERS.get(name.rstrip(_VERSION))) is None:
        return _Target(Path(found))
    return _script(entry, interpreter)


def _script(entry: ServerConfig, interpreter: _Interpreter) -> _Target:
    """What an interpreter runs, as far as its arguments leave no doubt."""
    own, words = interpreter.words, iter(entry.args)
    for word in words:
        if word == "-m" and (module := next(words, "")):
            return _Target(None, module.partition(".")[0], "module")
        # nobody knows before the start whether a reference leads to the script
        if word in ("-c", "-e", "--eval") or "${" in word or _ELSEWHERE.match(word) or not interpreter.knows(word):
            break
        if word in _SETS:
            next(words, "")
        elif word in own:
            own = ()
        elif not word.startswith("-"):
            return _Target(Path(entry.cwd or ".") / word)
    return _Target(None)


def _operand(args: tuple[str, ...], own: tuple[str, ...]) -> str:
    words = iter(args)
    for word in words:
        if word in _NEXT:
            value = next(words, "")
            if _NEXT[word]:
                return value
        elif not word.startswith("-"):
            if word not in own:
                return word
        elif word not in _ALONE and word != "--" and "=" not in word:
            break
    return ""


def _facts(found: str, target: _Target) -> Iterator[Said]:
    real = os.path.realpath(found)
    yield Said(say("Program"), _shown(real))
    if target.file is not None and os.path.realpath(target.file) != real:
        yield Said(say("Runs"), _shown(os.path.realpath(target.file)))
    yield Said(say("Package"), _package(found, target) or say("None that Assent knows of."))
    yield Said(say("Made by"), say("Assent does not know who made this program."))
    if target.file is not None:
        yield Said(say("SHA-256"), _digest(target.file))


def _package(found: str, target: _Target) -> str:
    if target.kind == "module":
        return _python(Path(found), module=target.package)
    if target.kind and not target.package:
        return say("{kind} package that Assent cannot tell by the options, fetched when it starts", kind=target.kind)
    if target.kind:
        return say("{kind} package {name}, fetched when it starts", kind=target.kind, name=_shown(target.package))
    if target.file is None:
        return ""
    real = Path(os.path.realpath(target.file))
    return _npm(real) or _python(target.file) or _python(real) or _system(str(real))


def _npm(file: Path) -> str:
    """By the ``package.json`` above the file; a folder of the person's own may have one as well."""
    for folder in list(file.parents)[:_UP]:
        if folder.name == "node_modules":
            return ""
        try:
            said = json.loads(_beginning(folder / "package.json"))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(said, dict) and isinstance(said.get("name"), str):
            name, version = _shown(said["name"]), _shown(str(said.get("version", "")))
            return say("npm package {name} {version}, as its package.json says", name=name, version=version)
    return ""


def _python(program: Path, *, module: str = "") -> str:
    """By the metadata beside the program's folder: whose script it is, or whose module."""
    places = sorted((program.parent.parent / "lib").glob("python3*/*-packages"))
    infos = (info for place in places for info in sorted(place.glob("*.dist-info")))
    for _, info in zip(range(_PACKAGES), infos, strict=False):
        if not _has(info, program.name, module):
            continue
        name, _, version = info.name.removesuffix(".dist-info").partition("-")
        shown = _shown(name.replace("_", "-"))
        return say("Python package {name} {version}, as its metadata say", name=shown, version=_shown(version))
    return ""


def _has(info: Path, script: str, module: str) -> bool:
    if module:
        name = info.name.partition("-")[0].casefold()
        return name == module.casefold()
    try:
        lines = _beginning(info / "entry_points.txt").splitlines()
    except (OSError, ValueError):
        return False
    return any(line.partition("=")[0].strip() == script for line in lines if "=" in line)


@lru_cache(maxsize=64)
def _system(file: str) -> str:
    """By the lists of the system's package manager (Debian and its relatives)."""
    wanted = {f"{file}\n".encode(), f"{file.removeprefix('/usr')}\n".encode()}
    for _, listing in zip(range(_PACKAGES), sorted(_DPKG.glob("*.list")), strict=False):
        try:
            data = listing.read_bytes()
        except OSError:
            continue
        if any(line in data for line in wanted) and not wanted.isdisjoint(data.splitlines(keepends=True)):
            return say("package {name} of this system", name=_shown(listing.stem.partition(":")[0]))
    return ""


def _digest(file: Path) -> str:
    try:
        facts = os.stat(file)
        if not stat.S_ISREG(facts.st_mode):
            return say("Not worked out: it is no file.")
        if facts.st_size > MOST:
            return say("Not worked out: the file is too large.")
        return _sha256(str(file), *identity(facts))
    except (OSError, ValueError):
        return say("Not worked out: the file cannot be read.")


@lru_cache(maxsize=64)
def _sha256(file: str, *_version: int) -> str:
    """In hex; kept for a file that is as it was."""
    digest, left = hashlib.sha256(), MOST
    with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
        while left > 0 and (block := opened.read(1 << 20)):
            digest.update(block)
            left -= len(block)
    return digest.hexdigest()


def _cautions(found: str, target: _Target) -> Iterator[str]:
    program = _shown(Path(found).name)
    if target.kind in ("npm", "Python"):
        if not re.search(r".(?:@|==)v?\d+\.\d+\.\d+", target.package):
            yield say(
                "Each time it starts, {program} fetches the newest version: what runs can change though this "
                "configuration does not. Name a version to prevent that.",
                program=program,
            )
    elif Path(found).name in _CONTAINERS:
        yield say("It starts an image with {program}. Assent cannot see what is in it.", program=program)
    elif target.file is None and not target.kind:
        yield say("What {program} does stands in its arguments. Read them.", program=program)
    for file in {Path(found), target.file or Path(found)}:
        if _others_write(file):
            yield say("Other accounts of this machine can change {file}.", file=_shown(str(file)))


def _others_write(file: Path) -> bool:
    try:
        facts = os.stat(file)
    except (OSError, ValueError):
        return False
    return bool(facts.st_mode & stat.S_IWOTH) or facts.st_uid not in (0, os.getuid()) or _replaceable(file)


def _replaceable(file: Path) -> bool:
    """Whether anybody may put another file in its place."""
    modes = (os.stat(folder).st_mode for folder in Path(os.path.realpath(file)).parents)
    return any(mode & stat.S_IWOTH and not mode & stat.S_ISVTX for mode in modes)


def _beginning(file: Path) -> str:
    with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
        return opened.read(_METADATA).decode("utf-8", "replace")


def _shown(text: str) -> str:
    return one_line(text, _SHOWN)
