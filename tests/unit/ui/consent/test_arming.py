"""When a yes counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.unit.ui.consent.support import Clock
from ui.consent.arming import ARMING_MS, GRAVE_MS, PAUSE_SECONDS, REPEAT_MS, TURN_MS, Arming, PressGuard, batch_ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def arming(clock: Clock) -> Arming:
    made = Arming(clock)
    made.set_content("call 1")
    made.set_answerable(True)
    made.set_watched(True)
    return made


def live(arming: Arming, ms: float, turn: float = 50.0) -> None:
    """Time passes after a paint, in turns of the loop."""
    assert isinstance(arming.clock, Clock)
    arming.note_paint()
    left = ms
    while left > 0:
        arming.clock.pass_ms(min(turn, left))
        arming.note_turn()
        left -= turn


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1000, True), (1100, True)])
def test_s10_it_arms_a_second_after_it_was_shown(arming: Arming, ms: int, armed: bool) -> None:
    live(arming, ms)
    assert arming.is_armed is armed
    assert arming.progress == pytest.approx(min(1.0, ms / 1000), abs=1e-6)


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1100, True)])
def test_s10_it_arms_again_after_the_window_was_left(arming: Arming, ms: int, armed: bool) -> None:
    live(arming, 5000)
    arming.set_watched(False)
    assert not arming.is_armed
    live(arming, 5000)
    assert not arming.is_armed
    arming.set_watched(True)
    live(arming, ms)
    assert arming.is_armed is armed


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1100, True)])
def test_s10_it_arms_again_when_the_content_changes(arming: Arming, ms: int, armed: bool) -> None:
    live(arming, 5000)
    arming.set_content("call 2")
    live(arming, ms)
    assert arming.is_armed is armed


def test_s10_the_same_content_again_is_no_change(arming: Arming) -> None:
    live(arming, 1100)
    arming.set_content("call 1")
    arming.set_watched(True)
    arming.set_answerable(True)
    assert arming.is_armed


def test_s10_nothing_is_armed_while_nothing_can_be_answered(arming: Arming) -> None:
    live(arming, 1100)
    arming.set_answerable(False)
    assert not arming.is_armed
    arming.set_answerable(True)
    assert not arming.is_armed
    live(arming, 1100)
    assert arming.is_armed


def test_s10_time_before_a_paint_does_not_count(arming: Arming, clock: Clock) -> None:
    for _ in range(100):
        clock.pass_ms(50)
        arming.note_turn()
    assert (arming.needs_paint, arming.progress) == (True, 0.0)
    live(arming, 999)
    assert (arming.needs_paint, arming.is_armed) == (False, False)


def test_s10_a_loop_that_stands_still_does_not_arm(arming: Arming, clock: Clock) -> None:
    arming.note_paint()
    clock.pass_ms(60_000)
    assert arming.progress == 0.0
    arming.note_turn()
    assert arming.progress == pytest.approx(TURN_MS / 1000)
    for _ in range(8):
        clock.pass_ms(60_000)
        arming.note_turn()
    assert not arming.is_armed


def test_s10_a_paint_in_between_takes_and_gives_no_time(arming: Arming, clock: Clock) -> None:
    live(arming, 500)
    clock.pass_ms(50)
    arming.note_paint()
    arming.note_turn()
    assert arming.progress == pytest.approx(0.55)


@pytest.mark.parametrize(
    "change",
    [
        lambda arming: arming.set_watched(False),
        lambda arming: arming.set_answerable(False),
        lambda arming: arming.set_content(None),
    ],
    ids=["left", "answered", "empty"],
)
def test_s10_without_a_question_to_answer_neither_paint_nor_time_counts(
    arming: Arming, change: Callable[[Arming], None]
) -> None:
    live(arming, 500)
    change(arming)
    live(arming, 1100)
    assert (arming.is_waiting, arming.needs_paint, arming.progress) == (False, False, 0.0)


def test_it_waits_until_it_is_armed(arming: Arming) -> None:
    assert arming.is_waiting
    live(arming, 950)
    assert arming.is_waiting
    live(arming, 100)
    assert not arming.is_waiting


def test_each_restart_is_told(arming: Arming) -> None:
    told: list[int] = []
    arming.add_restart_listener(lambda: told.append(arming.epoch))
    arming.restart()
    arming.set_answerable(False)
    arming.set_watched(False)
    arming.set_watched(True)
    assert told == [arming.epoch - 2, arming.epoch - 1, arming.epoch]


def test_s10_each_restart_is_an_epoch_of_its_own(arming: Arming) -> None:
    before = arming.epoch
    arming.set_content("call 2")
    arming.set_watched(False)
    arming.set_watched(True)
    assert arming.epoch == before + 2


def test_only_the_time_in_front_of_the_person_counts_as_displayed(arming: Arming, clock: Clock) -> None:
    clock.pass_ms(10_000)
    assert arming.displayed_ms == 0, "nothing was painted"
    arming.note_paint()
    clock.pass_ms(300)
    arming.set_watched(False)
    clock.pass_ms(10_000)
    arming.set_watched(True)
    clock.pass_ms(10_000)
    arming.note_paint()
    clock.pass_ms(200)
    assert arming.displayed_ms == 500


def test_reading_before_anything_can_be_answered_counts_as_displayed(arming: Arming, clock: Clock) -> None:
    arming.set_answerable(False)
    arming.note_paint()
    clock.pass_ms(20_000)
    arming.set_answerable(True)
    assert arming.progress == 0.0
    live(arming, 1_100)
    assert arming.is_armed
    assert arming.displayed_ms == 21_100


def test_a_press_refused_takes_nothing_from_what_was_displayed(arming: Arming, clock: Clock) -> None:
    live(arming, 300)
    arming.restart()
    clock.pass_ms(100)
    arming.note_paint()
    clock.pass_ms(100)
    assert arming.displayed_ms == 500


def test_another_content_was_not_displayed_yet(arming: Arming, clock: Clock) -> None:
    live(arming, 300)
    arming.set_content("call 2")
    arming.note_paint()
    clock.pass_ms(40)
    assert arming.displayed_ms == 40


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (1100, False), (2900, False), (3100, True)])
def test_s10_what_is_grave_takes_three_seconds(arming: Arming, ms: int, armed: bool) -> None:
    arming.set_needed(GRAVE_MS)
    live(arming, ms)
    assert arming.is_armed is armed


@pytest.mark.parametrize("wanted", [0, -5, 999])
def test_s10_nothing_takes_less_than_a_second(arming: Arming, wanted: float) -> None:
    arming.set_needed(wanted)
    live(arming, 950)
    assert not arming.is_armed


def test_s10_another_time_starts_it_over_and_the_same_does_not(arming: Arming) -> None:
    live(arming, 5000)
    arming.set_needed(ARMING_MS)
    assert arming.is_armed
    arming.set_needed(GRAVE_MS)
    assert not arming.is_armed


def test_a_pause_that_the_person_wants_holds_whatever_is_shown(arming: Arming) -> None:
    arming.pause_until(arming.clock() + PAUSE_SECONDS)
    live(arming, 5000)
    arming.set_content("call 2")
    live(arming, 4000)
    assert not arming.is_armed
    assert arming.is_waiting
    live(arming, 1500)
    assert arming.is_armed


@pytest.mark.parametrize(("calls", "ms"), [(1, 1250), (2, 1500), (4, 2000), (12, 4000), (50, 4000)])
def test_s10_the_more_calls_are_answered_at_once_the_longer_it_takes(calls: int, ms: int) -> None:
    assert batch_ms(calls) == ms


# Which presses say yes

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
            self.press_guard.begin_press("chord", KEY)
            self.live(ms / 2)
            self.press_guard.note_key_released(KEY)
            said.append(self.press_guard.end_press("chord"))
            self.live(ms / 2)
        return said


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_s10_a_press_in_one_armed_stretch_says_yes(bench: Bench) -> None:
    bench.live(1000)
    assert bench.press_guard.begin_press("chord", KEY)
    assert bench.press_guard.end_press("chord")


def test_s10_a_press_from_before_does_not(bench: Bench) -> None:
    bench.live(950)
    assert not bench.press_guard.begin_press("chord", KEY)
    bench.live(2000)
    assert not bench.press_guard.end_press("chord")


def test_s10_a_press_that_outlasts_a_restart_does_not(bench: Bench) -> None:
    bench.live(1000)
    assert bench.press_guard.begin_press("button")
    bench.arming.restart()
    bench.live(2000)
    assert not bench.press_guard.end_press("button")


def test_s10_a_refused_press_starts_the_second_over(bench: Bench) -> None:
    bench.live(950)
    bench.press_guard.begin_press("button")
    bench.live(950)
    assert not bench.press_guard.is_ready
    bench.live(50)
    assert bench.press_guard.is_ready


@pytest.mark.parametrize("ms", [20, 60, 160, 300, 900])
def test_s10_hammering_says_nothing_however_long(bench: Bench, ms: float) -> None:
    assert not any(bench.hammer(100, ms))


def test_s10_a_key_that_comes_down_right_after_it_came_up_is_held(bench: Bench) -> None:
    bench.live(1000)
    bench.press_guard.note_key_released(KEY)
    bench.live(REPEAT_MS - 10)
    assert not bench.press_guard.begin_press("chord", KEY)
    assert not bench.press_guard.is_ready


def test_another_key_may_come_down_right_after_one_came_up(bench: Bench) -> None:
    bench.live(1000)
    bench.press_guard.note_key_released("another key")
    assert bench.press_guard.begin_press("chord", KEY)


def test_a_key_may_come_down_again_after_a_while(bench: Bench) -> None:
    bench.live(1000)
    bench.press_guard.note_key_released(KEY)
    bench.live(REPEAT_MS + 10)
    assert bench.press_guard.begin_press("chord", KEY)


def test_s10_a_key_that_is_held_keeps_the_second_from_passing(bench: Bench) -> None:
    for _ in range(50):
        bench.live(30)
        bench.press_guard.note_key_held()
    assert not bench.press_guard.is_ready


def test_holding_an_accepted_press_changes_nothing(bench: Bench) -> None:
    bench.live(1000)
    bench.press_guard.begin_press("chord", KEY)
    bench.press_guard.note_key_held()
    assert bench.press_guard.end_press("chord")


def test_s10_what_is_not_offered_takes_no_press_and_starts_over(bench: Bench) -> None:
    bench.live(1000)
    bench.offered = False
    assert not bench.press_guard.begin_press("button")
    bench.offered = True
    assert not bench.press_guard.is_ready


def test_s10_a_button_can_be_pressed_without_a_pointer_but_not_hammered(bench: Bench) -> None:
    bench.live(950)
    assert not bench.press_guard.end_press("button")
    bench.live(950)
    assert not bench.press_guard.end_press("button")
    bench.live(1000)
    assert bench.press_guard.end_press("button")


def test_a_key_alone_that_comes_up_says_nothing(bench: Bench) -> None:
    bench.live(1000)
    assert not bench.press_guard.end_press("chord")
    assert bench.press_guard.is_ready


def test_a_press_that_came_to_nothing_is_forgotten(bench: Bench) -> None:
    bench.live(950)
    bench.press_guard.begin_press("button")
    bench.press_guard.forget_press("button")
    bench.live(1000)
    assert bench.press_guard.end_press("button")
