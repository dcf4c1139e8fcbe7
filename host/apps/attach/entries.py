"""One server's entry in an app's file, as Assent would start the server, and as it reads behind Assent (pure).

Owns: what of an entry moves to ``servers.json``, what stays with the app, and which entries cannot move.

Invariants: an entry moves whole or not at all: what only the app could replace in it (a prompt, a workspace) leaves it
where it is, with the reason; keys that are the app's own business stay in its file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import count, pairwise
from typing import Final
from urllib.parse import parse_qsl

from host import jsonc
from host.apps.attach.known import References, Shape
from host.errors import AssentError
from host.inspect.secrets import names_secret, tokens_in
from host.model import JsonObject, JsonValue, object_in
from host.patterns import Linear, linear
from host.servers.config import USER_KEY, parse_servers
from host.text import one_line
from host.words import Words, say

SHOWN: Final = 64
"""Characters of a name or text of the file in one of our sentences."""
_SHORTEST: Final = 4
"""Characters of a secret that is covered: what is shorter stands anywhere."""
_MOVED: Final = ("cwd", "envFile", "env_keys", "env_vars")
"""Keys of an entry that say how a program is started, beside those of its shape."""
URLS: Final = ("url", "serverUrl", "httpUrl", "uri")
HEADERS: Final = ("headers", "http_headers")
"""Keys that say how a server behind a URL is reached."""
_OWN_SIGN_IN: Final = ("auth", "authProviderType", "bearer_token_env_var", "env_http_headers", "headersHelper", "oauth")
"""Keys by which an app signs in to such a server in a way of its own."""
_NAMELESS: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME: Final = 64
_SECRET: Final = re.compile(r"(?i)(?:token|password|passwd|apikey|[_-](?:key|pat|pass|pwd))$")
"""Ends of names that variables and options with secrets have, beside those that any input has."""
_ABSOLUTE: Final = re.compile(r"/|[A-Za-z]:[\\/]")
_STAYS: Final[tuple[tuple[Callable[[JsonObject, Shape], bool], Words], ...]] = (
    (
        lambda entry, _: entry.get("disabled") is True or entry.get("enabled") is False,
        say("it is switched off in the app"),
    ),
    (
        lambda entry, _: _is_remote(entry) and any(entry.get(key) for key in _OWN_SIGN_IN),
        say("the app signs in to it in a way of its own"),
    ),
    (
        lambda entry, shape: (
            (not _is_remote(entry) and any(entry.get(key, value) != value for key, value in shape.fixed.items()))
            or entry.get("source") == "extension"
        ),
        say("the app brings it along; no other program can start it"),
    ),
    (
        lambda entry, _: any(entry.get(key) for key in ("envFile", "env_keys", "env_vars")),
        say("it takes variables from a place that only the app knows"),
    ),
)
"""Why an entry stays with its app."""
_NAME: Final = "([A-Za-z_][A-Za-z0-9_]*)"
_REFERENCES: Final[Mapping[References, Linear]] = {
    "env": linear(rf"\$\{{env:{_NAME}\}}"),
    "braces": linear(rf"\$\{{{_NAME}\}}"),
    "shell": linear(rf"\$\{{{_NAME}\}}|\${_NAME}"),
}


class StaysError(AssentError):
    """An entry stays as it is; the message says why."""


def launch_of(entry: JsonValue, shape: Shape) -> JsonObject:
    """The entry for ``servers.json`` that starts, or connects to, what ``entry`` does.

    Raises:
        StaysError: nobody but the app can do so, or the app does not either.
    """
    if not isinstance(entry, dict):
        raise StaysError(say("it is no object"))
    for holds, why in _STAYS:
        if holds(entry, shape):
            raise StaysError(why)
    if _is_remote(entry):
        return _connection(entry, shape)
    nested = entry.get(shape.command)
    if isinstance(nested, dict):  # an older form of Zed's
        entry, shape = nested, Shape(command="path", references=shape.references)
    if why := _misfit(entry, shape):
        raise StaysError(why)
    args = [_text(str(one), shape.references) for one in items(entry.get(shape.args))]
    return starting(
        _text(str(entry[shape.command]), shape.references),
        args,
        _texts(entry.get(shape.env), shape),
        _text(str(entry.get("cwd") or ""), shape.references),
    )


def starting(command: str, args: Sequence[str], env: Mapping[str, str], cwd: str = "") -> JsonObject:
    """The entry for ``servers.json`` that starts a program; what is empty is left out."""
    entry: JsonObject = {"command": command}
    if args:
        entry["args"] = [*args]
    if env:
        entry["env"] = {**env}
    if cwd:
        entry["cwd"] = cwd
    return entry


def reaching(url: str, headers: Mapping[str, str], *, sse: bool) -> JsonObject:
    """The entry for ``servers.json`` that connects to a URL."""
    entry: JsonObject = {"url": url}
    if sse:
        entry["type"] = "sse"
    if headers:
        entry["headers"] = {**headers}
    return entry


def _is_remote(entry: JsonObject) -> bool:
    return any(key in entry for key in URLS)


def _connection(entry: JsonObject, shape: Shape) -> JsonObject:
    url = next((entry[key] for key in URLS if key in entry), None)
    headers = next((entry[key] for key in HEADERS if entry.get(key)), {})
    if not isinstance(url, str) or not isinstance(headers, dict):
        raise StaysError(say("its address or headers are no texts"))
    launch = reaching(_text(url, shape.references), _texts(headers, shape), sse=entry.get("type") == "sse")
    located = jsonc.load(json.dumps({USER_KEY: {"it": launch}}), file="servers.json")
    if (problem := next(iter(parse_servers(located).problems), None)) is not None:
        raise StaysError(say("Assent cannot reach it: {why}", why=problem.problem))
    return launch


def _misfit(entry: JsonObject, shape: Shape) -> Words:
    """What is wrong with the keys that start a program; empty where nothing is."""
    command, args, env, cwd = (entry.get(key) for key in (shape.command, shape.args, shape.env, "cwd"))
    if not isinstance(command, str) or not command:
        return say("it has no {key}", key=shape.command)
    if not all(isinstance(one, str) for one in items(args)) or (args and not isinstance(args, list)):
        return say("its {key} is no list of texts", key=shape.args)
    if env and not (isinstance(env, dict) and all(isinstance(one, str) for one in env.values())):
        return say("its {key} holds something else than texts", key=shape.env)
    if cwd and not (isinstance(cwd, str) and _ABSOLUTE.match(cwd)):
        return say("its directory depends on where the app runs")
    return ""


def items(value: JsonValue) -> list[JsonValue]:
    """Those of a list; none of anything else."""
    return value if isinstance(value, list) else []


def behind(entry: JsonObject, shape: Shape, program: tuple[str, ...], server: str, app: str) -> JsonObject:
    """The same entry, starting the bridge to ``server`` instead; the app's own keys stay as they are."""
    command, *first = program
    bridge: list[JsonValue] = [*first, "connect", server, "--app", app]
    if isinstance(entry.get(shape.command), dict):
        return {key: value for key, value in entry.items() if key != shape.command} | {
            shape.command: {"path": command, "args": bridge}
        }
    remote = _is_remote(entry)
    gone = (*_MOVED, shape.env, *(("transport", *URLS, *HEADERS) if remote else ()))
    kept: JsonObject = {key: value for key, value in entry.items() if key not in gone}
    if remote and "type" in kept:
        kept["type"] = "stdio"
    return kept | {shape.command: command, shape.args: bridge}


