"""What a rule requires of a call besides its names (pure).

Owns the conditions that a rule's ``match`` may hold, each in one class: how it is read, written and worded, what it
needs to know of a call, whether a call fulfils it, and why not. ``CONDITIONS`` lists them. Those about paths and hosts
are in ``host.policy.place_conditions``. ``METHODS`` are what rules decide besides calls. ``form_fields`` are the fields
of the form in which people write rules.

To add a condition, write a class, add it to ``CONDITIONS``, describe its value in resources/schemas/policy.schema.json
(or its ``schema``), and add a test and a paragraph in docs/reference/policy.md. The window's form shows its ``fields``;
without any it is edited as text under *Advanced*.

Invariants:
    What could not be worked out is neither true nor false. The caller takes it for what is stricter.
    Annotations of a server that nobody vouched for never make an allowing rule match, and never keep an asking or
        denying rule from matching: such a rule sees the server's claims and MCP's defaults. An administrator's rule
        believes servers that the administrator vouched for, and those that the user vouched for only if its ``trust``
        names that level.
    A rule that names no method is about calls of tools. For a server's request to an app it counts only if it denies
    everything of a server or an app.
    A form field only names the place of its value in the rule's JSON. The meaning of a rule is read from its text.
    ``input_phrases`` words a schema of inputs completely or not at all, except for types, lengths of lists, and what
    must be there with any value. A rule that asks or denies, which covers less then, says that its text has more. An
    author's names and values are escaped and bounded.
    Of a list, an allowing rule requires every value, an asking or denying one any, regardless of capitals. Lists and
    texts that are too long to mean anything are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar, cast

from host.canonical import canonical
from host.control.views import Choice, FormField
from host.inspect.kinds import FORMER, KINDS
from host.jsonc import quoted
from host.model import Effect, JsonObject, JsonValue, Severity, Trust, object_in, sha256_hex, values_in
from host.policy.facts import ArgumentSchema, CallFacts, Needs, all_of
from host.policy.model import Complaint, Condition, Rule, Scalar
from host.policy.place_conditions import FINER, MAX_LIST, MAX_NAME, SHOWN, WHERE, Hosts, PathsWithin, every
from host.text import caseless, one_line
from host.text import quoted as in_quotes
from host.values import replace
from host.words import clause, listed, lowered, say, say_n


class AskedMethod(NamedTuple):
    """A method by which servers ask apps. ``default``: the effect if no rule matches."""

    default: Effect
    title: str


METHODS: Final[dict[str, AskedMethod]] = {
    "elicitation/create": AskedMethod(Effect.ALLOW, clause("Asks the person something")),
    "resources/read": AskedMethod(Effect.ASK, clause("Has a link in its results read")),
    "roots/list": AskedMethod(Effect.ALLOW, clause("Asks for the app's folders")),
    "sampling/createMessage": AskedMethod(Effect.ASK, clause("Uses the app's model")),
}

Truth: TypeAlias = "bool | None"
"""None: unknown."""
Weekday: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
T = TypeVar("T", bound=str)

WEEK: Final[tuple[Weekday, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""In the order in which ``datetime.weekday`` counts."""

HINTS: Final = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}
"""The values that MCP assumes for a tool that states none (specification 2025-11-25, schema, ToolAnnotations)."""
VOUCHERS: Final = {"managed": say("the administrator"), "user": say("the user"), "none": say("nobody")}
_AT_LEAST: Final = {
    "severity:medium": frozenset({Severity.MEDIUM, Severity.HIGH}),
    "severity:high": frozenset({Severity.HIGH}),
}
_MAX_VALUES: Final = 256
_MAX_CHARACTERS: Final = 4_096
_VOUCHER_CLAUSES: Final[dict[Trust, str]] = {
    "managed": clause("The administrator"),
    "user": clause("You"),
    "none": clause("Nobody"),
}
_DAY_NAMES: Final = (
    say("Monday"), say("Tuesday"), say("Wednesday"), say("Thursday"), say("Friday"), say("Saturday"), say("Sunday"),
)  # fmt: skip
_NAME_OF_DAY: Final = dict(zip(WEEK, _DAY_NAMES, strict=True))
_WORKDAYS: Final = frozenset(WEEK[:5])
_SEVERITIES: Final = {
    "severity:medium": say("anything to look closer at, or danger"),
    "severity:high": say("any danger"),
}
WHEN: Final = say("Time and days")
_MIDNIGHT: Final = 24 * 60
_NO_CLOCK: Final = say("The time is unknown.")


