"""Whether the person only wanted to be told something (pure).

Owns: that judgement, by the words with which people ask for an answer, in many languages. What stays true: words that
ask for more than an answer, or that nobody knows, are no such question; it only ever adds findings.
"""

from __future__ import annotations

# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here
from functools import lru_cache
from typing import Final

from host.inspect.tools.deeds import CHANGING, deed
from host.inspect.wishes.words import wish_of
from host.patterns import regex

_TOLD: Final = regex(
    r"^\W{0,4}(?:(?:please|bitte|kurz|quickly|hi|hey|ok|can you|could you|kannst du|peux-tu|puedes|pode|puoi)[,\s]{1,3}){0,2}(?:translat|summar|read|review|explain|status|tell (?:me|us)|show (?![#@])|list|triage(?! \w{1,20} and)|what|who|how|why|when|any\b|"
    r"übersetz|fass|zusammenfass|lies|les(?:e|en)\b|erklär|zeig|was|wie|wer|gibt|traduis|tradui[rst]|résum|lis\b|lire|montre|explique|traduc|traduz|resum|lee\b|léeme|leia|lê|mostra|muestra|explica|riassum|leggi|spiega|mostra|vertaal|vat\b|lees|samenvat|"
    r"перевед|кратко|резюм|обзор|что|покажи|прочит|расскажи|підсум|podsum|streść|pokaż|przeczytaj|co\b|ile\b|shrň|özet|oku|göster|sammanfatt|tóm tắt|اشرح|ملخص|لخص|تلخيص|ما\s|هل\s|كم\s|اقرأ|סכם|מה\s|सारांश|क्या|बता|สรุป)|"
    r"[?？؟]\s{0,3}$|要約|まとめ|読んで|教えて|翻訳|总结|總結|概括|摘要|翻译|看看|讲了什么|列出|요약|알려|번역|읽어"
)
_MORE: Final = regex(
    r"(?:[,.;:!\n]\s{0,3}|\s)(?:and|then|und|dann|et|puis|y|luego|e|poi|depois|en|dan|и|затем|потом|oraz|ve)\s{1,3}(\w.{0,60})|(?:然后|并且?|再|して|그리고)(.{1,30})"
)


_FIRST: Final = regex(r"\W{0,4}([a-z]{2,20})\b")


@lru_cache(maxsize=256)
def only_told(turn: str) -> bool:
    """Whether ``turn``, the person's words, asks for an answer alone."""
    wish = wish_of(turn)
    first = _FIRST.match(wish.low)
    if not (wish.asks or _TOLD.search(wish.low)) or (first is not None and deed(first[1]) in CHANGING):
        return False
    return not any(_wants(match[1] or match[2] or "") for match in _MORE.finditer(wish.low))


def _wants(clause: str) -> bool:
    """Whether what stands behind an ``and`` asks for something to be done."""
    wish = wish_of(clause)
    return not wish.asks and any(wish.mentions(does) for does in ("writes", "deletes", "sends", "pays"))