def bridged_to(entry: JsonValue, shape: Shape, app: str) -> tuple[tuple[str, ...], str]:
    """What an entry starts that has the form of a bridge of ``app``'s, and the server it names; else nothing."""
    if not isinstance(entry, dict):
        return (), ""
    nested = entry.get(shape.command)
    held, at = (nested, ("path", "args")) if isinstance(nested, dict) else (entry, (shape.command, shape.args))
    command, args = (held.get(key) for key in at)
    match args:
        case [*first, "connect", str(server), "--app", str(name)] if name == app:
            return (str(command), *map(str, first)), server
    return (), ""


def free_name(name: str, taken: Mapping[str, object]) -> str:
    """A server's id for ``servers.json`` that nobody has: the app's name for it as far as possible."""
    plain = _NAMELESS.sub("-", name).strip("-._")[: _LONGEST_NAME - 4] or "server"
    names = {one.casefold() for one in taken}
    return next(one for one in numbered(plain, "-") if one.casefold() not in names)


def numbered(name: str, between: str) -> Iterator[str]:
    """``name``, and then the same with a number behind it."""
    yield name
    yield from (f"{name}{between}{n}" for n in count(2))


def secrets_of(launch: JsonObject) -> dict[str, str]:
    """The variables or headers of an entry that hold secrets, by name."""
    held = [*object_in(launch, "env").items(), *object_in(launch, "headers").items()]
    return {name: value for name, value in held if isinstance(value, str) and is_secret(name, value)}


