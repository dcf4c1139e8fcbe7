"""Validates values against JSON Schemas, and is the process in which untrusted schemas are applied.

Owns: the dialects, the only call into jsonschema, the wording of violations. ``host.schema`` uses these in its own
process for schemas that are provably cheap. For all others it runs this file as a program that it can kill, because a
pattern holds Python's lock while it runs.

The program uses frames: four bytes of length, big-endian, then JSON. It sends one empty frame when it is warm; then,
for each pair of frames (schema with its dialect; value), one answer: ``{"violations": [[path, expected, got], …],
"more": bool}`` (``RawViolation``) or ``{"fault": code}``.

Invariants: nothing is fetched, because the registry is empty. Nothing of ``host`` is imported, so that the program
starts fast and runs from any directory. Its output is bounded, and is untrusted text for its reader.
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

Told: TypeAlias = "tuple[str, str]"
"""A kind, for which ``host.schema`` has words, and what these words say; both untrusted."""
RawViolation: TypeAlias = "tuple[list[str | int], Told, Told]"
"""Path (untrusted), expected (by its keyword), got."""

DEFAULT_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""For schemas without ``$schema`` (MCP 2025-11-25, JSON Schema usage)."""

DIALECTS: Final = (
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft/2019-09/schema",
    DEFAULT_DIALECT,
)
"""Values of ``$schema``, without an empty fragment."""

MAX_VIOLATIONS: Final = 20
"""Violations that are listed: enough to correct a call, and few enough to read."""

HEADER: Final = struct.Struct(">I")
"""Length of the following frame, in bytes."""

_MAX_GOT: Final = 60
_MAX_EXPECTED: Final = 200
_MAX_KEY: Final = 100
_MAX_STEPS: Final = 32
"""Characters shown of a found string, of a schema's demand and of a key; steps shown of a path."""

_MEMORY: Final = 1 << 30
"""Address space in bytes: enough for several parsed values of 32 MiB."""
_CPU_SECONDS: Final = 3
"""CPU time of one job. The limit of the parent is far lower; this one holds if the parent has died."""
_MAX_CACHED: Final = 64


@functools.cache
def validators() -> Mapping[str, type[Validator]]:
    """The validator class of each dialect. The first call loads jsonschema, so that no start waits for it."""
    from jsonschema import Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator

    classes = (Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator)
    return dict(zip(DIALECTS, classes, strict=True))


def validator_for(dialect: str, schema: JsonObject) -> Validator:
    """Make a validator that fetches nothing. ``dialect``: one of ``DIALECTS``."""
    from referencing import Registry

    return validators()[dialect](schema, registry=Registry())


def violations(validator: Validator, instance: JsonValue) -> tuple[list[RawViolation], bool]:
    """Return the first ``MAX_VIOLATIONS``, and whether there are more. Raises what jsonschema raises."""
    listed: list[RawViolation] = []
    for violation in _all_violations(validator, instance):
        if violation in listed:
            continue
        if len(listed) == MAX_VIOLATIONS:
            return listed, True
        listed.append(violation)
    return listed, False


def answer(schema_frame: bytes, instance_frame: bytes) -> bytes:
    """Return the answer to one job. Raises nothing: a schema that cannot be applied is a fault, never valid."""
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    try:
        listed, more = violations(_compiled(schema_frame), json.loads(instance_frame))
        return json.dumps({"violations": listed, "more": more}).encode()
    except SchemaError:
        fault = "schema"
    except Unresolvable:
        fault = "reference"
    except RecursionError:
        fault = "recursion"
    except Exception:  # noqa: BLE001  # fail closed: a hostile schema may make jsonschema raise anything
        fault = "other"
    return json.dumps({"fault": fault}).encode()


def main() -> None:
    """Serve until the input ends."""
    for dialect in DIALECTS:
        answer(json.dumps({"dialect": dialect, "schema": {"pattern": "a"}}).encode(), b'"a"')
    serve(answer)


