"""Reading pasted servers: a command line, a URL, or a block of another program's configuration (pure).

Invariants: nothing is started, looked up or read from a disk; a text with invisible characters is refused as a whole; a
command line means one program and its arguments, since there is no shell to run more; keys of a block that are left out
are reported.

Command lines are split like words in a POSIX shell (XCU 2.2 and 2.6.1), with ``$NAME`` as a reference to Assent's own
environment; on Windows a backslash is an ordinary character. Blocks are JSON with comments, or TOML as Codex writes it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from host import jsonc, regex
from host.apps.attach import documents
from host.apps.attach.entries import HEADERS, SHOWN, URLS, free_name, items, program_entry, remote_entry, split_secrets
from host.errors import AssentError, ConfigError
from host.json_document import value_at
from host.model import JsonObject, JsonValue
from host.text import is_hidden, one_line
from host.values import PartlyPrinted, replace
from host.words import say

MAX_TEXT: Final = 64 << 10
"""Characters of a text: hundreds of servers."""
MAX_SERVERS: Final = 32
"""Servers of one text."""
_LINE_BREAKS: Final = "\t\r\n"
_FENCE: Final = regex.pattern(r"^[ \t]*```.*$", re.MULTILINE)
_URL: Final = regex.pattern(r"https?://\S+", re.IGNORECASE)
_IDENTIFIER: Final = regex.pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNED: Final = regex.pattern(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_CONTINUED: Final = regex.pattern(r"\\\r?\n")
_PROMPT: Final = regex.pattern(r"[$%#>]\s+")
_HOLDERS: Final = (
    ("mcpServers",), ("servers",), ("context_servers",), ("mcp_servers",), ("mcp", "servers"), ("mcp", "mcpServers"),
)  # fmt: skip
"""The objects with servers in blocks of most apps, VS Code, Zed, Codex, and older settings of VS Code."""
_COMMANDS: Final = ("command", "cmd")
_ENVIRONMENTS: Final = ("env", "envs")
_IGNORED_KEYS: Final = frozenset(
    {"enabled", "gallery", "icon", "description", "name", "version", "source", "type", "startup_timeout_sec"}
)
"""Keys of an entry that are left out without a report: they do not change what Assent would do."""
_OWN_KEYS: Final = ("oauth", "assent", "disabled")
_INPUT_REFERENCE: Final = "${input:"
"""The beginning of VS Code's references to values that it asks the person for."""
_RUNNERS: Final = frozenset({"npx", "uvx", "bunx", "pnpm", "yarn", "bun", "pipx", "uv", "deno", "docker", "podman"})
_INTERPRETERS: Final = frozenset({"node", "python", "python3", "py", "ruby", "java", "sh", "bash", "cmd"})
_VERBS: Final = frozenset({"run", "exec", "dlx", "x", "tool", "-m", "/c"})
_NAME_IN_PACKAGE: Final = regex.pattern(
    r"(?i)^(?:@[^/]+/)?(?:modelcontextprotocol[-_])?(?:(?:mcp[-_]server|server[-_]mcp|server|mcp)[-_])?"
    r"(.*?)(?:[-_](?:mcp[-_]server|server[-_]mcp|mcp|server))?(?:[@:=].*)?$"
)
_HOST_PARTS: Final = frozenset({"www", "mcp", "api", "app", "sse", "remote", "server"})


class PasteError(AssentError):
    """Raised for a text that names no server; the message says why."""


class Pasted(PartlyPrinted, Struct, frozen=True):
    """One server of a text."""

    UNPRINTED = frozenset({"entry"})

    name: str  # a proposed id for ``servers.json``; while the text is read, the name in the text, or empty
    entry: JsonObject  # for ``servers.json``, with references in the form used there
    names_to_ask: tuple[str, ...] = ()  # of variables and headers without a value in the text
    dropped: tuple[str, ...] = ()  # keys of the text that Assent does not take over


def read(
    text: str, *, taken: Sequence[str] = (), home: str = "", windows: bool = sys.platform == "win32"
) -> list[Pasted]:
    """Return the servers in ``text``, at least one.

    ``home``: replaces ``~`` at the beginning of an argument. ``windows``: whether backslashes in command lines are
    ordinary characters, except before a quotation mark.

    Raises PasteError if the text names no server, or cannot be read as one.
    """
    text = _checked(text)
    names = dict.fromkeys(taken)
    pasted_servers: list[Pasted] = []
    for server in _servers(text, home, windows=windows):
        if len(pasted_servers) >= MAX_SERVERS:
            raise PasteError(say("It names more than {n} servers. Paste fewer at once.", n=MAX_SERVERS))
        name = free_name(server.name or proposed_name(server.entry), names)
        names[name] = None
        pasted_servers.append(replace(server, name=name))
    if not pasted_servers:
        raise PasteError(say("It names no server."))
    return pasted_servers


