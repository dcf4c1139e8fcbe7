from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import resources
from host import jsonc
from host.errors import AssentError, ConfigError
from host.model import JsonObject, JsonValue, ServerRef
from host.rates import Rate
from host.servers.config import (
    FrameLimit,
    KeyringGet,
    Options,
    ServerConfig,
    ServersConfig,
    from_keyring,
    load_servers,
    parse_servers,
    resolve,
    resolve_oauth,
)
from host.settings import DECLARATIONS, Settings
from host.values import replace
from host.wire.http_exchange import HttpSpec
from host.wire.stdio import LaunchSpec

BROKEN = sorted((Path(__file__).parents[3] / "assets/config/servers").glob("*.json"))
CANARY = "planted-canary"


def parse(servers: JsonValue) -> ServersConfig:
    return parse_servers(jsonc.load(json.dumps({"mcpServers": servers}), file="servers.json"))


def one(entry: JsonObject) -> ServerConfig:
    config = parse({"files": entry})
    assert config.problems == ()
    return config.entries["files"]


def launched(config: ServerConfig, env: Mapping[str, str], keyring_get: KeyringGet = from_keyring) -> LaunchSpec:
    spec = resolve(config, env, keyring_get)
    assert isinstance(spec, LaunchSpec)
    return spec


def no_keyring(service: str, name: str) -> str | None:
    raise AssertionError(f"the keyring was asked for {service}/{name}")


@pytest.mark.parametrize("file", BROKEN, ids=lambda file: file.stem)
def test_each_broken_file_is_refused_with_line_key_and_remedy_and_leaves_good_entries(file: Path) -> None:
    config = load_servers(file)
    problems = "".join(f"{problem}\n".replace(str(file), file.name) for problem in config.problems)
    assert problems == file.with_suffix(".expected").read_text("utf-8")
    assert set(config.entries) == ({"good"} if '"good"' in file.read_text() else set()) | (
        {"files"} if file.stem == "names-differ-only-in-case" else set()
    )


def test_the_corpus_is_there() -> None:
    assert len(BROKEN) > 45


def test_a_file_as_other_programs_write_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "servers.json"
    file.write_text("""{
      // as Claude Desktop, Cursor and others write it
      "$schema": "https://example.com/x", "globalShortcut": "Ctrl+Space", "inputs": [],
      "mcpServers": {
        "brave search": {"command": "npx", "args": ["-y", "@acme/search"], "env": {"KEY": "${keyring:brave/key}"},},
        "git": {"type": "stdio", "command": "/usr/bin/mcp-server-git", "cwd": "/home/ana", "description": "Git"},
        "web": {"url": "https://example.com/mcp", "headers": {"Authorization": "Bearer ${env:TOKEN}"}},
        "old": {"type": "sse", "url": "http://127.0.0.1:8080/sse", "disabled": true},
      },
    }""")
    config = load_servers(file)
    assert (config.problems, config.warnings) == ((), ())
    assert {name: (entry.kind, entry.disabled) for name, entry in config.entries.items()} == {
        "brave search": ("stdio", False),
        "git": ("stdio", False),
        "web": ("http", False),
        "old": ("sse", True),
    }
    search, git = config.entries["brave search"], config.entries["git"]
    assert (search.command, search.args, dict(search.env)) == (
        "npx",
        ("-y", "@acme/search"),
        {"KEY": "${keyring:brave/key}"},
    )
    assert (git.command, git.cwd, git.args) == ("/usr/bin/mcp-server-git", "/home/ana", ())
    assert config.entries["web"].url == "https://example.com/mcp"


def test_our_own_keys_are_read() -> None:
    entry = one(
        {
            "command": "x",
            "assent": {
                "timeout": 5,
                "frameLimit": {"toServer": 2048, "fromServer": 1e6},
                "allowMethods": ["roots/list", "x/y"],
                "outputSchema": "strict",
                "rate": {"calls": 10, "perSeconds": 1.5},
                "disabled": True,
            },
        }
    )
    assert entry.options == Options(
        5.0, FrameLimit(2048, 1_000_000), frozenset({"roots/list", "x/y"}), "strict", Rate(10, 1.5)
    )
    assert entry.disabled
    assert one({"command": "x"}).options == Options()


