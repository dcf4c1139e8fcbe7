"""What the machine said of the paths in a call (pure).

Owns: which text a resolved path belongs to. What stays true: a fact is given to no other text than the one it was made
of; where that cannot be told it is given to none.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.canonical import json_path
from host.inspect.subject import Subject, Text
from host.policy.facts import PathFact
from host.policy.leaves import shown


def facts_of(subject: Subject) -> Iterator[tuple[Text, PathFact]]:
    """Each text that was looked up on this machine, with what was found."""
    if not subject.paths:
        return
    texts = {(shown(json_path(text.steps)), text.text): text for text in subject.texts}
    for fact in subject.paths:
        if (text := texts.get((fact.where, fact.text))) is not None:
            yield text, fact


def resolved(subject: Subject) -> Iterator[tuple[Text, str]]:
    """Each text that leads elsewhere than it says, with the place where it leads."""
    for text, fact in facts_of(subject):
        if fact.place is not None and fact.place.text.rstrip("/") != text.text.rstrip("/"):
            yield text, fact.place.text
