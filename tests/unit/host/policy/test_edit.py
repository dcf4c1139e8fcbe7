from __future__ import annotations

import asyncio
import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from host import jsonc
from host.control import protocol
from host.errors import AssentError
from host.model import Draft, Effect, JsonObject, JsonValue
from host.policy import edit
from host.policy.book import PolicyBook
from host.policy.facts import CallFacts
from host.policy.load import read_source
from host.policy.model import PolicySource, Rule
from host.policy.write import rule_json, rule_text
from tests.support.rules import policies, rules
from tests.support.waiting import PATIENCE

FACTS = CallFacts("files", "read", "claude", True)
FILE = """\
// Ana's rules.
{
  "version": 1,
  "rules": [
    // Reading is harmless.
    { "id": "reading", "effect": "allow", "match": { "server": "files", "tool": "read" } },
    {
      "id": "no-rm", // never
      "effect": "deny",
      "match": { "tool": "rm" }
    }
  ]
}
"""
ASK = '{ "effect": "ask", "match": { "server": "files", "tool": "write_*" } }'
DIGEST = "a" * 64

pytestmark = pytest.mark.expected_logs(r"host\.policy\.book: everything is denied")


class Desk:
    """Somebody who changes rules in the window, over real files."""

    def __init__(self, directory: Path) -> None:
        directory.chmod(0o700)
        self.file, self.log = directory / "policy.json", list[Draft]()
        self.book = PolicyBook(
            self.file,
            managed=lambda: PolicySource("managed", "managed.json"),
            managed_file=directory / "managed.json",
            log=self.log.append,
        )

    def change(self, made: edit.Edit, seen: Rule | None = None) -> None:
        async def run() -> None:
            await self.book.ready()
            await self.book.change(made, "ana", seen)

        asyncio.run(run())

    def look(self) -> PolicySource:
        asyncio.run(self.book.ready())
        return self.book.sources[1]

    def effect(self, tool: str = "read") -> Effect:
        self.look()
        return self.book.judge(CallFacts("files", tool, "claude", True)).effect

    def waits(self) -> list[str]:
        return [change.rule.id if change.rule else change.server for change in self.look().waiting]

    def value(self) -> JsonObject:
        value = jsonc.load(self.file.read_text(), file="policy.json").value
        assert isinstance(value, dict)
        return value


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# What a person changes


def test_the_first_rule_makes_the_file_for_this_account_alone(desk: Desk) -> None:
    desk.change(protocol.SaveRule(ASK))
    assert stat.S_IMODE(desk.file.stat().st_mode) == 0o600
    assert desk.file.read_text().startswith("// ")
    assert [rule.id for rule in desk.look().rules] == ["ask-files-write"]


def test_a_rule_that_a_person_saves_counts_at_once_and_nothing_waits(desk: Desk) -> None:
    desk.change(protocol.SaveRule('{ "effect": "allow", "match": { "server": "files" } }'))
    assert (desk.effect(), desk.waits()) == (Effect.ALLOW, [])


def test_everything_else_in_the_file_stays_as_it_was_written(desk: Desk) -> None:
    desk.file.write_text(FILE)
    desk.change(protocol.SaveRule(ASK))
    added = '    {\n      "id": "x"'
    assert desk.file.read_text() == FILE.replace(
        '      "match": { "tool": "rm" }\n    }\n',
        '      "match": { "tool": "rm" }\n    },\n    { "id": "ask-files-write", "effect": "ask", "match": '
        '{ "server": "files", "tool": "write_*" } }\n',
    )
    assert added not in desk.file.read_text()


def test_a_rule_is_replaced_where_it_stands(desk: Desk) -> None:
    desk.file.write_text(FILE)
    desk.change(protocol.SaveRule('{ "effect": "deny", "match": { "tool": "rm*" } } // x', "no-rm"))
    text = desk.file.read_text()
    assert [rule.id for rule in desk.look().rules] == ["reading", "no-rm"]
    assert text.startswith(FILE[: FILE.index('    {\n      "id": "no-rm"')])
    assert "// x" not in text


def test_a_rule_may_get_another_name(desk: Desk) -> None:
    desk.file.write_text(FILE)
    desk.change(protocol.SaveRule('{ "id": "never", "effect": "deny", "match": { "tool": "rm" } }', "no-rm"))
    assert [rule.id for rule in desk.look().rules] == ["reading", "never"]
    assert desk.waits() == ["reading"]


