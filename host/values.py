"""Helpers for frozen values: copying one with changes, and keeping fields out of ``repr`` or of ``==``.

Owns: ``replace``, ``Unprinted``, ``PartlyPrinted``, ``PartlyCompared``. Values are a ``msgspec.Struct``: defining and
creating one takes a fraction of a dataclass's time, which every start and every call would pay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar  # Any: as Struct declares it

if TYPE_CHECKING:
    from dataclasses import replace  # the type checker checks every change by it
else:
    from msgspec.structs import replace  # raises TypeError for an unknown field

__all__ = ["PartlyCompared", "PartlyPrinted", "Unprinted", "replace"]


class Unprinted:
    """A Struct that holds a secret: ``repr`` shows only its type."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Nothing (the protocol of libraries that print values, which Struct follows)."""
        return []


class PartlyPrinted:
    """A Struct that keeps some of its fields out of ``repr``. ``UNPRINTED``: their names."""

    __slots__ = ()
    __struct_fields__: ClassVar[tuple[str, ...]]
    UNPRINTED: ClassVar[frozenset[str]]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__rich_repr__())})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [(name, getattr(self, name)) for name in self.__struct_fields__ if name not in self.UNPRINTED]


class PartlyCompared:
    """A Struct that keeps some of its fields out of ``==`` and of its hash. ``UNCOMPARED``: their names."""

    __slots__ = ()
    __struct_fields__: ClassVar[tuple[str, ...]]
    UNCOMPARED: ClassVar[frozenset[str]]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__struct_fields__ if name not in self.UNCOMPARED])