def test_an_entry_overrides_the_settings_it_names() -> None:
    base = Settings(execution_timeout=100.0, frame_to_server=4096)
    assert one({"command": "x"}).settings(base) == base
    changed = one({"command": "x", "assent": {"timeout": 7, "frameLimit": {"fromServer": 5000}}}).settings(base)
    assert changed == base.replace(execution_timeout=7.0, frame_from_server=5000)


def test_the_bounds_of_the_schema_are_those_of_the_settings() -> None:
    schema = json.dumps(resources.schema("servers")["$defs"])
    bounds = {declared.name: (declared.low, declared.high) for declared in DECLARATIONS}
    options = json.loads(schema)["assent"]["properties"]
    frames = options["frameLimit"]["properties"]
    for part, name in (
        (options["timeout"], "execution_timeout"),
        (frames["toServer"], "frame_to_server"),
        (frames["fromServer"], "frame_from_server"),
    ):
        assert (part["minimum"], part["maximum"]) == bounds[name]
        assert f"from {part['minimum']} to {part['maximum']}" in part["description"]


def test_a_missing_file_names_no_servers(tmp_path: Path) -> None:
    assert load_servers(tmp_path / "servers.json") == ServersConfig({})


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    config = load_servers(tmp_path)
    assert [str(problem) for problem in config.problems] == [f"{tmp_path}: is not a regular file"]
    assert config.entries == {}


def test_a_file_that_is_a_link_is_read(tmp_path: Path) -> None:
    (tmp_path / "dotfiles.json").write_text('{"mcpServers": {"files": {"command": "x"}}}')
    (tmp_path / "servers.json").symlink_to("dotfiles.json")
    assert set(load_servers(tmp_path / "servers.json").entries) == {"files"}


@pytest.mark.parametrize("name", ["a", "A1", "brave search", "a.b_c-d", "0", "x" * 64, "a - b"])
def test_names_as_people_give_them_are_taken(name: str) -> None:
    assert set(parse({name: {"command": "x"}}).entries) == {name}


@pytest.mark.parametrize(
    "name", ["", " a", "a ", "a  b", "-a", ".a", "a/b", "a:b", "ä", "a\n", "a\tb", "\u202ea", "x" * 65]
)
def test_other_names_are_refused(name: str) -> None:
    config = parse({name: {"command": "x"}})
    assert [problem.problem for problem in config.problems] == ["cannot be used as a name"]
    assert config.entries == {}


@pytest.mark.parametrize("key", ["autoApprove", "alwaysAllow", "allowedTools", "trust"])
def test_s39_what_loosens_elsewhere_is_without_effect_here_and_says_so(key: str) -> None:
    config = parse({"files": {"command": "x", key: ["*"]}})
    expected = f"servers.json:1: mcpServers.files.{key}: has no effect in Assent. Allow tools by rules in policy.json."
    assert [str(warning) for warning in config.warnings] == [expected]
    assert config.problems == ()
    assert not config.entries["files"].ref.trusted
    assert config.entries["files"].options == Options()


@pytest.mark.parametrize("key", ["disabledTools", "excludeTools", "timeout", "envFile", "transport"])
def test_what_other_programs_obey_and_assent_does_not_is_warned_of(key: str) -> None:
    (warning,) = parse({"files": {"command": "x", key: "y"}}).warnings
    assert warning.key == f"mcpServers.files.{key}"
    assert str(warning).endswith(".")


def test_a_switch_off_in_either_place_counts() -> None:
    assert one({"command": "x", "disabled": True, "assent": {"disabled": False}}).disabled
    assert one({"command": "x", "disabled": False, "assent": {"disabled": True}}).disabled
    assert not one({"command": "x", "disabled": False}).disabled


