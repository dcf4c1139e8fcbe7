"""What is personal, given to a tool that takes nothing personal (pure).

Owns: that promise, in names and descriptions in several languages, and what tells who somebody is. What stays true: a
tool that takes away what is personal is given it.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from host.inspect.subject import Subject, Text
from host.inspect.texts.read_once import searched
from host.inspect.tools.words import tool_words, words_of
from host.patterns import regex
from host.words import say

Said: TypeAlias = "tuple[str, str, Text | None]"
"""Our sentence, the evidence, and the input that it is about."""

_NAMELESS: Final = regex(
    r"\b(?:anonym(?:ous(?:ly)?|i[sz]ed?|e[rnms]?)?\b|an[o\u00f3]nim\w{1,6}|no personal (?:data|information)|no pii|without personal|pseudonym\w{0,8}|"
    r"de-?identified|aggregated? (?:only|statistics|data)|nothing personal|never (?:includes?|sends?|collects?) personal|"
    r"(?:do not|don't|never|must not) (?:\w{1,12} ){1,3}personal|personal (?:data|information) (?:is|are) (?:not|never)|"
    r"(?:keine|ohne) (?:personenbezogen|pers\u00f6nlich)\w{0,3}|ohne personenbezug|sans donn\u00e9es personnelles|sin datos personales|senza dati personali|"
    r"sem dados pessoais|geen persoonsgegevens|zonder persoonsgegevens)\b",
    re.IGNORECASE,
)
_NAMED: Final = frozenset("anonymous anonymou anonymized anonymised anonym anonyme anonimo anonima anoniem".split())
_MASKS: Final = frozenset("anonymize anonymise redact mask pseudonymize pseudonymise deidentify scrub".split())
_PERSONAL: Final = regex(
    r"[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}\.[A-Za-z]{2,}|\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){3,7}|\+[0-9][0-9 ()-]{8,18}[0-9]|"
    r"\b[0-9]{3}-[0-9]{2}-[0-9]{4}\b|\b(?:st|sk|pat|tok|ghp|xox\w)[-_][\w-]{8,}|"
    r"(?i:\b(?:born|dob|date of birth|geb(?:oren)?\.?|n\u00e9e?|nacid[oa]|nascid[oa]|nat[oa]|geboren)[ :]{1,3}(?:\w{1,4}\.? ){0,2}[0-9]{1,4}\b)|"
    r"\b(?:Mr|Mrs|Ms|Dr|Frau|Herrn?|Mme|Sra?|Sig|Dhr|Mevr|[Pp]atient(?:in)?|[Ee]mployee)\.? [^\W\d_]{2,20} [A-Z]"
)
_PERSONAL_KEYS: Final = frozenset(
    "email phone name fullname ssn address birthday dob iban token passport session ip userid username".split()
)


def of_nameless(subject: Subject, description: str, texts: Sequence[Text]) -> Iterator[Said]:
    """It says that it takes nothing personal, and is given what tells who it is."""
    words = tool_words(subject)
    if (searched(_NAMELESS, description) is None and words.isdisjoint(_NAMED)) or not words.isdisjoint(_MASKS):
        return
    for text in texts:
        keyed = words_of(text.key)
        if _PERSONAL.search(text.text) or (not _PERSONAL_KEYS.isdisjoint(keyed) and "event" not in keyed):
            yield (
                say("The tool says that it takes nothing personal, and is given something that tells who it is."),
                "",
                text,
            )
            return
