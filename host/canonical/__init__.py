"""Strict JSON in, canonical bytes and digest out (pure).

Owns: the one reading of JSON that Assent acts on, and the one form in which it is shown, judged, committed to and sent.

Reading refuses what two parsers could read differently (RFC 8259 with the demands of RFC 7493 §2): bytes that are not
UTF-8, a byte order mark, duplicate keys, NaN and Infinity, numbers beyond a double, half surrogate pairs, excess depth.

The canonical form is RFC 8785 (JSON Canonicalization Scheme) with one change:
- keys in the order of their UTF-16 code units (§3.2.3); no white space (§3.2.1);
- strings with the shortest escapes, everything else literal UTF-8 (§3.2.2.2);
- numbers exactly as they were written. RFC 8785 §3.2.2.3 would round them to doubles: 9007199254740993 would be shown
  and sent as 9007199254740992. For integers within 2^53 and numbers in ECMAScript's form both agree.

What stays true: ``parse(canonical(parse(x)))`` equals ``parse(x)``, and ``canonical(parse(canonical(v)))`` equals
``canonical(v)``, byte for byte. The only error that leaves this package is ``errors.MalformedJson``.

How it is fast: the standard library's C scanner and encoder do the work wherever they are exact. They are not where a
number would be printed otherwise than it was written, and where keys need UTF-16 order; such documents are read a
second time and marked ``plain=False``, and a writer in Python serves them.
"""

from __future__ import annotations

from host.canonical.lexeme import Lexeme
from host.canonical.reading import MAX_DEPTH, Document, deeper_than, parse, parse_document
from host.canonical.steps import json_path
from host.canonical.writing import canonical, compact, digest, join_members

__all__ = [
    "MAX_DEPTH",
    "Document",
    "Lexeme",
    "canonical",
    "compact",
    "deeper_than",
    "digest",
    "join_members",
    "json_path",
    "parse",
    "parse_document",
]
