"""Languages and formats of a call that are others than those the person wants something put into (pure).

Owns: the names of languages in several languages, those of formats, and the codes that programs write. What stays true:
one differs only where the words name one to put something into, and the call has none of those; what words are written
in is told by their commonest words, and only of texts that are long enough.
"""
# ruff: noqa: E501, RUF001  # a table is read best as it is; letters of many scripts belong here

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, words_of
from host.patterns import regex
from host.words import say

_SAID: Final = say("The language is another than the one you named.")
_TONGUES: Final = {
    code: regex(rf"(?<!\w)(?:{names})", re.IGNORECASE)
    for code, names in (
        ("en", r"english|englisch\w{0,2}|anglais|ingl[eéê]s\w{0,1}|inglese|engels|английск|英語|英语|영어"),
        ("de", r"german|deutsch\w{0,2}|allemand|alem[aáã]\w{0,2}|tedesco|duits|немецк|ドイツ語|德语|독일어"),
        (
            "fr",
            r"french|franz(?:ö|oe)sisch\w{0,2}|fran[cç]ais|franc[eéê]s\w{0,1}|francese|frans|французск|フランス語|法语|프랑스어",
        ),
        (
            "es",
            r"spanish|spanisch\w{0,2}|espagnol|espa[nñ]\w{1,3}|castellano|spagnolo|spaans|испанск|スペイン語|西班牙语|스페인어",
        ),
        ("it", r"italian\w{0,2}|italienisch\w{0,2}|italien|италья?нск|итальянск|イタリア語|意大利语"),
        ("pt", r"portuguese|portugiesisch\w{0,2}|portugais|portugu[eéê]s|portoghese|португальск|葡萄牙语"),
        ("nl", r"dutch|niederl(?:ä|ae)ndisch\w{0,2}|n[eé]erlandais|neerland[eéê]s|olandese|nederlands"),
        ("ja", r"japanese|japanisch\w{0,2}|japonais|japon[eéê]s|giapponese|japans|日本語|日语"),
        ("zh", r"chinese|mandarin|chinesisch\w{0,2}|chinois|chin[oeéê]\w{0,2}|cinese|中文|中国語"),
        ("ko", r"korean|koreanisch\w{0,2}|coréen|coreano|koreaans|한국어|韓国語|韩语"),
        ("ru", r"russian|russisch\w{0,2}|russe|ruso|russo|русск|ロシア語|俄语"),
        ("uk", r"ukrainian|ukrainisch\w{0,2}|ukrainien|ucrani?ano|ucraino|oekraïens|українськ|украинск"),
        ("pl", r"polish|polnisch\w{0,2}|polonais|polaco|polacco|pools"),
        ("cs", r"czech|tschechisch\w{0,2}|tch[eè]que|checo|tcheco|ceco|tsjechisch"),
        ("sk", r"slovak\b|slowakisch\w{0,2}|slovaque|eslovaco|slovacco"),
        ("hu", r"hungarian|ungarisch\w{0,2}|hongrois|h[uú]ngaro|ungherese|hongaars"),
        ("ro", r"romanian|rum(?:ä|ae)nisch\w{0,2}|roumain|rumano|romeno|rumeno|roemeens"),
        ("bg", r"bulgarian|bulgarisch\w{0,2}|bulgare|b[uú]lgaro|bulgaars"),
        ("el", r"greek|griechisch\w{0,2}|grec|griego|grego|greco|grieks"),
        ("tr", r"turkish|t(?:ü|ue)rkisch\w{0,2}|turc|turco|turks"),
        ("ar", r"arabic|arabisch\w{0,2}|arabe|[áa]rabe|arabo"),
        ("he", r"hebrew|hebr(?:ä|ae)isch\w{0,2}|hébreu|hebreo|hebraico|ebraico|hebreeuws"),
        ("hi", r"hindi"),
        ("da", r"danish|d(?:ä|ae)nisch\w{0,2}|danois|dan[eéê]s|danese|deens|dansk"),
        ("sv", r"swedish|schwedisch\w{0,2}|su[eé]dois|sueco|svedese|zweeds|svensk"),
        ("nb", r"norwegian|norwegisch\w{0,2}|norvégien|noruego|norueguês|norvegese|noors|norsk"),
        ("fi", r"finnish|finnisch\w{0,2}|finnois|fin[eéê]s|finland[eéê]s|finlandese|fins\b|suomek"),
        ("ca", r"catalan|katalanisch\w{0,2}|catal[aáà]n?"),
    )
}
_AFIELD: Final = {
    code: regex(rf"(?<!\w)(?:{names})\w{{0,8}}", re.IGNORECASE)
    for code, names in (
        ("en", r"angielsk|angli[cč]tin|engelsk|englanni|angol|ingilizce|англ[іи]йс"),
        ("de", r"niemieck|n[eě]m[cč]in|tyska?|tysk|saksa|német|almanca|німецьк"),
        ("fr", r"francusk|francouz[sš]tin|fransk|ranska|franci|fransızca|французьк"),
        ("es", r"hiszpa[nń]sk|[sš]pan[eě]l[sš]tin|spansk|espanja|spanyol|ispanyolca|іспанськ"),
        ("it", r"w[lł]osk|ital[sš]tin|italiensk|italia|olasz|italyanca|італійськ"),
        ("pt", r"portugalsk|portugal[sš]tin|portugisisk|portugali|portugál|portekizce|португальськ"),
        (
            "nl",
            r"holendersk|niderlandzk|nizozem[sš]tin|nederländsk|nederlandsk|hollanti|holland|hollandaca|felemenkçe|нідерландськ|голландск|нидерландск",
        ),
        ("ja", r"japo[nń]sk|japon[sš]tin|japansk|japani|japán|japonca|японс"),
        ("zh", r"chi[nń]sk|[cč]ín[sš]tin|kinesisk|kiina|kínai|çince|китайс"),
        ("ko", r"korea[nń]sk|korej[sš]tin|koreansk|korea(?=ksi)|koreai|korece|корейс"),
        ("ru", r"rosyjsk|ru[sš]tin|rysk|russisk|venäjä|orosz|rusça|російськ"),
        ("uk", r"ukrai[nń]sk|ukrajin[sš]tin|ukrainsk|ukraina|ukrán|ukraynaca"),
        ("pl", r"polsk|pol[sš]tin|puola|lengyel|lehçe|polonya|польськ|польск"),
        ("cs", r"czesk|[cč]e[sš]tin|tjeckisk|tsjekkisk|tšekki|cseh|çekçe|чеськ|чешск"),
        ("sk", r"s[lł]owack|sloven[sš]tin|slovakisk|slovakki|szlovák|словацьк|словацк"),
        ("hu", r"w[eę]giersk|maďar[sš]tin|ungersk|ungarsk|unkari|magyar|macarca|угорськ|венгерск"),
        ("ro", r"rumu[nń]sk|rumun[sš]tin|rumänsk|rumensk|romania|román|rumence|румунськ|румынск"),
        ("bg", r"bu[lł]garsk|bulhar[sš]tin|bulgarisk|bulgaria|bolgár|bulgarca|болгарс"),
        ("el", r"greck|[rř]e[cč]tin|grekisk|gresk|kreikka|kreika|görög|yunanca|грецьк|греческ"),
        ("tr", r"tureck|ture[cč]tin|turkisk|tyrkisk|turki|török|türkçe|турецьк|турецк"),
        ("ar", r"arabsk|arab[sš]tin|arabisk|arabia|arab(?=ra)|arapça|арабс"),
        ("he", r"hebrajsk|hebrej[sš]tin|hebreisk|heprea|héber|ibranice|іврит|иврит"),
        ("da", r"du[nń]sk|dán[sš]tin|tanska|dán(?=ra)|danca|данськ|датск"),
        ("sv", r"szwedzk|[sš]véd[sš]tin|ruotsi|svéd|isveççe|шведс"),
        ("nb", r"norwesk|nor[sš]tin|norja|norvég|norveççe|норвезьк|норвежск"),
        ("fi", r"fi[nń]sk|fin[sš]tin|suome|finn(?=re)|fince|фінськ|финск"),
        ("ca", r"katalo[nń]sk|katalán[sš]tin|katalansk|katalaani|katalán|katalanca|каталонс"),
    )
}
"""The same in Polish, Czech, Swedish, Danish, Norwegian, Finnish, Hungarian, Turkish and Ukrainian, which inflect them."""
_BENT: Final = regex(r"(?:ksi|r[ae]|[yn]?[ae]ye?|c[ae]ya?|[çc][ae]y[ae]|ською|цькою|дською|зькою)$", re.IGNORECASE)
"""Endings that say into by themselves."""
_ALSO: Final = {"no": "nb", "nn": "nb", "cn": "zh", "jp": "ja", "kr": "ko", "dk": "da", "se": "sv", "cz": "cs", "gr": "el", "iw": "he"}  # fmt: skip
"""Codes that people write for others."""
_KINDS: Final = (
    (regex(r"\b(?:british|uk) english|britisches? englisch|anglais britannique|inglés británico"), "en", "gb uk"),
    (regex(r"\b(?:american|us) english|amerikanisches? englisch|anglais américain"), "en", "us"),
    (regex(r"\bbrazilian|brasilianisch|brésilien|brasileñ|português do brasil|brasiliano"), "pt", "br"),
    (regex(r"\beuropean portuguese|português europeu|portugais du portugal"), "pt", "pt"),
    (regex(r"\bswiss german|schweizer ?deutsch|schweizerisch"), "de", "ch"),
    (regex(r"\bsimplified chinese|vereinfachtes chinesisch|chinois simplifié|简体"), "zh", "cn hans sg"),
    (regex(r"\btraditional chinese|traditionelles chinesisch|chinois traditionnel|繁體|繁体"), "zh", "tw hant hk"),
    (regex(r"\b(?:canadian french|québ[eé]cois)|français canadien"), "fr", "ca"),
    (regex(r"\b(?:mexican|latin american) spanish|español (?:de méxico|latino)"), "es", "mx 419 us"),
)
_INTO: Final = regex(
    r"(?:\b(?:to|into|in|ins|auf|en|em|al|naar|à|na|do|till|til|på)|(?<!\w)(?:на|в))\s{1,2}(?:the\s|das\s|le\s|el\s|o\s|język\s)?$",
    re.IGNORECASE,
)
_BEFORE: Final = 12
_CODE: Final = regex(r"([a-z]{2})(?:[-_]([a-z]{2,4}|419))?(?:[-_][a-z]{2})?$")
_KEYS: Final = frozenset(
    "lang langs language languages languageid languageids locale locales tongue tl targetlang targetlanguage "
    "tolanguage translation".split()
)
_NOT_INTO: Final = frozenset("source from src detected original".split())
_LONGEST: Final = 20