def test_s34_the_digest_changes_with_any_part_of_the_entry_and_with_nothing_else() -> None:
    entry: JsonObject = {"command": "x", "args": ["a", "b"], "env": {"A": "1"}, "assent": {"timeout": 5}}
    digest = one(entry).config_digest
    assert digest == one(dict(reversed(entry.items()))).config_digest
    changes: list[JsonObject] = [
        {"command": "y"},
        {"args": ["b", "a"]},
        {"args": ["a b"]},
        {"env": {"A": "2"}},
        {"env": {"B": "1"}},
        {"assent": {"timeout": 6}},
        {"cwd": "/"},
        {"description": "changed"},
    ]
    digests = [digest, *(one(entry | change).config_digest for change in changes)]
    assert len(set(digests)) == len(digests)
    assert all(len(value) == 64 for value in digests)


def test_s36_the_public_digest_knows_names_but_no_values_of_variables_and_headers() -> None:
    def public(value: str, *, name: str = "KEY") -> str:
        return one({"command": "x", "env": {name: value}}).public_digest

    assert public("1") == public("2") != public("1", name="OTHER")
    headers = [one({"url": "https://example.com", "headers": {"A": value}}).public_digest for value in ("1", "2")]
    assert headers[0] == headers[1] != one({"url": "https://example.com"}).public_digest


def test_a_server_is_never_trusted_by_this_file() -> None:
    entry = one({"command": "x"})
    assert entry.ref == ServerRef("files", entry.config_digest, entry.public_digest, trust="none")


def test_references_are_resolved_in_arguments_variables_and_directory_only_at_the_start() -> None:
    entry = one(
        {
            "command": "server",
            "args": ["--root=${env:ROOT}/x", "${env:ROOT}${env:ROOT}", "$${env:ROOT} $HOME ${keyring:one}"],
            "env": {"TOKEN": "${keyring:acme/work/ana}", "PATH": "/bin"},
            "cwd": "${env:ROOT}/y",
        }
    )
    secrets = {("acme", "work/ana"): "s1", ("assent", "one"): "s2"}
    env = {"ROOT": "/r", "PATH": "/usr/bin", "HOME": "/home/ana"}
    spec = launched(entry, env, lambda service, name: secrets[service, name])
    assert spec.argv == ("server", "--root=/r/x", "/r/r", "${env:ROOT} $HOME s2")
    assert spec.env == {"HOME": "/home/ana", "PATH": "/bin", "TOKEN": "s1"}
    assert spec.cwd == "/r/y"


def test_a_resolved_value_is_not_resolved_again() -> None:
    entry = one({"command": "x", "args": ["${env:A}"]})
    assert launched(entry, {"A": "${env:B}", "B": "2"}, no_keyring).argv == ("x", "${env:B}")


def failing_keyring(service: str, name: str) -> str | None:
    raise AssentError("the keyring does not answer", detail=f"{service}/{name} is locked")


@pytest.mark.parametrize(
    ("entry", "keyring_get", "expected"),
    [
        ({"args": ["a", "${env:NONE}"]}, no_keyring, 'args[1]: there is no "NONE" in the environment of Assent'),
        ({"env": {"A": "${keyring:s/n}"}}, lambda *_: None, 'env.A: there is no "s/n" in the keyring'),
        ({"env": {"A": "${keyring:s/n}"}}, failing_keyring, "env.A: the keyring does not answer"),
        ({"args": ["${keyring:s/n}"]}, lambda *_: f"{CANARY}\0", 'args[0]: "s/n" holds a NUL'),
        ({"cwd": "${env:REL}"}, no_keyring, "cwd: does not lead to an absolute path"),
    ],
)
def test_a_reference_that_leads_nowhere_is_an_error_that_names_its_key(
    entry: JsonObject, keyring_get: Callable[[str, str], str | None], expected: str
) -> None:
    config = one({"command": "x", **entry})
    with pytest.raises(ConfigError) as caught:
        resolve(config, {"REL": f"{CANARY}/x"}, keyring_get)
    assert str(caught.value).startswith(f"servers.json:1: mcpServers.files.{expected}")
    assert CANARY not in str(caught.value)


@pytest.mark.parametrize("name", ["pin 0123456789abcdef", "assent/sign-in mail 0123456789abcdef"])
def test_s38_what_the_keyring_keeps_for_assent_itself_goes_to_no_server(name: str) -> None:
    config = one({"command": "x", "env": {"A": f"${{keyring:{name}}}"}})
    with pytest.raises(ConfigError, match="is kept for Assent itself"):
        resolve(config, {}, lambda *_: CANARY)


