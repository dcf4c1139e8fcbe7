"""``assent autostart``: whether Assent starts at login."""

from __future__ import annotations

import click

from host import autostart
from host.apps.attach.known import System
from host.cli.output import emit, json_option, say

_SAID = {"on": "Assent starts at login.", "off": "Assent does not start at login."}


@click.command("autostart")
@click.argument("wanted", required=False, metavar="[on|off]", type=click.Choice(["on", "off"]))
@json_option
def command(wanted: str | None, as_json: bool) -> None:
    """Let Assent start at login, in its tray, or no longer; say how that stands."""
    system, entry = System.here(), autostart.at_login()
    if wanted is not None:
        autostart.switch(system, entry, on=wanted == "on")
    now = autostart.standing(system, entry)
    if as_json:
        emit({"state": now.state, "entry": now.entry, "why": now.why})
        return
    say(_SAID.get(now.state, f"Whether Assent starts at login is not known: {now.why}."))
    if now.state != "off":
        say(f"Entry: {now.entry}")
