"""Findings about places outside the folders that a call may work in (pure).

Owns: ``outside-folders``; which text a resolved path belongs to; how a path is worked out by the letter.
Invariants: a place that was looked up counts as it was found; of one that was not the text counts, with ``..``, escapes
and backslashes worked out; a fact is given to no other text than the one it was made of; where nobody named folders,
only what is surely nobody's work is outside: climbing out, the system, other people's homes, other machines.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import unquote

from host.arguments.facts import PathFact, Place, within
from host.arguments.texts import shown as shown_place
from host.canonical import json_path
from host.inspect.evidence import finding_about
from host.inspect.roles import role_by_name, roles_of
from host.inspect.subject import Subject, Text
from host.inspect.tools import class_of_call
from host.model import Finding, Severity
from host.naming import CODE, key_words
from host.patterns import linear
from host.text import one_line
from host.words import say

KIND: Final = "outside-folders"
MOST: Final = 40
"""Findings of one call."""
WORDS: Final = 2_000
"""Words of a command that are looked at."""
_LONGEST: Final = 4_096
"""Characters of a path."""
_SYSTEM: Final = frozenset(
    "etc usr bin sbin lib lib32 lib64 boot root proc sys dev run lost+found var windows winnt programdata".split()
)
"""First names of places that belong to a system, in whatever case."""
_MAC: Final = frozenset({"System", "Library", "Applications"})
_FREE: Final = (
    "/usr/src /var/www /var/tmp /var/folders /var/task /private/var/folders /private/var/tmp /private/tmp /dev/null "
    "/dev/zero /dev/random /dev/urandom /dev/stdin /dev/stdout /dev/stderr /dev/tty /dev/fd /dev/shm".split()
)
"""Places below them that anybody works in."""
_PROGRAM_FILES: Final = ("/program files", "/program files (x86)")
_SHARED_USERS: Final = frozenset({"shared", "public", "all users", "default"})
_ESCAPED: Final = linear(r"%(?:25){0,3}(?:2e|2f|5c)", ignore_case=True)
_OVERLONG: Final = linear(r"%c0%(?:ae|af|2e|2f)|%e0%80%a[ef]|%u002e|%uff0e", ignore_case=True)
"""Dots and slashes in forms of UTF-8 that no sound program writes (CVE-2000-0884)."""
_ODD_CLIMB: Final = linear(r"\.{3,8}/{1,3}|\.\./+;|\.\.;/")
_WORD: Final = linear(r"[^\s\"'`<>|;&()=,]{1,500}")
_SCHEME: Final = linear(r"[a-z][a-z0-9+.-]{1,20}://", ignore_case=True)
_PROGRAMS: Final = linear(r"/(?:usr/(?:local/)?)?s?bin/[\w.+-]{1,60}|/usr/bin/env|/opt/.*")
_HOME_WORDS: Final = ("${HOME}", "$HOME", "%USERPROFILE%", "$env:USERPROFILE")

_SYSTEM_SAYS: Final = say("This place belongs to the system, not to anybody's work.")
_WHOLE_SAYS: Final = say("This means the whole file system.")
_SHARE_SAYS: Final = say("This place lies on another machine, or on a device by its raw name.")
_OTHERS_SAYS: Final = say("This place lies in another person's home folder.")
_CLIMB_SAYS: Final = say("This path climbs out of the folder that it starts in.")
_HIDDEN_SAYS: Final = say("This path climbs out of its folder in a disguised way.")
_FOLDERS_SAYS: Final = say("This place lies in none of the folders that such calls may work in.")


def find_outside_folders(subject: Subject) -> Iterator[Finding]:
    """``outside-folders``: places that such a call has usually nothing to do with; one of each text."""
    facts = {id(text): fact for text, fact in facts_of(subject)}
    yield from islice(
        (
            finding
            for text, command in _places(subject)
            if (finding := _first(subject, text, facts.get(id(text)), command=command)) is not None
        ),
        MOST,
    )


def _places(subject: Subject) -> Iterator[tuple[Text, bool]]:
    """Values that are a path, and such as are a command with paths in it."""
    for text, role, _ in roles_of(subject, class_of_call(subject)):
        if role == "program":
            if not CODE.isdisjoint(key_words(text.key)):
                yield text, True
        elif role == "place" or (role in ("destination", "object") and begins_path(text.text)):
            yield text, False


def begins_path(raw: str) -> bool:
    """Whether a value is a path by its beginning, whatever its name says."""
    head = raw.lstrip()[:5].lower()
    return head.startswith(("/", "~/", "./", "../", "\\", "..\\", "file:")) or head[1:3] in (":\\", ":/")


def _first(subject: Subject, text: Text, fact: PathFact | None, *, command: bool) -> Finding | None:
    if command:
        return next(
            filter(None, (_judge(subject, text, *word, None, command=True) for word in _words(text.text))), None
        )
    if len(text.text) > _LONGEST or "\n" in text.text.strip():
        return None
    return _judge(subject, text, (0, len(text.text)), text.text, fact, command=False)


def _words(raw: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Words of a command that may be places."""
    for match in islice(_WORD.finditer(raw[:65_536]), WORDS):
        word = match[0]
        if word in ("\\", "/"):
            continue  # as at the end of a line that goes on, and in a sum; of the root ``commands`` tells
        if ("/" in word or "\\" in word) and _PROGRAMS.fullmatch(word) is None:
            yield match.span(), word


