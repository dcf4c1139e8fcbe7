from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.control.peer import Peer
from host.errors import UsageError
from host.window.session import NOT_EXPECTED, WRONG_PROCESS, WRONG_SECRET, WindowAuth

WINDOW = Peer(os.getuid(), 4242)
OTHER = Peer(os.getuid(), 4243)


def test_the_window_that_the_host_started_comes_in() -> None:
    door = WindowAuth()
    secret = door.invite(4242)
    assert door.expects(WINDOW)
    door.admit(secret, WINDOW)
    assert not door.expects(WINDOW)


def test_s39_a_secret_has_256_bits_and_is_another_one_each_time() -> None:
    door = WindowAuth()
    secrets = {door.invite(4242) for _ in range(50)}
    assert len(secrets) == 50
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_s39_a_secret_is_worth_one_entry() -> None:
    door = WindowAuth()
    secret = door.invite(4242)
    door.admit(secret, WINDOW)
    with pytest.raises(UsageError, match=NOT_EXPECTED):
        door.admit(secret, WINDOW)


def test_s39_only_the_newest_secret_counts() -> None:
    door = WindowAuth()
    old, new = door.invite(4242), door.invite(4242)
    with pytest.raises(UsageError, match=WRONG_SECRET):
        door.admit(old, WINDOW)
    door.admit(new, WINDOW)


def test_s39_nobody_comes_in_where_nobody_is_expected() -> None:
    door = WindowAuth()
    with pytest.raises(UsageError, match=NOT_EXPECTED):
        door.admit("", WINDOW)
    secret = door.invite(4242)
    door.shut()
    with pytest.raises(UsageError, match=NOT_EXPECTED):
        door.admit(secret, WINDOW)


@given(st.text(max_size=80))
def test_s39_a_wrong_secret_opens_nothing_and_spoils_nothing(guess: str) -> None:
    door = WindowAuth()
    secret = door.invite(4242)
    with pytest.raises(UsageError, match=WRONG_SECRET):
        door.admit(guess, WINDOW)
    door.admit(secret, WINDOW)


def test_s39_another_process_with_the_right_secret_has_made_it_worthless() -> None:
    door = WindowAuth()
    secret = door.invite(4242)
    with pytest.raises(UsageError, match=WRONG_PROCESS):
        door.admit(secret, OTHER)
    with pytest.raises(UsageError, match=NOT_EXPECTED):
        door.admit(secret, WINDOW)


def test_where_the_system_does_not_tell_the_process_the_secret_alone_counts() -> None:
    door = WindowAuth()
    door.admit(door.invite(4242), Peer(os.getuid(), None))
    assert not door.expects(WINDOW)


def test_s39_no_refusal_repeats_the_secret() -> None:
    door = WindowAuth()
    secret = door.invite(4242)
    for guess, peer in ((secret[:-1], WINDOW), (secret, OTHER), (secret, WINDOW)):
        with pytest.raises(UsageError) as caught:
            door.admit(guess, peer)
        assert secret[:-1] not in str(caught.value) + caught.value.detail
