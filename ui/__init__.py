"""The window: a process of its own, the host's only client that may approve, and all that a person sees.

Invariants: the window decides nothing by itself and knows only what the host told it over the link; of ``host`` it
imports only values, texts, the control messages, settings and paths; untrusted text reaches the screen only through
``ui.text``; each page is imported when it is first shown.
"""