def _judge(
    subject: Subject, text: Text, span: tuple[int, int], piece: str, fact: PathFact | None, *, command: bool
) -> Finding | None:
    worked = worked_out(piece, subject.home)
    if _SCHEME.match(worked) is not None:
        return None
    if fact is not None and fact.place is not None:
        return _by_place(subject, text, fact.place, worked)
    says = _HIDDEN_SAYS if _climbs_hidden(piece) else ""
    if not says and subject.folders:
        says = _outside_of(subject, worked, command=command)
    if not says and (not subject.folders or worked.startswith("//")):
        says = _outside(worked, subject.home, command=role_by_name(text.key) != "place")
    return finding_about(KIND, Severity.MEDIUM, says, text, span) if says else None


def _by_place(subject: Subject, text: Text, place: Place, worked: str) -> Finding | None:
    """What was found on this machine is judged, and a link that leads elsewhere is named."""
    elsewhere = place.text.rstrip("/").lower() != worked.rstrip("/").lower()
    leads = one_line(place.text, 200)
    if subject.folders:
        if any(_lies_in(place, folder) for folder in subject.folders):
            return None
        if not elsewhere:
            return finding_about(KIND, Severity.MEDIUM, _FOLDERS_SAYS, text)
        said = say(
            "This path leads to {place}, which lies in none of the folders that such calls may work in.", place=leads
        )
        return finding_about(KIND, Severity.MEDIUM, said, text)
    if says := _outside(worked, subject.home):
        return finding_about(KIND, Severity.MEDIUM, says, text)
    if not elsewhere:
        return None
    severity = Severity.MEDIUM if _outside(place.text, subject.home) else Severity.INFO
    return finding_about(KIND, severity, say("This path leads to {place}, through a link.", place=leads), text)


def _lies_in(place: Place, folder: tuple[str, Place | None]) -> bool:
    written, resolved_folder = folder
    if resolved_folder is not None:
        return within(place, resolved_folder) is True
    return lies_below(place.text, written)


def facts_of(subject: Subject) -> Iterator[tuple[Text, PathFact]]:
    """Each text that was looked up on this machine, with what was found."""
    if not subject.paths:
        return
    texts = {(shown_place(json_path(text.steps)), text.text): text for text in subject.texts}
    for fact in subject.paths:
        if (text := texts.get((fact.where, fact.text))) is not None:
            yield text, fact


def resolved(subject: Subject) -> Iterator[tuple[Text, str]]:
    """Each text that leads elsewhere than it says, with the place where it leads."""
    for text, fact in facts_of(subject):
        if fact.place is not None and fact.place.text.rstrip("/") != text.text.rstrip("/"):
            yield text, fact.place.text


def lies_below(path: str, folder: str) -> bool:
    """Whether a path, worked out, is that folder or stands in it, by the letter; on Windows in whatever case."""
    folder = folder.replace("\\", "/").rstrip("/")
    if folder[1:2] == ":":
        path, folder = path.casefold(), folder.casefold()
    return path == folder or path.startswith(f"{folder}/") or not folder


def decoded(text: str) -> str:
    """With percent escapes read, as often as they stand within one another, three times at most."""
    for _ in range(3):
        if "%" not in text or (once := unquote(text)) == text:
            break
        text = once
    return text