def test_a_rule_that_a_person_removes_counts_no_more(desk: Desk) -> None:
    desk.file.write_text(FILE)
    assert desk.effect("rm") is Effect.DENY
    desk.change(protocol.RemoveRule("no-rm"))
    assert desk.effect("rm") is Effect.ASK
    assert desk.waits() == ["reading"]


def test_a_rule_is_switched_off_and_on_again(desk: Desk) -> None:
    desk.file.write_text(FILE)
    desk.change(protocol.EnableRule("no-rm", enabled=False))
    assert desk.effect("rm") is Effect.ASK
    assert '      "match": { "tool": "rm" },\n      "enabled": false\n    }' in desk.file.read_text()
    desk.change(protocol.EnableRule("no-rm", enabled=True))
    assert desk.effect("rm") is Effect.DENY
    assert desk.waits() == ["reading"]


def test_switching_on_what_is_on_changes_nothing(desk: Desk) -> None:
    desk.file.write_text(FILE)
    desk.change(protocol.EnableRule("no-rm", enabled=True))
    assert desk.file.read_text() == FILE


def test_a_rule_that_waits_counts_once_a_person_switched_it_off_and_on(desk: Desk) -> None:
    desk.file.write_text(FILE)
    assert desk.waits() == ["reading"]
    for enabled in (False, True):
        desk.change(protocol.EnableRule("reading", enabled))
    assert (desk.effect(), desk.waits()) == (Effect.ALLOW, [])


def test_a_server_is_vouched_for_and_no_longer(desk: Desk) -> None:
    desk.file.write_text(FILE)
    desk.change(protocol.VouchServer("files", DIGEST, vouch=True))
    assert desk.book.trust_of("files", DIGEST) == "user"
    desk.change(protocol.VouchServer("web", DIGEST, vouch=True))
    desk.change(protocol.VouchServer("files", "b" * 64, vouch=True))
    assert desk.value()["trust"] == {"files": "b" * 64, "web": DIGEST}
    desk.change(protocol.VouchServer("files", "", vouch=False))
    assert desk.value()["trust"] == {"web": DIGEST}
    assert desk.book.trust_of("files", "b" * 64) == "none"
    assert desk.file.read_text().startswith(FILE[: FILE.rindex("  ]")])


def test_s39_vouching_for_a_server_confirms_no_rule_of_that_name_and_counts_where_it_waited(desk: Desk) -> None:
    rule: JsonObject = {"id": "files", "effect": "allow", "match": {}}
    trust: JsonObject = {"files": DIGEST, "web": DIGEST}
    desk.file.write_text(json.dumps({"version": 1, "rules": [rule], "trust": trust}))
    assert desk.waits() == ["files", "files", "web"]
    desk.change(protocol.VouchServer("files", DIGEST, vouch=True))
    assert [(change.kind, change.server) for change in desk.look().waiting] == [("allows", ""), ("trusts", "web")]
    assert desk.effect() is Effect.ASK


def test_vouching_makes_the_file_where_there_is_none(desk: Desk) -> None:
    desk.change(protocol.VouchServer("files", DIGEST, vouch=True))
    assert desk.book.trust_of("files", DIGEST) == "user"


def test_s39_what_waits_keeps_waiting_beside_a_change_in_the_window(desk: Desk) -> None:
    desk.file.write_text(FILE)
    desk.look()
    desk.file.write_text(FILE.replace('"tool": "rm"', '"tool": "rmdir"'))
    assert desk.waits() == ["reading", "no-rm"]
    desk.change(protocol.SaveRule(ASK))
    assert desk.waits() == ["reading", "no-rm"]
    assert [desk.effect("rm"), desk.effect("rmdir")] == [Effect.DENY, Effect.DENY]


def test_rules_out_of_another_file_are_added_behind_the_others_and_count_at_once(desk: Desk) -> None:
    desk.file.write_text(FILE)
    allow = '{ "id": "w", "effect": "allow", "match": { "server": "files", "tool": "write" } }'
    desk.change(protocol.ImportRules((allow, '{ "id": "d", "effect": "deny", "match": { "tool": "zap" } }')))
    assert [rule.id for rule in desk.look().rules] == ["reading", "no-rm", "w", "d"]
    assert desk.file.read_text().startswith("// Ana's rules.")
    assert (desk.effect("write"), desk.effect("zap")) == (Effect.ALLOW, Effect.DENY)
    assert desk.effect("read") is Effect.ASK, "what waits keeps waiting"


