"""Which links in results an app may follow."""

from __future__ import annotations

import pytest

from host.model import JsonObject, JsonValue
from host.wire import links
from host.wire.links import Links

SCHEMES = (
    "file:///etc/passwd", "http://169.254.169.254/latest", "https://example.org/x", "ftp://h/x", "data:text/plain,x",
    "javascript:alert(1)", "smb://h/share", "vscode://x", "demo://resource/1", "x:y", "../relative", "",
)  # fmt: skip


def linking(uri: str) -> JsonObject:
    return {"content": [{"type": "text", "text": "see"}, {"type": "resource_link", "uri": uri, "name": "n"}]}


@pytest.mark.parametrize("uri", SCHEMES)
def test_s28_a_link_in_a_result_is_read_by_a_decision_alone_whatever_its_scheme(uri: str) -> None:
    seen = Links()
    assert not seen.needs_decision({"uri": uri})
    seen.add_result(linking(uri))
    assert seen.needs_decision({"uri": uri})
    assert not seen.needs_decision({"uri": uri + "another"})


@pytest.mark.parametrize(
    "other", ["FILE:///etc/passwd", "file:///%65tc/passwd", " file:///etc/passwd ", "file:///ETC/passwd"]
)
def test_s28_another_way_of_writing_a_link_is_the_same_link(other: str) -> None:
    seen = Links()
    seen.add_result(linking("file:///etc/passwd"))
    assert seen.needs_decision({"uri": other})


def test_what_the_server_lists_itself_it_offers() -> None:
    seen = Links()
    seen.add_result(linking("demo://a"))
    seen.add_result({"resources": [{"uri": "demo://a", "name": "a"}, "odd", {"uri": 1}]})
    assert not seen.needs_decision({"uri": "demo://a"})


def test_it_is_known_which_call_named_a_link_last() -> None:
    seen = Links()
    seen.add_result(linking("x:y"), "call 1")
    assert seen.call_that_named("X:Y") == "call 1"
    seen.add_result(linking("X:%79"), "call 2")
    assert seen.call_that_named("x:y") == "call 2"
    seen.add_result(linking("x:y"))
    assert (seen.call_that_named("x:y"), seen.call_that_named("x:z"), seen.call_that_named(None)) == ("", "", "")


@pytest.mark.parametrize(
    "content", [[{"type": "resource_link", "uri": "x:y"}], {"type": "resource_link", "uri": "x:y"}]
)
def test_s28_a_link_in_a_prompt_is_one_too(content: JsonValue) -> None:
    seen = Links()
    seen.add_result({"messages": ["odd", {"role": "user", "content": content}]})
    assert seen.needs_decision({"uri": "x:y"})


def test_s28_links_without_end_let_nothing_through_that_was_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_ADDRESSES", 3)
    seen = Links()
    seen.add_result({"resources": [{"uri": "a:listed"}]})
    for number in range(5):
        seen.add_result(linking(f"x:{number}"))
    assert seen.needs_decision({"uri": "x:4"})
    assert seen.needs_decision({"uri": "never:seen"})
    assert not seen.needs_decision({"uri": "a:listed"})
    seen.add_result(linking("x:1"), "call 2")
    assert (seen.call_that_named("x:1"), seen.call_that_named("x:4")) == ("call 2", ""), (
        "what is known goes on being kept"
    )


@pytest.mark.parametrize(
    "result", [None, 1, "x", [], {}, {"content": None}, {"content": ["x", {"type": "resource_link"}]}]
)
def test_what_links_to_nothing_changes_nothing(result: JsonValue) -> None:
    seen = Links()
    seen.add_result(result)
    assert not seen.needs_decision({"uri": "x:y"})
    assert not seen.needs_decision(None)
    assert not seen.needs_decision({"uri": 7})


@pytest.mark.parametrize("member", ["content", "resources"])
def test_s43_the_work_on_the_addresses_of_one_result_is_bounded_and_what_is_beyond_needs_a_decision(
    member: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded: list[str] = []

    def decode(uri: str) -> str:
        decoded.append(uri)
        return uri

    monkeypatch.setattr(links, "unquote", decode)
    seen = Links()
    entries: list[JsonValue] = [
        {"type": "resource_link", "uri": "%41" * 500 + str(number), "name": "n"} for number in range(2_000)
    ]
    seen.add_result({member: entries})
    assert 0 < len(decoded) < 50
    seen.add_result(linking("x:y"))
    assert seen.needs_decision({"uri": "%41" * 500 + "1999"}) is (member == "content")


def test_s43_an_address_that_a_result_repeats_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[str] = []

    def decode(uri: str) -> str:
        decoded.append(uri)
        return uri

    monkeypatch.setattr(links, "unquote", decode)
    link: JsonObject = {"type": "resource_link", "uri": "x:%79", "name": "n"}
    Links().add_result({"content": [link] * 1_000, "messages": [{"content": [link, link]}, {"content": link}]})
    assert decoded == ["x:%79"]


def test_s43_so_many_short_addresses_are_not_all_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[str] = []

    def decode(uri: str) -> str:
        decoded.append(uri)
        return uri

    monkeypatch.setattr(links, "unquote", decode)
    seen = Links()
    entries: list[JsonValue] = [{"type": "resource_link", "uri": f"a:{number}"} for number in range(50_000)]
    seen.add_result({"content": entries})
    assert links.MAX_ADDRESSES < len(decoded) <= 10_000
    assert seen.needs_decision({"uri": "a:49999"})
