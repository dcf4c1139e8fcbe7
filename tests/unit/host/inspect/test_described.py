"""Calls as inspectors see them, made of JSON that describes them and of frozen ones."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.arguments.texts import host_facts
from host.canonical import canonical
from host.inspect.described import Misdescribed, subject_of, subject_of_call
from host.inspect.hosts import _stands_alone
from host.model import CallContext, JsonObject, JsonValue

NAMES: JsonObject = {"app": "a", "server": "s", "tool": "t"}
RESULT: JsonValue = {
    "content": [
        {"type": "text", "text": "one"},
        {"type": "image", "data": "QUJD", "mimeType": "image/png"},
        {"type": "resource", "resource": {"uri": "file:///x", "text": "two"}},
    ],
    "structuredContent": {"account": 12345678, "n": 5, "ok": True},
    "_meta": {"x": "hidden"},
}


def test_a_description_with_names_alone_is_a_call_of_which_nothing_else_is_known() -> None:
    subject = subject_of(NAMES)
    assert (subject.app, subject.server, subject.tool, subject.trust) == ("a", "s", "t", "none")
    assert (subject.past.known, subject.past.earlier_calls, subject.folders) == (False, (), ())


def test_a_full_description_is_read() -> None:
    definition: JsonObject = {"name": "t", "inputSchema": {"properties": {"x": {"type": "string"}}}}
    earlier: JsonValue = [
        {"server": "b", "tool": "first", "arguments": {"to": "ana@example.org"}},
        {"server": "c", "tool": "last", "result": RESULT},
    ]
    subject = subject_of(
        {
            **NAMES,
            "arguments": {"x": "see https://x.example/"},
            "definition": definition,
            "trust": "user",
            "turn": "hello",
            "folders": ["/srv"],
            "home": "/home/a",
            "earlier": earlier,
            "others": [{"server": "o", "tool": "p"}],
            "before": {
                "uses": 2,
                "hosts": ["x.example"],
                "definition": definition,
                "largest": 7,
                "recent": 3,
                "endorsed": ["destination:ana@example.org"],
            },
        }
    )
    assert [it.server for it in subject.past.earlier_calls] == ["c", "b"]
    brought = subject.past.earlier_calls[0].result
    assert brought is not None
    assert {"12345678", "5"} <= brought.fields
    assert "hidden" not in brought.text
    assert subject.past.earlier_calls[1].named.values() == {"ana@example.org"}
    assert (subject.past.known, subject.past.uses, subject.past.largest, subject.past.recent) == (True, 2, 7, 3)
    assert subject.past.definition_digest == subject.definition_digest != ""
    assert subject.past.destinations == subject.past.places == {"host:x.example"}
    assert subject.past.tools == (("o", "p"),)
    assert dict(subject.past.endorsed) == {"destination:ana@example.org": 0}
    assert (subject.turn, subject.folders, subject.home) == ("hello", (("/srv", None),), "/home/a")
    assert subject.size == len(canonical(subject.arguments))
    assert subject.hosts


WRONG: list[tuple[JsonObject, str]] = [
    ({"app": "a", "server": "s"}, ""),
    ({"app": "", "server": "s", "tool": "t"}, "app"),
    ({**NAMES, "more": 1}, ""),
    ({**NAMES, "turn": 1}, "turn"),
    ({**NAMES, "trust": "all"}, "trust"),
    ({**NAMES, "arguments": []}, "arguments"),
    ({**NAMES, "folders": "x"}, "folders"),
    ({**NAMES, "folders": ["x"]}, "folders[0]"),
    ({**NAMES, "folders": [1]}, "folders[0]"),
    ({**NAMES, "earlier": [1]}, "earlier[0]"),
    ({**NAMES, "earlier": [{"server": "s"}]}, "earlier[0]"),
    ({**NAMES, "earlier": [{"server": "s", "tool": "t", "x": 1}]}, "earlier[0]"),
    ({**NAMES, "earlier": [{"server": "s", "tool": "t", "arguments": 1}]}, "earlier[0].arguments"),
    ({**NAMES, "others": [{"tool": "t"}]}, "others[0]"),
    ({**NAMES, "before": {"uses": "x"}}, "before.uses"),
    ({**NAMES, "before": {"uses": True}}, "before.uses"),
    ({**NAMES, "before": {"hosts": "x"}}, "before.hosts"),
    ({**NAMES, "before": {"definition": 1}}, "before.definition"),
    ({**NAMES, "before": {"x": 1}}, "before"),
]


@pytest.mark.parametrize(("described", "key"), WRONG, ids=[str(at) for at in range(len(WRONG))])
def test_a_wrong_description_is_refused_with_its_key(described: JsonObject, key: str) -> None:
    with pytest.raises(Misdescribed) as caught:
        subject_of(described)
    assert caught.value.key == key
    assert caught.value.fault


def test_what_is_sent_beside_the_inputs_is_seen() -> None:
    params = {"name": "t", "arguments": {"a": 1}, "_meta": {"note": "hello there"}}
    written = json.dumps(params, separators=(",", ":")).encode()
    call = CallContext("s", "t", "a", True, "none", {"a": 1}, b'{"a":1}')
    subject = subject_of_call(call, params=written)
    assert [text.text for text in subject.other_params] == ["_meta", "note", "hello there"]
    plain = b'{"arguments":{"a":1},"name":"t"}'
    assert subject_of_call(call, params=plain).other_params == ()


@given(st.dictionaries(st.text("ahostlx.:/@", max_size=6), st.text("abcfghxz0129 .:/@\\[-%é", max_size=12), max_size=3))
def test_the_short_way_around_hosts_hides_none_that_anybody_looks_at(arguments: dict[str, str]) -> None:
    given_: JsonObject = {**arguments}
    facts, told = host_facts(given_), tuple(subject_of({**NAMES, "arguments": given_}).hosts)
    assert told == facts or (not told and not any(map(_stands_alone, facts))), "of a mere word nobody wants to know"
