"""When a call is done, beside when the person wanted it (pure).

Owns: the words for a trial, a plan and a first look, for another time than now, and for the zone of an hour, and the
inputs by which a call says that it is a trial, is done at once, or tells hours of another zone. What stays true: an
input counts only where the call sets it; words of the past ("I saw the dry run") ask for none; a time that is part of
what somebody is to be told is none of these.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.destructive.inputs import members
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, tool_words, words_of
from host.inspect.wishes.concepts import bare, concept_of_name
from host.inspect.wishes.words import LOOKED, wish_of
from host.naming import key_words
from host.patterns import regex
from host.words import say

_TRIALS: Final = frozenset(
    "dry dryrun dry_run dryRun drymode dry_mode plan_only planonly plan simulate simulation preview preview_only "
    "validate_only validateonly whatif what_if check check_mode checkmode noop no_op test_mode testmode trial "
    "report_only".lower().split()
)
"""Inputs that are off where a call is no trial."""
_REAL: Final = frozenset(
    "auto_apply autoapply apply auto_approve autoapprove execute commit live for_real confirm confirmed".split()
)
"""Inputs that are on where a call is no trial."""
_PLAN: Final = regex(
    r"\b(?:dry[- ]?run|trial run|test run|check (?:run|mode)|plan[- ]only|(?:just|only) (?:a |the )?(?:plan|preview)|"
    r"nur (?:planen|ein plan|eine vorschau)|probelauf|trockenlauf|testlauf|vorschau|essai à blanc|simul\w{1,8}|"
    r"(?:solo|s[oó]lo|seulement|juste|apenas|só|alleen|bara) (?:\w{1,3} )?(?:plan\w{0,3}|piano)|"
    r"en seco|a secco|a seco|prova a vuoto|proefdraai\w{0,3}|torrk(?:ö|o)r\w{0,4}|what would (?:be|go|happen|change)|"
    r"qu[eé] borrar[ií]\w{0,3}|was (?:würde|wäre)\w{0,2}|que (?:serait|seraient)|"
    r"что (?:удалится|изменится|будет))|холост|пробн|ドライラン|試し|试运行|演练|预演|시험"
)
_SEEN: Final = regex(
    r"\b(?:saw|seen|looked|reviewed|checked|went fine|was (?:fine|ok|good|clean)|after the|no (?:more )?dry|for real|"
    r"gesehen|geprüft|passt|nach dem|vu|visto|después del|après|dopo)\b"
)
_TEXTS: Final = 60
_OTHER: Final = say("You wanted to see it first, and this input says that it is done.")


def other_trial(subject: Subject, _texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first input by which the call is no trial, where the words ask for one."""
    if not any(value is False or value is True or isinstance(value, str) for value in subject.arguments.values()):
        return None
    for steps, key, value in islice(members(subject.arguments), _TEXTS):
        low = key.lower().replace("-", "_")
        off = low in _TRIALS and (value is False or value in ("false", "none", "no"))
        on = low in _REAL and (value is True or value == "true")
        if (off or on) and _trial(turn, trials=off):
            return _OTHER, Text(steps, key, f"{key}: {value}".lower())
    return None


@lru_cache(maxsize=256)
def _trial(turn: str, *, trials: bool) -> bool:
    """Whether the words ask to see it first. ``trials``: whether the call speaks of trials itself."""
    wish = wish_of(turn[:LOOKED])
    if _SEEN.search(wish.low):
        return False
    looks = wish.looks or wish.first or _PLAN.search(wish.low) is not None
    return looks or (trials and (wish.asks or "deletes" in wish.forbids))


