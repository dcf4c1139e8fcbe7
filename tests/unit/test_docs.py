"""The documentation is true: links lead somewhere, commands exist, tables are the code's, programs run."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any  # Any: a program out of a text has no types

import click
import pytest

import resources
from host import cli, errors, jsonc
from host.apps import registry
from host.apps.attach.known import KNOWN
from host.apps.gateway import GIVES_UP_AFTER
from host.audit import jsonl
from host.audit.query import AuditReader
from host.audit.verify import verify_database, verify_export
from host.gate import records as records_of
from host.gate import refusals
from host.gate.refusals import NoAnswer
from host.inspect.kinds import KINDS as FOUND
from host.model import Answer, ApprovalRequest, Decision, Draft, Edit, Effect, OutcomeStatus, Signature, Verdict
from host.policy.load import read_source
from host.policy.parse import MANAGED_ONLY
from host.record_kinds import KINDS
from host.servers.config import load_servers
from host.settings import DECLARATIONS
from tests.support.app import PATIENCE, App, refused, text_of
from tests.support.hosts import ROOT, ScriptedApprover, managed, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig, records
from tests.support.waiting import eventually
from tests.unit.host.gate.test_approvals import request
from tests.unit.ui.history.test_words import with_
from ui.consent.presenter import Approval, approve_button
from ui.history.words import decision_words
from ui.keys import CONSENT as CONSENT_KEYS
from ui.pages import PAGES as WINDOW_PAGES

DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
WIDTH = 120
PASTED = 240.0
"""Seconds for the tour on the command line, which waits half a minute for somebody who could be asked."""
LARGEST = 100_000
"""Bytes of a picture."""
FORMED = {
    approve_button(14_200, grave=False, approval=Approval()).label,
    approve_button(1, grave=True, approval=Approval()).label,
    decision_words(with_(edited=True)),
}
"""Words of the window that are put together of parts."""
NOT_ON_SCREEN = {"Unreleased"}
"""Other words in italics."""


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    """A page without its code blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def section(page: Path, heading: str) -> str:
    """What stands under one heading, up to the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", prose(page), re.MULTILINE | re.DOTALL)
    assert found, f"{page.name} has no heading {heading}"
    return found[1]


def tables(text: str) -> list[dict[str, list[str]]]:
    """The tables of a text: the first cell of each row, without backticks, to the others."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.splitlines()]
        assert len({len(row) for row in rows}) == 1, table
        keys = [row[0].strip("`") for row in rows[2:]]
        assert len(keys) == len(set(keys)), table
        found.append({key: row[1:] for key, row in zip(keys, rows[2:], strict=True)})
    return found


def names(cell: str) -> set[str]:
    """What a cell names in backticks."""
    return set(re.findall(r"`([^`]+)`", cell))


def program(page: Path, starting: str) -> str:
    """The one Python program of a page that begins so."""
    (found,) = [block for block in blocks(page, "python") if block.startswith(starting)]
    return found


# Form


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_narrow_and_tidy(page: Path) -> None:
    text = page.read_text()
    assert text.endswith("\n")
    for line in text.splitlines():
        assert len(line) <= WIDTH, line
        assert line == line.rstrip(), line
    assert "!" not in re.sub(r"`[^`]*`|!\[", "", prose(page)).replace("/usr/bin", "")


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings make, and those that it sets."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([^"]+)"></a>', prose(page)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", prose(page))):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_is_reached_from_the_index() -> None:
    linked = {(DOCS / link).resolve() for link in re.findall(r"\]\(([^)#]+)\)", (DOCS / "README.md").read_text())}
    assert set(DOCS.rglob("*.md")) - {DOCS / "README.md"} <= linked


# Commands


