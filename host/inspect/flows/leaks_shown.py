"""What a call shows of people, and of what nobody spoke (pure).

Owns: cameras and microphones that go to outside addresses, statistics so fine that single persons show, pictures whose
addresses carry figures, and publishing of more than what was asked. What stays true: it is told by the call and the
person's words alone; a place of this network is none.
"""

from __future__ import annotations

# ruff: noqa: E501  # a pattern is read best as the one line that it is
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.flows.figures import all_figures
from host.inspect.flows.shapes import addresses
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Subject, Text
from host.inspect.tools.deeds import CHANGING, deed
from host.inspect.tools.words import words_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_KIND: Final = "exfiltration"
_VALUES: Final = 100
_SHORT: Final = 300
_OWN: Final = regex(
    r"localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2[0-9]|3[01])\.|\[|[^.]{1,60}\Z|.{1,200}\.(?:local|lan|home|internal|fritz\.box)\Z"
)
_WATCHES: Final = frozenset(
    "camera cam webcam doorbell microphone mic kamera mikrofon babyphone intercom nvr cctv rtsp rtmp onvif "
    "camara fotocamera telecamera screen screenshot screencast dashcam snapshot recording livestream voice audio".split()
)
_GOES: Final = regex(r"(?i)(?:https?|rtmps?|rtsp|srt|wss?|ftps?|sftp|s3|whip)://(?:[^\s/@]{1,100}@)?([^\s/?#:]{1,200})")
_FETCHED: Final = frozenset("navigate goto open visit browse fetch get read url page display cast play image".split())
_FINE: Final = regex(
    r"(?i)(?:min(?:imum)?|smallest)_?(?:group|cell|bucket|cohort|aggregat\w{0,5}|sample|segment|respon\w{0,6}|count_?per)\w{0,12}|"
    r"k_?anonym\w{0,6}|(?:anonymity|suppression|privacy|disclosure|small_?cell)_?(?:threshold|limit|min\w{0,5}|k)|"
    r"(?:group|cell|cohort|bucket)_?(?:min(?:imum)?|threshold)(?:_?size)?"
)
_HIDES: Final = regex(
    r"(?i)(?:is_?)?(?:anonymi[sz]ed?|anonymous|pseudonymi[sz]ed?|redact(?:ed|ion)?|mask(?:ed|ing)?|de_?identif\w{1,6}|"
    r"aggregated?_?only|hash_?(?:pii|emails?|users?)|strip_?pii|scrub\w{0,4}|suppress_?small\w{0,8}|privacy_?mode)"
)
_REVEALS: Final = regex(
    r"(?i)(?:include|with|show|reveal|expose|export)_?(?:pii|personal\w{0,6}|identit\w{0,4}|respondents?|names?_?and_?emails?|"
    r"identifiable\w{0,6}|raw_?responses?)|de_?anonymi[sz]e\w{0,2}|re_?identif\w{1,4}|unmask\w{0,3}|link_?to_?(?:person|employee|respondent)s?"
)
_ABOUT_PEOPLE: Final = frozenset(
    "survey poll pulse feedback engagement culture respons respondent response analytic analytics report insight statistic "
    "statistics cohort census ballot vote export share publish umfrage".split()
)
_TRAITS: Final = regex(
    r"(?i)birth|\bage\b|\bdob\b|gender|\bsex\b|zip|postal|postcode|plz|start[_ ]?date|hire|tenure|nationality|ethnic|religion|"
    r"disabilit|marital|geschlecht|geburt|job[_ ]?title|manager|salary|employee|person|email|user_?id|\bname\b"
)
_GROUPS: Final = frozenset("group groupby breakdown dimension segment split slice facet pivot".split())
_SEVERAL: Final = 3
_FEW: Final = 2
_MARK: Final = regex(
    r"(?i)(?:!\[[^\[\]]{0,200}\]\(|<img\b[^<>]{0,200}?src\s{0,4}=\s{0,4}[\"']?)\s{0,4}<?(https?://[^\s()<>\"']{1,2000})"
)
_FIGURES: Final = regex(r"[0-9]{1,3}(?:[.,_][0-9]{3}){1,4}(?![0-9])|[0-9]{5,12}(?![0-9])")
_TELLS: Final = regex(
    r"(?i)revenue|salar|umsatz|gehalt|loss|profit|turnover|income|payroll|margin|balance|customer|kunde|patient|diagnos|password|"
    r"passwor|token|secret|iban|ssn|chiffre|ventas|ingresos|fattura|margine|account|acct|budget|cash|debt|headcount|bonus|deal"
)
_PUBLISHES: Final = frozenset("publish share veröffentlichen publier publicar pubblicare".split())
_WHAT: Final = frozenset(
    "folder directory path page note notebook vault collection album section space board playlist dataset sheet".split()
)
_IT: Final = regex(
    r"(?i)\b(?:it|this|that|these|those|them|everything|all|whole|the (?:page|folder|notes?|board|album|document|doc|site|changes|draft|post)|"
    r"es|das|dies\w{0,2}|alles|alle|sie|ganzen?|tout|toute|ça|todo|toda|tutto|tutta|alles|dit|dat)\b"
)
_WISH: Final = regex(r"(?i)publi|pubbl|ver\xf6ffent|share|teil|partag|compart|condivid|deel|online|live")
_LETTERS: Final = regex(r"[^\W\d_]{3,40}")
_STEM: Final = 5


