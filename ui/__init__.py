"""The window: a process of its own, the host's only client that may say yes.

Owns: everything that a person sees and presses.

Invariants: the window decides nothing by itself and knows nothing that the host did not tell it over the link; of
``host`` it imports values, texts, the control messages, settings and paths alone; strangers' text reaches the screen
only through ``ui.text``; each page is imported when it is first shown.
"""
