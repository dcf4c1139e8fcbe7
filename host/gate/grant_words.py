"""What a grant for a pattern covers, in words (pure).

Owns: those lines, which the window shows before the yes, and the records and the list of grants afterwards. What stays
true: they say no less than what is covered: each place, receiver, right, program and number that stays as it is, each
text that may differ, and that all else stays as it is. They hold strangers' text, bounded; whoever shows it escapes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from host.canonical import canonical, json_path
from host.gate.varying import AtOrigin, Each, InFolder, Items, Members, Part, Same, Scalar, Steps, Text
from host.inspect.tools import Verb
from host.words import Words, listed, say, say_n

_QUOTED: Final = 160
"""Characters of a value that its words repeat; of longer ones they give the length, and the call shows them."""
_LISTED: Final = 8
"""Values of a list that its words repeat."""
_USUAL_PORTS: Final = {"http": 80, "https": 443}


def lines(part: Part, verb: Verb) -> Iterator[str]:
    """What it covers, a line for each input that differs or leads somewhere. Hold strangers' text."""
    yield from _lines(part, (), verb)
    if any(isinstance(it, Members) and it.choices for it in _objects(part)):
        yield say("how it reads may differ: limits, order, formats and the like")
    yield say("everything else exactly as above")


def _lines(part: Part, steps: Steps, verb: Verb) -> Iterator[str]:
    match part:
        case Members(parts):
            for name, inner in parts:
                yield from _lines(inner, (*steps, name), verb)
        case Items(parts):
            for place, inner in enumerate(parts):
                yield from _lines(inner, (*steps, place), verb)
        case Same(_, ""):
            return
        case _:
            where = json_path(steps).removeprefix("$").removeprefix(".")
            yield say("{place}: {meaning}", place=where, meaning=_meaning(part, verb))


def _objects(part: Part) -> Iterator[Part]:
    yield part
    match part:
        case Members(parts):
            for _, inner in parts:
                yield from _objects(inner)
        case Items(parts):
            for inner in parts:
                yield from _objects(inner)


def _meaning(part: Part, verb: Verb) -> Words:
    parts = part.parts if isinstance(part, Each) else (part,)
    first, count = parts[0], len(parts)
    if isinstance(first, Text):
        most = max(it.most for it in parts if isinstance(it, Text))
        if isinstance(part, Each):
            return say("up to {n} texts, each up to {most} characters, may differ", n=part.most, most=most)
        return say("the text may differ, up to {n} characters", n=most)
    if isinstance(first, Scalar):
        return say("the value may differ")
    if count > _LISTED:
        return say("none but the {n} values above", n=count)
    return _where(listed([_named(it) for it in parts], either=True), first, verb)


def _where(named: Words, first: Part, verb: Verb) -> Words:
    """What is read, written, sent or paid at these values and nowhere else."""
    role = first.role if isinstance(first, Same) else ""
    if not isinstance(first, Same) or (role == "place" and verb == "reads"):
        if verb == "reads":
            return say("reads in {place}, not elsewhere", place=named)
        if verb == "writes":
            return say("writes in {place}, not elsewhere", place=named)
        return say("in {place}, not elsewhere", place=named)
    if role != "destination":
        return say("exactly {value}", value=named)
    match verb:
        case "reads":
            return say("reads from {place} only", place=named)
        case "sends":
            return say("sends to {place} only", place=named)
        case "pays":
            return say("pays to {place} only", place=named)
    return say("goes to {place} only", place=named)


def _named(part: Part) -> Words:
    """A value for a sentence; what could be taken for more than one word is in quotation marks."""
    match part:
        case InFolder(folder):
            return _one_word(folder)
        case AtOrigin(scheme, host, port):
            name = f"[{host}]" if ":" in host else host
            beside = "" if port == _USUAL_PORTS[scheme] else f":{port}"
            return f"{scheme}://{name}{beside}"
    assert isinstance(part, Same), "no other part has one"
    text = part.raw.decode()
    if len(text) > _QUOTED:
        return say_n("what is above ({n} character)", "what is above ({n} characters)", len(text))
    value = json.loads(text)
    return _one_word(value) if isinstance(value, str) and "@" in value else text


def _one_word(text: str) -> str:
    """``text``, as JSON where more than letters, digits and the marks of names and paths stand in it."""
    return text if all(char.isalnum() or char in "/._-~@+" for char in text) else canonical(text).decode()
