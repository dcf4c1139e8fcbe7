"""The administrator's servers beside the user's.

Owns: which entry counts where both files name a server. What stays true: the administrator's comes first; a user's
entry of the same name is not used, even where the administrator's is broken, nor is one whose name differs in case
alone; what is wrong with one entry leaves the others alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from host import jsonc
from host.errors import ConfigError
from host.jsonc import KeyPath
from host.paths import managed_file
from host.policy.load import load_managed
from host.policy.model import PolicySource
from host.servers import slips
from host.servers.config import ServerConfig, ServersConfig, config_of, load_servers
from host.words import say

SHADOWED: Final = say("is not used: your administrator configures a server of this name")


@dataclass(frozen=True, slots=True)
class _Origin:
    """The administrator's file, as far as complaints need it."""

    path: str
    lines: Mapping[str, int]

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """A complaint about the value at ``path``; its line is that of the entry."""
        line = self.lines.get(str(path[1]), 0) if len(path) > 1 else 0
        return ConfigError(message, file=self.path, line=line, key=jsonc.dotted(path), remedy=remedy)


def configured(servers_file: Path) -> ServersConfig:
    """The servers of both files as they are now; for commands that ask no host."""
    return beside(load_servers(servers_file), load_managed(managed_file()))


def beside(own: ServersConfig, source: PolicySource | None) -> ServersConfig:
    """``own``, the user's servers, with those of the administrator's file before them (pure)."""
    if source is None or not source.managed.servers:
        return own
    entries, problems, taken = _usable(source)
    warnings = list(own.warnings)
    for name, entry in own.entries.items():
        other = taken.get(name.casefold())
        if other is None:
            entries[name] = entry
        elif other == name:
            warnings.append(entry.error((), SHADOWED, say("Remove it, or give it another name.")))
        else:
            why = say("differs only in case from {name}, which your administrator configures", name=jsonc.quoted(other))
            problems.append(entry.error((), why, say("Rename it.")))
    return replace(
        own,
        entries=MappingProxyType(entries),
        problems=(*problems, *own.problems),
        warnings=tuple(warnings),
        managed=source.managed.servers,
        managed_path=source.path,
    )


def _usable(source: PolicySource) -> tuple[dict[str, ServerConfig], list[ConfigError], dict[str, str]]:
    """The administrator's usable entries, what is wrong with the others, and all their names by folded case."""
    origin = _Origin(source.path, source.managed.lines)
    entries: dict[str, ServerConfig] = {}
    problems: list[ConfigError] = []
    taken: dict[str, str] = {}
    for name, entry in source.managed.servers.items():
        config = config_of(name, entry, origin, managed=True)
        found = slips.find(config, taken)
        problems += found
        taken.setdefault(name.casefold(), name)
        if not found:
            entries[name] = config
    return entries, problems, taken
