"""Frozen values with fields that stay out of repr, of == and of the hash."""

from __future__ import annotations

from msgspec import Struct

from host.values import PartlyCompared, PartlyPrinted, Unprinted, replace


class Signed(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    UNPRINTED = frozenset({"secret"})
    UNCOMPARED = frozenset({"secret", "parsed"})

    name: str
    secret: str
    parsed: dict[str, int]


class Hidden(Unprinted, Struct, frozen=True):
    secret: str


def test_a_secret_is_not_printed() -> None:
    signed = Signed("a", "canary", {"b": 1})
    assert repr(signed) == "Signed(name='a', parsed={'b': 1})"
    assert signed.__rich_repr__() == [("name", "a"), ("parsed", {"b": 1})]
    assert "canary" not in repr(Hidden("canary"))


def test_values_are_equal_by_the_fields_that_count() -> None:
    signed = Signed("a", "canary", {"b": 1})
    assert signed == Signed("a", "another", {})
    assert hash(signed) == hash(Signed("a", "another", {}))
    assert signed != replace(signed, name="b")
    assert signed != ("a",)
