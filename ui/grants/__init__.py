"""The page of grants."""
