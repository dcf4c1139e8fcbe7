from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path

import jsonschema
import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import canonical, schema, schema_worker, tasks, worker_pool, worker_process
from host.model import JsonObject, JsonValue
from host.schema import SchemaChecker, SchemaReport, compile_schema

PATIENT = 20.0
"""Seconds for a job whose answer is the point of the test, not its speed."""

Check = Callable[[JsonValue, JsonValue], Coroutine[object, object, SchemaReport]]


def asking(checker: SchemaChecker, *, app: str = "") -> Check:
    async def check(raw: JsonValue, value: JsonValue) -> SchemaReport:
        return await checker.check(compile_schema(raw), value, canonical.canonical(value), app=app)

    return check


@pytest.fixture
async def check() -> AsyncIterator[Check]:
    """Ask a checker that is patient enough for a busy machine."""
    checker = SchemaChecker(job_seconds=PATIENT)
    await checker.start()
    yield asking(checker)
    await checker.stop()


@pytest.fixture
async def checker() -> AsyncIterator[SchemaChecker]:
    """A checker as the host runs it."""
    checker = SchemaChecker()
    await checker.start()
    yield checker
    await checker.stop()


def now(raw: JsonValue, value: JsonValue) -> SchemaReport:
    report = SchemaChecker.check_now(compile_schema(raw), value)
    assert report is not None
    return report


def triples(report: SchemaReport) -> list[tuple[str, str, str]]:
    return [(violation.path, violation.expected, violation.got) for violation in report.violations]


def worker_pid(checker: SchemaChecker) -> int:
    (pid,) = checker.pool.pids
    return pid


# --- which schemas are usable, and which are cheap


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "There is no schema."),
        (True, "The schema is not an object."),
        ([], "The schema is not an object."),
        ({"$schema": "http://json-schema.org/draft-03/schema#"}, "dialect"),
        ({"$schema": "https://attacker.example/schema"}, "dialect"),
        ({"$schema": 7}, "dialect"),
        ({"description": "x" * schema.MAX_SCHEMA_BYTES}, "too large"),
        ({"const": "\ud800"}, "cannot be written"),
    ],
)
def test_a_schema_that_cannot_be_used_says_why_and_validates_nothing(raw: JsonValue, reason: str) -> None:
    compiled = compile_schema(raw)
    assert reason in compiled.reason
    assert compiled.validator is None
    assert SchemaChecker.check_now(compiled, {}) == SchemaReport("not validated", reason=compiled.reason)


def test_s22_a_schema_nested_beyond_the_limit_is_not_used() -> None:
    deep: JsonObject = {}
    for _ in range(schema.MAX_SCHEMA_DEPTH):
        deep = {"items": deep}
    assert "too deeply" in compile_schema(deep).reason
    assert compile_schema(deep["items"]).reason == ""


@pytest.mark.parametrize("dialect", [*schema_worker.DIALECTS, "http://json-schema.org/draft-07/schema#"])
def test_each_dialect_of_the_field_is_known(dialect: str) -> None:
    assert now({"$schema": dialect, "type": "integer", "exclusiveMinimum": 1}, 1).status == "invalid"


CHEAP: list[JsonObject] = [
    {},
    {"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": True}, "required": ["a"]},
    {"type": "object", "additionalProperties": False},
    {"additionalProperties": {"type": "array", "items": {"enum": [1, "a", None]}, "minItems": 1, "maxItems": 3}},
    {"minLength": 1, "maxLength": 2, "minimum": 0.5, "exclusiveMaximum": 9, "minProperties": 0, "maxProperties": 1},
    {"const": 1, "title": "t", "description": "d", "default": {"pattern": "x"}, "examples": [1], "format": "email"},
    {"$schema": "http://json-schema.org/draft-07/schema#", "$comment": "c", "x-order": [1], "readOnly": True},
]

