"""Findings about places outside the folders that a call may work in (pure).

Owns: ``outside-folders``; which text a resolved path belongs to; how a path is resolved as a text.
Invariants: a path that was looked up counts as the place that was found; any other path counts as its text, with
``..``, escapes and backslashes resolved; a fact belongs only to the text it was made of; if nobody named folders, only
places that are surely not for work are outside: a parent of the start, the system, other machines.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import unquote

from host.arguments.facts import PathFact, Place, within
from host.arguments.texts import shown_place
from host.canonical import json_path
from host.inspect.evidence import finding_about
from host.inspect.roles import role_by_name, roles_of
from host.inspect.subject import Subject, Text
from host.model import Finding, Severity
from host.naming import CODE, key_words
from host.patterns import linear
from host.text import one_line
from host.words import say

KIND: Final = "outside-folders"
MAX_FINDINGS: Final = 40
"""Findings of one call."""
MAX_WORDS: Final = 2_000
"""Words of a command that are examined."""
_MAX_PATH: Final = 4_096
"""Characters of a path."""
_SYSTEM_PLACES: Final = frozenset(
    "etc usr bin sbin lib lib32 lib64 boot root proc sys dev run lost+found var windows winnt programdata".split()
)
"""First names of system places, in any case."""
_MAC_PLACES: Final = frozenset({"System", "Library", "Applications"})
_FREE_PLACES: Final = (
    "/usr/src /var/www /var/tmp /var/folders /var/task /private/var/folders /private/var/tmp /private/tmp /dev/null "
    "/dev/zero /dev/random /dev/urandom /dev/stdin /dev/stdout /dev/stderr /dev/tty /dev/fd /dev/shm".split()
)
"""Places below them that anybody may use."""
_PROGRAM_FILES: Final = ("/program files", "/program files (x86)")
_ESCAPED: Final = linear(r"%(?:25){0,3}(?:2e|2f|5c)", ignore_case=True)
_WORD: Final = linear(r"[^\s\"'`<>|;&()=,]{1,500}")
_SCHEME: Final = linear(r"[a-z][a-z0-9+.-]{1,20}://", ignore_case=True)
_PROGRAM_PATH: Final = linear(r"/(?:usr/(?:local/)?)?s?bin/[\w.+-]{1,60}|/usr/bin/env|/opt/.*")
_HOME_WORDS: Final = ("${HOME}", "$HOME", "%USERPROFILE%", "$env:USERPROFILE")

_SYSTEM_SENTENCE: Final = say("This place belongs to the system, not to anybody's work.")
_ROOT_SENTENCE: Final = say("This means the whole file system.")
_SHARE_SENTENCE: Final = say("This place lies on another machine, or on a device by its raw name.")
_CLIMB_SENTENCE: Final = say("This path climbs out of the folder that it starts in.")
_HIDDEN_CLIMB_SENTENCE: Final = say("This path climbs out of its folder in a disguised way.")
_FOLDERS_SENTENCE: Final = say("This place lies in none of the folders that such calls may work in.")


def find_outside_folders(subject: Subject) -> Iterator[Finding]:
    """``outside-folders``: places that such calls do not use, one per text."""
    facts = {id(text): fact for text, fact in facts_of(subject)}
    yield from islice(
        (
            finding
            for text, command in _path_inputs(subject)
            if (finding := _first_finding(subject, text, facts.get(id(text)), command=command)) is not None
        ),
        MAX_FINDINGS,
    )


def _path_inputs(subject: Subject) -> Iterator[tuple[Text, bool]]:
    """The inputs that are paths or commands, each with whether it is a command."""
    for text, role, _ in roles_of(subject):
        if role == "program":
            if not CODE.isdisjoint(key_words(text.key)):
                yield text, True
        elif role == "place" or (role in ("destination", "object") and begins_path(text.text)):
            yield text, False


def begins_path(raw: str) -> bool:
    """Whether a value begins as a path does."""
    if "/" not in raw and "\\" not in raw and ":" not in raw:
        return False  # as nearly all
    head = raw.lstrip()[:5].lower()
    return head.startswith(("/", "~/", "./", "../", "\\", "..\\", "file:")) or head[1:3] in (":\\", ":/")


def _first_finding(subject: Subject, text: Text, fact: PathFact | None, *, command: bool) -> Finding | None:
    if command:
        return next(
            filter(None, (_judge_path(subject, text, *word, None, command=True) for word in _path_words(text.text))),
            None,
        )
    if len(text.text) > _MAX_PATH or "\n" in text.text.strip():
        return None
    return _judge_path(subject, text, (0, len(text.text)), text.text, fact, command=False)


def _path_words(raw: str) -> Iterator[tuple[tuple[int, int], str]]:
    """The words of a command that may be paths, with their positions."""
    for match in islice(_WORD.finditer(raw[:65_536]), MAX_WORDS):
        word = match[0]
        if word in ("\\", "/"):
            continue  # a continued line, or a division; ``commands`` judges the root
        if ("/" in word or "\\" in word) and _PROGRAM_PATH.fullmatch(word) is None:
            yield match.span(), word


def _judge_path(
    subject: Subject, text: Text, span: tuple[int, int], piece: str, fact: PathFact | None, *, command: bool
) -> Finding | None:
    """Judge a whole value, or the word ``piece`` of a command, as a path."""
    path = resolved_text(piece, subject.home)
    if _SCHEME.match(path) is not None:
        return None
    if fact is not None and fact.place is not None:
        return _judge_place(subject, text, fact.place, path)
    sentence = _HIDDEN_CLIMB_SENTENCE if _climbs_hidden(piece) else ""
    if not sentence and subject.folders:
        sentence = _outside_folders(subject, path, command=command)
    if not sentence and (not subject.folders or path.startswith("//")):
        sentence = _outside_everyday_places(path, subject.home, command=role_by_name(text.key) != "place")
    return finding_about(KIND, Severity.MEDIUM, sentence, text, span) if sentence else None


def _judge_place(subject: Subject, text: Text, place: Place, path: str) -> Finding | None:
    """Judge the place that was found on this machine; a link that leads elsewhere is reported."""
    leads_elsewhere = place.text.rstrip("/").lower() != path.rstrip("/").lower()
    where = one_line(place.text, 200)
    if subject.folders:
        if any(_lies_in(place, folder) for folder in subject.folders):
            return None
        if not leads_elsewhere:
            return finding_about(KIND, Severity.MEDIUM, _FOLDERS_SENTENCE, text)
        sentence = say(
            "This path leads to {place}, which lies in none of the folders that such calls may work in.", place=where
        )
        return finding_about(KIND, Severity.MEDIUM, sentence, text)
    if reason := _outside_everyday_places(path, subject.home):
        return finding_about(KIND, Severity.MEDIUM, reason, text)
    if not leads_elsewhere:
        return None
    severity = Severity.MEDIUM if _outside_everyday_places(place.text, subject.home) else Severity.INFO
    return finding_about(KIND, severity, say("This path leads to {place}, through a link.", place=where), text)


def _lies_in(place: Place, folder: tuple[str, Place | None]) -> bool:
    written, resolved_folder = folder
    if resolved_folder is not None:
        return within(place, resolved_folder) is True
    return is_below(place.text, written)


def facts_of(subject: Subject) -> Iterator[tuple[Text, PathFact]]:
    """The texts that were looked up on this machine, with the facts."""
    if not subject.paths:
        return
    texts = {(shown_place(json_path(text.steps)), text.text): text for text in subject.texts}
    for fact in subject.paths:
        if (text := texts.get((fact.where, fact.text))) is not None:
            yield text, fact


def links_followed(subject: Subject) -> Iterator[tuple[Text, str]]:
    """The texts that lead elsewhere through a link, with the places where they lead."""
    for text, fact in facts_of(subject):
        if fact.place is not None and fact.place.text.rstrip("/") != text.text.rstrip("/"):
            yield text, fact.place.text


def is_below(path: str, folder: str) -> bool:
    """Whether a resolved path is a folder or lies in it, by their texts; on Windows, capitals make no difference."""
    folder = folder.replace("\\", "/").rstrip("/")
    if folder[1:2] == ":":
        path, folder = path.casefold(), folder.casefold()
    return path == folder or path.startswith(f"{folder}/") or not folder


def percent_decoded(text: str) -> str:
    """A text with percent escapes decoded, nested ones up to three times."""
    for _ in range(3):
        if "%" not in text or (once := unquote(text)) == text:
            break
        text = once
    return text


def resolved_text(text: str, home: str = "") -> str:
    """A path as programs read it: decoded, with ``/`` between names, ``~`` and ``..`` resolved if possible."""
    path = percent_decoded(text.strip().strip("\"'"))
    if path[:5].lower() == "file:":
        path = "/" + path[5:].lstrip("/")
        path = path[1:] if _begins_with_drive(path[1:]) else path
    path = path.partition("\0")[0].replace("\\", "/")
    for variable in _HOME_WORDS:
        if path.startswith(variable):
            path = "~" + path[len(variable) :]
    if home and (path == "~" or path.startswith("~/")):
        path = home + path[1:]
    return _without_dots(path)


def _begins_with_drive(path: str) -> bool:
    """Whether a path begins with a drive letter."""
    return path[:1].isalpha() and path[1:2] == ":" and path[2:3] in ("", "/")


def _without_dots(path: str) -> str:
    """A path with ``.`` and ``..`` resolved as text; a leading ``..`` stays."""
    if "/." not in path and not path.startswith(".") and "//" not in path:
        return path
    root = "//" if path.startswith("//") else "/" if path.startswith("/") else ""
    names: list[str] = []
    for name in path.split("/"):
        if name in ("", "."):
            continue
        if name == ".." and names and names[-1] not in ("..", "~"):
            names.pop()
        elif name != ".." or not root:
            names.append(name)
    return root + "/".join(names)


def _climbs_hidden(piece: str) -> bool:
    """Whether a path goes up once escapes are undone, or once a server took out each ``../``: ``....//``."""
    plain = percent_decoded(piece).replace("\\", "/") + "/"
    return "../" in plain and (_ESCAPED.search(piece) is not None or "../" in plain.replace("../", ""))


