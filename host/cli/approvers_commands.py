"""``assent approvers``: credentials of people who may sign, for the administrator's file."""

from __future__ import annotations

import sys
from typing import Final

import click

from host import credentials
from host.cli.output import emit, json_option, say
from host.errors import UsageError

LINE: Final = 16 * credentials.LONGEST
"""Bytes of a secret that are read: far more than any that may be one."""


@click.group("approvers")
def command() -> None:
    """Make credentials for people who may sign."""


@command.command("credential")
@click.option("--stdin", "from_stdin", is_flag=True, help="Read the PIN from the first line of the standard input.")
@json_option
def credential(from_stdin: bool, as_json: bool) -> None:
    """Ask for a PIN or passphrase, and print what stands for it in managed.json: an Argon2id hash.

    It decides nothing and is kept nowhere. Whoever is to sign types it; the administrator copies what is printed.
    """
    secret = _first_line() if from_stdin else _typed()
    if why := credentials.unfit(secret):
        raise UsageError(why)
    made = credentials.hash_secret(secret)
    if as_json:
        emit({"credential": made})
    else:
        say(made)


def _typed() -> str:
    if not sys.stdin.isatty():
        raise UsageError("there is no terminal to ask at; give the PIN with --stdin")
    typed = click.prompt("PIN or passphrase", hide_input=True, confirmation_prompt=True)
    assert isinstance(typed, str)
    return typed


def _first_line() -> str:
    line = sys.stdin.buffer.readline(LINE)
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise UsageError("the standard input is no UTF-8 text") from error