def _checked(text: str) -> str:
    """Return the text to parse. Raises PasteError if it is too long, empty, or has invisible characters."""
    if len(text) > MAX_TEXT:
        raise PasteError(say("It is too long: {n} characters at most.", n=MAX_TEXT))
    text = text.removeprefix("\ufeff")
    for position, char in enumerate(text):
        if is_hidden(char) and char not in _LINE_BREAKS and char != " ":
            line = text.count("\n", 0, position) + 1
            shown = one_line(char, SHOWN)
            raise PasteError(say("Line {line} holds an invisible character, {char}.", line=line, char=shown))
    text = _FENCE.sub("", text).strip()
    if not text:
        raise PasteError(say("It is empty."))
    return text


def _servers(text: str, home: str, *, windows: bool) -> Iterator[Pasted]:
    if text.startswith("{") or (text.startswith('"') and ":" in text):
        yield from _block(_json(text))
    elif text.startswith("["):
        yield from _block(_toml(text))
    elif _URL.fullmatch(text):
        yield Pasted("", {"url": text})
    else:
        yield _from_command(words(text, home=home, windows=windows))


# Blocks


def _json(text: str) -> JsonValue:
    if not text.startswith("{"):
        text = "{" + text.rstrip(",") + "}"  # a member without its object, as in much documentation
    try:
        return jsonc.load(text, file="").value
    except ConfigError as error:
        raise PasteError(
            say("Line {line}: {why}. {remedy}", line=error.line, why=error.problem, remedy=error.remedy)
        ) from error


def _toml(text: str) -> JsonValue:
    try:
        return documents.read(text.encode("utf-8", "replace"), "toml", file="").at(())
    except ConfigError as error:
        raise PasteError(say("It reads like TOML, and cannot be read as such.")) from error


def _block(value: JsonValue) -> Iterator[Pasted]:
    for holder in _HOLDERS:
        if isinstance(servers := value_at(value, holder), dict):
            for key, entry in servers.items():
                yield _entry(key, entry)
            return
    if not isinstance(value, dict):
        raise PasteError(say("It names no server."))
    if _is_entry(value):
        name = value.get("name")
        yield _entry(name if isinstance(name, str) else "", value)
        return
    if not value or not all(isinstance(entry, dict) and _is_entry(entry) for entry in value.values()):
        raise PasteError(say('It is no block of servers that Assent knows, such as {{"mcpServers": …}}.'))
    for key, entry in value.items():
        yield _entry(key, entry)


def _is_entry(entry: JsonObject) -> bool:
    return any(key in entry for key in (*_COMMANDS, *URLS))


def _entry(name: str, written: JsonValue) -> Pasted:
    if not isinstance(written, dict) or not _is_entry(written):
        raise PasteError(say("“{name}” names neither a program nor an address.", name=one_line(name, SHOWN)))
    if isinstance(nested := _first(written, _COMMANDS), dict):  # an older form, of Zed
        written = {**written, **nested, "command": nested.get("path", "")}
        written.pop("path", None)
    names_to_ask: list[str] = []
    if _first(written, _COMMANDS) is not None:
        known_keys: tuple[str, ...] = (*_COMMANDS, "args", *_ENVIRONMENTS, "cwd")
        entry = _program(name, written, names_to_ask)
    else:
        known_keys = (*URLS, *HEADERS, "transport")
        url = _with_references(str(_first(written, URLS)))
        sse = "sse" in (written.get("type"), written.get("transport"))
        entry = remote_entry(url, _values(name, written, HEADERS, names_to_ask), sse=sse)
    entry |= {key: written[key] for key in _OWN_KEYS if written.get(key)}
    dropped = tuple(key for key in written if key not in {*known_keys, *_OWN_KEYS, *_IGNORED_KEYS})
    return Pasted(name, entry, tuple(names_to_ask), dropped)


def _program(name: str, written: JsonObject, names_to_ask: list[str]) -> JsonObject:
    command, args, cwd = _first(written, _COMMANDS), written.get("args") or [], written.get("cwd")
    if not isinstance(command, str) or not isinstance(args, list):
        shown = one_line(name, SHOWN)
        raise PasteError(say("The program of “{name}” is no text, or its arguments are no list.", name=shown))
    return program_entry(
        command,
        [_with_references(_text(name, "args", argument)) for argument in args],
        _values(name, written, _ENVIRONMENTS, names_to_ask),
        _with_references(_text(name, "cwd", cwd)) if cwd else "",
    )