@pytest.mark.parametrize("texts", [(), (ASK.replace("{", '{ "id": "NO-RM",', 1),), ("{}",)])
def test_where_one_imported_rule_cannot_be_added_none_is(desk: Desk, texts: tuple[str, ...]) -> None:
    desk.file.write_text(FILE)
    sound = '{ "id": "sound", "effect": "deny", "match": {} }'
    with pytest.raises(AssentError):
        desk.change(protocol.ImportRules((sound, *texts) if texts else ()))
    assert desk.file.read_text() == FILE


def test_the_log_says_what_was_changed_by_whom_and_holds_no_rule(desk: Desk) -> None:
    desk.change(
        protocol.SaveRule('{ "id": "mine", "effect": "deny", "match": { "tool": "canary" }, "reason": "canary" }')
    )
    (edited,) = [draft for draft in desk.log if draft.kind == "policy.edited"]
    assert dict(edited.fields) == {"what": "saved", "of": "mine", "digest": desk.look().digest, "who": "ana"}
    assert "canary" not in repr(desk.log)


def test_a_link_stays_a_link_for_those_who_made_one(tmp_path: Path) -> None:
    from host import files

    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    files.write(link, b"new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")
    assert sorted(tmp_path.iterdir()) == [link, target]


# What cannot be done


REFUSED: list[tuple[edit.Edit, str]] = [
    (protocol.SaveRule("{"), "rule:1"),
    (protocol.SaveRule('{ "effect": "maybe", "match": {} }'), "rule:1"),
    (protocol.SaveRule('{ "effect": "allow", "match": {}, "obligations": { "pin": true } }'), "rule:1"),
    (protocol.SaveRule('{ "id": "NO-RM", "effect": "ask", "match": {} }'), "Another rule has this id"),
    (protocol.SaveRule(ASK, "gone"), "no such rule"),
    (protocol.RemoveRule("gone"), "no such rule"),
    (protocol.EnableRule("gone", enabled=True), "no such rule"),
    (protocol.VouchServer("files", "nonsense", vouch=True), "policy.json"),
]


@pytest.mark.parametrize(("made", "why"), REFUSED, ids=map(str, range(len(REFUSED))))
def test_what_cannot_be_done_changes_nothing_and_says_why(desk: Desk, made: edit.Edit, why: str) -> None:
    desk.file.write_text(FILE)
    with pytest.raises(AssentError, match=why):
        desk.change(made)
    assert desk.file.read_text() == FILE
    assert not [draft for draft in desk.log if draft.kind == "policy.edited"]


def test_a_file_that_cannot_be_used_is_not_written_to(desk: Desk) -> None:
    desk.file.write_text(FILE + "x")
    with pytest.raises(AssentError, match=r"cannot be used as it is\. .*policy\.json:14"):
        desk.change(protocol.SaveRule(ASK))
    assert desk.file.read_text() == FILE + "x"


@pytest.mark.parametrize("swapped", ['"tool": "rm"', '"id": "no-rm", // never\n      "effect": "deny"'])
@pytest.mark.parametrize("kind", ["save", "remove", "disable"])
def test_s39_what_a_program_put_under_an_id_that_a_person_saw_is_left_alone(
    desk: Desk, kind: str, swapped: str
) -> None:
    desk.file.write_text(FILE)
    desk.file.chmod(0o600)
    desk.book.refresh()
    seen = next(rule for rule in desk.book.user_file.rules if rule.id == "no-rm")
    others = {
        '"tool": "rm"': '"tool": "*"',
        '"id": "no-rm", // never\n      "effect": "deny"': '"id": "no-rm", "effect": "ask"',
    }
    written = FILE.replace(swapped, others[swapped])
    assert written != FILE
    desk.file.write_text(written)
    made: dict[str, edit.Edit] = {
        "save": protocol.SaveRule(ASK, "no-rm"),
        "remove": protocol.RemoveRule("no-rm"),
        "disable": protocol.EnableRule("no-rm", False),
    }
    with pytest.raises(AssentError, match=edit.CHANGED_MEANWHILE):
        desk.change(made[kind], seen)
    assert desk.file.read_text() == written
    desk.file.write_text(FILE)
    desk.change(made[kind], seen)


def test_s39_a_file_that_was_edited_meanwhile_is_not_written_over(desk: Desk) -> None:
    desk.file.write_text(FILE)
    before = desk.look()
    desk.file.write_text(FILE.replace("harmless", "fine"))
    with pytest.raises(AssentError, match="changed meanwhile"):
        edit.carry_out(desk.file, before, protocol.SaveRule(ASK))
    assert "ask-files-write" not in desk.file.read_text()


