"""A desktop for tests and for `make run` where there is none: a virtual screen, and a person at it.

The person sees through the accessibility bus, as a screen reader does, and acts through real keys and clicks of X11.
Nothing in the program knows of it.
"""
