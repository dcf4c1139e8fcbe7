"""Rules, and the files they come from, as frozen values (pure).

Owns what a rule can say, patterns for the names of a call, what only the administrator's file can say, and which rules
of a file count.

Invariants:
    What loosens in the user's file counts only where a person confirmed the file as it stands.
    Patterns mean what ``fnmatch.fnmatchcase`` means and match in linear time, whatever a server calls its tools.
    A rule is the same wherever it stands in its file.
    A credential stays out of every ``repr``.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Struct

from host.errors import ConfigError
from host.model import NO_OBLIGATIONS, Effect, JsonObject, JsonValue, Obligations, Trust, sha256_hex
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.values import replace
from host.words import lowered, say

if TYPE_CHECKING:
    from host.control.views import FormField
    from host.jsonc import KeyPath

T = TypeVar("T")
Complaint: TypeAlias = "tuple[KeyPath, str, str]"
"""What is wrong in a rule: path within the rule, message, remedy."""
Scalar: TypeAlias = "str | int | float | bool | None"
Weekday: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Annotations: TypeAlias = "tuple[tuple[str, tuple[Scalar, ...]], ...]"
WEEK: Final[tuple[Weekday, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""In the order in which ``datetime.weekday`` counts."""


@dataclass(frozen=True, slots=True)
class ArgumentSchema:
    """A JSON Schema that a rule holds the arguments against.

    Attributes:
        raw: as written.
        digest: SHA-256 in hex of its canonical form; its identity.
    """

    raw: JsonObject = field(compare=False, repr=False)
    digest: str


class PathsWithin(Struct, frozen=True):
    """Folders, and which arguments they bound.

    A rule that allows matches where each path of the call lies in one of the folders, there is at least one, and
    nothing else in the arguments could be a path. A rule that asks or denies matches where any path does.

    Attributes:
        folders: absolute, or beginning with ``~``, as written.
        arguments: names under which paths stand; where given, other texts count as paths only if their form says so.
            Empty: every text of the call is looked at.
    """

    folders: tuple[str, ...]
    arguments: tuple[str, ...] = ()


class HostPattern(Struct, frozen=True):
    """One entry of ``hosts``.

    Attributes:
        host: canonical, as in ``facts.HostFact``.
        below: whether it stands for all names below it (``*.example.org``).
        port: a number; ``any``; or None: for a rule that allows the scheme's own port, for others any.
    """

    host: str
    below: bool = False
    port: int | Literal["any"] | None = None


class Hosts(Struct, frozen=True):
    """Hosts, and which arguments they bound; quantified as ``PathsWithin`` is. Attributes: as there."""

    patterns: tuple[HostPattern, ...]
    arguments: tuple[str, ...] = ()


class TimeOfDay(Struct, frozen=True):
    """When a rule counts.

    Attributes:
        days: on which it begins; all where empty.
        begins, ends: minutes after midnight; where ``ends`` is not later, it ends on the next day.
        zone: ``local``, ``UTC`` or an IANA name.
    """

    days: frozenset[Weekday] = frozenset()
    begins: int = 0
    ends: int = 24 * 60
    zone: str = "local"


class Conditions:
    """What a rule wants of a call besides its names, by the names of ``conditions.CONDITIONS``. All must hold.

    What is None, or an empty set or sequence, wants nothing. Two are equal where they want the same.
    """

    __slots__ = ("_wanted",)

    def __init__(self, **wanted: Hashable) -> None:
        """``wanted``: what each condition wants, in the form in which its declaration reads it."""
        self._wanted = {name: value for name, value in wanted.items() if value not in (None, (), frozenset())}

    def of(self, name: str) -> Hashable:
        """What the condition of that name wants, None for nothing."""
        return self._wanted.get(name)

    @property
    def any(self) -> bool:
        """Whether there is any condition."""
        return bool(self._wanted)

    @property
    def findings(self) -> frozenset[str]:
        """Kinds, or ``severity:medium`` and ``severity:high`` for that or worse; one must be there."""
        return cast("frozenset[str]", self._wanted.get("findings", frozenset()))

    @property
    def trust(self) -> frozenset[Trust]:
        """Levels that will do."""
        return cast("frozenset[Trust]", self._wanted.get("trust", frozenset()))

    @property
    def annotations(self) -> Annotations:
        """Name to values of which one must be there, in the order of names."""
        return cast("Annotations", self._wanted.get("annotations", ()))

    @property
    def paths(self) -> PathsWithin | None:
        """Folders in which paths must lie."""
        return cast("PathsWithin | None", self.of("paths"))

    @property
    def arguments(self) -> ArgumentSchema | None:
        """What the arguments must meet."""
        return cast("ArgumentSchema | None", self.of("arguments"))

    def __eq__(self, other: object) -> bool:
        """Whether the same is wanted."""
        return isinstance(other, Conditions) and self._wanted == other._wanted

    def __hash__(self) -> int:
        """As equality has it."""
        return hash(frozenset(self._wanted.items()))

    def __repr__(self) -> str:
        """What is wanted."""
        return f"Conditions({', '.join(f'{name}={value!r}' for name, value in self._wanted.items())})"


