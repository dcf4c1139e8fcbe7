"""Conversion of a server's entry in an app's file: to servers.json, and to the bridge (pure).

Owns: which keys of an entry move to ``servers.json``, which stay with the app, and which entries cannot move.

Invariants: an entry moves as a whole or not at all: one with a reference that only the app can replace (a prompt, a
workspace) stays where it is, with the reason; keys that only concern the app stay in its file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import Final, TypeAlias

from host import jsonc, regex
from host.apps.attach.known import References, Shape
from host.errors import AssentError
from host.inspect.secrets import names_secret, tokens_in
from host.model import JsonObject, JsonValue, object_in
from host.patterns import Linear, linear
from host.servers.config import USER_KEY, parse_servers, without_user
from host.text import one_line
from host.words import Words, say

SHOWN: Final = 64
"""Characters of a name or text of the file that a sentence repeats."""
_MIN_MASKED: Final = 4
"""Characters of a secret that is masked: shorter texts occur everywhere."""
_MOVED: Final = ("cwd", "envFile", "env_keys", "env_vars")
"""Keys of an entry that say how a program is started, besides those of its shape."""
URLS: Final = ("url", "serverUrl", "httpUrl", "uri")
HEADERS: Final = ("headers", "http_headers")
"""Keys that say how a server behind a URL is reached."""
_OWN_SIGN_IN: Final = ("auth", "authProviderType", "bearer_token_env_var", "env_http_headers", "headersHelper", "oauth")
"""Keys by which an app signs in to such a server in its own way."""
_NOT_IN_IDS: Final = regex.pattern(r"[^A-Za-z0-9._-]+")
_MAX_ID: Final = 64
_SECRET: Final = regex.pattern(r"(?i)(?:token|password|passwd|apikey|[_-](?:key|pat|pass|pwd))$")
"""Endings of names of variables and options with secrets, besides those of any input."""
_HEADER: Final = regex.pattern(r"([A-Za-z][A-Za-z0-9-]*):\s*(\S.*)")
_QUERY: Final = regex.pattern(r"(?<=[?&])([^=&#?]{1,64})=([^&#]+)")
_USER: Final = linear(r"(?i)https?://(?:([\w%+=-]{16,512})(?::[^\s/?#@\\]{0,512})?|([\w%+=-]{4,15}):)@")
"""What stands as the user of a web address and is no name: it is as long as a token, or its password is empty."""
_ABSOLUTE: Final = regex.pattern(r"/|[A-Za-z]:[\\/]")
_NAME: Final = "([A-Za-z_][A-Za-z0-9_]*)"
_REFERENCES: Final[Mapping[References, Linear]] = {
    "env": linear(rf"\$\{{env:{_NAME}\}}"),
    "braces": linear(rf"\$\{{{_NAME}\}}"),
    "shell": linear(rf"\$\{{{_NAME}\}}|\${_NAME}"),
}


Mark: TypeAlias = Callable[[str, str], str]
"""Called with the name of a secret and the secret; returns the text to write in its place."""


class StaysError(AssentError):
    """Raised for an entry that stays as it is; the message says why."""


def launch_of(entry: JsonValue, shape: Shape) -> JsonObject:
    """Return the entry for ``servers.json`` that starts, or connects to, the same as ``entry``.

    Raises StaysError if only the app can do so, or not even the app does.
    """
    if not isinstance(entry, dict):
        raise StaysError(say("it has no {key}", key=shape.command))
    if why := _why_it_stays(entry, shape):
        raise StaysError(why)
    if _is_remote(entry):
        return _remote_launch(entry, shape)
    nested = entry.get(shape.command)
    if isinstance(nested, dict):  # an older form, of Zed
        entry, shape = nested, Shape(command="path", references=shape.references)
    if why := _problem(entry, shape):
        raise StaysError(why)
    args = [_text(str(argument), shape.references) for argument in items(entry.get(shape.args))]
    return program_entry(
        _text(str(entry[shape.command]), shape.references),
        args,
        _texts(entry.get(shape.env), shape),
        _text(str(entry.get("cwd") or ""), shape.references),
    )


def _why_it_stays(entry: JsonObject, shape: Shape) -> Words:
    if entry.get("disabled") is True or entry.get("enabled") is False:
        return say("it is switched off in the app")
    is_remote = _is_remote(entry)
    if is_remote and any(entry.get(key) for key in _OWN_SIGN_IN):
        return say("the app signs in to it in a way of its own")
    is_built_in = not is_remote and any(entry.get(key, value) != value for key, value in shape.fixed.items())
    if is_built_in or entry.get("source") == "extension":
        return say("the app brings it along; no other program can start it")
    if any(entry.get(key) for key in ("envFile", "env_keys", "env_vars")):
        return say("it takes variables from a place that only the app knows")
    return ""


def program_entry(command: str, args: Sequence[str], env: Mapping[str, str], cwd: str = "") -> JsonObject:
    """Return the entry for ``servers.json`` that starts a program, without empty keys."""
    return {"command": command, **_without_empty(args=[*args], env={**env}, cwd=cwd)}


def remote_entry(url: str, headers: Mapping[str, str], *, sse: bool) -> JsonObject:
    """Return the entry for ``servers.json`` that connects to a URL, without empty keys."""
    return {"url": url, **_without_empty(type="sse" if sse else "", headers={**headers})}


def _without_empty(**members: JsonValue) -> JsonObject:
    return {key: value for key, value in members.items() if value}


def _is_remote(entry: JsonObject) -> bool:
    return any(key in entry for key in URLS)


def _remote_launch(entry: JsonObject, shape: Shape) -> JsonObject:
    url = next((entry[key] for key in URLS if key in entry), None)
    headers = next((entry[key] for key in HEADERS if entry.get(key)), {})
    if not isinstance(url, str) or not isinstance(headers, dict):
        raise StaysError(say("its address or headers are no texts"))
    launch = remote_entry(_text(url, shape.references), _texts(headers, shape), sse=entry.get("type") == "sse")
    located = jsonc.load(json.dumps({USER_KEY: {"it": launch}}), file="servers.json")
    if (problem := next(iter(parse_servers(located).problems), None)) is not None:
        raise StaysError(say("Assent cannot reach it: {why}", why=problem.problem))
    return launch


def _problem(entry: JsonObject, shape: Shape) -> Words:
    command, args, env, cwd = (entry.get(key) for key in (shape.command, shape.args, shape.env, "cwd"))
    if not isinstance(command, str) or not command:
        return say("it has no {key}", key=shape.command)
    if not all(isinstance(argument, str) for argument in items(args)) or (args and not isinstance(args, list)):
        return say("its {key} is no list of texts", key=shape.args)
    if env and not (isinstance(env, dict) and all(isinstance(value, str) for value in env.values())):
        return say("its {key} holds something else than texts", key=shape.env)
    if cwd and not (isinstance(cwd, str) and _ABSOLUTE.match(cwd)):
        return say("its directory depends on where the app runs")
    return ""


def items(value: JsonValue) -> list[JsonValue]:
    """Return the items of a list, none of any other value."""
    return value if isinstance(value, list) else []


def entry_behind(entry: JsonObject, shape: Shape, program: tuple[str, ...], server: str, app: str) -> JsonObject:
    """Return the entry with the bridge to ``server`` as its program; keys that only concern the app stay."""
    command, *first = program
    bridge: list[JsonValue] = [*first, "connect", server, "--app", app]
    if isinstance(entry.get(shape.command), dict):
        return {key: value for key, value in entry.items() if key != shape.command} | {
            shape.command: {"path": command, "args": bridge}
        }
    is_remote = _is_remote(entry)
    moved = (*_MOVED, shape.env, *(("transport", *URLS, *HEADERS) if is_remote else ()))
    app_members: JsonObject = {key: value for key, value in entry.items() if key not in moved}
    if is_remote and "type" in app_members:
        app_members["type"] = "stdio"
    return app_members | {shape.command: command, shape.args: bridge}


def bridged_to(entry: JsonValue, shape: Shape, app: str) -> tuple[tuple[str, ...], str]:
    """Return the program and the server of an entry that starts a bridge of ``app``; both empty for other entries."""
    if not isinstance(entry, dict):
        return (), ""
    nested = entry.get(shape.command)
    holder, keys = (nested, ("path", "args")) if isinstance(nested, dict) else (entry, (shape.command, shape.args))
    command, args = (holder.get(key) for key in keys)
    match args:
        case [*first, "connect", str(server), "--app", str(name)] if name == app:
            return (str(command), *map(str, first)), server
    return (), ""


def free_name(name: str, taken: Mapping[str, object]) -> str:
    """Return an unused id for ``servers.json``, as close to the app's name for the server as possible."""
    plain = _NOT_IN_IDS.sub("-", name).strip("-._")[: _MAX_ID - 4] or "server"
    names = {other.casefold() for other in taken}
    return next(candidate for candidate in numbered(plain, "-") if candidate.casefold() not in names)