def _outside_folders(subject: Subject, path: str, *, command: bool) -> str:
    """The sentence about a path that was not looked up and lies outside the folders; empty for other paths."""
    if path == ".." or path.startswith("../"):
        return _CLIMB_SENTENCE
    if path.startswith("~"):
        return "" if path[1:2] in ("", "/") and not subject.home else _FOLDERS_SENTENCE
    if not (path.startswith("/") or _begins_with_drive(path)) or _is_free_device(path):
        return ""
    if command and (path.startswith("/tmp/") or path == "/"):  # noqa: S108  # named, not used
        return ""
    inside = any(is_below(path, written) or _lies_in_place(path, place) for written, place in subject.folders)
    return "" if inside else _FOLDERS_SENTENCE


def _lies_in_place(path: str, place: Place | None) -> bool:
    return place is not None and is_below(path, place.text)


def _is_free_device(low: str) -> bool:
    return low.startswith("/dev/") and any(is_below(low, place) for place in _FREE_PLACES)


def _outside_everyday_places(path: str, home: str, *, command: bool = True) -> str:
    """The sentence about a path that is surely not for work; empty for other paths."""
    if home and (path == home or path.startswith(f"{home}/")):
        return ""
    low = path.lower()
    if low.startswith("../..") or (low.startswith("../") and (not command or _is_system_place(f"/{low.lstrip('./')}"))):
        return _CLIMB_SENTENCE
    if low.startswith("//") and len(low) > 3:
        return _SHARE_SENTENCE
    if low == "/" or (_begins_with_drive(low) and low[2:] in ("", "/")):
        return _ROOT_SENTENCE
    return _SYSTEM_SENTENCE if _is_system_place(path) else ""


def _is_system_place(path: str) -> bool:
    """Whether a path belongs to the system."""
    written = path[2:] if _begins_with_drive(path) else path
    path = written.lower()
    if not path.startswith("/") or any(is_below(path, free) for free in _FREE_PLACES):
        return False
    if written[1:].partition("/")[0] in _MAC_PLACES:
        return True
    first, _, rest = path[1:].partition("/")
    if first == "private":
        return rest.partition("/")[0] in ("etc", "var")
    return first in _SYSTEM_PLACES or any(is_below(path, place) for place in _PROGRAM_FILES)
