"""The kinds ``carried-over`` and ``exfiltration``: whose value plays which part, and where that leads (pure).

Owns: what of a call can come from somewhere (``Traces``), telling where it does come from by what earlier results
brought (``host.inspect.results``), and the one decision table (``origins``) of role, origin, power and sink.

Invariants: what the person said, what a person approved in that role, and what the app named before any result held it,
is nobody else's; a field of a record is the server's data unless it stands beside an order to the model; a part of a
value is no match: names, addresses and numbers match whole. Traces are bounded, so that looking them up costs little
however large the call and whatever is remembered; making them may take long, and is done where it can be ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, islice
from typing import Final, Literal, NamedTuple, TypeAlias, cast
from urllib.parse import unquote

from msgspec import Struct

from host.inspect import tables
from host.inspect.destinations import Destination, destinations_of, in_record, known_as, named_as_phone
from host.inspect.domains import is_public
from host.inspect.encoded import decoded
from host.inspect.evidence import EVIDENCE, shown
from host.inspect.folders import begins_path
from host.inspect.hosts import below
from host.inspect.results import (
    STRIDE,
    WINDOW,
    ResultIndex,
    accounts_in,
    forms,
    named_in,
    normal,
    squashed,
    telling,
    windows_of,
)
from host.inspect.roles import KEY, SHORT, URL, Role, addresses_in, named_role, roles_of
from host.inspect.spelling import Spelling, places_of, spelling_of
from host.inspect.subject import Earlier, Past, Steps, Subject, Text
from host.inspect.tools import CHANGING, ToolClass, class_of_call, deciding_word, is_dry, is_operation
from host.model import Finding, Severity
from host.naming import key_words, named_as_host, named_as_path
from host.patterns import Linear, linear
from host.words import say, say_n

Origin: TypeAlias = Literal["ordered", "stranger", "near", "private"]
ProgramEffect: TypeAlias = Literal["reads", "writes", "outside", "grants"]
Effects: TypeAlias = "Mapping[Steps, ProgramEffect]"

MOST: Final = 3
"""Findings of one kind by one call: what a person reads."""
VALUES: Final = 300
"""Values of a call that are compared."""
COMPARED: Final = 8 << 10
"""Letters and digits of a call that are held against private text."""
SEARCHED: Final = 512 << 10
"""Characters of results that are searched for values as they may be spelled."""
IN_A_ROW: Final = 3
"""Neighbouring windows that must agree: some forty letters and digits in common."""
_GLANCE: Final = 32
"""So many characters are looked through for one word in the time in which one is searched."""
_PLACE: Final = 50
"""So many characters are searched in the time in which one place is looked at."""
_PLACES: Final = 64
"""Places of what the person said that are looked at for one value."""
_NAMES: Final = 64
"""Packages, images and accounts that are picked out of one program."""
_SHOWN: Final = 80
_STRICT: Final = frozenset({"pays", "grants", "rights", "bank", "records", "storage"})
"""Verbs and sinks for which a record's field that names the author of a text counts as that author's claim."""
_WORD: Final = 16
"""Letters from which one plain word names one thing."""
_TELLING: Final = 4
"""Characters from which a number names one thing."""
_NAMED: Final = 8
"""Likewise behind ``#`` or ``@``."""
_COMMAND: Final = 12
"""Characters of a command that is looked for in prose."""


class Value(NamedTuple):
    """One value of a call that may come from somebody.

    Attributes:
        role: that it plays; a ``content`` is an address inside one.
        value: as it is compared.
        steps: to the input.
        span: of it in there, None where it is all.
        common: whether it may be an ordinary word, which names nothing by itself.
        effect: of the program that it is, or stands in; empty for another role.
    """

    role: Role
    value: str
    steps: Steps
    span: tuple[int, int] | None = None
    common: bool = False
    effect: str = ""


ENDORSED: Final[frozenset[Role]] = frozenset({"destination", "authority", "program", "object"})
"""Roles in which a person's yes endorses a value: it is no stranger's any more, for that app and in that role."""


def endorsement(role: Role, value: str) -> str:
    """How an approved value is remembered; what only looks like it, or plays another role, is another."""
    return f"{role}:{normal(value)}"


