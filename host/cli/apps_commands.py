"""``assent apps``: the apps that may join, each with a token of its own."""

from __future__ import annotations

import click

from host.apps import registry
from host.cli.output import emit, json_option, profile, say, table
from host.control import client
from host.errors import AssentError, NoHost
from host.model import JsonValue


@click.group("apps")
def command() -> None:
    """Add, list and remove the apps that may join."""


@command.command("add")
@click.argument("name")
@json_option
def add(name: str, as_json: bool) -> None:
    """Make a token for the app NAME, so that its calls are known as its own."""
    paths = profile()
    paths.ensure()
    file = registry.add(paths.apps_dir, name)
    if as_json:
        emit({"app": name, "token_file": str(file)})
        return
    say(f"Added {name}. Let it start its servers with: assent connect SERVER --app {name}")


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the apps that have a token."""
    names = registry.names(profile().apps_dir)
    if as_json:
        listed: list[JsonValue] = list(names)
        emit({"apps": listed})
    elif names:
        table(["APP"], [[name] for name in names])
    else:
        say("No app has a token yet. Make one with: assent apps add NAME")


@command.command("remove")
@click.argument("name")
@json_option
def remove(name: str, as_json: bool) -> None:
    """Revoke the token of the app NAME; its sessions end at once."""
    paths = profile()
    registry.remove(paths.apps_dir, name)
    try:
        ended = client.ask(paths.socket, "recheck-apps").get("ended")
    except NoHost:
        ended = 0
    except AssentError as error:
        raise AssentError(f"the token is gone, but the host could not be told: {error}") from error
    if as_json:
        emit({"app": name, "sessions_ended": ended})
    else:
        say(f"Removed {name}. Sessions ended: {ended}.")
