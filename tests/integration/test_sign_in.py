"""Signing in to an MCP server, with a real authorization server and its own pages (OAuth 2.1)."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from host.control import messages
from host.control.protocol import BeginSignIn, FinishSignIn
from host.control.views import SignInOffer
from host.errors import AssentError
from host.inspect.domains import host_of
from host.keyring_entry import KeyringEntry
from host.model import Draft
from host.servers.config import ServerConfig, load_servers, resolve
from host.servers.oauth import MORE_RIGHTS_NEEDED, SignIn, SignIns, SignInServices
from host.servers.supervisor import ServerState
from host.window.server_requests import SignInRequests
from tests.support.app import LEGACY_REVISION, text_of
from tests.support.browsers import Browser, Forms, chromium
from tests.support.hosts import ScriptedApprover, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.signing_server import SigningServer, signing_server
from tests.support.waiting import eventually

pytestmark = pytest.mark.npm

GREETING = {"protocolVersion": LEGACY_REVISION, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


class Person:
    """A person with a keyring, a clock and a browser.

    Attributes:
        kept: what the keyring holds, by name. records: what the log was told. now: Unix seconds of the clock.
    """

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.kept: dict[str, str] = {}
        self.records: list[Draft] = []
        self.ready: list[str] = []
        self.ahead = 0.0
        self._file, self._browser = folder / "servers.json", browser
        self.sign_ins = self.start()

    def start(self) -> SignIns:
        """A host that has just started: it knows what the keyring knows."""
        self.sign_ins = SignIns(
            SignInServices(
                log=self.records.append,
                keyring_entry=lambda server: KeyringEntry(
                    server, get=lambda _, name: self.kept.get(name), set=lambda _, name, text: self._set(name, text)
                ),
                on_changed=lambda: None,
                on_signed_in=lambda entry: self.ready.append(entry.id),
                resolve=lambda entry: resolve(entry, {}),
                environment={"SECRET": "known-secret"},
                clock=lambda: time.time() + self.ahead,
            )
        )
        return self.sign_ins

    def _set(self, name: str, text: str) -> None:
        self.kept[name] = text

    def entry(self, url: str, **oauth: object) -> ServerConfig:
        """The entry ``notes`` of servers.json."""
        written = {"url": url, "oauth": oauth} if oauth else {"url": url}
        self._file.write_text(json.dumps({"mcpServers": {"notes": written}}))
        return load_servers(self._file).entries["notes"]

    def of(self, entry: ServerConfig) -> SignIn:
        sign_in = self.sign_ins.sign_in_for(entry)
        assert sign_in is not None
        return sign_in

    async def sign_in(self, entry: ServerConfig) -> tuple[SignInOffer, str]:
        """Press the button, and sign in where the browser is led to."""
        offer = await self.sign_ins.begin(entry)
        return offer, await self._browser.sign_in(offer.url)

    async def signed_in(self, server: SigningServer, entry: ServerConfig) -> str:
        """Find out that a sign-in is needed, and sign in; the header that it gave."""
        await self.meet(server, entry)
        await self.sign_in(entry)
        await self.sign_ins.finish("notes")
        header = await self.of(entry).header()
        assert header is not None
        return header

    async def meet(self, server: SigningServer, entry: ServerConfig, tool: str = "") -> bool:
        """Ask the server as a connection does; whether another token can be had at once where it refuses."""
        sign_in = self.of(entry)
        sent = await sign_in.header()
        answer = await server.call(sent, tool)
        if answer.status_code not in (401, 403):
            return False
        return await sign_in.handle_refusal(answer.status_code, answer.headers["www-authenticate"], sent)

    def said(self, kind: str) -> list[dict[str, object]]:
        """The bodies of the records of one kind."""
        return [dict(draft.fields) for draft in self.records if draft.kind == kind]

    def secrets(self) -> set[str]:
        """Every token and client secret that the keyring was given."""
        return set(
            re.findall(r'"(?:access_token|refresh_token|client_secret|code)":"([^"]+)"', "".join(self.kept.values()))
        )


@pytest.fixture
async def server() -> AsyncIterator[SigningServer]:
    async with signing_server() as running:
        yield running


@pytest.fixture(params=["forms", pytest.param("chromium", marks=pytest.mark.full)])
async def person(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Person]:
    async with AsyncExitStack() as undo:
        browser: Browser
        if request.param == "chromium":
            if shutil.which("chromedriver") is None:
                pytest.skip("there is no Chromium with its driver here")
            browser = await undo.enter_async_context(chromium(tmp_path))
        else:
            browser = forms = Forms()
            undo.push_async_callback(forms.close)
        person = Person(tmp_path, browser)
        yield person
        await person.sign_ins.close()


async def test_a_first_sign_in_begins_with_a_refusal_and_ends_with_a_token(
    server: SigningServer, person: Person
) -> None:
    entry = person.entry(server.url)
    assert await person.of(entry).header() is None
    assert not await person.meet(server, entry)
    assert person.sign_ins.view(entry).need == "first"
    offer, page = await person.sign_in(entry)
    await person.sign_ins.finish("notes")
    assert page == "You are signed in: Assent can use notes now. You can close this tab."
    assert (offer.issuer, offer.scopes, offer.moved_from) == (server.issuers[0], ("notes:read", "offline_access"), "")
    asked = parse_qs(urlsplit(offer.url).query)
    assert (asked["code_challenge_method"], asked["resource"]) == (["S256"], [server.url])
    header = await person.of(entry).header()
    assert (await server.call(header)).status_code == 200
    assert (await server.call(header, "read")).status_code == 200
    standing = person.sign_ins.view(entry)
    assert "notes:read" in standing.scopes
    assert (standing.need, standing.at, standing.kept) == ("", host_of(server.issuers[0]), True)
    assert person.ready == ["notes"]
    assert person.said("server.signed_in") == [
        {
            "server": "notes",
            "config": entry.public_digest,
            "issuer": server.issuers[0],
            "scopes": [*standing.scopes],
            "kept": True,
        }
    ]


async def test_a_sign_in_outlives_the_host_in_the_keyring(server: SigningServer, person: Person) -> None:
    entry = person.entry(server.url)
    header = await person.signed_in(server, entry)
    person.start()
    assert await person.of(entry).header() == header


async def test_a_token_is_refreshed_before_it_ends(server: SigningServer, person: Person) -> None:
    entry = person.entry(server.url)
    header = await person.signed_in(server, entry)
    person.start()
    person.ahead = 3_590
    renewed = await person.of(entry).header()
    assert renewed not in (None, header)
    person.ahead = 0
    assert (await server.call(renewed)).status_code == 200
    person.start()
    assert await person.of(entry).header() == renewed  # a used refresh token would be no good a second time


async def test_a_revoked_token_is_refreshed_once(server: SigningServer, person: Person) -> None:
    entry = person.entry(server.url)
    header = await person.signed_in(server, entry)
    await server.call(header)
    await server.change("revoke")
    assert await person.meet(server, entry)
    assert person.sign_ins.view(entry).need == ""
    assert (await server.call(await person.of(entry).header())).status_code == 200


async def test_where_the_refresh_token_is_revoked_too_a_person_is_wanted(server: SigningServer, person: Person) -> None:
    entry = person.entry(server.url)
    header = await person.signed_in(server, entry)
    await server.call(header)
    await server.change("revoke-all")
    assert not await person.meet(server, entry)
    assert (person.sign_ins.view(entry).need, person.sign_ins.view(entry).at) == ("first", "")
    assert await person.of(entry).header() is None
    assert [body["because"] for body in person.said("server.signed_out")] == ["the authorization server ended it"]


async def test_s29_an_answer_that_names_another_issuer_signs_nobody_in(server: SigningServer, person: Person) -> None:
    entry = person.entry(server.url)
    await person.meet(server, entry)
    await server.change("iss")
    _, page = await person.sign_in(entry)
    assert page.startswith("You are not signed in: the answer is not from the authorization server that was asked")
    with pytest.raises(AssentError, match="the answer is not from the authorization server that was asked"):
        await person.sign_ins.finish("notes")
    assert await person.of(entry).header() is None
    assert len(person.said("server.sign_in_failed")) == 1
    await server.change("honest")
    await person.sign_in(entry)
    await person.sign_ins.finish("notes")
    assert (await server.call(await person.of(entry).header())).status_code == 200


async def test_more_rights_are_asked_of_a_person_beside_those_that_there_are(
    server: SigningServer, person: Person
) -> None:
    entry = person.entry(server.url)
    await person.signed_in(server, entry)
    assert not await person.meet(server, entry, "write")
    assert person.sign_ins.view(entry).need == "more"
    assert (await server.call(await person.of(entry).header(), "read")).status_code == 200  # the sign-in still holds
    offer, _ = await person.sign_in(entry)
    await person.sign_ins.finish("notes")
    assert {"notes:read", "notes:write"} <= set(offer.scopes)
    assert (await server.call(await person.of(entry).header(), "write")).status_code == 200
    assert person.sign_ins.view(entry).need == ""


async def test_a_server_that_moved_to_another_authorization_server_gives_it_no_token_of_the_first(
    server: SigningServer, person: Person
) -> None:
    entry = person.entry(server.url)
    header = await person.signed_in(server, entry)
    await server.call(header)
    await server.change("revoke-all")
    await server.change("move")
    assert not await person.meet(server, entry)
    offer, _ = await person.sign_in(entry)
    await person.sign_ins.finish("notes")
    assert (offer.issuer, offer.moved_from) == (server.issuers[1], host_of(server.issuers[0]))
    assert (await server.call(await person.of(entry).header())).status_code == 200
    log = await server.change("log")
    assert isinstance(log, list)
    assert [ask["path"] for ask in log if ask["to"] == "second" and ask["method"] == "POST"].count("/reg") == 1


async def test_s38_another_address_has_no_part_of_a_sign_in(server: SigningServer, person: Person) -> None:
    entry = person.entry(server.url)
    await person.signed_in(server, entry)
    person.start()
    assert await person.of(person.entry(server.url.replace("127.0.0.1", "localhost"))).header() is None
    assert await person.of(person.entry(server.url, scopes="notes:write")).header() is None


async def test_signing_out_forgets_the_tokens_and_revokes_them(server: SigningServer, person: Person) -> None:
    entry = person.entry(server.url)
    header = await person.signed_in(server, entry)
    await person.sign_ins.sign_out(entry)
    assert await person.of(entry).header() is None
    assert person.kept == {"notes": ""}
    assert (await server.call(header)).status_code == 401
    assert person.sign_ins.view(entry).need == "first"


async def test_a_client_that_the_authorization_server_knows_is_not_registered(
    server: SigningServer, person: Person
) -> None:
    entry = person.entry(server.url, clientId="known", clientSecret="${env:SECRET}", issuer=server.issuers[0])
    await person.signed_in(server, entry)
    log = await server.change("log")
    assert isinstance(log, list)
    assert "/reg" not in [ask["path"] for ask in log]
    await server.change("move")
    with pytest.raises(AssentError, match="its entry names another issuer"):
        await person.sign_ins.begin(entry)


async def test_a_document_about_assent_stands_for_a_registration(server: SigningServer, person: Person) -> None:
    entry = person.entry(server.url, clientMetadataUrl="https://assent.example/client.json")
    header = await person.signed_in(server, entry)
    assert (await server.call(header)).status_code == 200
    log = await server.change("log")
    assert isinstance(log, list)
    assert "/reg" not in [ask["path"] for ask in log]


async def test_s36_no_token_is_in_a_record_a_message_or_a_representation(
    server: SigningServer, person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    entry = person.entry(server.url)
    await person.signed_in(server, entry)
    await person.meet(server, entry, "write")
    kept = await person.of(entry).load()
    secrets = person.secrets()
    assert len(secrets) >= 2
    told = [
        repr(person.records),
        caplog.text,
        repr(kept),
        repr(person.sign_ins.view(entry)),
        repr(person.of(entry)),
    ]
    assert not [secret for secret in secrets for text in told if secret in text]


async def test_s02_s38_an_app_is_told_why_it_waits_and_after_the_sign_in_calls_without_ever_seeing_a_token(
    server: SigningServer, profile: Profile
) -> None:
    async with Rig(profile, approver=ScriptedApprover(default=True)) as rig:
        write_servers(profile.paths, {"notes": {"url": server.url}})
        early = await rig.app("notes", greet=False)
        refused = await early.request("initialize", GREETING)
        assert "wants a person to sign in" in refused["error"]["message"]
        supervisor, notes = rig.host.supervisor, rig.host.supervisor.config.entries["notes"]
        await eventually(lambda: supervisor.state_of(notes)[0] is ServerState.SIGN_IN)
        await sign_in_by_forms(rig)
        assert supervisor.state_of(notes)[0] is not ServerState.SIGN_IN
        app = await rig.app("notes")
        assert text_of(await app.call("read")) == "read done"
        answer = await app.call("write")
        assert "wants more rights than the sign-in gave" in answer["error"]["message"]
        assert supervisor.state_of(notes) == (ServerState.SIGN_IN, MORE_RIGHTS_NEEDED)
        await sign_in_by_forms(rig)
        assert text_of(await app.call("write")) == "write done"
        await server.change("revoke")
        renewed = await app.call("read")  # refused where nothing else asked the server before
        assert text_of(await app.call("read")) == "read done"
        header = await supervisor.sign_ins.sign_in_for(notes).header()  # type: ignore[union-attr]  # it has one
        assert header is not None
        token = header.removeprefix("Bearer ").encode()
        heard = json.dumps([app.heard, early.heard, refused, answer, renewed]).encode()
        signed_in = await rig.records("server.signed_in")
        assert await asyncio.to_thread(messages.ask, profile.paths.socket, "sign-out", server="notes")
        await eventually(lambda: supervisor.sign_ins.view(notes).need == "first")
    assert ["notes:write" in record["scopes"] for record in signed_in] == [False, True]
    assert (await server.call(header)).status_code == 401  # it was revoked before the host ended
    files = [file.read_bytes() for file in profile.paths.config.parent.rglob("*") if file.is_file()]
    assert len(files) > 3
    assert not [file for file in (*files, heard) if token in file]


async def sign_in_by_forms(rig: Rig) -> None:
    """What a person does in the window, by its requests."""
    requests = SignInRequests(rig.host.supervisor)
    digest = rig.host.supervisor.config.entries["notes"].config_digest
    offer = await requests.begin(BeginSignIn("notes", digest))
    browser = Forms()
    await browser.sign_in(offer.url)
    await browser.close()
    await requests.finish(FinishSignIn("notes"))
