"""The rules at one moment, worked out from what the files say.

Owns: what is in force, as one frozen value, and what the log says of it. What stays true: a source that says the same
as before stays the same object, with what is known of it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from host.model import Draft
from host.policy.index import index_of
from host.policy.loosening import Baseline, against, loosening_digest
from host.policy.model import PolicySource


class InForce(NamedTuple):
    """The rules at one moment.

    Attributes:
        read: managed, then user, as the files say. sources: the same as they count. baseline: what is confirmed.
        digest: what a confirmation of what waits names, empty where nothing does.
    """

    read: tuple[PolicySource, PolicySource]
    sources: tuple[PolicySource, PolicySource]
    baseline: Baseline
    digest: str


def counting(read: tuple[PolicySource, PolicySource], baseline: Baseline, before: InForce | None) -> InForce:
    """What counts of ``read``; what is the same as ``before`` stays the same object, with what is known of it."""
    managed, user = read
    if before is not None and before.read[0] == managed:
        managed = before.sources[0]
    user = user if user.error else against(user, baseline)
    for source in (managed, user):
        index_of(source)  # here, where it may take its time
    return InForce(read, (managed, user), baseline, "" if user.confirmed else loosening_digest(user))


def loaded(source: PolicySource) -> Draft:
    """The record of a source that comes into force; it holds no rule."""
    return Draft(
        "policy.loaded",
        {
            "source": source.kind,
            "digest": source.digest,
            "rules": len(source.rules),
            "error": source.error,
            "confirmed": source.confirmed,
        },
    )


def size(path: Path) -> int:
    """Bytes of a file, 0 where it cannot be looked at."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
