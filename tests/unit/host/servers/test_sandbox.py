from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from host import jsonc
from host.errors import AssentError
from host.model import JsonValue
from host.servers import sandbox
from host.servers.config import ServersConfig, parse_servers
from host.servers.sandbox import (
    TMP,
    Mount,
    Sandbox,
    bubblewrap_arguments,
    confine,
    describe,
    folder_flaw,
    places_around,
    places_to_start,
)
from host.wire.stdio import LaunchSpec

HOME = "/home/ana"
BOTH = ("bin", "lib")


def spec(*argv: str, cwd: str | None = None, **env: str) -> LaunchSpec:
    return LaunchSpec(argv, {"PATH": "/usr/bin:/bin", "HOME": HOME, **env}, cwd)


def pairs(told: list[str], option: str) -> list[tuple[str, str]]:
    return [(told[at + 1], told[at + 2]) for at, word in enumerate(told) if word == option]


# What is told


@pytest.mark.parametrize("network", [False, True])
def test_everything_is_unshared_but_a_network_that_is_allowed(network: bool) -> None:
    told = bubblewrap_arguments([], network, HOME, TMP, ())
    assert told[0] == "--unshare-all"
    assert ("--share-net" in told) == network
    assert {"--die-with-parent", "--new-session"} < {*told}
    assert told[told.index("--cap-drop") + 1] == "ALL"
    assert told[-4:] == ["--remount-ro", "/", "--chdir", TMP]
    assert told[told.index(HOME) - 1] == "--tmpfs"


@pytest.mark.parametrize("home", ["", "relative", "/", "/usr/share/nobody"])
def test_a_home_that_is_none_is_not_made(home: str) -> None:
    told = bubblewrap_arguments([], False, home, TMP, ())
    assert [told[at + 1] for at, word in enumerate(told) if word == "--tmpfs"] == [TMP]


def test_what_lies_deeper_counts_within_what_lies_above() -> None:
    mounts = [Mount("/a/b/c", "/a/b/c", True), Mount("/a", "/a", True), Mount("/a/b", "/x/b")]
    told = bubblewrap_arguments(mounts, False, HOME, "/a", ())
    places = [told[at + 2] for at, word in enumerate(told) if word in ("--bind", "--ro-bind")]
    assert places[-3:] == ["/a", "/a/b", "/a/b/c"]
    assert pairs(told, "--bind") == [("/a", "/a"), ("/a/b/c", "/a/b/c")]
    assert ("/x/b", "/a/b") in pairs(told, "--ro-bind")


def test_assents_folders_are_hidden_wherever_they_are_seen() -> None:
    mounts = [Mount("/data", "/home/ana"), Mount("/home/ana", "/home/ana", True), Mount("/srv", "/srv")]
    told = bubblewrap_arguments(mounts, False, HOME, "/data", ["/home/ana/.config/assent"])
    at = [told[at + 1] for at, word in enumerate(told) if word == "--tmpfs"]
    assert at[-2:] == ["/data/.config/assent", "/home/ana/.config/assent"]
    assert told.index("/data/.config/assent") > max(told.index("/srv"), told.index("/data"))


@pytest.mark.parametrize(
    "folder",
    [
        *("", "papers", "./papers", "~/papers", "/home/ana/..", "/home/ana/", "/home//ana", "//home", "/a/./b"),
        *("/", "/proc", "/proc/1/root", "/sys", "/dev", "/dev/x", "/run", "/run/user", "/run/user/1000/x"),
    ],
)
def test_s34_a_folder_that_is_not_plain_or_leads_out_cannot_be_listed(folder: str) -> None:
    assert folder_flaw(folder) is not None


@pytest.mark.parametrize("folder", ["/home/ana", "/home/ana/a b", "/srv", "/run/media/ana/stick", "/procedures"])
def test_other_folders_can_be_listed(folder: str) -> None:
    assert folder_flaw(folder) is None


def test_what_a_server_may_is_one_sentence_with_hostile_names_escaped() -> None:
    assert describe(Sandbox()) == (
        "Assent runs this server in a sandbox: it may write nothing of yours, read nothing of yours, "
        "and has no network."
    )
    odd = describe(Sandbox(("/a\u202eb\n",), ("/w", "/x y"), network=True))
    assert odd == (
        "Assent runs this server in a sandbox: it may write /w, /x y, read /a⟨U+202E⟩b⟨U+000A⟩, and use the network."
    )


