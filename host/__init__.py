"""Assent's host: servers, gate, policy and log. Runs without Qt; the window is its client."""

__version__ = "0.1.0"
