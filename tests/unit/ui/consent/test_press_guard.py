"""Which presses say yes."""

from __future__ import annotations

import pytest

from tests.unit.ui.consent.support import Clock
from tests.unit.ui.consent.test_arming import live
from ui.consent.arming import REPEAT_MS, Arming, PressGuard

KEY = "a key"


class Bench:
    """Presses of a question that is on screen."""

    def __init__(self) -> None:
        self.offered = True
        self.arming = Arming(Clock())
        self.arming.set_content("call 1")
        self.arming.set_answerable(True)
        self.arming.set_watched(True)
        self.press_guard = PressGuard(self.arming, lambda: self.offered)

    def live(self, ms: float) -> None:
        live(self.arming, ms)

    def hammer(self, times: int, ms: float) -> list[bool]:
        """Press and let go again and again."""
        said = []
        for _ in range(times):
            self.press_guard.begin("chord", KEY)
            self.live(ms / 2)
            self.press_guard.release(KEY)
            said.append(self.press_guard.end("chord"))
            self.live(ms / 2)
        return said


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_s10_a_press_in_one_armed_stretch_says_yes(bench: Bench) -> None:
    bench.live(1000)
    assert bench.press_guard.begin("chord", KEY)
    assert bench.press_guard.end("chord")


def test_s10_a_press_from_before_does_not(bench: Bench) -> None:
    bench.live(950)
    assert not bench.press_guard.begin("chord", KEY)
    bench.live(2000)
    assert not bench.press_guard.end("chord")


def test_s10_a_press_that_outlasts_a_restart_does_not(bench: Bench) -> None:
    bench.live(1000)
    assert bench.press_guard.begin("button")
    bench.arming.restart()
    bench.live(2000)
    assert not bench.press_guard.end("button")


def test_s10_a_refused_press_starts_the_second_over(bench: Bench) -> None:
    bench.live(950)
    bench.press_guard.begin("button")
    bench.live(950)
    assert not bench.press_guard.ready
    bench.live(50)
    assert bench.press_guard.ready


@pytest.mark.parametrize("ms", [20, 60, 160, 300, 900])
def test_s10_hammering_says_nothing_however_long(bench: Bench, ms: float) -> None:
    assert not any(bench.hammer(100, ms))


def test_s10_a_key_that_comes_down_right_after_it_came_up_is_held(bench: Bench) -> None:
    bench.live(1000)
    bench.press_guard.release(KEY)
    bench.live(REPEAT_MS - 10)
    assert not bench.press_guard.begin("chord", KEY)
    assert not bench.press_guard.ready


def test_another_key_may_come_down_right_after_one_came_up(bench: Bench) -> None:
    bench.live(1000)
    bench.press_guard.release("another key")
    assert bench.press_guard.begin("chord", KEY)


def test_a_key_may_come_down_again_after_a_while(bench: Bench) -> None:
    bench.live(1000)
    bench.press_guard.release(KEY)
    bench.live(REPEAT_MS + 10)
    assert bench.press_guard.begin("chord", KEY)


def test_s10_a_key_that_is_held_keeps_the_second_from_passing(bench: Bench) -> None:
    for _ in range(50):
        bench.live(30)
        bench.press_guard.hold()
    assert not bench.press_guard.ready


def test_holding_an_accepted_press_changes_nothing(bench: Bench) -> None:
    bench.live(1000)
    bench.press_guard.begin("chord", KEY)
    bench.press_guard.hold()
    assert bench.press_guard.end("chord")


def test_s10_what_is_not_offered_takes_no_press_and_starts_over(bench: Bench) -> None:
    bench.live(1000)
    bench.offered = False
    assert not bench.press_guard.begin("button")
    bench.offered = True
    assert not bench.press_guard.ready


def test_s10_a_button_can_be_pressed_without_a_pointer_but_not_hammered(bench: Bench) -> None:
    bench.live(950)
    assert not bench.press_guard.end("button")
    bench.live(950)
    assert not bench.press_guard.end("button")
    bench.live(1000)
    assert bench.press_guard.end("button")


def test_a_key_alone_that_comes_up_says_nothing(bench: Bench) -> None:
    bench.live(1000)
    assert not bench.press_guard.end("chord")
    assert bench.press_guard.ready


def test_a_press_that_came_to_nothing_is_forgotten(bench: Bench) -> None:
    bench.live(950)
    bench.press_guard.begin("button")
    bench.press_guard.forget("button")
    bench.live(1000)
    assert bench.press_guard.end("button")
