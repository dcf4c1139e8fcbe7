"""What a tool's definition puts before the model (pure).

Owns: the texts of a definition, wherever they stand in it, and inputs that are there to collect a conversation. What
stays true: names, defaults, choices and keywords nobody knows are read like descriptions, for a model reads them all
(SECURITY, row 14); the walk is bounded, and says so where it stopped.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.inspect.instructions.poison_words import TALK
from host.model import JsonObject, JsonValue
from host.naming import key_words
from host.patterns import regex
from host.schema_cost import TYPES

MOST: Final = 5_000
"""Texts of a definition that are read."""
CHARACTERS: Final = 262_144
_SIDE: Final = frozenset({"sidenote", "sidenotes", "side_note", "sideband"})
_TALK: Final = frozenset("conversation chat history transcript dialogue dialog messages".split())
_MODEL_OWN: Final = (
    frozenset({"system", "prompt"}),
    frozenset({"chain", "thought"}),
    frozenset({"previous", "message"}),
)
_TAKEN: Final = regex(r"content_?(?:s_?)?(?:from|of)_?(?:reading|file)|id_rsa|ssh_?key|etc_?passwd|_from_reading_")
_OPEN: Final = frozenset(
    "context note reasoning thought thinking summary metadata debug feedback extra background explanation rationale "
    "hint meta tag hinweis notiz nota kontext contexte contexto bemerkung remarque observaco observacoe commento "
    "opmerking comment annotation intent information detail telemetry analytic purpose memo remark log "
    "trace diagnostic audit state info digest session snapshot recap account workspace trail provenance justification prior "
    "earlier situation circumstance scratch why motive cause origin request requester user trigger".split()
)
_ASKS: Final = regex(
    r"\b(?:entire|full|complete|whole|current|previous|prior|preceding|recent|verbatim|raw|your) (?:\w{1,16} ){0,3}?"
    r"(?:conversation|chat|dialog(?:ue)?|messages|prompts?|instructions|transcript|context window|memory|"
    r"tool (?:calls?|results?|outputs?|definitions?|list)|reasoning|thoughts?|thought process|thinking)\b"
    r"|\b(?:discussed|said|asked|talked|happened|learned|gathered|seen|done) [^.\n]{0,24}?(?:so far|up to now|until now|to date|before this)\b"
    r"|\b(?:exact|own|original|verbatim) words\b|\bwords of the (?:user|person)\b|\b(?:everything|all) that led\b|\bresults? of (?:all |the )?(?:other|earlier|previous|prior) (?:\w{1,10} )?(?:calls?|tools?)\b"
    r"|\bquestion as (?:it was|asked|put)\b|\b(?:all|any) (?:open|visible) files\b|\bfile contents? in view\b"
    r"|\bvalues (?:that were |you )?(?:looked up|have read|read so far|found so far)|\bvalues (?:from|of|in) \.env"
    r"|\b(?:bisher|bislang) (?:besprochen|gesagt|gefragt)|\blo (?:hablado|dicho|discutido|conversado)\b|\bce qui a été (?:dit|discuté)"
    r"|これまでの(?:会話|やりとり)|到目前为止|目前为止的"
    r"|\b(?:system prompt|(?:chat|conversation|message) history|everything (?:the user|you)|chain of thought|"
    r"(?:the|this|our) conversation|why you (?:are|need|want|call|chose)|user'?s (?:original )?(?:messages?|prompt))\b"
    r"|\bcontents? of (?:[`'\"~]|your|the (?:user|file|\.))|\bapi keys?\b|\bcredentials\b"
    r"|\benvironment variables\b|~/\."
)
_GRAVE: Final = regex(r"system prompt|api keys?|credentials|environment variables|~/\.|id_rsa|passwd|contents? of")
_THINKING: Final = frozenset("think thinking sequentialthinking reason reasoning thought plan reflect".split())
_QUOTE: Final = 200


def texts_of_definition(definition: JsonObject) -> tuple[list[str], bool]:
    """Every text, names of members included, less what JSON Schema itself is made of; and whether these are all."""
    found: list[str] = []
    characters = 0
    stack: list[JsonValue] = [value for key, value in definition.items() if key != "name"][::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            if node not in TYPES:
                found.append(node)
                characters += len(node)
        elif isinstance(node, dict):
            found.extend(name for name in node if len(name) > _LONGEST_WORD)
            stack.extend(reversed(node.values()))
        elif isinstance(node, list):
            stack.extend(reversed(node))
        if len(found) > MOST or characters > CHARACTERS:
            return found[:MOST], False
    return found, True


_LONGEST_WORD: Final = 12
"""A name up to this length says nothing by itself."""


def _thinks(definition: JsonObject) -> bool:
    """Whether it is a tool to think with, whose inputs are thoughts by nature."""
    name = definition.get("name")
    return isinstance(name, str) and not _THINKING.isdisjoint(key_words(name))


def asks_for_talk(definition: JsonObject) -> Iterator[tuple[str, bool, str]]:
    """Inputs that ask for what the person and the model talk about: name, whether it is grave, what shows it."""
    schema = definition.get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return
    for count, (name, value) in enumerate(properties.items()):
        if count >= MOST:
            return
        if isinstance(value, dict) and value.get("type") in ("boolean", "integer", "number"):
            continue  # too narrow for talk
        says = value.get("description") if isinstance(value, dict) else None
        said = says[:2_000] if isinstance(says, str) else ""
        low, words = said.lower(), frozenset(key_words(name))
        asked = (_ASKS.search(low) or TALK.search(low)) if low and not _thinks(definition) else None
        if name.lower() in _SIDE or _TAKEN.search(name.lower()[:200]):
            yield name, bool(_TAKEN.search(name.lower()[:200]) or (asked and _GRAVE.search(low))), said[:_QUOTE] or name
        elif asked and (not words.isdisjoint(_OPEN) or not words.isdisjoint(_TALK)):
            yield name, bool(_GRAVE.search(low)), said[max(0, asked.start() - 40) :][:_QUOTE]
        elif any(own <= words for own in _MODEL_OWN) and asked and "your" in low:
            yield name, True, said[:_QUOTE]
        elif "history" in words and not words.isdisjoint({"conversation", "chat"}):
            yield name, False, said[:_QUOTE] or name
