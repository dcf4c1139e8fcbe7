"""The conditions ``paths_within`` and ``hosts``: whether they hold, and which path or host fails them (pure).

Invariants:
    An allowing rule holds only if everything that is or could be a path or host is surely within, there is at least
    one that the tool surely does not ignore, and the folder's own name is no link. An asking or denying rule holds as
    soon as one may be read as within, and is never surely false while one is unknown.
    A sentence names a path or host that causes the truth of the condition.
    Text of a call, an author or a stranger is escaped and bounded. A sentence ``for_log``, whose bodies hold nothing of
    a call's inputs, names no input.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from host import regex
from host.arguments.facts import HostFact, PathFact, Place, within
from host.arguments.host_names import Reading, canonical_host, is_address, looks_like_url
from host.arguments.texts import looks_like_path
from host.control.views import FormField
from host.model import Effect, JsonValue
from host.policy.facts import CallFacts, Needs
from host.policy.model import Complaint, Condition, HostPattern, Rule
from host.text import caseless, one_line
from host.words import Wording, say, sentences
from host.words import listed as joined

if TYPE_CHECKING:
    from host.jsonc import KeyPath

F = TypeVar("F", PathFact, HostFact)
_MAX_CACHED: Final = 256
"""Characters of a text whose form is cached."""


def _relevant_paths(facts: CallFacts, wanted: PathsWithin) -> list[PathFact]:
    return _relevant(facts.paths, wanted.arguments, lambda it: it.kind == "path" and _fits(it.text, looks_like_path))


def _relevant_hosts(facts: CallFacts, wanted: Hosts) -> list[HostFact]:
    return _relevant(facts.hosts, wanted.arguments, lambda it: it.kind == "url" and _fits(it.text, looks_like_url))


def _path_truths(
    facts: CallFacts, relevant: Iterable[PathFact], wanted: PathsWithin
) -> Iterator[tuple[PathFact, bool | None]]:
    """Yield whether each path surely lies in a folder of an allowing rule."""
    folders = [
        facts.folders[name] for name in wanted.folders if name in facts.folders and not facts.folders[name].linked
    ]
    existing = {folder.chain[0] for folder in folders if folder.chain and not folder.tail}
    for fact in relevant:
        sure = fact.kind == "path" or wanted.arguments
        yield fact, _surely_within(fact, folders, existing) if sure else None


def _host_truths(relevant: Iterable[HostFact], wanted: Hosts) -> Iterator[tuple[HostFact, bool | None]]:
    """Yield whether each host surely is one of an allowing rule."""
    for fact in relevant:
        sure = fact.kind != "unclear" or wanted.arguments
        yield fact, any_of(host_matches(fact, it, allow=True) for it in wanted.patterns) if sure else None


def _first_with_truth(truths: Iterable[tuple[F, bool | None]], *, truth: bool | None) -> F | None:
    """Return the first fact with that truth, for a sentence to name."""
    return next((fact for fact, fact_truth in truths if fact_truth is truth), None)


def _is_host_unclear(fact: HostFact) -> bool:
    return fact.host is None and not fact.surely_no_host


def lies_within(fact: PathFact, folder: Place) -> bool | None:
    """Whether the path lies in ``folder`` by every reading, None if that is unknown."""
    if not fact.all_places_known:
        return None
    return every(any_of(within(place, form) for form in (folder, *folder.forms)) for place in _readings(fact))


# Existing places are compared by identity, as ``within`` does, but for many at once: a call may name 2,000 paths, and
# a rule 256 folders.


def _surely_within(fact: PathFact, folders: Sequence[Place], existing: set[tuple[int, int]]) -> bool | None:
    """Whether the path lies in one of ``folders`` by every reading. ``existing``: identities of those that exist."""
    if fact.place is not None and not fact.other_places and not existing.isdisjoint(fact.place.chain):
        return True
    return any_of(lies_within(fact, folder) for folder in folders)


def _any_within(facts: Sequence[PathFact], folders: Sequence[Place]) -> bool | None:
    """Whether any path lies in any folder by any reading. None if none surely does and one is unknown."""
    if not folders:
        return False
    places = [place for fact in facts for place in _readings(fact)]
    entries = {entry for place in places for entry in place.chain}
    if any(folder.chain and not folder.tail and folder.chain[0] in entries for folder in folders):
        return True
    missing = [folder for folder in folders if folder.tail and folder.chain and folder.chain[0] in entries]
    is_within = any_of(within(place, folder) for folder in missing for place in places if place.tail)
    return None if is_within is False and not all(fact.all_places_known for fact in facts) else is_within


def _readings(fact: PathFact) -> tuple[Place, ...]:
    return fact.other_places if fact.place is None else (fact.place, *fact.other_places)


def every(truths: Iterable[bool | None]) -> bool | None:
    """Return False if any is false, else None if any is unknown, else True."""
    sure = True
    for truth in truths:
        if truth is False:
            return False
        sure = sure and truth is True
    return True if sure else None


def any_of(truths: Iterable[bool | None]) -> bool | None:
    """Return True if any is true, else None if any is unknown, else False."""
    sure = True
    for truth in truths:
        if truth is True:
            return True
        sure = sure and truth is False
    return False if sure else None


def _any_host(facts: CallFacts, relevant: Sequence[HostFact], wanted: Hosts) -> bool | None:
    """Whether any reading of ``relevant`` matches. None if none does and one is unknown.

    Each pattern is compared only with the facts of its name: a call may name 2,000 hosts, and a rule 256.
    """
    by_name, ids = facts.hosts_by_name, {id(fact) for fact in relevant}
    pairs = (
        (fact, pattern) for pattern in wanted.patterns for fact in by_name.get(pattern.host, ()) if id(fact) in ids
    )
    any_matches = any_of(host_matches(fact, pattern, allow=False) for fact, pattern in pairs)
    return None if any_matches is False and any(map(_is_host_unclear, relevant)) else any_matches


def _fits(text: str, form_test: Callable[[str], bool]) -> bool:
    """Return ``form_test(text)``, cached for short texts, since each rule asks it of the same ones."""
    return _fits_cached(text, form_test) if len(text) <= _MAX_CACHED else form_test(text)


@lru_cache(4_096)
def _fits_cached(text: str, form_test: Callable[[str], bool]) -> bool:
    return form_test(text)


def _relevant(facts: Sequence[F] | None, arguments: tuple[str, ...], by_form: Callable[[F], bool]) -> list[F]:
    """Return the facts that a rule is about: all, or those under its names and those recognised by their form.

    A name counts regardless of capitals, since servers differ in whether they matter.
    """
    if not facts or not arguments:
        return list(facts or ())
    wanted = frozenset(map(caseless, arguments))
    return [fact for fact in facts if fact.where == "$" or by_form(fact) or not wanted.isdisjoint(fact.names)]


def _has_any(facts: Sequence[PathFact | HostFact], arguments: tuple[str, ...]) -> bool:
    """Whether the call names anything that a rule is about.

    What the tool may ignore does not count: without an input that it reads, it takes a place of its own choice.
    """
    return any(not fact.ignorable and (not arguments or fact.key in arguments) for fact in facts)


MAX_LISTED: Final = 5
SHOWN: Final = 120
"""Characters of an author's or a stranger's text that a sentence repeats."""
_NAME: Final = regex.pattern(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_PLACE: Final = regex.pattern(r"[A-Za-z0-9_./:~+=@\[\]-]{1,120}")


_IGNORABLE: Final = say(
    "The tool may ignore the inputs in question, which it does not name: it names others, which are not given."
)


def _are_ignorable(relevant: Sequence[PathFact | HostFact]) -> bool:
    """Whether a call names something that a rule is about, but nothing that the tool surely reads."""
    return bool(relevant) and all(fact.ignorable for fact in relevant)


def _why_path_fails(facts: CallFacts, wanted: PathsWithin, folders: str) -> str:
    relevant = _relevant_paths(facts, wanted)
    fact = _first_with_truth(_path_truths(facts, relevant, wanted), truth=False)
    if fact is None and _are_ignorable(relevant):
        return _IGNORABLE
    if fact is None or fact.place is None:
        return say(
            "Not everything in the inputs that is a path, or could be one, lies within {folders}.", folders=folders
        )
    name, place = _name(fact), _quoted(fact.place.text, _PLACE)
    return say("The input {input} leads to {place}, outside {folders}.", input=name, place=place, folders=folders)


def listed(texts: Iterable[str]) -> str:
    """Return ``a, b or c``; for a long list also how many more there are."""
    shown = [text if isinstance(text, Wording) else one_line(text, SHOWN) for text in texts]
    return joined(shown or [say("nothing")], either=True, most=MAX_LISTED)


def _reason(why: str) -> str:
    """Return the end of a sentence that says why something is unknown."""
    clause = why if isinstance(why, Wording) else one_line(why, SHOWN).rstrip(".")
    return say(": {why}", why=clause) if clause else ""


def _name(fact: PathFact | HostFact) -> str:
    return _quoted(fact.key, _NAME)


def _quoted(text: str, plain: re.Pattern[str]) -> str:
    """Return a stranger's text, in quotes that it cannot close unless it is plain."""
    shown = one_line(text, SHOWN)
    return shown if plain.fullmatch(text) else '"' + shown.replace('"', "⟨U+0022⟩") + '"'


