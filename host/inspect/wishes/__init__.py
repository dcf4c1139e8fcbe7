"""A call against what the person asked for."""
