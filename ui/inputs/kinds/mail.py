"""Mail addresses: how many get a mail, or send it, and at which domains (pure).

Invariants:
    The domain is what stands behind the last ``@`` of an address, whatever name stands before it.
    Reading takes time in proportion to the text.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from host import naming
from host.text import Untrusted
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind
from ui.inputs.lines import Style, styled
from ui.tr import tr, tr_n

NAMES: Final = naming.RECIPIENTS | naming.SENDERS | {"replyto", "participant"}
_ADDRESS: Final = re.compile(r"[^\s@<>,;\"]{1,64}@[^\s@<>,;\"]{1,255}")
_ONE: Final = 320
"""Characters of the longest single address."""

_LONGEST: Final = 65_536
_MOST: Final = 8
"""Domains that are named; how many more there are is said."""
_STRONG: Final = 40
"""Addresses whose domain is made strong."""


def explain(value: InputValue) -> Explanation:
    """Each domain is strong, and told beside names; where there are several addresses, they are counted by domain."""
    raw = value.raw
    spans = domains(raw[:_LONGEST])
    if not spans:
        return Explanation()
    counts = Counter(raw[start:stop].lower() for start, stop in spans)
    facts: list[Fact] = []
    if _ADDRESS.fullmatch(raw) is None:  # of one address alone the strong letters say it
        facts.append(Fact(tr("Domain") if len(counts) == 1 else tr("Domains"), Untrusted(_listed(counts))))
    if len(spans) > 1:
        facts.insert(0, Fact("", tr_n("{n} address", "{n} addresses", len(spans))))
    styles: list[Style] = []
    if "\n" not in raw:
        styles = [styled(raw, start, stop) for start, stop in spans[:_STRONG]]
    return Explanation(tuple(facts), tuple(styles))


def domains(raw: str) -> list[tuple[int, int]]:
    """Where the domain of each address stands."""
    found: list[tuple[int, int]] = []
    at = 0
    for part in _parts(raw):
        sign = part.rfind("@")
        if sign >= 0:
            stop = sign + 1
            while stop < len(part) and (part[stop].isalnum() or part[stop] in ".-_" or ord(part[stop]) > 0x7F):
                stop += 1
            if stop > sign + 1:
                found.append((at + sign + 1, at + stop))
        at += len(part) + 1
    return found


def _parts(raw: str) -> list[str]:
    """Between commas, semicolons and line ends, those within quotation marks aside."""
    parts: list[str] = []
    start, quoted = 0, False
    for at, letter in enumerate(raw):
        if letter == '"':
            quoted = not quoted
        elif letter in ",;\n" and not quoted:
            parts.append(raw[start:at])
            start = at + 1
    return [*parts, raw[start:]]


def _listed(counts: Counter[str]) -> str:
    named = [domain if count == 1 else f"{domain} ({count:,})" for domain, count in counts.most_common(_MOST)]
    left = len(counts) - len(named)
    listed = ", ".join(named)
    return tr_n("{domains} and {n} more", "{domains} and {n} more", left, domains=listed) if left else listed


KIND: Final = Kind(
    "mail",
    explain,
    by_schema=lambda value: value.format in ("email", "idn-email"),
    by_value=lambda value: len(value.text) <= _ONE and _ADDRESS.fullmatch(value.text) is not None,
    by_name=lambda value: bool(value.words & NAMES) and "@" in value.text,
)
