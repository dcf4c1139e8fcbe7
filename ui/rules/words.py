"""The texts of rules (pure).

Owns: how effects, sources and patterns are said.

Invariants: patterns are shown as the file has them, escaped; a sentence of the host's passes with the marks that
``host.text`` made, and with nothing else hidden in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from host.control.views import RuleReason, RuleView
from host.text import is_hidden, one_line
from ui.label_text import NOTICE, SENTENCE, safe_sentence, safe_text
from ui.tr import mark, tr, tr_n, translated

Tone: TypeAlias = Literal["neutral", "amber"]

NAME: Final = 120
"""Characters of a pattern, name or id on one line."""
PROBLEMS: Final = 5
"""Problems that are said at once."""

_LINE: Final = re.compile(r"^rule:(\d+):")
"""How the host names a line of the one rule that it looks at."""
_ID: Final = re.compile(r'^ {2}"id": "(?:[^"\\\n]|\\.)*",?\n', re.MULTILINE)
_OFF: Final = re.compile(r'^( {2}"enabled": )false', re.MULTILINE)
"""Lines of the outermost object, as the host indents it: no text of JSON holds the end of a line."""


@dataclass(frozen=True, slots=True)
class EffectStyle:
    """How an effect is shown.

    Attributes:
        word: its name.
        icon: Phosphor's name.
        tone: of the badge.
        verdict: what the effect means for a call.
    """

    word: str
    icon: str
    tone: Tone
    verdict: str


EFFECT_STYLES: Final = {
    "allow": EffectStyle(mark("Allow"), "check", "neutral", mark("It runs without asking")),
    "ask": EffectStyle(mark("Ask"), "user", "neutral", mark("A person is asked")),
    "deny": EffectStyle(mark("Deny"), "prohibit", "amber", mark("It is denied")),
}
_ODD: Final = EffectStyle(mark("Unknown"), "question", "amber", mark("Unknown"))
_SOURCES: Final = {
    "managed": mark("Administrator"),
    "user": mark("Yours"),
    "default": mark("Default"),
    "guard": mark("Assent"),
}


def effect_style(effect: str) -> EffectStyle:
    """How an effect is shown; one that this window does not know is marked."""
    known = EFFECT_STYLES.get(effect, _ODD)
    return replace(known, word=tr(known.word), verdict=tr(known.verdict))


def source_word(kind: str) -> str:
    """Whose a rule is."""
    return tr(_SOURCES[kind]) if kind in _SOURCES else one_line(kind, NAME)


def server_and_tool(rule: RuleView) -> str:
    """Server and tool that a rule applies to, on one line."""
    if rule.server == rule.tool == "*":
        return tr("Every tool of every server")
    if rule.tool == "*":
        return tr("{server} ▸ every tool", server=one_line(rule.server, NAME))
    server = tr("any server") if rule.server == "*" else one_line(rule.server, NAME)
    return f"{server} ▸ {one_line(rule.tool, NAME)}"


def applies_to(rule: RuleView) -> str:
    """What a rule applies to, on one line: server, tool, and the app where it names one."""
    return (
        server_and_tool(rule)
        if rule.app == "*"
        else tr("{rule}, from {app}", rule=server_and_tool(rule), app=one_line(rule.app, NAME))
    )


def sentence_of(rule: RuleView) -> str:
    """A rule as a sentence, without its conditions and demands; patterns are quoted as they are."""
    app = tr("any app") if rule.app == "*" else f"“{one_line(rule.app, NAME)}”"
    tools = tr("any tool") if rule.tool == "*" else f"“{one_line(rule.tool, NAME)}”"
    server = tr("any server") if rule.server == "*" else f"“{one_line(rule.server, NAME)}”"
    match rule.effect:
        case "allow":
            return tr("Lets {app} use {tools} of {server} without asking.", app=app, tools=tools, server=server)
        case "ask":
            return tr("Asks before {app} uses {tools} of {server}.", app=app, tools=tools, server=server)
        case "deny":
            return tr("Never lets {app} use {tools} of {server}.", app=app, tools=tools, server=server)
    return tr("Does something unknown where {app} uses {tools} of {server}.", app=app, tools=tools, server=server)


def join_sentences(parts: tuple[str, ...], limit: int = SENTENCE) -> str:
    """Short sentences on one line, a dash where there are none."""
    return safe_text(" · ".join(translated(part).rstrip(".") for part in parts), limit) or "—"


def state_word(rule: RuleView) -> str:
    """Whether a rule counts, in a word or two."""
    if rule.waits:
        return tr("Waits")
    if rule.counts:
        return tr("On")
    return tr("Expired") if rule.enabled else tr("Off")


def why_not_counting(rule: RuleView) -> str:
    """Why a rule does not count; empty where it does."""
    if rule.waits == "gone":
        return tr("It is no longer in policy.json. It counts until you confirm that it is gone.")
    if rule.waits == "allows":
        return tr("It came into policy.json outside this window. It does not count before you confirm it.")
    if rule.counts:
        return ""
    return tr("Its time is over.") if rule.enabled else tr("It is switched off.")


def is_same_rule(one: RuleView, other: RuleView) -> bool:
    """Whether two views are of one rule: a rule that is gone from the file may stand beside a new one of its id."""
    return (one.id, one.source, one.waits == "gone") == (other.id, other.source, other.waits == "gone")


def is_changeable(rule: RuleView) -> bool:
    """Whether the person can change a rule here: not the administrator's, nor one that is in no file any more."""
    return rule.source == "user" and rule.waits != "gone"


