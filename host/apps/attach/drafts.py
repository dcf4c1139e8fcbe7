"""Between an entry of ``servers.json`` and the fields in which a person edits it (pure).

Owns: what of an entry has a field of its own, which of its values are secrets, and the entry that fields make.

Invariants: an entry that is made into fields and back, with nothing typed, is the same entry; what has no field stands
in the rest and is neither lost nor read; a secret appears in no sentence; a text of a field is never taken for more
than it says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias, cast

from host import jsonc
from host.apps.attach.entries import is_secret
from host.apps.attach.pasted import LONGEST, PasteError, command_line, words
from host.control.views import DraftFault, DraftValue, ServerDraft
from host.errors import AssentError, ConfigError
from host.inspect.secrets import tokens_in
from host.model import JsonObject, JsonValue
from host.text import is_hidden, one_line
from host.values import replace
from host.words import say

Keep: TypeAlias = Callable[[str, str], str]
"""Gets the name of a secret and the secret; returns the text to write instead of it."""
Kind: TypeAlias = Literal["stdio", "http", "sse"]

TOO_LONG: Final = say("it is too long for a form")
_SHOWN: Final = 64
_ODD: Final = re.compile(r"[^A-Za-z0-9]+")
_WHOLE_REFERENCE: Final = re.compile(r"\$\{keyring:[^{}]+\}")
_SECRET: Final = re.compile(r"\$\{secret:([^{}]*)\}")
"""Where a secret stands within the text of a field."""
_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9-]*):\s*(\S.*)")
_PLACEHOLDER: Final = re.compile(
    r"(?i)<.*>|\[.*\]|\{\{.*\}\}|(?:your|my|insert|enter|replace|paste|put)[-_ ].*|.*[-_ ]here|x{3,}|\*+|\.{3,}|…|"
    r"change-?me|todo|(?:api[-_ ]?)?(?:key|token|secret|password)"
)
"""Values that documentation writes where a person's own belongs."""
_QUERY: Final = re.compile(r"(?<=[?&])([^=&#?]{1,64})=([^&#]+)")


# From an entry


def unseen_in(entry: JsonValue) -> str:
    """The first character of any text of an entry that nobody sees, ready to be shown; empty where there is none."""
    match entry:
        case str():
            return next((one_line(char, _SHOWN) for char in entry if is_hidden(char) and char not in " \t\n"), "")
        case dict():
            return next(filter(None, (unseen_in(part) for pair in entry.items() for part in pair)), "")
        case list():
            return next(filter(None, map(unseen_in, entry)), "")
    return ""


def draft_of(
    name: str, entry: JsonObject, *, before: str = "", stored: bool = False, asked: tuple[str, ...] = ()
) -> ServerDraft:
    """The fields of an entry.

    Args:
        name: of the entry.
        entry: as it stands, or would, in servers.json (untrusted).
        before: the name of the entry that is edited; empty for a new one.
        stored: whether secrets in it are to go into the keyring.
        asked: variables or headers whose values are for the person to say, and secrets.

    Raises:
        AssentError: a field cannot hold what it says.
    """
    rest = dict(entry)
    taken = _Taken(rest)
    program = isinstance(entry.get("command"), str)
    secrets = _Secrets(stored=stored)
    draft = ServerDraft(name, before)
    if program:
        args = taken.texts("args")
        draft = replace(
            draft,
            command=command_line(str(rest.pop("command")), secrets.in_arguments(args)),
            folder=taken.text("cwd"),
            values=tuple(_value(*one, stored=stored, asked=asked) for one in taken.members("env")),
        )
    else:
        kind = cast("Kind", rest.pop("type") if entry.get("type") == "sse" else "http")
        values = tuple(_value(*one, stored=stored, asked=asked) for one in taken.members("headers"))
        draft = replace(draft, kind=kind, url=secrets.in_url(taken.text("url")), values=values)
    draft = replace(draft, secrets=tuple(secrets.found), disabled=taken.flag("disabled"))
    draft = _with_options(draft, rest, program=program)
    draft = replace(draft, rest=_pretty(rest) if rest else "")
    if any(
        len(one) > LONGEST
        for one in (draft.command, draft.rest, *("\n".join(it) for it in (draft.reads, draft.writes)))
    ):
        raise AssentError(TOO_LONG)
    return draft


def _with_options(draft: ServerDraft, rest: JsonObject, *, program: bool) -> ServerDraft:
    """The draft with what stands under ``assent``."""
    options = rest.get("assent")
    if not isinstance(options, dict):
        return draft
    left = dict(options)
    taken = _Taken(left)
    draft = replace(draft, title=taken.text("name"), timeout=taken.number("timeout"))
    box = left.get("sandbox")
    if program and isinstance(box, dict):
        inside = dict(box)
        folders = _Taken(inside)
        reads, writes, network = folders.texts("read"), folders.texts("write"), folders.flag("network")
        if not inside:
            left.pop("sandbox")
            draft = replace(draft, sandboxed=True, reads=reads, writes=writes, network=network)
    rest.pop("assent")
    if left:
        rest["assent"] = left
    return draft