def _first_reason(facts: Iterable[PathFact | HostFact] | None) -> str:
    return _reason(next((fact.why for fact in facts or () if fact.why), ""))


_PATTERN: Final = regex.pattern(r"(\*\.)?(\[[^\[\]]*\]|[^:\[\]]*)(?::([0-9]{1,5}|\*))?")


def host_pattern(text: str) -> HostPattern | str:
    """Read one entry of a rule's ``hosts``. Returns a sentence if it is wrong."""
    if "/" in text or "@" in text:
        return say("Write the host alone, such as example.com, without scheme, user or path.")
    if text.count(":") > 1 and not text.startswith(("[", "*")):
        text = f"[{text}]"
    match = _PATTERN.fullmatch(text)
    if match is None:
        return say("It is not a host, optionally with a port, such as example.com:8080.")
    below, name, port = match[1] is not None, match[2], match[3]
    host = canonical_host(name)
    if host is None:
        return _host_problem(name)
    if below and is_address(host):
        return say("Nothing lies below an address: write it without the star.")
    if port in (None, "*"):
        return HostPattern(host, below, None if port is None else "any")
    if port != str(int(port)):
        return say("The port begins with a zero: write it without.")
    if not 1 <= int(port) <= 65_535:
        return say("The port is not a number from 1 to 65535.")
    return HostPattern(host, below, int(port))


