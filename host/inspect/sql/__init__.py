"""Statements, read by their grammar."""
