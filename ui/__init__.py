"""The window: a process of its own, and the host's only client that may approve.

Owns: everything that a person sees and presses.

Invariants: the window decides nothing by itself and knows only what the host told it over the link; of ``host`` it
imports only values, texts, the control messages, settings and paths; untrusted text reaches the screen only through
``ui.text``; each page is imported when it is first shown.
"""
