"""What is said of inputs, in our own words (pure).

Owns: the words for sizes, defaults, counts and values that could be mistaken for something else.

Invariants:
    Text that might pass for a number, a word of JSON or for nothing stands in quotation marks, and nothing else does.
"""

from __future__ import annotations

import re
from typing import Final

from host.text import TextSize, Untrusted, escape, one_line
from ui.inputs.lines import NumberLines, is_short_name, squeezed
from ui.inputs.model import Form, Input, type_of
from ui.tr import tr, tr_n

SPOKEN: Final = 120
"""Characters of a value that a screen reader is given with its row."""

_LONG_LINE: Final = 400
_LONG_RUN: Final = 32
_DEFAULT: Final = 60
_NUMBER: Final = re.compile(r"[-+]?\.?\d[\d_.,]*(?:[eE][-+]?\d+)?%?")
_JSON_WORDS: Final = frozenset({"true", "false", "null", "none", "undefined", "nan"})


def unknown() -> str:
    """The flag of an input that the schema does not name."""
    return tr("not in the tool's description")


def about(given: Input) -> str:
    """What stands below the name: the type where the value does not tell it, and whether it could be left out.

    What must be given is the usual case, and says nothing.
    """
    own = type_of(given.value, given.form)
    is_same = own in given.type or given.type in own
    tells = given.described and not is_same and given.form not in (Form.OBJECT, Form.LIST, Form.NUMBERS)
    optional = isinstance(given.name, Untrusted) and bool(given.schema) and not given.required and not given.unknown
    return " · ".join([given.type] * tells + [tr("optional")] * (optional and not given.missing))


def not_given() -> str:
    """In place of a value that the call leaves out."""
    return tr("not given")


def lines_words(lines: int) -> str:
    """``1 line``, ``14,200 lines``."""
    return tr_n("{n} line", "{n} lines", lines)


def characters_words(characters: int) -> str:
    """``1 character``, ``14,200 characters``."""
    return tr_n("{n} character", "{n} characters", characters)


def size_words(size: TextSize, shown: int = 0) -> str:
    """``2 lines · 61 characters``, and what of the text is unlike other texts. ``shown``: lines on the screen."""
    parts = [lines_words(size.lines), characters_words(size.characters)]
    if size.longest_line > _LONG_LINE and size.lines > 1:
        parts.append(tr("longest line {length}", length=f"{size.longest_line:,}"))
    if size.whitespace_run >= _LONG_RUN:
        parts.append(tr_n("{n} blank in a row", "{n} blanks in a row", size.whitespace_run))
    if shown > size.lines:
        parts.append(tr_n("counts as {n} line", "counts as {n} lines", shown))
    return " · ".join(parts)


def text_words(raw: str) -> tuple[str, str]:
    """A text of one line as it is shown, and what must be said about it: ``("123", text that looks like a number)``."""
    note = oddity(raw)
    shown = squeezed(escape(raw))
    return (f'"{shown}"', note) if note else (shown, "")


def value_words(given: Input) -> tuple[str, str]:
    """A short value as it is shown, and what must be said about it."""
    if given.form is Form.TEXT:
        return text_words(given.shown.raw())
    if given.form is Form.NUMBERS and isinstance(given.value, list):
        return NumberLines(given.value).part(0, 1)[0], inside_words(given)
    if given.form in (Form.OBJECT, Form.LIST):
        empty = tr("empty object") if given.form is Form.OBJECT else tr("empty list")
        return given.shown.raw(), empty  # {} or []
    nothing = tr("nothing")
    return escape(given.shown.raw()), nothing if given.value is None and given.type != nothing else ""


def default_words(given: Input) -> str:
    """What to say about the default; the empty text where the schema has none."""
    if given.default is None:
        return ""
    default = one_line(given.default.raw(), _DEFAULT)
    if given.missing:
        return tr("the server's default: {default}", default=default)
    if given.differs:
        return tr("differs from the default {default}", default=default)
    return tr("default {default}", default=default)


def server_words(given: Input) -> tuple[Untrusted, ...]:
    """What the server says of an input, in its words: title and description, unless they say the name alone.

    Long ones stay the very objects that they are in the schema: many inputs may share one.
    """
    name = given.name.raw() if isinstance(given.name, Untrusted) else ""
    parts = [part for part in (given.title, given.description) if part is not None]
    parts = [part if len(part.raw()) > SPOKEN else Untrusted(part.raw().strip()) for part in parts]
    return tuple(dict.fromkeys(part for part in parts if len(part.raw()) > SPOKEN or not _same(part.raw(), name)))