NO_CONDITIONS: Final = Conditions()


class Condition(Generic[T]):
    """One kind of condition: all that there is to say of it. ``conditions.CONDITIONS`` lists them.

    Attributes:
        name: in ``Conditions``.
        key: in a rule's ``match``.
        rank: conditions are asked in this order; what costs little comes first.
        schema: of what a rule may write there, None where resources/schemas/policy.schema.json says it.
        fields: with which the window's form shows it, their keys below ``key``; without any, it stands in the text.
        place: whether a rule that allows says its ``phrases`` right behind the names.
        unmet, unclear: why a call does not have it, and why that could not be told, where that is always the same.
    """

    name: str
    key: str
    rank: int
    schema: JsonObject | None = None
    fields: tuple[FormField, ...] = ()
    place = False
    unmet: str = ""
    unclear: str = ""

    def read(self, raw: JsonValue, found: list[Complaint]) -> T | None:
        """What a rule wants, of what the schema has nothing against; what is wrong is added to ``found``."""
        raise NotImplementedError

    def write(self, wanted: T) -> JsonValue:
        """The one normal form in which a rule says it."""
        raise NotImplementedError

    def words(self, wanted: T, *, allows: bool) -> Iterator[str]:
        """The same, a sentence without a full stop each. ``allows``: for a rule that allows."""
        raise NotImplementedError

    def phrases(self, wanted: T, *, allows: bool) -> Iterator[str]:
        """The same within one sentence about the rule, such as: in ~/work."""
        for words in self.words(wanted, allows=allows):
            yield say("where {condition}", condition=lowered(words))

    def holds(self, wanted: T, rule: Rule, facts: CallFacts) -> bool | None:
        """Whether the call has it; None where that could not be told."""
        raise NotImplementedError

    def fails(self, wanted: T, rule: Rule, facts: CallFacts, *, for_log: bool) -> str:
        """Why it does not hold, one safe sentence.

        ``for_log``: whether it goes into the log, whose bodies hold nothing of the inputs.
        """
        del wanted, rule, facts, for_log
        return self.unmet

    def untold(self, wanted: T, rule: Rule, facts: CallFacts, *, for_log: bool) -> str:
        """Why it could not be told, likewise; of one that always can, empty."""
        del wanted, rule, facts, for_log
        return self.unclear

    def needs(self, _wanted: T) -> Needs:
        """What must be gathered before it can be asked."""
        return NOTHING_NEEDED


Matcher: TypeAlias = "Callable[[str], object] | None"
"""Truthy for the names it matches; None matches all."""

_WILD: Final = re.compile(r"[*?\[]")
_SET: Final = re.compile(r"\[(!(?:[\[\]]|[^\[\]]+)|[\[\]]|[^!\[\]][^\[\]]*)\]")
_RANGE: Final = re.compile(r"(.)-(.)", re.DOTALL)


def glob_problem(glob: str) -> str:
    """Why a pattern would not match what its author meant, empty where it would.

    ``fnmatch`` takes an unclosed bracket literally and lets ``[z-a]`` match nothing; in a deny rule that is a hole.
    """
    outside = _SET.sub("", glob)
    if "[" in outside or "]" in outside:
        return say("has a bracket without its partner")
    sets = [inside.removeprefix("!") for inside in _SET.findall(glob)]
    if any(first > last for inside in sets for first, last in _RANGE.findall(inside)):
        return say("has a range that runs backwards")
    return ""


def _matcher(glob: str | None) -> Matcher:
    """What tests a name against a pattern: ``fnmatch.fnmatchcase``, compiled once.

    Linear: ``fnmatch.translate`` puts each ``*`` into an atomic group, so that nothing is tried twice.
    """
    if glob is None or glob == "*":
        return None
    return re.compile(fnmatch.translate(glob)).match if _WILD.search(glob) else glob.__eq__


