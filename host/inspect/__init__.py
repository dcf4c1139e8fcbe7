"""Findings about a call, each kind as a pure function.

``inspector`` runs them in order over one ``subject``; ``kinds`` lists the kinds of findings. ``roles``, ``tools`` and
``results`` classify inputs, tools and results for them.
"""
