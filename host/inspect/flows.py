"""The kinds ``carried-over`` and ``exfiltration``: where values of a call come from, and where they go (pure).

Owns: the values of a call that may come from an earlier result (``Traces``), the search for their origin in the indexes
of earlier results (``host.inspect.results``), and the decision table (``origins``) of role, origin, power and sink.

Invariants: a value is never foreign if the person said it, if a person approved it in that role, or if the app used it
before any result contained it. A field of a record is the server's data unless it stands beside an order to the model.
Names, addresses and numbers match as a whole, never in part. Traces are bounded, so that looking them up is cheap for
any call and any history; making them may take long and is done where it can be stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, islice
from typing import Final, Literal, TypeAlias, cast
from urllib.parse import unquote

from msgspec import Struct

from host.inspect import tables
from host.inspect.destinations import Destination, destination_key, destinations_of, is_record_field, named_as_phone
from host.inspect.domains import is_public
from host.inspect.encoded import decoded
from host.inspect.evidence import MAX_EVIDENCE, safe_name
from host.inspect.folders import begins_path
from host.inspect.hosts import list_entry
from host.inspect.results import (
    STRIDE,
    WINDOW,
    accounts_in,
    compared_forms,
    identifying_forms,
    letters_and_digits,
    names_in,
    normalized,
    windows_of,
)
from host.inspect.roles import KEY, MAX_SHORT, URL, Role, addresses_in, roles_of
from host.inspect.spelling import Spelling, places_of, spelling_of
from host.inspect.subject import EarlierCall, Past, ResultIndex, Steps, Subject, Text, name_of, once
from host.inspect.tools import CHANGING, ToolClass, class_of_call, deciding_word, is_operation
from host.model import Finding, Severity
from host.naming import key_words, named_as_host, named_as_path
from host.patterns import Linear, linear
from host.values import replace
from host.words import say, say_n

Origin: TypeAlias = Literal["ordered", "stranger", "near", "private"]
"""From a text with an order to the model, from a stranger's text, see ``_is_near``, or from a private result."""
ProgramEffect: TypeAlias = Literal["reads", "writes", "outside", "grants"]
Effects: TypeAlias = "Mapping[Steps, ProgramEffect]"

MAX_FINDINGS: Final = 3
"""Findings of one kind about one call, so that a person reads them all."""
MAX_VALUES: Final = 300
"""Values of one call that are compared."""
MAX_COMPARED: Final = 8 << 10
"""Letters and digits of one call that are compared with private text."""
SEARCH_BUDGET: Final = 512 << 10
"""Characters of results that are searched for the spellings of values."""
WINDOWS_IN_A_ROW: Final = 3
"""Neighbouring windows that must match: about forty letters and digits in common."""
_CHARACTERS_PER_LOOKUP: Final = 32
"""Characters of a plain substring search that cost as much as one character of a pattern search."""
_CHARACTERS_PER_PLACE: Final = 50
"""Characters of a search that cost as much as a look at one place."""
_MAX_PLACES: Final = 64
"""Places in the person's own words that are checked for one value."""
_MAX_NAMES: Final = 64
"""Packages, images and accounts that are taken from one program."""
_MAX_SHOWN: Final = 80
_STRICT_VERBS_AND_SINKS: Final = frozenset({"pays", "grants", "runs", "rights", "bank", "storage"})
"""Verbs and sinks for which a field that names the author of a text is only a claim of that author."""
_MIN_WORD_LENGTH: Final = 16
"""Letters of the shortest plain word that identifies one thing."""
_MIN_NUMBER_LENGTH: Final = 4
"""Characters of the shortest number that identifies one thing."""
_MIN_TAG_LENGTH: Final = 8
"""Letters of the shortest word behind ``#`` or ``@`` that identifies one thing."""
_MIN_COMMAND_LENGTH: Final = 12
"""Characters of the shortest command that is searched in prose."""
_MIN_COMMAND_BLANKS: Final = 3
"""Blanks of the shortest command among several that is searched in prose."""


class Value(Struct, frozen=True):
    """One value of a call whose origin is searched."""

    role: Role  # the role of the input. For ``content`` the value is an address inside of it.
    value: str  # the text that is compared
    steps: Steps  # the path to the input
    span: tuple[int, int] | None = None  # the position in the input, None for all of it
    is_common: bool = False  # whether it may be an ordinary word, which identifies nothing by itself
    effect: str = ""  # what the program does in which the value stands; empty for other roles


_ENDORSED_ROLES: Final[frozenset[Role]] = frozenset({"destination", "authority", "program", "object"})
"""Roles in which a person's approval endorses a value: for that app and role it is not a stranger's any more."""


def endorsement_key(role: Role, value: str) -> str:
    """The key under which an approved value is remembered. Other roles and look-alikes have other keys."""
    return f"{role}:{normalized(value)}"


def endorsed_by(traces: Traces) -> frozenset[str]:
    """The keys of the values that an approval of the call endorses: a program that reads endorses none for others."""
    values = (it for it in traces.values if it.role in _ENDORSED_ROLES and it.effect != "reads")
    return frozenset(endorsement_key(it.role, it.value) for it in values)