DEAR: list[JsonObject] = [
    {"pattern": "a"}, {"patternProperties": {}}, {"uniqueItems": True}, {"multipleOf": 2}, {"$ref": "#"}, {"$id": "x"},
    {"allOf": [{}]}, {"anyOf": [{}]}, {"oneOf": [{}]}, {"not": {}}, {"if": {}}, {"contains": {}}, {"propertyNames": {}},
    {"dependentRequired": {}}, {"dependencies": {}}, {"unevaluatedProperties": False}, {"prefixItems": []},
    {"$defs": {}}, {"definitions": {}}, {"additionalItems": False}, {"$dynamicRef": "#"}, {"unheardOf": 1},
    {"items": [{}]},
    {"type": "sting"}, {"type": []}, {"type": [1]}, {"required": "a"}, {"required": [1]}, {"properties": []},
    {"minLength": -1}, {"minLength": True}, {"minLength": 1.5}, {"minimum": True}, {"minimum": "1"}, {"enum": "a"},
    {"enum": [[]]}, {"const": {}}, {"items": 1}, {"additionalProperties": None}, {"properties": {"a": 1}},
    {"properties": {"a": {"$schema": schema_worker.DEFAULT_DIALECT}}}, {"items": {"items": {"pattern": "a"}}},
    {"description": "x" * schema.CHEAP_SCHEMA_BYTES},
]  # fmt: skip


@pytest.mark.parametrize("raw", CHEAP, ids=json.dumps)
def test_s22_what_is_provably_cheap_is_judged_at_once(raw: JsonObject) -> None:
    compiled = compile_schema(raw)
    assert compiled.validator is not None
    assert SchemaChecker.check_now(compiled, {}) is not None


@pytest.mark.parametrize("raw", DEAR, ids=lambda raw: json.dumps(raw)[:40])
def test_s22_everything_else_waits_for_the_worker(raw: JsonObject) -> None:
    compiled = compile_schema(raw)
    assert (compiled.validator, compiled.reason) == (None, "")
    assert SchemaChecker.check_now(compiled, {}) is None


def test_s22_a_deep_but_usable_schema_waits_for_the_worker() -> None:
    deep: JsonObject = {}
    for _ in range(schema.CHEAP_SCHEMA_DEPTH):
        deep = {"items": deep}
    assert compile_schema(deep).validator is None
    assert compile_schema(deep["items"]).validator is not None


def test_s22_a_value_too_large_for_a_cheap_schema_waits_for_the_worker() -> None:
    numbers = compile_schema({"items": {"type": "integer"}})
    assert SchemaChecker.check_now(numbers, [0] * (schema.MAX_NODES - 1)) == schema.VALID
    assert SchemaChecker.check_now(numbers, [0] * schema.MAX_NODES) is None
    assert SchemaChecker.check_now(numbers, [[0] * 1000, {"k": [0] * 1000}]) is None
    choices = compile_schema({"items": {"enum": [*range(1000)]}})
    assert SchemaChecker.check_now(choices, [1] * 10) == schema.VALID
    assert SchemaChecker.check_now(choices, [1] * 100) is None
    text = compile_schema({"additionalProperties": {"type": "string"}})
    assert SchemaChecker.check_now(text, {"k": "x" * (schema.MAX_CHARACTERS - 1)}) == schema.VALID
    assert SchemaChecker.check_now(text, {"k": "x" * schema.MAX_CHARACTERS}) is None


def test_s22_the_violations_of_a_large_text_are_listed_by_the_worker() -> None:
    number = compile_schema({"type": "number"})
    assert SchemaChecker.check_now(number, "x" * (schema.MAX_LISTED_CHARACTERS + 1)) is None
    assert now({"type": "number"}, "x" * 1000).status == "invalid"


