"""Assent's host: servers, gate, policy and log. Runs without Qt; the window is its client."""

__version__ = "0.1.0"

COLLECT_AFTER = (20_000, 20, 100)
"""Thresholds of Python's garbage collector: a start creates almost nothing but objects that stay, and the host creates
almost no reference cycles. With the default of 700, all of them would be examined again and again."""
