"""The window's own widgets: small, and all of one piece."""
