"""Findings about a call: what Assent works out by itself, each kind as a pure function.

``inspector`` runs them all in order over one ``subject``; ``kinds`` lists what there is to find. What inspectors read a
call with, and finds nothing by itself, stands in ``texts`` and ``tools``.
"""