class Outgoing(Struct, frozen=True):
    """A piece of a call that could carry private text."""

    steps: Steps  # the path to the input
    encoding: str  # the name of its encoding, empty for plain text
    evidence: str  # the beginning of the input
    letters: str  # see ``letters_and_digits``
    plain: str = ""  # a short decoded text, normalized
    named: tuple[str, ...] = ()  # addresses in the query of a URL, normalized
    address: str = ""  # the whole input if it is the URL that is opened, normalized


class Traces(Struct, frozen=True):
    """The parts of a call that are looked up in earlier results; bounded.

    Attributes:
        named: ``results.names_in`` of a long call's inputs; for a short call it is computed when it is needed.
        inputs: ``short_inputs`` of a long call, likewise; None for a short call.
    """

    values: tuple[Value, ...] = ()  # see ``Value``
    destinations: tuple[Destination, ...] = ()  # where the call goes
    outgoing: tuple[Outgoing, ...] = ()  # the texts that it carries there; empty if it goes nowhere outside
    named: frozenset[str] = frozenset()
    inputs: tuple[Value, ...] | None = None
    cut: bool = False  # whether there were more values than are compared


NO_TRACES: Final = Traces()


def traces_of(subject: Subject, effects: Effects | None = None, *, server_knows_results: bool = False) -> Traces:
    """The traces of a call, in time linear to its size.

    Args:
        subject: the call.
        effects: what each program among its inputs does; a missing one counts as ``writes``.
        server_knows_results: whether all earlier results are of the call's own server (``server_knows_results``), which
            then learns nothing new from the texts that the call carries.
    """
    tool = class_of_call(subject)
    found = list(
        islice(
            chain(
                _role_values(subject, tool, effects or {}),
                _accounts_in_messages(subject, tool),
                _policy_principals(subject, tool),
                _values_in_written_text(subject, tool),
            ),
            MAX_VALUES + 1,
        )
    )
    values = (*found[:MAX_VALUES], *islice(_mentioned_addresses(subject, tool), MAX_VALUES - len(found[:MAX_VALUES])))
    destinations = tuple(islice(destinations_of(subject, tool), MAX_VALUES))
    is_outside = tool.outside or (_is_untrusted_reader(subject, tool) and not server_knows_results)
    may_carry_text = is_outside or any(it.has_form and it.can_receive for it in destinations)
    outgoing = tuple(_outgoing(subject, tool)) if may_carry_text else ()
    return Traces(values, destinations, outgoing, cut=len(found) > MAX_VALUES)


@once
def server_knows_results(subject: Subject) -> bool:
    """Whether all earlier calls went to the same server as this one."""
    return {earlier.server for earlier in subject.past.earlier_calls} <= {subject.server}


def _role_values(subject: Subject, tool: ToolClass, effects: Effects) -> Iterator[Value]:
    """The values of inputs that are destinations, authorities, programs or objects."""
    for input_ in roles_of(subject):
        steps, text = input_.text.steps, input_.text.text
        if input_.role == "program":
            yield from _program_values(input_.text, effects.get(steps, "writes"))
        elif input_.role in ("destination", "authority", "object"):
            for value in addresses_in(text, whole=len(text) <= MAX_SHORT):
                is_common = _is_common_word(value)
                if not (is_common and input_.role == "object"):
                    is_login = input_.role == "authority" and tool.verb == "grants" and len(value) >= _MIN_LOGIN_LENGTH
                    yield Value(input_.role, value, steps, _span(text, value), is_common and not is_login)
            is_phone = tool.verb != "pays" and tool.sink != "bank" and named_as_phone(input_.text.key)
            may_have_parts = input_.is_named and not ("@" in text or "://" in text or is_phone)
            if input_.role == "destination" and may_have_parts:
                parts = [it for it in text[:MAX_SHORT].split() if it != text and _PART_OF_ACCOUNT.fullmatch(it)]
                yield from (Value("destination", part, steps, _span(text, part)) for part in parts)


_PART_OF_ACCOUNT: Final = linear(r"[0-9][0-9-]{6,}")
"""A sort code or a number, where both stand in one input."""


def _values_in_written_text(subject: Subject, tool: ToolClass) -> Iterator[Value]:
    """The values in a written text that grant access or lead somewhere later.

    These are keys of people who may log in, sources of a container or workflow, and addresses in settings.
    """
    if tool.verb not in ("writes", "runs", ""):
        return
    written = [input_ for input_ in roles_of(subject) if input_.role in ("content", "program")]
    is_settings_file = bool(written) and _is_about_settings(subject)
    for input_ in written:
        text = input_.text.text[:MAX_COMPARED]
        for match in islice(KEY.finditer(text) if "AAAA" in text else (), _MAX_NAMES):
            yield Value("authority", match[0], input_.text.steps, match.span())
        if not (is_settings_file or _has_form_of_settings(text)):
            yield from _fetched_sources(input_.text, _SURELY_FETCHED)
            continue
        yield from _fetched_sources(input_.text, _FETCHED)
        for match in islice(_ADDRESS_SETTING.finditer(text), _MAX_NAMES):
            if not tables.words("leads-on").isdisjoint(key_words(match[1])):
                address = match[2] if "://" in match[2] else match[2].partition(":")[0]
                yield Value("destination", address, input_.text.steps, match.span(2))


