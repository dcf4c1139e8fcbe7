"""The command line, without the bridge.

Invariants: exit codes are 0 for success, 1 for a problem found, 2 for bad usage or configuration, 3 for no host. An
error is one clear sentence on stderr, never a traceback. Untrusted text is escaped before it reaches a terminal. No
command and no option decides a call or loosens a rule.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
from typing import Final

import click

from host import __version__
from host.cli.output import WholeHelpGroup, note
from host.errors import AssentError, ConfigError, NoHost, UsageError

FINE: Final = 0
FOUND_WRONG: Final = 1
BAD_USAGE: Final = 2
NO_HOST: Final = 3

_log = logging.getLogger(__name__)


class LazyGroup(WholeHelpGroup):
    """A group that imports a command only when it is used: each needs other, slow parts of the host."""

    _COMMANDS: Final = {
        "host": "host_commands:command",
        "servers": "servers_commands:command",
        "apps": "apps_commands:command",
        "policy": "policy_commands:command",
        "approvers": "policy_commands:approvers",
        "log": "log_commands:command",
        "doctor": "doctor_commands:command",
        "autostart": "host_commands:autostart",
    }
    """Module and name of each command, in the order in which a newcomer needs them."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The names of the commands, in that order."""
        return [*self._COMMANDS, "connect", "hook"]

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return the command."""
        if cmd_name in ("connect", "hook"):
            return _connect if cmd_name == "connect" else _hook
        if cmd_name not in self._COMMANDS:
            return None
        module, name = self._COMMANDS[cmd_name].split(":")
        command = getattr(importlib.import_module(f"host.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command


@click.command("connect", add_help_option=False)
def _connect() -> None:
    """The stdio server that an AI app starts: assent connect [SERVER] --app NAME."""


@click.command("hook", add_help_option=False)
def _hook() -> None:
    """The program that an app's hook runs before the app uses its own tool: assent hook APP."""


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="assent")
@click.option("--demo", is_flag=True, help="See it at work: a throw-away profile, demo servers, a scripted assistant.")
@click.pass_context
def root(context: click.Context, demo: bool) -> None:
    """Assent is between AI apps and their tools. Nothing runs until you say so.

    Without a command: open Assent's window.
    """
    if context.invoked_subcommand is None:
        from host.cli import host_commands

        (host_commands.demo if demo else host_commands.open_window)()
    elif demo:
        raise click.UsageError("--demo stands alone")


def main(arguments: list[str]) -> int:
    """Run one command; return the exit code."""
    try:
        # Not root.main(): it would make an error of a closed pipe.
        with root.make_context("assent", arguments) as context:
            code = root.invoke(context)
        return code if isinstance(code, int) else FINE
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return BAD_USAGE
    except click.exceptions.Exit as finished:
        return finished.exit_code
    except click.ClickException as error:
        return _complain(_with_help(error), BAD_USAGE)
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", FOUND_WRONG)
    except NoHost as error:
        return _complain(str(error), NO_HOST)
    except (ConfigError, UsageError) as error:
        return _complain(str(error), BAD_USAGE)
    except AssentError as error:
        return _complain(str(error), FOUND_WRONG)
    except BrokenPipeError:
        # The reader of our output has closed it, as `head` does; even the final flush must not write there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as error:  # noqa: BLE001  # even a bug is reported in one sentence
        _log.debug("internal error", exc_info=True)
        return _complain(_unforeseen(error), FOUND_WRONG)


def _with_help(error: click.ClickException) -> str:
    """Say what is wrong with the arguments, and what shows the right ones."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return error.format_message() if context is None else f"{error.format_message()} See: {context.command_path} --help"


def _unforeseen(error: Exception) -> str:
    """Say what ended a command. What the system refused, such as a file of another account, is no bug."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return f"internal error ({type(error).__name__}); please report it"


def _complain(message: str, code: int) -> int:
    note(message)
    return code