class Outgoing(NamedTuple):
    """A piece of a call that could carry private text.

    Attributes:
        steps: to the input.
        how: it is encoded, empty where it is not.
        evidence: the beginning of the input.
        letters: of the piece, as ``squashed`` has them.
        plain: of what was encoded and is short, in the form that is compared.
        named: whom the query of an address names.
        address: the whole input where it is the address that is opened, in the form that is compared.
    """

    steps: Steps
    how: str
    evidence: str
    letters: str
    plain: str = ""
    named: tuple[str, ...] = ()
    address: str = ""


class Traces(Struct, frozen=True):
    """What of a call is looked up in earlier results; bounded.

    Attributes:
        values: see ``Value``.
        destinations: where it goes.
        outgoing: what it carries there; empty where it goes nowhere outside.
        cut: whether there were more values than are compared.
        named: all that a long call's inputs name (``results.named_in``); a short one's is found once it has left.
    """

    values: tuple[Value, ...] = ()
    destinations: tuple[Destination, ...] = ()
    outgoing: tuple[Outgoing, ...] = ()
    named: frozenset[str] = frozenset()
    cut: bool = False


NO_TRACES: Final = Traces()


def traces_of(subject: Subject, effects: Effects | None = None) -> Traces:
    """What of a call may come from somewhere; linear in the call.

    Args:
        subject: the call.
        effects: what each program among its inputs does; one that is not there changes something.
    """
    tool = class_of_call(subject)
    if is_dry(subject.arguments):
        return NO_TRACES
    chosen = list(
        islice(
            chain(
                _values(subject, tool, effects or {}),
                _accounts(subject, tool),
                _principals(subject, tool),
                _in_written(subject, tool),
            ),
            VALUES + 1,
        )
    )
    values = (*chosen[:VALUES], *islice(_mentioned(subject, tool), VALUES - len(chosen[:VALUES])))
    destinations = tuple(islice(destinations_of(subject, tool), VALUES))
    leaves = _is_reader(subject, tool) or tool.outside or any(each.sure and each.hands_over for each in destinations)
    outgoing = tuple(_outgoing(subject, tool)) if leaves else ()
    return Traces(values, destinations, outgoing, cut=len(chosen) > VALUES)


def _values(subject: Subject, tool: ToolClass, effects: Effects) -> Iterator[Value]:
    for played in roles_of(subject, tool):
        steps, text = played.text.steps, played.text.text
        if played.role == "program":
            yield from _of_program(played.text, effects.get(steps, "writes"))
        elif played.role in ("destination", "authority", "object"):
            for value in addresses_in(text, whole=len(text) <= SHORT):
                common = _common(value)
                if not (common and played.role == "object"):
                    named = played.role == "authority" and tool.verb == "grants" and len(value) >= _LOGIN
                    yield Value(played.role, value, steps, _span(text, value), common and not named)
            if played.role == "destination" and played.named and "@" not in text and "://" not in text:
                yield from (Value("destination", it, steps, _span(text, it)) for it in _parts_of(text))


def _in_written(subject: Subject, tool: ToolClass) -> Iterator[Value]:
    """What stands in a text that a call writes, and leads somewhere or lets somebody in from then on.

    Keys of whoever may log in, what a container or workflow is made of, and of settings where their lines lead.
    """
    if tool.verb not in ("writes", "runs", ""):
        return
    named_so = _is_read_by_machine(subject)
    for played in roles_of(subject, tool):
        if played.role not in ("content", "program"):
            continue
        text = played.text.text[:COMPARED]
        for found in islice(KEY.finditer(text) if " AAAA" in text else (), _NAMES):
            yield Value("authority", found[0], played.text.steps, found.span())
        if not (named_so or _has_form_of_settings(text)):
            yield from _fetched(played.text, _BASE)
            continue
        yield from _fetched(played.text, _FETCHED)
        for found in islice(_SETTING.finditer(text), _NAMES):
            if not tables.named("leads-on").isdisjoint(key_words(found[1])):
                whole = found[2] if "://" in found[2] else found[2].partition(":")[0]
                yield Value("destination", whole, played.text.steps, found.span(2))


def _is_read_by_machine(subject: Subject) -> bool:
    """Whether a call names a file of settings, or the tool is for settings by its name."""
    if not tables.named("settings").isdisjoint(key_words(subject.tool)):
        return True
    names = (it.text for it in islice(subject.values(), VALUES) if len(it.text) <= SHORT)
    return any(name.rpartition(".")[2].lower() in tables.named("settings-ending") for name in names)