_AT_ONCE: Final = say("You named a time for it, and this is done at once.")
_NOW: Final = frozenset(
    "publish_now publishnow send_now sendnow post_now postnow immediate immediately now instant run_now runnow start_now "
    "startnow deploy_now skip_schedule skip_queue share_now sendimmediately send_immediately publish_immediately".split()
)
_NOW_SAID: Final = frozenset("now immediate immediately instant asap sofort".split())
_TIMED: Final = frozenset(
    "schedule scheduled schedules sendat send_at publishat postat runat deliverat deferred delay deliver_at".split()
)
"""Words of inputs that say when something is to be done."""
_WHENS: Final = frozenset("when at date time datetime due start begin until after not_before on day".split())
_DAYPART: Final = (
    r"tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next (?:week|month)|tonight|later|at \d|on the \d|"
    r"morgen|ubermorgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|nachste[nr]? (?:woche|monat)|heute abend|spater|um \d|am \d|"
    r"demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ce soir|plus tard|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|mas tarde|"
    r"amanha|segunda|terca|quarta|quinta|sexta|domani|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|stasera|maandag|dinsdag|woensdag|donderdag|vrijdag|"
    r"jutro|poniedzialek|завтра|понедельник|pour le \d|para el \d|per il \d|\d{1,2}[:h]"
)
_SCHEDULE: Final = regex(
    r"(?:^|[.!?,;]\s{1,3}|\b(?:please|and|then|bitte|und|et|y|e|en)\s{1,3})(?:(?:can|could) you\s)?(?:schedule|queue(?: up)?|program(?:me|mez|mer|a|ar|mare|ma)|plane?|plant|agenda|planifiez?|planifie|pianifica|inplannen|zaplanuj|запланируй\w{0,2}|terminier\w{0,2})\s"
    rf"[^\n.;:]{{0,80}}?\b(?:{_DAYPART})"
)
"""Orders to do something at another time."""
_HELD: Final = regex(
    rf"\b(?:hold|wait|not before|delay|postpone|embargo|nicht vor|erst|warte|pas avant|attends|no antes|espera|nao antes|non prima|aspetta|niet voor|wacht|pas op|не раньше)\b[^\n.;:!?]{{0,60}}?\b(?:{_DAYPART}|\d{{1,2}}\.)"
)
_WAITS: Final = regex(
    r"\b(?:hold(?: off| on)?|wait)\b(?! on to)[^\n.;:!?]{0,40}?\b(?:until|till) (?!i\b|my\b)[\w ]{1,40}?\b(?:agree|approve|confirm|sign|is back|has|have|ok|review|answer|repl|return|decide|say)\w{0,4}|"
    r"\bwarte\b[^\n.;:!?]{0,30}\bbis [^\n.;:!?]{1,40}(?:zustimm|freigib|bestatig|zuruck|unterschr|antwort)\w{0,6}|\battends que (?!je\b)|\bespera a que (?!yo\b)|\baspetta che (?!io\b)|\bwacht tot (?!ik\b)"
)
_TOLD: Final = regex(
    r"\b(?:tell|say|write|mail|e-?mail|message|inform|remind|let \w{1,20} know|sag|schreib\w?|informier\w?|erinner\w?|dis|ecris|previens|rappelle|di|dile|escrib\w{1,3}|avisa|recuerda|scrivi|ricorda|avvisa|diz|escreve|avise|zeg|schrijf|"
    r"that|dass|que|che|dat|about|uber|sur|sobre|su|over|over|saying|now|right away|straight away|immediately|sofort|jetzt|maintenant|ahora|agora|subito|adesso|nu|meteen)\b"
)
"""Words after which a time may be part of what somebody is told, or that want it now."""
_DONE: Final = frozenset(
    "publish send share pay buy sell merge deploy delete restart stop launch start close push".split()
)
_MAKES: Final = frozenset("post tweet campaign message broadcast email mail".split())


