"""More places that hold secrets or that programs obey, of many systems and programs."""

from __future__ import annotations

import pytest

from host.inspect.paths.sensitive import find_sensitive
from tests.unit.host.inspect.calls import call, said

KIND = "sensitive-path"


@pytest.mark.parametrize(
    "path",
    [
        "/host/etc/shadow",
        "/mnt/root/etc/sudoers",
        "/etc/rancher/k3s/k3s.yaml",
        "/etc/NetworkManager/system-connections/Home.nmconnection",
        "/var/cache/krb5cc_1000",
        "/opt/gitlab/etc/gitlab-secrets.json",
        "/var/lib/jenkins/secrets/x",
        "C:\\ProgramData\\ssh\\administrators_authorized_keys",
        "C:\\Users\\ana\\AppData\\Roaming\\WinSCP.ini",
        "HKCU:\\Software\\SimonTatham\\PuTTY\\Sessions",
        "/home/ana/.config/nushell/config.nu",
        "/home/ana/.local/share/applications/firefox.desktop",
        "/home/ana/.cache/huggingface/token",
        "/home/ana/.near-credentials/mainnet/x.json",
        "/Users/ana/Library/Safari/History.db",
        "/Users/ana/Library/Application Support/com.apple.TCC/TCC.db",
    ],
)
def test_such_places_are_known(path: str) -> None:
    assert said(find_sensitive(call("read_file", {"path": path})), KIND)


@pytest.mark.parametrize(
    "path",
    [
        "/home/ana/p/src/keys.ts",
        "/home/ana/wallet-app/src/Wallet.tsx",
        "/home/ana/p/tests/fixtures/cookies.json",
        "/home/ana/p/src/Startup.cs",
        "/home/ana/p/docs/etc/shadow.md",
    ],
)
def test_what_only_sounds_like_one_is_left_alone(path: str) -> None:
    assert not said(find_sensitive(call("read_file", {"path": path})), KIND)


def test_rules_of_an_app_are_milder_than_what_starts_programs() -> None:
    rules = {"path": "/p/.cursor/rules/style.mdc", "content": "- tabs"}
    starts = {"path": "/p/.cursor/mcp.json", "content": "{}"}
    assert said(find_sensitive(call("write_file", rules)), KIND) == ["medium"]
    assert said(find_sensitive(call("write_file", starts)), KIND) == ["high"]
