"""Our own words in the person's language (pure).

Catalogues are Qt's (``.ts``, ``.qm``); ``ui.text`` installs them here.

Invariants:
    All words of ours on screen pass through here. The English text is the key, so that a word without a translation is
    shown in English, never as a code.
    Only the translated template is formatted: what is put into it is a value, and braces in that mean nothing.
    ``Untrusted`` formats as its escaped form.
    A sentence of the host's is translated with exactly the values that it came with, or shown in English.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from host.words import Wording, fields, filled

CONTEXT: Final = "assent"
"""The one context of our catalogues."""

_STOPS: Final = (".", "!", "?", "…", "⟩", "。", "！", "？", "।", "؟", "۔")  # noqa: RUF001
"""What ends a sentence, in whatever language it is told."""

Translate: TypeAlias = "Callable[[str, int], str]"
"""From English, and a number for plural forms (-1 for none), to the person's language."""


def _english(source: str, _number: int) -> str:
    return source


_translate: Translate = _english


def install(translate: Translate | None) -> None:
    """From now on translate by this; None for English."""
    global _translate  # noqa: PLW0603  # one language at a time, as Qt has it
    _translate = _english if translate is None else translate


def mark(source: str, /) -> str:
    """``source`` itself, noted for the catalogues: for constants, which ``tr`` translates where they are shown."""
    return source


def tr(source: str, /, **values: object) -> str:
    """``source`` in the person's language, with ``{name}`` replaced by values.

    ``source`` is a literal, so that it is found for the catalogues, or a constant made by ``mark``.
    """
    said = _translate(source, -1)
    return said.format(**values) if values else said


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """The form for a number: ``one`` or ``many`` in English, as many forms as the language has in a catalogue.

    ``{n}`` is the number with its thousands apart. In catalogues ``many`` is the key. Both are literals.
    """
    said = _translate(many, n)
    if n == 1 and said == many:
        said = one
    return said.format(n=f"{n:,}", **values)


def translated(text: str, /) -> str:
    """A sentence of the host's in the person's language; in English where it came without its parts."""
    if _translate is _english or not isinstance(text, Wording):
        return text
    number = text.values.get("n", -1) if text.many else -1
    template = _translate(text.many or text.template, number if isinstance(number, int) else -1)
    names, wanted = fields(template), {*text.values}
    if names is None or {*names} | {"n"} != wanted | {"n"}:
        return str(text)
    if template == text.many:
        template = text.template
    return filled(template, {name: translated(it) if isinstance(it, str) else it for name, it in text.values.items()})


def sentence(clause: str, /) -> str:
    """A clause of the host's as a sentence in the person's language: with a capital, where it begins with a word, and a
    full stop. Empty for none.
    """  # noqa: D205
    words = translated(clause)
    first = words.split(" ", 1)[0]
    capital = words[:1].upper() + words[1:] if first.isalpha() else words
    return capital if not words or words.endswith(_STOPS) else f"{capital}."
