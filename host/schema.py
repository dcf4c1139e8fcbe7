"""Applies untrusted JSON Schemas so that no schema and no value can block the program or make it fetch anything.

Owns: which schemas are usable, which are provably cheap, the worker process for all others, and the translatable words
of violations.

Invariants:
    - Only provably cheap schemas (``cost_of``) are applied in this process, and only to values of bounded size.
    - A value that cannot be checked (no schema, an unknown dialect, out of time, a crash, a full queue) is
      "not validated", never valid.
    - The worker checks one value at a time and has ``JOB_SECONDS`` for it. Then it is killed and a new one is warmed,
      before the time of the next value begins. The event loop never blocks.
    - Apps take turns at the worker, and each has its own bounds for what waits: a flood of one delays another's value
      by two of its own at most. Apps without proof count as one.
    - Paths, expectations and excerpts in a report are escaped and bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct

from host import canonical, errors, schema_worker, text, worker_process
from host.model import JsonValue, follow_steps
from host.values import PartlyCompared, PartlyPrinted
from host.words import Words, say
from host.worker_pool import Unanswered, WorkerPool

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MAX_SCHEMA_BYTES: Final = 1 << 18
"""Largest usable schema, canonical: a page of a book is 2 KiB."""
MAX_SCHEMA_DEPTH: Final = 128
"""Deepest usable schema. jsonschema spends three or four Python frames a level."""
CHEAP_SCHEMA_BYTES: Final = 1 << 16
CHEAP_SCHEMA_DEPTH: Final = 24
"""Bounds for checks in this process: an error's message holds the schema's demand; each level costs frames."""

MAX_NODES: Final = 2_000
MAX_WORK: Final = 20_000
"""Bounds for a check in this process: parts of the value (about 4 µs each), and parts times cost (about 0.4 µs)."""
MAX_CHARACTERS: Final = 1_200_000
MAX_LISTED_CHARACTERS: Final = 100_000
"""Characters in a value that is checked in this process, since an error's message holds them; and in a value whose
errors are all listed here."""

JOB_SECONDS: Final = 0.2
"""For one value in the warm worker: long for any honest schema, short for a person."""
MAX_WAITING_BYTES: Final = 64 << 20
"""Bytes of the values of one app that wait for the worker, if there are several."""
WAIT_SECONDS: Final = 15.0
"""From joining the queue to the report: a start, and some jobs before it."""

_MAX_PATH, _MAX_EXPECTED, _MAX_GOT = 200, 300, 100

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_ANNOTATIONS: Final = frozenset(
    "$comment default deprecated description example examples format readOnly title writeOnly".split()
)
"""Keywords without a check in any dialect (formats are not checked)."""

Status: TypeAlias = Literal["valid", "invalid", "not validated"]


class Violation(Struct, frozen=True):
    """One violation of a schema. All texts are escaped, bounded, and safe to show and to send.

    ``path``: of the value, such as ``$.files[0]``. ``steps``: the same as keys (untrusted) and indices; long ones are
    cut.
    """

    path: str
    expected: Words
    got: Words
    steps: tuple[str | int, ...] = ()

    def steps_in(self, value: JsonValue) -> tuple[str | int, ...]:
        """Return ``steps`` as far as they exist in ``value``."""
        return self.steps[: follow_steps(value, self.steps)[1]]

    @property
    def words(self) -> str:
        """The violation as a translatable clause; unrecognised parts stay English."""
        return say("expected {expected}, got {got}", expected=self.expected, got=self.got)


class SchemaReport(Struct, frozen=True):
    """The result of checking a value."""

    status: Status
    violations: tuple[Violation, ...] = ()  # of an invalid value, ``schema_worker.MAX_VIOLATIONS`` at most
    reason: str = ""  # one safe sentence: why it was not validated, or that there are more violations; else empty


class CompiledSchema(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """A schema prepared for checks."""

    UNPRINTED = frozenset({"validator"})
    UNCOMPARED = frozenset({"validator"})

    reason: str = ""  # why it is unusable, one safe sentence; empty if it is usable
    cost: int = 0  # the most work that one part of a value can cause; 0 if it is not provably cheap
    job: bytes = b""  # the frame with the schema for the worker
    validator: Validator | None = None  # for checks in this process, None if the schema is not cheap

    def characters_in(self, value: JsonValue) -> int | None:
        """Characters in all strings and keys of a value; None if it has too many parts for this process."""
        return _characters(value, min(MAX_NODES, MAX_WORK // self.cost))


VALID: Final = SchemaReport("valid")


_EXPECTED: Final[Mapping[str, Callable[[str], str]]] = {
    "type": lambda it: it,
    "const": lambda it: say("exactly {value}", value=it),
    "enum": lambda it: say("one of {values}", values=it),
    "exclusiveMaximum": lambda it: say("less than {number}", number=it),
    "exclusiveMinimum": lambda it: say("more than {number}", number=it),
    "maxItems": lambda it: say("at most {number} items", number=it),
    "maxLength": lambda it: say("at most {number} characters", number=it),
    "maxProperties": lambda it: say("at most {number} members", number=it),
    "maximum": lambda it: say("at most {number}", number=it),
    "minItems": lambda it: say("at least {number} items", number=it),
    "minLength": lambda it: say("at least {number} characters", number=it),
    "minProperties": lambda it: say("at least {number} members", number=it),
    "minimum": lambda it: say("at least {number}", number=it),
    "multipleOf": lambda it: say("a multiple of {number}", number=it),
    "pattern": lambda it: say("a match for the pattern {pattern}", pattern=it),
    "uniqueItems": lambda _: say("items that all differ"),
    "required": lambda _: say("a value (required)"),
    "no member": lambda _: say("no such member"),
    "None": lambda _: say("what the schema does not rule out"),
}
_GOT: Final[Mapping[str, Callable[[str], str]]] = {
    "object": lambda it: say("an object of {number} members", number=it),
    "array": lambda it: say("an array of {number} items", number=it),
    "nothing": lambda _: say("nothing"),
}


def cost_of(schema: JsonValue, depth: int) -> int:
    """The most work that one part of a value can cause in this schema or below; 0 if it is not provably cheap."""
    if isinstance(schema, bool):
        return 1
    if not isinstance(schema, dict) or depth == 0:
        return 0
    own_cost, highest_below = 1, 0
    for keyword, wanted in schema.items():
        if keyword in _ANNOTATIONS or keyword.startswith("x-"):
            continue
        parts = _subschemas(keyword, wanted)
        if parts is None:
            return 0
        own_cost += 1 + (len(wanted) if isinstance(wanted, (dict, list)) else 0)
        for part in parts:
            part_cost = cost_of(part, depth - 1)
            if not part_cost:
                return 0
            highest_below = max(highest_below, part_cost)
    return max(own_cost, highest_below)


def _subschemas(keyword: str, wanted: JsonValue) -> list[JsonValue] | None:
    """The subschemas of a keyword; None if the keyword is not provably cheap or malformed."""
    is_cheap = False
    match keyword, wanted:
        case "properties", dict():
            return list(wanted.values())
        case "items" | "additionalProperties", dict() | bool():
            return [wanted]
        case "type", str():
            is_cheap = wanted in TYPES
        case "type", list():
            is_cheap = bool(wanted) and all(isinstance(name, str) and name in TYPES for name in wanted)
        case "required", list():
            is_cheap = all(isinstance(name, str) for name in wanted)
        case "enum", list():
            is_cheap = not any(isinstance(choice, (dict, list)) for choice in wanted)
        case "const", _:
            is_cheap = not isinstance(wanted, (dict, list))
        case (("minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"), int()):
            is_cheap = not isinstance(wanted, bool) and wanted >= 0
        case (("minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"), int() | float()):
            is_cheap = not isinstance(wanted, bool)
    return [] if is_cheap else None


def _characters(value: JsonValue, max_nodes: int) -> int | None:
    stack, nodes, count = [value], 1, 0
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            count += len(node)
        elif isinstance(node, (dict, list)):
            nodes += len(node)
            if nodes > max_nodes:
                return None
            if isinstance(node, dict):
                count += sum(map(len, node))
                stack.extend(node.values())
            else:
                stack.extend(node)
    return count


def compile_schema(raw: JsonValue) -> CompiledSchema:
    """Prepare a schema for many values. Raises nothing: an unusable schema says why."""
    if not isinstance(raw, dict):
        return CompiledSchema(say("There is no schema.") if raw is None else say("The schema is not an object."))
    if canonical.deeper_than(raw, MAX_SCHEMA_DEPTH):
        return CompiledSchema(say("The schema is nested too deeply."))
    try:
        encoded = canonical.canonical(raw)
    except errors.MalformedJson:
        return CompiledSchema(say("The schema cannot be written as JSON."))
    if len(encoded) > MAX_SCHEMA_BYTES:
        return CompiledSchema(say("The schema is too large."))
    named = raw.get("$schema", schema_worker.DEFAULT_DIALECT)
    dialect = named.removesuffix("#") if isinstance(named, str) else ""
    if dialect not in schema_worker.DIALECTS:
        return CompiledSchema(say("The schema is written in a dialect that is not known here."))
    job = canonical.join_members({"dialect": canonical.canonical(dialect), "schema": encoded})
    body = {keyword: wanted for keyword, wanted in raw.items() if keyword != "$schema"}
    cost = cost_of(body, CHEAP_SCHEMA_DEPTH) if len(encoded) <= CHEAP_SCHEMA_BYTES else 0
    return CompiledSchema(cost=cost, job=job, validator=schema_worker.validator_for(dialect, body) if cost else None)


def _report(found: list[schema_worker.RawViolation], more: bool) -> SchemaReport:
    """Make the report, with violations that are safe to show."""
    if not found:
        return VALID
    return SchemaReport(
        "invalid", tuple(map(violation_of, found)), f"Only the first {len(found)} are listed." if more else ""
    )


def violation_of(raw: schema_worker.RawViolation) -> Violation:
    """Return a violation in words, safe to show."""
    path, (keyword, wanted), (kind, found) = raw
    wanted, got = text.one_line(wanted, _MAX_EXPECTED), text.one_line(found, _MAX_GOT)
    expected = f"what {text.one_line(keyword, _MAX_GOT)} asks: {wanted}"
    if keyword in _EXPECTED:
        expected = _EXPECTED[keyword](wanted)
    if kind in _GOT:
        got = _GOT[kind](got)
    return Violation(text.one_line(canonical.json_path(path), _MAX_PATH), expected, got, tuple(path))


def _not_validated(reason: str) -> SchemaReport:
    return SchemaReport("not validated", reason=reason)


_FAULTS: Final = {
    "schema": say("The schema itself is not valid."),
    "reference": say("The schema refers to something that is not in it; nothing is fetched."),
    "recursion": say("The schema refers to itself without end, or the value is nested too deeply for it."),
}
_FAULT: Final = say("The schema could not be applied.")
_UNANSWERED: Final = {
    "stopped": say("The schema checker does not run."),
    "crowded": say("Too many values wait to be checked."),
    "busy": say("The schema checker was busy for too long."),
    "not started": say("The schema checker could not be started."),
    "late": say("The schema took too long."),
    "broken": say("The schema broke the checker."),
}


class SchemaChecker:
    """Checks values against schemas: cheap ones at once, all others in a warm worker process, one after another.

    Apps take turns at the worker.
    """

    def __init__(self, *, job_seconds: float = JOB_SECONDS) -> None:
        self._job_seconds = job_seconds
        self.pool = WorkerPool(
            "", "schema worker", workers=1, max_bytes=MAX_WAITING_BYTES, max_answer=worker_process.MAX_ANSWER
        )

    async def start(self) -> None:
        """Start and warm a worker. A failure is logged, and the next value that needs a worker tries again."""
        await self.pool.start()

    async def stop(self) -> None:
        """End the worker. Waiting and later values are not validated."""
        await self.pool.stop()

    @staticmethod
    def check_now(compiled: CompiledSchema, value: JsonValue) -> SchemaReport | None:
        """Return the report without the worker (20 µs; 20 ms for the worst values); None if the worker is needed."""
        if compiled.reason:
            return _not_validated(compiled.reason)
        if compiled.validator is None:
            return None
        size = compiled.characters_in(value)
        if size is None or size > MAX_CHARACTERS:
            return None
        try:
            if compiled.validator.is_valid(value):
                return VALID
            if size > MAX_LISTED_CHARACTERS:
                return None
            return _report(*schema_worker.violations(compiled.validator, value))
        except Exception:  # noqa: BLE001  # fail closed: an untrusted schema may make jsonschema raise
            return _not_validated(_FAULT)

    async def check(
        self, compiled: CompiledSchema, value: JsonValue, canonical_bytes: bytes, *, app: str
    ) -> SchemaReport:
        """Return the report, with the worker if need be, in ``WAIT_SECONDS``. ``app``: see ``turns.proven_key``."""
        report = self.check_now(compiled, value)
        if report is not None:
            return report
        try:
            return await self.pool.answer_to(
                app, compiled.job, canonical_bytes, seconds=self._job_seconds, wait=WAIT_SECONDS, read=_read_report
            )
        except Unanswered as error:
            return _not_validated(_UNANSWERED[error.why])


def _read_report(answer: bytes) -> SchemaReport:
    match canonical.parse(answer):
        case {"fault": str(code)}:
            return _not_validated(_FAULTS.get(code, _FAULT))
        case {"violations": list(listed), "more": bool(more)}:
            return _report([_violation(entry) for entry in listed], more)
    raise errors.MalformedJson("The schema worker answered nonsense.")


def _violation(entry: JsonValue) -> schema_worker.RawViolation:
    match entry:
        case [list(path), [str(keyword), str(wanted)], [str(kind), str(found)]]:
            return [step if isinstance(step, int) else str(step) for step in path], (keyword, wanted), (kind, found)
    raise errors.MalformedJson("The schema worker answered nonsense.")
