"""Every number that people may change, declared once.

Owns: name, default, unit, bounds and meaning of each setting; screens and documentation are made from the declarations.
What stays true: a ``Settings`` object holds no value outside its bounds, and no variable of the environment sets one.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Final, TypeVar

from host.errors import ConfigError

Number = TypeVar("Number", int, float)

KIB: Final = 1024
MIB: Final = 1024 * KIB
MOMENT: Final = 0.01
"""The shortest wait in seconds. Short waits only refuse more; tests like them."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What is known of one setting.

    Attributes:
        name: as in ``Settings``. type: ``int`` or ``float``. default, low, high: in ``unit``, the bounds included.
        unit: ``s``, ``bytes`` or what is counted. doc: one sentence for the screen.
    """

    name: str
    type: type[int] | type[float]
    default: float
    unit: str
    low: float
    high: float
    doc: str


def _setting(default: Number, unit: str, low: Number, high: Number, doc: str) -> Number:
    """A field that carries its declaration."""
    value: Number = field(default=default, metadata={"unit": unit, "low": low, "high": high, "doc": doc})
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The values in force. Raises ConfigError for one outside its bounds."""

    decision_timeout: float = _setting(300.0, "s", MOMENT, 900.0, "How long a call waits for a person.")
    approver_grace: float = _setting(30.0, "s", 0.0, 300.0, "How long calls wait while no window is there to answer.")
    execution_timeout: float = _setting(
        600.0, "s", MOMENT, 3600.0, "How long a server may work on a call; progress starts it anew."
    )
    execution_longest: float = _setting(3600.0, "s", MOMENT, 86400.0, "The longest that a call runs, progress or not.")
    start_timeout: float = _setting(60.0, "s", MOMENT, 600.0, "How long a server may take to start and greet.")
    list_timeout: float = _setting(10.0, "s", MOMENT, 60.0, "How long a server may take to list its tools.")
    fresh_list_timeout: float = _setting(
        2.0, "s", MOMENT, 10.0, "How long the listing between an approval and its call may take."
    )
    listing_max_age: float = _setting(
        60.0, "s", 0.0, 60.0, "How old the listing behind an automatically allowed call may be."
    )
    list_pages: int = _setting(50, "pages", 1, 1000, "Pages that are read of one listing.")
    tools_per_server: int = _setting(1000, "tools", 1, 10_000, "Tools that one server may list.")
    frame_to_server: int = _setting(4 * MIB, "bytes", KIB, 64 * MIB, "The largest message towards a server.")
    frame_from_server: int = _setting(32 * MIB, "bytes", KIB, 256 * MIB, "The largest message from a server.")
    pending_per_app: int = _setting(64, "calls", 1, 1024, "Calls of one app that may wait for a person.")
    pending_per_server: int = _setting(128, "calls", 1, 1024, "Calls to one server that may wait for a person.")
    in_flight_per_session: int = _setting(256, "requests", 1, 4096, "Requests of one session that may run at once.")
    refusals_per_connection: int = _setting(
        100, "messages", 1, 10_000, "Refused messages after which a connection is ended."
    )
    stderr_kept: int = _setting(64 * KIB, "bytes", KIB, MIB, "What is kept of a server's error output.")

    def __post_init__(self) -> None:
        """Hold every value against its declaration."""
        for declared in DECLARATIONS:
            _check(declared, getattr(self, declared.name))

    def replace(self, **changes: float) -> Settings:
        """A copy with other values. Raises ConfigError for an unknown name or a value outside its bounds."""
        for name in changes:
            if name not in _NAMES:
                raise ConfigError("there is no such setting", file="settings", key=name)
        # The names are known and __post_init__ checks type and bounds, which is more than the type checker could.
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]  # see above


def _check(declared: Declaration, value: object) -> None:
    """Raise ConfigError unless ``value`` fits. A bool is no number here."""
    fits = type(value) is declared.type or (declared.type is float and type(value) is int)
    if not fits or not isinstance(value, int | float) or not declared.low <= value <= declared.high:
        kind = "whole number" if declared.type is int else "number"
        raise ConfigError(
            "the value does not fit",
            file="settings",
            key=declared.name,
            remedy=f"Expected: a {kind} from {declared.low:.12g} to {declared.high:.12g} ({declared.unit}).",
        )


def _declare() -> tuple[Declaration, ...]:
    """The declarations, read off the fields of ``Settings``."""
    return tuple(
        Declaration(item.name, type(item.default), item.default, **item.metadata)
        for item in dataclasses.fields(Settings)
        if isinstance(item.default, int | float)
    )


DECLARATIONS: Final = _declare()
"""All settings, in the order in which a screen shows them."""
_NAMES: Final = frozenset(declared.name for declared in DECLARATIONS)
