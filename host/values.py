"""What values have in common: changing one, and keeping one out of what is printed.

Owns: ``replace``, ``Unprinted``. Most values are a ``msgspec.Struct``, which is defined and made in a fraction of a
dataclass's time, that every start of a program and every call would pay. A dataclass is one of which a field stays out
of ``repr``, ``==``, the hash or what travels, or is worked out from the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any  # Any: as Struct declares it

if TYPE_CHECKING:
    # The type checker knows the fields of both, and holds every change against them.
    from dataclasses import replace
else:
    import dataclasses

    from msgspec import Struct, structs

    def replace(value, /, **changes):
        """A copy of ``value`` with other fields. Raises TypeError for a field that it has not."""
        change = structs.replace if isinstance(value, Struct) else dataclasses.replace
        return change(value, **changes)


__all__ = ["Unprinted", "replace"]


class Unprinted:
    """A value of which nothing but the name is printed, since it holds a secret."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Its name alone."""
        return f"{type(self).__name__}(…)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Nothing (the protocol of libraries that print values, which Struct follows)."""
        return []
