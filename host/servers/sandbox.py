"""The sandbox of a server: which folders it may read and write, and whether it has a network (Linux, bubblewrap).

Invariants:
    - Only listed folders, what the program needs to start, and a small part of the system are visible. All but the
      folders for writing is read-only. Home and ``/tmp`` are empty and vanish with the server.
    - Assent's own folders are never visible, whatever is listed, and no folder above them can be written: a
      program that can rename a folder can replace its content.
    - A listed folder must not be reached by a link. Bubblewrap gets the very folder that was checked, by a descriptor:
      what is renamed or linked since changes nothing. Only a bubblewrap without ``--bind-fd`` gets its path.
    - The content of a folder that the server can write, such as its own program, never decides what else it sees.
    - A server that cannot be confined is not started. Nothing in the entry's environment decides which bubblewrap runs
      or what it loads.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from host import regex
from host.errors import AssentError
from host.text import one_line
from host.values import replace
from host.wire.stdio import LaunchSpec, OpenPlace
from host.words import Words, say

_BUBBLEWRAP_PATH: Final = "/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin"
"""Where bubblewrap is searched; ``PATH`` could name a folder that anybody can write to."""
_SYSTEM_FOLDERS: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
_ETC_FILES: Final = (
    *("alternatives", "ca-certificates", "group", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"),
    *("nsswitch.conf", "passwd", "pki/ca-trust/extracted", "pki/tls/cert.pem", "pki/tls/certs", "ssl/cert.pem"),
    *("ssl/certs", "ssl/openssl.cnf", "timezone"),
)
_ETC_NETWORK_FILES: Final = ("gai.conf", "host.conf", "hosts", "protocols", "resolv.conf", "services")
_NEVER_SHOWN: Final = ("/proc", "/sys", "/dev", "/run/user")
"""Folders that lead out of the sandbox: processes, devices, and sockets of the login session."""
_LOADER_VARIABLES: Final = regex.pattern(r"LD_.*|GCONV_PATH|GLIBC_TUNABLES|LOCPATH|NLSPATH")
"""Variables that make a program load code, including bubblewrap, which runs outside of the sandbox."""
_INTERPRETER: Final = regex.pattern(r"(?:python|pypy|node|nodejs|deno|bun|ruby|perl|php|bash|sh|zsh|dash)[0-9.]*")
_PREFIX_PARTS: Final = ("bin", "lib", "lib64", "libexec", "pyvenv.cfg")
"""What a program needs of the folder above its ``bin``. Not ``share``: ``~/.local/share`` holds keys."""
_PACKAGE_FILES: Final = ("package.json", "pyproject.toml")
_MAX_LINKS: Final = 16
TMP: Final = "/tmp"  # noqa: S108  # that of the sandbox
SCRATCH: Final = 1 << 30
"""Bytes of each folder that vanishes with the server; they are kept in memory."""
TRIAL_SECONDS: Final = 10.0
"""Seconds for bubblewrap to start and end once; it takes milliseconds."""


class Sandbox(Struct, frozen=True):
    """The permissions of a server, from its entry.

    ``read``: absolute folders that it may read. ``write``: absolute folders that it may write.
    """

    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    network: bool = False


class Mount(Struct, frozen=True):
    """A file or folder that is visible in the sandbox. ``opened``: what is at ``source``, None to go by the path."""

    place: str
    source: str
    writable: bool = False
    opened: OpenPlace | None = None


def folder_flaw(folder: str) -> tuple[Words, Words] | None:
    """Return why a folder cannot be listed and what to do, judged by its path alone; None if it can (pure)."""
    if not os.path.isabs(folder) or "\0" in folder or os.path.normpath(folder) != folder or folder.startswith("//"):
        return say("is no plain absolute path"), say("Write it from the root on, without .. or a slash at its end.")
    if folder == "/":
        return say("is everything there is"), say("List the folders that the server needs.")
    if any(_is_within(folder, forbidden) or _is_within(forbidden, folder) for forbidden in _NEVER_SHOWN):
        return say("leads out of every sandbox"), say("List the folders that the server needs.")
    return None


def describe(box: Sandbox) -> Words:
    """Return the permissions of a server as a sentence."""
    nothing = say("nothing of yours")
    shown = [", ".join(one_line(folder, 200) for folder in folders) for folders in (box.write, box.read)]
    write, read = (folders or nothing for folders in shown)
    if box.network:
        return say(
            "Assent runs this server in a sandbox: it may write {write}, read {read}, and use the network.",
            write=write,
            read=read,
        )
    return say(
        "Assent runs this server in a sandbox: it may write {write}, read {read}, and has no network.",
        write=write,
        read=read,
    )


def confine(spec: LaunchSpec, box: Sandbox, own_folders: Collection[str]) -> LaunchSpec:
    """Return ``spec`` changed so that it starts in a sandbox. Accesses files and tries bubblewrap; run it in a thread.

    ``own_folders``: Assent's folders. Raises AssentError if there can be no sandbox; it says why and what to do.
    """
    bwrap = bubblewrap()
    for name in spec.env:
        if _LOADER_VARIABLES.fullmatch(name):
            raise AssentError(
                say("{name} cannot be set for a server in a sandbox. Remove it.", name=one_line(name, 80))
            )
    program = shutil.which(spec.argv[0], path=spec.env.get("PATH"))
    if program is None:
        raise AssentError(say("there is no program {name}", name=one_line(spec.argv[0], 200)))
    home, own_paths = spec.env.get("HOME", ""), list(map(os.path.realpath, own_folders))
    listed = [*_listed_mounts(box.read, own_paths, writable=False)]
    listed += _listed_mounts(box.write, own_paths, writable=True)
    mounts = [*map(_needed_mount, places_to_start(program, spec, home, box)), *listed]
    _check_program(program, spec, mounts, own_paths)
    cwd = TMP if spec.cwd is None else os.path.normpath(spec.cwd)
    if spec.cwd is not None and not any(_is_within(cwd, mount.place) for mount in mounts):
        remedy = say("List it under read or write of its sandbox.")
        raise AssentError(say("the server's folder {cwd} is not visible to it. {remedy}", cwd=cwd, remedy=remedy))
    if not _try_bubblewrap(bwrap):
        mounts = [replace(mount, opened=None) for mount in mounts]
    mounts, hidden = [*_etc_mounts(box.network), *mounts], list(filter(os.path.isdir, own_paths))
    options = bubblewrap_arguments(mounts, box.network, home, cwd, hidden)
    env = dict(spec.env) | ({"TMPDIR": TMP} if "TMPDIR" in spec.env else {})
    inherits = tuple(mount.opened for mount in mounts if mount.opened is not None)
    return LaunchSpec((bwrap, *options, "--", program, *spec.argv[1:]), MappingProxyType(env), "/", inherits)


def _check_program(program: str, spec: LaunchSpec, mounts: Sequence[Mount], own_folders: Collection[str]) -> None:
    remedy = say("List it under read or write of its sandbox.")
    for file in map(os.path.realpath, _program_files(program, spec)):
        shown = one_line(file, 400)
        if any(_is_within(file, own_folder) for own_folder in own_folders):
            raise AssentError(say("{folder} is Assent's own and cannot be given to a server", folder=shown))
        if not _is_of_system(file) and not any(_is_within(file, mount.source) for mount in mounts):
            raise AssentError(say("its program {file} is not visible to it. {remedy}", file=shown, remedy=remedy))


def bubblewrap_arguments(
    mounts: Sequence[Mount], network: bool, home: str, cwd: str, hidden: Collection[str]
) -> list[str]:
    """Return the arguments for bubblewrap (pure). ``hidden``: folders that are empty whatever else is visible."""
    args = [*_base_arguments(network)]
    if os.path.isabs(home) and home != "/" and not _is_of_system(home):
        args += ["--size", str(SCRATCH), "--tmpfs", os.path.normpath(home)]
    # Deeper places come later, so that they override the places above them.
    for mount in sorted(mounts, key=lambda mount: mount.place.count("/")):
        option = "--bind" if mount.writable else "--ro-bind"
        if mount.opened is None:
            args += [option, mount.source, mount.place]
        else:
            args += [f"{option}-fd", str(mount.opened.fd), mount.place]
    for folder in sorted(hidden):
        args += [part for place in _visible_places(folder, mounts) for part in ("--size", "4096", "--tmpfs", place)]
    return [*args, "--remount-ro", "/", "--chdir", cwd]


def _visible_places(folder: str, mounts: Sequence[Mount]) -> Iterator[str]:
    """Yield the paths under which a folder of the system is visible in the sandbox."""
    mounts_above = [mount for mount in mounts if _is_within(folder, mount.source)]
    places = {os.path.join(mount.place, os.path.relpath(folder, mount.source)) for mount in mounts_above}
    yield from sorted(os.path.normpath(place) for place in places)


def _base_arguments(network: bool) -> Iterator[str]:
    yield from ("--unshare-all", *(["--share-net"] if network else []), "--die-with-parent", "--new-session")
    yield from ("--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev")
    yield from ("--size", str(SCRATCH), "--tmpfs", TMP)
    for place in _SYSTEM_FOLDERS:
        if os.path.islink(place):
            yield from ("--symlink", os.readlink(place), place)
        elif os.path.isdir(place):
            yield from ("--ro-bind", place, place)


def _etc_mounts(network: bool) -> Iterator[Mount]:
    for name in (*_ETC_FILES, *(_ETC_NETWORK_FILES if network else ())):
        if os.path.exists(place := f"/etc/{name}"):
            yield Mount(place, os.path.realpath(place))


def _listed_mounts(listed: Sequence[str], own_folders: Collection[str], *, writable: bool) -> Iterator[Mount]:
    for folder in listed:
        shown, opened = one_line(folder, 400), _open_place(folder)
        if opened is None or not stat.S_ISDIR(os.stat(opened.fd).st_mode):
            raise AssentError(say("the sandbox's folder {folder} is not there. Make it, or remove it.", folder=shown))
        if opened.path != folder:
            where = one_line(opened.path, 400)
            raise AssentError(
                say("the sandbox's folder {a} is reached by a link. Write {b} instead.", a=shown, b=where)
            )
        if any(_is_within(folder, own_folder) for own_folder in own_folders):
            raise AssentError(say("{folder} is Assent's own and cannot be given to a server", folder=shown))
        if writable and any(_is_within(own_folder, folder) for own_folder in own_folders):
            raise AssentError(
                say("{folder} holds Assent's own files. List the folders in it that the server needs.", folder=shown)
            )
        yield Mount(folder, folder, writable, opened)


def _needed_mount(place: str) -> Mount:
    opened = _open_place(place)
    return Mount(place, os.path.realpath(place) if opened is None else opened.path, opened=opened)


def _open_place(place: str) -> OpenPlace | None:
    try:
        return OpenPlace(place)
    except OSError:
        return None


def places_to_start(program: str, spec: LaunchSpec, home: str, box: Sandbox) -> list[str]:
    """Return what a program needs to start beside the system: itself, its script, its interpreter, and their packages.

    Each may be a file, a folder or a link. Places in listed folders are omitted. ``program``: path of the program.
    """
    listed = (*box.read, *box.write)
    places = dict.fromkeys(
        place
        for file in _program_files(program, spec, box.write)
        for step in _link_steps(file, box.write)
        for place in places_around(step, home)
        if not _is_of_system(place) and not _is_in_any(place, listed)
    )
    return [place for place in places if not any(place != other and _is_within(place, other) for other in places)]


def _program_files(program: str, spec: LaunchSpec, writable: Sequence[str] = ()) -> Iterator[str]:
    """Yield program, interpreter and script. ``writable``: the shebang of a program in these folders is ignored."""
    yield program
    may_be_written = any(_is_in_any(step, writable) for step in _link_steps(program, ()))
    if not may_be_written and (interpreter := _shebang_interpreter(program, spec.env)) is not None:
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


def _shebang_interpreter(program: str, env: Mapping[str, str]) -> str | None:
    try:
        with open(program, "rb") as file:
            line = file.read(256).partition(b"\n")[0]
    except OSError:
        return None
    words = os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []
    if words and os.path.basename(words[0]) == "env":
        names = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        return shutil.which(names[0], path=env.get("PATH")) if names else None
    return words[0] if words and os.path.isabs(words[0]) else None


def _link_steps(file: str, writable: Sequence[str]) -> Iterator[str]:
    """Yield a file, each step of its links and its real path. Links in ``writable`` are not followed."""
    for _ in range(_MAX_LINKS):
        yield file
        if _is_in_any(file, writable):
            return
        if not os.path.islink(file):
            break
        file = os.path.normpath(os.path.join(os.path.dirname(file), os.readlink(file)))
    yield os.path.realpath(file)


def places_around(file: str, home: str) -> Iterator[str]:
    """Yield what is made visible for one file: its installation, package or folder, but never a whole home."""
    folder = os.path.dirname(file)
    head, modules, _ = f"{file}/".partition("/node_modules/")
    prefix = os.path.dirname(folder)
    if modules:
        yield f"{head}/node_modules"
    elif os.path.basename(folder) == "bin" and not _is_too_wide(prefix, home):
        yield from (place for name in _PREFIX_PARTS if os.path.exists(place := os.path.join(prefix, name)))
    elif _is_too_wide(folder, home):
        yield file
    else:
        package = os.path.dirname(folder)
        has_package_above = not _is_too_wide(package, home) and any(
            os.path.exists(os.path.join(package, name)) for name in _PACKAGE_FILES
        )
        yield package if has_package_above else folder


def _is_too_wide(folder: str, home: str) -> bool:
    """Whether a folder is too much to make visible for a program: a home, a folder with homes, or one like /srv."""
    own_home = os.path.normpath(home) if os.path.isabs(home) else "/"
    return (
        folder.count("/") <= 1 or _is_within(own_home, folder) or os.path.dirname(folder) == os.path.dirname(own_home)
    )


def _is_of_system(place: str) -> bool:
    return any(_is_within(place, folder) for folder in _SYSTEM_FOLDERS)


def _is_in_any(place: str, folders: Sequence[str]) -> bool:
    """Whether ``place`` lies in one of ``folders``. Links on the way are resolved, but not ``place`` itself."""
    real_path = os.path.join(os.path.realpath(os.path.dirname(place)), os.path.basename(place))
    return any(_is_within(spelling, folder) for spelling in (place, real_path) for folder in folders)


def _is_within(place: str, folder: str) -> bool:
    return place == folder or place.startswith(f"{folder.rstrip('/')}/")


def bubblewrap() -> str:
    """Return the path of bubblewrap. Raises AssentError if it is missing or does not work here."""
    if sys.platform != "linux":
        raise AssentError(
            say("a sandbox can be had on Linux alone. Remove it from the server's entry to start without.")
        )
    bwrap = shutil.which("bwrap", path=_BUBBLEWRAP_PATH)
    if bwrap is None:
        raise AssentError(say("its sandbox needs bubblewrap, which is not installed. Install the package bubblewrap."))
    _try_bubblewrap(bwrap)
    return bwrap


@lru_cache(maxsize=4)
def _try_bubblewrap(bwrap: str) -> bool:
    """Start bubblewrap once, and return whether it takes descriptors of what is bound. Only success is cached.

    Raises AssentError if it does not work.
    """
    argv = [bwrap, *bubblewrap_arguments([], False, "", "/", ()), "--", bwrap, "--help"]
    try:
        result = subprocess.run(  # noqa: S603  # our own words and the system's program
            argv, stdin=subprocess.DEVNULL, capture_output=True, env={}, timeout=TRIAL_SECONDS, check=False
        )
        takes_descriptors = b" --bind-fd " in result.stdout
        why = "" if result.returncode == 0 else one_line(result.stderr.decode("utf-8", "replace").strip(), 300) or "?"
    except (OSError, subprocess.SubprocessError) as error:
        takes_descriptors, why = False, one_line(str(error), 300)
    if why:
        raise AssentError(
            say("its sandbox does not work here: {why}. Allow user namespaces for bubblewrap (see the guide).", why=why)
        )
    return takes_descriptors