def loosens_if_removed(rule: RuleView) -> bool:
    """Whether calls may run more easily once a rule is removed or switched off."""
    return rule.counts and (rule.effect != "allow" or bool(rule.obligations))


def loosens_if_enabled(rule: RuleView) -> bool:
    """Whether calls may run more easily once a rule is switched on."""
    return rule.effect == "allow"


def reason_word(reason: RuleReason, *, decided: bool) -> str:
    """What a rule did, in a word."""
    if decided:
        return tr("decided")
    if reason.matched is None:
        return tr("could not be told")
    return tr("matches") if reason.matched else tr("does not match")


def rule_count(count: int) -> str:
    """``1 rule``, ``12 rules``."""
    return tr_n("{n} rule", "{n} rules", count)


def problem_lines(found: tuple[str, ...], most: int = PROBLEMS, limit: int = NOTICE) -> str:
    """What is wrong, a line each, and how many problems more there are.

    Args:
        found: the problems.
        most: how many are shown.
        limit: characters of each.
    """
    lines = [
        safe_sentence(_LINE.sub(lambda found: tr("Line {number}:", number=found[1]), translated(problem)), limit)
        for problem in found[:most]
    ]
    more = len(found) - most
    return "\n".join([*lines, tr("{more:,} more like these.", more=more)] if more > 0 else lines)


def is_looser(then: str, now: str) -> bool:
    """Whether the effect ``now`` lets more through than ``then``; an unknown one counts as looser."""
    order = ("deny", "ask", "allow")
    return then not in order or now not in order or order.index(now) > order.index(then)


def switched_on(written: str) -> str:
    """A rule as the host writes it, switched on."""
    return _OFF.sub(r"\1true", written, count=1)


def without_id(written: str) -> str:
    """A rule as the host writes it, without its id, so that a copy gets one of its own."""
    return _ID.sub("", written, count=1)


def escape_invisible(text: str) -> str:
    """A text with every invisible character as a JSON escape; as JSON it means the same."""
    plain = text.replace("\r\n", "\n")
    if plain.isascii() and plain.replace("\n", "").replace("\t", "").isprintable():
        return plain
    shown = {character for character in set(plain) if _hidden(character)}
    return "".join(_escaped(character) if character in shown else character for character in plain)


def _hidden(character: str) -> bool:
    """Whether a character is invisible. No-break spaces are: Qt would give them back as common ones."""
    return character not in "\n\t" and is_hidden(character)


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))
