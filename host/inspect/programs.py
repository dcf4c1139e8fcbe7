"""What the programs among a call's inputs do: commands, scripts, statements (pure).

Owns: telling programs that only read, that change something here, and that reach outside. Invariants: the parsers get
hostile text only in a process that can be killed; a text that cannot be parsed counts as changing something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.inspect.graphql import mutations_in
from host.inspect.roles import roles_of
from host.inspect.subject import Steps, Subject
from host.naming import SQL, key_words

if TYPE_CHECKING:
    from host.inspect.commands import ProgramEffect


def effects_of(subject: Subject) -> dict[Steps, ProgramEffect]:
    """The effect of each program of a call, by the steps to it."""
    programs = (input_.text for input_ in roles_of(subject) if input_.role == "program")
    return {text.steps: effect_of_text(text.key, text.text) for text in programs}


def effect_of_text(key: str, text: str) -> ProgramEffect:
    """The effect of one program. ``key``: the name of the input, which tells SQL from commands."""
    effect = _effect(key, text)
    return "writes" if effect == "reads" and mutations_in(text) is not None else effect


def _effect(key: str, text: str) -> ProgramEffect:
    if not SQL.isdisjoint(key_words(key)):
        from host.inspect.statements import gives_rights, gravest_effect

        return "reads" if gravest_effect(text) is None else "grants" if gives_rights(text) else "writes"
    from host.inspect.commands import effect_of

    return effect_of(text)
