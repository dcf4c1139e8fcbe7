"""Secrets: values that are covered until the person wants to see them (pure).

Invariants:
    Only what is called a secret and looks like one is covered. What could be a path, an address, code or prose never
    is, whoever says so, nor what the host read as one.
"""

from __future__ import annotations

import re
from typing import Final

from host import naming
from ui.inputs.kinds.kind import Explanation, InputValue, Kind, name_words
from ui.inputs.lines import ValuePath

NAMES: Final = naming.SECRETS | {"token", "clientsecret", "signingkey"}
"""What is covered for its name alone. ``host.inspect.secrets`` has other words besides, for it judges by form too."""
_NOT_SECRET: Final = frozenset(
    "max maximum min count limit budget tokens page next cursor continuation sync id name path file length size "
    "pwd cwd dir directory folder command cmd shell script code query sql url uri link host endpoint to body text "
    "content message".split()
)
"""Beside such a word, ``token`` counts or names something, or the value is to be read whatever else it is."""
_LONGEST: Final = 256
"""Characters of the longest value that is covered: more is a text, whatever its name says."""
_NO_SECRET: Final = re.compile(r"[\s/\\|;`<>]|\$[({]|&&")
"""What stands in paths, addresses, commands and prose."""


def is_secret(value: str, path: ValuePath) -> bool:
    """Whether a text at ``path`` is covered for what it is called."""
    return _is_secret(value, name_words(path))


def _detect(value: InputValue) -> bool:
    """The schema's word counts where somebody vouched for the server."""
    called = value.vouched and value.format == "password"
    return not value.readings and _is_secret(value.raw, value.words, called=called)


def _is_secret(value: str, words: frozenset[str], *, called: bool = False) -> bool:
    if not (called or words & NAMES) or words & _NOT_SECRET or len(value) > _LONGEST:
        return False
    return value.isprintable() and _NO_SECRET.search(value) is None


KIND: Final = Kind("secret", lambda _: Explanation(masked=True), by_host=_detect)
