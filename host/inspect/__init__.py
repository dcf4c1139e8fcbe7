"""Findings about a call: what Assent works out by itself, each kind in a file of its own, as pure functions."""
