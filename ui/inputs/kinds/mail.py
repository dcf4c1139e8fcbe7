"""Mail addresses: how many there are, and at which domains (pure).

Invariants:
    The domain is the part after the last ``@`` of an address, whatever name stands before it.
    The time is proportional to the text.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from host import naming, regex
from host.text import Untrusted
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind
from ui.inputs.lines import Style, style_for
from ui.tr import tr, tr_n

NAMES: Final = naming.RECIPIENTS | naming.SENDERS | {"replyto", "participant"}
_ADDRESS: Final = regex.pattern(r"[^\s@<>,;\"]{1,64}@[^\s@<>,;\"]{1,255}")
_MAX_ADDRESS: Final = 320
"""Characters of the longest single address."""

_MAX_CHARACTERS: Final = 65_536
_MAX_DOMAINS: Final = 8
"""Domains that are listed; more are counted."""
_MAX_STRONG_DOMAINS: Final = 40
"""Domains that are shown in strong letters."""


def explain(value: InputValue) -> Explanation:
    """Explain addresses: domains in strong letters and as a fact, with the number of addresses at each."""
    raw = value.raw
    spans = domain_spans(raw[:_MAX_CHARACTERS])
    if not spans:
        return Explanation()
    counts = Counter(raw[start:stop].lower() for start, stop in spans)
    facts: list[Fact] = []
    if _ADDRESS.fullmatch(raw) is None:  # for a bare address the strong letters suffice
        facts.append(Fact(tr("Domain") if len(counts) == 1 else tr("Domains"), Untrusted(_domain_list(counts))))
    if len(spans) > 1:
        facts.insert(0, Fact("", tr_n("{n} address", "{n} addresses", len(spans))))
    styles: list[Style] = []
    if "\n" not in raw:
        styles = [style_for(raw, start, stop) for start, stop in spans[:_MAX_STRONG_DOMAINS]]
    return Explanation(tuple(facts), tuple(styles))


def domain_spans(raw: str) -> list[tuple[int, int]]:
    """The start and end of the domain of each address."""
    spans: list[tuple[int, int]] = []
    at = 0
    for part in _split_addresses(raw):
        sign = part.rfind("@")
        if sign >= 0:
            stop = sign + 1
            while stop < len(part) and (part[stop].isalnum() or part[stop] in ".-_" or ord(part[stop]) > 0x7F):
                stop += 1
            if stop > sign + 1:
                spans.append((at + sign + 1, at + stop))
        at += len(part) + 1
    return spans


def _split_addresses(raw: str) -> list[str]:
    """Split at commas, semicolons and line ends outside of quotation marks."""
    parts: list[str] = []
    start, is_quoted = 0, False
    for at, character in enumerate(raw):
        if character == '"':
            is_quoted = not is_quoted
        elif character in ",;\n" and not is_quoted:
            parts.append(raw[start:at])
            start = at + 1
    return [*parts, raw[start:]]


def _domain_list(counts: Counter[str]) -> str:
    domains = [domain if count == 1 else f"{domain} ({count:,})" for domain, count in counts.most_common(_MAX_DOMAINS)]
    other_count = len(counts) - len(domains)
    listed = ", ".join(domains)
    more = tr_n("{domains} and {n} more", "{domains} and {n} more", other_count, domains=listed)
    return more if other_count else listed


KIND: Final = Kind(
    "mail",
    explain,
    by_schema=lambda value: value.format in ("email", "idn-email"),
    by_value=lambda value: len(value.text) <= _MAX_ADDRESS and _ADDRESS.fullmatch(value.text) is not None,
    by_name=lambda value: bool(value.words & NAMES) and "@" in value.text,
)
