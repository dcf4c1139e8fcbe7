"""Names of several servers' tools, prompts and resources in one list, and back (pure).

Owns: the name under which an app that has one entry for all servers knows a tool, a prompt or an address.

Invariants:
    - A name leads to one server, whatever that or another server calls its tools: what stands before the first ``__``
      is the alias of a configured server, no alias holds ``__`` or ends in ``_``, and no two servers have the same. Of
      an address, the alias is its authority, and the rest is the server's own, whatever that looks like.
    - Every name keeps to what clients take: ``[A-Za-z0-9_-]{1,64}``.
    - Within one server, a name that was shortened never stands for another tool's own name.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Final

from host.model import JsonObject, JsonValue, sha256_hex

BETWEEN: Final = "__"
LONGEST: Final = 64
"""Characters of a name that clients take (Anthropic's and OpenAI's interfaces alike)."""
SCHEME: Final = "assent://"
_ALIAS: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_|$)){0,30}", re.ASCII)
_OURS: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_HEAD: Final = 22
_DIGITS: Final = 8


def aliases(servers: Iterable[str]) -> dict[str, str]:
    """What each server is called in names, by its id: the id itself wherever it can be."""
    ids = sorted(servers)
    found = {server: server for server in ids if _ALIAS.fullmatch(server)}
    taken = set(found)
    for server in ids:
        if server not in found:
            found[server] = next(alias for alias in _made(server) if alias not in taken)
            taken.add(found[server])
    return found


def _made(server: str) -> Iterable[str]:
    head = re.sub(r"[^A-Za-z0-9-]+", "_", server)[:_HEAD].strip("_") or "server"
    for count in itertools.count():
        yield f"{head}-{sha256_hex(f'{server} {count}'.encode() if count else server.encode())[:_DIGITS]}"


def shared_name(alias: str, name: str) -> str:
    """The name of a server's tool or prompt in the list of all."""
    room = LONGEST - len(alias) - len(BETWEEN)
    if len(name) <= room and _OURS.fullmatch(name):
        return alias + BETWEEN + name
    digest = sha256_hex(name.encode("utf-8", "surrogatepass"))[:_DIGITS]
    return f"{alias}{BETWEEN}{re.sub(r'[^A-Za-z0-9_-]', '_', name)[: room - _DIGITS - 1]}_{digest}"


def split_name(shared: str) -> tuple[str, str]:
    """The alias in a name, and what follows; both empty where there is none."""
    alias, between, rest = shared.partition(BETWEEN)
    return (alias, rest) if between else ("", "")


def own_names(alias: str, names: Iterable[str]) -> dict[str, str]:
    """The server's own names, by what follows the alias in the shared ones. Two that would be one are left out."""
    every = [(split_name(shared_name(alias, name))[1], name) for name in dict.fromkeys(names)]
    own = {rest: name for rest, name in every if rest == name}
    made = [rest for rest, name in every if rest != name]
    return own | {rest: name for rest, name in every if rest not in own and made.count(rest) == 1}


def shared_uri(alias: str, uri: str) -> str:
    """The address of a server's resource, or template of such, among those of all."""
    return f"{SCHEME}{alias}/{uri}"


def split_uri(shared: str) -> tuple[str, str]:
    """The alias in an address, and the server's own; both empty where there is none."""
    alias, slash, uri = shared.removeprefix(SCHEME).partition("/")
    return (alias, uri) if slash and shared.startswith(SCHEME) else ("", "")


def listed(kind: str, alias: str, items: Iterable[JsonObject], own: Mapping[str, str]) -> list[JsonValue]:
    """A server's ``tools``, ``prompts``, ``resources`` or ``resourceTemplates`` as they stand in the list of all.

    ``own``: as ``own_names`` has it, for the first two.
    """
    if kind in ("tools", "prompts"):
        named = {name: alias + BETWEEN + rest for rest, name in own.items()}
        return [{**item, "name": named[name]} for item in items if isinstance(name := item.get("name"), str)
                and name in named]  # fmt: skip
    key = "uri" if kind == "resources" else "uriTemplate"
    return [{**item, key: shared_uri(alias, uri)} for item in items if isinstance(uri := item.get(key), str)]


def with_shared_uris(alias: str, result: JsonObject) -> JsonObject:
    """A result with each address of a resource as the app knows it: what was read, what is linked or embedded."""
    changed = dict(result)
    if isinstance(contents := result.get("contents"), list):
        changed["contents"] = [_addressed(alias, part) for part in contents]
    if isinstance(content := result.get("content"), list):
        changed["content"] = [_content(alias, part) for part in content]
    if isinstance(said := result.get("messages"), list):
        changed["messages"] = [_message(alias, message) for message in said]
    return changed


def _message(alias: str, message: JsonValue) -> JsonValue:
    if not isinstance(message, dict) or "content" not in message:
        return message
    content = message["content"]
    parts: JsonValue = (
        [_content(alias, it) for it in content] if isinstance(content, list) else _content(alias, content)
    )
    return {**message, "content": parts}


def _content(alias: str, part: JsonValue) -> JsonValue:
    if isinstance(part, dict) and part.get("type") == "resource_link":
        return _addressed(alias, part)
    if isinstance(part, dict) and part.get("type") == "resource":
        return {**part, "resource": _addressed(alias, part.get("resource"))}
    return part


def _addressed(alias: str, part: JsonValue) -> JsonValue:
    if isinstance(part, dict) and isinstance(uri := part.get("uri"), str):
        return {**part, "uri": shared_uri(alias, uri)}
    return part
