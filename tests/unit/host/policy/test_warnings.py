from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

import host
from host.gate.quorum import out_of_reach
from host.inspect.kinds import KINDS
from host.model import JsonObject, Obligations
from host.policy import warnings
from host.policy.load import read_source
from host.policy.model import ApproverEntry, Managed
from host.values import replace

NOW = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
APPROVERS = (ApproverEntry("Ana", ("PI", "IRB_CHAIR"), ""), ApproverEntry("Ben", ("REVIEWER",), ""))


def known(*names: str) -> str:
    return ", ".join(f'"{name}"' for name in names)


def warned(rule: JsonObject, *, registered: tuple[ApproverEntry, ...] | None = APPROVERS) -> list[str]:
    data = json.dumps({"version": 1, "rules": [{"id": "r", "effect": "ask", "match": {}, **rule}]}).encode()
    source = read_source("managed", Path("managed.json"), data)
    assert source.error == ""

    def missing(wanted: Obligations) -> tuple[str, ...]:
        return out_of_reach(wanted, registered or ())

    found = warnings.of_source(source, now=NOW, missing=None if registered is None else missing)
    said = list(map(str, found))
    assert all(text.startswith('managed.json:1: rule "r": ') for text in said)
    return [text.removeprefix('managed.json:1: rule "r": ') for text in said]


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"match": {"paths_within": ["/data", "~/notes"]}},
        {"match": {"findings": [*warnings.FINDINGS, *warnings.SEVERITIES]}},
        {"match": {"annotations": {"readOnlyHint": True, "dataScale": "large", "ward": "7"}}},
        {"match": {"arguments": {"type": "object", "required": ["a"], "$comment": "x", "x-own": {}}}},
        {"expires": "2026-11-21T12:30:01Z"},
        {"obligations": {"approvers": ["PI", "REVIEWER"]}},
    ],
)
def test_a_rule_that_can_do_what_it_says_is_not_warned_of(rule: JsonObject) -> None:
    assert warned(rule) == []


@pytest.mark.parametrize("folder", ["/home/*/.ssh", "/data/?", "/x/[ab]"])
def test_a_folder_that_looks_like_a_pattern_is_warned_of(folder: str) -> None:
    (said,) = warned({"match": {"paths_within": [folder]}})
    assert said.startswith(f'match.paths_within: the folder "{folder}" is taken literally')


@pytest.mark.parametrize(
    ("match", "said"),
    [
        (
            {"findings": ["not-validatd"]},
            'match.findings: Assent makes no finding of the kind "not-validatd". Did you mean "not-validated"?',
        ),
        (
            {"findings": ["virus"]},
            (
                'match.findings: Assent makes no finding of the kind "virus". Known are '
                f"{known(*warnings.FINDINGS, 'severity:high', 'severity:medium')}."
            ),
        ),
        (
            {"findings": ["output-schema"]},
            (
                'match.findings: "output-schema" is found in results, after the rules have decided. Known are '
                f"{known(*warnings.FINDINGS)}."
            ),
        ),
        (
            {"annotations": {"readonlyHint": True}},
            (
                'match.annotations: no annotation that has a meaning is called "readonlyHint". '
                'Did you mean "readOnlyHint"?'
            ),
        ),
        (
            {"annotations": {"hipaa_controled": True}},
            (
                'match.annotations: no annotation that has a meaning is called "hipaa_controled". '
                'Did you mean "hipaa-controlled"?'
            ),
        ),
        (
            {"arguments": {"propertys": {"a": {"maximum": 3}}}},
            (
                'match.arguments: "propertys" is no keyword of JSON Schema, so it has no effect. '
                'Did you mean "properties"?'
            ),
        ),
        (
            {"arguments": {"path": {"type": "string"}}},
            (
                'match.arguments: "path" is no keyword of JSON Schema, so it has no effect. '
                'Did you mean "properties", with this inside?'
            ),
        ),
    ],
)
def test_a_word_that_means_nothing_is_warned_of_with_the_one_that_does(match: JsonObject, said: str) -> None:
    assert warned({"match": match}) == [said]


def test_a_rule_that_has_expired_is_warned_of() -> None:
    (said,) = warned({"expires": "2026-11-21T12:30:00Z"})
    assert said.startswith("expires: has passed, so the rule has no effect.")


@pytest.mark.parametrize(
    ("approvers", "lacking"),
    [
        (["IRB_CHAIRS"], "1 IRB_CHAIRS"),
        ([{"role": "REVIEWER", "count": 2}], "1 REVIEWER"),
        (["PI", "IRB_CHAIR"], "1 PI"),
    ],
)
def test_signatures_that_nobody_can_give_are_warned_of(approvers: list[object], lacking: str) -> None:
    """Ana has two roles, but signs for one."""
    rule: JsonObject = json.loads(json.dumps({"obligations": {"approvers": approvers}}))
    (said,) = warned(rule)
    assert said.startswith(f'obligations.approvers: the registered approvers cannot sign this: "{lacking}" would be')
    assert warned(rule, registered=None) == []


def test_a_server_without_its_program_is_warned_of_with_its_line() -> None:
    source = read_source("managed", Path("managed.json"), None)
    source = replace(source, managed=Managed(servers={"x": {}}, lines={"x": 4}))
    (warning,) = warnings.of_servers(source, {"x": "No such program: gone. Install it."})
    assert str(warning).startswith("managed.json:4: servers.x.command: No such program: gone. Install it. ")


def test_every_kind_of_finding_that_the_host_makes_is_known_here() -> None:
    texts = [file.read_text("utf-8") for file in sorted(Path(host.__file__).parent.rglob("*.py"))]
    made = {kind for text in texts for kind in re.findall(r'\b(?:Finding|found)\(\s*"([^"]+)"', text)}
    assert made <= {*warnings.FINDINGS, *warnings.LATER}
    unmade = [kind for kind in KINDS if sum(f'"{kind}"' in text for text in texts) < 2]  # once in their list
    assert unmade == []
