"""What is odd about a host, or about the way in which it is written (pure).

Owns: the single oddities, each with its gravity. What stays true: a host is judged from its end, where its owner
stands; what a name contains further left is what somebody wants to be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from host.inspect.hosts import names
from host.inspect.hosts.letters import honest
from host.inspect.hosts.private import reach
from host.inspect.hosts.read import Named
from host.inspect.imitated import imitates
from host.model import Severity
from host.patterns import regex
from host.policy.host_names import is_address
from host.text import one_line
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH


LETTERS: Final = say("This host's name has letters beyond A to Z, which may look like others.")


class Odd(NamedTuple):
    """One oddity. Attributes: severity. says: one sentence. alike: whether it looks like somebody else's name."""

    severity: Severity
    says: str
    alike: bool = False


class Situation(NamedTuple):
    """What the call does. Attributes: sends: whether it hands data over. runs: whether it runs something."""

    sends: bool
    runs: bool


_Check: TypeAlias = "Callable[[Named, str, Situation], Odd | None]"

_HOSTLIKE: Final = regex(r"[\w-]{1,63}\.(?:[\w-]{1,63}\.){0,6}[a-z]{2,12}(?=[:/@]|$)", re.IGNORECASE)
_CREDENTIAL: Final = regex(
    r"[?&#](?:[\w-]{0,20}(?:token|passw(?:or)?d|passwd|secret|api_?key|auth|access_?key|session|credential|pwd))=[^&]",
    re.IGNORECASE,
)
_DOWNLOAD: Final = regex(
    r"\.(?:sh|exe|ps1|bat|cmd|msi|scr|dll|apk|dmg|pkg|jar|vbs|hta|zip|py|js|iso|lnk)(?:$|[?#])", re.IGNORECASE
)
_RANDOM: Final = regex(r"[a-z0-9]{24,63}")
_DANGEROUS: Final = frozenset(
    "gopher dict ldap ldaps rmi jndi jar phar expect netdoc ms-msdt search-ms ms-officecmd php tftp "
    "compress.zlib".split()
)
_DATA_SCRIPT: Final = regex(
    r"\s{0,5}(?:text/html|text/javascript|application/(?:x-)?javascript|image/svg)", re.IGNORECASE
)
_DATABASES: Final = regex(r"(?:postgres|mysql|mariadb|redis|mongodb|amqp|mssql|sqlserver|jdbc|sqlite|kafka|nats)")
_ENDS: Final = frozenset("com org net io co gov edu info app dev".split())


def oddities(each: Named, situation: Situation) -> Iterator[Odd]:
    """Everything that is odd about one host."""
    if (odd := _scheme(each)) is not None:
        yield odd
    if each.kind == "opaque":
        return
    if (odd := _user(each)) is not None:
        yield odd
    if not each.sure and each.raw and (odd := _form(each)) is not None:
        yield odd
    for host in each.hosts[:1] if each.sure else each.hosts:
        for check in _CHECKS:
            if (odd := check(each, host, situation)) is not None:
                yield odd
                break


def _scheme(each: Named) -> Odd | None:
    scheme = each.scheme
    if scheme in names.SCRIPT_SCHEMES:
        if scheme == "data" and not _DATA_SCRIPT.match(each.rest):
            return None
        return Odd(_HIGH, say("This address is a script: whoever opens it runs it."))
    if each.prose:
        return None
    if scheme in _DANGEROUS:
        return Odd(
            _HIGH, say("This address is of a kind that web addresses never are, and that serves to reach services.")
        )
    if scheme in names.ODD_SCHEMES:
        if scheme == "file":
            return Odd(_MEDIUM, say("This address leads to a file of the machine."))
        return Odd(_MEDIUM, say("This address leads to something else than a web page."))
    return None


_DIGITS: Final = str.maketrans("01358", "olesb")
"""Digits that stand for letters."""


def _user(each: Named) -> Odd | None:
    if each.rest[:1] in ("#", "?") and "@" in each.rest.partition("/")[0]:
        return Odd(_HIGH, say("Programs read the host of this address differently, because of the @ behind it."))
    if not each.user or _DATABASES.match(each.scheme):
        return None
    if _HOSTLIKE.search(each.user) or "/" in each.user or "\\" in each.user:
        return Odd(_HIGH, say("What stands before the @ looks like the host, and is not: the host stands behind it."))
    if each.scheme in ("http", "https", "ws", "wss", "ftp"):
        return Odd(_MEDIUM, say("This address has a user's name or password in it, before the @."))
    return None


