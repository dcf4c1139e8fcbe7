"""Calls against the words: formats."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    ("gdrive", "export_file", {"fileId": "1abc", "format": "docx"}, "exporte le devis en PDF"),
)
AS_SAID: tuple[Wish, ...] = (
    ("drive", "export", {"fileId": "1", "format": "xlsx"}, "export the table as Excel"),
    ("drive", "convert", {"file": "a.docx", "output_format": "pdf"}, "turn the Word file a.docx into a PDF"),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