def serve(answers: Callable[[bytes, bytes], bytes], *, cpu_seconds: int = _CPU_SECONDS) -> None:
    """Report that this process is warm, then answer pairs of frames until the input ends, each in bounded time."""
    _set_limit("RLIMIT_AS", _MEMORY)
    _set_limit("RLIMIT_CORE", 0)
    send(sys.stdout.buffer, b"")
    while (first := receive(sys.stdin.buffer)) is not None and (second := receive(sys.stdin.buffer)) is not None:
        _limit_job(cpu_seconds)
        send(sys.stdout.buffer, answers(first, second))


@functools.lru_cache(maxsize=_MAX_CACHED)
def _compiled(frame: bytes) -> Validator:
    job = json.loads(frame)
    validators()[job["dialect"]].check_schema(job["schema"])
    return validator_for(job["dialect"], job["schema"])


def _all_violations(validator: Validator, instance: JsonValue) -> Iterator[RawViolation]:
    """Yield all violations that jsonschema finds; the same one may come twice."""
    for error in validator.iter_errors(instance):
        path = list(error.absolute_path)
        for below, expected, got in _describe(error):
            steps: list[str | int] = [
                _cut(step, _MAX_KEY) if isinstance(step, str) else step for step in [*path, *below]
            ]
            yield (steps if len(steps) <= _MAX_STEPS else [*steps[:_MAX_STEPS], "…"]), expected, got


def _describe(error: ValidationError) -> Iterator[tuple[list[str], Told, Told]]:
    """Yield the parts of one error: steps below its path, expected, got. Missing or extra members are listed singly."""
    wanted, found, schema = error.validator_value, error.instance, error.schema
    if error.validator == "required" and isinstance(found, dict) and isinstance(wanted, list):
        missing = (name for name in wanted if name not in found)
        yield from (([name], ("required", ""), ("nothing", "")) for name in islice(missing, MAX_VIOLATIONS + 1))
    elif _forbids_by_name(error) and isinstance(found, dict) and isinstance(schema, dict):
        extras = (name for name in found if name not in schema.get("properties", {}))
        yield from (([name], ("no member", ""), _got(found[name])) for name in islice(extras, MAX_VIOLATIONS + 1))
    elif error.validator == "type":
        names = wanted if isinstance(wanted, list) else [wanted]
        yield [], ("type", _cut(" or ".join(map(str, names)), _MAX_EXPECTED)), _got(found)
    else:
        shown = _cut(json.dumps(wanted, ensure_ascii=False), _MAX_EXPECTED)
        yield [], (str(error.validator), shown), _got(found)  # None for the schema `false`


def _forbids_by_name(error: ValidationError) -> bool:
    """Whether the error is about members that are not in ``properties``."""
    schema = error.schema
    return error.validator == "additionalProperties" and isinstance(schema, dict) and "patternProperties" not in schema


def _got(found: object) -> Told:
    """An excerpt of a value: enough to recognise it, too little to leak it."""
    if isinstance(found, dict | list):
        return "object" if isinstance(found, dict) else "array", f"{len(found):,}"
    if isinstance(found, str) and len(found) > _MAX_GOT:
        return "", f"{len(found):,} characters beginning {json.dumps(found[:_MAX_GOT], ensure_ascii=False)}"
    return "", _cut(json.dumps(found, ensure_ascii=False), _MAX_GOT)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text) - limit:,} more characters)"


def receive(stream: BinaryIO) -> bytes | None:
    """Read one frame; return None at the end of the input."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (length,) = HEADER.unpack(header)
    frame = stream.read(length)
    return frame if len(frame) == length else None


def send(stream: BinaryIO, frame: bytes) -> None:
    """Write one frame and flush."""
    stream.write(HEADER.pack(len(frame)) + frame)
    stream.flush()


def _limit_job(cpu_seconds: int) -> None:
    """Allow the next job its CPU time, in addition to the time already used."""
    with contextlib.suppress(ImportError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _set_limit("RLIMIT_CPU", int(used.ru_utime + used.ru_stime) + cpu_seconds)


def _set_limit(name: str, value: int) -> None:
    """Set a soft limit if the platform has it. The parent's time limit holds in any case."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        kind: int = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (value, hard))


if __name__ == "__main__":
    main()
