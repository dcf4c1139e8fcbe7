"""Secrets: values that are covered until the person shows them (pure).

Invariants:
    A value is covered only if its name or a vouched-for schema says secret and it looks like one. What could be a path,
    an address, code or prose is never covered, nor what the host read as one.
"""

from __future__ import annotations

from typing import Final

from host import naming, regex
from ui.inputs.kinds.kind import Explanation, InputValue, Kind, name_words
from ui.inputs.lines import ValuePath

NAMES: Final = naming.SECRETS | {"token", "clientsecret", "signingkey"}
"""Names of secrets. ``host.inspect.secrets`` has more, since it goes by the form of a value, too."""
_NO_SECRET_WORDS: Final = frozenset(
    "max maximum min count limit budget tokens page next cursor continuation sync id name path file length size "
    "pwd cwd dir directory folder command cmd shell script code query sql url uri link host endpoint to body text "
    "content message".split()
)
"""With such a word in the name, ``token`` counts or names something, or the value must be read in any case."""
_MAX_SECRET: Final = 256
"""Characters of the longest value that is covered; a longer one is a text, whatever its name."""
_NO_SECRET_CHARACTERS: Final = regex.pattern(r"[\s/\\|;`<>]|\$[({]|&&")
"""Characters of paths, addresses, commands and prose."""


def is_secret(value: str, path: ValuePath) -> bool:
    """Whether a text at ``path`` is covered because of its name."""
    return _looks_secret(value, name_words(path))


def _is_secret_value(value: InputValue) -> bool:
    """Whether a value is a secret; the schema's word counts if somebody vouched for the server."""
    is_declared = value.vouched and value.format == "password"
    return not value.readings and _looks_secret(value.raw, value.words, is_declared=is_declared)


def _looks_secret(value: str, words: frozenset[str], *, is_declared: bool = False) -> bool:
    if not (is_declared or words & NAMES) or words & _NO_SECRET_WORDS or len(value) > _MAX_SECRET:
        return False
    return value.isprintable() and _NO_SECRET_CHARACTERS.search(value) is None


KIND: Final = Kind("secret", lambda _: Explanation(masked=True), by_host=_is_secret_value)
