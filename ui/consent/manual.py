"""What the page on findings says of a kind, as plain text (no Qt).

Owns: the cut of one kind's paragraph from the page that ships with Assent, and its marks taken away.

Invariants: the words are the page's own, whole.
"""

from __future__ import annotations

import re
from typing import Final

_LINK: Final = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\n]{1,200}\)")


def section(page: str, kind: str) -> str:
    """The paragraph of a kind on the page (Markdown of ours), without its name; empty where it has none."""
    _, found, rest = page.partition(f'\n- <a id="{kind}"></a>**{kind}.** ')
    if not found:
        return ""
    first, *more = rest.splitlines()
    lines = [first]
    for line in more:
        if not line.startswith("  "):
            break
        lines.append(line.strip())
    return _plain(" ".join(lines))


def _plain(words: str) -> str:
    return _LINK.sub(r"\1", words).replace("`", "").replace("**", "")
