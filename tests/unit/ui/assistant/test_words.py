"""Inputs of a card on one line."""

from __future__ import annotations

import pytest

from ui.assistant.conversation import PREVIEW, inputs_in_brief
from ui.masking import DOTS


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ('{"a": 19, "b": 23}', "a: 19 · b: 23"),
        ('{"path": "notes/today.txt", "overwrite": true}', "path: notes/today.txt · overwrite: true"),
        ('{"where": {"city": "Lisbon"}, "days": [1, 2]}', 'where: {"city": "Lisbon"} · days: [1, 2]'),
        ("{}", ""),
        ('["no object"]', '["no object"]'),
        ("no JSON", "no JSON"),
        ("[" * 9_000, "[" * PREVIEW),
    ],
)
def test_names_and_values_are_read_without_json(arguments: str, shown: str) -> None:
    assert inputs_in_brief(arguments) == shown


@pytest.mark.parametrize(
    "arguments",
    ['{"password": "hunter22hunter22"}', '{"in": {"password": "hunter22hunter22"}}', '{"password": "hunter22hunter22'],
)
def test_secrets_are_masked_wherever_they_stand(arguments: str) -> None:
    said = inputs_in_brief(arguments)
    assert "hunter22" not in said
    assert DOTS in said


def test_a_long_text_is_cut() -> None:
    assert len(inputs_in_brief('{"text": "' + "x" * 100_000 + '"}')) == PREVIEW
