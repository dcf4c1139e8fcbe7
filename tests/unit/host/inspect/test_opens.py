"""Codes of what is locked, and secrets that what stands beside them gives away."""

from __future__ import annotations

import pytest

from host.inspect.secrets.beside import networks
from host.inspect.secrets.find import find_secrets
from host.inspect.secrets.opens import opening
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said


def secret(arguments: dict[str, object]) -> bool:
    return bool(said(find_secrets(call("send_message", arguments)), "secret"))


TOLD = [
    "hier der Code von der Sparkasse: 493 201 (gilt 5 Minuten)",
    "Falls was ist: der Code f\u00fcr die Alarmanlage lautet 7294, zweimal dr\u00fccken.",
    "The gate code is *4482# and the box opens with 7716.",
    "El c\u00f3digo de la alarma es 3907, acu\u00e9rdate",
    "Il codice del cancello \u00e8 2580",
    "O c\u00f3digo do cofre \u00e9 774102",
    "De code van de voordeur is 8841",
    "PIN der EC-Karte: 4711",
    "kod do domofonu to 1945",
    "die Kombination vom Tresor ist 34-17-52",
    "the PUK for my SIM card is 48201193",
    "Keypad on the front door 7731, then 3rd floor",
    "\u041a\u043e\u0434 \u043e\u0442 \u043f\u043e\u0434\u044a\u0435\u0437\u0434\u0430 2590",
    "WLAN hei\u00dft Nordlicht, Netzwerkschl\u00fcssel 58392933471200984455",
    "SSID Nordlicht, WPA2-Key: k7Rt-9qLm-22xz",
    "My laptop unlocks with Sommer!2027x",
    "passphrase for the backup drive: velvet-otter-granite-9",
]
ORDINARY = [
    "Error code 5003 on the alarm panel, technician comes on 12.04.",
    "Der Rabattcode WINTER gilt bis 31.12.2026",
    "Our building code 2021 says doors must be 900 mm",
    "I forgot the PIN for my card, can you call the bank on 0800 123456?",
    "Le code postal est 75011, porte gauche au 2e \u00e9tage",
    "Artikelcode 884120 Zahlenschloss, Preis 24,90",
    "exit code 137 in the door-service pod, restarted 1204 times",
    "The code review of the lock module has 2400 lines",
    "Please change the alarm code every 90 days.",
    "Wifi in the office is down since 10:30, please reset the password",
]


@pytest.mark.parametrize("text", TOLD)
def test_a_code_told_in_a_sentence_is_a_secret(text: str) -> None:
    assert secret({"message": text})


@pytest.mark.parametrize("text", ORDINARY)
def test_other_figures_are_none(text: str) -> None:
    assert not secret({"message": text})


HALVES = {"part_a": "0x8f2a559490d1c6b7e03c44", "part_b": "1fd9a7b26e58c0139d7746ab02e5cc1f8830b6f42d"}


@pytest.mark.parametrize(
    "arguments",
    [
        {**HALVES, "label": "main wallet private key"},
        {"first": "9f8c2a7be1d04453a6b0", "second": "77e2c9d1f0a4b85e33cd", "note": "API key, halves joined"},
        {"values": ["Router", "admin", "Vq8#mmT2z"]},
    ],
)
def test_what_stands_beside_it_gives_a_secret_away(arguments: dict[str, object]) -> None:
    assert secret(arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"commit": "9f8c2a7be1d04453a6b077e2c9d1f0a4b85e33cd", "title": "Rotate the API key"},
        {**HALVES, "label": "two colours of the day"},
        {"id": "3f1c2e7a-9b40-4c1e-8a77-1d2e3f4a5b6c", "title": "private key handling"},
        {"address": "0x00aa00bb11cc22dd33ee44ff55001122aabbccdd", "label": "private key holder"},
        {"values": ["admin", "Berlin", "2026-05-04"]},
    ],
)
def test_identifiers_beside_such_words_are_none(arguments: dict[str, object]) -> None:
    assert not secret(arguments)


def test_long_texts_cost_little() -> None:
    text = "code alarm " * 1_400
    assert effort(lambda: list(opening(text + "1"))) < BOUND
    assert effort(lambda: list(networks("wifi key " * 1_700))) < BOUND
