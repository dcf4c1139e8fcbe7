"""The page of the calls that wait for a person."""