def numbered(name: str, separator: str) -> Iterator[str]:
    """Yield ``name``, then ``name`` with the numbers from 2 on."""
    yield name
    yield from (f"{name}{separator}{number}" for number in count(2))


def secrets_of(launch: JsonObject) -> dict[str, str]:
    """Return the variables or headers of an entry that hold secrets, by name."""
    values = [*object_in(launch, "env").items(), *object_in(launch, "headers").items()]
    return {name: value for name, value in values if isinstance(value, str) and is_secret(name, value)}


def split_secrets(launch: JsonObject) -> tuple[set[str], list[str]]:
    """Return the secrets in an entry's variables, command and URL, and the command without them.

    Of a URL, everything before its path counts as the command, but for its user. A token within a secret is a secret by
    itself: it may be all that can be masked, as in the value of a header.
    """
    found_secrets = set(secrets_of(launch).values())

    def take_token(_name: str, token: str) -> str:
        found_secrets.add(token)
        return ""

    def take(_name: str, secret: str) -> str:
        found_secrets.add(secret)
        rest = _marked_text(secret, take_token)
        return "" if rest == secret else rest

    url, args = str(launch.get("url", "")), map(str, items(launch.get("args")))
    marked_url(url, take)
    base = "/".join(without_user(url).partition("#")[0].partition("?")[0].split("/", 3)[:3])
    return found_secrets, [str(launch.get("command", "")), base, *marked_arguments(args, take)]


