"""All numbers that people may change, each declared once.

Owns: name, default, unit, bounds and meaning of each setting; screens and documentation are made from the declarations.

Invariants: a ``Settings`` object holds no value outside its bounds. No environment variable changes a setting.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar  # Any: a declaration without its name

from msgspec import Struct

from host.errors import ConfigError
from host.values import replace
from host.words import say

Number = TypeVar("Number", int, float)

KIB: Final = 1024
MIB: Final = 1024 * KIB
MOMENT: Final = 0.01
"""The shortest wait in seconds. Short waits only refuse more; tests use them."""

CARE: Final = "How careful to be"
WAITING: Final = "Waiting for people"
RUNNING: Final = "Running calls"
STARTING: Final = "Starting and listing"
LIMITS: Final = "Limits"
APPS: Final = "AI apps"
GROUPS: Final = (CARE, WAITING, RUNNING, STARTING, LIMITS, APPS)


class Declaration(Struct, frozen=True):
    """The declaration of one setting."""

    name: str
    type: type[int] | type[float]
    default: float  # in ``unit``
    unit: str  # ``s``, ``bytes`` or the things that are counted
    low: float
    high: float
    group: str
    title: str
    doc: str
    usual: tuple[float, ...] = ()  # the values that the screen offers; empty for a setting that only experts need


def _setting(
    default: Number,
    unit: str,
    low: Number,
    high: Number,
    group: str,
    title: str,
    doc: str,
    usual: tuple[Number, ...] = (),
) -> Number:
    """Declare the next field of ``Settings``, and return its default."""
    _declared.append((type(default), default, unit, low, high, group, title, doc, usual))
    return default


_declared: Final[list[tuple[Any, ...]]] = []
"""The declarations of the fields of ``Settings`` in their order, without the names."""


class Settings(Struct, frozen=True, kw_only=True):
    """The values of all settings. Raises ConfigError for a value outside its bounds."""

    decision_timeout: float = _setting(
        300.0, "s", MOMENT, 900.0, CARE, "Time to decide",
        "How long a call waits for a person before it is denied.", usual=(60.0, 300.0, 900.0),
    )  # fmt: skip
    approver_grace: float = _setting(
        30.0, "s", 0.0, 300.0, WAITING, "Time without a window",
        "How long calls wait while there is no window to answer.",
    )  # fmt: skip
    execution_timeout: float = _setting(
        600.0, "s", MOMENT, 3600.0, RUNNING, "Time for a call",
        "How long a server may work on a call; progress restarts that time.",
    )  # fmt: skip
    execution_longest: float = _setting(
        3600.0, "s", MOMENT, 86400.0, RUNNING, "Longest call", "The longest that a call runs, progress or not."
    )
    idle_stop: float = _setting(
        600.0, "s", MOMENT, 86400.0, STARTING, "Time to stay idle",
        "How long an unused server keeps running; it starts again when it is needed.",
    )  # fmt: skip
    start_timeout: float = _setting(
        60.0, "s", MOMENT, 600.0, STARTING, "Time to start", "How long a server may take to start and greet."
    )
    list_timeout: float = _setting(
        10.0, "s", MOMENT, 60.0, STARTING, "Time to list tools", "How long a server may take to list its tools."
    )
    fresh_list_timeout: float = _setting(
        2.0, "s", MOMENT, 10.0, STARTING, "Time to list tools again",
        "How long the listing between an approval and its call may take.",
    )  # fmt: skip
    listing_max_age: float = _setting(
        60.0, "s", 0.0, 60.0, STARTING, "Age of a tool list",
        "How old the listing behind an automatically allowed call may be.",
    )  # fmt: skip
    list_pages: int = _setting(
        50, "pages", 1, 1000, STARTING, "Pages of a tool list", "Pages that are read of one listing."
    )
    tools_per_server: int = _setting(
        1000, "tools", 1, 10_000, STARTING, "Tools of a server", "Tools that one server may list."
    )
    frame_to_server: int = _setting(
        4 * MIB, "bytes", KIB, 64 * MIB, LIMITS, "Message to a server", "The largest message towards a server."
    )
    frame_from_server: int = _setting(
        32 * MIB, "bytes", KIB, 256 * MIB, LIMITS, "Message from a server", "The largest message from a server."
    )
    pending_per_app: int = _setting(
        64, "calls", 1, 1024, WAITING, "Waiting calls of an app", "Calls of one app that may wait for a person."
    )
    pending_per_server: int = _setting(
        128, "calls", 1, 1024, WAITING, "Waiting calls to a server", "Calls to one server that may wait for a person."
    )
    pending_bytes_per_app: int = _setting(
        32 * MIB, "bytes", KIB, 64 * MIB, WAITING, "Size of an app's waiting calls",
        "An app's waiting calls, with their tools' definitions.",
    )  # fmt: skip
    pending_bytes: int = _setting(
        64 * MIB, "bytes", KIB, 256 * MIB, WAITING, "Size of all waiting calls",
        "All waiting calls, with their tools' definitions.",
    )  # fmt: skip
    in_flight_per_session: int = _setting(
        256, "requests", 1, 4096, RUNNING, "Requests at once", "Requests of one session that may run at once."
    )
    refusals_per_connection: int = _setting(
        100, "messages", 1, 10_000, LIMITS, "Refused messages", "Refused messages after which a connection is ended."
    )
    stderr_kept: int = _setting(
        64 * KIB, "bytes", KIB, MIB, LIMITS, "Error output", "How much of a server's error output is kept."
    )
    result_in_memory: int = _setting(
        64 * KIB, "bytes", 64 * KIB, 16 * MIB, LIMITS, "Result in memory",
        "Larger results are kept on disk, for tickets and the history.",
    )  # fmt: skip
    spool_per_app: int = _setting(
        128 * MIB, "bytes", 0, 4096 * MIB, LIMITS, "Large results of an app",
        "Space on the disk for one app's large results.",
    )  # fmt: skip
    spool: int = _setting(
        512 * MIB, "bytes", 0, 16_384 * MIB, LIMITS, "All large results",
        "Space on the disk for all large results.",
    )  # fmt: skip
    http_port: int = _setting(
        0, "port", 0, 65_535, APPS, "Port for apps over HTTP",
        "Where AI apps connect over HTTP, from the next start on; 0 for nowhere.",
    )  # fmt: skip

    def __post_init__(self) -> None:
        for declared in DECLARATIONS:
            _check(declared, getattr(self, declared.name))

    def replace(self, **changes: float) -> Settings:
        """Copy with other values. Raises ConfigError for an unknown name or a value outside its bounds."""
        for name in changes:
            if name not in DECLARED:
                raise ConfigError(say("there is no such setting"), file="settings", key=name)
        # The names are known, and __post_init__ checks types and bounds.
        return replace(self, **changes)  # type: ignore[arg-type]  # see above

    def values(self) -> dict[str, float]:
        """Every value, by name."""
        return {declared.name: getattr(self, declared.name) for declared in DECLARATIONS}


def exact(name: str, value: float) -> float:
    """Return ``value`` in the type of the setting ``name``: JSON and screens do not distinguish 5 and 5.0."""
    declared = DECLARED.get(name)
    is_whole = declared is not None and declared.type is int and float(value).is_integer()
    return int(value) if is_whole else value


def expected(declared: Declaration) -> str:
    """The valid values, as a sentence."""
    low, high, unit = f"{declared.low:.12g}", f"{declared.high:.12g}", declared.unit
    if declared.type is int:
        return say("Expected: a whole number from {low} to {high} ({unit}).", low=low, high=high, unit=unit)
    return say("Expected: a number from {low} to {high} ({unit}).", low=low, high=high, unit=unit)


def _check(declared: Declaration, value: object) -> None:
    """Raise ConfigError unless ``value`` is valid. A bool is no number here."""
    is_right_type = type(value) is declared.type or (declared.type is float and type(value) is int)
    if not is_right_type or not isinstance(value, int | float) or not declared.low <= value <= declared.high:
        raise ConfigError(say("the value does not fit"), file="settings", key=declared.name, remedy=expected(declared))


DECLARATIONS: Final = tuple(
    Declaration(name, *declared) for name, declared in zip(Settings.__struct_fields__, _declared, strict=True)
)
"""All settings, in the order in which a screen shows them."""
DECLARED: Final = {declared.name: declared for declared in DECLARATIONS}


DEFAULTS: Final = Settings()


class LiveSettings:
    """A holder of the settings in force, shared by all parts that read them."""

    __slots__ = ("now",)

    def __init__(self, now: Settings = DEFAULTS) -> None:
        self.now = now