def _all_match(matchers: tuple[Matcher, Matcher, Matcher], server: str, tool: str, app: str) -> bool:
    of_server, of_tool, of_app = matchers
    if of_server is not None and not of_server(server):
        return False
    if of_tool is not None and not of_tool(tool):
        return False
    return of_app is None or bool(of_app(app))


@dataclass(frozen=True, slots=True)
class Match:
    """Patterns for the three names of a call; None matches all. Well-formed by ``glob_problem``.

    Attributes:
        server, tool, app: ``*``, ``?`` and ``[…]`` as in ``fnmatch``, on the whole name, case-sensitive.
        cased: whether a pattern has capitals, so that a call could resemble it without matching it.
    """

    server: str | None = None
    tool: str | None = None
    app: str | None = None
    cased: bool = field(init=False, repr=False, compare=False)
    _exact: tuple[Matcher, Matcher, Matcher] = field(init=False, repr=False, compare=False)
    _folded: tuple[Matcher, Matcher, Matcher] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compile."""
        globs = (self.server, self.tool, self.app)
        exact = (_matcher(self.server), _matcher(self.tool), _matcher(self.app))
        cased = any(glob is not None and glob != glob.lower() for glob in globs)
        folded = tuple(_matcher(glob and glob.lower()) for glob in globs) if cased else exact
        for name, value in (("cased", cased), ("_exact", exact), ("_folded", folded)):
            object.__setattr__(self, name, value)  # the way in which frozen dataclasses derive fields

    @property
    def names_server(self) -> bool:
        """Whether it is for one server, by its name and not by a pattern."""
        return self.server is not None and _WILD.search(self.server) is None

    def matches(self, server: str, tool: str, app: str) -> bool:
        """Whether all three names match."""
        return _all_match(self._exact, server, tool, app)

    def resembles(self, server: str, tool: str, app: str) -> bool:
        """Whether three names in lower case match the patterns in lower case."""
        return _all_match(self._folded, server, tool, app)


SourceKind: TypeAlias = Literal["managed", "user"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        id: unique in its file; where none is written, worked out from what the rule says.
        effect: what it says of the calls it matches.
        match, conditions: those calls.
        obligations: what it demands besides; none where it denies.
        acknowledges: kinds of findings that its author has taken into account, as written; none unless it allows. Of
            medium severity, they hold back no call that it allows.
        reason: its author's words.
        enabled: one that is not counts for nothing.
        expires: from then on it counts for nothing, aware.
        raw: the object as written.
        line: where it stands in its file, 0 where unknown.
        form: a memo of ``write.deciding_form``'s.
    """

    id: str
    effect: Effect
    match: Match
    reason: str = ""
    source: SourceKind = "user"
    conditions: Conditions = NO_CONDITIONS
    obligations: Obligations = NO_OBLIGATIONS
    enabled: bool = True
    expires: datetime | None = None
    acknowledges: frozenset[str] = frozenset()
    raw: JsonObject = field(default_factory=dict, compare=False, repr=False)
    line: int = field(default=0, compare=False)
    form: bytes = field(default=b"", init=False, compare=False, repr=False)

    def as_question(self) -> Rule:
        """The same as one that asks: what a rule that allows demands may count where its yes does not."""
        said = {key: value for key, value in self.raw.items() if key != "acknowledges"}
        return replace(self, effect=Effect.ASK, acknowledges=frozenset(), raw={**said, "effect": Effect.ASK.value})


@dataclass(frozen=True, slots=True)
class ApproverEntry:
    """Somebody who may sign (managed file, or enrolled by the user).

    Attributes:
        name: how signatures name the person; unique without regard to case.
        roles: in order.
        credential: an Argon2id hash in PHC form.
        source: where the entry stands; ``user``: enrolled in the window, kept in the keyring.
    """

    name: str
    roles: tuple[str, ...]
    credential: str = field(repr=False)
    source: SourceKind = "managed"

    @property
    def mark(self) -> str:
        """Digest of the credential: what a signature remembers of it."""
        return sha256_hex(self.credential.encode())


class ServerPin(Struct, frozen=True):
    """What a server must list (``pins`` in ``docs/reference/policy.md``).

    Attributes:
        tools: exact name to the digest of its definition, in hex; a tool that is not here, or differs, is withheld.
        instructions: SHA-256 in hex of the instructions' text, None where any will do; of no text: ``sha256("")``.
    """

    tools: Mapping[str, str]
    instructions: str | None = None


