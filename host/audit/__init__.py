"""The audit log: what happened, in a form that someone who does not trust us can check.

Promises 3 and 5 of the README.
"""