class SetCondition(Condition, Generic[T], frozen=True):
    """A condition with one word or several."""

    values: frozenset[T]

    @classmethod
    def read(cls, raw: JsonValue, _complaints: list[Complaint]) -> Self:
        """Return the words as written."""
        return cls(frozenset(cast("list[T]", as_list(raw))))

    def write(self) -> JsonValue:
        """Return one word by itself, several as a list."""
        return _single_or_list([*self.values])


class MethodCondition(SetCondition[str], frozen=True):
    """``method``: what a server asks of an app, in place of calls of tools."""

    key, rank = "method", 0
    unmet = say("It is about something else.")

    def phrases(self, _allows: bool) -> Iterator[str]:
        """Such as: where the server uses the app's model."""
        does = [lowered(METHODS[method].title) for method in METHODS if method in self.values]
        yield say("where the server {does}", does=listed(does, either=True))

    fields = (
        FormField(
            (), "either", say("What a server asks of the app"), group=FINER,
            choices=tuple(Choice(name, method.title) for name, method in METHODS.items()),
        ),
    )  # fmt: skip

    def holds(self, _rule: Rule, facts: CallFacts) -> Truth:
        """Whether the method is one of these."""
        return facts.method in self.values


class TrustCondition(SetCondition[Trust], frozen=True):
    """``trust``: who vouched for the server."""

    key, rank = "trust", 1

    def phrases(self, _allows: bool) -> Iterator[str]:
        """Such as: where the server is vouched for by you."""
        levels = [lowered(whom) for level, whom in _VOUCHER_CLAUSES.items() if level in self.values]
        yield say("where the server is vouched for by {whom}", whom=listed(levels, either=True, most=MAX_LIST))

    fields = (
        FormField(
            (), "either", say("Who vouches for the server"), group=FINER,
            choices=tuple(Choice(level, whom) for level, whom in _VOUCHER_CLAUSES.items()),
        ),
    )  # fmt: skip

    def holds(self, _rule: Rule, facts: CallFacts) -> Truth:
        """Whether the server's level of trust is one of these."""
        return facts.trust in self.values

    def why_unmet(self, _rule: Rule, facts: CallFacts) -> str:
        """Say who vouched, and who should have."""
        whom = listed([VOUCHERS[level] for level in VOUCHERS if level in self.values], either=True)
        voucher = VOUCHERS[facts.trust]
        return say("It requires a server for which {whom} vouched; for this one, {this} did.", whom=whom, this=voucher)


class AnnotationsCondition(Condition, frozen=True):
    """``annotations``: what the server says of the tool."""

    wanted: tuple[tuple[str, tuple[Scalar, ...]], ...]  # names with their accepted values, in the order of names

    key, rank = "annotations", 3
    unclear = say("An annotation is too long to be compared.")

    @classmethod
    def read(cls, raw: JsonValue, _complaints: list[Complaint]) -> AnnotationsCondition:
        """Return names in order, each with its values in order."""
        return cls(tuple((name, _values(wanted)) for name, wanted in sorted(object_in(raw).items())))

    def write(self) -> JsonValue:
        """Write one value by itself, several as a list."""
        return {name: _single_or_list(values) for name, values in self.wanted}

    def phrases(self, _allows: bool) -> Iterator[str]:
        """Such as: where the tool's readOnlyHint is true."""
        for name, values in self.wanted:
            shown = [one_line(canonical(value).decode(), MAX_NAME) for value in values]
            named = listed(shown, either=True, most=MAX_LIST)
            yield say("where the tool's {annotation} is {values}", annotation=one_line(name, MAX_NAME), values=named)

    def holds(self, rule: Rule, facts: CallFacts) -> Truth:
        """Whether each annotation has an accepted value, as far as it is believed."""
        return every(_does_annotation_hold(rule, facts, name, values) for name, values in self.wanted)

    def why_unmet(self, rule: Rule, facts: CallFacts) -> str:
        """Name the annotation that has another value, or is not believed."""
        failing = (name for name, values in self.wanted if _does_annotation_hold(rule, facts, name, values) is False)
        name = one_line(next(failing, ""), SHOWN)
        if rule.effect is Effect.ALLOW and not is_believed(rule, facts):
            return say("It uses the annotation {name}, but nobody whom it trusts vouched for the server.", name=name)
        return say("The annotation {name} does not have a required value.", name=name)


