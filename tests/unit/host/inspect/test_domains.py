"""Hosts as browsers read them, and what somebody registers of them."""

from __future__ import annotations

import pytest

from host.inspect.domains import canonical, host_of, is_address, readable, registrable


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://Example.COM/path", "example.com"),
        ("https://example.com.:443/", "example.com"),
        ("https://ana:pw@example.com@evil.org/x", "evil.org"),
        ("https://example.com\\@evil.org/", "example.com"),
        ("http:/evil.org", "evil.org"),
        ("http://0x7f.1/", "127.0.0.1"),
        ("http://2130706433/", "127.0.0.1"),
        ("http://[::1]:80/", "::1"),
        ("https://m\u00fcnchen.de/", "xn--mnchen-3ya.de"),
        ("https://exam\u00adple.com", "example.com"),
        ("https://ex%61mple.com/", "example.com"),
        ("ssh://git@Host.example/repo", "host.example"),
        ("mailto:ana@example.org", ""),
        ("file:///etc/passwd", ""),
        ("example.com", ""),
        ("https://a b/", ""),
        ("https://" + "a" * 9_000, ""),
        ("", ""),
    ],
)
def test_s35_a_url_has_the_host_that_a_browser_goes_to(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("host", "wanted"),
    [
        ("Example.com.", "example.com"),
        ("::1", "::1"),
        ("[::1]", "::1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("example.com/path", ""),
        ("a@b", ""),
        ("", ""),
    ],
)
def test_a_host_alone_is_read_likewise(host: str, wanted: str) -> None:
    assert canonical(host) == wanted


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.example.co.uk", "example.co.uk"),
        ("api.example.com", "example.com"),
        ("EXAMPLE.com.", "example.com"),
        ("ana.github.io", "ana.github.io"),
        ("a.b.unknown-ending", "b.unknown-ending"),
        ("co.uk", "co.uk"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("", ""),
    ],
)
def test_what_somebody_registers(host: str, domain: str) -> None:
    assert registrable(host) == domain


def test_a_host_as_people_read_it() -> None:
    assert readable("xn--mnchen-3ya.de") == "m\u00fcnchen.de"
    assert readable("xn--80ak6aa92e.com") == "\u0430\u0440\u0440\u04cf\u0435.com"
    assert readable("example.org") == "example.org"
    assert readable("xn--\u00e4.de") == "xn--\u00e4.de"
    assert is_address("::1")
    assert not is_address("1.example")
