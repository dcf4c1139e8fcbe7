"""What a server's process gets from outside its entry: a few inherited variables, and what references lead to.

Owns: the list of the former, and the meaning of ``${env:NAME}``, ``${keyring:SERVICE/NAME}`` and ``$${`` (for the
characters ``${``).

Invariants:
    - A reference is replaced only when a server starts; one that leads nowhere is an error that names its key, and is
      never passed on as it stands.
    - A value appears in no message.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from host.errors import AssentError, ConfigError
from host.jsonc import quoted
from host.keyring_entry import system_keyring
from host.words import say

KeyringGet: TypeAlias = Callable[[str, str], "str | None"]
"""Service and name to secret, None where there is none. Raises AssentError where the keyring does not answer."""
Complain: TypeAlias = Callable[[str, str], ConfigError]
"""Message and remedy to an error that names the place of the text."""

INHERITED: Final = (
    frozenset(
        {
            *(
                "APPDATA",
                "COMSPEC",
                "HOMEDRIVE",
                "HOMEPATH",
                "LOCALAPPDATA",
                "PATH",
                "PATHEXT",
                "PROCESSOR_ARCHITECTURE",
            ),
            *("PROGRAMDATA", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE"),
            "WINDIR",
        }
    )
    if sys.platform == "win32"
    else frozenset({"HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"})
)
"""What a server's process inherits, beside ``LC_…``: what the MCP SDKs pass on, and language, time zone and temporary
directory. Not XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS, SSH_AUTH_SOCK or DISPLAY, which are doors into the session;
nor proxies, whose URLs may hold passwords. An entry that needs one says ``"env": {"X": "${env:X}"}``."""

REMEDY: Final = say("Write ${{env:NAME}} or ${{keyring:SERVICE/NAME}}, and $${{ where the text itself holds ${{.")

_REFERENCE: Final = re.compile(r"\$\$\{|\$\{(?:(env|keyring):([^{}]+)\})?")
_SERVICE: Final = "assent"
"""The keyring service of a reference that names none."""


def meaningless(text: str) -> bool:
    """Whether ``text`` holds a ``${`` that begins no reference."""
    return any(match[0] == "${" for match in _REFERENCE.finditer(text))


def inherited(env: Mapping[str, str]) -> dict[str, str]:
    """What a server's process gets of ``env``. Values that begin with ``()`` are exported shell functions."""
    return {
        name: value
        for name, value in env.items()
        if (name.upper() if sys.platform == "win32" else name) in INHERITED or name.startswith("LC_")
        if not value.startswith("()")
    }


def from_keyring(service: str, name: str) -> str | None:
    """A secret from the OS keyring. Raises AssentError where that does not answer."""
    try:
        return system_keyring().get_password(service, name)
    except Exception as error:  # each backend raises exceptions of its own
        raise AssentError(say("the keyring does not answer"), detail=str(error)) from error


class Resolver(Struct, frozen=True):
    """Replaces references.

    Attributes:
        env: our own environment.
        keyring_get: where secrets come from; it may block until a person unlocks it.
    """

    env: Mapping[str, str]
    keyring_get: KeyringGet

    def text(self, text: str, complain: Complain) -> str:
        """``text`` with its references replaced. Raises what ``complain`` makes of one that leads nowhere."""
        return _REFERENCE.sub(lambda match: self._replaced(match, complain), text)

    def _replaced(self, match: re.Match[str], complain: Complain) -> str:
        kind, target = match.groups()
        if kind is None:
            if match[0] == "${":
                raise complain(say("holds a reference that means nothing here"), REMEDY)
            return "${"
        value = self.env.get(target) if kind == "env" else self._secret(target, complain)
        if value is None:
            place = say("the environment of Assent") if kind == "env" else say("the keyring")
            missing = say("there is no {name} in {place}", name=quoted(target), place=place)
            raise complain(missing, say("Add it, then start the server anew."))
        if "\0" in value:
            raise complain(say("{name} holds a NUL, which no program can be given", name=quoted(target)), "")
        return value

    def _secret(self, target: str, complain: Complain) -> str | None:
        service, slash, name = target.partition("/")
        if not slash:
            service, name = _SERVICE, target
        if service.casefold() == _SERVICE and " " in name:  # as host.keyring_entry.entry_name makes them
            raise complain(say("{name} is kept for Assent itself", name=quoted(target)), REMEDY)
        try:
            return self.keyring_get(service, name)
        except AssentError as error:
            raise complain(error.words, say("Unlock it, then start the server anew.")) from error