JSON: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "abc", 0.5, 2.0]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
KEYWORDS = st.one_of(
    st.tuples(st.just("type"), st.sampled_from(["object", "array", "string", "integer", "null"])),
    st.tuples(
        st.sampled_from(["minLength", "maxItems", "minProperties", "minimum", "exclusiveMaximum"]), st.integers(0, 3)
    ),
    st.tuples(st.just("required"), st.lists(st.sampled_from("abc"), max_size=2, unique=True)),
    st.tuples(st.just("enum"), st.lists(st.sampled_from([1, 1.0, True, "a", None]), min_size=1, max_size=3)),
    st.tuples(st.just("const"), st.sampled_from([0, False, "abc"])),
    st.tuples(st.just("additionalProperties"), st.booleans()),
)
SCHEMAS: st.SearchStrategy[JsonObject] = st.recursive(
    st.lists(KEYWORDS, max_size=3).map(dict),
    lambda inner: st.fixed_dictionaries(
        {}, optional={"properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=3), "items": inner}
    ),
    max_leaves=6,
)


@given(SCHEMAS, JSON)
def test_a_cheap_verdict_is_that_of_jsonschema(raw: JsonObject, value: JsonValue) -> None:
    assert compile_schema(raw).validator is not None
    theirs = jsonschema.Draft202012Validator(raw).is_valid(value)
    report = now(raw, value)
    assert report.status == ("valid" if theirs else "invalid")
    assert bool(report.violations) != theirs


@given(JSON, JSON)
def test_no_json_value_offered_as_a_schema_raises(raw: JsonValue, value: JsonValue) -> None:
    report = SchemaChecker.check_now(compile_schema(raw), value)
    assert report is None or report.status in {"valid", "invalid", "not validated"}


def test_a_cheap_schema_that_breaks_jsonschema_validates_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    compiled = compile_schema({"type": "object"})
    monkeypatch.setattr(schema_worker, "violations", broken)
    report = SchemaChecker.check_now(compiled, 1)
    assert report == SchemaReport("not validated", reason="The schema could not be applied.")


# --- what a report says


def test_each_violation_names_path_expectation_and_what_was_found() -> None:
    raw: JsonObject = {
        "properties": {"path": {"type": "string"}, "n": {"minimum": 3}, "mode": {"enum": ["r", "w"]}, "no": False},
        "required": ["path", "mode", "why"],
        "additionalProperties": False,
    }
    value: JsonObject = {"path": ["x"], "n": 2, "extra": {"a": 1}, "odd key": None, "no": True}
    assert sorted(triples(now(raw, value))) == [
        ("$", "what the schema does not rule out", "true"),
        ("$.extra", "no such member", "an object of 1 members"),
        ("$.mode", "a value (required)", "nothing"),
        ("$.n", "at least 3", "2"),
        ("$.path", "string", "an array of 1 items"),
        ("$.why", "a value (required)", "nothing"),
        ('$["odd key"]', "no such member", "null"),
    ]


@pytest.mark.parametrize(
    ("raw", "value", "expected", "got"),
    [
        ({"type": ["string", "null"]}, 1.5, "string or null", "1.5"),
        ({"const": "a"}, "b", 'exactly "a"', '"b"'),
        ({"maxLength": 2}, "abc", "at most 2 characters", '"abc"'),
        ({"minItems": 1}, [], "at least 1 items", "an array of 0 items"),
        ({"maxProperties": 0}, {"a": 1}, "at most 0 members", "an object of 1 members"),
        ({"exclusiveMaximum": 1}, 1, "less than 1", "1"),
        ({"exclusiveMinimum": 1}, 1, "more than 1", "1"),
    ],
)
def test_expectations_are_words(raw: JsonObject, value: JsonValue, expected: str, got: str) -> None:
    assert triples(now(raw, value)) == [("$", expected, got)]


async def test_s43_nothing_of_a_value_is_held_once_it_is_judged(check: Check) -> None:
    assert (await check({"pattern": "^(a+)+$"}, "aa")).status == "valid"
    await asyncio.sleep(0)
    gc.collect()
    assert not [it for it in gc.get_objects() if isinstance(it, worker_pool._Question)]  # noqa: SLF001  # counted


async def test_expectations_of_dear_keywords_are_words_too(check: Check) -> None:
    raw: JsonObject = {
        "properties": {
            "p": {"pattern": "^/"}, "m": {"multipleOf": 3}, "u": {"uniqueItems": True},
            "a": {"anyOf": [{"type": "null"}]}, "o": {"patternProperties": {"^x": {}}, "additionalProperties": False},
        },
        "dependentRequired": {"p": ["q"]},
    }  # fmt: skip
    report = await check(raw, {"p": "x", "m": 4, "u": [1, 1], "a": 1, "o": {"y": 1}})
    assert triples(report) == [
        ("$", 'what dependentRequired asks: {"p": ["q"]}', "an object of 5 members"),
        ("$.a", 'what anyOf asks: [{"type": "null"}]', "1"),
        ("$.m", "a multiple of 3", "4"),
        ("$.o", "what additionalProperties asks: false", "an object of 1 members"),
        ("$.p", 'a match for the pattern "^/"', '"x"'),
        ("$.u", "items that all differ", "an array of 2 items"),
    ]


@pytest.mark.parametrize("dear", [False, True])
async def test_s05_texts_of_a_report_are_escaped_and_bounded(check: Check, dear: bool) -> None:
    name = "k\u202e" * 2000
    raw: JsonObject = {"properties": {name: {"const": "w\u202e" * 2000}}, **({"not": False} if dear else {})}
    report = await check(raw, {name: "secret \u202e" * 2000})
    (violation,) = report.violations
    assert all("\u202e" not in part for part in (violation.path, violation.expected, violation.got))
    assert "⟨U+202E⟩" in violation.got
    assert len(violation.got) < 140
    assert len(violation.expected) < 340
    assert len(violation.path) < 240
    assert violation.got.startswith("16,000 characters beginning")


@pytest.mark.parametrize("dear", [False, True])
async def test_a_report_lists_twenty_violations_and_says_that_there_are_more(check: Check, dear: bool) -> None:
    extra: JsonObject = {"not": False} if dear else {}
    report = await check({"items": {"type": "string"}, **extra}, [*range(30)])
    assert len(report.violations) == schema_worker.MAX_VIOLATIONS
    assert report.reason == "Only the first 20 are listed."
    exact = await check({"items": {"type": "string"}, **extra}, [*range(20)])
    assert (len(exact.violations), exact.reason) == (20, "")
    missing = await check({"required": [f"k{i}" for i in range(1000)], **extra}, {})
    assert len(missing.violations) == schema_worker.MAX_VIOLATIONS
    assert missing.reason


async def test_a_path_of_many_steps_is_cut_and_says_so(check: Check) -> None:
    raw: JsonObject = {"type": "null"}
    value: JsonValue = 1
    for _ in range(60):
        raw, value = {"items": raw}, [value]
    (violation,) = (await check(raw, value)).violations
    assert violation.path == "$" + "[0]" * 32 + '["…"]'


# --- the worker


@pytest.mark.parametrize("dialect", [*schema_worker.DIALECTS])
async def test_the_worker_knows_each_dialect(check: Check, dialect: str) -> None:
    raw: JsonObject = {"$schema": dialect, "definitions": {"a": {"type": "integer"}}, "$ref": "#/definitions/a"}
    assert (await check(raw, 1)).status == "valid"
    assert (await check(raw, "1")).status == "invalid"


async def test_the_worker_judges_what_it_is_sent(check: Check) -> None:
    raw: JsonObject = {"type": "object", "properties": {"a": {"pattern": "^x+$"}}}
    assert await check(raw, {"a": "xx"}) == schema.VALID
    assert (await check(raw, {"a": "xy"})).status == "invalid"
    assert (await check({"items": {"type": "integer"}}, [1] * 5000)).status == "valid"
    assert (await check({"type": "string"}, "é" * 3_000_000)).status == "valid"


@pytest.mark.parametrize("raw", [{"type": "sting"}, {"pattern": "("}, {"required": [1]}, {"$ref": 5}], ids=json.dumps)
async def test_s22_a_schema_that_is_not_one_validates_nothing(check: Check, raw: JsonObject) -> None:
    report = await check(raw, {"a": "b"})
    assert report == SchemaReport("not validated", reason="The schema itself is not valid.")


def canary() -> socket.socket:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    return listener


async def test_s21_a_reference_to_another_place_is_never_fetched(check: Check) -> None:
    with canary() as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/schema"
        hostile: list[JsonObject] = [
            {"$ref": url},
            {"properties": {"a": {"$ref": f"{url}#/$defs/x"}}},
            {"$id": url, "properties": {"a": {"$ref": "other"}}},
            {"$dynamicRef": url},
            {"$schema": "http://json-schema.org/draft-07/schema#", "allOf": [{"$ref": url}]},
            {"$ref": "file:///etc/passwd"},
        ]
        for raw in hostile:
            report = await check(raw, {"a": 1})
            assert (report.status, "nothing is fetched" in report.reason) == ("not validated", True), raw
        assert (await check({"$schema": url}, {})).status == "not validated"
        with pytest.raises(BlockingIOError):
            listener.accept()


async def test_s21_a_reference_to_a_known_metaschema_needs_no_fetching(check: Check) -> None:
    report = await check({"$ref": schema_worker.DEFAULT_DIALECT}, {"type": "sting"})
    assert report.status == "invalid"


@pytest.mark.parametrize(
    "raw",
    [
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}]},
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        {"not": {"$ref": "#"}},
        {"$dynamicAnchor": "a", "$dynamicRef": "#a"},
    ],
    ids=json.dumps,
)
async def test_s21_a_reference_that_never_ends_validates_nothing(check: Check, raw: JsonObject) -> None:
    assert (await check(raw, {})).status == "not validated"


