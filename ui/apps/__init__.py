"""The page of AI apps on this computer."""
