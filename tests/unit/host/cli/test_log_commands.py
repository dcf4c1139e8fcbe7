from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from host.audit import database, jsonl, query
from host.audit.calls import read_page
from host.audit.query import AuditReader, Record
from host.cli import log_commands
from host.cli.log_commands import command, gist
from host.model import Draft, JsonObject, JsonValue
from tests.support.profile import Profile
from tests.unit.host.audit.support import Log, decided, erase, log_in, outcome, tampering, write

VERDICT: JsonObject = {"effect": "allow", "rule": "clock", "source": "managed", "because": 'Rule "clock" allows time.'}


def record(kind: str, **fields: JsonValue) -> Record:
    return Record(1, "2026-11-21T12:00:00Z", kind, "", fields, "", "")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"decision": "deny", "by": "limit", "who": "", **VERDICT}, "deny by limit (the rules said allow)"),
        ({"decision": "deny", "by": "stop", "who": ""}, "deny by stop"),
        (
            {"decision": "approve", "by": "rule", "who": "clock", **VERDICT},
            'approve rule clock managed Rule "clock" allows time.',
        ),
    ],
)
def test_what_the_rules_said_is_no_reason_where_they_did_not_decide(fields: JsonObject, said: str) -> None:
    assert gist(record("call.decided", **fields)) == said


def test_a_load_shows_which_source_which_digest_and_how_many_rules() -> None:
    loaded: JsonObject = {"source": "user", "digest": "a" * 64, "rules": 2, "error": "", "confirmed": True}
    assert gist(record("policy.loaded", **loaded)) == f"user {'a' * 12} 2 rules"
    broken: JsonObject = {"source": "managed", "digest": "", "rules": 0, "error": "it is broken", "confirmed": True}
    assert gist(record("policy.loaded", **broken)) == "managed 0 rules it is broken"


def test_a_line_names_who_signed_or_could_not_and_what_waits() -> None:
    assert gist(record("approver.locked", name="Ana", failures=5, seconds=30)) == "Ana"
    assert gist(record("call.signed", approver="Ana", roles=["PI"], missing=[])) == "Ana"
    assert gist(record("server.waits", app="claude", server="files", what="start")) == "start"


def run(profile: Profile, *arguments: str) -> Result:
    return CliRunner(env=profile.env).invoke(command, arguments, standalone_mode=False)


@pytest.fixture
def log(profile: Profile) -> Log:
    """log.opened, host.started, then decision and outcome of ten calls; the text *early* stands in the first alone."""
    log = Log(profile.paths.log_file, profile.paths.head_file)
    first = [decided("c0", params=b"early"), outcome("c0")]
    write(log, *first, *(draft for number in range(1, 10) for draft in (decided(f"c{number}"), outcome(f"c{number}"))))
    return log


def test_verify_tells_of_values_that_are_gone(log: Log, profile: Profile) -> None:
    assert json.loads(run(profile, "verify", "--json").output)["values_gone"] == 0
    with closing(database.connect(log.path)) as connection:
        erase(connection, 3, "params")
    assert json.loads(run(profile, "verify", "--json").output)["values_gone"] == 1
    told = run(profile, "verify")
    assert told.return_value == 0
    assert told.output.splitlines()[1] == "1 value is gone; no record tells who erased it, or when."


def test_s37_verify_tells_that_an_export_lacks_the_beginning_of_the_log(
    log: Log, profile: Profile, tmp_path: Path
) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    whole.write_bytes(b"".join(jsonl.export(log.path)))
    part.write_bytes(b"".join(jsonl.export(log.path, first=7)))
    assert len(run(profile, "verify", str(whole)).output.splitlines()) == 1
    assert json.loads(run(profile, "verify", str(whole), "--json").output)["first"] == 1
    told = run(profile, "verify", str(part))
    assert told.return_value == 0
    assert told.output.splitlines()[1].startswith("It begins with record 7;")
    assert json.loads(run(profile, "verify", str(part), "--json").output)["first"] == 7


def test_s37_verify_tells_that_the_end_of_the_log_is_not_remembered(log: Log, profile: Profile) -> None:
    log.head.unlink()
    told = run(profile, "verify")
    assert told.return_value == 1
    assert told.output.startswith(f"No end of the audit log is remembered in {log.head}")
    assert "The chain holds" in told.output
    assert json.loads(run(profile, "verify", "--json").output)["ok"] is False


