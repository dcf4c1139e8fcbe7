"""Which path or host of a call fails a rule, in words (pure).

Owns: the sentences about ``paths_within`` and ``hosts``. What stays true: the fact that is named is one by which the
condition has the truth that it has; text of a call, of an author or of a stranger is escaped and bounded; what is
``kept`` in the log, whose bodies hold nothing of a call's inputs, names an input only where the tool's definition does,
and never says what stands in it or where it leads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from host.model import Effect
from host.policy.facts import CallFacts, HostFact, PathFact
from host.policy.model import Rule
from host.policy.reach import doubtful_host, doubtful_path, host_outside, path_outside
from host.policy.write import host_text
from host.text import one_line

LISTED: Final = 5
"""Entries of a list that a sentence repeats."""
_SHOWN: Final = 120
"""Characters of an author's or a stranger's text that a sentence repeats."""
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_PLACE: Final = re.compile(r"[A-Za-z0-9_./:~+=@\[\]-]{1,120}")
_NAME_THEM: Final = "; name the rule's arguments"


def paths_elsewhere(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """Why ``paths_within`` is false."""
    wanted = rule.conditions.paths
    named = wanted.folders if wanted else ()
    folders = listed(named)
    if rule.effect is not Effect.ALLOW or wanted is None:
        return f"No path in the inputs lies within {folders}."
    linked = [name for name in named if name in facts.folders and facts.folders[name].linked]
    links = f" {listed(linked)} is a link, and no rule allows by one: write where it leads." if linked else ""
    out = path_outside(facts, wanted)
    if out is None or (kept and not out.declared):
        return f"Not everything in the inputs that is a path, or could be one, lies within {folders}.{links}"
    if out.place is None or kept:
        return f"{_the_input(out)} does not surely lie within {folders}.{links}"
    return f"{_the_input(out)} leads to {_bare(out.place.text, _PLACE)}, outside {folders}.{links}"


def hosts_elsewhere(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """Why ``hosts`` is false."""
    wanted = rule.conditions.hosts
    hosts = listed(map(host_text, wanted.patterns if wanted else ()))
    if rule.effect is not Effect.ALLOW or wanted is None:
        return f"Nothing in the inputs is at {hosts}."
    out = host_outside(facts, wanted)
    if out is None or out.host is None or (kept and not out.declared):
        return f"Not everything in the inputs that names a host, or could name one, is at {hosts}."
    if kept:
        return f"{_the_input(out)} is not at {hosts}."
    port = "" if out.port is None or out.usual_port else f":{out.port}"
    return f"{_the_input(out)} is at {_bare(out.host, _PLACE)}{port}, not at {hosts}."


def paths_untold(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """Why it cannot be told whether ``paths_within`` holds."""
    wanted = rule.conditions.paths
    doubt = None if wanted is None else doubtful_path(facts, wanted, allow=rule.effect is Effect.ALLOW)
    if doubt is None or not doubt.key or (kept and not doubt.declared):
        return f"Where the paths in the inputs lead could not be told{_reason(facts.paths)}."
    if doubt.kind == "path":
        return f"Where {_input(doubt)} leads could not be told{_why(doubt)}."
    return _could_be("a path", doubt, named=bool(wanted and wanted.arguments))


def hosts_untold(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """Why it cannot be told whether ``hosts`` holds."""
    wanted = rule.conditions.hosts
    doubt = None if wanted is None else doubtful_host(facts, wanted, allow=rule.effect is Effect.ALLOW)
    if doubt is None or not doubt.key or (kept and not doubt.declared):
        return f"Which hosts the inputs name could not be told{_reason(facts.hosts)}."
    if doubt.kind == "url":
        return f"Which host {_input(doubt)} names could not be told{_why(doubt)}."
    return _could_be("a host", doubt, named=bool(wanted and wanted.arguments))


def listed(texts: Iterable[str]) -> str:
    """``a, b or c``; of a long list, how many more there are."""
    every = [*texts] or ["nothing"]
    shown = [one_line(text, _SHOWN) for text in every[:LISTED]]
    if len(every) > LISTED:
        shown.append(f"{len(every) - LISTED:,} more")
    return " or ".join([*([", ".join(shown[:-1])] if shown[1:] else []), shown[-1]])


def _could_be(what: str, doubt: PathFact | HostFact, *, named: bool) -> str:
    why = f", and {_clause(doubt.why)}" if doubt.why else ""
    return f"{_the_input(doubt)} could be {what}{why}{'' if named else _NAME_THEM}."


def _the_input(fact: PathFact | HostFact) -> str:
    return f"The {_input(fact)[4:]}"


def _input(fact: PathFact | HostFact) -> str:
    return f"the input {_bare(fact.key, _NAME)}"


def _bare(text: str, plain: re.Pattern[str]) -> str:
    """A stranger's text; in quotes that it cannot close unless it is plain."""
    shown = one_line(text, _SHOWN)
    return shown if plain.fullmatch(text) else '"' + shown.replace('"', "⟨U+0022⟩") + '"'


def _why(fact: PathFact | HostFact) -> str:
    return f": {_clause(fact.why)}" if fact.why else ""


def _reason(facts: Iterable[PathFact | HostFact] | None) -> str:
    return next((_why(fact) for fact in facts or () if fact.why), "")


def _clause(why: str) -> str:
    return one_line(why, _SHOWN).rstrip(".")
