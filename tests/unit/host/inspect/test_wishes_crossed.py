"""Calls against the words: numbers and opposites, each crossed with ways to write them and places where they stand."""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from host.inspect.wishes.counted import in_digits
from host.inspect.wishes.rates import rates
from tests.unit.host.inspect.making import Wish, against_wishes

Place = Callable[[str, Any], dict[str, Any]]
PLACES: tuple[tuple[str, Place], ...] = (
    ("top", lambda key, value: {key: value}),
    ("nested", lambda key, value: {"data": {key: value}}),
    ("listed", lambda key, value: {"lines": [{"ref": "F", key: value}]}),
    ("as text", lambda key, value: {key: str(value)}),
)
NUMBERS: tuple[tuple[str, str, str, float, float, tuple[str, ...]], ...] = (
    (
        "bank", "create_payment", "amount", 25, 250,
        (
            "pay 25 euros", "pay 25.00 EUR", "zahle 25,00 Euro", "pay twenty-five euros", "zahle fünfundzwanzig Euro",
            "paie vingt-cinq euros", "paga veinticinco euros", "paga venticinque euro", "paga vinte e cinco euros",
            "betaal vijfentwintig euro",
        ),
    ),
    ("shop", "place_order", "quantity", 12, 144, ("order 12 of F", "order a dozen of F", "order twelve F", "bestell ein Dutzend F")),
    ("shop", "place_order", "quantity", 1, 100, ("order one more F", "bestell noch einen F", "commande encore un F", "pide uno más")),
    ("k8s", "scale_deployment", "replicas", 3, 30, ("scale api to 3", "scale api to three replicas", "skaliere api auf drei")),
    ("zoom", "buy_licenses", "seats", 50, 500, ("buy 50 seats", "buy fifty seats", "kaufe fünfzig Plätze")),
    ("hue", "set_light", "brightness", 40, 90, ("set it to 40 percent", "set it to forty percent", "setz es auf vierzig Prozent")),
    ("nest", "set_temperature", "temperature", 19, 29, ("set 19 degrees", "set it to nineteen degrees", "neunzehn Grad bitte")),
    ("db", "set_retention", "retention_days", 30, 3, ("keep them for 30 days", "keep them for thirty days", "dreißig Tage behalten")),
    ("fhir", "add_medication", "dose_mg", 7.5, 75, ("methotrexate 7.5 mg", "Methotrexat 7,5 mg", "0.0075 g methotrexate")),
    ("fhir", "add_medication", "volume_ml", 100, 1000, ("give 100 ml", "give a hundred ml", "donne cent ml")),
)  # fmt: skip
CROSSED = [
    pytest.param(server, tool, place(key, right), place(key, wrong), turn, id=f"{turn}-{name}")
    for server, tool, key, right, wrong, turns in NUMBERS
    for turn in turns
    for name, place in PLACES
]


@pytest.mark.parametrize(("server", "tool", "right", "wrong", "turn"), CROSSED)
def test_numbers(server: str, tool: str, right: dict[str, Any], wrong: dict[str, Any], turn: str) -> None:
    assert against_wishes((server, tool, wrong, turn))
    assert not against_wishes((server, tool, right, turn))


UNITS: tuple[tuple[dict[str, Any], dict[str, Any], str], ...] = (
    ({"dosage": "7.5 mg"}, {"dosage": "75 mg"}, "7.5 mg methotrexate"),
    ({"dose": 7.5, "unit": "mg"}, {"dose": 75, "unit": "mg"}, "7,5 mg Methotrexat"),
    ({"dose": "0.5 g"}, {"dose": "5 g"}, "500 mg paracetamol"),
    ({"dose_mg": 1000}, {"dose_mg": 4000}, "two tablets of 500 mg"),
    ({"frequency": "once weekly"}, {"frequency": "once daily"}, "70 mg once a week"),
    ({"frequency": "TID"}, {"frequency": "every 4 hours"}, "alle 8 Stunden"),
    ({"interval_hours": 8}, {"interval_hours": 2}, "tres veces al día"),
    ({"recurrence": ["FREQ=WEEKLY;INTERVAL=2"]}, {"recurrence": ["FREQ=DAILY"]}, "every two weeks"),
    ({"cabin": "economy"}, {"cabin": "business"}, "em classe económica"),
    ({"travel_class": "business"}, {"travel_class": "first"}, "in der Business Class"),
)


@pytest.mark.parametrize(("right", "wrong", "turn"), UNITS)
def test_units_and_classes(right: dict[str, Any], wrong: dict[str, Any], turn: str) -> None:
    assert against_wishes(("srv", "add_entry", wrong, turn))
    assert not against_wishes(("srv", "add_entry", right, turn))


