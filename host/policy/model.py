"""Rules, and the files they come from, as frozen values (pure).

Owns what a rule can say, patterns for the names of a call, what only the administrator's file can say, and which rules
of a file count.

Invariants:
    What loosens in the user's file counts only once a person confirmed that version of the file.
    Patterns mean what ``fnmatch.fnmatchcase`` means and match in linear time, whatever a server calls its tools.
    The position of a rule in its file means nothing.
    A credential stays out of every ``repr``.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Self, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr

from host import regex
from host.errors import ConfigError
from host.model import NO_OBLIGATIONS, Effect, JsonObject, JsonValue, Obligations, sha256_hex
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.values import PartlyCompared, PartlyPrinted, replace
from host.words import say

if TYPE_CHECKING:
    from host.control.views import FormField
    from host.jsonc import KeyPath

C = TypeVar("C", bound="Condition")
Complaint: TypeAlias = "tuple[KeyPath, str, str]"
"""A problem in a rule: path within the rule, message, remedy."""
Scalar: TypeAlias = "str | int | float | bool | None"


class HostPattern(Struct, frozen=True):
    """One entry of ``hosts``.

    Attributes:
        port: a number; ``any``; or None: the scheme's own port in a rule that allows, any port in others.
    """

    host: str  # canonical, as in ``facts.HostFact``
    below: bool = False  # whether it stands for all names below it (``*.example.org``)
    port: int | Literal["any"] | None = None


class Condition(Struct, frozen=True):
    """What a rule requires of a call besides its names. ``conditions.CONDITIONS`` lists every kind.

    Two are equal if they require the same.

    Attributes:
        fields: the fields in the window's form, with keys below ``key``. Without any, it is edited as text.
        is_place: whether an allowing rule says its ``phrases`` right after the names.
    """

    key: ClassVar[str]  # in a rule's ``match``
    rank: ClassVar[int]  # the order in which conditions are checked, cheap ones first
    schema: ClassVar[JsonObject | None] = None  # of its value in a rule, None if policy.schema.json has it
    fields: ClassVar[tuple[FormField, ...]] = ()
    is_place: ClassVar[bool] = False
    unmet: ClassVar[str] = ""  # why a call does not fulfil it, if that is always the same
    unclear: ClassVar[str] = ""  # why that is unknown, if that is always the same

    @classmethod
    def read(cls, raw: JsonValue, complaints: list[Complaint]) -> Self | None:
        """Return what a rule requires, from a value that fits the schema. Problems are added to ``complaints``."""
        raise NotImplementedError

    def write(self) -> JsonValue:
        """Return the normal form in a rule."""
        raise NotImplementedError

    def phrases(self, allows: bool) -> Iterator[str]:
        """Yield parts of a sentence about the rule, such as: in ~/work. ``allows``: for a rule that allows."""
        raise NotImplementedError

    def holds(self, rule: Rule, facts: CallFacts) -> bool | None:
        """Whether the call fulfils it, None if that is unknown."""
        raise NotImplementedError

    def why_unmet(self, _rule: Rule, _facts: CallFacts) -> str:
        """Return why the call does not fulfil it, one safe sentence."""
        return self.unmet

    def why_unclear(self, _rule: Rule, _facts: CallFacts, _for_log: bool) -> str:
        """Return why it is unknown, one safe sentence, empty if it always is known.

        ``_for_log``: whether it goes into the log, whose bodies hold nothing of the inputs.
        """
        return self.unclear

    def needs(self) -> Needs:
        """Return what must be gathered before ``holds``."""
        return NOTHING_NEEDED


Matcher: TypeAlias = "Callable[[str], object] | None"
"""Truthy for the names it matches. None matches all."""

_WILD: Final = regex.pattern(r"[*?\[]")
_SET: Final = regex.pattern(r"\[(!(?:[\[\]]|[^\[\]]+)|[\[\]]|[^!\[\]][^\[\]]*)\]")
_RANGE: Final = regex.pattern(r"(.)-(.)", re.DOTALL)


def glob_problem(glob: str) -> str:
    """Return why a pattern would not match what its author meant, empty if it would.

    ``fnmatch`` takes an unclosed bracket literally and lets ``[z-a]`` match nothing, which would be a hole in a deny
    rule.
    """
    outside = _SET.sub("", glob)
    if "[" in outside or "]" in outside:
        return say("has a bracket without its partner")
    sets = [inside.removeprefix("!") for inside in _SET.findall(glob)]
    if any(first > last for inside in sets for first, last in _RANGE.findall(inside)):
        return say("has a range that runs backwards")
    return ""


def _matcher(glob: str | None) -> Matcher:
    """Return a test of names against a pattern: ``fnmatch.fnmatchcase``, compiled once.

    It takes linear time: ``fnmatch.translate`` puts each ``*`` into an atomic group, so that nothing is tried twice.
    """
    if glob is None or glob == "*":
        return None
    return re.compile(fnmatch.translate(glob)).match if _WILD.search(glob) else glob.__eq__


def _do_all_match(matchers: tuple[Matcher, Matcher, Matcher], server: str, tool: str, app: str) -> bool:
    match_server, match_tool, match_app = matchers
    if match_server is not None and not match_server(server):
        return False
    if match_tool is not None and not match_tool(tool):
        return False
    return match_app is None or bool(match_app(app))


class Match(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """Patterns for the three names of a call. None matches all. They are valid by ``glob_problem``."""

    UNPRINTED = frozenset({"has_capitals", "names_server", "_exact", "_folded"})
    UNCOMPARED = frozenset({"has_capitals", "names_server", "_exact", "_folded"})

    server: str | None = None  # ``*``, ``?`` and ``[…]`` as in ``fnmatch``, for the whole name, case-sensitive
    tool: str | None = None
    app: str | None = None
    has_capitals: bool = False  # whether a pattern has capitals, so that a call could resemble it without matching it
    names_server: bool = False  # whether it is for one server by its name, not by a pattern
    _exact: tuple[Matcher, Matcher, Matcher] = (None, None, None)
    _folded: tuple[Matcher, Matcher, Matcher] = (None, None, None)

    def __post_init__(self) -> None:
        globs = (self.server, self.tool, self.app)
        exact = (_matcher(self.server), _matcher(self.tool), _matcher(self.app))
        has_capitals = any(glob is not None and glob != glob.lower() for glob in globs)
        folded = tuple(_matcher(glob and glob.lower()) for glob in globs) if has_capitals else exact
        names_server = self.server is not None and _WILD.search(self.server) is None
        for name, value in (
            ("has_capitals", has_capitals),
            ("names_server", names_server),
            ("_exact", exact),
            ("_folded", folded),
        ):
            force_setattr(self, name, value)

    def matches(self, server: str, tool: str, app: str) -> bool:
        """Whether all three names match."""
        return _do_all_match(self._exact, server, tool, app)

    def resembles(self, server: str, tool: str, app: str) -> bool:
        """Whether three lower-case names match the patterns in lower case."""
        return _do_all_match(self._folded, server, tool, app)


SourceKind: TypeAlias = Literal["managed", "user"]


class Rule(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """One rule.

    Attributes:
        acknowledges: kinds of findings that its author accepts, as written; only for an allowing rule. At medium
            severity they hold back no call that it allows.
    """

    UNPRINTED = frozenset({"raw", "form"})
    UNCOMPARED = frozenset({"raw", "line", "form"})

    id: str  # unique in its file; derived from the rule's content if none is written
    effect: Effect
    match: Match
    reason: str = ""  # its author's words
    source: SourceKind = "user"
    conditions: tuple[Condition, ...] = ()  # all must hold; in the order of ``conditions.CONDITIONS``
    obligations: Obligations = NO_OBLIGATIONS  # what it demands besides; none if it denies
    enabled: bool = True
    expires: datetime | None = None  # from then on it counts for nothing. With a time zone.
    acknowledges: frozenset[str] = frozenset()
    raw: JsonObject = msgspec.field(default_factory=dict)  # the object as written
    line: int = 0  # its line in the file, 0 if unknown
    form: bytes = b""  # caches ``write.deciding_form``

    def __post_init__(self) -> None:
        """A changed copy has another form."""
        force_setattr(self, "form", b"")

    def condition(self, kind: type[C]) -> C | None:
        """Return what the rule requires of that kind, None for nothing."""
        return next((it for it in self.conditions if isinstance(it, kind)), None)

    def as_ask_rule(self) -> Rule:
        """Return the rule as one that asks. The demands of an allowing rule may count even if its yes does not."""
        members = {key: value for key, value in self.raw.items() if key != "acknowledges"}
        return replace(self, effect=Effect.ASK, acknowledges=frozenset(), raw={**members, "effect": Effect.ASK.value})


class ApproverEntry(PartlyPrinted, Struct, frozen=True):
    """A person who may sign (managed file, or enrolled by the user)."""

    UNPRINTED = frozenset({"credential"})

    name: str  # how signatures name the person; unique without regard to case
    roles: tuple[str, ...]
    credential: str  # an Argon2id hash in PHC form
    source: SourceKind = "managed"  # whose entry it is; ``user``: enrolled in the window, kept in the keyring

    @property
    def mark(self) -> str:
        """The digest of the credential that signatures keep."""
        return sha256_hex(self.credential.encode())


class ServerPin(Struct, frozen=True):
    """What a server must list (``pins`` in ``docs/reference/policy.md``).

    Attributes:
        tools: exact name to the digest of its definition, in hex. A missing or different tool is withheld.
        instructions: SHA-256 in hex of the instructions, None for any; without instructions ``sha256("")``.
    """

    tools: Mapping[str, str]
    instructions: str | None = None


class KeptOut(Struct, frozen=True):
    """Servers of the user that the administrator keeps out: by name, by address, or by the exact command."""

    server: str = ""  # a pattern for names, empty if not used
    url: str = ""  # the address as written, empty if not used
    host: HostPattern | None = None  # of ``url``, None for every host
    path: tuple[str, ...] = ()  # of ``url``, in parts; everything below is meant
    command: tuple[str, ...] = ()  # the program and all its arguments
    reason: str = ""  # the administrator's words, if any


class Managed(Struct, frozen=True):
    """What only the administrator's file can say.

    Attributes:
        servers: entries by id, in the form of servers.json; they replace the user's of the same id.
    """

    servers: Mapping[str, JsonObject] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    lines: Mapping[str, int] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    pins: Mapping[str, ServerPin] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    approvers: tuple[ApproverEntry, ...] = ()
    limits: Mapping[str, float] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    locked: frozenset[str] = frozenset()
    only: bool = False  # whether no other servers run
    keep_out: tuple[KeptOut, ...] = ()


NOT_MANAGED: Final = Managed()


class Unconfirmed(Struct, frozen=True):
    """Something in the user's file that would loosen and does not count yet (attack 39).

    Attributes:
        kind: ``allows``: a new or changed allow rule; ``gone``: a removed rule that asked or denied, and still counts;
            ``trusts``: a server is newly vouched for.
    """

    kind: Literal["allows", "gone", "trusts"]
    rule: Rule | None = None  # the rule, None for ``trusts``, and if everything that was confirmed is gone (``LOST``)
    server: str = ""  # its id, empty for rules


LOST: Final = Unconfirmed("gone")
"""What a person confirmed before cannot be found."""


class PolicySource(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """One policy file as it was at one moment.

    Attributes:
        trust: as written: server id to the digest of the configuration that is vouched for.
        waiting: what would loosen and does not count yet, made by ``loosening.with_unconfirmed``. Empty only in a
            managed or confirmed file, or one that neither allows nor vouches.
        active_rules: the rules that count: enabled rules, except waiting ones; removed rules whose removal waits; and,
            for a waiting allow rule with demands, a rule that asks with these demands.
        memo: what ``host.policy.index`` and ``host.window.rules`` made of it; it changes nothing of the rules.
    """

    UNPRINTED = frozenset({"problems", "active_rules", "trusted", "memo"})
    UNCOMPARED = frozenset({"problems", "active_rules", "trusted", "memo"})

    kind: SourceKind
    path: str
    digest: str = ""  # SHA-256 of the file in hex, empty without a file
    rules: tuple[Rule, ...] = ()  # as written, none if the file cannot be used
    error: str = ""  # why it cannot be used (one safe sentence), else empty. A source with an error denies everything.
    problems: tuple[ConfigError, ...] = ()
    trust: Mapping[str, str] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    managed: Managed = NOT_MANAGED
    waiting: tuple[Unconfirmed, ...] = ()
    active_rules: tuple[Rule, ...] = ()
    trusted: Mapping[str, str] = msgspec.field(default_factory=dict)  # the part of ``trust`` that counts
    memo: dict[str, object] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Derive ``active_rules`` and ``trusted``. A changed copy has its own caches."""
        waiting_ids = {id(change.rule) for change in self.waiting if change.kind == "allows"}
        removed = [change.rule for change in self.waiting if change.kind == "gone" and change.rule is not None]
        allows = (change.rule for change in self.waiting if change.kind == "allows" and change.rule is not None)
        asking = (rule.as_ask_rule() for rule in allows if rule.obligations != NO_OBLIGATIONS)
        active_rules = (
            *(rule for rule in self.rules if rule.enabled and id(rule) not in waiting_ids),
            *asking,
            *removed,
        )
        untrusted = {change.server for change in self.waiting if change.kind == "trusts"}
        trusted = {server: digest for server, digest in self.trust.items() if server not in untrusted}
        for name, value in (("active_rules", active_rules), ("trusted", MappingProxyType(trusted)), ("memo", {})):
            force_setattr(self, name, value)

    @property
    def confirmed(self) -> bool:
        """Whether everything in the file counts, since a person confirmed it."""
        return not self.waiting

    @property
    def lost(self) -> bool:
        """Whether what a person confirmed cannot be found. ``LOST`` is then the first in ``waiting``."""
        return bool(self.waiting) and self.waiting[0] == LOST

    @property
    def loosens(self) -> bool:
        """Whether it allows or vouches for anything."""
        return bool(self.trust) or any(rule.enabled and rule.effect is Effect.ALLOW for rule in self.rules)
