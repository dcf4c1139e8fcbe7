"""Calls against the words: quantities."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("drone", "fly_to", {"altitude": 120}, "go up to 40 m"),
    ("mysql", "query", {"sql": "UPDATE products SET stock = 120 WHERE sku = 'WB-40'"}, "set stock of WB-40 to 12"),
    (
        "k8s",
        "set_resources",
        {"deployment": "api", "limits": {"memory": "512Mi", "cpu": "500m"}},
        "give the api deployment a memory limit of 4Gi",
    ),
    ("sonos", "set_volume", {"room": "Office", "volume": 80}, "set the volume in the office to 15%"),
    ("aws", "modify_volume", {"volume_id": "vol-0a1b2c3d4e5f", "size": 1000}, "grow vol-0a1b2c3d4e5f to 100 GB"),
    ("docker", "update_container", {"name": "api", "memory": "8g", "cpus": 4}, "give api 2 GB of memory"),
    ("api-gw", "set_quota", {"plan": "free", "rate_limit": 5000}, "set the rate limit of the free plan to 500"),
    ("postgres", "set_parameter", {"name": "max_connections", "max_connections": 2000}, "max_connections auf 200"),
    ("smart", "set_thermostat", {"room": "Camera da letto", "temperature": 26}, "imposta 19 gradi in camera da letto"),
    ("redis", "config_set", {"parameter": "maxmemory", "value": "20gb"}, "set maxmemory to 2gb"),
    ("tesla", "set_charge_limit", {"vehicle": "v1", "percent": 100}, "charge to 80%"),
    ("image", "resize", {"file": "logo.png", "width": 8000}, "resize logo.png to 800 px width"),
    ("shell", "run_command", {"command": "docker service scale web=30"}, "scale web to 3"),
    (
        "home-assistant",
        "climate_set_temperature",
        {"entity_id": "climate.schlafzimmer", "temperature": 27, "hvac_mode": "heat"},
        "mach nachts im schlafzimmer 17 grad",
    ),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "k8s",
        "set_resources",
        {"deployment": "api", "limits": {"memory": "4Gi"}, "requests": {"memory": "2Gi"}},
        "give the api deployment a memory limit of 4Gi",
    ),
    (
        "mysql",
        "query",
        {"sql": "UPDATE products SET stock = stock - 2, updated = 1 WHERE sku = 'WB-40'"},
        "take 2 of WB-40 from stock",
    ),
    (
        "home-assistant",
        "set_temperature",
        {"entity_id": "climate.bedroom", "temperature": 63},
        "17 degrees in the bedroom at night (63 F)",
    ),
    (
        "home-assistant",
        "set_temperature",
        {"entity_id": "climate.office", "temperature": 22},
        "2 degrees warmer in the office please",
    ),
    ("aws", "modify_volume", {"volume_id": "vol-0a1b2c3d4e5f", "size": 100}, "grow vol-0a1b2c3d4e5f to 100 GB"),
    ("docker", "update_container", {"name": "api", "memory": "2048m"}, "give api 2 GB of memory"),
    (
        "api-gw",
        "set_quota",
        {"plan": "free", "rate_limit": 500, "burst_limit": 50},
        "set the rate limit of the free plan to 500",
    ),
    ("redis", "config_set", {"parameter": "maxmemory", "value": "2147483648"}, "set maxmemory to 2gb"),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
