from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from host.gate.lockout import FIRST, FREE, LONGEST, MOST, Lockouts, LockState


def test_the_fifth_failure_in_a_row_locks_and_each_further_one_for_twice_as_long() -> None:
    lockouts, now = Lockouts(), 100.0
    waits = []
    for _ in range(12):
        waits.append(lockouts.failed("ada", now))
        assert lockouts.left("ada", now) == waits[-1]
        now += waits[-1]
        assert lockouts.left("ada", now) == 0
    assert waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]


def test_names_are_locked_by_themselves() -> None:
    lockouts = Lockouts()
    for _ in range(FREE):
        lockouts.failed("ada", 0.0)
    assert lockouts.left("ada", 1.0) == FIRST - 1
    assert lockouts.left("tom", 1.0) == 0
    assert (lockouts.failures("ada"), lockouts.failures("tom")) == (FREE, 0)


def test_a_success_begins_anew() -> None:
    lockouts = Lockouts()
    assert not lockouts.succeeded("ada")
    for _ in range(FREE):
        lockouts.failed("ada", 0.0)
    assert lockouts.succeeded("ada")
    assert (lockouts.failures("ada"), lockouts.left("ada", 0.0)) == (0, 0.0)
    assert lockouts.failed("ada", 0.0) == 0


def test_what_an_earlier_host_counted_counts_on() -> None:
    before, after = Lockouts(), Lockouts()
    for _ in range(FREE):
        before.failed("ada", 1000.0)
    before.failed("tom", 1000.0)
    kept = before.kept(1010.0)
    assert kept == {"ada": LockState(FREE, FIRST - 10), "tom": LockState(1, 0.0)}
    after.restore(kept, 5.0)
    assert after.left("ada", 5.0) == FIRST - 10
    assert after.failed("ada", 40.0) == 2 * FIRST


def test_what_was_kept_is_taken_within_bounds() -> None:
    lockouts = Lockouts()
    odd = {
        "far": LockState(9, 1e300),
        "none": LockState(0, 900.0),
        "less": LockState(-5, 900.0),
        "most": LockState(10**30, 0),
    }
    lockouts.restore({**odd, "nan": LockState(6, float("nan")), "past": LockState(6, -5.0)}, 10.0)
    assert lockouts.left("far", 10.0) == LONGEST
    assert lockouts.left("none", 10.0) == lockouts.left("less", 10.0) == 0
    assert lockouts.left("nan", 10.0) == lockouts.left("past", 10.0) == 0
    assert lockouts.failures("most") == MOST
    assert lockouts.failed("most", 10.0) == LONGEST
    assert lockouts.failures("most") == MOST


@given(st.lists(st.tuples(st.sampled_from(["fail", "ok"]), st.floats(0, 2000)), max_size=40))
def test_guessing_is_slow_whatever_the_order(events: list[tuple[str, float]]) -> None:
    """Between two successes at most so many guesses fit into an hour as the waits leave room for."""
    lockouts, now, row = Lockouts(), 0.0, 0
    for kind, later in events:
        now += later
        if lockouts.left("ada", now):
            continue
        if kind == "ok":
            lockouts.succeeded("ada")
            row = 0
        else:
            row += 1
            wait = lockouts.failed("ada", now)
            assert (wait > 0) == (row >= FREE)
            assert wait <= LONGEST
