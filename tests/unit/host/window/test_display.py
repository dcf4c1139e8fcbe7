from __future__ import annotations

import pytest

from host.errors import UsageError
from host.window.display import display_problem, need_display


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_one_variable_of_the_session_is_enough(name: str) -> None:
    assert display_problem({name: ":0"}, "linux") == ""
    assert display_problem({name: ""}, "linux") != ""


def test_other_systems_always_have_a_display() -> None:
    assert display_problem({}, "darwin") == display_problem({}, "win32") == ""


def test_without_a_display_the_sentence_says_so_and_what_to_do() -> None:
    assert "no display" in display_problem({}, "linux")
    with pytest.raises(UsageError, match=r"no display.*assent host"):
        need_display({})