def _is_about_settings(subject: Subject) -> bool:
    """Whether a call names a settings file, or the tool's name says that it changes settings."""
    if not tables.words("settings").isdisjoint(key_words(subject.tool)):
        return True
    names = (it.text for it in islice(subject.values(), MAX_VALUES) if len(it.text) <= MAX_SHORT)
    return any(name.rpartition(".")[2].lower() in tables.words("settings-ending") for name in names)


def _has_form_of_settings(text: str) -> bool:
    """Whether nearly all lines of a text are settings, in any common format."""
    lines = text[:MAX_COMPARED].split("\n")
    if len(lines) < _MIN_SETTINGS_LINES:
        return False
    written = others = 0
    for line in filter(str.strip, lines):
        written += 1
        if _SETTINGS_LINE.match(line) is None:
            others += 1
            if others > len(lines) // 10:  # as in prose, after a few lines
                return False
    return written >= _MIN_SETTINGS_LINES


_MIN_SETTINGS_LINES: Final = 3
_SETTINGS_LINE: Final = linear(
    r"\s*(?:#.*|//.*|;.*|---|[{}\[\](),;]+|\[[\w.\" -]+\]|- +\S+"
    r"|(?:- +)?[\"']?[A-Za-z_][\w./-]*[\"']?\s*(?:[:=]\s*(?:$|[\"'\[{]?[^\s].*)|\{))\s*$"
)
"""A line of YAML, TOML, JSON, INI or similar: a comment, a bracket, a heading, a name with its value, or an item."""
_ADDRESS_SETTING: Final = linear(
    r"([A-Za-z][\w.-]{1,60})[\"']?[\s:=>(\"'\[{,|-]{1,12}"
    r"((?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24})"
    r"(?::[0-9]{1,5})?(?:/[^\s\"'<>,;)\]}]{0,200})?)"
)
"""A name and the address behind it, with the separators of any settings format between them."""


def _accounts_in_messages(subject: Subject, tool: ToolClass) -> Iterator[Value]:
    """Account numbers inside a message: its reader may pay there."""
    for input_ in roles_of(subject) if tool.verb == "sends" else ():
        if input_.role == "content":
            text = input_.text.text[:MAX_COMPARED]
            for account in accounts_in(text):
                yield Value("destination", account, input_.text.steps, _span(text, account))


def _policy_principals(subject: Subject, tool: ToolClass) -> Iterator[Value]:
    """The accounts that get rights from a policy, given as members or as a text (AWS IAM, Principal)."""
    for input_ in roles_of(subject) if tool.verb != "reads" else ():
        text = input_.text.text[:MAX_COMPARED]
        if not _PRINCIPALS.isdisjoint(input_.text.steps):
            parts = [(0, text)]
        elif ("Principal" not in text and "Grantee" not in text) or _DENIES.search(text):
            continue
        else:
            parts = [(match.start(1), match[1] or "") for match in islice(_POLICY.finditer(text), _MAX_NAMES)]
        for start, part in parts:
            for match in islice(_ACCOUNT_ID.finditer(part), _MAX_NAMES):
                yield Value("authority", match[0], input_.text.steps, (start + match.start(), start + match.end()))


_PRINCIPALS: Final = frozenset({"Principal", "Grantee"})
"""The members of a policy that name who gets rights (AWS IAM JSON policy reference, Principal; Amazon S3, Grantee)."""
_POLICY: Final = linear(
    rf"\b(?:{'|'.join(sorted(_PRINCIPALS))})[\\\"']*\s*:\s*"
    r"(\{[^{}]{0,900}\}|\[[^\[\]]{0,900}\]|[^\s,{}\[\]]{1,300})"
)
_DENIES: Final = linear(r"\bEffect[\\\"']*\s*:\s*[\\\"']*Deny")
_ACCOUNT_ID: Final = linear(r"\b[0-9]{8,20}\b")


def _mentioned_addresses(subject: Subject, tool: ToolClass) -> Iterator[Value]:
    """Addresses inside texts that are sent or stored."""
    for input_ in roles_of(subject) if tool.verb != "reads" else ():
        if input_.role == "content":
            text = input_.text.text
            for address in addresses_in(text):
                yield Value("content", address, input_.text.steps, _span(text, address), is_common=True)


_GRAVE_VERBS: Final = frozenset({"pays", "grants", "deletes"})
"""Verbs for which any name of an object counts."""


def _identifies_one_thing(value: Value, power: str) -> bool:
    """Whether a value identifies one thing. For objects of mild verbs only a key does: one word with a digit."""
    if value.role != "object" or power in _GRAVE_VERBS:
        return True
    return " " not in value.value and any(map(str.isdigit, value.value))


_MIN_LOGIN_LENGTH: Final = 5
"""Letters of the shortest plain word that may be the name of somebody who gets rights."""