def _host_problem(name: str) -> str:
    if "*" in name:
        return say("A star is allowed only at the beginning, before a dot, as in *.example.org, or for the port.")
    if not name:
        return say("It names no host.")
    return say("Programs could read this host differently: write its plain name or address.")


def host_matches(fact: HostFact | Reading, wanted: HostPattern, *, allow: bool) -> bool | None:
    """Whether ``fact`` matches, None if that is unknown. ``allow``: for a rule that allows."""
    if fact.host is None:
        if allow:
            return None
        if fact.surely_no_host:
            return False
        return True if any(_covers(wanted, host) for host in fact.other_hosts) else None
    if not _covers(wanted, fact.host):
        return False
    if wanted.port == "any" or (wanted.port is None and not allow):
        return True
    if wanted.port is None:
        return fact.usual_port
    return None if fact.port is None else fact.port == wanted.port


def _covers(wanted: HostPattern, host: str) -> bool:
    if not wanted.below:
        return host == wanted.host
    return host.endswith(f".{wanted.host}") and not is_address(host)


def host_text(pattern: HostPattern) -> str:
    """Return a pattern as a rule writes it, such as ``*.example.org:8443`` or ``[2001:db8::1]``."""
    host = f"[{pattern.host}]" if ":" in pattern.host else pattern.host
    port = "" if pattern.port is None else ":*" if pattern.port == "any" else f":{pattern.port}"
    return f"{'*.' if pattern.below else ''}{host}{port}"


# The two declarations

MAX_LIST: Final = 8
"""Entries of a list that the words of a rule repeat."""
MAX_NAME: Final = 64
"""Characters of a name or value that the words of a rule repeat."""
WHERE: Final = say("Only where")
FINER: Final = say("Finer points")
"""Names of groups of fields."""
_SOME_INPUTS: Final = say("Only under these names of inputs, a line each. Left empty: every input counts.")
_FOLDER: Final = say('Write it from the root on, or from "~/" on, without "..".')


