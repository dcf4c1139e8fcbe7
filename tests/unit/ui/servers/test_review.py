"""The review of one server."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from host.control.views import ServerDetails
from tests.support import window
from tests.support.window import FakeLink
from ui.servers import review
from ui.servers.review import ServerReview


def test_s34_no_start_is_allowed_whose_command_could_not_be_drawn(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ServerReview(FakeLink())
    qtbot.addWidget(page)
    server = window.server("files", waits="start")
    page.read("files")
    with monkeypatch.context() as patch:
        patch.setattr(review, "_command", lambda _: 1 / 0)
        for _ in range(2):  # the host tells of its state again and again
            with pytest.raises(ZeroDivisionError):
                page.show_details(ServerDetails(server, (), listed=False, stderr=""))
    assert not page.start.isVisibleTo(page)
    page.show_details(ServerDetails(server, (), listed=False, stderr=""))
    assert page.start.isVisibleTo(page)
