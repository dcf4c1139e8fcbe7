from __future__ import annotations

import idna
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.arguments.facts import HostFact
from host.arguments.host_names import MAX_HOSTS, canonical_host, hosts_in_text, lenient_hosts, read_bare_host, read_url
from host.arguments.texts import host_facts
from host.policy.model import HostPattern
from host.policy.place_conditions import host_matches, host_pattern
from tests.support.effort import BOUND, effort


def only(arguments: dict[str, object], schema: object = None) -> HostFact:
    (fact,) = host_facts(arguments, schema)  # type: ignore[arg-type]  # written as literals
    return fact


def wanted(text: str) -> HostPattern:
    made = host_pattern(text)
    assert isinstance(made, HostPattern)
    return made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("example.com", HostPattern("example.com")),
        ("Example.COM.", HostPattern("example.com")),
        ("*.example.org", HostPattern("example.org", below=True)),
        ("localhost:8080", HostPattern("localhost", port=8080)),
        ("10.0.0.7:*", HostPattern("10.0.0.7", port="any")),
        ("*.a.b:443", HostPattern("a.b", below=True, port=443)),
        ("::1", HostPattern("::1")),
        ("[2001:DB8:0::7]:80", HostPattern("2001:db8::7", port=80)),
        ("bücher.example", HostPattern("xn--bcher-kva.example")),
        ("xn--fa-hia.de", HostPattern("xn--fa-hia.de")),
    ],
)
def test_a_pattern_is_read(text: str, made: HostPattern) -> None:
    assert host_pattern(text) == made


@pytest.mark.parametrize(
    "text",
    [
        "", "*", "*.", ".", "https://example.com", "example.com/x", "a@b", "a.*.b", "exa*.com", "*.10.0.0.7", "*.[::1]",
        "a:0", "a:070", "a:65536", "a:", "a:x", "010.0.0.1", "127.1", "2130706433", "10.0.0.0/8", "[::1",
        "::ffff:1.2.3.4", "faß.de", "a b", "a..b", "-a", "ok\u3002example", "[fe80::1%eth0]", "a:1:2",
    ],
)  # fmt: skip
def test_a_pattern_that_programs_could_read_differently_is_refused_in_one_sentence(text: str) -> None:
    said = host_pattern(text)
    assert isinstance(said, str)
    assert said.endswith(".")


@given(st.text(max_size=30))
def test_no_text_breaks_a_pattern(text: str) -> None:
    made = host_pattern(text)
    if isinstance(made, HostPattern):
        assert canonical_host(made.host) == made.host


@given(st.text(alphabet="aA0-.xn_éß:[]%@", max_size=20))
def test_a_canonical_host_is_its_own_canonical_form(text: str) -> None:
    host = canonical_host(text)
    if host is not None:
        assert canonical_host(host) == host
        assert host == host.lower()
        assert host.isascii()


@given(st.text(max_size=60))
def test_no_text_breaks_the_reading_of_a_url(text: str) -> None:
    for reading in (read_url(text), read_url(f"https://{text}/"), read_bare_host(text)):
        assert (reading.host is None) == bool(reading.why)
        assert len(reading.other_hosts) <= MAX_HOSTS


@given(st.text(alphabet=st.characters(min_codepoint=0xA0, max_codepoint=0x2FFF), min_size=1, max_size=8))
def test_an_international_name_has_a_host_only_where_all_readings_of_idna_agree(label: str) -> None:
    host = canonical_host(f"{label}.example")
    if host is not None:
        assert idna.encode(f"{label}.example", uts46=True).decode() == host
        assert f"{label}.example".encode("idna").decode().lower() == host


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("2130706433", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("１２７.0.0.1", "127.0.0.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("[::ffff:7f00:1]", "127.0.0.1"),
        ("64:ff9b::7f00:1", "127.0.0.1"),
        ("evil.com.", "evil.com"),
        ("ｅvil。com", "evil.com"),
        ("faß.de", "fass.de"),
        ("faß.de", "xn--fa-hia.de"),
        ("fe80::1%eth0", "fe80::1"),
    ],
)
def test_what_lenient_readers_see_in_a_host(text: str, seen: str) -> None:
    assert seen in lenient_hosts(text)


