"""Changing values: most are a ``msgspec.Struct``, those that keep a field out of ``repr`` or ``==`` a dataclass.

Owns: ``replace``, which takes either. A Struct is defined and made in a fraction of a dataclass's time, which every
start of a program and every call would pay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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


__all__ = ["replace"]