def commands(page: Path) -> Iterator[list[str]]:
    """Every ``assent …`` and ``make …`` of a page: in shell blocks, and where a text in backticks begins so."""
    told = [line.split(" #")[0] for block in blocks(page, "sh") for line in block.splitlines()]
    told += re.findall(r"`((?:assent|make) [^`]*)`", prose(page))
    for line in told:
        yield from (shlex.split(part) for part in re.split(r"[|;&()<>]+", line) if re.match(r" *(assent|make) ", part))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_and_option_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for tool, *words in commands(page):
        if tool == "make":
            assert not {word for word in words if "=" not in word} - targets, words
        elif words[0] == "connect":
            assert len(words) == 1 or (len(words) in (3, 4) and words[-2] == "--app"), words
        elif words[0] == "hook":
            assert len(words) <= 2, words
        else:
            understand(cli.root, words)


def understand(command: click.Command, words: list[str]) -> None:
    """Let click read a command line without running it. Raises click.UsageError."""
    while isinstance(command, click.Group):
        _, words, _ = command.make_parser(click.Context(command)).parse_args(words)  # options of the group itself
        if not words:
            return  # a whole group was meant
        name, *words = words
        found = command.get_command(click.Context(command), name)
        assert found is not None, name
        command = found
    with contextlib.suppress(click.MissingParameter):  # a sentence may name a command without all it needs
        command.make_context(command.name, words)


def test_a_command_that_does_not_exist_would_be_noticed() -> None:
    for line in ("--fast", "log verify --fast", "log search --limit x", "apps add a b"):
        with pytest.raises(click.UsageError):
            understand(cli.root, line.split())


def test_the_table_of_exit_codes_has_every_command() -> None:
    _, table = tables((DOCS / "reference" / "exit-codes.md").read_text())
    context = click.Context(cli.root)
    every = {"assent", "assent --demo", "assent connect"}
    for name in set(cli.root.list_commands(context)) - {"connect"}:
        command = cli.root.get_command(context, name)
        inner = command.list_commands(context) if isinstance(command, click.Group) else [""]
        every |= {f"assent {name} {sub}".strip() for sub in inner}
    assert set(table) == every


# Tables


def test_the_table_of_settings_is_that_of_the_code() -> None:
    (table,) = tables(section(DOCS / "reference" / "servers.md", "Limits and times"))
    assert table == {
        declared.name: [
            *(f"{declared.default:.12g}", declared.unit, f"{declared.low:.12g}", f"{declared.high:.12g}"),
            declared.doc.rstrip("."),
        ]
        for declared in DECLARATIONS
    }


def test_the_table_of_patience_is_that_of_the_code() -> None:
    table, _ = tables(section(DOCS / "reference" / "apps.md", "While a person thinks"))
    told = {app: re.match(r"(\d+) (s|min)\b", cells[0]) for app, cells in table.items()}
    assert told.keys() == {app.id for app in KNOWN}
    assert {
        app: float(found[1]) * (60 if found[2] == "min" else 1) for app, found in told.items() if found
    } == GIVES_UP_AFTER


def test_the_tables_of_the_files_have_every_key() -> None:
    servers: Any = resources.schema("servers")["$defs"]
    page = DOCS / "reference" / "servers.md"
    assert names(section(page, "Keys of an entry")) >= set(servers["entry"]["properties"])
    (own,) = tables(section(page, "Keys under `assent`"))
    assert set(own) == set(servers["assent"]["properties"])
    rule: Any = resources.schema("policy")["$defs"]
    page = DOCS / "reference" / "policy.md"
    (keys,) = tables(section(page, "A rule"))
    assert set(keys) == set(rule["rule"]["properties"])
    (match,) = tables(section(page, "What a rule matches"))
    assert names(" ".join(f"`{key}`" for key in match)) == set(rule["match"]["properties"])
    (wanted,) = tables(section(page, "What a yes demands"))
    assert set(wanted) == set(rule["obligations"]["properties"])
    (more,) = tables(section(page, "Besides rules"))
    whole: Any = resources.schema("policy")
    assert set(more) == set(whole["properties"]) - {"$schema", "version", "rules"}


def test_every_guard_is_in_the_table() -> None:
    (table,) = tables(section(DOCS / "reference" / "policy.md", "How rules combine"))
    source = (ROOT / "host" / "policy" / "evaluate.py").read_text()
    assert set(table) == {*re.findall(r'Guard\(\s*"([a-z-]+)"', source), "a kind"}


