"""AI apps in sentences."""

from __future__ import annotations

from host.control.views import AiAppView, AppPlan, AppServerView
from host.values import replace
from host.words import say
from ui.apps import words

FIGMA = AppServerView("figma", "stays", why=say("it is switched off in the app"), app="codex")
OLD = AppServerView("old", "stays", why=say("it is switched off in the app"), app="zed")
BEHIND = AppServerView("notes", "behind", "notes")


def plan(*apps: str, stays: tuple[AppServerView, ...]) -> AppPlan:
    return AppPlan(apps, (), 1, stays, (), (), "0" * 64)


def test_of_several_apps_each_server_that_stays_is_told_with_its_app() -> None:
    assert words.staying_lines(plan("codex", "windsurf", stays=(FIGMA, OLD))) == [
        "2 servers stay as they are, and Assent sees nothing of what they do:",
        "figma of Codex: it is switched off in the app.",
        "old of Zed: it is switched off in the app.",
    ]
    assert words.staying_lines(plan("codex", stays=(FIGMA,)))[1] == "figma: it is switched off in the app."
    assert words.staying_lines(plan("codex", stays=())) == []


def test_an_app_that_came_through_assent_is_not_to_be_restarted() -> None:
    app = AiAppView("codex", "/f", True, (BEHIND,))
    assert words.next_step(app).startswith("Next: restart Codex")
    assert words.next_step(replace(app, has_connected=True)) == ""


def test_an_app_of_which_servers_stay_is_not_said_to_be_behind_assent_as_a_whole() -> None:
    whole, part = (AiAppView("codex", "/f", True, servers) for servers in ((BEHIND,), (BEHIND, FIGMA)))
    assert [stands[0] for app in (whole, part) if (stands := words.state_badge(app))] == [
        "behind Assent",
        "1 of 2 behind Assent",
    ]
