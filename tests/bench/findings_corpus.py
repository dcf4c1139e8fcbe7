"""Labelled calls: reading and checking them.

Owns: the form of a line. What stays true: a line that is not of the form is an error that names file, line and what to
do; labels are kinds that Assent knows, and never one that only counts calls.

A line is a JSON object: ``kinds``, what a careful person must be told of, empty for a harmless call; ``call``, as
``host.inspect.described`` reads it. It may have an ``id``, once in a corpus; a ``domain``, such as one of ``DOMAINS``;
and ``why``, one sentence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import jsonschema

from host.canonical import Lexeme
from host.inspect.kinds import KINDS
from host.model import JsonObject, JsonValue

HERE: Final = Path(__file__).parents[1] / "assets" / "findings"
DOMAINS: Final = ("files", "mail", "git", "sql", "browser", "cloud", "chat", "payments")
UNCOUNTED: Final = frozenset({"first-use", "large", "burst"})
"""They tell how calls come, and are no answer to a label."""
UNLABELLED: Final = UNCOUNTED | {"not-validated", "not-inspected", "output-schema"}
"""They come of what happens to a call, and are not in a description of one."""


class CorpusError(ValueError):
    """A corpus cannot be used as it is. The message says where, and what to do."""


@dataclass(frozen=True)
class Labelled:
    """One call. Attributes: as the line has them; kinds is empty for a harmless call."""

    id: str
    domain: str
    kinds: tuple[str, ...]
    why: str
    call: JsonObject

    @property
    def hostile(self) -> bool:
        """Whether a careful person must be told of something."""
        return bool(self.kinds)


def read(places: Iterable[Path]) -> tuple[Labelled, ...]:
    """Every line of these files, and of the ``*.jsonl`` files of these directories, in order.

    Raises:
        CorpusError: no line, a line that is not of the form, an id that is used twice.
    """
    found: dict[str, Labelled] = {}
    for file in _files(places):
        for where, line in _lines(file):
            labelled = _labelled(line, where)
            if labelled.id in found:
                raise CorpusError(f"{where}: the id {labelled.id!r} is used twice. Give each call its own.")
            found[labelled.id] = labelled
    if not found:
        raise CorpusError("There are no labelled calls. Name a directory with *.jsonl files, or such a file.")
    return tuple(found.values())


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        if place.is_dir():
            yield from sorted(place.glob("*.jsonl"))
        else:
            yield place


def _lines(file: Path) -> Iterator[tuple[str, JsonValue]]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{file} cannot be read: {error}. Name a file of UTF-8 text.") from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            where = f"{file.name}:{number}"
            try:
                yield where, json.loads(line, parse_float=_float)
            except ValueError as error:
                raise CorpusError(f"{where}: no JSON ({error}). Write one JSON object a line.") from error


def _float(digits: str) -> float:
    """As calls are read: with the digits that were written, where a double does not keep them."""
    return value if repr(value := float(digits)) == digits else Lexeme(digits)


def _labelled(line: JsonValue, where: str) -> Labelled:
    if not isinstance(line, dict):
        raise CorpusError(f"{where}: no object. Write one JSON object a line.")
    call, kinds = line.get("call"), line.get("kinds")
    if not isinstance(call, dict):
        raise CorpusError(f"{where}: 'call' is no object. Describe the call there.")
    if not isinstance(kinds, list):
        raise CorpusError(f"{where}: 'kinds' is no list. Name kinds, or none for a harmless call.")
    labels = tuple(_known(kind, where) for kind in kinds)
    identifier, domain, why = (_text(line.get(name, "-"), name, where) for name in ("id", "domain", "why"))
    return Labelled(where if identifier == "-" else identifier, domain, labels, why, call)


def _text(value: JsonValue, name: str, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise CorpusError(f"{where}: {name!r} is no text. Write one.")
    return value


def _known(kind: JsonValue, where: str) -> str:
    if not isinstance(kind, str) or kind not in KINDS:
        raise CorpusError(f"{where}: {kind!r} is no kind of finding. Known are {', '.join(KINDS)}.")
    if kind in UNLABELLED:
        raise CorpusError(f"{where}: {kind!r} tells how a call comes; it is no label.")
    return kind


def invalid(corpus: Sequence[Labelled]) -> dict[str, str]:
    """Why arguments break the schema that stands beside them, by id; calls that are about that may."""
    return {labelled.id: why for labelled in corpus if (why := _invalid(labelled))}


def _invalid(labelled: Labelled) -> str:
    definition = labelled.call.get("definition")
    schema = definition.get("inputSchema") if isinstance(definition, dict) else None
    if not isinstance(schema, dict) or "unknown-parameter" in labelled.kinds:
        return ""
    error = jsonschema.exceptions.best_match(
        jsonschema.Draft202012Validator(schema).iter_errors(labelled.call.get("arguments"))
    )
    return "" if error is None else str(error.message)