class FindingsCondition(SetCondition[str], frozen=True):
    """``findings``: kinds or severities, one of which must be present. Unknown ones only get a warning."""

    key, rank = "findings", 2
    unmet = say("The call has none of the findings that it names.")
    unclear = say("Not all of the call could be inspected.")

    def write(self) -> JsonValue:
        """Return a list in a fixed order."""
        return [*sorted(self.values)]

    fields = (
        FormField(
            (), "several", say("Only where Assent warns of"), group=FINER,
            choices=(
                Choice("severity:medium", say("Anything to look closer at, or danger")),
                Choice("severity:high", say("Danger")),
                *(Choice(kind.name, kind.title) for kind in KINDS.values() if not kind.later),
            ),
        ),
    )  # fmt: skip

    def phrases(self, _allows: bool) -> Iterator[str]:
        """Such as: where Assent warns of a secret."""
        kinds = [_SEVERITIES.get(kind) or title_of(kind) for kind in sorted(self.values)]
        yield say("where Assent finds: {kinds}", kinds=listed(kinds, either=True, most=MAX_LIST))

    def holds(self, rule: Rule, facts: CallFacts) -> Truth:
        """Whether one is present. Unclear to a rule that asks or denies if not everything was inspected."""
        kinds = current_kinds(self.values)
        if any(
            finding.kind in kinds or any(finding.severity in _AT_LEAST[it] for it in kinds & _AT_LEAST.keys())
            for finding in facts.findings
        ):
            return True
        is_partial = any(it.kind == "not-inspected" and it.severity is not Severity.INFO for it in facts.findings)
        # It may be in the part that was not inspected.
        return None if is_partial and rule.effect is not Effect.ALLOW else False


class ArgumentsCondition(Condition, frozen=True):
    """``arguments``: a JSON Schema for them. ``host.policy.parse`` decides whether a schema can be used."""

    wanted: ArgumentSchema

    key, rank = "arguments", 7
    unmet = say("The inputs do not meet its schema.")
    unclear = say("It is unknown whether the inputs meet its schema.")

    @classmethod
    def read(cls, raw: JsonValue, _complaints: list[Complaint]) -> ArgumentsCondition | None:
        """Return the schema with its digest, by which results are cached."""
        return cls(ArgumentSchema(raw, sha256_hex(canonical(raw)))) if isinstance(raw, dict) else None

    def write(self) -> JsonValue:
        """Return the schema as it was written."""
        return self.wanted.raw

    fields = (
        FormField(
            (), "inputs", say("People, accounts and other inputs"), group=WHERE,
            hint=say("A required input, such as “to”, and the values that it may have, one a line."),
        ),
    )  # fmt: skip

    def phrases(self, allows: bool) -> Iterator[str]:
        """Yield, for example: where to is ana@example.org. It says so if something is left out."""
        phrases = input_phrases(self.wanted.raw) or ()
        yield from phrases
        if not _is_said_exactly(self.wanted.raw) and not (phrases and allows):  # an allowing rule covers less than said
            yield say("where the inputs meet the schema in its text")
        if phrases and allows and self.wanted.raw.get("additionalProperties") is not False:
            yield say("whatever else the inputs hold")

    def holds(self, rule: Rule, facts: CallFacts) -> Truth:
        """Whether the arguments fulfil the schema.

        It is unknown if that would let the call pass, and an input has the name of one in the schema except for
        capitals and the form of its letters: the server may take it for that one.
        """
        fits = facts.fits(self.wanted)
        lets_pass = fits is (rule.effect is Effect.ALLOW)
        return None if lets_pass and _has_twin(self.wanted, facts) else fits

    def needs(self) -> Needs:
        """Return the schema, which must be applied to the arguments."""
        return Needs(schemas=(self.wanted,))


