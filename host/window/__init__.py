"""The host's side of its window: who may be it, the process it runs in, and what it asks and hears. No Qt."""
