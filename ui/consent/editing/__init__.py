"""Changing the inputs of a call before it is approved."""
