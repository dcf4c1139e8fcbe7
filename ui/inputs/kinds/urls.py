r"""Addresses: who answers at an address, and what of it could mislead (pure).

Invariants:
    It follows the URL standard where that matters to whom one talks (``\`` is ``/``, the host begins behind the last
    ``@``, four signs are dots), and says where programs that do not may read it differently.
    What cannot be known, as under whose name a host is registered, is not said.
    A letter is named only where readers of the Latin script could mistake it for another; accents, and scripts that
    nobody takes for Latin, are not mentioned.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from msgspec import Struct

from host.text import Untrusted
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind, host_facts
from ui.inputs.lines import styled
from ui.tr import mark, tr

_URL: Final = re.compile(
    r"[A-Za-z][A-Za-z0-9+.\-]{0,20}:[/\\]{2}|(?:mailto|javascript|data|blob|about|https?|wss?|ftp):", re.IGNORECASE
)
_LONGEST: Final = 4_096
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]{0,20}):([/\\]*)")
_SPECIAL: Final = frozenset(("http", "https", "ws", "wss", "ftp"))
"""Of which a browser reads any number of slashes, and blanks around, as nothing."""
_SCHEME_SAYS: Final = {
    **dict.fromkeys(("http", "ws", "ftp"), mark("Not encrypted: others on the way can read and change it.")),
    "javascript": mark("Not an address: code that a browser runs."),
    "file": mark("A file on this machine or on a share, not a page."),
}
_LEAD: Final = "".join(map(chr, range(0x21)))
_DOT: Final = re.compile("[.\u3002\uff0e\uff61]")
"""What stands between the labels of a host (UTS #46)."""
_HOST: Final = re.compile(r"\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._\-\u0080-\U0010ffff]+")
_SECONDS: Final = frozenset("co com org net gov edu ac or ne go gob gouv ltd plc sch mil nom".split())
"""Labels below a country under which names are registered."""
_HOSTING: Final = frozenset(
    "github.io gitlab.io amazonaws.com cloudfront.net azurewebsites.net windows.net azure.com cloudapp.net "
    "appspot.com run.app web.app firebaseapp.com googleapis.com googleusercontent.com cloudfunctions.net herokuapp.com "
    "vercel.app netlify.app pages.dev workers.dev r2.dev onrender.com fly.dev railway.app glitch.me repl.co replit.dev "
    "ngrok.io ngrok.app ngrok-free.app ngrok.dev trycloudflare.com blogspot.com wordpress.com tumblr.com weebly.com "
    "wixsite.com surge.sh deno.dev supabase.co myshopify.com sharepoint.com digitaloceanspaces.com ondigitalocean.app "
    "backblazeb2.com duckdns.org no-ip.org ddns.net dyndns.org readthedocs.io hf.space translate.goog uk.com us.com "
    "eu.com co.com".split()
)
"""Under which anybody may have a name: whose a host is, is not told by its last two labels. Not all there are."""
_END: Final = re.compile(r"[/\\?#]")
_SLASHES: Final = 2
_PORT: Final = re.compile(r":(\d{1,5})$")
_HOST_LENGTH: Final = 255
_COUNTRY: Final = 2
_SHORT: Final = 3
_MOST_LETTERS: Final = 3
_LATIN_LOOKALIKES: Final = ("CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE")
"""Scripts with letters that look Latin, by the first word of a letter's name (Unicode Character Database)."""
_USUAL_LETTERS: Final = frozenset("ßæœøłđþðıħŋ")
"""Letters of Latin alphabets that are no other letter with a mark."""


class Address(Struct, frozen=True):
    """The parts of an address, as written.

    Attributes:
        scheme: in small letters.
        user: what stands before the ``@``.
        host: who is asked.
        port: empty where none is written.
        start: where the host begins.
        odd: whether programs may read it differently.
    """

    scheme: str
    user: str
    host: str
    port: str
    start: int
    odd: bool = False


def read(raw: str) -> Address | None:
    """The parts of an address that has a host."""
    lead = len(raw) - len(raw.lstrip(_LEAD))
    scheme = _SCHEME.match(raw, lead)
    if scheme is None:
        return None
    slashes = scheme[2]
    is_special = scheme[1].lower() in _SPECIAL
    if not is_special and len(slashes) != _SLASHES:
        return None
    end = _END.search(raw, scheme.end())
    authority = raw[scheme.end() : end.start() if end else len(raw)]
    user, _, place = authority.rpartition("@")
    start = scheme.end() + len(authority) - len(place)
    port = _PORT.search(place)
    host = place[: port.start()] if port else place
    odd = bool(lead) or slashes != "//" or (end is not None and end[0] == "\\") or not _HOST.fullmatch(host)
    return Address(scheme[1].lower(), user, host, port[1] if port else "", start, odd) if host else None


def explain(value: InputValue) -> Explanation:
    """The part of the host that somebody registered is strong."""
    raw, known = value.raw, host_facts(value.readings)
    if len(raw) > _LONGEST:
        return Explanation(known)
    address = read(raw)
    if address is None:
        return Explanation((*_of_scheme(raw.partition(":")[0].lower()), *known))
    own = _own(address.host)
    stop = address.start + len(address.host)
    strong = own or address.host
    is_plain = raw == raw.strip() and "\t" not in raw and "\n" not in raw  # else it is shown in other letters
    styles = (styled(raw, stop - len(strong), stop),) if is_plain else ()
    return Explanation((*_facts(address, own), *known), styles)


def other_form(host: str) -> str:
    """A host in Unicode where it is in Punycode, and the other way round; empty where both are the same."""
    if len(host) > _HOST_LENGTH:
        return ""
    try:
        if host.isascii():
            other = ".".join(_label(label) for label in host.split("."))  # the other dots are not ASCII
        else:
            other = host.encode("idna").decode("ascii")
    except (UnicodeError, ValueError):
        return ""
    return "" if other.lower() == host.lower() else other


def _facts(address: Address, own: str) -> list[Fact]:
    facts = []
    if address.odd:
        facts.append(Fact("", tr("Not written as addresses are: programs may read it differently.")))
    if own and own != address.host:
        facts.append(Fact(tr("Belongs to"), Untrusted(own)))
    if other := other_form(address.host):
        facts.append(Fact(tr("In letters") if address.host.isascii() else tr("Looked up as"), Untrusted(other)))
        if alike := not_latin(other if address.host.isascii() else address.host):
            facts.append(Fact(tr("Not Latin"), Untrusted(alike)))
    if address.port:
        facts.append(Fact(tr("Port"), address.port))
    if address.user:
        facts.append(Fact(tr("Before the @"), Untrusted(address.user)))
    return facts + _of_scheme(address.scheme)


def _of_scheme(scheme: str) -> list[Fact]:
    return [Fact("", tr(_SCHEME_SAYS[scheme]))] if scheme in _SCHEME_SAYS else []


def _own(host: str) -> str:
    """The end of a host that is registered, as ``example.com``; empty where its form alone does not tell."""
    if not _HOST.fullmatch(host):
        return ""
    labels = [label.lower() for label in _DOT.split(host)]
    if not labels[-1]:
        labels.pop()
    if not labels or labels[-1][:1].isdigit() or host.startswith("[") or len(labels) < 3:
        return host  # an address of numbers is one thing
    if ".".join(labels[-2:]) in _HOSTING:
        return ""
    kept = 2
    if len(labels[-1]) == _COUNTRY:
        if labels[-2] in _SECONDS:
            kept = 3
        elif len(labels[-2]) <= _SHORT:  # a name, or what names are registered under
            return ""
    return host[[0, *(dot.end() for dot in _DOT.finditer(host))][len(labels) - kept] :]


def _label(label: str) -> str:
    return label[4:].encode("ascii").decode("punycode") if label.lower().startswith("xn--") else label


def not_latin(host: str) -> str:
    """What of ``host`` is not Latin though it may look so: letters by their names, or scripts where a label is of one.

    Empty where there is nothing of the kind.
    """
    mixed, whole = dict[str, None](), dict[str, None]()
    for label in host.lower().split("."):
        letters = [letter for letter in label if letter.isalpha()]
        odd = [letter for letter in letters if _is_odd(letter)]
        if len(odd) == len(letters):
            whole |= dict.fromkeys(unicodedata.name(letter).partition(" ")[0].capitalize() for letter in odd)
        else:
            mixed |= dict.fromkeys(f"{letter} ({unicodedata.name(letter).lower()})" for letter in odd)
    named = [*mixed, *whole]
    return ", ".join([*named[:_MOST_LETTERS], "…"] if len(named) > _MOST_LETTERS else named)


def _is_odd(letter: str) -> bool:
    if letter.isascii() or letter in _USUAL_LETTERS:
        return False
    script = unicodedata.name(letter, "").partition(" ")[0]
    return script in _LATIN_LOOKALIKES or (script == "LATIN" and not unicodedata.normalize("NFKD", letter)[0].isascii())


def _is_url(value: InputValue) -> bool:
    return _URL.match(value.text) is not None


KIND: Final = Kind(
    "url",
    explain,
    by_schema=lambda value: value.format in ("uri", "url", "iri", "uri-reference") and _is_url(value),
    by_host=lambda value: value.was_read_as("host"),
    by_value=lambda value: _is_url(value) and "\n" not in value.text and " " not in value.text[:200],
)
