"""The open table, for the tests of this package."""

from tests.unit.ui.consent.batch.support import open_table

__all__ = ["open_table"]
