"""What the window asks of the host as a whole (pure).

Owns: settings, the person's PIN, the emergency stop and the end.

Invariants: secrets stay out of every ``repr``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from host.control.protocol.request import Done, Request


@dataclass(frozen=True, slots=True)
class SetPin(Request[Done]):
    """The person sets the own PIN, or changes it. Attributes: before: the present one, empty where there is none."""

    before: str = field(repr=False)
    after: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SettingsNow:
    """The values in force, by name (``host.settings.DECLARATIONS``)."""

    values: dict[str, float]


@dataclass(frozen=True, slots=True)
class ReadSettings(Request[SettingsNow]):
    """Ask for the values as they are kept."""


@dataclass(frozen=True, slots=True)
class ChangeSetting(Request[SettingsNow]):
    """Change one value; kept in the profile."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class EmergencyStop(Request[Done]):
    """Deny what waits, cancel what runs, refuse what comes."""


@dataclass(frozen=True, slots=True)
class Release(Request[Done]):
    """End the emergency stop."""


@dataclass(frozen=True, slots=True)
class Quit(Request[Done]):
    """End window, assistant and host, in order."""