def _form(each: Named) -> Odd | None:
    if "\\" in each.raw:
        return Odd(_HIGH, say("Programs read this address differently, because of the backslash in it."))
    if any(is_address(host) for host in each.hosts):
        return Odd(
            _HIGH if any(map(reach, each.hosts)) else _MEDIUM, say("This is an address of numbers in a disguised form.")
        )
    if not each.raw.isascii() or "%" in each.raw:
        return Odd(_MEDIUM, say("This host has letters that programs read differently."))
    return None


def _address(each: Named, host: str, _situation: Situation) -> Odd | None:
    if each.kind == "mail" or not is_address(host) or reach(host):
        return None
    return Odd(_MEDIUM, say("This host is a bare address of numbers: nothing tells whose it is."))


def _punycode(each: Named, host: str, _situation: Situation) -> Odd | None:
    if "xn--" not in host and each.raw.isascii():
        return None
    grave = Severity.INFO if honest(each.raw) else _MEDIUM
    return Odd(grave, LETTERS)


def _collector(each: Named, host: str, situation: Situation) -> Odd | None:
    bad = situation.sends or situation.runs or "?" in each.rest
    grave = _HIGH if bad and (not each.prose or "?" in each.rest) else _MEDIUM
    if names.collects(host):
        grave = _HIGH if not each.prose and (bad or each.rest.count("/") > 1 or host.count(".") > 1) else grave
        return Odd(grave, say("This host serves to collect what is sent to it, for anybody and without a name."))
    if names.below(host, names.TUNNELS):
        return Odd(grave, say("This host leads to somebody's own computer, which nobody can name."))
    if names.below(host, names.PASTES):
        return Odd(grave, say("This host passes on what is uploaded there, for anybody to fetch."))
    for name, path in names.MESSENGERS:
        if names.below(host, frozenset({name})) and path in each.rest.lower():
            return Odd(grave, say("Whoever owns this address of a messenger gets what is sent there."))
    return None


def _shortener(_each: Named, host: str, _situation: Situation) -> Odd | None:
    if not names.below(host, names.SHORTENERS):
        return None
    return Odd(_MEDIUM, say("This host only passes on: where the address really leads cannot be seen."))


def _brand(_each: Named, host: str, _situation: Situation) -> Odd | None:
    if names.below(host, names.KNOWN) or is_address(host):
        return None
    labels = host.split(".")
    for at, label in enumerate(labels[:-1]):
        if label == "localhost":
            return Odd(_MEDIUM, say("This host begins like this machine, and is another."))
        parts = [part if part in names.BRANDS else part.translate(_DIGITS) for part in label.split("-")]
        if len(parts) == 1 and parts[0] != label and parts[0] in names.BRANDS:
            return _says_brand(parts[0], host)
        brand = next((part for part in parts if part in names.BRANDS), "")
        follows = (
            labels[at + 1].partition("-")[0] in _ENDS
            and at + 2 < len(labels)
            and not (at + 3 == len(labels) and len(labels[-1]) == 2)
        )
        if brand and (follows or (len(parts) > 1 and _impostor(parts, brand))):
            return _says_brand(brand, host)
        if at == len(labels) - _COUNTRY and len(parts) > 1 and brand and len(brand) > _SHORT:
            return _says_brand(brand, host)._replace(severity=_MEDIUM)
        if len(parts) == 1 and (glued := _glued(label)):
            return _says_brand(glued, host)
    return None


def _nested(_each: Named, host: str, _situation: Situation) -> Odd | None:
    """The end of one name within another, where people stop reading."""
    labels = host.split(".")
    for at, label in enumerate(labels[1:-2], 1):
        left = len(labels) - at - 1
        ends = label in _ENDS_SURE or f"{labels[at - 1]}.{label}" in names.KNOWN
        if ends and not (left == _COUNTRY and len(labels[-1]) == _COUNTRY and len(labels[-2]) <= 3):
            owner = ".".join(labels[-2:])
            name = one_line(".".join(labels[: at + 1]), 80)
            said = say("This host begins like {name}, and belongs to {owner}.", name=name, owner=one_line(owner, 80))
            return Odd(_MEDIUM, said, alike=True)
        if len(label) == _COUNTRY and at >= 2 and left >= 2 and len(labels[at - 1]) > _SHORT and _posing(labels):
            return Odd(_MEDIUM, say("This host has the end of another name within its own."), alike=True)
        if label in _ENDS and labels[-1] in names.CHEAP:
            return Odd(_MEDIUM, say("This host has the end of another name within its own."), alike=True)
    return None


