"""Calls against the words: rooms, and what is private."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    (
        "home-assistant",
        "light_turn_on",
        {"entity_id": "light.kinderzimmer", "brightness_pct": 100},
        "mach das licht in der küche an",
    ),
    (
        "home-assistant",
        "set_cover_position",
        {"entity_id": "cover.wohnzimmer", "position": 100},
        "volet du salon à 30 %",
    ),
    ("hue", "set_scene", {"room": "Living room", "scene": "Party"}, "scene Relax in the bedroom"),
    (
        "gcal",
        "create_event",
        {"calendar": "work", "title": "Zahnarzt", "start": "2026-03-17T10:00:00"},
        "trag am 17. März 10 Uhr den Zahnarzt in den privaten Kalender ein",
    ),
)
AS_SAID: tuple[Wish, ...] = (
    ("home-assistant", "light_turn_on", {"entity_id": "light.kitchen", "brightness": 128}, "kitchen light to 50%"),
    ("sonos", "set_volume", {"room": "Office", "volume": 15}, "music in the office at 15 %, for half an hour"),
    (
        "home-assistant",
        "call_service",
        {"service": "light.turn_off", "entity_id": "light.wohnzimmer"},
        "alles aus bis auf die Küche",
    ),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
