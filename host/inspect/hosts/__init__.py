"""Hosts and addresses: which a call names, and what is odd about them."""
