"""What a JSON Schema says of a value; and the process in which schemas from strangers may say it.

Owns: the dialects, the one call into jsonschema, the wording of violations. ``host.schema`` uses these in its own
process for schemas that are provably cheap. For all others it runs this file as a program that it can kill, because a
pattern holds Python's lock for as long as it runs.

The program speaks frames: four bytes of length, big-endian, then JSON. It sends one empty frame when it is warm; then,
for each pair of frames (schema with its dialect; value), one answer: ``{"violations": [[path, expected, got], …],
"more": bool}`` or ``{"fault": code}``.

Invariants: nothing is fetched, since the registry is empty. Nothing of ``host`` is imported, so that the program starts
fast and runs from any directory. What it says is bounded, and is untrusted text to whoever reads it.
"""

from __future__ import annotations

import contextlib
import functools
import json
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, Final, TypeAlias

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

    from host.model import JsonObject, JsonValue

RawViolation: TypeAlias = "tuple[list[str | int], str, str]"
"""Path, expected, got: untrusted throughout."""

DEFAULT_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""For schemas without ``$schema`` (MCP 2025-11-25, JSON Schema usage)."""

DIALECTS: Final = (
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft/2019-09/schema",
    DEFAULT_DIALECT,
)
"""What ``$schema`` may name, less an empty fragment."""

MAX_VIOLATIONS: Final = 20
"""Violations that are listed: enough to correct a call, few enough to read."""

HEADER: Final = struct.Struct(">I")
"""Length of the frame that follows, in bytes."""

_GOT: Final = 60
_EXPECTED: Final = 200
_KEY: Final = 100
_STEPS: Final = 32
"""Characters shown of a string that was found, of a schema's demand and of a key; steps shown of a path."""

_MEMORY: Final = 1 << 30
"""Address space in bytes: a value of 32 MiB parsed, some times over."""
_CPU_SECONDS: Final = 3
"""CPU time of one job. The parent's own limit is far tighter; this one holds when the parent is gone."""
_REMEMBERED: Final = 64
"""Compiled schemas kept, the latest used."""

_WORDING: Final = {
    "const": "exactly {}",
    "enum": "one of {}",
    "exclusiveMaximum": "less than {}",
    "exclusiveMinimum": "more than {}",
    "maxItems": "at most {} items",
    "maxLength": "at most {} characters",
    "maxProperties": "at most {} members",
    "maximum": "at most {}",
    "minItems": "at least {} items",
    "minLength": "at least {} characters",
    "minProperties": "at least {} members",
    "minimum": "at least {}",
    "multipleOf": "a multiple of {}",
    "pattern": "a match for the pattern {}",
    "uniqueItems": "items that all differ",
}


@functools.cache
def validators() -> Mapping[str, type[Validator]]:
    """What judges by each of ``DIALECTS``. With the first call jsonschema is loaded, for which no start waits."""
    from jsonschema import Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator

    made = (Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator)
    return dict(zip(DIALECTS, made, strict=True))


def validator_for(dialect: str, schema: JsonObject) -> Validator:
    """A validator that fetches nothing. ``dialect``: one of ``DIALECTS``."""
    from referencing import Registry

    return validators()[dialect](schema, registry=Registry())


def violations(validator: Validator, instance: JsonValue) -> tuple[list[RawViolation], bool]:
    """The first ``MAX_VIOLATIONS``, and whether there are more. Raises what jsonschema raises."""
    found: list[RawViolation] = []
    for violation in _each(validator, instance):
        if violation in found:
            continue
        if len(found) == MAX_VIOLATIONS:
            return found, True
        found.append(violation)
    return found, False


def answer(schema_frame: bytes, instance_frame: bytes) -> bytes:
    """The answer to one job. Raises nothing: what cannot be judged is a fault, never a pass."""
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    try:
        found, more = violations(_compiled(schema_frame), json.loads(instance_frame))
        return json.dumps({"violations": found, "more": more}).encode()
    except SchemaError:
        fault = "schema"
    except Unresolvable:
        fault = "reference"
    except RecursionError:
        fault = "recursion"
    except Exception:  # noqa: BLE001  # fail closed: whatever else a hostile schema makes jsonschema throw
        fault = "other"
    return json.dumps({"fault": fault}).encode()


def main() -> None:
    """Serve until the input ends."""
    for dialect in DIALECTS:
        answer(json.dumps({"dialect": dialect, "schema": {"pattern": "a"}}).encode(), b'"a"')
    serve(answer)


