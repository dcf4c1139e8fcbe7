"""Translates Assent's own words into the person's language (pure).

Catalogues are Qt's (``.ts``, ``.qm``); ``ui.text`` installs them here.

Invariants:
    All of Assent's own words on screen pass through here. The English text is the key, so that a text without a
    translation is shown in English, never as a code.
    Only the translated template is formatted; braces in the values have no meaning.
    ``Untrusted`` formats as its escaped form.
    A sentence of the host is translated with exactly the values that it came with, or shown in English.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from host.words import Wording, fields, filled

CONTEXT: Final = "assent"  # the only context in the catalogues

_SENTENCE_ENDS: Final = (".", "!", "?", "…", "⟩", "。", "！", "？", "।", "؟", "۔")  # noqa: RUF001
"""What ends a sentence, in any language."""

Translate: TypeAlias = "Callable[[str, int], str]"
"""Translates an English text. The number selects the plural form; -1 for none."""


def _english(source: str, _number: int) -> str:
    return source


_translate: Translate = _english


def install(translate: Translate | None) -> None:
    """Translate with this function from now on; None for English."""
    global _translate  # noqa: PLW0603  # one language at a time, as in Qt
    _translate = _english if translate is None else translate


def mark(source: str, /) -> str:
    """Return ``source`` and mark it for the catalogues: for constants, which ``tr`` translates when they are shown."""
    return source


def tr(source: str, /, **values: object) -> str:
    """Translate ``source`` and replace each ``{name}`` by a value.

    ``source`` is a literal, so that it gets into the catalogues, or a constant made by ``mark``.
    """
    translation = _translate(source, -1)
    return translation.format(**values) if values else translation


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """Translate a text with a number: ``one`` or ``many`` in English; a catalogue has all plural forms of its language.

    ``{n}`` is the number with thousands separators. ``many`` is the key in catalogues. Both are literals.
    """
    translation = _translate(many, n)
    if n == 1 and translation == many:
        translation = one
    return translation.format(n=f"{n:,}", **values)


def translated(text: str, /) -> str:
    """Translate a sentence of the host. It stays English if it came without its template."""
    if _translate is _english or not isinstance(text, Wording):
        return text
    number = text.values.get("n", -1) if text.many else -1
    template = _translate(text.many or text.template, number if isinstance(number, int) else -1)
    names, value_names = fields(template), {*text.values}
    if names is None or {*names} | {"n"} != value_names | {"n"}:
        return str(text)
    if template == text.many:
        template = text.template
    values = {name: translated(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return filled(template, values)


def sentence(clause: str, /) -> str:
    """Translate a clause of the host into a sentence, with a full stop and, if it begins with a word, a capital.

    An empty clause stays empty.
    """
    words = translated(clause)
    first = words.split(" ", 1)[0]
    capital = words[:1].upper() + words[1:] if first.isalpha() else words
    return capital if not words or words.endswith(_SENTENCE_ENDS) else f"{capital}."