OPPOSITES = (
    ("turn_on", "turn_off", ("turn on the lamp", "schalte die Lampe ein", "allume la lampe", "enciende la luz", "accendi la luce", "acende a luz", "doe de lamp aan")),
    ("turn_off", "turn_on", ("turn the lamp off", "mach das Licht aus", "éteins la lampe", "apaga la luz", "spegni la luce", "desliga a luz", "doe de lamp uit")),
    ("lock", "unlock", ("lock the door", "verriegel die Tür", "verrouille la porte", "bloquea la puerta", "tranca a porta", "vergrendel de deur")),
    ("alarm_arm_away", "alarm_disarm", ("arm the alarm", "stell die Alarmanlage scharf", "active l'alarme", "activa la alarma")),
    ("alarm_disarm", "alarm_arm_away", ("disarm the alarm", "mach die Anlage unscharf", "désactive l'alarme", "desactiva la alarma")),
    ("open_cover", "close_cover", ("open the garage", "öffne die Garage", "ouvre le garage", "abre el garaje", "apri il garage")),
    ("start", "stop", ("boot the box", "start the box", "démarre la machine", "arranca la máquina")),
)  # fmt: skip
DOING: tuple[tuple[str, Callable[[str], tuple[str, dict[str, Any]]]], ...] = (
    ("tool", lambda verb: (verb, {"entity": "x1"})),
    ("service", lambda verb: ("call_service", {"service": verb, "entity": "x1"})),
    ("nested", lambda verb: ("call_service", {"data": {"action": verb}})),
    ("listed", lambda verb: ("call_service", {"calls": [{"command": verb}]})),
)
TURNED = [
    pytest.param(make(right), make(wrong), turn, id=f"{turn}-{name}")
    for right, wrong, turns in OPPOSITES
    for turn in turns
    for name, make in DOING
]


@pytest.mark.parametrize(("right", "wrong", "turn"), TURNED)
def test_opposites(right: tuple[str, dict[str, Any]], wrong: tuple[str, dict[str, Any]], turn: str) -> None:
    assert against_wishes(("srv", *wrong, turn))
    assert not against_wishes(("srv", *right, turn))


AGAINST: tuple[Wish, ...] = (
    ("flags", "update_flag", {"flag": "x", "enabled": False}, "enable the flag x"),
    ("flags", "update_flag", {"flag": "x", "enabled": True}, "please disable x"),
    ("gmail", "delete_email", {"messageId": "19a7f30c2d11"}, "Delete the ads, but keep the one of the bank (19a7f30c2d11)."),
    ("gmail", "trash_message", {"id": "18c2f0aa91"}, "Lösch die Werbung, aber behalte die der Bank (18c2f0aa91)"),
    ("wise", "create_transfer", {"source_currency": "EUR", "target_currency": "GBP", "target_amount": 2400}, "send 2400 US dollars from my euro balance"),
    ("paypal", "refund_capture", {"value": "250.00", "currency": "EUR"}, "refund 25 euros"),
    ("paypal", "send_payout", {"amount": "EUR 450,00"}, "send 45 euros to Kim"),
)  # fmt: skip
AS_SAID: tuple[Wish, ...] = (
    ("stripe", "create_refund", {"amount": 2500, "currency": "eur"}, "refund twenty-five euros"),
    ("parcels", "create_parcel", {"weight_g": 2500}, "create a parcel of 2.5 kg"),
    ("gmail", "search", {"q": "from:bank", "maxResults": 100}, "find one mail of the bank"),
    ("home", "call_service", {"service": "turn_off"}, "the light in the cellar is still on, kill it"),
    ("home", "call_service", {"service": "alarm_disarm"}, "I'm home, turn off the alarm"),
    ("gmail", "delete_email", {"id": "aa11"}, "delete aa11, keep bb22"),
    ("bank", "create_payment", {"amount": 340.5, "currency": "EUR"}, "pay the two invoices of the plumber"),
    ("stripe", "create_refund", {"amount": 40, "currency": "eur"}, "refund half of the 80 euros"),
    ("wise", "create_transfer", {"source_currency": "EUR", "target_currency": "GBP", "source_amount": 100}, "send 100 euros to Kim"),
    ("cloud", "resize", {"size": "large"}, "enable autoscaling and resize to large"),
)  # fmt: skip


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)


@pytest.mark.parametrize(
    ("said", "digits"),
    [
        ("two thousand five hundred", "2500"), ("quatre-vingt-dix-neuf", "99"), ("zweihundertfünfzig", "250"),
        ("duzentos e cinquenta", "250"), ("half a dozen", "6"), ("treinta y cinco", "35"), ("tweeëntwintig", "22"),
        ("when the rent is due", "when the rent is due"), ("do it once", "do it once"), ("a lamp", "a lamp"),
    ],
)  # fmt: skip
def test_number_words(said: str, digits: str) -> None:
    assert in_digits(said) == digits


def test_rates() -> None:
    assert rates("2x täglich") == rates("twice a day") == rates("q12h") == {2.0}
    assert not rates("every Monday")
