"""The program that an entry would start, as found on this machine.

Invariants: files are read and never run, none beyond ``MAX_DIGESTED`` bytes. Nothing is fetched. What a package says
about itself is shown as its claim. Who made a program is not known, and this is said. Everything here blocks: use a
thread.
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
from typing import Final

from msgspec import Struct

from host import regex
from host.control.views import Said
from host.files import identity
from host.servers import sandbox
from host.servers.config import ServerConfig, find_program, without_user
from host.text import one_line
from host.wire.stdio import LaunchSpec
from host.words import Wording, say

MAX_DIGESTED: Final = 128 << 20
"""Largest file, in bytes, whose digest is computed."""
_MAX_METADATA: Final = 64 << 10
"""Bytes that are read of a file that describes a package."""
_MAX_SHOWN: Final = 400
"""Characters that are shown of a path or a name."""
_MAX_PACKAGES: Final = 4_000
"""Packages that are searched for the one that owns a file."""
_MAX_PARENTS: Final = 12
"""Directories above a file that are searched."""
_DPKG: Final = Path("/var/lib/dpkg/info")
_OPTIONS_WITH_VALUE: Final = {"-p": True, "--package": True, "--from": True, "--python": False, "--with": False}
"""Options of launchers that take the next word, and whether that word is the package."""
_OPTIONS_WITHOUT_VALUE: Final = frozenset(
    "-y --yes --no --no-install -q --quiet --silent -v --verbose --offline --prefer-offline --prefer-online --isolated "
    "--no-cache --no-config --refresh -U --upgrade --no-progress --native-tls --latest --bun".split()
)
"""Options of launchers that take no further word (npm-exec, uv, pipx, bunx). For any other option without ``=`` it is
not known whether the next word is its value."""
_INTERPRETER_OPTIONS_WITH_VALUE: Final = frozenset({"-W", "-X"})
"""Options of interpreters that take the next word and do not run it (python(1))."""
_VERSION: Final = "0123456789."
_NOT_A_FILE: Final = regex.pattern(r"[a-z][a-z0-9+.-]+:")
"""Beginning of a script that is not a file: a URL or a package."""


class _Launcher(Struct, frozen=True):
    """A program that fetches a package and runs it.

    ``subcommands``: its subcommands that may stand before the package.
    """

    kind: str
    subcommands: tuple[str, ...] = ()


class _Interpreter(Struct, frozen=True):
    """A program that runs a script.

    ``subcommands``: its subcommands that may stand before the script. ``flags``: its options that take no further word.
    For any other option without ``=`` it is not known whether the next word is its value. None if every option but
    ``_INTERPRETER_OPTIONS_WITH_VALUE`` takes none.
    """

    subcommands: tuple[str, ...] = ()
    flags: frozenset[str] | None = None

    def knows(self, word: str) -> bool:
        """Whether it is known if ``word`` takes the next word."""
        return self.flags is None or not word.startswith("-") or word in self.flags or "=" in word


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
    """What is known about the program of an entry.

    ``cautions``: sentences about what may change the program or cannot be seen.
    """

    facts: tuple[Said, ...] = ()
    cautions: tuple[str, ...] = ()
    digest: str = ""


def inspect_program(entry: ServerConfig, environment: Mapping[str, str]) -> Program:
    """Describe the program that ``entry`` would start. Does not raise if something is missing or unreadable."""
    facts, cautions = list[Said](), list[str]()
    if entry.kind == "stdio" and (path := find_program(entry, environment)) is not None:
        target = _find_target(entry, path)
        facts, cautions = [*_program_facts(path, target)], [*_cautions(path, target)]
        if entry.options.sandbox is not None:
            facts.append(Said(say("Sandbox"), sandbox.describe(entry.options.sandbox)))
            spec = LaunchSpec((entry.command, *entry.args), {**environment, **entry.env}, entry.cwd)
            places = sandbox.places_to_start(path, spec, spec.env.get("HOME", ""), entry.options.sandbox)
            facts += [Said(say("Reads to start"), ", ".join(map(_shortened, places)) or say("Nothing but the system."))]
    return Program(tuple(facts), tuple(cautions), digest(entry, environment))


def digest(entry: ServerConfig, environment: Mapping[str, str]) -> str:
    """Return the SHA-256 in hex of the file that ``entry`` runs; empty if there is none that can be read."""
    if entry.kind != "stdio" or (path := find_program(entry, environment)) is None:
        return ""
    target = _find_target(entry, path)
    digest_or_reason = "" if target.file is None else _digest(target.file)
    return "" if isinstance(digest_or_reason, Wording) else digest_or_reason


def identifying_words(entry: ServerConfig) -> tuple[str, ...]:
    """Return the words of ``entry`` that identify what it runs; all arguments if options leave that open.

    An address stands in them without its user.
    """
    if entry.kind != "stdio":
        return ()
    target = _find_target(entry, entry.command)
    if target.kind and not target.package:
        return tuple(map(without_user, entry.args))
    return (without_user(target.package) if target.file is None else str(target.file),)


class _Target(Struct, frozen=True):
    """What an entry runs."""

    file: Path | None  # the script or program, None if it is not a known file
    package: str = ""  # the package that is fetched, or the module
    kind: str = ""  # kind of the package, or "module"


def _find_target(entry: ServerConfig, program: str) -> _Target:
    name = Path(program).name
    if (launcher := _LAUNCHERS.get(name)) is not None:
        return _Target(None, _package_argument(entry.args, launcher.subcommands), launcher.kind)
    if name in _CONTAINERS:
        return _Target(None)
    if (interpreter := _INTERPRETERS.get(name.rstrip(_VERSION))) is None:
        return _Target(Path(program))
    return _find_script(entry, interpreter)


def _find_script(entry: ServerConfig, interpreter: _Interpreter) -> _Target:
    """Return what an interpreter runs, if its arguments leave no doubt."""
    subcommands, words = interpreter.subcommands, iter(entry.args)
    for word in words:
        if word == "-m" and (module := next(words, "")):
            return _Target(None, module.partition(".")[0], "module")
        # it is not known before the start whether a reference leads to the script
        if word in ("-c", "-e", "--eval") or "${" in word or _NOT_A_FILE.match(word) or not interpreter.knows(word):
            break
        if word in _INTERPRETER_OPTIONS_WITH_VALUE:
            next(words, "")
        elif word in subcommands:
            subcommands = ()
        elif not word.startswith("-"):
            return _Target(Path(entry.cwd or ".") / word)
    return _Target(None)


def _package_argument(args: tuple[str, ...], subcommands: tuple[str, ...]) -> str:
    words = iter(args)
    for word in words:
        if word in _OPTIONS_WITH_VALUE:
            value = next(words, "")
            if _OPTIONS_WITH_VALUE[word]:
                return value
        elif not word.startswith("-"):
            if word not in subcommands:
                return word
        elif word not in _OPTIONS_WITHOUT_VALUE and word != "--" and "=" not in word:
            break
    return ""


def _program_facts(program: str, target: _Target) -> Iterator[Said]:
    real_path = os.path.realpath(program)
    yield Said(say("Program"), _shortened(real_path))
    if target.file is not None and os.path.realpath(target.file) != real_path:
        yield Said(say("Runs"), _shortened(os.path.realpath(target.file)))
    yield Said(say("Package"), _package_facts(program, target) or say("None that Assent knows of."))
    yield Said(say("Made by"), say("Assent does not know who made this program."))
    if target.file is not None:
        yield Said(say("SHA-256"), _digest(target.file))


def _package_facts(program: str, target: _Target) -> str:
    if target.kind == "module":
        return _python_package(Path(program), module=target.package)
    if target.kind and not target.package:
        return say("{kind} package that Assent cannot tell by the options, fetched when it starts", kind=target.kind)
    if target.kind:
        name = _shortened(without_user(target.package))
        return say("{kind} package {name}, fetched when it starts", kind=target.kind, name=name)
    if target.file is None:
        return ""
    real = Path(os.path.realpath(target.file))
    return _npm_package(real) or _python_package(target.file) or _python_package(real) or _system_package(str(real))


def _npm_package(file: Path) -> str:
    """Find the npm package by the ``package.json`` above the file. The person's own folder may have one, too."""
    for folder in list(file.parents)[:_MAX_PARENTS]:
        if folder.name == "node_modules":
            return ""
        try:
            manifest = json.loads(_read_start(folder / "package.json"))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(manifest, dict) and isinstance(manifest.get("name"), str):
            name, version = _shortened(manifest["name"]), _shortened(str(manifest.get("version", "")))
            return say("npm package {name} {version}, as its package.json says", name=name, version=version)
    return ""


