"""What people paste to name a server: a command line, a URL, or a block of another program's configuration (pure).

Owns: which of these a text is, and the entries for ``servers.json`` that it means.

Invariants: nothing is started, looked up or read from a disk; a text that holds characters which nobody sees is
refused whole; a command line means one program and its arguments, as no shell is there to run more; what of a block
is left out is said.

Command lines read as POSIX's shell reads words (XCU 2.2 and 2.6.1), with ``$NAME`` as a reference to Assent's own
environment; on Windows a backslash is a character like others. Blocks are JSON with comments, or TOML as Codex writes
it.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn
from urllib.parse import urlsplit

from host import jsonc
from host.apps.attach import documents
from host.apps.attach.documents import value_at
from host.apps.attach.entries import HEADERS, SHOWN, URLS, free_name, items, program_entry, remote_entry, split_secrets
from host.errors import AssentError, ConfigError
from host.model import JsonObject, JsonValue
from host.text import is_hidden, one_line
from host.values import replace
from host.words import say

LONGEST: Final = 64 << 10
"""Characters of a text: hundreds of servers."""
MOST: Final = 32
"""Servers of one text."""
_LINE_BREAKS: Final = "\t\r\n"
_FENCE: Final = re.compile(r"^[ \t]*```.*$", re.MULTILINE)
_URL: Final = re.compile(r"https?://\S+", re.IGNORECASE)
_IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNED: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_CONTINUED: Final = re.compile(r"\\\r?\n")
_PROMPT: Final = re.compile(r"[$%#>]\s+")
_OPERATORS: Final = frozenset("|&;<>()`")
_HOLDERS: Final = (
    ("mcpServers",), ("servers",), ("context_servers",), ("mcp_servers",), ("mcp", "servers"), ("mcp", "mcpServers"),
)  # fmt: skip
"""Where blocks hold their servers: most apps, VS Code, Zed, Codex, and settings of VS Code from before."""
_COMMANDS: Final = ("command", "cmd")
_ENVIRONMENTS: Final = ("env", "envs")
_NOTHING_LOST: Final = frozenset(
    {"enabled", "gallery", "icon", "description", "name", "version", "source", "type", "startup_timeout_sec"}
)
"""Keys of an entry that may be left out without a word: they say nothing that Assent would do otherwise."""
_OURS: Final = ("oauth", "assent", "disabled")
_ASKED: Final = "${input:"
"""How VS Code refers to what it asks the person for."""
_RUNNERS: Final = frozenset({"npx", "uvx", "bunx", "pnpm", "yarn", "bun", "pipx", "uv", "deno", "docker", "podman"})
_INTERPRETERS: Final = frozenset({"node", "python", "python3", "py", "ruby", "java", "sh", "bash", "cmd"})
_VERBS: Final = frozenset({"run", "exec", "dlx", "x", "tool", "-m", "/c"})
_AROUND: Final = re.compile(
    r"(?i)^(?:@[^/]+/)?(?:modelcontextprotocol[-_])?(?:(?:mcp[-_]server|server[-_]mcp|server|mcp)[-_])?"
    r"(.*?)(?:[-_](?:mcp[-_]server|server[-_]mcp|mcp|server))?(?:[@:=].*)?$"
)
_HOST_PARTS: Final = frozenset({"www", "mcp", "api", "app", "sse", "remote", "server"})


class PasteError(AssentError):
    """A text that names no server; the message says why."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """One server of a text.

    Attributes:
        name: proposed, fit for ``servers.json``; as the text has it, or empty, while the text is read.
        entry: for it; what it refers to is written as references there are.
        asked: variables and headers whose values the text leaves open.
        dropped: keys of the text that Assent does not take over.
    """

    name: str
    entry: JsonObject = field(repr=False)
    asked: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def read(
    text: str, *, taken: Sequence[str] = (), home: str = "", windows: bool = sys.platform == "win32"
) -> list[Pasted]:
    """The servers that ``text`` names, at least one.

    Args:
        text: what was pasted (untrusted).
        taken: names that servers have already.
        home: in the place of ``~`` at the beginning of an argument.
        windows: how backslashes in command lines read.

    Raises:
        PasteError: it names none, or something in it is not what it looks like.
    """
    text = _sound(text)
    names = dict.fromkeys(taken)
    found: list[Pasted] = []
    for one in _entries(text, home, windows=windows):
        if len(found) >= MOST:
            raise PasteError(say("It names more than {n} servers. Paste fewer at once.", n=MOST))
        free = free_name(one.name or proposed_name(one.entry), names)
        names[free] = None
        found.append(replace(one, name=free))
    if not found:
        raise PasteError(say("It names no server."))
    return found


def _sound(text: str) -> str:
    """The text to be read. Raises PasteError for one that is too long, empty, or not what it looks like."""
    if len(text) > LONGEST:
        raise PasteError(say("It is too long: {n} characters at most.", n=LONGEST))
    text = text.removeprefix("\ufeff")
    for at, char in enumerate(text):
        if is_hidden(char) and char not in _LINE_BREAKS and char != " ":
            line = text.count("\n", 0, at) + 1
            said = one_line(char, SHOWN)
            raise PasteError(say("Line {line} holds a character that nobody sees, {char}.", line=line, char=said))
    text = _FENCE.sub("", text).strip()
    if not text:
        raise PasteError(say("It is empty."))
    return text


def _entries(text: str, home: str, *, windows: bool) -> Iterator[Pasted]:
    if text.startswith("{") or (text.startswith('"') and ":" in text):
        yield from _block(_json(text))
    elif text.startswith("["):
        yield from _block(_toml(text))
    elif _URL.fullmatch(text):
        yield Pasted("", {"url": text})
    else:
        yield _commanded(words(text, home=home, windows=windows))


# Blocks


def _json(text: str) -> JsonValue:
    if not text.startswith("{"):
        text = "{" + text.rstrip(",") + "}"  # a member without the object around it, as documentation often has it
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
    if _reaches(value):
        name = value.get("name")
        yield _entry(name if isinstance(name, str) else "", value)
        return
    if not value or not all(isinstance(entry, dict) and _reaches(entry) for entry in value.values()):
        raise PasteError(say('It is no block of servers that Assent knows, such as {{"mcpServers": …}}.'))
    for key, entry in value.items():
        yield _entry(key, entry)


def _reaches(entry: JsonObject) -> bool:
    return any(key in entry for key in (*_COMMANDS, *URLS))


def _entry(name: str, written: JsonValue) -> Pasted:
    """An entry of a block as ``servers.json`` writes it."""
    if not isinstance(written, dict) or not _reaches(written):
        raise PasteError(say("“{name}” names neither a program nor an address.", name=one_line(name, SHOWN)))
    if isinstance(nested := _first(written, _COMMANDS), dict):  # an older form of Zed's
        written = {**written, **nested, "command": nested.get("path", "")}
        written.pop("path", None)
    asked: list[str] = []
    if _first(written, _COMMANDS) is not None:
        known: tuple[str, ...] = (*_COMMANDS, "args", *_ENVIRONMENTS, "cwd")
        entry = _program(name, written, asked)
    else:
        known = (*URLS, *HEADERS, "transport")
        url, sse = _referring(str(_first(written, URLS))), "sse" in (written.get("type"), written.get("transport"))
        entry = remote_entry(url, _texts(name, written, HEADERS, asked), sse=sse)
    entry |= {key: written[key] for key in _OURS if written.get(key)}
    dropped = tuple(key for key in written if key not in {*known, *_OURS, *_NOTHING_LOST})
    return Pasted(name, entry, tuple(asked), dropped)


def _program(name: str, written: JsonObject, asked: list[str]) -> JsonObject:
    command, args, cwd = _first(written, _COMMANDS), written.get("args") or [], written.get("cwd")
    if not isinstance(command, str) or not isinstance(args, list):
        shown = one_line(name, SHOWN)
        raise PasteError(say("The program of “{name}” is no text, or its arguments are no list.", name=shown))
    return program_entry(
        command,
        [_referring(_text(name, "args", one)) for one in args],
        _texts(name, written, _ENVIRONMENTS, asked),
        _referring(_text(name, "cwd", cwd)) if cwd else "",
    )


def _texts(name: str, written: JsonObject, keys: tuple[str, ...], asked: list[str]) -> dict[str, str]:
    """Variables or headers; ``asked`` gets the names of those that the other program would ask for."""
    held = _first(written, keys) or {}
    if not isinstance(held, dict):
        raise PasteError(say("What “{name}” has under {key} is no object.", name=one_line(name, SHOWN), key=keys[0]))
    plain = {key: _text(name, keys[0], one) for key, one in held.items()}
    asked += [key for key, one in plain.items() if _ASKED in one]
    return {key: "" if key in asked else _referring(one) for key, one in plain.items()}


def _text(name: str, key: str, value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    shown = one_line(name, SHOWN)
    raise PasteError(say("What “{name}” has under {key} is no text.", name=shown, key=key))


def _first(entry: JsonObject, keys: tuple[str, ...]) -> JsonValue:
    return next((entry[key] for key in keys if entry.get(key) is not None), None)


_BRACES: Final = re.compile(r"(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def _referring(text: str) -> str:
    """A text with the references of other programs to variables as Assent writes them."""
    return _BRACES.sub(r"${env:\1}", text)


# Command lines


def words(line: str, *, home: str = "", windows: bool = sys.platform == "win32") -> list[str]:
    """The words of a command line; ``~`` and ``$NAME`` are replaced where a shell would.

    Raises:
        PasteError: it is more than one command, too long, or a quotation does not end.
    """
    if len(line) > LONGEST:
        raise PasteError(say("It is too long: {n} characters at most.", n=LONGEST))
    line = line if windows else _CONTINUED.sub(" ", line)
    found = _Words(
        _PROMPT.sub("", line.strip(), count=1) if _PROMPT.match(line.strip()) else line, home, windows=windows
    )
    return found.read()


class _Words:
    """Cuts a command line into words."""

    def __init__(self, line: str, home: str, *, windows: bool) -> None:
        self._line, self._home, self._windows, self._at = line, home, windows, 0
        self._found: list[str] = []
        self._word: str | None = None

    def read(self) -> list[str]:
        """All of them."""
        while (char := self._next()) is not None:
            self._take(char)
        self._end()
        return self._found

    def _next(self) -> str | None:
        if self._at >= len(self._line):
            return None
        self._at += 1
        return self._line[self._at - 1]

    def _add(self, text: str) -> None:
        self._word = (self._word or "") + text

    def _end(self) -> None:
        if self._word is not None:
            self._found.append(self._word)
        self._word = None

    def _take(self, char: str) -> None:
        match char:
            case " " | "\t" | "\r" | "\n":
                self._end()
                if char in "\r\n" and self._line[self._at :].strip():
                    raise PasteError(say("These are several lines. Paste one command."))
            case "'":
                self._add(self._until("'"))
            case '"':
                self._add("")
                self._quoted()
            case "\\" if not self._windows:
                self._add(self._next() or "\\")
            case "$":
                self._add(self._reference())
            case "~" | "#" if self._word is None:
                self._begin(char)
            case _ if char in _OPERATORS:
                self._no_shell(char)
            case _:
                self._add(char)

    def _begin(self, char: str) -> None:
        """A word that begins with what means something there alone: a home directory, or a comment."""
        if char == "#":
            self._at = len(self._line) if (end := self._line.find("\n", self._at)) < 0 else end
        else:
            alone = self._line[self._at : self._at + 1] in ("", "/", " ")
            self._add(self._home if alone and self._home else char)

    def _no_shell(self, sign: str) -> NoReturn:
        why = say(
            "“{sign}” means something to a shell alone, and Assent uses none. Give one program; put an argument that "
            "holds it into quotes.",
            sign=sign,
        )
        raise PasteError(why)

    def _until(self, mark: str) -> str:
        end = self._line.find(mark, self._at)
        if end < 0:
            raise PasteError(say("A quotation mark is not closed."))
        text, self._at = self._line[self._at : end], end + 1
        return text

    def _quoted(self) -> None:
        escapes = '"' if self._windows else '$`"\\'
        while (char := self._next()) != '"':
            if char is None:
                raise PasteError(say("A quotation mark is not closed."))
            if char == "\\" and self._line[self._at : self._at + 1] and self._line[self._at] in escapes:
                self._add(self._next() or "")
            elif char == "$":
                self._add(self._reference())
            else:
                self._add(char)

    def _reference(self) -> str:
        """What follows a dollar: ``${…}`` whole, a name as a reference, else the dollar alone."""
        rest = self._line[self._at :]
        if rest.startswith("{"):
            inside = self._until("}")[1:]
            return f"${{env:{inside}}}" if _IDENTIFIER.fullmatch(inside) else f"${{{inside}}}"
        name = _IDENTIFIER.match(rest)
        if name is None:
            return self._no_shell("$(") if rest.startswith("(") else "$"
        self._at += name.end()
        return self._home if name[0] == "HOME" and self._home else f"${{env:{name[0]}}}"


def command_line(command: str, args: Sequence[str]) -> str:
    """The line that ``words`` reads as these, and that a person can read."""
    return shlex.join([command, *args])


def of_words(said: Sequence[str]) -> JsonObject:
    """The entry that words of a command line mean, which a shell has read already. Raises PasteError."""
    if len(said) == 1 and _URL.fullmatch(said[0]):
        return {"url": said[0]}
    return _commanded(list(said)).entry


def _commanded(said: list[str]) -> Pasted:
    """What a command line starts: its variables, its program and its arguments; or what such a line would add."""
    if (named := _added(said)) is not None:
        return named
    env: dict[str, str] = {}
    rest = said[1:] if said and said[0] == "env" and len(said) > 1 and _ASSIGNED.fullmatch(said[1]) else said
    while rest and (assigned := _ASSIGNED.fullmatch(rest[0])) is not None:
        env[assigned[1]] = assigned[2]
        rest = rest[1:]
    if not rest:
        raise PasteError(say("It names no program."))
    return Pasted("", program_entry(rest[0], rest[1:], env))


_VALUED: Final = frozenset(
    {"-e", "--env", "-H", "--header", "--url", "-t", "--transport", "-s", "--scope", "--timeout", "--description"}
)
"""Options of such commands; of the last ones the value says nothing here."""


def _added(said: list[str]) -> Pasted | None:
    """What ``claude mcp add`` and its like would add; None for another command."""
    if said[1:3] != ["mcp", "add"]:
        return None
    plain, options = _options(said[3:])
    url = next((value for name, value in options if name == "--url"), "")
    if not plain or (len(plain) < 2 and not url):
        raise PasteError(say("It names no program."))
    name, program = plain[0], plain[1:]
    if program and _URL.fullmatch(program[0]):
        url = program[0]
    if not url:
        found = (_ASSIGNED.fullmatch(value) for option, value in options if option in ("-e", "--env"))
        env = {one[1]: one[2] for one in found if one is not None}
        return Pasted(name, program_entry(program[0], program[1:], env))
    sse = "sse" in (value for option, value in options if option in ("-t", "--transport"))
    pairs = (value.partition(":") for option, value in options if option in ("-H", "--header"))
    return Pasted(name, remote_entry(url, {header.strip(): held.strip() for header, _, held in pairs}, sse=sse))


def _options(rest: list[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """What stands by itself in such a command, and its options; from the program on all stands by itself."""
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
        elif name not in _VALUED:
            raise PasteError(
                say("Assent does not know the option “{name}” of this command.", name=one_line(name, SHOWN))
            )
        elif sign or not rest:
            options.append((name, value))
        else:
            value, *rest = rest
            options.append((name, value))
    return plain, options


# Names


def proposed_name(entry: JsonObject) -> str:
    """What a server could be called, by what it starts or where it is; may be empty."""
    if isinstance(url := entry.get("url"), str):
        return _named_by_host(url)
    said = [str(entry.get("command", "")), *map(str, items(entry.get("args")))]
    program = re.split(r"[/\\]", said[0])[-1].removesuffix(".exe").removesuffix(".cmd")
    if program.casefold() in _RUNNERS | _INTERPRETERS:
        secrets, _ = split_secrets(entry)
        known = {*secrets, *_VERBS}
        plain = [one for one in said[1:] if not one.startswith("-") and "=" not in one and one not in known]
        program = plain[0 if program not in ("docker", "podman") else -1] if plain else program
    parts = [part for part in re.split(r"[/\\]", program) if part]
    if program.startswith("@") and len(parts) > 1:
        parts = ["/".join(parts[:2])]
    last = parts[-1] if parts else ""
    last = re.sub(r"\.(?:js|mjs|cjs|ts|py|sh|jar|rb)$", "", last)
    if last in ("index", "main", "server", "cli", "app", "dist", "build") and len(parts) > 1:
        last = next((part for part in reversed(parts[:-1]) if part not in ("src", "dist", "build", "lib")), last)
    last = last[:SHOWN]  # a search for what stands around a name takes the square of its length
    around = _AROUND.match(last)
    return (around[1] if around is not None else "") or last


def _named_by_host(url: str) -> str:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    parts = host.split(".")
    if len(parts) < 2 or parts[-1].isdigit():  # a name on this computer, or an address
        return host if len(parts) < 2 else ""
    named = [part for part in parts[:-1] if part not in _HOST_PARTS]
    return named[-1] if named else parts[0]
