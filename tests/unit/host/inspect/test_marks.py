"""Marks that look like a dot, a slash or a hyphen, and names of everybody's branches and accounts."""

from __future__ import annotations

import pytest

from host.inspect.confusable import find_confusable
from host.inspect.imitated import imitates_usual
from tests.unit.host.inspect.calls import call, said


def severities(key: str, value: str) -> list[str]:
    return said(find_confusable(call("get_item", {key: value})), "confusable")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("path", "/home/ana/etl/settings\u2024yaml"),
        ("path", "/home/ana/rep\u00b7docx"),
        ("path", "/home/ana/docs\u2044secret/plan.md"),
        ("file", "invoice\uff0epdf"),
        ("command", "cat /etc\u2215hosts"),
        ("package", "react\u2010dom"),
        ("accountHolderName", "St\u03b1dtw\u03b5rke M\u00fcnchen"),
        ("company", "Si\u0435mens AG"),
        ("branch", "rnain"),
        ("base", "ma\u0131n"),
    ],
)
def test_what_looks_like_another_mark_or_letter_is_said(key: str, value: str) -> None:
    assert severities(key, value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("path", "/home/ana/\u5831\u544a\u30022026.docx"),
        ("path", "/home/ana/Bericht 2024\u20132025.pdf"),
        ("path", "/home/ana/Paral\u00b7lel.txt"),
        ("path", "/home/ana/\u2026notes.txt"),
        ("name", "\u041c\u0430\u0440\u0438\u044f \u0418\u0432\u0430\u043d\u043e\u0432\u0430"),
        ("name", "iPhone\u044b \u0438 Windows\u044b"),
        ("title", "Qu\u00e9 es \u00b7 resumen"),
        ("name", "Wi\u2011Fi setup"),
        ("branch", "release-2026.05"),
        ("branch", "main"),
        ("username", "jan0x"),
    ],
)
def test_ordinary_names_are_left_alone(key: str, value: str) -> None:
    assert severities(key, value) == []


def test_a_usual_name_imitates_nothing() -> None:
    assert imitates_usual("MAIN") == ""
    assert imitates_usual("pr0duction") == "production"