def test_s39_a_file_that_came_meanwhile_is_not_written_over(desk: Desk) -> None:
    before = desk.look()
    desk.file.write_text(FILE)
    with pytest.raises(AssentError, match="changed meanwhile"):
        edit.carry_out(desk.file, before, protocol.SaveRule(ASK))


def test_a_disk_that_takes_nothing_leaves_the_old_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.file.write_text(FILE)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(AssentError, match="No space left"):
        desk.change(protocol.SaveRule(ASK))
    assert desk.file.read_text() == FILE
    assert [rule.id for rule in desk.look().rules] == ["reading", "no-rm"]


async def test_a_change_goes_on_to_its_end_when_nobody_waits_for_it_any_more(desk: Desk) -> None:
    await desk.book.ready()
    changed = asyncio.Event()
    desk.book.changed.connect(changed.set)
    change = asyncio.ensure_future(desk.book.change(protocol.SaveRule(ASK), "ana"))  # noqa: TID251
    await asyncio.sleep(0)
    change.cancel()
    async with asyncio.timeout(PATIENCE):
        await changed.wait()
    assert [rule.id for rule in desk.book.sources[1].rules] == ["ask-files-write"]
    assert desk.book.sources[1].confirmed


# Names


@pytest.mark.parametrize(
    ("rule", "taken", "name"),
    [
        ({"match": {}}, [], "ask"),
        ({"match": {"server": "files", "tool": "write_*"}}, [], "ask-files-write"),
        ({"match": {"server": "web", "tool": "get_*"}}, ["ASK-WEB-GET", "ask-web-get-2"], "ask-web-get-3"),
        ({"match": {"server": "*", "tool": "ünï"}}, [], "ask-n"),
        ({"match": {"tool": "x" * 200}}, [], "ask-" + "x" * 44),
    ],
)  # fmt: skip
def test_a_rule_without_an_id_gets_a_speaking_one(rule: JsonObject, taken: list[str], name: str) -> None:
    _, parsed = edit.read_rule(json.dumps({"effect": "ask", **rule}))
    assert edit.free_id(parsed, taken) == name


# Any policy


def _write(policy: PolicySource) -> str:
    listed: list[JsonValue] = [rule.raw for rule in policy.rules]
    return json.dumps({"version": 1, "rules": listed, "trust": dict(policy.trust)}, indent=1)


def said(source: PolicySource) -> list[JsonObject]:
    return [rule_json(rule) for rule in source.rules]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(policies(max_rules=3), rules())
def test_any_rule_can_be_saved_replaced_and_removed_in_any_file(tmp_path: Path, file: PolicySource, rule: Rule) -> None:
    path, data = tmp_path / "policy.json", _write(file).encode()
    source = read_source("user", path, data)
    listed, new = said(source), rule_json(rule)
    assert len(listed) == len(file.rules)
    ids = {it.id.casefold() for it in file.rules}
    if rule.id.casefold() not in ids:
        saved = edit.preview(path, data, source, protocol.SaveRule(rule_text(rule)))
        assert said(saved.source) == [*listed, new]
        back = edit.preview(path, saved.data, saved.source, protocol.RemoveRule(rule.id))
        assert said(back.source) == listed
    for number, old in enumerate(file.rules):
        if rule.id.casefold() not in ids - {old.id.casefold()}:
            swapped = edit.preview(path, data, source, protocol.SaveRule(rule_text(rule), old.id))
            assert said(swapped.source) == [*listed[:number], new, *listed[number + 1 :]]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"effect":"ask","match":{}}', '{"id": "x", "effect":"ask","match":{}}'),
        ('{ "effect": "ask", "match": {} }', '{ "id": "x", "effect": "ask", "match": {} }'),
        (
            '{\n  "effect": "ask", // c\n  "match": {}\n}',
            '{\n      "id": "x",\n      "effect": "ask", // c\n      "match": {}\n    }',
        ),
    ],
)
def test_a_rule_that_is_replaced_keeps_its_id_which_is_first(desk: Desk, text: str, left: str) -> None:
    desk.file.write_text('{\n  "version": 1,\n  "rules": [\n    {"id": "x", "effect": "deny", "match": {}}\n  ]\n}\n')
    desk.change(protocol.SaveRule(text, "x"))
    assert desk.file.read_text() == f'{{\n  "version": 1,\n  "rules": [\n    {left}\n  ]\n}}\n'