def _program_values(text: Text, effect: str) -> Iterator[Value]:
    """A program as a whole, its commands, addresses, packages and accounts."""
    whole = " ".join(normalized(text.text[:MAX_COMPARED]).split())
    if len(whole) >= _MIN_COMMAND_LENGTH and len(text.text) <= MAX_COMPARED:
        yield Value("program", whole, text.steps, effect=effect)
        pieces = [" ".join(normalized(piece).split()) for piece in text.text.split(";")[:_MAX_NAMES]]
        yield from (
            Value("program", piece, text.steps, effect=effect)
            for piece in pieces
            if len(piece) >= _MIN_COMMAND_LENGTH and piece.count(" ") >= _MIN_COMMAND_BLANKS and piece != whole
        )
    for value in addresses_in(text.text):
        yield Value("program", value, text.steps, _span(text.text, value), effect=effect)
    for package in _package_names(text.text):
        unversioned = package[:1] + _VERSION.sub("", package[1:])  # a scope begins with @, as a version does
        yield from (
            Value("program", name, text.steps, _span(text.text, package), effect="writes")
            for name in dict.fromkeys((package, unversioned))
            if len(name) >= _MIN_PACKAGE_NAME_LENGTH
        )
    yield from _fetched_sources(text, _FETCHED)


def _package_names(program: str) -> Iterator[str]:
    """The arguments of a package manager that may be names of packages and are not ordinary words."""
    for match in islice(_PACKAGE_COMMAND.finditer(program[:MAX_COMPARED]), _MAX_NAMES):
        for argument in match[1].split():
            name = argument.strip("\"'")
            is_file = name.endswith((".txt", ".toml"))  # pip install -r requirements-dev.txt
            if len(name) >= _MIN_PACKAGE_NAME_LENGTH and name[0] not in "-.$/" and not (is_file or name.isalpha()):
                yield name


def _fetched_sources(text: Text, pattern: Linear) -> Iterator[Value]:
    """What the text of a container, workflow or module fetches: with its version, without it, and its host or owner."""
    if "/" not in text.text:
        return
    for match in islice(pattern.finditer(text.text[:MAX_COMPARED]), _MAX_NAMES):
        whole, owner = match[0].split()[-1].strip("\"'"), match[1].partition("/")[0]
        if match[1].rpartition(".")[2].lower() in tables.words("file-ending"):
            continue
        location = owner if is_public(owner) and not list_entry(owner, "known") else whole
        yield from (
            Value("program", source, text.steps, _span(text.text, source), effect="writes")
            for source in dict.fromkeys((whole, match[1], location))
        )


_PACKAGE_COMMAND: Final = linear(
    r"\b(?:(?:pip3?|uv|uv pip|pipx|npm|pnpm|yarn|bun|gem|cargo|go|brew|poetry) (?:install|add|i|get|run|exec|dlx|x)"
    r"|npx|uvx|bunx)\b([^;&|\n<>$()]{1,200})"
)
"""A command of a package manager that installs or runs something."""
_SOURCE: Final = r"(?:(?:https?|ssh|git)://)?(?:git@)?([\w.-]+/[\w./-]+)(?:[@:][\w.-]+)?"
_FETCHED: Final = linear(rf"(?:\buses:|\bimage:|(?m:^FROM)|\bsource\s*=)\s*[\"']?(?:git::)?{_SOURCE}")
"""The name of what a workflow, a container or a module is built from."""
_SURELY_FETCHED: Final = linear(
    rf"(?:(?m:^FROM)\s+|\bsource\s*=\s*[\"']?git::|(?i:index[_-]url|registry)[\"']?\s*"
    rf"(?:=\s*[\"']?|:\s*[\"']?(?:https?|ssh|git)://)){_SOURCE}"
)
"""What is unmistakable in any text: a container's base image, a module in git, and where packages come from."""
_MIN_PACKAGE_NAME_LENGTH: Final = 6
_VERSION: Final = linear(r"(?:@[\w.^~*-]+|[=<>~!]=?=?[\w.,<>=*]+)$")
"""The version behind the name of a package."""


def _is_common_word(value: str) -> bool:
    """Whether a value may be an ordinary word, such as ``general`` or ``main``, which identifies nothing by itself."""
    plain = value.strip().lstrip("#@")
    return len(plain) < _MIN_NUMBER_LENGTH or (
        plain.isalpha() and len(plain) < (_MIN_TAG_LENGTH if value[:1] in ("#", "@") else _MIN_WORD_LENGTH)
    )


def _span(text: str, value: str) -> tuple[int, int] | None:
    at = text.find(value)
    return (at, at + len(value)) if at >= 0 else None


