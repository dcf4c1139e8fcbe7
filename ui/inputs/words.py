"""What Assent says of inputs (pure).

Owns: the words for sizes, defaults, counts, and values that could be mistaken for something else.

Invariants:
    Text that could be mistaken for a number, a word of JSON or nothing is in quotation marks, and no other text is.
"""

from __future__ import annotations

from typing import Final

from host import regex
from host.text import TextSize, Untrusted, escape, one_line
from ui.inputs.lines import NumberLines, ValuePath, is_short_name, squeezed
from ui.inputs.model import Form, Input, type_of
from ui.tr import mark, tr, tr_n

SPOKEN: Final = 120
"""Characters of a value in the name of its row for a screen reader."""

UNKNOWN: Final = mark("not in the tool's description")
NOT_GIVEN: Final = mark("not given")
_STEP_LENGTH: Final = 60
_LONG_LINE: Final = 400
_LONG_RUN: Final = 32
_DEFAULT_LENGTH: Final = 60
_NUMBER: Final = regex.pattern(r"[-+]?\.?\d[\d_.,]*(?:[eE][-+]?\d+)?%?")
_JSON_WORDS: Final = frozenset({"true", "false", "null", "none", "undefined", "nan"})


def caption_words(input_: Input) -> str:
    """What is shown below the name: the type, if the value does not show it, and whether the input is optional."""
    own_type = type_of(input_.value, input_.form)
    says_same = own_type in input_.type or input_.type in own_type
    is_simple = input_.form not in (Form.OBJECT, Form.LIST, Form.NUMBERS)
    about = [input_.type] if input_.described_type and is_simple and not says_same else []
    is_described = isinstance(input_.name, Untrusted) and bool(input_.schema) and not input_.unknown
    is_optional = is_described and not input_.required and not input_.missing
    return " · ".join([*about, tr("optional")] if is_optional else about)


def lines_words(lines: int) -> str:
    """``1 line``, ``14,200 lines``."""
    return tr_n("{n} line", "{n} lines", lines)


def characters_words(characters: int) -> str:
    """``1 character``, ``14,200 characters``."""
    return tr_n("{n} character", "{n} characters", characters)


def size_words(size: TextSize, shown: int = 0) -> str:
    """``2 lines · 61 characters``, and what is unusual about the text. ``shown``: lines on the screen."""
    parts = [lines_words(size.lines), characters_words(size.characters)]
    if size.longest_line > _LONG_LINE and size.lines > 1:
        parts.append(tr("longest line {length}", length=f"{size.longest_line:,}"))
    if size.whitespace_run >= _LONG_RUN:
        parts.append(tr_n("{n} blank in a row", "{n} blanks in a row", size.whitespace_run))
    if shown > size.lines:
        parts.append(tr_n("counts as {n} line", "counts as {n} lines", shown))
    return " · ".join(parts)


def text_and_note(raw: str) -> tuple[str, str]:
    """A text of one line as it is shown, and a note on it: ``"123"`` with ``text, not a number``."""
    note = ambiguity_note(raw)
    shown = squeezed(escape(raw))
    return (f'"{shown}"', note) if note else (shown, "")


def value_and_note(input_: Input) -> tuple[str, str]:
    """A short value as it is shown, and a note on it, which may be empty."""
    if input_.form is Form.TEXT:
        return text_and_note(input_.shown.raw())
    if input_.form is Form.NUMBERS and isinstance(input_.value, list):
        return NumberLines(input_.value).texts(0, 1)[0], inside_words(input_)
    if input_.form in (Form.OBJECT, Form.LIST):
        return input_.shown.raw(), tr("empty object") if input_.form is Form.OBJECT else tr("empty list")  # {} or []
    nothing = tr("nothing")
    return escape(input_.shown.raw()), nothing if input_.value is None and input_.type != nothing else ""


def default_words(input_: Input) -> str:
    """The words for the default; empty if the schema has none."""
    if input_.default is None:
        return ""
    default = one_line(input_.default.raw(), _DEFAULT_LENGTH)
    if input_.missing:
        return tr("the server's default: {default}", default=default)
    if input_.differs:
        return tr("differs from the default {default}", default=default)
    return tr("default {default}", default=default)


def server_words(input_: Input) -> tuple[Untrusted, ...]:
    """The server's title and description of an input, unless they only repeat the name.

    Long ones are not copied, since many inputs may share one.
    """
    name = input_.name.raw().casefold() if isinstance(input_.name, Untrusted) else ""
    parts = [part for part in (input_.title, input_.description) if part is not None]
    parts = [part if len(part.raw()) > SPOKEN else Untrusted(part.raw().strip()) for part in parts]
    return tuple(dict.fromkeys(part for part in parts if len(part.raw()) > SPOKEN or part.raw().casefold() != name))