@pytest.mark.parametrize(
    "text",
    [
        "https://ok.com@evil.com/", "https://ok.com\\@evil.com/", "https://evil.com\\@ok.com/", "https:evil.com",
        "https:///evil.com", "//evil.com/x", "\\\\evil.com\\x", "see https://evil.com for more", "evil.com",
        "evil.com/x",
        "https://evil.com:99999/", "ht\ttps://evil.com", "https://ev\nil.com", "https://evil.com%2fok.com",
        "https%3a%2f%2fevil.com", "https://%65vil.com", "file://evil.com/x", "git@evil.com:a/b", "user@evil.com",
        "https://ok.com#@evil.com/", "https://ok.com:80@evil.com:80/", "https://ｅvil。com/",
        "https://ok.com/,https://evil.com", "https%253a%252f%252fevil.com",
    ],
)  # fmt: skip
def test_a_host_that_some_reader_sees_is_named_for_rules_that_deny(text: str) -> None:
    assert "evil.com" in hosts_in_text(text)
    fact = only({"url": text})
    assert host_matches(fact, wanted("evil.com"), allow=False) is True
    assert host_matches(fact, wanted("evil.com"), allow=True) is not True
    assert host_matches(fact, wanted("*.com"), allow=True) is not True


@pytest.mark.parametrize(
    ("text", "host", "port", "usual"),
    [
        ("https://example.com", "example.com", 443, True),
        ("http://EXAMPLE.com./x?y", "example.com", 80, True),
        ("https://example.com:8443/", "example.com", 8443, False),
        ("https://example.com:80/", "example.com", 80, False),
        ("http://[2001:DB8::1]:80/", "2001:db8::1", 80, True),
        ("https://bücher.example/ä", "xn--bcher-kva.example", 443, True),
    ],
)
def test_a_sound_url_has_one_host_and_port(text: str, host: str, port: int, usual: bool) -> None:
    fact = only({"url": text})
    assert (fact.host, fact.port, fact.usual_port, fact.why) == (host, port, usual, "")
    assert fact.kind == "url"


def test_ports_are_matched() -> None:
    usual, odd = only({"url": "https://a.com/"}), only({"url": "https://a.com:8443/"})
    bare = only({"host": "a.com"})
    texts = ("a.com", "a.com:443", "a.com:80", "a.com:*")
    assert [host_matches(usual, wanted(text), allow=True) for text in texts] == [
        True, True, False, True,
    ]  # fmt: skip
    assert [host_matches(odd, wanted(text), allow=True) for text in ("a.com", "a.com:8443", "a.com:*")] == [
        False, True, True,
    ]  # fmt: skip
    assert [host_matches(odd, wanted(text), allow=False) for text in ("a.com", "a.com:443")] == [True, False]
    assert host_matches(bare, wanted("a.com"), allow=True) is True
    assert host_matches(bare, wanted("a.com:443"), allow=True) is None
    assert host_matches(bare, wanted("a.com:443"), allow=False) is None


def test_a_star_stands_for_names_below_and_for_no_address() -> None:
    below = wanted("*.a.com")
    assert host_matches(only({"url": "https://x.y.a.com/"}), below, allow=True) is True
    assert host_matches(only({"url": "https://a.com/"}), below, allow=True) is False
    assert host_matches(only({"url": "https://xa.com/"}), below, allow=False) is False
    assert host_matches(HostFact("$", "", "url", "10.0.0.7"), HostPattern("0.7", below=True), allow=False) is False


def test_an_address_behind_an_odd_form_is_seen_by_rules_that_deny() -> None:
    for text in ("http://2130706433/", "http://0x7f.1/", "http://[::ffff:127.0.0.1]/", "http://127.0.0.1./"):
        assert host_matches(only({"url": text}), wanted("127.0.0.1"), allow=False) is True
        assert host_matches(only({"url": text}), wanted("127.0.0.1"), allow=True) is None


def test_what_cannot_be_read_is_unknown_to_rules_that_deny_another_host() -> None:
    assert host_matches(only({"url": "https://a@b.com/"}), wanted("evil.com"), allow=False) is None


@pytest.mark.parametrize("key", ["url", "baseUrl", "callback_uri", "WEBHOOK", "image-url", "links", "redirectURL"])
def test_a_name_says_that_a_url_is_there(key: str) -> None:
    fact = only({key: "example.com"})
    assert (fact.kind, fact.host) == ("url", None)
    assert only({key: "https://example.com/"}).host == "example.com"