def of_shown(subject: Subject) -> Iterator[Finding]:
    """Findings ``exfiltration``."""
    words = words_of(subject.tool) | words_of(subject.server)
    yield from _watched(subject, words)
    yield from _single_out(subject, words)
    yield from _pictures(subject)
    yield from _written_out(subject)
    if deed(subject.tool) in CHANGING:
        yield from _opened(subject)
    if words & _PUBLISHES and subject.turn:
        yield from _more_than_asked(subject)


def _written_out(subject: Subject) -> Iterator[Finding]:
    """What a pipeline of a database writes to a bucket."""
    for text in islice(subject.texts, 2 * _VALUES):
        if text.is_name and text.key in ("s3", "gcs", "azure") and {"$out", "$merge"}.intersection(text.steps):
            yield _found(say("This copies what is here to another place."), text)
            return


def _opened(subject: Subject) -> Iterator[Finding]:
    """What is opened for everybody, by a name that only that has."""
    rules = bool(words_of(subject.tool) & {"acl", "rule"})
    for text in islice(subject.values(), _VALUES):
        value = text.text.strip().lower()
        if rules and value == "default" and text.steps[-2:] == ("scope", "type"):  # of a calendar: everybody
            yield _found(say("This lets everybody see it."), text)
            return
        if len(value) <= 40 and (_ANYBODY.fullmatch(value) or (_OPEN.fullmatch(value) and _PUBLIC.fullmatch(text.key))):
            yield _found(say("This lets everybody see it."), text)
            return
    for name, flag in islice(subject.arguments.items(), _VALUES):
        if flag is True and _INDEXED.fullmatch(name) and not _WISH.search(subject.turn):
            yield Finding(
                _KIND, Severity.MEDIUM, say("This lets everybody see it."), f"{name}: true"[:EVIDENCE], (name,)
            )
            return


_ANYBODY: Final = regex(r"system:(?:anonymous|(?:un)?authenticated)|all_?users|all_?authenticated_?users")
_OPEN: Final = regex(
    r"read|view(?:er)?|edit(?:or)?|write|comment(?:er)?|full|enabled?|on|open|allow(?:ed)?|public|anyone|yes|true"
)
_PUBLIC: Final = regex(
    r"(?i)(?:public|anonymous|external|guest|web|internet|world|unauthenticated)_?(?:access|sharing|visibility|role|permissions?|link|"
    r"read|view\w{0,3}|level)"
)
_INDEXED: Final = regex(
    r"(?i)(?:search_?engine_?|allow_?|web_?)(?:index\w{0,5}|crawl\w{0,5})|(?:allow|enable)_?(?:anonymous|public|guest)\w{0,12}"
)


