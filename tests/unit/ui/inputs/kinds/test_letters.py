"""Letters that look Latin and are not are told by their names; what nobody takes for Latin is no news."""

from __future__ import annotations

import pytest

from ui.inputs.kinds.urls import not_latin_words

O = "\u043e"  # noqa: E741  # Cyrillic


@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("example.com", ""),
        ("bücher.example", ""),
        ("straße.łódź.example", ""),
        ("日本.example", ""),
        ("", ""),
        (f"g{O}{O}gle.com", f"{O} (cyrillic small letter o)"),
        (f"{O}{O}.com", "Cyrillic"),
        ("αβγδ.example", "Greek"),
        ("faceb\u0251\u0261k.example", "ɑ (latin small letter alpha), ɡ (latin small letter script g)"),
        (
            "аbсdеhр.example",
            "а (cyrillic small letter a), с (cyrillic small letter es), е (cyrillic small letter ie), …",
        ),
        (f"{O}{O}.g{O}.example", f"{O} (cyrillic small letter o), Cyrillic"),
    ],
)
def test_letters_are_named(host: str, named: str) -> None:
    assert not_latin_words(host) == named