def _outgoing(subject: Subject, tool: ToolClass) -> Iterator[Outgoing]:
    """The texts that the call carries: each value, and each decoded text in it."""
    characters_left, is_reader = MAX_COMPARED, _is_untrusted_reader(subject, tool)
    for text, role, _ in roles_of(subject):
        if characters_left <= 0:
            return
        if role in ("choice", "place") or (role in ("destination", "authority") and "://" not in text.text):
            continue  # it says where to, or how
        beginning = text.text[:characters_left]
        piece = letters_and_digits(unquote(beginning) if "%" in text.text and "://" in text.text else beginning)
        characters_left -= len(piece)
        carries_text = tool.verb != "reads" or (is_reader and "://" not in text.text)
        # The path of an attached file reveals nothing of its content.
        if not _is_path(text) and (carries_text or "?" in text.text):
            named = _in_query(text.text[:MAX_COMPARED])
            if named or len(piece) >= WINDOW + STRIDE * (WINDOWS_IN_A_ROW - 1):
                is_opened = role == "destination" and len(text.text) <= MAX_SHORT and URL.fullmatch(text.text)
                address = normalized(text.text) if is_opened else ""
                yield Outgoing(text.steps, "", text.text[:MAX_EVIDENCE], piece, named=named, address=address)
        for inner in islice(decoded(text.text[:MAX_COMPARED]), MAX_FINDINGS):
            letters = letters_and_digits(inner.text)
            yield Outgoing(
                text.steps, inner.encoding, text.text[:MAX_EVIDENCE], letters, normalized(inner.text[:MAX_SHORT])
            )


def _in_query(text: str) -> tuple[str, ...]:
    """The addresses in the query of a URL."""
    address, _, query = text.partition("?")
    if not query or URL.fullmatch(address) is None:
        return ()
    return tuple(islice((normalized(it) for it in addresses_in(unquote(query))), MAX_FINDINGS))


def _is_path(text: Text) -> bool:
    """Whether an input is a path by its name and its form, so that it contains no sentence."""
    value = text.text
    return named_as_path(text.key) and len(value) <= MAX_SHORT and len(value.split()) == 1 and begins_path(value)


# The decision table


class _OriginRow(Struct, frozen=True):
    """A row of the table ``origins``. An empty set fits anything."""

    roles: frozenset[str]
    origin: Origin
    powers: frozenset[str]
    sinks: frozenset[str]
    severity: Severity


@cache
def _origin_rows() -> tuple[_OriginRow, ...]:
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


@cache
def severity_of(role: str, origin: Origin, power: str, sinks: frozenset[str]) -> Severity | None:
    """The severity of the first row that fits, None if no row does."""
    for row in _origin_rows():
        if (
            role in row.roles
            and origin == row.origin
            and (not row.powers or power in row.powers)
            and (not row.sinks or not row.sinks.isdisjoint(sinks))
        ):
            return row.severity
    return None


@cache
def _can_matter(role: str, power: str, sinks: frozenset[str]) -> bool:
    """Whether a finding is possible for such a value, for any origin."""
    return any(severity_of(role, row.origin, power, sinks) is not None for row in _origin_rows())


# Looking up traces


def find_flows(subject: Subject, traces: Traces | None = None) -> Iterator[Finding]:
    """Find values that come from strangers' texts, and private text that goes to a new place.

    Args:
        subject: the call.
        traces: its traces, None to make them here.
    """
    if not subject.past.earlier_calls and not subject.past.forgotten:
        return
    if traces is None:
        from host.inspect.programs import effects_of

        traces = traces_of(subject, effects_of(subject))
    tool = class_of_call(subject)
    sources = _Sources(subject, tool)
    yield from _gravest(_carried_over_findings(subject, tool, traces, sources))
    if not _stays_draft(subject):
        yield from _gravest(_exfiltration_findings(subject, tool, traces))
    if tool.verb in CHANGING and (subject.past.incomplete or sources.incomplete or traces.cut):
        sentence = say("Not all of what earlier calls brought could be compared with this call.")
        yield Finding("not-inspected", Severity.MEDIUM, sentence)


def _gravest(findings: Iterator[Finding]) -> list[Finding]:
    """The gravest few, one for each input."""
    gravest: dict[Steps, Finding] = {}
    for finding in findings:
        previous = gravest.get(finding.where)
        if previous is None or finding.severity.rank < previous.severity.rank:
            gravest[finding.where] = finding
    return sorted(gravest.values(), key=lambda finding: finding.severity.rank)[:MAX_FINDINGS]


class Source(Struct, frozen=True):
    """The origin of a value, and the earlier call whose result contained it."""

    origin: Origin
    earlier: EarlierCall


