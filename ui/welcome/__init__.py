"""The first page that a new profile shows."""