def _has_form_of_settings(text: str) -> bool:
    """Whether nearly all lines of a text are those of settings, whatever form of them it is written in."""
    lines = [line for line in text[:COMPARED].split("\n") if line.strip()]
    if len(lines) < _LINES:
        return False
    return sum(_LINE.match(line) is not None for line in lines) * 10 >= len(lines) * 9


_LINES: Final = 3
_LINE: Final = linear(
    r"\s*(?:#.*|//.*|;.*|---|[{}\[\](),;]+|\[[\w.\" -]+\]|- +\S+"
    r"|(?:- +)?[\"']?[A-Za-z_][\w./-]*[\"']?\s*(?:[:=]\s*(?:$|[\"'\[{]?[^\s].*)|\{))\s*$"
)
"""A line of YAML, TOML, JSON, INI or the like: a comment, a bracket, a heading, a name with its value, or an item."""
_SETTING: Final = linear(
    r"([A-Za-z][\w.-]{1,60})[\"']?[\s:=>(\"'\[{,|-]{1,12}"
    r"((?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24})"
    r"(?::[0-9]{1,5})?(?:/[^\s\"'<>,;)\]}]{0,200})?)"
)
"""A name, and the address behind it, whatever form of settings writes what stands between them."""


def _accounts(subject: Subject, tool: ToolClass) -> Iterator[Value]:
    """Accounts inside what others are told: whoever reads of one pays there."""
    for played in roles_of(subject, tool) if tool.verb == "sends" else ():
        if played.role == "content":
            text = played.text.text[:COMPARED]
            for it in accounts_in(text):
                yield Value("destination", it, played.text.steps, _span(text, it))


def _principals(subject: Subject, tool: ToolClass) -> Iterator[Value]:
    """The accounts to which a policy among the inputs gives rights, as members or as a text (AWS IAM, Principal)."""
    for played in roles_of(subject, tool) if tool.verb != "reads" else ():
        text = played.text.text[:COMPARED]
        if not _PRINCIPALS.isdisjoint(map(str, played.text.steps)):
            named = [(0, text)]
        elif _DENIES.search(text):
            continue
        else:
            named = [(found.start(1), found[1] or "") for found in islice(_POLICY.finditer(text), _NAMES)]
        for start, whom in named:
            for found in islice(_ACCOUNT_ID.finditer(whom), _NAMES):
                yield Value("authority", found[0], played.text.steps, (start + found.start(), start + found.end()))


_PRINCIPALS: Final = frozenset({"Principal", "Grantee"})
_POLICY: Final = linear(
    r"\b(?:Principal|Grantee)[\\\"']*\s*:\s*(\{[^{}]{0,900}\}|\[[^\[\]]{0,900}\]|[^\s,{}\[\]]{1,300})"
)
_DENIES: Final = linear(r"\bEffect[\\\"']*\s*:\s*[\\\"']*Deny")
_ACCOUNT_ID: Final = linear(r"\b[0-9]{8,20}\b")


def _mentioned(subject: Subject, tool: ToolClass) -> Iterator[Value]:
    """Addresses inside what is said or stored."""
    for played in roles_of(subject, tool) if tool.verb != "reads" else ():
        if played.role == "content":
            text = played.text.text
            yield from (
                Value("content", it, played.text.steps, _span(text, it), common=True) for it in addresses_in(text)
            )


_HARD: Final = frozenset({"pays", "grants", "deletes"})
"""Verbs for which any name counts of what they are done to."""


def _names_one(value: Value, power: str) -> bool:
    """Whether a value names one thing: of what a milder call is done to, a key does, one word with a digit."""
    key = " " not in value.value and any(map(str.isdigit, value.value))
    return value.role != "object" or power in _HARD or key


_LOGIN: Final = 5
"""Letters from which on a plain word may be whom, or what, rights are given to."""