class _Sources:
    """Searches the inputs and results of earlier calls for values.

    Attributes:
        incomplete: whether the search stopped at its bound.
    """

    def __init__(self, subject: Subject, tool: ToolClass) -> None:
        self._reads_own_memory, self._server = tool.sink == "model", subject.server
        self._turn = normalized(subject.turn) if subject.turn else ""
        self._names_in_turn = (
            names_in([subject.turn]) | frozenset(self._turn.split()) if subject.turn else frozenset[str]()
        )
        self._oldest_first = tuple(reversed(subject.past.earlier_calls))
        self._budget_left = SEARCH_BUDGET
        self.incomplete = False

    def source_of(self, value: Value, *, strictly: bool) -> Source | None:
        """The foreign origin of a value. None if it belongs to the server or the person, or was not found.

        ``strictly``: whether a field that names the author of a text is not the server's data.
        """
        keys = frozenset(compared_forms(value.value))
        spelling = spelling_of(value.value)
        if not keys.isdisjoint(self._names_in_turn) or (
            self._turn and spelling is not None and any(islice(places_of(self._turn, spelling), _MAX_PLACES))
        ):
            return None
        return self._source_in_results(
            keys, spelling, is_common=value.is_common, strictly=strictly or value.role == "program"
        )

    def _source_in_results(
        self, keys: frozenset[str], spelling: Spelling | None, *, is_common: bool, strictly: bool
    ) -> Source | None:
        """The first earlier call in whose result a stranger wrote the value, or any result that orders the model.

        None if the app used the value before, or if it is a field of a record of some server.
        """
        strangers_call: EarlierCall | None = None
        is_server_data = False
        identifying = identifying_forms(keys)
        for earlier in self._oldest_first:
            repeats_input = not identifying.isdisjoint(earlier.named.values())  # its tool only repeats its input
            if strangers_call is None and repeats_input:
                return None  # the app used it before any result contained it
            result = earlier.result
            if result is None or (self._reads_own_memory and earlier.server == self._server):
                continue
            matters = not is_common or result.order is not None
            is_whole_in_prose = matters and spelling is not None and self._in_prose(spelling, result)
            if not keys.isdisjoint(result.ordered) or (is_whole_in_prose and result.order is not None):
                return Source("ordered", earlier)
            is_in_prose = not is_common and (is_whole_in_prose or not keys.isdisjoint(result.prose))
            is_authors_word = strictly and (is_in_prose or not keys.isdisjoint(result.authors))
            if not repeats_input and not is_authors_word:
                is_server_data = is_server_data or not identifying.isdisjoint(result.fields)
            if strangers_call is None and (is_authors_word or is_in_prose):
                strangers_call = earlier
        return None if is_server_data or strangers_call is None else Source("stranger", strangers_call)

    def _in_prose(self, spelling: Spelling, result: ResultIndex) -> bool:
        """Whether the prose of a result contains the whole of an address or of a value of several words."""
        if self._budget_left <= 0:
            self.incomplete = True
            return False
        self._budget_left -= 1 + len(result.text) // _CHARACTERS_PER_LOOKUP
        if spelling.sought not in result.text:
            return False
        self._budget_left -= 0 if spelling.is_address else len(result.text)
        for is_match in places_of(result.text, spelling):
            if is_match:
                return True
            self._budget_left -= _CHARACTERS_PER_PLACE
            if self._budget_left <= 0:
                self.incomplete = True
                return False
        return False


def _carried_over_findings(subject: Subject, tool: ToolClass, traces: Traces, sources: _Sources) -> Iterator[Finding]:
    """``carried-over``: values of the call that come from strangers' texts."""
    power = tool.verb or "writes"
    sinks = frozenset({tool.sink})
    is_standing = tool.verb != "deletes" and _is_standing(subject)
    endorsed = subject.past.endorsed or None
    for value in chain(traces.values, _inputs_after_order(subject, tool, traces)):
        minutes_ago = None if endorsed is None else endorsed.get(endorsement_key(value.role, value.value))
        power_and_sinks = ("runs", frozenset({value.effect})) if value.role == "program" else (power, sinks)
        if minutes_ago is None and not (
            _can_matter(value.role, *power_and_sinks) and _identifies_one_thing(value, power)
        ):
            continue  # no origin would give a finding
        source = sources.source_of(value, strictly=is_standing or _is_strict(value, tool))
        if source is None or (value.role == "content" and source.origin != "ordered"):
            continue
        if source.origin == "stranger" and _is_near(value, source, subject, tool):
            source = Source("near", source.earlier)
        if minutes_ago is not None:
            yield _endorsed_finding(value, minutes_ago)
            continue
        if value.role == "program" and value.effect == "reads" and source.origin != "ordered":
            continue
        severity = severity_of(value.role, source.origin, *power_and_sinks)
        if severity is not None:
            yield _carried_over_finding(value, source, severity, subject.past)


def _inputs_after_order(subject: Subject, tool: ToolClass, traces: Traces) -> Iterator[Value]:
    """The short inputs that are compared once a result has given the model orders, unless a person approved them.

    Such a text chooses anything that it names: a hotel, a password, the name of a person. Its other sentences may be
    quoted.
    """
    past = subject.past
    if not tool.changes or not (past.has_unrequested_results or _has_brought_order(past)):
        return
    inputs = tuple(short_inputs(subject)) if traces.inputs is None else traces.inputs
    if inputs and _has_brought_order(past):  # without inputs no result need be asked for
        for value in inputs:
            if endorsement_key(value.role, value.value) not in past.endorsed:
                yield replace(value, role="content")


def short_inputs(subject: Subject) -> Iterator[Value]:
    """The inputs that could have been chosen by an order: all short ones but contents, choices and ordinary words."""
    for text, role, _ in islice(roles_of(subject), MAX_VALUES):
        if role in ("choice", "content") or len(text.text) > MAX_SHORT:
            continue
        is_word = text.text.isalpha() and text.text.islower() and len(text.text) < _MIN_WORD_LENGTH
        if not is_word and len(text.text) >= _MIN_NUMBER_LENGTH:
            yield Value(role, text.text, text.steps, is_common=True)