def test_every_kind_of_finding_is_in_the_table_and_those_that_force_are_named() -> None:
    said = section(DOCS / "reference" / "policy.md", "Findings")
    listed = [kind for row in re.findall(r"^\| (`.*?) \|", said, re.MULTILINE) for kind in re.findall("`([^`]+)`", row)]
    assert sorted(listed) == sorted(FOUND)
    forcing = {name for name, kind in FOUND.items() if kind.forces}
    (told,) = re.findall(r"was\s+changed\s+\(([^()]*)\)", said)
    assert names(told) == forcing
    (told,) = re.findall(r"was changed: ([^.]*)\.", section(DOCS / "administrators.md", "Findings"))
    assert names(told) == forcing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_in_a_guide_can_be_used(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of servers, rules and calls, by what is in them."""
    for text in blocks(page, "json"):
        if text.startswith('{"format"'):
            continue  # lines of an export, which has a test of its own
        value: Any = jsonc.load(text, file=page.name).value
        if "rules" in value:
            kind: Any = "managed" if {*MANAGED_ONLY} & set(value) else "user"
            assert not read_source(kind, page, text.encode()).problems
        elif "mcpServers" in value:
            file = tmp_path / "servers.json"
            file.write_text(text)
            assert not load_servers(file).problems
        else:
            file = tmp_path / "call.json"
            file.write_text(text)
            assert cli.main(["policy", "explain", "--call", str(file)]) == 0, text
            capsys.readouterr()


def test_the_tables_of_records_have_every_kind_decision_and_outcome() -> None:
    page = DOCS / "reference" / "records.md"
    kinds, _ = tables(section(page, "Kinds"))
    assert set(kinds) == set(KINDS)
    deciders, outcomes = tables(section(page, "The life of a call"))
    assert set(deciders) == set(ends()) | {"rule", "grant", "approver", "limit", "drift"}
    assert set(outcomes) == {status.value for status in OutcomeStatus}
    body: Any = resources.schema("record")
    (members,) = tables(section(page, "A body"))
    assert set(members) == set(body["properties"])


def ends() -> dict[str, NoAnswer]:
    """Every way in which a question ends without an answer."""
    return {value.by: value for value in vars(refusals).values() if isinstance(value, NoAnswer)}


def test_the_table_of_refusals_has_the_words_that_the_app_hears() -> None:
    (table,) = tables(section(DOCS / "reference" / "errors.md", "Tool errors"))
    assert set(table) >= set(ends()) - {"withdrawal"}
    verdict = Verdict(Effect.DENY, "rule", "user", "Because.")
    for by, (text,) in table.items():
        reply = refusals.denied("2025-11-25", verdict, Decision("id", "digest", False, by, ""))
        assert reply.result is not None
        assert json.loads(reply.result)["content"][0]["text"].removesuffix(" Because.") == text


def test_the_tables_of_error_codes_are_the_codes_own() -> None:
    meanings, actions = tables(section(DOCS / "reference" / "errors.md", "Error codes"))
    every = {str(code): said for code, said in errors.CODES.items()}
    every |= {f"{band[-1]} to {band[0]}": said for band, said in errors.BANDS.items()}
    every["isError"] = errors.TOOL_ERROR
    assert meanings == {code: [said.meaning, said.again] for code, said in every.items()}
    assert actions == {code: [said.action] for code, said in every.items()}


def test_every_attack_that_a_test_names_is_in_the_table() -> None:
    (table,) = tables(section(DOCS / "developers.md", "The attacks"))
    named = re.compile(r"def test_((?:s\d+_)+)")
    tested = {
        number.lstrip("s0")
        for file in (ROOT / "tests").glob("*/**/*.py")
        if "node_modules" not in file.parts
        for rows in named.findall(file.read_text())
        for number in rows.split("_")
        if number
    }
    assert tested
    assert tested <= set(table)


def test_an_attack_is_tested_where_the_table_says() -> None:
    (table,) = tables(section(DOCS / "developers.md", "The attacks"))
    for row, (_, where) in table.items():
        for place in names(where):
            folder = next(path for path in (ROOT / "tests" / place, ROOT / "tests" / "unit" / place) if path.is_dir())
            named = re.compile(rf"def test_(?:s\d+_)*s0?{row}_")
            assert any(named.search(file.read_text()) for file in folder.rglob("test_*.py")), (row, place)


def test_every_file_that_the_developers_guide_names_exists() -> None:
    page = DOCS / "developers.md"
    named = names(prose(page)) - names(section(page, "The attacks"))
    files = {name for name in named if re.fullmatch(r"[\w/.*-]+(?:\.py|/)", name)}
    assert len(files) > 50
    for name in files:
        of_any = name.replace("NAME", "*")  # a recipe's
        assert any(list(ROOT.glob(f"{place}{of_any}")) for place in ("", "host/")), name


SAID = [
    ("files", "read_file", {"path": "/srv/papers/a.txt"}, "allow"),
    ("files", "read_file", {"path": "/srv/papers/a.txt", "encoding": "utf-8"}, "allow"),
    ("files", "read_file", {"path": "/srv/papers/a.txt", "other": "/etc/passwd"}, "ask"),
    ("files", "read_file", {"path": "/srv/papers/../a.txt"}, "ask"),
    ("files", "read_file", {"path": "a.txt"}, "ask"),
    ("files", "read_file", {"encoding": "utf-8"}, "ask"),
    ("files", "read_file", {"path": "~/.ssh/id_rsa"}, "deny"),
    ("other", "copy", {"source": "~/.gnupg", "destination": "/srv/papers/keys"}, "deny"),
    ("fetch", "fetch", {"url": "https://a.b.example.org/x"}, "allow"),
    ("fetch", "fetch", {"url": "https://example.org:8443/"}, "ask"),
    ("fetch", "fetch", {"url": "https://example.org@evil.example/"}, "ask"),
    ("fetch", "fetch", {"url": "https://example.org.evil.example/"}, "ask"),
]
"""Calls, and what the second example of the page makes of them."""


@pytest.mark.parametrize(("server", "tool", "arguments", "effect"), SAID, ids=range(len(SAID)))
def test_the_example_of_paths_and_hosts_decides_as_the_page_says(
    server: str, tool: str, arguments: Any, effect: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, call, nothing = (tmp_path / name for name in ("rules.json", "call.json", "managed.json"))
    rules.write_text(blocks(DOCS / "reference" / "policy.md", "json")[1])
    nothing.write_text('{"version": 1, "rules": []}')
    call.write_text(json.dumps({"app": "claude", "server": server, "tool": tool, "arguments": arguments}))
    options = ("--call", str(call), "--policy", str(rules), "--managed", str(nothing), "--json")
    assert cli.main(["policy", "explain", *options]) == 0
    assert json.loads(capsys.readouterr().out)["effect"] == effect


# The window


def test_the_table_of_keys_is_that_of_the_consent_window() -> None:
    keys, pages = tables(section(DOCS / "users.md", "The window asks") + section(DOCS / "users.md", "The pages"))
    assert {key for cell in keys for key in cell.split(", ")} <= {key for it in CONSENT_KEYS for key in it.keys}
    assert [(word, key) for word, (key, _) in pages.items()] == [
        (entry.title, f"Ctrl+{place}")
        for place, entry in enumerate((it for it in WINDOW_PAGES if not it.foot), start=1)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_guide_names_in_the_window_is_there(page: Path) -> None:
    """Its words stand in italics, numbers in them are examples."""
    spoken = " ".join(prose(page).split())
    sources = [path for folder in ("ui", "host") for path in (ROOT / folder).rglob("*.py")]
    tables = (ROOT / "resources" / "demo" / "story.toml", ROOT / "resources" / "apps.json")
    said = "".join(path.read_text() for path in (*sources, *tables))
    for words in re.findall(r"(?<![*\w])\*([A-Z][^*]+)\*(?![*\w])", spoken):
        known = re.split(r" [\d,]+ ", words)[0].rstrip(".")
        assert known in said or words in NOT_ON_SCREEN | FORMED, words


def test_pictures_are_small_and_all_of_them_are_shown() -> None:
    shown = {
        (page.parent / link).resolve() for page in PAGES for link in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", prose(page))
    }
    pictures = set((DOCS / "images").iterdir())
    assert pictures == shown
    assert all(picture.stat().st_size < LARGEST for picture in pictures)


def test_the_files_for_a_desktop_are_those_of_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert set(shared.values()) <= names(section(DOCS / "administrators.md", "On the desktop"))


# Records as they are written


@pytest.fixture
async def used(profile: Profile) -> Profile:
    """A profile whose log holds most kinds of record."""
    approver = ScriptedApprover(echo=True, any="not today", weather=for_a_while, more=without_more)
    rules = managed((Effect.ALLOW, "raw", "fail", "*"), (Effect.DENY, "raw", "null", "*"))
    async with Rig(profile, approver=approver, managed=rules) as rig:
        app = await rig.app(app="stranger")
        await app.call("echo", {"text": "shown to one, logged for all"})
        app = await rig.app()
        await app.call("any", {"path": "/etc/\u202epasswd"})
        await app.call("fail")
        await app.call("null")
        await app.call("nope")
        await app.request("tasks/list")
        for _ in range(2):
            await app.call("weather", {"city": "Lisbon"})
        await app.call("more", {"s": "more", "t": "than it needs"})
        rig.host.gate.emergency_stop("ana")
        rig.host.gate.release("ana")
    return profile


async def for_a_while(request: ApprovalRequest) -> Answer:
    """A yes that gives a grant, of somebody who did not read to the end."""
    call = request.call
    return Answer(True, call.id, call.digest, "ana", displayed_ms=1500, duration="15min", unread_lines=3)


async def without_more(request: ApprovalRequest) -> Answer | Edit:
    """Other inputs first, then a yes to them."""
    call = request.call
    if request.edited is None:
        return Edit(call.id, call.digest, b'{"s":"less"}', "ana")
    return Answer(True, call.id, call.digest, "ana")


async def test_what_a_record_holds_is_in_the_table_of_its_kind(used: Profile) -> None:
    page = DOCS / "reference" / "records.md"
    kinds, _ = tables(section(page, "Kinds"))
    short = dict(re.findall(r"([A-Z]{4,}) stands for (.*?)\.(?=\s)", section(page, "Kinds"), re.DOTALL))
    (app_members,) = re.findall(r"\(an object: (.*?)\)", short["CALL"], re.DOTALL)
    with AuditReader.open(used.paths.log_file) as reader:
        found = reader.search(limit=1000).records
        for record in found:
            fields, values = kinds[record.kind]
            for word, meaning in short.items():
                fields = fields.replace(word, meaning)
            assert set(record.fields) <= names(fields), record.kind
            assert {value.name for value in reader.values(record)} <= names(values), record.kind
            app = record.fields.get("app")
            assert not isinstance(app, dict) or set(app) <= names(app_members)
    by_people = {draft.kind: draft for draft in signing()}
    for kind, draft in by_people.items():
        assert set(draft.fields) <= names(kinds[kind][0])
        assert not draft.values
    written = tuple(kind for kind in set(KINDS) - set(by_people) if kind.startswith(("call.", "grant.", "stop.")))
    assert {record.kind for record in found} >= set(written)


def signing() -> list[Draft]:
    """What is written when people sign in a window, which this log has not seen."""
    question = request()
    return [
        records_of.signed(question, Signature("Ada", ("PI",), 1.0), ("1 CHAIR",)),
        records_of.approver_failed("Ada", 1),
        records_of.approver_failed(None, 1),
        records_of.approver_locked("Ada", 5, 30.0),
        records_of.approver_enrolled("ana", changed=False, remembered=True),
    ]


async def test_what_the_guide_says_of_a_grant_is_in_the_log(used: Profile) -> None:
    """docs/reviewers.md, Who said yes."""
    (given,), (revoked,) = records(used, "grant.given"), records(used, "grant.revoked")
    asked, covered = [record for record in records(used, "call.decided") if record["tool"] == "weather"]
    assert given["call"] == asked["call"]
    assert (asked["by"], asked["displayed_ms"], asked["unread_lines"]) == ("approver", 1500, 3)
    assert (covered["by"], covered["who"]) == ("grant", given["grant"])
    assert (covered["app"]["name"], covered["server"]) == (given["app"], given["server"])
    for same in ("config", "tool", "definition"):
        assert given[same] == asked[same] == covered[same]
    assert given["values"]["arguments"] in covered["values"]["params"]
    assert (revoked["grant"], revoked["because"]) == (given["grant"], "emergency stop")
    with AuditReader.open(used.paths.log_file) as reader:
        found = reader.search(given["grant"]).records
    assert [record.kind for record in reversed(found)] == ["grant.given", "call.decided", "grant.revoked"]


# Programs


def run(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program by itself: nothing of this environment is there."""
    command = [sys.executable, "-I", "-S", "-c", text, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


CHECK = program(DOCS / "reviewers.md", '"""Verify')


def exported(profile: Profile, *, with_values: bool = True) -> list[bytes]:
    return list(jsonl.export(profile.paths.log_file, with_values=with_values))


async def test_an_export_is_verified_without_assent(used: Profile, tmp_path: Path) -> None:
    for with_values in (True, False):
        file = tmp_path / f"{with_values}.jsonl"
        file.write_bytes(b"".join(exported(used, with_values=with_values)))
        whole = verify_export(file.read_bytes().splitlines(keepends=True))
        done = run(CHECK, str(file), whole.head_hash)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"records 1 to {whole.records} hold, head {whole.head_hash}\n"
        assert "not in this export" in run(CHECK, str(file), "0" * 64).stderr


def damaged(lines: list[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """Copies of an export, each damaged in one way."""
    header, third, fifth = json.loads(lines[0]), json.loads(lines[3]), json.loads(lines[5])
    body = third["body"].replace('"confirmed":', '"confined":')
    linked = b"assent/audit/record/v1\0" + bytes.fromhex(third["prev_hash"]) + body.encode()
    rehashed = third | {"body": body, "hash": hashlib.sha256(linked).hexdigest()}
    yield "a body", [*lines[:3], line(third | {"body": body}), *lines[4:]]
    yield "a body and its hash, but none after it", [*lines[:3], line(rehashed), *lines[4:]]
    yield "a time", [*lines[:5], line(fifth | {"time": "2020-01-01T00:00:00.000000Z"}), *lines[6:]]
    yield "a value", [text.replace(b"shown to one", b"shown to two") for text in lines]
    yield "the order", [*lines[:4], lines[5], lines[4], *lines[6:]]
    yield "one less", [*lines[:6], *lines[7:]]
    yield "the end", lines[:-1]
    yield "one more", [*lines, lines[-1]]
    yield "the log it comes from", [line(header | {"log": "0" * 32}), *lines[1:]]


def line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


async def test_s37_a_changed_export_is_refused_by_the_program_in_the_guide_and_by_assent(
    used: Profile, tmp_path: Path
) -> None:
    whole, file = exported(used), tmp_path / "damaged.jsonl"
    for what, lines in damaged(whole):
        assert lines != whole, what
        file.write_bytes(b"".join(lines))
        done = run(CHECK, str(file))
        assert done.returncode == 1, what
        assert re.match(r"record \d+: ", done.stderr), what
        assert not verify_export(lines).ok, what


async def test_s36_an_erased_value_is_gone_and_the_chain_holds(used: Profile) -> None:
    erase, log, secret = program(DOCS / "reviewers.md", '"""Erase'), used.paths.log_file, b"shown to one"
    with AuditReader.open(log) as reader:
        holding = [record.seq for record in reader.search(secret.decode()).records]
    assert holding
    for seq in holding:
        done = run(erase, str(log), str(seq))
        assert (done.returncode, done.stderr) == (0, "")
    assert not any(secret in file.read_bytes() for file in used.paths.data.rglob("*") if file.is_file())
    assert verify_database(log, None).ok
    with AuditReader.open(log) as reader:
        record = reader.record(holding[-1])
        assert record is not None
        assert {value.state for value in reader.values(record)} == {"erased"}


@contextlib.contextmanager
def interruptible_children() -> Iterator[None]:
    """What starts meanwhile can be interrupted, even where whoever started this run ignores SIGINT, as shells do."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


async def test_a_program_of_the_guides_can_be_interrupted_where_this_run_cannot() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible_children():
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                "import signal; print(signal.getsignal(signal.SIGINT))",
                stdout=asyncio.subprocess.PIPE,
            )
        after = signal.getsignal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    said, _ = await child.communicate()
    assert b"default_int_handler" in said
    assert after is signal.SIG_IGN


async def test_the_terminal_in_the_tour_approves_only_by_the_code_of_the_call(profile: Profile, tmp_path: Path) -> None:
    file = tmp_path / "ask.py"
    file.write_text(program(DOCS / "tour.md", "import asyncio"))
    write_servers(profile.paths, {"time": {"command": str(Path(sys.executable).with_name("mcp-server-time"))}})
    registry.add(profile.paths.apps_dir, "tour")
    pipe = asyncio.subprocess.PIPE
    with interruptible_children():
        asking = await asyncio.create_subprocess_exec(
            *(sys.executable, "-u", str(file)),
            stdin=pipe,
            stdout=pipe,
            cwd=tmp_path,
            env=profile.env | {"PYTHONPATH": str(ROOT)},
        )
    assert asking.stdin is not None
    assert asking.stdout is not None
    async with asyncio.timeout(PATIENCE):
        await eventually(profile.paths.socket.exists)
        app = await App.start("time", env=profile.env, app="tour")
        for typed, approved in (("y", False), ("", False), ("{code}", True)):
            _, answer = app.begin_call("get_current_time", {"timezone": "Europe/Paris"})
            assert (
                await asking.stdout.readline()
                == 'tour wants time ▸ get_current_time {"timezone":"Europe/Paris"}\n'.encode()
            )
            code = re.search(rb"Type (\w{4}) to approve", await asking.stdout.readline())
            assert code
            asking.stdin.write(typed.format(code=code[1].decode()).encode() + b"\n")
            assert refused(await answer) is not approved, typed
        asking.send_signal(signal.SIGINT)
        assert await asking.wait() == 0
        await app.close()


async def test_the_test_in_the_developers_guide_passes(profile: Profile) -> None:
    names_: dict[str, Any] = {
        "Profile": Profile, "Rig": Rig, "ScriptedApprover": ScriptedApprover, "text_of": text_of
    }  # fmt: skip
    exec(program(DOCS / "developers.md", "async def test"), names_)  # noqa: S102  # our own page
    await names_["test_a_denied_call_reaches_nobody"](profile)


@pytest.mark.full
def test_the_tour_works_when_pasted(tmp_path: Path) -> None:
    tour = (DOCS / "tour.md").read_text()
    five = tour[tour.index("## Five minutes on the command line") : tour.index("### With a person")]
    script = "set -e; trap 'kill $! || :' EXIT\n" + "\n".join(
        re.findall(r"^```sh\n(.*?)^```", five, re.MULTILINE | re.DOTALL)
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path), "PATH": path},
        capture_output=True,
        text=True,
        timeout=PASTED,
        check=False,
    )
    assert "time: works, 2 tools" in done.stdout
    assert "This server waits for review in Assent's window" in done.stdout
    assert "the app was not let in" in done.stdout
    assert re.search(r"^6 .* server\.waits ", done.stdout, re.MULTILINE)
    assert "The chain holds" in done.stdout
    assert "WRONG" not in done.stdout
