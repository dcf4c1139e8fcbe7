"""The page of the configured servers."""
