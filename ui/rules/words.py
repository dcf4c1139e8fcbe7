"""The texts of rules (pure).

Owns: how effects, sources and patterns are said.

Invariants: patterns are shown as the file has them, escaped; a sentence of the host's passes with the marks that
``host.text`` made, and with nothing else hidden in it.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host.control.views import RuleReason, RuleView
from host.text import is_hidden, one_line, quoted
from host.values import replace
from ui import faces
from ui.history.words import unix_seconds
from ui.label_text import NOTICE, relative, safe_sentence, safe_text
from ui.tr import mark, tr, tr_n, translated

Tone: TypeAlias = Literal["neutral", "amber"]

NAME: Final = 120
"""Characters of a pattern, name or id on one line."""
PROBLEMS: Final = 5
"""Problems that are said at once."""

MANAGED: Final = mark("Only the administrator can change this rule, in the administrator's file.")

_WORD: Final = re.compile(r"[A-Za-z0-9_.*?/-]{1,64}")
_LINE: Final = re.compile(r"^rule:(\d+):")
"""How the host names a line of the one rule that it looks at."""
_ID: Final = re.compile(r'^ {2}"id": "(?:[^"\\\n]|\\.)*",?\n', re.MULTILINE)
_OFF: Final = re.compile(r'^( {2}"enabled": )false', re.MULTILINE)
"""Lines of the outermost object, as the host indents it: no text of JSON holds the end of a line."""


class EffectStyle(Struct, frozen=True):
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


def sentence_of(rule: RuleView, *, exact: bool = False) -> str:
    """All that a rule says as one sentence; patterns are quoted as they are, unless they are plain names.

    Args:
        rule: what is said.
        exact: whether ids stand beside names that people know: where something is decided.
    """
    said = _head(rule, asked=False, exact=exact)
    if rule.effect == "allow":
        said = tr("{rule}, without asking", rule=said)
    return tr("{rule}.", rule=_with(said, rule.phrases))


def question_of(rule: RuleView) -> str:
    """A suggested rule as a question: Always allow Claude Code to use git_status of git in ~/repo?"""
    return tr("{rule}?", rule=_with(_head(rule, asked=True, exact=False), rule.phrases))


def _head(rule: RuleView, *, asked: bool, exact: bool) -> str:
    """What happens with which calls, and where. ``asked``: whether the person is asked about an allow."""
    app = tr("any app") if rule.app == "*" else _name("app", rule.app, exact=exact)
    tools = tr("any tool") if rule.tool == "*" else _plain(rule.tool)
    server = tr("any server") if rule.server == "*" else _name("server", rule.server, exact=exact)
    match rule.effect:
        case "allow" if asked:
            said = tr("Always allow {app} to use {tools} of {server}", app=app, tools=tools, server=server)
        case "allow":
            said = tr("Allow {app} to use {tools} of {server}", app=app, tools=tools, server=server)
        case "ask":
            said = tr("Ask before {app} uses {tools} of {server}", app=app, tools=tools, server=server)
        case "deny":
            said = tr("Never let {app} use {tools} of {server}", app=app, tools=tools, server=server)
        case _:
            said = tr("Do something unknown where {app} uses {tools} of {server}", app=app, tools=tools, server=server)
    if not rule.places:
        return said
    first, *others = rule.places
    return _with(tr("{rule} {place}", rule=said, place=safe_text(first)), tuple(others))


def _with(said: str, phrases: tuple[str, ...]) -> str:
    for phrase in phrases:
        said = tr("{rule}, {more}", rule=said, more=safe_text(phrase))
    return said


def _name(kind: faces.Kind, pattern: str, *, exact: bool) -> str:
    """A display name where the pattern is one that people know, else the pattern."""
    name = faces.name_of(kind, pattern)
    if name == one_line(pattern, faces.LONGEST):
        return _plain(pattern)
    return faces.with_id(kind, pattern) if exact else name


def _plain(pattern: str) -> str:
    """A pattern that reads as one word by itself, any other one in quotes."""
    shown = one_line(pattern, NAME)
    return shown if _WORD.fullmatch(pattern) else quoted(shown)


def used(rule: RuleView, now: float) -> str:
    """How often a rule decided and when it last did. ``now``: Unix seconds."""
    if not rule.used:
        return tr("Not yet")
    last = relative(max(0.0, now - unix_seconds(rule.last_used)))
    return tr_n("Once, {last}", "{n} times, {last}", rule.used, last=last)


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