@lru_cache(maxsize=1_024)
def _names_in(schema: ArgumentSchema) -> tuple[tuple[str, str], ...]:
    """Return the names of inputs in a schema, at any depth, each with how a lenient program reads it."""
    names = dict[str, str]()
    for part in values_in(schema.raw):
        if isinstance(part, dict):
            required = (name for name in as_list(part.get("required", [])) if isinstance(name, str))
            names.update((name, caseless(name)) for name in (*object_in(part, "properties"), *required))
    return tuple(names.items())


def _has_twin(schema: ArgumentSchema, facts: CallFacts) -> bool:
    """Whether an input's name reads like one in the schema and differs from it, or that is unknown."""
    if facts.input_names is None:
        return True
    by_reading = facts.names_by_reading
    return any(other != name for name, reading in _names_in(schema) for other in by_reading.get(reading, ()))


class TimeOfDay(Condition, frozen=True):
    """``time``: days and hours in a time zone."""

    days: frozenset[Weekday] = frozenset()  # the days on which it begins, all if empty
    begins: int = 0  # minutes after midnight
    ends: int = _MIDNIGHT  # minutes after midnight; if not later than ``begins``, on the next day
    zone: str = "local"  # ``local``, ``UTC`` or an IANA name

    key, rank = "time", 4
    unmet = say("It does not apply at this time of day or week.")
    unclear = _NO_CLOCK

    @classmethod
    def read(cls, raw: JsonValue, complaints: list[Complaint]) -> TimeOfDay:
        """Complain about a zone that this system does not know."""
        written = object_in(raw)
        zone = str(written.get("zone", "local"))
        if not _is_zone(zone):
            remedy = say('Write "local", "UTC" or a name such as "Europe/Berlin".')
            message = say("is no time zone that this system knows: {zone}", zone=quoted(zone))
            complaints.append((("match", cls.key, "zone"), message, remedy))
        days = frozenset(cast("list[Weekday]", as_list(written.get("days", []))))
        return cls(days, _minutes(written.get("from", "00:00")), _minutes(written.get("to", "24:00")), zone)

    def write(self) -> JsonValue:
        """Leave out defaults, but write the beginning if nothing else is there."""
        written: JsonObject = {}
        if self.days:
            written["days"] = [day for day in WEEK if day in self.days]
        if self.ends != _MIDNIGHT:
            written["to"] = clock_text(self.ends)
        if self.zone != "local":
            written["zone"] = self.zone
        begins: JsonObject = {"from": clock_text(self.begins)} if self.begins or not written else {}
        return begins | written

    def phrases(self, _allows: bool) -> Iterator[str]:
        """Such as: on Monday to Friday, from 09:00 to 17:00 (local time)."""
        zone = say("local time") if self.zone == "local" else one_line(self.zone, MAX_NAME)
        yield say("{days}, {hours} ({zone})", days=_days(self), hours=_hours(self), zone=zone)

    fields = (
        FormField(
            ("days",), "several", say("Days"), group=WHEN,
            choices=tuple(Choice(day, words) for day, words in _NAME_OF_DAY.items()),
        ),
        FormField(("from",), "clock", say("From"), say("Hours and minutes, such as 09:00."), WHEN),
        FormField(("to",), "clock", say("To"), say("Hours and minutes, such as 17:30."), WHEN),
        FormField(("zone",), "text", say("Time zone"), say("Left empty: this computer's."), WHEN),
    )  # fmt: skip

    def holds(self, _rule: Rule, facts: CallFacts) -> Truth:
        """Whether the current time is within."""
        return None if (now := _aware_now(facts)) is None else _in_time(self, now)


CONDITIONS: tuple[type[Condition], ...] = (
    MethodCondition,
    TrustCondition,
    AnnotationsCondition,
    FindingsCondition,
    ArgumentsCondition,
    PathsWithin,
    Hosts,
    TimeOfDay,
)


