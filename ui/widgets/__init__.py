"""Widgets that the pages share."""
