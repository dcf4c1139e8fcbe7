from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.gate.lifecycle import Event, InvalidTransition, State, advance, may_send

ENDS = {State.REFUSED, State.ENDED}
DRAWN = {
    (State.PROPOSED, Event.VALID): State.CHECKED,
    (State.PROPOSED, Event.REFUSE): State.REFUSED,
    (State.CHECKED, Event.ALLOW): State.CLEARED,
    (State.CHECKED, Event.ASK): State.PENDING,
    (State.CHECKED, Event.REFUSE): State.REFUSED,
    (State.PENDING, Event.APPROVE): State.APPROVED,
    (State.PENDING, Event.EDIT): State.PENDING,
    (State.PENDING, Event.REFUSE): State.REFUSED,
    (State.APPROVED, Event.CONFIRM): State.CLEARED,
    (State.APPROVED, Event.DRIFT): State.PENDING,
    (State.APPROVED, Event.REFUSE): State.REFUSED,
    (State.CLEARED, Event.RECORD): State.DECIDED,
    (State.CLEARED, Event.REFUSE): State.REFUSED,
    (State.DECIDED, Event.SEND): State.DISPATCHED,
    (State.DECIDED, Event.END): State.ENDED,
    (State.DISPATCHED, Event.END): State.ENDED,
    (State.DISPATCHED, Event.HOLD): State.HELD,
    (State.HELD, Event.END): State.ENDED,
}
"""The life of a call (docs/developers.md), arrow by arrow."""


@pytest.mark.parametrize(("state", "event"), list(product(State, Event)), ids=lambda value: value.name)
def test_every_event_in_every_state_is_either_drawn_or_raises(state: State, event: Event) -> None:
    if (state, event) in DRAWN:
        assert advance(state, event) is DRAWN[state, event]
        return
    with pytest.raises(InvalidTransition, match=event.name):
        advance(state, event)


@pytest.mark.parametrize("state", State)
def test_a_call_may_be_sent_from_decided_and_from_nowhere_else(state: State) -> None:
    sendable = (state, Event.SEND) in DRAWN
    assert may_send(state) == sendable == (state is State.DECIDED)


@pytest.mark.parametrize(("state", "event"), list(product(sorted(ENDS, key=str), Event)), ids=lambda value: value.name)
def test_no_end_is_left_again(state: State, event: Event) -> None:
    with pytest.raises(InvalidTransition):
        advance(state, event)


@given(st.lists(st.sampled_from(Event), max_size=30))
def test_no_sequence_of_events_sends_a_call_without_a_durable_decision_right_before(events: list[Event]) -> None:
    state = State.PROPOSED
    before: Event | None = None
    for event in events:
        try:
            state = advance(state, event)
        except InvalidTransition:
            continue
        if event is Event.SEND:
            assert before is Event.RECORD
        before = event


def test_every_state_can_be_reached_and_every_way_ends() -> None:
    reached = {State.PROPOSED} | set(DRAWN.values())
    assert reached == set(State)
    leaving = {state for state, _ in DRAWN}
    assert set(State) - leaving == ENDS
