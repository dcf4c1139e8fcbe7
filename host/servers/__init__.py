"""The servers: what is configured and what runs."""
