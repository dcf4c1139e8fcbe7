"""When a yes counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.unit.ui.consent.support import Clock
from ui.consent.arming import ARMING_MS, GRAVE_MS, HOLD, TURN_MS, Arming, batch_ms


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
    arming.painted()
    left = ms
    while left > 0:
        arming.clock.pass_ms(min(turn, left))
        arming.tick()
        left -= turn


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1000, True), (1100, True)])
def test_s10_it_arms_a_second_after_it_was_shown(arming: Arming, ms: int, armed: bool) -> None:
    live(arming, ms)
    assert arming.armed is armed
    assert arming.progress == pytest.approx(min(1.0, ms / 1000), abs=1e-6)


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1100, True)])
def test_s10_it_arms_anew_after_the_window_was_left(arming: Arming, ms: int, armed: bool) -> None:
    live(arming, 5000)
    arming.set_watched(False)
    assert not arming.armed
    live(arming, 5000)
    assert not arming.armed
    arming.set_watched(True)
    live(arming, ms)
    assert arming.armed is armed


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1100, True)])
def test_s10_it_arms_anew_when_the_content_changes(arming: Arming, ms: int, armed: bool) -> None:
    live(arming, 5000)
    arming.set_content("call 2")
    live(arming, ms)
    assert arming.armed is armed


def test_s10_the_same_content_again_is_no_change(arming: Arming) -> None:
    live(arming, 1100)
    arming.set_content("call 1")
    arming.set_watched(True)
    arming.set_answerable(True)
    assert arming.armed


def test_s10_nothing_is_armed_while_nothing_can_be_answered(arming: Arming) -> None:
    live(arming, 1100)
    arming.set_answerable(False)
    assert not arming.armed
    arming.set_answerable(True)
    assert not arming.armed
    live(arming, 1100)
    assert arming.armed


def test_s10_time_before_a_paint_does_not_count(arming: Arming, clock: Clock) -> None:
    for _ in range(100):
        clock.pass_ms(50)
        arming.tick()
    assert (arming.needs_paint, arming.progress) == (True, 0.0)
    live(arming, 999)
    assert (arming.needs_paint, arming.armed) == (False, False)


def test_s10_a_loop_that_stands_still_does_not_arm(arming: Arming, clock: Clock) -> None:
    arming.painted()
    clock.pass_ms(60_000)
    assert arming.progress == 0.0
    arming.tick()
    assert arming.progress == pytest.approx(TURN_MS / 1000)
    for _ in range(8):
        clock.pass_ms(60_000)
        arming.tick()
    assert not arming.armed


def test_s10_a_paint_in_between_takes_and_gives_no_time(arming: Arming, clock: Clock) -> None:
    live(arming, 500)
    clock.pass_ms(50)
    arming.painted()
    arming.tick()
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
    assert (arming.waits, arming.needs_paint, arming.progress) == (False, False, 0.0)


def test_it_waits_until_it_is_armed(arming: Arming) -> None:
    assert arming.waits
    live(arming, 950)
    assert arming.waits
    live(arming, 100)
    assert not arming.waits


def test_each_restart_is_told(arming: Arming) -> None:
    told: list[int] = []
    arming.on_restart(lambda: told.append(arming.epoch))
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
    arming.painted()
    clock.pass_ms(300)
    arming.set_watched(False)
    clock.pass_ms(10_000)
    arming.set_watched(True)
    clock.pass_ms(10_000)
    arming.painted()
    clock.pass_ms(200)
    assert arming.displayed_ms == 500


def test_a_press_refused_takes_nothing_from_what_was_displayed(arming: Arming, clock: Clock) -> None:
    live(arming, 300)
    arming.restart()
    clock.pass_ms(100)
    arming.painted()
    clock.pass_ms(100)
    assert arming.displayed_ms == 500


def test_another_content_was_not_displayed_yet(arming: Arming, clock: Clock) -> None:
    live(arming, 300)
    arming.set_content("call 2")
    arming.painted()
    clock.pass_ms(40)
    assert arming.displayed_ms == 40


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (1100, False), (2900, False), (3100, True)])
def test_s10_what_is_grave_takes_three_seconds(arming: Arming, ms: int, armed: bool) -> None:
    arming.set_needed(GRAVE_MS)
    live(arming, ms)
    assert arming.armed is armed


@pytest.mark.parametrize("wanted", [0, -5, 999])
def test_s10_nothing_takes_less_than_a_second(arming: Arming, wanted: float) -> None:
    arming.set_needed(wanted)
    live(arming, 950)
    assert not arming.armed


def test_s10_another_time_starts_it_over_and_the_same_does_not(arming: Arming) -> None:
    live(arming, 5000)
    arming.set_needed(ARMING_MS)
    assert arming.armed
    arming.set_needed(GRAVE_MS)
    assert not arming.armed


def test_a_pause_that_the_person_wants_holds_whatever_is_shown(arming: Arming) -> None:
    arming.hold_until(arming.clock() + HOLD)
    live(arming, 5000)
    arming.set_content("call 2")
    live(arming, 4000)
    assert not arming.armed
    assert arming.waits
    live(arming, 1500)
    assert arming.armed


@pytest.mark.parametrize(("calls", "ms"), [(1, 1250), (2, 1500), (4, 2000), (12, 4000), (50, 4000)])
def test_s10_the_more_calls_are_answered_at_once_the_longer_it_takes(calls: int, ms: int) -> None:
    assert batch_ms(calls) == ms
