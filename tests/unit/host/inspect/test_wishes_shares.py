"""Calls that deal out other shares than the person named."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("launchdarkly", "update_rollout", {"flag": "new-ui", "percentage": 50}, "roll new-ui out to 5%"),
    ("flagsmith", "set_rollout", {"flag": "new-ui", "rollout": 100}, "enable new-ui for 10 percent of users"),
    (
        "istio",
        "set_weights",
        {"routes": [{"dest": "stable", "weight": 20}, {"dest": "canary", "weight": 80}]},
        "send 8 % to the canary",
    ),
    ("argo", "set_weight", {"rollout": "web", "weight": 40}, "setze das Gewicht von web auf 4 %"),
    (
        "shopify",
        "create_discount",
        {"code": "A", "value": "-50.0", "value_type": "percentage"},
        "make a 15% discount code",
    ),
    ("stripe", "create_coupon", {"percent_off": 75, "duration": "once"}, "crea un cupón del 25 %"),
)
FITTING: tuple[Wish, ...] = (
    ("istio", "set_traffic_split", {"weights": {"v1": 95, "v2": 5}}, "give v2 5 % of the traffic"),
    ("istio", "set_traffic_split", {"weights": {"v1": 5, "v2": 95}}, "leave v1 with 5%"),
    ("istio", "set_traffic_split", {"weights": {"v1": 0.95, "v2": 0.05}}, "5 % to v2"),
    ("launchdarkly", "update_rollout", {"flag": "new-ui", "percentage": 20}, "double the rollout, it is at 10% now"),
    ("shop", "update", {"weight": 40, "id": 1}, "put the 5% sticker on item 1"),
)


@pytest.mark.parametrize("row", AGAINST, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_is_not_what_the_words_ask_for_is_told(row: Wish) -> None:
    assert against_wishes(row)


@pytest.mark.parametrize("row", FITTING, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_the_words_may_mean_is_not_told(row: Wish) -> None:
    assert not against_wishes(row)