def _of_program(text: Text, effect: str) -> Iterator[Value]:
    """A program as a whole, and the addresses in it."""
    plain = " ".join(normal(text.text[:COMPARED]).split())
    if len(plain) >= _COMMAND and len(text.text) <= COMPARED:
        yield Value("program", plain, text.steps, effect=effect)
        pieces = [" ".join(normal(it).split()) for it in text.text.split(";")[:_NAMES]]
        several = [it for it in pieces if len(it) >= _COMMAND and it.count(" ") >= IN_A_ROW]
        yield from (Value("program", it, text.steps, effect=effect) for it in several if it != plain)
    for value in addresses_in(text.text):
        yield Value("program", value, text.steps, _span(text.text, value), effect=effect)
    for whole in _named_packages(text.text):
        bare = whole[:1] + _VERSION.sub("", whole[1:])  # a scope begins with @, as a version does
        yield from (
            Value("program", each, text.steps, _span(text.text, whole), effect="writes")
            for each in dict.fromkeys((whole, bare))
            if len(each) >= _PACKAGE_NAME
        )
    yield from _fetched(text, _FETCHED)
    if effect == "grants":  # who gets the rights stands in it as an account
        for found in islice(_ACCOUNT.finditer(text.text[:COMPARED]), _NAMES):
            yield Value("authority", found[0], text.steps, found.span())


def _named_packages(program: str) -> Iterator[str]:
    """The words behind a package manager that may name what it installs or runs, and are no ordinary words."""
    for found in islice(_PACKAGE.finditer(program[:COMPARED]), _NAMES):
        words = (it.strip("\"'") for it in found[1].split())
        yield from (it for it in words if len(it) >= _PACKAGE_NAME and it[0] not in "-.$/" and not it.isalpha())


def _fetched(text: Text, pattern: Linear) -> Iterator[Value]:
    """What is fetched to run by what a text describes: with its version, without, and where it lies."""
    if "/" not in text.text:
        return
    for found in islice(pattern.finditer(text.text[:COMPARED]), _NAMES):
        whole, owner = found[0].split()[-1].strip("\"'"), found[1].partition("/")[0]
        if found[1].rpartition(".")[2].lower() in tables.named("file-ending"):
            continue
        lies = owner if is_public(owner) and not below(owner, "known") else whole
        yield from (
            Value("program", it, text.steps, _span(text.text, it), effect="writes")
            for it in dict.fromkeys((whole, found[1], lies))
        )


_PACKAGE: Final = linear(
    r"\b(?:(?:pip3?|uv|uv pip|pipx|npm|pnpm|yarn|bun|gem|cargo|go|brew|poetry) (?:install|add|i|get|run|exec|dlx|x)"
    r"|npx|uvx|bunx)\b([^;&|\n<>$()]{1,200})"
)
"""What a package manager installs or runs."""
_FETCHED: Final = linear(r"(?:\buses:|\bimage:|(?m:^FROM)|\bsource\s*=)\s*[\"']?([\w.-]+/[\w./-]+)(?:[@:][\w.-]+)?")
"""What a workflow, a container or a module is made of, by the name under which it is fetched."""
_BASE: Final = linear(r"(?m:^FROM)\s+([\w.-]+/[\w./-]+)(?:[@:][\w.-]+)?")
"""The same of a container alone, which nothing else is written like."""
_PACKAGE_NAME: Final = 6
_VERSION: Final = linear(r"(?:@[\w.^~*-]+|[=<>~!]=?=?[\w.,<>=*]+)$")
"""Of a package, behind its name."""
_ACCOUNT: Final = linear(r"\b(?:[0-9]{8,20}|[A-Za-z]{0,6}[0-9]{4,}[0-9a-zA-Z]*|[0-9a-f]{16,64})\b")
"""The number or locator of an account, or what identifies its owner."""


def _parts_of(value: str) -> Iterator[str]:
    """The numbers of which an account is made where they stand apart: a sort code and a number."""
    pieces = (piece for piece in _APART.split(value[:SHORT]) if len(piece) >= _PIECE and any(map(str.isdigit, piece)))
    yield from islice((piece for piece in pieces if piece != value), MOST)


_APART: Final = linear(r"[\s,;:()\x{ff08}\x{ff09}\x{3000}]+")
_PIECE: Final = 7


def _common(value: str) -> bool:
    """Whether it may be an ordinary word, such as ``general`` or ``main``: it names nothing by itself."""
    plain = value.strip().lstrip("#@")
    return len(plain) < _TELLING or (plain.isalpha() and len(plain) < (_NAMED if value[:1] in ("#", "@") else _WORD))


def _span(text: str, value: str) -> tuple[int, int] | None:
    at = text.find(value)
    return (at, at + len(value)) if at >= 0 else None