class KeptOut(Struct, frozen=True):
    """Servers of the user that the administrator keeps out: by name, by address, or by the exact command.

    Attributes:
        server: a pattern for names, empty where something else tells.
        url: where a server is, as written; empty likewise.
        host: of that, None for every host.
        path: its parts, below which everything is meant.
        command: the program and all its arguments.
        reason: the administrator's words, if any.
    """

    server: str = ""
    url: str = ""
    host: HostPattern | None = None
    path: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    reason: str = ""


class Managed(Struct, frozen=True):
    """What only the administrator's file can say.

    Attributes:
        servers: entries by id, in the form of servers.json, which stand before the user's of the same id.
        lines: of each.
        pins: by server id.
        approvers: who may sign.
        limits: values for settings, by name.
        locked: names of settings that the user cannot change.
        only: whether no other servers run.
        keep_out: which others do not.
    """

    servers: Mapping[str, JsonObject] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    lines: Mapping[str, int] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    pins: Mapping[str, ServerPin] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    approvers: tuple[ApproverEntry, ...] = ()
    limits: Mapping[str, float] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    locked: frozenset[str] = frozenset()
    only: bool = False
    keep_out: tuple[KeptOut, ...] = ()


NOT_MANAGED: Final = Managed()


class Unconfirmed(Struct, frozen=True):
    """Something in the user's file that would loosen and does not count yet (attack 39).

    Attributes:
        kind: ``allows``: an allow rule that is new or differs; ``gone``: a rule that asked or denied is no longer
            there, and counts all the same; ``trusts``: a server is newly vouched for.
        rule: it concerns, None for ``trusts``, and where all that was confirmed is gone (``LOST``).
        server: id, empty for rules.
    """

    kind: Literal["allows", "gone", "trusts"]
    rule: Rule | None = None
    server: str = ""


LOST: Final = Unconfirmed("gone")
"""What a person confirmed before cannot be found."""


@dataclass(frozen=True, slots=True)
class PolicySource:
    """One policy file as it was at one moment.

    Attributes:
        kind: ``managed`` or ``user``.
        path: as given.
        digest: SHA-256 of the file in hex, empty where there is none.
        rules: as written, none where the file cannot be used.
        error: why it cannot (one safe sentence), else empty; a source with an error denies everything.
        problems: everything that is wrong with the file.
        trust: as written: server id to the digest of the configuration that is vouched for.
        managed: of that file.
        waiting: what would loosen and does not count yet; ``loosening.against`` works it out, and nothing but a managed
            file or a confirmed one has none where it allows or vouches.
        counting: the rules that count: those that are enabled, less what waits, and besides, rules that were there and
            whose end waits; where a rule waits that allows and demands something, it asks meanwhile, and demands that.
        trusted: the part of ``trust`` that counts.
        memo: ``host.policy.index``'s own; it changes nothing of the rules.
    """

    kind: SourceKind
    path: str
    digest: str = ""
    rules: tuple[Rule, ...] = ()
    error: str = ""
    problems: tuple[ConfigError, ...] = field(default=(), repr=False, compare=False)
    trust: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    managed: Managed = NOT_MANAGED
    waiting: tuple[Unconfirmed, ...] = ()
    counting: tuple[Rule, ...] = field(init=False, repr=False, compare=False)
    trusted: Mapping[str, str] = field(init=False, repr=False, compare=False)
    memo: dict[str, object] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Work out which rules, and which of ``trust``, count now."""
        held = {id(change.rule) for change in self.waiting if change.kind == "allows"}
        gone = [change.rule for change in self.waiting if change.kind == "gone" and change.rule is not None]
        allows = (change.rule for change in self.waiting if change.kind == "allows" and change.rule is not None)
        meanwhile = (rule.as_question() for rule in allows if rule.obligations != NO_OBLIGATIONS)
        counting = (*(rule for rule in self.rules if rule.enabled and id(rule) not in held), *meanwhile, *gone)
        untrusted = {change.server for change in self.waiting if change.kind == "trusts"}
        trusted = {server: digest for server, digest in self.trust.items() if server not in untrusted}
        for name, value in (("counting", counting), ("trusted", MappingProxyType(trusted))):
            object.__setattr__(self, name, value)  # the way in which frozen dataclasses derive fields

    @property
    def confirmed(self) -> bool:
        """Whether everything in the file counts, since a person confirmed it."""
        return not self.waiting

    @property
    def lost(self) -> bool:
        """Whether what a person had confirmed of it cannot be found; the first of what waits says so."""
        return bool(self.waiting) and self.waiting[0] == LOST

    @property
    def loosens(self) -> bool:
        """Whether it allows or vouches for anything at all."""
        return bool(self.trust) or any(rule.enabled and rule.effect is Effect.ALLOW for rule in self.rules)