@pytest.mark.usefixtures("log")
def test_a_search_without_an_index_looks_through_all_of_the_log(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "MAX_SCANNED", 5)
    found = run(profile, "search", "early")
    assert found.stdout.splitlines()[1].split()[0] == "3"
    assert found.stderr.splitlines()[0] == "assent: 0 records found in the newest 5 of 22; looking on"
    assert len(json.loads(run(profile, "search", "early", "--json").stdout)["records"]) == 1
    nothing = run(profile, "search", "never said")
    assert nothing.stdout == "Nothing found in all 22 records.\n"
    some = json.loads(run(profile, "search", "--app", "claude", "--limit", "7", "--json").stdout)
    assert ([record["seq"] for record in some["records"]], some["before"]) == ([21, 19, 17, 15, 13, 11, 9], 9)
    (rest,) = [json.loads(run(profile, "search", "--app", "claude", "--before", "9", "--json").stdout)]
    assert ([record["seq"] for record in rest["records"]], rest["before"]) == ([7, 5, 3], None)


WHO: JsonObject = {"decision": "deny", "by": "approver", "who": "ana"}


def denied(reason: str) -> Draft:
    return Draft("call.decided", WHO, {"reason": reason.encode()} if reason else {}, "c1")


def asked(kind: str = "call.proposed", /, **arguments: JsonValue) -> Draft:
    params = json.dumps({"name": "write_file", "arguments": arguments})
    return Draft(kind, {"who": "ana"}, {"params": params.encode()}, "c1")


def edited(**arguments: JsonValue) -> Draft:
    return asked("call.edited", **arguments)


def last_line(log: Log) -> tuple[str, JsonObject]:
    """The line and the JSON of the newest record."""
    with AuditReader.open(log.path) as reader:
        record = reader.record(reader.last_seq())
        assert record is not None
        return log_commands.line_end(reader, record), log_commands.details(reader, record)


def told(tmp_path: Path, *drafts: Draft) -> tuple[str, JsonObject]:
    log = log_in(tmp_path)
    write(log, *drafts)
    return last_line(log)


def test_a_denial_says_its_reason(tmp_path: Path) -> None:
    assert told(tmp_path, denied("not today")) == ("reason: not today", {"reason": "not today"})


def test_the_word_on_a_held_result_says_its_reason(tmp_path: Path) -> None:
    withheld = Draft("result.reviewed", {"decision": "withhold"}, {"reason": b"it quotes a key"}, "c1")
    assert told(tmp_path, withheld)[0] == "reason: it quotes a key"


def test_who_gave_no_reason_has_none(tmp_path: Path) -> None:
    assert told(tmp_path, denied("")) == ("", {})


def test_a_long_reason_is_cut_in_the_line_and_whole_in_json(tmp_path: Path) -> None:
    line, more = told(tmp_path, denied("long " * 100))
    assert line.endswith("and 380 more characters")
    assert more == {"reason": "long " * 100}


def test_an_edit_says_what_was_changed_added_and_removed(tmp_path: Path) -> None:
    line, more = told(tmp_path, asked(path="/a", to=[1.0, 2], old=True), edited(path="/b", to=[1, 2], new=None))
    assert line == 'changed old: removed, was true; new: added null; path: "/a" -> "/b"; and 1 more change'
    assert more["changes"] == [
        {"path": "$.old", "before": "true"},
        {"path": "$.new", "after": "null"},
        {"path": "$.path", "before": '"/a"', "after": '"/b"'},
        {"path": "$.to[0]", "before": "1.0", "after": "1"},
    ]


def test_a_second_edit_is_compared_with_the_first(tmp_path: Path) -> None:
    line, _ = told(tmp_path, asked(n=1), edited(n=2), asked(n=2), edited(n=3))
    assert line == "changed n: 2 -> 3"


def test_many_changes_are_counted(tmp_path: Path) -> None:
    before: JsonObject = {f"k{at:02}": at for at in range(30)}
    after: JsonObject = {f"k{at:02}": -1 for at in range(30)}
    line, more = told(tmp_path, asked(**before), edited(**after))
    assert line == "changed k00: 0 -> -1; k01: 1 -> -1; k02: 2 -> -1; and 27 more changes"
    assert (len(more["changes"]) if isinstance(more["changes"], list) else 0, more["changes_more"]) == (20, 10)


