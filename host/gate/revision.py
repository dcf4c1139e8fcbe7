"""Calls whose inputs a person changed (pure).

Owns: the revision that comes of an edit, what differs between it and what the app proposed, and what the model hears
of that. What stays true: a revision is the same call with other arguments and the digest that goes with them; all else
that is sent stays byte for byte; what differs is told by the canonical bytes, so that ``1.0`` and ``1`` differ; the
note is bounded, and stands in a text block of its own, never in what the server said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from host.canonical import MAX_DEPTH, canonical, compact, join_members, json_path, parse_document
from host.errors import AssentError, MalformedJson
from host.gate.answers import Reply
from host.model import Call, JsonObject, JsonValue, sha256_hex
from host.text import one_line
from host.words import say, small

DEEPEST: Final = MAX_DEPTH - 2
"""Levels of the inputs: they stand within a message and its params."""
LISTED: Final = 20
"""Changes that the model is told one by one."""
COUNTED: Final = 1_000
"""Changes that are counted."""
VALUE: Final = 200
"""Characters of one value, or of a name, that it is told."""
SAME: Final = say("nothing is changed")
NO_OBJECT: Final = say("the inputs are no JSON object")

_SENT: Final = "Note from Assent: the person changed the inputs before approving."
_UNSENT: Final = "Note from Assent: the person had changed the inputs of this call."
_MARK: Final = re.compile(rb'["\[\]{}]')
_DEEPER: Final = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
_CONTENT: Final = re.compile(rb'"content"\s*:\s*\[')
_IN_TEXT: Final = re.compile(rb'(?:[^"\\]{1,4096}+|\\.){0,1024}+', re.DOTALL)
_AT_ONCE: Final = 1 << 20
"""Bytes that one search goes through: other threads wait while it runs."""
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_INDEX: Final = re.compile(r"\[([0-9]{1,9})\]")
_QUOTED: Final = re.compile(r'\["((?:[^"\\]|\\.)*)"\]')


class Unchanged(AssentError):
    """An edit that changes nothing."""

    def __init__(self) -> None:
        """The sentence is always the same."""
        super().__init__(SAME)


class Change(NamedTuple):
    """One value that differs. Attributes: steps: to it. before, after: canonical bytes, None where it is not there."""

    steps: tuple[str | int, ...]
    before: bytes | None
    after: bytes | None


def revise(call: Call, arguments: bytes, longest: int) -> Call:
    """``call`` with other ``arguments``, JSON text; ``longest``: bytes that its params may have.

    Raises:
        Unchanged: they are what the call has. AssentError: they are no JSON object, or too large; the sentence is ours.
    """
    if len(arguments) > 2 * longest:
        raise _too_large(longest)
    try:
        document = parse_document(arguments, max_depth=DEEPEST)
    except MalformedJson as error:
        why = small(str(error).rstrip("."))
        raise AssentError(say("the inputs are no JSON object: {why}", why=why)) from error
    if not isinstance(document.value, dict):
        raise AssentError(NO_OBJECT)
    written = canonical(document.value, plain=document.plain)
    if written == call.arguments:
        raise Unchanged
    params = _with_arguments(call.params, written)
    if len(params) > longest:
        raise _too_large(longest)
    return replace(call, params=params, arguments=written, arguments_value=document.value, digest=sha256_hex(params))


def changes(before: JsonObject, after: JsonObject) -> Iterator[Change]:
    """Every value that differs, in the order in which they stand; lists of unlike length count as one value each."""
    stack: list[tuple[tuple[str | int, ...], JsonValue, JsonValue]] = [((), before, after)]
    while stack:
        steps, old, new = stack.pop()
        if isinstance(old, dict) and isinstance(new, dict):
            yield from (Change((*steps, key), canonical(old[key]), None) for key in old if key not in new)
            yield from (Change((*steps, key), None, canonical(new[key])) for key in new if key not in old)
            stack.extend(((*steps, key), old[key], new[key]) for key in reversed(old) if key in new)
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            stack.extend(((*steps, at), old[at], new[at]) for at in reversed(range(len(old))))
        elif not _same_plain(old, new) and (was := canonical(old)) != (now := canonical(new)):
            yield Change(steps, was, now)


def _same_plain(old: JsonValue, new: JsonValue) -> bool:
    """Whether two values that have one spelling are the same; of numbers with a point it cannot be told so."""
    return type(old) is type(new) and (old is None or isinstance(old, str | int)) and old == new


def note(proposed: Call, revised: Call, *, sent: bool) -> str:
    """What the model hears of an edit, escaped and bounded. ``sent``: whether the revision went to the server."""
    every = changes(proposed.arguments_value, revised.arguments_value)
    told = [_told(change) for change in islice(every, LISTED)]
    more = sum(1 for _ in islice(every, COUNTED + 1))
    if more:
        told.append(f"and {'more than ' if more > COUNTED else ''}{min(more, COUNTED):,} more")
    return f"{_SENT if sent else _UNSENT} {'; '.join(told)}"


def with_note(reply: Reply, proposed: Call | None, revised: Call, *, sent: bool) -> Reply:
    """``reply`` with the note, where a person changed what the app ``proposed`` and a reply can carry one."""
    if proposed is None or proposed.digest == revised.digest:
        return reply
    if reply.error is not None:
        message = reply.error.get("message")
        said = f"{message} " if isinstance(message, str) and message else ""
        return replace(reply, error=reply.error | {"message": said + note(proposed, revised, sent=sent)})
    end = end_of_content(reply.result) if reply.result is not None else 0
    if reply.result is None or not end:
        return reply  # an interim result; what it leads to is a call of its own
    block = compact({"type": "text", "text": note(proposed, revised, sent=sent)})
    before = reply.result[:end]
    comma = b"" if before.rstrip().endswith(b"[") else b","
    return replace(reply, result=before + comma + block + reply.result[end:])


def end_of_content(result: bytes) -> int:
    """Where the bracket stands that closes the list ``content`` of an object; 0 where it has none.

    ``result``: JSON as Assent serialises it: valid, names without escapes that they do not need. It is not parsed: it
    may have tens of megabytes.
    """
    depth = at = begun = 0
    while at < len(result):
        mark = _MARK.search(result, at, at + _AT_ONCE)
        if mark is None:
            at += _AT_ONCE
            continue
        start, at = mark.span()
        depth += _DEEPER.get(mark.group(), 0)
        if mark.group() == b'"':
            begun = (depth == 1 and _CONTENT.match(result, start) is not None) or (begun and depth > 1)
            at = _end_of_text(result, at)
        elif begun and depth == 1 and mark.group() == b"]":
            return start
    return 0


def _end_of_text(result: bytes, at: int) -> int:
    """Behind the quotation mark that ends the text in which ``at`` stands."""
    while (span := _IN_TEXT.match(result, at)) is not None and span.end() > at:
        at = span.end()
    return at + 1


def steps_of(path: str, value: JsonValue) -> tuple[str | int, ...]:
    """The steps that ``path`` spells (``$.files[0]["odd key"]``), as far as they lead somewhere in ``value``.

    A report escapes and cuts its paths: what cannot be followed is left out, so that the steps lead above it.
    """
    steps: list[str | int] = []
    rest = path.removeprefix("$")
    while rest:
        step, rest = _next_step(rest)
        match value, step:
            case dict(), str() if step in value:
                value = value[step]
            case list(), int() if step < len(value):
                value = value[step]
            case _:
                break
        steps.append(step)
    return tuple(steps)


def _next_step(rest: str) -> tuple[str | int | None, str]:
    """The first step of ``rest`` and what follows; None where there is none to be read."""
    if rest[0] == "." and (name := _NAME.match(rest, 1)) and rest[name.end() : name.end() + 1] in ("", ".", "["):
        return name.group(), rest[name.end() :]
    if index := _INDEX.match(rest):
        return int(index.group(1)), rest[index.end() :]
    if quoted := _QUOTED.match(rest):
        try:
            return json.loads(f'"{quoted.group(1)}"'), rest[quoted.end() :]
        except ValueError:  # an escape of ours stands in it
            return None, ""
    return None, ""


def _with_arguments(params: bytes, arguments: bytes) -> bytes:
    document = parse_document(params)
    assert isinstance(document.value, dict)  # frozen at arrival
    members = {key: canonical(value, plain=document.plain) for key, value in document.value.items()}
    return join_members(members | {"arguments": arguments})


def _too_large(longest: int) -> AssentError:
    return AssentError(say("the inputs are larger than the {n} bytes that a message to a server may have", n=longest))


def _told(change: Change) -> str:
    name = one_line(json_path(change.steps).removeprefix("$").removeprefix("."), VALUE)
    if change.before is None:
        return f"{name}: added {_value(change.after)}"
    if change.after is None:
        return f"{name}: removed, was {_value(change.before)}"
    return f"{name}: {_value(change.before)} -> {_value(change.after)}"


def _value(written: bytes | None) -> str:
    """A value as JSON, its beginning where it is long."""
    return one_line((written or b"").decode(), VALUE)