async def test_s21_a_recursive_schema_is_followed_as_deep_as_the_value_goes(check: Check) -> None:
    raw: JsonObject = {"type": "object", "properties": {"child": {"$ref": "#"}}}
    assert (await check(raw, {"child": {"child": {}}})).status == "valid"
    assert (await check(raw, {"child": {"child": 1}})).violations[0].path == "$.child.child"
    deep: JsonObject = {}
    for _ in range(250):
        deep = {"child": deep}
    assert (await check(raw, deep)).status in {"valid", "not validated"}


def doubling() -> JsonObject:
    """A schema of forty lines that is applied 2^40 times."""
    lines: JsonObject = {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(40)}
    return {"$defs": {**lines, "d40": {}}, "$ref": "#/$defs/d0"}


CATASTROPHES: dict[str, tuple[JsonObject, JsonValue]] = {
    "pattern": ({"pattern": "^(a+)+$"}, "a" * 60 + "!"),
    "pattern_alternatives": ({"pattern": "^(a|a)*$"}, "a" * 60 + "!"),
    "pattern_properties": ({"patternProperties": {"^(a+)+$": True}}, {"a" * 60 + "!": 1}),
    "property_names": ({"propertyNames": {"pattern": "^(a+)+$"}}, {"a" * 60 + "!": 1}),
    "additional_properties": (
        {"patternProperties": {"^(a+)+$": True}, "additionalProperties": False},
        {"a" * 60 + "!": 1},
    ),
    "unique_items": ({"uniqueItems": True}, [{"k": i} for i in range(3_000)]),
    "doubling_references": (doubling(), {}),
    "many_alternatives": ({"items": {"anyOf": [{"const": i} for i in range(2_000)]}}, ["x"] * 2_000),
}


