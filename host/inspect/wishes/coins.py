"""Which currencies the person's words may mean (pure).

Owns: the names and signs of currencies in several languages. What stays true: a name that several countries use means
each of theirs, and one that is told more exactly beside it ("US dollars") means that one too; the work is bounded.
"""
# ruff: noqa: RUF001  # letters of many scripts belong here

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from host.patterns import regex

COINS: Final = frozenset(
    "usd eur gbp chf jpy cad aud nzd sek nok dkk isk pln czk huf ron bgn rub uah try inr pkr lkr cny twd hkd sgd krw "
    "brl mxn ars cop clp php thb idr myr vnd zar ngn kes egp ils aed sar xaf xof usdc usdt eth btc".split()
)
"""Codes of currencies."""
_CODE: Final = regex(r"\b[A-Z]{3,4}\b|(?<=[0-9])\s?[a-z]{3,4}\b|\b[a-z]{3,4}\s?(?=[0-9])")
_ALWAYS: Final = regex(r"\b(?:usd|eur|gbp|chf|jpy|usdc|usdt|btc)\b", re.IGNORECASE)
_SPOKEN: Final = tuple(
    (frozenset(codes.split()), regex(names, re.IGNORECASE))
    for codes, names in (
        ("usd cad aud nzd hkd sgd twd mxn brl ars clp cop", r"\$"),
        ("usd cad aud nzd hkd sgd twd", r"\b(?:dollars?|bucks|d(?:ó|o)lar\w{0,2}|dollar[io])\b|доллар|ドル|美元|달러"),
        ("eur", r"€|\beuro\w{0,2}\b|евро|ユーロ|欧元|유로"),
        ("gbp egp", r"£|\b(?:pounds?|quid|pfund|livres sterling|libras?|sterline)\b|фунт|ポンド|英镑"),
        ("chf xaf xof", r"\b(?:francs?|franken|stutz|franchi|francos)\b|франк"),
        ("jpy", r"\byen\b|円|日元|иен|엔(?!\w)"),
        ("cny", r"\b(?:yuan|rmb|renminbi)\b|人民币|юан|위안"),
        ("jpy cny", r"¥"),
        ("cny twd hkd", r"元|块"),
        ("krw", r"₩|\bwon\b(?=\s|$)|[0-9]\s?원"),
        ("sek nok dkk isk czk", r"\bkr\b|\bkron(?:or|er|en|a|e)\b|\bcrowns?\b|\bkorun\w{0,2}\b|\bKč|крон"),
        ("pln", r"zł|\bz(?:ł|l)ot\w{1,3}\b|злот"),
        ("huf", r"\b(?:forint\w{0,2}|ft)\b"),
        ("rub", r"₽|\brubles?\b|рубл|\bруб\b"),
        ("uah", r"₴|гривн|гривен"),
        ("try", r"₺|\b(?:turkish )?lira\b"),
        ("inr pkr lkr", r"₹|\brupees?\b|\brs\b"),
        ("brl", r"R\$|\breais\b|\breal\b"),
        ("mxn ars cop clp php", r"\bpesos?\b"),
        ("zar", r"\brand\b"),
        ("ils", r"₪|\bshekel"),
        ("eth", r"\b(?:eth|ether)\b"),
        ("btc", r"\bbitcoin"),
    )
)


@lru_cache(maxsize=256)
def currencies(turn: str) -> frozenset[str]:
    """Codes of the currencies that ``turn`` may mean."""
    if not _MONEY.search(turn):
        return frozenset()
    found = {match.strip().lower() for match in _CODE.findall(turn)} & COINS
    found |= {match.lower() for match in _ALWAYS.findall(turn)}
    return frozenset(found.union(*(codes for codes, names in _SPOKEN if names.search(turn))))


_MONEY: Final = regex(r"[0-9]|[A-Z]{3}|[$€£¥₩₹₽₺₪₴]|\w{2}")
"""What stands wherever a currency does."""
