"""Texts that give orders to the model, and calls that follow them."""
