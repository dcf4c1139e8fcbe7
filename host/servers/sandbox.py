"""A server in a sandbox: which folders it may read and write, and whether it has a network (Linux, bubblewrap).

Owns: how a program that is to be started becomes one that starts confined, and why that cannot be had.

Invariants:
    - Nothing is visible but what is listed, what the program needs to start, and a short part of the system, all but
      what may be written read-only. Home and ``/tmp`` are empty ones that vanish with the server.
    - Assent's own folders are never visible, whatever is listed, and nothing above them can be written: whoever may
      rename a folder replaces what is in it.
    - A listed folder is the one that its path names: no link on the way leads elsewhere. What lies in a folder that the
      server may write, such as its own program, never decides what else it sees.
    - What cannot be confined is not started. Nothing of the entry's environment decides which bubblewrap runs, or what
      that loads.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct

from host.errors import AssentError
from host.text import one_line
from host.wire.stdio import LaunchSpec
from host.words import Words, say

_PLACES: Final = "/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin"
"""Where bubblewrap is looked for; ``PATH`` could name a folder that anybody writes to."""
_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
_ETC: Final = (
    *("alternatives", "ca-certificates", "group", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"),
    *("nsswitch.conf", "passwd", "pki/ca-trust/extracted", "pki/tls/cert.pem", "pki/tls/certs", "ssl/cert.pem"),
    *("ssl/certs", "ssl/openssl.cnf", "timezone"),
)
_ETC_OF_NETWORKS: Final = ("gai.conf", "host.conf", "hosts", "protocols", "resolv.conf", "services")
_NEVER: Final = ("/proc", "/sys", "/dev", "/run/user")
"""Folders that lead out of the sandbox: processes, devices, and sockets of the session."""
_LOADED: Final = re.compile(r"LD_.*|GCONV_PATH|GLIBC_TUNABLES|LOCPATH|NLSPATH")
"""Variables by which a program loads code, bubblewrap too, which runs outside."""
_INTERPRETER: Final = re.compile(r"(?:python|pypy|node|nodejs|deno|bun|ruby|perl|php|bash|sh|zsh|dash)[0-9.]*")
_OF_PREFIX: Final = ("bin", "lib", "lib64", "libexec", "pyvenv.cfg")
"""What a program needs of the folder above its ``bin``. Not ``share``: in ``~/.local`` that holds keys."""
_OF_PACKAGE: Final = ("package.json", "pyproject.toml")
_MOST_LINKS: Final = 16
TMP: Final = "/tmp"  # noqa: S108  # the sandbox's own
SCRATCH: Final = 1 << 30
"""Bytes of each of the folders that vanish; they are memory."""
TRIAL_SECONDS: Final = 10.0
"""For bubblewrap to start and end once; it takes milliseconds."""


class Sandbox(Struct, frozen=True):
    """What a server may, as its entry says.

    Attributes:
        read, write: absolute folders.
        network: whether it has one.
    """

    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    network: bool = False


class Mount(NamedTuple):
    """Something of the system that the server sees. Attributes: place: where. source: what. writable: or read-only."""

    place: str
    source: str
    writable: bool = False


def flaw(folder: str) -> tuple[Words, Words] | None:
    """Why a folder cannot be listed, as it is written, and what to do (pure)."""
    if not os.path.isabs(folder) or "\0" in folder or os.path.normpath(folder) != folder or folder.startswith("//"):
        return say("is no plain absolute path"), say("Write it from the root on, without .. or a slash at its end.")
    if folder == "/":
        return say("is everything there is"), say("List the folders that the server needs.")
    if any(_within(folder, never) or _within(never, folder) for never in _NEVER):
        return say("leads out of every sandbox"), say("List the folders that the server needs.")
    return None


def words(box: Sandbox) -> Words:
    """What a server may, in a sentence."""
    nothing = say("nothing of yours")
    written, seen = (_listed(folders) if folders else nothing for folders in (box.write, box.read))
    if box.network:
        return say(
            "Assent runs this server in a sandbox: it may write {write}, read {read}, and use the network.",
            write=written,
            read=seen,
        )
    return say(
        "Assent runs this server in a sandbox: it may write {write}, read {read}, and has no network.",
        write=written,
        read=seen,
    )


def _listed(folders: Sequence[str]) -> str:
    return ", ".join(one_line(folder, 200) for folder in folders)


def confined(spec: LaunchSpec, box: Sandbox, own: Collection[str]) -> LaunchSpec:
    """``spec`` so that it starts in a sandbox. Looks at files, and tries bubblewrap once; run it in a thread.

    ``own``: Assent's folders. Raises AssentError where it cannot be had; the sentence says why and what to do.
    """
    bwrap = bubblewrap()
    for name in spec.env:
        if _LOADED.fullmatch(name):
            raise AssentError(
                say("{name} cannot be set for a server in a sandbox. Remove it.", name=one_line(name, 80))
            )
    program = shutil.which(spec.argv[0], path=spec.env.get("PATH"))
    if program is None:
        raise AssentError(say("there is no program {name}", name=one_line(spec.argv[0], 200)))
    home, own = spec.env.get("HOME", ""), [os.path.realpath(one) for one in own]
    listed = [*_folders(box.read, own, writable=False), *_folders(box.write, own, writable=True)]
    needed = [Mount(place, os.path.realpath(place)) for place in places(program, spec, home, box)]
    mounts = [*needed, *listed]
    _check_program(program, spec, mounts, own)
    cwd = TMP if spec.cwd is None else os.path.normpath(spec.cwd)
    if spec.cwd is not None and not any(_within(cwd, mount.place) for mount in mounts):
        remedy = say("List it under read or write of its sandbox.")
        raise AssentError(say("the server's folder {cwd} is not visible to it. {remedy}", cwd=cwd, remedy=remedy))
    options = arguments([*_etc(box.network), *mounts], box.network, home, cwd, [it for it in own if os.path.isdir(it)])
    env = dict(spec.env) | ({"TMPDIR": TMP} if "TMPDIR" in spec.env else {})
    return LaunchSpec((bwrap, *options, "--", program, *spec.argv[1:]), MappingProxyType(env), "/")


def _check_program(program: str, spec: LaunchSpec, mounts: Sequence[Mount], own: Collection[str]) -> None:
    remedy = say("List it under read or write of its sandbox.")
    for file in map(os.path.realpath, _files(program, spec)):
        shown = one_line(file, 400)
        if any(_within(file, one) for one in own):
            raise AssentError(say("{folder} is Assent's own and cannot be given to a server", folder=shown))
        if not _of_system(file) and not any(_within(file, mount.source) for mount in mounts):
            raise AssentError(say("its program {file} is not visible to it. {remedy}", file=shown, remedy=remedy))


def arguments(mounts: Sequence[Mount], network: bool, home: str, cwd: str, hidden: Collection[str]) -> list[str]:
    """What bubblewrap is told (pure). ``hidden``: folders that are empty whatever else is visible."""
    told = [*_base(network)]
    if os.path.isabs(home) and home != "/" and not _of_system(home):
        told += ["--size", str(SCRATCH), "--tmpfs", os.path.normpath(home)]
    # What lies deeper comes later, so that it counts within what lies above.
    for mount in sorted(mounts, key=lambda mount: mount.place.count("/")):
        told += ["--bind" if mount.writable else "--ro-bind", mount.source, mount.place]
    for folder in sorted(hidden):
        told += [part for place in _seen_at(folder, mounts) for part in ("--size", "4096", "--tmpfs", place)]
    return [*told, "--remount-ro", "/", "--chdir", cwd]


def _seen_at(folder: str, mounts: Sequence[Mount]) -> Iterator[str]:
    """Where a folder of the system is seen in the sandbox."""
    seen = {os.path.join(it.place, os.path.relpath(folder, it.source)) for it in mounts if _within(folder, it.source)}
    yield from sorted(os.path.normpath(place) for place in seen)


def _base(network: bool) -> Iterator[str]:
    yield from ("--unshare-all", *(["--share-net"] if network else []), "--die-with-parent", "--new-session")
    yield from ("--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev")
    yield from ("--size", str(SCRATCH), "--tmpfs", TMP)
    for place in _SYSTEM:
        if os.path.islink(place):
            yield from ("--symlink", os.readlink(place), place)
        elif os.path.isdir(place):
            yield from ("--ro-bind", place, place)


def _etc(network: bool) -> Iterator[Mount]:
    for name in (*_ETC, *(_ETC_OF_NETWORKS if network else ())):
        if os.path.exists(place := f"/etc/{name}"):
            yield Mount(place, os.path.realpath(place))


def _folders(listed: Sequence[str], own: Collection[str], *, writable: bool) -> Iterator[Mount]:
    for folder in listed:
        shown, real = one_line(folder, 400), os.path.realpath(folder)
        if real != folder:
            where = one_line(real, 400)
            raise AssentError(
                say("the sandbox's folder {a} is reached by a link. Write {b} instead.", a=shown, b=where)
            )
        if not os.path.isdir(folder):
            raise AssentError(say("the sandbox's folder {folder} is not there. Make it, or remove it.", folder=shown))
        if any(_within(folder, one) for one in own):
            raise AssentError(say("{folder} is Assent's own and cannot be given to a server", folder=shown))
        if writable and any(_within(one, folder) for one in own):
            raise AssentError(
                say("{folder} holds Assent's own files. List the folders in it that the server needs.", folder=shown)
            )
        yield Mount(folder, folder, writable)


def places(program: str, spec: LaunchSpec, home: str, box: Sandbox) -> list[str]:
    """What a program needs to start besides the system: itself, its script, its interpreter, and what they come with.

    ``program``: where it is. Each may be a file or a folder, and may be a link. Without what is listed already.
    """
    listed = (*box.read, *box.write)
    found = dict.fromkeys(
        place
        for file in _files(program, spec, box.write)
        for step in _steps(file, box.write)
        for place in around(step, home)
        if not _of_system(place) and not _in_one(place, listed)
    )
    return [place for place in found if not any(place != other and _within(place, other) for other in found)]


def _files(program: str, spec: LaunchSpec, writable: Sequence[str] = ()) -> Iterator[str]:
    """``writable``: a program that lies there says nothing of an interpreter."""
    yield program
    by_server = any(_in_one(step, writable) for step in _steps(program, ()))
    if not by_server and (interpreter := _shebang(program, spec.env)) is not None:
        yield interpreter
    if not _INTERPRETER.fullmatch(os.path.basename(program)):
        return
    for word in spec.argv[1:]:
        if word in ("-m", "-c", "-e", "--eval"):
            return
        if not word.startswith("-"):
            script = os.path.normpath(os.path.join(spec.cwd or "/", word))
            if os.path.isfile(script):
                yield script
            return


def _shebang(program: str, env: Mapping[str, str]) -> str | None:
    try:
        with open(program, "rb") as file:
            line = file.read(256).partition(b"\n")[0]
    except OSError:
        return None
    said = os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []
    if said and os.path.basename(said[0]) == "env":
        names = [word for word in said[1:] if not word.startswith("-") and "=" not in word]
        return shutil.which(names[0], path=env.get("PATH")) if names else None
    return said[0] if said and os.path.isabs(said[0]) else None


def _steps(file: str, writable: Sequence[str]) -> Iterator[str]:
    """The file, whatever each link leads to, and where it really is; no further than into ``writable``."""
    for _ in range(_MOST_LINKS):
        yield file
        if _in_one(file, writable):
            return
        if not os.path.islink(file):
            break
        file = os.path.normpath(os.path.join(os.path.dirname(file), os.readlink(file)))
    yield os.path.realpath(file)


def around(file: str, home: str) -> Iterator[str]:
    """What is shown because of one file: its installation, its package or its folder, and never all of a home."""
    folder = os.path.dirname(file)
    head, modules, _ = f"{file}/".partition("/node_modules/")
    prefix = os.path.dirname(folder)
    if modules:
        yield f"{head}/node_modules"
    elif os.path.basename(folder) == "bin" and not _wide(prefix, home):
        yield from (place for name in _OF_PREFIX if os.path.exists(place := os.path.join(prefix, name)))
    elif _wide(folder, home):
        yield file
    else:
        package = os.path.dirname(folder)
        above = not _wide(package, home) and any(os.path.exists(os.path.join(package, name)) for name in _OF_PACKAGE)
        yield package if above else folder


def _wide(folder: str, home: str) -> bool:
    """Whether a folder is too much to be shown for a program's sake: any home, what holds one, or one like /srv."""
    mine = os.path.normpath(home) if os.path.isabs(home) else "/"
    return folder.count("/") <= 1 or _within(mine, folder) or os.path.dirname(folder) == os.path.dirname(mine)