def _values(name: str, written: JsonObject, keys: tuple[str, ...], names_to_ask: list[str]) -> dict[str, str]:
    """Return variables or headers. Adds to ``names_to_ask`` the names for which the other program would ask."""
    values = _first(written, keys) or {}
    if not isinstance(values, dict):
        raise PasteError(say("What “{name}” has under {key} is no object.", name=one_line(name, SHOWN), key=keys[0]))
    texts = {key: _text(name, keys[0], value) for key, value in values.items()}
    names_to_ask += [key for key, text in texts.items() if _INPUT_REFERENCE in text]
    return {key: "" if key in names_to_ask else _with_references(text) for key, text in texts.items()}


def _text(name: str, key: str, value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    shown = one_line(name, SHOWN)
    raise PasteError(say("What “{name}” has under {key} is no text.", name=shown, key=key))


def _first(entry: JsonObject, keys: tuple[str, ...]) -> JsonValue:
    return next((entry[key] for key in keys if entry.get(key) is not None), None)


_BRACES: Final = regex.pattern(r"(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def _with_references(text: str) -> str:
    return _BRACES.sub(r"${env:\1}", text)


# Command lines


def words(line: str, *, home: str = "", windows: bool = sys.platform == "win32") -> list[str]:
    """Return the words of a command line, with ``~`` and ``$NAME`` replaced as in a shell.

    Raises PasteError if the line is more than one command, too long, or has an unterminated quotation.
    """
    if len(line) > MAX_TEXT:
        raise PasteError(say("It is too long: {n} characters at most.", n=MAX_TEXT))
    line = line if windows else _CONTINUED.sub(" ", line)
    if _PROMPT.match(line.strip()):
        line = _PROMPT.sub("", line.strip(), count=1)
    return _split(line, home, windows=windows)


_REFERENCE: Final = r"\$\{(?P<braced>[^}]*)\}|\$(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
_TOKEN: Final = (
    r"(?P<blank>[ \t\r\n]+)"
    r"|'(?P<literal>[^']*)'"
    rf'|"(?P<quoted>(?:%s|\$\{{[^}}]*\}}|\$(?!\{{)|[^"$%s])*+)"'
    rf"|{_REFERENCE}"
    r"|(?P<operator>\$\(|[|&;<>()`])"
    r"|(?P<unclosed>['\"]|\$\{)"
)
"""A part of a command line, without the escaped characters, which differ between systems."""
_WINDOWS_TOKEN: Final = regex.pattern(_TOKEN % (r"\\\"", "") + "|(?P<plain>.)", re.DOTALL)
_POSIX_TOKEN: Final = regex.pattern(_TOKEN % (r"\\.", r"\\") + r"|\\(?P<escaped>.?)|(?P<plain>.)", re.DOTALL)
_IN_QUOTES: Final = rf"{_REFERENCE}|(?P<operator>\$\()"
"""What has a meaning within double quotes."""
_IN_WINDOWS_QUOTES: Final = regex.pattern(_IN_QUOTES + r"|\\(?P<escaped>\")")
_IN_POSIX_QUOTES: Final = regex.pattern(_IN_QUOTES + r"|\\(?P<escaped>[$`\"\\])")


def _split(line: str, home: str, *, windows: bool) -> list[str]:
    token_form, in_quotes = (_WINDOWS_TOKEN, _IN_WINDOWS_QUOTES) if windows else (_POSIX_TOKEN, _IN_POSIX_QUOTES)
    found: list[str] = []
    word: str | None = None
    position = 0
    while (token := token_form.match(line, position)) is not None:
        position = token.end()
        if token["blank"] is not None:
            found += [word] if word is not None else []
            word = None
            if ("\n" in token[0] or "\r" in token[0]) and line[position:].strip():
                raise PasteError(say("These are several lines. Paste one command."))
        elif token["quoted"] is not None:
            word = (word or "") + in_quotes.sub(lambda part: _meaning(part, home), token["quoted"])
        elif word is None and token[0] == "#":  # a comment
            position = len(line) if (end := line.find("\n", position)) < 0 else end
        elif word is None and token[0] == "~" and home and line[position : position + 1] in ("", "/", " "):
            word = home
        else:
            word = (word or "") + _meaning(token, home)
    return found if word is None else [*found, word]


def _meaning(token: re.Match[str], home: str) -> str:
    """Return the text that a part of a command line, other than a quotation, stands for."""
    text = token[token.lastgroup or 0]
    match token.lastgroup:
        case "unclosed":
            raise PasteError(say("A quotation mark is not closed."))
        case "operator":
            why = say(
                "“{sign}” means something to a shell alone, and Assent uses none. Give one program; put an argument "
                "that holds it into quotes.",
                sign=text,
            )
            raise PasteError(why)
        case "name" if text == "HOME" and home:
            return home
        case "braced" if not _IDENTIFIER.fullmatch(text):
            return f"${{{text}}}"
        case "braced" | "name":
            return f"${{env:{text}}}"
        case "escaped":
            return text or "\\"
    return text


def entry_from_words(command: Sequence[str]) -> JsonObject:
    """Return the entry for a command line that a shell has already split. Raises PasteError."""
    if len(command) == 1 and _URL.fullmatch(command[0]):
        return {"url": command[0]}
    return _from_command(list(command)).entry


def _from_command(command: list[str]) -> Pasted:
    """Return the server that a command starts, or that a command such as ``claude mcp add`` would add."""
    if (added := _from_add_command(command)) is not None:
        return added
    env: dict[str, str] = {}
    has_env = len(command) > 1 and command[0] == "env" and _ASSIGNED.fullmatch(command[1]) is not None
    rest = command[1:] if has_env else command
    while rest and (assigned := _ASSIGNED.fullmatch(rest[0])) is not None:
        env[assigned[1]] = assigned[2]
        rest = rest[1:]
    if not rest:
        raise PasteError(say("It names no program."))
    return Pasted("", program_entry(rest[0], rest[1:], env))


_OPTIONS_WITH_VALUE: Final = frozenset(
    {"-e", "--env", "-H", "--header", "--url", "-t", "--transport", "-s", "--scope", "--timeout", "--description"}
)
"""Options of such commands that take a value; the values of the last ones are ignored."""


def _from_add_command(command: list[str]) -> Pasted | None:
    """Return the server that ``claude mcp add`` and similar commands would add; None for other commands."""
    if command[1:3] != ["mcp", "add"]:
        return None
    plain, options = _parse_options(command[3:])
    url = next((value for name, value in options if name == "--url"), "")
    if not plain or (len(plain) < 2 and not url):
        raise PasteError(say("It names no program."))
    name, program = plain[0], plain[1:]
    if program and _URL.fullmatch(program[0]):
        url = program[0]
    if not url:
        matches = (_ASSIGNED.fullmatch(value) for option, value in options if option in ("-e", "--env"))
        env = {match[1]: match[2] for match in matches if match is not None}
        return Pasted(name, program_entry(program[0], program[1:], env))
    sse = "sse" in (value for option, value in options if option in ("-t", "--transport"))
    pairs = (value.partition(":") for option, value in options if option in ("-H", "--header"))
    headers = {header.strip(): content.strip() for header, _, content in pairs}
    return Pasted(name, remote_entry(url, headers, sse=sse))


def _parse_options(rest: list[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the positional arguments and the options of such a command; from the program on all are positional."""
    plain: list[str] = []
    options: list[tuple[str, str]] = []
    while rest:
        option, *rest = rest
        name, sign, value = option.partition("=")
        if option == "--":
            return [*plain, *rest], options
        if not option.startswith("-"):
            plain.append(option)
            if len(plain) > 1 and not _URL.fullmatch(option):
                return [*plain, *rest], options
        elif name not in _OPTIONS_WITH_VALUE:
            raise PasteError(
                say("Assent does not know the option “{name}” of this command.", name=one_line(name, SHOWN))
            )
        else:
            if rest and not sign:
                value, *rest = rest
            options.append((name, value))
    return plain, options


# Names


def proposed_name(entry: JsonObject) -> str:
    """Return a name for a server by its command or URL; may be empty."""
    if isinstance(url := entry.get("url"), str):
        return _name_from_host(url)
    command = [str(entry.get("command", "")), *map(str, items(entry.get("args")))]
    program = re.split(r"[/\\]", command[0])[-1].removesuffix(".exe").removesuffix(".cmd")
    if program.casefold() in _RUNNERS | _INTERPRETERS:
        secrets, _ = split_secrets(entry)
        skipped_words = {*secrets, *_VERBS}
        candidates = [
            word for word in command[1:] if not word.startswith("-") and "=" not in word and word not in skipped_words
        ]
        program = candidates[0 if program not in ("docker", "podman") else -1] if candidates else program
    parts = [part for part in re.split(r"[/\\]", program) if part]
    if program.startswith("@") and len(parts) > 1:
        parts = ["/".join(parts[:2])]
    last = parts[-1] if parts else ""
    last = re.sub(r"\.(?:js|mjs|cjs|ts|py|sh|jar|rb)$", "", last)
    if last in ("index", "main", "server", "cli", "app", "dist", "build") and len(parts) > 1:
        last = next((part for part in reversed(parts[:-1]) if part not in ("src", "dist", "build", "lib")), last)
    last = last[:SHOWN]  # the pattern takes time in proportion to the square of the length
    match = _NAME_IN_PACKAGE.match(last)
    return (match[1] if match is not None else "") or last


def _name_from_host(url: str) -> str:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    parts = host.split(".")
    if len(parts) < 2 or parts[-1].isdigit():  # a name on this computer, or an address
        return host if len(parts) < 2 else ""
    named = [part for part in parts[:-1] if part not in _HOST_PARTS]
    return named[-1] if named else parts[0]
