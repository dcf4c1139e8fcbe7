"""Names and monograms: from our table and the configuration, escaped, the id beside them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from host.apps.attach.known import KNOWN, KnownApp
from tests.support.window import server
from ui import display_names
from ui.widgets.monogram import Monogram, monogram_icon


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    display_names.know_servers([server("notes", name="Team notes"), server("files")])
    yield
    display_names.know_servers([])
    display_names.expect_servers([])


def test_apps_that_we_know_have_the_name_that_people_know() -> None:
    assert display_names.app_name("claude-code") == "Claude Code"
    assert display_names.app_name("claude-c0de") == "claude-c0de"
    assert display_names.with_id("app", "claude-code") == "Claude Code (claude-code)"
    assert display_names.with_id("app", "mine") == "mine"


def test_s6_an_id_that_reads_like_the_name_of_another_app_is_in_quotes() -> None:
    assert (display_names.app_name("codex"), display_names.app_name("Codex")) == ("Codex", "“Codex”")


@pytest.mark.parametrize("app", KNOWN, ids=lambda app: app.id)
def test_every_app_that_assent_can_set_up_has_a_name(app: KnownApp) -> None:
    assert display_names.app_name(app.id) != app.id


def test_servers_are_called_as_they_are_configured_or_by_their_id() -> None:
    assert display_names.server_name("notes") == "Team notes"
    assert display_names.with_id("server", "notes") == "Team notes (notes)"
    assert display_names.server_name("files") == display_names.with_id("server", "files") == "files"
    display_names.know_servers([])
    assert display_names.server_name("notes") == "notes"


def test_s5_a_name_is_escaped_and_bounded() -> None:
    display_names.know_servers([server("x", name="a\u202eb" + "c" * 200)])
    assert display_names.server_name("x").startswith("a⟨U+202E⟩bc")
    assert len(display_names.server_name("x")) < 110
    assert display_names.app_name("a\nb") == "a⟨U+000A⟩b"


@pytest.mark.parametrize(
    ("app", "letters"), [("claude-code", "CC"), ("vscode", "VC"), ("zed", "Ze"), ("x", "X"), ("", "·")]
)
def test_initials(app: str, letters: str) -> None:
    assert display_names.initials("app", app) == letters


def test_a_tint_belongs_to_an_id() -> None:
    tints = {display_names.tint("server", f"server-{number}") for number in range(50)}
    assert tints == set(range(1, display_names.TINTS + 1))
    assert display_names.tint("app", "mine") == display_names.tint("app", "mine")


def test_apps_that_people_use_beside_each_other_have_tints_of_their_own() -> None:
    apps = ("claude-code", "codex", "cursor", "vscode", "claude-desktop", "gemini-cli")
    assert len({display_names.tint("app", app) for app in apps}) == len(apps)
    looks = [(display_names.tint("app", app.id), display_names.initials("app", app.id)) for app in KNOWN]
    assert len({*looks}) == len(looks), "no two look the same"


def test_servers_beside_each_other_have_tints_of_their_own_and_keep_them_when_one_comes() -> None:
    ids = [f"server-{number}" for number in range(0, 4 * display_names.TINTS, 4)]
    display_names.know_servers([server(each) for each in ids])
    tints = [display_names.tint("server", each) for each in ids]
    assert sorted(tints) == list(range(1, display_names.TINTS + 1))
    display_names.know_servers([server(each) for each in (*ids, "later")])
    assert [display_names.tint("server", each) for each in ids] == tints


def test_servers_have_the_tints_before_they_are_known_that_they_have_then() -> None:
    ids = [f"server-{number}" for number in range(0, 4 * display_names.TINTS, 4)]
    display_names.know_servers([])
    display_names.expect_servers(ids)
    tints = [display_names.tint("server", each) for each in ids]
    assert len({*tints}) == len(ids)
    display_names.know_servers([server(each) for each in ids])
    assert [display_names.tint("server", each) for each in ids] == tints


@pytest.mark.usefixtures("qapp")
def test_a_monogram_says_whose_it_is_and_is_drawn() -> None:
    monogram = Monogram("server", "notes")
    assert monogram.accessibleName() == "Team notes"
    monogram.show_of("app", "claude-code")
    assert monogram.accessibleName() == "Claude Code"
    assert not monogram.grab().toImage().allGray()


@pytest.mark.usefixtures("qapp")
def test_shape_tells_an_app_from_a_server() -> None:
    def corner(kind: display_names.Kind) -> int:
        image = QImage(40, 40, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        monogram_icon(kind, "x").paint(painter, QRect(0, 0, 40, 40))
        painter.end()
        return image.pixelColor(4, 4).alpha()

    assert corner("app") < corner("server")
