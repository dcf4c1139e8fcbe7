"""Patterns that stand for places that hold secrets (pure).

Owns: stars and question marks by which such a place is named without its name. What stays true: a pattern is tried
against few places, and only where enough of its letters stand there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.inspect.paths.sensitive_names import Sensitive
from host.model import Severity
from host.patterns import regex
from host.words import say

_LOOKED: Final = 8
HOME: Final = regex(r"\$\{?home\}?|%userprofile%|%homepath%|\$env:userprofile|/(?:home|users)/[^/\s\"']{1,64}(?=/)")
_TARGETS: Final = tuple(
    tuple(path.split("/"))
    for path in "/etc/passwd /etc/shadow /etc/sudoers ~/.ssh/id_rsa ~/.ssh ~/.aws/credentials ~/.aws ~/.gnupg ~/.kube "
    "~/.netrc ~/.bashrc ~/.bash_history /root/.ssh/id_rsa /root/.ssh /proc/self/environ ~/.docker".split()
)
_GLOB: Final = regex(r"[~/][^\s\"'`<>|;&()]{0,120}[*?\[][^\s\"'`<>|;&()]{0,80}")


def patterns(text: str) -> Iterator[tuple[int, int, Sensitive]]:
    """Patterns with a star or question mark that could stand for such a place."""
    from fnmatch import fnmatchcase

    for match in list(_GLOB.finditer(HOME.sub("~", text)))[:_LOOKED]:
        parts = tuple(match[0].split("/"))
        for target in _TARGETS:
            if len(parts) < len(target) or not all(map(fnmatchcase, target, parts[: len(target)])):
                continue
            last = parts[len(target) - 1]
            if sum(char.isalpha() for char in last) >= 2 and any(mark in "".join(parts) for mark in "*?["):
                yield match.start(), match.end(), _HIDDEN
                return


_HIDDEN: Final = Sensitive(
    say("keys, passwords or accounts, by a pattern that stands for its name"), Severity.HIGH, Severity.HIGH, ()
)
