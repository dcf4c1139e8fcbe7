"""``assent policy schema``: what an editor completes rules by."""

from __future__ import annotations

import json
from typing import Final

import click

import resources
from host.cli.output import emit, json_option, say

NAME: Final = "policy"


@click.command("schema")
@json_option
def command(as_json: bool) -> int:
    """Say where the JSON Schema of policy.json and managed.json is; with --json print it.

    Name it in the file, and an editor that knows JSON Schema completes rules and marks what is wrong as you write.
    """
    if as_json:
        emit(resources.schema(NAME))
        return 0
    say(str(resources.schema_file(NAME)))
    say("In a file of rules, as its first line after {:")
    say(f'  "$schema": {json.dumps(resources.schema_file(NAME).as_uri())},')
    return 0