@pytest.mark.parametrize("attack", [*CATASTROPHES])
async def test_s22_a_catastrophe_ends_as_not_validated_and_the_loop_keeps_turning(
    checker: SchemaChecker, attack: str
) -> None:
    raw, value = CATASTROPHES[attack]
    turns = 0

    async def turn() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    turning = tasks.spawn(turn(), name="turning")
    before = worker_pid(checker)
    report = await asking(checker)(raw, value)
    turning.cancel()
    assert report == SchemaReport("not validated", reason="The schema took too long.")
    assert turns > 100
    await asking(checker)({"not": False}, {})
    assert worker_pid(checker) != before
    assert not psutil.pid_exists(before)


async def test_s22_values_that_wait_behind_a_catastrophe_lose_nothing_to_it() -> None:
    checker = SchemaChecker(job_seconds=1.0)  # each; a busy machine must not fail those behind
    await checker.start()
    check = asking(checker)
    first, *behind = await asyncio.gather(
        check(*CATASTROPHES["pattern"]), *(check({"pattern": "^a"}, "ab") for _ in range(20))
    )
    assert first == SchemaReport("not validated", reason="The schema took too long.")
    assert behind == [schema.VALID] * 20
    await checker.stop()


async def test_s22_a_queue_too_long_is_not_validated_and_the_rest_is(check: Check) -> None:
    reports = await asyncio.gather(*(check({"pattern": "a"}, "a") for _ in range(worker_pool.MAX_WAITING + 5)))
    assert Counter(report.status for report in reports) == {"valid": worker_pool.MAX_WAITING, "not validated": 5}
    assert "Too many" in reports[-1].reason