def test_a_reference_that_means_nothing_is_refused_even_where_no_file_was_read() -> None:
    config = one({"command": "x"})
    forged = replace(config, args=("${HOME}",))
    with pytest.raises(ConfigError, match="holds a reference that means nothing here"):
        resolve(forged, {"HOME": "/"}, no_keyring)


def test_a_server_behind_a_url_is_connected_to_with_its_headers() -> None:
    entry = one({"url": "https://${env:HOST}/mcp", "headers": {"Authorization": "Bearer ${keyring:s/token}"}})
    spec = resolve(entry, {"HOST": "example.com"}, lambda service, name: f"{service}-{name}")
    assert isinstance(spec, HttpSpec)
    assert (spec.url, spec.kind, dict(spec.headers)) == (
        "https://example.com/mcp",
        "http",
        {"Authorization": "Bearer s-token"},
    )
    assert "s-token" not in repr(spec)
    assert "example.com" not in repr(spec)
    older = resolve(one({"type": "sse", "url": "http://127.0.0.1:9/sse"}), {}, no_keyring)
    assert isinstance(older, HttpSpec)
    assert older.kind == "sse"


@pytest.mark.parametrize(
    "host",
    [
        "user@example.com",
        "example.com\\@127.0.0.1",
        "127.1",
        "exa mple.com",
        "[::ffff:10.0.0.1]",
        "a.com:0",
        "",
        "0x7f.1",
    ],
)
def test_s29_a_reference_cannot_make_an_address_that_readers_take_differently(host: str) -> None:
    config = one({"url": "https://${env:HOST}/mcp"})
    with pytest.raises(ConfigError) as caught:
        resolve(config, {"HOST": host}, no_keyring)
    assert str(caught.value).startswith("servers.json:1: mcpServers.files.url: ")


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "caf\u00e9", "a\x00b", "a\x7fb"])
def test_s36_a_reference_cannot_begin_another_header_and_is_not_told(value: str) -> None:
    config = one({"url": "https://example.com", "headers": {"X-Key": "${keyring:s/k}"}})
    with pytest.raises(ConfigError) as caught:
        resolve(config, {}, lambda *_: value)
    assert "mcpServers.files.headers.X-Key: " in str(caught.value)
    assert value not in str(caught.value)


@pytest.mark.parametrize(
    "name", ["Host", "content-length", "Transfer-Encoding", "Mcp-Session-Id", "MCP-Protocol-Version"]
)
def test_headers_that_are_made_for_each_request_cannot_be_configured(name: str) -> None:
    (problem,) = parse({"web": {"url": "https://example.com", "headers": {name: "x"}}}).problems
    assert "is made by Assent for each request" in str(problem)


def test_the_address_that_is_shown_has_no_query() -> None:
    assert one({"url": "https://example.com/mcp?key=secret#x"}).address == "https://example.com/mcp?…"
    assert one({"url": "https://example.com/mcp#x"}).address == "https://example.com/mcp"


def test_s34_the_command_is_passed_on_as_it_is_and_no_shell_sees_it() -> None:
    arguments = ["; rm -rf /", "$(id)", "`id`", "a b", "*", "~", '"', ""]
    spec = launched(one({"command": "server", "args": [*arguments]}), {}, no_keyring)
    assert spec.argv == ("server", *arguments)


def test_a_server_inherits_a_short_list_of_variables() -> None:
    kept = {"HOME": "/h", "PATH": "/bin", "LANG": "C", "LC_ALL": "C", "LC_TIME": "C", "TMPDIR": "/t", "TZ": "UTC"}
    dropped = {
        "ASSENT_CONFIG_DIR": "/c",
        "AWS_SECRET_ACCESS_KEY": CANARY,
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus",
        "HTTPS_PROXY": f"http://ana:{CANARY}@proxy",
        "LD_PRELOAD": "/x.so",
        "PYTHONPATH": "/x",
        "SSH_AUTH_SOCK": "/s",
        "XDG_RUNTIME_DIR": "/run/user/1",
        "home": "/other",
        "TERM": "() { :;}; id",
    }
    assert launched(one({"command": "x"}), kept | dropped, no_keyring).env == kept


