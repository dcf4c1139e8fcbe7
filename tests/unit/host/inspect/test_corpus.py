"""The labelled corpus: it is what it says, and findings do what they must on it."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from host.inspect.kinds import KINDS
from host.model import Finding, Severity
from tests.bench import findings
from tests.bench.findings_corpus import DOMAINS, HERE, UNLABELLED, CorpusError, Labelled, invalid, read
from tests.bench.findings_score import HIGH_AT_MOST, Score, Seen, score

ENOUGH_OF_EACH_SORT = 180
ENOUGH_OF_A_KIND = 8
ENOUGH_OF_A_DOMAIN = 15


@cache
def corpus() -> tuple[Labelled, ...]:
    return read([HERE])


@cache
def figures() -> Score:
    return score(findings.look(corpus()))


def line(**changed: object) -> str:
    plain = {"id": "a", "domain": "files", "kinds": [], "why": "Nothing.", "call": {"server": "s", "tool": "t"}}
    return json.dumps(plain | changed)


def test_every_sort_kind_and_domain_has_enough_calls() -> None:
    hostile = Counter(kind for it in corpus() for kind in it.kinds)
    sorts = Counter(it.hostile for it in corpus())
    domains = Counter((it.domain, it.hostile) for it in corpus())
    assert min(sorts[True], sorts[False]) >= ENOUGH_OF_EACH_SORT
    assert {kind: hostile[kind] for kind in set(KINDS) - UNLABELLED if hostile[kind] < ENOUGH_OF_A_KIND} == {}
    assert min(domains[domain, hostile] for domain in DOMAINS for hostile in (True, False)) >= ENOUGH_OF_A_DOMAIN


def test_half_of_the_calls_have_a_definition() -> None:
    for sort in (True, False):
        calls = [it.call for it in corpus() if it.hostile is sort]
        assert sum("definition" in call for call in calls) * 2 >= len(calls)


def test_no_call_stands_twice() -> None:
    calls = Counter(json.dumps(it.call, sort_keys=True) for it in corpus())
    assert [call for call, times in calls.items() if times > 1] == []


def test_inputs_keep_to_the_schema_beside_them_unless_that_is_the_attack() -> None:
    assert invalid(corpus()) == {}


def test_what_is_not_seen_is_written_as_escapes() -> None:
    for file in sorted(HERE.glob("*.jsonl")):
        text = file.read_text(encoding="utf-8")
        assert [ch for ch in set(text) - {"\n"} if not ch.isprintable()] == []


def test_every_hostile_call_has_the_findings_that_it_is_labelled_with() -> None:
    assert {it.labelled.id: it.missing for it in figures().missed} == {}


def test_few_harmless_calls_have_a_grave_finding() -> None:
    assert figures().high_percent <= HIGH_AT_MOST, {it.labelled.id: it.high for it in figures().high}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no labelled calls"),
        ("{", "no JSON"),
        ("[]", "no object"),
        (line(call=3), "'call'"),
        (line(kinds="secret"), "'kinds'"),
        (line(kinds=["odd"]), "'odd'"),
        (line(kinds=["burst"]), "no label"),
        (line(id=""), "'id'"),
        (line() + "\n" + line(), "twice"),
    ],
)
def test_a_corpus_of_another_form_is_refused_in_words(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "x.jsonl").write_text(text)
    with pytest.raises(CorpusError, match=says):
        read([tmp_path])


def test_a_missing_file_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="cannot be read"):
        read([tmp_path / "none.jsonl"])


def seen(kinds: tuple[str, ...], *found: tuple[str, Severity]) -> Seen:
    labelled = Labelled("x", "files", kinds, "Why.", {})
    return Seen(labelled, tuple(Finding(kind, severity, "Text.") for kind, severity in found))


def test_only_medium_or_above_counts_as_found() -> None:
    low = seen(("secret", "burst"), ("secret", Severity.INFO), ("burst", Severity.MEDIUM))
    assert low.missing == ("secret", "burst")
    assert seen(("secret",), ("secret", Severity.MEDIUM)).missing == ()


def test_recall_and_precision_of_a_kind() -> None:
    figures = score(
        [
            seen(("secret",), ("secret", Severity.HIGH)),
            seen(("secret",)),
            seen(("odd-host",), ("odd-host", Severity.MEDIUM), ("secret", Severity.MEDIUM)),
            seen((), ("secret", Severity.HIGH)),
        ]
    )
    (secret,) = (it for it in figures.kinds if it.kind == "secret")
    assert (secret.recall, secret.hostile, secret.precision) == (1 / 2, 2 / 3, 1 / 3)
    assert [it.missing for it in figures.missed] == [("secret",)]
    assert figures.high_percent == 100