async def test_s43_a_flood_of_one_app_delays_another_by_two_of_its_values() -> None:
    checker = SchemaChecker(job_seconds=PATIENT)
    await checker.start()
    ended: list[str] = []

    async def check(app: str, pattern: str) -> None:
        report = await asking(checker, app=app)({"pattern": pattern}, "a")
        ended.append(app if report == schema.VALID else report.reason)

    flood = [tasks.spawn(check("flood", "a"), name="flood") for _ in range(worker_pool.MAX_WAITING)]
    await asyncio.sleep(0)
    others = [tasks.spawn(check(app, "a"), name="other") for app in ("one", "two", "two")]
    await asyncio.gather(*flood, *others)
    assert ended[:6] == ["flood", "flood", "one", "two", "flood", "two"]
    assert Counter(ended) == {"flood": worker_pool.MAX_WAITING, "one": 1, "two": 2}
    await checker.stop()


async def test_s22_s43_what_waits_is_bounded_by_its_bytes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MAX_WAITING_BYTES", 100)
    checker = SchemaChecker(job_seconds=PATIENT)
    await checker.start()
    check = asking(checker)
    large = "a" * 60
    for _ in range(2):  # what was judged makes room again
        reports = await asyncio.gather(*(check({"pattern": "a"}, large) for _ in range(3)))
        assert [report.status for report in reports] == ["valid", "not validated", "not validated"]
        assert "Too many" in reports[-1].reason
    assert (await check({"pattern": "a"}, "a" * 200)).status == "valid", "one alone may be larger"
    await checker.stop()


async def test_a_value_that_waits_too_long_is_not_validated_and_delays_nobody(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as impatient:
        impatient.setattr(schema, "WAIT_SECONDS", 0)
        assert "busy" in (await check({"pattern": "a"}, "a")).reason
    assert (await check({"pattern": "a"}, "a")).status == "valid"


async def test_a_caller_that_goes_away_leaves_the_checker_working(check: Check) -> None:
    waiting = tasks.spawn(check(*CATASTROPHES["pattern"]), name="caller")
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert (await check({"not": True}, 1)).status == "invalid"


async def test_a_worker_that_dies_is_replaced() -> None:
    checker = SchemaChecker(job_seconds=PATIENT)
    await checker.start()
    check = asking(checker)
    waiting = tasks.spawn(check(*CATASTROPHES["pattern"]), name="catastrophe")
    await asyncio.sleep(0)
    os.kill(worker_pid(checker), signal.SIGKILL)
    assert await waiting == SchemaReport("not validated", reason="The schema broke the checker.")
    assert (await check({"pattern": "a"}, "a")).status == "valid"
    await checker.stop()


async def test_stopping_leaves_no_process_and_answers_who_still_waits() -> None:
    checker = SchemaChecker(job_seconds=PATIENT)
    await checker.start()
    pid = worker_pid(checker)
    waiting = [tasks.spawn(asking(checker)(*CATASTROPHES["pattern"]), name="waiting") for _ in range(3)]
    await asyncio.sleep(0)
    await checker.stop()
    assert {report.status for report in await asyncio.gather(*waiting)} == {"not validated"}
    assert not psutil.pid_exists(pid)
    assert checker.pool.pids == ()
    await checker.stop()


async def test_a_checker_that_does_not_run_validates_only_what_is_cheap() -> None:
    check = asking(SchemaChecker())
    assert (await check({"type": "null"}, None)).status == "valid"
    assert await check({"not": False}, None) == SchemaReport("not validated", reason="The schema checker does not run.")


async def test_a_checker_can_be_started_again() -> None:
    checker = SchemaChecker(job_seconds=PATIENT)
    for _ in range(2):
        await checker.start()
        assert (await asking(checker)({"pattern": "a"}, "a")).status == "valid"
        await checker.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="reads another process's limits and environment")
async def test_s22_the_worker_inherits_no_secret_and_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSENT_TEST_SECRET", "hunter2")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    checker = SchemaChecker(job_seconds=PATIENT)
    await checker.start()
    await asking(checker)({"pattern": "a"}, "a")
    process = psutil.Process(worker_pid(checker))
    assert set(process.environ()) <= {"PATH", "LD_LIBRARY_PATH"}
    assert process.rlimit(psutil.RLIMIT_AS)[0] == 1 << 30
    assert process.rlimit(psutil.RLIMIT_CPU)[0] < 10
    assert process.rlimit(psutil.RLIMIT_CORE)[0] == 0
    await checker.stop()


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="the platform may lack the limit")
async def test_s22_a_worker_whose_parent_is_gone_ends_by_its_own_limit() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", schema_worker.__file__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
    )
    assert process.stdin is not None
    for frame in (compile_schema({"pattern": "^(a+)+$"}).job, json.dumps("a" * 60 + "!").encode()):
        process.stdin.write(schema_worker.HEADER.pack(len(frame)) + frame)
    async with asyncio.timeout(60):
        assert await process.wait() == -signal.SIGXCPU


