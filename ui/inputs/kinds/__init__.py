"""The kinds of values: paths, addresses, SQL, money and more, a module for each kind (pure).

Owns: the list of kinds, and which of them a value is.

Invariants:
    A value is of one kind or of none. Of a value of no kind only the host's readings are shown.
"""

from __future__ import annotations

from typing import Final

from host.values import replace
from ui.inputs.kinds import binary, code_text, mail, money, paths, secret, sql, times, urls
from ui.inputs.kinds.kind import Explanation, InputValue, Kind, host_facts, input_value

KINDS: Final = (
    secret.KIND, sql.KIND, binary.KIND, urls.KIND, mail.KIND, money.KIND, times.KIND, code_text.KIND, paths.KIND,
)  # fmt: skip
"""Every kind. If the same detector of two kinds finds a value, it is of the first one."""
PLAIN: Final = Kind("plain", lambda value: Explanation(host_facts(value.readings)))
"""A value of no kind."""

__all__ = ["KINDS", "PLAIN", "explain", "input_value", "kind_of"]


def kind_of(value: InputValue, kinds: tuple[Kind, ...] = KINDS) -> Kind:
    """The kind of a value; ``PLAIN`` for none of ``kinds``."""
    if not value.text:
        return next((kind for kind in kinds if kind.by_number(value)), PLAIN)
    for detectors in (
        ((kind, kind.by_schema) for kind in kinds),
        ((kind, kind.by_host) for kind in kinds),
        ((kind, kind.by_value) for kind in kinds),
        ((kind, kind.by_name) for kind in kinds),
    ):
        for kind, detects in detectors:
            if detects(value):
                return kind
    return PLAIN


def explain(value: InputValue) -> Explanation:
    """Explain a value. Only a value on one line has styles."""
    explanation = kind_of(value).explain(value)
    return explanation if value.is_one_line or not explanation.styles else replace(explanation, styles=())
