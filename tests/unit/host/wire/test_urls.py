"""Where a server may lead us."""

from __future__ import annotations

import pytest

from host.wire import urls
from host.wire.urls import UrlRefused, check_named_url, redirect_target

PUBLIC = "https://mcp.example.com/mcp"


@pytest.mark.parametrize(
    "url",
    [
        "https://mcp.example.com/other",
        "https://login.example.org/authorize?x=1",
        "https://mcp.example.com:8443/",
    ],
)
def test_other_public_servers_may_be_asked(url: str) -> None:
    check_named_url(url, named_by=PUBLIC)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://mcp.example.com/",
        "gopher://mcp.example.com/",
        "unix:/run/x",
        "//mcp.example.com/",
        "",
        "https://",
        "https://user@mcp.example.com/",
        "https://mcp.example.com@127.0.0.1/",
        "https://mcp.example.com\\@127.0.0.1/",
        "https://mcp.example.com:99999/",
        "https://mcp.example.com /",
        "https://ｍcp.example.com/",
        "https://0x7f.1/",
        "https://2130706433/",
        "https://127.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://172.16.0.1/",
        "https://100.64.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://metadata.google.internal/",
        "https://intranet/",
        "https://127.0.0.1.nip.io/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://0.0.0.0/",
        "http://mcp.example.com/mcp",
        "http://login.example.org/",
    ],
)
def test_s29_no_address_that_tricks_is_asked(url: str) -> None:
    with pytest.raises(UrlRefused) as refused:
        check_named_url(url, named_by=PUBLIC)
    assert str(refused.value)
    assert not url or url not in str(refused.value)


def test_s29_a_server_that_a_person_put_on_this_machine_may_name_others_there() -> None:
    check_named_url("http://127.0.0.1:9000/authorize", named_by="http://localhost:8000/mcp")
    check_named_url("https://login.example.org/", named_by="http://localhost:8000/mcp")


def test_s29_the_metadata_of_a_cloud_machine_is_asked_for_nobody() -> None:
    with pytest.raises(UrlRefused):
        check_named_url("http://169.254.169.254/latest/", named_by="http://localhost:8000/mcp")


@pytest.mark.parametrize(
    ("location", "leads_to"),
    [
        ("/mcp/", "https://mcp.example.com/mcp/"),
        ("https://mcp.example.com/other", "https://mcp.example.com/other"),
        ("https://mcp.example.com:443/other", "https://mcp.example.com:443/other"),
    ],
)
def test_a_redirect_within_the_origin_is_followed(location: str, leads_to: str) -> None:
    assert redirect_target(location, url=PUBLIC, method="POST", status=307) == leads_to


def test_a_redirect_from_http_to_https_of_the_same_host_is_followed() -> None:
    assert (
        redirect_target("https://a.example/x", url="http://a.example/x", method="POST", status=308)
        == "https://a.example/x"
    )


@pytest.mark.parametrize(
    ("location", "url", "method", "status"),
    [
        ("http://mcp.example.com/mcp", PUBLIC, "POST", 308),
        ("https://evil.example/mcp", PUBLIC, "GET", 302),
        ("https://mcp.example.com:8443/mcp", PUBLIC, "POST", 307),
        ("https://127.0.0.1/", PUBLIC, "GET", 307),
        ("file:///etc/passwd", PUBLIC, "GET", 302),
        ("/elsewhere", PUBLIC, "POST", 302),
        ("/elsewhere", PUBLIC, "POST", 303),
        ("/elsewhere", PUBLIC, "DELETE", 301),
        ("https://localhost:9443/", "http://localhost:9000/", "POST", 307),
        ("//evil.example/", PUBLIC, "GET", 302),
    ],
)
def test_s29_no_other_redirect_is_followed(location: str, url: str, method: str, status: int) -> None:
    with pytest.raises(UrlRefused):
        redirect_target(location, url=url, method=method, status=status)


def test_what_is_near_may_be_known_from_elsewhere() -> None:
    check_named_url("https://10.0.0.1/", named_by=PUBLIC, namer_is_local=True)
    assert urls.is_local("127.0.0.1")
    assert not urls.is_local("example.com")