HELLO = "import sys, time\nout = sys.stdout.buffer\nout.write(bytes(4)); out.flush()\nsys.stdin.buffer.read(10)\n"


@pytest.mark.parametrize(
    "answer",
    [
        "out.write(b'\\0\\0\\0\\2[]')",
        "out.write(b'\\0\\0\\0\\2{]')",
        "out.write(b'\\xff\\xff\\xff\\xff')",
        "out.write(b'\\0\\0\\0\\x09{')",
        'd = b\'{"violations":[1],"more":false}\'; out.write(bytes([0, 0, 0, len(d)]) + d)',
        "",
    ],
)
async def test_a_worker_that_answers_nonsense_validates_nothing(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "worker.py"
    program.write_text(HELLO + answer)
    monkeypatch.setattr(schema_worker, "__file__", str(program))
    checker = SchemaChecker(job_seconds=PATIENT)
    await checker.start()
    report = await asking(checker)({"pattern": "a"}, "a")
    assert report == SchemaReport("not validated", reason="The schema broke the checker.")
    await checker.stop()


@pytest.mark.expected_logs(r"host\.worker_process: the schema worker cannot be started")
async def test_without_a_worker_nothing_dear_is_validated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    checker = SchemaChecker(job_seconds=PATIENT)
    with monkeypatch.context() as broken:
        broken.setattr(sys, "executable", str(tmp_path / "missing"))
        await checker.start()
        assert (await asking(checker)({"pattern": "a"}, "a")).reason == "The schema checker could not be started."
    assert (await asking(checker)({"pattern": "a"}, "a")).status == "valid"
    await checker.stop()


@pytest.mark.expected_logs(r"host\.worker_process: the schema worker cannot be started: can't start new thread")
async def test_s43_where_no_thread_is_left_the_next_value_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start_no_thread(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    checker = SchemaChecker(job_seconds=PATIENT)
    with monkeypatch.context() as full:
        full.setattr(asyncio, "create_subprocess_exec", start_no_thread)
        await checker.start()
    assert (await asking(checker)({"pattern": "a"}, "a")).status == "valid"
    await checker.stop()


@pytest.mark.expected_logs(r"host\.worker_process: the schema worker does not get ready: TimeoutError")
async def test_a_worker_that_never_gets_ready_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "START_SECONDS", 0)
    assert await worker_process.launch() is None
    assert psutil.Process().children(recursive=True) == []


async def test_a_start_that_is_given_up_leaves_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "worker.py"
    program.write_text("import sys\nsys.stdin.read()\n")
    monkeypatch.setattr(schema_worker, "__file__", str(program))
    for seconds in (0.0, 0.5):  # while it is created; while it gets ready
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(seconds):
                await worker_process.launch()
    assert psutil.Process().children() == []


@pytest.mark.expected_logs(r"host\.worker_process: a killed schema worker does not end")
async def test_a_killed_worker_that_does_not_end_is_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    worker = await worker_process.launch()
    assert worker is not None
    with monkeypatch.context() as impatient:
        impatient.setattr(worker_process, "END_SECONDS", 0)
        await worker.end()
    assert f"does not end (process {worker.pid})" in caplog.text
    await worker.end()
    assert not psutil.pid_exists(worker.pid)


def test_the_worker_program_imports_nothing_of_the_host() -> None:
    source = Path(schema_worker.__file__).read_text()
    assert [line for line in source.splitlines() if "import" in line and " host" in line and line[0] != " "] == []


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        ({"type": 1}, "schema"),
        ({"$ref": "#/nowhere"}, "reference"),
        ({"$ref": "#"}, "recursion"),
        ({"$id": "http://[", "$ref": "x"}, "other"),
    ],
)
def test_each_fault_has_its_code(raw: JsonObject, fault: str) -> None:
    job = compile_schema(raw).job or b"{}"
    assert json.loads(schema_worker.answer(job, b"{}")) == {"fault": fault}
