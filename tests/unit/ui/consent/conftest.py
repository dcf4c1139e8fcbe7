"""The table with controller and window, for every test here."""

from __future__ import annotations

from tests.unit.ui.consent.support import table

__all__ = ["table"]
