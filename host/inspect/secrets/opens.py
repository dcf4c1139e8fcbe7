"""Codes of doors, alarms, safes, cards and phones that a sentence tells (pure).

Owns: how people tell each other what to type where something is locked, in several languages. What stays true: a word
for a code, a word for what it opens and the figures stand together; codes of errors, goods, places and offers are none;
the work is bounded.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.secrets.tokens import Hit
from host.inspect.texts.vocabulary import holds_any
from host.model import Severity
from host.patterns import regex
from host.words import say

_LONGEST: Final = 16 << 10
_LOOKED: Final = 12
_BEFORE: Final = 64
_BEHIND: Final = 90
_CUES: Final = (
    "code", "pin", "puk", "kombination", "combin", "geheimzahl", "clave", "codice", "kod", "kode", "koodi", "mot de passe", "contrase", "senha", "parola", "passwor", "wachtwoord", "schlüssel", "key", "clé", "lockbox", "lock box",
)  # fmt: skip
CUES: Final = _CUES
"""One of these, or a letter that is no ASCII, stands in each text that ``opening`` finds something in."""
_MORE_CUES: Final = (
    "código",
    "cifra",
    "код",
    "пин",
    "комбинац",
    "пароль",
    "kódja",
    "şifre",
    "kód",
    "密码",
    "密碼",
    "暗証",
    "コード",
    "비밀번호",
    "번호",
)
_CODE: Final = regex(
    r"(?:(?<=[a-zäöüß])|(?<!\w))(?:(?:pin|zahlen|ziffern|num)?[ -]?codes?|pin|puk|(?:zahlen)?kombination|combinations?|combinaisons?|combinaci[oó]n|combina[çc][ãa]o|combinazione|geheimzahl|"
    r"digicode|clave|c[oó]digo|codice|key ?pad|lock ?box|key ?safe|key ?box|schlüsselsafe|schlüsselbox|kodu?|kodem|kode[nt]?|koden|koodi|kód\w{0,3}|код\w{0,2}|пин(?:-?код)?|комбинаци[яию]|şifre\w{0,3})(?!\w)|密码|密碼|暗証番号|コード|비밀번호|번호"
)
_OPENS: Final = regex(
    r"alarm|alarm[ae]|allarme|signalizac|сигнализац|警报|\b(?:front |back |garage |main )?(?:doors?|gates?|garage|safe|vault|locks?|lockers?|padlock|lockbox|lock box|key ?box|key ?safe|keypad|entrance|elevator|lift|parking|mailbox|apartment|flat|airbnb|cabin|cottage|suitcase|bike lock)\b|"
    r"\b(?:haus)?tür|\btor(?:code)?\b|tresor|schlo(?:ss|ß)\b|schlösser|schlüssel(?:box|kasten|safe|tresor)|eingang|keller|garage|schließfach|spind|ferienwohnung|zahlenschloss|briefkasten|"
    r"\b(?:porte|portail|immeuble|coffre|cadenas|interphone|boîte à clés?|puerta|port[oó]n|caja fuerte|candado|garaje|portal|taquilla|port[ae]|portone|cancello|cassaforte|lucchetto|citofono|portão|cofre|cadeado|deur|voordeur|poort|kluis|slot|sleutelkluis\w{0,2}|drzwi|brama|bramy|sejf\w?|domofon\w{0,2}|kłódk\w|dörr\w{0,2}|dør\w{0,2}|kapı\w{0,3}|kasa|ajtó\w{0,3}|dveř\w{1,3})\b|двер|сейф|домофон|ворот|подъезд|замк|门锁|大门|保险箱|玄関|金庫|ドア|현관|도어락|"
    r"\b(?:bank|sparkasse|volksbank|banque|banco|banca|bancomat|cajero|atm|geldautomat|multibanco|paypal|whatsapp|telegram|signal|revolut|wise|klarna|n26|sim(?:-?karte|[- ]card)?|ec-karte|giro ?karte|bank ?karte|kreditkarte|(?:credit|debit|bank|atm|visa|gift) card|carte (?:bleue|bancaire|visa|sim)|tarjeta|carta (?:di credito|di debito)|cart[ãa]o|betaalpas|pinpas|kart[aęy]|handy|phone|iphone|tablet|laptop|téléphone|móvil|telefono|celular|telefoon|telefon\w{0,2}|icloud|apple ?id|google|gmail|instagram|facebook|steam|binance|coinbase|mobile banking|onlinebanking|online-banking)\b|банк|сбер|карт[аеыу]|телефон|银行|支付宝|微信|銀行|은행|카드|"
    r"\b(?:gilt|gültig|valid for|expires in|expires at|válido (?:por|durante|até)|valable|valido per|geldig|läuft (?:in \d|ab)|scade|caduca|vence|expire dans|действ\w{2,6})\b|分钟内有效"
)
_OTHER: Final = regex(
    r"(?:error|status|zip|postal|post|area|country|product|promo|promotion\w{0,2}|discount|voucher|coupon|qr|bar|source|exit|booking|reservation|order|tracking|item|article|artikel|dress|building|penal|tax|currency|room|course|model|part|swift|sort|colou?r|http|response|referral|gift|offer|"
    r"gutschein|rabatt|aktions|angebots|fehler|buchungs|kunden|länder|landes|steuer|farb|quell|strich|ort|line|lines of|no|low|morse|unit|department|cost ?cent(?:er|re)|account|g|return|hs|naics|icd|iata|airport|descuento|promocional|postal|de barras|de error|de produto|réduc\w{3,5}|sconto|sconti|avviamento|fiscale|korting\w{0,2}|postcode|rabatow\w|oszczędn)[ -]?$"
)
_FIGURES: Final = regex(
    r"(?<![\w.,/:+-])[*#]{0,2}(\d{3}[ -]\d{3}|\d{2}[ -]\d{2}(?:[ -]\d{2})?|\d{4,8}|\d[ -]\d[ -]\d[ -]\d(?:[ -]\d){0,2})[*#]{0,2}(?![\w/:+€$%]|[.,-]\d| \d| ?(?:€|eur|usd|uhr|%|kg|km|kb|mb|lines|zeilen|results|minutes|min\b|times))"
)
_AFTERWARDS: Final = regex(
    r"[ -](?:postal|de barras|barre|promo\w{0,7}|review|reviews|name|names|line|lines|base|block|path|coverage|freeze|owner|fiscal|couleur|colou?r|article|cliente?)\b"
)
_FAULT: Final = regex(
    r"\b(?:error|errors|returned|failed|fails|exception|fehler|erreur|errore|erro|forgot|vergessen|oublié|olvid\w{2,3}|esqueci|wrong|status)\b"
)
_YEAR: Final = regex(r"(?:19|20)\d\d")
_IS: Final = regex(
    r"(?:[:=]|\b(?:is|ist|lautet|est|es|è|é|jest|är|er|on|это|now|jetzt|nu|neu|to)|是|は|は、|는|은)\s{0,3}[*#]{0,2}$"
)
_STOP: Final = regex(r"[\n!?;]|\.(?=\s+[A-ZÄÖÜ])")


def opening(text: str) -> Iterator[Hit]:
    """The first code of something that is locked."""
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return
    low = text.lower()
    if len(low) != len(text) or not holds_any(low, _CUES if text.isascii() else _CUES + _MORE_CUES):
        return
    for match in islice(_CODE.finditer(low), _LOOKED):
        if _OTHER.search(low, max(0, match.start() - 16), match.start()) is not None:
            continue
        if _AFTERWARDS.match(low, match.end()) is not None:
            continue
        if (span := _figures(text, low, match)) is not None:
            yield Hit(say("a code that opens something"), Severity.MEDIUM, *span)
            return


def _figures(text: str, low: str, named: re.Match[str]) -> tuple[int, int] | None:
    """Those that belong to a word for a code, where what it opens is named beside it."""
    start, end = max(0, named.start() - _BEFORE), min(len(low), named.end() + _BEHIND)
    if (stop := _STOP.search(text, named.end(), end)) is not None:
        end = stop.start()
    for before in _STOP.finditer(text, start, named.start()):
        start = before.end()
    if _OPENS.search(low, start, end) is None or _FAULT.search(low, start, end) is not None:
        return None
    for figures in _FIGURES.finditer(low, start, end):
        if _YEAR.fullmatch(figures[1]) is None or _IS.search(low, max(start, figures.start() - 12), figures.start(1)):
            return figures.span(1)
    return None
