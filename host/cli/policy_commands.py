"""``assent policy``: is this file of rules sound?"""

from __future__ import annotations

from pathlib import Path

import click

from host import jsonc
from host.cli.output import emit, json_option, say, table
from host.errors import ConfigError
from host.model import Effect, JsonValue, sha256_hex
from host.paths import read_file
from host.policy import load
from host.policy.model import Rule


@click.group("policy")
def command() -> None:
    """Check files of rules."""


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def check(file: Path, as_json: bool) -> int:
    """Check the rules in FILE, a policy.json or a managed.json. Returns 2 where it could not be used."""
    digest, rules, problems = _read(file)
    said: list[JsonValue] = [str(problem) for problem in problems]
    if as_json:
        listed: list[JsonValue] = [_rule(rule) for rule in rules]
        emit({"file": str(file), "digest": digest, "rules": listed, "problems": said, "ok": not problems})
    elif problems:
        for problem in said:
            say(str(problem))
        say("This file cannot be used: in force, it would deny everything.")
    else:
        _print(file, digest, rules)
    return 2 if problems else 0


def _read(file: Path) -> tuple[str, tuple[Rule, ...], tuple[ConfigError, ...]]:
    try:
        data = read_file(file, follow=True)
        if data is None:
            raise ConfigError("there is no such file", file=str(file))
        rules, problems = load.parse(jsonc.load_bytes(data, file=str(file)), "user")
    except ConfigError as error:
        return "", (), (error,)
    return sha256_hex(data), rules, problems


def _rule(rule: Rule) -> JsonValue:
    match = rule.match
    return {
        "id": rule.id,
        "effect": rule.effect.value,
        "server": match.server or "*",
        "tool": match.tool or "*",
        "app": match.app or "*",
        "reason": rule.reason,
    }


def _print(file: Path, digest: str, rules: tuple[Rule, ...]) -> None:
    say(f"{file} is sound. SHA-256 {digest}")
    if not rules:
        say("It has no rules: every call is asked.")
        return
    cells = [
        [rule.effect.value, rule.match.server or "*", rule.match.tool or "*", rule.match.app or "*"] for rule in rules
    ]
    table(
        ["RULE", "EFFECT", "SERVER", "TOOL", "APP"], [[rule.id, *row] for rule, row in zip(rules, cells, strict=True)]
    )
    if any(rule.effect is Effect.ALLOW for rule in rules):
        say("In a policy.json, allow rules count once you confirmed them in Assent; in the managed file, at once.")
