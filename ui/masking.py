"""Masks secrets where inputs are shown on one line, as a summary or as evidence (no Qt).

Invariants: only summaries are masked: nobody approves such a line, and the question shows everything in full; an
invisible character is never masked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from host import regex
from host.control.codec import lexeme
from host.model import Finding, JsonValue
from host.text import one_line
from ui.inputs.kinds.secret import is_secret
from ui.tr import tr, tr_n

DOTS: Final = "••••••••"
MAX_SEARCHED: Final = 4_096  # characters of a text that are searched for tokens; no line shows more
_TOKEN: Final = regex.pattern(
    r"(?:sk-|[sr]k_(?:live|test)_|whsec_|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|A[KS]IA|AIza|npm_|pypi-|hf_|eyJ)"
    r"[A-Za-z0-9_.\-]{16,1024}"
)
"""Tokens of well-known makers, by how they begin."""
_STRING: Final = regex.pattern(r'"((?:[^"\\]|\\.)*+)("?)(\s*+:)?', re.DOTALL)
"""A JSON string, closed or cut off, with the colon if it is a name. It never backtracks."""
_VISIBLE: Final = regex.pattern(r"[!-~]")


def mask_value(text: str, name: str) -> str:
    """Mask a value if it or its name says that it is a secret."""
    return DOTS if is_secret(text, (name,)) else mask_tokens(text)


def mask_tokens(text: str) -> str:
    """Mask the tokens in the first ``MAX_SEARCHED`` characters of a text."""
    head = text[:MAX_SEARCHED]
    masked = _TOKEN.sub(DOTS, head)
    return text if masked == head else masked + text[MAX_SEARCHED:]


def brief_value(value: JsonValue, name: str, secrets: Collection[tuple[int, int] | None], limit: int) -> str:
    """A value on one line, escaped, with secrets masked; of a text the first line and the number of lines."""
    if isinstance(value, str):
        return _first_line(value, name, secrets, limit) if value else tr("(empty)")
    if isinstance(value, list) and value:
        return tr_n("list of {n} item", "list of {n} items", len(value))
    if isinstance(value, dict) and value:
        return tr_n("object of {n} member", "object of {n} members", len(value))
    return one_line(lexeme(value), limit)


def brief_parts(value: JsonValue, limit: int) -> str:
    """What a list or an object holds on one line, ``name: Ana, age: 7``: escaped, cut, with secrets masked by name."""
    parts, room = _describe_parts(value, "", _MAX_PARTS, _MAX_DEPTH)
    return one_line(parts if room >= 0 else f"{parts} …", limit)


def _describe_parts(value: JsonValue, name: str, room: int, depth: int) -> tuple[str, int]:
    """Return the words, and how many more values may be named; below 0 if some were left out."""
    if isinstance(value, (dict, list)) and value:
        if depth == 0:
            return brief_value(value, name, (), 0), room - 1
        parts: list[str] = []
        joint = ", " if isinstance(value, dict) else "; "
        for key, child in value.items() if isinstance(value, dict) else ((name, child) for child in value):
            if room <= 0:
                return joint.join(parts), -1
            words, room = _describe_parts(child, key, room, depth - 1)
            parts.append(f"{key}: {words}" if isinstance(value, dict) else words)
        return joint.join(parts), room
    text = value if isinstance(value, str) else lexeme(value)
    return mask_value(text[:MAX_SEARCHED], name) if text else tr("(empty)"), room - 1


_MAX_PARTS: Final = 12  # values of a list or an object that are shown
_MAX_DEPTH: Final = 3


def _first_line(value: str, name: str, secrets: Collection[tuple[int, int] | None], limit: int) -> str:
    shown, lines = first_line(value, name, secrets)
    first = one_line(shown, limit)
    return tr_n("{first} ({n} line)", "{first} ({n} lines)", lines, first=first) if lines > 1 else first


def first_line(value: str, name: str, secrets: Collection[tuple[int, int] | None]) -> tuple[str, int]:
    """The first line of a text, with secrets masked and otherwise raw; and how many lines the text has."""
    lines = value.count("\n") + (not value.endswith("\n"))  # the count of ``measure``, without its other work
    line = value[: value.index("\n")] if "\n" in value else value  # the rest, which may be megabytes, is not copied
    shown = mask_spans(line, secrets) if secrets else line
    is_one_line = line is value  # the name says nothing about the single lines of a text
    return mask_value(shown, name) if is_one_line else mask_tokens(shown), lines


def mask_json(text: str) -> str:
    """Mask the values of JSON, or of the beginning of some, whose names say that they are secrets."""
    name = ""

    def mask(match: re.Match[str]) -> str:
        nonlocal name
        content, end, colon = match.group(1), match.group(2), match.group(3) or ""
        if colon:
            name = content
            return match.group()
        return f'"{mask_value(content, name)}{end}'

    return _STRING.sub(mask, text)


def secret_spans(findings: Iterable[Finding]) -> dict[tuple[str | int, ...], list[tuple[int, int] | None]]:
    """Where secrets were found: the span of characters, or None for a whole input, by the path to the input."""
    spans_by_path: dict[tuple[str | int, ...], list[tuple[int, int] | None]] = {}
    for finding in findings:
        if finding.kind == "secret" and finding.where:
            spans_by_path.setdefault(finding.where, []).append(finding.span)
    return spans_by_path


def mask_spans(text: str, spans: Iterable[tuple[int, int] | None]) -> str:
    """Replace each visible character within ``spans`` by a dot; the length stays the same."""
    for span in spans:
        start, end = (0, len(text)) if span is None else (max(0, span[0]), max(0, span[0], span[1]))
        text = text[:start] + _VISIBLE.sub(DOTS[0], text[start:end]) + text[end:]
    return text