class PathsWithin(Condition, frozen=True):
    """``paths_within``: folders in which the paths of a call must lie, and the arguments that they bound.

    An allowing rule matches if each path of the call lies in one of the folders, there is at least one path, and
    nothing else in the arguments could be a path. An asking or denying rule matches if any path lies there.

    Attributes:
        arguments: names of inputs that hold paths. If given, other texts count as paths only by their form. If empty,
            every text of the call is examined.
    """

    folders: tuple[str, ...]  # absolute, or beginning with ``~``, as written
    arguments: tuple[str, ...] = ()

    key, rank, is_place = "paths_within", 6, True
    fields = (
        FormField(
            ("folders",), "folders", say("Folders"), say("A line each, such as ~/work. Everything below counts too."),
            WHERE, alone="folders",
        ),
        FormField(("arguments",), "lines", say("Inputs that name paths"), _SOME_INPUTS, FINER, alone="folders"),
    )  # fmt: skip

    @classmethod
    def read(cls, raw: JsonValue, complaints: list[Complaint]) -> PathsWithin:
        """Complain about a folder that would not mean one place."""
        base, folders, arguments = _read_list(cls.key, "folders", raw)
        for place, folder in enumerate(folders):
            if why := _folder_problem(folder):
                complaints.append(((*base, place), why, _FOLDER))
        return PathsWithin(tuple(sorted(folders)), arguments)

    def write(self) -> JsonValue:
        """Return a list, or an object if only some arguments count."""
        return _list_to_json("folders", sorted(self.folders), self.arguments)

    def phrases(self, allows: bool) -> Iterator[str]:
        """Such as: in ~/work."""
        folders, names = _joined_names(self.folders), _joined_names(self.arguments)
        if self.arguments and allows:
            yield say("with {inputs} in {folders}", inputs=names, folders=folders)
        elif self.arguments:
            yield say("where a path in {inputs} is in {folders}", inputs=names, folders=folders)
        elif allows:
            yield say("in {folders}", folders=folders)
        else:
            yield say("where a path is in {folders}", folders=folders)

    def holds(self, rule: Rule, facts: CallFacts) -> bool | None:
        """Whether the paths lie in the folders."""
        if facts.paths is None:
            return None
        relevant = _relevant_paths(facts, self)
        if rule.effect is Effect.ALLOW:
            truths = (truth for _, truth in _path_truths(facts, relevant, self))
            return _has_any(relevant, self.arguments) and every(truths)
        folders = [facts.folders[folder] for folder in self.folders if folder in facts.folders]
        is_within = _any_within(relevant, [form for folder in folders for form in (folder, *folder.forms)])
        return None if is_within is False and len(folders) < len(self.folders) and relevant else is_within

    def why_unmet(self, rule: Rule, facts: CallFacts) -> str:
        """Name a path outside the folders."""
        folders = listed(self.folders)
        if rule.effect is not Effect.ALLOW:
            return say("No path in the inputs lies within {folders}.", folders=folders)
        linked = [name for name in self.folders if name in facts.folders and facts.folders[name].linked]
        why = _why_path_fails(facts, self, folders)
        if not linked:
            return why
        link = say("{folders} is a link, and no rule allows by one: write where it leads.", folders=listed(linked))
        return sentences((why, link))

    def why_unclear(self, rule: Rule, facts: CallFacts, for_log: bool) -> str:
        """Name a path that could not be resolved."""
        relevant = _relevant_paths(facts, self)
        if rule.effect is Effect.ALLOW:
            doubt = _first_with_truth(_path_truths(facts, relevant, self), truth=None)
        else:
            doubt = next((fact for fact in relevant if not fact.all_places_known), None)
        if for_log or doubt is None or not doubt.key:
            return say("It is unknown where the paths in the inputs lead{why}.", why=_first_reason(facts.paths))
        name, why = _name(doubt), _reason(doubt.why)
        if doubt.kind == "path" or self.arguments:
            return say("It is unknown where the input {input} leads{why}.", input=name, why=why)
        return say("The input {input} could be a path{why}; name the rule's arguments.", input=name, why=why)

    def needs(self) -> Needs:
        """Return the need for the call's paths and the rule's folders."""
        return Needs(folders=self.folders, paths=True)


