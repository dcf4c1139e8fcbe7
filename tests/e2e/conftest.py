"""Fixtures of the end-to-end tests."""

from tests.support.profile import profile

__all__ = ["profile"]
