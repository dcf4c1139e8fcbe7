"""What a kind of value is: how it is recognised, and how a value of it is explained (pure).

A kind is one module of this package with one ``KIND``; ``ui.inputs.kinds`` lists them.

Invariants:
    A kind decides only about the explanation; the value is always shown as it is sent.
    Only the first 64 KiB of a value are read to recognise it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from host.control.views import Reading, Said
from host.model import JsonObject
from host.naming import parts
from host.text import Untrusted, one_line
from host.values import PartlyPrinted
from ui.inputs.highlight import Language
from ui.inputs.lines import Style, ValuePath, is_inline
from ui.inputs.model import Form, Input
from ui.tr import translated

MAX_CHARACTERS: Final = 65_536
"""Characters of a value that are read to recognise it."""
_MAX_NAME_CHARACTERS: Final = 64
"""Characters of a name that are read."""
_MAX_NOTE_CHARACTERS: Final = 300
"""Characters of a note of the host that are shown."""


class Fact(Struct, frozen=True):
    """One line below a value. ``name``: Assent's word for it; empty if the words say all."""

    name: str
    words: str | Untrusted


class FileType(NamedTuple):
    """A type of file. ``format``: Qt's name for a picture that can be drawn, else empty."""

    name: str
    format: str = ""


class DecodedBytes(Struct, frozen=True):
    """Decoded base64. ``kind``: the type by the first bytes; None if it is unknown."""

    data: bytes
    kind: FileType | None


class Explanation(Struct, frozen=True):
    """What is shown about a value."""

    facts: tuple[Fact, ...] = ()
    styles: tuple[Style, ...] = ()  # of a value on one line
    language: Language = ""  # of code that ``highlight`` knows, else empty
    other_form: Untrusted | None = None  # the value in a form that is easier to read, or None
    other_form_name: str = ""
    picture: DecodedBytes | None = None  # bytes that may be drawn when the person asks for it, or None
    masked: bool = False  # whether the value is covered until the person shows it
    letters_matter: bool = True  # whether a person would read the value letter by letter


class InputValue(Struct, frozen=True):
    """An input with all that a kind may look at."""

    tool_input: Input
    words: frozenset[str]  # the words of its name, in small letters
    text: str  # the beginning of a text that is not blank; empty for any other value
    readings: tuple[Reading, ...] = ()  # what the host read in it
    vouched: bool = False  # whether the server is trusted, so that its word on the kind of a value counts
    now: float = 0.0  # the time, in Unix seconds

    @property
    def raw(self) -> str:
        """The whole value, as text."""
        return self.tool_input.shown.raw()

    @property
    def name(self) -> str:
        """The name of the value; an item has the name of its list."""
        return _last_name(self.tool_input.path)

    @property
    def format(self) -> object:
        """The ``format`` in the schema."""
        return self.tool_input.schema.get("format")

    @property
    def is_one_line(self) -> bool:
        """Whether the value is shown on one line."""
        return self.tool_input.form is Form.WORD or is_inline(self.raw)

    def was_read_as(self, kind: str) -> bool:
        """Whether the host read it as this kind (``views.Reading.kind``)."""
        return any(reading.kind == kind for reading in self.readings)


Detector: TypeAlias = Callable[[InputValue], bool]


def detect_nothing(value: InputValue) -> bool:  # noqa: ARG001  # the signature of detectors
    """Detect nothing."""
    return False


class Kind(PartlyPrinted, Struct, frozen=True):
    """A kind of value, with the detectors that recognise it.

    Detectors are asked in the order in which they stand here, each one of all kinds before the next: by the schema of a
    text, the host's readings, its form, its name and what is beside it; the last one is for numbers.
    """

    UNPRINTED = frozenset({"explain"})

    name: str
    explain: Callable[[InputValue], Explanation]
    by_schema: Detector = detect_nothing
    by_host: Detector = detect_nothing
    by_value: Detector = detect_nothing
    by_name: Detector = detect_nothing
    by_number: Detector = detect_nothing


def input_value(
    input_: Input, readings: tuple[Reading, ...] = (), *, vouched: bool = False, now: float = 0.0
) -> InputValue:
    """An input with all that kinds look at."""
    text = input_.value[:MAX_CHARACTERS] if isinstance(input_.value, str) and input_.value.strip() else ""
    return InputValue(input_, name_words(input_.path), text, readings, vouched, now)


def name_words(path: ValuePath) -> frozenset[str]:
    """The words of a value's name, also with two neighbours joined; an item has the name of its list."""
    words = parts(_last_name(path)[:_MAX_NAME_CHARACTERS])
    joined = [one + other for one, other in pairwise(words)]
    return frozenset((*words, *joined, *(part[:-1] for part in words if part.endswith("s"))))


def _last_name(path: ValuePath) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def text_beside(value: InputValue, names: tuple[str, ...]) -> str:
    """The first short text beside the value under one of these names; empty if there is none."""
    siblings: JsonObject = value.tool_input.siblings
    values = (siblings.get(name) for name in names)
    return next((text for text in values if isinstance(text, str) and len(text) <= 4096), "")


def host_facts(readings: tuple[Reading, ...]) -> tuple[Fact, ...]:
    """The facts of the host's readings."""
    return tuple(_fact(fact) for reading in readings for fact in reading.facts)


def _fact(host_fact: Said) -> Fact:
    """A fact of the host. One without a name is a note of the host, not a value."""
    if not host_fact.name:
        return Fact("", one_line(translated(host_fact.value), _MAX_NOTE_CHARACTERS))
    return Fact(translated(host_fact.name), Untrusted(translated(host_fact.value)))
