"""Policy: which calls are allowed, asked, denied, and why."""
