"""The usual parts of a rule in its text (pure).

Owns: finding and replacing effect, server, tool and app in the JSON that a person writes.

Invariants: everything else of the text stays as it is, to the character; a text with comments or mistakes is left
alone; no part of it is ever translated.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ui.rules.words import escape_invisible

Name: TypeAlias = Literal["effect", "server", "tool", "app"]
Span: TypeAlias = "tuple[int, int]"

EFFECTS: Final = ("allow", "ask", "deny")
USUAL: Final = "files"
"""Server of a new rule where none is configured."""
_BLANK: Final = " \t\n\r"
_DECODER: Final = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class RuleParts:
    """The usual parts of a rule.

    Attributes:
        effect: allow, ask or deny.
        server, tool, app: patterns, ``*`` for any.
    """

    effect: str
    server: str
    tool: str
    app: str


def new_rule_text(server: str = "") -> str:
    """The text of a new rule: a narrow one that tightens."""
    rule = {"effect": "ask", "match": {"server": server or USUAL, "tool": "write_*"}}
    return escape_invisible(json.dumps(rule, indent=2, ensure_ascii=False))


def read_parts(text: str) -> RuleParts | None:
    """The usual parts of a rule; None where the text is no such rule, or has comments."""
    try:
        top = _whole(text)
        inside = _inside(text, top)
        effect = _string(text, top.get("effect"))
        server, tool, app = (_string(text, inside.get(name)) or "*" for name in ("server", "tool", "app"))
    except (ValueError, RecursionError):
        return None
    return RuleParts(effect, server, tool, app) if effect in EFFECTS else None


def replace_part(text: str, name: Name, value: str) -> str:
    """A text with one part changed.

    Args:
        text: one that ``read_parts`` reads.
        name: of the part.
        value: its new value; empty for any.
    """
    top = _whole(text)
    shown = escape_invisible(json.dumps(value or "*", ensure_ascii=False))
    if name == "effect":
        return _put(text, top["effect"], shown)
    if "match" not in top:
        return _insert(text, _skip(text, 0), f'"match": {{"{name}": {shown}}}', 1, empty=not top)
    inside = _inside(text, top)
    if name in inside:
        return _put(text, inside[name], shown)
    if value in ("", "*"):
        return text
    return _insert(text, top["match"][0], f'"{name}": {shown}', 2, empty=not inside)


def _put(text: str, span: Span, value: str) -> str:
    return f"{text[: span[0]]}{value}{text[span[1] :]}"


def _insert(text: str, at: int, member: str, depth: int, *, empty: bool) -> str:
    """Insert a member as the first of the object that opens at ``at``."""
    end = f"\n{'  ' * (depth - 1)}" if empty else ","
    return f"{text[: at + 1]}\n{'  ' * depth}{member}{end}{text[at + 1 :]}"


def _whole(text: str) -> dict[str, Span]:
    """The members of the one object that the text is.

    Raises:
        ValueError: it is anything else.
    """
    members, end = _members(text, _skip(text, 0))
    if _skip(text, end) != len(text):
        raise ValueError("more than one value")
    return members


def _inside(text: str, top: dict[str, Span]) -> dict[str, Span]:
    return _members(text, top["match"][0])[0] if "match" in top else {}


def _string(text: str, span: Span | None) -> str:
    value = json.loads(text[span[0] : span[1]]) if span is not None else ""
    if not isinstance(value, str):
        raise ValueError("no text")
    return value


def _members(text: str, at: int) -> tuple[dict[str, Span], int]:
    """Where each value of the object at ``at`` stands, and where the object ends.

    Raises:
        ValueError: no object stands there, or it is not well-formed.
    """
    found: dict[str, Span] = {}
    at = _skip(text, _expect(text, at, "{"))
    if text[at : at + 1] == "}":
        return found, at + 1
    while True:
        key, after = _DECODER.raw_decode(text, at)
        start = _skip(text, _expect(text, _skip(text, after), ":"))
        _, end = _DECODER.raw_decode(text, start)
        if not isinstance(key, str) or key in found:
            raise ValueError("no name, or one twice")
        found[key] = (start, end)
        at = _skip(text, end)
        if text[at : at + 1] == "}":
            return found, at + 1
        at = _skip(text, _expect(text, at, ","))


def _expect(text: str, at: int, mark: str) -> int:
    if text[at : at + 1] != mark:
        raise ValueError(f"no {mark}")
    return at + 1


def _skip(text: str, at: int) -> int:
    while text[at : at + 1] in _BLANK and at < len(text):
        at += 1
    return at