# What a program needs


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with programs in every usual place."""
    home = tmp_path.resolve() / "home" / "ana"
    files = (
        *(
            ".venv/bin/server",
            ".venv/pyvenv.cfg",
            ".venv/lib/x",
            ".local/bin/tool",
            ".local/lib/y",
            ".local/share/keys",
        ),
        *("pyenv/bin/python3.11", "pyenv/lib/z", "bin/own", "alone.py", "work/server.py", "work/diary"),
        *("js/node_modules/pkg/dist/index.js", "js/secret", "app/package.json", "app/dist/main.js"),
    )
    for name in files:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("")
    (home / ".venv/bin/python").symlink_to(home / "pyenv/bin/python3.11")
    (home / ".venv/bin/server").write_text(f"#!{home}/.venv/bin/python\nx")
    (home / ".local/bin/linked").symlink_to(home / ".venv/bin/server")
    (home / "bin/own").write_text("#!/usr/bin/env -S python -I\n")
    for program in (".venv/bin/server", "pyenv/bin/python3.11", ".local/bin/tool", "bin/own"):
        (home / program).chmod(0o755)
    return home


@pytest.mark.parametrize(
    ("program", "args", "seen"),
    [
        ("/usr/bin/server", [], []),
        (
            ".venv/bin/server",
            [],
            [".venv/bin", ".venv/lib", ".venv/pyvenv.cfg", "pyenv/bin", "pyenv/lib"],
        ),
        (
            ".local/bin/linked",
            [],
            [".local/bin", ".local/lib", ".venv/bin", ".venv/lib", ".venv/pyvenv.cfg", "pyenv/bin", "pyenv/lib"],
        ),
        (".local/bin/tool", [], [".local/bin", ".local/lib"]),
        ("bin/own", [], ["bin"]),
        ("/usr/bin/node", ["--flag", "{home}/js/node_modules/pkg/dist/index.js", "/srv"], ["js/node_modules"]),
        ("/usr/bin/node", ["{home}/app/dist/main.js"], ["app"]),
        ("/usr/bin/python3", ["{home}/work/server.py"], ["work"]),
        ("/usr/bin/python3", ["{home}/alone.py"], ["alone.py"]),
        ("/usr/bin/python3", ["-m", "{home}/work/server.py"], []),
        ("/usr/bin/python3", ["{home}/nowhere.py"], []),
        ("/usr/bin/server", ["{home}/work/server.py"], []),
    ],
)
def test_a_program_sees_what_it_comes_with_and_never_a_whole_home(
    home: Path, program: str, args: list[str], seen: list[str]
) -> None:
    found = program if program.startswith("/") else str(home / program)
    launch = LaunchSpec((found, *(one.format(home=home) for one in args)), {"PATH": "/usr/bin"}, None)
    shown = places_to_start(found, launch, str(home), Sandbox())
    assert sorted(shown) == sorted(str(home / place) for place in seen)
    assert not any(str(home / private).startswith(f"{one}/") for one in shown for private in (".local/share/keys",))


@pytest.mark.parametrize("folder", ["/", "/srv", "{up}", "{home}", "{home}/../bob"])
def test_a_wide_folder_is_never_shown_for_a_programs_sake(home: Path, folder: str) -> None:
    wide = os.path.normpath(folder.format(home=home, up=home.parent))
    assert list(places_around(os.path.join(wide, "x.py"), str(home))) == [os.path.join(wide, "x.py")]


# What cannot be had


def refused(box: Sandbox, launch: LaunchSpec, *own: str) -> str:
    with pytest.raises(AssentError) as caught:
        confine(launch, box, own)
    return str(caught.value)


def test_elsewhere_than_on_linux_it_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "on Linux alone" in refused(Sandbox(), spec("true"))


def test_without_bubblewrap_it_cannot_be_had_and_path_does_not_bring_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bwrap").write_text("#!/bin/sh\nexit 0\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sandbox, "_BUBBLEWRAP_PATH", str(tmp_path / "nowhere"))
    assert "Install the package bubblewrap" in refused(Sandbox(), spec("true", PATH=str(tmp_path)))


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("echo 'No permissions to create new namespace' >&2; exit 1", "No permissions to create new namespace"),
        ("exit 3", "?"),
        ("printf '\\033[31mred' >&2; exit 1", "⟨U+001B⟩[31mred"),
    ],
)
def test_where_it_does_not_work_its_own_words_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, why: str
) -> None:
    (tmp_path / "bwrap").write_text(f"#!/bin/sh\n{says}\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setattr(sandbox, "_BUBBLEWRAP_PATH", str(tmp_path))
    told = refused(Sandbox(), spec("true"))
    assert f"does not work here: {why}. Allow user namespaces" in told


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: "/usr/bin/bwrap")
    monkeypatch.setattr(sandbox, "_try_bubblewrap", lambda _: True)


@pytest.mark.usefixtures("works")
@pytest.mark.parametrize("name", ["LD_PRELOAD", "LD_LIBRARY_PATH", "GCONV_PATH", "GLIBC_TUNABLES"])
def test_a_variable_that_bubblewrap_itself_would_load_code_by_is_refused(name: str) -> None:
    assert f"{name} cannot be set" in refused(Sandbox(), spec("true", **{name: "/x"}))


@pytest.mark.usefixtures("works")
def test_a_folder_must_be_there_reached_by_no_link_and_not_assents(tmp_path: Path) -> None:
    place = tmp_path.resolve()
    (place / "real").mkdir()
    (place / "link").symlink_to("real")
    (place / "file").write_text("")
    (place / "real" / "below").mkdir()
    for box, why in (
        (Sandbox(read=(f"{place}/nowhere",)), "is not there"),
        (Sandbox(write=(f"{place}/file",)), "is not there"),
        (Sandbox(write=(f"{place}/link",)), f"is reached by a link. Write {place}/real instead"),
        (Sandbox(read=(f"{place}/link/below",)), f"is reached by a link. Write {place}/real/below instead"),
        (Sandbox(read=(f"{place}/real/below",)), "is Assent's own"),
        (Sandbox(write=(f"{place}/real",)), "is Assent's own"),
    ):
        assert why in refused(box, spec("true"), f"{place}/link")


@pytest.mark.usefixtures("works")
@pytest.mark.parametrize("takes_descriptors", [True, False])
def test_what_is_bound_is_what_was_checked_whatever_is_renamed_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes_descriptors: bool
) -> None:
    monkeypatch.setattr(sandbox, "_try_bubblewrap", lambda _: takes_descriptors)
    listed = tmp_path.resolve() / "listed"
    listed.mkdir()
    inode = listed.stat().st_ino
    made = confine(spec("true"), Sandbox(write=(str(listed),)), [])
    listed.rename(tmp_path / "moved")
    listed.symlink_to("/etc")
    if not takes_descriptors:
        assert pairs([*made.argv], "--bind") == [(str(listed), str(listed))]
        assert made.inherits == ()
        return
    ((descriptor, place),) = pairs([*made.argv], "--bind-fd")
    assert place == str(listed)
    assert os.stat(int(descriptor)).st_ino == inode
    assert int(descriptor) in [opened.fd for opened in made.inherits]


@pytest.mark.usefixtures("works")
def test_what_was_opened_for_a_start_that_never_comes_is_closed(tmp_path: Path) -> None:
    descriptors = len(os.listdir("/proc/self/fd"))
    made = confine(spec("true"), Sandbox(read=(str(tmp_path.resolve()),)), [])
    assert made.inherits
    del made
    assert len(os.listdir("/proc/self/fd")) == descriptors
    assert "is not there" in refused(Sandbox(read=(str(tmp_path.resolve()), f"{tmp_path.resolve()}/no")), spec("true"))
    assert len(os.listdir("/proc/self/fd")) == descriptors


@pytest.mark.usefixtures("works")
def test_a_server_starts_in_a_folder_that_it_sees(tmp_path: Path) -> None:
    place = str(tmp_path.resolve())
    assert "is not visible to it" in refused(Sandbox(), spec("true", cwd=place))
    made = confine(spec("true", "a", "--", cwd=place, TMPDIR="/var/x"), Sandbox(read=(place,)), [])
    assert made.argv[0] == "/usr/bin/bwrap"
    assert made.argv[made.argv.index("--chdir") + 1] == place
    assert made.argv[made.argv.index("--chdir") + 2 :][1:] == ("/usr/bin/true", "a", "--")
    assert (made.cwd, made.env["TMPDIR"]) == ("/", TMP)
    assert "there is no program" in refused(Sandbox(), spec("no-such-program"))


@pytest.mark.usefixtures("works")
def test_what_a_server_may_write_decides_nothing_of_what_it_sees(home: Path) -> None:
    work = home / "mine"
    (work / "bin").mkdir(parents=True)
    for name in ("run", "bin/run"):
        (work / name).write_text(f"#!{home}/bin/own\n")
        (work / name).chmod(0o755)
    (work / "lib").symlink_to("../..")
    (work / "linked.py").symlink_to(home / "work" / "server.py")
    (work / "python3").symlink_to(home / "pyenv" / "bin" / "python3.11")
    (home / "by-link").symlink_to(work)
    box = Sandbox(write=(str(work),))

    def seen(program: str, *args: str) -> list[str]:
        return places_to_start(program, LaunchSpec((program, *args), {"PATH": "/usr/bin"}, None), str(home), box)

    for program in ("run", "bin/run", "python3"):
        assert seen(str(work / program)) == []
    assert seen("/usr/bin/python3", str(work / "linked.py")) == []
    assert seen(str(home / "pyenv/bin/python3.11"), str(work / "linked.py")) == [f"{home}/pyenv/{it}" for it in BOTH]
    assert not any(work.parent in Path(os.path.realpath(it)).parents for it in seen(f"{home}/by-link/bin/run"))
    assert "is not visible to it" in refused(box, spec(str(work / "python3")))
    assert "is not visible to it" in refused(box, spec("/usr/bin/python3", str(work / "linked.py")))
    there = Sandbox((str(home / "pyenv"),), box.write)
    assert confine(spec(str(work / "python3")), there, []).argv[0] == "/usr/bin/bwrap"


@pytest.mark.usefixtures("works")
def test_nothing_above_assents_own_folders_can_be_written(home: Path) -> None:
    own = home / ".config" / "assent"
    (own / "apps").mkdir(parents=True)
    (own / "apps" / "run").write_text("")
    (own / "apps" / "run").chmod(0o755)
    for folder in (home, home / ".config"):
        assert "holds Assent's own files" in refused(Sandbox(write=(str(folder),)), spec("true"), str(own))
        confine(spec("true"), Sandbox(read=(str(folder),)), [str(own)])
    assert "is Assent's own" in refused(Sandbox(), spec(str(own / "apps" / "run")), str(own))


# What an entry says


def read(**box: JsonValue) -> ServersConfig:
    entry = {"command": "x", "assent": {"sandbox": box}}
    return parse_servers(jsonc.load(json.dumps({"mcpServers": {"a": entry}}), file="servers.json"))


def test_an_entry_says_what_its_server_may() -> None:
    config = read(read=["/a"], write=["/b", "/c"], network=True).entries["a"]
    assert config.options.sandbox == Sandbox(("/a",), ("/b", "/c"), network=True)
    assert read().entries["a"].options.sandbox == Sandbox()
    digests = {one.entries["a"].config_digest for one in (read(), read(network=True), read(read=["/a"]))}
    assert len(digests) == 3


@pytest.mark.parametrize(
    ("box", "why"),
    [
        ({"read": ["papers"]}, "assent.sandbox.read[0]: is no plain absolute path"),
        ({"write": ["/a", "/"]}, "assent.sandbox.write[1]: is everything there is"),
        ({"read": ["/a"], "write": ["/a"]}, "assent.sandbox.write[0]: is also under read"),
        ({"reed": ["/a"]}, "unknown key"),
        ({"network": "no"}, "assent.sandbox.network"),
        ({"read": ["/a", "/a"]}, "assent.sandbox.read"),
        ({"read": "/a"}, "assent.sandbox.read"),
    ],
)
def test_a_slip_in_a_sandbox_makes_its_entry_unusable(box: dict[str, JsonValue], why: str) -> None:
    config = read(**box)
    assert not config.entries
    assert why in str(config.problems[0])


def test_a_server_behind_a_url_has_no_sandbox() -> None:
    entry = {"url": "https://a.example", "assent": {"sandbox": {}}}
    config = parse_servers(jsonc.load(json.dumps({"mcpServers": {"a": entry}}), file="servers.json"))
    assert "confines programs" in str(config.problems[0])