def _has_brought_order(past: Past) -> bool:
    """Whether the result of an earlier call gives the model orders."""
    for earlier in past.earlier_calls:
        result = earlier.result
        if result is not None and result.order is not None:
            return True
    return False


def _is_strict(value: Value, tool: ToolClass) -> bool:
    """Whether a field that names the author of a text is not the server's data for this value.

    An invitation goes by mail, as an answer does (RFC 5546 §3.2.2). Of an unknown verb nobody knows that it answers.
    """
    if not tool.verb or tool.verb in _STRICT_VERBS_AND_SINKS or tool.sink in _STRICT_VERBS_AND_SINKS:
        return True
    return (tool.sink == "records" or value.role == "authority") and not _is_invited(value)


def _is_near(value: Value, source: Source, subject: Subject, tool: ToolClass) -> bool:
    """Whether a value from a stranger's text leads only where the app could get without that text.

    This holds for:
        - the mail domain of all authors of the text, or of the page that the app itself opened;
        - a draft, which its owner may still not send;
        - an entry in the person's own records.
    It never holds for money, deletions and standing arrangements; for rights, only the authors' domain counts.
    """
    if _is_standing(subject):
        return False
    is_recipient = value.role in ("destination", "authority")
    grants_rights = is_recipient and tool.verb == "grants"
    is_mild = is_recipient and tool.verb in _MILD_VERBS and tool.sink not in _STRICT_VERBS_AND_SINKS
    if not (is_mild or grants_rights):
        return False
    key = destination_key("destination", value.value)
    form, _, domain = key.partition(":")
    name = name_of(value.steps)
    if is_mild and form == "name" and tool.verb != "sends":
        return named_as_host(name) or (" " in domain and domain.replace(" ", "").isalpha())
    if is_mild and (form == "mail" or (form == "phone" and named_as_phone(name))):
        if _stays_draft(subject):
            return True
        if tool.sink == "records" and not _is_invited(value) and not tables.words("entry").isdisjoint(_verbs(subject)):
            return True
    if form != "mail" or "@" in domain:
        return False
    if value.role == "authority" and tool.verb == "writes" and not _is_invited(value):
        return False  # the address by which an account is reached, or signed in to
    input_keys = {destination_key("destination", name) for name in source.earlier.named.values() if "." in name}
    return not input_keys.isdisjoint((key, f"host:{domain}")) or _is_by_owner_alone(key, source.earlier)


def _is_standing(subject: Subject) -> bool:
    """Whether the tool is for what goes on by itself from then on, such as a rule that forwards mail."""
    return not tables.words("standing").isdisjoint(key_words(subject.tool))


def _is_invited(value: Value) -> bool:
    """Whether the input's name says that the value gets invited or notified (RFC 5546 §3.2.2)."""
    names = (step for step in value.steps if isinstance(step, str))
    return any(not tables.words("invited").isdisjoint(key_words(name)) for name in names)


_MILD_VERBS: Final = frozenset({"sends", "writes", "runs", ""})


def _stays_draft(subject: Subject) -> bool:
    """Whether a call only makes a draft, which its owner may still not send."""
    words = key_words(subject.tool)
    if tables.words("draft").isdisjoint(words) or "and" in words:
        return False
    sure_verbs = _action_words(subject) - tables.words("noun-verb")
    verbs = tables.rows_by_word("verbs")
    return all(verbs[word]["class"] in ("reads", "writes") for word in sure_verbs if word in verbs)


def _is_by_owner_alone(key: str, earlier: EarlierCall) -> bool:
    """Whether all authors of a result belong to the organization of a destination.

    With several authors it is unknown who wrote which words. ``key``: see ``destination_key``.
    """
    if earlier.result is None or not key.startswith("mail:"):
        return False
    addresses = [name for name in earlier.result.authors if "@" in name and not any(mark in name for mark in " <")]
    return bool(addresses) and all(destination_key("destination", address) == key for address in addresses)


def _action_words(subject: Subject) -> frozenset[str]:
    """The words of the names of the tool and of the operation."""
    return frozenset(word for name in _action_names(subject) for word in key_words(name))


def _verbs(subject: Subject) -> frozenset[str]:
    """The deciding verb of each of these names."""
    return frozenset(deciding_word(name) for name in _action_names(subject))


def _action_names(subject: Subject) -> Iterator[str]:
    yield subject.tool
    inputs = islice(subject.arguments.items(), MAX_VALUES)
    yield from (value for key, value in inputs if is_operation(key) and isinstance(value, str))


def _endorsed_finding(value: Value, minutes: int) -> Finding:
    """A note that a value was approved before: people are asked once about a value (arXiv 2602.11416)."""
    name = safe_name(value.value[:_MAX_SHOWN])
    sentence = say_n(
        "You approved \u201c{value}\u201d in this part {n} minute ago.",
        "You approved \u201c{value}\u201d in this part {n} minutes ago.",
        minutes,
        value=name,
    )
    return Finding("carried-over", Severity.INFO, sentence, value.value[:MAX_EVIDENCE], value.steps, value.span)


