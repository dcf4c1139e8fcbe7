"""Phrases that speak to a model: what ``host.inspect.instructions`` looks for."""
