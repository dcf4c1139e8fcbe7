"""Changes of servers.json: what is shown is what is written, and no more of the file than that."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import jsonc
from host.apps.attach import pasted, servers_file
from host.apps.attach.pasted import MAX_TEXT
from host.apps.attach.servers_file import Change, EntryMaker, draft_of
from host.control.views import DraftValue, ServerDraft
from host.errors import AssentError, ConfigError
from host.model import JsonObject
from host.paths import Paths
from host.servers.config import parse_servers
from host.values import replace
from tests.unit.host.apps.attach.test_attaching import Keyring

PIECE = "0123456789abcdefghijABCDEFGHIJ012345"
TOKEN = f"ghp_{PIECE}"
FILE = """\
{
  // mine
  "mcpServers": {
    "git": {"command": "sh", "args": []}, // about git
    // files
    "files": {
      "command": "sh", // runner
      "args": ["-y", "x"],
      "env": {"API_KEY": "${keyring:files-API_KEY}", "SHARED": "${keyring:shared}"}
    }, // end
    "other": {"command": "sh", "env": {"SHARED": "${keyring:shared}"}} // last
  },
  "mine": [1, 2]
}
"""
ENVIRONMENT: Mapping[str, str] = {"PATH": "/usr/bin:/bin", "HOME": "/home/ana"}


@pytest.fixture
def own(own: Paths) -> Paths:
    """A profile with three servers."""
    own.servers_file.write_text(FILE)
    return own


def plan(own: Paths, *drafts: ServerDraft, removed: tuple[str, ...] = (), keyring: bool = True) -> Change:
    return servers_file.plan(own, drafts, removed, keyring=keyring, environment=ENVIRONMENT)


def fresh(text: str) -> ServerDraft:
    (one,) = pasted.read(text)
    return draft_of(one.name, one.entry, stored=True, names_to_ask=one.names_to_ask)


def faults(made: Change) -> dict[str, str]:
    return {fault.field: str(fault.why) for reading in made.readings for fault in reading.faults}


def changed(made: Change) -> list[str]:
    return [line for line in made.lines if line[:1] in "+-" and not line.startswith(("+++", "---"))]


@pytest.mark.parametrize("user", ["tokentokentokentoken", "ana:tokentokentokentoken", TOKEN])
def test_an_address_with_a_user_is_refused_though_its_token_would_go_into_the_keyring(own: Paths, user: str) -> None:
    made = plan(own, draft_of("web", {"url": f"https://{user}@weather.example/mcp"}, stored=True))
    assert "holds a name or password" in faults(made)["url"]


def test_a_server_is_added_after_the_last_one_and_its_secret_goes_to_the_keyring(own: Paths) -> None:
    made, keyring = plan(own, fresh(f"sh serve --token {TOKEN}")), Keyring()
    assert TOKEN not in "".join(made.lines)
    assert not faults(made)
    servers_file.carry_out(made, keyring)
    text = own.servers_file.read_text()
    assert TOKEN not in text
    assert all(line in text for line in ("// mine", "// about git", "// files", "// runner", "// end", "}, // last\n"))
    entry = json.loads(json.dumps(jsonc.load(text, file="").value))["mcpServers"]["serve"]
    assert entry == {"command": "sh", "args": ["serve", "--token", "${keyring:serve-token}"]}
    assert keyring.kept == {("assent", "serve-token"): TOKEN}


def test_s07_what_no_field_can_hold_is_neither_shown_nor_read(own: Paths) -> None:
    with pytest.raises(AssentError, match="too long"):
        draft_of("x", {"command": "sh", "args": ["a" * MAX_TEXT]})
    with pytest.raises(AssentError, match="too long"):
        draft_of("x", {"command": "sh", "assent": {"unknown": "a" * MAX_TEXT}})
    assert "too long" in faults(plan(own, replace(fresh("sh"), command="$" * (MAX_TEXT + 1))))["command"]


def test_s38_a_pasted_reference_to_what_the_keyring_keeps_is_in_sight(own: Paths) -> None:
    said = {"url": "https://weather.example/mcp", "headers": {"X-Token": "${keyring:files-API_KEY}"}}
    draft = fresh(json.dumps({"mcpServers": {"weather": said}}))
    assert draft.values == (DraftValue("X-Token", "${keyring:files-API_KEY}"),)
    (reading,) = plan(own, draft).readings
    assert [str(it) for it in reading.cautions] == [
        'It gets the secrets that the keyring already has under "files-API_KEY".'
    ]


def test_s39_what_the_keyring_keeps_for_assent_itself_is_not_forgotten_with_a_server(own: Paths) -> None:
    entry = {"command": "sh", "env": {"A": "${keyring:pin 0123456789abcdef}", "B": "${keyring:bad-B}"}}
    own.servers_file.write_text(json.dumps({"mcpServers": {"bad": entry}}))
    assert plan(own, removed=("bad",)).unused == ("bad-B",)


def test_an_edit_writes_what_differs_alone(own: Paths) -> None:
    draft = servers_file.draft_in(own, "files")
    assert plan(own, draft).file is None
    assert not plan(own, draft).digest
    made = plan(own, replace(draft, command="sh -y z", timeout="30", sandboxed=True, reads=("/srv",)))
    assert not faults(made)
    servers_file.carry_out(made, Keyring())
    text = own.servers_file.read_text()
    assert all(line in text for line in ("// mine", "// about git", '"command": "sh", // runner', "// last"))
    entry = servers_file.draft_in(own, "files")
    assert (entry.command, entry.timeout, entry.reads) == ("sh -y z", "30", ("/srv",))
    assert '"mine": [1, 2]' in text


def test_what_is_on_one_line_stays_on_one_line(own: Paths) -> None:
    own.servers_file.write_text('{"mcpServers": {"a": {"command": "sh", "args": ["b"]}}}')
    draft = replace(servers_file.draft_in(own, "a"), command="sh c", timeout="3")
    servers_file.carry_out(plan(own, draft, fresh("sh serve")), None)
    assert own.servers_file.read_text() == (
        '{"mcpServers": {"a": {"command": "sh", "args": ["c"], "assent": {"timeout": 3}}, '
        '"serve": {"command": "sh", "args": ["serve"]}}}'
    )


def test_a_removal_leaves_the_comments_around_it(own: Paths) -> None:
    made = plan(own, removed=("files",))
    assert made.unused == ("files-API_KEY",)  # the other one is shared
    keyring = Keyring()
    keyring.kept = {("assent", "files-API_KEY"): "a", ("assent", "shared"): "b"}
    servers_file.carry_out(made, keyring, forget=True)
    assert [name for _, name in keyring.kept] == ["shared"]
    gone = FILE[FILE.index('"files": {') : FILE.index(", // end") + 1]
    assert own.servers_file.read_text() == FILE.replace(gone, "")


@pytest.mark.parametrize("names", [("git",), ("other",), ("git", "other"), ("git", "files", "other")])
def test_whatever_is_removed_the_rest_stays_readable(own: Paths, names: tuple[str, ...]) -> None:
    servers_file.carry_out(plan(own, removed=names), None)
    left = jsonc.load(own.servers_file.read_text(), file="").value
    assert isinstance(left, dict)
    assert isinstance(left["mcpServers"], dict)
    assert set(left["mcpServers"]) == {"git", "files", "other"} - set(names)


def test_a_file_that_changed_since_is_left_alone(own: Paths) -> None:
    made = plan(own, fresh("sh serve"))
    own.servers_file.write_text(FILE + "\n")
    with pytest.raises(ConfigError, match="changed meanwhile"):
        servers_file.carry_out(made, None)
    assert own.servers_file.read_text() == FILE + "\n"
    assert plan(own, fresh("sh serve")).digest != made.digest


def test_without_a_keyring_a_secret_stays_out_or_is_in_a_private_file(own: Paths) -> None:
    own.servers_file.chmod(0o644)
    draft = replace(fresh("sh serve"), values=(DraftValue("API_KEY", "opensesame${", secret=True, stored=True),))
    made = plan(own, draft, keyring=False)
    assert "no keyring" in faults(made)["values/API_KEY"]
    assert not made.digest
    in_file = replace(draft, values=(replace(draft.values[0], stored=False),))
    made = plan(own, in_file, keyring=False)
    assert made.secrets_in_file == ("serve: API_KEY",)
    assert "opensesame" not in "".join(made.lines)
    servers_file.carry_out(made, None)
    assert own.servers_file.stat().st_mode & 0o777 == 0o600
    assert '"API_KEY": "opensesame$${"' in own.servers_file.read_text()


@pytest.mark.parametrize(
    ("draft", "field", "why"),
    [
        (ServerDraft("git", command="sh"), "id", "of this name"),
        (ServerDraft("GIT", command="sh"), "id", "only in case"),
        (ServerDraft(" \u202e", command="sh"), "id", "letters, digits"),
        (ServerDraft("a", command=""), "command", "program to start"),
        (ServerDraft("a", command="./x"), "command", "relative"),
        (ServerDraft("a", command="sh | sh"), "command", "a shell alone"),
        (ServerDraft("a", command="sh '${secret:x}'"), "command", "no secret"),
        (ServerDraft("a", command="sh '${nothing}'"), "command", "means nothing"),
        (ServerDraft("a", kind="http", url=""), "url", "address of the server"),
        (ServerDraft("a", kind="http", url="ftp://a"), "url", "https"),
        (ServerDraft("a", kind="http", url="https://me:pw@a.example"), "url", "password"),
        (ServerDraft("a", command="sh", folder="x"), "folder", "relative"),
        (ServerDraft("a", command="sh", timeout="soon"), "timeout", "number of seconds"),
        (ServerDraft("a", command="sh", timeout="0"), "timeout", "0.01"),
        (ServerDraft("a", command="sh", sandboxed=True, reads=("x",)), "sandbox", "absolute"),
        (ServerDraft("a", command="sh", values=(DraftValue("", "v"),)), "values/", "a name"),
        (ServerDraft("a", command="sh", values=(DraftValue("A=", "v"),)), "values/A=", "environment variable"),
        (ServerDraft("a", command="sh", values=(DraftValue("A", "1"), DraftValue("A", "2"))), "values/A", "already"),
        (ServerDraft("a", command="sh", values=(DraftValue("A", "", secret=True),)), "values/A", "Enter it"),
        (ServerDraft("a", command="sh", rest="{"), "rest", "Line 1"),
        (ServerDraft("a", command="sh", rest="[]"), "rest", "object"),
        (ServerDraft("a", command="sh", rest='{"odd": 1}'), "rest", "unknown key"),
        (ServerDraft("a", command="sh", rest='{"command": "x"}'), "rest", "field of its own"),
        (ServerDraft("a", command="sh", title="t", rest='{"assent": {"name": "u"}}'), "rest", "field of its own"),
    ],
)
def test_what_is_wrong_is_reported_at_its_field_and_nothing_can_be_written(
    own: Paths, draft: ServerDraft, field: str, why: str
) -> None:
    made = plan(own, draft)
    assert why in faults(made)[field]
    assert not made.digest


def test_two_of_one_name_are_not_added_at_once(own: Paths) -> None:
    made = plan(own, ServerDraft("a", command="sh"), ServerDraft("A", command="sh"))
    assert "of this name" in faults(made)["id"]


def test_a_file_that_cannot_be_read_is_left_alone(own: Paths) -> None:
    own.servers_file.write_text("{")
    with pytest.raises(ConfigError):
        plan(own, fresh("sh serve"))
    own.servers_file.write_text('{"mcpServers": []}')
    with pytest.raises(ConfigError, match="no object"):
        plan(own, fresh("sh serve"))


def test_an_entry_that_no_form_can_show_is_not_edited(own: Paths) -> None:
    own.servers_file.write_text(json.dumps({"mcpServers": {"a": {"command": "x\u202e"}, "b": {"hook": "codex"}}}))
    with pytest.raises(AssentError, match="invisible"):
        servers_file.draft_in(own, "a")
    with pytest.raises(AssentError, match="tools of an app's own"):
        servers_file.draft_in(own, "b")


def test_what_is_gone_is_not_edited_or_removed(own: Paths) -> None:
    with pytest.raises(AssentError, match="any more"):
        servers_file.draft_in(own, "nothing")
    with pytest.raises(AssentError, match="any more"):
        plan(own, removed=("nothing",))
    with pytest.raises(AssentError, match="any more"):
        plan(own, ServerDraft("nothing", before="nothing", command="sh"))


def test_a_file_behind_a_link_is_written_where_it_is(own: Paths, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    own.servers_file.rename(real)
    own.servers_file.symlink_to(real)
    servers_file.carry_out(plan(own, removed=("git",)), None)
    assert own.servers_file.is_symlink()
    assert '"git"' not in real.read_text()


def test_a_missing_file_is_made(own: Paths) -> None:
    own.servers_file.unlink()
    servers_file.carry_out(plan(own, fresh("sh serve")), None)
    assert json.loads(own.servers_file.read_text()) == {"mcpServers": {"serve": {"command": "sh", "args": ["serve"]}}}
    assert own.servers_file.stat().st_mode & 0o777 == 0o600


_TEXT = st.text(st.characters(exclude_characters="\0\r\n", codec="utf-8"), max_size=8)
_ASSENT = st.fixed_dictionaries(
    {},
    optional={
        "timeout": st.sampled_from([1, 2.5, 30.0]),
        "name": st.just("Name"),
        "outputSchema": st.just("strict"),
        "sandbox": st.fixed_dictionaries(
            {}, optional={"read": st.just(["/a"]), "write": st.just([]), "network": st.booleans()}
        ),
    },
)
_ARGUMENTS = (f"--token={TOKEN}", "--api-key", "Authorization: Bearer abcdefgh", "${env:X}")
_PROGRAM = st.fixed_dictionaries(
    {"command": st.sampled_from(["sh", "/usr/bin/x y"])},
    optional={
        "args": st.lists(_TEXT | st.sampled_from(_ARGUMENTS)),
        "env": st.dictionaries(st.sampled_from(["A", "API_KEY", "B_TOKEN"]), _TEXT | st.just("${keyring:x}")),
        "cwd": st.just("/srv"),
        "disabled": st.booleans(),
        "type": st.just("stdio"),
        "assent": _ASSENT,
        "timeout": st.just(3),
    },
)  # fmt: skip
_REMOTE = st.fixed_dictionaries(
    {"url": st.sampled_from(["https://a.example/mcp?api_key=12345&b=2", "https://a.example"])},
    optional={
        "headers": st.dictionaries(st.sampled_from(["X-A", "Authorization"]), _TEXT),
        "type": st.sampled_from(["sse", "http", "streamable-http"]),
        "oauth": st.just({"clientId": "x"}),
        "assent": _ASSENT,
    },
)


@given(_PROGRAM | _REMOTE)
def test_an_entry_whose_fields_nobody_touched_is_the_same_entry(entry: JsonObject) -> None:
    if "args" in entry and any("${" in str(one) and str(one) != "${env:X}" for one in entry["args"]):  # type: ignore[union-attr]  # a list
        return
    maker = EntryMaker(draft_of("a", entry, before="a"), lambda *_: "never", entry)
    assert maker.entry() == entry
    assert [fault for fault in maker.faults if "Enter it" not in str(fault.why)] == []


@given(st.dictionaries(st.text(max_size=6), st.none() | st.integers() | _TEXT | st.lists(_TEXT) | st.just({"read": 1})))
def test_what_no_field_can_hold_stays_in_the_rest(entry: JsonObject) -> None:
    draft = draft_of("a", entry, before="a")
    made = EntryMaker(draft, lambda *_: "never", entry).entry()
    for key, value in entry.items():
        if key not in ("command", "url"):
            assert made.get(key) == value


def test_s36_no_secret_is_in_the_text_of_a_draft() -> None:
    for text in (
        f"sh --token {TOKEN}",
        f"sh --token={TOKEN}",
        f"sh {TOKEN}",
        f"sh 'Authorization: Bearer {TOKEN}'",
        f"https://a.example/?key={TOKEN}",
        f"https://a.example/{TOKEN}",
    ):
        draft = fresh(text)
        assert TOKEN not in draft.command + draft.url + repr(draft)
        assert any(TOKEN in one.value for one in draft.secrets)


def test_the_sample_is_sound() -> None:
    assert not parse_servers(jsonc.load(FILE, file="servers.json")).problems