def _posing(labels: list[str]) -> bool:
    """Whether it begins as sites do, and belongs to a name that impostors register."""
    parts = labels[-2].split("-")
    return labels[0] in ("www", "login", "secure", "account", "my") and (
        len(parts) > 1 or not names.BRAND_WORDS.isdisjoint(parts)
    )


_ENDS_SURE: Final = frozenset("com org net gov edu".split())
_COUNTRY: Final = 2
_SHORT: Final = 4


def _imitation(each: Named, host: str, _situation: Situation) -> Odd | None:
    if names.below(host, names.KNOWN) or is_address(host) or not each.sure:
        return None
    for label in host.split(".")[:-1]:
        known = next(filter(None, (imitates(word) for word in (label, *label.split("-")))), "")
        if known:
            return Odd(_MEDIUM, say("This host's name looks like {known}, and is not.", known=one_line(known, 80)))
    return None


def _impostor(parts: list[str], brand: str) -> bool:
    return any(part in names.BRAND_WORDS or part in _ENDS for part in parts if part != brand)


def _glued(label: str) -> str:
    for word in (*names.BRAND_WORDS, "www"):
        for rest in (label.removeprefix(word), label.removesuffix(word)):
            if rest != label and rest in names.BRANDS and len(rest) > 4 and len(word) > 2:
                return rest
    return ""


def _says_brand(brand: str, host: str) -> Odd:
    owner = ".".join(host.split(".")[-2:])
    said = say("This host has {brand} in its name, and belongs to {owner}.", brand=brand, owner=one_line(owner, 80))
    return Odd(_HIGH, said, alike=True)


def _tunnelled(_each: Named, host: str, _situation: Situation) -> Odd | None:
    labels = host.split(".")[:-2]
    if is_address(host) or not labels:
        return None
    if sum(map(len, labels)) >= 80 or any(_random(label) for label in labels):
        return Odd(_MEDIUM, say("This host's name is so long and random that it may carry data."))
    return None


def _random(label: str) -> bool:
    digits = sum(char.isdigit() for char in label)
    return len(label) >= 40 or (_RANDOM.fullmatch(label) is not None and 4 <= digits <= len(label) - 2)


def _port(each: Named, host: str, _situation: Situation) -> Odd | None:
    if each.port is None or each.kind != "url" or reach(host):
        return None
    usual = names.USUAL_PORTS.get(each.scheme)
    if usual is None or each.port in usual:
        return None
    return Odd(_MEDIUM, say("Port {port} is unusual for {scheme}.", port=str(each.port), scheme=each.scheme))


def _open(each: Named, host: str, _situation: Situation) -> Odd | None:
    if each.scheme != "http" or reach(host) or not _CREDENTIAL.search(each.rest):
        return None
    return Odd(_MEDIUM, say("A password or key would go out unencrypted, over plain http."))


def _cheap(each: Named, host: str, situation: Situation) -> Odd | None:
    if host.endswith(".onion"):
        return Odd(_MEDIUM, say("This host is hidden in the Tor network: nobody can tell whose it is."))
    if not names.below(host, names.DYNAMIC) and host.rpartition(".")[2] not in names.CHEAP:
        return None
    words = set(re.split(r"[^a-z]+", f"{host}/{each.rest[:300].lower()}"))
    if (
        situation.sends
        or situation.runs
        or _DOWNLOAD.search(each.rest)
        or words & names.BRAND_WORDS
        or words & names.BRANDS
    ):
        return Odd(
            _MEDIUM, say("This host's name costs nothing and is soon thrown away, and more than reading is at stake.")
        )
    return None


_CHECKS: Final[tuple[_Check, ...]] = (
    _collector, _brand, _nested, _imitation, _punycode, _address, _shortener, _tunnelled, _open, _port, _cheap,
)  # fmt: skip
