"""An app starts before Assent does: its bridge starts Assent in the desktop session, and the person is asked."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

import psutil
import pytest

from host.apps import registry
from host.control import messages
from host.errors import NoHost
from tests.desktop.display import Desktop, virtual_desktop
from tests.support.app import App, refused
from tests.support.hosts import raw_server, write_servers
from tests.support.profile import Profile
from tests.support.waiting import eventually

pytestmark = pytest.mark.full


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    """A virtual desktop."""
    with virtual_desktop() as made:
        yield made


async def test_an_app_that_comes_first_starts_assent_with_its_window(desktop: Desktop, profile: Profile) -> None:
    write_servers(profile.paths, {"raw": raw_server(sys.executable)})
    registry.add(profile.paths.apps_dir, "tester")
    env = {**desktop.env, **{name: value for name, value in profile.env.items() if name.startswith("ASSENT_")}}
    host = 0
    try:
        app = await App.start("raw", env=env)
        host = int(str(messages.ask(profile.paths.socket, "status")["pid"]))
        _, answer = app.begin_call("echo", {"text": "hello"})
        await eventually(lambda: messages.ask(profile.paths.socket, "status")["window"])
        await eventually(lambda: messages.ask(profile.paths.socket, "status")["pending"] == 1)
        assert psutil.Process(host).cwd() == "/"
        assert os.getsid(host) == host  # it is nobody's child that a terminal or the app could take along
        os.kill(host, signal.SIGTERM)
        assert refused(await answer)
        assert await app.close() in (0, 3)  # before or after the bridge noticed
    finally:
        with contextlib.suppress(ProcessLookupError, NoHost):
            if host:
                os.kill(host, signal.SIGKILL)