@pytest.mark.parametrize("first", [True, False])
def test_inputs_that_are_too_long_are_not_compared(first: bool, tmp_path: Path) -> None:
    long, short = "x" * log_commands.MAX_COMPARED, "x"
    drafts = asked(text=long if first else short), edited(text=short if first else long)
    assert told(tmp_path, *drafts)[0] == "changes: longer than 64 KiB: see assent log show"


@pytest.mark.parametrize(
    ("seq", "line"), [(3, "changes: erased"), (4, "changes: erased"), (5, "reason erased")], ids=str
)
def test_what_was_erased_is_reported(seq: int, line: str, tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log, asked(n=1), edited(n=2), *([denied("secret")] if seq == 5 else []))
    with tampering(log) as connection:
        connection.execute("DELETE FROM sensitive WHERE seq = ?", (seq,))
    assert last_line(log)[0] == line


@pytest.mark.parametrize("params", [b"{", b"[]", b'{"arguments":3}', b"\xff"])
def test_parameters_that_somebody_broke_are_reported(params: bytes, tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log, asked(n=1), edited(n=2))
    with tampering(log) as connection:
        connection.execute("UPDATE sensitive SET value = ? WHERE seq = 4", (params,))
    assert last_line(log) == ("changes: cannot be read", {"changes_unknown": "cannot be read"})


def test_an_edit_of_nothing_known_is_reported(tmp_path: Path) -> None:
    assert told(tmp_path, edited(n=2))[0] == "changes: cannot be read"


def test_other_records_say_neither(tmp_path: Path) -> None:
    assert told(tmp_path, Draft("call.outcome", {"status": "succeeded"}, {"result": b"{}"}, "c1")) == ("", {})


def test_s08_a_reason_and_an_edit_are_in_the_line_and_steer_no_terminal(profile: Profile) -> None:
    log = Log(profile.paths.log_file, profile.paths.head_file)
    write(log, asked(path="/a"), edited(path="/b\x1b[2J\u202e"), denied("no\x1b[8m\r\nSEQ\u202e"))
    printed = CliRunner(env=profile.env).invoke(command, ["search", "--call", "c1"], standalone_mode=False).output
    denial, edit, _ = printed.splitlines()[1:]
    assert denial.endswith("deny approver ana · reason: no⟨U+001B⟩[8m⟨U+000D⟩⟨U+000A⟩SEQ⟨U+202E⟩")
    assert edit.endswith('ana · changed path: "/a" -> "/b\\u001b[2J⟨U+202E⟩"')
    assert printed.replace("\n", "").isprintable()


def test_the_word_edited_finds_in_a_search_what_it_finds_in_the_history(profile: Profile) -> None:
    write(Log(profile.paths.log_file, profile.paths.head_file), asked(n=1), edited(n=2), denied("no"))
    printed = CliRunner(env=profile.env).invoke(command, ["search", "edited", "--json"], standalone_mode=False)
    with AuditReader.open(profile.paths.log_file) as reader:
        marked = [row.call_id for row in read_page(reader, "edited").rows if row.edited]
    assert [record["call"] for record in json.loads(printed.output)["records"]] == marked == ["c1"]


def test_json_has_the_reason_and_the_changes(profile: Profile) -> None:
    write(Log(profile.paths.log_file, profile.paths.head_file), asked(n=1), edited(n=2), denied("no"))
    printed = CliRunner(env=profile.env).invoke(command, ["search", "--call", "c1", "--json"], standalone_mode=False)
    denial, edit, proposal = json.loads(printed.output)["records"]
    assert denial["reason"] == "no"
    assert edit["changes"] == [{"path": "$.n", "before": "1", "after": "2"}]
    assert "changes" not in proposal


def test_inputs_that_were_never_kept_say_so(tmp_path: Path) -> None:
    unkept = Draft("call.proposed", {"arguments_kept": False}, asked(text="a").values, "c1", frozenset({"params"}))
    assert told(tmp_path, unkept, edited(text="b"))[0] == "changes: not kept: too much from this app"


def test_a_record_shows_why_its_inputs_are_not_there(profile: Profile) -> None:
    unkept = Draft("call.refused", {"arguments_kept": False}, asked(text="a").values, "c1", frozenset({"params"}))
    write(Log(profile.paths.log_file, profile.paths.head_file), unkept)
    shown = CliRunner(env=profile.env).invoke(command, ["show", "c1"], standalone_mode=False).output
    assert "not kept: too much from this app" in shown
    assert "arguments_kept: false" in shown