def _carried_over_finding(value: Value, source: Source, severity: Severity, past: Past) -> Finding:
    name, call = safe_name(value.value[:_MAX_SHOWN]), _call_name(source.earlier, past)
    if source.origin == "ordered":
        sentence = say(
            "\u201c{value}\u201d comes from a text that tells the AI what to do: {call}.", value=name, call=call
        )
    else:
        sentence = say("\u201c{value}\u201d was chosen by whoever wrote a text from {call}.", value=name, call=call)
    return Finding("carried-over", severity, sentence, value.value[:MAX_EVIDENCE], value.steps, value.span)


def _call_name(earlier: EarlierCall, past: Past) -> str:
    """The name of an earlier call for a sentence, with its distance."""
    ago = past.earlier_calls.index(earlier) + 1
    which = f"{safe_name(earlier.server)} \u25b8 {safe_name(earlier.tool)}"
    return say_n("{call} (the call before)", "{call} ({n} calls ago)", ago, call=which)


# Private text that leaves


def _exfiltration_findings(subject: Subject, tool: ToolClass, traces: Traces) -> Iterator[Finding]:
    """``exfiltration``: private text that goes to a new or a public place."""
    past = subject.past
    new = [destination for destination in traces.destinations if _is_new(destination, past)]
    new_keys = {destination.key for destination in new}
    is_reader = not new and _is_untrusted_reader(subject, tool)
    sinks = frozenset((tool.sink, "new" if new else "reader" if is_reader else ""))
    carriers: list[EarlierCall] | None = None
    if is_reader and server_knows_results(subject):
        return  # no result need be asked for
    for piece in traces.outgoing:
        severity = severity_of("hidden" if piece.encoding else "content", "private", tool.verb or "writes", sinks)
        if severity is None:
            continue
        if carriers is None:
            carriers = [call for call in past.earlier_calls if (index := call.result) is not None and index.private]
        goes_to_its_host = bool(piece.address) and new_keys == {destination_key("destination", piece.address)}
        if (earlier := _call_that_held(piece, carriers, goes_to_its_host=goes_to_its_host)) is None:
            continue
        if is_reader and earlier.server == subject.server:
            continue
        if not piece.encoding and new and all(_is_by_owner_alone(destination.key, earlier) for destination in new):
            continue  # it goes back to its author
        reader = subject.server if is_reader else ""
        sentence = _exfiltration_sentence(piece.encoding, _call_name(earlier, past), new, reader)
        yield Finding("exfiltration", severity, sentence, piece.evidence, piece.steps)


def _is_untrusted_reader(subject: Subject, tool: ToolClass) -> bool:
    """Whether the call reads from a server that nobody vouched for, which gets all that the inputs contain."""
    return subject.trust == "none" and tool.verb in ("reads", "")


def _exfiltration_sentence(encoding: str, call: str, new: list[Destination], reader: str) -> str:
    if encoding:
        return say("Text from {call} leaves behind an encoding ({how}).", call=call, how=encoding)
    if reader:
        server = safe_name(reader)
        return say("Text from {call} goes to {server}, a server that nobody vouched for.", call=call, server=server)
    if not new:
        return say("Text from {call} goes where anybody may read it.", call=call)
    where = safe_name(new[0].value)
    return say("Text from {call} goes to {where}, where nothing that you approved went before.", call=call, where=where)


def _is_new(destination: Destination, past: Past) -> bool:
    """Whether no approved call went to this outside address, and no record contains it as a field."""
    if (
        not (destination.has_form and destination.can_receive)
        or destination.key in past.places
        or destination.key in past.destinations
    ):
        return False
    if endorsement_key("destination", destination.value) in past.endorsed:
        return False
    return not is_record_field(destination.value, past, authors=False)


def _call_that_held(piece: Outgoing, carriers: list[EarlierCall], *, goes_to_its_host: bool) -> EarlierCall | None:
    """The earlier call whose private result shares a long piece, or contains the whole decoded text.

    ``goes_to_its_host``: whether the piece is a URL and goes nowhere new except to its own host. An unchanged URL from
    a result tells that host nothing.
    """
    has_windows = any((result := it.result) is not None and result.windows for it in carriers)
    windows = windows_of(piece.letters) if has_windows else []
    piece_windows = set(windows)
    for earlier in carriers:
        result = earlier.result
        if (
            goes_to_its_host
            and result is not None
            and (piece.address in result.prose or piece.address in result.fields)
        ):
            continue
        if result is not None and any(it in result.fields or it in result.prose for it in piece.named):
            return earlier
        if piece.encoding and result is not None and (piece.plain in result.prose or piece.plain in result.fields):
            return earlier
        shared = piece_windows & result.windows if result is not None else set[int]()
        if len(shared) < WINDOWS_IN_A_ROW:
            continue
        matching = {at for at, window in enumerate(windows) if window in shared}
        if any(all(at + STRIDE * step in matching for step in range(WINDOWS_IN_A_ROW)) for at in matching):
            return earlier
    return None