def _outgoing(subject: Subject, tool: ToolClass) -> Iterator[Outgoing]:
    """What the call carries: each value, and what stands encoded in it, with the name of the encoding."""
    left, reader = COMPARED, _is_reader(subject, tool)
    for text, role, _ in roles_of(subject, tool):
        if left <= 0:
            return
        if role in ("choice", "place") or (role in ("destination", "authority") and "://" not in text.text):
            continue  # it says where and how
        said = unquote(text.text[:left]) if "%" in text.text and "://" in text.text else text.text[:left]
        piece = squashed(said)
        left -= len(piece)
        carries = tool.verb != "reads" or (reader and "://" not in text.text)
        # The path of a file that goes along tells nothing of what is in it.
        if not _is_path(text) and (carries or "?" in text.text):
            named = _in_query(text.text[:COMPARED])
            if named or len(piece) >= WINDOW + STRIDE * (IN_A_ROW - 1):
                is_opened = role == "destination" and len(text.text) <= SHORT and URL.fullmatch(text.text)
                address = normal(text.text) if is_opened else ""
                yield Outgoing(text.steps, "", text.text[:EVIDENCE], piece, named=named, address=address)
        for inner in islice(decoded(text.text[:COMPARED]), MOST):
            yield Outgoing(
                text.steps, inner.how, text.text[:EVIDENCE], squashed(inner.text), normal(inner.text[:SHORT])
            )


def _in_query(text: str) -> tuple[str, ...]:
    """Whom the query of an address names."""
    address, _, query = text.partition("?")
    if not query or URL.fullmatch(address) is None:
        return ()
    return tuple(islice((normal(it) for it in addresses_in(unquote(query))), MOST))


def _is_path(text: Text) -> bool:
    """Whether an input is named for a path and is one, so that no sentence can stand in it."""
    value = text.text
    return named_as_path(text.key) and len(value) <= SHORT and len(value.split()) == 1 and begins_path(value)


# The decision table


class _OriginRow(Struct, frozen=True):
    """A row. Attributes: its columns as sets; an empty one fits anything."""

    roles: frozenset[str]
    origin: Origin
    powers: frozenset[str]
    sinks: frozenset[str]
    severity: Severity


@cache
def _rules() -> tuple[_OriginRow, ...]:
    return tuple(
        _OriginRow(
            frozenset(row["role"].split()),
            cast("Origin", row["origin"]),
            frozenset(row["power"].replace("*", "").split()),
            frozenset(row["sink"].replace("*", "").split()),
            row.severity or Severity.INFO,
        )
        for row in tables.rows("origins")
    )


def severity_of(role: str, origin: Origin, power: str, sinks: frozenset[str]) -> Severity | None:
    """What the first row that fits says of a value; None where none does."""
    for rule in _rules():
        if (
            role in rule.roles
            and origin == rule.origin
            and (not rule.powers or power in rule.powers)
            and (not rule.sinks or not rule.sinks.isdisjoint(sinks))
        ):
            return rule.severity
    return None


@cache
def _matters(role: str, power: str, sinks: frozenset[str]) -> bool:
    """Whether any origin of such a value would be told."""
    return any(severity_of(role, rule.origin, power, sinks) is not None for rule in _rules())


# Looking traces up


def find_flows(subject: Subject, traces: Traces | None = None) -> Iterator[Finding]:
    """Values that strangers' texts chose, and private text on its way to a new place.

    Args:
        subject: the call; of its inputs only the operation is read.
        traces: of it; made here where they are None.
    """
    if not subject.past.earlier_calls and not subject.past.forgotten:
        return
    if traces is None:
        from host.inspect.programs import effects_of

        traces = traces_of(subject, effects_of(subject))
    kind = class_of_call(subject)
    sources = _Sources(subject, kind)
    yield from _gravest(_chosen(subject, kind, traces, sources))
    if not _stays_draft(subject):
        yield from _gravest(_leaving(subject, kind, traces))
    if kind.verb in CHANGING and (subject.past.incomplete or sources.incomplete or traces.cut):
        says = say("Not all of what earlier calls brought could be compared with this call.")
        yield Finding("not-inspected", Severity.MEDIUM, says)


