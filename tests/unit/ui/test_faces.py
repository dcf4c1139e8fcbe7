"""Names and faces: from our table and the configuration, escaped, the id beside them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from host.apps.attach.known import KNOWN, KnownApp
from tests.support.window import server
from ui import faces
from ui.widgets.face import Face, face_icon


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    faces.know_servers([server("notes", name="Team notes"), server("files")])
    yield
    faces.know_servers([])
    faces.expect_servers([])


def test_apps_that_we_know_have_the_name_that_people_know() -> None:
    assert faces.app_name("claude-code") == "Claude Code"
    assert faces.app_name("claude-c0de") == "claude-c0de"
    assert faces.with_id("app", "claude-code") == "Claude Code (claude-code)"
    assert faces.with_id("app", "mine") == "mine"


def test_s6_an_id_that_reads_like_the_name_of_another_app_is_in_quotes() -> None:
    assert (faces.app_name("codex"), faces.app_name("Codex")) == ("Codex", "“Codex”")


@pytest.mark.parametrize("app", KNOWN, ids=lambda app: app.id)
def test_every_app_that_assent_can_set_up_has_a_name(app: KnownApp) -> None:
    assert faces.app_name(app.id) != app.id


def test_servers_are_called_as_they_are_configured_or_by_their_id() -> None:
    assert faces.server_name("notes") == "Team notes"
    assert faces.with_id("server", "notes") == "Team notes (notes)"
    assert faces.server_name("files") == faces.with_id("server", "files") == "files"
    faces.know_servers([])
    assert faces.server_name("notes") == "notes"


def test_s5_a_name_is_escaped_and_bounded() -> None:
    faces.know_servers([server("x", name="a\u202eb" + "c" * 200)])
    assert faces.server_name("x").startswith("a⟨U+202E⟩bc")
    assert len(faces.server_name("x")) < 110
    assert faces.app_name("a\nb") == "a⟨U+000A⟩b"


@pytest.mark.parametrize(
    ("app", "letters"), [("claude-code", "CC"), ("vscode", "VC"), ("zed", "Ze"), ("x", "X"), ("", "·")]
)
def test_initials(app: str, letters: str) -> None:
    assert faces.initials("app", app) == letters


def test_a_tint_belongs_to_an_id() -> None:
    tints = {faces.tint("server", f"server-{number}") for number in range(50)}
    assert tints == set(range(1, faces.TINTS + 1))
    assert faces.tint("app", "mine") == faces.tint("app", "mine")


def test_apps_that_people_use_beside_each_other_have_tints_of_their_own() -> None:
    apps = ("claude-code", "codex", "cursor", "vscode", "claude-desktop", "gemini-cli")
    assert len({faces.tint("app", app) for app in apps}) == len(apps)
    looks = [(faces.tint("app", app.id), faces.initials("app", app.id)) for app in KNOWN]
    assert len({*looks}) == len(looks), "no two look the same"


def test_servers_beside_each_other_have_tints_of_their_own_and_keep_them_when_one_comes() -> None:
    ids = [f"server-{number}" for number in range(0, 4 * faces.TINTS, 4)]
    faces.know_servers([server(each) for each in ids])
    tints = [faces.tint("server", each) for each in ids]
    assert sorted(tints) == list(range(1, faces.TINTS + 1))
    faces.know_servers([server(each) for each in (*ids, "later")])
    assert [faces.tint("server", each) for each in ids] == tints


def test_servers_have_the_tints_before_they_are_known_that_they_have_then() -> None:
    ids = [f"server-{number}" for number in range(0, 4 * faces.TINTS, 4)]
    faces.know_servers([])
    faces.expect_servers(ids)
    tints = [faces.tint("server", each) for each in ids]
    assert len({*tints}) == len(ids)
    faces.know_servers([server(each) for each in ids])
    assert [faces.tint("server", each) for each in ids] == tints


@pytest.mark.usefixtures("qapp")
def test_a_face_says_whose_it_is_and_is_drawn() -> None:
    face = Face("server", "notes")
    assert face.accessibleName() == "Team notes"
    face.show_face("app", "claude-code")
    assert face.accessibleName() == "Claude Code"
    assert not face.grab().toImage().allGray()


@pytest.mark.usefixtures("qapp")
def test_shape_tells_an_app_from_a_server() -> None:
    def corner(kind: faces.Kind) -> int:
        image = QImage(40, 40, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        face_icon(kind, "x").paint(painter, QRect(0, 0, 40, 40))
        painter.end()
        return image.pixelColor(4, 4).alpha()

    assert corner("app") < corner("server")
