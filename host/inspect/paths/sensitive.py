"""Findings about places that hold secrets or that programs obey (pure).

Owns: where in a call such a place is named: as a path, within a command, a query, a file URL, a pattern, a list. What
stays true: a place is recognised however its name is written that we know of: capitals, backslashes, percent escapes,
``..``, quotes within words; prose that mentions a place is left alone, since nothing goes there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import unquote

from host.inspect.paths.facts import resolved
from host.inspect.paths.patterns import HOME, patterns
from host.inspect.paths.sensitive_names import PLACES, Sensitive
from host.inspect.saying import found
from host.inspect.secrets.names import names_secret
from host.inspect.subject import Subject, Text
from host.inspect.texts import vocabulary
from host.inspect.texts.put_together import put_together
from host.inspect.tools.words import is_asking, is_prose, named_as_code, tool_words, words_of, writes
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

MOST: Final = 20
"""Findings of one call."""
_LONG: Final = 65_536
"""Characters up to which quotes and ``..`` are worked out."""
_LONG_NAME: Final = 4_096
_GLOB_LENGTH: Final = 2_000
_LOOKS: Final = 8
"""Times that one name is looked at in one text."""

_UP: Final = regex(r"/(?!\.\.?/)[^/\s\"']{1,255}/\.\.(?=/)")
_TOKEN_END: Final = regex(r"[\s\"'`<>|;&(),]")
_NAMED: Final = regex(r"\b0x|[/.~\\%$]|id_|_rsa|known|wallet|passw|credential|keychain|secret", re.IGNORECASE)
_PUBLIC_ENV: Final = regex(r"\.env\.(?:example|sample|template|dist|defaults?|schema|test\.example|local\.example)\b")
_ENV: Final = regex(r"(?<![\w\])}])\.env(?:rc)?(?:\.[a-z0-9_-]{1,30})?(?![\w(\[])")
_ENV_FILE: Final = regex(
    r"(?:^|/)(?!(?:example|sample|template|"
    r"process)\.)[\w-]{1,60}\.env(?:\.[a-z0-9_-]{1,30})?$"
)
_PROC: Final = regex(r"/proc/(?:self|thread-self|\d{1,8}|\*|\$\$|1)/(environ|mem|maps|fd|root|cwd|cmdline|ns)\b")
_DEV: Final = regex(
    r"(?<![\w.])/dev/(?!(?:null|zero|u?random|std(?:in|out|err)|tty|fd|shm|pts|ptmx|full|tcp|udp)\b)([a-z0-9/]{2,30})"
)
_DISKS: Final = regex(r"sd[a-z]|nvme|hd[a-z]|vd[a-z]|xvd|disk|mem|kmem|mapper|mmcblk|loop|port|dm-")
_WRITING: Final = regex(
    r"(?:>{1,2}|\b(?:tee|cp|mv|install|ln|rm|chmod|chown|truncate|dd|sed|rsync)\b[^\n|;]{0,80})\s{0,4}$"
)
_SAID_URL: Final = regex(r"https?://")


class _Name(NamedTuple):
    name: str
    place: Sensitive


_NAMES: Final = tuple(_Name(name, place) for place in PLACES for name in place.names)


class _Seen(NamedTuple):
    """A text as it is looked through. Attributes: same: whether characters stand where they stand in ``text``."""

    text: Text
    folded: str
    same: bool


def find_sensitive(subject: Subject) -> Iterator[Finding]:
    """``sensitive-path``: where the call names a place that holds secrets, or that programs obey; one of each text."""
    yield from _variables(subject)
    seen = [each for text in subject.texts if _looked_at(text) for each in _folds(text)]
    seen += [_Seen(text, place.lower(), same=False) for text, place in resolved(subject)]
    if not seen:
        return
    everything = "\n".join(each.folded for each in seen)
    known = vocabulary.words(everything) if len(everything) > vocabulary.SHORT else everything
    names = [each for each in _NAMES if each.name in (everything if " " in each.name else known)]
    special = any(mark in everything for mark in (".env", "/proc/", "/dev/"))
    if not (names or special or any(mark in everything for mark in "*?[")):
        return
    changing, worst = writes(subject), dict[tuple[object, ...], _Hit]()
    for each in seen:
        for start, end, place in _hits(each, names, special):
            if (grave := _gravity(each, start, place, changing)) is not None:
                hit = _Hit(grave, each, (start, end), place)
                key = (each.text.steps, each.text.is_name)
                worst[key] = _worse(worst.get(key, hit), hit)
        if len(worst) >= MOST:
            break
    for hit in worst.values():
        span = hit.span if hit.seen.same else None
        yield found("sensitive-path", hit.grave, say("This leads to {what}.", what=hit.place.what), hit.seen.text, span)


class _Hit(NamedTuple):
    grave: Severity
    seen: _Seen
    span: tuple[int, int]
    place: Sensitive


def _variables(subject: Subject) -> Iterator[Finding]:
    """Variables of the environment, by names that say what they hold."""
    words = tool_words(subject)
    if len(words) == 1:  # the server's name says of what
        words |= words_of(subject.server)
    if words.isdisjoint(_ASKS) or words.isdisjoint(_VARIABLES):
        return
    for text in subject.values():
        if len(text.text) <= _NAME and text.text.isupper() and names_secret(text.text):
            yield found("sensitive-path", Severity.MEDIUM, _BY_NAME, text)


_ASKS: Final = frozenset("get read show print list fetch echo getenv printenv lookup".split())
_VARIABLES: Final = frozenset("env environment variable getenv printenv var setting config".split())
_BY_NAME: Final = say("This reads a secret, by its name.")
_NAME: Final = 120


def _worse(one: _Hit, other: _Hit) -> _Hit:
    return other if one.grave is not Severity.HIGH and other.grave is Severity.HIGH else one


def _looked_at(text: Text) -> bool:
    """Whether a text may name a place to go to."""
    raw = text.text
    if text.is_name:
        return "/" in raw or "\\" in raw or raw.startswith(".")
    if is_prose(text) and not is_asking(text) and not _lists_paths(raw):
        return False
    return len(raw) > _LONG_NAME or (len(raw) > 2 and _NAMED.search(raw) is not None)


_BEGINS: Final = regex(r"[\s,;]*+(?:[/~.\\]|[^\s,;]:[\\/])")


def _lists_paths(text: str) -> bool:
    """Whether a text is paths and nothing else."""
    if len(text) > 4_096 or _BEGINS.match(text) is None:
        return False
    tokens = [token for token in re.split(r"[\s,;]+", text) if token]
    return bool(tokens) and all(token[0] in "/~.\\" or token[1:3] in (":\\", ":/") for token in tokens)


def _folds(text: Text) -> Iterator[_Seen]:
    """A text as the programs read it that could get it."""
    plain = text.text.lower().replace("\\", "/")
    same = len(plain) == len(text.text)
    yield _Seen(text, plain, same)
    if len(plain) > _LONG:
        return
    other = _worked_out(plain)
    if other != plain:
        yield _Seen(text, other, same=False)
    for other in put_together(plain):
        yield _Seen(text, _worked_out(other), same=False)
    if named_as_code(text) and ('"' in plain or "'" in plain or "\\" in text.text):
        bare = text.text.lower().replace("\\", "").replace('"', "").replace("'", "")
        yield _Seen(text, _worked_out(bare), same=False)


def _worked_out(text: str) -> str:
    for _ in range(3):
        if "%" not in text or (decoded := unquote(text).lower().replace("\\", "/")) == text:
            break
        text = decoded
    while "//" in text and "://" not in text:
        text = text.replace("//", "/")
    text = (
        text.replace("/./", "/")
        .replace("${ifs}", " ")
        .replace("$ifs", " ")
        .replace("file://localhost", "")
        .replace("file://", "")
    )
    for _ in range(10):
        if "/../" not in text or (shorter := _UP.sub("", text)) == text:
            break
        text = shorter
    return HOME.sub("~", text) if any(mark in text for mark in (".npmrc", "*", "?", "[")) else text


def _hits(seen: _Seen, names: list[_Name], special: bool) -> Iterator[tuple[int, int, Sensitive]]:
    """Where a text names which place."""
    for name, place in names:
        at = seen.folded.find(name)
        for _ in range(_LOOKS):
            if at < 0:
                break
            if _whole(seen.folded, at, at + len(name)) and not _elsewhere(seen.folded, at):
                yield at, at + len(name), place
                break
            at = seen.folded.find(name, at + 1)
    if special:
        yield from _special(seen.folded)
    if len(seen.folded) < _GLOB_LENGTH and any(mark in seen.folded for mark in "*?[") and "://" not in seen.folded:
        yield from patterns(seen.folded)


def _whole(text: str, start: int, end: int) -> bool:
    """Whether a name stands by itself in a path, or is the end of one as in ``x.pem``."""
    name, before, after = text[start:end], text[start - 1 : start], text[end : end + 1]
    if name == ".cursor" and text.startswith("/rules", end):
        return False
    if name[-1] == "_":  # as in ``krb5cc_1000``
        after = ""
    if after and (after.isalnum() or after in "_-("):
        return False
    if name in _BARE_WORDS:
        return before == "/"
    if name[0] == ".":
        return not before.isalnum() or name in _ENDINGS
    if name[0] == "/":
        climbed = text[max(start - 2, 0) : start] == ".."
        free = climbed or not before or not (before.isalnum() or before in "_-.~*") or name in _WITHIN
        return free or _MOUNTED.search(text[max(0, start - 64) : start]) is not None
    return not (before.isalnum() or before in ("_", "-")) and text[end : end + 4] != ".pub"


_MOUNTED: Final = regex(
    r"/(?:host(?:fs|root)?|rootfs|chroot|sysroot|mnt/[\w.-]{1,40}|media/[\w.-]{1,40}|proc/\d{1,8}/root)$"
)
"""Where the files of another system are shown."""
_BARE_WORDS: Final = frozenset("credentials keyrings bitwarden 1password metamask private_key kubeconfig".split())
"""Names that are words as well."""
_ENDINGS: Final = frozenset(".pem .key .ppk .p12 .pfx .jks .kdbx .keystore .ovpn .tfvars .pth .passwd".split())
_WITHIN: Final = frozenset({"/secrets/kubernetes.io", "/run/secrets"})


def _elsewhere(text: str, at: int) -> bool:
    """Whether a name stands in the address of a web page, where it is no place of this machine."""
    start = max(at - 2_048, 0)
    token = _TOKEN_END.split(text[start:at])[-1]
    address = _SAID_URL.search(token)
    return address is not None and ".." not in token and "?" not in token and "=" not in token[address.end() :]


_ENVIRONMENT: Final = Sensitive(say("settings that often hold passwords or keys"), Severity.MEDIUM, Severity.MEDIUM, ())
_MEMORY: Final = Sensitive(say("what other programs hold in memory or environment"), Severity.HIGH, Severity.HIGH, ())
_DEVICE: Final = Sensitive(say("a device of the machine"), Severity.MEDIUM, Severity.HIGH, ())
_DISK: Final = Sensitive(say("a disk or the memory of the machine as a whole"), Severity.HIGH, Severity.HIGH, ())


def _special(text: str) -> Iterator[tuple[int, int, Sensitive]]:
    if ".env" in text and (span := _environment(text)) is not None:
        yield *span, _ENVIRONMENT
    if "/proc/" in text and (process := _PROC.search(text)):
        yield process.start(), process.end(), _MEMORY
    if "/dev/" in text and (device := _DEV.search(text)) and not _elsewhere(text, device.start()):
        yield device.start(), device.end(), _DISK if _DISKS.match(device[1]) else _DEVICE


def _environment(text: str) -> tuple[int, int] | None:
    """Where a file of settings for the environment is named, which are secrets more often than not."""
    for match in _ENV.finditer(text):
        if not _PUBLIC_ENV.match(text, match.start()) and not _elsewhere(text, match.start()):
            return match.span()
    named = _ENV_FILE.search(text) if len(text) < _LONG_NAME else None
    return named.span() if named is not None and not _elsewhere(text, named.start()) else None


_PUBLIC_KEYS: Final = regex(r"\.ssh(?:/[\w.-]{1,80}\.pub|/known_hosts|/config)?(?![\w./*-])")


def _gravity(seen: _Seen, start: int, place: Sensitive, changing: bool) -> Severity | None:
    if is_asking(seen.text) and ("/" not in seen.folded or is_prose(seen.text)):
        return Severity.MEDIUM
    if named_as_code(seen.text):
        before = seen.folded[max(start - 300, 0) : start]
        path = _TOKEN_END.split(before)[-1]
        changing = changing or _WRITING.search(before[: len(before) - len(path)]) is not None
    if not changing and _PUBLIC_KEYS.match(seen.folded, start):
        return Severity.MEDIUM
    return place.write if changing else place.read
