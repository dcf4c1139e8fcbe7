"""The scripted assistant: an app of its own, without any model, that shows how Assent works."""