def joined(server_words: tuple[Untrusted, ...]) -> Untrusted:
    """All that a server says of an input, in one text."""
    return Untrusted(" · ".join(part.raw() for part in server_words))


def toggle_words(given: Input, name: str, *, is_open: bool) -> tuple[str, str]:
    """What the button says that folds and unfolds an object or a list, and what a screen reader says of it."""
    inside = len(given.value) if isinstance(given.value, (dict, list)) else 0
    if given.form is Form.LIST:
        if is_open:
            return inside_words(given), tr_n("Hide {n} item of {name}", "Hide {n} items of {name}", inside, name=name)
        spoken_name = tr_n("Show {n} item of {name}", "Show {n} items of {name}", inside, name=name)
        return tr_n("Show {n} item", "Show {n} items", inside), spoken_name
    if is_open:
        return inside_words(given), tr_n("Hide {n} value of {name}", "Hide {n} values of {name}", inside, name=name)
    spoken_name = tr_n("Show {n} value of {name}", "Show {n} values of {name}", inside, name=name)
    return tr_n("Show {n} value", "Show {n} values", inside), spoken_name


def inside_words(given: Input) -> str:
    """How much is inside an object or a list."""
    inside = len(given.value) if isinstance(given.value, (dict, list)) else 0
    if given.form is Form.NUMBERS:
        return tr_n("{n} number", "{n} numbers", inside)
    if given.form is Form.LIST:
        return tr_n("{n} item", "{n} items", inside)
    return tr_n("{n} value", "{n} values", inside)


def name_words(name: str | Untrusted) -> str:
    """An input's exact name; one that could not be seen stands in quotation marks."""
    if isinstance(name, str):
        return name
    raw = name.raw()
    shown = squeezed(escape(raw))
    return shown if raw == raw.strip() and raw and not raw.startswith('"') else f'"{shown}"'


def name_brief(name: str | Untrusted) -> str:
    """An input's name for a screen reader; how much of a long one is left out stands behind it."""
    return name_words(name) if isinstance(name, str) or is_short_name(name.raw()) else one_line(name.raw(), SPOKEN)


def missing_words(given: Input) -> str:
    """An input that is not given, on one line: ``limit · whole number · the server's default: 10``."""
    return " · ".join(filter(None, (name_words(given.name), given.type, default_words(given))))


def spoken(given: Input, *, masked: bool = False) -> str:
    """What a screen reader says of a row: ``path, text, required: notes/summary.txt``. ``masked``: not the value."""
    about = [name_brief(given.name), given.type]
    about += [tr("required")] if given.required else []
    about += [unknown()] if given.unknown else []
    if given.missing:
        value = ", ".join(filter(None, (not_given(), default_words(given))))
    elif masked:
        value = tr("covered, {size}", size=characters_words(len(given.shown.raw())))
    elif given.form in (Form.OBJECT, Form.LIST, Form.NUMBERS):
        value = inside_words(given)
    else:
        value = one_line(given.shown.raw(), SPOKEN) or tr("empty text")
    return tr("{title}: {value}", title=", ".join(filter(None, about)), value=value)


def _same(said: str, name: str) -> bool:
    return said.casefold() == name.casefold()


def oddity(raw: str) -> str:
    """What must be said of a text that could be taken for something else: a number, *true*, nothing; else empty."""
    if not raw:
        return tr("empty text")
    if not raw.strip():
        return tr_n("text of {n} blank and nothing else", "text of {n} blanks and nothing else", len(raw))
    if raw != raw.strip():
        return _blank_ends(raw)
    if _NUMBER.fullmatch(raw):
        return tr("text, not a number")
    if raw.lower() in _JSON_WORDS:
        return tr("text, not the value {word}", word=raw.lower())
    return tr("text with its own quotation marks") if raw.startswith('"') else ""


def _blank_ends(raw: str) -> str:
    if raw == raw.rstrip():
        return tr("text with blanks at its start")
    return tr("text with blanks at its end") if raw == raw.lstrip() else tr("text with blanks at its ends")
