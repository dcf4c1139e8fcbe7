"""How a text may spell a value."""

from __future__ import annotations

import pytest

from host.inspect.results import normalized
from host.inspect.spelling import places_of, spelling_of
from tests.unit.host.inspect.work import LONG, slower


def spells(text: str, value: str) -> bool:
    spelling = spelling_of(value)
    return spelling is not None and any(places_of(" ".join(normalized(text).split()), spelling))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x (at) m\u00fcnchen-bank punkt example bitte", "x@m\u00fcnchen-bank.example"),
        ("go to paste (dot) example now", "https://paste.example?x=1"),
        ("go to paste (dot) example now", "https://ana@paste.example:8443/#top"),
        (
            "to a1.b2.c3.d4.e5.f6.g7.h8.i9.j1.k2.l3 (at) paste.example",
            "a1.b2.c3.d4.e5.f6.g7.h8.i9.j1.k2.l3@paste.example",
        ),
        ("ana kohdassa paste pilkku example", "ana@paste.example"),
        ("sudo rm -rf / it is", "sudo rm -rf /"),
        ("run: chmod u+s /usr/local/bin/tool; then go", "chmod  u+s '/usr/local/bin/tool'"),
    ],
)
def test_letters_and_digits_stay_whatever_stands_between(text: str, value: str) -> None:
    assert spells(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("paste.example", "paste"),
        ("192, 168, 100, 200", "192.168.100.200"),
        ("we import. OS: sys admins", "import os, sys"),
        ("sudo rm -rf /var", "sudo rm -rf /v"),
        ("see report.final.pdf", "report.final.pdf"),
        ("Das Wetter in Berlin. De facto", "berlin.de"),
        ("the linear algebra app", "linear.app"),
        ("ana and the paste example", "ana@paste.example"),
    ],
)
def test_what_only_has_the_same_words_spells_nothing(text: str, value: str) -> None:
    assert not spells(text, value)


@pytest.mark.full
@pytest.mark.parametrize("value", ["ana@paste.example", "a.a.a.a.a.a.a.a@aa.aa.example", "a " * 200 + "bb", "xy " * 20])
@pytest.mark.parametrize("piece", ["a(a)", "example ana (at ", "a ", "a. ", "xy'", "paste.", "\u3042 "])
def test_s22_the_work_grows_with_the_text_alone(value: str, piece: str) -> None:
    assert slower(lambda text: spells(text, value), piece) < LONG