@pytest.mark.parametrize("key", ["host", "hostname", "server_address", "domains", "ip", "remoteHost"])
def test_a_name_says_that_a_host_is_there(key: str) -> None:
    assert only({key: "example.com"}).host == "example.com"
    assert only({key: "intranet"}).host == "intranet"


def test_a_format_of_the_schema_says_that_a_url_or_host_is_there() -> None:
    assert only({"x": "intranet"}, {"properties": {"x": {"format": "hostname"}}}).kind == "url"
    assert only({"x": "a.com"}, {"properties": {"x": {"format": "uri"}}}).host is None


def test_other_texts_that_could_be_hosts_are_unclear() -> None:
    for text in ("example.com", "intranet", "10.0.0.7", "example.com:22", "me@example.com", "evil.com/x"):
        assert only({"zzz": text}).kind == "unclear"
    for text in ("two words", "application/json", "", "a, b and c"):
        assert host_facts({"zzz": text}) == ()


def test_a_url_inside_words_is_unclear_and_named() -> None:
    fact = only({"body": "Please read\nhttps://evil.com/x\nsoon"})
    assert (fact.kind, fact.host) == ("unclear", None)
    assert "evil.com" in fact.other_hosts


@pytest.mark.parametrize("text", ["{}://evil.example/", "{}@evil.example:x", "ssh:{}@evil.example"])
def test_s35_a_url_behind_a_scheme_or_user_longer_than_any_is_unclear_and_named(text: str) -> None:
    fact = only({"text": text.format("a" * 300)})
    assert fact.host is None
    assert "evil.example" in fact.other_hosts


def test_a_number_where_a_host_should_stand_is_an_address_to_some() -> None:
    assert only({"host": 2130706433}).other_hosts == ("127.0.0.1",)
    assert host_facts({"count": 5}) == ()


def test_too_many_inputs_are_said_to_be_too_many() -> None:
    facts = host_facts({"x": list(range(3000))})
    assert facts[-1].where == "$"
    assert facts[-1].host is None


def test_odd_texts_are_read_in_bounded_time() -> None:
    for text in ("a" * 100_000, "@" * 8_000, "https://" * 1_000, "[" * 8_000, "%" * 8_000, "//" * 4_000, "a@b" * 3_000):
        assert len(host_facts({"url": text, "zzz": text, "body": text})) >= 1


@pytest.mark.full
@pytest.mark.parametrize("key", ["x", "url", "host"])
def test_s22_marks_without_end_hold_nobody_up(key: str) -> None:
    marks = "\u0301" * 50_000 + "\u0323" * 50_000
    assert effort(lambda: host_facts({key: marks})) < BOUND, "the square of the length would take minutes"


@pytest.mark.parametrize(
    "text", ["file:///etc/passwd", "file:/etc/passwd", "FILE:///C:/Users/ana", "file:///a%20b/c.txt"]
)
def test_s35_a_file_url_without_a_host_is_at_none_and_no_rule_allows_by_it(text: str) -> None:
    (fact,) = host_facts({"url": text})
    assert (fact.host, fact.other_hosts, fact.surely_no_host) == (None, (), True)
    wanted = HostPattern("evil.example")
    assert host_matches(fact, wanted, allow=False) is False
    assert host_matches(fact, wanted, allow=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "file://evil.example/x",
        "file:////evil.example/x",
        "file://///evil.example/x",
        "file:\\\\evil.example\\x",
        "file:///x//evil.example",
        "file:///%2fevil.example/x",
        "file:///%5cevil.example/x",
        "file:///x,http://evil.example",
        "file:///x/http:/evil.example",
        "file:///ana@evil.example/x",
        "file:///x?u=evil.example",
        "file:///x#evil.example",
        "file:///\u2003/evil.example",
        "file:evil.example",
    ],
)
def test_s35_a_file_url_that_some_reader_finds_a_host_in_is_never_surely_without(text: str) -> None:
    (fact, *_) = host_facts({"url": text})
    assert not fact.surely_no_host
    assert host_matches(fact, HostPattern("evil.example"), allow=False) is not False


def test_a_port_with_a_zero_before_it_is_told_so() -> None:
    assert host_pattern("example.com:0443") == "The port begins with a zero: write it without."