def test_s36_no_message_and_no_representation_shows_a_secret(tmp_path: Path) -> None:
    file = tmp_path / "servers.json"
    secret = json.dumps({"command": "x", "args": [CANARY], "env": {"K": CANARY}})
    web = json.dumps({"url": f"https://example.com/{CANARY}", "headers": {"K": CANARY}})
    wrong = json.dumps(
        {
            "command": [CANARY],
            "args": [[CANARY], 5, f"{CANARY}\0"],
            "env": {"K": [CANARY], "L": f"${{{CANARY}}}"},
            "headers": {"K": f"{CANARY}\n"},
            "cwd": f"{CANARY}\n",
            "url": f"ftp://{CANARY}",
            "type": CANARY,
            "assent": {"timeout": CANARY, "allowMethods": [f"{CANARY} "], "outputSchema": CANARY},
        }
    )
    bad = json.dumps({"command": f"./{CANARY}", "args": [f"${{{CANARY}}}"], "cwd": CANARY})
    file.write_text(f'{{"mcpServers": {{"a": {secret}, "b": {web}, "c": {wrong}, "d": {bad}}}}}')
    config = load_servers(file)
    assert set(config.entries) == {"a", "b"}
    assert len(config.problems) > 12
    spec = launched(config.entries["a"], {}, no_keyring)
    assert CANARY in spec.argv
    shown = [repr(config), repr(spec), *(str(problem) for problem in config.problems)]
    shown += [problem.detail for problem in config.problems]
    assert CANARY not in "\n".join(shown)
    file.write_text(f'{{"mcpServers": {{"a": {{"command": "x", "env": {{"K": "{CANARY}')
    assert CANARY not in repr(load_servers(file))


def test_a_keyring_that_fails_in_its_own_way_is_one_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def locked() -> object:
        raise OSError("no such bus")

    monkeypatch.setattr("host.servers.config.system_keyring", locked)
    with pytest.raises(ConfigError, match=r"mcpServers.files.args\[0\]: the keyring does not answer. Unlock it"):
        resolve(one({"command": "x", "args": ["${keyring:a/b}"]}), os.environ)


def test_the_keyring_is_asked_where_a_reference_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = SimpleNamespace(get_password=lambda service, name: f"{service}:{name}")
    monkeypatch.setattr("host.servers.config.system_keyring", lambda: ring)
    assert launched(one({"command": "x", "args": ["${keyring:a/b}"]}), {}).argv == ("x", "a:b")


TEXTS = st.text(max_size=8) | st.sampled_from(["x", "/x", "${env:A}", "${", "$${", "https://a.b", "stdio", "\0"])
JSON: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
ENTRIES = st.dictionaries(
    st.sampled_from(["command", "args", "env", "cwd", "url", "headers", "type", "disabled", "assent", "trust", "name"]),
    JSON | st.lists(TEXTS, max_size=3) | st.dictionaries(TEXTS, TEXTS, max_size=3),
    max_size=5,
)


@given(st.dictionaries(TEXTS, ENTRIES | JSON, max_size=4))
def test_any_file_yields_usable_entries_and_named_problems(servers: JsonObject) -> None:
    config = parse(servers)
    assert len(config.entries) + len({problem.key for problem in config.problems}) >= bool(servers)
    for problem in config.problems:
        assert (problem.file, problem.line) == ("servers.json", 1)
        assert problem.remedy
    for entry in config.entries.values():
        try:
            spec = launched(entry, {"A": "1"}, lambda *_: None)
        except ConfigError:
            continue
        assert isinstance(spec, LaunchSpec)
        assert not any("\0" in text for text in (*spec.argv, *spec.env, *spec.env.values()))


def names(servers: JsonValue) -> dict[str, str]:
    return {entry.id: entry.options.name for entry in parse(servers).entries.values()}


def called(name: str, **others: JsonValue) -> JsonObject:
    return {"command": "x", "assent": {"name": name, **others}}


def test_a_display_name_is_kept_apart_from_what_is_vouched_for() -> None:
    plain, named = one({"command": "x"}), one(called("Team notes"))
    assert (named.options.name, named.config_digest) == ("Team notes", plain.config_digest)
    assert named.public_digest == plain.public_digest
    timed = one({"command": "x", "assent": {"timeout": 5}})
    assert one(called("Team notes", timeout=5)).config_digest == timed.config_digest != plain.config_digest