class _Taken:
    """Takes out of an object what a field can hold; anything else stays in it."""

    def __init__(self, rest: JsonObject) -> None:
        self._rest = rest

    def text(self, key: str) -> str:
        """A text; empty where there is none."""
        value = self._rest.get(key)
        return str(self._rest.pop(key)) if isinstance(value, str) and value else ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._rest.get(key)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            return ()
        self._rest.pop(key)
        return tuple(map(str, value))

    def members(self, key: str) -> tuple[tuple[str, str], ...]:
        """An object of texts."""
        value = self._rest.get(key)
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            return ()
        self._rest.pop(key)
        return tuple((name, str(one)) for name, one in value.items())

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._rest.get(key)
        if isinstance(value, bool):
            self._rest.pop(key)
        return value is True

    def number(self, key: str) -> str:
        """A number, as it would be typed."""
        value = self._rest.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return ""
        self._rest.pop(key)
        return json.dumps(value)


def _value(name: str, value: str, *, stored: bool, asked: tuple[str, ...]) -> DraftValue:
    if not stored and _WHOLE_REFERENCE.fullmatch(value):  # of a new entry it is no secret: its author wrote it
        return DraftValue(name, "", secret=True, stored=True, kept=value)
    secret = name in asked or is_secret(name, value or "-")
    if secret and stored and _PLACEHOLDER.fullmatch(value):
        value = ""
    return DraftValue(name, value, secret=secret, stored=secret and stored)


class _Secrets:
    """Secrets that stand within a text, each with a name of its own.

    Attributes:
        found: those so far.
    """

    def __init__(self, *, stored: bool) -> None:
        self._stored = stored
        self.found: list[DraftValue] = []

    def in_arguments(self, args: tuple[str, ...]) -> list[str]:
        """The arguments with the place of each secret marked."""
        shown: list[str] = []
        option = ""
        for arg in args:
            shown.append(self._in_argument(option, arg))
            option = arg
        return shown

    def _in_argument(self, option: str, arg: str) -> str:
        name, sign, given = arg.partition("=")
        if "${" in arg:
            return arg
        if sign and is_secret(name, given):
            return f"{name}={self._mark(name, given)}"
        if (header := _HEADER.fullmatch(arg)) is not None and is_secret(header[1], header[2]):
            return arg[: header.start(2)] + self._mark(header[1], header[2])
        plain_option = option.startswith("-") and "=" not in option
        if plain_option and not arg.startswith("-") and is_secret(option, arg):
            return self._mark(option, arg)
        return self._in_text(arg)

    def in_url(self, url: str) -> str:
        """The URL with the place of each secret marked."""
        if "${" in url:
            return url
        marked = _QUERY.sub(
            lambda found: f"{found[1]}={self._mark(found[1], found[2])}" if is_secret(found[1], found[2]) else found[0],
            url,
        )
        return marked if self.found else self._in_text(url)

    def _in_text(self, text: str) -> str:
        parts, at = [], 0
        for token in sorted(tokens_in(text), key=lambda token: token.start) if "${" not in text else ():
            if token.start >= at:
                parts += [text[at : token.start], self._mark("token", text[token.start : token.end])]
                at = token.end
        return "".join([*parts, text[at:]])

    def _mark(self, name: str, secret: str) -> str:
        plain = _ODD.sub("_", name).strip("_") or "secret"
        taken = {one.name for one in self.found}
        free = (
            plain
            if plain not in taken
            else next(f"{plain}_{n}" for n in range(2, len(taken) + 3) if f"{plain}_{n}" not in taken)
        )
        value = "" if self._stored and _PLACEHOLDER.fullmatch(secret) else secret
        self.found.append(DraftValue(free, value, secret=True, stored=self._stored))
        return f"${{secret:{free}}}"


# To an entry