def _gravest(found: Iterator[Finding]) -> list[Finding]:
    """The gravest few, one for each input."""
    best: dict[Steps, Finding] = {}
    for finding in found:
        known = best.get(finding.where)
        if known is None or (finding.severity is Severity.HIGH and known.severity is not Severity.HIGH):
            best[finding.where] = finding
    return sorted(best.values(), key=lambda it: it.severity is not Severity.HIGH)[:MOST]


class Source(NamedTuple):
    """Where a value comes from. Attributes: origin. earlier: whose result held it."""

    origin: Origin
    earlier: Earlier


class _Sources:
    """Looks up values in what earlier calls named and brought.

    Attributes:
        incomplete: whether there was more to search than is searched.
    """

    def __init__(self, subject: Subject, kind: ToolClass) -> None:
        self._own_store, self._server = kind.sink == "model", subject.server
        self._turn = normal(subject.turn)
        self._named = named_in([subject.turn]) | frozenset(self._turn.split()) if subject.turn else frozenset[str]()
        self._oldest_first = tuple(reversed(subject.past.earlier_calls))
        self._left = SEARCHED
        self.incomplete = False

    def of(self, value: Value, *, strictly: bool) -> Source | None:
        """The stranger whose words it stands in; None where it is the server's, the person's or nobody's.

        ``strictly``: whether a record whose author names himself in its text does not make the value the server's.
        """
        keys = frozenset(forms(value.value))
        spelling = spelling_of(value.value)
        if not keys.isdisjoint(self._named) or (
            self._turn and spelling is not None and any(islice(places_of(self._turn, spelling), _PLACES))
        ):
            return None
        return self._held(keys, spelling, common=value.common, strictly=strictly or value.role == "program")

    def _held(self, keys: frozenset[str], spelling: Spelling | None, *, common: bool, strictly: bool) -> Source | None:
        stranger: Earlier | None = None
        field = False
        same = telling(keys)
        for earlier in self._oldest_first:
            if stranger is None and not same.isdisjoint(earlier.values):
                return None  # the app named it before any text held it
            result = earlier.result
            if result is None or (self._own_store and earlier.server == self._server):
                continue
            inside = spelling is not None and self._in_prose(spelling, result)
            if not keys.isdisjoint(result.ordered) or (inside and result.order is not None):
                return Source("ordered", earlier)
            written = not common and (inside or not keys.isdisjoint(result.prose))
            echoed = not same.isdisjoint(earlier.values)  # the tool only says what it was given
            own_word = strictly and (written or not keys.isdisjoint(result.authors))
            if not echoed and not own_word:
                field = field or not same.isdisjoint(result.fields)
            if stranger is None and (own_word or written):
                stranger = earlier
        return None if field or stranger is None else Source("stranger", stranger)

    def _in_prose(self, spelling: Spelling, result: ResultIndex) -> bool:
        """Whether the prose of a result holds a value of several words, or an address, whole."""
        if self._left <= 0:
            self.incomplete = True
            return False
        self._left -= 1 + len(result.text) // _GLANCE
        if spelling.sought not in result.text:
            return False
        self._left -= 0 if spelling.is_address else len(result.text)
        for holds in places_of(result.text, spelling):
            if holds:
                return True
            self._left -= _PLACE
            if self._left <= 0:
                self.incomplete = True
                return False
        return False


def _chosen(subject: Subject, kind: ToolClass, traces: Traces, sources: _Sources) -> Iterator[Finding]:
    """Values of the call that somebody else's words hold."""
    power = kind.verb or "writes"
    sinks = frozenset({kind.sink})
    for value in traces.values:
        endorsed = subject.past.endorsed.get(endorsement(value.role, value.value))
        acts = ("runs", frozenset({value.effect})) if value.role == "program" else (power, sinks)
        if endorsed is None and not (_matters(value.role, *acts) and _names_one(value, power)):
            continue  # wherever it comes from
        source = sources.of(value, strictly=_is_strict(value, power, kind.sink))
        if source is None or (value.role == "content" and source.origin != "ordered"):
            continue
        if source.origin == "stranger" and _is_near(value, source, subject, kind):
            source = Source("near", source.earlier)
        if endorsed is not None:
            yield _endorsed(value, endorsed)
            continue
        if value.role == "program" and value.effect == "reads" and source.origin != "ordered":
            continue
        severity = severity_of(value.role, source.origin, *acts)
        if severity is not None:
            yield _carried(value, source, severity)


