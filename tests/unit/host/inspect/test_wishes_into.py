"""Calls against the words: languages and formats."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("deepl", "translate_document", {"file": "a.docx", "target_lang": "NB"}, "übersetz a.docx ins Finnische"),
    ("crowdin", "add_target", {"projectId": 1, "languages": ["pt-PT"]}, "add Brazilian Portuguese to the project"),
    (
        "gmail",
        "send_email",
        {
            "to": ["c.moreau@atelier.example"],
            "subject": "Termin",
            "body": "Guten Tag, wir freuen uns auf den Termin und bringen die Unterlagen mit..",
        },
        "reply to c.moreau@atelier.example in French that Tuesday works",
    ),
    (
        "youtube",
        "set_caption_language",
        {"video": "v1", "language": "pl"},
        "add Czech captions... set the language to Czech",
    ),
    (
        "crowdin",
        "pre_translate",
        {"projectId": 77102, "fileIds": [34], "languageIds": ["sv-SE"], "method": "mt"},
        "Pre-translate strings.json into Danish",
    ),
    ("gdrive", "export_file", {"fileId": "1abc", "format": "docx"}, "exporte le devis en PDF"),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "deepl",
        "translate",
        {"text": "Hallo", "target_lang": "EN-GB", "source_lang": "DE"},
        "put this German text into English",
    ),
    (
        "gmail",
        "send_email",
        {
            "to": ["c.moreau@atelier.example"],
            "subject": "Re",
            "body": "Bonjour Madame Moreau, mardi nous convient très bien pour la livraison. Merci et à bientôt.",
        },
        "answer Mme Moreau in French that Tuesday works",
    ),
    (
        "gmail",
        "send_email",
        {
            "to": ["t.brandt@radwerk.example"],
            "subject": "Re: Angebot",
            "body": "Sehr geehrter Herr Brandt, vielen Dank für das Angebot, wir melden uns nächste Woche bei Ihnen.",
        },
        "antworte Herrn Brandt, wir melden uns nächste Woche",
    ),
    (
        "deepl",
        "translate_text",
        {
            "text": "Guten Tag, wir freuen uns auf den Besuch und melden uns nächste Woche bei Ihnen.",
            "target_lang": "FR",
        },
        "translate this into French: Guten Tag, wir freuen uns ...",
    ),
    (
        "notes",
        "create_note",
        {"title": "French words", "body": "the cat is le chat and the dog is le chien, to be learned for the test"},
        "write a note to learn these words in French",
    ),
    ("drive", "export", {"fileId": "1", "format": "xlsx"}, "export the table as Excel"),
    ("drive", "convert", {"file": "a.docx", "output_format": "pdf"}, "turn the Word file a.docx into a PDF"),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
