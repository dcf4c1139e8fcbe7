"""Browsers that sign in: Chromium itself, and a client that follows forms as a browser does.

Both begin at an address, fill in whatever form asks for a name and a password, submit what comes next, and end on the
page that Assent answers with.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, Protocol  # Any: JSON of WebDriver
from urllib.parse import urljoin

import httpx2

from tests.support.waiting import PATIENCE, eventually

STEPS: Final = 12
"""Pages of one sign-in at most."""
ENDS: Final = ("You are signed in", "You are not signed in", "The sign-in has ended")
"""Titles of the pages of Assent's own."""
_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""W3C WebDriver §6: the name of a reference to an element."""


class Browser(Protocol):
    """Something that signs in."""

    async def sign_in(self, url: str) -> str:
        """From this address to the page of Assent's own; returns what that says."""


class Forms:
    """Follows redirects and forms; keeps cookies."""

    def __init__(self) -> None:
        self._client = httpx2.AsyncClient(follow_redirects=True, trust_env=False, timeout=PATIENCE)

    async def sign_in(self, url: str) -> str:
        """As ``Browser`` says."""
        response = await self._client.get(url)
        for _ in range(STEPS):
            page = _Page(response.text)
            if page.title in ENDS or not page.forms:
                return f"{page.title}: {page.words}"
            action, fields = page.forms[0]
            filled = {name: value or "ana" for name, value in fields.items()}
            response = await self._client.post(urljoin(str(response.url), action), data=filled)
        raise AssertionError("no end of pages")

    async def close(self) -> None:
        """Forget all."""
        await self._client.aclose()


class _Page(HTMLParser):
    """The title, the words and the forms of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.title, self.words, self._in = "", "", ""
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = tag
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((said.get("action", ""), {}))
        elif tag == "input" and self.forms and "name" in said:
            self.forms[-1][1][said["name"]] = said.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._in == "title":
            self.title += data
        elif self._in == "p":
            self.words += data

    def handle_endtag(self, tag: str) -> None:
        self._in = ""


class Chromium:
    """Headless Chromium, driven by WebDriver."""

    def __init__(self, driver: httpx2.AsyncClient, session: str) -> None:
        self._driver, self._session = driver, session

    async def _do(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        said = await self._driver.request(method, f"/session/{self._session}/{path}", json=body)
        value = said.json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise LookupError(f"{value['error']}: {value['message']}")
        return value

    async def _find(self, selector: str) -> str:
        found = await self._do("POST", "element", {"using": "css selector", "value": selector})
        return str(found[_ELEMENT])

    async def sign_in(self, url: str) -> str:
        """As ``Browser`` says. What was pressed goes with its page: until then nothing is pressed again."""
        await self._do("POST", "url", {"url": url})
        pressed = ""
        async with asyncio.timeout(PATIENCE):
            while await self._do("GET", "title") not in ENDS:
                try:
                    button = await self._find("button[type=submit]")
                    if button != pressed:
                        await self._fill()
                        await self._do("POST", f"element/{button}/click", {})
                        pressed = button
                except LookupError:
                    continue  # between two pages
        words = await self._do("GET", f"element/{await self._find('p')}/text")
        return f"{await self._do('GET', 'title')}: {words}"

    async def _fill(self) -> None:
        """Write a name and a password where the page asks for them."""
        for name in ("login", "password"):
            found = await self._do("POST", "elements", {"using": "css selector", "value": f"input[name={name}]"})
            for field in found:
                await self._do("POST", f"element/{field[_ELEMENT]}/clear", {})
                await self._do("POST", f"element/{field[_ELEMENT]}/value", {"text": "ana"})


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Chromium]:
    """A Chromium with a profile of its own in ``folder``."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    assert program is not None, "make setup-full installs Chromium"
    assert driver is not None, "make setup-full installs Chromium's driver"
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    said = folder / "driver"
    with said.open("wb") as out:
        process = subprocess.Popen([driver, "--port=0"], stdout=out, stderr=subprocess.STDOUT, env=environment)
    try:
        port = await eventually(lambda: _port(said.read_text()))
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE) as client:
            arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
            wanted = {"browserName": "chrome", "goog:chromeOptions": {"binary": program, "args": arguments}}
            begun = await client.post("/session", json={"capabilities": {"alwaysMatch": wanted}})
            session = begun.json()["value"]["sessionId"]
            try:
                yield Chromium(client, session)
            finally:
                await client.delete(f"/session/{session}")
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, PATIENCE)


def _port(said: str) -> str:
    _, found, rest = said.partition("started successfully on port ")
    return rest.partition(".")[0] if found and "." in rest else ""
