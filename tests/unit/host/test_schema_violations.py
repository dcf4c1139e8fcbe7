"""What a schema has against a value can be told in other languages, and is the same text in English."""

from __future__ import annotations

import pytest

from host.model import JsonObject, JsonValue
from host.schema import Violation, violation_of
from host.schema_worker import DEFAULT_DIALECT, validator_for, violations
from host.words import Wording
from tests.support.wordings import untold

WRONG: dict[str, tuple[JsonObject, JsonValue]] = {
    "const": ({"const": "a b"}, 1),
    "enum": ({"enum": [1, 2]}, 3),
    "exclusiveMaximum": ({"exclusiveMaximum": 1}, 2),
    "exclusiveMinimum": ({"exclusiveMinimum": 1.5}, 0),
    "maxItems": ({"maxItems": 1}, [1, 2]),
    "maxLength": ({"maxLength": 1}, "ab"),
    "maxProperties": ({"maxProperties": 1}, {"a": 1, "b": 2}),
    "maximum": ({"maximum": 1}, 2),
    "minItems": ({"minItems": 3}, [1]),
    "minLength": ({"minLength": 3}, "a"),
    "minProperties": ({"minProperties": 3}, {}),
    "minimum": ({"minimum": -1e-7}, -1),
    "multipleOf": ({"multipleOf": 2}, 3),
    "pattern": ({"pattern": "^a b$"}, "x"),
    "uniqueItems": ({"uniqueItems": True}, [1, 1]),
    "required": ({"required": ["a"]}, {}),
    "additionalProperties": ({"additionalProperties": False}, {"a": 1}),
    "false": ({"properties": {"a": False}}, {"a": 1}),
}


@pytest.mark.parametrize("keyword", WRONG)
def test_each_keyword_is_told(keyword: str) -> None:
    schema, value = WRONG[keyword]
    found, _ = violations(validator_for(DEFAULT_DIALECT, schema), value)
    assert found
    for violation in map(violation_of, found):
        said = violation.words
        assert said == f"expected {violation.expected}, got {violation.got}"
        assert isinstance(said, Wording)
        assert isinstance(said.values["expected"], Wording)
        assert not [piece for piece in untold(said) if piece not in ('"a b"', '"^a b$"')]


@pytest.mark.parametrize("text", ["", "what if asks: 1", "exactly", "at most 5 items, items", "one of\nmany"])
def test_what_is_not_recognised_stays_as_it_is(text: str) -> None:
    assert Violation("$", text, text).words == f"expected {text}, got {text}"


@pytest.mark.parametrize(
    ("steps", "existing"),
    [
        ((), ()),
        (("a",), ("a",)),
        (("missing", "a"), ()),
        (("odd key", 1), ("odd key", 1)),
        (("odd key", 7), ("odd key",)),
        (("odd ke⟨…⟩", 1), ()),
        (("a", "b"), ("a",)),
    ],
)
def test_the_steps_to_a_violation_are_followed_as_far_as_they_go(
    steps: tuple[str | int, ...], existing: tuple[str | int, ...]
) -> None:
    violation = Violation("$", "text", "5", steps)
    assert violation.steps_in({"a": 1, "odd key": [1, 2]}) == existing
