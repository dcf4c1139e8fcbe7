"""How a content is looked at: sizes, themes, scale, direction, language.

Owns: the table ``LOOKS``; a new way to look at every content is a row of it.

Invariants: the name of a picture is its content's, and the look's behind it, but for the usual look, which has no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Final

from host.values import replace
from tests.gallery.situation import LEAST, SMALL, Situation
from ui.theme import Scheme

WIDE: Final = (1280, 860)
WIDE_MAIN: Final = (1680, 900)
_NAMED: Final = re.compile(r"-(dark|light|contrast|200|300|least|narrow|small|wide|translated|mirrored)\b.*$")


@dataclass(frozen=True, slots=True)
class Look:
    """One way to look at a content.

    Attributes:
        name: in the name of the picture, and over it on a sheet; empty for the usual one.
        scheme, scale, mirrored, translated: as in ``Situation``.
        consent, main: the size of a consent window and of the main one; None for the content's own.
    """

    name: str = ""
    scheme: Scheme = "light"
    scale: str = "1"
    mirrored: bool = False
    translated: bool = False
    consent: tuple[int, int] | None = None
    main: tuple[int, int] | None = None


LOOKS: Final = (
    Look(),
    Look("small", consent=SMALL, main=LEAST),
    Look("wide", consent=WIDE, main=WIDE_MAIN),
    Look("dark", "dark"),
    Look("contrast", "contrast"),
    Look("200", scale="2"),
    Look("mirrored", mirrored=True),
    Look("translated", translated=True),
)
"""What a sheet shows of each content, from left to right."""


def contents(situations: Iterable[Situation]) -> list[Situation]:
    """One situation of each content, in the order of the list: what is not another one's look."""
    names = {situation.name for situation in situations}
    return [it for it in situations if not (_NAMED.search(it.name) and _NAMED.sub("", it.name) in names)]


def pictures(content: Situation) -> Iterator[Situation]:
    """A content in every look."""
    for look in LOOKS:
        size = (look.consent if content.name.startswith(("consent-", "real-")) else look.main) or content.size
        name = f"{content.name}-{look.name}" if look.name else content.name
        scheme = look.scheme if look.name else content.scheme
        yield replace(
            content,
            name=name,
            scheme=scheme,
            scale=look.scale,
            mirrored=look.mirrored,
            translated=look.translated,
            size=size,
        )


def is_wanted(picture: str, names: Sequence[str]) -> bool:
    """Whether ``names`` ask for a picture: by its own name, or its content's; all are wanted where none is named."""
    content = next((picture.removesuffix(f"-{it.name}") for it in LOOKS if picture.endswith(f"-{it.name}")), picture)
    return not names or any(fnmatch(picture, name) or fnmatch(content, name) for name in names)


def every_picture(situations: Iterable[Situation]) -> list[Situation]:
    """Each content in every look, and what else the list has."""
    listed = list(situations)
    looked = {picture.name: picture for content in contents(listed) for picture in pictures(content)}
    return [*looked.values(), *(it for it in listed if it.name not in looked)]
