"""People who may sign, for tests: with credentials that are quick to check, and a keyring in memory."""

from __future__ import annotations

from functools import cache

from argon2 import PasswordHasher

from host.keyring_entry import KeyringEntry
from host.policy.model import ApproverEntry

_QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@cache
def credential(pin: str) -> str:
    """A credential for ``pin`` that is as weak as can be."""
    return _QUICK.hash(pin)


def approver(name: str, *roles: str, pin: str) -> ApproverEntry:
    """Somebody whom the administrator registered."""
    return ApproverEntry(name, roles, credential(pin))


ADA = approver("Dr. Ada Lindqvist", "PRINCIPAL_INVESTIGATOR", pin="ada's own")
TOM = approver("Prof. Tomás Reyes", "IRB_CHAIR", pin="tom's own")


class MemoryKeyring:
    """A keyring that is a dictionary, or fails with ``error``."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.error: Exception | None = None

    def get(self, service: str, name: str) -> str | None:
        """As ``keyring_entry.Get``."""
        if self.error is not None:
            raise self.error
        return self.kept.get((service, name))

    def set(self, service: str, name: str, value: str) -> None:
        """As ``keyring_entry.Set``."""
        if self.error is not None:
            raise self.error
        self.kept[service, name] = value

    def seal(self, name: str = "pin") -> KeyringEntry:
        """An entry of this keyring."""
        return KeyringEntry(name, get=self.get, set=self.set)
