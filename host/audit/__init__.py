"""The audit log: what happened, in a form that someone who does not trust us can check (PRODUCT, promises 3, 5)."""
