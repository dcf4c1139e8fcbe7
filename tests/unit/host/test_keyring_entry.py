from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host import keyring_entry
from host.errors import AssentError
from host.keyring_entry import FAILED, FORGETFUL, LOCKED, NO_KEYRING, SILENT, KeyringEntry, entry_name
from tests.support.hosts import ROOT
from tests.support.signing import MemoryKeyring


class KeyringLocked(Exception):
    """As ``keyring`` calls it."""


class Keyring(MemoryKeyring):
    """Counts how often it is asked, and may take its time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.hangs: threading.Event | None = None

    def get(self, service: str, name: str) -> str | None:
        self.asked += 1
        if self.hangs is not None:
            self.hangs.wait(30)
        return super().get(service, name)

    def seal(self, name: str = "policy 1") -> KeyringEntry:
        return super().seal(name)


@pytest.fixture
def keyring() -> Keyring:
    return Keyring()


async def test_what_is_remembered_outlives_the_seal(keyring: Keyring) -> None:
    first = keyring.seal()
    assert (first.unavailable, first.remembered()) == ("", "")
    await first.keep("abc")
    assert first.remembered() == "abc"
    assert keyring.kept == {("assent", "policy 1"): "abc"}
    assert keyring.seal().remembered() == "abc"
    assert keyring.seal("policy 2").remembered() == ""


async def test_what_is_forgotten_is_gone(keyring: Keyring) -> None:
    seal = keyring.seal()
    await seal.keep("abc")
    await seal.keep("")
    assert seal.remembered() == ""
    assert keyring.seal().remembered() == ""


def test_nobody_is_asked_before_the_first_look_and_once_after_it(keyring: Keyring) -> None:
    seal = keyring.seal()
    assert keyring.asked == 0
    assert [seal.remembered(), seal.unavailable, seal.remembered()] == ["", "", ""]
    assert keyring.asked == 1


def test_importing_the_module_imports_no_keyring() -> None:
    code = "import sys, host.keyring_entry; assert 'keyring' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (KeyringLocked("unlock me"), LOCKED),
        (type("NoKeyringError", (RuntimeError,), {})("\x1b[8m none"), NO_KEYRING),
        (RuntimeError("D-Bus\x1b[0m"), FAILED),
        (OSError(2, "gone"), FAILED),
        (AssentError("a sentence of ours"), "a sentence of ours"),
    ],
    ids=["locked", "none", "broken", "system", "ours"],
)
async def test_a_keyring_that_fails_is_not_available(keyring: Keyring, error: Exception, why: str) -> None:
    keyring.error = error
    seal = keyring.seal()
    assert (seal.unavailable, seal.remembered()) == (why, "")
    with pytest.raises(AssentError, match=why):
        await seal.keep("abc")
    keyring.error = None
    assert seal.unavailable == why, "what is said once holds for this host"


async def test_a_keyring_that_fails_later_is_not_available_from_then_on(keyring: Keyring) -> None:
    seal = keyring.seal()
    await seal.keep("abc")
    keyring.error = KeyringLocked()
    with pytest.raises(AssentError, match=LOCKED):
        await seal.keep("def")
    assert (seal.unavailable, seal.remembered()) == (LOCKED, "")


async def test_a_keyring_that_keeps_nothing_is_not_available(keyring: Keyring) -> None:
    seal = KeyringEntry("policy 1", get=keyring.get, set=lambda *_: None)
    assert seal.unavailable == ""
    with pytest.raises(AssentError, match=FORGETFUL):
        await seal.keep("abc")
    assert seal.unavailable == FORGETFUL


@pytest.mark.parametrize("backend", ["keyring.backends.fail.Keyring", "keyring.backends.null.Keyring"])
def test_backends_that_keep_nothing_are_not_available(backend: str) -> None:
    code = "from host.keyring_entry import *; assert KeyringEntry('x').unavailable == NO_KEYRING"
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHON_KEYRING_BACKEND": backend, "HOME": "/nonexistent"},
        check=True,
    )


BACKEND = """
from keyring.backend import KeyringBackend
print("loaded")
class Keyring(KeyringBackend):
    priority, kept = 9, {}
    def get_password(self, service, username): return self.kept.get((service, username))
    def set_password(self, service, username, password): self.kept[service, username] = password