def _watched(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """Pictures or sound of here that go out."""
    goal = next((it for it in islice(subject.values(), _VALUES) if _outside(it, subject.turn)), None)
    if goal is None:
        return
    about = set(words)
    for text in islice(subject.texts, 2 * _VALUES):
        if text.is_name or (len(text.text) <= 60 and "://" not in text.text):
            about |= words_of(text.text[:60])
    if about & _WATCHES and not words_of(subject.tool) & _FETCHED:
        yield _found(say("This sends pictures or sound from here to another place."), goal)


def _outside(text: Text, turn: str) -> bool:
    match = _GOES.match(text.text) if len(text.text) <= _SHORT and "://" in text.text else None
    return match is not None and not _OWN.match(match[1].lower()) and match[1].lower() not in turn.lower()


def _single_out(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """Statistics of so few that each of them shows."""
    for figure in islice(all_figures(subject.arguments), _VALUES):
        if _FINE.fullmatch(figure.key) and figure.text in ("0", "1", "2", "1.0"):
            yield _told(figure.key, figure.text, figure)
            return
    for name, value in islice(subject.arguments.items(), _VALUES) if words & _ABOUT_PEOPLE else ():
        if (value is False and _HIDES.fullmatch(name)) or (value is True and _REVEALS.fullmatch(name)):
            yield _told(name, str(value).lower(), Text((name,), name, ""))
            return
    grouped = [it for it in islice(subject.values(), _VALUES) if _GROUPS & words_of(it.key)]
    traits = {match.group().lower() for it in grouped for match in _TRAITS.finditer(it.text[:_SHORT].replace("_", " "))}
    if len(traits) >= _SEVERAL and len(grouped) >= _FEW and not any(trait in subject.turn.lower() for trait in traits):
        yield _found(say("This tells people apart so far that single ones show."), grouped[0])


def _told(name: str, value: str, text: Text) -> Finding:
    said = say("This tells people apart so far that single ones show.")
    return Finding(_KIND, Severity.MEDIUM, said, f"{name}: {value}"[:EVIDENCE], text.steps)


def _pictures(subject: Subject) -> Iterator[Finding]:
    """Pictures whose addresses tell their host figures of here."""
    for text in islice(subject.values(), _VALUES):
        if "http" not in text.text or ("![" not in text.text and "<img" not in text.text.lower()):
            continue
        for match in islice(_MARK.finditer(text.text), 32):
            rest = next((rest for _, rest, *_ in addresses(match[1])), "").partition("?")[0]
            if _TELLS.search(rest) and _FIGURES.search(rest):
                said = say("This shows a picture that tells its host something.")
                yield Finding(_KIND, Severity.MEDIUM, said, match[1][:EVIDENCE], text.steps, match.span(1))
                return


def _more_than_asked(subject: Subject) -> Iterator[Finding]:
    """Places that are made public, where the person spoke of others."""
    turn = subject.turn.casefold()[:2_000]
    if not _WISH.search(turn) or _IT.search(turn):
        return
    for text in islice(subject.values(), _VALUES):
        name = text.text.casefold()
        if len(name) > 80 or not _WHAT & words_of(text.key) or any(char.isdigit() for char in name) or "://" in name:
            continue
        words = _LETTERS.findall(name)
        if words and not any(word[:_STEM] in turn for word in words):
            yield _found(say("This shows others something of which you did not speak."), text)
            return


def _found(sentence: str, text: Text) -> Finding:
    return Finding(_KIND, Severity.MEDIUM, sentence, text.text[:EVIDENCE], text.steps)
