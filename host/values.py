"""Helpers for frozen values: copying one with changes, and hiding one from ``repr``.

Owns: ``replace``, ``Unprinted``. Most values are a ``msgspec.Struct``: defining and creating one takes a fraction of a
dataclass's time, which every start and every call would pay. Dataclasses are used where a field must stay out of
``repr``, ``==``, the hash or messages, or is computed from other fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any  # Any: as Struct declares it

if TYPE_CHECKING:
    # The type checker knows the fields of both, and checks every change.
    from dataclasses import replace
else:
    import dataclasses

    from msgspec import Struct, structs

    def replace(value, /, **changes):
        """Copy ``value`` with other fields. Raises TypeError for an unknown field."""
        change = structs.replace if isinstance(value, Struct) else dataclasses.replace
        return change(value, **changes)


__all__ = ["Unprinted", "replace"]


class Unprinted:
    """A value that holds a secret: ``repr`` shows only its type."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The name of the type."""
        return f"{type(self).__name__}(…)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Nothing (the protocol of libraries that print values, which Struct follows)."""
        return []
