from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest

from host.apps import registry
from host.errors import ConfigError, UsageError
from host.model import UNKNOWN_APP


@pytest.fixture
def apps(tmp_path: Path) -> Path:
    return tmp_path / "apps"


def test_s32_an_app_gets_a_token_of_256_bits_that_only_this_account_can_read(apps: Path) -> None:
    file = registry.add(apps, "claude-code")
    assert file == apps / "claude-code.token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(apps.stat().st_mode) == 0o700
    token = registry.read_token(apps, "claude-code")
    assert token is not None
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
    assert file.read_text() == f"{token}\n"


def test_s32_each_token_is_its_own_and_proves_one_app_only(apps: Path) -> None:
    tokens = {}
    for name in ("claude", "cursor", "Zed.1_x-2"):
        registry.add(apps, name)
        tokens[name] = registry.read_token(apps, name)
    assert registry.names(apps) == ("Zed.1_x-2", "claude", "cursor")
    assert len(set(tokens.values())) == 3
    for name in tokens:
        for other, token in tokens.items():
            assert registry.verify(apps, name, token or "") == (name == other)


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "A" * 10_000, "\0", "ä" * 43, "\ud800"])
def test_s32_a_wrong_token_proves_nothing(apps: Path, token: str) -> None:
    registry.add(apps, "claude")
    assert not registry.verify(apps, "claude", token)


def test_s32_a_token_with_anything_added_or_taken_away_proves_nothing(apps: Path) -> None:
    registry.add(apps, "claude")
    token = registry.read_token(apps, "claude") or ""
    assert registry.verify(apps, "claude", token)
    for wrong in (f"{token}\n", f" {token}", token[:-1], f"{token}A", token.swapcase()):
        assert not registry.verify(apps, "claude", wrong)


def test_s32_removing_an_app_revokes_its_token_at_once(apps: Path) -> None:
    registry.add(apps, "claude")
    token = registry.read_token(apps, "claude") or ""
    registry.remove(apps, "claude")
    assert not registry.verify(apps, "claude", token)
    assert registry.names(apps) == ()
    registry.add(apps, "claude")
    assert not registry.verify(apps, "claude", token)


def test_removing_an_app_that_is_not_there_is_refused(apps: Path) -> None:
    for _ in range(2):
        with pytest.raises(UsageError, match='there is no app "claude"'):
            registry.remove(apps, "claude")
        apps.mkdir(mode=0o700, exist_ok=True)
    (apps / "claude.token").mkdir()
    with pytest.raises(ConfigError, match="cannot be removed"):
        registry.remove(apps, "claude")


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "/etc/passwd", "-a", ".a", "a b", "a\n", "a\0", "ä", "x" * 65, "a\u202eb"]
)
def test_a_name_that_could_be_another_path_or_deceive_is_refused(apps: Path, name: str) -> None:
    for act in (registry.add, registry.remove, registry.read_token):
        with pytest.raises(UsageError, match="an app's name is 1 to 64 letters"):
            act(apps, name)
    assert not apps.exists()


@pytest.mark.expected_logs("an app cannot prove itself: an app's name is")
def test_a_name_that_cannot_be_proves_nothing(apps: Path) -> None:
    assert not registry.verify(apps, "../claude", "x")


@pytest.mark.parametrize("name", ["unknown", "Unknown", "UNKNOWN"])
def test_the_name_of_apps_that_proved_nothing_is_reserved(apps: Path, name: str) -> None:
    assert registry.UNKNOWN == UNKNOWN_APP
    with pytest.raises(UsageError, match="is what apps without a token are called"):
        registry.add(apps, name)
    apps.mkdir(mode=0o700)
    file = apps / f"{name}.token"
    file.touch(mode=0o600)
    file.write_text("A" * 43)
    assert not registry.verify(apps, name, "A" * 43)