def marked_arguments(args: Iterable[str], mark: Mark) -> list[str]:
    """Return the arguments of a command with a mark in place of each secret."""
    return [_marked_argument(option, argument, mark) for option, argument in pairwise(("", *args))]


def _marked_argument(option: str, argument: str, mark: Mark) -> str:
    """``option``: the argument before."""
    name, sign, value = argument.partition("=")
    if sign and _holds_secret(name, value):
        return f"{name}={mark(name, value)}"
    if (header := _HEADER.fullmatch(argument)) is not None and _holds_secret(header[1], header[2]):
        return argument[: header.start(2)] + mark(header[1], header[2])
    is_value = option.startswith("-") and "=" not in option and not argument.startswith("-")
    return mark(option, argument) if is_value and _holds_secret(option, argument) else _marked_text(argument, mark)


def marked_url(url: str, mark: Mark) -> str:
    """Return a URL with a mark in place of each secret."""
    marked = _QUERY.sub(
        lambda match: f"{match[1]}={mark(match[1], match[2])}" if _holds_secret(match[1], match[2]) else match[0], url
    )
    return _marked_text(marked, mark)


def _marked_text(text: str, mark: Mark) -> str:
    parts, end = list[str](), 0
    for token_start, token_end in sorted(_tokens(text), key=lambda span: (span[0], -span[1])):
        before, after = text[:token_start], text[token_end:]
        is_in_reference = before.rfind("${") > before.rfind("}") and "}" in after
        if token_start >= end and not is_in_reference:
            parts += [text[end:token_start], mark("token", text[token_start:token_end])]
            end = token_end
    return "".join([*parts, text[end:]])


def _tokens(text: str) -> Iterator[tuple[int, int]]:
    """Yield the positions of the tokens in a text, by the forms of their issuers or as the user of an address."""
    yield from ((token.start, token.end) for token in tokens_in(text))
    yield from (match.span(1 if match.start(1) >= 0 else 2) for match in _USER.finditer(text))


def maskable(secrets: Iterable[str], started: Iterable[str] = ()) -> frozenset[str]:
    """Return the secrets that can be masked on screen without masking a part of what is ``started``."""
    text = "\n".join(started)
    return frozenset(secret for secret in secrets if len(secret) >= _MIN_MASKED and secret not in text)


def without_secrets(launch: JsonObject, keep: Mark) -> JsonObject:
    """Return an entry with each secret in ``env`` or ``headers`` replaced by a reference.

    ``keep``: called with the name of the variable, or of the header with underscores, and the secret; returns the text
    to write instead.
    """
    has_headers = "url" in launch  # their names have hyphens, which names in the keyring must not have
    references: dict[str, str] = {}
    for name, secret in secrets_of(launch).items():
        references[name] = keep(name.replace("-", "_") if has_headers else name, secret)
    replaced: JsonObject = {}
    for key in ("env", "headers"):
        if values := object_in(launch, key):
            replaced[key] = {name: references.get(name, value) for name, value in values.items()}
    return launch | replaced


def in_keyring(secrets: dict[str, str], server: str, name: str, secret: str) -> str:
    """Add a server's secret to ``secrets``, which go into the keyring, and return the reference to it."""
    secrets[f"{server}-{name}"] = secret
    return f"${{keyring:{server}-{name}}}"


def is_secret(name: str, value: str) -> bool:
    """Whether a variable holds a secret, by its name or its value's form. A reference is no secret."""
    return _holds_secret(name, value) or ("${" not in value and next(_tokens(value), None) is not None)


def _holds_secret(name: str, value: str) -> bool:
    """Whether all of ``value`` is a secret, by its name."""
    return bool(value) and "${" not in value and (names_secret(name) or _SECRET.search(name) is not None)


def _text(text: str, references: References) -> str:
    """Return a text of an entry with references in the form of ``servers.json``."""
    pattern = _REFERENCES.get(references)
    if pattern is None:
        return text.replace("${", "$${")
    parts, end = [], 0
    for match in pattern.finditer(text):
        name = next(group for group in match.groups() if group is not None)
        parts += [_without_references(text[end : match.start()]), f"${{env:{name}}}"]
        end = match.end()
    return "".join([*parts, _without_references(text[end:])])


def _texts(values: JsonValue, shape: Shape) -> dict[str, str]:
    return {name: _text(str(value), shape.references) for name, value in object_in(values).items()}


def _without_references(text: str) -> str:
    """Return a part of a text. Raises StaysError if it has a reference that only the app can replace."""
    if "${" in text:
        raise StaysError(say("only the app can replace “{text}”", text=one_line(text, SHOWN)))
    return text