class EntryMaker:
    """Makes the entry that a draft says.

    Attributes:
        faults: what is wrong with the draft.
        loose: names of secrets that stand in the entry as they are.
    """

    def __init__(self, draft: ServerDraft, keep: Keep, old: JsonObject | None = None, *, home: str = "") -> None:
        """``keep``: puts a secret into the keyring. ``old``: the entry that is changed. ``home``: what ``~`` means."""
        self._draft, self._keep, self._old, self._home = draft, keep, old or {}, home
        self.faults: list[DraftFault] = []
        self.loose: list[str] = []
        self._texts = {one.name: one for one in draft.secrets}
        self._written: dict[str, str] = {}

    def entry(self) -> JsonObject:
        """It; what is faulty is left out."""
        draft, entry = self._draft, dict[str, JsonValue]()
        if draft.kind == "stdio":
            entry |= self._program()
        else:
            entry["url"] = self._with_secrets("url", draft.url.strip())
            if not draft.url.strip():
                self._fault("url", say("Write where the server is."))
            if draft.kind == "sse":
                entry["type"] = "sse"
        if values := self._values():
            entry["env" if draft.kind == "stdio" else "headers"] = values
        if draft.disabled:
            entry["disabled"] = True
        rest = self._rest(entry)
        inside = rest.pop("assent", {})
        entry |= rest
        options = self._options(inside if isinstance(inside, dict) else {})
        if not isinstance(inside, dict):
            entry["assent"] = inside
        elif options:
            entry["assent"] = options
        return _with_defaults(entry, self._old)

    def _program(self) -> JsonObject:
        try:
            said = words(self._draft.command, home=self._home)
        except PasteError as error:
            self._fault("command", error.words)
            return {"command": ""}
        if not said:
            self._fault("command", say("Write what is started."))
            return {"command": ""}
        made: JsonObject = {"command": said[0]}
        if said[1:]:
            made["args"] = [self._with_secrets("command", one) for one in said[1:]]
        if folder := self._draft.folder.strip():
            made["cwd"] = folder
        return made

    def _values(self) -> JsonObject:
        made: JsonObject = {}
        for one in self._draft.values:
            name = one.name.strip()
            if not name and not one.value:
                continue
            if not name:
                self._fault("values/", say("Give it a name."))
            elif name in made:
                self._fault(f"values/{one.name}", say("This name is there already."))
            else:
                made[name] = self._secret(f"values/{one.name}", one) if one.secret else one.value
        return made

    def _secret(self, field: str, one: DraftValue) -> str:
        """What is written for a secret."""
        if not one.value and one.kept:
            return one.kept
        if not one.value:
            self._fault(field, say("Enter it."))
            return ""
        if one.stored:
            return self._keep(one.name.strip(), one.value)
        self.loose.append(one.name.strip())
        return as_written(one.value)

    def _with_secrets(self, field: str, text: str) -> str:
        def put(match: re.Match[str]) -> str:
            name = match[1]
            if name not in self._texts:
                self._fault(field, say("“{name}” is no secret that stands below.", name=one_line(name, _SHOWN)))
                return ""
            if name not in self._written:
                self._written[name] = self._secret(f"secrets/{name}", self._texts[name])
            return self._written[name]

        return _SECRET.sub(put, text)

    def _rest(self, made: JsonObject) -> JsonObject:
        if not self._draft.rest.strip():
            return {}
        try:
            rest = jsonc.load(self._draft.rest, file="").value
        except ConfigError as error:
            self._fault("rest", say("Line {line}: {why}.", line=error.line, why=error.problem))
            return {}
        if not isinstance(rest, dict):
            self._fault("rest", say("Write a JSON object: {{ … }}."))
            return {}
        for key in rest:
            if key in made:
                self._fault("rest", say("“{key}” has a field of its own, above.", key=one_line(key, _SHOWN)))
        return {key: value for key, value in rest.items() if key not in made}

    def _options(self, inside: JsonObject) -> JsonObject:
        draft, made = self._draft, dict[str, JsonValue]()
        if title := draft.title.strip():
            made["name"] = title
        if draft.timeout.strip():
            made["timeout"] = self._number(draft.timeout.strip())
        if draft.sandboxed:
            box: JsonObject = {}
            if reads := _lines(draft.reads):
                box["read"] = reads
            if writes := _lines(draft.writes):
                box["write"] = writes
            if draft.network:
                box["network"] = True
            made["sandbox"] = box
        for key in made:
            if key in inside:
                self._fault("rest", say("“{key}” has a field of its own, above.", key=one_line(key, _SHOWN)))
        return inside | made

    def _number(self, said: str) -> float:
        try:
            value = jsonc.load(said, file="").value
        except ConfigError:
            value = None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._fault("timeout", say("Enter a number of seconds, such as 30."))
            return 0
        return value

    def _fault(self, field: str, why: str) -> None:
        self.faults.append(DraftFault(field, why))


def _lines(folders: tuple[str, ...]) -> list[JsonValue]:
    return [folder.strip() for folder in folders if folder.strip()]


def _with_defaults(entry: JsonObject, old: JsonObject) -> JsonObject:
    """``entry`` with what ``old`` says although it need not, such as an empty list."""
    made = dict(entry)
    for key, value in old.items():
        if key not in made and key != "sandbox" and (value is False or value in ([], {})):
            made[key] = value
        elif isinstance(value, dict) and key in ("assent", "sandbox") and isinstance(inner := made.get(key), dict):
            made[key] = _with_defaults(inner, value)
    return made


def _pretty(rest: JsonObject) -> str:
    return json.dumps(rest, indent=2, ensure_ascii=False)


def as_written(secret: str) -> str:
    """A secret as it stands in the file, where nothing of it is a reference."""
    return secret.replace("${", "$${")


def secrets_in(draft: ServerDraft) -> Iterator[str]:
    """Every secret that a person typed or pasted, as it may stand in the file."""
    return (as_written(one.value) for one in (*draft.values, *draft.secrets) if one.secret and one.value)
