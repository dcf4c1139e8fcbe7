"""When a yes counts."""

from __future__ import annotations

import pytest

from tests.unit.ui.consent.support import Clock
from ui.consent.arming import Arming


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def arming(clock: Clock) -> Arming:
    made = Arming(clock)
    made.set_content("call 1")
    made.set_live(True)
    made.set_watched(True)
    return made


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1000, True), (1100, True)])
def test_s10_it_arms_a_second_after_it_was_shown(arming: Arming, clock: Clock, ms: int, armed: bool) -> None:
    clock.pass_ms(ms)
    assert arming.armed is armed
    assert arming.progress == pytest.approx(min(1.0, ms / 1000), abs=1e-6)


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1100, True)])
def test_s10_it_arms_anew_after_the_window_was_left(arming: Arming, clock: Clock, ms: int, armed: bool) -> None:
    clock.pass_ms(5000)
    arming.set_watched(False)
    assert not arming.armed
    clock.pass_ms(5000)
    arming.set_watched(True)
    clock.pass_ms(ms)
    assert arming.armed is armed


@pytest.mark.parametrize(("ms", "armed"), [(0, False), (500, False), (999, False), (1100, True)])
def test_s10_it_arms_anew_when_the_content_changes(arming: Arming, clock: Clock, ms: int, armed: bool) -> None:
    clock.pass_ms(5000)
    arming.set_content("call 2")
    clock.pass_ms(ms)
    assert arming.armed is armed


def test_s10_the_same_content_again_is_no_change(arming: Arming, clock: Clock) -> None:
    clock.pass_ms(1100)
    arming.set_content("call 1")
    arming.set_watched(True)
    arming.set_live(True)
    assert arming.armed


def test_s10_nothing_is_armed_while_nothing_can_be_answered(arming: Arming, clock: Clock) -> None:
    clock.pass_ms(1100)
    arming.set_live(False)
    assert not arming.armed
    arming.set_live(True)
    assert not arming.armed
    clock.pass_ms(1100)
    assert arming.armed


def test_s10_each_restart_is_an_epoch_of_its_own(arming: Arming) -> None:
    before = arming.epoch
    arming.set_content("call 2")
    arming.set_watched(False)
    arming.set_watched(True)
    assert arming.epoch == before + 2


def test_only_the_time_in_front_of_the_person_counts_as_displayed(arming: Arming, clock: Clock) -> None:
    clock.pass_ms(300)
    arming.set_watched(False)
    clock.pass_ms(10_000)
    arming.set_watched(True)
    clock.pass_ms(200)
    assert arming.displayed_ms == 500


def test_another_content_was_not_displayed_yet(arming: Arming, clock: Clock) -> None:
    clock.pass_ms(300)
    arming.set_content("call 2")
    clock.pass_ms(40)
    assert arming.displayed_ms == 40