def worked_out(text: str, home: str = "") -> str:
    """A path as it would be read: decoded, with ``/`` between names, ``~`` and ``..`` worked out where they can be."""
    path = decoded(text.strip().strip("\"'"))
    if path[:5].lower() == "file:":
        path = "/" + path[5:].lstrip("/")
        path = path[1:] if _drive(path[1:]) else path
    path = path.partition("\0")[0].replace("\\", "/")
    for variable in _HOME_WORDS:
        if path.startswith(variable):
            path = "~" + path[len(variable) :]
    if home and (path == "~" or path.startswith("~/")):
        path = home + path[1:]
    return _straight(path)


def _drive(path: str) -> bool:
    """Whether a path begins with the letter of a drive."""
    return path[:1].isalpha() and path[1:2] == ":" and path[2:3] in ("", "/")


def _straight(path: str) -> str:
    """With ``.`` and ``..`` worked out by the letter; what climbs beyond the start stays."""
    if "/." not in path and not path.startswith(".") and "//" not in path:
        return path
    head = "//" if path.startswith("//") else "/" if path.startswith("/") else ""
    names: list[str] = []
    for name in path.split("/"):
        if name in ("", "."):
            continue
        if name == ".." and names and names[-1] not in ("..", "~"):
            names.pop()
        elif name != ".." or not head:
            names.append(name)
    return head + "/".join(names)


def _climbs_hidden(piece: str) -> bool:
    if ".." not in piece and "%" not in piece:
        return False
    if _OVERLONG.search(piece) is not None:
        return True
    if _ODD_CLIMB.search(piece) is not None:
        return not piece.endswith("...")
    return _ESCAPED.search(piece) is not None and "../" in decoded(piece).replace("\\", "/") + "/"


def _outside_of(subject: Subject, worked: str, *, command: bool) -> str:
    """Why a place that nobody looked up lies outside the folders, else empty."""
    if worked == ".." or worked.startswith("../"):
        return _CLIMB_SAYS
    if worked.startswith("~"):
        return "" if worked[1:2] in ("", "/") and not subject.home else _OTHERS_SAYS
    if not (worked.startswith("/") or _drive(worked)) or _free(worked):
        return ""
    if command and (worked.startswith("/tmp/") or worked == "/"):  # noqa: S108  # named, not used
        return ""
    inside = any(lies_below(worked, written) or _in_place(worked, place) for written, place in subject.folders)
    return "" if inside else _FOLDERS_SAYS


def _in_place(worked: str, place: Place | None) -> bool:
    return place is not None and lies_below(worked, place.text)


def _free(low: str) -> bool:
    return low.startswith("/dev/") and any(lies_below(low, place) for place in _FREE)


def _outside(worked: str, home: str, *, command: bool = True) -> str:
    """Why a place is surely outside of anybody's work, where nobody named folders; else empty."""
    if home and (worked == home or worked.startswith(f"{home}/")):
        return ""
    low = worked.lower()
    if low.startswith("../..") or (low.startswith("../") and (not command or _systems(f"/{low.lstrip('./')}"))):
        return _CLIMB_SAYS
    if low.startswith("//") and len(low) > 3:
        return _SHARE_SAYS
    if low == "/" or (_drive(low) and low[2:] in ("", "/")):
        return _WHOLE_SAYS
    if _systems(worked):
        return _SYSTEM_SAYS
    return _OTHERS_SAYS if _anothers(low, home.lower()) else ""


def _systems(worked: str) -> bool:
    """Whether a place belongs to the system."""
    written = worked[2:] if _drive(worked) else worked
    path = written.lower()
    if not path.startswith("/") or any(lies_below(path, free) for free in _FREE):
        return False
    if written[1:].partition("/")[0] in _MAC:
        return True
    first, _, rest = path[1:].partition("/")
    if first == "private":
        return rest.partition("/")[0] in ("etc", "var")
    return first in _SYSTEM or any(lies_below(path, place) for place in _PROGRAM_FILES)


def _owner(low: str) -> str:
    """Whose home a place in lower case lies in, empty where it lies in none."""
    parts = (low[2:] if _drive(low) else low).split("/", 3)
    return parts[2] if len(parts) > 2 and not parts[0] and parts[1] in ("home", "users") else ""


def _anothers(low: str, home: str) -> bool:
    """Whether a place lies in a home that is not this person's."""
    if low.startswith("~") and low[1:2].isalpha():
        return "/" in low
    owner, own = _owner(low), _owner(home)
    return bool(owner and own) and owner != own and owner not in _SHARED_USERS
