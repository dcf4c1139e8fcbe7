"""Texts and calls that are passed over early have nothing that the long way would have found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.inspect import likely, subject
from host.inspect.confusable import _parts
from host.inspect.secrets import beside, opens, pairs, told
from host.inspect.secrets.find import _FLAGS, _WORDS, _assigned, _quiet
from host.inspect.subject import MAX_CHARACTERS, Text, _flat, texts_of
from host.model import JsonObject, JsonValue

CUES = sorted({*told.CUES, *beside.CUES, *opens.CUES, *pairs.CUES, *_WORDS, *_FLAGS})
TOLD = [
    "is ",
    "Abc12345!",
    "123456",
    "4821",
    " ",
    "the ",
    "wi-fi",
    "door ",
    "log in with ",
    "as your pin",
    "TAN 123456",
]
SAID = st.lists(st.sampled_from([*CUES, *TOLD]), min_size=1, max_size=6).flatmap(
    lambda bits: st.sampled_from(["", " "]).map(lambda gap: gap.join(bits))
)
CASED = SAID | SAID.map(str.upper) | SAID.map(str.title)
NAMED = st.sampled_from(["pip install reqeusts", "npm i lodahs", "gogle", "main", "left-pad"])


@settings(max_examples=400)
@given(CASED)
def test_a_quiet_text_says_no_password(said: str) -> None:
    if _quiet(said):
        assert not list(_assigned(said))


@pytest.mark.parametrize("said", ["the door code is 4821", "password: hunter2x", "curl -u ana:Xk29fjq3", "PIN 4821"])
def test_a_text_that_may_say_one_is_not_quiet(said: str) -> None:
    assert not _quiet(said)


def test_a_long_text_and_one_in_other_letters_are_not_quiet() -> None:
    assert _quiet("hello there")
    assert not _quiet("hello there " * 9)
    assert not _quiet("héllo")


@settings(max_examples=400)
@given(st.sampled_from(["text", "name", "branch", "package", "url"]), CASED | NAMED, st.booleans())
def test_where_nothing_is_named_nothing_is_taken_for_another(key: str, said: str, installs: bool) -> None:
    text = Text(("k",), key, said)
    if said.isascii() and likely.names_nothing(text, installs=installs):
        assert not list(_parts(text, None, installs=installs))


LEAF: st.SearchStrategy[JsonValue] = st.one_of(st.text("ab é", max_size=4), st.integers(0, 9), st.booleans(), st.none())
FLAT = st.dictionaries(st.sampled_from("abc"), LEAF, max_size=3)


@given(FLAT, st.sampled_from([None, {"properties": {"a": {"type": "string", "format": "uri"}}}, {"properties": 3}]))
def test_texts_are_the_same_without_a_walk(arguments: JsonObject, schema: JsonValue) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subject, "_flat", lambda *_: None)
        walked = texts_of(arguments, schema)
    assert texts_of(arguments, schema) == walked


def test_what_is_nested_long_or_much_is_walked() -> None:
    assert _flat({"a": "b"}, None) is not None
    assert _flat({"a": ["b"]}, None) is None
    assert _flat({"a": "b" * (MAX_CHARACTERS + 1)}, None) is None
    assert _flat({str(number): 1 for number in range(65)}, None) is None