def _into(pattern: re.Pattern[str], turn: str) -> bool:
    """Whether a language is named as one to put something into."""
    for match in pattern.finditer(turn):
        if _INTO.search(turn[max(0, match.start() - _BEFORE) : match.start()]) or not turn[match.start()].isascii():
            return True
    return False


def _afield(pattern: re.Pattern[str], turn: str) -> bool:
    """Likewise, in languages that say it by an ending or by prepositions of their own."""
    return any(
        _INTO.search(turn[max(0, match.start() - _BEFORE) : match.start()]) or _BENT.search(match[0])
        for match in islice(pattern.finditer(turn), _ENOUGH)
    )


@lru_cache(maxsize=256)
def _wanted(turn: str) -> frozenset[str]:
    wanted = {code for code, pattern in _TONGUES.items() if _into(pattern, turn)}
    return frozenset(wanted or {code for code, pattern in _AFIELD.items() if _afield(pattern, turn)})


def other_tongue(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A language that something is put into, where the words name others alone."""
    there = [(text, code, land) for text in texts if _is_tongue(text) for code, land in _codes(text.text)]
    if not there:
        return _written(texts, turn)
    named = _wanted(turn)
    if named and not any(code in named for _, code, _ in there):
        return _SAID, there[0][0]
    low = turn.lower()
    for pattern, code, lands in _KINDS:
        other = [(text, land) for text, it, land in there if it == code and land]
        if other and not any(land in lands.split() for _, land in other) and pattern.search(low):
            return _SAID, other[0][0]
    return None


def _is_tongue(text: Text) -> bool:
    words = words_of(text.key)
    if len(text.text) > _LONGEST or words & _NOT_INTO:
        return False
    return bool(words & _KEYS or text.key.lower() in ("to", "target", "targets"))


def _codes(value: str) -> list[tuple[str, str]]:
    """The language, and the land, that a value stands for; by its code or by its name."""
    low = value.lower()
    if (match := _CODE.fullmatch(low)) is not None:
        code = _ALSO.get(match[1], match[1])
        return [(code, match[2] or "")] if code in _TONGUES else []
    return [(code, "") for code, pattern in _TONGUES.items() if pattern.match(low)][:1]


_COMMON: Final = {
    "en": "the and you for with this that are is have your we our will please from not be of to",
    "de": "und der die das ist nicht wir sie für mit den ein eine auf bitte ich von zu dem haben",
    "fr": "et les des est vous nous pour une dans que avec pas sur du votre je la le qui merci",
    "es": "y los las es para una con por que usted su del no gracias el la se nos hemos muy",
    "it": "e gli per una con che non il di sono della del grazie la si è ci abbiamo anche vostra",
    "pt": "e os para uma com que não por você seu do da obrigado em o nós muito é são temos",
    "nl": "en het een voor met niet van wij u de dat is op zijn graag hebben ik naar dit ons",
}
_OFTEN: Final = {code: frozenset(words.split()) for code, words in _COMMON.items()}
_WORD: Final = regex(r"[^\W\d_]{1,20}")
_LEARNT: Final = regex(
    r"\b(?:learn|words|vocab\w{0,5}|lern\w{0,2}|vokabel\w?|mots|palabras|parole|course|kurs|lesson)\b"
)
_ENOUGH: Final = 8
_READ: Final = 600
_WRITE: Final = regex(
    r"\b(?:write|reply|answer|send|mail|translate|draft|respond|post|schreib\w{0,2}|antwort\w{0,2}|schick\w{0,2}|übersetz\w{0,2}|écri\w{1,3}|répon\w{1,3}|"
    r"envoie|tradui\w{1,2}|escrib\w{1,3}|respond\w{1,3}|envía|traduc\w{1,2}|traduce|scrivi|rispondi|traduci|escrev\w{1,3}|traduz\w{0,2}|schrijf|antwoord|vertaal)\b"
)


def _written(texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """Words in another language than the one that they are wanted in."""
    named = _wanted(turn)
    if len(named) != 1 or not named <= _OFTEN.keys() or not _WRITE.search(turn.lower()) or _LEARNT.search(turn.lower()):
        return None
    wanted = next(iter(named))
    for text in islice((text for text in texts if is_prose(text)), _ENOUGH):
        words = _WORD.findall(text.text[:_READ].lower())
        if len(words) < _ENOUGH:
            continue
        counts = {code: sum(word in common for word in words) for code, common in _OFTEN.items()}
        most = max(counts.values())
        if most * 5 >= len(words) and counts[wanted] * 3 < most:
            return _SAID, text
    return None


_FORMAT: Final = say("The format is another than the one you named.")
_FORMATS: Final = {
    name: frozenset(aliases.split())
    for name, aliases in (
        ("pdf", "pdf"),
        ("docx", "docx doc word msword"),
        ("xlsx", "xlsx xls excel"),
        ("csv", "csv"),
        ("tsv", "tsv"),
        ("pptx", "pptx ppt powerpoint"),
        ("json", "json"),
        ("jsonl", "jsonl ndjson"),
        ("xml", "xml"),
        ("yaml", "yaml yml"),
        ("html", "html htm"),
        ("md", "md markdown"),
        ("txt", "txt plaintext"),
        ("png", "png"),
        ("jpg", "jpg jpeg"),
        ("svg", "svg"),
        ("gif", "gif"),
        ("webp", "webp"),
        ("mp3", "mp3"),
        ("wav", "wav"),
        ("mp4", "mp4"),
        ("mov", "mov"),
        ("webm", "webm"),
        ("zip", "zip"),
        ("parquet", "parquet"),
        ("epub", "epub"),
    )
}
_FORMAT_OF: Final = {alias: name for name, aliases in _FORMATS.items() for alias in aliases}
_ALIASES: Final = "|".join(sorted((re.escape(alias) for alias in _FORMAT_OF), key=len, reverse=True))
_INTO_FORMAT: Final = regex(
    rf"\b(?:as|to|into|in|als|nach|en|em|in formato|au format|en formato|naar|come|como|comme)\s{{1,2}}"
    rf"(?:an?\s|ein\w{{0,2}}\s|un\s|une\s|the\s)?\.?({_ALIASES})\b(?!\.)",
    re.IGNORECASE,
)
_FORMAT_KEYS: Final = frozenset(
    "format extension filetype mimetype mime filetypes ext outputtype conversion convert".split()
)


@lru_cache(maxsize=256)
def _formats(turn: str) -> frozenset[str]:
    return frozenset(_FORMAT_OF[alias.lower()] for alias in _INTO_FORMAT.findall(turn))


def other_format(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first format that is none of those that the words want."""
    wanted = _formats(turn)
    if not wanted:
        return None
    there = [
        (text, _FORMAT_OF[value])
        for text in texts
        if words_of(text.key) & _FORMAT_KEYS
        and "input" not in words_of(text.key)
        and (value := text.text.lower().rpartition("/")[2].strip(". ")) in _FORMAT_OF
    ]
    if there and not any(name in wanted for _, name in there):
        return _FORMAT, there[0][0]
    return None
