"""Secrets where inputs stand on one line, in passing or as evidence (no Qt).

Owns: which characters are masked there.

Invariants: it is for glances alone: no yes is given to such a line, and what is masked stands in full where it is sent
from; a character that nobody could see is never masked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from host.control.codec import lexeme
from host.model import Finding, JsonValue
from host.text import one_line
from ui.inputs.kinds.secret import is_secret
from ui.tr import tr, tr_n

DOTS: Final = "••••••••"
LOOKED_AT: Final = 4_096
"""Characters of a text that are looked through for tokens; no line shows more."""
_TOKEN: Final = re.compile(
    r"(?:sk-|[sr]k_(?:live|test)_|whsec_|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|A[KS]IA|AIza|npm_|pypi-|hf_|eyJ)"
    r"[A-Za-z0-9_.\-]{16,1024}"
)
"""How tokens of well-known makers begin."""
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*+)("?)(\s*+:)?', re.DOTALL)
"""A text of JSON, closed or cut off, and whether it is a name. It never looks back."""
_SEEN: Final = re.compile(r"[!-~]")


def mask_value(text: str, name: str) -> str:
    """A value under its name: dots where either says that it is a secret."""
    return DOTS if is_secret(text, (name,)) else mask_tokens(text)


def mask_tokens(text: str) -> str:
    """A text with the tokens in its beginning masked, however it is named; itself where there are none."""
    head = text[:LOOKED_AT]
    shown = _TOKEN.sub(DOTS, head)
    return text if shown == head else shown + text[LOOKED_AT:]


def brief_value(value: JsonValue, name: str, secrets: Collection[tuple[int, int] | None], longest: int) -> str:
    """A value on one line, escaped, its secrets masked; of a text its first line and how many there are.

    Args:
        value: as it will be sent.
        name: its own.
        secrets: where some were found in it, as ``secret_spans`` has it.
        longest: characters.
    """
    if isinstance(value, str):
        return _first_line(value, name, secrets, longest) if value else tr("(empty)")
    if isinstance(value, list) and value:
        return tr_n("list of {n} item", "list of {n} items", len(value))
    if isinstance(value, dict) and value:
        return tr_n("object of {n} member", "object of {n} members", len(value))
    return one_line(lexeme(value), longest)


def brief_parts(value: JsonValue, longest: int) -> str:
    """What stands in a list or an object on one line, ``name: Ana, age: 7``, escaped, masked as by names.

    Args:
        value: as it will be sent; deep or large ones are cut.
        longest: characters.
    """
    parts, room = _parts(value, "", _PARTS, _DEPTH)
    return one_line(parts if room >= 0 else f"{parts} …", longest)


def _parts(value: JsonValue, name: str, room: int, depth: int) -> tuple[str, int]:
    """The words, and how many values more may stand there; below 0 where some were left out."""
    if isinstance(value, (dict, list)) and value:
        if depth == 0:
            return brief_value(value, name, (), 0), room - 1
        said: list[str] = []
        joint = ", " if isinstance(value, dict) else "; "
        for key, child in value.items() if isinstance(value, dict) else ((name, child) for child in value):
            if room <= 0:
                return joint.join(said), -1
            words, room = _parts(child, key, room, depth - 1)
            said.append(f"{key}: {words}" if isinstance(value, dict) else words)
        return joint.join(said), room
    text = value if isinstance(value, str) else lexeme(value)
    return mask_value(text[:LOOKED_AT], name) if text else tr("(empty)"), room - 1


_PARTS: Final = 12
"""Values that are named of a list or an object."""
_DEPTH: Final = 3


def _first_line(value: str, name: str, secrets: Collection[tuple[int, int] | None], longest: int) -> str:
    lines = value.count("\n") + (not value.endswith("\n"))  # as ``measure`` has it, without a look at every blank
    line = value[: value.index("\n")] if "\n" in value else value  # the rest, which may be megabytes, is not copied
    shown = mask_spans(line, secrets) if secrets else line
    is_one = line is value  # of lines no name says that they are a secret
    shown = mask_value(shown, name) if is_one else mask_tokens(shown)
    first = one_line(shown, longest)
    return tr_n("{first} ({n} line)", "{first} ({n} lines)", lines, first=first) if lines > 1 else first


def mask_json(text: str) -> str:
    """JSON, or the beginning of some, with the values masked whose names say that they are secrets."""
    name = ""

    def masked(found: re.Match[str]) -> str:
        nonlocal name
        said, end, colon = found.group(1), found.group(2), found.group(3) or ""
        if colon:
            name = said
            return found.group()
        return f'"{mask_value(said, name)}{end}'

    return _STRING.sub(masked, text)


def secret_spans(findings: Iterable[Finding]) -> dict[tuple[str | int, ...], list[tuple[int, int] | None]]:
    """Where secrets were found: the characters, or None for all of an input, by the steps to it."""
    found: dict[tuple[str | int, ...], list[tuple[int, int] | None]] = {}
    for finding in findings:
        if finding.kind == "secret" and finding.where:
            found.setdefault(finding.where, []).append(finding.span)
    return found


def mask_spans(text: str, spans: Iterable[tuple[int, int] | None]) -> str:
    """The same number of characters, with a dot for each that is seen in ``spans``."""
    for span in spans:
        start, end = (0, len(text)) if span is None else (max(0, span[0]), max(0, span[0], span[1]))
        text = text[:start] + _SEEN.sub(DOTS[0], text[start:end]) + text[end:]
    return text
