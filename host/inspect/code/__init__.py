"""Code, commands and what starts them."""
