"""Numbers that keep the form in which they were written (pure).

Owns: the one kind of number that JSON has and Python has not. What stays true: its value is the float of its lexeme.
"""

from __future__ import annotations


class Lexeme(float):
    """A number that Python would print otherwise than it was written, such as ``1.50``, ``1E5`` or ``-0``.

    Attributes:
        lexeme: the number as written. The float is its value, so that schemas and comparisons work.
    """

    __slots__ = ("lexeme",)
    lexeme: str

    def __new__(cls, lexeme: str) -> Lexeme:
        """``lexeme``: a JSON number (RFC 8259 §6)."""
        self = super().__new__(cls, lexeme)
        self.lexeme = lexeme
        return self