def at_once(subject: Subject, _texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """What says that it is done now, where the words name another time for it."""
    low = bare(turn[:LOOKED])
    held = _HELD.search(low) or _WAITS.search(low)
    planned = held or _SCHEDULE.search(low)
    if planned is None or _TOLD.search(low[: planned.start()] + " " + (low[: planned.end()] if held else "")):
        return None
    given = list(islice(members(subject.arguments), _TEXTS))
    for steps, key, value in given:
        plain = key.lower().replace("-", "_")
        spoken = isinstance(value, str) and value.lower() in _NOW_SAID
        if (plain in _NOW and (value is True or value == "true")) or (spoken and words_of(key) & (_TIMED | _WHENS)):
            return _AT_ONCE, Text(steps, key, f"{key}: {value}".lower())
    if any(_tells_when(key, value) for _, key, value in given):
        return None
    words = key_words(subject.tool)
    does = concept_of_name(words) in _DONE or bool(tool_words(subject) & _MAKES)
    if does and (held or _may_wait(subject)):
        return _AT_ONCE, Text((), "", subject.tool[:200])
    return None


def _tells_when(key: str, value: object) -> bool:
    """Whether an input says when."""
    words = words_of(key) | {key.lower()}
    return value not in (None, "", False) and bool(words & (_TIMED | _WHENS))


def _may_wait(subject: Subject) -> bool:
    """Whether the tool could do it at another time."""
    schema = (subject.definition or {}).get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    names = islice(properties, _TEXTS) if isinstance(properties, dict) else ()
    return any(({*words_of(name), name.lower()} & _TIMED) for name in names)


_ZONE: Final = say("The hour is of another time zone than the one you named.")
_ZONES: Final = (
    ("utc", r"utc|gmt|zulu", "utc etc/utc gmt etc/gmt z zulu europe/london"),
    ("london", r"london time|uk time|bst|britische zeit|heure de londres", "europe/london gb"),
    (
        "central europe",
        r"(?:berlin|vienna|zurich|paris|madrid|rome|amsterdam|brussels|central european|stockholm|oslo|prague|warsaw|german|french|italian|spanish|dutch) time|ce?s?t(?= )|cest|cet|mez|mesz|(?:berliner|wiener|zurcher|deutscher?|mitteleuropaischer?) zeit|heure de (?:paris|berlin|bruxelles|rome)|hora de (?:madrid|berlin|paris|roma)|ora di (?:roma|parigi|berlino)",
        "europe/berlin europe/vienna europe/zurich europe/paris europe/madrid europe/rome europe/amsterdam europe/brussels europe/stockholm europe/oslo europe/prague europe/warsaw europe/copenhagen europe/budapest europe/luxembourg cet mez",
    ),
    (
        "eastern",
        r"(?:new york|boston|eastern|toronto|miami) time|e[sd]?t(?=\b)|new yorker zeit|heure de new york|hora de nueva york",
        "america/new_york america/toronto us/eastern est est5edt america/detroit",
    ),
    (
        "pacific",
        r"(?:san francisco|los angeles|pacific|seattle|california) time|p[sd]t|pt",
        "america/los_angeles us/pacific america/vancouver pst8pdt",
    ),
    ("central", r"(?:chicago|central|dallas|texas) time|cdt", "america/chicago us/central cst6cdt"),
    ("tokyo", r"(?:tokyo|japan|japanese) time|jst|tokioter zeit|日本時間", "asia/tokyo japan"),
    ("india", r"(?:india|indian|mumbai|bangalore) time|ist", "asia/kolkata asia/calcutta"),
    ("sydney", r"(?:sydney|melbourne) time|ae[sd]t", "australia/sydney australia/melbourne"),
    ("singapore", r"singapore time|sgt", "asia/singapore"),
)
_ZONED: Final = tuple((frozenset(names.split()), regex(rf"\b(?:{said})\b")) for _, said, names in _ZONES)
_IN_ZONE: Final = regex(r"\d\s?(?:am|pm|h|uhr|o['\u2019]clock)?\s?\(?[^\d\n.;]{0,12}$")
_KNOWN: Final = frozenset(name for names, _ in _ZONED for name in names)


def other_zone(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A time zone, where the words give an hour of others alone."""
    there = [
        text
        for text in islice(texts, _TEXTS)
        if not is_prose(text) and text.text.lower() in _KNOWN and _zoned(text.key)
    ]
    if not there:
        return None
    low = bare(turn[:LOOKED])
    named = [
        names
        for names, pattern in _ZONED
        if any(_IN_ZONE.search(low[max(0, match.start() - _NEAR) : match.start()]) for match in pattern.finditer(low))
    ]
    other = named and not any(text.text.lower() in names for text in there for names in named)
    return (_ZONE, there[0]) if other else None


def _zoned(key: str) -> bool:
    return key.lower().replace("_", "").endswith(("timezone", "tz", "zone", "timezoneid", "tzid"))


_NEAR: Final = 24