class Hosts(Condition, frozen=True):
    """``hosts``: hosts that a call must use, and the arguments that they bound, as in ``PathsWithin``."""

    patterns: tuple[HostPattern, ...]
    arguments: tuple[str, ...] = ()

    key, rank, is_place = "hosts", 5, True
    fields = (
        FormField(
            ("hosts",), "lines", say("Hosts"), say("A line each, such as example.com or *.example.org."), WHERE,
            alone="hosts",
        ),
        FormField(("arguments",), "lines", say("Inputs that name addresses"), _SOME_INPUTS, FINER, alone="hosts"),
    )  # fmt: skip

    @classmethod
    def read(cls, raw: JsonValue, complaints: list[Complaint]) -> Hosts:
        """Complain about hosts that cannot be matched."""
        base, texts, arguments = _read_list(cls.key, "hosts", raw)
        patterns: set[HostPattern] = set()
        for place, text in enumerate(texts):
            pattern = host_pattern(text)
            if isinstance(pattern, str):
                complaints.append(((*base, place), say("is no host that can be matched"), pattern))
            else:
                patterns.add(pattern)
        return Hosts(tuple(sorted(patterns, key=host_text)), arguments)

    def write(self) -> JsonValue:
        """Return a list, or an object if only some arguments count."""
        return _list_to_json("hosts", sorted(map(host_text, self.patterns)), self.arguments)

    def phrases(self, allows: bool) -> Iterator[str]:
        """Such as: at example.org."""
        hosts, names = _joined_names(map(host_text, self.patterns)), _joined_names(self.arguments)
        if self.arguments and allows:
            yield say("with {inputs} at {hosts}", inputs=names, hosts=hosts)
        elif self.arguments:
            yield say("where a host in {inputs} is {hosts}", inputs=names, hosts=hosts)
        elif allows:
            yield say("at {hosts}", hosts=hosts)
        else:
            yield say("where a host is {hosts}", hosts=hosts)

    def holds(self, rule: Rule, facts: CallFacts) -> bool | None:
        """Whether the hosts are among these."""
        if facts.hosts is None:
            return None
        relevant = _relevant_hosts(facts, self)
        if rule.effect is Effect.ALLOW:
            return _has_any(relevant, self.arguments) and every(truth for _, truth in _host_truths(relevant, self))
        return _any_host(facts, relevant, self)

    def why_unmet(self, rule: Rule, facts: CallFacts) -> str:
        """Name a host that is not one of these."""
        hosts = listed(map(host_text, self.patterns))
        if rule.effect is not Effect.ALLOW:
            return say("Nothing in the inputs is at {hosts}.", hosts=hosts)
        relevant = _relevant_hosts(facts, self)
        fact = _first_with_truth(_host_truths(relevant, self), truth=False)
        if fact is None and _are_ignorable(relevant):
            return _IGNORABLE
        if fact is None or fact.host is None:
            return say("Not everything in the inputs that names a host, or could name one, is at {hosts}.", hosts=hosts)
        port = "" if fact.port is None or fact.usual_port else f":{fact.port}"
        place = f"{_quoted(fact.host, _PLACE)}{port}"
        return say("The input {input} is at {place}, not at {hosts}.", input=_name(fact), place=place, hosts=hosts)

    def why_unclear(self, rule: Rule, facts: CallFacts, for_log: bool) -> str:
        """Name an input whose host is unknown."""
        relevant = _relevant_hosts(facts, self)
        if rule.effect is Effect.ALLOW:
            doubt = _first_with_truth(_host_truths(relevant, self), truth=None)
        else:
            doubt = next(filter(_is_host_unclear, relevant), None)
        if for_log or doubt is None or not doubt.key:
            return say("It is unknown which hosts the inputs name{why}.", why=_first_reason(facts.hosts))
        name, why = _name(doubt), _reason(doubt.why)
        if doubt.kind == "url" or self.arguments:
            return say("It is unknown which host the input {input} names{why}.", input=name, why=why)
        return say("The input {input} could be a host{why}; name the rule's arguments.", input=name, why=why)

    def needs(self) -> Needs:
        """Return the need for the call's hosts."""
        return Needs(hosts=True)


def _folder_problem(folder: str) -> str:
    """Return why a folder would not mean one place, empty if it does."""
    if ".." in folder.replace("\\", "/").split("/"):
        return 'holds ".."'
    if folder.startswith(("//", "\\\\")):
        return say("is on another computer")
    if folder == "~" or folder.startswith(("~/", "/")):
        return ""
    has_drive = sys.platform == "win32" and folder[:1].isalpha() and folder[1:3] in (":\\", ":/")
    return "" if has_drive else say("is not an absolute path")


def _read_list(key: str, inner: str, raw: JsonValue) -> tuple[KeyPath, tuple[str, ...], tuple[str, ...]]:
    """Return the path of the list, its texts, and the arguments that it is for."""
    if isinstance(raw, dict):
        return ("match", key, inner), texts_in(raw.get(inner)), tuple(sorted(texts_in(raw.get("arguments"))))
    return ("match", key), texts_in(raw), ()


def texts_in(value: JsonValue) -> tuple[str, ...]:
    """Return the texts of a list, none if it is no list."""
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _list_to_json(name: str, texts: Sequence[str], arguments: Sequence[str]) -> JsonValue:
    return {name: [*texts], "arguments": [*sorted(arguments)]} if arguments else [*texts]


def _joined_names(texts: Iterable[str]) -> str:
    return joined([one_line(text, MAX_NAME) for text in texts], either=True, most=MAX_LIST)
