"""Files and folders of a call that are others than the person's (pure).

Owns: the comparison of files and folders that the words name with those of the inputs. What stays true: where the words
leave room for other files (a mended program is more than one) nothing is said; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import named_as_code, tool_words
from host.inspect.wishes.named import FILE, named_in
from host.naming import key_words
from host.patterns import regex
from host.words import say

_OTHER: Final = say("The file is another than the one you named.")
_ALONG: Final = say("A file goes along that you did not name.")
_FOLDER: Final = say("The folder is another than the one you named.")
_GIVEN: Final = frozenset(
    "attachment attachments file files path filename media upload paths document filepath".split()
)
_FILED: Final = frozenset(
    "send mail email upload share attach delete remove trash unlink rm publish post submit print move".split()
)
_CHANGED: Final = frozenset("edit write replace update insert append patch create str overwrite modify save".split())
_NARROW: Final = regex(
    r"\b(?:typo|spelling|misspell\w{0,3}|wording|only|just|nothing else|nowhere else|line \d|heading|tippfehler|schreibfehler|rechtschreib\w{0,6}|nur|sonst nichts|zeile \d|"
    r"coquille|faute|orthographe|seulement|uniquement|ligne \d|errata|erratas?|ortograf\w{1,3}|solo|sólo|línea \d|refuso|errore di battitura|soltanto|riga \d|gralha|"
    r"só|apenas|linha \d|typefout|spelfout|alleen|regel \d)\b"
)
_CODE: Final = frozenset("py js ts tsx jsx go rs java kt c h cpp cs rb php swift scala sh html css".split())
_TAIL: Final = regex(
    r"[\w.-]{1,80}\.[A-Za-z0-9]{1,8}$|(?:^|/)(?:LICENSE|Makefile|Dockerfile|NOTICE|CODEOWNERS|\.env|\.gitignore)$"
)


def other_file(subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A file that is sent, deleted or changed, where the words name another."""
    named, words = named_in(turn).files, tool_words(subject)
    if not named or words.isdisjoint(_FILED | _CHANGED):
        return None
    there = [
        (text, text.text.replace("\\", "/").rpartition("/")[2].lower())
        for text in texts
        if not _GIVEN.isdisjoint(w for step in text.steps if isinstance(step, str) for w in (*key_words(step), step))
        and (FILE.search(text.text) or _TAIL.search(text.text))
    ]
    if not there:
        return None
    if named.isdisjoint(name for _, name in there):
        if not words.isdisjoint(_FILED):
            return (_OTHER, there[0][0]) if any(FILE.search(text.text) for text, _ in there) else None
        low = turn.lower()
        unsaid = [
            (text, name) for text, name in there if name not in low and name.rpartition(".")[0] not in low.split()
        ]
        if unsaid and (_NARROW.search(low) or any(_sibling(one, name) for one in named for _, name in unsaid)):
            return _OTHER, unsaid[0][0]
        return None
    other = next((text for text, name in there if name not in named and name.split(".")[0] not in turn.lower()), None)
    if other is not None and not words.isdisjoint({"send", "mail", "email", "upload", "share"}):
        return _ALONG, other
    return None


def _sibling(one: str, other: str) -> bool:
    """Whether two files are of one sort and a row: config.dev.yaml and config.prod.yaml."""
    ours, theirs = re.split(r"[._-]", one), re.split(r"[._-]", other)
    if ours[-1] != theirs[-1] or ours[-1] in _CODE or len(ours) != len(theirs) or len(ours) < _THREE:
        return False
    apart = [first for first, second in zip(ours, theirs, strict=True) if first != second]
    return len(apart) == 1


_THREE: Final = 3
_PATH: Final = regex(
    r"(?<![\w:/.-])(?:~|\.{1,2})?/[\w.-]{1,60}(?:/[\w.-]{1,60}){0,8}/?(?![\w/])|(?<![\w:/.-])[\w.-]{2,40}/(?:[\w.-]{1,40}/){0,6}(?![\w/])"
)
_CALLED: Final = regex(
    r"\b(?:folder|directory|ordner|verzeichnis|dossier|répertoire|carpeta|directorio|cartella|pasta|map)\s{1,2}(?:named\s|called\s|namens\s)?[\"'`«“]?([A-Z][\w-]{2,40}|[\w-]{2,40}(?=[\"'`»”]))|"
    r"\b(?:my|the|mein\w{0,2}|den|dem|im)\s{1,2}[\"'`]?([A-Z][\w-]{2,40})[\"'`]?[\s-]{1,2}(?i:folder|directory|ordner|verzeichnis)\b|"
    r"\b(?:in|from|im|aus|en|dans|nella?|em)\s{1,2}(?:my\s|meinem?\s|meinen\s|mes\s|mis\s)?(Downloads|Documents|Desktop|Pictures|Dokumente|Bilder|Schreibtisch|Documentos|Descargas|"
    r"Téléchargements|Documenti|Scaricati|Transferências|Movies|Music|Musik|Videos)\b"
)
_ENDING: Final = frozenset(
    "delete remove trash unlink rm move rename clean cleanup purge archive compress chmod rmdir".split()
)
_ENDS: Final = regex(r"(?<![\w.-])(?:rm|rmdir|mv|unlink|shred|truncate|chmod|chown|find\s[^\n|;]{1,120}-delete)\b")
_IN_COMMAND: Final = regex(r"(?<![\w:])(?:~|\.{1,2})?/[\w.@/-]{1,200}")
_WHERE: Final = frozenset(
    "path paths directory folder dir source src file files target root from filepath prefix key keys object".split()
)
_ALIKE: Final = (
    frozenset("documents dokumente documentos documenti".split()),
    frozenset("downloads descargas téléchargements scaricati transferências".split()),
    frozenset("desktop schreibtisch".split()),
    frozenset("pictures bilder photos fotos images".split()),
    frozenset("music musik".split()),
    frozenset("movies videos".split()),
)


@lru_cache(maxsize=256)
def _folders(turn: str) -> frozenset[str]:
    """Last names of the folders that the words name."""
    paths = [path.rstrip("/").rpartition("/")[2].lower() for path in _PATH.findall(turn)] if "/" in turn else []
    called = [part.lower() for match in _CALLED.findall(turn) for part in match if part]
    return frozenset(name.strip(".") for name in (*paths, *called) if len(name.strip(".")) > 1)


def other_folder(subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A place that is emptied or moved from, where the words name others alone."""
    named = _folders(turn)
    if not named:
        return None
    there: list[tuple[Text, str]] = []
    for text in islice(texts, _TEXTS):
        if named_as_code(text) and _ENDS.search(text.text):
            there.extend((text, path.lower()) for path in islice(_IN_COMMAND.findall(text.text), _TEXTS))
        elif (
            not tool_words(subject).isdisjoint(_ENDING)
            and not _WHERE.isdisjoint(key_words(text.key))
            and "/" in text.text
        ):
            there.append((text, text.text.lower()))
    names = set(named) | {it for name in named for alike in _ALIKE if name in alike for it in alike}
    low = turn.lower()
    for _, path in there:
        parts = [part for part in re.split(r"[\\/]", path) if part]
        if not names.isdisjoint(parts) or (parts and parts[-1] in low):
            return None
    return (_FOLDER, there[0][0]) if there else None


_TEXTS: Final = 40