def _python_package(program: Path, *, module: str = "") -> str:
    """Find the Python package of a script or module by the metadata beside the program's folder."""
    folders = sorted((program.parent.parent / "lib").glob("python3*/*-packages"))
    infos = (info for folder in folders for info in sorted(folder.glob("*.dist-info")))
    for _, info in zip(range(_MAX_PACKAGES), infos, strict=False):
        if not _provides(info, program.name, module):
            continue
        name, _, version = info.name.removesuffix(".dist-info").partition("-")
        shown = _shortened(name.replace("_", "-"))
        return say("Python package {name} {version}, as its metadata says", name=shown, version=_shortened(version))
    return ""


def _provides(info: Path, script: str, module: str) -> bool:
    if module:
        name = info.name.partition("-")[0].casefold()
        return name == module.casefold()
    try:
        lines = _read_start(info / "entry_points.txt").splitlines()
    except (OSError, ValueError):
        return False
    return any(line.partition("=")[0].strip() == script for line in lines if "=" in line)


@lru_cache(maxsize=64)
def _system_package(file: str) -> str:
    """Find the system's package by the lists of the package manager (Debian and its derivatives)."""
    lines = {f"{file}\n".encode(), f"{file.removeprefix('/usr')}\n".encode()}
    for _, listing in zip(range(_MAX_PACKAGES), sorted(_DPKG.glob("*.list")), strict=False):
        try:
            data = listing.read_bytes()
        except OSError:
            continue
        if any(line in data for line in lines) and not lines.isdisjoint(data.splitlines(keepends=True)):
            return say("package {name} of this system", name=_shortened(listing.stem.partition(":")[0]))
    return ""


