"""Fixtures of the integration tests."""

from tests.support.profile import profile

__all__ = ["profile"]
