from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import settings
from host.errors import ConfigError
from host.settings import DECLARATIONS, GROUPS, Declaration, Settings, exact


def test_every_field_is_declared_once_with_a_default_inside_its_bounds() -> None:
    assert [declared.name for declared in DECLARATIONS] == list(Settings.__struct_fields__)
    for declared in DECLARATIONS:
        assert declared.low <= declared.default <= declared.high
        assert getattr(Settings(), declared.name) == declared.default
        assert declared.doc.endswith(".")
        assert declared.unit
        assert not declared.usual or declared.default in declared.usual
        assert all(declared.low <= value <= declared.high for value in declared.usual)


def test_every_setting_has_a_short_title_of_its_own_under_a_known_heading() -> None:
    assert {declared.group for declared in DECLARATIONS} == set(GROUPS)
    titles = [declared.title for declared in DECLARATIONS]
    assert len(set(titles)) == len(titles)
    assert all(0 < len(title) <= 30 and title[0].isupper() and not title.endswith(".") for title in titles)


def test_the_values_in_force_are_told_by_name() -> None:
    values = Settings(list_pages=7).values()
    assert set(values) == {declared.name for declared in DECLARATIONS}
    assert (values["list_pages"], values["list_timeout"]) == (7, 10.0)


@pytest.mark.parametrize(
    ("name", "value", "made"),
    [
        ("list_pages", 7.0, 7),
        ("list_pages", 7, 7),
        ("list_pages", 7.5, 7.5),
        ("list_timeout", 7.0, 7.0),
        ("x", 7.0, 7.0),
    ],
)
def test_a_whole_number_is_one_however_it_came(name: str, value: float, made: float) -> None:
    found = exact(name, value)
    assert (found, type(found)) == (made, type(made))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_is_left_for_the_bounds_to_refuse(value: float) -> None:
    with pytest.raises(ConfigError):
        Settings().replace(list_pages=exact("list_pages", value))


def test_the_promised_numbers_are_the_defaults() -> None:
    values = Settings()
    assert (values.decision_timeout, values.approver_grace, values.execution_timeout) == (300, 30, 600)
    assert (values.execution_longest, values.list_timeout, values.fresh_list_timeout) == (3600, 10, 2)
    assert (values.frame_to_server, values.frame_from_server) == (4 * settings.MIB, 32 * settings.MIB)


def test_no_setting_makes_a_listing_count_as_fresh_for_longer_than_promised() -> None:
    with pytest.raises(ConfigError):
        Settings(listing_max_age=61.0)


@pytest.mark.parametrize("declared", DECLARATIONS, ids=lambda declared: declared.name)
def test_a_value_outside_its_bounds_or_of_another_type_is_refused(declared: Declaration) -> None:
    for value in (declared.low - 1, declared.high + 1, float("nan"), float("inf")):
        with pytest.raises(ConfigError, match=f"settings: {declared.name}: the value does not fit. Expected: a "):
            Settings().replace(**{declared.name: declared.type(value) if value == value // 1 < 1e300 else value})
    for wrong in (True, "1", None):
        with pytest.raises(ConfigError):
            Settings().replace(**{declared.name: wrong})  # type: ignore[arg-type]  # what the test is about


def test_the_refusal_of_a_value_names_the_bounds() -> None:
    with pytest.raises(ConfigError) as caught:
        Settings(frame_from_server=0)
    expected = "settings: frame_from_server: the value does not fit. "
    assert str(caught.value) == f"{expected}Expected: a whole number from 1024 to 268435456 (bytes)."


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ConfigError, match="settings: trust_everyone: there is no such setting"):
        Settings().replace(trust_everyone=1)


def test_replacing_leaves_the_original_alone() -> None:
    original = Settings()
    changed = original.replace(list_pages=7, list_timeout=3)
    assert (changed.list_pages, changed.list_timeout, changed.stderr_kept) == (7, 3, original.stderr_kept)
    assert original == Settings()


@given(st.sampled_from(DECLARATIONS), st.floats() | st.integers())
def test_any_number_is_either_kept_or_refused(declared: Declaration, value: float) -> None:
    try:
        changed = Settings().replace(**{declared.name: value})
    except ConfigError:
        return
    assert declared.low <= getattr(changed, declared.name) <= declared.high
    assert declared.type is float or isinstance(value, int)
