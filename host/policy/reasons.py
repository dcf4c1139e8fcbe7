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
from host.policy.model import PathsWithin, Rule
from host.policy.reach import doubtful_host, doubtful_path, host_outside, path_outside
from host.policy.write import host_text
from host.text import one_line
from host.words import Wording, say, sentences
from host.words import listed as joined

LISTED: Final = 5
"""Entries of a list that a sentence repeats."""
_SHOWN: Final = 120
"""Characters of an author's or a stranger's text that a sentence repeats."""
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_PLACE: Final = re.compile(r"[A-Za-z0-9_./:~+=@\[\]-]{1,120}")


def paths_elsewhere(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """Why ``paths_within`` is false."""
    wanted = rule.conditions.paths
    named = wanted.folders if wanted else ()
    folders = listed(named)
    if rule.effect is not Effect.ALLOW or wanted is None:
        return say("No path in the inputs lies within {folders}.", folders=folders)
    linked = [name for name in named if name in facts.folders and facts.folders[name].linked]
    why = _path_elsewhere(facts, wanted, folders, kept=kept)
    if not linked:
        return why
    link = say("{folders} is a link, and no rule allows by one: write where it leads.", folders=listed(linked))
    return sentences((why, link))


def _path_elsewhere(facts: CallFacts, wanted: PathsWithin, folders: str, *, kept: bool) -> str:
    out = path_outside(facts, wanted)
    if out is None or (kept and not out.declared):
        return say(
            "Not everything in the inputs that is a path, or could be one, lies within {folders}.", folders=folders
        )
    if out.place is None or kept:
        return say("The input {input} does not surely lie within {folders}.", input=_named(out), folders=folders)
    place = _bare(out.place.text, _PLACE)
    return say(
        "The input {input} leads to {place}, outside {folders}.", input=_named(out), place=place, folders=folders
    )


def hosts_elsewhere(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """Why ``hosts`` is false."""
    wanted = rule.conditions.hosts
    hosts = listed(map(host_text, wanted.patterns if wanted else ()))
    if rule.effect is not Effect.ALLOW or wanted is None:
        return say("Nothing in the inputs is at {hosts}.", hosts=hosts)
    out = host_outside(facts, wanted)
    if out is None or out.host is None or (kept and not out.declared):
        return say(
            "Not everything in the inputs that names a host, or could name one, is at {hosts}.",
            hosts=hosts,
        )
    if kept:
        return say("The input {input} is not at {hosts}.", input=_named(out), hosts=hosts)
    port = "" if out.port is None or out.usual_port else f":{out.port}"
    place = f"{_bare(out.host, _PLACE)}{port}"
    return say("The input {input} is at {place}, not at {hosts}.", input=_named(out), place=place, hosts=hosts)


def paths_untold(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """Why it cannot be told whether ``paths_within`` holds."""
    wanted = rule.conditions.paths
    doubt = None if wanted is None else doubtful_path(facts, wanted, allow=rule.effect is Effect.ALLOW)
    if doubt is None or not doubt.key or (kept and not doubt.declared):
        if why := _reason(facts.paths):
            return say("Where the paths in the inputs lead could not be told: {why}.", why=why)
        return say("Where the paths in the inputs lead could not be told.")
    if doubt.kind != "path":
        return _could_be_a_path(doubt, named=bool(wanted and wanted.arguments))
    if doubt.why:
        return say(
            "Where the input {input} leads could not be told: {why}.", input=_named(doubt), why=_clause(doubt.why)
        )
    return say("Where the input {input} leads could not be told.", input=_named(doubt))


def hosts_untold(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """Why it cannot be told whether ``hosts`` holds."""
    wanted = rule.conditions.hosts
    doubt = None if wanted is None else doubtful_host(facts, wanted, allow=rule.effect is Effect.ALLOW)
    if doubt is None or not doubt.key or (kept and not doubt.declared):
        if why := _reason(facts.hosts):
            return say("Which hosts the inputs name could not be told: {why}.", why=why)
        return say("Which hosts the inputs name could not be told.")
    if doubt.kind != "url":
        return _could_be_a_host(doubt, named=bool(wanted and wanted.arguments))
    if doubt.why:
        return say(
            "Which host the input {input} names could not be told: {why}.", input=_named(doubt), why=_clause(doubt.why)
        )
    return say("Which host the input {input} names could not be told.", input=_named(doubt))


def listed(texts: Iterable[str]) -> str:
    """``a, b or c``; of a long list, how many more there are."""
    every = [*texts] or [say("nothing")]
    shown = [text if isinstance(text, Wording) else one_line(text, _SHOWN) for text in every[:LISTED]]
    if len(every) > LISTED:
        shown.append(say("{n} more", n=len(every) - LISTED))
    return joined(shown, either=True)


def _could_be_a_path(doubt: PathFact | HostFact, *, named: bool) -> str:
    name, why = _named(doubt), _and(doubt)
    if named:
        return say("The input {input} could be a path{why}.", input=name, why=why)
    return say("The input {input} could be a path{why}; name the rule's arguments.", input=name, why=why)


def _could_be_a_host(doubt: PathFact | HostFact, *, named: bool) -> str:
    name, why = _named(doubt), _and(doubt)
    if named:
        return say("The input {input} could be a host{why}.", input=name, why=why)
    return say("The input {input} could be a host{why}; name the rule's arguments.", input=name, why=why)


def _and(doubt: PathFact | HostFact) -> str:
    return say(", and {why}", why=_clause(doubt.why)) if doubt.why else ""


def _named(fact: PathFact | HostFact) -> str:
    return _bare(fact.key, _NAME)


def _bare(text: str, plain: re.Pattern[str]) -> str:
    """A stranger's text; in quotes that it cannot close unless it is plain."""
    shown = one_line(text, _SHOWN)
    return shown if plain.fullmatch(text) else '"' + shown.replace('"', "⟨U+0022⟩") + '"'


def _reason(facts: Iterable[PathFact | HostFact] | None) -> str:
    return next((_clause(fact.why) for fact in facts or () if fact.why), "")


def _clause(why: str) -> str:
    return why if isinstance(why, Wording) else one_line(why, _SHOWN).rstrip(".")
