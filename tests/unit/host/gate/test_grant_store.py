"""Grants that outlive the host: what is kept, and when nothing of it counts."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from host.gate.grants import NO_KEYRING, Grants, NewGrant, grant_file
from host.model import Bound, JsonObject, JsonValue, sha256_hex
from tests.support.signing import MemoryKeyring
from tests.unit.host.gate.giving import Given, call, defined

OLD: Final = r"host\.keyring_entry: permissions that were to last are not in force: "
LOST: Final = r"host\.keyring_entry: permissions that were to last end with this host: "
SCHEMA: Final[JsonObject] = {"type": "object", "properties": {"content": {"type": "string"}}}
CONTENT: Final = "many words\n" * 30


class Host:
    """One life of a host over a file and a keyring."""

    def __init__(self, path: Path, keyring: MemoryKeyring) -> None:
        self.path, self.keyring = path, keyring
        self.keeping = grant_file(path, keyring.seal("grants"))
        self.given = Given()
        self.given.grants = Grants(self.given.log.submit, self.given.wall, self.given.steady, self.keeping)

    async def start(self) -> Host:
        self.given.grants.restore(await self.keeping.load())
        return self

    async def next(self) -> Host:
        """The host after this one."""
        await self.keeping.close()
        return await Host(self.path, self.keyring).start()

    async def lasting(self, bound: Bound = "exact", **arguments: Any) -> NewGrant:
        """A grant for good, on the disk."""
        definition = defined(SCHEMA)
        offer = self.given.offered(call(arguments or {"n": 1}), definition, "always", bound)
        self.given.grants.give(offer)
        await self.keeping.close()
        return offer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "grants.json"


@pytest.fixture
async def host(path: Path) -> Host:
    return await Host(path, MemoryKeyring()).start()


@pytest.mark.parametrize("bound", ["exact", "pattern", "any"])
async def test_a_grant_for_good_is_in_the_next_host_as_it_was_given(host: Host, bound: Bound, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    some: list[JsonValue] = [1.5, None, "x"]
    offer = await host.lasting(
        bound,
        path=f"{tmp_path.resolve()}/a.md",
        content=CONTENT,
        paths=[f"{tmp_path.resolve()}/a.md"],
        more=some if bound == "any" else {"n": some},  # no object's members may be any
    )
    after = (await host.next()).given
    assert after.grants.all == (offer.grant,)
    made = call(json.loads(offer.grant.arguments))
    assert after.covers(made, defined(SCHEMA).digest)
    assert not after.covers(made)
    assert not after.covers(call({"n": 2}), defined(SCHEMA).digest) or bound == "any"


async def test_a_grant_of_a_tool_that_reads_is_in_the_next_host_too(host: Host, tmp_path: Path) -> None:
    file = f"{tmp_path.resolve()}/a.md"
    Path(file).write_text("x")
    rows: list[JsonValue] = [{"id": 1}, {"id": "x"}]
    arguments: JsonObject = {"paths": [file], "url": "https://example.org:8443/é", "ids": [1], "rows": rows}
    offer = host.given.offered(call(arguments, name="read"), defined(SCHEMA), "always", "pattern")
    host.given.grants.give(offer)
    after = (await host.next()).given
    assert after.grants.all == (offer.grant,)
    assert after.covers(call(arguments | {"ids": [2, 3], "limit": 1}, name="read"), defined(SCHEMA).digest)
    assert not after.covers(call(arguments | {"paths": ["/etc/x"]}, name="read"), defined(SCHEMA).digest)


@pytest.mark.expected_logs(OLD)
async def test_s46_what_grants_of_another_version_covered_is_asked_again(host: Host, path: Path) -> None:
    await host.lasting()
    await _plant(host, json.dumps(json.loads(path.read_bytes()) | {"version": 4}).encode())
    assert (await host.next()).given.grants.all == ()


async def test_what_ends_with_the_host_is_not_kept(host: Host, path: Path) -> None:
    for scope in ("15min", "1h", "chat", "quit"):
        host.given.give(call({"scope": scope}), scope=scope)
    assert not path.exists()
    assert (await host.next()).given.grants.all == ()


async def test_a_kept_grant_was_not_used_yet_by_the_next_host(host: Host) -> None:
    offer = await host.lasting()
    host.given.grants.count_use(offer.grant.id)
    (grant,) = (await host.next()).given.grants.all
    assert grant.used == 0


async def test_the_file_is_this_accounts_alone_and_the_keyring_knows_its_digest(host: Host, path: Path) -> None:
    await host.lasting()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert host.keyring.kept == {("assent", "grants"): sha256_hex(path.read_bytes())}
    assert os.listdir(path.parent) == ["grants.json"]


async def test_s13_a_grant_that_was_taken_back_does_not_come_back(host: Host, path: Path) -> None:
    offer, other = await host.lasting(n=1), await host.lasting(n=2)
    assert host.given.grants.revoke(offer.grant.id, "ana")
    after = await host.next()
    assert after.given.grants.all == (other.grant,)
    after.given.grants.revoke_all("ana", "emergency stop")
    assert (await after.next()).given.grants.all == ()


@pytest.mark.expected_logs(OLD + r".*grants\.json: is not the file that the keyring remembers\. Give the")
async def test_s39_an_older_file_that_somebody_brings_back_gives_nothing(host: Host, path: Path) -> None:
    offer = await host.lasting(n=1)
    before = path.read_bytes()
    host.given.grants.revoke(offer.grant.id, "ana")
    await host.lasting(n=2)
    path.write_bytes(before)
    assert (await host.next()).given.grants.all == ()


@pytest.mark.expected_logs(OLD + r".*the keyring remembers no such file")
async def test_s39_a_file_of_grants_counts_for_nothing_after_all_were_taken_back(host: Host, path: Path) -> None:
    offer = await host.lasting()
    before = path.read_bytes()
    host.given.grants.revoke(offer.grant.id, "ana")
    await host.keeping.close()
    path.write_bytes(before)
    assert (await host.next()).given.grants.all == ()


@pytest.mark.expected_logs(OLD + r".*is not the file")
async def test_s39_one_more_byte_in_the_file_and_nothing_of_it_counts(host: Host, path: Path) -> None:
    await host.lasting()
    path.write_bytes(path.read_bytes() + b"\n")
    assert (await host.next()).given.grants.all == ()


@pytest.mark.expected_logs(OLD + r".*is missing, although the keyring remembers it")
async def test_a_file_that_is_gone_is_told(host: Host, path: Path) -> None:
    await host.lasting()
    path.unlink()
    assert (await host.next()).given.grants.all == ()


async def test_what_is_kept_comes_when_the_keyring_answers(host: Host, path: Path) -> None:
    offer = await host.lasting()
    after = Host(path, host.keyring)
    after.keeping.start(after.given.grants.restore)
    assert (after.given.grants.all, after.given.grants.why_not_always) == ((), NO_KEYRING)
    await after.keeping.close()
    assert (after.given.grants.all, after.given.grants.why_not_always) == ((offer.grant,), "")
    assert after.given.changes == 0
    await after.keeping.close()


async def test_what_the_host_listens_to_is_told_of_what_came(host: Host, path: Path) -> None:
    await host.lasting()
    after = Host(path, host.keyring)
    after.given.grants.changed.connect(after.given.count)
    await after.start()
    assert after.given.changes == 1


async def test_s13_a_stop_before_the_keyring_answered_ends_what_comes_then(host: Host, path: Path) -> None:
    offer = await host.lasting()
    after = Host(path, host.keyring)
    after.given.grants.revoke_all("ana", "emergency stop")
    await after.start()
    assert after.given.grants.all == ()
    (record,) = after.given.log.of("grant.revoked")
    assert record.fields == {"grant": offer.grant.id, "who": "ana", "because": "emergency stop"}
    assert (await after.next()).given.grants.all == ()


async def test_where_nothing_was_ever_kept_nothing_is_told(path: Path) -> None:
    assert (await Host(path, MemoryKeyring()).start()).given.grants.all == ()
    assert not path.exists()


# The keyring fails


async def test_before_a_look_into_the_keyring_nothing_can_be_kept(path: Path) -> None:
    keeping = grant_file(path, MemoryKeyring().seal())
    assert not keeping.can_keep
    await keeping.load()
    assert keeping.can_keep


@pytest.mark.expected_logs(OLD + r".*the keyring of this system does not work")
async def test_without_a_keyring_a_kept_file_gives_nothing_and_nothing_new_is_kept(host: Host, path: Path) -> None:
    await host.lasting()
    host.keyring.error = RuntimeError("s3cr3t")
    after = await host.next()
    assert (after.given.grants.all, after.given.grants.why_not_always) == ((), NO_KEYRING)
    assert after.given.offer(call(), scope="always") is None
    assert path.exists()


@pytest.mark.expected_logs(LOST + "the keyring of this system does not work")
async def test_s13_where_the_keyring_fails_what_was_taken_back_does_not_come_back_with_it(
    host: Host, path: Path
) -> None:
    offer, _ = await host.lasting(n=1), await host.lasting(n=2)
    host.keyring.error = RuntimeError("s3cr3t")
    host.given.grants.revoke(offer.grant.id, "ana")
    await host.keeping.close()
    assert not path.exists()
    assert host.given.grants.why_not_always == NO_KEYRING
    assert len(host.given.grants.all) == 1


@pytest.mark.expected_logs(LOST + r".*grants\.json: cannot be written")
async def test_where_the_disk_fails_the_grants_end_with_the_host(path: Path) -> None:
    host = await Host(path / "missing" / "grants.json", MemoryKeyring()).start()
    await host.lasting()
    assert len(host.given.grants.all) == 1


@pytest.mark.expected_logs(LOST + r".*cannot be written", r".*grants\.json: cannot be removed")
async def test_a_folder_in_the_place_of_the_file_is_told(host: Host, path: Path) -> None:
    path.mkdir()
    await host.lasting()
    assert len(host.given.grants.all) == 1


async def test_of_many_changes_at_once_the_last_is_kept(host: Host) -> None:
    grants = [host.given.give(call({"n": number}), scope="always") for number in range(5)]
    host.given.grants.revoke(grants[-1].id, "ana")
    after = await host.next()
    assert after.given.grants.all == host.given.grants.all
    assert len(after.given.grants.all) == 4


# A file that is not ours, under a digest that the keyring remembers

Spoil = Callable[[Any], object]


def entry(document: Any) -> Any:
    return document["grants"][0]


def scope(document: Any) -> Any:
    return entry(document)["scope"]


def parts(document: Any) -> Any:
    return scope(document)["inputs"]["parts"]


def part(kind: str, **fields: Any) -> Any:
    return {"type": kind, **fields}


BROKEN: Final[dict[str, Spoil]] = {
    "version": lambda file: file.update(version=6),
    "version as true": lambda file: file.update(version=True),
    "one more member": lambda file: file.update(more=1),
    "no list": lambda file: file.update(grants={}),
    "no object": lambda file: file["grants"].append(7),
    "a member of a grant": lambda file: entry(file).update(expires=1),
    "one less": lambda file: entry(file).pop("who"),
    "a name": lambda file: entry(file).update(who=7),
    "a time": lambda file: entry(file).update(given_at=True),
    "a time as text": lambda file: entry(file).update(given_at="1"),
    "a key": lambda file: entry(file)["key"].pop("proof"),
    "a part of the key": lambda file: entry(file)["key"].update(server=None),
    "other words": lambda file: entry(file).update(covers=["nothing much"]),
    "words as text": lambda file: entry(file).update(covers="x"),
    "a wider bound": lambda file: scope(file).update(bound="any", inputs=None),
    "an unknown bound": lambda file: scope(file).update(bound="all"),
    "a pattern without one": lambda file: scope(file).update(inputs=None),
    "an exact pattern": lambda file: scope(file).update(bound="exact"),
    "an unknown form": lambda file: scope(file).update(forms=[["content", "prose"]]),
    "no version": lambda file: file.pop("version"),
    "no forms": lambda file: scope(file).pop("forms"),
    "no verb": lambda file: scope(file).pop("verb"),
    "one more member of its scope": lambda file: scope(file).update(more=1),
    "an unknown verb": lambda file: scope(file).update(verb="looks"),
    "a wider pattern": lambda file: parts(file).update(content=part("InFolder", folder="/", may_be_folder=True)),
    "a longer text": lambda file: parts(file).update(content=part("Text", max_characters=10**6)),
    "a text of any length": lambda file: parts(file).update(content=part("Text", max_characters=True)),
    "an unknown role": lambda file: parts(file).update(n=part("Same", raw="MQ==", role="x")),
    "a list of nothing": lambda file: parts(file).update(n=part("ItemsLike", parts=[], max_items=3)),
    "a list of any length": lambda file: parts(file).update(
        n=part("ItemsLike", parts=[part("Scalar")], max_items=True)
    ),
    "choices beside": lambda file: scope(file)["inputs"].update(may_add_choices=True),
    "an unknown part": lambda file: parts(file).update(n=part("Anything")),
    "a part with more": lambda file: parts(file)["content"].update(x=1),
    "a part with less": lambda file: parts(file)["content"].pop("max_characters"),
    "a part that is no object": lambda file: parts(file).update(content=["x"]),
    "a scheme": lambda file: parts(file).update(n=part("AtOrigin", scheme="ftp", host="x", port=21)),
}


@pytest.mark.expected_logs(OLD)
@pytest.mark.parametrize("how", sorted(BROKEN))
async def test_a_file_that_could_not_have_been_written_gives_nothing(host: Host, path: Path, how: str) -> None:
    await host.lasting("pattern", content=CONTENT, n=1)
    document = json.loads(path.read_bytes())
    BROKEN[how](document)
    await _plant(host, json.dumps(document).encode())
    assert (await host.next()).given.grants.all == ()


@pytest.mark.expected_logs(OLD)
@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"7", b'{"grants":[],"grants":[]}', b"\xff"], ids=repr)
async def test_a_file_that_is_no_file_of_grants_gives_nothing(host: Host, data: bytes) -> None:
    await _plant(host, data)
    assert (await host.next()).given.grants.all == ()


@pytest.mark.expected_logs(OLD + r".*grants\.json: cannot be read.*symbolic link")
async def test_a_link_in_the_place_of_the_file_is_not_followed(host: Host, path: Path, tmp_path: Path) -> None:
    await host.lasting()
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert (await host.next()).given.grants.all == ()


async def _plant(host: Host, data: bytes) -> None:
    await host.keeping.close()
    host.path.write_bytes(data)
    host.keyring.kept["assent", "grants"] = sha256_hex(data)