def _is_strict(value: Value, power: str, sink: str) -> bool:
    """Whether a record in which somebody names himself does not make the value the server's."""
    return power in _STRICT or sink in _STRICT or value.role == "authority"


def _is_near(value: Value, source: Source, subject: Subject, kind: ToolClass) -> bool:
    """Whether a value from a stranger's text leads nowhere that the app could not reach without that text.

    That is so of:
        - the mail domain of all authors of the text, or of the page that the app itself opened;
        - a draft, which its owner sends or not;
        - an entry in one's own records.
    Never for money and deletions, nor for what goes on by itself from now on; for rights, only the authors' domain.
    """
    if not tables.named("standing").isdisjoint(key_words(subject.tool)):
        return False
    grants = kind.verb == "grants" and value.role in ("destination", "authority")
    mild = value.role in ("destination", "authority") and kind.verb in _MILD and kind.sink not in _STRICT - {"records"}
    if not (mild or grants):
        return False
    key = known_as("destination", value.value)
    kept, _, house = key.partition(":")
    name = next((step for step in reversed(value.steps) if isinstance(step, str)), "")
    if mild and kept == "name" and kind.verb != "sends":
        return named_as_host(name) or (" " in house and house.replace(" ", "").isalpha())
    if mild and (kept == "mail" or (kept == "phone" and named_as_phone(name))):
        if _stays_draft(subject):
            return True
        if kind.sink == "records" and not _is_told(value) and not tables.named("entry").isdisjoint(_verbs_of(subject)):
            return True
    if kept != "mail" or "@" in house:
        return False
    named = {known_as("destination", it) for it in source.earlier.values if "." in it}
    return not named.isdisjoint((key, f"host:{house}")) or _wrote_all(key, source.earlier)


def _is_told(value: Value) -> bool:
    """Whether the input's name says that it hears of the entry, as guests of an event do (RFC 5546 §3.2.2)."""
    names = (step for step in value.steps if isinstance(step, str))
    return any(
        named_role(name) == "destination" and not tables.named("invited").isdisjoint(key_words(name)) for name in names
    )


_MILD: Final = frozenset({"sends", "writes", "runs", ""})


def _stays_draft(subject: Subject) -> bool:
    """Whether a call makes a draft, which its owner sends or not, and does nothing with it that is more."""
    words = key_words(subject.tool)
    if tables.named("draft").isdisjoint(words) or "and" in words:
        return False
    sure = _deeds_of(subject) - tables.named("noun-verb")
    verbs = tables.words("verbs")
    return all(verbs[word]["class"] in ("reads", "writes") for word in sure if word in verbs)


def _wrote_all(key: str, earlier: Earlier) -> bool:
    """Whether a result is the text of nobody but people of the house that a destination belongs to.

    Of several authors nobody can tell who wrote which words. ``key``: of the destination, see ``known_as``.
    """
    if earlier.result is None or not key.startswith("mail:"):
        return False
    addresses = [it for it in earlier.result.authors if "@" in it and not any(mark in it for mark in " <")]
    return bool(addresses) and all(known_as("destination", it) == key for it in addresses)


def _deeds_of(subject: Subject) -> frozenset[str]:
    """The words of the tool's name and of the operation that the call names."""
    return frozenset(word for each in _names_of_deed(subject) for word in key_words(each))


def _verbs_of(subject: Subject) -> frozenset[str]:
    """Of those words the ones that say what is done."""
    return frozenset(deciding_word(key_words(each)) for each in _names_of_deed(subject))


def _names_of_deed(subject: Subject) -> Iterator[str]:
    yield subject.tool
    inputs = islice(subject.arguments.items(), VALUES)
    yield from (it for name, it in inputs if is_operation(name) and isinstance(it, str))


def _endorsed(value: Value, minutes: int) -> Finding:
    """Each new value is asked about once, not each action with it (arXiv 2602.11416)."""
    name = shown(value.value[:_SHOWN])
    says = say_n(
        "You approved \u201c{value}\u201d in this part {n} minute ago.",
        "You approved \u201c{value}\u201d in this part {n} minutes ago.",
        minutes,
        value=name,
    )
    return Finding("carried-over", Severity.INFO, says, value.value[:EVIDENCE], value.steps, value.span)


