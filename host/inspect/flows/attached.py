"""Files that go along with those that the person named (pure).

Owns: that part of ``exfiltration``. What stays true: it takes words that name one file, and a call that sends another
of which they say nothing; whoever speaks of several, of all, or of a folder, has named them.
"""

# ruff: noqa: E501  # a pattern is read best as the one line that it is
from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.saying import EVIDENCE
from host.inspect.subject import Subject, Text
from host.inspect.texts.decoding import squashed
from host.inspect.tools.words import words_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_SINKS: Final = ("mail", "chat", "upload", "public", "http", "share")
_KEYS: Final = frozenset(
    "attachment attach file filename path document upload media image photo item anhang datei adjunto allegato fichier "
    "bijlage anexo".split()
)
_VALUES: Final = 100
_LONGEST: Final = 400
_NAMED: Final = regex(r"[^\s\"'<>|,;:()/\\]{2,80}\.([A-Za-z][A-Za-z0-9]{1,4})(?![\w@])")
_ENDINGS: Final = frozenset(
    "pdf doc docx odt rtf txt md csv tsv xls xlsx ods ppt pptx key pages numbers png jpg jpeg gif heic webp svg tif tiff "
    "zip tar gz 7z json xml yml yaml html eml msg ics vcf mp3 mp4 mov wav m4a db sqlite sql log tex epub psd ai dwg".split()
)
_SEVERAL: Final = regex(
    r"\b(?:all|both|everything|every|each|files|documents|docs|attachments|photos|pictures|invoices|reports|slides|rest|"
    r"others?|folder|director\w{1,3}|alle\w?|beide\w?|dateien|anhänge|unterlagen|dokumente|fotos|bilder|rechnungen|ordner|"
    r"todos?|todas?|ambos|ambas|archivos|documentos|adjuntos|tous|toutes|deux|fichiers|pièces|tutt[ie]|entramb\w|allegati|"
    r"arquivos|anexos|bestanden|bijlagen|allebei|along with|together with|samt|sowie)\b"
)
_PART: Final = regex(r"[^\W\d_]{4,}")


def of_attached(subject: Subject, sink: str) -> Iterator[Finding]:
    """A file beside the one that the person named, or in its place."""
    turn = subject.turn.casefold()
    if sink not in _SINKS or "." not in turn or _SEVERAL.search(turn):
        return
    named = [met.group() for met in _NAMED.finditer(turn[:_TURN]) if met[1] in _ENDINGS]
    if not named:
        return
    for text in islice(subject.values(), _VALUES):
        if _is_file(text) and not _spoken_of(text.text.casefold(), turn):
            said = say("This sends a file of which you did not speak.")
            yield Finding("exfiltration", Severity.MEDIUM, said, text.text[:EVIDENCE], text.steps)
            return


_TURN: Final = 4_000


def _is_file(text: Text) -> bool:
    name = text.text.strip()
    if not 4 <= len(name) <= _LONGEST or "\n" in name or "://" in name or "@" in name:
        return False
    above = {word for step in text.steps if isinstance(step, str) for word in words_of(step)}
    return not above.isdisjoint(_KEYS) and _base(name).rpartition(".")[2].casefold() in _ENDINGS


def _base(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]


def _spoken_of(path: str, turn: str) -> bool:
    """Whether the words name it, a part of its name, or the folder it is in."""
    base = _base(path)
    stem, folder = base.rpartition(".")[0], path.replace("\\", "/").rpartition("/")[0]
    said = squashed(turn)
    if squashed(stem) in said or (folder and folder in turn):
        return True
    return any(word[:_STEM] in said for word in _PART.findall(stem))


_STEM: Final = 6
