"""``assent policy explain``, as people and programs use it, without a host."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host.canonical import canonical
from host.model import JsonObject, JsonValue, sha256_hex
from tests.support.commands import Done, run_here, run_program
from tests.support.profile import Profile

CALL: JsonObject = {"app": "claude", "server": "files", "tool": "read_file", "arguments": {"path": "/srv/notes/a"}}


def explain(profile: Profile, *options: str) -> Done:
    return run_here(profile, "policy", "explain", *options)


@pytest.fixture
def call_file(tmp_path: Path) -> Path:
    return write(tmp_path / "call.json", CALL)


def write(file: Path, value: object) -> Path:
    file.write_text(json.dumps(value))
    return file


def policy(profile: Profile, *rules: JsonObject, **more: Any) -> None:
    profile.paths.ensure()
    write(profile.paths.policy_file, {"version": 1, "rules": [*rules], **more})


def told(profile: Profile, file: Path, *options: str) -> Any:
    done = explain(profile, "--call", str(file), *options, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_without_any_rule_a_person_is_asked(profile: Profile, call_file: Path) -> None:
    assert told(profile, call_file) == {
        "effect": "ask",
        "rule": "default",
        "source": "default",
        "because": "No rule matches, so a person is asked.",
        "reason": "",
        "obligations": [],
        "demands": {},
        "otherwise": "",
        "rules": [],
        "note": "No definition was given: the tool's annotations and input schema are not known.",
        "findings": [],
    }


def test_rules_are_judged_as_written_with_what_they_demand_and_why_the_others_do_not_match(
    profile: Profile, call_file: Path
) -> None:
    asks: JsonObject = {
        "id": "chair",
        "effect": "ask",
        "match": {"paths_within": ["/srv"]},
        "obligations": {"approvers": ["IRB_CHAIR"]},
        "reason": "Trial data.",
    }
    other: JsonObject = {"id": "web", "effect": "deny", "match": {"hosts": ["example.com"]}}
    policy(profile, asks, other)
    answer = told(profile, call_file)
    assert (answer["effect"], answer["rule"], answer["reason"]) == ("ask", "chair", "Trial data.")
    assert answer["demands"] == {"approvers": [{"role": "IRB_CHAIR", "count": 1}]}
    assert answer["obligations"] == ["Signed by IRB chair"]
    assert [(it["id"], it["matched"]) for it in answer["rules"]] == [("chair", True), ("web", False)]
    assert answer["otherwise"].startswith('Without rule "chair", a person would be asked.')


def test_what_counts_only_once_it_is_confirmed_is_reported(profile: Profile, call_file: Path) -> None:
    policy(profile, {"id": "a", "effect": "allow", "match": {"server": "files"}})
    answer = told(profile, call_file)
    assert (answer["effect"], answer["rule"]) == ("allow", "a")
    assert answer["note"].endswith("this answer counts once it is confirmed in Assent.")
    policy(profile, {"id": "d", "effect": "deny", "match": {"server": "files"}})
    assert "confirmed" not in told(profile, call_file)["note"]


def test_other_files_can_be_judged_by(profile: Profile, call_file: Path, tmp_path: Path) -> None:
    policy(profile, {"id": "a", "effect": "allow", "match": {}})
    mine = write(tmp_path / "mine.json", {"version": 1, "rules": [{"id": "q", "effect": "ask", "match": {}}]})
    managed = write(
        tmp_path / "m.json", {"version": 1, "rules": [{"id": "d", "effect": "deny", "match": {}, "reason": "No."}]}
    )
    assert told(profile, call_file, "--policy", str(mine))["rule"] == "q"
    answer = told(profile, call_file, "--policy", str(mine), "--managed", str(managed))
    assert (answer["effect"], answer["source"], answer["reason"]) == ("deny", "managed", "No.")


def test_a_definition_brings_annotations_and_the_input_schema(profile: Profile, tmp_path: Path) -> None:
    policy(profile, {"id": "a", "effect": "allow", "match": {"annotations": {"readOnlyHint": True}}})
    schema: JsonObject = {"type": "object", "properties": {"path": {"type": "string"}}}
    definition: JsonObject = {"annotations": {"readOnlyHint": True}, "inputSchema": schema}
    call: JsonObject = {**CALL, "definition": definition}
    assert told(profile, write(tmp_path / "c", call))["rule"] == "default"
    trusted = told(profile, write(tmp_path / "c", {**call, "trust": "user"}))
    assert (trusted["effect"], trusted["rule"]) == ("allow", "a")
    answer = told(profile, write(tmp_path / "c", {**call, "arguments": {"path": 1}}))
    assert answer["note"].startswith("These inputs violate the tool's input schema")
    unusable: JsonObject = {**call, "trust": "user", "definition": {**definition, "inputSchema": None}}
    assert told(profile, write(tmp_path / "c", unusable))["rule"] == "guard:not-validated:a"


def test_trust_is_looked_up_for_the_configured_server(profile: Profile, call_file: Path) -> None:
    entry: JsonObject = {"command": "true"}
    digest = sha256_hex(canonical(entry))
    trusting: JsonObject = {"id": "t", "effect": "deny", "match": {"trust": "user"}}
    policy(profile, trusting, trust={"files": digest})
    assert told(profile, call_file)["effect"] == "ask"
    write(profile.paths.servers_file, {"mcpServers": {"files": entry}})
    assert told(profile, call_file)["effect"] == "deny"
    write(profile.paths.servers_file, {"mcpServers": {"files": {"command": "false"}}})
    assert told(profile, call_file)["effect"] == "ask"


def test_the_time_of_day_can_be_given(profile: Profile, tmp_path: Path) -> None:
    night: JsonObject = {"from": "22:00", "to": "06:00", "zone": "UTC"}
    policy(profile, {"id": "night", "effect": "deny", "match": {"time": night}})
    assert told(profile, write(tmp_path / "c", {**CALL, "time": "2026-11-21T23:30:00Z"}))["effect"] == "deny"
    assert told(profile, write(tmp_path / "c", {**CALL, "time": "2026-11-21T12:00:00Z"}))["effect"] == "ask"


def test_an_app_that_is_unknown_proved_nothing(profile: Profile, tmp_path: Path) -> None:
    policy(profile, {"id": "a", "effect": "allow", "match": {}})
    assert told(profile, write(tmp_path / "c", {**CALL, "app": "unknown"}))["rule"] == "guard:app:a"


def test_a_broken_policy_denies_and_says_so(profile: Profile, call_file: Path) -> None:
    profile.paths.ensure()
    profile.paths.policy_file.write_text("{")
    answer = told(profile, call_file)
    assert (answer["effect"], answer["rule"]) == ("deny", "broken-policy")


def test_a_call_that_is_no_json_is_told_where(profile: Profile, tmp_path: Path) -> None:
    file = tmp_path / "call.json"
    file.write_text('{"server": "files",\n "tool": "x" "app": "a"}')
    done = run_here(profile, "policy", "explain", "--call", str(file))
    remedy = "Write a comma before column 14, or } where what begins on line 1 ends."
    assert (done.returncode, done.stderr) == (2, f"assent: {file}:2: a comma or }} is missing. {remedy}\n")


def test_a_call_is_read_as_deep_as_from_an_app(profile: Profile, tmp_path: Path) -> None:
    nested: JsonValue = "x"
    for _ in range(60):
        nested = [nested]
    assert told(profile, write(tmp_path / "deep", {**CALL, "arguments": {"path": nested}}))["effect"] == "ask"
    file = tmp_path / "commented"
    file.write_text(json.dumps(CALL).replace("{", "{ // as in other files\n", 1))
    assert told(profile, file)["effect"] == "ask"


def test_people_read_sentences(profile: Profile, call_file: Path) -> None:
    rate: JsonObject = {"rate": {"calls": 2, "perSeconds": 60}}
    policy(profile, {"id": "a", "effect": "ask", "match": {}, "reason": "Look twice.\u202e", "obligations": rate})
    done = run_program(profile, "policy", "explain", "--call", str(call_file))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        'A person is asked. Rule "a" of policy.json requires a person to see every call.',
        "Its reason: Look twice.⟨U+202E⟩",
        "Demanded: At most 2 calls in a minute.",
        'Without rule "a", a person would be asked. No rule matches, so a person is asked.',
        "Note: No definition was given: the tool's annotations and input schema are not known.",
        "  user a (ask) matches: It decided.",
    ]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ([], "is not an object"),
        ({"app": "a", "server": "s"}, "Object missing required field `tool`"),
        ({**CALL, "server": ""}, "server: Expected `str` of length >= 1"),
        ({**CALL, "args": {}}, "Object contains unknown field `args`"),
        ({**CALL, "app": 1}, "app: Expected `str`, got `int`"),
        ({**CALL, "arguments": []}, "arguments: Expected `object`, got `array`"),
        ({**CALL, "trust": "full"}, "trust: Invalid enum value 'full'"),
        ({**CALL, "time": "noon"}, "time: is not a time with its zone"),
        ({**CALL, "time": "2026-11-21T12:00:00"}, "time: is not a time with its zone"),
    ],
)
def test_a_call_that_is_not_described_well_is_refused(
    profile: Profile, tmp_path: Path, wrong: object, said: str
) -> None:
    done = explain(profile, "--call", str(write(tmp_path / "c", wrong)), "--json")
    assert done.returncode == 2
    assert said in done.stderr
    assert not done.stdout


def test_a_file_that_is_missing_or_no_json_is_refused(profile: Profile, call_file: Path, tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text('{"app": "a", "app": "b"}')
    for options in (
        ("--call", "/nonexistent"),
        ("--call", str(tmp_path / "no.json")),
        ("--call", str(call_file), "--policy", "/nonexistent"),
        ("--call", str(call_file), "--managed", "/nonexistent"),
        (),
    ):
        done = explain(profile, *options)
        assert (done.returncode, done.stdout) == (2, "")
