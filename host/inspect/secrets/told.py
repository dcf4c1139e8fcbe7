"""Codes and passwords that a sentence tells (pure).

Owns: how people tell each other a code that opens an account, or a password, in several languages. What stays true: the
word for it stands beside the value; each text is looked through at most once for each form, and bounded.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.secrets.tokens import Hit
from host.inspect.texts.vocabulary import holds_any, may_hold_any
from host.model import Severity
from host.patterns import regex
from host.words import say

_LONGEST: Final = 16 << 10
_LISTED: Final = 8
_KIND_OF: Final = (
    r"otp|one[- ]time (?:code|pass(?:word|code))|(?:verification|security|2fa|mfa|login|access|sign-?in|confirmation|"
    r"activation|sms) code|"
    r"(?:best(?:ä|ae)tigungs|sicherheits|einmal|freischalt|anmelde|sms-)code|"
    r"c(?:ó|o)digo de (?:verificaci(?:ó|o)n|verifica(?:ç|c)(?:ã|a)o|seguridad|seguran(?:ç|c)a|acceso|"
    r"confirmaci(?:ó|o)n)|"
    r"code (?:de (?:v(?:é|e)rification|s(?:é|e)curit(?:é|e)|confirmation)|(?:à|a) usage unique)|"
    r"codice di (?:verifica|sicurezza)|verificatiecode"
)
_IS: Final = r"(?:is|ist|lautet|es|est|è|é)"
_AFTER: Final = regex(
    rf"(?i)\b(?:{_KIND_OF}|cvv|cvc|(?:tan|pin)(?=\s{{0,3}}(?:[:=]|{_IS}\b|code\b)))\b"
    rf"(?:[^\n\d.]{{0,20}}|[^\n\d]{{0,60}}(?:\b{_IS}|[:=])\s{{1,3}})(\d{{3,8}}|\d{{3}}[ -]\d{{3}})(?!\d)"
)
_BEFORE: Final = regex(
    rf"(?i)(?<![\d.,])(?<!\d-)(\d{{4,8}}|\d{{3}}[ -]\d{{3}}) (?:{_IS}|as|als|como|comme) "
    rf"(?:an? |the |your |my |our |ihre? |deine? |meine? |die |der |votre |ton |mon |tu |su |mi )"
    rf"[^\n.\d]{{0,30}}\b(?:{_KIND_OF}|passcode|tan|pin)\b"
)
_CODES: Final = ("otp", "code", "one-time", "one time", "cvv", "cvc", "pin", "tan", "digo", "codice")
_WORDS: Final = (
    r"(?:onay|do[ğg]rulama|g[üu]venlik|aktivasyon|tek kullan[ıi]ml[ıi]k)[^\n\d]{0,24}(?:kod\w{0,5}|[şs]ifre\w{0,5})|"
    r"(?:код\w{0,3}|пароль)\s{1,2}(?:подтвержд\w{2,5}|доступа|безопасности|активации|входа|из\s{1,2}(?:смс|sms))|"
    r"одноразов\w{2,3}\s{1,2}(?:код|пароль)|(?:смс|sms)-?код\w{0,2}|код\s{1,2}підтвердження|"
    r"验证码|驗證碼|校验码|动态码|确认码|確認碼|安全码|取款码|一次性密码|認証コード|確認コード|認証番号|暗証番号|ワンタイム(?:パスワード|コード)|"
    r"セキュリティコード|인증\s?(?:번호|코드)|확인\s?코드|보안\s?코드|일회용\s?비밀번호|"
    r"kod\w{0,2}\s{1,2}(?:weryfikac\w{2,5}|autoryzac\w{2,5}|jednorazow\w{2,3}|sms|potwierdz\w{2,6}|blik)|kod\s{1,2}blik|"
    r"(?:ov[ěe]ř?r?ovac[íi]|autoriza[čc]n[íi]|potvrzovac[íi])\s{1,2}k[óo]d|"
    r"(?:verifierings?|eng[åa]ngs|bekr[äa]ftelse|bekreftelses|s[iä]k?kerhets|engangs|bekr[æa]ftelses|vahvistus|kertak[äa]ytt[öo])-?"
    r"(?:kod\w{0,3}|koodi\w{0,2})|"
    r"(?:verificatie|bevestigings|inlog|beveiligings|eenmalige\s|toegangs)code|megerősítő\s{1,2}kód|"
    r"m[ãa]\s{1,2}(?:x[áa]c\s{1,2}(?:nh[ậa]n|th[ựu]c|minh)|otp)|kode\s{1,2}(?:verifikasi|otp|keamanan)|"
    r"رمز\s{1,2}(?:التحقق|التأكيد|الدخول)|קוד\s{1,2}(?:אימות|האימות)|รหัส\s?(?:otp|ยืนยัน)|"
    r"codice\s{1,2}(?:otp|di\s{1,2}(?:conferma|accesso)|temporaneo|monouso|sms)|κωδικ[όο]ς\s{1,2}επιβεβα[ίι]ωσης|"
    r"c(?:ó|o)digo\s{1,2}(?:otp|sms|temporal|de\s{1,2}(?:un\s{1,2}solo\s{1,2}uso|uso\s{1,2}(?:ú|u)nico|autorizaci(?:ó|o)n|acesso))|"
    r"code\s{1,2}(?:sms|temporaire|unique|otp|d['’](?:acc(?:è|e)s|authentification|activation))|"
    r"(?:zugangs|authentifizierungs|verifizierungs|verifikations|pr[üu]f|best[äa]tigungs)-?(?:code|nummer|pin)|"
    r"one[- ]time (?:pin|number|key)|(?:passcode|2fa|mfa|totp|authenticator)(?:\s{1,2}code)?|code from (?:the |my |your )?(?:app|sms|bank|authenticator)"
)
_NAMED: Final = regex(rf"(?i)(?:{_WORDS})")
_THEN: Final = regex(
    r"(?:[^\n\d.]{0,30}(?<![\d.,])|[^\n\d]{0,60}[:\uff1a=]\s{0,3})(\d{2,4}(?:[ -]\d{2,4}){1,2}|\d{4,8})(?!\d|\.\d|,\d\d)"
)
_JUST_BEFORE: Final = regex(r"(?<![\d.,])(\d{3}[ -]\d{3}|\d{4,8})[^\n\d.]{0,24}$")
_BACK: Final = 36
_TAN: Final = regex(r"\b(?:m|sms|push|chip|photo)?TAN(?:[ :]{1,3}|\s(?:lautet|ist|is)\s)(\d{6})(?!\d)")
_BACKUP: Final = regex(
    r"(?i)\b(?:backup|recovery|rescue|emergency|wiederherstellungs|notfall|de secours|de respaldo|scratch)[- ]?codes?\b"
    r"[^\n:]{0,40}[:\n]\s{0,4}((?=[a-z-]{0,12}\d)[a-z0-9]{4,6}-?[a-z0-9]{4,6})(?![a-z0-9])"
)
_MARKS: Final = (
    "digo", "code d", "code sms", "code temp", "code unique", "code otp", "kod", "код", "парол", "码", "碼", "密码", "コード", "番号", "인증", "코드", "비밀번호", "kód", "kode", "mã ", "رمز", "קוד", "รหัส",
    "κωδικ", "şifre", "sifre", "tan", "passcode", "2fa", "mfa", "totp", "authenticator", "one-time", "one time", "nummer", "ワンタイム",
)  # fmt: skip
_KEY: Final = regex(
    r"(?i)\b(?:api|access|secret|licen[sc]e)[ -]?(?:key|token)s?\b[^.:\n=]{0,24}?(?:\bis\b:?|[:=]) {0,3}[\"'`]?([A-Za-z0-9_-]{20,128})(?![\w-])"
)
_BETWEEN: Final = r"[^.:：\n=\d]{0,30}?"
_PASSWORD: Final = regex(
    r"(?i)(?<!\w)(?:passwort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|mdp|clave|parola d['’]ordine|password|has[łl]o|heslo|"
    r"l[öo]senord(?:et)?|adgangskode|passord(?:et)?|salasana|[şs]ifre(?:si|niz)?|парол[ьяе]|jelszó|zugangsdaten|pass(?:code|phrase)?|pw|pwd|pword)(?!\w)"
    rf"{_BETWEEN}(?:(?<!\w)(?:ist|lautet|es|est|è|é|to|är|er|on|je|é|это|is|jest|now|wordt)(?!\w):?|[:：=]|(?<=pw)|(?<=pwd)) {{0,4}}[\"'„«“]?([^\s\"'„“«»]{{5,64}})"
)
_SIGNED: Final = regex(
    r"(?:密码|密碼|口令|パスワード|暗証|비밀번호|كلمة (?:المرور|السر)|סיסמה|mật khẩu|รหัสผ่าน)"
    r"[^.:：\n=\d]{0,12}?(?:是|为|為|は|는|은|hiện là|là|[:：=])\s{0,3}[\"'「“]?([^\s\"'「」“”，。、]{5,64})"
)
_SPACED: Final = regex(
    r"(?i)(?<!\w)(?:passwor[dt]|passwd|kennwort|pw|pwd|senha|mdp|пароль)\s{1,2}[\"'`]?([^\s\"'`]{6,64})"
)
_PASSWORDS: Final = (
    "passw", "kennwort", "mot de passe", "contrase", "senha", "wachtwoord", "mdp", "clave", "parola", "hasł", "haslo", "heslo",
    "senord", "adgangskode", "passord", "salasana", "ifre", "парол", "jelszó", "zugangsdaten", "pass ", "passcode", "passphrase", "pw ", "pw:", "pwd", "pword",
)  # fmt: skip
CUES: Final = (*_CODES, "codes", *_MARKS, *_PASSWORDS, "key", "token")
"""One of these, or a letter that is no ASCII, stands in each text of which anything is told here."""
_SIGNS: Final = ("密码", "密碼", "口令", "パスワード", "暗証", "비밀번호", "كلمة", "סיסמה", "mật khẩu", "รหัสผ่าน")


def told(text: str) -> Iterator[Hit]:
    """The first code that opens an account."""
    if len(text) > _LONGEST:
        return
    found = None
    if may_hold_any(text, _CODES):
        found = _AFTER.search(text) or _BEFORE.search(text)
    if found is None and _DIGIT.search(text) is not None and _may_name(text):
        found = _beside(text) or _TAN.search(text) or _BACKUP.search(text)
    if found is not None:
        yield Hit(say("a code that opens an account"), Severity.MEDIUM, *found.span(1))


def _beside(text: str) -> re.Match[str] | None:
    """A code that stands after or before a word for one."""
    for named in islice(_NAMED.finditer(text), _LISTED):
        back = max(0, named.start() - _BACK)
        if (then := _THEN.match(text, named.end())) is not None:
            return then
        if (before := _JUST_BEFORE.search(text, back, named.start())) is not None:
            return before
    return None


def _may_name(text: str) -> bool:
    low = text.lower()
    return "codes" in low or holds_any(low, _PLAIN_MARKS if text.isascii() else _MARKS)


_DIGIT: Final = regex(r"\d")
_PLAIN_MARKS: Final = tuple(mark for mark in _MARKS if mark.isascii())
_PLAIN_PASSWORDS: Final = tuple(mark for mark in _PASSWORDS if mark.isascii())
"""What of them a text of ASCII can hold."""


def passwords(text: str) -> Iterator[tuple[int, int]]:
    """Where words stand that may be passwords, as people tell each other theirs."""
    if len(text) > _LONGEST:
        return
    low = text.lower()
    if holds_any(low, _PLAIN_PASSWORDS if text.isascii() else _PASSWORDS):
        for match in islice(_PASSWORD.finditer(text), _LISTED):
            yield match.span(1)
        for match in islice(_SPACED.finditer(text), _LISTED):
            if _mixed(match[1].rstrip(".,;:!?)")):
                yield match.span(1)
    if ("key" in low or "token" in low) and (said := _KEY.search(text)) is not None and any(map(str.isdigit, said[1])):
        yield said.span(1)
    if not text.isascii() and holds_any(low, _SIGNS):
        for match in islice(_SIGNED.finditer(text), _LISTED):
            yield match.span(1)


def _mixed(word: str) -> bool:
    """Whether a word has letters and digits, as no word of a sentence has."""
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word)) and "/" not in word
