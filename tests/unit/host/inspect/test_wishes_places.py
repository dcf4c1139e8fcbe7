"""Calls against the words: regions, rooms and spheres."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    (
        "azure",
        "create_vm",
        {"name": "vm1", "location": "eastus", "size": "Standard_B2s"},
        "create a B2s VM in West Europe",
    ),
    (
        "hetzner",
        "create_server",
        {"name": "web", "server_type": "cx22", "location": "ash"},
        "leg einen cx22 in Falkenstein an",
    ),
    (
        "aws-rds",
        "create_db",
        {"id": "crm", "region": "us-east-1", "engine": "postgres"},
        "create the crm database in the EU, because of GDPR",
    ),
    (
        "aws",
        "copy_snapshot",
        {"snapshot": "snap-1", "destination_region": "us-west-2"},
        "copia el snapshot a eu-west-1",
    ),
    (
        "aws-api",
        "call_aws",
        {"cli_command": "aws ec2 stop-instances --region us-east-1 --instance-ids i-0b4c7d21f9a3e6588"},
        "stop i-0b4c7d21f9a3e6588 in eu-central-1",
    ),
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
    (
        "aws-api",
        "call_aws",
        {"cli_command": "aws ec2 stop-instances --region eu-central-1 --instance-ids i-0b4c7d21f9a3e6588"},
        "stop i-0b4c7d21f9a3e6588 in Frankfurt",
    ),
    (
        "aws",
        "copy_snapshot",
        {"source_region": "eu-central-1", "destination_region": "eu-west-1"},
        "copy it from Frankfurt to eu-west-1",
    ),
    ("aws", "update_function", {"name": "f", "region": "eu-central-1"}, "update the function f for our US customers"),
    ("search", "web_search", {"query": "hotels paris", "count": 10, "region": "us-en"}, "find hotels in Paris"),
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