def conditions_of(match: JsonObject, complaints: list[Complaint]) -> tuple[Condition, ...]:
    """Return what a rule's ``match`` requires besides the three names. Problems are added to ``complaints``."""
    read = (kind.read(match[kind.key], complaints) for kind in CONDITIONS if kind.key in match)
    return tuple(condition for condition in read if condition is not None)


def conditions_phrases(wanted: Iterable[Condition], *, allows: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is required, as parts of one sentence: where a rule allows, and all others."""
    places: list[str] = []
    others: list[str] = []
    for condition in wanted:
        (places if condition.is_place and allows else others).extend(condition.phrases(allows))
    return tuple(places), tuple(others)


def needs_of(rule: Rule) -> Needs:
    """Return what must be gathered before ``rule`` can be judged."""
    return all_of(condition.needs() for condition in rule.conditions)


def holds(rule: Rule, facts: CallFacts) -> Truth:
    """Whether a call fulfils everything that ``rule`` requires besides names, None if that is unknown."""
    if not _concerns(rule, facts):
        return False
    if rule.expires is None and not rule.conditions:
        return True
    result = _is_unexpired(rule, facts)
    if result is False:
        return False
    for condition in sorted(rule.conditions, key=_rank):
        holding = condition.holds(rule, facts)
        if holding is False:
            return False
        if holding is None:
            result = None
    return result


def why_not(rule: Rule, facts: CallFacts, *, for_log: bool = False) -> str:
    """Return one safe sentence on the first failing condition, else on the first unclear one, else nothing.

    ``for_log``: whether a sentence about what is unclear goes into the log, whose bodies hold nothing of the inputs.
    """
    if not _concerns(rule, facts):
        return say("It is about something else.")
    is_unexpired = _is_unexpired(rule, facts)
    if is_unexpired is False:
        return say("It expired at {moment}.", moment=f"{rule.expires:%Y-%m-%d %H:%M %Z}")
    doubt = "" if is_unexpired else _NO_CLOCK
    for condition in sorted(rule.conditions, key=_rank):
        holding = condition.holds(rule, facts)
        if holding is False:
            return condition.why_unmet(rule, facts)
        if holding is None:
            doubt = doubt or condition.why_unclear(rule, facts, for_log)
    return doubt


def _concerns(rule: Rule, facts: CallFacts) -> bool:
    """Whether the rule and ``facts`` are both about calls of tools, or both about requests to apps."""
    if not facts.asks_app:
        return rule.condition(MethodCondition) is None
    denies_all = rule.effect is Effect.DENY and rule.match.tool is None and not rule.conditions
    return denies_all or rule.condition(MethodCondition) is not None


def _rank(condition: Condition) -> int:
    return condition.rank


def _is_unexpired(rule: Rule, facts: CallFacts) -> Truth:
    if rule.expires is None:
        return True
    return None if (now := _aware_now(facts)) is None else now < rule.expires


def is_believed(rule: Rule, facts: CallFacts) -> bool:
    """Whether ``rule`` believes the server's annotations."""
    if facts.trust == "user":
        trust = rule.condition(TrustCondition)
        return rule.source == "user" or (trust is not None and "user" in trust.values)
    return facts.trust == "managed"


def current_kinds(kinds: frozenset[str]) -> frozenset[str]:
    """Return kinds of findings by their current names."""
    return kinds if FORMER.keys().isdisjoint(kinds) else frozenset(FORMER.get(kind, kind) for kind in kinds)


def is_too_long(claim: JsonValue) -> bool:
    """Whether an annotation is too long to mean anything. Comparing it would delay everybody's calls."""
    values = as_list(claim)
    return len(values) > _MAX_VALUES or any(isinstance(value, str) and len(value) > _MAX_CHARACTERS for value in values)


def is_same_value(claim: JsonValue, wanted: Scalar, *, loosely: bool = False) -> bool:
    """Whether two JSON values are equal; ``true`` is not 1. ``loosely``: ignore capitals and surrounding blanks."""
    if isinstance(claim, str) and isinstance(wanted, str):
        return claim.strip().casefold() == wanted.strip().casefold() if loosely else claim == wanted
    return isinstance(claim, bool) is isinstance(wanted, bool) and claim == wanted


def _does_annotation_hold(rule: Rule, facts: CallFacts, name: str, wanted: Iterable[Scalar]) -> Truth:
    if is_too_long(facts.annotations.get(name)):
        return False if rule.effect is Effect.ALLOW else None
    if rule.effect is Effect.ALLOW:
        values = _visible_values(facts, name, believes=True) if is_believed(rule, facts) else []
        return bool(values) and all(any(is_same_value(value, it) for it in wanted) for value in values)
    values = _visible_values(facts, name, believes=is_believed(rule, facts))
    return any(is_same_value(value, it, loosely=True) for value in values for it in wanted)


def _visible_values(facts: CallFacts, name: str, *, believes: bool) -> list[JsonValue]:
    """Return the values that a rule sees: the server's claims, and MCP's default unless the claim is believed."""
    claim = facts.annotations.get(name)
    claims: list[JsonValue] = [*claim] if isinstance(claim, list) else [claim] if name in facts.annotations else []
    if name in HINTS and not (believes and isinstance(claim, bool)):
        # A hint that is no boolean says nothing, and an untrusted claim does not replace MCP's default.
        return [HINTS[name]] if believes else [*claims, HINTS[name]]
    return claims


def _in_time(wanted: TimeOfDay, now: datetime) -> Truth:
    """Check the time in its zone. ``zoneinfo`` caches zones."""
    try:
        local = now if wanted.zone == "local" else now.astimezone(_zone(wanted.zone))
    except (KeyError, ValueError, OSError):  # KeyError: ZoneInfoNotFoundError is one
        return None
    minute = local.hour * 60 + local.minute
    if wanted.begins < wanted.ends:
        return wanted.begins <= minute < wanted.ends and _is_on_day(wanted, local)
    is_first_day = minute >= wanted.begins and _is_on_day(wanted, local)
    return is_first_day or (minute < wanted.ends and _is_on_day(wanted, local - timedelta(days=1)))


def _is_on_day(wanted: TimeOfDay, day: datetime) -> bool:
    return not wanted.days or WEEK[day.weekday()] in wanted.days


def _aware_now(facts: CallFacts) -> datetime | None:
    return facts.now if facts.now is not None and facts.now.utcoffset() is not None else None


def title_of(kind: str) -> str:
    """Return a short title of a kind of finding."""
    known_kind = KINDS.get(FORMER.get(kind, kind))
    return one_line(kind, MAX_NAME) if known_kind is None else known_kind.title


# How values are written and read


def clock_text(minutes: int) -> str:
    """Return minutes after midnight as ``HH:MM``, up to ``24:00``."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def plain_number(value: float) -> int | float:
    """Return whole numbers without a point."""
    whole = int(value)
    return whole if whole == value else value


def _hours(time: TimeOfDay) -> str:
    begins, ends = clock_text(time.begins), clock_text(time.ends)
    if (time.begins, time.ends) == (0, _MIDNIGHT):
        return say("at any time")
    if time.ends <= time.begins:
        return say("from {begins} to {ends} of the next day", begins=begins, ends=ends)
    return say("from {begins} to {ends}", begins=begins, ends=ends)


def _days(time: TimeOfDay) -> str:
    if not time.days or len(time.days) == len(WEEK):
        return say("on every day")
    if time.days == _WORKDAYS:
        return say("on Monday to Friday")
    return say("on {days}", days=listed([_NAME_OF_DAY[day] for day in WEEK if day in time.days]))


def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo  # on first use: few rules have a time of day

    return ZoneInfo(name)


@lru_cache(1024)
def _is_zone(name: str) -> bool:
    if name in ("local", "UTC"):
        return True
    try:
        _zone(name)
    except (OSError, ValueError, KeyError):  # KeyError: ZoneInfoNotFoundError is one
        return False
    return True


def _minutes(text: JsonValue) -> int:
    hours, minutes = str(text).split(":")
    return int(hours) * 60 + int(minutes)


def _values(wanted: JsonValue) -> tuple[Scalar, ...]:
    """Return the values of an annotation in a fixed order. The schema excludes lists and objects."""
    values = [plain_number(value) if isinstance(value, float) else value for value in as_list(wanted)]
    return tuple(sorted(cast("list[Scalar]", values), key=canonical))


def _single_or_list(values: Sequence[Scalar]) -> JsonValue:
    """Return a single value by itself, several as a list in a fixed order."""
    return values[0] if len(values) == 1 else [*sorted(values, key=canonical)]


def as_list(value: JsonValue) -> Sequence[JsonValue]:
    """Return the values of a list, or the one value as a list."""
    return value if isinstance(value, list) else [value]


_SCHEMA_KEYS: Final = frozenset({"type", "properties", "required", "additionalProperties"})
_FREE_INPUT_KEYS: Final = frozenset({"type", "maxLength"})
"""Keywords of an input that may hold anything of its type."""
_LIST_KEYS: Final = frozenset({"type", "items", "minItems", "maxItems"})


def input_phrases(schema: JsonObject) -> tuple[str, ...] | None:
    """Return what ``schema`` requires as phrases, None if a sentence cannot say it all."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    if not schema.keys() <= _SCHEMA_KEYS or schema.get("type", "object") != "object":
        return None
    if not isinstance(properties, dict) or not isinstance(required, list) or not {*map(str, required)} <= {*properties}:
        return None
    fixed = {name: values for name, inner in properties.items() if (values := _allowed_values(inner)) is not None}
    made_of = {name: members for name in required if (members := _free_members(properties[str(name)]))}
    if not all(name in fixed or name in made_of or _is_free(inner) for name, inner in properties.items()):
        return None
    members_clauses = [_members_clause(str(name), members, properties[str(name)]) for name, members in made_of.items()]
    clauses = (*_input_clauses(fixed, required), *members_clauses)
    match schema.get("additionalProperties", True):
        case True:
            return clauses
        case False:
            names = listed([_word(name) for name in properties], most=MAX_LIST)
            alone = say("with no other inputs than {inputs}", inputs=names) if properties else say("without inputs")
            return (*clauses, alone)
    return None


def _is_said_exactly(schema: JsonObject) -> bool:
    """Whether the phrases for ``schema`` say all of it, also types and which inputs must be there."""
    if input_phrases(schema) is None:
        return False
    required = as_list(schema.get("required", []))
    return all(
        _is_one_of_values(inner) and (inner != {} or name not in required)
        for name, inner in object_in(schema, "properties").items()
    )


def _is_one_of_values(schema: JsonValue) -> bool:
    """Whether an input may have some values alone, or be a list of them; also ``{}``."""
    one = as_list(schema.get("anyOf", schema))[0] if isinstance(schema, dict) else None
    return isinstance(one, dict) and one.keys() <= {"const", "enum"}


def _input_clauses(values: dict[str, list[JsonValue]], required: list[JsonValue]) -> Iterator[str]:
    for name, wanted in values.items():
        shown, texts = _word(name), listed(map(_value, wanted), either=True, most=MAX_LIST)
        if name in required:
            yield say("where {input} is {values}", input=shown, values=texts)
        else:
            yield say("where {input}, if given, is {values}", input=shown, values=texts)


def _members_clause(name: str, members: list[str], schema: JsonValue) -> str:
    names = listed(map(_word, members), most=MAX_LIST)
    match schema:
        case {"type": "array", "minItems": int(count), "maxItems": most} if count == most:
            return say_n(
                "where {input} is {n} item, made of {names}",
                "where {input} is {n} items, each made of {names}",
                count,
                input=_word(name),
                names=names,
            )
    return say("where {input} is made of {names}", input=_word(name), names=names)


def _allowed_values(schema: JsonValue) -> list[JsonValue] | None:
    """Return the values that an input, or each entry of its list, may have. None if the schema says other things."""
    if not isinstance(schema, dict):
        return None
    match schema:
        case {"const": value} if len(schema) == 1:
            return [value]
        case {"enum": list(values)} if len(schema) == 1:
            return values
        case {"anyOf": [one, {"type": "array", "items": item, "minItems": 1}]} if len(schema) == 1 and one == item:
            return _allowed_values(one)
        case {"type": "array", "items": {"enum": list(values)}} if schema.keys() <= _LIST_KEYS:
            return values
    return None


def _is_free(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and schema.keys() <= _FREE_INPUT_KEYS


def _free_members(schema: JsonValue) -> list[str]:
    """Return the names that an object, or each object of a list, has, with anything of their type, and no others.

    Empty for any other schema.
    """
    if not isinstance(schema, dict):
        return []
    match schema:
        case {"type": "array", "items": item} if schema.keys() <= _LIST_KEYS:
            return _free_members(item)
        case {"type": "object", "properties": dict(members), "required": list(names), "additionalProperties": False}:
            is_whole = schema.keys() <= _SCHEMA_KEYS and {*map(str, names)} == {*members}
            return [*members] if is_whole and all(map(_is_free, members.values())) else []
    return []


def _value(value: JsonValue) -> str:
    return _word(value if isinstance(value, str) else canonical(value).decode())


def _word(text: str) -> str:
    """Return a name or value within a sentence: one word as it is, everything else in quotes."""
    shown = one_line(text, MAX_NAME)
    return shown if shown and not any(it.isspace() or it in "“”" for it in shown) else in_quotes(shown)


_WHICH: Final = say("Which calls")
_DEMANDS: Final = say("What a yes demands")
_LIMITS: Final = say("Limits")
_ACCEPTED: Final = say("Warnings that it accepts")
_NOTE: Final = say("Reason")
_GROUP_ORDER: Final = ("", _WHICH, WHERE, WHEN, _DEMANDS, _LIMITS, _NOTE)
"""Other groups come after these."""
_ASK: Final = ("ask",)
_NOT_DENY: Final = ("allow", "ask")
_TARGET_FIELDS: Final = (
    FormField(("effect",), "effect", say("What happens")),
    FormField(("match", "app"), "app", say("App"), group=_WHICH),
    FormField(("match", "server"), "server", say("Server"), group=_WHICH),
    FormField(("match", "tool"), "tool", say("Tool"), group=_WHICH),
)
_RULE_FIELDS: Final = (
    FormField(
        ("expires",), "moment", say("Until"),
        say("A day such as 2027-12-01, or a day and a time. Left empty: for good."), WHEN,
    ),
    FormField(
        ("obligations", "approvers"), "roles", say("Signatures of"),
        say("One role a line; “2 REVIEWER” for two people."), _DEMANDS, effects=_ASK,
    ),
    FormField(("obligations", "pin"), "flag", say("A PIN"), group=_DEMANDS, effects=_ASK),
    FormField(("obligations", "reason_required"), "flag", say("A reason"), group=_DEMANDS, effects=_ASK),
    FormField(
        ("obligations", "review_result"), "flag", say("A look at the result before the app gets it"), group=_DEMANDS,
        effects=_NOT_DENY,
    ),
    FormField(
        ("obligations", "rate", "calls"), "number", say("Calls at most"),
        say("How many, and beside it in how many seconds."), _LIMITS, effects=_NOT_DENY,
    ),
    FormField(
        ("obligations", "rate", "perSeconds"), "number", say("In seconds"),
        say("60 for a minute, 3600 for an hour, 86400 for a day."), _LIMITS, effects=_NOT_DENY,
    ),
    FormField(
        ("acknowledges",), "several", say("Runs despite these warnings"),
        say("Danger always asks."), _ACCEPTED, effects=("allow",),
        choices=tuple(Choice(kind.name, kind.title) for kind in KINDS.values() if not kind.later),
    ),
    FormField(("reason",), "text", say("Reason"), say("One sentence that people and the app read."), _NOTE),
)  # fmt: skip


def form_fields() -> tuple[FormField, ...]:
    """Return every field in the order of the form, with the fields of a group together."""
    condition_fields = (
        replace(field, key=("match", condition.key, *field.key))
        for condition in CONDITIONS
        for field in condition.fields
    )
    fields = (*_TARGET_FIELDS, *condition_fields, *_RULE_FIELDS)
    ranks = {group: number for number, group in enumerate(_GROUP_ORDER)}
    return tuple(sorted(fields, key=lambda field: (ranks.get(field.group, len(_GROUP_ORDER)), field.kind == "inputs")))
