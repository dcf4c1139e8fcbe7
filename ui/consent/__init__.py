"""The consent window: one question at a time, read before it is answered."""
