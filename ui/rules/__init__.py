"""The page of rules: what they say, how they are changed, and why a call is decided as it is."""
