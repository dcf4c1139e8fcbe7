"""The usual parts of a rule in its text, and the fields for them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support import plain
from ui import tr
from ui.rules import rule_text, words
from ui.rules.editor import RuleFields

RULE = (
    '{\n  "id": "r",  "effect": "ask",\n  '
    '"match": { "tool": "read_*", "arguments": {"const": 1e400, "effect": "x"} }\n}'
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


def test_the_parts_are_read_and_what_is_not_there_is_any() -> None:
    assert rule_text.read_parts(RULE) == rule_text.RuleParts("ask", "*", "read_*", "*")
    assert rule_text.read_parts(rule_text.new_rule_text()) == rule_text.RuleParts("ask", "files", "write_*", "*")
    assert rule_text.read_parts('{"effect": "deny"}') == rule_text.RuleParts("deny", "*", "*", "*")


@pytest.fixture
def foreign() -> Iterator[None]:
    """Another language, whose translations may hold anything."""
    tr.install(lambda source, _number: f"⟦{source}}}⟧")
    yield
    tr.install(None)


@pytest.mark.usefixtures("foreign")
def test_no_translation_gets_into_the_text_of_a_rule() -> None:
    assert rule_text.read_parts(rule_text.new_rule_text()) == rule_text.RuleParts("ask", "files", "write_*", "*")
    changed = rule_text.replace_part('{"effect": "deny"}', "server", "files")
    assert rule_text.read_parts(changed) == rule_text.RuleParts("deny", "files", "*", "*")
    assert words.switched_on('{\n  "enabled": false\n}') == '{\n  "enabled": true\n}'


@pytest.mark.parametrize(
    "text",
    ["", "[]", '"x"', "{", '{"effect": "ask",}', '{"effect": "odd"}', '{"effect": 7}', "{}", '{"effect": "ask"} x',
     '{"effect": "ask", "effect": "deny"}', '{"effect": "ask", "match": []}', '{"effect": "ask", "match": {"tool": 1}}',
     '{// comment\n"effect": "ask"}', "[" * 100_000, '{"effect": "ask", "match": {1: 2}}'],
)  # fmt: skip
def test_what_is_no_such_rule_is_left_alone(text: str) -> None:
    assert rule_text.read_parts(text) is None


def test_everything_else_stays_as_it_is() -> None:
    assert rule_text.replace_part(RULE, "effect", "deny") == RULE.replace('"ask"', '"deny"')
    assert rule_text.replace_part(RULE, "tool", "") == RULE.replace('"read_*"', '"*"')
    assert rule_text.replace_part(RULE, "server", "*") == RULE
    assert rule_text.replace_part(RULE, "server", "files") == RULE.replace(
        '{ "tool"', '{\n    "server": "files", "tool"'
    )


def test_what_a_rule_acknowledges_stays_in_it() -> None:
    rule = RULE.replace('"effect": "ask"', '"effect": "allow", "acknowledges": ["destructive"]')
    parts: tuple[tuple[rule_text.Name, str], ...] = (("tool", "delete_*"), ("server", "files"), ("app", "claude"))
    for name, value in parts:
        assert json.loads(rule_text.replace_part(rule, name, value))["acknowledges"] == ["destructive"]


@given(st.dictionaries(st.text(), JSON, max_size=4), st.sampled_from(["server", "tool", "app"]), st.text(min_size=1))
def test_a_part_that_is_written_is_read_again_and_nothing_else_changes(
    others: dict[str, object], name: rule_text.Name, value: str
) -> None:
    match = {key: inside for key, inside in others.items() if key not in ("server", "tool", "app")}
    for rule in (
        {"effect": "allow"},
        {"effect": "allow", "match": {}},
        {"reason": "x", "effect": "allow", "match": match},
    ):
        written = rule_text.replace_part(json.dumps(rule, ensure_ascii=False), name, value)
        kept = {**rule, "match": {**rule.get("match", {}), name: value}}  # type: ignore[dict-item]  # it is an object
        if value == "*":
            assert getattr(rule_text.read_parts(written), name) == "*"  # what is any need not be written
        else:
            assert json.loads(written) == kept


@pytest.fixture
def builder(qtbot: QtBot) -> RuleFields:
    made = RuleFields()
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_fields_say_what_the_text_says(builder: RuleFields) -> None:
    builder.show_text(RULE)
    assert builder.effect.currentData() == "ask"
    assert [field.text() for field in builder.fields.values()] == ["*", "read_*", "*"]
    plain.assert_plain(builder)
    plain.assert_accessible(builder)


def test_what_is_typed_in_a_field_goes_into_the_text(builder: RuleFields) -> None:
    said: list[str] = []
    builder.changed.connect(said.append)
    builder.changed.connect(builder.show_text)
    builder.show_text(RULE)
    builder.fields["app"].clear()
    QTest.keyClicks(builder.fields["app"], "ab")
    assert rule_text.read_parts(said[-1]) == rule_text.RuleParts("ask", "*", "read_*", "ab")
    builder.effect.activated.emit(2)
    assert rule_text.read_parts(said[-1]) == rule_text.RuleParts("deny", "*", "read_*", "ab")


def test_while_the_text_has_mistakes_the_fields_are_out_of_use(builder: RuleFields) -> None:
    builder.show_text('{"effect": ')
    assert not any(field.isEnabled() for field in (builder.effect, *builder.fields.values()))
    builder.show_text(RULE)
    assert all(field.isEnabled() for field in (builder.effect, *builder.fields.values()))


def test_s05_a_pattern_that_cannot_be_seen_is_changed_in_the_text_alone(builder: RuleFields) -> None:
    builder.show_text('{"effect": "ask", "match": {"tool": "\\u202egpj"}}')
    assert builder.fields["tool"].text() == "\\u202egpj"
    assert builder.fields["tool"].isReadOnly()
    assert not builder.fields["server"].isReadOnly()
