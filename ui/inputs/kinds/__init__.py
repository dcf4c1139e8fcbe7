"""What is said of values of some kinds: one module a kind."""