def _carried(value: Value, source: Source, severity: Severity) -> Finding:
    name, call = shown(value.value[:_SHOWN]), _call(source.earlier)
    if source.origin == "ordered":
        says = say("\u201c{value}\u201d comes from a text that tells the AI what to do: {call}.", value=name, call=call)
    else:
        says = say("\u201c{value}\u201d was chosen by whoever wrote a text from {call}.", value=name, call=call)
    return Finding("carried-over", severity, says, value.value[:EVIDENCE], value.steps, value.span)


def _call(earlier: Earlier) -> str:
    """An earlier call for a sentence, and how long ago it was."""
    which = f"{shown(earlier.server)} \u25b8 {shown(earlier.tool)}"
    return say_n("{call} (the call before)", "{call} ({n} calls ago)", earlier.ago, call=which)


# Private text on its way out


def _leaving(subject: Subject, kind: ToolClass, traces: Traces) -> Iterator[Finding]:
    """Private text that goes to a place that is new, or where anybody may read it."""
    past = subject.past
    new = [each for each in traces.destinations if _is_new(each, past)]
    reader = not new and _is_reader(subject, kind)
    sinks = frozenset((kind.sink, "new" if new else "reader" if reader else ""))
    carriers: list[Earlier] | None = None
    for piece in traces.outgoing:
        severity = severity_of("hidden" if piece.how else "content", "private", kind.verb or "writes", sinks)
        if severity is None:
            continue
        if carriers is None:
            carriers = [it for it in past.earlier_calls if it.result is not None and it.result.private]
        if reader and all(it.server == subject.server for it in carriers):
            continue  # it had all of that already
        hosts = {each.key for each in new}
        is_known = bool(piece.address) and hosts == {known_as("destination", piece.address)}
        if (earlier := _holder(piece, carriers, is_known=is_known)) is None:
            continue
        if reader and earlier.server == subject.server:
            continue
        if not piece.how and new and all(_wrote_all(each.key, earlier) for each in new):
            continue  # it goes back to whoever wrote it
        says = _leaves(piece, earlier, new, reader=subject.server if reader else "")
        yield Finding("exfiltration", severity, says, piece.evidence, piece.steps)


def _is_reader(subject: Subject, tool: ToolClass) -> bool:
    """Whether a tool that only reads by its name is a server's that nobody vouched for: whatever it gets is gone."""
    return subject.trust == "none" and tool.verb in ("reads", "")


def _leaves(piece: Outgoing, earlier: Earlier, new: list[Destination], *, reader: str) -> str:
    call = _call(earlier)
    if piece.how:
        return say("Text from {call} leaves behind an encoding ({how}).", call=call, how=piece.how)
    if reader:
        server = shown(reader)
        return say("Text from {call} goes to {server}, a server that nobody vouched for.", call=call, server=server)
    if not new:
        return say("Text from {call} goes where anybody may read it.", call=call)
    where = shown(new[0].value)
    return say("Text from {call} goes to {where}, where nothing that you approved went before.", call=call, where=where)


def _is_new(each: Destination, past: Past) -> bool:
    """Whether it is an outside address that nothing approved went to, and that is no record's field."""
    if not (each.sure and each.hands_over) or each.key in past.places or each.key in past.destinations:
        return False
    if endorsement("destination", each.value) in past.endorsed:
        return False
    return not in_record(each.value, past, authors=False)


def _holder(piece: Outgoing, carriers: list[Earlier], *, is_known: bool) -> Earlier | None:
    """The earlier call whose private result has a long piece in common, or holds all of what was encoded.

    ``is_known``: whether the piece goes nowhere new but to the host that it names. Where its author wrote it so, it
    tells that host nothing.
    """
    private = any(it.result is not None and it.result.windows for it in carriers)
    windows = tuple(windows_of(piece.letters)) if private else ()
    different = set(windows)
    for earlier in carriers:
        result = earlier.result
        if is_known and result is not None and (piece.address in result.prose or piece.address in result.fields):
            continue
        if result is not None and any(it in result.fields or it in result.prose for it in piece.named):
            return earlier
        if piece.how and result is not None and (piece.plain in result.prose or piece.plain in result.fields):
            return earlier
        known = different & result.windows if result is not None else set[int]()
        if len(known) < IN_A_ROW:
            continue
        there = {at for at, each in enumerate(windows) if each in known}
        if any(all(at + STRIDE * step in there for step in range(IN_A_ROW)) for at in there):
            return earlier
    return None