def _of_system(place: str) -> bool:
    return any(_within(place, one) for one in _SYSTEM)


def _in_one(place: str, folders: Sequence[str]) -> bool:
    """Whether what stands at ``place`` lies in one of ``folders``, whichever links lead there; not where it leads."""
    real = os.path.join(os.path.realpath(os.path.dirname(place)), os.path.basename(place))
    return any(_within(one, folder) for one in (place, real) for folder in folders)


def _within(place: str, folder: str) -> bool:
    return place == folder or place.startswith(f"{folder.rstrip('/')}/")


def bubblewrap() -> str:
    """Where it is. Raises AssentError where it is not, or does not work here."""
    if sys.platform != "linux":
        raise AssentError(
            say("a sandbox can be had on Linux alone. Remove it from the server's entry to start without.")
        )
    bwrap = shutil.which("bwrap", path=_PLACES)
    if bwrap is None:
        raise AssentError(say("its sandbox needs bubblewrap, which is not installed. Install the package bubblewrap."))
    _tried(bwrap)
    return bwrap


@lru_cache(maxsize=4)
def _tried(bwrap: str) -> None:
    """Start it once. Remembered where it works."""
    argv = [bwrap, *arguments([], False, "", "/", ()), "--", bwrap, "--version"]
    try:
        ran = subprocess.run(  # noqa: S603  # our own words and the system's program
            argv, stdin=subprocess.DEVNULL, capture_output=True, env={}, timeout=TRIAL_SECONDS, check=False
        )
        why = "" if ran.returncode == 0 else one_line(ran.stderr.decode("utf-8", "replace").strip(), 300) or "?"
    except (OSError, subprocess.SubprocessError) as error:
        why = one_line(str(error), 300)
    if why:
        raise AssentError(
            say("its sandbox does not work here: {why}. Allow user namespaces for bubblewrap (see the guide).", why=why)
        )
