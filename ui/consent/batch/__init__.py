"""Alike calls, side by side, and one decision about those that the person ticked."""