def join_server_words(server_words: tuple[Untrusted, ...]) -> Untrusted:
    """Join all that a server says of an input into one text."""
    return Untrusted(" · ".join(part.raw() for part in server_words))


def toggle_words(input_: Input, name: str, *, is_open: bool) -> tuple[str, str]:
    """The caption of the button that folds an object or a list, and its name for a screen reader."""
    inside = len(input_.value) if isinstance(input_.value, (dict, list)) else 0
    if input_.form is Form.LIST:
        if is_open:
            return inside_words(input_), tr_n("Hide {n} item of {name}", "Hide {n} items of {name}", inside, name=name)
        spoken_name = tr_n("Show {n} item of {name}", "Show {n} items of {name}", inside, name=name)
        return tr_n("Show {n} item", "Show {n} items", inside), spoken_name
    if is_open:
        return inside_words(input_), tr_n("Hide {n} value of {name}", "Hide {n} values of {name}", inside, name=name)
    spoken_name = tr_n("Show {n} value of {name}", "Show {n} values of {name}", inside, name=name)
    return tr_n("Show {n} value", "Show {n} values", inside), spoken_name


def inside_words(input_: Input) -> str:
    """How many values are inside an object or a list."""
    inside = len(input_.value) if isinstance(input_.value, (dict, list)) else 0
    if input_.form is Form.NUMBERS:
        return tr_n("{n} number", "{n} numbers", inside)
    if input_.form is Form.LIST:
        return tr_n("{n} item", "{n} items", inside)
    return tr_n("{n} value", "{n} values", inside)


def name_words(name: str | Untrusted) -> str:
    """The exact name of an input; one that is empty, has blank ends or begins with a quotation mark is quoted."""
    if isinstance(name, str):
        return name
    raw = name.raw()
    shown = squeezed(escape(raw))
    return shown if raw == raw.strip() and raw and not raw.startswith('"') else f'"{shown}"'


def brief_name(name: str | Untrusted) -> str:
    """The name of an input for a screen reader; a long one is cut and says how much is left out."""
    return name_words(name) if isinstance(name, str) or is_short_name(name.raw()) else one_line(name.raw(), SPOKEN)


def path_words(path: ValuePath) -> str:
    """The place of a value, safe to show: ``options ▸ retries ▸ item 2``."""
    return " ▸ ".join(map(_step_words, path)) or tr("all inputs")


def _step_words(step: str | int) -> str:
    if isinstance(step, int):
        return tr("item {number}", number=f"{step + 1:,}")
    escaped = escape(step[:_STEP_LENGTH])
    cut_count = len(step) - _STEP_LENGTH
    cut_note = tr_n("⟨… {n} more character⟩", "⟨… {n} more characters⟩", cut_count) if cut_count > 0 else ""
    return (escaped if step.strip() == step and step and "▸" not in step else f'"{escaped}"') + cut_note


def missing_words(input_: Input) -> str:
    """An input that is not given, on one line: ``limit · whole number · the server's default: 10``."""
    return " · ".join(filter(None, (name_words(input_.name), input_.type, default_words(input_))))


def spoken_words(input_: Input, *, is_masked: bool = False) -> str:
    """The name of a row for a screen reader: ``path, text, required: notes/summary.txt``. ``is_masked``: no value."""
    about = [brief_name(input_.name), input_.type]
    about += [tr("required")] if input_.required else []
    about += [tr(UNKNOWN)] if input_.unknown else []
    if input_.missing:
        value = ", ".join(filter(None, (tr(NOT_GIVEN), default_words(input_))))
    elif is_masked:
        value = tr("covered, {size}", size=characters_words(len(input_.shown.raw())))
    elif input_.form in (Form.OBJECT, Form.LIST, Form.NUMBERS):
        value = inside_words(input_)
    else:
        value = one_line(input_.shown.raw(), SPOKEN) or tr("empty text")
    return tr("{title}: {value}", title=", ".join(filter(None, about)), value=value)


def ambiguity_note(raw: str) -> str:
    """A note on a text that could be mistaken for something else: a number, *true*, nothing; else empty."""
    if not raw:
        return tr("empty text")
    if not raw.strip():
        return tr_n("text of {n} blank and nothing else", "text of {n} blanks and nothing else", len(raw))
    if raw != raw.strip():
        return _blank_ends_note(raw)
    if _NUMBER.fullmatch(raw):
        return tr("text, not a number")
    if raw.lower() in _JSON_WORDS:
        return tr("text, not the value {word}", word=raw.lower())
    return tr("text with its own quotation marks") if raw.startswith('"') else ""


def _blank_ends_note(raw: str) -> str:
    if raw == raw.rstrip():
        return tr("text with blanks at its start")
    return tr("text with blanks at its end") if raw == raw.lstrip() else tr("text with blanks at its ends")