def _digest(file: Path) -> str:
    try:
        status = os.stat(file)
        if not stat.S_ISREG(status.st_mode):
            return say("Not worked out: it is no file.")
        if status.st_size > MAX_DIGESTED:
            return say("Not worked out: the file is too large.")
        return _sha256(str(file), *identity(status))
    except (OSError, ValueError):
        return say("Not worked out: the file cannot be read.")


@lru_cache(maxsize=64)
def _sha256(file: str, *_version: int) -> str:
    """Return the SHA-256 of a file in hex. ``_version`` identifies its content in the cache."""
    digest, bytes_left = hashlib.sha256(), MAX_DIGESTED
    with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
        while bytes_left > 0 and (block := opened.read(1 << 20)):
            digest.update(block)
            bytes_left -= len(block)
    return digest.hexdigest()


def _cautions(path: str, target: _Target) -> Iterator[str]:
    program = _shortened(Path(path).name)
    if target.kind in ("npm", "Python"):
        if not re.search(r".(?:@|==)v?\d+\.\d+\.\d+", target.package):
            yield say(
                "Each time it starts, {program} fetches the newest version: what runs can change though this "
                "configuration does not. Name a version to prevent that.",
                program=program,
            )
    elif Path(path).name in _CONTAINERS:
        yield say("It starts an image with {program}. Assent cannot see what is in it.", program=program)
    elif target.file is None and not target.kind:
        yield say("What {program} does is in its arguments. Read them.", program=program)
    for file in {Path(path), target.file or Path(path)}:
        if _others_can_write(file):
            yield say("Other accounts of this machine can change {file}.", file=_shortened(str(file)))


def _others_can_write(file: Path) -> bool:
    try:
        status = os.stat(file)
    except (OSError, ValueError):
        return False
    if status.st_mode & stat.S_IWOTH or status.st_uid not in (0, os.getuid()):
        return True
    modes = (os.stat(folder).st_mode for folder in Path(os.path.realpath(file)).parents)  # or replace it
    return any(mode & stat.S_IWOTH and not mode & stat.S_ISVTX for mode in modes)


def _read_start(file: Path) -> str:
    with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
        return opened.read(_MAX_METADATA).decode("utf-8", "replace")


def _shortened(text: str) -> str:
    return one_line(text, _MAX_SHOWN)