def test_a_name_that_is_taken_except_capitals_is_refused(apps: Path) -> None:
    registry.add(apps, "Claude")
    before = registry.read_token(apps, "Claude")
    for name in ("Claude", "claude", "CLAUDE"):
        with pytest.raises(UsageError, match='there is an app "Claude" already'):
            registry.add(apps, name)
    assert registry.names(apps) == ("Claude",)
    assert registry.read_token(apps, "Claude") == before


def test_an_app_without_a_token_has_none(apps: Path) -> None:
    assert registry.read_token(apps, "claude") is None
    assert not registry.verify(apps, "claude", "")
    assert registry.names(apps) == ()


def test_files_that_are_no_tokens_are_not_listed(apps: Path) -> None:
    registry.add(apps, "claude")
    for name in ("notes.txt", ".hidden.token", "a b.token", "x.token~", ".token"):
        (apps / name).touch()
    assert registry.names(apps) == ("claude",)
    with pytest.raises(ConfigError, match="cannot be read: Not a directory"):
        registry.names(apps / "notes.txt")


@pytest.mark.expected_logs("an app cannot prove itself: ")
@pytest.mark.parametrize("mode", [0o604, 0o640, 0o660, 0o606, 0o666, 0o700 | 0o010])
def test_s32_a_token_that_others_could_read_proves_nothing_and_says_why(apps: Path, mode: int) -> None:
    file = registry.add(apps, "claude")
    token = file.read_text().strip()
    file.chmod(mode)
    with pytest.raises(ConfigError) as caught:
        registry.read_token(apps, "claude")
    assert str(caught.value).startswith(f"{file}: is open to other accounts; make it yours alone with chmod 600")
    assert token not in str(caught.value)
    assert not registry.verify(apps, "claude", token)


@pytest.mark.expected_logs("an app cannot prove itself: ")
def test_s32_a_token_of_another_account_proves_nothing(apps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = registry.add(apps, "claude")
    someone_else = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: someone_else)
    with pytest.raises(ConfigError, match="belongs to another account"):
        registry.read_token(apps, "claude")
    assert not registry.verify(apps, "claude", file.read_text().strip())


@pytest.mark.expected_logs("an app cannot prove itself: ")
def test_s32_a_token_behind_a_link_proves_nothing(apps: Path) -> None:
    file = registry.add(apps, "claude")
    (apps / "cursor.token").symlink_to(file)
    with pytest.raises(ConfigError, match="a symbolic link is not followed here"):
        registry.read_token(apps, "cursor")
    assert not registry.verify(apps, "cursor", file.read_text().strip())


@pytest.mark.expected_logs("an app cannot prove itself: ")
@pytest.mark.parametrize("content", ["", "\n", "short\n", "A" * 43 + "\n\n", "A" * 44, "A" * 300, "ä" * 43])
def test_a_file_that_holds_no_token_proves_nothing(apps: Path, content: str) -> None:
    file = registry.add(apps, "claude")
    file.write_text(content, "utf-8")
    with pytest.raises(ConfigError) as caught:
        registry.read_token(apps, "claude")
    assert "AAAA" not in str(caught.value)
    assert not registry.verify(apps, "claude", content.strip())


def test_s32_tokens_are_not_put_into_a_directory_that_others_can_use(apps: Path) -> None:
    apps.mkdir()
    apps.chmod(0o755)
    with pytest.raises(ConfigError, match="is open to other accounts"):
        registry.add(apps, "claude")
    assert list(apps.iterdir()) == []


def test_where_the_token_cannot_be_written_nothing_is_left_behind(apps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConfigError, match="cannot be made: No space left on device"):
        registry.add(apps, "claude")
    assert list(apps.iterdir()) == []


def test_where_there_are_no_permission_bits_a_token_is_read_all_the_same(
    apps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.add(apps, "claude").chmod(0o644)
    with monkeypatch.context() as windows:
        windows.setattr(os, "name", "nt")
        problem = registry._secrecy_problem((apps / "claude.token").stat())  # noqa: SLF001  # os.name would confuse pathlib
    assert problem == ""
