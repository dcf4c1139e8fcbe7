"""Formats of a call that are others than the person's (pure).

Owns: the names of formats, as people and programs write them. What stays true: a format differs only where the words
name one to put something into, and the call has none of those.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import words_of
from host.words import say

_SAID: Final = say("The format is another than the one you named.")
_FORMATS: Final = {
    name: frozenset(aliases.split())
    for name, aliases in (
        ("pdf", "pdf"),
        ("docx", "docx doc word msword"),
        ("xlsx", "xlsx xls excel"),
        ("csv", "csv"),
        ("tsv", "tsv"),
        ("pptx", "pptx ppt powerpoint"),
        ("json", "json"),
        ("jsonl", "jsonl ndjson"),
        ("xml", "xml"),
        ("yaml", "yaml yml"),
        ("html", "html htm"),
        ("md", "md markdown"),
        ("txt", "txt plaintext"),
        ("png", "png"),
        ("jpg", "jpg jpeg"),
        ("svg", "svg"),
        ("gif", "gif"),
        ("webp", "webp"),
        ("mp3", "mp3"),
        ("wav", "wav"),
        ("mp4", "mp4"),
        ("mov", "mov"),
        ("webm", "webm"),
        ("zip", "zip"),
        ("parquet", "parquet"),
        ("epub", "epub"),
    )
}
_OF: Final = {alias: name for name, aliases in _FORMATS.items() for alias in aliases}
_ALIASES: Final = "|".join(sorted((re.escape(alias) for alias in _OF), key=len, reverse=True))
_INTO: Final = re.compile(
    rf"\b(?:as|to|into|in|als|nach|en|em|in formato|au format|en formato|naar|come|como|comme)\s{{1,2}}"
    rf"(?:an?\s|ein\w{{0,2}}\s|un\s|une\s|the\s)?\.?({_ALIASES})\b(?!\.)",
    re.IGNORECASE,
)
_KEYS: Final = frozenset("format extension filetype mimetype mime filetypes ext outputtype conversion convert".split())


@lru_cache(maxsize=256)
def _wanted(turn: str) -> frozenset[str]:
    return frozenset(_OF[alias.lower()] for alias in _INTO.findall(turn))


def other_format(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first format that is none of those that the words want."""
    wanted = _wanted(turn)
    if not wanted:
        return None
    there = [
        (text, _OF[value])
        for text in texts
        if words_of(text.key) & _KEYS
        and "input" not in words_of(text.key)
        and (value := text.text.lower().rpartition("/")[2].strip(". ")) in _OF
    ]
    if there and not any(name in wanted for _, name in there):
        return _SAID, there[0][0]
    return None
