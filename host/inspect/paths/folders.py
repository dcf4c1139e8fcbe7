"""Findings about places outside the folders that a call may work in (pure).

Owns: which texts are judged as places, and when one lies outside. What stays true: a place that was looked up counts as
it was found; of one that was not the text counts, with ``..``, escapes and backslashes worked out; where nobody named
folders, only what is surely nobody's working folder is outside: climbing out, the system, other people's homes, shares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from host.inspect.paths.facts import facts_of
from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, last_word, named_as_code, named_as_sql
from host.model import Finding, Severity
from host.naming import named_as_path
from host.patterns import regex
from host.policy.facts import PathFact, Place, within
from host.text import one_line
from host.words import say

MOST: Final = 40
"""Findings of one call."""
_MARKS: Final = ("/", "\\", "~", "%", ":", "..")
_LONGEST: Final = 4_096

_SYSTEM: Final = regex(
    r"/(?:etc|usr(?!/src\b)|bin|sbin|lib(?:32|64)?|boot|root|proc|sys|dev|run|lost\+found"
    r"|private/etc|private/var(?!/(?:folders|tmp)\b)|var(?!/(?:www|tmp|folders|task)\b))(?=/|$)",
)
_MAC: Final = regex(r"/(?:System|Library|Applications)(?=/|$)")
_DEVICES: Final = regex(r"/dev/(?:null|zero|u?random|std(?:in|out|err)|tty|fd/\d|shm(?:/.*)?)$")
_WINDOWS: Final = regex(r"(?:[a-z]:)?/(?:windows|program files(?: \(x86\))?|programdata|winnt)(?=/|$)")
_DRIVE: Final = regex(r"[a-z]:(?=/|$)")
_USERS: Final = regex(r"(?:[a-z]:)?/(?:home|users)/([^/]{1,64})(?=/|$)")
_SHARED_USERS: Final = frozenset({"shared", "public", "all users", "default"})
_ESCAPED: Final = regex(r"%(?:25){0,3}(?:2e|2f|5c)", re.IGNORECASE)
_OVERLONG: Final = regex(r"%c0%(?:ae|af|2e|2f)|%e0%80%a[ef]|%u002e|%uff0e", re.IGNORECASE)
"""Dots and slashes in forms of UTF-8 that no sound program writes."""
_ODD_CLIMB: Final = regex(r"\.{3,8}/{1,3}|\.\./+;|\.\.;/")
_TOKEN: Final = regex(r"[^\s\"'`<>|;&()=,]{1,500}")
_HTTP: Final = regex(r"(?!file:)[a-z][a-z0-9+.-]{1,20}://")
_ROOTED: Final = regex(r"\b(?:rm|ls|find|cat|chmod|chown|cp|mv|tar|du|grep|tree|cd|mount|chroot|rsync|dir)\b")
_PROGRAMS: Final = regex(r"/(?:usr/(?:local/)?)?s?bin/[\w.+-]{1,60}$|/usr/bin/env$|/opt/")

_SYSTEM_SAYS: Final = say("This place belongs to the system, not to anybody's work.")
_WHOLE_SAYS: Final = say("This means the whole file system.")
_SHARE_SAYS: Final = say("This place lies on another machine, or on a device by its raw name.")
_OTHERS_SAYS: Final = say("This place lies in another person's home folder.")
_CLIMB_SAYS: Final = say("This path climbs out of the folder that it starts in.")
_HIDDEN_SAYS: Final = say("This path climbs out of its folder in a disguised way.")
_FOLDERS_SAYS: Final = say("This place lies in none of the folders that such calls may work in.")


def find_outside_folders(subject: Subject) -> Iterator[Finding]:
    """``outside-folders``: places that such a call has usually nothing to do with."""
    facts = dict(_by_text(subject))
    count = 0
    for text in subject.texts:
        if not any(mark in text.text for mark in _MARKS):
            continue
        for start, end, piece in _pieces(text):
            if (finding := _judge(subject, text, (start, end), piece, facts.get(id(text)))) is None:
                continue
            yield finding
            count += 1
            if count >= MOST:
                return
            break


def _by_text(subject: Subject) -> Iterator[tuple[int, PathFact]]:
    return ((id(text), fact) for text, fact in facts_of(subject))


def _of_code(raw: str) -> Iterator[tuple[int, int, str]]:
    """Words of a command that may be places."""
    rooted = _ROOTED.search(raw[:2_000]) is not None
    for match in _TOKEN.finditer(raw[:65_536]):
        named = match[0]
        if named == "\\" or (named == "/" and not rooted):
            continue  # as at the end of a line that goes on, and in a sum
        if ("/" in named or "\\" in named) and not _PROGRAMS.match(named):
            yield match.start(), match.end(), named


def _pieces(text: Text) -> Iterator[tuple[int, int, str]]:
    """What in a text is judged as one place."""
    raw = text.text
    if named_as_code(text) or named_as_sql(text):
        yield from _of_code(raw)
        return
    if text.key == "bind" and len(text.steps) > 1 and str(text.steps[-2])[:1] in ("/", "~", "."):
        return  # a place within a container
    if last_word(text.key) in ("volume", "mount", "bind") and (mounted := raw.partition(":")[0]).startswith(
        ("/", "~", ".")
    ):
        yield 0, len(mounted), mounted
        return
    if len(raw) > _LONGEST or "\n" in raw.strip() or (text.is_name and "/" not in raw and "\\" not in raw):
        return
    if is_prose(text) and (" " in raw or not raw.startswith(("/", "~", ".", "\\"))):
        return
    if named_as_path_here(text) or raw.lstrip().startswith(("/", "~", ".", "\\")) or ".." in raw or _file_or_drive(raw):
        yield 0, len(raw), raw


def named_as_path_here(text: Text) -> bool:
    """Whether a name says that a path stands under it, not the address of a page."""
    return named_as_path(text.key) or last_word(text.key) == "uri"


def _file_or_drive(raw: str) -> bool:
    return raw[1:2] == ":" or raw[:5].lower() == "file:" or raw.startswith("%")


def _judge(subject: Subject, text: Text, span: tuple[int, int], piece: str, fact: PathFact | None) -> Finding | None:
    worked = worked_out(piece, subject.home)
    if _HTTP.match(worked.lower()):
        return None
    if fact is not None and fact.place is not None:
        return _by_place(subject, text, fact.place, worked)
    says = _HIDDEN_SAYS if _climbs_hidden(piece) else ""
    if not says:
        says = _outside_of(subject, worked, code=named_as_code(text)) if subject.folders else ""
        says = says or (_outside(worked, subject.home) if not subject.folders or worked.startswith("//") else "")
    return found("outside-folders", Severity.MEDIUM, says, text, span) if says else None


def _by_place(subject: Subject, text: Text, place: Place, worked: str) -> Finding | None:
    """What was found on this machine is judged, and a link that leads elsewhere is named."""
    elsewhere = place.text.rstrip("/").lower() != worked.rstrip("/").lower()
    leads = one_line(place.text, 200)
    if subject.folders:
        if any(_lies_in(place, folder) for folder in subject.folders):
            return None
        says: str = _FOLDERS_SAYS
        if elsewhere:
            says = say(
                "This path leads to {place}, which lies in none of the folders that such calls may work in.",
                place=leads,
            )
        return found("outside-folders", Severity.MEDIUM, says, text)
    says = _outside(worked, subject.home)
    linked = say("This path leads to {place}, through a link.", place=leads)
    if not says and elsewhere and _outside(place.text, subject.home):
        return found("outside-folders", Severity.MEDIUM, linked, text)
    if says:
        return found("outside-folders", Severity.MEDIUM, says, text)
    return found("outside-folders", Severity.INFO, linked, text) if elsewhere else None


def _lies_in(place: Place, folder: tuple[str, Place | None]) -> bool:
    written, resolved = folder
    if resolved is not None:
        return within(place, resolved) is True
    return lies_below(place.text, written)


def lies_below(path: str, folder: str) -> bool:
    """Whether a path, worked out, is that folder or stands in it, by the letter; on Windows in whatever case."""
    folder = folder.replace("\\", "/").rstrip("/")
    if folder[1:2] == ":":
        path, folder = path.casefold(), folder.casefold()
    return path == folder or path.startswith(f"{folder}/") or not folder


def worked_out(text: str, home: str = "") -> str:
    """A path as it would be read: decoded, with ``/`` between names, ``~`` and ``..`` worked out where they can be."""
    path = text.strip().strip("\"'")
    for _ in range(3):
        if "%" not in path or (decoded := unquote(path)) == path:
            break
        path = decoded
    if path[:5].lower() == "file:":
        path = "/" + path[5:].lstrip("/")
        path = path[1:] if _DRIVE.match(path[1:].lower()) else path
    path = path.partition("\0")[0].replace("\\", "/")
    for variable in ("${HOME}", "$HOME", "%USERPROFILE%", "$env:USERPROFILE"):
        if path.startswith(variable):
            path = "~" + path[len(variable) :]
    if home and (path == "~" or path.startswith("~/")):
        path = home + path[1:]
    return _straight(path)


def _straight(path: str) -> str:
    """With ``.`` and ``..`` worked out by the letter; what climbs beyond the start stays."""
    if "/." not in path and not path.startswith(".") and "//" not in path:
        return path
    head = "//" if path.startswith("//") else "/" if path.startswith("/") else ""
    names: list[str] = []
    for name in path.split("/"):
        if name in ("", "."):
            continue
        if name == ".." and names and names[-1] != ".." and names[-1] != "~":
            names.pop()
        elif name != ".." or not head:
            names.append(name)
    return head + "/".join(names)


def _climbs_hidden(piece: str) -> bool:
    if ".." not in piece and "%" not in piece:
        return False
    if _OVERLONG.search(piece):
        return True
    if _ODD_CLIMB.search(piece):
        return not piece.endswith("...")
    return _ESCAPED.search(piece) is not None and "../" in unquote(unquote(unquote(piece))).replace("\\", "/") + "/"


def _outside_of(subject: Subject, worked: str, *, code: bool) -> str:
    """Why a place that nobody looked up lies outside the folders, else empty."""
    if worked.startswith("..") and (worked == ".." or worked.startswith("../")):
        return _CLIMB_SAYS
    absolute = worked.startswith("/") or _DRIVE.match(worked.lower())
    if worked.startswith("~"):
        return "" if worked[1:2] in ("", "/") and not subject.home else _OTHERS_SAYS
    if not absolute or _DEVICES.match(worked):
        return ""
    if code and (worked.startswith("/tmp/") or worked == "/"):  # noqa: S108  # named, not used
        return ""
    inside = any(lies_below(worked, written) or _in_place(worked, place) for written, place in subject.folders)
    return "" if inside else _FOLDERS_SAYS


def _in_place(worked: str, place: Place | None) -> bool:
    return place is not None and lies_below(worked, place.text)


def _outside(worked: str, home: str) -> str:
    """Why a place is surely outside of anybody's work, where nobody named folders; else empty."""
    if home and (worked == home or worked.startswith(f"{home}/")):
        return ""
    low = worked.lower()
    if low.startswith("../..") or (low.startswith("../") and _SYSTEM.match(f"/{low.lstrip('./')}")):
        return _CLIMB_SAYS
    if low.startswith("//") and len(low) > 3:
        return _SHARE_SAYS
    if low == "/" or (_DRIVE.match(low) and low[2:] in ("", "/")):
        return _WHOLE_SAYS
    if _DEVICES.match(low):
        return ""
    if _SYSTEM.match(low) or _MAC.match(worked) or _WINDOWS.match(low):
        return _SYSTEM_SAYS
    return _OTHERS_SAYS if _anothers(low, home.lower()) else ""


def _anothers(low: str, home: str) -> bool:
    """Whether a place lies in a home that is not this person's."""
    if low.startswith("~") and low[1:2] not in ("", "/") and low[1:2].isalpha():
        return "/" in low
    owner, own = _USERS.match(low), _USERS.match(home)
    if owner is None or own is None or owner[1] in _SHARED_USERS:
        return False
    return owner[1] != own[1]
