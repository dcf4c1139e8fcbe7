from __future__ import annotations

import errno
import os
import socket
import stat
import subprocess
import sys
import threading
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from host import paths
from host.errors import ConfigError
from host.paths import Paths
from tests.support.waiting import PATIENCE

OTHER = os.getuid() + 1


def status(mode: int, uid: int) -> os.stat_result:
    return os.stat_result((mode, 1, 1, 1, uid, uid, 0, 0, 0, 0))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory, and an environment in which platformdirs finds it and nothing else."""
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize(
    "variables", [(), ("XDG_CONFIG_HOME",), ("XDG_DATA_HOME",), ("XDG_CONFIG_HOME", "XDG_DATA_HOME")]
)
@pytest.mark.parametrize("value", ["/elsewhere/x", "relative", ""])
def test_the_places_on_linux_are_those_of_platformdirs(
    home: Path, monkeypatch: pytest.MonkeyPatch, variables: tuple[str, ...], value: str
) -> None:
    for name in variables:
        monkeypatch.setenv(name, value)
    found, expected = Paths.from_environment(os.environ, platform="linux"), Unix("assent", appauthor=False)
    assert found.config == expected.user_config_path
    assert found.data == expected.user_data_path
    assert home in found.config.parents or variables


@pytest.mark.parametrize("value", [None, "/elsewhere/x", "relative"])
def test_the_places_on_macos_are_those_of_platformdirs(
    home: Path, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    if value is not None:
        monkeypatch.setenv("XDG_CONFIG_HOME", value)
    found, expected = Paths.from_environment(os.environ, platform="darwin"), MacOS("Assent", appauthor=False)
    assert found.config == expected.user_config_path
    assert found.data == expected.user_data_path == home / "Library/Application Support/Assent"
    assert found.runtime == expected.user_runtime_path


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_private_runtime_directory_of_the_session_is_taken_as_platformdirs_takes_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    session = tmp_path / "session"
    assert not home.exists()
    session.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(session))
    dirs = Unix("assent", appauthor=False) if platform == "linux" else MacOS("Assent", appauthor=False)
    found = Paths.from_environment(os.environ, platform=platform).runtime
    assert found == dirs.user_runtime_path == session / dirs.user_runtime_path.name


@pytest.mark.parametrize("kind", ["missing", "open to others", "a link", "a file"])
def test_a_runtime_directory_that_is_not_private_is_passed_over_for_that_of_the_login(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    session, login = tmp_path / "session", tmp_path / "user" / str(os.getuid())
    login.mkdir(parents=True, mode=0o700)
    if kind == "open to others":
        session.mkdir()
        session.chmod(0o755)
    elif kind == "a link":
        session.symlink_to(login)
    elif kind == "a file":
        session.touch(mode=0o700)
    monkeypatch.setattr(paths, "_RUN_USER", tmp_path / "user")
    env = {"HOME": str(home), "XDG_RUNTIME_DIR": str(session)}
    assert Paths.from_environment(env, platform="linux").runtime == login / "assent"


def test_without_a_session_the_socket_stands_among_the_data_whatever_tmpdir_says(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "_RUN_USER", tmp_path / "none")
    expected = home / ".local/share/assent/run"
    for env in ({"HOME": str(home)}, {"HOME": str(home), "TMPDIR": str(tmp_path)}):
        assert Paths.from_environment(env, platform="linux").runtime == expected


def test_on_windows_platformdirs_is_asked(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "session").mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "session"))
    found = Paths.from_environment({}, platform="win32")
    assert found == Paths(home / ".config/Assent", home / ".local/share/Assent", tmp_path / "session/Assent")


def test_without_home_the_account_says_where_home_is() -> None:
    import pwd

    expected = Path(pwd.getpwuid(os.getuid()).pw_dir)
    for env in ({}, {"HOME": "relative"}, {"HOME": ""}):
        assert Paths.from_environment(env, platform="linux").config == expected / ".config/assent"


def test_an_account_without_home_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr("pwd.getpwuid", unknown)
    with pytest.raises(ConfigError, match="environment: HOME: this account has no home directory"):
        Paths.from_environment({}, platform="linux")


def test_each_variable_moves_its_directory_and_no_other() -> None:
    env = {"HOME": "/home/ana"}
    usual = Paths.from_environment(env, platform="linux")
    for name, field in (("CONFIG", "config"), ("DATA", "data"), ("RUNTIME", "runtime")):
        moved = Paths.from_environment(env | {f"ASSENT_{name}_DIR": "/moved"}, platform="linux")
        assert moved == usual._replace(**{field: Path("/moved")})


def test_three_variables_are_a_whole_profile_and_need_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(paths, "_defaults")
    env = {"ASSENT_CONFIG_DIR": "/c", "ASSENT_DATA_DIR": "/d", "ASSENT_RUNTIME_DIR": "/r"}
    profile = Paths.from_environment(env)
    assert [str(path) for path in (profile.servers_file, profile.policy_file, profile.apps_dir, profile.head_file)] == [
        "/c/servers.json",
        "/c/policy.json",
        "/c/apps",
        "/c/log-head.json",
    ]
    assert [str(path) for path in (profile.log_file, profile.lock_file)] == ["/d/log.sqlite3", "/r/host.lock"]
    assert str(profile.socket) == "/r/host.sock"


@pytest.mark.parametrize("value", ["", "relative", "./here", "~/assent"])
def test_a_variable_that_is_no_absolute_path_is_refused(value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Paths.from_environment({"HOME": "/home/ana", "ASSENT_DATA_DIR": value})
    expected = "environment: ASSENT_DATA_DIR: is not an absolute path. Give an absolute path, or unset it."
    assert str(caught.value) == expected


@pytest.mark.parametrize(("platform", "limit"), [("linux", 107), ("darwin", 103)])
def test_a_socket_path_that_is_too_long_is_refused_before_the_system_does(
    monkeypatch: pytest.MonkeyPatch, platform: str, limit: int
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    fits = "/" + "x" * (limit - len("//host.sock"))
    assert len(os.fsencode(Paths(Path("/c"), Path("/d"), Path(fits)).socket)) == limit
    with pytest.raises(
        ConfigError, match=f"the path is too long for a socket: {limit + 1} bytes of {limit}. Set ASSENT_"
    ):
        _ = Paths(Path("/c"), Path("/d"), Path(f"{fits}x")).socket


def test_the_longest_socket_path_that_is_let_through_can_be_bound(tmp_path: Path) -> None:
    import socket

    length = 107 if sys.platform == "linux" else 103
    runtime = tmp_path / ("x" * (length - len(str(tmp_path)) - len("//host.sock")))
    runtime.mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(Paths(tmp_path, tmp_path, runtime).socket))


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_s39_no_variable_moves_the_managed_file(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    for name in ("HOME", "ProgramData", "XDG_CONFIG_DIRS", "ASSENT_CONFIG_DIR", "ASSENT_MANAGED_FILE"):
        monkeypatch.setenv(name, "/tmp/mine")  # noqa: S108  # only a name
    expected = {
        "linux": "/etc/assent/managed.json",
        "darwin": "/Library/Application Support/Assent/managed.json",
        "win32": r"C:\ProgramData\Assent\managed.json",
    }
    assert str(paths.managed_file(platform)) == expected[platform]


def test_s32_missing_directories_are_made_for_this_account_alone(tmp_path: Path) -> None:
    top = tmp_path / "new"
    profile = Paths(top / "c", top / "deep/er/d", top / "r")
    profile.ensure()
    profile.ensure()
    made = [top, top / "deep", top / "deep/er", *profile, profile.apps_dir]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o700}


@pytest.mark.parametrize("mode", [0o701, 0o710, 0o720, 0o750, 0o755, 0o770, 0o1777])
def test_s32_a_directory_that_others_can_use_is_refused(tmp_path: Path, mode: int) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(mode)
    with pytest.raises(ConfigError) as caught:
        paths.ensure_private(shared)
    remedy = f"Give it to this account alone: chmod 700 {shared}"
    assert str(caught.value) == f"{shared}: is open to other accounts (mode {mode:04o}). {remedy}"


def test_a_directory_may_be_a_link_of_ones_own_to_a_private_directory(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("real")
    paths.ensure_private(tmp_path / "link")


@pytest.mark.parametrize("target", ["nothing", "file", "shared", "itself"])
def test_a_link_that_leads_to_no_private_directory_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    link = tmp_path / "itself" if target == "itself" else tmp_path / "link"
    link.symlink_to(target)
    with pytest.raises(ConfigError):
        paths.ensure_private(link)


def test_a_file_in_the_place_of_a_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"is not a directory\. Move it away"):
        paths.ensure_private(tmp_path / "file")
    with pytest.raises(ConfigError, match="cannot be made or opened: Not a directory"):
        paths.ensure_private(tmp_path / "file" / "below")


DIRECTORY, LINK = stat.S_IFDIR | 0o700, stat.S_IFLNK | 0o777


@pytest.mark.parametrize(
    ("link", "target", "problem"),
    [
        (status(DIRECTORY, 7), status(DIRECTORY, 7), ""),
        (status(LINK, 7), status(DIRECTORY, 7), ""),
        (status(LINK, 0), status(DIRECTORY, 7), ""),
        (status(LINK, 8), status(DIRECTORY, 7), "is a symbolic link that another account made"),
        (status(DIRECTORY, 8), status(DIRECTORY, 8), "belongs to another account"),
        (status(DIRECTORY, 0), status(DIRECTORY, 0), "belongs to another account"),
        (status(LINK, 7), status(stat.S_IFREG | 0o600, 7), "is not a directory"),
        (status(DIRECTORY, 7), status(stat.S_IFDIR | 0o702, 7), "is open to other accounts (mode 0702)"),
    ],
)
def test_s32_a_directory_is_private_if_it_and_the_link_to_it_are_the_accounts_own(
    link: os.stat_result, target: os.stat_result, problem: str
) -> None:
    assert paths.privacy_problem(link, target, 7) == problem


def test_a_regular_file_is_read_and_a_missing_one_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert paths.read_file(tmp_path / "file", limit=5) == b"12345"
    assert paths.read_file(tmp_path / "none") is None
    assert paths.read_file(tmp_path / "none" / "below") is None


def test_a_file_over_its_limit_is_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"123456")
    with pytest.raises(ConfigError, match="has 6 bytes, more than the 5 that are read"):
        paths.read_file(tmp_path / "file", limit=5)


def test_a_link_is_read_only_where_asked_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1")
    (tmp_path / "link").symlink_to("file")
    assert paths.read_file(tmp_path / "link", follow=True) == b"1"
    with pytest.raises(ConfigError, match="a symbolic link is not followed here"):
        paths.read_file(tmp_path / "link")
    (tmp_path / "to itself").symlink_to("to itself")
    with pytest.raises(ConfigError, match=os.strerror(errno.ELOOP)):
        paths.read_file(tmp_path / "to itself", follow=True)


def test_a_pipe_or_directory_in_the_place_of_a_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(ConfigError, match="is not a regular file"):
            paths.read_file(path)


def test_a_check_sees_the_open_file_and_can_refuse_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1")

    def check(facts: os.stat_result) -> str:
        return f"has {facts.st_size} byte"

    with pytest.raises(ConfigError, match="has 1 byte"):
        paths.read_file(tmp_path / "file", check=check)


def test_a_file_that_cannot_be_read_to_its_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1")
    descriptor = os.open(tmp_path / "file", os.O_WRONLY)
    with pytest.raises(ConfigError, match="cannot be read: Bad file descriptor"):
        paths.read_descriptor(descriptor, tmp_path / "file")
    os.close(descriptor)


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1")
    before = os.listdir("/dev/fd")
    for path, limit in ((tmp_path / "file", 5), (tmp_path / "file", 0), (tmp_path, 5)):
        try:
            paths.read_file(path, limit=limit)
        except ConfigError:
            continue
    assert len(os.listdir("/dev/fd")) == len(before)


def test_the_bridge_gets_its_paths_from_the_standard_library_alone_and_compiles_no_annotation() -> None:
    program = (
        "import sys, typing; before = set(sys.modules)\n"
        "typing.ForwardRef = None  # compiles an annotation\n"
        "from host.paths import Paths; import host.apps.registry\n"
        "Paths.from_environment({'HOME': '/home/ana'})\n"
        "new = {name.split('.')[0] for name in set(sys.modules) - before} - {'host'}\n"
        "print(sorted(new - sys.stdlib_module_names), 'dataclasses' in sys.modules, 'logging' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[] False False\n"


def test_a_host_at_which_too_many_wait_is_waited_for(tmp_path: Path) -> None:
    place, waiting = tmp_path / "socket", list[socket.socket]()
    with socket.socket(socket.AF_UNIX) as listener, ExitStack() as stack:
        listener.bind(str(place))
        listener.listen(1)

        def knock(seconds: float) -> None:
            connection = stack.enter_context(socket.socket(socket.AF_UNIX))
            connection.settimeout(PATIENCE)
            paths.connect(connection, place, seconds=seconds)
            waiting.append(connection)

        with suppress(BlockingIOError):
            for _ in range(100):
                knock(0.0)
        assert 0 < len(waiting) < 100
        before = len(waiting)
        late = threading.Thread(target=knock, args=(PATIENCE,))
        late.start()
        stack.enter_context(listener.accept()[0])
        late.join()
        assert len(waiting) == before + 1


def test_where_no_host_is_nobody_is_waited_for(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as connection, pytest.raises(FileNotFoundError):
        paths.connect(connection, tmp_path / "socket", seconds=PATIENCE)