def told_apart(launch: JsonObject) -> tuple[set[str], list[str]]:
    """The secrets of an entry, in its variables and in what its program is started with; and the rest of the latter.

    Of a URL the rest is where it leads: all before its path.
    """
    found = set(secrets_of(launch).values())
    url, _, query = str(launch.get("url", "")).partition("#")[0].partition("?")
    rest = [str(launch.get("command", "")), "/".join(url.split("/", 3)[:3])]
    for name, value in parse_qsl(query):
        if is_secret(name, value):
            found.add(value)
    for option, value in pairwise(("", *map(str, items(launch.get("args"))))):
        name, sign, given = value.partition("=")
        secrets = [value[secret.start : secret.end] for secret in tokens_in(value)]
        if sign and is_secret(name, given):
            secrets.append(given)
        elif option.startswith("-") and "=" not in option and not value.startswith("-") and is_secret(option, value):
            secrets.append(value)
        found.update(secrets)
        rest.append(reduce(lambda left, secret: left.replace(secret, ""), secrets, value))
    return found, rest


def coverable(secrets: Iterable[str], started: Iterable[str] = ()) -> frozenset[str]:
    """The secrets that can be covered on screen without covering a part of what is ``started``."""
    text = "\n".join(started)
    return frozenset(it for it in secrets if len(it) >= _SHORTEST and it not in text)


def without_secrets(launch: JsonObject, keep: Callable[[str, str], str]) -> JsonObject:
    """The same with each secret in ``env`` or ``headers`` replaced by a reference.

    Args:
        launch: as ``launch_of`` makes it.
        keep: gets the name of the variable, or of the header with underscores, and the secret; returns the text to
            write instead.
    """
    plain = "url" in launch  # names of headers have hyphens, which names in the keyring do without
    secrets = secrets_of(launch).items()
    kept = {name: keep(name.replace("-", "_") if plain else name, secret) for name, secret in secrets}
    replaced: JsonObject = {
        key: held | {name: text for name, text in kept.items() if name in held}
        for key in ("env", "headers")
        if (held := object_in(launch, key))
    }
    return launch | replaced


def in_keyring(secrets: dict[str, str], server: str, name: str, secret: str) -> str:
    """Note a secret of a server for the keyring, in ``secrets``; returns the reference that is written instead."""
    secrets[f"{server}-{name}"] = secret
    return f"${{keyring:{server}-{name}}}"


def is_secret(name: str, value: str) -> bool:
    """Whether a variable holds a secret, by its name or by the form of its value. A reference is none."""
    named = names_secret(name) or _SECRET.search(name) is not None
    return bool(value) and "${" not in value and (named or next(tokens_in(value), None) is not None)


def _text(text: str, references: References) -> str:
    """A text of an entry as ``servers.json`` writes it."""
    pattern = _REFERENCES.get(references)
    if pattern is None:
        return text.replace("${", "$${")
    parts, at = [], 0
    for match in pattern.finditer(text):
        name = next(one for one in match.groups() if one is not None)
        parts += [_fixed(text[at : match.start()]), f"${{env:{name}}}"]
        at = match.end()
    return "".join([*parts, _fixed(text[at:])])


def _texts(values: JsonValue, shape: Shape) -> dict[str, str]:
    """The same of variables or headers."""
    return {name: _text(str(value), shape.references) for name, value in object_in(values).items()}


def _fixed(text: str) -> str:
    """A part of a text in which nothing may be left to replace."""
    if "${" in text:
        raise StaysError(say("only the app can replace what stands in “{text}”", text=one_line(text, SHOWN)))
    return text
