"""Output of commands: JSON for programs, aligned text for people; and the question before something is written.

Invariants: every string is escaped before it reaches a terminal, in both forms.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

import click

from host.errors import UsageError
from host.model import JsonObject, JsonValue
from host.paths import Paths
from host.text import escape

F = TypeVar("F", bound=Callable[..., object])

GAP: Final = "  "
_MAX_NAMES: Final = 200
"""Characters of listed names of tools."""
_MAX_HELP: Final = 200
"""Characters of the sentence on a command in the list of a group."""


class WholeHelpGroup(click.Group):
    """A group whose list of commands has a whole sentence for each; click cuts them at the width of one line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list."""
        named = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, command.get_short_help_str(_MAX_HELP)) for name, command in named if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def group(name: str) -> Callable[[Callable[..., object]], WholeHelpGroup]:
    """Make a function the group of commands called ``name``."""
    return click.group(name, cls=WholeHelpGroup)


def json_option(function: F) -> F:
    """Add the option ``--json``, which every command except the bridge and the hook has."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")(function)


def profile() -> Paths:
    """The directories of the profile, from the environment."""
    return Paths.from_environment(os.environ)


def emit(value: JsonValue) -> None:
    """Print JSON, only ASCII, so that no control or bidi character reaches a terminal."""
    click.echo(json.dumps(value, ensure_ascii=True, indent=2))


def say(text: str) -> None:
    """Print one line of text, escaped."""
    click.echo(escape(text))


def answer(as_json: bool, value: JsonValue, *lines: str) -> None:
    """Print ``value`` for programs, or ``lines`` for people."""
    if as_json:
        emit(value)
    else:
        for line in lines:
            say(line)


def note(text: str) -> None:
    """Print one line on the standard error, escaped."""
    click.echo(f"assent: {escape(text)}", err=True)


def plural(count: int, noun: str) -> str:
    """A number with its noun: 1 call, 2 calls."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def cut(text: str, limit: int) -> str:
    """Cut raw ``text`` to ``limit`` characters, with the number of the rest. The result must still be escaped."""
    return text if len(text) <= limit else f"{text[:limit]} … and {plural(len(text) - limit, 'more character')}"


def unpinned_tools(server: JsonObject) -> str:
    """Say which tools of a server a running host withholds since they are not as pinned; empty if none."""
    match server:
        case {"unpinned": [_, *_] as names, "unpinned_count": int(count)}:
            listed = cut(", ".join(map(str, names)), _MAX_NAMES)
            others = f", and {count - len(names)} more" if count > len(names) else ""
            return f"{plural(count, 'tool')} not as your administrator pinned, and withheld: {listed}{others}"
    return ""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print aligned columns, escaped."""
    lines = [tuple(escape(str(cell)) for cell in row) for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        click.echo(GAP.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def confirm(question: str, agreed: bool, as_json: bool) -> None:
    """Ask for confirmation, unless ``agreed``. Raises UsageError if nobody can be asked, Abort for a no."""
    if agreed:
        return
    if as_json or not sys.stdin.isatty():
        raise UsageError("nobody can be asked here. Say --yes")
    click.confirm(question, abort=True)