@pytest.mark.parametrize(
    "name",
    [
        "mail",  # the id of another entry
        "M-A-I-L",
        "rnail",
        "ma\u0456l",
        "b\u0430nk",  # mixed scripts
        "Team\u202enotes",
        "Team\u200bnotes",
        "Team\nnotes",
        " Team",
        "Team  notes",
        "Broken",  # the id of an entry that cannot be used
        "\uff2d\uff41\uff49\uff4c",
        "...",
    ],
)
def test_s6_a_display_name_that_is_not_what_it_looks_like_is_not_shown(name: str) -> None:
    servers: JsonObject = {"evil": called(name), "mail": {"command": "x"}, "broken": {"command": ""}}
    assert names(servers) == {"evil": "", "mail": ""}
    (warning,) = parse(servers).warnings
    assert warning.key == "mcpServers.evil.assent.name"
    assert "cannot be shown: it " in str(warning)
    assert str(warning).endswith(".")


def test_s6_of_two_display_names_that_look_alike_the_first_stays() -> None:
    assert names({"a": called("Team notes"), "b": called("TEAM-NOTES")}) == {"a": "Team notes", "b": ""}


@pytest.mark.parametrize("name", ["Files", "Büro & Co.", "Почта", "笔记"])
def test_ordinary_display_names_are_shown(name: str) -> None:
    assert names({"files": called(name), "mail": {"command": "x"}}) == {"files": name, "mail": ""}


def test_a_display_name_beyond_its_length_makes_the_entry_unusable() -> None:
    (problem,) = parse({"files": called("x" * 41)}).problems
    assert problem.key == "mcpServers.files.assent.name"


def test_an_entry_says_how_to_sign_in_and_its_secret_goes_by_reference() -> None:
    written: JsonObject = {
        "clientId": "assent",
        "clientSecret": "${env:S}",
        "issuer": "https://sso.example",
        "callbackPort": 8765,
    }
    config = one({"url": "https://example.com/mcp", "oauth": written})
    assert (config.oauth.client_id, config.oauth.issuer, config.oauth.port) == ("assent", "https://sso.example", 8765)
    assert resolve_oauth(config, {"S": CANARY}, no_keyring).client_secret == CANARY
    assert CANARY not in repr(resolve_oauth(config, {"S": CANARY}, no_keyring))
    with pytest.raises(ConfigError, match=r"oauth\.clientSecret"):
        resolve_oauth(config, {}, no_keyring)


@pytest.mark.parametrize(
    ("oauth", "key"),
    [
        ({"clientSecret": "x"}, "clientSecret"),
        ({"clientId": "a", "clientSecret": "x"}, "clientSecret"),
        ({"clientId": "a", "clientSecret": "${HOME}", "issuer": "https://a.example"}, "clientSecret"),
        ({"clientMetadataUrl": "http://a.example/x.json"}, "clientMetadataUrl"),
        ({"clientMetadataUrl": "https://a.example/"}, "clientMetadataUrl"),
        ({"issuer": "javascript:alert(1)"}, "issuer"),
        ({"callbackPort": 80}, "callbackPort"),
        ({"clientID": "a"}, "clientID"),
    ],
)
def test_s38_a_way_to_sign_in_that_cannot_be_names_its_key(oauth: JsonObject, key: str) -> None:
    (problem,) = parse({"files": {"url": "https://example.com/mcp", "oauth": oauth}}).problems
    assert problem.key == f"mcpServers.files.oauth.{key}"
    assert problem.remedy


def test_s36_the_secret_of_a_client_changes_the_digest_that_is_vouched_for_and_not_the_one_that_is_logged() -> None:
    def entry(secret: str) -> ServerConfig:
        oauth: JsonObject = {"clientId": "a", "clientSecret": secret, "issuer": "https://a.example"}
        return one({"url": "https://example.com/mcp", "oauth": oauth})

    assert entry("x").config_digest != entry("y").config_digest
    assert entry("x").public_digest == entry("y").public_digest
