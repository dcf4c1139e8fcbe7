r"""Addresses: which host an address leads to, and what in it could mislead (pure).

Invariants:
    The host is found by the URL standard (``\`` is ``/``, the host begins after the last ``@``, four characters are
    dots). If programs that differ from the standard may read the address differently, that is said.
    Nothing is guessed, such as who registered a host.
    A letter is named only if it could be mistaken for a Latin one; accents and scripts that nobody takes for Latin are
    not mentioned.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from msgspec import Struct

from host import regex
from host.text import Untrusted
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind, host_facts
from ui.inputs.lines import style_for
from ui.tr import mark, tr

_URL: Final = regex.pattern(
    r"[A-Za-z][A-Za-z0-9+.\-]{0,20}:[/\\]{2}|(?:mailto|javascript|data|blob|about|https?|wss?|ftp):", re.IGNORECASE
)
_MAX_ADDRESS: Final = 4_096
_SCHEME: Final = regex.pattern(r"([A-Za-z][A-Za-z0-9+.\-]{0,20}):([/\\]*)")
_SPECIAL_SCHEMES: Final = frozenset(("http", "https", "ws", "wss", "ftp"))
"""Schemes for which browsers ignore the number of slashes and blanks around the address."""
_SCHEME_NOTES: Final = {
    **dict.fromkeys(("http", "ws", "ftp"), mark("Not encrypted: others on the way can read and change it.")),
    "javascript": mark("Not an address: code that a browser runs."),
    "file": mark("A file on this machine or on a share, not a page."),
}
_LEADING_IGNORED: Final = "".join(map(chr, range(0x21)))
_DOT: Final = regex.pattern("[.\u3002\uff0e\uff61]")
"""The separators of the labels of a host (UTS #46)."""
_HOST: Final = regex.pattern(r"\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._\-\u0080-\U0010ffff]+")
_REGISTRY_LABELS: Final = frozenset("co com org net gov edu ac or ne go gob gouv ltd plc sch mil nom".split())
"""Labels below a country's under which names are registered."""
_SHARED_DOMAINS: Final = frozenset(
    "github.io gitlab.io amazonaws.com cloudfront.net azurewebsites.net windows.net azure.com cloudapp.net "
    "appspot.com run.app web.app firebaseapp.com googleapis.com googleusercontent.com cloudfunctions.net herokuapp.com "
    "vercel.app netlify.app pages.dev workers.dev r2.dev onrender.com fly.dev railway.app glitch.me repl.co replit.dev "
    "ngrok.io ngrok.app ngrok-free.app ngrok.dev trycloudflare.com blogspot.com wordpress.com tumblr.com weebly.com "
    "wixsite.com surge.sh deno.dev supabase.co myshopify.com sharepoint.com digitaloceanspaces.com ondigitalocean.app "
    "backblazeb2.com duckdns.org no-ip.org ddns.net dyndns.org readthedocs.io hf.space translate.goog uk.com us.com "
    "eu.com co.com".split()
)
"""Domains under which anybody may have a name, so that the last two labels do not tell the owner. Not complete."""
_AUTHORITY_END: Final = regex.pattern(r"[/\\?#]")
_PORT: Final = regex.pattern(r":(\d{1,5})$")
_HOST_LENGTH: Final = 255
_SHORT_LABEL: Final = 3
_MAX_LETTERS: Final = 3
_LATIN_LOOKALIKES: Final = ("CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE")
"""Scripts with letters that look Latin, by the first word of a letter's name (Unicode Character Database)."""
_USUAL_LETTERS: Final = frozenset("ßæœøłđþðıħŋ")
"""Letters of Latin alphabets that are not another letter with an accent."""


class Address(Struct, frozen=True):
    """The parts of an address, as written; the scheme in small letters."""

    scheme: str
    user: str  # the part before the ``@``
    host: str
    port: str
    start: int  # the position of the host
    is_odd: bool = False  # whether programs may read the address differently


def read_address(raw: str) -> Address | None:
    """Read the parts of an address. Returns None if it has no host."""
    lead = len(raw) - len(raw.lstrip(_LEADING_IGNORED))
    scheme = _SCHEME.match(raw, lead)
    if scheme is None:
        return None
    slashes = scheme[2]
    is_special = scheme[1].lower() in _SPECIAL_SCHEMES
    if not is_special and len(slashes) != 2:
        return None
    end = _AUTHORITY_END.search(raw, scheme.end())
    authority = raw[scheme.end() : end.start() if end else len(raw)]
    user, _, host_and_port = authority.rpartition("@")
    start = scheme.end() + len(authority) - len(host_and_port)
    port = _PORT.search(host_and_port)
    host = host_and_port[: port.start()] if port else host_and_port
    is_odd = bool(lead) or slashes != "//" or (end is not None and end[0] == "\\") or not _HOST.fullmatch(host)
    return Address(scheme[1].lower(), user, host, port[1] if port else "", start, is_odd) if host else None


def explain(value: InputValue) -> Explanation:
    """Explain an address: the registered part of its host is strong."""
    raw, reading_facts = value.raw, host_facts(value.readings)
    if len(raw) > _MAX_ADDRESS:
        return Explanation(reading_facts)
    address = read_address(raw)
    if address is None:
        return Explanation((*_scheme_facts(raw.partition(":")[0].lower()), *reading_facts))
    registered = _registered_domain(address.host)
    stop = address.start + len(address.host)
    emphasized = registered or address.host
    is_plain = raw == raw.strip() and "\t" not in raw and "\n" not in raw  # else it is not shown letter by letter
    styles = (style_for(raw, stop - len(emphasized), stop),) if is_plain else ()
    return Explanation((*_address_facts(address, registered), *reading_facts), styles)


def other_form(host: str) -> str:
    """A Punycode host in Unicode, and the reverse; empty if both are the same."""
    if len(host) > _HOST_LENGTH:
        return ""
    try:
        if host.isascii():
            other = ".".join(_decode_label(label) for label in host.split("."))  # the other kinds of dots are not ASCII
        else:
            other = host.encode("idna").decode("ascii")
    except (UnicodeError, ValueError):
        return ""
    return "" if other.lower() == host.lower() else other


def _address_facts(address: Address, registered: str) -> list[Fact]:
    facts = []
    if address.is_odd:
        facts.append(Fact("", tr("Not written as addresses are: programs may read it differently.")))
    if registered and registered != address.host:
        facts.append(Fact(tr("Belongs to"), Untrusted(registered)))
    if other := other_form(address.host):
        facts.append(Fact(tr("In letters") if address.host.isascii() else tr("Looked up as"), Untrusted(other)))
        if alike := not_latin_words(other if address.host.isascii() else address.host):
            facts.append(Fact(tr("Not Latin"), Untrusted(alike)))
    if address.port:
        facts.append(Fact(tr("Port"), address.port))
    if address.user:
        facts.append(Fact(tr("Before the @"), Untrusted(address.user)))
    return facts + _scheme_facts(address.scheme)


def _scheme_facts(scheme: str) -> list[Fact]:
    return [Fact("", tr(_SCHEME_NOTES[scheme]))] if scheme in _SCHEME_NOTES else []


def _registered_domain(host: str) -> str:
    """The registered end of a host, such as ``example.com``; empty if its form does not tell."""
    if not _HOST.fullmatch(host):
        return ""
    labels = [label.lower() for label in _DOT.split(host)]
    if not labels[-1]:
        labels.pop()
    if not labels or labels[-1][:1].isdigit() or host.startswith("[") or len(labels) < 3:
        return host  # an IP address, or too short to have subdomains
    if ".".join(labels[-2:]) in _SHARED_DOMAINS:
        return ""
    label_count = 2
    if len(labels[-1]) == 2:  # a country
        if labels[-2] in _REGISTRY_LABELS:
            label_count = 3
        elif len(labels[-2]) <= _SHORT_LABEL:  # either a name, or a label under which names are registered
            return ""
    return host[[0, *(dot.end() for dot in _DOT.finditer(host))][len(labels) - label_count] :]


def _decode_label(label: str) -> str:
    return label[4:].encode("ascii").decode("punycode") if label.lower().startswith("xn--") else label


def not_latin_words(host: str) -> str:
    """The letters of ``host`` that only look Latin, by name, or the script of a whole label; empty for none."""
    letters_by_name, scripts = dict[str, None](), dict[str, None]()
    for label in host.lower().split("."):
        letters = [letter for letter in label if letter.isalpha()]
        lookalikes = [letter for letter in letters if _is_lookalike_letter(letter)]
        if len(lookalikes) == len(letters):
            scripts |= dict.fromkeys(unicodedata.name(letter).partition(" ")[0].capitalize() for letter in lookalikes)
        else:
            letters_by_name |= dict.fromkeys(f"{letter} ({unicodedata.name(letter).lower()})" for letter in lookalikes)
    names = [*letters_by_name, *scripts]
    return ", ".join([*names[:_MAX_LETTERS], "…"] if len(names) > _MAX_LETTERS else names)


def _is_lookalike_letter(letter: str) -> bool:
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