"""


def test_the_systems_keyring_is_used_where_it_is_one(tmp_path: Path) -> None:
    (tmp_path / "kept.py").write_text(BACKEND)
    code = (
        "import sys, kept, host.keyring_entry; sys.modules['keyring.backends.kept'] = kept\n"
        "host.keyring_entry._BACKENDS = (('nowhere', 'Keyring', sys.platform), ('kept', 'Keyring', sys.platform))\n"
        "from host.keyring_entry import KeyringEntry\n"
        "import asyncio; asyncio.run(KeyringEntry('x').keep('abc')); assert KeyringEntry('x').remembered() == 'abc'"
    )
    environment = {"PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)


LOOK = (
    "import sys; from host.keyring_entry import NO_KEYRING, KeyringEntry\n"
    "assert KeyringEntry('x').unavailable == NO_KEYRING\n"
    "print(any(name.split('.')[0] in ('keyring', 'cryptography') for name in sys.modules))"
)
"""Prints whether anything was loaded to find out that there is no keyring."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have a keyring of their own")
@pytest.mark.parametrize("by", ["", "variable", "socket"])
def test_where_a_session_has_no_bus_nothing_is_loaded_to_look_for_a_keyring(tmp_path: Path, by: str) -> None:
    (tmp_path / "bus").touch()
    environment = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path / "none")}
    environment |= {
        "": {},
        "variable": {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"},
        "socket": {"XDG_RUNTIME_DIR": str(tmp_path)},
    }[by]
    ran = subprocess.run([sys.executable, "-c", LOOK], cwd=ROOT, env=environment, check=True, capture_output=True)
    assert ran.stdout.decode().strip() == str(bool(by))


@pytest.mark.parametrize("by", ["file", "variable"])
def test_s39_no_program_of_the_account_puts_its_code_into_the_host_as_a_keyring(tmp_path: Path, by: str) -> None:
    (tmp_path / "evilring.py").write_text(BACKEND)
    chosen = f"[backend]\ndefault-keyring=evilring.Keyring\nkeyring-path={tmp_path}\n"
    for root in (tmp_path / ".config/python_keyring", tmp_path / ".local/share/python_keyring"):
        root.mkdir(parents=True)
        (root / "keyringrc.cfg").write_text(chosen)
    environment = {"HOME": str(tmp_path), "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    if by == "variable":
        environment |= {"PYTHON_KEYRING_BACKEND": "evilring.Keyring", "PYTHONPATH": str(tmp_path)}
    code = "from host.keyring_entry import *; assert KeyringEntry('x').unavailable == NO_KEYRING"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True)
    assert b"loaded" not in ran.stdout


async def test_a_seal_is_loaded_and_kept_without_blocking(keyring: Keyring) -> None:
    seal = keyring.seal()
    await seal.load()
    await seal.load()
    assert keyring.asked == 1
    await seal.keep("abc")
    assert (seal.unavailable, seal.remembered()) == ("", "abc")
    keyring.error = RuntimeError()
    with pytest.raises(AssentError, match=FAILED):
        await seal.keep("def")
    with pytest.raises(AssentError, match=FAILED):
        await seal.keep("ghi")
    assert seal.remembered() == ""


async def test_a_keyring_that_waits_for_a_person_is_not_waited_for(
    keyring: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring_entry, "PATIENCE", 0.01)
    keyring.hangs = threading.Event()
    seal = keyring.seal()
    try:
        await seal.load()
        assert (seal.unavailable, seal.remembered()) == (SILENT, "")
        with pytest.raises(AssentError, match=SILENT):
            await seal.keep("abc")
        assert keyring.asked == 1
    finally:
        keyring.hangs.set()


def test_each_profile_has_entries_of_its_own(tmp_path: Path) -> None:
    one, other, link = tmp_path / "one", tmp_path / "other", tmp_path / "link"
    one.mkdir()
    link.symlink_to(one)
    assert entry_name("pin", one) == entry_name("pin", link) != entry_name("pin", other)
    assert entry_name("pin", one) != entry_name("policy", one)
    assert str(tmp_path) not in entry_name("pin", one)
