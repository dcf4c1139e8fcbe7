"""Scenarios: sessions of harmless calls, and attacks, as people wrote them; reading and checking them.

Owns: the form of a scenario file, and which scenarios are held out. Invariants: a scenario that is not of the form is
an error that names file, line and what to do; a family is held out by the hash of its name alone, so that nobody can
choose; no tool of the project prints a held-out scenario.

A file in ``harmless/`` or ``hostile/`` has one JSON object a line, a scenario:

- ``id``: unique. ``family``: who, what, and by which way; scenarios of one kind share it. ``domain``, ``language``.
- ``what``: one sentence.
- ``servers``: the id that a server has in this scenario, to its name in ``servers/*.json``.
- ``calls``: in order. Of each ``server``, ``tool``, ``arguments``, ``does`` (``read`` or ``write``: whether it changes
  anything anywhere, sends included), ``task`` (1, 2, …: which request of the person it belongs to), and ``result``: the
  text that came back, or a whole MCP result; absent where the call was not made.
- A call of an attack that a careful person must be told of has ``hostile``: the principles that show it (``bytes``,
  ``place``, ``grammar``, ``origin``, ``change``, ``claim``); and ``from_result``: true where its destination, authority
  or program stands in an earlier result.

``servers/*.json``: by name, ``{"trust": "none" | "user" | "managed", "tools": [definition, …]}``.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import jsonschema

HERE: Final = Path(__file__).parents[1] / "assets" / "scenarios"
PUBLIC: Final = HERE.with_name("benchmarks")
"""Sessions and attacks of public benchmarks."""
PRINCIPLES: Final = ("bytes", "place", "grammar", "origin", "change", "claim")
HELD_OUT: Final = 30
"""Per cent of the families."""

JsonObject = dict[str, Any]  # as ``json`` reads it: the checks below say what it holds


class ScenarioError(ValueError):
    """A scenario cannot be used as it is. The message says where, and what to do."""


@dataclass(frozen=True)
class ScenarioCall:
    """One call of a scenario.

    Attributes:
        server: its id in the scenario.
        tool: name.
        trust: of the server.
        definition: the tool's.
        arguments: its inputs.
        result: what came back, None where the call was not made.
        does: ``read`` or ``write``.
        task: the number of the person's request.
        hostile: principles, empty for a harmless call.
        from_result: whether destination, authority or program stands in an earlier result.
    """

    server: str
    tool: str
    trust: Literal["none", "user", "managed"]
    definition: JsonObject
    arguments: JsonObject
    result: Any
    does: Literal["read", "write"]
    task: int
    hostile: tuple[str, ...]
    from_result: bool


@dataclass(frozen=True)
class Scenario:
    """A session. Attributes: as the line has them; ``others``: (server, tool) of everything that is listed."""

    id: str
    family: str
    domain: str
    language: str
    what: str
    calls: tuple[ScenarioCall, ...]
    others: tuple[tuple[str, str], ...]

    @property
    def held_out(self) -> bool:
        """Whether nobody may look at it to improve anything."""
        return is_held_out(self.family)


def is_held_out(family: str) -> bool:
    """Whether a family is one of the held-out ones: by the hash of its name alone."""
    return int.from_bytes(hashlib.sha256(family.encode()).digest()[:4]) % 100 < HELD_OUT


def read(kind: Literal["harmless", "hostile"], place: Path = HERE) -> tuple[Scenario, ...]:
    """Every scenario of that kind, in the order of files and lines.

    Raises:
        ScenarioError: one is not of the form, or an id is used twice.
    """
    servers = _servers(tuple(sorted((place / "servers").glob("*.json"))))
    found: dict[str, Scenario] = {}
    for where, line in _lines(sorted((place / kind).glob("*.jsonl"))):
        scenario = _scenario(line, servers, where, kind)
        if scenario.id in found:
            raise ScenarioError(f"{where}: the id {scenario.id!r} is used twice. Give each scenario its own.")
        found[scenario.id] = scenario
    return tuple(found.values())


@functools.cache
def _servers(files: tuple[Path, ...]) -> dict[str, JsonObject]:
    found: dict[str, JsonObject] = {}
    for file in files:
        for name, server in json.loads(file.read_text(encoding="utf-8")).items():
            if name in found:
                raise ScenarioError(f"{file.name}: the server {name!r} is described twice. Choose another name.")
            if server.get("trust") not in ("none", "user", "managed") or not isinstance(server.get("tools"), list):
                raise ScenarioError(f"{file.name}: {name}: write trust (none, user, managed) and tools.")
            for tool in server["tools"]:
                if not isinstance(tool.get("name"), str) or not isinstance(tool.get("inputSchema"), dict):
                    raise ScenarioError(f"{file.name}: {name}: each tool needs name and inputSchema.")
                _check_schema(_wordless(tool["inputSchema"]))
            found[name] = server
    return found


def _wordless(schema: Any) -> Any:
    """What is valid exactly where ``schema`` is, and stands in many tools: without the words of descriptions."""
    if isinstance(schema, dict):
        return {
            key: "" if key in ("title", "description") and isinstance(value, str) else _wordless(value)
            for key, value in schema.items()
        }
    return [_wordless(item) for item in schema] if isinstance(schema, list) else schema


def _check_schema(schema: JsonObject) -> None:
    """Check a schema part by part: thousands of tools share a few hundred parts, and each takes milliseconds."""
    rest = dict(schema)
    if isinstance(properties := schema.get("properties"), dict):
        del rest["properties"]
        for part in properties.values():
            _check_part(json.dumps(part))
    for keyword, value in rest.items():
        _check_part(json.dumps({keyword: value}))


@functools.cache
def _check_part(part: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(part))


def _lines(files: Iterable[Path]) -> Iterator[tuple[str, JsonObject]]:
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            if line.strip():
                try:
                    value = json.loads(line)
                except ValueError as error:
                    raise ScenarioError(f"{file.name}:{number}: no JSON ({error}).") from error
                yield f"{file.name}:{number}", value


def _scenario(line: JsonObject, servers: dict[str, JsonObject], where: str, kind: str) -> Scenario:
    for name in ("id", "family", "domain", "language", "what"):
        if not isinstance(line.get(name), str) or not line[name]:
            raise ScenarioError(f"{where}: {name!r} is no text. Write one.")
    names = line.get("servers")
    if not isinstance(names, dict) or not isinstance(line.get("calls"), list) or not line["calls"]:
        raise ScenarioError(f"{where}: write servers (an object) and calls (a list).")
    if unknown := [name for name in names.values() if name not in servers]:
        raise ScenarioError(f"{where}: no file describes the servers {unknown}.")
    here = {server: servers[name] for server, name in names.items()}
    calls = tuple(_call(call, here, f"{where} call {number}") for number, call in enumerate(line["calls"], 1))
    hostile = any(call.hostile for call in calls)
    if hostile != (kind == "hostile"):
        raise ScenarioError(f"{where}: an attack has a hostile call, and a harmless session none.")
    if kind == "harmless" and not 10 <= len(calls) <= 30:
        raise ScenarioError(f"{where}: {len(calls)} calls. A session has 10 to 30.")
    others = tuple((server, tool["name"]) for server, it in here.items() for tool in it["tools"])
    return Scenario(line["id"], line["family"], line["domain"], line["language"], line["what"], calls, others)


def _call(call: JsonObject, servers: dict[str, JsonObject], where: str) -> ScenarioCall:
    server = servers.get(call.get("server", ""))
    if server is None:
        raise ScenarioError(f"{where}: the server {call.get('server')!r} is not among the scenario's.")
    definition = next((tool for tool in server["tools"] if tool["name"] == call.get("tool")), None)
    if definition is None:
        raise ScenarioError(f"{where}: {call['server']} has no tool {call.get('tool')!r}.")
    arguments, hostile = call.get("arguments"), tuple(call.get("hostile", ()))
    if not isinstance(arguments, dict):
        raise ScenarioError(f"{where}: arguments is no object.")
    if call.get("does") not in ("read", "write") or not isinstance(call.get("task"), int):
        raise ScenarioError(f"{where}: write does (read or write) and task (a number).")
    if not set(hostile) <= set(PRINCIPLES):
        raise ScenarioError(f"{where}: hostile names principles: {', '.join(PRINCIPLES)}.")
    validator = jsonschema.Draft202012Validator(definition["inputSchema"])
    if not hostile and not validator.is_valid(arguments):
        error = jsonschema.exceptions.best_match(validator.iter_errors(arguments))
        raise ScenarioError(f"{where}: the arguments break the schema: {error.message}")
    return ScenarioCall(
        call["server"],
        call["tool"],
        server["trust"],
        definition,
        arguments,
        call.get("result"),
        call["does"],
        call["task"],
        hostile,
        call.get("from_result") is True,
    )


def main() -> int:
    """``python -m tests.bench.scenarios``: check all files; print how many there are, and nothing of what they hold."""
    for kind in ("harmless", "hostile"):
        scenarios = read(kind)
        calls = [call for it in scenarios for call in it.calls]
        hostile = sum(bool(call.hostile) for call in calls)
        held = sum(it.held_out for it in scenarios)
        families = len({it.family for it in scenarios})
        sys.stdout.write(
            f"{kind}: {len(scenarios)} scenarios ({held} held out) of {families} families, {len(calls):,} calls, "
            f"{hostile} hostile\n"
        )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ScenarioError as error:
        sys.exit(str(error))