def serve(answers: Callable[[bytes, bytes], bytes], *, cpu_seconds: int = _CPU_SECONDS) -> None:
    """Say that this process is warm, then answer pairs of frames until the input ends. Each has bounded time."""
    _set_limit("RLIMIT_AS", _MEMORY)
    _set_limit("RLIMIT_CORE", 0)
    send(sys.stdout.buffer, b"")
    while (first := receive(sys.stdin.buffer)) is not None and (second := receive(sys.stdin.buffer)) is not None:
        _limit_job(cpu_seconds)
        send(sys.stdout.buffer, answers(first, second))


@functools.lru_cache(maxsize=_REMEMBERED)
def _compiled(frame: bytes) -> Validator:
    """The validator of a schema that is itself valid; ``SchemaError`` else."""
    job = json.loads(frame)
    validators()[job["dialect"]].check_schema(job["schema"])
    return validator_for(job["dialect"], job["schema"])


def _each(validator: Validator, instance: JsonValue) -> Iterator[RawViolation]:
    """All violations, as jsonschema finds them; the same one may come twice."""
    for error in validator.iter_errors(instance):
        path = list(error.absolute_path)
        for step, expected, got in _describe(error):
            steps: list[str | int] = [_cut(part, _KEY) if isinstance(part, str) else part for part in [*path, *step]]
            yield (steps if len(steps) <= _STEPS else [*steps[:_STEPS], "…"]), expected, got


def _describe(error: ValidationError) -> Iterator[tuple[list[str], str, str]]:
    """What one error says: steps below its path, expected, got. Names are listed one by one where members are meant."""
    wanted, found, schema = error.validator_value, error.instance, error.schema
    if error.validator == "required" and isinstance(found, dict) and isinstance(wanted, list):
        missing = (name for name in wanted if name not in found)
        yield from (([name], "a value (required)", "nothing") for name in islice(missing, MAX_VIOLATIONS + 1))
    elif _forbids_by_name(error) and isinstance(found, dict) and isinstance(schema, dict):
        extras = (name for name in found if name not in schema.get("properties", {}))
        yield from (([name], "no such member", _got(found[name])) for name in islice(extras, MAX_VIOLATIONS + 1))
    else:
        yield [], _expected(str(error.validator), wanted), _got(found)


def _forbids_by_name(error: ValidationError) -> bool:
    """Whether the error is about members whose names do not stand under ``properties``."""
    schema = error.schema
    return error.validator == "additionalProperties" and isinstance(schema, dict) and "patternProperties" not in schema


def _expected(keyword: str, wanted: object) -> str:
    """One keyword of a schema in words."""
    if keyword == "type":
        names = wanted if isinstance(wanted, list) else [wanted]
        return _cut(" or ".join(map(str, names)), _EXPECTED)
    if keyword == "None":  # the schema `false`; jsonschema names the path of what holds the value
        return "what the schema does not rule out"
    shown = _cut(json.dumps(wanted, ensure_ascii=False), _EXPECTED)
    wording = _WORDING.get(keyword)
    return wording.format(shown) if wording else f"what {keyword} asks: {shown}"


def _got(found: object) -> str:
    """An excerpt of a value: enough to recognise it, too little to leak it."""
    if isinstance(found, dict):
        return f"an object of {len(found):,} members"
    if isinstance(found, list):
        return f"an array of {len(found):,} items"
    if isinstance(found, str) and len(found) > _GOT:
        return f"{len(found):,} characters beginning {json.dumps(found[:_GOT], ensure_ascii=False)}"
    return _cut(json.dumps(found, ensure_ascii=False), _GOT)


def _cut(text: str, limit: int) -> str:
    """The beginning of ``text``, with a count of what was left out."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text) - limit:,} more characters)"


def receive(stream: BinaryIO) -> bytes | None:
    """One frame, or None at the end of the input."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (length,) = HEADER.unpack(header)
    frame = stream.read(length)
    return frame if len(frame) == length else None


def send(stream: BinaryIO, frame: bytes) -> None:
    """Write one frame, at once."""
    stream.write(HEADER.pack(len(frame)) + frame)
    stream.flush()


def _limit_job(cpu_seconds: int) -> None:
    """Grant the coming job its CPU time, on top of what was used."""
    with contextlib.suppress(ImportError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _set_limit("RLIMIT_CPU", int(used.ru_utime + used.ru_stime) + cpu_seconds)


def _set_limit(name: str, value: int) -> None:
    """Set a soft limit, where the platform has it. Its absence leaves the parent's clock, which always holds."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        kind: int = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (value, hard))


if __name__ == "__main__":
    main()
